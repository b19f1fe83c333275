"""The strict replay: a record against the rules, from its tags to its result, up to the first thing that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from leoni_replay.cards import PRETTY, pretty
from leoni_replay.commands import Command
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.faults import Fault, Located, Warn
from leoni_replay.games import Game
from leoni_replay.games.base import Ambiguous, Refusal, Refused, contradicts
from leoni_replay.games.steps import Position, Shift, Step, redo, undo
from leoni_replay.notation.tree import Claim, Item, Move, Number, Result, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.record.claims import Refuted, Untold, prove
from leoni_replay.record.hints import hints_for
from leoni_replay.record.nearest import legal_help, table
from leoni_replay.record.setup import Setup, set_up, stopped_in_tags
from leoni_replay.unknown.unknowns import Enough, Unknowns

ResultWord = Literal["won", "lost", "*"]

_NAME_THEM = "write the long form, which names every card that is moved, lifted or turned up"


@dataclass(slots=True)
class Line:
    """A variation that was replayed: after how many moves of its parent it begins, and its own steps."""

    item: Variation
    after: int
    steps: list[Step]
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Replay:
    """A record that was replayed as far as it is right.

    ``steps`` are the legal moves of the main line, ``lines`` its variations, ``diagnostics`` what was found: at most
    one error, which is where the replay stopped. ``position`` is the table after the last legal move; :meth:`at`
    walks to any other. ``unknown`` is None for a record that names all its cards; for one without a ``Deal`` tag, or
    with unknown cards in its layout, it is how many cards of the first table are still unknown when all is read.
    """

    transcript: Transcript
    game: Game | None = None
    steps: list[Step] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    result: ResultWord | None = None
    unknown: int | None = None
    _position: Position | None = None
    _cursor: int = 0

    @property
    def accepted(self) -> bool:
        """Whether nothing is wrong as far as cards are known: moves legal, claims true, the result proved."""
        return not any(found.severity == "error" for found in self.diagnostics)

    @property
    def verified(self) -> bool:
        """Whether nothing is wrong, and nothing had to be found out: every card was known from the start."""
        return self.unknown is None and self.accepted

    @property
    def status(self) -> Literal["verified", "consistent", "rejected"]:
        """What it comes to: ``consistent`` is a record that is accepted, but whose cards were not all known."""
        return "rejected" if not self.accepted else "verified" if self.unknown is None else "consistent"

    @property
    def rules(self) -> str | None:
        """The rules it was replayed under: book and overrides."""
        return str(self.game.rules) if self.game else self.transcript.value("Rules")

    @property
    def position(self) -> Position | None:
        """The table after the last legal move; None if no cards could be dealt."""
        return self.at(len(self.steps)) if self._position is not None else None

    @property
    def digest(self) -> str | None:
        """The digest of :attr:`position`."""
        position = self.position
        return self.game.digest(position) if self.game is not None and position is not None else None

    def at(self, move: int) -> Position:
        """The table after a move (0: as dealt). It is one table that walks: copy it to keep it.

        Raises:
            IndexError: there is no such move, or no table.
        """
        if self._position is None or not 0 <= move <= len(self.steps):
            raise IndexError(f"no position after move {move}: there are {len(self.steps)} moves")
        while self._cursor < move:
            redo(self._position, self.steps[self._cursor])
            self._cursor += 1
        while self._cursor > move:
            self._cursor -= 1
            undo(self._position, self.steps[self._cursor])
        return self._position

    def walk(self) -> Iterator[tuple[int, Step | None, Position]]:
        """Every position of the main line from the deal on: the number of the move, its step, and the table after."""
        for number in range(len(self.steps) + 1):
            yield number, self.steps[number - 1] if number else None, self.at(number)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the table after the last legal move; None if no cards could be dealt."""
        if self._position is None:
            return None
        from leoni_replay.show.story import tell_story
        from leoni_replay.show.svg import board

        story, last = tell_story(self), len(self.steps)
        return board(story.layout(last), title=f"{story.title}: {story.verdict}", text=story.text(last))


def replay(transcript: Transcript, *, rules: str | None = None, hints: bool = True) -> Replay:
    """Replay a record strictly.

    Args:
        transcript: the record, as read or built.
        rules: a rule book and overrides to use in place of its ``Rules`` tag.
        hints: whether a rejected record is tried under other rules and deals, for a note that says so.
    """
    done = Replay(transcript)
    try:
        setup = set_up(transcript, rules)
    except Fault as fault:
        done.diagnostics.append(_diagnostic(transcript, fault, "error", None))
        return done
    if setup.unknown:
        from leoni_replay.unknown.completing import Reading, complete

        def read(position: Position, known: Unknowns) -> Reading:
            return Reading(*_read(transcript, setup, position, known))

        found = complete(transcript, setup, read)
        done, wrong, number = found.done, found.fault, found.number
        # Every other rule would be tried with as many deals: that takes too long for a hint.
        hints = hints and not found.searched and setup.position is not None
    else:
        assert setup.position is not None
        done, wrong, number = _read(transcript, setup, setup.position, None)
    if wrong is not None:
        if hints and wrong.code[0] in "MCR":
            wrong.notes += tuple(hints_for(transcript, setup.game.name, setup.game.rules, rules, _accepts))
        done.diagnostics.append(_diagnostic(transcript, wrong, "error", number))
    return done


