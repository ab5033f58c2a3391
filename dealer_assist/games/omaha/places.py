"""O4.1, O4.4: where the button and the blinds are, from the hand before, and who posts besides."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from dealer_assist.game import Garbled
from dealer_assist.games.omaha.rules import After, Options

#: No seat: the place of a small blind that is nobody's.
NO_SEAT = -1


class Places(msgspec.Struct, frozen=True):
    """Seat numbers of button and blinds (`small` may be `NO_SEAT`, the button an empty seat), and posts by seat."""

    button: int
    small: int
    big: int
    live: dict[int, int]
    dead: dict[int, int]


def clockwise(seats: Sequence[int], after: int) -> int:
    """The first of `seats` to the left of `after`, which may be empty."""
    return min(seats, key=lambda seat: (seat <= after, seat))


def take(options: Options, given: Collection[str], playing: Sequence[int], blinds: tuple[int, int]) -> Places:
    """Where everything is in this hand. What the round gave itself comes before what follows from the last hand.

    Raises `Garbled` for a button, a blind or a post at a seat that is not in the hand.
    """
    last = options.after
    if last.button and "button" not in given:
        button, small, big = _dead(last, playing) if options.button_moves == "dead" else _moved(last, playing, options)
    else:
        button = options.button
        if "button" not in given and button not in playing:
            button = clockwise(playing, button)
        if button not in playing and options.button_moves != "dead":
            raise Garbled(f"the button is at seat {button}, which is not in this hand", "O4.1")
        small, big = _left_of(button, playing, options)
    small = _seat(options.small_blind_seat, playing) or small
    big = _seat(options.big_blind_seat, playing) or big
    if small == big or big == NO_SEAT:
        raise Garbled(f"blinds at seats {small} and {big}: they are two seats, the big one somebody's", "O4.4")
    live, dead = _joining(options, playing, {small, big}, blinds)
    return Places(
        button,
        small,
        big,
        live | _posts(options.extra_posts, playing),
        dead | _posts(options.dead_posts, playing),
    )


def _moved(last: After, playing: Sequence[int], options: Options) -> tuple[int, int, int]:
    """The button moves to the next player; the blinds are left of it."""
    button = clockwise(playing, last.button)
    return button, *_left_of(button, playing, options)


def _dead(last: After, playing: Sequence[int]) -> tuple[int, int, int]:
    """The big blind moves to the next player, the others to where the blinds were, whoever sits there."""
    big = clockwise(playing, last.big_blind)
    if len(playing) == 2:
        other = next(seat for seat in playing if seat != big)
        return other, other, big
    small = last.big_blind if last.big_blind in playing else NO_SEAT
    return last.small_blind or last.button, small, big


def _left_of(button: int, playing: Sequence[int], options: Options) -> tuple[int, int]:
    """Small blind left of the button, big blind next; heads-up the button is the small one (O4.4)."""
    first = clockwise(playing, button)
    second = clockwise(playing, first)
    if len(playing) == 2 and button in playing and options.heads_up_button == "small":
        return second, first
    return first, second


def _seat(wanted: int, playing: Sequence[int]) -> int:
    if wanted > 0 and wanted not in playing:
        raise Garbled(f"seat {wanted} is not in this hand; there are: {', '.join(map(str, sorted(playing)))}", "O4.4")
    return wanted


def _posts(posts: dict[str, int], playing: Sequence[int]) -> dict[int, int]:
    for seat in posts:
        if not seat.isdecimal():
            raise Garbled(f"a post of seat {seat!r}: write its number", "O4.4")
    return {_seat(int(seat), playing) or _no_seat(seat): amount for seat, amount in posts.items()}


def _no_seat(seat: str) -> int:
    raise Garbled(f"seat {seat} is not in this hand", "O4.4")


def _joining(
    options: Options, playing: Sequence[int], blinds_at: set[int], blinds: tuple[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Who was not in the hand before posts a big blind, or both for those who came back (late and missed blinds)."""
    last = options.after
    if not last.button:
        return {}, {}
    small_blind, big_blind = blinds
    late = options.late_posts == "always" or (options.late_posts == "rule" and options.rule == "world")
    live, dead = {}, {}
    for seat in playing:
        if seat in last.seats or seat in blinds_at:
            continue
        if seat in last.missed and options.missed_blinds == "posted":
            live[seat], dead[seat] = big_blind, small_blind
        elif late:
            live[seat] = big_blind
    return live, dead
