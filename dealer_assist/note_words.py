"""What a journal records beside steps and findings, in plain words: links, calls, seats, seals, people.

Of a running round no sentence names a card, and none repeats what a device has sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dealer_assist import sealing
from dealer_assist.dispute_words import card_words, plain, with_facts

JSON = Mapping[str, Any]
_SAID: Final = {
    sealing.SEAL: "cards that lie face down are sealed from here on",
    sealing.UNSEALED: "all that was sealed in this round is open: it is over",
    sealing.CLOSED: "all that was sealed until here is open: the table closed between two rounds",
    "by_hand": "the dealer goes on by hand",
    "new_shoe": "a new shoe is in",
}
#: Notes that may name a card: without it, and with it.
_OF_CARDS: Final = {
    "burn": ("a card was burned", "{} was burned"),
    "held": ("a card waits", "{} waits"),
    "cut": ("the cut card has come", "the cut card has come"),
    "card_outside": ("a card left the shoe outside a round", "{} left the shoe outside a round"),
}
#: Notes that may say why.
_WITH_WHY: Final = {
    "garbled": "the shoe sent something unreadable",
    "not_shown": "cards that were named could not be shown",
}
#: What people did beside the game; with the badge, where one is known.
_OF_PEOPLE: Final = {
    "sign_in_refused": "a sign-in was refused",
    "approval_refused": "an agreement was refused",
    "locked_out": "too many wrong PINs, locked out",
}


def note_words(kind: str, body: JSON, running: bool) -> str:
    """A note in one sentence; what we have none for is told by its facts."""
    if kind in _SAID:
        return _SAID[kind]
    if kind in _OF_CARDS:
        without, named = _OF_CARDS[kind]
        card = None if running else body.get("card")
        return without if card in {None, "", "?", "??"} else named.format(card_words(card))
    if kind in _WITH_WHY:
        why = "" if running else body.get("why", "")
        return f"{_WITH_WHY[kind]}: {why}" if why else _WITH_WHY[kind]
    if kind in _OF_PEOPLE:
        return f"{_OF_PEOPLE[kind]} (badge {body['badge']})" if body.get("badge") else _OF_PEOPLE[kind]
    made = _MADE.get(kind)
    return with_facts(kind, body, running) if made is None else made(body, running)


def _link(body: JSON, running: bool) -> str:
    state = "connected" if body["up"] else "sees nothing" if body.get("blind") else "lost"
    why = "" if running else body.get("why", "")
    return f"{body['device']}: {state} ({why})" if why else f"{body['device']}: {state}"


def _floor(body: JSON, running: bool) -> str:
    return "the floor was called" if body["called"] else "the floor has come"


def _time(body: JSON, running: bool) -> str:
    return "the betting time runs" if body["runs"] else "the betting time is held"


def _stay(body: JSON, running: bool) -> str:
    who = f"seat {body['who']}" if isinstance(body["who"], int) else f"account {body['who']}"
    if body["do"] == "leave":
        return f"{who} leaves"
    brought = f"{body['points']} points" if body.get("points") else str(body.get("chips", 0))
    return f"{who} {'comes with' if body['do'] == 'sit' else 'buys in for'} {brought}"


def _options(body: JSON, running: bool) -> str:
    return "; ".join(f"{plain(name)}: {plain(value)}" for name, value in body["options"].items())


def _set_up(body: JSON, running: bool) -> str:
    return f"set-up: {plain(body['part'])}" if "part" in body else "the first supervisor was made"


def _command(body: JSON, running: bool) -> str:
    return f"command to the shoe: {plain(body['command'])}"


def _terminal(body: JSON, running: bool) -> str:
    if body["did"] == "code":
        return f"a code for a terminal of account {body['account']} was given"
    if body["did"] == "open":
        return f"a terminal of account {body['account']} was opened"
    return f"the terminals of account {body['account']} were ended"


def _opened(body: JSON, running: bool) -> str:
    why = "two supervisors agreed" if body["why"] == "agreed" else "the card was turned"
    return f"what was sealed in record {', '.join(body['records'])} is open: {why}"


def _sign_in(body: JSON, running: bool) -> str:
    return f"signed in as {body['role']}"


def _sign_out(body: JSON, running: bool) -> str:
    return "signed out"


_MADE: Final[dict[str, Callable[[JSON, bool], str]]] = {
    "link": _link,
    "floor": _floor,
    "time": _time,
    "stay": _stay,
    "options": _options,
    "set_up": _set_up,
    "shoe_command": _command,
    "terminal": _terminal,
    "sign_in": _sign_in,
    "sign_out": _sign_out,
    sealing.OPENED: _opened,
}
