"""The record digest: the same for one game however it is written, another for every other, and what is told of it."""

from __future__ import annotations

import hashlib
import re
from itertools import islice
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.games import GAMES
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.writer import dumps
from leoni_replay.record.canonical import respell
from leoni_replay.record.judge import judge
from leoni_replay.record.replay import Replay, replay

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "dev" / "formats.md").read_text(encoding="utf-8").partition("## The record digest")[2]
BOOKS = [(entry.name, book) for entry in GAMES.values() for book in entry.books]

HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n'
SHORT = f"{HEAD}\n1. 11:2S^ 11:QCv 4:3S^ 13:JCv *\n"


def replayed(text: str) -> Replay:
    """The replay of the one record of a text."""
    (transcript,) = lr.loads(text)
    return replay(transcript, hints=False)


def digest(text: str) -> str:
    """The record digest of a text, which is verified; both ways of judging it agree."""
    made = replayed(text)
    assert made.verified, made.diagnostics
    assert made.record_digest == judge(RawGame(text, 1, 1, ""), hints=False).record_digest
    assert made.record_digest is not None
    return made.record_digest


def as_others_would(made: Replay) -> str:
    """The text of a record, put together from what `leoni fmt` and `leoni deal` print: another program has no more."""
    assert made.game is not None and made.result is not None
    (long,) = lr.loads(dumps(respell(made)))
    words = re.sub(r"\{[^}]*\}|[0-9]+\. ?", " ", dumps(long).partition("\n\n")[2]).split()
    moves = [re.sub(r"[~#+].*", "", word) for word in words[:-1]]
    moves = [f"{move}~" if re.fullmatch("exile:..", move) else move for move in moves]
    hand = made.game.name in ("Anna", "The Japanese Rug")
    placed = [after.startswith("deal:") for after in [*moves[1:], ""]]
    moves = [move for move, at_once in zip(moves, placed, strict=True) if not (hand and move == "deal" and at_once)]
    first = {point.id: next(iter(point.readings)) for point in made.game.rules.book.points.values()}
    readings = sorted(f"{id}={made.game.rules[id]}" for id in first if made.game.rules[id] != first[id])
    packs = [f"{tag.name}: {tag.value}\n" for tag in long.tags if re.fullmatch("Pack[0-9]", tag.name)]
    return (
        f"game: {made.game.name}\nrules: {'; '.join(readings) or '-'}\n{made.at(0)}{''.join(packs)}"
        f"moves: {' '.join(moves) or '-'}\nresult: {made.result}\n"
    )


