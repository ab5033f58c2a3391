"""What can go wrong at a table, to be staged: each with the finding that it must raise, and where it can happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from dealer_assist.cards import DECK, JOKER, Card, Suited, parse
from dealer_assist.faults import Fault
from dealer_assist.fold import Point
from dealer_assist.game import Game, box_of
from dealer_assist.games import catalogue
from dealer_assist.order_alarm import new_decks
from dealer_assist.script import Script
from kiosk import playing
from models.stage import film

if TYPE_CHECKING:
    from kiosk.staging import Planner

TRIPLE, OMAHA, EXCHANGE = "triple", "omaha", "exchange_blackjack"


class Spot(msgspec.Struct, frozen=True):
    """A step of a round, with what was before and after it; `is_up`: a card that is awaited there is dealt face up.

    `hidden` are the boxes in which cards lie face down before."""

    game: Game[Any]
    number: int
    step: dict[str, Any]
    before: Point
    after: Point
    is_up: bool
    hidden: frozenset[str] = frozenset()

    @property
    def card(self) -> Card | None:
        """The card that is dealt, if one is."""
        return parse(self.step["card"]) if "card" in self.step else None

    @property
    def box(self) -> str:
        """The box of that card."""
        return box_of(self.step["to"])

    def lying(self, box: str) -> int:
        """How many cards lie face up in `box` before."""
        return len(self.game.on_table(self.before.state).get(box, ()))


class Wrong(msgspec.Struct, frozen=True):
    """`name` is what `dealer-assist stage --fault` calls it, `words` what happens; `kinds` the finding that it raises,
    by game, `""` where nothing may be raised and the card must come into the record.

    `does` is carried out at a step that `fits`, in place of it if `is_instead`; it says when it is there to be
    noticed, or None if that comes later. `made` may change the round before.
    """

    name: str
    words: str
    kinds: Mapping[str, str]
    fits: Callable[[Spot], bool]
    does: Callable[[Planner, Spot], float | None]
    is_instead: bool = True
    protocol: str = "cobs_crc16"
    made: Callable[[Script], Script] = lambda script: script


def _all(kind: str) -> dict[str, str]:
    return dict.fromkeys((TRIPLE, OMAHA, EXCHANGE), kind)


def _of_seats(kind: str) -> dict[str, str]:
    """Games whose cards lie face up in one box after another."""
    return dict.fromkeys((TRIPLE, EXCHANGE), kind)


# Where


def _is_up(spot: Spot) -> bool:
    return spot.card is not None and spot.is_up and spot.card != JOKER


def _beside(spot: Spot, places: int) -> str | None:
    """The box that many places after the card's own in the order of the deal."""
    boxes = spot.game.boxes
    at = boxes.index(spot.box) + places
    return boxes[at] if 0 <= at < len(boxes) else None


def _fits_beside(places: int, least: int = 0) -> Callable[[Spot], bool]:
    """A card face up to a bare box, with another that many places on where at least `least` cards lie."""

    def fits(spot: Spot) -> bool:
        other = _beside(spot, places) if _is_up(spot) else None
        return other is not None and not spot.lying(spot.box) and spot.lying(other) >= least

    return fits


def _is_hole(spot: Spot) -> bool:
    return spot.card is not None and not spot.is_up and spot.step["to"] != "burn"


def _stray(spot: Spot) -> str | None:
    """The box nearest to that of a hole card where no card lies face down."""
    boxes = [box for box in spot.game.boxes if box != "board"]
    at = boxes.index(spot.box)
    others = [box for box in boxes if box not in spot.hidden | {spot.box}]
    return min(others, key=lambda box: abs(boxes.index(box) - at), default=None)


def _goes_astray(spot: Spot) -> bool:
    """A card that is dealt face down once another has shown how large a card is."""
    return _is_hole(spot) and _stray(spot) is not None and (bool(spot.hidden) or spot.lying(spot.box) > 0)


def _is_alone(spot: Spot) -> bool:
    """A card that is dealt face down into a bare box, where others lie so already."""
    return _is_hole(spot) and bool(spot.hidden - {spot.box, "burn"}) and spot.box not in spot.hidden


def _is_shown_later(spot: Spot) -> bool:
    """A card that is dealt face down and shown in the end; of a hand, the first."""
    return _is_hole(spot) and spot.number > 0


def _is_under_way(spot: Spot) -> bool:
    return spot.card is not None and spot.number > 2


def _is_first(spot: Spot) -> bool:
    return spot.number == 0


def _is_joker(spot: Spot) -> bool:
    return spot.card == JOKER and spot.is_up


