"""T3: War. One card each, the dealer's last; ties go to war or surrender."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from dealer_assist.cards import ACE, Card, Joker
from dealer_assist.game import DEALER, Act, Dealt, Offer, Refused, To
from dealer_assist.games.triple import forced, jokers
from dealer_assist.games.triple.draft import Draft
from dealer_assist.games.triple.rules import Options
from dealer_assist.games.triple.state import Hand, Seat, State


def rank(card: Card, joker_beats_ace: bool = False) -> int:
    """A joker is an ace in War, or beats one (T7.2)."""
    return ACE + joker_beats_ace if isinstance(card, Joker) else card.rank


def next_card(seats: Iterable[Seat]) -> To:
    """Who gets the next war card (T3.1)."""
    return next((seat.number for seat in seats if seat.playing and not seat.hands[0].cards), DEALER)


def deal(draft: Draft, event: Dealt) -> Refused | None:
    """A war card; the dealer's decides War for all who do not tie (T3.2, T3.6)."""
    card = event.card
    if card is None:
        return Refused("T3.1", "war cards lie face up: name the card")
    if event.to == DEALER:
        draft.dealer = (card,)
        _decide(draft, card)
        return None
    seat = draft.seats[int(event.to)]
    draft.phase = "war"
    draft.put(replace(seat, hands=(Hand((card,), seat.unit),)))
    jokers.bonus(draft, seat.number, card, seat.war)
    return None


def _decide(draft: Draft, dealer: Card) -> None:
    if isinstance(dealer, Joker):
        forced.push_all(draft, "T8.1")
        return
    for seat in draft.playing():
        own = rank(seat.hands[0].cards[0], draft.options.joker_beats_ace)
        if own == rank(dealer):
            draft.put(replace(seat, war_result="tie"))
            continue
        won = own > rank(dealer)
        draft.put(replace(seat, war=0, war_result="win" if won else "lose"))
        pays = draft.pays.war.win if won else draft.pays.war.lose
        draft.settle(seat.number, "war", seat.war, pays, "win" if won else "lose")
    draft.phase = "ties"
    _go_on(draft)


def _go_on(draft: Draft) -> None:
    """With no tie left to choose, the second cards follow (T4.1)."""
    if all(seat.war_result != "tie" for seat in draft.playing()):
        draft.phase = "second"


def tied(state: State, right_first: bool) -> Seat:
    """The seat that chooses next (T3.6)."""
    ties = [seat for seat in state.seats if seat.war_result == "tie"]
    return ties[-1] if right_first else ties[0]


def raised(seat: Seat, options: Options) -> int:
    """What going to war adds to each of two stakes: the unit, 0 where the seat can only surrender (T3.5, T3.6)."""
    if seat.all_in:
        return 0
    in_hand = _in_hand(seat, options)
    if in_hand >= 2 * seat.unit:
        return seat.unit
    return in_hand // 2 if options.war_for_less else 0


def _in_hand(seat: Seat, options: Options) -> int:
    return jokers.spendable(seat, options) + (seat.war if options.returned_stake_pays_for_war else 0)


def offers(seat: Seat, options: Options) -> tuple[Offer, ...]:
    """What a tied seat may do (T3.3–T3.5)."""
    more = raised(seat, options)
    return (Offer("go_to_war", 2 * more), Offer("surrender")) if more else (Offer("surrender"),)


def choose(draft: Draft, seat: Seat, event: Act) -> Refused | None:
    """Go to war or surrender."""
    more = raised(seat, draft.options)
    if event.act == "surrender":
        draft.put(replace(seat, war=0, war_result="surrender"))
        draft.settle(seat.number, "war", seat.war, draft.pays.war.surrender, "surrender")
    elif not more:
        why = "is all-in" if seat.all_in else f"has {_in_hand(seat, draft.options)} and needs {2 * seat.unit}"
        return Refused("T3.5", f"seat {seat.number} {why}: it can only surrender")
    else:
        stake = seat.unit + more
        hands = (replace(seat.hands[0], stake=stake),)
        draft.put(replace(seat, war=0, war_result="go_to_war", hands=hands, poker=stake))
        draft.settle(seat.number, "war", seat.war, draft.pays.war.go_to_war, "go_to_war")
        draft.take(seat.number, 2 * more)
    _go_on(draft)
    return None
