"""The people of a table as set-up changes them: a supervisor does, and of a supervisor with the consent of another."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from dealer_assist.faults import Fault
from kiosk import access, people_file
from kiosk.dealer import Approval
from kiosk.people import Declined, People, Person, Role
from kiosk.setup_table import SetUp
from kiosk.setup_words import NOT_ONESELF, OWN_RULE
from kiosk.sign_in import screen
from kiosk.words import say

_Text = Annotated[str, msgspec.Meta(max_length=64)]


class PeopleAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person to be added, given another PIN, locked out or let in again."""

    do: Literal["add", "pin", "lock", "unlock"]
    badge: _Text
    name: _Text = ""
    role: Role = "dealer"
    pin: _Text = ""
    approval: Approval | None = None

    def __repr__(self) -> str:
        return f"PeopleAsked(do={self.do!r}, badge={self.badge!r}, pin=…)"


class NeedsSecond(Declined):
    """A second person has to agree, and none was given."""


def change(table: SetUp, people: People, asked: PeopleAsked) -> dict[str, object]:
    """Change the people and record it; all of them as they are then. Raises `Declined`, `NeedsSecond`, `Fault`."""
    first = access.person()
    concerned = people.find(asked.badge)
    role: Role = asked.role if asked.do == "add" else concerned.role if concerned is not None else "dealer"
    if asked.do == "lock" and asked.badge == first.badge:
        raise Fault(say(NOT_ONESELF))
    if asked.do == "add":
        made = people_file.checked_person(asked.badge, asked.name, asked.role)
    if asked.do in {"add", "pin"}:
        people_file.checked_pin(asked.pin)
    second = _second(people, first, role, asked)
    table.note("people", first.badge, second, idle=False, did=asked.do, badge=asked.badge, role=role)
    match asked.do:
        case "add":
            people.add(made, asked.pin)
        case "pin":
            people.set_pin(asked.badge, asked.pin)
        case _:
            people.lock(asked.badge, asked.do == "lock")
    return {}


def _second(people: People, first: Person, role: Role, asked: PeopleAsked) -> str:
    """Who agrees to a change of a supervisor, for else one person could make the second, or get their PIN: to another
    PIN it may be the one whose it is. Where there has never been another supervisor, nobody can."""
    others = {each.person.badge for each in people.everybody() if each.person.role == "supervisor"} - {first.badge}
    if asked.do == "lock":
        others.discard(asked.badge)
    if role != "supervisor" or asked.badge == first.badge or not others:
        return ""
    if asked.approval is None:
        raise NeedsSecond(say(OWN_RULE))
    return people.approve(first, asked.approval.badge, asked.approval.pin, screen()).badge
