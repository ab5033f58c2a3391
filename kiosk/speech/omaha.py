"""Omaha in words: its felt, its prompts, what becomes of the chips, and what the dealer may do."""

from __future__ import annotations

from typing import Final

from dealer_assist.game import BURN, Viewer
from kiosk import words
from kiosk.speech import omaha_tournament
from kiosk.speech.contract import JSON, Speech, Telling, act_of, announced, leaving, named, owed, tone, won
from kiosk.speech.omaha_texts import (
    ACTS,
    AMOUNTS,
    CONDUCT,
    HANDS,
    MARKS,
    OUTCOMES,
    POTS,
    PROMPTS,
    PUBLIC,
    REMEDIES,
    SETTINGS,
    SHOWS,
    STAGES,
    STANDING,
)
from kiosk.words import points, say, signed, text

#: What a street has on the board once it is dealt.
_STREETS: Final = {0: "flop", 1: "flop", 2: "flop", 3: "turn", 4: "river"}


def felt(view: JSON, viewer: Viewer, telling: Telling) -> JSON:
    """The board, the pots with who can win them, and each seat: its bet, what it holds, what it is paid."""
    state = view["state"]
    return {
        "board": {"name": say(POTS["board"])},
        "pots": [_pot(pot, state) for pot in state["pots"]],
        "middle": say(POTS["middle"], amount=points(state["middle"])) if state["middle"] else "",
        "rake": _rake(state),
        "house": say(POTS["house"], amount=points(state["house_adds"])) if state["house_adds"] else "",
        "blinds": "" if state["tournament"] else _blinds(state["blinds"]),
        "tournament": omaha_tournament.felt(state),
        "seats": {str(seat["seat"]): _seat(seat, view, viewer, telling) for seat in state["seats"]},
    }


def _blinds(blinds: JSON) -> str:
    return say(POTS["blinds_ante" if blinds["ante"] else "blinds"], **blinds)


def _rake(state: JSON) -> str:
    if not state["rake"]:
        return ""
    return say(POTS["rake_taken" if _is_paid(state) else "rake"], amount=points(state["rake"]))


def _is_paid(state: JSON) -> bool:
    return state["stage"] in {"won", "over"}


def _pot(pot: JSON, state: JSON) -> JSON:
    """A pot: what is in it, who can win it and, once it is paid, who has with which five cards."""
    number = pot["name"].removeprefix("pot.")
    name = say(POTS["main"]) if pot["name"] == "pot" else say(POTS["side"], number=int(number) - 1)
    seats = " · ".join(map(str, pot["eligible"]))
    winners = []
    for seat in pot.get("winners", ()):
        hand = next((each["hand"] for each in state["seats"] if each["seat"] == seat), None)
        winners.append(
            {
                "seat": seat,
                "text": say(POTS["won"], seat=seat, amount=points(pot["shares"][str(seat)])),
                "hand": named(HANDS, hand["category"]) if hand and pot["hands"][str(seat)] else "",
                "five": pot["hands"][str(seat)],
            }
        )
    return {
        "name": name,
        "amount": points(pot["amount"]),
        "seats": say(POTS["seats"], seats=seats) if not winners else "",
        "won": winners,
    }


def _seat(seat: JSON, view: JSON, viewer: Viewer, telling: Telling) -> JSON:
    paid = sum(line["paid"] for line in seat["lines"] if line["on"] != "uncalled")
    end = None
    if view["awaits"]["kind"] == "over" and paid:
        end = won(paid) if viewer == "display" else owed(paid, telling)
    waiting = seat["waiting"]
    return {
        "name": say(words.SEAT, seat=seat["seat"]),
        "chips": points(seat["chips"]),
        "tag": _standing(seat) if seat["state"] == "all_in" else leaving(view, seat["seat"]) or _standing(seat),
        "marks": [{"short": say(MARKS[place][0]), "name": say(MARKS[place][1])} for place in seat["place"]],
        "bet": say(POTS["bet"], amount=points(seat["bet"])) if seat["bet"] else "",
        "waiting": say(CONDUCT["waiting"], act=say(ACTS[waiting["act"]][0])) if waiting else "",
        "flying": say(CONDUCT["flying"], times=seat["flying"]) if seat["flying"] else "",
        "owes": say(CONDUCT["owes"], amount=points(seat["owed"])) if seat["owed"] else "",
        "totals": [named(HANDS, seat["hand"]["category"])] if seat["hand"] else [],
        "stakes": [],
        "lines": [
            {**_line(line, telling), "fresh": {"seat": seat["seat"], **line} in view["fresh"]} for line in seat["lines"]
        ],
        "owed": None,
        "end": end,
    }


