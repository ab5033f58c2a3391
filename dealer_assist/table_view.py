"""What a screen shows of a table, as JSON values: only what its audience may see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from dealer_assist import calls, keyed
from dealer_assist.cashier import Banked
from dealer_assist.changes import seat_line
from dealer_assist.findings import Open
from dealer_assist.game import Awaited, Bets, Choice, Deal, Line, OfAccounts, Offer, Orders, Over, To, Turn, Viewer
from dealer_assist.session import Session
from dealer_assist.table import Table

JSON = dict[str, Any]
#: The slips of bank and table that a screen shows: one round's of a full table.
_SLIPS: Final = 8


def view(table: Table, viewer: Viewer) -> JSON:
    """The whole view of one screen. `number` is the journal's number that it shows."""
    session = table.session
    awaited, passed = _awaited(table)
    fresh = [seat_line(line) for line in session.fresh]
    if viewer == "display" and isinstance(session.game, OfAccounts):
        fresh = _settled(session.fresh)
    shown: JSON = {
        "number": session.number,
        "table": table.file.name,
        "game": table.file.game,
        "round": session.round,
        "state": session.show(viewer),
        "awaits": awaits(awaited),
        "passed": passed,
        "fresh": fresh,
        "time": time(table),
        "links": {device: link.state for device, link in table.links.items()},
        "stopped": session.stopped is not None,
        "paused": calls.is_paused(session),
        "floor": session.floor is not None,
    }
    if viewer == "display":
        return shown
    if isinstance(session.game, OfAccounts):
        settled = session.game.settlement(session.point.state)
        shown["settlement"] = {name: settled[name] for name in ("accounts", "commission")}
    return shown | {
        "offers": offers(session.past_hidden()[0] if table.by_hand else awaited),
        "finding": None if session.stopped is None else _finding(table, session.stopped),
        "by_hand": table.by_hand,
        "units": {str(seat): unit for seat, unit in session.units.items()},
        "cards": session.cards(),
        "acts": _acts(session),
        "may_misdeal": bool(passed or session.game.ways(session.point.state)),
        "stay": {
            "places": session.game.places,
            "parties": session.header[session.game.parties],
            "options": session.header["options"],
            "pending": [msgspec.to_builtins(change) for change in session.pending],
            "bank": _bank(session, shown["state"]),
        },
        "shoe": shoe(table),
        "camera": {
            "armed": table.watch.armed,
            "unsure": table.watch.unsure,
            "also": {box: [str(card) for card in cards] for box, cards in table.watch.also.items()},
        },
    }


def _bank(session: Session, state: JSON) -> JSON | None:
    """Points and chips at a table whose game has a bank (O2): its terms, what each seat would take there as it stands,
    and the last slips."""
    if not isinstance(session.game, Banked) or session.game.bank is None:
        return None
    cashier, terms = session.cashier, session.game.bank
    for record in session.journal.records(cashier.last):
        cashier.read(record)
    worth = {seat["seat"]: cashier.worth(seat["seat"], seat["chips"]) for seat in state["seats"]}
    return {
        "rate": terms.rate,
        "most": terms.most,
        "worth": {
            str(seat): {"points": made.points, "bonus": made.bonus, "owed": made.owed, "total": made.total}
            for seat, made in worth.items()
            if made is not None
        },
        "slips": [msgspec.to_builtins(slip) for slip in cashier.slips[-_SLIPS:]],
    }


def shoe(table: Table) -> JSON:
    """The shoe: its number, how many cards it had and still has as far as the record knows, None for an endless one;
    and whether its cut card has come."""
    count = table.shoes.count()
    size = None if count.shoe is None else count.shoe.size
    return {"number": table.session.shoe, "size": size, "left": count.left, "cut": count.is_cut}


