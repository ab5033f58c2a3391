"""What a recalled round tells, in the language of who reads it: its steps, lines, findings and notes.

The record has no language, and a report that outlives the screens is told in English (`dealer_assist.dispute_words`).
On a screen each of its sentences is recognised by its form, as refusals are, and said anew with its values.
"""

from __future__ import annotations

from typing import Final

from kiosk import trouble
from kiosk.refusals import said_anew
from kiosk.words import text

SENTENCES: Final = (
    text("{card} to {place}", "told"),
    text("{card} to {place}, hand {hand}", "told"),
    text("to {place}", "told"),
    text("to {place}, hand {hand}", "told"),
    text("{card} turned", "told"),
    text("{card} turned at {place}", "told"),
    text("turned", "told"),
    text("turned at {place}", "told"),
    text("seat {seat} bets {unit}", "told"),
    text("seat {seat} bets all-in", "told"),
    text("seat {seat}: {act}", "told"),
    text("seat {seat}: {act}, to {total}", "told"),
    text("seat {seat}, {on}, {outcome}: {stake} × {multiple} = {paid} ({clause})", "told"),
    text("seat {seat}, {on}, {outcome}: {stake} = {paid} ({clause})", "told"),
    text("Stopped: {finding}", "told"),
    text("Answer to the finding in record {record}: {remedy}", "told"),
    text("Everybody is paid; the round is closed", "told"),
    text("The records so far were signed", "told"),
    text("{was}, corrected to: {becomes}", "told"),
    text("{what} (cancelled later)", "told"),
    text("cards that lie face down are sealed from here on", "told"),
    text("all that was sealed in this round is open: it is over", "told"),
    text("all that was sealed until here is open: the table closed between two rounds", "told"),
    text("what was sealed in record {record} is open: two supervisors agreed", "told"),
    text("what was sealed in record {record} is open: the card was turned", "told"),
    text("{person}: {done} entries, agreed to {agreed}", "told"),
    text("agreed by {person}", "told"),
    text("seat {seat}", "told"),
    text("a card face down", "told"),
    text("{kind} ({facts})", "told"),
)


def told_anew(what: str) -> str:
    """A sentence of a recalled round in the language that speaks."""
    kind = what.replace(" ", "_")
    if kind in trouble.TITLES:
        return trouble.title({"kind": kind})
    return said_anew(what, told_anew, "told")
