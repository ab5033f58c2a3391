"""`kill -9` while a virtual shoe deals and the dealer's keys settle over HTTP: acknowledged is durable, money is
conserved, the same prompt comes back.

20 kills here, 1,000 with FAULTS=long, as many as FAULT_KILLS says, by the seed FAULT_SEED; the same session goes on
after each, ten times.
"""

from __future__ import annotations

import http.client
import os
import random
import signal
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.mark import mark_of
from dealer_assist.table_view import view
from dealer_assist.verify import verify
from kiosk import replay
from kiosk.recording import open_table
from tests.dealing import TABLE_FILE, prompt
from tests.faults import Dealing, kills, seed, told
from tests.kiosks import Browser
from tests.serving import URL
from tests.test_faults_kill import conserved

JSON = dict[str, Any]
KILLS: Final = kills(20)
SEED: Final = seed(13)
OF_ONE_SESSION: Final = 10
#: Keys after which the kill comes, at most, and seconds more; every fifth comes at the very start.
KEYS: Final = 12
WITHIN: Final = 0.05


class Dealer:
    """Presses over HTTP what the screen asks for, until the line breaks; remembers what was acknowledged."""

    def __init__(self, url: str, chance: random.Random) -> None:
        self._url = url
        self._chance = chance
        self.first = threading.Event()
        #: Keys that were answered with 200, and the last view that was shown.
        self.settled: list[str] = []
        self.shown: JSON | None = None
        self.opened: JSON | None = None
        self.answers: Counter[int] = Counter()

    def run(self) -> None:
        """Deal until the server is gone."""
        try:
            self._browser = Browser(self._url).open("1001")
            with self._browser.stream("/dealer/events") as stream:
                for event, data, _ in stream.events():
                    if event != "view":
                        continue
                    self.opened = self.opened or data
                    self.shown = data
                    self.first.set()
                    self._press(data)
        except (OSError, http.client.HTTPException, ValueError):
            return  # killed: a line that broke in the middle of an answer acknowledges nothing
        finally:
            self.first.set()

    def _press(self, shown: JSON) -> None:
        awaited, key = shown["awaits"], dict[str, Any]()
        if shown["finding"] is not None:
            names = [one["name"] for one in shown["finding"]["remedies"] if not (one["asks_card"] or one["approval"])]
            remedy = "go_on" if "go_on" in names else names[0]
            key = {"do": "answer", "finding": shown["finding"]["number"], "remedy": remedy}
        elif awaited["kind"] == "bets" and awaited["seats"]:
            key = {"do": "step", "step": {"bet": self._chance.choice(awaited["seats"]), "unit": 10}}
        elif awaited["kind"] == "choice":
            key = {"do": "step", "step": self._chance.choice(shown["offers"])["step"]}
        elif awaited["kind"] == "over":
            key = {"do": "paid"}
        if not key:
            return
        once = f"http-{self._chance.getrandbits(64):016x}"
        status, _ = self._browser.key(**key, seen=shown["number"], once=once)
        self.answers[status] += 1
        if status == 200:
            self.settled.append(once)


def check(folder: Path, dealer: Dealer, counts: Counter[str]) -> JSON:
    """The folder after a kill against what was acknowledged; what the table asks for now."""
    assert verify(folder / JOURNAL).fault is None
    table = open_table(folder / TABLE, folder / JOURNAL)
    session = table.session
    try:
        records = list(session.journal.records())
        known = {record.once for record in records}
        lost = [once for once in dealer.settled if once not in known]
        assert lost == [], "acknowledged, and not durable"
        now = prompt(msgspec.json.decode(msgspec.json.encode(view(table, "dealer"))))
        if dealer.shown is not None:
            assert dealer.shown["number"] <= len(records), "shown, and not durable"
            if dealer.shown["number"] == session.number:
                assert now == prompt(dealer.shown)
                counts["at what was shown last"] += 1
        conserved(records)
        counts["settled over HTTP"] += len(dealer.settled)
        counts["in a round"] += session.under_way
        return now
    finally:
        session.journal.close()


@pytest.mark.timeout(max(600, 15 * KILLS))
def test_killed_while_keys_settle_over_http(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance, counts = random.Random(SEED), Counter[str]()
    folder, before = tmp_path, None
    with Dealing("tests.serving") as serving:
        for kill in range(KILLS):
            if kill % OF_ONE_SESSION == 0:
                folder, before = tmp_path / str(kill), None
                folder.mkdir()
                (folder / TABLE).write_text(TABLE_FILE)
            (folder / URL).unlink(missing_ok=True)
            process = serving.run(f"{kill} {folder}")
            dealer = _deal(folder, chance, process, at_once=kill % 5 == 0)
            ended = serving.ended()
            assert ended == "killed", (ended, (folder / "stderr.txt").read_text()[-2000:])
            mark = mark_of(folder / JOURNAL)
            if not (mark.exists() and mark.stat().st_size):
                # No record can stand before its mark does: what was shown is nothing, and the next start begins.
                assert (before, dealer.settled, dealer.shown) == (None, [], None)
                counts["before the journal"] += 1
                continue
            if dealer.opened is not None and before is not None:
                # The program itself shows, when it is there again, what stood before it was killed.
                came = prompt(dealer.opened)
                assert {key: came[key] for key in ("round", "state", "cards")} == {
                    key: before[key] for key in ("round", "state", "cards")
                }
                counts["the same prompt again"] += 1
            before = check(folder, dealer, counts)
            for status, count in dealer.answers.items():
                counts[f"answers {status}"] += count
            if kill % OF_ONE_SESSION == OF_ONE_SESSION - 1 or kill == KILLS - 1:
                assert replay.whole(folder, None).faults == ()
                counts["sessions replayed"] += 1
                if KILLS > 40:
                    told(capsys, f"after {kill + 1} kills: {dict(counts)}")
    told(capsys, f"{KILLS} kills over HTTP: " + ", ".join(f"{count} {what}" for what, count in counts.items()))
    assert counts["settled over HTTP"] > KILLS
    assert counts["the same prompt again"] >= KILLS // 2
    assert counts["at what was shown last"] >= KILLS // 8


def _deal(folder: Path, chance: random.Random, process: int, at_once: bool) -> Dealer:
    """Deal over HTTP until the process is killed, at a moment that chance chooses."""
    if at_once:
        time.sleep(chance.uniform(0, 0.3))
        os.kill(process, signal.SIGKILL)
        return Dealer("", chance)
    until = time.monotonic() + 20
    while not (folder / URL).exists() and time.monotonic() < until:
        time.sleep(0.005)
    dealer = Dealer((folder / URL).read_text(), random.Random(chance.getrandbits(32)))
    pressing = threading.Thread(target=dealer.run)
    pressing.start()
    dealer.first.wait(20)
    enough, until = chance.randrange(KEYS), time.monotonic() + 15
    while len(dealer.settled) < enough and pressing.is_alive() and time.monotonic() < until:
        time.sleep(0.002)
    time.sleep(chance.uniform(0, WITHIN))
    os.kill(process, signal.SIGKILL)
    pressing.join(20)
    assert not pressing.is_alive()
    return dealer
