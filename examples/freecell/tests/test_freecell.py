"""FreeCell from outside leoni-replay: rules, sentences, search, and records of it in every command."""

from __future__ import annotations

import json
import random
import time
from array import array
from pathlib import Path

import pytest
from leoni_freecell.game import CELL_NAMES, SNX
from leoni_freecell.plan import FreeCellPlan
from leoni_freecell.solutions import from_snx
from leoni_freecell.table import CELLS, COLUMNS, FreeCell

import leoni_replay as lr
from leoni_replay.cards import CARD
from leoni_replay.deals import from_pysol
from leoni_replay.notation.braces import read_command
from leoni_replay.play.desk import Desk
from leoni_replay.play.game_file import GameFile, resume
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.session import Session
from leoni_replay.play.typed_lines import TypedLines
from leoni_replay.record.sample import sample
from leoni_replay.rules.numbers import ON_UP
from leoni_replay.search.players import play
from leoni_replay.search.solver import Limits, solve

HEAD = '[Game "FreeCell"]\n[Rules "{rules}"]\n'
A, B, C, D = CELL_NAMES
#: 8C heads a run of three, and column 8 is vacant
MIDDLE = f"""C^: 6C
D^: 5D
H^: 5H
S^: 6S
1: KS 8C 7H
2: KH 9H
3: 9D 8S 7D 6H
4: QD JC TH 9C 8D
5: KC QH JS TD 9S 8H 7S
6: KD QC JH TS
7: QS JD
{A}: 7C
{B}: 6D
{C}: TC
{D}: -"""


def table_of(deal: str, reading: str = "as-one") -> FreeCell:
    table = FreeCell({"FC1": reading})
    table.start(bytes(from_pysol(deal, 1)))
    return table


def replayed(moves: str, layout: str = MIDDLE, rules: str = "microsoft") -> lr.Replay:
    text = HEAD.format(rules=rules) + f'[Deal "layout"]\n[Layout "{layout}"]\n\n{moves}'
    (transcript,) = lr.loads(text)
    return lr.replay(transcript)


def code(moves: str, layout: str = MIDDLE, rules: str = "microsoft") -> str | None:
    replay = replayed(moves, layout, rules)
    error = next((one for one in replay.diagnostics if one.severity == "error"), None)
    return error and error.code


@pytest.mark.parametrize(
    ("moves", "refused"),
    [
        ("1:7H>5 *", "M222"),
        ("1:7H>8 *", None),
        ("1:8C>2 *", None),
        ("1:8C>8 *", None),
        ("3:8S>2 *", "M204"),
        ("4:9C>8 *", None),
        ("4:TH>8 *", "M222"),
        (f"4:8D>{D} 4:9C>8 1:7H>2 *", "M222"),
        (f"4:8D>{D} 4:9C>8 1:8C>2 *", "M222"),
        (f"4:9C>{D} *", "M204"),
        (f"1:7H>{A} *", "M222"),
        (f"1:7H>{D} *", None),
        (f"{A}:7C^ *", None),
        (f"{B}:6D^ {A}:7C^ *", None),
        (f"{C}:TC^ *", "M203"),
        (f"{A}:TC^ *", "M202"),
        ("1:7H^ *", "M203"),
        ("3:6H^ 1:7H^ *", None),
        ("3:6Hv *", "M203"),
        ("9C>2 *", "M222"),
        ("KS>8 *", "M204"),
        ("deal *", "M220"),
        ("redeal *", "M216"),
        ("6H^v *", "M217"),
        ("6H^ lost", "R502"),
        ("6H^ won", "R501"),
    ],
)
def test_moves(moves: str, refused: str | None) -> None:
    assert code(moves) == refused


def test_what_a_refusal_says() -> None:
    (error,) = replayed(f"2:9H>{D} 4:TH>8 *").diagnostics
    assert error.message == "10♥ heads a run of 3: with 0 cells and 0 other columns vacant, no more than 1 can go there"
    assert error.clause is not None
    assert error.clause.label == "microsoft 5"
    (error,) = replayed(f"2:9H>{A} *").diagnostics
    assert error.message == f"cell {A} holds 7♣: a cell takes one card"
    (error,) = replayed("1:8C>2 *", rules="microsoft; FC1=single").diagnostics
    assert error.message == "8♣ 7♥ are 2 cards: a move takes one"


