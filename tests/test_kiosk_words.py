"""What the screens say: a text for everything that the game and the table can show, and whole sentences."""

from __future__ import annotations

import inspect
import re
from typing import Any, get_args

import msgspec
import pytest

from dealer_assist import camera_findings, cards, proposals, shoe_findings
from dealer_assist.findings import Finding, Remedy
from dealer_assist.game import Deal, Refused
from dealer_assist.games import catalogue
from dealer_assist.games.triple.rules import Blackjack, Poker, Premiums
from dealer_assist.games.triple.state import WarResult
from dealer_assist.games.triple.steps import _Act
from dealer_assist.games.triple.view import _GAME_OF_PHASE
from dealer_assist.shoe_count import Ended
from dealer_assist.sighting import Sighting
from kiosk import trouble, words
from kiosk.speech import triple
from kiosk.spoken import Speaker
from tests.clauses.table import play

CLAUSES = catalogue.load_house("triple").clauses
SPEAKER = Speaker((100, 25, 10, 5, 1), lambda clause: CLAUSES[clause])


def names(kind: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(kind)}


def test_every_outcome_has_words() -> None:
    assert set(get_args(WarResult)) - {"", "tie"} <= set(triple.OUTCOMES["war"])
    assert names(Blackjack) | names(Premiums) | {"bust"} <= set(triple.OUTCOMES["blackjack"])
    assert names(Poker) | {"push"} <= set(triple.OUTCOMES["poker"])
    assert set(triple.OUTCOMES["joker"]) == {"bonus", "restored"}


def test_every_act_has_words() -> None:
    (act,) = (field for field in msgspec.structs.fields(_Act) if field.name == "act")
    assert set(get_args(act.type)) == set(triple.ACTS)


def test_every_stage_has_words() -> None:
    assert set(_GAME_OF_PHASE.values()) == set(triple.STAGES)


def test_every_finding_of_the_table_has_words() -> None:
    source = "".join(inspect.getsource(module) for module in (proposals, camera_findings, shoe_findings))
    kinds = set(re.findall(r'Finding\(\s*"(\w+)"', source)) | {"shoe_lost", "camera_lost", "camera_blind"}
    kinds |= {"wrong_box", "skipped", "twice", "turned"}
    assert kinds <= set(trouble.TITLES)
    assert len(kinds) > 8


@pytest.mark.parametrize(
    ("kind", "facts", "said"),
    [
        ("not_awaited", {"seat": 2}, "A card left the shoe while seat 2 was still to choose."),
        ("not_awaited", {"card": "Td"}, "10♦ left the shoe while no card was awaited."),
        ("not_awaited", {}, "A card left the shoe while no card was awaited."),
        (
            "impossible",
            {"card": "Jk", "why": "…", "clause": "T1.2"},
            "Joker was read, but every card of that kind has come. Look at the card and name it.",
        ),
        (
            "wrong_box",
            {"card": "8h", "box": "seat1", "recorded": "dealer"},
            "The camera sees 8♥ at seat 1; the record has it at the dealer.",
        ),
        (
            "disagree",
            {"card": "8h", "box": "seat1", "recorded": "3h"},
            "The camera sees 8♥ at seat 1; the record has 3♥ there.",
        ),
        (
            "twice",
            {"card": "8h", "box": "seat1", "recorded": "seat2"},
            "8♥ was due at seat 2, where nothing lies; the camera sees it at seat 1 with another.",
        ),
        (
            "switched",
            {"card": "8h", "box": "seat1"},
            "The camera sees 8♥ at seat 1; the shoe dealt no such card there.",
        ),
        (
            "switched",
            {"card": "8h", "box": "dealer", "recorded": "3h"},
            "3♥ was dealt face down at the dealer; the camera now sees 8♥ there.",
        ),
        ("astray", {"box": "seat2"}, "At seat 2 a card lies with its back up. The record has none there."),
        (
            "unseen",
            {"card": "??", "box": "seat2"},
            "A card left the shoe for seat 2, face down. Nothing lies there.",
        ),
        (
            "order",
            {"order": "suit", "ran": 3, "of": 25, "cards": ["2s", "3s", "4s"]},
            "Neighbours of one suit among the last 3 cards: nobody seems to have shuffled.",
        ),
        (
            "order",
            {"order": "again", "ran": 8, "of": 25, "cards": []},
            "8 cards came as they did in an earlier shoe: nobody seems to have shuffled.",
        ),
        ("unheard_of", {"x": 1}, "Look at the felt, then choose."),
    ],
)
def test_findings_in_words(kind: str, facts: dict[str, Any], said: str) -> None:
    finding = {"kind": kind, "facts": facts, "held": 0, "remedies": []}
    assert trouble.describe(finding, [], triple.SPEECH)["sentence"] == said


