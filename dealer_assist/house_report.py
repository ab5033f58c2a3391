"""The costs of a Triple house, worked out of a tally: for print, as JSON, and for the chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from dealer_assist.games.triple.rules import Poker, Premiums
from dealer_assist.house import Pays
from dealer_assist.house_math import GAMES, UNIT, Estimate, Plan, Tally


class Outcome(msgspec.Struct, frozen=True):
    """A premium or a poker hand: what it pays, how often it came, and its part in what the game returns.

    `frequency` is times a seat and round; `returned` points a point staked on the game, and these of all
    outcomes add up to the game's return; `share` is `returned` over that return, None if nothing was returned.
    """

    name: str
    multiple: str
    clause: str
    times: int
    frequency: Estimate
    returned: Estimate
    share: Estimate | None


class Costs(msgspec.Struct, frozen=True):
    """What a house returns to its players, in points a point staked, jokers apart.

    `joker` is the bonuses over the stakes of the three games as they stood; `whole` everything paid over the same.
    """

    house: str
    play: str
    rounds: int
    seats: int
    seed: int
    unit: int
    options: dict[str, Any]
    games: dict[str, Estimate]
    joker: Estimate
    whole: Estimate
    premiums: tuple[Outcome, ...]
    poker: tuple[Outcome, ...]


def costs(plan: Plan, tally: Tally) -> Costs:
    """The figures of a tally that `plan` gave."""
    game = plan.game()
    pays = game.house.multiples
    return Costs(
        house=game.house.name,
        play=plan.play.words,
        rounds=tally.rounds,
        seats=plan.seats,
        seed=plan.seed,
        unit=UNIT,
        options=msgspec.to_builtins(game.options),
        games={name: tally.ratio(f"{name}.paid", f"{name}.staked") for name in GAMES},
        joker=tally.ratio("joker.paid", "games.staked"),
        whole=tally.ratio("all.paid", "games.staked"),
        premiums=tuple(_outcomes(tally, "blackjack", pays.premiums)),
        poker=tuple(outcome for outcome in _outcomes(tally, "poker", pays.poker) if outcome.name != "nothing"),
    )


def _outcomes(tally: Tally, game: str, table: Premiums | Poker) -> Iterator[Outcome]:
    for field in msgspec.structs.fields(table):
        pays: Pays = getattr(table, field.name)
        name = f"{game} {field.encode_name}"
        yield Outcome(
            name=field.encode_name,
            multiple=str(pays.multiple),
            clause=pays.clause,
            times=tally.sums[f"{name}.times"],
            frequency=tally.ratio(f"{name}.times", "seats"),
            returned=tally.ratio(f"{name}.paid", f"{game}.staked"),
            share=tally.ratio(f"{name}.paid", f"{game}.paid") if tally.sums[f"{game}.paid"] else None,
        )


def words(name: str) -> str:
    """An outcome's name for people: `flush_678` as "flush 678"."""
    return name.replace("_", " ")


#: How the three games are written.
TITLES: Final = {"war": "War", "blackjack": "Blackjack", "poker": "Poker"}


def table(found: Costs) -> str:
    """The costs as a table of plain text; ± is one standard error."""
    options = ", ".join(f"{name} {msgspec.json.encode(value).decode()}" for name, value in found.options.items())
    seats = "one seat" if found.seats == 1 else f"{found.seats} seats"
    return "\n".join(
        (
            f"{found.house}",
            f"{found.rounds} rounds, {seats}, seed {found.seed}; a full shuffled shoe for each round",
            f"Options: {options}",
            f"Play: {found.play}",
            "",
            "Returned per point staked, ± standard error (1 is even; below 1 the house wins)",
            *(f"  {TITLES[name]:<22}{_figure(figure)}" for name, figure in found.games.items()),
            f"  {'Joker bonuses':<22}{_figure(found.joker)}   of the three stakes",
            f"  {'All together':<22}{_figure(found.whole)}",
            "",
            *_rows("Blackjack premiums", found.premiums),
            "",
            *_rows("Poker hands", found.poker),
        )
    )


def _rows(title: str, outcomes: tuple[Outcome, ...]) -> Iterator[str]:
    heads = f"{'pays':>6}{'times':>9}  {'once in':>9}   {'points a point staked':<22}{'of the return':<19}clause"
    yield f"{title:<22}{heads}"
    for outcome in outcomes:
        often = f"{1 / outcome.frequency.value:.1f}" if outcome.times else "never"
        yield (
            f"  {words(outcome.name):<20}{'×' + outcome.multiple:>6}{outcome.times:>9}  {often:>9}   "
            f"{_figure(outcome.returned):<22}{_percent(outcome.share):<19}{outcome.clause}"
        )


def _figure(figure: Estimate) -> str:
    return f"{figure.value:.4f}" + ("" if figure.error is None else f" ± {figure.error:.4f}")


def _percent(figure: Estimate | None) -> str:
    if figure is None:
        return "–"
    return f"{100 * figure.value:5.2f} %" + ("" if figure.error is None else f" ± {100 * figure.error:.2f}")
