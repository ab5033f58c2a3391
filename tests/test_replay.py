"""Record and replay: the same inputs give the same records, and what was altered is named with its place."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dealer_assist.cards import parse
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL
from dealer_assist.game import Refused
from dealer_assist.house import built_in
from dealer_assist.table import Done, Key
from hardware.shoes.cobs_crc16 import CobsCrc16Encoder
from kiosk import replay
from kiosk.recording import Recorder, Recording, open_table
from kiosk.rig import Heard, Item, Left, Linked, Pressed, Restarted, Rig

TABLE = """name = "T"
game = "triple"
seats = [{ seat = 1, chips = 1000 }, { seat = 2, chips = 500 }]
[shoe]
port = "none"
protocol = "cobs_crc16"
"""


class Recorded:
    """A session recorded input by input, as a desk does it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        (folder / "table.toml").write_text(TABLE)
        self.table = open_table(folder / "table.toml", folder / JOURNAL)
        self.recorder = Recorder(folder, self.table.file)
        self.rig = Rig(self.table)
        self.shoe = CobsCrc16Encoder()
        self.n = 0

    def put(self, item: Item) -> object:
        """One input, kept and taken."""
        self.n += 1
        self.recorder.keep(self.n, self.n * 1_000_000, item)
        return self.rig.take(self.n, self.n * 1_000_000, item)

    def press(self, **key: Any) -> None:
        """A key that is taken."""
        number = self.rig.table.session.number
        assert isinstance(self.put(Pressed(Key(seen=number, once=f"key-{self.n}", **key))), Done)

    def deal(self, *cards: str) -> None:
        """Cards out of the shoe, each frame in two portions."""
        for card in cards:
            data = self.shoe.card(parse(card))
            self.put(Heard(data[:5]))
            self.put(Heard(data[5:]))

    def close(self) -> None:
        """End the recording."""
        self.recorder.close()
        self.rig.table.session.journal.close()


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A session: a round, a cable pulled, a key refused, a card too early, a correction, a restart, by hand."""
    folder = tmp_path_factory.mktemp("recorded") / "session"
    made = Recorded(folder)
    made.put(Linked("shoe", True))
    made.press(do="step", step={"bet": 1, "unit": 30})
    made.press(do="step", step={"bet": 2, "unit": 20})
    made.deal("Kh", "8c", "9d", "5h", "7c", "Td")
    number = made.table.session.number
    refused = made.put(Pressed(Key("step", number, "refused", step={"act": "split", "seat": 1})))
    assert isinstance(refused, Refused)
    made.deal("2s")
    assert made.table.session.stopped is not None
    made.press(do="answer", finding=made.table.session.stopped.number, remedy="hit")
    made.press(do="correct", at_step=3, card="3c")
    made.put(Linked("shoe", False, "pulled"))
    made.put(Restarted())
    made.put(Linked("shoe", True))
    session = made.rig.table.session
    assert session.stopped is not None
    while session.stopped is not None:
        made.press(do="answer", finding=session.stopped.number, remedy="go_on")
    made.put(Left())
    made.press(do="step", step={"act": "stand", "seat": 1})
    made.close()
    return folder


@pytest.fixture
def session(original: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may damage."""
    return Path(shutil.copytree(original, tmp_path / "copy"))


def test_it_plays_again_to_the_same_records(session: Path) -> None:
    result = replay.whole(session, None)
    assert result.faults == ()
    assert result.records > 20
    assert replay.journal_only(session).faults == ()


def test_replaying_changes_nothing_in_the_folder(session: Path) -> None:
    before = {file.name: file.read_bytes() for file in session.iterdir()}
    replay.whole(session, None)
    replay.journal_only(session)
    assert {file.name: file.read_bytes() for file in session.iterdir()} == before


