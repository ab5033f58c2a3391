"""The address in the code for an account's terminal: the table's own, or one that others can open."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from kiosk.own_address import in_network, reachable
from tests.kiosks import Browser, Kiosk


@pytest.mark.parametrize("url", ["http://table7.lan:8321/", "http://10.0.0.7:8321/", "http://[fe80::1]:8321/"])
def test_an_address_for_others_stays_as_it_is(url: str) -> None:
    assert reachable(url) == url


@pytest.mark.parametrize("url", ["http://127.0.0.1:8321/", "http://localhost:8321/", "http://[::1]:8321/"])
def test_one_for_this_machine_alone_becomes_the_machines_in_its_network(url: str) -> None:
    found = in_network()
    if found is None:
        assert reachable(url) == url
        return
    parts = urlsplit(reachable(url))
    assert (parts.hostname, parts.port, parts.path) == (found, 8321, "/")
    assert not ipaddress.ip_address(found).is_loopback


def test_the_tables_own_address_is_in_the_code(tmp_path: Path) -> None:
    with Kiosk(tmp_path, accounts={"A": "100.00"}, address="http://table7.lan:8321") as kiosk:
        said = Browser(kiosk.url).open("1001").post("/dealer/terminal", {"account": "A", "do": "code"})[1]
    assert said["link"] == f"http://table7.lan:8321/terminal/enter?code={said['code']}"


@pytest.mark.parametrize("shared", [False, True])
def test_a_link_leads_into_the_network_only_where_the_screens_listen_there(tmp_path: Path, shared: bool) -> None:
    with Kiosk(tmp_path, accounts={"A": "100.00"}, shared=shared) as kiosk:
        said = Browser(kiosk.url).open("1001").post("/dealer/terminal", {"account": "A", "do": "code"})[1]
    here = reachable(kiosk.url) if shared else kiosk.url
    assert said["link"] == f"{here}terminal/enter?code={said['code']}"
