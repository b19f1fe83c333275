"""What the packs leave no choice of: cards that can be no other ones, and the known part of what is dealt again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from leoni_replay.cards import UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games import make_game
from leoni_replay.games.game import Position
from leoni_replay.games.places import NUMBERS
from leoni_replay.games.weaving import WeavingGame
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.record.replay import Replay, replay
from leoni_replay.unknown.dealing import order_of_redeal, ways_to_deal
from tests.games.test_properties import RULES
from tests.unknown.deals import false_cards, moves_of, sampled
from tests.unknown.test_layouts import MARTHA, refused

WEAVING = [(name, rules) for name, rules in RULES if name in ("Leoni's Own", "Weaver's")]
#: readings of how cards are picked up and dealt
DEALING = ["L12=pile1-first", "L12=unturned", "L10=fifo", "L5=unchecked", "L5=unchecked; L10=fifo; L12=unturned"]


def hidden(truth: Replay, places: dict[str, list[int]]) -> Transcript:
    """A record as a layout in which the cards at some indices are not known."""
    assert truth.game is not None and truth.transcript.result is not None
    table = truth.at(0).copy()
    for name, indices in places.items():
        for at in indices:
            table.table.set_card(NUMBERS[name], at, UNKNOWN)
    tags = {tag.name: tag.value for tag in truth.transcript.tags if tag.name != "Result"}
    layout = table.text
    made = Transcript.build(
        tags | {"Deal": "layout", "Layout": layout}, moves_of(truth.transcript), truth.transcript.result.word
    )
    return loads(dumps([made]))[0]


def with_moves(record: Transcript, moves: list[Move], result: str = "*") -> Replay:
    tags = {tag.name: tag.value for tag in record.tags if tag.name != "Result"}
    return replay(loads(dumps([Transcript.build(tags, moves, result)]))[0], hints=False)


def unknown_in(table: Position) -> int:
    return sum(card == UNKNOWN for pile in table.places.values() for card in pile)


# -- one card ---------------------------------------------------------------------------------------------------------


def test_a_card_that_the_packs_determine_is_known_from_the_start() -> None:
    full = "C^: KC\nD^: KD\nH^: KH\nS^: QS\n1: ??"
    # It is the king, and so no nine, which is said of the card and not of the packs.
    assert refused(MARTHA, full, "1:9S^")[0] == "M202"


@pytest.mark.share(1)
@pytest.mark.parametrize(("name", "rules"), RULES[::5])
def test_with_one_card_hidden_a_record_is_judged_as_if_it_were_known(name: str, rules: str) -> None:
    """Wherever a move is changed, the same fault is found at the same move."""
    draw = random.Random(f"one {name} {rules}")
    for transcript in sampled(name, rules, "one", 1):
        truth, moves = replay(transcript), moves_of(transcript)
        assert truth.game is not None
        start = truth.at(0)
        where = [
            (place, at)
            for place, pile in start.places.items()
            for at in range(len(pile))
            if place not in truth.game.foundations and pile[at] < UNKNOWN
        ]
        place, at = draw.choice(where)
        one, none = hidden(truth, {place: [at]}), hidden(truth, {})
        for _ in range(6):
            wrong = draw.randrange(len(moves))
            changed = [*moves[:wrong], *moves[wrong + 1 :]]
            errors = [with_moves(record, changed).error for record in (one, none)]
            assert [(error.code, error.move, error.message) if error else None for error in errors[:1]] == [
                (error.code, error.move, error.message) if error else None for error in errors[1:]
            ]


# -- exiles that nobody has seen --------------------------------------------------------------------------------------


def physical(name: str, rules: str, games: int) -> Iterator[tuple[Replay, Transcript, int]]:
    """Games as they are played with cards: the piles lie open, the exiles do not. With the move of the first redeal."""
    for transcript in sampled(name, rules, "physical", games):
        truth = replay(transcript)
        redeals = [at for at, move in enumerate(moves_of(transcript)) if move.source == "redeal"]
        if redeals:
            yield truth, hidden(truth, {"exile": list(range(len(truth.at(0).places["exile"])))}), redeals[0] + 1


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), WEAVING)
def test_the_known_part_of_a_stock_is_dealt_as_known(name: str, rules: str) -> None:
    for truth, record, redeal in physical(name, rules, 4):
        game = truth.game
        replayed = replay(record, hints=False)
        assert replayed.accepted and game is not None
        unturned = len(truth.at(redeal - 1).places["exile"])
        assert unknown_in(replayed.at(redeal)) <= unturned
        said = [diagnostic.message for diagnostic in replayed.diagnostics if diagnostic.code == "H111"]
        if not said:
            for number in (0, redeal, replayed.moves):
                assert false_cards(truth.at(number), replayed.at(number), game) == []
        if unturned <= 1 and "L9=any" not in rules:
            # The last exile is what is missing from the packs.
            assert replayed.verified and replayed.digest == truth.digest and not said


@pytest.mark.share(2)
@pytest.mark.parametrize("reading", ["", *DEALING])
@pytest.mark.parametrize(("name", "book"), [("Leoni's Own", "mcneely"), ("Weaver's", "weavers")])
def test_cards_are_dealt_again_as_the_rules_deal_them(name: str, book: str, reading: str) -> None:
    rules = f"{book}; {reading}" if reading else book
    game = make_game(name, rules)
    assert isinstance(game, WeavingGame)
    tried = 0
    for transcript in sampled(name, rules, "order", 3):
        truth = replay(transcript)
        for at, step in enumerate(truth.steps):
            if step.move.source == "redeal":
                before = truth.at(at)
                order = order_of_redeal(game, game.table(before), {**before.places})
                (way,), certain, certain_cards = ways_to_deal(game, order, Counter())
                piles = way.by_place(game)
                assert way == certain and certain_cards == len(order)
                after = truth.at(at + 1)
                assert piles == {place: after.places[place] for place in piles}
                tried += 1
    assert tried
