"""A dispute's pages: A4, plain, as PDF, in English unless a `Voice` says otherwise.

The letters are those of a Japanese font where the words need one, else of DejaVu Sans where the system has it (Debian:
fonts-dejavu-core), with the signs of the suits; elsewhere the PDF's own Helvetica, which writes suits as letters and
puts a question mark for what is not Latin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from dealer_assist import __version__, new_file
from dealer_assist.dispute import Dispute, Event, Proof
from dealer_assist.witness import qr_png

if TYPE_CHECKING:
    from fpdf import FPDF

_FONTS: Final = Path("/usr/share/fonts")
#: A family of letters: its regular and bold file below `_FONTS`; of a collection the first face is the Japanese one.
Family = tuple[str, str]
_DEJAVU: Final[Family] = ("truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf")
#: Those that have Japanese (Debian: fonts-ipafont-gothic, fonts-noto-cjk), the quickest to load first.
_JAPANESE: Final[tuple[Family, ...]] = (
    ("opentype/ipafont-gothic/ipag.ttf", "opentype/ipafont-gothic/ipag.ttf"),
    ("opentype/noto/NotoSansCJK-Regular.ttc", "opentype/noto/NotoSansCJK-Bold.ttc"),
)
_PLAIN: Final = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", "–": "-", "’": "'"})
_WIDTH: Final = 190.0
#: Width of a picture, two gaps and three pictures to a row, in millimetres.
_PICTURE: Final = 62.0


class Voice(msgspec.Struct, frozen=True):
    """Who tells the report: `say` fills the places of one of its own `SENTENCES`, `told`, `who` and `rule` say what was
    recalled, whoever did it, and a clause; `japanese` words need a font that has them. `remark` is said at the top."""

    say: Callable[..., str] = lambda sentence, **values: str(sentence).format(**values)
    told: Callable[[str], str] = str
    who: Callable[[str], str] = str
    rule: Callable[[str], str] = str
    japanese: bool = False
    remark: str = ""


ENGLISH: Final = Voice()
#: The report's own sentences.
SENTENCES: Final = {
    "title": "{table}: round {round}",
    "runs": "Game: {game}. Shoe {shoe}. The round is still running: what lies face down is not told.",
    "closed": "Game: {game}. Shoe {shoe}. The round is closed.",
    "other_rules": "The words of the clauses are today's: the house rules were others.",
    "begins": "The round began with",
    "happened": "What happened",
    "settled": "As it was settled",
    "step": "Step {step}. {what}",
    "corrected": "CORRECTED: {what}",
    "who": "{who}; record {record}",
    "taken_back": "taken back: {line}",
    "clauses": "Clauses",
    "people": "People",
    "pictures": "Pictures nearest to the steps",
    "frame": "frame {frame}: {steps}",
    "kept": "record {record}: {what}; SHA-256 {digest}",
    "gone": "Pictures that are kept no longer",
    "gone_one": "The picture of record {record} ({digest}…): {why}",
    "proof": "How this is proved",
    "later": "The round still runs. Its records are told when it is closed: make this report again then.",
    "records": "The round is records {first} to {last} of the journal. Hash of the last: {hash}",
    "house": "House rules (SHA-256): {house}. Software: {versions}.",
    "no_root": "No signed root covers it yet. To make one: {command}",
    "verify": "To verify the journal: {command}",
    "root": "Root in record {record}: records {first} to {last}, tree head {head}",
    "signed": "signed {wall} by the key {key}",
    "code": "Code of the root: {code}",
    "verify_root": "To verify: {command}",
    "replay": "To play the round again from the shoe's bytes and the film: {command}",
    "made": "Made by dealer-assist {version}. Times are UTC by the table's clock; the order of the records does not "
    "depend on it.",
    "no_font": "This machine has no Japanese font, so the report is in English: install fonts-ipafont-gothic for one.",
}


class Picture(msgspec.Struct, frozen=True):
    """A frame of the film as JPEG, and what it shows; `aspect` is its height by its width."""

    jpeg: bytes
    caption: str
    aspect: float


def write(
    dispute: Dispute,
    pictures: Sequence[Picture],
    path: Path,
    fonts: Path = _FONTS,
    gone: Sequence[str] = (),
    voice: Voice = ENGLISH,
) -> None:
    """Lay the dispute out and write it to a new file. Raises `Fault` if the file is there or can't be written."""
    new_file.write(path, render(dispute, pictures, fonts, gone, voice), "report")


def render(
    dispute: Dispute,
    pictures: Sequence[Picture],
    fonts: Path = _FONTS,
    gone: Sequence[str] = (),
    voice: Voice = ENGLISH,
) -> bytes:
    """The PDF's bytes. `gone` says of each picture that is kept no longer why."""
    voice = fitting(voice, fonts)
    page = _Page(fonts, _family(fonts, voice.japanese or _is_japanese(dispute)), voice)
    _head(page, dispute)
    _course(page, dispute)
    page.section("clauses", (f"{clause}: {voice.rule(words)}" for clause, words in dispute.clauses))
    page.section("people", map(voice.told, dispute.people))
    if pictures:
        page.title(page.say("pictures"))
        page.pictures(pictures)
    page.section("gone", gone)
    _proof(page, dispute)
    return page.output()


