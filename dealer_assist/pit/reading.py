"""A session in the pit's database, read as a table's own journal is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dealer_assist.journal import Record, Records
from dealer_assist.pit.records import Shared, Store


class SharedRecords(Records):
    """The records of one session. What a running round has sealed stays sealed: no key is here."""

    def __init__(self, store: Store, shared: Shared) -> None:
        super().__init__(Path(shared.session), store.engine)
        self._store = store
        self._shared = shared

    def records(self, after: int = 0) -> Iterator[Record]:
        """The records after number `after`, in order."""
        return self._store.opened(self._shared, after)

    def of_round(self, number: int) -> list[Record]:
        """The records of one round, in order."""
        return self._store.opened_of_round(self._shared, number)

    def next_of(self, kind: str, after: int) -> Record | None:
        """The first record of that kind after number `after`."""
        return next((record for record in self.records(after) if record.kind == kind), None)

    def once(self, key: str) -> Record | None:
        """The record that the request with this idempotency key made, if it was made."""
        return next((record for record in self.records() if record.once == key), None)

    def verify(self) -> str | None:
        """What is wrong with the chain; None if nothing is."""
        return self._store.verify(self._shared)

    def tail(self) -> tuple[int, str]:
        """Number and hash of the last record that the pit has now."""
        now = self._store.find(self._shared.begins) or self._shared
        return (now.last, now.last_hash)

    def hashes(self, shoe: int) -> Iterator[tuple[int, str]]:
        """Number and hash of every record of a shoe, in order."""
        return ((record.number, record.hash) for record in self._store.records(self._shared) if record.shoe == shoe)

    def hash_of(self, number: int) -> str | None:
        """The hash of a record; None if there is no such one."""
        return self._store.hash_of(self._shared, number)

    def close(self) -> None:
        """Nothing: the store is its owner's."""
