"""The web application of a pit of many tables, and the program that serves it."""

from __future__ import annotations

import logging
import sys
import threading
from pathlib import Path
from typing import Final

import click
import msgspec
from flask import Flask, render_template

from dealer_assist.faults import Fault
from dealer_assist.folder import JOURNAL
from dealer_assist.journal import recorded
from dealer_assist.pit import archive, asking
from dealer_assist.pit.following import Still, meet, send
from dealer_assist.pit.records import Store
from kiosk import access, guard, logs, people_file, sign_in
from kiosk.app import bare_app
from kiosk.ending import Ending
from kiosk.feed import BEAT, STREAMS
from kiosk.guard import token
from kiosk.people import People
from kiosk.pit_install import install
from kiosk.pit_many import ManyTables
from kiosk.pit_tables import Tables
from kiosk.server import Server, check_address
from kiosk.terminals import Terminals
from kiosk.visits import Visits

log = logging.getLogger(__name__)
#: Seconds between two looks at the people's file.
_PEOPLE_S: Final = 2.0


def create_pit(tables: Tables, people: People, visits: Visits, *, beat: float = BEAT) -> Flask:
    """The application over `tables`; `people` may sign in, `beat` is the seconds between two signs of life."""
    app = bare_app()
    guard.install(app)
    access.install(app, people, visits, Terminals())
    app.register_blueprint(sign_in.pages(people, visits, ()))
    install(app, tables, people, visits, threading.BoundedSemaphore(STREAMS), beat)
    # Pages that only a table has: whoever is sent there from here comes to the first page.
    app.url_build_error_handlers.append(lambda error, endpoint, values: "/")

    @app.get("/")
    def start() -> str:
        return render_template("start.html", token=token(), of_many=True)

    return app


def serve(url: str, people: Path, host: str, port: int) -> None:
    """Serve the pit over the database at `url` until the program is ended. Raises `Fault`."""
    logs.install(sys.stderr, logging.WARNING)
    check_address(host, port)
    doors = People(people)
    with Store(url) as store:
        store.try_room()
        tables = ManyTables(store, url)
        visits = Visits(doors)
        ended = Ending()
        ended.on_signals()
        tables.start()
        try:
            with Server(create_pit(tables, doors, visits), host, port) as server:
                click.echo(f"pit: {server.url}  (records from {store.where})")
                if doors.empty:
                    code = f"{doors.setup_code[:4]} {doors.setup_code[4:]}"
                    click.echo(f"nobody can sign in yet: open {server.url}set-up and give the set-up code {code}")
                while not ended.wait(_PEOPLE_S):
                    publish(store, people)
                visits.close()
        finally:
            tables.close()


def publish(store: Store, people: Path) -> None:
    """Give every table the people of the file, if there is one and it can be read."""
    try:
        file = people_file.load_if_there(people)
        if file.people:
            asking.publish_people(store, msgspec.json.encode(file.people).decode())
    except Fault as why:
        log.warning("the tables keep the people they have: %s", why)


def bring(url: str, folders: tuple[Path, ...]) -> int:
    """Bring recorded sessions into the database; how many records were new. Raises `Fault`."""
    count = 0
    with Store(url) as store:
        units = archive.units(map(str, folders))
        with click.progressbar(units, label="bringing", file=sys.stderr) as bar:
            for unit in bar:
                with recorded(Path(unit.where) / JOURNAL) as journal:
                    source = Still(journal)
                    if source.last == 0:
                        continue
                    shared = meet(source, store)
                    count += send(source, store, shared).last - shared.last
    return count
