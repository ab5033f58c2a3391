"""Stage a session: render the film of a plan, then record it through the path of a live table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.faults import Fault
from dealer_assist.game import Refused
from dealer_assist.script import Script
from dealer_assist.sighting import Quad
from dealer_assist.table import Key, MovedOn
from hardware.film import Film, write_film
from kiosk.recording import JOURNAL, TABLE, Recorder, open_table
from kiosk.rig import Heard, Item, Linked, Pressed, Rig, Saw
from kiosk.staging import Plan, plan
from models.recogniser import Recogniser
from models.sight import Sight
from models.stage import Table as Felt
from models.stage.film import timeline

FILM: Final = "film.mkv"
SIZE: Final = (1280, 720)
#: Sensor noise (grey levels) and the cloth's grain: lively, and still a few kilobytes a frame.
NOISE: Final = 0.35
GRAIN: Final = 0.6
Image = NDArray[np.uint8]
Tick = Callable[[], object]


def read_rounds(path: Path) -> list[Script]:
    """The round scripts of a `.jsonl` file. Raises `Fault` with the line that is none."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise Fault(f"{path}: can't be read: {error.strerror}") from error
    scripts = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            scripts.append(msgspec.json.decode(line, type=Script))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Fault(f"{path}, line {number}: not a round/1 script: {error}") from error
    if not scripts:
        raise Fault(f"{path}: there is no round in it")
    return scripts


class Stage:
    """A session in the making: `film()` renders, `record()` plays it into the folder."""

    def __init__(self, rounds: Sequence[Script], folder: Path, fps: float, seed: int) -> None:
        self._folder = folder
        self._fps = fps
        self._rounds = rounds
        self._plan: Plan = plan(rounds)
        self._felt = Felt(len(rounds[0].parties()), SIZE, seed=seed, noise=NOISE, grain=GRAIN)

    @property
    def frames(self) -> int:
        """How many frames the film has."""
        return int(self._plan.length_s * self._fps) + 1

    def film(self, tick: Tick) -> None:
        """Write table.toml and the film; `tick` is called once a frame."""
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / TABLE).write_text(_table_toml(self._rounds[0], self._felt.boxes()))
        write_film(self._folder / FILM, self._pictures(tick), self._fps)

    def record(self, recogniser: Recogniser, tick: Tick) -> int:
        """Play what was planned, and the film as it can be read back, through a table; the records made.

        Raises `Fault` if a key is refused: the recording would not be the rounds that were asked for.
        """
        table = open_table(self._folder / TABLE, self._folder / JOURNAL)
        recorder = Recorder(self._folder, table.file)
        rig = Rig(table)
        for n, (at_s, moment) in enumerate(self._inputs(recogniser, tick), 1):
            item: Item
            if isinstance(moment, dict):
                item = Pressed(msgspec.convert({**moment, "seen": table.session.number, "once": f"staged-{n}"}, Key))
            else:
                item = moment
            at = round(at_s * 1e9)
            recorder.keep(n, at, item)
            outcome = rig.take(n, at, item)
            if isinstance(outcome, Refused | MovedOn):
                found = table.session.stopped
                why = f"the table is stopped by {found.finding}" if found else str(outcome)
                raise Fault(f"{self._folder}: at {at_s:.1f} s key {moment} was refused: {why}")
        recorder.close()
        records = table.session.number
        table.session.journal.close()
        return records

    def _pictures(self, tick: Tick) -> Iterator[Image]:
        for _, image in timeline(self._felt, self._plan.felt, self._plan.length_s, self._fps):
            tick()
            yield image

    def _inputs(self, recogniser: Recogniser, tick: Tick) -> Iterator[tuple[float, Item | dict[str, Any]]]:
        """Everything in the order of time: links, then bytes and keys as planned, a frame where it is due."""
        yield 0.0, Linked("shoe", True)
        yield 0.0, Linked("camera", True)
        film, sight = Film(self._folder / FILM), Sight(recogniser)
        moments = list(self._plan.moments)
        for frame in range(self.frames):
            at_s = frame / self._fps
            while moments and moments[0].at_s <= at_s:
                moment = moments.pop(0)
                yield moment.at_s, Heard(moment.data) if moment.data is not None else dict(moment.key or {})
            yield at_s, Saw(frame, sight.look(film.frame(frame)))
            tick()
        for moment in moments:
            yield moment.at_s, Heard(moment.data) if moment.data is not None else dict(moment.key or {})


def _table_toml(first: Script, boxes: dict[str, Quad]) -> str:
    """The staged table as a table file."""
    seats = ", ".join(f"{{ seat = {seat['seat']}, chips = {seat['chips']} }}" for seat in first.parties())
    corners = "\n".join(
        f"{name} = [{', '.join(f'[{x:.1f}, {y:.1f}]' for x, y in quad)}]" for name, quad in boxes.items()
    )
    return (
        f'name = "{first.id.rpartition("/")[0] or "Staged table"}"\n'
        f'game = "{first.game}"\n'
        f"seats = [{seats}]\n\n"
        f'[shoe]\nport = "socket://127.0.0.1:7200"\nprotocol = "cobs_crc16"\n\n'
        f'[camera]\nsource = "{FILM}"\n\n'
        f"[layout]\nsize = [{SIZE[0]}, {SIZE[1]}]\n\n[layout.boxes]\n{corners}\n"
    )
