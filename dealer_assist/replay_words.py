"""A difference between a record and the same played again, in words: which lines are gone and which are new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from dealer_assist.dispute_words import finding_words, line_words, step_words
from dealer_assist.note_words import note_words

JSON = Mapping[str, Any]


def record_words(kind: str, body: JSON) -> str:
    """What a record says, in a few words."""
    match kind, body:
        case "step", {"step": dict() as step}:
            return step_words(step)
        case "amend", {"was": dict() as was, "becomes": dict() as becomes}:
            return f"{step_words(was)}, corrected to: {step_words(becomes)}"
        case "finding", {"kind": str(), "facts": dict()}:
            return f"a finding: {finding_words(body, running=False)}"
        case "answer", {"finding": int(number), "remedy": str(remedy)}:
            return f"the answer to the finding in record {number}: {remedy}"
        case "paid", _:
            return "the round closed"
        case "round", _:
            return "a round that begins"
    return note_words(kind, body, running=False)


def difference_words(kind: str, was: JSON, now: JSON) -> str:
    """How two records of one kind differ."""
    found = list(_lines(was, now)) + list(_chips(was, now))
    if record_words(kind, was) != record_words(kind, now):
        found.insert(0, f"recorded {record_words(kind, was)}, now {record_words(kind, now)}")
    return "; ".join(found) or "other particulars of the record"


def _lines(was: JSON, now: JSON) -> Iterator[str]:
    """Lines that stand on one side only."""
    for key, said in (("lines", "line"), ("reversed", "taken back")):
        before = Counter(map(line_words, was.get(key, ())))
        after = Counter(map(line_words, now.get(key, ())))
        yield from (f"{said} only as recorded: {line}" for line in (before - after).elements())
        yield from (f"{said} only played again: {line}" for line in (after - before).elements())


def _chips(was: JSON, now: JSON) -> Iterator[str]:
    """Chips of a closed round that are others."""
    for parties, named in (("seats", "seat"), ("accounts", "account")):
        before = {party[named]: party["chips"] for party in was.get(parties, ())}
        after = {party[named]: party["chips"] for party in now.get(parties, ())}
        for party in before.keys() | after.keys():
            if before.get(party) != after.get(party):
                yield f"{named} {party}: recorded {before.get(party)} chips, now {after.get(party)}"
    if was.get("house") != now.get("house"):
        yield f"house: recorded {was.get('house')}, now {now.get('house')}"
