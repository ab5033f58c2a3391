"""X5: the players' logic, from the table of the house file."""

from __future__ import annotations

import csv
from decimal import Decimal
from pathlib import Path

import pytest

from dealer_assist.faults import Fault
from dealer_assist.game import Deal
from dealer_assist.games import catalogue
from dealer_assist.games.exchange_blackjack.logic import COLUMNS, ROWS
from dealer_assist.games.exchange_blackjack.rules import ExchangeHouse
from dealer_assist.house import built_in, load
from dealer_assist.house_exchange import best
from tests.clauses.exchange import table
from tests.clauses.table import clause

RULES = Path(__file__).parents[3] / "shared" / "rules" / "exchange_blackjack_player_logic.csv"


def draws(cards: str, dealer: str) -> bool:
    """Whether Player 1, dealt `cards`, is to draw when it has them against the dealer's card."""
    first, second, *more = cards.split()
    text = f"close; deal {first} Tc Td Ts {dealer} {second} 9c 9d Ks; close"
    for card in more:
        game, state = table(text)
        assert game.awaits(state) == Deal("player1"), f"{cards}: stands before {card}"
        text += f"; 1 {card}"
    game, state = table(text)
    return game.awaits(state) == Deal("player1")


@clause("X5.1")
@pytest.mark.parametrize(
    ("cards", "dealer", "drawn"),
    [
        ("Th 2h", "2h", True),
        ("Th 2h", "4h", False),  # H3: two cards stand
        ("8h 2h 2d", "4h", True),  # H3: three draw
        ("Th 3h", "3h", False),  # H4
        ("8h 3h 2d", "3h", False),  # H4: three stand
        ("4h 2h 3d 4d", "3h", True),  # H4: four draw
        ("Th 6h", "4h", False),  # S
        ("4h 4d 4s 4c", "4h", False),  # S with four cards too
        ("Th 6h", "Kh", False),  # H3 at 16
        ("8h 6h 2d", "Kh", True),
        ("Th 7h", "9h", False),  # H4 at 17
        ("4h 4d 4s 5c", "9h", True),
    ],
)
def test_x5_1_a_hard_hand_by_its_row(cards: str, dealer: str, drawn: bool) -> None:
    """X5.1: the total, the number of cards, the dealer's card."""
    assert draws(cards, dealer) is drawn


@clause("X5.1")
@pytest.mark.parametrize(
    ("cards", "dealer", "drawn"),
    [
        ("Ah 6h", "2h", True),  # A6 always draws
        ("Ah 7h", "2h", False),  # A7: H3
        ("Ah 4h 3d", "2h", True),
        ("Ah 7h", "9h", True),
        ("Ah 8h", "Ah", False),  # A8: H3 against an ace
        ("Ah 4h 4d", "Ad", True),
        ("Ah 2h 3d 3h", "6h", True),  # A8: H4
        ("Ah 2h 4c 4d", "9h", True),  # A10 on four cards, a soft 21, draws
        ("Ah Ad", "6h", True),  # A1
        ("Ah 5h Td", "4h", False),  # an ace with 15 counts 1: hard 16 stands
        ("Ah 5h Td", "Th", True),
    ],
)
def test_x5_1_an_ace_by_the_other_cards(cards: str, dealer: str, drawn: bool) -> None:
    """X5.1: the ace counts 11; with others above ten it counts 1, and the hard row is used."""
    assert draws(cards, dealer) is drawn


@clause("X5.1")
@pytest.mark.parametrize("cards", ["Ah Kh", "Ah Th", "2h 2d 2c 2s 3h", "Th 4h Kd", "Ah 2h 4c 4d Th"])
def test_x5_1_blackjack_five_cards_and_bust_draw_no_more(cards: str) -> None:
    """X5.1: whatever the row says, against any card."""
    for dealer in ("7h", "9h", "Kc"):
        assert draws(cards, dealer) is False


@clause("X5.1")
def test_x5_1_the_table_is_that_of_the_rules() -> None:
    """X5.1: row by row, column by column."""
    if not RULES.exists():
        pytest.skip(f"{RULES} is not here")
    head, *rows = csv.reader(RULES.read_text().splitlines())
    assert head[1:] == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    house = catalogue.load_house("exchange_blackjack")
    assert {name: tuple(plays) for name, *plays in rows} == house.logic
    assert (len(ROWS), len(COLUMNS)) == (28, 10)


@clause("X5.1")
@pytest.mark.parametrize(
    ("was", "becomes", "why"),
    [
        ("A10 = [", "A11 = [", "look at A10, A11"),
        ('4   = ["H",  ', '4   = ["H5", ', "H5"),
        ('4   = ["H",  ', "4   = [", "length"),
    ],
)
def test_x5_1_a_table_with_a_row_amiss_is_refused_by_name(tmp_path: Path, was: str, becomes: str, why: str) -> None:
    """X5.1: a row that is none, a play that is none, nine columns."""
    text = built_in("exchange_blackjack").read_text()
    assert text.count(was) == 1
    file = tmp_path / "house.toml"
    file.write_text(text.replace(was, becomes))
    with pytest.raises(Fault, match=why) as fault:
        load(file, ExchangeHouse)
    assert str(file) in str(fault.value)


@clause("X5.2")
def test_x5_2_the_table_is_the_best_play() -> None:
    """X5.2: derived from the rules alone, it is the house file's, and the house keeps 3.896031 %."""
    derived = best()
    assert derived.logic == catalogue.load_house("exchange_blackjack").logic
    assert Decimal(derived.edge.numerator) / derived.edge.denominator * 100 == pytest.approx(
        Decimal("3.896031"), abs=Decimal("0.000001")
    )
