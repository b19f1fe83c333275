"""The Python interface: what is handed out can be played on, every misuse gets one clear exception, and what is shown
is what a person would write."""

from __future__ import annotations

import copy
import doctest
import gzip
import inspect
import io
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

import leoni_replay as lr
from leoni_replay.cards import CARD, Card
from leoni_replay.collecting.api import Library
from leoni_replay.commands import Move
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.leoni_error import MissingLibrary
from leoni_replay.notation.braces import read_command
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.phrases import RESULT_WORDS

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
GAME = TRANSCRIPTS / "games" / "1884.moves"
TEXT = GAME.read_text(encoding="utf-8")
WRONG = (TRANSCRIPTS / "rejected" / "M203.moves").read_text(encoding="utf-8")
UNKNOWN = '[Game "Labyrinth"] [Rules "mcneely"] r1c3:2D^+QH r1c5:3D^+KC *'


def replayed(text: str) -> lr.Replay:
    (transcript,) = lr.loads(text, "a.moves")
    return lr.replay(transcript)


# -- what is handed out ---------------------------------------------------------------------------------------------


def read_properties(replay: lr.Replay) -> Iterator[object]:
    """Every public property and field of a replay."""
    yield from (getattr(replay, name) for name in dir(replay) if not name.startswith("_"))


def test_the_changes_of_a_step_cannot_be_changed() -> None:
    for step in (*replayed(TEXT).steps, *replayed(UNKNOWN).steps, *lr.new("Martha", "seed:1").legal_steps()):
        assert isinstance(step.changes, tuple) and step.changes


@pytest.mark.parametrize("text", [TEXT, UNKNOWN])
def test_positions_of_a_replay_can_be_played_on(text: str) -> None:
    replay = replayed(text)
    digests = [replay.at(number).digest for number in range(replay.moves + 1)]
    handed_out = [value for value in read_properties(replay) if isinstance(value, lr.Position)]
    assert handed_out
    for position in (replay.at(0), replay.at(1), *handed_out, *(position for _, _, position in replay.positions())):
        assert position is not None
        for _ in range(3):
            moves = position.legal_moves()
            if moves:
                position.play_command(moves[0])
        position.table.size[1] = 0
    assert [replay.at(number).digest for number in range(replay.moves + 1)] == digests
    assert replay.digest == digests[-1]
    # Kept positions are each their own.
    kept = [position for _, _, position in replay.positions()]
    assert [position.digest for position in kept] == digests


@pytest.mark.parametrize("text", [TEXT, UNKNOWN])
def test_a_copy_takes_back_its_own_moves_alone(text: str) -> None:
    replay = replayed(text)
    position = replay.at(1)
    before = str(position)
    step = position.play_command(position.legal_moves()[0])
    position.undo(step)
    assert str(position) == before
    with pytest.raises(IndexError, match="cannot be taken back: no move has been played on this position"):
        position.undo(replay.steps[0])
    assert str(position) == before


def test_the_position_of_a_dealt_table_can_be_played_on() -> None:
    table = lr.deal("seed:1884")
    before = table.digest, table.text, table.layout
    position = table.position
    position.play_command(position.legal_moves()[0])
    assert position.digest != table.digest
    assert (table.digest, table.text, table.layout) == before


def test_an_illegal_move_is_refused_and_not_played() -> None:
    table = lr.deal("seed:1884")
    position = table.position
    for wrong in (read_command("7:3D^")[0], Move("11", CARD["2S"], "v"), Move(), Move("99", 1, "^")):
        with pytest.raises((Refused, Ambiguous)) as caught:
            position.play_command(wrong)
        assert len(str(caught.value)) > 10
    for wrong in ("11:2S^", None, 3):
        with pytest.raises(TypeError, match="is not a Move"):
            position.play_command(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="is not a Move"):
            position.why_not(wrong)  # type: ignore[arg-type]
    for cards in ({"card": 99}, {"card": 1, "path": (99,)}, {"card": 1, "shown": (-1,)}, {"card": "QC"}):
        with pytest.raises(ValueError, match="is not a card: cards are numbers from 0 to 51"):
            position.play_command(Move(**cards))  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="is not a card: cards are numbers from 0 to 51"):
            lr.Transcript.build({"Game": "Martha"}, [Move(**cards)])  # type: ignore[arg-type]
    assert position.digest == table.digest
    # A short move is filled in.
    assert str(position.play_command(read_command("11:2S")[0])) == "11:2S^"


