"""An Omaha hand as people see it: the view of a screen, and the settlement of a script."""

from __future__ import annotations

from typing import Any

from dealer_assist import pots
from dealer_assist.betting import NOBODY, positions
from dealer_assist.cards import Suited
from dealer_assist.games.omaha import actions, payout, showdown, tournament
from dealer_assist.games.omaha.seating import Seating
from dealer_assist.games.omaha.state import BIT, STREETS, State
from dealer_assist.poker_hands import category, omaha_five, omaha_rank
from dealer_assist.step_forms import FACE_DOWN


def show(table: Seating, state: State) -> dict[str, object]:
    """The hand without what nobody may see: a hole card is `"??"` for players, dealer and pit until it is opened."""
    betting = state.betting
    in_round = state.phase in {"hole", "bets"}
    return {
        "game": "omaha",
        "stage": _stage(state),
        "rule": table.options.rule,
        "betting": table.options.betting,
        "blinds": {"small": table.small_blind, "big": table.big_blind, "ante": table.ante},
        "level": table.options.level,
        "levels": [
            {"small": level.small_blind, "big": level.big_blind, "ante": level.ante} for level in table.house.levels
        ],
        "tournament": _tournament(table, state),
        "button": table.button,
        "board": [str(card) for card in state.board],
        "burned": [_face(state, card) for card in state.burned],
        "middle": betting.middle,
        "bet": betting.current if in_round else 0,
        "pots": _pots_now(table, state),
        "rake": _rake_now(table, state),
        "house_adds": state.house_adds,
        "to_act": _to_act(table, state),
        "legal": _legal(table, state),
        "seats": [
            _seat(table, state, position) for position in sorted(table.at.values(), key=table.numbers.__getitem__)
        ],
    }


def _tournament(table: Seating, state: State) -> dict[str, object] | None:
    """A tournament as it stands at this hand, once that is over after it; None in a ring game (O1.4).

    `next` is the level that comes after this one, and after how many hands or minutes in all.
    """
    played = table.options.tournament
    if not played.each:
        return None
    now = tournament.of(played, [(seat.seat, seat.chips) for seat in table.seats], table.button)
    rises = played.schedule.rises_after(played.hands, played.minutes)
    if state.phase == "over" and not table.is_idle:
        now = tournament.hand_over(now, settlement(table, state))
    return {
        "level": played.level,
        "unit": played.unit,
        "played": played.hands if played.unit == "hands" else played.minutes,
        "next": None if rises is None else {"level": played.level + 1, "after": rises},
        "antes_from": played.antes_from,
        "standings": [
            {"place": row.place, "seat": row.seat, "chips": row.chips, "hand": row.out_in_hand}
            for row in tournament.standings(now)
        ],
        "winner": now.winner,
    }


def _stage(state: State) -> str:
    if state.phase in {"show", "turn"}:
        return "showdown"
    if state.phase in {"won", "over"}:
        return state.phase
    return STREETS[state.betting.street]


def _face(state: State, card: Suited | None) -> str:
    """A burned card is seen if it was shown: one burned before a street lies face down (O4.7, O9.1)."""
    return str(card) if card is not None and state.face_up & BIT[card] else FACE_DOWN


def _pots_now(table: Seating, state: State) -> list[dict[str, object]]:
    """The pots as they grow, with the bets of the round; once paid, who won them with which five cards."""
    if state.phase in {"won", "over"}:
        return [
            {
                "name": payout.pot_name(number),
                "amount": pot.amount,
                "rake": pot.rake,
                "eligible": _numbers(table, pot.eligible),
                "winners": _numbers(table, pot.winners),
                "shares": _shares(table, pot.winners, pot.shares),
                "hands": {str(table.numbers[position]): _five(state, position) for position in pot.winners},
            }
            for number, pot in enumerate(state.ended.pots)
        ]
    betting = state.betting
    if state.phase in {"hole", "bets"}:
        formed = pots.growing(betting.put, betting.live, betting.able, state.dead)
    else:
        formed = pots.form(betting.put, betting.live, state.dead, table.options.unmatched_joins)
    return [
        {"name": payout.pot_name(number), "amount": pot.amount, "eligible": _numbers(table, pot.eligible)}
        for number, pot in enumerate(formed)
    ]


def _rake_now(table: Seating, state: State) -> int:
    if state.phase in {"won", "over"}:
        return state.ended.rake
    return payout.rake_of(table, state.betting.middle, bool(state.board))


def _numbers(table: Seating, of: tuple[int, ...]) -> list[int]:
    return sorted(table.numbers[position] for position in of)


def _shares(table: Seating, winners: tuple[int, ...], shares: tuple[int, ...]) -> dict[str, int]:
    return {
        str(number): share for number, share in sorted(zip([table.numbers[w] for w in winners], shares, strict=True))
    }


def _five(state: State, position: int) -> list[str]:
    """The five cards of a hand that was opened, two of the hole and three of the board; none of another."""
    if not state.showdown.open >> position & 1 or len(state.board) < 5:
        return []
    return [str(card) for card in omaha_five(_known(state, position), state.board)]


def _known(state: State, position: int) -> list[Suited]:
    return [card for card in state.hole[position] if card is not None]


