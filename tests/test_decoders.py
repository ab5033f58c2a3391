"""One contract for every shoe protocol: `hardware/shoes/contract.py` says it, this file tries to break it."""

from __future__ import annotations

import json
import random
import re
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealer_assist import cards
from dealer_assist.cards import DECK, JOKER, Card
from dealer_assist.faults import Fault
from dealer_assist.sighting import Sighting
from hardware import shoes
from hardware.shoes.ascii_line import AsciiLineDecoder, AsciiLineEncoder
from hardware.shoes.cobs_crc16 import CobsCrc16Decoder, CobsCrc16Encoder, crc16, stuff, unstuff
from hardware.shoes.contract import Repeats, line
from hardware.shoes.delimited import DelimitedDecoder

ROOT = Path(__file__).parent.parent
CONFORMANCE = ROOT.parent / "shared" / "conformance" / "angel_eye"
EACH = pytest.mark.parametrize("protocol", sorted(shoes.PROTOCOLS))


def end_of(protocol: str) -> bytes:
    """What ends any frame of the protocol, noise included; nothing where a frame is found by how it begins."""
    delimited = isinstance(shoes.decoder(protocol), DelimitedDecoder)
    return shoes.encoder(protocol).card(DECK[0])[-1:] if delimited else b""


END = {name: end_of(name) for name in shoes.PROTOCOLS}
CARD_KINDS = {"card", "burn", "card_outside", "repeat"}


def decode(protocol: str, data: bytes) -> list[Sighting]:
    decoder = shoes.decoder(protocol)
    return decoder.feed(data) + decoder.end()


def named(sightings: list[Sighting]) -> list[Card]:
    return [sighting.card for sighting in sightings if sighting.kind in CARD_KINDS and sighting.card is not None]


def deal(protocol: str, dealt: list[Card]) -> bytes:
    encoder = shoes.encoder(protocol)
    return b"".join(encoder.card(card) for card in dealt)


def words(protocol: str) -> list[tuple[str, bytes]]:
    """All that a shoe may say, each with its kind; what the protocol has no frame for is no bytes."""
    encoder = shoes.encoder(protocol)
    said = [("hello", encoder.hello("DIY-1", "0042", 6)), ("burn", encoder.burn(cards.parse("8h")))]
    said += [("burn", encoder.burn(None))]
    said += [each for card in DECK for each in (("card", encoder.card(card)), ("heartbeat", encoder.heartbeat()))]
    return [*said, ("error", encoder.error(3)), ("cut", encoder.cut())]


def some_shoe(protocol: str) -> bytes:
    return b"".join(data for _, data in words(protocol))


@EACH
def test_every_word_comes_back(protocol: str) -> None:
    kinds = [sighting.kind for sighting in decode(protocol, some_shoe(protocol))]
    said = [kind for kind, data in words(protocol) if data]
    assert ["hello" if kind == "started" else kind for kind in kinds] == said
    assert said.count("card") == 52
    burned = [cards.parse("8h")] if shoes.encoder(protocol).burn(cards.parse("8h")) else []
    assert named(decode(protocol, some_shoe(protocol))) == [*burned, *DECK]


@EACH
def test_a_joker_is_named_or_garbled_but_never_another_card_nor_silence(protocol: str) -> None:
    (said,) = decode(protocol, deal(protocol, [JOKER]))
    assert said.card == JOKER if said.kind == "card" else said.kind == "garbled" and said.card is None


@EACH
def test_a_shoe_that_is_lost_by_silence_has_a_sign_of_life(protocol: str) -> None:
    known = shoes.protocol(protocol)
    assert known.silence is None or (known.silence > 1 and shoes.encoder(protocol).heartbeat())
    assert known.about and known.baud > 0


@EACH
def test_byte_is_where_the_frame_begins(protocol: str) -> None:
    encoder = shoes.encoder(protocol)
    stream, begins = b"", []
    for card in DECK[:5]:
        begins.append(len(stream))
        stream += encoder.card(card)
    assert [sighting.byte for sighting in decode(protocol, stream)] == begins


