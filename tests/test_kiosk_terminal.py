"""A terminal over the web: let in by the dealer's code, it sees and acts for its account and for nothing else."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from dealer_assist.market import OrderIn
from tests.clauses.exchange import PAT, TO_18, house_of, steps
from tests.kiosks import Browser, Kiosk, Stream

JSON = dict[str, Any]
NAMES = {"Aava": "1000.00", "Bo": "500.00"}


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    with Kiosk(tmp_path, accounts=NAMES) as opened:
        yield opened


def play(kiosk: Kiosk, text: str) -> None:
    """Steps in the notation of the clause tests, keyed by the dealer."""
    for step in steps(text):
        if "order" in step:
            step.pop("order")
            kiosk.press(do="order", order=OrderIn(**step))
        else:
            kiosk.press(do="step", step=step)


def ticket(text: str, seen: int, once: str = "0123456789abcdef") -> JSON:
    side, selection, odds, stake = text.split()
    return {
        "seen": seen,
        "once": once,
        "order": {"selection": selection, "side": side, "odds": odds, "stake": stake},
    }


def free(kiosk: Kiosk) -> dict[str, str]:
    return {row["account"]: row["free"] for row in kiosk.view()["state"]["accounts"]}


def test_the_dealer_gives_a_link_that_works_once(kiosk: Kiosk) -> None:
    dealer = Browser(kiosk.url).open()
    status, said = dealer.post("/dealer/terminal", {"account": "Aava", "do": "code"})
    assert status == 200
    assert said["link"] == f"{kiosk.url}terminal/enter?code={said['code']}"
    assert said["minutes"] == 10
    assert said["qr"]["path"].startswith("M0 0h1v1h-1z")
    player = Browser(kiosk.url)
    # Whatever looks at the link first uses nothing up.
    for _ in range(2):
        page = player.ask("GET", f"/terminal/enter?code={said['code']}")[2].decode()
        assert f'value="{said["code"]}"' in page
    player.load("/terminal/enter")
    status, headers, _ = player.form("/terminal/enter", code=said["code"])
    assert (status, headers["Location"]) == (303, "/terminal")
    assert "Aava" in player.ask("GET", "/terminal")[2].decode()
    other = Browser(kiosk.url).load("/terminal/enter")
    status, _, page = other.form("/terminal/enter", code=said["code"])
    assert status == 422
    assert "This code is not good, or no longer." in page


def test_a_code_for_nobody(kiosk: Kiosk) -> None:
    status, said = Browser(kiosk.url).open().post("/dealer/terminal", {"account": "Nobody", "do": "code"})
    assert (status, said["why"]) == (422, "There is no such account in this game.")


def test_wrong_codes_have_to_wait(kiosk: Kiosk) -> None:
    player = Browser(kiosk.url).load("/terminal/enter")
    for _ in range(5):
        status, headers, page = player.form("/terminal/enter", code="12345x")
    assert (status, headers["Retry-After"]) == (429, "30")
    assert "Too many wrong tries. Wait 30 s, then try again." in page


def test_entering_needs_the_token_and_our_own_page(kiosk: Kiosk) -> None:
    code = kiosk.terminals.code("Aava").code
    player = Browser(kiosk.url).load("/terminal/enter")
    assert player.form("/terminal/enter", {"Origin": "http://evil.example"}, code=code)[0] == 403
    assert player.form("/terminal/enter", token="guess", code=code)[0] == 403
    assert player.form("/terminal/enter", code=code)[0] == 303, "and used nothing up"


def test_who_becomes_a_terminal_is_no_dealer_any_more(kiosk: Kiosk) -> None:
    browser = Browser(kiosk.url).open()
    cookie = browser.cookie
    browser.enter(kiosk, "Aava")
    assert browser.ask("GET", "/dealer")[0] == 303
    assert browser.ask("GET", "/dealer", Cookie=cookie)[0] == 303, "nor is whoever kept the cookie"
    assert browser.ask("GET", "/terminal")[0] == 200


def test_an_order_is_placed_and_cancelled(kiosk: Kiosk) -> None:
    player = Browser(kiosk.url).enter(kiosk, "Aava")
    status, said = player.post("/terminal/key", ticket("back player1 3.5 10.00", kiosk.desk.published.number))
    assert (status, said) == (200, {"number": kiosk.desk.published.number})
    assert free(kiosk) == {"Aava": "990.00", "Bo": "500.00"}
    cancel = {"seen": kiosk.desk.published.number, "once": "abcdefgh", "cancel": "1"}
    assert player.post("/terminal/key", cancel)[0] == 200
    assert free(kiosk)["Aava"] == "1000.00"
    status, said = player.post("/terminal/key", {**cancel, "once": "ijklmnop"})
    assert (status, said["clause"]) == (422, "X4.3")


def test_the_same_request_twice_is_one_order_and_each_account_has_its_own_keys(kiosk: Kiosk) -> None:
    seen = kiosk.desk.published.number
    first, second = (Browser(kiosk.url).enter(kiosk, name) for name in NAMES)
    for player in (first, first, second):
        assert player.post("/terminal/key", ticket("back player1 3.5 10.00", seen))[0] == 200
    assert [order["account"] for order in kiosk.view()["state"]["orders"]] == ["Aava", "Bo"]


def test_two_terminals_at_once_never_match_twice(tmp_path: Path) -> None:
    """Both take the same 10.00, ten times over, each from its own thread with what both have seen."""
    with Kiosk(tmp_path, accounts={"Aava": "1000.00", "Bo": "500.00", "Cai": "500.00"}) as kiosk:
        players = [Browser(kiosk.url).enter(kiosk, name) for name in ("Bo", "Cai")]
        for number in range(10):
            play(kiosk, "Aava lay player1 3 10")
            body = ticket("back player1 3 10.00", kiosk.desk.published.number, f"key-number-{number}")
            together = threading.Barrier(2)

            def send(player: Browser, body: JSON = body, together: threading.Barrier = together) -> int:
                together.wait(30)
                return player.post("/terminal/key", body)[0]

            with ThreadPoolExecutor(2) as pool:
                assert list(pool.map(send, players)) == [200, 200]
            matched = kiosk.desk.published.standing
            assert matched is not None
            trades = list(matched.state.market.trades)
            # One of the two waits and is taken by the next lay that comes: never is more matched than was laid.
            assert sum(trade.stake for trade in trades) == 1000 * (number + 1)
            assert len({(trade.back, trade.lay) for trade in trades}) == len(trades)


def test_a_terminal_can_name_no_other_account(kiosk: Kiosk) -> None:
    play(kiosk, "Bo back player1 3.5 10")
    player = Browser(kiosk.url).enter(kiosk, "Aava")
    number = kiosk.settled.number
    body = ticket("back player1 3.5 10.00", number)
    for sent in (
        {**body, "order": {**body["order"], "account": "Bo"}},
        {**body, "only": "Bo"},
        {**body, "do": "paid"},
        {"seen": number, "once": "01234567"},
        {**body, "cancel": "1"},
        {**body, "once": "x"},
        {**body, "seen": "now"},
    ):
        assert player.post("/terminal/key", sent)[0] == 400
    status, said = player.post("/terminal/key", {"seen": number, "once": "01234567", "cancel": "1"})
    assert (status, said["clause"]) == (422, "X4.3")
    assert "Bo" not in said["why"]
    assert kiosk.settled.number == number


@pytest.mark.parametrize(
    ("order", "clause", "allowed"),
    [
        ("back player1 3.51 10.00", "X4.2", "3.5 or 3.55"),
        ("back player1 3.5 0.50", "X4.2", "the least is 1.00"),
        ("back player1 3.5 1.005", "X4.2", "two places"),
        ("lay player1 3.5 900.00", "X4.4", "the most at 3.5 is a stake of 400.00"),
    ],
)
def test_bad_input_is_refused_with_what_would_be_allowed(kiosk: Kiosk, order: str, clause: str, allowed: str) -> None:
    player = Browser(kiosk.url).enter(kiosk, "Aava")
    before = kiosk.settled
    status, said = player.post("/terminal/key", ticket(order, before.number))
    assert (status, said["clause"]) == (422, clause)
    assert allowed in said["why"]
    assert kiosk.settled == before, "nothing is reserved"


def test_after_the_close_an_order_is_refused_and_a_late_one_not_placed(kiosk: Kiosk) -> None:
    player = Browser(kiosk.url).enter(kiosk, "Aava")
    seen = kiosk.desk.published.number
    play(kiosk, "close")
    assert player.post("/terminal/key", ticket("back player1 3.5 10.00", seen))[0] == 409
    status, said = player.post("/terminal/key", ticket("back player1 3.5 10.00", kiosk.desk.published.number))
    assert (status, said["clause"]) == (422, "X3.1")


def test_the_dealer_ends_a_terminal(kiosk: Kiosk) -> None:
    player, dealer = Browser(kiosk.url).enter(kiosk, "Aava"), Browser(kiosk.url).open()
    with player.stream("/terminal/events") as stream:
        stream.next("view")
        assert dealer.post("/dealer/terminal", {"account": "Aava", "do": "end"})[1] == {"ended": 1}
        assert "This terminal has ended." in stream.next("ended")["why"]
    status, said = player.post("/terminal/key", ticket("back player1 3.5 10.00", kiosk.desk.published.number))
    assert (status, said["why"]) == (401, "This terminal has ended. Nothing was done: ask the dealer for a new code.")
    assert player.ask("GET", "/terminal")[1]["Location"] == "/terminal/enter"


def test_an_account_that_has_left_shows_nothing_more(kiosk: Kiosk) -> None:
    player = Browser(kiosk.url).enter(kiosk, "Bo")
    with player.stream("/terminal/events") as stream:
        stream.next("view")
        dealer = Browser(kiosk.url).open()
        key = {"do": "stay", "change": {"do": "leave", "who": "Bo"}, "seen": kiosk.desk.published.number}
        assert dealer.key(**key)[0] == 200
        assert stream.next("ended")["why"].startswith("This account is closed.")
    status, _ = player.post("/terminal/key", ticket("back player1 3.5 10.00", kiosk.desk.published.number))
    assert status == 422


def test_a_terminal_has_one_stream_and_the_newest_goes_on(kiosk: Kiosk) -> None:
    player = Browser(kiosk.url).enter(kiosk, "Bo")
    with player.stream("/terminal/events") as first, player.stream("/terminal/events") as second:
        first.next("view")
        second.next("view")
        assert first.next("ended")["why"].startswith("This terminal is open on another page.")
        second.next("beat")
        second.next("beat")


def test_terminals_leave_streams_to_the_tables_own_pages(tmp_path: Path) -> None:
    with Kiosk(tmp_path, accounts=NAMES, streams=8) as kiosk, contextlib.ExitStack() as stack:
        players = [Browser(kiosk.url).enter(kiosk, "Aava") for _ in range(3)]
        streams = [stack.enter_context(player.stream("/terminal/events")) for player in players]
        assert [stream.status for stream in streams] == [200, 200, 503]
        dealer = Browser(kiosk.url).open()
        shown = [stack.enter_context(dealer.stream("/dealer/events")) for _ in range(6)]
        assert [stream.status for stream in shown] == [200] * 6


def watched(kiosk: Kiosk, streams: dict[str, Stream], text: str) -> None:
    """Play and let every screen see it."""
    play(kiosk, text)
    for stream in streams.values():
        stream.until(kiosk.desk.published.number)


def test_no_byte_of_the_display_nor_of_a_terminal_tells_of_another_account(kiosk: Kiosk) -> None:
    """Over a whole game with a dead heat and an early settlement, every byte of the streams looked at."""
    display = Browser(kiosk.url)
    display.cookie = display.ask("GET", f"/display?token={kiosk.people.display}")[1]["Set-Cookie"].split(";")[0]
    bo = Browser(kiosk.url).enter(kiosk, "Bo")
    streams = {"display": display.stream("/display/events"), "terminal": bo.stream("/terminal/events")}
    watched(kiosk, streams, "Aava back player2 3.5 10.31; Bo lay player2 3.5 10.31; Aava lay only_one_21 3 7.77")
    watched(kiosk, streams, "Aava back player3 2 33.33; Bo lay player3 2 33.33")
    watched(kiosk, streams, TO_18)
    for name, stream in streams.items():
        stream.close()
        told = stream.raw.decode()
        assert "Player 2" in told
        assert "Aava" not in told, name
        assert "1000.00" not in told, name
        assert '"seat"' not in told.replace('"seats"', ""), name
    told = streams["display"].raw.decode()
    assert not [word for word in ("Bo", "reserved", "settlement", "9.69", "489.69", "stake", "paid") if word in told]
    # What everybody may see is there: how the selections ended.
    assert "Player 2: dead heat" in told
    assert "Player 3 has lost" in told


def test_a_terminal_says_what_it_is_told_in_words(kiosk: Kiosk) -> None:
    play(kiosk, "Aava back player1 3.5 10; Bo lay player1 3.5 4; Aava lay only_one_21 3 12.34")
    player = Browser(kiosk.url).enter(kiosk, "Aava")
    with player.stream("/terminal/events") as stream:
        said = stream.next("view")["words"]
        assert (said["free"], said["reserved"]) == ("965.32 free", "34.68 reserved")
        assert [(order["text"], [part["text"] for part in order["parts"]]) for order in said["orders"]] == [
            ("Lay Only one 21 at 3, 12.34", ["12.34 waits"]),
            ("Back Player 1 at 3.5, 10.00", ["4.00 matched", "6.00 waits"]),
        ]
        player1 = said["exposure"][0]
        assert [(row["if"], row["net"], row["worst"]) for row in player1["outcomes"]] == [
            ("if it wins", "+10.00", ""),
            ("if it loses", "−4.00", "−10.00 with all that waits"),
            ("if a dead heat", "+3.00", ""),
        ]
        play(kiosk, TO_18)
        said = stream.until(kiosk.desk.published.number)["words"]
    assert said["prompt"] == "Results"
    assert [(line["what"], line["net"]) for line in said["lines"]] == [("Player 1 backed, won", "+10.00")]
    assert said["settled"] == {"text": "+10.00", "tone": "pay"}
    assert said["orders"][0]["parts"][0]["text"] == "12.34 lapsed"


# Fair odds


def test_the_pit_sees_the_fair_odds_of_both_decks(kiosk: Kiosk) -> None:
    auditor = Browser(kiosk.url).open("3001")
    assert auditor.ask("GET", "/pit/odds")[0] == 200
    before = json.loads(auditor.ask("GET", "/pit/odds/now")[2])
    assert before["selections"][4]["odds"]["infinite"]["fair"] == "3.76"
    assert "before the first card" in before["decks"][1]["why"]
    play(kiosk, f"close; {PAT}")
    now = json.loads(auditor.ask("GET", "/pit/odds/now")[2])
    assert [deck["name"] for deck in now["decks"]] == [
        "Endless deck",
        "Shoe of 6 decks, 0 cards gone before this game",
    ]
    player1 = now["selections"][0]["odds"]
    # Against a nine 19 loses to 20, five cards and 21; 46.66 % is what the endless deck gives.
    assert (player1["infinite"]["win"], player1["infinite"]["fair"]) == ("46.66 %", "1.56")
    assert player1["shoe"]["win"] != player1["infinite"]["win"]
    assert all(row["odds"] for row in now["selections"])
    play(kiosk, "close; close; dealer 9c")
    over = json.loads(auditor.ask("GET", "/pit/odds/now")[2])
    assert [row["outcome"] for row in over["selections"][:3]] == ["Won", "Dead heat", "Lost"]


def test_cards_of_the_games_before_are_gone_until_a_new_shoe_comes(kiosk: Kiosk) -> None:
    auditor = Browser(kiosk.url).open("3001")

    def shoe() -> str:
        name: str = json.loads(auditor.ask("GET", "/pit/odds/now")[2])["decks"][1]["name"]
        return name

    play(kiosk, TO_18)
    assert shoe() == "Shoe of 6 decks, 0 cards gone before this game"
    kiosk.press(do="paid")
    play(kiosk, f"close; {PAT}")
    assert shoe() == "Shoe of 6 decks, 10 cards gone before this game"
    play(kiosk, "close; close; dealer 9c")
    kiosk.press(do="paid")
    kiosk.press(do="new_shoe")
    assert shoe() == "Shoe of 6 decks, 0 cards gone before this game"


def test_players_see_fair_odds_only_where_the_house_shows_them(kiosk: Kiosk, tmp_path: Path) -> None:
    token = f"/display?token={kiosk.people.display}"
    display = Browser(kiosk.url)
    display.cookie = display.ask("GET", token)[1]["Set-Cookie"].split(";")[0]
    play(kiosk, f"close; {PAT}")
    assert json.loads(display.ask("GET", "/display/odds/now")[2]) == {"odds": {}}
    shows = tmp_path / "shows"
    shows.mkdir()
    house = house_of(shows, odds_for_players=True)
    with Kiosk(shows, accounts=NAMES, house=house) as open_house:
        display = Browser(open_house.url)
        token = f"/display?token={open_house.people.display}"
        display.cookie = display.ask("GET", token)[1]["Set-Cookie"].split(";")[0]
        play(open_house, f"close; {PAT}")
        odds = json.loads(display.ask("GET", "/display/odds/now")[2])["odds"]
    assert odds["player1"] == "1.56"
    assert len(odds) == 8


def test_a_game_without_odds_says_so(tmp_path: Path) -> None:
    with Kiosk(tmp_path) as triple:
        said = json.loads(Browser(triple.url).open("2001").ask("GET", "/pit/odds/now")[2])
        assert said == {"why": "This table plays no game that has fair odds.", "decks": [], "selections": []}
        assert triple.desk.published.accounts == {}
