"""A finding in words: what was seen, what was awaited, what may be done about it."""

from __future__ import annotations

from typing import Any, Final

from kiosk.words import card_name, points, say, text

JSON = dict[str, Any]

TITLES: Final = {
    "shoe_lost": text("Shoe lost"),
    "camera_lost": text("Camera lost"),
    "shoe_back": text("The shoe is back"),
    "resumed": text("The program started again in this round"),
    "shoe_gap": text("A message of the shoe is missing"),
    "unreadable": text("The shoe sent something unreadable"),
    "shoe_error": text("The shoe reports a fault"),
    "not_awaited": text("A card came too early"),
    "impossible": text("That card can't be"),
    "repeated": text("The shoe sent a card's number again"),
    "too_late": text("The round has gone on since that card"),
    "wrong_box": text("A card lies in the wrong box"),
    "disagree": text("Shoe and camera read differently"),
    "extra": text("A card too many"),
}
UNKNOWN: Final = text("Something is not as it should be")

_SENTENCES: Final = {
    "shoe_lost": text("The shoe's cable or power has gone. Tap the cards that come meanwhile, then go on."),
    "camera_lost": text("The camera's picture has gone. The round can go on without it."),
    "shoe_back": text("Cards dealt while the shoe was away are not known. Tap any that are missing here, then go on."),
    "resumed": text("Compare the felt with this page. Tap any cards that are missing here, then go on."),
    "shoe_gap": text("Messages missing: {messages}. If one was a card, tap it, then go on."),
    "unreadable": text("It may have been a card. If the felt has one that is missing here, tap it, then go on."),
    "shoe_error": text("Fault code {code}. See to the shoe, then go on."),
    "not_awaited": text("{card} left the shoe while no card was awaited."),
    "not_awaited_hidden": text("A card left the shoe while no card was awaited."),
    "not_awaited_seat": text("{card} left the shoe while seat {seat} was still to choose."),
    "not_awaited_seat_hidden": text("A card left the shoe while seat {seat} was still to choose."),
    "impossible": text("{card} was read, but every card of that kind has come. Look at the card and name it."),
    "impossible_hidden": text("The card face down was read as one that can't be. Look at it and name it, or burn it."),
    "repeated": text("It may be the same message once more. Look at the felt: was a new card dealt?"),
    "too_late": text("With {card} in place of {recorded} the round could not have gone as it went. How does it go on?"),
    "wrong_box": text("The camera sees {card} at {box}; the record has it at {recorded}."),
    "disagree": text("The camera sees {card} at {box}; the record has {recorded} there."),
    "extra": text("The camera sees {card} at {box}; the record has no such card there."),
}
_PLAIN: Final = text("Look at the felt, then choose.")

_BOX: Final = text("seat {seat}")
_DEALER_BOX: Final = text("the dealer")

HELD_ONE: Final = text("1 card has come since and waits.")
HELD_MANY: Final = text("{held} cards have come since and wait.")

_REMEDIES: Final = {
    "go_on": text("Go on"),
    "burned": text("The card is burned"),
    "hit": text("It was a hit"),
    "double": text("It was a double"),
    "stand": text("The player stood"),
    "split": text("It was a split"),
    "surrender": text("The player surrendered"),
    "go_to_war": text("The player went to war"),
    "no_insurance": text("No insurance"),
    "insure": text("Insurance was taken"),
    "leave": text("Leave the card as it is"),
    "name": text("Name the card"),
    "record": text("The record is right"),
    "camera": text("The camera is right"),
    "again": text("No new card"),
    "new": text("It is a new card"),
    "restorable": text("Misdeal: back to this card"),
    "not_restorable": text("Misdeal: can't be restored"),
    "wrong_cards": text("Play went on: everyone wins"),
}
_PAYS: Final = text("{remedy}: pays {points} ({clause})")
_TAKES: Final = text("{remedy}: takes back {points} ({clause})")
_MOVES_NOTHING: Final = text("{remedy}: no chips move ({clause})")
_DOUBLE: Final = text("It was a double +{chips}")


def describe(finding: JSON, offers: list[JSON]) -> JSON:
    """Title, sentence, what waits, and the remedies with their labels."""
    kind, facts = finding["kind"], finding["facts"]
    costs = {offer["act"]: offer["chips"] for offer in offers}
    held = finding["held"]
    return {
        "title": say(TITLES.get(kind, UNKNOWN)),
        "sentence": _sentence(kind, facts),
        "held": "" if held == 0 else say(HELD_ONE) if held == 1 else say(HELD_MANY, held=held),
        "remedies": [{**remedy, "label": _label(remedy, costs)} for remedy in finding["remedies"]],
    }


def _sentence(kind: str, facts: JSON) -> str:
    name = kind
    if kind == "not_awaited" and "seat" in facts:
        name = "not_awaited_seat"
    if kind in {"not_awaited", "impossible"} and "card" not in facts:
        name += "_hidden"
    boxes = {"box", "recorded"} if kind == "wrong_box" else {"box"}
    cards = {"card", "recorded"} - boxes
    values = {
        key: _box(value) if key in boxes else card_name(value) if key in cards else value
        for key, value in facts.items()
    }
    return say(_SENTENCES.get(name, _PLAIN), **values)


def _box(name: str) -> str:
    """A box of the layout in words: `seat3`, `dealer`."""
    number = name.removeprefix("seat")
    return say(_BOX, seat=number) if number.isdigit() else say(_DEALER_BOX)


def _label(remedy: JSON, costs: dict[str, int]) -> str:
    """A remedy as its button says it: what it is and, where a clause moves chips, what that costs."""
    name, pays, clause = remedy["name"], remedy.get("pays"), remedy.get("clause")
    if name == "double" and costs.get("double"):
        return say(_DOUBLE, chips=points(costs["double"]))
    what = say(_REMEDIES[name]) if name in _REMEDIES else name
    if clause is None or pays is None:
        return what
    words = _PAYS if pays > 0 else _TAKES if pays < 0 else _MOVES_NOTHING
    return say(words, remedy=what, points=points(abs(pays)), clause=clause)
