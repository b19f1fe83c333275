"""``leoni examine``: what follows from the position of a record, its claims one by one, and what is legal there.

A replay stops at the first claim that does not hold. Here every claim is proved for itself, so that a book's example
can be told from its faults.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from leoni_replay.cards import DOWN, GAP
from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.examining.findings import TURNS_ON, Finding, findings
from leoni_replay.faults import Fault
from leoni_replay.files.verify import transcripts_in, why
from leoni_replay.games import GAMES, Game, RulesError, load_book, make_game
from leoni_replay.games.steps import Position, Shift, Step, redo, undo
from leoni_replay.notation import load
from leoni_replay.notation.tree import Claim, Comment, Item, Move, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.record.claims import Refuted, prove
from leoni_replay.record.replay import Line, Replay, replay
from leoni_replay.record.setup import read_layout
from leoni_replay.words import shown_as

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim of a record and what came of it.

    ``move`` is the number of the move behind which it stands (0: before the first), in its variation if ``inside``.
    ``truth`` is what is true instead of a claim that does not hold. ``holds`` is None if the record breaks off before
    the claim, or if it depends on cards that are not known; then ``truth`` says on which.
    """

    text: str
    span: Span
    move: int
    inside: bool
    holds: bool | None
    truth: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A single reading other than the one in force, and how the available cards (with their places) and the legal moves
    differ under it: what there is besides, and what is not there."""

    reading: str
    title: str
    more_free: tuple[tuple[str, int], ...]
    less_free: tuple[tuple[str, int], ...]
    more_moves: tuple[str, ...]
    fewer_moves: tuple[str, ...]


@dataclass(slots=True)
class Examination:
    """What was found out about a record and about its position after a move.

    ``done`` is the replay of the record without its claims. ``lines`` are the places that its layout lists; None if
    all cards are known. ``free`` are the available cards with their places, ``moves`` the legal moves in long form.
    """

    done: Replay
    number: int = 0
    position: Position | None = None
    lines: frozenset[str] | None = None
    findings: list[Finding] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)
    free: list[tuple[str, int]] = field(default_factory=list)
    moves: tuple[str, ...] = ()
    differences: list[Difference] = field(default_factory=list)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong or doubtful in the record besides its claims. Warnings of a layout's cards (D3…) are left out:
        findings tell of them."""
        return [found for found in self.done.diagnostics if found.code[0] != "D" or found.severity == "error"]

    @property
    def right(self) -> bool:
        """Whether nothing is wrong in the record but, perhaps, its claims."""
        return not any(found.severity == "error" for found in self.done.diagnostics)

    @property
    def sound(self) -> bool:
        """Whether nothing impossible was found, no claim fails, and the record is right."""
        wrong = any(found.severity == "impossible" for found in self.findings)
        return self.right and not wrong and not any(proof.holds is False for proof in self.proofs)

    @property
    def unseen(self) -> list[str]:
        """The places that the layout does not list."""
        if self.lines is None or self.done.game is None or self.position is None:
            return []
        names = [name for name, _ in self.done.game.listing(self.position)]
        return [name for name in names if name not in self.lines and name != "deal"]


def examine(transcript: Transcript, *, rules: str | None = None, at: int | None = None) -> Examination:
    """Examine a record.

    Args:
        transcript: the record.
        rules: a rule book and overrides to use in place of its ``Rules`` tag.
        at: the move after which the position is examined (0: as dealt). By default a layout as it is written, and the
            last table of a game that is dealt.

    Raises:
        IndexError: there is no such move.
    """
    done = replay(_bare(transcript), rules=rules, hints=False)
    found = Examination(done)
    game = done.game
    if game is None or done.digest is None:
        found.proofs = list(_unproved(transcript))
        return found
    layout = transcript.value("Deal") == "layout"
    found.number = at if at is not None else 0 if layout else len(done.steps)
    if any(card & ~DOWN >= 52 for pile in done.at(0).places.values() for card in pile if card != GAP):
        found.proofs = list(_proofs_apart(transcript, rules))
    else:
        found.proofs = list(_proofs(transcript, done, game))
    position = done.at(found.number).copy()
    found.position = position
    found.lines = _lines(transcript, done.steps[: found.number]) if layout else None
    found.findings = findings(game, position, found.lines)
    if not layout:
        # The moves say how the table came about, and every one was checked.
        found.findings = [one for one in found.findings if one.severity != "doubtful"]
    found.free = game.available(position)
    found.moves = _moves(game, position)
    found.differences = list(_differences(found, game, position, as_laid=layout and not found.number))
    return found


