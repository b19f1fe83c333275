"""Parse a game's text into a transcript, token by token, with the parse table."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TextIO

from leoni_replay.arguments import check_text, check_type
from leoni_replay.commands import Move
from leoni_replay.games import vocabulary_of
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.games.places import COMMON, Vocabulary
from leoni_replay.notation import problems
from leoni_replay.notation.braces import ClaimError, parse_setting
from leoni_replay.notation.claim_syntax import parse_statement
from leoni_replay.notation.machine import END, Token, machine
from leoni_replay.notation.scan import NOT_TEXT, TOKEN_LIMIT, number_of, scanner, seconds_of, unescaped
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.text_files import PathOrFile, check_file, open_stream
from leoni_replay.notation.transcript import (
    Claim,
    Comment,
    Item,
    MoveItem,
    Number,
    Problem,
    Result,
    Tag,
    Time,
    Transcript,
    Variation,
)
from leoni_replay.rules.run import DEPTH_LIMIT, SYNTAX

#: How much of a game that is too long is read.
_BEGINNING: Final = 1 << 16


class Stop(NamedTuple):
    """Where reading stopped, why, and in which state of the parse table.

    Attributes:
        at: the offset in the text.
        reason: why.
        state: if a token is wrong or missing, the state before it.
        claim: the error inside a claim or a setting.
    """

    at: int
    reason: problems.Reason
    state: int = SYNTAX
    claim: ClaimError | None = None


def load(file: PathOrFile) -> Iterator[Transcript]:
    """Read the games of a file, one at a time.

    Args:
        file: the path of a file (decompressed if it ends in ``.gz``), ``-`` for standard input, or an open file of
            text or bytes (UTF-8).

    Yields:
        A transcript for each game, in order. Errors in its text are in its ``problem``.

    Raises:
        TypeError: it is neither a path nor an open file.
        LeoniError: it is the text of a record.
        OSError: the file cannot be read; raised when the first game is requested.
    """

    def games() -> Iterator[Transcript]:
        with open_stream(file) as (stream, name):
            yield from read(stream, name)

    check_file(file)
    return games()


def loads(text: str, file: str = "") -> list[Transcript]:
    """Read the games of a text. No file is opened, whatever the text is.

    Args:
        text: records in the notation (docs/reference/notation.md).
        file: the name that messages give the text.

    Returns:
        A transcript for each game, in order. Errors in its text are in its ``problem``.

    Raises:
        TypeError: it is not text.
    """
    check_type(text, str, "a record is text (load(path) reads files)")
    check_text(file=file)
    transcripts = list(read(io.StringIO(text, newline=""), file))
    for transcript in transcripts:
        # Rule books are looked for in the folder of the record's file. A text has none, whatever ``file`` says.
        transcript.record_file = ""
    return transcripts


def read(stream: TextIO, file: str = "") -> Iterator[Transcript]:
    """Return the games of a stream, one after another.

    Args:
        stream: the text; best from ``open_text``.
        file: the name for diagnostics.

    Raises:
        OSError: as the stream does. Errors in the text are in each transcript's ``problem``.
    """
    return map(parse, split(stream, file))


def parse(raw: RawGame) -> Transcript:
    """Parse the text of one game. After an error, the transcript holds what stands before it, and the problem."""
    try:
        with program_faults(ProgramFault):
            return _parse(raw)
    except ProgramFault as fault:
        first_line_end = len(raw.text.partition("\n")[0])
        problem = Problem(fault.code, fault.message, 0, first_line_end, (fault.help,))
        return Transcript(raw.text, raw.file, raw.number, raw.line, problem=problem, record_file=raw.file)


def _parse(raw: RawGame) -> Transcript:
    """Parse the text of one game, as :func:`parse`. If another package defines the game, that package may raise any
    error."""
    text = raw.text
    transcript = Transcript(text, raw.file, raw.number, raw.line, record_file=raw.file)
    not_text = NOT_TEXT.search(text)
    end = len(text) if not_text is None else not_text.start()
    if raw.cut:
        # It is refused whatever it contains; its beginning shows whether it is a game at all.
        end = min(end, _BEGINNING)
    stop = _Builder(transcript, text[:end]).build()
    if not_text is not None and (stop is None or problems.may_end_at(text, stop.at, not_text.start())):
        stop = Stop(not_text.start(), "binary")
    elif raw.cut and (stop is None or problems.may_end_at(text, stop.at, end)):
        stop = Stop(0, "cut")
    if stop is not None:
        problem = transcript.problem = problems.problem(transcript, *stop)
        # The problem may begin before the place where reading stopped: look at the items of the innermost variation.
        items = transcript.items
        while items and isinstance(items[-1], Variation) and items[-1].end > problem.start:
            items = items[-1].items
        if items and items[-1].end > problem.start:
            # The last move read is only the beginning of the error.
            items.pop()
    elif transcript.result is None:
        draft = transcript.draft = problems.draft(transcript)
        transcript.result = Result("*", draft.start, draft.end)
    return transcript


class _Builder:
    """Fills a transcript from the tokens of a text."""

    def __init__(self, transcript: Transcript, text: str) -> None:
        self.transcript = transcript
        self.text = text
        self.vocabulary = COMMON
        #: comments that may still turn out to stand among the tags or before the first move
        self.undecided_comments: list[Comment] = []
        #: where the word stands that marks the next move as a misplay; -1 if none does
        self.misplay_start = -1
        #: the tokens of an incomplete tag
        self.tag_tokens: list[Token] = []
        #: where the next item goes, and the open variations, each with the items around it
        self.items: list[Item] = transcript.items
        self.open_variations: list[tuple[Variation, list[Item]]] = []

    def build(self) -> Stop | None:
        """Fill the transcript, up to the first token that cannot stand where it does.

        Returns:
            Where reading stopped and why; None if the whole text is a game.
        """
        text, parser = self.text, machine()
        match_ignored, find_token, step, scan = parser.ignored.match, parser.token, parser.step, scanner()
        match_move = scan.next_move.match
        #: the state after a move, for the states in which a move can be added to the items at once: not before the
        #: first item, where comments may be undecided, and not after the word misplay
        after_move: dict[int, int] = {}
        state = parser.begin("game")
        at = parser.skip(text, 0)
        stop: Stop | None = None
        while stop is None:
            if (
                state in after_move
                and (match := match_move(text, at))
                and (command_and_mark := scan.moves.get(match[1]) or scan.read_move(match[1]))
            ):
                # Most tokens are moves that have been read before, in this game or another: no token is made for them.
                state = after_move[state]
                command, mark = command_and_mark
                self.items.append(MoveItem(command, mark, at, match.end(1)))
                at = match.end()
                continue
            token = find_token(text, at, state, self.vocabulary) if at < len(text) else Token(END, at, at)
            state_before = state
            state = SYNTAX if token is None else step(state, token.kind)
            # SYNTAX, the only negative state, says that the token cannot stand here.
            if token is None or state < 0:
                stop = Stop(at, "token" if at < len(text) else "end", state_before)
            elif token.kind == END:
                self._settle(self.transcript.items)
                return None
            else:
                if token.kind == "MOVE" and self.transcript.items and self.misplay_start < 0:
                    after_move[state_before] = state
                stop = self._take(token)
                if token.kind == "RSQB":
                    # The tag that ends here may have named the game, which decides what its moves look like.
                    scan = scanner(self.vocabulary)
                gap = match_ignored(text, token.end)
                at = gap.end() if gap else token.end
        if self.tag_tokens and stop.reason != "long":
            # An incomplete tag is wrong as a whole.
            stop = Stop(self.tag_tokens[0].start, "token")
        self._settle(self.transcript.items if self.transcript.tags else self.transcript.head)
        # Variations that are still open end here. An empty one is removed from the items around it.
        for variation, outer_items in reversed(self.open_variations):
            variation.end = stop.at
            if not variation.items:
                outer_items.pop()
        return stop

    def _settle(self, nodes: list[Any]) -> None:
        """Put the undecided comments where they belong: after some tags or items."""
        if self.undecided_comments:
            nodes += self.undecided_comments
            self.undecided_comments = []

    def _take(self, token: Token) -> Stop | None:
        """Put a token that the grammar allows here into the transcript.

        Returns:
            Why reading must stop nevertheless: at a limit, or at an error inside braces; None if it goes on.
        """
        kind, start, end = token
        text, items = self.text, self.items
        if kind in ("LSQB", "NAME", "VALUE", "RSQB"):
            self.tag_tokens.append(token)
            return self._take_tag() if kind == "RSQB" else None
        if end - start > TOKEN_LIMIT:
            return Stop(start, "long")
        if kind in ("COMMENT", "LINE_COMMENT"):
            self._take_comment(_comment(text, kind, start, end))
            return None
        self._settle(items)
        if kind == "MISPLAY":
            self.misplay_start = start
        elif kind == "SETTING":
            try:
                places = parse_setting(text[text.index("{", start) + 1 : end - 1], self.vocabulary)
            except ClaimError as error:
                return Stop(start, "setting", claim=error)
            items.append(MoveItem(Move(how="set", placed=places), "", start, end))
        elif kind == "LPAR":
            if len(self.open_variations) == DEPTH_LIMIT:
                return Stop(start, "deep")
            variation = Variation([], start)
            items.append(variation)
            self.open_variations.append((variation, items))
            self.items = variation.items
        elif kind == "RPAR":
            variation, self.items = self.open_variations.pop()
            variation.end = end
        else:
            try:
                item = item_of(token, text, self.vocabulary)
            except ClaimError as error:
                return Stop(start, "claim", claim=error)
            if isinstance(item, Result):
                self.transcript.result = item
            elif isinstance(item, Claim | Time) and self.transcript.result is not None:
                self.transcript.epilogue.append(item)
            else:
                if isinstance(item, MoveItem) and self.misplay_start >= 0:
                    item.command = item.command._replace(how="misplay")
                    item.start = self.misplay_start
                    self.misplay_start = -1
                items.append(item)
        return None

    def _take_comment(self, comment: Comment) -> None:
        """Put a comment where it belongs: among the tags, the moves or what follows the result. Before the first move
        that is undecided, because only the next token shows whether more tags follow."""
        if self.transcript.result is not None:
            self.transcript.epilogue.append(comment)
        elif self.items or self.open_variations:
            self.items.append(comment)
        else:
            self.undecided_comments.append(comment)

    def _take_tag(self) -> Stop | None:
        """Put the tag whose tokens are complete into the transcript, and take the words of its game if it names one.

        Returns:
            Why reading must stop: the tag is too long; None if it goes on.
        """
        start, end = self.tag_tokens[0].start, self.tag_tokens[-1].end
        if end - start > TOKEN_LIMIT:
            return Stop(start, "long")
        token_of = {token.kind: token for token in self.tag_tokens}
        name_token, value_token = token_of["NAME"], token_of["VALUE"]
        name = self.text[name_token.start : name_token.end]
        value = unescaped(self.text[value_token.start + 1 : value_token.end - 1])
        self._settle(self.transcript.head)
        if name == "Game" and self.transcript.tag("Game") is None:
            self.vocabulary = vocabulary_of(value)
        self.transcript.head.append(Tag(name, value, start, end, value_token.start + 1))
        self.tag_tokens.clear()
        return None


def _comment(text: str, kind: str, start: int, end: int) -> Comment:
    """Return the comment that is one token of a text."""
    if kind == "COMMENT":
        return Comment(text[start + 1 : end - 1], "{", start, end)
    return Comment(text[start + 1 : end], ";", start, end)


def item_of(token: Token, text: str, vocabulary: Vocabulary) -> MoveItem | Number | Claim | Time | Result:
    """Return the item of a record that consists of one token.

    Args:
        token: the token.
        text: the text in which it stands.
        vocabulary: the words of the game.

    Raises:
        ClaimError: it is not a claim, though it stands in the braces of one.
        LeoniError: it is not a move.
    """
    kind, start, end = token
    word = text[start:end]
    match kind:
        case "MOVE":
            return MoveItem(*scanner(vocabulary).command(word), start, end)
        case "NUMBER":
            return Number(number_of(word), start, end)
        case "CLAIM":
            inside = word[len("{=") : -1]
            return Claim(parse_statement(inside, vocabulary), inside, start, end)
        case "TIME":
            return Time(seconds_of(word) or 0, start, end)
        case "RESULT" | "CONCEDED":
            # A terminal of the grammar has matched it: one of the result words.
            return Result(word, start, end)  # type: ignore[arg-type]
    raise AssertionError(f"no code takes the terminal {kind}")
