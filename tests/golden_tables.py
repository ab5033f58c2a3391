"""The golden rounds (`tests/scripts/*_rounds.jsonl`) as tables: each with its seats or accounts and its options."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from dealer_assist import table_file
from dealer_assist.table_file import TableFile

JSON = dict[str, Any]
ROUNDS: Final = Path(__file__).parent / "scripts"


@lru_cache
def golden_scripts(game: str) -> list[JSON]:
    """The scripts of `triple`, `plo` or `exchange`, in order."""
    lines = (ROUNDS / f"{game}_rounds.jsonl").read_text().splitlines()
    return [json.loads(line)["script"] for line in lines]


def table_of(folder: Path, script: JSON) -> TableFile:
    """A table in `folder` whose first round begins as the script does; when somebody was seated is left out."""
    parties = "accounts" if "accounts" in script else "seats"
    held = [{name: party[name] for name in party if name != "seated_with"} for party in script[parties]]
    rows, options = ", ".join(map(_inline, held)), _inline(script.get("options", {}))
    path = folder / "table.toml"
    path.write_text(f'name = "Table"\ngame = "{script["game"]}"\n{parties} = [{rows}]\noptions = {options}\n')
    return table_file.load(path)


def _inline(values: JSON) -> str:
    """A TOML table on one line."""
    return "{ " + ", ".join(f"{name} = {json.dumps(value)}" for name, value in values.items()) + " }"
