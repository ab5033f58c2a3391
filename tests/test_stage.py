"""The staged table: what its pictures show is what its truth says, and nothing that is hidden."""

from __future__ import annotations

import time
from itertools import pairwise

import cv2
import numpy as np
import pytest

from dealer_assist.cards import DECK, JOKER, Card, parse
from dealer_assist.faults import Fault
from dealer_assist.sighting import Quad
from models.faces import STANDARD, face, index_boxes
from models.stage import Arm, Place, Scene, Table
from models.stage.film import Cleared, Dealt, Event, Split, Staked, Turned, scenes, timeline

SEATS = 4
CARDS: tuple[Card, ...] = (*DECK, JOKER)


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(SEATS, seed=5)


def fan(box: str, cards: str, hand: int = 0, throw: int = 0) -> tuple[Place, ...]:
    """Cards of one hand; `??` lies face down."""
    names = cards.split()
    return tuple(
        Place(box, None if name == "??" else parse(name), order, hand, throw + order)
        for order, name in enumerate(names)
    )


FULL = Scene(
    (
        *fan("seat1", "Ts Th Jk Td Tc As"),
        *fan("seat2", "Ah 9c", 0),
        *fan("seat2", "Ad Kd 7s 2c", 1),
        *fan("seat3", "Ac 8d 3s", 0),
        *fan("seat3", "As Js 4h", 1),
        *fan("seat4", "Jk Qh Jc 6d 5s 2h"),
        *fan("dealer", "Kc ?? 2s 3d 4c Ah 2d Jk 3h 2c"),
    ),
    (("seat1", 100), ("seat1", 100), ("seat1", 100), ("seat4", 1265)),
)


def inside(points: Quad, outer: Quad) -> bool:
    outline = np.array(outer, np.float32)
    return all(cv2.pointPolygonTest(outline, point, False) >= 0 for point in points)


def height(index: Quad) -> float:
    upper, _, _, lower = index
    return float(np.hypot(upper[0] - lower[0], upper[1] - lower[1]))


def named(truth: list[tuple[Card, Quad]]) -> set[str]:
    return {str(card) for card, _ in truth}


def test_boxes_are_in_the_picture_from_left_to_right_and_the_dealer_below(table: Table) -> None:
    boxes = table.boxes()
    assert list(boxes) == ["seat1", "seat2", "seat3", "seat4", "dealer"]
    assert all(0 <= x < 1280 and 0 <= y < 720 for box in boxes.values() for x, y in box)
    middles = {name: np.mean(box, axis=0) for name, box in boxes.items()}
    for left, right in pairwise(["seat1", "seat2", "seat3", "seat4"]):
        assert middles[left][0] < middles[right][0]
    assert all(middles["dealer"][1] > middles[f"seat{seat}"][1] for seat in range(1, 5))


@pytest.mark.parametrize(("seats", "seed"), [(1, 0), (4, 1), (4, 2), (5, 3), (7, 4)])
def test_every_face_up_card_shows_an_index_tall_enough_within_its_box(seats: int, seed: int) -> None:
    table = Table(seats, seed=seed)
    boxes = table.boxes()
    kept = tuple(place for place in FULL.cards if place.box in boxes)
    if seats == 7:
        kept += fan("seat7", "Th Ts Jk Kd Qs Ad")
    for throw in range(4):
        scene = Scene(tuple(Place(p.box, p.card, p.order, p.hand, p.throw + 100 * throw) for p in kept))
        truth = table.truth(scene)
        for name, box in boxes.items():
            for hand in (0, 1):
                cards = [p.card for p in kept if (p.box, p.hand) == (name, hand) and p.card is not None]
                found = [card for card, index in truth if inside(index, box)]
                assert {str(card) for card in cards} <= {str(card) for card in found}, (name, hand)
        ups = sum(place.card is not None for place in kept)
        lasts = len({(place.box, place.hand) for place in kept})
        assert len(truth) == ups + lasts  # the upper left index of each, both of the last of each fan
        for card, index in truth:
            assert any(inside(index, box) for box in boxes.values()), card
            assert 18 <= height(index) <= 38, (card, height(index))


