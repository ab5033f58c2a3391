"""From a PHH hand to a round/1 script: what each player did, in the words and the order of our rules (O4–O6).

PHH writes `cc` for a check and a call, `cbr` for a bet and a raise, and shows hands before the board is out where
all are all-in; the rules know which it is. A hand is played through the one fold while it is read, so that a script
that comes out is one that settles.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

from dealer_assist import fold, phh
from dealer_assist.cards import Card
from dealer_assist.faults import Fault
from dealer_assist.game import Game, Garbled, Refused
from dealer_assist.games import catalogue
from dealer_assist.games.omaha.hands import HOLE_CARDS


def script(hand: phh.Hand, source: str, chip: Decimal = Decimal(1), house: Path | None = None) -> dict[str, Any]:
    """The hand as a round/1 script, world rule without rake unless this program wrote it otherwise.

    Seats are those of the file if the table has them, else 1, 2, 3 … from the small blind. A hand that stops early
    gives a script that stops early. `source` names the hand in messages, `chip` is what a whole chip stands for in
    its actions. Raises `Fault` for what the rules refuse or do not have, `house` as `catalogue.make` does.
    """
    try:
        seated = seats(hand, house)
        options = _options(hand, seated)
    except phh.NotPhh as wrong:
        raise Fault(f"{source}: {wrong}") from wrong
    parties = [{"seat": seat, "chips": stack} for seat, stack in sorted(zip(seated, hand.stacks, strict=True))]
    try:
        game = catalogue.make("omaha", options, parties, house)
    except Garbled as error:
        raise Fault(f"{source}: {_because(error.clause, str(error))}") from error
    reading = _Reading(game, seated, chip)
    for number, text in enumerate(hand.actions, 1):
        try:
            reading.take(text)
        except phh.NotPhh as wrong:
            raise Fault(f"{source}: action {number} {text!r}: {wrong}") from wrong
    try:
        reading.showdown()
    except phh.NotPhh as wrong:
        raise Fault(f"{source}: at showdown: {wrong}") from wrong
    return {
        "format": "round/1",
        "id": hand.name,
        "game": "omaha",
        "options": options,
        "seats": parties,
        "steps": reading.steps,
    }


def seats(hand: phh.Hand, house: Path | None = None) -> tuple[int, ...]:
    """The seat of each player. Raises `NotPhh` where a table has no room for them."""
    most = catalogue.load_house("omaha", house).played.most_seats
    count = len(hand.stacks)
    if not 2 <= count <= most:
        raise phh.NotPhh(f"{count} players: a table has two to {most} (O1.1)")
    if min(hand.stacks) <= 0:
        raise phh.NotPhh(f"starting_stacks = {[*hand.stacks]}: a player without chips gets no cards (O2.4)")
    if hand.seats is not None and min(hand.seats) >= 1 and max(hand.seats) <= most:
        return hand.seats
    return tuple(range(1, count + 1))


def _options(hand: phh.Hand, seated: tuple[int, ...]) -> dict[str, Any]:
    small, big, *others = hand.blinds
    if hand.min_bet != big:
        raise phh.NotPhh(f"min_bet {hand.min_bet}: the least bet is the big blind, {big} (O5.1)")
    if any(post not in (0, -big) for post in others):
        raise phh.NotPhh(f"blinds_or_straddles = {[*hand.blinds]}: the rules have no straddle (O4.4)")
    ante = min(hand.antes)
    antes = hand.antes if len(seated) > 2 else hand.antes[::-1]
    if not hand.trimming and ante and ante > min(hand.stacks):
        raise phh.NotPhh(
            "an ante that is not whole wins no more of each other ante (O5.6): ante_trimming_status = true"
        )
    options: dict[str, Any] = {
        "rule": hand.ours.get("rule", "world"),
        "betting": "pot_limit",
        "button": seated[-1],
        "small_blind": small,
        "big_blind": big,
        "ante": ante,
        "rake": hand.ours.get("rake") is True,
    }
    live = {str(seated[at]): -post for at, post in enumerate(hand.blinds) if post < 0}
    dead = {str(seated[at]): paid - ante for at, paid in enumerate(antes) if paid > ante}
    return {**options, **({"extra_posts": live} if live else {}), **({"dead_posts": dead} if dead else {})}


def _because(clause: str | None, why: str) -> str:
    return f"{clause}: {why}" if clause else why


class _Reading:
    """A hand half read: the round so far, its steps, and which hands have been shown or mucked."""

    def __init__(self, game: Game[Any], seats: tuple[int, ...], chip: Decimal) -> None:
        self.steps: list[dict[str, Any]] = []
        self._game = game
        self._seats = seats
        self._chip = chip
        self._point = fold.begin(game)
        self._known: dict[int, list[Card]] = {seat: [] for seat in seats}
        #: By seat, whether the hand was shown; mucked, or shown in part only, otherwise.
        self._shown: dict[int, bool] = {}
        #: By seat, the cards of one that was shown in part.
        self._parts: dict[int, list[str]] = {}

    def take(self, text: str) -> None:
        """One entry of `actions`. Raises `NotPhh` with the reason."""
        action = phh.action(text)
        match action:
            case None:
                pass
            case phh.Action(verb="db", argument=str(cards)):
                for card in phh.cards(cards):
                    self._step({"card": str(card) if card else phh.UNKNOWN, "to": "board"})
            case phh.Action(verb="dh", to=int(player), argument=str(cards)):
                self._learn(self._seat(player), phh.cards(cards))
            case phh.Action(who=int(player), verb="f"):
                self._step({"act": "fold", "seat": self._seat(player)})
            case phh.Action(who=int(player), verb="cc"):
                seat, legal = self._seat(player), self._legal(player)
                self._step({"act": "check" if legal["check"] else "call", "seat": seat})
            case phh.Action(who=int(player), verb="cbr", argument=str(text)):
                seat, legal = self._seat(player), self._legal(player)
                to = phh.amount(text, "cbr", self._chip)
                self._step({"act": "bet" if legal["bet"] else "raise", "seat": seat, "to": to})
            case phh.Action(who=int(player), verb="sm", argument=cards):
                self._show(self._seat(player), cards)

    def showdown(self) -> None:
        """Hands are opened and mucked in the order of O6.1 and O6.2, whenever PHH showed them. Raises `NotPhh`.

        A seat of which nothing is said mucks once another has shown; if none has, the hand stops before showdown.
        """
        waiting = [*self._shown, *(seat for seat in self._seats if seat not in self._shown)] if self._shown else []
        refused: dict[int, Refused] = {}
        while waiting:
            for seat in waiting:
                outcome = self._open_or_muck(seat)
                if outcome is None:
                    break
                refused[seat] = outcome
            else:
                break
            waiting.remove(seat)
        late = [seat for seat in waiting if self._shown.get(seat)]
        if late and not self._game.settlement(self._point.state)["complete"]:
            outcome = refused[late[0]]
            raise phh.NotPhh(f"p{self._seats.index(late[0]) + 1}: {_because(outcome.clause, outcome.why)}")

    def _open_or_muck(self, seat: int) -> Refused | None:
        """One hand; a muck that the rules forbid (O6.1, O6.2) is opened, if its cards are known."""
        shown = self._shown.get(seat, False)
        part = {"cards": self._parts[seat]} if self._parts.get(seat) else {}
        outcome = self._try({"act": "open", "seat": seat} if shown else {"act": "muck", "seat": seat, **part})
        if outcome is not None and not shown and len(self._known[seat]) == HOLE_CARDS:
            return self._try({"act": "open", "seat": seat})
        return outcome

    def _seat(self, player: int) -> int:
        if player >= len(self._seats):
            raise phh.NotPhh(f"there is no p{player + 1}: {len(self._seats)} players")
        return self._seats[player]

    def _learn(self, seat: int, cards: tuple[Card | None, ...]) -> None:
        """Hole cards as they become known."""
        for card in cards:
            if card is not None:
                self._step({"card": str(card), "to": seat})
                self._known[seat].append(card)

    def _show(self, seat: int, text: str | None) -> None:
        """`-` is the hand as it was dealt; cards that were dealt unseen are known now."""
        known = self._known[seat]
        cards = tuple(known) if text == "-" else phh.cards(text or "")
        self._learn(seat, tuple([card for card in cards if card not in known]))
        whole = self._shown[seat] = None not in cards and len(known) == len(cards) == HOLE_CARDS
        self._parts[seat] = [] if whole else [str(card) for card in cards if card is not None][: HOLE_CARDS - 1]

    def _legal(self, player: int) -> dict[str, Any]:
        """What the player may do, as `{"ask": "legal"}` answers; he has to be the one to act."""
        asked = fold.take(self._game, self._point, {"ask": "legal"})
        if isinstance(asked, Refused):
            raise phh.NotPhh(_because(asked.clause, asked.why))
        answers: Any = self._game.settlement(asked.point.state)["legal"]
        legal: dict[str, Any] = answers[-1]
        if legal["seat"] != self._seats[player]:
            raise phh.NotPhh(f"not p{player + 1} but p{self._seats.index(legal['seat']) + 1} is to act")
        return legal

    def _step(self, step: dict[str, Any]) -> None:
        outcome = self._try(step)
        if outcome is not None:
            raise phh.NotPhh(_because(outcome.clause, outcome.why))

    def _try(self, step: dict[str, Any]) -> Refused | None:
        taken = fold.take(self._game, self._point, step)
        if isinstance(taken, Refused):
            return taken
        self._point = taken.point
        self.steps.append(step)
        return None
