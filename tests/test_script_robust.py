"""`script.settle` takes any text: it answers with a settlement or a refusal, and never raises."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_assist import script
from tests import random_rounds
from tests.random_rounds.triple import balance
from tests.test_every_game import Round, seeds

calm = settings(max_examples=300, derandomize=True, deadline=None, database=None)

#: Values that programs mistake for others.
ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 7, 8, 10, 30, 2**31, 2**63, 2**64, -(2**63), 10**30, 0.0, 1.0, 30.5, 1e300),
    *("", "1", "As", "Jk", "??", "dealer", "board", "hit", "restorable", "triple", "round/1", "x" * 1000, "\x00", "♠"),
    *([], [1], {}, {"seat": 1}, {"bet": 1, "unit": 30}, [[]], [None]),
]

values = st.recursive(
    st.sampled_from(ODD) | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


def settled(text: bytes | str) -> dict[str, Any]:
    """The answer, which must be one of the two kinds and must be JSON."""
    answer = script.settle(text)
    assert answer["format"] in {"settlement/1", "refusal/1"}
    if answer["format"] == "refusal/1":
        assert set(answer) == {"format", "id", "step", "clause", "error"}
        assert isinstance(answer["error"], str)
        assert answer["error"]
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    return decoded


@given(text=st.binary(max_size=60) | st.text(max_size=60))
@calm
def test_any_text(text: bytes | str) -> None:
    """Bytes that are no UTF-8, text that is no JSON."""
    assert settled(text)["format"] == "refusal/1"


@given(value=values)
@calm
def test_any_json(value: object) -> None:
    """JSON that is no script."""
    assert settled(json.dumps(value))["format"] == "refusal/1"


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b'{"format":"round/1","id":"x","game":"triple","seats":[],"steps":' + b"[" * 200_000,
        b'{"format":"round/1","id":"x","game":"triple","seats":[{"seat":1,"chips":9}],"steps":[{"bet":'
        + b"[" * 200_000
        + b"]" * 200_000
        + b"}]}",
        '{"id":"\ud800"}',
        b'{"id":"\\ud800"}',
        b'{"id":"x","chips":' + b"9" * 5000 + b"}",
        b'{"id":"x","chips":1e999}',
        b'\xef\xbb\xbf{"id":"x"}',
    ],
    ids=[
        "lists",
        "objects",
        "steps",
        "a bet",
        "a lone surrogate",
        "its escape",
        "digits",
        "exponent",
        "byte order mark",
    ],
)
def test_text_without_end_or_sense(text: bytes | str) -> None:
    """Nested without end, half a character, numbers that no machine holds."""
    assert settled(text)["format"] == "refusal/1"


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value, the whole included."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inner for place in _places(part, (*path, key)))]


def _put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    value = copy.copy(value)
    value[path[0]] = _put(value[path[0]], path[1:], new)
    return value


def _altered(whole: Any, random: Random) -> Any:
    """A script with one to three odd values, keys added or keys taken away."""
    for _ in range(random.randint(1, 3)):
        place = random.choice(_places(whole))
        new = random.choice(ODD)
        if place and random.random() < 0.2:
            parent = copy.deepcopy(whole)
            at = parent
            for key in place[:-1]:
                at = at[key]
            del at[place[-1]]
            whole = parent
        else:
            whole = _put(whole, place, new)
        if not isinstance(whole, dict):
            return whole
    return whole


@given(seed=seeds)
@calm
def test_a_round_with_odd_values_in_it(seed: int) -> None:
    """Each place of a played script in turn becomes something else: a settlement that balances, or a refusal."""
    random = Random(seed)
    round_ = Round("triple", random, garbage=False).finish()
    whole = _altered({**round_.script, "steps": round_.steps}, random)
    answer = settled(json.dumps(whole))
    if answer["format"] == "settlement/1":
        assert balance(answer) == sum(seat["chips"] for seat in whole["seats"])


@given(seed=seeds)
@calm
def test_a_refused_step_is_the_one_named(seed: int) -> None:
    """The steps before the one that is refused are played by themselves."""
    random = Random(seed)
    round_ = Round("triple", random)
    tried: list[Any] = []
    for point, step, _ in round_.play():
        tried = [*round_.steps[: point.steps], step]
        # What people decided is no part of a script (T9.4): it is the step that is refused, though the table took it.
        if random.random() < 0.1 or step.get("misdeal") == "discretion":
            break
    answer = settled(json.dumps({**round_.script, "steps": tried}))
    if answer["format"] == "refusal/1":
        assert answer["step"] == len(tried) - 1
        assert settled(json.dumps({**round_.script, "steps": tried[:-1]}))["format"] == "settlement/1"


@pytest.mark.parametrize("truth", [True, False])
def test_a_truth_is_no_number(truth: bool) -> None:
    """`true` is neither seat 1 nor one chip nor step 1."""
    random = Random(1)
    whole, _ = random_rounds.begin("triple", random)
    whole["options"], whole["seats"] = {}, [{"seat": 1, "chips": 100}]
    bet = {"bet": 1, "unit": 10}
    for wrong in (
        {"seats": [{"seat": truth, "chips": 100}]},
        {"seats": [{"seat": 1, "chips": truth}]},
        {"seats": [{"seat": 1, "chips": 100, "seated_with": truth}]},
        {"options": {"jokers": truth}},
        {"steps": [{"bet": truth, "unit": 10}]},
        {"steps": [{"bet": 1, "unit": truth}]},
        {"steps": [bet, {"card": "Kh", "to": truth}]},
        {"steps": [bet, {"card": "Kh", "to": 1}, {"misdeal": "restorable", "back_to": truth}]},
        {"steps": [bet, {"act": "hit", "seat": truth}]},
    ):
        assert settled(json.dumps({**whole, **wrong}))["format"] == "refusal/1", wrong
    assert settled(json.dumps({**whole, "steps": [bet]}))["format"] == "settlement/1"


def test_the_most_chips_that_there_can_be() -> None:
    """Payouts of 10¹⁵ chips fit into JSON; one chip more is refused."""
    steps = [{"bet": 1, "all_in": True}, {"card": "Jk", "to": 1}]
    whole = {"format": "round/1", "id": "most", "game": "triple", "options": {"last_slot": True}, "steps": steps}
    answer = settled(json.dumps({**whole, "seats": [{"seat": 1, "chips": 10**15, "seated_with": 0}]}))
    assert answer["house"] == -5 * (10**15 // 3)
    assert settled(json.dumps({**whole, "seats": [{"seat": 1, "chips": 10**15 + 1}]}))["format"] == "refusal/1"
