"""People, roles and the second person: who may sign in at a screen, and who may approve what another proposes.

A PIN is verified against its argon2 hash and is kept nowhere. For a badge that nobody has a hash is verified
too, so that neither the words nor the time tell which badges there are.
"""

from __future__ import annotations

import hmac
import logging
import math
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from dealer_assist.beside import Aside
from dealer_assist.faults import Fault
from kiosk import people_file
from kiosk.lockout import Lockout
from kiosk.people_file import ROLES, PeopleFile, Person, Role
from kiosk.words import DECLINED, say

__all__ = ["ROLES", "Declined", "LockedOut", "NotSecond", "People", "Person", "Role", "WrongPin"]

log = logging.getLogger(__name__)

#: Who may be the second person.
SECOND: Final[frozenset[Role]] = frozenset({"supervisor"})
#: What stands for a badge in the count of wrong tries while nobody has one.
_SET_UP: Final = "set-up"


class Declined(Exception):
    """Somebody is not let in, or may not approve; `why` is what they read."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class WrongPin(Declined):
    """The PIN is not that badge's, or there is no such badge."""


class LockedOut(Declined):
    """Too many wrong tries; `wait_s` whole seconds until the next one is looked at."""

    def __init__(self, why: str, wait_s: int) -> None:
        super().__init__(why)
        self.wait_s = wait_s


class NotSecond(Declined):
    """The PIN is right, but this person can't be the second one."""


class Listed(msgspec.Struct, frozen=True):
    """A person as set-up lists them: `locked` by somebody, or made to wait `wait_s` seconds after wrong tries."""

    person: Person
    locked: bool
    wait_s: int


