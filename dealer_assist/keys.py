"""The key that signs roots: an Ed25519 key in a PEM file of its own, outside the session's folder.

The file begins with a line that names the machine on which it was made, as a hash of the system's own name for it.
A key that turns up on another machine was copied, or its disk was: it is refused, since two tables with one key
could each deny what the other signed. Somebody who edits that line gets past this; the copy itself leaves no trace.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dealer_assist import new_file
from dealer_assist.faults import Fault

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_MACHINE_FILE: Final = Path("/etc/machine-id")
_MACHINE_LINE: Final = re.compile(rb"^Machine: ([0-9a-f]{16})$", re.MULTILINE)
_HEX_KEY: Final = re.compile(r"[0-9a-fA-F]{64}")


class Key:
    """A key that signs. `public` is its public half, 64 hexadecimal digits."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> str:
        """The signature, 128 hexadecimal digits."""
        return self._private.sign(message).hex()


def machine(file: Path = _MACHINE_FILE) -> str | None:
    """This machine as a key file names it; None where the system has no name for itself."""
    try:
        name = file.read_bytes().strip()
    except OSError:
        return None
    return sha256(b"dealer-assist key on " + name).hexdigest()[:16] if name else None


def make(path: Path, here: str | None = None) -> Key:
    """Make a new key in a new file that only its owner can read. Raises `Fault` if there is a file already."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.generate()
    key = Key(private)
    here = here or machine()
    lines = [f"Signs the roots of a dealer-assist journal; public key {key.public}"]
    lines += [] if here is None else [f"Machine: {here}"]
    pem = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    new_file.write(path, "".join(f"{line}\n" for line in lines).encode() + pem, "key", new_file.OWNER)
    return key


def load(path: Path, here: str | None = None) -> Key:
    """The key in a file. Raises `Fault` if others may read it, if it is none, or if another machine made it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        mode = path.stat().st_mode
        text = path.read_bytes()
    except OSError as error:
        raise Fault(f"{path}: the key can't be read: {error.strerror}; make one: dealer-assist key new FILE") from error
    if mode & 0o077:
        raise Fault(
            f"{path}: others than its owner may read this key: make a new one, or if nobody has: chmod 600 {path}"
        )
    try:
        private = load_pem_private_key(text, password=None)
    except (ValueError, TypeError) as error:
        raise Fault(f"{path}: there is no key in this file; make one: dealer-assist key new FILE") from error
    if not isinstance(private, Ed25519PrivateKey):
        raise Fault(f"{path}: this is no Ed25519 key; make one: dealer-assist key new FILE")
    made_on, here = _MACHINE_LINE.search(text), here or machine()
    if made_on is not None and here is not None and made_on[1].decode() != here:
        raise Fault(
            f"{path}: this key was copied: another machine made it; make one for this: dealer-assist key new FILE"
        )
    return Key(private)


def public(text: str) -> str:
    """A public key, given as 64 hexadecimal digits or as a file that holds them or a key in PEM. Raises `Fault`."""
    if _HEX_KEY.fullmatch(text):
        return text.lower()
    path = Path(text)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Fault(f"{text}: neither 64 hexadecimal digits nor a readable file: {error.strerror}") from error
    digits = content.strip().decode(errors="replace")
    return digits.lower() if _HEX_KEY.fullmatch(digits) else _of_pem(path, content)


def _of_pem(path: Path, content: bytes) -> str:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    if b"PRIVATE KEY" in content:
        raise Fault(f"{path}: this is the private key, which stays where it is: dealer-assist key show {path}")
    try:
        key = load_pem_public_key(content)
    except (ValueError, UnsupportedAlgorithm) as error:
        raise Fault(f"{path}: there is no public key in this file; it is 64 hexadecimal digits, or PEM") from error
    if not isinstance(key, Ed25519PublicKey):
        raise Fault(f"{path}: this is no Ed25519 key")
    return key.public_bytes_raw().hex()


def signed(public_key: str, message: bytes, signature: str) -> bool:
    """Whether the owner of `public_key` signed `message`."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True
