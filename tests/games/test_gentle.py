"""Refusals for a player at the table: one sentence, and the cards that it is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.cards import CARDS
from leoni_replay.commands import Move
from leoni_replay.games import GAMES
from leoni_replay.games.declare import Declaration
from leoni_replay.games.martha import MarthaGame
from leoni_replay.games.places import is_foundation_name
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.rules import Rules
from leoni_replay.games.sheet import guide
from leoni_replay.play.move_refused import MoveRefused
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.session import Session
from leoni_replay.rules import reasons
from leoni_replay.rules.martha import Martha
from tests.games.test_sheets import NAMES

LISTED = Path(__file__).with_name("gentle.txt")
REJECTED = Path(__file__).parents[2] / "transcripts" / "rejected"
#: Words of those who write records.
TECHNICAL = re.compile(r"`|misplay|notation|clause|\brecord|written|available|standstill|M2\d\d")


def refusals(name: str, book: str | None = None, positions: int = 2) -> Iterator[tuple[Session, Refusal]]:
    """What a player is told who tries cards of many places at some positions of a game."""
    session, chance = Session(deal_tags(name, book, "seed:w1")), Random(1)
    for _ in range(positions):
        game, seen = session.game, session.visible_position
        places = [*seen.places.items()]
        for place, pile in chance.sample(places, min(len(places), 22)):
            for at in {len(pile) // 2, len(pile) - 1} if pile and not is_foundation_name(place) else ():
                for dest in (*game.ways, f">{chance.choice(game.order)}"):
                    command = Move("deal" if place == "hand" else place, CARDS[pile[at]], dest)
                    if pile[at] < 52 and place != "stock" and (refusal := seen.why_not(command)):
                        yield session, refusal
        for _ in range(8):
            if moves := session.choices():
                try:
                    session.push(moves[0])
                except MoveRefused as several:
                    session.push(several.moves[0])


@pytest.mark.parametrize("name", NAMES)
def test_a_refusal_is_one_sentence_for_a_player_and_marks_cards_on_the_table(name: str) -> None:
    marked = 0
    for session, refusal in refusals(name):
        text, places = refusal.gentle, session.visible_position.places
        assert re.fullmatch(r"[A-Z0-9].{,110}\.", text), text
        assert not TECHNICAL.search(text), text
        assert all(0 <= at < max(len(places[place]), 1) for place, at in refusal.marks)
        marked += bool(refusal.marks)
    assert marked


@pytest.mark.parametrize(
    ("command", "said", "marks"),
    [
        ("1:9C", "9♣ must wait: clubs need 2♣ ▲ or Q♣ ▼ next.", (("C^", 0), ("Cv", 0))),
        ("6:5D", "5♦ lies under Q♦.", (("6", 6),)),
        ("exile", "Not yet: Q♦, 2♦ and 2♠ still fit.", (("6", 6), ("8", 6), ("9", 6))),
    ],
)
def test_sentences(command: str, said: str, marks: object) -> None:
    session = Session(deal_tags("Leoni's Own", None, "seed:guide12"))
    refused = session.why_not(session.parse_command(command)[0])
    assert refused is not None and refused.refusal is not None
    refusal = refused.refusal
    assert (refusal.gentle, refusal.marks) == (said, marks)


def test_two_copies_of_a_card_are_named_together() -> None:
    session = Session(deal_tags("Leoni's Own", None, "seed:1884"))
    refused = session.why_not(session.parse_command("exile")[0])
    assert refused is not None and refused.refusal is not None
    assert refused.refusal.gentle == "Not yet: both 2♠ still fit."


@pytest.mark.parametrize(
    ("name", "count", "command", "said"),
    [
        ("Martha", 0, "1:7H^", "Hearts need 2♥ next, but 7♥ can go on 8♣ in pile 8."),
        ("Martha", 0, "8:8C", "8♣ must wait: clubs need 2♣ next, and on the table it needs 9♦, 9♥ or an empty pile."),
        ("Martha", 3, "12:TH", "10♥ must wait: hearts need 2♥ next, and on the table it needs an empty pile."),
        ("Anna", 1, "3:2Dv", "Diamonds need 10♦ or J♦ next, but 2♦ can go on A♦ in pile 8."),
        ("Anna", 0, "2:KC", "K♣ must wait: clubs need J♣ next, and in the A it needs Q♣."),
        (
            "The Japanese Rug",
            0,
            "r1c5:8D",
            "8♦ must wait: diamonds need 2♦ ▲ or Q♦ ▼ next, and on the talon it needs 7♦ or 9♦.",
        ),
    ],
)
def test_a_card_that_fits_no_foundation_may_go_elsewhere_or_waits_for_that_too(
    name: str, count: int, command: str, said: str
) -> None:
    made = guide(name)
    assert made is not None
    session = Session(deal_tags(name, None, made.deal))
    session.follow([step.move for step in made.steps[:count]])
    refused = session.why_not(session.parse_command(command)[0])
    assert refused is not None and refused.refusal is not None
    assert refused.refusal.gentle == said


def test_what_a_waiting_card_needs_follows_the_reading_of_vacancies(monkeypatch: pytest.MonkeyPatch) -> None:
    class NothingIntoVacancies(Martha):
        def why_not_in_vacancy(self, card: int, is_group: bool) -> int:
            return reasons.GROUP

    monkeypatch.setattr(MarthaGame, "core", NothingIntoVacancies)
    made = guide("Martha")
    assert made is not None
    session = Session(deal_tags("Martha", None, made.deal))
    refused = session.why_not(session.parse_command("8:8C")[0])
    assert refused is not None and refused.refusal is not None
    assert refused.refusal.gentle == "8♣ must wait: clubs need 2♣ next, and on the table it needs 9♦ or 9♥."


def listing(monkeypatch: pytest.MonkeyPatch) -> str:
    """Every reason that the rejected records and games under every book provoke, game by game, with a sentence."""
    names = {number: name for name, number in vars(reasons).items() if isinstance(number, int)}
    said: dict[str, str] = {}

    make = Declaration.make

    def noted(declared: Declaration, rules: Rules) -> lr.Game:
        game: Any = make(declared, rules)

        def note(number: int, method: Callable[..., Refusal]) -> Callable[..., Refusal]:
            def sentence(*given: object) -> Refusal:
                refusal = method(*given)
                key = f"{game.name}, {names[number]}"
                said[key] = min(said.get(key, refusal.gentle), refusal.gentle)
                return refusal

            return sentence

        game.sentences = {number: note(number, method) for number, method in game.sentences.items()}
        return game

    monkeypatch.setattr(Declaration, "make", noted)
    lr.games._make_cached.cache_clear()
    for file in sorted(REJECTED.rglob("[MR]*.moves")):
        list(lr.verify(file))
    for name, game in GAMES.items():
        for book in game.books:
            assert list(refusals(name, book, 24))
    lr.games._make_cached.cache_clear()
    return "".join(f"{key}: {text}\n" for key, text in sorted(said.items()))


@pytest.mark.long
def test_every_reason_has_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert listing(monkeypatch) == LISTED.read_text(encoding="utf-8")
