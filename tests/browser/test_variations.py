"""Variations can be stepped into: by links, by keys, by address; their tables are right."""

from __future__ import annotations

import pytest

from leoni_replay.games.game import Position
from leoni_replay.show.story import Branch, Story, make_story
from tests.browser.conftest import Open, story_from, story_of
from tests.browser.test_player import TEXT, WALK, until, until_at
from tests.unknown.records import SOME, shown_records

pytestmark = pytest.mark.browser

#: A record with a variation in a variation.
NESTED = (
    '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n'
    "1. 11:2S^ (6:2S^ 4:3S^ (6:2H^ {first}) 6:2H^) 11:QCv 4:3S^ (13:JCv) *\n"
)


def texts_of(story: Story) -> list[tuple[Branch, list[str]]]:
    """The variations in the order of the page, with the text of every table."""
    made: list[tuple[Branch, list[str]]] = []
    game = story.replay.game
    assert game is not None

    def walk(branch: Branch, position: Position) -> None:
        own: list[str] = []
        made.append((branch, own))
        for move in branch.moves:
            for inner in filter(lambda inner: inner.moves, move.variations):
                walk(inner, position)
            position.redo(move.step)
            own.append(position.layout.text(position.listing()))
        for move in reversed(branch.moves):
            position.undo(move.step)

    for move in story.moves:
        for branch in filter(lambda branch: branch.moves, move.variations):
            walk(branch, story.replay.at(move.number - 1))
    return made


def test_every_table_of_every_line(show: Open) -> None:
    for story in (story_from(NESTED), story_of("games/annotated.moves")):
        assert story.error is None
        made = texts_of(story)
        assert made
        tab = show(story)
        for number, (branch, texts) in enumerate(made, 1):
            for move, text in zip(branch.moves, texts, strict=True):
                tab.evaluate(f"location.hash = '#m{move.number}v{number}'")
                until(tab, f"document.querySelector('[aria-current=step]').hash === '#m{move.number}v{number}'")
                assert tab.evaluate(TEXT) == text
                assert move.prose[:20] in tab.locator("#now").inner_text().replace("\ufe0e", "")
        # And the game is what it was.
        texts = [story.text(n) for n in range(len(story.moves) + 1)]
        tab.evaluate("location.hash = '#m0'")
        until_at(tab, 0)
        assert tab.evaluate(WALK) == texts + texts[-2::-1]


def test_with_unknown_cards(show: Open) -> None:
    """Lines of records that do not know all cards: cards get their faces and lose them again."""
    for _, replay in shown_records(SOME):
        story = make_story(replay)
        made = texts_of(story)
        if not made:
            continue
        tab = show(story)
        for number, (branch, texts) in enumerate(made, 1):
            tab.evaluate(f"location.hash = '#m{branch.moves[-1].number}v{number}'")
            until(tab, f"document.querySelector('[aria-current=step]').hash.endsWith('v{number}')")
            assert tab.evaluate(TEXT) == texts[-1]
