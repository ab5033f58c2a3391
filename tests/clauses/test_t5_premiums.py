"""T5: premiums of blackjack hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clauses.table import Settled, clause, house_with, option, play, refused


def drawn(cards: str, house: Path | None = None) -> Settled:
    """Seat 1 draws `cards` one by one against a nine and a seven."""
    first, second, *more = cards.split()
    hits = "".join(f"; 1 hit; 1 {card}" for card in more)
    return play(f"bet 1 30; 1 {first}; dealer 9c; 1 {second}; dealer 7d{hits}", house=house)


def earned(cards: str) -> str:
    """The blackjack line of `cards`, settled before the dealer draws."""
    return drawn(cards).line(1, "blackjack")


@clause("T5.1")
@pytest.mark.parametrize("cards", ["As Js", "Js As"])
def test_t5_1_pure_bj(cards: str) -> None:
    """T5.1: A♠ and J♠ in either order, ×5."""
    assert earned(cards) == "blackjack 30 x5 = 150 pure_bj T5.1"


@clause("T5.1")
@pytest.mark.parametrize("cards", ["Ah Jh", "As Jh", "As Qs", "As Ks"])
def test_t5_1_other_blackjacks_are_not_pure(cards: str) -> None:
    """T5.1: another suit or another card is a blackjack."""
    assert earned(cards) == "blackjack 30 x2.5 = 75 blackjack T4.2"


@clause("T5.1")
def test_t5_1_on_the_first_two_cards() -> None:
    """T5.1: A♠ 9♥ J♠ is a soft 20 that became a hard one."""
    assert drawn("As 9h Js").lines(1, "blackjack") == []


@clause("T5.1")
@pytest.mark.parametrize("cards", ["As As", "Js Js"])
def test_t5_1_one_of_each(cards: str) -> None:
    """T5.1: six decks have six A♠; two of them are 12."""
    assert drawn(cards).lines(1, "blackjack") == []


@clause("T5.2")
@pytest.mark.parametrize("cards", ["6h 7s 8d", "8d 6h 7s", "7s 8d 6s"])
def test_t5_2_678(cards: str) -> None:
    """T5.2: in any order, ×3."""
    assert earned(cards) == "blackjack 30 x3 = 90 678 T5.2"


@clause("T5.2")
@pytest.mark.parametrize("cards", ["6h 7s 7d", "6h 6s 8d", "6h 8s 5d", "5h 7s 8d", "2h 6s 7d 5c"])
def test_t5_2_nothing_else_is_678(cards: str) -> None:
    """T5.2: exactly these three cards."""
    assert drawn(cards).lines(1, "blackjack") == []


@clause("T5.3")
def test_t5_3_flush_678() -> None:
    """T5.3: of one suit, ×8."""
    assert earned("6h 7h 8h") == "blackjack 30 x8 = 240 flush_678 T5.3"
    assert earned("6h 7h 8d") == "blackjack 30 x3 = 90 678 T5.2"


@clause("T5.4")
def test_t5_4_three_7() -> None:
    """T5.4: exactly three sevens, ×10."""
    assert earned("7h 7s 7d") == "blackjack 30 x10 = 300 three_7 T5.4"
    assert earned("7h 7h 7d") == "blackjack 30 x10 = 300 three_7 T5.4"
    assert drawn("7h 7s 6d").lines(1, "blackjack") == []


@clause("T5.5")
def test_t5_5_flush_three_7() -> None:
    """T5.5: three of the same card from six decks, ×20."""
    assert earned("7h 7h 7h") == "blackjack 30 x20 = 600 flush_three_7 T5.5"


@clause("T5.6")
@pytest.mark.parametrize("cards", ["2h 2s 3h 3s 4h 5h", "2h 2s 3h 3s 4h 7h", "Ah As Ad Ac 2h 2s"])
def test_t5_6_six_cards_of_21_or_less(cards: str) -> None:
    """T5.6: 19, 21 and 8 (or a soft 18), ×3."""
    assert earned(cards) == "blackjack 30 x3 = 90 6_under T5.6"


@clause("T5.6")
def test_t5_6_five_cards_are_not_enough() -> None:
    """T5.6: five cards of 14 go on."""
    assert drawn("2h 2s 3h 3s 4h").lines(1, "blackjack") == []


@clause("T5.7")
@pytest.mark.parametrize("cards", ["2h 3s 4d 5c 6h As", "6h 5s 2d 3c Ah 4s"])
def test_t5_7_ace_to_six(cards: str) -> None:
    """T5.7: one each, in any order, ×50 and not the ×3 of 6 Under."""
    assert earned(cards) == "blackjack 30 x50 = 1500 a_to_6 T5.7"


@clause("T5.7")
def test_t5_7_a_second_four_is_6_under() -> None:
    """T5.7: A 2 3 4 4 6 lacks the five."""
    assert earned("2h 3s 4d 4c 6h As") == "blackjack 30 x3 = 90 6_under T5.6"


@clause("T5.8")
def test_t5_8_perfect_smile() -> None:
    """T5.8: 2, 5, 2, 5 in this order, a mere 14, ×25."""
    assert earned("2h 5s 2d 5c") == "blackjack 30 x25 = 750 perfect_smile T5.8"


@clause("T5.8")
@pytest.mark.parametrize("cards", ["5h 2s 5d 2c", "2h 2s 5d 5c", "2h 5s 5d 2c", "2h 5s 2d 6c"])
def test_t5_8_another_order_is_no_smile(cards: str) -> None:
    """T5.8: the order counts."""
    assert drawn(cards).lines(1, "blackjack") == []


@clause("T5.9")
@pytest.mark.parametrize("cards", ["Th 6s", "7s 9h", "8h 8s", "Ah 5s"])
def test_t5_9_last_of_joker(cards: str) -> None:
    """T5.9: 16 on two cards, hard or soft, and a joker, ×25."""
    assert drawn(f"{cards} Jk").line(1, "blackjack") == "blackjack 30 x25 = 750 last_of_joker T5.9"


@clause("T5.9", "T7.2")
@pytest.mark.parametrize("second", ["5s", "6s", "7s", "8s", "9s"])
def test_t5_9_the_16_may_be_made_with_a_joker(second: str) -> None:
    """T5.9 [reading]: a joker and a five to nine can be 16."""
    settled = play(f"bet 1 30; 1 Jk; dealer 9c; 1 {second}; dealer 7d; 1 hit; 1 Jk")
    assert settled.line(1, "blackjack") == "blackjack 30 x25 = 750 last_of_joker T5.9"


@clause("T5.9")
def test_t5_9_from_another_total_a_joker_is_only_21() -> None:
    """T5.9: 15 and 17 stand at 21 and wait; 16 on three cards too."""
    for cards in ("Th 5s Jk", "Th 7s Jk", "2h 4s Td Jk", "Jk 4s Jk"):
        assert drawn(cards).lines(1, "blackjack") == []


@clause("T5")
def test_t5_a_premium_is_earned_whatever_the_dealer_has() -> None:
    """T5: paid at once, also under a dealer's blackjack, and before the others have played."""
    text = "bet 1 30; bet 2 30; 1 7h; 2 9h; dealer Kc; 1 7s; 2 9s; dealer Ad; 1 hit; 1 7d"
    settled = play(text)
    assert settled.line(1, "blackjack") == "blackjack 30 x10 = 300 three_7 T5.4"
    assert play(f"{text}; 2 stand").line(1, "blackjack") == "blackjack 30 x10 = 300 three_7 T5.4"
    assert refused(f"{text}; 1 stand").clause == "T4.3"