def _standing(seat: JSON) -> str:
    """All-in is said of who has no chips left: an uncalled bet that came back ends it."""
    if seat["sent"]:
        return say(STANDING["sent"])
    return "" if seat["state"] == "all_in" and seat["chips"] else named(STANDING, seat["state"])


def fresh(view: JSON, telling: Telling) -> list[JSON]:
    """The lines just settled."""
    return [announced(_line(line, telling), line["seat"]) for line in view["fresh"]]


def _line(line: JSON, telling: Telling) -> JSON:
    """A line as chips that go to the player, or from it."""
    return {
        "what": _what(line),
        "sum": _sum(line),
        "net": signed(line["paid"]),
        "tone": tone(line["paid"]),
        "clause": line["clause"],
        "why": telling.clause(line["clause"]),
    }


def _what(line: JSON) -> str:
    on, outcome = line["on"], line["outcome"]
    if on == "pot" or on.startswith("pot."):
        key = "side_won" if on != "pot" else "pot_won"
        if outcome == "no_game":
            return say(OUTCOMES["no_game"])
        if outcome == "win":
            return say(OUTCOMES[key])
        return say(OUTCOMES[f"{key}_with"], hand=named(HANDS, outcome))
    return say(OUTCOMES[outcome]) if outcome in OUTCOMES else say(words.UNKNOWN_LINE, on=on, outcome=outcome)


def _sum(line: JSON) -> str:
    if line["on"] in {"discretion", "penalty"}:
        return say(words.DECIDED, paid=points(line["paid"]))
    return say(POTS["of"], stake=points(line["stake"]), paid=points(line["paid"]))


def awaited(view: JSON, telling: Telling) -> str:
    """What the dealer does next."""
    awaits = view["awaits"]
    match awaits["kind"]:
        case "choice":
            return _choice(view, awaits["seat"])
        case "deal" if awaits["to"] == "board":
            return _board(view)
        case "deal":
            return say(PROMPTS["burn" if awaits["to"] == BURN else "hole"], seat=awaits["to"])
        case "turn":
            return say(PROMPTS["turn_up"], seat=awaits["to"])
        case _:
            return _pay(view["state"], telling)


def _board(view: JSON) -> str:
    """The next card of the board, after one that is burned where nobody reads it."""
    out = len(view["state"]["board"])
    street = _STREETS.get(out, "river")
    return say(PROMPTS[f"{street}_burn" if BURN in view["passed"] else street], number=out + 1)


def _choice(view: JSON, seat: int) -> str:
    """Who acts and what is legal, in one line."""
    stage = view["state"]["stage"]
    offers = {offer["act"]: offer for offer in view["offers"]}
    if stage in {"showdown", "won"}:
        name = "won" if stage == "won" else "show" if "muck" in offers else "opens"
        return say(PROMPTS[name], seat=seat)
    said = say(PROMPTS[_legal(offers)], seat=seat, **_amounts(view["state"], offers))
    return say(PROMPTS["deal_first"], then=said) if view["passed"] else said


def _legal(offers: dict[str, JSON]) -> str:
    """The name of the prompt for what is on offer: `call_raise_pot`, `check_bet`, `call` …"""
    first = "call" if "call" in offers else "check" if "check" in offers else ""
    made = next((act for act in ("bet", "raise") if act in offers), None)
    if made is None:
        return first or "fold"
    least, most = offers[made]["totals"]
    return "_".join(filter(None, (first, made, "one" if least == most else "")))


def _amounts(state: JSON, offers: dict[str, JSON]) -> dict[str, str]:
    made = offers.get("bet") or offers.get("raise")
    call = offers["call"]["chips"] if "call" in offers else 0
    if made is None:
        return {"call": points(call)}
    least, most = made["totals"]
    return {"call": points(call), "least": points(least), "most": points(most), "limit": _limit(state, most)}


def _limit(state: JSON, most: int) -> str:
    """What the most is: the pot, all the chips, or the one bet of a fixed limit."""
    seat = _acting(state)
    if seat is not None and most == seat["bet"] + seat["chips"]:
        return say(PROMPTS["all"])
    return say(PROMPTS["pot" if state["betting"] == "pot_limit" else "fixed"])


