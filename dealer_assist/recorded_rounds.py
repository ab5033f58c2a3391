"""The rounds of a journal as round/1 scripts: what was played, amendments made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dealer_assist.journal import Record


def scripts(records: Iterable[Record]) -> Iterator[dict[str, Any]]:
    """Each round that was played to its end, in order; a step that was amended as it was amended to last.

    A round that is still being played is left out: its face-down cards are nobody's business yet.
    """
    header: dict[str, Any] = {}
    steps: list[dict[str, Any]] = []
    is_over = False
    for record in records:
        match record.kind, record.content():
            case "round", body:
                if is_over:
                    yield {**header, "steps": steps}
                header, steps, is_over = body, [], False
            case "step", {"step": step}:
                steps.append(step)
            case "amend", {"step": int(number), "becomes": step}:
                steps[number] = step
            case "paid", _:
                is_over = True
    if is_over:
        yield {**header, "steps": steps}
