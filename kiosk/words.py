"""Everything that the kiosk says, in one place: whole sentences with named places for their values.

`say` is the one way from a text of ours to a screen, in the language that speaks (`kiosk.languages`); `text` marks one
that is said elsewhere, `many` one that depends on a number, which `count` says. No sentence is joined from parts:
another language orders them differently.
"""

from __future__ import annotations

from typing import Final

import msgspec

from kiosk.languages import CONTEXT_END, speaking

MINUS: Final = "\u2212"
_THIN: Final = "\u202f"


class Many(msgspec.Struct, frozen=True):
    """A sentence in English for one thing and for more."""

    one: str
    other: str


def text(sentence: str, about: str = "") -> str:
    """Marks a text that `say` is given by name; `about` tells apart what is one word in English, but not elsewhere."""
    return f"{about}{CONTEXT_END}{sentence}" if about else sentence


def many(one: str, other: str) -> Many:
    """Marks a text that `count` is given by name; the number's place is `{number}`."""
    return Many(one, other)


def say(sentence: str, /, **values: object) -> str:
    """A text of ours, in the language that speaks, with its values put in."""
    return speaking().one(sentence).format_map(values)


def quoted(sentence: str) -> str:
    """Words of a house file, as a clause's: in the language that speaks where they are those of a built-in house."""
    return speaking().one(sentence)


def count(forms: Many, number: int, /, **values: object) -> str:
    """A text of ours that depends on a number, in the language that speaks."""
    return speaking().some(forms.one, forms.other, number).format_map({"number": number, **values})


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

#: The dealer's prompt on a table that stands for good; each game has its own for the rest.
HALTED: Final = text("This table has stopped for good")
#: What the players read when nothing of the game is awaited.
PUBLIC: Final = {
    "halted": text("This table is closed"),
    "stopped": text("One moment, please"),
    "paused": text("A short break"),
}
#: Beside the prompt, while the dealer waits for whom they have called.
FLOOR: Final = text("The floor has been called")

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
    "locked": text("You are locked out. A supervisor can let you in again, in set-up."),
}

LINK_NAMES: Final = {"shoe": text("Shoe"), "camera": text("Camera"), "record": text("Record")}
LINK_STATES: Final = {
    "none": text("by hand"),
    "waiting": text("waiting"),
    "up": text("connected"),
    "lost": text("lost"),
    "blind": text("sees nothing"),
    "kept": text("kept"),
    "failed": text("failed"),
}
NO_CAMERA: Final = text("none")
NOT_ARMED: Final = text("waits for a clear felt")
UNSURE: Final = text("unsure, cards: {cards}")

SEAT: Final = text("Seat {seat}")
ROUND: Final = text("Round {round}")
SUM: Final = text("{stake} × {multiple} = {paid}")
DECIDED: Final = text("as decided: {paid}")
STACK: Final = text("{count} × {value}")
ANNOUNCED: Final = text("Seat {seat}: {what}, {net}")
PAY: Final = text("Pay")
TAKE: Final = text("Take")
WON: Final = text("Won")
LOST: Final = text("Lost")
EVEN: Final = text("Even")
ALL_IN: Final = text("all-in")
LEAVES: Final = text("leaves after this round")
UNKNOWN_LINE: Final = text("{on}: {outcome}")
