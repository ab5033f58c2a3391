"""T4: Blackjack on the war cards. Second cards, insurance, play seat by seat, the dealer's hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, cast

from msgspec.structs import replace

from dealer_assist import money
from dealer_assist.blackjack_hands import is_blackjack, least, total
from dealer_assist.cards import ACE, Card, Joker, Suited
from dealer_assist.game import DEALER, Act, Dealt, Offer, Refused, To
from dealer_assist.games.triple import forced, poker
from dealer_assist.games.triple.draft import Draft
from dealer_assist.games.triple.premiums import earned
from dealer_assist.games.triple.state import Hand, Seat, State

INSURANCE = frozenset({"insure", "no_insurance"})


def is_natural(seat: Seat, index: int) -> bool:
    """A blackjack on the first two cards; 21 on a split hand is none (T4.4)."""
    return not seat.is_split and is_blackjack(seat.hands[index].cards)


def next_second(seats: Iterable[Seat]) -> To:
    """Who gets the next second card (T4.1)."""
    return next((seat.number for seat in seats if seat.playing and len(seat.hands[0].cards) == 1), DEALER)


def second(draft: Draft, event: Dealt) -> Refused | None:
    """A second card; the dealer's lies face down and starts insurance or play."""
    if event.to != DEALER:
        if event.card is None:
            return Refused("T4.1", "players' cards lie face up: name the card")
        _lands(draft, int(event.to), 0, event.card)
        return None
    if event.card is None and draft.options.dealer_peek:
        return Refused("T4.3", "this house's dealer peeks: the hole card has to be read by a device")
    draft.dealer = (*draft.dealer, event.card)
    draft.hole_down = True
    if is_ace(draft.dealer[0]):
        draft.phase = "insurance"
        _asked_all(draft)
    else:
        _begin_play(draft)
    return None


def is_ace(card: Card | None) -> bool:
    """Whether the card is an ace of any suit."""
    return isinstance(card, Suited) and card.rank == ACE


def _lands(draft: Draft, number: int, index: int, card: Card) -> None:
    """A card joins a hand: bonus first, then premium, bust, and whether the hand may go on."""
    seat = draft.seats[number]
    hand = seat.hands[index]
    draft.bonus(number, card, hand.stake)
    hand = replace(hand, cards=hand.cards + (card,))
    draft.put_hand(number, index, hand)
    premium = None if seat.is_split else earned(hand.cards, draft.pays.premiums)
    if hand.doubled and not draft.options.premium_after_double:
        premium = None
    if premium is not None:
        draft.settle_hand(number, index, premium[1], premium[0])
    elif least(hand.cards) > 21:
        draft.settle_hand(number, index, draft.pays.blackjack.lose, "bust")
    elif draft.options.blackjack_paid_at_once and not seat.is_split and is_blackjack(hand.cards):
        draft.settle_hand(number, index, draft.pays.blackjack.blackjack, "blackjack")
    elif hand.doubled or seat.is_split or total(hand.cards) == 21:
        draft.put_hand(number, index, replace(hand, standing=True))


def asked(seats: list[Seat]) -> list[Seat]:
    """Who has not answered the question of insurance yet: seats with an undecided hand (T4.5)."""
    return [seat for seat in seats if seat.insurance is None and not seat.hands[0].decided]


def insurance_offers(seat: Seat) -> tuple[Offer, ...]:
    """Insurance for half the blackjack stake; who can't pay it can only decline (T4.5)."""
    stake = money.insurance_stake(seat.hands[0].stake)
    if seat.chips < stake:
        return (Offer("no_insurance"),)
    return Offer("insure", stake), Offer("no_insurance")


def insure(draft: Draft, event: Act) -> Refused | None:
    """An answer to the question of insurance; seats may answer in any order."""
    seat = draft.seats[event.seat]
    if seat not in asked(draft.playing()):
        return Refused("T4.5", f"seat {event.seat} is not asked for insurance, or has answered")
    stake = 0
    if event.act == "insure":
        stake = money.insurance_stake(seat.hands[0].stake)
        if seat.chips < stake:
            return Refused("T4.5", f"seat {event.seat} has {seat.chips}; insurance costs {stake}")
    draft.put(replace(seat, insurance=stake, chips=seat.chips - stake))
    _asked_all(draft)
    return None


def decline_rest(draft: Draft) -> None:
    """Who says nothing has declined (ROUND_SCRIPT)."""
    for seat in asked(draft.playing()):
        draft.put(replace(seat, insurance=0))
    _begin_play(draft)


def _asked_all(draft: Draft) -> None:
    if not asked(draft.playing()):
        _begin_play(draft)


def _begin_play(draft: Draft) -> None:
    # T4.3, option dealer_peek: with a blackjack under an ace or a ten nobody acts. A joker seen is not
    # disclosed (T8.3), so play goes on over it.
    if draft.options.dealer_peek and _natural_cards(draft.dealer) and not isinstance(draft.dealer[1], Joker):
        _turn_hole(draft)
        return
    _go_on(draft)


def _natural_cards(cards: tuple[Card | None, ...]) -> bool:
    named = tuple(card for card in cards if card is not None)
    return len(cards) == 2 and is_blackjack(named)


def _go_on(draft: Draft) -> None:
    """The next hand that may act, else the dealer's hole card (T4.6)."""
    for seat in draft.seats.values():
        for index, hand in enumerate(seat.hands):
            if not hand.decided and not hand.standing:
                draft.phase, draft.turn = "play", (seat.number, index)
                return
    draft.turn = (0, 0)
    if draft.dealer[1] is None:
        draft.phase = "dealer"
    else:
        _turn_hole(draft)


