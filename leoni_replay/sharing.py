"""What calls in several threads share.

A call that needs a table, a runner or a buffer takes one that no other call is using, and gives it back: nothing that
is written to is ever in two hands. So a call may also come in the middle of another one of the same thread, and no call
waits for another.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import Generic, TypeVar, cast

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])


class Spares(Generic[T]):
    """Things of one kind that nobody is using now.

    Args:
        make: makes one where none is left.

    Attributes:
        give: gives one back; one that is never given back is not missed.
    """

    __slots__ = ("_make", "_things", "give")

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._things: list[T] = []
        # A list hands out and takes in one thing at a time, whatever threads there are.
        self.give: Callable[[T], None] = self._things.append

    def take(self) -> T:
        """Return one that nobody else has until it is given back."""
        try:
            return self._things.pop()
        except IndexError:
            return self._make()


def made_once(make: F) -> F:
    """Cache what a function makes, as ``functools.cache`` does. That one makes two if two threads ask at the same time;
    this makes one for both."""
    lock = RLock()
    results: dict[tuple[object, ...], object] = {}

    @cache
    @wraps(make)
    def get(*args: object) -> object:
        with lock:
            if args not in results:
                results[args] = make(*args)
            return results[args]

    return cast(F, get)
