"""The report of an evaluation: tables for a terminal, and an HTML page with contact sheets beside it."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path

from dealer_assist.faults import Fault
from models.evaluation import Reading, lines
from models.scoring import rows_of
from models.sheets import of_outcomes, of_pictures, write_sheets
from models.tables import Rows, columns, confusion, reliability, reliability_rows
from models.wrong_labels import Correction

_STYLE = (
    "body{font:15px/1.45 sans-serif;margin:2em auto;max-width:1320px;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;margin:.6em 0 1.6em}td,th{border:1px solid #ccc;padding:.2em .6em;"
    "text-align:right}td:first-child,th:first-child{text-align:left}th{background:#eee}"
    "img{max-width:100%;border:1px solid #ccc;margin:.4em 0}"
)
_TELLS = (
    "right: named and there; wrong: named but not there; missed: there but not named; unsure: a card found but not "
    "named; exact: pictures with nothing wrong or missed. Sources trained on flatter."
)

Section = tuple[str, Rows]


def sections(readings: Sequence[Reading], mended: Sequence[Reading] = (), count: int = 0) -> list[Section]:
    """Every table with its title; `mended` are the readings with `count` wrong labels put right."""
    found = [each for reading in readings for each in reading.outcomes()]
    ranks, suits = confusion(found)
    tables: list[Section] = [("By source" + (", as labelled" if mended else ""), rows_of(lines(readings)))]
    if mended:
        tables.append((f"By source, {count} labels found wrong put right", rows_of(lines(mended))))
    return tables + [
        ("Ranks: what lay there (– is nothing) by what was said", ranks),
        ("Suits", suits),
        ("Reliability of the confidence of named cards", reliability_rows(reliability(found))),
    ]


def text(tables: Sequence[Section]) -> str:
    """The tables for a terminal."""
    return "\n\n".join(f"{title}\n{columns(rows, 2 if rows[0][0] == 'source' else 1)}" for title, rows in tables)


def write_report(
    folder: Path, tables: Sequence[Section], readings: Sequence[Reading], wrong: Sequence[tuple[Path, Correction]] = ()
) -> Path:
    """`folder`/index.html with every table and sheets of every card that was wrong or missed. Raises `Fault`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        bad, missed = of_outcomes(readings)
        labels = of_pictures([(path, f"was {' '.join(c.was)}", f"is {' '.join(c.cards)}") for path, c in wrong])
        sheets = [
            (f"Named wrongly ({len(bad)})", write_sheets(folder, "wrong", bad)),
            (f"Missed ({len(missed)})", write_sheets(folder, "missed", missed)),
            (f"Labels found wrong ({len(labels)})", write_sheets(folder, "labels", labels)),
        ]
        page = folder / "index.html"
        page.write_text(_page(tables, sheets), encoding="utf-8")
    except OSError as error:
        raise Fault(f"{folder}: {error.strerror or error}; name a folder that can be written") from None
    return page


def _page(tables: Sequence[Section], sheets: Sequence[tuple[str, list[str]]]) -> str:
    parts = [f"<!doctype html><html lang=en><meta charset=utf-8><title>Evaluation</title><style>{_STYLE}</style>"]
    parts.append(f"<h1>Evaluation</h1><p>{html.escape(_TELLS)}</p>")
    for title, rows in tables:
        head, *body = ("".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row)
                       for tag, row in zip(["th"] + ["td"] * len(rows), rows, strict=False))  # fmt: skip
        cells = "".join(f"<tr>{row}</tr>" for row in body)
        parts.append(f"<h2>{html.escape(title)}</h2><table><tr>{head}</tr>{cells}</table>")
    for title, names in sheets:
        parts.append(f"<h2>{html.escape(title)}</h2>")
        parts += [f'<img src="{html.escape(name)}" alt="{html.escape(title)}">' for name in names] or ["<p>none</p>"]
    return "\n".join(parts)
