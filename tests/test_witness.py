"""Keys, roots and their codes: signed, told apart, and every slip and every other's file refused in one line."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from dealer_assist import keys, root_code, rooting, witness
from dealer_assist.cli import main
from dealer_assist.faults import Fault
from dealer_assist.journal import Journal, recorded
from dealer_assist.keys import Key
from dealer_assist.merkle import Tree
from dealer_assist.witness import Root
from tests.journals import STAMP, WALL, changed, filled, tamper


@pytest.fixture
def key(tmp_path: Path) -> Key:
    """A key in `key.pem`, outside any session's folder."""
    return keys.make(tmp_path / "key.pem")


def rooted(path: Path, key: Key) -> Root:
    with Journal(path, STAMP) as journal:
        return witness.put(journal, key, at=7, wall=WALL)


# Keys


def test_a_key_is_its_owners_only_and_is_read_again(tmp_path: Path, key: Key) -> None:
    path = tmp_path / "key.pem"
    assert path.stat().st_mode & 0o777 == 0o600
    again = keys.load(path)
    assert again.public == key.public
    assert keys.signed(key.public, b"words", again.sign(b"words"))
    assert not keys.signed(key.public, b"other words", again.sign(b"words"))
    assert not keys.signed("0" * 64, b"words", again.sign(b"words"))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644])
def test_a_key_that_others_may_read_is_refused(tmp_path: Path, key: Key, mode: int) -> None:
    (tmp_path / "key.pem").chmod(mode)
    with pytest.raises(Fault, match="others than its owner may read this key"):
        keys.load(tmp_path / "key.pem")


def test_a_key_is_never_written_over(tmp_path: Path, key: Key) -> None:
    before = (tmp_path / "key.pem").read_bytes()
    with pytest.raises(Fault, match="there is a file already"):
        keys.make(tmp_path / "key.pem")
    assert (tmp_path / "key.pem").read_bytes() == before


def test_a_key_of_another_machine_is_a_copy(tmp_path: Path) -> None:
    keys.make(tmp_path / "key.pem", here="0" * 16)
    assert keys.load(tmp_path / "key.pem", here="0" * 16)
    with pytest.raises(Fault, match="this key was copied: another machine made it"):
        keys.load(tmp_path / "key.pem", here="1" * 16)


def test_a_machine_without_a_name_refuses_nothing(tmp_path: Path) -> None:
    assert keys.machine(tmp_path / "none") is None
    (tmp_path / "id").write_text("abc\n")
    assert keys.machine(tmp_path / "id") not in {None, "abc"}


@pytest.mark.parametrize("text", [b"", b"hello", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_what_is_no_key_is_one_line(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "key.pem"
    path.write_bytes(text)
    path.chmod(0o600)
    with pytest.raises(Fault, match="there is no key in this file") as told:
        keys.load(path)
    assert "\n" not in str(told.value)


def test_a_public_key_comes_as_digits_as_a_file_and_never_as_the_private_one(tmp_path: Path, key: Key) -> None:
    (tmp_path / "key.pub").write_text(key.public + "\n")
    assert keys.public(key.public.upper()) == keys.public(str(tmp_path / "key.pub")) == key.public
    with pytest.raises(Fault, match="this is the private key"):
        keys.public(str(tmp_path / "key.pem"))
    with pytest.raises(Fault, match="neither 64 hexadecimal digits nor a readable file"):
        keys.public("nothing")


# Roots


def test_a_root_covers_the_records_of_its_shoe(tmp_path: Path, key: Key) -> None:
    path = filled(tmp_path / "s" / "journal.sqlite", 5, shoes=3)
    root = rooted(path, key)
    assert (root.shoe, root.first, root.last) == (3, 11, 15)
    with recorded(path) as journal:
        records = list(journal.records())
    assert root.head == Tree(bytes.fromhex(record.hash) for record in records[10:15]).head().hex()
    assert root.begins == records[0].hash
    assert root.signed
    assert records[15].kind == "root"
    assert witness.parse(records[15].body) == root


def test_a_second_root_covers_the_first_one_too(tmp_path: Path, key: Key) -> None:
    path = filled(tmp_path / "s" / "journal.sqlite", 5)
    first, second = rooted(path, key), rooted(path, key)
    assert (first.first, first.last) == (1, 5)
    assert (second.first, second.last) == (1, 6)


@pytest.mark.parametrize("field", [field for field in Root.__struct_fields__ if field not in {"format", "signature"}])
def test_every_word_of_a_root_is_signed(tmp_path: Path, key: Key, field: str) -> None:
    root = rooted(filled(tmp_path / "s" / "journal.sqlite"), key)
    value = getattr(root, field)
    other = value + 1 if isinstance(value, int) else ("0" if value[0] != "0" else "1") + value[1:]
    assert not msgspec.structs.replace(root, **{field: other}).signed


def test_a_root_comes_back_from_its_file(tmp_path: Path, key: Key) -> None:
    root = rooted(filled(tmp_path / "s" / "journal.sqlite"), key)
    witness.export(root, tmp_path / "r.root")
    assert witness.given(str(tmp_path / "r.root")) == root
    with pytest.raises(Fault, match="never written over"):
        witness.export(root, tmp_path / "r.root")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda text: text.replace('"last":12', '"last":11'), "not what its key signed"),
        (lambda text: text.replace("root/1", "root/2"), "format 'root/2', which this program does not know"),
        (lambda text: text[:100], "there is no root in this file"),
        (lambda text: text.replace('"table"', '"other"'), "there is no root in this file"),
        (lambda text: "", "there is no root in this file"),
    ],
)
def test_a_spoilt_root_is_refused_in_one_line(
    tmp_path: Path, key: Key, spoil: Callable[[str], str], words: str
) -> None:
    root = rooted(filled(tmp_path / "s" / "journal.sqlite"), key)
    (tmp_path / "r.root").write_text(spoil(root.text()))
    with pytest.raises(Fault, match=words) as told:
        witness.given(str(tmp_path / "r.root"))
    assert "\n" not in str(told.value)


