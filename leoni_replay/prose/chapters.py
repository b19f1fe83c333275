"""The chapters of a page: its main line, other ways of playing, and what its author calls wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from leoni_replay.message import Message
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps, text_with_claims_apart
from leoni_replay.phrases import ChapterKind, pluralize, shorten
from leoni_replay.prose.said_moves import MOVES, Play
from leoni_replay.prose.sentences import Sentence, Statement
from leoni_replay.prose.tokens import Unread
from leoni_replay.text import visible_text

if TYPE_CHECKING:
    from leoni_replay.json_data import PageChapterData

#: What to do about a sentence that was not meant for the chapter in which it stands.
_TO_MAIN_LINE: Final = "write “The main line again.” before it if it belongs there"

_BRACES: Final = str.maketrans('{}[]"\\', "()()''")


class Unchecked(Exception):
    """Raised for a claim that is understood, and that no claim of the notation says.

    The message says what became of it. ``line`` is the winning line that proves it; ``holds`` is whether it holds, None
    if that was not decided.
    """

    def __init__(self, message: str, line: list[str] | None = None, *, holds: bool | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.holds = holds


class MayBeMainLine(Unread):
    """Raised for a sentence that its author may have meant for the main line; the message says why, and what to do."""

    def __init__(self, reason: str) -> None:
        super().__init__(Message(reason, f": {_TO_MAIN_LINE}"))


class Forbidden(Unread):
    """Raised for a sentence that was read, and whose move the rules forbid.

    ``entry`` has the moves before it, and what its author claims by it: that the move is legal.
    """

    def __init__(self, message: str, entry: Entry) -> None:
        super().__init__(message)
        self.entry = entry


class PageChapter(NamedTuple):
    """A chapter of a page.

    Attributes:
        line: the line of the page where it begins.
        title: the words that begin it; empty for the main line.
        kind: the main line, another way of playing, or what the author calls wrong.
        record: its record, which has the moves of the main line before it.
        verdict: what the rules say of it, in words.
        comment_lines: the line of the page that each comment of the record is about, in their order.
        move_lines: the lines of the page whose sentences are its moves, in their order; of a chapter without moves,
            those whose sentences are its claims.
        sentences: the sentences that were read in it, in their order.
    """

    line: int
    title: str
    kind: ChapterKind
    record: Transcript
    verdict: str
    comment_lines: tuple[int, ...] = ()
    move_lines: tuple[int, ...] = ()
    sentences: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the chapter in one line."""
        return self.headline(self.move_lines[0] if self.move_lines else self.line)

    def _as_dict(self) -> PageChapterData:
        """Return the chapter, as the JSON of its page has it."""
        return {
            "line": self.line,
            "title": self.title,
            "kind": self.kind,
            "record": text_with_claims_apart(self.record),
            "verdict": self.verdict,
        }

    def headline(self, line: int) -> str:
        """Return the chapter in one line, which begins with a line of the page."""
        name = {"main": "main line", "variation": "another way", "mistake": "mistake"}[self.kind]
        quoted = f" “{self.title}”" if self.title else ""
        return visible_text(f"{line}: {name}{quoted}: {self.verdict}")


class Imagined(NamedTuple):
    """What a sentence says could be played, and is not played in its chapter.

    Attributes:
        sentence: the sentence.
        paragraph: the paragraph in which moves can go on with it; 0 for none.
        cards: the cards that it names.
        is_claim: whether it only claims that moves are legal: then other claims are about the table as it is.
    """

    sentence: Sentence
    paragraph: int
    cards: frozenset[str]
    is_claim: bool


class Entry:
    """A sentence that was read in a chapter.

    Attributes:
        sentence: the sentence, without the words that lead to its chapter.
        quoted: the sentence as the page has it.
        moves_before: how many moves the chapter had before it.
        contents: its moves, as their numbers in the chapter, and its claims.
        why: how it was read, if that needs words.
        part: its number among the parts of the page.
    """

    def __init__(self, sentence: Sentence, quoted: str, moves_before: int) -> None:
        self.sentence = sentence
        self.quoted = quoted
        self.moves_before = moves_before
        self.contents: list[int | str] = []
        self.why = ""
        self.part = -1

    @property
    def has_moves(self) -> bool:
        """Whether it has moves."""
        return any(isinstance(word, int) for word in self.contents)


