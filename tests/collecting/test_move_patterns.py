"""Conditions on moves: what a pattern of moves matches, in files and in archives, and how wrong ones are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.collecting.finding import Criteria, find_in_files
from leoni_replay.collecting.move_patterns import WrongPattern, moves_pattern
from leoni_replay.collecting.record_facts import Facts
from leoni_replay.collecting.where import QueryError, where
from leoni_replay.notation.braces import read_command
from tests.cli.runs import leoni

GAMES = Path(__file__).parents[2] / "transcripts/games"

#: moves as a replay has them
MOVES = (
    "13:2H^ exile:5S~8D 5:7H^ exile:KS>13 7:2C^ exile:3S~9S~2H~6D# redeal JH^v 3:4C>6+KH deal+QS r2c1:JS^ deal:6H>talon"
)


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ("exile:K? *:2?^", True),
        ("exile:K? *:2?v", False),
        ("*:2?^ exile:K?", False),
        ("*:2?^ ... exile:K?", True),
        ("exile:K? ... 13:2H^", False),
        ("13:2H^ * 5:7H^", True),
        ("13:2H^ * exile:KS", False),
        ("...", None),
        ("5:", True),
        ("?: ?: ", False),
        ("?:7H", True),
        ("1?:2H", True),
        ("7H", True),
        ("7H>*", False),
        ("??>1?", True),
        ("exile:3S~9S~2H~6D", True),
        ("exile:3S~9S", False),
        ("exile:3S~9S~*", True),
        ("exile:3S~*~6D", True),
        ("exile:3S~*#", True),
        ("exile:5S~*#", False),
        ("exile:KS~*", False),
        ("exile exile", False),
        ("redeal ?H^v", True),
        ("redeal ?Hv^", False),
        ("JH^", False),
        ("4C+KH", True),
        ("4C+Q?", False),
        ("deal+QS r2c?:??^", True),
        ("deal:??>talon", True),
        ("r*:J?", True),
    ],
)
def test_what_matches(pattern: str, matches: bool | None) -> None:
    moves = [read_command(word)[0] for word in MOVES.split()]
    if matches is None:
        with pytest.raises(WrongPattern, match="this pattern has no move"):
            moves_pattern(pattern)
    else:
        assert moves_pattern(pattern).matches(moves) is matches


@pytest.mark.long
def test_every_move_is_its_own_pattern() -> None:
    """What replays write in long form is a pattern that matches it, in every game."""
    for path in sorted(GAMES.glob("*.moves")):
        for record in lr.load(str(path)):
            moves = [step.move for step in lr.replay(record, hints=False).steps if not step.move.how]
            assert moves_pattern(" ".join(map(str, moves))).matches(moves), path


@pytest.mark.parametrize(
    ("condition", "message", "help"),
    [
        ('moves ~ "exil:K?"', "no move begins with `exil`", "did you mean exile?"),
        ('moves ~ "5:7H^ ks"', "no move begins with `ks`", ""),
        ('moves ~ "5:7X"', "`5:7X` is no pattern of a move", "... is any number of moves, * any one move"),
        ('moves ~ ""', "this pattern has no move", "exile:K?"),
        ("any moves = 3", "`any` doesn't know `moves`", "it knows weave, left and exiles of a move"),
        ("any weave ~ 3", "`~` searches text, but weave is a number", ""),
    ],
)
def test_what_is_said_of_wrong_ones(condition: str, message: str, help: str) -> None:
    with pytest.raises(QueryError) as error:
        where(condition)
    assert error.value.diagnostic.message == message and help in " ".join(error.value.diagnostic.help)


def found(condition: str, *paths: str) -> list[str]:
    """The names of the files in which games meet a condition."""
    matches = find_in_files(paths or [str(GAMES)], Criteria(where=condition))
    return [Path(facts.file).stem for facts in matches if isinstance(facts, Facts)]


@pytest.mark.long
def test_files_and_archives_agree(tmp_path: Path) -> None:
    with lr.archive(tmp_path / "games.db") as games:
        games.add(str(GAMES))
        for condition in (
            "any weave = 2",
            "not any weave = 5 and weave >= 2",
            'any left <= 3 and game = "Martha"',
            'moves ~ "exile:??~* ... redeal"',
            'moves !~ "redeal" and moves > 10',
            'moves ~ "redeal" or any exiles = 0',
            'not (moves ~ "redeal" or moves < 50)',
        ):
            in_archive = [Path(facts.file).stem for facts in games.find(condition)]
            assert in_archive == found(condition) and in_archive, condition
        with pytest.raises(QueryError, match="statistics can't ask about moves"):
            games.stats("any weave = 2")


def test_a_weave_of_a_certain_length() -> None:
    """``weave`` is the longest one; ``any`` asks for each."""
    (record,) = lr.load(str(GAMES / "wikipedia-won.moves"))
    lengths = {len(step.move.path or ()) for step in lr.replay(record).steps if step.move.dest == "~"}
    for length in range(14):
        assert bool(found(f"any weave = {length}", str(GAMES / "wikipedia-won.moves"))) is (length in lengths)


@pytest.mark.long
def test_select_and_find(tmp_path: Path) -> None:
    condition = 'moves ~ "redeal ... redeal"'
    run = leoni("select", str(GAMES), "--where", condition, "--format", "counts")
    assert run.code == 0 and run.out
    database = str(tmp_path / "games.db")
    assert leoni("archive", "add", database, str(GAMES), "--quiet").code in (0, 1)
    assert leoni("archive", "find", database, "--where", condition, "--format", "counts").out == run.out
    stats = leoni("archive", "stats", database, "--where", condition)
    assert stats.code == 2 and "statistics can't ask about moves" in stats.err
