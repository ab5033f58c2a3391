// Naming the cards of a hand that is shown: tapped one after another, sent together.

import { cardName } from "../cards.js";
import { text } from "../feed.js";

// The buttons while the cards of `mode.seat` are named; sent by itself once all are there, or when some are enough.
export function naming(view, mode, table) {
  const drop = (card) => table.set({ ...mode, cards: mode.cards.filter((each) => each !== card) });
  const chosen = mode.cards.map((card) => ({ label: cardName(card), kind: "chip", run: () => drop(card) }));
  const enough = mode.cards.length >= mode.least;
  const send = enough ? [{ label: text("show-these"), primary: true, run: () => show(mode, mode.cards, table) }] : [];
  return [...chosen, ...send, { label: text("cancel"), kind: "quiet-act", run: table.cancel }];
}

// The picker for them; cards that are `out` can't be tapped again.
export function namingPicker(view, mode, table, out) {
  const pick = (card) => {
    if (mode.cards.length === mode.most) return; // one is taken back first
    const cards = [...mode.cards, card];
    if (mode.least === mode.most && cards.length === mode.most) show(mode, cards, table);
    else table.set({ ...mode, cards });
  };
  return { pick, joker: false, out: [...out, ...mode.cards] };
}

function show({ seat, step, act }, cards, table) {
  if (act) return table.key({ do: "step", step: { act, seat, cards } });
  return table.key({ do: "steps", steps: [...cards.map((card) => ({ card, to: seat })), step] });
}
