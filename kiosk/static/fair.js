// The pit's fair odds: asked for again every two seconds, drawn again when they have changed.

import { element } from "./table.js";

const EVERY_MS = 2000;
const $ = (id) => document.getElementById(id);
const COLUMNS = ["win", "tie", "lose", "fair"];
let drawn = "";

async function ask() {
  try {
    const response = await fetch(document.body.dataset.odds);
    const found = await response.json();
    if (!response.ok) {
      $("why").textContent = found.why;
      return; // signed out: nothing more comes
    }
    $("why").textContent = found.why;
    draw(found);
  } catch {
    $("why").textContent = $("decks").dataset.lost;
  }
  setTimeout(ask, EVERY_MS);
}

function draw(found) {
  const text = JSON.stringify(found);
  if (text === drawn) return;
  drawn = text;
  $("decks").replaceChildren(...found.decks.map((deck) => section(deck, found.selections)));
}

function section({ deck, name, why }, selections) {
  const made = element("section", "deck");
  made.dataset.deck = deck;
  made.append(element("h2", "", name));
  if (why) made.append(element("p", "note", why));
  else made.append(table(deck, selections));
  return made;
}

function table(deck, selections) {
  const made = element("table");
  const head = element("tr");
  for (const column of ["selection", ...COLUMNS]) {
    const cell = element("th", "", $("decks").dataset[column]);
    cell.scope = "col";
    head.append(cell);
  }
  made.append(head, ...selections.map((row) => line(row, row.odds[deck])));
  return made;
}

function line({ name, outcome }, odds) {
  const made = element("tr");
  const title = element("th", "", name);
  title.scope = "row";
  made.append(title);
  if (!odds) {
    const cell = element("td", "closed", outcome || "–");
    cell.colSpan = COLUMNS.length;
    made.append(cell);
    return made;
  }
  for (const column of COLUMNS) made.append(element("td", column, odds[column] || "–"));
  if (odds.error) made.lastChild.append(element("small", "", odds.error));
  return made;
}

ask();
