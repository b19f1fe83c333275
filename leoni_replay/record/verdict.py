"""The verdict on one game, which every format prints, and the summary of all games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, cast

from leoni_replay.diagnostics import Diagnostic, label_of
from leoni_replay.leoni_error import LeoniError
from leoni_replay.phrases import (
    RESULT_WORDS,
    Label,
    ResultWord,
    Status,
    irregular_moves_remark,
    pluralize,
    still_legal_remark,
)
from leoni_replay.rules.position_text import digest_of
from leoni_replay.text import preformatted, visible_text

if TYPE_CHECKING:
    from leoni_replay.json_data import VerdictData
    from leoni_replay.record.result import Replay
    from leoni_replay.rules.table import Table


#: The keys of a verdict as data, in the order in which they are written.
VERDICT_KEYS: Final = (
    "file",
    "number",
    "game",
    "rules",
    "deal",
    "status",
    "label",
    "result",
    "legal_moves",
    "unknown",
    "irregular",
    "moves",
    "digest",
    "record_digest",
    "diagnostics",
)


#: The fields whose values are hashes. They are computed when one of them is first read: most programs read neither.
_DIGESTS: Final = ("digest", "record_digest")


class _Hashed:
    """The base of a verdict whose digests are not computed yet: it has the texts that they are the digests of.

    Attributes:
        texts: the texts of the final position and of the record; None once the digests are computed.
    """

    __slots__ = ("texts",)
    texts: tuple[bytes, bytes] | None

    if not TYPE_CHECKING:
        # Type checkers see the fields of the verdict.
        def __getattr__(self, name):
            """Compute both digests. Python asks here only for an attribute that isn't set."""
            if name not in _DIGESTS:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
            texts = self.texts
            # Another thread may have computed them meanwhile.
            if texts is not None:
                for field, text in zip(_DIGESTS, texts, strict=True):
                    object.__setattr__(self, field, digest_of(text))
                object.__setattr__(self, "texts", None)
            return object.__getattribute__(self, name)