def offers(seat: Seat, index: int) -> tuple[Offer, ...]:
    """Hit, stand, double (T4.3), split of two aces (T4.4); no action after a split."""
    hand = seat.hands[index]
    acts = [Offer("hit"), Offer("stand")]
    if len(hand.cards) == 2 and not seat.all_in and seat.chips >= hand.stake:
        acts.append(Offer("double", hand.stake))
        if all(is_ace(card) for card in hand.cards):
            acts.append(Offer("split", hand.stake))
    return tuple(acts)


def act(draft: Draft, event: Act) -> Refused | None:
    """What the player to act decided."""
    number, index = draft.turn
    seat = draft.seats[number]
    hand = seat.hands[index]
    if event.act not in {offer.act for offer in offers(seat, index)}:
        return _not_offered(seat, hand, event.act)
    if event.act == "stand":
        draft.put_hand(number, index, replace(hand, standing=True))
        _go_on(draft)
        return None
    draft.phase = "hit"
    if event.act == "double":
        draft.take(number, hand.stake)
        draft.put_hand(number, index, replace(hand, stake=2 * hand.stake, doubled=True))
    elif event.act == "split":
        draft.take(number, hand.stake)
        hands = (Hand(hand.cards[:1], hand.stake), Hand(hand.cards[1:], hand.stake))
        draft.put(replace(draft.seats[number], hands=hands))
    return None


_CLAUSE_OF_ACT: Final = {
    "go_to_war": "T3.3",
    "surrender": "T3.4",
    "insure": "T4.5",
    "no_insurance": "T4.5",
    "split": "T4.4",
    "double": "T4.3",
}


def _not_offered(seat: Seat, hand: Hand, name: str) -> Refused:
    clause = _CLAUSE_OF_ACT[name]
    if name not in {"double", "split"}:
        return Refused(clause, f"seat {seat.number} can't {name} now: it plays blackjack (hit, stand, double or split)")
    if seat.all_in:
        return Refused("T2.2", f"seat {seat.number} is all-in and can't {name}")
    if len(hand.cards) != 2 or (name == "split" and not all(is_ace(card) for card in hand.cards)):
        wanted = "two aces, once" if name == "split" else "the first two cards"
        return Refused(clause, f"seat {seat.number} can't {name}: only on {wanted}")
    return Refused(clause, f"seat {seat.number} has {seat.chips}; to {name} costs {hand.stake}")


def hit(draft: Draft, event: Dealt) -> Refused | None:
    """The card that an act asked for; after a split one to each ace."""
    if event.card is None:
        return Refused("T4.3", "players' cards lie face up: name the card")
    number, index = draft.turn
    _lands(draft, number, index, event.card)
    if draft.seats[number].is_split and index == 0:
        draft.turn = (number, 1)
    else:
        _go_on(draft)
    return None


def turn(draft: Draft, card: Card) -> None:
    """The hole card that no device had read is turned and named."""
    draft.dealer = (draft.dealer[0], card)
    _turn_hole(draft)


def _turn_hole(draft: Draft) -> None:
    """T4.6: the hole card is turned, insurance and naturals are settled, the dealer draws if someone waits."""
    draft.hole_down = False
    dealer = cast(tuple[Card, ...], draft.dealer)
    if isinstance(dealer[1], Joker):
        forced.dealer_joker(draft)
        return
    natural = is_blackjack(dealer)
    insurance = draft.pays.insurance
    for seat in draft.playing():
        draft.settle_insurance(seat.number, insurance.win if natural else insurance.lose, "win" if natural else "lose")
    pays = draft.pays.blackjack
    for seat, index, hand in draft.hands():
        if hand.decided:
            continue
        if is_natural(seat, index):
            draft.settle_hand(
                seat.number, index, pays.push if natural else pays.blackjack, "push" if natural else "blackjack"
            )
        elif natural:
            draft.settle_hand(seat.number, index, pays.lose, "lose")
    draft.phase = "dealer"
    _dealer_goes_on(draft)


def dealer_draws(draft: Draft, event: Dealt) -> Refused | None:
    """A further card of the dealer; a joker pushes (T8.2)."""
    if event.card is None:
        return Refused("T4.6", "the dealer's further cards lie face up: name the card")
    draft.dealer = (*draft.dealer, event.card)
    if isinstance(event.card, Joker):
        forced.dealer_joker(draft)
    else:
        _dealer_goes_on(draft)
    return None


def _dealer_goes_on(draft: Draft) -> None:
    own = total(cast(tuple[Card, ...], draft.dealer))
    waiting = [(seat, index, hand) for seat, index, hand in draft.hands() if not hand.decided]
    if waiting and own < draft.options.dealer_stands_on:
        return
    pays = draft.pays.blackjack
    for seat, index, hand in waiting:
        theirs = total(hand.cards)
        if own > 21 or theirs > own:
            draft.settle_hand(seat.number, index, pays.win, "win")
        elif theirs == own:
            draft.settle_hand(seat.number, index, pays.push, "push")
        else:
            draft.settle_hand(seat.number, index, pays.lose, "lose")
    poker.begin(draft)


def turn_of(state: State) -> Seat:
    """The seat whose turn it is in play."""
    return next(seat for seat in state.seats if seat.number == state.seat)
