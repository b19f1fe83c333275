"""``leoni games``, ``rules`` and ``explain``, the help texts, and shell completion."""

from __future__ import annotations

import pytest

from leoni_replay.explain import codes
from leoni_replay.games import GAMES
from leoni_replay.games.rules import load_book
from tests.cli.runs import BOOKS, leoni, process, trimmed

COMMANDS = ("verify", "replay", "deal", "fmt", "sample", "rules", "games", "explain")


def test_games() -> None:
    done = leoni("games")
    assert (done.code, done.err) == (0, "")
    text = trimmed(done.out)
    assert text.startswith(
        "game              packs  rule book            source                               inferred  odds\n"
        "Leoni's Own       2      wikipedia (default)  Wikipedia, \"Leoni's Own\"             13 of 35\n"
        "                         gamerules            Mark Ball, Leoni's Own (gamerules)   9 of 35\n"
        "                         mcneely              Scott McNeely, Ultimate Book of      19 of 35  1 in 80\n"
    )
    lines = text.splitlines()
    for name, book in BOOKS:
        assert any(line.startswith(name) or f" {book} " in line for line in lines)
    assert [line.split()[-3:] for line in lines if line.endswith(("in 30", "in 2"))] == [
        ["1", "in", "30"],
        ["1", "in", "2"],
    ]
    # The fragment of a game whose rules are lost has its place too.
    assert "(unidentified): Scott McNeely, Ultimate Book of Card Games, the end of the entry before Labyrinth" in text
    assert "inner circle" in text and "inventing a game" in text.replace("\n  ", " ")


def test_where_two_books_part() -> None:
    done = leoni("rules", "--diff", "wikipedia", "mcneely")
    assert (done.code, done.err) == (0, "")
    assert trimmed(done.out) == (
        "id   point                                      wikipedia   mcneely\n"
        "L4   stalemate                                  ends-deal   ends-weave (I)\n"
        "L6   king lifted in a weave                     stops       continues\n"
        "L6a  lifted king that uncovers a playable card  draw-first  play-first\n"
        "L6c  turned-up king that fits a foundation      play-first  always-13\n"
        "L7   reversal                                   optional    none (I)\n"
        "\n"
        "5 of 24 points differ; (I) is inferred by this project.\n"
    )


def test_where_a_book_and_an_override_part() -> None:
    done = leoni("rules", "--diff", "wikipedia", "wikipedia; L7=none")
    assert done.code == 0
    assert "\nL7  reversal  optional   none\n" in trimmed(done.out)
    same = leoni("rules", "--diff", "mcneely", "mcneely")
    assert same.out == "mcneely and mcneely take the same reading of all 24 points.\n"


def test_books_of_two_games() -> None:
    done = leoni("rules", "--diff", "wikipedia", "weavers")
    assert done.code == 0
    assert "\nL17  piles        13              12\n" in trimmed(done.out)


@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_every_book(name: str, book: str) -> None:
    done = leoni("rules", book, "--game", name)
    assert done.code == 0
    text = trimmed(done.out)
    assert text.startswith(f"{name}: {book}\n")
    found = load_book(GAMES[name].slug, book)
    assert all(f"\n{number}. {clause.name}\n" in text for number, clause in found.clauses.items())
    assert all(f"\n{point}={choice.reading}  " in text for point, choice in found.choices.items())
    assert f"\n{book}" in f"\n{leoni('rules', '--game', name).out}"


@pytest.mark.parametrize("width", ["60", "24"])
def test_narrow(width: str) -> None:
    for args in (["rules", "wikipedia"], ["rules"], ["rules", "--diff", "wikipedia", "mcneely"], ["games"]):
        lines = leoni(*args, COLUMNS=width).out.splitlines()
        assert all(len(line) <= int(width) for line in lines)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["rules", "hoyle"], "there is no rule book `hoyle`"),
        (["rules", "wikipedia; L99=x"], "there is no point `L99`"),
        (["rules", "--game", "Klondike"], "there is no game `Klondike`"),
        (["rules", "--diff", "wikipedia", "hoyle"], "there is no rule book `hoyle`"),
        (["rules", "--diff", "wikipedia"], "requires 2 arguments"),
        (["games", "extra"], "unexpected extra argument"),
        (["explain", "M203", "M204"], "unexpected extra argument"),
        (["unknown"], "No such command 'unknown'"),
        (["--unknown"], "No such option: --unknown"),
    ],
)
def test_wrong_arguments(args: list[str], said: str) -> None:
    done = leoni(*args)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_explain_an_unknown_code() -> None:
    assert leoni("explain", "M999") == (2, "", "leoni: there is no diagnostic M999; leoni explain lists them all\n")
    assert leoni("explain", "../M203").code == 2


def test_explain() -> None:
    page = leoni("explain", "M203")
    assert (page.code, page.err) == (0, "")
    assert page.out.startswith("# M203: the card does not fit\n")
    assert leoni("explain", "m203") == page
    assert "♦" in page.out and "♦" not in leoni("explain", "M203", "--ascii").out


def test_explain_lists_every_code() -> None:
    lines = leoni("explain").out.splitlines()
    assert [line.split()[0] for line in lines] == codes()
    assert "M203  the card does not fit" in lines


@pytest.mark.parametrize("command", COMMANDS)
def test_help(command: str) -> None:
    done = leoni(command, "--help", COLUMNS="80")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: leoni {command} ")
    assert leoni(command, "-h", COLUMNS="80") == done


def test_all_commands_are_listed() -> None:
    done = leoni("--help")
    assert done.code == 0
    assert [name for name in COMMANDS if f"\n  {name} " in done.out] == list(COMMANDS)
    assert leoni().code == 2


def test_version() -> None:
    from leoni_replay import __version__
    from leoni_replay.rules import shuffle

    build = "plain" if shuffle.__file__.endswith(".py") else "compiled"
    assert leoni("--version") == (0, f"leoni-replay {__version__} ({build})\n", "")
    assert process("--version").stdout.decode().splitlines() == [f"leoni-replay {__version__} ({build})"]


def test_shell_completion() -> None:
    # Typer asks which shell it is run from, which is not the tests' to say.
    shown = process("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert shown.returncode == 0
    assert b"complete -o default -F _leoni_completion leoni" in shown.stdout
    asked = {"_LEONI_COMPLETE": "complete_bash"}
    words = process(COMP_WORDS="leoni ver", COMP_CWORD="1", **asked).stdout.decode().split()
    assert words == ["verify"]
    words = process(COMP_WORDS="leoni verify --output-format j", COMP_CWORD="3", **asked).stdout.decode().split()
    assert words == ["json", "jsonl", "junit"]
