// What every game's felt is made of: places in an arc, fans of cards, lines with their reasons, what was just settled.
// The dealer sees seat 1 at the left, the players at the right.

import { cardFace } from "./cards.js";

const $ = (id) => document.getElementById(id);

export function element(name, kind, content) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  if (content !== undefined) made.textContent = content;
  return made;
}

const drawn = new Map(); // what each place shows, so that only what changed is drawn again
let round = 0;

export function drawBar(view) {
  $("table").textContent = view.table;
  $("game").textContent = view.words.game;
  $("round").textContent = view.words.round;
  $("stage").textContent = view.words.stage;
  $("called").textContent = view.words.floor;
}

// Begin to draw a view, as wide as `count` places; with a new round nothing lies where it did.
export function begin(view, count) {
  if (round !== view.round) drawn.clear();
  round = view.round;
  document.documentElement.style.setProperty("--seats", count);
}

// The place that is to act. While the table is stopped nobody acts, unless cards that were missed may be tapped.
export function turnOf(view) {
  return view.stopped && !view.by_hand ? null : view.awaits.seat ?? view.awaits.to;
}

// The seats in an arc: `isOut(seat)` pales one, `draw(place, seat, words, before)` gives the groups of cards it shows.
export function drawSeats(view, mirrored, isOut, draw) {
  const seats = mirrored ? [...view.state.seats].reverse() : view.state.seats;
  const turn = turnOf(view);
  seats.forEach((seat, index) => {
    const place = placeOf(seat.seat, index, seats.length, mirrored);
    place.classList.toggle("turn", turn === seat.seat);
    place.classList.toggle("out", isOut(seat));
    once(place, `seat${seat.seat}`, [seat, view.words.seats[seat.seat]], (...known) => draw(place, ...known));
  });
  while ($("seats").children.length > seats.length) $("seats").lastChild.remove();
}

// The line over a seat's cards: its name, a mark (null: none here), its chips. The dealer touches it for the reasons.
export function headOf(words) {
  const head = element(isDealer() ? "button" : "p", "head");
  if (isDealer()) head.type = "button";
  const mark = words.tag === null ? [] : [element("span", "tag", words.tag)];
  head.append(element("span", "name", words.name), ...mark, element("span", "chips", words.chips));
  return head;
}

// On a narrow screen the seats are a list: keep the one that is to act in sight, above the lower band.
let shown = null;

export function follow(turn) {
  if (turn === shown || turn === null) return;
  shown = turn;
  if (!matchMedia("(max-width: 760px)").matches) return;
  // After the lower band has taken its size.
  requestAnimationFrame(() => document.querySelector(".seat.turn, .house.turn")?.scrollIntoView({ block: "start" }));
}

// Draw `place` again if its `facts` are others than last time; `draw` gets them and the cards that lay there.
export function once(place, name, facts, draw) {
  const now = JSON.stringify(facts);
  const before = drawn.get(name);
  if (before?.text === now && place.firstChild) return;
  const cards = draw(...facts, before?.cards ?? []);
  drawn.set(name, { text: now, cards });
}

function placeOf(seat, index, count, mirrored) {
  let place = $("seats").children[index];
  if (!place) {
    place = element("li", "seat");
    $("seats").append(place);
  }
  if (place.dataset.seat !== String(seat)) place.replaceChildren(); // somebody has come or gone
  place.dataset.seat = seat;
  const side = count === 1 ? 0 : (2 * index) / (count - 1) - 1;
  place.style.setProperty("--drop", mirrored ? 1 - side * side : side * side);
  return place;
}

function isDealer() {
  return document.body.classList.contains("dealer");
}

export function ending(end) {
  const made = element("p", `end ${end.tone}`);
  made.append(element("span", "verb", end.verb));
  if (end.tone !== "even") made.append(element("b", "", end.amount), element("span", "stacks", end.chips));
  return made;
}

// What was settled, with its clause, then what still lies on the table.
export function lines(words) {
  const list = element("ul", "lines");
  for (const line of words.lines) {
    const item = element("li", line.fresh ? `${line.tone} new` : line.tone);
    item.append(element("span", "what", line.what), element("b", "", line.net), element("i", "", line.clause));
    list.append(item);
  }
  for (const { what, stake } of words.stakes) {
    const item = element("li", "open");
    item.append(element("span", "what", what), element("b", "", stake));
    list.append(item);
  }
  // The newest stand at the bottom and are placed first: where room is short, the oldest go.
  [...list.children].forEach((item, index) => item.style.setProperty("order", -index));
  return list;
}

// `cards` of place `to`, those that were not there `before` landing.
export function fan(cards, before, to) {
  const made = element("div", "fan");
  cards.forEach((card, index) => {
    const slot = element("span", before[index] === card ? "slot" : "slot landed");
    slot.dataset.card = card;
    slot.dataset.to = to;
    slot.append(cardFace(card));
    made.append(slot);
  });
  return made;
}

// What was just settled; it stays in sight, paler, until something else is.
export function drawFresh(view, entry) {
  const strip = $("fresh");
  const { fresh } = view.words;
  strip.classList.toggle("old", fresh.length === 0);
  if (fresh.length) strip.replaceChildren(...fresh.map(entry).filter(Boolean));
  else if (view.awaits.kind === "bets") strip.replaceChildren();
}

let spoken = "";

// Only what changed is read out: the prompt if it is another one, and the lines just settled.
export function announce(view) {
  const said = view.words.fresh.map((line) => line.said);
  if (view.words.prompt !== spoken) said.push(view.words.prompt);
  spoken = view.words.prompt;
  if (said.length) $("live").replaceChildren(...said.map((sentence) => element("p", "", sentence)));
}
