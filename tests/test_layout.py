"""The shape of the house: which package may import which, what the rules may not contain, how long things grow.

Each check is a function from a source text to its faults; the last tests feed every one a sample that is wrong.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("dealer_assist", "hardware", "models", "kiosk")

#: What a package may not import, by the top of the module's name. SQLAlchemy is the core's journal.
FORBIDDEN: Final = {
    "dealer_assist": {"cv2", "numpy", "serial", "flask", "waitress", "torch", "onnx", "hardware", "models", "kiosk"},
    "hardware": {"models", "kiosk", "flask", "waitress", "torch"},
    "models": {"hardware", "kiosk", "flask", "waitress", "serial"},
    "kiosk": {"serial", "torch"},
}

#: The rules: pure, exact, without a clock, a file or chance.
RULES: Final = (
    "games/",
    "money.py",
    "shoe.py",
    "fold.py",
    "game.py",
    "cards.py",
    "blackjack_hands.py",
    "poker_hands.py",
    "orderbook.py",
    "exposure.py",
    "ladder.py",
    "trail.py",
)
IMPURE_MODULES: Final = {"random", "time", "datetime", "os", "io", "secrets", "socket", "threading", "math"}
IMPURE_CALLS: Final = {"float", "open", "print", "input", "round", "eval", "exec"}
#: Reads the house files, once, for all games.
NOT_RULES: Final = {"dealer_assist/games/catalogue.py"}

LONGEST_FILE: Final = 400
LONGEST_FUNCTION: Final = 60
#: Names that say nothing.
WORDS: Final = {"util", "utils", "helper", "helpers", "manager", "handler", "processor", "judger"}
#: What a reader of the repository has no use for.
SPEECH: Final = re.compile(r"\b(TODO|FIXME|XXX)\b", re.IGNORECASE)

CODE: Final = sorted(path for top in (*PACKAGES, "tests") for path in (ROOT / top).rglob("*.py"))
TEXTS: Final = sorted(
    [
        path
        for top in (*PACKAGES, "docs")
        for kind in ("*.js", "*.css", "*.html", "*.md", "*.toml")
        for path in (ROOT / top).rglob(kind)
    ]
)


def place(path: Path) -> str:
    """A file by its path in the repository."""
    return path.relative_to(ROOT).as_posix()


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every module that is imported, anywhere in the file, with its line; `import_module("x")` too."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield node.lineno, module
            case ast.Call(func=ast.Name("import_module" | "__import__"), args=[ast.Constant(str(module)), *_]):
                yield node.lineno, module
            case ast.Call(func=ast.Attribute(attr="import_module"), args=[ast.Constant(str(module)), *_]):
                yield node.lineno, module
            case _:
                pass


@functools.lru_cache(maxsize=1)
def parsed(source: str) -> ast.Module:
    """A text's tree, which every check of one file walks."""
    return ast.parse(source)


def arrows(where: str, source: str) -> list[str]:
    """Imports that go the wrong way."""
    forbidden = FORBIDDEN.get(where.partition("/")[0], set())
    return [
        f"{where}:{line} imports {module}"
        for line, module in imported(parsed(source))
        if module.partition(".")[0] in forbidden
    ]


def is_of_the_rules(where: str) -> bool:
    """Whether a file is part of the rules."""
    package, _, rest = where.partition("/")
    return package == "dealer_assist" and rest.startswith(RULES) and where not in NOT_RULES


def impurities(where: str, source: str) -> list[str]:
    """What makes rules inexact or impure: floats, true division, clocks, files, chance."""
    tree = parsed(source)
    found = [
        f"{where}:{line} imports {module}"
        for line, module in imported(tree)
        if module.partition(".")[0] in IMPURE_MODULES
    ]
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float() | complex()):
                found.append(f"{where}:{node.lineno} has the float {node.value!r}")
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                found.append(f"{where}:{node.lineno} divides with /")
            case ast.Call(func=ast.Name(name)) if name in IMPURE_CALLS:
                found.append(f"{where}:{node.lineno} calls {name}()")
            case ast.Call(func=ast.Attribute(attr="read_text" | "read_bytes" | "write_text" | "write_bytes" as name)):
                found.append(f"{where}:{node.lineno} calls {name}()")
            case ast.Global() | ast.Nonlocal():
                found.append(f"{where}:{node.lineno} changes a name outside its function")
            case _:
                pass
    return found


def lengths(where: str, source: str) -> list[str]:
    """Files and functions that have grown too long."""
    lines = source.count("\n")
    found = [f"{where} has {lines} lines"] if lines > LONGEST_FILE else []
    if where.endswith(".py"):
        for node in ast.walk(parsed(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    found.append(f"{where}:{node.lineno} {node.name} has {length} lines")
    return found


def named(where: str, source: str) -> Iterator[tuple[int, str]]:
    """Every name that the file itself gives: its own, and those of classes, functions, arguments and variables."""
    yield from ((1, part) for part in where.removesuffix(".py").split("/"))
    for node in ast.walk(parsed(source)):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                yield node.lineno, name
            case _:
                pass


def empty_words(where: str, source: str) -> list[str]:
    """Names made of words that say nothing."""
    return [
        f"{where}:{line} names something {name}"
        for line, name in named(where, source)
        if WORDS.intersection(word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name))
    ]


def speech(where: str, source: str) -> list[str]:
    """Words that do not belong in the repository."""
    return [f"{where}: {found.group()!r}" for found in SPEECH.finditer(source)]


def broad(where: str, source: str) -> list[str]:
    """`except:` and `except Exception`, which hide what went wrong."""
    found = []
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.ExceptHandler):
            kind = node.type.id if isinstance(node.type, ast.Name) else None
            if node.type is None or kind in {"Exception", "BaseException"}:
                found.append(f"{where}:{node.lineno} catches everything")
    return found


