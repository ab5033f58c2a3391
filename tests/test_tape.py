"""Tapes: what was written comes back, and no altered byte, lost line or torn end goes unnoticed."""

from __future__ import annotations

import resource
import signal
import tempfile
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealer_assist.faults import Fault
from hardware.device import Bytes, DeviceEvent, Lost, Opened
from hardware.tape import Entry, TapeDamaged, TapeReader, TapeWriter, content_of, event_of, merge


def small_tape(folder: Path) -> Path:
    path = folder / "shoe.tape"
    with TapeWriter(path, {"tape": "shoe", "protocol": "ascii_line"}) as tape:
        tape.write(0, 10, link="opened")
        tape.write(3, 2_000, bytes=b"CARD As\r\n")
        tape.write(4, 2_001, bytes=b"CUT\r")
        tape.write(9, 5_000_000, link="lost", why="Ä cable was pulled")
    return path


def test_a_tape_is_text_that_a_person_can_read(tmp_path: Path) -> None:
    first, second, *_ = small_tape(tmp_path).read_text(encoding="utf-8").splitlines()
    assert first.startswith('{"version":1,"tape":"shoe","protocol":"ascii_line"} ')
    assert second.startswith('{"n":0,"at":10,"link":"opened"} ')


def test_what_was_written_comes_back(tmp_path: Path) -> None:
    reader = TapeReader(small_tape(tmp_path))
    assert reader.header == {"version": 1, "tape": "shoe", "protocol": "ascii_line"}
    for _ in range(2):  # a reader can be read again
        entries = list(reader)
        assert [entry.n for entry in entries] == [0, 3, 4, 9]
        assert [entry.line for entry in entries] == [2, 3, 4, 5]
        assert entries[1].data == b"CARD As\r\n"
        text = reader.path.read_bytes()
        assert all(text[entry.byte :].startswith(b'{"n":%d,' % entry.n) for entry in entries)
        assert entries[3].content == {"link": "lost", "why": "Ä cable was pulled"}


@given(
    st.lists(
        st.one_of(
            st.builds(Opened, st.just(5)),
            st.builds(Bytes, st.just(5), st.binary(min_size=1)),
            st.builds(Lost, st.just(5), st.text()),
        )
    )
)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_device_events_come_back(events: list[DeviceEvent]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shoe.tape"
        with TapeWriter(path, {"tape": "shoe"}) as tape:
            for n, event in enumerate(events):
                tape.write(n, event.at, **content_of(event))
        assert [event_of(entry) for entry in TapeReader(path)] == events


def test_an_entry_of_another_kind_is_no_device_event() -> None:
    assert event_of(Entry(1, 2, {"key": {"deal": "As"}}, 2, 0)) is None


def test_every_altered_byte_is_noticed_where_it_stands(tmp_path: Path) -> None:
    path = small_tape(tmp_path)
    whole = path.read_bytes()
    starts = [0, *(at + 1 for at, byte in enumerate(whole[:-1]) if byte == 10)]
    for at in range(len(whole)):
        for bits in (0x01, 0x20, 0x80, 0xFF):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ bits]) + whole[at + 1 :])
            with pytest.raises(TapeDamaged) as damage:
                list(TapeReader(path))
            assert damage.value.byte == max(start for start in starts if start <= at)
            assert f"line {starts.index(damage.value.byte) + 1}, byte {damage.value.byte}" in str(damage.value)
            assert "\n" not in str(damage.value)


def test_every_cut_is_noticed_unless_it_is_between_lines(tmp_path: Path) -> None:
    path = small_tape(tmp_path)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        if whole[:length].endswith(b"\n"):
            assert len(list(TapeReader(path))) == whole[:length].count(b"\n") - 1
        else:
            with pytest.raises(TapeDamaged, match="line is cut off"):
                list(TapeReader(path))


@pytest.mark.parametrize("order", [[0, 2, 3, 4], [0, 1, 3, 4], [0, 2, 1, 3, 4], [0, 1, 1, 2, 3, 4], [1, 2, 3, 4]])
def test_a_line_taken_out_moved_or_doubled_is_noticed(tmp_path: Path, order: list[int]) -> None:
    path = small_tape(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[index] for index in order))
    with pytest.raises(TapeDamaged):
        list(TapeReader(path))


def test_lenient_reading_gives_what_is_left_and_names_each_damage(tmp_path: Path) -> None:
    path = small_tape(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"4173", b"4b73")  # As becomes Ks
    lines[3] = b"{garbage " + lines[3]
    path.write_bytes(b"".join(lines))
    reader = TapeReader(path, strict=False)
    entries = list(reader)
    assert [entry.n for entry in entries] == [0, 3, 9]
    assert entries[1].data == b"CARD Ks\r\n"
    places = [damage.removeprefix(str(path)).partition(": ") for damage in reader.damage]
    assert [(place.split(",")[1], why) for place, _, why in places] == [
        (" line 3", "the line was altered, or one before it is missing"),
        (" line 4", "the line was altered, or one before it is missing"),
        (" line 4", "not a JSON object"),
    ]


