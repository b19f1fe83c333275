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
from leoni_replay.notation.writer import token
from leoni_replay.phrases import ResultWord
from leoni_replay.record.claim_proofs import Refuted, Undecided, outcome
from leoni_replay.record.knowledge import Knowledge
from leoni_replay.record.move_faults import diagnostic, fault_of, refused
from leoni_replay.record.nearest import legal_help, table_lines
from leoni_replay.record.played_items import PlayedLine
from leoni_replay.record.result import Replay
from leoni_replay.record.setup import Setup, stopped_in_tags, syntax_fault
from leoni_replay.rules.run import CLAIM, CLOSING, NOTE, NUMBER, OPENING, OTHER, Runner


class StopReading(Exception):
    """Raised when a record has been read as far as the caller wants."""


class ReadResult(NamedTuple):
    """The outcome of reading a record once: the replay, the fault that ended it and its move, and the outcomes of the
    claims that were not judged. ``tried_several_deals`` is set if more than one opening was tried."""

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
    """One run over a transcript. ``number`` is the number of the move being checked."""

    def __init__(self, replay: Replay, knowledge: Knowledge, position: Position) -> None:
        self.replay = replay
        self.transcript = replay.transcript
        self.game = knowledge.game
        self.position = position
        self.knowledge = knowledge
        self.number: int | None = None
        #: the last time that was written
        self.clock = Time(0)
        #: whether the outcomes of claims are collected instead of judged
        self.notes_claims = False
        self.outcomes: list[Exception | None] = []

    def run(self) -> None:
        transcript, replay = self.transcript, self.replay
        problem = transcript.problem
        try:
            self._play()
        finally:
            replay._cursor = replay.moves
        self.number = None if stopped_in_tags(transcript) else replay.moves + 1
        if problem is not None:
            raise syntax_fault(problem)
        self.number = None
        assert transcript.result is not None
        replay.result = self._result(transcript.result)
        if transcript.draft is not None:
            warning = self._draft(transcript.draft)
            replay.diagnostics.append(diagnostic(transcript, warning, "warning", None))
        for item in transcript.epilogue:
            if isinstance(item, Claim):
                self._claim(item)
            elif isinstance(item, Time):
                self._time(item)

    def _play(self) -> None:
        """Play the items. If a fault ends the run, the replay holds everything before it.

        The runner plays the items that it is sure of. The item at which it stops is checked here, in the same position.
        """
        codes, begins, items = array("i"), array("i"), []
        for code, item in _in_order(self.transcript.items, self.game.vocabulary):
            begins.append(len(codes))
            codes.extend(code)
            items.append(item)
        runner = Runner(self.position.table)
        runner.begin(0, 1)
        at = 0
        try:
            while (at := runner.run(codes, at, *ANY_ORDER)) < len(codes):
                index = bisect_right(begins, at) - 1
                self.knowledge.variation_depth = runner.depth
                self._item(items[index], runner.number())
                at = begins[index + 1] if index + 1 < len(begins) else len(codes)
        finally:
            while runner.depth:
                runner.close()
            self.knowledge.variation_depth = 0
            self.replay.line = PlayedLine.played(runner.written(), runner.lines)

    def _item(self, item: Item | None, number: int) -> None:
        """Check one item that the runner doesn't take. ``number`` is the number of the next move."""
        if isinstance(item, MoveItem) and item.command.how:
            self._deed(item, number)
        elif isinstance(item, MoveItem):
            try:
                step = self._advance(item.command)
            except (Refused, Ambiguous) as error:
                self.number = number
                layout = self.transcript.tag("Layout")
                raise refused(self.position, item, item.command, error, layout) from None
            self._check_parts(item, step, number)
        elif isinstance(item, Number):
            self._check_number(item, number)
        elif isinstance(item, Claim):
            self.number = number - 1 or None
            self._claim(item)
        elif isinstance(item, Time):
            self.number = number - 1 or None
            self._time(item)
        elif isinstance(item, Variation):
            raise LeoniError(
                "a variation replaces the move before it, but there is none here, or variations nest too deep"
            )
        elif not isinstance(item, Comment):
            raise TypeError(f"this is not an item of a transcript: {item!r}")

    def _deed(self, item: MoveItem, number: int) -> None:
        """Play a misplay or a setting by hand, and warn of it."""
        self.number = number
        position, command = self.position, item.command
        try:
            if self.knowledge.variation_depth:
                code = "M232" if command.how == "set" else "M231"
                raise Refused(Refusal(code, "this cannot stand in a variation: it belongs to the game itself", None))
            lines_before = table_lines(position, ())
            broken = self._do_by_hand(command)
            if broken is None:
                warning = Fault.at(item, "M230", "cards were put right by hand here, so the record is irregular")
            else:
                message = f"against the rules: {broken.message}"
                notes = [f"the rule is that of {broken.code}", *broken.notes]
                warning = Fault(
                    "M229",
                    message,
                    item.start,
                    item.end,
                    clause=broken.clause,
                    table_lines=lines_before,
                    notes=notes,
                )
        except Refused as error:
            raise fault_of(position, item, error.refusal, []) from None
        self.replay.irregular.append(number)
        self.replay.diagnostics.append(diagnostic(self.transcript, warning, "warning", number))

    def _time(self, item: Time) -> None:
        """Check that the time does not go back, and that it is a time of the game itself."""
        if self.knowledge.variation_depth:
            message = "a time belongs to the game itself: it cannot stand in a variation"
            raise Fault.at(item, "M233", message, help=["leave the time out"])
        if item.seconds < self.clock.seconds:
            message = f"the time goes backwards, from @{self.clock.text} to @{item.text}"
            notes = ["a time says how long the game had been played, from the deal on"]
            raise Fault.at(item, "M233", message, notes=notes, help=["leave out the wrong time"])
        self.clock = item

    def _advance(self, command: Move) -> Step:
        return self.knowledge.advance(self.position, command)

    def _do_by_hand(self, command: Move) -> Refusal | None:
        """Do what a misplay or a setting says; return the rule that a misplay breaks."""
        return self.knowledge.do_by_hand(self.position, command)[1]

    def _check_parts(self, item: MoveItem, step: Step, number: int) -> None:
        """Check that the written consequences of a move that was just played are the true ones."""
        command = item.command
        if (command.path is not None or command.shown is not None) and contradicts(command, step.move):
            self.number = number
            self.position.undo(step)
            raise self._contradiction(item, command, step)

    def _check_number(self, item: Number, number: int) -> None:
        if item.value != number:
            self.number = number
            raise self._wrong_number(item)

    # -- errors -----------------------------------------------------------------------------------------------------

    def _contradiction(self, item: MoveItem, command: Move, step: Step) -> Fault:
        game, position = self.game, self.position
        played = step.move
        # A checked part that was not written isn't shown either.
        should = played if command.path is not None else played._replace(path=None, stalemate=False)
        should = should if command.shown is not None or command.path is not None else should._replace(shown=None)
        written = token(command)
        notes = [f"written: {written}", f"by the rules: {token(should)}"]
        places: list[str] = [place for place in (played.source,) if place]
        if command.path is not None and (command.path, command.stalemate) != (played.path or (), played.stalemate):
            code, (message, place) = "M206", _parting(command, step)
            places.append(place)
        else:
            code, message = "M218", _shown_message(command, played)
            notes = []
        return Fault(
            code,
            message,
            item.start,
            item.end,
            clause=game.consequence_clause(played),
            table_lines=table_lines(position, tuple(places)),
            notes=notes,
            help=[f"the move is {token(played)}"],
        )

    def _wrong_number(self, item: Number) -> Fault:
        message = f"this is move {self.number}, not {item.value}"
        notes = ["moves are numbered from 1 through the whole game; deals and redeals count, variations don't"]
        return Fault.at(item, "M219", message, notes=notes, help=[f"write {self.number}. or leave the number out"])

    def _claim(self, item: Claim) -> None:
        knowledge = self.knowledge
        if not knowledge.checks_claims:
            return
        knowledge.set_position(self.position)
        error = knowledge.combine_readings(outcome(self.position, item, knowledge))
        if self.notes_claims:
            self.outcomes.append(error)
        elif isinstance(error, Undecided):
            message = f"the claim `{item.text.strip()}` cannot be decided: {error}"
            warning = Warn.at(item, "C403", message)
            self.replay.diagnostics.append(diagnostic(self.transcript, warning, "warning", self.number))
        elif isinstance(error, Refuted):
            code = "C402" if error.unknown else "C401"
            message = str(error) if error.unknown else f"the claim `{item.text.strip()}` does not hold: {error}"
            lines = table_lines(self.position, error.places)
            raise Fault(code, message, item.start, item.end, table_lines=lines)

    def _result(self, item: Result) -> ResultWord:
        game, position = self.game, self.position
        refusal: Refusal | None = None
        self.knowledge.set_position(position)
        if item.word == "won" and not position.won():
            refusal = Refusal("R501", f"the game is not won: {position.why_not_won()}", game.win_clause)
        elif item.word == "lost":
            refusal = position.why_not_lost()
            if refusal is None and self.knowledge.lost_at_standstill:
                try:
                    self.knowledge.assume_standstill(position)
                except Refused as error:
                    raise fault_of(position, item, error.refusal, []) from None
        if item.word == "conceded":
            self._conceded(item)
        if refusal is not None:
            raise fault_of(position, item, refusal, legal_help(position, Move(), refusal.message))
        claimed = self.transcript.tag("Result")
        if claimed is not None and claimed.value != item.word:
            if self.transcript.draft is None:
                raise Fault.at(item, "R503", f"the game ends with {item.word}, but its Result tag says {claimed.value}")
            message = f"the game has no result word, but its Result tag says {claimed.value}"
            help = [*self.transcript.draft.help, "a draft is unfinished: write * in the tag, or leave it out"]
            raise Fault.at(item, "R503", message, help=help)
        return item.word

    def _conceded(self, item: Result) -> None:
        """Check that the rules have not ended the game: nobody concedes a game that is won or lost."""
        position = self.position
        over = "won" if position.won() else None
        if over is None and position.why_not_lost() is None and not position.doubtful():
            over = "lost"
        if over is not None:
            message = f"the game was not conceded: by the rules it is {over} here"
            raise Fault.at(item, "R505", message, help=[f"end the record with {over}"])

    def _draft(self, draft: Problem) -> Warn:
        """Return the warning for a record without a result word, with the word that it lacks."""
        word = "won" if self.position.won() else None
        if word is None and self.knowledge.all_known and self.position.why_not_lost() is None:
            word = "lost"
        if word is not None:
            end = f"by the rules it is {word} here: end it with {word}"
        else:
            end = "if nothing is to follow, end it with *"
        return Warn(draft.code, draft.message, draft.start, draft.end, (*draft.help, end))


