"""Pictures kept as evidence: cut when a finding comes and when a round closes, proved, pruned by policy, told apart."""

from __future__ import annotations

import hashlib
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from dealer_assist import evidence, pruning
from dealer_assist.beside import Aside
from dealer_assist.cli import main
from dealer_assist.dispute import folder_dispute
from dealer_assist.evidence import Picture
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL
from dealer_assist.journal import recorded
from dealer_assist.sighting import Look
from dealer_assist.table import Key
from dealer_assist.table_file import EvidenceFile
from dealer_assist.table_view import view
from hardware.evidence import Cutter, Wanted
from hardware.film import FilmWriter
from kiosk import replay
from kiosk.cutting import Cutting
from kiosk.desk import Desk
from kiosk.recording import Recorder, open_table
from kiosk.rig import Linked, Pressed, Saw
from tests.rigs import CAMERA

TABLE = f"""name = "T"
game = "triple"
seats = [{{ seat = 1, chips = 1000 }}]
[evidence]
finding_days = 90
round_days = 14
{CAMERA}
boards = 0
""".replace("boards = 0\n", "")
#: A round by hand takes fewer.
CARDS = "9h Th Kd 7s 2c 3c 4c 6c Jd Qc Ks As 2d 3d 4d 6d 8h 9d Qh 5s 8c Jc 4h 6h"
#: Years from now, as a night's pruning would find the session.
LATER = datetime.now(UTC) + timedelta(days=20)
MUCH_LATER = datetime.now(UTC) + timedelta(days=100)


def picture(number: int) -> Any:
    """A picture of the felt that is unlike the others."""
    return np.full((400, 400, 3), 40 + number * 17 % 200, np.uint8)


