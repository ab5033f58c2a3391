"""A table that is set up: what its file has, what is begun, and what its devices say; whatever changes it.

Nothing is shown or changed while a round runs. A change is in the table's record first, with who made it and who
agreed, and then in its file; the table takes it over when it is started anew.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from dealer_assist import house, table_file
from dealer_assist.faults import Fault
from dealer_assist.game import Refused
from dealer_assist.games import catalogue
from dealer_assist.layout_faults import LayoutFault, layout_faults
from dealer_assist.sighting import Look, Quad
from dealer_assist.table_file import IN_SHOE, CameraFile, LayoutFile, ShoeFile, TableFile
from hardware.camera import Image
from hardware.shoes.angel_eye_commands import Answer, Command, Commander
from kiosk import setup_file
from kiosk.desk import Desk
from kiosk.preview import Preview
from kiosk.rig import Noted
from kiosk.senses import Senses
from kiosk.setup_file import Draft, Mark
from kiosk.setup_words import CAN_NOT_START, NO_CAMERA, NO_COMMANDS, NO_PICTURE, NO_SIZE, NO_TABLE, RUNS
from kiosk.watching import reader
from kiosk.words import say
from models.layout import BESIDE, laid
from models.recogniser import Recogniser, load

#: Seconds for which a picture is waited for.
PATIENCE: Final = 1.5


class NotNow(Fault):
    """Set-up shows and changes nothing at the moment; the message says why."""


class SetUp:
    """The set-up of the table whose file is at `path`; None: there is none, as while a recording plays."""

    def __init__(
        self,
        desk: Desk,
        path: Path | None = None,
        senses: Senses | None = None,
        *,
        picture: Callable[[], Image | None] = lambda: None,
        again: Callable[[], None] | None = None,
        ask: Callable[[bytes], bytes] | None = None,
    ) -> None:
        """`picture` gives the newest picture of the table's own camera, `again` has the table start anew, `ask` sends
        bytes to the shoe and gives what it answered."""
        self._desk, self._path, self._again = desk, path, again
        self._picture = picture
        self._started = None if path is None else table_file.load(path)
        self._senses = senses
        self._preview = Preview()
        self._lock = threading.Lock()
        self._recogniser: Recogniser | None = None
        self._commander = None if ask is None else Commander(ask, self._note_command)
        self._commanding = threading.Lock()
        self._by = ("", "")

    def close(self) -> None:
        """Let go of what set-up itself has open."""
        self._preview.close()

    # What there is

    @property
    def running(self) -> bool:
        """Whether a round runs."""
        return self._desk.published.running

    @property
    def path(self) -> Path:
        """The table's file. Raises `NotNow` where there is none."""
        if self._path is None:
            raise NotNow(say(NO_TABLE))
        return self._path

    @property
    def file(self) -> TableFile:
        """What the table's file has now. Raises `Fault`."""
        return table_file.load(self.path)

    @property
    def draft(self) -> Draft:
        """What is begun."""
        return setup_file.read_draft(self.path)

    @property
    def senses(self) -> Senses:
        """The devices. Raises `NotNow` where there is no table."""
        if self._senses is None:
            raise NotNow(say(NO_TABLE))
        return self._senses

    @property
    def pending(self) -> bool:
        """Whether the file has something that the table, as it runs, does not have yet."""
        return self._path is not None and self.file != self._started

    def idle(self) -> None:
        """Raises `NotNow` while a round runs, and where there is no table."""
        _ = self.path
        if self.running:
            raise NotNow(say(RUNS))

    def boxes(self) -> tuple[str, ...]:
        """The boxes that the game needs, then those that a table may have beside them."""
        game = catalogue.open_round(table_file.opening(self.file), table_file.house_path(self.path, self.file))
        return (*game.boxes, *BESIDE)

    def drawn(self) -> LayoutFile | None:
        """The boxes as they are drawn now: what is begun, else what the file has."""
        draft = self.draft
        if draft.size is not None:
            return LayoutFile(draft.size, draft.boxes)
        return self.file.layout

    # The camera

    def source(self) -> str | None:
        """The camera that is begun, else that of the file."""
        draft, camera = self.draft.camera, self.file.camera
        return draft or (None if camera is None else camera.source)

    def image(self) -> Image:
        """The newest picture (height × width × 3, BGR). Raises `NotNow`."""
        self.idle()
        source = self.source()
        if source is None:
            raise NotNow(say(NO_CAMERA))
        running = None if self._started is None or self._started.camera is None else self._started.camera.source
        image = self._picture() if source == running else self._preview.picture(source, PATIENCE)
        if image is None:
            raise NotNow((None if source == running else self._preview.why()) or say(NO_PICTURE))
        # A round may have begun while the picture was waited for.
        self.idle()
        return image

    def look(self) -> tuple[Look, tuple[int, int]]:
        """What the recogniser reads in the newest picture, and the picture's size."""
        image = self.image()
        with self._lock:
            if self._recogniser is None:
                camera = self.file.camera
                self._recogniser = load() if camera is None else reader(camera, self.path.parent, "default")
            return self._recogniser.look(image), (image.shape[1], image.shape[0])

    # What changes it

    def note(self, part: str, who: str, approved_by: str = "", *, idle: bool = True, **facts: str) -> None:
        """Record a change before it is made. Raises `NotNow` if a round runs and it is `idle`."""
        outcome = self._desk.ask(Noted("set_up", {"part": part, **facts}, who, approved_by, idle))
        if isinstance(outcome, Refused):
            raise NotNow(say(RUNS) if self.running else outcome.why)

    def keep(self, draft: Draft) -> None:
        """Keep what is begun."""
        setup_file.write_draft(self.path, draft)

    def done(self, step: str, who: str, done: bool) -> None:
        """Mark a step of the path as done, or as open again."""
        draft = self.draft
        marks = {name: mark for name, mark in draft.done.items() if name != step}
        if done:
            marks[step] = Mark(who, datetime.now(UTC).isoformat(timespec="seconds"))
        self.keep(msgspec.structs.replace(draft, done=marks))

    def save_shoe(self, shoe: ShoeFile, who: str) -> Path:
        """Put another shoe into the table's file; where the old file is kept."""
        self.idle()
        self.note("shoe", who, port=shoe.port, protocol=shoe.protocol)
        return setup_file.save(self.path, shoe=shoe)

    def keep_camera(self, source: str) -> None:
        """Choose a camera. It comes into the file together with the boxes that are drawn on its picture."""
        self.idle()
        self.keep(msgspec.structs.replace(self.draft, camera=source))

    def keep_boxes(self, boxes: dict[str, Quad], corners: Quad | None = None) -> tuple[LayoutFault, ...]:
        """Keep boxes that are drawn on the picture as it is now; what is wrong with them."""
        draft = self.draft
        size = self._size()
        self.keep(msgspec.structs.replace(draft, size=size, boxes=boxes, corners=corners or draft.corners))
        return tuple(self.faults(boxes, size))

    def propose(self, corners: Quad) -> dict[str, Quad]:
        """Boxes for a felt with these corners, kept as drawn."""
        boxes = laid(self.boxes(), corners)
        self.keep_boxes(boxes, corners)
        return boxes

    def faults(self, boxes: dict[str, Quad], size: tuple[int, int]) -> list[LayoutFault]:
        """What is wrong with boxes on a picture of `size`."""
        needed = [box for box in self.boxes() if box not in BESIDE]
        return list(layout_faults(size, boxes, needed))

    def save_layout(self, who: str) -> Path:
        """Put the boxes that are drawn, and the camera that is begun, into the table's file."""
        self.idle()
        drawn, draft, file = self.drawn(), self.draft, self.file
        source = self.source()
        if drawn is None or source is None:
            raise NotNow(say(NO_SIZE))
        camera = msgspec.structs.replace(file.camera or CameraFile(source), source=source)
        self.note("layout", who, boxes=str(len(drawn.boxes)), camera=source)
        old = setup_file.save(self.path, camera=camera, layout=drawn)
        self.keep(msgspec.structs.replace(draft, camera=None, size=None, boxes={}))
        return old

    def save_deck(self, name: str, who: str) -> Path:
        """Have the table's cameras, over the felt and in the shoe, read with the deck in the file `name`."""
        self.idle()
        camera, shoe = self.file.camera, self.file.shoe
        is_in_shoe = shoe is not None and shoe.protocol == IN_SHOE
        if camera is None and not is_in_shoe:
            raise NotNow(say(NO_CAMERA))
        self.note("deck", who, deck=name)
        with self._lock:
            self._recogniser = None
        parts: dict[str, ShoeFile | CameraFile] = {}
        if camera is not None:
            parts["camera"] = msgspec.structs.replace(camera, deck=name)
        if shoe is not None and is_in_shoe:
            parts["shoe"] = msgspec.structs.replace(shoe, deck=None if camera is not None else name)
        return setup_file.save(self.path, **parts)

    def save_house(self, name: str | None, who: str, approved_by: str) -> Path:
        """Put another house into the table's file. `approved_by` is the badge of the second person, who has agreed."""
        self.idle()
        file = self.file
        source = house.built_in(file.game) if name is None else self.path.parent / name
        # Read before it is recorded: a house that is refused is no change.
        catalogue.load_house(file.game, source)
        self.note("house", who, approved_by, house=name or "", digest=house.digest(source))
        return setup_file.save(self.path, house=name)

    def command(self, command: Command, who: str, approved_by: str) -> Answer | None:
        """What the shoe answered to a command, None if nothing. It is recorded with both people before it is sent.

        Raises `Fault` where commands are off, or the shoe is not connected.
        """
        shoe = None if self._started is None else self._started.shoe
        if self._commander is None or shoe is None or not shoe.commands:
            raise NotNow(say(NO_COMMANDS))
        with self._commanding:
            self._by = (who, approved_by)
            return self._commander.send(command)

    def _note_command(self, command: Command, data: bytes) -> None:
        who, approved_by = self._by
        outcome = self._desk.ask(Noted("shoe_command", {"command": command, "bytes": data.hex()}, who, approved_by))
        if isinstance(outcome, Refused):
            raise Fault(outcome.why)

    def again(self, who: str) -> None:
        """Have the table start anew with what its file has now."""
        self.idle()
        if self._again is None:
            raise NotNow(say(CAN_NOT_START))
        self.note("start", who)
        self._again()

    def _size(self) -> tuple[int, int]:
        """The size of the picture on which boxes are drawn."""
        try:
            image = self.image()
        except NotNow:
            drawn = self.drawn()
            if drawn is None or self.running:
                raise
            return drawn.size
        return image.shape[1], image.shape[0]
