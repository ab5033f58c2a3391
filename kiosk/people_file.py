"""`people.toml`: who may use a table's screens, with the hashes of their PINs.

    display = "…"                    the token in the address of the players' display

    [[people]]
    badge = "1001"
    name = "Aino"
    role = "dealer"
    pin = "$argon2id$…"

Written whole and at once, readable by its owner only. Read strictly.
"""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from pathlib import Path
from typing import Final, Literal, get_args

import msgspec
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import InvalidHashError

from dealer_assist.faults import Fault

Role = Literal["dealer", "supervisor", "auditor", "engineer"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

_BADGE: Final = re.compile(r"[0-9]{1,12}")
_PIN: Final = re.compile(r"[0-9]{4,12}")
_MOST_NAME: Final = 40
_MOST_BYTES: Final = 1024 * 1024


class Person(msgspec.Struct, frozen=True):
    """Somebody who may sign in."""

    badge: str
    name: str
    role: Role


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person as the file has them; `pin` is the argon2 hash. Whoever is `locked` may not sign in."""

    badge: str
    name: str
    role: Role
    pin: str
    locked: bool = False

    @property
    def person(self) -> Person:
        """The person, without the hash."""
        return Person(self.badge, self.name, self.role)


class PeopleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds. `display` is empty until a table has run with it."""

    display: str = ""
    people: tuple[Entry, ...] = ()

    def find(self, badge: str) -> Entry | None:
        """The entry with that badge."""
        return next((entry for entry in self.people if entry.badge == badge), None)


def is_badge(badge: str) -> bool:
    """Whether a badge can read so."""
    return _BADGE.fullmatch(badge) is not None


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(18)


def load(path: Path) -> PeopleFile:
    """What `path` holds. Raises `Fault`."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise Fault(f"{path}: people file can't be read: {error.strerror}") from error
    return _read(path, text)


def load_if_there(path: Path) -> PeopleFile:
    """The same, and nobody where there is no file."""
    return load(path) if path.exists() else PeopleFile()


def save(path: Path, file: PeopleFile) -> None:
    """Put `file` in place of what was at `path`, whole or not at all, mode 0600. Raises `Fault`."""
    try:
        made, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise Fault(f"{path}: can't be written: {error.strerror}") from error
    try:
        with os.fdopen(made, "wb") as out:
            out.write(_text(file).encode())
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise Fault(f"{path}: can't be written: {error.strerror}") from error


def checked_person(badge: str, name: str, role: Role) -> Person:
    """A person to be added. Raises `Fault` for a badge or a name that can't be one."""
    if not is_badge(badge):
        raise Fault(f"badge {badge!r}: a badge is 1 to 12 digits, as the keypad of the screens has them")
    if not name.strip() or len(name) > _MOST_NAME or not name.isprintable():
        raise Fault(f"name {name!r}: a name is 1 to {_MOST_NAME} characters that can be printed")
    return Person(badge, name.strip(), role)


def checked_pin(pin: str) -> str:
    """A PIN to be set. Raises `Fault`, without repeating it."""
    if _PIN.fullmatch(pin) is None:
        raise Fault("PIN: 4 to 12 digits; choose another")
    if len(set(pin)) == 1:
        raise Fault("PIN: the same digit all along is the first that anyone tries; choose another")
    return pin


def added(file: PeopleFile, person: Person, pin: str, hasher: PasswordHasher) -> PeopleFile:
    """The file with one more person. Raises `Fault` if the badge is taken."""
    taken = file.find(person.badge)
    if taken is not None:
        raise Fault(f"badge {person.badge} is {taken.name}'s already ({taken.role}); remove it first, or give another")
    entry = Entry(person.badge, person.name, person.role, hasher.hash(checked_pin(pin)))
    return PeopleFile(file.display, (*file.people, entry))


def removed(file: PeopleFile, badge: str) -> PeopleFile:
    """The file without that person. Raises `Fault` if there is none."""
    known(file, badge)
    return PeopleFile(file.display, tuple(entry for entry in file.people if entry.badge != badge))


def with_pin(file: PeopleFile, badge: str, pin: str, hasher: PasswordHasher) -> PeopleFile:
    """The file with another PIN for that person. Raises `Fault` if there is none."""
    changed = msgspec.structs.replace(known(file, badge), pin=hasher.hash(checked_pin(pin)))
    return PeopleFile(file.display, tuple(changed if entry.badge == badge else entry for entry in file.people))


def with_lock(file: PeopleFile, badge: str, locked: bool) -> PeopleFile:
    """The file with that person locked out, or let in again. Raises `Fault` if there is none."""
    changed = msgspec.structs.replace(known(file, badge), locked=locked)
    return PeopleFile(file.display, tuple(changed if entry.badge == badge else entry for entry in file.people))


def known(file: PeopleFile, badge: str) -> Entry:
    """The entry with that badge. Raises `Fault` if there is none."""
    entry = file.find(badge)
    if entry is None:
        raise Fault(f"badge {badge}: nobody has it; `dealer-assist people list` shows who is there")
    return entry


def _read(path: Path, text: bytes) -> PeopleFile:
    if len(text) > _MOST_BYTES:
        raise Fault(f"{path}: people file refused: more than {_MOST_BYTES} bytes")
    try:
        file = msgspec.toml.decode(text, type=PeopleFile)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Fault(f"{path}: people file refused: {error}") from error
    seen: set[str] = set()
    for number, entry in enumerate(file.people, 1):
        where = f"{path}: people file refused: person {number}"
        try:
            checked_person(entry.badge, entry.name, entry.role)
            extract_parameters(entry.pin)
        except Fault as fault:
            raise Fault(f"{where}: {fault}") from fault
        except InvalidHashError as error:
            raise Fault(f"{where}: pin is no argon2 hash; set it with `dealer-assist people pin`") from error
        if entry.badge in seen:
            raise Fault(f"{where}: badge {entry.badge} stands there twice")
        seen.add(entry.badge)
    return file


def _text(file: PeopleFile) -> str:
    lines = ["# Who may use the table's screens. Change it with: dealer-assist people add | remove | pin"]
    if file.display:
        lines.append(f"display = {_quoted(file.display)}")
    for entry in file.people:
        fields = (("badge", entry.badge), ("name", entry.name), ("role", entry.role), ("pin", entry.pin))
        lines += ["", "[[people]]", *(f"{name} = {_quoted(value)}" for name, value in fields)]
        lines += ["locked = true"] if entry.locked else []
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    # A JSON string without control characters is a basic string of TOML.
    return msgspec.json.encode(value).decode()
