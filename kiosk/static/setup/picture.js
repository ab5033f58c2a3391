// The camera's picture, two still ones a second: each is asked for when the one before it is there.

import { $ } from "./setup.js";

const EVERY_MS = 500;
const RETRY_MS = 2000;
let flat = false;
let number = 0;

// Show the felt from straight above, or as the camera sees it.
export function showFlat(wanted) {
  flat = wanted;
}

function address() {
  number += 1;
  return `${document.body.dataset.base}/picture/now?n=${number}${flat ? "&flat=1" : ""}`;
}

function next() {
  if (document.hidden) setTimeout(next, EVERY_MS);
  else $("view").src = address();
}

$("view").addEventListener("load", () => {
  say("");
  setTimeout(next, EVERY_MS);
});

// A picture that does not come tells nothing of itself: the same address says why, in words.
$("view").addEventListener("error", async () => {
  try {
    const response = await fetch(address());
    if (!response.ok) say((await response.json()).why);
    if (response.status === 401 || response.status === 403) return; // signed out: nothing more comes
  } catch {
    // The page says by itself that the connection is lost.
  }
  setTimeout(next, RETRY_MS);
});

function say(words) {
  if ($("view-why").textContent !== words) $("view-why").textContent = words;
}

next();
