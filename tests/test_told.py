"""What a recalled round and its report tell, in Japanese and Finnish: steps, lines, notes, findings, the PDF."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from dealer_assist import dispute_pdf, recall
from dealer_assist.changes import By
from dealer_assist.dispute_words import finding_words, step_words
from dealer_assist.journal import Stamp
from dealer_assist.note_words import note_words
from dealer_assist.session import Session
from kiosk import languages, report_words, trouble
from kiosk.told import told_anew, who_anew
from tests.archives import QuickJournal
from tests.golden_tables import golden_scripts, table_of
from tests.rigs import SHOE, Bench
from tests.test_dispute import finish, made

OTHERS: Final = [language for language in languages.LANGUAGES if language != "en"]
#: Every so many golden rounds one is told.
EVERY: Final = 25
#: What stands in Latin letters in Japanese too.
LATIN: Final = {"WIN", "LOSE", "PUSH", "Last", "Joker", "loj", "LV", "PIN", "NO", "GAME", "SHA", "BJ", "Aino"}
NOTES: Final[list[tuple[str, dict[str, Any]]]] = [
    ("link", {"device": "shoe", "up": True, "why": ""}),
    ("link", {"device": "camera", "up": False, "why": "", "blind": True}),
    ("link", {"device": "shoe", "up": False, "why": ""}),
    ("floor", {"called": True}),
    ("floor", {"called": False}),
    ("time", {"runs": False}),
    ("stay", {"do": "sit", "who": 3, "chips": 500}),
    ("stay", {"do": "buy_in", "who": "A", "chips": "50.00"}),
    ("stay", {"do": "leave", "who": 3}),
    ("stay", {"do": "sit", "who": 3, "points": 40}),
    ("options", {"options": {"last_slot": True, "level": 3}}),
    ("burn", {"card": "As"}),
    ("burn", {"card": None}),
    ("held", {"card": "Td"}),
    ("cut", {"card": None}),
    ("card_outside", {"card": "2c"}),
    ("garbled", {"why": ""}),
    ("not_shown", {"seat": 1, "card": "As", "why": ""}),
    ("by_hand", {}),
    ("new_shoe", {}),
    ("seal", {}),
    ("unsealed", {}),
    ("closed", {}),
    ("opened", {"records": ["30"], "why": "agreed"}),
    ("sign_in", {"role": "supervisor"}),
    ("sign_out", {"reason": "idle"}),
    ("sign_in_refused", {"badge": "1001", "screen": "x"}),
    ("approval_refused", {"badge": "", "screen": "x", "reason": "not let in"}),
    ("locked_out", {"badge": "1001", "screen": "x"}),
    ("terminal", {"account": "A", "did": "code"}),
    ("terminal", {"account": "A", "did": "open", "screen": "x"}),
    ("terminal", {"account": "A", "did": "end", "screen": "x"}),
    ("set_up", {"part": "layout"}),
    ("set_up", {"badge": "1001", "screen": "x"}),
    ("shoe_command", {"command": "7", "bytes": "02"}),
]
STEPS: Final = (
    {"misdeal": "restorable", "back_to": 4},
    {"misdeal": "discretion", "reason": "2 1", "pays": [{"seat": 1, "paid": 30}], "ends": False},
    {"misdeal": "wrong_hand_card", "seat": 2, "card": "As"},
    {"misdeal": "wrong_shown", "seat": 2, "card": "As"},
    {"misdeal": "exposed_hole", "seat": 2, "card": "As"},
    {"misdeal": "exposed_other", "card": "As"},
    {"misdeal": "no_game"},
    {"misdeal": "void", "reason": "exposed_early"},
    {"act": "fold", "seat": 1, "cards": ["As"]},
    {"disclosed": 2},
    {"interfered": 2},
)


def left(said: str) -> list[str]:
    """Words in Latin letters that have no business in Japanese."""
    return [word for word in re.findall(r"[A-Za-z_]{2,}", said) if word not in LATIN]


def sentences() -> Iterator[str]:
    """Each kind of thing that a record tells."""
    yield from (note_words(kind, body, running) for kind, body in NOTES for running in (False, True))
    yield from (step_words(step) for step in STEPS)
    facts = {
        "card": "As",
        "box": "seat3",
        "recorded": "Ts",
        "seat": 2,
        "device": "camera",
        "messages": 2,
        "what": "card",
    }
    yield from (f"Stopped: {finding_words({'kind': kind, 'facts': facts}, False)}" for kind in trouble.TITLES)
    yield from (f"Answer to the finding in record 12: {name.replace('_', ' ')}" for name in trouble.REMEDIES)


@pytest.mark.parametrize("language", OTHERS)
def test_every_note_finding_and_answer_is_said_in_the_language(language: str) -> None:
    with languages.spoken(language):
        for english in sentences():
            said = told_anew(english)
            assert said != english
            if language == "ja":
                assert left(said) == [], (english, said)


@pytest.mark.parametrize(
    ("english", "ja", "fi"),
    [
        ("the floor was called", "フロアを呼び出し", "valvoja kutsuttiin"),
        (
            "seat 1, war, win: 30 × 2 = 60 (T3.2)",
            "1番席、ウォー、勝ち：30 × 2 = 60（T3.2）",
            "paikka 1, sota, voitto: 30 × 2 = 60 (T3.2)",
        ),
        ("seat 1: 268 chips", "1番席：チップ 268", "paikka 1: 268 pelimerkkiä"),
        ("a burn of nothing known", "a burn of nothing known", "a burn of nothing known"),
    ],
)
def test_a_sentence_is_said_anew_with_its_values(english: str, ja: str, fi: str) -> None:
    for language, said in (("en", english), ("ja", ja), ("fi", fi)):
        with languages.spoken(language):
            assert told_anew(english) == said


def test_who_did_something() -> None:
    with languages.spoken("fi"):
        assert who_anew("dealer, 1001, agreed by 2001") == "jakaja, 1001, hyväksyjä 2001"


@pytest.mark.parametrize("game", ["triple", "plo", "exchange"])
def test_golden_rounds_are_told_without_a_word_of_english(game: str, tmp_path: Path) -> None:
    told: set[str] = set()
    for number, script in enumerate(golden_scripts(game)[::EVERY]):
        folder = tmp_path / str(number)
        folder.mkdir()
        with QuickJournal(folder / "journal.sqlite", Stamp("Table", "boot", "house", "0")) as journal:
            session = Session(table_of(folder, script), None, journal, lambda: "2026-01-01T00:00:00+00:00")
            for step in script["steps"]:
                if "ask" not in step:
                    session.take(step, By(1, "dealer", "1001"))
            session.next_round(By(2, "dealer", "1001"))
            journal.flush()
            told |= all_of(recall.told(journal, 1, None, "pit"))
    assert len(told) > 100
    with languages.spoken("ja"):
        assert {said for said in map(told_anew, told) if left(said)} == set()


def all_of(one: recall.Round) -> set[str]:
    lines = {line.words for event in one.events for line in (*event.lines, *event.reversed)}
    return lines | {event.what for event in one.events} | {*one.begins, *one.settled, *one.people}


def test_an_account_is_told_by_its_name_and_in_points(tmp_path: Path) -> None:
    """Its lines have its place in the list, and cents."""
    script = next(script for script in golden_scripts("exchange") if len(script["accounts"]) > 1)
    with QuickJournal(tmp_path / "journal.sqlite", Stamp("Table", "boot", "house", "0")) as journal:
        session = Session(table_of(tmp_path, script), None, journal, lambda: "2026-01-01T00:00:00+00:00")
        for step in script["steps"]:
            session.take(step, By(1, "dealer"))
        journal.flush()
        one = recall.told(journal, 1, None, "pit")
    lines = [line for event in one.events for line in event.lines]
    names = {f"account {party['account']}" for party in script["accounts"]}
    assert lines
    for line in lines:
        who, _, sums = line.words.partition(", ")
        assert who in names
        assert f"= {line.paid // 100}" in sums
    text = json.dumps([line.words for line in lines])
    assert "seat" not in text
    assert "back.player" not in text


# The report


def test_the_report_has_its_sentences_in_the_catalogs() -> None:
    listed = {sentence.partition("\x04")[2] for sentence in report_words.SENTENCES}
    assert listed == set(dispute_pdf.SENTENCES.values()) - {dispute_pdf.SENTENCES["no_font"]}


def test_everything_in_a_report_is_said_by_its_voice(tmp_path: Path) -> None:
    bench = Bench(tmp_path, SHOE)
    bench.link(True)
    bench.bets(30, 20)
    bench.shoe("Kh", "8c", "9d", "5h", "7c", "Td")
    finish(bench)
    said: list[str] = []

    def keep(sentence: str, **values: object) -> str:
        said.append(sentence.format(**values))
        return said[-1]

    told = made(bench)
    dispute_pdf.render(told, [], voice=dispute_pdf.Voice(keep, keep, keep, keep))
    for event in told.events:
        assert event.what in said
        assert all(line.words in said for line in event.lines)
    assert {*told.begins, *told.settled, *told.people} <= set(said)
    assert {words for _, words in told.clauses} <= set(said)


def test_a_report_in_japanese_needs_letters_and_says_so_where_there_are_none(tmp_path: Path) -> None:
    with languages.spoken("ja"):
        voice = report_words.voice()
        assert voice.told("seat 1: 268 chips") == "1番席：チップ 268"
        assert voice.say(dispute_pdf.SENTENCES["settled"]) == "決着時の内容"
    without = dispute_pdf.fitting(voice, tmp_path)
    assert without.told("seat 1: 268 chips") == "seat 1: 268 chips"
    assert "no Japanese font" in without.remark
    bench = Bench(tmp_path, SHOE)
    bench.link(True)
    bench.bets(30, 20)
    assert dispute_pdf.render(made(bench), [], tmp_path, voice=voice).startswith(b"%PDF-")
    if dispute_pdf.fitting(voice).japanese:
        content = dispute_pdf.render(made(bench), [], voice=voice)
        assert b"/Helvetica" not in content
