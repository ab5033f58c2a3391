"""What set-up says: its path, the boxes of a table, and why something can't be."""

from __future__ import annotations

from typing import Final

from dealer_assist.layout_faults import LayoutFault
from kiosk.words import say, text

#: The steps of the path, in their order.
STEPS: Final = {
    "shoe": text("Shoe"),
    "camera": text("Camera"),
    "layout": text("Layout"),
    "deck": text("Deck"),
    "house": text("House"),
    "people": text("People"),
    "test": text("Test deal"),
}

NO_TABLE: Final = text("This is a recording, not a table: there is nothing to set up.")
RUNS: Final = text("A round is running. Set-up shows no device and changes nothing until it is paid.")
NO_PICTURE: Final = text("No picture comes from the camera. See to its cable, then to its address in step 2.")
NO_CAMERA: Final = text("This table has no camera yet. Choose one in step 2.")
NO_SIZE: Final = text("No picture has come yet on which boxes could be drawn.")
CAN_NOT_START: Final = text("The table can't be started anew from here. End the program and start it again.")
SAVED: Final = text("Saved. The file before it is kept as {old}. The table uses this when it is started anew.")
KEPT_DRAFT: Final = text("Kept. It comes into force with the layout, in step 3.")
SAME_SHOE: Final = text("This shoe is connected now: what it says is shown above.")
PICTURE: Final = text("Pictures of {width}×{height} pixels come from it.")
BEGUN: Final = text("The table starts anew. Sign in again in a few seconds.")

BOXES: Final = {
    "dealer": text("Dealer"),
    "board": text("Board"),
    "burn": text("Burned cards"),
    "shoe": text("Mouth of the shoe"),
}
SEAT_BOX: Final = text("Seat {seat}")
PLAYER_BOX: Final = text("Hand {number}")

FAULTS: Final = {
    "outside": text("{box} lies outside the picture. Drag its corners back into it."),
    "twisted": text("{box}: its corners go round no box. Drag them apart, one after another around it."),
    "overlap": text("{box} and {other} overlap: a card there would be in both. Drag them apart."),
    "missing": text("{box} has no box yet. Choose it and tap its four corners."),
}

STATES: Final = {
    "none": text("none"),
    "waiting": text("waiting"),
    "up": text("connected"),
    "lost": text("lost"),
    "blind": text("sees nothing"),
}
SILENT: Final = text("{seconds} s ago")
NEVER: Final = text("nothing has come yet")
LASTING: Final = text("for {seconds} s")

KINDS: Final = {
    "card": text("The shoe said {card}"),
    "burn": text("The shoe said that a card was burned: {card}"),
    "cut": text("The shoe said: cut card"),
    "card_outside": text("The shoe said {card}, drawn outside a game"),
    "garbled": text("The shoe said something that can't be read"),
    "error": text("The shoe said that it has an error"),
    "hello": text("The shoe said hello"),
    "seen": text("The camera alone saw {card}"),
}
OTHER_KIND: Final = text("The shoe said: {kind}")
IN_BOX: Final = text("lies in: {box}")
IN_NO_BOX: Final = text("not seen in any box")
UNSURE_HERE: Final = text("cards that lie there unread: {count}")
READ_IN: Final = text("{card}: {box}")
READ_OUTSIDE: Final = text("{card}: outside every box")
UNREAD: Final = text("unread card")

OBEYED: Final = text("The shoe has obeyed.")
REFUSED: Final = text("The shoe has refused: {why}")
NO_ANSWER: Final = text("The shoe has not answered. See to its link.")
NO_COMMANDS: Final = text(
    "Commands to this shoe are off. They are for an angel_eye shoe with commands = true under [shoe]."
)

HOUSE_SAME: Final = text("This house is in force already.")
HOUSE_UNKNOWN: Final = text("There is no such house file beside the table's file.")
OWN_RULE: Final = text("Another supervisor has to agree to changes of a supervisor: their badge and PIN, please.")
NOT_ONESELF: Final = text("You can't lock yourself out.")

DECK_NAME: Final = text("A deck's name is 1 to 40 small letters, digits and hyphens, as bee-92-blue.")
DECK_NONE: Final = text("Begin a deck first.")
DECK_BUSY: Final = text("The deck is being learnt. Wait until it is done.")
DECK_NO_CARD: Final = text(
    "No card was seen in this picture. Lay one down, wait until it lies still, and take it again."
)
DECK_UNNAMED: Final = text("Picture {number} has cards that nobody has named: write them, as in As Td Jk.")
DECK_NOT_LEARNT: Final = text("Nothing has been learnt yet.")
DECK_STATES: Final = {
    "none": text("No deck is being taught."),
    "taking": text("Lay cards side by side, take a picture, take the cards away, and go on to the deck's end."),
    "learning": text("The deck is being learnt. This takes a minute or two."),
    "learnt": text("The deck is learnt. Compare the tables, then keep it."),
    "failed": text("The deck could not be learnt."),
}
DECK_COUNT: Final = text("{count} of {whole} cards")
DECK_SAVED: Final = text("Kept as {file}. The table reads with it when it is started anew.")
DECK_MOST: Final = text("These are enough pictures: one deck needs no more than {most}.")


def box_name(box: str) -> str:
    """A box as people call it."""
    kind, number = box.rstrip("0123456789"), box.lstrip("abcdefghijklmnopqrstuvwxyz_")
    if kind == "seat" and number:
        return say(SEAT_BOX, seat=number)
    if kind == "player" and number:
        return say(PLAYER_BOX, number=number)
    return say(BOXES[box]) if box in BOXES else box


def fault_words(fault: LayoutFault) -> str:
    """What is wrong with a layout, and what to do."""
    names = [box_name(box) for box in fault.boxes]
    return say(FAULTS[fault.kind], box=names[0], other=names[-1])
