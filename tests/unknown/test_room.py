"""Layouts with more cards than there are: refused at once, however long they are."""

from __future__ import annotations

import time

import pytest

from leoni_replay.games import make_game
from leoni_replay.notation import loads
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
        assert replayed.error.message == f"with this line the layout has {count} cards, and {packs}"
        assert replayed.error.span is not None and replayed.error.span.line == 4


def test_the_last_card_that_is_too_many() -> None:
    def codes(layout: str) -> list[str]:
        return [diagnostic.code for diagnostic in laid(OWN, layout).diagnostics]

    # Eight bases lie on the foundations.
    assert codes(f"13: {' '.join(['??'] * 96)}") == []
    assert codes(f"13: {' '.join(['??'] * 97)}") == ["D303"]
    assert codes(f"C^: 2C\n13: {' '.join(['??'] * 96)}") == ["D303"]
    assert codes(f"12: {' '.join(['??'] * 52)}\n13: {' '.join(['??'] * 53)}") == ["D303"]
    error = laid(OWN, f"C^: 2C\n13: {' '.join(['??'] * 96)}").error
    assert (
        error is not None and error.message == "with its foundations the layout has 105 cards, and two packs have 104"
    )
    # Twins that are too many stay a warning, as long as there is room.
    assert codes("13: 9S 9S 9S") == ["D305"]
    assert codes(f"13: {' '.join(['9S'] * 128)}") == ["D305"]
    assert codes(f"12: {' '.join(['9S'] * 64)}\n13: {' '.join(['9S'] * 65)}") == ["D303"]
