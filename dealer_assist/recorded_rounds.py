"""The rounds of a journal as round/1 scripts: what was played, amendments made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dealer_assist.journal import Record


def scripts(records: Iterable[Record]) -> Iterator[dict[str, Any]]:
    """Each round that has a step, in order; a step that was amended as it was amended to last."""
    header: dict[str, Any] = {}
    steps: list[dict[str, Any]] = []
    for record in records:
        match record.kind, record.content():
            case "round", body:
                if steps:
                    yield {**header, "steps": steps}
                header, steps = body, []
            case "step", {"step": step}:
                steps.append(step)
            case "amend", {"step": int(number), "becomes": step}:
                steps[number] = step
    if steps:
        yield {**header, "steps": steps}
