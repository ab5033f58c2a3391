"""Moments of the kiosk's pages, and who looks at them: what `tests.scenes` brings about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from playwright.sync_api import Browser as AnyBrowser
from playwright.sync_api import CDPSession, Page, expect

from kiosk.people import People
from tests.kiosks import PEOPLE, Browser, Kiosk

BADGES: Final = {person.role: person.badge for person, _ in reversed(PEOPLE)}
SIZES: Final = ((1280, 800), (1920, 1080), (390, 844))


class Site(Protocol):
    """Where pages are served: a table's kiosk, or a pit of many tables."""

    url: str
    people: People


class Scene(NamedTuple):
    """A moment of `kiosk`: `path` opened as `who` (a role, `display`, `terminal`, or nobody), then `then(page)`."""

    name: str
    kiosk: Site
    path: str
    who: str = "dealer"
    then: Callable[[Page], object] = lambda page: None


class Visitor:
    """Opens scenes, each kind of person of a site in a browser of their own."""

    def __init__(self, browser: AnyBrowser) -> None:
        self._browser = browser
        self._pages: dict[tuple[str, str], tuple[Page, CDPSession]] = {}
        #: What the pages have asked for since the last scene was opened.
        self.asked: list[str] = []

    def open(self, scene: Scene, language: str = "en", *, anew: bool = True) -> Page:
        """The scene's page, in that language: `anew` as somebody's first look at it, with nothing kept from before."""
        page, network = self._pages.get((scene.kiosk.url, scene.who)) or self._enter(scene)
        network.send("Network.setCacheDisabled", {"cacheDisabled": anew})
        for name in ("language", "language-display", "language-terminal"):
            page.context.add_cookies([{"name": name, "value": language, "url": scene.kiosk.url}])
        self.asked.clear()
        token = f"?token={scene.kiosk.people.display}" if scene.who == "display" else ""
        page.goto(f"{scene.kiosk.url.rstrip('/')}{scene.path}{token}")
        if page.locator("#prompt").count():
            expect(page.locator("#prompt")).not_to_have_text("")
        scene.then(page)
        return page

    def _enter(self, scene: Scene) -> tuple[Page, CDPSession]:
        browser = Browser(scene.kiosk.url)
        context = self._browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
        context.on("request", lambda request: self.asked.append(request.url))
        if scene.who == "terminal":
            assert isinstance(scene.kiosk, Kiosk)
            cookie = browser.enter(scene.kiosk, "A").cookie
        else:
            cookie = browser.open(BADGES[scene.who]).cookie if scene.who in BADGES else ""
        if cookie:
            name, _, value = cookie.partition("=")
            context.add_cookies([{"name": name, "value": value, "url": scene.kiosk.url}])
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        self._pages[scene.kiosk.url, scene.who] = page, network
        return page, network

    def close(self) -> None:
        """Close every browser."""
        for page, _ in self._pages.values():
            page.context.close()
