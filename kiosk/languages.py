"""The languages of the screens: which one speaks now, and the catalogs that have each sentence in it.

A sentence of ours is its own id, in English. `kiosk.words.say` looks it up in the language that speaks: during a
request the one that its screen has chosen, on a stream the one in which it was opened, everywhere else English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from gettext import c2py
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from babel.messages import pofile
from flask import Flask, Response, request
from flask_babel import Babel

#: By its code, each language's own name for itself.
LANGUAGES: Final = {"en": "English", "ja": "日本語", "fi": "Suomi"}
FOLDER: Final = Path(__file__).parent / "translations"
#: Between what a sentence is about and the sentence, where one English word means two things.
CONTEXT_END: Final = "\x04"

_YEAR_S: Final = 365 * 24 * 3600
_speaks: ContextVar[str] = ContextVar("language", default="en")


class Catalog:
    """The sentences of one language: `one` of a sentence, `some` of one that depends on a number."""

    def __init__(
        self, single: Mapping[str, str], plural: Mapping[str, tuple[str, ...]], form: Callable[[int], int]
    ) -> None:
        self._single, self._plural, self._form = single, plural, form

    def one(self, sentence: str) -> str:
        """The sentence, or itself in English if the catalog has none."""
        return self._single.get(sentence) or sentence.rpartition(CONTEXT_END)[2]

    def about(self, matter: str) -> dict[str, str]:
        """Every sentence about one matter, with its translation."""
        start = f"{matter}{CONTEXT_END}"
        return {known.removeprefix(start): said for known, said in self._single.items() if known.startswith(start)}

    def some(self, one: str, other: str, number: int) -> str:
        """The sentence for that number of things."""
        forms = self._plural.get(one)
        return (one if number == 1 else other) if forms is None else forms[self._form(number)]


def path(language: str) -> Path:
    """Where the catalog of a language lies."""
    return FOLDER / language / "LC_MESSAGES" / "messages.po"


@lru_cache
def catalog(language: str) -> Catalog:
    """The catalog of one of `LANGUAGES`; English needs none. Doubtful (fuzzy) entries do not count."""
    if language == "en":
        return Catalog({}, {}, lambda number: number != 1)
    with path(language).open("rb") as file:
        read = pofile.read_po(file, locale=language)
    single: dict[str, str] = {}
    plural: dict[str, tuple[str, ...]] = {}
    for message in read:
        if not message.id or message.fuzzy:
            continue
        if isinstance(message.id, str):
            key = f"{message.context}{CONTEXT_END}{message.id}" if message.context else message.id
            single[key] = str(message.string)
        elif message.string and all(message.string):
            plural[message.id[0]] = tuple(message.string)
    return Catalog(single, plural, c2py(read.plural_expr))


def language() -> str:
    """The language that speaks now."""
    return _speaks.get()


def speaking() -> Catalog:
    """Its catalog."""
    return catalog(_speaks.get())


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Let another language speak, in this thread, until the block ends."""
    before = _speaks.set(language)
    try:
        yield
    finally:
        _speaks.reset(before)


def install(app: Flask, of_the_table: str = "") -> None:
    """Let each request be answered in its screen's language.

    That is the one just chosen by `?lang=`, else the one chosen before (a cookie, one for each kind of screen), else
    the table's, else the one that the browser asks for.
    """
    Babel().init_app(app, default_locale="en", locale_selector=language)

    @app.before_request
    def choose() -> None:
        wanted = (request.args.get("lang"), request.cookies.get(_cookie()), of_the_table)
        asked = request.accept_languages.best_match(LANGUAGES, "en")
        _speaks.set(next((each for each in wanted if each in LANGUAGES), asked) or "en")

    @app.after_request
    def keep(response: Response) -> Response:
        chosen = request.args.get("lang")
        if chosen in LANGUAGES and request.method == "GET" and response.mimetype == "text/html":
            response.set_cookie(_cookie(), chosen, max_age=_YEAR_S, httponly=True, samesite="Strict")
        return response

    @app.teardown_request
    def fall_silent(_: BaseException | None) -> None:
        _speaks.set("en")

    app.jinja_env.globals["language"] = language
    app.jinja_env.globals["languages"] = LANGUAGES
    app.jinja_env.globals["in_language"] = _in_language


def _in_language(code: str) -> str:
    """The query of this page in another language: what it was asked for stays, but no token is repeated."""
    kept = {name: value for name, value in request.args.items() if name not in {"lang", "token"}}
    return "?" + urlencode({**kept, "lang": code})


def _cookie() -> str:
    """One browser may show the players' display in one language and a page of the staff in another."""
    kind = request.path.split("/")[1]
    return f"language-{kind}" if kind in {"display", "terminal"} else "language"
