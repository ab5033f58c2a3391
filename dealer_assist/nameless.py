"""A card that left the shoe and that the shoe can't name, as a joker from an angel_eye: the camera names it, or the
dealer taps it. Where it is dealt face down, nobody has to."""

from __future__ import annotations

from dealer_assist.changes import JSON, By
from dealer_assist.game import Bets, Deal
from dealer_assist.session import Session
from dealer_assist.sighting import Sighting


class Nameless:
    """Whether such a card is out: from its message until a step of the round has followed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._since: tuple[int, int] | None = None

    @property
    def is_out(self) -> bool:
        """Whether a card lies somewhere that has no name yet."""
        return self._since == (self._session.round, len(self._session.steps))

    def comes(self, sighting: Sighting, by: By) -> tuple[JSON, Deal] | bool:
        """The shoe says that a card came: the step that it is and its place, where it is dealt face down; True if it
        has to be named, False if none is awaited."""
        session = self._session
        awaited = session.awaits
        place = awaited.first if isinstance(awaited, Bets) else awaited
        if not isinstance(place, Deal) or session.stopped is not None or self.is_out:
            return False
        session.note("garbled", {"why": sighting.why or ""}, by)
        if place.face_down:
            return {"card": "??", "to": place.to} | ({} if place.hand is None else {"hand": place.hand}), place
        self._since = (session.round, len(session.steps))
        return True
