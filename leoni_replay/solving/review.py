"""Review a recorded game: after which moves could it still be won, and which move threw it away?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import (
    TYPE_CHECKING,
    Final,
)

from leoni_replay.arguments import check_text, check_type
from leoni_replay.cards import texts
from leoni_replay.commands import Move
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.drawing import draw
from leoni_replay.notation.claim_syntax import claim
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Number, Record, Tag, Transcript, Variation
from leoni_replay.notation.writer import dumps, token
from leoni_replay.record.replay import replay
from leoni_replay.record.result import Replay, record_keys
from leoni_replay.search.solver import NO_LIMITS, Limits, Solution, make_memory
from leoni_replay.solving.searcher import (
    CannotSearch,
    Limit,
    Outlook,
    Searcher,
    UnprovedWin,
    limits_data,
    make_searcher,
)
from leoni_replay.solving.solve import convert_to_record

if TYPE_CHECKING:
    from leoni_replay.json_data import ReviewedData

#: The default time for a review, in seconds.
SECONDS: Final = 10.0
#: The maximum number of positions searched from a position in the first round, and the factor from round to round.
_FIRST_NODES: Final = 5_000
_LONGER: Final = 4

#: The comments after the move that threw a game away, and after one that may have done so.
_THROWN = "the game could be won before this move, but not after it"
_PERHAPS = "the game could be won before this move; whether it could after it is undecided"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The review of a recorded game.

    Attributes:
        replay: the strict replay of the record.
        transcript: the record with a line that wins as a variation, and a mark on the move that threw the game away.
            The strict replay accepts it. If there is nothing to add, the record is unchanged.
        outlooks: the outcome of the position after every move, from the deal on (0): ``won`` if it can be won, ``lost``
            if not, ``undecided`` if the search from there met a limit. Empty if there was no search.
        line: the moves that win from the last winnable position, in long form; empty if none is needed.
        nodes: the total number of positions searched.
        seconds: the total time.
        limits: the limits of the review: the positions searched from each position, the time for all of it, and the
            memory.
        prunings: the names of the prunings used.
        limit: the limit that left positions undecided, ``interrupt`` if the review was interrupted; otherwise empty.
        reason: why there was no search.
        diagnostic: the error of the strict replay, if that is the reason.
    """

    replay: Replay
    transcript: Transcript
    outlooks: tuple[Outlook, ...] = ()
    line: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    limits: Limits = NO_LIMITS
    prunings: tuple[str, ...] = ()
    limit: Limit = ""
    reason: str = ""
    diagnostic: Diagnostic | None = None

    def __repr__(self) -> str:
        parts = [self.replay.name, self.replay.rules, self.replay.transcript.value("Deal")]
        if not self.outlooks:
            outcome = "no review"
        elif self.last is not None:
            outcome = f"could be won until move {self.last}"
        else:
            outcome = "could not be won" if self.first_lost == 0 else "could not be seen to be won"
        return f"<Reviewed {', '.join(part for part in parts if part) or 'nothing'}: {outcome}>"

    def as_dict(self) -> ReviewedData:
        """Return the review as ``leoni review --format json`` writes it, for ``json.dumps``."""
        searched = bool(self.outlooks)
        replayed, thrown_away = self.replay, self.thrown_away
        return {
            **record_keys(replayed),
            "status": "reviewed" if searched else "refused",
            "result": replayed.result if searched else None,
            "moves": replayed.moves if searched else None,
            "outlooks": list(self.outlooks),
            "last_won": self.last,
            "first_lost": self.first_lost,
            "thrown_away": thrown_away,
            "played": token(replayed.steps[thrown_away - 1].move) if thrown_away else None,
            "line": [token(command) for command in self.line],
            "record": dumps(self.transcript) if searched else None,
            "nodes": self.nodes if searched else None,
            "seconds": round(self.seconds, 3) if searched else None,
            "limit": self.limit or None,
            "limits": limits_data(self.limits) if searched else None,
            "prunings": list(self.prunings),
            "reason": self.reason or None,
            "diagnostics": [diagnostic.as_dict() for diagnostic in replayed.diagnostics],
        }

    def _repr_html_(self) -> str:
        """Return the output of ``leoni review``, for notebooks."""
        return draw("review", self)

    @property
    def last(self) -> int | None:
        """The last move after which the game could still be won, as far as is known; None if there is none."""
        return max(_positions_with(self.outlooks, "won"), default=None)

    @property
    def first_lost(self) -> int | None:
        """The first move after which the game could no longer be won, as far as is known; None if there is none."""
        first_lost = len(self.outlooks)
        while first_lost and self.outlooks[first_lost - 1] == "lost":
            first_lost -= 1
        return first_lost if first_lost < len(self.outlooks) else None

    @property
    def thrown_away(self) -> int | None:
        """The move that threw the game away: the game could be won before it and not after it. None if there is no such
        move, or if it isn't known."""
        last = self.last
        return last + 1 if last is not None and self.first_lost == last + 1 else None


