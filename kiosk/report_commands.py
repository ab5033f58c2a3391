"""`dealer-assist report`: one round on paper, for a dispute."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dealer_assist.faults import Fault


@click.command()
@click.argument("session", type=click.Path(path_type=Path, file_okay=False))
@click.argument("round_number", metavar="ROUND", type=click.IntRange(min=1))
@click.option("--pdf", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The new file to write.")
@click.option("--language", type=click.Choice(["en", "ja", "fi"]), default="en", help="What it is written in.")
def report(session: Path, round_number: int, pdf: Path, language: str) -> None:
    """Write round ROUND of the recorded session in the folder SESSION as a PDF.

    It holds every step with who and when, what it paid and by which clause, corrections beside what they replaced,
    findings and their answers, the people, pictures of the felt, and how to prove all of it. Of a round that still
    runs, what lies face down is not told. Japanese needs a font that has it: fonts-ipafont-gothic or fonts-noto-cjk.

    \b
    Example: dealer-assist report sessions/2026-11-30T20-15 12 --pdf round-12.pdf
             dealer-assist report sessions/2026-11-30T20-15 12 --pdf round-12.pdf --language ja
    """
    from dealer_assist import dispute_pdf, new_file
    from dealer_assist.dispute import folder_dispute
    from dealer_assist.folder import JOURNAL
    from dealer_assist.journal import recorded
    from dealer_assist.verify import verify
    from kiosk import languages, report_words
    from kiosk.dispute_frames import evidence_pictures, pictures

    new_file.check(pdf, "report")
    with recorded(session / JOURNAL) as journal:
        dispute = folder_dispute(session, journal, round_number)
    broken = verify(session / JOURNAL).fault
    if broken is not None:
        raise Fault(f"{session / JOURNAL}: {broken}; of a journal that is not whole no report is made")
    with languages.spoken(language):
        voice = dispute_pdf.fitting(report_words.voice())
        with click.progressbar(length=len(dispute.events), label="cutting pictures", file=sys.stderr) as bar:
            shown = pictures(session, dispute.events, lambda: bar.update(1), voice)
        kept, gone = evidence_pictures(session, dispute.events, voice)
        dispute_pdf.write(dispute, [*kept, *shown], pdf, gone=gone, voice=voice)
    click.echo(f"{pdf}: round {round_number}, {len(dispute.events)} entries, {len(kept) + len(shown)} pictures")
