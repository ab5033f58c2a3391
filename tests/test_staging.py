"""What can be staged, and what is refused in one line."""

from __future__ import annotations

import pytest

from dealer_assist.faults import Fault
from dealer_assist.script import Script
from kiosk.staging import plan


def test_a_game_that_cant_be_staged_is_named() -> None:
    seats = ({"seat": 1, "chips": 100}, {"seat": 2, "chips": 100})
    with pytest.raises(Fault, match="round 1: a table of omaha can't be staged"):
        plan([Script(format="round/1", id="T/1", game="omaha", seats=seats, steps=())])
