"""Every page of the kiosk in the moments that matter, one after another: what is measured, read and photographed.

`scenes(folder)` opens a table of each game, brings it from moment to moment, and yields each moment with the path and
the person to open it as. Pages that no moment names are found by walking the program's routes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import BrowserContext, Page, expect

from dealer_assist.market import OrderIn
from kiosk.access import ROUTES
from kiosk.people import People
from tests.clauses.exchange import steps
from tests.kiosks import CHEAP, PEOPLE, Browser, Kiosk

BADGES: Final = {person.role: person.badge for person, _ in reversed(PEOPLE)}
SIZES: Final = ((1280, 800), (1920, 1080), (390, 844))
ORDERS: Final = (
    "A back player1 3.5 100; A back player1 3.6 20; B lay player1 3.4 40; B lay player1 3.3 10; A back five_cards 26 10"
)
#: Answers that are no page: streams, files, what a script asks for, the way back from a form.
NO_PAGES: Final = (
    *("/events", "/now", "/static", "/health", "/metrics"),
    *("/export", "/report", "/frame", "/picture", "/markers", "/root"),
)


class Scene(NamedTuple):
    """A moment of `kiosk`: `path` opened as `who` (a role, `display`, `terminal`, or nobody), then `then(page)`."""

    name: str
    kiosk: Kiosk
    path: str
    who: str = "dealer"
    then: Callable[[Page], object] = lambda page: None


def opened(scene: Scene, context: BrowserContext, language: str = "en") -> Page:
    """The scene's page, in that language."""
    browser, kiosk = Browser(scene.kiosk.url), scene.kiosk
    context.clear_cookies()
    if scene.who == "terminal":
        cookie = browser.enter(kiosk, "A").cookie
    else:
        cookie = browser.open(BADGES[scene.who]).cookie if scene.who in BADGES else ""
    if cookie:
        name, _, value = cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": kiosk.url}])
    for name in ("language", "language-display", "language-terminal"):
        context.add_cookies([{"name": name, "value": language, "url": kiosk.url}])
    page = context.new_page()
    token = f"?token={kiosk.people.display}" if scene.who == "display" else ""
    page.goto(f"{kiosk.url.rstrip('/')}{scene.path}{token}")
    if page.locator("#prompt").count():
        expect(page.locator("#prompt")).not_to_have_text("")
    scene.then(page)
    return page


def scenes(folder: Path) -> Iterator[Scene]:
    """All of them, table by table."""
    for game in (coming_and_going, triple, omaha, exchange):
        with game(folder) as found:
            yield from found


@contextmanager
def coming_and_going(folder: Path) -> Iterator[Iterator[Scene]]:
    """Pages before and beside the game, and every page of the program that no other moment shows."""
    with (
        Kiosk(_new(folder, "entry"), sample=PEOPLE, clauses=None) as kiosk,
        Kiosk(_new(folder, "none"), people=People.of((), CHEAP)) as empty,
    ):
        yield iter(
            [
                Scene("sign_in", kiosk, "/sign-in", ""),
                Scene("set_up", empty, "/set-up", ""),
                Scene("terminal_enter", kiosk, "/terminal/enter", ""),
                Scene("error", kiosk, "/nowhere", "supervisor"),
                Scene("start", kiosk, "/", "supervisor"),
                *(
                    Scene(path.strip("/").replace("/", "_"), kiosk, path, who)
                    for path, who in pages(kiosk)
                    if path not in {"/sign-in", "/set-up", "/terminal/enter", "/", "/dealer", "/display", "/terminal"}
                ),
            ]
        )


def pages(kiosk: Kiosk) -> list[tuple[str, str]]:
    """Every route that is a page, with who may open it; the number of what it shows is 1."""
    found = []
    browsers = {role: Browser(kiosk.url).open(badge) for role, badge in BADGES.items()}
    for rule in sorted(kiosk.app.url_map.iter_rules(), key=lambda rule: rule.rule):
        allowed = ROUTES.get(rule.endpoint, frozenset())
        role = next((role for role in ("supervisor", "dealer", "auditor", "engineer") if role in allowed), None)
        if role is None or "GET" not in (rule.methods or ()) or any(part in rule.rule for part in NO_PAGES):
            continue
        path = kiosk.app.url_map.bind("").build(rule.endpoint, dict.fromkeys(rule.arguments, 1))
        status, headers, _ = browsers[role].ask("GET", path)
        if status == 200 and headers.get("Content-Type", "").startswith("text/html"):
            found.append((path, role))
    return found


@contextmanager
def triple(folder: Path) -> Iterator[Iterator[Scene]]:
    """A round of Triple at a table of five, with a stop in it."""
    with Kiosk(_new(folder, "triple"), chips=(12_400, 1000, 850, 3000, 90)) as kiosk:
        yield _triple(kiosk)


