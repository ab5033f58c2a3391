"""Spades or clubs: a third reader is asked where the two others are in doubt between these, and nowhere else."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import pytest

from dealer_assist.cards import Suited, parse
from models import faces
from models.crops import SUIT, Corner, Pixels, cut_out
from models.faces.card import face
from models.networks import network
from models.reading import Cuts, Reader, between_blacks, joint, judge
from models.recogniser import WEIGHTS
from models.suits import Blacks, Logits, apart, is_dark_on_light, set_to

CUTS = msgspec.json.decode((WEIGHTS / "cuts.json").read_bytes(), type=Cuts)
RANKS, SUITS = "23456789TJQKA", "shdc"


def logits(card: str, other: str, chance: float) -> Logits:
    """Of a reader (temperature 1) that takes an index for `card` with this chance, else for `other`."""
    out = np.full((1, 19), -12.0, np.float32)
    for name, share in ((other, 1 - chance), (card, chance)):
        out[0, RANKS.index(name[0])] = 0.0 if card[0] == other[0] else np.log(share)
        out[0, 15 + SUITS.index(name[1])] = 0.0 if card[1] == other[1] else np.log(share)
    return out


def cuts(**changes: float) -> Cuts:
    return msgspec.structs.replace(CUTS, tight_temperature=1.0, wide_temperature=1.0, **changes)


@pytest.mark.parametrize(("card", "other"), [("7s", "7c"), ("7c", "7s"), ("As", "Ac")])
def test_a_spade_in_doubt_with_its_club_is_asked_about(card: str, other: str) -> None:
    doubt = logits(card, other, 0.9)
    assert between_blacks(doubt, doubt, cuts()) == [0]


@pytest.mark.parametrize(("card", "other"), [("7h", "7d"), ("7s", "7h"), ("7s", "8s"), ("3c", "5c")])
def test_no_other_doubt_is(card: str, other: str) -> None:
    doubt = logits(card, other, 0.9)
    assert between_blacks(doubt, doubt, cuts()) == []


def test_nor_what_is_beyond_doubt() -> None:
    certain = logits("7s", "7c", 0.9999)
    assert between_blacks(certain, certain, cuts()) == []
    assert between_blacks(certain, certain, cuts(settled=0.99999)) == [0]


def test_only_the_odds_of_the_two_change() -> None:
    before = np.random.default_rng(3).normal(size=(2, 19)).astype(np.float32)
    after = before.copy()
    set_to(after, [1], np.array([1.5], np.float32), 1.15)
    assert apart(after, 1.15)[1] == pytest.approx(1.5, abs=1e-5)
    assert np.array_equal(after[0], before[0])
    kept = [at for at in range(19) if at not in (15, 18)]
    assert np.array_equal(after[1, kept], before[1, kept])
    black = [np.exp(each[1, [15, 18]]).sum() for each in (before, after)]
    assert black[0] == pytest.approx(black[1], rel=1e-5)
    assert np.exp(joint(after, 1.0)).sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_odds_beyond_all_bounds_stay_numbers() -> None:
    out = np.zeros((2, 19), np.float32)
    out[:, 0] = 9
    set_to(out, [0, 1], np.array([400, -400], np.float32), 1.0)
    assert np.isfinite(out).all()
    assert [read.likely.suit for read in judge(out, out, cuts()) if isinstance(read.likely, Suited)] == ["s", "c"]


def index(card: str, tall: float, style: int) -> tuple[Pixels, Corner]:
    """A drawn card's picture, brought to an index of this height, with its upper left corner."""
    drawn = faces.style(style)
    height = drawn.rank + drawn.gap + drawn.suit
    large = face(parse(card), 880, drawn)[..., :3]
    scale = tall / height / 10
    small = cv2.resize(large, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    x, y = drawn.middle * 10 * scale - 0.5, (drawn.inset + height / 2) * 10 * scale - 0.5
    return np.ascontiguousarray(small, np.uint8), Corner(x, y, 0, -1, tall, tall * 0.5)


@pytest.mark.parametrize("style", [20_001, 20_007, 20_013, 20_021])
@pytest.mark.parametrize("tall", [18.0, 26.0])
def test_drawn_suits_are_told_apart(style: int, tall: float) -> None:
    blacks = Blacks(network(WEIGHTS / "black.onnx"), CUTS.black_temperature)
    for rank in "2579TJQKA":
        cuts_of_both = [cut_out(*index(rank + suit, tall, style), SUIT) for suit in "sc"]
        spades, clubs = blacks.odds(cuts_of_both)
        assert spades > 0 > clubs, rank
        assert all(map(is_dark_on_light, cuts_of_both))
        assert not any(is_dark_on_light(255 - crop) for crop in cuts_of_both)


def test_its_word_counts_in_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both readers lean to clubs; the third says spades, far more surely."""
    nets = [network(WEIGHTS / f"{name}.onnx") for name in ("tight", "wide", "black")]
    picture, corner = index("9s", 24, 20_001)
    leaning = logits("9c", "9s", 0.93)
    monkeypatch.setattr(Reader, "_logits", lambda self, tight, wide: (leaning.copy(), leaning.copy()))
    alone = Reader(*nets, cuts(settled=0.0)).read(picture, [corner])[0]
    assert (str(alone.likely), alone.confidence > 0.9) == ("9c", True)
    asked: list[int] = []

    def odds(self: Blacks, crops: list[Pixels]) -> Logits:
        asked.append(len(crops))
        return np.full(len(crops), 9.0, np.float32)

    monkeypatch.setattr(Blacks, "odds", odds)
    read = Reader(*nets, cuts()).read(picture, [corner])[0]
    assert asked
    assert str(read.likely) == "9s"
    assert read.agreed
    dark = msgspec.structs.replace(corner, negative=True)
    asked.clear()
    assert str(Reader(*nets, cuts()).read(picture, [dark])[0].likely) == "9c"
    assert not asked
