"""Verify a journal offline: every record, the chain, the mark, the roots in it and one from outside.

Rows are read straight from SQLite and hashed as they come, without a value object for each: a million records are
read in seconds. What is wrong is told in words with the number of the first bad record.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import msgspec

from dealer_assist import tampered
from dealer_assist.faults import Fault, one_line
from dealer_assist.journal import FIRST, Record, check_format
from dealer_assist.mark import Mark, mark_of, read_mark
from dealer_assist.merkle import Tree
from dealer_assist.root_code import Code, code
from dealer_assist.witness import FORMAT, KIND, Root, parse

_COLUMNS: Final = Record.__struct_fields__
_SHOE, _KIND, _BODY = (_COLUMNS.index(name) for name in ("shoe", "kind", "body"))
_PREVIOUS, _HASH = _COLUMNS.index("previous"), _COLUMNS.index("hash")
#: Records between two words on how far it is.
_EACH: Final = 4096

Row = tuple[Any, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What was found: `fault` in words, None if all is whole; the number of the first bad record where one can be
    named; how many records and roots there are, and which keys signed these."""

    records: int
    fault: str | None = None
    first_bad: int | None = None
    roots: int = 0
    keys: tuple[str, ...] = ()


class _Bad(Exception):
    """The first fault, by the number of its record."""

    def __init__(self, words: str, number: int | None = None) -> None:
        super().__init__(words)
        self.number = number


def verify(
    path: Path,
    root: Root | Code | None = None,
    public: str | None = None,
    tick: Callable[[int], object] = lambda done: None,
) -> Verdict:
    """Check the journal at `path`; with a root from outside also that it is the one it was then, with `public` that
    this key signed every root. `tick` is told now and then how many records are done.

    Raises `Fault` where there is nothing to check: no journal, one of a newer program, a root of another journal.
    """
    with closing(_open(path)) as database:
        mark = _mark(path, root)
        check = _Check(path, database, mark, root, public)
        try:
            check.records(tick)
            check.end()
        except _Bad as bad:
            return Verdict(check.last, str(bad), bad.number, check.roots, tuple(check.keys))
        return Verdict(check.last, None, None, check.roots, tuple(check.keys))


def count(path: Path) -> int:
    """How many records there are, by the last one's number; for a progress bar. Raises `Fault`."""
    with closing(_open(path)) as database:
        try:
            found = database.execute("SELECT max(number) FROM record").fetchone()[0]
        except sqlite3.DatabaseError:
            found = None
    return found if isinstance(found, int) else 0


