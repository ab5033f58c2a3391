"""A kiosk for tests: a real table on a real journal, its desk, and the web pages under a real server."""

from __future__ import annotations

import http.client
import itertools
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlencode, urlsplit

from argon2 import PasswordHasher
from playwright.sync_api import Page

from dealer_assist import table_file
from dealer_assist.beside import PEOPLE as PEOPLE_KINDS
from dealer_assist.game import Viewer
from dealer_assist.journal import Journal, Stamp, recorded
from dealer_assist.keys import Key as SigningKey
from dealer_assist.sealing import Seals
from dealer_assist.session import Session
from dealer_assist.table import Done, Key, Table
from kiosk.app import create_app
from kiosk.controls import Controls
from kiosk.desk import Desk, Published
from kiosk.people import People, Person
from kiosk.recording import Recorder
from kiosk.rig import Heard, Linked
from kiosk.roots import TableRoots
from kiosk.server import Server
from kiosk.terminals import Terminals
from kiosk.visits import Visits
from tests.clauses.table import steps

JSON = dict[str, Any]
#: Hashes PINs fast: nothing is secret in a test.
CHEAP: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PEOPLE: Final = (
    (Person("1001", "Aino", "dealer"), "1357"),
    (Person("1002", "Kenji", "dealer"), "2468"),
    (Person("2001", "Marja", "supervisor"), "802468"),
    (Person("3001", "Haruka", "auditor"), "7913"),
    (Person("4001", "Oskari", "engineer"), "4862"),
)
PINS: Final = {person.badge: pin for person, pin in PEOPLE}
SHOE = '[shoe]\nport = "none"\nprotocol = "ascii_line"\n'


