"""The short code of a root: six groups of four, to be written down or read out over a telephone.

It holds 15 bits that tell which journal, 25 of the last record's number and 70 of the tree head, in the 32 letters and
digits that are not mistaken for each other (Crockford's: no I, L, O, U). Two more are check symbols of a Reed–Solomon
code over GF(32): one or two wrong characters, or any two that changed places, are always noticed.
"""

from __future__ import annotations

from typing import Final

import msgspec

from dealer_assist.faults import Fault

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ALIKE: Final = str.maketrans("OIL", "011", "- \t")
_JOURNAL, _LAST, _HEAD = 15, 25, 70
_SYMBOLS: Final = (_JOURNAL + _LAST + _HEAD) // 5


class Code(msgspec.Struct, frozen=True):
    """What a code says: bits of the journal's first hash, the last record's number (modulo 2^25), bits of the head."""

    journal: int
    last: int
    head: int

    def __str__(self) -> str:
        value = self.journal << _LAST | self.last
        value = value << _HEAD | self.head
        symbols = [value >> 5 * place & 31 for place in reversed(range(_SYMBOLS))]
        text = "".join(ALPHABET[symbol] for symbol in _checked(symbols))
        return "-".join(text[start : start + 4] for start in range(0, len(text), 4))

    def is_of(self, begins: str) -> bool:
        """Whether it can be of the journal whose first record has the hash `begins`."""
        return self.journal == _top(begins, _JOURNAL)


def code(begins: str, last: int, head: str) -> Code:
    """The code of a root: hash of the journal's first record, number of the last one, tree head, hexadecimal."""
    return Code(_top(begins, _JOURNAL), last % (1 << _LAST), _top(head, _HEAD))


def read(text: str) -> Code:
    """The code that was typed, in either case, with or without dashes. Raises `Fault` for a slip."""
    typed = text.upper().translate(_ALIKE)
    if len(typed) != _SYMBOLS + 2 or not set(typed) <= set(ALPHABET):
        raise Fault(f"{text}: no file and no root's code, which is six groups of four letters and digits")
    symbols = [ALPHABET.index(symbol) for symbol in typed]
    if _sums(symbols) != (0, 0):
        raise Fault(f"{text}: a slip in the root's code: its check symbols don't fit; compare it group by group")
    value = 0
    for symbol in symbols[:_SYMBOLS]:
        value = value << 5 | symbol
    return Code(value >> _LAST + _HEAD, value >> _HEAD & (1 << _LAST) - 1, value & (1 << _HEAD) - 1)


def _top(digits: str, bits: int) -> int:
    return int(digits, 16) >> 4 * len(digits) - bits


def _times_alpha(symbol: int) -> int:
    """In GF(32) by x^5 + x^2 + 1."""
    symbol <<= 1
    return symbol ^ 0b100101 if symbol & 32 else symbol


def _sums(symbols: list[int]) -> tuple[int, int]:
    """The sum of all symbols, and the polynomial of them at alpha: both 0 where nothing is wrong."""
    plain = at_alpha = 0
    for symbol in symbols:
        plain ^= symbol
        at_alpha = _times_alpha(at_alpha) ^ symbol
    return plain, at_alpha


def _checked(symbols: list[int]) -> list[int]:
    """With the two check symbols at the end; the field is so small that they are found by trying."""
    plain, _ = _sums(symbols)
    for first in range(32):
        whole = [*symbols, first, plain ^ first]
        if _sums(whole) == (0, 0):
            return whole
    raise AssertionError("a Reed–Solomon code has check symbols for every message")
