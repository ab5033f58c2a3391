"""Stage a session: render the film of a plan, then record it through the path of a live table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import ceil
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.game import Refused
from dealer_assist.games import catalogue
from dealer_assist.script import Script
from dealer_assist.sighting import Quad
from dealer_assist.table import Key, MovedOn
from hardware.film import Film, write_film
from kiosk.recording import Recorder, open_table
from kiosk.rig import Heard, Item, Linked, Pressed, Rig, Saw
from kiosk.staging import Moment, Plan, plan
from kiosk.watching import Blindness, reader
from kiosk.wrongs import Wrong
from models.recogniser import Recogniser
from models.sight import Sight
from models.stage import Table as Felt
from models.stage.film import timeline
from models.stage.layout import of_game

FILM: Final = "film.mkv"
SIZE: Final = (1280, 720)
#: Sensor noise (grey levels) and the cloth's grain: lively, and still a few kilobytes a frame.
NOISE: Final = 0.35
GRAIN: Final = 0.6
Image = NDArray[np.uint8]
Tick = Callable[[], object]
#: What a frame brings when its turn has come; nothing while the camera is covered.
Look = Callable[[], Saw | Linked | None]
#: What a camera says whose cable is pulled.
GONE: Final = Linked("camera", False, "camera 0 gives no more pictures")
#: An input that is planned; a key still lacks what is known only when it is pressed.
Planned = Item | dict[str, Any]


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


def felt_of(script: Script, seed: int) -> Felt:
    """The table on which the round `script` is dealt; kept, so for one thread at a time."""
    game = catalogue.make(script.game, script.options, script.parties())
    return _felt(script.game, tuple(game.boxes), seed)


@lru_cache(maxsize=3)
def _felt(game: str, boxes: tuple[str, ...], seed: int) -> Felt:
    # To draw an empty table takes half a second. What it keeps besides changes none of its pictures.
    return Felt(of_game(game, boxes), SIZE, seed=seed, noise=NOISE, grain=GRAIN)


def inputs(planned: Plan, looks: Iterable[tuple[float, Look]]) -> Iterator[tuple[float, Planned]]:
    """Everything in the order of time: links, then bytes and keys as planned, a look where it is due.

    A look is made when its turn has come; where one was due and no frame comes any more, the camera is lost.
    """
    yield 0.0, Linked("shoe", True)
    yield 0.0, Linked("camera", True)
    moments = list(planned.moments)
    for at_s, look in looks:
        while moments and moments[0].at_s <= at_s:
            moment = moments.pop(0)
            yield moment.at_s, _item(moment)
        if (seen := look()) is not None:
            yield at_s, seen
    for moment in moments:
        yield moment.at_s, _item(moment)


def _item(moment: Moment) -> Planned:
    if moment.link is not None:
        return Linked("shoe", not moment.link, moment.link)
    return Heard(moment.data) if moment.data is not None else dict(moment.key or {})


def pressed(key: dict[str, Any], rig: Rig, n: int) -> Pressed:
    """A planned key as it is pressed now, as input `n`."""
    return Pressed(msgspec.convert({**key, "seen": rig.table.session.number, "once": f"staged-{n}"}, Key))


class Stage:
    """A session in the making: `film()` renders, `record()` plays it into the folder."""

    def __init__(
        self, rounds: Sequence[Script], folder: Path, fps: float, seed: int, wrong: Wrong | None = None
    ) -> None:
        self._folder = folder
        self._fps = fps
        self._rounds = rounds
        self._wrong = wrong
        self._plan: Plan = plan(rounds, wrong, seed)
        self._felt = felt_of(rounds[0], seed)

    @property
    def frames(self) -> int:
        """How many frames the film has."""
        return min(int(self._plan.length_s * self._fps) + 1, ceil(min(self._plan.gone_s, 1e6) * self._fps))

    @property
    def wrong_s(self) -> float | None:
        """When what goes wrong is there to be noticed, in seconds; None if nothing does, or it comes bit by bit."""
        return self._plan.wrong_s

    def film(self, tick: Tick) -> None:
        """Write table.toml and the film; `tick` is called once a frame."""
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / TABLE).write_text(table_toml(self._rounds[0], self._felt.boxes(), self._plan.protocol))
        write_film(self._folder / FILM, self._pictures(tick), self._fps)

    def record(self, tick: Tick) -> int:
        """Play what was planned, and the film as it can be read back, through a table; the records made.

        What reads the film is the table's own recogniser: a replay of the folder has to read the same.

        Raises `Fault` if a key is refused while nothing was to go wrong: the recording would not be the rounds that
        were asked for.
        """
        table = open_table(self._folder / TABLE, self._folder / JOURNAL)
        recorder = Recorder(self._folder, table.file)
        rig = Rig(table)
        assert table.file.layout is not None
        assert table.file.camera is not None
        recogniser, boxes = reader(table.file.camera, self._folder), table.file.layout.boxes
        for n, (at_s, moment) in enumerate(inputs(self._plan, self._looks(recogniser, boxes, tick)), 1):
            item = pressed(moment, rig, n) if isinstance(moment, dict) else moment
            at = round(at_s * 1e9)
            recorder.keep(n, at, item)
            outcome = rig.take(n, at, item)
            if isinstance(outcome, Refused | MovedOn) and self._wrong is None:
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

    def _looks(self, recogniser: Recogniser, boxes: dict[str, Quad], tick: Tick) -> Iterator[tuple[float, Look]]:
        film, sight, blindness = Film(self._folder / FILM), Sight(recogniser, boxes), Blindness(still=False, size=SIZE)

        def look(frame: int) -> Saw | Linked | None:
            picture = film.frame(frame)
            told = blindness.judge(picture, round(frame / self._fps * 1e9))
            return told or (Saw(frame, sight.look(picture)) if blindness.is_sight else None)

        for frame in range(self.frames):
            yield frame / self._fps, partial(look, frame)
            tick()
        if self.frames / self._fps <= self._plan.length_s:
            yield self.frames / self._fps, lambda: GONE


def table_toml(first: Script, boxes: dict[str, Quad], protocol: str) -> str:
    """The table of the round `first` as a table file."""
    kind = "seats" if first.seats is not None else "accounts"
    keys = {"seats": ("seat", "chips"), "accounts": ("account", "chips")}[kind]
    parties = ", ".join(_toml({key: party[key] for key in keys}) for party in first.parties())
    corners = "\n".join(
        f"{name} = [{', '.join(f'[{x:.1f}, {y:.1f}]' for x, y in quad)}]" for name, quad in boxes.items()
    )
    return (
        f"name = {_toml(first.id.rpartition('/')[0] or 'Staged table')}\n"
        f'game = "{first.game}"\n'
        f"options = {_toml(first.options)}\n"
        f"{kind} = [{parties}]\n\n"
        f'[shoe]\nport = "socket://127.0.0.1:7200"\nprotocol = "{protocol}"\n\n'
        f'[camera]\nsource = "{FILM}"\n\n'
        f"[layout]\nsize = [{SIZE[0]}, {SIZE[1]}]\n\n[layout.boxes]\n{corners}\n"
    )


def _toml(value: Any) -> str:
    """A value as TOML has it within a line: as JSON, but for its tables."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)
