// The dealer's work at Exchange Blackjack: betting closed or held, orders for players, accounts and their terminals.

import { accountsSee, showAccounts, showOrders } from "../market/accounts.js";
import { openTicket, ticketSees } from "../market/ticket.js";
import { secondsLeft, timeRuns } from "../market/time.js";
import { sendKey } from "../send.js";

export const escapes = [];
let shown = null;
let counts = false; // whether the prompt counts the seconds

export function rest() {
  return null;
}

export function keeps() {
  return true;
}

export function chosen() {
  return null;
}

export function other() {
  return null;
}

export function tapped() {
  return null;
}

export function typing() {
  return false;
}

export function seating(view) {
  showAccounts(view);
}

// Each view, before the band is drawn.
export function sees(view) {
  shown = view;
  accountsSee(view);
  return ticketSees(view);
}

export function prompt(view, mode) {
  counts = view.awaits.kind === "orders" && mode.kind === "none" && !view.stopped && view.fault === null && timeRuns();
  return counts ? view.words.countdown.replace("{seconds}", secondsLeft()) : null;
}

document.addEventListener("second", ({ detail }) => {
  if (counts) document.getElementById("prompt").textContent = shown.words.countdown.replace("{seconds}", detail);
});

export function buttons(view, mode, table) {
  const { market, orders } = view.words;
  if (view.awaits.kind === "over") {
    return [{ label: market.next, primary: true, kind: "wide", run: () => table.key({ do: "paid" }) }];
  }
  if (view.awaits.kind !== "orders") return null;
  const { held } = view.time;
  const time = {
    label: held ? market.run : market.hold,
    primary: held,
    run: () => table.key({ do: "time", runs: held }),
  };
  const close = { label: market.close, primary: !held, run: () => table.key({ do: "step", step: { close: "betting" } }) };
  const made = [
    { label: market.order, run: () => order({}) },
    { label: `${market.orders} (${orders.length})`, run: () => showOrders(view) },
  ];
  const timed = held ? [time, close] : [close, time];
  // Before the first card of a game there may be fresh cards in the shoe.
  if (view.awaits.number === 1) made.push({ label: market.new_shoe, run: () => table.key({ do: "new_shoe" }) });
  return [...(view.state.early_close ? timed : [time]), ...made];
}

export function picker(view, mode, table) {
  if (mode.kind !== "none" || !view.by_hand || view.awaits.kind !== "deal") return null;
  return { pick: (card) => table.key({ do: "step", step: { card, to: view.awaits.to } }), joker: false };
}

// What happened: a card that is tapped, or anything else; all of it voids the game (X4.8).
export function mishaps(view, table, pick) {
  const { market } = view.words;
  return [
    { label: market.misdeal_card, run: pick },
    { label: market.misdeal_void, run: () => table.key({ do: "misdeal", what: "lost" }) },
  ];
}

function order(start) {
  openTicket(shown, start, shown.words.accounts, (made) => sendKey(shown.number, { do: "order", order: made }));
}

// A price that is touched begins an order at it; a hand gives its bets, as any seat does.
document.getElementById("felt").addEventListener(
  "click",
  (event) => {
    const price = event.target.closest(".price");
    if (!price || price.disabled || !shown) return;
    event.stopPropagation();
    const { selection } = price.closest(".market").dataset;
    order({ selection, side: price.dataset.side, odds: price.dataset.odds });
  },
  true,
);
