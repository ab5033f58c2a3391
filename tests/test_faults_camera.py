"""A camera over the felt that fails in every way while cards come: unsure or a finding, never a wrong card.

A staged table is filmed, its pictures spoilt, judged, read and fused as a live table does it. No shoe is there to tell
the table better: every card in the record comes from the pictures.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest

from dealer_assist.cards import parse
from dealer_assist.folder import JOURNAL
from dealer_assist.sighting import Look
from dealer_assist.table import Key
from hardware.clearness import Clearness
from kiosk.recording import open_table
from kiosk.rig import Linked, Pressed, Rig, Saw
from models.recogniser import load
from models.sight import Sight
from models.stage import Place, Scene
from models.stage import Table as Felt
from tests.faults import LONG, told

SIZE: Final = (1280, 720)
#: What is dealt, in order: to seats 1 and 2 and to the dealer.
DEALT: Final = (("seat1", "Kh"), ("seat2", "8c"), ("dealer", "9d"))
#: Looks at a state of the felt: where nothing is wrong; with the fault, and after it, for a second: a camera that was
#: moved has to stand again for half of one before it is believed.
LOOKS: Final = (3, 9, 8)
#: Pictures of each state, one after another: no picture of a camera is like the one before.
NOISES: Final = 3 if LONG else 2
#: After how many cards the fault comes.
SPOILT: Final = (1, 2, 3) if LONG else (2,)
Picture = Any
Spoil = Callable[[Picture, int], Picture]

pytestmark = pytest.mark.timeout(600)


def black(image: Picture, number: int) -> Picture:
    return np.zeros_like(image)


def shifted(image: Picture, number: int) -> Picture:
    return np.roll(image, (48, 130), (0, 1))


def glare(image: Picture, number: int) -> Picture:
    """A lamp mirrored on the felt: half of the picture is white."""
    spoilt = image.copy()
    cv2.ellipse(spoilt, (640, 330), (520, 330), 0, 0, 360, (255, 255, 255), -1)
    return spoilt


def spot(image: Picture, number: int) -> Picture:
    """A small mirror of a lamp over a card of seat 1."""
    spoilt = image.copy()
    cv2.ellipse(spoilt, (330, 330), (70, 50), 20, 0, 360, (255, 255, 255), -1)
    return cv2.GaussianBlur(spoilt, (0, 0), 3)


def hand(image: Picture, number: int) -> Picture:
    """A hand that moves over the cards."""
    spoilt = image.copy()
    cv2.ellipse(spoilt, (300 + 60 * (number % 5), 420), (150, 260), 15, 0, 360, (120, 150, 205), -1)
    return cv2.GaussianBlur(spoilt, (0, 0), 2)


def blurred(image: Picture, number: int) -> Picture:
    """Out of focus."""
    return cv2.GaussianBlur(image, (0, 0), 9)


def torn(image: Picture, number: int) -> Picture:
    """Half of this picture, half of another moment's, as a broken stream gives it."""
    spoilt = image.copy()
    spoilt[360:] = np.roll(image, 90, 1)[360:]
    return spoilt


def dim(image: Picture, number: int) -> Picture:
    return (image * 0.15).astype(np.uint8)


def smaller(image: Picture, number: int) -> Picture:
    """The camera changed its resolution."""
    return cv2.resize(image, (960, 540), interpolation=cv2.INTER_AREA)


def upside_down(image: Picture, number: int) -> Picture:
    return cv2.rotate(image, cv2.ROTATE_180)


FAULTS: Final[dict[str, Spoil]] = {
    function.__name__: function
    for function in (black, shifted, glare, spot, hand, blurred, torn, dim, smaller, upside_down)
}
#: Two more, for which a picture alone is not enough.
OTHERS: Final = ("frozen", "lost")


class Remembering:
    """The recogniser, which reads no picture twice: the felt before a fault is the same for all of them."""

    def __init__(self) -> None:
        self._reads = load()
        self.name, self.digest = self._reads.name, self._reads.digest
        self._looks: dict[bytes, Look] = {}

    def look(self, image: Picture) -> Look:
        key = hashlib.sha256(image.tobytes()).digest()
        if key not in self._looks:
            self._looks[key] = self._reads.look(image)
        return self._looks[key]


