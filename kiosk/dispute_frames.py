"""The pictures of a round for its report: of each step the film's nearest frame, cut small."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from dealer_assist import evidence, pruning
from dealer_assist.dispute import Event
from dealer_assist.dispute_pdf import ENGLISH, SENTENCES, Picture, Voice
from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL
from hardware.film import Film
from kiosk.recording import Recording

WIDE: Final = 480
_QUALITY: Final = 80
#: Pictures in one report; of more, every second, third … is left out.
MOST: Final = 48


def pictures(
    folder: Path, events: Sequence[Event], tick: Callable[[], object] = lambda: None, voice: Voice = ENGLISH
) -> list[Picture]:
    """The pictures nearest to the steps and corrections among `events`; none if the session has no film.

    A frame that can't be read any more is left out. `tick` is called for each picture; `voice` writes below them.
    """
    try:
        recording = Recording(folder, None, strict=False)
    except Fault:
        return []
    if recording.film is None:
        return []
    with recording.film as film:
        nearest = _nearest(_frames(recording), events)
        apart = -(-len(nearest) // MOST) if nearest else 1
        made = []
        for frame in sorted(nearest)[::apart]:
            picture = _picture(film, frame, nearest[frame], voice)
            tick()
            if picture is not None:
                made.append(picture)
        return made


def evidence_pictures(folder: Path, events: Sequence[Event], voice: Voice = ENGLISH) -> tuple[list[Picture], list[str]]:
    """The pictures kept as evidence of the round, and in words what became of those that are here no more.

    Raises `Fault` for one that was altered.
    """
    kept = {one.picture.sha256: one for one in pruning.kept(folder / JOURNAL)}
    shown: list[Picture] = []
    gone: list[str] = []
    for event in events:
        for digest in event.evidence:
            one = kept.get(digest)
            if one is not None and (one.pruned is not None or not evidence.place(folder, digest).is_file()):
                why = voice.told(evidence.gone_words(one))
                gone.append(voice.say(SENTENCES["gone_one"], record=event.record, digest=digest[:16], why=why))
            elif digest:
                shown.append(_small(evidence.load(folder, digest), event, digest, voice))
    return shown, gone


def _small(content: bytes, event: Event, digest: str, voice: Voice) -> Picture:
    """A kept picture for the page, with its digest to be compared."""
    image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise Fault(f"the picture of record {event.record} can't be read: take it from a good copy")
    high, wide = image.shape[:2]
    small = cv2.resize(image, (WIDE, round(high * WIDE / wide)), interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    what = voice.told(event.what)[:90]
    caption = voice.say(SENTENCES["kept"], record=event.record, what=what, digest=digest)
    return Picture(jpeg.tobytes(), caption, high / wide)


def _frames(recording: Recording) -> list[tuple[int, int]]:
    """When each frame was looked at (nanoseconds since the session began), and its number."""
    return [
        (entry.at, entry.content["frame"])
        for channel, entry in recording.entries(opened=False)
        if channel == "camera" and isinstance(entry.content.get("frame"), int)
    ]


def _nearest(frames: Sequence[tuple[int, int]], events: Sequence[Event]) -> dict[int, list[Event]]:
    """The events by the frame that was looked at nearest to them."""
    by_frame: dict[int, list[Event]] = {}
    if not frames:
        return by_frame
    for event in events:
        if event.step is not None:
            for each in (event, *event.amended):
                by_frame.setdefault(_closest(frames, each.at), []).append(each)
    return by_frame


def _closest(frames: Sequence[tuple[int, int]], at: int) -> int:
    return min(frames, key=lambda looked: abs(looked[0] - at))[1]


def _picture(film: Film, frame: int, events: Sequence[Event], voice: Voice) -> Picture | None:
    try:
        image = film.frame(frame)
    except Fault:
        return None
    high, wide = image.shape[:2]
    small = cv2.resize(image, (WIDE, round(high * WIDE / wide)), interpolation=cv2.INTER_AREA)
    written, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not written:
        return None
    steps = "; ".join(_step(event, voice) for event in events)
    return Picture(jpeg.tobytes(), voice.say(SENTENCES["frame"], frame=frame, steps=steps)[:180], high / wide)


def _step(event: Event, voice: Voice) -> str:
    told = voice.told(event.what)
    return told if event.step is None else voice.say(SENTENCES["step"], step=event.step, what=told)
