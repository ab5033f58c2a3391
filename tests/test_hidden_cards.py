"""No byte sent to a role holds a card that `show` withholds, over the golden rounds of all games.

Every round of `tests/scripts/*_rounds.jsonl` in which a card lies face down is dealt at a real desk, as a shoe deals it
that knows every card (Omaha's hands are dealt first, not at the showdown). What the streams send, the published view
with its words, is read after every second step for every audience, in one language after another. In the moment in
which the most cards are hidden the pages that tell of the round are asked of the real application, for those who may
see the most of it; and in every `EVERY`th round all routes, for all roles, with their streams and refusals. What a
server adds to these bytes has no card in it (`tests/test_faults_web.py`, `tests/test_kiosk_feed.py`).

A card that lies open elsewhere too, as six decks may have it, is replaced by one that does not: what lies face down
changes nothing (T8.3), so the round up to there stays what it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from dealer_assist import fold, recall
from dealer_assist.changes import By
from dealer_assist.dispute import folder_dispute
from dealer_assist.game import Refused
from dealer_assist.games import catalogue
from dealer_assist.journal import Stamp
from dealer_assist.session import Session
from dealer_assist.table import Table
from kiosk import languages
from kiosk.app import create_app
from kiosk.desk import VIEWERS, Desk
from kiosk.feed import Feed
from kiosk.people import People
from kiosk.spoken import Speaker
from kiosk.terminals import Terminals
from kiosk.visits import Visits
from tests.archives import QuickJournal
from tests.golden_tables import golden_scripts, table_of
from tests.kiosks import CHEAP, PEOPLE, PINS
from tests.visitor import BADGES

JSON = dict[str, Any]
#: Of so many rounds one is looked at through every route by every role.
EVERY: Final = 60
#: Who may be told the most of a round that runs, at the table and in the pit, and the pages that tell of it.
TELLING: Final = {
    "dealer": ("/recall?round=1",),
    "supervisor": ("/pit/round", "/pit/export?as=jsonl", "/pit/search?card={card}"),
}
LANGUAGES: Final = tuple(languages.LANGUAGES)
DECK: Final = tuple(rank + suit for rank in "23456789TJQKA" for suit in "shdc")
SUITS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
#: A printed sheet that is drawn without the table: its packed bytes may look like a card by chance.
MARKERS: Final = "/setup/markers"
FACE: Final = re.compile('"([2-9TJQKA][shdc]|Jk)"')
CODE: Final = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][shdc](?![0-9A-Za-z])")
SIGN: Final = re.compile(r"(10|[2-9TJQKA])([♠♥♦♣])")
ESCAPED: Final = re.compile(r"\\u(26[0-9a-fA-F]{2})")
#: The one answer that is looked at before it is drawn.
REPORT: Final = "/pit/report"
#: What every card has, whatever was dealt: a button or an option, and how a card is written in a search.
PICKER: Final = re.compile(
    rb'<div class="picker".*?</div>|<select name="(?:rank|suit)".*?</select>|Card, as As or Jk', re.DOTALL
)
#: Words drawn by lot, and digests.
DRAWN: Final = re.compile(
    rb'data-(?:boot|token)="[^"]*"|name="token" value="[^"]*"|"hello"\ndata: "[^"]*"|[0-9a-f]{12,}'
)


class House:
    """A desk with its application, at which one golden round after another is dealt."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rounds = 0
        self.desk = Desk(self._table({"game": "triple", "seats": [{"seat": 1, "chips": 100}]}))
        people = People.of(PEOPLE, CHEAP)
        speaker = Speaker((1, 5, 10, 50, 100), lambda clause: "")
        self.feed = Feed(self.desk, speaker, 9, 1.0)
        self.terminals = Terminals()
        self.app = create_app(
            self.desk, chips=(1, 5), controls=None, people=people, visits=Visits(people), terminals=self.terminals
        )
        self.display = people.display
        self.desk.start()

    def close(self) -> None:
        """Stop."""
        self.desk.close()

    def sit(self, script: JSON) -> None:
        """Open the round of a script."""
        self.desk.swap(self._table(script))

    def _table(self, script: JSON) -> Table:
        self._rounds += 1
        folder = self._folder / str(self._rounds)
        folder.mkdir()
        file = table_of(folder, script)
        journal = QuickJournal(folder / "journal.sqlite", Stamp("Table", f"boot {self._rounds}", "house", "0"))
        return Table(file, Session(file, None, journal, lambda: "2026-01-01T00:00:00+00:00"))

    def take(self, step: JSON) -> bool:
        """One step; whether it was taken."""
        by = By(1, "shoe" if "card" in step else "dealer", "" if "card" in step else "1001")
        return not isinstance(self.desk.between(lambda session, at: session.take(step, by)), Refused)

    def flush(self) -> None:
        """Put what was recorded where other threads read it."""
        journal = self.desk.session.journal
        assert isinstance(journal, QuickJournal)
        self.desk.between(lambda session, at: journal.flush())

    def client(self, who: str) -> FlaskClient:
        """A browser of that role."""
        client = self.app.test_client()
        if who in BADGES:
            page = client.get("/sign-in").text
            token = re.search('name="token" value="([^"]+)"', page)
            assert token is not None
            sent = {"token": token[1], "badge": BADGES[who], "pin": PINS[BADGES[who]]}
            assert client.post("/sign-in", data=sent, headers={"Origin": "http://localhost"}).status_code == 303
        if who == "display":
            assert client.get(f"/display?token={self.display}").status_code == 303
        return client


