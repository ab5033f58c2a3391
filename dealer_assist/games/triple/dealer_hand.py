"""T4.6: the hole card is turned, insurance and blackjacks are settled, the dealer draws, hands are compared."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from dealer_assist.blackjack_hands import is_blackjack, is_soft, least, total
from dealer_assist.cards import JOKER, Card, Joker
from dealer_assist.game import Dealt, Refused
from dealer_assist.games.triple import forced, poker
from dealer_assist.games.triple.draft import Draft, hand_name
from dealer_assist.games.triple.rules import Options
from dealer_assist.games.triple.state import RETURNED, Hand, Seat


def is_natural(seat: Seat, hand: Hand, options: Options) -> bool:
    """A blackjack on the first two cards; 21 on a split hand (T4.4) and a joker's (T7.2) as the house says."""
    if not is_blackjack(hand.cards) or (seat.is_split and not options.split_21_is_blackjack):
        return False
    return options.joker_makes_blackjack or JOKER not in hand.cards


def is_turned(draft: Draft) -> bool:
    """Whether the hole card is turned: always, or only where a hand or insurance waits for it."""
    if draft.options.hole_always_turned or draft.options.dealer_always_draws:
        return True
    return any(not hand.decided or seat.insurance for seat, _, hand in draft.hands())


def turn(draft: Draft, card: Card) -> None:
    """The hole card that no device had read is turned and named."""
    draft.dealer = (draft.dealer[0], card)
    turn_hole(draft)


def turn_hole(draft: Draft) -> None:
    """The hole card is turned: a joker pushes (T8.2), else insurance and blackjacks are settled."""
    draft.hole_down = False
    dealer = cast(tuple[Card, ...], draft.dealer)
    if isinstance(dealer[1], Joker):
        forced.dealer_joker(draft)
        return
    natural = is_blackjack(dealer)
    insurance = draft.pays.insurance
    for seat in draft.playing():
        draft.settle_insurance(seat.number, insurance.win if natural else insurance.lose, "win" if natural else "lose")
    for seat, index, hand in draft.hands():
        if hand.decided:
            continue
        if natural:
            _against_blackjack(draft, seat, index, hand)
        elif is_natural(seat, hand, draft.options):
            draft.settle_hand(seat.number, index, draft.pays.blackjack.blackjack, "blackjack")
    draft.phase = "dealer"
    _go_on(draft)


def _against_blackjack(draft: Draft, seat: Seat, index: int, hand: Hand) -> None:
    """A hand that waits meets the dealer's blackjack (T4.3)."""
    options = draft.options
    if is_natural(seat, hand, options):
        pushes = options.both_blackjack_push
    else:
        pushes = not options.dealer_blackjack_beats_21 and total(hand.cards) == 21
    pays = draft.pays.blackjack
    if least(hand.cards) > 21:
        draft.settle_hand(seat.number, index, pays.lose, "bust")
    elif pushes:
        draft.settle_hand(seat.number, index, pays.push, "push")
    elif not options.original_stake_only:
        draft.settle_hand(seat.number, index, pays.lose, "lose")
    elif index:
        draft.settle_hand(seat.number, index, draft.pays.forced_push, "push", RETURNED)
    else:
        _lose_original(draft, seat, hand)


def _lose_original(draft: Draft, seat: Seat, hand: Hand) -> None:
    """The stake that doubling added comes back. The poker stake is as large as the blackjack stake was before."""
    added = hand.stake - seat.poker
    draft.put_hand(seat.number, 0, replace(hand, stake=seat.poker))
    draft.settle_hand(seat.number, 0, draft.pays.blackjack.lose, "lose")
    if added:
        draft.settle(seat.number, hand_name(0), added, draft.pays.forced_push, "push", RETURNED)


def draws(draft: Draft, event: Dealt) -> Refused | None:
    """A further card of the dealer; a joker pushes (T8.2)."""
    if event.card is None:
        return Refused("T4.6", "the dealer's further cards lie face up: name the card")
    draft.dealer = (*draft.dealer, event.card)
    if isinstance(event.card, Joker):
        forced.dealer_joker(draft)
    else:
        _go_on(draft)
    return None


def _go_on(draft: Draft) -> None:
    """The dealer draws while some hand is undecided, then the hands are compared (T4.2)."""
    own = total(cast(tuple[Card, ...], draft.dealer))
    waiting = [(seat, index, hand) for seat, index, hand in draft.hands() if not hand.decided]
    # Who is bust may have to wait as well, but the dealer does not draw for it.
    contested = any(least(hand.cards) <= 21 for _, _, hand in waiting)
    if (contested or draft.options.dealer_always_draws) and _has_to_draw(draft, own):
        return
    pays = draft.pays.blackjack
    for seat, index, hand in waiting:
        theirs = total(hand.cards)
        if theirs > 21:
            draft.settle_hand(seat.number, index, pays.lose, "bust")
        elif own > 21 or theirs > own:
            draft.settle_hand(seat.number, index, pays.win, "win")
        elif theirs == own:
            draft.settle_hand(seat.number, index, pays.push, "push")
        else:
            draft.settle_hand(seat.number, index, pays.lose, "lose")
    poker.begin(draft)


def _has_to_draw(draft: Draft, own: int) -> bool:
    """Below 17, and on a soft 17 where the house says so (T4.3)."""
    stands_on = draft.options.dealer_stands_on
    if own != stands_on or not draft.options.dealer_hits_soft:
        return own < stands_on
    return is_soft(cast(tuple[Card, ...], draft.dealer))
