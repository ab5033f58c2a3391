"""Everything that the kiosk says of Omaha: whole sentences with named places for their values."""

from __future__ import annotations

from typing import Final

from kiosk.words import text

STAGES: Final = {
    "preflop": text("Before the flop"),
    "flop": text("Flop"),
    "turn": text("Turn"),
    "river": text("River"),
    "showdown": text("Showdown"),
    "won": text("All others folded"),
    "over": text("Hand over"),
}

#: Hands, strongest first (O1.2).
HANDS: Final = {
    "royal_flush": text("Royal flush"),
    "straight_flush": text("Straight flush"),
    "four_of_a_kind": text("Four of a kind"),
    "full_house": text("Full house"),
    "flush": text("Flush"),
    "straight": text("Straight"),
    "three_of_a_kind": text("Three of a kind"),
    "two_pair": text("Two pair"),
    "one_pair": text("One pair"),
    "high_card": text("High card"),
}

#: How a seat stands in the hand; one that is simply in needs no word.
STANDING: Final = {
    "in": "",
    "all_in": text("all-in"),
    "folded": text("folded"),
    "mucked": text("mucked"),
    "sent": text("leaves the table"),
}

#: The button and the blinds: as a mark on the felt, and in words.
MARKS: Final = {
    "button": (text("D"), text("Dealer button")),
    "small_blind": (text("SB"), text("Small blind")),
    "big_blind": (text("BB"), text("Big blind")),
}

POTS: Final = {
    "board": text("Board"),
    "main": text("Pot"),
    "side": text("Side pot {number}"),
    "seats": text("seats {seats}"),
    "won": text("Seat {seat}: {amount}"),
    "middle": text("In the middle: {amount}"),
    "bet": text("Bet {amount}"),
    "rake": text("Rake now: {amount}"),
    "rake_taken": text("Rake: {amount}"),
    "house": text("The house adds {amount}"),
    "blinds": text("Blinds {small}/{big}"),
    "blinds_ante": text("Blinds {small}/{big}, ante {ante}"),
    "of": text("{paid} of {stake}"),
}

#: What became of chips.
OUTCOMES: Final = {
    "pot_won": text("Wins the pot"),
    "pot_won_with": text("Pot: {hand}"),
    "side_won": text("Wins a side pot"),
    "side_won_with": text("Side pot: {hand}"),
    "returned": text("Uncalled, back"),
    "no_game": text("No game"),
    "exposed": text("Card exposed"),
    "disclosed": text("Disclosed a hand"),
    "interfered": text("Interfered"),
    "discretion": text("Dealer's discretion"),
}

ACTS: Final = {
    "fold": (text("Fold"), text("Fold +{chips}")),
    "check": (text("Check"), text("Check +{chips}")),
    "call": (text("Call"), text("Call {chips}")),
    "bet": (text("Bet"), text("Bet from {chips}")),
    "raise": (text("Raise"), text("Raise for {chips} or more")),
    "all_in": (text("All-in"), text("All-in {chips}")),
    "open": (text("Open"), text("Open +{chips}")),
    "muck": (text("Muck"), text("Muck +{chips}")),
    "close": (text("Close the hand"), text("Close the hand +{chips}")),
}

REMEDIES: Final = {
    "fold": text("The player folded"),
    "check": text("The player checked"),
    "call": text("The player called"),
    "call_dear": text("The player called {chips}"),
    "all_in": text("The player went all-in"),
    "all_in_dear": text("The player went all-in with {chips}"),
    "open": text("The player opened"),
    "muck": text("The player mucked"),
    "close": text("The player closed the hand"),
    "no_game": text("No game: everyone is paid"),
    "wrong_hand_card": text("Wrong card: shown, burned, deal anew"),
    "exposed_hole": text("Exposed hole card: play on with it open"),
    "shows_meant": text("The player shows the card that was meant: name it"),
    "keeps_meant": text("The player shows no other card: play on"),
    "exposed_other": text("Exposed card: shown to all, burned"),
}

#: An act with cards of the hand shown to all (O5.5, O5.7, O6.3).
SHOWS: Final = {
    "fold": text("Fold, showing cards"),
    "muck": text("Muck, showing cards"),
    "open": text("Show some cards"),
}