def faces(shown: object) -> set[str]:
    """Every card named in a view."""
    return set(FACE.findall(msgspec.json.encode(shown).decode()))


def withheld(shown: object, steps: Sequence[JSON]) -> set[str]:
    """The cards that were dealt in these steps and that a view does not name."""
    return {step["card"] for step in steps if "card" in step and "misdeal" not in step} - faces(shown) - {"??"}


def named(content: bytes, hidden: Iterable[str]) -> set[str]:
    """Which of these cards the bytes name, in whatever notation: `Td`, `10♦`, `T♦`, `10\\u2666`, a joker."""
    text = ESCAPED.sub(lambda found: chr(int(found[1], 16)), content.decode(errors="replace"))
    codes = set(CODE.findall(text))
    codes |= {rank.replace("10", "T") + SUITS[suit] for rank, suit in SIGN.findall(text)}
    return (codes | ({"Jk"} if '"Jk"' in text else set())) & set(hidden)


def bare(content: bytes) -> bytes:
    return DRAWN.sub(b"", PICKER.sub(b"", content))


class Dealt(msgspec.Struct, frozen=True):
    """A golden round as a shoe deals it, up to the moment in which the most cards are hidden."""

    script: JSON
    steps: tuple[JSON, ...]

    @property
    def name(self) -> str:
        return str(self.script["id"]).split()[0]


def rounds(game: str) -> Iterator[Dealt]:
    """The golden rounds of a game in which a card lies face down."""
    for script in golden_scripts(game):
        steps = [step for step in script["steps"] if "ask" not in step]
        if game == "plo":
            steps = hands_first(steps)
        if found := hidden_most(script, steps):
            yield Dealt(script, tuple(found))


def hands_first(steps: Sequence[JSON]) -> list[JSON]:
    """The steps of a hand of Omaha with its hole cards dealt before anything else."""
    hole = [step for step in steps if "card" in step and isinstance(step.get("to"), int)]
    return [*hole, *(step for step in steps if step not in hole)]


