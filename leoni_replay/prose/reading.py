"""A page of a book read into records: ``read_prose``.

Every sentence is a move, a claim, an aside, or unread. A move is read if exactly one legal move fits all that the
sentence says; the first sentence after which the position is not certain ends the play. What the author calls another
way of playing, or wrong, is a chapter with a record of its own, and never part of the main line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, NoReturn

from leoni_replay.cards import CARD, DOWN, PACK, PACK_SIZE, PRETTY, RANK, SUIT, SUIT_NAMES, texts
from leoni_replay.diagnostics import CARD_FINDINGS, EXTRA_CARDS, NOT_THE_PACK
from leoni_replay.drawing import draw
from leoni_replay.examining.findings import Finding, findings
from leoni_replay.games import GAMES, Game, make_game
from leoni_replay.games.places import is_pile_name, place_in_message, places_in_message, row_number
from leoni_replay.leoni_error import LeoniError
from leoni_replay.message import Message, Option, WrittenCard, joined
from leoni_replay.notation.transcript import Record, Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import bare_name, join_words, pluralize, shorten
from leoni_replay.prose.asides import (
    claims_state,
    is_about_other_things,
    may_turn_from_play,
    restarts,
    turns_from_play,
)
from leoni_replay.prose.chapters import Chapter, Forbidden, MayBeMainLine, PageChapter, Unchecked
from leoni_replay.prose.diagram import Diagram, cards_below_tops, find_diagram, printed_cards
from leoni_replay.prose.left_out import LeftOut
from leoni_replay.prose.page import Page, page_of
from leoni_replay.prose.rules_said import RulesSaid, rules_said
from leoni_replay.prose.said_moves import MOVES, Play
from leoni_replay.prose.sentences import (
    ACTIONS,
    NAMES_CARD,
    NO_MOVES,
    RESULTS,
    Sentence,
    Statement,
    counts_cards,
    doubts,
    forbidden,
    is_movelike,
    may_move_cards,
    may_name_game,
    only_states,
    says_only_possible,
    sentences,
    statements,
)
from leoni_replay.prose.tokens import Unread, cards, has_phrase, phrases, tokens
from leoni_replay.prose.turnings import (
    Turning,
    brings_cards,
    calls_wrong,
    counts_plays,
    denies_solution,
    is_about_all,
    is_doubtful,
    names_place,
    names_state,
    only_imagines,
    points_back,
    points_to_table,
    resumes,
    says_rest_empty,
    says_top_first,
    section_name,
    speaks_of_mistakes,
    turning,
    without_tail,
)
from leoni_replay.record.examination import lines_shown
from leoni_replay.record.replay import one_record, replay
from leoni_replay.record.result import Replay
from leoni_replay.solving.solve import solve
from leoni_replay.text import visible_text

if TYPE_CHECKING:
    from lark import Token

#: How many characters of a sentence are quoted, how many of one that is named beside another, and how many a page may
#: have.
_QUOTED: Final = 110
_NAMED: Final = 60
_LONGEST: Final = 1_000_000
#: The ranks that are figures, which a scan can misread.
_FIGURES: Final = range(2, 11)
#: How many cards a warning lists one by one.
_FEW: Final = 12
#: A ten as a scan reads it.
_SCANNED_TEN: Final = re.compile(r"(?<!\w)(?:[1Iil][Oo]|[Iil]0)(?!\w)")
_BRACES: Final = str.maketrans("{}", "()")
_MAY_NOT_BE_MEANT: Final = "what follows may not be meant as the main line"
_KINDS_IN_WORDS: Final = {
    "unread": "not read",
    "unchecked": "not in the record",
    "illegal": "breaks a rule",
    "move": "",
    "claim": "",
}
#: What is said of words that are not their author's own and not read, and what to do about moves among them.
_NOT_READ: Final[dict[str, str]] = {
    "quotation": "in a quotation",
    "reply": "it stands outside the quotation that has the table",
    "aside": "it stands beside the text",
    "footer": "in the footer of the page",
}
_TO_READ_IT: Final[dict[str, str]] = {
    **dict.fromkeys(_NOT_READ, ": write it in a paragraph of its own if it is a part of the play, or delete it"),
    "reply": ": quote it, too, if it is a part of the play, or delete it",
}
#: What is said of words that are left out.
_LEFT_OUT: Final[dict[str, str]] = {
    "struck out": "struck out, so it was left out",
    "hidden": "hidden on the page, so it was left out",
    "picture": "the description of a picture, so it was left out",
}
#: The longest run-in heading of a paragraph, in characters.
_RUN_IN: Final = 40
#: How many positions are searched to decide whether a game can be won.
_SEARCHED: Final = 200_000


#: What a part of a page can be.
PartKind = Literal[
    "table", "move", "claim", "variation", "mistake", "aside", "unread", "unchecked", "illegal", "warning"
]


class Part(NamedTuple):
    """A part of a page, and what it was read as.

    Attributes:
        line: the line where it begins.
        text: its words.
        kind: the table, a move or a claim of the main line, moves and claims of another way of playing (``variation``)
            or of what the author calls wrong (``mistake``), an aside, something that could not be read, a claim that
            could not be checked, a move that the rules forbid (``illegal``), or a warning about the table.
        read: the moves and claims, as the notation writes them.
        why: how it was read, or why it was not.
    """

    line: int
    text: str
    kind: PartKind
    read: tuple[str, ...] = ()
    why: str = ""

    def __str__(self) -> str:
        """Return the part in one line."""
        words = " ".join(self.text.split())
        quoted = f"“{shorten(words, _QUOTED)}”" if words else ""
        kind = _KINDS_IN_WORDS.get(self.kind, self.kind)
        content = " ".join(filter(None, [kind, *self.read, quoted]))
        return visible_text(f"{self.line}: {': '.join(filter(None, [content, self.why]))}")


class ReadPage(NamedTuple):
    """A page that was read.

    Attributes:
        record: the record of its main line; None if it has no table.
        parts: every part of it, in order.
        chapters: its main line, and each chapter that is another way of playing or wrong; none if it has no table.
    """

    record: Transcript | None
    parts: tuple[Part, ...]
    chapters: tuple[PageChapter, ...] = ()

    def _repr_html_(self) -> str:
        """Return the parts of the page, a line each, for notebooks."""
        return draw("read page", self)

    @property
    def unread(self) -> list[Part]:
        """The parts that look like a table, a move or a claim, and could not be read, checked or played."""
        return [part for part in self.parts if part.kind in ("unread", "unchecked", "illegal")]


def read_prose(
    text: str,
    *,
    game: str | None = None,
    rules: str | None = None,
    record: Record | str | None = None,
    rest_empty: bool = False,
    top_first: bool = False,
    citation: str = "",
) -> ReadPage:
    """Read a page of a book: its table, moves said in words, and assertions.

    Args:
        text: the page as text, Markdown, HTML, or values separated by commas.
        game: the game; not needed with ``record``, or if the page names it in a line of its own.
        rules: the rule book; None for the default book.
        record: a record at whose end the page goes on, instead of a table that the page prints.
        rest_empty: whether places that the page does not print are empty, and foundations at their bases. They are
            unknown by default, and no move that depends on them is read.
        top_first: whether piles are printed with their top card first.
        citation: the ``Source`` tag, such as the title of the book.

    Raises:
        TypeError: the page is not text, or the record is none.
        LeoniError: there is no such game or rule book, the record is rejected, or the page has more than a million
            characters.
    """
    if not isinstance(text, str):
        raise TypeError(f"a page is text, not {type(text).__name__}")
    if len(text) > _LONGEST:
        raise LeoniError(f"this page has {len(text):,} characters: at most {_LONGEST:,} are read")
    previous = None if record is None else _replay_previous(record)
    game_played = _game_of(previous, game or game_said(text), rules)
    page, other_chapters = _without_other_games(page_of(text), game_played)
    named_rules = rules_said(page.text, game_played.name) if previous is None else []
    if rules is None and len(books := {words.book for words in named_rules}) == 1 and "" not in books:
        game_played = make_game(game_played.name, *books)
    elif rules is not None:
        # The rules that are asked for are taken, whatever the page says.
        named_rules = [words._replace(book=game_played.rules.book.name) for words in named_rules]
    reader = _Reader(page, game_played, other_chapters, named_rules)
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
        why = Message("no table: ", error.message)
        return ReadPage(None, (*other_chapters, Part(line, line_text, "unread", (), why)))
    reader.read(diagram)
    chapters = reader.chapters()
    if previous is None and diagram is not None and not top_first and _has_only_misfits(reader.parts):
        turned = read_prose(text, game=game, rules=rules, rest_empty=rest_empty, top_first=True)
        if _begins_with_move(turned.parts):
            reader.warn_of_direction(diagram)
    return ReadPage(chapters[0].record, tuple(sorted(reader.parts, key=lambda part: part.line)), chapters)


def _has_only_misfits(parts: list[Part]) -> bool:
    """Whether a page has sentences that were not read, or moves that break a rule, and no move that was read."""
    kinds_of_parts = {part.kind for part in parts}
    return "move" not in kinds_of_parts and bool(kinds_of_parts & {"unread", "illegal"})


def _begins_with_move(parts: tuple[Part, ...]) -> bool:
    """Whether the first sentence of a page that was to be read is a move that is legal, and no other breaks a rule."""
    kinds_of_parts = [part.kind for part in parts if part.kind in ("move", "unread", "illegal")]
    return kinds_of_parts[:1] == ["move"] and "illegal" not in kinds_of_parts


def _game_of(previous: Replay | None, name: str, rules: str | None) -> Game[Any]:
    """Return the game of a page: that of the record with which it goes on, or the one of a name.

    Raises:
        LeoniError: they differ, or there is neither.
    """
    if previous is None:
        if not name:
            raise LeoniError(
                "the page does not name its game in a line of its own: give the game, or the record of its table"
            )
        return make_game(name, rules)
    if name and make_game(name).name != previous.name:
        raise LeoniError(f"the table is one of {previous.name}, not of {make_game(name).name}")
    return previous.game


def _replay_previous(record: Record | str) -> Replay:
    """Replay the record with which a page goes on.

    Raises:
        LeoniError: it is not accepted.
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
    first_words = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if not in_our_chapter and names[first_words] != game.name:
        line = lines[first_words]
        other_chapters.append(Part(first_words + 1, line, "aside", (), f"it stands before the page of {game.name}"))
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
    left_out = tuple(words for words in page.left_out if words.line not in blank_lines)
    return Page("\n".join(lines), tables, left_out), other_chapters


