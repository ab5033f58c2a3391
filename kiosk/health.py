"""`/health` and `/metrics` for whoever watches over the machine: to this machine only, and of nobody's cards or name.

`/health` answers 200 while the table takes inputs, 503 once it has stopped for good. `/metrics` is Prometheus's text
format, version 0.0.4.
"""

from __future__ import annotations

import ipaddress
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from dealer_assist import __version__
from kiosk.desk import Desk
from kiosk.pit_standing import PitStanding

_TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
_STATES: Final = ("none", "waiting", "up", "lost")


class Health(msgspec.Struct, frozen=True):
    """How a table is: `halted` for good with `why` (`record` or `defect`), stopped by a `finding`, `running` a round;
    the journal's `number`, the `round`, the `links` by device, `free` bytes on the disk of its record, and how its link
    to the `pit` stands if it has one."""

    halted: bool
    why: str | None
    finding: bool
    running: bool
    number: int
    round: int
    links: dict[str, str]
    free: int | None
    pit: PitStanding | None = None


def look(desk: Desk, folder: Path | None) -> Health:
    """How the table of `desk`, recorded into `folder`, is now. Takes nothing but what may be told to anybody."""
    published = desk.published
    # What the players' display shows is the least that anybody may know; of that, no card is taken.
    shown: dict[str, Any] = msgspec.json.decode(published.views["display"])
    fault = published.fault
    return Health(
        fault is not None,
        None if fault is None else "record" if "can't be written" in fault else "defect",
        bool(shown["stopped"]),
        published.running,
        published.number,
        int(shown["round"]),
        {str(device): str(state) for device, state in shown["links"].items()},
        _free(folder),
        desk.pit(),
    )


def pages(desk: Desk, folder: Path | None = None, clock: Callable[[], float] = time.monotonic) -> Blueprint:
    """The two pages. `folder` is where the session is recorded; `clock` in seconds."""
    blueprint = Blueprint("health", __name__)
    began = clock()

    @blueprint.before_request
    def check() -> ResponseReturnValue | None:
        """Only this machine is answered. A proxy on it has to keep these two pages to itself."""
        if not is_here(request.remote_addr):
            return jsonify(why="only this machine is answered here"), 403
        return None

    @blueprint.get("/health")
    def health() -> ResponseReturnValue:
        now = look(desk, folder)
        status = "halted" if now.halted else "finding" if now.finding else "ok"
        told = {"status": status, "version": __version__, "up_s": round(clock() - began, 1), **msgspec.to_builtins(now)}
        return jsonify(told), 503 if now.halted else 200

    @blueprint.get("/metrics")
    def metrics() -> Response:
        lines = "".join(f"{line}\n" for line in exposition(look(desk, folder), clock() - began))
        return Response(lines, content_type=_TEXT)

    return blueprint


def exposition(now: Health, up_s: float) -> Iterator[str]:
    """The lines of `/metrics`."""
    yield from _metric("info", "gauge", "The program's version.", {f'version="{__version__}"': 1})
    yield from _metric("up_seconds", "gauge", "Since the program began.", {"": round(up_s, 1)})
    yield from _metric("halted", "gauge", "1 if the table takes nothing more.", {"": int(now.halted)})
    yield from _metric("finding", "gauge", "1 while a finding waits for an answer.", {"": int(now.finding)})
    yield from _metric("round_running", "gauge", "1 while a round runs.", {"": int(now.running)})
    yield from _metric("round", "gauge", "The round's number in its session.", {"": now.round})
    yield from _metric("records_total", "counter", "Records in the journal.", {"": now.number})
    links = {
        f'device="{device}",state="{state}"': int(state == known)
        for device, known in now.links.items()
        for state in _STATES
    }
    yield from _metric("link", "gauge", "The state of a device's link: 1 for the one that it is in.", links)
    if now.free is not None:
        yield from _metric("disk_free_bytes", "gauge", "Free space where the session is recorded.", {"": now.free})
    if now.pit is not None:
        yield from _metric("pit_up", "gauge", "1 while records pass to the pit.", {"": int(now.pit.up)})
        yield from _metric("pit_behind_records", "gauge", "Records that the pit lacks.", {"": now.pit.behind})
        words = "When the link to the pit came into its state, since 1970."
        yield from _metric("pit_since_seconds", "gauge", words, {"": now.pit.since // 1000})
        yield from _metric("pit_waiting", "gauge", "Questions to the pit without an answer.", {"": now.pit.waiting})


def is_here(address: str | None) -> bool:
    """Whether the other end of a connection is this machine."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


def _metric(name: str, kind: str, words: str, values: Mapping[str, float]) -> Iterator[str]:
    whole = f"dealer_assist_{name}"
    yield f"# HELP {whole} {words}"
    yield f"# TYPE {whole} {kind}"
    for labels, value in values.items():
        yield f"{whole}{{{labels}}} {value}" if labels else f"{whole} {value}"


def _free(folder: Path | None) -> int | None:
    try:
        return None if folder is None else shutil.disk_usage(folder).free
    except OSError:
        return None
