"""T4: Blackjack on the war cards. Second cards, insurance, play seat by seat, the dealer's hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from dealer_assist import money
from dealer_assist.blackjack_hands import is_blackjack, least, total, worth
from dealer_assist.cards import ACE, TEN, Card, Joker, Suited
from dealer_assist.game import DEALER, Act, Dealt, Offer, Refused, To
from dealer_assist.games.triple import dealer_hand, jokers, poker
from dealer_assist.games.triple.dealer_hand import is_natural
from dealer_assist.games.triple.draft import Draft
from dealer_assist.games.triple.jokers import spendable
from dealer_assist.games.triple.premiums import earned
from dealer_assist.games.triple.rules import Options
from dealer_assist.games.triple.state import Hand, Seat, State
from dealer_assist.house import Pays


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
    if is_insurable(draft.dealer[0], draft.options):
        draft.phase = "insurance"
        _asked_all(draft)
    else:
        _begin_play(draft)
    return None


def is_ace(card: Card | None) -> bool:
    """Whether the card is an ace of any suit."""
    return isinstance(card, Suited) and card.rank == ACE


def is_insurable(up: Card | None, options: Options) -> bool:
    """Whether insurance is offered against this up card (T4.5)."""
    return is_ace(up) or (options.insurance_under == "ace_or_ten" and up is not None and worth(up) == TEN)


def _lands(draft: Draft, number: int, index: int, card: Card) -> None:
    """A card joins a hand: bonus first, then premium, bust, and whether the hand may go on."""
    seat = draft.seats[number]
    hand = seat.hands[index]
    both = draft.options.joker_bonus_on_split == "both_hands"
    jokers.bonus(draft, number, card, sum(each.stake for each in seat.hands) if both else hand.stake)
    hand = replace(hand, cards=hand.cards + (card,))
    draft.put_hand(number, index, hand)
    premium = _premium(draft, seat, hand)
    if premium is not None:
        draft.settle_hand(number, index, premium[1], premium[0])
    elif least(hand.cards) > 21 and draft.options.bust_loses_at_once:
        draft.settle_hand(number, index, draft.pays.blackjack.lose, "bust")
    elif draft.options.blackjack_paid_at_once and is_natural(seat, hand, draft.options):
        draft.settle_hand(number, index, draft.pays.blackjack.blackjack, "blackjack")
    elif _stands(seat, hand, draft.options):
        draft.put_hand(number, index, replace(hand, standing=True))


def _premium(draft: Draft, seat: Seat, hand: Hand) -> tuple[str, Pays] | None:
    """The premium of a hand that may earn one (T5)."""
    options = draft.options
    if not options.split_hand_premium and seat.is_split:
        return None
    if hand.doubled and not options.premium_after_double:
        return None
    if seat.war_result == "go_to_war" and not options.premium_after_war:
        return None
    return earned(hand.cards, draft.pays.premiums, options)


def _stands(seat: Seat, hand: Hand, options: Options) -> bool:
    """Whether a hand takes no more cards, whatever its player would like (T4.3, T4.4, T4.7)."""
    own = total(hand.cards)
    if own > 21 or hand.doubled or seat.is_split or len(hand.cards) >= options.complete_at:
        return True
    return own == 21 and (options.player_21_stands or len(hand.cards) == 2)


def asked(seats: list[Seat], options: Options) -> list[Seat]:
    """Who has not answered the question of insurance yet: seats with an undecided hand (T4.5)."""
    return [seat for seat in seats if seat.insurance is None and _may_insure(seat, options)]


def _may_insure(seat: Seat, options: Options) -> bool:
    hand = seat.hands[0]
    if hand.decided or (seat.all_in and not options.insurance_all_in):
        return False
    return options.insurance_of_blackjack or not is_natural(seat, hand, options)


def insurance_offers(seat: Seat, options: Options) -> tuple[Offer, ...]:
    """Insurance for half the blackjack stake; who can't pay it can only decline (T4.5)."""
    stake = money.insurance_stake(seat.hands[0].stake, options.insurance_rounding)
    if spendable(seat, options) < stake:
        return (Offer("no_insurance"),)
    return Offer("insure", stake), Offer("no_insurance")


def insure(draft: Draft, event: Act) -> Refused | None:
    """An answer to the question of insurance; seats may answer in any order."""
    seat = draft.seats[event.seat]
    if seat not in asked(draft.playing(), draft.options):
        return Refused("T4.5", f"seat {event.seat} is not asked for insurance, or has answered")
    stake = 0
    if event.act == "insure":
        stake = money.insurance_stake(seat.hands[0].stake, draft.options.insurance_rounding)
        in_hand = spendable(seat, draft.options)
        if in_hand < stake:
            return Refused("T4.5", f"seat {event.seat} has {in_hand}; insurance costs {stake}")
    draft.put(replace(seat, insurance=stake, chips=seat.chips - stake))
    _asked_all(draft)
    return None


