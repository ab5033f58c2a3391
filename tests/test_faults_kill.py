"""`kill -9` at random moments of a table that deals and settles: nothing acknowledged is lost, the prompt is the same.

25 times here, 1,000 with FAULTS=long, as many as FAULT_KILLS says, by the seed FAULT_SEED; the same session goes on
after each, ten times, then a new one begins; every second one is sealed.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dealer_assist import fold, sealing_key, table_file
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.journal import Record, recorded
from dealer_assist.table_view import view
from dealer_assist.verify import verify
from kiosk import replay
from kiosk.recording import open_table
from tests.dealing import CHIPS, SAID, TABLE_FILE, key_of, prompt
from tests.faults import Dealing, kills, seed, told

KILLS = kills(25)
OF_ONE_SESSION = 10
#: Seconds within which the kill comes, from the start for every fifth, else from the first thing that was shown.
WITHIN = 0.5


def said(folder: Path) -> list[dict[str, Any]]:
    """What was acknowledged; a last line that was cut off was not."""
    path = folder / SAID
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return [msgspec.json.decode(line) for line in lines if line.endswith(b"\n")]


def _until_shown(folder: Path, before: int) -> None:
    until = time.monotonic() + 20
    while len(said(folder)) == before and time.monotonic() < until:
        time.sleep(0.01)


def conserved(records: list[Record]) -> int:
    """Chips and house are together what they were, at every closed round; how many there are."""
    house, closed = 0, Counter[int]()
    for record in records:
        body = record.content()
        if record.kind == "round":
            assert sum(seat["chips"] for seat in body["seats"]) + house == 3 * CHIPS
        if record.kind == "paid":
            house += body["house"]
            assert sum(seat["chips"] for seat in body["seats"]) + house == 3 * CHIPS
            closed[record.round] += 1
    assert set(closed.values()) <= {1}, "a round was paid twice"
    return len(closed)


def check(folder: Path, counts: Counter[str]) -> None:
    """The folder after a kill, against what its screens had said."""
    if not (folder / JOURNAL).exists():
        counts["before the journal"] += 1
        return
    acknowledged = said(folder)
    if acknowledged:
        assert verify(folder / JOURNAL).fault is None
    # As a start of the program does it: the write-ahead log is taken in, the mark compared, the chain verified.
    table = open_table(folder / TABLE, folder / JOURNAL, key_of(folder))
    session = table.session
    try:
        records = list(session.journal.records())
        known = {record.once for record in records}
        for line in acknowledged:
            assert line["number"] <= len(records)
            assert line["once"] is None or line["once"] in known
        now = prompt(msgspec.json.decode(msgspec.json.encode(view(table, "dealer"))))
        if acknowledged and acknowledged[-1]["number"] == session.number:
            assert now == acknowledged[-1]["prompt"]
            counts["at what was shown last"] += 1
        else:
            counts["a record further"] += 1
        played = fold.play(session.game, session.steps)
        assert isinstance(played, fold.Point)
        assert played.state == session.point.state
        counts["acknowledged"] += len(acknowledged)
        counts["in a round"] += session.under_way
        counts["stopped"] += session.stopped is not None
        conserved(records)
    finally:
        session.journal.close()


@pytest.mark.timeout(max(600, 15 * KILLS))
def test_killed_at_random_moments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance, counts = random.Random(seed(9)), Counter[str]()
    folder = tmp_path
    with Dealing() as dealing:
        for kill in range(KILLS):
            if kill % OF_ONE_SESSION == 0:
                folder = tmp_path / str(kill)
                folder.mkdir()
                (folder / TABLE).write_text(TABLE_FILE)
                if kill % (2 * OF_ONE_SESSION) == 0:
                    sealing_key.make(tmp_path / f"{kill}.seal", table_file.load(folder / TABLE).name)
            before = len(said(folder))
            process = dealing.start(folder, kill)
            if kill % 5:
                _until_shown(folder, before)
            time.sleep(chance.uniform(0, WITHIN))
            os.kill(process, signal.SIGKILL)
            ended = dealing.ended()
            assert ended == "killed", (ended, (folder / "stderr.txt").read_text()[-2000:])
            check(folder, counts)
            counts["kills before anything was shown"] += len(said(folder)) == before
            if kill % OF_ONE_SESSION == OF_ONE_SESSION - 1 or kill == KILLS - 1:
                counts["records"], counts["rounds"] = _whole(folder, counts)
    told(capsys, f"{KILLS} kills, seed {seed(9)}: " + ", ".join(f"{count} {what}" for what, count in counts.items()))
    assert counts["at what was shown last"] >= KILLS // 8
    assert counts["in a round"] > KILLS // 3


def _whole(folder: Path, counts: Counter[str]) -> tuple[int, int]:
    """The session after its last kill: played again from its tapes, it gives the same records."""
    assert replay.whole(folder, None, key=key_of(folder)).faults == ()
    with recorded(folder / JOURNAL, key_of(folder)) as journal:
        records = list(journal.records())
    return counts["records"] + len(records), counts["rounds"] + conserved(records)
