"""An archive audited: what it finds, what it adds up, and that it takes the same path as the table did."""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from dealer_assist.cli import main
from dealer_assist.journal import Record, canonical, recorded
from dealer_assist.mark import Mark, write_mark
from dealer_assist.pit import archive, audit_page, audit_report
from dealer_assist.pit.audit import Audited, audit
from dealer_assist.pit.following import Still, meet, send
from dealer_assist.pit.records import Store
from tests import archives
from tests.journals import chained, changed, read, tamper
from tests.postgres import Postgres

JSON = dict[str, Any]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six sessions of five rounds."""
    folder: Path = tmp_path_factory.mktemp("archive")
    archives.archive(folder, rounds=30, each=5)
    return folder


@pytest.fixture
def triple(tmp_path: Path) -> Path:
    """One session of Triple, to be changed."""
    sessions = archives.plan(tmp_path / "archive", 12, 12, datetime(2026, 1, 1, tzinfo=UTC))
    folder, _, _, rounds, seed, begins = sessions[0]
    archives.session(folder, "triple", "Table 9", rounds, seed, begins)
    return folder


def audited(folder: Path) -> Audited:
    """The audit of the one session there."""
    (unit,) = archive.units([str(folder)])
    (found,) = audit([unit])
    return found


def alter(folder: Path, number: int, change: Callable[[JSON], None]) -> None:
    """Change the body of a record, and make chain and mark anew: as somebody would who knows how."""

    def altered(records: list[Record]) -> list[Record]:
        body = records[number - 1].content()
        change(body)
        return chained([changed(r, body=canonical(body)) if r.number == number else r for r in records])

    path = folder / archive.JOURNAL
    tamper(path, altered)
    last = read(path)[-1]
    write_mark(path, Mark(last.number, last.hash))


def paid(folder: Path, round_: int) -> Record:
    """The record that closed a round."""
    return next(r for r in read(folder / archive.JOURNAL) if r.kind == "paid" and r.round == round_)


def test_what_tables_wrote_is_what_the_rules_give(made: Path) -> None:
    found = audit(archive.units([str(made)]))
    assert [one.differences for one in found] == [0] * 6
    assert {one.game for one in found} == {"triple", "omaha", "exchange_blackjack"}
    assert sum(one.rounds for one in found) == 30
    assert sum(one.records for one in found) == sum(len(read(path)) for path in made.rglob(archive.JOURNAL))


def test_a_payment_that_was_altered_is_named_by_session_round_and_record(triple: Path) -> None:
    record = paid(triple, 7)
    alter(triple, record.number, lambda body: body.update(house=body["house"] + 100))
    found = audited(triple)
    assert (found.differences, found.session) == (1, triple.name)
    (different,) = found.different
    assert (different.round, different.record) == (7, record.number)
    assert different.was != different.now


def test_a_record_changed_in_place_breaks_the_chain_and_is_named(triple: Path) -> None:
    tamper(triple / archive.JOURNAL, lambda all_: [changed(r, who="x") if r.number == 9 else r for r in all_])
    found = audited(triple)
    assert found.different[0].record == 9
    assert "record 9 was altered" in found.different[0].words


def test_a_round_that_was_paid_twice_is_told(triple: Path) -> None:
    record = paid(triple, 3)

    def twice(records: list[Record]) -> list[Record]:
        return chained([*records[: record.number], record, *records[record.number :]])

    path = triple / archive.JOURNAL
    tamper(path, twice)
    last = read(path)[-1]
    write_mark(path, Mark(last.number, last.hash))
    assert any("paid a second time" in each.words for each in audited(triple).different)


def test_findings_that_nobody_answered_are_listed(triple: Path) -> None:
    answered = {r.content()["finding"] for r in read(triple / archive.JOURNAL) if r.kind == "answer"}
    left = [r for r in read(triple / archive.JOURNAL) if r.kind == "finding" and r.number not in answered]
    if not left:
        record = next(r for r in read(triple / archive.JOURNAL) if r.kind == "step")
        finding = {"kind": "shoe_lost", "facts": {}, "remedies": []}
        path = triple / archive.JOURNAL
        tamper(path, lambda all_: chained([*all_, changed(record, kind="finding", body=canonical(finding))]))
        last = read(path)[-1]
        write_mark(path, Mark(last.number, last.hash))
        left = [last]
    assert [(each.record, each.kind) for each in audited(triple).uncleared] == [(r.number, "shoe_lost") for r in left]


def test_a_journal_that_is_no_journal_is_told_and_the_others_go_on(made: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / archive.JOURNAL).write_bytes(b"nothing of the kind" * 100)
    found = audit(archive.units([str(broken), str(made)]))
    assert [one.differences for one in found] == [1] + [0] * 6
    assert "it can't be read on" in found[0].different[0].words


def test_a_body_that_is_no_settlement_is_told_and_the_rounds_after_it_are_compared(triple: Path) -> None:
    alter(triple, paid(triple, 2).number, lambda body: body.update(house="much"))
    alter(triple, paid(triple, 9).number, lambda body: body.update(house=body["house"] - 10))
    rounds = [each.round for each in audited(triple).different]
    assert {2, 9} <= set(rounds)


def test_money_adds_up_to_what_the_rounds_say(made: Path) -> None:
    found = audit(archive.units([str(made)]))
    sums = audit_report.summed(found)
    settled = [r.content() for path in made.rglob(archive.JOURNAL) for r in read(path) if r.kind == "paid"]
    in_triple = [body for body in settled if "house" in body]
    hold = sum(of["hold"] for (_, game, _, _), of in sums.by_table.items() if game == "triple")
    assert in_triple
    assert hold == 100 * sum(body["house"] for body in in_triple)
    lines = sum(len(p["lines"]) for body in settled for p in body.get("seats", body.get("accounts", ())))
    assert sum(of["lines"] for of in sums.by_clause.values()) == lines
    assert all(
        of["paid"] == of["stakes"] - of["hold"] for (_, game, *_), of in sums.by_table.items() if game == "triple"
    )


def test_the_tables_hold_the_same_in_both_forms(made: Path, tmp_path: Path) -> None:
    found = audit(archive.units([str(made)]))
    audit_report.write(tmp_path, found, audit_report.summed(found))
    for name, columns in audit_report.COLUMNS.items():
        table = pq.read_table(tmp_path / f"{name}.parquet")
        with (tmp_path / f"{name}.csv").open(newline="", encoding="utf-8") as file:
            sheet = list(csv.reader(file))
        assert (table.column_names, sheet[0]) == (list(columns), list(columns))
        assert [[str(value) for value in row.values()] for row in table.to_pylist()] == sheet[1:]
    money = pq.read_table(tmp_path / "money.parquet").to_pylist()
    assert all(isinstance(row["paid"], Decimal) for row in money)
    assert sum(int(row["lines"]) for row in money) > 50


def test_the_page_says_what_was_found_and_escapes_what_it_repeats(triple: Path, tmp_path: Path) -> None:
    record = paid(triple, 2)
    alter(triple, record.number, lambda body: body.update(house="<script>"))
    found = [msgspec.structs.replace(audited(triple), table="<b>")]
    page = audit_page.write(tmp_path, found, audit_report.summed(found)).read_text()
    assert "<script>" not in page
    assert "<b>" not in page
    assert f"<td class=n>2<td class=n>{record.number}" in page
    assert page.count("<svg") >= 4


def test_a_pit_is_audited_as_its_folders_are(made: Path, postgres: Postgres) -> None:
    url = postgres.new()
    with Store(url) as store:
        for unit in archive.units([str(made)]):
            with recorded(Path(unit.where) / archive.JOURNAL) as journal:
                reading = Still(journal)
                send(reading, store, meet(reading, store))
    # Whoever audits need only read.
    of_pit = audit(archive.units([url.replace("options=", "options=-cdefault_transaction_read_only%3Don%20")]))
    of_folders = audit(archive.units([str(made)]))

    def plain(found: list[Audited]) -> list[bytes]:
        return sorted(msgspec.json.encode(msgspec.structs.replace(o, key="", where="", session="")) for o in found)

    assert plain(of_pit) == plain(of_folders)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["nowhere"], "nowhere: there is no such folder"),
        (["."], ".: no recorded session lies here"),
        (["--jobs", "1", "--scheduler", "tcp://x:1", "."], "give --jobs or --scheduler, not both"),
        (["sqlite:////nowhere/pit.sqlite"], "can't be reached"),
    ],
)
def test_what_can_not_be_audited_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["audit", *words])
    assert result.exit_code == 2
    assert why in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_session_that_grew_is_another_unit(triple: Path) -> None:
    (before,) = archive.units([str(triple)])
    alter(triple, paid(triple, 1).number, lambda body: None)
    tamper(triple / archive.JOURNAL, lambda all_: all_[:-1])
    last = read(triple / archive.JOURNAL)[-1]
    write_mark(triple / archive.JOURNAL, Mark(last.number, last.hash))
    (after,) = archive.units([str(triple)])
    assert before.key != after.key


def test_an_archive_that_lies_in_two_places_given_is_audited_once(made: Path) -> None:
    assert archive.units([str(made), str(made)]) == archive.units([str(made)])
