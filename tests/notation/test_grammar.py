"""The fast reader against the parser that Lark makes of the grammar: same texts, same tokens, same first fault."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lark import Token, Tree, UnexpectedCharacters, UnexpectedToken

from leoni_replay.games.places import COMMON
from leoni_replay.notation import braces, grammar
from leoni_replay.notation.machine import is_admitted, machine
from leoni_replay.notation.reader import Stop, _Builder
from leoni_replay.notation.scan import scanner
from leoni_replay.notation.transcript import Claim, Comment, Item, MoveItem, Number, Time, Transcript, Variation
from tests.larks import lark
from tests.notation import samples

Tokens = list[tuple[str, int, int]]


def by_lark(text: str, start: str = "game") -> tuple[Tokens, int | None]:
    """The tokens that the grammar's parser finds, and where it stops if the text is wrong."""
    try:
        tree = lark().parse(text, start=start)
    except UnexpectedCharacters as error:
        return [], error.pos_in_stream
    except UnexpectedToken as error:
        return [], len(text) if error.token.type == "$END" else error.token.start_pos
    assert isinstance(tree, Tree)
    tokens = sorted(
        (token.start_pos or 0, token.end_pos or 0, token.type)
        for token in tree.scan_values(lambda value: isinstance(value, Token))
    )
    return [(kind, start, end) for start, end, kind in tokens], None


def by_reader(text: str) -> tuple[Tokens, Stop | None]:
    """The same from the fast reader; tags only as a whole."""
    transcript = Transcript(text)
    stop = _Builder(transcript, text).build()
    tokens: Tokens = []
    for node in transcript.head:
        tokens.append(("COMMENT" if isinstance(node, Comment) else "TAG", node.start, node.end))
    tokens += list(tokens_of(transcript.items))
    if transcript.result:
        name = "CONCEDED" if transcript.result.word == "conceded" else "RESULT"
        tokens.append((name, transcript.result.start, transcript.result.end))
    tokens += list(tokens_of(list(transcript.epilogue)))
    return tokens, stop


def tokens_of(items: list[Item]) -> Iterator[tuple[str, int, int]]:
    for item in items:
        if isinstance(item, Variation):
            yield "LPAR", item.start, item.start + 1
            yield from tokens_of(item.items)
            yield "RPAR", item.end - 1, item.end
        else:
            name = {MoveItem: "MOVE", Number: "NUMBER", Comment: "COMMENT", Claim: "CLAIM", Time: "TIME"}[type(item)]
            yield name, item.start, item.end


def word_of_no_game(text: str, at: int) -> bool:
    """Whether a move stands at an offset that no game of ours has."""
    match = machine().pattern("MOVE").match(text, at)
    return match is not None and not is_admitted("MOVE", match, COMMON)


def assert_same(text: str) -> None:
    expected, wrong = by_lark(text)
    tokens, stop = by_reader(text)
    if stop is not None and stop.at < (len(text) if wrong is None else wrong) and word_of_no_game(text, stop.at):
        # Which words there are, each game says; the grammar allows any.
        return
    if wrong is None:
        if stop is not None:
            # The inside of a claim is the other start of the grammar.
            assert stop.reason == "claim"
            return
        merged: Tokens = []
        for kind, start, end in expected:
            if kind == "LSQB":
                merged.append(("TAG", start, end))
            elif kind in ("NAME", "VALUE", "RSQB"):
                merged[-1] = ("TAG", merged[-1][1], end)
            else:
                merged.append((kind.removeprefix("LINE_"), start, end))
        assert tokens == merged
        return
    assert stop is not None
    if stop.reason == "claim":
        assert stop.at < wrong
    elif text[stop.at : stop.at + 1] == "[" and stop.at < wrong:
        # Inside a tag the reader leaves it to the parser to tell where.
        assert scanner().head_node.match(text, stop.at) is None
        assert wrong <= len(text)
    else:
        assert stop.at == wrong


@given(samples.games())
@settings(max_examples=15, deadline=None)
def test_right_texts(text: str) -> None:
    assert by_lark(text)[1] is None
    assert by_reader(text)[1] is None
    assert_same(text)


@given(samples.mutated())
@settings(max_examples=25, deadline=None)
def test_wrong_texts(text: str) -> None:
    assert_same(text)


@pytest.mark.long
@given(st.one_of(samples.games(), samples.mutated()))
@settings(max_examples=2000, deadline=None)
def test_many_texts(text: str) -> None:
    assert_same(text)


@pytest.mark.parametrize(
    "text",
    [
        samples.EXAMPLE,
        "",
        " ",
        "{c}",
        '[Game "x"]',
        '[Game "x"] {= won} [Deal "y"] *',
        '[Game "x"] {c} [Deal "y"] *',
        '[Game "x"] 1. {c} {= won} 4:2H^ *',
        '[Game "x"] 1. 2. 4:2H^ *',
        '[Game "x"] 1. *',
        '[Game "x"] 1. (4:2H) *',
        '[Game "x"] 4:2H (1.) *',
        '[Game "x"] 4:2H ({c}) *',
        '[Game "x"] 4:2H ({c} 5H {d}) (6H) {e} (7H (8H)) *',
        '[Game "x"] 4:2H ((5H)) *',
        '[Game "x"] 4:2H (5H *',
        '[Game "x"] * {= won} ;',
        '[Game "x"] * won',
        '[Game "x"] won*',
        '[Game "x"](',
        '[Game "x"]*',
        '[Game "x"]12.4:2H^;c\n*',
        '[Game"x"] *',
        '[\nGame\n"x"\n]*',
        '[Game "x]\n[Deal "y"] *',
        '[Game "a\\"b\\\\"] *',
        '[Game "a\\b"] *',
        '[Game "x"] {a\n[Game "y"]} *',
        '[Game "x"] {a\n[Site "y"]} *',
        '[Game "x"] 123456789. 4:2H^ *',
        '[Game "x"] 4:2H^\u00a0 *',
        '[Game "x"] } *',
    ],
)
def test_chosen_texts(text: str) -> None:
    assert_same(text)


def test_terminals_are_disjoint() -> None:
    """No word of the body is two kinds of token, so that the order in which they are tried cannot matter."""
    names = ("MOVE", "NUMBER", "COMMENT", "CLAIM", "RESULT", "LPAR", "RPAR", "LINE_COMMENT", "LSQB")
    terminals = grammar.tables().terminals
    for word in ["won", "lost", "*", "12.", "{= won}", "{c}", "(", ")", ";c", "exile", "4:2H^", "7H", "[", "th", "5dv"]:
        assert sum(re.match(terminals[name], word) is not None for name in names) == 1, word


@pytest.mark.parametrize("text", samples.CLAIMS)
def test_claims_are_in_the_grammar(text: str) -> None:
    assert lark().parse(text, start="claim")


WORDS = "7: exile: gone: r1c3: C^: 7 : 7H 10♣ #7H #th -- - gone th deal x".split()


@given(st.lists(st.sampled_from(WORDS)), st.sampled_from(["", " ", "\n"]))
@settings(max_examples=60, deadline=None)
@example(["7: 9S -- #JD gone: 4C exile: -"], "")
@example([], "")
def test_settings(words: list[str], gap: str) -> None:
    """The inside of a setting has a start of its own in the grammar."""
    text = gap.join(words)
    expected, wrong = by_lark(text, "setting")
    try:
        tokens, _ = braces.tokens_of(text, "setting", None)
    except braces.ClaimError as error:
        assert error.at == wrong
    else:
        assert wrong is None
        assert [(token.kind, token.start, token.end) for token in tokens] == expected
