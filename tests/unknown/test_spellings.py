"""Spellings of a record with unknown cards: what comes of it is the same for all of them."""

from __future__ import annotations

import random

import pytest

from leoni_replay.commands import Move
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps, token
from leoni_replay.record.canonical import respell, short_form
from leoni_replay.record.replay import Replay, replay
from tests.games.test_properties import RULES, SINGLE
from tests.unknown.deals import bare, rewritten, sampled
from tests.unknown.test_masked import masked


def comes_of(replayed: Replay) -> tuple[object, ...]:
    """All that is said of a record. Where one of several ways in which a redeal can have fallen is taken, another
    spelling can lead to another one, whose last table is another."""
    said = [diagnostic.message for diagnostic in replayed.diagnostics if diagnostic.code != "C403"]
    digest = None if any("one that fits is taken" in message for message in said) else replayed.digest
    return replayed.status, replayed.unknown, digest, replayed.result, replayed.moves, said


def formatted(replayed: Replay) -> Replay:
    """The record as ``fmt`` writes it, replayed."""
    return replay(loads(dumps([respell(replayed)]))[0], hints=False)


def test_a_card_in_hand_that_is_named_only_when_it_is_placed() -> None:
    """It was taken for unknown, and for a knave as well, so that all knaves were taken to have gone out before."""
    rules = "dick-1898; AN7=shuffled; AN2=plays-only; AN8=optional"
    claim = "{= illegal: r1c6:3H+5S 7:QS>r1c3!! r1c8:2C>talon+QS 7S+9H??}"
    outcomes = []
    for body in (f"deal {claim} deal:5S>2", f"deal+5S {claim} deal:5S>2", "deal deal:5S>2", "deal:5S>2"):
        (transcript,) = loads(f'[Game "Anna"]\n[Rules "{rules}"]\n\n{body} *\n')
        replayed = replay(transcript, hints=False)
        assert comes_of(formatted(replayed)) == comes_of(replayed)
        outcomes.append((replayed.status, replayed.unknown))
    assert set(outcomes) == {("consistent", 102)}


def test_a_card_in_hand_that_is_never_named() -> None:
    """A knave would have gone out at once: that it did not is known only where all of them are out."""
    (transcript,) = loads('[Game "Anna"]\n[Rules "dick-1898"]\n\ndeal *\n')
    replayed = replay(transcript, hints=False)
    assert (replayed.status, replayed.unknown) == ("consistent", 96)
    assert comes_of(formatted(replayed)) == comes_of(replayed)


@pytest.mark.parametrize(
    ("game", "layout", "long", "short"),
    [
        ("Labyrinth", f"r1: 8D 6S 2C 4S 7C 4D 5H 5C\nstock: {'?? ' * 40}", "r1c3:2C^+TD", "2C+TD"),
        ("Martha", "1: #?? 5C\n2: 6D", "1:5C>2+8H", "5C>2+8H"),
        ("Martha", "1: #?? JS TH\n2: QH", "1:JS>2+8H", "JS>2+8H"),
    ],
)
def test_what_comes_to_light_where_no_place_is_named(game: str, layout: str, long: str, short: str) -> None:
    """It was said that nothing came to light, though the card that was played can have come from one place alone."""
    outcomes = []
    for move in (long, short):
        head = f'[Game "{game}"]\n[Rules "mcneely"]\n[Deal "layout"]\n'
        (transcript,) = loads(f'{head}[Layout "\n{layout}"]\n\n{move} *\n')
        outcomes.append(comes_of(replay(transcript, hints=False)))
    assert outcomes[0][0] in ("consistent", "verified") and outcomes[0] == outcomes[1]


def spelled(move: Move, game: Game, table: Position, draw: random.Random) -> str:
    """A move in one of its spellings."""
    woven = move._replace(path=None, stalemate=False, shown=None)
    ways = [move._replace(shown=None), woven, woven._replace(dest=None), move._replace(source=None, shown=None)]
    try:
        return token(draw.choice([*ways, short_form(table, move)]))
    except ValueError:
        return token(move)


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), [*RULES, *SINGLE[1::3]])
def test_many_spellings_come_to_the_same(name: str, rules: str) -> None:
    count = 4 if (name, rules) in RULES else 1
    draw = random.Random(f"spellings {name} {rules} many")
    accepted = 0
    for transcript in sampled(name, rules, "many", 1):
        truth = replay(transcript)
        game = truth.game
        assert game is not None
        layout, _ = masked(game, truth.at(0), draw.choice([0.05, 0.3, 1]), draw)
        tags = {tag.name: tag.value for tag in transcript.tags if tag.name != "Result"}
        heads = [bare(rewritten(transcript, [], "*"))]
        heads.append(Transcript.build(tags | {"Deal": "layout", "Layout": layout}, [], "*"))
        for head in heads:
            for _ in range(count):
                end, share = draw.randrange(len(truth.steps) + 1), draw.choice([0.02, 0.1, 0.5])
                body = []
                for number, step in enumerate(truth.steps[:end]):
                    short = draw.random() < share
                    body.append(spelled(step.move, game, truth.at(number), draw) if short else token(step.move))
                text = f"{dumps([head]).rstrip().removesuffix('*')}\n{' '.join(body)} *\n"
                replayed = replay(loads(text)[0], hints=False)
                if replayed.accepted:
                    accepted += 1
                    assert comes_of(formatted(replayed)) == comes_of(replayed), text
    # Of a few that leave much out none may be clear.
    assert accepted or count < 6
