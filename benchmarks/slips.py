"""Slips put into sampled games, one each: how often the right correction is among the hints, and how long that takes.

A slip that leaves a game legal to its end is none: another is drawn in its place, and a game in which none is found so
is not counted.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from statistics import median

from timing import row, title

from leoni_replay.cards import CARDS, RANK, SUIT, Card
from leoni_replay.commands import Move
from leoni_replay.files.rewrite import apply_edits
from leoni_replay.games import GAMES
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.record.canonical import respell
from leoni_replay.record.judge import judge
from leoni_replay.record.replay import Replay, replay
from leoni_replay.record.sample import sample
from leoni_replay.record.verdict import Verdict
from leoni_replay.search.players import Player

#: who plays
PLAYERS: tuple[Player, ...] = ("weighted", "greedy", "sensible")
#: How often a slip is drawn for a game.
_DRAWN = 20


def searched(games: int) -> None:
    """Print what becomes of so many games with each kind of slip."""
    title(f"slips: one in each of {games} games of all kinds, books and players, every other one in short form")
    whole = list(islice(_games(games), games))
    draw = random.Random("slips")
    row("", "refused", "found %", "exactly %", "--fix right %", "--fix wrong %", "ms", "ms (95 %)", "without hints")
    for kind, make in KINDS.items():
        counts: Counter[str] = Counter()
        took: list[float] = []
        bare: list[float] = []
        for original in whole:
            wrong = _refused(draw, original, make)
            if wrong is None:
                continue
            counts["refused"] += 1
            started = time.process_time()
            judge(wrong, hints=False)
            between = time.process_time()
            verdict = judge(wrong)
            took.append(1000 * (time.process_time() - between))
            bare.append(1000 * (between - started))
            counts.update(_outcomes(original, wrong, verdict))
        shares = [f"{100 * counts[what] / counts['refused']:.1f}" for what in ("found", "exactly", "fixed", "spoiled")]
        late = sorted(took)[int(0.95 * len(took))]
        row(kind, str(counts["refused"]), *shares, f"{median(took):.0f}", f"{late:.0f}", f"{median(bare):.1f}")


def _games(games: int) -> Iterator[Transcript]:
    """Games of every kind, book and player in turn."""
    sources = [(name, book, player) for player in PLAYERS for name, entry in GAMES.items() for book in entry.books]
    each = games // len(sources) + 1
    samples = [list(sample(name, book, "slips", each, player=player)) for name, book, player in sources]
    for number in range(each):
        for at, of_one in enumerate(samples):
            short = (number + at) % 2 == 1
            yield respell(replay(of_one[number]), short=True) if short else of_one[number]


def _refused(draw: random.Random, original: Transcript, make: Make) -> RawGame | None:
    """The text of a game with a slip for which it is refused; None if none was found."""
    for _ in range(_DRAWN):
        commands = make(draw, original)
        if commands is not None:
            raw = _raw(original, commands)
            if judge(raw, hints=False).status == "rejected":
                return raw
    return None


def _raw(original: Transcript, commands: list[Move]) -> RawGame:
    """The text of a game with other moves. Its numbers are counted by them: they do not tell where one is missing."""
    tags = {tag.name: tag.value for tag in original.tags}
    return RawGame(
        dumps([Transcript.build(tags, commands, original.result.word if original.result else "*")]), 1, 1, "slips.moves"
    )


def _outcomes(original: Transcript, wrong: RawGame, verdict: Verdict) -> Iterator[str]:
    """What there is among the hints: a correction that gives the game; one that gives it but for an order of moves that
    makes no difference, so that the tables behind the refused move are the same; and whether ``--fix`` writes it, or
    another one."""
    fixes = verdict.diagnostics[-1].fixes
    texts = ["".join(apply_edits(wrong.text.splitlines(True), fix.edits)) for fix in fixes]
    again = [replay(parse(wrong._replace(text=text)), hints=False) for text in texts]
    before = replay(original, hints=False)
    if any(list(after.transcript.moves()) == list(original.moves()) for after in again):
        yield "exactly"
    behind = min(verdict.moves + 2, before.moves)
    right = [after.accepted and _from(after, behind) == _from(before, behind) for after in again]
    if any(right):
        yield "found"
    if any(fix.only for fix in fixes):
        yield "fixed" if right[0] else "spoiled"


def _from(replayed: Replay, move: int) -> tuple[str, list[str]] | None:
    """The table after a move, and what is played from there on; None if the game is shorter."""
    if not replayed.dealt or replayed.moves < move:
        return None
    return replayed.at(move).digest, [str(step) for step in replayed.steps[move:]]


# -- slips ------------------------------------------------------------------------------------------------------------


def _left_out(draw: random.Random, original: Transcript) -> list[Move] | None:
    commands = _commands(original)
    if commands:
        del commands[draw.randrange(len(commands))]
    return commands


def _swapped(draw: random.Random, original: Transcript) -> list[Move] | None:
    commands = _commands(original)
    if len(commands) > 1:
        at = draw.randrange(len(commands) - 1)
        commands[at : at + 2] = commands[at + 1], commands[at]
    return commands


def _misread(draw: random.Random, original: Transcript) -> list[Move] | None:
    """The rank or the suit of one card is another one: of the one that is moved, lifted or shown."""
    commands = _commands(original)
    named = [at for at, command in enumerate(commands) if command.card is not None or command.shown]
    if not named:
        return None
    at = draw.choice(named)
    card, path, shown = commands[at].card, list(commands[at].path or ()), list(commands[at].shown or ())
    which = draw.randrange((card is not None) + len(path) + len(shown))
    if card is not None and which == 0:
        commands[at] = commands[at]._replace(card=_another(draw, card))
        return commands
    which -= card is not None
    part, which = (path, which) if which < len(path) else (shown, which - len(path))
    part[which] = _another(draw, part[which])
    commands[at] = commands[at]._replace(path=tuple(path) if path else commands[at].path, shown=tuple(shown) or None)
    return commands


def _another(draw: random.Random, card: Card) -> Card:
    """Another card of the rank, or of the suit."""
    return draw.choice([other for other in CARDS[:52] if (RANK[other] == RANK[card]) != (SUIT[other] == SUIT[card])])


def _misplaced(draw: random.Random, original: Transcript) -> list[Move] | None:
    """Another place that shows the card, or another to which it could go."""
    replayed = replay(original, hints=False)
    commands = _commands(original)
    if not commands or not replayed.dealt:
        return None
    at = draw.randrange(len(commands))
    written, move = commands[at], replayed.steps[at].move
    others = []
    for other in replayed.at(at).legal_moves():
        if other.card != move.card or written.source is None or other.source is None or other[:3] == move[:3]:
            continue
        if other.dest == move.dest and (written.card is not None or written.dest is not None):
            others.append(written._replace(source=other.source))
        elif other.source == move.source and written.dest is not None and "~" not in (written.dest, other.dest):
            others.append(written._replace(dest=other.dest))
    if not others:
        return None
    commands[at] = draw.choice(others)
    return commands


def _commands(original: Transcript) -> list[Move]:
    return [move.command for move in original.moves()]


Make = Callable[[random.Random, Transcript], list[Move] | None]

#: the slips, each of which makes other moves of those of a game
KINDS: dict[str, Make] = {
    "a move left out": _left_out,
    "two moves swapped": _swapped,
    "a card misread": _misread,
    "the wrong pile": _misplaced,
}
