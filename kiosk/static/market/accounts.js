// The accounts of a game, for the dealer: chips, results, terminals; and the orders that wait.

import { digits, proposed } from "../digits.js";
import { marketText } from "./prices.js";
import { amountOf } from "./ticket.js";
import { post, sendKey } from "../send.js";
import { element } from "../table.js";

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
let view = null;

export function accountsSee(now) {
  view = now;
  strip();
  if ($("orders-dialog").open) drawOrders();
  if ($("accounts-dialog").open) drawAccounts();
}

digits($("accounts-digits"), $("accounts-bring"));

export function showAccounts() {
  $("accounts-answer").textContent = "";
  proposed($("accounts-bring"), $("accounts-bring").value);
  drawAccounts();
  $("accounts-dialog").showModal();
}

export function showOrders() {
  $("orders-answer").textContent = "";
  drawOrders();
  $("orders-dialog").showModal();
}

// Under the felt: every account with what is free and reserved; at the end what the game has given it.
function strip() {
  if (!$("accounts")) {
    const made = element("ul", "accounts");
    made.id = "accounts";
    $("felt").append(made);
  }
  const over = view.awaits.kind === "over";
  const rows = view.words.accounts.map((row) => {
    const item = element("li", row.tone);
    item.append(element("span", "name", row.account));
    if (over) item.append(element("b", row.tone, row.net), element("span", "", row.commission), element("span", "", row.chips));
    else item.append(element("span", "", row.free), element("span", "", row.reserved), element("b", row.tone, row.lines.length ? row.net : ""));
    item.title = row.lines.map((line) => `${line.what} ${line.net} (${line.clause})`).join("\n");
    return item;
  });
  const text = JSON.stringify(view.words.accounts) + over;
  if ($("accounts").dataset.drawn === text) return;
  $("accounts").dataset.drawn = text;
  $("accounts").replaceChildren(...rows);
}

function drawOrders() {
  const { orders } = view.words;
  const rows = orders.map((order) => {
    const item = element("li");
    item.dataset.order = order.order;
    item.append(element("b", "", order.account), element("span", "text", order.text), element("span", "part", order.parts));
    item.append(button(marketText("cancel-order"), () => send({ do: "order", cancel: order.order }, $("orders-answer"))));
    return item;
  });
  $("orders").replaceChildren(...(rows.length ? rows : [element("li", "none", marketText("no-orders"))]));
}

function drawAccounts() {
  const list = $("accounts-list");
  const { code, buyIn, leave } = list.dataset;
  list.replaceChildren(
    ...view.words.accounts.map(({ account, free, reserved }) => {
      const item = element("li");
      item.append(element("span", "name", account), element("span", "held", `${free} · ${reserved}`));
      const chips = () => amountOf($("accounts-bring").value);
      item.append(
        button(code, () => showCode(account)),
        button(buyIn, () => stay({ do: "buy_in", who: account, chips: chips() })),
        button(leave, () => stay({ do: "leave", who: account })),
      );
      return item;
    }),
  );
  $("account-waits").replaceChildren(...view.words.stay.waits.map((wait) => element("li", "", wait)));
}

function stay(change) {
  return send({ do: "stay", change }, $("accounts-answer"));
}

async function send(body, answer) {
  answer.textContent = "";
  const said = await sendKey(view.number, body);
  if (said.status !== 200) answer.textContent = said.clause ? `${said.clause} · ${said.why}` : said.why;
  return said.status === 200;
}

function button(label, run) {
  const made = element("button", "", label);
  made.type = "button";
  made.addEventListener("click", run);
  return made;
}

const title = $("code-title").textContent;

async function showCode(account) {
  const said = await post(document.body.dataset.terminal, { account, do: "code" });
  if (said.status !== 200) {
    $("accounts-answer").textContent = said.why;
    return;
  }
  $("code-title").textContent = title.replace("{account}", account);
  $("code-dialog").dataset.account = account;
  $("code-digits").textContent = `${said.code.slice(0, 3)} ${said.code.slice(3)}`;
  $("code-link").textContent = $("code-link").href = said.link;
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", `-4 -4 ${said.qr.size + 8} ${said.qr.size + 8}`);
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", said.qr.path);
  drawing.append(path);
  $("code-qr").replaceChildren(drawing);
  $("accounts-dialog").close();
  $("code-dialog").showModal();
}

$("code-end").addEventListener("click", async () => {
  await post(document.body.dataset.terminal, { account: $("code-dialog").dataset.account, do: "end" });
  $("code-dialog").close();
});
$("account-open").addEventListener("submit", async (event) => {
  event.preventDefault();
  const opened = await stay({ do: "sit", who: $("account-name").value.trim(), chips: amountOf($("accounts-bring").value) });
  if (opened) $("account-name").value = "";
});
