"""Exchange Blackjack by the contract of `dealer_assist.game`: what the table awaits and what each event does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from dealer_assist import house as houses
from dealer_assist import orderbook
from dealer_assist.cards import JOKER, Card
from dealer_assist.exposure import Terms
from dealer_assist.game import (
    Awaited,
    Change,
    Deal,
    Dealt,
    Garbled,
    Lies,
    Line,
    Orders,
    Over,
    Refused,
    Step,
    To,
    Viewer,
    Way,
)
from dealer_assist.games.exchange_blackjack import orders, rounds, settling, stay, steps, view
from dealer_assist.games.exchange_blackjack.rules import OF_A_ROUND, ExchangeHouse, Options
from dealer_assist.games.exchange_blackjack.selections import DEAD_HEATS, DEALERS, PLACES
from dealer_assist.games.exchange_blackjack.state import State
from dealer_assist.money import cents
from dealer_assist.shoe import Shoe


class AccountIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account as a script names it, with its chips as `"1000.00"`."""

    account: steps.Name
    chips: str


#: The reasons of a void game, each a way of its own on the dealer's page (X4.8).
_REASONS = ("wrong_place", "drawn_when_standing", "exposed_early")
#: The clause of a card that comes to the wrong place, by the betting round before it.
_CLAUSE_OF_CARD = {1: "X3.2", 2: "X3.3"}