def decline_rest(draft: Draft) -> None:
    """Who says nothing has declined (ROUND_SCRIPT)."""
    for seat in asked(draft.playing(), draft.options):
        draft.put(replace(seat, insurance=0))
    _begin_play(draft)


def _asked_all(draft: Draft) -> None:
    if not asked(draft.playing(), draft.options):
        _begin_play(draft)


def _begin_play(draft: Draft) -> None:
    # T4.3, option dealer_peek: with a blackjack under an ace or a ten nobody acts. A joker seen is not
    # disclosed (T8.3), so play goes on over it.
    if draft.options.dealer_peek and _natural_cards(draft.dealer) and not isinstance(draft.dealer[1], Joker):
        dealer_hand.turn_hole(draft)
        return
    _go_on(draft)


def _natural_cards(cards: tuple[Card | None, ...]) -> bool:
    named = tuple(card for card in cards if card is not None)
    return len(cards) == 2 and is_blackjack(named)


def _go_on(draft: Draft) -> None:
    """The next hand that may act, else the dealer's hole card, where it is turned (T4.6)."""
    for seat in draft.seats.values():
        for index, hand in enumerate(seat.hands):
            if not hand.decided and not hand.standing:
                draft.phase, draft.turn = "play", (seat.number, index)
                return
    draft.turn = (0, 0)
    if not dealer_hand.is_turned(draft):
        poker.begin(draft)
    elif draft.dealer[1] is None:
        draft.phase = "dealer"
    else:
        dealer_hand.turn_hole(draft)


def offers(seat: Seat, index: int, options: Options) -> tuple[Offer, ...]:
    """Hit, stand, double (T4.3), split of two aces (T4.4); no action after a split."""
    hand = seat.hands[index]
    acts = [Offer("hit"), Offer("stand")]
    cost = _double_costs(seat, hand, options)
    if cost:
        acts.append(Offer("double", cost))
    if _may_split(seat, hand):
        acts.append(Offer("split", hand.stake))
    return tuple(acts)


def _double_costs(seat: Seat, hand: Hand, options: Options) -> int:
    """What doubling adds to the stake; 0 where there is no doubling (T4.3)."""
    if seat.all_in or not _is_to_double(hand, options):
        return 0
    in_hand = spendable(seat, options)
    if in_hand >= hand.stake:
        return hand.stake
    return in_hand if options.double_for_less else 0


def _is_to_double(hand: Hand, options: Options) -> bool:
    in_time = len(hand.cards) <= options.double_most_cards
    return in_time and options.double_from <= total(hand.cards) <= options.double_to


def _may_split(seat: Seat, hand: Hand) -> bool:
    # No joker has come to two aces, so all chips may be staked (T7.1).
    return _is_pair_of_aces(hand) and not seat.all_in and seat.chips >= hand.stake


def _is_pair_of_aces(hand: Hand) -> bool:
    return len(hand.cards) == 2 and all(is_ace(card) for card in hand.cards)


def act(draft: Draft, event: Act) -> Refused | None:
    """What the player to act decided."""
    number, index = draft.turn
    seat = draft.seats[number]
    hand = seat.hands[index]
    match event.act:
        case "stand":
            draft.put_hand(number, index, replace(hand, standing=True))
            _go_on(draft)
            return None
        case "hit":
            pass
        case "double" if cost := _double_costs(seat, hand, draft.options):
            draft.take(number, cost)
            draft.put_hand(number, index, replace(hand, stake=hand.stake + cost, doubled=True))
        case "split" if _may_split(seat, hand):
            draft.take(number, hand.stake)
            hands = (Hand(hand.cards[:1], hand.stake), Hand(hand.cards[1:], hand.stake))
            draft.put(replace(draft.seats[number], hands=hands))
        case _:
            return _not_offered(seat, hand, event.act, draft.options)
    draft.phase = "hit"
    return None


_CLAUSE_OF_ACT: Final = {
    "go_to_war": "T3.3",
    "surrender": "T3.4",
    "insure": "T4.5",
    "no_insurance": "T4.5",
    "split": "T4.4",
    "double": "T4.3",
}


def _not_offered(seat: Seat, hand: Hand, name: str, options: Options) -> Refused:
    clause = _CLAUSE_OF_ACT[name]
    if name not in {"double", "split"}:
        return Refused(clause, f"seat {seat.number} can't {name} now: it plays blackjack (hit, stand, double or split)")
    if seat.all_in:
        return Refused("T2.2", f"seat {seat.number} is all-in and can't {name}")
    if name == "split" and not _is_pair_of_aces(hand):
        return Refused(clause, f"seat {seat.number} can't split: only two aces, once")
    if name == "double" and not _is_to_double(hand, options):
        wanted = f"the first {options.double_most_cards} cards, {options.double_from} to {options.double_to}"
        return Refused(clause, f"seat {seat.number} can't double: only on {wanted}")
    return Refused(clause, f"seat {seat.number} has {spendable(seat, options)}; to {name} costs {hand.stake}")


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


def turn_of(state: State) -> Seat:
    """The seat whose turn it is in play."""
    return next(seat for seat in state.seats if seat.number == state.seat)
