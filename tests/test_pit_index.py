"""The pit's index on SQLite and on PostgreSQL: what goes in, what is found again, and what never is in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from dealer_assist.faults import Fault
from dealer_assist.game import Choice
from dealer_assist.journal import Record, recorded
from dealer_assist.money import settled as cents
from dealer_assist.pit import schema
from dealer_assist.pit.index import Index
from dealer_assist.pit.questions import Asked, Questions
from dealer_assist.pit.statistics import Span, Statistics
from tests.pits import BEGAN_MS, Journalist, lines_of, played, scripts
from tests.postgres import MISSING, PROGRAMS, Postgres
from tests.seals import SealedBench

GAMES = ("triple", "omaha", "exchange_blackjack")
HOUR = schema.HOUR_MS


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A server for this file. Where there is none: a failure in CI, a skip elsewhere."""
    if PROGRAMS is None:
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with Postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'pit.sqlite'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new()


@pytest.fixture
def index(url: str) -> Iterator[Index]:
    made = Index(schema.open_index(url))
    yield made
    made.close()


def session(game: str, most: int = 5, who: str = "1001") -> list[Record]:
    writes = Journalist(f"{game} table", game, who)
    bodies = [made for script in scripts(game, most) if (made := played(script)) is not None]
    return [writes.begin(), *writes.rounds(bodies)]


def everything(engine: sa.Engine) -> dict[str, list[tuple[object, ...]]]:
    with engine.connect() as connection:
        return {
            name: sorted(tuple(row) for row in connection.execute(table.select()).all())
            for name, table in schema.metadata.tables.items()
        }


def test_a_round_of_every_game_is_found_by_each_of_its_lines_and_cards(index: Index) -> None:
    asks = Questions(index.engine)
    for game in GAMES:
        index.take(f"{game} table", "one", session(game))
    for game in GAMES:
        for number, script in enumerate(scripts(game, 5), 1):
            bodies = played(script)
            assert bodies is not None
            found = asks.round(f"{game} table", "one", number)
            assert found is not None
            assert (found.game, found.round, found.dealer, found.steps) == (game, number, "1001", len(script["steps"]))
            for line in lines_of(bodies):
                paid = cents(line["paid"])
                sought = Asked(clause=line["clause"], seat=line["seat"], at_least=paid, at_most=paid)
                assert found in asks.find(sought).rounds, line
            for step in script["steps"]:
                if "card" in step and step["card"] != "??" and isinstance(step["to"], int):
                    assert found in asks.find(Asked(card=step["card"], seat=str(step["to"]))).rounds


def test_what_a_round_staked_paid_and_left_to_the_house_adds_up(index: Index) -> None:
    """Over every golden round: what the seats have less at the end, the house has more."""
    asks = Questions(index.engine)
    for game in GAMES:
        index.take(f"{game} table", "one", session(game, 12))
        for number, script in enumerate(scripts(game, 12), 1):
            bodies = played(script)
            found = asks.round(f"{game} table", "one", number)
            assert bodies is not None
            assert found is not None
            party = "accounts" if game == "exchange_blackjack" else "seats"
            began = sum(cents(each["chips"]) for each in script[party])
            ended = sum(cents(each["chips"]) for each in bodies[-1][1][party])
            assert began - ended == found.hold
            assert found.paid == sum(cents(line["paid"]) for line in lines_of(bodies))


def test_records_that_come_again_change_nothing(index: Index) -> None:
    records = session("triple")
    index.take("T", "one", records)
    before = everything(index.engine)
    index.take("T", "one", records)
    index.take("T", "one", records[3:40])
    assert everything(index.engine) == before
    again = Index(index.engine)
    assert again.catch_up("T", "one", lambda after: records[after:]) == 0
    assert everything(index.engine) == before


@pytest.mark.parametrize("portion", [1, 7, 1000])
def test_whatever_the_portions_and_the_restarts_the_index_is_the_same(tmp_path: Path, portion: int) -> None:
    records = session("triple")
    indexes = [Index(schema.open_index(f"sqlite:///{tmp_path / name}")) for name in ("whole", "parts")]
    whole, parts = indexes
    whole.take("T", "one", records)
    last = 0
    for _ in range(len(records)):
        # A new program each time: what the old one kept in memory is gone.
        parts = Index(parts.engine)  # the same connections
        after = parts.after("T", "one")
        assert after <= last
        last = min(max(last, after) + portion, len(records))
        parts.take("T", "one", records[after:last])
        if last == len(records):
            break
    assert everything(parts.engine) == everything(whole.engine)
    for each in indexes:
        each.close()


