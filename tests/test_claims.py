"""What can be claimed of how a game stands: each word is true where the rules make it so, and refuted elsewhere, in
every game."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from leoni_replay.cards import texts
from leoni_replay.games import GAMES
from leoni_replay.notation.claim_syntax import claim
from leoni_replay.notation.transcript import Item
from leoni_replay.record.sample import sample


def outcome(transcript: lr.Transcript, text: str, at: int) -> str | None:
    """What is said against a claim behind so many moves; None if it holds."""
    moves: list[Item] = [*transcript.moves()][:at]
    tags = {tag.name: tag.value for tag in transcript.tags if tag.name not in ("Result", "Pack2", "Pack3")}
    tags |= {tag.name: tag.value for tag in transcript.tags if tag.name.startswith("Pack")}
    replay = lr.replay(lr.Transcript.build(tags, [*moves, claim(text)]), hints=False)
    assert replay.error is None or replay.error.code == "C401", replay.error
    return None if replay.error is None else replay.error.message


@pytest.mark.parametrize("name", GAMES)
def test_how_a_game_stands(name: str) -> None:
    (lost,) = sample(name, None, "claims", 1, "lost")
    end = sum(1 for _ in lost.moves())
    for at, word in ((0, "*"), (end, "lost")):
        for said in ("won", "lost", "*"):
            against = outcome(lost, said, at)
            assert (against is None) == (said == word), (at, said, against)
            if against is not None:
                assert against.startswith(f"the claim `{said}` does not hold: the game is ")
    # What is available, exactly, and where.
    replay = lr.replay(lost)
    lying = replay.at(end // 2).available()
    free = [card for _, card in lying]
    for place, card in lying[:2]:
        assert outcome(lost, f"available: {place}:{texts([card])} {texts([card])}", end // 2) is None
        elsewhere = next((other for other, there in lying if free.count(card) == 1 and there != card), None)
        if elsewhere is not None:
            against = outcome(lost, f"available: {elsewhere}:{texts([card])}", end // 2)
            assert against is not None and f"is not available in {replay.game.words(elsewhere)}" in against
    assert outcome(lost, f"available only: {texts(dict.fromkeys(free))}", end // 2) is None
    if free:
        few = texts([card for card in dict.fromkeys(free) if card != free[0]])
        against = outcome(lost, f"available only: {few}", end // 2)
        assert against is not None and "available as well: " in against
    # A standstill, and that it is none.
    for at in (0, end // 2, end):
        still = replay.at(at).standstill()
        assert (outcome(lost, "standstill", at) is None) == still
        assert (outcome(lost, "not standstill", at) is None) == (not still)
        assert (outcome(lost, "deal over", at) is None) == replay.at(at).deal_over()


def test_open_with_unknown_cards() -> None:
    (open_,) = lr.loads('[Game "Labyrinth"] [Rules "mcneely"] r1c3:2D^+QH {= *} *')
    assert lr.replay(open_).status == "consistent"
