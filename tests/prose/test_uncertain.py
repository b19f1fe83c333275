"""What comes after a move that was not read is not judged: pages that are true lose a sentence, and stay free of
refuted claims."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.cards import DOWN, GAP, PRETTY, UNKNOWN
from leoni_replay.games import GAMES
from leoni_replay.games.game import Position
from leoni_replay.games.places import is_pile_name
from leoni_replay.games.steps import Step
from leoni_replay.record.sample import sample
from tests.prose.said import sayings

#: How a sentence becomes one that cannot be read, though it says a move.
_SPOILED = (
    "Shove {card} away.", "We clear pile {pile}.", "({sentence})", "Note that {lower}", "Then, alas, {lower}",
    "Put {card} or the other one there.", "Put it there.", "Repeat this with {card}.", "Now {card} is dispatched.",
)  # fmt: skip

TABLE = (
    "Foundations: 5♣, K♦, 7♥, 6♠\n\nPile 1: 9♠ 8♥\nPile 2: Q♥\nPile 3: J♠ 10♥ 9♣\nPile 4: 7♠\nPile 5: 7♣\n\n"
    "Put the 8♥ on the 9♣. "
)


def judged(page: lr.ReadPage) -> list[str]:
    """The claims of a page that are refuted."""
    replays = [lr.replay(chapter.record) for chapter in page.chapters]
    return [str(replayed.error) for replayed in replays if replayed.error is not None]


def claims(position: Position) -> Iterator[str]:
    """What is so in a position, in words."""
    for name, pile in position.places.items():
        if not is_pile_name(name):
            continue
        if not pile:
            yield f"Pile {name} is empty."
        elif 0 <= pile[-1] < DOWN and pile[-1] not in (GAP, UNKNOWN):
            yield f"The {PRETTY[pile[-1]]} is available."


def told(step: Step, position: Position, game: Any, chance: random.Random) -> str:
    """A move in words that name its card."""
    texts = [
        text for text in sayings(step, position, game, chance) if text.startswith(("Put ", "Move ", "Play ", "Deal"))
    ]
    return chance.choice(texts) if texts else ""


def true_pages(name: str, chance: random.Random) -> Iterator[tuple[str, list[str]]]:
    """Pages that are true: the record of the table, and the sentences, headings among them. The main line is told, then
    another way of playing, or a mistake, each with claims."""
    for transcript in sample(name, None, "uncertain", 3, player="sensible", tries=50):
        replayed = lr.replay(transcript)
        tags = [(tag.name, tag.value) for tag in transcript.tags if tag.name not in ("Result", "RecordDigest")]
        head = lr.dumps(lr.Transcript.build(tags, [])).rstrip().removesuffix("*")
        for start in range(0, min(replayed.moves - 4, 40), 4):
            told_moves = [
                told(step, replayed.at(start + number), replayed.game, chance)
                for number, step in enumerate(replayed.steps[start : start + 4])
            ]
            if not all(told_moves):
                continue
            page = []
            for number, sentence in enumerate(told_moves, start + 1):
                facts = [*claims(replayed.at(number))]
                page += [sentence, *chance.sample(facts, min(2, len(facts)))]
            last = replayed.at(start + 3)
            others = [
                step for step in last.legal_steps() if step.move.card not in (None, replayed.steps[start + 3].move.card)
            ]
            other = chance.choice(others) if others else None
            said = told(other, last, replayed.game, chance) if other else ""
            if other and said:
                record = head + " ".join(map(str, [*replayed.steps[: start + 3], other])) + " *"
                after = lr.replay(record)
                heading = chance.choice(["Variation", "Variation instead", "A mistake."])
                if after.error is None and heading != "A mistake.":
                    card = PRETTY[replayed.steps[start + 3].move.card or 0]
                    replaced = f"Instead of the {card}, {said[0].lower()}{said[1:]}"
                    facts = [*claims(after.position)]
                    page += [f"\n\n{heading.split()[0]}\n\n", replaced if "instead" in heading else said]
                    page += chance.sample(facts, min(3, len(facts)))
            yield head + " ".join(map(str, replayed.steps[:start])) + " *", page


@pytest.mark.parametrize(
    ("text", "read"),
    [
        # “Instead” begins the chapter that its heading announces; what holds only there is a claim of it
        ("Put the 7♠ on the 8♥.\n\nVariation\n\nInstead of the 7♠, play the 7♣ on the 8♥. Pile 5 is empty now.", 2),
        ("Put the 7♠ on the 8♥.\n\nA trap.\n\nThe beginner puts the 7♣ on the 8♥. Pile 5 is empty.", 2),
        ("Put the 7♠ on the 8♥.\n\nVariation\n\nInstead of the Q♥, play the 7♣ on the 8♥. Pile 5 is empty.", 0),
        ("Put the 7♠ on the 8♥.\n\nVariation\n\nPut the 7♣ on the 8♥. Pile 4 is empty.", 1),
        # another way of playing, a condition or a question, and what comes of it
        ("Put the 7♠ on the 8♥.\n\nInstead of the 7♠, play the 7♣ on the 8♥. Pile 5 is empty.", 1),
        ("Instead of the J♠, play the 7♣ on the 8♥. Pile 5 is empty.", 0),
        ("If you put the 7♣ on the 8♥, the 7♠ stays where it is. Pile 5 is empty.", 0),
        ("Why not put the 7♣ on the 8♥? Pile 5 is empty.", 0),
        ("The 7♣ can be put on the 8♥. Pile 5 is now empty.", 1),
        ("The 7♣ can be put on the 8♥, leaving pile 5 empty.", 0),
        # what is not read, in every kind of chapter
        ("We clear pile 5. Pile 5 is empty.", 0), ("Put the 7♠ or the 7♣ on the 8♥. Pile 5 is empty.", 0),
        ("(Put the 7♣ on the 8♥.) Pile 5 is empty.", 0), ("Note that the 7♣ is put on that. Pile 5 is empty.", 0),
        ("Shove the 7♣ onto it. Take this back. Pile 4 is empty.\n\nMain line.\n\nPut the 7♠ on the 8♥.", 0),
        ("Shove the 7♠ onto it.\n\nA mistake.\n\nPut the 7♣ on the 8♥. Pile 4 is empty.", 0),
        ("Shove the 7♠ onto it.\n\nVariation.\n\nPut the 7♣ on the 8♥. Pile 4 is empty.", 0),
    ],
)  # fmt: skip
def test_what_comes_after_an_uncertain_move(text: str, read: int) -> None:
    page = lr.read_prose(TABLE + text, game="Martha")
    assert not judged(page)
    assert sum(part.kind in ("variation", "mistake", "claim") for part in page.parts) == read


def test_what_was_not_read_is_named() -> None:
    page = lr.read_prose(f"{TABLE}\n\nShove the 7♠ there.\n\nThis game can be won. Pile 4 is empty.", game="Martha")
    assert [part.why for part in page.unread[1:]] == [
        "“Shove the 7♠ there.” in line 11 comes before it and was not read"
    ] * 2
    variation = f"{TABLE}\n\nVariation.\n\nShove the 7♠ there.\n\nPile 4 is empty."
    why = lr.read_prose(variation, game="Martha").unread[-1].why
    assert why.startswith("“Shove the 7♠ there.” in line 13 comes before it and was not read (in the other way of ")
    (either,) = lr.read_prose(f"{TABLE}Either black seven fits on the 8♥.", game="Martha").unread
    assert either.why == "leoni stopped at “Either black seven”: after “either” come two cards, with “or” between them"


def test_where_the_main_line_goes_on_is_said() -> None:
    advice = "write “The main line again.” before it if it belongs there"
    text = f"{TABLE}\n\nDo not do this: put the Q♥ on the J♠.\n\nPut the 7♠ on the 8♥."
    assert lr.read_prose(text, game="Martha").unread[-1].why.endswith(advice)
    lasting = lr.read_prose(f"{TABLE}\n\nThis was wrong.\n\nPut the 7♠ on the 8♥.", game="Martha").unread
    assert lasting[-1].why.endswith(advice)


@pytest.mark.long
@pytest.mark.parametrize("name", [*GAMES])
def test_true_pages_that_lose_a_sentence(name: str) -> None:
    chance, counts = random.Random(5), Counter[str]()
    for table, page in true_pages(name, chance):
        whole = lr.read_prose(" ".join(page), record=table)
        assert not judged(whole), (page, judged(whole))
        counts["read"] += sum(part.kind in ("move", "claim", "variation", "mistake") for part in whole.parts)
        counts["unread"] += len(whole.unread)
        moves = [number for number, sentence in enumerate(page) if sentence.startswith(("Put", "Move", "Play", "Deal"))]
        for number in moves:
            sentence = page[number]
            cards = [card for card in PRETTY if card in sentence]
            shapes = [shape for shape in _SPOILED if cards or "that" not in shape]
            spoiled = chance.choice(shapes).format(
                sentence=sentence, lower=sentence[0].lower() + sentence[1:], card=f"the {(cards or ['7♠'])[0]}", pile=3
            )
            text = " ".join([*page[:number], spoiled, *page[number + 1 :]])
            poorer = lr.read_prose(text, record=table)
            assert not judged(poorer), (text, judged(poorer))
            counts["pages"] += 1
    assert counts["pages"] > 5, counts


@pytest.mark.parametrize(
    "words",
    ["All the other piles are empty.", "The rest of the columns are empty.", "The other seven piles are vacant.",
     "Piles 6 to 12 are empty.", "Columns 6–12 are empty."],
)  # fmt: skip
def test_the_page_says_which_places_are_empty(words: str) -> None:
    table, move = TABLE.rsplit("\n\n", 1)
    page = lr.read_prose(f"{table}\n\n{words}\n\nMove the 7♣ to pile 6.", game="Martha")
    assert page.parts[-1].read == ("5:7C>6",) and not page.unread
    for text in (f"{table}\n\nThe other six piles are empty.", f"{table}\n\n{move}\n\nAll the other piles are empty."):
        assert len(lr.read_prose(text, game="Martha").unread) == 1


def test_nothing_is_called_legal_that_depends_on_unknown_places() -> None:
    page = lr.read_prose(f"{TABLE}Put the 7♣ on the 9♠.", game="Martha")
    assert page.unread[-1].why.endswith("; legal with 7♣: 7♣ from pile 5 to pile 3")
    warnings = [part.why for part in page.parts if part.kind == "warning"]
    assert any("if they are empty, add --rest-empty" in why for why in warnings)
