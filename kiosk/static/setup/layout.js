// The boxes of a table on the camera's picture: corners are dragged, moved by keys, or tapped one after another.

import { text } from "../feed.js";
import { post } from "../send.js";
import { showFlat } from "./picture.js";
import { $, ask, element } from "./setup.js";

const SVG = "http://www.w3.org/2000/svg";
const READ_MS = 1000;
const begun = JSON.parse($("drawing").dataset.shown);
const names = Object.fromEntries(begun.names);
const over = $("over");
let { size, boxes } = begun;
let bad = [];
let chosen = Object.keys(names)[0];
let tapping = null; // {felt, points} while corners are tapped
let dragged = null; // {box, corner} while a corner is dragged

function svg(tag, attributes, words = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = words;
  return made;
}

// Drawing

function draw() {
  if (size) over.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
  const focus = document.activeElement?.dataset?.handle;
  over.querySelectorAll(".box, .tapped").forEach((old) => old.remove());
  for (const [box, corners] of Object.entries(boxes)) over.append(shape(box, corners));
  for (const [x, y] of tapping?.points || []) over.append(svg("circle", { class: "corner tapped", cx: x, cy: y, r: unit(8) }));
  over.classList.toggle("tapping", Boolean(tapping));
  if (focus) over.querySelector(`[data-handle="${focus}"]`)?.focus();
  list();
}

// So many pixels of a screen in those of the picture, so that handles are as large on any screen.
function unit(pixels) {
  return (pixels * (size?.[0] || 1280)) / (over.clientWidth || 1280);
}

function shape(box, corners) {
  const group = svg("g", { class: `box${box === chosen ? " chosen" : ""}${bad.includes(box) ? " bad" : ""}`, "data-box": box });
  group.append(svg("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") }));
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  group.append(svg("text", { x: middle[0], y: middle[1], "font-size": unit(15) }, names[box] || box));
  corners.forEach(([x, y], corner) => {
    const label = text("corner").replace("{box}", names[box] || box).replace("{number}", corner + 1);
    const handle = svg("g", { class: "handle", tabindex: 0, role: "button", "aria-label": label, "data-handle": `${box}/${corner}` });
    handle.append(svg("circle", { class: "grip", cx: x, cy: y, r: unit(22) }), svg("circle", { class: "corner", cx: x, cy: y, r: unit(8) }));
    group.append(handle);
  });
  return group;
}

function list() {
  const rows = Object.entries(names).map(([box, name]) => {
    const button = element("button", bad.includes(box) ? "bad" : "", name);
    button.type = "button";
    button.dataset.choose = box;
    button.setAttribute("aria-pressed", box === chosen);
    button.append(element("small", "", text(boxes[box] ? "drawn" : "not-drawn")));
    const row = element("li");
    row.append(button);
    return row;
  });
  $("boxes").replaceChildren(...rows);
  $("remove").disabled = !boxes[chosen];
}

// Moving corners

function at(event) {
  const place = over.getBoundingClientRect();
  const round = (value) => Math.round(value * 10) / 10;
  return [
    round(((event.clientX - place.left) / place.width) * size[0]),
    round(((event.clientY - place.top) / place.height) * size[1]),
  ];
}

function handleOf(target) {
  const found = target.closest?.("[data-handle]");
  if (!found) return null;
  const [box, corner] = found.dataset.handle.split("/");
  return { box, corner: Number(corner) };
}

