"""What the pit adds up: hold, payouts, findings, readings and pace. Read from the index's sums by the hour.

Amounts are hundredths of a point, times milliseconds since 1970; parts are exact fractions.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from dealer_assist.pit import schema
from dealer_assist.pit.questions import Questions

DAY_MS: Final = 24 * schema.HOUR_MS
#: Up to so long a time is shown by the hour, a longer one by the day.
_BY_HOUR_MS: Final = 3 * DAY_MS


class Span(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is added up: rounds that began from `since` to before `until`, of one table or game where it is named.

    Whole hours are taken: both ends are rounded down to the hour.
    """

    since: int
    until: int
    table: str | None = None
    game: str | None = None

    @property
    def step(self) -> int:
        """The width of a point in time: an hour or a day, in milliseconds."""
        return schema.HOUR_MS if self.until - self.since <= _BY_HOUR_MS else DAY_MS


class Hold(msgspec.Struct, frozen=True):
    """What the house kept of what was staked, in cents, in a game and a point in time (milliseconds since 1970)."""

    at: int
    game: str
    rounds: int
    stakes: int
    paid: int
    hold: int

    @property
    def part(self) -> Fraction:
        """The part of the stakes that the house kept; below 0 where it lost."""
        return Fraction(self.hold, self.stakes) if self.stakes else Fraction(0)


class Payout(msgspec.Struct, frozen=True):
    """Everything that was paid by a clause, in cents."""

    clause: str
    game: str
    lines: int
    stake: int
    paid: int


class FindingKind(msgspec.Struct, frozen=True):
    """How often a kind of finding stopped a table, how many still wait, and the mean time until they were cleared."""

    kind: str
    raised: int
    waiting: int
    mean_ms: int | None


class Reading(msgspec.Struct, frozen=True):
    """Cards that a source named in closed rounds, and how many of them a person put right later."""

    source: str
    cards: int
    corrected: int

    @property
    def stood(self) -> Fraction:
        """The part of its cards that nobody had to put right."""
        return Fraction(self.cards - self.corrected, self.cards) if self.cards else Fraction(0)


class Pace(msgspec.Struct, frozen=True):
    """A dealer's closed rounds in a game, and the milliseconds that they lasted."""

    dealer: str
    game: str
    rounds: int
    millis: int

    @property
    def an_hour(self) -> Fraction:
        """Rounds an hour of dealing."""
        return Fraction(self.rounds * schema.HOUR_MS, self.millis) if self.millis else Fraction(0)


class Statistics:
    """Sums over the index of one database."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions

    def hold(self, span: Span) -> tuple[Hold, ...]:
        """By point in time and game, the earliest first."""
        c = schema.hours.c
        sums = ("rounds", "stakes", "paid", "hold")
        made: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0] * len(sums))
        for hour, game, *amounts in self._sums(schema.hours, span, [c.hour, c.game], sums):
            at = made[hour // span.step * span.step, game]
            at[:] = [one + more for one, more in zip(at, amounts, strict=True)]
        return tuple(Hold(at, game, *amounts) for (at, game), amounts in sorted(made.items()))

    def payouts(self, span: Span) -> tuple[Payout, ...]:
        """By clause, what paid most first."""
        c = schema.clauses.c
        rows = self._sums(schema.clauses, span, [c.clause, c.game], ("lines", "stake", "paid"))
        return tuple(sorted((Payout(*row) for row in rows), key=lambda made: (-made.paid, made.clause)))

    def findings(self, span: Span) -> tuple[FindingKind, ...]:
        """By kind, the most frequent first."""
        c = schema.findings.c
        wanted = sa.select(c.kind, sa.func.count(), sa.func.count(c.cleared), sa.func.sum(c.cleared - c.raised)).where(
            c.raised >= span.since, c.raised < span.until, *_of(schema.findings, span)
        )
        with self._questions.reading() as connection:
            rows = connection.execute(wanted.group_by(c.kind)).all()
        made = [
            FindingKind(kind, raised, raised - cleared, int(lasted) // cleared if cleared else None)
            for kind, raised, cleared, lasted in rows
        ]
        return tuple(sorted(made, key=lambda kind: (-kind.raised, kind.kind)))

    def readings(self, span: Span) -> tuple[Reading, ...]:
        """By source."""
        rows = self._sums(schema.readings, span, [schema.readings.c.source], ("cards", "corrected"))
        return tuple(sorted((Reading(*row) for row in rows), key=lambda reading: -reading.cards))

    def paces(self, span: Span) -> tuple[Pace, ...]:
        """By dealer and game, the dealer's badge as it stands in the record."""
        c = schema.hours.c
        rows = self._sums(schema.hours, span, [c.dealer, c.game], ("rounds", "millis"))
        return tuple(sorted((Pace(*row) for row in rows), key=lambda pace: (pace.dealer, pace.game)))

    def _sums(
        self, table: sa.Table, span: Span, by: list[sa.Column[Any]], sums: tuple[str, ...]
    ) -> list[tuple[Any, ...]]:
        """Sums over the hours of the span, by some columns."""
        since = span.since // schema.HOUR_MS * schema.HOUR_MS
        wanted = sa.select(*by, *(sa.func.sum(table.c[name]) for name in sums)).where(
            table.c.hour >= since, table.c.hour < span.until, *_of(table, span)
        )
        with self._questions.reading() as connection:
            rows = connection.execute(wanted.group_by(*by)).all()
        # PostgreSQL adds whole numbers up to decimals.
        return [(*row[: len(by)], *map(int, row[len(by) :])) for row in rows]


def _of(table: sa.Table, span: Span) -> list[sa.ColumnElement[bool]]:
    named = [] if span.table is None else [table.c.table_name == span.table]
    return named + ([] if span.game is None else [table.c.game == span.game])
