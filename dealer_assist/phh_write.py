"""From a round/1 script of Omaha to a PHH hand (O4–O6).

PHH knows deals, folds, calls, raises and hands shown. What it has no word for either stands beside it (the rake, what
the house adds, a burned card) or makes the hand one that can't be written: conduct (O8), a misdeal (O9) and an action
out of turn that does not stand (O7) move chips that no reader of PHH could follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from dealer_assist import fold, phh, phh_read
from dealer_assist import script as scripts
from dealer_assist.betting import NOBODY
from dealer_assist.cards import Card
from dealer_assist.faults import Fault
from dealer_assist.games import catalogue
from dealer_assist.games.omaha.hands import HOLE_CARDS

if TYPE_CHECKING:
    from dealer_assist.games.omaha.seating import Seating
    from dealer_assist.games.omaha.state import State

#: Steps that PHH can't tell, by the key that they have, and what they are.
_UNTOLD: Final = {
    "disclosed": "a hand disclosed (O8.1)",
    "interfered": "an interference (O8.2)",
    "misdeal": "a misdeal (O9)",
}
_BETTINGS: Final = {"no_limit": "no-limit Omaha", "fixed_limit": "fixed-limit Omaha"}
#: How many cards the board has when a street is out, and how many it had before.
_STREETS: Final = {3: 0, 4: 3, 5: 4}


def hand(text: bytes | str, source: str, house: Path | None = None) -> phh.Hand:
    """The round/1 script `text` as a PHH hand; all its cards are told, those of folded hands too.

    `source` names the script in messages. Raises `Fault` for a script that is refused, of another game, or with
    something in it that PHH has no word for.
    """
    answer: Any = scripts.settle(text, house)
    if answer["format"] == "refusal/1":
        step = "" if answer["step"] is None else f"step {answer['step']}: "
        clause = f"{answer['clause']}: " if answer["clause"] else ""
        raise Fault(f"{source}: {step}{clause}{answer['error']}")
    script = msgspec.json.decode(text, type=scripts.Script)
    if script.game != "omaha":
        raise Fault(f"{source}: a round of {script.game}: PHH has no name for that game")
    game: Any = catalogue.make(script.game, script.options, script.parties(), house)
    seating: Seating = game.table
    if seating.options.betting in _BETTINGS:
        raise Fault(f"{source}: {_BETTINGS[seating.options.betting]}: PHH has a name for pot-limit Omaha only (PO)")
    if seating.is_idle:
        raise Fault(f"{source}: fewer than two seats have chips: there is no hand to write")
    writing = _Writing(game)
    try:
        for number, step in enumerate(script.steps):
            writing.take(number, step)
    except phh.NotPhh as wrong:
        raise Fault(f"{source}: {wrong}: PHH has no word for it") from wrong
    written = _hand(script.id, seating, writing.actions(), answer)
    if any("flying" in step for step in script.steps) and not _reads_alike(written, answer, house):
        raise Fault(f"{source}: an action out of turn that does not stand (O7): PHH has no word for it")
    return written


def _reads_alike(written: phh.Hand, answer: Any, house: Path | None) -> bool:
    """Whether the hand, read again, settles to the chips of `answer`."""
    try:
        again: Any = scripts.settle(msgspec.json.encode(phh_read.script(written, "", house=house)), house)
    except Fault:
        return False
    return bool([seat["chips"] for seat in again["seats"]] == [seat["chips"] for seat in answer["seats"]])


def _hand(name: str, seating: Seating, actions: tuple[str, ...], answer: Any) -> phh.Hand:
    many = len(seating.numbers)
    blinds = [-seating.places.live.get(seat, 0) for seat in seating.numbers]
    if seating.small != NOBODY:
        blinds[seating.small] = seating.small_blind
    blinds[seating.big] = seating.big_blind
    antes = [seating.ante + seating.places.dead.get(seat, 0) for seat in seating.numbers]
    over = answer["complete"]
    after = {entry["seat"]: entry["chips"] for entry in answer["seats"]}
    won = {seat: sum([pot["shares"].get(str(seat), 0) for pot in answer.get("pots", ())]) for seat in after}
    return phh.Hand(
        name=name,
        antes=tuple(antes if many > 2 else antes[::-1]),
        blinds=tuple(blinds if many > 2 else blinds[::-1]),
        min_bet=seating.big_blind,
        stacks=tuple([seat.chips for seat in seating.seats]),
        actions=actions,
        seats=seating.numbers,
        finishing=tuple([after[seat] for seat in seating.numbers]) if over else None,
        winnings=tuple([won[seat] for seat in seating.numbers]) if over else None,
        trimming=len(set(antes)) == 1,
        ours={
            "rule": seating.options.rule,
            "rake": seating.options.rake,
            "rake_taken": answer.get("rake", 0),
            "house_adds": answer.get("house_adds", 0),
        },
    )


class _Writing:
    """A script on its way to `actions`: what is told so far, and the round where it stands."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._point = fold.begin(game)
        #: `{2}` stands for the hand of position 2: its cards may be read later than it is opened.
        self._told: list[str] = []
        self._betting_over = 0

    def take(self, number: int, step: dict[str, Any]) -> None:
        """One step of the script, which the rules have taken before. Raises `NotPhh` for one that PHH can't tell."""
        for key, what in _UNTOLD.items():
            if key in step and step[key] != "wrong_shown":
                raise phh.NotPhh(f"step {number}: {what}")
        before: State = self._point.state
        taken = fold.take(self._game, self._point, step)
        assert isinstance(taken, fold.Taken)
        self._point = taken.point
        after: State = taken.point.state
        bets = [*_bet(step, before, self._game.table), *_stood(before, after)]
        if bets:
            self._told += bets
            self._betting_over = len(self._told)
        self._told += _shown(step, self._game.table)
        if len(after.board) > len(before.board) and len(after.board) in _STREETS:
            self._told.append(f"d db {_text(after.board[_STREETS[len(after.board)] :])}")

    def actions(self) -> tuple[str, ...]:
        """All that was told; where all are all-in, hands are shown before what is left of the board is dealt."""
        hands = [_text(cards, HOLE_CARDS) for cards in self._point.state.hole]
        deals = [f"d dh p{at} {cards}" for at, cards in enumerate(hands, 1)]
        before, after = self._told[: self._betting_over], self._told[self._betting_over :]
        if any(entry.startswith("d db") for entry in after):
            shown = [entry for entry in after if " sm {" in entry]
            after = [*shown, *(entry for entry in after if entry not in shown)]
        return (*deals, *[entry.format(*hands) for entry in before + after])