def test_a_move_is_made_of_its_text_or_of_parts_that_can_be_such() -> None:
    move = lr.Move.parse(" 11:2S^! ")
    assert move == lr.Move("11", CARD["2S"], "^") and lr.Move.parse(str(move)) == move
    assert lr.Move.parse("misplay 4:9C>7").how == "misplay" and lr.Move.parse("set {4: KD 3C}").placed[0][0] == "4"
    with pytest.raises(lr.LeoniError, match="not a move: 'nonsense'"):
        lr.Move.parse("nonsense")
    with pytest.raises(TypeError, match="the text of a move is text, not int"):
        lr.Move.parse(3)  # type: ignore[arg-type]
    assert repr(lr.Move("3", "2C", "^")).startswith("<no Move: ('3', '2C', '^'")  # type: ignore[arg-type]
    game = lr.new("Leoni's Own", "seed:1884")
    wrong: list[dict[str, Any]] = [{"source": "11:2S^"}, {"source": "2S"}, {"source": 11}, {"dest": "up"}, {"how": "x"}]
    for parts in wrong:
        for ask in (game.push, game.why_not, lambda move: lr.Transcript.build({"Game": "Martha"}, [move])):
            with pytest.raises(lr.LeoniError, match=r"is not the (source|destination) of a move|is not a word before"):
                ask(lr.Move(**parts))


# -- misuse ---------------------------------------------------------------------------------------------------------


def test_the_text_of_a_record_is_no_path() -> None:
    with pytest.raises(ValueError, match=r"this is the text of a record, not the name of a file: loads\(text\)"):
        lr.load(TEXT)
    for wrong in (None, 3, b"[Game", TEXT.splitlines()):
        with pytest.raises(TypeError, match="games are read from a path or an open file, not from"):
            lr.load(wrong)  # type: ignore[arg-type]
    with pytest.raises(OSError):
        list(lr.load("nowhere.moves"))
    with pytest.raises(TypeError, match=r"a record is text \(load\(path\) reads files\), not PosixPath"):
        lr.loads(GAME)  # type: ignore[arg-type]


#: what no function can do anything with
NONSENSE: list[Any] = [-1, 1.5, b"x", [3]]


def test_nonsense_gets_a_sentence() -> None:
    """Every argument of every public function, in turn: an error that Python itself raises inside says too little."""
    (record,) = lr.loads('[Game "Martha"] [Deal "seed:1"] 3:2C^ *')
    replay, game = lr.replay(record), lr.new("Martha", "seed:1")
    sampled = {"name": "Martha", "rules": None, "seed": "x", "games": 0, "want": "any", "tries": 1, "player": "x"}
    calls: list[tuple[Callable[..., Any], dict[str, Any]]] = [
        (lr.convert, {"records": record, "to": "json", "indent": 1}),
        (lr.convert, {"records": record, "to": "svg", "at": 0, "size": 90}),
        (lr.deal, {"deal": "seed:1", "game": "Martha", "rules": "mcneely"}),
        (lr.draft, {"game": "Martha", "deal": "seed:1", "rules": None}),
        (lr.dumps, {"records": record}),
        (lr.examine, {"transcript": record, "rules": None, "at": 0}),
        (lr.import_, {"file": "x.json", "format": "json", "rules": None}),
        (lr.legal, {"record": replay, "at": 0}),
        (lr.load, {"file": "x.moves"}),
        (lr.loads, {"text": "", "file": ""}),
        (lr.make_game, {"name": "Martha", "rules": None}),
        (lr.new, {"game": "Martha", "deal": None, "rules": None, "pack": None, "layout": None}),
        (lr.play_on, {"start": replay, "at": 0}),
        (lr.replay, {"transcript": record, "rules": None}),
        (lr.review, {"record": record, "nodes": 1, "seconds": None, "memory": 16, "without": ()}),
        (lr.sample, sampled),
        (lr.solve, {"game": record, "at": 0, "nodes": 1, "seconds": None, "memory": 16, "without": ()}),
        (lr.verify_text, {"text": "*", "rules": None}),
        (lr.why, {"record": replay, "move": "3:2C^", "at": 0}),
        (game.at, {"number": 0}),
        (game.push, {"move": "3:2C^", "order": None}),
        (game.record, {"result": None, "tags": None}),
        (replay.at, {"move": 0}),
        (replay.svg, {"at": 0, "size": 90}),
    ]
    for function, right in calls:
        assert {*right} <= {*inspect.signature(function).parameters, "indent", "at", "size"}, function
        for name in right:
            for wrong in NONSENSE:
                try:
                    made = function(**(right | {name: wrong}))
                    if isinstance(made, Iterator):
                        next(made, None)
                except (ValueError, TypeError, IndexError, OSError) as error:
                    pythons = ("object is not", "object cannot", "not supported", "unsupported operand")
                    assert not any(words in str(error) for words in pythons), (function, name, wrong, error)
                    assert isinstance(error, lr.LeoniError) or not isinstance(error, ValueError), (function, name)


