"""The whole sheet of `angel_eye`, message by message and field by field, and its commands."""

from __future__ import annotations

import pytest

from hardware.shoes.angel_eye import AngelEyeDecoder, check
from hardware.shoes.angel_eye_commands import REFUSALS, Answer, Command, Commander, answer, encode
from hardware.shoes.contract import line
from tests.test_decoders import decode


def frame(event: str, *data: int, sequence: str = "1") -> bytes:
    """A message with the right check; bit 7 is set in its data."""
    body = sequence.encode() + event.encode() + bytes(0x80 | byte for byte in data) + b"\x03"
    return b"\x05" + body + check(body)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (frame("S"), '{"byte": 0, "kind": "started"}'),
        (frame("P"), '{"byte": 0, "kind": "standby"}'),
        (frame("C"), '{"byte": 0, "kind": "cut"}'),
        (frame("M", 5), '{"byte": 0, "kind": "preset"}'),
        (frame("G", 0x21), '{"byte": 0, "kind": "result"}'),
        (frame("L", 1), '{"byte": 0, "kind": "locked"}'),
        (frame("L", 0), '{"byte": 0, "kind": "unlocked"}'),
        (frame("E", 0x47), '{"byte": 0, "kind": "error", "code": 7}'),
        (frame("e", 0x07), '{"byte": 0, "kind": "error_cleared", "code": 7}'),
        (frame("D", 0x01, 0x11), '{"byte": 0, "kind": "card", "card": "Ad", "draw": 1}'),
        (frame("D", 0x12, 0x2D), '{"byte": 0, "kind": "card", "card": "Kc", "draw": 2}'),
        (frame("D", 0x0A, 0x4A), '{"byte": 0, "kind": "card", "card": "Th", "draw": 10}'),
        (frame("D", 0x20, 0x38), '{"byte": 0, "kind": "burn", "card": "8s"}'),
        (frame("D", 0x40, 0x38), '{"byte": 0, "kind": "burn", "card": "8s"}'),
        (frame("D", 0x53, 0x00), '{"byte": 0, "kind": "burn"}'),
        (frame("d", 0x00, 0x38), '{"byte": 0, "kind": "card_outside", "card": "8s"}'),
        (frame("d", 0x21, 0x38), '{"byte": 0, "kind": "card_outside", "card": "8s"}'),
        (frame("R", 0x03, 0x38), '{"byte": 0, "kind": "repeat", "card": "8s", "draw": 3}'),
    ],
)
def test_each_message(message: bytes, said: str) -> None:
    assert [line(sighting) for sighting in decode("angel_eye", message * 3)] == [said]


@pytest.mark.parametrize(
    "message",
    [
        frame("D", 0x01, 0x00),  # no card and no error: a joker, say
        frame("D", 0x01, 0x58),  # a fifth suit
        frame("D", 0x01, 0x3E),  # rank 14
        frame("D", 0x01, 0x30),  # a suit without a rank
        frame("D", 0x01, 0x08),  # a rank without a suit
        frame("D", 0x0B, 0x38),  # draw 11
        frame("D", 0x31, 0x38),  # target 3
        frame("d", 0x31, 0x38),
        frame("D", 0x01),  # a byte too few
        frame("D", 0x01, 0x38, 0x38),
        frame("C", 0x01),
        frame("L", 2),
        frame("E"),
        frame("Q"),
    ],
)
def test_what_can_not_be_is_said_as_garbled(message: bytes) -> None:
    (said,) = decode("angel_eye", message)
    assert said.kind == "garbled"
    assert said.why


def test_a_repeat_never_counts_as_a_card() -> None:
    stream = frame("D", 0x01, 0x38) * 3 + frame("R", 0x01, 0x38, sequence="2") * 3
    assert [sighting.kind for sighting in decode("angel_eye", stream)] == ["card", "repeat"]


def test_the_same_card_under_the_next_number_is_another_card() -> None:
    stream = frame("D", 0x01, 0x38) * 3 + frame("D", 0x02, 0x38, sequence="2") * 3
    assert [sighting.draw for sighting in decode("angel_eye", stream)] == [1, 2]


def test_two_lost_copies_leave_the_third() -> None:
    one = frame("D", 0x01, 0x38)
    damaged = one.replace(b"\xb8", b"\xb9")
    assert [sighting.kind for sighting in decode("angel_eye", damaged + damaged + one)] == [
        "garbled",
        "garbled",
        "card",
    ]


# Commands


def test_lock_on_with_both_checks_that_the_sources_name() -> None:
    assert encode("lock", from_stx=True) == b"\x02OPLK02\x031B"
    assert encode("lock", from_stx=False) == b"\x02OPLK02\x0319"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x06", Answer()),
        (b"\x1502", Answer(2)),
        (b"noise\x06", Answer()),
        (b"\x1599", Answer(99)),
        (b"\x150", None),
        (b"\x15XY", None),
        (b"", None),
    ],
)
def test_answers(data: bytes, said: Answer | None) -> None:
    assert answer(data) == said


def test_every_refusal_has_words() -> None:
    assert all(Answer(code).why == words for code, words in REFUSALS.items())
    assert Answer(99).why == "code 99"
    assert Answer().why == ""


class Shoe:
    """A shoe that wants the check to begin with STX, or after it, and what it was sent."""

    def __init__(self, *, from_stx: bool) -> None:
        self.from_stx = from_stx
        self.told: list[str] = []

    def ask(self, data: bytes) -> bytes:
        self.told.append(f"sent {data[3:7].decode()}")
        right = {encode(command, from_stx=self.from_stx) for command in COMMANDS}
        return b"\x06" if data in right else b"\x1502"

    def note(self, command: Command, data: bytes) -> None:
        self.told.append(f"recorded {command}")


COMMANDS: tuple[Command, ...] = ("lock", "unlock", "cancel_error", "confirm")


@pytest.mark.parametrize("from_stx", [True, False])
def test_a_command_is_recorded_before_it_is_sent_and_the_other_check_tried_once(from_stx: bool) -> None:
    shoe = Shoe(from_stx=from_stx)
    commander = Commander(shoe.ask, shoe.note)
    assert commander.send("lock") == Answer()
    once = ["recorded lock", "sent LK02"]
    assert shoe.told == (once if from_stx else once * 2)
    shoe.told.clear()
    assert commander.send("unlock") == Answer()
    assert shoe.told == ["recorded unlock", "sent LK01"], "what the shoe wants is known now"


def test_a_shoe_that_refuses_both_checks_is_not_asked_for_ever() -> None:
    sent: list[bytes] = []

    def ask(data: bytes) -> bytes:
        sent.append(data)
        return b"\x1502"

    commander = Commander(ask, lambda command, data: None)
    assert commander.send("confirm") == Answer(2)
    assert len(sent) == 2


def test_an_answer_on_the_line_is_no_message_of_the_shoe() -> None:
    decoder = AngelEyeDecoder()
    said = decoder.feed(b"\x06" + frame("C"))
    assert [sighting.kind for sighting in said] == ["garbled", "cut"]
