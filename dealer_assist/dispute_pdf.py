"""A dispute's pages: A4, plain, as PDF.

The letters are those of DejaVu Sans where the system has it (Debian: fonts-dejavu-core), with the signs of the suits;
elsewhere the PDF's own Helvetica, which writes suits as letters and puts a question mark for what is not Latin.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from dealer_assist import __version__
from dealer_assist.dispute import Dispute, Event, Proof
from dealer_assist.faults import Fault
from dealer_assist.witness import qr_png

if TYPE_CHECKING:
    from fpdf import FPDF

_FONTS: Final = Path("/usr/share/fonts/truetype/dejavu")
_PLAIN: Final = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", "–": "-", "’": "'"})
_WIDTH: Final = 190.0
#: Width of a picture, two gaps and three pictures to a row, in millimetres.
_PICTURE: Final = 62.0


class Picture(msgspec.Struct, frozen=True):
    """A frame of the film as JPEG, and what it shows; `aspect` is its height by its width."""

    jpeg: bytes
    caption: str
    aspect: float


def write(
    dispute: Dispute, pictures: Sequence[Picture], path: Path, fonts: Path = _FONTS, gone: Sequence[str] = ()
) -> None:
    """Lay the dispute out and write it to a new file. Raises `Fault` if the file is there or can't be written."""
    content = render(dispute, pictures, fonts, gone)
    try:
        with path.open("xb") as file:
            file.write(content)
    except FileExistsError:
        raise Fault(f"{path}: there is a file already; a report is never written over: name another") from None
    except OSError as error:
        raise Fault(f"{path}: the report can't be written: {error.strerror}; name another place") from error


def render(dispute: Dispute, pictures: Sequence[Picture], fonts: Path = _FONTS, gone: Sequence[str] = ()) -> bytes:
    """The PDF's bytes. `gone` says of each picture that is kept no longer why."""
    page = _Page(fonts)
    _head(page, dispute)
    _course(page, dispute)
    page.section("Clauses", (f"{clause}: {words}" for clause, words in dispute.clauses))
    page.section("People", dispute.people)
    if pictures:
        page.title("Pictures nearest to the steps")
        page.pictures(pictures)
    page.section("Pictures that are kept no longer", gone)
    _proof(page, dispute)
    return page.output()


def _head(page: _Page, dispute: Dispute) -> None:
    page.title(f"{dispute.table}: round {dispute.round}", 16)
    state = "still running: what lies face down is not told" if dispute.running else "closed"
    page.lines([f"Game: {dispute.game}. Shoe {dispute.shoe}. The round is {state}.", *dispute.remarks])
    page.section("The round began with", dispute.begins)


def _course(page: _Page, dispute: Dispute) -> None:
    page.title("What happened")
    for event in dispute.events:
        _event(page, event)
    page.section("As it was settled", dispute.settled)


def _event(page: _Page, event: Event) -> None:
    number = "" if event.step is None else f"Step {event.step}. "
    page.row(event.wall[11:23], f"{number}{event.what}", f"{event.who}; record {event.record}")
    page.lines((f"+ {line.words}" for line in event.lines), indent=24)
    page.lines((f"taken back: {line.words}" for line in event.reversed), indent=24)
    for change in event.amended:
        page.row(change.wall[11:23], f"CORRECTED: {change.what}", f"{change.who}; record {change.record}", indent=8)
        page.lines((f"+ {line.words}" for line in change.lines), indent=32)
        page.lines((f"taken back: {line.words}" for line in change.reversed), indent=32)


def _proof(page: _Page, dispute: Dispute) -> None:
    page.title("How this is proved")
    proof = dispute.proof
    if proof is None:
        page.lines(["The round still runs. Its records are told when it is closed: make this report again then."])
    else:
        page.lines(_of_records(proof))
        if proof.root is not None:
            page.square(qr_png(proof.root))
    made = f"Made by dealer-assist {__version__}."
    page.lines([f"{made} Times are UTC by the table's clock; the order of the records does not depend on it."])


