"""O1.4, O1.5: a freeze-out: equal stacks, rising levels, and the last one with chips wins. No bank rules apply.

A tournament stands beside the hands: it says which options and seats the next hand begins with, and takes in how
each one ended. Nothing here draws, waits or reads a clock: minutes come from outside. At a table the option
`tournament` is one: each hand carries on how far it has come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from dealer_assist.game import Garbled
from dealer_assist.games.omaha.places import clockwise
from dealer_assist.games.omaha.rules import Options
from dealer_assist.games.omaha.schedule import Freezeout, Out, Schedule

__all__ = ["Out", "Schedule", "Standing", "Tournament", "applied", "begin", "hand_over", "of", "option", "standings"]

JSON = dict[str, Any]


class Standing(msgspec.Struct, frozen=True):
    """A place, with those who share it: a seat still in has its chips, one eliminated the hand in which it went."""

    place: int
    seat: int
    chips: int
    out_in_hand: int | None = None


class Tournament(msgspec.Struct, frozen=True):
    """A freeze-out at any moment: `chips` by seat of those still in, and who is out, the first one first."""

    schedule: Schedule
    chips: tuple[tuple[int, int], ...]
    button: int
    hands: int = 0
    minutes: int = 0
    out: tuple[Out, ...] = ()

    @property
    def level(self) -> int:
        """The level of the next hand."""
        return self.schedule.level(self.hands, self.minutes)

    @property
    def is_over(self) -> bool:
        """Whether one is left."""
        return len(self.chips) < 2

    @property
    def winner(self) -> int | None:
        """The last one with chips, once there is one."""
        return self.chips[0][0] if len(self.chips) == 1 else None

    def next_hand(self) -> JSON:
        """Options and seats of the next hand, as a round script has them. Raises `ValueError` when it is over."""
        if self.is_over:
            raise ValueError("the tournament is over: there is no next hand")
        level = self.level
        antes = self.schedule.antes_from
        return {
            "options": {
                "level": level,
                "with_ante": bool(antes) and level >= antes,
                "button": self.button,
                "rake": False,
            },
            "seats": [{"seat": seat, "chips": held} for seat, held in self.chips],
        }


def begin(seats: Sequence[int], chips: int, schedule: Schedule | None = None, button: int | None = None) -> Tournament:
    """A freeze-out of `seats` with `chips` each; the button is at `button`, or at the first seat (O4.1).

    Raises `ValueError` for fewer than two seats, a seat twice, no chips, or a button at nobody's seat.
    """
    ordered = sorted(seats)
    if len(set(ordered)) != len(ordered) or len(ordered) < 2:
        raise ValueError(f"seats {ordered}: a tournament needs two or more, each once")
    if chips < 1:
        raise ValueError(f"{chips} chips each: everyone needs at least one")
    at = ordered[0] if button is None else button
    if at not in ordered:
        raise ValueError(f"the button is at seat {at}, where nobody plays")
    return Tournament(schedule or Schedule(), tuple((seat, chips) for seat in ordered), at)


def hand_over(before: Tournament, settlement: Mapping[str, Any], minutes: int = 0) -> Tournament:
    """The tournament after a hand, whose `settlement` is complete, and `minutes` since the one before.

    Who has no chips left, or was sent from the table, is out; the button moves to the next player. Raises
    `ValueError` for the settlement of another hand.
    """
    rows = {row["seat"]: row for row in settlement["seats"]}
    held = dict(before.chips)
    if not settlement["complete"] or set(rows) != set(held):
        raise ValueError(f"the settlement of a whole hand of seats {sorted(held)} is needed, not of {sorted(rows)}")
    hand = before.hands + 1
    kept = tuple((seat, rows[seat]["chips"]) for seat in held if rows[seat]["chips"] and not rows[seat].get("sent"))
    gone = [Out(seat, hand, held[seat]) for seat in held if seat not in dict(kept)]
    return replace(
        before,
        chips=kept,
        button=clockwise([seat for seat, _ in kept], before.button) if kept else before.button,
        hands=hand,
        minutes=before.minutes + minutes,
        out=before.out + tuple(sorted(gone, key=lambda out: (out.chips, out.seat))),
    )


def standings(now: Tournament) -> tuple[Standing, ...]:
    """Everyone's place: those still in by chips, then the later out before the earlier.

    Of those who went in the same hand the one who began it with more chips is ahead; equal chips share a place.
    """
    still = sorted(now.chips, key=lambda entry: (-entry[1], entry[0]))
    rows = [(Standing(0, seat, held), (0, held)) for seat, held in still]
    rows += [(Standing(0, out.seat, 0, out.hand), (out.hand, out.chips)) for out in reversed(now.out)]
    placed: list[Standing] = []
    for number, (standing, key) in enumerate(rows, start=1):
        same = number > 1 and rows[number - 2][1] == key
        placed.append(replace(standing, place=placed[-1].place if same else number))
    return tuple(placed)


def applied(options: Options, levels: int, stacks: Sequence[int]) -> Options:
    """The options of a hand of a tournament: its level and antes by the schedule, no rake. Those of a ring game as
    they are. Raises `Garbled` for levels that the house has not, and for stacks that do not begin equal."""
    played = options.tournament
    if not played.each:
        return options
    if not played.first <= played.last <= levels:
        raise Garbled(f"tournament from level {played.first} to {played.last}: this house has 1 to {levels}", "O1.5")
    if not played.hands and (len(stacks) < 2 or len(set(stacks)) > 1 or not stacks[0]):
        raise Garbled("a tournament begins with two seats or more, and the same chips for each", "O1.4")
    antes = bool(played.antes_from) and played.level >= played.antes_from
    return replace(options, level=played.level, with_ante=antes, ante=0, rake=False)


def of(played: Freezeout, chips: Sequence[tuple[int, int]], button: int) -> Tournament:
    """The tournament at the beginning of a hand, with the seats that play it."""
    return Tournament(played.schedule, tuple(chips), button, played.hands, played.minutes, played.out)


def option(now: Tournament) -> JSON:
    """The option with which the next hand is played: the schedule, and how far the tournament has come."""
    done = {"hands": now.hands, "minutes": now.minutes, "out": [msgspec.to_builtins(out) for out in now.out]}
    schedule: JSON = msgspec.to_builtins(now.schedule)
    return schedule | done
