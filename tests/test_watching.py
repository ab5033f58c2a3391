"""The camera of a live table: what it puts to the desk when its pictures go dark and come back."""

from __future__ import annotations

import queue
import time
from pathlib import Path

import cv2
import numpy as np

from dealer_assist.table_file import CameraFile
from kiosk.recording import Recorder
from kiosk.rig import Item, Linked, Rig, Saw
from kiosk.watching import Watching
from tests.pictures import felt, taken
from tests.rigs import CAMERA, Bench


def dark_for_a_while(folder: Path) -> Path:
    """A film, ten pictures a second: a felt, three seconds of nothing, the felt again."""
    folder.mkdir()
    shown, black = taken(felt(200, 300)), np.zeros((200, 300, 3), np.uint8)
    for number in range(90):
        cv2.imwrite(str(folder / f"{number:03}.png"), black if 20 <= number < 50 else shown)
    return folder


def links(watching: Watching, items: queue.SimpleQueue[Item]) -> list[Linked]:
    """What is told of the link until it is up again after the dark; no look is told meanwhile."""
    told: list[Linked] = []
    until = time.monotonic() + 60
    watching.start()
    try:
        while time.monotonic() < until and [link.up for link in told[:3]] != [True, False, True]:
            item = items.get(timeout=60)
            if isinstance(item, Linked):
                told.append(item)
            elif isinstance(item, Saw):
                assert told[-1].up, "a blind camera sees no cards"
    finally:
        watching.close()
    return told[:3]


def test_a_camera_in_the_dark_is_blind_and_sees_again(tmp_path: Path) -> None:
    items: queue.SimpleQueue[Item] = queue.SimpleQueue()
    source = dark_for_a_while(tmp_path / "pictures")
    told = links(Watching(CameraFile(str(source)), tmp_path, 0, items.put), items)
    assert [(link.up, link.blind) for link in told] == [(True, False), (False, True), (True, False)]
    assert told[1].why == "The picture is black."


def test_blindness_is_on_the_tape_and_at_the_table(tmp_path: Path) -> None:
    bench = Bench(tmp_path, CAMERA)
    rig = Rig(bench.table)
    recorder = Recorder(tmp_path, bench.file)
    for n, item in enumerate((Linked("camera", True), Linked("camera", False, "The picture is black.", True)), 1):
        recorder.keep(n, n, item)
        rig.take(n, n, item)
    recorder.close()
    assert bench.view["links"]["camera"] == "blind"
    assert '"link":"blind","why":"The picture is black."' in (tmp_path / "camera.tape").read_text()
