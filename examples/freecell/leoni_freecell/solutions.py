"""Solutions in standard notation, as Freecell Solver (fc-solve) writes them, to records and back.

A move is two characters: columns ``1`` to ``8``, cells ``a`` to ``d``, ``h`` for the foundations. A move to a column
that holds cards takes the run that fits it. The dialect of ``-snx`` says after a ``v`` how many cards go to a vacant
column, in hexadecimal; without it, one card is moved. That of ``-sn`` does not say it: such a solution is refused at
the move that shows it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from leoni_freecell.table import COLUMNS, FreeCell, follows
from leoni_replay.own import ON_UP, NotTaken, Replay, Shift, Transcript, make_game, read, stock_of, texts

_MOVE: Final = re.compile(r"([1-8a-d])([1-8a-dh])(?:v[0-9a-f]+)?")
_NUMBER: Final = re.compile(r"#([1-9][0-9]*)")


def from_snx(text: str, rules: str | None = None) -> Transcript:
    """Make the record of a solution: the deal as a number (``#617``) or as a board, and then the moves.

    Args:
        text: the text; lines that are neither are passed over.
        rules: the rule book; None for the default book.

    Raises:
        NotTaken: it has no deal, or a move cannot be made.
        RulesError: there is no such rule book.
    """
    game = make_game("FreeCell", rules)
    words, columns, deal = [], [], ""
    for line in map(str.split, text.splitlines()):
        cards = [read(word) for word in (line[1:] if line[:1] == [":"] else line)]
        if line and all(map(_MOVE.fullmatch, line)):
            words += line
        elif cards and None not in cards and not words:
            columns.append([card for card in cards if card is not None])
        elif (named := _NUMBER.fullmatch(" ".join(line))) and not deal:
            deal = f"pysol:{named[1]}"
    stock = list(stock_of(deal, 1, ())) if deal else [row[i] for i in range(7) for row in columns if i < len(row)]
    if sorted(stock) != list(range(52)) or (not deal and len(columns) != len(COLUMNS)):
        raise NotTaken("it has no deal: write its number, such as #617, or its board of eight lines before the moves")
    tags = {"Game": game.name, "Rules": str(game.rules), "Deal": deal or "pack"}
    tags |= {} if deal else {"Pack": texts(stock)}
    position, moves = game.start(stock), []
    for number, word in enumerate(words, 1):
        move = _move_of(game.table(position), word, game.places)
        if move is None or position.table.why(move):
            raise NotTaken(f"move {number}, {word}, cannot be made")
        position.table.play(move)
        moves.append(game.vocabulary.command_of(move))
    return Transcript.build(tags, moves, "won" if game.won(position) else "*")


def to_snx(replay: Replay) -> str:
    """Write a game in standard notation: the number of its deal, and the moves.

    Raises:
        NotTaken: the game is not dealt by a number.
    """
    kind, _, number = (replay.transcript.value("Deal") or "").partition(":")
    if kind != "pysol":
        raise NotTaken("standard notation names a deal by its number: `pysol:617`")
    words = []
    for step in replay.steps:
        first, moved = step.changes[0], len(step.changes)
        assert isinstance(first, Shift)
        dest = first.dest if first.dest in replay.game.order else "h"
        words.append(f"{first.source}{dest}" + (f"v{moved:x}" if dest.isdigit() and not first.to else ""))
    return f"#{number}\n\n{' '.join(words)}\n"


def _move_of(table: FreeCell, word: str, places: Mapping[str, int]) -> int | None:
    """The number of a written move; None if no card agrees with it."""
    source, dest, run = places[word[0]], places.get(word[1], ON_UP), table.run(places[word[0]])
    if dest not in COLUMNS:
        moved = 1
    elif table.size[dest]:
        on = table.cards_in(dest)[-1]
        moved = next((len(run) - i for i, card in enumerate(run) if follows(card, on)), 0)
    else:
        moved = int(word[3:] or "1", 16)
    return source << 16 | run[-moved] << 8 | dest if 0 < moved <= len(run) else None
