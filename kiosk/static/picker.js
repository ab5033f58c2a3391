// The card picker: one tap a card, or rank and suit on the keyboard. Drawn once, shown when a card is to be named.

import { GLYPHS, cardName } from "./cards.js";

const picker = document.getElementById("picker");
const cells = [...picker.querySelectorAll("button")];
// Ranks that cameras and eyes take for one another.
const ALIKE = ["8369", "QKJ", "A4", "56", "T9"];
const TWINS = { h: "d", d: "h", s: "c", c: "s" };

let onPick = () => {};
let rank = "";

for (const cell of cells) {
  const card = cell.dataset.card;
  if (GLYPHS[card[1]]) {
    cell.textContent = cardName(card);
    cell.setAttribute("aria-label", cardName(card));
  }
  cell.addEventListener("click", () => onPick(card));
}

// Show it; `down` offers the card face down, `instead` is a wrong card whose likely corrections are marked, `seen` what
// the camera saw in its box, `out` are cards that can't come.
export function showPicker(pick, { down = false, joker = true, instead = null, seen = [], out = [] } = {}) {
  onPick = pick;
  for (const cell of cells) {
    const card = cell.dataset.card;
    if (card === "??") cell.hidden = !down;
    if (card === "Jk") cell.hidden = !joker;
    cell.classList.toggle("likely", instead !== null && (seen.includes(card) || isLikely(instead, card)));
    cell.classList.toggle("seen", seen.includes(card));
    cell.disabled = card === instead || out.includes(card);
  }
  mark("");
  picker.hidden = false;
}

export function hidePicker() {
  picker.hidden = true;
  mark("");
}

export function pickerIsOpen() {
  return !picker.hidden;
}

function isLikely(wrong, card) {
  if (wrong[0] === card[0]) return card[1] === TWINS[wrong[1]];
  return wrong[1] === card[1] && ALIKE.some((ranks) => ranks.includes(wrong[0]) && ranks.includes(card[0]));
}

function mark(chosen) {
  rank = chosen;
  for (const cell of cells) cell.classList.toggle("half", rank !== "" && cell.dataset.card[0] === rank);
}

// A key while the picker is open; true if it was one of its keys.
export function pickerKey(key) {
  const letter = key.toUpperCase();
  if (key === "*" || key === "0") return choose(key === "*" ? "Jk" : "??");
  if (rank && GLYPHS[key.toLowerCase()]) return choose(rank + key.toLowerCase());
  if (key.length === 1 && "23456789TJQKA".includes(letter)) {
    mark(letter);
    return true;
  }
  return false;
}

function choose(card) {
  const cell = cells.find((each) => each.dataset.card === card);
  mark("");
  if (!cell || cell.hidden || cell.disabled) return false;
  onPick(card);
  return true;
}
