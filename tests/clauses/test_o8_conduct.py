"""O8: disclosing, interfering, penalties."""

from __future__ import annotations

from pathlib import Path

from tests.clauses.omaha import checked, dealt, house_of, play, refused
from tests.clauses.table import clause, option


@clause("O8.1")
@option("disclosed_penalty", 1000, 300)
def test_o8_1_disclosing_a_hand(tmp_path: Path) -> None:
    """O8.1: folded out of turn, 1000 from the chips and not into the pot, sent away."""
    settled = play("4 call; disclosed 1; ask")
    assert settled.legal() == {"seat": 2, "call": 50, "raise": (200, 400)}
    assert settled.answer["penalties"] == {"1": 1000}
    assert (settled.net(1), settled.seat(1)["sent"]) == (-1000, True)
    assert "demoted" not in settled.seat(1)
    assert settled.lines(1) == ["penalty 1000 = -1000 disclosed O8.1"]
    assert refused("4 call; disclosed 1; 1 call").clause == "O5.5"
    assert play("disclosed 1", house=house_of(tmp_path, disclosed_penalty=300)).net(1) == -300
    assert refused("disclosed 7").clause == "O8.1"


@clause("O8.1")
def test_o8_1_one_who_has_folded_pays_too() -> None:
    """O8.1: active or not."""
    assert play("4 fold; disclosed 4; 1 fold; 2 fold").net(3, 4) == (50, -1000)


@clause("O8.1")
def test_o8_1_the_last_one_left_wins() -> None:
    """O8.1: heads-up the other is paid; at showdown the hand is out of the order."""
    two = {1: 5000, 2: 5000}
    assert play("disclosed 1", two).net(1, 2) == (-1050, 50)
    text = f"{dealt(s1='kings', s2='nines')}; 1 call; 2 check; {checked(2, 1)}; 2 open; disclosed 1"
    settled = play(text, two)
    assert (settled.complete, settled.net(1, 2)) == (True, (-1100, 100))
    held = dealt(s2="sevens", s3="kings", s4="nines")
    text = f"{held}; 4 call; 1 fold; 2 call; 3 check; {checked(2, 3, 4)}; 2 open; disclosed 3; 4 open"
    assert play(text).net(2, 3, 4) == (-100, -1100, 200)


@clause("O8.2")
@option("interfered_penalty", 5000, 100)
def test_o8_2_interfering(tmp_path: Path) -> None:
    """O8.2: 5000, and a demotion; the bets that were made stay in."""
    settled = play("4 raise 300; interfered 4; 1 fold; 2 fold")
    assert settled.answer["penalties"] == {"4": 5000}
    assert settled.net(3) == 350
    assert (settled.net(4), settled.seat(4)["demoted"], settled.seat(4)["sent"]) == (-5300, True, True)
    assert play("interfered 1", house=house_of(tmp_path, interfered_penalty=100)).net(1) == -100
    assert refused("4 fold; 1 fold; 2 fold; 3 close; interfered 3").clause == "O8.2"


@clause("O8.3")
@option("penalty_from", "chips", "bank")
def test_o8_3_what_the_chips_do_not_cover_is_owed(tmp_path: Path) -> None:
    """O8.3: of 1000 a stack of 600 pays 600 and owes 400; elsewhere all is owed and the chips stay."""
    chips = {1: 600, 2: 10000, 3: 10000, 4: 10000}
    settled = play("4 call; disclosed 1", chips)
    assert (settled.chips(1), settled.seat(1)["owed"]) == (0, 400)
    assert settled.answer["penalties"] == {"1": 600}
    settled = play("4 call; disclosed 1", chips, house_of(tmp_path, penalty_from="bank"))
    assert (settled.chips(1), settled.seat(1)["owed"]) == (600, 1000)
    assert settled.answer["penalties"] == {}
    assert "owed" not in play("4 call; disclosed 1").seat(1)
