"""What an audit found, as tables: Parquet for programs, CSV for a spreadsheet; amounts exact, in points."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import msgspec

from dealer_assist.faults import Fault
from dealer_assist.pit.audit import Audited

Row = tuple[Any, ...]

#: The columns of each table; those named in `_POINTS` are amounts.
COLUMNS: Final = {
    "sessions": ("session", "table", "game", "where", "records", "rounds", "differences", "uncleared"),
    "differences": ("session", "table", "game", "where", "round", "record", "words", "was", "now"),
    "findings": ("session", "table", "game", "where", "round", "record", "kind", "wall"),
    "rounds": ("table", "game", "day", "dealer", "rounds", "stakes", "paid", "hold"),
    "money": ("table", "game", "day", "dealer", "clause", "lines", "stake", "paid"),
}
_POINTS: Final = frozenset({"stakes", "stake", "paid", "hold"})
_WHOLE: Final = frozenset({"records", "rounds", "differences", "uncleared", "round", "record", "lines"})
#: Rows of a table that are written at once.
_AT_ONCE: Final = 10_000


class Summary(msgspec.Struct):
    """The sums of an audit; amounts in hundredths of a point, by key."""

    sessions: int
    records: int
    rounds: int
    differences: int
    uncleared: int
    by_table: dict[tuple[str, str, str, str], Counter[str]]
    by_clause: dict[tuple[str, str, str, str, str], Counter[str]]


def summed(found: Iterable[Audited]) -> Summary:
    """Add up all sessions of an audit, one after another."""
    sums = Summary(0, 0, 0, 0, 0, {}, {})
    for one in found:
        sums.sessions += 1
        sums.records += one.records
        sums.rounds += one.rounds
        sums.differences += one.differences
        sums.uncleared += len(one.uncleared)
        for played in one.played:
            of_table = sums.by_table.setdefault((one.table, one.game, played.day, played.dealer), Counter())
            of_table.update(rounds=played.rounds, stakes=played.stakes, paid=played.paid, hold=played.hold)
        for money in one.money:
            key = (one.table, one.game, money.day, money.dealer, money.clause)
            of_clause = sums.by_clause.setdefault(key, Counter())
            of_clause.update(lines=money.lines, stake=money.stake, paid=money.paid)
    return sums


def write(folder: Path, found: Iterable[Audited], sums: Summary) -> list[Path]:
    """Write every table twice, `NAME.parquet` and `NAME.csv`; the files. Raises `Fault`."""
    rows: dict[str, Iterable[Row]] = {
        "sessions": (_session(one) for one in found),
        "differences": (row for one in found for row in _differences(one)),
        "findings": (row for one in found for row in _findings(one)),
        "rounds": (
            (*key, of["rounds"], of["stakes"], of["paid"], of["hold"]) for key, of in sorted(sums.by_table.items())
        ),
        "money": ((*key, of["lines"], of["stake"], of["paid"]) for key, of in sorted(sums.by_clause.items())),
    }
    try:
        return [path for name in COLUMNS for path in _table(folder, name, rows[name])]
    except OSError as error:
        raise Fault(f"{folder}: the tables can't be written: {error.strerror or error}; make room there") from error


def _session(one: Audited) -> Row:
    found = (one.records, one.rounds, one.differences, len(one.uncleared))
    return (one.session, one.table, one.game, one.where, *found)


def _differences(one: Audited) -> Iterator[Row]:
    for each in one.different:
        yield (*_place(one), each.round, each.record, each.words, each.was, each.now)


def _findings(one: Audited) -> Iterator[Row]:
    for each in one.uncleared:
        yield (*_place(one), each.round, each.record, each.kind, each.wall)


def _place(one: Audited) -> Row:
    return (one.session, one.table, one.game, one.where)


def _table(folder: Path, name: str, rows: Iterable[Row]) -> list[Path]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = COLUMNS[name]
    schema = pa.schema([(column, _type(column)) for column in columns])
    paths = [folder / f"{name}.parquet", folder / f"{name}.csv"]
    with pq.ParquetWriter(paths[0], schema) as parquet, paths[1].open("w", newline="", encoding="utf-8") as file:
        sheet = csv.writer(file)
        sheet.writerow(columns)
        for portion in _portions(rows):
            exact = [[_exact(column, value) for column, value in zip(columns, row, strict=True)] for row in portion]
            sheet.writerows(exact)
            arrays = [pa.array(list(values), schema.field(k).type) for k, values in enumerate(zip(*exact, strict=True))]
            parquet.write_table(pa.table(arrays, schema=schema))
    return paths


def _portions(rows: Iterable[Row]) -> Iterator[list[Row]]:
    portion: list[Row] = []
    for row in rows:
        portion.append(row)
        if len(portion) == _AT_ONCE:
            yield portion
            portion = []
    if portion:
        yield portion


def _exact(column: str, value: Any) -> Any:
    return Decimal(value).scaleb(-2) if column in _POINTS else value


def _type(column: str) -> Any:
    import pyarrow as pa

    if column in _POINTS:
        return pa.decimal128(24, 2)
    return pa.int64() if column in _WHOLE else pa.string()
