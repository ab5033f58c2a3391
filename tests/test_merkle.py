"""The tree head: RFC 6962's published heads, and its own recursive definition at every size."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import pytest

from dealer_assist.merkle import Tree

#: The test leaves and heads that certificate transparency's reference implementation publishes (sizes 0 to 8).
LEAVES = [
    bytes.fromhex(text)
    for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
HEADS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def by_definition(leaves: Sequence[bytes]) -> bytes:
    """RFC 6962, 2.1, word for word: split at the largest power of two that is smaller than the size."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\x01" + by_definition(leaves[:split]) + by_definition(leaves[split:])).digest()


@pytest.mark.parametrize("size", range(9))
def test_published_heads(size: int) -> None:
    assert Tree(LEAVES[:size]).head().hex() == HEADS[size]


def test_every_size_is_as_defined() -> None:
    leaves = [sha256(bytes([number])).digest() for number in range(70)]
    tree = Tree()
    for size, leaf in enumerate(leaves):
        assert tree.head() == by_definition(leaves[:size])
        tree.add(leaf)
    assert tree.size == 70


def test_a_head_tells_leaves_apart() -> None:
    leaves = [bytes([number]) * 32 for number in range(20)]
    whole = Tree(leaves).head()
    assert Tree(leaves[:-1]).head() != whole
    assert Tree([*leaves[:5], leaves[6], leaves[5], *leaves[7:]]).head() != whole
    assert Tree([*leaves, leaves[-1]]).head() != whole
