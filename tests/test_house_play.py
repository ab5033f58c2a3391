"""The simple plays: what they do with a hand, and whole rounds of them."""

from __future__ import annotations

import pytest

from dealer_assist.cards import JOKER, parse
from dealer_assist.house_math import Plan, play_round
from dealer_assist.house_play import PLAYS, up_card_worth

SIMPLE = PLAYS["simple"]
_FIRST_TWO = {"hit", "stand", "double"}


def one_round(cards: str, play: str = "simple", **options: object) -> list[str]:
    """The lines of a round with one seat whose cards come in that order."""
    game = Plan(PLAYS[play], 1, options=options).game()
    lines = play_round(game, PLAYS[play], iter([parse(card) for card in cards.split()]))
    return [f"{line.on} {line.stake} {line.outcome}" for line in lines]


@pytest.mark.parametrize(
    ("cards", "up_cards", "move"),
    [
        ("5h 4s", "3 4 5 6", "double"),
        ("5h 4s", "2 7 8 9 T A", "hit"),
        ("6h 4s", "2 3 4 5 6 7 8 9", "double"),
        ("6h 4s", "T A", "hit"),
        ("6h 5s", "2 3 4 5 6 7 8 9 T", "double"),
        ("6h 5s", "A", "hit"),
        ("Th 2s", "2 3 7 8 9 T A", "hit"),
        ("Th 2s", "4 5 6", "stand"),
        ("Th 3s", "2 3 4 5 6", "stand"),
        ("Th 6s", "7 8 9 T A", "hit"),
        ("Th 7s", "2 3 4 5 6 7 8 9 T A", "stand"),
        ("Ah 6s", "2 3 4 5 6 7 8 9 T A", "hit"),
        ("Ah 7s", "2 3 4 5 6 7 8", "stand"),
        ("Ah 7s", "9 T A", "hit"),
        ("Jk 8s", "9 T A", "stand"),
    ],
)
def test_the_simple_play(cards: str, up_cards: str, move: str) -> None:
    """Basic strategy by hard totals; a joker is as pliable as an ace."""
    hand = tuple(parse(card) for card in cards.split())
    for up in up_cards.split():
        assert SIMPLE.move(hand, up_card_worth(parse(f"{up}c")), _FIRST_TWO) == move, up


def test_the_simple_play_only_doubles_where_that_is_offered() -> None:
    assert SIMPLE.move((parse("5h"), parse("4s"), parse("2d")), 6, {"hit", "stand"}) == "hit"


def test_nobody_plays_against_a_joker() -> None:
    with pytest.raises(ValueError, match="no card"):
        up_card_worth(JOKER)


def test_the_dealers_play_does_as_the_dealer() -> None:
    move = PLAYS["dealer"].move
    assert [move((parse("Th"), parse(card)), 6, _FIRST_TWO) for card in ("6s", "7s")] == ["hit", "stand"]
    assert [move((parse("Ah"), parse(card)), 6, _FIRST_TWO) for card in ("5s", "6s")] == ["hit", "stand"]
    assert move((parse("Ah"), parse("As")), 6, _FIRST_TWO | {"split"}) == "hit"


def test_a_whole_round() -> None:
    """A tie, the war, aces split, one card to each, the dealer's 20; the stakes are doubled."""
    cards = "Ah Ac As 9d 5c 9h Td 3h"
    assert one_round(cards) == [
        "war 100 go_to_war",
        "blackjack 200 lose",
        "blackjack.2 200 push",
        "poker 200 high_pair",
    ]


def test_the_timid_surrender() -> None:
    """17 stands against a king and loses to 19."""
    assert one_round("Kh Kc 7s 9d", "timid") == ["war 100 surrender", "blackjack 100 lose", "poker 100 nothing"]
