"""What is typed at a desk: words and moves, each of which is an action of the player."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import Final

from leoni_replay.cards import read as read_card
from leoni_replay.commands import Move
from leoni_replay.notation.writer import token
from leoni_replay.phrases import number_in
from leoni_replay.play.amendment import Correction
from leoni_replay.play.desk import Desk
from leoni_replay.play.move_refused import MoveRefused, answers_to
from leoni_replay.play.outcome import Outcome
from leoni_replay.play.player_view import WORDS as TURNING_WORDS
from leoni_replay.play.player_view import completions
from leoni_replay.play.remedies import with_remedies
from leoni_replay.play.slip_search import Suggestion
from leoni_replay.play.vocabulary import BY_SHORT, WORDS, help_lines

#: The words that are actions by themselves.
_ACTIONS: Final[dict[str, Callable[[Desk], Outcome]]] = {
    "legal": Desk.list_moves,
    "table": Desk.show_table,
    "moves": Desk.show_record,
    "rules": Desk.show_rules,
    "hint": Desk.hint,
    "finish": Desk.finish,
    "auto": Desk.switch_auto,
    "review": Desk.review,
    "rest": Desk.ask_for_rest,
    "top": Desk.tell_tops,
    "free": Desk.tell_free,
    "last": Desk.tell_last,
    "left": Desk.tell_left,
    "restart": Desk.restart,
    "new": Desk.start_next_deal,
    "concede": Desk.concede,
    "quit": Desk.leave,
}


#: A part of the deal that is described again: ``4: QD QS``, or ``exile 7`` for the number of exiles.
_DESCRIPTION: Final = re.compile(r"exiles?:? (?P<count>\d+)|(?P<line>\w+): *(?P<cards>\w\w.*)")


class TypedLines:
    """A conversation of lines that are typed at a desk: what a line means can depend on the outcome of the one before.

    Args:
        desk: the game with its file.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        #: what came of the last line, and the session and its version then
        self._last_outcome = Outcome(shows_table=True)
        self._state_at_last = (desk.session, desk.session.version)
        #: the legal moves as they were listed, which the player can play by their numbers
        self._numbered_moves: tuple[Move, ...] = ()

    @property
    def prompt(self) -> str:
        """The prompt: the number of the next move, or a question about cards."""
        session = self.desk.session
        return f"{session.question}? " if session.question else f"{session.move_number + 1}> "

    def completions(self, text: str) -> list[str]:
        """Return the completions of a text: moves and words."""
        meanings, session = self._meanings(), self.desk.session
        if meanings and not text.strip():
            return [token(move) for move in meanings]
        moves = completions(session.choices(), text) if not session.question else []
        beginning = text.strip().lower()
        words = [word for word in WORDS if word.startswith(beginning)] if beginning else []
        return moves + words

    def _suggestions(self) -> tuple[Suggestion, ...]:
        """Return what may have happened before the last line, as long as nothing else has happened since."""
        state = (self.desk.session, self.desk.session.version)
        return self._last_outcome.suggestions if state == self._state_at_last else ()

    def _meanings(self) -> tuple[Move, ...]:
        """Return the moves that the last line can mean, as long as nothing else has happened since."""
        state = (self.desk.session, self.desk.session.version)
        return self._last_outcome.meanings if state == self._state_at_last else ()

    def enter(self, text: str) -> Outcome:
        """Carry out a line."""
        moves_by_answer = answers_to(self._meanings())
        suggestions = {suggestion.text: suggestion for suggestion in self._suggestions()}
        text = text.strip()
        if text in suggestions:
            return self.remember(self.desk.take_suggestion(suggestions[text]))
        if text in moves_by_answer:
            text = f"{token(moves_by_answer[text])}{self._last_outcome.mark}"
        first_word, _, rest = text.partition(" ")
        word = BY_SHORT.get(first_word.lower(), first_word.lower())
        try:
            outcome = self._do_word(word, rest.strip()) if word in WORDS else self._do_text(text)
        except MoveRefused as refused:
            outcome = self.desk.outcome_of(refused)
        return self.remember(with_remedies(outcome, self.desk.session))

    def remember(self, outcome: Outcome) -> Outcome:
        """Remember what came of an action, for the next line; return it."""
        self._last_outcome, self._state_at_last = outcome, (self.desk.session, self.desk.session.version)
        self._numbered_moves = outcome.listed_moves or self._numbered_moves
        return outcome

    def _do_word(self, word: str, rest: str) -> Outcome:
        """Carry out a word of the vocabulary, with what was typed after it."""
        desk = self.desk
        if rest and not WORDS[word].argument:
            raise MoveRefused(f"nothing goes after `{word}`")
        if word in _ACTIONS:
            return _ACTIONS[word](desk)
        match word:
            case "undo":
                return desk.undo(_times_in(rest))
            case "redo":
                return desk.redo(_times_in(rest))
            case "why":
                return self._why(rest)
            case "pile":
                return desk.tell_place(rest)
            case "where":
                return desk.tell_where(_card_in(rest))
            case "comment":
                return desk.comment(rest) if rest else desk.remove_comment()
            case "mark":
                return desk.mark(rest)
            case "insert":
                return self._insert(rest)
            case "swap":
                return desk.swap(_move_number_in(rest) if rest else None)
            case "correct":
                return self._correct(rest)
            case "help":
                return Outcome([*help_lines(desk.session.game), *desk.tell_state().lines])
        # A misplay, and cards put right by hand, are written as moves.
        return self._do_text(f"{word} {rest}")

    def _why(self, move: str) -> Outcome:
        """Say why a move is not legal; without a move, say all about the one that was just refused."""
        if move:
            return self.desk.why(move)
        if self._last_outcome.diagnostic is None:
            raise MoveRefused("say which move: why 4:2S^")
        return self.desk.explain(self._last_outcome)

    def _insert(self, rest: str) -> Outcome:
        """Insert a move; its number can follow."""
        text, _, number_text = rest.rpartition(" ")
        if not text or not number_text.isdigit():
            text, number_text = rest, ""
        if not text:
            raise MoveRefused("say which move was left out: insert 4:3S^, or insert 4:3S^ 12 if it was move 12")
        command, _ = self.desk.session.parse_command(text)
        return self.desk.insert(command, _move_number_in(number_text) if number_text else None)

    def _correct(self, rest: str) -> Outcome:
        """Correct a move, a card in a move, or cards of a real table."""
        first_word, _, move_text = rest.partition(" ")
        session = self.desk.session
        if first_word.isdigit() and move_text:
            command, _ = session.parse_command(move_text)
            return self.desk.replace_move(_move_number_in(first_word), command)
        corrections = _corrections_in(rest, session.game.vocabulary.numbers)
        old, new, *_ = corrections[0]
        if session.game_in_play.deal != "layout" and len(corrections) == 1:
            return self.desk.replace_card(old, new)
        return self.desk.correct(corrections)

    def _do_text(self, text: str) -> Outcome:
        """Carry out a text that is no word: a move, the number of a listed move, cards, a time or a claim."""
        desk = self.desk
        if not text:
            return desk.tell_state()
        if text == "safe":
            raise MoveRefused("`safe` is called finish")
        if desk.session.question:
            return self._answer(text)
        if text.isascii() and text.isdigit():
            return desk.play(token(self._listed_move(text)))
        if text.startswith("@"):
            return desk.set_time(text)
        if text.startswith("{="):
            return desk.prove_claim(text)
        return desk.play(text)

    def _answer(self, text: str) -> Outcome:
        """Answer a question about cards, or say something again that was answered before."""
        description = _DESCRIPTION.fullmatch(text)
        if description is not None:
            line = "exile" if description["count"] else description["line"]
            return self.desk.describe_again(line, description["count"] or description["cards"])
        # The move that waits for the cards can be made once more.
        return self.desk.play(text) if text in TURNING_WORDS else self.desk.answer_question(text)

    def _listed_move(self, text: str) -> Move:
        """Return the move that the last list has under a number, if that list is still true."""
        number, moves = number_in(text), self._numbered_moves
        if number is None or number > len(moves) or list(moves) != self.desk.session.choices():
            raise MoveRefused(f"there is no move {text[:9]} in the list", ["type legal to list the moves"])
        return moves[number - 1]


