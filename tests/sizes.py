"""A page at each size it is made for, one after another, and what axe says of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.visitor import SIZES

_OUTSIDE: Final = """([which, around]) => [...document.querySelectorAll(which)]
    .filter((each) => each.checkVisibility() && !each.closest("dialog"))
    .filter((each) => {
        const box = each.getBoundingClientRect();
        const home = (each.closest(around) ?? document.documentElement).getBoundingClientRect();
        return box.right > home.right + 1 || box.left < home.left - 1;
    }).map((each) => each.className || each.outerHTML)"""


def each_size(page: Page) -> Iterator[tuple[int, int]]:
    """The page at every size; afterwards it has the size that it had."""
    before = page.viewport_size
    assert before is not None
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        # A frame later what a script measures anew is drawn.
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        yield width, height
    page.set_viewport_size(before)


def without_fault(page: Page) -> None:
    """No fault that axe finds, at the size that the page has now."""
    found = Axe().run(page).response
    assert found["passes"]
    assert [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in found["violations"]] == []


def outside(page: Page, which: str, home: str) -> list[str]:
    """Classes of those of `which` that are wider than the nearest `home` around them, or than the page."""
    found: list[str] = page.evaluate(_OUTSIDE, [which, home])
    return found


def within(page: Page, width: int) -> None:
    """Nothing runs out of the page at its side."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
