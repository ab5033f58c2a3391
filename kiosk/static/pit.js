// The pit's tiles: kept up to date by the stream, ages counted on, what waits for a supervisor, remedies.

import { follow, text } from "./feed.js";
import { ages, element, openDialog, pageAnew, sendTo } from "./pit_parts.js";

const LOOK_MS = 2000;
const body = document.body;
let tiles = document.getElementById("tiles");
const waiting = document.getElementById("waiting");
let drawn = "";

function drawTile(node, tile) {
  node.className = `tile ${tile.state}`;
  for (const name of ["word", "game", "title", "prompt", "called", "pace", "hold"]) {
    const field = node.querySelector(`[data-field="${name}"]`);
    if (field.textContent !== tile[name]) field.textContent = tile[name];
  }
  const links = tile.links.map((link) => {
    const item = element("li", link.state);
    const dot = element("span", "dot");
    dot.setAttribute("aria-hidden", "true");
    item.append(dot, `${link.name} `, element("b", "", link.word));
    return item;
  });
  node.querySelector('[data-field="links"]').replaceChildren(...links);
  const findings = tile.findings.map((finding) => {
    const item = element("li");
    item.dataset.since = finding.since;
    item.title = finding.said;
    item.append(element("span", "", finding.title), " ", element("b", "age"));
    return item;
  });
  const none = element("li", "none", text("no-finding"));
  node.querySelector('[data-field="findings"]').replaceChildren(...(findings.length ? findings : [none]));
}

function draw(view) {
  ages.behind(view.now);
  const text_ = JSON.stringify([view.tiles, view.waiting]);
  if (text_ === drawn) return;
  drawn = text_;
  if (body.dataset.table !== undefined) {
    drawOne(view.tiles.find((tile) => tile.table === body.dataset.table));
    return;
  }
  const known = new Map([...tiles.children].map((node) => [node.dataset.table, node]));
  if (view.tiles.length !== known.size || view.tiles.some((tile) => !known.has(tile.table))) {
    location.reload();
    return;
  }
  view.tiles.forEach((tile, place) => {
    const node = known.get(tile.table);
    drawTile(node, tile);
    // The tile with the oldest open finding comes first; one that stays where it is keeps its focus.
    if (tiles.children[place] !== node) tiles.insertBefore(node, tiles.children[place]);
  });
  drawWaiting(view.waiting);
  ages.count();
}

// The page of one table: what stands around the tile comes with the page, so it is loaded again when it has changed.
function drawOne(tile) {
  if (!tile) return;
  drawTile(tiles.firstElementChild, tile);
  ages.count();
  if (String(tile.number) === body.dataset.seen || document.querySelector("dialog[open]")) return;
  refresh();
}

async function refresh() {
  const made = await pageAnew();
  if (!made || document.querySelector("dialog[open]")) return;
  body.dataset.seen = made.body.dataset.seen;
  drawn = "";
  const focused = document.activeElement?.getAttribute?.("href");
  document.getElementById("main").replaceChildren(...made.getElementById("main").childNodes);
  tiles = document.getElementById("tiles");
  if (focused) document.querySelector(`#main a[href="${CSS.escape(focused)}"]`)?.focus();
  bind();
  ages.count();
}

function drawWaiting(asked) {
  if (!waiting) return;
  waiting.hidden = asked.length === 0;
  waiting.querySelector("ul").replaceChildren(
    ...asked.map((one) => {
      const item = element("li");
      item.dataset.since = one.since;
      item.append(element("b", "", one.table), element("span", "", `${one.what} · ${one.who}`), element("b", "age"));
      if (waiting.dataset.may) {
        const agree = element("button", "primary", text("agree"));
        const decline = element("button", "", text("decline"));
        agree.addEventListener("click", () => askAgreement(one));
        decline.addEventListener("click", () => sendTo(body.dataset.agree, { id: one.id, do: "decline" }));
        item.append(agree, decline);
      }
      return item;
    }),
  );
}

function askAgreement(one) {
  document.getElementById("agree-what").textContent = `${one.table}: ${one.what} (${one.who})`;
  openDialog(document.getElementById("agree"), (approval) =>
    sendTo(body.dataset.agree, { id: one.id, do: "agree", approval }),
  );
}

function remedied({ dataset: { finding, remedy, approval }, textContent }) {
  const key = { do: "answer", finding: Number(finding), remedy };
  const send = (more) => {
    const once = sendTo.once();
    return sendTo(body.dataset.key, { ...key, ...more, table: body.dataset.table, seen: Number(body.dataset.seen), once });
  };
  if (!approval) {
    send({}).then(({ status, why }) => {
      document.getElementById("answer").textContent = status === 200 ? "" : why;
    });
    return;
  }
  document.getElementById("remedy-title").textContent = textContent;
  openDialog(document.getElementById("remedy"), (agreed) => send({ approval: agreed }));
}

// The live picture, asked for again once the last one has come.
function look() {
  const picture = document.getElementById("live-picture");
  if (picture?.complete && !document.hidden) picture.src = `${picture.dataset.src}&t=${Date.now()}`;
}

function bind() {
  for (const button of document.querySelectorAll(".remedy")) {
    button.addEventListener("click", () => remedied(button));
  }
}

bind();
ages.start();
setInterval(look, LOOK_MS);
follow(body.dataset.events, body.dataset.boot, draw, () => {});
