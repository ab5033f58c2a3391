"""`python -m tests.first_paint`: each page's first contentful paint and its weight.

Milliseconds from the start of the navigation, the median of five loads with an empty cache on this machine's loopback,
and the bytes of everything that the page loads but its stream. Give a machine of its own to it.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.conftest import CHROMIUM, FLAGS
from tests.scenes import scenes
from tests.visitor import Visitor

MOST_BYTES: Final = 300_000
MOST_MS: Final = 300
LOADS: Final = 5
NEVER: Final = 1e9
PAINT: Final = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 1e9"""
WEIGHT: Final = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter((each) => !each.name.endsWith("/events"))
    .reduce((sum, each) => sum + each.encodedBodySize, 0)"""

#: What has no weight, since it was not loaded.
KEPT: Final = """() => performance.getEntriesByType("resource")
    .filter((each) => each.name.includes("/static/") && each.encodedBodySize === 0).map((each) => each.name)"""


def painted(page: Page) -> float:
    """When this load was painted first, in milliseconds, once it was."""
    for _ in range(200):
        if (paint := float(page.evaluate(PAINT))) < NEVER:
            return paint
        page.wait_for_timeout(50)
    return NEVER


def weight(page: Page) -> int:
    """The bytes of what the page has loaded, none of it kept from an earlier look."""
    kept = page.evaluate(KEPT)
    assert not kept, kept
    return int(page.evaluate(WEIGHT))


def main() -> None:
    """Print a line for each page in each moment, then the slowest and the heaviest."""
    if CHROMIUM is None:
        sys.exit("no chromium on this machine: install it (apt-get install chromium)")
    rows: list[tuple[str, float, int]] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        visitor = Visitor(browser)
        for scene in scenes(Path(folder)):
            times = [painted(page := visitor.open(scene)) for _ in range(LOADS)]
            rows.append((scene.name, statistics.median(times), weight(page)))
            print(f"{rows[-1][1]:8.0f} ms {rows[-1][2] / 1000:8.1f} kB  {scene.name}", flush=True)
        browser.close()
    slowest, heaviest = max(rows, key=lambda row: row[1]), max(rows, key=lambda row: row[2])
    print(f"{len(rows)} pages; the slowest is {slowest[0]}, {slowest[1]:.0f} ms (at most {MOST_MS}), ", end="")
    print(f"the heaviest {heaviest[0]}, {heaviest[2] / 1000:.1f} kB (at most {MOST_BYTES / 1000:.0f})")


if __name__ == "__main__":
    main()
