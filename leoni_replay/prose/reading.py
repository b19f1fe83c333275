"""A page of a book read into a record: ``read_prose``.

Every sentence is a move, a claim, an aside, or unread. A move is read if exactly one legal move fits all that the
sentence says; the first sentence that looks like a move and cannot be read ends the play.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container
from typing import Any, Final, Literal, NamedTuple

from leoni_replay.cards import DOWN, PRETTY, RANK, SUIT, texts
from leoni_replay.diagnostics import NOT_THE_PACK
from leoni_replay.games import GAMES, Game, make_game
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import bare, listed
from leoni_replay.prose.diagram import Diagram, builds, find_diagram, printed_cards
from leoni_replay.prose.page import Page, page_of
from leoni_replay.prose.said_moves import MOVES, Play
from leoni_replay.prose.sentences import NAMES_CARD, Sentence, doubts, is_movelike, may_name_game, sentences, statements
from leoni_replay.prose.tokens import Unread
from leoni_replay.record.examination import lines_shown
from leoni_replay.record.replay import one_record, replay
from leoni_replay.record.result import Replay
from leoni_replay.text import visible

#: How many characters of a sentence are shown, and of a page are read.
_SHOWN: Final = 110
_MUCH: Final = 1_000_000
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
        quoted = f"“{words[:_SHOWN]}{'…' if len(words) > _SHOWN else ''}”" if words else ""
        head = {"unread": "not read", "move": "", "claim": ""}.get(self.kind, self.kind)
        parts = [" ".join(filter(None, [head, " ".join(self.read), quoted])), self.why]
        return visible(f"{self.line}: {': '.join(filter(None, parts))}")


class ReadPage(NamedTuple):
    """A page that was read: its record (None if it has no table), and every part of it in order."""

    record: Transcript | None
    parts: tuple[Part, ...]

    @property
    def unread(self) -> list[Part]:
        """The parts that look like a table, a move or a claim, and could not be read."""
        return [part for part in self.parts if part.kind == "unread"]


def read_prose(
    text: str,
    *,
    game: str | None = None,
    rules: str | None = None,
    table: Transcript | str | None = None,
    rest_empty: bool = False,
    top_first: bool = False,
    source: str = "",
) -> ReadPage:
    """Read a page of a book: its table, moves said in words, and assertions.

    Args:
        text: the page as text, Markdown, HTML, or values separated by commas.
        game: the game; not needed with ``table``.
        rules: the rule book; None for the default book.
        table: a record at whose end the page goes on, instead of a table that the page prints.
        rest_empty: whether places that the page does not print are empty, and foundations at their bases. They are
            unknown by default, and no move that depends on them is read.
        top_first: whether piles are printed with their top card first.
        source: the ``Source`` tag.

    Raises:
        TypeError: the page is not text, or the table not a record.
        ValueError: there is no such game, rule book or table, or the page has more than a million characters.
    """
    if not isinstance(text, str):
        raise TypeError(f"a page is text, not {type(text).__name__}")
    if len(text) > _MUCH:
        raise ValueError(f"this page has {len(text):,} characters: at most {_MUCH:,} are read")
    begun = None
    if table is not None:
        begun = _begun(table)
        if game is not None and make_game(game).name != begun.name:
            raise ValueError(f"the table is one of {begun.name}, not of {make_game(game).name}")
    elif game is None:
        raise ValueError("give the game of the page, or the record of its table")
    made = begun.game if begun is not None else make_game(game or "", rules)
    page, elsewhere = _of_game(page_of(text), made)
    reader = _Reader(page, made, elsewhere)
    try:
        diagram = find_diagram(page, made, top_first=top_first)
        if begun is not None:
            reader.go_on(begun, diagram, rest_empty)
        elif diagram is None:
            label = "Row 1" if made.grid_rows else "Pile 1"
            raise Unread(f"no table is printed here: write “{label}:” before its cards, or give the record of one", 0)
        else:
            reader.set_up(diagram, rest_empty, source)
    except Unread as error:
        line = page.line(error.at or 0)
        shown = page.text.split("\n")[line - 1]
        return ReadPage(None, (*elsewhere, Part(line, shown, "unread", (), f"no table: {error}")))
    reader.read(diagram)
    return ReadPage(reader.record(), tuple(sorted(reader.parts, key=lambda part: part.line)))


def _begun(table: Transcript | str) -> Replay:
    """Return the record that a page goes on with.

    Raises:
        ValueError: it is not accepted.
    """
    transcript = one_record(table, "read_prose")
    replayed = replay(transcript)
    if replayed.error is not None or not replayed.dealt:
        raise ValueError(f"the record of the table is rejected: {replayed.error.message if replayed.error else ''}")
    return replayed


def _of_game(page: Page, game: Game[Any]) -> tuple[Page, list[Part]]:
    """Return a page without the chapters of other games, which begin with a line that is the name of one."""
    lines = page.text.split("\n")
    titles = {at: name for at, line in enumerate(lines) if (name := _titled(line))}
    ours = game.name not in titles.values()
    others = [] if ours else [Part(1, lines[0], "aside", (), f"what follows is not about {game.name}")]
    blank = set()
    for at, line in enumerate(lines):
        if at in titles:
            if ours and titles[at] != game.name:
                others.append(Part(at + 1, line, "aside", (), f"what follows is about {titles[at]}"))
            ours = titles[at] == game.name
        if not ours:
            blank.add(at + 1)
            lines[at] = re.sub(r"[^\f\v]", " ", line)
    return Page("\n".join(lines), [table for table in page.tables if table.line not in blank]), others


def _titled(line: str) -> str:
    """Return the game whose name a line is; empty if it is none of ours."""
    name = bare(line.partition("(")[0])
    named = ((one, title) for one in GAMES for title in (one, *(alias for alias, _ in GAMES[one].aliases)))
    return next((one for one, title in named if bare(title) == name), "") if 0 < len(name) < 40 else ""


class _Reader:
    """Reads a page, sentence by sentence."""

    def __init__(self, page: Page, game: Game[Any], parts: list[Part]) -> None:
        self.page = page
        self.game = game
        self.parts = [*parts]
        self._body: list[str] = []
        #: the lines of the sentences at which reading and playing stopped
        self._stopped = self._unsure = 0
        #: whether a list of moves has been announced
        self._listing = False
        #: a sentence that may change what those after it say: all of them, or those that say moves
        self._doubt: tuple[Sentence, str] | None = None

    # -- the table ----------------------------------------------------------------------------------------------------

    def set_up(self, diagram: Diagram, rest_empty: bool, source: str) -> None:
        """Begin with the table that a page prints.

        Raises:
            Unread: it is no table of the game.
        """
        unprinted = _unprinted(diagram.lines, self.game)
        printed_lines = diagram.lines | {name: [] for name in unprinted if rest_empty and name not in self.game.lines}
        lines = "\n".join(f"{name}: {' '.join(entries) or '-'}" for name, entries in printed_lines.items())
        tags = {"Game": self.game.name, "Rules": str(self.game.rules)} | ({"Source": source} if source else {})
        self._head = _text(Transcript.build(tags | {"Deal": "layout", "Layout": f"\n{lines}\n"}))
        first = replay(f"{self._head}*", hints=False)
        if first.error is not None:
            raise Unread(first.error.message, diagram.start)
        self._add_table(diagram, diagram.how)
        for warning in first.diagnostics:
            self._warn(diagram, warning.message)
        if rest_empty or _is_whole(first):
            unprinted = ()
        printed = Counter(printed_cards(diagram.lines))
        if unprinted:
            self._body.append(f"{{not printed, and unknown: {listed(unprinted)}}}")
            self._warn(
                diagram,
                f"the page does not print {listed(unprinted)}, so sentences that depend on these places are skipped",
            )
        if unvouched := _not_vouched_for(printed, builds(diagram.lines, self.game), self.game.packs):
            self._warn(
                diagram,
                "check these ranks yourself, because leoni cannot tell whether a scan misread them: "
                f"{listed(unvouched)}",
            )
        self._play = Play(self.game, self._head, unprinted, printed)

    def go_on(self, begun: Replay, diagram: Diagram | None, rest_empty: bool) -> None:
        """Go on at the end of a record.

        Raises:
            Unread: the page prints another table.
        """
        transcript = begun.transcript
        tags = [(tag.name, tag.value) for tag in transcript.tags if tag.name not in ("Result", "RecordDigest")]
        self._head = _text(Transcript.build(tags, [*transcript.items, *transcript.epilogue]))
        lines = lines_shown(transcript, self.game, begun.steps)
        unprinted = () if rest_empty or _is_whole(begun) else _unprinted(lines, self.game)
        names = [name for name in begun.position.places if self.game.line(name) in lines]
        printed = Counter(card & ~DOWN for name in names for card in begun.position.places[name])
        self._play = Play(self.game, self._head, unprinted, printed)
        if diagram is None:
            return
        there = dict(self.game.listing(begun.position))
        for name, entries in diagram.lines.items():
            content = there.get(name, [])
            lying = [] if isinstance(content, int) else texts(content).replace("-", "", content == []).split()
            if [one.lstrip("#") for one in entries] != [one.lstrip("#") for one in lying]:
                message = (
                    f"{name} is {' '.join(lying) or '-'} in the record, and {' '.join(entries) or '-'} on the page"
                )
                raise Unread(message, diagram.start)
        self._add_table(diagram, "as in the record")

    def _add_table(self, diagram: Diagram, how: str) -> None:
        self.parts.append(Part(self.page.line(diagram.start), " ".join(diagram.lines), "table", (), how))

    def _warn(self, diagram: Diagram, message: str) -> None:
        self.parts.append(Part(self.page.line(diagram.start), "", "warning", (), message))

    def record(self) -> Transcript:
        """Return the record as far as the page was read."""
        (made,) = loads("\n".join([self._head, *self._body, "*", ""]))
        return made

    # -- sentences ----------------------------------------------------------------------------------------------------

    def read(self, diagram: Diagram | None) -> None:
        """Read all sentences."""
        text, first = self.page.text, 0
        if diagram is not None:
            text, first = diagram.without(text), self.page.line(diagram.spans[-1][1])
        for sentence in sentences(text):
            if self._doubt and self._doubt[0].line < first <= sentence.line:
                # What leads to the table, or is a title of it, has said all that it says.
                before = self._doubt[0]
                self._doubt = self._doubt if doubts(before._replace(text=before.text.rstrip(":"))) else None
            self._settle_doubt(sentence)
            begun = sentence.line >= first and any(part.kind in ("table", "move", "claim") for part in self.parts)
            if begun and may_name_game(sentence) and not _titled(sentence.text):
                self._doubt = sentence, "game"
            if not is_movelike(sentence):
                self._aside(sentence)
            elif sentence.line < first and not sentence.kinds() & (NAMES_CARD - {"RANKED"}):
                # Before the table are the rules of the game.
                self._aside(sentence)
            elif sentence.line < first:
                self.parts.append(Part(sentence.line, sentence.text, "unread", (), "it stands before the table"))
            else:
                self._sentence(sentence)

    def _settle_doubt(self, sentence: Sentence) -> None:
        """Forget the doubt that a sentence raised where its paragraph ends, or a heading where the next one comes."""
        if self._doubt is None:
            return
        raised = self._doubt[0]
        if self._doubt[1] == "game":
            over = _titled(sentence.text) == self.game.name
        elif raised.title:
            over = sentence.title and not is_movelike(sentence)
        else:
            over = sentence.paragraph != raised.paragraph
        if over:
            self._doubt = None

    def _aside(self, sentence: Sentence) -> None:
        self._listing = _announces(sentence)
        how = "" if self._listing else doubts(sentence)
        if how and (self._doubt is None or self._doubt[1] == "moves"):
            self._doubt = sentence, how
        self.parts.append(Part(sentence.line, sentence.text, "aside"))

    def _sentence(self, sentence: Sentence) -> None:
        played = len(self._play.moves)
        quoted = '"' + visible(sentence.text.translate(_BRACES)) + '"'
        try:
            begun = "move" if played else "claim" if any(part.kind == "claim" for part in self.parts) else ""
            stated = statements(sentence, listed=self._listing, begun=begun)
            moves = any(one.says in MOVES for one in stated)
            if self._doubt and (moves or self._doubt[1] != "moves"):
                doubtful, how = self._doubt
                may = "be the name of another game: leave it out if not" if how == "game" else "change what it says"
                raise Unread(f"“{doubtful.text[:60]}” in line {doubtful.line} may {may}")
            if self._stopped or (self._unsure and (moves or _LATER.search(sentence.text))):
                raise Unread(f"line {self._stopped or self._unsure} comes before it and was not read")
            read = [word for one in stated for word in self._play.state(one)]
        except Unread as error:
            self._play.take_back(played)
            # Before the first move a sentence without a card is one of the rules, or leaves the table as it is printed.
            if played or sentence.kinds() & NAMES_CARD:
                self._stopped = self._stopped or sentence.line
            self._unsure = self._unsure or sentence.line
            self._body.append(f"{{not read: {quoted}}}")
            self.parts.append(Part(sentence.line, sentence.text, "unread", (), str(error)))
            return
        self._body.append(f"{' '.join(read)} {{{quoted}}}")
        kind: Literal["move", "claim"] = "move" if len(self._play.moves) > played else "claim"
        self.parts.append(Part(sentence.line, sentence.text, kind, tuple(read)))


def _text(transcript: Transcript) -> str:
    """Return the text of a record, to go on with."""
    return dumps(transcript).rstrip().removesuffix("*")


def _is_whole(replayed: Replay) -> bool:
    """Whether the first position of a record has all cards of the packs, so that what it does not list is empty."""
    return all(warning.code != NOT_THE_PACK for warning in replayed.diagnostics)


def _unprinted(lines: Container[str], game: Game[Any]) -> tuple[str, ...]:
    """Return the lines of a layout that a table lacks. The hand holds a card for a moment only, and a page prints all
    rows that have been dealt."""
    rows = [] if any(row in lines for row in game.cells) else list(game.cells)
    return tuple(name for name in (*game.lines, *rows, *game.order) if name not in lines and name != "hand")


def _not_vouched_for(printed: Counter[int], built: list[int], packs: int) -> list[str]:
    """Return the printed cards that a scan can have misread for others that are not on the page."""
    missing = Counter([*range(52)] * packs) - printed - Counter(built)
    suits = {SUIT[card] for card in missing if RANK[card] in _FIGURES}
    return [PRETTY[card] for card in sorted(printed) if SUIT[card] in suits and RANK[card] in _FIGURES]


def _announces(sentence: Sentence) -> bool:
    """Whether a sentence says that the moves played follow."""
    try:
        return not statements(sentence)
    except Unread:
        return False