class Session:
    """A table whose camera is filmed: findings and rounds leave pictures."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        (folder / "table.toml").write_text(TABLE)
        table = open_table(folder / "table.toml", folder / JOURNAL)
        self.recorder = Recorder(folder, table.file)
        self.desk = Desk(table, self.recorder)
        self.film = FilmWriter(folder / "film.mjpeg")
        self.cutting = Cutting(folder, folder / "film.mjpeg", table, self.desk.put)
        self.desk.after = self.cutting.after
        self.cutting.start()
        self.desk.start()
        self.frames = 0
        self.desk.ask(Linked("camera", True))

    def look(self) -> None:
        """One frame, in which nothing lies."""
        shot, _ = self.film.add(picture(self.frames))
        self.desk.ask(Saw(self.frames, Look((), 1.0), shot))
        self.frames += 1

    def press(self, **key: Any) -> None:
        number = self.desk.published.number
        self.desk.ask(Pressed(Key(seen=number, once=f"key-{number}", **key)))

    def finding(self) -> int:
        """The camera goes and comes back in a round."""
        self.desk.ask(Linked("camera", False, "pulled"))
        assert self.desk.session.stopped is not None
        number = self.desk.session.stopped.number
        self.desk.ask(Linked("camera", True))
        self.press(do="answer", finding=number, remedy="go_on")
        return number

    def deal_round(self) -> None:
        """A round by hand, with a finding in it."""
        self.press(do="step", step={"bet": 1, "unit": 10})
        self.look()
        self.finding()
        self.look()
        for card in CARDS.split():
            shown = view(self.desk._rig.table, "dealer")
            match shown["awaits"]["kind"]:
                case "over":
                    break
                case "choice":
                    steps = [offer["step"] for offer in shown["offers"]]
                    self.press(do="step", step=next((one for one in steps if one["act"] == "stand"), steps[0]))
                case "turn":
                    self.press(do="step", step={"turn": card})
                case kind:
                    to = shown["awaits"]["first" if kind == "bets" else "to"]
                    self.press(do="step", step={"card": card, "to": to})
        self.look()
        self.press(do="paid")

    def close(self) -> None:
        self.cutting.close()
        self.desk.close()
        self.recorder.close()
        self.film.close()


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """Two rounds, each with a finding and a last still."""
    made = Session(tmp_path / "session")
    made.deal_round()
    made.deal_round()
    made.close()
    return tmp_path / "session"


def kept(folder: Path) -> list[Picture]:
    return [one.picture for one in pruning.kept(folder / JOURNAL)]


def verify(folder: Path) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["verify", str(folder)])
    return done.exit_code, done.stdout


def test_a_finding_and_a_closed_round_leave_their_pictures(session: Path) -> None:
    pictures = kept(session)
    assert [one.why for one in pictures] == ["finding", "round"] * 2
    for one in pictures:
        content = (session / "evidence" / f"{one.sha256}.jpg").read_bytes()
        assert content.startswith(b"\xff\xd8")
        assert (len(content), hashlib.sha256(content).hexdigest()) == (one.size, one.sha256)
    assert [one.frame for one in pictures] == [0, 2, 3, 5], "what was looked at last before each"
    with recorded(session / JOURNAL) as journal:
        kinds = {record.number: (record.kind, record.round) for record in journal.records()}
        bodies = [record.body for record in journal.records() if record.kind == "evidence"]
    assert [kinds[one.of] for one in pictures] == [("finding", 1), ("paid", 1), ("finding", 2), ("paid", 2)]
    assert all(len(body) < 300 for body in bodies), "the digest, never the picture"
    code, said = verify(session)
    assert (code, said.splitlines()[-1]) == (0, "pictures: 4 whole")


def test_the_pictures_stand_with_what_they_show(session: Path) -> None:
    with recorded(session / JOURNAL) as journal:
        events = folder_dispute(session, journal, 1).events
    shown = {event.kind: event.evidence for event in events if event.evidence}
    assert {kind: len(digests) for kind, digests in shown.items()} == {"finding": 1, "paid": 1}


def test_pictures_change_no_replay_and_no_tap_comes_too_late_for_them(session: Path) -> None:
    assert replay.lines(session).identical
    assert replay.sightings(session).identical


def test_a_tap_on_what_stood_before_a_picture_was_kept_is_taken(tmp_path: Path) -> None:
    made = Session(tmp_path / "session")
    seen = made.desk.published.number
    made.desk.put(Aside("evidence", {"of": 1}))
    key = Key("step", seen, "a-key", step={"bet": 1, "unit": 10})
    outcome = made.desk.press(key)
    made.close()
    assert type(outcome).__name__ == "Done"


def test_an_altered_and_a_missing_picture_are_named(session: Path) -> None:
    first, second, *_ = kept(session)
    path = evidence.place(session, first.sha256)
    path.write_bytes(path.read_bytes()[:-1] + b"\x00")
    evidence.place(session, second.sha256).unlink()
    code, said = verify(session)
    assert code == 1
    assert f"the picture of record {first.of} (finding), kept by record" in said
    assert f"was altered: {first.sha256}.jpg" in said
    assert f"is missing: {second.sha256}.jpg" in said
    with pytest.raises(Fault, match="was altered"):
        evidence.load(session, first.sha256)


def test_pruning_goes_by_the_days_of_each_kind_and_says_so(session: Path) -> None:
    assert pruning.prune(session, datetime.now(UTC)).pictures == {}
    gone = pruning.prune(session, LATER)
    assert gone.pictures == {"round": 2}
    assert gone.freed > 500
    code, said = verify(session)
    assert (code, said.splitlines()[-1]) == (0, f"pictures: 2 whole, 2 pruned (last on {LATER:%Y-%m-%d})")
    left = {path.stem for path in (session / "evidence").iterdir()}
    assert left == {one.sha256 for one in kept(session) if one.why == "finding"}
    with recorded(session / JOURNAL) as journal:
        (record,) = (record for record in journal.records() if record.kind == "pruned")
    assert record.number == gone.record
    assert len(record.content()["sha256"]) == 2
    assert pruning.prune(session, LATER).record is None, "what is pruned is not pruned again"
    assert pruning.prune(session, MUCH_LATER).pictures == {"finding": 2}
    assert verify(session)[0] == 0
    assert replay.sightings(session).identical


def test_a_program_that_ended_between_record_and_pruning_leaves_nothing(session: Path) -> None:
    digests = [one.sha256 for one in kept(session)]
    before = {digest: evidence.load(session, digest) for digest in digests}
    pruning.prune(session, MUCH_LATER)
    for content in before.values():
        evidence.keep(session, content)
    assert verify(session)[0] == 0
    gone = pruning.prune(session, MUCH_LATER)
    assert (gone.record, gone.freed) == (None, sum(map(len, before.values())))
    assert list((session / "evidence").iterdir()) == []


def test_the_same_picture_stays_while_another_record_keeps_it(tmp_path: Path) -> None:
    made = Session(tmp_path / "session")
    made.press(do="step", step={"bet": 1, "unit": 10})
    made.look()
    made.finding()
    made.cutting._want(1, 1, "round")
    made.close()
    one, two = kept(tmp_path / "session")
    assert one.sha256 == two.sha256
    assert pruning.prune(tmp_path / "session", LATER).pictures == {"round": 1}
    assert evidence.place(tmp_path / "session", one.sha256).exists()
    assert verify(tmp_path / "session")[0] == 0


def test_a_running_table_and_a_damaged_journal_are_left_alone(tmp_path: Path, session: Path) -> None:
    made = Session(tmp_path / "running")
    made.deal_round()
    with pytest.raises(Fault, match="a table runs on this session already"):
        pruning.prune(tmp_path / "running", MUCH_LATER)
    made.close()
    (session / f"{JOURNAL}.mark").unlink()
    with pytest.raises(Fault, match="the mark is missing"):
        pruning.prune(session, MUCH_LATER)
    assert len(list((session / "evidence").iterdir())) == 4


def test_the_command_prunes_an_archive(session: Path) -> None:
    done = CliRunner().invoke(main, ["prune", str(session.parent), "--round-days", "1"])
    assert (done.exit_code, "pruned nothing" in done.stdout) == (0, True)
    none = CliRunner().invoke(main, ["prune", str(session / "evidence")])
    assert none.exit_code == 2
    assert none.stderr.count("\n") == 1


def test_a_disk_that_refuses_and_a_film_that_was_cut_are_told(tmp_path: Path) -> None:
    """The table goes on: its record says that there is no picture, and why."""
    (tmp_path / "evidence").write_text("no folder")
    film = FilmWriter(tmp_path / "film.mjpeg")
    shot, _ = film.add(picture(1))
    film.close()
    told: list[Picture] = []
    came = threading.Event()

    def sink(wanted: Wanted, made: Picture) -> None:
        told.append(made)
        came.set()

    cutter = Cutter(tmp_path, tmp_path / "film.mjpeg", sink)
    cutter.start()
    cutter.want(Wanted(7, 1, "finding", 0, 5, shot))
    cutter.want(Wanted(8, 1, "finding", 1, 6, type(shot)(shot.offset, shot.length, shot.crc ^ 1)))
    cutter.close()
    assert came.is_set()
    assert ["exists" in told[0].failed.lower() or "directory" in told[0].failed.lower(), told[0].sha256] == [True, ""]
    assert "is not as it was filmed" in told[1].failed
    assert [one.of for one in told] == [7, 8]


def test_a_rendered_film_is_encoded_anew(tmp_path: Path) -> None:
    from hardware.film import write_film

    write_film(tmp_path / "film.mkv", [picture(number) for number in range(3)], 3.0)
    told: list[Picture] = []
    cutter = Cutter(tmp_path, tmp_path / "film.mkv", lambda wanted, made: told.append(made))
    cutter.start()
    cutter.want(Wanted(7, 1, "round", 2, 5))
    cutter.close()
    assert evidence.load(tmp_path, told[0].sha256).startswith(b"\xff\xd8")


def test_policy_is_read_strictly() -> None:
    assert (EvidenceFile().finding_days, EvidenceFile().round_days) == (365, 30)
