"""What the camera has seen look after look, against what should lie on the felt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from dealer_assist.cards import Card
from dealer_assist.fusion import Extra, Felt
from dealer_assist.game import BURN
from dealer_assist.unseen import Unseen


class Watch:
    """Finds the differences between felt and record.

    It is armed once the felt was seen clear: cards of the round before are no news. A difference is believed after
    `steady` looks with no hand over its box, for under one that leaves, cards come to light one by one. `patience` is
    of cards that are never seen (`Unseen`).
    """

    def __init__(self, steady: int, patience: int = 12) -> None:
        self._steady = steady
        self._unseen = Unseen(patience)
        #: Cards of the record that the camera has never seen in their box.
        self.unseen: tuple[Extra, ...] = ()
        self._seen: Counter[tuple[str, Card]] = Counter()
        self._dismissed: set[tuple[str, Card]] = set()
        #: How often each card was seen among the burned ones while it was not looked for.
        self._burned: Counter[Card] = Counter()
        self.armed = False
        self.unsure = 0
        self.confirmed: dict[str, int] = {}
        #: What the last look saw by box and the record does not have there: a likely truth of a card recorded wrongly.
        self.also: dict[str, tuple[Card, ...]] = {}

    def reset(self) -> None:
        """A new round: wait for a clear felt."""
        self._seen.clear()
        self._unseen.reset()
        self._dismissed.clear()
        self._burned.clear()
        self.unseen = ()
        self.confirmed = {}
        self.also = {}
        self.armed = False

    def dismiss(self, box: str, card: Card) -> None:
        """A person has said that the record is right: do not report this again in this round."""
        self._dismissed.add((box, card))

    def see(
        self,
        felt: Felt,
        lies: Mapping[str, Sequence[Card]],
        burned: Sequence[Card] = (),
        at_mouth: Sequence[Card] = (),
        down: Collection[tuple[str, Card]] = (),
    ) -> tuple[Extra, ...]:
        """The differences that have become steady with this look; none while waiting for a clear felt.

        `burned` and `at_mouth` are cards seen where burned ones lie and at the mouth of the shoe. Neither is dealt: one
        among the burned is news only if it came there when it was due in a box, one at the mouth is still on its way.
        `down` are cards that were dealt face down: once the record shows one, the dealer is about to turn it.
        """
        self.unsure = sum(felt.unsure.values())
        if not self.armed:
            self.armed = felt.is_clear
            return ()
        extra: set[tuple[str, Card]] = set()
        self.confirmed = {}
        self.also = {}
        for box, cards in felt.named.items():
            there = Counter(lies.get(box, ()))
            seen = Counter(cards)
            self.confirmed[box] = (there & seen).total()
            extra |= {(box, card) for card in seen - there}
            if seen - there:
                self.also[box] = tuple((seen - there).elements())
        extra -= self._dismissed
        extra |= {(BURN, card) for card in self._due(felt, lies, burned)} - self._dismissed
        self.unseen = self._unseen.look(felt, lies, self._dismissed, at_mouth, down)
        self._seen = Counter({key: self._seen[key] + (key[0] not in felt.covered) for key in extra})
        steady = [key for key in sorted(extra, key=str) if self._seen[key] >= self._steady]
        return tuple(Extra(box, card, beside=self._unseen.found(box)) for box, card in steady)

    def _due(self, felt: Felt, lies: Mapping[str, Sequence[Card]], burned: Sequence[Card]) -> list[Card]:
        """The cards that have come among the burned while the record had them in a box where they are not seen."""
        looked_for = {card for box, cards in lies.items() for card in Counter(cards) - Counter(felt.named.get(box, ()))}
        seen = Counter(burned)
        for card in seen.keys() - looked_for:
            self._burned[card] = max(self._burned[card], seen[card])
        return [card for card in seen if card in looked_for and seen[card] > self._burned[card]]
