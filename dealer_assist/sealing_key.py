"""The key that seals a table's face-down cards: 32 random bytes in a file of its own, outside the session's folder.

The file names the table that it seals for, so that one table's key is not taken for another's. From it comes a key for
each round; what a round's end releases into the journal is that one and never this.
"""

from __future__ import annotations

import hmac
import re
import secrets
from pathlib import Path
from typing import Final

import msgspec

from dealer_assist import new_file
from dealer_assist.faults import Fault

_KEY_LINE: Final = re.compile(r"^Key: ([0-9a-f]{64})$", re.MULTILINE)
_TABLE_LINE: Final = re.compile(r"^Table: (.*)$", re.MULTILINE)


class SealKey(msgspec.Struct, frozen=True):
    """A table's sealing key. `secret` is 32 bytes and is never written anywhere but into its file."""

    secret: bytes
    table: str

    def __repr__(self) -> str:
        return f"SealKey({self.id}, table={self.table!r})"

    @property
    def id(self) -> str:
        """Sixteen hexadecimal digits that tell this key from others and nothing of the key itself."""
        return hmac.digest(self.secret, b"dealer-assist name of a sealing key", "sha256").hex()[:16]

    def epoch(self, salt: bytes, number: int) -> bytes:
        """The key, 32 bytes, of the `number`-th stretch between two releases in the session that drew `salt`."""
        return hmac.digest(self.secret, b"dealer-assist epoch %b %d" % (salt, number), "sha256")


def throwaway(table: str) -> SealKey:
    """A key that no file holds, for a replay's own journal."""
    return SealKey(secrets.token_bytes(32), table)


def make(path: Path, table: str) -> SealKey:
    """Make the key of `table` in a new file that only its owner can read. Raises `Fault` if there is a file already."""
    key = throwaway(table)
    text = (
        f"Seals the face-down cards of a dealer-assist table. Keep a copy elsewhere, never beside the journal.\n"
        f"Name: {key.id}\nTable: {_one_line(table)}\nKey: {key.secret.hex()}\n"
    )
    new_file.write(path, text.encode(), "sealing key", new_file.OWNER)
    return key


def load(path: Path, table: str | None = None) -> SealKey:
    """The sealing key in a file. Raises `Fault` if it is missing, none, readable by others, or another table's than
    `table`, where that is given."""
    try:
        mode = path.stat().st_mode
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Fault(f"{path}: the sealing key is not there; put its file back, or name it with --seal-key") from None
    except OSError as error:
        raise Fault(f"{path}: the sealing key can't be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise Fault(f"{path}: there is no sealing key in this file") from None
    if mode & 0o077:
        raise Fault(f"{path}: others than its owner may read this key: chmod 600 {path}, and find out who has")
    found, named = _KEY_LINE.search(text), _TABLE_LINE.search(text)
    if found is None or named is None:
        raise Fault(f"{path}: there is no sealing key in this file")
    if table is not None and named[1] != _one_line(table):
        raise Fault(f"{path}: this is the sealing key of {named[1]}, not of {table}; name the key of this table")
    return SealKey(bytes.fromhex(found[1]), named[1])


def _one_line(table: str) -> str:
    return " ".join(table.split())