def _acting(state: JSON) -> JSON | None:
    return next((seat for seat in state["seats"] if seat["to_act"]), None)


def _pay(state: JSON, telling: Telling) -> str:
    """The hand is over: what to push to whom; none has begun where one player sits alone."""
    if len(state["seats"]) < 2:
        return omaha_tournament.winner(state) or say(PROMPTS["idle"])
    paid = {
        seat["seat"]: sum(line["paid"] for line in seat["lines"] if line["on"] != "uncalled") for seat in state["seats"]
    }
    moved = {seat: amount for seat, amount in paid.items() if amount}
    if len(moved) != 1:
        name = "pay_none" if not moved else "pay_rake" if state["rake"] else "pay_many"
        return say(PROMPTS[name], rake=points(state["rake"]))
    ((seat, amount),) = moved.items()
    name = "pay_one" if amount > 0 else "take_one"
    return say(PROMPTS[name], seat=seat, amount=points(abs(amount)), chips=telling.stacks(abs(amount)))


def public(view: JSON) -> str:
    """What the players wait for."""
    awaits, state = view["awaits"], view["state"]
    match awaits["kind"]:
        case "deal" if awaits["to"] == "board":
            return say(PUBLIC[_STREETS.get(len(state["board"]), "river")])
        case "deal":
            return say(PUBLIC["hole" if isinstance(awaits["to"], int) else "burn"], seat=awaits["to"])
        case "choice" if state["stage"] in {"showdown", "won"}:
            return say(PUBLIC[state["stage"]], seat=awaits["seat"])
        case "turn":
            return say(PUBLIC["showdown"], seat=awaits["to"])
        case "over" if len(state["seats"]) < 2:
            return omaha_tournament.winner(state) or say(PUBLIC["idle"])
        case kind:
            return say(PUBLIC[kind], seat=awaits.get("seat"))


def work(view: JSON, telling: Telling) -> JSON:
    """The acts as buttons, how much a bet or raise may make, and the dealer's words for what players may not do."""
    return {
        "acts": _acts(view),
        "conduct": {
            "prompts": {what: say(CONDUCT[f"whose_{what}"]) for what in ("flying", "disclosed", "interfered", "shown")},
            "choices": [
                {"what": what, "label": say(CONDUCT[f"what_{what}"]), "why": telling.clause(clause)}
                for what, clause in (("flying", "O7.1"), ("disclosed", "O8.1"), ("interfered", "O8.2"))
            ],
            "acts": [{"act": act, "label": say(ACTS[act][0])} for act in ("fold", "check", "call", "bet", "raise")]
            + [{"act": "all_in", "label": say(ACTS["all_in"][0])}],
            "seats": {str(seat["seat"]): _misconduct(seat, view["state"]) for seat in view["state"]["seats"]},
        },
        "naming": {str(seat["seat"]): say(PROMPTS["name"], seat=seat["seat"]) for seat in view["state"]["seats"]},
        "chips": [{"label": say(AMOUNTS["chip"], value=points(chip)), "value": chip} for chip in sorted(telling.chips)],
        "again": [_again(was) for was in view["acts"]],
        "earlier": say(PROMPTS["earlier"]),
        "shows": _shows(view),
        "mis_shown": say(CONDUCT["what_shown"]) if _has_shown(view["state"]) else "",
        "make": {act: say(AMOUNTS[f"make_{act}"], total="{total}") for act in ("bet", "raise")},
    }


def _acts(view: JSON) -> list[JSON]:
    """The acts that are legal now. Where a call takes all chips that a seat has, it is the one way to be all-in."""
    seat = _acting(view["state"])
    offers = {offer["act"]: offer for offer in view["offers"]}
    if seat is None or "call" not in offers or offers["call"]["chips"] < seat["chips"]:
        return [_act(view["state"], offer) for offer in view["offers"]]
    label = say(AMOUNTS["call_all"], chips=points(seat["chips"]))
    acts = [_act(view["state"], offer) for act, offer in offers.items() if act != "all_in"]
    return [act | {"label": label} if act["act"] == "call" else act for act in acts]


