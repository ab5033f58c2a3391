"""Simple ways to play Triple, for working out what a house costs: what a seat does where it may choose.

They look at the player's own cards and the dealer's up card, count no cards, chase no premium or poker hand and
never insure. Chips are no limit. They pick among the acts that the game offers, so a play can't break a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from dealer_assist.blackjack_hands import is_soft, total
from dealer_assist.cards import Card, Joker
from dealer_assist.game import Act, Choice
from dealer_assist.games.triple.state import State

#: One number for each up card from 2 to 10, the last one for an ace.
ByUpCard = tuple[int, int, int, int, int, int, int, int, int, int]


class Play(msgspec.Struct, frozen=True):
    """A play by its few numbers.

    `hard` and `soft` are the totals from which a hand stands, soft if an ace or a joker counts more than its
    least. `doubles` gives for a hard total the up cards (ace 11) against which it is doubled.
    """

    words: str
    hard: ByUpCard
    soft: ByUpCard
    doubles: Mapping[int, range]
    splits: bool
    tie: str

    def answer(self, state: State, choice: Choice) -> Act:
        """What the seat that is to choose does."""
        offered = {offer.act for offer in choice.offers}
        if "surrender" in offered:
            return Act(choice.seat, self.tie if self.tie in offered else "surrender")
        if "no_insurance" in offered:
            return Act(choice.seat, "no_insurance")
        seat = next(seat for seat in state.seats if seat.number == choice.seat)
        return Act(choice.seat, self.move(seat.hands[state.hand].cards, up_card_worth(state.dealer[0]), offered))

    def move(self, cards: tuple[Card, ...], against: int, offered: set[str]) -> str:
        """What to do of what is `offered` with a blackjack hand, against an up card of that worth (2–11)."""
        if "split" in offered and self.splits:
            return "split"
        own = total(cards)
        if is_soft(cards):
            return "hit" if own < self.soft[against - 2] else "stand"
        if "double" in offered and against in self.doubles.get(own, ()):
            return "double"
        return "hit" if own < self.hard[against - 2] else "stand"


def up_card_worth(up: Card | None) -> int:
    """What the up card is worth at best. A joker as up card ends the round (T8.1), so nobody plays against it."""
    if up is None or isinstance(up, Joker):
        raise ValueError("the up card is no card that a player can play against")
    return total((up,))


_ALWAYS_17: Final = (17,) * 10

#: The plays there are, by name.
PLAYS: Final = {
    "simple": Play(
        words=(
            "go to war; split aces; no insurance; double 9 against 3-6, 10 against 2-9, 11 against 2-10; stand on "
            "hard 13 against 2-3, 12 against 4-6, else 17; on soft 18, against 9, 10 and ace 19"
        ),
        hard=(13, 13, 12, 12, 12, 17, 17, 17, 17, 17),
        soft=(18, 18, 18, 18, 18, 18, 18, 19, 19, 19),
        doubles={9: range(3, 7), 10: range(2, 10), 11: range(2, 11)},
        splits=True,
        tie="go_to_war",
    ),
    "dealer": Play(
        words="go to war; then as the dealer: stand on 17, hard or soft; never double, split or insure",
        hard=_ALWAYS_17,
        soft=_ALWAYS_17,
        doubles={},
        splits=False,
        tie="go_to_war",
    ),
    "timid": Play(
        words="surrender a tie; stand on 12, against 7 to ace on 17; never double, split or insure",
        hard=(12, 12, 12, 12, 12, 17, 17, 17, 17, 17),
        soft=_ALWAYS_17,
        doubles={},
        splits=False,
        tie="surrender",
    ),
}