def _game_named(line: str) -> str:
    """Return the game whose name or alias a line is; empty if it is none of ours."""
    title = bare_name(line.partition("(")[0])
    if not 0 < len(title) < 40:
        return ""
    for name, declaration in GAMES.items():
        if title in [bare_name(name), *(bare_name(alias) for alias, _ in declaration.aliases)]:
            return name
    return ""


def game_said(text: str) -> str:
    """Return the game that a page names in a line of its own, or at the beginning of a line; empty if it names none, or
    several."""
    lines = page_of(text).text.split("\n")
    titles = [title for line in lines for title in re.split("[.,:;]", line.lstrip("#* \t"))]
    names = {name for name in map(_game_named, titles) if name}
    return names.pop() if len(names) == 1 else ""


class _Doubt(NamedTuple):
    """A sentence that may change what those after it say.

    Attributes:
        sentence: the sentence.
        reach: whether it may change all of them, or those that say moves; or may be the heading of another game.
        is_lasting: whether it holds until the author ends it; otherwise to the end of its paragraph.
        turns: whether it may turn from the main line, so that its author can turn back.
    """

    sentence: Sentence
    reach: Literal["all", "moves", "game"]
    is_lasting: bool = False
    turns: bool = False


class _Reader:
    """Reads a page, sentence by sentence. Call ``set_up`` or ``go_on`` before ``read``.

    Args:
        page: the page.
        game: its game.
        parts: what has been said of the page so far.
        named_rules: where the page names its rules.
    """

    def __init__(self, page: Page, game: Game[Any], parts: list[Part], named_rules: list[RulesSaid]) -> None:
        self.page = page
        self.game = game
        self.parts = [*parts]
        for words in named_rules:
            why = words.why(game)
            kind: PartKind = "aside" if words.book == game.rules.book.name else "unread"
            self.parts.append(Part(words.line, words.text, kind, (), why))
        #: the sentences that name the rules, with their lines
        self._sentences_of_rules = {(words.line, words.text) for words in named_rules}
        #: whether a list of moves has been announced
        self._in_list = False
        self._doubt: _Doubt | None = None
        #: the printed cards that can be misprints of others, in words
        self._doubtful_cards = ""
        #: whether the next sentence deals, or turns up an exile
        self._is_deal_next = False
        #: the headings of sections of the main line, without their numbers
        self._sections: set[str] = set()
        #: the words of the sentences that were read, by which one that is quoted later is known
        self._words_read: set[str] = set()

    # -- the table ----------------------------------------------------------------------------------------------------

    def set_up(self, diagram: Diagram, rest_empty: bool, citation: str) -> None:
        """Begin with the table that a page prints.

        Raises:
            Unread: it is no table of the game.
        """
        lines = dict(diagram.lines)
        unprinted = _unprinted_lines(lines, self.game)
        hidden_rest: dict[str, list[str]] = {}
        if unprinted == ("stock",) and self.game.packs == 1:
            # All other cards are printed, so the rest of the pack is the stock.
            lines |= self._hidden_rest(lines, unprinted)
            unprinted = ()
        if rest_empty:
            lines |= {name: [] for name in unprinted if name not in self.game.lines}
            hidden_rest = self._hidden_rest(diagram.lines, unprinted)
            lines |= hidden_rest
        layout = "\n".join(f"{name}: {' '.join(entries) or '-'}" for name, entries in lines.items())
        tags = {"Game": self.game.name, "Rules": str(self.game.rules)}
        if citation:
            tags["Source"] = citation
        tags |= {"Deal": "layout", "Layout": f"\n{layout}\n"}
        self._head = _text_to_go_on(Transcript.build(tags))
        start = replay(f"{self._head}*", hints=False)
        if start.error is not None:
            message = ": ".join([start.error.message, *start.error.help[:1]])
            raise Unread(message, self._offset_of_error(diagram, start.error.span.line, lines))
        how = diagram.how
        for name, entries in hidden_rest.items():
            if entries:
                how += f"; {name} has the {pluralize(len(entries), 'card')} that the page does not print"
        self._add_table_part(diagram, how)
        self._warn_of_cards(diagram, start, lines)
        start_is_complete = _is_complete(start) and not start.unknown
        if rest_empty or _is_complete(start):
            unprinted = ()
        printed = Counter(printed_cards(diagram.lines))
        if unprinted:
            self._warn_of_unprinted(diagram, unprinted)
        self._doubtful_cards = _doubtful_cards(printed, cards_below_tops(diagram.lines, self.game), self.game.packs)
        self._begin(Play(self.game, self._head, unprinted, printed), diagram, is_complete=start_is_complete)
        if unprinted:
            self._main.note(self._main.line, f"{{not printed, and unknown: {join_words(unprinted)}}}")

    def _hidden_rest(self, printed_lines: dict[str, list[str]], unprinted: Container[str]) -> dict[str, list[str]]:
        """Return the place that nobody sees (the exiles, the stock), with the number of cards that lie nowhere else; no
        place if it is printed, or if a pile or a row is not."""
        hidden_places = [name for name in self.game.hidden_places if name in unprinted]
        piles = [name for name in (*self.game.cells, *self.game.order) if is_pile_name(name) or row_number(name)]
        if len(hidden_places) != 1 or any(name in unprinted for name in piles):
            return {}
        others = [entry for name, entries in printed_lines.items() if name not in self.game.lines for entry in entries]
        bases = [name for line, names in self.game.lines.items() if line in unprinted for name in names]
        cards_elsewhere = (
            len(cards_below_tops(printed_lines, self.game))
            + len(bases) * self.game.base_count
            + len(others)
            - others.count("--")
        )
        return {hidden_places[0]: ["??"] * (PACK_SIZE * self.game.packs - cards_elsewhere)}

    def _offset_of_error(self, diagram: Diagram, line: int, lines: dict[str, list[str]]) -> int:
        """Return where in the page the place stands whose line of the layout is in error.

        Args:
            diagram: the table.
            line: the line of the error in the record.
            lines: the lines of the layout.
        """
        name = self._head.split("\n")[line - 1].partition(":")[0].strip()
        if name not in lines:
            # There are too many cards: most that nobody sees lie where their number was miscounted.
            name = max(lines, key=lambda line_name: lines[line_name].count("??"))
        return diagram.offsets.get(name, diagram.start)

    def _warn_of_cards(self, diagram: Diagram, start: Replay, lines: Container[str]) -> None:
        """Add the warnings about the cards of the table: which are there too often, with the line of each place, and
        which are missing."""
        is_pack = _is_complete(start)
        card_findings: list[Finding] = []
        if not is_pack:
            listed_places = [name for name in self.game.all_lines if name in lines]
            card_findings = [
                finding for finding in findings(start.position, listed_places) if finding.code in CARD_FINDINGS
            ]
        names_missing_cards = any(finding.code not in EXTRA_CARDS for finding in card_findings)
        for warning in start.diagnostics:
            if warning.code != NOT_THE_PACK or not names_missing_cards:
                self._warn(diagram, warning.message)
        for finding in card_findings:
            self._warn(diagram, Message(finding.message, self._lines_of_places(diagram, finding.places)))

    def _lines_of_places(self, diagram: Diagram, places: tuple[str, ...]) -> str:
        """Return in which lines of the page some places stand, in brackets; empty if they all stand in one."""
        page_lines = {}
        for place in places:
            name = self.game.line(place)
            if name in diagram.offsets:
                page_lines[name] = self.page.line(diagram.offsets[name])
        if len(set(page_lines.values())) < 2:
            return ""
        words = []
        for name, line in page_lines.items():
            place_words = self.game.words(name) if name in self.game.order else places_in_message([name])
            words.append(Message(place_words, f" is in line {line}"))
        return Message(" (", joined(words, ", ", last=" and "), ")")

    def _warn_of_unprinted(self, diagram: Diagram, unprinted: tuple[str, ...]) -> None:
        """Add the warning about the places that the page does not print, and what to do."""
        foundations = [name for name in unprinted if name in self.game.lines]
        others = [name for name in unprinted if name not in self.game.lines]
        names: list[str] = [Message("the foundations ", places_in_message(foundations))] if foundations else []
        if foundations == [*self.game.lines]:
            names = ["the foundations"]
        places = joined([*names, *others], ", ", last=" and ")
        verb = "it is" if len(unprinted) == 1 else "they are"
        state = f"{verb} empty"
        if foundations and self.game.base_count:
            state = f"{verb} empty, or foundations with only their first card"
        option = Option("--rest-empty", advised=True)
        advice = Message(f"if {state}, ", option)
        hidden_rest = self._hidden_rest(diagram.lines, unprinted)
        if hidden_rest and not foundations:
            ((name, entries),) = hidden_rest.items()
            if entries:
                line = f"{_capitalized(name)}: {pluralize(len(entries), 'card')}"
                advice = Message(f"add a line such as “{line}”, or ", option)
        are_skipped = ", so sentences that depend on these places are skipped: "
        self._warn(diagram, Message("the page does not print ", places, are_skipped, advice))

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
        is_complete = _is_complete(previous) and not previous.unknown
        self._begin(Play(self.game, self._head, unprinted, printed), diagram, is_complete=is_complete)
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
                in_record, on_page = _entries_listed(record_entries), _entries_listed(entries)
                offset = diagram.offsets.get(name, diagram.start)
                name_part = place_in_message(name)
                raise Unread(
                    Message(name_part, " is ", in_record, " in the record, and ", on_page, " on the page"), offset
                )

    def _add_table_part(self, diagram: Diagram, how: str) -> None:
        """Add the table to the parts of the page, and how it was read."""
        how = f"{how}; the rule book is {self.game.rules.book.name}"
        self.parts.append(Part(self.page.line(diagram.start), " ".join(diagram.lines), "table", (), how))

    def _warn(self, diagram: Diagram, message: str) -> None:
        """Add a warning about the table to the parts of the page."""
        self.parts.append(Part(self.page.line(diagram.start), "", "warning", (), message))

    def warn_of_direction(self, diagram: Diagram) -> None:
        """Add the warning that the moves fit if the piles are printed with their top card first."""
        option = Option("--top-first", advised=True)
        self._warn(
            diagram, Message("read from the top card of each pile, the moves fit: if it is printed first, ", option)
        )

    def _begin(self, play: Play, diagram: Diagram | None, *, is_complete: bool) -> None:
        """Begin the main line.

        Args:
            play: the game at its beginning.
            diagram: the table that the page prints; None if it prints none.
            is_complete: whether all its cards are known, so that a search can decide whether it can be won.
        """
        self._main = Chapter("main", "", self.page.line(diagram.start) if diagram else 1, self._head, play)
        self._chapters = [self._main]
        self._current = self._main
        self._is_complete = is_complete

    def chapters(self) -> tuple[PageChapter, ...]:
        """Return the chapters of the page as far as it was read, each with its record and its verdict."""
        return tuple(chapter.finished() for chapter in self._chapters if chapter is self._main or chapter.entries)

    # -- sentences ----------------------------------------------------------------------------------------------------

    def read(self, diagram: Diagram | None) -> None:
        """Read all sentences."""
        text, first_line = self.page.text, 0
        if diagram is not None:
            text = diagram.without(text)
            first_line = self.page.line(diagram.spans[-1][1])
        page_sentences = [*sentences(text)]
        in_paragraph = Counter(sentence.paragraph for sentence in page_sentences)
        last_paragraph_above = max(
            (sentence.paragraph for sentence in page_sentences if sentence.line < first_line), default=0
        )
        paragraph = 0
        left_out = iter([*self.page.left_out, None])
        next_left_out = next(left_out)
        for number, sentence in enumerate(page_sentences, 1):
            while next_left_out is not None and next_left_out.line <= sentence.line:
                self._add_left_out(next_left_out, is_before_table=next_left_out.line < first_line)
                next_left_out = next(left_out)
            if (sentence.line, sentence.text) in self._sentences_of_rules:
                continue
            self._is_deal_next = any(map(self._begins_with_deal, page_sentences[number : number + 1]))
            is_first, paragraph = sentence.paragraph != paragraph, sentence.paragraph
            if diagram is not None and sentence in diagram.vacant:
                self.parts.append(Part(sentence.line, sentence.text, "table", (), "read as a part of the table"))
                continue
            is_before_table = sentence.line < first_line
            if self._doubt and self._doubt.sentence.line < first_line and not is_before_table:
                self._settle_doubt_at_table()
            self._settle_doubt(sentence)
            if is_before_table:
                is_above = sentence.paragraph == last_paragraph_above
                self._read_before_table(sentence, is_above, in_paragraph[paragraph] == 1 or sentence.title)
                continue
            is_heading = in_paragraph[paragraph] == 1 or sentence.title or (is_first and len(sentence.text) < _RUN_IN)
            turned = turning(sentence, is_heading=is_heading or sentence.line_of_its_own)
            if turned is None and not resumes(sentence):
                self._doubt_other_game(sentence)
            if turned is not None:
                self._turn(sentence, turned)
            elif is_movelike(sentence):
                self._read_sentence(sentence, self._current)
            else:
                ends_paragraph = all(after.paragraph != paragraph for after in page_sentences[number : number + 1])
                self._add_aside(sentence, is_heading=is_heading, ends_paragraph=ends_paragraph)
        while next_left_out is not None:
            self._add_left_out(next_left_out, is_before_table=next_left_out.line < first_line)
            next_left_out = next(left_out)
        self._settle_missing_card(self._main)
        self._settle_empty_chapters()
        self._name_moves()
        if diagram is not None and self._doubtful_cards and self._may_be_misread(diagram):
            self._warn(
                diagram,
                "check these ranks yourself, because cards of their suits are missing, and leoni cannot tell whether "
                f"one was misread or mistyped: {self._doubtful_cards}",
            )

    def _add_left_out(self, left_out: LeftOut, *, is_before_table: bool) -> None:
        """Add words that were taken out of the text. Moves and claims in a quotation are not read, and stop the moves
        after it, which may go on with them: only a sentence that was read already does not."""
        sentence = Sentence(left_out.text, left_out.line, 0, title=False)
        if left_out.reason not in _NOT_READ:
            self._add_said(sentence, _LEFT_OUT[left_out.reason])
            return
        unread = [
            quoted
            for quoted in sentences(left_out.text)
            if is_movelike(quoted) and _bare_words(quoted.text) not in self._words_read
        ]
        why = _NOT_READ[left_out.reason]
        if not unread:
            self._add_said(sentence, why)
        elif is_before_table or all(map(self._only_claims, unread)):
            why = f"{why}{_TO_READ_IT[left_out.reason]}"
            self.parts.append(Part(sentence.line, sentence.text, "unread", (), why))
        else:
            self._add_unread(sentence, self._current, sentence.text, f"{why}{_TO_READ_IT[left_out.reason]}")

    def _may_be_misread(self, diagram: Diagram) -> bool:
        """Whether a rank of the table may have been misread: it has the figures of a scan, or the moves and claims of
        the page do not all fit it, or there are none."""
        if any(_SCANNED_TEN.search(self.page.text[start:end]) for start, end in diagram.spans):
            return True
        kinds_of_parts = {part.kind for part in self.parts}
        if kinds_of_parts & {"unread", "illegal"} or not kinds_of_parts & {"move", "claim"}:
            return True
        return replay(f"{self._main.text()}*", hints=False).error is not None

    def _doubt_other_game(self, sentence: Sentence) -> None:
        """Doubt what follows a heading that may be the name of another game."""
        has_begun = any(part.kind in ("table", "move", "claim") for part in self.parts)
        if has_begun and may_name_game(sentence) and not _game_named(sentence.text):
            self._doubt = _Doubt(sentence, "game")

    def _read_before_table(self, sentence: Sentence, is_above: bool, is_heading: bool) -> None:
        """Read a sentence before the table: there are the rules of the game, and the key of the table.

        Args:
            sentence: the sentence.
            is_above: whether it stands right above the table: then it may say something of it.
            is_heading: whether it stands by itself.
        """
        types = sentence.kinds()
        if is_above and points_to_table(sentence) and types & NAMES_CARD and self._reads_claims(sentence):
            self._read_sentence(sentence._replace(text=sentence.text.rstrip(":")), self._main, quoted=sentence.text)
            return
        if is_movelike(sentence) and types & (NAMES_CARD - {"RANKED", "DOWN"}):
            self.parts.append(Part(sentence.line, sentence.text, "unread", (), "it stands before the table"))
            return
        turned = turning(sentence, is_heading=is_heading)
        leads_to_chapter = turned is not None and turned.kind in ("mistake", "variation")
        is_unsure = turned is not None and turned.kind == "doubt" and calls_wrong(sentence)
        if (leads_to_chapter or is_unsure) and sentence.title and not speaks_of_mistakes(sentence):
            assert turned is not None
            self._turn(sentence, turned)
        else:
            self._add_aside(sentence, is_heading=is_heading, is_before_table=True)

    def _reads_claims(self, sentence: Sentence) -> bool:
        """Whether a sentence above the table only claims what is so there."""
        return self._only_claims(sentence._replace(text=sentence.text.rstrip(":")))

    def _settle_doubt_at_table(self) -> None:
        """Forget the doubt that a sentence before the table raised, if it only leads to the table, or is its title."""
        assert self._doubt is not None
        sentence = self._doubt.sentence
        text = sentence.text.rstrip(":")
        if sentence.title:
            # “First steps” is no first of several ways.
            text = phrases()["ORDINALS"].sub("", text)
        if not self._doubt.turns and not doubts(sentence._replace(text=text)):
            self._doubt = None

    def _settle_doubt(self, sentence: Sentence) -> None:
        """Forget the doubt that a sentence raised where its paragraph ends, or where the next heading comes if it is
        lasting, or that of a heading."""
        if self._doubt is None:
            return
        doubtful = self._doubt.sentence
        if self._doubt.reach == "game":
            is_over = _game_named(sentence.text) == self.game.name
        elif doubtful.title or self._doubt.is_lasting:
            is_over = sentence.title and not is_movelike(sentence)
        else:
            is_over = sentence.paragraph != doubtful.paragraph
        if is_over:
            self._doubt = None

    def _add_aside(
        self, sentence: Sentence, *, is_heading: bool, ends_paragraph: bool = False, is_before_table: bool = False
    ) -> None:
        """Add a sentence that is neither a move nor a claim, and note what it may say of those after it. If it names a
        place or the state of the game, it is one that was not read.

        Args:
            sentence: the sentence.
            is_heading: whether it stands by itself.
            ends_paragraph: whether it is the last sentence of its paragraph, so that it can lead to the next one.
            is_before_table: whether the table comes after it.
        """
        if says_rest_empty(sentence):
            why = "it is not sure which places these are: write each with its number, beside the table"
            self.parts.append(Part(sentence.line, sentence.text, "unread", (), why))
            return
        if says_top_first(sentence) and not is_doubtful(sentence, is_heading=is_heading):
            # The table was read so: otherwise the page would have been refused.
            self.parts.append(Part(sentence.line, sentence.text, "aside"))
            return
        self._in_list = _announces_moves(sentence)
        is_harmless = self._in_list or is_about_other_things(sentence)
        is_claim = not is_before_table and (claims_state(sentence) or counts_cards(sentence))
        reach = "" if is_harmless or is_claim else doubts(sentence)
        if reach and (self._doubt is None or self._doubt.reach == "moves"):
            self._doubt = _Doubt(sentence, reach)
        if is_before_table:
            self.parts.append(Part(sentence.line, sentence.text, "aside"))
            return
        if is_claim:
            self.parts.append(Part(sentence.line, sentence.text, "unread", (), "it is no claim that leoni can check"))
            return
        is_game_certain = self._doubt is None or self._doubt.reach != "game"
        is_section = is_heading and resumes(sentence)
        if is_section and self._current is not self._main and section_name(sentence) in self._sections:
            # The next of a series of sections of the main line, such as “Step 2”.
            self._current = self._main
        elif is_section and self._current is self._main:
            self._sections.add(section_name(sentence))
        elif is_heading and self._current is not self._main and (sentence.title or is_section) and is_game_certain:
            # Another section: whether the main line goes on is not said.
            self._doubt = _Doubt(sentence, "all", is_lasting=True)
        # Before the first move a title is that of the page.
        has_begun = bool(self._main.play.moves) or self._current is not self._main
        is_title = is_heading and has_begun
        if is_game_certain and not is_section and not self._in_list and is_doubtful(sentence, is_heading=is_title):
            self._doubt = _Doubt(sentence, "all", is_lasting=True)
        # “Two cards can be played, and both are”
        says_more = counts_plays(sentence) and bool(sentence.kinds() & {"AND", "SEP", "NEXT"})
        if names_place(sentence) or brings_cards(sentence) or says_more:
            why = "it is no claim that leoni can check"
            if brings_cards(sentence):
                why = "leoni does not know which move this is"
            self._add_unread(sentence, self._current, sentence.text, why)
        elif names_state(sentence) and not is_about_other_things(sentence):
            if turns_from_play(sentence, has_begun=has_begun):
                self._doubt_aside(sentence, has_begun, ends_paragraph)
            self.parts.append(Part(sentence.line, sentence.text, "unread", (), "it is no claim that leoni can check"))
        else:
            turns = not is_harmless and not is_section and self._doubt_aside(sentence, has_begun, ends_paragraph)
            self._add_said(sentence, _MAY_NOT_BE_MEANT if turns else "")

    def _doubt_aside(self, sentence: Sentence, has_begun: bool, ends_paragraph: bool) -> bool:
        """Doubt what follows an aside if it may not be meant as the main line, and return whether that is so. In a
        mistake only an aside that may take back its moves is doubted."""
        if self._current.kind == "mistake":
            is_lasting = is_doubted = restarts(sentence)
        else:
            is_lasting = turns_from_play(sentence, has_begun=has_begun)
            is_lasting = is_lasting or self._asked_for_move()
            is_doubted = is_lasting or (has_begun and may_turn_from_play(sentence))
        if is_doubted and (self._doubt is None or self._doubt.reach == "moves"):
            self._doubt = _Doubt(sentence, "all", is_lasting=is_lasting or ends_paragraph)
        return is_doubted

    # -- chapters -----------------------------------------------------------------------------------------------------

    def _turn(self, sentence: Sentence, turned: Turning) -> None:
        """Turn to another chapter, or back to the main line."""
        is_game_certain = self._doubt is None or self._doubt.reach != "game"
        if turned.kind == "doubt" or self._is_unsure(sentence, turned):
            if is_game_certain:
                self._doubt = _Doubt(sentence, "all", is_lasting=True, turns=not counts_plays(sentence))
            if names_place(sentence) or counts_plays(sentence) or sentence.kinds() & NAMES_CARD:
                self.parts.append(Part(sentence.line, sentence.text, "unread", (), _MAY_NOT_BE_MEANT))
            else:
                self._add_said(sentence, _MAY_NOT_BE_MEANT)
        elif turned.kind == "back":
            if self._is_about_no_move():
                self._add_said(sentence, "it is about the sentence before it")
            else:
                self._take_back_last(sentence)
        elif turned.kind == "forbidden":
            words = sentence._replace(text=turned.words)
            self._read_sentence(words, self._current, quoted=sentence.text, has_lead=True, is_forbidden=True)
        elif turned.is_sentence:
            self._read_beside(sentence, turned)
        else:
            if is_game_certain:
                self._doubt = None
            if turned.kind == "main":
                self._current = self._main
                self._main.imagined = None
            else:
                self._current = self._new_chapter(sentence, turned)
            if turned.words:
                self._in_list = True
                self._read_sentence(sentence._replace(text=turned.words), self._current)
            else:
                self._in_list = turned.kind == "main" and _announces_moves(sentence)
                follows = {"main": "", "variation": "another way of playing follows", "mistake": "a mistake follows"}
                self.parts.append(Part(sentence.line, sentence.text, "aside", (), follows[turned.kind]))

    def _is_unsure(self, sentence: Sentence, turned: Turning) -> bool:
        """Whether a sentence may not turn where it seems to. Where no moves come before it, “No solution”
        can say that there is none, and “Back to the table” can take moves of the main line back."""
        has_moves = bool(self._main.play.moves)
        if turned.kind == "main":
            return has_moves and self._current is self._main and turns_from_play(sentence, has_begun=False)
        return denies_solution(sentence) and not has_moves

    def _new_chapter(self, sentence: Sentence, turned: Turning) -> Chapter:
        """Return a new chapter that begins at a sentence."""
        assert turned.kind in ("variation", "mistake")
        self._settle_missing_card(self._main)
        title = sentence.text.partition(":")[0] if turned.words and not turned.is_sentence else sentence.text
        chapter = Chapter(turned.kind, title, sentence.line, self._head, self._main.play)
        chapter.places = self._places_to_begin(turned)
        if self._main.moves_stopped_at and not self._names_beginning(turned):
            # It is not sure that the last move of the main line was read.
            chapter.stop(self._main.moves_stopped_at)
        self._chapters.append(chapter)
        return chapter

    @staticmethod
    def _names_beginning(turned: Turning) -> bool:
        """Whether a turning says where it begins: at the table, or instead of a move that it names."""
        return turned.replaced != "" or turned.begins == "table"

    def _places_to_begin(self, turned: Turning) -> list[int]:
        """Return the moves of the main line after which a chapter can begin, the likeliest first.

        Raises:
            Unread: the main line has no move of the card whose move it replaces, or several.
        """
        moves = len(self._main.play.moves)
        if turned.replaced:
            return [self._move_replaced(turned.replaced)]
        last_moves = [entry.moves_before for entry in self._main.entries if entry.has_moves]
        first_choice = {"table": 0, "before": last_moves[-1] if last_moves else 0, "end": moves}[turned.begins]
        return [first_choice, *(count for count in range(moves, -1, -1) if count != first_choice)]

    def _move_replaced(self, words: str) -> int:
        """Return how many moves of the main line come before that of a card, which words name."""
        names = [name for token in tokens(words) if token.type in ("CARD", "SHORT") for name in cards(token)]
        move_numbers = [
            number
            for number, move in enumerate(self._main.play.moves)
            if len(names) == 1 and re.search(rf"(?:\A|:){names[0]}", move)
        ]
        if len(move_numbers) != 1:
            raise Unread(f"“{words}”: the main line has no one move of it")
        return move_numbers[0]

    def _read_beside(self, sentence: Sentence, turned: Turning) -> None:
        """Read a sentence that tells another way of playing, or a mistake, and no more than itself."""
        words, tail = turned.words, ""
        try:
            chapter = self._chapter_beside(sentence, turned)
        except Unread as error:
            if self._current is self._main:
                self.parts.append(Part(sentence.line, sentence.text, "unread", (), error.message))
                self._imagine(sentence, self._main, goes_on=True)
            else:
                self._add_unread(sentence, self._current, sentence.text, error.message)
            return
        if self._reads(sentence._replace(text=words)) is None:
            shorter, tail = without_tail(words)
            words = shorter if tail and self._reads(sentence._replace(text=shorter)) else words
        self._read_sentence(sentence._replace(text=words), chapter, quoted=sentence.text, has_lead=True)
        if tail and chapter.entries:
            after = sentence._replace(text=_capitalized(tail))
            if is_movelike(after):
                self._read_sentence(after, chapter)
            elif names_state(after) and not calls_wrong(after):
                self._add_unread(after, chapter, after.text, "it is no claim that leoni can check")
        if chapter is not self._current:
            self._imagine(sentence, self._current, goes_on=turned.kind == "variation" and not tail)

    def _chapter_beside(self, sentence: Sentence, turned: Turning) -> Chapter:
        """Return the chapter of a sentence that tells another way of playing, or a mistake: a new one beside the main
        line; after a heading that announces it, the one that the heading began, which begins where the sentence says.

        Raises:
            Unread: it stands in another chapter, or does not say where it begins.
        """
        chapter = self._current
        if chapter is self._main:
            return self._new_chapter(sentence, turned)
        if chapter.entries or turned.kind not in ("variation", chapter.kind):
            raise MayBeMainLine(f"it stands in “{shorten(chapter.title, 40)}”")
        chapter.places = self._places_to_begin(turned)
        if self._names_beginning(turned):
            chapter.resume()
        return chapter

    def _imagine(self, sentence: Sentence, chapter: Chapter, *, goes_on: bool = False, is_claim: bool = False) -> None:
        """Remember a sentence that says what could be played in a chapter."""
        chapter.imagine(sentence, _cards_named(sentence.text), goes_on=goes_on, is_claim=is_claim)

    def _reads(self, sentence: Sentence) -> list[Statement] | None:
        """Return what a sentence states; None if it is not understood."""
        try:
            return statements(sentence, in_list=self._in_list, read_before="move", has_lead=True)
        except Unread:
            return None

    def _is_about_no_move(self) -> bool:
        """Whether the sentence before one that calls something wrong only asks for a move, or warns of one."""
        warns = self.parts[-1:] != [] and self.parts[-1].kind == "mistake" and self._current is self._main
        return warns or self._asked_for_move()

    def _asked_for_move(self) -> bool:
        """Whether the last sentence asks for a move: “Put the 9 of hearts on the 10 of spades?”"""
        return any(
            before.kind == "unread" and before.text.endswith("?") and _cards_named(before.text)
            for before in self.parts[-1:]
        )

    def _take_back_last(self, sentence: Sentence) -> None:
        """Take the last moves of the main line out of it, because a sentence after them calls them wrong: they become a
        chapter."""
        self._add_said(sentence, "the moves before it are not part of the main line")
        if self._doubt is None or self._doubt.reach != "game":
            self._doubt = _Doubt(sentence, "all", is_lasting=True, turns=True)
        if self._current is not self._main:
            return
        if (forbidden := self._main.take_forbidden()) is not None:
            number = next(number for number, part in enumerate(self.parts) if part.kind == "illegal")
            self.parts[number] = self.parts[number]._replace(kind="aside", why="its author calls it wrong")
            sentences_taken = [forbidden]
        elif self._main.stopped_at:
            return
        else:
            self._settle_missing_card(self._main)
            entries = self._main.take_last(all_of_paragraph=is_about_all(sentence.text))
            sentences_taken = [entry.sentence for entry in entries]
        if not sentences_taken:
            return
        chapter = Chapter("mistake", sentence.text, sentences_taken[0].line, self._head, self._main.play)
        chapter.places = [len(self._main.play.moves)]
        self._chapters.append(chapter)
        doubt, self._doubt = self._doubt, None
        for taken_sentence in sentences_taken:
            self._read_sentence(taken_sentence, chapter)
        self._doubt = doubt

    def _settle_empty_chapters(self) -> None:
        """Take moves out of the main line if a sentence after them that seemed to lead to other moves, such as “Do not
        do this”, leads to none: then it is about them."""
        for chapter in [*self._chapters]:
            is_last = all(entry.sentence.line < chapter.line for entry in self._main.entries)
            is_blame = chapter.kind == "mistake" and points_back(chapter.title) and not _cards_named(chapter.title)
            if is_blame and not chapter.entries and is_last:
                self._chapters.remove(chapter)
                self._current = self._main
                self._take_back_last(Sentence(chapter.title, chapter.line, 0, title=False))

    def _add_said(self, sentence: Sentence, why: str) -> None:
        self.parts.append(Part(sentence.line, sentence.text, "aside", (), why))

    # -- moves and claims ---------------------------------------------------------------------------------------------

    def _read_sentence(
        self,
        sentence: Sentence,
        chapter: Chapter,
        *,
        quoted: str = "",
        has_lead: bool = False,
        is_forbidden: bool = False,
    ) -> None:
        """Play the moves of a sentence that looks like one, or add its claim; or say why it is not read.

        Args:
            sentence: the sentence, without the words that lead to its chapter.
            chapter: the chapter to which it belongs.
            quoted: the sentence as the page has it, if it is longer.
            has_lead: whether the words that led to it say whose move it is.
            is_forbidden: whether they claim that the rules forbid it.
        """
        quoted = quoted or sentence.text
        way_back = chapter.way_back(sentence, has_lead=has_lead)
        try:
            self._check_certain(sentence, chapter)
            sentence_statements = self._statements(sentence, chapter, has_lead, is_forbidden)
            self._settle_missing_card(chapter, sentence_statements)
            entry = chapter.add(sentence, sentence_statements, quoted)
        except Forbidden as error:
            chapter.stop(sentence._replace(text=quoted))
            chapter.forbid(error.entry)
            error.entry.part = len(self.parts)
            self.parts.append(Part(sentence.line, quoted, "illegal", (), error.message))
            return
        except Unread as error:
            why = error.message
            if way_back and not isinstance(error, MayBeMainLine):
                why = Message(why, f" ({way_back})")
            self._add_unread(sentence, chapter, quoted, why)
            return
        except Unchecked as error:
            self._add_unchecked(sentence, chapter, quoted, error)
            return
        if not entry.has_moves and any(statement.kind == "may" for statement in sentence_statements):
            self._imagine(sentence, chapter, is_claim=True)
        kind: PartKind = "move" if entry.has_moves else "claim"
        if chapter.kind != "main":
            kind = chapter.kind
        entry.part = len(self.parts)
        self._words_read.add(_bare_words(quoted))
        self.parts.append(Part(sentence.line, quoted, kind, (), entry.why or way_back))

    def _add_unread(self, sentence: Sentence, chapter: Chapter, quoted: str, why: str) -> None:
        """Add a sentence that is not read, and stop where the position is not certain after it."""
        if only_imagines(sentence) and not (self._in_list and sentence.text.endswith("?")):
            self._imagine(sentence, chapter)
        elif says_only_possible(sentence):
            self._imagine(sentence, chapter, is_claim=True)
        elif not self._only_claims(sentence) and not only_states(sentence):
            # Before the first move a sentence about the state of the game leaves the table as it is printed.
            is_certain = chapter is self._main and not chapter.play.moves and not may_move_cards(sentence)
            chapter.stop(sentence._replace(text=quoted), only_moves=is_certain)
        if says_only_possible(sentence):
            why += _advice_for_claim(sentence)
        chapter.note(sentence.line, f"{{line {sentence.line}, not read: {_quotation(quoted)}}}")
        self.parts.append(Part(sentence.line, quoted, "unread", (), why))

    def _add_unchecked(self, sentence: Sentence, chapter: Chapter, quoted: str, error: Unchecked) -> None:
        """Add a sentence that is understood, and was decided by a search or could not be."""
        if error.line is None:
            chapter.note(sentence.line, f"{{line {sentence.line}, {_quotation(quoted)}: {error}}}")
            self.parts.append(Part(sentence.line, quoted, "unchecked", (), str(error)))
            return
        chapter.note(sentence.line, f"{{{_quotation(quoted)}: {error}}}")
        winning = Chapter("variation", quoted, sentence.line, self._head, chapter.play)
        winning.places = [len(chapter.play.moves)]
        winning.add_line(sentence, error.line, quoted)
        self._chapters.append(winning)
        self.parts.append(Part(sentence.line, quoted, "claim", ("{= won}",), str(error)))

    def _check_certain(self, sentence: Sentence, chapter: Chapter) -> None:
        """Check that no sentence before a sentence may change what it says."""
        if self._doubt and self._doubt.reach != "moves":
            self._refuse_for_doubt(self._doubt)
        imagined = chapter.imagined
        if imagined is None or imagined.is_claim:
            return
        goes_on = has_phrase(sentence.text, "LATER") or bool(_cards_named(sentence.text) & imagined.cards)
        if goes_on or imagined.paragraph == sentence.paragraph:
            raise Unread(f"it may go on with what {_place_of(imagined.sentence)} only imagines")

    def _check_claims(self, sentence: Sentence, chapter: Chapter) -> None:
        """Check that the claims of a sentence are about the position of its chapter.

        Raises:
            Unread: they may be about a position that was only imagined.
        """
        is_result = [token.type in RESULTS for token in tokens(sentence.text)][:1] == [True]
        if is_result and not (chapter.entries and chapter.entries[-1].has_moves):
            raise Unread("it does not say which move brings this about")
        imagined = chapter.imagined
        goes_on = has_phrase(sentence.text, "LATER", "BESIDES")
        if imagined is not None and (not imagined.is_claim or goes_on):
            raise Unread(f"it may be about what {_place_of(imagined.sentence)} only imagines")

    def _statements(self, sentence: Sentence, chapter: Chapter, has_lead: bool, is_forbidden: bool) -> list[Statement]:
        """Return what a sentence states; of moves that the rules are said to forbid, that they are illegal.

        Raises:
            Unread: it is not understood, or what stands before it may change what it says.
        """
        read_before: Literal["", "claim", "move"] = ""
        if chapter.play.moves or chapter.kind != "main":
            read_before = "move"
        elif any(part.kind == "claim" for part in self.parts):
            read_before = "claim"
        sentence_statements = statements(
            sentence, in_list=self._in_list, read_before=read_before, has_lead=has_lead or chapter.kind == "mistake"
        )
        if is_forbidden:
            sentence_statements = [*map(forbidden, sentence_statements)]
        if sentence_statements and sentence_statements[-1].kind in NO_MOVES and self._is_deal_next:
            # “Nothing fits. Turn up the next exile.”: it does not deny what follows.
            sentence_statements[-1] = sentence_statements[-1]._replace(kind="standstill")
        has_moves = any(statement.kind in MOVES for statement in sentence_statements)
        if self._doubt and has_moves:
            self._refuse_for_doubt(self._doubt)
        stopped_at = chapter.stopped_at
        if has_moves or has_phrase(sentence.text, "LATER"):
            stopped_at = stopped_at or chapter.moves_stopped_at
        if stopped_at:
            raise Unread(f"{_place_of(stopped_at)} comes before it and was not read")
        if not has_moves:
            self._check_claims(sentence, chapter)
        for statement in sentence_statements:
            if statement.kind in ("can_be_won", "cannot_be_won"):
                self._search(chapter, can_be_won=statement.kind == "can_be_won")
        return sentence_statements

    def _begins_with_deal(self, sentence: Sentence) -> bool:
        """Whether a sentence deals first, or turns up an exile."""
        sentence_statements = self._reads(sentence) or []
        return any(statement.kind in ACTIONS for statement in sentence_statements[:1])

    def _only_claims(self, sentence: Sentence) -> bool:
        """Whether a sentence is understood, and moves no card."""
        sentence_statements = self._reads(sentence) or []
        return bool(sentence_statements) and all(statement.kind not in MOVES for statement in sentence_statements)

    def _search(self, chapter: Chapter, *, can_be_won: bool) -> NoReturn:
        """Search whether the game can be won after the moves of a chapter.

        Raises:
            Unchecked: always, with what the search found.
        """
        if not self._is_complete:
            raise Unchecked("a search needs all cards, and some are unknown")
        solved = solve(f"{chapter.text()}*", at=len(chapter.play.moves), nodes=_SEARCHED)
        if solved.status == "won" and can_be_won:
            raise Unchecked(f"a search found a win of {pluralize(len(solved.line), 'move')}", [*map(str, solved.line)])
        by_rules = f"by the rules of {self.game.rules.book.name}"
        outcome = {
            "won": f"a search found a win {by_rules}: the claim is wrong",
            "lost": f"a search of all positions found no win {by_rules}: the claim is "
            + ("wrong" if can_be_won else "right"),
        }
        raise Unchecked(outcome.get(solved.status, f"a search of {_SEARCHED:,} positions did not decide it"))

    def _settle_missing_card(self, chapter: Chapter, following: list[Statement] | None = None) -> None:
        """Take out of a chapter moves that bring an unknown card to light, if the sentence after them does not name it.

        Raises:
            Unread: it does not.
        """
        why = chapter.play.missing_card()
        if not why or (following and following[0].kind in ("shown", "filled", "exposed")):
            return
        (entry,) = chapter.take_last()
        index = entry.part
        part = self.parts[index]
        self.parts[index] = part._replace(kind="unread", why=why)
        chapter.note(part.line, f"{{line {part.line}, not read: {_quotation(part.text)}}}")
        chapter.stop(entry.sentence._replace(text=part.text))
        if following:
            raise Unread(f"{_place_of(part)} comes before it and was not read")

    def _name_moves(self) -> None:
        """Write the moves and claims that each sentence was read as into its part."""
        for chapter in self._chapters:
            for entry in chapter.entries:
                if entry.part >= 0:
                    words = chapter.words(entry)
                    if self.parts[entry.part].kind == "illegal":
                        # The claim that stands for the move only serves to have it refuted.
                        words = tuple(word for word in words if not word.startswith("{"))
                    self.parts[entry.part] = self.parts[entry.part]._replace(read=words)

    def _refuse_for_doubt(self, doubt: _Doubt) -> NoReturn:
        place = _place_of(doubt.sentence)
        if doubt.reach == "game":
            raise Unread(f"{place} may be the name of another game: leave it out if not")
        if doubt.is_lasting and (doubt.turns or len(self._chapters) > 1):
            raise MayBeMainLine(f"{place} may change what it says")
        raise Unread(f"{place} may change what it says: delete or reword it")


