// The players' screen: the same felt from their side, one line of words, what is paid and why.

import { follow } from "./feed.js";
import { announce, drawBar, drawFelt, drawFresh } from "./table.js";

follow(
  document.body.dataset.events,
  document.body.dataset.boot,
  (view) => {
    drawBar(view);
    drawFelt(view, true);
    drawFresh(view);
    document.getElementById("prompt").textContent = view.words.prompt;
    document.body.classList.toggle("over", view.awaits.kind === "over");
    announce(view);
  },
  () => {},
);
