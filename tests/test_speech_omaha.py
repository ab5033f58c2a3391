"""What the screens say of Omaha: a text for everything that the game can show, and prompts in the dealer's words."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from dealer_assist.games import catalogue
from dealer_assist.games.omaha.state import Action
from dealer_assist.poker_hands import HANDS
from dealer_assist.table import Done
from dealer_assist.table_view import view
from kiosk.speech import omaha_texts as texts
from kiosk.spoken import Speaker
from tests.rigs import SHOE, Bench

CLAUSES = catalogue.load_house("omaha").clauses
SPEAKER = Speaker((1000, 500, 100, 50, 10, 1), lambda clause: CLAUSES[clause])


@pytest.fixture
def hand(tmp_path: Path) -> Bench:
    """Three seats with 1000, 2000 and 5000 chips, by hand; blinds 50 and 100 at seats 2 and 3."""
    return Bench(tmp_path, "", "omaha", (1000, 2000, 5000))


def said(table: Bench, viewer: Any = "dealer") -> dict[str, Any]:
    words: dict[str, Any] = SPEAKER.view(view(table.table, viewer), viewer, None)["words"]
    return words


def act(table: Bench, seat: int, name: str, **more: Any) -> None:
    done = table.step(act=name, seat=seat, **more)
    assert isinstance(done, Done), done


def board(table: Bench, *names: str) -> None:
    for name in names:
        assert isinstance(table.step(card=name, to="board"), Done)


def checked(table: Bench, *seats: int) -> None:
    for seat in seats:
        act(table, seat, "check")


def to_the_showdown(table: Bench) -> None:
    act(table, 1, "call")
    act(table, 2, "call")
    act(table, 3, "check")
    board(table, "2s", "9d", "Th")
    checked(table, 2, 3, 1)
    board(table, "4s")
    checked(table, 2, 3, 1)
    board(table, "Kc")
    checked(table, 2, 3, 1)


def opened(table: Bench, seat: int, *cards: str) -> None:
    steps = [*({"card": card, "to": seat} for card in cards), {"act": "open", "seat": seat}]
    assert isinstance(table.press(do="steps", steps=steps), Done)


def test_every_act_and_hand_has_words() -> None:
    (field,) = (field for field in msgspec.structs.fields(Action) if field.name == "act")
    assert set(get_args(field.type)) == set(texts.ACTS)
    assert set(HANDS) - set(texts.HANDS) == {
        "five_of_a_kind",
        "defective_house",
        "high_pair",
        "low_pair",
        "nothing",
    }, "these are Triple's"


def test_the_prompt_goes_through_a_hand_in_the_dealers_words(hand: Bench) -> None:
    prompts = []

    def prompt() -> None:
        prompts.append(said(hand)["prompt"])

    prompt()
    act(hand, 1, "call")
    prompt()
    act(hand, 2, "call")
    prompt()
    act(hand, 3, "check")
    prompt()
    board(hand, "2s", "9d")
    prompt()
    board(hand, "Th")
    prompt()
    act(hand, 2, "bet", to=300)
    prompt()
    act(hand, 3, "raise", to=1200)
    prompt()
    act(hand, 1, "all_in")
    prompt()
    act(hand, 2, "fold")
    prompt()
    assert prompts == [
        "Deal four cards each. Seat 1 to act: call 100, raise to between 200 and 350 (pot)",
        "Seat 2 to act: call 50, raise to between 200 and 400 (pot)",
        "Seat 3 to act: check, raise to between 200 and 400 (pot)",
        "Burn a card. Flop: card 1 of 3",
        "Flop: card 3 of 3",
        "Seat 2 to act: check, bet between 100 and 300 (pot)",
        "Seat 3 to act: call 300, raise to between 600 and 1200 (pot)",
        "Seat 1 to act: call 900 or fold",
        "Seat 2 to act: call 900, raise to 1900 (all-in)",
        "Burn a card. Turn: one card",
    ]


def test_a_call_that_takes_all_chips_is_one_button(hand: Bench) -> None:
    """Seat 1 has 1000: to call 1000 and to be all-in is one thing."""
    act(hand, 1, "call")
    act(hand, 2, "raise", to=400)
    act(hand, 3, "raise", to=1300)
    assert [offer["label"] for offer in said(hand)["acts"]] == ["Fold", "Call 900: all-in"]


def test_no_rake_is_asked_for_where_none_is_taken(hand: Bench) -> None:
    """A pot of 300 has none (O3.1)."""
    to_the_showdown(hand)
    opened(hand, 2, "As", "Ad", "3s", "3d")
    opened(hand, 3, "Ac", "Ah", "3c", "3h")
    assert isinstance(hand.press(do="step", step={"act": "muck", "seat": 1}), Done)
    assert said(hand)["prompt"] == "Push the pots, then close the hand"


def test_the_acts_are_buttons_with_their_amounts(hand: Bench) -> None:
    acts = said(hand)["acts"]
    assert [offer["label"] for offer in acts] == ["Fold", "Call 100", "Raise to 200 – 350"]
    assert acts[2]["amounts"]["quick"] == [
        {"label": "Least: 200", "total": 200},
        {"label": "Half pot: 225", "total": 225},
        {"label": "Pot: 350", "total": 350},
    ]
    act(hand, 1, "fold")
    act(hand, 2, "call")
    act(hand, 3, "check")
    board(hand, "2s", "9d", "Th")
    assert [offer["label"] for offer in said(hand)["acts"]] == ["Fold", "Check", "Bet 100 – 200"]


def test_pots_say_who_can_win_them_and_then_who_has(hand: Bench) -> None:
    to_the_showdown(hand)
    words = said(hand)
    assert [(pot["name"], pot["amount"], pot["seats"]) for pot in words["pots"]] == [("Pot", "300", "seats 1 · 2 · 3")]
    assert words["prompt"] == "Seat 2 has to open"
    opened(hand, 2, "As", "Ad", "Kd", "Ks")
    assert said(hand)["prompt"] == "Seat 3: open or muck"
    assert said(hand, "display")["prompt"] == "Showdown: seat 3"
    act(hand, 3, "muck")
    opened(hand, 1, "Qh", "Jh", "Qd", "Jd")
    words = said(hand)
    assert words["pots"][0]["won"] == [
        {"seat": 1, "text": "Seat 1: 300", "hand": "Straight", "five": ["Qh", "Jh", "9d", "Th", "Kc"]}
    ]
    assert words["prompt"] == "Push to seat 1: 300 (3 × 100)"
    assert words["seats"]["1"]["end"] == {"verb": "Pay", "amount": "300", "chips": "3 × 100", "tone": "pay"}
    assert [words["seats"][seat]["tag"] for seat in "123"] == ["", "", "mucked"]
    assert words["fresh"][0]["said"] == "Seat 1: Pot: Straight, +300"
    assert said(hand, "display")["seats"]["1"]["end"]["verb"] == "Won"


def test_an_uncalled_bet_goes_back_and_is_no_winnings(hand: Bench) -> None:
    act(hand, 1, "raise", to=350)
    act(hand, 2, "fold")
    act(hand, 3, "fold")
    words = said(hand)
    assert words["prompt"] == "Seat 1 wins: open or close the hand"
    assert [line["what"] for line in words["seats"]["1"]["lines"]] == ["Uncalled, back", "Wins the pot"]
    act(hand, 1, "close")
    assert said(hand)["prompt"] == "Push to seat 1: 250 (2 × 100 + 1 × 50)"


def test_conduct_stands_at_the_seat(hand: Bench) -> None:
    hand.step(flying=3, act="fold")
    hand.step(interfered=2)
    seats = said(hand)["seats"]
    assert (seats["3"]["waiting"], seats["3"]["flying"]) == ("said out of turn: Fold", "out of turn: 1")
    assert seats["2"]["tag"] == "leaves the table"
    assert seats["2"]["owes"] == f"owes {5000 - 1950}"


def test_blinds_button_and_rake(hand: Bench) -> None:
    words = said(hand)
    assert [[mark["short"] for mark in words["seats"][seat]["marks"]] for seat in "123"] == [["D"], ["SB"], ["BB"]]
    assert words["blinds"] == "Blinds 50/100"
    act(hand, 1, "raise", to=350)
    act(hand, 2, "call")
    act(hand, 3, "call")
    assert said(hand)["rake"] == "Rake now: 21"


def test_the_next_level_is_offered(hand: Bench) -> None:
    (offered,) = said(hand)["stay"]["options"]
    assert offered["label"] == "Level 1: blinds 10/20"
    assert offered["options"] == {"level": 1}


def test_the_shoes_prompts(tmp_path: Path) -> None:
    table = Bench(tmp_path, SHOE, "omaha", (1000, 2000))
    table.link(True)
    words = said(table)
    assert words["prompt"] == "Seat 2: card, face down"
    assert said(table, "display")["prompt"] == "The cards are dealt"
    table.shoe("As", "Kd", "Qs", "Jd", "Ts", "9d", "8s", "7d")
    assert said(table)["prompt"] == "Seat 1 to act: call 50, raise to between 200 and 300 (pot)"
    act(table, 1, "call")
    act(table, 2, "check")
    assert said(table)["prompt"] == "Burn a card"
    assert said(table, "display")["prompt"] == "A card is burned"


@pytest.mark.parametrize("name", ["raise", "raise_one", "bet", "bet_one", "fold", "check", "check_bet_one", "call"])
def test_every_prompt_has_its_values(name: str) -> None:
    values = {"seat": 1, "call": "5", "least": "1", "most": "2", "limit": "pot"}
    assert "{" not in texts.PROMPTS[name].format(**values)
