"""A staged session played at the table's own time, as fast as the machine can: what is found, and when.

The clock is the plan's: a look has the time at which its frame is due. So the same scenario gives the same answers on
any machine.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.game import Refused
from dealer_assist.script import Script
from dealer_assist.table import MovedOn
from hardware.film import FilmWriter
from kiosk.recording import open_table
from kiosk.rig import Linked, Rig, Saw
from kiosk.stage import GONE, SIZE, Look, felt_of, inputs, pressed, table_toml
from kiosk.staging import Plan
from kiosk.watching import Blindness
from models.recogniser import Recogniser
from models.sight import Sight
from models.stage import Scene
from models.stage import Table as Felt
from models.stage.film import scenes

#: Frames a second at which a live table is looked at.
FPS: Final = 8.0
#: `film`: every frame is filmed, read back from the film and looked at. `brief`: as drawn, none in which an arm is over
#: the felt, and one in which nothing has moved since the one before has its answer. Until shortly before something goes
#: wrong, a film is as brief.
Depth = Literal["film", "brief"]
BEFORE_S: Final = 1.0


class Found(msgspec.Struct, frozen=True):
    """A finding, when it was raised (seconds), and after how many cards of the session."""

    at_s: float
    kind: str
    facts: dict[str, Any]
    cards: int


class Outcome(msgspec.Struct, frozen=True):
    """What a session found; when the step that was owed came into the record; whether all was played as planned."""

    found: tuple[Found, ...]
    owed_s: float | None
    is_whole: bool
    records: int


def play(planned: Plan, first: Script, seed: int, recogniser: Recogniser, depth: Depth = "film") -> Outcome:
    """The session `planned`, whose first round is `first`, at a table whose look follows from `seed`."""
    felt = felt_of(first, seed)
    with tempfile.TemporaryDirectory(prefix="scenario") as name:
        folder = Path(name)
        (folder / TABLE).write_text(table_toml(first, felt.boxes(), planned.protocol))
        table = open_table(folder / TABLE, folder / JOURNAL)
        assert table.file.layout is not None
        sight = Sight(recogniser, table.file.layout.boxes)
        film = FilmWriter(folder / "film.mjpeg") if depth == "film" else None
        try:
            return _played(planned, Rig(table), _looks(planned, felt, sight, film))
        finally:
            table.session.journal.close()
            if film is not None:
                film.close()


def _played(planned: Plan, rig: Rig, looks: Iterator[tuple[float, Look]]) -> Outcome:
    session, found, owed_s, is_whole = rig.table.session, list[Found](), None, True
    known, cards = session.number, 0
    for n, (at_s, moment) in enumerate(inputs(planned, looks), 1):
        item = pressed(moment, rig, n) if isinstance(moment, dict) else moment
        outcome = rig.take(n, round(at_s * 1e9), item)
        if isinstance(outcome, Refused | MovedOn):
            is_whole = False
            if not found:
                raise Fault(f"at {at_s:.1f} s key {moment} was refused: {outcome}")
        for record in session.journal.records(known) if session.number > known else ():
            known, body = record.number, record.content()
            cards += record.kind == "burn" or (record.kind == "step" and "card" in body["step"])
            if record.kind == "finding":
                found.append(Found(at_s, body["kind"], body["facts"], cards))
            elif record.kind == "step" and body["step"] == planned.owed and body["by"] == "camera":
                owed_s = at_s
    return Outcome(tuple(found), owed_s, is_whole, session.number)


def _looks(planned: Plan, felt: Felt, sight: Sight, film: FilmWriter | None) -> Iterator[tuple[float, Look]]:
    last: list[tuple[Scene, Saw]] = []
    blindness = Blindness(still=False, size=SIZE)

    def look(number: int, scene: Scene, may_repeat: bool) -> Saw | Linked | None:
        if may_repeat and last and last[0][0] == scene:
            still = msgspec.structs.replace(last[0][1].look, hands=())
            seen = msgspec.structs.replace(last[0][1], frame=number, look=still)
        else:
            picture = felt.picture(scene, number)
            told = blindness.judge(picture, round(number / FPS * 1e9))
            if told is not None or not blindness.is_sight:
                return told
            shot = None
            if film is not None:
                shot, picture = film.add(picture)
            seen = Saw(number, sight.look(picture), shot)
        last[:] = [(scene, seen)]
        return seen

    until_s = float("inf") if film is None else 0.0 if planned.wrong_s is None else planned.wrong_s - BEFORE_S
    for number, (at_s, scene) in enumerate(scenes(felt, planned.felt, planned.length_s, FPS)):
        if at_s >= until_s or not scene.arms:
            yield at_s, partial(look, number, scene, at_s < until_s)
    if planned.gone_s < planned.length_s:
        yield ceil(planned.gone_s * FPS) / FPS, lambda: GONE
