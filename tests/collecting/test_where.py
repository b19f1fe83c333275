"""Conditions: what they mean, that SQL means the same, and what is said of those that are none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leoni_replay.collecting.archive import Archive
from leoni_replay.collecting.record_facts import Facts
from leoni_replay.collecting.where import QueryError, where
from tests.collecting.records import small


def matching(condition: str) -> list[int]:
    """The numbers of the short records for which a condition holds."""
    return [facts.number for facts in small() if where(condition).holds(facts)]


@pytest.mark.parametrize(
    ("condition", "numbers"),
    [
        ('Game = "Labyrinth"', [1, 6]),
        ('Game = "leonis own"', [2, 3, 4]),
        ('game != "Labyrinth"', [2, 3, 4, 5]),
        ("moves = 2", [2, 3, 6]),
        ("moves<=2 and moves >= 2 and not (moves > 2 or moves < 2)", [2, 3, 6]),
        ('status = "rejected"', [4, 5]),
        ('status in ("verified", "consistent")', [1, 2, 3, 6]),
        ('code = "M203" or code = "H103"', [4, 5]),
        ("Player", [1, 3]),
        ('Player ~ "MÜLLER"', [3]),
        ('Player !~ "müller"', [1]),
        ('not Player = "Ada"', [2, 3, 4, 5, 6]),
        # What a record does not have is not unlike anything.
        ('Player != "Ada"', [3]),
        ("Round > 6", [1]),
        ('Round > "6"', [1, 4]),
        ('Result = "*" and not unknown', [1, 2, 3]),
        ("unknown > 0", [6]),
        ('book = "wikipedia" AND (moves = 1 OR moves = 2)', [2, 3, 4]),
        ('moves = 2 or moves = 1 and Game = "Labyrinth"', [1, 2, 3, 6]),
        ('not moves = 2 and not status = "rejected"', [1]),
        ('digest = "EDBA8B7894E9635F"', [4]),
        ('Deal ~ "1884"', [2, 3, 4]),
    ],
)
def test_conditions(condition: str, numbers: list[int]) -> None:
    assert matching(condition) == numbers


@pytest.mark.parametrize(
    ("condition", "message", "at", "help"),
    [
        ("move > 3", "there is no field `move`", "move", "did you mean moves?"),
        ("Layout", "records cannot be chosen by their tag Layout", "Layout", "--layout searches for a position"),
        ('Game = "Marta"', "there is no game `Marta`", '"Marta"', "Martha"),
        ('book = "wikpedia"', "there is no rule book `wikpedia`", '"wikpedia"', 'did you mean "wikipedia"?'),
        ('moves > 1 and result = "win"', "result is never `win`", '"win"', 'it is "won", "lost", "*" or "conceded"'),
        ('moves = "4"', 'moves is a number, but "4" is text', '"4"', "write moves = 4"),
        ("moves ~ 4", "`~` searches text, but moves is a number", "4", "write moves = 4"),
        ("Player ~ 4", "`~` looks for a text", "4", 'write Player ~ "4"'),
        ("status = 4", "status is text, but 4 is a number", "4", 'write status = "4"'),
        ('digest = "12"', '"12" is not a digest', '"12"', "a digest has 16 hexadecimal digits"),
        ("result = won", 'expected a text in quotation marks ("won") or a number, found `won`', "won",
         'put text in quotation marks: "won"'),
        ("result = 'won'", "found `'won'`", "'won'", 'use straight double quotation marks: "won"'),
        ("moves == 4", "found `=`", "= 4"[:1], "did you mean `=`?"),
        ("moves > 3 ans left < 3", "expected `and`, `or` or the end, found `ans`", "ans", "did you mean `and`?"),
        ("moves > 3 && left", "found `&&`", "&&", "did you mean `and`?"),
        ("moves > 3)", "expected `and`, `or` or the end, found `)`", ")", ""),
        ("(moves > 3", "the condition is incomplete: expected `)`, `and` or `or`", "", ""),
        ("moves >", "the condition is incomplete: expected a text", "", ""),
        ('Player = "Ada', "this text is not closed", '"Ada', 'a quotation mark inside a text is written \\"'),
        ("  ", "the condition is empty", "", 'for example game = "Martha" and moves > 100'),
        ("not " * 30 + "moves", "this condition is nested more than 20 deep", "n", ""),
        (" or ".join(["moves"] * 502), "there are more than 500 conditions or values side by side", "m", ""),
        ("Player in (" + ",".join(['"x"'] * 1502) + ")", "there are more than 500 conditions or", "P", ""),
        ("x" * 30_000, "this condition is longer than 20,000 characters", "x", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_shown_where_it_stands(condition: str, message: str, at: str, help: str) -> None:
    with pytest.raises(QueryError) as raised:
        where(condition)
    diagnostic = raised.value.diagnostic
    assert message in diagnostic.message
    span = diagnostic.span
    assert diagnostic.lines[0][span.column - 1 : span.end_column - 1] == at
    assert help in "; ".join(diagnostic.help)
    assert diagnostic.render().startswith("error: ")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Archive, tuple[Facts, ...]]]:
    """An archive with records that differ in whatever can be asked."""
    records = []
    for number, facts in enumerate(small() * 3):
        changed = replace(
            facts,
            text=f"{number}{facts.text}",
            moves=number % 5,
            weave=number % 4,
            exiles=None if number % 3 else number,
            seconds=None if number % 2 else number,
            tags=((), (("Player", "Ada"),), (("Round", "07"), ("Player", "ß"), ("Player", "ADA")))[number % 3],
        )
        records.append(changed)
    with Archive(str(tmp_path_factory.mktemp("kept") / "a.db"), write=True) as archive:
        archive.add(records)
        yield archive, tuple(records)


texts = st.sampled_from(["Ada", "ada", "SS", "7", "07", "verified", "*", "", 'a"\\b', "Labyrinth"])
numbers = st.sampled_from([0, 1, 2, 3, 7, 2.5, -1])
simple = st.one_of(
    st.builds(
        "{} {} {}".format,
        st.sampled_from(["moves", "weave", "exiles", "seconds", "unknown", "number"]),
        st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
        numbers,
    ),
    st.builds(
        lambda name, sign, text: f'{name} {sign} "{text}"'.replace('a"\\b', 'a\\"\\\\b'),
        st.sampled_from(["Player", "Round", "Rules", "Deal", "code", "file"]),
        st.sampled_from(["=", "!=", "<", "<=", ">", ">=", "~", "!~"]),
        texts,
    ),
    st.builds("{} {} {}".format, st.sampled_from(["Round", "Player"]), st.sampled_from(["=", "!=", "<", ">"]), numbers),
    st.sampled_from(["Player", "exiles", "weave", "code", "Game", 'Game = "Labyrinth"', 'result in ("won", "*")']),
)
conditions = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.builds("({} and {})".format, inner, inner),
        st.builds("{} or {}".format, inner, inner),
        st.builds("not ({})".format, inner),
    ),
    max_leaves=5,
)


@settings(max_examples=40, deadline=None)
@given(condition=conditions)
def test_sql_means_the_same(kept: tuple[Archive, tuple[Facts, ...]], condition: str) -> None:
    archive, records = kept
    read = where(condition)
    assert [facts.text for _, facts in archive.facts(read.sql)] == [one.text for one in records if read.holds(one)]


WORDS = 'moves Player Game and or not in ( ) , = != < ~ == "won" " 7 7. - . \\ won NOT _ * # é ♣ 💥'.split()
tokens = st.lists(st.sampled_from([*WORDS, "\n", "\0", "'", "\udc80"]), max_size=8)


@pytest.mark.long
@settings(max_examples=80, deadline=None)
@given(words=tokens, between=st.sampled_from([" ", ""]))
def test_whatever_is_typed_is_a_condition_or_shown_to_be_none(words: list[str], between: str) -> None:
    text = between.join(words)
    try:
        where(text)
    except QueryError as error:
        diagnostic = error.diagnostic
        assert diagnostic.message
        assert 1 <= diagnostic.span.column <= diagnostic.span.end_column <= len(diagnostic.lines[0]) + 1
        assert diagnostic.render(ascii=True).encode()
