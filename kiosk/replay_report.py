"""What a replay found, as a file: JSON for a program, one HTML page without script for a person."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from dealer_assist import __version__, new_file
from dealer_assist.faults import Fault
from dealer_assist.replay import Difference
from kiosk.replay_many import Played

KINDS: Final = (".html", ".json")
_STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem;max-width:80rem}table{border-collapse:collapse;width:100%}"
    "td,th{border:1px solid #888;padding:.25rem .5rem;text-align:left;vertical-align:top}"
    "code{font-size:13px;overflow-wrap:anywhere}.same{color:#0a5c2f}.other{color:#8a1414}"
)


def check(path: Path) -> None:
    """Raises `Fault` for a file that can't be written as a report."""
    if path.suffix not in KINDS:
        raise Fault(f"{path}: a report is a file {' or '.join(KINDS)}; name one with --report")
    new_file.check(path, "report")


def write(path: Path, played: Sequence[Played]) -> None:
    """Write the report to a new file. Raises `Fault`."""
    check(path)
    text = as_json(played) if path.suffix == ".json" else as_html(played)
    new_file.write(path, text.encode(), "report")


def as_json(played: Sequence[Played]) -> str:
    """`{"format": "replay/1", "version": …, "sessions": [{"folder", "depth", "records", "identical", …}]}`."""
    sessions = [{"identical": one.identical, **msgspec.to_builtins(one)} for one in played]
    made = {"format": "replay/1", "version": __version__, "sessions": sessions}
    return msgspec.json.format(msgspec.json.encode(made), indent=1).decode() + "\n"


def as_html(played: Sequence[Played]) -> str:
    """The same as a page."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Replay</title>'
        f"<style>{_STYLE}</style></head><body><h1>Replay</h1>\n<p>Made by dealer-assist {__version__}.</p>\n"
        + "\n".join(map(_session, played))
        + "\n</body></html>\n"
    )


def _session(one: Played) -> str:
    told = f"<h2>{html.escape(one.folder)}</h2>\n<p>Depth: {one.depth}. Records compared: {one.records}. "
    if one.refused:
        return f'{told}<strong class="other">Not played: {html.escape(one.refused)}</strong></p>'
    if one.identical:
        return f'{told}<strong class="same">Everything is as it was recorded.</strong></p>'
    others = [fault for fault in one.faults if fault not in set(map(str, one.differences))]
    return "\n".join(
        [
            f'{told}<strong class="other">Differences: {len(one.faults)}</strong></p>',
            *(f"<p>{html.escape(fault)}</p>" for fault in others),
            *_table(one.differences),
        ]
    )


def _table(differences: Sequence[Difference]) -> Iterator[str]:
    if not differences:
        return
    heads = ("Record", "Round", "What", "Where", "Recorded", "Played again")
    yield f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>"
    for one in differences:
        words = (str(one.number), str(one.round), one.words, one.where)
        cells = "".join(f"<td>{html.escape(word)}</td>" for word in words)
        sides = "".join(f"<td><code>{html.escape(side)}</code></td>" for side in (one.was, one.now))
        yield f"<tr>{cells}{sides}</tr>"
    yield "</table>"
