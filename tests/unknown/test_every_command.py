"""Every command that can be written, legal or not, on tables of unknown cards: each is answered, and the table is as
before."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

import leoni_replay as lr
from leoni_replay.cards import TEXT
from leoni_replay.games import Game, make_game
from leoni_replay.games.game import Position
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.notation.braces import read_command
from leoni_replay.notation.claim_syntax import claim
from leoni_replay.notation.reader import loads
from leoni_replay.notation.writer import dumps
from leoni_replay.record.canonical import respell
from leoni_replay.record.claim_proofs import outcome
from leoni_replay.record.knowledge import Knowledge
from leoni_replay.record.replay import replay
from leoni_replay.unknown.try_all_deals import Completing
from tests.games.test_properties import RULES, SINGLE
from tests.unknown.deals import bare, moves_of, rewritten, sampled
from tests.unknown.test_masked import masked

CELLS = [f"r{row}c{column}" for row in (1, 2, 5, 6, 7, 8, 9, 99) for column in (1, 3, 8, 9)]
PLACES = [*(str(number) for number in range(1, 14)), "talon", "dropped", *CELLS]
SOURCES = ["", *(f"{place}:" for place in ("deal", "exile", *PLACES))]
DESTS = ["", "^", "v", "^v", "v^", "~9S", "~4C~JD~KS", "~4C#", "#", ">8H", *(f">{place}" for place in PLACES)]
SHOWN = ["", "+QH", "+KD,KS,JC"]
ALONE = ["exile", "deal", "redeal", "talon", "dropped", *CELLS]
KINDS = ["legal", "illegal", "legal set"]


def layout(game: Game, draw: random.Random) -> str:
    """Any table of a game."""

    def card() -> str:
        return "??" if draw.random() < 0.2 else TEXT[draw.randrange(52)]

    lines = []
    for name, _ in game.start([]).listing():
        if name[0] in "CDHS":
            tops = 1 + any(line.endswith("2") and line.startswith(name) for line in game.foundations)
            if draw.random() < 0.5:
                lines.append(f"{name}: {' '.join(draw.choice('A23456789TJQK') + name[0] for _ in range(tops))}")
        elif name != "deal" and name[0] != "r":
            count = draw.choice([0, 0, 1, 3, 9, 60] if name == "stock" else [0, 0, 1, 1, 2, 3, 5])
            down = ["#"] if game.name == "Martha" else []
            lines.append(f"{name}: {' '.join(draw.choice(['', '', *down]) + card() for _ in range(count)) or '-'}")
    if game.name in ("Labyrinth", "The Japanese Rug"):
        for row in range(1, draw.randrange(1, 7)):
            lines.append(f"r{row}: {' '.join('--' if draw.random() < 0.3 else card() for _ in range(8))}")
    return "\n".join(lines)


def every_command(cards: list[str]) -> Iterator[str]:
    """Every shape that a move can have, with each of some cards."""
    yield from (f"{alone}{shown}" for alone, shown in product(ALONE, SHOWN))
    for source, card, dest, shown in product(SOURCES, ["", *cards], DESTS, SHOWN):
        if card or (source and dest[:1] in ("^", "v", ">")):
            yield f"{source}{card}{dest}{shown}"


def tables(name: str, rules: str, draw: random.Random) -> Iterator[str]:
    """Records without their result, which lead to tables of unknown cards: without a deal, from a legal table of which
    cards are hidden, and from any table at all."""
    (transcript,) = sampled(name, rules, str(draw.random()), 1)
    truth, moves = replay(transcript), moves_of(transcript)
    assert truth.game is not None
    cut = draw.randrange(len(moves) + 1)
    records = [bare(rewritten(transcript, moves[:cut], "*"))]
    hidden, _ = masked(truth.game, truth.at(cut), draw.choice([0.1, 0.5, 1]), draw)
    tags = {tag.name: tag.value for tag in transcript.tags if tag.name != "Result"} | {"Deal": "layout"}
    records += [
        lr.Transcript.build(tags | {"Layout": text}, [], "*") for text in (hidden, layout(make_game(name, rules), draw))
    ]
    for record in records:
        yield dumps([record]).rstrip().removesuffix("*")


def answered(name: str, rules: str, seed: str, count: int, claims: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask for commands on tables of a game.

    Args:
        count: how many commands, drawn from all of them, are asked for on each table.
        claims: how many of them are written in whole records as well.
    """
    draw = random.Random(f"{name} {rules} {seed}")
    for text in tables(name, rules, draw):
        (transcript,) = loads(f"{text} *")
        asked: list[tuple[Position, Knowledge]] = []
        judged = Completing.judge_moves

        def remembered(self, unknowns, *args, judged=judged, asked=asked):  # type: ignore[no-untyped-def]
            reading = judged(self, unknowns, *args)
            asked.append((reading.replay.position, unknowns))
            return reading

        with monkeypatch.context() as patch:
            patch.setattr(Completing, "judge_moves", remembered)
            replayed = replay(transcript, hints=False)
        if not replayed.accepted:
            continue
        game = replayed.game
        assert game is not None
        cards = [TEXT[draw.randrange(52)] for _ in range(3)]
        commands = list(every_command(cards))
        commands = draw.sample(commands, min(count, len(commands)))
        for position, knowledge in asked[-1:]:
            before = (position.text, position.state)
            for said in commands:
                for kind in KINDS:
                    refuted = outcome(position, claim(f" {kind}: {said}"), knowledge)
                    assert refuted is None or str(refuted)
                written = read_command(said)[0]
                reason = position.why_not(written)
                try:
                    position.read(written)
                    assert reason is None
                except Refused:
                    assert reason is not None
                except Ambiguous as error:
                    assert reason is None and len(error.moves) > 1
            assert (position.text, position.state) == before
        for said in commands[:claims]:
            for body in (f"{said} {draw.choice(['*', 'won', 'lost'])}", f"{{= illegal: {said}}} *"):
                (record,) = loads(f"{text} {body}\n")
                replayed = replay(record, hints=False)
                assert replayed.accepted or replayed.error is not None
                lr.examine(record)
                if replayed.accepted:
                    assert dumps([respell(replayed)])


