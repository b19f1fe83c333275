"""A replay as a story: moves with their sentences, comments, claims, variations and chapters, for every renderer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from leoni_replay.cards import PRETTY
from leoni_replay.diagnostics import MISPLAYED, Diagnostic, is_about_claim
from leoni_replay.games.game import Position
from leoni_replay.games.places import row_and_column
from leoni_replay.games.steps import Shift, Step
from leoni_replay.layout import Layout
from leoni_replay.notation.transcript import Claim, Comment, MoveItem, Time, Variation
from leoni_replay.notation.writer import token
from leoni_replay.phrases import RESULT_WORDS, irregular_moves_remark, pluralize, still_legal_remark
from leoni_replay.record.played_items import PlayedItem
from leoni_replay.record.replay import Replay
from leoni_replay.record.result import command_of, view_at
from leoni_replay.record.walk import Walk
from leoni_replay.show.marks import with_last_move
from leoni_replay.show.move_sentences import closing_sentence, move_sentence
from leoni_replay.text import visible_text


class Note(NamedTuple):
    """A comment, a claim or a time; or, of a misplay, the rule that it breaks. ``holds`` is False for the
    claim that gets the record rejected, and None if unknown cards leave it undecided."""

    kind: Literal["comment", "claim", "time", "rule"]
    text: str
    holds: bool | None = True

    @property
    def label(self) -> str:
        """The text, of a time with what it is."""
        return f"time played: {self.text}" if self.kind == "time" else self.text


class StoryMove(NamedTuple):
    """One move: its number, its token in long form with its mark, its sentence, and its notes: of a misplay the rule
    that it breaks, then what is written after the move.

    ``variations`` are what could have been played in its place.
    """

    number: int
    token: str
    prose: str
    step: Step
    notes: tuple[Note, ...] = ()
    variations: tuple[Branch, ...] = ()

    @property
    def prose_with_times(self) -> str:
        """The sentence, with the times that are written after the move."""
        if not self.notes:
            return self.prose
        return self.prose + "".join([f" ({note.label})" for note in self.notes if note.kind == "time"])

    @property
    def notes_without_times(self) -> tuple[Note, ...]:
        """The notes without the times."""
        return tuple([note for note in self.notes if note.kind != "time"])


class Branch(NamedTuple):
    """A variation: what is written before its first move, its moves, and how many of the notes of the move that it
    replaces are written before it."""

    notes: tuple[Note, ...]
    moves: tuple[StoryMove, ...]
    after: int = 0


class Chapter(NamedTuple):
    """A part of a game: the position with which it begins (the number of the move that leads to it), and its title."""

    first: int
    title: str


@dataclass(frozen=True, slots=True)
class Story:
    """A whole replay in words. What comes after a refused move is left out.

    Attributes:
        opening: what is written before the first move.
        ending: what is written after the result.
        closing_sentence: why the game is over, and how many cards are left (empty if none were dealt).
        error: what a rejected record is rejected for.
        refused_move: the move at which a rejected record fails, as it is written, if it fails at a move.
        diagnostics: those of the replay, and what follows from its layout.
        label: the status of the record in a word.
        walk: the way to its positions; None if no cards could be dealt.
        open: whether tables show the faces of cards that lie face down.
    """

    replay: Replay
    title: str
    tags: tuple[tuple[str, str], ...]
    opening: tuple[Note, ...]
    moves: tuple[StoryMove, ...]
    ending: tuple[Note, ...]
    chapters: tuple[Chapter, ...]
    verdict: str
    closing_sentence: str
    error: Diagnostic | None
    refused_move: str | None
    diagnostics: tuple[Diagnostic, ...]
    label: str
    walk: Walk | None
    open: bool = False

    @property
    def exercise(self) -> str:
        """The words of an exercise whose solution the moves are (tag ``Exercise``); empty if the record is none, or if
        it is rejected."""
        return "" if self.error is not None or not self.moves else self.replay.transcript.value("Exercise") or ""

    @property
    def doubts(self) -> list[str]:
        """The warnings of an accepted record, and what is impossible or doubtful in its layout, in sentences."""
        return self._sentences("warning")

    @property
    def implications(self) -> list[str]:
        """What must be so where the layout shows nothing, in sentences."""
        return self._sentences("note")

    def _sentences(self, severity: str) -> list[str]:
        """Return the diagnostics of a severity, in sentences; of a rejected record none."""
        if self.error is not None:
            return []
        return [
            f"{diagnostic.code}: {visible_text(diagnostic.message)}."
            for diagnostic in self.diagnostics
            if diagnostic.severity == severity
        ]

    def position(self, number: int) -> Position:
        """Return the position after a move, for reading only, until the next one is requested."""
        assert self.walk is not None
        return self.walk.go_to(number)

    def layout(self, number: int) -> Layout:
        """Return the table after a move of the main line, with the cards marked that the move moved."""
        step = self.moves[number - 1].step if number else None
        layout = self.position(number).layout
        return with_last_move(layout.opened() if self.open else layout.closed(), step)

    def text(self, number: int) -> str:
        """Return the position after a move, one line a place; if it is open, the text that the digest hashes."""
        position = self.position(number)
        return position.text if self.open else position.layout.text(position.listing())


def title_of(replay: Replay) -> str:
    """Return the title of a replay: game, rules and deal."""
    transcript = replay.transcript
    values = [replay.name, replay.rules, transcript.value("Deal")]
    return ", ".join(value for value in values if value) or "a record without tags"


def heading(replay: Replay, *, with_outcome: bool = True) -> str:
    """Return the title of a replay in words: the game, its deal and its outcome."""
    moves = pluralize(replay.moves, "move")
    is_over = replay.result or not replay.accepted
    outcome = f"{outcome_of(replay)} after {moves}" if is_over else moves
    parts = (replay.name, deal_of(replay), outcome if with_outcome else "")
    return " \N{MIDDLE DOT} ".join(filter(None, parts))


def deal_of(replay: Replay) -> str:
    """Return the deal of a record in words, if it has a number or a seed."""
    kind, _, name = (replay.transcript.value("Deal") or "").partition(":")
    if not name:
        return ""
    return {"seed": f"seed {name}", "pysol": f"PySol deal {name}"}.get(kind, "")


def outcome_of(replay: Replay) -> str:
    """Return the verdict on a replay in a word."""
    return RESULT_WORDS[replay.result or "*"] if replay.accepted else "rejected"


def make_story(replay: Replay, *, open: bool = False) -> Story:
    """Tell a replay; ``open`` shows the faces of cards that lie face down."""
    transcript = replay.transcript

    # What was found of claims that do not hold (False) or cannot be decided (None), by where they stand
    verdicts = {
        problem.span: False if problem.severity == "error" else None
        for problem in replay.diagnostics
        if is_about_claim(problem.code)
    }

    def holds(claim: Claim) -> bool | None:
        """Return whether a claim holds; None if that is not known. What no diagnostic speaks of holds."""
        return verdicts.get(transcript.span(claim.start, claim.end), True) if transcript.text else True

    rule_notes = {problem.move: _rule_note(problem) for problem in replay.diagnostics if problem.code == MISPLAYED}
    # If nothing was dealt, there are no moves either, and nobody asks the position for anything.
    first_position = replay.walk().go_to(0) if replay.dealt else Position.__new__(Position)
    opening, moves = _line_story(first_position, replay.played_items, holds, rule_notes)
    diagnostics = (*replay.diagnostics, *_notes_on_layout(replay))
    return Story(
        replay=replay,
        title=title_of(replay),
        tags=tuple((tag.name, tag.value) for tag in transcript.tags if not _is_shown_anyway(tag.name)),
        opening=opening,
        moves=moves,
        ending=tuple(_notes(transcript.epilogue, holds)) if replay.result is not None else (),
        chapters=tuple(chapters(replay)),
        verdict=_verdict(replay, sum(diagnostic.severity == "warning" for diagnostic in diagnostics)),
        closing_sentence=_closing_sentence(replay),
        error=replay.error,
        refused_move=_refused_move(replay),
        diagnostics=diagnostics,
        label=replay.label,
        walk=replay.walk() if replay.dealt else None,
        open=open,
    )


def _refused_move(replay: Replay) -> str | None:
    """Return the text of the move that gets a record rejected; None if something else does."""
    error, transcript = replay.error, replay.transcript
    items = list(transcript.moves())
    if error is None or error.move != replay.moves + 1 or error.move > len(items) or not transcript.text:
        return None
    item = items[replay.moves]
    return transcript.text[item.start : item.end] if transcript.span(item.start, item.end) == error.span else None


def _is_shown_anyway(name: str) -> bool:
    """Whether a tag is in the title, or says what the replay shows anyway."""
    return name in ("Game", "Rules", "Deal", "Result", "Layout", "DealHash") or name.rstrip("0123456789") == "Pack"


def _line_story(
    position: Position,
    played_items: Sequence[PlayedItem],
    holds: Callable[[Claim], bool | None],
    rule_notes: Mapping[int | None, Note],
) -> tuple[tuple[Note, ...], tuple[StoryMove, ...]]:
    """Tell a line of play, from the position in which it begins.

    Args:
        position: the position in which the line begins; that of a variation is restored afterwards.
        played_items: the items of the line, each with the step that it became if it is a move.
        holds: returns whether a claim holds; None if that is not known.
        rule_notes: the notes that say which rule a misplay breaks, by the numbers of the moves.

    Returns:
        The notes before the first move, and the moves with their notes, up to a move that is refused or a claim that
        is false.
    """
    line = _LineStory()
    for played_item in played_items:
        item, step = played_item.item, played_item.step
        if isinstance(item, MoveItem):
            if step is None:
                # The move was refused.
                break
            prose = move_sentence(step, position)
            position.redo(step)
            # A move that was played can be written; a mark may be a program's.
            move_token = token(step.move, item.mark) if item.mark else str(step.move)
            line.add_move(played_item.number, move_token, prose, step)
            if not played_item.in_variation and played_item.number in rule_notes:
                line.notes.append(rule_notes[played_item.number])
        elif isinstance(item, Variation):
            if played_item.line is not None:
                # A variation begins before the last move, which it replaces.
                replaced = line.moves[-1].step
                position.undo(replaced)
                notes, moves = _line_story(position, played_item.line, holds, rule_notes)
                line.branches.append(Branch(notes, moves, after=len(line.notes)))
                position.redo(replaced)
        else:
            line.notes += _notes([item], holds)
            if line.notes and line.notes[-1].holds is False:
                break
    line.close_move()
    if played_items and played_items[0].in_variation:
        # The main line goes on from where it was.
        for move in reversed(line.moves):
            position.undo(move.step)
    return line.opening, tuple(line.moves)


class _LineStory:
    """The story of a line of play while its items are read.

    Attributes:
        opening: the notes before the first move.
        moves: the moves by now.
        notes: the notes since the last move.
        branches: the variations since the last move.
    """

    def __init__(self) -> None:
        self.opening: tuple[Note, ...] = ()
        self.moves: list[StoryMove] = []
        self.notes: list[Note] = []
        self.branches: list[Branch] = []

    def close_move(self) -> None:
        """Give the last move all that is written after it."""
        if not self.moves:
            self.opening = tuple(self.notes)
        elif self.notes or self.branches:
            self.moves[-1] = self.moves[-1]._replace(notes=tuple(self.notes), variations=tuple(self.branches))
        self.notes.clear()
        self.branches.clear()

    def add_move(self, number: int, move_token: str, prose: str, step: Step) -> None:
        """Add a move; if it goes on with the sentence of the move before, both get a part of it."""
        self.close_move()
        continuation = _continuation(self.moves[-1], step, prose) if self.moves else ""
        if continuation:
            self.moves[-1] = self.moves[-1]._replace(prose=f"{self.moves[-1].prose} …")
            prose = f"… and {continuation}"
        self.moves.append(StoryMove(number, move_token, prose, step))


def _continuation(first: StoryMove, step: Step, prose: str) -> str:
    """Return the end of the sentence for a card that is turned up by one move and placed by the next; empty for other
    moves.

    Args:
        first: the first move.
        step: the step of the second move.
        prose: the sentence of the second move.
    """
    if first.step.move.source != "deal" or first.notes or first.variations:
        return ""
    match first.step.changes, step.changes:
        case [Shift(dest="hand")], [Shift(source="hand"), *_]:
            assert step.move.card is not None
            return prose.removeprefix(f"{PRETTY[step.move.card]} ").removeprefix("is ")
        case _:
            return ""


def _rule_note(warning: Diagnostic) -> Note:
    """Return the note on a misplay, from its warning."""
    rule = f". Rule: {warning.clause}" if warning.clause else ""
    return Note("rule", f"{warning.message}{rule}")


def _notes(items: Sequence[object], holds: Callable[[Claim], bool | None]) -> Iterator[Note]:
    """Yield the notes that the comments, claims and times among some items become."""
    for item in items:
        if isinstance(item, Comment) and item.text.strip():
            yield Note("comment", item.text.strip())
        elif isinstance(item, Claim):
            yield Note("claim", item.text.strip(), holds(item))
        elif isinstance(item, Time):
            yield Note("time", item.text)


def chapters(replay: Replay) -> Iterator[Chapter]:
    """Yield the chapters of a replay: one begins with the deal, with every redeal, and with every row that is dealt."""
    yield Chapter(0, "The deal")
    deal, row = 1, 1
    steps = replay.line.steps
    moves = [step.move for step in steps] or [command_of(replay, number) for number in replay.line.moves]
    for number, move in enumerate(moves, 1):
        if move.source == "redeal":
            deal += 1
            yield Chapter(number, f"Deal {deal}")
        elif move.card is None:
            # No other move is looked at: to decode a step takes longer than to play it.
            steps = steps or replay.steps
            if _deals_a_row(steps[number - 1]):
                row += 1
                yield Chapter(number, f"Row {row}")


def _deals_a_row(step: Step) -> bool:
    """Whether a step deals several cards to places of a grid."""
    shifts = [change for change in step.changes if isinstance(change, Shift)]
    return len(shifts) > 1 and row_and_column(shifts[0].dest) is not None


def _closing_sentence(replay: Replay) -> str:
    """Return why a game is over and how many cards are left; empty if none were dealt."""
    if not replay.dealt:
        return ""
    result = replay.result if replay.accepted else None
    legal = replay.still_legal if result == "conceded" else None
    return closing_sentence(result, view_at(replay, replay.moves), legal)


def _notes_on_layout(replay: Replay) -> list[Diagnostic]:
    """Return what follows from the layout with which a record begins, if it begins with one."""
    if replay.transcript.tag("Layout") is None:
        return []
    from leoni_replay.record.examination import layout_notes  # start-up time

    return layout_notes(replay)


def _verdict(replay: Replay, warnings: int) -> str:
    """Return the verdict in a line: the status, the result, and the numbers of moves, warnings and unknown cards."""
    moves = pluralize(replay.moves, "move")
    if not replay.accepted:
        return f"rejected after {moves}"
    unknown = "" if replay.unknown is None else f", {pluralize(replay.unknown, 'card')} unknown"
    legal = still_legal_remark(replay.still_legal, replay.result)
    irregular = irregular_moves_remark(len(replay.irregular))
    with_warnings = f", with {pluralize(warnings, 'warning')}" if warnings else ""
    result = RESULT_WORDS[replay.result or "*"]
    return f"{replay.label}{with_warnings}: {result} after {moves}{unknown}{legal}{irregular}"