def test_a_truth_quad_holds_the_index_it_names(table: Table) -> None:
    picture = cv2.cvtColor(table.picture(FULL, 3), cv2.COLOR_BGR2GRAY)
    for card, index in table.truth(FULL):
        size = (36, 72)
        target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
        found = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(np.array(index, np.float32), target), size)
        likeness: dict[str, float] = {}
        for other in CARDS:
            drawn = cv2.cvtColor(face(other, 176, STANDARD)[:, :, :3], cv2.COLOR_BGR2GRAY)
            corner = (index_boxes(other, 176, STANDARD)[0] - 0.5).astype(np.float32)
            wanted = cv2.warpPerspective(drawn, cv2.getPerspectiveTransform(corner, target), size)
            wanted = cv2.GaussianBlur(wanted, (0, 0), 1.8)
            likeness[str(other)] = float(np.corrcoef(found.ravel(), wanted.ravel())[0, 1])
        assert likeness[str(card)] > 0.95, (card, likeness[str(card)])
        assert max(likeness, key=lambda name: likeness[name]) == str(card)


def test_a_covered_index_is_not_seen(table: Table) -> None:
    lower, upper = fan("seat1", "Kd 3c")
    alone = table.truth(Scene((lower,)))
    both = table.truth(Scene((lower, upper)))
    assert [str(card) for card, _ in alone] == ["Kd", "Kd"]
    assert [str(card) for card, _ in both] == ["Kd", "3c", "3c"]
    x, y = table.spot(Scene((lower,)), lower)
    hidden = table.truth(
        Scene((*fan("seat1", "Kd"), *fan("seat4", "5h")), (), (Arm((x - 25.0, y - 45.0), (x, 900.0)),))
    )
    assert len([card for card, _ in hidden if str(card) == "Kd"]) < 2
    assert len([card for card, _ in hidden if str(card) == "5h"]) == 2


def test_chips_change_only_their_own_circle(table: Table) -> None:
    still = Table(SEATS, seed=5, noise=0)
    empty, staked = still.picture(Scene(), 0), still.picture(Scene((), (("seat2", 150),)), 0)
    changed = np.argwhere((empty != staked).any(axis=2))
    assert len(changed) > 500
    assert np.ptp(changed[:, 0]) < 90
    assert np.ptp(changed[:, 1]) < 90
    x0, x1 = (table.boxes()["seat2"][corner][0] for corner in (0, 1))
    assert x0 - 30 < changed[:, 1].mean() < x1 + 30


def test_the_same_table_scene_and_number_give_the_same_bytes(table: Table) -> None:
    arm = Scene(FULL.cards, FULL.chips, (Arm((0.0, 0.0), (200.0, 1100.0), carries=True),))
    first = table.picture(arm, 17)
    table.picture(Scene(), 18)
    assert np.array_equal(first, table.picture(arm, 17))
    assert np.array_equal(first, Table(SEATS, seed=5).picture(arm, 17))
    assert not np.array_equal(first, Table(SEATS, seed=6).picture(arm, 17))
    assert first.shape == (720, 1280, 3)
    assert first.dtype == np.uint8


def test_noise_is_small_and_changes_from_frame_to_frame(table: Table) -> None:
    one, two = table.picture(FULL, 1).astype(int), table.picture(FULL, 2).astype(int)
    assert 0.1 < np.abs(one - two).mean() < 2
    still = Table(SEATS, seed=5, noise=0)
    assert np.abs(still.picture(FULL, 1).astype(int) - still.picture(FULL, 2)).max() <= 1


def test_another_size_shows_the_same_table() -> None:
    small, large = Table(3, (640, 360), seed=2), Table(3, (1920, 1080), seed=2)
    for name, box in small.boxes().items():
        assert np.allclose(np.array(box) * 3, large.boxes()[name])
    assert small.picture(Scene(), 0).shape == (360, 640, 3)


