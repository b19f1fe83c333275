"""``leoni examine``: what follows from the position of a record, its claims one by one, and the legal moves.

A replay stops at the first false claim. Here every claim is proved by itself, so that a book's example can be told from
its errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pkgutil import resolve_name
from typing import (
    TYPE_CHECKING,
    Any,
    NamedTuple,
    TypeVar,
)

from leoni_replay.arguments import check_move, check_text
from leoni_replay.cards import DOWN, TEXT, UNKNOWN
from leoni_replay.diagnostics import CARDS_PLAYED, Diagnostic, Fault, Severity, Span, Warn, is_about_layout
from leoni_replay.drawing import draw
from leoni_replay.examining.findings import Finding, findings
from leoni_replay.games import GAMES, Game, Rules, RulesError
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.games.game import Position
from leoni_replay.games.steps import Shift, Step
from leoni_replay.notation.transcript import Claim, Item, MoveItem, Note, Record, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.phrases import pluralize
from leoni_replay.record.checker import ReadResult, RecordReader
from leoni_replay.record.claim_proofs import Refuted, outcome
from leoni_replay.record.move_faults import diagnostic
from leoni_replay.record.played_items import play_items, visit_items
from leoni_replay.record.replay import Replay, faulty_replay, one_record, replay
from leoni_replay.record.result import view_at
from leoni_replay.record.setup import has_unknown_cards, listed_lines, read_layout, set_up

if TYPE_CHECKING:
    from leoni_replay.json_data import DifferenceData, ExaminationData, PlacedCardData, ProofData

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

    def as_dict(self) -> ProofData:
        """Return the claim as ``leoni examine --format json`` writes it, for ``json.dumps``."""
        return {
            "text": self.text,
            "line": self.span.line,
            "column": self.span.column,
            "move": self.move,
            "variation": self.in_variation,
            "holds": self.holds,
            "truth": self.truth or None,
        }


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

    def as_dict(self) -> DifferenceData:
        """Return the difference as ``leoni examine --format json`` writes it, for ``json.dumps``."""
        return {
            "reading": self.reading,
            "title": self.title,
            "also_available": _cards_as_data(self.more_free),
            "not_available": _cards_as_data(self.less_free),
            "also_legal": list(self.more_moves),
            "not_legal": list(self.fewer_moves),
        }


def _cards_as_data(cards: Iterable[tuple[str, int]]) -> list[PlacedCardData]:
    """Return cards with their places as data."""
    return [{"place": place, "card": TEXT[card]} for place, card in cards]


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
        counts = f"{pluralize(len(self.findings), 'finding')}, {pluralize(len(self.proofs), 'claim')}"
        return f"<Examination of {self.replay.name or 'nothing'} after move {self.number}: {counts}>"

    def as_dict(self) -> ExaminationData:
        """Return the examination as ``leoni examine --format json`` writes it, for ``json.dumps``."""
        transcript = self.replay.transcript
        return {
            "file": transcript.file,
            "number": transcript.number,
            "game": transcript.value("Game"),
            "rules": self.replay.rules,
            "deal": transcript.value("Deal"),
            "sound": self.sound,
            "move": None if self.position is None else self.number,
            "table": None if self.position is None else self.position.text.splitlines(),
            "not_listed": self.unlisted_lines,
            "findings": [finding.as_dict() for finding in self.findings],
            "diagnostics": [diagnostic.as_dict() for diagnostic in self.diagnostics],
            "claims": [proof.as_dict() for proof in self.proofs],
            "available": _cards_as_data(self.free),
            "legal": list(self.moves),
            "readings": [difference.as_dict() for difference in self.differences],
        }

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


def examine(transcript: Record | str, *, rules: str | None = None, at: int | None = None) -> Examination:
    """Examine a record.

    Args:
        transcript: the record, or its text.
        rules: a rule book and overrides to use instead of its ``Rules`` tag.
        at: the move after which to examine the position (0: as dealt). By default, a layout as it is written, or the
            last position of a game that is dealt.

    Raises:
        IndexError: there is no such move.
        TypeError: the argument is neither a record nor a text, or the rules are not text.
        LeoniError: the text is not one record.
    """
    transcript = one_record(transcript, "examine")
    check_text(rules=rules)
    replayed = replay(_strip_claims(transcript), rules=rules, hints=False)
    if at is None:
        at = 0 if transcript.value("Deal") == "layout" else replayed.moves
    if replayed.dealt:
        check_move(at, replayed.moves)
    try:
        with program_faults():
            return _examine(transcript, replayed, rules, at)
    except ProgramFault as fault:
        return Examination(faulty_replay(transcript, fault))


def _examine(transcript: Transcript, replayed: Replay, rules: str | None, at: int) -> Examination:
    """Examine a record after a move, as :func:`examine`.

    Args:
        transcript: the record.
        replayed: its replay without its claims.
        rules: what to use instead of its ``Rules`` tag.
        at: the number of the move.
    """
    examination = Examination(replayed)
    if not replayed.dealt:
        examination.proofs = _make_proofs(transcript, {})
        return examination
    game = replayed.game
    layout = transcript.value("Deal") == "layout"
    examination.number = at
    if has_unknown_cards(view_at(replayed, 0)):
        outcomes = _outcomes_one_by_one(transcript, rules)
    else:
        outcomes = _outcomes(transcript, replayed)
    examination.proofs = _make_proofs(transcript, outcomes)
    position = replayed.at(examination.number)
    examination.position = position
    examination.lines = lines_shown(transcript, game, replayed.steps[: examination.number]) if layout else None
    examination.findings = findings(position, examination.lines)
    if not layout:
        # The moves show how the position came about, and every one was checked.
        examination.findings = [finding for finding in examination.findings if finding.severity != "doubtful"]
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
    codes_of_replay = {problem.code for problem in replay.diagnostics}
    notes = []
    for finding in findings(view_at(replay, 0), listed_lines(tag.value)):
        if finding.code in codes_of_replay:
            continue
        severity: Severity = "warning"
        if finding.severity == "implied":
            if replay.moves or finding.code == CARDS_PLAYED:
                continue
            severity = "note"
        warning = Warn(finding.code, finding.message, tag.start, tag.end, clause=finding.clause)
        notes.append(replace(diagnostic(replay.transcript, warning, "warning", None), severity=severity))
    return notes


# -- claims -------------------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """The outcome of a claim: whether it is true (None: this cannot be decided), and what is true instead."""

    holds: bool | None
    truth: str = ""


def _strip_claims(transcript: Transcript, except_for: Claim | None = None) -> Transcript:
    """Return the record without its claims, or with only one of them."""
    epilogue: list[Note] = [item for item in transcript.epilogue if not isinstance(item, Claim) or item is except_for]
    return replace(transcript, items=_strip_items(transcript.items, except_for), epilogue=epilogue)


def _strip_items(items: Sequence[Item], except_for: Claim | None) -> list[Item]:
    """Return items, and those of their variations, without the claims among them, or with only one of these."""
    remaining: list[Item] = []
    for item in items:
        if isinstance(item, Variation):
            remaining.append(replace(item, items=_strip_items(item.items, except_for)))
        elif not isinstance(item, Claim) or item is except_for:
            remaining.append(item)
    return remaining


class _ClaimInPlace(NamedTuple):
    """A claim, the number of the move before it, and whether that move is in a variation."""

    claim: Claim
    move: int
    in_variation: bool


def _claims(transcript: Transcript) -> Iterator[_ClaimInPlace]:
    """Yield every claim of a record."""
    yield from _claims_in(transcript.items, 1, False)
    last_move = sum(1 for _ in transcript.moves())
    for item in transcript.epilogue:
        if isinstance(item, Claim):
            yield _ClaimInPlace(item, last_move, False)


def _claims_in(items: Sequence[Item], first: int, in_variation: bool) -> Iterator[_ClaimInPlace]:
    """Yield every claim of a line of play, whose first move has the number ``first``."""
    move = first - 1
    for item in items:
        if isinstance(item, MoveItem):
            move += 1
        elif isinstance(item, Claim):
            yield _ClaimInPlace(item, move, in_variation)
        elif isinstance(item, Variation):
            # The variation replaces the last move.
            yield from _claims_in(item.items, move, True)


def _make_proofs(transcript: Transcript, outcomes: dict[int, Outcome]) -> list[Proof]:
    """Return every claim of a record with its outcome; ``outcomes`` are by the ``id`` of the claim. A claim that is
    not among them is undecided."""
    proofs = []
    for claim, move, in_variation in _claims(transcript):
        outcome = outcomes.get(id(claim), Outcome(None))
        proofs.append(
            Proof(
                text=" ".join(claim.text.split()),
                span=transcript.span(claim.start, claim.end),
                move=move,
                in_variation=in_variation,
                holds=outcome.holds,
                truth=outcome.truth,
            )
        )
    return proofs


def _outcomes(transcript: Transcript, replayed: Replay) -> dict[int, Outcome]:
    """Return the outcomes of the claims that the replay reached, each proved where it stands, by the ``id`` of the
    claim.

    Args:
        transcript: the record with its claims.
        replayed: its replay, which may have ignored them.
    """
    outcomes = {}
    # The visit moves this position along with the items.
    position = replayed.walk().go_to(0)
    nodes = play_items(transcript.items, replayed.line, position)
    for node in visit_items(nodes, position):
        if isinstance(node.item, Claim) and node.was_reached:
            outcomes[id(node.item)] = _outcome_of(outcome(position, node.item))
    if replayed.result is not None:
        last_position = view_at(replayed, replayed.moves)
        for item in transcript.epilogue:
            if isinstance(item, Claim):
                outcomes[id(item)] = _outcome_of(outcome(last_position, item))
    return outcomes


def _outcome_of(error: Exception | None) -> Outcome:
    """Return the outcome of a claim, from the exception of its proof."""
    if error is None:
        return Outcome(True)
    return Outcome(False, error.truth) if isinstance(error, Refuted) else Outcome(None, str(error))


def _outcomes_one_by_one(transcript: Transcript, rules: str | None) -> dict[int, Outcome]:
    """Return the outcome of every claim of a record with unknown cards, by its ``id``. Each is proved in
    its own replay, so that what is learned about the cards doesn't depend on other claims."""
    outcomes: dict[int, Outcome] = {}
    for claim_in_place in _claims(transcript):
        claim = claim_in_place.claim
        for error in _collect_outcomes(_strip_claims(transcript, claim), rules):
            outcomes[id(claim)] = _outcome_of(error)
    return outcomes


