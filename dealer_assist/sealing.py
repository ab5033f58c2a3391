"""Sealed values: texts of a record, or a tape's line, that nobody reads without a key until they are opened.

Where a record holds a card that lies face down there stands `{"sealed": "3.…"}` in place of the text: the number of
its epoch, then in capital hexadecimal digits, which spell no card, a commitment to the key (32 bytes), a random nonce
(12) and AES-256-GCM's output. Bound to it are the table, the session, the record's number and the place in the record,
so that it can't be moved.

    table's key ─► epoch's key ─► record's key      (HMAC-SHA-256 each, one way)

An epoch lasts from one release to the next: a round, as a rule. A card that is turned, or that two supervisors open,
puts its record's key into the journal; the round's end puts its epoch's key there. Nothing that was written changes,
and from then on the journal alone is enough. The commitment makes that a sealed value opens with one key only.

Kinds of records: `seal` begins it, `opened` holds keys of records, `unsealed` and `closed` an epoch's.
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from dealer_assist.faults import Fault

if TYPE_CHECKING:
    from dealer_assist.sealing_key import SealKey

JSON = dict[str, Any]
#: Where a value stands in a body: keys and places in lists.
Path = tuple[str | int, ...]

SEALED: Final = "sealed"
#: What the canonical text of a body has where something in it is sealed, and only there: in a text a quote is escaped.
MARK: Final = '{"sealed":"'
#: How a sealed text reads to whoever can't open it: a card that nobody has read.
UNREAD: Final = "??"

SEAL: Final = "seal"
OPENED: Final = "opened"
UNSEALED: Final = "unsealed"
CLOSED: Final = "closed"
#: Kinds of records that release an epoch's key.
RELEASES: Final = (UNSEALED, CLOSED)
FORMAT: Final = "seal/1"

_COMMIT, _NONCE = 32, 12
#: What is sealed is filled up to a multiple of this, so that its length tells no card.
_BLOCK: Final = 64


class StillSealed(Fault):
    """A record or a line of a tape can't be read yet: its round is not over, and the key is not here."""


def record_key(epoch: bytes, number: int) -> bytes:
    """The key of a record's sealed values, 32 bytes."""
    return hmac.digest(epoch, b"record %d" % number, "sha256")


def tape_key(epoch: bytes, channel: str) -> bytes:
    """The key of a tape's lines, 32 bytes."""
    return hmac.digest(epoch, b"tape " + channel.encode(), "sha256")


def seal(key: bytes, bound: bytes, value: object) -> str:
    """`value`, any JSON, sealed and bound to `bound`, in hexadecimal digits."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    plain = msgspec.json.encode(value)
    nonce = os.urandom(_NONCE)
    made = AESGCM(key).encrypt(nonce, plain.ljust(-(-len(plain) // _BLOCK) * _BLOCK), bound)
    return (_commitment(key) + nonce + made).hex().upper()


def opened(key: bytes, bound: bytes, text: str) -> Any:
    """The value that was sealed. Raises `ValueError` if this is not its key or its place, or if it was altered."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    raw = bytes.fromhex(text)
    if not hmac.compare_digest(raw[:_COMMIT], _commitment(key)):
        raise ValueError("sealed with another key")
    nonce, sealed = raw[_COMMIT : _COMMIT + _NONCE], raw[_COMMIT + _NONCE :]
    try:
        return msgspec.json.decode(AESGCM(key).decrypt(nonce, sealed, bound))
    except (InvalidTag, msgspec.DecodeError) as error:
        raise ValueError("altered, or moved from its place") from error


def epoch_of(sealed: object) -> int:
    """The number of the epoch with whose key a value is sealed; 0 for what is no sealed value."""
    number = str(sealed).partition(".")[0]
    return int(number) if number.isdecimal() else 0


def _commitment(key: bytes) -> bytes:
    return hmac.digest(key, b"commitment", "sha256")


def in_record(table: str, salt: bytes, number: int, path: Path) -> bytes:
    """What a value in a record is bound to."""
    return msgspec.json.encode(["record", table, salt.hex(), number, list(path)])


def on_tape(table: str, salt: bytes, channel: str, n: int) -> bytes:
    """What a line of a tape is bound to."""
    return msgspec.json.encode(["tape", table, salt.hex(), channel, n])


