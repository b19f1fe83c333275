"""Any table, also one that the rules never lead to, with any cards unknown: whatever is played, nothing breaks."""

from __future__ import annotations

import random

import pytest

from leoni_replay.cards import TEXT, UNKNOWN
from leoni_replay.commands import Command
from leoni_replay.games import Game, make_game
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.notation import command, loads, token
from leoni_replay.record.replay import Replay, replay
from leoni_replay.show.data import as_json
from leoni_replay.show.story import tell_story
from tests.games.test_properties import RULES
from tests.told import plain

SOURCES = [None, None, *(str(n) for n in range(1, 14)), "exile", "deal", "talon", "dropped", "r1c3", "r2c1", "r3c2"]
DESTS = ["^", "v", "^", "v", "^v", "v^", "~", ">13", ">7", ">2", ">talon", ">r1c3", ">8H", ">4S", None, None]
CLAIMS = [
    "standstill",
    "won",
    "left 43",
    "available: TC AD",
    "not available: 9S",
    "legal: 7H^ exile deal redeal",
    "illegal: 7Hv deal+7H",
    "digest 905fddf640080ce5",
    "1: 9S JD",
    "top 3: 4C",
    "exile 2",
    "r1: -- -- 5H -- 3C -- 2D --",
    "3: #4C 5H",
]


def layout(game: Game, draw: random.Random) -> str:
    """Any table of a game."""

    def card() -> str:
        return "??" if draw.random() < 0.2 else TEXT[draw.randrange(52)]

    lines = []
    for name, _ in game.listing(game.start([])):
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


def any_move(draw: random.Random) -> str:
    """Any move that can be written."""
    while True:
        source, dest, card = draw.choice(SOURCES), draw.choice(DESTS), draw.choice([None, draw.randrange(52)])
        path = tuple(draw.randrange(52) for _ in range(draw.randrange(4))) if dest == "~" else None
        shown = tuple(draw.randrange(52) for _ in range(draw.randrange(1, 4))) if draw.random() < 0.2 else None
        try:
            return token(Command(source, card, dest, path, dest == "~" and draw.random() < 0.3, shown))
        except ValueError:
            continue


def likely_move(replayed: Replay, draw: random.Random) -> str:
    """A legal move, or one that names an unknown card."""
    assert replayed.dealt
    moves = replayed.game.legal_moves(replayed.position)
    if moves and draw.random() < 0.7:
        return token(replayed.game.in_full(replayed.position, draw.choice(moves)))
    tops = [place for place, pile in replayed.position.places.items() if pile and pile[-1] == UNKNOWN]
    if not tops:
        return any_move(draw)
    place = draw.choice(tops)
    place = "deal" if place in ("hand", "stock") else place
    return f"{place}:{TEXT[draw.randrange(52)]}{draw.choice(['^', 'v', '>2', '>talon', ''])}"


def look_at(replayed: Replay, draw: random.Random) -> None:
    """All that can be asked of a replay: it walks, is told, and says what is legal and why not."""
    if not replayed.dealt:
        return
    game, position = replayed.game, replayed.position
    story = tell_story(replayed)
    as_json(story)
    if draw.random() < 0.1:
        plain([story])
    forth = [game.digest(table) for _, _, table in replayed.walk()]
    assert [game.digest(replayed.at(number)) for number in reversed(range(len(forth)))] == forth[::-1]
    position = replayed.standing(len(replayed.steps))
    before = (game.text(position), position.state)
    for move in game.legal_moves(position):
        assert move.card != UNKNOWN
        assert "?" not in token(game.in_full(position, move))
    for _ in range(5):
        said = command(any_move(draw))[0]
        reason = game.why_not(position, said)
        try:
            game.read(position, said)
            assert reason is None
        except Refused:
            assert reason is not None
        except Ambiguous:
            pass
    assert (game.text(position), position.state) == before


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), RULES)
def test_nothing_breaks_in_many_tables(name: str, rules: str) -> None:
    draw = random.Random(f"{name} {rules} many")
    game = make_game(name, rules)
    for _ in range(12):
        tags = f'[Game "{name}"]\n[Rules "{rules}"]\n'
        if draw.random() < 0.75:
            tags += f'[Deal "layout"]\n[Layout "{layout(game, draw)}"]\n'
        written: list[str] = []
        replayed: Replay | None = None
        for _ in range(draw.randrange(1, 20)):
            if draw.random() < 0.25:
                said = f"{{= {draw.choice(CLAIMS)}}}"
            elif replayed is not None and replayed.accepted and draw.random() < 0.7:
                said = likely_move(replayed, draw)
            else:
                said = any_move(draw)
            (transcript,) = loads(f"{tags}\n{' '.join([*written, said])} *")
            replayed = replay(transcript, hints=False)
            look_at(replayed, draw)
            if replayed.accepted:
                written.append(said)
