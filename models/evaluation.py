"""Read the pictures of a manifest and sum up, by source, what was right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from dealer_assist.faults import Fault
from dealer_assist.sighting import Look
from models.images import BadImage, load_image
from models.manifest import Labelled
from models.outcomes import Outcome, outcomes
from models.progress import told
from models.scoring import Count, Line, line, score

if TYPE_CHECKING:
    from models.recogniser import Recogniser


class Reading(msgspec.Struct, frozen=True):
    """One picture, whether the weights were trained on it, and what was seen in it."""

    row: Labelled
    trained: bool
    look: Look

    def outcomes(self) -> list[Outcome]:
        """What became of its cards."""
        return outcomes(self.row, self.look)


def read_all(rows: Sequence[Labelled], recogniser: Recogniser, saw: Callable[[Labelled], bool]) -> list[Reading]:
    """Every picture of `rows`, read. Raises `Fault`, which names the row, for a picture that can't be opened."""
    readings = []
    for row in told(rows, "Reading"):
        try:
            image = load_image(row.path)
        except BadImage as fault:
            raise Fault(f"row {row.row}: {fault}") from None
        readings.append(Reading(row, saw(row), recogniser.look(image)))
    return readings


def lines(readings: Iterable[Reading]) -> list[Line]:
    """The figures by source, those of pictures never trained on first, with a sum under each kind."""
    counts: dict[tuple[bool, str], list[tuple[Count, float]]] = defaultdict(list)
    for reading in readings:
        counts[reading.trained, reading.row.source].append((score(reading.look, reading.row.cards), reading.look.ms))
    found: list[Line] = []
    for trained in (False, True):
        kinds = {source: got for (was, source), got in counts.items() if was == trained}
        for source, got in sorted(kinds.items()):
            found.append(line(source, trained, [c for c, _ in got], [ms for _, ms in got]))
        if len(kinds) > 1:
            every = [pair for got in kinds.values() for pair in got]
            found.append(line("sum", trained, [c for c, _ in every], [ms for _, ms in every]))
    return found
