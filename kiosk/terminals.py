"""Terminals of accounts: a player's own screen, let in by a code that the dealer has given for the account.

A code is good once and for ten minutes. A terminal sees and acts for its one account; it ends when nobody has used
it for half an hour, when the dealer ends the account's terminals, and when the table closes.
"""

from __future__ import annotations

import hashlib
import math
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from kiosk.lockout import Lockout, place
from kiosk.people import Declined, LockedOut
from kiosk.words import DECLINED, say, text

#: Seconds for which a code is good, and after which an unused terminal ends.
CODE_S: Final = 600.0
IDLE_S: Final = 1800.0
#: How many orders an account's terminals may send at once, and the seconds after which there may be one more: each is
#: recorded, and every screen of the table is drawn anew for it.
AT_ONCE: Final = 20
EACH_S: Final = 2.0
#: Terminals and codes at once. The oldest go.
_MOST: Final = 256
#: What stands for a badge in the count of wrong codes.
_CODES: Final = "terminal"

WRONG: Final = text("This code is not good, or no longer. Ask the dealer for another one.")
ELSEWHERE: Final = text("This terminal is open on another page. Close that one, then load this page again.")
OFTEN: Final = text("Too many orders at once. Nothing was done: wait {seconds} s, then send it again.")
ENDED: Final = text("This terminal has ended. Nothing was done: ask the dealer for a new code.")


class Code(msgspec.Struct, frozen=True):
    """A code for an account's terminal, six digits, and the seconds for which it is good."""

    account: str
    code: str
    seconds: int


class _Terminal:
    def __init__(self, account: str, now: float) -> None:
        self.account = account
        self.last = now
        #: How many streams it has opened; only the newest goes on.
        self.opened = 0


class Terminals:
    """All terminals of a table. Safe to be used from many threads. `clock` gives seconds and never goes back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._lockout = Lockout(clock)
        self._codes: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._terminals: OrderedDict[str, _Terminal] = OrderedDict()
        #: When an account will have sent nothing for long enough to begin anew.
        self._rested: dict[str, float] = {}

    def code(self, account: str) -> Code:
        """A new code for the account; the one before it is good no more."""
        with self._lock:
            for code, (whose, _) in list(self._codes.items()):
                if whose == account:
                    del self._codes[code]
            code = f"{secrets.randbelow(10**6):06}"
            while code in self._codes:
                code = f"{secrets.randbelow(10**6):06}"
            self._codes[code] = (account, self._clock() + CODE_S)
            while len(self._codes) > _MOST:
                self._codes.popitem(last=False)
        return Code(account, code, round(CODE_S))

    def admit(self, code: str, screen: str) -> str:
        """The word of a new terminal for whoever gives the code. Raises `Declined` or `LockedOut`."""
        with self._lock:
            self._check_wait(screen)
            account, until = self._codes.pop("".join(code.split()), ("", 0.0))
            if not account or until < self._clock():
                self._lockout.wrong(_screen(screen), screen)
                self._check_wait(screen)
                raise Declined(say(WRONG))
            self._lockout.right(_screen(screen), screen)
            word = secrets.token_urlsafe(24)
            self._terminals[word] = _Terminal(account, self._clock())
            while len(self._terminals) > _MOST:
                self._terminals.popitem(last=False)
        return word

    def account(self, word: str) -> str | None:
        """Whose terminal it is, None if it has ended or never was. Each request and each sign of life keeps it."""
        with self._lock:
            terminal = self._terminals.get(word)
            if terminal is None:
                return None
            now = self._clock()
            if now - terminal.last > IDLE_S:
                del self._terminals[word]
                return None
            terminal.last = now
            return terminal.account

    def wait(self, account: str) -> int:
        """Whole seconds until the account's terminals may send another order; 0 counts the one that they send now."""
        with self._lock:
            now = self._clock()
            rested = max(self._rested.get(account, now), now)
            over = rested - now - (AT_ONCE - 1) * EACH_S
            if over > 0:
                return math.ceil(over)
            self._rested[account] = rested + EACH_S
        return 0

    def opened(self, word: str) -> int:
        """The number of the stream that the terminal opens now."""
        with self._lock:
            terminal = self._terminals.get(word)
            if terminal is None:
                return 0
            terminal.opened += 1
            return terminal.opened

    def why_ended(self, word: str, number: int) -> str | None:
        """Why a stream of the terminal has to end; None while it goes on. Each terminal has one at a time."""
        if self.account(word) is None:
            return say(ENDED)
        with self._lock:
            terminal = self._terminals.get(word)
            return None if terminal is not None and terminal.opened == number else say(ELSEWHERE)

    def end(self, word: str) -> None:
        """The player leaves the terminal."""
        with self._lock:
            self._terminals.pop(word, None)

    def end_all(self, account: str) -> int:
        """The dealer ends the terminals of an account and its code; how many there were."""
        with self._lock:
            ended = [word for word, terminal in self._terminals.items() if terminal.account == account]
            for word in ended:
                del self._terminals[word]
            for code, (whose, _) in list(self._codes.items()):
                if whose == account:
                    del self._codes[code]
        return len(ended)

    def _check_wait(self, screen: str) -> None:
        wait = math.ceil(self._lockout.wait(_screen(screen), screen))
        if wait > 0:
            raise LockedOut(say(DECLINED["wait"], seconds=wait), wait)


def _screen(screen: str) -> str:
    # Counted by screen alone: one that guesses must not keep the other players out.
    return f"{_CODES} {place(screen)}"


def once_of(account: str, once: str) -> str:
    """The idempotency key of a terminal, which no other account's can be."""
    return f"{hashlib.sha256(account.encode()).hexdigest()[:12]}-{once}"