def test_a_remedy_says_what_it_costs() -> None:
    finding = {
        "kind": "not_awaited",
        "facts": {},
        "held": 2,
        "remedies": [remedy("double"), remedy("burned")],
    }
    said = trouble.describe(finding, [{"act": "double", "chips": 60}], triple.SPEECH)
    assert [way["label"] for way in said["remedies"]] == ["It was a double +60", "The card is burned"]
    assert said["held"] == "2 cards have come since and wait."


@pytest.mark.parametrize(
    ("name", "pays", "clause", "label"),
    [
        ("restorable", -60, "T9.1", "Misdeal: back to this card: takes back 60 (T9.1)"),
        ("not_restorable", 1640, "T9.2", "Misdeal: can't be restored: players get 1640 with their stakes (T9.2)"),
        ("restorable", 0, "T9.1", "Misdeal: back to this card: no chips move (T9.1)"),
    ],
)
def test_a_misdeals_remedy_says_its_clause_and_what_it_pays(name: str, pays: int, clause: str, label: str) -> None:
    ways = [remedy(name, pays=pays, clause=clause, approval=name == "not_restorable")]
    said = trouble.describe({"kind": "unheard_of", "facts": {}, "held": 0, "remedies": ways}, [], triple.SPEECH)
    assert said["remedies"][0]["label"] == label


@pytest.mark.parametrize(
    ("awaits", "prompt"),
    [
        ({"kind": "bets", "seats": [1], "first": None}, "Place bets"),
        ({"kind": "bets", "seats": [1], "first": 1}, "Seat 1: card. To change a bet, tap its seat"),
        ({"kind": "deal", "to": 3, "hand": None, "face_down": False}, "Seat 3: card"),
        ({"kind": "deal", "to": 3, "hand": 2, "face_down": False}, "Seat 3, hand 2: card"),
        ({"kind": "deal", "to": "dealer", "hand": None, "face_down": False}, "Dealer: card"),
        ({"kind": "deal", "to": "dealer", "hand": None, "face_down": True}, "Dealer: card, face down"),
        ({"kind": "turn", "to": "dealer"}, "Turn the hole card"),
        ({"kind": "over"}, "Pay seat 1: 60 (2 × 25 + 1 × 10)"),
    ],
)
def test_prompts(awaits: dict[str, Any], prompt: str) -> None:
    lines = [play("bet 1 30; 1 Kh; dealer 9c").answer["seats"][0]["lines"][0] | {"stake": 60, "paid": 120}]
    view = seen(awaits, lines)
    assert SPEAKER.view(view, "dealer", None)["words"]["prompt"] == prompt


@pytest.mark.parametrize(
    ("acts", "hand", "prompt"),
    [
        (["go_to_war", "surrender"], None, "Seat 2 to choose: war or surrender"),
        (["surrender"], None, "Seat 2 can only surrender"),
        (["insure", "no_insurance"], None, "Seat 2: insurance?"),
        (["hit", "stand"], None, "Seat 2 to act"),
        (["hit", "stand"], 1, "Seat 2, hand 1 to act"),
    ],
)
def test_choices(acts: list[str], hand: int | None, prompt: str) -> None:
    view = seen({"kind": "choice", "seat": 2, "hand": hand, "also": []}, [])
    view["offers"] = [{"act": act, "chips": 0, "step": {}} for act in acts]
    assert SPEAKER.view(view, "dealer", None)["words"]["prompt"] == prompt


def test_a_line_with_its_reason() -> None:
    line = {"on": "war", "stake": 30, "multiple": "2", "paid": 60, "outcome": "win", "clause": "T3.2"}
    view = seen({"kind": "over"}, [line])
    view["fresh"] = [{"seat": 1, **line}]
    said = SPEAKER.view(view, "display", None)["words"]
    (shown,) = said["seats"]["1"]["lines"]
    assert shown == {
        "what": "War won",
        "sum": "30 × 2 = 60",
        "net": "+30",
        "tone": "pay",
        "clause": "T3.2",
        "why": CLAUSES["T3.2"],
        "fresh": True,
    }
    assert said["fresh"][0]["said"] == "Seat 1: War won, +30"


def test_a_bonus_takes_no_stake_away() -> None:
    bonus = {"on": "joker", "stake": 30, "multiple": "2", "paid": 60, "outcome": "bonus", "clause": "T7.1"}
    restored = {"on": "joker", "stake": 30, "multiple": None, "paid": 400, "outcome": "restored", "clause": "T7.3"}
    lost = {"on": "war", "stake": 30, "multiple": "0", "paid": 0, "outcome": "lose", "clause": "T3.2"}
    said = SPEAKER.view(seen({"kind": "over"}, [bonus, restored, lost]), "dealer", None)["words"]["seats"]["1"]
    assert [line["net"] for line in said["lines"]] == ["+60", "+400", "−30"]
    assert said["end"] == {"verb": "Pay", "amount": "430", "chips": "4 × 100 + 1 × 25 + 1 × 5", "tone": "pay"}


