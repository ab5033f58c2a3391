"""`dealer-assist export phh …` and `dealer-assist import phh …`: hand histories for other programs, and theirs here."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from dealer_assist import phh, phh_read, phh_write, recorded_rounds
from dealer_assist import script as scripts
from dealer_assist.command_line import house_option
from dealer_assist.faults import Fault

#: How a journal's file begins.
_JOURNAL: Final = b"SQLite format 3\0"

_FILES = click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))


@click.group()
def export() -> None:
    """Write rounds in the formats of other programs.

    \b
    Example: dealer-assist export phh hands.jsonl > hands.phhs
    """


@click.group("import")
def import_() -> None:
    """Read rounds that other programs wrote.

    \b
    Example: dealer-assist import phh hands.phhs | dealer-assist settle -
    """


@export.command("phh")
@_FILES
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="A folder: one file a hand, by its name.")
@house_option("house")
def export_phh(files: tuple[Path, ...], out: Path | None, house: Path | None) -> None:
    """Write Omaha hands as PHH, the hand history format that pokerkit reads.

    FILE is a round/1 script as JSON, or `.jsonl` with one script a line, `-` standard input, either way; or the
    journal.sqlite of a session, of which the rounds that are over are taken. Several hands go to one text under [1],
    [2] and so on. `finishing_stacks` are those after rake and after what the house adds; both are told in
    `_dealer_assist`. A hand that can't be written gives one line on standard error, the others are written, and the
    exit code is 2.

    \b
    Example: dealer-assist export phh round.json
             dealer-assist export phh hands.jsonl --out histories
    """
    hands: list[phh.Hand] = []
    faults: list[Fault] = []
    for source, text in _lines(files):
        try:
            hands.append(phh_write.hand(text, source, house))
        except Fault as fault:
            faults.append(fault)
    if out is not None:
        _write(hands, out)
    elif hands:
        sys.stdout.write(phh.dump(hands))
    _end(faults)


@import_.command("phh")
@_FILES
@click.option("--chip", default="1", show_default=True, metavar="AMOUNT", help="What one whole chip stands for.")
@house_option("house")
def import_phh(files: tuple[Path, ...], chip: str, house: Path | None) -> None:
    """Read pot-limit Omaha hands from PHH files and print one round/1 script a line.

    FILE is a `.phh` or `.phhs` file, `-` standard input. Hands are read by the world rule without rake, those that
    this program wrote by their own rule. A hand that the rules refuse, or of another game, gives one line on standard
    error, the others are printed, and the exit code is 2. Where a file's `finishing_stacks` are not what the rules
    give, a line on standard error says so.

    \b
    Example: dealer-assist import phh hand.phh | dealer-assist settle -
             dealer-assist import phh --chip 0.25 cash_game.phhs
    """
    worth = _chip(chip)
    faults: list[Fault] = []
    for file in files:
        for place, found in phh.load(_text(file), str(file), worth):
            try:
                if isinstance(found, Fault):
                    raise found
                _print(phh_read.script(found, place, worth, house), found, place, house)
            except Fault as fault:
                faults.append(fault)
    _end(faults)


def _print(round_script: dict[str, Any], hand: phh.Hand, place: str, house: Path | None) -> None:
    """The script on a line, and on standard error what it gives otherwise than the file says."""
    line = msgspec.json.encode(round_script)
    sys.stdout.write(line.decode() + "\n")
    seats = phh_read.seats(hand, house)
    if hand.seats is not None and seats != hand.seats:
        click.echo(f"{place}: seats {[*hand.seats]} are played as {[*seats]}: the table has no others", err=True)
    answer: Any = scripts.settle(line, house)
    if hand.finishing is None or not answer["complete"]:
        return
    stacks = dict(zip(seats, hand.finishing, strict=True))
    for entry in answer["seats"]:
        if entry["chips"] != stacks[entry["seat"]]:
            said = f"finishing_stacks has {stacks[entry['seat']]}"
            click.echo(f"{place}: seat {entry['seat']} ends with {entry['chips']} by the rules, {said}", err=True)


def _write(hands: list[phh.Hand], folder: Path) -> None:
    """One file a hand. Raises `Fault` before the first is written where two have one name."""
    names = [re.sub(r"[^\w.-]+", "_", hand.name).strip("._") or "hand" for hand in hands]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Fault(f"{folder}: two hands would be {twice}.phh: give the scripts ids of their own")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, hand in zip(names, hands, strict=True):
            (folder / f"{name}.phh").write_text(phh.dump([hand]), encoding="utf-8")
    except OSError as error:
        raise Fault(f"{error.filename or folder}: can't be written: {error.strerror}") from error


def _lines(files: tuple[Path, ...]) -> Iterator[tuple[str, str]]:
    """Each script with its place: the file, and the line or the round where it has several."""
    for file in files:
        if _is_journal(file):
            yield from _rounds(file)
            continue
        text = _text(file)
        if file.suffix == ".jsonl" or (str(file) == "-" and scripts.is_one_a_line(text.encode())):
            for number, line in enumerate(text.splitlines(), 1):
                if line.strip():
                    yield f"{file}: line {number}", line
        else:
            yield str(file), text


def _is_journal(file: Path) -> bool:
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        return opened.read(len(_JOURNAL)) == _JOURNAL


def _rounds(file: Path) -> Iterator[tuple[str, str]]:
    from dealer_assist.journal import recorded  # SQLAlchemy would slow down the start of every command

    with recorded(file) as journal:
        for script in recorded_rounds.scripts(journal.records()):
            yield f"{file}: round {script['id']}", msgspec.json.encode(script).decode()


def _text(file: Path) -> str:
    try:
        return (sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()).decode()
    except OSError as error:
        raise Fault(f"{file}: can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Fault(f"{file}: can't be read: no UTF-8 text (byte {error.start})") from error


def _chip(text: str) -> Decimal:
    try:
        chip = Decimal(text)
    except InvalidOperation:
        chip = Decimal(0)
    if not (chip.is_finite() and chip > 0):
        raise Fault(f"import phh: --chip {text!r}: write an amount above nothing, as 0.25")
    return chip


def _end(faults: list[Fault]) -> None:
    """Every fault on a line of its own, then exit 2 if there was one."""
    sys.stdout.flush()
    for fault in faults:
        click.echo(f"dealer-assist: {fault}", err=True)
    if faults:
        sys.exit(2)
