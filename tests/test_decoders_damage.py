"""Damage on the line, for every shoe protocol: lost bytes and frames, damaged pairs of bytes, bytes that mean nothing.

No card that was not sent may pass the check of a protocol more often than a check of its size lets one pass; those
that do are counted by the shoe's composition. `SHOE_FUZZ=long` reads a hundred megabytes of random bytes, not one.
"""

from __future__ import annotations

import os
import random
import tracemalloc
from collections import Counter
from collections.abc import Callable
from typing import Final

import pytest

from dealer_assist.cards import DECK, Card
from dealer_assist.games import catalogue
from dealer_assist.shoe_count import ShoeCount
from hardware import shoes
from tests.test_decoders import EACH, END, decode, named

#: How often a damaged frame may pass the check: one in 256 for eight bits of it, unless the protocol has more.
PASSES: Final = {"cobs_crc16": 2**-16}
FRAMES: Final = 10_000
MEGABYTES: Final = 100 if os.environ.get("SHOE_FUZZ") == "long" else 1


def at_most(protocol: str, frames: int) -> int:
    """The most of `frames` damaged frames that may pass: what is expected, and four deviations more."""
    expected = frames * PASSES.get(protocol, 2**-8)
    return int(expected + 4 * expected**0.5 + 1)


def copies(protocol: str) -> int:
    """How often the protocol's encoder sends each message."""
    frame = shoes.encoder(protocol).card(DECK[0])
    return 3 if frame == frame[: len(frame) // 3] * 3 else 1


def single(protocol: str, card: Card) -> bytes:
    """A message with `card`, once."""
    frame = shoes.encoder(protocol).card(card)
    return frame[: len(frame) // copies(protocol)]


def damaged(frame: bytes, chance: random.Random) -> bytes:
    """`frame` with two of its bytes changed."""
    made = bytearray(frame)
    for at in chance.sample(range(len(made)), 2):
        made[at] ^= chance.randrange(1, 256)
    return bytes(made)


def same_bit(frame: bytes, chance: random.Random) -> bytes:
    """`frame` with one and the same bit turned in two of its bytes: what an XOR over them can't tell."""
    made, bit = bytearray(frame), 1 << chance.randrange(8)
    for at in chance.sample(range(len(made)), 2):
        made[at] ^= bit
    return bytes(made)


@EACH
def test_two_damaged_bytes_pass_no_more_often_than_the_check_lets_them(protocol: str) -> None:
    chance, passed = random.Random(f"two of {protocol}"), 0
    for number in range(FRAMES):
        card = DECK[number % 52]
        read = named(decode(protocol, damaged(single(protocol, card), chance) + END[protocol]))
        passed += sum(other != card for other in read)
    print(f"{protocol}: {passed} of {FRAMES} frames with two damaged bytes were read as a card that was not sent")
    assert passed <= at_most(protocol, FRAMES)


@EACH
@pytest.mark.parametrize("damage", [damaged, same_bit])
def test_what_passes_the_check_is_counted_by_the_shoes_composition(
    protocol: str, damage: Callable[[bytes, random.Random], bytes]
) -> None:
    """Whole shoes of six decks; before each message comes one that was damaged. Every card that was not sent is one
    more than the shoe has."""
    chance, wrong, counted = random.Random(f"shoes of {protocol}"), 0, 0
    whole = [card for card in DECK for _ in range(6)]
    for _ in range(FRAMES // len(whole) + 1):
        chance.shuffle(whole)
        sent, stream = shoes.encoder(protocol), bytearray()
        for card in whole:
            message = sent.card(card)
            stream += damage(message[: len(message) // copies(protocol)], chance) + END[protocol] + message
        stream += sent.heartbeat() * 20  # the line goes on: a damaged length may wait for that many bytes
        read = named(decode(protocol, bytes(stream)))
        lost = Counter(whole) - Counter(read)
        assert not lost, f"damaged messages took {lost.total()} good ones behind them along: look for a frame in those"
        wrong += (Counter(read) - Counter(whole)).total()
        counted += too_many(read)
    print(f"{protocol}, {damage.__name__}: {wrong} cards that were not sent, the composition counted {counted}")
    assert counted == wrong
    if damage is damaged:
        assert wrong <= at_most(protocol, FRAMES + len(whole))


def too_many(read: list[Card]) -> int:
    """How many cards too many the count of a six-deck shoe finds at its end."""
    game = catalogue.make("exchange_blackjack", {"decks": 6}, [{"account": "A", "chips": "10.00"}])
    count = ShoeCount(lambda header: game)
    count._take("round", 1, {"game": "exchange_blackjack", "options": {}})
    for card in read:
        count._take("card_outside", 2, {"card": str(card)})
    ended = count.ended(0)
    assert ended is not None
    return -ended.missing


@EACH
def test_a_fifth_of_the_messages_lost_loses_those_and_no_other(protocol: str) -> None:
    chance, sent, kept, stream = random.Random(5), shoes.encoder(protocol), [], bytearray()
    for card in DECK * 20:
        message = sent.card(card)
        if chance.random() >= 0.2:
            stream += message
            kept.append(card)
    assert named(decode(protocol, bytes(stream))) == kept


@EACH
def test_a_fifth_of_the_bytes_lost_makes_up_no_card(protocol: str) -> None:
    chance, sent, invented = random.Random(6), shoes.encoder(protocol), 0
    for number in range(FRAMES):
        card = DECK[number % 52]
        rest = bytes(byte for byte in sent.card(card) if chance.random() >= 0.2)
        invented += sum(other != card for other in named(decode(protocol, rest + END[protocol])))
    print(f"{protocol}: {invented} cards made up of {FRAMES} messages with a fifth of their bytes lost")
    assert invented <= at_most(protocol, FRAMES * copies(protocol))


@EACH
def test_single_damaged_bytes_never_pass(protocol: str) -> None:
    """Any byte of a frame, changed to anything else. A lost star leaves a line of `ascii_line` unchecked but whole."""
    for card in DECK[:4]:
        frame = single(protocol, card)
        for at in range(len(frame)):
            for value in range(256):
                changed = frame[:at] + bytes([value]) + frame[at + 1 :]
                assert named(decode(protocol, changed + END[protocol])) in ([], [card])


@EACH
@pytest.mark.timeout(1800)
def test_random_bytes_make_up_no_card(protocol: str) -> None:
    chance, decoder, invented = random.Random(f"noise for {protocol}"), shoes.decoder(protocol), 0
    tracemalloc.start()
    for _ in range(MEGABYTES * 16):
        invented += len(named(decoder.feed(chance.randbytes(65536))))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"{protocol}: {invented} cards of {MEGABYTES} MB of random bytes, {peak / 2**20:.1f} MB at most")
    assert invented == 0
    assert peak < 8 * 2**20


@EACH
@pytest.mark.timeout(1800)
def test_bytes_of_the_protocols_own_alphabet_make_up_no_more_cards_than_the_check_allows(protocol: str) -> None:
    """Random bytes drawn from those of good messages: much nearer to a frame than noise is."""
    alphabet = b"".join(single(protocol, card) for card in DECK) + END[protocol]
    chance, decoder, invented = random.Random(f"letters of {protocol}"), shoes.decoder(protocol), 0
    size = MEGABYTES * 2**20 // 4
    for _ in range(size // 65536):
        invented += len(named(decoder.feed(bytes(chance.choices(alphabet, k=65536)))))
    frames = size // len(single(protocol, DECK[0]))
    print(f"{protocol}: {invented} cards of {size} bytes in its own alphabet")
    assert invented <= at_most(protocol, frames)
