// A deck that is taught: pictures of all its cards, named where the reader was unsure.

import { text } from "../feed.js";
import { $, ask, element, onNow } from "./setup.js";

let drawn = "";

function act(body) {
  return async ({ target }) => {
    target.disabled = true;
    const answer = await ask("deck", body);
    target.disabled = false;
    if (answer) show(answer);
  };
}

$("deck-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, jokers } = Object.fromEntries(new FormData(event.target));
  const answer = await ask("deck", { do: "begin", name, jokers: Number(jokers) });
  if (answer) show(answer);
});
$("deck-take").addEventListener("click", act({ do: "take" }));
$("deck-learn").addEventListener("click", act({ do: "learn" }));
$("deck-save").addEventListener("click", act({ do: "save" }));

function show(deck) {
  const busy = deck.state === "learning" || deck.state === "none";
  $("deck-words").textContent = [deck.words, deck.why].filter(Boolean).join(" ");
  $("deck-count").textContent = deck.state === "none" ? "" : deck.count;
  $("deck-doing").textContent = deck.state === "learning" ? deck.doing : "";
  $("deck-take").disabled = $("deck-learn").disabled = busy;
  $("deck-save").disabled = deck.state !== "learnt";
  $("deck-report").hidden = !deck.report;
  $("deck-report").textContent = deck.report;
  const now = JSON.stringify(deck.pictures);
  if (now === drawn) return;
  drawn = now;
  $("taken").replaceChildren(...deck.pictures.map(row).reverse());
}

function row({ number, cards }) {
  const made = element("li");
  const label = element("label", "", text("picture").replace("{number}", number));
  const field = element("input");
  field.value = cards.join(" ");
  field.setAttribute("aria-label", text("cards-of").replace("{number}", number));
  label.append(field);
  const name = element("button", cards.includes("?") ? "primary" : "", text("name"));
  const drop = element("button", "", text("drop"));
  name.type = drop.type = "button";
  name.addEventListener("click", (event) => act({ do: "name", number, cards: field.value })(event));
  drop.addEventListener("click", act({ do: "drop", number }));
  made.append(label, name, drop);
  return made;
}

onNow(({ deck }) => show(deck));
