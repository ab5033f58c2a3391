"""Films play back exactly, and what is damaged is named."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from dealer_assist.faults import Fault
from hardware.camera import Image
from hardware.film import Film, FilmWriter, Shot, digest, shot_of, write_film
from hardware.tape import TapeReader, TapeWriter

SIZE = (96, 160, 3)


def picture(number: int) -> Image:
    """A grey picture whose brightness tells its number (up to 24)."""
    image = np.full(SIZE, 10 * number + 5, np.uint8)
    cv2.putText(image, str(number), (40, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (255, 255, 255))
    return image


def number_of(image: Image) -> int:
    return round((float(np.median(image[80:, :40])) - 5) / 10)


@pytest.fixture(params=["rendered", "recorded", "folder"])
def film_path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Twenty pictures in each form of film."""
    pictures = [picture(number) for number in range(20)]
    if request.param == "rendered":
        path = tmp_path / "film.mkv"
        assert write_film(path, iter(pictures), 10.0) == 20
    elif request.param == "recorded":
        path = tmp_path / "film.mjpeg"
        with FilmWriter(path) as film:
            for each in pictures:
                film.add(each)
    else:
        path = tmp_path / "film"
        path.mkdir()
        for number, each in enumerate(pictures):
            cv2.imwrite(str(path / f"{number:03}.png"), each)
    return path


def test_every_film_gives_its_pictures_in_order_and_at_random(film_path: Path) -> None:
    with Film(film_path) as film:
        assert film.count == 20
        in_order = [image.copy() for image in film]
        assert [number_of(image) for image in in_order] == list(range(20))
        for number in (7, 8, 3, 19, 0, 0, 12):
            assert np.array_equal(film.frame(number), in_order[number])
        with pytest.raises(ValueError, match="read-only"):
            film.frame(3)[0, 0] = 0
    with Film(film_path) as again:
        assert all(np.array_equal(again.frame(number), in_order[number]) for number in range(20))


@pytest.mark.parametrize("number", [20, 1000, -1])
def test_a_picture_that_is_not_there_is_named(film_path: Path, number: int) -> None:
    with Film(film_path) as film, pytest.raises(Fault, match=rf"(picture|frame) {number}\b") as fault:
        film.frame(number)
    assert "\n" not in str(fault.value)


def test_a_recording_gives_back_what_the_recogniser_saw(tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    given: list[Image] = []
    with (
        FilmWriter(tmp_path / "film.mjpeg") as film,
        TapeWriter(tmp_path / "camera.tape", {"tape": "camera"}) as tape,
    ):
        for number in range(5):
            noisy = chance.integers(0, 256, SIZE, dtype=np.uint8)
            shot, seen = film.add(noisy)
            assert not np.array_equal(seen, noisy)
            tape.write(number, number, frame=number, offset=shot.offset, length=shot.length, crc=shot.crc)
            given.append(seen)
    shots = [shot_of(entry.content) for entry in TapeReader(tmp_path / "camera.tape")]
    with Film(tmp_path / "film.mjpeg", shots=[shot for shot in shots if shot is not None]) as film:
        assert all(np.array_equal(film.frame(number), given[number]) for number in range(5))


def test_an_entry_without_a_place_is_no_shot() -> None:
    assert shot_of({"frame": 3}) is None
    assert shot_of({"frame": 3, "offset": 1, "length": 2, "crc": 3}) == Shot(1, 2, 3)


def test_an_altered_byte_of_a_recording_is_named(tmp_path: Path) -> None:
    path = tmp_path / "film.mjpeg"
    with FilmWriter(path) as film:
        shots = [film.add(picture(number))[0] for number in range(3)]
    whole = bytearray(path.read_bytes())
    whole[shots[1].offset + 300] ^= 1
    path.write_bytes(whole)
    with Film(path, shots=shots) as damaged:
        damaged.frame(0)
        damaged.frame(2)
        with pytest.raises(Fault, match=rf"picture 1 \(byte {shots[1].offset}\) is not as it was recorded"):
            damaged.frame(1)
    path.write_bytes(whole[:-10])
    with Film(path, shots=shots) as short, pytest.raises(Fault, match="picture 2"):
        short.frame(2)


def test_a_rendered_film_is_small_and_its_damage_shows_in_its_digest(tmp_path: Path) -> None:
    path = tmp_path / "film.mkv"
    chance = np.random.default_rng(2)
    felt = cv2.GaussianBlur(chance.normal(90, 20, (720, 1280, 3)), (0, 0), 1.5)
    frames = (np.clip(felt + chance.normal(0, 0.7, felt.shape), 0, 255).astype(np.uint8) for _ in range(20))
    write_film(path, frames, 5.0)
    assert path.stat().st_size < 20 * 12_000
    before = digest(path)
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 2] ^= 1
    path.write_bytes(whole)
    assert digest(path) != before


@pytest.mark.parametrize("content", [b"", b"no film", bytes(5000), b"\x1aE\xdf\xa3" + bytes(3000)])
@pytest.mark.parametrize("name", ["film.mkv", "film.mjpeg", "film.mp4"])
def test_what_is_no_film_is_one_line(
    tmp_path: Path, name: str, content: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(Fault, match=r"film\.\w+: .*take (it|the film) from a good copy") as fault, Film(path) as film:
        film.frame(0)
    assert "\n" not in str(fault.value)
    assert capfd.readouterr().err == ""


def test_a_rendered_film_cut_short_is_named_where_it_ends(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "film.mkv"
    chance = np.random.default_rng(3)
    write_film(path, (chance.integers(0, 256, SIZE, dtype=np.uint8) for _ in range(20)), 10.0)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with Film(path) as film, pytest.raises(Fault, match=r"frame \d+ can't be read; the film ends after frame \d+"):
        for number in range(20):
            film.frame(number)
    assert capfd.readouterr().err == ""


def test_bad_places_for_films_are_named(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="there is no such film"):
        Film(tmp_path / "none.mkv")
    with pytest.raises(Fault, match="no pictures in this folder"):
        Film(tmp_path)
    with pytest.raises(Fault, match=r"film\.webm: a rendered film is a \.mkv file"):
        write_film(tmp_path / "film.webm", [picture(0)], 5.0)
    with pytest.raises(Fault, match="at least one picture"):
        write_film(tmp_path / "film.mkv", [], 5.0)
    FilmWriter(tmp_path / "film.mjpeg").close()
    with pytest.raises(Fault, match="there is a film already"):
        FilmWriter(tmp_path / "film.mjpeg")
    assert [path.name for path in tmp_path.iterdir()] == ["film.mjpeg"]
