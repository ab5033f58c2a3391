"""A view of the table with its words: what `table_view` publishes, made ready to be drawn as it stands.

The page's script places what it is given; it neither counts money nor makes sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from dealer_assist import money
from dealer_assist.game import Viewer
from kiosk import seating, words
from kiosk.chips import breakdown
from kiosk.trouble import describe
from kiosk.words import points, say, signed

JSON = dict[str, Any]


class Speaker(msgspec.Struct, frozen=True):
    """Puts words to views: `chips` are the denominations of the table, `clause` gives a clause's text."""

    chips: tuple[int, ...]
    clause: Callable[[str], str]

    def view(self, view: JSON, viewer: Viewer, fault: str | None) -> JSON:
        """`view` with `words` beside what it holds. `fault` is why the table has stopped for good."""
        state = view["state"]
        ending = None if view["awaits"]["kind"] != "over" else _won if viewer == "display" else self._owed
        said: JSON = {
            "game": _named(words.GAMES, view["game"]),
            "round": say(words.ROUND, round=view["round"]),
            "stage": _named(words.STAGES, state["stage"]),
            "dealer": {"name": say(words.DEALER), "total": _total(state["dealer"]["total"])},
            "seats": {str(seat["seat"]): self._seat(seat, view["fresh"], ending) for seat in state["seats"]},
            "fresh": [self._announced(line) for line in view["fresh"]],
        }
        if viewer == "display":
            said["prompt"] = _public_prompt(view, fault)
            return {**view, "fault": None if fault is None else say(words.PUBLIC["halted"]), "words": said}
        said |= {
            "prompt": self._prompt(view, fault),
            "links": _links(view["links"], view["camera"], fault),
            "acts": [_act(offer) for offer in view["offers"]],
            "bets": self._bets(view) if view["awaits"]["kind"] == "bets" else {},
            "finding": None if view["finding"] is None else self._finding(view),
            "stay": seating.describe(view["stay"], state["seats"]),
        }
        return {**view, "fault": fault, "words": said}

    def _seat(self, seat: JSON, fresh: list[JSON], ending: Callable[[int], JSON] | None) -> JSON:
        net = sum(_net(line) for line in seat["lines"])
        return {
            "name": say(words.SEAT, seat=seat["seat"]),
            "chips": points(seat["chips"]),
            "tag": say(words.ALL_IN) if seat["all_in"] else "",
            "totals": [_total(hand["total"]) for hand in seat["hands"]],
            "stakes": [
                {"what": _named(words.STAKES, on), "stake": points(stake)} for on, stake in seat["stakes"].items()
            ],
            "lines": [{**self._line(line), "fresh": {"seat": seat["seat"], **line} in fresh} for line in seat["lines"]],
            "owed": {"text": signed(net), "tone": _tone(net)} if seat["lines"] else None,
            "end": ending(net) if ending is not None and seat["unit"] else None,
        }

    def _line(self, line: JSON) -> JSON:
        net = _net(line)
        return {
            "what": _what(line),
            "sum": _sum(line),
            "net": signed(net),
            "tone": _tone(net),
            "clause": line["clause"],
            "why": self.clause(line["clause"]),
        }

    def _announced(self, line: JSON) -> JSON:
        spoken = self._line(line)
        said = say(words.ANNOUNCED, seat=line["seat"], what=spoken["what"], net=spoken["net"])
        return {**spoken, "seat": line["seat"], "name": say(words.SEAT, seat=line["seat"]), "said": said}

    def _owed(self, net: int) -> JSON:
        """The end of a round for the dealer: what to pay or to take, with its chips."""
        verb = words.PAY if net > 0 else words.TAKE if net < 0 else words.EVEN
        return {"verb": say(verb), "amount": points(abs(net)), "chips": self.stacks(abs(net)), "tone": _tone(net)}

    def stacks(self, amount: int) -> str:
        """An amount in chips: `2 × 100 + 4 × 10`; what no chip can pay stands at the end as points."""
        chips = breakdown(amount, self.chips)
        parts = [say(words.STACK, count=stack.count, value=points(stack.value)) for stack in chips.stacks]
        return " + ".join(parts + ([points(chips.rest)] if chips.rest else []))

    def _prompt(self, view: JSON, fault: str | None) -> str:
        if fault is not None:
            return say(words.PROMPTS["halted"])
        if view["finding"] is not None:
            return str(describe(view["finding"], view["offers"])["title"])
        return self._awaited(view)

    def _awaited(self, view: JSON) -> str:
        awaits = view["awaits"]
        match awaits["kind"]:
            case "bets":
                first = awaits["first"]
                return say(words.PROMPTS["bets" if first is None else "bets_first"], seat=first)
            case "choice":
                return _choice_prompt(awaits, {offer["act"] for offer in view["offers"]})
            case "over":
                return self._pay_prompt(view["state"]["seats"])
            case "turn":
                return say(words.PROMPTS["turn"])
            case _:
                return _card_prompt(awaits)

    def _finding(self, view: JSON) -> JSON:
        """The finding, and where the next card goes if those that were missed may be tapped."""
        tapped = view["by_hand"] and view["awaits"]["kind"] in {"deal", "turn"}
        return describe(view["finding"], view["offers"], self.clause) | {"next": self._awaited(view) if tapped else ""}

    def _pay_prompt(self, seats: Iterable[JSON]) -> str:
        nets = {seat["seat"]: sum(_net(line) for line in seat["lines"]) for seat in seats}
        moved = {seat: net for seat, net in nets.items() if net}
        if len(moved) != 1:
            return say(words.PROMPTS["pay_many" if moved else "pay_none"])
        ((seat, net),) = moved.items()
        name = "pay_one" if net > 0 else "take_one"
        return say(words.PROMPTS[name], seat=seat, amount=points(abs(net)), chips=self.stacks(abs(net)))

    def _bets(self, view: JSON) -> JSON:
        able = set(view["awaits"]["seats"])
        return {
            "chips": [{"label": say(words.BET_CHIP, value=points(chip)), "value": chip} for chip in sorted(self.chips)],
            "sum": words.BET_SUM,
            "seats": {
                str(seat["seat"]): _bet_offers(seat, view["units"].get(str(seat["seat"]), 0))
                for seat in view["state"]["seats"]
                if seat["seat"] in able
            },
        }