over.addEventListener("pointerdown", (event) => {
  if (!size) return;
  if (tapping) {
    event.preventDefault();
    tap(at(event));
    return;
  }
  dragged = handleOf(event.target);
  const box = dragged?.box || event.target.closest?.("[data-box]")?.dataset.box;
  if (box) chosen = box;
  if (dragged) {
    event.preventDefault();
    over.setPointerCapture(event.pointerId);
  }
  draw();
});
over.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  boxes[dragged.box][dragged.corner] = at(event);
  draw();
});
for (const end of ["pointerup", "pointercancel"]) {
  over.addEventListener(end, () => {
    if (dragged) keep();
    dragged = null;
  });
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let resting = 0;
over.addEventListener("keydown", (event) => {
  const handle = handleOf(event.target);
  const step = STEPS[event.key];
  if (!handle || !step) return;
  event.preventDefault();
  chosen = handle.box;
  const far = event.shiftKey ? 10 : 1;
  boxes[handle.box][handle.corner] = boxes[handle.box][handle.corner].map((value, axis) => value + step[axis] * far);
  draw();
  clearTimeout(resting);
  resting = setTimeout(keep, 400);
});

// Tapping corners, of a box or of the felt

function begin(felt) {
  tapping = { felt, points: [] };
  $("hint").textContent = felt ? text("tap-felt") : text("tap-corners").replace("{box}", names[chosen] || chosen);
  draw();
}

function tap(point) {
  tapping.points.push(point);
  if (tapping.points.length === 4) {
    const { felt, points } = tapping;
    tapping = null;
    $("hint").textContent = "";
    if (felt) found(ask("layout", { do: "place", corners: points }));
    else {
      boxes[chosen] = points;
      keep();
    }
  }
  draw();
}

$("boxes").addEventListener("click", ({ target }) => {
  const box = target.closest("[data-choose]")?.dataset.choose;
  if (!box) return;
  chosen = box;
  if (boxes[box]) {
    tapping = null;
    draw();
    over.querySelector(`[data-handle="${box}/0"]`).focus();
  } else begin(false);
});
$("tap-felt").addEventListener("click", () => begin(true));
$("remove").addEventListener("click", () => {
  delete boxes[chosen];
  keep();
});
for (const button of document.querySelectorAll("[data-find]")) {
  button.addEventListener("click", () => found(ask("layout", { do: button.dataset.find })));
}

// What the server makes of it

async function found(answering) {
  const answer = await answering;
  if (answer) take(answer);
}

function take(answer) {
  ({ size, boxes, bad } = answer);
  faults(answer.faults);
  draw();
}

function faults(said) {
  const words = said.join("\n");
  if ($("faults").dataset.words === words) return;
  $("faults").dataset.words = words;
  $("faults").replaceChildren(...said.map((fault) => element("li", "", fault)));
}

let asking = 0;
async function keep() {
  asking += 1;
  const mine = asking;
  draw();
  const answer = await post(`${document.body.dataset.base}/layout`, { do: "keep", boxes });
  if (mine !== asking || dragged) return; // it was drawn on meanwhile
  if (answer.status === 200) {
    $("why").textContent = "";
    take(answer);
  } else $("why").textContent = answer.why;
}

$("save-layout").addEventListener("click", () => found(ask("layout", { do: "save", boxes })));

// The reading test, and the felt from above

$("flat").addEventListener("change", ({ target }) => {
  showFlat(target.checked);
  over.style.display = target.checked ? "none" : ""; // the boxes are drawn on the picture as it comes
});

async function read() {
  if (!$("read").checked) {
    over.querySelectorAll(".card-seen").forEach((old) => old.remove());
    $("reading").replaceChildren();
    return;
  }
  try {
    const response = await fetch(`${document.body.dataset.base}/reading/now`);
    const answer = await response.json();
    if ($("read").checked) showRead(response.ok ? answer.cards : [], response.ok ? text("nothing-read") : answer.why);
  } catch {
    // The page says by itself that the connection is lost.
  }
  setTimeout(read, READ_MS);
}

function showRead(cards, none) {
  over.querySelectorAll(".card-seen").forEach((old) => old.remove());
  for (const card of cards) {
    const points = card.box.map((corner) => corner.join(",")).join(" ");
    over.append(svg("polygon", { class: `card-seen${card.sure ? "" : " unsure"}`, points }));
  }
  const words = cards.length ? cards.map((card) => card.words) : [none];
  if ($("reading").dataset.words === words.join("\n")) return;
  $("reading").dataset.words = words.join("\n");
  $("reading").replaceChildren(...words.map((line) => element("li", "", line)));
}

$("read").addEventListener("change", ({ target }) => {
  if (target.checked) read();
});

new ResizeObserver(draw).observe(over);
faults(begun.faults);
draw();
if (!size) keep(); // tells the size of the picture
