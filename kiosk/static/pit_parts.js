// What the pit's pages share: elements, ages that count on, a dialog with the second person, keys to the table.

import { text } from "./feed.js";
import { post } from "./send.js";

export function element(name, kind = "", content = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  if (content) made.textContent = content;
  return made;
}

// How long ago: every `[data-since]` has its age in `.age`, counted on once a second by the server's clock.
let ahead = 0;

function age(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 120) return text("age-s").replace("{number}", seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return text("age-min").replace("{number}", minutes);
  return text("age-h").replace("{hours}", Math.floor(minutes / 60)).replace("{minutes}", minutes % 60);
}

export const ages = {
  // `now` is the server's time in milliseconds.
  behind(now) {
    ahead = Date.now() - now;
  },
  count() {
    for (const one of document.querySelectorAll("[data-since]")) {
      const field = one.querySelector(".age");
      const said = age(Date.now() - ahead - Number(one.dataset.since));
      if (field.textContent !== said) field.textContent = said;
    }
  },
  start() {
    ages.count();
    setInterval(ages.count, 1000);
  },
};

// A key to the table: {status, why}.
export function sendTo(url, sent) {
  return post(url, sent);
}

// The idempotency key of one intention.
sendTo.once = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

// This page as the server draws it now; null where it does not. A lost line is told by the stream, and what the stream
// brings once it is back asks again.
export async function pageAnew() {
  try {
    const page = await fetch(location.href);
    return page.ok ? new DOMParser().parseFromString(await page.text(), "text/html") : null;
  } catch {
    return null;
  }
}

// Opens `dialog`; `send(approval, form)` is called with the badge and PIN that were typed, and the dialog stays open
// with what was refused.
export function openDialog(dialog, send) {
  const form = dialog.querySelector("form");
  const said = form.querySelector(".answer");
  form.reset();
  said.textContent = "";
  form.onsubmit = async (event) => {
    event.preventDefault();
    const approval = { badge: form.elements.badge.value.trim(), pin: form.elements.pin.value };
    const { status, why } = await send(approval, form);
    form.elements.pin.value = ""; // a PIN does not stay on the page
    if (status === 200) dialog.close();
    else said.textContent = why;
  };
  form.querySelector(".cancel").onclick = () => dialog.close();
  dialog.showModal();
}
