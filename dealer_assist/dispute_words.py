"""Steps, lines and findings of a journal in plain words, for a report that outlives the screens.

What is recorded beside them is in `note_words`. Each sentence has one form, by which the kiosk knows it again and says
it in another language (`kiosk.told`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from dealer_assist.cards import NotACard, parse

JSON = Mapping[str, Any]
FACE_DOWN: Final = "a card face down"
_BOX: Final = re.compile(r"(seat|player) ?(\d+)")
_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
#: What is told of a finding while a card may lie face down: nothing that could name one.
OPEN: Final = frozenset(
    {
        *("device", "up", "blind", "messages", "code", "box", "seat", "to", "hand", "size", "left", "ran"),
        *("runs", "called", "do", "who", "chips", "options", "what", "act", "betting", "clause", "role"),
        *("badge", "screen", "reason"),
    }
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
    """Where a card goes, or a box of the felt: `seat 3`, `player 2`, `dealer`."""
    if isinstance(to, int):
        return f"seat {to}"
    found = _BOX.fullmatch(str(to))
    return str(to) if found is None else f"{found[1]} {found[2]}"


def plain(name: object) -> str:
    """A name of the rules as people read it: `five_cards` is five cards."""
    return {True: "yes", False: "no"}[name] if isinstance(name, bool) else str(name).replace("_", " ")


def step_words(step: JSON, hidden: bool = False) -> str:
    """A step of a round script; the card of a `hidden` one is not named."""
    card = FACE_DOWN if hidden else card_words(step.get("card", step.get("turn")))
    match step:
        case {"misdeal": str(what)}:
            return _misdeal_words(what, step, card)
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
            return f"seat {seat}: {plain(act)}{_more_words(rest)}"
        case {"flying": seat, "act": act, **rest}:
            return f"seat {seat} out of turn: {plain(act)}{_more_words(rest)}"
        case {"order": _, "account": account, "selection": on, "side": side, "odds": odds, "stake": stake}:
            does = "backs" if side == "back" else "lays"
            return f"account {account} {does} {place_words(plain(on))} at {odds}: {stake}"
        case {"cancel": order}:
            return f"order {order} is cancelled"
        case {"close": _}:
            return "betting is closed"
        case {"disclosed": seat}:
            return f"seat {seat} disclosed a hand"
        case {"interfered": seat}:
            return f"seat {seat} interfered"
    return ", ".join(f"{key}: {value}" for key, value in step.items())


def _more_words(rest: JSON) -> str:
    """What goes with an act: the total that it makes, the cards that are shown."""
    total = f", to {rest['to']}" if "to" in rest else ""
    return total + (f", showing {' '.join(map(card_words, rest['cards']))}" if rest.get("cards") else "")


def _misdeal_words(what: str, step: JSON, card: str) -> str:
    match what, step:
        case _, {"back_to": back_to}:
            return f"misdeal: back to step {back_to}"
        case "discretion", {"reason": reason, **rest}:
            moves = ", ".join(f"seat {pay['seat']} {pay['paid']:+d}" for pay in rest.get("pays", ()))
            return f"at the dealer's discretion{f' ({moves})' if moves else ''}: {reason}"
        case "wrong_shown", {"seat": seat}:
            return f"seat {seat} showed {card} by mistake"
        case _, {"seat": seat, "card": _}:
            return f"misdeal, {plain(what)}: {card} of seat {seat}"
        case _, {"card": _}:
            return f"misdeal, {plain(what)}: {card}"
        case _, {"reason": str(reason)} if reason:
            return f"misdeal, {plain(what)}: {plain(reason)}"
    return f"misdeal, {plain(what)}"


def line_words(line: JSON, who: str = "", amount: Callable[[Any], str] = str) -> str:
    """A line with its sum and clause: of `who` (the line's seat, if nobody is named), sums as `amount` writes them."""
    multiple = "" if line["multiple"] is None else f" × {line['multiple']}"
    stake, paid = amount(line["stake"]), amount(line["paid"])
    what = f"{who or place_words(line['seat'])}, {_stake(line['on'])}, {plain(line['outcome'])}"
    return f"{what}: {stake}{multiple} = {paid} ({line['clause']})"


def _stake(on: str) -> str:
    """What a line is on: `blackjack.2` and `back.player1` are of a hand and of a selection."""
    name, _, of = on.partition(".")
    return f"{plain(name)} {place_words(plain(of))}" if of else plain(name)


def finding_words(finding: JSON, running: bool) -> str:
    """A finding; of a running round without what could tell a card that lies face down."""
    return with_facts(finding["kind"], finding["facts"], running)


def with_facts(kind: str, body: JSON, running: bool) -> str:
    """A kind of record and its facts; of a running round no card, no place of a digest, and never a key."""
    facts = [
        f"{plain(key)} {_fact(key, value)}"
        for key, value in body.items()
        if key != "hidden" and value not in ("", None) and (key in OPEN or not running)
    ]
    return plain(kind) + (f" ({', '.join(facts)})" if facts else "")


def _fact(key: str, value: object) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(map(card_words, value))
    if key in {"box", "to"}:
        return place_words(value)
    return card_words(value) if key in {"card", "recorded"} else plain(value)
