"""`dealer-assist shoe …`: what a shoe's bytes say, and a shoe that is not there; `dealer-assist devices`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Final, cast

import click

from dealer_assist.faults import Fault
from hardware.shoes import PROTOCOLS, decoder
from hardware.shoes.contract import line


@click.command()
def devices() -> None:
    """List the serial ports and cameras of this machine by the names that stay the same.

    \b
    Example: dealer-assist devices
             serial ports
               /dev/serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0  (now /dev/ttyUSB0)
    """
    from hardware import devices as found

    for title, named in (("serial ports", found.ports()), ("cameras", found.cameras())):
        click.echo(title)
        for device in named:
            now = f"(now {device.node})" if device.stable else "(no name that stays: it may move)"
            click.echo(f"  {device.best}  {now}")
        if not named:
            click.echo("  none: check the cable and its power")


ABOUT: Final = "\n".join(f"  {name:<12} {each.about}" for name, each in PROTOCOLS.items())
PROTOCOL: Final = click.option("--protocol", required=True, metavar="P", help=f"One of {', '.join(PROTOCOLS)}.")


@click.group(epilog=f"\b\nProtocols:\n{ABOUT}")
def shoe() -> None:
    """Read a shoe's bytes, or simulate a shoe.

    \b
    Example: printf 'CARD As\\r\\n' | dealer-assist shoe decode --protocol ascii_line -
             dealer-assist shoe simulate --decks 6 --protocol cobs_crc16 --tcp 4001
    """


@shoe.command()
@PROTOCOL
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
def decode(protocol: str, file: Path) -> None:
    """Print what the bytes of FILE say, one JSON line a sighting. FILE `-` is standard input.

    \b
    Example: printf 'CARD As\\r\\nCUT\\r\\n' | dealer-assist shoe decode --protocol ascii_line -
             {"byte": 0, "kind": "card", "card": "As"}
             {"byte": 9, "kind": "cut"}

    `byte` is where the frame begins. Bytes that are no frame are said as "garbled", with "why".
    """
    reader = decoder(protocol)
    for portion in _portions(file):
        for sighting in reader.feed(portion):
            click.echo(line(sighting))
    for sighting in reader.end():
        click.echo(line(sighting))


def _portions(file: Path) -> Iterator[bytes]:
    """The bytes of `file` as they come."""
    try:
        if str(file) == "-":
            arriving = cast("BufferedReader", sys.stdin.buffer)  # read1 doesn't wait for a whole portion
            yield from iter(lambda: arriving.read1(65536), b"")
            return
        with file.open("rb") as source:
            yield from iter(lambda: source.read(65536), b"")
    except OSError as error:
        raise Fault(f"{file}: can't be read: {error.strerror}") from None


@shoe.command()
@PROTOCOL
@click.option("--pty", type=click.Path(path_type=Path), metavar="LINK", help="Deal on a pseudo-terminal behind LINK.")
@click.option("--tcp", type=click.IntRange(0, 65535), metavar="PORT", help="Deal on a TCP port; 0 takes a free one.")
@click.option("--interval", default=1.0, show_default=True, type=click.FloatRange(0), help="Seconds between cards.")
@click.option("--enter", is_flag=True, help="Deal the next card at each Enter, not every so many seconds.")
@click.option("--wait-for-client", is_flag=True, help="Begin when somebody has opened the line.")
@click.option("--decks", type=click.IntRange(1, 12), metavar="N", help="Deal a shuffled shoe of N decks, no script.")
@click.option("--jokers", default=0, show_default=True, type=click.IntRange(0, 48), help="Jokers in that shoe.")
@click.option("--seed", default=0, show_default=True, help="How that shoe is shuffled.")
@click.argument("script", required=False, type=click.Path(path_type=Path))
def simulate(
    script: Path | None,
    protocol: str,
    pty: Path | None,
    tcp: int | None,
    interval: float,
    enter: bool,
    wait_for_client: bool,
    decks: int | None,
    jokers: int,
    seed: int,
) -> None:
    """Deal a round/1 SCRIPT (.json, or .jsonl with one a line), or a shuffled shoe, as a shoe would; then end.

    The first line printed is the address to open. Steps that deal no card are passed over; a step {"burn": "As"},
    {"burn": null} or {"cut": true} is said too.

    \b
    Example: dealer-assist shoe simulate round.json --protocol cobs_crc16 --tcp 4001 --wait-for-client
             socket://127.0.0.1:4001
    One deck without jokers, for Omaha, a card at each Enter:
             dealer-assist shoe simulate --decks 1 --enter --protocol cobs_crc16 --tcp 4001
    """
    from hardware.shoes.dealing import read_deals, shuffled
    from hardware.shoes.virtual import PtyLine, TcpLine, VirtualShoe

    if (pty is None) == (tcp is None):
        raise Fault("say where to deal: either --pty LINK or --tcp PORT")
    if (script is None) == (decks is None):
        raise Fault("say what to deal: either a SCRIPT or --decks N")
    deals = read_deals(script) if script is not None else shuffled(decks or 1, jokers, seed)
    decoder(protocol)  # an unknown name is said before a line is opened
    cable = PtyLine(pty) if pty is not None else TcpLine(tcp or 0)
    with VirtualShoe(protocol, cable, beat=1.0, decks=decks or 6) as virtual:
        click.echo(virtual.url)
        if wait_for_client:
            virtual.wait_for_listener()
        virtual.hello()
        for deal in deals:
            if not enter:
                time.sleep(interval)
            elif not sys.stdin.readline():
                break
            deal.send(virtual)
            click.echo(str(deal), err=True)
        time.sleep(0.5)  # a pseudo-terminal forgets what was not read when it closes
