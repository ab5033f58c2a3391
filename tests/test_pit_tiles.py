"""A table's tile, in a pit of one and in a pit of many: who calls the floor, what has stopped, and for how long."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.kiosks import Browser
from tests.scenes_pit import many, pit
from tests.visitor import Scene

#: Of each pit, the moment in which a table calls the floor and one has stopped, and these tables.
PITS = [(pit, "pit_stopped", "Table 7", "Table 7"), (many, "many_tiles", "Table 2", "Table 4")]
Pit = Callable[[Path], AbstractContextManager[Iterator[Scene]]]


@pytest.mark.parametrize(("opened", "name", "calls", "stopped"), PITS, ids=["one", "many"])
def test_a_tile_tells_of_a_floor_call_and_of_a_stop_with_its_age(
    tmp_path: Path, opened: Pit, name: str, calls: str, stopped: str
) -> None:
    with opened(tmp_path) as scenes:
        scene = next(scene for scene in scenes if scene.name == name)
        browser = Browser(scene.kiosk.url).open("2001")
        page = browser.ask("GET", "/pit")[2].decode()
        tiles = {
            found[1]: found[0] for found in re.finditer(r'<article .*?data-table="([^"]+)".*?</article>', page, re.S)
        }
        for table, tile in tiles.items():
            assert ("The floor has been called" in tile) == (table == calls)
            assert ('class="tile stopped"' in tile) == (table == stopped)
            assert ("Stopped" in tile) == (table == stopped)
            assert ("No open finding" in tile) == (table != stopped)
        since = re.search(r'<li data-since="(\d+)"', tiles[stopped])
        assert since is not None
        assert 0 <= time.time() - int(since[1]) / 1000 < 300, "since it was found"
        assert next(iter(tiles)) == stopped, "the oldest open finding stands first"
        assert list(tiles).index(calls) == min(1, len(tiles) - 1), "then who calls the floor"
        with browser.stream("/pit/events") as stream:
            shown = {tile["table"]: tile for tile in stream.next("view")["tiles"]}
        assert [table for table, tile in shown.items() if tile["called"]] == [calls]
        assert [table for table, tile in shown.items() if tile["state"] == "stopped"] == [stopped]
        assert shown[stopped]["findings"][0]["since"] == int(since[1])
        browser.cookie += "; language=fi"
        assert "Valvoja on kutsuttu" in browser.ask("GET", "/pit")[2].decode()
