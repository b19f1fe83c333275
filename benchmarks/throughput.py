"""Moves verified a second, beside python-chess reading a PGN of as many moves, in the same run.

    python benchmarks/throughput.py [--games 2000] [--rounds 5]

Both jobs are strict: ours parses, replays, proves the result and computes the final digest; python-chess parses and
checks that every move is legal. The two take turns, and each counts with the processor time of its best round, so
that what else the machine does falls on both alike. Compare the ratio, not the absolute figures.
"""

from __future__ import annotations

import argparse
import io
import random
import statistics
import tempfile
import time
from pathlib import Path

import chess
import chess.pgn

from leoni_replay.checking import verify_paths
from leoni_replay.notation import dump
from leoni_replay.report.verdict import Verdict
from leoni_replay.sampling import sample


def write_corpus(path: Path, games: int) -> int:
    """Sampled games of Leoni's Own, for each of its rule books in turn; returns the number of their moves."""
    books = ("wikipedia", "gamerules", "mcneely")
    with path.open("w", encoding="utf-8") as out:
        for i, book in enumerate(books):
            share = games // len(books) + (i < games % len(books))
            if i:
                out.write("\n")
            dump(sample("Leoni's Own", book, "benchmark", share), out)
    return verify_ours(path)


def write_pgn(path: Path, plies: int) -> None:
    """Random legal chess games with as many plies in all."""
    draw = random.Random(1884)
    with path.open("w", encoding="utf-8") as out:
        while plies > 0:
            game = chess.pgn.Game()
            node: chess.pgn.GameNode = game
            board = game.board()
            while plies > 0 and not board.is_game_over() and board.ply() < 200:
                move = draw.choice(list(board.legal_moves))
                node = node.add_variation(move)
                board.push(move)
                plies -= 1
            out.write(f"{game}\n\n")


def verify_ours(path: Path) -> int:
    """Verify the corpus; returns the number of moves."""
    moves = 0
    for verdict in verify_paths([str(path)]):
        assert isinstance(verdict, Verdict) and verdict.status == "verified"
        moves += verdict.moves
    return moves


def read_chess(text: str) -> int:
    """Read the PGN; returns the number of plies."""
    plies = 0
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors
        plies += game.end().ply()
    return plies


def main() -> None:
    """Print both rates and their ratio."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=2000)
    options.add_argument("--rounds", type=int, default=5)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ours, pgn = Path(folder) / "sampled.moves", Path(folder) / "random.pgn"
        moves = write_corpus(ours, chosen.games)
        write_pgn(pgn, moves)
        text = pgn.read_text(encoding="utf-8")
        times: dict[str, list[float]] = {"leoni-replay verify": [], "python-chess read_game": []}
        for _ in range(chosen.rounds):
            for name, job in (("leoni-replay verify", lambda: verify_ours(ours)),
                              ("python-chess read_game", lambda: read_chess(text))):  # fmt: skip
                started = time.process_time()
                counted = job()
                times[name].append(time.process_time() - started)
                assert counted == moves
    print(f"{chosen.games} games, {moves} moves; the same number of plies")
    for name, taken in times.items():
        print(f"{name:24} {moves / min(taken):10,.0f} a second (median {moves / statistics.median(taken):,.0f})")
    ratios = [b / a for a, b in zip(*times.values(), strict=True)]
    best = min(times["python-chess read_game"]) / min(times["leoni-replay verify"])
    print(f"ratio {best:.1f} (round by round {min(ratios):.1f} to {max(ratios):.1f})")


if __name__ == "__main__":
    main()