class Kiosk:
    """A table of `game` with its pages. Without `devices` the dealer taps the cards; with `tapes` all is recorded.

    With `accounts`, chips by name, it is one of Exchange Blackjack. `now` gives the nanoseconds of the table's own
    clock, which stands still unless the test gives one; `house` is another house file in the same folder. With `seals`
    its face-down cards are sealed, with `key` it makes roots.
    """

    #: Tabs that show the dealer's page.
    _pages: tuple[Page, ...] = ()

    def __init__(
        self,
        folder: Path,
        devices: str = "",
        chips: tuple[int, ...] = (1000, 1000),
        controls: Controls | None = None,
        beat: float = 0.2,
        name: str = "Table 7",
        people: People | None = None,
        clock: Callable[[], float] = time.monotonic,
        tapes: bool = False,
        game: str = "triple",
        accounts: dict[str, str] | None = None,
        house: Path | None = None,
        now: Callable[[], int] | None = None,
        seals: Seals | None = None,
        key: SigningKey | None = None,
        wall: Callable[[], str] = lambda: "2026-01-01T00:00:00+00:00",
        **options: Any,
    ) -> None:
        seats = ", ".join(f"{{ seat = {number}, chips = {held} }}" for number, held in enumerate(chips, 1))
        parties = f"seats = [{seats}]"
        if accounts is not None:
            game = "exchange_blackjack"
            held_by = ", ".join(f'{{ account = "{who}", chips = "{held}" }}' for who, held in accounts.items())
            parties = f"accounts = [{held_by}]"
        rules = "" if house is None else f'house = "{house.name}"\n'
        path = folder / "table.toml"
        path.write_text(f'name = "{name}"\ngame = "{game}"\n{parties}\n{rules}{devices}')
        file = table_file.load(path)
        self._journal = folder / "journal.sqlite"
        journal = Journal(self._journal, Stamp(file.name, "boot", "house", "0"), seals)
        session = Session(file, house, journal, wall)
        self.recorder = Recorder(folder, file, seals) if tapes else None
        self.desk = Desk(Table(file, session), self.recorder, clock=now or itertools.count(1).__next__)
        roots = None if key is None else TableRoots(key, session)
        if roots is not None:
            self.desk.rooted, self.desk.closing = roots.after, roots.closing
        self.people = People.of(PEOPLE, CHEAP) if people is None else people
        self.visits = Visits(self.people, clock=clock)
        self.terminals = Terminals(clock)
        self.app = create_app(
            self.desk,
            chips=file.chips,
            controls=controls,
            people=self.people,
            visits=self.visits,
            terminals=self.terminals,
            beat=beat,
            roots=roots,
            **options,
        )
        self.server = Server(self.app)
        self.url = self.server.url
        self._once = itertools.count(1)

    def __enter__(self) -> Self:
        self.desk.start()
        self.server.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.server.close()
        self.desk.close()
        if self.recorder is not None:
            self.recorder.close()

    def deal(self, text: str) -> None:
        """Steps in the notation of the clause tests, one after another; `turn 5h` names the hole card, `paid`
        closes the round."""
        for part in text.split(";"):
            match part.split():
                case ["paid"]:
                    self.press(do="paid")
                case ["turn", card]:
                    self.press(do="step", step={"turn": card})
                case _:
                    self.press(do="step", step=steps(part)[0])

    def press(self, **key: Any) -> None:
        """A key that must be taken."""
        pressed = Key(seen=self.desk.published.number, once=f"test-{next(self._once):08}", **key)
        outcome = self.desk.press(pressed)
        assert isinstance(outcome, Done), (key, outcome)
        self.seen()

    def follow(self, page: Page) -> None:
        """From now on the dealer's page of that tab has shown a key before `press` returns."""
        self._pages = (*self._pages, page)

    def seen(self) -> None:
        """Wait until the pages show the last record: a tap upon an older one would be refused, as it has to be."""
        number = self.desk.published.number
        for page in self._pages:
            if urlsplit(page.url).path == "/dealer":
                page.wait_for_function("least => Number(document.body.dataset.number) >= least", arg=number)

    def shoe(self, text: str) -> None:
        """What the shoe says: `Kh 9s` are cards."""
        for card in text.split():
            self.desk.ask(Heard(f"CARD {card}\r\n".encode()))

    def plug(self, up: bool = True) -> None:
        """Put in the shoe's cable, or pull it."""
        self.desk.ask(Linked("shoe", up, "" if up else "the cable is out"))

    @property
    def settled(self) -> Published:
        """What the screens show once everything that was handed over before is recorded, such as who came."""
        self.desk.between(lambda session, at: None)
        return self.desk.published

    def of_the_game(self) -> list[tuple[int, str]]:
        """Number and kind of every record but those of who came, went or was refused."""
        with recorded(self._journal) as journal:
            return [(record.number, record.kind) for record in journal.records() if record.kind not in PEOPLE_KINDS]

    def view(self, viewer: Viewer = "dealer") -> JSON:
        """What the screens of that audience are shown."""
        shown: JSON = json.loads(self.desk.published.views[viewer])
        return shown

    def chips(self, seat: int) -> int:
        """The chips in front of a seat."""
        (found,) = (each for each in self.view()["state"]["seats"] if each["seat"] == seat)
        return int(found["chips"])


