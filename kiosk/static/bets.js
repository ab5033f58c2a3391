// Betting: one seat after another, chips added up to a unit, which is staked on each of the three games.

import { text } from "./feed.js";

// The seat to bet next: the first that may and has not; null when all have.
export function nextSeat(view, after = 0) {
  const open = view.state.seats.filter((seat) => seat.unit === 0 && view.words.bets.seats[seat.seat]);
  const later = open.find((seat) => seat.seat > after) ?? open[0];
  return later ? later.seat : null;
}

// The buttons for `seat`, whose chips so far add up to `sum`. `bet(step)` sends, `add(sum)` changes the sum.
export function betButtons(view, seat, sum, bet, add) {
  const offers = view.words.bets.seats[seat];
  const { chips, sum: sentence } = view.words.bets;
  const buttons = [];
  if (offers.same) {
    buttons.push({ label: offers.same.label, primary: sum === 0, run: () => bet({ bet: seat, unit: offers.same.unit }) });
  }
  for (const { label, value } of chips) {
    buttons.push({ label, kind: "chip", disabled: sum + value > offers.most, run: () => add(sum + value) });
  }
  buttons.push({ label: offers.all_in, run: () => bet({ bet: seat, all_in: true }) });
  buttons.push({ kind: "break" });
  buttons.push({ label: text("clear"), disabled: sum === 0, run: () => add(0) });
  const label = sentence.replace("{unit}", grouped(sum)).replace("{stake}", grouped(3 * sum));
  buttons.push({ label, primary: sum > 0, kind: "wide", disabled: sum === 0, run: () => bet({ bet: seat, unit: sum }) });
  return buttons;
}

function grouped(amount) {
  const digits = String(amount);
  return amount < 10000 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