def test_what_should_be_text_is_checked_before_anything_happens() -> None:
    record, text = lr.new("Martha", "seed:1").record(), '[Game "Martha"] [Deal "seed:1"] *'
    required: dict[str, tuple[Any, ...]] = {
        "deal": ("seed:1",),
        "examine": (text,),
        "import_": ("x.json",),
        "loads": ("",),
        "make_game": ("Martha",),
        "read_prose": ("",),
        "replay": (text,),
        "review": (record,),
        "solve": (record,),
        "verify": ("x.moves",),
        "verify_text": (text,),
    }
    checked = set()
    for name in lr.__all__:
        function = getattr(lr, name)
        if not inspect.isfunction(function):
            continue
        signature = inspect.signature(function)
        for parameter in signature.parameters.values():
            # A seed may be a number, which is its text.
            if parameter.annotation not in ("str", "str | None", "str | Rules | None") or parameter.name == "seed":
                continue
            arguments = signature.bind_partial(*required.get(name, ()))
            arguments.arguments[parameter.name] = 5
            with pytest.raises(TypeError, match=r", not int\Z"):
                function(*arguments.args, **arguments.kwargs)
            checked.add((name, parameter.name))
    assert len(checked) > 20 and {("verify", "rules"), ("review", "rules"), ("solve", "name")} <= checked


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda: lr.new("Martha", rules="nobook"), lr.RulesError, "there is no rule book `nobook`"),
        (lambda: lr.deal("seed:1", "Chess"), lr.RulesError, "there is no game `Chess`"),
        (lambda: lr.draft("Chess"), lr.RulesError, "there is no game `Chess`"),
        (lambda: lr.deal("foo:1"), lr.DealError, "`foo:1` is not a deal"),
        (lambda: lr.new(layout="99: AC"), lr.LayoutError, "Leoni's Own has no place `99`; the places are"),
        (lambda: lr.new(layout="foo"), lr.LayoutError, "`foo` is not a line of a layout"),
        (lambda: lr.new("Martha", pack=["AC"]), lr.LeoniError, "this pack is not the 48 cards of Martha"),
        (lambda: lr.new("Martha", pack=["foo"]), lr.LeoniError, "'foo' is not a card"),
        (lambda: lr.new("Martha").svg(caption=5), TypeError, "caption is text, not int"),
        (lambda: lr.new("Martha").svg(figure="x"), TypeError, "figure is a whole number, not str"),
        (lambda: lr.convert(TEXT, "svg", caption=5), TypeError, "caption is text, not int"),
        (lambda: lr.convert(TEXT, "svg", at=99), IndexError, "there is no move 99"),
        (lambda: lr.convert(TEXT, "text", at=1), lr.LeoniError, "at is for pictures and boards, not for text"),
        (lambda: lr.convert(TEXT, "markdown", theme="dark"), lr.LeoniError, "theme is for pictures: Markdown has"),
        (lambda: lr.convert(TEXT, "svg", first=2, last=1), lr.LeoniError, "first 2 comes after last 1"),
        (lambda: lr.convert(TEXT, "json", positions=5), lr.LeoniError, "positions: every or chapters, not 5"),
        (lambda: lr.convert(TEXT, "svg", strip=True), lr.LeoniError, "strip is for several positions: say first or"),
        (lambda: lr.convert(TEXT, "fc-solve", at=99), IndexError, "there is no move 99"),
        (lambda: lr.convert(TEXT, "svg", last=99), IndexError, "there is no move 99"),
        (lambda: lr.Transcript.build(5), TypeError, "tags are a mapping, or pairs of a name and a value, not int"),
        (lambda: lr.Transcript.build([5]), TypeError, "a tag is a name and a value, both text, not 5"),
        (lambda: lr.Transcript.build({}, 5), TypeError, "items are a list of moves, not int"),
        (lambda: lr.deal(3), TypeError, "a deal is text, not int"),
        (lambda: lr.import_("x.bin", "pysoll"), lr.LeoniError, "there is no format `pysoll` to read"),
        (lambda: lr.archive(5), TypeError, "an archive is opened by its path, not int"),
    ],
)
def test_each_misuse_has_its_error(call: Callable[[], object], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind) as raised:
        call()
    assert type(raised.value) is kind and words in str(raised.value)


