"""Roots: a signed statement of which records there were, small enough to be kept outside the house.

A chain of hashes proves nothing against the one who owns it, who can make all of it anew. A root that left the box
before (as a file, a QR code or a code on paper) does: the records up to it can't be changed any more.

A root covers the records of one shoe, from its first to the one before the root itself. The chain ties these to every
record before them.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from dealer_assist import keys, new_file, root_code
from dealer_assist.faults import Fault
from dealer_assist.journal import Entry, Journal, canonical
from dealer_assist.keys import Key
from dealer_assist.merkle import Tree
from dealer_assist.root_code import Code

if TYPE_CHECKING:
    from segno import QRCode

KIND: Final = "root"
FORMAT: Final = "root/1"
Number = Annotated[int, msgspec.Meta(ge=1)]
Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Signature = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{128}$")]


class Root(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tree `head` over the hashes of records `first` to `last`, which are those of shoe `shoe` of the journal
    whose first record has the hash `begins`; signed by `public` at `wall`, UTC."""

    format: str
    table: str
    begins: Hash
    shoe: int
    first: Number
    last: Number
    head: Hash
    wall: str
    public: Hash
    signature: Signature | None = None

    def statement(self) -> bytes:
        """What is signed: everything but the signature, as canonical JSON."""
        return canonical(
            {key: value for key, value in msgspec.to_builtins(self).items() if key != "signature"}
        ).encode()

    @property
    def signed(self) -> bool:
        """Whether its signature is right."""
        return self.signature is not None and keys.signed(self.public, self.statement(), self.signature)

    @property
    def code(self) -> Code:
        """Its short code."""
        return root_code.code(self.begins, self.last, self.head)

    def text(self) -> str:
        """The root as its file and its QR code hold it: one line of JSON."""
        return canonical(msgspec.to_builtins(self))


def put(
    journal: Journal, key: Key, *, at: int, wall: str, who: str = "", at_input: int = 0, once: str | None = None
) -> Root:
    """Sign the records of the journal's present shoe and record the root, as a table does when the shoe ends.

    `at` is nanoseconds since the session began, `wall` UTC, `at_input` the number of the input on the tapes.
    Raises `Fault` for an empty journal, or one that can't be written.
    """
    last = next(journal.records(journal.last - 1), None)
    begins = journal.hash_of(1)
    if last is None or begins is None:
        raise Fault(f"{journal.path}: nothing is recorded yet: there is nothing to sign")
    tree, first = Tree(), 0
    for number, hashed in journal.hashes(last.shoe):
        first = first or number
        tree.add(bytes.fromhex(hashed))
    plain = Root(FORMAT, last.table_name, begins, last.shoe, first, last.number, tree.head().hex(), wall, key.public)
    root = msgspec.structs.replace(plain, signature=key.sign(plain.statement()))
    journal.append(Entry(KIND, msgspec.to_builtins(root), last.round, last.shoe, at, wall, who, at_input, None, once))
    return root


def export(root: Root, path: Path) -> None:
    """Write the root into a new file. Raises `Fault`."""
    new_file.write(path, f"{root.text()}\n".encode(), "root")


def read(path: Path) -> Root:
    """The root in a file, its signature checked. Raises `Fault` for another file, a newer one or a forged one."""
    try:
        root = parse(path.read_bytes())
    except OSError as error:
        raise Fault(f"{path}: the root can't be read: {error.strerror}") from error
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Fault(f"{path}: there is no root in this file: {error}") from error
    if root.format != FORMAT:
        raise Fault(f"{path}: a root of format {root.format!r}, which this program does not know ({FORMAT}); update it")
    if not root.signed:
        raise Fault(f"{path}: this root is not what its key signed: it was altered; take it from where it was kept")
    return root


def parse(text: bytes | str) -> Root:
    """The root that a file or a record's body holds. Raises what msgspec raises for another text."""
    return msgspec.json.decode(text, type=Root)


def given(text: str) -> Root | Code:
    """What a person gives as a root: the name of its file, or its code. Raises `Fault` for neither."""
    path = Path(text)
    return read(path) if path.is_file() else root_code.read(text)


def qr_text(root: Root) -> str:
    """The root as a QR code for a terminal."""
    out = io.StringIO()
    _qr(root).terminal(out, compact=True)
    return out.getvalue()


def qr_svg(root: Root) -> str:
    """The root as a QR code, an `<svg>` element for a page."""
    return _qr(root).svg_inline(scale=4)


def qr_png(root: Root) -> bytes:
    """The root as a QR code, a PNG for paper."""
    out = io.BytesIO()
    _qr(root).save(out, kind="png", scale=4)
    return out.getvalue()


def _qr(root: Root) -> QRCode:
    import segno

    return segno.make(root.text(), error="m", micro=False)
