"""Films of dealt rounds, drawn here, and what the recogniser makes of them after the vote over frames.

python -m models.film_check [--rounds 200] [--first 0] [--seed 1]

A round has a table, cloth, deck, camera and size of index (16–25 px) of its own. Cards are dealt by an arm one after
the other, some face down and turned later, with chips and print about, eight frames a second. The camera blurs what
moves and a little of everything. A card is named after the vote if k of the last n looks name it at the same place.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import click
import cv2
import msgspec
import numpy as np

from dealer_assist.cards import CARDS, Card
from dealer_assist.sighting import Look, Point
from models import faces
from models.crops import Pixels
from models.progress import told
from models.recogniser import Recogniser, load
from models.stage import Table
from models.stage.film import Dealt, Event, Staked, Turned, scenes
from models.stage.scene import Scene
from models.tables import Rows, columns

FPS: Final = 8.0
VOTES: Final = (3, 5)
_SIZE: Final = (1280, 720)
#: Styles of faces from here on are in no training, nor are the cloths, which are dyed at random here.
_FIRST_STYLE: Final = 20_000


class Vote:
    """k of the last n looks must name a card at a place before it is believed; a card that moves starts anew."""

    def __init__(self, k: int = VOTES[0], n: int = VOTES[1]) -> None:
        self._k, self._looks = k, deque[tuple[tuple[Card, Point], ...]](maxlen=n)

    def see(self, look: Look, near: float) -> list[Card]:
        """The cards believed after `look`; two sightings less than `near` pixels apart are of one place.

        A card is believed at two places only if k looks saw it at two: one whose other corner is being covered moves
        its middle.
        """
        self._looks.append(tuple((card.card, card.centre) for card in look.cards if card.card is not None))
        found: list[tuple[Card, Point]] = []
        for card, place in (each for looked in reversed(self._looks) for each in looked):
            if any(card == other and _away(place, there) < near for other, there in found):
                continue
            votes = sum(any(card == c and _away(place, p) < near for c, p in looked) for looked in self._looks)
            if votes >= self._k and sum(card == other for other, _ in found) < self._copies(card):
                found.append((card, place))
        return [card for card, _ in found]

    def _copies(self, card: Card) -> int:
        """How many of `card` at least k looks saw at once."""
        counts = sorted((sum(card == other for other, _ in looked) for looked in self._looks), reverse=True)
        return counts[self._k - 1] if len(counts) >= self._k else 0


def _away(one: Point, other: Point) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


class Round(msgspec.Struct, frozen=True, eq=False):
    """A table, what happens on it, for how long, and the size of an index in the picture."""

    table: Table
    events: tuple[Event, ...]
    until_s: float
    index: float


class Result(msgspec.Struct, frozen=True):
    """What became of the cards of a round that lay face up and clear for a second, and the most said twice."""

    cards: int
    right: int
    wrong: int
    missed: int
    twice: int


def drawn(seed: int, number: int) -> Round:
    """Round `number` of `seed`: 2–4 seats, two or three cards each and the dealer's, one of them turned at the end."""
    rng = np.random.default_rng([seed, number, 0xF117])
    style = faces.style(_FIRST_STYLE + seed * 1000 + number)
    # A camera whose frame is 1280 wide sees a table of 1360 mm: 0.94 px a mm. The index is brought to its size.
    index = float(rng.uniform(16.5, 24.5))
    wanted = index / 0.94
    have = style.rank + style.gap + style.suit
    grow = wanted / have
    style = msgspec.structs.replace(
        style,
        rank=style.rank * grow,
        suit=style.suit * grow,
        gap=style.gap * grow,
        middle=max(4.8, style.middle * grow),
        inset=3.2,
    )
    b, g, r = (int(part) for part in rng.integers(18, 130, 3))
    noise = float(rng.uniform(0.8, 3.0))
    table = Table(int(rng.integers(2, 5)), _SIZE, style, seed * 7919 + number, noise, dye=(b, g, r))
    pack: list[Card] = [CARDS[at] for at in rng.permutation(52)]
    events: list[Event] = []
    at_s = 0.8
    seats = [name for name in table.layout.boxes if name != "dealer"]
    events += [Staked(0.2, seat, (int(rng.integers(5, 400)),)) for seat in seats if rng.random() < 0.7]
    for turn in range(int(rng.integers(2, 4))):
        for box in (*seats, "dealer"):
            hidden = box == "dealer" and turn == 1
            events.append(Dealt(at_s, box, pack.pop(), face_up=not hidden))
            at_s += float(rng.uniform(0.7, 1.0))
    if any(isinstance(event, Dealt) and not event.face_up for event in events):
        at_s += 0.4
        events.append(Turned(at_s, "dealer"))
    return Round(table, tuple(events), at_s + 1.6, index)