def test_errors_of_files_do_not_name_options_of_the_command_line(tmp_path: Path) -> None:
    with lr.archive(tmp_path / "games.db") as games:
        games.export(tmp_path / "games.moves", to="moves")
        with pytest.raises(lr.PathExists, match=r"games\.moves exists already\Z"):
            games.export(tmp_path / "games.moves", to="moves")
        with pytest.raises(ValueError, match=r"there is no folder .*no\Z"):
            games.export(tmp_path / "no" / "games.moves", to="moves")


def test_an_error_of_rules_or_a_layout_says_what_is_near_or_where_it_is() -> None:
    with pytest.raises(lr.RulesError) as rules_error:
        lr.new("Marta")
    assert rules_error.value.near_choice == "Martha"
    with pytest.raises(lr.LayoutError) as layout_error:
        lr.new("Martha", layout="1: 2C\n99: 3C")
    assert (layout_error.value.place, layout_error.value.unknown) == ("99", True)


def test_what_would_be_taken_for_something_else() -> None:
    for seconds in (-1, float("nan")):
        with pytest.raises(ValueError, match="seconds is at least 0, not"):
            lr.solve("seed:1", "Labyrinth", seconds=seconds)
    assert lr.solve("seed:1", "Labyrinth", without="all").prunings == ()
    with pytest.raises(ValueError, match="Labyrinth has no pruning `a`"):
        lr.solve("seed:1", "Labyrinth", without="a")
    for text in ("garbage", "", "games/1884.moves"):
        for use in (lr.replay, lr.examine, lambda text: lr.convert(text, "html")):
            with pytest.raises(ValueError, match="this is not the text of a record"):
                use(text)
    with pytest.raises(ValueError, match="there is no game to convert"):
        lr.convert([], "json")


def test_misuse_of_sample() -> None:
    with pytest.raises(ValueError, match="choose won, lost or any, not `win`"):
        lr.sample(want="win")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no game `Klondike`"):
        lr.sample("Klondike")


def test_whatever_is_a_record_is_taken_for_one() -> None:
    """A transcript, its replay, a game in play, and a deal: its record without a move."""
    deal, game = lr.deal("seed:1", "Labyrinth", "mcneely"), lr.new("Labyrinth", "seed:1", "mcneely")
    records = (deal, game, game.record(), lr.replay(game.record()))
    for function in (
        lambda record: lr.replay(record).digest,
        lambda record: lr.dumps([record, record]),
        lambda record: lr.convert(record, "json"),
        lambda record: [str(move) for move in lr.legal(record)],
        lambda record: str(lr.why(record, "deal")),
        lambda record: lr.solve(record, nodes=1).as_dict()["status"],
        lambda record: lr.review(record, nodes=1).as_dict()["outlooks"],
        lambda record: lr.play_on(record).digest,
        lambda record: lr.examine(record).as_dict(),
    ):
        first, *others = [function(record) for record in records]  # type: ignore[no-untyped-call]
        assert first and others == [first] * 3
    assert all(isinstance(record, lr.Record) for record in records)
    for function in (lr.replay, lr.dumps, lr.legal, lr.review, lr.examine, lr.solve):
        with pytest.raises(TypeError, match=r"a record\b.*, not int"):
            function(3)
    # A deal is also dealt again.
    assert lr.new("Labyrinth", deal) == game and lr.draft("Labyrinth", deal).value("Deal") == "seed:1"
    assert str(lr.new("labyrinth", deal, "wikipedia").game.rules) == "wikipedia"
    for start in (lr.new, lr.draft):
        with pytest.raises(lr.LeoniError, match="this is a deal of Labyrinth, not of Martha"):
            start("Martha", deal)


# -- sources --------------------------------------------------------------------------------------------------------


