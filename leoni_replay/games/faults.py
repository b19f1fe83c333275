"""Faults of programs: errors in the code of games from outside the package, and of leoni itself, in words that name the
place in the code and the cause.

A fault at one record must not end a run. So each way to a record (reading it, replaying it, showing it) has one
boundary, which turns whatever is raised there into an error of that record, X701.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import PurePath
from types import TracebackType
from typing import Final, NamedTuple

from leoni_replay.diagnostics import PROGRAM_FAULT, UserError
from leoni_replay.games.refusal import Ambiguous, LayoutError, Refused
from leoni_replay.games.rules import RulesError
from leoni_replay.installation import sources_address
from leoni_replay.leoni_error import LeoniError
from leoni_replay.search.depth_first import PlanError

#: the top-level modules that declare games from outside, with the name of the game and of its package
_OUTSIDE: dict[str, tuple[str, str]] = {}

_OURS = __name__.partition(".")[0]


class GameFault(RulesError):
    """Raised where the code of a game from outside is wrong."""

    def __init__(self, message: str) -> None:
        super().__init__("game", message)

    def __reduce__(self) -> tuple[object, ...]:
        return GameFault, (self.message,)


def note_package(module: str, game: str, package: str = "") -> None:
    """Note that a module declares a game from outside; ``package`` is the name under which it was installed."""
    top = module.partition(".")[0]
    if top != _OURS and (package or top not in _OUTSIDE):
        _OUTSIDE[top] = (game, package)


#: Errors about values that the program has to deal with itself, so if one of them escapes, that is a fault.
_FAULTS: Final = (GameFault, Refused, Ambiguous, LayoutError)


class FaultWords(NamedTuple):
    """A fault of a program in words: where it is and what was raised, and what to do about it."""

    message: str
    help: str


def words_for_fault(error: Exception) -> FaultWords:
    """Return a fault in words, for the error of the record at which it showed."""
    fault_outside = fault_in(error)
    if fault_outside is not None:
        return FaultWords(
            fault_outside.message, "the record may be right: please report this to the makers of that game"
        )
    message = f"leoni has a fault{_place_in_code(error)}: {words(error)}"
    address = sources_address()
    place = f" at {address}/issues" if address else ""
    return FaultWords(
        message, f"the record may be right, but this is a fault of leoni: please report it{place}, with the record"
    )


def _place_in_code(error: Exception) -> str:
    """Return the innermost place in our code where an error was raised, as words that follow *a fault*; empty if nobody
    knows it."""
    place = ""
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        parts = PurePath(code.co_filename).parts
        if _OURS in parts:
            # From the folder of the package on.
            path_in_package = "/".join(parts[len(parts) - parts[::-1].index(_OURS) :])
            place = f" in {code.co_name}, {path_in_package} line {step.tb_lineno}"
        step = step.tb_next
    return place


class ProgramFault(UserError):
    """Raised in place of a fault of the program at one record.

    Attributes:
        code: the code of the error of that record.
        help: what to do about it.
    """

    def __init__(self, fault_words: FaultWords) -> None:
        super().__init__(fault_words.message)
        self.code: Final = PROGRAM_FAULT
        self.message: str = fault_words.message
        self.help: str = fault_words.help

    def __reduce__(self) -> tuple[object, ...]:
        return ProgramFault, (FaultWords(self.message, self.help),)


@contextlib.contextmanager
def program_faults(passing: type[Exception] = LeoniError) -> Iterator[None]:
    """Let whatever is a fault of the program leave a block as a :class:`ProgramFault`; the block is about one record.

    Args:
        passing: the errors that say what is wrong with the arguments of the block, so that they are no faults.

    Raises:
        ProgramFault: instead of the error.
    """
    try:
        yield
    except (ProgramFault, OSError, MemoryError):
        raise
    except Exception as error:
        if isinstance(error, passing) and not isinstance(error, _FAULTS):
            raise
        raise ProgramFault(words_for_fault(error)) from error


def fault_in(error: BaseException) -> GameFault | None:
    """Return an error as the fault of the game from outside whose code raised it; None if no such code was running."""
    if isinstance(error, GameFault):
        return error
    if isinstance(error, PlanError):
        module, name = error.plan.__module__, error.plan.__qualname__
        return GameFault(f"the plan {name} of the package {package_of(module)} has a fault: {error}")
    place: TracebackType | None = None
    top = ""
    inside = False
    step = error.__traceback__
    while step is not None:
        module = str(step.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        # What calls this package is not called by it.
        inside = inside or module == _OURS
        if inside and module in _OUTSIDE:
            place, top = step, module
        step = step.tb_next
    if place is None:
        return None
    game, package = _OUTSIDE[top]
    code = place.tb_frame.f_code
    where = f"{code.co_name}, {PurePath(code.co_filename).name} line {place.tb_lineno}"
    return GameFault(f"{game}{_of(package or top)} has a fault in {where}: {words(error)}")


def words(error: BaseException) -> str:
    """Return an error with its kind, as its message alone may say too little (``KeyError: 33``)."""
    message = str(error)
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def not_made(game: str, package: str, error: Exception) -> GameFault:
    """Return the error for a game from outside that cannot be made."""
    why = error if isinstance(error, ValueError) else words(error)
    return fault_in(error) or GameFault(f"{game}{_of(package)} cannot be used: {why}")


def bad_book(game: str, package: str, book: str, error: Exception) -> GameFault:
    """Return the error for a rule book of a game from outside that cannot be loaded."""
    return GameFault(f"the rule book {book} of {game}{_of(package)} cannot be used: {words(error)}")


def bad_sheet(game: str, package: str, error: Exception) -> GameFault:
    """Return the error for the sheet of a game from outside that cannot be read."""
    why = error if isinstance(error, ValueError) else words(error)
    return GameFault(f"the sheet of {game}{_of(package)} cannot be used: {why}")


def package_of(module: str) -> str:
    """Return the package that declares a game in a module from outside; the module if nobody installed it as one."""
    top = module.partition(".")[0]
    return _OUTSIDE.get(top, ("", ""))[1] or top


def _of(package: str) -> str:
    return f" of the package {package}" if package else ""
