// The prices of a selection: what it can be backed and laid at. Cells stay in their place, so that one can be tapped
// while prices move.

import { element } from "../table.js";

const texts = () => document.getElementById("market-texts");

export function marketText(name) {
  return texts().querySelector(`[data-text="${name}"]`).textContent;
}

// Make the market of `selection` with `depth` prices a side; `tappable`: a price can be taken.
export function makeMarket(selection, depth, tappable) {
  const made = element("div", "market");
  made.dataset.selection = selection;
  made.dataset.depth = depth;
  const line = element("p", "market-line");
  line.append(element("b", "result"), element("i", "clause"), element("span", "last"), element("span", "fair"));
  made.append(line, side("back", depth, tappable), side("lay", depth, tappable));
  return made;
}

function side(name, depth, tappable) {
  const row = element("div", `side ${name}`);
  row.append(element("span", "side-name", marketText(name)));
  for (let index = 0; index < depth; index += 1) {
    const cell = element(tappable ? "button" : "span", "price");
    if (tappable) cell.type = "button";
    cell.dataset.side = name;
    cell.append(element("b"), element("span"));
    row.append(cell);
  }
  return row;
}

// Show `words` of the selection, its fair odds if there are any; `open`: orders are taken now.
export function updateMarket(market, words, { open, fair = "" }) {
  market.dataset.result = words.result ?? "";
  market.classList.toggle("settled", words.outcome !== "");
  set(market.querySelector(".result"), words.outcome);
  set(market.querySelector(".clause"), words.clause);
  set(market.querySelector(".last"), words.last);
  set(market.querySelector(".fair"), fair && marketText("fair").replace("{odds}", fair));
  for (const [name, prices] of [["back", words.to_back], ["lay", words.to_lay]]) {
    [...market.querySelectorAll(`.side.${name} .price`)].forEach((cell, index) => {
      const price = prices[index];
      set(cell.firstChild, price?.odds ?? "–");
      set(cell.lastChild, price?.short ?? "");
      cell.title = price?.amount ?? "";
      cell.dataset.odds = price?.odds ?? "";
      if (cell.tagName !== "BUTTON") return;
      cell.disabled = !open || words.outcome !== "";
      const offer = price ? `${price.odds}, ${price.amount}` : marketText("no-price");
      cell.setAttribute("aria-label", `${marketText(name)} ${words.name}: ${offer}`);
    });
  }
}

export function set(place, text) {
  if (place.textContent !== text) place.textContent = text;
}
