// The dealer's work at Omaha: acts with their amounts, hands that are shown, and what players may not do.

import { text } from "../feed.js";
import { naming, namingPicker } from "./naming.js";

export const escapes = ["amount", "conduct", "whose", "flying", "punish", "naming", "shown", "acts", "again"];

export function rest() {
  return null;
}

// An amount belongs to the seat that was to act, names to the hand that is being shown.
export function keeps(mode, before, after) {
  // What is put right stays so while the same acts can be: one more act leaves the others where they are.
  if (mode.kind === "again") return after.acts.some(({ step }) => step === mode.step);
  if (!["amount", "naming"].includes(mode.kind)) return true;
  return before.awaits.seat === after.awaits.seat && before.state.stage === after.state.stage;
}

export function chosen(mode) {
  return mode.seat ?? null;
}

export function prompt(view, mode) {
  const { conduct } = view.words;
  switch (mode.kind) {
    case "amount":
      return mode.amounts.prompt;
    case "whose":
      return conduct.prompts[mode.what];
    case "flying":
      return conduct.seats[mode.seat].flying;
    case "shown":
      return conduct.seats[mode.seat].shown;
    case "punish":
      return conduct.seats[mode.seat][mode.what];
    case "naming":
      return view.words.naming[mode.seat];
    case "again":
      return keyedAs(view, mode)?.prompt ?? null;
    case "acts":
      return view.words.earlier;
    default:
      return null;
  }
}

export function buttons(view, mode, table) {
  const { conduct } = view.words;
  switch (mode.kind) {
    case "amount":
      return amount(view, mode, table);
    case "conduct":
      return [
        ...conduct.choices.map(({ what, label, why }) => ({ label, why, moves: [], run: () => table.set({ kind: "whose", what }) })),
        cancel(table),
      ];
    case "whose":
    case "shown":
      return [cancel(table)];
    case "flying":
      return [...conduct.acts.map((act) => flown(view, mode, table, act)), cancel(table)];
    case "punish":
      return [
        { label: text("yes"), primary: true, run: () => table.key({ do: "step", step: { [mode.what]: mode.seat } }) },
        cancel(table),
      ];
    case "naming":
      return naming(view, mode, table);
    case "again":
      return [...keyedAs(view, mode).acts.map((offer) => anew(offer, mode, table)), cancel(table)];
    case "acts":
      return [...view.words.again.map((was) => ({ label: was.was, run: () => table.set(putRight(was)) })), cancel(table)];
    default:
      if (view.awaits.kind === "over" && view.state.seats.length < 2) return []; // no hand can begin
      return view.words.acts.length ? acts(view, table) : null;
  }
}

function cancel(table) {
  return { label: text("cancel"), kind: "quiet-act", run: table.cancel };
}

// The acts that are legal now; Enter takes the one that costs nothing and gives nothing up.
function acts(view, table) {
  const free = view.words.acts.find(({ act, chips }) => chips === 0 && act !== "fold" && act !== "muck");
  const offered = view.words.acts.map((offer) => ({
    label: offer.label,
    primary: offer === free,
    run: () => begin(view, offer, table),
  }));
  offered.push(...view.words.shows.map(({ label, act, most }) => ({ label, kind: "less", run: () => table.set(part(view, act, most)) })));
  return offered;
}

// Cards that a player shows of a hand: one at least, and `most` of them.
function part(view, act, most = 4) {
  return { kind: "naming", seat: view.awaits.seat, act, cards: [], most, least: 1 };
}

function begin(view, { act, step, amounts }, table) {
  const { seat } = step;
  if (amounts && amounts.least === amounts.most) return table.key({ do: "step", step: { ...step, to: amounts.most } });
  if (amounts) return table.set({ kind: "amount", seat, act, step, amounts, total: 0 });
  const missing = act === "open" ? 4 - handOf(view, seat).length : 0;
  if (missing <= 0) return table.key({ do: "step", step });
  if (view.state.stage === "won") return table.set(part(view, act));
  // What the camera has seen turned up there needs no tapping, if it is the whole of it.
  const seen = view.camera.also?.[`seat${seat}`] ?? [];
  return table.set({ kind: "naming", seat, step, cards: seen.slice(0, missing), most: missing, least: missing });
}

function handOf(view, number) {
  return view.state.seats.find(({ seat }) => seat === number).cards;
}

