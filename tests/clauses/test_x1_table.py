"""X1: the table, the shoe, the dealer's play, the ranking of hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clauses.exchange import PAT, house_of, play, refused, table
from tests.clauses.table import clause, option

#: Against a five: Player 1 has five cards of 16, Player 2 a blackjack, Player 3 21 on three cards, Player 4 twenty.
FIVE_21_20 = "close; deal 2h Ah 5d Ts 5c 3h Ks 6s Qs; close; 1 2d; 1 4s; 1 5h; 3 Td"


@clause("X1.1")
def test_x1_1_ten_places_for_five_hands() -> None:
    """X1.1: two cards to each player and one to the dealer, whose second one has its own betting round before it."""
    game, state = table(f"close; {PAT}")
    lies = {place: len(cards) for place, cards in game.on_table(state).items()}
    assert lies == {"player1": 2, "player2": 2, "player3": 2, "player4": 2, "dealer": 1}


@clause("X1.2")
@option("decks", 6, 1, "infinite")
def test_x1_2_the_shoe_holds_no_card_more_than_its_decks() -> None:
    """X1.2: the seventh nine of hearts of six decks, the second of one; an endless deck gives any number."""
    nines = "; ".join(f"{place} 9h" for place in ("1", "2", "3", "4", "dealer", "1", "2"))
    assert refused(f"close; {nines}").clause == "X1.2"
    assert refused("close; 1 9h; 2 9h", decks=1).clause == "X1.2"
    assert play(f"close; {nines}; 3 9h; 4 9h", decks="infinite").rounds == 2


@clause("X1.2")
@pytest.mark.parametrize("decks", [6, "infinite"])
def test_x1_2_there_are_no_jokers(decks: object) -> None:
    """X1.2: a joker is refused, at either shoe."""
    assert refused("close; 1 Jk", decks=decks).clause == "X1.2"


@clause("X1.2")
@option("decks", 6, "infinite")
def test_x1_2_the_house_says_how_many_decks(tmp_path: Path) -> None:
    """X1.2: a round that names none is played with the house's: seven nines come, and the backer has his money."""
    nines = "; ".join(f"{place} 9h" for place in ("1", "2", "3", "4", "dealer", "1", "2"))
    text = f"A back player1 3 10; B lay player1 3 10; close; {nines}"
    assert refused(text).clause == "X1.2"
    endless = house_of(tmp_path, decks="infinite")
    ended = play(f"{text}; 3 9h; 4 9h; close; close; dealer 8c", house=endless)
    assert (ended.chips("A"), ended.chips("B")) == ("1020.00", "980.00")


@clause("X1.3")
@pytest.mark.parametrize("second", ["8c", "Ac"])
def test_x1_3_the_dealer_stands_on_every_17(second: str) -> None:
    """X1.3: 9 and 8 are 17, 6 and ace a soft 17: no further card, and all is settled."""
    pat = PAT.replace("9h", "6h") if second == "Ac" else PAT
    ended = play(f"close; {pat}; close; close; dealer {second}")
    assert (ended.complete, ended.rounds) == (True, 3)


@clause("X1.3")
def test_x1_3_the_dealer_draws_to_16_and_stands_on_five_cards() -> None:
    """X1.3: 2, 4, 5, 3 and 4 are five cards of 18; nothing more can come."""
    pat = f"close; {PAT.replace('9h', '2h')}; close"
    dealt = f"{pat}; close; dealer 4c; close; dealer 5c; close; dealer 3d"
    assert not play(dealt).complete
    ended = play(f"{dealt}; close; dealer 4d")
    assert (ended.complete, ended.rounds) == (True, 6)
    assert ended.outcomes("player1", "player4") == ["lose", "lose"]


@clause("X1.3")
@pytest.mark.parametrize("act", ["hit", "double", "split", "surrender", "insure"])
def test_x1_3_players_hands_know_no_acts(act: str) -> None:
    """X1.3: no split, no double, no surrender: there is no such step."""
    game, _ = table(f"close; {PAT}")
    with pytest.raises(ValueError, match="no step of Exchange Blackjack"):
        game.read({"act": act, "seat": 1})


@clause("X1.4")
def test_x1_4_five_cards_beat_blackjack_and_blackjack_beats_21() -> None:
    """X1.4: against the dealer's 21 on three cards, five cards and a blackjack win, 21 is a dead heat, 20 loses."""
    ended = play(f"{FIVE_21_20}; close; dealer 6c; close; dealer Tc")
    assert ended.outcomes("player1", "player2", "player3", "player4") == ["win", "win", "dead_heat", "lose"]


@clause("X1.4")
def test_x1_4_the_dealers_five_cards_beat_a_blackjack_and_equal_five() -> None:
    """X1.4: all hands of five cards are equal, whatever their totals."""
    ended = play(f"{FIVE_21_20}; close; dealer 2c; close; dealer 2d; close; dealer 3c; close; dealer 3d")
    assert ended.outcomes("player1", "player2", "player3", "player4") == ["dead_heat", "lose", "lose", "lose"]


@clause("X1.4")
def test_x1_4_a_bust_player_loses_even_if_the_dealer_is_bust() -> None:
    """X1.4: Player 3 is bust with 22, then the dealer with 26; the others win."""
    bust = "close; deal Ts Th 9d Tc 9c 9s 8s 3s 7s; close; 3 Kd"
    ended = play(f"{bust}; close; dealer 7d; close; dealer Kc")
    assert ended.outcomes("player1", "player2", "player3", "player4") == ["win", "win", "lose", "win"]
