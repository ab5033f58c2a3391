"""Replay at three depths, of several sessions at once, by the house rules of then; differences are told in words."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from dealer_assist import house, kept_house
from dealer_assist.cards import parse
from dealer_assist.cli import main
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL
from dealer_assist.games import catalogue
from dealer_assist.journal import recorded
from dealer_assist.look_text import look_body, look_of
from dealer_assist.sighting import Fill, Look, SeenCard
from hardware.tape import TapeWriter
from kiosk import replay
from kiosk.recording import Recorder, Recording, open_table
from kiosk.rig import Saw
from tests.journals import chained, changed, read, write
from tests.test_evidence import Session

QUAD = ((1.5, 2.25), (3.0, 2.0), (3.1234567890123, 9.0), (1.0, 9.0))


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A session of three rounds with a camera."""
    folder = tmp_path_factory.mktemp("depths") / "session"
    made = Session(folder)
    for _ in range(3):
        made.deal_round()
    made.close()
    return folder


@pytest.fixture
def session(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "sessions" / "one"))


def command(*words: str) -> Result:
    return CliRunner().invoke(main, ["replay", *words])


def forge(folder: Path, number: int, old: str, new: str) -> None:
    """Another text in the body of a record, the chain and the mark made anew over it."""
    journal = folder / JOURNAL
    records = read(journal)
    body = records[number - 1].body.replace(old, new)
    assert body != records[number - 1].body
    records[number - 1] = changed(records[number - 1], body=body)
    whole = chained(records)
    write(journal, whole)
    mark = folder / f"{JOURNAL}.mark"
    mark.write_bytes(mark.read_bytes()[:8] + bytes.fromhex(whole[-1].hash))


def a_line(folder: Path) -> tuple[int, str]:
    """The first record of a step that settled something, and what it paid."""
    with recorded(folder / JOURNAL) as journal:
        for record in journal.records():
            if record.kind == "step" and record.content()["lines"]:
                return record.number, f'"paid":{record.content()["lines"][0]["paid"]}'
    raise AssertionError("nothing was settled")


def test_a_look_is_kept_exactly() -> None:
    look = Look(
        (SeenCard(parse("Kh"), QUAD, 0.9375, 12.5), SeenCard(None, QUAD, 0.1), SeenCard(parse("Jk"), QUAD, 1.0)),
        31.25,
        (QUAD,),
        True,
        True,
        (Fill("seat1", 0.2315, 0.125),),
    )
    assert look_of(json.loads(json.dumps(look_body(look)))) == look
    assert look_of(look_body(Look((), 1.0))) == Look((), 1.0)
    for wrong in ({}, {"cards": [["Xx", [0] * 8, 1, None]], "ms": 1}, {"cards": [["Kh", [1], 1, None]], "ms": 1}):
        with pytest.raises(ValueError):
            look_of(wrong)


@pytest.mark.parametrize("depth", ["lines", "sightings"])
def test_every_depth_gives_the_same_records(session: Path, depth: str) -> None:
    done = command(str(session), "--depth", depth)
    with recorded(session / JOURNAL) as journal:
        assert done.stdout == f"identical: {journal.tail()[0]} records\n"
    assert done.exit_code == 0


def test_the_sample_at_the_depth_of_its_pictures(tmp_path: Path) -> None:
    """The recording that comes with the program has on its tape what was seen in its pictures."""
    from kiosk.commands import sample_folder

    result = replay.sightings(sample_folder())
    assert result.identical


def test_another_sighting_on_the_tape_is_another_record(session: Path) -> None:
    """A card that the camera is made to see: fusion stops where it did not stop then."""
    reading = Recording(session, None, sightings=True)
    entries = list(reading.entries())
    items = [reading.item(channel, entry) for channel, entry in entries]
    (session / "camera.tape").unlink()
    (session / "shoe.tape").unlink()
    (session / "keys.tape").unlink()
    recorder = Recorder(session, reading.file)
    for (_, entry), item in zip(entries, items, strict=True):
        if isinstance(item, Saw) and item.frame >= 1:
            item = Saw(item.frame, Look((SeenCard(parse("2s"), ((40, 40), (60, 40), (60, 60), (40, 60)), 0.9),), 1.0))
        recorder.keep(entry.n, entry.at, item)
    recorder.close()
    result = replay.sightings(session)
    assert not result.identical
    assert "camera.tape line" in str(result.faults[0]) or "keys.tape line" in str(result.faults[0])


def test_a_line_that_the_rules_do_not_give_is_told_in_words(session: Path) -> None:
    number, paid = a_line(session)
    forge(session, number, paid, '"paid":9999')
    result = replay.lines(session)
    (difference,) = result.differences
    assert difference.number == number
    assert "line only as recorded: seat 1" in difference.words
    assert "= 9999 (T" in difference.words
    assert "line only played again: seat 1" in difference.words
    done = command(str(session), "--depth", "lines")
    assert done.exit_code == 1
    assert done.stdout.startswith(f"record {number} (round 1): ")


