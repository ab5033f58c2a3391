// The ticket of an order: selection, side, odds from the ladder, stake, and what it can lose, before it is sent.

import { marketText } from "./prices.js";
import { element } from "../table.js";

const $ = (id) => document.getElementById(id);
const ladder = $("ticket").dataset.prices.split(" ");

let side = "back";
let send = async () => ({ status: 0, why: "" });
let betting = "";
let view = null;
let lastAccount = "";
const lastStake = new Map(); // by account; a terminal has one, without a name

// Open it for `start` {selection, side, odds, account}. `way(order)` sends it and resolves to the answer.
export function openTicket(now, start, accounts, way) {
  send = way;
  view = now;
  betting = bettingOf(now);
  fillAccounts(accounts, start.account ?? lastAccount);
  const open = now.state.selections.filter((row) => row.open).map((row) => row.selection);
  fill($("ticket-selection"), open.map((selection) => [selection, now.words.selections[selection].name]), start.selection);
  choose(start.side ?? "back");
  $("ticket-odds").value = start.odds || lastOf(start.selection) || "2";
  $("ticket-stake").value = "";
  $("ticket-answer").textContent = "";
  draw();
  $("ticket").showModal();
}

// The next view: an order belongs to the betting round in which its ticket was opened.
export function ticketSees(now) {
  view = now;
  if ($("ticket").open && bettingOf(now) !== betting) {
    $("ticket").close();
    return marketText("closed");
  }
  return "";
}

function bettingOf(now) {
  return now.awaits.kind === "orders" ? `${now.round} ${now.awaits.number}` : "";
}

function lastOf(selection) {
  return view.state.selections.find((row) => row.selection === selection)?.last_matched ?? "";
}

function fillAccounts(accounts, chosen) {
  if ($("ticket-account")) fill($("ticket-account"), accounts.map(({ account, free }) => [account, `${account} · ${free}`]), chosen);
}

function fill(field, options, chosen) {
  field.replaceChildren(
    ...options.map(([value, label]) => {
      const option = element("option", "", label);
      option.value = value;
      return option;
    }),
  );
  if (options.some(([value]) => value === chosen)) field.value = chosen;
}

function choose(name) {
  side = name;
  for (const button of document.querySelectorAll("#ticket [data-side]")) {
    button.setAttribute("aria-pressed", String(button.dataset.side === name));
  }
  $("ticket").dataset.side = name;
}

// Cents of an amount as it is typed, with a point or a comma; null for what is none.
function centsOf(typed) {
  const found = /^([0-9]{1,13})(?:[.,]([0-9]{0,2}))?$/.exec(typed.trim());
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}

export function amountOf(typed) {
  const cents = centsOf(typed);
  return cents === null ? typed.trim().replace(",", ".") : written(cents);
}

function written(cents) {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

export function grouped(amount) {
  const [whole, rest] = amount.split(".");
  return `${whole.length < 5 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, "\u202f")}.${rest}`;
}

function accountOf() {
  return $("ticket-account")?.value ?? "";
}

// As the ladder writes them: 3 for 3.0 and 3,00.
function oddsOf() {
  const typed = $("ticket-odds").value.trim().replace(",", ".");
  return /^[0-9]+\.[0-9]*$/.test(typed) ? typed.replace(/\.?0*$/, "") : typed;
}

// What the order could lose by itself: the stake of a back, the gain that a lay would pay.
function draw() {
  drawAgain();
  const cents = centsOf($("ticket-stake").value);
  const odds = Number(oddsOf());
  const known = cents && odds > 1;
  const hundredths = Math.round(odds * 100);
  const lost = !known ? 0 : side === "back" ? cents : Math.floor((cents * (hundredths - 100) + 50) / 100);
  $("ticket-liability").textContent = known ? marketText("liability").replace("{amount}", grouped(written(lost))) : "";
  const selection = $("ticket-selection").selectedOptions[0]?.textContent ?? "";
  const bet = marketText(`send-${side}`).replace("{selection}", selection).replace("{odds}", oddsOf()).replace("{stake}", grouped(written(cents ?? 0)));
  // At the dealer's, whose order it is: the account may be the one of the order before.
  $("ticket-send").textContent = known ? [accountOf(), bet].filter(Boolean).join(" · ") : marketText("incomplete");
}

// Where nothing is typed, the account's last stake is one touch; where something is, it can be cleared.
function drawAgain() {
  const before = lastStake.get(accountOf());
  const offered = before !== undefined && $("ticket-stake").value === "";
  $("ticket-clear").hidden = offered;
  $("ticket-again").hidden = !offered;
  if (!offered) return;
  $("ticket-again").textContent = grouped(before);
  $("ticket-again").setAttribute("aria-label", marketText("again").replace("{amount}", grouped(before)));
}

function stepped(by) {
  const value = Number(oddsOf()) || 2;
  // From between two prices, to the next one in that direction.
  const above = ladder.findIndex((price) => Number(price) >= value);
  const exact = above >= 0 && Number(ladder[above]) === value;
  const from = above < 0 ? ladder.length : above;
  const to = by > 0 ? (exact ? from + 1 : from) : from - 1;
  $("ticket-odds").value = ladder[Math.min(Math.max(to, 0), ladder.length - 1)];
}

$("ticket").addEventListener("click", (event) => {
  const { side: chosen, step, add } = event.target.closest("button")?.dataset ?? {};
  if (chosen) choose(chosen);
  if (step) stepped(Number(step));
  if (add) $("ticket-stake").value = written((centsOf($("ticket-stake").value) ?? 0) + Number(add) * 100);
  draw();
});
// Held down, a step goes on: the ladder has 350 prices.
let going = 0;
for (const button of document.querySelectorAll("#ticket [data-step]")) {
  const on = () => {
    stepped(Number(button.dataset.step));
    draw();
    going = setTimeout(on, 60);
  };
  button.addEventListener("pointerdown", () => (going = setTimeout(on, 400)));
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, () => clearTimeout(going));
}
$("ticket-clear").addEventListener("click", () => {
  $("ticket-stake").value = "";
});
$("ticket-again").addEventListener("click", () => {
  $("ticket-stake").value = lastStake.get(accountOf());
});
$("ticket-form").addEventListener("input", draw);
$("ticket-cancel").addEventListener("click", () => $("ticket").close());
$("ticket-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if ($("ticket-send").disabled) return;
  $("ticket-send").disabled = true;
  const order = { selection: $("ticket-selection").value, side, odds: oddsOf(), stake: amountOf($("ticket-stake").value) };
  if ($("ticket-account")) order.account = accountOf();
  const said = await send(order);
  $("ticket-send").disabled = false;
  if (said.status === 200) {
    // Who bets once bets again, often the same.
    lastAccount = accountOf();
    lastStake.set(lastAccount, order.stake);
    $("ticket").close();
  } else $("ticket-answer").textContent = said.clause ? `${said.clause} · ${said.why}` : said.why;
});
