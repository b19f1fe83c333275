"""What is measured on: sampled games, the same made wrong, and chess games as long as they are."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from leoni_replay.cards import CARD
from leoni_replay.commands import Command
from leoni_replay.games import GAMES
from leoni_replay.notation import dump
from leoni_replay.notation.tree import Transcript
from leoni_replay.record.sample import sample

if TYPE_CHECKING:
    import chess.pgn


@dataclass(frozen=True)
class Corpus:
    """Random games of one kind in a file: how many moves each has."""

    name: str
    right: Path
    wrong: Path
    lengths: tuple[int, ...]

    @property
    def moves(self) -> int:
        """How many moves they have together."""
        return sum(self.lengths)


def sampled(folder: Path, name: str, games: int) -> Corpus:
    """Write so many games of one kind, and the same games with a last move that is wrong."""
    declaration = GAMES[name]
    transcripts = list(sample(name, declaration.books[0], "benchmark", games))
    right, wrong = folder / f"{declaration.slug}.moves", folder / f"{declaration.slug}-wrong.moves"
    with right.open("w", encoding="utf-8") as out:
        dump(transcripts, out)
    with wrong.open("w", encoding="utf-8") as out:
        dump(map(_spoiled, transcripts), out)
    return Corpus(name, right, wrong, tuple(sum(1 for _ in transcript.moves()) for transcript in transcripts))


def _spoiled(transcript: Transcript) -> Transcript:
    """A game in whose last move another card stands."""
    commands = [move.command for move in transcript.moves()]
    last = commands.pop() if commands else None
    if last is None or last.card is None:
        wrong = Command("1", CARD["2S"], "^")
    else:
        wrong = Command(last.source, (last.card + 1) % 52, last.dest)
    tags = {tag.name: tag.value for tag in transcript.tags}
    return Transcript.build(tags, [*commands, wrong], tags["Result"])


def repeated(path: Path, games: int, corpus: Corpus) -> Path:
    """Write a file of so many games, the same again and again."""
    text = corpus.right.read_text(encoding="utf-8")
    whole, rest = divmod(games, len(corpus.lengths))
    with path.open("w", encoding="utf-8") as out:
        for _ in range(whole):
            out.write(text)
            out.write("\n")
        out.write("\n\n[Game".join(text.split("\n\n[Game")[:rest]))
    return path


def write_pgn(path: Path, lengths: tuple[int, ...]) -> None:
    """Write random legal chess games, each of the length given."""
    import chess.pgn

    draw = random.Random(1884)
    with path.open("w", encoding="utf-8") as out:
        for plies in lengths:
            out.write(f"{chess.pgn.Game.from_board(_played(draw, plies))}\n\n")


def _played(draw: random.Random, plies: int) -> chess.Board:
    import chess

    board = chess.Board()
    while board.ply() < plies:
        # A game that ends too early is begun again.
        if moves := list(board.legal_moves):
            board.push(draw.choice(moves))
        else:
            board = chess.Board()
    return board
