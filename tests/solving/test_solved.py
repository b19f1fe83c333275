"""Games solved: lines that win are records that verify, and what cannot be won is said not to be."""

from __future__ import annotations

import re
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.search import solver
from leoni_replay.search.solver import Solution
from leoni_replay.solving import searcher
from leoni_replay.solving.searcher import UnprovedWin
from leoni_replay.solving.solve import Solved
from tests.solving.tables import ANNA, EARLY, LABYRINTH, SHUFFLED, dealt_too_early, record


def verified(solved: Solved) -> lr.Replay:
    """The replay of a win as it is written: it verifies."""
    assert solved.won
    (read,) = lr.loads(lr.dumps(solved.transcript))
    replay = lr.replay(read)
    assert (replay.verified, replay.result, replay.diagnostics) == (True, "won", [])
    return replay


# -- what can be won, and what cannot ---------------------------------------------------------------------------------


def test_a_table_that_can_be_won() -> None:
    solved = lr.solve(LABYRINTH, "Labyrinth", EARLY)
    assert [str(move) for move in solved.line] == ["r2c2:TS^", "r2c1:JS^", "deal+QS", "r3c1:QS^", "r1c1:KS^"]
    replay = verified(solved)
    assert replay.moves == 5 and replay.rules == EARLY
    assert solved.nodes > 0 and solved.fewest == 0 and solved.limit == ""


def test_a_deal_under_a_book() -> None:
    replay = verified(lr.solve("seed:1", rules="mcneely", nodes=5000))
    assert (replay.name, replay.rules, replay.transcript.value("Deal")) == ("Leoni's Own", "mcneely", "seed:1")
    assert lr.solve("seed:0", rules="mcneely", nodes=5000).status == "lost"


def test_a_game_in_play() -> None:
    game = lr.new("Labyrinth", rules=EARLY, layout=LABYRINTH)
    game.push("TS")
    assert verified(lr.solve(game, at=1)).moves == 5
    game.push("deal")
    assert lr.solve(game, at=2).status == "lost" and lr.solve(game).status == "won"


def test_a_table_that_cannot_be_won() -> None:
    covered = LABYRINTH.replace("stock: QS", "r3: QS -- -- -- -- -- -- --")
    solved = lr.solve(covered, "Labyrinth", EARLY, without=["all"])
    assert (solved.status, solved.won, solved.line, solved.limit) == ("lost", False, (), "")
    with pytest.raises(ValueError, match="there is no record of a won game: the search says lost"):
        _ = solved.transcript
    # 10S can be played, and nothing after it.
    assert (solved.nodes, solved.fewest) == (2, 3)


def test_cards_that_are_nowhere() -> None:
    """Nothing has to be searched to know that such a table cannot be won."""
    solved = lr.solve(LABYRINTH.replace("KS", "--"), "Labyrinth", EARLY)
    assert (solved.status, solved.nodes) == ("lost", 0)
    assert solved.reason == "these cards are nowhere on the table: K♠"


def test_a_table_to_which_the_rules_cannot_lead() -> None:
    """What is argued of tables of the game is not taken for granted there."""
    plain = lr.solve("seed:1", rules="mcneely", nodes=100)
    assert plain.prunings == solver.prunings_of(lr.deal("seed:1", rules="mcneely").position.table) != ()
    doubled = lr.deal("seed:1", rules="mcneely").text.replace("exile: ", "exile: 2C 2C 2C ")
    odd = lr.solve(doubled, rules="mcneely", nodes=100)
    assert (odd.prunings, odd.status) == ((), "undecided")


# -- from a move of a record on ---------------------------------------------------------------------------------------


def test_the_moves_of_the_record_are_kept() -> None:
    asked = record("Labyrinth", EARLY, LABYRINTH, "{slowly} 1. ts {good!} (1. deal) {= left 3} 2. deal", "lost")
    solved = lr.solve(asked, at=1)
    verified(solved)
    assert lr.dumps(solved.transcript).splitlines()[-1] == (
        "{slowly} 1. TS {good!} (deal) {= left 3} r2c1:JS^ deal+QS r3c1:QS^ r1c1:KS^ won"
    )
    assert [str(move) for move in solved.line] == ["r2c1:JS^", "deal+QS", "r3c1:QS^", "r1c1:KS^"]
    assert lr.solve(asked, at=2).status == "lost"
    # The default is the table as dealt.
    assert lr.solve(asked).at == 0 and len(lr.solve(asked).line) == 5


def test_there_is_no_such_move() -> None:
    with pytest.raises(IndexError, match="there is no move 3: the game has 2 moves"):
        lr.solve(dealt_too_early(), at=3)