def test_sources() -> None:
    (expected,) = lr.load(str(GAME))
    sources: list[Any] = [GAME, io.StringIO(TEXT), io.BytesIO(TEXT.encode())]
    for source in sources:
        (transcript,) = lr.load(source)
        assert (transcript.items, transcript.result) == (expected.items, expected.result), source
    for mode in ("r", "rb"):
        with GAME.open(mode) as file:
            (transcript,) = lr.load(file)
            assert (transcript, transcript.file) == (expected, str(GAME))
            # What was given open stays open.
            assert not file.closed


def test_verify_takes_paths_and_folders(tmp_path: Path) -> None:
    one, other = tmp_path / "one.moves", tmp_path / "more" / "other.MOVES.gz"
    other.parent.mkdir()
    one.write_text(TEXT, encoding="utf-8")
    other.write_bytes(gzip.compress(TEXT.encode()))
    (tmp_path / "notes.txt").write_text("no game", encoding="utf-8")
    both = [str(other), str(one)]
    assert [verdict.file for verdict in lr.verify(str(other), one)] == both
    for folder in (tmp_path, str(tmp_path)):
        assert sorted(verdict.file for verdict in lr.verify(folder)) == sorted(both), folder
    for nowhere in (tmp_path / "nowhere.moves", ""):
        (missing,) = lr.verify(nowhere)
        assert missing.error is not None and (missing.file, missing.error.code) == (str(nowhere), "F601")
    for wrong in (3, None, b"x", [one], lr.loads(TEXT)[0], io.StringIO(TEXT)):
        with pytest.raises(TypeError, match="verify takes paths one by one"):
            lr.verify(one, wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="none is given"):
        lr.verify()
    with pytest.raises(ValueError, match=r"not the name of a file: verify_text\(text\) checks it"):
        lr.verify(TEXT)


def test_verify_text_opens_nothing(tmp_path: Path) -> None:
    (expected,) = lr.verify(GAME)
    assert [replace(one, file="") for one in lr.verify_text(TEXT)] == [replace(expected, file="")]
    for text in (str(GAME), "-", "/etc/passwd"):
        assert [verdict.status for verdict in lr.verify_text(text)] == ["rejected"]
    (tmp_path / "mine.toml").write_text("", encoding="utf-8")
    (verdict,) = lr.verify_text(f'[Game "Martha"] [Rules "file:{tmp_path}/mine.toml"] [Deal "seed:1"] *')
    assert verdict.error is not None and "this record comes from no file" in verdict.error.message


def test_nothing_is_not_all_right(tmp_path: Path) -> None:
    """As the command, which fails for a file without a game."""
    empty, folder = tmp_path / "empty.moves", tmp_path / "folder"
    empty.write_text("\n", encoding="utf-8")
    folder.mkdir()
    for verdicts in (lr.verify(empty), lr.verify(folder), lr.verify_text("")):
        (verdict,) = verdicts
        assert not verdict.accepted and verdict.number == 0 and verdict.error is not None
        assert "rejected after 0 moves: F60" in str(verdict)


def test_positions_are_played_on(tmp_path: Path) -> None:
    """Also those of records whose cards the moves have shown, but not while cards are unknown."""
    position = lr.replay(lr.loads(TEXT)[0]).at(20)
    game = lr.play_on(position)
    assert game.position == position and game.legal() == position.legal() and game.digest == position.digest
    game.push(game.legal()[0])
    assert lr.replay(game.record()).verified and lr.solve(position, nodes=1).status == "undecided"
    with pytest.raises(ValueError, match="unknown cards"):
        lr.play_on(replayed(UNKNOWN))
    with pytest.raises(IndexError, match="there is no move 57: the game has 56 moves"):
        lr.play_on(replayed(TEXT), at=57)
    with pytest.raises(ValueError, match="no cards could be dealt"):
        lr.play_on(replayed("[x"))
    with pytest.raises(TypeError, match=r"a record or a position is played on \(new\(\) starts a game\), not str"):
        lr.play_on("seed:1")  # type: ignore[arg-type]


def test_a_move_is_among_the_legal_ones() -> None:
    game = lr.new("Leoni's Own", "seed:1884", "wikipedia")
    moves = game.legal()
    assert "11:2S^" in moves and moves[0] in moves and len(moves) == len(list(moves))
    # 2S alone could be that of pile 6 as well: it cannot be pushed.
    assert "2S" not in moves and "3S" not in moves and "nonsense" not in moves and 3 not in moves
    game.push("11:2S^")
    # The moves are those of the position in which they were asked for.
    assert "3S" in game.legal() and "3S" not in moves


