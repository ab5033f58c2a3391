"""O3, O6.4, O6.5, O2.5: pots formed and paid, the rake, odd chips, and the bonuses of hands shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from dealer_assist import money, pots
from dealer_assist.betting import Betting, positions
from dealer_assist.game import Line
from dealer_assist.games.omaha.seating import Seating
from dealer_assist.games.omaha.state import Ended, State
from dealer_assist.poker_hands import category, omaha_rank
from dealer_assist.pots import Paid, Pot


def uncontested(table: Seating, state: State) -> State:
    """All others have folded: the last one is paid at once (O5.7)."""
    winner = positions(state.betting.live)
    formed = formed_now(table, state)
    return _paid(table, state, formed, [winner] * len(formed), {}, "O5.7")


def showdown(table: Seating, state: State) -> State:
    """Every hand is opened or mucked: the best of those that can win a pot take it (O6.4)."""
    board = state.board
    ranks = {
        position: omaha_rank([card for card in state.hole[position] if card is not None], board)
        for position in positions(state.showdown.open)
    }
    formed = formed_now(table, state)
    winners = []
    for pot in formed:
        open_hands = [position for position in pot.eligible if position in ranks]
        best = max([ranks[position] for position in open_hands])
        winners.append(tuple([position for position in open_hands if ranks[position] == best]))
    return _paid(table, state, formed, winners, ranks, "O6.4")


def formed_now(table: Seating, state: State) -> tuple[Pot, ...]:
    """The pots from all that was put in so far."""
    return pots.form(state.betting.put, state.betting.live, state.dead, table.options.unmatched_joins)


def rake_of(table: Seating, total: int, flop: bool) -> int:
    """The rake on pots of `total` chips, once a flop is open or without (O3)."""
    options = table.options
    if not options.rake:
        return 0
    without = options.rake_without_flop
    if not flop and (without == "never" or (without == "rule" and options.rule == "world")):
        return 0
    return money.rake(total, options.rake_per_mille, options.rake_threshold, options.rake_most, options.rake_rounding)


def odd_rule(table: Seating) -> Literal["house", "one_each", "first"]:
    """What becomes of chips that do not divide (O6.5)."""
    if table.options.odd_chips == "rule":
        return "house" if table.options.rule == "loj" else "one_each"
    return table.options.odd_chips


def _paid(
    table: Seating,
    state: State,
    formed: Sequence[Pot],
    winners: Sequence[tuple[int, ...]],
    ranks: dict[int, int],
    clause: str,
) -> State:
    rake = rake_of(table, sum([pot.amount for pot in formed]), bool(state.board))
    paid = pots.pay(formed, winners, rake, odd_rule(table), table.options.rake_sharing)
    chips = list(state.betting.chips)
    lines = list(state.lines)
    categories = {position: category(rank) for position, rank in ranks.items()}
    for number, pot in enumerate(paid):
        even = (pot.amount - pot.rake) % len(pot.winners) == 0
        for position, share in zip(pot.winners, pot.shares, strict=True):
            chips[position] += share
            lines.append(
                Line(
                    table.numbers[position],
                    pot_name(number),
                    pot.amount,
                    None,
                    share,
                    categories.get(position, "win"),
                    clause if even else "O6.5",
                )
            )
    return replace(
        state,
        phase="over" if ranks else "won",
        betting=emptied(state.betting, chips),
        house_adds=state.house_adds + sum([pot.house_adds for pot in paid]),
        ended=Ended(paid, rake, clause, _bonuses(table, paid, categories)),
        lines=tuple(lines),
    )


def emptied(betting: Betting, chips: Sequence[int]) -> Betting:
    """Nothing is left in the middle."""
    return replace(betting, chips=tuple(chips), middle=0, turn=-1)


def pot_name(number: int) -> str:
    """`pot` for the main pot, `pot.2` and on for side pots."""
    return "pot" if number == 0 else f"pot.{number + 1}"


def _bonuses(table: Seating, paid: Sequence[Paid], categories: dict[int, str]) -> tuple[tuple[int, str, int], ...]:
    """Points that the bank adds when the player leaves, for hands shown (O2.5); none in a tournament."""
    if table.options.tournament.each:
        return ()
    table_of = table.house.bonuses
    won = {position for pot in paid for position in pot.winners}
    return tuple(
        (position, hand, table_of[hand].value)
        for position, hand in categories.items()
        if hand in table_of and (table.options.bonus_for == "shown" or position in won)
    )
