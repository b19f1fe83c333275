"""A replay for somebody who hears it: plain lines, moves in sentences, and after a move only what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from leoni_replay.cards import read as read_card
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.report.frame import location, prose
from leoni_replay.show.aloud import (
    SpokenTable,
    left_phrases,
    places_called,
    spell_cards,
    top_phrases,
    whereabouts_phrases,
    whole_place_phrases,
)
from leoni_replay.show.outcome_labels import WORDS
from leoni_replay.show.story import Note, Story
from leoni_replay.text import one_line

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal
    from leoni_replay.solving.searcher import Outlook

#: What follows a claim, by whether it holds.
_CLAIM_WORDS: Final = {True: "true", False: "false", None: "undecided"}


class SpokenReplay:
    """A replay that is told line by line.

    Args:
        story: the replay.
        terminal: where it is told.
        outlooks: of a reviewed game, the outcome of the position after every move, from the deal on.
    """

    #: What can be typed while a replay is stepped through.
    help: Final = (
        "Enter says the next move, b the one before, a number that move (0: as dealt); q quits. "
        "Ask for the position with table, top, pile 4, where 2H, left or digest."
    )
    #: A listener needs no signs explained.
    legend: Final = ""

    def __init__(self, story: Story, terminal: Terminal, outlooks: Sequence[Outlook] = ()) -> None:
        self._story = story
        self._terminal = terminal
        self._outlooks = outlooks
        self._table = SpokenTable(open=story.open)

    def say(self, text: str = "", style: str = "") -> None:
        """Say a line; an empty one, which only parts what is seen, is left out, and so is the style."""
        if text:
            self._terminal.write_lines([spell_cards(text)])

    def show_diagnostic(self, diagnostic: Diagnostic) -> None:
        """Say what is wrong, and where."""
        heading = f"{diagnostic.severity} {diagnostic.code}" if diagnostic.code else diagnostic.severity
        first_line, *lines = prose(diagnostic).splitlines()
        for line in (f"{heading}: {first_line}", location(diagnostic), *lines):
            self.say(line)

    def show_position(self, number: int) -> None:
        """Say a move with its notes, except claims, and what it changed; for 0 the position as dealt."""
        story = self._story
        notes = story.moves[number - 1].notes if number else story.opening
        self._tell_move(number, [note for note in notes if note.kind != "claim"])

    def show_move(self, number: int) -> None:
        """Say a move with all its notes and what it changed; for 0 the position as dealt."""
        story = self._story
        notes = story.moves[number - 1].notes if number else story.opening
        self._tell_move(number, notes + story.ending if number == len(story.moves) else notes)

    def _tell_move(self, number: int, notes: Sequence[Note]) -> None:
        """Say a move, some of its notes, and what it changed."""
        self.say(self._move_line(number))
        for note in notes:
            self.say(_note_line(note))
        if self._story.replay.dealt:
            position = self._story.position(number)
            for phrase in self._table.tell_changes(position) or self._table.tell(position):
                self.say(phrase)

    def _move_line(self, number: int) -> str:
        """Return a move in words, with its mark and, of a reviewed game, the outcome of the position after it."""
        line = "as dealt"
        if number:
            move = self._story.moves[number - 1]
            mark = move.token.removeprefix(str(move.step.move))
            line = f"{number}. {move.prose}{f'; marked {mark}' if mark else ''}"
        return f"{line}; {WORDS[self._outlooks[number]]}" if self._outlooks else line

    def answer(self, question: str, number: int) -> bool:
        """Answer a question about the position after a move; return whether it was one."""
        if not self._story.replay.dealt:
            return False
        phrases = self._answer_phrases(question, number)
        for phrase in phrases:
            self.say(phrase)
        return bool(phrases)

    def _answer_phrases(self, question: str, number: int) -> list[str]:
        """Return the answer to a question about the position after a move; empty if it is none."""
        position, is_open = self._story.position(number), self._story.open
        word, _, rest = question.partition(" ")
        if word == "table":
            return self._table.tell(position)
        if word == "top":
            return top_phrases(position, open=is_open)
        if word == "left":
            return left_phrases(position)
        if word == "digest":
            return [f"digest {position.digest}"]
        card = read_card(rest.strip())
        if word == "where" and card is not None:
            return whereabouts_phrases(position, card, open=is_open)
        if word == "pile":
            try:
                return whole_place_phrases(position, places_called(position, rest), open=is_open)
            except ValueError as error:
                return [str(error)]
        return []


def _note_line(note: Note) -> str:
    """Return a note in words."""
    text = one_line(note.label)
    if note.kind == "claim":
        return f"claim: {text}: {_CLAIM_WORDS[note.holds]}"
    return f"comment: {text}" if note.kind == "comment" else text
