"""O1.5, O4.1–O4.4: who sits where from the button's left, the blinds of the level, what each posts before a card."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from dealer_assist.betting import NOBODY, NOT_YET, Betting, Stakes, next_turn
from dealer_assist.game import Garbled
from dealer_assist.games.omaha import places
from dealer_assist.games.omaha.places import NO_SEAT
from dealer_assist.games.omaha.rules import Chips, OmahaHouse, Options, stakes_of
from dealer_assist.games.omaha.state import Conduct, Ended, Showdown, State


class SeatIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as a script names it. Of its stay so far: `flying` acts out of turn (O7.3), `bonus` points (O2.5), and
    what it is `owed` (O8.3), which only a table carries on."""

    seat: int
    chips: Chips
    flying: int = 0
    bonus: Chips = 0
    owed: Chips = 0


class Seating:
    """The round's seats as positions, its blinds, and who posts what; nothing here changes during the hand.

    Where fewer than two seats have chips there is no hand: the table waits, and the round is over as it begins.
    """

    def __init__(self, house: OmahaHouse, options: Options, seats: Sequence[SeatIn], given: Collection[str]) -> None:
        """`given` are the options that the round itself names. Raises `Garbled` for what there can't be."""
        self.house = house
        self.options = options
        _check(seats, options)
        playing = sorted([seat.seat for seat in seats if seat.chips])
        #: Bankrupt seats: they get no cards (O2.4).
        self.bankrupt = tuple(sorted(seat.seat for seat in seats if not seat.chips))
        self.small_blind, self.big_blind, self.ante = _blinds(house, options)
        self.stakes: Stakes = stakes_of(options, self.big_blind)
        self.is_idle = len(playing) < 2
        self.places = (
            _IDLE if self.is_idle else places.take(options, given, playing, (self.small_blind, self.big_blind))
        )
        button = self.places.button
        self.numbers = tuple(sorted(playing, key=lambda seat: (seat <= button, seat)))
        by_number = {seat.seat: seat for seat in seats}
        self.seats = tuple(by_number[number] for number in self.numbers)
        self.at = {number: position for position, number in enumerate(self.numbers)}
        self.small = self.at.get(self.places.small, NOBODY)
        self.big = self.at.get(self.places.big, NOBODY)

    @property
    def button(self) -> int:
        """The seat of the button, which may be empty; 0 where there is no hand."""
        return self.places.button

    @property
    def small_place(self) -> int:
        """The seat where the small blind belongs, whether or not somebody posts it there."""
        last = self.options.after
        if self.places.small != NO_SEAT:
            return self.places.small
        return last.big_blind or self.places.button

    def open(self) -> State:
        """Antes and blinds are posted; no card has come."""
        many = len(self.seats)
        nothing = (0,) * many
        chips = tuple(seat.chips for seat in self.seats)
        conduct = Conduct(tuple(seat.flying for seat in self.seats), (), "", 0, 0, nothing, nothing)
        betting, dead = (_no_betting(chips), 0) if self.is_idle else self.posted(chips, (1 << many) - 1)
        return State(
            phase="over" if self.is_idle else "hole",
            betting=betting,
            hole=((),) * many,
            deal=(),
            board=(),
            out=0,
            ahead=0,
            face_up=0,
            burned=(),
            burned_at=0,
            steps=0,
            dead=dead,
            house_adds=0,
            uncalled=None,
            conduct=conduct,
            showdown=Showdown(),
            ended=Ended(),
            lines=(),
            asked=(),
        )

    def posted(self, before: Sequence[int], live: int) -> tuple[Betting, int]:
        """The betting before the first act, and the dead chips: everyone posts, a seat with less what it has."""
        chips = list(before)
        put, bets = [0] * len(chips), [0] * len(chips)
        dead = 0
        for position, held in enumerate(chips):
            put[position] = min(self.ante, held)
            chips[position] -= put[position]
        for seat, amount in self.places.dead.items():
            position = self.at[seat]
            amount = min(amount, chips[position])
            chips[position] -= amount
            dead += amount
        for position, amount in self._live():
            amount = min(amount, chips[position])
            chips[position] -= amount
            put[position] += amount
            bets[position] += amount
        able = sum(1 << position for position, held in enumerate(chips) if held and live >> position & 1)
        current = max(self.big_blind, *bets)
        if self.options.short_big_blind == "as_posted":
            current = max(bets)
        acted = (NOT_YET,) * len(chips)
        betting = Betting(
            chips=tuple(chips),
            put=tuple(put),
            bets=tuple(bets),
            acted=acted,
            live=live,
            able=able,
            current=current,
            increment=self.big_blind,
            full=current,
            raised=1,
            turn=next_turn(tuple(chips), tuple(bets), acted, able, current, self.big),
            aggressor=NOBODY,
            middle=sum(put) + dead,
            street=0,
        )
        return betting, dead

    def _live(self) -> list[tuple[int, int]]:
        """Who posts what live, the blinds first; of a blind and a post at one seat the larger (O4.4)."""
        posts = {self.at[seat]: amount for seat, amount in self.places.live.items()}
        blinds = [(self.big, max(self.big_blind, posts.pop(self.big, 0)))]
        if self.small != NOBODY:
            blinds.insert(0, (self.small, max(self.small_blind, posts.pop(self.small, 0))))
        return [*blinds, *posts.items()]


#: No hand: nobody has the button.
_IDLE = places.Places(0, NO_SEAT, 0, {}, {})


def _no_betting(chips: tuple[int, ...]) -> Betting:
    nothing = (0,) * len(chips)
    return Betting(chips, nothing, nothing, nothing, 0, 0, 0, 0, 0, 0, NOBODY, NOBODY, 0, 0)


def _check(seats: Sequence[SeatIn], options: Options) -> None:
    numbers = [seat.seat for seat in seats]
    if not all(1 <= number <= options.most_seats for number in numbers):
        raise Garbled(f"seats {numbers}: this table has seats 1 to {options.most_seats}", "O1.1")
    if len(set(numbers)) != len(numbers):
        raise Garbled(f"seats {numbers}: each seat once")
    for seat in seats:
        if not 0 <= seat.flying < options.flying_most:
            raise Garbled(
                f"seat {seat.seat} has acted out of turn {seat.flying} times: {options.flying_most} end the stay",
                "O7.3",
            )
    if options.button > options.most_seats:
        raise Garbled(f"button {options.button}: this table has seats 1 to {options.most_seats}", "O4.1")


def _blinds(house: OmahaHouse, options: Options) -> tuple[int, int, int]:
    """Small blind, big blind and ante: those of the level, or those given (O1.5, O4.2)."""
    if not options.level:
        if options.small_blind > options.big_blind:
            raise Garbled(f"blinds {options.small_blind}/{options.big_blind}: the small one is larger", "O4.4")
        return options.small_blind, options.big_blind, options.ante
    if options.level > len(house.levels):
        raise Garbled(f"level {options.level}: this house has levels 1 to {len(house.levels)}", "O1.5")
    level = house.levels[options.level - 1]
    return level.small_blind, level.big_blind, level.ante if options.with_ante else options.ante