def _triple(kiosk: Kiosk) -> Iterator[Scene]:
    yield Scene("dealer_triple_bets", kiosk, "/dealer")
    kiosk.deal("bet 1 300; bet 2 30; bet 3 50; bet 4 40; bet 5 all; 1 Ah; 2 9s; 3 4d; 4 Jk; 5 5c; dealer 9c")
    yield Scene("dealer_triple_war", kiosk, "/dealer")
    kiosk.deal("2 go_to_war; 1 As; 2 5d; 3 2c; 4 7h; 5 Qd; dealer ??")
    yield Scene("dealer_triple_act", kiosk, "/dealer")
    yield Scene("display_triple_act", kiosk, "/display", "display")
    yield Scene("dealer_triple_help", kiosk, "/dealer", then=lambda page: page.locator("#help-open").click())
    yield Scene("dealer_triple_seats", kiosk, "/dealer", then=lambda page: page.locator("#seating").click())
    kiosk.press(do="floor", called=True)
    kiosk.press(do="pause")
    yield Scene("dealer_triple_pause", kiosk, "/dealer")
    yield Scene("display_triple_pause", kiosk, "/display", "display")
    kiosk.press(do="answer", finding=kiosk.view()["finding"]["number"], remedy="go_on")
    kiosk.press(do="misdeal", what="card", at_step=kiosk.view()["cards"][-2]["step"])
    yield Scene("dealer_triple_misdeal", kiosk, "/dealer")
    kiosk.press(do="answer", finding=kiosk.view()["finding"]["number"], remedy="no_misdeal")
    kiosk.deal("1 split; 1.1 Kd; 1.2 3c; 2 hit; 2 8d; 3 hit; 3 Th; 3 stand; 4 stand; 5 stand; turn 8c")
    for card in ("6d", "2s", "7d", "3d", "9d", "5h", "9h", "6h", "8h", "Jd", "Js"):
        if kiosk.view()["awaits"]["kind"] == "deal":
            kiosk.deal(f"{kiosk.view()['awaits']['to']} {card}")
    yield Scene("dealer_triple_over", kiosk, "/dealer")
    yield Scene("display_triple_over", kiosk, "/display", "display")


@contextmanager
def omaha(folder: Path) -> Iterator[Iterator[Scene]]:
    """A hand of Omaha dealt by hand."""
    with Kiosk(_new(folder, "omaha"), game="omaha", chips=(2000, 12_500, 3000, 800)) as kiosk:
        yield _omaha(kiosk)


def _omaha(kiosk: Kiosk) -> Iterator[Scene]:
    yield Scene("dealer_omaha_act", kiosk, "/dealer")
    while kiosk.view()["awaits"]["kind"] == "choice":
        offered = {offer["act"] for offer in kiosk.view()["offers"]}
        act = "call" if "call" in offered else "check"
        kiosk.press(do="step", step={"act": act, "seat": kiosk.view()["awaits"]["seat"]})
    for card in ("2s", "5d", "Kc"):
        kiosk.press(do="step", step={"card": card, "to": "board"})
    yield Scene("dealer_omaha_flop", kiosk, "/dealer")
    yield Scene("display_omaha_flop", kiosk, "/display", "display")


@contextmanager
def exchange(folder: Path) -> Iterator[Iterator[Scene]]:
    """A game of Exchange Blackjack with orders in its market."""
    with Kiosk(_new(folder, "exchange"), accounts={"A": "9999999.99", "B": "1000.00"}) as kiosk:
        yield _exchange(kiosk)


def _exchange(kiosk: Kiosk) -> Iterator[Scene]:
    play(kiosk, ORDERS)
    yield Scene("dealer_exchange_betting", kiosk, "/dealer")
    yield Scene("display_exchange_betting", kiosk, "/display", "display")
    yield Scene("terminal", kiosk, "/terminal", "terminal")
    yield Scene(
        "terminal_ticket", kiosk, "/terminal", "terminal", lambda page: page.locator("button.price").first.click()
    )
    yield Scene("fair", kiosk, "/pit/odds", "supervisor")
    yield Scene("dealer_exchange_accounts", kiosk, "/dealer", then=lambda page: page.locator("#seating").click())
    play(kiosk, "close; deal 2h Tc Td Ts 9h 2d 9s 7s Ks; close")
    yield Scene("dealer_exchange_cards", kiosk, "/dealer")
    yield Scene("display_exchange_cards", kiosk, "/display", "display")


def play(kiosk: Kiosk, text: str) -> None:
    """Steps of Exchange Blackjack in the notation of the clause tests."""
    for step in steps(text):
        if "order" in step:
            step.pop("order")
            kiosk.press(do="order", order=OrderIn(**step))
        else:
            kiosk.press(do="step", step=step)


def _new(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir()
    return made
