"""Layouts with more cards than there are: refused at once, however long they are."""

from __future__ import annotations

import time

import pytest

from leoni_replay.games import make_game
from leoni_replay.notation.reader import loads
from leoni_replay.record.replay import Replay, replay
from tests.unknown.test_layouts import ANNA, BOOKS, LABYRINTH, MARTHA, OWN, REVERSAL, RUG, WEAVERS

PLACES = [(OWN, "13"), (OWN, "exile"), (WEAVERS, "3"), (LABYRINTH, "stock"), (MARTHA, "3"), (ANNA, "talon")]
PLACES += [(ANNA, "hand"), (REVERSAL, "dropped"), (RUG, "stock")]


def laid(game: str, layout: str) -> Replay:
    text = f'[Game "{game}"]\n[Rules "{BOOKS[game]}"]\n[Deal "layout"]\n[Layout "{layout}"]\n\n*\n'
    return replay(loads(text)[0])


@pytest.mark.share(2)
@pytest.mark.parametrize("card", ["??", "9S"])
@pytest.mark.parametrize(("game", "place"), PLACES)
def test_more_cards_than_the_packs_have(game: str, place: str, card: str) -> None:
    for count in (4_000, 300_000):
        begun = time.process_time()
        replayed = laid(game, f"{place}: {' '.join([card] * count)}")
        # A megabyte of cards took hours, by the square; the bound is far above what counting its words takes.
        assert time.process_time() - begun < 2
        assert replayed.error is not None and replayed.error.code == "D303"
        all_cards = 52 * make_game(game, BOOKS[game]).packs
        packs = "the pack has 52" if all_cards == 52 else "two packs have 104"
        assert replayed.error.message == f"with this line the layout has {count} cards, but {packs}"
        assert replayed.error.span is not None and replayed.error.span.line == 4