# What


def another(spot: Spot) -> Card:
    """A card that lies nowhere, is not the one of this step and does not look like it."""
    lying = {card for cards in spot.game.on_table(spot.after.state).values() for card in cards} | {spot.card}
    suits, rank = {"s": "hd", "c": "hd", "h": "sc", "d": "sc"}, 2
    if isinstance(spot.card, Suited):
        rank = (spot.card.rank + 3) % 13 + 2
        nearest = [Suited(rank, suit) for suit in suits[spot.card.suit]]
        return next(card for card in (*nearest, *DECK) if card not in lying)
    return next(card for card in DECK if card not in lying)


def _disagrees(planner: Planner, spot: Spot) -> float:
    planner.hear(planner.shoe.card(_card(spot)))
    return planner.lay(spot.box, another(spot))


def _lies_in(places: int) -> Callable[[Planner, Spot], float]:
    def does(planner: Planner, spot: Spot) -> float:
        planner.hear(planner.shoe.card(_card(spot)))
        return planner.lay(str(_beside(spot, places)), _card(spot))

    return does


def _without_shoe(planner: Planner, spot: Spot) -> float:
    return planner.lay(spot.box, _card(spot))


def _never_lies(planner: Planner, spot: Spot) -> float:
    """The dealer's hand goes to the box and leaves nothing there."""
    planner.hear(planner.shoe.card(_card(spot)))
    at_s = planner.now + 0.7
    planner.see(film.Reached(at_s, spot.box))
    return at_s


def _goes_beside(planner: Planner, spot: Spot) -> float:
    """A card that is dealt face down comes to lie in another box."""
    planner.hear(planner.shoe.card(_card(spot)))
    return planner.lay(str(_stray(spot)), _card(spot), is_up=False)


def _face_down(planner: Planner, spot: Spot) -> float:
    planner.hear(planner.shoe.card(_card(spot)))
    return planner.lay(spot.box, _card(spot), is_up=False)


def _exposed(planner: Planner, spot: Spot) -> float:
    planner.hear(planner.shoe.card(_card(spot)))
    return planner.lay(spot.box, _card(spot))


def _switched(planner: Planner, spot: Spot) -> None:
    """Another card lies there face down than left the shoe."""
    planner.hear(planner.shoe.card(_card(spot)))
    planner.lay(spot.box, another(spot), is_up=False)
    planner.swapped.add(spot.box)
    planner.wait(1.4)


def _cannot_be(planner: Planner, spot: Spot) -> float:
    """Every card of that kind has been burned before; at a game of one deck, a card comes that has come."""
    card = _card(spot)
    shoe = spot.game.shoe
    if spot.game.shoe_lasts and shoe is not None:
        for _ in range(shoe.holds(card)):
            planner.hear(planner.shoe.burn(card))
            planner.wait(0.2)
    else:
        board = spot.game.on_table(spot.before.state)["board"]
        card = board[0]
    planner.hear(planner.shoe.card(card))
    planner.lay(spot.box, _card(spot))
    return planner.now


def _has_board(spot: Spot) -> bool:
    return _is_up(spot) and (spot.game.shoe_lasts or spot.lying("board") > 0)


def _counted(too_many: int) -> Callable[[Planner, Spot], float]:
    """Between two rounds the shoe is changed, and what was left in it is counted."""

    def does(planner: Planner, spot: Spot) -> float:
        assert spot.game.shoe is not None
        planner.press({"do": "new_shoe", "left": spot.game.shoe.size + too_many})
        return planner.now

    return does


def _unshuffled(script: Script) -> Script:
    """The same table, with cards in the order of new decks."""
    shoe = catalogue.make(script.game, script.options, script.parties()).shoe
    assert shoe is not None
    return playing.again(script, iter(new_decks(shoe)))


def _goes_on(planner: Planner, spot: Spot) -> None:
    """Nothing happens but what is in the script."""


def _pulled(planner: Planner, spot: Spot) -> float:
    planner.link("pulled")
    return planner.now


def _happens(event: Callable[[float], film.Event]) -> Callable[[Planner, Spot], float]:
    def does(planner: Planner, spot: Spot) -> float:
        planner.see(event(planner.now))
        return planner.now

    return does


def _comes_back(planner: Planner, spot: Spot) -> float:
    """The shoe was away since before the round; the dealer keyed what the players did, or dealt the first card."""
    planner.link("pulled")
    planner.wait(0.5)
    step = spot.step if "card" not in spot.step else {**spot.step, "card": "??"}
    planner.press({"do": "step", "step": step})
    planner.wait(1.0)
    planner.link("")
    return planner.now


