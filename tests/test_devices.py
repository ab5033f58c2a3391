"""Ports and cameras by the names that stay, from a folder that looks like /dev."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from hardware.commands import devices as command
from hardware.devices import Named, cameras, ports


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    """Two adapters, one of them with a name, one with a path only; a camera with two nodes."""
    for node in ("ttyUSB0", "ttyUSB1", "ttyACM0", "video0", "video1"):
        (tmp_path / node).touch()
    for link, node in (
        ("serial/by-id/usb-FTDI-if00", "ttyUSB1"),
        ("serial/by-path/pci-0:1", "ttyUSB1"),
        ("serial/by-path/pci-0:2", "ttyUSB0"),
        ("v4l/by-id/usb-Cam-index0", "video0"),
    ):
        path = tmp_path / link
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(tmp_path / node)
    return tmp_path


def test_ports_by_their_best_name(dev: Path) -> None:
    assert ports(dev) == [
        Named(None, f"{dev}/ttyACM0"),
        Named(f"{dev}/serial/by-path/pci-0:2", f"{dev}/ttyUSB0"),
        Named(f"{dev}/serial/by-id/usb-FTDI-if00", f"{dev}/ttyUSB1"),
    ]
    assert next(port.best for port in ports(dev)) == f"{dev}/ttyACM0"


def test_cameras_by_their_best_name(dev: Path) -> None:
    assert cameras(dev) == [Named(f"{dev}/v4l/by-id/usb-Cam-index0", f"{dev}/video0"), Named(None, f"{dev}/video1")]


def test_a_link_to_what_is_unplugged_is_no_device(dev: Path) -> None:
    (dev / "ttyUSB1").unlink()
    assert [port.node for port in ports(dev)] == [f"{dev}/ttyACM0", f"{dev}/ttyUSB0"]


def test_a_machine_without_any(tmp_path: Path) -> None:
    assert ports(tmp_path) == cameras(tmp_path) == []


def test_the_command_lists_both_kinds() -> None:
    result = CliRunner().invoke(command)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert "serial ports" in lines
    assert "cameras" in lines
    assert all(len(line.split()) > 1 for line in lines if line.startswith("  "))
