"""What set-up tells, keeps, saves and refuses, asked as its page asks."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from dealer_assist import house, table_file
from dealer_assist.cards import parse
from hardware.shoes.virtual import PtyLine, TcpLine, VirtualShoe
from kiosk.setup_file import draft_path
from tests.kiosks import PINS, Browser
from tests.pictures import Laid
from tests.setups import HEAD, LAYOUT, SIZE, Fitted, pictures, scene
from tests.test_layout_by_picture import VIEWS, table

BOXES = {
    "seat1": [[20, 20], [200, 20], [200, 150], [20, 150]],
    "seat2": [[300, 20], [500, 20], [500, 150], [300, 150]],
    "dealer": [[150, 200], [500, 200], [500, 340], [150, 340]],
}
SECOND = {"badge": "2001", "pin": PINS["2001"]}


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Fitted]:
    with Fitted(tmp_path) as opened:
        yield opened


@pytest.fixture
def engineer(kiosk: Fitted) -> Browser:
    return Browser(kiosk.url).open("4001")


def with_camera(kiosk: Fitted, engineer: Browser, *laid: Laid) -> None:
    source = pictures(kiosk.folder / "film", scene(*laid))
    assert engineer.post("/setup/camera", {"do": "keep", "source": str(source)})[0] == 200


def now(browser: Browser) -> Any:
    import json

    status, _, body = browser.ask("GET", "/setup/now")
    assert status == 200, body
    return json.loads(body)


def until(told: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not told():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_the_path_is_left_and_taken_up_again(kiosk: Fitted, engineer: Browser) -> None:
    page = engineer.ask("GET", "/setup")[2].decode()
    assert 'data-step="shoe"' in page
    for step in ("shoe", "camera"):
        assert engineer.post("/setup/done", {"step": step, "done": True})[0] == 200
    other = Browser(kiosk.url).open("2001")
    page = other.ask("GET", "/setup")[2].decode()
    assert 'data-step="layout"' in page
    assert "done by Oskari" in page
    assert 'data-step="people"' in other.ask("GET", "/setup?step=people")[2].decode()
    engineer.post("/setup/done", {"step": "shoe", "done": False})
    assert 'data-step="shoe"' in engineer.ask("GET", "/setup")[2].decode()


@pytest.mark.parametrize("step", ["shoe", "camera", "layout", "deck", "house", "people", "test"])
def test_every_step_has_its_page(kiosk: Fitted, engineer: Browser, step: str) -> None:
    status, _, page = engineer.ask("GET", f"/setup?step={step}")
    assert status == 200
    assert f'data-step="{step}"' in page.decode()
    assert b"<script>" not in page
    assert b"style=" not in page


def test_a_camera_and_its_layout_come_into_the_file_together_with_the_old_one_kept(
    kiosk: Fitted, engineer: Browser
) -> None:
    with_camera(kiosk, engineer)
    assert kiosk.path.read_text() == HEAD
    status, _, jpeg = engineer.ask("GET", "/setup/picture/now")
    assert status == 200
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape == (SIZE[1], SIZE[0], 3)
    status, said = engineer.post("/setup/layout", {"do": "save", "boxes": BOXES})
    assert status == 200, said
    file = table_file.load(kiosk.path)
    assert file.layout is not None
    assert file.camera is not None
    assert (file.layout.size, set(file.layout.boxes)) == (SIZE, set(BOXES))
    assert kiosk.path.read_text().startswith("# written by hand")
    (old,) = kiosk.folder.glob("table.toml.*.old")
    assert old.read_text() == HEAD
    assert kiosk.records("set_up")[-1]["part"] == "layout"
    assert now(engineer)["pending"]
    assert engineer.post("/setup/start", {})[0] == 200
    assert kiosk.started_anew == 1


def test_boxes_are_judged_as_they_are_drawn_and_kept_for_later(kiosk: Fitted, engineer: Browser) -> None:
    with_camera(kiosk, engineer)
    wrong = BOXES | {"seat2": [[100, 20], [700, 20], [700, 150], [100, 150]]}
    status, said = engineer.post("/setup/layout", {"do": "keep", "boxes": wrong})
    assert status == 200
    assert said["bad"] == ["seat1", "seat2"]
    assert said["faults"] == [
        "Seat 2 lies outside the picture. Drag its corners back into it.",
        "Seat 1 and Seat 2 overlap: a card there would be in both. Drag them apart.",
    ]
    assert "overlap" in engineer.ask("GET", "/setup?step=layout")[2].decode()
    status, said = engineer.post("/setup/layout", {"do": "save", "boxes": wrong})
    assert status == 422
    assert "box seat2 lies outside the picture of 640×360" in said["why"]
    assert kiosk.path.read_text() == HEAD
    twisted = BOXES | {"dealer": [[150, 200], [500, 340], [500, 200], [150, 340]]}
    said = engineer.post("/setup/layout", {"do": "keep", "boxes": twisted})[1]
    assert said["faults"] == ["Dealer: its corners go round no box. Drag them apart, one after another around it."]
    said = engineer.post("/setup/layout", {"do": "keep", "boxes": {}})[1]
    assert "Seat 1 has no box yet. Choose it and tap its four corners." in said["faults"]


@pytest.mark.parametrize("by", ["markers", "felt", "taps"])
def test_boxes_are_proposed_from_markers_felt_and_tapped_corners(kiosk: Fitted, engineer: Browser, by: str) -> None:
    image = cv2.resize(table(VIEWS["tilted"], (0, 1, 2, 3) if by == "markers" else ()), (1280, 720))
    source = pictures(kiosk.folder / "film", np.asarray(image, np.uint8), 200)
    assert engineer.post("/setup/camera", {"do": "keep", "source": str(source)})[0] == 200
    asked: dict[str, Any] = {"do": by} if by != "taps" else {"do": "place", "corners": VIEWS["tilted"]}
    status, said = engineer.post("/setup/layout", asked)
    assert status == 200, said
    assert set(said["boxes"]) == {"seat1", "seat2", "dealer", "burn", "shoe"}
    assert said["faults"] == []
    status, _, flat = engineer.ask("GET", "/setup/picture/now?flat=1")
    assert status == 200
    assert cv2.imdecode(np.frombuffer(flat, np.uint8), cv2.IMREAD_COLOR).shape == (720, 1280, 3)
    assert engineer.post("/setup/layout", {"do": "save", "boxes": said["boxes"]})[0] == 200
    saved = table_file.load(kiosk.path).layout
    assert saved is not None
    assert saved.size == (1280, 720)


def test_markers_that_are_missing_are_named_and_can_be_printed(kiosk: Fitted, engineer: Browser) -> None:
    with_camera(kiosk, engineer)
    status, said = engineer.post("/setup/layout", {"do": "markers"})
    assert status == 422
    assert "marker 0 (far left), 1 (far right)" in said["why"]
    status, headers, sheet = engineer.ask("GET", "/setup/markers")
    assert (status, headers["Content-Type"]) == (200, "image/png")
    printed = cv2.imdecode(np.frombuffer(sheet, np.uint8), cv2.IMREAD_COLOR)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    assert sorted(np.ravel(detector.detectMarkers(printed)[1]).tolist()) == [0, 1, 2, 3]


def test_the_reading_test_says_which_card_lies_in_which_box(kiosk: Fitted, engineer: Browser) -> None:
    import json

    with_camera(kiosk, engineer, Laid("Kh", 110, 85), Laid("9s", 590, 280))
    engineer.post("/setup/layout", {"do": "keep", "boxes": BOXES})
    status, _, body = engineer.ask("GET", "/setup/reading/now")
    assert status == 200
    words = {card["words"] for card in json.loads(body)["cards"]}
    assert words == {"K♥: Seat 1", "9♠: outside every box"}


def test_nothing_is_shown_or_changed_while_a_round_runs(tmp_path: Path) -> None:
    with Fitted(tmp_path, HEAD, shoe=True) as kiosk:
        engineer = Browser(kiosk.url).open("4001")
        assert kiosk.virtual is not None
        until(lambda: now(engineer)["shoe"]["bytes"] != "")
        with_camera(kiosk, engineer)
        before = kiosk.path.read_text(), draft_path(kiosk.path).read_bytes()
        kiosk.deal("bet 1 30; bet 2 20")
        kiosk.virtual.deal(parse("Kh"))
        until(lambda: len(kiosk.view()["cards"]) == 1)
        told = now(engineer)
        assert told["shoe"]["bytes"] == ""
        assert told["running"]
        assert "A round is running" in told["why"]
        for path in ("/setup/picture/now", "/setup/reading/now"):
            assert engineer.ask("GET", path)[0] == 409
        asked: list[tuple[str, dict[str, Any]]] = [
            ("shoe", {"do": "try", "port": "x", "protocol": "ascii_line"}),
            ("shoe", {"do": "save", "port": "x", "protocol": "ascii_line"}),
            ("camera", {"do": "keep", "source": "x"}),
            ("layout", {"do": "save", "boxes": BOXES}),
            ("layout", {"do": "keep", "boxes": BOXES}),
            ("deck", {"do": "take"}),
            ("house", {"house": "", "approval": SECOND}),
            ("test", {"do": "begin"}),
            ("start", {}),
        ]
        for part, body in asked:
            status, said = engineer.post(f"/setup/{part}", body)
            assert (status, "A round is running" in said["why"]) == (409, True), (part, said)
        assert (kiosk.path.read_text(), draft_path(kiosk.path).read_bytes()) == before
        assert kiosk.records("set_up") == []


# The shoe


def test_a_shoe_is_tried_and_saved(kiosk: Fitted, engineer: Browser, tmp_path: Path) -> None:
    with VirtualShoe("cobs_crc16", PtyLine(tmp_path / "line"), beat=0.2) as shoe:
        asked = {"port": shoe.url, "protocol": "cobs_crc16", "baud": 115200}
        status, said = engineer.post("/setup/shoe", {"do": "try", **asked})
        assert (status, said["good"]) == (200, True)
        assert "heartbeat" in said["said"]
        status, said = engineer.post("/setup/shoe", {"do": "try", **asked, "protocol": "ascii_line"})
        assert (status, said["good"]) == (200, False)
        assert "try another protocol" in said["said"]
        assert engineer.post("/setup/shoe", {"do": "save", **asked})[0] == 200
    saved = table_file.load(kiosk.path).shoe
    assert saved is not None
    assert (saved.port, saved.protocol) == (asked["port"], "cobs_crc16")


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"port": "/dev/none", "protocol": "ascii_line"}, "there is no such port"),
        ({"port": "/dev/none", "protocol": "rot13"}, "shoe protocol 'rot13' is not known: choose one of angel_eye"),
        ({"port": "", "protocol": "ascii_line"}, "no port is given"),
        ({"port": "socket://nowhere", "protocol": "ascii_line"}, "an address is written socket://host:port"),
    ],
)
def test_a_shoe_that_can_not_be_is_said_on_the_page(engineer: Browser, asked: dict[str, Any], why: str) -> None:
    status, said = engineer.post("/setup/shoe", {"do": "try", **asked})
    assert (status, why in said["why"]) == (422, True), said


def test_a_port_that_another_program_has_open_is_said(engineer: Browser) -> None:
    line = TcpLine()
    with socket.create_connection(("127.0.0.1", int(line.url.rpartition(":")[2]))):
        line.heard()
        line.unplug()
        status, said = engineer.post("/setup/shoe", {"do": "try", "port": line.url, "protocol": "ascii_line"})
    assert status == 422
    assert "most converters take one" in said["why"]


def test_the_links_age_and_the_last_bytes_are_shown(tmp_path: Path) -> None:
    with Fitted(tmp_path, HEAD, shoe=True) as kiosk:
        engineer = Browser(kiosk.url).open("4001")
        until(lambda: now(engineer)["shoe"]["bytes"] != "")
        shoe = now(engineer)["shoe"]
        assert (shoe["state"], shoe["word"]) == ("up", "connected")
        assert bytes.fromhex(shoe["bytes"]).endswith(b"\0")
        assert shoe["silent"].startswith("0.")


# The test deal


def test_a_test_deal_shows_each_sighting_and_leaves_the_record_without_a_round(tmp_path: Path) -> None:
    with Fitted(tmp_path, HEAD, shoe=True) as kiosk:
        engineer = Browser(kiosk.url).open("4001")
        assert kiosk.virtual is not None
        until(lambda: now(engineer)["shoe"]["state"] == "up")
        assert engineer.post("/setup/test", {"do": "begin"})[0] == 200
        for card in ("As", "Td", "Jk"):
            kiosk.virtual.deal(parse(card))
        until(lambda: len(now(engineer)["test"]["rows"]) == 3)
        rows = now(engineer)["test"]["rows"]
        assert [row["words"] for row in rows] == ["The shoe said A♠", "The shoe said 10♦", "The shoe said Joker"]
        until(lambda: kiosk.view()["links"]["shoe"] == "lost")
        assert engineer.post("/setup/test", {"do": "end"})[0] == 200
        until(lambda: kiosk.view()["links"]["shoe"] == "up")
        assert now(engineer)["test"] is None
        kinds = {record.kind for record in kiosk.session.journal.records()}
        assert "link" in kinds
        assert kinds.isdisjoint({"step", "finding", "held", "burn", "cut", "garbled"})
        assert not kiosk.view()["stopped"]
        # And the table goes on as if nothing had been dealt.
        kiosk.deal("bet 1 30; bet 2 20")
        kiosk.virtual.deal(parse("Kh"))
        until(lambda: [card["card"] for card in kiosk.view()["cards"]] == ["Kh"])
        assert not kiosk.view()["stopped"]


# The house


def test_a_house_is_changed_by_two_and_both_are_in_the_record(kiosk: Fitted, engineer: Browser) -> None:
    ours = kiosk.folder / "ours.toml"
    ours.write_text(house.built_in("triple").read_text().replace("name = ", "name = 'Ours'  # ", 1))
    page = engineer.ask("GET", "/setup?step=house")[2].decode()
    assert house.digest(house.built_in("triple")) in page
    assert "Ours (ours.toml" in page
    assert "T6.3" in page
    for approval, why in (
        (None, "do not belong together"),
        ({"badge": "4001", "pin": PINS["4001"]}, "a second person"),
        ({"badge": "1002", "pin": PINS["1002"]}, "A supervisor has to approve"),
    ):
        status, said = engineer.post("/setup/house", {"house": "ours.toml", "approval": approval})
        assert (status, why in said["why"]) == (422, True), said
    assert table_file.load(kiosk.path).house is None
    assert engineer.post("/setup/house", {"house": "ours.toml", "approval": SECOND})[0] == 200
    assert table_file.load(kiosk.path).house == "ours.toml"
    record = next(record for record in kiosk.session.journal.records() if record.kind == "set_up")
    assert (record.who, record.approver) == ("4001", "2001")
    assert record.content() == {"part": "house", "house": "ours.toml", "digest": house.digest(ours)}


@pytest.mark.parametrize("name", ["../table.toml", "table.toml", "none.toml", "/etc/passwd"])
def test_no_other_file_becomes_a_house(engineer: Browser, kiosk: Fitted, name: str) -> None:
    status, said = engineer.post("/setup/house", {"house": name, "approval": SECOND})
    assert (status, said["why"]) == (422, "There is no such house file beside the table's file.")
    assert kiosk.path.read_text() == HEAD


# People


def test_a_supervisor_changes_people_and_of_a_supervisor_with_another(kiosk: Fitted) -> None:
    marja = Browser(kiosk.url).open("2001")
    assert Browser(kiosk.url).open("4001").post("/setup/people", {"do": "lock", "badge": "1001"})[0] == 403
    person = {"do": "add", "badge": "2002", "name": "Mikko", "role": "supervisor", "pin": "975310"}
    # There is no other supervisor yet who could agree.
    assert marja.post("/setup/people", person)[0] == 200
    # Who set the other's PIN alone would be both.
    pin = {"do": "pin", "badge": "2002", "pin": "111222"}
    assert marja.post("/setup/people", pin)[0] == 422
    status, said = marja.post("/setup/people", {**pin, "approval": {"badge": "2002", "pin": "975310"}})
    assert status == 200, said
    person |= {"badge": "2003", "name": "Sari"}
    status, said = marja.post("/setup/people", person)
    assert (status, said["needs"]) == (422, True)
    assert kiosk.people.find("2003") is None
    agrees = {"badge": "2002", "pin": "111222"}
    assert marja.post("/setup/people", {**person, "approval": agrees})[0] == 200
    assert [(body["did"], body["badge"]) for body in kiosk.records("set_up")] == [
        ("add", "2002"),
        ("pin", "2002"),
        ("add", "2003"),
    ]
    dealer = Browser(kiosk.url).open("1001")
    assert marja.post("/setup/people", {"do": "lock", "badge": "1001"})[0] == 200
    assert dealer.ask("GET", "/dealer")[0] == 303
    page = marja.ask("GET", "/setup?step=people")[2].decode()
    assert "locked out" in page
    assert "argon2" not in page
    assert marja.post("/setup/people", {"do": "unlock", "badge": "1001"})[0] == 200
    status, said = marja.post("/setup/people", {"do": "lock", "badge": "2001"})
    assert (status, said["why"]) == (422, "You can't lock yourself out.")
    status, said = marja.post("/setup/people", {**person, "badge": "2004", "pin": "1"})
    assert (status, "4 to 12 digits" in said["why"]) == (422, True)


def test_who_locks_the_other_supervisor_out_makes_no_other(kiosk: Fitted) -> None:
    """Two of them: one may be locked out at once, and who takes their place is made at the machine itself."""
    marja = Browser(kiosk.url).open("2001")
    person = {"do": "add", "badge": "2002", "name": "Mikko", "role": "supervisor", "pin": "975310"}
    for asked, status in (
        (person, 200),
        ({"do": "lock", "badge": "2002"}, 200),
        ({**person, "badge": "2003"}, 422),
        ({"do": "unlock", "badge": "2002"}, 422),
        ({"do": "pin", "badge": "2002", "pin": "111222"}, 422),
    ):
        assert marja.post("/setup/people", asked)[0] == status, asked


def test_a_recording_has_nothing_to_set_up(tmp_path: Path) -> None:
    from tests.kiosks import Kiosk

    with Kiosk(tmp_path) as kiosk:
        page = Browser(kiosk.url).open("4001").ask("GET", "/setup")[2].decode()
    assert "there is nothing to set up" in page


def test_a_saved_layout_is_drawn_again(tmp_path: Path) -> None:
    text = HEAD + '[camera]\nsource = "none"\n' + LAYOUT
    with Fitted(tmp_path, text) as kiosk:
        page = Browser(kiosk.url).open("4001").ask("GET", "/setup?step=layout")[2].decode()
    assert "[[20.0, 20.0], [200.0, 20.0]" in page.replace("&#34;", '"')
