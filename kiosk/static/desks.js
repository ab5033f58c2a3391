// What is each game's own in the dealer's lower band, by the name of the game in the view. A desk gives
//   rest(view)                      what the dealer is at when the table rests, as {kind, …}; null: nothing of its own
//   keeps(mode, before, after)      whether half-done work outlives the next view
//   prompt(view, mode)              the prompt of its own work; null: the table's
//   buttons(view, mode, table)      the buttons; null: the acts that are legal now. `table` has key(body), set(mode), cancel()
//   picker(view, mode, table)       the card picker as {pick, …}; null: none
//   other(view, mode)               one more tool as {label, mode}; null: none
//   tapped(view, number, mode)      what a touch on a seat begins, as {kind, …}; null: its reasons
//   typing(name, mode, table)       a key that its work takes: true if it was one
//   mistakes(view, table)           more answers to "what happened?" at the misdeal desk, if it has any
//   chosen(mode)                    the seat that its work is for
//   escapes                         the kinds of its work that Escape drops
//   jokers                          whether a joker can be named; none if it is left out
// and, where a game has such,
//   sees(view)                      each view, before the band is drawn; gives a sentence that answers the dealer, or none
//   mishaps(view, table, pick)      the buttons that ask what went wrong, in place of those of seats
//   seating(view, key)              who comes and goes, in place of the seats

import * as exchange_blackjack from "./desks/exchange_blackjack.js";
import * as omaha from "./desks/omaha.js";
import * as triple from "./desks/triple.js";

const DESKS = { exchange_blackjack, omaha, triple };

export function deskOf(view) {
  return DESKS[view.game];
}
