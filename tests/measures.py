"""`python -m tests.measures`: the program's own measures: files, functions, types, frozen values, broad excepts, words.

Counted from the source alone, package by package. CONTRIBUTING quotes the table.
"""

from __future__ import annotations

import ast
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("dealer_assist", "hardware", "models", "kiosk")
#: Kinds of values: a struct or a dataclass is frozen where it says so, a named tuple always.
_VALUES: Final = ("Struct", "NamedTuple")


class Measure(msgspec.Struct, frozen=True):
    """The figures of one package. Lengths are in lines; `documented` counts public functions and classes."""

    package: str
    files: int
    lines: int
    median_file: float
    longest_file: int
    functions: int
    median_function: float
    longest_function: int
    typed: int
    values: int
    frozen: int
    broad_excepts: int
    public: int
    documented: int


def measure(package: str) -> Measure:
    """The figures of one package, `models/train` left out: it trains and is never imported."""
    trees = list(_trees(ROOT / package))
    functions = [node for _, tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    classes = [node for _, tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    handlers = [node for _, tree in trees for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)]
    values = [node for node in classes if any(name in ast.unparse(base) for base in node.bases for name in _VALUES)]
    public = [*_public(trees)]
    lengths, files = [_length(node) for node in functions], [lines for lines, _ in trees]
    return Measure(
        package,
        len(files),
        sum(files),
        statistics.median(files),
        max(files),
        len(functions),
        statistics.median(lengths),
        max(lengths),
        sum(_is_typed(node) for node in functions),
        len(values),
        sum(_is_frozen(node) for node in values),
        sum(node.type is None or ast.unparse(node.type) in {"Exception", "BaseException"} for node in handlers),
        len(public),
        sum(ast.get_docstring(node) is not None for node in public),
    )


def _trees(folder: Path) -> Iterator[tuple[int, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        if "train" not in path.relative_to(folder).parts:
            text = path.read_text()
            yield text.count("\n"), ast.parse(text)


def _public(trees: list[tuple[int, ast.Module]]) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Names that other files may use: at the top of a file, or a public method of a public class."""
    for _, tree in trees:
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                yield node
                if isinstance(node, ast.ClassDef):
                    yield from (
                        part
                        for part in node.body
                        if isinstance(part, ast.FunctionDef) and not part.name.startswith("_")
                    )


def _length(node: ast.FunctionDef) -> int:
    """Lines of a function's body, its docstring left out."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def _is_typed(node: ast.FunctionDef) -> bool:
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return node.returns is not None and all(one.annotation or one.arg in {"self", "cls"} for one in given)


def _is_frozen(node: ast.ClassDef) -> bool:
    return any(word.arg == "frozen" for word in node.keywords) or any(
        "NamedTuple" in ast.unparse(b) for b in node.bases
    )


def table(measures: list[Measure]) -> str:
    """The figures as a table for a page."""
    rows = [
        (
            one.package,
            f"{one.files} / {one.lines:,}",
            f"{one.median_file:g} / {one.longest_file}",
            f"{one.functions:,}",
            f"{one.median_function:g} / {one.longest_function}",
            f"{one.typed:,}",
            f"{one.frozen} of {one.values}",
            str(one.broad_excepts),
            f"{one.documented:,} of {one.public:,}",
        )
        for one in measures
    ]
    heads = (
        "package", "files / lines", "file: median / longest", "functions", "function: median / longest", "typed",
        "frozen values", "broad excepts", "public names with words",
    )  # fmt: skip
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, ("---",) * len(heads), *rows))


def main() -> None:
    """Print the table."""
    print(table([measure(package) for package in PACKAGES]))


if __name__ == "__main__":
    main()
