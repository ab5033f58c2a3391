"""O1.4, O1.5: the blind schedule of a freeze-out, and what one hand hands on of it to the next."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Positive = Annotated[int, msgspec.Meta(ge=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Unit = Literal["hands", "minutes"]


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When the blinds rise: every `each` hands or minutes, from level `first` to level `last`, with antes from
    level `antes_from` on (0: never)."""

    unit: Unit = "hands"
    each: Positive = 10
    first: Positive = 1
    last: Positive = 7
    antes_from: Count = 0

    def level(self, hands: int, minutes: int) -> int:
        """The level of a hand that begins after so many hands and minutes."""
        passed = hands if self.unit == "hands" else minutes
        return min(self.first + passed // self.each, self.last)

    def rises_after(self, hands: int, minutes: int) -> int | None:
        """After how many hands or minutes in all the next level begins; None on the last one."""
        level = self.level(hands, minutes)
        return None if level >= self.last else (level - self.first + 1) * self.each


class Out(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that was eliminated: in which hand (1 is the first), and its chips when that hand began."""

    seat: int
    hand: int
    chips: int


class Freezeout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The option that makes a tournament of the hands (`each` 0: a ring game), and how far it has come: `hands` and
    `minutes` played, who is `out`. The table's file gives the schedule, the table itself carries on the rest."""

    unit: Unit = "hands"
    each: Count = 0
    first: Positive = 1
    last: Positive = 7
    antes_from: Count = 0
    hands: Count = 0
    minutes: Count = 0
    out: tuple[Out, ...] = ()

    @property
    def schedule(self) -> Schedule:
        """Its schedule. Only of a tournament: a ring game has none."""
        return Schedule(self.unit, self.each, self.first, self.last, self.antes_from)

    @property
    def level(self) -> int:
        """The level of this hand."""
        return self.schedule.level(self.hands, self.minutes)