class Watched:
    """A table that only a camera watches, with its pictures spoilt on the way."""

    def __init__(self, folder: Path, felt: Felt, recogniser: Remembering) -> None:
        corners = "\n".join(f"{name} = {[list(point) for point in quad]}" for name, quad in felt.boxes().items())
        (folder / "table.toml").write_text(
            'name = "Watched"\ngame = "triple"\nseats = [{ seat = 1, chips = 1000 }, { seat = 2, chips = 1000 }]\n'
            f'[camera]\nsource = "0"\n[layout]\nsize = [{SIZE[0]}, {SIZE[1]}]\n[layout.boxes]\n{corners}\n'
        )
        self.rig = Rig(open_table(folder / "table.toml", folder / JOURNAL))
        self.sight = Sight(recogniser)
        self.clear = Clearness(still=True, size=SIZE)
        self.at = self.frames = 0
        self.blind: str | None = None
        self.looks = Counter[str]()
        self.take(Linked("camera", True))

    def take(self, item: Any) -> Any:
        self.at += 125_000_000
        return self.rig.take(self.at, self.at, item)

    def press(self, **key: Any) -> None:
        number = self.rig.table.session.number
        self.take(Pressed(Key(seen=number, once=f"key-{number}-{self.at}", **key)))

    def see(self, image: Picture) -> None:
        """One picture, as the camera's thread takes it: judged, then read."""
        why = self.clear.judge(image, self.at)
        if (why is None) != (self.blind is None):
            self.take(Linked("camera", why is None, why or "", why is not None))
        self.blind = why
        if why is not None:
            self.looks["blind"] += 1
            return
        look = self.sight.look(image)
        self.looks["looks"] += 1
        self.looks["cards unsure"] += sum(card.card is None for card in look.cards)
        self.take(Saw(self.frames, look))
        self.frames += 1

    def go_on(self) -> list[str]:
        """Answer each finding in the way that believes the record, as a dealer who looked at the felt would."""
        answered = []
        while (found := self.rig.table.session.stopped) is not None:
            names = [remedy.name for remedy in found.finding.remedies if not (remedy.asks_card or remedy.approval)]
            name = next((one for one in ("go_on", "record", "no_misdeal") if one in names), names[0])
            answered.append(found.finding.kind)
            self.press(do="answer", finding=found.number, remedy=name)
        return answered

    def taken(self) -> list[tuple[str, str]]:
        """The cards that were taken from pictures: box and card, in order."""
        made = []
        for record in self.rig.table.session.journal.records():
            step = record.content().get("step", {}) if record.kind == "step" else {}
            if "card" in step and step["card"] != "??":
                made.append((f"seat{step['to']}" if isinstance(step["to"], int) else step["to"], step["card"]))
        return made


@pytest.fixture(scope="module")
def felt() -> Felt:
    return Felt(2, SIZE, seed=3, noise=0.8)


@pytest.fixture(scope="module")
def recogniser() -> Remembering:
    return Remembering()


@pytest.fixture(scope="module")
def pictures(felt: Felt) -> list[list[Picture]]:
    """The felt after each card."""
    there: Counter[str] = Counter()
    places: list[Place] = []
    made = []
    for throw in range(len(DEALT) + 1):
        made.append([felt.picture(Scene(tuple(places)), 3 * throw + noise) for noise in range(NOISES)])
        if throw < len(DEALT):
            box, card = DEALT[throw]
            places.append(Place(box, parse(card), there[box], 0, throw))
            there[box] += 1
    return made


def spoilt(fault: str, before: list[Picture], now: list[Picture], looks: int) -> Iterator[Picture]:
    """What a camera with that fault shows while a card comes: a frozen one what lay there before, a lost one none."""
    if fault == "frozen":
        yield from [before[0]] * 26
    elif fault != "lost":
        yield from (FAULTS[fault](now[look % NOISES], look) for look in range(looks))


@pytest.mark.parametrize("fault", [*FAULTS, *OTHERS])
def test_no_wrong_card_is_taken_and_what_was_dealt_is_taken_after_it(
    tmp_path: Path,
    felt: Felt,
    pictures: list[list[Picture]],
    recogniser: Remembering,
    fault: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    watched, found, after_it = Watched(tmp_path, felt, recogniser), list[str](), 0
    clear, with_it, after = LOOKS
    for count, noisy in enumerate(pictures):
        if count in SPOILT:
            # The card comes with the fault: nobody has seen it before.
            for image in spoilt(fault, pictures[count - 1], noisy, with_it):
                watched.see(image)
            if fault == "lost":
                watched.take(Linked("camera", False, "pulled"))
                watched.take(Linked("camera", True))
            found += watched.go_on()
            before_return = len(watched.taken())
            for look in range(after):
                watched.see(noisy[look % NOISES])
            found += watched.go_on()
            after_it += len(watched.taken()) - before_return
        else:
            for look in range(clear):
                watched.see(noisy[look % NOISES])
        if count == 0:
            for seat in (1, 2):
                watched.press(do="step", step={"bet": seat, "unit": 10})
        found += watched.go_on()
    taken = watched.taken()
    wrong = [one for one in taken if one not in DEALT]
    assert wrong == [], "a card that never lay there"
    assert taken == list(DEALT), "each card is taken once, in its order, when it can be seen"
    if fault in {"black", "glare", "smaller", "frozen", "lost", "shifted"}:
        assert after_it == len(SPOILT), "nothing is taken while the camera can't be believed"
    if fault in {"black", "glare", "smaller", "frozen"}:
        assert watched.looks["blind"] > 0
    if fault in {"lost", "frozen", "smaller", "shifted"}:
        assert found, "said, since a round runs"
    told(
        capsys,
        f"camera {fault}: {watched.looks['looks']} looks, {watched.looks['blind']} blind, "
        f"{watched.looks['cards unsure']} cards unsure, {len(found)} findings, "
        f"{len(taken)} cards taken, {after_it} of them after it, 0 wrong",
    )
    watched.rig.table.session.journal.close()