def test_lenient_reading_of_any_altered_byte_goes_on(tmp_path: Path) -> None:
    path = small_tape(tmp_path)
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        reader = TapeReader(path, strict=False)
        assert len([event_of(entry) for entry in reader]) >= 2
        assert reader.damage


@pytest.mark.parametrize("fields", ['"n":true,"at":1', '"n":-1,"at":1', '"n":1', '"n":1,"at":2,"bytes":"4"'])
def test_an_entry_must_make_sense_even_with_a_good_checksum(tmp_path: Path, fields: str) -> None:
    path = tmp_path / "odd.tape"
    TapeWriter(path, {"tape": "shoe"}).close()
    head = path.read_bytes()
    text = b"{" + fields.encode() + b"}"
    path.write_bytes(head + b"%b %08x\n" % (text, zlib.crc32(text, int(head[-9:-1], 16))))
    with pytest.raises(TapeDamaged, match="line 2"):
        list(TapeReader(path))


def test_another_version_and_no_file_are_named(tmp_path: Path) -> None:
    TapeWriter(tmp_path / "a", {"tape": "shoe", "version": 2}).close()
    with pytest.raises(TapeDamaged, match="tape version 2 is not known, only 1"):
        TapeReader(tmp_path / "a")
    with pytest.raises(Fault, match="none: can't be read: No such file"):
        TapeReader(tmp_path / "none")
    (tmp_path / "empty").touch()
    with pytest.raises(TapeDamaged, match="line 1, byte 0: the line is cut off"):
        TapeReader(tmp_path / "empty")


def test_the_writer_keeps_the_order_and_never_overwrites(tmp_path: Path) -> None:
    path = small_tape(tmp_path)
    with pytest.raises(Fault, match="there is a tape already"):
        TapeWriter(path, {"tape": "shoe"})
    with pytest.raises(Fault, match="can't be written: No such file"):
        TapeWriter(tmp_path / "none" / "x", {"tape": "shoe"})
    with TapeWriter.resume(path) as tape, pytest.raises(ValueError, match="input 9 after input 9"):
        tape.write(9, 1, key={})


@pytest.mark.parametrize("torn", [0, 1, 12, 40])
def test_resuming_takes_away_only_a_torn_last_line(tmp_path: Path, torn: int) -> None:
    path = small_tape(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) - torn])
    with TapeWriter.resume(path, sync=True) as tape:
        tape.write(20, 6_000_000, bytes=b"x")
    assert [entry.n for entry in TapeReader(path)] == ([0, 3, 4, 9, 20] if torn == 0 else [0, 3, 4, 20])


def test_resuming_a_damaged_tape_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    path = small_tape(tmp_path)
    altered = path.read_bytes().replace(b"4173", b"4b73")
    path.write_bytes(altered)
    with pytest.raises(TapeDamaged):
        TapeWriter.resume(path)
    assert path.read_bytes() == altered


def test_a_full_disk_is_said_and_leaves_whole_lines(tmp_path: Path) -> None:
    path = small_tape(tmp_path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with TapeWriter.resume(path) as tape:
            resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 20, limits[1]))
            with pytest.raises(Fault, match="can't be written"):
                tape.write(10, 1, bytes=bytes(500))
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            tape.write(11, 1, bytes=b"y")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
    assert [entry.n for entry in TapeReader(path)] == [0, 3, 4, 9, 11]


def test_merging_gives_one_order_over_all_channels(tmp_path: Path) -> None:
    with TapeWriter(tmp_path / "keys", {"tape": "keys"}) as tape:
        for n in (1, 2, 8, 12):
            tape.write(n, n, key={"n": n})
    readers = {"shoe": TapeReader(small_tape(tmp_path)), "keys": TapeReader(tmp_path / "keys")}
    merged = [(channel, entry.n) for channel, entry in merge(readers)]
    assert merged == [
        ("shoe", 0),
        ("keys", 1),
        ("keys", 2),
        ("shoe", 3),
        ("shoe", 4),
        ("keys", 8),
        ("shoe", 9),
        ("keys", 12),
    ]


def test_two_tapes_with_the_same_place_are_named(tmp_path: Path) -> None:
    with TapeWriter(tmp_path / "keys", {"tape": "keys"}) as tape:
        tape.write(4, 1, key={})
    readers = {"shoe": TapeReader(small_tape(tmp_path)), "keys": TapeReader(tmp_path / "keys")}
    with pytest.raises(Fault, match=r"line \d: input 4 is in .* too"):
        list(merge(readers))
