"""How long the open betting round still lasts (X3.1). Time comes from outside, with each input."""

from __future__ import annotations

from typing import Final

#: A betting round: the game's number and its own.
Which = tuple[int, int]
_SECOND: Final = 1_000_000_000


class BettingTime:
    """Runs while a round is open, nothing stops the table and nobody holds it. Held at first: people have to come.

    Not safe for threads; times are nanoseconds since the session began.
    """

    def __init__(self) -> None:
        self.is_held = True
        self._which: Which | None = None
        self._left = 0
        self._since: int | None = None

    def look(self, at: int, which: Which | None, seconds: int, *, stopped: bool) -> None:
        """After each input: the betting round that is open (None: none is), how long it lasts as a whole."""
        if which != self._which:
            self._which, self._left, self._since = which, seconds * _SECOND, None
        if self._since is not None:
            self._left = max(0, self._left - (at - self._since))
            self._since = at
        runs = which is not None and not self.is_held and not stopped
        self._since = at if runs else None

    @property
    def closes(self) -> int | None:
        """When the round closes; None while no time runs."""
        return None if self._since is None else self._since + self._left

    @property
    def left_ms(self) -> int:
        """What was left of the round at the last input, in milliseconds."""
        return 0 if self._which is None else self._left // 1_000_000