@dataclass(frozen=True, slots=True)
class Verdict(_Hashed):
    """The verdict on one game.

    ``number`` is its number in ``file`` from 1 (0 for a file that holds no game, which is rejected), ``game`` the
    name of the game, ``rules`` the rule book and ``deal`` the deal; the last three are None if the record fails
    before it names them. ``moves`` is the number of moves replayed, ``digest`` identifies the final position.
    ``record_digest`` identifies a verified game by its rules, deal, moves and result; it is None for all others, and
    where cards are unknown. A game that is not rejected may have warnings and notes. A *consistent* game has no
    errors, but not all its cards are known: ``unknown`` is the number of cards of its first position that are still
    unknown. Only an irregular game may have that number too; it is None for all others. ``legal_moves`` is the number
    of legal moves at the end of a lost game (reversals, in Leoni's Own) or of a conceded one. It is None for any
    other, and for a conceded game whose cards are not all known. ``irregular`` is the number of misplays and settings
    by hand; a game with any is *irregular*, and its warnings say which they are.

    Raises:
        LeoniError: the fields contradict each other, such as ``verified`` with an error.
    """

    file: str
    number: int
    game: str | None
    rules: str | None
    deal: str | None
    status: Status
    result: ResultWord | None
    moves: int
    digest: str | None
    diagnostics: tuple[Diagnostic, ...] = ()
    unknown: int | None = None
    legal_moves: int | None = None
    record_digest: str | None = None
    irregular: int = 0

    def __post_init__(self) -> None:
        code = None if self.error is None else self.error.code
        reason = contradiction(self.status, self.result, self.unknown, code, self.irregular)
        if reason:
            raise LeoniError(f"this is not a verdict: {reason}")

    def as_dict(self) -> VerdictData:
        """Return the verdict as ``leoni verify --format json`` writes it, for ``json.dumps``."""
        data: dict[str, Any] = {key: getattr(self, key) for key in VERDICT_KEYS}
        data["diagnostics"] = [diagnostic.as_dict() for diagnostic in self.diagnostics]
        return cast("VerdictData", data)

    @property
    def accepted(self) -> bool:
        """Whether the game is not rejected: it is verified, consistent or irregular."""
        return self.status != "rejected"

    @property
    def label(self) -> Label:
        """The status in a word for people: *doubtful*, not *verified*, if no game by the rules leads to its layout."""
        return label_of(self.status, self.diagnostics)

    @property
    def error(self) -> Diagnostic | None:
        """The error for which the game is rejected; None if it is accepted."""
        return next((diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"), None)

    def __str__(self) -> str:
        """Return the game and its verdict in one line."""
        identity = ", ".join(part for part in (self.game, self.rules, self.deal) if part)
        head = f"game {self.number}" if self.number else "no game"
        if self.file:
            head = f"{self.file}, {head}"
        moves = pluralize(self.moves, "move")
        if self.error is not None:
            return visible_text(f"{head}: rejected after {moves}: {self.error.code}: {self.error.message}")
        result = RESULT_WORDS.get(self.result or "", "")
        unknown = "" if self.unknown is None else f", {pluralize(self.unknown, 'card')} unknown"
        legal = still_legal_remark(self.legal_moves, self.result) + irregular_moves_remark(self.irregular)
        record = "" if self.record_digest is None else f", record digest {self.record_digest}"
        return visible_text(
            f"{head} ({identity}): {self.label}, {result} after {moves}{unknown}, digest {self.digest}{record}{legal}"
        )

    def _repr_html_(self) -> str:
        """Return the verdict and its diagnostics, for notebooks."""
        frames = [diagnostic.render() for diagnostic in self.diagnostics]
        return preformatted("\n\n".join([str(self), *frames]))


class _Draft(_Hashed):
    """A verdict while it is made: it gets its fields, and then becomes a verdict, which has them in the same slots.

    A frozen class sets its fields so slowly that it would add a twentieth to the time of a game.
    """

    __slots__ = Verdict.__slots__

    if TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> None: ...


#: Returns the values of a verdict's fields, in the order of the fields. Processes send them faster than verdicts.
values_of: Final[Callable[[Verdict], tuple[Any, ...]]] = attrgetter(*Verdict.__slots__)


def verified_verdict(
    *,
    file: str,
    number: int,
    game: str,
    rules: str,
    deal: str,
    result: ResultWord,
    moves: int,
    legal_moves: int | None,
    texts: tuple[bytes, bytes],
) -> Verdict:
    """Make the verdict on a game that is verified, and of which nothing else is to be said.

    The arguments are the fields of the verdict, but for ``texts``: the texts of the final position and of the record,
    of which the digests are computed when they are read.
    """
    draft = _Draft()
    draft.file = file
    draft.number = number
    draft.game = game
    draft.rules = rules
    draft.deal = deal
    draft.status = "verified"
    draft.result = result
    draft.moves = moves
    draft.texts = texts
    draft.diagnostics = ()
    draft.unknown = None
    draft.legal_moves = legal_moves
    draft.irregular = 0
    return _finished(draft)


def verdict_from_values(values: Iterable[Any]) -> Verdict:
    """Make a verdict of the values of its fields, as :data:`values_of` returned them."""
    draft = _Draft()
    for name, value in zip(Verdict.__slots__, values, strict=True):
        setattr(draft, name, value)
    return _finished(draft)


def _finished(draft: Any) -> Verdict:
    """Return a draft that has all its fields as the verdict that it becomes. They are known to agree."""
    draft.__class__ = Verdict
    return cast(Verdict, draft)


def contradiction(status: object, result: object, unknown: object, error: str | None, irregular: object = None) -> str:
    """Explain why no verdict can have these fields; empty if one can.

    Args:
        status: ``verified``, ``consistent``, ``irregular`` or ``rejected``.
        result: the result that was proved; None for a rejected game.
        unknown: how many cards stay unknown; None if all were known.
        error: the code of the error; None if nothing is reported.
        irregular: how many misplays and settings it has; None if nobody has counted them.
    """
    if status == "rejected":
        return "" if result is None else f"a rejected game has no result, and this one is `{result}`"
    if status not in ("verified", "consistent", "irregular"):
        return f"there is no status `{status}`"
    if error is not None:
        return f"it says `{status}` beside the error {error}"
    if not isinstance(result, str) or result not in RESULT_WORDS:
        return f"it says `{status}` without a result" if result is None else f"there is no result `{result}`"
    if irregular is not None and (status == "irregular") != bool(irregular):
        return f"it says `{status}` with {irregular} misplays and settings"
    if status != "irregular" and (unknown is None) != (status != "consistent"):
        return f"it says `{status}`, and {'no' if unknown is None else 'a'} number of unknown cards"
    return ""


def proves(table: Table, result: ResultWord) -> bool:
    """Whether the last position proves a result, if all cards are known."""
    if result == "won":
        return table.won()
    if result == "lost":
        return table.is_lost()
    return result == "*" or (result == "conceded" and not table.won() and not table.is_lost())


def verdict(replay: Replay) -> Verdict:
    """Return the verdict of a replay."""
    transcript = replay.transcript
    return Verdict(
        file=transcript.file,
        number=transcript.number,
        game=replay.name,
        rules=replay.rules,
        deal=transcript.value("Deal"),
        status=replay.status,
        result=replay.result if replay.accepted else None,
        moves=replay.moves,
        digest=replay.digest,
        diagnostics=tuple(replay.diagnostics),
        unknown=replay.unknown if replay.accepted else None,
        legal_moves=replay.still_legal,
        record_digest=replay.record_digest,
        irregular=len(replay.irregular) if replay.accepted else 0,
    )


def fails(verdict: Verdict, strict: bool) -> bool:
    """Whether a game counts as a failure: it is rejected for an error that the user didn't ignore; with ``strict``,
    also if it is irregular, has a warning, or not all its cards are known."""
    if verdict.status == "rejected":
        return verdict.error is not None
    return strict and (
        verdict.status in ("consistent", "irregular")
        or any(diagnostic.severity == "warning" for diagnostic in verdict.diagnostics)
    )


@dataclass(slots=True)
class Summary:
    """The count of games by outcome. The caller feeds it, and takes the exit code from it.

    ``strictly`` counts the accepted games that fail only under ``strict`` (:func:`fails`); ``left_out`` the rejected
    games whose error the user chose to ignore; ``reversible`` the lost games in which moves were still legal.
    ``archived`` is the remark on verdicts stored in an archive, with its style.
    """

    verified: int = 0
    rejected: int = 0
    won: int = 0
    lost: int = 0
    reversible: int = 0
    unfinished: int = 0
    conceded: int = 0
    warnings: int = 0
    problems: int = 0
    consistent: int = 0
    irregular: int = 0
    doubtful: int = 0
    strict: bool = False
    strictly: int = 0
    left_out: int = 0
    archived: tuple[str, str] | None = None

    def add(self, verdict: Verdict) -> None:
        """Count a checked game and its warnings."""
        failed = fails(verdict, self.strict)
        if verdict.status == "rejected":
            if not failed:
                self.left_out += 1
        elif failed:
            self.strictly += 1
        self.count(verdict.label, verdict.result, verdict.legal_moves)
        for diagnostic in verdict.diagnostics:
            if diagnostic.severity == "warning":
                self.warnings += 1

    def count(self, status: str, result: str | None, legal_moves: int | None) -> None:
        """Count a game by its status, its result, and the moves that were legal at its end if it was lost."""
        for counter in (status, "unfinished" if result == "*" else result):
            if counter is not None:
                setattr(self, counter, getattr(self, counter) + 1)
        if result == "lost" and legal_moves:
            self.reversible += 1

    def add_problem(self, diagnostic: Diagnostic) -> None:
        """Count a diagnostic about a whole file or folder; an error is a path that was not checked."""
        if diagnostic.severity == "error":
            self.problems += 1
        elif diagnostic.severity == "warning":
            self.warnings += 1

    @property
    def failed(self) -> int:
        """The number of games that count as failures."""
        return self.rejected - self.left_out + self.strictly

    @property
    def games(self) -> int:
        """The number of games checked."""
        return self.verified + self.doubtful + self.consistent + self.irregular + self.rejected

    def parts(self) -> list[tuple[str, str]]:
        """Return the pieces of the summary line, each with its style."""
        parts = []
        if self.rejected:
            left_out = f" ({self.left_out} for a code that is left out)" if self.left_out else ""
            parts.append(("error", f"{pluralize(self.rejected, 'game')} rejected{left_out}"))
        for status in ("verified", "doubtful", "consistent", "irregular"):
            count = getattr(self, status)
            if count:
                parts.append((status, f"{count if parts else pluralize(count, 'game')} {status}"))
        results = self._results()
        if results:
            # The results are those of all games that were not rejected.
            style, text = parts[-1]
            parts[-1] = (style, f"{text} ({results})")
        if not parts:
            parts.append(("", "no games"))
        if self.problems:
            parts.append(("error", f"{pluralize(self.problems, 'path')} not checked"))
        if self.warnings:
            parts.append(("warning", pluralize(self.warnings, "warning")))
        if self.strictly:
            parts.append(("error", f"{pluralize(self.strictly, 'game')} not accepted under --strict"))
        if self.archived:
            parts.append(self.archived)
        return parts

    def _results(self) -> str:
        """Return the results of the accepted games: ``2 won, 7 lost, 1 unfinished``, or ``won`` for a single game."""
        lost_too_soon = "lost with moves still legal"
        all_reversible = 0 < self.reversible == self.lost
        counts = {
            "won": self.won,
            lost_too_soon if all_reversible else "lost": self.lost,
            "conceded": self.conceded,
            "unfinished": self.unfinished,
        }
        results = [word if self.games == 1 else f"{count} {word}" for word, count in counts.items() if count]
        if self.games == 1:
            results = results[:1]
        if not results:
            return ""
        some_reversible = f"; {self.reversible} {lost_too_soon}" if self.reversible and not all_reversible else ""
        return f"{', '.join(results)}{some_reversible}"

    def text(self) -> str:
        """Return the summary line, such as ``3 games rejected, 10 verified (2 won, 7 lost, 1 unfinished)``."""
        return ", ".join([text for _, text in self.parts()])