@pytest.mark.parametrize("seats", [0, 8])
def test_a_table_has_one_to_seven_seats(seats: int) -> None:
    with pytest.raises(Fault, match="1 to 7"):
        Table(seats)


def test_a_box_that_is_not_there_is_named(table: Table) -> None:
    with pytest.raises(Fault, match="'seat9' is no box"):
        table.picture(Scene(fan("seat9", "As")), 0)


def round_of(hole: str) -> list[Event]:
    """A short round on two seats whose dealer's second card is `hole`."""
    return [
        Staked(0.2, "seat1", (50, 50, 50)),
        Dealt(1.0, "seat1", parse("Ah")),
        Dealt(1.8, "dealer", parse("9d")),
        Dealt(2.6, "seat1", parse("As")),
        Dealt(3.4, "dealer", parse(hole), face_up=False),
        Split(4.4, "seat1"),
        Dealt(5.2, "seat1", parse("Kd"), 0),
        Dealt(5.6, "seat1", parse("4c"), 1),
        Turned(6.6, "dealer"),
        Cleared(8.0),
    ]


def test_a_hidden_card_is_in_no_frame_before_it_is_turned() -> None:
    one, other = Table(2, (640, 360), seed=1), Table(2, (640, 360), seed=1)
    frames = zip(timeline(one, round_of("Kc"), 7.5, 6), timeline(other, round_of("2h"), 7.5, 6), strict=True)
    differ = [at_s for (at_s, first), (_, second) in frames if first.tobytes() != second.tobytes()]
    assert min(differ) == pytest.approx(np.ceil(6.6 * 6) / 6)
    assert len(differ) == sum(frame / 6 >= 6.6 for frame in range(46))


def test_a_film_shows_what_happens_when_it_happens() -> None:
    table = Table(2, (640, 360), seed=1)
    film = dict(scenes(table, round_of("Kc"), 10.0, 10))
    assert [str(place.card) for place in film[1.8].cards] == ["Ah", "9d"]
    assert len(film[0.9].cards) == 0
    assert film[0.9].arms[0].carries
    assert film[0.2].chips == (("seat1", 50),) * 3
    assert {(str(p.card), p.hand, p.order) for p in film[6.0].cards if p.box == "seat1"} == {
        ("Ah", 0, 0),
        ("Kd", 0, 1),
        ("As", 1, 0),
        ("4c", 1, 1),
    }
    assert [str(p.card) for p in film[6.5].cards if p.box == "dealer"] == ["9d", "None"]
    assert [str(p.card) for p in film[6.7].cards if p.box == "dealer"] == ["9d", "Kc"]
    assert film[8.0].cards
    assert not film[9.5].cards
    assert not film[9.9].arms  # the table is at rest again


def test_the_arm_moves_without_leaps() -> None:
    table = Table(2, (640, 360), seed=1)
    film = [scene for _, scene in scenes(table, round_of("Kc"), 10.0, 60)]
    tips = [next((arm.tip for arm in scene.arms if arm.sleeve == 0), None) for scene in film]
    steps = [np.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(tips) if a is not None and b is not None]
    assert max(steps) < 120
    assert len(steps) > 100


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Turned(1.0, "dealer"), "no card face down"),
        (Split(1.0, "seat1"), "no second card"),
        (Staked(1.0, "x", ()), "no box"),
    ],
)
def test_a_script_that_can_not_be_is_refused(table: Table, event: Event, said: str) -> None:
    with pytest.raises(Fault, match=said):
        list(scenes(table, [Dealt(0.5, "seat1", JOKER), event], 2.0))


def test_a_frame_is_drawn_fast(table: Table) -> None:
    film = list(scenes(table, round_of("Kc"), 8.0))
    for number, (_, scene) in enumerate(film):
        table.picture(scene, number)
    start = time.process_time()
    for number, (_, scene) in enumerate(film):
        table.picture(scene, number)
    # About 10 ms on a quiet machine; the bound only catches a cache that no longer works.
    assert (time.process_time() - start) / len(film) < 0.12
