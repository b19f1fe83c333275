"""The file of a game in play: it is created, continued, and saved after every move."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from leoni_replay.diagnostics import NO_GAME, Diagnostic, UserError
from leoni_replay.files.atomic import check_can_write, whole_file
from leoni_replay.files.find_games import NoGame, games_in_file
from leoni_replay.games import GAMES
from leoni_replay.games.sheet import guide
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import GAME_LIMIT, RawGame
from leoni_replay.notation.text_files import is_compressed
from leoni_replay.notation.transcript import Item, Number, Result, Tag, Time, Transcript, Variation
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import counted
from leoni_replay.play.move_refused import MoveRefused
from leoni_replay.play.move_tree import grow, orders_in, read_moves, with_tags
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.session import AUTOMATIC, RECORD_DIGEST, TAKEN_BACK, Session
from leoni_replay.record.playing import IllegalMove
from leoni_replay.record.replay import replay
from leoni_replay.record.result import Replay

#: The size in bytes of a file that is looked at for an unfinished game, and how many of them.
_LARGEST: Final = 100_000
_MOST: Final = 40


class CannotContinue(Exception):
    """Raised for a file that cannot be continued; ``diagnostic`` is the error of its game, if that is the reason."""

    def __init__(self, reason: str, diagnostic: Diagnostic | None = None) -> None:
        super().__init__(reason)
        self.diagnostic = diagnostic


@dataclass(slots=True)
class GameFile:
    """The file of a record, with the texts of the games before and after it."""

    path: Path
    before: str = ""
    after: str = ""
    exists: bool = False
    #: what is in the file, as far as this program knows
    content: bytes = field(default=b"", repr=False)

    def write(self, record: Transcript) -> list[str]:
        """Save the record (all or nothing).

        A file that another program has changed is left alone: the game is saved in a new file beside it.

        Returns:
            Messages for the player, one per line.

        Raises:
            PathExists: another file is there.
            OSError, ValueError: it cannot be written; the file is unchanged.
        """
        if self.exists and self.path.exists() and not os.access(self.path, os.W_OK):
            raise PermissionError(13, "this file is read-only", str(self.path))
        said = self._leave() if self._changed() else []
        text = dumps(record)
        if self.before:
            text = f"{self.before.rstrip()}\n\n{text}"
        if self.after:
            text = f"{text}\n{self.after}"
        if len(text) - len(self.before) - len(self.after) > GAME_LIMIT:
            raise LeoniError(f"it is longer than {GAME_LIMIT >> 20} MiB")
        with whole_file(self.path, replace=self.exists) as stream:
            stream.write(text)
        self.exists, self.content = True, text.encode()
        return said

    def discard(self) -> bool:
        """Remove the file, if it was written; return False, and leave it, if another program has changed it."""
        if self._changed():
            return False
        if self.exists:
            self.path.unlink(missing_ok=True)
            self.exists = False
        return True

    def _changed(self) -> bool:
        with suppress(FileNotFoundError):
            return self.exists and self.path.read_bytes() != self.content
        return False

    def _leave(self) -> list[str]:
        """Leave the file to the other program."""
        left, self.path = self.path, free_path(self.path)
        self.before, self.after, self.exists = "", "", False
        return [
            f"{left} was changed by another program, so leoni leaves it alone; this game is now recorded in {self.path}"
        ]


def new_path(game: str, deal: str, folder: Path | None = None) -> Path:
    """Return an unused file name for a new game, in a folder or the current one."""
    stem = re.sub(r"[^a-z0-9]+", "-", f"{game} {deal}".lower().replace("'", "")).strip("-")[:60].strip("-")
    return free_path((folder or Path()) / f"{stem}.moves")


def free_path(path: Path) -> Path:
    """Return an unused path: this one, or the same with a number."""
    stem = path.name.removesuffix(".moves")
    for number in range(1, 10_000):
        free = path.with_name(f"{stem}{f'-{number}' if number > 1 else ''}.moves")
        if not free.exists():
            return free
    raise MoveRefused(f"there are too many files called {stem}")


def new_file(path: Path) -> GameFile:
    """Return the file of a new game.

    Raises:
        PathExists: something is there already.
    """
    check_can_write(path, replace=False)
    return GameFile(path)


def resume(
    path: Path, number: int | None = None, *, open: bool = False, flat: bool = False
) -> tuple[Session, GameFile, str]:
    """Continue a recorded game.

    Args:
        path: its file.
        number: which game of the file; None if it holds one.
        open, flat: as for a session.

    Returns:
        The session, its file, and a message (often empty).

    Raises:
        CannotContinue: it cannot be continued.
    """
    raws, data = _games(path), path.read_bytes()
    if number is None and len(raws) > 1:
        raise CannotContinue(f"{path} holds {counted(len(raws), 'game')}: say which one with --game N")
    if not 1 <= (number or 1) <= len(raws):
        raise CannotContinue(f"there is no game {number}: {path} holds {counted(len(raws), 'game')}")
    at = (number or 1) - 1
    record = parse(raws[at])
    replayed = replay(record)
    if replayed.error is not None:
        raise CannotContinue(f"{path}: game {at + 1} cannot be continued: it is rejected", replayed.error)
    session, said = _session(replayed, open, flat)
    texts = [raw.text for raw in raws]
    return session, GameFile(path, "".join(texts[:at]), "".join(texts[at + 1 :]), True, data), said


def unfinished_games(beside: Path) -> list[dict[str, Any]]:
    """Return the unfinished games in the folder of a file, but not that file's: of every game the one that was played
    last, and the guided deal by itself. The last one is first."""
    going: dict[tuple[str, bool], dict[str, Any]] = {}
    files = [
        (path.stat(), path) for path in beside.parent.glob("*.moves") if path.is_file() and path.name != beside.name
    ]
    files = [(stat, path) for stat, path in files if stat.st_size <= _LARGEST]
    for _, path in sorted(files, key=lambda file: file[0].st_mtime, reverse=True)[:_MOST]:
        with suppress(CannotContinue, UserError, OSError, ValueError):
            (raw,) = _games(path)
            record = parse(raw)
            name, deal = record.value("Game") or "", record.value("Deal") or ""
            if (
                name in GAMES
                and record.value("Result") == "*"
                and record.problem is None
                and (moves := len(list(record.moves())))
            ):
                guided = guide(name)
                game = {"path": path.name, "name": name, "deal": deal, "moves": moves}
                going.setdefault((name, guided is not None and guided.deal == deal), game)
    return list(going.values())


def _games(path: Path) -> list[RawGame]:
    if is_compressed(str(path)):
        raise CannotContinue(f"{path} is compressed: gunzip it to continue its game")
    raws: list[RawGame] = []
    for raw in games_in_file(str(path)):
        if isinstance(raw, Diagnostic):
            if raw.code == NO_GAME:
                raise NoGame(str(path))
            raise CannotContinue(f"{path}: {raw.message}")
        if raw.cut:
            raise CannotContinue(f"{path}: game {raw.number} is too long to be continued")
        raws.append(raw)
    return raws


def _session(replayed: Replay, open: bool, flat: bool) -> tuple[Session, str]:
    """Return the session of a replayed record, and a message about it."""
    record, said = replayed.transcript, ""
    head = with_tags(record.head, {"Rules": str(replayed.game.rules)})
    if record.tag("Deal") is None:
        # The position that the moves prove replaces the deal, which was not written down.
        head = with_tags(head, {"Deal": "layout", "Layout": replayed.view_at(0).text})
        said = "the deal was worked out from the moves; from now on, the record has it as a layout"
    layout = any(node.name == "Deal" and node.value == "layout" for node in head if isinstance(node, Tag))
    session = (PhysicalSession if layout else Session)(head, open=open, flat=flat)
    whole, lost = _with_taken_back(replayed)
    grown = grow(session.root, whole.played_items, orders_in(record.head), session.game_in_play.position.deal)
    automatic = set((record.value(AUTOMATIC) or "").split())
    for number, node in enumerate(grown, 1):
        node.chosen = f"{number}" not in automatic
    session.cursor = [session.root, *session.root.line()][replayed.moves]
    try:
        session.play_again()
    except IllegalMove as error:
        raise CannotContinue(
            f"{record.file}: too many of its cards are unknown to continue it", error.diagnostic
        ) from None
    if replayed.result == "conceded":
        session.concede()
    for note in record.epilogue:
        (session.end_node if isinstance(note, Time) else session.cursor).notes.append(note)
    return session, "; ".join(filter(None, [said, lost]))


def _with_taken_back(replayed: Replay) -> tuple[Replay, str]:
    """Return the replay of a record with the moves that were undone, and a message if some are lost."""
    record = replayed.transcript
    text = "".join(tag.value for tag in record.tags if tag.name == TAKEN_BACK)
    if not text:
        return replayed, ""
    taken = read_moves(record.value("Game") or "", text)
    if taken is None:
        return replayed, "the moves that were taken back cannot be read, and will not be saved again"
    items = _unnumbered([*record.items, *taken])
    head = with_tags(record.head, {"Result": None, RECORD_DIGEST: None, TAKEN_BACK: None})
    whole = replay(replace(record, text="", head=head, items=items, result=Result("*"), epilogue=[]), hints=False)
    if whole.error is None:
        return whole, ""
    lost = f"of the moves that were taken back, those from move {whole.moves + 1} on are not legal"
    return whole, f"{lost}, and will not be saved again: {whole.error.message}"


def _unnumbered(items: Iterable[Item]) -> list[Item]:
    """Return items without move numbers, also inside variations: those of moves taken back are counted from them on."""
    return [
        replace(item, items=_unnumbered(item.items)) if isinstance(item, Variation) else item
        for item in items
        if not isinstance(item, Number)
    ]
