"""What several tests share: the system's chromium, a kiosk to point it at, and a server of PostgreSQL."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from typing import Final

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests import postgres as servers

#: The one without a window does the same work in two thirds of the time.
CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

SIZE: Final = ViewportSize(width=1280, height=800)

#: Files that take longest, longest first: workers begin with them, so that none is left alone with one at the end.
LONGEST: Final = (
    "test_every_page",
    "test_film_check",
    "test_scenarios",
    "test_enrolment",
    "test_sample",
    "test_setup_deck",
    "test_negatives",
    "test_audit_run",
    "test_browser_exchange_layout",
    "test_browser_omaha_access",
    "test_browser_omaha_stay",
    "test_browser_exchange",
    "test_bad_images",
    "test_faults_camera",
    "test_faults_links",
    "test_pit_outage",
)

# A busy machine may be slow; what is awaited comes at once on an idle one.
expect.set_options(timeout=20_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first; what is left stays in its order."""
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(LONGEST)))


def pytest_collection_finish() -> None:
    """What is loaded now stays: looking through all of it for garbage again and again takes a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.fixture(scope="session", autouse=True)
def templates(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Templates that are compiled once: a program has one application, the tests some hundred."""
    compiled = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": compiled}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's chromium, started once. Where there is none: a failure in CI, a skip elsewhere."""
    if CHROMIUM is None:
        why = "no chromium on this machine: install it (apt-get install chromium) to run the browser tests"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def window(chromium: Browser) -> Iterator[BrowserContext]:
    """A window of 1280 × 800 for the tabs of many tests: opening one takes longer than most of what is done in it."""
    context = chromium.new_context(viewport=SIZE, reduced_motion="reduce")
    context.new_page()  # with its last tab a window would close
    yield context
    context.close()


@pytest.fixture
def page(window: BrowserContext) -> Iterator[Page]:
    """A tab of 1280 × 800 whose script may raise nothing, as somebody's who was never here; a line that is cut or a
    refusal is no error of it."""
    opened = window.new_page()
    trouble: list[str] = []
    opened.on("pageerror", lambda error: trouble.append(str(error)))
    opened.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    yield opened
    for tab in window.pages[1:]:
        tab.close()
    window.clear_cookies()
    assert [said for said in trouble if "Failed to load resource" not in said] == []


@pytest.fixture(scope="session")
def postgres() -> Iterator[servers.Postgres]:
    """A server of PostgreSQL, started once. Where there is none: a failure in CI, a skip elsewhere."""
    if servers.PROGRAMS is None:
        if os.environ.get("CI") == "true":
            pytest.fail(servers.MISSING)
        pytest.skip(servers.MISSING)
    with servers.Postgres() as server:
        yield server
