"""Fair odds: against the golden queries, against every way that a game can go, and against themselves."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dealer_assist.cards import DECK, Card, Suited, parse
from dealer_assist.odds import INFINITE, Deck, NoOdds, Odds, StandingShoe, all_odds, fair_odds
from dealer_assist.odds.bench import ALLOWED, measure
from dealer_assist.odds.exotics import EXOTICS, Rules
from dealer_assist.odds.fair import built_in_rules
from dealer_assist.odds.hands import dealer_draws, end, final, hand_of, mask_of
from dealer_assist.odds.script import answer, decimal
from dealer_assist.odds.simulation import simulate
from dealer_assist.odds.table import PLAYERS, lay
from tests import naive_exchange as naive

GOLDEN = Path(__file__).parent / "scripts" / "exchange_odds.jsonl"
QUERIES: list[dict[str, Any]] = [json.loads(line) for line in GOLDEN.read_text().splitlines()]
RULES = built_in_rules()

Hands = list[list[Card]]


def cards(text: str) -> list[Card]:
    return [parse(card) for card in text.split()]


def hands(text: str) -> Hands:
    """`Ks 9s / Ts 8s / …`: one hand between slashes."""
    return [cards(hand) for hand in text.split("/")]


@pytest.mark.parametrize("golden", QUERIES, ids=lambda golden: golden["query"]["id"])
def test_golden_queries(golden: dict[str, Any]) -> None:
    """To all ten places, not nine."""
    found = answer(json.dumps(golden["query"]), games=0)
    selections: Any = found["selections"]
    assert selections.keys() >= golden["expected"]["selections"].keys()
    for selection, expected in golden["expected"]["selections"].items():
        assert selections[selection] == expected, selection


def test_there_are_golden_queries_of_every_stage() -> None:
    assert len(QUERIES) == 46
    assert {tuple(golden["tags"]) for golden in QUERIES} >= {("infinite", "start"), ("finite", "nine")}


def random_table(chance: random.Random, deck: list[Suited], more: int) -> tuple[Hands, list[Card], list[Suited]]:
    """A table after nine cards and up to `more` that follow by the rules, and the cards that did not come."""
    deck = chance.sample(deck, len(deck))
    players: Hands = [[deck.pop(), deck.pop()] for _ in PLAYERS]
    dealer: list[Card] = [deck.pop()]
    for _ in range(more):
        at = next_hand(players, dealer)
        if at is None:
            break
        (dealer if at == len(players) else players[at]).append(deck.pop())
    return players, dealer, deck


def next_hand(players: Hands, dealer: list[Card]) -> int | None:
    """Which hand takes the next card, 4 for the dealer's; None when the game is over."""
    up = hand_of(dealer[:1]).low
    for at, player in enumerate(players):
        if RULES.play.draws(hand_of(player), up):
            return at
    mask = 0
    for player in players:
        mask |= mask_of(final(hand_of(player)).rank)
    held = hand_of(dealer)
    return len(players) if dealer_draws(held) and end(held, mask) is None else None


def naive_odds(players: Hands, dealer: list[Card], left: naive.Left) -> naive.Found:
    """Every result's probability, the long way."""
    texts = [tuple(map(str, player)) for player in players]
    held = tuple(map(str, dealer))
    return {**naive.play_on(texts, held, left, to_end=True), **naive.play_on(texts, held, left, to_end=False)}


def assert_same(found: dict[str, Odds], expected: naive.Found) -> None:
    for selection, odds in found.items():
        if selection in PLAYERS:
            same = [expected.get(f"{selection} {what}", 0) for what in ("win", "tie", "lose")]
            assert [odds.win, odds.tie, odds.lose] == same, selection
        else:
            assert odds.win == expected.get(selection, 0), selection
            assert odds.tie == 0


@pytest.mark.parametrize("seed", range(8))
def test_a_small_shoe_card_by_card(seed: int) -> None:
    """A shoe of nine cards, all eight selections, exactly: every way in which the game can go on."""
    chance = random.Random(seed)
    while True:
        players, dealer, rest = random_table(chance, [card for card in DECK for _ in range(2)], seed % 5)
        left, gone = rest[:9], rest[9:]
        if sum(RULES.play.draws(hand_of(player), hand_of(dealer[:1]).low) for player in players) > 2:
            continue
        try:
            found = fair_odds(players, dealer, StandingShoe(2, tuple(gone)))
        except NoOdds:
            continue
        if len(found) == len(PLAYERS) + len(EXOTICS):
            break
    counted = {str(card): left.count(card) for card in left}
    assert_same(found, naive_odds(players, dealer, counted))


