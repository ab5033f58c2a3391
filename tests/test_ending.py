"""kiosk.ending: a program ends when it is asked to, also when it is asked again meanwhile."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from kiosk.ending import Ending


def test_it_waits_until_it_is_set_and_stays_set() -> None:
    ending = Ending()
    assert not ending.wait(0.01)
    threading.Timer(0.02, ending.set).start()
    assert ending.wait(5)
    assert ending.wait(0) and ending.wait()


@pytest.mark.timeout(20)
def test_a_signal_that_comes_while_another_sets_it_blocks_nothing() -> None:
    """With a `threading.Event` this never ends."""
    ending, came = Ending(), 0

    def told(*_: object) -> None:
        nonlocal came
        came += 1
        ending.set()

    before = signal.signal(signal.SIGVTALRM, told)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.0005, 0.0005)
    try:
        while came < 50:
            ending.set()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert ending.wait(0)


@pytest.mark.timeout(60)
def test_a_signal_that_comes_as_the_wait_begins_ends_it() -> None:
    """Such a signal wakes no thread that waits for a lock: of 400 some dozen come so."""
    before = {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM)}
    try:
        for number in range(400):
            ending, ready = Ending(), threading.Event()
            ending.on_signals()
            sender = threading.Thread(target=_told_at, args=(ready, number * 1e-6))
            sender.start()
            ready.set()
            assert ending.wait(10)
            sender.join()
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def _told_at(ready: threading.Event, seconds: float) -> None:
    """Send the signal so long after `ready`, to some microseconds."""
    ready.wait()
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass
    os.kill(os.getpid(), signal.SIGTERM)