def _to_act(table: Seating, state: State) -> int | None:
    if state.phase in {"hole", "bets"} and state.betting.turn != NOBODY:
        return table.numbers[state.betting.turn]
    if state.phase in {"show", "turn"}:
        return table.numbers[showdown.whose(state)]
    return table.numbers[positions(state.betting.live)[0]] if state.phase == "won" else None


def _legal(table: Seating, state: State) -> dict[str, object] | None:
    """What the player to act may do, as `ask` answers it, without the step."""
    if state.phase not in {"hole", "bets"} or state.betting.turn == NOBODY:
        return None
    return actions.answer(table, state).body()


def _seat(table: Seating, state: State, position: int) -> dict[str, object]:
    betting, conduct = state.betting, state.conduct
    number = table.numbers[position]
    lines = [line for line in state.lines if line.seat == number]
    in_round = state.phase in {"hole", "bets"}
    return {
        "seat": number,
        "chips": betting.chips[position],
        "bet": betting.bets[position] if in_round else 0,
        "put": betting.put[position],
        "state": _standing(table, state, position),
        "place": _place(table, position),
        "cards": [
            str(card) if card is not None and state.face_up & BIT[card] else FACE_DOWN for card in state.hole[position]
        ],
        "hand": _hand(state, position),
        "flying": conduct.flying[position],
        "waiting": next(({"act": act, "to": total} for at, act, total in conduct.pending if at == position), None),
        "sent": bool(conduct.sent >> position & 1),
        "owed": conduct.owed[position],
        "to_act": _to_act(table, state) == number,
        "lines": [line.body() for line in lines],
        "paid": sum(line.paid for line in lines),
    }


def _standing(table: Seating, state: State, position: int) -> str:
    del table
    if not state.betting.live >> position & 1:
        return "folded"
    order = state.showdown
    if position in order.order[: order.shown] and not order.open >> position & 1:
        return "mucked"
    return "in" if state.betting.able >> position & 1 else "all_in"


def _place(table: Seating, position: int) -> list[str]:
    """Button, small blind, big blind."""
    places = {"button": table.at.get(table.button), "small_blind": table.small, "big_blind": table.big}
    return [name for name, at in places.items() if at == position]


def _hand(state: State, position: int) -> dict[str, object] | None:
    """Category and five cards of a hand that was opened as a whole."""
    known = _known(state, position)
    if not state.showdown.open >> position & 1 or len(known) < 4:
        return None
    return {"category": category(omaha_rank(known, state.board)), "five": _five(state, position)}


def settlement(table: Seating, state: State) -> dict[str, object]:
    """Chips, pots, rake and what the house added, as ROUND_SCRIPT writes them; `middle` is what is not paid yet."""
    conduct = state.conduct
    uncalled = state.uncalled
    return {
        "complete": state.phase == "over",
        "seats": sorted([*_settled(table, state), *_bankrupt(table)], key=lambda row: int(row["seat"])),
        "pots": [
            {
                "amount": pot.amount,
                "rake": pot.rake,
                "eligible": _numbers(table, pot.eligible),
                "winners": _numbers(table, pot.winners),
                "shares": _shares(table, pot.winners, pot.shares),
            }
            for pot in state.ended.pots
        ],
        "uncalled": None if uncalled is None else {"seat": table.numbers[uncalled[0]], "amount": uncalled[1]},
        "rake": state.ended.rake,
        "house_adds": state.house_adds,
        "penalties": {str(table.numbers[position]): taken for position, taken in enumerate(conduct.penalties) if taken},
        "middle": state.betting.middle,
        "legal": [{"step": step, **answer.body()} for step, answer in state.asked],
    }


def _settled(table: Seating, state: State) -> list[dict[str, Any]]:
    rows = []
    conduct = state.conduct
    bonuses = {position: {"hand": hand, "points": points} for position, hand, points in state.ended.bonuses}
    for position, seat in enumerate(table.seats):
        chips = state.betting.chips[position]
        row: dict[str, Any] = {
            "seat": seat.seat,
            "chips": chips,
            "net": chips - seat.chips,
            "lines": [line.body() for line in state.lines if line.seat == seat.seat],
        }
        if conduct.owed[position]:
            row["owed"] = conduct.owed[position]
        if conduct.flying[position]:
            row["flying"] = conduct.flying[position]
        if conduct.sent >> position & 1:
            row["sent"] = True
        if conduct.demoted >> position & 1:
            row["demoted"] = True
        if position in bonuses:
            row["bonus"] = bonuses[position]
        rows.append(row)
    return rows


def _bankrupt(table: Seating) -> list[dict[str, Any]]:
    return [{"seat": number, "chips": 0, "net": 0, "lines": []} for number in table.bankrupt]


def on_table(table: Seating, state: State) -> dict[str, tuple[Suited, ...]]:
    """The cards that lie face up, by box."""
    cards: dict[str, tuple[Suited, ...]] = {}
    for position, number in enumerate(table.numbers):
        hand = state.hole[position]
        cards[f"seat{number}"] = tuple([card for card in hand if card is not None and state.face_up & BIT[card]])
    return cards | {"board": state.board}
