"""A page of a book read into a record: ``read_prose``.

Every sentence is a move, a claim, an aside, or unread. A move is read if exactly one legal move fits all that the
sentence says; the first sentence that looks like a move and cannot be read ends the play.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container
from typing import Any, Final, Literal, NamedTuple, NoReturn

from leoni_replay.cards import DOWN, PRETTY, RANK, SUIT, texts
from leoni_replay.diagnostics import NOT_THE_PACK
from leoni_replay.drawing import draw
from leoni_replay.games import GAMES, Game, make_game
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import bare_name, join_words
from leoni_replay.prose.diagram import Diagram, cards_below_tops, find_diagram, printed_cards
from leoni_replay.prose.page import Page, page_of
from leoni_replay.prose.said_moves import MOVES, Play
from leoni_replay.prose.sentences import NAMES_CARD, Sentence, doubts, is_movelike, may_name_game, sentences, statements
from leoni_replay.prose.tokens import Unread
from leoni_replay.record.examination import lines_shown
from leoni_replay.record.replay import one_record, replay
from leoni_replay.record.result import Replay
from leoni_replay.text import visible_text

#: How many characters of a sentence are quoted, and how many a page may have.
_QUOTED: Final = 110
_LONGEST: Final = 1_000_000
#: The ranks that are figures, which a scan can misread.
_FIGURES: Final = range(2, 11)
_LATER: Final = re.compile(r"\b(?:now|then|still|again)\b", re.I)
_BRACES: Final = str.maketrans("{}", "()")


class Part(NamedTuple):
    """A part of a page, and what it was read as.

    Attributes:
        line: the line where it begins.
        text: its words.
        kind: the table, a move, a claim, an aside, something that could not be read, or a warning about the table.
        read: the moves and claims, as the notation writes them.
        why: how it was read, or why it was not.
    """

    line: int
    text: str
    kind: Literal["table", "move", "claim", "aside", "unread", "warning"]
    read: tuple[str, ...] = ()
    why: str = ""

    def __str__(self) -> str:
        """Return the part in one line."""
        words = " ".join(self.text.split())
        if len(words) > _QUOTED:
            words = f"{words[:_QUOTED]}…"
        quoted = f"“{words}”" if words else ""
        kind = {"unread": "not read", "move": "", "claim": ""}.get(self.kind, self.kind)
        content = " ".join(filter(None, [kind, *self.read, quoted]))
        return visible_text(f"{self.line}: {': '.join(filter(None, [content, self.why]))}")


class ReadPage(NamedTuple):
    """A page that was read: its record (None if it has no table), and every part of it in order."""

    record: Transcript | None
    parts: tuple[Part, ...]

    def _repr_html_(self) -> str:
        """Return the parts of the page, a line each, for notebooks."""
        return draw("read page", self)

    @property
    def unread(self) -> list[Part]:
        """The parts that look like a table, a move or a claim, and could not be read."""
        return [part for part in self.parts if part.kind == "unread"]


def read_prose(
    text: str,
    *,
    game: str | None = None,
    rules: str | None = None,
    record: Transcript | str | None = None,
    rest_empty: bool = False,
    top_first: bool = False,
    citation: str = "",
) -> ReadPage:
    """Read a page of a book: its table, moves said in words, and assertions.

    Args:
        text: the page as text, Markdown, HTML, or values separated by commas.
        game: the game; not needed with ``record``.
        rules: the rule book; None for the default book.
        record: a record at whose end the page goes on, instead of a table that the page prints.
        rest_empty: whether places that the page does not print are empty, and foundations at their bases. They are
            unknown by default, and no move that depends on them is read.
        top_first: whether piles are printed with their top card first.
        citation: the ``Source`` tag, such as the title of the book.

    Raises:
        TypeError: the page is not text, or the record is none.
        ValueError: there is no such game or rule book, the record is rejected, or the page has more than a million
            characters.
    """
    if not isinstance(text, str):
        raise TypeError(f"a page is text, not {type(text).__name__}")
    if len(text) > _LONGEST:
        raise LeoniError(f"this page has {len(text):,} characters: at most {_LONGEST:,} are read")
    previous = None if record is None else _replay_previous(record)
    game_played = _game_of(previous, game, rules)
    page, other_chapters = _without_other_games(page_of(text), game_played)
    reader = _Reader(page, game_played, other_chapters)
    try:
        diagram = find_diagram(page, game_played, top_first=top_first)
        if previous is not None:
            reader.go_on(previous, diagram, rest_empty)
        elif diagram is None:
            label = "Row 1" if game_played.grid_rows else "Pile 1"
            raise Unread(f"no table is printed here: write “{label}:” before its cards, or give the record of one", 0)
        else:
            reader.set_up(diagram, rest_empty, citation)
    except Unread as error:
        line = page.line(error.offset or 0)
        line_text = page.text.split("\n")[line - 1]
        return ReadPage(None, (*other_chapters, Part(line, line_text, "unread", (), f"no table: {error}")))
    reader.read(diagram)
    return ReadPage(reader.record(), tuple(sorted(reader.parts, key=lambda part: part.line)))


def _game_of(previous: Replay | None, name: str | None, rules: str | None) -> Game[Any]:
    """Return the game of a page: that of the record with which it goes on, or the one of a name.

    Raises:
        ValueError: they differ, or there is neither.
    """
    if previous is None:
        if name is None:
            raise LeoniError("give the game of the page, or the record of its table")
        return make_game(name, rules)
    if name is not None and make_game(name).name != previous.name:
        raise LeoniError(f"the table is one of {previous.name}, not of {make_game(name).name}")
    return previous.game


def _replay_previous(record: Transcript | str) -> Replay:
    """Replay the record with which a page goes on.

    Raises:
        ValueError: it is not accepted.
    """
    transcript = one_record(record, "read_prose")
    replayed = replay(transcript)
    if replayed.error is not None or not replayed.dealt:
        raise LeoniError(f"the record of the table is rejected: {replayed.error.message if replayed.error else ''}")
    return replayed


def _without_other_games(page: Page, game: Game[Any]) -> tuple[Page, list[Part]]:
    """Return a page without the chapters of other games, and a part for each of these chapters. A chapter begins with a
    line that is the name of a game; if one bears the name of ours, what stands before the first name is none of it."""
    lines = page.text.split("\n")
    names = [_game_named(line) for line in lines]
    in_our_chapter = game.name not in names
    other_chapters = []
    if not in_our_chapter:
        other_chapters.append(Part(1, lines[0], "aside", (), f"what follows is not about {game.name}"))
    blank_lines = set()
    for number, (line, name) in enumerate(zip(lines, names, strict=True), 1):
        if name:
            if in_our_chapter and name != game.name:
                other_chapters.append(Part(number, line, "aside", (), f"what follows is about {name}"))
            in_our_chapter = name == game.name
        if not in_our_chapter:
            blank_lines.add(number)
            lines[number - 1] = re.sub(r"[^\f\v]", " ", line)
    tables = [table for table in page.tables if table.line not in blank_lines]
    return Page("\n".join(lines), tables), other_chapters


def _game_named(line: str) -> str:
    """Return the game whose name or alias a line is; empty if it is none of ours."""
    title = bare_name(line.partition("(")[0])
    if not 0 < len(title) < 40:
        return ""
    for name, declaration in GAMES.items():
        if title in [bare_name(name), *(bare_name(alias) for alias, _ in declaration.aliases)]:
            return name
    return ""


class _Doubt(NamedTuple):
    """A sentence that may change what those after it say.

    Attributes:
        sentence: the sentence.
        reach: whether it may change all of them, or those that say moves; or may be the heading of another game.
    """

    sentence: Sentence
    reach: Literal["all", "moves", "game"]


class _Reader:
    """Reads a page, sentence by sentence. Call ``set_up`` or ``go_on`` before ``read``.

    Args:
        page: the page.
        game: its game.
        parts: what has been said of the page so far.
    """

    def __init__(self, page: Page, game: Game[Any], parts: list[Part]) -> None:
        self.page = page
        self.game = game
        self.parts = [*parts]
        #: the lines of the record after its tags
        self._body: list[str] = []
        #: the line of the first sentence that was not read: no move is read after it; and of the first one after which
        #: nothing is read; 0 for none
        self._first_unread = 0
        self._stopped_at = 0
        #: whether a list of moves has been announced
        self._in_list = False
        self._doubt: _Doubt | None = None

    # -- the table ----------------------------------------------------------------------------------------------------

    def set_up(self, diagram: Diagram, rest_empty: bool, citation: str) -> None:
        """Begin with the table that a page prints.

        Raises:
            Unread: it is no table of the game.
        """
        unprinted = _unprinted_lines(diagram.lines, self.game)
        lines = dict(diagram.lines)
        if rest_empty:
            lines |= {name: [] for name in unprinted if name not in self.game.lines}
        layout = "\n".join(f"{name}: {' '.join(entries) or '-'}" for name, entries in lines.items())
        tags = {"Game": self.game.name, "Rules": str(self.game.rules)}
        if citation:
            tags["Source"] = citation
        tags |= {"Deal": "layout", "Layout": f"\n{layout}\n"}
        self._head = _text_to_go_on(Transcript.build(tags))
        start = replay(f"{self._head}*", hints=False)
        if start.error is not None:
            raise Unread(start.error.message, diagram.start)
        self._add_table_part(diagram, diagram.how)
        for warning in start.diagnostics:
            self._warn(diagram, warning.message)
        if rest_empty or _is_complete(start):
            unprinted = ()
        printed = Counter(printed_cards(diagram.lines))
        if unprinted:
            self._body.append(f"{{not printed, and unknown: {join_words(unprinted)}}}")
            self._warn(
                diagram,
                f"the page does not print {join_words(unprinted)}, so sentences that depend on these places are "
                "skipped",
            )
        if doubtful_cards := _doubtful_cards(printed, cards_below_tops(diagram.lines, self.game), self.game.packs):
            self._warn(
                diagram,
                "check these ranks yourself, because leoni cannot tell whether a scan misread them: "
                f"{join_words(doubtful_cards)}",
            )
        self._play = Play(self.game, self._head, unprinted, printed)

    def go_on(self, previous: Replay, diagram: Diagram | None, rest_empty: bool) -> None:
        """Go on at the end of a record.

        Raises:
            Unread: the page prints another table.
        """
        transcript = previous.transcript
        tags = [(tag.name, tag.value) for tag in transcript.tags if tag.name not in ("Result", "RecordDigest")]
        self._head = _text_to_go_on(Transcript.build(tags, [*transcript.items, *transcript.epilogue]))
        lines = lines_shown(transcript, self.game, previous.steps)
        unprinted = () if rest_empty or _is_complete(previous) else _unprinted_lines(lines, self.game)
        names = [name for name in previous.position.places if self.game.line(name) in lines]
        printed = Counter(card & ~DOWN for name in names for card in previous.position.places[name])
        self._play = Play(self.game, self._head, unprinted, printed)
        if diagram is not None:
            self._check_same(diagram, previous)
            self._add_table_part(diagram, "as in the record")

    def _check_same(self, diagram: Diagram, previous: Replay) -> None:
        """Check that the table of a page is the position at the end of a record, as far as the page prints it. Which
        cards lie face down is not compared.

        Raises:
            Unread: it is another one.
        """
        listing = dict(previous.position.listing())
        for name, entries in diagram.lines.items():
            cards = listing.get(name, [])
            record_entries = [] if isinstance(cards, int) or not cards else texts(cards).split()
            if [entry.lstrip("#") for entry in entries] != [entry.lstrip("#") for entry in record_entries]:
                in_record, on_page = " ".join(record_entries) or "-", " ".join(entries) or "-"
                raise Unread(f"{name} is {in_record} in the record, and {on_page} on the page", diagram.start)

    def _add_table_part(self, diagram: Diagram, how: str) -> None:
        """Add the table to the parts of the page, and how it was read."""
        self.parts.append(Part(self.page.line(diagram.start), " ".join(diagram.lines), "table", (), how))

    def _warn(self, diagram: Diagram, message: str) -> None:
        """Add a warning about the table to the parts of the page."""
        self.parts.append(Part(self.page.line(diagram.start), "", "warning", (), message))

    def record(self) -> Transcript:
        """Return the record as far as the page was read."""
        (transcript,) = loads("\n".join([self._head, *self._body, "*", ""]))
        return transcript

    # -- sentences ----------------------------------------------------------------------------------------------------

    def read(self, diagram: Diagram | None) -> None:
        """Read all sentences."""
        text, first_line = self.page.text, 0
        if diagram is not None:
            text = diagram.without(text)
            first_line = self.page.line(diagram.spans[-1][1])
        for sentence in sentences(text):
            is_before_table = sentence.line < first_line
            if self._doubt and self._doubt.sentence.line < first_line and not is_before_table:
                self._settle_doubt_at_table()
            self._settle_doubt(sentence)
            has_begun = any(part.kind in ("table", "move", "claim") for part in self.parts)
            if has_begun and not is_before_table and may_name_game(sentence) and not _game_named(sentence.text):
                self._doubt = _Doubt(sentence, "game")
            if not is_movelike(sentence):
                self._add_aside(sentence)
            elif is_before_table and not sentence.kinds() & (NAMES_CARD - {"RANKED"}):
                # Before the table are the rules of the game.
                self._add_aside(sentence)
            elif is_before_table:
                self.parts.append(Part(sentence.line, sentence.text, "unread", (), "it stands before the table"))
            else:
                self._read_sentence(sentence)

    def _settle_doubt_at_table(self) -> None:
        """Forget the doubt that a sentence before the table raised, if it only leads to the table, or is its title."""
        assert self._doubt is not None
        sentence = self._doubt.sentence
        if not doubts(sentence._replace(text=sentence.text.rstrip(":"))):
            self._doubt = None

    def _settle_doubt(self, sentence: Sentence) -> None:
        """Forget the doubt that a sentence raised where its paragraph ends, or a heading where the next one comes."""
        if self._doubt is None:
            return
        doubtful = self._doubt.sentence
        if self._doubt.reach == "game":
            is_over = _game_named(sentence.text) == self.game.name
        elif doubtful.title:
            is_over = sentence.title and not is_movelike(sentence)
        else:
            is_over = sentence.paragraph != doubtful.paragraph
        if is_over:
            self._doubt = None

    def _add_aside(self, sentence: Sentence) -> None:
        """Add a sentence that is neither a move nor a claim, and note what it may say of those after it."""
        self._in_list = _announces_moves(sentence)
        reach = "" if self._in_list else doubts(sentence)
        if reach and (self._doubt is None or self._doubt.reach == "moves"):
            self._doubt = _Doubt(sentence, reach)
        self.parts.append(Part(sentence.line, sentence.text, "aside"))

    def _read_sentence(self, sentence: Sentence) -> None:
        """Play the moves of a sentence that looks like one, or add its claim; or say why it is not read."""
        moves_before = len(self._play.moves)
        quoted = '"' + visible_text(sentence.text.translate(_BRACES)) + '"'
        try:
            words = self._moves_and_claims(sentence)
        except Unread as error:
            self._play.take_back(moves_before)
            # Before the first move a sentence without a card is one of the rules, or leaves the table as it is printed.
            if moves_before or sentence.kinds() & NAMES_CARD:
                self._stopped_at = self._stopped_at or sentence.line
            self._first_unread = self._first_unread or sentence.line
            self._body.append(f"{{not read: {quoted}}}")
            self.parts.append(Part(sentence.line, sentence.text, "unread", (), str(error)))
            return
        self._body.append(f"{' '.join(words)} {{{quoted}}}")
        kind: Literal["move", "claim"] = "move" if len(self._play.moves) > moves_before else "claim"
        self.parts.append(Part(sentence.line, sentence.text, kind, tuple(words)))

    def _moves_and_claims(self, sentence: Sentence) -> list[str]:
        """Return the moves and claims of a sentence, as the notation writes them; play the moves.

        Raises:
            Unread: it is not understood, or what stands before it may change what it says.
        """
        read_before: Literal["", "claim", "move"] = ""
        if self._play.moves:
            read_before = "move"
        elif any(part.kind == "claim" for part in self.parts):
            read_before = "claim"
        sentence_statements = statements(sentence, in_list=self._in_list, read_before=read_before)
        has_moves = any(statement.kind in MOVES for statement in sentence_statements)
        if self._doubt and (has_moves or self._doubt.reach != "moves"):
            self._refuse_for_doubt(self._doubt)
        if self._stopped_at or (self._first_unread and (has_moves or _LATER.search(sentence.text))):
            raise Unread(f"line {self._stopped_at or self._first_unread} comes before it and was not read")
        return [word for statement in sentence_statements for word in self._play.carry_out(statement)]

    def _refuse_for_doubt(self, doubt: _Doubt) -> NoReturn:
        effect = "change what it says"
        if doubt.reach == "game":
            effect = "be the name of another game: leave it out if not"
        raise Unread(f"“{doubt.sentence.text[:60]}” in line {doubt.sentence.line} may {effect}")


def _text_to_go_on(transcript: Transcript) -> str:
    """Return the text of a record without its result word, so that moves can be added."""
    return dumps(transcript).rstrip().removesuffix("*")


def _is_complete(replayed: Replay) -> bool:
    """Whether the first position of a record has all cards of the packs, so that what it does not list is empty."""
    return all(warning.code != NOT_THE_PACK for warning in replayed.diagnostics)


def _unprinted_lines(lines: Container[str], game: Game[Any]) -> tuple[str, ...]:
    """Return the lines of a layout that a table lacks. The hand holds a card for a moment only, and a page prints all
    rows that have been dealt."""
    rows = [] if any(row in lines for row in game.cells) else list(game.cells)
    return tuple(name for name in (*game.lines, *rows, *game.order) if name not in lines and name != "hand")


def _doubtful_cards(printed: Counter[int], cards_built: list[int], packs: int) -> list[str]:
    """Return the printed cards that a scan can have misread for others that are not on the page."""
    missing = Counter([*range(52)] * packs) - printed - Counter(cards_built)
    suits = {SUIT[card] for card in missing if RANK[card] in _FIGURES}
    return [PRETTY[card] for card in sorted(printed) if SUIT[card] in suits and RANK[card] in _FIGURES]


def _announces_moves(sentence: Sentence) -> bool:
    """Whether a sentence says that the moves played follow."""
    try:
        return not statements(sentence)
    except Unread:
        return False
