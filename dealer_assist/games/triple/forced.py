"""What ends a round by force: a dealer's joker (T8) and the misdeals that can't be restored (T9.2, T9.3)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from dealer_assist.game import Discretion, Line, Refused
from dealer_assist.games.triple import poker
from dealer_assist.games.triple.draft import Draft
from dealer_assist.games.triple.state import Phase, Seat

WAR_PHASES: frozenset[Phase] = frozenset({"war", "ties"})
BLACKJACK_PHASES: frozenset[Phase] = frozenset({"second", "insurance", "play", "hit", "dealer"})
NOT_WON = frozenset({"lose", "push", "bust", "go_to_war", "surrender"})


def push_all(draft: Draft, clause: str) -> None:
    """T8.1: every stake of every player is pushed and the round ends."""
    _push_war(draft, clause)
    _push_blackjack(draft, clause)
    _push_poker(draft, clause)
    draft.phase = "over"


def _push_war(draft: Draft, clause: str) -> None:
    for seat in draft.playing():
        if seat.war:
            draft.put(replace(seat, war=0))
            draft.settle(seat.number, "war", seat.war, draft.pays.forced_push, "push", clause)


def dealer_joker(draft: Draft) -> None:
    """T8.2: undecided hands and open insurance are pushed; T8.4: poker hands already made are paid."""
    for seat in draft.playing():
        _settle_insurance(draft, seat, draft.options.joker_pushes_insurance, "T8.2")
    _push_blackjack(draft, "T8.2")
    paid = _made_hands_of(draft)
    for seat in draft.playing():
        cards = poker.held(seat, draft.options)
        hand, pays = poker.best(cards, draft.pays.poker, draft.options)
        complete = draft.options.made_hand == "pays" or len(cards) == poker.FULL
        if pays.multiple > 0 and complete and seat.number in paid:
            draft.settle_poker(seat.number, pays, hand, "T8.4")
        else:
            draft.settle_poker(seat.number, draft.pays.forced_push, "push", "T8.4")
    draft.phase = "over"


def _made_hands_of(draft: Draft) -> set[int]:
    """The seats whose made hands are paid: all, or those that T6.2 would have filled up (T8.4)."""
    if draft.options.made_hand_of == "filled_seats":
        return poker.who_fills(draft)
    return {seat.number for seat in draft.playing()}


def misdeal(draft: Draft, clause: str, everyone: bool) -> None:
    """T9.2: the undecided are paid as winners; T9.3 (`everyone`): those who had not won too.

    What was won stands as it was paid, premiums and blackjacks with it.
    """
    replaces = everyone and draft.options.wrong_cards_replace
    game = _game(draft)
    if game == "war":
        # In War even T9.2 wins for those who had already lost or surrendered.
        _win_war(draft, clause, replaces or (not everyone and draft.options.void_replaces_war))
        _push_blackjack(draft, clause)
        _push_poker(draft, clause)
    elif game == "blackjack":
        for seat in draft.playing():
            _settle_insurance(draft, seat, draft.options.misdeal_pushes_insurance, clause)
        _win_blackjack(draft, clause, replaces)
        _push_poker(draft, clause)
    else:
        _pair_poker(draft, clause, replaces)
    draft.phase = "over"


def discretion(draft: Draft, event: Discretion) -> Refused | None:
    """T9.4: points to and from seats as people decided; with `ends` every open stake comes back."""
    if not event.reason.strip():
        return Refused("T9.4", "discretion needs its reason in words")
    for number, paid in event.paid:
        seat = draft.seats.get(number)
        if seat is None:
            return Refused("T1.3", f"seat {number} is not at this table")
        if seat.chips + paid < 0:
            return Refused("T9.4", f"seat {number} has {seat.chips}: {-paid} can't be taken from it")
        draft.pay(Line(number, "discretion", 0, None, paid, "discretion", "T9.4"))
    if event.ends and draft.phase == "bets":
        return Refused("T9.4", "no card has come: there is nothing to end")
    if event.ends and draft.phase != "over":
        for seat in draft.playing():
            _settle_insurance(draft, seat, True, "T9.4")
        _push_open(draft)
    return None


def _push_open(draft: Draft) -> None:
    """Every stake that still lies open comes back, and the round is over; what was settled stands."""
    _push_war(draft, "T9.4")
    _push_blackjack(draft, "T9.4")
    for seat in draft.playing():
        if seat.poker:
            draft.settle_poker(seat.number, draft.pays.forced_push, "push", "T9.4")
    draft.phase = "over"


def _game(draft: Draft) -> Literal["war", "blackjack", "poker"]:
    """The game that the misdeal ends: it began when the one before was settled, or with its own first card (T9.2)."""
    waits = draft.options.game_begins == "first_card"
    if draft.phase in WAR_PHASES:
        return "war"
    if draft.phase in BLACKJACK_PHASES:
        begun = any(len(hand.cards) > 1 for _, _, hand in draft.hands())
        return "blackjack" if begun or not waits else "war"
    begun = any(seat.fill for seat in draft.playing())
    return "poker" if begun or not waits else "blackjack"


def _settle_insurance(draft: Draft, seat: Seat, pushed: bool, clause: str) -> None:
    if pushed:
        draft.settle_insurance(seat.number, draft.pays.forced_push, "push", clause)
    else:
        draft.settle_insurance(seat.number, draft.pays.insurance.lose, "lose", clause)


def _win_war(draft: Draft, clause: str, everyone: bool) -> None:
    if everyone:
        for line in draft.lines_on("war"):
            if line.outcome in NOT_WON:
                _replace(draft, line, clause)
    for seat in draft.playing():
        if seat.war:
            draft.put(replace(seat, war=0))
            draft.settle(seat.number, "war", seat.war, draft.pays.forced_win, "win", clause)


def _win_blackjack(draft: Draft, clause: str, everyone: bool) -> None:
    if everyone:
        for line in draft.lines_on("blackjack", "blackjack.2"):
            if line.outcome in NOT_WON:
                _replace(draft, line, clause)
    for seat, index, hand in draft.hands():
        if not hand.decided:
            draft.settle_hand(seat.number, index, draft.pays.forced_win, "win", clause)


def _pair_poker(draft: Draft, clause: str, everyone: bool) -> None:
    if everyone:
        for line in draft.lines_on("poker"):
            stake = draft.reverse(line)
            draft.settle(line.seat, "poker", stake, draft.pays.forced_pair, "high_pair", clause)
    for seat in draft.playing():
        if seat.poker:
            draft.settle_poker(seat.number, draft.pays.forced_pair, "high_pair", clause)


def _replace(draft: Draft, line: Line, clause: str) -> None:
    stake = draft.reverse(line)
    draft.settle(line.seat, line.on, stake, draft.pays.forced_win, "win", clause)


def _push_blackjack(draft: Draft, clause: str) -> None:
    for seat, index, hand in draft.hands():
        if not hand.decided:
            draft.settle_hand(seat.number, index, draft.pays.forced_push, "push", clause)


def _push_poker(draft: Draft, clause: str) -> None:
    """Every poker stake comes back; a hand that was settled before Poker began is settled anew (T9.2)."""
    for line in draft.lines_on("poker"):
        stake = draft.reverse(line)
        draft.settle(line.seat, "poker", stake, draft.pays.forced_push, "push", clause)
    for seat in draft.playing():
        if seat.poker:
            draft.settle_poker(seat.number, draft.pays.forced_push, "push", clause)