def _collect_outcomes(transcript: Transcript, rules: str | None) -> list[Exception | None]:
    """Return the outcomes of the claims of a record with unknown cards, up to its first error."""
    reader = RecordReader(transcript, set_up(transcript, rules), notes_claims=True)
    result: ReadResult = resolve_name(GAMES[reader.setup.game.name].unknown).complete(reader)
    return result.outcomes


# -- the position -------------------------------------------------------------------------------------------------


def lines_shown(transcript: Transcript, game: Game[Any], steps: Iterable[Step]) -> frozenset[str]:
    """Return the places that a layout lists, and those whose cards the moves have shown."""
    lines = listed_lines(transcript.value("Layout") or "")
    destinations = [change.dest for step in steps for change in step.changes if isinstance(change, Shift)]
    return lines | {game.line(place) for place in destinations if place in game.foundations or game.row(place)}


def _moves(position: Position) -> tuple[str, ...]:
    """Return the legal moves in long form."""
    return tuple(dict.fromkeys(map(token, position.legal())))


def _copy_with_orders(position: Position) -> Position:
    """Return a copy in which a shuffled redeal has some order, so that it is not refused for lack of one."""
    twin = position.copy()
    shuffle = twin.next_shuffle()
    if shuffle is not None:
        deal, cards = shuffle
        twin.orders.setdefault(deal, bytes(cards))
    return twin