def _accepts(transcript: Transcript, rules: str | None) -> bool:
    return replay(transcript, rules=rules, hints=False).accepted


def _read(
    transcript: Transcript, setup: Setup, position: Position, known: Unknowns | None
) -> tuple[Replay, Fault | None, int | None]:
    """Replay a record from a table: the replay, the fault that ended it, and the move at which it did."""
    done = Replay(transcript, setup.game, _position=position)
    done.diagnostics += [_diagnostic(transcript, warning, "warning", None) for warning in setup.warnings]
    checker = _Checker(done, setup.game, position, known)
    try:
        checker.run()
    except Fault as fault:
        return done, fault, checker.number
    except Enough:
        pass
    return done, None, None


class _Checker:
    """One run over a transcript; ``number`` is the move that is being looked at."""

    def __init__(self, done: Replay, game: Game, position: Position, known: Unknowns | None) -> None:
        self.done = done
        self.transcript = done.transcript
        self.game = game
        self.position = position
        self.known = known
        self.advance = game.advance if known is None else known.advance
        self.number: int | None = None

    def run(self) -> None:
        transcript, done = self.transcript, self.done
        problem = transcript.problem
        try:
            self._line(transcript.items, 1, done.steps, done.lines)
        finally:
            done._cursor = len(done.steps)
        self.number = None if stopped_in_tags(transcript) else len(done.steps) + 1
        if problem is not None:
            raise Fault(problem.code, problem.message, problem.start, problem.end, help=problem.help)
        self.number = None
        assert transcript.result is not None
        done.result = self._result(transcript.result)
        for item in transcript.epilogue:
            if isinstance(item, Claim):
                self._claim(item)

    def _line(self, items: list[Item], first: int, steps: list[Step], lines: list[Line]) -> None:
        """Replay one line of play into ``steps`` and ``lines``; on a fault they hold what was right."""
        position = self.position
        advance = self.advance
        for item in items:
            if isinstance(item, Move):
                command = item.command
                try:
                    step = advance(position, command)
                except (Refused, Ambiguous) as error:
                    self.number = first + len(steps)
                    raise self._refused(item, command, error) from None
                if (command.path is not None or command.shown is not None) and contradicts(command, step.move):
                    self.number = first + len(steps)
                    undo(position, step)
                    raise self._contradiction(item, command, step)
                steps.append(step)
            elif isinstance(item, Number):
                if item.value != first + len(steps):
                    self.number = first + len(steps)
                    raise self._wrong_number(item)
            elif isinstance(item, Claim):
                self.number = first + len(steps) - 1 or None
                self._claim(item)
            elif isinstance(item, Variation):
                self._variation(item, first, steps, lines)

    def _variation(self, item: Variation, first: int, steps: list[Step], lines: list[Line]) -> None:
        """Replay what could have been played instead of the last move."""
        last = steps[-1]
        undo(self.position, last)
        line = Line(item, len(steps) - 1, [])
        lines.append(line)
        if self.known is not None:
            self.known.aside += 1
        try:
            self._line(item.items, first + len(steps) - 1, line.steps, line.lines)
        finally:
            for step in reversed(line.steps):
                undo(self.position, step)
            redo(self.position, last)
            if self.known is not None:
                self.known.aside -= 1

    # -- what can be wrong ------------------------------------------------------------------------------------------

    def _refused(self, item: Move, command: Command, error: Refused | Ambiguous) -> Fault:
        game, position = self.game, self.position
        if isinstance(error, Refused):
            refusal = error.refusal
            help = {"M227": [], "M228": [] if refusal.notes else [_NAME_THEM]}.get(refusal.code)
            if help is None:
                help = legal_help(game, position, command, refusal.message)
        else:
            readings = [token(move) for move in error.moves]
            places = tuple(dict.fromkeys(move.source for move in error.moves if move.source is not None))
            refusal = Refusal("M207", f"{token(command)} can mean {' or '.join(readings)}", None, places)
            help = ["write as much of the long form as tells them apart"]
        return self._fault(item, refusal, help)

    def _fault(self, item: Located, refusal: Refusal, help: list[str]) -> Fault:
        """A refusal at its place, with the table around it."""
        shown = table(self.game, self.position, refusal.places)
        return Fault(
            refusal.code,
            refusal.message,
            item.start,
            item.end,
            clause=refusal.clause,
            table=shown,
            notes=refusal.notes,
            help=help,
        )

    def _contradiction(self, item: Move, command: Command, step: Step) -> Fault:
        game, position = self.game, self.position
        played = step.move
        # A checked part that was not written is not shown either.
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
            table=table(game, position, tuple(places)),
            notes=notes,
            help=[f"the move is {token(played)}"],
        )

    def _wrong_number(self, item: Number) -> Fault:
        message = f"this is move {self.number}, not {item.value}"
        notes = ["moves are numbered from 1 through the whole game, deals and redeals included, variations apart"]
        return Fault.at(item, "M219", message, notes=notes, help=[f"write {self.number}. or leave the number out"])

    def _claim(self, item: Claim) -> None:
        if self.known is not None:
            self.known.look(self.position)
        try:
            prove(self.game, self.position, item, self.known)
        except Untold as error:
            message = f"the claim `{item.text.strip()}` cannot be told: {error}"
            found = Warn.at(item, "C403", message)
            self.done.diagnostics.append(_diagnostic(self.transcript, found, "warning", self.number))
        except Refuted as error:
            code = "C402" if error.unknown else "C401"
            message = str(error) if error.unknown else f"the claim `{item.text.strip()}` does not hold: {error}"
            shown = table(self.game, self.position, error.places)
            raise Fault(code, message, item.start, item.end, table=shown) from None

    def _result(self, item: Result) -> ResultWord:
        game, position = self.game, self.position
        refusal: Refusal | None = None
        if self.known is not None:
            self.known.look(position)
        if item.word == "won" and not game.won(position):
            refusal = Refusal("R501", f"the game is not won: {game.why_not_won(position)}", game.win_clause)
        elif item.word == "lost":
            refusal = game.why_not_lost(position)
            if refusal is None and self.known is not None and game.lost_at_standstill:
                try:
                    self.known.shut_out(position, [])
                except Refused as error:
                    raise self._fault(item, error.refusal, []) from None
        if refusal is not None:
            raise self._fault(item, refusal, legal_help(game, position, Command(), refusal.message))
        claimed = self.transcript.tag("Result")
        if claimed is not None and claimed.value != item.word:
            raise Fault.at(item, "R503", f"the game ends with {item.word}, but its Result tag says {claimed.value}")
        return item.word  # type: ignore[return-value]