def _move_number_in(text: str) -> int:
    """Return the number of a move."""
    number = number_in(text)
    if number is None:
        raise MoveRefused(f"`{text[:20]}` is not the number of a move")
    return number


def _card_in(text: str) -> int:
    """Return the card that a text names."""
    card = read_card(text)
    if card is None:
        raise MoveRefused(f"`{text[:20]}` is not a card", ["a card is a rank and a suit, as in 7H or TS"])
    return card


def _times_in(text: str) -> int:
    """Return how often something is to be done; once if nothing was typed."""
    times = number_in(text or "1")
    if times is None:
        raise MoveRefused(f"`{text[:20]}` is not a number of moves")
    return times


def _corrections_in(text: str, places: Container[str]) -> list[Correction]:
    """Return the misnamed cards in a text.

    Args:
        text: what was typed: ``9D 6D 4, 6D 9D``. A place can be followed by the number of the card there.
        places: the names of places.

    Raises:
        MoveRefused: the text names no such cards, or no place.
    """
    usage = MoveRefused(
        "say which card it was taken for, and which it is: correct 9D 6D",
        ["or two at once: correct 9D 6D, 6D 9D", "or where it lies: correct 9D 6D 4"],
    )
    corrections = []
    for part in text.split(","):
        words = part.split()
        if not 2 <= len(words) <= 4:
            raise usage
        old, new = read_card(words[0]), read_card(words[1])
        if old is None or new is None:
            raise usage
        place = words[2] if len(words) > 2 else ""
        if place and place not in places:
            raise MoveRefused(f"there is no place `{place[:20]}`")
        number = number_in(words[3]) if len(words) == 4 else None
        if len(words) == 4 and number is None:
            raise usage
        corrections.append(Correction(old, new, place, number))
    return corrections