@pytest.mark.parametrize(
    ("players", "dealer"),
    [
        ("Ks 9s / Ts 8s / Tc 7c / 9h 9d", "Td 5c"),
        ("Ks As / 5s 3s 4s Ts / 5c 3c 4c Tc / 5d 3d 4d Th", "5h 2c 3d"),
        ("2s 3s 4s 2h As / Ts 8s / Ts 7s / 2h 3h 4d 5d Th", "4c 5c 2d"),
        ("As 2s 3c 4h Td / Ts 5s / 7c 7d / Kc Ad", "6s 3s 2h 4d"),
    ],
)
def test_the_infinite_deck_card_by_card(players: str, dealer: str) -> None:
    found = fair_odds(hands(players), cards(dealer), INFINITE)
    assert len(found) == len(PLAYERS) + len(EXOTICS)
    assert_same(found, naive_odds(hands(players), cards(dealer), None))


def test_a_game_that_all_players_lose_is_over_with_the_dealers_one_card() -> None:
    """X3.6: the dealer would still play, but the exotics are settled on the cards dealt."""
    found = fair_odds(hands("Ks 5s Th / Ts 5d Td / Tc 5c Kc / 9h 6h 8d"), cards("Kd"), INFINITE)
    assert {found[name].lose for name in PLAYERS} == {1}
    won = {name: found[name].win for name in EXOTICS}
    assert won == {"dealer_wins_or_ties_all": 1, "five_cards": 0, "all_unique": 1, "only_one_21": 0}


def next_cards(deck: Deck, table: Sequence[Card]) -> Iterator[tuple[Card, Fraction]]:
    """Each card that may come next, with its probability."""
    if not isinstance(deck, StandingShoe):
        yield from ((card, Fraction(1, 52)) for card in DECK)
        return
    left = {card: deck.decks - [*deck.gone, *table].count(card) for card in DECK}
    whole = sum(left.values())
    yield from ((card, Fraction(number, whole)) for card, number in left.items() if number)


