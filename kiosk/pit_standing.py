"""How a table's link to its pit stands, for the dealer's page and for whoever watches over the machine."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from kiosk.words import count, many, say, text

JSON = dict[str, Any]
_MINUTE_MS: Final = 60_000
BEHIND: Final = many("1 record behind, {minutes} min", "{number} records behind, {minutes} min")
AWAY: Final = text("The pit can't be reached. The table works on by itself, and sends what waits once it can.")
DIVERGED: Final = text(
    "The pit holds another record than this table and gets nothing more of it. The table works on by itself; call an "
    "engineer."
)
WAITING: Final = many(
    "1 question of yours waits there: a supervisor may agree here instead.",
    "{number} questions of yours wait there: a supervisor may agree here instead.",
)


class PitStanding(msgspec.Struct, frozen=True):
    """`behind` is how many records the pit is not known to have yet, `since` when it came into its state, in
    milliseconds since 1970, `waiting` how much dealers have asked the pit that nobody has answered."""

    state: Literal["starting", "following", "away", "diverged"]
    behind: int
    since: int
    waiting: int

    @property
    def up(self) -> bool:
        """Whether records pass to the pit."""
        return self.state == "following"


def mark(standing: PitStanding | None, now: int) -> JSON | None:
    """What the dealer's page shows of it, in the language that speaks: something only while the pit is not reached, or
    gets no more. `now` in milliseconds since 1970."""
    if standing is None or standing.state in {"starting", "following"}:
        return None
    minutes = max(0, now - standing.since) // _MINUTE_MS
    words = [say(AWAY if standing.state == "away" else DIVERGED)]
    if standing.waiting:
        words.append(count(WAITING, standing.waiting))
    return {"word": count(BEHIND, standing.behind, minutes=minutes), "words": words}
