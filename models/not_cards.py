"""Things that are no playing cards, drawn by us: what a table's camera may see and must not take for a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from dealer_assist.cards import DECK
from models import faces
from models.crops import Pixels
from models.faces.glyphs import suit_outlines
from models.stage import props
from models.stage.felt import empty_table, lamp
from models.stage.layout import camera, layout

SIZE: Final = (960, 640)
Rng = np.random.Generator
_FONTS: Final = ("sans", "italic")
_WORDS: Final = (
    "TABLE LIMITS", "MINIMUM 10 MAXIMUM 500", "BLACKJACK PAYS 3 TO 2", "Please stay seated", "EXIT", "King's Head",
    "QUEEN STREET", "Jack & Sons", "ACE HARDWARE", "Dealer must stand on 17", "10 % OFF", "No. 7", "Room 29", "9 to 5",
    "INSURANCE", "Player", "Banker", "Tie pays 8", "A K Q J", "KQ", "AJ 10", "Q2 2026", "J 9 K 4", "10 9 8 7 6",
)  # fmt: skip


def _colour(rng: Rng, low: int = 0, high: int = 256) -> tuple[int, int, int]:
    b, g, r = (int(v) for v in rng.integers(low, high, 3))
    return b, g, r


def cloth(rng: Rng) -> Pixels:
    """Felt, weave, carpet, or check: a ground of one colour or two."""
    ground = np.full((SIZE[1], SIZE[0], 3), _colour(rng, 20, 200), np.float32)
    kind = int(rng.integers(4))
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    step = float(rng.uniform(4, 60))
    if kind == 1:
        ground += (np.sin(x * 6.3 / step) * np.sin(y * 6.3 / step))[..., None] * rng.uniform(5, 40)
    if kind == 2:
        ground[((x // step + y // step) % 2).astype(bool)] = _colour(rng)
    if kind == 3:
        ground[((x + y) % (2 * step) < step)] = _colour(rng)
    return _grained(ground, rng)


def wood(rng: Rng) -> Pixels:
    """Boards with rings and grain."""
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
    wave = cv2.resize(rng.normal(0, 1, (8, 6)).astype(np.float32), SIZE, interpolation=cv2.INTER_CUBIC)
    rings = np.sin((y + 30 * wave) / float(rng.uniform(2, 14))) * 14
    base = np.array((60, 100, 150), np.float32) * float(rng.uniform(0.5, 1.4))
    image = base + rings[..., None] * np.array((0.7, 0.9, 1.0), np.float32)
    image[(x % float(rng.uniform(90, 300))) < 2] *= 0.6
    return _grained(image, rng)


def _grained(image: NDArray[np.float32], rng: Rng) -> Pixels:
    return np.clip(image + rng.normal(0, rng.uniform(1, 9), image.shape), 0, 255).astype(np.uint8)


def _write(image: Pixels, text: str, at: tuple[int, int], size: int, colour: tuple[int, int, int], rng: Rng) -> None:
    if rng.random() < 0.5:
        font = cv2.FontFace(_FONTS[int(rng.integers(len(_FONTS)))])
        cv2.putText(image, text, at, colour, font, size, int(rng.choice([300, 400, 600, 800])))
        return
    face = int(rng.choice([cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    cv2.putText(image, text, at, face, size / 30, colour, max(1, size // 16), cv2.LINE_AA)


def _paper(image: Pixels, rng: Rng, draw: Callable[[Pixels], None]) -> Pixels:
    """A sheet that `draw` fills, laid at a slant on `image`."""
    height, width = int(rng.integers(300, 560)), int(rng.integers(220, 700))
    sheet = np.full((height, width, 3), _colour(rng, 215, 256), np.uint8)
    draw(sheet)
    return lay(image, np.dstack([sheet, np.full((height, width), 255, np.uint8)]), rng)


def lay(image: Pixels, picture: NDArray[np.uint8], rng: Rng, tall: float | None = None) -> Pixels:
    """`picture` (BGRA) laid somewhere on `image`, turned, `tall` pixels high if given."""
    scale = (tall or picture.shape[0]) / picture.shape[0]
    if scale < 0.6:
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        scale = 1.0
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(-180, 180)), scale)
    turn[:, 2] += rng.uniform(0.15, 0.85, 2) * SIZE - (width / 2, height / 2)
    drawn = cv2.warpAffine(picture, turn, SIZE).astype(np.float32)
    solid = drawn[..., 3:] / 255
    return np.asarray(image * (1 - solid) + drawn[..., :3] * solid, np.uint8)


def text(rng: Rng) -> Pixels:
    """A page of words and figures."""

    def draw(sheet: Pixels) -> None:
        size = int(rng.integers(12, 60))
        ink = _colour(rng, 0, 90)
        for row in range(size + 6, sheet.shape[0], round(size * 1.5)):
            words = " ".join(_WORDS[int(rng.integers(len(_WORDS)))] for _ in range(3))
            _write(sheet, words, (10, row), size, ink, rng)

    return _paper(cloth(rng), rng, draw)


def numbers(rng: Rng) -> Pixels:
    """A table of numbers, a calendar, a score sheet: red and black figures in columns."""

    def draw(sheet: Pixels) -> None:
        size = int(rng.integers(14, 44))
        for row in range(size + 6, sheet.shape[0], round(size * 1.6)):
            for column in range(8, sheet.shape[1], size * 2):
                ink = (30, 30, 190) if rng.random() < 0.4 else (30, 26, 26)
                _write(sheet, str(int(rng.integers(1, 32))), (column, row), size, ink, rng)

    return _paper(cloth(rng), rng, draw)


def signs(rng: Rng) -> Pixels:
    """Signs, keys and badges that say A, K, Q, J or a number, one large letter each, no suit beside it."""
    image = wood(rng) if rng.random() < 0.5 else cloth(rng)
    for _ in range(int(rng.integers(2, 8))):
        side = int(rng.integers(50, 170))
        badge = np.zeros((side, side, 4), np.uint8)
        badge[..., :3], badge[..., 3] = _colour(rng, 190, 256), 255
        ink = (30, 30, 190) if rng.random() < 0.5 else (25, 25, 25)
        letter = str(rng.choice(list("AKQJ23456789") + ["10"]))
        face = np.ascontiguousarray(badge[..., :3])
        _write(face, letter, (side // 4, round(side * 0.75)), round(side * 0.6), ink, rng)
        badge[..., :3] = face
        image = lay(image, badge, rng)
    return image


def suits(rng: Rng) -> Pixels:
    """Suit signs alone: on a cloth, a mug, a wallpaper."""
    image = cloth(rng)
    for _ in range(int(rng.integers(6, 50))):
        size = float(rng.uniform(14, 120))
        ink = _colour(rng, 0, 256)
        x, y = rng.uniform(0, 1, 2) * SIZE
        for line in suit_outlines("shdc"[int(rng.integers(4))], bool(rng.random() < 0.5)):
            cv2.fillPoly(image, [np.round(part * size + (x, y)).astype(np.int32) for part in line], ink)
    return image


def courts(rng: Rng) -> Pixels:
    """Figures as on court cards, and ornament, without any index."""
    image = cloth(rng)
    for _ in range(int(rng.integers(1, 4))):
        card = DECK[int(rng.integers(4)) * 13 + int(rng.integers(9, 12))]
        # A court of letters would be an index.
        style = msgspec.structs.replace(faces.style(int(rng.integers(10_000))), court="figure")
        face = faces.face(card, 840, style)
        image = lay(image, face[230:610, 190:410].copy(), rng, float(rng.uniform(120, 420)))
    return image


def backs(rng: Rng) -> Pixels:
    """Cards face down."""
    image = cloth(rng)
    style = faces.style(int(rng.integers(10_000)))
    for _ in range(int(rng.integers(1, 7))):
        image = lay(image, faces.back(420, style), rng, float(rng.uniform(120, 300)))
    return image


def chips(rng: Rng) -> Pixels:
    """Stacks of chips."""
    image = cloth(rng)
    for _ in range(int(rng.integers(3, 16))):
        stack = (props.stack(int(rng.integers(1, 3000)), int(rng.integers(30, 110))) * 255).astype(np.uint8)
        image = lay(image, stack, rng)
    return image


def hands(rng: Rng) -> Pixels:
    """Forearms over a table."""
    image = cloth(rng)
    for _ in range(int(rng.integers(1, 4))):
        arm = (props.forearm(int(rng.integers(5))) * 255).astype(np.uint8)
        image = lay(image, arm, rng, float(rng.uniform(400, 900)))
    return image


def bank_cards(rng: Rng) -> Pixels:
    """Bank and member cards: chip, number, name."""
    image = wood(rng)
    for _ in range(int(rng.integers(1, 4))):
        card = np.zeros((270, 428, 4), np.uint8)
        cv2.rectangle(card, (0, 0), (427, 269), (*_colour(rng, 30, 256), 255), -1)
        face = np.ascontiguousarray(card[..., :3])
        cv2.rectangle(face, (40, 90), (100, 140), (90, 190, 220), -1)
        digits = "".join(str(d) for d in rng.integers(0, 10, 16))
        ink = _colour(rng)
        _write(face, " ".join(digits[at : at + 4] for at in range(0, 16, 4)), (36, 185), 32, ink, rng)
        _write(face, "A. KING  10/29", (36, 240), 24, ink, rng)
        card[..., :3] = face
        image = lay(image, card, rng, float(rng.uniform(120, 300)))
    return image


def dice_and_dominoes(rng: Rng) -> Pixels:
    """Dice and dominoes: white blocks with black or red spots."""
    image = cloth(rng)
    spots = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
    for _ in range(int(rng.integers(2, 12))):
        halves = int(rng.integers(1, 3))
        block = np.full((100 * halves, 100, 4), 250, np.uint8)
        face = np.ascontiguousarray(block[..., :3])
        ink = (30, 30, 190) if rng.random() < 0.3 else (25, 25, 25)
        for half in range(halves):
            for at in spots[int(rng.integers(1, 7))]:
                cv2.circle(face, (24 + at % 3 * 26, 24 + at // 3 * 26 + 100 * half), 9, ink, -1, cv2.LINE_AA)
        block[..., :3], block[..., 3] = face, 255
        image = lay(image, block, rng, float(rng.uniform(30, 110) * halves))
    return image


def layouts(rng: Rng) -> Pixels:
    """An empty card table with its print."""
    table = layout(int(rng.integers(1, 8)))
    matrix = camera(table.view * float(rng.uniform(0.5, 1.0)), SIZE, float(np.radians(rng.uniform(5, 25))), 0.0)
    return empty_table(table, matrix, SIZE, lamp(SIZE, rng), int(rng.integers(1000)))


KINDS: Final[dict[str, Callable[[Rng], Pixels]]] = {
    "text": text, "numbers": numbers, "signs": signs, "suits": suits, "court figures": courts, "cloth": cloth,
    "wood": wood, "chips": chips, "hands": hands, "bank cards": bank_cards, "dice, dominoes": dice_and_dominoes,
    "printed layouts": layouts, "backs": backs,
}  # fmt: skip
