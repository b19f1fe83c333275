"""What the commands share: how they fail, how they see their terminal, and the application that they are added to."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from typer.core import TyperGroup, TyperOption

from leoni_replay.cli.options import Color

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal


#: commands that know rule books, besides those with an option --rules
_WITH_BOOKS = ("rules", "games", "explain", "lsp")
#: The commands as the help groups them, by what somebody wants to do.
GROUPS = {
    "Play": ("play", "deal", "new", "sample"),
    "Check": ("verify", "why", "examine", "fmt"),
    "Study": ("replay", "convert", "solve", "review", "odds"),
    "Collect": ("select", "archive", "import"),
    "Rules": ("rules", "games", "explain", "book-report"),
    "Editors": ("lsp",),
}


class House(TyperGroup):
    """The command with all its commands. Those that know rule books have an option more, for those of users."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, command in self.commands.items():
            if name in _WITH_BOOKS or any(param.name == "rules" for param in command.params):
                command.params.append(_rules_dir())

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands in their groups; those of a command with commands of its own in one."""
        groups = GROUPS if self.name == "leoni" else {"Commands": tuple(self.commands)}
        for title, names in groups.items():
            with formatter.section(title):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(70)) for name in names])

    def invoke(self, ctx: Any) -> Any:
        """Run a command; a user's rule book that cannot be used ends it, wherever it turns up, and so does a file that
        cannot be written."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            from leoni_replay.files.atomic import CannotWrite

            if not isinstance(error, CannotWrite):
                raise
            fail(str(error))
        except ValueError as error:
            from leoni_replay.games import RulesError

            if not isinstance(error, RulesError):
                raise
            fail(str(error))


def _rules_dir() -> TyperOption:
    return TyperOption(
        param_decls=["--rules-dir"],
        type=str,
        multiple=True,
        metavar="DIR",
        expose_value=False,
        is_eager=True,
        callback=_use_folders,
        help="Folder of your own rule books, searched before LEONI_RULES.",
    )


def _use_folders(ctx: Any, param: Any, folders: tuple[str, ...]) -> None:
    """Look for rule books in some folders while a command runs, also in the processes that it starts."""
    if folders and not ctx.resilient_parsing:
        from leoni_replay.games.user_books import VARIABLE

        before = os.environ.get(VARIABLE)
        os.environ[VARIABLE] = os.pathsep.join([*folders, *([before] if before else [])])

        def restore() -> None:
            if before is None:
                os.environ.pop(VARIABLE, None)
            else:
                os.environ[VARIABLE] = before

        ctx.call_on_close(restore)
    if os.environ.get("LEONI_RULES") and not ctx.resilient_parsing:
        from leoni_replay.games import check_folders

        check_folders()


app = typer.Typer(
    name="leoni",
    cls=House,
    help="Verify and replay recorded games of patience.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

OK, REJECTED, USAGE = 0, 1, 2
#: What a shell says of a program that was interrupted.
INTERRUPTED = 128 + 2


def fail(message: str) -> NoReturn:
    """End with exit status 2. The message may hold what was typed, so that it is shown and not obeyed."""
    from leoni_replay.text import visible

    sys.stderr.write(f"leoni: {visible(message)}\n")
    raise typer.Exit(USAGE)


def check_rules(rules: str | None) -> None:
    """Rules given on the command line that no game has are a mistake of the command, not of any record."""
    if rules is not None:
        from leoni_replay.games import RulesError
        from leoni_replay.games import check_rules as check

        try:
            check(rules)
        except RulesError as error:
            fail(str(error))


def note(said: str) -> None:
    """A line on standard error about how things go."""
    from leoni_replay.text import visible

    sys.stderr.write(f"leoni: {visible(said)}\n")


@contextlib.contextmanager
def ended_when_asked() -> Iterator[None]:
    """While processes share the work: who ends this one (SIGTERM) ends them as well, and what is half written goes."""
    import signal

    def end(number: int, frame: object) -> NoReturn:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def terminal_for(ascii: bool, color: Color) -> Terminal:
    from leoni_replay.show.terminal import open_terminal

    return open_terminal(ascii, color.value)


@contextlib.contextmanager
def results(ascii: bool, color: Color, file: str | None) -> Iterator[Terminal]:
    """Where a command writes its results: standard output, or a file (``--output-file``), which takes its place when
    all is written."""
    if file is None:
        yield terminal_for(ascii, color)
        return
    from leoni_replay.files.atomic import opened, whole_file
    from leoni_replay.show.terminal import open_terminal

    path = Path(file)
    if path.is_dir():
        fail(f"{file}: this is a folder: --output-file names a file")
    # What is no file (a device, a pipe) is written to, and not replaced.
    special = path.exists() and not path.is_file()
    with (
        io.TextIOWrapper(opened(path, path), encoding="utf-8") if special else whole_file(path, replace=True) as stream
    ):
        yield open_terminal(ascii, color.value, stream)


def shown_diff(lines: tuple[str, ...]) -> Iterator[str]:
    """A patch as it is; on a terminal, one whose escapes are shown and not obeyed."""
    from leoni_replay.text import visible

    for line in lines:
        body, end = (line[:-1], "\n") if line.endswith("\n") else (line, "\n\\ No newline at end of file\n")
        yield (visible(body) if sys.stdout.isatty() else body) + end
