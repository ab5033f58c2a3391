"""A card's face and back, and where its indices lie."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from dealer_assist.cards import ACE, RANKS, Card, Joker, Suited
from models.faces.courts import court, jester
from models.faces.glyphs import NIBS, Nib, breadth, pip, write
from models.faces.outline import HEIGHT, WIDTH, Image, Points, Sheet, box, oval
from models.faces.style import STANDARD, Style

_LEFT, _MID, _RIGHT = -1.0, 0.0, 1.0
#: Pips by rank: (column, row from −1 at the top to 1); those below the middle stand on their heads.
_PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: ((_MID, -1), (_MID, 1)),
    3: ((_MID, -1), (_MID, 0), (_MID, 1)),
    4: ((_LEFT, -1), (_RIGHT, -1), (_LEFT, 1), (_RIGHT, 1)),
    5: ((_LEFT, -1), (_RIGHT, -1), (_LEFT, 1), (_RIGHT, 1), (_MID, 0)),
    6: tuple((x, y) for x in (_LEFT, _RIGHT) for y in (-1, 0, 1)),
    7: (*((x, y) for x in (_LEFT, _RIGHT) for y in (-1, 0, 1)), (_MID, -0.5)),
    8: (*((x, y) for x in (_LEFT, _RIGHT) for y in (-1, 0, 1)), (_MID, -0.5), (_MID, 0.5)),
    9: (*((x, y) for x in (_LEFT, _RIGHT) for y in (-1, -1 / 3, 1 / 3, 1)), (_MID, 0)),
    10: (*((x, y) for x in (_LEFT, _RIGHT) for y in (-1, -1 / 3, 1 / 3, 1)), (_MID, -2 / 3), (_MID, 2 / 3)),
}


def nib(style: Style) -> Nib:
    """The pen that a style writes its indices with."""
    pen = NIBS[style.glyph]
    return Nib(pen.width * style.weight, pen.height * style.weight**0.5, pen.serif, pen.bar * style.weight**0.5)


def letters(card: Suited, style: Style) -> str:
    """What the index of `card` says, as a name in the table of characters."""
    if card.rank == 10:
        return "10"
    return "flat 3" if card.rank == 3 and style.flat_three else RANKS[card.rank - 2]


@lru_cache(maxsize=256)
def _face(card: Card, height: int, style: Style) -> Image:
    sheet = Sheet(height, style.paper)
    if isinstance(card, Joker):
        jester(sheet, style)
    elif card.rank == ACE:
        pip(sheet, card.suit, (WIDTH / 2, HEIGHT / 2), 26.0, style.ink(card.suit), style.sharp)
    elif card.rank > 10:
        court(sheet, card, style, nib(style))
    else:
        _spots(sheet, card, style)
    for turned in (False, True):
        sheet.turned = turned
        _index(sheet, card, style, style.middle)
        if style.corners == 4:
            _index(sheet, card, style, WIDTH - style.middle)
    image = sheet.finished()
    image.setflags(write=False)
    return image


def face(card: Card, height: int = 420, style: Style = STANDARD) -> Image:
    """The face of `card` as BGRA, `height` × `height`·63/88 × 4. Kept: the array is read-only."""
    return _face(card, height, style)


@lru_cache(maxsize=16)
def back(height: int = 420, style: Style = STANDARD) -> Image:
    """The back of the deck as BGRA, the same under half a turn. Kept: the array is read-only."""
    sheet = Sheet(height, style.paper)
    frame = box(4, 4, WIDTH - 4, HEIGHT - 4, 2.5)
    sheet.fill([frame], style.back_ink)
    for line, width in _ornament(style):
        for turned in (False, True):
            sheet.turned = turned
            sheet.line([line], style.paper, width)
    sheet.turned = False
    border = np.concatenate([box(0, 0, WIDTH, HEIGHT), box(0, 0, WIDTH, HEIGHT)[:1]])
    sheet.fill([border, frame], style.paper)
    sheet.edge(box(3, 3, WIDTH - 3, HEIGHT - 3, 3), style.back_ink, 0.35)
    image = sheet.finished()
    image.setflags(write=False)
    return image


def index_boxes(card: Card, height: int = 420, style: Style = STANDARD) -> list[Points]:
    """Where the indices of `card` lie on its face: a list of 4×2 quads in pixels of `face(card, height, style)`.

    A quad starts at the index's own upper left and runs clockwise as the index is read, so that the direction from
    its fourth corner to its first is *up*. The upper left index comes first, then its twin at the lower right.
    """
    across, tall = index_size(card, style)
    scale = height / HEIGHT
    quads = []
    middles = (style.middle,) if style.corners == 2 else (style.middle, WIDTH - style.middle)
    for middle in middles:
        quad = box(middle - across / 2, style.inset, middle + across / 2, style.inset + tall)
        quads += [quad * scale, (np.array([WIDTH, HEIGHT]) - quad) * scale]
    return quads


def index_size(card: Card, style: Style) -> tuple[float, float]:
    """Width and height of the index of `card`, mm."""
    if isinstance(card, Joker):
        tall = joker_letter(style)
        return max(tall, style.suit * 0.8), style.suit * 0.8 + 5 * tall * 1.08
    across = max(
        breadth(letters(card, style), style.stretch) * style.rank, style.suit * (0.8 if card.suit == "d" else 0.98)
    )
    return across, style.rank + style.gap + style.suit


def joker_letter(style: Style) -> float:
    """Height of one letter of the word that stands in a joker's corner, mm."""
    return style.rank * 0.36


