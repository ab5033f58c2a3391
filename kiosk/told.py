"""What a recalled round tells, in the language of who reads it: its steps, lines, findings and notes.

The record has no language, and what is told of it has one form for each thing (`dealer_assist.dispute_words` and
`note_words`), in English. Each such sentence is recognised by its form, as refusals are, and said anew with its values;
names that the rules give to stakes, outcomes, selections and remedies are those that the screens have for them.
"""

from __future__ import annotations

import re
from typing import Final

from kiosk import languages, trouble
from kiosk.refusals import said_anew
from kiosk.speech import exchange_texts, omaha_texts, triple
from kiosk.words import ROLE_NAMES, say, text

SENTENCES: Final = (
    text("{card} to {place}", "told"),
    text("{card} to {place}, hand {hand}", "told"),
    text("to {place}", "told"),
    text("to {place}, hand {hand}", "told"),
    text("{card} turned", "told"),
    text("{card} turned at {place}", "told"),
    text("turned", "told"),
    text("turned at {place}", "told"),
    text("seat {seat} bets {unit}", "told"),
    text("seat {seat} bets all-in", "told"),
    text("seat {seat}: {act}", "told"),
    text("seat {seat}: {act}, to {total}", "told"),
    text("seat {seat}: {act}, showing {cards}", "told"),
    text("seat {seat} out of turn: {act}", "told"),
    text("seat {seat} out of turn: {act}, to {total}", "told"),
    text("seat {seat} disclosed a hand", "told"),
    text("seat {seat} interfered", "told"),
    text("seat {seat} showed {card} by mistake", "told"),
    text("account {account} backs {selection} at {odds}: {stake}", "told"),
    text("account {account} lays {selection} at {odds}: {stake}", "told"),
    text("order {order} is cancelled", "told"),
    text("betting is closed", "told"),
    text("misdeal: back to step {step}", "told"),
    text("misdeal, {misdeal}", "told"),
    text("misdeal, {misdeal}: {said}", "told"),
    text("{card} of seat {seat}", "told"),
    text("at the dealer's discretion: {said}", "told"),
    text("at the dealer's discretion ({moves}): {said}", "told"),
    text("{who}, {on}, {outcome}: {stake} × {multiple} = {paid} ({clause})", "told"),
    text("{who}, {on}, {outcome}: {stake} = {paid} ({clause})", "told"),
    text("taken back: {line}", "told"),
    text("back {selection}", "told"),
    text("lay {selection}", "told"),
    text("pot {number}", "told"),
    text("blackjack {hand}", "told"),
    text("Everybody is paid; the round is closed", "told"),
    text("The records so far were signed", "told"),
    text("{was}, corrected to: {becomes}", "told"),
    text("{what} (cancelled later)", "told"),
    text("cards that lie face down are sealed from here on", "told"),
    text("all that was sealed in this round is open: it is over", "told"),
    text("all that was sealed until here is open: the table closed between two rounds", "told"),
    text("what was sealed in record {record} is open: two supervisors agreed", "told"),
    text("what was sealed in record {record} is open: the card was turned", "told"),
    text("{person}: {done} entries, agreed to {agreed}", "told"),
    text("agreed by {person}", "told"),
    text("seat {seat}", "told"),
    text("player {player}", "told"),
    text("account {account}", "told"),
    text("seat {seat}: {chips} chips", "told"),
    text("account {account}: {chips} chips", "told"),
    text("house: {points}", "told"),
    text("pot {number}: {amount}, less rake {rake}; could be won by seats {seats}", "told"),
    text("a card face down", "told"),
    text("shoe: connected", "told"),
    text("shoe: lost", "told"),
    text("shoe: lost ({why})", "told"),
    text("camera: connected", "told"),
    text("camera: lost", "told"),
    text("camera: lost ({why})", "told"),
    text("camera: sees nothing", "told"),
    text("camera: sees nothing ({why})", "told"),
    text("the floor was called", "told"),
    text("the floor has come", "told"),
    text("the betting time runs", "told"),
    text("the betting time is held", "told"),
    text("the dealer goes on by hand", "told"),
    text("a new shoe is in", "told"),
    text("a card was burned", "told"),
    text("{card} was burned", "told"),
    text("a card waits", "told"),
    text("{card} waits", "told"),
    text("the cut card has come", "told"),
    text("a card left the shoe outside a round", "told"),
    text("{card} left the shoe outside a round", "told"),
    text("the shoe sent something unreadable", "told"),
    text("the shoe sent something unreadable: {why}", "told"),
    text("cards that were named could not be shown", "told"),
    text("cards that were named could not be shown: {why}", "told"),
    text("seat {seat} comes with {chips}", "told"),
    text("seat {seat} buys in for {chips}", "told"),
    text("seat {seat} leaves", "told"),
    text("account {account} comes with {chips}", "told"),
    text("account {account} buys in for {chips}", "told"),
    text("account {account} leaves", "told"),
    text("{points} points", "told"),
    text("a sign-in was refused", "told"),
    text("a sign-in was refused (badge {badge})", "told"),
    text("an agreement was refused", "told"),
    text("an agreement was refused (badge {badge})", "told"),
    text("too many wrong PINs, locked out", "told"),
    text("too many wrong PINs, locked out (badge {badge})", "told"),
    text("signed in as {role}", "told"),
    text("signed out", "told"),
    text("a code for a terminal of account {account} was given", "told"),
    text("a terminal of account {account} was opened", "told"),
    text("the terminals of account {account} were ended", "told"),
    text("set-up: {part}", "told"),
    text("the first supervisor was made", "told"),
    text("command to the shoe: {command}", "told"),
    text("no picture could be kept: {why}", "told"),
    text("missing", "told"),
    text("pruned on {day} (record {record})", "told"),
    text("{option}: {value}", "told"),
    text("yes", "told"),
    text("no", "told"),
)
#: What is known of a finding, one after another.
FACTS: Final = (
    text("device {device}", "told"),
    text("card {card}", "told"),
    text("recorded {recorded}", "told"),
    text("box {box}", "told"),
    text("betting {betting}", "told"),
    text("messages {messages}", "told"),
    text("code {code}", "told"),
    text("what {what}", "told"),
    text("act {act}", "told"),
    text("size {size}", "told"),
    text("left {left}", "told"),
    text("out {out}", "told"),
    text("ran {ran}", "told"),
    text("why {why}", "told"),
)
#: Names of the rules beside those that a game's speech has: options of a round, and what is set up.
NAMES: Final = {
    "rule": text("rule", "told"),
    "betting": text("limit", "told"),
    "small_blind": text("small blind", "told"),
    "big_blind": text("big blind", "told"),
    "ante": text("ante", "told"),
    "with_ante": text("with ante", "told"),
    "level": text("level", "told"),
    "out_of_turn": text("out of turn", "told"),
    "folded_and_half_back": text("folded, half back", "told"),
    "pays_for_the_check": text("pays for the check", "told"),
    "button": text("button", "told"),
    "rake": text("rake", "told"),
    "decks": text("decks", "told"),
    "commission": text("commission in per cent", "told"),
    "five_cards_counts": text("five cards counts for", "told"),
    "only_one_21_counts": text("only one 21 counts for", "told"),
    "jokers": text("jokers", "told"),
    "last_slot": text("last slot", "told"),
    "dealer_peek": text("the dealer peeks", "told"),
    "war_choice_order": text("order of the choices in war", "told"),
    "blackjack_paid_at_once": text("blackjack is paid at once", "told"),
    "premium_after_double": text("premium after a double", "told"),
    "pot_limit": text("pot limit", "told"),
    "no_limit": text("no limit", "told"),
    "fixed_limit": text("fixed limit", "told"),
    "world": text("world", "told"),
    "infinite": text("without end", "told"),
    "all": text("all hands", "told"),
    "players": text("the players' hands", "told"),
    "left": text("from the left", "told"),
    "right": text("from the right", "told"),
    "uncalled": text("uncalled bet", "told"),
    "deck": text("deck", "told"),
    "layout": text("layout", "told"),
    "house": text("house", "told"),
    "people": text("people", "told"),
    "start": text("a new start", "told"),
    "test": text("test deal", "told"),
    "card": text("a card", "told"),
    "act": text("an act", "told"),
    "lost": text("cards that can't be told apart", "told"),
    "other": text("something else", "told"),
    "shown": text("a card that was shown", "told"),
    "void": text("the game is void", "told"),
    "wrong_place": text("a card at the wrong place", "told"),
    "drawn_when_standing": text("drawn where the hand stands", "told"),
    "exposed_early": text("a card seen too early", "told"),
}
#: Outcomes of several stakes, which the refusals have words for.
_COMMON: Final = {"win", "lose", "push", "bust"}
#: Names that the screens have already; those of an earlier row count.
_KNOWN: Final[dict[str, str]] = {
    name: said
    for row in (
        {role: said for role, said in ROLE_NAMES.items() if role != "dealer"},
        exchange_texts.SELECTIONS,
        omaha_texts.OUTCOMES,
        omaha_texts.HANDS,
        {name: said for name, said in triple.OUTCOMES["blackjack"].items() if name not in _COMMON},
        {name: said for name, said in triple.OUTCOMES["poker"].items() if name not in _COMMON},
        triple.OUTCOMES["joker"],
        triple.STAKES,
    )[::-1]
    for name, said in row.items()
}
_ANSWER: Final = re.compile(r"Answer to the finding in record (\d+): (.+)")
ANSWER: Final = text("Answer to the finding in record {record}: {remedy}", "told")
STOPPED: Final = text("Stopped: {finding}", "told")
WITH_FACTS: Final = text("{finding} ({facts})", "told")
#: How a misdeal goes on, as its button says it.
_MISDEALS: Final = {
    name: said
    for name, said in (triple.REMEDIES | omaha_texts.REMEDIES).items()
    if name in {"not_restorable", "wrong_cards", "no_game", "wrong_hand_card", "exposed_hole", "exposed_other"}
}


