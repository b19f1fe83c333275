"""Solutions in standard notation, as Freecell Solver (fc-solve) writes them, to records and back.

A move is two characters: columns ``1`` to ``8``, cells ``a`` to ``d``, ``h`` for the foundations. A move to a column
that holds cards takes the run that fits it. The dialect of ``-snx`` says after a ``v`` how many cards go to a vacant
column, in hexadecimal; without it, one card is moved. That of ``-sn``, which other programs write as well, does not say
it: as many go as can, or as many fewer as the moves after it need.
"""

from __future__ import annotations

import re
from typing import Final

from leoni_freecell.table import COLUMNS, FreeCell
from leoni_replay.own import ON_UP, CannotImport, Replay, Shift, Transcript, make_game, read, stock_of, texts

MOVE: Final = re.compile(r"([1-8a-d])([1-8a-dh])(?:v[0-9a-f]+)?")
_NUMBER: Final = re.compile(r"#([1-9][0-9]*)")
#: How many moves are tried before a solution is refused that does not say how many cards go to vacant columns.
_MOST: Final = 20_000


def from_sn(text: str, rules: str | None = None) -> Transcript:
    """As ``from_snx``, where nothing says how many cards go to a vacant column."""
    return from_snx(text, rules, counts=False)


def from_snx(text: str, rules: str | None = None, counts: bool = True) -> Transcript:
    """Make the record of a solution: the deal as a number (``#617``) or as a board, and then the moves.

    Args:
        text: the text; lines that are neither are passed over.
        rules: the rule book; None for the default book.
        counts: whether it says how many cards go to a vacant column, if more than one.

    Raises:
        CannotImport: it has no deal, or a move cannot be made.
        RulesError: there is no such rule book.
    """
    game = make_game("FreeCell", rules)
    words, columns, deal = [], [], ""
    for line in map(str.split, text.splitlines()):
        cards = [read(word) for word in (line[1:] if line[:1] == [":"] else line)]
        if line and all(map(MOVE.fullmatch, line)):
            words += line
        elif cards and None not in cards and not words:
            columns.append([card for card in cards if card is not None])
        elif (named := _NUMBER.fullmatch(" ".join(line))) and not deal:
            deal = f"pysol:{named[1]}"
    stock = list(stock_of(deal, 1, ())) if deal else [row[i] for i in range(7) for row in columns if i < len(row)]
    if sorted(stock) != list(range(52)) or (not deal and len(columns) != len(COLUMNS)):
        raise CannotImport(
            "it has no deal: write its number, such as #617, or its board of eight lines before the moves"
        )
    tags = {"Game": game.name, "Rules": str(game.rules), "Deal": deal or "pack"}
    tags |= {} if deal else {"Pack": texts(stock)}
    position = game.start(stock)
    moves = map(game.vocabulary.command_of, played(game.table(position), words, counts))
    return Transcript.build(tags, list(moves), "won" if position.won() else "*")


def to_snx(replay: Replay) -> str:
    """Write a game in standard notation: the number of its deal, and the moves.

    Raises:
        CannotImport: the game is not dealt by a number.
    """
    kind, _, number = (replay.transcript.value("Deal") or "").partition(":")
    if kind != "pysol":
        raise CannotImport("standard notation names a deal by its number: `pysol:617`")
    words = []
    for step in replay.steps:
        first, moved = step.changes[0], len(step.changes)
        assert isinstance(first, Shift)
        dest = first.dest if first.dest in replay.game.order else "h"
        words.append(f"{first.source}{dest}" + (f"v{moved:x}" if dest.isdigit() and not first.to else ""))
    return f"#{number}\n\n{' '.join(words)}\n"


def played(table: FreeCell, words: list[str], counts: bool) -> list[int]:
    """Play written moves; returns their numbers."""
    left: list[list[int]] = []
    furthest = tried = 0
    while len(left) < len(words):
        furthest, tried = max(furthest, len(left)), tried + 1
        left.append(_meant(table, words[len(left)], counts))
        while not left[-1]:
            left.pop()
            if not left or tried > _MOST:
                raise CannotImport(f"move {furthest + 1}, {words[furthest]}, cannot be made")
            table.unplay()
        table.play(left[-1].pop())
    return table.moves_played()


def _meant(table: FreeCell, word: str, counts: bool) -> list[int]:
    """The legal moves that a written one can be, that of most cards last."""
    source, dest = (" 12345678abcd".find(letter) for letter in word[:2])
    run = table.run(source)
    most = len(run) if dest in COLUMNS and (table.size[dest] or not counts) else 1
    moved = [int(word[3:], 16)] if word[3:] else range(1, most + 1)
    moves = [source << 16 | run[-n] << 8 | (ON_UP if dest < 0 else dest) for n in moved if 0 < n <= len(run)]
    return [move for move in moves if not table.why(move)]
