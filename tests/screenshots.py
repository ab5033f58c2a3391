"""Pictures of every page in three languages at three sizes: `make screenshots`.

They go to docs/pictures, which is not kept; those of the README's tour are copied to docs and are. With a word, only
the moments whose name begins with it; with `tour`, only the README's.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import sync_playwright

from kiosk.languages import LANGUAGES
from tests.conftest import CHROMIUM, FLAGS
from tests.scenes import scenes
from tests.visitor import SIZES, Visitor

DOCS: Final = Path(__file__).parent.parent / "docs"
PICTURES: Final = DOCS / "pictures"
#: By scene, the pictures that the README shows.
TOUR: Final = {
    "dealer_triple_over": "dealer.png",
    "dealer_omaha_act": "omaha.png",
    "dealer_exchange_betting": "exchange.png",
    "dealer_triple_misdeal": "misdeal.png",
    "display_triple_over": "display.png",
    "many_tiles": "pit.png",
}


def main(only: str = "") -> None:
    """Take them."""
    if CHROMIUM is None:
        sys.exit("no chromium on this machine: install it (apt-get install chromium)")
    tour = only == "tour"
    languages, sizes = (["en"], SIZES[:1]) if tour else (list(LANGUAGES), SIZES)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        visitor = Visitor(browser)
        for scene in scenes(Path(folder)):
            if scene.name not in TOUR if tour else not scene.name.startswith(only):
                continue
            for language in languages:
                page = visitor.open(scene, language)
                for width, height in sizes:
                    page.set_viewport_size({"width": width, "height": height})
                    made = PICTURES / language / f"{width}x{height}" / f"{scene.name}.png"
                    made.parent.mkdir(parents=True, exist_ok=True)
                    page.screenshot(path=made)
            print(scene.name, flush=True)
        browser.close()
    for name, picture in TOUR.items():
        taken = PICTURES / "en" / "1280x800" / f"{name}.png"
        if taken.exists():
            Image.open(taken).convert("RGB").quantize(256).save(DOCS / picture, optimize=True)


if __name__ == "__main__":
    main(*sys.argv[1:2])
