"""A table with its screens that runs until it is killed: a virtual shoe deals whenever a card is awaited, people press
over HTTP from outside.

Reads lines `SEED FOLDER`, forks for each a process that serves there, answers with its number, and again with how it
ended. The process writes the address of its screens into FOLDER/url.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path
from typing import Final

import msgspec

from dealer_assist.folder import JOURNAL, TABLE
from hardware.shoes.virtual import Trouble, VirtualShoe
from kiosk.app import create_app
from kiosk.desk import Desk
from kiosk.people import People
from kiosk.recording import Recorder, open_table
from kiosk.rig import Linked, Restarted
from kiosk.server import Server
from tests.dealing import Wire, _left
from tests.kiosks import CHEAP, PEOPLE

URL: Final = "url"
#: Seconds after which a process that nobody killed ends by itself.
_LONGEST: Final = 20.0


def serve(folder: Path, seed: int) -> None:
    """Serve and deal until killed."""
    chance = random.Random(seed)
    going_on = (folder / JOURNAL).exists()
    table = open_table(folder / TABLE, folder / JOURNAL)
    recorder = Recorder(folder, table.file)
    desk = Desk(table, recorder, last=(recorder.last_n, recorder.last_at))
    if going_on:
        desk.put(Restarted())
    app = create_app(desk, chips=table.file.chips, controls=None, people=People.of(PEOPLE, CHEAP), folder=folder)
    desk.start()
    desk.ask(Linked("shoe", True))
    cards = _left(folder, chance)
    with Server(app) as server, VirtualShoe("cobs_crc16", Wire(desk), trouble=Trouble(portion=5)) as shoe:
        part = folder / f"{URL}.part"
        part.write_text(server.url)
        part.rename(folder / URL)
        until = time.monotonic() + _LONGEST
        while time.monotonic() < until and cards:
            published = desk.published
            if _wants_a_card(published.views["dealer"], chance):
                shoe.deal(cards.pop())
                desk.wait(published.version, 0.5)
            time.sleep(chance.uniform(0, 0.02))
        time.sleep(max(0.0, until - time.monotonic()))


def _wants_a_card(view: bytes, chance: random.Random) -> bool:
    shown = msgspec.json.decode(view)
    awaited = shown["awaits"]
    if shown["finding"] is not None:
        return False
    if awaited["kind"] == "bets":
        # People have to have bet, and take their time for it.
        return awaited["first"] is not None and (not awaited["seats"] or chance.random() < 0.1)
    return bool(awaited["kind"] == "deal")


def main() -> None:
    """Fork a serving process for each line of standard input."""
    print("ready", flush=True)
    for line in sys.stdin:
        seed, folder = line.rstrip("\n").split(" ", 1)
        process = os.fork()
        if process == 0:
            _forked(Path(folder), int(seed))
        print(process, flush=True)
        _, status = os.waitpid(process, 0)
        print("killed" if os.WIFSIGNALED(status) else f"exit {os.WEXITSTATUS(status)}", flush=True)


def _forked(folder: Path, seed: int) -> None:
    code = 1
    try:
        os.dup2(os.open(folder / "stderr.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), 2)
        serve(folder, seed)
        code = 0
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
