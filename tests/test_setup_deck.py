"""A deck taught at the page: pictures named by the reader or a person, refused while cards are missing, then learnt."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dealer_assist import table_file
from dealer_assist.cards import parse
from dealer_assist.faults import Fault
from kiosk.setup_deck import DeckTeaching
from kiosk.watching import reader
from models import faces
from models.deck_file import read_deck
from models.enrol_check import drawn_deal, spread
from tests.kiosks import Browser
from tests.pictures import Laid
from tests.setups import HEAD, LAYOUT, Fitted, pictures, scene

pytestmark = pytest.mark.timeout(600)
LIGHT = faces.style(9001)


@pytest.fixture(scope="module")
def taught() -> DeckTeaching:
    """A whole deck and two jokers, named picture by picture."""
    teaching = DeckTeaching()
    teaching.begin("light-9001", 2)
    for number, dealt in enumerate(drawn_deal(LIGHT, 5, 7, 8), 1):
        teaching.take(dealt.image)
        teaching.name(number, " ".join(dealt.cards or ()))
    return teaching


def test_the_reader_names_what_it_can_and_a_person_the_rest() -> None:
    teaching = DeckTeaching()
    with pytest.raises(Fault, match="Begin a deck first"):
        teaching.take(spread([], LIGHT, 1))
    for name in ("", "Bee 92", "../x", "a" * 41):
        with pytest.raises(Fault, match="small letters"):
            teaching.begin(name, 2)
    teaching.begin("bee-92", 2)
    with pytest.raises(Fault, match="No card was seen"):
        teaching.take(spread([], LIGHT, 1))
    teaching.take(spread([parse("7d"), parse("Qs")], LIGHT, 21))
    (taken,) = teaching.progress.pictures
    assert set(taken.cards) <= {"7d", "Qs", "?"}
    teaching.name(1, "7d Qs")
    assert (teaching.progress.cards, teaching.progress.whole) == (2, 54)
    with pytest.raises(Fault, match="picture 1"):
        teaching.name(1, "7d Qx")
    with pytest.raises(Fault, match="missing 2s"):
        teaching.learn()
    with pytest.raises(Fault, match="Nothing has been learnt yet"):
        teaching.save(Path("/nowhere"))
    teaching.drop(1)
    assert teaching.progress.pictures == ()


def test_a_card_that_is_missing_or_there_twice_is_refused_by_name(taught: DeckTeaching) -> None:
    cards = taught.progress.pictures[0].cards
    taught.name(1, " ".join((*cards[1:], cards[-1])))
    with pytest.raises(Fault) as refused:
        taught.learn()
    assert f"missing {cards[0]}" in str(refused.value)
    assert f"there twice {cards[-1]}" in str(refused.value)
    assert "--" not in str(refused.value)
    taught.name(1, " ".join((*cards[1:], cards[0])))
    assert taught.progress.cards == 54


def test_a_deck_is_learnt_with_its_tables_before_and_after_and_read_with(taught: DeckTeaching, tmp_path: Path) -> None:
    taught.learn()
    assert taught.progress.state == "learning"
    with pytest.raises(Fault, match="being learnt"):
        taught.begin("other", 2)
    taught.wait(500)
    progress = taught.progress
    assert (progress.state, progress.why) == ("learnt", "")
    assert progress.report.startswith("Before: ")
    assert "After, each picture read without it: " in progress.report
    name = taught.save(tmp_path)
    assert name == "light-9001.deck"
    assert read_deck(tmp_path / name).facts.name == "light-9001"
    path = tmp_path / "table.toml"
    path.write_text(f'{HEAD}[camera]\nsource = "none"\ndeck = "{name}"\n{LAYOUT}')
    camera = table_file.load(path).camera
    assert camera is not None
    look = reader(camera, tmp_path).look(spread([parse("7d"), parse("Qs")], LIGHT, 21))
    assert {str(card.card) for card in look.cards if card.card is not None} <= {"7d", "Qs"}
    with pytest.raises(Fault, match=r"other\.deck"):
        reader(msgspec.structs.replace(camera, deck="other.deck"), tmp_path)


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Fitted]:
    with Fitted(tmp_path) as opened:
        yield opened


def test_pictures_are_taken_at_the_page(kiosk: Fitted) -> None:
    engineer = Browser(kiosk.url).open("4001")
    source = pictures(kiosk.folder / "film", scene(Laid("Kh", 110, 85)))
    assert engineer.post("/setup/camera", {"do": "keep", "source": str(source)})[0] == 200

    def asked(**body: Any) -> tuple[int, dict[str, Any]]:
        return engineer.post("/setup/deck", body)

    assert asked(do="take")[0] == 422
    assert asked(do="begin", name="bee-92", jokers=2)[0] == 200
    end = time.monotonic() + 30
    while (taken := asked(do="take"))[0] != 200:
        assert time.monotonic() < end, taken
    status, said = asked(do="name", number=1, cards="Kh")
    assert (status, said["count"], said["pictures"][0]["cards"]) == (200, "1 of 54 cards", ["Kh"])
    status, said = asked(do="learn")
    assert (status, "missing 2s" in said["why"]) == (422, True)
    status, said = asked(do="save")
    assert (status, said["why"]) == (422, "Nothing has been learnt yet.")
    assert asked(do="drop", number=1)[1]["pictures"] == []


def test_a_deck_is_for_the_camera_in_the_shoe_too(tmp_path: Path) -> None:
    """Alone it reads with a deck of its own; beside a camera over the felt, with that one's."""
    shoe = '[shoe]\nport = "camera:9"\nprotocol = "camera"\n'
    with Fitted(tmp_path, HEAD + shoe) as kiosk:
        kiosk.table.save_deck("bee.deck", "4001")
        file = table_file.load(kiosk.path)
        assert file.shoe is not None
        assert (file.shoe.deck, file.shoe_deck, file.camera) == ("bee.deck", "bee.deck", None)
        asked = {"do": "save", "port": "camera:8", "protocol": "camera", "baud": 9600}
        assert Browser(kiosk.url).open("4001").post("/setup/shoe", asked)[0] == 200
        saved = table_file.load(kiosk.path).shoe
        assert saved is not None
        assert (saved.port, saved.deck) == ("camera:8", "bee.deck")
        kiosk.path.write_text(f'{HEAD}{shoe}deck = "old.deck"\n[camera]\nsource = "none"\n{LAYOUT}')
        kiosk.table.save_deck("bee.deck", "4001")
        assert table_file.load(kiosk.path).decks == ("bee.deck",)
        assert table_file.load(kiosk.path).shoe_deck == "bee.deck"