def noisy(protocol: str) -> bytes:
    chance = random.Random(7)
    stream = chance.randbytes(200) + some_shoe(protocol)
    for _ in range(40):
        at = chance.randrange(len(stream))
        stream = stream[:at] + chance.randbytes(chance.randrange(1, 9)) + stream[at + chance.randrange(3) :]
    return stream + shoes.encoder(protocol).card(DECK[0])[:-3]


@EACH
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(cuts=st.lists(st.integers(min_value=1, max_value=60), min_size=1, max_size=30))
def test_portions_change_nothing(protocol: str, cuts: list[int]) -> None:
    stream = noisy(protocol)
    decoder, said, at = shoes.decoder(protocol), [], 0
    while at < len(stream):
        size = cuts[at % len(cuts)]
        said += decoder.feed(stream[at : at + size])
        at += size
    assert said + decoder.end() == decode(protocol, stream)


@EACH
def test_one_byte_at_a_time(protocol: str) -> None:
    stream = noisy(protocol)
    decoder = shoes.decoder(protocol)
    said = [sighting for byte in stream for sighting in decoder.feed(bytes([byte]))] + decoder.end()
    assert said == decode(protocol, stream)
    assert any(sighting.kind == "garbled" for sighting in said)


@EACH
def test_noise_before_between_and_after_is_said_and_costs_no_later_card(protocol: str) -> None:
    noise = b"\xfe\x80~zz\xff" + END[protocol]
    encoder = shoes.encoder(protocol)
    stream = noise + encoder.card(DECK[0]) + noise + encoder.card(DECK[1]) + noise
    said = decode(protocol, stream)
    assert [sighting.kind for sighting in said if sighting.kind != "garbled"] == ["card", "card"]
    assert named(said) == list(DECK[:2])
    assert sum(sighting.kind == "garbled" for sighting in said) >= 3


