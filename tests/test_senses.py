"""What set-up may see of the devices: never a byte of a round; a test deal that never reaches the table's rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist import table_file
from dealer_assist.cards import parse
from dealer_assist.game import Refused
from dealer_assist.sighting import Look, SeenCard
from dealer_assist.table import Done
from hardware.shoes import encoder
from kiosk.rig import Heard, Item, Linked, Noted, Rig, Saw
from kiosk.senses import HELD_BACK, TESTING, Senses
from tests.rigs import CAMERA, SHOE, Bench

BOXES = {"seat1": ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))}


class Table:
    """Senses on a desk that only keeps what it is given."""

    def __init__(self, folder: Path) -> None:
        path = folder / "table.toml"
        seats = "seats = [{ seat = 1, chips = 10 }, { seat = 2, chips = 10 }]"
        path.write_text(f'name = "T"\ngame = "triple"\n{seats}\n{SHOE}{CAMERA}')
        self.given: list[Item] = []
        self.runs = False
        self.now = 100.0
        self.senses = Senses(table_file.load(path), self.given.append, lambda: self.runs, lambda: self.now)
        self.senses.put(Linked("shoe", True))
        self.senses.put(Linked("camera", True))
        self.given.clear()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_bytes_are_shown_late_and_never_those_of_a_round(table: Table) -> None:
    table.senses.put(Heard(b"before"))
    assert table.senses.last_bytes() == b""
    table.now += HELD_BACK
    assert table.senses.last_bytes() == b"before"
    # The first card of a round comes before anybody knows that it is one.
    table.senses.put(Heard(b"first card"))
    table.runs = True
    table.senses.put(Heard(b"second card"))
    assert table.senses.last_bytes() == b""
    table.now += 10
    table.runs = False
    assert table.senses.last_bytes() == b""
    table.senses.put(Heard(b"after"))
    table.now += HELD_BACK
    assert table.senses.last_bytes() == b"after"
    assert [item.data for item in table.given if isinstance(item, Heard)] == [
        b"before",
        b"first card",
        b"second card",
        b"after",
    ]


def test_a_round_that_nobody_watched_is_forgotten_too(table: Table) -> None:
    """A look while the round runs clears what was held, even if no more bytes come."""
    table.senses.put(Heard(b"hole card"))
    table.runs = True
    assert table.senses.last_bytes() == b""
    table.runs, table.now = False, table.now + 10
    assert table.senses.last_bytes() == b""


def test_only_the_last_bytes_are_kept(table: Table) -> None:
    for number in range(200):
        table.senses.put(Heard(bytes([number])))
    table.now += 1
    assert table.senses.last_bytes(8) == bytes(range(192, 200))


def test_how_links_stand(table: Table) -> None:
    table.now += 3
    assert (table.senses.link("shoe").state, table.senses.link("shoe").age) == ("up", 3.0)
    assert table.senses.link("shoe").silent is None
    table.senses.put(Heard(b"x"))
    table.senses.put(Linked("camera", False, "The picture is black.", True))
    table.now += 2
    assert table.senses.link("shoe").silent == 2.0
    assert (table.senses.link("camera").state, table.senses.link("camera").why) == ("blind", "The picture is black.")


def test_a_test_deal_takes_the_devices_and_gives_them_back(table: Table) -> None:
    shoe = encoder("cobs_crc16")
    assert table.senses.begin_test(BOXES)
    table.senses.put(Heard(shoe.card(parse("As"))))
    table.senses.put(Heard(shoe.card(parse("Kd"))))
    seen = SeenCard(parse("As"), ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)), 0.99)
    table.senses.put(Saw(0, Look((seen,), 1.0)))
    test = table.senses.test
    assert test is not None
    assert [(told.card, told.kind, told.box) for told in test.told()] == [("As", "card", "seat1"), ("Kd", "card", None)]
    table.senses.end_test()
    table.senses.put(Heard(b"live"))
    assert table.given == [
        Linked("shoe", False, TESTING),
        Linked("camera", False, TESTING),
        Linked("shoe", True, anew=True),
        Linked("camera", True, anew=True),
        Heard(b"live"),
    ]


def test_a_round_that_begins_ends_the_test_and_gets_its_devices(table: Table) -> None:
    assert table.senses.begin_test(BOXES)
    table.runs = True
    table.senses.put(Heard(b"card"))
    assert table.senses.test is None
    assert table.given[-3:] == [
        Linked("shoe", True, anew=True),
        Linked("camera", True, anew=True),
        Heard(b"card"),
    ]
    assert not table.senses.begin_test(BOXES)


def test_a_link_that_goes_during_a_test_is_told_afterwards(table: Table) -> None:
    assert table.senses.begin_test(BOXES)
    table.senses.put(Linked("shoe", False, "pulled"))
    assert table.senses.link("shoe").state == "lost"
    table.senses.end_test()
    assert Linked("shoe", False, "pulled") in table.given


def test_what_people_do_about_a_table_is_in_its_record_with_both(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    rig = Rig(bench.table)
    noted = Noted("set_up", {"part": "house", "digest": "abc"}, "4001", "2001", idle=True)
    assert isinstance(rig.take(1, 1, noted), Done)
    record = list(bench.session.journal.records())[-1]
    assert (record.kind, record.content()) == ("set_up", {"part": "house", "digest": "abc"})
    assert (record.who, record.approver) == ("4001", "2001")
    bench.bets(30, 20)
    refused = rig.take(2, 2, noted)
    assert isinstance(refused, Refused)
    assert "A round is running" in refused.why
    assert isinstance(rig.take(3, 3, Noted("shoe_command", {"command": "lock"}, "4001", "2001")), Done)
