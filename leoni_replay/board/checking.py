"""Checking a text of records for a page: what ``leoni verify`` says, game by game (docs/dev/board-protocol.md)."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leoni_replay.board.offers import clause_data
from leoni_replay.board.pasted_text import (
    advice_for,
    is_beside_record,
    kind_of_text,
    may_have_tags,
    only_records,
    without_wrapping,
)
from leoni_replay.board.player_words import in_player_words
from leoni_replay.diagnostics import Diagnostic, Fix
from leoni_replay.files.rewrite import apply_edits
from leoni_replay.files.verify_paths import MOST_HINTS, with_hints
from leoni_replay.games import GAMES, Game, Rules, make_game
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.transcript import Claim, Comment, Transcript
from leoni_replay.notation.writer import text_with_claims_apart
from leoni_replay.phrases import RESULT_WORDS, pluralize, still_legal_remark
from leoni_replay.record.diagnose.fixes import replacements
from leoni_replay.record.judge import judge
from leoni_replay.record.replay import faulty_replay, replay
from leoni_replay.record.result import Replay
from leoni_replay.record.sample import SampleOptions, sample_texts
from leoni_replay.record.verdict import Verdict
from leoni_replay.report import reporter
from leoni_replay.show.html import page
from leoni_replay.show.story import make_story

if TYPE_CHECKING:
    from leoni_replay.prose.chapters import PageChapter
    from leoni_replay.prose.parts import Part
    from leoni_replay.prose.reading import ReadPage

#: The maximum length of a text from a page, in characters.
LONGEST: Final = 5_000_000
#: How many texts are remembered; a page usually asks about its last one.
_MOST_TEXTS: Final = 8
#: The possible widths of a report, in characters.
_WIDTHS: Final = range(24, 201)

#: A game whose second move is illegal, because the one before it was left out.
_WRONG_GAME: Final = """\
[Game "Leoni's Own"]
[Rules "wikipedia"]
[Deal "seed:1884"]

1. 11:QCv *
"""
#: A page of a book that shows all cards, with moves, and a mistake that its author warns of.
_BOOK_PAGE: Final = """\
MARTHA.

Foundations: 8♣ 8♦ 8♥ 8♠
Pile 1: K♠ Q♥
Pile 2: 9♣ J♠
Pile 3: 9♦ K♥
Pile 4: 9♥ J♥
Pile 5: 9♠ Q♣
Pile 6: 10♣ K♣
Pile 7: 10♦ Q♠
Pile 8: 10♥ K♦
Pile 9: 10♠
Pile 10: J♦
Pile 11: J♣
Pile 12: Q♦

Put the J♠ on the Q♥, and play the 9♣.

A common mistake.