@EACH
def test_no_flipped_bit_makes_a_card_that_was_not_sent(protocol: str) -> None:
    """For ascii_line this holds with its checksum, which its encoder writes; see the next test."""
    for card in DECK:
        encoder = shoes.encoder(protocol)
        frame = encoder.card(card)
        follower = encoder.heartbeat()
        for bit in range(len(frame) * 8):
            damaged = bytearray(frame)
            damaged[bit // 8] ^= 1 << bit % 8
            seen = named(decode(protocol, bytes(damaged) + follower))
            assert seen in ([], [card]), (card, bit)


def test_ascii_line_without_checksum_cannot_tell() -> None:
    plain = AsciiLineEncoder(checked=False).card(cards.parse("2s"))
    assert plain == b"CARD 2s\r\n"
    assert named(decode("ascii_line", plain.replace(b"2", bytes([ord("2") ^ 1])))) == [cards.parse("3s")]


@EACH
def test_a_frame_cut_short_says_no_card_and_the_next_one_is_read(protocol: str) -> None:
    encoder = shoes.encoder(protocol)
    first, second, third = encoder.card(DECK[0]), encoder.card(DECK[1]), encoder.card(DECK[2])
    if protocol == "angel_eye":
        first = first[: len(first) // 3]
    for length in range(1, len(first) - 2):
        assert named(decode(protocol, first[:length])) == []
        # A delimited frame that lost its end takes the next one with it; the one after that is safe.
        assert named(decode(protocol, first[:length] + second + third))[-1] == DECK[2]


@EACH
def test_an_overlong_frame_is_said_once_and_held_in_bounded_memory(protocol: str) -> None:
    decoder = shoes.decoder(protocol)
    said = decoder.feed(shoes.encoder(protocol).card(DECK[0])[:3])  # as a frame begins
    block = b"\x81" * 65536
    said += decoder.feed(block)
    tracemalloc.start()
    for _ in range(64):
        said += decoder.feed(block)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * len(block)
    assert [sighting.kind for sighting in said] == ["garbled"]
    after = decoder.feed(END[protocol] + deal(protocol, [DECK[5]]))
    assert named(after) == [DECK[5]]


@EACH
def test_random_bytes_make_up_no_card_and_take_bounded_memory(protocol: str) -> None:
    chance = random.Random(protocol)
    decoder = shoes.decoder(protocol)
    invented = 0
    tracemalloc.start()
    for _ in range(48):
        invented += len(named(decoder.feed(chance.randbytes(65536))))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert invented == 0
    assert peak < 8 * 2**20  # the sightings of one portion


@pytest.mark.parametrize("protocol", ["angel_eye", "cobs_crc16"])
def test_a_frame_sent_again_within_three_is_one_sighting(protocol: str) -> None:
    encoder = shoes.encoder(protocol)
    first = encoder.card(DECK[0])
    if protocol == "angel_eye":
        first = first[: len(first) // 3]
    assert named(decode(protocol, first * 4)) == [DECK[0]]
    others = [encoder.card(card) for card in DECK[1:5]]
    assert named(decode(protocol, first + b"".join(others) + first)) == [DECK[0], *DECK[1:5], DECK[0]]


def test_a_repeat_counts_from_the_frame_that_was_said() -> None:
    repeats = Repeats()
    assert [repeats.again(b"a") for _ in range(6)] == [False, True, True, True, False, True]


def test_unknown_protocol_names_the_known_ones() -> None:
    with pytest.raises(Fault, match=f"'rot13' is not known.*{', '.join(sorted(shoes.PROTOCOLS))}"):
        shoes.decoder("rot13")
    with pytest.raises(Fault, match="rot13"):
        shoes.encoder("rot13")


# --- ascii_line ---------------------------------------------------------------------------------------------------

ASCII = [
    (b"CARD As\r\n", '{"byte": 0, "kind": "card", "card": "As"}'),
    (b"CARD As\n", '{"byte": 0, "kind": "card", "card": "As"}'),
    (b"\r\nCARD As*06\r\n", '{"byte": 2, "kind": "card", "card": "As"}'),
    (b"JOKER\r\n", '{"byte": 0, "kind": "card", "card": "Jk"}'),
    (b"CUT\r\n", '{"byte": 0, "kind": "cut"}'),
    (b"BURN As\r\n", '{"byte": 0, "kind": "burn", "card": "As"}'),
    (b"BURN\r\n", '{"byte": 0, "kind": "burn"}'),
    (b"ERR 1\r\n", '{"byte": 0, "kind": "error", "code": 1}'),
    (b"HELLO reader 1.2\r\n", '{"byte": 0, "kind": "hello", "text": "reader 1.2"}'),
    (b"HELLO\r\n", '{"byte": 0, "kind": "hello"}'),
    (b"HEARTBEAT\r\n", '{"byte": 0, "kind": "heartbeat"}'),
    (b"CARD 10h\r\n", '{"byte": 0, "kind": "garbled", "why": "\'10h\' is no card"}'),
    (b"card As\r\n", '{"byte": 0, "kind": "garbled", "why": "unknown words: \'card As\'"}'),
    (b"BURN \r\n", '{"byte": 0, "kind": "garbled", "why": "\'\' is no card"}'),
    (b"ERR 256\r\n", '{"byte": 0, "kind": "garbled", "why": "unknown words: \'ERR 256\'"}'),
    (b"CARD As*07\r\n", '{"byte": 0, "kind": "garbled", "why": "checksum is wrong: \'CARD As*07\'"}'),
    (
        b"CARD As*6\r\n",
        '{"byte": 0, "kind": "garbled", "why": "two hexadecimal digits must follow the star: \'CARD As*6\'"}',
    ),
    (b"\xb2CARD As\r\n", '{"byte": 0, "kind": "garbled", "why": "not a line of text: \'\\\\xb2CARD As\'"}'),
    (b"CUT", '{"byte": 0, "kind": "garbled", "why": "the stream ends inside a frame"}'),
]


@pytest.mark.parametrize(("data", "said"), ASCII)
def test_ascii_lines(data: bytes, said: str) -> None:
    assert [line(sighting) for sighting in decode("ascii_line", data)] == [said]


def test_two_equal_lines_are_two_cards() -> None:
    assert named(AsciiLineDecoder().feed(b"CARD As\r\nCARD As\r\n")) == [cards.parse("As")] * 2


# --- cobs_crc16 ---------------------------------------------------------------------------------------------------


def document_vectors() -> list[tuple[bytes, str]]:
    text = (ROOT / "docs" / "cobs_crc16.md").read_text(encoding="utf-8")
    block = re.search(r"```vectors\n(.*?)```", text, re.DOTALL)
    assert block is not None
    pairs = [row.split(" -> ") for row in block.group(1).splitlines()]
    return [(bytes.fromhex(data), said) for data, said in pairs]


def test_the_document_has_a_vector_for_every_kind() -> None:
    plain = [unstuff(data.strip(b"\0")) for data, _ in document_vectors()]
    kinds = {frame[1] for frame in plain if frame}
    assert set(range(1, 10)) <= kinds


@pytest.mark.parametrize(("data", "said"), document_vectors())
def test_vectors_of_the_document(data: bytes, said: str) -> None:
    lines = [line(sighting) for sighting in decode("cobs_crc16", data)]
    assert lines == ([] if said == "nothing" else [said])


def slow_crc(data: bytes) -> int:
    """The CRC bit by bit, as the document describes it."""
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


@given(st.binary(max_size=80))
def test_the_crc_is_the_one_of_the_document(data: bytes) -> None:
    assert crc16(b"123456789") == 0x29B1
    assert crc16(data) == slow_crc(data)


@given(st.binary(max_size=200))
def test_stuffing_comes_back(data: bytes) -> None:
    assert 0 not in stuff(data)
    assert unstuff(stuff(data)) == data


@given(st.binary(max_size=80))
def test_unstuffing_anything_ends(frame: bytes) -> None:
    plain = unstuff(frame)
    assert plain is None or len(plain) < len(frame) or not frame


def test_the_sequence_counts_events_and_wraps() -> None:
    encoder = CobsCrc16Encoder()
    decoder = CobsCrc16Decoder()
    stream = encoder.hello("m", "s", 6) + encoder.heartbeat()
    assert [sighting.sequence for sighting in decoder.feed(stream)] == [0, 0]
    for _ in range(65534):
        encoder.card(DECK[0])
    stream = encoder.card(DECK[0]) + encoder.heartbeat() + encoder.cut() + encoder.gate(True)
    assert [sighting.sequence for sighting in decoder.feed(stream)] == [65535, 65535, 0, 1]


# --- angel_eye ----------------------------------------------------------------------------------------------------


def test_angel_eye_has_no_word_for_a_joker_and_says_which_draw_it_was() -> None:
    assert [(said.kind, said.draw) for said in decode("angel_eye", deal("angel_eye", [JOKER]))] == [("garbled", 1)]


ANGEL_EYE = [
    ("05 31 44 81 B8 03 34 46", '{"byte": 0, "kind": "card", "card": "8s", "draw": 1}'),
    ("05 32 47 91 03 45 37", '{"byte": 0, "kind": "result"}'),
    ("05 33 43 03 37 33", '{"byte": 0, "kind": "cut"}'),
    ("05 34 45 C1 03 42 33", '{"byte": 0, "kind": "error", "code": 1}'),
    ("05 35 4C 81 03 46 42", '{"byte": 0, "kind": "locked"}'),
]


@pytest.mark.parametrize(("data", "said"), ANGEL_EYE)
def test_angel_eye_vectors(data: str, said: str) -> None:
    assert [line(sighting) for sighting in decode("angel_eye", bytes.fromhex(data))] == [said]


def test_a_good_repeat_of_a_damaged_frame_is_the_sighting() -> None:
    frame = bytes.fromhex(ANGEL_EYE[0][0])
    damaged = frame.replace(b"\xb8", b"\xb9")
    kinds = [(sighting.byte, sighting.kind) for sighting in decode("angel_eye", damaged + frame + frame)]
    assert kinds == [(0, "garbled"), (8, "card")]


@pytest.mark.parametrize("name", ["000", "001", "002", "003", "004", "005"])
def test_angel_eye_conformance(name: str) -> None:
    if not CONFORMANCE.is_dir():
        pytest.skip("the shared conformance files are not beside this checkout")
    data = (CONFORMANCE / f"{name}.bin").read_bytes()
    wanted = [json.loads(row) for row in (CONFORMANCE / f"{name}.jsonl").read_text().splitlines()]
    said = [json.loads(line(sighting)) for sighting in decode("angel_eye", data) if sighting.kind != "garbled"]
    for sighting in said:
        del sighting["byte"]
    assert said == [row for row in wanted if row["kind"] != "garbled"]
