"""Steps, lines, findings and notes of a journal in plain words, for a report that outlives the screens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dealer_assist import sealing
from dealer_assist.cards import NotACard, parse

JSON = Mapping[str, Any]
FACE_DOWN: Final = "a card face down"
_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
#: What is told of a finding or a note while a card may lie face down: nothing that could name one.
_OPEN: Final = frozenset(
    [
        "device",
        "up",
        "blind",
        "messages",
        "code",
        "box",
        "seat",
        "to",
        "hand",
        "size",
        "left",
        "ran",
        "runs",
        "called",
        "do",
        "who",
        "chips",
        "options",
        "what",
        "act",
        "betting",
        "clause",
        "role",
        "badge",
        "screen",
        "reason",
    ]
)


def card_words(card: object) -> str:
    """`7s` as `7♠`, `Jk` as `joker`, `??` as a card face down."""
    if card in {"??", "?", None}:
        return FACE_DOWN
    try:
        parsed = parse(str(card))
    except NotACard:
        return str(card)
    text = str(parsed)
    return "joker" if text == "Jk" else text[0].replace("T", "10") + _SUITS[text[1]]


def place_words(to: object) -> str:
    """Where a card goes."""
    return f"seat {to}" if isinstance(to, int) else str(to)


def step_words(step: JSON, hidden: bool = False) -> str:
    """A step of a round script; the card of a `hidden` one is not named."""
    card = FACE_DOWN if hidden else card_words(step.get("card", step.get("turn")))
    match step:
        case {"card": _, "to": to, **rest}:
            hand = f", hand {rest['hand']}" if "hand" in rest else ""
            return f"{card} to {place_words(to)}{hand}"
        case {"turn": _, **rest}:
            return f"{card} turned" + (f" at {place_words(rest['to'])}" if "to" in rest else "")
        case {"bet": seat, "unit": int(unit)}:
            return f"seat {seat} bets {unit}"
        case {"bet": seat}:
            return f"seat {seat} bets all-in"
        case {"act": act, "seat": seat, **rest}:
            more = "".join(f", {key} {value}" for key, value in rest.items())
            return f"seat {seat}: {act}{more}"
    return ", ".join(f"{key}: {value}" for key, value in step.items())


def line_words(line: JSON) -> str:
    """A line with its sum and clause."""
    multiple = "" if line["multiple"] is None else f" × {line['multiple']}"
    return (
        f"seat {line['seat']}, {line['on']}, {line['outcome']}: {line['stake']}{multiple} = {line['paid']} "
        f"({line['clause']})"
    )


def finding_words(finding: JSON, running: bool) -> str:
    """A finding; of a running round without what could tell a card that lies face down."""
    return note_words(finding["kind"], finding["facts"], running)


def note_words(kind: str, body: JSON, running: bool) -> str:
    """A note, as a link that came or a card that was burned; of a running round no card is told, and never a key."""
    if (sealed := _seal_words(kind, body)) is not None:
        return sealed
    facts = [
        f"{key} {card_words(value) if key in {'card', 'recorded'} else value}"
        for key, value in body.items()
        if key != "hidden" and value not in ("", None) and (key in _OPEN or not running)
    ]
    return f"{kind.replace('_', ' ')}" + (f" ({', '.join(facts)})" if facts else "")


def _seal_words(kind: str, body: JSON) -> str | None:
    """What a record of sealing says; None for a record of another kind."""
    if kind == sealing.OPENED:
        which = ", ".join(body["records"])
        why = "two supervisors agreed" if body["why"] == "agreed" else "the card was turned"
        return f"what was sealed in record {which} is open: {why}"
    return {
        sealing.SEAL: "cards that lie face down are sealed from here on",
        sealing.UNSEALED: "all that was sealed in this round is open: it is over",
        sealing.CLOSED: "all that was sealed until here is open: the table closed between two rounds",
    }.get(kind)
