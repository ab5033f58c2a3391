"""English, Japanese and Finnish: nothing is untranslated, nothing is joined, everybody reads their own language."""

from __future__ import annotations

import re
import string
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pytest
from babel.messages import pofile

import kiosk.languages
from dealer_assist import table_file
from dealer_assist.faults import Fault
from dealer_assist.game import Viewer
from kiosk import extraction, languages, refusals
from kiosk.spoken import Speaker
from kiosk.words import count, many, say, text
from tests.kiosks import Browser, Kiosk
from tests.scenes import play

HOUSE: Final = Path(kiosk.languages.__file__).parent
OTHERS: Final = [language for language in languages.LANGUAGES if language != "en"]
#: What stands in Latin letters in Japanese too: names of ours, figures, keys, and what the Japanese rules write so.
LATIN: Final = frozenset(
    {
        "Table",
        "Dealer",
        "Assist",
        "Last",
        "of",
        "Joker",
        "to",
        "PIN",
        "LV",
        "SB",
        "BB",
        "BJ",
        "POT",
        "MAX",
        "NO",
        "GAME",
    }
    | {"WIN", "LOSE", "PUSH"}
)


@pytest.fixture(scope="module")
def found() -> Any:
    return extraction.found()


# The catalogs


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_untranslated(language: str, found: Any) -> None:
    assert extraction.lacks(extraction.update(language, found)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalog_has_what_is_said_and_nothing_else(language: str, found: Any) -> None:
    with languages.path(language).open("rb") as file:
        kept = pofile.read_po(file, locale=language)
    assert {(message.id, message.context) for message in kept if message.id} == {
        (message.id, message.context) for message in found if message.id
    }, "make languages"
    assert not [message.id for message in kept if message.fuzzy and message.id]
    assert not kept.obsolete


def test_a_japanese_sentence_is_japanese() -> None:
    """What is no name, figure or key is written in Japanese letters."""
    with languages.path("ja").open("rb") as file:
        for message in pofile.read_po(file, locale="ja"):
            said = message.string if isinstance(message.string, str) else "".join(message.string)
            words = re.findall(r"[A-Za-z]{4,}", re.sub(r"\{\w+\}|`[^`]+`", "", str(message.id)))
            if message.id and said and len(words) > 2:
                assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", said), message.id


def test_what_is_said_at_all() -> None:
    """A language has other forms for one thing and for more, or has not; a word may mean two things."""
    held = many("1 card has come since and waits.", "{number} cards have come since and wait.")
    assert count(held, 1) == "1 card has come since and waits."
    with languages.spoken("fi"):
        assert count(held, 1) == "Sen jälkeen on tullut 1 kortti, joka odottaa."
        assert count(held, 3) == "Sen jälkeen on tullut 3 korttia, jotka odottavat."
    with languages.spoken("ja"):
        assert count(held, 1) == "その後1枚のカードが出て、待っています。"
        assert say(text("Seat {seat}: card"), seat=3) == "3番席：カード"
        assert say(text("A word of no catalog", "a test")) == "A word of no catalog"
    assert languages.language() == "en"


# No text beside the catalogs


class _Words(HTMLParser):
    """The text of a template outside its Jinja parts, and of the attributes that people are read."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in {"title", "placeholder", "aria-label", "alt"}]


#: Names of keys: the same in every language, as are addresses and names of files, which have other signs in them.
KEYS: Final = re.compile(r"Enter|Esc|Tab|CSV|JSON|PDF|PHH")
WORD: Final = re.compile(r"(?<![\w/:-])[A-Za-z]{3,}(?![\w/:=-])")


@pytest.mark.parametrize("path", sorted((HOUSE / "templates").rglob("*.html")), ids=lambda path: path.stem)
def test_a_template_has_no_text_of_its_own(path: Path) -> None:
    words = _Words()
    words.feed(re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", " ", path.read_text(), flags=re.DOTALL))
    assert [part.strip() for part in words.found if WORD.search(KEYS.sub("", part))] == []


@pytest.mark.parametrize("path", sorted((HOUSE / "static").rglob("*.js")), ids=lambda path: path.stem)
def test_a_script_has_no_text_of_its_own(path: Path) -> None:
    code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text())
    strings = re.findall(r'"([^"\\\n]*)"|`([^`]*)`', code)
    said = [one or re.sub(r"\$\{[^}]*\}", " ", other) for one, other in strings]
    assert [each for each in said if re.search(r"\b[A-Z][a-z]+ [a-z]+ ", each) or re.search(r"[a-z]\. ?$", each)] == []


# Refusals of the rules


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_is_recognised_and_said_anew(language: str) -> None:
    with languages.spoken(language):
        known = languages.speaking().about(refusals.ABOUT)
        assert len(known) > 200
        for sentence, said in known.items():
            names = [name for _, name, _, _ in string.Formatter().parse(sentence) if name]
            values = {name: str(number) for number, name in enumerate(dict.fromkeys(names), 11)}
            english = sentence.format_map(values)
            anew = refusals.said_anew(english)
            if len(re.sub(r"\{\w+\}|\W", "", sentence)) > 12:
                assert anew == said.format_map(values), english


def test_a_refusal_in_a_refusal(tmp_path: Path) -> None:
    with languages.spoken("ja"):
        said = refusals.said_anew("seat 2 can't hit now: seat 1 is to choose: war or surrender")
        assert said.startswith("2番席は今ヒットできません：1番席の選択です")
        assert refusals.said_anew("no such sentence") == "no such sentence"


# Who reads what


def test_everybody_reads_their_own_language_at_once(tmp_path: Path) -> None:
    with Kiosk(tmp_path) as kiosk:
        dealers = {language: Browser(kiosk.url).open("1001") for language in languages.LANGUAGES}
        streams = {}
        for language, dealer in dealers.items():
            dealer.cookie += f"; language={language}"
            streams[language] = dealer.stream("/dealer/events")
        kiosk.deal("bet 1 30; bet 2 30; 1 Kh")
        number = kiosk.settled.number
        said = {language: stream.until(number)["words"]["prompt"] for language, stream in streams.items()}
        assert said == {"en": "Seat 2: card", "ja": "2番席：カード", "fi": "Paikka 2: kortti"}
        for stream in streams.values():
            stream.close()
        refused = dealers["fi"].key(do="paid", seen=number)[1]["why"]
        assert refused == "kierros ei ole päättynyt"
        assert "番" not in (tmp_path / "journal.sqlite").read_bytes().decode(errors="ignore")


@pytest.mark.parametrize(
    ("asked", "cookie", "accepts", "of_the_table", "spoken"),
    [
        ("", "", "", "", "en"),
        ("", "", "fi,en;q=0.5", "", "fi"),
        ("", "", "fi", "ja", "ja"),
        ("", "language=en", "fi", "ja", "en"),
        ("?lang=fi", "language=en", "", "ja", "fi"),
        ("?lang=xx", "language=zz", "sv", "", "en"),
    ],
)
def test_the_language_is_what_was_chosen_last(
    tmp_path: Path, asked: str, cookie: str, accepts: str, of_the_table: str, spoken: str
) -> None:
    with Kiosk(tmp_path, language=of_the_table) as kiosk:
        status, headers, body = Browser(kiosk.url).ask(
            "GET", f"/sign-in{asked}", Cookie=cookie, **{"Accept-Language": accepts}
        )
        assert status == 200
        assert f'<html lang="{spoken}"' in body.decode()
        assert ("language=fi" in str(headers)) is (asked == "?lang=fi")


def test_the_display_keeps_a_language_of_its_own(tmp_path: Path) -> None:
    with Kiosk(tmp_path, language="ja") as kiosk:
        client = kiosk.app.test_client()
        client.get("/sign-in?lang=fi", base_url=kiosk.url)
        shown = client.get(f"/display?token={kiosk.people.display}", base_url=kiosk.url, follow_redirects=True)
        assert '<html lang="ja"' in shown.text
        assert '<html lang="fi"' in client.get("/sign-in", base_url=kiosk.url).text


def test_a_table_that_names_an_unknown_language_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('name = "T"\ngame = "triple"\nseats = [{ seat = 1, chips = 1 }]\nlanguage = "sv"\n')
    with pytest.raises(Fault, match="language"):
        table_file.load(path)


# Nothing of English is left in what is shown


def english(value: object) -> list[str]:
    """Words in Latin letters in what a view says, where it is in Japanese."""
    if isinstance(value, dict):
        return [word for key, each in value.items() if key not in _FACTS for word in english(each)]
    if isinstance(value, list):
        return [word for each in value for word in english(each)]
    if not isinstance(value, str):
        return []
    return [word for word in re.findall(r"[A-Za-z]{2,}\d?", re.sub(r"\{\w+\}", "", value)) if word not in LATIN]


_FACTS: Final = frozenset(
    {
        "act",
        "step",
        "tone",
        "clause",
        "state",
        "name_of",
        "result",
        "selection",
        "order",
        "account",
        "side",
        "what",
        "options",
    }
)


def test_no_english_is_left_in_japanese_views(tmp_path: Path) -> None:
    viewers: tuple[Viewer, ...] = ("dealer", "display")
    rounds = {
        "triple": "bet 1 30; bet 2 30; 1 Kh; 2 9s; dealer Kd; 1 go_to_war; 1 Ah; 2 8c; dealer ??; 2 hit; 2 Tc",
        "exchange_blackjack": "A back player1 3.5 100; close; deal 2h Tc Td Ts 9h 2d 9s 7s Ks; close",
    }
    for game, moves in rounds.items():
        folder = tmp_path / game
        folder.mkdir()
        accounts = {"A": "1000.00"} if game == "exchange_blackjack" else None
        with Kiosk(folder, accounts=accounts) as kiosk, languages.spoken("ja"):
            speaker = Speaker((100, 25, 5, 1), lambda clause: "")
            for move in moves.split(";"):
                (play if accounts else Kiosk.deal)(kiosk, move.strip())
                for viewer in viewers:
                    shown = speaker.view(kiosk.view(viewer), viewer, None)
                    assert english(shown["words"]) == [], (move, viewer)
