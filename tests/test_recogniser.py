"""The shipped recogniser on pictures drawn here: what is there is named, what is not is not, and never wrongly."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest

from dealer_assist.sighting import Look
from models import faces, recogniser
from models.recogniser import NoRecogniser, Recogniser, load
from tests.pictures import Laid, Pixels, card_height, felt, lay, taken

HAND = ["As", "Td", "7h", "Kc", "Qd", "6s", "9h", "3c"]


@pytest.fixture(scope="module")
def reader() -> Recogniser:
    return load()


def named(look: Look) -> list[str]:
    return sorted(str(card.card) for card in look.cards if card.card is not None)


def spread(cards: list[str], index: float, turn: float, style: faces.Style = faces.STANDARD) -> Pixels:
    """Separate cards in rows, each turned a little more than the one before."""
    step = card_height(index, style) * 1.25
    per_row = max(1, int(1280 // step))
    laid = [
        Laid(card, (at % per_row + 0.5) * step, (at // per_row + 0.5) * step, turn + 11 * at)
        for at, card in enumerate(cards)
    ]
    rows = (len(cards) + per_row - 1) // per_row
    return lay(felt(max(480, int(rows * step) + 8)), laid, index, style)


@pytest.mark.parametrize(("index", "turn"), [(18, 0), (18, 200), (22, 37), (28, 90), (40, 200), (60, 37)])
def test_separate_cards_are_named(reader: Recogniser, index: int, turn: int) -> None:
    look = reader.look(taken(spread(HAND, index, turn), seed=index + turn))
    assert named(look) == sorted(HAND)


@pytest.mark.parametrize("index", [18, 24, 30])
def test_a_table_seen_at_a_slant(reader: Recogniser, index: int) -> None:
    assert named(reader.look(taken(spread(HAND, index, 15), slant=0.12, seed=index))) == sorted(HAND)


@pytest.mark.parametrize("first", range(0, 52, 13))
def test_every_card_of_the_deck(reader: Recogniser, first: int) -> None:
    cards = [str(card) for card in recogniser_deck()[first : first + 13]]
    assert named(reader.look(taken(spread(cards, 26, 5)))) == sorted(cards)


def recogniser_deck() -> list[object]:
    from dealer_assist.cards import DECK

    return list(DECK)


def test_small_index_of_another_style(reader: Recogniser) -> None:
    look = reader.look(taken(spread(HAND, 22, 8, faces.SMALL_INDEX)))
    assert named(look) == sorted(HAND)


def test_what_is_named_at_the_limit_is_right(reader: Recogniser) -> None:
    for index in (9, 11, 13):
        wrong = Counter(named(reader.look(taken(spread(HAND, index, 20), noise=6)))) - Counter(HAND)
        assert not wrong, f"index {index} px"


def test_two_equal_cards_are_two(reader: Recogniser) -> None:
    tall = card_height(24)
    laid = [Laid("9d", 300, 300, 4), Laid("9d", 300 + tall * 0.8, 300, -3), Laid("9d", 900, 420, 70)]
    assert named(reader.look(taken(lay(felt(), laid, 24)))) == ["9d", "9d", "9d"]


def test_one_card_is_one(reader: Recogniser) -> None:
    for turn in range(0, 360, 60):
        assert named(reader.look(taken(lay(felt(), [Laid("Jh", 640, 360, turn)], 26)))) == ["Jh"]


def test_a_fan_shows_each_card_once(reader: Recogniser) -> None:
    tall = card_height(26)
    cards = ["2c", "8d", "Qs", "5h", "Ac"]
    laid = []
    for at, card in enumerate(cards):
        turn = np.deg2rad((at - 2) * 17)
        laid.append(
            Laid(card, 640 + np.sin(turn) * tall * 1.1, 560 - np.cos(turn) * tall * 1.1, float(np.rad2deg(turn)))
        )
    assert named(reader.look(taken(lay(felt(), laid, 26)))) == sorted(cards)


def test_the_box_lies_on_the_card_and_up_is_up(reader: Recogniser) -> None:
    tall = card_height(28)
    look = reader.look(taken(lay(felt(), [Laid("5s", 500, 400, 30)], 28)))
    (card,) = look.cards
    x, y = card.centre
    assert np.hypot(x - 500, y - 400) < 0.1 * tall
    assert card.up is not None
    # A card looks the same upside down.
    assert min((card.up - 30) % 180, (30 - card.up) % 180) < 6
    assert cv2.contourArea(np.array(card.box, np.float32)) == pytest.approx(tall * tall * 63 / 88, rel=0.25)


def test_backs_and_an_empty_table_give_nothing(reader: Recogniser) -> None:
    assert reader.look(taken(felt())).cards == ()
    table = felt().copy()
    back = faces.back(200)
    table[100:300, 200 : 200 + back.shape[1]] = back[..., :3]
    assert named(reader.look(taken(table))) == []


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_blank_picture_gives_nothing(reader: Recogniser, level: int) -> None:
    assert reader.look(np.full((480, 640, 3), level, np.uint8)).cards == ()


def test_noise_and_tiny_pictures_give_no_card(reader: Recogniser) -> None:
    rng = np.random.default_rng(5)
    for shape in ((480, 640, 3), (1, 1, 3), (3, 900, 3), (40, 17, 3), (2000, 20, 3)):
        assert named(reader.look(rng.integers(0, 256, shape).astype(np.uint8))) == []


def test_looking_is_deterministic_and_leaves_the_picture_alone(reader: Recogniser) -> None:
    image = taken(spread(HAND, 22, 10))
    before = image.copy()
    first, second = reader.look(image), load().look(image)
    assert first.cards == second.cards
    assert np.array_equal(image, before)


def test_a_joker_of_our_deck_is_read(reader: Recogniser) -> None:
    assert named(reader.look(taken(spread(["Jk", "Jh", "Js"], 26, 5)))) == ["Jh", "Jk", "Js"]


def test_name_and_digest() -> None:
    one, two = load(), load("steady")
    assert (one.name, two.name) == ("default", "steady")
    assert one.digest == load().digest != two.digest
    with pytest.raises(NoRecogniser, match="there are 'default' and 'steady'"):
        load("best")


def test_missing_and_damaged_weights_are_named(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil
    from pathlib import Path

    folder = Path(str(tmp_path)) / "weights"
    shutil.copytree(recogniser.WEIGHTS, folder)
    monkeypatch.setattr(recogniser, "WEIGHTS", folder)
    (folder / "tight.onnx").write_bytes(b"not a network")
    with pytest.raises(NoRecogniser, match="damaged weights"):
        load()
    (folder / "tight.onnx").unlink()
    with pytest.raises(NoRecogniser, match=r"tight\.onnx: No such file"):
        load()


def test_weights_are_small_and_described() -> None:
    weights = sorted(recogniser.WEIGHTS.glob("*.onnx"))
    assert [path.name for path in weights] == ["black.onnx", "corners.onnx", "tight.onnx", "wide.onnx"]
    assert sum(path.stat().st_size for path in weights) < 6_000_000
    card = (recogniser.WEIGHTS.parent / "MODEL_CARD.md").read_text()
    for word in ("CC BY 4.0", "Apache-2.0", "GPL", "LGPL", "MIT", "CC0", "rf100", "cadyzeblack", "held out"):
        assert word in card
    for source in recogniser.trained_on().sources:
        assert source in card


@pytest.mark.parametrize("name", ["2c", "Kh", "9s", "As"])
def test_a_slender_index_in_washed_out_ink(reader: Recogniser, name: str) -> None:
    """As a camera close to a card that leaves the shoe sees it: letters at five ninths, the ink nearly paper."""
    near = taken(lay(felt(480, 900), [Laid(name, 450, 240, 0)], 60)).astype(np.float32)
    washed = (near * 0.25 + np.array([225, 200, 215]) * 0.7).clip(0, 255).astype(np.uint8)
    squeezed = np.asarray(cv2.resize(washed, (500, 480), interpolation=cv2.INTER_AREA), np.uint8)
    assert named(reader.look(squeezed)) == [name]


@pytest.mark.parametrize("turn", [0, 140])
def test_a_black_deck_is_read_in_the_negative(reader: Recogniser, turn: int) -> None:
    table = taken(spread(HAND, 28, turn), seed=turn)
    assert named(reader.look(255 - table)) == sorted(HAND)
