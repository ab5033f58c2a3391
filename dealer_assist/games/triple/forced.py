"""What ends a round by force: a dealer's joker (T8) and the misdeals that can't be restored (T9.2, T9.3)."""

from __future__ import annotations

from msgspec.structs import replace

from dealer_assist.game import Line
from dealer_assist.games.triple import poker
from dealer_assist.games.triple.draft import Draft
from dealer_assist.games.triple.state import Phase

WAR_PHASES: frozenset[Phase] = frozenset({"war", "ties"})
BLACKJACK_PHASES: frozenset[Phase] = frozenset({"second", "insurance", "play", "hit", "dealer"})
NOT_WON = frozenset({"lose", "push", "bust", "go_to_war", "surrender"})


def push_all(draft: Draft, clause: str) -> None:
    """T8.1: every stake of every player is pushed and the round ends."""
    for seat in draft.playing():
        if seat.war:
            draft.put(replace(seat, war=0))
            draft.settle(seat.number, "war", seat.war, draft.pays.forced_push, "push", clause)
    _push_blackjack(draft, clause)
    _push_poker(draft, clause)
    draft.phase = "over"


def dealer_joker(draft: Draft) -> None:
    """T8.2: undecided hands and open insurance are pushed; T8.4: poker hands already made are paid."""
    for seat in draft.playing():
        draft.settle_insurance(seat.number, draft.pays.forced_push, "push", "T8.2")
    _push_blackjack(draft, "T8.2")
    for seat in draft.playing():
        hand, pays = poker.best(seat.cards, draft.pays.poker)
        if pays.multiple > 0:
            draft.settle_poker(seat.number, pays, hand, "T8.4")
        else:
            draft.settle_poker(seat.number, draft.pays.forced_push, "push", "T8.4")
    draft.phase = "over"


def misdeal(draft: Draft, clause: str, everyone: bool) -> None:
    """T9.2: the undecided are paid as winners; T9.3 (`everyone`): those who had not won too.

    What was won stands as it was paid, premiums and blackjacks with it.
    """
    if draft.phase in WAR_PHASES:
        _win_war(draft, clause)
        _push_blackjack(draft, clause)
        _push_poker(draft, clause)
    elif draft.phase in BLACKJACK_PHASES:
        for seat in draft.playing():
            draft.settle_insurance(seat.number, draft.pays.forced_push, "push", clause)
        _win_blackjack(draft, clause, everyone)
        _push_poker(draft, clause)
    else:
        _pair_poker(draft, clause, everyone)
    draft.phase = "over"


def _win_war(draft: Draft, clause: str) -> None:
    # In War even T9.2 wins for those who had already lost or surrendered.
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
    for seat in draft.playing():
        draft.settle_poker(seat.number, draft.pays.forced_push, "push", clause)