def hidden_most(script: JSON, steps: Sequence[JSON]) -> list[JSON]:
    """The steps up to the moment with the most hidden cards, these as cards that lie open nowhere; none if no card is
    ever hidden."""
    game = catalogue.open_round({**script, "steps": ()}, None)
    point = fold.begin(game)
    taken: list[JSON] = []
    most: tuple[int, set[int]] = (0, set())
    lies: set[int] = set()
    for step in steps:
        outcome = fold.take(game, point, step)
        if isinstance(outcome, Refused):
            break
        point = outcome.point
        taken.append(step)
        hidden = recall.hidden_steps(game, point, taken)
        if hidden and len(hidden) >= len(most[1]):
            most = (len(taken), hidden)
            # A card that a misdeal took back was seen, and had its part in the round.
            lies = {number for number in hidden if point.before[number] is not None}
    every = {step["card"] for step in steps if "card" in step}
    free = iter(card for card in DECK if card not in every)
    doubled = Counter(step["card"] for step in steps if "card" in step and "misdeal" not in step)
    return [
        {**step, "card": next(free)} if number in lies and doubled[step["card"]] > 1 else step
        for number, step in enumerate(taken[: most[0]])
    ]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    opened = House(tmp_path_factory.mktemp("house"))
    yield opened
    opened.close()


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("game", "number"), [("triple", 178), ("plo", 175), ("exchange", 0)])
def test_no_byte_sent_to_a_role_holds_a_card_that_show_withholds(house: House, game: str, number: int) -> None:
    looked = read = 0
    clients = {who: house.client(who) for who in (*BADGES, "display", "nobody")}
    for place, dealt in enumerate(rounds(game)):
        house.sit(dealt.script)
        for count, step in enumerate(dealt.steps, 1):
            assert house.take(step), (dealt.name, step)
            if count % 2 == 0 or count == len(dealt.steps):
                with languages.spoken(LANGUAGES[count // 2 % len(LANGUAGES)]):
                    read += told_nothing(dealt.name, house, dealt.steps[:count])
        hidden = withheld(house.desk.session.show("dealer"), dealt.steps)
        assert hidden, dealt.name
        house.flush()
        asked = [(who, path.format(card=min(hidden))) for who, paths in TELLING.items() for path in paths]
        for who, path in asked:
            read += silent(dealt.name, who, path, clients[who].get(path), hidden)
        read += report_told_nothing(dealt.name, house, hidden)
        if place % EVERY == 0:
            read += everywhere(dealt.name, house, clients, hidden)
        looked += 1
    assert looked == number
    print(f"{game}: {looked} rounds, {read} answers")


def told_nothing(name: str, house: House, steps: Sequence[JSON]) -> int:
    """What the streams of the dealer's page, of the display and of every account's terminal hold now."""
    published, session = house.desk.published, house.desk.session
    hidden = {viewer: withheld(session.show(viewer), steps) for viewer in VIEWERS}
    if not any(hidden.values()):
        return 0
    sent: list[tuple[str, bytes, set[str]]] = [
        (viewer, house.feed.view(viewer, published), hidden[viewer]) for viewer in VIEWERS
    ]
    sent += [(who, house.feed.account(who, published) or b"", hidden["display"]) for who in published.accounts]
    for who, content, cards in sent:
        assert named(content, cards) == set(), (name, who, len(steps))
    return len(sent)


def silent(name: str, who: str, path: str, answer: TestResponse, hidden: set[str]) -> int:
    """An answer, of a stream its beginning, that names none of the cards."""
    content = b""
    for part in answer.response if answer.is_streamed else [answer.data]:
        content += part if isinstance(part, bytes) else part.encode()
        if b"event: beat" in content:
            break
    answer.close()
    if path == MARKERS and who in {"supervisor", "engineer"}:
        assert content.startswith(b"\x89PNG")
        return 1
    asked = re.search(r"card=(\w\w)", path)
    if asked is not None:  # a search repeats what was asked for
        card = asked[1].encode()
        content = content.replace(b'value="%b"' % card, b"").replace(b"card=%b" % card, b"")
    assert named(bare(content), hidden) == set(), (name, who, path)
    return 1


def report_told_nothing(name: str, house: House, hidden: set[str]) -> int:
    """What a report of the round is made of: the letters of a PDF can't be searched."""
    journal = house.desk.session.journal
    told = msgspec.json.encode(folder_dispute(journal.path.parent, journal, 1))
    assert named(told, hidden) == set(), (name, "report")
    return 1


def everywhere(name: str, house: House, clients: dict[str, FlaskClient], hidden: set[str]) -> int:
    """Every route for every role and for nobody."""
    read = 0
    for who, client in clients.items():
        for rule in house.app.url_map.iter_rules():
            if rule.arguments or rule.rule == REPORT:
                continue
            if "GET" in (rule.methods or ()):
                read += silent(name, who, rule.rule, client.get(rule.rule, buffered=False), hidden)
            if "POST" in (rule.methods or ()):
                read += silent(name, who, rule.rule, client.post(rule.rule, json={}), hidden)
    assert read > len(clients) * 50
    return read
