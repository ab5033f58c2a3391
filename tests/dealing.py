"""A table that deals by itself through the real desk, tapes and journal, and notes what its screens have said.

Reads lines `SEED TROUBLE FOLDER`, forks for each a process that deals there, answers with its number, and again with
how it ended. What was acknowledged stands in FOLDER/said.jsonl: a line goes there only after the screens showed it.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from dealer_assist import sealing_key
from dealer_assist.cards import DECK, JOKER, Card, parse
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.game import Refused
from dealer_assist.journal import recorded
from dealer_assist.sealing_key import SealKey
from dealer_assist.table import Done, Key
from hardware.shoes.virtual import Trouble, VirtualShoe
from kiosk.desk import Desk
from kiosk.recording import Recorder, open_table
from kiosk.rig import Heard, Linked, Restarted

JSON = dict[str, Any]
SAID: Final = "said.jsonl"
CHIPS: Final = 100_000
TABLE_FILE: Final = f"""name = "Crash"
game = "triple"
seats = [{{ seat = 1, chips = {CHIPS} }}, {{ seat = 2, chips = {CHIPS} }}, {{ seat = 5, chips = {CHIPS} }}]
[shoe]
port = "none"
protocol = "cobs_crc16"
"""
#: Seconds after which a process that nobody killed ends by itself.
_LONGEST: Final = 20.0


class Wire:
    """The virtual shoe's cable, straight into the desk."""

    url = "none"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def plug(self) -> None: ...
    def unplug(self) -> None: ...

    def heard(self) -> bool:
        return True

    def write(self, data: bytes) -> None:
        self._desk.put(Heard(data))


def prompt(view: JSON) -> JSON:
    """What a dealer's view asks for and shows; without what a restart forgets by right."""
    shown = {key: view[key] for key in ("round", "state", "awaits", "offers", "cards", "stay")}
    finding = view["finding"]
    return shown | {"finding": None if finding is None else {**finding, "missed": 0}}


def key_of(folder: Path) -> SealKey | None:
    """The key beside the folder of a session that is sealed."""
    path = folder.with_name(f"{folder.name}.seal")
    return sealing_key.load(path) if path.exists() else None


def deal(folder: Path, seed: int, spoil: Callable[[Path, int], None] = lambda folder, inputs: None) -> str:
    """Deal until killed, or until the desk says that it can't go on; why it ended."""
    chance = random.Random(seed)
    going_on = (folder / JOURNAL).exists()
    table = open_table(folder / TABLE, folder / JOURNAL, key_of(folder))
    recorder = Recorder(folder, table.file, table.session.journal.seals)
    desk = Desk(table, recorder, last=(recorder.last_n, recorder.last_at))
    if going_on:
        desk.put(Restarted())
    desk.start()
    desk.ask(Linked("shoe", True))
    with VirtualShoe("cobs_crc16", Wire(desk), trouble=Trouble(portion=5)) as shoe:
        dealer = _Dealer(desk, shoe, folder, chance)
        until = time.monotonic() + _LONGEST
        while time.monotonic() < until and desk.published.fault is None:
            spoil(folder, dealer.inputs)
            dealer.next()
            time.sleep(chance.uniform(0, 0.02))  # people take their time
    dealer.note(None)
    return desk.published.fault or "nobody killed it"


