"""Makes the manual page from the command.

``python docs/man/make.py`` writes ``leoni.1``, ``python docs/man/make.py --check`` says whether it is up to date.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from typer.main import get_command

from leoni_replay import __version__
from leoni_replay.cli.common import app, load

PAGE: Final = Path(__file__).with_name("leoni.1")

ENVIRONMENT: Final = {
    "LEONI_FORMAT": "The --format of verify, where none is given.",
    "LEONI_RULES": "Folders of rule books of your own, separated as in PATH; see --rules-dir.",
    "NO_COLOR": "If it is set, nothing is in colour, unless --color always asks for it.",
    "COLUMNS": "The width of what is printed.",
    "XDG_CACHE_HOME": "The folder for the expressions of the grammar; ~/.cache.",
}
EXIT: Final = {
    "0": "All is well.",
    "1": "Something is wrong: a game is rejected, for example, or a file has no game.",
    "2": "The command is wrong, or a file cannot be read or written.",
    "130": "It was interrupted.",
}


def page() -> str:
    """The manual page."""
    load()
    command: Any = get_command(app)
    lines = [
        '.\\" Made by docs/man/make.py from the command: change that.',
        f'.TH LEONI 1 "" "leoni\\-replay {__version__}" "User Commands"',
        ".SH NAME",
        "leoni \\- verify and replay recorded games of patience",
        ".SH SYNOPSIS",
        *(line for name, one in leaves(command) for line in _synopsis(name, one)),
        ".SH DESCRIPTION",
        "A record says what was dealt and what was played, in text that a person can type from a book.",
        ".B leoni",
        "replays it strictly under the rules of a named source, refuses the first illegal move with the rule that "
        "forbids it, proves the result, and shows the table at any move.",
        ".PP",
        ".B leoni explain",
        "tells what a diagnostic, a rule or a word means.",
        ".SH COMMANDS",
    ]
    for name, one in leaves(command):
        lines += [f".SS leoni {_text(name)}", *_paragraphs("\n\n".join(filter(None, [one.help, one.epilog])))]
        for param in one.params:
            lines += _param(param)
    lines += [".SH EXIT STATUS", *_table(EXIT), ".SH ENVIRONMENT", *_table(ENVIRONMENT)]
    return "\n".join(lines) + "\n"


def leaves(command: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """The commands with their names, those of a command behind it."""
    for name in command.list_commands(None):
        one = command.get_command(None, name)
        if one.hidden:
            continue
        yield before + name, one
        if hasattr(one, "commands"):
            yield from leaves(one, f"{before}{name} ")


def _synopsis(name: str, command: Any) -> list[str]:
    arguments = [_text(spelled(param)) for param in command.params if param.param_type_name == "argument"]
    return [f".B leoni {_text(name)}", " ".join(["[options]", *arguments]), ".br"]


def spelled(param: Any) -> str:
    """An option as it is typed, or what an argument is called."""
    value = _value(param)
    if param.param_type_name == "argument":
        return value
    return ", ".join([*param.opts, *param.secondary_opts]) + (f" {value}" if value else "")


def _value(param: Any) -> str:
    if getattr(param, "is_flag", False) or getattr(param, "count", False):
        return ""
    if param.metavar:
        return str(param.metavar).strip("<>")
    choices = getattr(param.type, "choices", None)
    if choices is not None:
        return "|".join(str(getattr(choice, "value", choice)) for choice in choices)
    return "TEXT"


def said(param: Any) -> str:
    """What an option or an argument does, with its default."""
    text = param.help or ""
    default = getattr(param.default, "value", param.default)
    shown = isinstance(default, str | int | float) and not isinstance(default, bool) and default != ""
    if param.param_type_name == "option" and shown:
        text += f" By default {default}."
    return str(text)


def _param(param: Any) -> list[str]:
    return [".TP", f".B {_text(spelled(param))}", _text(said(param))]


def _paragraphs(text: str) -> list[str]:
    lines: list[str] = []
    for part in re.split(r"\n\s*\n", text.strip()):
        lines += [*([".PP"] if lines else []), _text(" ".join(part.split()))]
    return lines


def _table(rows: dict[str, str]) -> list[str]:
    return [line for name, said in rows.items() for line in (".TP", f".B {_text(name)}", _text(said))]


def _text(text: str) -> str:
    """Text as roff takes it: no character of it is a request, and a hyphen can be copied as one."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", text)
    return f"\\&{text}" if text[:1] in (".", "'") else text


def main() -> int:
    """Write the page, or say whether it is up to date; the exit status."""
    arguments = argparse.ArgumentParser(description="Make the manual page from the command.")
    arguments.add_argument("--check", action="store_true", help="write nothing; 1 if the page is not up to date")
    check = arguments.parse_args().check
    made = page()
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == made:
        return 0
    if not check:
        PAGE.write_text(made, encoding="utf-8", newline="\n")
    print(f"docs/man/leoni.1 {'is not up to date: run python docs/man/make.py' if check else 'is written'}")
    return 1 if check else 0


if __name__ == "__main__":
    sys.exit(main())
