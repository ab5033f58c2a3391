"""Errors that a person can mend: one line that says what is wrong, where, and what to do."""

from __future__ import annotations


class Fault(Exception):
    """Bad input, a missing device, a damaged file. `str(fault)` is the whole line; commands exit with 2."""


def one_line(text: object) -> str:
    """The text of an error from elsewhere, on one line."""
    return " ".join(str(text).split())
