"""What the commands share: the application object, groups of options, errors, and the terminal."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, Final, Literal, NoReturn, TypeVar, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperGroup, TyperOption
from typer.main import get_group
from typer.models import OptionInfo

from leoni_replay.cli.options import Output
from leoni_replay.cli.progress import above
from leoni_replay.diagnostics import NO_GAME, Diagnostic, UserError
from leoni_replay.files.atomic import output_file
from leoni_replay.files.find_games import NoGame, transcripts_in
from leoni_replay.games import RulesError, check_folders
from leoni_replay.games.faults import fault_in
from leoni_replay.games.user_books import VARIABLE, is_file, read_book_file
from leoni_replay.show.terminal import Terminal, is_terminal, open_terminal
from leoni_replay.text import visible

F = TypeVar("F", bound=Callable[..., None])

#: the command that uses no rule books of users
_WITHOUT_BOOKS = "site"
#: Every command as the help lists it: its group, its module, and its summary.
COMMANDS: dict[str, dict[str, tuple[str, str]]] = {
    "Play": {
        "play": ("play", "Play a game and save its record as you go."),
        "deal": ("replay", "Show a deal."),
        "new": ("new", "Write the beginning of a record: its tags and its deal."),
        "sample": ("new", "Write records of sample games."),
        "site": ("site", "Write pages to play and check on, for a web server."),
    },
    "Check": {
        "verify": ("verify", "Check recorded games against the rules."),
        "why": ("replay", "Say why a move is not legal, or what it would do."),
        "examine": ("examine", "Say what follows from a position alone."),
        "fmt": ("fmt", "Rewrite transcripts in their canonical form."),
    },
    "Study": {
        "replay": ("replay", "Show a recorded game: its final position or any other."),
        "convert": ("convert", "Turn recorded games into pages, pictures, text or data."),
        "solve": ("solve", "Find out whether games can be won."),
        "review": ("review", "Find the move that threw a game away."),
        "odds": ("odds", "Play many deals and count how often they are won."),
    },
    "Collect": {
        "select": ("select", "Select recorded games by tags, moves and positions."),
        "archive": ("archive", "Store records with their verdicts, and search them."),
        "import": ("importing", "Turn games of other programs and books into records."),
    },
    "Rules": {
        "rules": ("books", "Print the rules of a game, and its rule books."),
        "games": ("books", "List the games and their rule books."),
        "explain": ("books", "Explain a diagnostic, a rule or a word."),
        "book-report": ("examine", "Compare the claims of rule books with the facts."),
    },
    "Editors": {"lsp": ("lsp", "Start the language server, for editors.")},
}
#: The module of every command.
MODULES = {name: module for group in COMMANDS.values() for name, (module, _) in group.items()}


def load(command: str = "") -> None:
    """Import the module of a command; any other word imports all of them. Building all commands takes longer than
    checking a game."""
    for module in [MODULES[command]] if command in MODULES else dict.fromkeys(MODULES.values()):
        import_module(f"leoni_replay.cli.{module}")


class CommandGroup(TyperGroup):
    """The group of all commands, each imported on first use. Every command that may judge a game gets the option for
    users' rule books."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, command in self.commands.items():
            if name != _WITHOUT_BOOKS:
                for one in [command, *getattr(command, "commands", {}).values()]:
                    # A group without an option does nothing itself.
                    if one.params:
                        one.params.append(_rules_dir())

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return list(MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command, or None if there is none of this name."""
        if cmd_name not in self.commands:
            load(cmd_name)
            self.commands.update(get_group(app).commands)
        return self.commands.get(cmd_name)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the commands in their groups, without importing them, on one screen."""
        formatter.write("Usage: leoni COMMAND …; leoni COMMAND -h; leoni --version | --install-completion\n")
        rows = [(title, name, text) for title, group in COMMANDS.items() for name, (_, text) in group.items()]
        before = ["", *(title for title, _, _ in rows)]
        formatter.write_dl(
            [
                (f"{'' if last == title else title:8}{name}", text)
                for last, (title, name, text) in zip(before, rows, strict=False)
            ]
        )
        formatter.write(f"{self.epilog}\n")

    def invoke(self, ctx: Any) -> Any:
        """Run a command. What the user can put right ends it with an error, wherever it turns up: a rule book that
        cannot be used, a file that cannot be written; and so does a fault in the code of a game from outside."""
        try:
            return super().invoke(ctx)
        except NoGame as error:
            note(str(error))
            raise typer.Exit(REJECTED) from None
        except UserError as error:
            fail(str(error))
        except Exception as error:
            if fault := fault_in(error):
                fail(str(fault))
            raise


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
    """Look for rule books in some folders while a command runs, and in the processes that it starts."""
    if folders and not ctx.resilient_parsing:
        before = os.environ.get(VARIABLE)
        os.environ[VARIABLE] = os.pathsep.join([*folders, *([before] if before else [])])

        def restore() -> None:
            if before is None:
                os.environ.pop(VARIABLE, None)
            else:
                os.environ[VARIABLE] = before

        ctx.call_on_close(restore)
    if os.environ.get("LEONI_RULES") and not ctx.resilient_parsing:
        check_folders()


def exits(wrong: str) -> str:
    """Return the exit statuses of a command. ``wrong`` says what 1 means, or is empty if nothing can be wrong."""
    failing = f", 1 {wrong}" if wrong else ""
    return f"Exit status: 0 all well{failing}, 2 wrong command or unreadable file."


app = typer.Typer(
    name="leoni",
    cls=CommandGroup,
    help="Play, record and check games of patience.",
    epilog=exits("something wrong"),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    # Help is as wide as the terminal.
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 1000},
)


