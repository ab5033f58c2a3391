"""Records that no input made: a replay takes them over, so that what follows has its numbers again."""

from __future__ import annotations

from pathlib import Path

from dealer_assist import keys, witness
from dealer_assist.journal import Journal
from dealer_assist.replay import BESIDE, Recorded, differs
from tests.journals import STAMP, WALL, entry, read


def test_a_root_is_taken_over_where_it_stands(tmp_path: Path) -> None:
    key = keys.make(tmp_path / "key.pem")
    with Journal(tmp_path / "was.sqlite", STAMP) as was:
        was.append(entry(1), entry(2))
        witness.put(was, key, at=7, wall=WALL)
        witness.put(was, key, at=8, wall=WALL)
        was.append(entry(3))
        witness.put(was, key, at=9, wall=WALL)
    recorded = Recorded(read(tmp_path / "was.sqlite"))
    with Journal(tmp_path / "again.sqlite", STAMP) as again:
        for number in (1, 2, 3):
            recorded.beside(again)
            (made,) = again.append(entry(number))
            assert differs(next(recorded), made) is None
        recorded.beside(again)
        assert next(recorded, None) is None
        assert [record.kind for record in again.records()] == ["step", "step", "root", "root", "step", "root"]
        pairs = zip(read(tmp_path / "was.sqlite"), again.records(), strict=True)
        assert all(differs(one, two) is None for one, two in pairs)


def test_what_an_input_made_is_not_taken_over(tmp_path: Path) -> None:
    with Journal(tmp_path / "was.sqlite", STAMP) as was:
        was.append(entry(1), entry(2))
    recorded = Recorded(read(tmp_path / "was.sqlite"))
    with Journal(tmp_path / "again.sqlite", STAMP) as again:
        recorded.beside(again)
        recorded.beside(again)
        assert again.last == 0
    assert [record.number for record in recorded] == [1, 2]
    assert witness.KIND in BESIDE