def _index(sheet: Sheet, card: Card, style: Style, middle: float) -> None:
    pen = nib(style)
    if isinstance(card, Joker):
        tall, top = joker_letter(style), style.inset
        for letter in "JOKER":
            write(sheet, letter, (middle, top + tall / 2), tall, style.black, pen, 1.45)
            top += tall * 1.08
        star_height = style.suit * 0.8
        pip(sheet, "*", (middle, top + star_height / 2), star_height, style.red, style.sharp)
        return
    ink = style.ink(card.suit)
    write(sheet, letters(card, style), (middle, style.inset + style.rank / 2), style.rank, ink, pen, style.stretch)
    centre = style.inset + style.rank + style.gap + style.suit / 2
    pip(sheet, card.suit, (middle, centre), style.suit, ink, style.sharp)


def _spots(sheet: Sheet, card: Suited, style: Style) -> None:
    edge = style.middle + style.rank * 0.5
    room = WIDTH / 2 - edge
    size = min(11.5, room * 0.6)
    if style.corners == 4:
        size *= 0.92
    for column, row in _PIPS[card.rank]:
        sheet.turned = row > 0
        turn = -1 if sheet.turned else 1
        place = (WIDTH / 2 + turn * column * (room - size * 0.5 - 1.4), HEIGHT / 2 + turn * row * 28.5)
        pip(sheet, card.suit, place, size, style.ink(card.suit), style.sharp)
    sheet.turned = False


def _ornament(style: Style) -> list[tuple[Points, float]]:
    """Lines of one half of the back, with their width in mm."""
    across = np.linspace(-2, WIDTH + 2, 60)
    match style.back:
        case "lattice":
            return [(np.array([(x, 0.0), (x + 90, 90.0)]), 0.5) for x in np.arange(-90, 66, 4.5)] + [
                (np.array([(x, 0.0), (x - 90, 90.0)]), 0.5) for x in np.arange(0, 156, 4.5)
            ]
        case "rings":
            return [
                (np.concatenate([ring, ring[:1]]), 0.55)
                for x in np.arange(3.5, WIDTH + 4, 7)
                for y in np.arange(2, HEIGHT / 2 + 4, 7)
                for ring in (oval(x, y, 4.4, 4.4), oval(x, y, 1.8, 1.8))
            ]
        case _:
            return [
                (np.stack([across, y + 1.6 * np.sin(across * 0.75 + y)], axis=1), 0.7)
                for y in np.arange(0, HEIGHT / 2 + 2, 3.1)
            ]
