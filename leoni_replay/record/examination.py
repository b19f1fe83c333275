"""``leoni examine``: what follows from the position of a record, its claims one by one, and the legal moves.

A replay stops at the first false claim. Here every claim is proved by itself, so that a book's example can be told from
its errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pkgutil import resolve_name
from typing import Any, NamedTuple, TypeVar

from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.diagnostics import CARDS_PLAYED, Diagnostic, Fault, Severity, Span, Warn, is_about_layout
from leoni_replay.drawing import draw
from leoni_replay.examining.findings import Finding, findings
from leoni_replay.games import GAMES, Game, Rules, RulesError
from leoni_replay.games.game import Position
from leoni_replay.games.steps import Shift, Step
from leoni_replay.notation.transcript import Claim, Item, MoveItem, Note, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.phrases import counted
from leoni_replay.record.checker import ReadResult, RecordReader
from leoni_replay.record.claim_proofs import Refuted, outcome
from leoni_replay.record.move_faults import diagnostic
from leoni_replay.record.played_items import play_items, visit_items
from leoni_replay.record.replay import Replay, one_record, replay
from leoni_replay.record.setup import any_unknown, listed_lines, read_layout, set_up

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim of a record and its outcome.

    ``move`` is the number of the move before it (0: before the first), in its variation if ``in_variation``. ``truth``
    is what is true instead of a false claim. ``holds`` is None if the record breaks off before the claim, or if the
    claim depends on unknown cards; then ``truth`` names them.
    """

    text: str
    span: Span
    move: int
    in_variation: bool
    holds: bool | None
    truth: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A single reading other than the one in force, and its effect on the available cards (with their places) and the
    legal moves: which are added, and which are missing."""

    reading: str
    title: str
    more_free: tuple[tuple[str, int], ...]
    less_free: tuple[tuple[str, int], ...]
    more_moves: tuple[str, ...]
    fewer_moves: tuple[str, ...]


@dataclass(slots=True, repr=False)
class Examination:
    """The results of an examination: of a record, and of its position after a move.

    ``replay`` is the replay of the record without its claims. ``lines`` are the places that its layout lists; None if
    all cards are known. ``free`` are the available cards with their places, ``moves`` the legal moves in long form.
    """

    replay: Replay
    number: int = 0
    position: Position | None = None
    lines: frozenset[str] | None = None
    findings: list[Finding] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)
    free: list[tuple[str, int]] = field(default_factory=list)
    moves: tuple[str, ...] = ()
    differences: list[Difference] = field(default_factory=list)

    def __repr__(self) -> str:
        counts = f"{counted(len(self.findings), 'finding')}, {counted(len(self.proofs), 'claim')}"
        return f"<Examination of {self.replay.name or 'nothing'} after move {self.number}: {counts}>"

    def _repr_html_(self) -> str:
        """Return the output of ``leoni examine``, for notebooks."""
        return draw("examination", self)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Errors and warnings of the record, apart from its claims. Warnings about its layout (D3…, E5…) are left out,
        because the findings cover them."""
        return [
            diagnostic
            for diagnostic in self.replay.diagnostics
            if not is_about_layout(diagnostic.code) or diagnostic.severity == "error"
        ]

    @property
    def right(self) -> bool:
        """Whether the record has no errors, except perhaps in its claims."""
        return not any(diagnostic.severity == "error" for diagnostic in self.replay.diagnostics)

    @property
    def sound(self) -> bool:
        """Whether nothing impossible was found, no claim fails, and the record has no errors."""
        wrong = any(finding.severity == "impossible" for finding in self.findings)
        return self.right and not wrong and not any(proof.holds is False for proof in self.proofs)

    @property
    def unlisted_lines(self) -> list[str]:
        """The lines that the layout lacks, as a ``Layout`` tag names them: a row of a grid is one line."""
        if self.lines is None or self.position is None:
            return []
        names = [name for name, _ in self.position.listing()]
        return [name for name in names if name not in self.lines and name != "deal"]

    @property
    def unseen(self) -> list[str]:
        """The places that the layout does not list, as :attr:`Position.places` names them."""
        return [place for line in self.unlisted_lines for place in self.replay.game.cells.get(line, (line,))]