// The pad: amounts at a tap, chips added up, or digits; what is out of range can't be sent.
function amount(view, mode, table) {
  const { least, most, quick } = mode.amounts;
  const made = (total) => table.set({ ...mode, total });
  const digit = (name) => ({ label: name, kind: "digit", run: () => made(typed(mode.total, name)) });
  const inRange = mode.total >= least && mode.total <= most;
  return [
    ...quick.map(({ label, total }) => ({ label, run: () => made(total) })),
    ...view.words.chips.map(({ label, value }) => ({
      label,
      kind: "chip",
      disabled: mode.total + value > most,
      run: () => made(mode.total + value),
    })),
    { kind: "break" },
    ...[..."1234567890"].map(digit),
    { label: "⌫", kind: "digit", run: () => made(typed(mode.total, "Backspace")) },
    { kind: "break" },
    {
      label: view.words.make[mode.act].replace("{total}", grouped(mode.total)),
      primary: true,
      kind: "wide",
      disabled: !inRange,
      run: () => {
        const step = { ...mode.step, to: mode.total };
        if (mode.send) mode.send(step);
        else table.key({ do: "step", step });
      },
    },
    { label: text("clear"), disabled: mode.total === 0, run: () => made(0) },
    cancel(table),
  ];
}

function typed(total, name) {
  if (name === "Backspace") return Math.floor(total / 10);
  return Math.min(total * 10 + Number(name), 1e12);
}

function grouped(total) {
  const digits = String(total);
  return total < 10000 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

// An act of this round keyed anew, in place of what the record has.
function anew({ label, act, step, amounts }, mode, table) {
  const send = (becomes) => table.key({ do: "correct", at_step: mode.step, step: becomes });
  if (!amounts) return { label, run: () => send(step) };
  const { seat } = step;
  return { label, run: () => table.set({ kind: "amount", seat, act, step, amounts, total: 0, send }) };
}

// What the misdeal desk offers besides: the play was right and only the record is wrong; a player showed a wrong card.
export function mistakes(view, table) {
  const [last, ...earlier] = view.words.again;
  const offered = last ? [{ label: last.label, kind: "less", run: () => table.set(putRight(last)) }] : [];
  if (earlier.length) offered.push({ label: view.words.earlier, kind: "less", run: () => table.set({ kind: "acts" }) });
  const wrong = { kind: "whose", what: "shown" };
  if (view.words.mis_shown) offered.push({ label: view.words.mis_shown, kind: "less", run: () => table.set(wrong) });
  return offered;
}

function putRight({ seat, step }) {
  return { kind: "again", seat, step };
}

function keyedAs(view, mode) {
  return view.words.again.find(({ step }) => step === mode.step);
}

// An act out of turn: at once, or with its amount.
function flown(view, mode, table, { act, label }) {
  const step = { flying: mode.seat, act };
  if (act !== "bet" && act !== "raise") return { label, run: () => table.key({ do: "step", step }) };
  const [least, most] = view.words.conduct.seats[mode.seat].totals;
  const amounts = { least, most, quick: [], prompt: view.words.conduct.seats[mode.seat].flying };
  return { label, run: () => table.set({ kind: "amount", seat: mode.seat, act, step, amounts, total: 0 }) };
}

// Digits typed while an amount is made.
export function typing(name, mode, table) {
  if (mode.kind !== "amount" || !(/^[0-9]$/.test(name) || name === "Backspace")) return false;
  table.set({ ...mode, total: typed(mode.total, name) });
  return true;
}

export function picker(view, mode, table) {
  const out = [...view.state.board, ...view.state.seats.flatMap(({ cards }) => cards)];
  if (mode.kind === "shown") {
    const pick = (card) => table.key({ do: "misdeal", what: "shown", at: mode.seat, card });
    return { pick, joker: false, out: view.state.board };
  }
  if (mode.kind === "naming") return namingPicker(view, mode, table, out);
  if (mode.kind !== "none" || !view.by_hand) return null;
  const { kind, to, face_down: down } = view.awaits;
  if (kind === "turn") return { pick: (card) => table.key({ do: "step", step: { turn: card, to } }), joker: false, out };
  if (kind !== "deal") return null;
  return { pick: (card) => table.key({ do: "step", step: { card, to } }), down, joker: false, out };
}

export function other(view, mode) {
  const running = view.awaits.kind !== "over";
  return running && mode.kind === "none" ? { label: text("conduct"), mode: { kind: "conduct" } } : null;
}

export function tapped(view, number, mode) {
  if (mode.kind !== "whose") return null;
  const kind = ["flying", "shown"].includes(mode.what) ? mode.what : "punish";
  return { kind, what: mode.what, seat: number };
}