@pytest.mark.parametrize(
    ("moves", "rules", "left"),
    [
        (f"misplay 1:7H>{D}", "microsoft", None),
        (f"misplay 1:8C>{D}", "microsoft", {"1": "KS 7H", D: "8C"}),
        ("misplay 1:KS>2", "microsoft", {"1": "-", "2": "KH 9H KS 8C 7H"}),
        ("misplay 1:KS>2", "microsoft; FC1=single", {"1": "8C 7H", "2": "KH 9H KS"}),
        (f"misplay 1:7H>{A}", "microsoft", None),
        ("misplay 1:7H>1", "microsoft", None),
        ("misplay 1:7H^", "microsoft", None),
    ],
)
def test_misplays(moves: str, rules: str, left: dict[str, str] | None) -> None:
    """They go where they are written to, with what lies on them if runs do; but a cell holds one card."""
    replay = replayed(f"{moves} *", rules=rules)
    if left is None:
        assert code(f"{moves} *", rules=rules) == "M231"
    else:
        lines = dict(line.split(": ") for line in str(replay.position).splitlines())
        assert replay.irregular == [1]
        assert {name: lines[name] for name in left} == left


def test_the_length_of_runs_by_hand() -> None:
    """One cell and no other column vacant: two cards go to column 8, and four to another column."""
    table = replayed("*").position.table
    assert (table.carried(8), table.carried(2)) == (2, 4)


def test_cells_hold_one_card() -> None:
    assert code("*", MIDDLE.replace(f"{D}: -", f"{D}: QC").replace("KD QC", "KD")) is None
    assert code("*", MIDDLE.replace(" JH TS", "").replace(f"{D}: -", f"{D}: JH TS")) is not None


def test_places_that_are_alike() -> None:
    """Which cell holds a card, and which column is which, makes no difference: a move to any cell is one move."""
    positions = [replayed(f"1:7H>{D} {A}:7C^ {move} *").position.table.key() for move in (f"{D}:7H>{A}", "")]
    assert positions[0] == positions[1]
    swapped = MIDDLE.replace("2: KH", "x: KH").replace("7: QS", "2: QS").replace("x: KH", "7: KH")
    assert replayed("*").position.table.key() == replayed("*", swapped).position.table.key()
    assert replayed("*").digest != replayed("*", swapped).digest


@pytest.mark.parametrize("reading", ["as-one", "single"])
def test_what_is_listed_is_what_is_legal(reading: str) -> None:
    chance, out = random.Random(reading), array("I", bytes(4 * 4096))
    written = [
        (place, card, dest) for place in range(14) for card in range(52) for dest in (*range(14), ON_UP, ON_UP + 1)
    ]
    for deal in ("1", "617"):
        table = table_of(deal, reading)
        for _ in range(12):
            listed = sorted(out[: table.moves(out)])
            legal = [source << 16 | card << 8 | dest for source, card, dest in written]
            assert listed == [move for move in legal if not table.why(move)]
            if not listed:
                break
            before = table.key(), [table.cards_in(place) for place in range(13)], bytes(table.size)
            table.play(chance.choice(listed))
            table.unplay()
            assert (table.key(), [table.cards_in(place) for place in range(13)], bytes(table.size)) == before
            table.play(chance.choice(listed))