def _pushed(planner: Planner, spot: Spot) -> float:
    planner.see(film.Bumped(planner.now, 26.0, 9.0, 0.8))
    return planner.now


def _damaged(planner: Planner, spot: Spot) -> float:
    """A byte of a card's message is damaged on the line."""
    data = bytearray(planner.shoe.card(_card(spot)))
    data[len(data) // 2] ^= 0x21
    planner.hear(bytes(data))
    planner.lay(spot.box, _card(spot), is_up=spot.is_up)
    return planner.now


def _reports(planner: Planner, spot: Spot) -> float:
    planner.hear(planner.shoe.error(1))
    return planner.now


def _nameless(planner: Planner, spot: Spot) -> float:
    planner.hear(planner.shoe.card(_card(spot)))
    planner.owed = spot.step
    return planner.lay(spot.box, _card(spot), spot.step.get("hand", 1) - 1)


def _card(spot: Spot) -> Card:
    assert spot.card is not None
    return spot.card


_EVERY: Final = (
    Wrong("disagree", "the shoe reads another card than lies on the felt", _all("disagree"), _is_up, _disagrees),
    Wrong("wrong_box", "a card lies two boxes on", _of_seats("wrong_box"), _fits_beside(2), _lies_in(2)),
    Wrong("skipped", "a box is skipped", _of_seats("skipped"), _fits_beside(1), _lies_in(1)),
    Wrong("twice", "a box is dealt to twice", _of_seats("twice"), _fits_beside(-1, 1), _lies_in(-1)),
    Wrong("extra", "a card lies there that the shoe has not read", _all("extra"), _is_up, _without_shoe),
    Wrong("unseen", "a card that the shoe has read lies nowhere", _all("unseen"), _is_up, _never_lies),
    Wrong("exposed", "a card lies face up that is dealt face down", {TRIPLE: "turned", OMAHA: "exposed"},
          _is_hole, _exposed),
    Wrong("face_down", "a card lies face down that is dealt face up", _all("face_down"), _is_up, _face_down),
    Wrong("astray", "a card that is dealt face down lies in another box", {TRIPLE: "astray", OMAHA: "astray"},
          _goes_astray, _goes_beside),
    Wrong("unlaid", "a card that is dealt face down lies nowhere", {OMAHA: "unseen"}, _is_alone, _never_lies),
    Wrong("switched", "another card is shown than was dealt", {TRIPLE: "switched", OMAHA: "switched"},
          _is_shown_later, _switched),
    Wrong("impossible", "a card comes of which none is left", _all("impossible"), _has_board, _cannot_be),
    Wrong("missing", "at the shoe's end a card is missing", _all("shoe_count"), _is_first, _counted(-1)),
    Wrong("too_many", "at the shoe's end there is a card too many", _all("shoe_count"), _is_first, _counted(1)),
    Wrong("order", "nobody has shuffled the shoe", _all("order"), _is_first, _goes_on, False, made=_unshuffled),
    Wrong("shoe_lost", "the shoe's cable is pulled", _all("shoe_lost"), _is_under_way, _pulled),
    Wrong("camera_lost", "the camera's cable is pulled", _all("camera_lost"), _is_under_way, _happens(film.Gone)),
    Wrong("camera_blind", "the camera is covered", _all("camera_blind"), _is_under_way, _happens(film.Covered)),
    Wrong("shoe_back", "the shoe comes back in a round", _all("shoe_back"), _is_first, _comes_back),
    Wrong("camera_moved", "the camera is pushed", _all("camera_moved"), _is_under_way, _pushed),
    Wrong("damaged", "a message of the shoe is damaged", _all("unreadable"), _is_under_way, _damaged),
    Wrong("shoe_error", "the shoe reports a fault", _all("shoe_error"), _is_under_way, _reports),
    Wrong("joker", "a joker comes that an angel_eye can't name", {TRIPLE: ""}, _is_joker, _nameless,
          protocol="angel_eye"),
)  # fmt: skip
WRONGS: Final = {wrong.name: wrong for wrong in _EVERY}


def named(name: str) -> Wrong:
    """The fault of that name. Raises `Fault`, which names all of them."""
    try:
        return WRONGS[name]
    except KeyError:
        known = "\n".join(f"  {wrong.name:13}{wrong.words} ({', '.join(wrong.kinds)})" for wrong in _EVERY)
        raise Fault(f"there is no fault {name!r} to be staged; there are\n{known}") from None
