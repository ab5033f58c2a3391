"""Scripts, styles and pictures of the pages, under a path that changes with them.

So a browser keeps them for good and asks for none again: a page opens in half the time, and after an update every page
asks for new ones, all of them of one version.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "static"
#: What a browser is told of them: a year, and not asked for anew when a page is loaded again.
KEPT: Final = "public, max-age=31536000, immutable"


@cache
def path() -> str:
    """`/static/` and twelve hexadecimal digits of what the files hold and are named."""
    seen = hashlib.sha256()
    for file in sorted(FOLDER.rglob("*.*")):
        seen.update(f"{file.relative_to(FOLDER).as_posix()}\0{file.stat().st_size}\0".encode())
        seen.update(file.read_bytes())
    return f"/static/{seen.hexdigest()[:12]}"
