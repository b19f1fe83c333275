"""On a real table a card that no deal puts where it is said to lie has been misread, and is refused at once."""

from __future__ import annotations

import pytest

from leoni_replay.play.move_refused import MoveRefused
from leoni_replay.play.physical import PhysicalSession


@pytest.mark.parametrize(("rules", "is_refused"), [(None, True), ("wikipedia; L5=unchecked", False)])
def test_a_card_of_the_rank_of_its_pile_is_misread(rules: str | None, is_refused: bool) -> None:
    session = PhysicalSession.begin("Leoni's Own", rules)
    session.answer_question("5")
    assert session.question.startswith("pile 1: 7 cards") or session.question.startswith("pile 1: ")
    count = len(session.cells_to_name)
    cards = ["AD", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"][:count]
    if not is_refused:
        session.answer_question(" ".join(cards))
        return
    with pytest.raises(MoveRefused, match="pile 1 cannot hold A♦"):
        session.answer_question(" ".join(cards))
    # It is asked again.
    assert session.question.startswith("pile 1: ")
    session.answer_question(" ".join(["TD", *cards[1:]]))
    assert session.question.startswith("pile 2: ")
