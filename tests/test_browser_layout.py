"""How the pages look, as far as it can be measured: sizes, contrast, stillness, nothing from elsewhere."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import kiosk.app
from kiosk import static_files
from tests.kiosks import SHOE, Kiosk, enter
from tests.sizes import each_size, outside, within
from tests.test_browser_round import prompt

CSS = (Path(kiosk.app.__file__).parent / "static" / "kiosk.css").read_text()
ROUND = "bet 1 30; bet 2 30; bet 3 all; 1 Ah; 2 9s; 3 Jk; dealer 9c; 2 go_to_war; 1 As; 2 5d; 3 2c; dealer ??"


@pytest.mark.parametrize("seats", [3, 7])
def test_nothing_runs_out_of_the_page(tmp_path: Path, page: Page, seats: int) -> None:
    with Kiosk(tmp_path, chips=(100_000,) * seats) as kiosk:
        kiosk.deal(ROUND + "; 1 split; 1.1 Kd; 1.2 3c")
        for path in ("dealer", "display"):
            enter(page, kiosk, path)
            expect(page.locator(".slot")).to_have_count(10)
            for width, height in each_size(page):
                within(page, width)
                # Lines for which there is no room stand in a column out of sight.
                found = outside(page, ".slot, .lines li, .head, button", ".seat")
                assert [name for name in found if name in {"slot", "head", "slot landed"} or "act" in name] == []
                if width > 760:
                    assert page.evaluate("document.documentElement.scrollHeight") <= height


def large_and_apart(page: Page, more_than: int) -> None:
    """Buttons of at least 64 px, 12 px apart, and more of them than so many."""
    boxes = [box for button in page.locator("#acts button").all() if (box := button.bounding_box())]
    assert len(boxes) > more_than
    assert all(box["height"] >= 64 and box["width"] >= 64 for box in boxes)
    for one, other in product(boxes, boxes):
        if one is not other and one["y"] == other["y"] and one["x"] < other["x"]:
            assert other["x"] - one["x"] - one["width"] >= 11.9


@pytest.mark.parametrize("devices", ["", SHOE], ids=["by hand", "shoe"])
def test_buttons_for_money_are_large_and_apart(tmp_path: Path, page: Page, devices: str) -> None:
    with Kiosk(tmp_path, devices) as kiosk:
        enter(page, kiosk)
        prompt(page, "Seat 1: bet")
        for _ in each_size(page):
            large_and_apart(page, 8)


def test_nothing_moves_when_a_card_lands(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, chips=(1000, 1000, 1000)) as kiosk:
        enter(page, kiosk)
        kiosk.deal("bet 1 30; bet 2 30; bet 3 30; 1 Kh")
        expect(page.locator(".slot")).to_have_count(1)
        places = ".seat, .head, .seat .cards, .house, .house .cards, .band, #wrong"
        where = f"""[...document.querySelectorAll("{places}")]
            .map((each) => each.getBoundingClientRect()).map((box) => [box.x, box.y, box.width, box.height].join())"""
        before = page.evaluate(where)
        for count, step in enumerate(("2 9s", "3 4d", "dealer 5c", "1 8s", "2 7s", "3 2s", "dealer ??"), 2):
            kiosk.deal(step)
            expect(page.locator(".slot")).to_have_count(count)
            assert page.evaluate(where) == before, step


def test_a_finding_does_not_hide_the_seats(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, SHOE, chips=(1000,) * 5) as kiosk:
        enter(page, kiosk)
        kiosk.plug()
        kiosk.deal("bet 1 30; bet 2 30; bet 3 30")
        kiosk.shoe("Kd 9s 8c 7d 5h")
        kiosk.plug(up=False)
        prompt(page, "Shoe lost")
        house, band = page.locator("#house").bounding_box(), page.locator("#band").bounding_box()
        assert house is not None
        assert band is not None
        for seat in page.locator(".seat").all():
            box = seat.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= house["y"] + 1
        assert house["y"] + house["height"] <= band["y"]
        assert band["y"] + band["height"] <= 800


def test_nothing_comes_from_another_host(tmp_path: Path, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with Kiosk(tmp_path) as kiosk:
        for path in ("", "display", "dealer"):
            enter(page, kiosk, path)
        prompt(page, "Seat 1: bet")
        assert len(asked) > 10
        assert [url for url in asked if not url.startswith(kiosk.url)] == []


def test_no_motion_for_those_who_want_none(tmp_path: Path, chromium: Browser) -> None:
    with Kiosk(tmp_path) as kiosk:
        kiosk.deal("bet 1 30; 1 Kh")
        for motion, name in (("reduce", "none"), ("no-preference", "land")):
            context = chromium.new_context(reduced_motion=motion)
            page = context.new_page()
            enter(page, kiosk, "display")
            expect(page.locator(".landed")).to_have_css("animation-name", name)
            context.close()


def test_only_what_changed_is_read_out(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path) as kiosk:
        kiosk.deal("bet 1 30; bet 2 30; 1 Kh")
        enter(page, kiosk)
        live = page.locator("#live p")
        expect(live).to_have_text(["Seat 2: card"])
        kiosk.deal("2 4s")
        expect(live).to_have_text(["Dealer: card"])
        kiosk.deal("dealer 9c")
        expect(live).to_have_text(["Seat 1: War won, +30", "Seat 2: War lost, −30", "Seat 1: card"])


def test_every_card_has_a_face(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path) as kiosk:
        enter(page, kiosk)
        faces = page.evaluate(
            """async (file) => {
                const { cardFace } = await import(file);
                const cards = [..."23456789TJQKA"].flatMap((rank) => [..."shdc"].map((suit) => rank + suit));
                return [...cards, "Jk", "??"].map((card) => {
                    const face = cardFace(card);
                    return [card, face.getAttribute("aria-label"), face.textContent, face.outerHTML];
                });
            }""",
            f"{static_files.path()}/cards.js",
        )
    assert len({markup for *_, markup in faces}) == 54
    labels = {card: (label, text) for card, label, text, _ in faces}
    assert labels["Td"] == ("10♦", "10D")
    assert labels["Jk"] == ("Joker", "JOKER")
    assert labels["??"] == ("A card face down", "")


# Contrast, from the stylesheet's own colours


def colour(name: str) -> tuple[int, int, int]:
    found = re.search(rf"--{name}: #([0-9a-f]{{6}});", CSS)
    assert found is not None, name
    red, green, blue = bytes.fromhex(found[1])
    return red, green, blue


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """WCAG 2 contrast ratio."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(rgb: tuple[int, int, int]) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in (value / 255 for value in rgb)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


