"""Set-up in a real browser: the path from shoe to test deal, boxes dragged, tapped and moved by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from dealer_assist import house, table_file
from dealer_assist.cards import parse
from tests.kiosks import PINS, enter
from tests.pictures import Laid
from tests.setups import HEAD, SIZE, Fitted, pictures, scene


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Fitted]:
    with Fitted(tmp_path, shoe=True) as opened:
        pictures(tmp_path / "film", scene(Laid("Kh", 110, 85)))
        yield opened


def go(page: Page, step: str) -> None:
    """Follow the path to a step."""
    page.locator(".path").get_by_role("link", name=re.compile(step)).click()
    expect(page.locator("#step-title")).to_have_text(step)


def at(view: Locator, x: float, y: float) -> tuple[float, float]:
    """A place of the picture on the screen."""
    box = view.bounding_box()
    assert box is not None
    return box["x"] + x / SIZE[0] * box["width"], box["y"] + y / SIZE[1] * box["height"]


def tap(page: Page, *points: tuple[float, float]) -> None:
    for x, y in points:
        page.mouse.click(*at(page.locator("#over"), x, y))


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    over = page.locator("#over")
    page.mouse.move(*at(over, *start))
    page.mouse.down()
    page.mouse.move(*at(over, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    page.mouse.move(*at(over, *end))
    page.mouse.up()


def choose_camera(page: Page, kiosk: Fitted) -> None:
    go(page, "Camera")
    page.locator("#camera-form [name=source]").fill(str(kiosk.folder / "film"))
    page.get_by_role("button", name="Use this camera").click()
    expect(page.locator("#said")).to_contain_text("comes into force with the layout")
    expect(page.locator("#view")).to_have_js_property("naturalWidth", SIZE[0])


def test_the_path_from_the_shoe_to_a_layout_that_is_saved(kiosk: Fitted, page: Page) -> None:
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    enter(page, kiosk, "setup", "4001")
    expect(page.locator("#step-title")).to_have_text("Shoe")
    expect(page.locator("#shoe-state")).to_have_text("connected")
    expect(page.locator("#shoe-bytes")).to_contain_text(" 00")
    page.get_by_label("Protocol").select_option("ascii_line")
    page.get_by_label("Port").fill("/dev/none")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator("#why")).to_contain_text("there is no such port")
    page.get_by_role("button", name="This step is done").click()
    expect(page.locator(".path li").first).to_contain_text("done by Oskari")

    choose_camera(page, kiosk)
    go(page, "Layout")
    expect(page.locator("#faults li").first).to_contain_text("has no box yet")
    # A box by four taps, one dragged out of the picture and over its neighbour, put right by keys.
    page.locator("#boxes").get_by_role("button", name="Seat 1").click()
    tap(page, (20, 20), (200, 20), (200, 150), (20, 150))
    page.locator("#boxes").get_by_role("button", name="Seat 2").click()
    tap(page, (300, 20), (500, 20), (500, 150), (300, 150))
    page.locator("#boxes").get_by_role("button", name="Dealer").click()
    tap(page, (150, 200), (500, 200), (500, 340), (150, 340))
    expect(page.locator("#faults li")).to_have_count(0)
    drag(page, (300, 20), (190, 30))
    drag(page, (300, 150), (190, 140))
    expect(page.locator("#faults")).to_contain_text("Seat 1 and Seat 2 overlap")
    expect(page.locator(".box.bad")).to_have_count(2)
    page.get_by_role("button", name="Save the layout").click()
    expect(page.locator("#why")).to_contain_text("boxes seat1 and seat2 overlap")
    assert kiosk.path.read_text().startswith(HEAD)
    for corner in ("1", "4"):
        page.get_by_role("button", name=f"Seat 2, corner {corner}. Arrow keys move it.").focus()
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#faults li")).to_have_count(0)
    page.get_by_label("Read the cards that lie there").check()
    expect(page.locator("#reading")).to_contain_text("K♥: Seat 1")
    expect(page.locator(".card-seen")).not_to_have_count(0)

    taken_up_again_and_saved(kiosk, page)
    assert hosts == {kiosk.url.split("/")[2]}


def taken_up_again_and_saved(kiosk: Fitted, page: Page) -> None:
    """Set-up is left, taken up again where it was, and its layout saved; then the table starts anew."""
    page.goto(kiosk.url)
    page.get_by_role("link", name=re.compile("Set-up")).click()
    go(page, "Layout")
    expect(page.locator(".box")).to_have_count(3)
    page.get_by_role("button", name="Save the layout").click()
    expect(page.locator("#said")).to_contain_text("Saved. The file before it is kept as table.toml.")
    file = table_file.load(kiosk.path)
    assert file.layout is not None
    assert set(file.layout.boxes) == {"seat1", "seat2", "dealer"}
    (x, y), *_ = file.layout.boxes["seat2"]
    assert abs(x - 210) < 3
    assert abs(y - 30) < 3
    expect(page.locator("#pending")).to_be_visible()
    page.get_by_role("button", name="Start the table anew").click()
    assert kiosk.started_anew == 0
    page.get_by_role("button", name="Start anew: tap again").click()
    expect(page.locator("#said")).to_contain_text("The table starts anew")
    assert kiosk.started_anew == 1


def test_a_corner_by_touch_and_the_felt_by_four_taps(kiosk: Fitted, page: Page) -> None:
    enter(page, kiosk, "setup", "4001")
    choose_camera(page, kiosk)
    go(page, "Layout")
    page.get_by_role("button", name="Tap the felt's corners").click()
    tap(page, (60, 20), (580, 20), (620, 340), (20, 340))
    expect(page.locator(".box")).to_have_count(5)
    expect(page.locator("#faults li")).to_have_count(0)
    corner = page.locator('[data-handle="dealer/0"] .corner')
    before = float(corner.get_attribute("cx") or 0), float(corner.get_attribute("cy") or 0)
    box = corner.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x - 20, "y": y}]),
        ("touchMove", [{"x": x - 40, "y": y}]),
        ("touchEnd", []),
    ):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(corner).not_to_have_attribute("cx", str(before[0]))
    moved = float(corner.get_attribute("cx") or 0), float(corner.get_attribute("cy") or 0)
    assert moved[0] < before[0] - 10
    assert abs(moved[1] - before[1]) < 3
    page.get_by_label("Show the felt from straight above").check()
    expect(page.locator("#view")).to_have_js_property("naturalWidth", 1280)


def test_the_house_by_two_people_and_a_person_locked_out(kiosk: Fitted, page: Page) -> None:
    ours = kiosk.folder / "ours.toml"
    ours.write_text(house.built_in("triple").read_text().replace("name = ", "name = 'Ours'  # ", 1))
    enter(page, kiosk, "setup?step=house", "2001")
    expect(page.locator(".clauses")).to_contain_text("T6.3")
    page.get_by_label("House file").select_option("ours.toml")
    page.get_by_role("button", name="Change the house").click()
    page.locator("#agree-badge").fill("2001")
    page.locator("#agree-pin").fill(PINS["2001"])
    page.get_by_role("button", name="Agree").click()
    expect(page.locator("#why")).to_contain_text("a second person")
    assert table_file.load(kiosk.path).house is None

    go(page, "People")
    row = page.locator('[data-badge="1001"]')
    row.get_by_role("button", name="Lock out").click()
    expect(row).to_contain_text("locked out")
    row.get_by_role("button", name="Let in again").click()
    expect(row).to_contain_text("may sign in")
    page.locator("#person-form [name=badge]").fill("1003")
    page.locator("#person-form [name=name]").fill("Sari")
    page.locator("#person-form [name=pin]").fill("975310")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator('[data-badge="1003"]')).to_contain_text("Sari")
    assert kiosk.people.sign_in("1003", "975310", "test").name == "Sari"


def test_a_test_deal_on_the_page_and_nothing_of_a_round(kiosk: Fitted, page: Page) -> None:
    assert kiosk.virtual is not None
    enter(page, kiosk, "setup?step=test", "4001")
    page.get_by_role("button", name="Begin a test deal").click()
    expect(page.get_by_role("button", name="End it")).to_be_enabled()
    for card in ("As", "Jk"):
        kiosk.virtual.deal(parse(card))
    expect(page.locator("#dealt li")).to_have_count(2)
    expect(page.locator("#dealt li").first).to_contain_text("The shoe said A♠")
    page.get_by_role("button", name="End it").click()
    expect(page.get_by_role("button", name="Begin a test deal")).to_be_enabled()
    kiosk.deal("bet 1 30; bet 2 20")
    kiosk.virtual.deal(parse("Kh"))
    expect(page.locator("#banner")).to_contain_text("A round is running")
    go(page, "Shoe")
    expect(page.locator("#banner")).to_contain_text("A round is running")
    expect(page.locator("#shoe-bytes")).to_have_text("")
