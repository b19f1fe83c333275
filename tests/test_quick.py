"""Plain games are judged word by word as they are read; that must be what reading the whole record first comes to."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.writer import dumps
from leoni_replay.record.judge import judge, judge_with_evidence
from leoni_replay.record.replay import replay
from leoni_replay.record.sample import sample
from leoni_replay.record.verdict import verdict

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
#: What is put into texts at random: words of the notation, and what nearly is one.
BITS = [
    *["1. ", "1. 1. ", "12.", "10.", "~5S", "#", "+QH", ",3C", " ~4C", "+", "~", "!", "7H^", "9S^v", "exile:7H"],
    *["exile", "redeal", "deal", "won", "lost", "*", "(", ")", "{x}", "{= standstill}", ";c\n", "[", '"', "\\"],
    *[" V", ": ", " > ", " ^", "1)", "*", '[Seed "1"]\n', "leonis own", " 11: 2S^"],
    *["9999.", "{= left 1}", '[Zork "1"]\n', '[Title "a \\"b\\""]\n', '[Rule "x"]\n', "1:QH>2", "10:9C+2C"],
    *["  ", "\n\n", "\t", "\x0b", "\xa0", "\x1f", "\u2028", "\0"],
]


def texts() -> list[str]:
    """The records of one game among the transcripts, and a sampled one of every game."""
    files = [path.read_text() for path in sorted((TRANSCRIPTS / "games").glob("*.moves"))]
    names = ["Leoni's Own", "Weaver's", "Labyrinth", "Martha", "Anna", "The Reversal", "The Japanese Rug"]
    return [text[text.index("[") :] for text in files if text.count("[Game") == 1] + [
        dumps(game) for name in names for game in sample(name, None, "2", 1)
    ]


def mutants(seed: int, count: int) -> Iterator[str]:
    """Texts with one to three changes: something put in, a few characters left out, or repeated elsewhere."""
    rng = random.Random(seed)
    originals = texts()
    for _ in range(count):
        text = rng.choice(originals)
        for _ in range(rng.randint(1, 3)):
            at, kind = rng.randrange(len(text)), rng.random()
            if kind < 0.5:
                text = text[:at] + rng.choice(BITS) + text[at:]
            elif kind < 0.75:
                text = text[:at] + text[at + rng.randint(1, 6) :]
            else:
                source = rng.randrange(len(text))
                text = text[:at] + text[source : source + 6] + text[at:]
        yield text


def compare(text: str, rules: str | None = None) -> None:
    raw = RawGame(text, 1, 1, "game.moves")
    assert judge(raw, rules, hints=False) == verdict(replay(parse(raw), rules=rules, hints=False)), text


def test_how_many_records_need_no_transcript() -> None:
    """All that are verified, but for a few with rare tags."""
    plain: Counter[tuple[str, bool]] = Counter()
    for folder in ("games", "conformance/notation"):
        for path in sorted((TRANSCRIPTS / folder).glob("*.moves")):
            with path.open(encoding="utf-8", newline="") as file:
                for raw in split(file):
                    if not any(rare in raw.text for rare in ("[Layout", "[Pack", " misplay ", " set {")):
                        judged = judge_with_evidence(raw, hints=False)
                        if judged.verdict.status == "verified":
                            plain[folder, judged.replay is None] += 1
    assert plain == {("games", True): 31, ("conformance/notation", True): 23, ("conformance/notation", False): 4}


@pytest.mark.long
def test_mutants() -> None:
    for number, text in enumerate(mutants(1, 200)):
        compare(text)
        # Under the rules of another game, of another book, and of its own with an override.
        compare(text, ("wikipedia", "mcneely", "wikipedia; L4=ends-weave")[number % 3])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 10))
def test_mutants_at_length(seed: int) -> None:
    for text in mutants(seed, 4000):
        compare(text)


@pytest.mark.parametrize(
    "moves",
    [
        "r1c6:5H^+8D^",
        "10.+",
        "+QH",
        "#",
        "1. ~5S",
        "1. 1. +QH",
        "1.+QH 9:KS^",
        "1.+ZZ 9:KS^",
        "1.~5S 9:KS^",
    ],
)
def test_a_part_that_belongs_to_no_move(moves: str) -> None:
    """A word is refused whole: the first move of such a word has not been played, and a number has no parts."""
    head = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n[Result "*"]\n\n'
    compare(f"{head}{moves} *\n")