def told_anew(what: str) -> str:
    """A sentence of a recalled round in the language that speaks."""
    if answered := _ANSWER.fullmatch(what):
        return say(ANSWER, record=answered[1], remedy=trouble.remedy(_key(answered[2])))
    if what.startswith("Stopped: "):
        return say(STOPPED, finding=_finding(what.removeprefix("Stopped: ")))
    if languages.language() == "en":
        return what
    options = what.split("; ")
    if len(options) > 1 and all(": " in option for option in options):
        return "; ".join(map(told_anew, options))
    return said_anew(what, _value, "told")


def who_anew(who: str) -> str:
    """Who did something: the source, the badge, and who agreed."""
    return ", ".join(_value(part) for part in who.split(", "))


def _finding(what: str) -> str:
    """A finding by its title, with what is known of it."""
    kind, _, facts = what.partition(" (")
    title = trouble.title({"kind": _key(kind)}) if _key(kind) in trouble.TITLES else kind
    if not facts:
        return title
    return say(WITH_FACTS, finding=title, facts=", ".join(map(told_anew, facts.removesuffix(")").split(", "))))


def _value(what: str) -> str:
    """A value of such a sentence: a name of the rules, a list, or a sentence itself."""
    key = _key(what)
    if key in NAMES:
        return say(NAMES[key])
    if key in _MISDEALS:
        return say(_MISDEALS[key])
    if key in _KNOWN:
        return _small(say(_KNOWN[key]))
    # The refusals know the acts as the scripts write them; "go to war" would be a card that goes somewhere.
    known = said_anew(key)
    return told_anew(what) if known == key else known


def _key(name: str) -> str:
    return name.replace(" ", "_")


def _small(said: str) -> str:
    """A name in the middle of a sentence, where it is no abbreviation."""
    return said[:1].lower() + said[1:] if said[1:].islower() else said