def test_every_difference_is_told_and_not_only_the_first(session: Path) -> None:
    with recorded(session / JOURNAL) as journal:
        closed = [record for record in journal.records() if record.kind == "paid"]
    for record in closed:
        chips = record.content()["seats"][0]["chips"]
        forge(session, record.number, f'"chips":{chips}', '"chips":7')
    assert [one.number for one in replay.lines(session).differences] == [record.number for record in closed]
    assert all("seat 1: recorded 7 chips, now" in one.words for one in replay.lines(session).differences)


def test_several_sessions_at_once_and_a_report(session: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(session, session.parent / "two"))
    number, paid = a_line(other)
    forge(other, number, paid, '"paid":9999')
    shutil.copytree(session, session.parent / "three")
    (session.parent / "three" / "table.toml").unlink()
    report = tmp_path / "report.json"
    done = command(str(session.parent), "--depth", "lines", "--jobs", "2", "--report", str(report))
    assert done.exit_code == 2, done.output
    assert f"{session}: identical: " in done.stdout
    assert f"{other}: record {number} (round 1): " in done.stdout
    assert "table file can't be read" in done.stderr
    told = msgspec.json.decode(report.read_bytes())
    assert told["format"] == "replay/1"
    assert [one["identical"] for one in told["sessions"]] == [True, False, False]
    assert [one["number"] for one in told["sessions"][2]["differences"]] == [number]
    again = command(str(session), "--depth", "lines", "--report", str(report))
    assert isinstance(again.exception, SystemExit)
    assert "never written over" in again.stderr


def test_a_report_as_a_page_stands_alone(session: Path, tmp_path: Path) -> None:
    number, paid = a_line(session)
    forge(session, number, paid, '"paid":9999')
    done = command(str(session), "--depth", "lines", "--report", str(tmp_path / "r.html"))
    page = (tmp_path / "r.html").read_text()
    assert done.exit_code == 1
    assert f"<td>{number}</td>" in page
    assert "<script" not in page
    assert "http" not in page
    assert command(str(session), "--report", str(tmp_path / "r.txt")).exit_code == 2


def test_rounds_in_parts_give_the_same_as_the_whole(session: Path) -> None:
    parts = [replay.lines(session, range(number, number + 1)) for number in replay.rounds(session)]
    assert sum(part.records for part in parts) == replay.lines(session).records
    assert all(part.identical for part in parts)


# House rules of then


def test_a_house_that_changed_afterwards_is_played_as_it_was(
    session: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """The rules that come with the program are others now, as after an update: the session knows its own."""
    (kept,) = session.glob("house.*.toml")
    assert kept.name == f"house.{house.digest(house.built_in('triple'))}.toml"
    changed_house = session.parent / "changed.toml"
    changed_house.write_text(house.built_in("triple").read_text().replace('multiple = "2"', 'multiple = "3"'))
    monkeypatch.setattr(house, "built_in", lambda game: changed_house)
    catalogue.load_house.cache_clear()
    request.addfinalizer(catalogue.load_house.cache_clear)
    assert replay.lines(session).identical
    assert replay.sightings(session).identical
    table = open_table(session / "table.toml", session / JOURNAL)
    assert table.session.house == kept, "and it is gone on with by them"
    table.session.journal.close()
    kept.unlink()
    result = replay.lines(session)
    assert not result.identical
    assert any("line only played again" in one.words for one in result.differences)
    with pytest.raises(Fault, match="began under other house rules"):
        open_table(session / "table.toml", session / JOURNAL)


def test_a_house_of_ones_own_that_changed_afterwards(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    text = house.built_in("triple").read_text()
    (folder / "mine.toml").write_text(text)
    (folder / "table.toml").write_text(
        'name = "Own"\ngame = "triple"\nhouse = "mine.toml"\nseats = [{ seat = 1, chips = 100 }]\n'
    )
    table = open_table(folder / "table.toml", folder / JOURNAL)
    table.session.journal.close()
    (folder / "mine.toml").write_text(text.replace('multiple = "2"', 'multiple = "3"'))
    with recorded(folder / JOURNAL) as journal:
        digest = next(journal.records()).house
    assert kept_house.to_replay_with(folder, table.file, digest) == folder / f"house.{digest}.toml"


def test_a_kept_house_that_was_altered_is_named(session: Path) -> None:
    (kept,) = session.glob("house.*.toml")
    kept.write_text(kept.read_text() + "\n")
    with pytest.raises(Fault, match="were altered since they were kept"):
        replay.lines(session)
    done = command(str(session), "--depth", "lines")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1) or "altered" in done.stderr


def test_an_older_recording_without_sightings_says_so(session: Path) -> None:
    reading = Recording(session, None, sightings=True)
    entries = list(reading.entries())
    (session / "camera.tape").unlink()
    with TapeWriter(session / "camera.tape", {"tape": "camera"}) as tape:
        for channel, entry in entries:
            if channel == "camera":
                content = {key: value for key, value in entry.content.items() if key != "look"}
                tape.write(entry.n, entry.at, **content)
    (fault,) = replay.sightings(session).faults
    assert "what was seen in this picture was not recorded then; replay it with --depth raw" in fault
