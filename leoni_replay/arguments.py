"""Checks of what a program hands to the public functions: each error says what the function takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_type_hints

from leoni_replay.leoni_error import LeoniError


def check_type(argument: object, kinds: type | tuple[type, ...], takes: str) -> None:
    """Check the type of an argument.

    Args:
        argument: what the caller gave.
        kinds: the class that it must have, or several.
        takes: what the function takes, as a clause: ``legal takes a Replay``.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(argument, kinds):
        raise TypeError(f"{takes}, not {type(argument).__name__}")


def check_text(**arguments: object) -> None:
    """Check that arguments are text or None; the keywords are their names.

    Raises:
        TypeError: one is something else.
    """
    for name, value in arguments.items():
        check_type(value, (str, type(None)), f"{name} is text")


def check_options(options: Mapping[str, object], kind: type) -> None:
    """Check that options are those of a TypedDict, and that texts and whole numbers are such. Whoever uses the others
    checks them.

    Raises:
        TypeError: there is no such option, or its value is of another type.
    """
    types = get_type_hints(kind)
    for name, value in options.items():
        if name not in types:
            raise TypeError(f"there is no option {name!r}: there are {', '.join(types)}")
        if types[name] is str:
            check_text(**{name: value})
        elif types[name] in (int, int | None):
            check_type(value, (int, type(None)), f"{name} is a whole number")


def check_number(least: int, *, fraction: bool = False, **arguments: object) -> None:
    """Check that arguments are numbers that are large enough, or None; the keywords are their names.

    Raises:
        TypeError: one is not a number.
        LeoniError: one is too small.
    """
    for name, value in arguments.items():
        if value is None:
            continue
        kinds = (int, float) if fraction else int
        check_type(value, kinds, f"{name} is a {'number' if fraction else 'whole number'}")
        if not value >= least:  # type: ignore[operator]
            raise LeoniError(f"{name} is at least {least}, not {value}")


def check_move(number: object, moves: int) -> None:
    """Check that a game has a move; 0 stands for the deal.

    Raises:
        IndexError: it has no such move.
        TypeError: it is not the number of one.
    """
    check_type(number, int, "a move is given by its number")
    if not 0 <= number <= moves:  # type: ignore[operator]
        raise IndexError(f"there is no move {number}: the game has {moves} move{'' if moves == 1 else 's'}")
