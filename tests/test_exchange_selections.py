"""When an outcome is certain: against every way that the dealer's hand can go on, counted card by card (X3.5)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from dealer_assist.cards import Card, parse
from dealer_assist.games import catalogue
from dealer_assist.games.exchange_blackjack.rules import ExchangeHouse, Options
from dealer_assist.games.exchange_blackjack.selections import SELECTIONS, certain, in_the_end

HOUSE: Final[ExchangeHouse] = catalogue.load_house("exchange_blackjack")
#: A card of each worth.
FACES: Final = [parse(text) for text in ("Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc")]
WORTH: Final = {face: worth for worth, face in enumerate(FACES, start=1)}


def total(cards: tuple[Card, ...]) -> int:
    """The best total, by trying the first ace both ways."""
    low, ace, _ = numbers(cards)
    return low + 10 if ace and low + 10 <= 21 else low


def numbers(cards: tuple[Card, ...]) -> tuple[int, bool, int]:
    """The total with aces as 1, whether there is one, the number of cards."""
    worths = [WORTH[card] for card in cards]
    return sum(worths), 1 in worths, len(cards)


def strength(cards: tuple[Card, ...]) -> tuple[int, int]:
    """The rank of a final hand: five cards, then blackjack, then the total."""
    if total(cards) > 21:
        return (0, 0)
    if len(cards) == 5:
        return (3, 0)
    return (2, 0) if len(cards) == 2 and total(cards) == 21 else (1, total(cards))


def endings(dealer: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every hand that the dealer may end with."""
    if total(dealer) >= 17 or len(dealer) == 5:
        yield dealer
        return
    for face in FACES:
        yield from endings((*dealer, face))


def results(hands: list[tuple[Card, ...]], dealer: tuple[Card, ...], options: Options) -> list[str]:
    """The outcomes of all selections but `all_unique`, when every hand is at its end."""
    found = []
    for cards in hands:
        mine, his = strength(cards), strength(dealer)
        found.append("lose" if mine == (0, 0) or mine < his else "dead_heat" if mine == his else "win")
    found.append("lose" if "win" in found else "win")
    fives = [*hands, dealer] if options.five_cards_counts == "all" else hands
    found.append("win" if any(strength(cards)[0] == 3 for cards in fives) else "lose")
    counted = [*hands, dealer] if options.only_one_21_counts == "all" else hands
    found.append("win" if sum(total(cards) == 21 for cards in counted) == 1 else "lose")
    return found


def finished(random: Random, dealer: Card) -> tuple[Card, ...]:
    """A player's hand, played to its end by the table, often with small cards or an ace first."""
    cards: tuple[Card, ...] = ()
    faces = random.choice([FACES, FACES[:5], [FACES[0], FACES[9]]])
    while True:
        if not HOUSE.play.draws(*numbers(cards), WORTH[dealer]):
            return cards
        cards = (*cards, random.choice(faces))


@pytest.mark.parametrize("seed", range(70))
def test_what_is_certain_is_what_every_ending_gives(seed: int) -> None:
    """For finished hands of the players and one to five cards of the dealer, at each way of counting."""
    random = Random(seed)
    up = random.choice(FACES)
    dealer: tuple[Card, ...] = (up,)
    hands = [finished(random, up) for _ in range(4)]
    counts = random.choice(["all", "players"]), random.choice(["all", "players"])
    house = {**HOUSE.values, "five_cards_counts": counts[0], "only_one_21_counts": counts[1]}
    options = Options(**house)
    for _ in range(random.choice([0, 1, 1, 2, 2, 3, 4])):
        if total(dealer) < 17 and len(dealer) < 5:
            dealer = (*dealer, random.choice(FACES))
    outcomes = [set(each) for each in zip(*(results(hands, end, options) for end in endings(dealer)), strict=True)]
    wanted = [next(iter(each)) if len(each) == 1 else None for each in outcomes]
    found = certain((*hands, dealer), HOUSE.play, options)
    assert [outcome for name, outcome in zip(SELECTIONS, found, strict=True) if name != "all_unique"] == wanted


@pytest.mark.parametrize("seed", range(30))
def test_what_is_certain_stays_so(seed: int) -> None:
    """From card to card over a whole game nothing certain becomes another outcome, and in the end all is known."""
    random = Random(seed)
    hands: list[tuple[Card, ...]] = [()] * 5
    known: list[str | None] = [None] * len(SELECTIONS)

    def deal(place: int) -> None:
        hands[place] = (*hands[place], random.choice(FACES))
        now = certain(tuple(hands), HOUSE.play, HOUSE.played)
        assert all(old in (None, new) for old, new in zip(known, now, strict=True))
        known[:] = now

    for place in (0, 1, 2, 3, 4, 0, 1, 2, 3):
        deal(place)
    for place in range(4):
        while HOUSE.play.draws(*numbers(hands[place]), WORTH[hands[4][0]]):
            deal(place)
    while total(hands[4]) < 17 and len(hands[4]) < 5:
        deal(4)
    assert all(outcome for name, outcome in zip(SELECTIONS, known, strict=True) if name != "all_unique")
    # By then only the repeat that did not come is open, and it has won.
    ends = [in_the_end(tuple(hands), number, HOUSE.played) for number in range(4, 8) if known[number] is None]
    assert ends in ([], ["win"])
