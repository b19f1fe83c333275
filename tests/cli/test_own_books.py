"""Rule books of users: found, read safely, checked, and named truthfully in results."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.games import GAMES, RulesError, check_rules, make_game
from leoni_replay.games.bookcheck import book_of
from leoni_replay.games.rules import FOLDER, tomllib
from leoni_replay.games.user_books import LIMIT
from tests.cli.runs import BOOKS, leoni
from tests.cli.test_machines import valid

OWN = Path(__file__).parent.parent.parent / "transcripts" / "own-books"
CLARA = (OWN / "clara.toml").read_text(encoding="utf-8")
RECORD = (OWN / "clara.moves").read_text(encoding="utf-8")
#: Clara's rules let a weave without end be broken off; Wikipedia's do not.
CALLED = "clara.toml@8fbfbd7c12551ef2"


@pytest.fixture
def books(folder: Path) -> Path:
    (folder / "games").mkdir()
    (folder / "games" / "clara.toml").write_text(CLARA, encoding="utf-8")
    (folder / "games" / "clara.moves").write_text(RECORD, encoding="utf-8")
    (folder / "shelf").mkdir()
    (folder / "shelf" / "leonis-own.clara.toml").write_text(CLARA, encoding="utf-8")
    return folder


def record(rules: str) -> str:
    return f'[Game "Martha"]\n[Rules "{rules}"]\n[Deal "seed:1884"]\n\n*\n'


def refused(folder: Path, rules: str, *, name: str = "r.moves") -> tuple[str, str]:
    """The code and the message of a record that names some rules."""
    path = folder / name
    path.write_text(record(rules), encoding="utf-8")
    (verdict,) = lr.verify(path)
    (diagnostic,) = verdict.diagnostics
    return diagnostic.code, diagnostic.message


def test_a_record_names_a_book_beside_it(books: Path) -> None:
    run = leoni("verify", "games/clara.moves")
    assert run.code == 0
    assert run.out.endswith(f"d32496a702a06a14  dd78a805f7764478  Leoni's Own, file:{CALLED}\n")
    (data,) = json.loads(leoni("verify", "--format", "json", "games").out)
    assert data["rules"] == f"file:{CALLED}"
    # The same moves are wrong under the book of the program, and the record may name its book without digits.
    assert leoni("verify", "--rules", "wikipedia", "games").code == 1
    (books / "games" / "clara.moves").write_text(RECORD.replace("@8fbfbd7c12551ef2", "; L4=ends-deal"), "utf-8")
    run = leoni("verify", "games", "--format", "concise")
    assert run.code == 1 and "M213" in run.out


def test_whose_book_a_refusal_cites(books: Path) -> None:
    text = RECORD.replace("13:QDv", "13:2D^", 1)
    (books / "games" / "wrong.moves").write_text(text, "utf-8")
    assert "file:clara.toml" in leoni("verify", "games/wrong.moves").out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_folder_of_books(books: Path, jobs: str) -> None:
    text = RECORD.replace(f"file:{CALLED}", "clara")
    (books / "named.moves").write_text(text, "utf-8")
    assert "there is no rule book `clara`" in leoni("verify", "named.moves").out
    run = leoni("verify", "--rules-dir", "shelf", "--jobs", jobs, "named.moves")
    assert run.code == 0 and run.out.endswith("Leoni's Own, clara@8fbfbd7c12551ef2\n")
    # What was asked of one command holds for no other.
    assert "LEONI_RULES" not in os.environ
    assert leoni("verify", "-", stdin=text, LEONI_RULES="shelf").code == 0
    assert leoni("verify", "-", stdin=text.replace("clara", "clara@0123456789abcdef"), LEONI_RULES="shelf").code == 1


def test_commands_that_list_books_list_those_of_users(books: Path) -> None:
    env = {"LEONI_RULES": os.pathsep.join(["shelf", "games"])}
    # A file whose name tells no game and no book is no part of a shelf.
    assert "games/clara.toml: a rule book in a folder is called" in leoni("rules", **env).err
    env = {"LEONI_RULES": "shelf"}
    assert "\nclara@8fbfbd7c12551ef2  Clara's notebook\n" in leoni("rules", **env).out
    assert "clara@8fbfbd7c12551ef2" in leoni("games", **env).out
    assert "clara (Clara's notebook, 1931, page 4; stated)" in " ".join(leoni("explain", "L4", **env).out.split())
    assert "clara" in leoni("verify", "--all-rules", "games/clara.moves", **env).out
    assert leoni("rules", "clara", **env).out.startswith("Leoni's Own: clara@8fbfbd7c12551ef2\n")
    assert leoni("rules", "file:games/clara.toml").code == 0
    assert "L4  stalemate" in leoni("rules", "--diff", "file:games/clara.toml", "wikipedia").out
    valid("rules", leoni("rules", "--format", "json", **env).out)


def test_no_record_is_written_that_could_not_name_its_book(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(books / "shelf")
    far, near = f"file:{books / 'games' / 'clara.toml'}", "file:leonis-own.clara.toml"
    for words in (
        ("sample", "--rules", far),
        ("new", "--rules", far, "-o", "new.moves"),
        ("new", "--rules", "file:../games/clara.toml; L4=ends-deal"),
        ("new", "--rules", near, "-o", "../new.moves"),
        ("import", "--from", "json", "--rules", far, os.devnull),
        ("solve", "--deal", "seed:1", "--rules", far, "-o", "new.moves"),
        ("play", "--rules", far),
    ):
        run = leoni(*words, stdin="1\n")
        assert (run.code, run.out) == (2, "") and "go to the folder of the book" in run.err, words
    assert os.listdir() == ["leonis-own.clara.toml"]
    assert leoni("new", "--rules", near, "-o", "new.moves").code == leoni("verify", "new.moves").code == 0


# -- what strangers may do --------------------------------------------------------------------------------------------


def test_a_record_reaches_nothing_but_small_files_of_toml(folder: Path) -> None:
    (folder / "dir.toml").mkdir()
    os.mkfifo(folder / "pipe.toml")
    (folder / "long.toml").write_bytes(b"#" * (LIMIT + 1))
    (folder / "latin.toml").write_bytes(b'title = "\xe9"')
    (folder / "deep.toml").write_text("a." * 30000 + "a = 1\n")
    (folder / "nested.toml").write_text("x = " + "[" * 60000)
    (folder / "number.toml").write_text("x = " + "1" * 60000)
    (folder / "no.toml").write_text("what is this")
    (folder / "empty.toml").write_text("")
    (folder / "text.txt").write_text("secret")
    began = time.process_time()
    said = {name: refused(folder, f"file:{name}") for name in sorted(os.listdir(folder))}
    assert {code for code, _ in said.values()} == {"H112", "H104"}
    assert said["empty.toml"] == ("H104", "file:empty.toml is a rule book of no game, not of Martha")
    assert (
        said["text.txt"][1]
        == "a record can name only a rule book beside it or in a folder below that ends in .toml, not text.txt"
    )
    assert said["long.toml"][1] == "file:long.toml is longer than 64 KiB: that is not a rule book"
    assert said["dir.toml"][1] == "file:dir.toml is not a file"
    assert said["deep.toml"][1].endswith("line 1 nests names more than twenty deep")
    assert refused(folder, "file:") == ("H112", "`file:` is followed by the name of a file, as in file:my-book.toml")
    assert refused(folder, "file:gone.toml")[1] == (
        "the rule book file:gone.toml cannot be read: no such file or directory"
    )
    # A key of so many parts would take the reader of TOML twenty seconds.
    assert time.process_time() - began < 5
    # What stands in a file of another kind comes to light in no message.
    assert all("secret" not in message for _, message in said.values())


# -- the check --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_books_of_the_package_are_whole(name: str, book: str) -> None:
    declared = GAMES[name]
    data = tomllib.loads((FOLDER / f"{declared.slug}.{book}.toml").read_text(encoding="utf-8"))
    made, wrong = book_of(data, book, declared.book(declared.books[0]), "")
    assert wrong == []
    assert made == declared.book(book)


def test_check(books: Path) -> None:
    run = leoni("rules", "--check", "games/clara.toml")
    assert run.code == 0
    assert "17 stated, 14 inferred, 1 departs from the letter; verdicts name the book:" in run.out
    data = valid("rules", leoni("rules", "--check", "games/clara.toml", "--format", "json").out)
    assert (data["whole"], data["nearest"], data["clauses"]) == (True, "wikipedia", ["8", "9"])
    assert [point["id"] for point in data["points"]] == ["L4"]
    assert leoni("rules", "--check", "games/gone.toml").code == 2
    assert leoni("rules", "wikipedia", "--check", "games/clara.toml").code == 2


def test_a_point_that_is_left_open(books: Path) -> None:
    """It is played as the record says, and not at all if the record does not say it."""
    old = next(line for line in CLARA.splitlines() if line.startswith("L9 = "))
    book = CLARA.replace(old, 'L9 = { basis = "open", unread = "it does not say which exile", cite = "C, page 4" }')
    (books / "games" / "open.toml").write_text(book, "utf-8")
    assert leoni("rules", "--check", "games/open.toml").code == 0
    shown = leoni("rules", "file:games/open.toml", "--color", "never").out
    assert "L9=open" in shown and "Left open: it does not say which exile" in shown
    record = '[Game "Leoni\'s Own"]\n[Rules "file:open.toml{}"]\n[Deal "seed:1"]\n\n*\n'
    for more, codes in (("", ["H107"]), ("; L9=any", [])):
        (books / "games" / "open.moves").write_text(record.format(more), "utf-8")
        (verdict,) = lr.verify(books / "games" / "open.moves")
        assert [one.code for one in verdict.diagnostics] == codes


CHANGES = {
    'title = "Clara\'s notebook"': ("", "title: is missing"),
    "game = ": (
        'odds = "rather often"\ngame = ',
        'odds: is a chance of winning, as in "1 in 30" or "78 %"',
    ),
    "about = ": ("abuot = ", "5: abuot: nothing is read from this key: did you mean about?"),
    'C = "Clara\'s notebook, 1931"': ("C = 7", "sources.C: `C` is a text between quotation marks"),
    'L10 = { reading = "lifo"': (
        'L10 = { reading = "lifi"',
        "readings.L10: order of the exile pile has no reading `lifi`: did you mean lifo?",
    ),
    'L11 = { reading = "standstill"': (
        'L8 = { reading = "at-standstill", basis = "stated", cite = "W" }\nL11 = { reading = "standstill"',
        "readings.L8: nothing is read from this key: there are L1, L2,",
    ),
    'L15 = { reading = "2", basis = "stated", cite = "W, Rules" }': (
        "",
        "readings.L15: is missing (redeals: 2 or 0 or 1 or 3)",
    ),
    'L17 = { reading = "13", basis = "stated"': (
        'L17 = { reading = "13", basis = "sure"',
        "readings.L17: `basis` is stated, inferred or departs, not `sure`",
    ),
    'L1 = { reading = "one-each", basis = "stated", cite = "W, Rules" }': (
        'L1 = { reading = "one-each", basis = "stated", cite = "Q, Rules" }',
        "readings.L1: `cite` begins with a source, and there is no source `Q`",
    ),
    'L3 = { reading = "stalemate", basis = "inferred", cite = "I, where the source is silent" }': (
        'L3 = { reading = "stalemate", basis = "inferred", cite = "I" }',
        "readings.L3: an inferred entry gives the reason after its source",
    ),
    'L7 = { reading = "optional"': (
        'L77 = { reading = "optional"',
        "readings.L77: nothing is read from this key: there are L1, L2",
    ),
    'L2 = { reading = "chain", basis = "stated", cite = "W, Rules" }': (
        'L2 = { reading = "chain", basis = "stated", cite = "W, Rules, against the letter, by which it stops" }',
        "readings.L2: what goes against the letter of its source departs from it, and is not stated",
    ),
    'id = "7"': ('id = "6"', "clauses.6: stands twice"),
    'name = "weave"': ('name = ""', "clauses.7: `name` is a text that can be shown, and not empty"),
    'family = "leonis-own"': (
        'family = "martha"',
        "family: the points of Leoni's Own are those of the family",
    ),
    'L17 = { reading = "13"': ('L17 = { reading = "12"', "readings: L17=12 cannot be combined with L16=aces-and-kings"),
}


CLUB = """game = "Leoni's Own"
extends = "wikipedia"
title = "Our club"

