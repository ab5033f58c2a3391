"""PHH against pokerkit: what we write it reads, what it writes we read, to the same stacks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from pokerkit import Automation, HandHistory, Mode, PotLimitOmahaHoldem, State

from dealer_assist import script as scripts
from dealer_assist.cards import DECK
from tests import plo
from tests.peers import settled
from tests.test_phh import read, written

# pokerkit burns a card of its own deck, and warns when that very card is dealt later.
pytestmark = pytest.mark.filterwarnings("ignore:A card being dealt:UserWarning")

#: Every tenth published hand and those that end differently; `python -m tests.peers` does all 300.
PUBLISHED = [hand for number, hand in enumerate(plo.hands()) if number % 10 == 0 or hand["id"] in plo.OTHER_ODD_CHIP]


def want(hand: dict[str, Any]) -> dict[int, int]:
    """The final stacks that a published hand expects."""
    return {int(seat): chips for seat, chips in hand["expected"]["final_stacks"].items()}


def test_pokerkit_reads_what_we_write() -> None:
    """The same final stacks; in two hands an odd chip goes elsewhere, and `finishing_stacks` says where."""
    other = set()
    for hand in PUBLISHED:
        text = written(plo.script(hand))
        theirs = plo.stacks(hand, plo.read_by_pokerkit(text))
        if theirs != want(hand):
            other.add(hand["id"])
            assert sorted(theirs[seat] - chips for seat, chips in want(hand).items())[:: len(theirs) - 1] == [-1, 1]
        assert f"finishing_stacks = {[want(hand)[seat['seat']] for seat in plo.players(hand)]}\n" in text
    assert other == plo.OTHER_ODD_CHIP


def test_we_read_what_pokerkit_writes() -> None:
    """Settled by our rules to the stacks that the hand expects."""
    for hand in PUBLISHED:
        assert settled(plo.written_by_pokerkit(hand)) == want(hand), hand["id"]


def test_there_and_back() -> None:
    """A script that was written and read again settles alike, to the last key."""
    for hand in plo.hands()[::6]:
        for rule in ("world", "loj"):
            script = {**plo.script(hand, rule)}
            script["options"] = {**script["options"], "rake": True}
            again = read(written(script))
            assert scripts.settle(json.dumps(again)) == scripts.settle(json.dumps(script)), hand["id"]


def random_hand(seed: int) -> tuple[str, Sequence[int]]:
    """A hand that pokerkit plays at random, as it writes it down, and its final stacks."""
    random = Random(seed)
    many = random.randint(2, 8)
    small, big = random.choice([(10, 20), (50, 100)])
    game = PotLimitOmahaHoldem(
        tuple(kind for kind in Automation if kind not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING)),
        True,
        random.choice([0, small // 2]),
        (small, big),
        big,
        mode=Mode.CASH_GAME,
    )
    state = game([random.randint(big, 40 * big) for _ in range(many)], many)
    cards = random.sample(DECK, 4 * many + 5)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole("".join(str(cards.pop()) for _ in range(4)))
        elif state.can_deal_board():
            state.deal_board("".join(str(cards.pop()) for _ in range(3 if not [*state.get_board_cards(0)] else 1)))
        else:
            _act(state, random)
    history = HandHistory.from_game_state(game, state, hand=seed, ante_trimming_status=True)
    return history.dumps(), [int(stack) for stack in state.stacks]


def _act(state: State, random: Random) -> None:
    least, most = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
    if random.random() < 0.3 and least is not None and most is not None:
        state.complete_bet_or_raise_to(random.choice([least, most, random.randint(least, most)]))
    elif random.random() < 0.2 and state.can_fold():
        state.fold()
    else:
        state.check_or_call()


def test_random_hands() -> None:
    """20 hands of pokerkit's, read by us and written again: the same stacks with both."""
    for seed in range(20):
        text, stacks = random_hand(seed)
        script = read(text)
        answer: Any = scripts.settle(json.dumps(script))
        assert [entry["chips"] for entry in answer["seats"]] == [*stacks], seed
        assert plo.read_by_pokerkit(written(script)).stacks == [*stacks], seed
