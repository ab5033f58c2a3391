"""`dealer-assist enrol`: deal one deck under the camera, and the reader knows its design and its jokers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from models.corners import CornerRecogniser
    from models.crops import Pixels
    from models.dealt import Dealt
    from models.enrolment import Enrolment


@click.command()
@click.argument("source", metavar="FOLDER|FILM|MANIFEST|CAMERA")
@click.option("--deck", "name", required=True, metavar="NAME", help="What the deck is called, as in bee-92-blue.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="The deck's file, for --deck of `read` and `evaluate`.",
)
@click.option(
    "--order",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The cards of each picture, a line a picture: As Td Jk. Without it the reader names what it can and asks.",
)
@click.option("--jokers", type=click.IntRange(0, 8), default=2, show_default=True, help="Jokers in the deck.")
@click.option("--part", is_flag=True, help="Take what is shown, even if cards are missing or there twice.")
@click.option("--threads", type=click.IntRange(1, 64), help="Threads to use; all of the machine's by default.")
def enrol(source: str, name: str, out: Path, order: Path | None, jokers: int, part: bool, threads: int | None) -> None:
    """Teach the reader one deck from pictures of every card and joker, each dealt once.

    Lay one card or a few side by side, take a picture, take them away, and go on to the end of the deck. SOURCE is a
    folder of such pictures, a film of the dealing (every scene must lie still for a second), a camera's number, or a
    manifest as `dealer-assist evaluate` reads it. Each picture's cards come from --order or the manifest; else the
    reader names them and asks you about every picture of which it is unsure. A deck with a card missing or there
    twice is refused. Printed: who was taken for whom before and after, each picture read by what the others taught.
    The file is for `read` and `evaluate`: --deck FILE.

    \b
    Example:
      dealer-assist enrol deal/ --deck bee-92-blue --order order.txt --out bee.deck
      dealer-assist read table.jpg --deck bee.deck
    """
    from models.corners import CornerRecogniser
    from models.dealt import check_deck, in_order, read_order
    from models.deck_file import write_deck
    from models.enrolment import enrol as learn
    from models.recogniser import load

    plain = load(threads=threads)
    assert isinstance(plain, CornerRecogniser)
    dealt = pictures(source, plain, 52 + jokers)
    if order is not None:
        dealt = in_order(dealt, read_order(order), str(order))
    elif any(each.cards is None for each in dealt):
        dealt = asked(dealt, plain)
    if not part:
        check_deck(dealt, jokers)
    result = learn(plain, name, dealt, lambda text: click.echo(f"enrol: {text}", err=True))
    write_deck(out, result.deck)
    click.echo(told(result))
    click.echo(f"\n{name}: {result.corners} corners of {len(result.deck.facts.cards)} cards learnt, written to {out}")


def pictures(source: str, plain: CornerRecogniser, enough: int) -> list[Dealt]:
    """The pictures of a folder, a manifest, a film or a camera."""
    from models import dealt
    from models.manifest import read_manifest
    from models.views import VIEWS

    path = Path(source)
    if path.is_dir():
        return dealt.of_folder(path)
    if path.suffix == ".csv":
        return dealt.of_manifest(read_manifest(path))

    def shows(image: Pixels) -> bool:
        return any(plain.locator.find(view(image))[0] for view in VIEWS.values())

    return dealt.of_film(source, shows, enough)


def asked(dealt: Sequence[Dealt], plain: CornerRecogniser) -> list[Dealt]:
    """`dealt` named by the reader, and by a person where it is unsure. Raises `BadDeck` where nobody can be asked."""
    import msgspec

    from models.dealt import cards_of
    from models.deck_file import BadDeck

    out: list[Dealt] = []
    open_: list[str] = []
    for each in dealt:
        look = plain.look(each.image)
        said = [str(card.card) if card.card is not None else "?" for card in look.cards]
        while "?" in said or not said:
            if not sys.stdin.isatty():
                open_.append(f"{each.name} ({' '.join(said) or 'nothing'})")
                break
            answer = click.prompt(f"{each.name} shows {' '.join(said) or 'nothing'}. Which cards?", err=True)
            try:
                said = list(cards_of(answer, "your answer"))
            except BadDeck as fault:
                click.echo(str(fault), err=True)
        out.append(msgspec.structs.replace(each, cards=tuple(said)))
    if open_:
        shown = ", ".join(open_[:4]) + (f" and {len(open_) - 4} more" if len(open_) > 4 else "")
        raise BadDeck(f"not sure of the cards in {shown}; name every picture's cards with --order")
    return out


def told(result: Enrolment) -> str:
    """The tables before and after."""
    from models.tables import columns, confusion

    parts = []
    for when, found in (("Before", result.before), ("After, each picture read without it", result.after)):
        right, wrong, missed = (sum(getattr(o, what) for o in found) for what in ("right", "wrong", "missed"))
        ranks, suits = confusion(found)
        parts.append(f"{when}: {right} right, {wrong} wrong, {missed} missed\n{columns(ranks)}\n\n{columns(suits)}")
    return "\n\n".join(parts)


if __name__ == "__main__":
    enrol()