# -- claims -------------------------------------------------------------------------------------------------------


def _bare(transcript: Transcript, kept: Claim | None = None) -> Transcript:
    """The record without its claims, or with one of them."""
    epilogue: list[Comment | Claim] = [
        item for item in transcript.epilogue if not isinstance(item, Claim) or item is kept
    ]
    return replace(transcript, items=_unclaimed(transcript.items, kept), epilogue=epilogue)


def _unclaimed(items: Sequence[Item], kept: Claim | None) -> list[Item]:
    return [
        replace(item, items=_unclaimed(item.items, kept)) if isinstance(item, Variation) else item
        for item in items
        if not isinstance(item, Claim) or item is kept
    ]


def _claims(transcript: Transcript) -> Iterator[tuple[Claim, int, bool]]:
    """Every claim, the number of the move behind which it stands, and whether that is one of a variation."""
    yield from _claims_in(transcript.items, 1, False)
    last = sum(1 for _ in transcript.moves())
    yield from ((item, last, False) for item in transcript.epilogue if isinstance(item, Claim))


def _claims_in(items: Sequence[Item], first: int, inside: bool) -> Iterator[tuple[Claim, int, bool]]:
    played = 0
    for item in items:
        if isinstance(item, Move):
            played += 1
        elif isinstance(item, Claim):
            yield item, first + played - 1, inside
        elif isinstance(item, Variation):
            yield from _claims_in(item.items, first + played - 1, True)


def _unproved(transcript: Transcript) -> Iterator[Proof]:
    """The claims of a record that has no table."""
    return (_proof(transcript, None, None, item, move, inside) for item, move, inside in _claims(transcript))


def _proofs_apart(transcript: Transcript, rules: str | None) -> Iterator[Proof]:
    """Every claim, proved by a replay of its own. Where cards are not known, what a claim may say of them is known to
    the replay alone."""
    for item, move, inside in _claims(transcript):
        done = replay(_bare(transcript, item), rules=rules, hints=False)
        proof = _proof(transcript, None, None, item, move, inside)
        told = [one for one in done.diagnostics if one.code[:2] == "C4" and one.span == proof.span]
        if told:
            truth = (
                told[0].message.partition("` does not hold: ")[2] or told[0].message.partition("` cannot be told: ")[2]
            )
            holds = False if told[0].severity == "error" else None
            yield replace(proof, holds=holds, truth=truth or told[0].message)
        elif any(one.severity == "error" for one in done.diagnostics):
            yield proof
        else:
            yield replace(proof, holds=True)


def _proofs(transcript: Transcript, done: Replay, game: Game) -> Iterator[Proof]:
    """Every claim in its place, proved where the record is right up to there."""
    position = done.at(0)
    last = yield from _line(transcript, game, position, transcript.items, done.steps, done.lines, 1, False)
    for item in transcript.epilogue:
        if isinstance(item, Claim):
            right = last == len(done.steps) and done.result is not None
            yield _proof(transcript, game, position if right else None, item, last, False)
    for step in reversed(done.steps[:last]):
        undo(position, step)


def _line(
    transcript: Transcript,
    game: Game,
    position: Position,
    items: Sequence[Item],
    steps: Sequence[Step],
    lines: Sequence[Line],
    first: int,
    inside: bool,
) -> Generator[Proof, None, int]:
    """The claims of one line of play; returns how many of its moves are played now."""
    played = 0
    off = False
    inner = iter(lines)
    for item in items:
        if isinstance(item, Move):
            off = off or played == len(steps)
            if not off:
                redo(position, steps[played])
                played += 1
        elif isinstance(item, Claim):
            yield _proof(transcript, game, None if off else position, item, first + played - 1, inside)
        elif isinstance(item, Variation):
            line = None if off else next(inner, None)
            if line is None:
                inner_claims = _claims_in(item.items, first + played - 1, True)
                yield from (_proof(transcript, game, None, *claim) for claim in inner_claims)
                continue
            undo(position, steps[played - 1])
            went = yield from _line(
                transcript, game, position, item.items, line.steps, line.lines, first + played - 1, True
            )
            for step in reversed(line.steps[:went]):
                undo(position, step)
            redo(position, steps[played - 1])
    return played


