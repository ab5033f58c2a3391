"""A finding in words: what was seen, what was awaited, what may be done about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kiosk.refusals import said_anew
from kiosk.speech import SPEECHES
from kiosk.speech.contract import MOVED, Speech
from kiosk.words import card_name, count, many, points, say, signed, text

JSON = dict[str, Any]

TITLES: Final = {
    "shoe_lost": text("Shoe lost"),
    "camera_lost": text("Camera lost"),
    "camera_blind": text("The camera sees nothing"),
    "camera_moved": text("The camera was moved"),
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
    "skipped": text("A seat was skipped"),
    "twice": text("Two cards for one seat"),
    "turned": text("A card was turned too early"),
    "switched": text("A card that was not dealt there"),
    "unseen": text("A card that the camera has not seen"),
    "face_down": text("A card lies face down"),
    "astray": text("A card lies where none was dealt"),
    "order": text("The cards come in an order"),
    "shoe_count": text("The shoe's count does not come out"),
    "misdeal": text("Misdeal: how does it go on?"),
    "exposed": text("A card lies open that must not be seen"),
    "paused": text("Paused"),
}
UNKNOWN: Final = text("Something is not as it should be")

_SENTENCES: Final = {
    "shoe_lost": text("The shoe's cable or power has gone. Tap the cards that come meanwhile, then go on."),
    "camera_lost": text("The camera's picture has gone. The round can go on without it."),
    "camera_blind": text("{why} See to its lens and its light. The round can go on without it."),
    "camera_moved": text("The boxes no longer lie where they were drawn. Put the camera back, or draw them anew."),
    "shoe_back": text("Cards dealt while the shoe was away are not known. Tap any that are missing here, then go on."),
    "resumed": text(
        "Compare the felt with this page. Tap cards that are missing here, then go on; key missing acts after that."
    ),
    "shoe_gap": text("Messages missing: {messages}. If one was a card, tap it, then go on."),
    "unreadable": text("It may have been a card. If the felt has one that is missing here, tap it, then go on."),
    "shoe_error": text("Fault code {code}. See to the shoe, then go on."),
    "not_awaited": text("{card} left the shoe while no card was awaited."),
    "not_awaited_hidden": text("A card left the shoe while no card was awaited."),
    "not_awaited_seat": text("{card} left the shoe while seat {seat} was still to choose."),
    "not_awaited_seat_hidden": text("A card left the shoe while seat {seat} was still to choose."),
    "not_awaited_betting": text("{card} left the shoe while betting round {betting} is open."),
    "impossible": text("{card} was read, but every card of that kind has come. Look at the card and name it."),
    "impossible_hidden": text("The card face down was read as one that can't be. Look at it and name it, or burn it."),
    "repeated": text("It may be the same message once more. Look at the felt: was a new card dealt?"),
    "too_late": text("With {card} in place of {recorded} the round could not have gone as it went. How does it go on?"),
    "wrong_box": text("The camera sees {card} at {box}; the record has it at {recorded}."),
    "disagree": text("The camera sees {card} at {box}; the record has {recorded} there."),
    "extra": text("The camera sees {card} at {box}; the record has no such card there."),
    "skipped": text("{card} was due at {recorded}, where nothing lies; the camera sees it at {box}."),
    "twice": text("{card} was due at {recorded}, where nothing lies; the camera sees it at {box} with another."),
    "turned": text("The camera sees {card} at {box}, whose card still lies face down by the rules."),
    "switched": text("The camera sees {card} at {box}; the shoe dealt no such card there."),
    "switched_recorded": text("{recorded} was dealt face down at {box}; the camera now sees {card} there."),
    "unseen": text("{card} left the shoe for {box}. It may lie face down, under another, or somewhere else."),
    "face_down": text("{card} left the shoe for {box}, where a card lies with its back up."),
    "astray": text("At {box} a card lies with its back up. The record has none there."),
    "unseen_hidden": text("A card left the shoe for {box}, face down. Nothing lies there."),
    "order_suit": text("Neighbours of one suit among the last {ran} cards: nobody seems to have shuffled."),
    "order_rank": text("The same rank again and again in the last {ran} cards: nobody seems to have shuffled."),
    "order_again": text("{ran} cards came as they did in an earlier shoe: nobody seems to have shuffled."),
    "shoe_count_missing": text("The shoe had {size} cards: {out} came, {left} are left. Missing: {missing}."),
    "shoe_count_many": text("The shoe had {size} cards: {out} came, {left} are left. Too many: {many}."),
    "shoe_count_over": text("The shoe had {size} cards, and {out} came."),
    "exposed": text("The camera sees {card} at {box}, where cards lie face down."),
    "paused": text("Nothing can be keyed until play goes on."),
    "misdeal_card": text("{card} at {box} went wrong."),
    "misdeal_card_hidden": text("The card face down at {box} went wrong."),
    "misdeal_shown": text("{card} of {box} was shown by mistake. Ask the player: show the card that was meant?"),
    "misdeal_act": text("The last act was wrong: seat {seat}, {act}."),
    "misdeal_lost": text("The cards can't be told apart any more."),
    "misdeal_other": text("No rule fits: say what happened and what is paid. A supervisor has to agree."),
}
_THEY: Final = text("They are: {cards}.")
_PLAIN: Final = text("Look at the felt, then choose.")

_BOX: Final = text("seat {seat}")
_BOXES: Final = {"dealer": text("the dealer"), "board": text("the board"), "burn": text("the burned cards")}
_PLAYER_BOX: Final = text("Player {player}")

HELD: Final = many("1 card has come since and waits.", "{number} cards have come since and wait.")

REMEDIES: Final = {
    "go_on": text("Go on"),
    "burned": text("The card is burned"),
    "leave": text("Leave the card as it is"),
    "name": text("Name the card"),
    "record": text("The record is right"),
    "camera": text("The camera is right"),
    "again": text("No new card"),
    "new": text("It is a new card"),
    "restorable": text("Misdeal: back to this card"),
    "restorable_act": text("Misdeal: back to this act"),
    "discretion": text("At the dealer's discretion"),
    "no_misdeal": text("No misdeal: go on"),
    "new_shoe": text("A new shoe is in"),
    "reshuffled": text("The shoe was shuffled again"),
    "count": text("The card is right: an earlier one was read wrongly"),
    "recount": text("Count again"),
    "uneven": text("It is so: a new shoe begins"),
}
_PAYS: Final = text("{remedy}: pays {points} ({clause})")
#: What ends a round gives the open stakes back too.
_PAYS_ALL: Final = text("{remedy}: players get {points} with their stakes ({clause})")
_TAKES: Final = text("{remedy}: takes back {points} ({clause})")
_MOVES_NOTHING: Final = text("{remedy}: no chips move ({clause})")
_FREE: Final = text("{remedy} ({clause})")
_AGREED: Final = text("A supervisor has to agree.")


def title(finding: JSON) -> str:
    """What was found, in a few words."""
    return say(TITLES.get(finding["kind"], UNKNOWN))


def remedy(name: str) -> str:
    """A remedy by its name, of any game."""
    for known in (REMEDIES, *(speech.remedies for speech in SPEECHES.values())):
        if name in known:
            return say(known[name])
    return name


def describe(
    finding: JSON,
    offers: list[JSON],
    speech: Speech,
    clause: Callable[[str], str] = lambda _: "",
    moved: Callable[[int, int], str] = lambda seat, net: say(MOVED, seat=seat, net=signed(net)),
) -> JSON:
    """Title, sentence, what waits, and the remedies: label, the words of their clause, who gets what.

    `speech` has the words of the table's game, `clause` gives the words of a clause, `moved` says what a seat gets.
    """
    facts, held = finding["facts"], finding["held"]
    costs = {offer["act"]: offer["chips"] for offer in offers}
    return {
        "title": title(finding),
        "sentence": _sentence(finding["kind"], facts, speech),
        "cards": _cards(finding["kind"], facts),
        "held": count(HELD, held) if held else "",
        "remedies": [
            {
                **remedy,
                "label": _label(remedy, costs, speech, facts.get("what")),
                "why": clause(remedy["clause"]) if remedy["clause"] else "",
                "moves": [moved(seat, net) for seat, net in remedy["seats"]],
                "agreed": say(_AGREED) if remedy["approval"] else "",
            }
            for remedy in finding["remedies"]
        ],
    }


def _sentence(kind: str, facts: JSON, speech: Speech) -> str:
    name = f"misdeal_{facts['what']}" if kind == "misdeal" else kind
    if name in {"misdeal_card", "unseen"} and facts["card"] == "??":
        name += "_hidden"
    if kind == "not_awaited" and "seat" in facts:
        name = "not_awaited_seat"
    elif kind == "not_awaited" and "betting" in facts:
        name = "not_awaited_betting"
    if kind in {"not_awaited", "impossible"} and "card" not in facts:
        name += "_hidden"
    name = _variant(name, facts)
    boxes = {"box", "recorded"} if kind in {"wrong_box", "skipped", "twice"} else {"box"}
    cards = {"card", "recorded"} - boxes
    values = {
        key: _box(value) if key in boxes else _named(value) if key in cards else value for key, value in facts.items()
    }
    if "act" in facts:
        values["act"] = say(speech.acts[facts["act"]][0]) if facts["act"] in speech.acts else facts["act"]
    if "why" in facts:
        values["why"] = said_anew(facts["why"])
    return say(_SENTENCES.get(name, _PLAIN), **values)


def _cards(kind: str, facts: JSON) -> str:
    """Which cards came in an order, if they may be named."""
    if kind != "order" or not facts["cards"]:
        return ""
    return say(_THEY, cards=", ".join(map(card_name, facts["cards"])))


def _variant(name: str, facts: JSON) -> str:
    """The sentence of findings that have more than one."""
    match name:
        case "switched" if "recorded" in facts:
            return "switched_recorded"
        case "order":
            return f"order_{facts['order']}"
        case "shoe_count":
            if facts["left"] is None:
                return "shoe_count_over"
            return "shoe_count_many" if facts["many"] else "shoe_count_missing"
    return name


def _named(card: str) -> str:
    return "" if card == "??" else card_name(card)


def _box(name: str) -> str:
    """A box of the layout in words: `seat3`, `dealer`, `board`, `player2`."""
    for kind, words in (("seat", _BOX), ("player", _PLAYER_BOX)):
        if name.removeprefix(kind).isdigit():
            return say(words, **{kind: name.removeprefix(kind)})
    return say(_BOXES[name])


def _label(remedy: JSON, costs: dict[str, int], speech: Speech, what: str | None) -> str:
    """A remedy as its button says it: what it is and, where a clause moves chips, what that costs."""
    name, pays, clause = remedy["name"], remedy.get("pays"), remedy.get("clause")
    dear = speech.remedies.get(f"{name}_dear")
    if dear is not None and costs.get(name):
        return say(dear, chips=points(costs[name]))
    known = REMEDIES.get(f"{name}_{what}", REMEDIES.get(name, speech.remedies.get(name)))
    named = name if known is None else say(known)
    if clause is None:
        return named
    if pays is None or not speech.in_points:
        return say(_FREE, remedy=named, clause=clause)
    paying = _PAYS_ALL if remedy["approval"] else _PAYS
    words = paying if pays > 0 else _TAKES if pays < 0 else _MOVES_NOTHING
    return say(words, remedy=named, points=points(abs(pays)), clause=clause)