class _CheckerOfUnknown(_Checker):
    """One run over a transcript with unknown cards: every move is checked by itself."""

    def _play(self) -> None:
        knowledge, position = self.knowledge, self.position
        line, number = self.replay.line, 1
        #: the enclosing lines of play, each with the step that the variation would replace
        around: list[tuple[PlayedLine, Step]] = []

        def close() -> None:
            nonlocal line, number
            for step in reversed(line.steps):
                position.undo(step)
            number -= len(line.steps)
            line, last = around.pop()
            position.redo(last)
            number += 1
            knowledge.variation_depth -= 1

        try:
            for code, item in _in_order(self.transcript.items, self.game.vocabulary):
                if isinstance(item, Variation):
                    position.undo(line.steps[-1])
                    around.append((line, line.steps[-1]))
                    line.lines.append(PlayedLine())
                    line = line.lines[-1]
                    number -= 1
                    knowledge.variation_depth += 1
                elif code[0] == CLOSING:
                    close()
                else:
                    self.step: Step | None = None
                    self._item(item, number)
                    if self.step is not None:
                        line.steps.append(self.step)
                        number += 1
        finally:
            while around:
                close()

    def _advance(self, command: Move) -> Step:
        self.step = self.knowledge.advance(self.position, command)
        return self.step

    def _do_by_hand(self, command: Move) -> Refusal | None:
        self.step, broken = self.knowledge.do_by_hand(self.position, command)
        return broken


