"""The reader of pages measured: recorded moves said in words, the same altered, and tables with noise in them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import leoni_replay as lr
from leoni_replay.cards import PRETTY, RANK, SUIT, SUIT_NAMES, TEXT
from leoni_replay.games import GAMES
from leoni_replay.games.steps import Shift
from leoni_replay.record.sample import sample
from tests.prose.said import klondike, sayings, spelled
from tests.prose.test_reading import MARTHA

#: How many games of each are said, and how many moves of each.
_GAMES, _MOVES = 2, 110


@pytest.fixture(scope="module", autouse=True)
def outside() -> Iterator[None]:
    with klondike():
        yield


def played(name: str) -> Iterator[tuple[str, lr.Replay, int]]:
    """Moves of sample games: the record up to each, the replay of the game, and the number of the move."""
    player = "random" if name == "Klondike" else "sensible"
    for transcript in sample(name, None, "prose", _GAMES, player=player, tries=50):
        replayed = lr.replay(transcript)
        tags = [(tag.name, tag.value) for tag in transcript.tags if tag.name not in ("Result", "RecordDigest")]
        head = lr.dumps(lr.Transcript.build(tags, [])).rstrip().removesuffix("*")
        for number in range(min(replayed.moves, _MOVES)):
            yield head + " ".join(map(str, replayed.steps[:number])) + " *", replayed, number


@pytest.mark.long
@pytest.mark.parametrize("name", [*GAMES, "Klondike"])
def test_recorded_moves_said_in_words(name: str) -> None:
    chance, counts = random.Random(7), Counter[str]()
    for table, replayed, number in played(name):
        step, game = replayed.steps[number], replayed.game
        texts = sayings(step, replayed.at(number), game, chance)
        for text in chance.sample(texts, min(2, len(texts))):
            part = lr.read_prose(f"Solution:\n{text}", record=table).parts[-1]
            right = part.read == (str(step.move),)
            counts["right" if right else part.kind] += 1
            assert right or part.kind == "unread", (text, step.move, part)
    assert counts["right"] >= 0.85 * counts.total(), counts


@pytest.mark.long
@pytest.mark.parametrize("name", [*GAMES, "Klondike"])
def test_altered_moves(name: str) -> None:
    """Of a card put on another, both drawn by lot, nothing is read but that."""
    chance = random.Random(8)
    for table, replayed, number in played(name):
        position = replayed.at(number)
        tops = [pile[-1] % 64 for pile in position.places.values() if pile and 0 <= pile[-1] % 64 < 52]
        card, on = chance.choice(tops or [0]), chance.choice(tops or [0])
        (part,) = lr.read_prose(f"Put {spelled(card, chance)} on {spelled(on, chance)}.", record=table).parts
        if part.kind == "unread":
            continue
        if part.kind == "illegal":
            # The rules forbid it, so it is no move of the record.
            assert not part.read, part
            continue
        step = lr.replay(table.removesuffix("*") + f"{part.read[0]} *").steps[-1]
        (first, *_) = [change for change in step.changes if isinstance(change, Shift)]
        assert (step.move.card, position.places[first.dest][-1]) == (card, on), (part, TEXT[card], TEXT[on])


@pytest.mark.long
def test_tables_with_noise() -> None:
    """A table from which something is lost is read as what is left of it, or refused; never as anything else."""
    chance, counts = random.Random(9), Counter[str]()
    for _ in range(1000):
        pack = chance.sample(range(52), 36)
        piles = {str(n): pack[3 * n - 3 : 3 * n] for n in range(1, 13)}
        lines = [f"Pile {n}: {', '.join(PRETTY[card] for card in cards)}" for n, cards in piles.items()]
        at = chance.randrange(len(lines))
        noise = chance.choice(["label", "twice", "letter", "dash", "joined", "number"])
        label, _, body = lines[at].partition(": ")
        lines[at] = {
            "label": body, "twice": f"{lines[at]}\n{lines[at]}", "letter": f"{label}: {body.replace(body[0], 'x', 1)}",
            "dash": f"{label}: {body.replace(',', ' —', 1)}", "joined": f"{lines[at]} {lines[at - 1]}",
            "number": f"Pile 14: {body}",
        }[noise]  # fmt: skip
        made = lr.read_prose("\n".join(lines), game="Martha")
        counts[noise if made.record is None else f"{noise} read"] += 1
        if made.record is not None:
            layout = dict(line.split(": ") for line in (made.record.value("Layout") or "").split("\n")[1:-1])
            assert all(layout[n] == " ".join(TEXT[card] for card in piles[n]) for n in layout), (noise, lines)
    assert not counts.keys() & {"label read", "twice read", "letter read", "dash read", "number read"}, counts


@pytest.mark.long
def test_misread_figures() -> None:
    """A figure that is misread makes a card too many, or the reader is told to check it."""
    chance, counts = random.Random(10), Counter[str]()
    for _ in range(100):
        pack = chance.sample(range(52), chance.randrange(12, 40))
        at = chance.choice([place for place, card in enumerate(pack) if 1 < RANK[card] < 11])
        suit = pack[at] - RANK[pack[at]] + 1
        pack[at] = chance.choice([suit + rank for rank in range(1, 10) if suit + rank != pack[at]])
        text = "\n".join(f"Pile {n}: {', '.join(PRETTY[card] for card in pack[n - 1 :: 12])}" for n in range(1, 13))
        made = lr.read_prose(text, game="Martha")
        why = [part.why for part in made.parts]
        twice = pack.count(pack[at]) > 1
        assert any(
            "too many" in one or f"{PRETTY[pack[at]]} is there twice" in one
            if twice
            else "check these ranks" in one and (PRETTY[pack[at]] in one or SUIT_NAMES[SUIT[pack[at]]] in one)
            for one in why
        )
        counts["shown" if twice else "named"] += 1
    assert min(counts.values()) > 15, counts


#: Games as books tell them, each on a table: (the record, the words).
NARRATIVES = (
    (
        MARTHA,
        """Begin by placing the seven of spades upon the eight of hearts, which empties pile 4 (see Fig. 2). Then move
        the J♠, 10♥ and 9♣ onto the queen of hearts, which releases the ten of clubs. The 10♣ is now moved to the fourth
        pile. Pile 3 is now empty. Upon the king of hearts place the queen of clubs, the jack of hearts, ten of spades
        and nine of hearts. The king of clubs is moved from the sixth pile to pile 3. The 6♣ goes to its foundation, and
        the 7♣ from pile 5 is put on the 6♣.""",
    ),
    (
        '[Game "Labyrinth"]\n[Rules "pgc"]\n[Deal "seed:0"]\n*',
        """Deal a second row. The two of clubs and the two of spades are available. Play the 2♣ and the 2♠ to their
        foundations. Deal the third row. Place the 2♥ on the ace of hearts. Now deal a fourth row of eight cards. The 3♣
        is played from the first row to its foundation. Put out the 4♣, the 5♣ and the 6♣. The 7♣ goes up. Deal another
        row.""",
    ),
    (
        '[Game "Anna"]\n[Rules "dick-1898"]\n[Deal "seed:four weddings-1"]\n*',
        """Begin by placing the ten of spades from pile 3 on pile 6. Turn up the next card. It is the 7♣, and goes to
        the talon.""",
    ),
)


@pytest.mark.long
def test_narratives() -> None:
    parts = [part for table, words in NARRATIVES for part in lr.read_prose(words, record=table).parts]
    read = sum(part.kind in ("move", "claim") for part in parts)
    assert read >= 0.8 * len(parts), [str(part) for part in parts if part.kind not in ("move", "claim")]
