"""A table's follower against real servers: outages, restarts, two journals of one session."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from dealer_assist.journal import Journal, Record
from dealer_assist.pit.following import Follower, Standing
from dealer_assist.pit.records import Store
from dealer_assist.pit.sync import Feeding
from tests.journals import STAMP, chained, entry, read, tamper
from tests.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty pit."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/pit.sqlite"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A table's journal."""
    with Journal(tmp_path / "journal.sqlite", STAMP) as made:
        yield made


def until(true: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait until it is true."""
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "it did not come about"
        time.sleep(0.02)


def sent(follower: Follower, number: int) -> None:
    """Wait until the pit has that record."""
    until(lambda: follower.standing.state == "following" and follower.standing.sent == number)


def in_pit(url: str) -> list[Record]:
    """The records of the only session."""
    with Store(url) as store:
        (shared,) = store.sessions()
        assert store.verify(shared) is None
        return list(store.records(shared))


def test_records_are_in_the_pit_a_moment_later(url: str, journal: Journal) -> None:
    journal.append(*map(entry, range(1, 6)))
    follower = Follower(journal, url)
    follower.start()
    until(lambda: follower.standing == Standing("following", 5))
    journal.append(entry(6))
    sent(follower, 6)
    follower.close()
    assert in_pit(url) == list(journal.records())


def test_more_than_one_batch_is_sent(url: str, journal: Journal) -> None:
    journal.append(*map(entry, range(1, 1202)))
    follower = Follower(journal, url)
    follower.start()
    sent(follower, 1201)
    follower.close()
    assert in_pit(url) == list(journal.records())


def test_what_was_appended_before_the_end_is_sent_at_the_end(url: str, journal: Journal) -> None:
    follower = Follower(journal, url, every_s=30.0)
    journal.append(entry(1))
    follower.start()
    sent(follower, 1)
    journal.append(entry(2))
    follower.close(patience_s=20)
    assert len(in_pit(url)) == 2


def test_a_table_that_begins_again_goes_on_where_the_pit_is(url: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    for run in range(3):
        with Journal(path, STAMP) as journal:
            journal.append(entry(2 * run + 1))
            follower = Follower(journal, url)
            follower.start()
            sent(follower, journal.last)
            follower.close()
            journal.append(entry(2 * run + 2))  # cut off: the next run sends it
    with Journal(path, STAMP) as journal:
        follower = Follower(journal, url)
        follower.start()
        sent(follower, 6)
        follower.close()
    assert in_pit(url) == read(path)


def test_a_journal_that_was_changed_is_not_followed(url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path, STAMP) as journal:
        journal.append(*map(entry, range(1, 6)))
        follower = Follower(journal, url)
        follower.start()
        sent(follower, 5)
        follower.close()
    before = in_pit(url)
    # Somebody who knows the chain changes the table's journal from its second record on.
    tamper(path, lambda records: chained([records[0], *records[:0:-1]]))
    (tmp_path / "journal.sqlite.mark").unlink()
    with sa.create_engine(f"sqlite:///{path}").connect() as connection:
        last = connection.exec_driver_sql("SELECT number, hash FROM record ORDER BY number DESC").first()
    assert last is not None
    (tmp_path / "journal.sqlite.mark").write_bytes(int(last[0]).to_bytes(8, "little") + bytes.fromhex(last[1]))
    with Journal(path, STAMP) as journal:
        journal.append(entry(6))
        follower = Follower(journal, url)
        follower.start()
        until(lambda: follower.standing.state == "diverged")
        follower.close()
        assert "another record 5 of this session" in follower.standing.why
        assert "the pit gets nothing more of it" in caplog.text
        journal.append(entry(7))  # the table works on
    assert in_pit(url) == before


def test_a_journal_that_lost_its_tail_is_not_followed(url: str, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite", STAMP) as journal:
        journal.append(*map(entry, range(1, 4)))
        before = {file.name: file.read_bytes() for file in tmp_path.glob("journal.sqlite*")}
        journal.append(entry(4))
        follower = Follower(journal, url)
        follower.start()
        sent(follower, 4)
        follower.close()
    for file in tmp_path.glob("journal.sqlite*"):
        file.unlink()
    for name, content in before.items():
        (tmp_path / name).write_bytes(content)
    with Journal(tmp_path / "journal.sqlite", STAMP) as journal:
        follower = Follower(journal, url)
        follower.start()
        until(lambda: follower.standing.state == "diverged")
        follower.close()
        assert "the pit has records up to 4 of this session, the table only up to 3" in follower.standing.why


def test_a_defect_of_an_errand_is_said_and_stops_no_table(url: str, journal: Journal) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    journal.append(entry(1))
    follower = Follower(journal, url, [broken])
    follower.start()
    until(lambda: follower.standing.state == "diverged")
    follower.close()
    assert follower.standing.why == "a defect: ZeroDivisionError()"
    journal.append(entry(2))


def test_a_server_that_comes_back_gets_what_it_missed(journal: Journal) -> None:
    with Postgres() as server:
        address = server.new()
        journal.append(entry(1))
        follower = Follower(journal, address)
        follower.start()
        sent(follower, 1)
        for outage in range(2):
            server.stop()
            journal.append(*map(entry, range(10)))
            until(lambda: follower.standing.state == "away")
            assert "can't be reached" in follower.standing.why
            assert follower.standing.sent == 1 + 20 * outage
            journal.append(*map(entry, range(10)))
            server.start()
            until(lambda: follower.standing == Standing("following", journal.last))
        follower.close()
        assert in_pit(address) == list(journal.records())


def test_a_server_that_is_away_from_the_start_is_waited_for(journal: Journal) -> None:
    with Postgres() as server:
        address = server.new()
        server.stop()
        journal.append(entry(1))
        follower = Follower(journal, address)
        follower.start()
        until(lambda: follower.standing.state == "away")
        server.start()
        sent(follower, 1)
        follower.close()


def test_the_index_is_fed_each_record_once_and_in_order(url: str, tmp_path: Path) -> None:
    class Index:
        def __init__(self) -> None:
            self.fed: dict[tuple[str, str], list[int]] = {}

        def catch_up(self, table: str, session: str, records: Callable[[int], Iterable[Record]]) -> int:
            fed = self.fed.setdefault((table, session), [])
            new = [record.number for record in records(len(fed))]
            fed += new
            return len(new)

    index = Index()
    with (
        Store(url) as store,
        Journal(tmp_path / "1.sqlite", STAMP) as one,
        Journal(tmp_path / "2.sqlite", STAMP) as two,
    ):
        followers = [Follower(journal, url) for journal in (one, two)]
        feeding = Feeding(store, index)
        one.append(*map(entry, range(3)))
        for follower in followers:
            follower.start()
        until(lambda: followers[0].standing.sent == 3)
        assert feeding.look() == 3
        assert feeding.look() == 0
        two.append(entry(1, once="another session"))
        one.append(entry(4))
        until(lambda: followers[0].standing.sent == 4 and followers[1].standing.sent == 1)
        assert feeding.look() == 2
        for follower in followers:
            follower.close()
    assert sorted(index.fed.values()) == [[1], [1, 2, 3, 4]]
