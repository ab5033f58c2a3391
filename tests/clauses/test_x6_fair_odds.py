"""X6: fair odds. What they are for every table stands in `test_odds`; here one of each kind."""

from __future__ import annotations

from fractions import Fraction

from dealer_assist.cards import Card, parse
from dealer_assist.odds import INFINITE, StandingShoe, fair_odds
from tests.clauses.table import clause


def hands(*texts: str) -> list[list[Card]]:
    """Four hands, from `"Th 9s"`."""
    return [[parse(card) for card in text.split()] for text in texts]


@clause("X6.1")
def test_x6_1_fair_odds_are_one_over_the_chance_and_half_that_of_a_dead_heat() -> None:
    """X6.1: against a dealer's 16 on four cards, 17 wins by a bust and an ace is a dead heat with nobody."""
    players = hands("Th 9s", "Tc 8s", "Td 7s", "Ts Ks")
    odds = fair_odds(players, [parse(card) for card in ("2h", "4c", "5c", "5d")], INFINITE)
    # Ace to five make five cards, which beat all; six to king are bust.
    assert odds["player1"].win == Fraction(8, 13)
    assert odds["player1"].lose == Fraction(5, 13)
    assert odds["player1"].fair == Fraction(13, 8)


@clause("X6.1")
def test_x6_1_a_shoe_as_it_stands_has_its_own_odds() -> None:
    """X6.1: all the dealer needs has left the shoe: Player 1 has won, for fair odds of 1."""
    players = hands("Th 9s", "Tc 8s", "Td 7s", "Ts Ks")
    dealer = [parse(card) for card in ("2h", "4c", "5c", "5d")]
    gone = [parse(rank + suit) for rank in "A2345" for suit in "shdc"]
    for card in dealer:
        gone.remove(card)
    odds = fair_odds(players, dealer, StandingShoe(1, tuple(gone)))
    assert (odds["player1"].win, odds["player1"].fair) == (1, 1)


@clause("X6.2")
def test_x6_2_a_players_hand_over_all_games() -> None:
    """X6.2: before any card it wins 44.0 %, ties 8.1 % and loses 47.9 %; the dealer's exotic is fairly 3.7561."""
    odds = fair_odds(hands("", "", "", ""), [], INFINITE)
    player = odds["player1"]
    assert [int(much * 1000 + Fraction(1, 2)) for much in (player.win, player.tie, player.lose)] == [440, 81, 479]
    fair = odds["dealer_wins_or_ties_all"].fair
    assert fair is not None
    assert int(fair * 10_000 + Fraction(1, 2)) == 37_561
