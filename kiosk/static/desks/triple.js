// The dealer's work at Triple: one seat bets after another, chips added up to a unit, which is staked on each of the
// three games; then cards and choices as the table awaits them.

import { text } from "../feed.js";

export const escapes = ["deal", "shoe", "again"];
export const jokers = true;

export function rest(view) {
  const betting = view.awaits.kind === "bets" && view.finding === null && view.fault === null;
  const seat = betting ? nextSeat(view) : null;
  return seat === null ? null : { kind: "bet", seat, sum: 0 };
}

export function keeps(mode, before, after) {
  if (mode.kind === "again") return Boolean(keyedAs(after, mode));
  if (mode.kind !== "bet") return true;
  // Another screen has bet for this seat.
  const betElsewhere = mode.sum === 0 && unitOf(after, mode.seat) !== unitOf(before, mode.seat);
  return !betElsewhere && Boolean(after.words.bets.seats?.[mode.seat]);
}

function unitOf(view, number) {
  return view.state.seats.find((seat) => seat.seat === number)?.unit;
}

export function prompt(view, mode) {
  if (mode.kind === "shoe") return text("new-shoe-sure");
  if (mode.kind === "again") return keyedAs(view, mode)?.prompt ?? null;
  if (mode.kind === "deal") return view.words.bets.card;
  return mode.kind === "bet" ? view.words.bets.seats[mode.seat].prompt : null;
}

export function buttons(view, mode, table) {
  if (mode.kind === "shoe") return newShoe(table);
  if (mode.kind === "again") return anew(view, mode, table);
  if (mode.kind !== "bet") return null;
  const bet = (step) => table.key({ do: "step", step });
  const made = betButtons(view, mode.seat, mode.sum, bet, (sum) => table.set({ ...mode, sum }));
  // Between two rounds, before anybody has bet, fresh cards may come into the shoe.
  if (mode.sum === 0 && view.state.seats.every((seat) => seat.unit === 0)) {
    made.push({ label: text("new-shoe"), run: () => table.set({ kind: "shoe" }) });
  }
  return made;
}

export function picker(view, mode, table) {
  const step = stepFor(view);
  if (!view.by_hand || !step || !["none", "deal"].includes(mode.kind)) return null;
  const pick = (card) => table.key({ do: "step", step: step(card) });
  return { pick, down: view.awaits.face_down === true };
}

// The step that a picked card makes where the table awaits one; null where it awaits none.
function stepFor(view) {
  const { kind, to, hand, first } = view.awaits;
  if (kind === "turn") return (card) => ({ turn: card });
  if (kind === "deal") return (card) => (hand === null ? { card, to } : { card, to, hand });
  if (kind === "bets" && first !== null) return (card) => ({ card, to: first });
  return null;
}

// In two steps: what was counted of the old shoe is closed by it.
function newShoe(table) {
  return [
    { label: text("new-shoe-in"), primary: true, kind: "wide", run: () => table.key({ do: "new_shoe" }) },
    { label: text("cancel"), kind: "quiet-act", run: table.cancel },
  ];
}

// What the misdeal desk offers besides: the play was right and only the last key was wrong.
export function mistakes(view, table) {
  const [last] = view.words.again;
  if (!last) return [];
  return [{ label: last.label, kind: "less", run: () => table.set({ kind: "again", seat: last.seat, step: last.step }) }];
}

function keyedAs(view, mode) {
  return view.words.again.find(({ step }) => step === mode.step);
}

// What the player did, in place of what the record has.
function anew(view, mode, table) {
  const put = (step) => table.key({ do: "correct", at_step: mode.step, step });
  const offered = keyedAs(view, mode).acts.map(({ label, step }) => ({ label, run: () => put(step) }));
  return [...offered, { label: text("cancel"), kind: "quiet-act", run: table.cancel }];
}

// From bets to the first card, and back.
export function other(view, mode) {
  if (view.awaits.kind !== "bets" || !view.by_hand || view.awaits.first === null) return null;
  if (mode.kind === "bet") return { label: text("deal"), mode: { kind: "deal" } };
  const seat = nextSeat(view);
  return seat === null ? null : { label: text("to-bets"), mode: { kind: "bet", seat, sum: 0 } };
}

export function tapped(view, number) {
  const bets = view.awaits.kind === "bets" && !view.stopped && view.words.bets.seats[number];
  return bets ? { kind: "bet", seat: number, sum: 0 } : null;
}

export function typing() {
  return false;
}

export function chosen(mode) {
  return ["bet", "again"].includes(mode.kind) ? mode.seat : null;
}

// The seat to bet next: the first that may and has not; null when all have.
function nextSeat(view) {
  const open = view.state.seats.filter((seat) => seat.unit === 0 && view.words.bets.seats[seat.seat]);
  return open.length ? open[0].seat : null;
}

// The buttons for `seat`, whose chips so far add up to `sum`. `bet(step)` sends, `add(sum)` changes the sum.
function betButtons(view, seat, sum, bet, add) {
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