class _Check:
    """One reading of a journal."""

    def __init__(
        self,
        path: Path,
        database: sqlite3.Connection,
        mark: Mark | None,
        root: Root | Code | None,
        public: str | None,
    ) -> None:
        self._path = path
        self._database = database
        self._mark = mark
        self._outside = root
        self._public = public
        self._begins = ""
        self._shoe_first = 1
        self._tree = Tree()
        self._met = False
        self.last = 0
        self.hash = FIRST
        self.roots = 0
        self.keys: dict[str, None] = {}

    def records(self, tick: Callable[[int], object]) -> None:
        """Every record and the chain between them, and each root at its place. Raises `_Bad`."""
        encode = msgspec.json.Encoder().encode
        shoe: object = None
        for row in self._rows():
            hashed = row[_HASH]
            number = self.last + 1
            if row[0] != number or row[_PREVIOUS] != self.hash or sha256(encode(row[:_HASH])).hexdigest() != hashed:
                raise _Bad(*tampered.words(self._database, number, self.hash, self._mark))
            if row[_SHOE] != shoe:
                shoe, self._shoe_first, self._tree = row[_SHOE], number, Tree()
            if row[_KIND] == KIND:
                self._root(number, row[_BODY])
            if number == 1:
                self._begin(hashed)
            self._tree.add(bytes.fromhex(hashed))
            self.last, self.hash = number, hashed
            self._meet()
            if not number % _EACH:
                tick(number)

    def end(self) -> None:
        """What can only be told at the end: a lost tail, a root that was not met, the file itself. Raises `_Bad`."""
        if self._mark is not None:
            self._acknowledged(self._mark)
        if self._outside is not None and not self._met:
            after = self.last + 1
            raise _Bad(f"the journal ends at record {self.last}, its root covers more: rolled back or cut", after)
        for words in tampered.unguarded(self._database):
            raise _Bad(words)

    def _rows(self) -> Iterator[Row]:
        try:
            yield from self._database.execute(f"SELECT {', '.join(_COLUMNS)} FROM record ORDER BY number")
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            after = self.last + 1
            raise _Bad(f"record {after} can't be read: the file is damaged there ({one_line(error)})", after) from error

    def _begin(self, hashed: str) -> None:
        self._begins = hashed
        outside = self._outside
        other = outside is not None and (
            outside.begins != hashed if isinstance(outside, Root) else not outside.is_of(hashed)
        )
        if other:
            named = f" of {outside.table}" if isinstance(outside, Root) else ""
            raise Fault(f"{self._path}: this root is of another journal{named}; take the journal that it was made over")

    def _root(self, number: int, body: object) -> None:
        """A root in the journal: over exactly the records before it, and signed."""
        try:
            root = parse(str(body))
        except msgspec.MsgspecError as error:
            raise _Bad(f"record {number} is a root that can't be read: {error}", number) from error
        if root.format != FORMAT:
            raise Fault(f"{self._path}: record {number} is a root of a newer program ({root.format}); update this one")
        covers = (root.begins, root.first, root.last, root.head)
        if covers != (self._begins, self._shoe_first, self.last, self._tree.head().hex()):
            raise _Bad(f"record {number} is a root, but not of the records before it", number)
        if not root.signed:
            raise _Bad(f"record {number} is a root whose signature is false", number)
        if self._public is not None and root.public != self._public:
            raise _Bad(f"record {number} is a root that another key signed ({root.public})", number)
        self.roots += 1
        self.keys[root.public] = None

    def _meet(self) -> None:
        """Compare with the root from outside when its last record is reached."""
        outside = self._outside
        if outside is None or self._met or self.last != outside.last:
            return
        self._met = True
        head = self._tree.head().hex()
        if isinstance(outside, Root):
            same = (outside.first, outside.head) == (self._shoe_first, head)
        else:
            same = code(self._begins, self.last, head) == outside
        if not same:
            first, last = self._shoe_first, self.last
            raise _Bad(f"records {first} to {last} are not those of the root: altered since, and the chain made anew")

    def _acknowledged(self, mark: Mark) -> None:
        if mark.number > self.last:
            lost = f"records {self.last + 1} to {mark.number} are lost"
            raise _Bad(f"{lost}: they had been acknowledged, the journal was cut or rolled back", self.last + 1)
        if mark.number == 0:
            return
        found = self._database.execute("SELECT hash FROM record WHERE number = ?", (mark.number,)).fetchone()
        if found != (mark.hash,):
            why = "altered with all before it, or this is another journal"
            raise _Bad(f"record {mark.number} is not the one that was acknowledged: {why}", mark.number)


def _open(path: Path) -> sqlite3.Connection:
    """The journal, for reading only; nothing is created or changed beside it. Raises `Fault`."""
    if not path.is_file():
        raise Fault(f"{path}: there is no journal here; name the file journal.sqlite of a recorded session")
    mode = "mode=ro" if path.with_name(path.name + "-wal").exists() else "mode=ro&immutable=1"
    database = sqlite3.connect(f"file:{quote(str(path.resolve()))}?{mode}", uri=True)
    try:
        check_format(path, database.execute("PRAGMA user_version").fetchone()[0])
        _check_begun(path, database)
        database.execute(f"SELECT {', '.join(_COLUMNS)} FROM record LIMIT 0")
    except (sqlite3.DatabaseError, UnicodeDecodeError, Fault) as error:
        database.close()
        if isinstance(error, Fault):
            raise
        raise Fault(
            f"{path}: this is no journal, or its head is damaged ({one_line(error)}); restore a backup"
        ) from error
    return database


def _check_begun(path: Path, database: sqlite3.Connection) -> None:
    """Raises `Fault` where a program was killed before its journal stood: no record can have been acknowledged.

    The mark's file is there first, as a lock, and empty; what it says stands in it before the first record.
    """
    mark = mark_of(path)
    if mark.exists() and mark.stat().st_size:
        return
    (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables or database.execute("SELECT 1 FROM record LIMIT 1").fetchone() is None:
        raise Fault(f"{path}: nothing is recorded here, as when a table stops while it begins; nothing to check")


def _mark(path: Path, root: object) -> Mark | None:
    """The mark beside the journal. A journal that went out without it needs a root to tell its end."""
    mark = read_mark(path)
    if mark is None and root is None:
        raise Fault(f"{path}: its mark is missing or damaged, so nobody can say how far it went; give a root by --root")
    return mark
