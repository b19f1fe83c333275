"""What the commands share: the application object, groups of options, errors, and the terminal."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NoReturn, TypeVar, get_args, get_origin, get_type_hints

import typer
from typer.main import get_group
from typer.models import OptionInfo

from leoni_replay.cli.options import Output
from leoni_replay.cli.parameters import OneCommand, SomeCommands
from leoni_replay.cli.progress import result_stream
from leoni_replay.diagnostics import NO_GAME, Diagnostic, UserError
from leoni_replay.files.atomic import NoFolder, NotReplaceable, PathExists, output_file
from leoni_replay.files.find_games import NoGame, transcripts_in
from leoni_replay.games import GAMES, RulesError, check_folders
from leoni_replay.games.faults import fault_in
from leoni_replay.games.user_books import VARIABLE, is_file, read_book_file
from leoni_replay.message import Argument, Message
from leoni_replay.notation.text_files import short_text
from leoni_replay.show.terminal import Terminal, is_terminal, open_terminal
from leoni_replay.text import visible_text

F = TypeVar("F", bound=Callable[..., None])

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
        "fmt": ("fmt", "Rewrite records in their canonical form."),
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


def commands_about(word: str) -> dict[str, str]:
    """Return the commands that have a word in their name or their summary, those with it in their name first, each with
    its summary; a word of fewer than four letters says too little."""
    word = word.lower()
    if len(word) < 4:
        return {}
    summaries = {name: summary for group in COMMANDS.values() for name, (_, summary) in group.items()}
    with_name = [name for name in summaries if word in name]
    with_summary = [
        name
        for name, summary in summaries.items()
        if any(part.startswith(word) for part in re.findall("[a-z]+", summary.lower()))
    ]
    return {name: summaries[name] for name in [*with_name, *with_summary]}


class AllCommands(SomeCommands):
    """The group of all commands, each imported on first use."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return list(MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command, or None if there is none of this name."""
        if cmd_name not in self.commands:
            load(cmd_name)
            self.commands.update(get_group(app).commands)
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the arguments name. If there is none, and none is spelled nearly like it, the error
        suggests those that have to do with this word."""
        word = args[0] if args else ""
        if not word.startswith("-") and self.get_command(ctx, word) is None:
            suggestions = {} if get_close_matches(word, MODULES) else commands_about(word)
            if suggestions:
                width = max(map(len, suggestions))
                lines = [f"  {name:{width}}  {summary}" for name, summary in suggestions.items()]
                ctx.fail("\n".join([f"No such command '{word}'. Did you mean one of these?", *lines]))
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the commands in their groups, without importing them, on one screen."""
        formatter.write("Usage: leoni COMMAND …; leoni COMMAND -h; leoni --version | --install-completion\n")
        rows: list[tuple[str, str]] = []
        for title, group in COMMANDS.items():
            heading = title
            for name, (_, summary) in group.items():
                rows.append((f"{heading:8}{name}", summary))
                # Only the first command of a group has its title beside it.
                heading = ""
        formatter.write_dl(rows)
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
            fail(with_options(error))
        except Exception as error:
            if fault := fault_in(error):
                fail(str(fault))
            raise


def _use_folders(context: typer.Context, folders: list[str] | None) -> None:
    """Look for rule books in some folders while a command runs, and in the processes that it starts, which inherit the
    environment."""
    if folders and not context.resilient_parsing:
        if "" in folders:
            fail("--rules-dir is empty")
        old_value = os.environ.get(VARIABLE)
        old_folders = [old_value] if old_value else []
        os.environ[VARIABLE] = os.pathsep.join([*folders, *old_folders])

        def restore() -> None:
            """Give the variable its old value."""
            if old_value is None:
                os.environ.pop(VARIABLE, None)
            else:
                os.environ[VARIABLE] = old_value

        context.call_on_close(restore)
    # While a shell asks for completions (resilient parsing), nothing may fail.
    if os.environ.get(VARIABLE) and not context.resilient_parsing:
        check_folders()


