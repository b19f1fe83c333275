"""What is measured on: sampled games, the same made wrong, and chess games as long as they are."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from leoni_replay.cards import CARD, CARDS
from leoni_replay.commands import Move
from leoni_replay.files.saving import dump
from leoni_replay.games import GAMES
from leoni_replay.games.places import command_of
from leoni_replay.notation.claim_syntax import claim
from leoni_replay.notation.reader import load
from leoni_replay.notation.split import split
from leoni_replay.notation.text_files import open_text
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Transcript, Variation
from leoni_replay.record.canonical import respell
from leoni_replay.record.replay import Replay, replay
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
        wrong = Move("1", CARD["2S"], "^")
    else:
        wrong = Move(last.source, CARDS[(last.card + 1) % 52], last.dest)
    tags = {tag.name: tag.value for tag in transcript.tags}
    return Transcript.build(tags, [*commands, wrong], transcript.result.word if transcript.result else "*")


#: What can be wrong in the middle of a record, and what is written there.
ERRORS = {"a word": "hello", "a claim": "{= left 0}", "a number": "9999."}


def with_error(folder: Path, corpus: Corpus, error: str) -> Path:
    """Write the games of a corpus with one error in the middle of each, or with another book in the tags."""
    path = folder / f"{corpus.right.stem}-{error.replace(' ', '-')}.moves"
    with open_text(corpus.right) as stream, path.open("w", encoding="utf-8") as out:
        for raw in split(stream):
            head, _, body = raw.text.partition("\n\n")
            words = body.split()
            if error in ERRORS:
                at = next(at for at in range(len(words) // 2, len(words)) if not words[at].endswith("."))
                words.insert(at, ERRORS[error])
            else:
                head = head.replace('[Rules "', '[Rules "un')
            out.write(f"{head}\n\n{' '.join(words)}\n\n")
    return path


#: The forms in which records are written. A comment stands at every fifth move, a variation at every tenth, a claim at
#: every twentieth, a mark at every seventh.
FORMS = ("short moves", "long, comments", "short, all there is", "long, plain")


def rewritten(folder: Path, corpus: Corpus) -> dict[str, Path]:
    """Write the games of a corpus in each form; a file for each."""
    replays = [replay(transcript, hints=False) for transcript in load(corpus.right)]
    files: dict[str, Path] = {}
    for at, form in enumerate(FORMS):
        files[form] = folder / f"{corpus.right.stem}-{at}.moves"
        with files[form].open("w", encoding="utf-8") as out:
            dump((_rewritten(one, form) for one in replays), out)
    return files


def _rewritten(replayed: Replay, form: str) -> Transcript:
    """A game in one form."""
    game = replayed.game
    assert game is not None
    short, everything = form.startswith("short"), form.endswith("all there is")
    written = respell(replayed, short=short)
    items: list[Item] = []
    position = replayed.at(0)
    for number, (item, step) in enumerate(zip(written.moves(), replayed.steps, strict=True), 1):
        others = [code for code in position.move_numbers() if code != step.number] if everything else []
        position.redo(step)
        items.append(MoveItem(item.command, "!" if everything and number % 7 == 0 else ""))
        if number % 5 == 0 and (everything or form.endswith("comments")):
            items.append(Comment("a comment on this move"))
        if number % 10 == 0 and others:
            items.append(Variation([MoveItem(command_of(others[0]))]))
        if number % 20 == 0 and everything:
            items.append(claim(f"left {position.left}"))
    return replace(written, items=items, epilogue=[])


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


def write_pgn(path: Path, lengths: tuple[int, ...], form: str = "long, plain") -> None:
    """Write random legal chess games, each of the length given, with the comments and variations of a form."""
    import chess.pgn

    draw = random.Random(1884)
    everything = form.endswith("all there is")
    with path.open("w", encoding="utf-8") as out:
        for plies in lengths:
            game = chess.pgn.Game.from_board(_played(draw, plies))
            for number, node in enumerate(game.mainline(), 1):
                if number % 5 == 0 and (everything or form.endswith("comments")):
                    node.comment = "a comment on this move"
                others = [move for move in node.parent.board().legal_moves if move != node.move] if everything else []
                if number % 10 == 0 and others:
                    node.parent.add_variation(others[0])
            out.write(f"{game}\n\n")


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
