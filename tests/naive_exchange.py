"""Odds of Exchange Blackjack the long way: the whole game played out card by card, every way that it can go.

Nothing here is shared with the program but the text of the players' table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from dealer_assist import house as houses
from dealer_assist.games.exchange_blackjack.rules import ExchangeHouse

TABLE = houses.load(houses.built_in("exchange_blackjack"), ExchangeHouse).logic
ALL_CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]
#: What is left: each card and how many of it, or None for the infinite deck.
Left = Mapping[str, int] | None
Found = dict[str, Fraction]


def value(card: str) -> int:
    return 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def total(cards: Sequence[str]) -> int:
    least = sum(map(value, cards))
    return least + 10 if least <= 11 and any(card[0] == "A" for card in cards) else least


def draws(cards: Sequence[str], up: str) -> bool:
    """X5.1, read from the table anew."""
    if total(cards) >= 21 and len(cards) == 2:
        return False
    if total(cards) > 21 or len(cards) == 5:
        return False
    least = sum(map(value, cards))
    row = f"A{least - 1}" if total(cards) > least else str(least)
    play = TABLE[row]["23456789TA".index("T" if value(up) == 10 else up[0])]
    return len(cards) >= {"H": 2, "H3": 3, "H4": 4, "S": 5}[play]


def dealer_draws(cards: Sequence[str]) -> bool:
    return total(cards) < 17 and len(cards) < 5


def beats(cards: Sequence[str], others: Sequence[str]) -> bool:
    return strength(cards) > strength(others)


def strength(cards: Sequence[str]) -> tuple[int, int]:
    if total(cards) > 21:
        return (0, 0)
    if len(cards) == 5:
        return (3, 0)
    return (2, 0) if len(cards) == 2 and total(cards) == 21 else (1, total(cards))


def result(player: Sequence[str], dealer: Sequence[str]) -> str:
    if total(player) > 21 or beats(dealer, player):
        return "lose"
    return "win" if beats(player, dealer) else "tie"


_ENDS: dict[tuple[str, ...], list[tuple[str, ...]]] = {}


def dealer_ends(dealer: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The hands that the dealer can come to, one suit for all: what can be reached is a matter of ranks."""
    if dealer not in _ENDS:
        more = ["As", *(f"{rank}s" for rank in "23456789T")]
        _ENDS[dealer] = (
            [end for card in more for end in dealer_ends((*dealer, card))] if dealer_draws(dealer) else [dealer]
        )
    return _ENDS[dealer]


_OVER: dict[tuple[tuple[str, ...], tuple[int, int], bool], bool] = {}


def is_settled(player: Sequence[str], dealer: tuple[str, ...]) -> bool:
    key = (tuple(sorted(dealer)), strength(player), total(player) > 21)
    if key not in _OVER:
        _OVER[key] = len({result(player, end) for end in dealer_ends(dealer)}) == 1
    return _OVER[key]


def after(left: Left) -> Iterator[tuple[str, Fraction, Left]]:
    """Each card that may come next, its probability and what is left then."""
    if left is None:
        yield from ((card, Fraction(1, 52), None) for card in ALL_CARDS)
        return
    whole = sum(left.values())
    for card, number in left.items():
        if number:
            yield card, Fraction(number, whole), {**left, card: number - 1}


def play_on(players: list[tuple[str, ...]], dealer: tuple[str, ...], left: Left, to_end: bool) -> Found:
    """The probability of each result, as `player1 win` or `five_cards`; the dealer plays `to_end` or the game stops."""
    found: Found = defaultdict(Fraction)
    drawing = next((at for at, cards in enumerate(players) if draws(cards, dealer[0])), None)
    if drawing is not None:
        for card, much, rest in after(left):
            more = [*players[:drawing], (*players[drawing], card), *players[drawing + 1 :]]
            add(found, play_on(more, dealer, rest, to_end), much)
        return found
    stops = not to_end and all(is_settled(player, dealer) for player in players)
    if dealer_draws(dealer) and not stops:
        for card, much, rest in after(left):
            add(found, play_on(players, (*dealer, card), rest, to_end), much)
        return found
    if to_end:
        for number, player in enumerate(players, 1):
            found[f"player{number} {result(player, dealer)}"] += 1
        return found
    return dict.fromkeys(exotics_won(players, dealer), Fraction(1))


def exotics_won(players: list[tuple[str, ...]], dealer: tuple[str, ...]) -> Iterator[str]:
    """X2.2 and X3.6, on the cards that were dealt when the game was over."""
    if not any(result(player, dealer_ends(dealer)[0]) == "win" for player in players):
        yield "dealer_wins_or_ties_all"
    five_certain = all(len(end) == 5 and total(end) <= 21 for end in dealer_ends(dealer))
    if five_certain or any(len(player) == 5 and total(player) <= 21 for player in players):
        yield "five_cards"
    cards = [card for hand in (*players, dealer) for card in hand]
    if len(set(cards)) == len(cards):
        yield "all_unique"
    if sum(total(hand) == 21 for hand in (*players, dealer)) == 1:
        yield "only_one_21"


def add(found: Found, more: Found, much: Fraction) -> None:
    for name, probability in more.items():
        found[name] += much * probability
