"""Options mean the same in every command, and so do exit statuses: checked from the declarations of all commands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from leoni_replay.cli.common import COMMANDS, ENDINGS, OK, REJECTED, USAGE, app, format_of
from leoni_replay.cli.parameters import choices_of
from tests.cli.runs import GOOD, leoni, process

#: what stands for an argument, by its metavar
_FILL = {
    "DB": "a.db",
    "DEAL": "seed:1",
    "MOVE": "2H",
    "FILES...": "a.odds",
    "FILE": "good.moves",
    "FILES|-...": "r.json",
}


def _leaves(group: Any, before: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    for name, one in group.commands.items():
        if one.params:
            yield " ".join([*before, name]), one
        if hasattr(one, "commands"):
            yield from _leaves(one, (*before, name))


LEAVES = dict(_leaves(get_command(app)))
#: the options of every command, each by its long name
OPTIONS = {
    name: {max(one.opts, key=len): one for one in command.params if one.param_type_name == "option"}
    for name, command in LEAVES.items()
}
EVERY = pytest.mark.parametrize("name", LEAVES)
#: the commands that read records
READERS = [
    name
    for name, command in LEAVES.items()
    if any(
        one.param_type_name == "argument" and one.help.startswith(("Records, ", "A record, ")) for one in command.params
    )
]


def _line(name: str, records: str) -> list[str]:
    """A command with its arguments."""
    words = name.split()
    for one in LEAVES[name].params:
        if one.param_type_name == "argument":
            if one.help.startswith(("Records, ", "A record, ")):
                words.append(records)
            elif one.required:
                words.append(_FILL[one.metavar])
    return words


def _formats(name: str) -> list[str]:
    one = OPTIONS[name].get("--format")
    if one is None:
        return []
    return [*choices_of(one)] or one.metavar.strip("<>").split("|")


def test_an_option_takes_the_same_everywhere() -> None:
    kinds: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for options in OPTIONS.values():
        for name, one in options.items():
            value = "" if one.is_flag else "CHOICE" if choices_of(one) or name == "--format" else one.metavar
            kinds[name].add((*sorted(one.opts), value))
    # A game that is dealt has a name, and one in a file a number; some results are a folder.
    assert [name for name, kind in kinds.items() if len(kind) > 1] == ["--game", "--output"]
    for name in READERS:
        assert OPTIONS[name].get("--game") is None or OPTIONS[name]["--game"].metavar in ("N", "NAME|N")


@EVERY
def test_results_and_their_form(name: str) -> None:
    options = OPTIONS[name]
    assert "--format" not in options or {"--output", "--force"} <= set(options)
    assert "--force" not in options or "--output" in options
    for form in (formats := _formats(name)):
        for ending in [ending for ending, one in ENDINGS.items() if one == form]:
            assert format_of(f"x{ending.upper()}", formats) == form
    if formats:
        assert "-o" in options["--output"].opts
        assert format_of(None, formats) == format_of("-", formats) == format_of("x", formats) == ""
        with pytest.raises(typer.Exit) as ended:
            format_of("x.pdf", formats)
        assert ended.value.exit_code == USAGE


@EVERY
def test_help(name: str) -> None:
    run = leoni(*name.split(), "-h")
    assert (run.code, run.err) == (OK, "") and run.out.startswith(f"Usage: leoni {name} ")
    said = " ".join(run.out.split())
    assert "Exit status: 0 all well, " in said and said.endswith(", 2 wrong command or unreadable file.")
    for one in LEAVES[name].params:
        assert one.help[:1].isupper() or one.help.startswith("seed:"), one.name
        assert one.help.endswith((".", "…", ")")), one.name


@pytest.mark.long
def test_help_is_as_wide_as_the_terminal() -> None:
    for columns in (60, 80, 150):
        lines = process("verify", "-h", COLUMNS=str(columns)).stdout.decode().splitlines()
        assert columns - 20 < max(map(len, lines)) <= columns


def test_the_help_of_all_fits_a_screen() -> None:
    run = leoni("--help", COLUMNS="80")
    lines = run.out.splitlines()
    assert run.code == OK and len(lines) <= 24 and max(map(len, lines)) <= 80
    listed = {name: text for group in COMMANDS.values() for name, (_, text) in group.items()}
    assert {name: one.get_short_help_str(70) for name, one in get_command(app).commands.items()} == listed
    assert all(any(f" {name} " in line and line.endswith(text) for line in lines) for name, text in listed.items())


@EVERY
def test_a_wrong_command(name: str) -> None:
    assert leoni(*name.split(), "--nonsense").code == USAGE


@pytest.mark.parametrize(("name", "text"), [("e.json", "[]"), ("e.jsonl", "\n")])
def test_data_without_a_game(name: str, text: str) -> None:
    Path(name).write_text(text)
    assert leoni("import", name) == (REJECTED, "", f"leoni: {name}: there is no game in this file\n")


@pytest.mark.parametrize("name", READERS)
def test_a_file_without_a_game_and_none(name: str) -> None:
    Path("none.moves").touch()
    form = ["--format", "html"] if name == "convert" else []
    for file in ("none.moves", "-")[: 1 if name == "play" else 2]:
        run = leoni(*_line(name, file), *form)
        assert run.code == REJECTED
        assert "there is no game in this file" in run.out + run.err and file in run.out + run.err
        assert (", 1 " in (LEAVES[name].epilog or "")) and "<stdin>" not in run.out + run.err
    if name != "play":
        run = leoni(*_line(name, "[missing.moves"), *form)
        assert run.code == USAGE and "[missing.moves" in run.out + run.err


@pytest.mark.parametrize("name", [name for name in READERS if name != "play"])
def test_what_is_wrong_is_on_the_screen_too_if_the_results_are_in_a_file(name: str) -> None:
    Path("wrong.moves").write_text('[Game "Martha"]\n[Deal "nix"]\n*', encoding="utf-8")
    for number, form in enumerate(_formats(name) or ["text"]):
        chosen = ["--format", form] if _formats(name) and not (name == "replay" and form == "json") else []
        more = [*["-o", f"x{number}"] * ("--output" in OPTIONS[name]), *["-q"] * ("--quiet" in OPTIONS[name])]
        run = leoni(*_line(name, "wrong.moves"), *chosen, *more)
        assert run.code == OK or run.err or ("-o" not in more and run.out), form


@pytest.mark.parametrize(
    "name",
    [
        # What the site needs is fetched from the network.
        name
        for name, options in OPTIONS.items()
        if "--force" in options and name != "site"
    ],
)
def test_files_are_replaced_and_folders_created_only_with_force(name: str) -> None:
    Path("good.moves").write_text(GOOD, encoding="utf-8")
    line = _line(name, "good.moves")
    if "r.json" in line:
        leoni("convert", "good.moves", "-o", "r.json")
    if "a.db" in line:
        leoni("archive", "add", "a.db", "good.moves")
    if name.startswith("odds") and name != "odds position":
        leoni("odds", "--deals", "1", "--player", "weighted", "--db", "good.moves.odds")
        line = [f"{word}.odds" if word == "good.moves" else word for word in line]
    if name == "book-report":
        line.append("examples")
        Path("examples").mkdir()
        Path("examples", "good.moves").write_text(GOOD, encoding="utf-8")
    ending = ".jsonl" if "jsonl" in _formats(name) else ""
    run = leoni(*line, "-o", f"no/x{ending}")
    assert (run.code, run.out) == (USAGE, "") and f"no/x{ending}: there is no folder no (--force creates it)" in run.err
    assert not Path("no").exists()
    Path(f"x{ending}").write_text("mine")
    run = leoni(*line, "-o", f"x{ending}")
    assert (run.code, run.out) == (USAGE, "") and f"x{ending} exists already (--force replaces it)" in run.err
    assert Path(f"x{ending}").read_text() == "mine"


def test_no_command_replaces_a_file_that_it_reads(folder: Path) -> None:
    for name in OPTIONS:
        if not {"--output", "--force"} <= OPTIONS[name].keys():
            continue
        line = _line(name, "good.moves")
        for word in {*line} & {"good.moves", "a.db", "r.json"}:
            (folder / word).write_text("mine")
            formats = _formats(name)
            run = leoni(*line, "-o", f"./{word}", "--force", *(["--format", formats[0]] if formats else []))
            assert run.code == USAGE, name
            assert f"./{word}: leoni reads this file: write the result to another" in run.err
            assert (folder / word).read_text() == "mine"
    (folder / "all.moves").write_text("mine")
    run = leoni("select", ".", "-o", "all.moves", "--force")
    assert run.code == USAGE and (folder / "all.moves").read_text() == "mine"


@EVERY
def test_an_empty_value_is_named(name: str) -> None:
    """A variable of a shell that is not set, in place of an argument or of the value of an option."""
    arguments = [one for one in LEAVES[name].params if one.param_type_name == "argument"]
    for one in LEAVES[name].params:
        if getattr(one, "is_flag", False) or one.name == "caption":
            continue
        words = [
            "" if other is one else _FILL.get(other.metavar, "good.moves")
            for other in arguments
            if other.required or other is one
        ]
        for other in LEAVES[name].params:
            if other not in arguments and (other.required or other is one):
                words = [max(other.opts, key=len), "" if other is one else "x", *words]
        named = one.metavar.strip("[]").partition("|")[0].strip(".[]") if one in arguments else max(one.opts, key=len)
        run = leoni(*name.split(), *words)
        assert (run.code, run.out) == (USAGE, ""), words
        is_read = (
            f"Invalid value for '{named}'" in run.err or f"'{named}' " in run.err or "no rule book is named" in run.err
        )
        assert is_read or run.err == f"leoni: {named} is empty\n", words