#: The dealer's prompt: one line, what to do next.
PROMPTS: Final = {
    "deal_first": text("Deal four cards each. {then}"),
    "hole": text("Seat {seat}: card, face down"),
    "burn": text("Burn a card"),
    "flop": text("Flop: card {number} of 3"),
    "flop_burn": text("Burn a card. Flop: card {number} of 3"),
    "turn": text("Turn: one card"),
    "turn_burn": text("Burn a card. Turn: one card"),
    "river": text("River: one card"),
    "river_burn": text("Burn a card. River: one card"),
    "turn_up": text("Seat {seat} opens: turn and name its cards"),
    "opens": text("Seat {seat} has to open"),
    "show": text("Seat {seat}: open or muck"),
    "won": text("Seat {seat} wins: open or close the hand"),
    "name": text("Seat {seat}: tap its cards"),
    "fold": text("Seat {seat} to act: fold"),
    "call": text("Seat {seat} to act: call {call} or fold"),
    "check": text("Seat {seat} to act: check"),
    "call_raise": text("Seat {seat} to act: call {call}, raise to between {least} and {most} ({limit})"),
    "call_raise_one": text("Seat {seat} to act: call {call}, raise to {most} ({limit})"),
    "check_raise": text("Seat {seat} to act: check, raise to between {least} and {most} ({limit})"),
    "check_raise_one": text("Seat {seat} to act: check, raise to {most} ({limit})"),
    "check_bet": text("Seat {seat} to act: check, bet between {least} and {most} ({limit})"),
    "check_bet_one": text("Seat {seat} to act: check, bet {most} ({limit})"),
    "raise": text("Seat {seat} to act: raise to between {least} and {most} ({limit}), or fold"),
    "raise_one": text("Seat {seat} to act: raise to {most} ({limit}), or fold"),
    "bet": text("Seat {seat} to act: bet between {least} and {most} ({limit}), or fold"),
    "bet_one": text("Seat {seat} to act: bet {most} ({limit}), or fold"),
    "amount_bet": text("Seat {seat} bets: between {least} and {most}"),
    "amount_raise": text("Seat {seat} raises: to between {least} and {most}"),
    "keyed": text("Only the key was wrong: seat {seat}, {act}"),
    "earlier": text("An earlier key was wrong"),
    "was": text("Seat {seat}: {act}"),
    "was_to": text("Seat {seat}: {act} {total}"),
    "again": text("Seat {seat}: what did it do?"),
    "pot": text("pot"),
    "all": text("all-in"),
    "fixed": text("fixed"),
    "pay_one": text("Push to seat {seat}: {amount} ({chips})"),
    "take_one": text("Take from seat {seat}: {amount} ({chips})"),
    "pay_rake": text("Push the pots, take the rake of {rake}, then close the hand"),
    "pay_many": text("Push the pots, then close the hand"),
    "pay_none": text("Nothing to push, nothing to take"),
    "idle": text("A hand needs two players: let one sit down"),
}

#: What the players read.
PUBLIC: Final = {
    "hole": text("The cards are dealt"),
    "burn": text("A card is burned"),
    "flop": text("The flop"),
    "turn": text("The turn"),
    "river": text("The river"),
    "choice": text("Seat {seat} to act"),
    "showdown": text("Showdown: seat {seat}"),
    "won": text("Seat {seat} wins"),
    "over": text("The pots are paid"),
    "idle": text("Waiting for players"),
}

#: The amount of a bet or raise.
AMOUNTS: Final = {
    "least": text("Least: {total}"),
    "half": text("Half pot: {total}"),
    "whole": text("Pot: {total}"),
    "most": text("Most: {total}"),
    "all": text("All-in: {total}"),
    "chip": text("+{value}"),
    "call_all": text("Call {chips}: all-in"),
    "bet": text("Bet {least} – {most}"),
    "bet_one": text("Bet {most}"),
    "raise": text("Raise to {least} – {most}"),
    "raise_one": text("Raise to {most}"),
    "make_bet": text("Bet {total}"),
    "make_raise": text("Raise to {total}"),
}

#: Acts out of turn and worse (O7, O8).
CONDUCT: Final = {
    "what_flying": text("Acted out of turn"),
    "what_disclosed": text("Disclosed a hand"),
    "what_interfered": text("Interfered"),
    "whose_flying": text("Tap the seat that acted out of turn"),
    "whose_disclosed": text("Tap the seat that disclosed a hand"),
    "what_shown": text("A wrong card was shown"),
    "whose_shown": text("Tap the seat that showed a wrong card"),
    "does_shown": text("Seat {seat}: which card was shown by mistake?"),
    "whose_interfered": text("Tap the seat that interfered"),
    "does_flying": text("Seat {seat} acted out of turn: what did it do?"),
    "does_disclosed": text("Seat {seat} disclosed a hand: it folds, leaves and pays (O8.1)"),
    "does_interfered": text("Seat {seat} interfered: it folds, leaves and pays (O8.2)"),
    "waiting": text("said out of turn: {act}"),
    "flying": text("out of turn: {times}"),
    "owes": text("owes {amount}"),
}

#: What the pit sets between hands.
SETTINGS: Final = {
    "up": text("Level {level}: blinds {small}/{big}"),
    "down": text("Back to level {level}: blinds {small}/{big}"),
    "why": text("The blinds change with the next hand (O1.5)."),
    "waits": text("Level {level}: from the next hand"),
}
