"""Commands that say what cannot be: each is refused with one sentence, with nothing on standard output and status 2."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from tests.cli.runs import GOOD, MISFIT, leoni


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("verify --format xml good.moves", "'xml' is not one of 'text', 'concise', 'json'"),
        ("verify --jobs -1 good.moves", "`-1` is too small: it must be at least 0"),
        ("verify --jobs 999999999 good.moves", "`999999999` is too large: it must be at most 256"),
        ("verify --max-errors 4:2H good.moves", "`4:2H` is not a whole number"),
        ("verify --color blue good.moves", "'blue' is not one of 'auto', 'always', 'never'"),
        ("verify", "Missing argument"),
        ("verify --rules 'wikipedia; L99=yes' good.moves", "there is no point `L99`"),
        ("verify --rules 'wikipedia; L4=maybe' good.moves", "has no reading `maybe`"),
        ("verify --rules wikipedia --all-rules good.moves", "--all-rules and --rules cannot be used together"),
        ("rules --game Klondike", "there is no game `Klondike`"),
        ("rules --diff wikipedia martha", "`martha`: Martha is a game"),
        ("rules --diff wikipedia", "--diff compares two rule books"),
        ("explain M203 M204", "unexpected extra argument"),
        ("unknown", "No such command 'unknown'"),
        ("book", "\n  book-report  Compare the claims of rule books with the facts.\n"),
        ("book", "\n  import       Turn games of other programs and books into records.\n"),
        ("Check", "No such command 'Check'. Did you mean one of these?\n  site    Write pages to play and check on"),
        ("impor", "No such command 'impor'. Did you mean 'import'?"),
        ("--unknown", "No such option: --unknown"),
        ("deal 17", "`17` is not a deal"),
        ("deal seed:", "`seed:` is not a deal"),
        ("deal pysol:0", "PySolFC has no game number 0"),
        ("deal pysol:x", "`x` is no PySolFC game number"),
        (f"deal pysol:{'9' * 5000}", "a PySolFC game number of 5000 digits is too long: at most 100 are read"),
        ("deal pysol:ms8589934592", "PySolFC's ms numbers end at 8589934591"),
        ('deal seed:1 --game "Weaver\'s" --rules mcneely', "there is no rule book `mcneely`"),
        (
            "deal seed:1 --game Labyrinth --rules hoyle",
            "`hoyle` for this game; the rule books are mcneely, wikipedia, pgc and aisleriot",
        ),
        ('new Labyrinth --rules "mcneely; XX=1"', "the points are LB1, LB2, LB3, LB4, LB5 and LB6"),
        ("replay good.moves --game 2", "leoni: good.moves: there is no game 2 in this file: it holds 1 game\n"),
        ("replay good.moves --at 57", "leoni: good.moves: there is no move 57: the game has 56 moves\n"),
        ("replay missing.moves", "leoni: missing.moves: this file cannot be read: no such file or directory\n"),
        ("replay martha", "no such file or directory (martha is a game: name the file of a record)\n"),
        ("replay martha --web", "there is no such file (martha is a game: name the file of a record)\n"),
        ("play Martha", "leoni: Martha is a game: did you mean --game Martha? (A file is ./Martha)\n"),
        ("play japanese-rug --web", "did you mean --game japanese-rug?"),
        ("replay good.moves --rules labyrinth", "`labyrinth`: Labyrinth is a game; the rule books are mcneely,"),
        ("sample --games 0", "`0` is too small: it must be at least 1"),
        ("sample --want draw", "'draw' is not one of 'any', 'won', 'lost'"),
        ("sample --player clever", "there is no player `clever`; known are random, weighted"),
        ("new marta", "there is no game `marta`; did you mean `Martha`?"),
        ("new --rules 'wikipedia; L4=maybe' --physical", "maybe"),
        ("new --deal 1884", "did you mean seed:1884 or pysol:1884?"),
        ("new --physical --deal seed:1", "--physical and --deal cannot be used together"),
        ("why good.moves exile --at 57", "good.moves: there is no move 57: the game has 56 moves"),
        ("why good.moves '2S V'", "`2S V` is not a move: a move is one word, without spaces; did you mean `2Sv`?"),
        ("why good.moves '42H^'", "`42H^` is not a move; did you mean `4:2H^`?"),
        ("why good.moves '4:2H^ exile'", "`4:2H^ exile` is not a move: a move is one word"),
        ("why good.moves lost", "`lost` is a result, not a move"),
        ("why none.moves exile", "none.moves: this file cannot be read"),
        ("why bad.moves exile", "bad.moves: no cards could be dealt: there is no game `x`"),
        ("replay good.moves --legal --every", "--legal and --every cannot be used together"),
        ("replay --web --step good.moves", "--web and --step cannot be used together"),
        ("replay --web --at 999 good.moves", "good.moves: there is no move 999"),
        ("replay --web .", ".: --web needs the file of a record"),
        ("replay --no-browser good.moves", "--no-browser belongs to --web"),
        ("replay good.moves --format json", "--format json belongs to --legal"),
        ("select good.moves --columns nope", "--columns needs --format table or csv"),
        ("select good.moves --by Game", "--by needs --format counts"),
        ("select good.moves --force", "--force needs -o"),
        ("convert good.moves", "say what to convert to, for example --format html for pages"),
        ("convert good.moves --format svg --at 9999", "there is no move 9999"),
        ("convert good.moves --format svg --first 1 --last 0", "--first 1 comes after --last 0"),
        ("convert good.moves --format svg --first 1 --at 0", "choose one"),
        ("convert good.moves --format svg --strip", "--strip is for several positions"),
        ("convert good.moves --format html --first 1", "--first is for pictures"),
        ("convert good.moves --format text --at 1", "--at is for pictures"),
        ("convert good.moves --format text --four-colours", "--four-colours is for pictures"),
        ("convert good.moves --format markdown --theme dark", "Markdown has none without --pictures"),
        ("convert good.moves --format text --game 2", "there is no game 2 in this file"),
        ("convert missing.moves --format text", "leoni: missing.moves: cannot be read: no such file or directory\n"),
        (
            "convert good.moves --format text -o good.moves/x.txt",
            "leoni: good.moves/x.txt: cannot be written: not a directory\n",
        ),
        ("convert good.moves --format docx", "'docx' is not one of"),
        ("odds --player me", "--player me: there is no player `me`; known are random"),
        ("odds --player random --nodes 5", "--nodes limits only the solver, not the player random"),
        ("odds --margin 0.1", "--margin: 0.1 is not a share from 0% to 50%, for example 0.1%"),
        ("odds --margin 0%", "never as narrow as 0%"),
        ("odds --audit 101%", "--audit: 101% is not a share"),
        ("odds --seed ' x'", "a seed must not begin with a space"),
        ("odds --first 9999999999999999999999", "is too large: it must be at most"),
        ("odds --seconds 0", "a limit of the solver is more than 0"),
        ("odds --seconds nan", "`nan` is not a number"),
        ("odds --dask x --jobs 2", "--dask and --jobs cannot be used together"),
        ("odds --deals 5 show x.db", "write options after `show`, not before it"),
        ("odds show x.db", "x.db: there is no such file"),
        ("odds merge x.db -o y.db", "x.db: there is no such file"),
        ("odds --db .", ".: this is a folder"),
        ("odds --db no/folder.db", "no/folder.db: it cannot be opened: the folder is not there"),
    ],
)
def test_wrong_arguments(line: str, said: str) -> None:
    for name, text in (("good", GOOD), ("misfit", MISFIT), ("bad", '[Game "x"]\n\n*')):
        Path(f"{name}.moves").write_text(text, encoding="utf-8")
    before = sorted(os.listdir())
    run = leoni(*shlex.split(line))
    assert (run.code, run.out) == (2, "")
    assert said in run.err
    assert sorted(os.listdir()) == before
