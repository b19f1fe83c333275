"""What is handed out can be copied and pickled: a copy is equal, stands by itself, and goes on as the original does."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.collecting.position_patterns import pattern
from leoni_replay.collecting.record_facts import find_field
from leoni_replay.collecting.statistics import Book, Statistics
from leoni_replay.collecting.where import where
from leoni_replay.exchange.detect import ImportedGame
from leoni_replay.games import GAMES
from leoni_replay.notation.braces import read_command
from leoni_replay.search.solver import Solution

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
#: what was derived of the cards that nobody has named, with a card that lies face down
UNKNOWN = '[Game "Martha"] [Deal "layout"] [Layout "1: #?? ?? #?? 5D\n2: #?? ?? #4C 6C"] 1:5D>2 *'

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda given: pickle.loads(pickle.dumps(given)),
}


def raised(act: Callable[..., object], *args: Any) -> Exception:
    """The exception that is raised."""
    with pytest.raises(Exception) as caught:
        act(*args)
    assert isinstance(caught.value, Exception)
    return caught.value


def record(path: str) -> lr.Replay:
    (transcript,) = lr.load(TRANSCRIPTS / path)
    return lr.replay(transcript)


def objects() -> dict[str, Any]:
    """An object of every public class, and of what these hand out."""
    played, rejected, annotated = map(record, ("games/1884.moves", "rejected/M203.moves", "games/annotated.moves"))
    (unknown,) = map(lr.replay, lr.loads(UNKNOWN))
    assert unknown.status == "consistent" and unknown.game is not None
    game = lr.new("Leoni's Own", "seed:1884")
    game.push("11:2S^!")
    page = lr.read_prose("Pile 1: 9♠ 8♥\nPile 4: 7♠\n\nPut the 7♠ on the 8♥.", game="Martha")
    made: dict[str, Any] = {
        "GAMES": lr.GAMES,
        "Card": played.at(3).places["1"][0],
        "Clause": rejected.diagnostics[0].clause,
        "LeoniError": raised(lr.play_on(played).record, "won"),
        "Move": played.steps[0].move,
        "Part": page.parts[0],
        "PageChapter": page.chapters[0],
        "Position": played.at(3),
        "Shuffle": lr.Shuffle(2, [0, 13]),
        "Step": played.steps[0],
        "Diagnostic": rejected.diagnostics[0],
        "Examination": lr.examine(annotated.transcript),
        "GameInPlay": game,
        "IllegalMove": raised(game.push, "7:3D^"),
        "Possible": lr.legal(played, 3)[0],
        "ReadPage": page,
        "Replay": played,
        "Reviewed": lr.review(lr.new("Labyrinth", "seed:1", "mcneely")),
        "Solved": lr.solve("seed:1", "Labyrinth", "wikipedia"),
        "Span": rejected.diagnostics[0].span,
        "Deal": lr.deal("seed:1884", "Martha"),
        "Transcript": annotated.transcript,
        "Verdict": next(iter(lr.verify(TRANSCRIPTS / "rejected" / "M203.moves"))),
        "Why": lr.why(played, "exile", 1),
        "LegalMoves": game.legal(),
        "ImportedGame": ImportedGame(1, annotated.transcript),
        "Solution": Solution("won"),
        "ForeignFormat": lr.ForeignFormat("snx", ".snx"),
        "Statistics": Statistics((Book("Martha", "mcneely", Counter(), Counter(), Counter()),), 1, 0, False, 4096),
        "items": lr.loads('[Game "Martha"] 1. 3:2C^ (2:6D>11 {a comment} {= left 48}) * @0:10')[0],
        "Vocabulary": game.game.vocabulary,
        "Way": lr.Way("1", 6, "S^", 1),
        "a problem": lr.loads("[x")[0],
        "a rejected replay": rejected,
        "a replay with variations": annotated,
        "a replay with unknown cards": unknown,
        "a declaration": GAMES["Anna"],
        "a game": lr.make_game("Anna", "dick-1898; AN3=run"),
        "rules": game.game.rules,
        "a position": game.position,
        "a position with unknown cards": unknown.position,
        "a shuffle": lr.Shuffle(2, [0, 1]),
        "a table of the rules": game.position.table,
        "a step": annotated.steps[0],
        "a command": game.moves[0],
        "a layout": game.layout,
        "a refusal": game.why_not("7:3D^"),
        "Refused": raised(game.position.play_command, read_command("7:3D^")[0]),
        "Ambiguous": raised(lr.deal("seed:1884").position.play_command, read_command("2S")[0]),
        "LayoutError": raised(game.game.from_layout, {"14": []}, 1),
        "RulesError": raised(lr.make_game, "Leoni's Own", "wikipedia; L4=never"),
        "condition": raised(where, "movs > 3"),
        "pattern": raised(pattern, "14: 2C", "table.txt"),
        "NoField": raised(find_field, "movs"),
    }
    parts: dict[type, Any] = {}
    seen: set[int] = set()
    for value in made.values():
        collect_parts(value, parts, seen)
    made |= {kind.__name__: value for kind, value in parts.items() if kind.__name__ not in made}
    classes = {name for name in lr.__all__ if isinstance(getattr(lr, name), type)}
    plain = {name for name in classes if not issubclass(getattr(lr, name), dict | Exception)}
    assert plain - set(made) <= NO_VALUES, plain - set(made) - NO_VALUES
    return made


#: Classes that are base classes or connections, and options, which are dictionaries.
NO_VALUES = {"Game", "Record", "Places", "Library", "AddCounts", "Facts", "Revealed", "Fix", "Edit", "Walk"}


def collect_parts(value: Any, parts: dict[type, Any], seen: set[int]) -> None:
    """Collect an object of every class that is in another one, by its class."""
    if id(value) in seen or isinstance(value, str | int | type):
        return
    seen.add(id(value))
    if type(value).__module__.startswith("leoni_replay"):
        parts.setdefault(type(value), value)
        names = [*getattr(value, "_fields", ()), *getattr(value, "__dataclass_fields__", ()), "layout", "rules", "book"]
        for name in names:
            collect_parts(getattr(value, name, None), parts, seen)
    if isinstance(value, list | tuple):
        for one in value:
            collect_parts(one, parts, seen)


@pytest.mark.parametrize("how", COPIES)
def test_every_public_object_can_be_copied(how: str) -> None:
    for name, given in objects().items():
        twin = COPIES[how](given)
        assert type(twin) is type(given), name
        if type(given).__repr__ is not object.__repr__:
            assert (repr(twin), str(twin)) == (repr(given), str(given)), name
        if isinstance(given, Exception):
            assert (twin.args, vars(twin)) == (given.args, vars(given)), name


@pytest.mark.share(2)
@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("name", GAMES)
def test_games_in_play_and_their_copies_go_their_own_ways(name: str, how: str) -> None:
    """Also over redeals: what was taken back from the copy can be played again, and the original has not moved."""
    draw = random.Random(f"{name} {how}")
    game = lr.new(name, "seed:copies")
    while len(game.moves) < 250 and (moves := game.legal()):
        game.push(draw.choice([move for move in moves if move.source == "redeal"] or moves))
    stands = str(game), game.moves, game.legal(), game.result, lr.dumps(game.record())
    twin = game.copy() if how == "copy" and name == "Anna" else COPIES[how](game)
    assert (str(twin), twin.moves, twin.legal(), twin.result, lr.dumps(twin.record())) == stands
    digests = []
    while twin.moves:
        digests.append(twin.digest)
        twin.pop()
    assert twin.digest == lr.new(name, "seed:copies").digest
    for move, digest in zip(game.moves, reversed(digests), strict=True):
        order = game.record().value(f"Pack{twin.position.deal + 1}") if move.source == "redeal" else None
        twin.push(move, order=order)
        assert twin.digest == digest
    game.pop()
    assert (str(twin), twin.moves) == stands[:2]