class _Dealer:
    """Deals and keys whatever the screens ask for, by chance."""

    def __init__(self, desk: Desk, shoe: VirtualShoe, folder: Path, chance: random.Random) -> None:
        self._desk = desk
        self._shoe = shoe
        self._chance = chance
        self._cards = _left(folder, chance)
        self._said = os.open(folder / SAID, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self._run = f"{chance.getrandbits(48):012x}"
        self.inputs = 0
        self.note(None)

    def next(self) -> None:
        """One card or one key."""
        self.inputs += 1
        view = self._view()
        awaited = view["awaits"]
        match awaited["kind"]:
            case _ if view["finding"] is not None:
                self._answer(view["finding"])
            case "bets" if awaited["first"] is None or (awaited["seats"] and self._chance.random() < 0.5):
                self._press(do="step", step={"bet": self._chance.choice(awaited["seats"]), "unit": 10})
            case "bets" | "deal":
                self._card()
            case "choice":
                self._press(do="step", step=self._chance.choice(view["offers"])["step"])
            case "turn":
                self._press(do="step", step={"turn": str(self._cards.pop())})
            case "over":
                self._press(do="paid")

    def note(self, once: str | None) -> None:
        """Write down what the screens show now; it is in the system's hands when this returns, whatever kills us."""
        published = self._desk.published
        view = msgspec.json.decode(published.views["dealer"])
        line = {"number": published.number, "once": once, "prompt": prompt(view), "fault": published.fault}
        os.write(self._said, msgspec.json.encode(line) + b"\n")

    def _view(self) -> JSON:
        shown: JSON = msgspec.json.decode(self._desk.published.views["dealer"])
        return shown

    def _answer(self, finding: JSON) -> None:
        names = [remedy["name"] for remedy in finding["remedies"] if not remedy["asks_card"] and not remedy["approval"]]
        name = "go_on" if "go_on" in names else names[0]
        self._press(do="answer", finding=finding["number"], remedy=name)

    def _card(self) -> None:
        version = self._desk.published.version
        if not self._cards:
            time.sleep(0.05)  # the shoe is empty: wait to be killed
            return
        self._shoe.deal(self._cards.pop())
        self._desk.wait(version, 5)
        self.note(None)

    def _press(self, **key: Any) -> None:
        once = f"{self._run}-{self.inputs:06}"
        outcome = self._desk.press(Key(seen=self._desk.published.number, once=once, who="Aino", **key))
        if not isinstance(outcome, Refused):
            self.note(once if isinstance(outcome, Done) else None)


def _left(folder: Path, chance: random.Random) -> list[Card]:
    """The cards that are still in the shoe: six decks and their jokers, less all that the journal knows."""
    whole = Counter([*DECK * 6, *[JOKER] * 6])
    with recorded(folder / JOURNAL, key_of(folder)) as journal:
        for record in journal.records():
            body = record.content()
            step = body.get("step") or body.get("facts") or body
            named = step.get("card", "??") if isinstance(step, dict) else "??"
            if named not in {None, "??"}:
                whole[parse(named)] -= 1
    left = [card for card in whole.elements() if whole[card] > 0]
    chance.shuffle(left)
    return left


# What spoils the disk


def _descriptor(folder: Path, ending: str) -> int:
    """The number under which this process has that file open."""
    for entry in Path("/proc/self/fd").iterdir():
        try:
            if str(entry.readlink()) == str((folder / JOURNAL).resolve()) + ending:
                return int(entry.name)
        except OSError:
            continue
    raise AssertionError(f"the journal's {ending} is not open")


def _instead(device: str, ending: str, after: int) -> Callable[[Path, int], None]:
    """After so many inputs, what is written to a file of the journal goes to a device that refuses it."""

    def spoil(folder: Path, inputs: int) -> None:
        if inputs == after:
            refusing = os.open(device, os.O_RDWR)
            os.dup2(refusing, _descriptor(folder, ending))
            os.close(refusing)

    return spoil


def _limited(room: int) -> Callable[[Path, int], None]:
    """No file may grow beyond its size at the start and `room` bytes, which a full disk does to all of them."""

    def spoil(folder: Path, inputs: int) -> None:
        if inputs == 1:
            import resource

            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            largest = max(file.stat().st_size for file in folder.glob(f"{JOURNAL}*"))
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest + room, largest + room))

    return spoil


#: By name: /dev/full refuses to write (ENOSPC); /dev/null takes everything and refuses to flush it (EINVAL).
TROUBLES: Final[dict[str, Callable[[int], Callable[[Path, int], None]]]] = {
    "none": lambda seed: lambda folder, inputs: None,
    "full": lambda seed: _instead("/dev/full", "-wal", 5 + seed % 40),
    "flush": lambda seed: _instead("/dev/null", "-wal", 5 + seed % 40),
    "mark": lambda seed: _instead("/dev/full", ".mark", 5 + seed % 40),
    "limit": lambda seed: _limited(3000 + 977 * (seed % 60)),
}


def main() -> None:
    """Fork a dealing process for each line of standard input."""
    print("ready", flush=True)
    for line in sys.stdin:
        seed, trouble, folder = line.rstrip("\n").split(" ", 2)
        process = os.fork()
        if process == 0:
            _forked(Path(folder), int(seed), trouble)
        print(process, flush=True)
        _, status = os.waitpid(process, 0)
        print("killed" if os.WIFSIGNALED(status) else f"exit {os.WEXITSTATUS(status)}", flush=True)


def _forked(folder: Path, seed: int, trouble: str) -> None:
    code = 1
    try:
        os.dup2(os.open(folder / "stderr.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), 2)
        why = deal(folder, seed, TROUBLES[trouble](seed))
        (folder / "why.txt").write_text(why)
        code = 0
    except Fault as fault:
        (folder / "why.txt").write_text(str(fault))
        code = 2
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
