"""Moves verified a second: every game beside python-chess, right beside wrong, and a whole process beside pgn-extract.

All jobs are strict. Ours parse, replay, prove the result and compute the final digest; python-chess parses and checks
that every move is legal; pgn-extract does so too and writes the games out again.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from corpus import ERRORS, FORMS, Corpus, repeated, rewritten, with_error, write_pgn
from timing import LEONI, Timed, processor_time, row, title, turns

from leoni_replay.files.verify_paths import verify_paths
from leoni_replay.record.verdict import Summary, Verdict
from leoni_replay.report import reporter

CHESS = "python-chess read_game"
#: How often the games stand in the file that whole processes get, so that their start does not decide.
_REPEATED = 20


def as_people_write(corpora: Sequence[Corpus], folder: Path, rounds: int) -> None:
    """Print what a game takes in every form, and how many times the moves a second of python-chess that is, on chess
    games with as many comments and variations."""
    title("verify: records as people write them, in one process")
    if find_spec("chess") is None:
        print("python-chess is not installed (pip install chess): no ratios")
        return
    pgns = {form: folder / f"form-{at}.pgn" for at, form in enumerate(FORMS)}
    for form, pgn in pgns.items():
        write_pgn(pgn, corpora[0].lengths, form)
    row("", *[part for form in FORMS for part in (f"{form}, µs", "×")])
    for at, corpus in enumerate(corpora):
        files = rewritten(folder, corpus)
        jobs: dict[str, Callable[[], int]] = {form: partial(_verified, files[form]) for form in FORMS}
        jobs |= {f"chess {form}": partial(_read, pgns[form].read_text(encoding="utf-8")) for form in FORMS}
        timed = turns(jobs, rounds if at == 0 else min(rounds, 3))
        cells: list[str] = []
        for form in FORMS:
            took, peer = timed[form], timed[f"chess {form}"]
            ratios = [
                (peer.seconds[i] / peer.amount) / (took.seconds[i] / took.amount) for i in range(len(took.seconds))
            ]
            cells += [f"{1e6 * took.best / len(corpus.lengths):,.1f}", f"{median(ratios):.1f}"]
        row(corpus.name, *cells)


def against_chess(corpora: Sequence[Corpus], folder: Path, rounds: int) -> None:
    """Print the moves a second of every game, and how many times those of python-chess they are."""
    title("verify: moves a second of processor time, in one process")
    jobs: dict[str, Callable[[], int]] = {one.name: partial(_verified, one.right) for one in corpora}
    if find_spec("chess") is None:
        print("python-chess is not installed (pip install chess): no ratios")
    else:
        pgn = folder / "random.pgn"
        write_pgn(pgn, corpora[0].lengths)
        jobs[CHESS] = partial(_read, pgn.read_text(encoding="utf-8"))
    timed = turns(jobs, rounds)
    peer = timed.get(CHESS)
    row("", "games", "moves", "a second", "µs a game", "× python-chess", "(in the rounds)")
    for name, took in timed.items():
        games = len(next((one for one in corpora if one.name == name), corpora[0]).lengths)
        each = f"{1e6 * took.best / games:,.1f}"
        row(name, f"{games:,}", f"{took.amount:,}", f"{took.rate:,.0f}", each, *_ratios(took, peer))


def _ratios(took: Timed, peer: Timed | None) -> tuple[str, ...]:
    """How many times as fast as a peer: by the best rounds, and from the worst round to the best."""
    if peer is None:
        return ()
    rates = [(peer.seconds[i] / peer.amount) / (took.seconds[i] / took.amount) for i in range(len(peer.seconds))]
    return f"{took.rate / peer.rate:.1f}", f"{min(rates):.1f} to {max(rates):.1f}"


def _verified(path: Path) -> int:
    """Verify a file; how many moves it has."""
    moves = 0
    for verdict in verify_paths([str(path)]):
        assert isinstance(verdict, Verdict) and verdict.status == "verified"
        moves += verdict.moves
    return moves


def _read(text: str) -> int:
    """Read chess games; how many plies they have."""
    import chess.pgn

    plies = 0
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors
        plies += game.end().ply()
    return plies


def right_and_wrong(corpora: Sequence[Corpus], folder: Path, rounds: int) -> None:
    """Print what a game takes that is wrong: at its last move, in the middle, or in its tags; and how many times a
    right one that is."""
    title("wrong files: verdicts as JSON lines without hints, µs a game, and times the same game right")
    errors = [*ERRORS, "a rule book"]
    row("", "right", *[part for error in ("the last move", *errors) for part in (error, "×")])
    for one in corpora:
        files = {"the last move": one.wrong} | {error: with_error(folder, one, error) for error in errors}
        jobs = {"right": partial(_reported, one.right, 0)}
        jobs |= {error: partial(_reported, path, len(one.lengths)) for error, path in files.items()}
        each = {name: 1e6 * took.best / len(one.lengths) for name, took in turns(jobs, rounds).items()}
        cells = [part for error in files for part in (f"{each[error]:,.1f}", f"{each[error] / each['right']:.1f}")]
        row(one.name, f"{each['right']:,.1f}", *cells)


def _reported(path: Path, rejected: int) -> int:
    """Verify a file and write its verdicts as JSON lines; how many games it has, of which N must be rejected."""
    out = reporter("jsonl", io.StringIO().write, ascii=False, color=False, width=80, quiet=False)
    summary = Summary()
    games = 0
    out.begin()
    for verdict in verify_paths([str(path)], hints=False):
        assert isinstance(verdict, Verdict)
        summary.add(verdict)
        out.verdict(verdict)
        games += 1
    out.end(summary)
    assert summary.rejected == rejected
    return games


def against_pgn_extract(corpus: Corpus, folder: Path, rounds: int) -> None:
    """Print the processor time of whole processes, start included: ``leoni verify`` and pgn-extract."""
    games = _REPEATED * len(corpus.lengths)
    title(f"whole processes, start included: {games:,} games, as many moves as plies")
    path = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")
    if path is None or find_spec("chess") is None:
        print("pgn-extract or python-chess, which makes the games for it, is not installed")
        return
    ours, pgn = repeated(folder / "long.moves", games, corpus), folder / "long.pgn"
    write_pgn(pgn, corpus.lengths)
    pgn.write_text(pgn.read_text(encoding="utf-8") * _REPEATED, encoding="utf-8")
    commands = {
        "leoni verify": (*LEONI, "verify", "--format", "jsonl", str(ours)),
        "pgn-extract": (path, "-s", f"-o{folder / 'out.pgn'}", str(pgn)),
    }
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, arguments in commands.items():
            seconds[name].append(processor_time(arguments))
    row("", "ms", "(median)", "moves a second", "× pgn-extract")
    for name, took in seconds.items():
        rate = f"{_REPEATED * corpus.moves / min(took):,.0f}"
        ratio = min(seconds["pgn-extract"]) / min(took)
        row(name, f"{1000 * min(took):,.0f}", f"{1000 * median(took):,.0f}", rate, f"{ratio:.2f}")
