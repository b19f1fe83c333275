"""Records with variations and true claims, whose deal has been taken away or in part: they are consistent."""

from __future__ import annotations

import random

import pytest

from leoni_replay.cards import TEXT
from leoni_replay.games import Game
from leoni_replay.games.steps import Position, Step
from leoni_replay.notation import Transcript, loads, token
from leoni_replay.record.replay import replay
from tests.games.test_properties import RULES, SINGLE
from tests.unknown.deals import bare, false_cards, sampled
from tests.unknown.test_masked import masked


def claim(game: Game, position: Position, draw: random.Random) -> str:
    """Something true of a table, or nothing."""
    kind = draw.randrange(6)
    available = [card for _, card in game.available(position)]
    moves = game.legal_moves(position)
    card = draw.randrange(52)
    tops = [(name, pile[-1]) for name, pile in game.listing(position) if not isinstance(pile, int) and pile]
    if kind == 0:
        return f"{{= left {game.left(position)}}}"
    if kind == 1 and game.standstill(position):
        return "{= standstill}"
    if kind == 2 and available:
        return f"{{= available: {TEXT[draw.choice(available)]}}}"
    if kind == 3 and card not in available:
        return f"{{= not available: {TEXT[card]}}}"
    if kind == 4 and moves:
        return f"{{= legal: {token(game.in_full(position, draw.choice(moves)))}}}"
    if kind == 5 and tops:
        name, top = draw.choice(tops)
        return f"{{= top {name}: {TEXT[top]}}}" if 0 <= top < 52 and name[0] != "r" else ""
    return ""


def line(game: Game, position: Position, draw: random.Random, depth: int) -> str:
    """Some legal moves with true claims, and variations of their own; the table is as before then."""
    written: list[str] = []
    steps: list[Step] = []
    for _ in range(draw.randint(1, 5)):
        # A redeal that is shuffled would need its order written.
        moves = game.legal_moves(position) if game.gathered(position) is None else []
        if not moves:
            break
        steps.append(game.play(position, draw.choice(moves)))
        written.append(token(steps[-1].move))
        if draw.random() < 0.3:
            written.append(claim(game, position, draw))
        if depth and draw.random() < 0.2:
            position.undo(steps[-1])
            aside = line(game, position, draw, depth - 1)
            position.redo(steps[-1])
            written += [f"({aside})"] if aside else []
    for step in reversed(steps):
        position.undo(step)
    return " ".join(written)


def annotated(transcript: Transcript, draw: random.Random) -> Transcript:
    """A record with variations and claims put into it."""
    truth = replay(transcript)
    assert truth.game is not None and transcript.result is not None
    game, position = truth.game, truth.at(0).copy()
    body = []
    for step in truth.steps:
        aside = line(game, position, draw, 1) if draw.random() < 0.15 else ""
        position.redo(step)
        body.append(token(step.move))
        if draw.random() < 0.15:
            body.append(claim(game, position, draw))
        if aside:
            body.append(f"({aside})")
    tags = "\n".join(f'[{tag.name} "{tag.value}"]' for tag in transcript.tags)
    (made,) = loads(f"{tags}\n\n{' '.join(body)} {transcript.result.word}\n")
    assert replay(made, hints=False).verified
    return made


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), [*RULES, *SINGLE[1::3]])
def test_many_annotated_records_are_consistent(name: str, rules: str) -> None:
    draw = random.Random(f"{name} {rules} many annotated")
    for transcript in sampled(name, rules, "many annotated", 1):
        record = annotated(transcript, draw)
        truth = replay(record)
        game = truth.game
        assert game is not None
        layout, _ = masked(game, truth.at(0), 0.5, draw)
        text = record.text.replace(f'[Deal "{record.value("Deal")}"]', f'[Deal "layout"]\n[Layout "{layout}"]')
        for version in (bare(record), *loads(text)):
            replayed = replay(version, hints=False)
            assert replayed.accepted, (record.text, replayed.diagnostics[-1])
            assert false_cards(truth.at(0), replayed.at(0), game) == []
            assert {one.code for one in replayed.diagnostics} <= {"H111", "C403"}


@pytest.mark.parametrize(
    ("game", "rules", "body", "at"),
    [
        ("Labyrinth", "mcneely", "1. r1c3:2D^+QH (r1c2:2D^) *", 17),
        ("Labyrinth", "mcneely", "1. r1c3:2D^+QH (r1c2:2D^+2C) *", 17),
        ("Labyrinth", "mcneely", "1. r1c2:2D^+2C (r1c3:2D^+QH) *", 17),
        ("Leoni's Own", "wikipedia", "1. 4:2H^ (5:2H^) (6:2H^) *", 19),
    ],
)
def test_a_variation_names_no_card_that_lies_elsewhere(game: str, rules: str, body: str, at: int) -> None:
    """What it is a variation of was played with the same deal, though its moves come later."""
    (record,) = loads(f'[Game "{game}"]\n[Rules "{rules}"]\n\n{body}\n')
    replayed = replay(record, hints=False)
    assert replayed.error is not None
    assert (replayed.error.code, replayed.error.span.column) == ("M227", at), replayed.error
