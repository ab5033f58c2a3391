"""Virtual shoe, port and decoder end to end: what is dealt is what is said, and a loss shows in the numbers."""

from __future__ import annotations

import queue
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_assist import cards
from dealer_assist.cards import DECK, JOKER, Card
from dealer_assist.faults import Fault
from dealer_assist.sighting import Sighting
from hardware import shoes
from hardware.device import Bytes, DeviceEvent, Lost, Opened
from hardware.port import Port
from hardware.shoes import PROTOCOLS
from hardware.shoes.contract import Decoder
from hardware.shoes.dealing import Deal, read_deals
from hardware.shoes.virtual import PtyLine, TcpLine, Trouble, VirtualLine, VirtualShoe

Heard = Sighting | Opened | Lost


class Listener:
    """A port with the decoder that its protocol names, fresh after each opening."""

    def __init__(self, url: str, protocol: str) -> None:
        self.heard: queue.Queue[Heard] = queue.Queue()
        self._protocol = protocol
        self._decoder: Decoder = shoes.decoder(protocol)
        self.port = Port(url, 115200, self._take, wait=lambda attempt: 0.05)
        self.port.start()

    def _take(self, event: DeviceEvent) -> None:
        if isinstance(event, Bytes):
            for sighting in self._decoder.feed(event.data):
                self.heard.put(sighting)
            return
        if isinstance(event, Opened):
            self._decoder = shoes.decoder(self._protocol)
        self.heard.put(event)

    def until(self, kind: type[Opened] | type[Lost]) -> list[Sighting]:
        """The sightings before the next `kind`."""
        said: list[Sighting] = []
        while not isinstance(event := self.heard.get(timeout=5), kind):
            assert isinstance(event, Sighting)
            said.append(event)
        return said

    def next(self, count: int) -> list[Sighting]:
        said = [self.heard.get(timeout=5) for _ in range(count)]
        return [event for event in said if isinstance(event, Sighting)]


@pytest.fixture(params=["pty", "tcp"])
def line(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VirtualLine]:
    made: VirtualLine = PtyLine(tmp_path / "shoe") if request.param == "pty" else TcpLine()
    yield made
    made.unplug()


def named(said: list[Sighting]) -> list[Card | None]:
    return [sighting.card for sighting in said]


@pytest.mark.parametrize("protocol", ["ascii_line", "cobs_crc16"])
def test_what_is_dealt_is_what_is_said(line: VirtualLine, protocol: str) -> None:
    with VirtualShoe(protocol, line, trouble=Trouble(portion=3)) as shoe:
        listener = Listener(shoe.url, protocol)
        listener.until(Opened)
        assert shoe.wait_for_listener(5)
        every: list[Card] = [*DECK, JOKER]
        for card in every:
            shoe.deal(card)
        shoe.burn(None)
        shoe.cut()
        said = listener.next(55)
        listener.port.close()
    assert named(said[:53]) == every
    assert [sighting.kind for sighting in said[53:]] == ["burn", "cut"]


def test_cards_dealt_with_the_cable_out_are_lost_and_the_next_heartbeat_tells_how_many(line: VirtualLine) -> None:
    with VirtualShoe("cobs_crc16", line) as shoe:
        listener = Listener(shoe.url, "cobs_crc16")
        listener.until(Opened)
        shoe.wait_for_listener(5)
        for card in DECK[:3]:
            shoe.deal(card)
        assert named(listener.next(3)) == list(DECK[:3])
        shoe.unplug()
        listener.until(Lost)
        shoe.deal(DECK[3])
        shoe.deal(DECK[4])
        shoe.plug()
        listener.until(Opened)
        shoe.wait_for_listener(5)
        shoe.heartbeat()
        shoe.deal(DECK[5])
        beat, last = listener.next(2)
        listener.port.close()
    assert (beat.kind, beat.sequence) == ("heartbeat", 5)
    assert (last.card, last.sequence) == (DECK[5], 6)


def test_nobody_listening_does_not_stop_the_shoe(line: VirtualLine) -> None:
    with VirtualShoe("cobs_crc16", line) as shoe:
        began = time.monotonic()
        for _ in range(2000):
            shoe.deal(DECK[0])
        assert time.monotonic() - began < 5
        assert not shoe.wait_for_listener(0.05)
        listener = Listener(shoe.url, "cobs_crc16")
        listener.until(Opened)
        shoe.wait_for_listener(5)
        shoe.deal(DECK[1])
        said = listener.next(1)
        listener.port.close()
    assert [(sighting.card, sighting.sequence) for sighting in said] == [(DECK[1], 2001)]


