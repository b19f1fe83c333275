"""The file of a game in play: it is created, continued, and saved after every move."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

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
from leoni_replay.phrases import pluralize
from leoni_replay.play.move_refused import MoveRefused
from leoni_replay.play.move_tree import grow, orders_in, read_moves, with_tags
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.session import AUTOMATIC, RECORD_DIGEST, TAKEN_BACK, Session
from leoni_replay.record.playing import IllegalMove
from leoni_replay.record.replay import replay
from leoni_replay.record.result import Replay, view_at

#: Up to which size in bytes a file is looked at for an unfinished game, and how many files.
_LARGEST_FILE: Final = 100_000
_MOST_FILES: Final = 40


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
        messages = self._leave_to_other_program() if self._is_changed_by_others() else []
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
        return messages

    def discard(self) -> bool:
        """Remove the file, if it was written; return False, and leave it, if another program has changed it."""
        if self._is_changed_by_others():
            return False
        if self.exists:
            self.path.unlink(missing_ok=True)
            self.exists = False
        return True

    def _is_changed_by_others(self) -> bool:
        """Whether another program has changed the file."""
        with suppress(FileNotFoundError):
            return self.exists and self.path.read_bytes() != self.content
        return False

    def _leave_to_other_program(self) -> list[str]:
        """Leave the file to the program that changed it, and go on in another; return the message about that."""
        old_path, self.path = self.path, free_path(self.path)
        self.before, self.after, self.exists = "", "", False
        return [
            f"{old_path} was changed by another program, so leoni leaves it alone; "
            f"this game is now recorded in {self.path}"
        ]


def new_path(game: str, deal: str, folder: Path | None = None) -> Path:
    """Return an unused file name for a new game, in a folder or the current one."""
    stem = re.sub(r"[^a-z0-9]+", "-", f"{game} {deal}".lower().replace("'", "")).strip("-")[:60].strip("-")
    return free_path((folder or Path()) / f"{stem}.moves")


def free_path(path: Path) -> Path:
    """Return an unused path: this one, or the same with a number. If it has a number already, because another file has
    the name without it, the next number is taken."""
    stem = path.name.removesuffix(".moves")
    name, _, number_of_name = stem.rpartition("-")
    if name and number_of_name.isdecimal() and path.with_name(f"{name}.moves").exists():
        stem = name
    for number in range(1, 10_000):
        suffix = f"-{number}" if number > 1 else ""
        numbered_path = path.with_name(f"{stem}{suffix}.moves")
        if not numbered_path.exists():
            return numbered_path
    raise MoveRefused(f"there are too many files called {stem}")


def new_file(path: Path) -> GameFile:
    """Return the file of a new game.

    Raises:
        PathExists: something is there already.
    """
    check_can_write(path, replace=False)
    return GameFile(path)


class ResumedGame(NamedTuple):
    """A recorded game that is continued: its session, its file, and a message for the player, which is often empty."""

    session: Session
    file: GameFile
    message: str


def resume(path: Path, number: int | None = None, *, open: bool = False, flat: bool = False) -> ResumedGame:
    """Continue a recorded game.

    Args:
        path: its file.
        number: which game of the file; None if it holds one.
        open, flat: as for a session.

    Raises:
        CannotContinue: it cannot be continued.
    """
    raw_games, content = _raw_games(path), path.read_bytes()
    count = pluralize(len(raw_games), "game")
    if number is None:
        if len(raw_games) > 1:
            raise CannotContinue(f"{path} holds {count}: say which one with --game N")
        number = 1
    if not 1 <= number <= len(raw_games):
        raise CannotContinue(f"there is no game {number}: {path} holds {count}")
    replayed = replay(parse(raw_games[number - 1]))
    if replayed.error is not None:
        raise CannotContinue(f"{path}: game {number} cannot be continued: it is rejected", replayed.error)
    session, message = _session_of(replayed, open, flat)
    texts = [raw_game.text for raw_game in raw_games]
    before, after = "".join(texts[: number - 1]), "".join(texts[number:])
    return ResumedGame(session, GameFile(path, before, after, exists=True, content=content), message)


def unfinished_games(beside: Path) -> list[dict[str, Any]]:
    """Return the unfinished games in the folder of a file, but not that file's: of every game the one that was played
    last, and the guided deal by itself. The last one is first."""
    stat_of_path = {
        path: path.stat() for path in beside.parent.glob("*.moves") if path.is_file() and path.name != beside.name
    }
    paths = [path for path, stat in stat_of_path.items() if stat.st_size <= _LARGEST_FILE]
    paths.sort(key=lambda path: stat_of_path[path].st_mtime, reverse=True)
    latest: dict[tuple[str, bool], dict[str, Any]] = {}
    for path in paths[:_MOST_FILES]:
        with suppress(CannotContinue, UserError, OSError, ValueError):
            game = _unfinished_game(path)
            if game is not None:
                game_guide = guide(game["name"])
                is_guided_deal = game_guide is not None and game_guide.deal == game["deal"]
                latest.setdefault((game["name"], is_guided_deal), game)
    return list(latest.values())


def _unfinished_game(path: Path) -> dict[str, Any] | None:
    """Return the game of a file as a page lists it; None if it is over, has no moves, or is not a game of leoni.

    Raises:
        ValueError: the file does not hold one game.
    """
    (raw_game,) = _raw_games(path)
    record = parse(raw_game)
    name, deal = record.value("Game") or "", record.value("Deal") or ""
    if name not in GAMES or record.value("Result") != "*" or record.problem is not None:
        return None
    moves = len(list(record.moves()))
    return {"path": path.name, "name": name, "deal": deal, "moves": moves} if moves else None


def _raw_games(path: Path) -> list[RawGame]:
    """Return the games of a file, as texts.

    Raises:
        CannotContinue: the file cannot be continued.
        NoGame: it has no game.
    """
    if is_compressed(str(path)):
        raise CannotContinue(f"{path} is compressed: gunzip it to continue its game")
    raw_games: list[RawGame] = []
    for raw_game in games_in_file(str(path)):
        if isinstance(raw_game, Diagnostic):
            if raw_game.code == NO_GAME:
                raise NoGame(str(path))
            raise CannotContinue(f"{path}: {raw_game.message}")
        if raw_game.cut:
            raise CannotContinue(f"{path}: game {raw_game.number} is too long to be continued")
        raw_games.append(raw_game)
    return raw_games


def _session_of(replayed: Replay, open: bool, flat: bool) -> tuple[Session, str]:
    """Return the session of a replayed record, and a message about it.

    Raises:
        CannotContinue: too many of its cards are unknown.
    """
    record = replayed.transcript
    messages = []
    head = with_tags(record.head, {"Rules": str(replayed.game.rules)})
    if record.tag("Deal") is None:
        # The position that the moves prove replaces the deal, which was not written down.
        head = with_tags(head, {"Deal": "layout", "Layout": view_at(replayed, 0).text})
        messages.append("the deal was worked out from the moves; from now on, the record has it as a layout")
    has_layout = any(isinstance(tag, Tag) and tag.name == "Deal" and tag.value == "layout" for tag in head)
    session = (PhysicalSession if has_layout else Session)(head, open=open, flat=flat)
    whole_replay, loss = _replay_with_taken_back(replayed)
    if loss:
        messages.append(loss)
    orders = orders_in(record.head)
    nodes = grow(session.root, whole_replay.played_items, orders, session.game_in_play.position.deal)
    automatic = set((record.value(AUTOMATIC) or "").split())
    for number, node in enumerate(nodes, 1):
        node.by_player = f"{number}" not in automatic
    session.cursor = [session.root, *session.root.line()][replayed.moves]
    try:
        session.play_again()
    except IllegalMove as error:
        raise CannotContinue(
            f"{record.file}: too many of its cards are unknown to continue it", error.diagnostic
        ) from None
    # A loss that is written is one, even if a reversal could have changed that.
    if replayed.result == "conceded" or (replayed.result == "lost" and session.is_ended_by_rules):
        session.concede()
    for note in record.epilogue:
        node = session.end_node if isinstance(note, Time) else session.cursor
        node.notes.append(note)
    return session, "; ".join(messages)


def _replay_with_taken_back(replayed: Replay) -> tuple[Replay, str]:
    """Replay a record with the moves that were taken back in it, which its tags hold.

    Returns:
        The replay, and a message if some of these moves are lost.
    """
    record = replayed.transcript
    text = "".join(tag.value for tag in record.tags if tag.name == TAKEN_BACK)
    if not text:
        return replayed, ""
    items_taken_back = read_moves(record.value("Game") or "", text)
    if items_taken_back is None:
        return replayed, "the moves that were taken back cannot be read, and will not be saved again"
    items = _without_numbers([*record.items, *items_taken_back])
    head = with_tags(record.head, {"Result": None, RECORD_DIGEST: None, TAKEN_BACK: None})
    whole_record = replace(record, text="", head=head, items=items, result=Result("*"), epilogue=[])
    whole_replay = replay(whole_record, hints=False)
    if whole_replay.error is None:
        return whole_replay, ""
    loss = (
        f"of the moves that were taken back, those from move {whole_replay.moves + 1} on are not legal, "
        f"and will not be saved again: {whole_replay.error.message}"
    )
    return whole_replay, loss


def _without_numbers(items: Iterable[Item]) -> list[Item]:
    """Return items without move numbers, also inside variations: those of moves taken back are counted from them on."""
    return [
        replace(item, items=_without_numbers(item.items)) if isinstance(item, Variation) else item
        for item in items
        if not isinstance(item, Number)
    ]
