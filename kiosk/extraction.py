"""Finds every sentence that the kiosk can say, brings the catalogs up to date, and says what they lack.

    python -m kiosk.extraction          # or `make languages`

Sentences stand in Python (`text`, `many`, `say`), in templates (the same), as clauses in the built-in house files, and
as refusals in the rules (`kiosk.refusals`). Exits with 1 while anything is untranslated.
"""

from __future__ import annotations

import ast
import string
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from babel.messages import Catalog, pofile
from babel.messages.catalog import Message
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from dealer_assist import house
from dealer_assist.games import catalogue
from kiosk import languages, refusals

HERE: Final = Path(__file__).parent
#: What marks a sentence, in Python and in templates.
_MARKS: Final = ("text", "many", "say")


def found() -> Catalog:
    """Every sentence, each with the files that have it; no line numbers, so that a catalog changes only with words."""
    catalog = Catalog(project="dealer-assist", charset="utf-8")
    for path in sorted(HERE.rglob("*.py")):
        for sentence in _in_python(ast.parse(path.read_text())):
            _add(catalog, sentence, path)
    environment = Environment(trim_blocks=True, lstrip_blocks=True)
    for path in sorted((HERE / "templates").rglob("*.html")):
        for _, name, given in extract_from_ast(environment.parse(path.read_text()), _MARKS):
            _add(catalog, _marked(name, (given,) if isinstance(given, (str, type(None))) else given), path)
    for game in catalogue.GAMES:
        built_in = catalogue.load_house(game, house.built_in(game))
        for words in (built_in.name, *built_in.clauses.values()):
            _add(catalog, (words, ""), house.built_in(game))
    for path, refusal in refusals.sentences():
        _add(catalog, (refusal, refusals.ABOUT), path)
    return catalog


Sentence = tuple[str | tuple[str, str], str]


def _in_python(tree: ast.AST) -> Iterator[Sentence]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MARKS:
            given = [each.value if isinstance(each, ast.Constant) else None for each in node.args]
            sentence = _marked(node.func.id, tuple(each if isinstance(each, str) else None for each in given))
            if sentence is not None:
                yield sentence


def _marked(name: str, given: Sequence[str | None]) -> Sentence | None:
    """The sentence of a call, and what it is about; None for a call that says what is marked elsewhere."""
    first, second = (*given, None, None)[:2]
    if not first:
        return None
    if name == "many":
        return None if second is None else ((first, second), "")
    return (first, second if name == "text" and second else "")


def _add(catalog: Catalog, sentence: Sentence | None, path: Path) -> None:
    if sentence is not None:
        place = path.relative_to(HERE.parent).as_posix()
        catalog.add(sentence[0], locations=[(place, 0)], context=sentence[1] or None)


def update(language: str, now: Catalog) -> Catalog:
    """The catalog of a language with the sentences of `now`: what is new is empty, what is said no more is gone."""
    path = languages.path(language)
    known: dict[tuple[object, str | None], Message] = {}
    if path.exists():
        with path.open("rb") as file:
            known = {(message.id, message.context): message for message in pofile.read_po(file, locale=language)}
    made = Catalog(locale=language, project="dealer-assist", charset="utf-8")
    for message in now:
        if message.id:
            before = known.get((message.id, message.context))
            said = before.string if before is not None and not before.fuzzy else None
            made.add(message.id, said, locations=message.locations, context=message.context)
    return made


def write(language: str, catalog: Catalog) -> None:
    """Keep it in the order of its sentences, with nothing that changes from day to day."""
    path = languages.path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        pofile.write_po(file, catalog, width=120, omit_header=True, sort_output=True, include_lineno=False)


def lacks(catalog: Catalog) -> list[str]:
    """What is wrong with it: sentences with no translation, or whose places are not those of the English."""
    wrong = []
    for message in catalog:
        if not message.id:
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        said = message.string if isinstance(message.string, (tuple, list)) else [message.string]
        if message.fuzzy or not said or not all(said):
            wrong.append(f"untranslated: {ids[-1]}")
            continue
        for each in said:
            # A form for one thing need not name its number.
            if places(str(each)) not in [places(form) for form in ids]:
                wrong.append(f"places differ: {ids[-1]} / {each}")
    return wrong


def places(sentence: str) -> set[str]:
    """The named places of a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def main() -> int:
    """Update every catalog; 1 if one lacks something."""
    now, wrong = found(), 0
    for language in languages.LANGUAGES:
        if language == "en":
            continue
        catalog = update(language, now)
        write(language, catalog)
        missing = lacks(catalog)
        wrong += len(missing)
        sys.stdout.write(f"{language}: {len(catalog)} sentences, {len(missing)} to be seen to\n")
        sys.stdout.writelines(f"  {line}\n" for line in missing)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