#: The option for rule books of users. It takes effect before the other options are read.
_RULES_DIR: Final = Parameter(
    "rules_dir",
    Parameter.KEYWORD_ONLY,
    default=None,
    annotation=Annotated[
        list[str] | None,
        typer.Option(
            "--rules-dir",
            metavar="DIR",
            expose_value=False,
            is_eager=True,
            callback=_use_folders,
            help="Folder of your own rule books, searched before LEONI_RULES.",
        ),
    ],
)


def describe_exit_statuses(failure: str) -> str:
    """Return what the exit statuses of a command mean. ``failure`` says what 1 means; it is empty if nothing can be
    wrong."""
    status_1 = f", 1 {failure}" if failure else ""
    return f"Exit status: 0 all well{status_1}, 2 wrong command or unreadable file."


app: typer.Typer = typer.Typer(
    name="leoni",
    cls=AllCommands,
    help="Play, record and check games of patience.",
    epilog=describe_exit_statuses("something wrong"),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    # Help is as wide as the terminal.
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 1000},
)


def command(
    name: str | None = None, *, into: typer.Typer = app, failure: str = "", uses_books: bool = True
) -> Callable[[F], F]:
    """Register a command, with its options (see :func:`with_option_groups`) and its exit statuses (see
    :func:`describe_exit_statuses`)."""

    def register(function: F) -> F:
        run = with_option_groups(function, uses_books)
        into.command(name or function.__name__, cls=OneCommand, epilog=describe_exit_statuses(failure))(run)
        return function

    return register


def with_option_groups(function: Callable[..., None], uses_books: bool = True) -> Callable[..., None]:
    """Return the function of a command for Typer. A parameter whose type is a group of options (a NamedTuple such as
    ``Output``) becomes one parameter for every field. An option without a name gets that of its parameter:
    ``all_rules`` is ``--all-rules``. The format of the result is by default that of the output's suffix. A command that
    may judge a game gets the option for users' rule books."""
    hints = get_type_hints(function, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if hasattr(hint, "_fields")}
    params = _flat_parameters(function, hints, groups)
    choices = _format_choices(params)
    takes_context = "context" in hints
    if choices and not takes_context:
        params.append(Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context))
    if uses_books:
        params.append(_RULES_DIR)

    def run(**arguments: Any) -> None:
        """Run the command with the options of Typer, which are put together into groups again."""
        # It has had its effect.
        arguments.pop(_RULES_DIR.name, None)
        if choices:
            context = arguments["context"] if takes_context else arguments.pop("context")
            origin = context.get_parameter_source("format")
            is_format_typed = origin is not None and origin.name == "COMMANDLINE"
            # The parts that --split writes are always records.
            if not is_format_typed and arguments.get("split") is None:
                arguments["format"] = format_of(arguments.get("output"), choices) or arguments["format"]
        _check_not_empty(params, arguments)
        _check_not_read(**arguments)
        for name, group in groups.items():
            arguments[name] = group(*[arguments.pop(field) for field in group._fields])
        function(**arguments)

    for param in params:
        for option in getattr(param.annotation, "__metadata__", ()):
            # In an annotation, the default of an option is the name that one types; `...` if it has none yet.
            if isinstance(option, OptionInfo) and option.default is ...:
                option.default = f"--{param.name.replace('_', '-')}"
    run.__doc__ = function.__doc__
    run.__signature__ = signature(function).replace(parameters=params)  # type: ignore[attr-defined]
    return run


def _flat_parameters(function: Callable[..., None], hints: dict[str, Any], groups: dict[str, Any]) -> list[Parameter]:
    """Return the parameters of a function, with those of each group of options in place of the group.

    Args:
        function: the function of a command.
        hints: the types of its parameters, by their names.
        groups: the parameters that are groups of options, each with its class.
    """
    params: list[Parameter] = []
    for param in signature(function).parameters.values():
        group = groups.get(param.name)
        if group is None:
            params.append(param.replace(annotation=hints[param.name], kind=Parameter.KEYWORD_ONLY))
            continue
        defaults = group() if param.default is Parameter.empty else param.default
        for field, annotation in get_type_hints(group, include_extras=True).items():
            default = getattr(defaults, field)
            params.append(Parameter(field, Parameter.KEYWORD_ONLY, default=default, annotation=annotation))
    return params


