"""A stay at the table: what a player keeps from hand to hand, where the button was, who comes and goes (O4.1, O7.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dealer_assist.game import Change, Refused
from dealer_assist.games.omaha import bank, tournament
from dealer_assist.games.omaha.rules import Options
from dealer_assist.games.omaha.seating import Seating

JSON = dict[str, Any]

#: Options that are of one hand only.
_OF_ONE_HAND = frozenset({"button", "small_blind_seat", "big_blind_seat", "extra_posts", "dead_posts", "after"})


def next_options(table: Seating, options: Mapping[str, Any], settled: Mapping[str, Any]) -> JSON:
    """The options of the next hand: those of this one, where its button and blinds were, how far a tournament is.

    Who plays the next hand, and so where its button is, follows when it begins.
    """
    if table.is_idle:
        return dict(options)
    kept = {name: value for name, value in options.items() if name not in _OF_ONE_HAND}
    last = table.options.after
    bust = {row["seat"] for row in settled["seats"] if not row["chips"]}
    dealt_in = set(table.numbers)
    gone = set(last.bust) - dealt_in
    missed = (set(last.missed) - dealt_in) | {
        seat for seat in gone if _is_passed(seat, last.big_blind, table.places.big)
    }
    after = {
        "button": table.button,
        "small_blind": table.small_place,
        "big_blind": table.places.big,
        "seats": sorted(dealt_in),
        "bust": sorted(gone | bust),
        "missed": sorted(missed),
    }
    return kept | {"after": after} | _played(table, settled)


def _played(table: Seating, settled: Mapping[str, Any]) -> JSON:
    """The tournament after this hand; nothing in a ring game."""
    if not table.options.tournament.each:
        return {}
    before = tournament.of(table.options.tournament, [(seat.seat, seat.chips) for seat in table.seats], table.button)
    minutes = max(0, settled.get("minutes", 0) - before.minutes)
    return {"tournament": tournament.option(tournament.hand_over(before, settled, minutes))}


def _is_passed(seat: int, was: int, now: int) -> bool:
    """Whether the big blind went past an empty seat on its way from one hand to the next."""
    return was < seat < now if was < now else seat > was or seat < now


def next_seats(seats: Sequence[Mapping[str, Any]], settled: Sequence[Mapping[str, Any]]) -> list[JSON]:
    """The seats of the next hand: chips, acts out of turn, bonuses and debts carried over.

    Who is bankrupt (O2.4) or was sent from the table (O7.3, O8) is left out.
    """
    stays = {row["seat"] for row in settled if row["chips"] and not row.get("sent")}
    return [seat for seat in kept(seats, settled) if seat["seat"] in stays]


def kept(seats: Sequence[Mapping[str, Any]], settled: Sequence[Mapping[str, Any]]) -> list[JSON]:
    """The same of every seat, those too that are out."""
    before = {seat["seat"]: seat for seat in seats}
    return [_kept(before[row["seat"]], row) for row in settled]


def _kept(seat: Mapping[str, Any], row: Mapping[str, Any]) -> JSON:
    points = row["bonus"]["points"] if "bonus" in row else 0
    counts = {
        "flying": row.get("flying", 0),
        "bonus": seat.get("bonus", 0) + points,
        "owed": seat.get("owed", 0) + row.get("owed", 0),
    }
    return {"seat": row["seat"], "chips": row["chips"]} | {name: count for name, count in counts.items() if count}


def change(seats: Sequence[Mapping[str, Any]], wanted: Change, options: Options) -> list[JSON] | Refused:
    """The seats after a player has come, bought in or left, in seat order; or why that can't be."""
    if options.tournament.each:
        return Refused("O1.4", "a freeze-out: who began plays on with the chips that are there")
    known = {seat["seat"]: dict(seat) for seat in seats}
    number, chips = wanted.who, wanted.chips
    if not isinstance(number, int) or not 1 <= number <= options.most_seats:
        return Refused("O1.1", f"no seat {number!r}: this table has seats 1 to {options.most_seats}")
    if wanted.do == "sit" and number in known:
        return Refused("O1.1", f"seat {number} is taken")
    if wanted.do != "sit" and number not in known:
        return Refused("O1.1", f"nobody sits at seat {number}")
    held = known[number]["chips"] if number in known else 0
    if wanted.points is not None and chips == 0:
        chips = bank.chips_for(wanted.points, held, options)
    if not isinstance(chips, int) or chips < (wanted.do != "leave"):
        return Refused("O2.1", _too_few(wanted, held, options))
    most = bank.most_chips(options)
    if wanted.do != "leave" and most is not None and held + chips > most:
        return Refused("O2.1", f"seat {number} would have {held + chips}: the most to buy in is {most} chips")
    match wanted.do:
        case "leave":
            del known[number]
        case _:
            known[number] = {"seat": number, **known.get(number, {}), "chips": held + chips}
    if not known:
        return Refused("O1.1", "the last player can't leave while the table is open: close the table")
    return [known[seat] for seat in sorted(known)]


def _too_few(wanted: Change, held: int, options: Options) -> str:
    if not wanted.points:
        return f"chips {wanted.chips!r}: bring whole chips, at least one"
    return f"seat {wanted.who} has {held}: the most to buy in is {bank.most_chips(options)} chips"
