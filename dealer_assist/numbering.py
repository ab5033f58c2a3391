"""The numbers of a shoe's messages: which of them never arrived, and which come again."""

from __future__ import annotations

from typing import Literal

from dealer_assist.sighting import Sighting

#: How many messages are missing before this one; whether it came before; or that the shoe was switched off and on.
Heard = int | Literal["again", "restarted"]


class Numbering:
    """Follows the numbers of one shoe. A protocol without numbers tells nothing: 0."""

    def __init__(self) -> None:
        self._last: int | None = None

    def hear(self, sighting: Sighting) -> Heard:
        """A numbered protocol tells how many of its events never arrived; one of them may have been a card.

        An event carries the next number; a hello or a heartbeat repeats the last one. `"again"` for an event whose
        number has been there before: it may be one that was sent again. A hello that begins at 0 again is a shoe that
        was switched off and on: what it dealt in between nobody knows.
        """
        if sighting.sequence is None:
            return 0
        before, self._last = self._last, sighting.sequence
        if before is None:
            return 0
        if sighting.kind == "hello" and sighting.sequence == 0:
            return "restarted" if before else 0
        repeats = sighting.kind in {"hello", "heartbeat"}
        lost = (sighting.sequence - before - (not repeats)) & 0xFFFF
        if lost > 0x7FFF and not repeats:
            self._last = before
            return "again"
        return lost
