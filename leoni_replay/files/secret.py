"""A secret key that distinguishes files written by this user from those that others have written or changed."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from leoni_replay.notation.grammar import cache_folder

_BYTES: Final = 32
_NAME: Final = "key"


@cache
def user_key() -> bytes:
    """The user's key: 32 random bytes, made on first use and stored in a file of the cache folder that nobody else can
    read. If it cannot be stored, it is valid for this process only."""
    folder = cache_folder()
    if folder is None:
        return secrets.token_bytes(_BYTES)
    path = folder / _NAME
    return _read(path) or _made(path)


def checksum(*parts: bytes) -> str:
    """A checksum that only the owner of the key can make: 32 hexadecimal digits."""
    digest = hashlib.blake2b(key=user_key(), digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def checks(written: str, *parts: bytes) -> bool:
    """Whether a checksum matches the bytes."""
    return hmac.compare_digest(written.encode("ascii", "replace"), checksum(*parts).encode())


def _read(path: Path) -> bytes | None:
    """Read the key from a file; None if it holds none, or if others could have read it."""
    try:
        with path.open("rb") as stream:
            about = os.fstat(stream.fileno())
            if not stat.S_ISREG(about.st_mode):
                return None
            if os.name == "posix" and (about.st_mode & 0o077 or about.st_uid != os.geteuid()):
                return None
            key = stream.read(_BYTES + 1)
    except OSError:
        return None
    return key if len(key) == _BYTES else None


def _made(path: Path) -> bytes:
    """A new key, stored in its file if possible; or the key of another process that was faster."""
    key = secrets.token_bytes(_BYTES)
    with suppress(OSError):
        # mkstemp creates a file that only its owner can read.
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{_NAME}-")
        try:
            with open(handle, "wb") as stream:
                stream.write(key)
            try:
                os.link(name, path)
            except FileExistsError:
                if (other := _read(path)) is not None:
                    return other
                os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)
    return key
