"""A shoe's line that fails in every way, on real terminals and sockets, through the whole table into its record: never
a card that was not sent, none twice, and the line is back by itself within 5 s of the cable."""

from __future__ import annotations

import contextlib
import itertools
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import pytest

from dealer_assist.cards import DECK
from dealer_assist.folder import JOURNAL
from dealer_assist.table import Done, Key, MovedOn
from dealer_assist.table_view import view
from hardware.port import Port
from hardware.shoes import encoder
from hardware.shoes.virtual import PtyLine, TcpLine, Trouble, VirtualLine, VirtualShoe
from kiosk.desk import Desk
from kiosk.recording import Recorder, open_table
from kiosk.table_devices import heard
from tests.faults import Bad, times, told

#: Bytes of rubbish, in one go.
FLOOD = times(40_000, 20_000_000)
ROUNDS = times(1, 10)
TABLE = """name = "Line"
game = "triple"
seats = [{{ seat = 1, chips = 1000 }}, {{ seat = 2, chips = 1000 }}]
[shoe]
port = "virtual"
protocol = "{protocol}"
"""

pytestmark = pytest.mark.timeout(times(120, 3600))


class Wired:
    """A table whose shoe is at the other end of a real line, with bets made: cards are awaited."""

    def __init__(self, folder: Path, url: str, protocol: str = "cobs_crc16", **options: Any) -> None:
        folder.mkdir(exist_ok=True)
        (folder / "table.toml").write_text(TABLE.format(protocol=protocol))
        table = open_table(folder / "table.toml", folder / JOURNAL)
        self.recorder = Recorder(folder, table.file)
        self.desk = Desk(table, self.recorder)
        self.desk.start()
        self.port = Port(url, 115200, lambda event: self.desk.put(heard(event)), **options)
        self.port.start()
        self.until(lambda: self.up, "the line to open")
        self._keys = itertools.count(1)
        for seat in (1, 2):
            self.press(do="step", step={"bet": seat, "unit": 10})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.port.close()
        self.desk.close()
        self.recorder.close()

    @property
    def up(self) -> bool:
        return bool(view(self.desk._rig.table, "dealer")["links"]["shoe"] == "up")

    def press(self, **key: Any) -> None:
        """A key that must be taken; again on what is shown then, where the line said something meanwhile."""
        once = f"key-{next(self._keys):08}"
        while isinstance(taken := self.desk.press(Key(seen=self.desk.published.number, once=once, **key)), MovedOn):
            continue
        assert isinstance(taken, Done), (key, taken)

    def go_on(self) -> None:
        """Answer every finding that lets the round go on."""
        while (found := self.desk.session.stopped) is not None:
            names = [remedy.name for remedy in found.finding.remedies if not remedy.asks_card]
            self.press(do="answer", finding=found.number, remedy="go_on" if "go_on" in names else names[0])

    def cards(self) -> list[str]:
        """Every card in the record, in order: dealt, held, burned, or named by a finding."""
        named = []
        for record in self.desk.session.journal.records():
            body = record.content()
            card = (body.get("step") or body.get("facts") or body).get("card")
            named += [card] if card not in {None, "??"} else []
        return named

    def dealt(self) -> list[str]:
        """The cards that the round has taken, in order."""
        return [str(step["card"]) for step in self.desk.session.steps if "card" in step]

    def until(self, holds: Callable[[], bool], what: str, seconds: float = 20.0) -> float:
        """Seconds until `holds`."""
        began = time.monotonic()
        while not holds():
            assert time.monotonic() - began < seconds, f"waited {seconds} s for {what}"
            time.sleep(0.02)
        return time.monotonic() - began


@pytest.fixture(params=["pty", "tcp"])
def line(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VirtualLine]:
    made: VirtualLine = PtyLine(tmp_path / "shoe") if request.param == "pty" else TcpLine()
    yield made
    made.unplug()


def is_part(found: list[str], sent: list[str]) -> bool:
    """Whether `found` is what was sent, in its order, less what was lost."""
    left = iter(sent)
    return all(card in left for card in found)


