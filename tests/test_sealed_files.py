"""A running hand's files, every byte of them: dealt by the program itself over a virtual shoe, three games, three
protocols. Nobody who reads the disk learns a card that lies face down; the round's end makes all of it readable."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from dealer_assist import cards, sealing_key
from dealer_assist.cli import main
from dealer_assist.journal import recorded
from dealer_assist.sealing import MARK
from hardware.shoes import encoder
from hardware.shoes.virtual import TcpLine, VirtualShoe
from kiosk import people_file
from kiosk.people_file import PeopleFile
from tests.kiosks import CHEAP, PEOPLE, Browser

SEATS = "seats = [{ seat = 1, chips = 1000 }, { seat = 2, chips = 1000 }]"
ACCOUNTS = 'accounts = [{ account = "A", chips = "1000.00" }, { account = "B", chips = "1000.00" }]'
#: How long the program may take for anything, in seconds, on a machine that is busy.
LONG = 60.0


class Running:
    """The program in `folder` with its shoe, and what a dealer does there."""

    def __init__(self, folder: Path, url: str, shoe: VirtualShoe) -> None:
        self.folder = folder
        self.shoe = shoe
        self.session = next((folder / "sessions").iterdir())
        self.dealer = Browser(url).open("1001")
        self.supervisor = Browser(url).open("2001")
        self._once = 0

    def press(self, **key: Any) -> None:
        """A key that must be taken."""
        self._once += 1
        key = {"once": f"key-{self._once:08}", "seen": 0, **key}
        status, said = self.dealer.key(**key)
        if status == 409:
            status, said = self.dealer.key(**{**key, "seen": said["number"]})
        assert status == 200, said

    def step(self, **step: Any) -> None:
        """A step that the dealer keys."""
        self.press(do="step", step=step)

    def deal(self, texts: str) -> None:
        """Cards out of the shoe."""
        for text in texts.split():
            self.shoe.deal(cards.parse(text))

    def until(self, kind: str, count: int) -> None:
        """Wait for so many records of a kind."""
        end = time.monotonic() + LONG
        while (found := self.count(kind)) < count:
            assert time.monotonic() < end, f"{found} of {count} records: {kind}"
            self.shoe.heartbeat()  # a line that says nothing for a second and a half is lost
            time.sleep(0.2)

    def count(self, kind: str) -> int:
        """How many records of a kind there are."""
        with closing(sqlite3.connect(f"file:{self.session}/journal.sqlite?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM record WHERE kind = ?", (kind,)).fetchone()[0])


@contextmanager
def running(folder: Path, game: str, protocol: str, parties: str) -> Iterator[Running]:
    """The program with a shoe on a TCP port."""
    people = PeopleFile("display-token", ())
    for person, pin in PEOPLE:
        people = people_file.added(people, person, pin, CHEAP)
    people_file.save(folder / "people.toml", people)
    with VirtualShoe(protocol, TcpLine(), decks=1 if game == "omaha" else 6) as shoe:
        toml = f'name = "Table 7"\ngame = "{game}"\n{parties}\n[shoe]\nport = "{shoe.url}"\nprotocol = "{protocol}"\n'
        (folder / "table.toml").write_text(toml)
        program = started(folder)
        try:
            assert program.stdout is not None
            found = re.search(r"Table 7: (http://\S+)", program.stdout.readline())
            assert found is not None, (folder / "stderr.log").read_text()
            table = Running(folder, found[1], shoe)
            shoe.wait_for_listener(LONG)
            table.until("link", 1)
            yield table
        finally:
            ended(program)


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    """The program, its words in a file of the folder."""
    with (folder / "stderr.log").open("a") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "dealer_assist", "run", "table.toml", "--port", "0", *words],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )


def ended(program: subprocess.Popen[str]) -> None:
    program.terminate()
    try:
        assert program.wait(timeout=LONG) == 0
    finally:
        program.kill()
        program.communicate()


def triple(table: Running) -> str:
    """Up to the hole card; then a card that nobody awaits, one that waits, one that is burned."""
    for seat in (1, 2):
        table.step(bet=seat, unit=10)
    table.deal("Kh 9s 5d 6c 7c 8d")
    table.until("step", 8)
    table.deal("Ad Qc")
    table.until("held", 1)
    table.shoe.burn(cards.parse("Jh"))
    table.until("burn", 1)
    return "8d Ad Qc Jh"


def omaha(table: Running) -> str:
    """Both hands, and the burned card before the flop."""
    table.deal("As 9s Ad 9c Kd 2d Ks 2h")
    table.until("step", 8)
    table.step(act="call", seat=1)
    table.step(act="check", seat=2)
    table.deal("Td 3c 4c 5c")
    table.until("step", 14)
    return "As 9s Ad 9c Kd 2d Ks 2h Td"


def exchange(table: Running) -> str:
    """Nothing lies face down in this game but what was burned."""
    table.step(close="betting")
    table.deal("Th")
    table.until("step", 2)
    table.shoe.burn(cards.parse("Qc"))
    table.until("burn", 1)
    return "Qc"


GAMES = [
    pytest.param("triple", "cobs_crc16", SEATS, triple, id="triple"),
    pytest.param("omaha", "ascii_line", SEATS, omaha, id="omaha"),
    pytest.param("exchange_blackjack", "angel_eye", ACCOUNTS, exchange, id="exchange"),
]


def forms(text: str, protocol: str) -> list[bytes]:
    """How a card could stand in a file: as it is said on the line, plain or in digits, and in words."""
    card = cards.parse(text)
    made = encoder(protocol)
    frames = [made.card(card), made.burn(card)]
    rank, suit = text[0], text[1]
    sign = dict(zip("shdc", "♠♥♦♣", strict=True))[suit]
    words = [f"{rank}{sign}", f"{sign}{rank}", f'"{text}"', f"'{text}'", f"CARD {text}", f"BURN {text}"]
    coded = [form for frame in frames for form in (frame, frame.hex().encode(), frame.hex().upper().encode())]
    return [*map(str.encode, words), *coded]


def said_in(data: bytes, text: str) -> bool:
    """Whether a card's text stands by itself in a run of printable bytes."""
    alone = re.compile(rb"(?<![0-9A-Za-z+/])" + text.encode() + rb"(?![0-9A-Za-z+/])")
    return any(alone.search(run[0]) for run in re.finditer(rb"[\x20-\x7e\n\r\t]{6,}", data))


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("game", "protocol", "parties", "play"), GAMES)
def test_no_byte_on_the_disk_tells_a_card_that_lies_face_down(
    tmp_path: Path, game: str, protocol: str, parties: str, play: Callable[[Running], str]
) -> None:
    with running(tmp_path, game, protocol, parties) as table:
        hidden = play(table).split()
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        kinds = {path.name for path in files}
        assert kinds >= {"journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "journal.sqlite.mark"}
        assert kinds >= {"shoe.tape", "keys.tape", "stderr.log", "people.toml", "table-7.seal", "table-7.pem"}
        for path in files:
            data = path.read_bytes()
            for text in hidden:
                assert not said_in(data, text), (path.name, text)
                for form in forms(text, protocol):
                    assert len(form) < 4 or form not in data, (path.name, text, form)
        secret = sealing_key.load(tmp_path / "table-7.seal", "Table 7").secret
        for path in files:
            if path.suffix != ".seal":
                assert secret not in path.read_bytes() and secret.hex().encode() not in path.read_bytes().lower()
        shutil.copytree(table.session, tmp_path / "copy")
    read_back(tmp_path, hidden)
    copied_without_the_key(tmp_path)


def read_back(folder: Path, hidden: list[str]) -> None:
    """With the key every hidden card is there, and the search would have found it."""
    key = sealing_key.load(folder / "table-7.seal", "Table 7")
    with recorded(folder / "copy" / "journal.sqlite", key) as journal:
        sealed = [record for record in journal.records() if MARK in record.body]
        told = "".join(msgspec.json.encode(record.whole()).decode() for record in sealed)
    assert all(said_in(told.encode(), text) for text in hidden)


def copied_without_the_key(folder: Path) -> None:
    """A copy of the running session is not replayed, in one line; with the key it is, to the same records."""
    copy = str(folder / "copy")
    for depth in ("raw", "sightings", "lines"):
        blind = cli("replay", copy, "--depth", depth)
        said = [line for line in blind.stderr.splitlines() if line.startswith("dealer-assist: ")]
        assert blind.exit_code == 2 and len(said) == 1 and "--seal-key" in said[0], blind.output
    seeing = cli("replay", copy, "--depth", "sightings", "--seal-key", str(folder / "table-7.seal"))
    assert (seeing.exit_code, seeing.stdout[:9]) == (0, "identical"), seeing.output
    assert cli("verify", copy).exit_code == 0, "verify needs no key"


def cli(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))
