// Each game's own felt, by the name of the game in the view.

import * as exchange_blackjack from "./felts/exchange_blackjack.js";
import * as omaha from "./felts/omaha.js";
import * as triple from "./felts/triple.js";

const FELTS = { exchange_blackjack, omaha, triple };

// Draw what lies on the felt; `mirrored`: as the players see it.
export function drawFelt(view, mirrored) {
  document.body.dataset.game = view.game;
  FELTS[view.game].draw(view, mirrored);
}
