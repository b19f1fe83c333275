"""Moves verified a second, beside python-chess reading a PGN of as many games, each as long, in the same run.

    python benchmarks/throughput.py [--games 2000] [--rounds 5] [--rules wikipedia]

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

from leoni_replay.files.verify import verify_paths
from leoni_replay.notation import dump, load
from leoni_replay.record.sample import sample
from leoni_replay.record.verdict import Verdict


def write_corpus(path: Path, games: int, rules: str) -> list[int]:
    """Sampled games of Leoni's Own, as ``leoni sample`` writes them; returns how many moves each has."""
    with path.open("w", encoding="utf-8") as out:
        dump(sample("Leoni's Own", rules, "benchmark", games), out)
    return [sum(1 for _ in transcript.moves()) for transcript in load(path)]


def write_pgn(path: Path, lengths: list[int]) -> None:
    """Random legal chess games, each of the length given."""
    draw = random.Random(1884)
    with path.open("w", encoding="utf-8") as out:
        for plies in lengths:
            board = chess.Board()
            while board.ply() < plies:
                # A game that ends too early is begun again.
                moves = list(board.legal_moves)
                board = chess.Board() if not moves else board
                board.push(draw.choice(moves or list(board.legal_moves)))
            out.write(f"{chess.pgn.Game.from_board(board)}\n\n")


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
    options.add_argument("--rules", default="wikipedia")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ours, pgn = Path(folder) / "sampled.moves", Path(folder) / "random.pgn"
        lengths = write_corpus(ours, chosen.games, chosen.rules)
        moves = sum(lengths)
        write_pgn(pgn, lengths)
        text = pgn.read_text(encoding="utf-8")
        times: dict[str, list[float]] = {"leoni-replay verify": [], "python-chess read_game": []}
        for _ in range(chosen.rounds):
            for name, job in (("leoni-replay verify", lambda: verify_ours(ours)),
                              ("python-chess read_game", lambda: read_chess(text))):  # fmt: skip
                started = time.process_time()
                counted = job()
                times[name].append(time.process_time() - started)
                assert counted == moves
    print(f"{chosen.games} games, {moves} moves; as many chess games, each as long")
    for name, taken in times.items():
        print(f"{name:24} {moves / min(taken):10,.0f} a second (median {moves / statistics.median(taken):,.0f})")
    ratios = [b / a for a, b in zip(*times.values(), strict=True)]
    best = min(times["python-chess read_game"]) / min(times["leoni-replay verify"])
    print(f"ratio {best:.1f} (round by round {min(ratios):.1f} to {max(ratios):.1f})")


if __name__ == "__main__":
    main()
