// The felt of Triple: each seat's hands and what they are worth, and the dealer's cards.

import { begin, drawSeats, element, ending, fan, follow, headOf, lines, once, turnOf } from "../table.js";

const house = document.getElementById("house");

export function draw(view, mirrored) {
  begin(view, view.state.seats.length);
  drawSeats(view, mirrored, (seat) => seat.unit === 0 && view.awaits.kind !== "bets", drawSeat);
  const turn = turnOf(view);
  house.classList.toggle("turn", turn === "dealer");
  once(house, "dealer", [view.state.dealer, view.words.dealer], drawDealer);
  follow(turn);
}

function drawSeat(place, seat, words, before) {
  const groups = [...seat.hands.map((hand) => hand.cards), seat.fill].filter((cards) => cards.length);
  const cards = element("div", "cards");
  groups.forEach((group, index) => cards.append(fan(group, before[index] ?? [], seat.seat)));
  const totals = element("p", "totals");
  words.totals.forEach((total, index) => {
    const acting = seat.to_act && seat.hands.length > 1 && seat.hand_to_act === index;
    if (total) totals.append(element("span", acting ? "acting" : "", total));
  });
  if (words.owed && !words.end) totals.append(element("b", `owed ${words.owed.tone}`, words.owed.text));
  place.replaceChildren(headOf(words), cards, totals, ...(words.end ? [ending(words.end)] : []), lines(words));
  return groups;
}

function drawDealer(dealer, words, before) {
  const title = element("p", "name", words.name);
  const total = element("p", "totals");
  if (words.total) total.append(element("span", "", words.total));
  const cards = element("div", "cards");
  cards.append(fan(dealer.cards, before[0] ?? [], "dealer"));
  house.replaceChildren(title, cards, total);
  return [dealer.cards];
}