def command(name: str | None = None, *, into: typer.Typer = app, wrong: str = "") -> Callable[[F], F]:
    """Register a command, with its groups of options (see :func:`grouped`) and its exit statuses (see
    :func:`exits`)."""

    def register(function: F) -> F:
        into.command(name or function.__name__, epilog=exits(wrong))(grouped(function))
        return function

    return register


def grouped(function: Callable[..., None]) -> Callable[..., None]:
    """Return the function of a command for Typer. A parameter whose type is a group of options (a NamedTuple such as
    ``Output``) becomes one parameter for every field. An option without a name gets that of its parameter:
    ``all_rules`` is ``--all-rules``."""
    hints = get_type_hints(function, include_extras=True)
    groups = {name: kind for name, kind in hints.items() if hasattr(kind, "_fields")}
    params = []
    for param in signature(function).parameters.values():
        kind = groups.get(param.name)
        if kind is None:
            params.append(param.replace(annotation=hints[param.name], kind=Parameter.KEYWORD_ONLY))
            continue
        defaults = kind() if param.default is Parameter.empty else param.default
        for field, annotation in get_type_hints(kind, include_extras=True).items():
            default = getattr(defaults, field)
            params.append(Parameter(field, Parameter.KEYWORD_ONLY, default=default, annotation=annotation))

    choices: tuple[str, ...] = ()
    for param in params:
        if param.name == "format" and get_origin(kind := get_args(param.annotation)[0]) is Literal:
            choices = get_args(kind)
    if choices and not any(param.name == "context" for param in params):
        params.append(Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context))

    def run(**given: Any) -> None:
        if choices:
            context = given["context"] if "context" in hints else given.pop("context")
            source = context.get_parameter_source("format")
            if given.get("split") is None and (source is None or source.name != "COMMANDLINE"):
                given["format"] = format_of(given.get("output"), choices) or given["format"]
        _check_not_read(**given)
        made = {name: kind(*[given.pop(field) for field in kind._fields]) for name, kind in groups.items()}
        function(**given, **made)

    for param in params:
        for option in getattr(param.annotation, "__metadata__", ()):
            if isinstance(option, OptionInfo) and option.default is ...:
                option.default = f"--{param.name.replace('_', '-')}"
    run.__doc__ = function.__doc__
    run.__signature__ = signature(function).replace(parameters=params)  # type: ignore[attr-defined]
    return run


def _check_not_read(output: str | None = None, force: bool = False, **given: Any) -> None:
    """Check that --force does not replace a file that the command reads; exit if it would."""
    if not (output and force and os.path.isfile(output)):
        return
    for value in given.values():
        for file in value if isinstance(value, list) else [value]:
            read = transcripts_in(file) if isinstance(file, str) and os.path.exists(file) else ()
            if any(os.path.isfile(one) and os.path.samefile(one, output) for one in read if isinstance(one, str)):
                fail(f"{output}: leoni reads this file: write the result to another")


#: The format of a file by what its name ends with.
ENDINGS: Final = {
    ".txt": "text",
    ".moves": "moves",
    ".json": "json",
    ".jsonl": "jsonl",
    ".csv": "csv",
    ".html": "html",
    ".md": "markdown",
    ".svg": "svg",
    ".sarif": "sarif",
    ".xml": "junit",
    ".parquet": "parquet",
}


def format_of(file: str | None, choices: Iterable[str], endings: Mapping[str, str] = ENDINGS) -> str:
    """Return the format that the name of a file asks for; empty if none. A foreign format is an error."""
    ending = Path(file or "").suffix.lower()
    if file is None or not ending or os.path.isdir(file) or file.endswith(("/", os.sep)):
        return ""
    if ending == ".txt" and "text" not in choices:
        # Records are text, too.
        return ""
    name = next((one for suffix, one in endings.items() if file.lower().endswith(suffix) and one in choices), "")
    if not name:
        fail(f"{file}: no format here has the suffix {ending}: choose one with --format ({', '.join(choices)})")
    return name


