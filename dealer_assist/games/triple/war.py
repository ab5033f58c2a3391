"""T3: War. One card each, the dealer's last; ties go to war or surrender."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from dealer_assist.cards import ACE, Card, Joker
from dealer_assist.game import DEALER, Act, Dealt, Offer, Refused, To
from dealer_assist.games.triple import forced
from dealer_assist.games.triple.draft import Draft
from dealer_assist.games.triple.state import Hand, Seat, State


def rank(card: Card) -> int:
    """A joker is an ace in War (T7.2)."""
    return ACE if isinstance(card, Joker) else card.rank


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
    draft.bonus(seat.number, card, seat.war)
    return None


def _decide(draft: Draft, dealer: Card) -> None:
    if isinstance(dealer, Joker):
        forced.push_all(draft, "T8.1")
        return
    for seat in draft.playing():
        own = rank(seat.hands[0].cards[0])
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


def offers(seat: Seat) -> tuple[Offer, ...]:
    """What a tied seat may do (T3.3–T3.5); the returned war stake is already in hand (T3.6)."""
    if seat.all_in or seat.chips + seat.war < 2 * seat.unit:
        return (Offer("surrender"),)
    return Offer("go_to_war", 2 * seat.unit), Offer("surrender")


def choose(draft: Draft, seat: Seat, event: Act) -> Refused | None:
    """Go to war or surrender."""
    if event.act == "go_to_war":
        if len(offers(seat)) == 1:
            why = "is all-in" if seat.all_in else f"has {seat.chips + seat.war} and needs {2 * seat.unit}"
            return Refused("T3.5", f"seat {seat.number} {why}: it can only surrender")
        hand = seat.hands[0]
        draft.put(
            replace(
                seat,
                war=0,
                war_result="go_to_war",
                hands=(replace(hand, stake=2 * seat.unit),),
                poker=2 * seat.unit,
            )
        )
        draft.settle(seat.number, "war", seat.war, draft.pays.war.go_to_war, "go_to_war")
        draft.take(seat.number, 2 * seat.unit)
    else:
        draft.put(replace(seat, war=0, war_result="surrender"))
        draft.settle(seat.number, "war", seat.war, draft.pays.war.surrender, "surrender")
    _go_on(draft)
    return None
