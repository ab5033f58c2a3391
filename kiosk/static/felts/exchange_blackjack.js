// The felt of Exchange Blackjack: four hands and the dealer's, under each hand its market, the exotics below, the time.

import { makeMarket, marketText, set, updateMarket } from "../market/prices.js";
import { setTime } from "../market/time.js";
import { begin, drawSeats, element, fan, follow, headOf, once, turnOf } from "../table.js";

const $ = (id) => document.getElementById(id);
const PLAYERS = ["player1", "player2", "player3", "player4"];
const EXOTICS = ["dealer_wins_or_ties_all", "five_cards", "all_unique", "only_one_21"];
const DEPTH = { dealer: 1, display: 3 };
const markets = new Map();
let fair = {};
let fairOf = ""; // the cards that the fair odds are of

export function draw(view, mirrored) {
  const depth = mirrored ? DEPTH.display : DEPTH.dealer;
  begin(view, PLAYERS.length);
  furnish(mirrored, depth);
  drawSeats(seated(view), mirrored, () => false, (place, seat, words, before) => drawHand(place, seat, words, before, depth));
  const turn = turnOf(view) ?? null;
  $("house").classList.toggle("turn", turn === "dealer");
  const hand = view.state.hands.find(({ place }) => place === "dealer");
  once($("house"), "dealer", [hand.cards, view.words.hands.dealer], drawDealer);
  for (const [selection, market] of markets) show(view, selection, market);
  $("clock").dataset.left = view.words.left;
  set($("clock").querySelector("span"), view.words.betting);
  setTime(view, (seconds) => document.dispatchEvent(new CustomEvent("second", { detail: seconds })));
  if (view.awaits.kind === "orders" && view.awaits.number === 1) $("fresh").replaceChildren();
  if (mirrored) askFair(view);
  follow(typeof turn === "string" && turn !== "dealer" ? Number(turn.slice(-1)) : turn);
}

// Hands as places of the arc, which have numbers.
function seated(view) {
  const seats = PLAYERS.map((place, index) => ({ ...view.state.hands.find((hand) => hand.place === place), seat: index + 1 }));
  const words = Object.fromEntries(PLAYERS.map((place, index) => [index + 1, view.words.hands[place]]));
  const to = PLAYERS.indexOf(view.awaits.to) + 1;
  return { ...view, state: { seats }, words: { seats: words }, awaits: { ...view.awaits, to: to || null } };
}

// What this felt has besides the places and the house: made once.
function furnish(mirrored, depth) {
  if ($("exotics")) return;
  const exotics = element("ol", "exotics");
  exotics.id = "exotics";
  for (const selection of mirrored ? [...EXOTICS].reverse() : EXOTICS) {
    const place = element("li", "exotic");
    place.append(element("p", "name"), marketOf(selection, depth));
    exotics.append(place);
  }
  const clock = element("div", "clock");
  clock.id = "clock";
  clock.setAttribute("role", "timer");
  const bar = element("progress");
  clock.append(element("span"), bar, element("b"));
  bar.setAttribute("aria-label", marketText("time"));
  clock.setAttribute("aria-label", marketText("time"));
  $("felt").append(exotics, clock);
}

function marketOf(selection, depth) {
  if (!markets.has(selection)) markets.set(selection, makeMarket(selection, depth, depth === DEPTH.dealer));
  return markets.get(selection);
}

function drawHand(place, seat, words, before, depth) {
  const cards = element("div", "cards");
  cards.append(fan(seat.cards, before[0] ?? [], seat.place));
  const hand = element("div", "hand");
  hand.append(headOf({ name: words.name, tag: words.status, chips: words.total }), cards);
  const old = place.querySelector(".hand");
  // The market stays where it is: a price may be under a finger.
  if (old) old.replaceWith(hand);
  else place.replaceChildren(hand, marketOf(seat.place, depth));
  place.dataset.status = seat.status;
  return [seat.cards];
}

function drawDealer(held, words, before) {
  const cards = element("div", "cards");
  cards.append(fan(held, before[0] ?? [], "dealer"));
  const head = element("p", "head");
  head.append(element("span", "name", words.name), element("span", "tag", words.status), element("span", "chips", words.total));
  $("house").replaceChildren(head, cards);
  return [held];
}

function show(view, selection, market) {
  const words = view.words.selections[selection];
  const name = market.parentElement?.querySelector(".exotic > .name");
  if (name) {
    set(name, words.name);
    name.title = words.meaning;
  }
  updateMarket(market, words, { open: view.awaits.kind === "orders" && !view.stopped, fair: fair[selection] ?? "" });
}

// The fair odds, where the house shows them to the players: of the cards as they lie now.
async function askFair(view) {
  if (!view.state.odds_for_players) return;
  const cards = JSON.stringify([view.round, view.state.hands, view.words.selections]);
  if (cards === fairOf) return;
  fairOf = cards;
  try {
    const response = await fetch(document.body.dataset.odds);
    if (!response.ok || cards !== fairOf) return;
    fair = (await response.json()).odds;
    for (const [selection, market] of markets) show(view, selection, market);
  } catch {
    fairOf = ""; // asked again with the next view
  }
}
