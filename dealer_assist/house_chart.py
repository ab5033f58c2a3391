"""The costs of a house as a picture (SVG): bars with whiskers of two standard errors."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

import msgspec

from dealer_assist.house_math import Estimate
from dealer_assist.house_report import TITLES, Costs, Outcome, words

#: Pixels.
WIDTH: Final = 880
_LABELS: Final = 190
_PLOT: Final = 500
_ROW: Final = 26
_TITLE: Final = 58
_TOP: Final = 80
_TEXT: Final = 20
#: Characters that fit on a line.
_WRAP: Final = 115
_STYLE: Final = (
    "text{font:14px system-ui,sans-serif;fill:#1d2530}.head{font-size:20px;font-weight:600}"
    ".title{font-weight:600}.soft,.tick{fill:#5b6675}.tick{font-size:12px;text-anchor:middle}.name{text-anchor:end}"
    ".bar{fill:#2f6f8f}.grid{stroke:#d5dbe2}.even{stroke:#a33b2a;stroke-dasharray:5 3}.whisker{stroke:#14202b}"
)


class Panel(msgspec.Struct, frozen=True):
    """Bars on one scale that begins at 0; `even` draws the line where the house neither wins nor loses."""

    title: str
    bars: tuple[tuple[str, Estimate], ...]
    even: bool = False

    @property
    def height(self) -> int:
        """Pixels, with title and ticks."""
        return _TITLE + _ROW * len(self.bars) + 24

    @property
    def top(self) -> float:
        """The largest value that has to be seen, whiskers included; never 0."""
        return max([figure.value + _reach(figure) for _, figure in self.bars] + [1.0 if self.even else 1e-6])


def chart(found: Costs) -> str:
    """The whole picture; well-formed XML."""
    games = [(TITLES[name], figure) for name, figure in found.games.items()]
    panels = (
        Panel(
            "Returned per point staked", (*games, ("Joker bonuses", found.joker), ("All together", found.whole)), True
        ),
        Panel("Blackjack premiums: points per point staked on blackjack", _bars(found.premiums)),
        Panel("Poker hands: points per point staked on poker", _bars(found.poker)),
    )
    play = textwrap.wrap(f"Play: {found.play}", _WRAP)
    top = _TOP + _TEXT * len(play)
    height = top + sum(panel.height for panel in panels)
    seats = "one seat" if found.seats == 1 else f"{found.seats} seats"
    under = f"{found.rounds} rounds, {seats}, seed {found.seed}; whiskers are two standard errors each way"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
        ' role="img" aria-labelledby="what">',
        f'<title id="what">{escape(f"What {found.house} returns")}</title>',
        f"<style>{_STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        _text(24, 36, escape(found.house), "head"),
        _text(24, 60, escape(under), "soft"),
        *(_text(24, _TOP + _TEXT * row, escape(line), "soft") for row, line in enumerate(play)),
    ]
    down = top
    for panel in panels:
        parts += _panel(panel, down)
        down += panel.height
    return "\n".join((*parts, "</svg>", ""))


def _bars(outcomes: Sequence[Outcome]) -> tuple[tuple[str, Estimate], ...]:
    return tuple((f"{words(outcome.name)} ×{outcome.multiple}", outcome.returned) for outcome in outcomes)


def _panel(panel: Panel, down: int) -> Iterator[str]:
    step = ticks_apart(panel.top)
    scale = _PLOT / panel.top
    first, last = down + _TITLE - 14, down + _TITLE + _ROW * len(panel.bars)
    yield _text(24, down + 30, escape(panel.title), "title")
    for tick in range(int(panel.top / step) + 1):
        across = _LABELS + tick * step * scale
        yield _line(across, first, across, last, "grid")
        yield _text(across, last + 16, f"{tick * step:.6g}", "tick")
    for row, (name, figure) in enumerate(panel.bars):
        yield from _bar(name, figure, down + _TITLE + _ROW * row, scale)
    if panel.even:
        yield _line(_LABELS + scale, first, _LABELS + scale, last, "even")


def _bar(name: str, figure: Estimate, down: float, scale: float) -> Iterator[str]:
    middle = down + _ROW / 2 - 4
    end = _LABELS + figure.value * scale
    reach = _reach(figure) * scale
    low, high = max(_LABELS, end - reach), end + reach
    yield _text(_LABELS - 10, middle + 5, escape(name), "name")
    yield f'<rect class="bar" x="{_LABELS}" y="{middle - 8:.1f}" width="{end - _LABELS:.2f}" height="16"/>'
    yield _line(low, middle, high, middle, "whisker")
    for across in (low, high):
        yield _line(across, middle - 4, across, middle + 4, "whisker")
    error = "" if figure.error is None else f" ± {figure.error:.4f}"
    yield _text(_LABELS + _PLOT + 14, middle + 5, f"{figure.value:.4f}{error}", "")


def _reach(figure: Estimate) -> float:
    return 2 * (figure.error or 0.0)


def ticks_apart(top: float) -> float:
    """A round distance between ticks, 1, 2 or 5 times a power of ten, so that there are at most eight."""
    power = 1.0
    while power > top:
        power /= 10
    while power * 10 <= top:
        power *= 10
    return next(power * part for part in (0.1, 0.2, 0.5, 1.0, 2.0) if top / (power * part) <= 8)


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{text}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.2f}" y1="{y1:.1f}" x2="{x2:.2f}" y2="{y2:.1f}"/>'