class ExchangeBlackjack:
    """A game at one table: its house, its options, the accounts and their chips before it.

    `Line.seat` is the account's place in the list, from 1; `Line.stake` and `Line.paid` are cents.
    """

    name = "exchange_blackjack"
    parties: Literal["seats", "accounts"] = "accounts"
    back_clause = "X4.8"
    #: Nothing is at anybody's discretion here: `ways` has none of that kind.
    discretion_clause = "X4.8"
    places: tuple[int, ...] = ()
    boxes: tuple[str, ...] = PLACES
    shoe: Shoe | None
    shoe_lasts = True
    house_type = ExchangeHouse

    def __init__(self, house: ExchangeHouse, options: Mapping[str, Any], accounts: Sequence[object]) -> None:
        """Raises `Garbled` for an option or an account that there can't be."""
        self.house = house
        try:
            self.options: Options = houses.options(house, options, OF_A_ROUND)
            read = msgspec.convert(accounts, tuple[AccountIn, ...])
            self._chips = tuple(cents(account.chips) for account in read)
        except (ValueError, msgspec.ValidationError) as error:
            raise Garbled(str(error)) from error
        decks = self.options.decks
        self.shoe = None if decks == "infinite" else Shoe(decks, 0, "X1.2")
        self.accounts = tuple(account.account for account in read)
        if len(set(self.accounts)) != len(self.accounts):
            raise Garbled(f"accounts {', '.join(self.accounts)}: each account once")
        if not self.accounts:
            raise Garbled("a game needs at least one account")
        self.seconds = self.options.round_seconds
        self.early_close = self.options.early_close
        self._numbers = {name: number for number, name in enumerate(self.accounts)}
        self.terms = Terms(
            DEAD_HEATS,
            trade_at=self.options.trade_at,
            rest_stands=self.options.rest_of_partial == "stands",
            own_matched=self.options.own_orders == "matched",
            netting=self.options.netting,
            gains_at_once=self.options.gains_staked_at_once,
            half_to=self.options.half_cent_to,
        )

    def open(self) -> State:
        """The first betting round is open; no card has come."""
        return State(orderbook.opened(self.terms, self._chips))

    def read(self, step: object) -> steps.Event:
        """A step of a round script as an event (ROUND_SCRIPT). Raises `Garbled`."""
        return steps.read(step)

    def awaits(self, state: State) -> Awaited:
        """Orders while betting is open, then the cards one by one."""
        if state.over:
            return Over()
        place = rounds.next_place(state, self.house.play, self.options)
        # Where no player's hand draws, a betting round follows and then the dealer's card.
        deal = Deal(PLACES[DEALERS if place is None else place])
        return Orders(state.round, deal) if state.betting else deal

    def apply(self, state: State, event: steps.Event) -> Step | Refused:
        """The step that `event` makes, or the clause that refuses it; `state` itself never changes."""
        made = self._apply(state, event)
        if isinstance(made, Refused):
            return made
        after = replace(rounds.moved_on(made, self.house.play, self.options), steps=state.steps + 1)
        if after.lines[: len(state.lines)] != state.lines:
            return Step(after, after.lines, state.lines)
        return Step(after, after.lines[len(state.lines) :])

    def _apply(self, state: State, event: steps.Event) -> State | Refused:
        match event:
            case _ if state.over:
                return Refused("X3.4", "the game is over")
            case steps.Placed() | steps.Cancelled() if not state.betting:
                return Refused("X3.1", f"betting round {state.round} is closed: {self._waiting(state)}")
            case steps.Placed():
                made = orders.place(state, event, self.terms, self.options, self._numbers)
                return made if isinstance(made, Refused) else replace(state, market=made)
            case steps.Cancelled(cancel=name):
                made = orders.cancel(state, name, self.terms)
                return made if isinstance(made, Refused) else replace(state, market=made)
            case steps.Closed() if state.betting:
                return replace(state, market=orderbook.lapse(self.terms, state.market), betting=False)
            case steps.Closed():
                return Refused("X3.1", f"betting round {state.round} is closed already: {self._waiting(state)}")
            case steps.Voided(reason=reason):
                return settling.void(state, reason, self.options, self.terms)
            case Dealt(card=card) if card is not None:
                return self._deal(state, card, str(event.to))
            case _:
                return Refused("X1.3", f"that is no event of this game: {self._waiting(state)}")

    def _deal(self, state: State, card: Card, to: str) -> State | Refused:
        if state.betting:
            return Refused("X3.1", f"a card to {to} while betting round {state.round} is open: close it first")
        place = rounds.next_place(state, self.house.play, self.options)
        if place is None or PLACES[place] != to:
            return Refused(_CLAUSE_OF_CARD.get(state.round, "X3.4"), f"a card to {to}: {self._waiting(state)}")
        refused = self._leaves_shoe(state, card)
        if refused is not None:
            return refused
        hands = (*state.hands[:place], (*state.hands[place], card), *state.hands[place + 1 :])
        return settling.after_card(replace(state, hands=hands), self.house.play, self.options, self.terms)

    def _leaves_shoe(self, state: State, card: Card) -> Refused | None:
        if card == JOKER:
            return Refused("X1.2", "the shoe holds no jokers")
        if self.options.decks != "infinite" and not Shoe(self.options.decks, 0).can_give(card, state.cards):
            return Refused("X1.2", f"the shoe holds {self.options.decks} of {card}, and all have come")
        return None

    def _waiting(self, state: State) -> str:
        return view.waiting(self.awaits(state))

    def restore(self, then: State, now: State) -> Step:
        """No misdeal goes back in this game (X4.8); `read` lets none through. Raises `Garbled`."""
        raise Garbled(steps.NO_WAY_BACK, "X4.8")

    def silence(self, state: State) -> tuple[steps.Event, ...]:
        """Nobody is asked anything."""
        return ()

    def show(self, state: State, viewer: Viewer) -> dict[str, object]:
        """What `viewer` may see of the game."""
        awaited = self.awaits(state)
        return view.show(state, viewer, awaited, self.accounts, self.options, self.house.play, self.terms)

    def account_view(self, state: State, account: str) -> dict[str, object]:
        """What an account may see of its own chips, orders and bets. Raises `KeyError` for one that is not here."""
        return view.account_view(state, self._numbers[account], self.accounts, self.terms)

    def owner(self, state: State, order: str) -> str | None:
        """The account whose order this is, if anything of it is unmatched: only that one may cancel it."""
        standing = orderbook.unmatched(state.market, order)
        return None if standing is None else self.accounts[standing.account]

    def settlement(self, state: State) -> dict[str, object]:
        """The `settlement/1` of the game as it stands, without format and id (ROUND_SCRIPT)."""
        return view.settlement(state, self.accounts, self.terms)

    def lines(self, state: State) -> tuple[Line, ...]:
        """The lines in force, two to each matched bet that is settled or returned."""
        return state.lines

    def ways(self, state: State) -> tuple[Way, ...]:
        """X4.8 until the game is over, by its reason; a second person has to agree."""
        if state.over:
            return ()
        return tuple(
            Way(f"void_{reason}", "X4.8", {"misdeal": "void", "reason": reason}, approval=True) for reason in _REASONS
        )

    def ways_of_card(self, state: State, to: To, card: Card | None) -> tuple[Way, ...]:
        """Whatever went wrong with a card, the game is void: `ways` has it."""
        return ()

    def lies(self, state: State, to: To) -> Lies:
        """Cards are turned as they come."""
        return "up"

    def on_table(self, state: State) -> dict[str, tuple[Card, ...]]:
        """The cards that lie face up, by box: `player1` to `player4`, `dealer`."""
        return dict(zip(PLACES, state.hands, strict=True))

    def follow(self, header: Mapping[str, Any], settled: Mapping[str, Any]) -> dict[str, Any]:
        """The options and accounts that the next game begins with: chips carried over."""
        return {"options": header["options"], "accounts": stay.follow(settled["accounts"])}

    def change(self, parties: Sequence[Mapping[str, Any]], change: Change) -> list[dict[str, Any]] | Refused:
        """The accounts after one was opened, has bought in or left between two games; or why that can't be."""
        return stay.change(parties, change)