@pytest.mark.parametrize("protocol", sorted(PROTOCOLS))
def test_on_a_bad_line_no_card_is_made_up_and_order_is_kept(protocol: str) -> None:
    dealt = random.Random(3).sample(DECK, 52)
    with VirtualShoe(protocol, TcpLine(), trouble=Trouble(seed=5, drop=0.2, noise=0.2, portion=2)) as shoe:
        listener = Listener(shoe.url, protocol)
        listener.until(Opened)
        shoe.wait_for_listener(5)
        for card in dealt:
            shoe.deal(card)
        shoe.unplug()
        said = [sighting.card for sighting in listener.until(Lost) if sighting.card is not None]
        listener.port.close()
    assert 20 < len(said) < 52
    assert said == [card for card in dealt if card in said]


def test_the_heart_beats_by_itself() -> None:
    with VirtualShoe("cobs_crc16", TcpLine(), beat=0.05) as shoe:
        listener = Listener(shoe.url, "cobs_crc16")
        listener.until(Opened)
        assert [sighting.kind for sighting in listener.next(3)] == ["heartbeat"] * 3
        listener.port.close()


def test_two_shoes_do_not_mix(tmp_path: Path) -> None:
    with VirtualShoe("cobs_crc16", PtyLine(tmp_path / "a")) as one, VirtualShoe("ascii_line", TcpLine()) as two:
        ears = [Listener(one.url, "cobs_crc16"), Listener(two.url, "ascii_line")]
        for shoe, ear in zip((one, two), ears, strict=True):
            ear.until(Opened)
            shoe.wait_for_listener(5)
        for card in DECK[:10]:
            one.deal(card)
            two.deal(DECK[51])
        assert named(ears[0].next(10)) == list(DECK[:10])
        assert named(ears[1].next(10)) == [DECK[51]] * 10
        for ear in ears:
            ear.port.close()


def test_the_link_never_replaces_a_file(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("x")
    with pytest.raises(Fault, match=r"precious is a file already"):
        PtyLine(tmp_path / "precious")
    assert (tmp_path / "precious").read_text() == "x"


def test_a_tcp_port_in_use_is_named() -> None:
    line = TcpLine()
    with pytest.raises(Fault, match=r"TCP port \d+ can't be opened: Address already in use"):
        TcpLine(int(line.url.rpartition(":")[2]))
    line.unplug()


# --- scripts ------------------------------------------------------------------------------------------------------


def test_deals_of_a_script(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(
        '{"format":"round/1","steps":[{"bet":1,"unit":5},{"burn":null},{"burn":"2c"},{"card":"As","to":1},'
        '{"act":"hit","seat":1},{"card":"Jk","to":"dealer"},{"card":"7h","to":"burn"},'
        '{"misdeal":"wrong_hand_card","seat":1,"card":"As"},{"cut":true}]}'
    )
    told = [str(deal) for deal in read_deals(path)]
    assert told == ["burn", "burn 2c", "card As", "card Jk", "burn 7h", "cut"]


def test_deals_of_many_scripts_follow_each_other(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text('{"script":{"steps":[{"card":"As","to":1}]}}\n\n{"steps":[{"card":"Kd","to":2}]}\n')
    assert read_deals(path) == [Deal("card", cards.parse("As")), Deal("card", cards.parse("Kd"))]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"steps":[{"card":"1s","to":1}]}', r"bad\.json, step 0: '1s' is no card"),
        ('{"steps":[{"bet":1},{"card":7,"to":1}]}', r"bad\.json, step 1: 7 is no card"),
        ('{"steps":["As"]}', r"bad\.json, step 0: a step is an object"),
        ('{"steps":[]}', r"bad\.json: no step deals a card"),
        ('{"cards":[]}', r"bad\.json: no list of steps"),
        ("{", r"bad\.json: not JSON"),
        ("\xff", r"bad\.json: not JSON"),
    ],
)
def test_a_script_that_deals_nothing_is_named(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "bad.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(Fault, match=why):
        read_deals(tmp_path / "bad.json")
