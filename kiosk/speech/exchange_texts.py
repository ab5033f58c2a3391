"""The texts of Exchange Blackjack."""

from __future__ import annotations

from typing import Final

from kiosk.words import text

STAGES: Final = {
    "betting": text("Betting"),
    "cards": text("Cards"),
    "over": text("Game over"),
}
GAME: Final = text("Game {round}")

PLAYER: Final = text("Player {player}")
DEALER: Final = text("Dealer")
SELECTIONS: Final = {
    "dealer_wins_or_ties_all": text("Dealer wins or ties all"),
    "five_cards": text("Five cards"),
    "all_unique": text("All cards different"),
    "only_one_21": text("Only one 21"),
}
#: What each exotic means, in a line.
MEANINGS: Final = {
    "dealer_wins_or_ties_all": text("No player beats the dealer."),
    "five_cards": text("Somebody has five cards of 21 or less."),
    "all_unique": text("No two cards are the same in rank and suit."),
    "only_one_21": text("Exactly one hand totals 21."),
}
OUTCOMES: Final = {
    "win": text("Won"),
    "lose": text("Lost"),
    "dead_heat": text("Dead heat"),
    "void": text("Void"),
}
CLOSED: Final = text("Closed")
#: A selection that has just been settled, for everybody.
SETTLED: Final = {
    "win": text("{selection} has won"),
    "lose": text("{selection} has lost"),
    "dead_heat": text("{selection}: dead heat"),
    "void": text("{selection}: void, bets returned"),
}

SOFT: Final = text("soft {total}")
STATUSES: Final = {
    "waiting": "",
    "draws": text("draws"),
    "stands": text("stands"),
    "bust": text("bust"),
    "blackjack": text("blackjack"),
    "five_cards": text("five cards"),
    "ended": "",
}

#: The dealer's prompt: one line, what to do next.
PROMPTS: Final = {
    "betting": text("Betting round {number} is open"),
    "held": text("Betting round {number}: let the time run"),
    "card": text("{place}: card"),
    "draw": text("{place}: draw"),
    "over": text("Game over: read out the results"),
    "void": text("The game is void: open bets go back"),
}
#: The draw, with what became of the hand that drew before.
THEN_DRAW: Final = {
    "stands": text("{before} stands. {place}: draw"),
    "bust": text("{before} is bust. {place}: draw"),
    "blackjack": text("{before} stands. {place}: draw"),
    "five_cards": text("{before} has five cards. {place}: draw"),
}
COUNTDOWN: Final = text("Betting round {number}: {seconds} s, close early?")
COUNTDOWN_ONLY: Final = text("Betting round {number}: {seconds} s")
LEFT: Final = text("{seconds} s")

PUBLIC: Final = {
    "betting": text("Betting round {number}"),
    "held": text("Betting round {number} is open"),
    "card": text("A card for {place}"),
    "dealer_card": text("A card for the dealer"),
    "draw": text("{place} draws"),
    "over": text("Results"),
    "void": text("The game is void: open bets go back"),
}

ACTS: Final = {
    "close": text("Close betting"),
    "hold": text("Hold the time"),
    "run": text("Let the time run"),
    "order": text("Place an order"),
    "orders": text("Orders"),
    "next": text("Next game"),
    "misdeal_card": text("A card went wrong"),
    "misdeal_void": text("Void the game"),
    "new_shoe": text("A new shoe"),
}

REMEDIES: Final = {
    "close_betting": text("Betting closes, the card counts"),
    "void_wrong_place": text("Void: a card at the wrong place"),
    "void_drawn_when_standing": text("Void: drawn where the hand stands"),
    "void_exposed_early": text("Void: a card seen too early"),
}
RETURNED: Final = text("{account}: {amount} back")

#: What a matched bet of an account came to.
LINES: Final = {
    ("back", "win"): text("{selection} backed, won"),
    ("back", "lose"): text("{selection} backed, lost"),
    ("back", "dead_heat"): text("{selection} backed, dead heat"),
    ("back", "void"): text("{selection} backed, returned"),
    ("lay", "win"): text("{selection} laid, won"),
    ("lay", "lose"): text("{selection} laid, lost"),
    ("lay", "dead_heat"): text("{selection} laid, dead heat"),
    ("lay", "void"): text("{selection} laid, returned"),
}
ANNOUNCED: Final = text("{account}: {what}, {net}")

FREE: Final = text("{amount} free")
RESERVED: Final = text("{amount} reserved")
COMMISSION: Final = text("commission {amount}")
BACKED: Final = text("Back {selection} at {odds}, {stake}")
LAID: Final = text("Lay {selection} at {odds}, {stake}")
#: What became of an order, its parts one after another.
PARTS: Final = {
    "matched": text("{amount} matched"),
    "unmatched": text("{amount} waits"),
    "cancelled": text("{amount} cancelled"),
    "lapsed": text("{amount} lapsed"),
}
IF: Final = {
    "win": text("if it wins"),
    "dead_heat": text("if a dead heat"),
    "lose": text("if it loses"),
}
WORST: Final = text("{amount} with all that waits")
LAST: Final = text("Last {odds}")
MILLIONS: Final = text("{number} M")
