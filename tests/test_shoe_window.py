"""The camera in a shoe: one index a picture, no card on an empty one, and one sighting a card passing."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from dealer_assist.cards import parse
from models import faces
from models.manifest import Labelled
from models.recogniser import load
from models.shoe_window import UNSURE, ShoeStream, ShoeWindow, Told, lighting, rows, tally
from tests.pictures import Pixels


def shoe_picture(card: str | None, slide: float = 0.0, light: float = 1.0, seed: int = 0) -> Pixels:
    """The window of a shoe, 320×320: dark, and in it the upper left of a card, `slide` pixels further down."""
    rng = np.random.default_rng(seed)
    image = np.full((320, 320, 3), (84, 70, 74), np.float32)
    image[:60] = (150, 140, 170)
    if card is not None:
        face = cv2.resize(faces.face(parse(card), 900, faces.SMALL_INDEX), None, fx=0.75, fy=0.75)[..., :3]
        top = int(60 + slide)
        part = face[: max(0, 320 - top), :180]
        image[top : top + part.shape[0], 120 : 120 + part.shape[1]] = part[:, :200]
    image[:, 290:] = (120, 110, 115)
    soft = cv2.GaussianBlur(image * light, (0, 0), 1.2) + rng.normal(0, 3, image.shape)
    return np.clip(soft, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def window() -> ShoeWindow:
    return ShoeWindow(load())


def test_a_card_in_the_window_is_never_another_and_mostly_read(window: ShoeWindow) -> None:
    cards = ["As", "Td", "7h", "Kc", "2d", "9s"]
    said = {card: window.look(shoe_picture(card, seed=at)) for at, card in enumerate(cards)}
    assert all(told is not None for told in said.values())
    assert all(told == UNSURE or str(told) == card for card, told in said.items())
    assert sum(told != UNSURE for told in said.values()) >= 4


@pytest.mark.parametrize("light", [0.5, 0.8, 1.0, 1.3])
def test_an_empty_window_is_no_card_in_any_light(window: ShoeWindow, light: float) -> None:
    assert window.look(shoe_picture(None, light=light)) is None


def test_a_card_without_a_readable_index_is_unsure(window: ShoeWindow) -> None:
    blank = shoe_picture(None)
    blank[70:, 110:290] = 215
    assert window.look(blank) == UNSURE
    assert window.paper(blank)


@pytest.mark.parametrize("shape", [(1, 1, 3), (12, 300, 3), (64, 64, 3)])
def test_a_window_of_nothing_is_no_card(window: ShoeWindow, shape: tuple[int, int, int]) -> None:
    assert window.look(np.zeros(shape, np.uint8)) is None


def heard(*words: str) -> list[str]:
    """What a stream tells of looks: a card, `?` for unsure, `-` for no card."""
    stream = ShoeStream(ShoeWindow(load()))
    looks: list[Told] = [None if w == "-" else UNSURE if w == "?" else parse(w) for w in " ".join(words).split()]
    return [str(told) for told in map(stream.hear, looks) if told is not None]


@pytest.mark.parametrize(
    ("looks", "expected"),
    [
        ("- - As As As - - -", ["As"]),
        # Read, unsure, read again: one passing.
        ("- As As ? As ? As As - -", ["As"]),
        ("- - - -", []),
        # The same card of another deck, after the window was empty.
        ("- As As - - As As - -", ["As", "As"]),
        # One empty look is a slip, not the end.
        ("- As As - As As As - -", ["As"]),
        # One look is not enough, and a slip between is not heard.
        ("- As As Ks As As - -", ["As"]),
        ("- Ks - -", []),
        # The next card follows at once.
        ("- As As Ks Ks Ks - -", ["As", "Ks"]),
        ("- As As ? Ks Ks Ks Ks - -", ["As", "Ks"]),
        # A card that was never read is told once, when it is gone.
        ("- ? ? ? - - - ? ? - -", ["unsure", "unsure"]),
        ("- ? - -", []),
        ("- ? ? As As - -", ["As"]),
    ],
)
def test_one_sighting_a_card_passing(looks: str, expected: list[str]) -> None:
    assert heard(looks) == expected


def test_a_film_of_cards_passing_tells_each_once(window: ShoeWindow) -> None:
    stream = ShoeStream(window)
    cards = ["7h", "Td"]
    pictures = [shoe_picture(None)]
    for card in cards:
        # The card comes in, rests, and leaves.
        pictures += [shoe_picture(card, slide, seed=int(slide)) for slide in (180, 60, 4, 0, 0, 0, 40, 160)]
        pictures += [shoe_picture(None, seed=at) for at in range(3)]
    told = [str(said) for said in map(stream.see, pictures) if said is not None]
    assert len(told) == 2
    assert all(said in ("unsure", card) for said, card in zip(told, cards, strict=True))
    assert "unsure" not in told


def labelled(cards: str, notes: str) -> Labelled:
    return Labelled(2, Path("a.png"), "shoe", tuple(cards.split()), "", notes)


def test_the_figures_by_lighting() -> None:
    one, two = "feeder; session 6f29-11eb; standard", "session 69c4-11eb"
    read: list[tuple[Labelled, Told]] = [
        (labelled("As", one), parse("As")),
        (labelled("As", one), parse("Ks")),
        (labelled("As", two), UNSURE),
        (labelled("As", two), None),
        (labelled("", two), None),
        (labelled("", two), UNSURE),
    ]
    assert lighting(read[0][0]) == "6f29"
    dark, bright, total = tally(read)
    assert (dark.light, dark.cards, dark.unsure, dark.present, dark.empty, dark.alarms) == ("69c4", 2, 1, 1, 2, 1)
    assert (bright.right, bright.wrong, bright.present) == (1, 1, 2)
    assert (total.light, total.pictures, total.cards) == ("sum", 6, 4)
    head, *_, last = rows([dark, bright, total])
    shown = dict(zip(head, last, strict=True))
    assert (shown["precision"], shown["recall"]) == ("0.5000", "0.2500")
    # Of four pictures told to have a card three have one; of four that have one three were told.
    assert (shown["state P"], shown["state R"], shown["false alarms"]) == ("0.7500", "0.7500", "1")


def test_the_open_shoe_pictures_hold_no_wrong_state() -> None:
    manifest = Path(__file__).parents[2] / "shared" / "data" / "card-photos" / "manifest.csv"
    if not manifest.is_file():
        pytest.skip(f"no {manifest}: the open photographs of a shoe are read where they are at hand")
    from models.manifest import read_manifest
    from models.shoe_window import read_rows

    every = [row for row in read_manifest(manifest) if row.source == "shoe"]
    some = [row for row in every if not row.cards] + every[::12]
    *_, total = tally(read_rows(ShoeWindow(load()), some))
    assert (total.wrong, total.alarms) == (0, 0)
    assert total.present == total.cards
