"""An archive of recorded sessions: folders with a journal, found wherever they lie, or a pit's database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL
from dealer_assist.mark import read_mark
from dealer_assist.pit.records import Shared, Store

#: A task takes about so many bytes of journals, or so many sessions, whichever is less.
_TASK_BYTES: Final = 3_000_000
_TASK_SESSIONS: Final = 16


class Unit(msgspec.Struct, frozen=True):
    """One session of an archive. `where` is its folder or the database's address, `begins` its first record's hash in
    a database and empty for a folder. `state` changes whenever its journal does; `size` is about its bytes."""

    where: str
    begins: str
    name: str
    state: str
    size: int

    @property
    def key(self) -> str:
        """Names the session as it is now: audited once, it needs no second time."""
        return f"{self.where} {self.begins} {self.state}"


def units(archives: Iterable[str]) -> list[Unit]:
    """Every session in `archives`, in a lasting order: folders are searched, addresses are databases of a pit.

    Raises `Fault` for an archive that is not there or that holds no session.
    """
    found: list[Unit] = []
    for archive in archives:
        there = list(_of_database(archive) if "://" in archive else _of_folder(Path(archive)))
        if not there:
            raise Fault(f"{archive}: no recorded session lies here; name a folder of sessions, or a pit's database")
        found += there
    return list({unit.key: unit for unit in found}.values())


def tasks(wanted: Iterable[Unit]) -> Iterator[list[Unit]]:
    """The sessions in portions that are worth the way to a worker."""
    task: list[Unit] = []
    size = 0
    for unit in wanted:
        if task and (len(task) == _TASK_SESSIONS or size + unit.size > _TASK_BYTES):
            yield task
            task, size = [], 0
        task.append(unit)
        size += unit.size
    if task:
        yield task


def _of_folder(folder: Path) -> Iterator[Unit]:
    if not folder.is_dir():
        raise Fault(f"{folder}: there is no such folder; name one with recorded sessions in it")
    for journal in sorted(folder.rglob(JOURNAL)):
        mark = read_mark(journal)
        state = f"{journal.stat().st_mtime_ns} {'' if mark is None else f'{mark.number} {mark.hash}'}"
        yield Unit(str(journal.parent.resolve()), "", journal.parent.name, state, journal.stat().st_size)


def _of_database(url: str) -> Iterator[Unit]:
    with Store(url, writes=False) as store:
        for shared in store.sessions():
            yield Unit(url, shared.begins, shared.session, f"{shared.last} {shared.last_hash}", shared.last * 800)


def shared_of(store: Store, unit: Unit) -> Shared:
    """The session in its database. Raises `Fault` if it is gone."""
    found = store.find(unit.begins)
    if found is None:
        raise Fault(f"{store.where}: session {unit.name} is not there any more")
    return found