def _place_of(words: Sentence | Part) -> str:
    """Return the beginning of a sentence with its line: a paragraph can be one line."""
    return f"“{shorten(words.text, _NAMED)}” in line {words.line}"


def _bare_words(text: str) -> str:
    """Return words in small letters without the signs around them."""
    return " ".join(re.findall(r"[\w♣♦♥♠]+", text.lower()))


def _quotation(text: str) -> str:
    """Return words of the page as they stand in a comment of a record."""
    return '"' + visible_text(text.translate(_BRACES)) + '"'


def _cards_named(text: str) -> frozenset[str]:
    """Return the cards that a text names by rank and suit."""
    card_tokens = [token for token in tokens(text) if token.type in ("CARD", "SHORT", "CARDS", "EITHER")]
    return frozenset(name for token in card_tokens for name in _cards_of(token))


def _advice_for_claim(sentence: Sentence) -> str:
    """Return how to write that each of several cards can be played; empty if a sentence says more, or other things."""
    sentence_tokens = tokens(sentence.text)
    cards_named = [name for token in sentence_tokens if token.type in ("CARD", "SHORT") for name in _cards_of(token)]
    if len(cards_named) < 2 or {token.type for token in sentence_tokens} & {
        "MAYNOT",
        "NOT",
        "ON",
        "TO",
        "UNDER",
        "FITS",
    }:
        return ""
    return f": write a sentence for each card, for example “The {PRETTY[CARD[cards_named[0]]]} can be played.”"


