"""Triple in words: its view, its prompts, its outcomes and acts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dealer_assist import money
from dealer_assist.game import Viewer
from kiosk import words
from kiosk.speech.contract import JSON, Speech, Telling, act_of, announced, leaving, named, owed, tone, won
from kiosk.words import points, say, signed, text

STAGES: Final = {
    "bets": text("Bets"),
    "war": text("War"),
    "blackjack": text("Blackjack"),
    "poker": text("Poker"),
    "over": text("Round over"),
}

#: A stake that lies on the table.
STAKES: Final = {
    "war": text("War"),
    "blackjack": text("Blackjack"),
    "blackjack.2": text("Hand 2"),
    "insurance": text("Insurance"),
    "poker": text("Poker"),
}

_PREMIUMS: Final = {
    "pure_bj": text("Pure BJ"),
    "678": text("678"),
    "flush_678": text("Flush 678"),
    "three_7": text("Three 7"),
    "flush_three_7": text("Flush three 7"),
    "6_under": text("6 Under"),
    "a_to_6": text("A to 6"),
    "perfect_smile": text("Perfect Smile"),
    "last_of_joker": text("Last of Joker"),
}

#: What became of a stake, by the stake and its outcome.
OUTCOMES: Final[dict[str, dict[str, str]]] = {
    "war": {
        "win": text("War won"),
        "lose": text("War lost"),
        "push": text("War pushed"),
        "go_to_war": text("Tie, goes to war"),
        "surrender": text("Tie, surrenders"),
    },
    "blackjack": _PREMIUMS
    | {
        "win": text("Blackjack won"),
        "lose": text("Blackjack lost"),
        "push": text("Blackjack pushed"),
        "blackjack": text("Blackjack"),
        "bust": text("Bust"),
    },
    "blackjack.2": _PREMIUMS
    | {
        "win": text("Hand 2 won"),
        "lose": text("Hand 2 lost"),
        "push": text("Hand 2 pushed"),
        "bust": text("Hand 2 bust"),
    },
    "insurance": {
        "win": text("Insurance won"),
        "lose": text("Insurance lost"),
        "push": text("Insurance pushed"),
    },
    "poker": {
        "royal_flush": text("Royal flush"),
        "straight_flush": text("Straight flush"),
        "five_of_a_kind": text("Five of a kind"),
        "four_of_a_kind": text("Four of a kind"),
        "full_house": text("Full house"),
        "flush": text("Flush"),
        "straight": text("Straight"),
        "defective_house": text("Defective house"),
        "three_of_a_kind": text("Three of a kind"),
        "two_pair": text("Two pair"),
        "high_pair": text("Pair, J to A"),
        "low_pair": text("Low pair"),
        "nothing": text("No poker hand"),
        "push": text("Poker pushed"),
    },
    "joker": {
        "bonus": text("Joker bonus"),
        "restored": text("Joker, chips restored"),
    },
    "discretion": {"discretion": text("Dealer's discretion")},
}

ACTS: Final = {
    "go_to_war": (text("Go to war"), text("Go to war +{chips}")),
    "surrender": (text("Surrender"), text("Surrender +{chips}")),
    "hit": (text("Hit"), text("Hit +{chips}")),
    "stand": (text("Stand"), text("Stand +{chips}")),
    "double": (text("Double"), text("Double +{chips}")),
    "split": (text("Split aces"), text("Split aces +{chips}")),
    "insure": (text("Insure"), text("Insure +{chips}")),
    "no_insurance": (text("No insurance"), text("No insurance +{chips}")),
}

#: The dealer's prompt: one line, what to do next.
PROMPTS: Final = {
    "bets": text("Place bets"),
    "bet": text("Seat {seat}: bet"),
    "bets_first": text("Place bets, then seat {seat}: card"),
    "bets_in": text("Seat {seat}: card. To change a bet, tap its seat"),
    "card": text("Seat {seat}: card"),
    "card_hand": text("Seat {seat}, hand {hand}: card"),
    "dealer_card": text("Dealer: card"),
    "dealer_down": text("Dealer: card, face down"),
    "turn": text("Turn the hole card"),
    "war": text("Seat {seat} to choose: war or surrender"),
    "war_forced": text("Seat {seat} can only surrender"),
    "insurance": text("Seat {seat}: insurance?"),
    "act": text("Seat {seat} to act"),
    "act_hand": text("Seat {seat}, hand {hand} to act"),
    "keyed": text("Only the key was wrong: seat {seat}, {act}"),
    "again": text("Seat {seat}: what did it do?"),
    "pay_one": text("Pay seat {seat}: {amount} ({chips})"),
    "take_one": text("Take from seat {seat}: {amount} ({chips})"),
    "pay_many": text("Pay and take, then close the round"),
    "pay_none": text("Nothing to pay, nothing to take"),
}

#: What the players read.
PUBLIC: Final = {
    "bets": text("Place your bets"),
    "card": text("A card for seat {seat}"),
    "dealer_card": text("A card for the dealer"),
    "turn": text("The dealer turns the hole card"),
    "choice": text("Seat {seat} to choose"),
    "over": text("Payouts"),
}

_DEALER: Final = text("Dealer")
_RESTORED: Final = text("back to the chips at seating: {paid}")
_SOFT: Final = text("soft {total}")

BET_SAME: Final = text("Same: {unit}")
BET_ALL_IN: Final = text("All-in: {unit}")
BET_CHIP: Final = text("+{value}")
BET_SUM: Final = text("Bet {unit} on each of three games: {stake}")

REMEDIES: Final = {
    "hit": text("It was a hit"),
    "double": text("It was a double"),
    "double_dear": text("It was a double +{chips}"),
    "stand": text("The player stood"),
    "split": text("It was a split"),
    "surrender": text("The player surrendered"),
    "go_to_war": text("The player went to war"),
    "no_insurance": text("No insurance"),
    "insure": text("Insurance was taken"),
    "not_restorable": text("Misdeal: can't be restored"),
    "wrong_cards": text("Play went on: everyone wins"),
}

_SLOT_ON: Final = text("Last slot: from the next round")
_SLOT_OFF: Final = text("Last slot ends: from the next round")
_BEGIN_SLOT: Final = text("Begin the last slot")
_END_SLOT: Final = text("End the last slot")
_SLOT_WHY: Final = text("Last slot: a joker restores the chips of who has fewer than when seated (T7.3).")


def felt(view: JSON, viewer: Viewer, telling: Telling) -> JSON:
    """The dealer's cards and each seat: chips, totals, stakes, lines, and at the end what is paid or taken."""
    state = view["state"]
    return {
        "dealer": {"name": say(_DEALER), "total": _total(state["dealer"]["total"])},
        "seats": {str(seat["seat"]): _seat(seat, view, viewer, telling) for seat in state["seats"]},
    }