def _won(net: int) -> JSON:
    """The end of a round for a player."""
    verb = words.WON if net > 0 else words.LOST if net < 0 else words.EVEN
    return {"verb": say(verb), "amount": points(abs(net)), "chips": "", "tone": _tone(net)}


def _named(texts: Mapping[str, str], name: str) -> str:
    """The text of that name; a name that we have no text for stands for itself."""
    return say(texts[name]) if name in texts else name


def _net(line: JSON) -> int:
    """What a line moves from the house to the player: a bonus takes no stake away."""
    return int(line["paid"] if line["on"] == "joker" else line["paid"] - line["stake"])


def _tone(net: int) -> str:
    return "pay" if net > 0 else "take" if net < 0 else "even"


def _what(line: JSON) -> str:
    known = words.OUTCOMES.get(line["on"], {}).get(line["outcome"])
    return say(words.UNKNOWN_LINE, on=line["on"], outcome=line["outcome"]) if known is None else say(known)


def _sum(line: JSON) -> str:
    paid = points(line["paid"])
    if line["multiple"] is None:
        return say(words.RESTORED if line["on"] == "joker" else words.DECIDED, paid=paid)
    return say(words.SUM, stake=points(line["stake"]), multiple=line["multiple"], paid=paid)


def _total(total: str | None) -> str:
    """A hand's total in words: the game writes `17`, `soft 17` or nothing yet."""
    if total is None:
        return ""
    value = total.removeprefix("soft ")
    return say(words.SOFT, total=value) if value != total else value


def _bet_offers(seat: JSON, last: int) -> JSON:
    """What one seat may bet at a tap: as last time if it still can, and everything."""
    in_hand = seat["chips"] + 3 * seat["unit"]
    everything = money.all_in_unit(in_hand)
    same = last if 0 < last <= everything else 0
    return {
        "prompt": say(words.PROMPTS["bet"], seat=seat["seat"]),
        "most": everything,
        "same": {"label": say(words.BET_SAME, unit=points(same)), "unit": same} if same else None,
        "all_in": say(words.BET_ALL_IN, unit=points(everything)),
    }


def _act(offer: JSON) -> JSON:
    plain, dear = words.ACTS.get(offer["act"], (offer["act"], offer["act"]))
    label = say(dear, chips=points(offer["chips"])) if offer["chips"] else say(plain)
    return {"label": label, "act": offer["act"], "step": offer["step"], "chips": offer["chips"]}


def _choice_prompt(awaits: JSON, acts: set[str]) -> str:
    hand = awaits["hand"]
    if acts & {"insure", "no_insurance"}:
        name = "insurance"
    elif "surrender" in acts:
        name = "war" if "go_to_war" in acts else "war_forced"
    else:
        name = "act" if hand is None else "act_hand"
    return say(words.PROMPTS[name], seat=awaits["seat"], hand=hand)


def _card_prompt(awaits: JSON) -> str:
    if awaits["to"] == "dealer":
        return say(words.PROMPTS["dealer_down" if awaits["face_down"] else "dealer_card"])
    return say(words.PROMPTS["card" if awaits["hand"] is None else "card_hand"], seat=awaits["to"], hand=awaits["hand"])


def _public_prompt(view: JSON, fault: str | None) -> str:
    awaits = view["awaits"]
    if fault is not None or view["stopped"]:
        return say(words.PUBLIC["stopped" if fault is None else "halted"])
    match awaits["kind"]:
        case "deal":
            return say(words.PUBLIC["dealer_card" if awaits["to"] == "dealer" else "card"], seat=awaits["to"])
        case kind:
            return say(words.PUBLIC[kind], seat=awaits.get("seat"))


def _links(links: dict[str, str], camera: JSON, fault: str | None) -> list[JSON]:
    shown = []
    for device, state in links.items():
        word = say(words.NO_CAMERA if device == "camera" and state == "none" else words.LINK_STATES[state])
        if device == "camera" and state == "up" and not camera["armed"]:
            state, word = "waiting", say(words.NOT_ARMED)
        elif device == "camera" and state == "up" and camera["unsure"]:
            state, word = "waiting", say(words.UNSURE, cards=camera["unsure"])
        shown.append({"name": say(words.LINK_NAMES[device]), "word": word, "state": state})
    kept = "kept" if fault is None else "failed"
    record = {"name": say(words.LINK_NAMES["record"]), "word": say(words.LINK_STATES[kept]), "state": kept}
    return [*shown, record]
