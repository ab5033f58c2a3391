"""Refusals in the language of who reads them.

The rules refuse in English, and know no other language: `seat 3 acts; seat 2 is to act`. Each such sentence stands in
the catalogs with named places for its values, found in the source of the rules; here it is recognised by its form, and
said anew with its values. A value may be such a sentence itself.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from kiosk import languages

#: What these sentences are about, in the catalogs.
ABOUT: Final = "refusal"
_ROOT: Final = Path(__file__).parent.parent
#: Whose refusals and faults can come to a screen.
_SOURCES: Final = (
    *(
        f"dealer_assist/{name}.py"
        for name in ("betting", "calls", "changes", "findings", "fold", "journal", "keyed", "ladder", "market")
    ),
    *(f"dealer_assist/{name}.py" for name in ("mark", "money", "orderbook", "proposals", "script", "session")),
    *(f"dealer_assist/{name}.py" for name in ("shoe_findings", "step_forms", "table")),
    "dealer_assist/games/**/*.py",
    *(f"dealer_assist/odds/{name}.py" for name in ("fair", "table")),
    "hardware/clearness.py",
    *(f"kiosk/{name}.py" for name in ("desk", "people_file", "player")),
)
#: Which argument of what is raised or returned is the sentence.
_RAISED: Final = {"Refused": 1, "NoOdds": 1, "Garbled": 0, "ValueError": 0, "Fault": 0, "_stop": 0}
#: What the rules call acts, sides, outcomes and places in their sentences.
_WORDS: Final = (
    *("bet", "hit", "stand", "double", "split", "insure", "no_insurance", "go_to_war", "surrender"),
    *("fold", "check", "call", "raise", "all_in", "open", "muck", "close"),
    *("war", "blackjack", "poker", "insurance", "joker", "pot", "push", "bust", "bonus", "restored", "shoe", "camera"),
    *("back", "lay", "win", "lose", "dead_heat", "void", "dealer", "board", "burn", "the dealer"),
)
#: Places whose values may be sentences, or names of files; no other value has a colon in it.
_ANYTHING: Final = frozenset({"allowed", "cause", "error", "fault", "journal", "path", "said", "source", "there"}) | {
    *("strerror", "value", "waiting", "where", "why"),
    *("becomes", "facts", "finding", "remedy", "was", "what"),
}


def said_anew(why: str, value: Callable[[str], str] | None = None, about: str = ABOUT) -> str:
    """`why` in the language that speaks; as it is where no catalog has its sentence.

    `value` says a value anew (None: this does, in the same way), `about` is what the sentences are about.
    """
    language = languages.language()
    if language == "en":
        return why
    anew = value or said_anew
    for form, said in _forms(language, about):
        found = form.fullmatch(why)
        if found is not None:
            return said.format_map({name: anew(each) for name, each in found.groupdict().items()})
    return why if about == ABOUT else said_anew(why)


@lru_cache
def _forms(language: str, about: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The form of each sentence and its translation, those with the most words of their own first."""
    known = languages.catalog(language).about(about)
    ordered = sorted(known, key=lambda sentence: -sum(len(part) for part, *_ in string.Formatter().parse(sentence)))
    return tuple((_form(sentence), known[sentence]) for sentence in ordered)


def _form(sentence: str) -> re.Pattern[str]:
    made, seen = "", set()
    for part, name, _, _ in string.Formatter().parse(sentence):
        made += re.escape(part)
        if name is not None:
            value = ".+?" if name in _ANYTHING else "[^:;]+?"
            made += f"(?P={name})" if name in seen else f"(?P<{name}>{value})"
            seen.add(name)
    return re.compile(made, re.DOTALL)


def sentences() -> Iterator[tuple[Path, str]]:
    """Every sentence with which the rules may refuse, found in their source, with its file."""
    for word in _WORDS:
        yield Path(__file__), word
    for pattern in _SOURCES:
        for path in sorted(_ROOT.glob(pattern)):
            for said in _in(ast.parse(path.read_text())):
                sentence = _sentence(said)
                if sentence is not None:
                    yield path, sentence


def _in(tree: ast.Module) -> Iterator[ast.expr]:
    """What is raised or refused, and the parts that a function which refuses puts into its sentences."""
    for line in tree.body:
        if isinstance(line, (ast.Assign, ast.AnnAssign)) and line.value is not None:
            yield from _spoken(line.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (name := _called(node)) in _RAISED:
            yield from node.args[_RAISED[name] :][:1]
        elif isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) in {"str", "str | None"}:
            for each in ast.walk(node):
                if isinstance(each, (ast.Return, ast.Assign)) and each.value is not None:
                    yield from _spoken(each.value)
        elif isinstance(node, ast.FunctionDef) and any(_refuses(each) for each in ast.walk(node)):
            for each in ast.walk(node):
                if isinstance(each, ast.Assign):
                    yield from _spoken(each.value)


def _refuses(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _called(node) in _RAISED


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name, value=ast.Name(id="self")):
            return name
    return ""


def _spoken(value: ast.expr) -> Iterator[ast.expr]:
    """`value` if it is words, its two sides if it depends."""
    if isinstance(value, ast.IfExp):
        yield from _spoken(value.body)
        yield from _spoken(value.orelse)
    elif " " in (_sentence(value) or ""):
        yield value


def _sentence(said: ast.expr) -> str | None:
    if isinstance(said, ast.Constant) and isinstance(said.value, str):
        return said.value
    if not isinstance(said, ast.JoinedStr):
        return None
    made, places = "", set()
    for part in said.values:
        if isinstance(part, ast.Constant):
            made += str(part.value).replace("{", "{{").replace("}", "}}")
        elif isinstance(part, ast.FormattedValue):
            name = _place(part.value)
            while name in places:
                name += "_"
            places.add(name)
            made += f"{{{name}}}"
    return made


def _place(value: ast.expr) -> str:
    """A name for the place of a value: `event.seat` gives `seat`."""
    match value:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Attribute(attr="join"), args=[inner]) | ast.UnaryOp(operand=inner):
            return _place(inner)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name.strip("_")
        case ast.Subscript(value=inner) | ast.BinOp(left=inner) | ast.Call(args=[inner]):
            return _place(inner)
    return "value"
