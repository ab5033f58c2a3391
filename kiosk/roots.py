"""The roots that a table makes itself: when a shoe ends, when the table closes, and when somebody asks for one."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from dealer_assist import witness
from dealer_assist.game import To
from dealer_assist.journal import Records
from dealer_assist.keys import Key
from dealer_assist.sealing import OPENED
from dealer_assist.session import Session
from dealer_assist.witness import Root


class TableRoots:
    """Signs with the table's key. The desk's thread calls it between two inputs; `say` is told of each root."""

    def __init__(self, key: Key, session: Session, say: Callable[[Root], object] = lambda root: None) -> None:
        self._key = key
        self._shoe = session.shoe
        self._say = say

    def after(self, at: int, session: Session) -> None:
        """After an input: where a new shoe began with it, the old one's records are signed. Raises `Fault`."""
        if session.shoe != self._shoe:
            self._shoe = session.shoe
            self._say(self.put(session, at))

    def put(self, session: Session, at: int, who: str = "") -> Root:
        """Sign the records of the present shoe. Raises `Fault`."""
        return witness.put(session.journal, self._key, at=at, wall=session.wall(), who=who, at_input=session.input)

    def closing(self, at: int, session: Session) -> None:
        """The table closes: what may be released is, and the session's last root is made."""
        session.close(at)
        self._say(self.put(session, at))


def latest(journal: Records) -> Root | None:
    """The root that was made last; None if there is none yet."""
    record = journal.last_of(witness.KIND)
    return None if record is None else witness.parse(record.body)


class Opened(msgspec.Struct, frozen=True):
    """What was sealed in a record: its card, None for the words of an unreadable message, and the place of its step,
    None for one that is in no step."""

    record: int
    card: str | None
    to: To | None


def opened_cards(journal: Records, once: str) -> list[Opened]:
    """What the request with this key opened; nothing where the key was one for something else."""
    record = journal.once(once)
    cards: list[Opened] = []
    for number in [] if record is None or record.kind != OPENED else record.whole()["records"]:
        sealed = next(journal.records(int(number) - 1))
        body = sealed.content()
        step = body.get("step") if sealed.kind == "step" else body.get("becomes")
        if isinstance(step, dict):
            cards.append(Opened(sealed.number, step["card"], step.get("to")))
        else:
            held = body.get("card") or body.get("facts", {}).get("card")
            cards.append(Opened(sealed.number, held, None))
    return cards
