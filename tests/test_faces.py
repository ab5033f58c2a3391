"""Cards drawn by us: every one is its own, and its indices lie where they are said to."""

from __future__ import annotations

import numpy as np
import pytest

from dealer_assist.cards import DECK, JOKER, Card, Suited
from models.faces import HEIGHT, SMALL_INDEX, STANDARD, WIDTH, Style, back, face, index_boxes, style

CARDS: tuple[Card, ...] = (*DECK, JOKER)
STYLES = [STANDARD, SMALL_INDEX, style(34), style(5)]
TALL = 264


def ink(image: np.ndarray, quad: np.ndarray, paper: tuple[int, int, int]) -> np.ndarray:
    """Which pixels inside an upright `quad` differ from the paper."""
    (left, top), (right, bottom) = np.round(quad.min(axis=0)).astype(int), np.round(quad.max(axis=0)).astype(int)
    cut = image[max(top, 0) : bottom, max(left, 0) : right, :3].astype(int)
    marked: np.ndarray = np.abs(cut - np.array(paper)).max(axis=2) > 60
    return marked


@pytest.mark.parametrize("design", STYLES)
def test_every_card_and_the_back_are_unlike_every_other(design: Style) -> None:
    pictures = {face(card, TALL, design).tobytes() for card in CARDS}
    assert len(pictures) == 53
    assert back(TALL, design).tobytes() not in pictures


def test_the_same_call_draws_the_same_picture() -> None:
    first = face(Suited(13, "d"), TALL, style(7))
    again = face.__globals__["_face"].__wrapped__(Suited(13, "d"), TALL, style(7))
    assert again is not first
    assert np.array_equal(first, again)
    assert style(7) == style(7)
    assert len({style(seed) for seed in range(50)}) == 50


@pytest.mark.parametrize("height", [60, 181, 420])
def test_a_face_has_the_shape_of_a_poker_card_and_round_corners(height: int) -> None:
    for image in (face(Suited(9, "c"), height), back(height)):
        assert image.shape == (height, round(height * WIDTH / HEIGHT), 4)
        assert image.dtype == np.uint8
        corners = image[[0, 0, -1, -1], [0, -1, 0, -1], 3]
        assert corners.max() < 80
        assert image[height // 2, image.shape[1] // 2, 3] == 255


def test_a_kept_face_cannot_be_spoilt() -> None:
    with pytest.raises(ValueError, match="read-only"):
        face(JOKER, TALL)[0, 0] = 0


@pytest.mark.parametrize("design", STYLES)
def test_index_boxes_hold_the_index_and_nothing_of_it_is_outside(design: Style) -> None:
    for card in CARDS:
        image = face(card, TALL, design)
        quads = index_boxes(card, TALL, design)
        assert len(quads) == design.corners
        for quad in quads:
            inside = ink(image, quad, design.paper)
            assert 0.12 < inside.mean() < 0.75, (card, inside.mean())
        first = quads[0]
        left = int(first[:, 0].min())
        margin = image[int(first[:, 1].min()) : int(first[:, 1].max()), 3 : max(left - 2, 3), :3].astype(int)
        assert not (np.abs(margin - np.array(design.paper)) > 60).any(), card


def test_quads_are_given_as_the_index_is_read() -> None:
    upper, lower = index_boxes(Suited(5, "h"))
    assert upper[0][1] < upper[3][1]  # up is up
    assert lower[0][1] > lower[3][1]  # the twin stands on its head
    assert upper[0][0] < upper[1][0]
    assert lower[0][0] > lower[1][0]


def test_an_index_reads_the_same_from_both_ends() -> None:
    for card in (Suited(10, "c"), Suited(12, "h"), JOKER):
        image = face(card, 400).astype(int)
        quad = index_boxes(card, 400)[0]
        (left, top), (right, bottom) = quad.min(axis=0).astype(int), quad.max(axis=0).astype(int)
        half_turn = image[::-1, ::-1]
        assert np.abs(image[top:bottom, left:right] - half_turn[top:bottom, left:right]).mean() < 12


def test_the_back_tells_nothing_of_its_direction() -> None:
    image = back(400).astype(int)
    assert np.abs(image - image[::-1, ::-1]).mean() < 12


def test_four_colours_part_the_suits() -> None:
    design = Style(four_colour=True)
    assert len({design.ink(suit) for suit in "shdc"}) == 4
    assert len({STANDARD.ink(suit) for suit in "shdc"}) == 2
