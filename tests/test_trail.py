"""Values that grow and never change."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_assist.trail import Known, Trail

calm = settings(max_examples=50, derandomize=True, deadline=None, database=None)


@given(st.lists(st.integers(), max_size=300))
@calm
def test_a_trail_keeps_every_entry_in_order(entries: list[int]) -> None:
    """Each value on the way is still what it was."""
    trails = [Trail()]
    for entry in entries:
        trails.append(trails[-1].add(entry))
    for length, trail in enumerate(trails):
        assert list(trail) == entries[:length]
        assert len(trail) == length


@given(st.lists(st.text(max_size=4), unique=True, max_size=200))
@calm
def test_a_name_is_known_from_when_it_was_put(names: list[str]) -> None:
    """And not before; two futures of one past do not meet."""
    known = Known()
    for number, name in enumerate(names):
        assert known.get(name) is None
        other = known.put(name, -1)
        known = known.put(name, number)
        assert (other.get(name), known.get(name)) == (-1, number)
    assert [known.get(name) for name in names] == list(range(len(names)))


def test_names_of_one_bucket_are_kept_apart() -> None:
    """More names than there are buckets."""
    known = Known()
    for number in range(3000):
        known = known.put(f"o{number}", number)
    assert all(known.get(f"o{number}") == number for number in range(3000))
    assert known.get("o3000") is None