# -- records ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["microsoft", "microsoft; FC1=single"])
def test_sampled_games_verify(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "some.moves"
    path.write_text("".join(f"{lr.dumps(one)}\n" for one in sample("FreeCell", rules, "free", 3)), encoding="utf-8")
    assert [(one.game, one.status) for one in lr.verify(path)] == [("FreeCell", "verified")] * 3
    for to in ("html", "svg", "json", "markdown", "text"):
        (first, *_) = lr.load(path)
        assert lr.convert(first, to)


def test_standard_notation_and_back() -> None:
    won = lr.solve("pysol:1", "FreeCell").transcript
    assert won is not None
    written = lr.convert(won, SNX)
    assert lr.convert(won, SNX.name) == written
    assert written.startswith("#1\n\n") and "v" in written
    back = lr.replay(from_snx(written))
    assert back.result == "won"
    assert [step.move for step in back.steps] == [step.move for step in lr.replay(won).steps]
    with pytest.raises(ValueError, match="names a deal by its number"):
        lr.convert(replayed("6H^ *"), "fc-solve-snx")


def test_no_remark_on_foundations() -> None:
    """That no card fits a foundation is so in most positions of FreeCell: no board says it."""
    assert "fits a foundation" not in json.dumps(lr.convert(replayed("6H^ 7H^ *"), "json"))


def test_it_is_played_and_moves_are_taken_back(tmp_path: Path) -> None:
    session = Session(deal_tags("FreeCell", None, "pysol:1"))
    typed_lines = TypedLines(Desk(session, GameFile(tmp_path / "a.moves")))
    for line in ("4:6H>a", "4:QS>b", "undo", "undo"):
        typed_lines.enter(line)
    assert '[TakenBack "1. 4:6H>a 4:QS>b"]' in (tmp_path / "a.moves").read_text("utf-8")
    again, _, said = resume(tmp_path / "a.moves")
    assert not said
    assert [str(node.move) for node in again.root.line()] == ["4:6H>a", "4:QS>b"]


def test_what_is_said_in_its_own_words(tmp_path: Path) -> None:
    desk = Desk(Session(deal_tags("FreeCell", None, "pysol:1")), GameFile(tmp_path / "a.moves"))
    typed_lines = TypedLines(desk)
    assert "  help: write a move like 2S, 1:2S^ or 1:2S>2" in typed_lines.enter("exil").lines
    assert typed_lines.enter("?").lines[0].endswith("as briefly as you like: 2S, 1:2S^, 1:2S>2.")
    (error,) = replayed("9H>KC *").diagnostics
    assert error.message == "K♣ is not on top of any column"


def test_nobody_plays_it_sensibly() -> None:
    with pytest.raises(ValueError, match="FreeCell has no sensible player: take greedy or solver"):
        next(sample("FreeCell", player="sensible"))


def test_boards_of_fc_solve_and_back(tmp_path: Path) -> None:
    replay = replayed(f"2:9H>{D} *")
    board = str(lr.convert(replay.transcript, "fc-solve", at=1))
    assert board.splitlines()[:2] == ["Foundations: H-5 C-6 D-5 S-6", "Freecells: 7C 6D TC 9H"]
    (tmp_path / "a.board").write_text(board, "utf-8")
    (taken,) = lr.import_(tmp_path / "a.board")
    assert taken.record is not None
    assert lr.replay(taken.record).digest == replay.digest
    with pytest.raises(ValueError, match="a card lies in a free cell"):
        lr.convert(replay.transcript, "solvitaire", at=1)


# -- search -----------------------------------------------------------------------------------------------------------


def test_prunings_cost_no_win() -> None:
    """From positions near the end, a search of all moves and each pruning come to the same."""
    chance = random.Random("prunings")
    for deal in ("1", "5", "9"):
        line = solve(table_of(deal), Limits(100_000)).line
        table = table_of(deal)
        for move in line[:-28]:
            table.play(move)
        out = array("I", bytes(4 * 4096))
        for _ in range(3):
            table.play(chance.choice(out[: table.moves(out)]))
        found = {solve(table, Limits(20_000), prunings=one).status for one in ((), ("alike",), ("safe",), None)}
        assert len(found - {"undecided"}) == 1


def test_solve_and_play() -> None:
    assert set(FreeCellPlan.PRUNINGS) == {"alike", "safe"}
    solution = solve(table_of("1"), Limits(100_000))
    assert solution.status == "won"
    assert play(table_of("1"), "solver", "x").status == "won"
    assert play(table_of("617"), "greedy", "x").status in ("lost", "unfinished")


def test_the_deal_that_cannot_be_won() -> None:
    assert solve(table_of("11982"), Limits(3_000)).status != "won"


@pytest.mark.long
def test_nearly_every_deal_is_won() -> None:
    begun = time.process_time()
    solutions = [solve(table_of(str(deal)), Limits(100_000)) for deal in range(1, 201)]
    assert (time.process_time() - begun) / 200 < 1
    assert sum(one.status == "won" for one in solutions) >= 196
    assert solve(table_of("11982"), Limits(100_000)).status != "won"


def test_cards_and_places() -> None:
    table = table_of("1")
    assert [CARD[text] for text in ("JD", "KD", "2S")] == list(table.cards_in(1)[:3])
    assert [table.size[column] for column in COLUMNS] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert not any(table.size[cell] for cell in CELLS)
    assert read_command("4:6H>8")[0].dest == ">8"
