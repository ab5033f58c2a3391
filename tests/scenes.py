"""Every page of the kiosk in the moments that matter, one after another: what is measured, read and photographed.

`scenes(folder)` opens a table of each game, brings it from moment to moment, and yields each moment with the path and
the person to open it as. Pages that no moment names are found by walking the program's routes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

from dealer_assist.market import OrderIn
from kiosk.access import ROUTES
from kiosk.people import People
from kiosk.setup_words import STEPS
from tests.clauses.exchange import steps
from tests.kiosks import CHEAP, PEOPLE, Browser, Kiosk
from tests.pictures import Laid
from tests.scenes_pit import many, pit
from tests.setups import HEAD, LAYOUT, Fitted, pictures, scene
from tests.visitor import BADGES, Scene

ORDERS: Final = (
    "A back player1 3.5 100; A back player1 3.6 20; B lay player1 3.4 40; B lay player1 3.3 10; A back five_cards 26 10"
)
#: Answers that are no page: streams, files, what a script asks for, the way back from a form.
NO_PAGES: Final = (
    *("/events", "/now", "/static", "/health", "/metrics"),
    *("/export", "/report", "/frame", "/picture", "/markers", "/root"),
)


def scenes(folder: Path) -> Iterator[Scene]:
    """All of them, table by table."""
    for table in TABLES:
        with table(folder) as found:
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
    seat = kiosk.view()["awaits"]["seat"]
    kiosk.press(do="step", step={"act": "bet", "seat": seat, "to": 100})
    yield Scene("dealer_omaha_raise", kiosk, "/dealer", then=lambda page: page.locator("#acts .act").nth(2).click())
    kiosk.press(do="misdeal", what="lost")
    yield Scene("dealer_omaha_stop", kiosk, "/dealer")
    yield Scene("display_omaha_stop", kiosk, "/display", "display")
    kiosk.press(do="answer", finding=kiosk.view()["finding"]["number"], remedy="no_misdeal")
    cards = iter(("9h", "2c", "Js", "4h", "4s"))
    hands = {1: "Ah Ad 9c 8c", 2: "5s 5h Qs Qd", 3: "Kd Kh 7d 7h", 4: "Tc Td 6s 6h"}
    while kiosk.view()["awaits"]["kind"] != "over":
        awaits, stage = kiosk.view()["awaits"], kiosk.view()["state"]["stage"]
        if awaits["kind"] == "choice" and stage == "showdown":
            shown = [{"card": card, "to": awaits["seat"]} for card in hands[awaits["seat"]].split()]
            kiosk.press(do="steps", steps=(*shown, {"act": "open", "seat": awaits["seat"]}))
        elif awaits["kind"] == "choice":
            offered = {offer["act"] for offer in kiosk.view()["offers"]}
            kiosk.press(do="step", step={"act": "call" if "call" in offered else "check", "seat": awaits["seat"]})
        else:
            kiosk.press(do="step", step={"card": next(cards), "to": awaits["to"]})
    yield Scene("dealer_omaha_over", kiosk, "/dealer")
    yield Scene("display_omaha_over", kiosk, "/display", "display")
    kiosk.press(do="paid")
    yield Scene("recall_omaha", kiosk, "/recall?round=1")
    yield Scene("pit_round_omaha", kiosk, "/pit/round?round=1", "auditor")


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
    yield Scene(
        "fair", kiosk, "/pit/odds", "supervisor", lambda page: page.locator("td.fair").first.wait_for(timeout=20_000)
    )
    yield Scene("dealer_exchange_accounts", kiosk, "/dealer", then=lambda page: page.locator("#seating").click())
    play(kiosk, "close; deal 2h Tc Td Ts 9h 2d 9s 7s Ks; close")
    yield Scene("dealer_exchange_cards", kiosk, "/dealer")
    yield Scene("display_exchange_cards", kiosk, "/display", "display")
    cards = iter(("4d", "5c", "6h", "3c", "8d", "7h", "2s", "9c", "5d", "6c", "4s"))
    while (kind := kiosk.view()["awaits"]["kind"]) != "over":
        if kind == "orders":
            play(kiosk, "close")
        else:
            kiosk.press(do="step", step={"card": next(cards), "to": kiosk.view()["awaits"]["to"]})
    yield Scene("dealer_exchange_over", kiosk, "/dealer")
    yield Scene("display_exchange_over", kiosk, "/display", "display")
    yield Scene("terminal_over", kiosk, "/terminal", "terminal")
    kiosk.press(do="paid")
    yield Scene("recall_exchange", kiosk, "/recall?round=1")
    yield Scene("pit_round_exchange", kiosk, "/pit/round?round=1", "auditor")


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


@contextmanager
def setting_up(folder: Path) -> Iterator[Iterator[Scene]]:
    """Every step of set-up, of a table with a shoe and a camera."""
    made = _new(folder, "setup")
    pictures(made / "film", scene(Laid("Kh", 110, 85)))
    text = f'{HEAD}\n[camera]\nsource = "{made / "film"}"\n{LAYOUT}'
    with Fitted(made, text, shoe=True) as kiosk:
        yield (Scene(f"setup_{step}", kiosk, f"/setup?step={step}", "supervisor") for step in STEPS)


Table = Callable[[Path], AbstractContextManager[Iterator[Scene]]]
TABLES: Final[tuple[Table, ...]] = (coming_and_going, setting_up, triple, omaha, exchange, pit, many)