@pytest.mark.parametrize("seed", [1, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("deck", [INFINITE, StandingShoe(1), StandingShoe(6)], ids=["infinite", "one", "six"])
def test_odds_now_are_the_mean_of_the_odds_after_the_next_card(deck: Deck, seed: int) -> None:
    """Whoever takes it: what is known exactly before and after agrees to the last digit."""
    chance = random.Random(seed)
    copies = deck.decks if isinstance(deck, StandingShoe) else 6
    players, dealer, _ = random_table(chance, [card for card in DECK for _ in range(copies)], seed)
    at = next_hand(players, dealer)
    if at is None:
        players, dealer = hands("Ks 9s / Ts 8s / Tc 7c / 9h 9d"), cards("Td")
        at = 4
    now = fair_odds(players, dealer, deck)
    means = dict.fromkeys(now, Fraction(0))
    for card, much in next_cards(deck, [card for hand in (*players, dealer) for card in hand]):
        dealt = [*players, dealer]
        dealt[at] = [*dealt[at], card]
        after = fair_odds(dealt[:4], dealt[4], deck)
        assert after.keys() >= now.keys()
        for selection in now:
            means[selection] += much * (after[selection].win + after[selection].tie / 2)
    assert means == {selection: odds.win + odds.tie / 2 for selection, odds in now.items()}


@pytest.mark.parametrize("deck", [INFINITE, StandingShoe(6), StandingShoe(1)])
def test_probabilities_add_up_to_one(deck: Deck) -> None:
    for seed in (1, 3, 4):
        players, dealer, _ = random_table(random.Random(seed), list(DECK), seed)
        for odds in fair_odds(players, dealer, deck).values():
            assert odds.win + odds.tie + odds.lose == 1
            assert min(odds.win, odds.tie, odds.lose) >= 0


@pytest.mark.parametrize("deck", [INFINITE, StandingShoe(6)])
def test_players_who_change_places_change_odds_and_nothing_else(deck: Deck) -> None:
    """Also suits: another for each is the same table."""
    players, dealer = hands("Ks 2s / As 7c / Tc 7c / 5h 6d"), cards("9d")
    found, turned = fair_odds(players, dealer, deck), fair_odds(players[::-1], dealer, deck)
    assert [found[name] for name in PLAYERS] == [turned[name] for name in PLAYERS[::-1]]
    assert [found.get(name) for name in EXOTICS] == [turned.get(name) for name in EXOTICS]
    other = {"s": "h", "h": "d", "d": "c", "c": "s"}
    recut = [[parse(str(card)[0] + other[str(card)[1]]) for card in hand] for hand in (*players, dealer)]
    assert fair_odds(recut[:4], recut[4], deck) == found


def test_equal_hands_have_equal_odds() -> None:
    found = fair_odds(hands("Ks 2s / Qh 2d / Jc 2h / Td 2c"), cards("9d"), StandingShoe(6))
    assert len({found[name] for name in PLAYERS}) == 1


def test_more_and_more_decks_come_near_the_infinite_one() -> None:
    players, dealer = hands("Ks 2s / As 7c / Tc 7c / 5h 6d"), cards("9d")
    endless = fair_odds(players, dealer, INFINITE)
    apart = []
    for decks in (6, 60, 600, 6000):
        found = fair_odds(players, dealer, StandingShoe(decks))
        apart.append(max(abs(found[name].win - endless[name].win) for name in PLAYERS))
    assert all(9 < before / after < 11 for before, after in itertools.pairwise(apart))


def test_a_card_that_is_gone_counts() -> None:
    """Without the tens of three decks the dealer's ten is less."""
    players, dealer = hands("Ks 9s / Ts 8s / Tc 7c / 9h 9d"), cards("Td")
    tens = tuple(card for card in DECK if card.rank in (10, 11, 12, 13)) * 3
    rich, poor = (fair_odds(players, dealer, StandingShoe(6, gone)) for gone in ((), tens))
    assert poor["player1"].win > rich["player1"].win


def test_what_a_house_counts() -> None:
    """X2.2: where only players count, the dealer's five cards and 21 do not."""
    players, dealer = hands("Ks 9s / Ts 8s / Tc 7c / 9h 9d"), cards("2d 2h 2c 2s")
    only = Rules(RULES.play, "players", "players")
    assert fair_odds(players, dealer, INFINITE)["five_cards"].win == 1
    assert fair_odds(players, dealer, INFINITE, only)["five_cards"].win == 0
    players, dealer = hands("Ks 9s / Ts 8s / Tc 7c / 9h 9d"), cards("Td")
    assert fair_odds(players, dealer, INFINITE)["only_one_21"].win > 0
    assert fair_odds(players, dealer, INFINITE, only)["only_one_21"].win == 0


REFUSED = {
    "three hands": ("Ks 9s / Ts 8s / Tc 7c", "Td", "X6.1", "always four"),
    "a hand of one card": ("Ks / Ts 8s / Tc 7c / 9h 9d", "Td", "X6.1", "not complete"),
    "no dealer's card": ("Ks 9s / Ts 8s / Tc 7c / 9h 9d", "", "X6.1", "not complete"),
    "a card after standing": ("Ks 9s 2c / Ts 8s / Tc 7c / 9h 9d", "Td", "X6.1", "player1 has Ks 9s and takes no 2c"),
    "a card after a bust": ("Ks 5s Th 2c / Ts 8s / Tc 7c / 9h 9d", "Td", "X6.1", "player1 has Ks 5s Th"),
    "a card after blackjack": ("Ks 9s / As Ts 2c / Tc 7c / 9h 9d", "Td", "X6.1", "player2 has As Ts"),
    "six cards": ("2s 2s 2h 2d 2c 3c / Ts 8s / Tc 7c / 9h 9d", "Td", "X6.1", "player1 has 2s 2s 2h 2d 2c"),
    "out of turn": ("5s 6s / 5h 6h 2c / Tc 7c / 9h 9d", "Td", "X6.1", "player2 has drawn before player1"),
    "a dealer's card too early": ("5s 6s / Ts 8s / Tc 7c / 9h 9d", "Td 2c", "X6.1", "player1 is still to draw"),
    "a dealer who stood": ("Ks 9s / Ts 8s / Tc 7c / 9h 9d", "Td 7s 2c", "X6.1", "the dealer has Td 7s"),
    "a dealer who stood soft": ("Ks 9s / Ts 8s / Tc 7c / 9h 9d", "As 6s 2c", "X6.1", "the dealer has As 6s"),
    "all bust": ("Ks 5s Th / Ts 5d Td / Tc 5c Kc / 9h 6h 8d", "Td 2c", "X6.1", "the game is over"),
    "a joker": ("Ks 9s / Ts 8s / Tc 7c / 9h 9d", "Jk", "X1.2", "no jokers"),
}


@pytest.mark.parametrize("deck", [INFINITE, StandingShoe(6)], ids=["infinite", "six"])
@pytest.mark.parametrize(("players", "dealer", "clause", "says"), REFUSED.values(), ids=list(REFUSED))
def test_what_no_game_can_reach_has_no_odds(players: str, dealer: str, clause: str, says: str, deck: Deck) -> None:
    with pytest.raises(NoOdds, match=says) as caught:
        fair_odds(hands(players), cards(dealer), deck)
    assert caught.value.clause == clause


def test_every_state_of_a_game_has_odds() -> None:
    """From the nine cards to the end, whoever draws."""
    for seed in range(30):
        for more in range(17):
            players, dealer, _ = random_table(random.Random(seed), list(DECK), more)
            lay(players, dealer, StandingShoe(1), RULES.play)
            if next_hand(players, dealer) is None:
                break
        else:
            pytest.fail("no game takes so many cards")


def test_more_of_a_card_than_there_are() -> None:
    players, dealer = hands("Ks 9s / Ts 8s / Tc 7c / Ks 9d"), cards("Td")
    assert "all_unique" in fair_odds(players, dealer, StandingShoe(2))
    for shoe in (StandingShoe(1), StandingShoe(2, (parse("Ks"),))):
        with pytest.raises(NoOdds, match="of Ks have come") as caught:
            fair_odds(players, dealer, shoe)
        assert caught.value.clause == "X1.2"


def test_before_the_first_card_only_the_infinite_deck_has_odds() -> None:
    nothing: Hands = [[], [], [], []]
    assert fair_odds(nothing, [], INFINITE)["player4"] == fair_odds(nothing, [], INFINITE)["player1"]
    with pytest.raises(NoOdds, match="infinite deck only") as caught:
        fair_odds(nothing, [], StandingShoe(6))
    assert caught.value.clause == "X6.1"


def test_a_shoe_that_may_run_out_has_no_odds() -> None:
    players, dealer = hands("Ks 9s / Ts 8s / Tc 7c / 9h 9d"), cards("4d")
    table = [card for hand in (*players, dealer) for card in hand]
    rest = [card for card in DECK if card not in table]
    left = cards("2c 2h")
    gone = tuple(card for card in rest if card not in left)
    with pytest.raises(NoOdds, match="2 cards are left in the shoe"):
        fair_odds(players, dealer, StandingShoe(1, gone))
    enough = tuple(card for card in gone if str(card) not in ("Kd", "Qd"))
    assert len(fair_odds(players, dealer, StandingShoe(1, enough))) == len(PLAYERS) + len(EXOTICS)


@pytest.mark.parametrize("deck", [INFINITE, StandingShoe(2)], ids=["infinite", "two"])
def test_a_simulation_agrees_with_the_exact_figures(deck: Deck) -> None:
    """Within four standard errors of each, at a fixed seed."""
    players, dealer = hands("5s 6s / Ts 8s / Tc 9c / As Td"), cards("9h")
    exact = fair_odds(players, dealer, deck)
    table = lay(players, dealer, deck, RULES.play)
    found = simulate(table, RULES, EXOTICS, games=4000)
    assert exact.keys() >= set(EXOTICS)
    for selection, simulated in found.items():
        assert abs(simulated.win - exact[selection].win) < 4 * simulated.error, selection
    assert simulate(table, RULES, EXOTICS, games=4000) == found
    assert simulate(table, RULES, EXOTICS, games=4000, seed=2) != found


def test_what_is_not_exact_is_simulated_and_stands_apart() -> None:
    players, dealer = hands("2s 2h / 3s 3h / 4s 2d / As Ah"), cards("Td")
    found = all_odds(players, dealer, StandingShoe(6))
    assert {*found.exact, *found.simulated} == {*PLAYERS, *EXOTICS}
    assert found.simulated
    assert not found.exact.keys() & found.simulated.keys()
    assert all(0 < one.error < 0.02 for one in found.simulated.values())
    assert not all_odds(players, dealer, StandingShoe(6), games=0).simulated


def test_decimals_are_rounded_half_up() -> None:
    assert [decimal(Fraction(number), 2) for number in ("0.005", "0.0049", "1", "12.345", "0")] == [
        "0.01",
        "0.00",
        "1.00",
        "12.35",
        "0.00",
    ]


def test_fair_odds_count_a_dead_heat_half() -> None:
    assert Odds(Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)).fair == 2
    assert Odds(Fraction(0), Fraction(0), Fraction(1)).fair is None


def test_the_time_that_odds_take() -> None:
    found = measure(tables=3)
    for deck, allowed in ALLOWED.items():
        assert 0 < found[deck] < allowed, deck