def frames(played: Round, seed: int) -> Iterator[tuple[Scene, Pixels]]:
    """The scenes of a round with their pictures, as a camera of some dullness gives them."""
    rng = np.random.default_rng([seed, 0xB1])
    soft, gain = float(rng.uniform(0.3, 0.8)), float(rng.uniform(0.7, 1.15))
    cast = rng.uniform(0.93, 1.07, 3)
    before: Pixels | None = None
    for number, (_, scene) in enumerate(scenes(played.table, played.events, played.until_s, FPS)):
        image = played.table.picture(scene, number)
        # What moves is smeared over the time that the shutter is open.
        moved = image if before is None else cv2.addWeighted(image, 0.7, before, 0.3, 0) if scene.arms else image
        before = image
        blurred = cv2.GaussianBlur(moved, (0, 0), soft).astype(np.float32) * (gain * cast)
        yield scene, np.clip(blurred, 0, 255).astype(np.uint8)


def judge(played: Round, recogniser: Recogniser, seed: int) -> Result:
    """One round, read and voted on. A card counts once it has lain clear, its index whole, for a second."""
    vote = Vote()
    clear: Counter[str] = Counter()
    there: set[str] = set()
    believed: set[str] = set()
    twice = 0
    for scene, image in frames(played, seed):
        voted = Counter(str(card) for card in vote.see(recogniser.look(image), 2 * played.index))
        believed |= voted.keys()
        twice = max(twice, sum(count - 1 for count in voted.values()))
        there |= {str(place.card) for place in scene.cards if place.card is not None}
        for card in {str(card) for card, _ in played.table.truth(scene)}:
            clear[card] += 1
    asked = {card for card, count in clear.items() if count >= FPS}
    right = asked & believed
    return Result(len(asked), len(right), len(believed - there), len(asked - believed), twice)


def total(results: Iterable[Result]) -> Result:
    """The sums."""
    found = list(results)
    sums = [sum(getattr(each, name) for each in found) for name in Result.__struct_fields__]
    return Result(*sums)


def rows(results: Sequence[Result]) -> Rows:
    """The figures as a table."""
    each = total(results)
    head = ("rounds", "cards", "right", "wrong", "missed", "counted twice", "rounds all right")
    whole = sum(r.wrong == r.missed == r.twice == 0 for r in results)
    figures = (len(results), each.cards, each.right, each.wrong, each.missed, each.twice, whole)
    return [head, tuple(str(figure) for figure in figures)]


@click.command()
@click.option("--rounds", type=click.IntRange(1), default=200, show_default=True)
@click.option("--first", type=click.IntRange(0), default=0, show_default=True, help="The number of the first round.")
@click.option("--seed", default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64))
def main(rounds: int, first: int, seed: int, threads: int | None) -> None:
    """Play rounds, read the film, vote, and print what was right, wrong, missed and counted twice."""
    results = []
    for number in told(range(first, first + rounds), "Rounds"):
        # A recogniser with a memory begins anew with every table.
        result = judge(drawn(seed, number), load("steady", threads), seed * 1000 + number)
        results.append(result)
        if result.wrong or result.missed or result.twice:
            click.echo(f"round {number}: {result.wrong} wrong, {result.missed} missed, {result.twice} twice", err=True)
    click.echo(columns(rows(results)))


if __name__ == "__main__":
    main()
