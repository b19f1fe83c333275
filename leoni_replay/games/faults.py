"""Faults in games from outside the package: errors of their code, in words that name the package and the place."""

from __future__ import annotations

from pathlib import PurePath
from types import TracebackType

from leoni_replay.games.rules import RulesError
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