def _cards_of(token: Token) -> list[str]:
    try:
        return cards(token)
    except Unread:
        return []


def _capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]


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


def _doubtful_cards(printed: Counter[int], cards_built: list[int], packs: int) -> str:
    """Return in words the printed cards that can be misprints of others that are not on the page: they, or their suits
    if they are many. Empty if there are none."""
    missing = Counter([*PACK] * packs) - printed - Counter(cards_built)
    suits = {SUIT[card] for card in missing if RANK[card] in _FIGURES}
    doubtful_cards = [card for card in sorted(printed) if SUIT[card] in suits and RANK[card] in _FIGURES]
    if not doubtful_cards:
        return ""
    if len(doubtful_cards) <= _FEW:
        return join_words([PRETTY[card] for card in doubtful_cards])
    suit_names = [SUIT_NAMES[suit] for suit in sorted({SUIT[card] for card in doubtful_cards})]
    return f"all {join_words(suit_names)} from 2 to 10"


def _entries_listed(entries: list[str]) -> Message:
    """Return the cards of a line of a layout in a message; ``-`` for none."""
    return joined([WrittenCard(entry) for entry in entries] or ["-"], " ")


def _announces_moves(sentence: Sentence) -> bool:
    """Whether a sentence says that the moves played follow."""
    try:
        return not statements(sentence)
    except Unread:
        return False
