"""`dealer-assist key`, `root`, `verify` and `backup`: the record as somebody outside the table sees it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import click

from dealer_assist.folder import JOURNAL, TABLE

File = click.Path(path_type=Path, dir_okay=False)
#: A journal by its file, or by the session's folder that it lies in.
Where = click.Path(path_type=Path)
#: Seconds of work after which a progress bar comes up.
_SOON: Final = 2.0


@click.group()
def key() -> None:
    """Make the key that signs a journal's roots, or show its public half.

    \b
    Example: dealer-assist key new /etc/dealer-assist/table-7.pem
             dealer-assist key show /etc/dealer-assist/table-7.pem > table-7.pub
    """


@key.command()
@click.argument("file", type=File)
def new(file: Path) -> None:
    """Make a new key in FILE, which only its owner can read, and say its public half.

    Keep FILE outside the session's folder, and the public half outside the house.

    \b
    Example: dealer-assist key new /etc/dealer-assist/table-7.pem > table-7.pub
    """
    from dealer_assist import keys

    made = keys.make(file)
    click.echo(f"{file}: a new key, for this machine only; its public half, to be kept elsewhere:", err=True)
    click.echo(made.public)


@key.command()
@click.argument("file", type=File)
def show(file: Path) -> None:
    """Say the public half of the key in FILE.

    \b
    Example: dealer-assist key show /etc/dealer-assist/table-7.pem
    """
    from dealer_assist import keys

    click.echo(keys.load(file).public)


@click.command()
@click.argument("journal", type=Where)
@click.option("--key", "key_file", type=File, help="The file of the key that signs; without it nothing is signed.")
@click.option("--out", type=File, help="Write the root into this new file, to be kept outside the house.")
@click.option("--qr", is_flag=True, help="Show the root as a QR code too.")
def root(journal: Path, key_file: Path | None, out: Path | None, qr: bool) -> None:
    """Say the code of a root of JOURNAL, to be written down outside the house.

    JOURNAL is the file, or the session's folder.
    Without --key it is the latest root in the journal: a table makes one itself when a shoe ends and when it closes,
    and at its screens a supervisor or an auditor may ask for one. With --key the journal is verified, its records are
    signed, and the root becomes a record of its own; while a table runs on the journal that is refused.

    \b
    Example: dealer-assist root sessions/2026-11-30T20-15 --out friday.root
             dealer-assist root sessions/2026-11-30T20-15 --key table-7.pem --qr
    """
    from dealer_assist import keys, new_file, rooting, witness

    journal = _file(journal)
    if out is not None:
        new_file.check(out, "root")
    if key_file is None:
        made = rooting.latest(journal)
    else:
        signer = keys.load(key_file)
        with _Bar(journal) as bar:
            made = rooting.on_demand(journal, key_file, signer, bar)
    if out is not None:
        witness.export(made, out)
    if qr:
        click.echo(witness.qr_text(made))
    click.echo(f"records {made.first} to {made.last} signed by {made.public}", err=True)
    click.echo(made.code)


@click.command()
@click.argument("journal", type=Where)
@click.option("--root", "root_text", metavar="CODE|FILE", help="A root that was kept outside: its code or its file.")
@click.option("--key", "key_text", metavar="PUBLIC", help="The public key, or a file with it, that must have signed.")
def verify(journal: Path, root_text: str | None, key_text: str | None) -> None:
    """Check every record of JOURNAL, offline. Exit 0 if all is whole, 1 with the first bad record, 2 if it can't be.

    JOURNAL is the file, or the session's folder; there its pictures are compared with their digests too.
    Without --root this finds what was altered or lost, but not a journal that its owner made anew as a whole: only
    a root that left the house before can tell that.

    \b
    Example: dealer-assist verify sessions/2026-11-30T20-15 --root 4T7K-0Q2M-9XWB-1CDE-FGH3-JKMN
    """
    from dealer_assist import keys, witness
    from dealer_assist.verify import verify as check

    journal = _file(journal)
    outside = None if root_text is None else witness.given(root_text)
    public = None if key_text is None else keys.public(key_text)
    with _Bar(journal) as bar:
        verdict = check(journal, outside, public, bar)
    if verdict.fault is not None:
        click.echo(f"{journal}: {verdict.fault}")
        sys.exit(1)
    click.echo(f"whole: {verdict.records} records, {verdict.roots} signed roots" + _by(verdict.keys))
    _pictures(journal)
    if outside is None:
        click.echo("nothing outside this folder was compared: give a root with --root", err=True)


@click.command()
@click.argument("session", type=click.Path(path_type=Path, file_okay=False))
@click.option("--to", "to", required=True, type=File, help="The new file to write; its mark comes beside it.")
def backup(session: Path, to: Path) -> None:
    """Copy the journal of the folder SESSION to a new file and verify the copy; a table may run meanwhile.

    Tapes and film are files that only grow: copy them with the folder. See docs/operations.md for restoring.

    \b
    Example: dealer-assist backup sessions/2026-11-30T20-15 --to /mnt/backup/table-7.sqlite
    """
    from dealer_assist import backup as backups

    journal = _file(session)
    with _Bar(journal) as bar:
        verdict = backups.backup(journal, to, bar)
    click.echo(f"{to}: whole, {verdict.records} records")


def _file(where: Path) -> Path:
    return where / JOURNAL if where.is_dir() else where


def _pictures(journal: Path) -> None:
    """Say what became of the pictures beside a journal in its session's folder; exit 1 if one is not as it was kept."""
    from dealer_assist import pruning

    if not (journal.parent / TABLE).is_file():
        return
    found = pruning.check(journal.parent)
    for fault in found.faults:
        click.echo(f"{journal.parent}: {fault}")
    if found.whole or found.pruned:
        pruned = f", {found.pruned} pruned (last on {found.last_pruned[:10]})" if found.pruned else ""
        click.echo(f"pictures: {found.whole} whole{pruned}")
    if found.faults:
        sys.exit(1)


def _by(keys: tuple[str, ...]) -> str:
    return "" if not keys else f", by key {' and '.join(keys)}"


class _Bar:
    """A progress bar that comes up only when the work takes its time."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._began = time.monotonic()
        self._done = 0
        self._advance: Callable[[int], None] | None = None
        self._close: Callable[[], None] = lambda: None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._close()

    def __call__(self, done: int) -> None:
        """So many records are done."""
        if self._advance is None:
            if time.monotonic() - self._began < _SOON:
                return
            self._show()
        if self._advance is not None:
            self._advance(done - self._done)
            self._done = done

    def _show(self) -> None:
        from dealer_assist.verify import count

        bar = click.progressbar(length=count(self._journal), label="verifying", file=sys.stderr)
        bar.__enter__()
        self._advance = bar.update
        self._close = bar.render_finish
