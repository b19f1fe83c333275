"""A recorded game reviewed: after which moves it could still be won, and which move threw it away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from leoni_replay.cards import texts
from leoni_replay.commands import Command
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.notation.claims import claim
from leoni_replay.notation.tree import Comment, Item, Move, Number, Tag, Transcript, Variation
from leoni_replay.record.playing import GameInPlay
from leoni_replay.record.replay import replay
from leoni_replay.record.result import Replay
from leoni_replay.search.solver import NO_LIMITS, Limits, Solution, make_memory
from leoni_replay.solving.search import Limit, NotSearched, Outlook, Searcher, Unproved, searcher

#: How many tables are looked at from each table of a game, unless it is said otherwise.
NODES = 20_000

#: What is written behind the move that threw a game away, and behind one that may have done so.
_THROWN = "before this move the game could be won, and after it no more"
_PERHAPS = "before this move the game could be won; whether after it too is undecided"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What came of reviewing a recorded game.

    Attributes:
        replay: the strict replay of the record.
        outlooks: what can be made of the table after every move, from the deal on (0): ``won`` if it can be won,
            ``lost`` if not, ``undecided`` if the search from there met a limit. Empty if there was no search.
        line: the moves that win from the last table that can be won, in long form; empty if none is needed.
        transcript: the record with this line as a variation, and a mark on the move that threw the game away. It is
            accepted by the strict replay. Where there is nothing to write, it is the record as it was.
        nodes: how many tables were looked at in all.
        seconds: how long it took.
        limits: what the search from each table was allowed to use.
        prunings: what the searches left out, by name.
        limit: ``interrupt`` if the review was broken off.
        reason: why there was no search.
        diagnostic: what the strict replay found, if that is the reason.
    """

    replay: Replay
    outlooks: tuple[Outlook, ...] = ()
    line: tuple[Command, ...] = ()
    transcript: Transcript | None = None
    nodes: int = 0
    seconds: float = 0.0
    limits: Limits = NO_LIMITS
    prunings: tuple[str, ...] = ()
    limit: Limit = ""
    reason: str = ""
    diagnostic: Diagnostic | None = None

    def __repr__(self) -> str:
        said = [self.replay.name, self.replay.rules, self.replay.transcript.value("Deal")]
        where = f"could be won until move {self.last}" if self.last is not None else "could not be seen to be won"
        return f"<Reviewed {', '.join(part for part in said if part) or 'nothing'}: {where}>"

    @property
    def last(self) -> int | None:
        """The last move after which the game could still be won, as far as is known; None if there is none."""
        return max((move for move, outlook in enumerate(self.outlooks) if outlook == "won"), default=None)

    @property
    def first_lost(self) -> int | None:
        """The first move after which the game could not be won any more, as far as is known; None if there is none."""
        return next((move for move, outlook in enumerate(self.outlooks) if outlook == "lost"), None)

    @property
    def thrown_away(self) -> int | None:
        """The move that threw the game away: before it the game could be won, after it not. None if there is no such
        move, or it is not known which it is."""
        last = self.last
        return last + 1 if last is not None and self.first_lost == last + 1 else None


@dataclass(slots=True)
class Review:
    """A review that goes on from table to table, and can be broken off.

    From the end of the game backwards: a table from which the game can be won can be won from all tables before it, and
    what was looked at without a win from a table that is lost need not be looked at again from those before.
    """

    made: Searcher
    outlooks: list[Outlook] = field(init=False)
    #: the tables that have not been looked at yet
    left: int = field(init=False)
    #: the line that wins from the last table that can be won
    won: tuple[int, ...] = ()
    #: how many of the tables in the memory are known to be lost
    _lost: int = 0

    def __post_init__(self) -> None:
        self.left = self.made.replay.moves + 1
        self.outlooks = ["undecided"] * self.left
        if self.made.seen is None:
            nodes = self.made.limits.nodes
            self.made.seen = make_memory(self.made.limits._replace(nodes=nodes and nodes * self.left))

    def go(self, progress: Callable[[int, Solution], None] | None = None) -> None:
        """Look at the tables that are left.

        Args:
            progress: called about ten times a second with the move after which a table is looked at, and with what is
                known of it so far.
        """
        while self.left:
            move = self.left - 1
            solution = self._look(move, progress)
            self.left = move
            self.outlooks[move] = solution.status
            if solution.status == "won":
                # As far as the line is the game's own, so are its tables.
                played = [step.code for step in self.made.replay.steps[move:]]
                shared = 0
                while shared < min(len(solution.line), len(played)) and solution.line[shared] == played[shared]:
                    shared += 1
                self.won = solution.line[shared:]
                self.outlooks[: move + shared + 1] = ["won"] * (move + shared + 1)
                self.left = 0
            elif solution.status == "lost":
                self._lost = self.made.seen.used if self.made.seen is not None else 0
                # What comes of a game that is lost is lost.
                self.outlooks[move:] = ["lost"] * (len(self.outlooks) - move)

    def _look(self, move: int, progress: Callable[[int, Solution], None] | None) -> Solution:
        tell = None if progress is None else lambda solution: progress(move, solution)
        solution = self.made.look(move, tell, self._lost)
        if solution.limit == "memory" and self._lost:
            # The room is taken by what earlier searches have left there.
            self._lost = 0
            solution = self.made.look(move, tell)
        return solution

    def reviewed(self, limit: Limit = "") -> Reviewed:
        """What has come of it so far.

        Raises:
            Unproved: the line that was found is not accepted by the strict replay.
        """
        made = self.made
        replayed = made.replay
        reviewed = Reviewed(replayed, tuple(self.outlooks), limit=limit)
        line: list[Command] = []
        transcript = replayed.transcript
        if reviewed.last is not None:
            line, orders = made.commands(reviewed.last, self.won)
            made.win(reviewed.last, line, orders)
            if reviewed.last < replayed.moves and line:
                transcript = _annotated(made, reviewed, line, orders)
        return replace(
            reviewed,
            line=tuple(line),
            transcript=transcript,
            nodes=made.nodes,
            seconds=made.seconds,
            limits=made.limits,
            prunings=made.prunings,
        )