def _proof(
    transcript: Transcript, game: Game | None, position: Position | None, item: Claim, move: int, inside: bool
) -> Proof:
    """One claim proved at a position; not proved without one."""
    text, span = " ".join(item.text.split()), transcript.span(item.start, item.end)
    if game is None or position is None:
        return Proof(text, span, move, inside, None)
    try:
        prove(game, position, item)
    except Refuted as error:
        return Proof(text, span, move, inside, False, str(error))
    return Proof(text, span, move, inside, True)


# -- the position -------------------------------------------------------------------------------------------------


def _lines(transcript: Transcript, steps: Sequence[Step]) -> frozenset[str]:
    """The places that a layout lists, and those at which moves have shown what lies there."""
    listed = {line.partition(":")[0].strip() for line in (transcript.value("Layout") or "").split("\n")}
    for step in steps:
        for change in step.changes:
            if isinstance(change, Shift) and change.dest[1:2] in ("^", "v"):
                listed.add(change.dest[:2])
            elif isinstance(change, Shift) and change.dest.startswith("r"):
                listed.add(shown_as(change.dest))
    return frozenset(listed - {""})


def _moves(game: Game, position: Position) -> tuple[str, ...]:
    """The legal moves in long form."""
    return tuple(dict.fromkeys(token(game.in_full(position, move)) for move in game.legal_moves(position)))


def _with_orders(game: Game, position: Position) -> Position:
    """A copy in which a shuffled redeal has some order, so that it is not refused for want of one."""
    twin = position.copy()
    gathered = game.gathered(twin)
    if gathered is not None:
        twin.orders.setdefault(gathered[0], gathered[1])
    return twin


def _differences(found: Examination, game: Game, position: Position, as_laid: bool) -> Iterator[Difference]:
    """The single readings under which other cards are available, or other moves legal, at the same table."""
    book, overrides = game.rules.book, game.rules.overrides
    own = _moves(game, _with_orders(game, position))
    layout = found.done.transcript.tag("Layout")
    for point in book.points.values():
        if TURNS_ON.get(point.id) in found.unseen:
            continue
        for reading in point.readings:
            if reading == game.rules[point.id]:
                continue
            chosen = overrides | {point.id: reading}
            try:
                other = make_game(game.name, "; ".join([book.name, *(f"{p}={r}" for p, r in chosen.items())]))
                if other.foundations != game.foundations or list(other.start([]).places) != list(position.places):
                    continue
                table = read_layout(other, layout, []) if as_laid and layout is not None else position
            except (RulesError, Fault):
                # Readings that cannot be combined, or under which there is no such table.
                continue
            free, moves = other.available(table), _moves(other, _with_orders(other, table))
            part = (_without(free, found.free), _without(found.free, free), _without(moves, own), _without(own, moves))
            if any(part):
                yield Difference(f"{point.id}={reading}", point.title, *part)


def _without(items: Sequence[T], others: Sequence[T]) -> tuple[T, ...]:
    return tuple(item for item in items if item not in others)


# -- the books ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """One example of a book: the work it is from, its file and game, what it claims, and what was found."""

    book: str
    file: str
    game: int
    claims: str
    found: Examination


@dataclass(frozen=True, slots=True)
class Odds:
    """A chance of winning that a book gives, which no record can prove."""

    book: str
    game: str
    odds: str


def examine_books(folder: str) -> list[Entry]:
    """Every example of a folder of books.

    Raises:
        OSError: the folder, or a file of it, cannot be read.
    """
    if not os.path.isdir(folder):
        raise NotADirectoryError(0, "there is no such folder", folder)
    entries = []
    for file in transcripts_in(folder):
        if isinstance(file, OSError):
            raise file
        try:
            entries += [_entry(file, transcript) for transcript in load(file)]
        except OSError as error:
            # A damaged archive does not say which it is.
            raise OSError(0, why(error), error.filename or file) from None
    return entries


def _entry(file: str, transcript: Transcript) -> Entry:
    book = transcript.value("Source") or ""
    claims = transcript.value("Title") or transcript.value("Game") or ""
    return Entry(book, file, transcript.number, claims, examine(transcript))


def odds() -> list[Odds]:
    """The chances of winning that the books give."""
    books = [(entry.name, load_book(entry.slug, name)) for entry in GAMES.values() for name in entry.books]
    return [Odds(next(iter(book.sources.values())), name, book.odds) for name, book in books if book.odds]