[sources]
C = "The club's notice board"

[readings]
L12 = { reading = "shuffled", basis = "stated", cite = "C" }
L15 = { reading = "1", basis = "stated", cite = "C" }

[[clauses]]
id = "10"
name = "redeals"
text = "When a deal is over, all cards that are not on the foundations are shuffled and dealt again, once."
cite = "C"
basis = "stated"
"""


def test_a_book_extends_another(folder: Path) -> None:
    (folder / "club.toml").write_text(CLUB, "utf-8")
    run = leoni("rules", "--check", "club.toml")
    assert run.code == 0 and "2 of 21 points differ" in run.out and "differ from those of wikipedia: 10." in run.out
    own, base = (make_game("Leoni's Own", name).rules for name in ("file:club.toml", "wikipedia"))
    assert [point for point in base.book.points if own[point] != base[point]] == ["L12", "L15"]
    (folder / "club.toml").write_text(CLUB.replace('"wikipedia"', '"stewart"'), "utf-8")
    run = leoni("rules", "--check", "club.toml")
    assert run.code == 1 and "extends: a book extends one of Leoni's Own: wikipedia, gamerules or mcneely" in run.out


@pytest.mark.parametrize("old", CHANGES)
def test_everything_that_is_wrong_is_found(folder: Path, old: str) -> None:
    new, said = CHANGES[old]
    assert old in CLARA
    (folder / "c.toml").write_text(CLARA.replace(old, new, 1), "utf-8")
    run = leoni("rules", "--check", "c.toml")
    assert run.code == 1
    assert said in run.out
    with pytest.raises(RulesError) as refusal:
        check_rules("file:c.toml")
    assert refusal.value.kind == "unsound"