def _positions_with(outlooks: Sequence[Outlook], outlook: Outlook) -> list[int]:
    """Return the numbers of the moves after which the position has a certain outlook (0 for the position as dealt).

    Args:
        outlooks: the outlook after every move, from the deal on.
        outlook: the one to look for.
    """
    return [move for move, move_outlook in enumerate(outlooks) if move_outlook == outlook]


@dataclass(slots=True)
class Review:
    """A review in progress, position by position, which can be interrupted.

    The positions between two irregular moves (misplays, or settings by hand, which no line of the rules leads over) are
    a stretch. If a position of a stretch can be won, so can those before it, and if one is lost, so are those after it.
    So in each stretch the review looks for the place between the two. It goes over it in rounds: each searches further
    from the positions that are still undecided.
    """

    searcher: Searcher
    outlooks: list[Outlook] = field(init=False)
    #: the line that wins from the last winnable position
    winning_line: tuple[int, ...] = ()
    #: the limit that the review met
    limit: Limit = ""
    #: the moves after which a search filled the memory, so that a longer one would too
    _too_large: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Begin with all positions undecided, and make one memory for the searches from all of them."""
        self.outlooks = ["undecided"] * (self.searcher.replay.moves + 1)
        if self.searcher.visited is None:
            self.searcher.visited = make_memory(self.searcher.limits._replace(nodes=None))

    def run(
        self, progress: Callable[[int, Solution], None] | None = None, *, winnable: Mapping[int, int] | None = None
    ) -> None:
        """Search until all positions are decided, or a limit is met.

        Args:
            progress: called about ten times a second with the number of the move after which the position is searched,
                and with the result so far.
            winnable: the moves after which the game is known to be winnable, each with how many positions have to be
                searched for that. These searches come first.
        """
        for move, nodes in sorted((winnable or {}).items(), reverse=True):
            if self.outlooks[move] == "undecided":
                (stretch,) = (stretch for stretch in self._stretches() if move in stretch)
                self._decide(move, stretch, nodes, progress)
        most_nodes = self.searcher.limits.nodes
        nodes = _FIRST_NODES
        self.limit = ""
        while self.undecided():
            if most_nodes is not None:
                nodes = min(nodes, most_nodes)
            # Unless one of the searches meets another limit.
            self.limit = "memory"
            for stretch in reversed(self._stretches()):
                self._search_stretch(stretch, nodes, progress)
            if self._has_met("seconds") or self._has_met("memory") or nodes == most_nodes:
                # Longer searches are not allowed, or would not decide more.
                break
            nodes *= _LONGER
        if not self.undecided():
            self.limit = ""

    def _has_met(self, limit: Limit) -> bool:
        """Whether the review has met a limit."""
        return self.limit == limit

    def undecided(self) -> list[int]:
        """Return the numbers of the moves after which the position is undecided."""
        return _positions_with(self.outlooks, "undecided")

    def _stretches(self) -> list[range]:
        """Return the stretches, as the numbers of the moves after which their positions stand."""
        starts = [0, *self.searcher.replay.irregular]
        return [range(start, end) for start, end in pairwise([*starts, len(self.outlooks)])]

    def _search_stretch(self, stretch: range, nodes: int, progress: Callable[[int, Solution], None] | None) -> None:
        """Search from the undecided positions of a stretch, as far as a round goes.

        The last ones come first, because the fewer cards are left, the shorter is the search. From the first one that
        stays undecided on, wins are looked for by halving what lies between it and the last known win: if many lines
        win, one of them is found soon.

        Args:
            stretch: the stretch.
            nodes: the maximum number of positions searched from each position.
            progress: as for ``run``.
        """
        move = self._last_undecided(stretch)
        while move is not None and self._decide(move, stretch, nodes, progress) != "undecided":
            move = self._last_undecided(stretch)
        if move is None:
            return
        not_won = move
        last_won = self._last_won(stretch)
        while not_won - last_won > 1 and not self._has_met("seconds"):
            middle = (last_won + not_won) // 2
            if self._decide(middle, stretch, nodes, progress) != "won":
                not_won = middle
            last_won = self._last_won(stretch)

    def _last_undecided(self, stretch: range) -> int | None:
        """Return the last move of a stretch after which the position is undecided; None if there is none."""
        return next((move for move in reversed(stretch) if self.outlooks[move] == "undecided"), None)

    def _last_won(self, stretch: range) -> int:
        """Return the last move of a stretch after which the position can be won; the one before the stretch if there is
        none."""
        return next((move for move in reversed(stretch) if self.outlooks[move] == "won"), stretch.start - 1)

    def _decide(
        self, move: int, stretch: range, nodes: int, progress: Callable[[int, Solution], None] | None
    ) -> Outlook:
        """Search from the position after a move, and note the outcome in ``outlooks``, also for the positions before
        and after it whose outcome follows from it. If a limit is met, note it in ``limit``.

        Args:
            move: the number of the move; 0 for the position as dealt.
            stretch: its stretch.
            nodes: the maximum number of positions searched.
            progress: as for ``run``.

        Returns:
            The outcome.
        """
        if move in self._too_large:
            return "undecided"
        seconds = self.searcher.limits.seconds
        seconds_left = None if seconds is None else seconds - self.searcher.seconds
        if seconds_left is not None and seconds_left <= 0:
            self.limit = "seconds"
            return "undecided"
        limits = self.searcher.limits._replace(nodes=nodes, seconds=seconds_left)
        solution = self.searcher.search(move, None if progress is None else partial(progress, move), limits)
        if solution.status == "won":
            # As long as the line is the game's own, so are its positions.
            own_line = [step.number for step in self.searcher.replay.steps[move : stretch.stop - 1]]
            shared = _count_shared(solution.line, own_line)
            after_won = move + shared + 1
            if "won" not in self.outlooks[move + 1 :]:
                self.winning_line = solution.line[shared:]
            self.outlooks[stretch.start : after_won] = ["won"] * (after_won - stretch.start)
        elif solution.status == "lost":
            # Every position after a lost one is lost.
            self.outlooks[move : stretch.stop] = ["lost"] * (stretch.stop - move)
        elif solution.limit == "memory":
            self._too_large.add(move)
        else:
            self.limit = solution.limit
        return solution.status

    def result(self, *, is_interrupted: bool = False) -> Reviewed:
        """Return the result so far.

        Args:
            is_interrupted: whether the review was interrupted.

        Raises:
            UnprovedWin: the strict replay rejects the winning line.
        """
        searcher = self.searcher
        replayed = searcher.replay
        limit: Limit = "interrupt" if is_interrupted else self.limit
        reviewed = Reviewed(replayed, replayed.transcript, tuple(self.outlooks), limit=limit)
        line: list[Move] = []
        transcript = replayed.transcript
        if reviewed.last is not None:
            line, orders = searcher.commands(reviewed.last, self.winning_line)
            # Only to check that the strict replay accepts the win.
            searcher.win_record(reviewed.last, line, orders)
            if reviewed.last < replayed.moves and line:
                transcript = _annotate(searcher, reviewed, line, orders)
        return replace(
            reviewed,
            line=tuple(line),
            transcript=transcript,
            nodes=searcher.nodes,
            seconds=searcher.seconds,
            limits=searcher.limits,
            prunings=searcher.prunings,
        )


def review(
    record: Record,
    rules: str | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = SECONDS,
    memory: int = 256,
    without: Collection[str] = (),
    progress: Callable[[int, Solution], None] | None = None,
) -> Reviewed:
    """Find out after which moves a recorded game could still be won, with all cards known.

    The review goes on until it knows that of every position, or meets a limit.

    Args:
        record: the record.
        rules: a rule book and overrides to use instead of its ``Rules`` tag.
        nodes: the maximum number of positions searched from each position of the game; None for no limit.
        seconds: the maximum time for the whole review; None for no limit.
        memory: the memory for visited positions in MB.
        without: the names of prunings that are not used, or one of them; ``all`` for all of them.
        progress: called about ten times a second with the move before the position, and with the result so far.

    Raises:
        TypeError: the argument is not a record, or the rules are not text.
        LeoniError: there is no such pruning, or a limit is too small.
    """
    check_type(record, Record, "review takes a record")
    check_text(rules=rules)
    try:
        searcher = make_searcher(
            convert_to_record(record), rules=rules, limits=Limits(nodes, seconds, memory), without=without
        )
    except CannotSearch as error:
        return report_refusal(error)
    review_in_progress = Review(searcher)
    review_in_progress.run(progress)
    return review_in_progress.result()


def report_refusal(error: CannotSearch) -> Reviewed:
    """Return the result for a record that cannot be reviewed."""
    return Reviewed(error.replay, error.replay.transcript, reason=error.reason, diagnostic=error.diagnostic)


def _annotate(searcher: Searcher, reviewed: Reviewed, line: list[Move], orders: dict[int, bytes]) -> Transcript:
    """Return the record with the winning line as a variation, which replaces the first move that left it.

    Args:
        searcher: the searches of the record.
        reviewed: the review; at least one position can be won.
        line: the moves that win from the last of those positions.
        orders: the orders of the shuffled redeals among them, by the number of the deal that each begins.

    Raises:
        UnprovedWin: the strict replay rejects it.
    """
    replayed = searcher.replay
    assert reviewed.last is not None
    move = reviewed.last + 1
    tag_values = {tag.name: tag.value for tag in replayed.transcript.tags}
    # The record has one tag with the order of each shuffled redeal, which may be another one than the line needs.
    packs = {f"Pack{number}": texts(order) for number, order in orders.items()}
    needs_other_order = any(tag_values.get(name, pack).split() != pack.split() for name, pack in packs.items())
    variation = _variation_of(line, before_redeal=needs_other_order)
    is_thrown_away = reviewed.thrown_away == move
    notes: list[Item] = [Comment(_THROWN if is_thrown_away else _PERHAPS)]
    if move in replayed.irregular:
        # No variation follows a misplay or a setting.
        notes.append(Comment(f"a win was {' '.join(token(command) for command in line)}"))
    elif variation:
        notes.append(Variation(variation))
    head = [*searcher.head(), *(Tag(name, pack) for name, pack in packs.items() if name not in tag_values)]
    record = replace(
        replayed.transcript,
        head=head,
        items=_add_notes(replayed.transcript.items, move, notes, "?" if is_thrown_away else ""),
        # The offsets belong to another text.
        text="",
        line=1,
    )
    error = replay(record, rules=searcher.game.rules, hints=False).error
    if error is not None:
        raise UnprovedWin(f"the strict replay does not accept the variation that was found: {error.message}")
    return record


def _variation_of(line: Sequence[Move], *, before_redeal: bool) -> list[Item]:
    """Return the items of a variation that wins.

    Args:
        line: its moves.
        before_redeal: whether it ends before the first redeal, because the record has only one order for each redeal,
            and the game as played needs another.
    """
    items: list[Item] = []
    for command in line:
        if before_redeal and command.source == "redeal":
            return items
        items.append(MoveItem(command))
    return items if before_redeal else [*items, claim(" won")]


def _count_shared(line: Sequence[int], other_line: Sequence[int]) -> int:
    """Return how many moves two lines share at their beginnings."""
    shared = 0
    while shared < min(len(line), len(other_line)) and line[shared] == other_line[shared]:
        shared += 1
    return shared


def _add_notes(items: Sequence[Item], move: int, notes: Sequence[Item], mark: str) -> list[Item]:
    """Return the items of a record with notes added after a move and what follows it up to the next move.

    Args:
        items: the items of the record. Written numbers of moves are left out, because they may no longer fit.
        move: the number of the move, from 1.
        notes: the comments and variations to add.
        mark: the mark that the move gets, unless it has one already, or is a setting, which takes none.
    """
    new_items = [item for item in items if not isinstance(item, Number)]
    move_indices = [index for index, item in enumerate(new_items) if isinstance(item, MoveItem)]
    index = move_indices[move - 1]
    move_item = new_items[index]
    assert isinstance(move_item, MoveItem)
    if not move_item.mark and move_item.command.how != "set":
        new_items[index] = replace(move_item, mark=mark)
    end = move_indices[move] if move < len(move_indices) else len(new_items)
    return [*new_items[:end], *notes, *new_items[end:]]