def _seat(seat: JSON, view: JSON, viewer: Viewer, telling: Telling) -> JSON:
    net = sum(_net(line) for line in seat["lines"])
    end = None
    if view["awaits"]["kind"] == "over" and seat["unit"]:
        end = won(net) if viewer == "display" else owed(net, telling)
    return {
        "name": say(words.SEAT, seat=seat["seat"]),
        "chips": points(seat["chips"]),
        "tag": say(words.ALL_IN) if seat["all_in"] else leaving(view, seat["seat"]),
        "totals": [_total(hand["total"]) for hand in seat["hands"]],
        "stakes": [{"what": named(STAKES, on), "stake": points(stake)} for on, stake in seat["stakes"].items()],
        "lines": [
            {**_line(line, telling), "fresh": {"seat": seat["seat"], **line} in view["fresh"]} for line in seat["lines"]
        ],
        "owed": {"text": signed(net), "tone": tone(net)} if seat["lines"] else None,
        "end": end,
    }


def fresh(view: JSON, telling: Telling) -> list[JSON]:
    """The lines just settled."""
    return [announced(_line(line, telling), line["seat"]) for line in view["fresh"]]


def _line(line: JSON, telling: Telling) -> JSON:
    net = _net(line)
    return {
        "what": _what(line),
        "sum": _sum(line),
        "net": signed(net),
        "tone": tone(net),
        "clause": line["clause"],
        "why": telling.clause(line["clause"]),
    }


def awaited(view: JSON, telling: Telling) -> str:
    """What the dealer does next."""
    awaits = view["awaits"]
    match awaits["kind"]:
        case "bets":
            return _bets_prompt(awaits, view["state"]["seats"])
        case "choice":
            return _choice_prompt(awaits, {offer["act"] for offer in view["offers"]})
        case "over":
            return _pay_prompt(view["state"]["seats"], telling)
        case "turn":
            return say(PROMPTS["turn"])
        case _:
            return _card_prompt(awaits)


def public(view: JSON) -> str:
    """What the players wait for."""
    awaits = view["awaits"]
    match awaits["kind"]:
        case "deal":
            return say(PUBLIC["dealer_card" if awaits["to"] == "dealer" else "card"], seat=awaits["to"])
        case kind:
            return say(PUBLIC[kind], seat=awaits.get("seat"))


def work(view: JSON, telling: Telling) -> JSON:
    """The acts that are legal now and, while bets are open, what each seat may bet at a tap."""
    return {
        "acts": [act_of(offer, ACTS) for offer in view["offers"]],
        "again": [_again(was) for was in view["acts"]],
        "bets": _bets(view, telling) if view["awaits"]["kind"] == "bets" else {},
    }


