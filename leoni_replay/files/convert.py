"""``leoni convert``: recorded games into files to read, to look at, or to work with. Whole files or nothing."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.notation import Transcript, load
from leoni_replay.record.replay import Replay, replay


class ConvertError(Exception):
    """A conversion that cannot be made; nothing has been written."""


@dataclass(frozen=True, slots=True)
class Converted:
    """What was written, and what is wrong in the records that were rejected."""

    written: tuple[str, ...]
    rejected: tuple[Diagnostic, ...]
    #: what is to go to standard output, if that was asked for
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """A format to convert to: how replays are rendered, and what the names of its files end with.

    ``render`` makes the text of a file from the replays that it is to hold. If ``apart`` is set, that is one game a
    file, and many games make a folder; ``index`` makes the index of such a folder from the replays and the names of
    their files.
    """

    suffix: str
    render: Callable[[Sequence[Replay]], str]
    apart: bool = False
    index: Callable[[Sequence[Replay], Sequence[str]], str] | None = None


def convert(
    file: str,
    to: Format,
    out: str | None = None,
    *,
    game: int | None = None,
    rules: str | None = None,
    force: bool = False,
) -> Converted:
    """Convert the games of a file.

    Args:
        file: a transcript, or ``-`` for standard input.
        to: the format.
        out: a path, a folder that exists, or ``-`` for standard output; by default the file's name with the format's
            suffix, in the current folder. Many games make a folder if the format has them apart, else one file.
        game: only this game of the file.
        rules: rules to read the records under, in place of their own.
        force: whether files that exist may be replaced.

    Raises:
        OSError: a file cannot be read or written.
        ConvertError: there is nothing to convert, or no place for it.
    """
    replays = [replay(transcript, rules=rules) for transcript in _chosen(file, game)]
    if not replays:
        raise ConvertError(f"there is no game {game} in this file" if game else "there is no game in this file")
    rejected = tuple(done.error for done in replays if done.error is not None)
    if to.apart and len(replays) > 1:
        return Converted(_folder(file, to, out, replays, force), rejected)
    text = to.render(replays)
    if out == "-":
        return Converted((), rejected, text)
    path = Path(_stem(file) + to.suffix)
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


def _folder(file: str, to: Format, out: str | None, replays: list[Replay], force: bool) -> tuple[str, ...]:
    """A file a game in a folder, with an index if the format has one."""
    if out == "-":
        raise ConvertError(f"{len(replays)} games make {len(replays)} files: choose one with --game, or name a folder")
    folder = Path(out) if out is not None else Path(_stem(file))
    if folder.exists() and not folder.is_dir():
        raise ConvertError(f"{folder} is a file: {len(replays)} games need a folder")
    width = max(3, len(str(len(replays))))
    names = [f"game-{done.transcript.number:0{width}}{to.suffix}" for done in replays]
    files = [(folder / name, to.render([done])) for name, done in zip(names, replays, strict=True)]
    if to.index is not None:
        files.append((folder / f"index{to.suffix}", to.index(replays, names)))
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