def _bet(step: dict[str, Any], before: State, seating: Seating) -> Iterable[str]:
    """A fold, check, call, bet, raise or all-in in PHH's words."""
    match step:
        case {"act": "fold" | "check" | "call" | "bet" | "raise" | "all_in" as act, "seat": seat}:
            position = seating.at[seat]
            words = _words(position, act, step.get("to", _all(before, position)), before.betting.current)
            yield f"{words} # p{position + 1} shows {' '.join(step['cards'])}" if step.get("cards") else words
        case {"card": card, "to": "burn"}:
            yield f"# {card} burned"


def _words(position: int, act: str, total: int, current: int) -> str:
    if act == "all_in":
        act = "raise" if total > current else "call"
    verb = {"fold": "f", "check": "cc", "call": "cc"}.get(act, f"cbr {total}")
    return f"p{position + 1} {verb}"


def _all(state: State, position: int) -> int:
    """The total that all a seat's chips make in this round."""
    return state.betting.bets[position] + state.betting.chips[position]


def _stood(before: State, after: State) -> Iterable[str]:
    """The acts out of turn that stood, now that their turn has come (O7.1)."""
    for position, act, total in before.conduct.pending:
        over = (position, act, total) not in after.conduct.pending
        if over and act != "all_in" and not after.conduct.bound and after.dead == before.dead:
            yield _words(position, act, total, 0)


def _shown(step: dict[str, Any], seating: Seating) -> Iterable[str]:
    """A hand opened, in whole or in part, or mucked; a card shown by mistake (O9.4)."""
    match step:
        case {"misdeal": "wrong_shown", "seat": seat, "card": card}:
            meant = f", meant {step['meant']}" if step.get("meant") else ""
            yield f"# p{seating.at[seat] + 1} shows {card} by mistake{meant}"
        case {"act": "open" | "muck" as act, "seat": seat}:
            player = f"p{seating.at[seat] + 1}"
            cards: list[str] | None = step.get("cards")
            if act == "open" and cards is None:
                yield f"{player} sm {{{seating.at[seat]}}}"
                return
            shows = f"# {player} shows {' '.join(cards or ())}"
            yield shows if act == "open" else f"{player} sm {shows if cards else ''}".rstrip()


def _text(cards: Sequence[Card | str | None], number: int = 0) -> str:
    """Cards as PHH writes them, those that are not known too, up to `number`."""
    return "".join([str(card) if card else phh.UNKNOWN for card in (*cards, *[None] * (number - len(cards)))])
