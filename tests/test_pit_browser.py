"""The pit in a browser: two taps to the last ten rounds, a round step by step, search, agreement, statistics."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import kiosk.app
from dealer_assist import keys, root_code, sealing_key
from dealer_assist.folder import JOURNAL
from dealer_assist.pit.records import now_ms
from dealer_assist.sealing import Seals
from dealer_assist.verify import verify
from kiosk.people import People
from kiosk.pit_standing import PitStanding
from tests.kiosks import CHEAP, SHOE, Kiosk, enter
from tests.test_browser_layout import contrast
from tests.test_pit_pages import ROUND, TWO

CSS = (Path(kiosk.app.__file__).parent / "static" / "pit.css").read_text()


@pytest.fixture
def kiosk_(tmp_path: Path) -> Iterator[Kiosk]:
    with Kiosk(tmp_path, people=People.of(TWO, CHEAP)) as opened:
        yield opened


def test_from_the_tiles_to_a_round_in_two_taps_also_while_the_table_is_stopped(kiosk_: Kiosk, page: Page) -> None:
    for _ in range(3):
        kiosk_.deal(ROUND + "; paid")
    kiosk_.deal("bet 1 30; bet 2 50; 1 Ts")
    kiosk_.press(do="misdeal", what="lost")
    enter(page, kiosk_, "pit", badge="3001")
    tile = page.locator('.tile[data-table="Table 7"]')
    expect(tile.locator(".state")).to_have_text("Stopped")
    expect(tile.locator(".findings li")).to_contain_text("Misdeal: how does it go on?")
    tile.get_by_role("link").click()
    pieces = page.locator("#strip .piece")
    expect(pieces).to_have_count(4)
    expect(pieces.first).to_contain_text("runs")
    pieces.nth(1).click()
    expect(page.locator("h1")).to_have_text("Table 7: round 3")
    expect(page.locator("#timeline .event")).to_have_count(20)
    expect(page.locator("#strip .piece")).to_have_count(4)


def test_tiles_follow_the_table_and_their_findings_age(kiosk_: Kiosk, page: Page) -> None:
    kiosk_.deal("bet 1 30")
    enter(page, kiosk_, "pit", badge="2001")
    tile = page.locator(".tile")
    expect(tile.locator(".prompt")).to_have_text("Place bets, then seat 1: card")
    kiosk_.deal("bet 2 50; 1 Ts")
    expect(tile.locator(".prompt")).to_have_text("Seat 2: card")
    expect(tile.locator(".findings")).to_have_text("No open finding")
    expect(tile.locator(".called")).to_be_hidden()
    kiosk_.press(do="floor", called=True)
    expect(tile.locator(".called")).to_have_text("The floor has been called")
    kiosk_.press(do="misdeal", what="lost")
    expect(tile).to_have_class("tile stopped")
    expect(tile.locator(".state")).to_have_text("Stopped")
    expect(tile.locator(".age")).to_have_text(re.compile(r"^\d+ (s|min)$|^\d+ h \d+ min$"))
    expect(page.locator("#banner")).to_be_hidden()


def test_a_round_that_runs_goes_on_on_its_page_and_hides_what_lies_face_down(tmp_path: Path, page: Page) -> None:
    """Until two supervisors open it for themselves; the root that the table signs then covers that too."""
    seals, key = Seals(sealing_key.make(tmp_path / "table.seal", "Table 7")), keys.make(tmp_path / "table.pem")
    with Kiosk(tmp_path, SHOE, people=People.of(TWO, CHEAP), seals=seals, key=key) as kiosk_:
        kiosk_.plug()
        kiosk_.deal("bet 1 30; bet 2 50")
        kiosk_.shoe("Ts")
        enter(page, kiosk_, "pit/round", badge="2001")
        steps = page.locator("#timeline .event[data-step]")
        expect(steps).to_have_count(3)
        kiosk_.shoe("8s 6d 6c 7c Qc")
        expect(steps).to_have_count(8)
        last = steps.last
        expect(last.locator(".face.back")).to_have_attribute("aria-label", "A card face down")
        expect(last.locator(".amend")).to_have_count(0)
        last.get_by_role("button", name="Open this card").click()
        agreed = page.get_by_role("dialog", name="Look at what lies face down")
        agreed.get_by_label("Badge").fill("2002")
        agreed.get_by_label("PIN").fill("5791")
        agreed.get_by_role("button", name="Open it").click()
        opened = page.get_by_role("dialog", name="What was opened")
        expect(opened.get_by_role("listitem")).to_have_text("Q♣ to dealer")
        opened.get_by_role("button", name="Close").click()
        expect(agreed).to_be_hidden()
        expect(page.locator("body")).not_to_contain_text("Q♣")
        page.goto(f"{kiosk_.url}pit/table")
        page.get_by_role("button", name="Make a root now").click()
        code = page.locator("#root .code")
        expect(code).to_have_text(re.compile(r"^(\w{4}-){5}\w{4}$"))
        expect(page.get_by_role("img", name="The root as a QR code")).to_be_visible()
        assert verify(tmp_path / JOURNAL, root_code.read(code.inner_text())).fault is None


def test_an_amendment_is_agreed_to_by_a_second_person(kiosk_: Kiosk, page: Page) -> None:
    kiosk_.deal("bet 1 30; bet 2 50; 1 Ts; 2 8s; dealer 6d")
    enter(page, kiosk_, "pit/round", badge="2001")
    page.locator('.event[data-step="3"] .amend').click()
    dialog = page.locator("#amend")
    dialog.get_by_label("Rank").select_option("5")
    dialog.get_by_label("Suit").select_option("c")
    dialog.get_by_label("Badge").fill("2001")
    dialog.get_by_label("PIN").fill("802468")
    dialog.get_by_role("button", name="Amend").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Whoever proposes can't approve it too")
    expect(dialog.get_by_label("PIN")).to_have_value("")
    dialog.get_by_label("Badge").fill("2002")
    dialog.get_by_label("PIN").fill("5791")
    dialog.get_by_role("button", name="Amend").click()
    expect(dialog).to_be_hidden()
    changed = page.locator('.event[data-step="3"] .change')
    expect(changed).to_contain_text("8♠ to seat 2, corrected to: 5♣ to seat 2")
    expect(changed).to_contain_text("Marja · agreed by Sanna")
    # Beside the step that it replaces, not under it.
    step, beside = page.locator('.event[data-step="3"] .what').bounding_box(), changed.bounding_box()
    assert step is not None
    assert beside is not None
    assert beside["x"] >= step["x"] + step["width"]
    lines = page.locator('.event[data-step="3"] .lines')
    expect(lines.locator(".minus")).to_contain_text("taken back: seat 2, war, win")
    expect(lines.locator(".plus")).to_contain_text("seat 2, war, lose")
    # What comes while the dialog is open, as the amendment itself may, is shown once it is closed.
    page.locator('.event[data-step="3"] .amend').click()
    kiosk_.deal("1 6c")
    page.wait_for_timeout(700)
    expect(page.locator('.event[data-step="5"]')).to_have_count(0)
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.locator('.event[data-step="5"]')).to_contain_text("to seat 1")


def test_a_remedy_is_agreed_to_from_the_pit_when_the_dealer_asks(kiosk_: Kiosk, page: Page, chromium: Browser) -> None:
    kiosk_.deal("bet 1 30; bet 2 50; 1 Ts; 2 8s")
    kiosk_.press(do="misdeal", what="lost")
    enter(page, kiosk_, "dealer", badge="1001")
    page.locator("#acts .act", has_text="A supervisor has to agree.").first.click()
    page.get_by_role("button", name="Ask the pit").click()
    expect(page.locator("#answer")).to_contain_text("The pit has been asked")
    # That a pit elsewhere can't be reached is said beside the devices, and only then.
    link = page.locator("#pit-away")
    expect(link).to_be_hidden()
    kiosk_.desk.pit = lambda: PitStanding("away", 12, now_ms() - 200_000, 1)
    expect(link).to_contain_text("12 records behind, 3 min")
    expect(link).to_have_attribute("title", re.compile("works on by itself.* 1 question of yours waits there"))
    kiosk_.desk.pit = lambda: PitStanding("following", 0, now_ms(), 1)
    expect(link).to_be_hidden()
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    pit = context.new_page()
    enter(pit, kiosk_, "pit", badge="2001")
    expect(pit.locator("#waiting li")).to_contain_text("Aino")
    pit.locator("#waiting").get_by_role("button", name="Agree").click()
    dialog = pit.locator("#agree")
    dialog.get_by_label("Badge").fill("2001")
    dialog.get_by_label("PIN").fill("802468")
    dialog.get_by_role("button", name="Agree").click()
    expect(dialog).to_be_hidden()
    expect(pit.locator("#waiting")).to_be_hidden()
    expect(page.locator("#band")).not_to_have_class(re.compile("stop"))
    answer = next(record for record in kiosk_.desk.session.journal.records() if record.kind == "answer")
    assert (answer.who, answer.approver) == ("1001", "2001")
    context.close()


def test_a_finding_is_answered_from_the_pit(tmp_path: Path, page: Page) -> None:
    with Kiosk(tmp_path, SHOE, people=People.of(TWO, CHEAP)) as kiosk_:
        kiosk_.plug()
        kiosk_.deal("bet 1 30; bet 2 50")
        kiosk_.shoe("Ts")
        kiosk_.plug(up=False)
        enter(page, kiosk_, "pit/table", badge="2001")
        expect(page.locator("section.stopped h2")).to_have_text("Shoe lost")
        page.get_by_role("button", name="Go on").click()
        expect(page.locator("section.stopped")).to_have_count(0)
        expect(page.locator(".tile .state")).to_have_text("Playing")
        assert list(kiosk_.desk.session.journal.records())[-1].who == "2001"


def test_search_and_more_by_keyboard_alone(kiosk_: Kiosk, page: Page) -> None:
    kiosk_.deal(ROUND + "; paid; " + ROUND + "; paid")
    enter(page, kiosk_, "pit", badge="3001")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("To what this page shows")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Search")
    page.keyboard.press("Enter")
    page.get_by_label("Card, as As or Jk").focus()
    page.keyboard.type("Ts")
    page.get_by_label("Seat or account").focus()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(2)
    with page.expect_download() as asked:
        page.get_by_role("link", name="CSV").click()
    exported = Path(asked.value.path()).read_text().splitlines()
    assert len(exported) == 3
    rows.first.get_by_role("link").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Table 7: round 2")


def test_statistics_show_every_figure_as_a_plot_and_as_a_number(kiosk_: Kiosk, page: Page) -> None:
    kiosk_.deal(ROUND + "; paid; " + ROUND + "; paid")
    enter(page, kiosk_, "pit/statistics?days=365", badge="3001")
    expect(page.locator("#hold td").last).to_have_text("8.3 %")
    assert "8.3 %" in (page.locator("#hold .bar title").first.text_content() or "")
    expect(page.locator("#payouts tbody tr")).to_have_count(3)
    expect(page.locator("#payouts .bar")).to_have_count(3)
    expect(page.locator("#readings td").first).to_have_text("30")
    expect(page.locator("#findings p")).to_have_text("Nothing of this in that time.")
    high = page.locator("#payouts .bar rect:not(.over)").first.bounding_box()
    assert high is not None
    assert high["height"] > 20


def test_a_film_is_looked_through_beside_the_steps(tmp_path: Path, page: Page) -> None:
    """The sample's own recording, whose film and tapes are real."""
    sample = Path(kiosk.app.__file__).parent / "sample"
    for name in ("journal.sqlite", "journal.sqlite.mark", "shoe.tape", "camera.tape", "keys.tape", "film.mkv"):
        shutil.copyfile(sample / name, tmp_path / name)
    with Kiosk(tmp_path, SHOE, chips=(1000, 600, 800, 450), name="Sample table") as kiosk_:
        enter(page, kiosk_, "pit/round?round=2", badge="3001")
        picture = page.locator("#picture")
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("(image) => image.naturalWidth") > 300
        first = picture.get_attribute("src")
        step = page.locator('.event[data-step="8"]')
        step.get_by_role("button", name="Picture").click()
        expect(step).to_have_class(re.compile("shown"))
        assert picture.get_attribute("src") != first
        expect(picture).to_have_js_property("complete", True)
        scrub = page.get_by_label("Moment of the round")
        before = scrub.input_value()
        scrub.focus()
        page.keyboard.press("ArrowRight")
        assert int(scrub.input_value()) == int(before) + 1
        step.locator("summary").click()
        expect(step.locator(".raw code").first).to_have_text(re.compile("^([0-9a-f]{2} ?)+$"))
        page.goto(kiosk_.url + "pit/table")
        live = page.locator("#live-picture")
        expect(live).to_have_js_property("naturalWidth", 640)
        old = live.get_attribute("src")
        expect(live).not_to_have_attribute("src", old or "")


def colour(name: str) -> tuple[int, int, int]:
    found = re.search(rf"--{name}: #([0-9a-f]{{6}});", CSS)
    assert found is not None, name
    red, green, blue = bytes.fromhex(found[1])
    return red, green, blue


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((ink, ground) for ink in ("text", "dim", "accent") for ground in ("ground", "surface", "raised")),
        *((ink, ground) for ink in ("dim", "stop", "text") for ground in ("stop-ground", "warn-ground", "run-ground")),
        ("run", "surface"),
        ("warn", "warn-ground"),
        ("on-accent", "accent"),
        ("on-accent", "stop"),
        *((suit, "surface") for suit in ("spade", "heart", "diamond", "club", "joker", "pay", "take")),
    ],
)
def test_words_can_be_read(ink: str, ground: str) -> None:
    assert contrast(colour(ink), colour(ground)) >= 4.5
