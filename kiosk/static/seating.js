// Players who come, buy in and leave, and the closing slot that the pit sets.

import { agreement } from "./agree.js";
import { text } from "./feed.js";
import { element } from "./table.js";

const $ = (id) => document.getElementById(id);

export function showSeating(view, key) {
  drawSeating(view, key);
  $("seats-dialog").showModal();
}

// Drawn again with each view while it is open.
export function drawSeating(view, key) {
  const { places, waits, last_slot: on } = view.words.stay;
  $("places").replaceChildren(...places.map((place) => row(place, key)));
  $("waits").replaceChildren(...waits.map((wait) => element("li", "", wait)));
  $("slot-why").textContent = text("slot-why");
  $("slot").textContent = text(on ? "slot-off" : "slot-on");
  $("slot").onclick = async () => {
    $("seats-dialog").close();
    const agreed = await agreement({ title: text(on ? "slot-off" : "slot-on"), why: text("slot-why"), approval: true });
    if (agreed) key({ do: "options", options: { last_slot: !on }, ...agreed });
  };
  $("slot").parentElement.hidden = view.game !== "triple";
}

function row(place, key) {
  const item = element("li");
  item.append(element("span", "name", place.name), element("span", "held", place.held));
  const offered = place.taken ? [["buy_in", "buy-in"], ["leave", "leave"]] : [["sit", "sit"]];
  for (const [act, label] of offered) {
    const button = element("button", "", text(label));
    button.type = "button";
    button.addEventListener("click", () => {
      const change = { do: act, who: place.seat };
      if (act !== "leave") change.chips = Number($("bring").value);
      $("seats-dialog").close();
      key({ do: "stay", change });
    });
    item.append(button);
  }
  return item;
}