def examine(transcript: Transcript | str, *, rules: str | None = None, at: int | None = None) -> Examination:
    """Examine a record.

    Args:
        transcript: the record as a transcript, or its text.
        rules: a rule book and overrides to use instead of its ``Rules`` tag.
        at: the move after which to examine the position (0: as dealt). By default, a layout as it is written, or the
            last position of a game that is dealt.

    Raises:
        IndexError: there is no such move.
        TypeError: the argument is neither a transcript nor a text.
        ValueError: the text is not one record.
    """
    transcript = one_record(transcript, "examine")
    replayed = replay(_bare(transcript), rules=rules, hints=False)
    examination = Examination(replayed)
    if not replayed.dealt:
        examination.proofs = _proofs(transcript, {})
        return examination
    game = replayed.game
    layout = transcript.value("Deal") == "layout"
    examination.number = at if at is not None else 0 if layout else replayed.moves
    if not any_unknown(replayed.view_at(0)):
        examination.proofs = _proofs(transcript, _outcomes(transcript, replayed))
    else:
        examination.proofs = _proofs(transcript, _outcomes_apart(transcript, rules))
    position = replayed.at(examination.number)
    examination.position = position
    examination.lines = lines_shown(transcript, game, replayed.steps[: examination.number]) if layout else None
    examination.findings = findings(position, examination.lines)
    if not layout:
        # The moves show how the position came about, and every one was checked.
        examination.findings = [one for one in examination.findings if one.severity != "doubtful"]
    examination.free = position.available()
    examination.moves = _moves(position)
    examination.differences = list(_differences(examination, position, as_laid=layout and not examination.number))
    return examination


def layout_notes(replay: Replay) -> list[Diagnostic]:
    """Return what follows from the layout of an accepted record besides the warnings of its replay: warnings of what is
    impossible or doubtful; of a table without moves also notes of what is implied."""
    tag = replay.transcript.tag("Layout")
    if tag is None or not replay.dealt or not replay.accepted:
        return []
    warned = {one.code for one in replay.diagnostics}
    made = []
    for one in findings(replay.view_at(0), listed_lines(tag.value)):
        if one.code not in warned and (one.severity != "implied" or (not replay.moves and one.code != CARDS_PLAYED)):
            warning = Warn(one.code, one.message, tag.start, tag.end, clause=one.clause)
            severity: Severity = "note" if one.severity == "implied" else "warning"
            made.append(diagnostic(replay.transcript, warning, "warning", None)._replace(severity=severity))
    return made


# -- claims -------------------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """The outcome of a claim: whether it is true (None: this cannot be decided), and what is true instead."""

    holds: bool | None
    truth: str = ""


def _bare(transcript: Transcript, kept: Claim | None = None) -> Transcript:
    """Return the record without its claims, or with only one of them."""
    epilogue: list[Note] = [item for item in transcript.epilogue if not isinstance(item, Claim) or item is kept]
    return replace(transcript, items=_unclaimed(transcript.items, kept), epilogue=epilogue)


def _unclaimed(items: Sequence[Item], kept: Claim | None) -> list[Item]:
    return [
        replace(item, items=_unclaimed(item.items, kept)) if isinstance(item, Variation) else item
        for item in items
        if not isinstance(item, Claim) or item is kept
    ]


def _claims(transcript: Transcript) -> Iterator[tuple[Claim, int, bool]]:
    """Yield every claim, the number of the move before it, and whether that is in a variation."""
    yield from _claims_in(transcript.items, 1, False)
    last = sum(1 for _ in transcript.moves())
    yield from ((item, last, False) for item in transcript.epilogue if isinstance(item, Claim))


def _claims_in(items: Sequence[Item], first: int, in_variation: bool) -> Iterator[tuple[Claim, int, bool]]:
    played = 0
    for item in items:
        if isinstance(item, MoveItem):
            played += 1
        elif isinstance(item, Claim):
            yield item, first + played - 1, in_variation
        elif isinstance(item, Variation):
            yield from _claims_in(item.items, first + played - 1, True)


def _proofs(transcript: Transcript, outcomes: dict[int, Outcome]) -> list[Proof]:
    """Return every claim with its outcome; ``outcomes`` are by place in the text, as far as they are known."""
    proofs = []
    for claim, move, in_variation in _claims(transcript):
        outcome = outcomes.get(id(claim), Outcome(None))
        text, span = " ".join(claim.text.split()), transcript.span(claim.start, claim.end)
        proofs.append(Proof(text, span, move, in_variation, *outcome))
    return proofs


def _outcomes(transcript: Transcript, replayed: Replay) -> dict[int, Outcome]:
    """Return the outcomes of the claims that the replay reached, each proved where it stands.

    Args:
        transcript: the record with its claims.
        replayed: its replay, which may have ignored them.
    """
    table = replayed.view_at(0)
    outcomes = {
        id(node.item): _outcome_of(outcome(table, node.item))
        for node in visit_items(play_items(transcript.items, replayed.line, table), table)
        if isinstance(node.item, Claim) and node.was_reached
    }
    if replayed.result is not None:
        table = replayed.view_at(replayed.moves)
        behind = [item for item in transcript.epilogue if isinstance(item, Claim)]
        outcomes |= {id(claim): _outcome_of(outcome(table, claim)) for claim in behind}
    return outcomes