def test_pictures_and_pages() -> None:
    replay = lr.replay(TEXT)
    game = lr.new("Martha", "seed:1")
    for picture in (replay.svg(), replay.svg(at=0), game.svg(size=300), replay.at(2).svg(theme="dark")):
        assert picture.startswith("<svg") and picture.rstrip().endswith("</svg>")
    assert replay.svg(at=0) != replay.svg(at=1) and replay.svg() == replay.svg(at=replay.moves)
    assert replay.html().lower().startswith("<!doctype html>")
    assert game.left == 48
    with pytest.raises(IndexError):
        replay.svg(at=99)
    with pytest.raises(IndexError):
        game.svg(at=1)


def test_convert() -> None:
    (record,) = lr.loads(TEXT)
    data = json.loads(lr.convert(record, "json"))
    assert data[0]["game"] == "Leoni's Own"
    assert lr.convert(lr.replay(record), "text") == lr.convert(TEXT, "text")
    assert lr.convert([record, record], "csv").count("\n") > lr.convert(record, "csv").count("\n")
    assert lr.convert(record, "svg", at=0).startswith("<svg")
    with pytest.raises(ValueError, match="one game"):
        lr.convert([record, record], "svg")
    with pytest.raises(ValueError, match="there is no format `gif`"):
        lr.convert(record, "gif")


def test_import(tmp_path: Path) -> None:
    (record,) = lr.loads(TEXT)
    path = tmp_path / "game.json"
    path.write_text(lr.convert(record, "json"), encoding="utf-8")
    (taken,) = lr.import_(path)
    assert taken.record is not None and lr.replay(taken.record).record_digest == lr.replay(record).record_digest
    path.write_text("{}", encoding="utf-8")
    (refused,) = lr.import_(path)
    assert refused.record is None and refused.refusal
    with pytest.raises(ValueError, match="say which format"):
        lr.import_("game.bin")
    path.write_text(lr.convert(record, "json"), encoding="utf-8")
    with path.open("rb") as file:
        assert next(lr.import_(file)) == taken and not file.closed
    with pytest.raises(ValueError, match="this file: say which format"):
        lr.import_(io.BytesIO(path.read_bytes()))
    for wrong in (io.StringIO("{}"), None, 3):
        with pytest.raises(TypeError, match=r"import_ takes a path or a file opened with open\(path, 'rb'\), not "):
            lr.import_(wrong)  # type: ignore[arg-type]


def test_misuse_of_examine() -> None:
    assert lr.examine(TEXT).sound
    with pytest.raises(TypeError, match="examine takes a record or its text, not Position"):
        lr.examine(lr.deal("seed:1").position)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"this is not the text of a record: load\(path\) reads files"):
        lr.examine(str(GAME))


def test_archive(tmp_path: Path) -> None:
    with lr.archive(tmp_path / "games.db") as games:
        added, problems = games.add(GAME)
        assert (added.new, problems, len(games)) == (1, [], 1)
        (found,) = games.find('result = "lost" and moves > 50')
        assert found.moves == 56 and [*games.find("moves < 3")] == []
        assert [one.deal for one in games.find(begins="11:2S^")] == [found.deal]
        assert games.stats().records == 1
        (written,) = games.export(tmp_path / "all.moves", to="moves")
        assert next(lr.verify(written)).status == "verified"
        with pytest.raises(ValueError):
            games.find("moves <")
        with pytest.raises(ValueError, match="there is no format `xls`"):
            games.export(tmp_path / "x", to="xls")
    with lr.archive(tmp_path / "games.db") as games:
        assert len(games) == 1


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Library]:
    """An archive with a lost game of 56 moves and a game that is rejected."""
    wrong = tmp_path / "wrong.moves"
    wrong.write_text(TEXT.replace("2S^", "3S^"), encoding="utf-8")
    with lr.archive(tmp_path / "games.db") as games:
        added, _ = games.add(GAME, wrong)
        assert (added.new, added.rejected) == (2, 1)
        yield games


