"""PHH as a format: what is written and read, and what is refused, in a line."""

from __future__ import annotations

import json
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from dealer_assist import phh, phh_read, phh_write
from dealer_assist import script as scripts
from dealer_assist.faults import Fault
from tests import plo


def written(script: dict[str, Any]) -> str:
    """A script as PHH text."""
    return phh.dump([phh_write.hand(json.dumps(script), "a script")])


def read(text: str, chip: str = "1") -> dict[str, Any]:
    """The script of a PHH text of one hand. Raises `Fault`."""
    ((place, hand),) = phh.load(text, "a.phh", Decimal(chip))
    if isinstance(hand, Fault):
        raise hand
    return phh_read.script(hand, place, Decimal(chip))


#: The largest pot that was played online, by 2009: Antonius and Blom, in quarters of a dollar.
ANTONIUS_BLOM = """
variant = "PO"
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [500, 1000]
min_bet = 1000
starting_stacks = [1259450.25, 678473.5]
actions = [
  # before the flop
  "d dh p1 Ah3sKsKh", "d dh p2 6d9s7d8h",
  "p2 cbr 3000", "p1 cbr 9000", "p2 cbr 27000", "p1 cbr 81000", "p2 cc",
  "d db 4s5c2h",
  "p1 cbr 91000 # into 162000", "p2 cbr 435000", "p1 cbr 779000", "p2 cc", "# all in",
  "p1 sm Ah3sKsKh", "p2 sm -",
  "d db 5h", "d db 9c",
]
players = ["Patrik Antonius", "Viktor Blom"]
"""


def test_a_hand_in_quarters() -> None:
    """`--chip` counts in other units; hands shown before the board is out are opened after it."""
    script = read(ANTONIUS_BLOM, "0.25")
    assert script["options"]["button"] == 2
    assert [party["chips"] for party in script["seats"]] == [5037801, 2713894]
    assert [step["act"] for step in script["steps"] if "act" in step][-2:] == ["open", "open"]
    answer: Any = scripts.settle(json.dumps(script))
    assert [entry["chips"] for entry in answer["seats"]] == [1937923.75 * 4, 0]
    with pytest.raises(Fault, match=r"starting_stacks: 1259450.25 is no whole number of chips; --chip 0.25"):
        read(ANTONIUS_BLOM)


BIG_BLIND_ANTE = """
variant = "PO"
antes = [0, 100000, 0]
blinds_or_straddles = [50000, 100000, 0]
min_bet = 100000
starting_stacks = [4350000, 3075000, 8100000]
actions = ["d dh p1 ????????", "d dh p2 Tc5h5d2c", "d dh p3 AhKc????", "p3 cbr 275000", "p1 f", "p2 f"]
"""


def test_a_big_blind_ante_is_a_dead_post() -> None:
    """An ante that others do not pay is dead money of its seat; unknown cards stay unknown."""
    script = read(BIG_BLIND_ANTE)
    assert script["options"]["dead_posts"] == {"2": 100000}
    assert [step["card"] for step in script["steps"] if "card" in step] == ["Tc", "5h", "5d", "2c", "Ah", "Kc"]
    answer: Any = scripts.settle(json.dumps(script))
    assert [entry["chips"] for entry in answer["seats"]] == [4300000, 2875000, 8350000]
    again = written(script)
    assert "antes = [0, 100000, 0]\n" in again
    assert "ante_trimming_status = false\n" in again
    assert plo.read_by_pokerkit(again).stacks == [4300000, 2875000, 8350000]


def test_heads_up_is_given_in_reverse() -> None:
    """Of two players `p1` is the big blind, though the small blind stands first, and dead posts too."""
    script = read(
        BIG_BLIND_ANTE.replace(", 0]", "]")
        .replace("8100000", "")
        .replace(", ]", "]")
        .replace('"d dh p3 AhKc????", "p3 cbr 275000", "p1 f", "p2 f"', '"p2 cbr 300000", "p1 f"')
    )
    assert script["options"]["button"] == 2
    assert script["options"]["dead_posts"] == {"1": 100000}
    answer: Any = scripts.settle(json.dumps(script))
    stacks = [entry["chips"] for entry in answer["seats"]]
    assert stacks == [4150000, 3275000]
    assert plo.read_by_pokerkit(written(script)).stacks == stacks


