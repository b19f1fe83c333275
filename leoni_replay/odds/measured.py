"""Measured odds as data: one object per run, as ``leoni odds --format json`` prints it (``schemas/``).

Files of such lines are stored where single deals are not.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from math import isinf
from pathlib import Path
from typing import Any, Final, NamedTuple

from leoni_replay.diagnostics import UserError
from leoni_replay.files.atomic import whole_file
from leoni_replay.games import GAMES, RuleBook, RulesError
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.text_files import short_text
from leoni_replay.odds.counts import MOVES, VERDICTS, Counts, Verdict, one_in
from leoni_replay.odds.question import SOLVER, Question
from leoni_replay.odds.results import DealRange
from leoni_replay.search.players import check_player

#: the measurements in a checkout; a wheel has them beside this module
MEASURED: Final = "docs/odds/results.jsonl"

#: no file has counts of more deals
_MOST_DEALS: Final = 10**15

#: the verdicts on finished games
_ENDS: Final[tuple[Verdict, ...]] = ("won", "lost")


class Measurement(NamedTuple):
    """A question, the deals that were played, and the counts."""

    question: Question
    seeds: tuple[DealRange, ...]
    counts: Counts


class MeasurementError(UserError):
    """Raised for a file of measured odds that cannot be read; the message says where and why."""


def claimed_odds(question: Question) -> str:
    """Return the chance of winning that the rule book claims; empty if it claims none, or if the rules differ from the
    book's."""
    try:
        # A file of results may be untrusted: it must not name files here.
        book = GAMES[question.game].book(book_name(question), "")
    except (KeyError, RulesError, FileNotFoundError):
        # The results may be for a game or a book that isn't installed.
        return ""
    return book.odds if is_under(question, book) else ""


def is_under(question: Question, book: RuleBook) -> bool:
    """Whether deals are played under the rules of a book."""
    readings = dict(question.readings)
    has_its_readings = all(readings.get(point) == choice.reading for point, choice in book.choices.items())
    return question.game == book.game and has_its_readings


def is_allowed(question: Question, book: RuleBook) -> bool:
    """Whether deals are played under readings that the words of a book's source allow: where the source states no
    reading, any; where the book departs from it, that of the letter."""
    if question.game != book.game:
        return False
    readings = dict(question.readings)
    for point, choice in book.choices.items():
        is_taken = readings.get(point) == choice.reading
        is_open = choice.basis in ("inferred", "open")
        if not (is_taken or is_open or (choice.letter and readings.get(point) == choice.letter)):
            return False
    return True


def is_forced(question: Question) -> bool:
    """Whether the choice of moves has no effect under these rules, so that every player wins the same deals: the game
    lists the readings of points that make it so (``forced``)."""
    game = GAMES.get(question.game)
    return game is not None and bool(game.forced) and set(game.forced) <= set(question.readings)


def book_name(question: Question) -> str:
    """Return the name of the rule book in question, without its overrides."""
    return question.rules.partition(";")[0].strip()


def odds_object(measurement: Measurement) -> dict[str, Any]:
    """Return a measurement as an object for JSON, as the schema describes it."""
    question, seeds, counts = measurement
    limits = {"nodes": question.nodes, "seconds": question.seconds, "memory": question.memory}
    share, interval = counts.share, counts.interval
    return {
        "game": question.game,
        "rules": question.rules,
        "readings": dict(question.readings),
        "player": question.player,
        "limits": limits if question.player == SOLVER else None,
        "prunings": list(question.prunings),
        "code": question.code,
        "claimed": claimed_odds(question) or None,
        "seeds": [deal_range._asdict() for deal_range in seeds],
        "deals": counts.deals,
        **{verdict: counts.verdicts[verdict] for verdict in VERDICTS},
        "audited": counts.audited,
        "nodes": counts.nodes,
        "rate": share._asdict(),
        "interval": {"confidence": 0.95, **interval._asdict()},
        "one_in": {"low": _number(one_in(interval.high)), "high": _number(one_in(interval.low))},
        "moves": [
            {"moves": most, **{verdict: counts.moves[verdict, most] for verdict in _ENDS}}
            for most in MOVES
            if any(counts.moves[verdict, most] for verdict in _ENDS)
        ],
        "redeals": [{"redeals": redeals, "deals": deals} for redeals, deals in sorted(counts.redeals.items())],
        "left": [{"cards": cards, "deals": deals} for cards, deals in sorted(counts.left.items())],
    }


def _number(number: float) -> float | None:
    """Return a number for JSON, which has no infinity."""
    return None if isinf(number) else number