class Browser:
    """What a page's script does, without a browser: a cookie, a token, keys, and a stream."""

    def __init__(self, url: str) -> None:
        self.host = urlsplit(url).netloc
        self.cookie = self.token = ""

    def open(self, badge: str = "1001") -> Self:
        """Sign in, and load a page for its token."""
        self.load("/sign-in")
        assert self.form("/sign-in", badge=badge, pin=PINS[badge])[0] == 303
        return self.load("/")

    def load(self, path: str) -> Self:
        """Load a page for its cookie and its token."""
        status, headers, body = self.ask("GET", path)
        assert status == 200
        self._keep(headers)
        found = re.search(rb'name="token" value="([^"]+)"', body)
        assert found is not None
        self.token = found[1].decode()
        return self

    def form(self, path: str, headers: dict[str, str] | None = None, **fields: str) -> tuple[int, dict[str, str], str]:
        """A form as a page without a script sends it: status, headers, page."""
        ours = {"Content_Type": "application/x-www-form-urlencoded", "Origin": f"http://{self.host}"}
        sent = urlencode({"token": self.token, **fields}).encode()
        status, answered, body = self.ask("POST", path, sent, **(ours | (headers or {})))
        self._keep(answered)
        return status, answered, body.decode()

    def _keep(self, headers: dict[str, str]) -> None:
        if "Set-Cookie" in headers:
            self.cookie = headers["Set-Cookie"].split(";")[0]

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """One request: status, headers, body. Names of headers are written with `_` for `-`."""
        if self.cookie:
            headers = {"Cookie": self.cookie, **headers}
        connection = http.client.HTTPConnection(self.host, timeout=10)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            response = connection.getresponse()
            return response.status, dict(response.headers), response.read()
        finally:
            connection.close()

    def post(self, path: str, body: object, **headers: str) -> tuple[int, JSON]:
        """A POST as our own page sends it, with `headers` in place of its own."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        ours = {
            "Content_Type": "application/json",
            "Origin": f"http://{self.host}",
            "X_Kiosk_Token": self.token,
        }
        status, _, said = self.ask("POST", path, sent, **(ours | headers))
        return status, json.loads(said)

    def enter(self, kiosk: Kiosk, account: str) -> Self:
        """Become the terminal of an account, with the code that the dealer gives."""
        self.load("/terminal/enter")
        code = kiosk.terminals.code(account).code
        assert self.form("/terminal/enter", code=code)[0] == 303
        return self.load("/terminal")

    def key(self, **key: Any) -> tuple[int, JSON]:
        """A key of the dealer's page."""
        return self.post("/dealer/key", {"once": "0123456789abcdef", **key})

    def stream(self, path: str) -> Stream:
        """The page's stream of events."""
        return Stream(self.host, path, self.cookie)


class Stream:
    """An open stream of server-sent events; keeps every byte that came."""

    def __init__(self, host: str, path: str, cookie: str) -> None:
        self._connection = http.client.HTTPConnection(host, timeout=10)
        self._connection.request("GET", path, headers={"Cookie": cookie})
        self.response = self._connection.getresponse()
        self.status = self.response.status
        self.raw = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self.response.close()
        self._connection.close()

    def events(self) -> Iterator[tuple[str, Any, str | None]]:
        """Kind, data and id of each event, until the stream ends."""
        fields: dict[str, str] = {}
        while line := self.response.readline():
            self.raw += line
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "event" in fields:
                yield fields["event"], json.loads(fields["data"]), fields.get("id")
                fields = {}

    def next(self, kind: str) -> Any:
        """The data of the next event of that kind."""
        return next(data for event, data, _ in self.events() if event == kind)

    def until(self, number: int) -> Any:
        """The first view whose journal number is `number` or later."""
        return next(data for event, data, _ in self.events() if event == "view" and data["number"] >= number)


def enter(page: Page, kiosk: Kiosk, path: str = "dealer", badge: str = "1001") -> None:
    """Open a page of the kiosk as somebody who is signed in."""
    name, _, value = Browser(kiosk.url).open(badge).cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": kiosk.url}])
    page.goto(kiosk.url + path)
    kiosk.follow(page)


class Listener:
    """Keeps what a stream sends, in a thread of its own."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.views: list[JSON] = []
        self._came = threading.Condition()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def until(self, number: int) -> None:
        """Wait for the view with that number."""
        with self._came:
            assert self._came.wait_for(lambda: bool(self.views) and self.views[-1]["number"] >= number, 10)

    def _run(self) -> None:
        for event, data, _ in self.stream.events():
            if event == "view":
                with self._came:
                    self.views.append(data)
                    self._came.notify_all()
