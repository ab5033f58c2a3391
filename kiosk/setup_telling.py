"""What the page of set-up is told: how the devices stand, what is read where, what a device that is tried says."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from dealer_assist import fusion
from dealer_assist.faults import Fault
from dealer_assist.table_file import IN_SHOE, ShoeFile, camera_in
from hardware import camera as cameras
from hardware.shoes import decoder
from hardware.shoes.angel_eye_commands import Command
from kiosk import checking
from kiosk.senses import Standing
from kiosk.setup_deck import DeckTeaching
from kiosk.setup_house import choices
from kiosk.setup_table import NotNow, SetUp
from kiosk.setup_words import (
    DECK_COUNT,
    DECK_STATES,
    HOUSE_SAME,
    HOUSE_UNKNOWN,
    IN_BOX,
    IN_NO_BOX,
    KINDS,
    LASTING,
    NEVER,
    NO_ANSWER,
    NO_COMMANDS,
    OBEYED,
    OTHER_KIND,
    PICTURE,
    READ_IN,
    READ_OUTSIDE,
    REFUSED,
    RUNS,
    SAME_SHOE,
    SILENT,
    STATES,
    UNREAD,
    UNSURE_HERE,
    box_name,
    fault_words,
)
from kiosk.words import card_name, say

#: Seconds for which a shoe that is tried is listened to, and a picture of a camera is waited for.
LISTEN: Final = 2.5
WAIT: Final = 4.0
_BYTES: Final = 48


def now(table: SetUp, deck_taught: DeckTeaching) -> dict[str, object]:
    """How everything stands. While a round runs: the links, and nothing that a device said."""
    senses, running = table.senses, table.running
    test = None if running else senses.test
    return {
        "running": running,
        "why": say(RUNS) if running else "",
        "pending": table.pending,
        "shoe": _standing(senses.link("shoe")) | {"bytes": _hex(senses.last_bytes(_BYTES))},
        "camera": _standing(senses.link("camera")),
        "test": None if test is None else {"rows": [_row(told) for told in test.told()], "note": _unsure(test.unsure)},
        "deck": deck(deck_taught),
    }


def shown(table: SetUp) -> dict[str, Any]:
    """What the drawing of the layout begins with."""
    drawn, draft = table.drawn(), table.draft
    boxes = {} if drawn is None else drawn.boxes
    return {
        "size": None if drawn is None else drawn.size,
        "boxes": boxes,
        "corners": draft.corners,
        "names": [(box, box_name(box)) for box in table.boxes()],
        "source": table.source() or "",
        "faults": [] if drawn is None else [fault_words(fault) for fault in table.faults(boxes, drawn.size)],
    }


def reading(table: SetUp) -> dict[str, object]:
    """What the recogniser reads in the newest picture, and in which box each card lies."""
    look, size = table.look()
    drawn = table.drawn()
    boxes = {} if drawn is None else drawn.boxes
    cards = []
    for seen in look.cards:
        box = next((name for name, quad in boxes.items() if fusion.inside(seen.centre, quad)), None)
        name = say(UNREAD) if seen.card is None else card_name(str(seen.card))
        words = say(READ_OUTSIDE, card=name) if box is None else say(READ_IN, card=name, box=box_name(box))
        cards.append({"words": words, "box": seen.box, "sure": seen.card is not None, "inside": box is not None})
    return {"cards": cards, "size": size, "ms": round(look.ms)}


def deck(taught: DeckTeaching) -> dict[str, object]:
    """How far the deck is that is taught."""
    progress = taught.progress
    return {
        **msgspec.to_builtins(progress),
        "words": say(DECK_STATES[progress.state]),
        "count": say(DECK_COUNT, count=progress.cards, whole=progress.whole),
    }


def checked(shoe: ShoeFile) -> ShoeFile:
    """A shoe that can be saved: its protocol is known. Raises `Fault`."""
    if shoe.protocol != IN_SHOE:
        decoder(shoe.protocol)
    if not shoe.port.strip():
        raise Fault("shoe: no port is given: choose one of the list, or write its address")
    return shoe


def tried(table: SetUp, shoe: ShoeFile) -> dict[str, object]:
    """What a shoe says that is tried. Raises `Fault`."""
    checked(shoe)
    known = table.file.shoe
    if known is not None and known.port == shoe.port and table.senses.link("shoe").state == "up":
        return {"said": say(SAME_SHOE), "good": True}
    if shoe.protocol == IN_SHOE:
        return looked(table, camera_in(shoe))
    found = checking.line(shoe, LISTEN)
    return {"said": f"{found.found}. {found.mend}".strip(), "good": found.state == "ok"}


def looked(table: SetUp, source: str) -> dict[str, object]:
    """What a camera gives that is tried. Raises `Fault`."""
    table.idle()
    camera = table.file.camera
    if camera is not None and camera.source == source and table.senses.link("camera").state == "up":
        image = table.image()
    else:
        image = cameras.probe(source, WAIT)
    return {"said": say(PICTURE, width=image.shape[1], height=image.shape[0]), "good": True}


def commanded(table: SetUp, command: Command | None, who: str, approved_by: str) -> dict[str, object]:
    """What became of a command to the shoe. Raises `Fault`."""
    if command is None:
        raise NotNow(say(NO_COMMANDS))
    answer = table.command(command, who, approved_by)
    if answer is None:
        return {"said": say(NO_ANSWER), "good": False}
    if answer.refused is not None:
        return {"said": say(REFUSED, why=answer.why), "good": False}
    return {"said": say(OBEYED), "good": True}


def check_house(table: SetUp, name: str) -> None:
    """Raises `Fault` unless a house of that name may be chosen and is not in force."""
    if name not in {choice.file for choice in choices(table.file.game, table.path.parent)}:
        raise Fault(say(HOUSE_UNKNOWN))
    if (table.file.house or "") == name:
        raise NotNow(say(HOUSE_SAME))


def _standing(link: Standing) -> dict[str, object]:
    return {
        "state": link.state,
        "word": say(STATES[link.state]),
        "age": say(LASTING, seconds=round(link.age)),
        "silent": say(NEVER) if link.silent is None else say(SILENT, seconds=f"{link.silent:.1f}"),
        "why": link.why,
    }


def _row(told: Any) -> dict[str, object]:
    name = card_name(told.card) if told.kind not in {"garbled", "cut", "hello", "error"} and told.card else ""
    words = say(KINDS.get(told.kind, OTHER_KIND), card=name, kind=told.kind)
    placed = "" if told.kind not in {"card", "seen", "burn"} else say(IN_NO_BOX)
    return {"words": words, "box": say(IN_BOX, box=box_name(told.box)) if told.box else placed, "good": bool(told.box)}


def _unsure(count: int) -> str:
    return say(UNSURE_HERE, count=count) if count else ""


def _hex(data: bytes) -> str:
    return data.hex(" ")