def _format_choices(params: Iterable[Parameter]) -> tuple[str, ...]:
    """Return the formats that ``--format`` can choose; none if it isn't a choice, or there is no such option."""
    for param in params:
        if param.name == "format":
            value_type = get_args(param.annotation)[0]
            return get_args(value_type) if get_origin(value_type) is Literal else ()
    return ()


#: The one option whose value can be empty: a picture without words under it.
_MAY_BE_EMPTY: Final = "caption"


def _check_not_empty(params: Iterable[Parameter], arguments: Mapping[str, Any]) -> None:
    """Check that no argument and no option is an empty text, as a variable of a shell that is not set gives it; the
    command ends if one is."""
    for param in params:
        value = arguments.get(param.name)
        if param.name != _MAY_BE_EMPTY and "" in (value if isinstance(value, list) else [value]):
            fail(f"{_typed_name(param)} is empty")


def _typed_name(param: Parameter) -> str:
    """Return what stands in the help for an argument, such as ``FILES``, or the long name of an option."""
    (info,) = param.annotation.__metadata__
    if isinstance(info, OptionInfo):
        names = [str(info.default), *(info.param_decls or ())]
        return max(names, key=len)
    return str(info.metavar).strip("[]").partition("|")[0].strip(".]")


def _check_not_read(output: str | None = None, force: bool = False, **arguments: Any) -> None:
    """Check that --force does not replace a file that the command reads; the command ends if it would.

    Args:
        output: the file that the command writes.
        force: whether it may replace a file.
        arguments: all other arguments; those that are paths may be read.
    """
    if not (output and force and os.path.isfile(output)):
        return
    for argument in arguments.values():
        for path in argument if isinstance(argument, list) else [argument]:
            if not isinstance(path, str) or not os.path.exists(path):
                continue
            for file in transcripts_in(path):
                if isinstance(file, str) and os.path.isfile(file) and os.path.samefile(file, output):
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
    """Return the format that the name of a file asks for; the command ends if it asks for one that can't be chosen.

    Args:
        file: the file; None for standard output.
        choices: the formats of the command.
        endings: the suffixes of files, each with its format.

    Returns:
        The format; empty if the name doesn't ask for one.
    """
    ending = Path(file or "").suffix.lower()
    if file is None or not ending or os.path.isdir(file) or file.endswith(("/", os.sep)):
        return ""
    if ending == ".txt" and "text" not in choices:
        # Records are text, too.
        return ""
    formats = [format for suffix, format in endings.items() if format in choices and file.lower().endswith(suffix)]
    if not formats:
        fail(f"{file}: no format here has the suffix {ending}: choose one with --format ({', '.join(choices)})")
    return formats[0]


OK, REJECTED, USAGE = 0, 1, 2
#: The exit status of an interrupted program, by the convention of shells.
INTERRUPTED = 128 + 2


def with_options(error: Exception) -> str:
    """Return the text of an error, with the options of the command line that it is about or that help."""
    message = error.args[0] if error.args else ""
    text = name_options(message) if isinstance(message, Message) else str(error)
    match error.__cause__ or error:
        case NotReplaceable():
            return f"{text} (-o - writes to standard output)"
        case PathExists():
            return f"{text} (--force replaces it)"
        case NoFolder():
            return f"{text} (--force creates it)"
    return text


def name_options(message: str) -> str:
    """Return a message with the names of options as the command line writes them."""

    def in_words(part: object) -> str:
        return f"--{part.name.replace('_', '-')}" if isinstance(part, Argument) else str(part)

    return message.said(in_words) if isinstance(message, Message) else message


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
        read_book_file(f"{book.name}@{book.digest}", f"{os.curdir}/-" if file in (None, "-") else file)
    except RulesError:
        fail(
            f"the record could not name {book.name} from its place: go to the folder of the book and write the "
            "record there, or put the book into a folder of --rules-dir"
        )


def note(message: str) -> None:
    """Print a line on standard error."""
    sys.stderr.write(f"leoni: {visible_text(message)}\n")


