"""What the folder of a recorded session holds beside its tapes and film, by name."""

from __future__ import annotations

from typing import Final

#: The record.
JOURNAL: Final = "journal.sqlite"
#: The table's file as it was when the session began.
TABLE: Final = "table.toml"