@pytest.mark.parametrize(("library", "to"), [("pandas", "to_pandas"), ("polars", "to_polars"), ("pyarrow", "to_arrow")])
def test_columns_of_an_archive(games: Library, library: str, to: str) -> None:
    pytest.importorskip(library)
    records = getattr(games, to)()
    assert [str(moves) for moves in records["moves"]] == ["56", "0"]
    assert [str(status) for status in records["status"]] == ["verified", "rejected"]
    positions = getattr(games, to)("moves", 'result = "lost"')
    assert positions.shape == (57, 5) and str(positions["left"][0]) == "96"


def test_columns_take_libraries(games: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="there are no rows `cards`: they are games or moves"):
        games.to_arrow("cards")  # type: ignore[arg-type]
    there: list[str] = []
    monkeypatch.setattr("leoni_replay.collecting.api.find_spec", lambda name: name in there or None)
    for missing in ("DuckDB", "polars"):
        with pytest.raises(MissingLibrary, match=rf"this takes {missing}: .*install 'duckdb>=1.2' 'polars>=1'"):
            games.to_polars()
        there.append(missing.lower())


def test_sample_has_defaults() -> None:
    (one,) = lr.sample()
    assert (one.value("Game"), one.value("Deal")) == ("Leoni's Own", "seed:leoni-1")
    (anna,) = lr.sample("Anna", seed=7)  # type: ignore[arg-type]
    assert anna.value("Deal") == "seed:7-1"


def test_records_are_equal_wherever_they_were_read(tmp_path: Path) -> None:
    """And replays; the game in other words has the same digest; verdicts say where."""
    (one,) = lr.sample("Labyrinth", seed="equal")
    path = tmp_path / "games.moves"
    path.write_text("; two\n\n" + lr.dumps([one, one]), encoding="utf-8")
    _, two = lr.load(path)
    assert (two.file, two.number, one.file) == (str(path), 2, "") and two.line > 1
    assert one == two and lr.replay(one) == lr.replay(two)
    # What was asked of a replay before makes no difference.
    replay = lr.replay(one)
    assert replay.at(0).digest and replay == lr.replay(two)
    assert lr.replay(one, rules="wikipedia") != lr.replay(two)
    (short,) = lr.loads(lr.dumps(one).replace(" r3c4:2C^ ", " 2C "))
    assert short != one and lr.replay(short).record_digest == replay.record_digest
    first, second = lr.verify(path)
    assert first.record_digest == second.record_digest and first != second


def test_what_was_pickled_or_copied_is_equal() -> None:
    (record,) = lr.sample("Martha", seed="copied")
    replay = lr.replay(record)
    (verdict,) = lr.verify_text(lr.dumps(record))
    game = lr.play_on(replay, 2)
    for value in (
        record,
        replay,
        verdict,
        game,
        lr.deal("seed:1"),
        replay.at(2),
        replay.steps[0],
        lr.why(replay, "2C"),
    ):
        for again in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert again == value, type(value)


def test_literals_are_the_words_of_the_grammar() -> None:
    assert get_args(lr.ResultWord) == RESULTS and {*get_args(lr.ResultWord)} == {*RESULT_WORDS}
    assert {verdict.status for verdict in lr.verify(GAME)} <= {*get_args(lr.Status)}
    assert {way for name in lr.GAMES for way in lr.make_game(name).ways} == {*get_args(lr.Direction)}


# -- how it is shown ------------------------------------------------------------------------------------------------


def test_what_is_printed() -> None:
    table = lr.deal("seed:1884")
    position = table.position
    assert str(position) == str(table) == table.text
    assert [str(card) for card in position.places["11"]] == ["TH", "9S", "9D", "9S", "5S", "QC", "2S"]
    assert f"{table.stock[0]}" == "JC" and str(position.places["C^"][0]) == "AC"
    # A card stays a number.
    card = position.places["11"][-1]
    assert isinstance(card, Card) and card == 40 and json.dumps([card]) == "[40]" and f"{[card]!r}" == "[2S]"
    move = position.legal_moves()[0]
    assert str(move) == "6:2S^" and str(move.card) == "2S"
    # Nothing else is listed, and all of it is there.
    assert set(dir(lr)) == {*lr.__all__, "__version__", "version"} and all(hasattr(lr, name) for name in dir(lr))
    (record,) = lr.loads(TEXT)
    assert isinstance(move.card, lr.Card) and isinstance(next(record.moves()).command.card, lr.Card)
    assert str(read_command("exile:JD~5S~4H~JH!")[0]) == "exile:JD~5S~4H~JH"
    martha = lr.deal("seed:1", "Martha").position
    assert str(martha.places["1"][0]).startswith("#")
    error = replayed(WRONG).error
    assert error is not None
    assert (
        str(error) == "a.moves:6:11: error[M203]: 3♦ does not fit: diamonds stand at A♦ (built up) and K♦ (built down)"
    )
    right, wrong = next(lr.verify(GAME)), next(lr.verify_text(WRONG))
    assert str(right).endswith(
        "(Leoni's Own, wikipedia, seed:1884): verified, lost after 56 moves, digest 905fddf640080ce5, "
        "record digest 15ac5b951966eadd; "
        "2 moves (reversals) were still legal"
    )
    assert str(wrong).startswith("game 1: rejected after 1 move: M203: 3♦ does not fit")