@pytest.mark.parametrize("tape", ["shoe.tape", "keys.tape"])
def test_any_altered_byte_of_a_tape_is_named_with_its_place(session: Path, tape: str) -> None:
    path = session / tape
    whole = path.read_bytes()
    for byte in range(3, len(whole), max(1, len(whole) // 12)):
        altered = bytearray(whole)
        altered[byte] ^= 1
        path.write_bytes(altered)
        result = replay.whole(session, None)
        line = whole[:byte].count(b"\n") + 1
        assert not result.identical
        assert f"{tape}, line {line}," in result.faults[0]


def test_another_card_on_the_tape_is_another_record(session: Path) -> None:
    """The digits are right again, so only the record can tell: by its number, with what was and what is."""
    reading = Recording(session, None)
    entries = list(reading.entries())
    for channel in ("shoe", "camera", "keys"):
        (session / f"{channel}.tape").unlink()
    recorder = Recorder(session, reading.file)
    portions = 0
    for channel, entry in entries:
        item = reading.item(channel, entry)
        if isinstance(item, Heard):
            portions += 1
            if portions <= 2:
                data = CobsCrc16Encoder().card(parse("Qh"))
                item = Heard(data[:5] if portions == 1 else data[5:])
        recorder.keep(entry.n, entry.at, item)
    recorder.close()
    (fault,) = replay.whole(session, None).faults
    assert '"card":"Kh"' in fault
    assert '"card":"Qh"' in fault
    assert fault.startswith("record 6 (round 1)")
    assert "shoe.tape line" in fault


def test_inputs_missing_at_the_end_are_noticed(session: Path) -> None:
    path = session / "keys.tape"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    (fault,) = replay.whole(session, None).faults
    assert "played again nothing" in fault


def test_an_altered_record_is_named(session: Path) -> None:
    with sqlite3.connect(session / JOURNAL) as connection:
        connection.execute("DROP TRIGGER record_no_update")
        connection.execute("UPDATE record SET body = replace(body, '\"unit\":30', '\"unit\":33') WHERE number = 4")
    connection.close()
    for result in (replay.whole(session, None), replay.journal_only(session)):
        assert result.faults == ("journal: record 4 was altered",)


def test_refolding_finds_a_line_that_the_rules_do_not_give(session: Path) -> None:
    """A journal forged whole, its chain right again: the rules still tell."""
    from msgspec.structs import replace

    from dealer_assist.journal import FIRST, digest, recorded

    with recorded(session / JOURNAL) as journal:
        records = list(journal.records())
    previous, forged = FIRST, []
    for record in records:
        body = record.body.replace('"paid":60', '"paid":90')
        record = replace(record, body=body, previous=previous, hash="")
        forged.append(replace(record, hash=digest(record)))
        previous = forged[-1].hash
    with sqlite3.connect(session / JOURNAL) as connection:
        connection.execute("DROP TRIGGER record_no_update")
        for record in forged:
            values = (record.body, record.previous, record.hash, record.number)
            connection.execute("UPDATE record SET body = ?, previous = ?, hash = ? WHERE number = ?", values)
    connection.close()
    mark = session / f"{JOURNAL}.mark"
    mark.write_bytes(mark.read_bytes()[:8] + bytes.fromhex(previous))
    (fault,) = replay.journal_only(session).faults
    assert '"paid":90' in fault
    assert '"paid":60' in fault


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda folder: (folder / "table.toml").unlink(), "table file can't be read"),
        (lambda folder: (folder / JOURNAL).unlink(), "no journal here"),
        (lambda folder: [tape.unlink() for tape in folder.glob("*.tape")], "no tape here"),
        (lambda folder: (folder / JOURNAL).write_bytes(b"x" * 9000), "no journal"),
        (lambda folder: (folder / JOURNAL).write_bytes((folder / JOURNAL).read_bytes()[:8192]), "journal"),
        (lambda folder: (folder / "table.toml").write_text("x"), "table file refused"),
    ],
)
def test_half_a_session_is_refused_in_one_line(session: Path, spoil: object, words: str) -> None:
    assert callable(spoil)
    spoil(session)
    with pytest.raises(Fault, match=words) as told:
        replay.whole(session, None)
    assert "\n" not in str(told.value)


