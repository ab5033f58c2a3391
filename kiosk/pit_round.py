"""A round as the pit tells it: what `recall` tells, with the film's frames and the raw bytes beside the steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dealer_assist import recall, recall_list
from dealer_assist.cards import NotACard, parse
from dealer_assist.dispute_words import card_words
from dealer_assist.faults import Fault
from dealer_assist.pit.questions import Found
from dealer_assist.recall import Event, Settled
from kiosk import pit_tapes
from kiosk.pit_tables import Tables
from kiosk.pit_tapes import Came, Seen
from kiosk.pit_words import source_name
from kiosk.words import card_name

JSON = dict[str, Any]
#: Inputs that are shown beside one step at most: the last ones before it.
_MOST_CAME = 4


def told(tables: Tables, found: Found, name: Callable[[str], str]) -> JSON:
    """The round, ready for its page; `name` gives the name of whoever has a badge.

    Of a round that still runs no raw byte is told: a shoe says which card lies face down. Raises `Fault`.
    """
    journal = tables.journal(found.table, found.session)
    if journal is None:
        raise Fault(f"the session {found.session} of {found.table} is not here")
    one = recall.told(journal, found.round, tables.house(found.table, found.session), "pit")
    folder = tables.folder(found.table, found.session)
    seen = [] if folder is None or not one.events else _frames(folder, one.events)
    raw = {} if folder is None or one.running else _raw(folder, one.events)
    return {
        "running": one.running,
        "events": _events(one.events, seen, raw, name),
        "frames": [frame.at for frame in seen],
        "begins": one.begins,
        "settled": one.settled,
        "moved": recall_list.moved(journal, found.round),
        "clauses": one.clauses,
        "house": one.house,
        "first": one.first,
        "last": one.last,
    }


def _frames(folder: Path, events: Sequence[Event]) -> list[Seen]:
    return pit_tapes.frames(folder, min(event.at for event in events), max(event.at for event in events))


def _raw(folder: Path, events: Sequence[Event]) -> dict[int, Came]:
    if not events:
        return {}
    return pit_tapes.came(folder, min(event.at for event in events) - pit_tapes.AROUND_NS, events[-1].at)


def _events(
    events: Sequence[Event], seen: Sequence[Seen], raw: Mapping[int, Came], name: Callable[[str], str]
) -> list[JSON]:
    made, before = [], 0
    for event in events:
        inputs = [raw[n] for n in sorted(raw) if before < n <= event.input]
        made.append(_event(event, seen, name) | {"raw": inputs[-_MOST_CAME:]})
        before = max(before, event.input)
    return made


def _event(event: Event, seen: Sequence[Seen], name: Callable[[str], str]) -> JSON:
    frame = pit_tapes.nearest(seen, event.at)
    people = [source_name(event.source), name(event.person) if event.person else ""]
    return {
        "record": event.record,
        "kind": event.kind,
        "step": event.step,
        "time": event.wall[11:23].partition("+")[0],
        "what": event.what,
        # Beside a card's face its name says nothing new.
        "rest": event.what if event.card is None else event.what.removeprefix(card_words(event.card)).strip(),
        "people": " · ".join(dict.fromkeys(filter(None, people))),
        "approver": name(event.approver) if event.approver else "",
        "card": None if event.card is None else face(event.card),
        "to": event.to,
        "lines": _lines(event.lines),
        "reversed": _lines(event.reversed),
        "cancelled": event.is_cancelled,
        "amended": [_event(change, seen, name) for change in event.amended],
        "evidence": event.evidence,
        "frame": None if frame is None else frame.at,
    }


def _lines(lines: Sequence[Settled]) -> list[JSON]:
    """Lines with the words of their clause, each clause once."""
    last = {line.clause: place for place, line in enumerate(lines)}
    return [
        {"words": line.words, "rule": line.rule if last[line.clause] == place else ""}
        for place, line in enumerate(lines)
    ]


def face(card: str) -> JSON:
    """A card for a page: its code, its name, and the class of its suit; `??` is a back."""
    try:
        code = str(parse(card))
    except NotACard:
        return {"code": "??", "name": "", "suit": "back"}
    return {"code": code, "name": card_name(code), "suit": "joker" if code == "Jk" else code[1]}
