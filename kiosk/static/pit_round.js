// A round: its film beside its steps, amendments, and what is new while it runs.

import { follow } from "./feed.js";
import { ages, openDialog, pageAnew, sendTo } from "./pit_parts.js";

const body = document.body;
const $ = (id) => document.getElementById(id);
let frames = [];
let busy = false;
// The number that the table was last heard at.
let heard = 0;

function showFrame(place) {
  const scrub = $("scrub");
  const at = frames[place];
  scrub.value = place;
  $("picture").src = `${scrub.dataset.url}&at=${at}`;
  let shown = null;
  for (const event of document.querySelectorAll(".event[data-frame]")) {
    event.classList.remove("shown");
    if (Number(event.dataset.frame) <= at) shown = event;
  }
  shown?.classList.add("shown");
  $("moment").textContent = shown?.querySelector("time").textContent ?? "";
}

function nearest(at) {
  let best = 0;
  frames.forEach((frame, place) => {
    if (Math.abs(frame - at) < Math.abs(frames[best] - at)) best = place;
  });
  return best;
}

function bind() {
  const scrub = $("scrub");
  if (scrub) {
    frames = scrub.dataset.frames.split(",").map(Number);
    scrub.addEventListener("input", () => showFrame(Number(scrub.value)));
  }
  for (const button of document.querySelectorAll(".look")) {
    button.addEventListener("click", () => showFrame(nearest(Number(button.dataset.at))));
  }
  for (const button of document.querySelectorAll(".amend")) {
    button.addEventListener("click", () => amend(button));
  }
}

function amend({ dataset: { step, what } }) {
  $("amend-what").textContent = what;
  const seen = Number(body.dataset.seen);
  const once = sendTo.once();
  openDialog($("amend"), (approval, form) => {
    const rank = form.elements.rank.value;
    const card = rank === "Jk" ? rank : rank + form.elements.suit.value;
    const key = { do: "correct", at_step: Number(step), card, seen, once, approval, table: body.dataset.table };
    return sendTo(body.dataset.key, key);
  });
}

// The round runs on: the page is asked for again and its middle put in place, wherever the reader is.
async function refresh() {
  if (busy || document.querySelector("dialog[open]")) return;
  busy = true;
  try {
    const made = await pageAnew();
    if (!made) return;
    const opened = [...document.querySelectorAll("details[open]")].map((one) => one.closest(".event").dataset.step);
    if (made.body.dataset.seen) body.dataset.seen = made.body.dataset.seen;
    else delete body.dataset.seen;
    $("main").replaceChildren(...made.getElementById("main").childNodes);
    for (const step of opened) document.querySelector(`.event[data-step="${step}"] details`)?.setAttribute("open", "");
    bind();
  } finally {
    busy = false;
  }
}

// What came while a dialog was open, its own amendment above all, is shown once it is closed.
function catchUp() {
  if (heard > Number(body.dataset.seen)) refresh();
}

bind();
for (const dialog of document.querySelectorAll("dialog")) dialog.addEventListener("close", catchUp);
follow(
  body.dataset.events,
  body.dataset.boot,
  (view) => {
    ages.behind(view.now);
    const tile = view.tiles.find((one) => one.table === body.dataset.table);
    heard = tile?.number ?? heard;
    if (body.dataset.seen && tile && String(tile.number) !== body.dataset.seen) refresh();
  },
  () => {},
);
