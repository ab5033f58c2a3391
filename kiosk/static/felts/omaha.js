// The felt of Omaha: the board and the pots in the middle, each seat with its hole cards and what it has bet.

import { cardFace, cardName } from "../cards.js";
import { begin, drawSeats, element, ending, fan, follow, headOf, lines, once, turnOf } from "../table.js";

const house = document.getElementById("house");
const OUT = ["folded", "mucked"];

export function draw(view, mirrored) {
  begin(view, view.state.seats.length);
  drawSeats(view, mirrored, (seat) => OUT.includes(seat.state), (place, seat, words, before) => {
    place.dataset.state = seat.state;
    return drawSeat(place, seat, words, before, marked(seat, view));
  });
  const turn = turnOf(view);
  house.classList.toggle("turn", turn === "board" || turn === "burn");
  once(house, "board", [view.state.board, view.state.burned, view.words, bestOf(view)], drawBoard);
  follow(turn);
}

// The five cards that each winner has, to be marked among the nine.
function bestOf(view) {
  return view.words.pots.flatMap(({ won }) => won.flatMap(({ five }) => five));
}

function marked(seat, view) {
  const five = view.words.pots.flatMap(({ won }) => won.filter((each) => each.seat === seat.seat).flatMap((each) => each.five));
  return { five, hidden: backs(seat, view) };
}

// Hole cards that nobody has recorded lie there all the same.
function backs(seat, view) {
  const dealt = view.links.shoe === "none" && !OUT.includes(seat.state);
  return dealt ? Math.max(0, 4 - seat.cards.length) : 0;
}

function drawSeat(place, seat, words, before, { five, hidden }) {
  // A hand that is out is with the dealer; what it has shown stays in sight.
  const held = OUT.includes(seat.state) ? seat.cards.filter((card) => card !== "??") : seat.cards;
  const shown = [...held, ...Array(hidden).fill("??")];
  const cards = element("div", "cards");
  cards.append(best(fan(shown, before[0] ?? [], seat.seat), five));
  const totals = element("p", "totals");
  for (const total of words.totals) totals.append(element("span", "", total));
  const front = element("p", "front");
  for (const { short, name } of words.marks) {
    const mark = element("span", short === "D" ? "mark button" : "mark", short);
    mark.title = name;
    front.append(mark);
  }
  if (words.tag) front.append(element("span", "tag", words.tag));
  if (words.bet) front.append(element("b", "bet", words.bet));
  for (const note of [words.waiting, words.flying, words.owes]) if (note) front.append(element("span", "note", note));
  place.replaceChildren(headOf({ ...words, tag: null }), cards, front, totals, ...(words.end ? [ending(words.end)] : []), lines(words));
  return [shown];
}

function best(cards, five) {
  for (const slot of cards.children) slot.classList.toggle("best", five.includes(slot.dataset.card));
  cards.classList.toggle("ranked", five.length > 0);
  return cards;
}

function drawBoard(board, burned, words, five, before) {
  const row = element("div", "cards board");
  if (board.length) row.append(best(fan(board, before[0] ?? [], "board"), five));
  for (let empty = board.length; empty < 5; empty += 1) row.append(element("span", "place"));
  const aside = element("div", "burned");
  aside.append(fan(burned, before[1] ?? [], "burn"));
  const pots = element("ul", "pots");
  for (const pot of words.pots) pots.append(drawPot(pot));
  const sums = element("p", "sums");
  if (words.tournament) sums.append(...levels(words.tournament));
  for (const sum of [words.middle, words.rake, words.house, words.blinds]) if (sum) sums.append(element("span", "", sum));
  const middle = element("div", "middle");
  middle.append(row, aside);
  const beside = element("div", "beside");
  beside.append(pots, sums);
  if (words.tournament) beside.append(standings(words.tournament));
  house.replaceChildren(middle, beside);
  return [board, burned];
}

// A tournament: its level and the next one, and who stands where.
function levels({ level, next }) {
  return [level, next].filter(Boolean).map((said) => element("span", "level", said));
}

function standings({ label, rows }) {
  const list = element("ol", "standings");
  list.setAttribute("aria-label", label);
  for (const { place, text, out } of rows) {
    const item = element("li", out ? "out" : "");
    item.append(element("b", "", place), element("span", "", text));
    list.append(item);
  }
  return list;
}

function drawPot({ name, amount, seats, won }) {
  const item = element("li", "pot");
  item.append(element("span", "name", name), element("b", "", amount));
  if (seats) item.append(element("span", "seats", seats));
  for (const { text, hand, five } of won) {
    const winner = element("span", "winner");
    winner.append(element("b", "pay", text), element("span", "hand", hand));
    const cards = element("span", "five");
    cards.setAttribute("role", "img");
    cards.setAttribute("aria-label", five.map(cardName).join(" "));
    for (const card of five) cards.append(cardFace(card));
    if (five.length) winner.append(cards);
    item.append(winner);
  }
  return item;
}
