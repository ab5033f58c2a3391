"""Court cards and the joker: plain figures of a few shapes, the same from both ends."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from dealer_assist.cards import JACK, KING, QUEEN, RANKS, Suited
from models.faces.glyphs import Nib, pip, write
from models.faces.outline import HEIGHT, WIDTH, Colour, Points, Sheet, box, oval, path, star
from models.faces.style import Style


class Dyes(NamedTuple):
    """The colours of a court's dress, BGR."""

    robe: Colour
    sash: Colour
    gold: Colour
    skin: Colour
    line: Colour


_DYES: Final = (
    Dyes((44, 36, 190), (150, 70, 30), (60, 190, 240), (205, 225, 245), (40, 30, 30)),
    Dyes((140, 60, 30), (40, 40, 180), (80, 200, 235), (195, 218, 240), (36, 26, 26)),
    Dyes((60, 60, 60), (50, 50, 200), (90, 205, 245), (215, 230, 246), (30, 26, 26)),
    Dyes((70, 110, 40), (40, 60, 190), (70, 180, 230), (200, 222, 242), (34, 30, 30)),
)


def court(sheet: Sheet, card: Suited, style: Style, pen: Nib) -> None:
    """Draw the figure of a jack, queen or king, framed, with its suit in the frame's corners."""
    left = max(12.5, style.middle + style.rank * 0.47)
    frame = box(left, 7.5, WIDTH - left, HEIGHT - 7.5)
    ink = style.ink(card.suit)
    dyes = _DYES[style.palette]
    if style.court == "letter":
        sheet.edge(frame, ink, 0.5)
        for turned in (False, True):
            sheet.turned = turned
            write(sheet, RANKS[card.rank - 2], (WIDTH / 2, 26.5), 21, ink, pen, 0.95)
        pip(sheet, card.suit, (WIDTH / 2, HEIGHT / 2), 11, ink, style.sharp)
        sheet.turned = False
        return
    for turned in (False, True):
        sheet.turned = turned
        _bust(sheet, card.rank, left, dyes, ink)
    for turned in (False, True):
        sheet.turned = turned
        pip(sheet, card.suit, (left + 5.2, 13.4), 8.0, ink, style.sharp)
    sheet.turned = False
    slope = np.array([(left, HEIGHT / 2 + 7), (WIDTH - left, HEIGHT / 2 - 7)])
    sheet.line([slope], dyes.line, 2.4)
    sheet.line([slope], dyes.gold, 1.5)
    border = np.concatenate([box(0, 0, WIDTH, HEIGHT), box(0, 0, WIDTH, HEIGHT)[:1]])
    sheet.fill([border, frame], style.paper)
    sheet.edge(frame, style.blue if style.four_colour else dyes.line, 0.45)


def _bust(sheet: Sheet, rank: int, left: float, dyes: Dyes, ink: Colour) -> None:
    """The upper half of a figure: shoulders, sash, head, and what shows its rank."""
    mid, low = WIDTH / 2 + 1.5, HEIGHT / 2
    right = WIDTH - left
    robe = np.array([(left, low + 7), (left, 37.0), (mid - 7, 31.0), (mid + 7, 31.0), (right, 36.0), (right, low - 7)])
    sheet.fill([robe], dyes.robe)
    sheet.edge(robe, dyes.line, 0.4)
    for step in np.arange(0, right - left, 5.0):
        sheet.fill([star(left + step + 2, 39.5 + 0.1 * step, 1.3, 4, 0.5)], dyes.gold)
    stole = np.array([(mid - 6, 30.0), (mid + 6, 30.0), (mid + 2.6, low - 2), (mid - 2.6, low + 2)])
    sheet.fill([stole], dyes.sash)
    sheet.edge(stole, dyes.line, 0.4)
    for y in (34.5, 38.0, 41.5):
        sheet.fill([star(mid, y, 1.2, 4, 0.6)], dyes.gold)
    _head(sheet, rank, mid, dyes)
    match rank:
        case 13 if rank == KING:
            sheet.line([np.array([(right - 4, 10.0), (right - 4, 40.0)])], dyes.line, 1.7)
            sheet.line([np.array([(right - 4, 10.0), (right - 4, 40.0)])], dyes.gold, 0.9)
            sheet.line([np.array([(right - 7.5, 31.0), (right - 0.5, 31.0)])], dyes.line, 1.4)
        case 12 if rank == QUEEN:
            for angle in np.arange(5) * 2 * np.pi / 5:
                petal = oval(right - 4.5 + 1.9 * np.cos(angle), 27 + 1.9 * np.sin(angle), 1.5, 1.5)
                sheet.fill([petal], ink)
            sheet.fill([oval(right - 4.5, 27, 1.3, 1.3)], dyes.gold)
            sheet.line([np.array([(right - 4.5, 29.5), (right - 5.5, 38.0)])], dyes.line, 0.6)
        case _:
            sheet.line([np.array([(right - 3.5, 12.0), (right - 3.5, 38.0)])], dyes.line, 0.9)
            sheet.fill([star(right - 3.5, 13.0, 3.2, 4, 0.35)], dyes.line)


