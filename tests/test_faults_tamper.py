"""A journal that somebody edits, cuts, mixes or rolls back, and one that rots: caught, with the first bad number.

The counts of FAULTS=long try every byte; without it a share of them, chosen by a fixed seed.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from dealer_assist import keys, witness
from dealer_assist.faults import Fault
from dealer_assist.journal import Journal, Record, Stamp, recorded
from dealer_assist.mark import mark_of
from dealer_assist.verify import verify
from tests.faults import LONG, times, told
from tests.journals import STAMP, WALL, chained, changed, entry, filled, hashed, numbered, read, tamper, write

RECORDS: Final = 12
Records = list[Record]


pytestmark = pytest.mark.timeout(times(300, 7200))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A whole journal of twelve records with its mark."""
    return filled(tmp_path / "journal.sqlite", RECORDS)


def edited(field: str) -> Callable[[Records, int], tuple[Records, int]]:
    def edit(records: Records, at: int) -> tuple[Records, int]:
        value = getattr(records[at], field)
        other: Any = value + 1 if isinstance(value, int) else f"{value or ''}x"
        return [*records[:at], changed(records[at], **{field: other}), *records[at + 1 :]], at + 1

    return edit


def edited_with_its_hash(records: Records, at: int) -> tuple[Records, int]:
    """The last one so treated is not what the mark has; any other is what the rest does not follow."""
    made = hashed(changed(records[at], who="x"), records[at].previous)
    return [*records[:at], made, *records[at + 1 :]], at + 1


def deleted(records: Records, at: int) -> tuple[Records, int]:
    return records[:at] + records[at + 1 :], at + 1


def deleted_and_closed_up(records: Records, at: int) -> tuple[Records, int]:
    return numbered(records[:at] + records[at + 1 :]), at + 1


def copied(records: Records, at: int) -> tuple[Records, int]:
    return numbered([*records[: at + 1], records[at], *records[at + 1 :]]), at + 2


def forged_and_put_in(records: Records, at: int) -> tuple[Records, int]:
    """At the very end it is as good as any that was added by right: only who may write there keeps that out."""
    at = min(at, len(records) - 2)
    made = hashed(changed(records[at], number=at + 2, once=None, who="x"), records[at].hash)
    after = [changed(record, number=record.number + 1) for record in records[at + 1 :]]
    return [*records[: at + 1], made, *after], at + 2


def neighbours_exchanged(records: Records, at: int) -> tuple[Records, int]:
    at = min(at, len(records) - 2)
    return numbered([*records[:at], records[at + 1], records[at], *records[at + 2 :]]), at + 1


def exchanged(records: Records, at: int) -> tuple[Records, int]:
    other = (at + 5) % len(records)
    first, second = sorted((at, other))
    mixed = list(records)
    mixed[first], mixed[second] = mixed[second], mixed[first]
    return numbered(mixed), first + 1


def cut(records: Records, at: int) -> tuple[Records, int]:
    return records[:at], at + 1


ACTS: Final[dict[str, Callable[[Records, int], tuple[Records, int]]]] = {
    **{f"edit {field}": edited(field) for field in Record.__struct_fields__ if field not in {"number", "once"}},
    "edit with its hash": edited_with_its_hash,
    "delete": deleted,
    "delete and close up": deleted_and_closed_up,
    "copy": copied,
    "forge and put in": forged_and_put_in,
    "exchange neighbours": neighbours_exchanged,
    "exchange": exchanged,
    "cut": cut,
}


@pytest.mark.parametrize("act", ACTS)
def test_what_is_done_to_a_record_is_caught_with_its_number(path: Path, act: str) -> None:
    whole = read(path)
    for at in range(RECORDS) if LONG else (0, 4, 10, 11):
        forged, bad = ACTS[act](whole, at)
        if act.startswith("edit hash") and at < RECORDS - 1:
            bad = at + 1
        write(path, forged)
        found = verify(path)
        assert (found.first_bad, found.fault is None) == (bad, False), (act, at, found)
        assert f"record {bad}" in str(found.fault) or f"records {bad} to" in str(found.fault)