# -- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("limits", "limit"), [({"nodes": 500}, "nodes"), ({"seconds": 1e-9}, "seconds"), ({"memory": 1}, "memory")]
)
def test_limits(limits: dict[str, Any], limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "_BYTES", 1024)
    solved = lr.solve("seed:1", "Anna", **limits)
    assert (solved.status, solved.limit, solved.won) == ("undecided", limit, False)
    assert 500 <= solved.nodes < 600 or limit != "nodes"
    assert solved.fewest is not None and solved.fewest > 0


# -- prunings, and what must be played --------------------------------------------------------------------------------


# -- what is not searched ---------------------------------------------------------------------------------------------


def test_a_record_that_is_refused() -> None:
    solved = lr.solve(dealt_too_early("1. r1c1:KS^", "*"))
    assert (solved.status, solved.won, solved.nodes) == ("refused", False, 0)
    assert solved.diagnostic is not None and solved.diagnostic.code == "M203"
    assert solved.reason.startswith("the strict replay refuses it: M203: K♠ does not fit")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("1884", "`1884` is not a deal"),
        ("r1: 2S 2S 2S", "a row has 8 places"),
        ("S^: 9S\nr1: ??", "a row has 8 places"),
        ("r1: ?? -- -- -- -- -- -- --", "unknown cards"),
        ("", "is not a deal"),
        ('[Game "Labyrinth"] [Deal "seed:1"] *\n\n[Game "Labyrinth"] [Deal "seed:2"] *', "this text has 2"),
    ],
)
def test_what_is_no_game(given: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        lr.solve(given, "Labyrinth", "mcneely")


def test_what_is_no_record() -> None:
    with pytest.raises(TypeError, match="not int"):
        lr.solve(1884)  # type: ignore[arg-type]


# -- shuffled redeals -------------------------------------------------------------------------------------------------


def shuffling(table: Any, limits: Any, *, shuffle: Any = None, **others: Any) -> Solution:
    """As the search, with the one redeal of these tests ordered before it begins."""
    if shuffle is not None:
        table.orders[2] = shuffle(2, bytes(sorted(table.cards_in(81))))
    return solver.solve(table, limits, **others)


def test_the_order_of_a_shuffled_redeal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "solve", shuffling)
    solved = lr.solve(ANNA, "Anna", SHUFFLED)
    replay = verified(solved)
    assert sorted((replay.transcript.value("Pack2") or "").split()) == ["AS", "KS"]
    # The text of the deal decides it, unless the record writes another.
    assert lr.solve(ANNA, "Anna", SHUFFLED).transcript == solved.transcript
    for pack in ("AS KS", "KS AS"):
        written = record("Anna", SHUFFLED, ANNA, "", Pack2=pack)
        assert verified(lr.solve(written)).transcript.value("Pack2") == pack


# -- what is said is proved -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [0, 1])
def test_a_line_that_does_not_win_is_never_given(cut: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*given: Any, **options: Any) -> Solution:
        solution = solver.solve(*given, **options)
        return solution._replace(line=solution.line[1:] if cut else solution.line[:-1])

    monkeypatch.setattr(searcher, "solve", wrong)
    with pytest.raises(UnprovedWin, match="is not legal" if cut else "does not accept the win that was found"):
        lr.solve(LABYRINTH, "Labyrinth", EARLY)


# -- what must be played, and what may be left out ---------------------------------------------------------------------


def test_what_is_done_while_a_card_fits() -> None:
    replay = verified(lr.solve("seed:0", "Labyrinth", "wikipedia", must_play=True))
    dealt = 0
    for number, step in enumerate(replay.steps):
        position = replay.at(number)
        legal = zip(position.move_numbers(), position.legal_moves(), strict=True)
        fits = [code for code, move in legal if move.dest in ("^", "v")]
        dealt += not fits
        assert step.number in fits or not fits
    assert dealt


def test_a_card_that_must_be_played() -> None:
    """The deal is won by holding a card back; where it must be played the deal cannot be won."""
    assert verified(lr.solve("seed:48", "Labyrinth", "aisleriot")).result == "won"
    forced = lr.solve("seed:48", "Labyrinth", "aisleriot", must_play=True)
    assert (forced.status, forced.must_play) == ("lost", True)


def test_prunings_are_switched_off_by_name() -> None:
    (only,) = lr.solve(LABYRINTH, "Labyrinth", EARLY).prunings
    for without in (only, "all"):
        solved = lr.solve(LABYRINTH, "Labyrinth", EARLY, without=[without])
        assert solved.prunings == () and solved.won
    with pytest.raises(ValueError, match="Leoni's Own has no pruning `bind`: there are bound, "):
        lr.solve("seed:1", without=["bind"])
