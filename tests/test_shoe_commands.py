"""Commands to a shoe from set-up: off by default, by two people, recorded before they are sent, answers no noise."""

from __future__ import annotations

import os
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_assist import table_file
from dealer_assist.cards import parse
from dealer_assist.faults import Fault
from hardware.shoes import encoder
from hardware.shoes.angel_eye import AngelEyeDecoder
from hardware.shoes.angel_eye_commands import encode
from kiosk.table_devices import Devices
from tests.kiosks import PINS, Browser
from tests.setups import HEAD, Fitted

SECOND = {"badge": "2001", "pin": PINS["2001"]}


class Shoe:
    """An angel_eye shoe on a pseudo-terminal, which answers commands whose check begins after STX."""

    def __init__(self) -> None:
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self.url = os.ttyname(slave)
        self._slave = slave
        self.heard: list[bytes] = []
        self.answer: bytes | None = b"\x06"
        self._closing = False
        threading.Thread(target=self._run, daemon=True).start()

    def say(self, data: bytes) -> None:
        os.write(self._master, data)

    def close(self) -> None:
        self._closing = True
        os.close(self._slave)
        os.close(self._master)

    def _run(self) -> None:
        while not self._closing:
            try:
                data = os.read(self._master, 64)
            except OSError:
                return
            self.heard.append(data)
            if self.answer is not None:
                wrong_check = any(data == encode(each, from_stx=True) for each in ("lock", "unlock", "confirm"))
                self.say(b"\x1502" if wrong_check else self.answer)


@pytest.fixture
def shoe() -> Iterator[Shoe]:
    made = Shoe()
    yield made
    made.close()


class Commanded(Fitted):
    """A kiosk whose set-up may send commands to its shoe, if the table says so."""

    def __init__(self, folder: Path, shoe: Shoe, commands: bool = True) -> None:
        allowed = "commands = true\n" if commands else ""
        super().__init__(folder, f'{HEAD}\n[shoe]\nport = "{shoe.url}"\nprotocol = "angel_eye"\nbaud = 4800\n{allowed}')
        self.devices = Devices(table_file.load(self.path), folder, 0, self.senses.put)

    def _ask(self, data: bytes) -> bytes:
        return self.devices.ask(data)

    def __enter__(self) -> Commanded:
        super().__enter__()
        self.devices.start()
        until = time.monotonic() + 10
        while self.senses.link("shoe").state != "up":
            assert time.monotonic() < until
            time.sleep(0.02)
        return self

    def __exit__(self, *exc: object) -> None:
        self.devices.close()
        super().__exit__(*exc)


def test_a_command_needs_two_people_and_is_recorded_before_it_is_sent(tmp_path: Path, shoe: Shoe) -> None:
    with Commanded(tmp_path, shoe) as kiosk:
        engineer = Browser(kiosk.url).open("4001")
        asked = {"do": "command", "command": "lock"}
        for approval in (None, {"badge": "4001", "pin": PINS["4001"]}, {"badge": "1002", "pin": PINS["1002"]}):
            assert engineer.post("/setup/shoe", {**asked, "approval": approval})[0] == 422
        assert kiosk.records("shoe_command") == []
        assert shoe.heard == []
        status, said = engineer.post("/setup/shoe", {**asked, "approval": SECOND})
        assert (status, said["said"]) == (200, "The shoe has obeyed.")
        # Refused for its check, tried the other way once: both are in the record as they went out.
        sent = [encode("lock", from_stx=True), encode("lock", from_stx=False)]
        assert shoe.heard == sent
        assert [bytes.fromhex(body["bytes"]) for body in kiosk.records("shoe_command")] == sent
        record = next(record for record in kiosk.session.journal.records() if record.kind == "shoe_command")
        assert (record.who, record.approver) == ("4001", "2001")
        # What the shoe answered is no noise on the table's line, and a card after it is a card.
        kiosk.deal("bet 1 30; bet 2 20")
        shoe.say(encoder("angel_eye").card(parse("Kh")))
        until = time.monotonic() + 10
        while not kiosk.view()["cards"]:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert kiosk.records("garbled") == []
        assert not kiosk.view()["stopped"]
        # Also while a round runs: an error of the shoe can't wait for its end.
        status, said = engineer.post("/setup/shoe", {"do": "command", "command": "cancel_error", "approval": SECOND})
        assert (status, said["good"]) == (200, True)


def test_a_refusal_and_silence_are_said(tmp_path: Path, shoe: Shoe) -> None:
    with Commanded(tmp_path, shoe) as kiosk:
        engineer = Browser(kiosk.url).open("4001")
        shoe.answer = b"\x1521"
        asked = {"do": "command", "command": "cancel_error", "approval": SECOND}
        assert engineer.post("/setup/shoe", asked)[1]["said"] == "The shoe has refused: the shoe is busy"
        shoe.answer = None
        assert engineer.post("/setup/shoe", asked)[1]["said"] == "The shoe has not answered. See to its link."


def test_commands_are_off_unless_the_table_says_so(tmp_path: Path, shoe: Shoe) -> None:
    with Commanded(tmp_path, shoe, commands=False) as kiosk:
        engineer = Browser(kiosk.url).open("4001")
        status, said = engineer.post("/setup/shoe", {"do": "command", "command": "lock", "approval": SECOND})
        assert (status, "Commands to this shoe are off" in said["why"]) == (409, True)
        assert b"data-command" not in engineer.ask("GET", "/setup?step=shoe")[2]
    assert shoe.heard == []


def test_commands_are_for_a_shoe_that_takes_them(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f'{HEAD}\n[shoe]\nport = "x"\nprotocol = "ascii_line"\ncommands = true\n')
    with pytest.raises(Fault, match="only a shoe of protocol angel_eye takes any"):
        table_file.load(path)


@pytest.mark.parametrize("answers", [b"\x06", b"\x1502", b"\x06\x1521\x06"])
@pytest.mark.parametrize("size", [1, 2, 1000])
def test_answers_between_messages_say_nothing_and_hide_nothing(answers: bytes, size: int) -> None:
    shoe = encoder("angel_eye")
    data = shoe.card(parse("As")) + answers + shoe.card(parse("Kd")) + answers
    strict, lenient = AngelEyeDecoder(), AngelEyeDecoder(answers=True)
    said = [each for at in range(0, len(data), size) for each in lenient.feed(data[at : at + size])]
    assert [str(each.card) for each in said] == ["As", "Kd"]
    assert lenient.end() == []
    assert "garbled" in [each.kind for each in strict.feed(data)]


def test_a_nak_without_its_code_is_garbled() -> None:
    decoder = AngelEyeDecoder(answers=True)
    assert [each.kind for each in decoder.feed(b"\x15x9")] == ["garbled"]
