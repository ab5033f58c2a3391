// What is each game's own in the dealer's lower band, by the name of the game in the view. A desk gives
//   rest(view)                      what the dealer is at when the table rests, as {kind, …}; null: nothing of its own
//   keeps(mode, before, after)      whether half-done work outlives the next view
//   prompt(view, mode)              the prompt of its own work; null: the table's
//   buttons(view, mode, table)      the buttons; null: the acts that are legal now. `table` has key(body), set(mode), cancel()
//   picker(view, mode, table)       the card picker as {pick, …}; null: none
//   other(view, mode)               one more tool as {label, mode}; null: none
//   tapped(view, number, mode)      what a touch on a seat begins, as {kind, …}; null: its reasons
//   typing(name, mode, table)       a key that its work takes: true if it was one
//   chosen(mode)                    the seat that its work is for
//   escapes                         the kinds of its work that Escape drops

import * as omaha from "./desks/omaha.js";
import * as triple from "./desks/triple.js";

const DESKS = { omaha, triple };

export function deskOf(view) {
  return DESKS[view.game];
}
