"""For engineers and supervisors: the set-up of the table, a path of steps that can be left and taken up again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal, TypeVar

import cv2
import msgspec
from flask import Blueprint, Response, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from dealer_assist.faults import Fault
from dealer_assist.sighting import Quad
from dealer_assist.table_file import IN_SHOE, Baud, ShoeFile
from hardware import devices
from hardware.camera import Image
from hardware.shoes import PROTOCOLS
from kiosk import access, setup_people, setup_telling
from kiosk.answers import body_of
from kiosk.dealer import Approval
from kiosk.guard import check_key, token
from kiosk.people import Declined, LockedOut, People
from kiosk.pit_words import game_name
from kiosk.setup_deck import DeckTeaching
from kiosk.setup_house import choices, in_words
from kiosk.setup_people import NeedsSecond, PeopleAsked
from kiosk.setup_table import NotNow, SetUp
from kiosk.setup_words import BEGUN, DECK_SAVED, KEPT_DRAFT, RUNS, SAVED, STEPS, fault_words
from kiosk.sign_in import screen
from kiosk.words import say
from models.layout import MARKERS, by_felt, by_markers, marker, straightened

_Text = Annotated[str, msgspec.Meta(max_length=200)]
Step = Literal["shoe", "camera", "layout", "deck", "house", "people", "test"]
Asked = TypeVar("Asked")
#: Pictures for the page: no larger than this, and how good.
_WIDEST: Final = 1280
_QUALITY: Final = 80


class ShoeAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shoe to be tried or saved; for `command` what it is told to do, with the second person."""

    do: Literal["try", "save", "command"]
    port: _Text = ""
    protocol: _Text = ""
    baud: Baud = 115200
    command: Literal["lock", "unlock", "cancel_error", "confirm"] | None = None
    approval: Approval | None = None


class CameraAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A camera to be tried or kept."""

    do: Literal["try", "keep"]
    source: _Text


class LayoutAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Boxes to be kept as drawn, proposed from the felt's `corners` or from what is found in the picture, or saved."""

    do: Literal["keep", "place", "markers", "felt", "save"]
    boxes: Annotated[dict[_Text, Quad], msgspec.Meta(max_length=32)] = {}
    corners: Quad | None = None


class DeckAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is done about the deck that is taught."""

    do: Literal["begin", "take", "name", "drop", "learn", "save"]
    name: _Text = ""
    jokers: Annotated[int, msgspec.Meta(ge=0, le=8)] = 2
    number: int = 0
    cards: _Text = ""


class HouseAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another house, by its file's name, empty for the built-in one; with the second person."""

    house: _Text
    approval: Approval | None = None


class TestAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A test deal to be begun or ended."""

    do: Literal["begin", "end"]


class DoneAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the path that is done, or is open again."""

    step: Step
    done: bool


class StartAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That the table starts anew."""


def pages(table: SetUp, people: People) -> Blueprint:
    """The page of set-up and all that it asks for."""
    blueprint = Blueprint("setup", __name__, url_prefix="/setup")
    deck = DeckTeaching()

    def told() -> dict[str, object]:
        return setup_telling.now(table, deck)

    blueprint.add_url_rule("", "page", lambda: _page(table, people))
    blueprint.add_url_rule("/now", "now", lambda: _answered(told))
    blueprint.add_url_rule("/picture/now", "picture", lambda: _picture(table))
    blueprint.add_url_rule("/reading/now", "reading", lambda: _answered(lambda: setup_telling.reading(table)))
    blueprint.add_url_rule("/markers", "markers", _markers)
    _asked(blueprint, "shoe", ShoeAsked, lambda asked: _shoe(table, people, asked))
    _asked(blueprint, "camera", CameraAsked, lambda asked: _camera(table, asked))
    _asked(blueprint, "layout", LayoutAsked, lambda asked: _layout(table, asked))
    _asked(blueprint, "deck", DeckAsked, lambda asked: _deck(table, deck, asked))
    _asked(blueprint, "house", HouseAsked, lambda asked: _house(table, people, asked))
    _asked(blueprint, "people", PeopleAsked, lambda asked: setup_people.change(table, people, asked))
    _asked(blueprint, "test", TestAsked, lambda asked: _test(table, asked))
    _asked(blueprint, "done", DoneAsked, lambda asked: _done(table, asked))
    _asked(blueprint, "start", StartAsked, lambda asked: _start(table))
    return blueprint


def _asked(blueprint: Blueprint, name: str, kind: type[Asked], do: Callable[[Asked], dict[str, object]]) -> None:
    """A POST to `/setup/NAME` with a `kind` as its body."""

    def view() -> ResponseReturnValue:
        check_key()
        asked = body_of(kind)
        return _answered(lambda: do(asked))

    blueprint.add_url_rule(f"/{name}", name, view, methods=["POST"])


def _answered(do: Callable[[], dict[str, object]]) -> ResponseReturnValue:
    """What `do` tells; 409 while a round runs, 422 for what can't be, 429 for too many wrong PINs."""
    try:
        return jsonify(do())
    except LockedOut as declined:
        return jsonify(why=declined.why), 429, {"Retry-After": str(declined.wait_s)}
    except Declined as declined:
        return jsonify(why=declined.why, needs=isinstance(declined, NeedsSecond)), 422
    except NotNow as fault:
        return jsonify(why=str(fault)), 409
    except Fault as fault:
        return jsonify(why=str(fault)), 422


