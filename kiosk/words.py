"""Everything that the kiosk says, in one place: whole sentences with named places for their values.

`say` is the one way from a text of ours to a screen, and where a translation will come in; `text` marks one
that is said elsewhere. No sentence is joined from parts: another language orders them differently.
"""

from __future__ import annotations

from typing import Final

MINUS: Final = "\u2212"
_THIN: Final = "\u202f"


def text(sentence: str) -> str:
    """Marks a text that `say` is given by name."""
    return sentence


def say(sentence: str, /, **values: object) -> str:
    """A text of ours with its values put in."""
    return sentence.format_map(values)


def points(amount: int) -> str:
    """`640`, `12 400` (narrow spaces), with a true minus sign."""
    digits = f"{abs(amount):,}".replace(",", _THIN) if abs(amount) >= 10_000 else str(abs(amount))
    return MINUS + digits if amount < 0 else digits


def signed(amount: int) -> str:
    """`+30`, `−30`, `0`."""
    return f"+{points(amount)}" if amount > 0 else points(amount)


def card_name(card: str) -> str:
    """A card as people read it: `A♠`, `10♥`, `Joker`."""
    if card == "Jk":
        return say(JOKER)
    rank = "10" if card[0] == "T" else card[0]
    return rank + _GLYPHS.get(card[1:], card[1:])


_GLYPHS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
JOKER: Final = text("Joker")

STAGES: Final = {
    "bets": text("Bets"),
    "war": text("War"),
    "blackjack": text("Blackjack"),
    "poker": text("Poker"),
    "over": text("Round over"),
}

GAMES: Final = {"triple": text("Triple")}

#: A stake that lies on the table.
STAKES: Final = {
    "war": text("War"),
    "blackjack": text("Blackjack"),
    "blackjack.2": text("Hand 2"),
    "insurance": text("Insurance"),
    "poker": text("Poker"),
}

_PREMIUMS: Final = {
    "pure_bj": text("Pure BJ"),
    "678": text("678"),
    "flush_678": text("Flush 678"),
    "three_7": text("Three 7"),
    "flush_three_7": text("Flush three 7"),
    "6_under": text("6 Under"),
    "a_to_6": text("A to 6"),
    "perfect_smile": text("Perfect Smile"),
    "last_of_joker": text("Last of Joker"),
}

#: What became of a stake, by the stake and its outcome.
OUTCOMES: Final[dict[str, dict[str, str]]] = {
    "war": {
        "win": text("War won"),
        "lose": text("War lost"),
        "push": text("War pushed"),
        "go_to_war": text("Tie, goes to war"),
        "surrender": text("Tie, surrenders"),
    },
    "blackjack": _PREMIUMS
    | {
        "win": text("Blackjack won"),
        "lose": text("Blackjack lost"),
        "push": text("Blackjack pushed"),
        "blackjack": text("Blackjack"),
        "bust": text("Bust"),
    },
    "blackjack.2": _PREMIUMS
    | {
        "win": text("Hand 2 won"),
        "lose": text("Hand 2 lost"),
        "push": text("Hand 2 pushed"),
        "bust": text("Hand 2 bust"),
    },
    "insurance": {
        "win": text("Insurance won"),
        "lose": text("Insurance lost"),
        "push": text("Insurance pushed"),
    },
    "poker": {
        "royal_flush": text("Royal flush"),
        "straight_flush": text("Straight flush"),
        "five_of_a_kind": text("Five of a kind"),
        "four_of_a_kind": text("Four of a kind"),
        "full_house": text("Full house"),
        "flush": text("Flush"),
        "straight": text("Straight"),
        "defective_house": text("Defective house"),
        "three_of_a_kind": text("Three of a kind"),
        "two_pair": text("Two pair"),
        "high_pair": text("Pair, J to A"),
        "low_pair": text("Low pair"),
        "nothing": text("No poker hand"),
        "push": text("Poker pushed"),
    },
    "joker": {
        "bonus": text("Joker bonus"),
        "restored": text("Joker, chips restored"),
    },
    "discretion": {"discretion": text("Dealer's discretion")},
}

ACTS: Final = {
    "go_to_war": (text("Go to war"), text("Go to war +{chips}")),
    "surrender": (text("Surrender"), text("Surrender +{chips}")),
    "hit": (text("Hit"), text("Hit +{chips}")),
    "stand": (text("Stand"), text("Stand +{chips}")),
    "double": (text("Double"), text("Double +{chips}")),
    "split": (text("Split aces"), text("Split aces +{chips}")),
    "insure": (text("Insure"), text("Insure +{chips}")),
    "no_insurance": (text("No insurance"), text("No insurance +{chips}")),
}