Put the J♥ on the Q♣.
"""


class Example(NamedTuple):
    """A text to try: what its button is called, and the text."""

    name: str
    text: str


def examples() -> list[Example]:
    """Return the texts that the page Check has as its examples."""
    first_game = next(iter(GAMES))
    (won_game,) = sample_texts(first_game, None, SampleOptions("example", player="sensible"))
    return [
        Example("A game", won_game),
        Example("A mistake", _WRONG_GAME),
        Example("A book page", _BOOK_PAGE),
    ]


class BadRequest(ValueError):
    """Raised for a request that is not part of the protocol."""


@dataclass
class CheckedText:
    """A text that a page has sent to be checked.

    Attributes:
        text: the text.
        games: its games; of a page of a book, the records of its chapters. What stands after a record and is no part of
            it is cut off once it was judged.
        unread_lines: the lines that stand before or around the records.
        chapters: the chapters of a page of a book; none if the text is one of records.
        judge_game: judges one of them; hints cost time, and only so many games of a text get them.
        fixes: the corrections that make a game right, the likeliest first, by the numbers of the games.
    """

    text: str
    games: list[RawGame]
    unread_lines: tuple[str, ...] = ()
    chapters: tuple[PageChapter, ...] = ()
    judge_game: Callable[[RawGame], Verdict] = field(default_factory=lambda: with_hints(judge, MOST_HINTS))
    fixes: dict[int, list[Fix]] = field(default_factory=dict)


class Checks:
    """Answers requests about texts that pages have sent. Each text has a number, so that pages don't get the answers
    of others."""

    def __init__(self) -> None:
        self._lock = Lock()
        #: the last texts by their numbers
        self._texts: dict[int, CheckedText] = {}
        self._text_count = 0

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any] | None:
        """Carry out a request of a page; return None if it is about something else.

        Raises:
            BadRequest: it is not a request of the protocol.
        """
        action = request.get("do")
        if action == "read":
            return self._read(request)
        if action not in ("check", "verdict", "correct", "replay"):
            return None
        with self._lock:
            if action == "check":
                return self._check(request)
            checked_text = self._checked_text(request)
            game = _game(checked_text, request)
            if action == "verdict":
                return _verdict(checked_text, game, _check_width(request.get("width")))
            if action == "correct":
                return _correct(checked_text, game, request.get("correction"))
        return {"html": _replay_page(game)}

    def _check(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Split a text into its games, which are judged one at a time; say whether it is a page of a book instead."""
        text = without_wrapping(check_record_text(request.get("text")))
        if advice := kind_of_text(text):
            return self._remember(CheckedText(text, [])) | {"advice": advice}
        games: list[RawGame] = []
        unread_lines: tuple[str, ...] = ()
        if may_have_tags(text):
            record_text, unread_lines = only_records(text)
            games = list(split(io.StringIO(record_text, newline=""), str(request.get("name", ""))))
        reply = self._remember(CheckedText(text, games, unread_lines))
        return reply if games else reply | _page_found(text)

    def _read(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Read a page of a book; the records of its chapters are judged one at a time, like other games."""
        from leoni_replay.prose.unread_parts import how_to_be_read, with_each_cause_once  # start-up time

        page = _read_page(request)
        text = "\n".join(text_with_claims_apart(chapter.record) for chapter in page.chapters)
        games = list(split(io.StringIO(text, newline=""), "page.moves")) if text else []
        reply: dict[str, Any] = {"games": 0}
        if games:
            with self._lock:
                reply = self._remember(CheckedText(text, games, chapters=page.chapters))
        name = (page.record.value("Game") if page.record else None) or str(request.get("name", ""))
        game = make_game(name) if name in GAMES else None
        return reply | {
            "game": name,
            "record": text or None,
            "parts": [_part(part, game) for part in page.parts],
            "to_put_right": [_part(part, game) for part in with_each_cause_once(page.unread)],
            "advice": how_to_be_read(page.parts) if page.record else "",
            "chapters": [_chapter(chapter, game) for chapter in page.chapters],
        }

    def _remember(self, checked_text: CheckedText) -> dict[str, Any]:
        """Remember a text, and return its number and how many games it has."""
        self._text_count += 1
        self._texts[self._text_count] = checked_text
        while len(self._texts) > _MOST_TEXTS:
            del self._texts[min(self._texts)]
        return {"check": self._text_count, "games": len(checked_text.games)}

    def _checked_text(self, request: Mapping[str, Any]) -> CheckedText:
        """Return the text that a request is about."""
        number = request.get("check")
        if not isinstance(number, int):
            raise BadRequest("`check` is the number that the reply to `check` gave")
        if number not in self._texts:
            raise BadRequest("this text is not known any more: check it again")
        return self._texts[number]


def _game(checked_text: CheckedText, request: Mapping[str, Any]) -> RawGame:
    """Return the game that a request is about."""
    number, games = request.get("number"), checked_text.games
    if not isinstance(number, int) or not 1 <= number <= len(games):
        raise BadRequest("there is no game of this number")
    return games[number - 1]


def _verdict(checked_text: CheckedText, game: RawGame, width: int) -> dict[str, Any]:
    """Return the verdict of ``leoni verify`` on a game: its facts, and the report of its errors. What stands beside it
    in the text is named, and has no part in the verdict."""
    unread_lines = list(checked_text.unread_lines) if game.number == 1 else []
    game, lines_after = _without_what_follows(game)
    checked_text.games[game.number - 1] = game
    unread_lines += lines_after
    verdict = checked_text.judge_game(game)
    pieces: list[str] = []
    report = reporter("text", pieces.append, ascii=False, color=False, width=width, quiet=True)
    report.verdict(verdict)
    fixes = [fix for diagnostic in verdict.diagnostics for fix in diagnostic.fixes]
    if any(fix.only for fix in fixes):
        fixes = [fix for fix in fixes if fix.only]
    has_few_games = len(checked_text.games) <= MOST_HINTS
    if not fixes and verdict.status == "rejected" and has_few_games and not checked_text.chapters:
        fixes = replacements(game, _replay_text(game, None), _replay_text)
    checked_text.fixes[game.number] = fixes
    result = RESULT_WORDS.get(verdict.result or "", "")
    game_played = _game_under_rules(game, verdict)
    findings = [
        _finding(diagnostic, game_played) for diagnostic in verdict.diagnostics if diagnostic.severity != "note"
    ]
    if checked_text.chapters:
        findings = _findings_of_chapter(checked_text.chapters[game.number - 1], parse(game), verdict, game_played)
    return {
        "number": game.number,
        "status": verdict.label,
        "game": verdict.game,
        "rules": verdict.rules,
        "result": result + still_legal_remark(verdict.legal_moves, verdict.result),
        "empty": not verdict.moves,
        "over": verdict.result not in (None, "*"),
        "moves": pluralize(verdict.moves, "move"),
        "unknown": pluralize(verdict.unknown, "card") if verdict.unknown else "",
        "digest": verdict.digest,
        "record_digest": verdict.record_digest,
        "findings": findings,
        "not_read": unread_lines,
        "report": "".join(pieces),
        "corrections": [{"text": in_player_words(fix.message, game_played), "line": fix.line} for fix in fixes],
        "dealt": verdict.status != "rejected" or replay(parse(game)).dealt,
        "record": game.text,
    }


def _replay_text(raw: RawGame, rules: str | Rules | None) -> Replay:
    """Replay a text under its own rules, or under others, without hints."""
    return replay(parse(raw), rules=rules, hints=False)


def _without_what_follows(game: RawGame) -> tuple[RawGame, list[str]]:
    """Return a game without what stands after it and is no part of a record, and the lines of that."""
    transcript = parse(game)
    if transcript.problem is None:
        return game, []
    start = transcript.problem.start
    rest = game.text[start:]
    begins_line = not game.text[game.text.rfind("\n", 0, start) + 1 : start].strip()
    if not is_beside_record(rest, has_result=transcript.result is not None, begins_line=begins_line):
        return game, []
    return game._replace(text=game.text[:start]), [line.strip() for line in rest.split("\n") if line.strip()]


def _game_under_rules(raw: RawGame, verdict: Verdict) -> Game[Any] | None:
    """Return the game whose moves a record has; None if nothing was dealt, or nothing has to be said of its moves."""
    if not verdict.diagnostics:
        return None
    replayed = replay(parse(raw), hints=False)
    return replayed.game if replayed.dealt else None


def _correct(checked_text: CheckedText, game: RawGame, number: object) -> dict[str, Any]:
    """Return the text with one of the corrections that make a game right, counted from 0. One that is certain is what
    ``leoni verify --fix`` writes."""
    fixes = checked_text.fixes.get(game.number, [])
    if not isinstance(number, int) or not 0 <= number < len(fixes):
        raise BadRequest("this game has no such correction")
    return {"text": "".join(apply_edits(io.StringIO(checked_text.text, newline=""), fixes[number].edits))}


def _replay_page(game: RawGame) -> str:
    """Return the page of a game. If the program fails to make it, the page says so."""
    replayed = replay(parse(game))
    try:
        with program_faults():
            return page(make_story(replayed))
    except ProgramFault as fault:
        return page(make_story(faulty_replay(replayed.transcript, fault)))


def _finding(diagnostic: Diagnostic, game: Game[Any] | None) -> dict[str, Any]:
    """Return a diagnostic in plain words, with its place, and what would have been right."""
    clause = diagnostic.clause
    return {
        "severity": diagnostic.severity,
        "text": in_player_words(diagnostic.message, game),
        "line": diagnostic.span.line,
        "move": diagnostic.move,
        "rule": clause and clause_data(clause),
        "help": [in_player_words(text, game) for text in (*diagnostic.notes, *diagnostic.help)],
    }


def _findings_of_chapter(
    chapter: PageChapter, transcript: Transcript, verdict: Verdict, game: Game[Any] | None
) -> list[dict[str, Any]]:
    """Return the findings about a chapter of a page, with the lines of the page and their words. Warnings about its
    table are parts of the page."""
    end_of_tags = max((tag.end for tag in transcript.tags), default=0)
    comments = [item for item in (*transcript.items, *transcript.epilogue) if isinstance(item, Comment)]
    claim_offsets = {item.start for item in transcript.items if isinstance(item, Claim)}
    findings = []
    for diagnostic in verdict.diagnostics:
        offset = transcript.offset(diagnostic.span.line, diagnostic.span.column) if diagnostic.span.line else 0
        is_about_table = offset < end_of_tags
        if diagnostic.severity == "note" or (diagnostic.severity == "warning" and is_about_table):
            continue
        # The claims of a sentence stand after the comment with its words, its moves before.
        number = sum(comment.end <= offset for comment in comments) - (offset in claim_offsets)
        line, text = chapter.line, in_player_words(diagnostic.message, game)
        if not is_about_table and 0 <= number < len(comments):
            line = chapter.comment_lines[number]
            text = f"{comments[number].text.removeprefix(f'line {line}: ')}: {text}"
        findings.append(_finding(diagnostic, game) | {"line": line, "text": text})
    return findings


def _read_page(request: Mapping[str, Any]) -> ReadPage:
    """Read a page of a book, which prints its table, or goes on at the end of a record."""
    from leoni_replay.prose.reading import read_prose  # start-up time

    text = check_record_text(request.get("text"))
    record_before_text = check_record_text(request.get("table", ""))
    raw_games = []
    if record_before_text.strip():
        raw_games = list(split(io.StringIO(record_before_text, newline=""), "table.moves"))
    if len(raw_games) > 1:
        raise BadRequest("the record of the table must have one game")
    record_before = parse(raw_games[0]) if raw_games else None
    game = None if record_before else str(request.get("name", "")) or None
    rest_empty, top_first = request.get("rest_empty") is True, request.get("top_first") is True
    try:
        return read_prose(text, game=game, record=record_before, rest_empty=rest_empty, top_first=top_first)
    except ValueError as error:
        raise BadRequest(str(error)) from None


def _page_found(text: str) -> dict[str, Any]:
    """Return whether a text without a record looks like a page of a book, and the game that it names, or else what to
    do."""
    from leoni_replay.prose.page import looks_like_page  # start-up time
    from leoni_replay.prose.page_game import game_said  # start-up time

    is_page = bool(text.strip()) and looks_like_page(text)
    return {"page": is_page, "game": game_said(text) if is_page else "", "advice": "" if is_page else advice_for(text)}


def _part(part: Part, game: Game[Any] | None) -> dict[str, Any]:
    """Return a part of a page."""
    return part._asdict() | {"why": in_player_words(part.why, game), "read": " ".join(part.read)}


def _chapter(chapter: PageChapter, game: Game[Any] | None) -> dict[str, Any]:
    """Return a chapter of a page without its record, which is judged by itself."""
    return {
        "line": chapter.line,
        "move_lines": chapter.move_lines,
        "title": chapter.title,
        "kind": chapter.kind,
        "verdict": in_player_words(chapter.verdict, game),
    }


def _check_width(width: object) -> int:
    """Check that what a page has sent is a possible width of a report, and return it."""
    if not isinstance(width, int) or width not in _WIDTHS:
        raise BadRequest(f"a report must be {_WIDTHS[0]} to {_WIDTHS[-1]} characters wide")
    return width


def check_record_text(text: object) -> str:
    """Check that what a page has sent can be the text of a record, and return it.

    Raises:
        BadRequest: it is not text, or too long.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise BadRequest("a record is a text of at most 5,000,000 characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadRequest("a record is a text in Unicode: half of a character is none") from None
    return text
