"""How others in the house reach this machine, for codes that their telephones read."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit


def reachable(url: str) -> str:
    """`url` as another machine can open it: with this machine's address in its network, if it names it to itself only.

    A machine in no network keeps the address as it is.
    """
    parts = urlsplit(url)
    if not is_only_here(parts.hostname or ""):
        return url
    found = in_network()
    if found is None:
        return url
    host = f"[{found}]" if ":" in found else found
    return parts._replace(netloc=host if parts.port is None else f"{host}:{parts.port}").geturl()


def in_network() -> str | None:
    """This machine's address in its network; None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            # Nothing is sent: the system only says from where it would be. The address is one kept for documents.
            line.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found: str = line.getsockname()[0]
    return None if ipaddress.ip_address(found).is_loopback else found


def is_only_here(host: str) -> bool:
    """Whether a host's name is this machine's for itself."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
