"""Wrong PINs make the next try wait: for the badge that was tried, and for the screen that tried.

Five wrong tries are free of any wait. From then on each wrong one doubles the wait, from half a minute to a
quarter of an hour; an hour without one, and it begins again. Not safe for threads: its owner holds a lock.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

#: Wrong tries without a wait.
FREE: Final = 5
#: Seconds: the first wait, the longest one, and how long wrong tries are remembered after the last.
FIRST_WAIT: Final = 30.0
LONGEST_WAIT: Final = 900.0
FORGOTTEN: Final = 3600.0
#: Badges and screens remembered at once: rubbish must not fill the memory. The oldest go.
_MOST: Final = 4096


class _Tries:
    """The wrong tries at one badge, or from one screen by badge."""

    def __init__(self) -> None:
        self.by: dict[str, int] = {}
        self.last = 0.0
        self.until = 0.0


class Lockout:
    """Counts wrong tries. `clock` gives seconds and never goes back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tries: OrderedDict[tuple[str, str], _Tries] = OrderedDict()

    def wait(self, badge: str, screen: str) -> float:
        """Seconds that the next try of this badge, or from this screen, has to wait; 0 if it may be made."""
        now = self._clock()
        known = (self._tries.get(key) for key in _keys(badge, screen))
        return max([0.0, *(tries.until - now for tries in known if tries is not None)])

    def wrong(self, badge: str, screen: str) -> None:
        """A try that was wrong."""
        now = self._clock()
        for key in _keys(badge, screen):
            tries = self._tries.get(key)
            if tries is None or now - max(tries.last, tries.until) > FORGOTTEN:
                tries = self._tries[key] = _Tries()
            tries.by[badge] = tries.by.get(badge, 0) + 1
            tries.last = now
            over = sum(tries.by.values()) - FREE
            if over >= 0:
                tries.until = now + min(FIRST_WAIT * 2.0 ** min(over, 16), LONGEST_WAIT)
            self._tries.move_to_end(key)
        while len(self._tries) > _MOST:
            # Not one that is waited for while there is another: many tries elsewhere must not shorten a wait.
            resting = (key for key, tries in self._tries.items() if tries.until <= now)
            del self._tries[next(resting, next(iter(self._tries)))]

    def right(self, badge: str, screen: str) -> None:
        """A try that was right: what was tried wrongly for this badge is forgotten, what this screen tried for
        others is not."""
        by_badge, by_screen = _keys(badge, screen)
        self._tries.pop(by_badge, None)
        tries = self._tries.get(by_screen)
        if tries is not None:
            tries.by.pop(badge, None)


def place(address: str) -> str:
    """Where a screen stands, for the count: who has this machine or a network of IPv6 has addresses without number, so
    all of these count as one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if found.is_loopback:
        return "this machine"
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)


def _keys(badge: str, screen: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("badge", badge), ("screen", place(screen))