def test_a_gap_is_refused_and_nothing_of_it_is_indexed(index: Index) -> None:
    records = session("triple")
    index.take("T", "one", records[:10])
    before = everything(index.engine)
    with pytest.raises(Fault, match="record 11 is missing before 13"):
        index.take("T", "one", records[12:])
    assert everything(index.engine) == before
    assert index.catch_up("T", "one", lambda after: records[after:]) > 0
    assert len(Questions(index.engine).last_rounds("T")) == 5


def test_a_round_that_runs_is_there_and_nothing_of_its_cards_and_money(index: Index) -> None:
    """All but the last record, so that the last round is not closed: no card, no line, no amount of it."""
    records = session("triple", 1)[:-1]
    index.take("T", "one", records)
    asks = Questions(index.engine)
    (found,) = asks.last_rounds("T")
    assert (found.round, found.ended, found.stakes, found.paid, found.hold) == (1, None, 0, 0, 0)
    rows = everything(index.engine)
    assert rows["pit_card"] == rows["pit_line"] == rows["pit_act"] == rows["pit_reading"] == []


def test_cards_that_are_sealed_while_a_hand_runs_are_found_once_it_is_over(tmp_path: Path) -> None:
    """The pit reads the journal without the table's key: folded hole cards are opened by the end of the round only."""
    bench = SealedBench(tmp_path, "omaha")
    index = Index(schema.open_index(f"sqlite:///{tmp_path / 'live.sqlite'}"))
    asks = Questions(index.engine)

    def without_key(after: int) -> list[Record]:
        with recorded(bench.path) as journal:
            return list(journal.records(after))

    hole = ["Kd", "9s", "8c", "7d", "5h", "Qs", "Jc", "4h"]
    bench.shoe(*hole)
    index.catch_up("Bench", "one", without_key)
    assert everything(index.engine)["pit_card"] == []
    while isinstance(choice := bench.session.awaits, Choice):
        acts = [offer.act for offer in choice.offers]
        bench.press(do="step", step={"act": "fold" if "fold" in acts else acts[-1], "seat": choice.seat})
        index.catch_up("Bench", "one", without_key)
    bench.press(do="paid")
    index.catch_up("Bench", "one", without_key)
    assert [len(asks.find(Asked(card=card)).rounds) for card in hole] == [1] * 8
    later = Index(schema.open_index(f"sqlite:///{tmp_path / 'later.sqlite'}"))
    later.catch_up("Bench", "one", without_key)
    now, then = everything(index.engine), everything(later.engine)
    assert now | {"pit_session": []} == then | {"pit_session": []}
    bench.stop()
    index.close()
    later.close()


def test_pages_have_every_round_once_also_while_new_ones_come(index: Index) -> None:
    records = session("triple", 25)
    early = next(record.number for record in records if record.kind == "paid" and record.round == 20)
    index.take("T", "one", records[:early])
    asks = Questions(index.engine)
    seen, after = [], None
    for turn in range(10):
        page = asks.find(Asked(table="T"), after, limit=6)
        seen += [found.round for found in page.rounds]
        if turn == 0:
            index.take("T", "one", records[early:])
        if (after := page.after) is None:
            break
    assert seen == list(range(20, 0, -1))
    for wrong in ("", "x", "1", "1.2.3", "1.2; drop", "9" * 60):
        with pytest.raises(Fault, match="no page of a search"):
            asks.find(Asked(), wrong)


def test_findings_age_until_a_person_clears_them(index: Index) -> None:
    writes = Journalist("T", "triple")
    bodies = played(scripts("triple", 1)[0])
    assert bodies is not None
    start = [writes.begin(), *writes.rounds([bodies[:4]])]
    facts = {"card": "As", "hidden": True}
    first = writes.record("finding", {"kind": "shoe_lost", "facts": facts, "remedies": []}, who="")
    second = writes.record("finding", {"kind": "impossible", "facts": facts, "remedies": []}, who="")
    index.take("T", "one", [*start, first, second])
    asks = Questions(index.engine)
    assert [(open_.kind, open_.number) for open_ in asks.open_findings()] == [("shoe_lost", 6), ("impossible", 7)]
    answer = writes.record("answer", {"finding": 6, "remedy": "go_on"}, who="1001", approver="2001")
    index.take("T", "one", [answer])
    (left,) = asks.open_findings()
    assert asks.open_findings(sessions=[("T", "one"), ("T", "two")]) == asks.open_findings("T") == (left,)
    assert (
        asks.open_findings(sessions=[("T", "two")]) == asks.open_findings(sessions=[]) == asks.open_findings("U") == ()
    )
    assert left.kind == "impossible"
    found = asks.round("T", "one", 1)
    assert found is not None
    cleared, _ = asks.findings_of(found)
    assert (cleared.cleared_by, cleared.approver, cleared.remedy) == ("1001", "2001", "go_on")
    (kind, *_) = Statistics(asks).findings(Span(BEGAN_MS, BEGAN_MS + HOUR))
    assert (kind.kind, kind.raised) in {("impossible", 1), ("shoe_lost", 1)}
    assert "As" not in str(everything(index.engine)["pit_finding"])


