"""X2: the selections, what each exotic means, dead heats."""

from __future__ import annotations

from typing import Any

from dealer_assist.games.exchange_blackjack.selections import SELECTIONS
from tests.clauses.exchange import PAT, TO_18, play, refused, table
from tests.clauses.table import clause, option

EXOTICS = ("dealer_wins_or_ties_all", "five_cards", "all_unique", "only_one_21")


@clause("X2.1")
def test_x2_1_eight_selections_of_which_several_can_win() -> None:
    """X2.1: Player 1 and Player 4 beat the dealer in the same game, and no two cards were the same."""
    ended = play(TO_18)
    won = [name for name in SELECTIONS if ended.outcome(name) == "win"]
    assert won == ["player1", "player4", "all_unique"]


@clause("X2.1")
def test_x2_1_there_is_no_ninth_selection() -> None:
    """X2.1: an order on anything else is refused, the dealer included."""
    for name in ("player5", "dealer", "Player1", "-"):
        assert refused(f"A back {name} 2 10").step == 0


@clause("X2.2")
def test_x2_2_the_dealer_wins_or_ties_all() -> None:
    """X2.2: the dealer's 20 beats 19, 18 and 17 and ties 20; his 18 is beaten."""
    assert play(f"close; {PAT}; close; close; dealer Ac").outcome("dealer_wins_or_ties_all") == "win"
    assert play(TO_18).outcome("dealer_wins_or_ties_all") == "lose"


#: Player 1 draws to five cards of 16 against the dealer's nine, the others stand; the dealer makes 18.
PLAYER_HAS_FIVE = "close; deal 2h Tc Td Ts 9h 3s 8s 7s Ks; close; 1 2d; 1 4s; 1 5h; close; dealer 9c"
#: The dealer draws to five cards of 18, nobody else draws.
DEALER_HAS_FIVE = (
    f"close; {PAT.replace('9h', '2h')}; close; close; dealer 4c; close; dealer 5c; close; dealer 3d; close; dealer 4d"
)


@clause("X2.2")
@option("five_cards_counts", "all", "players")
def test_x2_2_five_cards_of_a_player_or_of_the_dealer_too() -> None:
    """X2.2: a player's five cards count at either house; the dealer's where all count. The money follows."""
    bet = "A back five_cards 5 10; B lay five_cards 5 10; "
    for counts in ("all", "players"):
        assert play(bet + PLAYER_HAS_FIVE, five_cards_counts=counts).chips("A") == "1040.00"
    assert play(bet + DEALER_HAS_FIVE, five_cards_counts="all").chips("A") == "1040.00"
    assert play(bet + DEALER_HAS_FIVE, five_cards_counts="players").chips("A") == "990.00"


@clause("X2.2")
def test_x2_2_all_unique_is_of_rank_and_suit() -> None:
    """X2.2: four tens of four suits are unique; the same ten twice is not."""
    assert play(TO_18).outcome("all_unique") == "win"
    assert play(TO_18.replace("Tc", "Th")).outcome("all_unique") == "lose"


#: Player 1 has a blackjack, the dealer 18.
ONE_BLACKJACK = TO_18.replace("Th", "Ah").replace("9s", "Js")
#: The dealer draws to 21 on three cards, nobody else has it.
DEALER_HAS_21 = f"close; {PAT}; close; close; dealer 7d; close; dealer 5c"


@clause("X2.2")
@option("only_one_21_counts", "all", "players")
def test_x2_2_only_one_21_of_the_five_hands_or_of_the_players() -> None:
    """X2.2: a blackjack counts as 21 at either house; the dealer's 21 where all count, by itself or as the second."""
    bet = "A back only_one_21 3 10; B lay only_one_21 3 10; "
    for counts in ("all", "players"):
        assert play(bet + ONE_BLACKJACK, only_one_21_counts=counts).chips("A") == "1020.00"
    assert play(bet + DEALER_HAS_21, only_one_21_counts="all").chips("A") == "1020.00"
    assert play(bet + DEALER_HAS_21, only_one_21_counts="players").chips("A") == "990.00"
    both = DEALER_HAS_21.replace("Th", "Ah").replace("9s", "Js")
    assert play(bet + both, only_one_21_counts="all").chips("A") == "990.00"
    assert play(bet + both, only_one_21_counts="players").chips("A") == "1020.00"


@clause("X2.2")
def test_x2_2_21_on_five_cards_is_a_21_and_two_are_too_many() -> None:
    """X2.2: five cards of 21 count; with a blackjack beside them there are two."""
    five = "close; deal 2h Tc Td Ts 9h 3s 8s 7s Ks; close; 1 2d; 1 4s; 1 Th; close; dealer 9c"
    assert play(five).outcome("only_one_21") == "win"
    assert play(five.replace("Tc", "Ac").replace("8s", "Js")).outcome("only_one_21") == "lose"
    assert play(TO_18).outcome("only_one_21") == "lose"


@clause("X2.3")
def test_x2_3_an_equal_hand_is_a_dead_heat() -> None:
    """X2.3: 18 against 18, and a blackjack against a blackjack."""
    assert play(TO_18).outcome("player2") == "dead_heat"
    blackjacks = f"close; {PAT.replace('Th', 'Ah').replace('9s', 'Js').replace('9h', 'Qh')}; close; close; dealer Ac"
    assert play(blackjacks).outcome("player1") == "dead_heat"


@clause("X2.3")
def test_x2_3_an_exotic_is_never_a_dead_heat() -> None:
    """X2.3: an account's exposure on an exotic knows two outcomes, on a player three."""
    game, state = table("A back only_one_21 3 10; A back player1 3 10")
    own: dict[str, Any] = game.account_view(state, "A")
    assert [sorted(row["matched"]) for row in own["exposure"]] == [["dead_heat", "lose", "win"], ["lose", "win"]]
    assert {play(TO_18).outcome(name) for name in EXOTICS} == {"win", "lose"}