def _outcome_of(error: Exception | None) -> Outcome:
    """Return the outcome of a claim, from the exception of its proof."""
    if error is None:
        return Outcome(True)
    return Outcome(False, error.truth) if isinstance(error, Refuted) else Outcome(None, str(error))


def _outcomes_apart(transcript: Transcript, rules: str | None) -> dict[int, Outcome]:
    """Return the outcome of every claim of a record with unknown cards. Each is proved in its own replay, so that what
    is learned about the cards doesn't depend on other claims."""
    outcomes: dict[int, Outcome] = {}
    for claim, _, _ in _claims(transcript):
        outcomes |= {id(claim): _outcome_of(error) for error in _noted(_bare(transcript, claim), rules)}
    return outcomes


def _noted(transcript: Transcript, rules: str | None) -> list[Exception | None]:
    """Return the outcomes of the claims of a record with unknown cards, up to its first error."""
    reader = RecordReader(transcript, set_up(transcript, rules), notes_claims=True)
    result: ReadResult = resolve_name(GAMES[reader.setup.game.name].unknown).complete(reader)
    return result.outcomes


# -- the position -------------------------------------------------------------------------------------------------


def lines_shown(transcript: Transcript, game: Game[Any], steps: Iterable[Step]) -> frozenset[str]:
    """Return the places that a layout lists, and those whose cards the moves have shown."""
    listed = listed_lines(transcript.value("Layout") or "")
    moved = [change.dest for step in steps for change in step.changes if isinstance(change, Shift)]
    return listed | {game.line(place) for place in moved if place in game.foundations or game.row(place)}


def _moves(position: Position) -> tuple[str, ...]:
    """Return the legal moves in long form."""
    return tuple(dict.fromkeys(token(position.long_form(move)) for move in position.legal_moves()))


def _with_orders(position: Position) -> Position:
    """Return a copy in which a shuffled redeal has some order, so that it is not refused for lack of one."""
    twin = position.copy()
    gathered = twin.gathered()
    if gathered is not None:
        twin.orders.setdefault(gathered[0], bytes(gathered[1]))
    return twin


def _under_other_rules(position: Position, game: Game[Any]) -> Position:
    """Return the same position of the same game under other rules."""
    table = game.new_table()
    piles = {
        game.places[name]: len(pile) if name in game.foundations else bytes(pile)
        for name, pile in position.places.items()
    }
    table.set_position(piles, position.deal, position.rows)
    table.restore(position.state)
    table.odd = position.odd
    table.orders = dict(position.orders)
    return Position(table, game)


def _as_known(laid: Position, position: Position) -> Position:
    """Return a position as a layout describes it, with the cards that the moves have made known."""
    for name, pile in laid.places.items():
        shown = position.places[name]
        if len(pile) == len(shown) and any(card & ~DOWN == UNKNOWN for card in pile):
            laid.table.set_cards(laid.game.places[name], bytes(shown))
    laid.table.odd = laid.table.odd and position.odd
    return laid


def _differences(examination: Examination, position: Position, as_laid: bool) -> Iterator[Difference]:
    """Yield the single readings under which other cards are available, or other moves legal, in the same position."""
    game = position.game
    book, overrides = game.rules.book, game.rules.overrides
    own = _moves(_with_orders(position))
    layout = examination.replay.transcript.tag("Layout")
    for point in book.points.values():
        if game.turns_on.get(point.id) in examination.unlisted_lines:
            continue
        for reading in point.readings:
            if reading == game.rules[point.id]:
                continue
            try:
                other = GAMES[game.name].make(Rules(book, overrides | {point.id: reading}, game.rules.letter))
                if other.places != game.places:
                    continue
                if as_laid and layout is not None:
                    table = _as_known(read_layout(other, layout, []), position)
                else:
                    table = _under_other_rules(position, other)
            except (RulesError, Fault):
                # Readings that cannot be combined, or that don't allow such a position.
                continue
            free, moves = table.available(), _moves(_with_orders(table))
            part = (
                _without(free, examination.free),
                _without(examination.free, free),
                _without(moves, own),
                _without(own, moves),
            )
            if any(part):
                yield Difference(f"{point.id}={reading}", point.title, *part)


def _without(items: Sequence[T], others: Sequence[T]) -> tuple[T, ...]:
    return tuple(item for item in items if item not in others)
