"""Before the kiosk starts: is every system library there that the installed packages need?"""

from __future__ import annotations

import sys

#: What a loader's complaint names, and the Debian package that brings it.
PACKAGES = {"libGL.so": "libgl1", "libgthread": "libglib2.0-0", "libglib": "libglib2.0-0", "libxcb": "libxcb1"}


def advice(error: ImportError) -> str:
    """One line for a person: what is missing and the command that installs it."""
    text = str(error)
    package = next((package for library, package in PACKAGES.items() if library in text), None)
    if package is None:
        return f"OpenCV can't be loaded: {text}. Run: make clean && make run"
    return f"OpenCV needs a system library that is missing ({text}). Run: sudo apt-get install {package}"


def main() -> int:
    """Exit code 0 if all is there, 2 with the advice on standard error if not."""
    try:
        import cv2
    except ImportError as error:
        print(advice(error), file=sys.stderr)  # noqa: T201 - runs before anything else can be imported
        return 2
    return 0 if cv2.__version__ else 2


if __name__ == "__main__":
    sys.exit(main())
