"""Plots as SVG, made here: bars by group and by series, readable without colour, and without a script.

Every bar has a title with its name and figure; the numbers stand in a table beside the plot as well. Colours are those
of the stylesheet, by the class of the series; each series has a pattern of its own too.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import msgspec
from markupsafe import Markup

_WIDE: Final = 720
_HIGH: Final = 260
_LEFT: Final = 64
_TOP: Final = 32
_BELOW: Final = 40
#: Lines of the scale, about so many.
_LINES: Final = 4
#: Names under the bars at most; of more, every second, third … is left out.
_NAMES: Final = 12
SERIES: Final = 6


class Bar(msgspec.Struct, frozen=True):
    """One bar: its value and how it is written."""

    value: Fraction
    said: str


class Plot(msgspec.Struct, frozen=True):
    """Groups of bars from left to right; each group has one bar of each series, None where there is none."""

    title: str
    unit: str
    groups: tuple[str, ...]
    series: tuple[tuple[str, tuple[Bar | None, ...]], ...]

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(bar is not None for _, bars in self.series for bar in bars)


def svg(plot: Plot) -> Markup:
    """The plot as an `svg` element."""
    values = [bar.value for _, bars in plot.series for bar in bars if bar is not None]
    scale = _Scale(min([*values, Fraction(0)]), max([*values, Fraction(0)]))
    parts = [
        Markup('<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(_WIDE, _HIGH, plot.title),
        *(_line(scale, mark) for mark in scale.marks()),
        Markup('<text class="unit" x="4" y="14">{}</text>').format(plot.unit),
        *_bars(plot, scale),
        Markup('<line class="zero" x1="{}" x2="{}" y1="{y}" y2="{y}"/>').format(_LEFT, _WIDE, y=scale.y(Fraction(0))),
        Markup("</svg>"),
    ]
    return Markup("").join(parts)


class _Scale:
    """From values to the height at which they stand, over round numbers."""

    def __init__(self, low: Fraction, high: Fraction) -> None:
        self._step = _round_step((high - low) / _LINES or Fraction(1, _LINES))
        self._low = low // self._step * self._step
        self._high = max(-(-high // self._step), low // self._step + 1) * self._step

    def y(self, value: Fraction) -> str:
        """Where a value stands, in units of the drawing."""
        room = _HIGH - _TOP - _BELOW
        return _number(_TOP + room * (self._high - value) / (self._high - self._low))

    def marks(self) -> list[Fraction]:
        """The values that have a line."""
        count = int((self._high - self._low) / self._step)
        return [self._low + self._step * place for place in range(count + 1)]


def _round_step(rough: Fraction) -> Fraction:
    """1, 2 or 5 times a power of ten, no smaller than `rough`."""
    power = Fraction(1)
    while power * 10 <= rough:
        power *= 10
    while power > rough:
        power /= 10
    return next(power * times for times in (1, 2, 5, 10) if power * times >= rough)


def _line(scale: _Scale, mark: Fraction) -> Markup:
    y = scale.y(mark)
    return Markup(
        '<line class="rule" x1="{}" x2="{}" y1="{y}" y2="{y}"/><text class="mark" x="{}" y="{y}" dy="4">{}</text>'
    ).format(_LEFT, _WIDE, _LEFT - 6, _number(mark), y=y)


def _bars(plot: Plot, scale: _Scale) -> list[Markup]:
    room = Fraction(_WIDE - _LEFT, max(1, len(plot.groups)))
    wide = min(room * Fraction(4, 5) / max(1, len(plot.series)), Fraction(48))
    apart = -(-len(plot.groups) // _NAMES)
    made: list[Markup] = []
    for place, group in enumerate(plot.groups):
        middle = _LEFT + room * place + room / 2
        if place % apart == 0:
            made.append(
                Markup('<text class="name" x="{}" y="{}">{}</text>').format(
                    _number(middle), _HIGH - _BELOW + 18, _short(group)
                )
            )
        for number, (name, bars) in enumerate(plot.series):
            bar = bars[place]
            if bar is not None:
                left = middle - wide * len(plot.series) / 2 + wide * number
                made.append(_bar(scale, bar, left, wide * Fraction(9, 10), number, f"{group}, {name}"))
    return made


def _bar(scale: _Scale, bar: Bar, left: Fraction, wide: Fraction, series: int, name: str) -> Markup:
    one, other = Fraction(scale.y(bar.value)), Fraction(scale.y(Fraction(0)))
    high = max(abs(one - other), Fraction(1, 2))
    shape = Markup('x="{}" y="{}" width="{}" height="{}"').format(
        _number(left), _number(min(one, other)), _number(wide), _number(high)
    )
    return Markup(
        '<g class="bar series{n}"><title>{}: {}</title><rect {shape}/>'
        '<rect class="over" {shape} fill="url(#over{n})"/></g>'
    ).format(name, bar.said, n=series % SERIES, shape=shape)


def patterns() -> Markup:
    """A pattern for each series, so that they differ without colour; once for all plots of a page."""
    drawn = [
        "",
        '<path d="M0 8 8 0"/>',
        '<path d="M0 4h8"/>',
        '<circle cx="4" cy="4" r="1.5"/>',
        '<path d="M4 0v8"/>',
        '<path d="M0 0 8 8M0 8 8 0"/>',
    ]
    made = "".join(
        f'<pattern id="over{number}" width="8" height="8" patternUnits="userSpaceOnUse">{shape}</pattern>'
        for number, shape in enumerate(drawn)
    )
    return Markup(f'<svg class="patterns" aria-hidden="true"><defs>{made}</defs></svg>')


def _short(name: str) -> str:
    return name if len(name) <= 14 else f"{name[:13]}…"


def _number(value: Fraction | int) -> str:
    """To a hundredth, without needless noughts; exact from a fraction."""
    hundredths = round(Fraction(value) * 100)
    whole, part = divmod(abs(hundredths), 100)
    tail = f".{part:02}".rstrip("0") if part else ""
    return f"{'-' if hundredths < 0 else ''}{whole}{tail}"


def legend(plot: Plot) -> list[tuple[int, str]]:
    """Number and name of each series."""
    return [(number % SERIES, name) for number, (name, _) in enumerate(plot.series)]
