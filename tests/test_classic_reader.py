"""The classic reader that the recogniser is compared with reads what it can: a peer that can't read is no peer."""

from __future__ import annotations

import cv2
import numpy as np

from dealer_assist.cards import parse
from models.faces import face, style
from tests.classic_reader import Classic


def test_it_names_lone_cards_of_a_deck_that_it_knows() -> None:
    felt = np.full((720, 1280, 3), (60, 110, 30), np.uint8)
    names = ["As", "Td", "7h", "Qc"]
    for at, name in enumerate(names):
        card = face(parse(name), 300, style(2))[..., :3]
        felt[200 : 200 + card.shape[0], 60 + 300 * at : 60 + 300 * at + card.shape[1]] = card
    turn = cv2.getRotationMatrix2D((640, 360), 4, 1)
    picture = np.asarray(cv2.warpAffine(felt, turn, (1280, 720), borderValue=(60, 110, 30)), np.uint8)
    look = Classic(3).look(picture)
    assert sorted(str(card.card) for card in look.cards) == sorted(names)


def test_it_finds_no_card_where_there_is_none() -> None:
    assert Classic(1).look(np.full((480, 640, 3), 90, np.uint8)).cards == ()
