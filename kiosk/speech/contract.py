"""What a game's own words have to give, and what the words of every game stand on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from dealer_assist.game import Viewer
from kiosk import words
from kiosk.chips import breakdown
from kiosk.words import points, say, signed, text

JSON = dict[str, Any]
MOVED: Final = text("Seat {seat} {net}")


class Telling(msgspec.Struct, frozen=True):
    """`chips` are the denominations of the table, `clause` gives a clause's text."""

    chips: tuple[int, ...]
    clause: Callable[[str], str]

    def stacks(self, amount: int) -> str:
        """An amount in chips: `2 × 100 + 4 × 10`; what no chip can pay stands at the end as points."""
        chips = breakdown(amount, self.chips)
        parts = [say(words.STACK, count=stack.count, value=points(stack.value)) for stack in chips.stacks]
        return " + ".join(parts + ([points(chips.rest)] if chips.rest else []))


def _moved(view: JSON, seat: int, net: int) -> str:
    return say(MOVED, seat=seat, net=signed(net))


class Speech(msgspec.Struct, frozen=True):
    """The words of one game. A `view` is what `table_view` made of a table of that game."""

    name: str
    #: The stages of a round, by their name in the view.
    stages: Mapping[str, str]
    #: Each act in words: as it is, and with the `{chips}` that it costs.
    acts: Mapping[str, tuple[str, str]]
    #: Remedies that only this game has; `x_dear` is said in place of `x` where the act costs `{chips}`.
    remedies: Mapping[str, str]
    #: The words of what lies on the felt, as the game's own felt places them.
    felt: Callable[[JSON, Viewer, Telling], JSON]
    #: The lines that were just settled; each has `said`, a sentence to be read out.
    fresh: Callable[[JSON, Telling], list[JSON]]
    #: The dealer's prompt: one line, what to do next.
    awaited: Callable[[JSON, Telling], str]
    #: The same for the players.
    public: Callable[[JSON], str]
    #: What only the dealer's page needs: `acts` as buttons (`label`, `act`, `step`, `chips`), and more of its own.
    work: Callable[[JSON, Telling], JSON]
    #: What the pit may set for the rounds to come: `label`, `why`, and the `options` that it sends.
    options: Callable[[JSON], list[JSON]]
    #: Options that wait for the next round, in words.
    option: Callable[[JSON], str]
    #: What a round is called, with its number.
    round: str = words.ROUND
    #: In a game of accounts: the words of an account's own terminal.
    account: Callable[[JSON], JSON] = lambda view: {}
    #: What a remedy moves, by the number of a seat: of whom, and how much.
    moved: Callable[[JSON, int, int], str] = _moved
    #: Whether chips are whole points, and a remedy's button says how many it pays.
    in_points: bool = True


def named(texts: Mapping[str, str], name: str) -> str:
    """The text of that name; a name that we have no text for stands for itself."""
    return say(texts[name]) if name in texts else name


def act_of(offer: JSON, acts: Mapping[str, tuple[str, str]]) -> JSON:
    """One act as a button, with the chips that it costs."""
    plain, dear = acts.get(offer["act"], (offer["act"], offer["act"]))
    label = say(dear, chips=points(offer["chips"])) if offer["chips"] else say(plain)
    return {"label": label, "act": offer["act"], "step": offer["step"], "chips": offer["chips"]}


def leaving(view: JSON, seat: int) -> str:
    """Where a player leaves when the round is over, that it is so; the players' display is not told."""
    pending = view.get("stay", {}).get("pending", ())
    return say(words.LEAVES) if any(each.get("do") == "leave" and each["who"] == seat for each in pending) else ""


def tone(net: int) -> str:
    """How an amount looks: paid to the player, taken, or neither."""
    return "pay" if net > 0 else "take" if net < 0 else "even"


def owed(net: int, telling: Telling) -> JSON:
    """The end of a round for the dealer: what to pay or to take, with its chips."""
    verb = words.PAY if net > 0 else words.TAKE if net < 0 else words.EVEN
    return {"verb": say(verb), "amount": points(abs(net)), "chips": telling.stacks(abs(net)), "tone": tone(net)}


def won(net: int) -> JSON:
    """The end of a round for a player."""
    verb = words.WON if net > 0 else words.LOST if net < 0 else words.EVEN
    return {"verb": say(verb), "amount": points(abs(net)), "chips": "", "tone": tone(net)}


def announced(line: JSON, seat: int) -> JSON:
    """A line in words, as it was settled for `seat`, with the sentence that is read out."""
    said = say(words.ANNOUNCED, seat=seat, what=line["what"], net=line["net"])
    return {**line, "seat": seat, "name": say(words.SEAT, seat=seat), "said": said}