OK, REJECTED, USAGE = 0, 1, 2
#: The exit status of an interrupted program, by the convention of shells.
INTERRUPTED = 128 + 2


def fail(message: str) -> NoReturn:
    """End with exit status 2. The message may contain what the user typed, so control characters are made visible."""
    note(message)
    raise typer.Exit(USAGE)


def check_can_name_book(rules: str | None, file: str | None) -> None:
    """Check that a record written to a file (by default one of the current folder) can name the rule book given with
    ``--rules``; otherwise end with exit status 2.

    Raises:
        RulesError: there is no such book.
    """
    name = (rules or "").partition(";")[0].strip()
    if not is_file(name):
        return
    book = read_book_file(name, None)
    try:
        read_book_file(f"{book.called}@{book.digest}", f"{os.curdir}/-" if file in (None, "-") else file)
    except RulesError:
        fail(
            f"the record could not name {book.called} from its place: go to the folder of the book and write the "
            "record there, or put the book into a folder of --rules-dir"
        )


def note(message: str) -> None:
    """Print a line on standard error."""
    sys.stderr.write(f"leoni: {visible(message)}\n")


def point_to(terminal: Terminal, wrong: str) -> None:
    """Say on standard error what is wrong, if the results stand in a file where nobody sees it."""
    if terminal.file:
        note(f"{wrong} (see {terminal.file})")


def report_unread(problem: Diagnostic) -> int:
    """Print on standard error why a path gave no game, and return the exit status."""
    note(f"{problem.file}: {problem.message}")
    return REJECTED if problem.code == NO_GAME else USAGE


def print_refusal(refusal: Diagnostic, terminal: Terminal, color: bool = False) -> None:
    """Print an error with its place on standard error."""
    sys.stdout.flush()
    sys.stderr.write(refusal.render(ascii=terminal.ascii, color=color, width=terminal.width))


def line_reader(terminal: Terminal) -> Callable[[str], str]:
    """Return a function that reads lines from standard input, a terminal (with its history) or a pipe, with a prompt;
    it raises EOFError at the end. Call this before anything is read."""
    stdin = sys.stdin
    machine = "utf-8"
    if isinstance(stdin, io.TextIOWrapper):
        machine = stdin.encoding
        stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
        # If it is closed, that is an error before anything is done.
        stdin.buffer.read(0)

    def typed(line: str) -> str:
        # Lines are UTF-8, as files are; what is not must be what the machine says.
        data = line.encode("utf-8", "surrogateescape")
        try:
            return data.decode()
        except UnicodeDecodeError:
            return data.decode(machine, "replace")

    if is_terminal(stdin) and terminal.tty:
        return lambda prompt: typed(input(prompt))

    def read(prompt: str) -> str:
        terminal.write(prompt)
        terminal.stream.flush()
        line = stdin.readline()
        # A pipe does not echo the line.
        terminal.write("\n")
        if not line:
            raise EOFError
        return typed(line)

    return read


def write_as(format: str, terminal: Terminal, value: Callable[[], object], show: Callable[[Terminal], object]) -> None:
    """Write a result as JSON on one line, or as ``show`` shows it."""
    if format != "json":
        show(terminal)
        return
    # json is not loaded where none is written.
    from leoni_replay.report.json_lines import encoder

    terminal.write(encoder(terminal.ascii)(value()) + "\n")


@contextlib.contextmanager
def exit_on_sigterm() -> Iterator[None]:
    """On SIGTERM, end the worker processes too, and remove half-written files."""

    def end(number: int, frame: object) -> NoReturn:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def terminal_for(out: Output) -> Terminal:
    """Return standard output, for results."""
    terminal = open_terminal(out.ascii, out.color)
    return terminal._replace(stream=above(terminal.stream))


#: Standard output for records and other files: without colour, and with the suits as they are.
PLAIN = Output(color="never")


def print_files(files: Iterable[str], quiet: bool) -> None:
    """Print the names of the files that were written."""
    if not quiet:
        sys.stdout.write("".join(f"{visible(file)}\n" for file in files))


@contextlib.contextmanager
def results(out: Output) -> Iterator[Terminal]:
    """Open the output of a command: standard output, or a file (``-o``), which is complete or not there."""
    file = out.output
    if file is None or file == "-":
        if out.force:
            fail("--force needs -o: nothing else is replaced")
        yield terminal_for(out)
        return
    path = Path(file)
    if path.is_dir():
        fail(f"{file}: this is a folder: -o names a file")
    with output_file(path, replace=out.force) as stream:
        yield open_terminal(out.ascii, out.color, stream)._replace(file=file)


def shown_diff(lines: tuple[str, ...]) -> Iterator[str]:
    """Yield a patch as it is; on a terminal with control characters made visible."""
    for line in lines:
        body, end = (line[:-1], "\n") if line.endswith("\n") else (line, "\n\\ No newline at end of file\n")
        yield (visible(body) if sys.stdout.isatty() else body) + end