def _again(was: JSON) -> JSON:
    """An act that can be keyed anew: which it was, and what it may have been."""
    seat = was["seat"]
    return {
        "step": was["step"],
        "seat": seat,
        "label": say(PROMPTS["keyed"], seat=seat, act=say(ACTS[was["act"]][0])),
        "prompt": say(PROMPTS["again"], seat=seat),
        "acts": [act_of(offer, ACTS) for offer in was["offers"]],
    }


def options(view: JSON) -> list[JSON]:
    """The last slot, to begin or to end (T7.3)."""
    is_on = bool(view["stay"]["options"].get("last_slot", False))
    label = _END_SLOT if is_on else _BEGIN_SLOT
    return [{"label": say(label), "why": say(_SLOT_WHY), "options": {"last_slot": not is_on}}]


def option(change: JSON) -> str:
    """The last slot that begins or ends with the next round."""
    return say(_SLOT_ON if change.get("last_slot") else _SLOT_OFF)


def _bets_prompt(awaits: JSON, seats: Iterable[JSON]) -> str:
    """Bets, then the first card; once every seat that may has bet, the card alone."""
    first, able = awaits["first"], set(awaits["seats"])
    if first is None:
        return say(PROMPTS["bets"])
    is_in = all(seat["unit"] for seat in seats if seat["seat"] in able)
    return say(PROMPTS["bets_in" if is_in else "bets_first"], seat=first)


def _pay_prompt(seats: Iterable[JSON], telling: Telling) -> str:
    nets = {seat["seat"]: sum(_net(line) for line in seat["lines"]) for seat in seats}
    moved = {seat: net for seat, net in nets.items() if net}
    if len(moved) != 1:
        return say(PROMPTS["pay_many" if moved else "pay_none"])
    ((seat, net),) = moved.items()
    name = "pay_one" if net > 0 else "take_one"
    return say(PROMPTS[name], seat=seat, amount=points(abs(net)), chips=telling.stacks(abs(net)))


def _bets(view: JSON, telling: Telling) -> JSON:
    able, first = set(view["awaits"]["seats"]), view["awaits"]["first"]
    return {
        "card": "" if first is None else say(PROMPTS["card"], seat=first),
        "chips": [{"label": say(BET_CHIP, value=points(chip)), "value": chip} for chip in sorted(telling.chips)],
        "sum": say(BET_SUM, unit="{unit}", stake="{stake}"),
        "seats": {
            str(seat["seat"]): _bet_offers(seat, view["units"].get(str(seat["seat"]), 0))
            for seat in view["state"]["seats"]
            if seat["seat"] in able
        },
    }


def _bet_offers(seat: JSON, last: int) -> JSON:
    """What one seat may bet at a tap: as last time if it still can, and everything."""
    in_hand = seat["chips"] + 3 * seat["unit"]
    everything = money.all_in_unit(in_hand)
    same = last if 0 < last <= everything else 0
    return {
        "prompt": say(PROMPTS["bet"], seat=seat["seat"]),
        "most": everything,
        "same": {"label": say(BET_SAME, unit=points(same)), "unit": same} if same else None,
        "all_in": say(BET_ALL_IN, unit=points(everything)),
    }


def _net(line: JSON) -> int:
    """What a line moves from the house to the player: a bonus takes no stake away."""
    return int(line["paid"] if line["on"] == "joker" else line["paid"] - line["stake"])


def _what(line: JSON) -> str:
    known = OUTCOMES.get(line["on"], {}).get(line["outcome"])
    return say(words.UNKNOWN_LINE, on=line["on"], outcome=line["outcome"]) if known is None else say(known)


def _sum(line: JSON) -> str:
    paid = points(line["paid"])
    if line["multiple"] is None:
        return say(_RESTORED if line["on"] == "joker" else words.DECIDED, paid=paid)
    return say(words.SUM, stake=points(line["stake"]), multiple=line["multiple"], paid=paid)


def _total(total: str | None) -> str:
    """A hand's total in words: the game writes `17`, `soft 17` or nothing yet."""
    if total is None:
        return ""
    value = total.removeprefix("soft ")
    return say(_SOFT, total=value) if value != total else value


def _choice_prompt(awaits: JSON, on_offer: set[str]) -> str:
    hand = awaits["hand"]
    if on_offer & {"insure", "no_insurance"}:
        name = "insurance"
    elif "surrender" in on_offer:
        name = "war" if "go_to_war" in on_offer else "war_forced"
    else:
        name = "act" if hand is None else "act_hand"
    return say(PROMPTS[name], seat=awaits["seat"], hand=hand)


def _card_prompt(awaits: JSON) -> str:
    if awaits["to"] == "dealer":
        return say(PROMPTS["dealer_down" if awaits["face_down"] else "dealer_card"])
    return say(PROMPTS["card" if awaits["hand"] is None else "card_hand"], seat=awaits["to"], hand=awaits["hand"])


SPEECH: Final = Speech(
    name=text("Triple"),
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