#: The dealer's prompt: one line, what to do next.
PROMPTS: Final = {
    "halted": text("This table has stopped for good"),
    "bets": text("Place bets"),
    "bet": text("Seat {seat}: bet"),
    "bets_first": text("Place bets, then seat {seat}: card"),
    "card": text("Seat {seat}: card"),
    "card_hand": text("Seat {seat}, hand {hand}: card"),
    "dealer_card": text("Dealer: card"),
    "dealer_down": text("Dealer: card, face down"),
    "turn": text("Turn the hole card"),
    "war": text("Seat {seat} to choose: war or surrender"),
    "war_forced": text("Seat {seat} can only surrender"),
    "insurance": text("Seat {seat}: insurance?"),
    "act": text("Seat {seat} to act"),
    "act_hand": text("Seat {seat}, hand {hand} to act"),
    "pay_one": text("Pay seat {seat}: {amount} ({chips})"),
    "take_one": text("Take from seat {seat}: {amount} ({chips})"),
    "pay_many": text("Pay and take, then close the round"),
    "pay_none": text("Nothing to pay, nothing to take"),
}

#: What the players read.
PUBLIC: Final = {
    "halted": text("This table is closed"),
    "stopped": text("One moment, please"),
    "bets": text("Place your bets"),
    "card": text("A card for seat {seat}"),
    "dealer_card": text("A card for the dealer"),
    "turn": text("The dealer turns the hole card"),
    "choice": text("Seat {seat} to choose"),
    "over": text("Payouts"),
}

DENIED: Final = {
    "moved": text("Something happened before your tap. Nothing was done: look at the prompt and tap again."),
    "body": text("The page sent what the table can't read. Load the page again."),
    "token": text("This page is older than the server. Load it again."),
    "origin": text("Keys are taken from this table's own page only."),
    "host": text("This address is not this table's. Open the address that the program printed."),
    "slow": text("The table did not answer in time. Look at the prompt before you tap again."),
    "no_replay": text("No recording is playing."),
    "streams": text("Too many screens are open. Close one, then load this page again."),
    "none": text("Sign in first. Nothing was done."),
    "role": text("This page is not for your role ({role}). Sign out, and let somebody sign in whose page it is."),
    "display": text(
        "This screen does not know that it is the display. Open the display's address, which the program printed."
    ),
    "again": text("The PIN and its repetition are not the same. Type both again."),
    "lost_page": text("There is no such page."),
    "method": text("This page can't be asked in that way."),
    "large": text("The page sent more than the table takes. Load the page again."),
    "broken": text("Something went wrong here. The table's record is safe: load the page again."),
    "request": text("The table can't make sense of this request."),
}

#: The roles of those who sign in.
ROLE_NAMES: Final = {
    "dealer": text("Dealer"),
    "supervisor": text("Supervisor"),
    "auditor": text("Auditor"),
    "engineer": text("Engineer"),
}

#: Why a person is signed in no more.
ENDED: Final = {
    "none": text("Sign in first. Nothing was done."),
    "gone": text("Your sign-in has ended. Nothing was done: sign in again."),
    "idle": text("You were signed out, because nobody touched this screen for {minutes} minutes. Sign in again."),
    "out": text("You signed out on another page. Sign in again."),
    "changed": text("You were signed out, because your role or PIN was changed. Sign in again."),
    "closed": text("You were signed out, because the table was closed."),
    "many": text("You were signed out, because many others signed in. Sign in again."),
}

#: Why somebody is not let in, or may not approve.
DECLINED: Final = {
    "wrong": text("This badge and PIN do not belong together. Try again."),
    "wait": text("Too many wrong tries. Wait {seconds} s, then try again."),
    "same": text("Whoever proposes can't approve it too: a second person has to give their badge and PIN."),
    "role": text("A supervisor has to approve this: their badge and PIN, please."),
    "code": text("This is not the set-up code. It stands in the terminal in which the program was started."),
    "set_up": text("This table has its people already. Sign in."),
}

LINK_NAMES: Final = {"shoe": text("Shoe"), "camera": text("Camera"), "record": text("Record")}
LINK_STATES: Final = {
    "none": text("by hand"),
    "waiting": text("waiting"),
    "up": text("connected"),
    "lost": text("lost"),
    "kept": text("kept"),
    "failed": text("failed"),
}
NO_CAMERA: Final = text("none")
NOT_ARMED: Final = text("waits for a clear felt")
UNSURE: Final = text("unsure, cards: {cards}")

SEAT: Final = text("Seat {seat}")
DEALER: Final = text("Dealer")
ROUND: Final = text("Round {round}")
SUM: Final = text("{stake} × {multiple} = {paid}")
DECIDED: Final = text("as decided: {paid}")
RESTORED: Final = text("back to the chips at seating: {paid}")
STACK: Final = text("{count} × {value}")
SOFT: Final = text("soft {total}")
ANNOUNCED: Final = text("Seat {seat}: {what}, {net}")
PAY: Final = text("Pay")
TAKE: Final = text("Take")
WON: Final = text("Won")
LOST: Final = text("Lost")
EVEN: Final = text("Even")
ALL_IN: Final = text("all-in")
UNKNOWN_LINE: Final = text("{on}: {outcome}")

BET_SAME: Final = text("Same: {unit}")
BET_ALL_IN: Final = text("All-in: {unit}")
BET_CHIP: Final = text("+{value}")
BET_SUM: Final = text("Bet {unit} on each of three games: {stake}")
