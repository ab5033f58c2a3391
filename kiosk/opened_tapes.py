"""The sealed lines of a session's tapes, opened by what its journal released, or by the table's key."""

from __future__ import annotations

from pathlib import Path

import msgspec

from dealer_assist.faults import Fault
from dealer_assist.journal import recorded
from dealer_assist.sealing import SEALED, Opener, StillSealed
from dealer_assist.sealing_key import SealKey
from hardware.tape import Entry


class OpenedTapes:
    """Opens the entries of tapes that lie beside the journal at `journal`. Nothing is read before it is needed."""

    def __init__(self, journal: Path, key: SealKey | None = None) -> None:
        self._journal = journal
        self._key = key
        self._opener: Opener | None = None

    def entry(self, channel: str, entry: Entry) -> Entry:
        """The entry as it was before it was sealed. Raises `StillSealed` without its key, `Fault` if altered."""
        sealed = entry.content.get(SEALED)
        if not isinstance(sealed, str):
            return entry
        place = f"{self._journal.parent / channel}.tape, line {entry.line}, byte {entry.byte}"
        try:
            content = self._open().line(channel, entry.n, sealed)
        except StillSealed as error:
            raise StillSealed(f"{place}: {error}") from error
        except ValueError as error:
            raise Fault(f"{place}: {error}. Take the tape from a good copy of the recording") from error
        return msgspec.structs.replace(entry, content=content)

    def _open(self) -> Opener:
        if self._opener is None:
            with recorded(self._journal, self._key) as journal:
                opener = journal.opener
                if opener is None:
                    raise Fault(f"{self._journal}: nothing is sealed in it, the tapes beside it are: another session's")
                self._opener = opener.with_all_keys()
        return self._opener
