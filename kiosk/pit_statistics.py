"""The pit's statistics as plots, each with its numbers in a table beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec
from markupsafe import Markup

from dealer_assist.pit.questions import Questions
from dealer_assist.pit.records import now_ms
from dealer_assist.pit.statistics import DAY_MS, FindingKind, Hold, Pace, Payout, Reading, Span, Statistics
from kiosk.pit_plots import Bar, Plot, legend, patterns, svg
from kiosk.pit_words import amount, finding_title, game_name, hour_or_day, part, source_name, tenth
from kiosk.words import say, text

JSON = dict[str, Any]
#: For how long back, in days.
DAYS: Final = {"1": 1, "3": 3, "7": 7, "30": 30, "365": 365}
#: Clauses in the plot; the table has them all.
_MOST: Final = 12

HOLD: Final = text("Hold by time and game")
PAYOUTS: Final = text("Paid by clause")
FINDINGS: Final = text("Findings by kind")
READINGS: Final = text("Cards that nobody had to put right, by what named them")
PACES: Final = text("Rounds an hour by dealer")
OF_THE_STAKES: Final = text("% of the stakes")
POINTS: Final = text("points")
TIMES: Final = text("times")
PER_CENT: Final = text("%")
ROUNDS: Final = text("rounds an hour")
RAISED: Final = text("raised")
PAID: Final = text("paid")
STOOD: Final = text("stood")
HEADS: Final = {
    "time": text("Time"),
    "game": text("Game"),
    "rounds": text("Rounds"),
    "stakes": text("Staked"),
    "paid": text("Paid"),
    "hold": text("Hold"),
    "part": text("Part"),
    "clause": text("Clause"),
    "lines": text("Lines"),
    "finding": text("Finding"),
    "raised": text("Raised"),
    "waiting": text("Waiting"),
    "mean": text("Mean time to answer"),
    "source": text("Named by"),
    "cards": text("Cards"),
    "corrected": text("Put right"),
    "stood": text("Stood"),
    "dealer": text("Dealer"),
    "pace": text("Rounds an hour"),
}
_SECONDS: Final = text("{seconds} s")
_NOBODY: Final = text("nobody")


class Chart(msgspec.Struct, frozen=True):
    """A plot with its legend, and the same as a table."""

    name: str
    title: str
    drawn: Markup | None
    legend: list[tuple[int, str]]
    heads: list[str]
    rows: list[list[str]]


def page(questions: Questions, asked: Mapping[str, str], name: Callable[[str], str]) -> JSON:
    """What the page needs. `name` gives the name of whoever has a badge."""
    days = asked.get("days") if asked.get("days") in DAYS else "1"
    now = now_ms()
    span = Span(now - DAYS[days or "1"] * DAY_MS, now, asked.get("table") or None, asked.get("game") or None)
    sums = Statistics(questions)
    charts = [
        _hold(sums.hold(span), span),
        _payouts(sums.payouts(span)),
        _findings(sums.findings(span)),
        _readings(sums.readings(span)),
        _paces(sums.paces(span), name),
    ]
    return {
        "charts": charts,
        "patterns": patterns(),
        "days": days,
        "all_days": list(DAYS),
        "tables": questions.tables(),
        "table": span.table or "",
        "game": span.game or "",
    }


def _chart(name: str, plot: Plot, heads: Sequence[str], rows: list[list[str]]) -> Chart:
    said = [say(HEADS[head]) for head in heads]
    many = legend(plot) if len(plot.series) > 1 else []
    return Chart(name, plot.title, None if plot.empty else svg(plot), many, said, rows)


def _hold(holds: Sequence[Hold], span: Span) -> Chart:
    times = sorted({hold.at for hold in holds})
    games = sorted({hold.game for hold in holds})
    by_place = {(hold.at, hold.game): hold for hold in holds}

    def bar(at: int, game: str) -> Bar | None:
        hold = by_place.get((at, game))
        return None if hold is None else Bar(hold.part * 100, part(hold.part))

    series = tuple((game_name(game), tuple(bar(at, game) for at in times)) for game in games)
    groups = tuple(hour_or_day(at, span.step) for at in times)
    rows = [
        [
            hour_or_day(hold.at, span.step),
            game_name(hold.game),
            str(hold.rounds),
            amount(hold.stakes),
            amount(hold.paid),
            amount(hold.hold),
            part(hold.part),
        ]
        for hold in holds
    ]
    plot = Plot(say(HOLD), say(OF_THE_STAKES), groups, series)
    return _chart("hold", plot, ("time", "game", "rounds", "stakes", "paid", "hold", "part"), rows)


def _payouts(payouts: Sequence[Payout]) -> Chart:
    most = payouts[:_MOST]
    bars = tuple(Bar(Fraction(payout.paid, 100), amount(payout.paid)) for payout in most)
    plot = Plot(say(PAYOUTS), say(POINTS), tuple(payout.clause for payout in most), ((say(PAID), bars),))
    rows = [[one.clause, game_name(one.game), str(one.lines), amount(one.stake), amount(one.paid)] for one in payouts]
    return _chart("payouts", plot, ("clause", "game", "lines", "stakes", "paid"), rows)


def _findings(kinds: Sequence[FindingKind]) -> Chart:
    bars = tuple(Bar(Fraction(kind.raised), str(kind.raised)) for kind in kinds)
    plot = Plot(say(FINDINGS), say(TIMES), tuple(finding_title(kind.kind) for kind in kinds), ((say(RAISED), bars),))
    rows = [
        [
            finding_title(kind.kind),
            str(kind.raised),
            str(kind.waiting),
            "" if kind.mean_ms is None else say(_SECONDS, seconds=tenth(Fraction(kind.mean_ms, 1000))),
        ]
        for kind in kinds
    ]
    return _chart("findings", plot, ("finding", "raised", "waiting", "mean"), rows)


def _readings(readings: Sequence[Reading]) -> Chart:
    bars = tuple(Bar(reading.stood * 100, part(reading.stood)) for reading in readings)
    names = tuple(source_name(reading.source) for reading in readings)
    plot = Plot(say(READINGS), say(PER_CENT), names, ((say(STOOD), bars),))
    rows = [[source_name(one.source), str(one.cards), str(one.corrected), part(one.stood)] for one in readings]
    return _chart("readings", plot, ("source", "cards", "corrected", "stood"), rows)


def _paces(paces: Sequence[Pace], name: Callable[[str], str]) -> Chart:
    dealers = sorted({pace.dealer for pace in paces})
    games = sorted({pace.game for pace in paces})
    by_place = {(pace.dealer, pace.game): pace for pace in paces}

    def bar(dealer: str, game: str) -> Bar | None:
        pace = by_place.get((dealer, game))
        return None if pace is None else Bar(pace.an_hour, tenth(pace.an_hour))

    def named(dealer: str) -> str:
        return name(dealer) if dealer else say(_NOBODY)

    series = tuple((game_name(game), tuple(bar(dealer, game) for dealer in dealers)) for game in games)
    plot = Plot(say(PACES), say(ROUNDS), tuple(named(dealer) for dealer in dealers), series)
    rows = [[named(one.dealer), game_name(one.game), str(one.rounds), tenth(one.an_hour)] for one in paces]
    return _chart("paces", plot, ("dealer", "game", "rounds", "pace"), rows)