def _page(table: SetUp, people: People) -> str:
    """The page at the step that was asked for, else at the first that is open."""
    try:
        done = table.draft.done
        shown = setup_telling.shown(table)
        file = table.file
        houses = choices(file.game, table.path.parent)
        house = in_words(file.game, None if file.house is None else table.path.parent / file.house)
    except Fault as fault:
        return render_template("setup_none.html", why=str(fault))
    asked = request.args.get("step", "")
    step = asked if asked in STEPS else next((name for name in STEPS if name not in done), "test")
    return render_template(
        "setup.html",
        token=token(),
        step=step,
        steps=STEPS,
        done=done,
        people=people.everybody(),
        may_change_people=access.may("setup.people"),
        file=file,
        house=house,
        houses=houses,
        game_name=game_name,
        shown=shown,
        ports=devices.ports(),
        cameras=devices.cameras(),
        protocols=(*PROTOCOLS, IN_SHOE),
        bauds={name: each.baud for name, each in PROTOCOLS.items()},
        me=access.person(),
    )


def _picture(table: SetUp) -> ResponseReturnValue:
    """The newest picture as a JPEG; straightened for `?flat=1` where the felt's corners are known."""
    try:
        image = table.image()
        corners = table.draft.corners
    except NotNow as fault:
        return jsonify(why=str(fault)), 409
    if corners is not None and request.args.get("flat") == "1":
        image = straightened(image, corners)
    return Response(_jpeg(image), content_type="image/jpeg")


def _markers() -> Response:
    """The four markers on one sheet, to be printed and cut."""
    sheet = cv2.vconcat([cv2.hconcat([marker(number) for number in MARKERS[at : at + 2]]) for at in (0, 2)])
    _, png = cv2.imencode(".png", sheet)
    return Response(png.tobytes(), content_type="image/png")


def _jpeg(image: Image) -> bytes:
    scale = _WIDEST / image.shape[1]
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return jpeg.tobytes()


def _shoe(table: SetUp, people: People, asked: ShoeAsked) -> dict[str, object]:
    if asked.do == "command":
        second = _second(people, asked.approval)
        return setup_telling.commanded(table, asked.command, access.person().badge, second)
    table.idle()
    known = table.file.shoe
    kept = known if known is not None and asked.protocol == known.protocol else ShoeFile("", "")
    shoe = ShoeFile(asked.port, asked.protocol, asked.baud, kept.commands, kept.deck)
    if asked.do == "try":
        return setup_telling.tried(table, shoe)
    old = table.save_shoe(setup_telling.checked(shoe), access.person().badge)
    return {"said": say(SAVED, old=old.name)}


def _camera(table: SetUp, asked: CameraAsked) -> dict[str, object]:
    if asked.do == "try":
        return setup_telling.looked(table, asked.source)
    setup_telling.looked(table, asked.source)
    table.keep_camera(asked.source)
    return {"said": say(KEPT_DRAFT)}


def _layout(table: SetUp, asked: LayoutAsked) -> dict[str, object]:
    table.idle()
    said, boxes = "", dict(asked.boxes)
    match asked.do:
        case "markers":
            boxes = table.propose(by_markers(table.image()))
        case "felt":
            boxes = table.propose(by_felt(table.image()))
        case "place" if asked.corners is not None:
            boxes = table.propose(asked.corners)
        case "save":
            table.keep_boxes(boxes)
            said = say(SAVED, old=table.save_layout(access.person().badge).name)
        case _:
            table.keep_boxes(boxes)
    drawn = table.drawn()
    faults = table.faults(boxes, drawn.size) if drawn is not None else []
    bad = sorted({box for fault in faults if fault.kind != "missing" for box in fault.boxes})
    return {
        "said": said,
        "boxes": boxes,
        "size": None if drawn is None else drawn.size,
        "corners": table.draft.corners,
        "faults": [fault_words(fault) for fault in faults],
        "bad": bad,
    }


def _deck(table: SetUp, deck: DeckTeaching, asked: DeckAsked) -> dict[str, object]:
    table.idle()
    said = ""
    match asked.do:
        case "begin":
            deck.begin(asked.name, asked.jokers)
        case "take":
            deck.take(table.image())
        case "name":
            deck.name(asked.number, asked.cards)
        case "drop":
            deck.drop(asked.number)
        case "learn":
            deck.learn()
        case "save":
            name = deck.save(table.path.parent)
            table.save_deck(name, access.person().badge)
            said = say(DECK_SAVED, file=name)
    return {"said": said, **setup_telling.deck(deck)}


def _house(table: SetUp, people: People, asked: HouseAsked) -> dict[str, object]:
    table.idle()
    setup_telling.check_house(table, asked.house)
    second = _second(people, asked.approval)
    old = table.save_house(asked.house or None, access.person().badge, second)
    return {"said": say(SAVED, old=old.name)}


def _test(table: SetUp, asked: TestAsked) -> dict[str, object]:
    if asked.do == "end":
        table.senses.end_test()
    else:
        table.idle()
        drawn = table.drawn()
        if not table.senses.begin_test({} if drawn is None else drawn.boxes):
            raise NotNow(say(RUNS))
    return {}


def _done(table: SetUp, asked: DoneAsked) -> dict[str, object]:
    table.done(asked.step, access.person().name, asked.done)
    return {}


def _start(table: SetUp) -> dict[str, object]:
    table.again(access.person().badge)
    return {"said": say(BEGUN)}


def _second(people: People, approval: Approval | None) -> str:
    """The badge of the second person. Raises `Declined` if there is none, or they may not be it."""
    return people.approve(
        access.person(), approval.badge if approval else "", approval.pin if approval else "", screen()
    ).badge
