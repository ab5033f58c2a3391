"""What an audit found, as one HTML page that needs nothing beside it: figures, plots drawn here, and lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import islice
from pathlib import Path
from typing import Final

from dealer_assist.faults import Fault
from dealer_assist.money import short
from dealer_assist.pit.audit import Audited
from dealer_assist.pit.audit_report import Summary

#: Rows of a list; the tables beside the page have all.
_MOST_ROWS: Final = 200
_MOST_BARS: Final = 40
_WIDTH, _BAR, _LABEL, _VALUE = 900, 20, 220, 140

_STYLE: Final = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
code { overflow-wrap: anywhere; }
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: currentColor; } .gain { fill: #2a7; } .loss { fill: #c43; } .axis { stroke: #8888; }
.good { color: #2a7; } .bad { color: #c43; font-weight: 600; }
"""


def write(folder: Path, found: Iterable[Audited], sums: Summary) -> Path:
    """Write `summary.html` into the audit's folder. Raises `Fault`."""
    path = folder / "summary.html"
    try:
        path.write_text("\n".join(_page(found, sums)), encoding="utf-8")
    except OSError as error:
        raise Fault(f"{path}: can't be written: {error.strerror}; make room there") from error
    return path


def _page(found: Iterable[Audited], sums: Summary) -> Iterator[str]:
    yield "<!doctype html><html lang=en><meta charset=utf-8>"
    yield "<meta name=viewport content='width=device-width, initial-scale=1'><title>Audit of an archive</title>"
    yield f"<style>{_STYLE}</style><h1>Audit of an archive</h1>"
    yield _figures(sums)
    by_day, by_table, by_clause, by_dealer, games = _by(sums)
    yield "<h2>Kept by the house, by day</h2>"
    yield bars(sorted(by_day.items())[-_MOST_BARS:], "Points kept by the house on each day")
    yield "<h2>Kept by the house, by table</h2>"
    yield bars(sorted(by_table.items()), "Points kept by the house at each table")
    yield "<h2>Rounds, by game</h2>"
    yield bars([(game, count * 100) for game, count in sorted(games.items())], "Rounds of each game")
    yield "<h2>Rounds, by dealer</h2>"
    yield bars([(dealer or "—", count * 100) for dealer, count in sorted(by_dealer.items())], "Rounds of each dealer")
    yield "<h2>Paid, by clause</h2>"
    yield bars(by_clause.most_common(_MOST_BARS), "Points paid by each clause")
    yield "<h2>Differences</h2>"
    yield _list(
        ("Session", "Round", "Record", "What"),
        (
            (f"{one.table}: {one.session}", each.round, each.record, f"{each.words} {_both(each.was, each.now)}")
            for one in found
            for each in one.different
        ),
        sums.differences,
        "differences.csv",
    )
    yield "<h2>Findings that nobody cleared</h2>"
    yield _list(
        ("Session", "Round", "Record", "What"),
        (
            (f"{one.table}: {one.session}", each.round, each.record, f"{each.kind}, {each.wall[:19]}")
            for one in found
            for each in one.uncleared
        ),
        sums.uncleared,
        "findings.csv",
    )


def _figures(sums: Summary) -> str:
    hold = sum(of["hold"] for of in sums.by_table.values())
    verdict = (
        "<p class=good>Every record is as today's rules give it.</p>"
        if not sums.differences
        else f"<p class=bad>{sums.differences} differences; the first of each session stand below.</p>"
    )
    return (
        f"<p>{sums.sessions} sessions, {sums.rounds} rounds, {sums.records} records. "
        f"The house kept {short(hold)} points. {sums.uncleared} findings were never cleared.</p>{verdict}"
    )


def _by(
    sums: Summary,
) -> tuple[Counter[str], Counter[str], Counter[str], Counter[str], Counter[str]]:
    by_day: Counter[str] = Counter()
    by_table: Counter[str] = Counter()
    by_dealer: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for (table, game, day, dealer), of in sums.by_table.items():
        by_day[day] += of["hold"]
        by_table[table] += of["hold"]
        by_dealer[dealer] += of["rounds"]
        games[game] += of["rounds"]
    by_clause: Counter[str] = Counter()
    for (_, game, _, _, clause), of in sums.by_clause.items():
        by_clause[f"{clause} ({game})"] += of["paid"]
    return by_day, by_table, by_clause, by_dealer, games


def bars(values: Sequence[tuple[str, int]], what: str) -> str:
    """Bars, one below another, as SVG: to the right of the axis what is kept, to the left what was lost; `values` are
    hundredths of a point."""
    if not values:
        return "<p>Nothing.</p>"
    most = max(1, *(abs(value) for _, value in values))
    signed = any(value < 0 for _, value in values)
    room = _WIDTH - _LABEL - _VALUE
    zero, unit = (_LABEL + room // 2, room // 2) if signed else (_LABEL, room)
    height = _BAR * len(values) + 8
    drawn = [f"<svg viewBox='0 0 {_WIDTH} {height}' role=img aria-label='{escape(what, quote=True)}'>"]
    for number, (label, value) in enumerate(values):
        top = 4 + number * _BAR
        long = abs(value) * unit // most
        left = zero if value >= 0 else zero - long
        kind = "gain" if value >= 0 else "loss"
        drawn.append(
            f"<text x={_LABEL - 8} y={top + 14} text-anchor=end>{escape(label)}</text>"
            f"<rect class={kind} x={left} y={top + 2} width={long} height={_BAR - 6} />"
            f"<text x={_WIDTH - _VALUE + 8} y={top + 14}>{short(value)}</text>"
        )
    drawn.append(f"<line class=axis x1={zero} x2={zero} y1=0 y2={height} /></svg>")
    return "".join(drawn)


def _both(was: str, now: str) -> str:
    return f"(recorded {was}; today {now})" if was or now else ""


def _list(heads: Sequence[str], rows: Iterable[Sequence[object]], count: int, file: str) -> str:
    shown = list(islice(rows, _MOST_ROWS))
    if not shown:
        return "<p>None.</p>"
    more = f"<p>{count} in all; {len(shown)} are shown, the others are in <code>{file}</code>.</p>"
    head = "".join(f"<th>{escape(word)}" for word in heads)
    body = "".join("<tr>" + "".join(_cell(value) for value in row) for row in shown)
    return f"{more}<table><tr>{head}{body}</table>"


def _cell(value: object) -> str:
    return f"<td class=n>{value}" if isinstance(value, int) else f"<td>{escape(str(value))}"
