"""Records beside the game: pictures that were kept, and who came, went, was refused or locked out.

They change no round, no screen asks for them, and a tap that was made on what stood before is not too late for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from dealer_assist.journal import Entry

if TYPE_CHECKING:
    from dealer_assist.session import Session

#: What people do beside the game. Never with a PIN; a badge that was typed stands only where it is somebody's.
#: `terminal`: a dealer gave a code for an account or ended its terminals, or somebody came in with a code.
PEOPLE: Final = frozenset(
    {"sign_in", "sign_out", "sign_in_refused", "approval_refused", "locked_out", "set_up", "terminal"}
)


class Aside(msgspec.Struct, frozen=True):
    """What is to be recorded beside the game; `who` is a badge. Of another round than the running one: `round`."""

    kind: str
    body: dict[str, Any]
    who: str = ""
    round: int | None = None


def note(session: Session, aside: Aside, at: int) -> None:
    """Record it. Raises `Fault`."""
    number = session.round if aside.round is None else aside.round
    session.journal.append(
        Entry(aside.kind, aside.body, number, session.shoe, at, session.wall(), aside.who, session.input)
    )
