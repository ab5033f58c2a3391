"""docs/engineers.md: the files that it names are there, and the protocol that it writes does what it says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = (ROOT / "docs" / "engineers.md").read_text()


@pytest.fixture(scope="module")
def decoder() -> Any:
    """The class of the page, made by running its block."""
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {"__name__": "docs_engineers"}
    exec(compile(block, "docs/engineers.md", "exec"), names)
    return names["SemicolonsDecoder"]


def test_the_page_s_protocol_reads_cards_in_any_portion(decoder: Any) -> None:
    one, other = decoder(), decoder()
    whole = one.feed(b"As;Td;Jk;")
    parts = [said for at in range(9) for said in other.feed(b"As;Td;Jk;"[at : at + 1])]
    assert [str(said.card) for said in whole] == ["As", "Td", "Jk"] and parts == whole


def test_it_says_what_is_no_card_and_goes_on(decoder: Any) -> None:
    said = decoder().feed(b"\xff\xfe;zz;0123456789;9h;")
    assert [one.kind for one in said] == ["garbled", "garbled", "garbled", "card"]


def test_it_is_unfit_for_the_reason_that_the_page_gives(decoder: Any) -> None:
    flipped = bytes([b"2s;"[0] ^ 1]) + b"s;"
    assert [str(said.card) for said in decoder().feed(flipped)] == ["3s"]


def test_every_file_it_names_is_there() -> None:
    named = set(re.findall(r"`((?:dealer_assist|hardware|kiosk|models|tests|docs)/[\w./*]*)`", PAGE))
    assert len(named) > 20
    assert not [name for name in named if not list(ROOT.glob(name.rstrip("/")))]