GROUNDS = ("ground", "felt", "felt-edge", "surface", "raised")


@pytest.mark.parametrize(("ink", "ground"), list(product(("text", "pay", "take", "accent"), GROUNDS)))
def test_figures_stand_out(ink: str, ground: str) -> None:
    assert contrast(colour(ink), colour(ground)) >= 7


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *product(("dim", "warn"), GROUNDS),
        *product(("spade", "heart", "diamond", "club", "joker", "back"), ("paper",)),
        ("on-accent", "accent"),
        ("on-accent", "warn"),
        ("on-stop", "stop"),
        ("stop-ink", "on-stop"),
    ],
)
def test_words_can_be_read(ink: str, ground: str) -> None:
    assert contrast(colour(ink), colour(ground)) >= 4.5


def test_no_colour_outside_the_variables() -> None:
    """A second theme changes the variables; a colour elsewhere would stay behind."""
    rules = CSS[CSS.index("*, *::before") :]
    assert set(re.findall(r"#[0-9a-f]{3,6}\b", rules)) <= {"#000"}


def test_only_the_sizes_of_the_scale() -> None:
    rules = CSS[CSS.index("*, *::before") :]
    assert {float(size) for size in re.findall(r"--s\d+: ([\d.]+)rem", CSS)} == {1, 1.25, 1.75, 2.5, 4}
    sizes = re.findall(r"font-size: ([^;]+);", re.sub(r"\.card[^{]*{[^}]*}", "", rules))
    assert [size for size in sizes if not size.startswith("var(--s") and size != "inherit"] == []
