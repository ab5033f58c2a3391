"""A view of the table with its words: what `table_view` publishes, made ready to be drawn as it stands.

The page's script places what it is given; it neither counts money nor makes sentences. What all games share is here,
each game's own words in `kiosk.speech`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from dealer_assist.game import Viewer
from kiosk import seating, trouble, words
from kiosk.refusals import said_anew
from kiosk.speech import SPEECHES
from kiosk.speech.contract import Speech, Telling, named
from kiosk.words import quoted, say

JSON = dict[str, Any]


class Speaker(msgspec.Struct, frozen=True):
    """Puts words to views: `chips` are the denominations of the table, `clause` gives a clause's text."""

    chips: tuple[int, ...]
    clause: Callable[[str], str]

    def view(self, view: JSON, viewer: Viewer, fault: str | None) -> JSON:
        """`view` with `words` beside what it holds. `fault` is why the table has stopped for good."""
        speech = SPEECHES[view["game"]]
        telling = Telling(self.chips, lambda clause: quoted(self.clause(clause)))
        said: JSON = {
            "game": say(speech.name),
            "round": say(speech.round, round=view["round"]),
            "stage": named(speech.stages, view["state"]["stage"]),
            "floor": say(words.FLOOR) if view["floor"] else "",
            "fresh": speech.fresh(view, telling),
            **speech.felt(view, viewer, telling),
        }
        if viewer == "display":
            said["prompt"] = _public_prompt(view, speech, fault)
            return {**view, "fault": None if fault is None else say(words.PUBLIC["halted"]), "words": said}
        said |= {
            "prompt": _prompt(view, speech, telling, fault),
            "links": _links(view["links"], view["camera"], fault),
            "finding": None if view["finding"] is None else _finding(view, speech, telling),
            "stay": seating.describe(view, speech),
            **speech.work(view, telling),
        }
        return {**view, "fault": None if fault is None else said_anew(fault), "words": said}

    def account(self, view: JSON, fault: str | None) -> JSON:
        """`view` of an account's own terminal with its words."""
        speech = SPEECHES[view["game"]]
        prompt = say(words.PUBLIC["halted"]) if fault is not None else None
        if fault is None and view["stopped"]:
            prompt = say(words.PUBLIC["stopped"])
        said = {"game": say(speech.name), "round": say(speech.round, round=view["round"]), **speech.account(view)}
        if prompt is not None:
            said["prompt"] = prompt
        return {**view, "fault": None if fault is None else prompt, "words": said}


def _prompt(view: JSON, speech: Speech, telling: Telling, fault: str | None) -> str:
    if fault is not None:
        return say(words.HALTED)
    if view["finding"] is not None:
        return trouble.title(view["finding"])
    return speech.awaited(view, telling)


def _public_prompt(view: JSON, speech: Speech, fault: str | None) -> str:
    if fault is not None or view["stopped"]:
        return say(words.PUBLIC["halted" if fault is not None else "paused" if view["paused"] else "stopped"])
    return speech.public(view)


def _finding(view: JSON, speech: Speech, telling: Telling) -> JSON:
    """The finding, and where the next card goes if those that were missed may be tapped."""
    tapped = view["by_hand"] and view["awaits"]["kind"] in {"deal", "turn"}
    moved = partial(speech.moved, view)
    described = trouble.describe(view["finding"], view["offers"], speech, telling.clause, moved)
    return described | {"next": speech.awaited(view, telling) if tapped else ""}


def _links(links: dict[str, str], camera: JSON, fault: str | None) -> list[JSON]:
    shown = []
    for device, state in links.items():
        word = say(words.NO_CAMERA if device == "camera" and state == "none" else words.LINK_STATES[state])
        if device == "camera" and state == "up" and not camera["armed"]:
            state, word = "waiting", say(words.NOT_ARMED)
        elif device == "camera" and state == "up" and camera["unsure"]:
            state, word = "waiting", say(words.UNSURE, cards=camera["unsure"])
        shown.append(
            {"name": say(words.LINK_NAMES[device]), "word": word, "state": "lost" if state == "blind" else state}
        )
    kept = "kept" if fault is None else "failed"
    record = {"name": say(words.LINK_NAMES["record"]), "word": say(words.LINK_STATES[kept]), "state": kept}
    return [*shown, record]
