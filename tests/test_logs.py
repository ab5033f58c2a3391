"""Logs: one JSON object a line, and neither card nor PIN nor byte of a shoe in any of it."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from dealer_assist.cards import CARDS
from hardware.shoes import encoder
from kiosk import logs


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    """What was logged; the loggers are as before afterwards."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    stream = io.StringIO()
    logs.install(stream)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)


def test_a_line_is_an_object_with_time_level_words_and_fields(out: io.StringIO) -> None:
    logging.getLogger("kiosk.test").warning("the %s is lost", "shoe", extra={"device": "shoe", "record": 12345, "x": 1})
    (line,) = out.getvalue().splitlines()
    said = json.loads(line)
    assert said.pop("at").endswith("+00:00")
    assert said == {
        "level": "warning",
        "logger": "kiosk.test",
        "said": "the shoe is lost",
        "device": "shoe",
        "record": 12345,
    }


@pytest.mark.parametrize("card", [str(card) for card in CARDS])
def test_no_card_is_logged_however_it_is_said(out: io.StringIO, card: str) -> None:
    log = logging.getLogger("t")
    log.info("card %s to the dealer", card)
    log.info("refused: %r", {"card": card, "to": "dealer"})
    log.info("bytes %r", f"CARD {card}\r\n".encode())
    log.info("frame %s", encoder("cobs_crc16").card(next(each for each in CARDS if str(each) == card)).hex())
    log.info("frame %r", encoder("cobs_crc16").card(next(each for each in CARDS if str(each) == card)))
    try:
        {}[f"no card {card} left"]
    except KeyError:
        log.exception("a defect")
    said = out.getvalue()
    assert card not in said
    assert encoder("cobs_crc16").card(next(each for each in CARDS if str(each) == card)).hex() not in said
    assert len([json.loads(line) for line in said.splitlines()]) == 6


@pytest.mark.parametrize("pin", ["1357", "802468", "123456789012"])
def test_no_pin_is_logged(out: io.StringIO, pin: str) -> None:
    for words in ("pin %s is wrong", "form {'pin': '%s'}", "PIN=%s", '{"pin":"%s"}'):
        logging.getLogger("t").error(words, pin)
    assert pin not in out.getvalue()


def test_an_error_is_its_type_and_its_places(out: io.StringIO) -> None:
    try:
        {}["Td"]
    except KeyError:
        logging.getLogger("t").exception("the table stopped")
    said = json.loads(out.getvalue())
    assert said["error"] == "KeyError"
    assert said["places"][-1].startswith("test_logs.py:")
    assert "Td" not in out.getvalue()


@pytest.mark.parametrize(
    "text", ["Asks for 25 chips", "record 12 of shoe 1, port 8080 0.5 s", "Adsh", "the ace of May"]
)
def test_other_words_are_left_alone(text: str) -> None:
    assert logs.sieved(text.replace(" 8080", "")) == text.replace(" 8080", "")
