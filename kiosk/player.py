"""A recording that plays as a live table: in its own time, paused, step by step or faster, again and again."""

from __future__ import annotations

import itertools
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL, TABLE
from dealer_assist.journal import Records, as_it_stands
from dealer_assist.table import Key, Table
from kiosk.desk import Desk, Playing
from kiosk.recording import Recording, open_table
from kiosk.rig import Left, Pressed
from models.recogniser import Recogniser

SPEEDS: Final = (0.25, 16.0)
#: Seconds between the end of the recording and its next beginning.
INTERVAL: Final = 5.0


class Player:
    """Plays `folder` into `desk`. `start()` begins, `close()` ends; `recogniser` makes a fresh one for each time."""

    def __init__(self, folder: Path, recogniser: Callable[[], Recogniser]) -> None:
        self._folder = folder
        self._recogniser = recogniser
        self._scratch = Path(tempfile.mkdtemp(prefix="dealer-assist-"))
        self._times = itertools.count(1)
        self._length = self._measure()
        self._wake = threading.Condition()
        self._paused = self._left = self._closed = False
        self._steps = 0
        self._speed = 1.0
        self._position = 0.0
        self.desk = Desk(self._new_table())
        self.desk.playing = self.state
        self._thread = threading.Thread(target=self._run, name="player", daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self.desk.start()
        self._thread.start()

    def close(self) -> None:
        """Stop, and leave nothing behind."""
        with self._wake:
            self._closed = True
            self._wake.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout=10)
        self.desk.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    # What the screens may do

    def state(self) -> Playing | None:
        """How the recording stands; None once it was left."""
        if self._left:
            return None
        return Playing(self._paused, self._speed, self._position, self._length)

    def pause(self) -> None:
        """Stand still."""
        self._set(paused=True)

    def play(self) -> None:
        """Go on in its own time."""
        self._set(paused=False)

    def step(self) -> None:
        """Stand still after the next thing that changes the record."""
        with self._wake:
            self._paused = True
            self._steps += 1
            self._wake.notify_all()

    def speed(self, factor: float) -> None:
        """Go `factor` times as fast as it was recorded, 0.25 to 16. Raises `Fault` for another factor."""
        if not SPEEDS[0] <= factor <= SPEEDS[1]:
            raise Fault(f"speed {factor}: from {SPEEDS[0]} to {SPEEDS[1]} times")
        with self._wake:
            self._speed = factor
            self._wake.notify_all()

    def leave(self) -> None:
        """Leave the recording for good: the round stays as it is, and the dealer deals on by hand."""
        with self._wake:
            self._left = True
            self._wake.notify_all()

    # The player's thread

    def _run(self) -> None:
        while self._play_once():
            self._sleep(INTERVAL)
            if self._over():
                break
            done = self._journal_folder
            self.desk.swap(self._new_table())
            shutil.rmtree(done, ignore_errors=True)
        if self._left:
            self.desk.put(Left())

    def _play_once(self) -> bool:
        """Play to the end; False if the recording was left or the program ends."""
        recording = Recording(self._folder, self._recogniser())
        self._position = 0.0
        with as_it_stands(self._folder / JOURNAL) as journal:
            for channel, entry in recording.entries():
                item = recording.item(channel, entry)
                if not self._until(entry.at / 1e9):
                    return False
                number = self.desk.published.number
                if isinstance(item, Pressed):
                    if journal.once(item.key.once) is None:
                        continue  # it was refused, or came too late
                    item = Pressed(self._now(item.key, journal))
                self.desk.ask(item)
                if self.desk.published.number != number:
                    self._steps = max(0, self._steps - 1)
        return True

    def _now(self, key: Key, then: Records) -> Key:
        """A key as it is pressed now: who signs in while the recording plays stands in the record too, as whoever did
        then, so the numbers are others."""
        finding = key.finding
        if finding is not None:
            place = sum(1 for _ in _findings(then, finding))
            finding = next(itertools.islice(_findings(self.desk.session.journal), place - 1, None), finding)
        return msgspec.structs.replace(key, seen=self.desk.published.number, finding=finding)

    def _until(self, at_s: float) -> bool:
        """Wait until the recording has come to `at_s`; False if it is over before."""
        while not self._over():
            with self._wake:
                if self._paused and self._steps == 0:
                    self._wake.wait(0.5)
                    continue
                ahead = 0.0 if self._steps else (at_s - self._position) / self._speed
                if ahead <= 0:
                    self._position = at_s
                    return True
                began = time.monotonic()
                self._wake.wait(min(ahead, 0.2))
                self._position = min(at_s, self._position + (time.monotonic() - began) * self._speed)
        return False

    def _sleep(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        with self._wake:
            self._wake.wait_for(self._over, max(0.0, until - time.monotonic()))

    def _over(self) -> bool:
        return self._left or self._closed

    def _set(self, *, paused: bool) -> None:
        with self._wake:
            self._paused = paused
            self._steps = 0
            self._wake.notify_all()

    def _measure(self) -> float:
        """Seconds from the first input to the last."""
        return max((entry.at for _, entry in Recording(self._folder, None).entries()), default=0) / 1e9

    def _new_table(self) -> Table:
        self._journal_folder = self._scratch / f"{next(self._times)}"
        self._journal_folder.mkdir()
        return open_table(self._folder / TABLE, self._journal_folder / JOURNAL)


def _findings(journal: Records, last: int | None = None) -> Iterator[int]:
    """The numbers of its findings, up to `last`."""
    for record in journal.records():
        if last is not None and record.number > last:
            return
        if record.kind == "finding":
            yield record.number