@clause("T5")
def test_t5_a_premium_multiplies_the_stake_as_doubled_by_war() -> None:
    """T5: 60 × 10 after going to war."""
    settled = play("bet 1 30; 1 7h; dealer 7c; 1 go_to_war; 1 7s; dealer Kd; 1 hit; 1 7d")
    assert settled.line(1, "blackjack") == "blackjack 60 x10 = 600 three_7 T5.4"


@clause("T5")
@option("premium_after_double", True, False)
def test_t5_a_premium_on_a_doubled_hand_is_the_houses_choice() -> None:
    """T5 [reading]: 60 × 3 by default; off, the doubled 6-7-8 is a 21 that wins ×2 against 19."""
    text = "bet 1 30; 1 6h; dealer 9c; 1 7s; dealer Td; 1 double; 1 8d"
    assert play(text).line(1, "blackjack") == "blackjack 60 x3 = 180 678 T5.2"
    assert play(text, premium_after_double=False).line(1, "blackjack") == "blackjack 60 x2 = 120 win T4.2"


@clause("T5")
def test_t5_a_hand_doubled_by_war_alone_keeps_its_premium() -> None:
    """T5: the option speaks of doubling down."""
    text = "bet 1 30; 1 6h; dealer 6c; 1 go_to_war; 1 7s; dealer Td; 1 hit; 1 8d"
    settled = play(text, premium_after_double=False)
    assert settled.line(1, "blackjack") == "blackjack 60 x3 = 180 678 T5.2"


