"""What is known of records: what happened in them, which are the same game, and which tables they came to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leoni_replay.collecting.finding import Criteria, match
from leoni_replay.collecting.position_patterns import QueryError, find_first_match, pattern
from leoni_replay.collecting.positions import RecordPositions
from leoni_replay.collecting.record_facts import Facts, read_facts
from leoni_replay.notation.reader import parse
from leoni_replay.record.replay import replay
from tests.collecting.records import GAMES, long_ones, raws

GAME_1884 = (GAMES / "1884.moves").read_text(encoding="utf-8")


def facts_of(text: str) -> Facts:
    """What is known of the one record of a text."""
    (raw,) = raws(text)
    return read_facts(raw)[0]


def positions_of(text: str) -> RecordPositions:
    """The course of the one record of a text."""
    (raw,) = raws(text)
    course = read_facts(raw)[1]
    assert course is not None
    return course


def test_what_happened_is_what_is_written() -> None:
    """The long forms of the repository's own games say in words what was counted in numbers."""
    longest = 0
    for raw in long_ones():
        facts, _ = read_facts(raw)
        replayed = replay(parse(raw))
        words = [str(step) for step in replayed.steps]
        woven = [str(step) for step in replayed.steps if step.move.dest == "~"]
        assert facts.weaves == len(woven), raw.file
        assert facts.weave == max((word.count("~") for word in woven), default=0)
        assert facts.stalemates == sum(word.endswith("#") for word in woven)
        assert facts.reversals == sum(word.endswith(("^v", "v^")) for word in words)
        assert facts.redeals == sum(word.startswith("redeal") for word in words)
        assert facts.left == replayed.at(replayed.moves).table.left
        longest = max(longest, facts.weave)
    assert longest > 4


@pytest.mark.parametrize(
    ("moves", "seconds"),
    [
        ("11:2S^ @0:31 11:QCv @1:02 {@9:00} *", 62),
        ("@0:12 11:2S^ conceded @1:00:40", 3640),
        ("11:2S^ @0:00 *", 0),
        ("11:2S^ {@9:00} *", None),
        # With a transcript, and irregular.
        ("11:2S^ @0:31 misplay 1:TD>2 @0:40 *", 40),
        ("11:2S^ @0:31 11:QCv * {=won} @0:40", None),
        ("11:2S^ @0:31 11:QCv @0:30 *", None),
    ],
)
def test_how_long_a_game_took(moves: str, seconds: int | None) -> None:
    facts = facts_of(f'[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n{moves}\n')
    assert facts.seconds == seconds and (facts.status == "rejected") == (seconds is None and "{@" not in moves)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" 5:3Dv *", " *"),
        ("10:3D^ 1:5H^", "1:5H^ 10:3D^"),
        ('"wikipedia"', '"wikipedia; L9=any"'),
        (" *", " lost"),
    ],
)
def test_another_game(old: str, new: str) -> None:
    unfinished = GAME_1884.replace('[Result "lost"]\n', "").replace(" lost", " *")
    text = unfinished.replace(old, new)
    assert text != unfinished
    assert facts_of(text).status == "verified", text
    assert facts_of(text).record_digest != facts_of(unfinished).record_digest


@pytest.mark.parametrize(
    ("layout", "lies"),
    [
        ("exile: ?? ?? ?? ?? ??", lambda lies: len(lies("exile")) == 5),
        ("exile: * JD", lambda lies: lies("exile")[-1:] == ["JD"]),
        ("C↓: QC", lambda lies: lies("Cv")[-1:] == ["QC"]),
        ("7: QS 9D * 3D", lambda lies: lies("7")[:2] == ["QS", "9D"] and lies("7")[-1] == "3D"),
        ("7: ?? 9D ?? * ?? *\n\ndeal: 1", lambda lies: lies("7")[1:2] == ["9D"] and len(lies("7")) > 3),
        ("7: ?? ?? ?? ?? ?? ?? ?? ??", lambda lies: len(lies("7")) == 8),
        ("exile: -\n 5: *", lambda lies: not lies("exile")),
        ("r1: * 2C *", lambda lies: False),
    ],
)
def test_unknown_cards_of_a_layout_match_any(layout: str, lies: Callable[[Callable[[str], list[str]]], bool]) -> None:
    walked = replay(parse(raws(GAME_1884)[0])).positions()
    right = [
        number
        for number, _, position in walked
        if lies(lambda place: [str(card) for card in position.places[place]])  # noqa: B023
    ]
    assert find_first_match(positions_of(GAME_1884), frozenset(), pattern(layout, "x")) == (right[0] if right else None)


@pytest.mark.parametrize(
    ("layout", "line", "message", "help"),
    [
        ("7: QS\n8 QD", 2, "this is not a line of a position", ""),
        ("exlie: QS", 1, "there is no place `exlie`", "did you mean exile?"),
        ("7: QS\n\n7: QS", 3, "the place `7` is listed twice", ""),
        ("7:", 1, "the place `7` has no cards", "write - for an empty place"),
        ("7: QS 1X", 1, "`1X` is not a card", "?? is any card, * any number of them"),
        (" \n", 1, "this has no line of a position", ""),
    ],
)
def test_a_layout_that_is_none(layout: str, line: int, message: str, help: str) -> None:
    with pytest.raises(QueryError) as raised:
        pattern(layout, "table.txt")
    diagnostic = raised.value.diagnostic
    assert (diagnostic.file, diagnostic.span.line) == ("table.txt", line)
    assert message in diagnostic.message
    assert help in "; ".join(diagnostic.help)


def test_first_moves_are_written_long_or_short() -> None:
    (raw,) = raws(GAME_1884)
    for begins in ("11:2S^", "2S QC 4:^ 13:JC", "11:2S^ 11:QCv 4:3S^ 13:JCv exile:QSv exile:JD~5S~4H~JH", ""):
        assert match(Criteria(begins=begins), raw) is not None, begins
    for begins in ("11:QC", "2S 11:QC^", "11:2S^ 11:QCv 4:3S^ 13:JCv exile:QSv exile:JD~5S~4H", "2S " * 99):
        assert match(Criteria(begins=begins), raw) is None, begins


@settings(max_examples=80, deadline=None)
@given(
    text=st.lists(
        st.sampled_from(
            ["7", "exile", "r1", ":", " ", "QS", "??", "#??", "*", "-", "--", "#", "\n", "♣^", "deal", "2", "\0", "é"]
        ),
        max_size=12,
    ).map("".join)
)
def test_whatever_is_typed_is_a_layout_or_shown_to_be_none(text: str) -> None:
    try:
        pattern(text, "x").matches("7: QS\n")
    except QueryError as error:
        assert error.diagnostic.message
        assert error.diagnostic.render(ascii=True).encode()
