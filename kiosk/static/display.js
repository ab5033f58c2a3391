// The players' screen: the same felt from their side, one line of words, what is paid and why.

import { follow } from "./feed.js";
import { drawFelt } from "./felts.js";
import { announce, drawBar, drawFresh, element } from "./table.js";

// Each clause once, in its words: which seat it paid stands at the seat.
function clause(line, index, all) {
  if (all.findIndex((other) => other.clause === line.clause && other.why === line.why) !== index) return null;
  const item = element("li");
  item.append(element("i", "", line.clause), element("span", "", line.why));
  return item;
}

follow(
  document.body.dataset.events,
  document.body.dataset.boot,
  (view) => {
    drawBar(view);
    drawFelt(view, true);
    drawFresh(view, clause);
    document.getElementById("prompt").textContent = view.words.prompt;
    document.body.classList.toggle("over", view.awaits.kind === "over");
    announce(view);
  },
  () => {},
);