def time(table: Table) -> JSON | None:
    """The betting time of a round that is open; how much is left of it while it runs, a clock has to tell."""
    if not isinstance(table.session.awaits, Orders):
        return None
    runs = table.time.closes is not None
    return {"runs": runs, "held": table.time.is_held, "left_ms": None if runs else table.time.left_ms}


def _settled(lines: Iterable[Line]) -> list[JSON]:
    """Lines of accounts as everybody may see them: what was settled and how, not whose it was, nor how much."""
    settled = {line.on.removeprefix("back."): line for line in lines if line.on.startswith("back.")}
    return [{"on": on, "outcome": line.outcome, "clause": line.clause} for on, line in settled.items()]


def _awaited(table: Table) -> tuple[Awaited, tuple[To, ...]]:
    """What the table waits for, and where cards go meanwhile that are not waited for: face down, where no shoe reads
    them, or of a hand that is about to be shown."""
    session = table.session
    awaited = session.awaits
    if isinstance(awaited, Deal):
        shown = session.game.lies(session.point.state, awaited.to) == "either"
        if shown or table.links["shoe"].state == "none":
            return session.past_hidden()
    return awaited, ()


def _acts(session: Session) -> list[JSON]:
    """The acts that can be keyed anew, the latest first: what the record has, and what was legal instead of it."""
    return [
        {
            "step": was.step,
            "seat": was.seat,
            "act": was.act,
            "to": session.steps[was.step].get("to"),
            "offers": [_offer(was.seat, offer) for offer in was.offers],
        }
        for was in keyed.acts(session)
    ]


def awaits(awaited: Awaited) -> JSON:
    """What the round waits for, with its kind."""
    shown: JSON = {"kind": _KINDS[type(awaited)]}
    match awaited:
        case Bets(seats=seats, first=first):
            shown |= {"seats": list(seats), "first": None if first is None else first.to}
        case Deal(to=to, hand=hand, face_down=face_down):
            shown |= {"to": to, "hand": hand, "face_down": face_down}
        case Choice(seat=seat, hand=hand, also=also):
            shown |= {"seat": seat, "hand": hand, "also": list(also)}
        case Turn(to=to):
            shown |= {"to": to}
        case Orders(number=number, then=then):
            shown |= {"number": number, "then": then.to if isinstance(then, Deal) else None}
        case Over():
            pass
    return shown


_KINDS: Final[dict[type, str]] = {
    Bets: "bets",
    Deal: "deal",
    Choice: "choice",
    Turn: "turn",
    Orders: "orders",
    Over: "over",
}


def offers(awaited: Awaited) -> list[JSON]:
    """The acts that are legal now as steps ready to be sent, with the chips that each takes."""
    if not isinstance(awaited, Choice):
        return []
    return [_offer(awaited.seat, offer) for offer in awaited.offers]


def _offer(seat: int, offer: Offer) -> JSON:
    """`totals`: the least and the most that the act may make; its step then lacks `to`."""
    shown: JSON = {"step": {"act": offer.act, "seat": seat}, "act": offer.act, "chips": offer.chips}
    return shown if offer.totals is None else shown | {"totals": offer.totals}


def _finding(table: Table, found: Open) -> JSON:
    """A finding for the dealer. A card that may still be hidden is not named."""
    facts = dict(found.finding.facts)
    if facts.pop("hidden", False):
        for telling in ("card", "why", "holds"):
            facts.pop(telling, None)
    if found.finding.kind == "unreadable":
        # The bytes that could not be read may be those of a card that lies face down.
        facts.pop("why", None)
    return {
        "number": found.number,
        "kind": found.finding.kind,
        "facts": facts,
        "at": found.at,
        "remedies": [
            {
                "name": remedy.name,
                "asks_card": remedy.asks_card,
                "clause": remedy.clause,
                "pays": remedy.pays,
                "seats": remedy.seats,
                "approval": remedy.approval,
                "free": remedy.free,
            }
            for remedy in found.finding.remedies
        ],
        "held": len(table.session.waiting),
        "missed": table.missed,
    }
