"""O3: the rake."""

from __future__ import annotations

from pathlib import Path

from tests.clauses.omaha import checked, dealt, house_of, play
from tests.clauses.table import clause, option

#: Seats 3 and 4 come to showdown, seat 4 wins; the pot is twice what is called and 50.
SHOWN = f"4 raise {{0}}; 1 fold; 2 fold; 3 call; {checked(3, 4)}; 3 open; 4 open"
HELD = dealt(s3="nines", s4="kings")


def raked(total: int, house: Path | None = None) -> int:
    """The rake on a pot of `2 * total + 50` chips."""
    return play(f"{HELD}; {SHOWN.format(total)}", house=house, rake=True).rake


@clause("O3.1")
@option("rake", True, False)
def test_o3_1_two_per_cent_from_500_on() -> None:
    """O3.1: 498 chips pay nothing, 500 pay 10, 650 pay 13; where no rake is taken, nothing."""
    assert [raked(224), raked(225), raked(300)] == [0, 10, 13]
    assert play(f"{HELD}; {SHOWN.format(300)}", rake=False).net(3, 4) == (-300, 350)
    assert play(f"{HELD}; {SHOWN.format(300)}", rake=True).net(3, 4) == (-300, 337)


@clause("O3.1")
@option("rake_per_mille", 20, 25)
@option("rake_threshold", 500, 100)
@option("rake_rounding", "down", "up")
def test_o3_1_per_cent_threshold_and_rounding(tmp_path: Path) -> None:
    """O3.1: 2 % of 498 above another threshold is 9, rounded up 10; 2.5 % of 650 is 16."""
    assert raked(224, house_of(tmp_path, rake_threshold=100)) == 9
    assert raked(224, house_of(tmp_path, rake_threshold=100, rake_rounding="up")) == 10
    assert raked(300, house_of(tmp_path, rake_per_mille=25)) == 16


@clause("O3.1")
@option("rake_most", 500, 100)
def test_o3_1_at_most_500(tmp_path: Path) -> None:
    """O3.1: a pot of 40,050 pays 500, at another house 100."""
    text = f"{dealt(s3='nines', s4='kings')}; 4 all_in; 1 fold; 2 fold; 3 all_in; {checked()}; 3 open; 4 open"
    chips = dict.fromkeys((1, 2, 3, 4), 20000)
    assert play(text, chips, betting="no_limit", rake=True).rake == 500
    assert play(text, chips, house_of(tmp_path, rake_most=100), betting="no_limit", rake=True).rake == 100


@clause("O3.1")
def test_o3_1_after_the_uncalled_bet() -> None:
    """O3.1: of a raise to 600 that nobody calls 500 go back: 250 are left, which is under 500."""
    settled = play("4 raise 350; 1 raise 600; 2 fold; 3 fold; 4 fold", rake=True)
    assert settled.uncalled == (1, 250)
    assert (settled.rake, settled.pots) == (17, [850])
    assert play("4 raise 350; 1 fold; 2 fold; 3 fold", rake=True).rake == 0


@clause("O3.1")
@option("rake_sharing", "largest_remainder", "main_pot_first")
def test_o3_1_shared_over_the_pots(tmp_path: Path) -> None:
    """O3.1: 960 chips pay 19: pots of 680 and 280 bear 13 and 6, or the main pot all of it."""
    text = (
        f"{dealt(s1='kings', s3='nines', s4='sevens')}; 4 raise 350; 1 all_in; 2 fold; 3 call; "
        f"{checked(3, 4)}; 3 open; 4 open; 1 open"
    )
    chips = {1: 210, 2: 10000, 3: 10000, 4: 10000}
    settled = play(text, chips, rake=True)
    assert [pot["rake"] for pot in settled.answer["pots"]] == [13, 6]
    assert settled.net(1, 3) == (457, -76)
    settled = play(text, chips, house_of(tmp_path, rake_sharing="main_pot_first"), rake=True)
    assert [pot["rake"] for pot in settled.answer["pots"]] == [19, 0]
    assert settled.net(1, 3) == (451, -70)


@clause("O3.2")
@option("rake_without_flop", "rule", "always", "never")
def test_o3_2_no_flop_no_rake_in_the_world_rule(tmp_path: Path) -> None:
    """O3.2: 850 chips before the flop pay 17 by the house rule and nothing by the world rule, unless the house says."""
    text = "4 raise 350; 1 raise 1200; 2 fold; 3 fold; 4 fold"
    assert play(text, rake=True).rake == 17
    assert play(text, rake=True, rule="world").rake == 0
    assert play(text, house=house_of(tmp_path, rake_without_flop="always"), rake=True, rule="world").rake == 17
    assert play(text, house=house_of(tmp_path, rake_without_flop="never"), rake=True).rake == 0


@clause("O3.2")
def test_o3_2_a_flop_is_enough() -> None:
    """O3.2: by the world rule a pot won on the flop pays."""
    text = "4 raise 350; 1 fold; 2 fold; 3 call; board Ks 9d 7h; 3 check; 4 bet 400; 3 fold"
    assert play(text, rake=True, rule="world").rake == 15