def test_render_is_what_the_command_prints() -> None:
    error = replayed(WRONG).error
    assert error is not None
    expected = (TRANSCRIPTS / "rejected" / "M203.expected").read_text(encoding="utf-8").replace("M203.moves", "a.moves")
    assert expected.startswith(error.render())
    assert "3D does not fit" in error.render(ascii=True) and "\x1b[" in error.render(color=True)
    assert max(map(len, error.render(width=50).splitlines())) <= 50


def test_reprs_are_short() -> None:
    replay = replayed(TEXT)
    legal = "2 moves (reversals) were still legal"
    assert repr(replay) == f"<Replay of Leoni's Own, wikipedia, seed:1884: verified, lost after 56 moves; {legal}>"
    assert repr(replay.transcript) == "<Transcript of Leoni's Own, wikipedia, seed:1884: 56 moves, lost>"
    assert repr(replay.position) == f"Leoni's Own, wikipedia\n{replay.position}".rstrip()
    assert repr(replay.steps[0].move) == "<Move 11:2S^>"
    assert repr(replay.game) == "<Leoni's Own, wikipedia>"
    assert repr(lr.deal("seed:1", "weavers")) == "<Deal of Weaver's, weavers, seed:1>"
    assert repr(replayed(WRONG)) == "<Replay of Leoni's Own, wikipedia, seed:1884: rejected (M203), after 1 move>"
    assert repr(replayed("[x")) == "<Replay of nothing: rejected (S004), after 0 moves>"
    assert repr(lr.loads("[x")[0]) == "<Transcript of nothing: 0 moves, broken off (S004)>"
    for thing in (replay.game.rules, lr.GAMES, lr.examine(replay.transcript)):  # type: ignore[union-attr]
        assert len(repr(thing)) < 120


def test_notebooks() -> None:
    replay, wrong = replayed(TEXT), replayed(WRONG)
    table = lr.deal("seed:1884")
    for picture in (table, table.position, replay, replay.at(3), table.layout, replayed(UNKNOWN).at(1), lr.new()):
        svg = picture._repr_svg_()
        assert svg is not None and svg.startswith("<svg") and svg.rstrip().endswith("</svg>")
    assert wrong.error is not None
    for shown in (next(lr.verify_text(WRONG)), wrong.error, lr.examine(wrong.transcript)):
        page = shown._repr_html_()
        assert page.startswith("<pre") and "does not fit" in page
    # What strangers write is shown and not obeyed.
    hostile = replayed('[Game "Leoni\'s Own"]\n[Rules "<script>"]\n*')
    assert hostile.error is not None
    assert "<script>" not in hostile.error._repr_html_()


# -- types ----------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    "checker", ["mypy --strict --config-file=", f"pyright --pythonpath={sys.executable}"], ids=["mypy", "pyright"]
)
def test_type_checkers_accept_the_programs_of_the_pages(checker: str, tmp_path: Path) -> None:
    """Also what is only there once it was asked for: no attribute has to be checked for None a second time."""
    name, *options = checker.split()
    pytest.importorskip(name)
    folder = TRANSCRIPTS.parent / "docs" / "program"
    pages = "".join((folder / name).read_text(encoding="utf-8") for name in ("python.md", "python-tasks.md"))
    programs = "".join(example.source for example in doctest.DocTestParser().get_examples(pages))
    narrowed = "solved = lr.solve(record)\nif solved.won:\n    print(lr.dumps(solved.transcript).upper())\n"
    (tmp_path / "programs.py").write_text(programs + narrowed, encoding="utf-8")
    run = subprocess.run([sys.executable, "-m", name, *options, "programs.py"], cwd=tmp_path, capture_output=True)
    assert run.returncode == 0, run.stdout.decode()