def _position_under(position: Position, game: Game[Any]) -> Position:
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


def _fill_in_known_cards(layout_position: Position, position: Position) -> None:
    """Put the cards that the moves have made known into a position as its layout describes it."""
    for name, pile in layout_position.places.items():
        known_pile = position.places[name]
        if len(pile) == len(known_pile) and any(card & ~DOWN == UNKNOWN for card in pile):
            layout_position.table.set_cards(layout_position.game.places[name], bytes(known_pile))
    layout_position.table.odd = layout_position.table.odd and position.odd


def _differences(examination: Examination, position: Position, as_laid: bool) -> Iterator[Difference]:
    """Yield the single readings under which other cards are available, or other moves legal, in the same position.

    Args:
        examination: the examination so far.
        position: its position.
        as_laid: whether this is the position of the record's layout, which other rules may read otherwise.
    """
    game = position.game
    book, overrides = game.rules.book, game.rules.overrides
    own_moves = _moves(_copy_with_orders(position))
    layout = examination.replay.transcript.tag("Layout")
    for point in book.points.values():
        if game.deciding_places.get(point.id) in examination.unlisted_lines:
            continue
        for reading in point.readings:
            if reading == game.rules[point.id]:
                continue
            try:
                other_game = GAMES[game.name].make(Rules(book, overrides | {point.id: reading}, game.rules.letter))
                if other_game.places != game.places:
                    continue
                if as_laid and layout is not None:
                    same_position = read_layout(other_game, layout, [])
                    _fill_in_known_cards(same_position, position)
                else:
                    same_position = _position_under(position, other_game)
            except (RulesError, Fault):
                # Readings that cannot be combined, or that don't allow such a position.
                continue
            free, moves = same_position.available(), _moves(_copy_with_orders(same_position))
            difference = Difference(
                reading=f"{point.id}={reading}",
                title=point.title,
                more_free=_items_not_in(examination.free, free),
                less_free=_items_not_in(free, examination.free),
                more_moves=_items_not_in(own_moves, moves),
                fewer_moves=_items_not_in(moves, own_moves),
            )
            if difference.more_free or difference.less_free or difference.more_moves or difference.fewer_moves:
                yield difference


def _items_not_in(collection: Sequence[T], items: Sequence[T]) -> tuple[T, ...]:
    """Return the items that are not in a collection."""
    return tuple(item for item in items if item not in collection)
