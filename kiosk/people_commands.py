"""`dealer-assist people`: who may sign in at the screens."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from argon2 import PasswordHasher

from dealer_assist.faults import Fault
from kiosk import people_file
from kiosk.people_file import ROLES, PeopleFile, Role

_FILE = click.option(
    "--file",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("people.toml"),
    show_default=True,
    help="The people file; `run --people` reads the same one.",
)
_STDIN = click.option("--pin-stdin", is_flag=True, help="Read the PIN from standard input, one line, and ask nothing.")


@click.group()
def people() -> None:
    """Say who may sign in at a table's screens.

    Everybody has a badge (1 to 12 digits), a role and a PIN (4 to 12 digits, kept as an argon2 hash):

    \b
      dealer      deals: the dealer's page
      supervisor  the same, and the second person who approves what another proposes
      auditor     looks and changes nothing
      engineer    devices and set-up, no money

    \b
    Example: dealer-assist people add 1001 "Aino Laine" --role dealer
             dealer-assist people add 2001 "Marja Salo" --role supervisor
             dealer-assist run table.toml

    A table that runs takes over changes by itself; whoever was removed is signed out.
    """


@people.command()
@click.argument("badge")
@click.argument("name")
@click.option("--role", type=click.Choice(ROLES), required=True, help="What they may do.")
@_FILE
@_STDIN
def add(badge: str, name: str, role: Role, path: Path, pin_stdin: bool) -> None:
    """Add a person; asks for the PIN twice.

    \b
    Example: dealer-assist people add 1001 "Aino Laine" --role dealer
    """
    person = people_file.checked_person(badge, name, role)
    # Before the PIN is asked for: a badge that is taken is said at once.
    taken = _load(path, new=True).find(badge)
    if taken is not None:
        raise Fault(f"{path}: badge {badge} is {taken.name}'s already ({taken.role}); remove it first, or give another")
    pin = _ask(pin_stdin)
    people_file.save(path, people_file.added(_load(path, new=True), person, pin, PasswordHasher()))
    click.echo(f"{path}: added {person.name}, badge {person.badge}, {person.role}")


@people.command(name="list")
@_FILE
def list_(path: Path) -> None:
    """Show everybody: badge, role, name. Never a PIN.

    \b
    Example: dealer-assist people list --file people.toml
    """
    for entry in sorted(_load(path).people, key=lambda entry: (ROLES.index(entry.role), entry.badge)):
        click.echo(f"{entry.badge:<12}  {entry.role:<10}  {entry.name}{'  (locked out)' if entry.locked else ''}")


@people.command()
@click.argument("badge")
@_FILE
def remove(badge: str, path: Path) -> None:
    """Remove a person; a table that runs signs them out.

    \b
    Example: dealer-assist people remove 1001
    """
    file = _load(path)
    gone = people_file.known(file, badge)
    people_file.save(path, people_file.removed(file, badge))
    click.echo(f"{path}: removed {gone.name}, badge {gone.badge}, {gone.role}")


@people.command()
@click.argument("badge")
@_FILE
@_STDIN
def pin(badge: str, path: Path, pin_stdin: bool) -> None:
    """Give a person another PIN; a table that runs signs them out.

    \b
    Example: dealer-assist people pin 1001
    """
    people_file.known(_load(path), badge)
    new = _ask(pin_stdin)
    people_file.save(path, people_file.with_pin(_load(path), badge, new, PasswordHasher()))
    click.echo(f"{path}: badge {badge} has another PIN")


@people.command()
@click.argument("badge")
@_FILE
def lock(badge: str, path: Path) -> None:
    """Lock a person out; a table that runs signs them out. They keep their badge and PIN.

    \b
    Example: dealer-assist people lock 1001
    """
    people_file.save(path, people_file.with_lock(_load(path), badge, True))
    click.echo(f"{path}: badge {badge} is locked out")


@people.command()
@click.argument("badge")
@_FILE
def unlock(badge: str, path: Path) -> None:
    """Let a person in again who was locked out.

    \b
    Example: dealer-assist people unlock 1001
    """
    people_file.save(path, people_file.with_lock(_load(path), badge, False))
    click.echo(f"{path}: badge {badge} may sign in")


def _load(path: Path, *, new: bool = False) -> PeopleFile:
    if not new and not path.exists():
        raise Fault(f"{path}: there is no such people file; `dealer-assist people add` makes one, --file names another")
    return people_file.load_if_there(path)


def _ask(from_stdin: bool) -> str:
    if from_stdin:
        return people_file.checked_pin(sys.stdin.readline().rstrip("\r\n"))
    first = people_file.checked_pin(click.prompt("PIN (4 to 12 digits, not shown)", hide_input=True, err=True))
    if click.prompt("The same again", hide_input=True, err=True) != first:
        raise Fault("PIN: the two are not the same; nothing was changed")
    return first
