"""Tables of an evaluation: who was taken for whom, and how far a confidence can be believed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from dealer_assist.cards import RANKS, SUITS
from models.outcomes import NOTHING, UNSURE, Outcome

Rows = list[tuple[str, ...]]

#: Lower edges of the bins of confidence.
BINS: Final = (0.0, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)


class Bin(msgspec.Struct, frozen=True):
    """The named cards whose confidence lies from `low` up to the next bin: how sure on average, how many right."""

    low: float
    named: int
    said: float
    right: int


def reliability(outcomes: Iterable[Outcome]) -> list[Bin]:
    """The bins that hold a card, from low to high."""
    held: dict[float, list[tuple[float, bool]]] = {}
    for outcome in outcomes:
        if outcome.seen is not None and (outcome.right or outcome.wrong):
            sure = outcome.seen.confidence
            low = max(edge for edge in BINS if edge <= max(sure, 0.0))
            held.setdefault(low, []).append((sure, outcome.right))
    return [
        Bin(low, len(got), round(sum(sure for sure, _ in got) / len(got), 4), sum(right for _, right in got))
        for low, got in sorted(held.items())
    ]


def reliability_rows(bins: Sequence[Bin]) -> Rows:
    """`bins` as rows of text under a head."""
    edges = (*BINS, 1.0)
    rows: Rows = [("confidence", "named", "said", "right", "share right")]
    for each in bins:
        high = edges[edges.index(each.low) + 1]
        rows.append(
            (
                f"{each.low:.3f}–{high:.3f}",
                str(each.named),
                f"{each.said:.4f}",
                str(each.right),
                f"{each.right / each.named:.4f}",
            )
        )
    return rows


def _rank(card: str | None) -> str:
    return "–" if card is None else card if card in (UNSURE, NOTHING, "Jk") else card[0]


def _suit(card: str | None) -> str | None:
    if card is None:
        return "–"
    if card in (UNSURE, NOTHING):
        return card
    # A joker has no suit, and of "9?" it is not known.
    return card[1] if card != "Jk" and not card.endswith("?") else None


def confusion(outcomes: Sequence[Outcome]) -> tuple[Rows, Rows]:
    """Ranks and suits: a row what lay there (– is nothing), a column what was said; 0 is left empty."""
    ranks = Counter((_rank(o.truth), _rank(o.said)) for o in outcomes)
    suits = Counter(
        (truth, said) for o in outcomes for truth, said in ((_suit(o.truth), _suit(o.said)),) if truth and said
    )
    rest = (UNSURE, NOTHING)
    return _square(ranks, (*RANKS, "Jk"), rest), _square(suits, tuple(SUITS), rest)


def _square(counts: Counter[tuple[str, str]], names: tuple[str, ...], rest: tuple[str, ...]) -> Rows:
    rows: Rows = [("is \\ said", *names, *rest)]
    for truth in (*names, "–"):
        cells = [counts[truth, said] for said in (*names, *rest)]
        if any(cells):
            rows.append((truth, *(str(n) if n else "" for n in cells)))
    return rows


def columns(rows: Rows, left: int = 1) -> str:
    """Rows of text as columns for a terminal, the first `left` of them to the left."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
