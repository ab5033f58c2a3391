"""Enrolling a deck: drawn black decks with jokers, refusals by name, and a file that outlives the program."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner, Result

from dealer_assist.cards import CARDS, JOKER, Card, Suited, parse
from dealer_assist.sighting import Quad, SeenCard
from models import faces
from models.corners import CornerRecogniser
from models.crops import Corner
from models.dealt import Dealt, check_deck, in_order, of_film, of_folder, read_order
from models.deck_file import BadDeck, read_deck, write_deck
from models.enrol_check import black_deck, drawn_deal, scored, spread
from models.enrol_command import enrol as command
from models.enrolled import of_deck, one_each, readers, with_jokers
from models.enrolment import Enrolment, enrol
from models.heads import NONE, Lesson, fit
from models.inner import with_one
from models.jokers import jokers, marks
from models.reading import Read
from models.recogniser import load

STYLE = black_deck(9001)
#: Learning takes seconds on a machine of its own, minutes on one that is shared by many.
pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def plain() -> CornerRecogniser:
    loaded = load()
    assert isinstance(loaded, CornerRecogniser)
    return loaded


def part_of_a_deck(style: faces.Style = STYLE) -> list[Dealt]:
    """Every rank in two suits and two jokers, in five pictures of six."""
    cards = [Suited(rank, "shdc"[(rank + more) % 4]) for more in (0, 1) for rank in range(2, 15)]
    pack: list[Card] = [*cards[:13], JOKER, *cards[13:], JOKER]
    hands = [pack[at::5] for at in range(5)]
    return [Dealt(f"{at}", spread(hand, style, at), tuple(map(str, hand))) for at, hand in enumerate(hands)]


@pytest.fixture(scope="module")
def enrolment(plain: CornerRecogniser) -> Enrolment:
    """Half of a black deck, enrolled."""
    said: list[str] = []
    result = enrol(plain, "black", part_of_a_deck(), said.append)
    assert len(said) == 4
    return result


def sums(found: tuple[object, ...]) -> tuple[int, int, int]:
    right, wrong, missed = (sum(getattr(o, name) for o in found) for name in ("right", "wrong", "missed"))
    return right, wrong, missed


def test_a_black_deck_is_read_once_it_is_enrolled(plain: CornerRecogniser, enrolment: Enrolment) -> None:
    others = drawn_deal(STYLE, 6, 2, 8)
    before = scored("before", plain, others)
    after = scored("after", of_deck(plain, enrolment.deck), others)
    assert after.wrong == 0
    # Where the shipped weights read such a deck already, enrolling must keep that.
    assert after.missed <= max(2, before.missed / 2)


def test_jokers_of_the_deck_are_read(plain: CornerRecogniser, enrolment: Enrolment) -> None:
    hand = [JOKER, parse("7h"), parse("Ks"), JOKER, parse("Jd")]
    deck = of_deck(plain, enrolment.deck)
    looks = [deck.look(spread(hand, STYLE, seed)) for seed in (31, 32)]
    named = [[str(card.card) for card in look.cards if card.card is not None] for look in looks]
    assert all(set(names) <= {"7h", "Jd", "Jk", "Ks"} for names in named)
    assert all(names.count("Jk") <= 2 for names in named)
    assert sum(names.count("Jk") for names in named) >= 2


def test_an_empty_table_and_another_deck_give_no_wrong_card(plain: CornerRecogniser, enrolment: Enrolment) -> None:
    deck = of_deck(plain, enrolment.deck)
    named = [c.card for c in deck.look(spread([], STYLE, 3)).cards if c.card is not None]
    assert named == []
    foreign = [parse(card) for card in ("As", "7h", "Kd", "2c")]
    look = deck.look(spread(foreign, black_deck(9077), 8))
    assert {c.card for c in look.cards if c.card is not None} <= set(foreign)


def test_a_light_deck_is_read_as_it_is_and_a_black_one_on_it_gives_no_wrong_card(plain: CornerRecogniser) -> None:
    light = faces.style(9001)
    result = enrol(plain, "light", part_of_a_deck(light)[:2], lambda _: None)
    assert result.deck.facts.view == "plain"
    deck = of_deck(plain, result.deck)
    own = [parse(card) for card in ("2s", "7d", "Qs")]
    assert {c.card for c in deck.look(spread(own, light, 21)).cards} == set(own)
    foreign = [parse(card) for card in ("As", "7h", "Kd", "2c")]
    looks = [deck.look(spread(foreign, black_deck(9077), seed)) for seed in (8, 9)]
    assert {c.card for look in looks for c in look.cards if c.card is not None} <= set(foreign)


def test_the_figures_before_and_after_are_of_every_card_dealt(enrolment: Enrolment) -> None:
    before, after = sums(enrolment.before), sums(enrolment.after)
    assert before[0] + before[2] == after[0] + after[2] == 28
    assert after[1] == 0
    assert after[0] >= max(before[0] - 2, 14)


def test_what_the_deck_keeps(enrolment: Enrolment, tmp_path: Path, plain: CornerRecogniser) -> None:
    facts = enrolment.deck.facts
    assert facts.view == "light turned"
    # A deck of a few pictures is named no more lightly than the shipped weights name.
    assert facts.cuts.named >= plain.cuts.named
    assert facts.cuts.joker >= plain.cuts.joker
    assert facts.cuts.paired >= plain.cuts.paired
    assert facts.apart is not None
    # A card's other index lies to the right and further down, in index heights.
    wide, tall = 63 - 2 * STYLE.middle, 88 - 2 * STYLE.inset - (STYLE.rank + STYLE.gap + STYLE.suit)
    size = STYLE.rank + STYLE.gap + STYLE.suit
    assert facts.apart == pytest.approx((wide / size, tall / size), rel=0.15)
    assert len(facts.cards) == 27
    path = tmp_path / "black.deck"
    write_deck(path, enrolment.deck)
    assert path.stat().st_size < 1_000_000
    again = read_deck(path)
    assert again.facts == facts
    assert np.array_equal(again.tight, enrolment.deck.tight)
    one, two = of_deck(plain, enrolment.deck), of_deck(plain, again)
    assert one.digest == two.digest != plain.digest
    image = spread([parse("As"), parse("9d")], STYLE, 4)
    assert one.look(image).cards == two.look(image).cards


def test_a_steady_recogniser_takes_a_deck_too(enrolment: Enrolment) -> None:
    deck = of_deck(load("steady"), enrolment.deck)
    image = spread([parse("As"), parse("9d"), parse("Th")], STYLE, 4)
    first, second = deck.look(image), deck.look(image)
    assert first.cards == second.cards
    assert {str(c.card) for c in first.cards if c.card is not None} <= {"As", "9d", "Th"}


@pytest.mark.parametrize("name", ["default", "steady"])
@pytest.mark.parametrize(("seed", "reads"), [(8, JOKER), (6, None)])
def test_a_joker_alone_comes_and_goes(enrolment: Enrolment, name: str, seed: int, reads: Card | None) -> None:
    """Nothing else lies there. On cloth as dark as the card (6) the two looks differ: it is seen, and stays unsure."""
    empty, joker = spread([], STYLE, seed), spread([JOKER], STYLE, seed)
    fresh = of_deck(load(name), enrolment.deck).look(joker).cards
    deck = of_deck(load(name), enrolment.deck)
    before, still, first, second, after = (deck.look(image).cards for image in (empty, empty, joker, joker, empty))
    assert (before, still, after) == ((), (), ())
    assert first == second
    assert {card.card for card in fresh} == {card.card for card in first} == {reads}


@pytest.mark.parametrize("damage", ["cut", "text", "empty", "other weights", "version"])
def test_a_damaged_or_foreign_deck_file_is_refused(
    enrolment: Enrolment, tmp_path: Path, plain: CornerRecogniser, damage: str
) -> None:
    from models.deck_file import Deck

    path = tmp_path / "a.deck"
    facts = enrolment.deck.facts
    if damage == "other weights":
        facts = msgspec.structs.replace(facts, weights="0" * 16)
    if damage == "version":
        facts = msgspec.structs.replace(facts, format="deck/9")
    write_deck(path, Deck(facts, enrolment.deck.tight, enrolment.deck.wide))
    whole = path.read_bytes()
    path.write_bytes({"cut": whole[: len(whole) // 2], "text": b"deck", "empty": b""}.get(damage, whole))
    with pytest.raises(BadDeck, match=r"a\.deck: .*(enrol|enrol wrote)") as fault:
        of_deck(plain, read_deck(path), str(path))
    assert "\n" not in str(fault.value)


# What is asked of a deal


def dealt(*hands: str) -> list[Dealt]:
    return [Dealt(f"{at}.png", np.zeros((20, 20, 3), np.uint8), tuple(h.split())) for at, h in enumerate(hands)]


def test_a_deck_with_a_card_missing_or_twice_is_refused_by_name() -> None:
    whole = " ".join(str(card) for card in CARDS)
    check_deck(dealt(whole), 1)
    check_deck(dealt(whole, "Jk"), 2)
    with pytest.raises(BadDeck, match=r"missing 7h; there twice Kd \(Kd in 0\.png, 1\.png\)"):
        check_deck(dealt(whole.replace("7h", "Kd"), "Kd"), 1)
    with pytest.raises(BadDeck, match="1 jokers, not 2"):
        check_deck(dealt(whole), 2)


def test_an_order_must_name_every_picture(tmp_path: Path) -> None:
    path = tmp_path / "order.txt"
    path.write_text("# first row\nAs Td\n\nJk\n")
    order = read_order(path)
    assert order == [("As", "Td"), ("Jk",)]
    assert [d.cards for d in in_order(dealt("", ""), order, "order.txt")] == order
    with pytest.raises(BadDeck, match=r"2 lines for 3 pictures; the last picture is 2\.png"):
        in_order(dealt("", "", ""), order, "order.txt")
    path.write_text("As\nTx\n")
    with pytest.raises(BadDeck, match=r"order\.txt, line 2: 'Tx' is no card"):
        read_order(path)


def test_pictures_come_in_the_order_of_their_names(tmp_path: Path) -> None:
    with pytest.raises(BadDeck, match="no pictures in it"):
        of_folder(tmp_path)
    for name in ("b.png", "a.jpg", "notes.txt"):
        (tmp_path / name).write_bytes(cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1].tobytes())
    assert [each.name for each in of_folder(tmp_path)] == ["a.jpg", "b.png"]


def test_a_film_gives_every_still_scene_once(tmp_path: Path) -> None:
    path = tmp_path / "deal.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 12.0, (320, 240))
    rng = np.random.default_rng(2)
    scenes = [np.full((240, 320, 3), 60, np.uint8) for _ in range(3)]
    scenes[1][60:180, 40:160] = 230
    scenes[2][60:180, 160:280] = 230
    for scene in (0, 1, 2, 1):
        for step in range(14):
            frame = scenes[scene].copy()
            if step < 3:
                # A hand passes.
                frame[:, 100 * step : 100 * step + 90] = (120, 150, 200)
            film.write(np.clip(frame + rng.normal(0, 1.5, frame.shape), 0, 255).astype(np.uint8))
    film.release()
    found = of_film(str(path), lambda image: bool(image.max() > 200))
    where = [int(each.image[120].mean(axis=1).argmax()) // 160 for each in found]
    assert where == [0, 1, 0]
    with pytest.raises(BadDeck, match="no still picture of a card"):
        of_film(str(path), lambda _: False)
    with pytest.raises(BadDeck, match="no such folder or film"):
        of_film(str(tmp_path / "gone.avi"), lambda _: True)
    (tmp_path / "text.avi").write_text("no film")
    with pytest.raises(BadDeck, match="can't be opened"):
        of_film(str(tmp_path / "text.avi"), lambda _: True)


def call(*words: str | Path, given: str | None = None) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words], input=given, catch_exceptions=True)


def test_the_command_refuses_before_it_learns(tmp_path: Path) -> None:
    # Out of focus: what is sharp the reader names by itself, black decks too.
    faint = cv2.GaussianBlur(spread([parse("As"), parse("Td")], STYLE, 1), (0, 0), 4)
    cv2.imwrite(str(tmp_path / "a.png"), faint)
    order = tmp_path / "order.txt"
    order.write_text("As Td\n")
    out = tmp_path / "x.deck"
    missing = call(tmp_path, "--deck", "x", "--out", out, "--order", order)
    assert isinstance(missing.exception, BadDeck)
    assert "missing 2s 3s" in str(missing.exception)
    unnamed = call(tmp_path, "--deck", "x", "--out", out, "--part")
    assert isinstance(unnamed.exception, BadDeck)
    assert "not sure of the cards in a.png" in str(unnamed.exception)
    assert not out.exists()


def test_the_command_enrols_a_part_and_prints_both_tables(tmp_path: Path) -> None:
    hands = [["As", "Td", "7h"], ["Kc", "2d", "Jk"], ["As", "7h", "Kc"]]
    for at, hand in enumerate(hands):
        cv2.imwrite(str(tmp_path / f"{at}.png"), spread([parse(card) for card in hand], STYLE, at))
    order = tmp_path / "order.txt"
    order.write_text("\n".join(" ".join(hand) for hand in hands))
    out = tmp_path / "part.deck"
    result = call(tmp_path, "--deck", "part", "--out", out, "--order", order, "--part")
    assert result.exception is None, result.exception
    assert "Before: " in result.stdout
    assert "After, each picture read without it: " in result.stdout
    assert read_deck(out).facts.cards == ("2d", "7h", "As", "Jk", "Kc", "Td")


# The parts


def test_a_last_layer_is_solved_from_the_net_itself() -> None:
    for inner in readers():
        image = np.random.default_rng(3).integers(0, 256, (inner.cut.height, inner.cut.width, 3)).astype(np.uint8)
        features = inner.features([image, image[::-1].copy()])
        logits = with_one(features) @ inner.weights
        assert features.shape == (2, inner.size)
        assert logits.shape == (2, 19)
        assert np.abs(logits[0] - logits[1]).max() > 0.01


def test_fitting_learns_what_is_shown_and_leaves_the_rest() -> None:
    rng = np.random.default_rng(4)
    middles = rng.normal(0, 1, (3, 30))
    ranks = np.repeat([2, 7, NONE], 40)
    features = (middles[np.repeat([0, 1, 2], 40)] + rng.normal(0, 0.3, (120, 30))).astype(np.float32)
    suits = np.where(ranks == NONE, -1, np.where(ranks == 2, 0, 3))
    start = rng.normal(0, 0.01, (31, 19)).astype(np.float32)
    layer = fit(start, Lesson(features, ranks, suits, np.ones(120, np.float32)))
    logits = with_one(features) @ layer
    assert (logits[:, [2, 7, 14]].argmax(axis=1) == np.repeat([0, 1, 2], 40)).mean() > 0.98
    assert (logits[:80, [15, 18]].argmax(axis=1) == np.repeat([0, 1], 40)).mean() > 0.98
    untouched = [c for c in range(19) if c not in (2, 7, 14, 15, 18)]
    assert np.allclose(layer[:, untouched], start[:, untouched], atol=1e-6)


def index(x: float, y: float, head: bool = True, card: str | None = "As") -> SeenCard:
    box: Quad = ((x, y), (x + 20, y), (x + 20, y + 30), (x, y + 30))
    turned: Quad = (box[2], box[3], box[0], box[1])
    return SeenCard(None if card is None else parse(card), box if head else turned, 0.97)


def test_two_corners_as_far_apart_as_the_decks_are_one_card() -> None:
    apart = (2.0, 3.0)
    twin = index(60, 90, head=False)
    (card,) = one_each([index(0, 0), twin], apart)
    assert str(card.card) == "As"
    assert np.ptp([x for x, _ in card.box]) == pytest.approx(80)
    # Elsewhere, or not on its head, it is another card; and a stranger in the twin's place makes both unsure.
    assert len(one_each([index(0, 0), index(300, 90, head=False)], apart)) == 2
    assert len(one_each([index(0, 0), index(60, 90)], apart)) == 2
    assert [c.card for c in one_each([index(0, 0), index(60, 90, head=False, card="Kd")], apart)] == [None]
    (named,) = one_each([index(0, 0), index(60, 90, head=False, card=None)], apart)
    assert str(named.card) == "As"


def part(x: float, y: float, up: float = -1.0) -> Corner:
    return Corner(x, y, 0.0, up, 20.0, 10.0, 0.4)


def test_the_parts_of_a_joker_make_one_card() -> None:
    corners = [part(0, 0), part(3, 25), part(80, 140, 1), part(82, 165, 1), part(600, 0)]
    reads = [Read(JOKER, sure, True, 1.0) for sure in (0.9, 0.8, 0.9, 0.7, 0.93)]
    assert [len(mark.parts) for mark in marks(corners, [1.0] * 5)] == [2, 2, 1]
    (card,) = jokers(corners, reads, 0.95, 8.0)
    assert card.card == JOKER
    # One faint part proves nothing, nor do two that doubt; a clear and sure one does.
    (clear,) = jokers([msgspec.structs.replace(corners[4], heat=0.8)], [Read(JOKER, 0.9999, True, 1.0)], 0.95, 8.0)
    assert clear.card == JOKER
    assert jokers(corners[4:], [Read(JOKER, 0.9999, True, 1.0)], 0.95, 8.0) == []
    assert jokers(corners[:2], [Read(JOKER, 0.6, True, 1.0)] * 2, 0.95, 8.0) == []
    assert jokers(corners[:2], [Read(JOKER, 0.99, False, 1.0)] * 2, 0.95, 8.0) == []


def test_a_card_named_inside_a_joker_makes_the_joker_unsure() -> None:
    joker = SeenCard(JOKER, ((0.0, 0.0), (90.0, 0.0), (90.0, 120.0), (0.0, 120.0)), 0.98)
    found = with_jokers([index(10, 10, card="Ks"), index(300, 10)], [joker])
    assert sorted(str(c.card) for c in found) == ["As", "Ks", "None"]
    (alone,) = with_jokers([index(10, 10, card=None)], [joker])
    assert alone.card == JOKER
    # One that only the other look was sure of is still there, and unsure; one that both see is one.
    assert [(c.card, c.box) for c in with_jokers([joker], [])] == [(None, joker.box)]
    assert with_jokers([index(30, 30, card="Jk")], [joker]) == (joker,)