def test_the_display_is_not_told_why_the_table_stopped() -> None:
    view = seen({"kind": "turn", "to": "dealer"}, [])
    assert "disk" not in str(SPEAKER.view(view, "display", "/srv/journal: the disk is full"))
    assert SPEAKER.view(view, "dealer", "the disk is full")["fault"] == "the disk is full"


@pytest.mark.parametrize(
    ("link", "camera", "shown"),
    [
        ("none", {"armed": False, "unsure": 0}, ("none", "none")),
        ("lost", {"armed": False, "unsure": 0}, ("lost", "lost")),
        ("up", {"armed": False, "unsure": 0}, ("waiting", "waits for a clear felt")),
        ("up", {"armed": True, "unsure": 2}, ("waiting", "unsure, cards: 2")),
        ("up", {"armed": True, "unsure": 0}, ("up", "connected")),
    ],
)
def test_how_the_camera_is(link: str, camera: dict[str, Any], shown: tuple[str, str]) -> None:
    view = seen({"kind": "turn", "to": "dealer"}, []) | {"links": {"camera": link}, "camera": camera}
    (said, record) = SPEAKER.view(view, "dealer", None)["words"]["links"]
    assert (said["state"], said["word"]) == shown
    assert record == {"name": "Record", "word": "kept", "state": "kept"}


def test_large_amounts_are_grouped() -> None:
    assert words.points(9999) == "9999"
    assert words.points(1234567) == "1\u202f234\u202f567"
    assert words.signed(-12400) == "−12\u202f400"


@pytest.mark.parametrize(
    "finding",
    [
        proposals.lost("shoe", "unplugged"),
        proposals.lost("camera", "unplugged"),
        proposals.lost("camera", "The picture is black.", blind=True),
        camera_findings.moved(),
        shoe_findings.uneven(Ended(52, 50, 0, 1)),
        shoe_findings.uneven(Ended(52, 53, 0, None)),
        proposals.shoe_back(),
        proposals.resumed(),
        proposals.gap(2),
        proposals.unreadable(Sighting(0, "garbled", why="noise")),
        proposals.shoe_error(None),
        proposals.impossible(cards.parse("As"), Deal(1), Refused("T1.2", "all have come")),
        Finding("not_awaited", {"card": "As", "seat": 2}, (Remedy("hit"), Remedy("stand"), proposals.BURNED)),
        Finding("turned", {"card": "As", "box": "dealer"}, (Remedy("record"),)),
        Finding("unseen", {"card": "As", "box": "seat1"}, (Remedy("record"), Remedy("new_shoe"), Remedy("reshuffled"))),
        Finding("repeated", {"card": "As", "hidden": True}, (Remedy("again"), Remedy("new"))),
        Finding("too_late", {"card": "As", "recorded": "Kh", "clause": "T3.6"}, (Remedy("leave"),)),
    ],
    ids=lambda finding: str(finding.kind),
)
def test_a_finding_is_said_with_its_facts(finding: Finding) -> None:
    told = msgspec.to_builtins(finding)
    shown = {**told, "held": 0, "remedies": [remedy(**each) for each in told["remedies"]]}
    said = trouble.describe(shown, [], triple.SPEECH)
    assert said["title"] != words.say(trouble.UNKNOWN)
    assert "{" not in said["sentence"]
    assert all(" " in way["label"] for way in said["remedies"])


def remedy(name: str, **more: Any) -> dict[str, Any]:
    """A remedy as the dealer's page gets it."""
    plain: dict[str, Any] = {"clause": None, "pays": None, "seats": []}
    return {"name": name, "asks_card": False, "approval": False, "free": False, **plain, **more}


def seen(awaits: dict[str, Any], lines: list[dict[str, Any]]) -> dict[str, Any]:
    """A view with one seat that has those lines."""
    seat = {
        "seat": 1,
        "chips": 1000,
        "unit": 30,
        "all_in": False,
        "stakes": {},
        "hands": [{"total": "soft 17"}],
        "lines": lines,
    }
    return {
        "game": "triple",
        "round": 1,
        "state": {"stage": "war", "dealer": {"total": None}, "seats": [seat]},
        "awaits": awaits,
        "fresh": [],
        "links": {"shoe": "none", "camera": "none"},
        "stopped": False,
        "paused": False,
        "floor": False,
        "offers": [],
        "acts": [],
        "finding": None,
        "by_hand": True,
        "units": {},
        "camera": {"armed": True, "unsure": 0},
        "stay": {"places": [1], "parties": [{"seat": 1, "chips": 1000}], "options": {}, "pending": []},
    }
