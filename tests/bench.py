"""`make bench`: every figure in one table, each beside its peer and its aim, and the same as JSON.

`python -m tests.bench --only omaha --out omaha.json` measures a part. What `dealer-assist bench` knows is in it; more
comes from tests.peers, tests.readers and tests.paint, which run alone too. `--quote` puts the table of --out into the
README and measures nothing.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import msgspec

from dealer_assist.faults import Fault
from dealer_assist.pit import archive
from dealer_assist.pit.audit import audit
from kiosk import bench
from kiosk.figures import Aim, Measures, Row, again, printed, table
from tests import archives, paint, peers, readers

SCRIPTS: Final = Path(__file__).parent / "scripts"
README: Final = Path(__file__).parents[1] / "README.md"
#: Between these lines of a page the table is quoted.
MARKS: Final = ("<!-- figures -->\n", "<!-- end of figures -->\n")
#: Rounds of the archive that is audited, a third of each game.
ROUNDS: Final = 300


class _Golden(msgspec.Struct):
    script: msgspec.Raw


def settled() -> Iterator[Row]:
    """The golden rounds of each game."""
    for game, name, aim in (("Triple", "triple", Aim(1500)), ("Omaha", "plo", None), ("Exchange", "exchange", None)):
        lines = (SCRIPTS / f"{name}_rounds.jsonl").read_bytes().splitlines()
        texts = [bytes(msgspec.json.decode(line, type=_Golden).script) for line in lines]
        yield bench.paced(f"{game} rounds settled a second, the {len(texts)} golden ones (processor)", texts, aim)


def audited() -> Iterator[Row]:
    """An archive of all three games, made now, through today's rules again."""
    with tempfile.TemporaryDirectory() as name:
        archives.archive(Path(name), ROUNDS)
        units = archive.units([name])
        began = time.process_time()
        found = audit(units)
        took = time.process_time() - began
    if any(one.differences for one in found):
        raise AssertionError("an archive made now is audited otherwise")
    yield Row("rounds of an archive audited a second, all three games (processor)", ROUNDS / took, "rounds/s")


_OWN: Final = {name: work for name, work in bench.MEASURES.items() if name != "settle"}
#: The browser comes last: it keeps the processor warm for a while after it has gone.
MEASURES: Final[Measures] = {
    "omaha": peers.rows,
    "settle": settled,
    **_OWN,
    "readers": readers.rows,
    "audit": audited,
    "paint": paint.rows,
}


def quote(out: Path, page: Path = README) -> None:
    """Put the table of the JSON file `out` into `page`, between its marks. Raises `Fault`."""
    told = again(out)
    before, _, rest = page.read_text(encoding="utf-8").partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    text = f"{before}{MARKS[0]}{told.machine}:\n\n{table(told.rows)}\n{MARKS[1]}{after}"
    page.write_text(text, encoding="utf-8")


@click.command(help=__doc__)
@click.option("--only", multiple=True, type=click.Choice(list(MEASURES)), help="One kind of figure; repeatable.")
@click.option("--out", default=Path("bench.json"), show_default=True, type=click.Path(path_type=Path))
@click.option("--quote", "quotes", is_flag=True, help="Put the table of --out into README.md; measure nothing.")
def main(only: tuple[str, ...], out: Path, quotes: bool) -> None:
    """Measure and print."""
    try:
        if quotes:
            quote(out)
        else:
            printed(MEASURES, only, out)
    except Fault as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main()