WORDS: Final = {
    "edit who": "record 5 was altered",
    "edit with its hash": "record 5 was altered and its hash made anew, perhaps with others before it",
    "delete": "record 5 is missing: 6 follows",
    "delete and close up": "record 5 is missing: what was record 6 stands in its place",
    "copy": "record 6 was put in: a copy of 5; the one that belongs there is 7 now",
    "forge and put in": "record 6 was put in: the one that belongs there is 7 now",
    "exchange neighbours": "record 5 is out of order: record 6 stands in its place, and it in that of 6",
    "exchange": "record 5 is out of order: record 10 stands in its place, and it in that of 10",
    "cut": "records 5 to 12 are lost: they had been acknowledged, the journal was cut or rolled back",
}


@pytest.mark.parametrize("act", WORDS)
def test_it_is_said_in_words(path: Path, act: str) -> None:
    write(path, ACTS[act](read(path), 4)[0])
    assert verify(path).fault == WORDS[act]


def test_random_tampering(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance, counts = random.Random(4), Counter[str]()
    whole = read(path)
    for _ in range(times(60, 3000)):
        act = chance.choice(list(ACTS))
        forged, bad = ACTS[act](whole, chance.randrange(RECORDS))
        write(path, forged)
        assert verify(path).first_bad == bad, (act, bad)
        counts[act.split()[0]] += 1
    told(capsys, f"tampered: {counts.total()}, each caught with its number: {dict(counts)}")


def test_two_journals_exchanged(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both are whole; the mark beside each tells, and so does a root that was taken of either."""
    other = filled(tmp_path / "other" / "journal.sqlite", RECORDS, stamp=Stamp("Table 2", "boot", "house", "0"))
    root = _root(path, tmp_path)
    other_root = _root(other, tmp_path)
    for one, two in ((path, tmp_path / "kept"), (other, path), (tmp_path / "kept", other)):
        one.rename(two)
    for swapped, own in ((path, root), (other, other_root)):
        found = verify(swapped)
        assert found.first_bad == RECORDS + 1
        assert str(found.fault).endswith("altered with all before it, or this is another journal")
        with pytest.raises(Fault, match="this root is of another journal"):
            verify(swapped, own)
        with pytest.raises(Fault, match="another journal"):
            Journal(swapped, STAMP)
    told(capsys, "journals exchanged: 2, each caught by its mark, by its root and by a table that opens it")


def _root(path: Path, folder: Path) -> witness.Root:
    key_file = folder / "key.pem"
    key = keys.load(key_file) if key_file.exists() else keys.make(key_file)
    with Journal(path, STAMP) as journal:
        return witness.put(journal, key, at=7, wall=WALL)


def test_rolled_back_against_mark_and_root(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    early = path.read_bytes()
    early_mark = mark_of(path).read_bytes()
    with Journal(path, STAMP) as journal:
        journal.append(entry(13), entry(14))
    root = _root(path, tmp_path)
    path.write_bytes(early)
    assert verify(path).first_bad == RECORDS + 1  # the mark alone
    mark_of(path).write_bytes(early_mark)
    assert verify(path).fault is None  # rolled back as a whole, only a root can tell
    for outside in (root, root.code):
        assert verify(path, outside).first_bad == RECORDS + 1
    told(capsys, "rolled back: the file alone caught by the mark, file and mark together by a root and by its code")


def test_rewritten_and_all_made_anew_is_caught_by_a_root(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = _root(path, tmp_path)
    for at in range(1, RECORDS):
        whole = read(path)
        tamper(path, lambda records, at=at: chained([*records[:at], changed(records[at], who="x"), *records[at + 1 :]]))
        for outside in (root, root.code):
            assert verify(path, outside).fault is not None
        write(path, whole)
    told(capsys, f"made anew from a record on: {RECORDS - 1}, each caught by a root and by its code")


# Rot


def _flips(content: bytes, count: int) -> Iterator[tuple[int, int]]:
    """Places and what to flip there: all of them in the long form, else half of them where something stands."""
    chance = random.Random(len(content))
    if LONG:
        yield from ((at, 1 << chance.randrange(8)) for at in range(len(content)))
        return
    filled_ = [at for at, byte in enumerate(content) if byte]
    for turn in range(count):
        at = chance.choice(filled_) if turn % 2 else chance.randrange(len(content))
        yield at, chance.choice((1, 2, 4, 8, 16, 32, 64, 128, 255))


def _caught(path: Path) -> str | None:
    """How the damage is caught: by not being opened, or by a verdict; None if neither."""
    try:
        return None if verify(path).fault is None else "verdict"
    except Fault as fault:
        assert "\n" not in str(fault)
        return "refused"


def test_every_flipped_byte_is_caught_or_changes_nothing(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Space that holds nothing, and what SQLite itself passes over, may rot: then every record is as it was."""
    whole, content, counts = read(path), path.read_bytes(), Counter[str]()
    for at, bits in _flips(content, 500):
        _write_at(path, at, content[at] ^ bits)
        caught = _caught(path)
        if caught is None:
            with recorded(path) as journal:
                assert list(journal.records()) == whole, f"byte {at} was silently accepted"
        counts[caught or "harmless"] += 1
        _write_at(path, at, content[at])
    assert path.read_bytes() == content
    told(capsys, f"journal of {len(content)} bytes, flipped: {dict(counts)}")
    assert counts["verdict"] > 50


def _write_at(path: Path, at: int, byte: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(bytes([byte]))


def test_every_flipped_bit_of_the_mark_is_caught(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mark, content = mark_of(path), mark_of(path).read_bytes()
    for at in range(len(content)):
        for bit in range(8):
            _write_at(mark, at, content[at] ^ 1 << bit)
            assert _caught(path) == "verdict", (at, bit)
        _write_at(mark, at, content[at])
    told(capsys, f"mark of {len(content)} bytes: {8 * len(content)} bits flipped, each caught")


def _killed(folder: Path) -> Path:
    """A journal as a power loss leaves it: its last records stand in the write-ahead log only."""
    live, left = folder / "live", folder / "left"
    filled(live / "journal.sqlite", 4)
    with Journal(live / "journal.sqlite", STAMP) as journal:
        for number in range(5, RECORDS + 1):
            journal.append(entry(number))
        shutil.copytree(live, left, ignore=shutil.ignore_patterns("*-shm"))
    return left


def test_a_torn_log_is_announced_at_every_byte(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SQLite drops what is torn without a word; the mark says how much there was."""
    left = _killed(tmp_path)
    log = (left / "journal.sqlite-wal").read_bytes()
    counts = Counter[str]()
    for turn, length in enumerate(_lengths(len(log))):
        copy = tmp_path / "copies" / str(turn % 50)
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(left, copy)
        (copy / "journal.sqlite-wal").write_bytes(log[:length])
        counts[_lost(copy / "journal.sqlite")] += 1
    told(capsys, f"log of {len(log)} bytes cut at {counts.total()} places: {dict(counts)}")
    assert counts["whole"] < counts.total() // 4
    assert counts["lost"] > 30


def _lengths(length: int) -> list[int]:
    """Where to cut: the last pages byte by byte in the long form; here each page, and around its ends."""
    page = 4096 + 24
    if LONG:
        return list(range(length - 2 * page, length + 1))
    ends = [32 + page * number for number in range(length // page + 1)]
    around = {end + by for end in ends[-12:] for by in (-1, 0, 1, 12, 2000)}
    return sorted(cut for cut in around | {0, 1, 31, 33} if 0 <= cut <= length)


def _lost(path: Path) -> str:
    """What opening says; it must name the first record that is not there."""
    found = verify(path)
    try:
        with Journal(path, STAMP) as journal:
            assert journal.tail()[0] == RECORDS
            assert journal.verify() is None
        assert found.fault is None
    except Fault as fault:
        (there,) = {record.number for record in read(path)[-1:]} or {0}
        assert str(fault).endswith(f"records lost after {there}: {RECORDS} had been acknowledged; restore a backup")
        assert found.first_bad == there + 1
        return "lost"
    return "whole"


def test_a_torn_file_is_caught_at_every_byte(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content, counts = path.read_bytes(), Counter[str]()
    every = range(len(content) - 4096, len(content)) if LONG else range(0, len(content), 241)
    for length in every:
        path.write_bytes(content[:length])
        caught = _caught(path)
        assert caught is not None, length
        counts[caught] += 1
    told(capsys, f"journal cut at {counts.total()} places: {dict(counts)}")