class Seals:
    """What seals a journal that is written, and the tapes beside it: its key, and the epoch that runs.

    Not safe for threads: the journal's owner calls it.
    """

    def __init__(self, key: SealKey) -> None:
        self.key = key
        #: Sixteen random bytes of the session; None until it began to seal: a journal of an older program never does.
        self.salt: bytes | None = None
        self.epoch = 0

    def begin(self) -> JSON:
        """The body of the record with which sealing begins."""
        return {"format": FORMAT, "salt": secrets.token_hex(16), "key": self.key.id}

    def follow(self, kind: str, body: Mapping[str, Any]) -> None:
        """Take up a record that was made, or that a journal holds that is taken up again."""
        if kind == SEAL:
            self.salt, self.epoch = bytes.fromhex(body["salt"]), 1
        elif kind in RELEASES:
            self.epoch = body["epoch"] + 1

    def body(self, number: int, body: JSON, paths: Iterable[Path]) -> JSON:
        """The body of record `number` with the values at `paths` sealed; as it is while nothing is sealed."""
        if self.salt is None:
            return body
        made = body
        key = record_key(self._epoch_key, number)
        for path in paths:
            text = seal(key, in_record(self.key.table, self.salt, number, path), _at(made, path))
            made = _put(made, path, {SEALED: f"{self.epoch}.{text}"})
        return made

    def line(self, channel: str, n: int, content: JSON) -> JSON:
        """A tape's line, sealed; as it is while nothing is sealed."""
        if self.salt is None:
            return content
        key = tape_key(self._epoch_key, channel)
        return {SEALED: f"{self.epoch}.{seal(key, on_tape(self.key.table, self.salt, channel, n), content)}"}

    def opens(self, numbers: Iterable[int], why: str) -> JSON:
        """The body of the record that opens these."""
        keys = {str(number): record_key(self._epoch_key, number).hex() for number in sorted(numbers)}
        return {"records": keys, "why": why}

    def releases(self) -> JSON:
        """The body of the record that opens all of this epoch."""
        return {"epoch": self.epoch, "key": self._epoch_key.hex()}

    @property
    def _epoch_key(self) -> bytes:
        if self.salt is None:
            raise ValueError("nothing is sealed here")
        return self.key.epoch(self.salt, self.epoch)


#: Kind and body of each record of a round (None: of any) that holds keys.
Told = Callable[[int | None], Iterable[tuple[str, str]]]


class Opener:
    """Opens what a journal's own records open, and with its key all."""

    def __init__(self, table: str, salt: bytes, told: Told, key: SealKey | None = None) -> None:
        self._table = table
        self._salt = salt
        self._told = told
        self._key = key
        self._epochs: dict[int, bytes] = {}

    def body(self, number: int, of_round: int, text: str) -> str:
        """The canonical text of a body with every value in its place that can be opened; the others stay sealed."""
        alone: dict[int, bytes] = {}
        asked = False

        def value(sealed: str, path: Path) -> Any:
            nonlocal asked
            epoch, _, made = sealed.partition(".")
            if not epoch.isdecimal():
                raise Fault(f"record {number}: a sealed value can't be read; verify the journal")
            if not asked and self._epoch(int(epoch)) is None:
                alone.update(self._learn(of_round))
                asked = True
            whole = self._epoch(int(epoch))
            key = alone.get(number) if whole is None else record_key(whole, number)
            if key is None:
                return {SEALED: sealed}
            try:
                return opened(key, in_record(self._table, self._salt, number, path), made)
            except ValueError as error:
                raise Fault(f"record {number}: a sealed value can't be opened: {error}; verify the journal") from error

        made = _each(msgspec.json.decode(text), value)
        return msgspec.json.encode(made, order="sorted").decode()

    def with_all_keys(self) -> Opener:
        """The same once every key that the journal holds is known: for its tapes, when it is closed again."""
        self._learn(None)
        return self

    def line(self, channel: str, n: int, sealed: str) -> Any:
        """What a tape's sealed line holds. Raises `StillSealed` without its key, `ValueError` for an altered one."""
        epoch, _, made = sealed.partition(".")
        if not epoch.isdecimal():
            raise ValueError("no sealed line")
        key = self._epoch(int(epoch))
        if key is None:
            raise StillSealed("sealed: its round was not over; give the table's key with --seal-key FILE")
        return opened(tape_key(key, channel), on_tape(self._table, self._salt, channel, n), made)

    def _epoch(self, number: int) -> bytes | None:
        known = self._epochs.get(number)
        return self._key.epoch(self._salt, number) if known is None and self._key is not None else known

    def _learn(self, of_round: int | None) -> dict[int, bytes]:
        """Read the keys that the journal holds; those of single records are given back."""
        alone: dict[int, bytes] = {}
        for kind, text in self._told(of_round):
            body = msgspec.json.decode(text)
            if kind in RELEASES:
                self._epochs[body["epoch"]] = bytes.fromhex(body["key"])
            elif kind == OPENED:
                alone |= {int(number): bytes.fromhex(key) for number, key in body["records"].items()}
        return alone


def masked(body: Any) -> Any:
    """A body with `"??"` for whatever is still sealed: as somebody sees it who stands at the felt."""
    return _each(body, lambda sealed, path: UNREAD)


def told(kind: str, body: JSON) -> JSON:
    """What a replay has to give again of a record: keys are drawn anew."""
    match kind:
        case "seal":
            return {"format": body["format"]}
        case "opened":
            return {"records": sorted(map(int, body["records"])), "why": body["why"]}
        case "unsealed" | "closed":
            return {"epoch": body["epoch"]}
        case _:
            return body


def _at(body: Any, path: Path) -> Any:
    for place in path:
        body = body[place]
    return body


def _put(body: Any, path: Path, value: object) -> Any:
    """A copy of `body` with `value` at `path`."""
    if not path:
        return value
    made: Any = list(body) if isinstance(body, list | tuple) else dict(body)
    made[path[0]] = _put(body[path[0]], path[1:], value)
    return made


def _each(body: Any, value: Callable[[str, Path], Any], path: Path = ()) -> Any:
    """A copy of `body` with each sealed value replaced by what `value` makes of its text and path."""
    if isinstance(body, dict):
        if body.keys() == {SEALED} and isinstance(body[SEALED], str):
            return value(body[SEALED], path)
        return {key: _each(part, value, (*path, key)) for key, part in body.items()}
    if isinstance(body, list):
        return [_each(part, value, (*path, place)) for place, part in enumerate(body)]
    return body
