"""One reading of a record: its moves, numbers, claims, variations and result, up to the first error."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from leoni_replay.cards import PRETTY, pretty
from leoni_replay.commands import Move
from leoni_replay.diagnostics import Fault, Warn
from leoni_replay.games.game import Position
from leoni_replay.games.places import Vocabulary
from leoni_replay.games.refusal import Ambiguous, Refusal, Refused, contradicts
from leoni_replay.games.steps import Shift, Step
from leoni_replay.leoni_error import LeoniError
from leoni_replay.message import Message
from leoni_replay.notation.items import ANY_ORDER, item_numbers
from leoni_replay.notation.transcript import (
    Claim,
    Comment,
    Item,
    MoveItem,
    Number,
    Problem,
    Result,
    Time,
    Transcript,
    Variation,
)
from leoni_replay.phrases import ResultWord
from leoni_replay.record.claim_proofs import Refuted, Undecided, outcome
from leoni_replay.record.knowledge import Knowledge
from leoni_replay.record.move_faults import diagnostic, fault_of, move_fault
from leoni_replay.record.nearest import legal_help, table_lines
from leoni_replay.record.played_items import PlayedLine
from leoni_replay.record.result import Replay
from leoni_replay.record.setup import Setup, stops_in_tags, syntax_fault
from leoni_replay.rules.run import CLAIM, CLOSING, NOTE, NUMBER, OPENING, OTHER, Runner


class StopReading(Exception):
    """Raised when a record has been read as far as the caller wants."""


class WrongTranscript(LeoniError, TypeError):
    """Raised for a transcript that only a program can have made: it has an item where none can stand."""


class ReadResult(NamedTuple):
    """The outcome of reading a record once.

    Attributes:
        replay: the replay up to the fault.
        fault: the fault that ended it; None if there is none.
        number: the number of the move with the fault; None if the fault is of no move.
        outcomes: the outcomes of the claims that were collected instead of judged: an exception of
            ``claim_proofs.py``, or None for a true claim.
        tried_several_deals: whether more than one opening was tried.
    """

    replay: Replay
    fault: Fault | None
    number: int | None
    outcomes: list[Exception | None]
    tried_several_deals: bool = False


class RecordReader(NamedTuple):
    """A record and its game, to be read from one position or several.

    Attributes:
        transcript: the record.
        setup: its game.
        notes_claims: whether the outcomes of its claims are collected, and no claim is judged.
    """

    transcript: Transcript
    setup: Setup
    notes_claims: bool = False

    def read(self, position: Position, knowledge: Knowledge | None = None) -> ReadResult:
        """Replay the record from a position.

        Args:
            position: the position.
            knowledge: what is known about the cards; None if all of them are known.
        """
        game = self.setup.game
        replay = Replay(self.transcript, game, _position=position)
        replay.diagnostics += [diagnostic(self.transcript, warning, "warning", None) for warning in self.setup.warnings]
        checker = (_Checker if knowledge is None else _CheckerOfUnknown)(replay, knowledge or Knowledge(game), position)
        checker.notes_claims = self.notes_claims
        try:
            checker.run()
        except Fault as fault:
            # The frames of the traceback hold the whole record; without them it can be freed at once.
            fault.__context__ = None
            return ReadResult(replay, fault.with_traceback(None), checker.number, checker.outcomes)
        except StopReading:
            pass
        return ReadResult(replay, None, None, checker.outcomes)


class _Checker:
    """One run over a transcript.

    Attributes:
        number: the number of the move being checked, which a fault will name; None if the item belongs to no move.
        last_time: the last time that was written.
        notes_claims: whether the outcomes of claims are collected instead of judged.
        outcomes: these outcomes.
    """

    def __init__(self, replay: Replay, knowledge: Knowledge, position: Position) -> None:
        self.replay = replay
        self.transcript = replay.transcript
        self.game = knowledge.game
        self.position = position
        self.knowledge = knowledge
        self.number: int | None = None
        self.last_time = Time(0)
        self.notes_claims = False
        self.outcomes: list[Exception | None] = []

    def run(self) -> None:
        """Check the record from its first item to its last.

        Raises:
            Fault: its first error.
        """
        transcript, replay = self.transcript, self.replay
        problem = transcript.problem
        self._play_items()
        self.number = None if stops_in_tags(transcript) else replay.moves + 1
        if problem is not None:
            raise syntax_fault(problem)
        self.number = None
        assert transcript.result is not None
        replay.result = self._check_result(transcript.result)
        if transcript.draft is not None:
            warning = self._missing_result(transcript.draft)
            replay.diagnostics.append(diagnostic(transcript, warning, "warning", None))
        for item in transcript.epilogue:
            if isinstance(item, Claim):
                self._check_claim(item)
            elif isinstance(item, Time):
                self._check_time(item)

    def _play_items(self) -> None:
        """Play the items. If a fault ends the run, the replay holds everything before it.

        The runner plays the items that it is sure of. The item it stops at is checked here, in the same position.
        """
        numbers, starts, items = array("i"), array("i"), []
        for numbers_of_item, item in _numbered_items(self.transcript.items, self.game.vocabulary):
            starts.append(len(numbers))
            numbers.extend(numbers_of_item)
            items.append(item)
        runner = Runner(self.position.table)
        runner.begin(0, 1)
        at = 0
        try:
            while (at := runner.run(numbers, at, *ANY_ORDER)) < len(numbers):
                index = bisect_right(starts, at) - 1
                self.knowledge.variation_depth = runner.depth
                self._check_item(items[index], runner.number())
                at = starts[index + 1] if index + 1 < len(starts) else len(numbers)
        finally:
            while runner.depth:
                runner.close()
            self.knowledge.variation_depth = 0
            self.replay.line = PlayedLine.from_runner(runner.main_line_moves(), runner.lines)

    def _check_item(self, item: Item | None, number: int) -> Step | None:
        """Check one item that the runner doesn't take, and play it if it is a move.

        Args:
            item: the item.
            number: the number of the next move.

        Returns:
            What the move did; None for any other item.
        """
        if isinstance(item, MoveItem):
            return self._play_by_hand(item, number) if item.command.how else self._play_move(item, number)
        if isinstance(item, Number):
            self._check_number(item, number)
        elif isinstance(item, Claim):
            self.number = number - 1 or None
            self._check_claim(item)
        elif isinstance(item, Time):
            self.number = number - 1 or None
            self._check_time(item)
        elif isinstance(item, Variation):
            raise WrongTranscript(
                "a variation replaces the move before it, but there is none here, or variations nest too deep"
            )
        elif not isinstance(item, Comment):
            raise WrongTranscript(f"this is not an item of a transcript: {item!r}")
        return None

    def _play_move(self, item: MoveItem, number: int) -> Step:
        """Play a move, and check that its written consequences, if any, are the true ones."""
        command = item.command
        try:
            step = self.knowledge.advance(self.position, command)
        except (Refused, Ambiguous) as error:
            self.number = number
            layout = self.transcript.tag("Layout")
            raise move_fault(self.position, item, command, error, layout) from None
        if (command.path is not None or command.shown is not None) and contradicts(command, step.move):
            self.number = number
            self.position.undo(step)
            raise self._contradiction(item, step)
        return step

    def _play_by_hand(self, item: MoveItem, number: int) -> Step:
        """Play a misplay or a setting by hand, and warn of it."""
        self.number = number
        position, command = self.position, item.command
        try:
            if self.knowledge.variation_depth:
                code = "M232" if command.how == "set" else "M231"
                raise Refused(Refusal(code, "this cannot stand in a variation: it belongs to the game itself", None))
            lines_before = table_lines(position, ())
            step, broken_rule = self.knowledge.do_by_hand(position, command)
            if broken_rule is None:
                warning = Fault.at(item, "M230", "cards were put right by hand here, so the record is irregular")
            else:
                message = f"against the rules: {broken_rule.message}"
                notes = [f"the rule is that of {broken_rule.code}", *broken_rule.notes]
                warning = Fault(
                    "M229",
                    message,
                    item.start,
                    item.end,
                    clause=broken_rule.clause,
                    table_lines=lines_before,
                    notes=notes,
                )
        except Refused as error:
            raise fault_of(position, item, error.refusal, []) from None
        self.replay.irregular.append(number)
        self.replay.diagnostics.append(diagnostic(self.transcript, warning, "warning", number))
        return step

    def _check_time(self, item: Time) -> None:
        """Check that the time does not go back, and that it is a time of the game itself."""
        if self.knowledge.variation_depth:
            message = "a time belongs to the game itself: it cannot stand in a variation"
            raise Fault.at(item, "M233", message, help=["leave the time out"])
        if item.seconds < self.last_time.seconds:
            message = f"the time goes backwards, from @{self.last_time.text} to @{item.text}"
            notes = ["a time says how long the game had been played, from the deal on"]
            raise Fault.at(item, "M233", message, notes=notes, help=["leave out the wrong time"])
        self.last_time = item

    def _check_number(self, item: Number, number: int) -> None:
        """Check that a written number is that of the next move."""
        if item.value != number:
            self.number = number
            raise self._number_fault(item)

    # -- errors -----------------------------------------------------------------------------------------------------

    def _contradiction(self, item: MoveItem, step: Step) -> Fault:
        """Return the fault of a legal move with wrong consequences: a wrong weave path, or wrong revealed cards.

        Args:
            item: the move as written.
            step: what the move does, which has been taken back.
        """
        game, position = self.game, self.position
        command, move = item.command, step.move
        places = [move.source] if move.source else []
        notes: list[str] = []
        if command.path is not None and (command.path, command.stalemate) != (move.path or (), move.stalemate):
            code = "M206"
            parting = _parting(command, step)
            message = parting.message
            places.append(parting.pile)
            notes = [Message("written: ", command), Message("by the rules: ", move)]
        else:
            code, message = "M218", _revealed_message(command, move)
        return Fault(
            code,
            message,
            item.start,
            item.end,
            clause=game.consequence_clause(move),
            table_lines=table_lines(position, tuple(places)),
            notes=notes,
            help=[Message("the move is ", move)],
        )

    def _number_fault(self, item: Number) -> Fault:
        message = f"this is move {self.number}, not {item.value}"
        notes = ["moves are numbered from 1 through the whole game; deals and redeals count, variations don't"]
        return Fault.at(item, "M219", message, notes=notes, help=[f"write {self.number}. or leave the number out"])

    def _check_claim(self, item: Claim) -> None:
        """Prove a claim; warn if it cannot be decided, and raise a fault if it is false."""
        knowledge = self.knowledge
        if not knowledge.checks_claims:
            return
        knowledge.set_position(self.position)
        error = knowledge.combine_readings(outcome(self.position, item, knowledge))
        if self.notes_claims:
            self.outcomes.append(error)
        elif isinstance(error, Undecided):
            message = Message(f"the claim `{item.text.strip()}` cannot be decided: ", error.reason)
            warning = Warn.at(item, "C403", message)
            self.replay.diagnostics.append(diagnostic(self.transcript, warning, "warning", self.number))
        elif isinstance(error, Refuted):
            code, message = "C401", Message(f"the claim `{item.text.strip()}` does not hold: ", error.truth)
            if error.is_place_unknown:
                code, message = "C402", Message(error.truth)
            lines = table_lines(self.position, error.places)
            raise Fault(code, message, item.start, item.end, table_lines=lines)

    def _check_result(self, item: Result) -> ResultWord:
        """Check that the moves prove the result, and that the ``Result`` tag agrees; return the result word."""
        position = self.position
        self.knowledge.set_position(position)
        if item.word == "conceded":
            self._check_concession(item)
        refusal = self._why_unproved(item.word)
        if refusal is not None:
            raise fault_of(position, item, refusal, legal_help(position, Move(), refusal.message))
        if item.word == "lost" and self.knowledge.lost_at_standstill:
            try:
                self.knowledge.assume_standstill(position)
            except Refused as error:
                raise fault_of(position, item, error.refusal, []) from None
        self._check_result_tag(item)
        return item.word

    def _why_unproved(self, word: ResultWord) -> Refusal | None:
        """Return why the game is not won or not lost, though its result word says so; None if it is."""
        game, position = self.game, self.position
        if word == "won" and not position.won():
            return Refusal("R501", f"the game is not won: {position.why_not_won()}", game.win_clause)
        return position.why_not_lost() if word == "lost" else None

    def _check_result_tag(self, item: Result) -> None:
        """Check that the ``Result`` tag, if there is one, says what the result word says."""
        tag = self.transcript.tag("Result")
        if tag is None or tag.value == item.word:
            return
        if self.transcript.draft is None:
            raise Fault.at(item, "R503", f"the game ends with {item.word}, but its Result tag says {tag.value}")
        message = f"the game has no result word, but its Result tag says {tag.value}"
        help = [*self.transcript.draft.help, "a draft is unfinished: write * in the tag, or leave it out"]
        raise Fault.at(item, "R503", message, help=help)

    def _check_concession(self, item: Result) -> None:
        """Check that the rules have not ended the game: nobody concedes a game that is won or lost."""
        position = self.position
        over = "won" if position.won() else None
        if over is None and position.why_not_lost() is None and not position.doubtful():
            over = "lost"
        if over is not None:
            message = f"the game was not conceded: by the rules it is {over} here"
            raise Fault.at(item, "R505", message, help=[f"end the record with {over}"])

    def _missing_result(self, draft: Problem) -> Warn:
        """Return the warning for a record without a result word, with the word that it lacks."""
        word = "won" if self.position.won() else None
        if word is None and self.knowledge.all_known and self.position.why_not_lost() is None:
            word = "lost"
        if word is not None:
            advice = f"by the rules it is {word} here: end it with {word}"
        else:
            advice = "if nothing is to follow, end it with *"
        return Warn(draft.code, draft.message, draft.start, draft.end, (*draft.help, advice))


class _CheckerOfUnknown(_Checker):
    """One run over a transcript with unknown cards: every move is checked by itself."""

    def _play_items(self) -> None:
        """As :meth:`_Checker._play_items`, without a runner."""
        knowledge, position = self.knowledge, self.position
        line, number = self.replay.line, 1
        #: the enclosing lines of play, each with the step that its variation would replace
        enclosing: list[tuple[PlayedLine, Step]] = []

        def enter_variation() -> None:
            """Take back the move that the variation replaces, and go on in a new line."""
            nonlocal line, number
            step = line.steps[-1]
            position.undo(step)
            enclosing.append((line, step))
            variation = PlayedLine()
            line.lines.append(variation)
            line = variation
            number -= 1
            knowledge.variation_depth += 1

        def leave_variation() -> None:
            """Take back the moves of the variation, and go on in the line around it."""
            nonlocal line, number
            for step in reversed(line.steps):
                position.undo(step)
            number -= len(line.steps)
            line, replaced_step = enclosing.pop()
            position.redo(replaced_step)
            number += 1
            knowledge.variation_depth -= 1

        try:
            for numbers_of_item, item in _numbered_items(self.transcript.items, self.game.vocabulary):
                if isinstance(item, Variation):
                    enter_variation()
                elif numbers_of_item[0] == CLOSING:
                    leave_variation()
                else:
                    step = self._check_item(item, number)
                    if step is not None:
                        line.steps.append(step)
                        number += 1
        finally:
            while enclosing:
                leave_variation()


def _numbered_items(items: list[Item], vocabulary: Vocabulary) -> Iterator[tuple[Sequence[int], Item | None]]:
    """Yield every item with its numbers, in text order: a variation where it opens, and None where it closes."""
    for item in items:
        if isinstance(item, MoveItem):
            yield item_numbers(item.command, vocabulary), item
        elif isinstance(item, Number):
            yield [NUMBER + item.value if 0 < item.value < NUMBER else OTHER], item
        elif isinstance(item, Variation):
            yield [OPENING], item
            yield from _numbered_items(item.items, vocabulary)
            yield [CLOSING], None
        elif isinstance(item, Comment):
            yield [NOTE], item
        elif isinstance(item, Time):
            # The checker looks at every time, also at one that no number of an item could hold.
            yield [OTHER], item
        else:
            yield [CLAIM], item


class _Parting(NamedTuple):
    """Where a written weave path departs from the true one: in words, and at which pile."""

    message: str
    pile: str


def _parting(command: Move, step: Step) -> _Parting:
    """Find where the weave path of a command departs from the path of the step that it means."""
    move = step.move
    written_path, true_path = command.path or (), move.path or ()
    assert move.card is not None
    at = 0
    while at < len(written_path) and at < len(true_path) and written_path[at] == true_path[at]:
        at += 1
    # The first change puts the exile under its pile; each of the others is a lift.
    shifts = [change for change in step.changes if isinstance(change, Shift)]
    pile = shifts[at + 1].source if at < len(true_path) else shifts[len(true_path)].dest
    if at < len(written_path) and at < len(true_path):
        message = f"from pile {pile} the weave lifts {PRETTY[true_path[at]]}, not {PRETTY[written_path[at]]}"
    elif at < len(written_path):
        end = "in a stalemate" if move.stalemate else "there"
        if true_path:
            after = f"after {PRETTY[true_path[-1]]} is lifted"
        else:
            after = f"with {PRETTY[move.card]} under pile {pile}"
        message = f"the weave ends {end} {after}: {PRETTY[written_path[at]]} is not lifted"
    elif at < len(true_path):
        message = f"the weave goes on: from pile {pile} it lifts {PRETTY[true_path[at]]}"
    elif move.stalemate:
        message = f"the weave ends in a stalemate in pile {pile}, so it must end with #"
    else:
        message = "the weave does not end in a stalemate: # is wrong here"
    return _Parting(message, pile)


def _revealed_message(command: Move, move: Move) -> str:
    """Say which cards a move brings to light, where the command that means it names others."""
    written_cards = pretty(command.shown or ())
    if command.source == "deal" and command.card is None:
        cards = (move.shown or ()) if move.card is None else (move.card,)
        what = "cards that are dealt are" if len(cards) > 1 else "card that is turned up is"
        return f"the {what} {pretty(cards)}, not {written_cards}"
    if not move.shown:
        return f"this move reveals no card and moves no other, so +{written_cards} is wrong"
    return f"this move reveals or moves {pretty(move.shown)}, not {written_cards}"