THREE: dict[str, Any] = {
    "format": "round/1",
    "id": "three",
    "game": "omaha",
    "options": {"rule": "loj", "betting": "pot_limit", "small_blind": 50, "big_blind": 100, "button": 5, "rake": True},
    "seats": [{"seat": seat, "chips": 1000} for seat in (2, 5, 7)],
    "steps": [],
}
HOLES = {7: "2h 4h 7d 9c", 2: "Ad Kd Qd 5d", 5: "Ac Kc Qc 5c"}
OPEN = {"act": "open", "seat": 5}
DEALT: list[dict[str, Any]] = [{"card": card, "to": seat} for seat, held in HOLES.items() for card in held.split()]
TO_THE_RIVER: list[dict[str, Any]] = [
    {"act": "call", "seat": 5},
    {"act": "call", "seat": 7},
    {"act": "check", "seat": 2},
    {"card": "3c", "to": "burn"},
    *[{"card": card, "to": "board"} for card in ("Ks", "9d", "7h")],
    *[{"act": "check", "seat": seat} for seat in (7, 2, 5)],
    {"card": "4c", "to": "board"},
    *[{"act": "check", "seat": seat} for seat in (7, 2, 5)],
    {"card": "2s", "to": "board"},
    {"act": "check", "seat": 7},
    {"act": "bet", "seat": 2, "to": 101},
    {"act": "call", "seat": 5},
    {"act": "fold", "seat": 7},
]


def test_every_field() -> None:
    """Seat 7 is `p1`, the button `p3`; rake and what the house adds are told beside the stacks after them."""
    shown = [{"act": "open", "seat": 2}, {"act": "open", "seat": 5}]
    text = written({**THREE, "steps": [*DEALT, *TO_THE_RIVER, *shown]})
    assert (
        text
        == """\
variant = "PO"
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 1000, 1000]
actions = [
  "d dh p1 2h4h7d9c",
  "d dh p2 AdKdQd5d",
  "d dh p3 AcKcQc5c",
  "p3 cc",
  "p1 cc",
  "p2 cc",
  "# 3c burned",
  "d db Ks9d7h",
  "p1 cc",
  "p2 cc",
  "p3 cc",
  "d db 4c",
  "p1 cc",
  "p2 cc",
  "p3 cc",
  "d db 2s",
  "p1 cc",
  "p2 cbr 101",
  "p3 cc",
  "p1 f",
  "p2 sm AdKdQd5d",
  "p3 sm AcKcQc5c",
]
hand = "three"
seats = [7, 2, 5]
finishing_stacks = [900, 1045, 1045]
winnings = [0, 246, 246]
_dealer_assist = {rule = "loj", rake = true, rake_taken = 10, house_adds = 0}
"""
    )
    assert read(text)["options"] == {**THREE["options"], "ante": 0}


def test_mucked_all_in_and_by_folds() -> None:
    """A muck says so, an all-in is a call or a raise by its amount, a hand after all folds is shown in part."""
    muck = [{"act": "open", "seat": 2}, {"act": "muck", "seat": 5, "cards": ["Ac"]}]
    assert '"p2 sm AdKdQd5d",\n  "p3 sm # p3 shows Ac",' in written({**THREE, "steps": [*DEALT, *TO_THE_RIVER, *muck]})
    short = {**THREE, "seats": [{"seat": 2, "chips": 1000}, {"seat": 5, "chips": 350}, {"seat": 7, "chips": 300}]}
    all_in = [{"act": "all_in", "seat": 5}, {"act": "all_in", "seat": 7}, {"act": "fold", "seat": 2}]
    board = [{"card": card, "to": "board"} for card in ("Ks", "9d", "7h", "4c", "2s")]
    shown = [{"act": "open", "seat": 7}, {"act": "open", "seat": 5}]
    text = written({**short, "steps": [*DEALT, *all_in, *board, *shown]})
    assert '"p3 cbr 350",\n  "p1 cc",\n  "p2 f",\n  "p1 sm 2h4h7d9c",\n  "p3 sm AcKcQc5c",\n  "d db Ks9d7h",' in text
    folds = [
        {"act": "raise", "seat": 5, "to": 350},
        {"act": "fold", "seat": 7},
        {"act": "fold", "seat": 2, "cards": ["Ad"]},
        {"act": "open", "seat": 5, "cards": ["Ac", "Kc"]},
    ]
    text = written({**THREE, "options": {**THREE["options"], "rake": False}, "steps": [*DEALT, *folds]})
    assert '"p2 f # p2 shows Ad",\n  "# p3 shows Ac Kc",' in text
    assert plo.read_by_pokerkit(text).stacks == [950, 900, 1150]
    text = written({**THREE, "options": {**THREE["options"], "rake": False}, "steps": [*DEALT, *folds[:-1], OPEN]})
    assert '"p3 sm AcKcQc5c",' in text
    assert plo.read_by_pokerkit(text).stacks == [950, 900, 1150]
    assert read(text)["steps"][-1] == OPEN


