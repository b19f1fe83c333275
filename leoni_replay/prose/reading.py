"""A page of a book read into records: ``read_prose``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leoni_replay.arguments import check_text
from leoni_replay.drawing import draw
from leoni_replay.games import Game, make_game
from leoni_replay.leoni_error import LeoniError
from leoni_replay.message import Message
from leoni_replay.notation.transcript import Record, Transcript
from leoni_replay.phrases import PartKind
from leoni_replay.prose.beginnings import beginning_after_record, beginning_at_table, warning_of_direction
from leoni_replay.prose.chapters import PageChapter
from leoni_replay.prose.diagram import find_diagram
from leoni_replay.prose.page import page_of
from leoni_replay.prose.page_game import game_said, without_other_games
from leoni_replay.prose.page_reader import PageReader
from leoni_replay.prose.parts import TO_PUT_RIGHT, Part
from leoni_replay.prose.rules_said import RulesSaid, rules_said
from leoni_replay.prose.tokens import Unread
from leoni_replay.record.replay import one_record, replay
from leoni_replay.record.result import Replay

if TYPE_CHECKING:
    from leoni_replay.json_data import ReadPageData

#: How many characters a page may have.
_LONGEST: Final = 1_000_000


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

    def as_dict(self, file: str = "") -> ReadPageData:
        """Return the page as ``leoni import --from prose --format json`` prints it, for ``json.dumps``.

        Args:
            file: the name of its file.
        """
        return {
            "file": file,
            "complete": self.record is not None and not self.unread,
            "chapters": [chapter._as_dict() for chapter in self.chapters],
            "parts": [part._as_dict() for part in self.parts],
        }

    @property
    def unread(self) -> list[Part]:
        """The parts that look like a table, a move or a claim, and could not be read, checked or played, or are
        wrong."""
        return [part for part in self.parts if part.kind in TO_PUT_RIGHT]


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
    check_text(game=game, rules=rules, citation=citation)
    if len(text) > _LONGEST:
        raise LeoniError(f"this page has {len(text):,} characters: at most {_LONGEST:,} are read")
    previous = None if record is None else _replay_previous(record)
    game_played = _game_of(previous, game or game_said(text), rules)
    page, other_chapters = without_other_games(page_of(text), game_played)
    named_rules = rules_said(page.text, game_played.name) if previous is None else []
    if rules is None and len(books := {words.book for words in named_rules}) == 1 and "" not in books:
        game_played = make_game(game_played.name, *books)
    elif rules is not None:
        # The rules that are asked for are taken, whatever the page says.
        named_rules = [words._replace(book=game_played.rules.book.name) for words in named_rules]
    parts = [*other_chapters, *_parts_of_rules(named_rules, game_played)]
    try:
        diagram = find_diagram(page, game_played, top_first=top_first)
        if previous is not None:
            beginning = beginning_after_record(page, game_played, previous, diagram, rest_empty=rest_empty)
        elif diagram is None:
            label = "Row 1" if game_played.grid_rows else "Pile 1"
            raise Unread(f"no table is printed here: write “{label}:” before its cards, or give the record of one", 0)
        else:
            beginning = beginning_at_table(page, game_played, diagram, rest_empty=rest_empty, citation=citation)
    except Unread as error:
        line = page.line(error.offset or 0)
        line_text = page.text.split("\n")[line - 1]
        why = Message("no table: ", error.message)
        return ReadPage(None, (*other_chapters, Part(line, line_text, "unread", (), why)))
    reader = PageReader(page, beginning, parts, named_rules)
    reader.read(diagram)
    chapters = reader.chapters()
    if previous is None and diagram is not None and not top_first and _has_only_misfits(reader.parts):
        turned = read_prose(text, game=game, rules=rules, rest_empty=rest_empty, top_first=True)
        if _begins_with_move(turned.parts):
            reader.parts.append(warning_of_direction(page, diagram))
    return ReadPage(chapters[0].record, tuple(sorted(reader.parts, key=lambda part: part.line)), chapters)


def _parts_of_rules(named_rules: list[RulesSaid], game: Game[Any]) -> list[Part]:
    """Return the words that name rules as parts of the page: asides, or unread if the game is played by others."""
    parts = []
    for words in named_rules:
        kind: PartKind = "aside" if words.book == game.rules.book.name else "unread"
        parts.append(Part(words.line, words.text, kind, (), words.why(game)))
    return parts


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