def point_to(terminal: Terminal, problem: str) -> None:
    """Say on standard error what is wrong, if the results stand in a file where nobody sees it."""
    if terminal.file:
        note(f"{problem} (see {terminal.file})")


def page_advice(file: str) -> str:
    """Return what to type if a file looks like a page of a book; empty if it doesn't, or can't be read."""
    from leoni_replay.prose.page import looks_like_page  # start-up time
    from leoni_replay.prose.page_game import game_said  # start-up time

    if file == "-":
        return ""
    try:
        text = short_text(file)
        if not looks_like_page(text):
            return ""
    except (OSError, ValueError):
        return ""
    game, choice = "", ""
    if not game_said(text):
        game, choice = "--game NAME ", f" (NAME is the game: {', '.join(GAMES)})"
    name, extension = os.path.splitext(os.path.basename(file))
    # The page itself must not be replaced.
    out = f"{name}-record.moves" if extension == ".moves" else f"{name}.moves"
    return (
        f"{file}: this looks like a page of a book: type leoni import --from prose {game}{shlex.quote(file)} "
        f"-o {shlex.quote(out)}{choice}"
    )


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
    machine_encoding = "utf-8"
    if isinstance(stdin, io.TextIOWrapper):
        machine_encoding = stdin.encoding
        stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
        # If it is closed, that is an error before anything is done.
        stdin.buffer.read(0)

    def decode(line: str) -> str:
        """Return a line as text, whatever its encoding was."""
        # Lines are UTF-8, as files are; if a line isn't, it must have the encoding of the machine.
        data = line.encode("utf-8", "surrogateescape")
        try:
            return data.decode()
        except UnicodeDecodeError:
            return data.decode(machine_encoding, "replace")

    if is_terminal(stdin) and terminal.tty:
        return lambda prompt: decode(input(prompt))

    def read(prompt: str) -> str:
        """Print a prompt, and return the next line from a pipe."""
        terminal.write(prompt)
        terminal.stream.flush()
        line = stdin.readline()
        # A pipe does not echo the line.
        terminal.write("\n")
        if not line:
            raise EOFError
        return decode(line)

    return read


def write_as(
    format: str, terminal: Terminal, make_object: Callable[[], object], show: Callable[[Terminal], object]
) -> None:
    """Write a result as JSON on one line, or for people.

    Args:
        format: ``json``, or anything else for people.
        terminal: where it goes.
        make_object: makes the object for JSON.
        show: prints the result for people.
    """
    if format != "json":
        show(terminal)
        return
    # json is not loaded where none is written.
    from leoni_replay.report.json_lines import encoder

    encode = encoder(terminal.ascii)
    terminal.write(encode(make_object()) + "\n")


@contextlib.contextmanager
def exit_on_sigterm() -> Iterator[None]:
    """On SIGTERM, end the worker processes too, and remove half-written files."""

    def end(signal_number: int, frame: object) -> NoReturn:
        sys.exit(128 + signal_number)

    old_handler = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, old_handler)


def terminal_for(out: Output) -> Terminal:
    """Return standard output, for results."""
    terminal = open_terminal(out.ascii, out.color)
    return terminal._replace(stream=result_stream(terminal.stream))


#: Standard output for records and other files: without colour, and with the suits as they are.
PLAIN = Output(color="never")


def print_files(files: Iterable[str], quiet: bool) -> None:
    """Print the names of files. Some are only written when their name is asked for, so each is, even if none is
    printed."""
    for file in files:
        if not quiet:
            sys.stdout.write(f"{visible_text(file)}\n")


@contextlib.contextmanager
def open_output(out: Output) -> Iterator[Terminal]:
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


def printable_diff(lines: tuple[str, ...]) -> Iterator[str]:
    """Yield a patch as it is; on a terminal with control characters made visible."""
    for line in lines:
        text = line.removesuffix("\n")
        end = "\n" if line.endswith("\n") else "\n\\ No newline at end of file\n"
        yield (visible_text(text) if sys.stdout.isatty() else text) + end