def test_hands_that_are_read_when_they_are_opened() -> None:
    """Hole cards that lay face down unread are told as they were turned."""
    unread = [{"card": "??", "to": seat} for seat in (7, 2, 5) for _ in range(4)]
    turned = [
        step
        for seat in (2, 5)
        for step in ({"act": "open", "seat": seat}, *({"turn": card} for card in HOLES[seat].split()))
    ]
    text = written({**THREE, "steps": [*unread, *TO_THE_RIVER, *turned]})
    assert '"d dh p1 ????????",\n  "d dh p2 AdKdQd5d",' in text
    assert '"p2 sm AdKdQd5d",\n  "p3 sm AcKcQc5c",' in text


def test_an_action_out_of_turn_that_stands() -> None:
    """O7.1: told where it takes effect; one that moves chips otherwise can't be told."""
    stands = [{"flying": 7, "act": "call"}, {"act": "call", "seat": 5}, {"act": "check", "seat": 2}]
    text = written({**THREE, "steps": [*DEALT, *stands, *TO_THE_RIVER[3:-4]]})
    assert '"p3 cc",\n  "p1 cc",\n  "p2 cc",\n  "# 3c burned",' in text
    half = [{"flying": 7, "act": "all_in"}, {"act": "call", "seat": 5}, {"act": "check", "seat": 2}]
    with pytest.raises(Fault, match=r"out of turn that does not stand \(O7\)"):
        written({**THREE, "steps": [*DEALT, *half]})


def test_a_hand_that_stops_early() -> None:
    """No stacks at its end; the script that is read again stops too."""
    text = written({**THREE, "steps": [*DEALT[:5], *TO_THE_RIVER[:4]]})
    assert "finishing_stacks" not in text
    assert '"d dh p1 2h4h7d9c",\n  "d dh p2 Ad??????",\n  "d dh p3 ????????",' in text
    answer: Any = scripts.settle(json.dumps(read(text)))
    assert answer["complete"] is False


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "triple", "options": {}, "steps": []}, "a script: a round of triple: PHH has no name for that game"),
        ({"options": {**THREE["options"], "betting": "no_limit"}}, "no-limit Omaha: PHH has a name for pot-limit"),
        (
            {"options": {**THREE["options"], "betting": "fixed_limit"}},
            "fixed-limit Omaha: PHH has a name for pot-limit",
        ),
        ({"seats": [{"seat": 2, "chips": 5}]}, "a script: fewer than two seats have chips: there is no hand to write"),
        ({"steps": [{"act": "fold", "seat": 2}]}, "a script: step 0: O4.5: seat 2 acts; seat 5 is to act"),
        ({"steps": [{"disclosed": 5}]}, "a script: step 0: a hand disclosed (O8.1): PHH has no word for it"),
        ({"steps": [{"misdeal": "no_game"}]}, "a script: step 0: "),
    ],
)
def test_a_script_that_is_not_written(changes: dict[str, Any], said: str) -> None:
    """One line: where, what."""
    with pytest.raises(Fault) as fault:
        written({**THREE, **changes})
    assert said in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"PO"', '"NT"', "a.phh: variant 'NT' (no-limit Texas hold'em): this program reads PO"),
        ('"PO"', '"FO/8"', "variant 'FO/8' (fixed-limit Omaha high/low-split eight or better)"),
        ('"PO"', '"XX"', "variant 'XX': this program reads PO"),
        ('variant = "PO"', 'variants = "PO"', "a.phh: variant is missing"),
        ("min_bet = 100000", "", "min_bet is missing"),
        ("min_bet = 100000", "min_bet = 50000", "min_bet 50000: the least bet is the big blind, 100000 (O5.1)"),
        ("min_bet = 100000", "min_bet = true", "min_bet = True is not what PHH has there"),
        ("8100000]", "8100000, 5]", "antes has 3 entries for 4 players"),
        ("8100000]", "0]", "a player without chips gets no cards (O2.4)"),
        ("8100000]", "inf]", "starting_stacks: Infinity is no whole number of chips"),
        ("8100000]", '"8k"]', "starting_stacks: 8k is no whole number of chips"),
        ("[50000, 100000, 0]", "[50000, 100000, 200000]", "the rules have no straddle (O4.4)"),
        ("[0, 100000, 0]", "[9000000, 9000000, 9000000]", "ante_trimming_status = true"),
        ("min_bet", "seats = [3, 1, 4]\nmin_bet", "no order from the small blind clockwise"),
        ('"p1 f"', '"p2 f"', "action 5 'p2 f': O4.5: seat 2 acts; seat 1 is to act"),
        ('"p1 f"', '"p2 cc"', "action 5 'p2 cc': not p2 but p1 is to act"),
        ("cbr 275000", "cbr 900000", "action 4 'p3 cbr 900000': O5.3"),
        ("cbr 275000", "cbr 0.5", "action 4 'p3 cbr 0.5': cbr: 0.5 is no whole number of chips"),
        ('"p1 f"', '"p9 f"', "action 5 'p9 f': there is no p9: 3 players"),
        ("275000", "1e999999999", "cbr: 1e999999999 is no whole number of chips"),
        ("min_bet = 100000", "min_bet = " + "9" * 5000, "a.phh: no PHH file: "),
        ('"p1 f"', '"p0 f"', "'p0' is no player"),
        ('"p1 f"', '"q1 f"', "action 5 'q1 f': 'q1' is no player: write p1, p2"),
        ('"p1 f"', '"p1 folds"', "action 5 'p1 folds': no action of PHH"),
        ('"p1 f"', '"p1 sd AsKs"', "action 5 'p1 sd AsKs': a discard: Omaha has none"),
        ("Tc5h5d2c", "Tc5h5d2x", "action 2 'd dh p2 Tc5h5d2x': '2x' is no card"),
        ("Tc5h5d2c", "Tc5h5d5h", "action 2 'd dh p2 Tc5h5d5h': "),
        ("Tc5h5d2c", "Tc5h5d2c3c", "action 2 'd dh p2 Tc5h5d2c3c': "),
        ("AhKc", "JkKc", "action 3 'd dh p3 JkKc????': O1.1: Jk: Omaha is played without jokers"),
        ('"p2 f"', '"d db ??7h2c"', "action 6 'd db ??7h2c': "),
    ],
)
def test_a_file_that_is_not_read(old: str, new: str, said: str) -> None:
    """One line: which file, which action, what."""
    assert BIG_BLIND_ANTE.count(old) >= 1
    with pytest.raises(Fault) as fault:
        read(BIG_BLIND_ANTE.replace(old, new, 1))
    assert said in str(fault.value)
    assert "\n" not in str(fault.value)