@pytest.mark.parametrize("path", CODE, ids=place)
def test_a_file_keeps_to_the_layout(path: Path) -> None:
    """Arrows, purity of the rules, lengths, names."""
    where, source = place(path), path.read_text()
    found = arrows(where, source) + lengths(where, source)
    if not where.startswith("tests/"):
        found += empty_words(where, source)
    if is_of_the_rules(where):
        found += impurities(where, source) + broad(where, source)
    if path != Path(__file__):
        found += speech(where, source)
    assert found == []


@pytest.mark.parametrize("path", TEXTS, ids=place)
def test_a_text_keeps_to_the_layout(path: Path) -> None:
    """Scripts and style sheets are as short as code; no text speaks of what is none of its business."""
    where, source = place(path), path.read_text()
    found = lengths(where, source) if path.suffix in {".js", ".css"} else []
    assert found + speech(where, source) == []


def test_the_walk_sees_the_house() -> None:
    """All four packages and the rules are looked at."""
    places = {place(path) for path in CODE}
    assert {f"{package}/__init__.py" for package in PACKAGES} <= places
    rules = {where for where in places if is_of_the_rules(where)}
    assert {"dealer_assist/money.py", "dealer_assist/fold.py", "dealer_assist/games/triple/forced.py"} <= rules
    assert not is_of_the_rules("dealer_assist/journal.py")


@pytest.mark.parametrize(
    ("where", "source"),
    [
        ("dealer_assist/x.py", "import cv2"),
        ("dealer_assist/x.py", "def f():\n    from numpy import array"),
        ("dealer_assist/x.py", "import serial.tools"),
        ("dealer_assist/x.py", "if True:\n    import flask as f"),
        ("dealer_assist/games/x.py", "from hardware.shoes import contract"),
        ("dealer_assist/x.py", "from importlib import import_module\nimport_module('kiosk.app')"),
        ("dealer_assist/x.py", "import importlib\nimportlib.import_module('models')"),
        ("hardware/x.py", "import models.reading"),
        ("hardware/x.py", "from kiosk import app"),
        ("models/x.py", "from hardware import port"),
        ("models/train/x.py", "def f():\n    import kiosk"),
    ],
)
def test_a_wrong_arrow_is_found(where: str, source: str) -> None:
    """Inside functions too."""
    assert len(arrows(where, source)) == 1


def test_right_arrows_are_left_alone() -> None:
    """The core may use SQLAlchemy; hardware and models the core; the kiosk all of them."""
    assert arrows("dealer_assist/journal.py", "import sqlalchemy\nfrom dealer_assist import cards") == []
    assert (
        arrows("hardware/x.py", "import cv2, serial\nfrom dealer_assist import cards\nfrom hardware import port") == []
    )
    assert arrows("models/x.py", "import numpy\nfrom dealer_assist.cards import Card") == []
    assert arrows("kiosk/x.py", "import flask, hardware, models, dealer_assist") == []


@pytest.mark.parametrize(
    "source",
    [
        "x = 1.5",
        "x = -0.0",
        "x = a / b",
        "x /= 2",
        "x = float(a)",
        "import random",
        "from time import time",
        "def f():\n    import datetime",
        "open('x')",
        "path.read_text()",
        "x = round(a)",
        "def f():\n    global x",
    ],
)
def test_what_makes_rules_impure_is_found(source: str) -> None:
    """One fault each."""
    assert len(impurities("dealer_assist/games/x.py", source)) == 1


def test_exact_rules_are_left_alone() -> None:
    """Whole numbers, floor division, text with a stop or a slash in it."""
    assert impurities("dealer_assist/money.py", "x = 7 // 2\ny = '1.5'\nz = 'a / b'  # 1.5 / 2") == []


def test_what_has_grown_too_long_is_found() -> None:
    """A file of 401 lines, a function of 61."""
    assert lengths("x.py", "x = 1\n" * 400) == []
    assert len(lengths("x.py", "x = 1\n" * 401)) == 1
    assert len(lengths("x.js", "let x\n" * 401)) == 1
    assert lengths("x.py", "def f():\n" + "    x = 1\n" * 59) == []
    assert len(lengths("x.py", "def f():\n" + "    x = 1\n" * 60)) == 1


@pytest.mark.parametrize(
    ("where", "source"),
    [
        ("kiosk/utils.py", ""),
        ("kiosk/x.py", "class ShoeManager: pass"),
        ("kiosk/x.py", "def card_helper(): pass"),
        ("kiosk/x.py", "def f(handler): pass"),
        ("kiosk/x.py", "shoe_info_processor = 1"),
    ],
)
def test_an_empty_word_is_found(where: str, source: str) -> None:
    """In the name of a file, a class, a function, an argument, a variable."""
    assert len(empty_words(where, source)) == 1


def test_words_of_others_are_left_alone() -> None:
    """A library's own names are not ours."""
    assert empty_words("models/x.py", "torch.utils.data.DataLoader(x)\nimport cv2.utils") == []


def test_speech_and_broad_catches_are_found() -> None:
    """One fault each."""
    assert len(speech("x.py", "# TODO later")) == 1
    assert len(broad("x.py", "try:\n    f()\nexcept Exception:\n    pass")) == 1
    assert len(broad("x.py", "try:\n    f()\nexcept:\n    pass")) == 1
    assert broad("x.py", "try:\n    f()\nexcept ValueError:\n    pass") == []
