"""Count how well pictures were read: right, wrong, missed and unsure cards, by source."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from dealer_assist.sighting import Look
from models.manifest import Labelled
from models.tables import columns


class Count(msgspec.Struct, frozen=True):
    """What one picture gave."""

    cards: int
    right: int
    wrong: int
    unsure: int

    @property
    def missed(self) -> int:
        """Cards of the picture that were not named."""
        return self.cards - self.right

    @property
    def exact(self) -> bool:
        """Whether nothing was wrong and nothing missed."""
        return self.wrong == 0 and self.missed == 0


def count(named: Iterable[str], unsure: int, truth: Sequence[str]) -> Count:
    """Compare the multiset of cards named with the picture's own.

    Whole labels are matched first: a `"9h"` can only be met by `"9h"`, so taking it for a `"9?"` never gains.
    """
    left = Counter(named)
    whole = Counter(card for card in truth if not card.endswith("?"))
    ranks = Counter(card[0] for card in truth if card.endswith("?"))
    exact = left & whole
    left -= exact
    by_rank = Counter(card[0] for card in left.elements() if card != "Jk")
    matched = by_rank & ranks
    right = exact.total() + matched.total()
    return Count(len(truth), right, exact.total() + left.total() - right, unsure)


def score(look: Look, truth: Sequence[str]) -> Count:
    """`count` for what a recogniser saw."""
    named = [str(card.card) for card in look.cards if card.card is not None]
    return count(named, len(look.cards) - len(named), truth)


class Line(msgspec.Struct, frozen=True):
    """The sums of one source. `trained` tells whether its pictures served in training; `ms` is the median."""

    source: str
    trained: bool
    pictures: int
    cards: int
    right: int
    wrong: int
    missed: int
    unsure: int
    exact: int
    ms: float
    precision: float | None
    recall: float | None


def line(source: str, trained: bool, counts: Sequence[Count], times: Sequence[float]) -> Line:
    """The sums over the pictures of one source."""
    cards, right, wrong, unsure = (
        sum(getattr(c, name) for c in counts) for name in ("cards", "right", "wrong", "unsure")
    )
    return Line(
        source=source,
        trained=trained,
        pictures=len(counts),
        cards=cards,
        right=right,
        wrong=wrong,
        missed=cards - right,
        unsure=unsure,
        exact=sum(c.exact for c in counts),
        ms=round(statistics.median(times), 1),
        precision=round(right / (right + wrong), 4) if right + wrong else None,
        recall=round(right / cards, 4) if cards else None,
    )


class Trained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which sources the weights have seen: each with words of which a row's notes hold one, or none for all rows."""

    sources: dict[str, tuple[str, ...]]

    def saw(self, row: Labelled) -> bool:
        """Whether the picture of `row` was trained on."""
        words = self.sources.get(row.source)
        return words is not None and (not words or any(word in row.notes for word in words))


_HEADS: Final = (
    "source",
    "trained on",
    "pictures",
    "cards",
    "right",
    "wrong",
    "missed",
    "unsure",
    "precision",
    "recall",
    "exact",
    "ms",
)


def rows_of(lines: Sequence[Line]) -> list[tuple[str, ...]]:
    """`lines` as rows of text under a head."""

    def share(value: float | None) -> str:
        return "–" if value is None else f"{value:.4f}"

    return [
        _HEADS,
        *(
            (
                item.source,
                "yes" if item.trained else "no",
                *(str(v) for v in (item.pictures, item.cards, item.right, item.wrong, item.missed, item.unsure)),
                share(item.precision),
                share(item.recall),
                f"{item.exact}/{item.pictures}",
                f"{item.ms:.1f}",
            )
            for item in lines
        ),
    ]


def table(lines: Sequence[Line]) -> str:
    """`lines` as columns for a terminal."""
    return columns(rows_of(lines), 2)
