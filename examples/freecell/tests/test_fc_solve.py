"""FreeCell against programs that are not ours: Freecell Solver's boards and solutions, and a checker of plain lists."""

from __future__ import annotations

import random
import shutil
import subprocess
from functools import cache

import pytest
from leoni_freecell.game import GAME
from leoni_freecell.solutions import MOVE, from_sn, from_snx, played
from leoni_freecell.table import FreeCell

import leoni_replay as lr
from leoni_replay.cards import CARD, RANKS, SUITS, TEXT
from leoni_replay.exchange.errors import CannotImport
from leoni_replay.games import make_game
from leoni_replay.notation.writer import token
from tests.checker import CELLS, first_refused

SHORT, LONG = range(1, 11), range(1, 1001)
pytestmark = pytest.mark.skipif(shutil.which("fc-solve") is None, reason="freecell-solver-bin is not installed")


def _run(*command: str, stdin: str = "") -> str:
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=True).stdout


@cache
def board(deal: int) -> str:
    return _run("make-microsoft-freecell-board", "-t", str(deal))


@cache
def solution(deal: int, dialect: str = "-snx") -> str:
    return _run("fc-solve", "-l", "as", "-m", dialect, stdin=board(deal))


def check_boards(deals: range) -> None:
    for deal in deals:
        places = lr.deal(f"pysol:{deal}", "FreeCell").position.places
        ours = "".join(" ".join(TEXT[card] for card in places[str(column)]) + "\n" for column in range(1, 9))
        assert ours == board(deal), deal


def check_solutions(deals: range) -> int:
    moves = 0
    for deal in deals:
        replay = lr.replay(from_snx(f"#{deal}\n{solution(deal)}"))
        assert (replay.verified, replay.result) == (True, "won"), deal
        words = [token(step.move) for step in replay.steps]
        assert first_refused(board(deal), words, "won") is None, deal
        moves += len(words)
    return moves


def check_dialects(deals: range) -> None:
    """The numbers of cards that only one dialect says follow from the moves."""
    for deal in deals:
        marked, bare = from_snx(f"#{deal}\n{solution(deal)}"), from_sn(f"#{deal}\n{solution(deal, '-sn')}")
        assert lr.dumps(marked) == lr.dumps(bare), deal


def mutant(words: list[str], chance: random.Random) -> list[str]:
    """The moves with one thing changed."""
    made, at = list(words), chance.randrange(len(words))
    kind = chance.randrange(5)
    if kind == 0:
        del made[at]
    elif kind == 1:
        made.insert(at, made[chance.randrange(len(made))])
    else:
        source, _, rest = made[at].partition(":")
        card, dest = rest[:2], rest[2:]
        if kind == 2:
            card = chance.choice(RANKS) + card[1] if chance.random() < 0.5 else card[0] + chance.choice(SUITS)
        elif kind == 3:
            source = chance.choice([*"12345678", *CELLS])
        else:
            dest = chance.choice(["^", *(f">{place}" for place in (*"12345678", *CELLS))])
        made[at] = f"{source}:{card}{dest}"
    return made


def check_mutants(deals: range, count: int) -> int:
    chance, refused = random.Random("mutants"), 0
    game = make_game("FreeCell")
    while refused < count:
        deal = chance.choice(deals)
        words = [token(step.move) for step in lr.replay(from_snx(f"#{deal}\n{solution(deal)}")).steps]
        changed = mutant(words, chance)
        wanted = first_refused(board(deal), changed, "won")
        text = f'[Game "{game.name}"][Rules "{game.rules}"][Deal "pysol:{deal}"]\n{" ".join(changed)} won'
        replay = lr.replay(text, hints=False)
        errors = [one for one in replay.diagnostics if one.severity == "error"]
        at = errors[0].move or len(changed) + 1 if errors else None
        assert at == wanted, (deal, changed)
        refused += at is not None
    return refused


def test_boards() -> None:
    check_boards(SHORT)


def test_solutions() -> None:
    assert check_solutions(SHORT) > 1000


def test_dialects() -> None:
    check_dialects(SHORT)


def test_mutants() -> None:
    check_mutants(SHORT, 25)


@pytest.mark.long
def test_all_boards_and_solutions() -> None:
    check_boards(LONG)
    check_solutions(LONG)
    check_dialects(range(1, 201))


@pytest.mark.long
def test_all_mutants() -> None:
    assert check_mutants(LONG, 500) == 500


def test_a_board_in_place_of_a_number() -> None:
    by_board, by_number = (lr.replay(from_snx(f"{head}\n{solution(3)}")) for head in (board(3), "#3"))
    assert by_board.digest == by_number.digest


def test_fc_solve_solves_our_boards() -> None:
    """From a position after some moves, with cards in cells."""
    words = [word for word in solution(3).split() if MOVE.fullmatch(word)]
    replay = lr.replay(from_snx(f"#3\n{' '.join(words[:12])}"))
    ours = str(lr.convert(replay.transcript, "fc-solve", at=replay.moves))
    assert "Freecells: - - - -" not in ours
    assert "This game is solveable." in _run("fc-solve", "-l", "as", "-m", stdin=ours)


def test_what_cannot_be_read() -> None:
    for text, said in (("4a", "it has no deal"), ("#1\n4h", "move 1, 4h, cannot"), ("#1\n4a 42v3", "move 2, 42v3,")):
        for read in (from_sn, from_snx):
            with pytest.raises(CannotImport, match=said):
                read(text)


def test_as_many_cards_go_to_a_vacant_column_as_the_next_moves_need() -> None:
    """7H goes alone to the vacant column 8 if 8C goes to column 2 after it."""
    table = FreeCell({"FC1": "as-one"})
    table.set_position({1: bytes([CARD["8C"], CARD["7H"]]), 2: bytes([CARD["9H"]])}, 1, 0)
    assert [move >> 8 & 255 for move in played(table.copy(), ["18"], False)] == [CARD["8C"]]
    assert [move >> 8 & 255 for move in played(table.copy(), ["18", "12"], False)] == [CARD["7H"], CARD["8C"]]
    assert [move >> 8 & 255 for move in played(table.copy(), ["18"], True)] == [CARD["7H"]]


def test_the_declaration_names_its_game() -> None:
    assert GAME.slug == "freecell"
