// Players who come, buy in and leave, and what the pit sets for the rounds to come.

import { agreement } from "./agree.js";
import { digits, proposed } from "./digits.js";
import { text } from "./feed.js";
import { element } from "./table.js";

const $ = (id) => document.getElementById(id);

let terms = null; // how points of the bank become chips, where they do

export function showSeating(view, key) {
  drawSeating(view, key);
  const { bring, brought, fixed } = view.words.stay;
  proposed($("bring"), bring);
  $("bring").closest("label").firstChild.textContent = brought;
  $("bring").closest("label").hidden = $("bring-digits").hidden = fixed;
  drawBecomes();
  $("seats-dialog").showModal();
}

// Drawn again with each view while it is open.
export function drawSeating(view, key) {
  const { places, waits, options, slips, bank, becomes, fixed } = view.words.stay;
  terms = bank && { ...bank, becomes };
  $("places").replaceChildren(...places.map((place) => row(place, key, fixed)));
  $("waits").replaceChildren(...waits.map((wait) => element("li", "", wait)));
  $("options").replaceChildren(...options.map((option) => setting(option, key)));
  $("slips").replaceChildren(...(slips ?? []).map((slip) => element("li", "", slip)));
}

// What the points typed become: all of them, up to the most that may be bought in with.
function drawBecomes() {
  const typed = Math.max(0, Math.trunc(Number($("bring").value)) || 0);
  const bought = terms?.most ? Math.min(typed, terms.most) : typed;
  const said = terms ? terms.becomes.replace("{points}", bought).replace("{chips}", bought * terms.rate) : "";
  $("becomes").textContent = said;
}

$("bring").addEventListener("input", drawBecomes);
digits($("bring-digits"), $("bring"));

// What a supervisor has to agree to, as the last slot.
function setting({ label, why, options }, key) {
  const item = element("li", "slot-line");
  const button = element("button", "", label);
  button.type = "button";
  button.addEventListener("click", async () => {
    $("seats-dialog").close();
    const agreed = await agreement({ title: label, why, approval: true });
    if (agreed) key({ do: "options", options, ...agreed });
  });
  item.append(element("span", "", why), button);
  return item;
}

function row(place, key, fixed) {
  const item = element("li");
  item.append(element("span", "name", place.name), element("span", "held", place.held));
  const offered = fixed ? [] : place.taken ? [["buy_in", "buy-in"], ["leave", "leave"]] : [["sit", "sit"]];
  for (const [act, label] of offered) {
    const button = element("button", "", text(label));
    button.type = "button";
    button.addEventListener("click", () => {
      const change = { do: act, who: place.seat };
      if (act !== "leave") change[terms ? "points" : "chips"] = Number($("bring").value);
      $("seats-dialog").close();
      key({ do: "stay", change });
    });
    item.append(button);
  }
  return item;
}
