"""Which cards of a round were dealt face down: by the round's own words, shown or not."""

from __future__ import annotations

from dealer_assist import dealt, fold
from dealer_assist.cards import parse
from dealer_assist.game import DEALER, Refused
from dealer_assist.games import catalogue
from kiosk.playing import OPENINGS, rounds


def after(game: str, count: int | None = None) -> set[tuple[str, str]]:
    """Box and card after so many steps of a round, all where None."""
    (script,) = rounds(game, 1, seed=3)
    table = catalogue.make(game, script.options, script.parties())
    point = fold.begin(table)
    steps = script.steps[:count]
    for step in steps:
        taken = fold.take(table, point, step)
        assert not isinstance(taken, Refused)
        point = taken.point
    return {(box, str(card)) for box, card in dealt.down(table, point, steps)}


def hidden(game: str) -> set[tuple[str, str]]:
    """The cards of the same round that nobody may see as they are dealt."""
    (script,) = rounds(game, 1, seed=3)
    table = catalogue.make(game, script.options, script.parties())
    point, found = fold.begin(table), set[tuple[str, str]]()
    for step in script.steps:
        taken = fold.take(table, point, step)
        assert not isinstance(taken, Refused)
        if "card" in step:
            box = DEALER if step["to"] == DEALER else f"seat{step['to']}" if isinstance(step["to"], int) else step["to"]
            if parse(step["card"]) not in table.on_table(taken.point.state).get(box, ()):
                found.add((box, step["card"]))
        point = taken.point
    return found


def test_what_was_dealt_face_down_stays_known_as_such_when_it_is_shown() -> None:
    for game in ("triple", "omaha"):
        assert hidden(game) <= after(game)
    assert {box for box, _ in after("triple")} == {DEALER}
    assert len(after("triple")) == 1
    assert {box for box, _ in after("omaha")} >= {f"seat{each['seat']}" for each in OPENINGS["omaha"]["seats"]}


def test_before_any_card_there_is_none() -> None:
    assert after("triple", 0) == after("omaha", 0) == set()
