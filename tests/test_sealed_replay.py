"""A session that was sealed, played again: closed by anybody who has its folder, running with the key alone."""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from dealer_assist import keys, sealing_key, witness
from dealer_assist.cli import main
from dealer_assist.dispute import folder_dispute
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.game import Choice, Deal
from dealer_assist.journal import recorded
from dealer_assist.sealing import SEALED, StillSealed
from dealer_assist.table import Done, Key
from dealer_assist.verify import verify
from hardware.tape import TapeReader
from kiosk import replay
from kiosk.desk import Desk
from kiosk.opened_tapes import OpenedTapes
from kiosk.recording import Recorder, Recording, open_table
from kiosk.rig import Heard, Linked, Restarted
from kiosk.roots import TableRoots, latest

SEATS = "seats = [{ seat = 1, chips = 1000 }, { seat = 2, chips = 1000 }]"


class Sitting:
    """A table of Triple as `run` opens it: its folder, its tapes, its keys."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "session"
        self.key_file, sign_file = folder / "table.seal", folder / "table.pem"
        if not self.folder.exists():
            self.folder.mkdir()
            toml = f'name = "Table 7"\ngame = "triple"\n{SEATS}\n[shoe]\nport = "none"\nprotocol = "ascii_line"\n'
            (self.folder / TABLE).write_text(toml)
            sealing_key.make(self.key_file, "Table 7")
            keys.make(sign_file)
        self.key = sealing_key.load(self.key_file, "Table 7")
        going_on = (self.folder / JOURNAL).exists()
        table = open_table(self.folder / TABLE, self.folder / JOURNAL, self.key)
        self.recorder = Recorder(self.folder, table.file, table.session.journal.seals)
        self.desk = Desk(table, self.recorder, last=(self.recorder.last_n, self.recorder.last_at))
        self.said: list[witness.Root] = []
        roots = TableRoots(keys.load(sign_file), table.session, self.said.append)
        self.desk.rooted, self.desk.closing = roots.after, roots.closing
        if going_on:
            self.desk.put(Restarted())
        self.desk.start()
        self.desk.ask(Linked("shoe", True))
        self._once = itertools.count(self.desk.published.number)

    def press(self, **key: Any) -> None:
        """A key that must be taken."""
        made: dict[str, Any] = {"seen": self.desk.published.number, "once": f"key-{next(self._once):08}", **key}
        outcome = self.desk.press(Key(**made))
        assert isinstance(outcome, Done), outcome

    def shoe(self, texts: str) -> None:
        """Cards out of the shoe."""
        for text in texts.split():
            self.desk.ask(Heard(f"CARD {text}\r\n".encode()))

    def hand(self) -> None:
        """Bets, and cards up to the hole card."""
        for seat in (1, 2):
            self.press(do="step", step={"bet": seat, "unit": 10})
        self.shoe("Kh 9s 5d 6c 7c 8d")

    def to_the_end(self) -> None:
        """Stand, deal what is asked for, pay."""
        for card in ("9c", "2c", "3c", "4c", "Qd", "Jd", "Td", "2s", "3s", "4h", "5h"):
            self._go_on()
            while isinstance(awaited := self.desk.session.awaits, Choice):
                self.press(do="step", step={"act": "stand", "seat": awaited.seat})
            if not isinstance(awaited, Deal):
                break
            self.shoe(card)
        self._go_on()
        self.press(do="paid")

    def _go_on(self) -> None:
        """The same cards again are an order, which stops the table."""
        while (found := self.desk.session.stopped) is not None:
            self.press(do="answer", finding=found.number, remedy="go_on")

    def close(self) -> None:
        """The table closes."""
        self.desk.close()
        self.recorder.close()

    def kill(self) -> None:
        """The program ends without a word: nothing is released, nothing signed."""
        self.desk.closing = lambda at, session: None
        self.close()


def cli(*words: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


def test_a_closed_session_is_replayed_by_whoever_has_its_folder_to_every_depth(tmp_path: Path) -> None:
    table = Sitting(tmp_path)
    for _ in range(3):
        table.hand()
        table.to_the_end()
    table.press(do="new_shoe", left=None)
    assert [root.shoe for root in table.said] == [1]
    table.close()
    again = Sitting(tmp_path)
    again.hand()
    again.to_the_end()
    again.close()
    folder = again.folder
    with recorded(folder / JOURNAL) as journal:
        kinds = [record.kind for record in journal.records()]
        root = latest(journal)
    assert (kinds.count("unsealed"), kinds.count("closed"), kinds.count("root"), kinds[-1]) == (4, 2, 3, "root")
    assert (kinds.count("opened"), kinds.count("seal")) == (4, 1)
    for depth in ("raw", "sightings", "lines"):
        played = cli("replay", folder, "--depth", depth)
        assert (played.exit_code, played.stdout[:9]) == (0, "identical"), (depth, played.output)
    assert root is not None and verify(folder / JOURNAL, root).fault is None
    said = cli("root", folder)
    assert (said.exit_code, said.stdout) == (0, f"{root.code}\n")
    assert cli("verify", folder, "--root", str(root.code)).exit_code == 0


def test_of_a_running_one_the_tape_is_sealed_line_by_line_and_the_key_reads_it(tmp_path: Path) -> None:
    table = Sitting(tmp_path)
    table.hand()
    table.kill()
    folder = table.folder
    lines = {channel: list(TapeReader(folder / f"{channel}.tape")) for channel in ("shoe", "keys")}
    assert sum(SEALED in entry.content for entry in lines["shoe"]) == 6
    assert all(SEALED in entry.content for entry in lines["keys"])
    assert b"CARD".hex().encode() not in (folder / "shoe.tape").read_bytes()
    read = [entry.data for _, entry in Recording(folder, None, key=table.key).entries() if "bytes" in entry.content]
    assert read == [f"CARD {text}\r\n".encode() for text in ["Kh", "9s", "5d", "6c", "7c", "8d"]]
    assert sum(SEALED in entry.content for _, entry in Recording(folder, None).entries(opened=False)) == 8
    with pytest.raises(StillSealed, match=r"tape, line 2, byte \d+: sealed: its round was not over"):
        list(Recording(folder, None).entries())
    for depth in ("raw", "sightings", "lines"):
        blind = cli("replay", folder, "--depth", depth)
        said = [line for line in blind.stderr.splitlines() if line.startswith("dealer-assist: ")]
        assert (blind.exit_code, len(said)) == (2, 1) and "--seal-key" in said[0], blind.output
        assert cli("replay", folder, "--depth", depth, "--seal-key", table.key_file).exit_code == 0
    other = sealing_key.make(tmp_path / "other.seal", "Table 8")
    refused = cli("replay", folder, "--seal-key", tmp_path / "other.seal")
    assert refused.exit_code == 2 and f"the one given is {other.id}" in refused.stderr


def test_a_recall_needs_the_key_only_where_what_opened_a_card_is_lost(tmp_path: Path) -> None:
    table = Sitting(tmp_path)
    table.hand()
    table.to_the_end()
    table.hand()
    table.kill()
    folder, given = table.folder, ("--seal-key", table.key_file)
    for number, hole in ((1, "8♦ to dealer"), (2, "a card face down to dealer")):
        blind, seeing = cli("recall", folder, str(number)), cli("recall", folder, str(number), *given)
        assert blind.stdout == seeing.stdout and hole in blind.stdout, blind.output
        assert (blind.exit_code, seeing.exit_code) == (0, 0)
    sealing_key.make(tmp_path / "other.seal", "Table 8")
    refused = cli("recall", folder, "1", "--seal-key", tmp_path / "other.seal")
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert "the one given is" in refused.stderr
    with closing(sqlite3.connect(folder / JOURNAL)) as database, database:
        database.execute("DROP TRIGGER record_no_delete")
        database.execute("DELETE FROM record WHERE kind IN ('opened', 'unsealed')")
    blind, seeing = cli("recall", folder, "1"), cli("recall", folder, "1", *given)
    assert (blind.exit_code, blind.stdout, blind.stderr.count("\n")) == (2, "", 1)
    assert "is sealed, and what opened it is lost; name the table's key with --seal-key FILE" in blind.stderr
    assert "8♦ to dealer" in seeing.stdout
    assert "is missing" in seeing.stderr
    assert "a card face down to dealer" in cli("recall", folder, "2", *given).stdout


def test_a_killed_table_goes_on_with_its_key_and_proves_the_same(tmp_path: Path) -> None:
    table = Sitting(tmp_path)
    table.hand()
    table.kill()
    again = Sitting(tmp_path)
    assert again.desk.session.steps[-1] == {"card": "8d", "to": "dealer"}
    found = again.desk.session.stopped
    assert found is not None
    again.press(do="answer", finding=found.number, remedy="go_on")
    again.to_the_end()
    again.close()
    assert replay.sightings(again.folder).identical
    assert replay.journal_only(again.folder).identical


def test_a_line_that_was_altered_or_moved_is_said_and_not_played(tmp_path: Path) -> None:
    table = Sitting(tmp_path)
    table.hand()
    table.to_the_end()
    table.close()
    entry = next(entry for entry in TapeReader(table.folder / "shoe.tape") if SEALED in entry.content)
    opened = OpenedTapes(table.folder / JOURNAL)
    assert "bytes" in opened.entry("shoe", entry).content
    text = str(entry.content[SEALED])
    for other, channel in (
        (msgspec.structs.replace(entry, n=entry.n + 1), "shoe"),
        (msgspec.structs.replace(entry, content={SEALED: text[:-1] + ("0" if text[-1] != "0" else "1")}), "shoe"),
        (entry, "keys"),
    ):
        with pytest.raises(Fault, match="Take the tape from a good copy"):
            opened.entry(channel, other)


def test_a_report_tells_what_was_opened_and_never_a_key(tmp_path: Path) -> None:
    table = Sitting(tmp_path)
    table.hand()
    table.to_the_end()
    table.hand()
    table.kill()
    with recorded(table.folder / JOURNAL) as journal:
        told = [[event.what for event in folder_dispute(table.folder, journal, number).events] for number in (1, 2)]
    assert "8♦ to dealer" in told[0]
    assert "what was sealed in record 12 is open: the card was turned" in told[0]
    assert told[0][-1] == "all that was sealed in this round is open: it is over"
    assert told[1][-1] == "a card face down to dealer", "of a running round the report is the same without a key"
    assert not any(len(word) >= 32 for words in told for what in words for word in what.split())