class People:
    """Who may use a table's screens. Safe to be used from many threads.

    With a `path` the file is read again when it has changed, so that people come and go while the table runs.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        hasher: PasswordHasher | None = None,
    ) -> None:
        """Raises `Fault` if `path` holds no people file; a file that is not there has nobody in it."""
        self._path = path
        self._hasher = hasher or PasswordHasher()
        self._lockout = Lockout(clock)
        # One PIN at a time: each takes much memory and all of a core, and tries at once must not outrun the count.
        self._trying = threading.Lock()
        self._lock = threading.RLock()
        self._nobody = self._hasher.hash(secrets.token_hex(8))
        self._mark = _mark(path)
        self._file = PeopleFile() if path is None else people_file.load_if_there(path)
        self._file = self._with_token(self._file, people_file.new_token())
        #: Is told who was refused or locked out, to be recorded; never a PIN, nor a badge that is nobody's.
        self.told: Callable[[Aside], None] = lambda aside: None
        #: Is asked of whoever makes the first person at a screen; the terminal shows it. Good until there is one.
        self.setup_code: Final = f"{secrets.randbelow(10**8):08}"

    @classmethod
    def of(cls, people: Iterable[tuple[Person, str]], hasher: PasswordHasher) -> People:
        """People with their PINs, in no file: those of the sample, or of a test."""
        made = cls(hasher=hasher)
        for person, pin in people:
            made._file = people_file.added(made._file, person, pin, hasher)
        return made

    @property
    def empty(self) -> bool:
        """Whether nobody can sign in yet."""
        return not self._current().people

    @property
    def display(self) -> str:
        """The token in the display's address. The same after a restart, once it stands in the file."""
        return self._current().display

    def find(self, badge: str) -> Person | None:
        """Whoever has the badge now."""
        entry = self._current().find(badge)
        return None if entry is None else entry.person

    def seal(self, badge: str) -> str:
        """Changes when the person's role or PIN does, and is empty when there is no such person."""
        entry = self._current().find(badge)
        return "" if entry is None else f"{entry.role} {entry.pin} {entry.locked}"

    def everybody(self) -> tuple[Listed, ...]:
        """All people, by role and badge."""
        with self._trying:
            return tuple(
                Listed(entry.person, entry.locked, math.ceil(self._lockout.wait(entry.badge, "")))
                for entry in sorted(self._current().people, key=lambda each: (ROLES.index(each.role), each.badge))
            )

    def sign_in(self, badge: str, pin: str, screen: str) -> Person:
        """Whoever has this badge and PIN. `screen` is where they stand, for the count of wrong tries.

        Raises `WrongPin` or `LockedOut`.
        """
        try:
            return self._admit(badge, pin, screen)
        except LockedOut:
            raise
        except Declined:
            self._tell("sign_in_refused", badge, screen)
            raise

    def _admit(self, badge: str, pin: str, screen: str) -> Person:
        badge = badge if people_file.is_badge(badge) else ""
        with self._trying:
            self._check_wait(badge, screen)
            entry = self._current().find(badge)
            if not self._verified(self._nobody if entry is None else entry.pin, pin) or entry is None:
                self._lockout.wrong(badge, screen)
                if self._lockout.wait(badge, screen) > 0:
                    # Said once: what is tried while it lasts is not looked at, and must not fill the record.
                    self._tell("locked_out", badge, screen)
                self._check_wait(badge, screen)
                raise WrongPin(say(DECLINED["wrong"]))
            self._lockout.right(badge, screen)
            if entry.locked:
                raise Declined(say(DECLINED["locked"]))
            return entry.person

    def approve(self, first: Person, badge: str, pin: str, screen: str) -> Person:
        """The second person, who approves what `first` proposes.

        Raises `WrongPin`, `LockedOut`, or `NotSecond` if they are the first themselves or no supervisor.
        """
        try:
            second = self._admit(badge, pin, screen)
            if second.badge == first.badge:
                raise NotSecond(say(DECLINED["same"]))
            if second.role not in SECOND:
                raise NotSecond(say(DECLINED["role"]))
        except LockedOut:
            raise
        except Declined as declined:
            reason = "not a second person" if isinstance(declined, NotSecond) else "not let in"
            self._tell("approval_refused", badge, screen, first.badge, reason=reason)
            raise
        return second

    def set_up(self, code: str, person: Person, pin: str, screen: str) -> Person:
        """Add the first person of all. Raises `WrongPin` or `LockedOut` for the code, `Fault` for what can't be."""
        with self._trying, self._lock:
            self._check_wait(_SET_UP, screen)
            if not self.empty:
                raise Declined(say(DECLINED["set_up"]))
            given = code.replace(" ", "").encode(errors="replace")
            if not hmac.compare_digest(given, self.setup_code.encode()):
                self._lockout.wrong(_SET_UP, screen)
                self._check_wait(_SET_UP, screen)
                raise WrongPin(say(DECLINED["code"]))
            self._save(people_file.added(self._file, person, pin, self._hasher))
            self._lockout.right(_SET_UP, screen)
            self._tell("set_up", person.badge, screen)
            return person

    # What a supervisor changes in set-up; each raises `Fault` for what can't be, and changes nothing then

    def add(self, person: Person, pin: str) -> None:
        """One more person."""
        with self._lock:
            self._save(people_file.added(self._current(), person, pin, self._hasher))

    def set_pin(self, badge: str, pin: str) -> None:
        """Another PIN for a person, who is signed out by it; the wrong tries before it are forgotten."""
        with self._trying, self._lock:
            self._save(people_file.with_pin(self._current(), badge, pin, self._hasher))
            self._lockout.right(badge, "")

    def lock(self, badge: str, locked: bool) -> None:
        """Lock a person out, who is signed out by it; or let them in again, with the wrong tries forgotten."""
        with self._trying, self._lock:
            self._save(people_file.with_lock(self._current(), badge, locked))
            if not locked:
                self._lockout.right(badge, "")

    def _tell(self, kind: str, badge: str, screen: str, who: str = "", **facts: str) -> None:
        known = badge if self.find(badge) is not None else "unknown"
        self.told(Aside(kind, {"badge": known, "screen": screen, **facts}, who))

    def _check_wait(self, badge: str, screen: str) -> None:
        wait = math.ceil(self._lockout.wait(badge, screen))
        if wait > 0:
            raise LockedOut(say(DECLINED["wait"], seconds=wait), wait)

    def _verified(self, known: str, pin: str) -> bool:
        try:
            return self._hasher.verify(known, pin.encode(errors="replace"))
        except VerificationError:
            return False

    def _current(self) -> PeopleFile:
        """The file as it is now. One that can't be read changes nothing: those known before stay."""
        with self._lock:
            mark = _mark(self._path)
            if self._path is None or mark == self._mark:
                return self._file
            self._mark = mark
            try:
                file = people_file.load_if_there(self._path)
            except Fault as fault:
                log.warning("%s; those known before stay", fault)
                return self._file
            self._file = self._with_token(file, self._file.display)
            return self._file

    def _with_token(self, file: PeopleFile, token: str) -> PeopleFile:
        """The file with a token for the display, which is kept where there are people to keep it with."""
        if file.display:
            return file
        file = PeopleFile(token, file.people)
        if self._path is not None and file.people:
            try:
                people_file.save(self._path, file)
            except Fault as fault:
                log.warning("%s; the display gets another address with the next start", fault)
            self._mark = _mark(self._path)
        return file

    def _save(self, file: PeopleFile) -> None:
        if self._path is not None:
            people_file.save(self._path, file)
            self._mark = _mark(self._path)
        self._file = file


def _mark(path: Path | None) -> tuple[int, int, int] | None:
    """Changes when the file does."""
    try:
        found = None if path is None else path.stat()
    except OSError:
        return None
    return None if found is None else (found.st_mtime_ns, found.st_size, found.st_ino)


def sample_people() -> tuple[tuple[Person, str], ...]:
    """Those of the sample table with their PINs, which are no secret."""
    return (
        (Person("1001", "Aino", "dealer"), "1357"),
        (Person("1002", "Kenji", "dealer"), "2468"),
        (Person("2001", "Marja", "supervisor"), "8024"),
        (Person("3001", "Haruka", "auditor"), "7913"),
        (Person("4001", "Oskari", "engineer"), "4862"),
    )
