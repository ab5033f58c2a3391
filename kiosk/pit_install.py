"""The pit's pages put into an application: those of one table, or those of many."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from flask import Flask

from kiosk import pit, pit_exports, pit_keys
from kiosk.desk import Desk
from kiosk.feed import Feed
from kiosk.people import People
from kiosk.pit_live import Live, Slots
from kiosk.pit_lone import LoneTable
from kiosk.pit_tables import Tables
from kiosk.visits import Visits

#: Where an application has its `LoneTable`, for whoever links the table to a pit.
LONE: Final = "lone_table"


def install(app: Flask, tables: Tables, people: People, visits: Visits, slots: Slots, beat: float) -> None:
    """The pages over `tables`; `slots` are the places for open streams, `beat` the seconds between signs of life."""

    def name(badge: str) -> str:
        """Who has the badge now, else the badge itself: the record outlives people."""
        person = people.find(badge)
        return badge if person is None else person.name

    live = Live(tables, slots, beat, name)
    app.register_blueprint(pit.pages(live, visits, name))
    app.register_blueprint(pit_exports.pages(tables))
    app.register_blueprint(pit_keys.pages(tables, people))


def install_lone(
    app: Flask,
    desk: Desk,
    feed: Feed,
    people: People,
    visits: Visits,
    clause: Callable[[str], str],
    beat: float,
    folder: Path | None,
) -> None:
    """The pages over the one table of a desk, recorded in `folder`, and what its dealer asks of the pit."""
    lone = LoneTable(desk, feed, clause, folder)
    app.extensions[LONE] = lone
    install(app, lone, people, visits, feed.slots, beat)
    app.register_blueprint(pit_keys.ask_pages(lone))
