"""Index characters and suit signs as skeletons and outlines of our own.

A character is a skeleton in a box of 1 × 1, drawn with an oval nib: a wide, flat nib gives the thick uprights and
thin bars of a classical index, a round one a grotesque. Serifs are bars across the ends of strokes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from models.faces.outline import Colour, Points, Sheet, oval, path, placed, star


class Skeleton(NamedTuple):
    """`strokes` are (path, share of the nib's width); `serifs` are (x, y, reach left, reach right)."""

    width: float
    strokes: tuple[tuple[str, float], ...]
    serifs: tuple[tuple[float, float, float, float], ...] = ()


class Nib(NamedTuple):
    """A pen for characters of height 1: its size, and how far serifs reach (0 for none) and how thick they are."""

    width: float
    height: float
    serif: float
    bar: float


NIBS: Final = {
    "classic": Nib(0.185, 0.085, 0.15, 0.075),
    "slab": Nib(0.155, 0.105, 0.13, 0.105),
    "plain": Nib(0.145, 0.135, 0.0, 0.0),
}

_OVAL: Final = "M .5 0 C .82 0 1 .2 1 .5 C 1 .8 .82 1 .5 1 C .18 1 0 .8 0 .5 C 0 .2 .18 0 .5 0"
_TWO: Final = "M .04 .3 C .04 .1 .24 0 .48 0 C .78 0 .96 .1 .96 .28 C .96 .5 .66 .6 .36 .78 C .18 .88 .06 .94 .02 1"
_ROUND: Final = "M .5 0 C .82 0 1 .2 1 .48 C 1 .77 .82 .97 .5 .97 C .18 .97 0 .77 0 .48 C 0 .2 .18 0 .5 0"
_SIX: Final = (
    "M .93 .16 C .84 .05 .7 0 .56 0 C .2 0 0 .24 0 .6 C 0 .86 .2 1 .5 1 C .8 1 1 .88 1 .69 "
    "C 1 .5 .8 .4 .54 .4 C .26 .4 .04 .52 0 .68"
)
_NINE: Final = (
    "M .07 .84 C .16 .95 .3 1 .44 1 C .8 1 1 .76 1 .4 C 1 .14 .8 0 .5 0 C .2 0 0 .12 0 .31 "
    "C 0 .5 .2 .6 .46 .6 C .74 .6 .96 .48 1 .32"
)

SKELETONS: Final[dict[str, Skeleton]] = {
    "A": Skeleton(
        0.74,
        (("M .06 1 L .5 0", 0.6), ("M .5 0 L .94 1", 1.0), ("M .22 .66 L .8 .66", 0.8)),
        ((0.06, 1, 1, 1), (0.94, 1, 1, 1)),
    ),
    "2": Skeleton(
        0.6,
        (
            (_TWO, 1.0),
            ("M .02 1 L 1 1 L 1 .86", 0.9),
        ),
    ),
    "3": Skeleton(
        0.6,
        (
            (
                "M .04 .2 C .1 .07 .26 0 .48 0 C .76 0 .93 .09 .93 .24 C .93 .38 .72 .46 .4 .46 "
                "C .78 .46 1 .56 1 .74 C 1 .9 .78 1 .48 1 C .22 1 .06 .93 0 .78",
                1.0,
            ),
        ),
    ),
    "flat 3": Skeleton(
        0.6,
        (
            ("M .08 .14 L .08 0 L .94 0 L .44 .4", 0.85),
            ("M .44 .4 C .8 .38 1 .52 1 .7 C 1 .9 .78 1 .48 1 C .22 1 .06 .93 0 .78", 1.0),
        ),
    ),
    "4": Skeleton(
        0.66,
        (("M .74 1 L .74 0", 1.0), ("M .74 0 L 0 .7", 0.65), ("M 0 .7 L 1 .7", 0.9)),
        ((0.74, 1, 1.1, 0.9),),
    ),
    "5": Skeleton(
        0.6,
        (
            ("M .92 0 L .16 0 L .12 .46", 0.85),
            ("M .12 .46 C .24 .39 .38 .36 .5 .36 C .82 .36 1 .48 1 .67 C 1 .88 .8 1 .48 1 C .24 1 .06 .93 0 .78", 1.0),
        ),
    ),
    "6": Skeleton(0.62, ((_SIX, 1.0),)),
    "7": Skeleton(0.6, (("M .02 .16 L .02 0 L 1 0", 0.9), ("M 1 0 C .74 .3 .46 .6 .4 1", 1.0))),
    "8": Skeleton(
        0.62,
        (
            (
                "M .5 0 C .24 0 .07 .09 .07 .24 C .07 .38 .28 .42 .5 .47 C .8 .53 1 .6 1 .75 C 1 .9 .78 1 .5 1 "
                "C .22 1 0 .9 0 .75 C 0 .6 .2 .53 .5 .47 C .72 .42 .93 .38 .93 .24 C .93 .09 .76 0 .5 0",
                1.0,
            ),
        ),
    ),
    "9": Skeleton(0.62, ((_NINE, 1.0),)),
    "1": Skeleton(0.34, (("M 0 .2 L .56 0", 0.7), ("M .56 0 L .56 1", 1.0)), ((0.56, 1, 1, 1),)),
    "0": Skeleton(0.52, ((_OVAL, 1.0),)),
    "J": Skeleton(
        0.58,
        (("M .74 0 L .74 .7 C .74 .9 .6 1 .37 1 C .14 1 0 .9 0 .7", 1.0),),
        ((0.74, 0, 1.2, 1),),
    ),
    "Q": Skeleton(0.68, ((_ROUND, 1.0), ("M .5 .68 C .66 .7 .8 .92 1 1", 0.9))),
    "K": Skeleton(
        0.74,
        (("M .12 0 L .12 1", 1.0), ("M .86 0 L .14 .62", 0.6), ("M .36 .42 L .9 1", 1.0)),
        ((0.12, 0, 1, 1), (0.12, 1, 1, 1), (0.86, 0, 1, 0.9), (0.9, 1, 1, 0.8)),
    ),
    "O": Skeleton(0.66, ((_OVAL, 1.0),)),
    "E": Skeleton(0.58, (("M .1 0 L .1 1", 1.0), ("M 1 .15 L 1 0 L .1 0", 0.8), ("M .1 .48 L .8 .48", 0.8),
                         ("M .1 1 L 1 1 L 1 .85", 0.8))),
    "R": Skeleton(
        0.68,
        (
            ("M .1 0 L .1 1", 1.0),
            ("M .1 0 L .5 0 C .8 0 .94 .1 .94 .27 C .94 .44 .8 .53 .5 .53 L .1 .53", 0.9),
            ("M .5 .53 L .94 1", 1.0),
        ),
        ((0.1, 1, 1, 1), (0.94, 1, 0.9, 0.7)),
    ),
}  # fmt: skip


def breadth(text: str, stretch: float = 1.0) -> float:
    """The width of `text` as a share of its height."""
    letters = ("1", "0") if text == "10" else (text,)
    return stretch * (sum(SKELETONS[letter].width for letter in letters) + 0.07 * (len(letters) - 1))


def write(
    sheet: Sheet,
    text: str,
    centre: tuple[float, float],
    height: float,
    colour: Colour,
    nib: Nib,
    stretch: float = 1.0,
) -> None:
    """Ink `text` (a rank, `"10"`, or one letter) around `centre`, `height` mm tall, `stretch` times its usual width."""
    letters = ("1", "0") if text == "10" else (text,)
    left = centre[0] - breadth(text, stretch) * height / 2
    for letter in letters:
        _letter(sheet, SKELETONS[letter], (left, centre[1] - height / 2), height, colour, nib, stretch)
        left += (SKELETONS[letter].width + 0.07) * stretch * height


def _letter(
    sheet: Sheet,
    skeleton: Skeleton,
    corner: tuple[float, float],
    height: float,
    colour: Colour,
    nib: Nib,
    stretch: float,
) -> None:
    pen = nib.width * min(1.0, 0.4 + skeleton.width)
    room = skeleton.width * stretch - pen
    x, y = corner[0] + pen / 2 * height, corner[1] + nib.height / 2 * height
    tall = (1 - nib.height) * height
    for line, share in skeleton.strokes:
        sheet.line(placed(path(line), x, y, room * height, tall), colour, pen * share * height, nib.height * height)
    if nib.serif > 0:
        for at_x, at_y, left, right in skeleton.serifs:
            middle = y + at_y * tall + (0.5 - at_y) * (nib.height - nib.bar) * -height
            reach = nib.serif * min(1.0, 0.35 + skeleton.width) * height
            # A serif must not leave the character's box: the box is what a reader is told.
            half = nib.bar * 0.3 * height
            ends = np.array([at_x * room * height - left * reach, at_x * room * height + right * reach]) + x
            low, high = corner[0] + half, corner[0] + skeleton.width * stretch * height - half
            bar = np.stack([ends.clip(low, high), [middle, middle]], axis=1)
            sheet.line([bar], colour, nib.bar * 0.6 * height, nib.bar * height)


_HEART: Final = (
    "M 0 .5 C -.08 .3 -.5 .06 -.5 -.22 C -.5 -.4 -.38 -.5 -.26 -.5 C -.13 -.5 -.03 -.42 0 -.27 "
    "C .03 -.42 .13 -.5 .26 -.5 C .38 -.5 .5 -.4 .5 -.22 C .5 .06 .08 .3 0 .5 Z"
)
_SPADE: Final = (
    "M 0 -.5 C .08 -.32 .49 -.08 .49 .16 C .49 .31 .38 .38 .27 .38 C .17 .38 .08 .33 .04 .24 C .05 .37 .1 .46 .2 .5 "
    "L -.2 .5 C -.1 .46 -.05 .37 -.04 .24 C -.08 .33 -.17 .38 -.27 .38 C -.38 .38 -.49 .31 -.49 .16 "
    "C -.49 -.08 -.08 -.32 0 -.5 Z"
)
_STEM: Final = (
    "M 0 .02 C .05 .02 .05 .1 .05 .2 C .05 .36 .1 .46 .2 .5 L -.2 .5 "
    "C -.1 .46 -.05 .36 -.05 .2 C -.05 .1 -.05 .02 0 .02 Z"
)
_CURVED: Final = (
    "M 0 -.5 C .1 -.3 .22 -.13 .4 0 C .22 .13 .1 .3 0 .5 C -.1 .3 -.22 .13 -.4 0 C -.22 -.13 -.1 -.3 0 -.5 Z"
)
_STRAIGHT: Final = "M 0 -.5 L .38 0 L 0 .5 L -.38 0 Z"


def suit_outlines(suit: str, sharp: bool) -> list[list[Points]]:
    """The outlines of a suit sign in the box −.5….5, to be filled one after the other; `sharp` is the second cut."""
    match suit:
        case "h":
            return [placed(path(_HEART), 0, 0, 0.94 if sharp else 1.0, 1.0)]
        case "s":
            return [placed(path(_SPADE), 0, 0, 0.92 if sharp else 1.0, 1.0)]
        case "d":
            return [list(path(_STRAIGHT if sharp else _CURVED))]
        case "c":
            lobe = 0.235 if sharp else 0.25
            lobes = [oval(x, y, lobe, lobe) for x, y in ((0, -0.26), (-0.25, 0.1), (0.25, 0.1))]
            return [[lobe] for lobe in lobes] + [list(path(_STEM)), [oval(0, 0, 0.1, 0.12)]]
        case _:
            return [[star(0, 0, 0.5)]]


def pip(sheet: Sheet, suit: str, centre: tuple[float, float], height: float, colour: Colour, sharp: bool) -> None:
    """Ink one suit sign (or, for `"*"`, a star) around `centre`, `height` mm tall."""
    for lines in suit_outlines(suit, sharp):
        sheet.fill(placed(lines, *centre, height, height), colour)
