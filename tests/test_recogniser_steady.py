"""The recogniser for a still camera: it answers as the plain one, and does not read again what has not moved."""

from __future__ import annotations

import numpy as np
import pytest

from dealer_assist.sighting import Look
from models.corners import CornerRecogniser
from models.recogniser import load
from models.steady import Steady
from tests.pictures import Laid, Pixels, felt, lay, taken

HAND = [Laid("As", 200, 200, 5), Laid("Td", 420, 210, -8), Laid("7h", 660, 240, 12), Laid("Kc", 900, 300, 80)]


class Counting(CornerRecogniser):
    """Counts the corners that are really read."""

    def __init__(self) -> None:
        plain = load()
        assert isinstance(plain, CornerRecogniser)
        super().__init__("counting", plain.digest, plain.locator, plain.reader, plain.cuts)
        self.read = 0
        logits = self.reader.logits

        def counted(image: Pixels, corners: list[object]) -> object:
            self.read += len(corners)
            return logits(image, corners)  # type: ignore[arg-type]

        self.reader.logits = counted  # type: ignore[method-assign, assignment]


def named(look: Look) -> list[str]:
    return sorted(str(card.card) for card in look.cards if card.card is not None)


def film() -> list[Pixels]:
    """A card more every third frame, with fresh noise in each."""
    frames = []
    for at in range(12):
        laid = HAND[: 1 + at // 3]
        frames.append(taken(lay(felt(), laid, 26), seed=at))
    return frames


def test_the_same_film_gives_the_same_answers() -> None:
    one, two = load("steady"), load("steady")
    frames = film()
    assert [one.look(f).cards for f in frames] == [two.look(f).cards for f in frames]


def test_every_card_is_seen_as_soon_as_it_lies() -> None:
    steady = load("steady")
    for at, frame in enumerate(film()):
        assert named(steady.look(frame)) == sorted(laid.card for laid in HAND[: 1 + at // 3])


def test_a_corner_that_has_not_moved_is_not_read_again() -> None:
    counting = Counting()
    steady = Steady(counting)
    for frame in film():
        steady.look(frame)
    # Four cards, two corners each; allow a few that noise let be found a pixel off.
    assert counting.read <= 8 + 3


def test_an_exchanged_card_is_read_anew() -> None:
    steady = load("steady")
    assert named(steady.look(taken(lay(felt(), HAND, 26), seed=1))) == ["7h", "As", "Kc", "Td"]
    other = [Laid("4s", HAND[0].x, HAND[0].y, HAND[0].turn), *HAND[1:]]
    assert named(steady.look(taken(lay(felt(), other, 26), seed=2))) == ["4s", "7h", "Kc", "Td"]


def test_a_frame_of_another_size_starts_afresh() -> None:
    steady = load("steady")
    image = taken(lay(felt(), HAND, 26))
    steady.look(image)
    smaller = np.ascontiguousarray(image[:480, :1000])
    assert named(steady.look(smaller)) == ["7h", "As", "Kc", "Td"]


@pytest.mark.parametrize("shape", [(1, 1, 3), (20, 5, 3)])
def test_a_tiny_frame_gives_nothing(shape: tuple[int, ...]) -> None:
    steady = load("steady")
    assert steady.look(np.zeros(shape, np.uint8)).cards == ()
