"""The 300 published Omaha hands, as round/1 scripts and as pokerkit plays them; nothing here knows our rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pokerkit import Automation, HandHistory, Mode, PotLimitOmahaHoldem, State

FILE = Path(__file__).parent / "scripts" / "plo_hands.jsonl"

#: The hands in which one odd chip goes elsewhere: pokerkit 0.7.7 gives all odd chips of a pot to one winner, and joins
#: neighbouring pots of the same winners before it splits them. Its other differences (README of the published hands)
#: change what is legal, and no result of these 300.
OTHER_ODD_CHIP = frozenset({"D-00195", "D-00212"})


def hands() -> list[dict[str, Any]]:
    """All 300."""
    return [json.loads(line) for line in FILE.read_text().splitlines()]


def players(hand: dict[str, Any]) -> list[dict[str, Any]]:
    """The seats as pokerkit orders them: from the small blind, the button last."""
    seats: list[dict[str, Any]] = sorted(hand["seats"], key=lambda seat: int(seat["seat"]))
    after = [at for at, seat in enumerate(seats) if seat["seat"] > hand["button"]]
    first = after[0] if after else 0
    return seats[first:] + seats[:first]


def streets(hand: dict[str, Any]) -> list[tuple[list[str], list[dict[str, Any]]]]:
    """Each street that was reached: its board cards and its actions."""
    board = hand["board"]
    cards = {"preflop": [], "flop": board[:3], "turn": board[3:4], "river": board[4:5]}
    return [
        (some, [action for action in hand["actions"] if action["street"] == name])
        for name, some in cards.items()
        if some or name == "preflop"
    ]


def script(hand: dict[str, Any], rule: str = "world") -> dict[str, Any]:
    """The hand as a round/1 script before rake: all hole cards dealt, every hand shown that came to showdown."""
    steps: list[dict[str, Any]] = [
        {"card": seat["hole"][number], "to": seat["seat"]} for number in range(4) for seat in players(hand)
    ]
    for board, actions in streets(hand):
        steps += [{"card": card, "to": "board"} for card in board]
        for action in actions:
            to = {"to": action["to"]} if "to" in action else {}
            steps.append({"act": action["action"], "seat": action["seat"], **to})
    if hand["expected"]["showdown"]:
        steps += [{"act": "open", "seat": seat} for seat in order_of_showdown(hand, rule)]
    options = {
        "rule": rule,
        "betting": "pot_limit",
        "small_blind": hand["sb"],
        "big_blind": hand["bb"],
        "ante": hand["ante"],
        "button": hand["button"],
        "rake": False,
    }
    if hand.get("extra_posts"):
        options["extra_posts"] = hand["extra_posts"]
    seats = [{"seat": seat["seat"], "chips": seat["stack"]} for seat in hand["seats"]]
    return {
        "format": "round/1",
        "id": hand["id"],
        "game": "omaha",
        "options": options,
        "seats": seats,
        "steps": steps,
    }


def order_of_showdown(hand: dict[str, Any], rule: str) -> list[int]:
    """Who shows when (O6.1, O6.2): from the last to bet on the last street played, or from the small blind; where
    one is all-in, those who can win the last side pot first."""
    order = [seat["seat"] for seat in players(hand)]
    last = [action for action in hand["actions"] if action["street"] == hand["actions"][-1]["street"]]
    bets = [action["seat"] for action in last if action["action"] in ("bet", "raise")]
    first = order.index(bets[-1]) if rule == "world" and bets else 0
    order = order[first:] + order[:first]
    pots = hand["expected"]["pots"]
    seen = dict.fromkeys(seat for pot in reversed(pots) for seat in order if seat in pot["eligible"])
    return [*seen]


def game(hand: dict[str, Any], automations: tuple[Automation, ...]) -> PotLimitOmahaHoldem:
    """pokerkit's game with the hand's stakes."""
    posts = {int(seat): post for seat, post in (hand.get("extra_posts") or {}).items()}
    blinds = [hand["sb"], hand["bb"], *(-posts.get(seat["seat"], 0) for seat in players(hand)[2:])]
    return PotLimitOmahaHoldem(
        automations, True, [hand["ante"]] * len(hand["seats"]), blinds, hand["bb"], mode=Mode.CASH_GAME
    )


def play(hand: dict[str, Any], automations: tuple[Automation, ...] = tuple(Automation)) -> State:
    """The hand played by pokerkit, everything automated but cards and actions. Raises `ValueError` where it refuses."""
    cards = (Automation.HOLE_DEALING, Automation.BOARD_DEALING)
    made = game(hand, tuple(kind for kind in automations if kind not in cards))
    state = made([seat["stack"] for seat in players(hand)], len(hand["seats"]))
    for seat in players(hand):
        state.deal_hole("".join(seat["hole"]))
    for board, actions in streets(hand):
        if board:
            state.deal_board("".join(board))
        for action in actions:
            _act(state, action)
    return state


def _act(state: State, action: dict[str, Any]) -> None:
    match action["action"]:
        case "fold":
            state.fold()
        case "check" | "call":
            state.check_or_call()
        case _:
            state.complete_bet_or_raise_to(action["to"])


def written_by_pokerkit(hand: dict[str, Any]) -> str:
    """The hand as pokerkit writes it down."""
    history = HandHistory.from_game_state(game(hand, ()), play(hand), hand=hand["id"], ante_trimming_status=True)
    return history.dumps() + f"\nseats = {[seat['seat'] for seat in players(hand)]}\n"


def read_by_pokerkit(text: str) -> State:
    """The final state of a PHH text."""
    *_, final = HandHistory.loads(text)
    return final


def stacks(hand: dict[str, Any], final: State) -> dict[int, int]:
    """pokerkit's final stacks by seat."""
    return {seat["seat"]: int(stack) for seat, stack in zip(players(hand), final.stacks, strict=True)}
