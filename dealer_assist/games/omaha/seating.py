"""O1.5, O4.1–O4.4: who sits where from the button's left, the blinds of the level, what each posts before a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from dealer_assist.betting import NOBODY, NOT_YET, Betting, Stakes, next_turn
from dealer_assist.game import Garbled
from dealer_assist.games.omaha.rules import Chips, OmahaHouse, Options, stakes_of
from dealer_assist.games.omaha.state import Conduct, Ended, Showdown, State


class SeatIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as a script names it; `flying` are the acts out of turn of its stay so far (O7.3)."""

    seat: int
    chips: Chips
    flying: int = 0


class Seating:
    """The round's seats as positions, its blinds, and who posts what; nothing here changes during the hand."""

    def __init__(self, house: OmahaHouse, options: Options, seats: Sequence[SeatIn]) -> None:
        """Raises `Garbled` for seats, a button or posts that there can't be."""
        self.house = house
        self.options = options
        _check(seats, options)
        by_number = sorted([seat for seat in seats if seat.chips], key=lambda seat: seat.seat)
        #: Bankrupt seats: they get no cards (O2.4).
        self.bankrupt = tuple(sorted(seat.seat for seat in seats if not seat.chips))
        button = options.button
        self.seats = tuple(
            [seat for seat in by_number if seat.seat > button] + [seat for seat in by_number if seat.seat <= button]
        )
        self.numbers = tuple(seat.seat for seat in self.seats)
        self.at = {number: position for position, number in enumerate(self.numbers)}
        self.small_blind, self.big_blind, self.ante = _blinds(house, options)
        self.stakes: Stakes = stakes_of(options, self.big_blind)
        self.small, self.big = self._positions()
        self.live_posts = self._by_position(options.extra_posts)
        self.dead_posts = self._by_position(options.dead_posts)

    def _positions(self) -> tuple[int, int]:
        """The positions of the small and the big blind; `NOBODY` where the small blind is nobody's (O4.4)."""
        heads_up = len(self.seats) == 2 and self.numbers[-1] == self.options.button
        small, big = (1, 0) if heads_up and self.options.heads_up_button == "small" else (0, 1)
        given = self.options.small_blind_seat, self.options.big_blind_seat
        if given[0]:
            small = NOBODY if given[0] == NOBODY else self.position(given[0], "O4.4")
        if given[1]:
            big = self.position(given[1], "O4.4")
        if small == big:
            raise Garbled(f"seat {self.numbers[big]} can't post both blinds", "O4.4")
        return small, big

    def position(self, number: int, clause: str = "O1.1") -> int:
        """The position of seat `number`. Raises `Garbled`."""
        if number not in self.at:
            raise Garbled(
                f"seat {number} is not in this hand; there are: {', '.join(map(str, sorted(self.at)))}", clause
            )
        return self.at[number]

    def _by_position(self, posts: Mapping[str, int]) -> dict[int, int]:
        for seat in posts:
            if not seat.isdecimal():
                raise Garbled(f"a post of seat {seat!r}: write its number", "O4.4")
        return {self.position(int(seat), "O4.4"): amount for seat, amount in posts.items()}

    def open(self) -> State:
        """Antes and blinds are posted; no card has come."""
        many = len(self.seats)
        nothing = (0,) * many
        chips = tuple(seat.chips for seat in self.seats)
        conduct = Conduct(tuple(seat.flying for seat in self.seats), (), "", 0, 0, nothing, nothing)
        betting, dead = self.posted(chips, (1 << many) - 1)
        return State(
            phase="hole",
            betting=betting,
            hole=((),) * many,
            deal=(),
            board=(),
            out=0,
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
        for position, amount in self.dead_posts.items():
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
        blinds = [(self.big, self.big_blind)]
        if self.small != NOBODY:
            blinds.insert(0, (self.small, self.small_blind))
        posting = {position for position, _ in blinds}
        return blinds + [post for post in self.live_posts.items() if post[0] not in posting]


def _check(seats: Sequence[SeatIn], options: Options) -> None:
    numbers = [seat.seat for seat in seats]
    playing = [seat.seat for seat in seats if seat.chips]
    if not all(1 <= number <= options.most_seats for number in numbers):
        raise Garbled(f"seats {numbers}: this table has seats 1 to {options.most_seats}", "O1.1")
    if len(set(numbers)) != len(numbers):
        raise Garbled(f"seats {numbers}: each seat once")
    if len(playing) < 2:
        raise Garbled("a hand needs at least two seats with chips", "O2.4")
    for seat in seats:
        if not 0 <= seat.flying < options.flying_most:
            raise Garbled(
                f"seat {seat.seat} has acted out of turn {seat.flying} times: {options.flying_most} end the stay",
                "O7.3",
            )
    if options.button > options.most_seats:
        raise Garbled(f"button {options.button}: this table has seats 1 to {options.most_seats}", "O4.1")
    if options.button not in playing and options.button_moves != "dead":
        raise Garbled(f"the button is at seat {options.button}, which is not in this hand", "O4.1")


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
