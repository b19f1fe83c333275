"""Writing: what is read back is what was written, in one form."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from leoni_replay.commands import Move
from leoni_replay.notation.braces import read_command
from leoni_replay.notation.claim_syntax import claim
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Number, Result, Tag, Transcript, Variation
from leoni_replay.notation.writer import dumps
from tests.notation import samples


def numbers_apart(items: list[Item]) -> list[Item]:
    """The items without move numbers, in variations as well: the writer counts anew."""
    return [
        Variation(numbers_apart(item.items)) if isinstance(item, Variation) else item
        for item in items
        if not isinstance(item, Number)
    ]


def assert_lossless(transcript: Transcript) -> None:
    text = dumps(transcript)
    (again,) = loads(text)
    assert again.problem is None, again.problem
    assert again.head == transcript.head
    assert numbers_apart(again.items) == numbers_apart(transcript.items)
    assert again.result == transcript.result
    assert again.epilogue == transcript.epilogue
    assert dumps(again) == text


@given(samples.games())
@settings(max_examples=8, deadline=None)
def test_round_trip(text: str) -> None:
    (game,) = loads(text)
    assert_lossless(game)


@pytest.mark.long
@given(samples.games())
@settings(max_examples=1000, deadline=None)
def test_many_round_trips(text: str) -> None:
    (game,) = loads(text)
    assert_lossless(game)


def test_comments_outside_the_tags() -> None:
    head: list[Tag | Comment] = [Comment("a"), Tag("Game", "x"), Comment("b")]
    game = Transcript.build({}, [Move("exile")], "lost")
    game.head = head
    text = dumps([game, game])
    assert text == '{a}\n[Game "x"]\n\n{b} 1. exile lost\n\n[Game "x"]\n\n{a} {b} 1. exile lost\n'
    assert dumps(loads(text)) == text


def test_numbers() -> None:
    moves = [MoveItem(read_command("4:2H^")[0]) for _ in range(20)]
    variation = Variation([*moves[:15], Variation([moves[0]]), moves[0]])
    text = dumps(Transcript.build({"Game": "x"}, [*moves, variation, *moves], "won"))
    assert text == (
        '[Game "x"]\n\n'
        "1. 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^\n"
        "17. 4:2H^ 4:2H^ 4:2H^ 4:2H^ (4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^\n"
        "32. 4:2H^ 4:2H^ 4:2H^ (4:2H^) 4:2H^) 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^\n"
        "31. 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ 4:2H^ won\n"
    )


def test_comments_keep_their_place() -> None:
    text = '{a}\n;b\n[Game "x"]\n\n{c\nd} 1. exile {= left 43} ;e\n(2H ;f\n) lost\n{g}\n;h\n'
    assert_lossless(loads(text)[0])
    assert dumps(loads(text)) == text.replace("\n(2H", "\n(1. 2H")


def test_built_by_a_program() -> None:
    items: list[Item | Move] = [Move("4", 14, "^"), Variation([MoveItem(Move(card=15))]), claim("left 43")]
    game = Transcript.build([("Game", 'a "b" \\'), ("Source", "two\r\nlines")], items, "lost", epilogue=[Comment("c")])
    text = dumps(game)
    assert text == '[Game "a \\"b\\" \\\\"]\n[Source "two\nlines"]\n\n1. 4:2D^ (3D) {= left 43} lost\n{c}\n'
    assert dumps(loads(text)) == text


def nested(depth: int) -> list[Item]:
    items: list[Item] = [MoveItem(Move("exile"))]
    for _ in range(depth):
        items = [MoveItem(Move("exile")), Variation(items)]
    return items


def test_deep_variations() -> None:
    assert_lossless(Transcript.build({"Game": "x"}, nested(64)))
    with pytest.raises(ValueError, match="64 deep"):
        dumps(Transcript.build({"Game": "x"}, nested(10_000)))


@pytest.mark.parametrize(
    "game",
    [
        Transcript(head=[Tag("Game", "x")], result=Result("draw")),
        Transcript.build({}, [], "won"),
        Transcript.build({"a b": "x"}),
        Transcript.build({"Game": "x\n[a"}),
        Transcript.build({"Game": "\0"}),
        Transcript.build({"Game": "\ud800"}),
        Transcript.build({"Game": "x"}, [Comment("}")]),
        Transcript.build({"Game": "x"}, [Comment("= won")]),
        Transcript.build({"Game": "x"}, [Comment('\n[Game "x"]')]),
        Transcript.build({"Game": "x"}, [Comment("a\nb", ";")]),
        Transcript.build({"Game": "x"}, [Variation([MoveItem(Move("exile"))])]),
        Transcript.build({"Game": "x"}, [Move("exile"), Variation([Comment("c")])]),
        Transcript.build({"Game": "x"}, [Move("nowhere", 3)]),
        Transcript.build({"Game": "x"}, [Move(how="set", placed=(("nowhere", (3,)),))]),
        Transcript.build({"Game": "x"}, [Move(how="set", placed=(("1}", (3,)),))]),
        Transcript(head=[Tag("Game", "x")]),
        *loads('[Game "x"] what'),
    ],
)
def test_what_cannot_be_written(game: Transcript) -> None:
    with pytest.raises(ValueError):
        dumps(game)
