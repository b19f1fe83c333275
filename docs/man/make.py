"""The reference of the command, as typer documents it: Markdown for the site, and the manual page.

``python docs/man/make.py`` writes ``leoni.1``, ``python docs/man/make.py --check`` says whether it is up to date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from typer import Context
from typer.cli import get_docs_for_click
from typer.main import get_command

from leoni_replay import __version__
from leoni_replay.cli.common import app, load

PAGE: Final = Path(__file__).with_name("leoni.1")

ENVIRONMENT: Final = """\
## Environment

* `LEONI_FORMAT`: The --format of verify, if you give none.
* `LEONI_RULES`: Folders of your own rule books, separated as in PATH; see --rules-dir.
* `NO_COLOR`: If it is set, nothing is in colour, unless --color always asks for it.
* `COLUMNS`: The width of what is printed.
* `XDG_CACHE_HOME`: The folder for the expressions of the grammar; ~/.cache by default.
"""


def markdown() -> str:
    """Return the help of all commands, with what the environment sets, as Markdown."""
    load()
    command = get_command(app)
    commands = get_docs_for_click(
        obj=command, ctx=Context(command, info_name="leoni"), name="leoni", title="Every command"
    )
    # Lists of commands cut their sentences off.
    sentences = {
        name: " ".join((inner.help or "").split("\n\n")[0].split())
        for outer in (command, *getattr(command, "commands", {}).values())
        for name, inner in getattr(outer, "commands", {}).items()
    }
    whole = re.sub(
        r"^\* `([a-z-]+)`: .*\.\.\.$", lambda match: f"* `{match[1]}`: {sentences[match[1]]}", commands, flags=re.M
    )
    return f"{whole}{ENVIRONMENT}"


def page() -> str:
    """Return the manual page."""
    lines = [f'.TH LEONI 1 "" "leoni\\-replay {__version__}" "User Commands"', ".SH NAME"]
    lines += ["leoni \\- play, record and check games of patience", ".SH DESCRIPTION"]
    for line in markdown().splitlines()[2:]:
        if heading := re.fullmatch(r"#+ (.*)", line):
            command = heading[1].strip("`")
            lines.append(f".SH {heading[1].upper()}" if command == heading[1] else f".SS {_text(command)}")
        elif item := re.fullmatch(r"\* `(.+?)`(?:: (.*))?", line):
            lines += [".TP", f".B {_text(item[1])}", _text(item[2] or "")]
        elif not line:
            lines.append(".PP")
        elif not line.startswith("```"):
            lines.append(_text(line))
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """Return text as roff takes it: no character is a request, and a hyphen can be copied as one."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"\*\*(.+?)\*\*|`([^`]+)`", r"\\fB\1\2\\fR", text)
    return f"\\&{text}" if text[:1] in (".", "'") else text


if __name__ == "__main__":
    up_to_date = PAGE.exists() and PAGE.read_text(encoding="utf-8") == page()
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
    elif not up_to_date:
        sys.exit("docs/man/leoni.1 is not up to date: run python docs/man/make.py")
