"""`python -m tests.peers`: Omaha beside pokerkit and phevaluator: speed as ratios, and PHH both ways on 300 hands.

All in one process, by CPU time, in turns: what else the machine does slows them alike. A hand of ours is the whole
way from JSON to JSON; pokerkit plays the same actions with the same cards, everything else automated. Both
evaluators are given cards that are ready, each its own.
"""

from __future__ import annotations

import gc
import json
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any

from phevaluator import evaluate_omaha_cards  # type: ignore[import-untyped]  # it has no types
from pokerkit import Card, OmahaHoldemHand

from dealer_assist import phh, phh_read, phh_write
from dealer_assist import script as scripts
from dealer_assist.cards import DECK
from dealer_assist.faults import Fault
from dealer_assist.poker_hands import omaha_rank
from kiosk.figures import Aim, Peer, Row, table
from tests import plo

_TURNS = 5


def seconds(work: Callable[[Any], object], items: Iterable[Any]) -> float:
    """CPU time of the work on all items."""
    began = time.process_time()
    for item in items:
        work(item)
    return time.process_time() - began


def evaluations() -> tuple[float, float, float]:
    """Microseconds for an Omaha hand: ours, pokerkit's, phevaluator's; every deal a new board."""
    random = Random(1)
    took = [0.0, 0.0, 0.0]
    many = (2_000, 100, 2_000)
    omaha_rank(DECK[:4], DECK[4:9])  # makes its tables
    for _ in range(_TURNS):
        nines = [random.sample(DECK, 9) for _ in range(many[0])]
        ours = [(tuple(nine[:4]), tuple(nine[4:])) for nine in nines]
        theirs = [tuple(tuple(Card.parse("".join(map(str, part)))) for part in deal) for deal in ours[: many[1]]]
        numbers = [[(card.rank - 2) * 4 + "cdhs".index(card.suit) for card in (*deal[1], *deal[0])] for deal in ours]
        took[0] += seconds(lambda deal: omaha_rank(*deal), ours)
        took[1] += seconds(lambda deal: OmahaHoldemHand.from_game(*deal), theirs)
        took[2] += seconds(lambda nine: evaluate_omaha_cards(*nine), numbers)
    ours_, pokerkits, phevaluators = (1e6 * spent / _TURNS / number for spent, number in zip(took, many, strict=True))
    return ours_, pokerkits, phevaluators


def whole_hands() -> tuple[float, float]:
    """Milliseconds for a hand: ours, pokerkit's. All 300, in turns of 60; ours ten times over."""
    ours = theirs = 0.0
    hands = plo.hands()
    texts = [json.dumps(plo.script(hand)).encode() for hand in hands]
    scripts.settle(texts[0])
    gc.collect()
    gc.freeze()  # what this program holds is nobody's work to go over
    for start in range(0, len(hands), 60):
        turn = slice(start, start + 60)
        ours += seconds(scripts.settle, texts[turn] * 10)
        theirs += seconds(plo.play, hands[turn])
    return 1e3 * ours / len(hands) / 10, 1e3 * theirs / len(hands)


def settled(text: str) -> dict[int, int]:
    """Our final stacks, by seat, of a PHH text of one hand."""
    ((place, hand),) = phh.load(text, "a text")
    if isinstance(hand, Fault):
        raise hand
    answer: Any = scripts.settle(json.dumps(phh_read.script(hand, place)))
    assert answer["complete"], answer
    return {entry["seat"]: entry["chips"] for entry in answer["seats"]}


def alike(hand: dict[str, Any]) -> tuple[bool, bool]:
    """Whether our history of a hand ends as published in pokerkit, and pokerkit's with us."""
    want = {int(seat): chips for seat, chips in hand["expected"]["final_stacks"].items()}
    written = phh.dump([phh_write.hand(json.dumps(plo.script(hand)), hand["id"])])
    out = plo.stacks(hand, plo.read_by_pokerkit(written)) == want
    return out, settled(plo.written_by_pokerkit(hand)) == want


def histories() -> tuple[int, list[str], int, list[str]]:
    """How many of our histories end alike in pokerkit, which do not; and of pokerkit's with us. On all cores, for
    nothing is timed here."""
    hands = plo.hands()
    with ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=_without_warnings) as pool:
        found = list(zip(hands, pool.map(alike, hands, chunksize=30), strict=True))
    out = [hand["id"] for hand, (ours, _) in found if not ours]
    back = [hand["id"] for hand, (_, theirs) in found if not theirs]
    return len(hands) - len(out), out, len(hands) - len(back), back


def _without_warnings() -> None:
    # pokerkit burns a card from the deck and warns when that card is dealt later.
    warnings.simplefilter("ignore")


def rows() -> Iterator[Row]:
    """Speed beside the peers', then how many histories end alike in both programs."""
    _without_warnings()
    ours, theirs = whole_hands()
    peer = Peer("pokerkit", 1e3 / theirs)
    yield Row("whole Omaha hands a second, from JSON to JSON (processor)", 1e3 / ours, "hands/s", peer, Aim(50, True))
    ours, pokerkits, phevaluators = evaluations()
    best = "best hand of an Omaha deal (processor)"
    yield Row(best, ours, "µs", Peer("pokerkit", pokerkits), Aim(20, True))
    yield Row(best, ours, "µs", Peer("phevaluator, in C", phevaluators))
    alike, out, same, back = histories()
    yield Row(_all("our PHH that end alike in pokerkit", out), alike, "hands", aim=Aim(300 - len(plo.OTHER_ODD_CHIP)))
    yield Row(_all("pokerkit's PHH that end as published with us", back), same, "hands", aim=Aim(300))


def _all(what: str, others: list[str]) -> str:
    return f"{what}, of 300" + (f" (not {', '.join(others)}: an odd chip)" if others else "")


def main() -> None:
    """Print the ratios."""
    print(table(rows()))


if __name__ == "__main__":
    main()
