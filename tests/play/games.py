"""Games to be played again: what somebody types who plays a recorded game, and what they see on a real table."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import leoni_replay as lr
from leoni_replay.cards import DOWN, texts
from leoni_replay.commands import Move
from leoni_replay.games.game import Position
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.notation.transcript import Comment, MoveItem, Transcript, Variation
from leoni_replay.notation.writer import dumps, token
from leoni_replay.play.desk import Desk
from leoni_replay.play.game_file import GameFile
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.outcome import Outcome
from leoni_replay.play.session import Session
from leoni_replay.play.typed_lines import TypedLines

#: The parts of a move that a record may leave out.
CHECKED = {"path": None, "stalemate": False, "shown": None}


def sampled(game: str, seed: str = "typed") -> Transcript:
    """A game that was played sensibly: the same one each time."""
    (record,) = lr.sample(game, None, seed, 1, player="sensible")
    return record


def typed(record: Transcript) -> Iterator[str]:
    """The moves of a record as somebody types them who does not know what lies face down, where that says enough."""
    replay = lr.replay(record)
    game = replay.game
    assert game is not None
    for number, move in enumerate(record.moves()):
        word = Move(move.command.source)
        if word.source in ("exile", "deal", "redeal"):
            with contextlib.suppress(Ambiguous, Refused):
                if replay.at(number).read(word)[:3] == move.command[:3]:
                    yield token(word)
                    continue
        yield token(move.command._replace(path=None, stalemate=False, shown=None))


class TypingDesk(Desk):
    """A desk at which lines are typed, with what came of the last one."""

    def __init__(self, session: Session, file: GameFile, **options: bool) -> None:
        super().__init__(session, file, **options)
        self.typed_lines = TypedLines(self)
        self.outcome = Outcome()

    def enter(self, text: str) -> list[str]:
        """What is said to a line."""
        self.outcome = self.typed_lines.enter(text)
        return self.outcome.lines


class Script(NamedTuple):
    """What is typed before the player leaves and after coming back, and the text of the record that comes of it."""

    first: list[str]
    then: list[str]
    record: str


def script(record: Transcript) -> Script:
    """A game that is played with a comment, a mark, moves taken back, and one that is tried and not kept."""
    replay = lr.replay(record)
    game = replay.game
    assert game is not None
    lines, items = [], []
    tried = 0
    for number, (text, step) in enumerate(zip(typed(record), replay.steps, strict=True), 1):
        position = replay.at(number - 1)
        others = [move for move in position.legal_moves() if move != step.move._replace(**CHECKED)]
        others = [move for move in others if move.source not in ("exile", "deal", "redeal")]
        lines.append([text])
        items.append(MoveItem(step.move))
        if number == 2:
            lines[-1].append("comment the second move")
            items.append(Comment("the second move"))
        if number == 3:
            lines[-1].append("mark !?")
            items[-1] = MoveItem(step.move, "!?")
        if not tried and number > 4 and others:
            tried = number
            lines[-1] = [token(others[0]), "undo", text]
            items.append(Variation([MoveItem(position.long_form(others[0]))]))
        if number % 20 == 0:
            lines[-1] += ["undo 3", "redo 2", "redo"]
    half = len(lines) // 2
    tags = {name: record.value(name) or "" for name in ("Game", "Rules", "Deal")} | {"Result": replay.result or "*"}
    whole = Transcript.build(tags, items, replay.result or "*")
    return Script(
        [line for several in lines[:half] for line in several],
        [line for several in lines[half:] for line in several],
        dumps(whole),
    )


def desk_for(record: Transcript, path: Path, **options: bool) -> TypingDesk:
    """A desk at which the deal of a record is to be played."""
    head = deal_tags(record.value("Game") or "", record.value("Rules"), record.value("Deal"))
    return TypingDesk(Session(head, **options), GameFile(path))


def main_line(text: str) -> list[str]:
    """The moves of a record's text in long form, without variations and comments."""
    (record,) = lr.loads(text)
    return [token(move.command) for move in record.moves()]


class Dealer:
    """Knows the cards of a real table, and answers as somebody does who looks at it."""

    def __init__(self, record: Transcript) -> None:
        self.replay = lr.replay(record)
        self.game = self.replay.game
        self.moves = [step.move for step in self.replay.steps]
        self.first = self.replay.at(0)
        #: how many cards have been told of each move
        self.answered: dict[int, int] = {}

    def before(self) -> str:
        """What is answered to the question that comes before the cards."""
        if self.game.hidden_places != ("stock",):
            return str(len(self.first.places["exile"]))
        return texts(pile[-1] for name, pile in self.first.places.items() if name in self.game.foundations and pile)

    def answer(self, question: str, position: Position, played: int) -> str:
        """What is seen, as far as it is asked for.

        Args:
            question: what is asked.
            position: the true table before the move.
            played: how many moves have been played.
        """
        if question.startswith(("how many", "which cards")):
            return self.before() or "-"
        line = question.partition(":")[0]
        for name in (*self.game.order, *(f"r{row}" for row in range(1, 9))):
            if not played and line == self.game.words(name):
                lying = dict(self.first.listing())[name]
                assert not isinstance(lying, int)
                return texts(card for card in lying if card < DOWN)
        move = self.moves[played]
        if "that is turned up" in question:
            assert move.card is not None
            return texts([move.card])
        if "shuffled" in question:
            return texts(position.orders[position.deal + 1])
        if "dealt" in question:
            return texts(card for card in reversed(position.places["exile"]))
        # What comes to light behind another card is seen after it.
        turned_up = (move.card,) if move.source == "deal" and move.card is not None else ()
        cards = (*turned_up, *(move.shown or ()))
        count = re.search(r"the (\d+) cards", question)
        begin = self.answered.get(played, 0)
        self.answered[played] = begin + (int(count[1]) if count else 1)
        return texts(cards[begin : self.answered[played]])
