"""What the pit's pages need of the tables that they show, be it one or many: the contract, and what a tile shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from dealer_assist.journal import Records
from dealer_assist.pit.questions import Questions
from dealer_assist.table import Key
from kiosk.rig import Outcome

JSON = dict[str, Any]
#: `running` a round, `idle` between two, `stopped` by a finding, `halted` for good, `away`: nothing is heard of it.
State = Literal["running", "idle", "stopped", "halted", "away"]


class LinkShown(msgspec.Struct, frozen=True):
    """A device's link: its name and state in words, and the state."""

    name: str
    word: str
    state: str


class Tile(msgspec.Struct, frozen=True):
    """A table as its tile shows it, in the words of who looks. `number` is its journal's last record, `session` its
    session's name, `finding` what stops it in the words of the dealer's page, with its remedies, `called` that the
    dealer waits for somebody of the floor."""

    table: str
    session: str
    number: int
    game: str
    round: int
    title: str
    prompt: str
    state: State
    links: tuple[LinkShown, ...] = ()
    fault: str | None = None
    finding: JSON | None = None
    called: str = ""


class Waiting(msgspec.Struct, frozen=True):
    """What a dealer asks the pit to agree to: `what` in words, `who` the dealer's badge, `since` milliseconds since
    1970."""

    id: int
    table: str
    who: str
    what: str
    since: int


class Tables(Protocol):
    """The tables of a pit. Safe to be used from many threads."""

    @property
    def questions(self) -> Questions:
        """The index."""

    def catch_up(self) -> None:
        """Index what is new, before something is asked. Raises `Fault`."""

    def version(self) -> int:
        """Grows with everything that a tile may show."""

    def wait(self, version: int, timeout: float) -> int:
        """The version once it is newer than `version`, or after `timeout` seconds as it is."""

    def tiles(self) -> Sequence[Tile]:
        """Every table as it is now, in the language that speaks."""

    def journal(self, table: str, session: str) -> Records | None:
        """The journal of a session, for reading; whoever asks does not close it. None where it is not here."""

    def house(self, table: str, session: str) -> Path | None:
        """The house file of a session, None for the built-in one."""

    def folder(self, table: str, session: str) -> Path | None:
        """Where the tapes and the film of a session lie, None where they are not here."""

    def clause(self, game: str, clause: str) -> str:
        """The words of a clause."""

    def press(self, table: str, key: Key) -> Outcome:
        """What a person did in the pit, at the table. Raises `queue.Empty` if the table does not answer."""

    def waiting(self) -> Sequence[Waiting]:
        """What dealers ask the pit to agree to, the oldest first."""

    def answer(self, asked: int, approver: str, *, agreed: bool) -> Outcome | None:
        """Agree to what is asked, or decline it; None if it is asked no more."""
