// A player's own terminal: the market as everybody sees it, the account's orders, chips, and what outcomes bring.

import { cardFace } from "./cards.js";
import { follow } from "./feed.js";
import { makeMarket, marketText, set, updateMarket } from "./market/prices.js";
import { openTicket, ticketSees } from "./market/ticket.js";
import { setTime } from "./market/time.js";
import { sendKey } from "./send.js";
import { element } from "./table.js";

const $ = (id) => document.getElementById(id);
const places = new Map();
let view = null;
let spoken = "";

function show(next) {
  view = next;
  set($("prompt"), view.words.prompt);
  if (view.words.prompt !== spoken) set($("live"), view.words.prompt);
  spoken = view.words.prompt;
  set($("free"), view.words.free);
  set($("reserved"), view.words.reserved);
  set($("settled"), view.words.lines.length ? view.words.settled.text : "");
  $("settled").className = view.words.settled.tone;
  set($("commission"), view.words.commission);
  $("clock").dataset.left = view.words.left;
  setTime(view);
  drawHand($("dealers"), "dealer");
  view.state.selections.forEach(({ selection }) => drawSelection(selection));
  drawOrders();
  drawExposure();
  drawLines();
  const closed = ticketSees(view);
  if (closed) set($("own-answer"), closed);
}

function drawHand(place, name) {
  const hand = view.state.hands.find((each) => each.place === name);
  const words = view.words.hands[name];
  const text = JSON.stringify([hand, words]);
  if (place.dataset.drawn === text) return;
  place.dataset.drawn = text;
  const cards = element("span", "small-cards");
  for (const card of hand.cards) cards.append(cardFace(card));
  place.replaceChildren(element("b", "", words.name), cards, element("span", "total", words.total), element("i", "", words.status));
}

function drawSelection(selection) {
  if (!places.has(selection)) {
    const item = element("li", "choice");
    const head = element("div", "choice-head");
    const market = makeMarket(selection, 3, true);
    item.append(head, market);
    $("ladder").append(item);
    places.set(selection, { head, market });
  }
  const { head, market } = places.get(selection);
  const words = view.words.selections[selection];
  if (view.words.hands[selection]) drawHand(head, selection);
  else if (!head.firstChild) head.append(element("b", "", words.name), element("span", "meaning", words.meaning));
  updateMarket(market, words, { open: view.awaits.kind === "orders" && !view.stopped && view.fault === null });
}

function drawOrders() {
  const rows = view.words.orders.map((order) => {
    const item = element("li");
    item.dataset.order = order.order;
    item.append(element("span", "text", order.text));
    for (const part of order.parts) item.append(element("span", `part ${part.what}`, part.text));
    if (order.waits) {
      const button = element("button", "", marketText("cancel-order"));
      button.type = "button";
      button.dataset.cancel = order.order;
      item.append(button);
    }
    return item;
  });
  fill($("own-orders"), view.words.orders, rows);
}

function drawExposure() {
  const rows = view.words.exposure.map(({ selection, name, outcomes }) => {
    const item = element("li");
    item.dataset.selection = selection;
    item.append(element("b", "name", name));
    for (const outcome of outcomes) {
      const part = element("span", `outcome ${outcome.tone}`);
      part.append(element("span", "", outcome.if), element("b", "", outcome.net), element("i", "", outcome.worst));
      item.append(part);
    }
    return item;
  });
  fill($("exposure"), view.words.exposure, rows);
}

function drawLines() {
  const rows = view.words.lines.map((line) => {
    const item = element("li", line.tone);
    item.append(element("span", "what", line.what), element("b", "", line.net), element("i", "", line.clause));
    return item;
  });
  fill($("own-lines"), view.words.lines, rows);
}

// A list is drawn again only when it has changed: a button may be under a finger.
function fill(list, facts, rows) {
  const text = JSON.stringify(facts);
  if (list.dataset.drawn === text) return;
  list.dataset.drawn = text;
  list.replaceChildren(...(rows.length ? rows : [element("li", "none", marketText("nothing"))]));
}

$("ladder").addEventListener("click", (event) => {
  const price = event.target.closest(".price");
  if (!price || price.disabled) return;
  set($("own-answer"), "");
  const start = { selection: price.closest(".market").dataset.selection, side: price.dataset.side, odds: price.dataset.odds };
  openTicket(view, start, [], (order) => sendKey(view.number, { order }));
});

$("own-orders").addEventListener("click", async (event) => {
  const { cancel } = event.target.closest("button")?.dataset ?? {};
  if (!cancel || event.target.disabled) return;
  event.target.disabled = true;
  const said = await sendKey(view.number, { cancel });
  event.target.disabled = false;
  set($("own-answer"), said.status === 200 ? "" : said.clause ? `${said.clause} · ${said.why}` : said.why);
});

follow(document.body.dataset.events, document.body.dataset.boot, show, () => {});
