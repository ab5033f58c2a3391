"""A round's report in the language of who asks for it: the sentences of `dealer_assist.dispute_pdf`, said anew."""

from __future__ import annotations

from typing import Final

from dealer_assist.dispute_pdf import Voice
from kiosk import languages
from kiosk.speech import SPEECHES
from kiosk.told import told_anew, who_anew
from kiosk.words import quoted, say, text

ABOUT: Final = "report"
#: The report's own sentences; it says itself, in English, where it has no Japanese letters.
SENTENCES: Final = (
    text("{table}: round {round}", "report"),
    text("Game: {game}. Shoe {shoe}. The round is still running: what lies face down is not told.", "report"),
    text("Game: {game}. Shoe {shoe}. The round is closed.", "report"),
    text("The words of the clauses are today's: the house rules were others.", "report"),
    text("The round began with", "report"),
    text("What happened", "report"),
    text("As it was settled", "report"),
    text("Step {step}. {what}", "report"),
    text("CORRECTED: {what}", "report"),
    text("{who}; record {record}", "report"),
    text("taken back: {line}", "report"),
    text("Clauses", "report"),
    text("People", "report"),
    text("Pictures nearest to the steps", "report"),
    text("frame {frame}: {steps}", "report"),
    text("record {record}: {what}; SHA-256 {digest}", "report"),
    text("Pictures that are kept no longer", "report"),
    text("The picture of record {record} ({digest}…): {why}", "report"),
    text("How this is proved", "report"),
    text("The round still runs. Its records are told when it is closed: make this report again then.", "report"),
    text("The round is records {first} to {last} of the journal. Hash of the last: {hash}", "report"),
    text("House rules (SHA-256): {house}. Software: {versions}.", "report"),
    text("No signed root covers it yet. To make one: {command}", "report"),
    text("To verify the journal: {command}", "report"),
    text("Root in record {record}: records {first} to {last}, tree head {head}", "report"),
    text("signed {wall} by the key {key}", "report"),
    text("Code of the root: {code}", "report"),
    text("To verify: {command}", "report"),
    text("To play the round again from the shoe's bytes and the film: {command}", "report"),
    text(
        "Made by dealer-assist {version}. Times are UTC by the table's clock; the order of the records does not "
        "depend on it.",
        "report",
    ),
)


def voice() -> Voice:
    """The voice of the language that speaks now, for as long as it does."""
    return Voice(_say, _told, who_anew, quoted, languages.language() == "ja")


def _say(sentence: str, **values: object) -> str:
    return say(text(sentence, ABOUT), **values)


def _told(what: str) -> str:
    return say(SPEECHES[what].name) if what in SPEECHES else told_anew(what)