def test_text_of_any_kind() -> None:
    """A damaged file is refused in a line, or read; nothing else comes of it."""
    random = Random(4)
    for _ in range(300):
        text = list(random.choice([ANTONIUS_BLOM, BIG_BLIND_ANTE]))
        for _ in range(random.randint(1, 4)):
            at = random.randrange(len(text))
            text[at : at + random.randint(0, 3)] = random.choices(
                '0123456789pdfcbrsm# ?AKhd[]"=,.-\n', k=random.randint(0, 3)
            )
        try:
            script = read("".join(text), "0.25")
        except Fault as fault:
            assert "\n" not in str(fault)
        else:
            assert scripts.settle(json.dumps(script))["format"] == "settlement/1"


def test_a_hand_shown_in_part_is_mucked_with_those_cards() -> None:
    """O6.3: `sm` with cards that are not known mucks the hand, and shows those that are."""
    muck = [{"act": "open", "seat": 2}, {"act": "muck", "seat": 5}]
    text = written({**THREE, "steps": [*DEALT, *TO_THE_RIVER, *muck]})
    assert text.count('"p3 sm"') == 1
    shown = read(text.replace('"p3 sm"', '"p3 sm AcKc????"'))
    assert shown["steps"][-1] == {"act": "muck", "seat": 5, "cards": ["Ac", "Kc"]}
    assert json.loads(json.dumps(scripts.settle(json.dumps(shown))))["complete"]


def test_a_card_shown_by_mistake_is_a_commentary() -> None:
    """O9.4 moves no chips: other programs read the hand without it."""
    wrong = {"misdeal": "wrong_shown", "seat": 2, "card": "Ad", "meant": "Kd"}
    folds = [
        {"act": "raise", "seat": 5, "to": 350},
        {"act": "fold", "seat": 7},
        {"act": "fold", "seat": 2, "cards": ["Ad"]},
    ]
    text = written({**THREE, "options": {**THREE["options"], "rake": False}, "steps": [*DEALT, *folds, wrong]})
    assert '"# p2 shows Ad by mistake, meant Kd",' in text
    assert plo.read_by_pokerkit(text).stacks == [950, 900, 1150]