@clause("T5")
def test_t5_the_highest_premium_pays() -> None:
    """T5: 6♥ joker 8♥ could be 678 (×3) or of one suit (×8); 7 7 joker of one suit ×20."""
    assert drawn("6h 8h Jk").line(1, "blackjack") == "blackjack 30 x8 = 240 flush_678 T5.3"
    assert drawn("7h 7h Jk").line(1, "blackjack") == "blackjack 30 x20 = 600 flush_three_7 T5.5"
    assert drawn("8h 8h Jk").line(1, "blackjack") == "blackjack 30 x25 = 750 last_of_joker T5.9"


@clause("T5")
@option("premium_after_war", True, False)
def test_t5_a_premium_of_a_hand_that_went_to_war_is_the_houses_choice(tmp_path: Path) -> None:
    """T5 [reading]: 60 × 3 by default; off, the 6-7-8 is a 21 that wins ×2 against 16 and a ten."""
    other = house_with(tmp_path, premium_after_war=False)
    text = "bet 1 30; 1 6h; dealer 6c; 1 go_to_war; 1 7s; dealer Td; 1 hit; 1 8d"
    assert play(text).line(1, "blackjack") == "blackjack 60 x3 = 180 678 T5.2"
    assert play(text, house=other).lines(1, "blackjack") == []
    assert play(f"{text}; dealer Tc", house=other).line(1, "blackjack") == "blackjack 60 x2 = 120 win T4.2"
    surrendered = text.replace("go_to_war", "surrender")
    assert play(surrendered, house=other).line(1, "blackjack") == "blackjack 30 x3 = 90 678 T5.2"


@clause("T5.9")
@option("soft_16_counts", True, False)
def test_t5_9_a_soft_16_counts_or_not(tmp_path: Path) -> None:
    """T5.9 [reading]: ace and five; joker and five (an ace, then); a hard 16 counts everywhere."""
    hard_only = house_with(tmp_path, soft_16_counts=False)
    for cards in ("Ah 5s Jk", "Jk 5s Jk"):
        assert earned(cards) == "blackjack 30 x25 = 750 last_of_joker T5.9"
        assert drawn(cards, hard_only).lines(1, "blackjack") == []
    for cards in ("Th 6s Jk", "Jk 6s Jk"):
        assert drawn(cards, hard_only).line(1, "blackjack") == "blackjack 30 x25 = 750 last_of_joker T5.9"


@clause("T5.9")
@option("joker_16_counts", True, False)
def test_t5_9_a_16_made_with_a_joker_counts_or_not(tmp_path: Path) -> None:
    """T5.9 [reading]: a joker and a nine, a joker and a five; ten and six, ace and five count everywhere."""
    natural_only = house_with(tmp_path, joker_16_counts=False)
    for cards in ("Jk 9s Jk", "Jk 5s Jk"):
        assert earned(cards) == "blackjack 30 x25 = 750 last_of_joker T5.9"
        assert drawn(cards, natural_only).lines(1, "blackjack") == []
    for cards in ("Th 6s Jk", "Ah 5s Jk"):
        assert drawn(cards, natural_only).line(1, "blackjack") == "blackjack 30 x25 = 750 last_of_joker T5.9"
