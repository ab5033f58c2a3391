"""What the dealer calls for beside the game: the floor, who comes to the table, and a pause."""

from __future__ import annotations

from typing import Final

from dealer_assist.changes import By
from dealer_assist.findings import STOPPED, Finding, Remedy
from dealer_assist.game import Refused
from dealer_assist.session import Session

#: The kind of the finding that a pause is: it stops the table as any other, and its one remedy is to go on.
PAUSED: Final = "paused"


def floor(session: Session, called: bool, by: By) -> Refused | None:
    """Call the floor, or say that somebody has come: it changes nothing of the round, and a stop does not hinder it."""
    if called == (session.floor is not None):
        return Refused(None, "the floor is called already" if called else "nobody has called the floor")
    session.note("floor", {"called": called}, by)
    session.floor = by.at if called else None
    return None


def pause(session: Session, by: By) -> Refused | None:
    """Let the table stand until somebody goes on. Cards that come meanwhile wait, as with every stop."""
    if session.stopped is not None:
        return STOPPED
    session.find(Finding(PAUSED, {}, (Remedy("go_on"),)), by)
    return None


def is_paused(session: Session) -> bool:
    """Whether a pause is what the table stands for now."""
    return session.stopped is not None and session.stopped.finding.kind == PAUSED
