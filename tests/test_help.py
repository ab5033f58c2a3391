"""`--help` teaches by example: every command shows how it is called, every option says what it does."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click
import pytest

from dealer_assist.cli import main


def commands(command: click.Command = main, path: str = "dealer-assist") -> Iterator[tuple[str, click.Command]]:
    """Every command and group, by what is typed."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, f"{path} {name}")


ALL = dict(commands())


@pytest.mark.parametrize("path", ALL)
def test_help_shows_an_example(path: str) -> None:
    text = inspect.cleandoc(ALL[path].help or "")
    assert re.search(rf"(?m)^ *(Example: +|.*){path} ?", text), text
    assert not re.search(r"(?m)^ {9,}[a-z]{4,}.*\.$", text.partition("\b")[0]), "a paragraph is indented"


@pytest.mark.parametrize("path", ALL)
def test_every_option_says_what_it_does(path: str) -> None:
    options = [option for option in ALL[path].params if isinstance(option, click.Option) and not option.hidden]
    assert [option.opts for option in options if not option.help] == []