def shuffled(count: int, seed: int) -> list[Any]:
    cards = list(DECK)
    random.Random(seed).shuffle(cards)
    return cards[:count]


def at_another_rate(data: bytes, ratio: float) -> bytes:
    """What a receiver at `ratio` of the sender's rate makes of these bytes: 8 bits, no parity, one stop bit."""
    wire = [1] * 4
    for byte in data:
        wire += [0, *((byte >> bit) & 1 for bit in range(8)), 1]
    wire += [1] * 12
    made, at = bytearray(), 0.0
    while at + 10 / ratio < len(wire):
        if wire[int(at)]:
            at += 0.25
            continue
        bits = [wire[int(at + (bit + 1.5) / ratio)] for bit in range(8)]
        made.append(sum(bit << place for place, bit in enumerate(bits)))
        at += 9.75 / ratio
    return bytes(made)


@pytest.mark.parametrize("protocol", ["ascii_line", "cobs_crc16"])
def test_one_byte_at_a_time_loses_and_adds_nothing(
    tmp_path: Path, line: VirtualLine, protocol: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sent = [str(card) for card in shuffled(4, 1)]
    with (
        Wired(tmp_path, line.url, protocol) as table,
        VirtualShoe(protocol, line, trouble=Trouble(portion=1, delay=0.001)) as shoe,
    ):
        for card in shuffled(4, 1):
            shoe.deal(card)
        table.until(lambda: len(table.cards()) == 4, "four cards")
        assert table.cards() == sent
    told(capsys, f"serial {protocol}, byte by byte: {len(sent)} cards sent, {len(sent)} recorded")


def test_every_message_three_times_is_each_card_once(
    tmp_path: Path, line: VirtualLine, capsys: pytest.CaptureFixture[str]
) -> None:
    """The numbers tell a repeated message from a new card; what is in doubt is asked, never taken."""
    with Wired(tmp_path, line.url) as table, VirtualShoe("cobs_crc16", Bad(line, lambda data: data * 3)) as shoe:
        for card in shuffled(3, 2):
            shoe.deal(card)
            time.sleep(0.05)
        table.until(lambda: len(table.cards()) >= 1, "the first card")
        time.sleep(0.3)
        steps = [record.content() for record in table.desk.session.journal.records() if record.kind == "step"]
        dealt = Counter(body["step"]["card"] for body in steps if "card" in body["step"])
        assert set(dealt.values()) == {1}
        assert is_part(list(dealt), [str(card) for card in shuffled(3, 2)])
        kinds = Counter(record.kind for record in table.desk.session.journal.records())
    told(capsys, f"serial, thrice each: 3 cards sent, {dealt.total()} dealt, {kinds['finding']} asked, none twice")


@pytest.mark.parametrize("how", ["lost", "overtaken"])
def test_a_message_lost_or_overtaken_is_asked_about(
    tmp_path: Path, line: VirtualLine, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The numbers tell of it: the card after it waits until the dealer has named the missing one."""
    asked = Counter[str]()
    for turn in range(ROUNDS):
        bad = Bad(line, bytes)
        with Wired(tmp_path / str(turn), line.url) as table, VirtualShoe("cobs_crc16", bad) as shoe:
            one_is_astray(table, shoe, bad, shuffled(4, 20), how)
            records = table.desk.session.journal.records()
            asked.update(record.content()["kind"] for record in records if record.kind == "finding")
        line.plug()
    told(capsys, f"serial, {how}: {ROUNDS} times 4 cards sent, 4 recorded in their order, asked: {dict(asked)}")


def one_is_astray(table: Wired, shoe: VirtualShoe, bad: Bad, sent: list[Any], how: str) -> None:
    """Four cards, of which the second does not come, or after the third."""
    names, kept = [str(card) for card in sent], list[bytes]()
    shoe.deal(sent[0])
    table.until(lambda: table.dealt() == names[:1], "the first card")

    def swallow(data: bytes) -> bytes:
        kept.append(data)
        return b""

    bad.spoil = swallow
    shoe.deal(sent[1])
    bad.spoil = (lambda data: data + kept[0]) if how == "overtaken" else bytes
    shoe.deal(sent[2])
    table.until(lambda: table.desk.session.stopped is not None, "the question")
    time.sleep(0.3)
    assert table.dealt() == names[:1]
    table.press(do="step", step={"card": names[1], "to": 2})
    table.go_on()
    assert table.dealt() == names[:3]
    bad.spoil = bytes
    shoe.deal(sent[3])
    table.until(lambda: len(table.dealt()) == 4, "the fourth card")
    assert table.dealt() == names


@pytest.mark.parametrize("protocol", ["ascii_line", "cobs_crc16"])
def test_noise_at_a_wrong_baud_rate_makes_no_card(
    tmp_path: Path, protocol: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The wrong rate for a while, then the right one: only what came at the right one is a card."""
    line, noise, ratios = TcpLine(), 0, (0.5, 2.0, 0.25, 1 / 3, 1.5, 57600 / 115200 * 0.97)
    made = encoder(protocol)
    with Wired(tmp_path, line.url, protocol) as table:
        for ratio in ratios:
            for card in shuffled(times(8, 52), 3):
                spoilt = at_another_rate(made.card(card) * 2, ratio)
                noise += len(spoilt)
                line.write(spoilt)
        table.until(lambda: table.desk._inputs.empty(), "the noise to be taken")
        time.sleep(0.3)
        assert table.cards() == []
        assert noise > 500
        table.go_on()
        line.write(b"\r\n\x00")
        line.write(made.card(DECK[7]))
        line.write(made.card(DECK[8]))
        table.until(lambda: table.desk.session.stopped is not None or len(table.cards()) == 2, "a card")
        assert is_part(table.cards(), [str(DECK[7]), str(DECK[8])])
    line.unplug()
    told(capsys, f"serial {protocol}, {len(ratios)} wrong rates: {noise} bytes, 0 cards made up")


def test_unplugged_in_the_middle_of_a_message_joins_nothing(
    tmp_path: Path, line: VirtualLine, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half a hello or half a card before the cable went, and another half after it: neither is a card."""
    made, slowest = encoder("cobs_crc16"), 0.0
    messages = [made.hello("virtual", "1", 6), made.card(DECK[3]), made.card(DECK[4])]
    with Wired(tmp_path, line.url) as table:
        for cut in (1, 3, 5):
            for first, second in ((messages[0], messages[1]), (messages[1], messages[2])):
                line.write(first[:cut])
                time.sleep(0.05)
                line.unplug()
                table.until(lambda: not table.up, "the loss")
                line.plug()
                slowest = max(slowest, table.until(lambda: table.up, "the line to come back"))
                table.until(line.heard, "a listener")
                line.write(second[cut:])
                time.sleep(0.05)
                table.go_on()
        assert table.cards() == []
        assert slowest < 5.0
    told(capsys, f"serial, cut in a message: 6 times, 0 cards made up, back within {slowest:.1f} s")


def _live(line: socket.socket, said: bytes, silent: threading.Event) -> None:
    """Say something again and again: a line without a byte does not stand, and one that falls silent is taken down."""
    while not silent.wait(0.1):
        line.sendall(said)


def _answer(server: socket.socket, said: bytes, silent: threading.Event, answered: list[socket.socket]) -> None:
    """Take one connection and live on it."""
    line, _ = server.accept()
    answered.append(line)
    _live(line, said, silent)


def test_a_half_open_connection_is_noticed_and_the_next_one_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other end is gone and nobody says so: silence tells; the shoe that answers again is heard within 5 s."""
    made = encoder("cobs_crc16")
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        answered: list[socket.socket] = []
        silent, gone = threading.Event(), threading.Event()
        answering = threading.Thread(target=_answer, args=(server, made.heartbeat(), silent, answered))
        answering.start()
        with Wired(tmp_path, url, max_silence=2.0) as table, contextlib.ExitStack() as stack:
            stack.callback(gone.set)
            (dead,) = answered
            stack.enter_context(dead)
            dead.sendall(made.card(DECK[10]))
            table.until(lambda: len(table.cards()) == 1, "the first card")
            silent.set()
            answering.join(5)
            table.until(lambda: not table.up, "the silence to be noticed")
            server.settimeout(5)
            again, _ = server.accept()
            stack.enter_context(again)
            threading.Thread(target=_live, args=(again, made.heartbeat(), gone)).start()
            table.until(lambda: table.up, "the line to come back", 5.0)
            again.sendall(made.card(DECK[11]))
            table.until(lambda: len(table.cards()) == 2, "the second card")
            assert table.cards() == [str(DECK[10]), str(DECK[11])]
            kinds = Counter(record.kind for record in table.desk.session.journal.records())
            assert kinds["finding"] >= 1, "in a round a loss is asked about"
    told(capsys, "serial, half-open TCP: noticed by silence, 2 cards sent, 2 recorded, the dealer asked")


def test_a_flood_leaves_the_table_at_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rubbish without end: no card of it, the record is not filled with it, and what is sent after it is heard."""
    chance, made, line = random.Random(6), encoder("cobs_crc16"), TcpLine()
    with Wired(tmp_path, line.url) as table:
        before = table.desk.session.number
        for _ in range(FLOOD // 2000):
            line.write(chance.randbytes(2000))
            table.go_on()
            time.sleep(0.001)
        tape, size = tmp_path / "shoe.tape", -1
        while tape.stat().st_size != size or not table.desk._inputs.empty():
            size = tape.stat().st_size
            time.sleep(1.0)
        table.go_on()
        assert table.cards() == []
        records = table.desk.session.number - before
        assert records < FLOOD // 200
        line.write(b"\x00" + made.card(DECK[20]))
        table.until(lambda: len(table.cards()) == 1, "the card after it", times(20, 120))
        assert table.cards() == [str(DECK[20])]
    line.unplug()
    told(capsys, f"serial, flood: {FLOOD} bytes, 0 cards made up, {records} records, then 1 card sent, 1 recorded")


def test_two_shoes_at_two_tables_do_not_mix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (
        VirtualShoe("cobs_crc16", PtyLine(tmp_path / "one"), beat=0.2) as one,
        VirtualShoe("cobs_crc16", TcpLine(), beat=0.2) as two,
        Wired(tmp_path / "a", one.url) as first,
        Wired(tmp_path / "b", two.url) as second,
    ):
        for ours, theirs in zip(shuffled(4, 7), shuffled(4, 8), strict=True):
            one.deal(ours)
            two.deal(theirs)
        for table, seed in ((first, 7), (second, 8)):
            table.until(lambda table=table: len(table.cards()) == 4, "four cards")  # type: ignore[misc]
            assert table.cards() == [str(card) for card in shuffled(4, seed)]
        one.line.unplug()
        two.line.unplug()
    told(capsys, "serial, two shoes: 4 and 4 cards sent, 4 and 4 recorded, none at the other table")


def test_two_shoes_on_one_line_are_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two shoes that speak into one cable: their numbers clash, and the table asks instead of believing."""
    line = TcpLine()
    with (
        Wired(tmp_path, line.url) as table,
        VirtualShoe("cobs_crc16", line) as one,
        VirtualShoe("cobs_crc16", line) as two,
    ):
        sent = [str(card) for pair in zip(shuffled(3, 9), shuffled(3, 10), strict=True) for card in pair]
        for ours, theirs in zip(shuffled(3, 9), shuffled(3, 10), strict=True):
            one.deal(ours)
            two.deal(theirs)
            time.sleep(0.05)
        table.until(lambda: table.desk.session.stopped is not None, "the clash to be noticed")
        assert set(table.cards()) <= set(sent)
        findings = [
            record.content()["kind"] for record in table.desk.session.journal.records() if record.kind == "finding"
        ]
        assert findings
    line.unplug()
    told(capsys, f"serial, two shoes on one line: stopped by {findings[0]}, no card that was not sent")
