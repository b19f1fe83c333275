"""Sentences with cards from public pages, in words of our own: each with its source and what it means."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from leoni_replay.prose.sentences import Statement, sentences, statements
from leoni_replay.prose.tokens import Unread, cards, fits

#: One a line: the set, the source, the sentence, and what it means (`-`: neither a move nor a legality by itself).
#: The sentences of the second set were collected when the grammar was complete.
PUBLIC = Path(__file__).parent / "public.csv"


def meaning(text: str) -> str:
    """What the reader makes of a sentence; empty if it refuses it."""
    try:
        return "; ".join(map(_meaning, (one for sentence in sentences(text) for one in statements(sentence))))
    except Unread:
        return ""


def _meaning(statement: Statement) -> str:
    moves = []
    for card in [card for thing in statement.things for card in cards(thing.token)]:
        for dest in statement.dests:
            names = {"FOUNDATION": ["foundation"], "SPACE": ["empty"], "PLACE": [str(dest)]}
            if dest.type == "RANKED":
                names["RANKED"] = [rank for rank in "A23456789TJQK" if fits(dest, f"{rank}C") or fits(dest, f"{rank}H")]
            moves += [f"{card}>{name}" for name in names.get(dest.type) or cards(dest)]
        moves += [] if statement.dests else [card]
    return f"{statement.kind} {' '.join(moves)}"


def test_public_sentences() -> None:
    with PUBLIC.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    read, stating = Counter[str](), Counter[str]()
    for row in rows:
        said = meaning(row["sentence"])
        assert said in ("", row["meant"]), (row, said)
        stating[row["set"]] += row["meant"] != "-"
        read[row["set"]] += bool(said)
    assert all(2 * read[name] >= stating[name] for name in stating), (read, stating)
    assert len(rows) >= 60
