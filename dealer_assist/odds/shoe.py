"""Odds of a shoe as it stands: every card that is gone counts (X1.2, X6.1).

A hand alone: what others draw before it leaves its next card as it was. Together: one sum over what all draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from dealer_assist.exposure import Outcome
from dealer_assist.games.exchange_blackjack.logic import outcome
from dealer_assist.odds.courses import Products, dealing, of_dealer, of_game, of_game_in_cards, of_player
from dealer_assist.odds.hands import End, Hand, Players, mask_of
from dealer_assist.odds.infinite import Together
from dealer_assist.odds.urn import NOTHING, Draw, Urn, numbers


class DealerAfter:
    """The dealer's final hands after some draw, each weighed once however many hands may draw the same."""

    def __init__(self, urn: Urn, dealer: Hand) -> None:
        self.urn = urn
        self._dealing = dealing(dealer)
        self._ends = of_dealer(dealer)
        self._known: dict[Draw, list[tuple[int, int, int]]] = {}

    def __call__(self, draw: Draw) -> list[tuple[int, int, int]]:
        """Rank, cards drawn by the dealer, weight of both draws together."""
        if draw not in self._known:
            products = self._dealing.products(self.urn, draw)
            self._known[draw] = [(end.last, end.cards, end.of(products)) for end in self._ends] if products else []
        return self._known[draw]


def player_outcomes(players: Players, hand: Hand, up: int, after: DealerAfter) -> Mapping[Outcome, Fraction]:
    """The outcomes of one player's hand; they sum to less than 1 where the shoe may run out."""
    weights: Counter[tuple[Outcome, int]] = Counter()
    for course in of_player(players, hand, up):
        for rank, cards, weight in after(course.draw):
            weights[outcome(course.last.rank, rank), course.cards + cards] += course.orders * weight
    return _over(weights, after.urn)


def _over(weights: Mapping[tuple[Outcome, int], int], urn: Urn) -> Mapping[Outcome, Fraction]:
    found: dict[Outcome, Fraction] = {"win": Fraction(0), "dead_heat": Fraction(0), "lose": Fraction(0)}
    for (what, cards), weight in weights.items():
        if weight:
            found[what] += Fraction(weight, urn.whole[cards])
    return found


#: What all players draw until they stand, by what their hands then are, in so many orders.
Drawn = Mapping[tuple[Draw, Together], int]


def all_players_draw(players: Players, hands: Sequence[Hand], up: int, most: int) -> Drawn | None:
    """What all players draw together; None if that is more than `most` different draws."""
    found: Counter[tuple[Draw, Together]] = Counter({(NOTHING, Together(0, 0)): 1})
    for hand in hands:
        courses = of_player(players, hand, up)
        both: Counter[tuple[Draw, Together]] = Counter()
        for (draw, (mask, of_21)), orders in found.items():
            for course in courses:
                so_far = Together(mask | mask_of(course.last.rank), min(2, of_21 + course.last.is_21))
                both[draw + course.draw, so_far] += orders * course.orders
            if len(both) > most:
                return None
        found = both
    return found


def games(drawn: Drawn, dealer: Hand, urn: Urn) -> Mapping[tuple[Together, End], Fraction]:
    """The exact probability of all that the exotics ask of a game; less than 1 in all where the shoe may run out."""
    weights: Counter[tuple[Together, End, int]] = Counter()
    for together, orders, before, products in _each(drawn, dealer, urn):
        for last in of_game(dealer, together.mask):
            weights[together, last.last, before + last.cards] += orders * last.of(products)
    found: dict[tuple[Together, End], Fraction] = {}
    for (together, last_of_all, cards), weight in weights.items():
        if weight:
            what = together, last_of_all
            found[what] = found.get(what, Fraction(0)) + Fraction(weight, urn.whole[cards])
    return found


def all_games(drawn: Drawn, dealer: Hand, urn: Urn) -> Fraction:
    """The exact probability that a game ends within `urn`: of `unlike` cards, that no two cards of it are equal."""
    weights: Counter[int] = Counter()
    for together, orders, before, products in _each(drawn, dealer, urn):
        for last in of_game_in_cards(dealer, together.mask):
            weights[before + last.cards] += orders * last.of(products)
    return sum((Fraction(weight, urn.whole[cards]) for cards, weight in weights.items() if weight), Fraction(0))


def _each(drawn: Drawn, dealer: Hand, urn: Urn) -> Iterator[tuple[Together, int, int, Products]]:
    """What the players hold, in how many orders, by how many cards, and the dealer's products after them."""
    known: dict[Draw, tuple[int, Products]] = {}
    deal = dealing(dealer)
    for (draw, together), orders in drawn.items():
        if draw not in known:
            known[draw] = sum(numbers(draw)), deal.products(urn, draw)
        before, products = known[draw]
        if products:
            yield together, orders, before, products
