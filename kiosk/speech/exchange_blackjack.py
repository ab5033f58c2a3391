"""Exchange Blackjack in words: hands, the market, prompts, what accounts won; and each account's own terminal."""

from __future__ import annotations

from typing import Final

from dealer_assist.game import Viewer
from dealer_assist.money import amount, cents
from kiosk.speech.contract import JSON, Speech, Telling, tone
from kiosk.speech.exchange_texts import (
    ACTS,
    ANNOUNCED,
    BACKED,
    CLOSED,
    COMMISSION,
    COUNTDOWN,
    COUNTDOWN_ONLY,
    DEALER,
    FREE,
    GAME,
    IF,
    LAID,
    LAST,
    LEFT,
    LINES,
    MEANINGS,
    MILLIONS,
    OUTCOMES,
    PARTS,
    PLAYER,
    PROMPTS,
    PUBLIC,
    REMEDIES,
    RESERVED,
    RETURNED,
    SELECTIONS,
    SETTLED,
    SOFT,
    STAGES,
    STATUSES,
    THEN_DRAW,
    WORST,
)
from kiosk.words import MINUS, points, say, text


def felt(view: JSON, viewer: Viewer, telling: Telling) -> JSON:
    """Hands with their totals, selections with what became of them; for the dealer, what each account has."""
    said = _table(view, telling)
    said["seats"] = {
        # A touch on a player's hand gives its bets.
        str(number): {"name": said["hands"][f"player{number}"]["name"], "lines": _bets_on(f"player{number}", view)}
        for number in range(1, 5)
    }
    if viewer != "display":
        said["accounts"] = _accounts(view, telling)
    return said


def _table(view: JSON, telling: Telling | None) -> JSON:
    """What every screen shows: hands, selections, the time."""
    state = view["state"]
    return {
        "hands": {hand["place"]: _hand(hand) for hand in state["hands"]},
        "selections": {row["selection"]: _selection(row, state, telling) for row in state["selections"]},
        "left": say(LEFT, seconds="{seconds}"),
        "betting": say(PUBLIC["betting"], number=state["betting_round"]),
    }


def _hand(hand: JSON) -> JSON:
    return {"name": place_name(hand["place"]), "total": _total(hand["total"]), "status": _status(hand["status"])}


def _status(status: str) -> str:
    return say(STATUSES[status]) if STATUSES[status] else ""


def _total(total: str | None) -> str:
    if total is None:
        return ""
    value = total.removeprefix("soft ")
    return say(SOFT, total=value) if value != total else value


def _selection(row: JSON, state: JSON, telling: Telling | None) -> JSON:
    outcome = "void" if row["outcome"] is None and state["void"] is not None else row["outcome"]
    closed = "" if row["open"] else say(CLOSED)
    return {
        "name": selection_name(row["selection"]),
        "meaning": say(MEANINGS[row["selection"]]) if row["selection"] in MEANINGS else "",
        "outcome": closed if outcome is None else say(OUTCOMES[outcome]),
        "result": outcome,
        "clause": row["clause"] or ("X4.8" if outcome == "void" else ""),
        "why": "" if telling is None or row["clause"] is None else telling.clause(row["clause"]),
        "last": "" if row["last_matched"] is None else say(LAST, odds=row["last_matched"]),
        "to_back": [_price(price) for price in row["to_back"]],
        "to_lay": [_price(price) for price in row["to_lay"]],
    }