def _of_records(proof: Proof) -> Iterable[str]:
    yield f"The round is records {proof.first} to {proof.last} of the journal. Hash of the last: {proof.hash}"
    yield f"House rules (SHA-256): {proof.house}. Software: {', '.join(proof.versions)}."
    if proof.root is None:
        yield "No signed root covers it yet. To make one: dealer-assist root JOURNAL --key FILE"
        yield "To verify the journal: dealer-assist verify JOURNAL"
        return
    root = proof.root
    yield f"Root in record {proof.root_record}: records {root.first} to {root.last}, tree head {root.head}"
    yield f"signed {root.wall} by the key {root.public}"
    yield f"Code of the root: {root.code}"
    yield f"To verify: dealer-assist verify JOURNAL --root {root.code} --key {root.public}"
    yield "To play the round again from the shoe's bytes and the film: dealer-assist replay FOLDER"


class _Page:
    """The PDF being written, with the few shapes that a report has."""

    def __init__(self, fonts: Path) -> None:
        from fpdf import FPDF

        self._pdf: FPDF = FPDF(format="A4")
        self._pdf.set_title("Dispute report")
        self._pdf.set_auto_page_break(True, margin=15)
        self._unicode = (fonts / "DejaVuSans.ttf").is_file() and (fonts / "DejaVuSans-Bold.ttf").is_file()
        self._family = "DejaVu" if self._unicode else "Helvetica"
        if self._unicode:
            self._pdf.add_font("DejaVu", "", fonts / "DejaVuSans.ttf")
            self._pdf.add_font("DejaVu", "B", fonts / "DejaVuSans-Bold.ttf")
        self._pdf.add_page()

    def title(self, text: str, size: int = 12) -> None:
        """A heading."""
        self._pdf.ln(2)
        self._font(size, bold=True)
        self._write(text, size * 0.5)

    def section(self, title: str, lines: Iterable[str]) -> None:
        """A heading and its lines; nothing at all where there are none."""
        lines = list(lines)
        if lines:
            self.title(title)
            self.lines(lines)

    def lines(self, lines: Iterable[str], indent: float = 0) -> None:
        """Plain lines."""
        self._font(8)
        for line in lines:
            self._write(line, 4, indent)

    def row(self, when: str, what: str, who: str, indent: float = 0) -> None:
        """A thing that happened: when, what, who."""
        self._font(8)
        self._write(f"{when}   {what}   [{who}]", 4.4, indent)

    def pictures(self, pictures: Sequence[Picture]) -> None:
        """Three to a row, each with its caption below."""
        for start in range(0, len(pictures), 3):
            row = pictures[start : start + 3]
            high = max(_PICTURE * picture.aspect for picture in row)
            if self._pdf.will_page_break(high + 14):
                self._pdf.add_page()
            top = self._pdf.get_y()
            for place, picture in enumerate(row):
                left = self._pdf.l_margin + place * (_PICTURE + 2)
                self._pdf.image(picture.jpeg, x=left, y=top, w=_PICTURE)
                self._pdf.set_xy(left, top + high + 0.5)
                self._font(6)
                self._pdf.multi_cell(_PICTURE, 2.8, self._text(picture.caption), align="L", max_line_height=2.8)
            self._pdf.set_xy(self._pdf.l_margin, top + high + 13)

    def square(self, image: bytes, wide: float = 45) -> None:
        """A square picture of its own."""
        if self._pdf.will_page_break(wide):
            self._pdf.add_page()
        top = self._pdf.get_y()
        self._pdf.image(image, x=self._pdf.l_margin, y=top, w=wide)
        self._pdf.set_xy(self._pdf.l_margin, top + wide)

    def output(self) -> bytes:
        """The whole file."""
        return bytes(self._pdf.output())

    def _font(self, size: float, *, bold: bool = False) -> None:
        self._pdf.set_font(self._family, "B" if bold else "", size)

    def _write(self, text: str, high: float, indent: float = 0) -> None:
        self._pdf.set_x(self._pdf.l_margin + indent)
        self._pdf.multi_cell(_WIDTH - indent, high, self._text(text), align="L", new_x="LMARGIN", new_y="NEXT")

    def _text(self, text: str) -> str:
        if self._unicode:
            return text
        return text.translate(_PLAIN).encode("cp1252", "replace").decode("cp1252")
