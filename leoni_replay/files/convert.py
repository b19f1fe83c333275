"""``leoni convert``: recorded games into files to read, to look at, or to work with. Whole files or nothing."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.notation import Transcript, load
from leoni_replay.record.replay import replay
from leoni_replay.show.story import Story, tell_story

To = Literal["html", "svg", "markdown", "text", "json", "csv"]

SUFFIXES: Final[dict[To, str]] = {
    "html": ".html",
    "svg": ".svg",
    "markdown": ".md",
    "text": ".txt",
    "json": ".json",
    "csv": ".csv",
}
#: the formats of which a file holds one game, so that many games make a folder
_APART: Final = ("html", "svg")


class ConvertError(Exception):
    """A conversion that cannot be made; nothing has been written."""


@dataclass(frozen=True, slots=True)
class Converted:
    """What was written, and what is wrong in the records that were rejected."""

    written: tuple[str, ...]
    rejected: tuple[Diagnostic, ...]
    #: what is to go to standard output, if that was asked for
    text: str | None = None


def convert(
    file: str,
    to: To,
    out: str | None = None,
    *,
    game: int | None = None,
    at: int | None = None,
    rules: str | None = None,
    force: bool = False,
    four_colours: bool = False,
    ascii: bool = False,
) -> Converted:
    """Convert the games of a file.

    Args:
        file: a transcript, or ``-`` for standard input.
        to: the format.
        out: a path, a folder that exists, or ``-`` for standard output; by default the file's name with the format's
            suffix, in the current folder. Many games make a folder of pages or pictures, and one file in every other
            format.
        game: only this game of the file.
        at: the move of which a picture is made; the last one by default.
        rules: rules to read the records under, in place of their own.
        force: whether files that exist may be replaced.
        four_colours: whether pictures give every suit a colour of its own.
        ascii: whether plain text has letters for suits.

    Raises:
        OSError: a file cannot be read or written.
        ConvertError: there is nothing to convert, or no place for it.
    """
    if at is not None and to != "svg":
        raise ConvertError(f"--at is for pictures (--to svg); a whole replay goes into {to}")
    stories = [tell_story(replay(transcript, rules=rules)) for transcript in _chosen(file, game)]
    if not stories:
        raise ConvertError(f"there is no game {game} in this file" if game else "there is no game in this file")
    rejected = tuple(story.error for story in stories if story.error is not None)
    if to in _APART:
        make = _page if to == "html" else lambda story: _picture(story, at, four_colours)
        if len(stories) > 1:
            return Converted(_folder(file, to, out, stories, make, force), rejected)
        text = make(stories[0])
    else:
        text = _whole(to, stories, ascii)
    if out == "-":
        return Converted((), rejected, text)
    path = Path(_stem(file) + SUFFIXES[to])
    if out is not None:
        path = Path(out) / path if Path(out).is_dir() else Path(out)
    _write([(path, text)], force)
    return Converted((str(path),), rejected)


def _chosen(file: str, game: int | None) -> Iterator[Transcript]:
    for number, transcript in enumerate(load(file), 1):
        if game is None or number == game:
            # What is made is to be shared: it names the file, not where it lay.
            transcript.file = os.path.basename(transcript.file)
            yield transcript


def _whole(to: To, stories: list[Story], ascii: bool) -> str:
    """All games in one text."""
    from leoni_replay.show.data import as_csv, as_json
    from leoni_replay.show.written import markdown, plain

    if to == "json":
        return json.dumps([as_json(story) for story in stories], indent=1) + "\n"
    if to == "csv":
        return as_csv(stories)
    return markdown(stories) if to == "markdown" else plain(stories, ascii=ascii)


def _page(story: Story) -> str:
    from leoni_replay.show.html import page

    return page(story)


def _picture(story: Story, at: int | None, four_colours: bool) -> str:
    from leoni_replay.show.svg import board

    last = len(story.done.steps)
    number = last if at is None else at
    if story.done.game is None:
        assert story.error is not None
        raise ConvertError(f"there is no table to draw: {story.error.message}")
    if number > last:
        raise ConvertError(f"there is no move {at}: the game has {last} moves")
    title = f"{story.title}, after move {number}" if number else f"{story.title}, as dealt"
    return board(story.layout(number), title=title, text=story.text(number), four_colours=four_colours)


def _folder(
    file: str, to: To, out: str | None, stories: list[Story], make: Callable[[Story], str], force: bool
) -> tuple[str, ...]:
    """A file a game in a folder, with an index if they are pages."""
    if out == "-":
        raise ConvertError(f"{len(stories)} games make {len(stories)} files: choose one with --game, or name a folder")
    folder = Path(out) if out is not None else Path(_stem(file))
    if folder.exists() and not folder.is_dir():
        raise ConvertError(f"{folder} is a file: {len(stories)} games need a folder")
    width = max(3, len(str(len(stories))))
    names = [f"game-{story.done.transcript.number:0{width}}{SUFFIXES[to]}" for story in stories]
    files = [(folder / name, make(story)) for name, story in zip(names, stories, strict=True)]
    if to == "html":
        from leoni_replay.show.html import IndexEntry, index

        entries = [
            IndexEntry(story.title, name, story.outcome, len(story.moves), story.done.accepted)
            for story, name in zip(stories, names, strict=True)
        ]
        files.append((folder / "index.html", index(entries)))
    _write(files, force)
    return tuple(str(path) for path, _ in files)


def _stem(file: str) -> str:
    return "games" if file == "-" else Path(file).name.removesuffix(".gz").removesuffix(".moves")


def _write(files: list[tuple[Path, str]], force: bool) -> None:
    """Write files whole, each in one step, after all of them have been made."""
    for path, _ in files:
        if path.exists() and not path.is_file():
            raise ConvertError(f"{path} is no file that can be replaced (-o - writes to standard output)")
        if path.exists() and not force:
            raise ConvertError(f"{path} exists already (--force replaces it)")
    held: list[tuple[str, Path]] = []
    try:
        for named, text in files:
            # A link is followed, so that what it leads to is replaced and not the link.
            path = Path(os.path.realpath(named))
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".leoni-")
            held.append((temporary, path))
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            os.chmod(temporary, 0o666 & ~_umask())
        for temporary, path in held:
            os.replace(temporary, path)
    except BaseException:
        for temporary, _ in held:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise


def _umask() -> int:
    """The permissions that new files are not to have: it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