def test_who_did_what_and_who_agreed(index: Index) -> None:
    writes = Journalist("T", "triple")
    bodies = played(scripts("triple", 1)[0])
    assert bodies is not None
    made = [writes.begin(), *writes.rounds([bodies[:-1]])]
    card = next(place for place, (_, body) in enumerate(bodies[1:]) if "card" in body.get("step", {}))
    was = bodies[1 + card][1]["step"]
    amend = {"step": card, "was": was, "becomes": {**was, "card": "2c"}, "lines": [], "reversed": []}
    made += [writes.record("amend", amend, approver="2001"), writes.record("paid", bodies[-1][1], who="1002")]
    index.take("T", "one", made)
    asks = Questions(index.engine)
    (done,), more = asks.did("2001")
    assert (done.round.round, done.acts, more) == (1, (("agreed", 1),), None)
    assert ("1002", "paid", 1) in asks.people()
    assert ("1001", "amend", 1) in asks.people(BEGAN_MS)
    assert asks.people(BEGAN_MS + HOUR) == ()
    assert asks.find(Asked(amended=True)).rounds == (done.round,)
    assert asks.find(Asked(card="2c", place=f"seat{was['to']}")).rounds == (done.round,)
    readings = Statistics(asks).readings(Span(BEGAN_MS, BEGAN_MS + HOUR))
    assert [(one.source, one.corrected) for one in readings] == [("shoe", 1)]
    assert readings[0].stood < 1


def test_sums_by_the_hour_are_those_of_the_rounds(index: Index) -> None:
    for game in GAMES:
        index.take(f"{game} table", "one", session(game, 12))
    asks = Questions(index.engine)
    sums = Statistics(asks)
    span = Span(BEGAN_MS, BEGAN_MS + 24 * HOUR)
    rounds = asks.find(Asked(), limit=1000).rounds
    for game in GAMES:
        mine = [found for found in rounds if found.game == game]
        holds = [hold for hold in sums.hold(span) if hold.game == game]
        assert sum(hold.rounds for hold in holds) == len(mine)
        assert sum(hold.hold for hold in holds) == sum(found.hold for found in mine)
        assert sum(hold.stakes for hold in holds) == sum(found.stakes for found in mine)
        paid = list(sums.payouts(Span(span.since, span.until, game=game)))
        assert sum(payout.paid for payout in paid) == sum(found.paid for found in mine)
        (pace,) = [pace for pace in sums.paces(span) if pace.game == game]
        assert pace.rounds == len(mine)
        # A record a second: a round of n steps lasts n + 1 seconds from its opening to its end.
        assert pace.millis == 1000 * sum(found.steps + 1 for found in mine)
    assert sums.hold(Span(BEGAN_MS - 48 * HOUR, BEGAN_MS)) == ()
    assert asks.tables() == tuple(sorted(f"{game} table" for game in GAMES))
    assert set(asks.clauses()) >= {"T3.2", "O6.4", "X4.5"}


def test_an_index_of_an_older_program_is_made_anew_and_one_of_a_newer_refused(url: str) -> None:
    first = Index(schema.open_index(url))
    first.take("T", "one", session("triple", 1))
    with first.engine.begin() as connection:
        connection.execute(schema.meta.update().values(version=schema.VERSION - 1))
    first.close()
    second = Index(schema.open_index(url))
    assert second.after("T", "one") == 0
    with second.engine.begin() as connection:
        connection.execute(schema.meta.update().values(version=schema.VERSION + 1))
    second.close()
    with pytest.raises(Fault, match="of a newer program"):
        schema.open_index(url)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("postgresql://nobody:secret@127.0.0.1:1/none", "a password in the address"),
        ("sqlite:////nowhere/at/all.sqlite", "can't be reached"),
        ("no address", "no address of a database"),
        ("oracle9://here", "no pit in a database of oracle9"),
    ],
)
def test_a_database_that_can_not_be_had_is_said_in_one_line_without_its_password(address: str, why: str) -> None:
    with pytest.raises(Fault, match=why) as failed:
        schema.open_index(address)
    assert "secret" not in str(failed.value)
    assert "\n" not in str(failed.value)
