"""Every card that left the shoe since it began, over all its rounds, burned ones too: what it may still give, whether
its cards come in an order, and at its end whether all of them came."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from dealer_assist import cards
from dealer_assist.cards import CARDS, Card
from dealer_assist.game import BURN, Game
from dealer_assist.journal import Record
from dealer_assist.order_alarm import OrderAlarm, Ran
from dealer_assist.shoe import Shoe

JSON = dict[str, Any]


class Ended(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shoe at its end: it had `size` cards, `out` came (`unread` of them without a name), `left` were counted in it.

    `left` is None where nobody counted. `cards` are those of which too few or too many came, where that is known.
    """

    size: int
    out: int
    unread: int
    left: int | None
    cards: tuple[str, ...] = ()

    @property
    def missing(self) -> int:
        """Cards that neither came nor are left; below zero those that are too many."""
        return 0 if self.left is None else self.size - self.out - self.left

    @property
    def differs(self) -> bool:
        """Whether cards are missing or too many, in number or in kind."""
        return self.missing != 0 or self.out > self.size or bool(self.cards)


class ShoeCount:
    """Reads records as they are made. A new shoe begins when a record says so, with the round after the cut card, with
    another composition, and with every round of a game whose cards all come back."""

    def __init__(self, game_of: Callable[[JSON], Game[Any]]) -> None:
        """`game_of` makes the game of a round from what it began with."""
        self._game_of = game_of
        self._options: JSON | None = None
        self._found: dict[int, Mapping[str, Any]] = {}
        self._alarm: OrderAlarm | None = None
        self._lasts = True
        self._begins()
        #: The number of the last record that was read.
        self.number = 0
        #: What a full shoe has; None for an endless one.
        self.shoe: Shoe | None = None
        #: The cards that came in an order, until that is recorded as a finding.
        self.ran: Ran | None = None

    def read(self, records: Iterable[Record]) -> ShoeCount:
        """Take the records since the last that was read."""
        for record in records:
            self.number = record.number
            self._take(record.kind, record.number, record.content())
        return self

    @property
    def out(self) -> list[Card]:
        """The cards that came and were read."""
        return [card for card in self._out if card is not None]

    @property
    def left(self) -> int | None:
        """How many cards are still inside, as far as the record knows; None for an endless shoe."""
        return None if self.shoe is None else self.shoe.size - len(self._out)

    def may_give(self, card: Card) -> bool:
        """Whether the shoe can hold another `card`. Where it lasts one round, the game itself says so."""
        return self.shoe is None or not self._lasts or self.shoe.can_give(card, self.out)

    def ended(self, left: int | None) -> Ended | None:
        """The shoe as it ends now with `left` cards counted in it; None for an endless one.

        Where the shoe was drawn out to its last card, nobody has to count.
        """
        if self.shoe is None:
            return None
        left = 0 if left is None and self.drawn_out else left
        ended = Ended(self.shoe.size, len(self._out), self._out.count(None), left)
        named = self.shoe if left == 0 and not ended.unread else None
        out = self.out
        few = [str(card) for card in CARDS if named is not None for _ in range(named.holds(card) - out.count(card))]
        many = [str(card) for card in CARDS for _ in range(out.count(card) - self.shoe.holds(card))]
        return msgspec.structs.replace(ended, cards=tuple(few + many))

    def faces(self, ran: Ran, shown: Sequence[JSON]) -> tuple[str, ...]:
        """The cards that ran; none if one of them lies face down or was burned, for the others would tell it.

        `shown` are the cards of the running round as a session has them.
        """
        down = {self._steps[dealt["step"]] for dealt in shown if dealt["card"] == "??"}
        came = range(self._ran_to - len(ran.cards), self._ran_to)
        return () if (down | self._aside) & set(came) else tuple(map(str, ran.cards))

    def _begins(self) -> None:
        """Nothing has come."""
        self._out: list[Card | None] = []
        #: Places of burned cards among them, and the place of each step of the running round that dealt one.
        self._aside: set[int] = set()
        self._steps: list[int | None] = []
        self._unread: list[tuple[int, Any]] = []
        self._round = 0
        self.is_cut = self.drawn_out = False
        self.ran = None
        self._ran_to = 0

    def _take(self, kind: str, number: int, body: JSON) -> None:
        match kind:
            case "round":
                self._turn(body)
            case "step":
                self._step(body["step"])
            case "amend":
                self._amend(body["step"], body["becomes"])
            case "finding":
                self._found[number] = body
                if body["kind"] == "order":
                    self.ran = None
            case "answer":
                self._answer(self._found.pop(body["finding"], {"kind": ""}), body["remedy"])
            case "burn" | "card_outside":
                self.drawn_out = self.drawn_out or (kind == "card_outside" and self.is_cut)
                self._leaves(body["card"], aside=True)
            case "cut":
                self.is_cut = True
            case "new_shoe":
                self._new_shoe(keeps_round=not body.get("in_round", False))
            case "shuffled" if self._alarm is not None:
                self._alarm.shuffled()

    def _turn(self, header: JSON) -> None:
        """Another round begins."""
        options = {key: header.get(key) for key in ("game", "options")}
        if options != self._options:
            game = self._game_of(header)
            if game.shoe != self.shoe:
                self.shoe = game.shoe
                self._alarm = None if game.shoe is None else OrderAlarm(game.shoe)
                self._begins()
            self._options, self._lasts = options, game.shoe_lasts
        if self.is_cut or not self._lasts:
            self._new_shoe(keeps_round=False)
        self._steps, self._unread, self._round = [], [], len(self._out)

    def _new_shoe(self, *, keeps_round: bool) -> None:
        """Another shoe is in. It was put in before the running round, unless that goes on with it."""
        begins = self._round if keeps_round else len(self._out)
        kept, aside = self._out[begins:], {place - begins for place in self._aside}
        steps = [None if place is None or place < begins else place - begins for place in self._steps]
        if self._alarm is not None:
            self._alarm.new_shoe(len(kept))
        self._begins()
        self._steps = steps
        for place, card in enumerate(kept):
            self._leaves(None if card is None else str(card), aside=place in aside)

    def _step(self, step: JSON) -> None:
        place: int | None = None
        if "turn" in step:
            place = self._turned(step.get("to"))
            if place is not None:
                self._out[place] = cards.parse(step["turn"])
        elif "card" in step and "misdeal" not in step:
            place = len(self._out)
            if step["card"] == "??":
                self._unread.append((place, step["to"]))
            self._leaves(step["card"], aside=step["to"] == BURN)
        self._steps.append(place)

    def _turned(self, to: object) -> int | None:
        """The place of the first card that came unread to `to`, and is read now."""
        place = next((place for place, there in self._unread if to in {None, there}), None)
        self._unread = [entry for entry in self._unread if entry[0] != place]
        return place

    def _amend(self, step: int, becomes: JSON) -> None:
        named, place = becomes.get("card", becomes.get("turn")), self._steps[step]
        if named is not None and place is not None:
            self._out[place] = None if named == "??" else cards.parse(named)

    def _answer(self, finding: Mapping[str, Any], remedy: str) -> None:
        """A card that nobody gets is burned; what it was, is known unless it can't have been what was read."""
        if remedy == "burned":
            known = finding["kind"] != "impossible"
            self._leaves(finding["facts"]["card"] if known else None, aside=True)

    def _leaves(self, card: str | None, *, aside: bool = False) -> None:
        if aside:
            self._aside.add(len(self._out))
        left = None if card is None or card == "??" else cards.parse(card)
        self._out.append(left)
        ran = None if self._alarm is None else self._alarm.see(left)
        if ran is not None:
            self.ran, self._ran_to = ran, len(self._out)