def test_the_qr_code_is_there_as_text_and_as_a_picture(tmp_path: Path, key: Key) -> None:
    root = rooted(filled(tmp_path / "s" / "journal.sqlite"), key)
    picture = ET.fromstring(witness.qr_svg(root))
    assert picture.tag.endswith("svg")
    assert {len(line) for line in witness.qr_text(root).splitlines()} == {int(picture.get("width") or 0) // 4}


# Codes


def test_a_code_is_read_as_people_write_it() -> None:
    code = root_code.code("ab" * 32, 1234, "cd" * 32)
    text = str(code)
    assert [len(group) for group in text.split("-")] == [4] * 6
    for typed in (text, text.lower(), text.replace("-", ""), text.replace("-", " "), text.replace("0", "O")):
        assert root_code.read(typed) == code
    assert (code.last, code.is_of("ab" * 32), code.is_of("bb" * 32)) == (1234, True, False)


def test_one_or_two_wrong_characters_are_always_noticed() -> None:
    text = str(root_code.code("ab" * 32, 1234, "cd" * 32)).replace("-", "")
    tried = 0
    for place, letter in itertools.product(range(24), root_code.ALPHABET):
        if text[place] != letter:
            tried += refused(text[:place] + letter + text[place + 1 :])
    for one, other in itertools.combinations(range(24), 2):
        if text[one] != text[other]:
            swapped = list(text)
            swapped[one], swapped[other] = text[other], text[one]
            tried += refused("".join(swapped))
    for one, other in itertools.combinations(range(24), 2):
        for letters in ("0Z", "Z0", "7K", "QQ"):
            twice = list(text)
            twice[one], twice[other] = letters
            if sum(a != b for a, b in zip(twice, text, strict=True)) == 2:
                tried += refused("".join(twice))
    print(f"{tried} slips, each noticed")
    assert tried > 1500


def refused(text: str) -> int:
    with pytest.raises(Fault, match="a slip in the root's code"):
        root_code.read(text)
    return 1


@pytest.mark.parametrize(
    "text", ["", "4T7K", "4T7K-0Q2M-9XWB-1CDE-FGH3-JKM", "UUUU-UUUU-UUUU-UUUU-UUUU-UUUU", "r.root"]
)
def test_what_is_no_code_is_said(text: str) -> None:
    with pytest.raises(Fault, match="no file and no root's code"):
        witness.given(text)


# On demand


def test_on_demand_a_root_is_recorded(tmp_path: Path, key: Key) -> None:
    path = filled(tmp_path / "s" / "journal.sqlite")
    root = rooting.on_demand(path, tmp_path / "key.pem", key)
    with recorded(path) as journal:
        (record,) = journal.records(12)
        assert journal.verify() is None
    assert (record.kind, record.table_name, record.house) == ("root", "Table 1", "house")
    assert witness.parse(record.body) == root


def test_on_demand_nothing_is_signed_that_should_not_be(tmp_path: Path, key: Key) -> None:
    outside = tmp_path / "key.pem"
    path = filled(tmp_path / "s" / "journal.sqlite")
    with Journal(path, STAMP), pytest.raises(Fault, match="runs on this session already"):
        rooting.on_demand(path, outside, key)
    with pytest.raises(Fault, match="the key lies in the journal's folder"):
        rooting.on_demand(path, path.parent / "key.pem", key)
    empty = filled(tmp_path / "e" / "journal.sqlite", 0)
    with pytest.raises(Fault, match="nothing is recorded yet"):
        rooting.on_demand(empty, outside, key)
    tamper(path, lambda records: [*records[:4], changed(records[4], who="x"), *records[5:]])
    with pytest.raises(Fault, match="record 5 was altered; a journal that is not whole is not signed"):
        rooting.on_demand(path, outside, key)
    with recorded(path) as journal:
        assert journal.tail()[0] == 12


def test_the_commands(tmp_path: Path) -> None:
    def command(*words: object, code: int = 0) -> Result:
        done = CliRunner().invoke(main, [str(word) for word in words])
        assert done.exit_code == code, done
        return done

    key, path = tmp_path / "k.pem", filled(tmp_path / "s" / "journal.sqlite")
    public = command("key", "new", key).stdout.strip()
    assert command("key", "show", key).stdout.strip() == public
    code = command("root", path, "--key", key, "--out", tmp_path / "r.root", "--qr").stdout.splitlines()[-1]
    for root in (code, tmp_path / "r.root"):
        said = command("verify", path, "--root", root, "--key", public).stdout
        assert said == f"whole: 13 records, 1 signed roots, by key {public}\n"
    assert command("verify", path.parent).stdout == said
    gone = command("verify", tmp_path, code=2)
    assert gone.stderr == (
        f"dealer-assist: {tmp_path}/journal.sqlite: there is no journal here; "
        "name the file journal.sqlite of a recorded session\n"
    )
    again = command("root", path, "--key", key, "--out", tmp_path / "r.root", code=2)
    assert again.stderr.count("\n") == 1
    other = command("key", "new", tmp_path / "o.pem").stdout.strip()
    wrong = command("verify", path, "--key", other, code=1)
    assert wrong.stdout == f"{path}: record 13 is a root that another key signed ({public})\n"