def test_the_command_says_so_by_its_exit_code(session: Path) -> None:
    def command(*more: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "dealer_assist", "replay", str(session), *more]
        return subprocess.run(line, capture_output=True, text=True, check=False, timeout=60)

    same = command("--journal-only")
    assert (same.returncode, same.stdout[:9]) == (0, "identical")
    tape = bytearray((session / "shoe.tape").read_bytes())
    tape[300] ^= 1
    (session / "shoe.tape").write_bytes(tape)
    other = command()
    assert other.returncode == 1
    assert "shoe.tape, line" in other.stdout
    shutil.rmtree(session)
    gone = command()
    assert gone.returncode == 2
    assert gone.stderr.count("\n") == 1


def test_a_program_killed_between_tape_and_record_accuses_nobody(tmp_path: Path) -> None:
    """The input is on its tape and its record is not: it was never taken, then or at the restart."""
    made = Recorded(tmp_path / "session")
    made.put(Linked("shoe", True))
    made.press(do="step", step={"bet": 1, "unit": 30})
    made.n += 1
    number = made.table.session.number
    bet = Key("step", number, "lost-key", step={"bet": 2, "unit": 20})
    made.recorder.keep(made.n, made.n * 1_000_000, Pressed(bet))
    made.put(Restarted())
    stopped = made.rig.table.session.stopped
    assert stopped is not None
    made.press(do="answer", finding=stopped.number, remedy="go_on")
    made.press(do="step", step={"bet": 2, "unit": 50})
    made.n += 1
    made.recorder.keep(made.n, made.n * 1_000_000, Heard(made.shoe.card(parse("Kh"))))
    made.close()
    assert replay.whole(tmp_path / "session", None).faults == ()


@pytest.mark.parametrize("spoilt", ["name", "rules"])
def test_a_session_of_another_table_or_house_is_not_gone_on_with(session: Path, spoilt: str) -> None:
    path = session / "table.toml"
    if spoilt == "name":
        path.write_text(path.read_text().replace('"T"', '"U"'))
        words = "journal of T"
    else:
        (session / "mine.toml").write_text(built_in("triple").read_text().replace('multiple = "2.5"', 'multiple = "2"'))
        path.write_text('house = "mine.toml"\n' + path.read_text())
        words = "other house rules"
    with pytest.raises(Fault, match=words):
        open_table(path, session / JOURNAL)


def test_an_altered_journal_is_not_gone_on_with(session: Path) -> None:
    with sqlite3.connect(session / JOURNAL) as connection:
        connection.execute("DROP TRIGGER record_no_update")
        connection.execute("UPDATE record SET who = 'x' WHERE number = 4")
    connection.close()
    with pytest.raises(Fault, match="record 4 was altered"):
        open_table(session / "table.toml", session / JOURNAL)


def test_roots_made_beside_the_inputs_change_no_replay(session: Path, tmp_path: Path) -> None:
    """One in the middle, made while the table stood still between two starts, and one at the end."""
    from dealer_assist import keys, rooting

    key_file = tmp_path / "key.pem"
    key = keys.make(key_file)
    made = rooting.on_demand(session / JOURNAL, key_file, key)
    table = open_table(session / "table.toml", session / JOURNAL)
    recorder = Recorder(session, table.file)
    rig = Rig(table)
    n = recorder.last_n + 1
    for item in (Restarted(), Pressed(Key("step", 0, "late", step={"act": "stand", "seat": 2}))):
        if isinstance(item, Pressed):
            while rig.table.session.stopped is not None:
                found = rig.table.session.stopped.number
                go_on = Pressed(Key("answer", rig.table.session.number, f"go{n}", finding=found, remedy="go_on"))
                recorder.keep(n, n * 1_000_000, go_on)
                rig.take(n, n * 1_000_000, go_on)
                n += 1
            item = Pressed(Key("step", rig.table.session.number, "late", step={"act": "stand", "seat": 2}))
        recorder.keep(n, n * 1_000_000, item)
        rig.take(n, n * 1_000_000, item)
        n += 1
    recorder.close()
    rig.table.session.journal.close()
    rooting.on_demand(session / JOURNAL, key_file, key)
    result = replay.whole(session, None)
    assert result.faults == ()
    assert result.records > made.last + 3
    assert replay.journal_only(session).faults == ()