def measurement_from(data: dict[str, Any]) -> Measurement:
    """Return a measurement from its JSON object. Values that follow from the counts, such as the interval, are ignored.

    Raises:
        KeyError, TypeError, ValueError, AttributeError, OverflowError: it is not such an object.
    """
    limits = data["limits"] or {"nodes": None, "seconds": None, "memory": None}
    question = Question(
        game=str(data["game"]),
        rules=str(data["rules"]),
        readings=tuple(sorted((str(point), str(reading)) for point, reading in data["readings"].items())),
        player=str(data["player"]),
        prunings=tuple(data["prunings"]),
        code=str(data["code"]),
        **{name: limits[name] for name in ("nodes", "seconds", "memory")},
    )
    check_player(question.player)
    counts = Counts()
    counts.verdicts = Counter({verdict: int(data[verdict]) for verdict in VERDICTS})
    counts.left = Counter({int(row["cards"]): int(row["deals"]) for row in data["left"]})
    counts.moves = Counter(
        {(verdict, int(row["moves"])): int(row[verdict]) for row in data["moves"] for verdict in _ENDS if row[verdict]}
    )
    counts.redeals = Counter({int(row["redeals"]): int(row["deals"]) for row in data["redeals"]})
    counts.audited, counts.nodes = int(data["audited"]), int(data["nodes"])
    if counts.deals != data["deals"] or not _add_up(counts):
        raise LeoniError("its counts do not add up")
    if counts.deals > _MOST_DEALS:
        raise LeoniError("nobody can have played so many deals")
    return Measurement(question, tuple(DealRange(**deal_range) for deal_range in data["seeds"]), counts)


def _add_up(counts: Counts) -> bool:
    """Whether counts are consistent: none is negative, and each deal is counted once by its result, by the cards left
    or the redeals, and, if moves are counted, by the number of its moves."""
    counters: tuple[Counter[Any], ...] = counts.verdicts, counts.left, counts.redeals, counts.moves
    if any(number < 0 for counter in counters for number in counter.values()):
        return False
    if counts.left.total() != counts.deals - counts.won or counts.redeals.total() != counts.won:
        return False
    if any(most not in MOVES for _, most in counts.moves):
        return False
    if not counts.moves:
        return True
    longest = MOVES[-1]
    return all(counts.within(verdict, longest) == counts.verdicts[verdict] for verdict in _ENDS)


def _parse_json(line: str) -> Any:
    """Return the data of a line of JSON.

    Raises:
        ValueError: it is not JSON, or has a number too long for Python to read.
    """
    try:
        return json.loads(line)
    except json.JSONDecodeError:
        raise
    except ValueError:
        raise LeoniError("a number in it has too many figures to be read") from None


def _why_not_measured(error: Exception) -> str:
    """Return why a line is not an object of ``leoni odds``, from the error that was met in reading it."""
    if isinstance(error, KeyError):
        return f"there is no {error}"
    if isinstance(error, (LeoniError, json.JSONDecodeError)):
        return str(error)
    return "a value in it is of another kind"


def own_measurements() -> list[Measurement]:
    """Return the measurements that come with the program."""
    installed = Path(str(files(__name__.rpartition(".")[0]))) / Path(MEASURED).name
    return load_measurements(str(installed if installed.is_file() else Path(__file__).parents[2] / MEASURED))


def load_measurements(path: str) -> list[Measurement]:
    """Return the runs in a file, one object per line.

    Raises:
        FileNotFoundError: there is no such file.
        MeasurementError: it cannot be read, or a line is not such an object.
    """
    runs = []
    try:
        lines = short_text(path).splitlines()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise MeasurementError(f"{path}: this file cannot be read: {error.strerror}") from None
    for number, line in enumerate(lines, 1):
        try:
            runs.append(measurement_from(_parse_json(line)))
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
            why = _why_not_measured(error)
            raise MeasurementError(f"{path}:{number}: this line is not an object of `leoni odds`: {why}") from None
    return runs


def save_measurements(path: str, runs: Iterable[Measurement]) -> None:
    """Write runs to a file (all or nothing), sorted by game, rules and player.

    Raises:
        OSError: it cannot be written.
    """
    order_of_games = {name: number for number, name in enumerate(GAMES)}

    def sort_key(run: Measurement) -> tuple[int, str, str, str]:
        question = run.question
        # A game that isn't installed comes after those that are.
        return order_of_games.get(question.game, len(order_of_games)), question.game, question.rules, question.player

    with whole_file(Path(path), replace=True) as stream:
        for run in sorted(runs, key=sort_key):
            stream.write(json.dumps(odds_object(run), ensure_ascii=False) + "\n")