def _parting(command: Command, step: Step) -> tuple[str, str]:
    """Where a written weave path and the true one part, in words, and the pile where it happens."""
    played = step.move
    written, true = command.path or (), played.path or ()
    assert played.card is not None
    at = 0
    while at < len(written) and at < len(true) and written[at] == true[at]:
        at += 1
    # The first change puts the exile under its pile; each of the others is a lift.
    shifts = [change for change in step.changes if isinstance(change, Shift)]
    pile = shifts[at + 1].source if at < len(true) else shifts[-1].dest
    if at < len(written) and at < len(true):
        message = f"from pile {pile} the weave lifts {PRETTY[true[at]]}, not {PRETTY[written[at]]}"
    elif at < len(written):
        end = "in a stalemate" if played.stalemate else "there"
        after = f"after {PRETTY[true[-1]]} is lifted" if true else f"with {PRETTY[played.card]} under pile {pile}"
        message = f"the weave ends {end} {after}: {PRETTY[written[at]]} is not lifted"
    elif at < len(true):
        message = f"the weave goes on: from pile {pile} it lifts {PRETTY[true[at]]}"
    elif played.stalemate:
        message = f"the weave ends in a stalemate in pile {pile}, which is written with #"
    else:
        message = "the weave does not end in a stalemate: # is wrong here"
    return message, pile


def _shown_message(command: Command, played: Command) -> str:
    if command.source == "deal" and command.card is None:
        dealt = played.shown or () if played.card is None else (played.card,)
        what = "cards that are dealt are" if len(dealt) > 1 else "card that is turned up is"
        return f"the {what} {pretty(dealt)}, not {pretty(command.shown or ())}"
    if not played.shown:
        return f"nothing comes to light or moves with this move, but +{pretty(command.shown or ())} is written"
    return f"what comes to light or moves with this move is {pretty(played.shown)}, not {pretty(command.shown or ())}"


def _diagnostic(
    transcript: Transcript, fault: Fault | Warn, severity: Literal["error", "warning"], move: int | None
) -> Diagnostic:
    span = transcript.span(fault.start, fault.end)
    extra: dict[str, object] = {}
    if isinstance(fault, Fault):
        extra = {"clause": fault.clause, "table": fault.table, "notes": fault.notes}
    return Diagnostic(fault.code, severity, fault.message, transcript.file, span, tuple(transcript.lines(span)),
                      transcript.number, move, help=fault.help, **extra)  # type: ignore[arg-type] # fmt: skip