def _price(price: JSON) -> JSON:
    """A price with what it is offered for, in full, and as short as its place is narrow: what is cut off is less."""
    offered = cents(price["amount"])
    short = cash(price["amount"])
    if offered >= 100_000_000:
        short = say(MILLIONS, number=f"{offered // 1_000_000 / 100:.2f}")
    elif offered >= 1_000_000:
        short = points(offered // 100)
    return {"odds": price["odds"], "amount": cash(price["amount"]), "short": short}


def place_name(place: str) -> str:
    """`player2` as people say it."""
    return say(DEALER) if place == "dealer" else say(PLAYER, player=place.removeprefix("player"))


def selection_name(selection: str) -> str:
    """The same of a selection."""
    return say(SELECTIONS[selection]) if selection in SELECTIONS else place_name(selection)


def cash(written: str) -> str:
    """An amount as people read it: `1 234 567.00`, with a true minus sign."""
    whole, _, rest = written.removeprefix("-").partition(".")
    return f"{MINUS if written.startswith('-') else ''}{points(int(whole))}.{rest}"


def signed_cash(amounts: int) -> str:
    """Cents with their sign: `+30.00`, `−30.00`, `0.00`."""
    return f"+{cash(amount(amounts))}" if amounts > 0 else cash(amount(amounts))


def _accounts(view: JSON, telling: Telling) -> list[JSON]:
    """Every account: what is free and reserved, and what the game has given it so far, bet by bet."""
    free = {row["account"]: row for row in view["state"]["accounts"]}
    brought = {party["account"]: cents(party["chips"]) for party in view["stay"]["parties"]}
    over = view["awaits"]["kind"] == "over"
    rows = []
    for row in view["settlement"]["accounts"]:
        lines = [_line(line, telling) for line in row["lines"]]
        net = cents(row["chips"]) - brought[row["account"]] if over else sum(line["cents"] for line in lines)
        fee = sum(line["cents"] for line in lines) - net
        rows.append(
            {
                "account": row["account"],
                "free": say(FREE, amount=cash(free[row["account"]]["free"])),
                "reserved": say(RESERVED, amount=cash(free[row["account"]]["reserved"])),
                "chips": cash(row["chips"]),
                "net": signed_cash(net),
                "tone": tone(net),
                "commission": say(COMMISSION, amount=cash(amount(fee))) if over and fee else "",
                "lines": lines,
            }
        )
    return rows


def _bets_on(selection: str, view: JSON) -> list[JSON]:
    """The settled bets on a selection, for the dealer: whose each was, and what it came to."""
    if "settlement" not in view:
        return []
    return [
        {"what": f"{row['account']}", "sum": "", "net": signed_cash(_net(line)), "tone": tone(_net(line))}
        | {"clause": line["clause"], "why": _what(line)}
        for row in view["settlement"]["accounts"]
        for line in row["lines"]
        if line["on"].partition(".")[2] == selection
    ]


def _net(line: JSON) -> int:
    return cents(line["paid"]) - cents(line["stake"])


def _what(line: JSON) -> str:
    side, _, selection = line["on"].partition(".")
    return say(LINES[side, line["outcome"]], selection=selection_name(selection))


def _line(line: JSON, telling: Telling | None) -> JSON:
    net = _net(line)
    return {
        "what": _what(line),
        "cents": net,
        "net": signed_cash(net),
        "tone": tone(net),
        "clause": line["clause"],
        "why": "" if telling is None else telling.clause(line["clause"]),
    }


def fresh(view: JSON, telling: Telling) -> list[JSON]:
    """What was just settled: to everybody the selections, to the dealer each account's bets."""
    return [_just(line, view, telling) for line in view["fresh"]]


def _just(line: JSON, view: JSON, telling: Telling) -> JSON:
    if "seat" not in line:
        said = say(SETTLED[line["outcome"]], selection=selection_name(line["on"]))
        tones = {"win": "pay", "lose": "take"}
        shown = {"what": said, "net": "", "tone": tones.get(line["outcome"], "even"), "name": ""}
        return shown | {"clause": line["clause"], "why": said, "said": said}
    name = view["stay"]["parties"][line["seat"] - 1]["account"]
    as_written = {**line, "stake": amount(line["stake"]), "paid": amount(line["paid"])}
    told = _line(as_written, telling)
    said = say(ANNOUNCED, account=name, what=told["what"], net=told["net"])
    return {**told, "name": name, "said": said}


def awaited(view: JSON, telling: Telling) -> str:
    """What the dealer does next."""
    awaits, state = view["awaits"], view["state"]
    match awaits["kind"]:
        case "orders":
            return say(PROMPTS["held" if view["time"]["held"] else "betting"], number=awaits["number"])
        case "deal" if state["prompt"]["act"] == "draw":
            return _draw_prompt(view, awaits["to"])
        case "deal":
            return say(PROMPTS["card"], place=place_name(awaits["to"]))
        case _:
            return say(PROMPTS["void" if state["void"] is not None else "over"])


def _draw_prompt(view: JSON, to: str) -> str:
    """Whose hand draws and, before its first draw, what the hand before it has come to."""
    hands = {hand["place"]: hand for hand in view["state"]["hands"]}
    before = f"player{int(to.removeprefix('player')) - 1}"
    if before not in hands or len(hands[to]["cards"]) > 2 or hands[before]["status"] not in THEN_DRAW:
        return say(PROMPTS["draw"], place=place_name(to))
    return say(THEN_DRAW[hands[before]["status"]], before=place_name(before), place=place_name(to))


def public(view: JSON) -> str:
    """What the players wait for."""
    awaits, state = view["awaits"], view["state"]
    match awaits["kind"]:
        case "orders":
            return say(PUBLIC["held" if view["time"]["held"] else "betting"], number=awaits["number"])
        case "deal" if awaits["to"] == "dealer":
            return say(PUBLIC["dealer_card"])
        case "deal":
            act = "draw" if state["prompt"]["act"] == "draw" else "card"
            return say(PUBLIC[act], place=place_name(awaits["to"]))
        case _:
            return say(PUBLIC["void" if state["void"] is not None else "over"])


def work(view: JSON, telling: Telling) -> JSON:
    """The dealer's work: what the time allows, and the orders that wait."""
    state = view["state"]
    number = state["betting_round"]
    countdown = COUNTDOWN if state["early_close"] else COUNTDOWN_ONLY
    return {
        "acts": [],
        "market": {name: say(label) for name, label in ACTS.items()},
        "countdown": say(countdown, number=number, seconds="{seconds}"),
        "orders": [
            {**order, "text": _order_text(order), "parts": say(PARTS["unmatched"], amount=cash(order["unmatched"]))}
            for order in state["orders"]
        ],
    }


def _order_text(order: JSON) -> str:
    sentence = BACKED if order["side"] == "back" else LAID
    name = selection_name(order["selection"])
    return say(sentence, selection=name, odds=order["odds"], stake=cash(order["stake"]))


def account(view: JSON) -> JSON:
    """An account's own terminal: the table as everybody sees it, its chips, its orders, and what each outcome gives."""
    own = view["own"]
    lines = [_line(line, None) for line in own["lines"]]
    net = cents(own["settled"].removeprefix("-")) * (-1 if own["settled"].startswith("-") else 1)
    return _table(view, None) | {
        "prompt": public(view),
        "free": say(FREE, amount=cash(own["free"])),
        "reserved": say(RESERVED, amount=cash(own["reserved"])),
        "settled": {"text": signed_cash(net), "tone": tone(net)},
        "commission": say(COMMISSION, amount=cash(own["commission"])) if own["commission"] != "0.00" else "",
        "orders": [_placed(order) for order in reversed(own["placed"])],
        "exposure": [_exposure(row) for row in own["exposure"]],
        "lines": lines,
    }


def _placed(order: JSON) -> JSON:
    parts = [
        {"what": part, "text": say(sentence, amount=cash(order[part]))}
        for part, sentence in PARTS.items()
        if order[part] != "0.00"
    ]
    return {
        "order": order["order"],
        "text": _order_text(order),
        "parts": parts,
        "waits": order["unmatched"] != "0.00",
    }


def _exposure(row: JSON) -> JSON:
    """What the outcomes of a selection would bring: by the bets that are matched, and with all that waits."""
    return {
        "selection": row["selection"],
        "name": selection_name(row["selection"]),
        "outcomes": [
            {
                "if": say(IF[outcome]),
                "net": signed_cash(_cents(matched)),
                "tone": tone(_cents(matched)),
                "worst": ""
                if row["worst"][outcome] == matched
                else say(WORST, amount=signed_cash(_cents(row["worst"][outcome]))),
            }
            for outcome, matched in row["matched"].items()
        ],
    }


def _cents(written: str) -> int:
    return -cents(written[1:]) if written.startswith("-") else cents(written)


def moved(view: JSON, seat: int, net: int) -> str:
    """What a void game gives back to an account."""
    return say(RETURNED, account=view["stay"]["parties"][seat - 1]["account"], amount=cash(amount(net)))


SPEECH: Final = Speech(
    name=text("Exchange Blackjack"),
    stages=STAGES,
    acts={},
    remedies=REMEDIES,
    felt=felt,
    fresh=fresh,
    awaited=awaited,
    public=public,
    work=work,
    options=lambda view: [],
    option=lambda change: "",
    round=GAME,
    account=account,
    moved=moved,
    in_points=False,
)
