"""What a page may ask of a recording that plays."""

from __future__ import annotations

from typing import Final, Protocol

#: The speeds that the page offers, as multiples of real time.
SPEEDS: Final = (1.0, 2.0, 4.0, 8.0)


class Controls(Protocol):
    """A recording that plays. May be called from any thread; each returns at once or after the step it makes."""

    def pause(self) -> None:
        """Hold still."""
        ...

    def play(self) -> None:
        """Go on."""
        ...

    def step(self) -> None:
        """Take the next input and hold still."""
        ...

    def speed(self, factor: float) -> None:
        """Play at `factor` times real time, 0.1 to 64."""
        ...

    def leave(self) -> None:
        """End the replay and open a table at which the dealer deals by hand."""
        ...