def review(
    record: Transcript | GameInPlay,
    rules: str | None = None,
    *,
    nodes: int | None = NODES,
    seconds: float | None = None,
    memory: int = 256,
    without: Collection[str] = (),
    progress: Callable[[int, Solution], None] | None = None,
) -> Reviewed:
    """Find out after which moves of a recorded game it could still be won, with all cards known.

    Args:
        record: the record, or a game in play.
        rules: a rule book and overrides to use in place of its ``Rules`` tag.
        nodes: how many tables are looked at from each table of the game, at most; None for as many as it takes.
        seconds: how long it may take from each.
        memory: in how many million bytes tables are remembered.
        without: the names of prunings that are not used; ``all`` for all of them.
        progress: called about ten times a second with the move after which a table is looked at, and with what is known
            of it so far.

    Raises:
        TypeError: what is given is no record.
        ValueError: there is no such pruning.
    """
    transcript = record.transcript() if isinstance(record, GameInPlay) else record
    try:
        made = searcher(transcript, rules=rules, limits=Limits(nodes, seconds, memory), without=without)
    except NotSearched as error:
        return refused(error)
    reviewing = Review(made)
    reviewing.go(progress)
    return reviewing.reviewed()


def refused(error: NotSearched) -> Reviewed:
    """What is said of a record that is not reviewed."""
    return Reviewed(error.replay, reason=error.reason, diagnostic=error.diagnostic)


def _annotated(made: Searcher, reviewed: Reviewed, line: list[Command], orders: dict[int, bytes]) -> Transcript:
    """The record with the line that wins as a variation, in place of the first move that left it.

    Raises:
        Unproved: the strict replay does not accept it.
    """
    replayed = made.replay
    assert reviewed.last is not None
    move = reviewed.last + 1
    written = {tag.name: tag.value for tag in replayed.transcript.tags}
    more = {f"Pack{number}": texts(order) for number, order in orders.items()}
    items: list[Item] = [Move(command) for command in line]
    if any(written.get(name, order).split() != order.split() for name, order in more.items()):
        # A record has one order for a redeal, and the game as it was played needs another.
        items = list(_up_to_redeal(items))
    else:
        items.append(claim(" won"))
    thrown = reviewed.thrown_away == move
    notes: list[Item] = [Comment(_THROWN if thrown else _PERHAPS)]
    if items:
        notes.append(Variation(items))
    head = [*made.head(), *(Tag(name, value) for name, value in more.items() if name not in written)]
    record = replace(
        replayed.transcript,
        head=head,
        items=_noted(replayed.transcript.items, move, notes, "?" if thrown else ""),
        # Places in a text are those of another one.
        text="",
        line=1,
    )
    checked = replay(record, rules=made.game.rules, hints=False)
    if not checked.accepted:
        assert checked.error is not None
        raise Unproved(f"the strict replay does not accept the variation that was found: {checked.error.message}")
    return record


def _up_to_redeal(items: list[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Move) and item.command.source == "redeal":
            return
        yield item


def _noted(items: Sequence[Item], move: int, notes: Sequence[Item], mark: str) -> list[Item]:
    """The items of a record with notes behind a move and all that is written there; the move is marked, unless it
    bears a mark already."""
    kept = [item for item in items if not isinstance(item, Number)]
    moves = [place for place, item in enumerate(kept) if isinstance(item, Move)]
    played = kept[moves[move - 1]]
    assert isinstance(played, Move)
    kept[moves[move - 1]] = replace(played, mark=played.mark or mark)
    end = moves[move] if move < len(moves) else len(kept)
    return [*kept[:end], *notes, *kept[end:]]
