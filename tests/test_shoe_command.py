"""`dealer-assist shoe …` as a person runs it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_assist.cli import main
from dealer_assist.sighting import Sighting
from hardware import shoes
from hardware.device import Bytes, DeviceEvent
from hardware.port import Port


def run(*arguments: str, given: bytes | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["shoe", *arguments], input=given)
    return result.exit_code, result.stdout, result.stderr


def test_decode_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bytes.bin"
    file.write_bytes(bytes.fromhex("05 31 44 81 B8 03 34 46") * 3 + b"~")
    code, out, _ = run("decode", "--protocol", "angel_eye", str(file))
    assert code == 0
    assert out.splitlines() == [
        '{"byte": 0, "kind": "card", "card": "8s", "draw": 1}',
        '{"byte": 24, "kind": "garbled", "why": "bytes outside a frame"}',
    ]


def test_decode_standard_input() -> None:
    code, out, _ = run("decode", "--protocol", "ascii_line", "-", given=b"CARD As\r\nCUT\r\nCAR")
    assert code == 0
    assert [json.loads(row)["kind"] for row in out.splitlines()] == ["card", "cut", "garbled"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ["decode", "--protocol", "x", "-"],
            "dealer-assist: shoe protocol 'x' is not known: choose one of angel_eye, ascii_line, cobs_crc16, or camera",
        ),
        (["decode", "--protocol", "camera", "-"], "dealer-assist: shoe protocol 'camera' is a camera inside the shoe"),
        (["decode", "--protocol", "angel_eye", "/none/x.bin"], "dealer-assist: /none/x.bin: can't be read: No such"),
        (["decode", "--protocol", "angel_eye", "/"], "dealer-assist: /: can't be read: Is a directory"),
        (["simulate", "/none/x.json", "--protocol", "ascii_line", "--tcp", "0"], "dealer-assist: /none/x.json: can't"),
        (["simulate", "x.json", "--protocol", "ascii_line"], "dealer-assist: say where to deal: either --pty"),
        (["simulate", "--protocol", "ascii_line", "--tcp", "0"], "dealer-assist: say what to deal: either a SCRIPT"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: list[str], why: str) -> None:
    code, out, error = run(*arguments)
    assert code == 2
    assert out == ""
    assert error.startswith(why)
    assert error.count("\n") == 1


@pytest.mark.parametrize("where", ["pty", "tcp"])
def test_simulate_deals_a_script_to_whoever_opens_the_line(tmp_path: Path, where: str) -> None:
    script = tmp_path / "round.json"
    script.write_text('{"format":"round/1","steps":[{"card":"As","to":1},{"card":"Jk","to":"dealer"},{"cut":true}]}')
    place = ["--pty", str(tmp_path / "shoe")] if where == "pty" else ["--tcp", "0"]
    command = [sys.executable, "-c", "from dealer_assist.cli import main; main()", "shoe", "simulate", str(script)]
    command += ["--protocol", "cobs_crc16", *place, "--interval", "0.05", "--wait-for-client"]
    decoder, done = shoes.decoder("cobs_crc16"), threading.Event()
    said: list[Sighting] = []

    def listen(event: DeviceEvent) -> None:
        if isinstance(event, Bytes):
            said.extend(sighting for sighting in decoder.feed(event.data) if sighting.kind != "heartbeat")
            if said and said[-1].kind == "cut":
                done.set()

    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as simulator:
        assert simulator.stdout is not None
        port = Port(simulator.stdout.readline().strip(), 115200, listen)
        port.start()
        assert done.wait(20)
        port.close()
        assert simulator.wait(20) == 0
        assert simulator.stderr is not None
        assert simulator.stderr.read().splitlines() == ["card As", "card Jk", "cut"]
    assert [str(sighting.card or sighting.kind) for sighting in said] == ["hello", "As", "Jk", "cut"]


def test_one_deck_without_jokers_a_card_at_each_enter(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from dealer_assist.cli import main; main()", "shoe", "simulate", "--decks", "1"]
    command += ["--enter", "--protocol", "ascii_line", "--pty", str(tmp_path / "shoe")]
    dealt = subprocess.run(command, input="\n" * 60, capture_output=True, text=True, timeout=60, check=True)
    names = [line.removeprefix("card ") for line in dealt.stderr.splitlines()]
    assert len(names) == len(set(names)) == 52
    assert "Jk" not in names
    assert names != sorted(names)
