"""Tables of legal games with some cards hidden: what follows is consistent, and nothing is shown that is not so."""

from __future__ import annotations

import random

import pytest

from leoni_replay.cards import DOWN, UNKNOWN, texts
from leoni_replay.examining.findings import findings
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import NUMBERS
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.record.examination import examine
from leoni_replay.record.replay import replay
from tests.games.test_examined import impossible, walk
from tests.games.test_properties import FEW, RULES, SINGLE
from tests.unknown.deals import false_cards, moves_of, sampled


def masked(game: Game, position: Position, share: float, draw: random.Random) -> tuple[str, int]:
    """A layout in which a share of the cards that are not on foundations is unknown, and how many that are."""
    hidden, count = hide(game, position, share, draw)
    return hidden.text, count


def hide(game: Game, position: Position, share: float, draw: random.Random) -> tuple[Position, int]:
    """A table of which a share of the cards that are not on foundations is unknown, and how many that are."""
    hidden = position.copy()
    count = 0
    for name, pile in position.places.items():
        for at, card in enumerate(pile):
            if name not in game.foundations and card >= 0 and draw.random() < share:
                hidden.table.set_card(NUMBERS[name], at, UNKNOWN | (card & DOWN))
                hidden.table.odd = True
                count += 1
    return hidden, count


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), [*RULES, *SINGLE[2::3]])
def test_hidden_cards_are_found_in_many_games(name: str, rules: str) -> None:
    draw = random.Random(f"masked {name} {rules} many hidden")
    tried = 0
    for transcript in sampled(name, rules, "many hidden", 4):
        truth = replay(transcript)
        game, moves = truth.game, moves_of(transcript)
        assert game is not None and transcript.result is not None
        for cut in [0, *(draw.randrange(len(moves) + 1) for _ in range(4))]:
            tags = {tag.name: tag.value for tag in transcript.tags} | {"Deal": "layout"}
            whole = tags | {"Layout": truth.at(cut).text}
            full = replay(Transcript.build(whole, moves[cut:], transcript.result.word), hints=False)
            # A layout says nothing of what is due: from some tables the game goes on otherwise.
            if not full.verified:
                continue
            tried += 1
            layout, count = masked(game, truth.at(cut), draw.choice([0.05, 0.3, 0.8, 1]), draw)
            record = Transcript.build(tags | {"Layout": layout}, moves[cut:], transcript.result.word)
            (record,) = loads(dumps([record]))
            replayed = replay(record, hints=False)
            errors = [
                (diagnostic.code, diagnostic.move, diagnostic.message)
                for diagnostic in replayed.diagnostics
                if diagnostic.severity == "error"
            ]
            where = (transcript.value("Deal"), cut, layout, errors)
            if any("could be any of" in diagnostic.message for diagnostic in replayed.diagnostics):
                # A move does not say how many cards it takes along.
                assert name == "Martha" or "AN3=run" in rules
                continue
            assert replayed.status == ("consistent" if replayed.unknown else "verified"), where
            assert replayed.result == full.result, where
            assert false_cards(full.at(0), replayed.at(0), game) == [], where
            assert (replayed.unknown or 0) <= count
            if any(diagnostic.code == "H111" for diagnostic in replayed.diagnostics):
                # How high the piles are, and so what lies under what, is a guess.
                continue
            last = len(replayed.steps)
            assert false_cards(full.at(last), replayed.at(last), game) == [], where
    assert tried >= 4


@pytest.mark.share(1)
@pytest.mark.parametrize(("name", "rules"), FEW)
def test_tables_with_hidden_cards_are_examined(name: str, rules: str) -> None:
    """Under other readings as well."""
    for game, position in list(walk(name, rules, 1, 40))[::8]:
        layout, _ = masked(game, position, 0.4, random.Random(name + rules))
        tags = {"Game": name, "Rules": rules, "Deal": "layout", "Layout": layout}
        seen = examine(Transcript.build(tags, [], "*"))
        assert seen.sound and not any("?" in move for move in seen.moves)
        assert not any("?" in move for one in seen.differences for move in one.more_moves)


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), [*RULES, *SINGLE[::3]])
def test_nothing_is_impossible_where_cards_are_hidden_in_many_tables(name: str, rules: str) -> None:
    draw = random.Random(f"examined {name} {rules}")
    for game, position in walk(name, rules, 6):
        hidden, _ = hide(game, position, draw.choice([0.1, 0.5, 1]), draw)
        lines = [line for line, _ in position.listing() if draw.random() < 0.7]
        for listed in (findings(hidden), findings(hidden, lines)):
            assert not impossible(listed), (hidden.text, texts(game.bases))
