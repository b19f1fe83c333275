"""The odds of one position for somebody who doesn't see its hidden cards: what is laid anew, and what is said of it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import jsonschema
import pytest

import leoni_replay as lr
from leoni_replay.cards import DOWN
from leoni_replay.games.game import Position
from leoni_replay.layout import Layout
from leoni_replay.odds import one_position
from leoni_replay.odds.one_position import PositionQuestion, answer, hidden_cards
from leoni_replay.search.solver import Limits
from tests.cli.runs import leoni

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "transcripts/games"


def question(record: lr.Transcript, at: int = 0, player: str = "greedy") -> PositionQuestion:
    """A question about a position of a record."""
    return PositionQuestion(lr.replay(record), at, player, "test", Limits(nodes=1000))


@pytest.mark.parametrize(
    ("game", "count"), [("Leoni's Own", 8), ("Martha", 24), ("Labyrinth", 40), ("Anna", 94), ("The Japanese Rug", 32)]
)
def test_only_hidden_cards_are_laid_anew(game: str, count: int) -> None:
    """The cards are the same, and what a player sees is too; nothing lies where the rules could not have put it."""
    asked = question(lr.new(game, "seed:1").record())
    position = asked.position
    hidden = hidden_cards(position)
    assert len(hidden) == count
    orders = set()
    for seed in range(10):
        sample = one_position._lay_anew(position, hidden, str(seed), as_dealt=True)
        assert all_cards(sample) == all_cards(position)
        assert seen(sample) == seen(position) and not sample.game.undealt_cards(sample)
        orders.add(tuple(hidden_cards(sample)))
    assert len(orders) == 10 or len(hidden) < 4


def all_cards(position: Position) -> Counter[int]:
    """How often each card lies on the table."""
    return Counter(card & ~DOWN for cards in position.places.values() for card in cards)


def seen(position: Position) -> Layout:
    """The position as the player sees it."""
    return position.layout.closed()


def test_the_answer_does_not_depend_on_how_the_cards_lie() -> None:
    asked = question(lr.new("Martha", "seed:1").record())
    sample = one_position._lay_anew(asked.position, hidden_cards(asked.position), "another order", as_dealt=True)
    other = question(lr.play_on(sample).record())
    assert [*answer(asked, 20)][-1] == [*answer(other, 20)][-1]


def test_without_hidden_cards_one_game_tells() -> None:
    (record,) = lr.load(str(GAMES / "labyrinth-won.moves"))
    asked = question(record, lr.replay(record).moves)
    (counts,) = answer(asked, 50)
    assert not hidden_cards(asked.position) and counts.won == counts.deals == 1


def test_the_solver_leaves_positions_undecided(tmp_path: Path) -> None:
    run = leoni(
        *("odds", "position", "--deal", "seed:1", "--game", "Martha", "--player", "solver"),
        *("--samples", "3", "--nodes", "10", "--format", "json"),
    )
    data = json.loads(run.out)
    schema = json.loads((ROOT / "leoni_replay/schemas/odds-position.schema.json").read_text("utf-8"))
    jsonschema.validate(data, schema)
    assert (data["undecided"], data["games"], data["hidden"], data["rate"]) == (3, 3, 24, [0, 1])


def test_the_command() -> None:
    lost = str(GAMES / "martha-lost.moves")
    text = leoni("odds", "position", lost, "--at", "2", "--samples", "5", "--player", "greedy").out
    assert text.startswith(f"{lost}, game 1: Martha, mcneely, seed:not so easy-35, after move 2\nplayer   greedy\n")
    assert "This assumes that every order of the 22 hidden cards is equally likely" in " ".join(text.split())
    assert leoni("odds", "position", lost, "--at", "2", "--samples", "5", "--player", "greedy").out == text


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("", 2, "give either a file or --deal"),
        ("x.moves --deal seed:1", 2, "give either a file or --deal, not both"),
        ("--deal seed:1 --game Nobody", 2, "there is no game `Nobody`"),
        (f"{GAMES}/martha-lost.moves --at 10", 2, "there is no move 10: the game has 9"),
        (f"{GAMES}/martha-lost.moves --player nobody", 2, "there is no player `nobody`"),
        (f"{GAMES}/martha-lost.moves --game Martha", 2, "with a file, --game takes a number"),
        ("nowhere.moves", 2, "nowhere.moves"),
    ],
)
def test_wrong_questions(arguments: str, code: int, message: str) -> None:
    run = leoni("odds", "position", *arguments.split())
    assert run.code == code and message in run.err


def test_records_that_do_not_say_enough(tmp_path: Path) -> None:
    for text, message in (
        ('[Game "Martha"] [Deal "seed:1"] 1:2C^ *\n', "the record is rejected: M"),
        (
            '[Game "Martha"] [Rules "mcneely"] [Deal "layout"] [Layout "1: ??"] *\n',
            "some cards of the record are unknown",
        ),
    ):
        (tmp_path / "x.moves").write_text(text, "utf-8")
        run = leoni("odds", "position", str(tmp_path / "x.moves"))
        assert run.code == 1 and message in run.err