class Chapter:
    """A chapter while it is read.

    Args:
        kind: its kind.
        title: the words that begin it.
        line: the line where it begins.
        head: the record before the moves of the page, without its result word.
        main_play: the main line so far.

    Attributes:
        play: the game as this chapter plays it, from the beginning of the page.
        places: the moves of the main line after which it can begin, the likeliest first.
        entries: its sentences.
        stopped_at: a sentence of it that was not read and may move cards: nothing is read after it; None for none.
        moves_stopped_at: the first sentence of it that was not read: no move is read after it; None for none.
        imagined: what was said to be possible, and not played, since its last move.
    """

    def __init__(self, kind: ChapterKind, title: str, line: int, head: str, main_play: Play) -> None:
        self.kind = kind
        self.title = title
        self.line = line
        self.play: Play = main_play if kind == "main" else main_play.branch(len(main_play.moves))
        self.places: list[int] = [len(self.play.moves)]
        self.entries: list[Entry] = []
        self.stopped_at: Sentence | None = None
        self.moves_stopped_at: Sentence | None = None
        self.imagined: Imagined | None = None
        #: the paragraph of its first sentence, 0 if it has none; and whether it was said how the main line goes on
        self._first_paragraph = 0
        self._is_way_back_told = False
        self._main_play = main_play
        self._head = head
        #: the sentences, and the other comments with their lines of the page, in order
        self._body: list[Entry | tuple[int, str]] = []
        #: how many moves of the main line come before it, None if it has not begun; and why the rules refuse it
        self._begun_after: int | None = 0 if kind == "main" else None
        self._refusal = ""
        #: why it begins elsewhere than where its first sentence stands, until that is said
        self._shift = ""
        #: how many sentences and comments it has up to the one whose move the rules forbid
        self._length_with_forbidden = 0
        #: the sentence of it whose move the rules forbid: nothing is read after it
        self._forbidden: Sentence | None = None

    def note(self, line: int, comment: str) -> None:
        """Add a comment about a line of the page, with its braces."""
        self._body.append((line, comment))

    def stop(self, sentence: Sentence, *, only_moves: bool = False) -> None:
        """Read nothing after a sentence, or no move, because it was not read."""
        self.moves_stopped_at = self.moves_stopped_at or sentence
        if not only_moves:
            self.stopped_at = self.stopped_at or sentence

    def way_back(self, sentence: Sentence, *, has_lead: bool) -> str:
        """Return how a sentence would be one of the main line, if it stands in a later paragraph than the first of this
        chapter, and its author may not have meant it here. Once is enough for a chapter; empty otherwise.

        Args:
            sentence: the sentence.
            has_lead: whether words before the sentence say that it belongs here.
        """
        self._first_paragraph = self._first_paragraph or sentence.paragraph
        if has_lead or self.kind == "main" or self._is_way_back_told or sentence.paragraph == self._first_paragraph:
            return ""
        self._is_way_back_told = True
        name = "mistake" if self.kind == "mistake" else "other way of playing"
        return f"in the {name} that begins in line {self.line}: {_TO_MAIN_LINE}"

    def resume(self) -> None:
        """Read again after a stop, because where the chapter begins is certain."""
        self.stopped_at = self.moves_stopped_at = None

    def imagine(self, sentence: Sentence, cards: frozenset[str], *, goes_on: bool = False, is_claim: bool) -> None:
        """Remember a sentence that says what could be played.

        Args:
            sentence: the sentence.
            cards: the cards that it names.
            goes_on: whether moves in its paragraph can go on with it.
            is_claim: whether it only claims that moves are legal.
        """
        before = self.imagined
        if before is not None:
            cards, is_claim = cards | before.cards, is_claim and before.is_claim
        self.imagined = Imagined(sentence, sentence.paragraph if goes_on else 0, cards, is_claim)

    def add(self, sentence: Sentence, sentence_statements: list[Statement], quoted: str) -> Entry:
        """Play the moves of a sentence, and add its claims.

        Raises:
            Unread: a statement of it fits no legal move, or several.
        """
        if self._begun_after is None:
            self._begin(sentence_statements)
        entry = Entry(sentence, quoted, len(self.play.moves))
        try:
            if self._refusal:
                entry.contents = self._contents_with_refused(sentence_statements)
            else:
                for statement in sentence_statements:
                    entry.contents += self._carry_out(statement)
            self._check_refuted([word for word in entry.contents if isinstance(word, str)])
        except Unread as error:
            self.play.take_back(entry.moves_before)
            if self.kind == "main" and (contents := self._contents_with_forbidden(sentence_statements)):
                entry.contents = contents
                raise Forbidden(error.message, entry) from None
            raise
        if entry.has_moves:
            self.imagined = None
        entry.why = Message("the rules refuse it: ", self._refusal) if self._refusal else self._shift
        self._shift = ""
        self.entries.append(entry)
        self._body.append(entry)
        return entry

    def _contents_with_forbidden(self, sentence_statements: list[Statement]) -> list[int | str]:
        """Play the moves of a sentence up to the one that the rules forbid, and return them with the claim that this
        one is legal. Return nothing, and play nothing, if it is not certain that the rules forbid it: they must refuse
        it whatever lies in unknown places."""
        moves_before = len(self.play.moves)
        contents: list[int | str] = []
        try:
            for statement in self._singly(sentence_statements):
                if claims := self._claims_of_forbidden(statement):
                    return [*contents, *claims]
                contents += self._carry_out(statement)
        except Unread:
            pass
        self.play.take_back(moves_before)
        return []

    def _carry_out(self, statement: Statement) -> list[int | str]:
        """Play the moves of a statement; return them, as their numbers, and its claims.

        Raises:
            Unread: it fits no legal move, or several.
        """
        moves = len(self.play.moves)
        claims = self.play.carry_out(statement)
        return [*range(moves, len(self.play.moves)), *claims]

    def _singly(self, sentence_statements: list[Statement]) -> list[Statement]:
        """Return statements as one for each card that goes to its foundation by itself."""
        return [single for statement in sentence_statements for single in self.play.singly(statement)]

    def _claims_of_forbidden(self, statement: Statement) -> list[str]:
        """Return the claim that the move of a statement is legal if it is certain that the rules forbid it; otherwise
        nothing."""
        if statement.kind not in ("move", "out"):
            return []
        if statement.dests and statement.dests[0].type == "PLACE" and "~" in "".join(self.play.moves[-1:]):
            # It can tell again which card went under which pile as the exile before it was woven.
            return []
        try:
            refuted, _ = self.play.refusal(statement)
        except Unread:
            return []
        claims = [claim.replace("{= illegal:", "{= legal:") for claim in refuted]
        return claims if self.play.holds(refuted) and not self.play.holds(claims) else []

    def forbid(self, entry: Entry) -> None:
        """Add a sentence with a move that the rules forbid, as the claim that it is legal."""
        self._forbidden = entry.sentence
        self.entries.append(entry)
        self._body.append(entry)
        self._length_with_forbidden = len(self._body)

    def take_forbidden(self) -> Sentence | None:
        """Take the sentence whose move the rules forbid out of the chapter, because its author calls it wrong, and
        return it; None if there is none, or if another sentence comes after it."""
        if self._forbidden is None or len(self._body) != self._length_with_forbidden:
            return None
        sentence, self._forbidden = self._forbidden, None
        self._body.pop()
        self.play.take_back(self.entries.pop().moves_before)
        self.resume()
        return sentence

    def _begin(self, sentence_statements: list[Statement]) -> None:
        """Begin where the first statements can be carried out; if that is nowhere, the rules refuse them.

        Raises:
            Unread: they can't, and it is not sure which moves they are.
        """
        first_error: Unread | None = None
        # The next row is the one after the last move, whether it may be dealt or not.
        is_next_deal = self.kind == "mistake" and any(map(_deals_next_row, sentence_statements[:1]))
        for moves in self.places[:1] if is_next_deal else self.places:
            play = self._main_play.branch(moves)
            try:
                for statement in sentence_statements:
                    play.carry_out(statement)
            except Unread as error:
                first_error = first_error or error
                continue
            self._begun_after = moves
            self.play = self._main_play.branch(moves)
            if moves != self.places[0]:
                self._shift = f"not legal {_place_words(self.places[0])}, so it is read {_place_words(moves)}"
            return
        self.play = self._main_play.branch(self.places[0])
        moves = len(self.play.moves)
        try:
            _, self._refusal = self.play.refusal(self._play_to_refused(sentence_statements))
        except Unread:
            raise first_error or Unread("it says no move") from None
        finally:
            self.play.take_back(moves)
        self._begun_after = self.places[0]

    def _play_to_refused(self, sentence_statements: list[Statement]) -> Statement:
        """Play the moves of a sentence up to the first that cannot be played, and return that one.

        Raises:
            Unread: it is none, or the sentence has no such move.
        """
        for statement in self._singly(sentence_statements):
            try:
                self.play.carry_out(statement)
            except Unread:
                if statement.kind not in MOVES:
                    raise
                return statement
        raise Unread("it says no move that cannot be played")

    def _check_refuted(self, claims: list[str]) -> None:
        """Raise Unread if claims do not hold in this chapter, but hold where the page can mean them as well: in the
        main line, or if the chapter begins elsewhere."""
        if self.kind == "main" or self._refusal or not claims or self.play.holds(claims):
            return
        if self._main_play.holds(claims):
            raise MayBeMainLine(f"it holds in the main line and not in “{shorten(self.title, 40)}”")
        own_moves = self.play.moves[self._begun_after or 0 :]
        for moves in self.places:
            play = self._main_play.branch(moves)
            play.moves += own_moves
            if play.holds(claims):
                after = f"after move {moves}" if moves else "from the table"
                raise Unread(f"the page does not say where “{shorten(self.title, 40)}” begins: it holds {after}")

    def _contents_with_refused(self, sentence_statements: list[Statement]) -> list[int | str]:
        """Play the moves of a sentence up to the one that the rules refuse; return them, as their numbers, and the
        claim that this one is illegal.

        Raises:
            Unread: the chapter has a refused move already.
        """
        if self.entries:
            raise MayBeMainLine("it comes after a move that the rules refuse")
        moves = len(self.play.moves)
        claims, _ = self.play.refusal(self._play_to_refused(sentence_statements))
        return [*range(moves, len(self.play.moves)), *claims]

    def add_line(self, sentence: Sentence, moves: list[str], quoted: str) -> None:
        """Add the moves of a win that a search found."""
        self._begun_after = len(self.play.moves)
        entry = Entry(sentence, quoted, len(self.play.moves))
        entry.contents = [*range(len(self.play.moves), len(self.play.moves) + len(moves)), "{= won}"]
        self.play.moves += moves
        self.entries.append(entry)
        self._body.append(entry)

    def take_from(self, move: int) -> list[Entry]:
        """Take the sentence with a move, counted from 0, out of the chapter, and all that came after it; return the
        sentences taken, in order."""
        numbers = [n for n, entry in enumerate(self.entries) if entry.has_moves and entry.moves_before <= move]
        return self._take_entries(numbers[-1]) if numbers else []

    def take_last(self, *, all_of_paragraph: bool = False) -> list[Entry]:
        """Take the last sentence with moves out of the chapter, all that came after it, and what it goes on from: a
        sentence before it with “then”, or all of its paragraph. Return the sentences taken, in order."""
        numbers = [number for number, entry in enumerate(self.entries) if entry.has_moves]
        if not numbers:
            return []
        first = numbers[-1]
        while first > 0 and self._goes_on(self.entries[first - 1], self.entries[first], all_of_paragraph):
            first -= 1
        return self._take_entries(first)

    def _take_entries(self, first: int) -> list[Entry]:
        """Take the sentences from one of them on out of the chapter, and return them."""
        last_entries = self.entries[first:]
        self.entries = self.entries[:first]
        self._body = [item for item in self._body if item not in last_entries]
        self.play.take_back(last_entries[0].moves_before)
        return last_entries

    @staticmethod
    def _goes_on(before: Entry, entry: Entry, all_of_paragraph: bool) -> bool:
        """Whether a sentence is to be taken out with the one after it."""
        if before.sentence.paragraph != entry.sentence.paragraph:
            return False
        return all_of_paragraph or "THEN" in entry.sentence.kinds()

    def words(self, entry: Entry) -> tuple[str, ...]:
        """Return the moves and claims of a sentence, as the notation writes them."""
        return tuple(self.play.moves[word] if isinstance(word, int) else word for word in entry.contents)

    def text(self) -> str:
        """Return the record, without its result word."""
        begun_after = self._begun_after or 0
        lines = [" ".join(self.play.moves[:begun_after])] if self.kind != "main" else []
        # A move before the refused one is none of the mistake.
        is_marked = self.kind == "mistake" and not self._refusal
        for item in self._body:
            if not isinstance(item, Entry):
                lines.append(item[1])
                continue
            words = [*self.words(item)]
            if is_marked and item.has_moves:
                words[0] = f"{words[0]}?" if isinstance(item.contents[0], int) else words[0]
                is_marked = False
            lines.append(" ".join(_with_quotation(words, item)))
        return "\n".join([self._head, *filter(None, lines), ""])

    def text_of_moves(self) -> str:
        """Return the record with its moves alone, without claims, which may be wrong."""
        return f"{self._head}\n{' '.join(self.play.moves)} *\n"

    def finished(self) -> PageChapter:
        """Return the chapter as it was read, with its verdict."""
        stops = (self.stopped_at, self.moves_stopped_at, self._forbidden)
        result = "*" if self._refusal else self.play.result(is_whole=not any(stops))
        (transcript,) = loads(f"{self.text()}{result}\n")
        if self.kind != "main":
            tags = [(tag.name, tag.value) for tag in transcript.tags]
            at = next(number for number, (name, _) in enumerate(tags) if name == "Deal")
            word = {"variation": "Another way", "mistake": "Mistake"}[self.kind]
            tags.insert(at, ("Title", f"{word}: {self.title.translate(_BRACES)}"))
            transcript = Transcript.build(tags, [*transcript.items, *transcript.epilogue])
            (transcript,) = loads(dumps(transcript))
        comment_lines = tuple(item.sentence.line if isinstance(item, Entry) else item[0] for item in self._body)
        sentences_played = [entry for entry in self.entries if entry.has_moves] or self.entries
        move_lines = tuple(dict.fromkeys(entry.sentence.line for entry in sentences_played))
        return PageChapter(
            line=self.line,
            title=self.title,
            kind=self.kind,
            record=transcript,
            verdict=self._verdict(),
            comment_lines=comment_lines,
            move_lines=move_lines,
            sentences=tuple(entry.quoted for entry in self.entries),
        )

    def _verdict(self) -> str:
        """Return what the rules say of the chapter."""
        if self._refusal:
            return Message("the rules refuse it: ", self._refusal)
        begun_after = self._begun_after or 0
        moves = len(self.play.moves) - begun_after
        claims = sum(
            isinstance(word, str)
            for entry in self.entries
            for word in entry.contents
            if entry.sentence is not self._forbidden
        )
        content = " and ".join(
            pluralize(number, word) for number, word in ((moves, "move"), (claims, "claim")) if number or word == "move"
        )
        if self._forbidden is not None:
            content += f"; the move in line {self._forbidden.line} breaks a rule"
        if self.kind == "main":
            return content
        place = _place_words(begun_after)
        if self.kind == "variation" or not moves:
            return f"{content}, {place}"
        return f"{content}, {place}: the rules allow it, and only the author calls it wrong"


def _with_quotation(words: list[str], entry: Entry) -> list[str]:
    """Return the words of a sentence in the notation with a comment that quotes it: after its moves, but before its
    first claim, so that a claim that is refuted stands under its own sentence, with the line of the page."""
    quotation = '"' + visible_text(entry.quoted.translate(_COMMENT)) + '"'
    claims = [number for number, word in enumerate(entry.contents) if isinstance(word, str)]
    if not claims:
        return [*words, f"{{{quotation}}}"]
    return [*words[: claims[0]], f"{{line {entry.sentence.line}: {quotation}}}", *words[claims[0] :]]


def _deals_next_row(statement: Statement) -> bool:
    """Whether a statement deals, and does not say which row by its number: “Deal the next row.”"""
    return statement.kind == "turn" and (statement.place is None or statement.place.type != "NTH_ROW")


def _place_words(moves: int) -> str:
    """Return where a chapter begins, by the moves of the main line before it."""
    return f"after move {moves}" if moves else "from the table"


_COMMENT: Final = str.maketrans("{}", "()")
