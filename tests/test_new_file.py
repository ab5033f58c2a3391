"""Files that are written once: what lies there stays, a fault names the file, and only its owner reads a secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_assist import new_file
from dealer_assist.faults import Fault


def test_a_new_file_is_written_and_never_again(tmp_path: Path) -> None:
    path = tmp_path / "friday.root"
    new_file.check(path, "root")
    new_file.write(path, b"one", "root")
    for again in (lambda: new_file.check(path, "root"), lambda: new_file.write(path, b"two", "root")):
        with pytest.raises(Fault, match=r"friday\.root: there is a file already; a root is never written over"):
            again()
    assert path.read_bytes() == b"one"


def test_a_secret_is_its_owners(tmp_path: Path) -> None:
    new_file.write(tmp_path / "key", b"secret", "key", new_file.OWNER)
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


def test_a_place_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"nowhere/x: the report can't be written: No such file or directory; name another"):
        new_file.write(tmp_path / "nowhere" / "x", b"", "report")
