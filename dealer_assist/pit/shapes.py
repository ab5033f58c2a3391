"""The rows of the pit's tables: each column once, with its name, its type and how it is read.

A struct is a row: `columns` makes a table's columns of its fields, `read` asks for them in their order, so that
`Shape(*row)` is the row, and `row` is what is written. Times are whole milliseconds since 1970 (UTC), amounts
hundredths of a point.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, Literal, get_type_hints

import msgspec
import sqlalchemy as sa

JSON = dict[str, Any]
#: Fields whose name is a word of SQL, with their columns.
_NAMES: Final = {"table": "table_name"}


class Shared(msgspec.Struct, frozen=True):
    """A session in the pit. `session` names it for people, `begins` is its first record's hash; `last` the last record
    that is here, `heard` when the table was heard last."""

    id: int
    begins: str
    session: str
    table_name: str
    game: str
    last: int
    last_hash: str
    heard: int


Kind = Literal["asked", "agreed", "declined", "key", "outcome"]


class Word(msgspec.Struct, frozen=True):
    """What passes between a table and the pit: `asked` by a dealer, `agreed` or `declined` by a person there, a `key`
    that was pressed there, and the `outcome` at the table. `who` is the badge of the person, `name` what they are
    called, `asks` the id of what is answered by it."""

    id: int
    kind: Kind
    asks: int | None
    session_id: int
    number: int
    body: str
    who: str
    name: str
    wall: str

    def content(self) -> Any:
        """The body as values."""
        return msgspec.json.decode(self.body)


class Found(msgspec.Struct, frozen=True):
    """A round of the index. `began` and `ended` are milliseconds since 1970 (None: it runs), `stakes`, `paid` and what
    the house kept (`hold`) cents, `steps`, `amends` and `findings` how many; `dealer` is a badge."""

    id: int
    table: str
    session: str
    game: str
    round: int
    shoe: int
    began: int
    ended: int | None
    dealer: str
    stakes: int
    paid: int
    hold: int
    steps: int
    amends: int
    findings: int

    @property
    def key(self) -> str:
        """What the page after this round is asked for by."""
        return f"{self.began}.{self.id}"


class OpenFinding(msgspec.Struct, frozen=True):
    """A finding of the index; `number` is its record, `raised` and `cleared` are milliseconds since 1970, the latter
    None while nobody has answered it."""

    table: str
    session: str
    number: int
    game: str
    round: int
    kind: str
    raised: int
    cleared: int | None = None
    cleared_by: str | None = None
    approver: str | None = None
    remedy: str | None = None


class Dealt(msgspec.Struct, frozen=True):
    """A card of a closed round; `place` is a box: `seat3`, `dealer`, `board`, `player1`."""

    round_id: int
    step: int
    place: str
    card: str


class PaidLine(msgspec.Struct, frozen=True):
    """A line of a settlement; `seat` is a seat's number or an account's name, as text, stake and paid are cents."""

    round_id: int
    number: int
    seat: str
    on: str
    stake: int
    paid: int
    outcome: str
    clause: str


class Cites(msgspec.Struct, frozen=True):
    """A clause that a round cites beside its settlement; `seat` as in `PaidLine`, empty where it is nobody's."""

    round_id: int
    seat: str
    clause: str


class Act(msgspec.Struct, frozen=True):
    """What a person did in a round, by kind of record, and how often; `agreed` is what they agreed to."""

    round_id: int
    person: str
    kind: str
    count: int


def columns(
    shape: type[msgspec.Struct], *, key: Collection[str] = (), but: Collection[str] = ()
) -> list[sa.Column[Any]]:
    """A column for each field of `shape`, those named in `but` left out; a field that may be None may be NULL."""
    types = get_type_hints(shape)
    return [
        sa.Column(
            _NAMES.get(field, field),
            sa.BigInteger if types[field] in {int, int | None} else sa.Text,
            primary_key=field in key,
            nullable=types[field] in {int | None, str | None},
            autoincrement=False,
        )
        for field in shape.__struct_fields__
        if field not in but
    ]


def read(table: sa.Table, shape: type[msgspec.Struct]) -> list[sa.Column[Any]]:
    """The columns of `table` that make a `shape`, in its order."""
    return [table.c[_NAMES.get(field, field)] for field in shape.__struct_fields__]


def row(value: msgspec.Struct, *, but: Collection[str] = (), **more: object) -> JSON:
    """The columns of a row by their names, those named in `but` left out, and `more` of its table."""
    fields = (field for field in value.__struct_fields__ if field not in but)
    return {_NAMES.get(field, field): getattr(value, field) for field in fields} | more