def fitting(voice: Voice, fonts: Path = _FONTS) -> Voice:
    """The voice; one whose letters this machine does not have gives way to English, and the report says so."""
    if voice.japanese and _family(fonts, True) not in _JAPANESE:
        return Voice(remark=SENTENCES["no_font"])
    return voice


def _is_japanese(dispute: Dispute) -> bool:
    return any("\u3040" <= letter <= "\u9fff" for letter in dispute.table)


def _family(fonts: Path, japanese: bool) -> Family | None:
    """The letters to write with, None for those of the PDF itself."""
    wanted = (*_JAPANESE, _DEJAVU) if japanese else (_DEJAVU,)
    return next((family for family in wanted if all((fonts / name).is_file() for name in family)), None)


def _head(page: _Page, dispute: Dispute) -> None:
    page.title(page.say("title", table=dispute.table, round=dispute.round), 16)
    state = "runs" if dispute.running else "closed"
    of_clauses = page.say("other_rules") if dispute.other_rules else ""
    game = page.voice.told(dispute.game)
    page.lines(filter(None, [page.say(state, game=game, shoe=dispute.shoe), of_clauses, page.voice.remark]))
    page.section("begins", map(page.voice.told, dispute.begins))


def _course(page: _Page, dispute: Dispute) -> None:
    page.title(page.say("happened"))
    for event in dispute.events:
        _event(page, event)
    page.section("settled", map(page.voice.told, dispute.settled))


def _event(page: _Page, event: Event) -> None:
    told = page.voice.told(event.what)
    what = told if event.step is None else page.say("step", step=event.step, what=told)
    page.row(event.wall[11:23], what, _who(page, event))
    page.lines(_lines(page, event), indent=24)
    for change in event.amended:
        what = page.say("corrected", what=page.voice.told(change.what))
        page.row(change.wall[11:23], what, _who(page, change), indent=8)
        page.lines(_lines(page, change), indent=32)


def _lines(page: _Page, event: Event) -> Iterable[str]:
    yield from (f"+ {page.voice.told(line.words)}" for line in event.lines)
    yield from (page.say("taken_back", line=page.voice.told(line.words)) for line in event.reversed)


def _who(page: _Page, event: Event) -> str:
    return page.say("who", who=page.voice.who(event.who), record=event.record)


def _proof(page: _Page, dispute: Dispute) -> None:
    page.title(page.say("proof"))
    proof = dispute.proof
    if proof is None:
        page.lines([page.say("later")])
    else:
        page.lines(_of_records(page, proof))
        if proof.root is not None:
            page.square(qr_png(proof.root))
    page.lines([page.say("made", version=__version__)])


def _of_records(page: _Page, proof: Proof) -> Iterable[str]:
    yield page.say("records", first=proof.first, last=proof.last, hash=proof.hash)
    yield page.say("house", house=proof.house, versions=", ".join(proof.versions))
    if proof.root is None:
        yield page.say("no_root", command="dealer-assist root JOURNAL --key FILE")
        yield page.say("verify", command="dealer-assist verify JOURNAL")
        return
    root = proof.root
    yield page.say("root", record=proof.root_record, first=root.first, last=root.last, head=root.head)
    yield page.say("signed", wall=root.wall, key=root.public)
    yield page.say("code", code=root.code)
    yield page.say("verify_root", command=f"dealer-assist verify JOURNAL --root {root.code} --key {root.public}")
    yield page.say("replay", command="dealer-assist replay FOLDER")


class _Page:
    """The PDF being written, with the few shapes that a report has."""

    def __init__(self, fonts: Path, family: Family | None, voice: Voice) -> None:
        from fpdf import FPDF

        self.voice = voice
        self._pdf: FPDF = FPDF(format="A4")
        self._pdf.set_title("Dispute report")
        self._pdf.set_auto_page_break(True, margin=15)
        self._unicode = family is not None
        self._family = "Helvetica" if family is None else "letters"
        for style, name in zip(("", "B"), family or (), strict=False):
            self._pdf.add_font(self._family, style, fonts / name)
        self._pdf.add_page()

    def say(self, sentence: str, **values: Any) -> str:
        """One of the report's own sentences."""
        return self.voice.say(SENTENCES[sentence], **values)

    def title(self, text: str, size: int = 12) -> None:
        """A heading."""
        self._pdf.ln(2)
        self._font(size, bold=True)
        self._write(text, size * 0.5)

    def section(self, title: str, lines: Iterable[str]) -> None:
        """A heading, by its sentence, and its lines; nothing at all where there are none."""
        lines = list(lines)
        if lines:
            self.title(self.say(title))
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