def _again(was: JSON) -> JSON:
    """An act that can be keyed anew: which it was, and what it may have been."""
    seat, act, total = was["seat"], say(ACTS[was["act"]][0]), was["to"]
    return {
        "step": was["step"],
        "seat": seat,
        "label": say(PROMPTS["keyed"], seat=seat, act=act),
        "was": say(PROMPTS["was" if total is None else "was_to"], seat=seat, act=act, total=points(total or 0)),
        "prompt": say(PROMPTS["again"], seat=seat),
        "acts": [_act(None, offer) for offer in was["offers"]],
    }


def _shows(view: JSON) -> list[JSON]:
    """The acts that may show cards of the hand: how many at most, where a whole hand is opened in another way."""
    offers = {offer["act"] for offer in view["offers"]}
    won = view["state"]["stage"] == "won"
    shows = {"fold": 4, "muck": 3} | ({"open": 4} if won else {})
    return [{"act": act, "most": most, "label": say(SHOWS[act])} for act, most in shows.items() if act in offers]


def _has_shown(state: JSON) -> bool:
    """Whether anybody can have shown a part of a hand: at a fold, a muck, or as the last one in (O9.4)."""
    return _is_paid(state) or any(seat["state"] in {"folded", "mucked"} for seat in state["seats"])


def _misconduct(seat: JSON, state: JSON) -> JSON:
    """One seat's part in it: the prompts, and the range that an act out of turn may make."""
    number = seat["seat"]
    return {
        "flying": say(CONDUCT["does_flying"], seat=number),
        "disclosed": say(CONDUCT["does_disclosed"], seat=number),
        "interfered": say(CONDUCT["does_interfered"], seat=number),
        "shown": say(CONDUCT["does_shown"], seat=number),
        "totals": [max(state["bet"], seat["bet"]) + 1, seat["bet"] + seat["chips"]],
    }


def _act(state: JSON | None, offer: JSON) -> JSON:
    """An act as a button; a bet or raise says from what to what it may go. `state` None: it is not the one now."""
    button = act_of(offer, ACTS)
    if "totals" not in offer:
        return button | {"amounts": None}
    least, most = offer["totals"]
    name = f"{offer['act']}_one" if least == most else offer["act"]
    label = say(AMOUNTS[name], least=points(least), most=points(most))
    return button | {"label": label, "amounts": _amounts_of(state, offer)}


def _amounts_of(state: JSON | None, offer: JSON) -> JSON:
    """The amounts of a bet or raise at a tap: least, half pot, pot, most; each a total made."""
    least, most = offer["totals"]
    seat = None if state is None else _acting(state)
    quick = [(least, "least"), (most, "most")]
    if state is not None and seat is not None:
        facing = state["bet"] - seat["bet"]
        pot = state["middle"] + facing
        all_in = most == seat["bet"] + seat["chips"]
        named_most = [(most, "all")] if all_in else [(state["bet"] + pot, "whole"), (most, "most")]
        quick = [(least, "least"), (state["bet"] + pot // 2, "half"), *named_most]
    shown: dict[int, str] = {}
    for total, name in quick:
        if least <= total <= most:
            shown.setdefault(total, say(AMOUNTS[name], total=points(total)))
    act = offer["act"]
    return {
        "least": least,
        "most": most,
        "prompt": say(PROMPTS[f"amount_{act}"], seat=offer["step"]["seat"], least=points(least), most=points(most)),
        "quick": [{"label": label, "total": total} for total, label in sorted(shown.items())],
    }


def options(view: JSON) -> list[JSON]:
    """The next level of blinds, or the one before (O1.5); in a tournament its schedule says."""
    state = view["state"]
    if state["tournament"] is not None:
        return []
    level, levels = state["level"], state["levels"]
    offered = []
    for number, name in ((level + 1, "up"), (level - 1, "down")):
        if 1 <= number <= len(levels):
            blinds = levels[number - 1]
            label = say(SETTINGS[name], level=number, small=points(blinds["small"]), big=points(blinds["big"]))
            offered.append({"label": label, "why": say(SETTINGS["why"]), "options": {"level": number}})
    return offered


def option(change: JSON) -> str:
    """A level that begins with the next hand."""
    return say(SETTINGS["waits"], level=change.get("level", ""))


SPEECH: Final = Speech(
    name=text("Omaha"),
    stages=STAGES,
    acts=ACTS,
    remedies=REMEDIES,
    felt=felt,
    fresh=fresh,
    awaited=awaited,
    public=public,
    work=work,
    options=options,
    option=option,
)
