"""The pit's pages with something in them: one table that has stopped and calls the floor, and many on one database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from dealer_assist.pit.records import Store
from kiosk.people import People
from kiosk.pit_app import create_pit
from kiosk.pit_link import Link
from kiosk.pit_many import ManyTables
from kiosk.server import Server
from kiosk.visits import Visits
from tests.kiosks import CHEAP, PEOPLE, SHOE, Kiosk
from tests.visitor import Scene

#: A round of Triple to its end, with a win at war, a loss at blackjack and nothing at poker.
ROUND: Final = (
    "bet 1 30; bet 2 50; 1 Ts; 2 8s; dealer 6d; 1 6c; 2 7c; dealer Js; 1 stand; 2 stand; dealer Ah; 1 Jd; 2 2d; 1 Ks; "
    "2 5s; 1 Kh; 2 4c; 1 Qs; 2 3s"
)


def now() -> str:
    """The time as a record has it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@contextmanager
def pit(folder: Path) -> Iterator[Iterator[Scene]]:
    """The pit of one table."""
    made = folder / "pit"
    made.mkdir()
    with Kiosk(made, people=People.of(PEOPLE, CHEAP), wall=now) as kiosk:
        yield _one(kiosk)


def _one(kiosk: Kiosk) -> Iterator[Scene]:
    for _ in range(3):
        kiosk.deal(ROUND + "; paid")
    kiosk.deal(ROUND)
    kiosk.press(do="correct", at_step=18, card="9s", who="2001")
    kiosk.press(do="floor", called=True, who="1001")
    kiosk.press(do="floor", called=False, who="1001")
    kiosk.press(do="paid", who="1001")
    kiosk.deal("bet 1 30; bet 2 50; 1 Ts; 2 8s; dealer 6d")
    yield Scene("pit_playing", kiosk, "/pit", "supervisor")
    kiosk.press(do="floor", called=True, who="1001")
    kiosk.press(do="misdeal", what="lost", who="1001")
    yield Scene("pit_stopped", kiosk, "/pit", "supervisor")
    yield Scene("pit_table_stopped", kiosk, "/pit/table", "supervisor")
    yield Scene("pit_round_amended", kiosk, "/pit/round?round=4", "auditor")
    yield Scene("pit_round_runs", kiosk, "/pit/round", "auditor")
    yield Scene("pit_search_found", kiosk, "/pit/search?seat=1", "auditor")
    yield Scene("pit_people_one", kiosk, "/pit/people?person=1001", "auditor")
    yield Scene("pit_statistics_full", kiosk, "/pit/statistics?days=365", "auditor")
    yield Scene("recall_amended", kiosk, "/recall?round=4")
    yield Scene("recall_runs", kiosk, "/recall?round=5")


class Pit:
    """A pit of many tables with its pages; `with` serves it."""

    def __init__(self, url: str, people: People) -> None:
        self.people = people
        self._store = Store(url)
        self.tables = ManyTables(self._store, url)
        self._server = Server(create_pit(self.tables, people, Visits(people)))
        self.url = self._server.url

    def __enter__(self) -> Pit:
        self.tables.start()
        self._server.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.close()
        self.tables.close()
        self._store.close()


@contextmanager
def many(folder: Path) -> Iterator[Iterator[Scene]]:
    """The pit of four tables of every game: one calls the floor, one has stopped."""
    folder = folder / "many"
    url = f"sqlite:///{folder}/pit.sqlite"
    accounts = {"A": "100.00", "B": "250.00"}
    with ExitStack() as opened:
        made = []
        for name, options in (
            ("Table 1", {}),
            ("Table 2", {"game": "omaha", "chips": (2000, 3000, 800)}),
            ("Table 3", {"accounts": accounts}),
            ("Table 4", {"devices": SHOE}),
        ):
            (folder / name).mkdir(parents=True)
            kiosk = opened.enter_context(Kiosk(folder / name, name=name, wall=now, **options))
            link = Link(url, kiosk.desk, kiosk.people, folder / name / "people.toml", None, (1, 5, 10, 50, 100))
            link.start()
            opened.callback(link.close)
            made.append(kiosk)
        yield _many(opened.enter_context(Pit(url, People.of(PEOPLE, CHEAP))), made)


def _many(pit: Pit, tables: list[Kiosk]) -> Iterator[Scene]:
    one, two, _, four = tables
    one.deal(ROUND + "; paid; bet 1 30; bet 2 50; 1 Ts")
    two.press(do="floor", called=True)
    four.plug()
    four.deal("bet 1 30; bet 2 50")
    four.shoe("Ts")
    four.plug(up=False)
    until(lambda: [tile.state for tile in pit.tables.tiles()].count("stopped") == 1)
    until(lambda: any(tile.called for tile in pit.tables.tiles()) and len(pit.tables.tiles()) == len(tables))
    until(lambda: len(pit.tables.questions.open_findings()) == 1)
    until(lambda: len(pit.tables.questions.last_rounds("Table 1", 10)) == 2)
    yield Scene("many_tiles", pit, "/pit", "supervisor")
    yield Scene("many_table", pit, "/pit/table?table=Table+4", "supervisor")
    yield Scene("many_round", pit, "/pit/round?table=Table+1&round=1", "auditor")
    yield Scene("many_start", pit, "/", "dealer")


def until(true: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait until it is true."""
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "it did not come about"
        time.sleep(0.05)
