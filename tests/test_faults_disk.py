"""A disk that is full, a flush that fails, a mark that can't be moved: the table stops and says so; all that was
acknowledged is there afterwards. The refusals are the system's own: /dev/full, /dev/null, a limit on file sizes."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.journal import Journal, recorded
from dealer_assist.verify import verify
from kiosk.recording import open_table
from tests.dealing import TABLE_FILE
from tests.faults import Dealing, times, told
from tests.journals import STAMP, entry
from tests.test_faults_kill import conserved, said

EACH = times(3, 60)
#: What the screens say, by what went wrong.
WORDS = {
    "full": ("the journal can't be written", "the table stops"),
    "flush": ("the journal can't be written", "the table stops"),
    "mark": ("the journal can't be written", "the table stops"),
    "limit": ("can't be written",),
}

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and /dev/full"),
    pytest.mark.timeout(times(300, 7200)),
]


def test_the_disk_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counts = Counter[str]()
    with Dealing() as dealing:
        for trouble, words in WORDS.items():
            for seed in range(EACH):
                folder = tmp_path / f"{trouble}{seed}"
                folder.mkdir()
                (folder / TABLE).write_text(TABLE_FILE)
                dealing.start(folder, seed * 7, trouble)
                assert dealing.ended() == "exit 0", (folder / "stderr.txt").read_text()[-2000:]
                why = (folder / "why.txt").read_text()
                assert all(word in why for word in words), (trouble, why)
                assert "\n" not in why
                counts[trouble] += 1
                counts["acknowledged"] += _nothing_is_lost(folder)
    told(capsys, "disk: " + ", ".join(f"{count} {what}" for what, count in counts.items()))


def _nothing_is_lost(folder: Path) -> int:
    lines = said(folder)
    shown = [line for line in lines if line["fault"] is None]
    assert lines[-1]["fault"] is not None
    assert lines[-1]["prompt"] == shown[-1]["prompt"], "the screens show what was recorded, and nothing after it"
    table = open_table(folder / TABLE, folder / JOURNAL)
    records = list(table.session.journal.records())
    table.session.journal.close()
    assert shown[-1]["number"] <= len(records)
    assert {line["once"] for line in shown} - {None} <= {record.once for record in records}
    conserved(records)
    assert verify(folder / JOURNAL).fault is None
    return len(shown)


def test_a_journal_whose_flush_failed_takes_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flush that failed is never tried again: the system may have thrown the data away and say yes the next time."""
    from tests.dealing import TROUBLES

    path = tmp_path / JOURNAL
    with Journal(path, STAMP) as journal:
        journal.append(entry())
        TROUBLES["mark"](0)(tmp_path, 5)
        for _ in range(2):
            with pytest.raises(Fault, match="can't be written"):
                journal.append(entry())
    with recorded(path) as again:
        assert again.tail()[0] == 2
    assert verify(path).fault is None


@pytest.mark.parametrize("missing", ["folder", "rights"])
def test_a_journal_that_can_not_be_begun(tmp_path: Path, missing: str) -> None:
    folder = tmp_path / "none" if missing == "folder" else Path("/proc")
    with pytest.raises(Fault, match="can't be opened") as told_:
        Journal(folder / JOURNAL, STAMP)
    assert "\n" not in str(told_.value)
