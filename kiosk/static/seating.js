// Players who come, buy in and leave, and what the pit sets for the rounds to come.

import { agreement } from "./agree.js";
import { text } from "./feed.js";
import { element } from "./table.js";

const $ = (id) => document.getElementById(id);

export function showSeating(view, key) {
  drawSeating(view, key);
  $("bring").value = view.words.stay.bring;
  $("seats-dialog").showModal();
}

// Drawn again with each view while it is open.
export function drawSeating(view, key) {
  const { places, waits, options } = view.words.stay;
  $("places").replaceChildren(...places.map((place) => row(place, key)));
  $("waits").replaceChildren(...waits.map((wait) => element("li", "", wait)));
  $("options").replaceChildren(...options.map((option) => setting(option, key)));
}

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