def _head(sheet: Sheet, rank: int, mid: float, dyes: Dyes) -> None:
    hair = oval(mid, 23.0, 8.0 if rank == QUEEN else 6.9, 8.5 if rank != JACK else 7.4)
    sheet.fill([hair], dyes.gold)
    sheet.edge(hair, dyes.line, 0.4)
    cheeks = oval(mid, 23.0, 4.8, 6.6)
    sheet.fill([cheeks], dyes.skin)
    sheet.edge(cheeks, dyes.line, 0.35)
    if rank == KING:
        beard = np.array([(mid - 4.6, 25.0), (mid + 4.6, 25.0), (mid + 2.5, 32.0), (mid, 33.5), (mid - 2.5, 32.0)])
        sheet.fill([beard], dyes.gold)
        sheet.edge(beard, dyes.line, 0.35)
    for x in (mid - 1.9, mid + 1.9):
        sheet.fill([oval(x, 22.0, 0.75, 0.5)], dyes.line)
    sheet.line([np.array([(mid, 22.5), (mid - 0.5, 24.6), (mid + 0.4, 24.7)])], dyes.line, 0.3)
    sheet.line([np.array([(mid - 1.2, 26.8), (mid + 1.2, 26.8)])], dyes.robe, 0.6)
    _crown(sheet, rank, mid, dyes)


def _crown(sheet: Sheet, rank: int, mid: float, dyes: Dyes) -> None:
    match rank:
        case 13 if rank == KING:
            points = [(-7, 18), (-8, 9.5), (-4.2, 13.5), (0, 8.5), (4.2, 13.5), (8, 9.5), (7, 18)]
        case 12 if rank == QUEEN:
            points = [(-6.5, 17.5), (-6.5, 12.5), (-3.6, 14.5), (0, 10.5), (3.6, 14.5), (6.5, 12.5), (6.5, 17.5)]
        case _:
            points = [(-7.5, 18), (-7.0, 14.2), (-1, 12.2), (6.0, 13.4), (7.5, 18)]
    crown: Points = np.array([(mid + x, y) for x, y in points])
    dye = dyes.sash if rank == JACK else dyes.gold
    sheet.fill([crown], dye)
    sheet.edge(crown, dyes.line, 0.45)
    sheet.line([np.array([(mid - 6.6, 17.2), (mid + 6.6, 17.2)])], dyes.robe, 1.5)
    if rank == KING:
        for x in (-8, 0, 8):
            sheet.fill([oval(mid + x, 9.0, 1.1, 1.1)], dyes.robe)
    if rank == JACK:
        plume = path(f"M {mid + 5} 14 C {mid + 8} 9 {mid + 3} 8 {mid - 5} 9.5")
        sheet.line(list(plume), dyes.line, 1.6)
        sheet.line(list(plume), dyes.gold, 0.9)


def jester(sheet: Sheet, style: Style) -> None:
    """Draw the joker's figure: a head in a cap of three horns with bells, over a ruff and a star."""
    mid, dyes = WIDTH / 2, _DYES[style.palette]
    sheet.fill([star(mid, 44, 17.5, 9, 0.72)], dyes.gold)
    sheet.edge(star(mid, 44, 17.5, 9, 0.72), dyes.line, 0.4)
    horns = (
        (
            f"M {mid} 40 C {mid - 4} 28 {mid - 14} 26 {mid - 15} 37 C {mid - 12} 33 {mid - 9} 37 {mid - 8} 42 Z",
            dyes.robe,
        ),
        (
            f"M {mid} 40 C {mid + 4} 28 {mid + 14} 26 {mid + 15} 37 C {mid + 12} 33 {mid + 9} 37 {mid + 8} 42 Z",
            dyes.sash,
        ),
        (
            f"M {mid - 5} 40 C {mid - 5} 30 {mid - 2} 26 {mid} 22 C {mid + 2} 26 {mid + 5} 30 {mid + 5} 40 Z",
            style.green,
        ),
    )
    for line, dye in horns:
        sheet.fill(list(path(line)), dye)
        sheet.edge(path(line)[0], dyes.line, 0.4)
    for x, y in ((mid - 15, 38), (mid + 15, 38), (mid, 21)):
        sheet.fill([oval(x, y, 1.8, 1.8)], dyes.gold)
        sheet.edge(oval(x, y, 1.8, 1.8), dyes.line, 0.35)
    sheet.fill([star(mid, 56.5, 12, 12, 0.7) * (1, 0.5) + (0, 28.2)], dyes.sash)
    cheeks = oval(mid, 47, 6.6, 8.2)
    sheet.fill([cheeks], dyes.skin)
    sheet.edge(cheeks, dyes.line, 0.45)
    brim = np.array([(mid - 8.5, 42.5), (mid, 39.0), (mid + 8.5, 42.5)])
    sheet.line([brim], dyes.line, 2.6)
    sheet.line([brim], dyes.gold, 1.8)
    for x in (mid - 2.5, mid + 2.5):
        sheet.fill([oval(x, 46, 0.9, 0.7)], dyes.line)
    sheet.line(list(path(f"M {mid - 3.2} 50 C {mid - 1.5} 52.6 {mid + 1.5} 52.6 {mid + 3.2} 50")), dyes.robe, 0.8)
    sheet.fill([oval(mid, 48.3, 1.1, 1.1)], dyes.robe)