def _in_order(items: list[Item], vocabulary: Vocabulary) -> Iterator[tuple[Sequence[int], Item | None]]:
    """Yield every item with its numbers, in text order: a variation where it opens, and None where it closes."""
    for item in items:
        if isinstance(item, MoveItem):
            yield item_numbers(item.command, vocabulary), item
        elif isinstance(item, Number):
            yield [NUMBER + item.value if 0 < item.value < NUMBER else OTHER], item
        elif isinstance(item, Variation):
            yield [OPENING], item
            yield from _in_order(item.items, vocabulary)
            yield [CLOSING], None
        elif isinstance(item, Comment):
            yield [NOTE], item
        elif isinstance(item, Time):
            # The checker looks at every time, also at one that no number of an item could hold.
            yield [OTHER], item
        else:
            yield [CLAIM], item


def _parting(command: Move, step: Step) -> tuple[str, str]:
    """Return where a written weave path departs from the true one, in words, and at which pile."""
    played = step.move
    written, true = command.path or (), played.path or ()
    assert played.card is not None
    at = 0
    while at < len(written) and at < len(true) and written[at] == true[at]:
        at += 1
    # The first change puts the exile under its pile; each of the others is a lift.
    shifts = [change for change in step.changes if isinstance(change, Shift)]
    pile = shifts[at + 1].source if at < len(true) else shifts[len(true)].dest
    if at < len(written) and at < len(true):
        message = f"from pile {pile} the weave lifts {PRETTY[true[at]]}, not {PRETTY[written[at]]}"
    elif at < len(written):
        end = "in a stalemate" if played.stalemate else "there"
        after = f"after {PRETTY[true[-1]]} is lifted" if true else f"with {PRETTY[played.card]} under pile {pile}"
        message = f"the weave ends {end} {after}: {PRETTY[written[at]]} is not lifted"
    elif at < len(true):
        message = f"the weave goes on: from pile {pile} it lifts {PRETTY[true[at]]}"
    elif played.stalemate:
        message = f"the weave ends in a stalemate in pile {pile}, so it must end with #"
    else:
        message = "the weave does not end in a stalemate: # is wrong here"
    return message, pile


def _shown_message(command: Move, played: Move) -> str:
    if command.source == "deal" and command.card is None:
        dealt = played.shown or () if played.card is None else (played.card,)
        what = "cards that are dealt are" if len(dealt) > 1 else "card that is turned up is"
        return f"the {what} {pretty(dealt)}, not {pretty(command.shown or ())}"
    if not played.shown:
        return f"this move reveals no card and moves no other, so +{pretty(command.shown or ())} is wrong"
    return f"this move reveals or moves {pretty(played.shown)}, not {pretty(command.shown or ())}"
