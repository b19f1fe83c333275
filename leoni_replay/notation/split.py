"""Cut a file of many games into the texts of single games, reading only as much as that needs.

A game's text begins with its first tag and ends before the next game's first tag: a line that begins with a tag, after
something that is neither tag nor comment. So a broken game doesn't affect its neighbours. A second ``Game`` tag begins
a new game even if the first has no body.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Final, NamedTuple, TextIO

from leoni_replay.diagnostics import Span, lines_in
from leoni_replay.notation.scan import scanner

#: The maximum length of a game, in characters. Anything more is skipped up to the next line that begins with a tag.
GAME_LIMIT: Final = 8 << 20

_CHUNK: Final = 1 << 20

#: While skipping an endless line, this much of its beginning is searched for a tag.
_LINE_START: Final = 4096

#: What ``_plain_end`` returns for a game that needs a closer look.
_NOT_PLAIN: Final = -1


class RawGame(NamedTuple):
    """The text of one game, to be parsed here or in another process."""

    text: str
    #: the number of the game in its file, from 1
    number: int
    #: the line of the file where the text begins, in its first column
    line: int
    file: str
    #: the game is longer than GAME_LIMIT, and its text is cut there
    cut: bool = False

    def span(self, start: int, end: int) -> Span:
        """Return lines and columns in the file for two offsets into the text."""
        return Span(*self._place(start), *self._place(end))

    def _place(self, offset: int) -> tuple[int, int]:
        """Return the line and the column in the file of an offset into the text."""
        return self.line + self.text.count("\n", 0, offset), offset - self.text.rfind("\n", 0, offset)

    def lines(self, span: Span) -> tuple[str, ...]:
        """Return the first few lines of the file that a span touches."""
        return lines_in(self.text, self.line, span)


def split(stream: TextIO, file: str = "", *, line: int = 1, chunk: int = _CHUNK) -> Iterator[RawGame]:
    """Yield the games of a file, one after another.

    In memory it keeps at most one game of GAME_LIMIT and one chunk.

    Args:
        stream: the text; line ends may be LF, CRLF or CR, and a byte order mark may come first.
        file: the name for diagnostics.
        line: the line of the file on which the text begins.
        chunk: how many characters to read at a time.

    Raises:
        OSError: as the stream does.
    """
    splitter = _Splitter(file, line)
    newlines = io.IncrementalNewlineDecoder(None, translate=True)
    first = True
    while piece := stream.read(chunk):
        if first and piece.startswith("\ufeff"):
            piece = piece[1:]
        first = False
        yield from splitter.feed(newlines.decode(piece))
    yield from splitter.feed(newlines.decode("", final=True), final=True)


class _Splitter:
    """Takes a text piece by piece and yields its games.

    It works on whole lines only, so that no decisive token can be torn in two.
    """

    def __init__(self, file: str, line: int) -> None:
        self._file = file
        self._scanner = scanner()
        self._number = 0
        #: whole lines, and the pieces of the incomplete line
        self._text = ""
        self._rest: list[str] = []
        self._rest_size = 0
        #: where the game begins in ``_text``, and in which line of the file
        self._start = 0
        self._line = line
        #: how far the game has been scanned
        self._scanned = 0
        #: the next line that opens a tag, if it is beyond what has been scanned
        self._next_opening = 0
        #: whether what is scanned is the header of the game, and whether it has had a ``Game`` tag
        self._in_head = True
        self._has_game_tag = False
        #: whether everything is skipped up to the next line that opens a tag
        self._is_skipping = False
        #: whether what is read is the rest of a game that was cut within its tags
        self._drops_rest = False

    def feed(self, piece: str, final: bool = False) -> Iterator[RawGame]:
        """Yield the games that a piece of the text completes.

        Args:
            piece: the next piece, with LF for line ends.
            final: whether the text ends with it.
        """
        self._rest.append(piece)
        self._rest_size += len(piece)
        if not final and "\n" not in piece and len(self._text) - self._start + self._rest_size <= GAME_LIMIT:
            return
        # Whole lines go from the pieces to the text. What it holds of earlier games is dropped.
        joined = "".join(self._rest)
        end_of_lines = len(joined) if final else joined.rfind("\n") + 1
        self._rest = [joined[end_of_lines:]]
        self._rest_size = len(joined) - end_of_lines
        self._text = self._text[self._start :] + joined[:end_of_lines]
        self._scanned -= self._start
        self._start = 0
        self._next_opening = 0

        while True:
            if self._is_skipping and not self._skip_to_next_game(final):
                return
            end = self._find_game_end(final)
            if end is None or end - self._start > GAME_LIMIT:
                # The game is too long, or does not end in the text so far.
                size = len(self._text) - self._start + self._rest_size
                if size > GAME_LIMIT:
                    yield from self._cut_game()
                    continue
                if end is None:
                    break
            yield from self._complete_game(end)
        if final and self._text[self._start :].strip():
            yield from self._complete_game(len(self._text))

    def _complete_game(self, end: int) -> Iterator[RawGame]:
        """Yield the game that ends at an offset; the next one begins there."""
        yield from self._yield_and_count(self._text[self._start : end])
        self._begin(end)

    def _yield_and_count(self, text: str, cut: bool = False) -> Iterator[RawGame]:
        """Yield a game with its number and its line, unless it is the rest of one that was cut."""
        if not self._drops_rest:
            self._number += 1
            yield RawGame(text, self._number, self._line, self._file, cut)
        self._drops_rest = False
        self._line += text.count("\n")

    def _begin(self, offset: int) -> None:
        """Begin a game."""
        self._start = self._scanned = offset
        self._in_head = True
        self._has_game_tag = False

    def _cut_game(self) -> Iterator[RawGame]:
        """Yield the game up to the length limit, and put what follows into a state in which it is read, but dropped, up
        to the next game."""
        text_left = self._text[self._start :] + "".join(self._rest)
        game_text = text_left[:GAME_LIMIT]
        yield from self._yield_and_count(game_text, cut=True)
        has_game_tag = self._has_game_tag or self._scanner.game_tag.search(game_text) is not None
        self._begin(0)
        self._next_opening = 0
        # Text that stands for the part before the cut: what follows is read as after that part.
        beginning = self._open_tag(game_text)
        if beginning:
            # The tags that follow belong to the game that was cut, and so do its moves.
            self._drops_rest, self._has_game_tag = True, has_game_tag
        else:
            self._is_skipping = True
            # The line goes on; its rest must not be taken for the beginning of a line.
            beginning = "" if game_text.endswith("\n") else "."
        text_left = beginning + text_left[GAME_LIMIT:]
        end_of_lines = text_left.rfind("\n") + 1
        self._text, self._rest = text_left[:end_of_lines], [text_left[end_of_lines:]]
        self._rest_size = len(text_left) - end_of_lines

    def _open_tag(self, text: str) -> str:
        """Return a short beginning of a tag after which the same must follow as after the tag that a text ends in.

        Args:
            text: a game up to the length limit.

        Returns:
            ``[X`` if the text ends in the name of a tag, ``[X "`` (or ``[X "\\``, if the next character is escaped) if
            in its value, ``[X ""`` if after its value; empty if the text doesn't end in a tag.
        """
        scan = self._scanner
        # What may stand before the tags can be empty, so it always matches.
        at = scan.junk.match(text).end()  # type: ignore[union-attr]
        tags = scan.tags.match(text, at)
        at = tags.end() if tags else at
        if not text.startswith("[", at):
            return ""
        if scan.tag_with_value.match(text, at):
            return '[X ""'
        opening = scan.tag_opening.match(text, at)
        if opening is None:
            return "[X" if len(text) - at < _LINE_START else ""
        if scan.tag_at_line_start.search(text, opening.end()):
            return ""
        # A backslash at the end escapes what follows, unless another one escapes it.
        backslash_count = len(text) - len(text.rstrip("\\"))
        return '[X "' + ("\\" if backslash_count % 2 else "")

    def _skip_to_next_game(self, final: bool) -> bool:
        """Drop everything before the next line that opens a tag.

        Args:
            final: whether the whole text has been fed.

        Returns:
            Whether there is such a line yet. A game begins there.
        """
        if final:
            self._text += "".join(self._rest)
            self._rest, self._rest_size = [], 0
        opening = self._scanner.tag_at_line_start
        match = opening.search(self._text, self._start)
        end = match.start() if match else len(self._text)
        self._line += self._text.count("\n", self._start, end)
        self._begin(end)
        if match:
            self._is_skipping = False
            return True
        if self._rest_size > _LINE_START:
            # An endless line: its beginning shows whether it opens a tag.
            line_start = "".join(self._rest)
            if not opening.match(line_start):
                line_start = "."
            self._rest, self._rest_size = [line_start[:_LINE_START]], min(len(line_start), _LINE_START)
        return False

    def _find_game_end(self, final: bool) -> int | None:
        """Return the offset at which this game ends and the next one begins; None if that isn't in the text yet.

        Args:
            final: whether the whole text has been fed.
        """
        text, scan = self._text, self._scanner
        if self._in_head and not self._drops_rest:
            plain_end = self._plain_end(final)
            if plain_end != _NOT_PLAIN:
                return plain_end
        if self._scanned == self._start:
            # What may stand before the tags can be empty, so it always matches.
            self._scanned = scan.junk.match(text, self._scanned).end()  # type: ignore[union-attr]
        if self._in_head:
            next_game = self._find_end_in_head(final)
            if self._in_head:
                return next_game
        return self._find_end_in_body(final)

    def _find_end_in_head(self, final: bool) -> int | None:
        """Return where the next game begins, if it begins while this one has only a header; None if that isn't in the
        text yet. Where a body begins, ``_in_head`` ends."""
        text, scan = self._text, self._scanner
        while True:
            at, is_next_game = self._pass_head()
            if is_next_game:
                return at
            if at == len(text):
                return None
            if text[at] != "[":
                if text[at] == "{" and not final and not self._comment_end_is_known(at):
                    return None
                self._in_head = False
                self._scanned = at
                return None
            following = self._opening_after(at)
            if following == len(text) and not final:
                return None
            opening = scan.tag_opening.match(text, at)
            if opening and opening["name"] == "Game":
                self._has_game_tag = True
            self._scanned = self._after_malformed(at, following)

    def _find_end_in_body(self, final: bool) -> int | None:
        """Return where the next game begins, after a body that has begun; None if that isn't in the text yet."""
        text, scan = self._text, self._scanner
        while True:
            event = scan.event.search(text, self._scanned)
            if event is None:
                # The end of a line is scanned again, together with the next line.
                self._scanned = max(self._scanned, len(text) - 1)
                return None
            at = event.start()
            if text[at] == "\n":
                return at + 1
            if text[at] == "[":
                # A game that begins in the last line of this one: its tags begin no other.
                tags = scan.tags.match(text, at)
                # More tags may follow; and a value that is still open may yet be closed.
                if not final and (tags.end() if tags else self._opening_after(at)) == len(text):
                    return None
                self._scanned = tags.end() if tags else at + 1
            elif text[at] == ";":
                line_end = text.find("\n", at)
                if line_end < 0:
                    self._scanned = len(text)
                    return None
                self._scanned = line_end
            elif comment := scan.braces.match(text, at):
                self._scanned = comment.end()
            else:
                self._scanned = at
                next_game = scan.game_tag_at_line_start.search(text, at)
                return next_game.start() if next_game else None

    def _plain_end(self, final: bool) -> int | None:
        """Find the end of a plain game quickly: of tags and a body whose comments are closed, as most games are.

        Args:
            final: whether the whole text has been fed.

        Returns:
            Where the next game begins; None if the text so far doesn't show it; ``_NOT_PLAIN`` if the game isn't plain,
            or part of it has been scanned already.
        """
        text, start, scan = self._text, self._scanned, self._scanner
        if start != self._start:
            return _NOT_PLAIN
        if start == len(text):
            return None
        head = scan.plain_tags.match(text, start)
        if head is None:
            head = scan.tags.match(text, start)
            if head is None or text.count("[Game", start, head.end()) != 1:
                return _NOT_PLAIN
        at = head.end()
        # A malformed tag, or a comment; more tags may follow.
        if at == len(text) or text[at] in "[{;":
            return _NOT_PLAIN
        following = scan.next_tag.search(text, at)
        end = following.start() if following else len(text)
        # A comment may still be open there if an opening brace follows the last closing one.
        if text.rfind("{", at, end) > text.rfind("}", at, end):
            return _NOT_PLAIN
        # A game that begins in the last line of another one.
        if (bracket := text.find("[", at, end)) >= 0 and scan.game_tag.search(text, bracket, end):
            return _NOT_PLAIN
        if following is None:
            return end if final else None
        # The match begins with the line end before the tag.
        return end + 1

    def _pass_head(self) -> tuple[int, bool]:
        """Skip tags, comments and white space from ``_scanned`` on.

        Returns:
            The offset after them, and False; or the start of the line with a second ``Game`` tag, which begins the next
            game, and True.
        """
        text, match_head = self._text, self._scanner.head_node.match
        at = self._scanned
        space = self._scanner.space.match(text, at)
        after = space.end() if space else at
        while match := match_head(text, after):
            if match.lastgroup == "TAG" and match["name"] == "Game":
                line = text.rfind("\n", at, after) + 1
                if self._has_game_tag and line:
                    return line, True
                self._has_game_tag = True
            self._scanned = at = match.end(match.lastgroup or 0)
            after = match.end()
        return after, False

    def _opening_after(self, at: int) -> int:
        """Return the next line that opens a tag, or the end of the text, searching only once."""
        if self._next_opening <= at:
            match = self._scanner.tag_at_line_start.search(self._text, at + 1)
            self._next_opening = match.start() if match else len(self._text)
        return self._next_opening

    def _comment_end_is_known(self, at: int) -> bool:
        """Whether the text so far shows where the comment ends, or that it never will."""
        scan = self._scanner
        return bool(scan.braces.match(self._text, at) or scan.game_tag_at_line_start.search(self._text, at))

    def _after_malformed(self, at: int, following: int) -> int:
        """Return where to continue after a malformed tag.

        A closed value is skipped. An open one may extend up to an empty line or the next tag.

        Args:
            at: where the tag begins.
            following: where the next line begins that opens a tag.
        """
        text = self._text
        if tag := self._scanner.tag_with_value.match(text, at):
            at = tag.end()
        elif self._scanner.tag_opening.match(text, at):
            blank = text.find("\n\n", at, following)
            return following if blank < 0 else blank
        line_end = text.find("\n", at)
        return len(text) if line_end < 0 else line_end
