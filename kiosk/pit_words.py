"""The words of the pit's pages, and figures, times and parts as they are written there."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from typing import Final

from dealer_assist import money
from kiosk.speech import SPEECHES
from kiosk.trouble import TITLES, UNKNOWN
from kiosk.words import MINUS, say, text

STATES: Final = {
    "running": text("Playing"),
    "idle": text("Waiting for bets"),
    "stopped": text("Stopped"),
    "halted": text("Stopped for good"),
    "away": text("Not heard of"),
}
SOURCES: Final = {"shoe": text("Shoe"), "camera": text("Camera"), "dealer": text("Dealer"), "table": text("Table")}
#: What a person did, by kind of record.
ACTS: Final = {
    "step": text("keyed"),
    "amend": text("amended"),
    "answer": text("answered findings"),
    "paid": text("closed rounds"),
    "agreed": text("agreed"),
    "stay": text("changed seats"),
    "options": text("set options"),
    "time": text("held or ran the betting time"),
    "new_shoe": text("put in a shoe"),
    "by_hand": text("went on by hand"),
}
SAID: Final = {
    "asked": text("The pit has been asked. A supervisor agrees there, and the table goes on."),
    "many": text("Too much waits in the pit already. Let a supervisor come to the table."),
    "gone": text("This is asked no more: the table went on, or somebody else has answered."),
    "declined": text("Declined. The dealer is told by the table, which goes on waiting."),
    "second": text("What is changed from the pit needs a second person: their badge and PIN."),
    "may_not": text("From the pit a card is put right and a finding is answered, nothing else."),
    "no_round": text("There is no such round."),
    "no_table": text("There is no such table."),
    "no_film": text("There is no picture of that moment."),
    "away": text("The session of this round is not here: its tapes and film lie at the table."),
    "search": text("The search is not understood: {why}"),
    "running": text("This round still runs: it can be exported when it is closed."),
}
WRONG: Final = {
    "time": text("write a time as 2026-11-30T12:00"),
    "card": text("write a card as As, Td or Jk"),
    "amount": text("write an amount as 640 or 15.70"),
    "order": text("the first amount is larger than the second, or the first time later than the second"),
}
_PART: Final = text("{number} %")
_UTC: Final = text("{time} UTC")


def state_word(state: str) -> str:
    """A table's state."""
    return say(STATES[state])


def game_name(game: str) -> str:
    """The game's name."""
    return say(SPEECHES[game].name) if game in SPEECHES else game


def finding_title(kind: str) -> str:
    """A finding by its kind."""
    return say(TITLES.get(kind, UNKNOWN))


def source_name(source: str) -> str:
    """Where a card's name came from."""
    return say(SOURCES[source]) if source in SOURCES else source


def act_name(kind: str) -> str:
    """What a person did."""
    return say(ACTS[kind]) if kind in ACTS else kind


def amount(cents: int) -> str:
    """Hundredths of a point as people read them, with a true minus sign."""
    return money.short(cents).replace("-", MINUS)


def part(fraction: Fraction) -> str:
    """An exact part in hundredths, to a tenth of one: `4.2 %`."""
    tenths = round(fraction * 1000)
    sign = MINUS if tenths < 0 else ""
    return say(_PART, number=f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}")


def tenth(fraction: Fraction) -> str:
    """An exact number to a tenth: `34.5`."""
    tenths = round(fraction * 10)
    return f"{tenths // 10}.{tenths % 10}"


def clock(at_ms: int | None) -> str:
    """A time of day: `12:04:09`."""
    return "" if at_ms is None else moment(at_ms).strftime("%H:%M:%S")


def day_and_time(at_ms: int | None) -> str:
    """A day and time, UTC, to the second."""
    return "" if at_ms is None else say(_UTC, time=moment(at_ms).strftime("%Y-%m-%d %H:%M:%S"))


def hour_or_day(at_ms: int, step_ms: int) -> str:
    """The name of a point in time in a plot: `14:00` or `11-30`."""
    return moment(at_ms).strftime("%H:00" if step_ms < 24 * 3_600_000 else "%m-%d")


def moment(at_ms: int) -> datetime:
    """Milliseconds since 1970 as a time in UTC."""
    return datetime.fromtimestamp(at_ms // 1000, UTC)
