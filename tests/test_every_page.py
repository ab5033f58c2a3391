"""Every page in every moment of every game: accessible, light, quick, local, and uncut in three languages.

Each moment is looked at once in each language; at the first look, in English, everything about the page is asked.
`python -m tests.first_paint` prints the milliseconds and bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from kiosk.languages import LANGUAGES
from tests.first_paint import MOST_BYTES, MOST_MS, painted, weight
from tests.scenes import TABLES, Table
from tests.visitor import SIZES, Scene, Visitor

#: A busy machine paints late: a page may be six times as late as an empty one, in one of some loads.
LOADS = 6
TIMES_EMPTY = 6
#: What is cut: words wider than what they stand in. Lines of a seat may be: a touch on the seat shows them whole.
CUT = """() => {
    const wide = "button, a, label, legend, h1, h2, h3, th, td, dt, dd, summary, .prompt, .sentence, .tag, .door, .way,"
        + " .name, .stage, .called, .link, .verb, .mark, .bet, .note, .totals span, .accounts li, .tile";
    return [...document.querySelectorAll(wide)]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.textContent.trim())
        .filter((each) => !each.closest(".lines, .fresh, .quiet") && each.clientWidth > 0)
        .filter((each) => each.scrollWidth > each.clientWidth + 1)
        .map((each) => `${each.tagName}.${each.className}: ${each.textContent.trim().slice(0, 60)}`);
}"""
LINES = """() => {
    const prompt = document.querySelector(".band .prompt, .foot .prompt");
    if (!prompt || innerWidth <= 760) return 1;
    return Math.round(prompt.getBoundingClientRect().height / parseFloat(getComputedStyle(prompt).lineHeight));
}"""
#: What the first paint waits for.
BLOCKING = """() => performance.getEntriesByType("resource").filter((one) => one.renderBlockingStatus === "blocking")
    .map((one) => new URL(one.name).pathname)"""
#: What of a page is wrong at the size that it has now.
NARROW = f"""() => [({CUT})(), ({LINES})(), document.documentElement.scrollWidth]"""


@pytest.mark.timeout(900)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_pages_are_accessible_light_quick_from_here_and_uncut(table: Table, tmp_path: Path, chromium: Browser) -> None:
    faults: list[object] = []
    visitor = Visitor(chromium)
    with table(tmp_path) as scenes:
        for scene in scenes:
            for language in LANGUAGES:
                page = visitor.open(scene, language, anew=language == "en")
                assert page.locator("html").get_attribute("lang") == language
                faults += [(scene.name, language, *fault) for fault in _cut(page)]
                if language == "en":
                    faults += [(scene.name, fault) for fault in _faults(page, scene, visitor.asked)]
        visitor.close()
    assert not faults, "\n".join(map(str, faults))


def _faults(page: Page, scene: Scene, asked: list[str]) -> Iterator[object]:
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith("data:")}
    if elsewhere := hosts - {urlsplit(scene.kiosk.url).netloc}:
        yield "other hosts", elsewhere
    if (bytes_ := weight(page)) > MOST_BYTES:
        yield "weight", bytes_
    if scripts := [path for path in page.evaluate(BLOCKING) if not path.endswith(".css")]:
        yield "the first paint waits", scripts
    if scene.who != "display" and page.locator("a[hreflang]").count() != len(LANGUAGES):
        yield "no switch between the languages", ""
    found = Axe().run(page).response
    assert found["passes"]
    for fault in found["violations"]:
        yield fault["id"], [node["html"][:200] for node in fault["nodes"]]
    yield from _late(page)


def _late(page: Page) -> Iterator[tuple[str, float, float]]:
    """If each of some loads paints late, and late beside a page of one word right after it; `page` is left at that."""
    address, seen = page.url, []
    for load in range(LOADS):
        if load:
            page.goto(address)
        if (paint := painted(page)) <= MOST_MS:
            return
        page.goto("data:text/html,<p>word")
        if paint <= TIMES_EMPTY * (empty := painted(page)):
            return
        seen.append((paint, empty))
    yield "first paint", *min(seen)


def _cut(page: Page) -> Iterator[tuple[int, object]]:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        cut, lines, wide = page.evaluate(NARROW)
        yield from ((width, each) for each in cut)
        if lines > 1:
            yield width, "prompt of more than one line"
        if wide > width:
            yield width, "runs out of the page"
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