def sixteen(text: str) -> str:
    """What the page says is done with the text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# -- what it is -------------------------------------------------------------------------------------------------------


def test_the_test_vector_of_the_page() -> None:
    text = (ROOT / "transcripts" / "conformance" / "record-digest.txt").read_text(encoding="utf-8")
    record = re.search(r"```moves\n(.*?)```", PAGE, re.S)
    stated = re.search(r"its record digest is `([0-9a-f]{16})`", PAGE)
    assert record and stated
    assert sixteen(text) == stated[1]
    assert replayed(record[1]).record_text == text
    assert digest(record[1]) == stated[1]


@pytest.mark.share(2)
@pytest.mark.parametrize(("game", "book"), BOOKS)
def test_another_program_makes_the_same_text(game: str, book: str) -> None:
    for record in islice(lr.sample(game, book, "digest", 3), 3):
        made = replay(record)
        assert made.record_text == as_others_would(made)
        assert made.record_digest == digest(dumps(record)) == sixteen(as_others_would(made))


def test_shuffled_redeals_belong_to_it() -> None:
    game = lr.new("The Japanese Rug", "seed:1", "dick-1898; JR7=shuffled")
    while True:
        others = [move for move in game.legal() if move.source != "redeal"]
        if others and game.why_not("redeal") is None:
            break
        game.push(others[-1])
    game.push("redeal")
    made = replay(game.record("*"))
    assert made.verified
    assert made.record_text == as_others_would(made)
    order = made.transcript.value("Pack2")
    assert f"\nPack2: {order}\nmoves: " in (made.record_text or "")
    # An order that only a variation needs belongs to no game.
    game.pop()
    game.push(others[0])
    text = dumps(game.record("*"))
    varied = text.replace("\n\n", f'\n[Pack2 "{order}"]\n\n', 1).replace(" *\n", " (redeal) *\n")
    assert "(redeal)" in varied and digest(varied) == digest(text)
    assert "Pack2" not in (replayed(varied).record_text or "")


# -- what matters to it -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1. 11:2S^ 11:QCv", "11:2♠ QC"),
        ("1. 11:2S^", "11:2S^!"),
        ("11:QCv", "{a comment} 11:QCv ; another\n"),
        ("11:QCv", "(6:2S^ 6:2H^) 11:QCv"),
        ("11:QCv", "{= left 95} 11:QCv"),
        ("11:QCv 4:3S^", "11:QCv 3. 4:3S^"),
        ("\n\n", '\n[Player "Ada"]\n[Result "*"]\n[DealHash "0d6f9caf6b77cc07"]\n\n'),
        ('"wikipedia"', '"wikipedia; L4=ends-deal"'),
        ('"Leoni\'s Own"', '"leonis own"'),
        ('"seed:1884"', f'"layout"]\n[Layout "{lr.deal("seed:1884").text}"'),
        (" *\n", "\n"),
    ],
)
def test_how_a_record_is_written_does_not_matter(old: str, new: str) -> None:
    text = SHORT.replace(old, new, 1)
    assert text != SHORT
    assert digest(text) == digest(SHORT)


def test_a_result_is_proved_by_it() -> None:
    lost = (ROOT / "transcripts" / "games" / "1884.moves").read_text(encoding="utf-8")
    assert digest(lost) != digest(lost.replace('"lost"', '"*"').replace(" lost", " *"))


# -- the tag ----------------------------------------------------------------------------------------------------------


def tagged(text: str, value: str | None = None) -> str:
    """A record with a tag that has its record digest, or says that it has."""
    return text.replace("\n\n", f'\n[RecordDigest "{value or digest(text)}"]\n\n', 1)


def codes(text: str, rules: str | None = None) -> list[str]:
    """What is found in a record; both ways of judging it agree."""
    diagnostics = replay(next(iter(lr.loads(text))), rules=rules, hints=False).diagnostics
    assert tuple(diagnostics) == judge(RawGame(text, 1, 1, ""), rules, hints=False).diagnostics
    return [diagnostic.code for diagnostic in diagnostics]


def test_a_tag_is_checked() -> None:
    assert codes(tagged(SHORT)) == []
    for value in ("0" * 16, digest(SHORT).upper(), digest(SHORT)[:15], "", "ca8ac33491d7cff3"):
        assert codes(tagged(SHORT, value or " ")) == ["H115"], value
    # Whatever is changed in a record that has one is noticed.
    for old, new in ((" 13:JCv *", " *"), ("11:2S^ 11:QCv 4:3S^", "11:2S^ 4:3S^ 11:QCv"), ("wikipedia", "gamerules")):
        assert codes(tagged(SHORT).replace(old, new)) == ["H115"], new
    assert codes(tagged(SHORT).replace("11:QCv", "{still the same} QC")) == []
    assert codes(tagged(tagged(SHORT, digest(SHORT)), digest(SHORT))) == ["H102"]
    # What else is wrong comes first.
    assert codes(tagged(SHORT, "0" * 16).replace("4:3S^", "4:3D^")) == ["M202"]
    assert codes(tagged(SHORT, "0" * 16).replace(" *", " won")) == ["R501"]
    # Under other rules it is another record.
    assert codes(tagged(SHORT), rules="gamerules") == []


def test_a_record_with_unknown_cards_has_no_tag() -> None:
    unknown = '[Game "Labyrinth"]\n[Rules "mcneely"]\n\n1. r1c3:2D^+QH *\n'
    made = replayed(tagged(unknown, digest(SHORT)))
    assert made.error is not None and made.error.code == "H115"
    assert "some cards of this record are unknown" in made.error.message


def test_a_correction_has_to_make_the_record_of_which_the_tag_speaks() -> None:
    wrong = f"{HEAD}\n1. 11:2S^ 11:QCv 4:3S^ 12:JCv *\n"
    for value, whole in ((digest(SHORT), True), ("0" * 16, False)):
        (transcript,) = lr.loads(tagged(wrong, value))
        error = replay(transcript).error
        assert error is not None and error.code == "M202"
        assert any(fix.only for fix in error.fixes) == whole