# The tables of this one take longer than those of all others together.
@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), [each for each in RULES[::5] if each != ("Leoni's Own", "wikipedia")])
def test_every_command_is_answered(name: str, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(name, rules, "some", 4, 1, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), [*RULES, *SINGLE[::3]])
def test_every_command_is_answered_under_every_reading(name: str, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(name, rules, "every", 100, 1, monkeypatch)


@pytest.mark.parametrize(
    "place",
    ["r6c8", "r9c1", *(pytest.param(place, marks=pytest.mark.long) for place in ("r6c1", "r7c1", "r8c8", "r99c99"))],
)
@pytest.mark.parametrize("body", ["{0}:2S^ *", "{{= illegal: {0}:2S^}} *", "{0}:>r7c5 won", "{0} *"])
def test_a_row_of_labyrinth_that_was_not_dealt(place: str, body: str) -> None:
    """Where one card may be taken as a last resort, it is asked whether a place is free that there is not yet."""
    for rules in ("pgc; LB5=one-card", "wikipedia; LB3=left-to-right; LB2=deferrable"):
        text = f'[Game "Labyrinth"]\n[Rules "{rules}"]\n\ndeal deal deal deal {body.format(place)}\n'
        (record,) = loads(text)
        replayed = replay(record)
        lr.examine(record)
        if "illegal" in body and rules.startswith("pgc"):
            assert replayed.accepted and [diagnostic.code for diagnostic in replayed.diagnostics] == ["H111"]
        elif rules.startswith("pgc"):
            assert replayed.error is not None and replayed.error.code in ("M201", "M202", "M228")
