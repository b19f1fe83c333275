"""A page read sentence by sentence: each is a move, a claim, an aside, or unread.

A move is read if exactly one legal move fits all that the sentence says; the first sentence after which the position is
not certain ends the play. What the author calls another way of playing, or wrong, is a chapter with a record of its
own, and never part of the main line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, NoReturn

from leoni_replay.cards import CARD, PRETTY
from leoni_replay.games import Game
from leoni_replay.message import Message
from leoni_replay.phrases import PartKind, pluralize, shorten
from leoni_replay.prose.asides import (
    claims_state,
    is_about_other_things,
    is_caption,
    is_counterfactual,
    is_interjection,
    may_turn_from_play,
    only_comments,
    restarts,
    turns_from_play,
)
from leoni_replay.prose.beginnings import Beginning, warning
from leoni_replay.prose.chapters import Chapter, Entry, Forbidden, MayBeMainLine, PageChapter, Unchecked
from leoni_replay.prose.diagram import Diagram
from leoni_replay.prose.left_out import LeftOut
from leoni_replay.prose.numbering import numbering_faults
from leoni_replay.prose.page import Page
from leoni_replay.prose.page_game import game_named
from leoni_replay.prose.parts import Part
from leoni_replay.prose.rules_said import RulesSaid
from leoni_replay.prose.said_moves import MOVES, NoneLegal
from leoni_replay.prose.sentences import (
    ACTIONS,
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
    reason_given,
    says_only_possible,
    sentences,
    statements,
)
from leoni_replay.prose.tokens import NAMES_CARD, Unread, cards, has_phrase, number_in, phrases, tokens
from leoni_replay.prose.turnings import (
    Turning,
    brings_cards,
    calls_wrong,
    counts_plays,
    denies_solution,
    is_about_all,
    is_doubtful,
    judges_before,
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
    takes_back_earlier,
    tells_move,
    tells_what_came_before,
    turning,
    warns_of_move,
    without_tail,
)
from leoni_replay.prose.why_played import Reason, mere_reason, readings_of, tells_moved
from leoni_replay.record.replay import replay
from leoni_replay.solving.solve import solve
from leoni_replay.text import visible_text

if TYPE_CHECKING:
    from lark import Token

#: How many characters of a sentence are quoted that is named beside another.
_NAMED: Final = 60
#: A ten as a scan reads it.
_SCANNED_TEN: Final = re.compile(r"(?<!\w)(?:[1Iil][Oo]|[Iil]0)(?!\w)")
#: The number of an item of a list.
_ITEM_NUMBER: Final = re.compile(r"\d{1,3}(?=[.)]\s)")
_BRACES: Final = str.maketrans("{}", "()")
_NO_CLAIM: Final = "it is no claim that leoni can check"
_REASON_IS_WRONG: Final = "this reason holds neither before the move nor after it"
_WARNS_OF_EITHER: Final = (
    "it is not sure whether it is about the move before it or about what follows: write “Do not do this.” if it is "
    "about the move, and “Do not …” or “A mistake:” before what follows if it is about that"
)
_MAY_NOT_BE_MEANT: Final = "what follows may not be meant as the main line"
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


class PageReader:
    """Reads a page, sentence by sentence.

    Args:
        page: the page.
        beginning: how its game stands at its beginning.
        parts: what has been said of the page so far.
        named_rules: where the page names its rules.

    Attributes:
        parts: the parts of the page, in the order in which they were read.
    """

    def __init__(
        self, page: Page, beginning: Beginning, parts: Sequence[Part], named_rules: Sequence[RulesSaid]
    ) -> None:
        self.page = page
        self.parts: list[Part] = [*parts, *beginning.parts]
        self.game: Game[Any] = beginning.play.game
        self._head = beginning.head
        self._is_complete = beginning.is_complete
        self._lacks_cards = beginning.lacks_cards
        #: whether a move of the page fits no legal one
        self._has_misfit = False
        #: the printed cards that can be misprints of others, in words
        self._doubtful_cards = beginning.doubtful_cards
        #: the sentences that name the rules, with their lines
        self._sentences_of_rules = {(words.line, words.text) for words in named_rules}
        self._main = Chapter("main", "", beginning.line, beginning.head, beginning.play)
        if beginning.note:
            self._main.note(beginning.line, beginning.note)
        self._chapters = [self._main]
        self._current = self._main
        #: whether a list of moves has been announced
        self._in_list = False
        self._doubt: _Doubt | None = None
        #: whether the next sentence deals, or turns up an exile
        self._is_deal_next = False
        #: whether the next sentence says a move of which it warns
        self._is_mistake_next = False
        #: the headings of sections of the main line, without their numbers
        self._sections: set[str] = set()
        #: the words of the sentences that were read, by which one that is quoted later is known
        self._words_read: set[str] = set()

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
        faults = numbering_faults(page_sentences, self._numbers_struck_out())
        fault = ""
        paragraph = 0
        left_out = iter([*self.page.left_out, None])
        next_left_out = next(left_out)
        for number, sentence in enumerate(page_sentences, 1):
            while next_left_out is not None and next_left_out.line <= sentence.line:
                self._add_left_out(next_left_out, is_before_table=next_left_out.line < first_line)
                next_left_out = next(left_out)
            ends_list = sentence.title and not is_movelike(sentence)
            fault = faults.get(number - 1, "" if ends_list else fault)
            if (sentence.line, sentence.text) in self._sentences_of_rules:
                continue
            self._is_deal_next = any(map(self._begins_with_deal, page_sentences[number : number + 1]))
            self._is_mistake_next = any(map(warns_of_move, page_sentences[number : number + 1]))
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
            if self._current is self._main and self._main.play.moves and takes_back_earlier(sentence):
                self._take_back_earlier(sentence)
            elif turned is not None:
                self._turn(sentence, turned)
            elif (reason := mere_reason(sentence.text)) is not None:
                self._add_reason(sentence, reason)
            elif is_counterfactual(sentence):
                self._imagine(sentence, self._current)
                why = "it says what would have been, and plays nothing"
                if _cards_named(sentence.text):
                    self._add_not_read(sentence, why)
                else:
                    self._add_said(sentence, why)
            elif tells_what_came_before(sentence):
                self._take_out_paragraph(sentence)
                self._add_unread(sentence, self._current, sentence.text, "it says what was played before that")
            elif fault and is_movelike(sentence) and not self._only_claims(sentence):
                self._add_unread(sentence, self._current, sentence.text, fault)
                fault = ""
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
            message = (
                "check these ranks yourself, because cards of their suits are missing, and leoni cannot tell whether "
                f"one was misread or mistyped: {self._doubtful_cards}"
            )
            self.parts.append(warning(self.page, diagram, message))

    def _numbers_struck_out(self) -> set[int]:
        """Return the numbers of the items of lists that are struck out."""
        numbers = (_ITEM_NUMBER.match(words.text) for words in self.page.left_out if words.reason == "struck out")
        return {int(number[0]) for number in numbers if number is not None}

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
            self._add_not_read(sentence, why)
        else:
            self._add_unread(sentence, self._current, sentence.text, f"{why}{_TO_READ_IT[left_out.reason]}")

    def _may_be_misread(self, diagram: Diagram) -> bool:
        """Whether a rank of the table may have been misread: it has the figures of a scan, or the moves and claims of
        the page do not all fit it; or none is read, and not only cards that lie face down are missing."""
        if self._has_misfit or any(_SCANNED_TEN.search(self.page.text[start:end]) for start, end in diagram.spans):
            return True
        kinds_of_parts = {part.kind for part in self.parts}
        if kinds_of_parts & {"illegal", "wrong"}:
            return True
        if self._lacks_cards and not kinds_of_parts & {"move", "claim"}:
            return True
        return replay(f"{self._main.text()}*", hints=False).error is not None

    def _doubt_other_game(self, sentence: Sentence) -> None:
        """Doubt what follows a heading that may be the name of another game."""
        has_begun = any(part.kind in ("table", "move", "claim") for part in self.parts)
        if has_begun and may_name_game(sentence) and not game_named(sentence.text):
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
            self._add_not_read(sentence, "it stands before the table")
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
            is_over = game_named(sentence.text) == self.game.name
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
            self._add_not_read(
                sentence, "it is not sure which places these are: write each with its number, beside the table"
            )
            return
        if says_top_first(sentence) and not is_doubtful(sentence, is_heading=is_heading):
            # The table was read so: otherwise the page would have been refused.
            self._add_said(sentence)
            return
        self._in_list = _announces_moves(sentence)
        has_begun = bool(self._main.play.moves) or self._current is not self._main
        is_harmless = self._in_list or is_about_other_things(sentence) or only_comments(sentence)
        is_harmless = is_harmless or (not has_begun and is_caption(sentence))
        is_harmless = is_harmless or (is_interjection(sentence) and not self._asked_for_move())
        # “Martha – an exercise”
        is_harmless = is_harmless or (sentence.title and game_named(sentence.text) == self.game.name)
        is_claim = not is_before_table and (claims_state(sentence) or counts_cards(sentence))
        reach = "" if is_harmless or is_claim else doubts(sentence)
        if reach and (self._doubt is None or self._doubt.reach == "moves"):
            self._doubt = _Doubt(sentence, reach)
        if is_before_table:
            self._add_said(sentence)
        elif is_claim:
            self._add_not_read(sentence, _NO_CLAIM)
        else:
            self._add_aside_in_play(
                sentence, is_heading=is_heading, ends_paragraph=ends_paragraph, is_harmless=is_harmless
            )

    def _add_aside_in_play(
        self, sentence: Sentence, *, is_heading: bool, ends_paragraph: bool, is_harmless: bool
    ) -> None:
        """Add an aside after the table, or a sentence that names a place or the state of the game and is not read.

        Args:
            sentence: the sentence.
            is_heading: whether it stands by itself.
            ends_paragraph: whether it is the last sentence of its paragraph, so that it can lead to the next one.
            is_harmless: whether it only announces moves, or speaks of other things than the play.
        """
        is_game_certain = self._doubt is None or self._doubt.reach != "game"
        is_section = is_heading and resumes(sentence)
        if is_heading and (is_section or sentence.title):
            self._begin_section(sentence, is_section=is_section, is_game_certain=is_game_certain)
        # Before the first move a title is that of the page.
        has_begun = bool(self._main.play.moves) or self._current is not self._main
        is_title = is_heading and has_begun
        if is_game_certain and not is_section and not self._in_list and is_doubtful(sentence, is_heading=is_title):
            self._doubt = _Doubt(sentence, "all", is_lasting=True)
        # “Two cards can be played, and both are”
        says_more = counts_plays(sentence) and bool(sentence.kinds() & {"AND", "SEP", "NEXT"})
        if brings_cards(sentence) or tells_move(sentence):
            self._add_unread(sentence, self._current, sentence.text, "leoni does not know which move this is")
        elif says_more or names_place(sentence):
            self._add_unread(sentence, self._current, sentence.text, _NO_CLAIM)
        elif names_state(sentence) and not is_about_other_things(sentence):
            if turns_from_play(sentence, has_begun=has_begun):
                self._doubt_aside(sentence, has_begun, ends_paragraph)
            self._add_not_read(sentence, _NO_CLAIM)
        else:
            turns = not is_harmless and not is_section and self._doubt_aside(sentence, has_begun, ends_paragraph)
            if has_begun and judges_before(sentence):
                self._add_not_read(sentence, "it may be about the moves before it")
            else:
                self._add_said(sentence, _MAY_NOT_BE_MEANT if turns else "")

    def _begin_section(self, sentence: Sentence, *, is_section: bool, is_game_certain: bool) -> None:
        """Note which chapter goes on after a heading.

        Args:
            sentence: the heading.
            is_section: whether it only begins another section of the main line.
            is_game_certain: whether what follows is about our game.
        """
        if is_section and self._current is self._main:
            self._sections.add(section_name(sentence))
        elif is_section and section_name(sentence) in self._sections:
            # The next of a series of sections of the main line, such as “Step 2”.
            self._current = self._main
        elif self._current is not self._main and is_game_certain:
            # Another section: whether the main line goes on is not said.
            self._doubt = _Doubt(sentence, "all", is_lasting=True)

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
                self._add_not_read(sentence, _MAY_NOT_BE_MEANT)
            else:
                self._add_said(sentence, _MAY_NOT_BE_MEANT)
        elif turned.kind == "back":
            if self._is_about_no_move():
                self._add_said(sentence, "it is about the sentence before it")
            else:
                self._take_back_last(sentence)
        elif turned.kind == "warning":
            self._warn(sentence)
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

    def _warn(self, sentence: Sentence) -> None:
        """Read a sentence that warns of what comes before it or after it. A move that was told stands; what follows is
        not read unless it says itself that it is a mistake."""
        if self._is_mistake_next:
            self._add_said(sentence, "a mistake follows")
            return
        if self._is_about_no_move():
            self._add_said(sentence, "it is about the sentence before it")
            return
        if self._doubt is None or self._doubt.reach != "game":
            self._doubt = _Doubt(sentence, "all", is_lasting=True, turns=True)
        has_moves = self._current is not self._main or self._main.play.moves or self._main.stopped_at
        self._add_not_read(sentence, _WARNS_OF_EITHER if has_moves else _MAY_NOT_BE_MEANT)

    def _is_unsure(self, sentence: Sentence, turned: Turning) -> bool:
        """Whether a sentence may not turn where it seems to. Where no moves come before it, “No solution”
        can say that there is none, and “Back to the table” can take moves of the main line back."""
        has_moves = bool(self._main.play.moves)
        if self._solves_other_problem(sentence):
            return True
        if turned.kind == "main":
            return has_moves and self._current is self._main and turns_from_play(sentence, has_begun=False)
        return denies_solution(sentence) and not has_moves

    def _solves_other_problem(self, sentence: Sentence) -> bool:
        """Whether a sentence announces the solution of a problem by its number, where the page has another number."""
        solution = phrases()["SOLUTION_OF"].search(sentence.text)
        if solution is None:
            return False
        own_text = self.page.text.replace(solution[0], "")
        numbers = {match["number"] for match in phrases()["PROBLEM_NUMBER"].finditer(own_text)}
        return bool(numbers) and solution["number"] not in numbers

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
                self._add_not_read(sentence, error.message)
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
                self._add_unread(after, chapter, after.text, _NO_CLAIM)
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
        has_moves = self._current is not self._main or self._main.play.moves or self._main.stopped_at
        why = "the moves before it are not part of the main line" if has_moves else _MAY_NOT_BE_MEANT
        if sentence.kinds() & NAMES_CARD:
            # “Take it back, and play the 4 of hearts.”
            self._add_not_read(sentence, why)
        else:
            self._add_said(sentence, why)
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
        self._read_as_mistake(sentence, sentences_taken)

    def _take_back_earlier(self, sentence: Sentence) -> None:
        """Take moves out of the main line that a sentence after them counts or names, and calls wrong or takes back,
        and all that came after them: they become a chapter."""
        self._settle_missing_card(self._main)
        moves = self._main.play.moves
        named = _cards_named(sentence.text)
        first = 0
        if named:
            first = next((n for n, move in enumerate(moves) if move.rpartition(":")[2][:2] in named), len(moves))
        elif (match := phrases()["LAST_MOVES"].search(sentence.text)) is not None:
            first = max(0, len(moves) - int(number_in(match["count"] or "") or 1))
        elif (match := phrases()["NTH_MOVE"].search(sentence.text)) is not None:
            first = int(number_in(match["ordinal"].lower())) - 1
        self._add_not_read(
            sentence, "it takes back moves before it, or calls them wrong: they are not in the main line"
        )
        if self._doubt is None or self._doubt.reach != "game":
            self._doubt = _Doubt(sentence, "all", is_lasting=True, turns=True)
        if first < len(moves):
            self._read_as_mistake(sentence, [entry.sentence for entry in self._main.take_from(first)])

    def _read_as_mistake(self, sentence: Sentence, sentences_taken: list[Sentence]) -> None:
        """Read sentences that were taken out of the main line as a chapter of what a sentence calls wrong."""
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

    def _add_said(self, sentence: Sentence, why: str = "") -> None:
        self.parts.append(Part(sentence.line, sentence.text, "aside", (), why))

    def _add_not_read(self, sentence: Sentence, why: str) -> None:
        """Add a sentence that is not read, and after which the position is as certain as before it."""
        self.parts.append(Part(sentence.line, sentence.text, "unread", (), why))

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
            reason = reason_given(sentence, in_list=self._in_list, has_lead=has_lead or chapter.kind == "mistake")
            self._check_moved(reason, chapter)
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
            self._has_misfit = self._has_misfit or isinstance(error, NoneLegal)
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
        if why := self._why_reason_not_read(reason, chapter):
            self._add_doubtful_reason(sentence._replace(text=reason.text), chapter, why)

    # -- reasons ------------------------------------------------------------------------------------------------------

    def _add_reason(self, sentence: Sentence, reason: Reason) -> None:
        """Add a sentence that only gives a reason for the move before it."""
        why = self._why_reason_not_read(reason, self._current)
        if why:
            self._add_doubtful_reason(sentence, self._current, why)
        else:
            self._add_said(sentence)

    def _add_doubtful_reason(self, sentence: Sentence, chapter: Chapter, why: str) -> None:
        """Add a reason that does not hold, or is a claim that is not read. The moves are as certain as before it."""
        kind: PartKind = "wrong" if why == _REASON_IS_WRONG else "unread"
        chapter.note(sentence.line, f"{{line {sentence.line}, {_quotation(sentence.text)}: {why}}}")
        self.parts.append(Part(sentence.line, sentence.text, kind, (), why))

    @staticmethod
    def _check_moved(reason: Reason, chapter: Chapter) -> None:
        """Check that the card that a reason says was moved, the first that it names, is that of a move that was read.

        Raises:
            Unread: it is not.
        """
        card_tokens = [token for token in tokens(reason.text) if token.type in ("CARD", "SHORT")]
        if not tells_moved(reason) or not card_tokens:
            return
        moved = {move.rpartition(":")[2][:2] for move in chapter.play.moves}
        if not moved.issuperset(_cards_of(card_tokens[0])):
            raise Unread(f"it says that {card_tokens[0]} was moved, and no move before it does that")

    def _why_reason_not_read(self, reason: Reason, chapter: Chapter) -> str:
        """Return why a reason is no mere words: it is a claim that holds neither before the last move nor after it, or
        one that leoni cannot check; empty if it holds, or claims nothing."""
        is_vague = has_phrase(reason.text, "BESIDES") and not _cards_named(reason.text)
        if not reason.text or is_vague or tells_moved(reason):
            return ""
        last_moves = [entry.moves_before for entry in chapter.entries if entry.has_moves][-1:]
        if (buried := _cards_of_phrase("LIES_ON", reason.text)) and last_moves:
            # “because it lies on the 7 of diamonds”
            moved = chapter.play.moves[last_moves[0]].rpartition(":")[2][:2]
            is_true = moved in CARD and chapter.play.branch(last_moves[0]).lies_over(moved, buried)
            return "" if is_true else _REASON_IS_WRONG
        places = [len(chapter.play.moves), *(last_moves if reason.is_cause else [])]
        is_read = False
        for text in readings_of(reason):
            try:
                claimed = statements(Sentence(text, 0, 0, title=False), read_before="claim")
            except Unread:
                continue
            if any(statement.kind in MOVES for statement in claimed):
                continue
            for moves in places:
                play = chapter.play.branch(moves)
                try:
                    claims = [claim for statement in claimed for claim in play.carry_out(statement)]
                except Unread:
                    continue
                is_read = True
                if play.holds(claims):
                    return ""
        if is_read:
            return _REASON_IS_WRONG
        names_places = any(token.type in ("PLACE", "PLACES") for token in tokens(reason.text))
        return _NO_CLAIM if names_places or _cards_named(reason.text) else ""

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
            kinds: dict[bool | None, PartKind] = {None: "unchecked", True: "claim", False: "wrong"}
            self.parts.append(Part(sentence.line, quoted, kinds[error.holds], (), str(error)))
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
        if has_moves and "dropped" in self.game.order and (drop := phrases()["DROPS"].search(sentence.text)):
            raise Unread(f"“{drop[0]}”: in {self.game.name} cards are dropped by a deal")
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
        solved = solve(chapter.text_of_moves(), at=len(chapter.play.moves), nodes=_SEARCHED)
        if solved.status == "won" and can_be_won:
            raise Unchecked(f"a search found a win of {pluralize(len(solved.line), 'move')}", [*map(str, solved.line)])
        by_rules = f"by the rules of {self.game.rules.book.name}"
        if solved.status == "won":
            raise Unchecked(f"a search found a win {by_rules}: the claim is wrong", holds=False)
        if solved.status == "lost":
            verdict = "wrong" if can_be_won else "right"
            outcome = f"a search of all positions found no win {by_rules}: the claim is {verdict}"
            raise Unchecked(outcome, holds=not can_be_won)
        raise Unchecked(f"a search of {_SEARCHED:,} positions did not decide it")

    def _take_out_paragraph(self, sentence: Sentence) -> None:
        """Take the moves of its paragraph before a sentence out of its chapter, or the last ones, because the sentence
        says what was played before them."""
        chapter = self._current
        for entry in chapter.take_last(all_of_paragraph=True):
            self._make_unread(entry, chapter, f"{_place_of(sentence)} says what comes before it")

    def _make_unread(self, entry: Entry, chapter: Chapter, why: str) -> None:
        """Say of an entry that was taken out of a chapter why it is not read, and stop the chapter there."""
        part = self.parts[entry.part]
        self.parts[entry.part] = part._replace(kind="unread", why=why)
        chapter.note(part.line, f"{{line {part.line}, not read: {_quotation(part.text)}}}")
        chapter.stop(entry.sentence._replace(text=part.text))

    def _settle_missing_card(self, chapter: Chapter, following: list[Statement] | None = None) -> None:
        """Take out of a chapter moves that bring an unknown card to light, if the sentence after them does not name it.

        Raises:
            Unread: it does not.
        """
        why = chapter.play.missing_card()
        if not why or (following and following[0].kind in ("shown", "filled", "exposed")):
            return
        (entry,) = chapter.take_last()
        self._make_unread(entry, chapter, why)
        if following:
            raise Unread(f"{_place_of(self.parts[entry.part])} comes before it and was not read")

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


def _cards_of_phrase(name: str, text: str) -> list[str]:
    """Return the cards that a text names after the words of a phrase, if it has no more than these; otherwise none."""
    match = phrases()[name].match(text)
    card_tokens = tokens(text[match.end() :].rstrip(" .!")) if match is not None else []
    return _cards_of(card_tokens[0]) if [token.type for token in card_tokens] in (["CARD"], ["SHORT"]) else []


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


def _announces_moves(sentence: Sentence) -> bool:
    """Whether a sentence says that the moves played follow."""
    try:
        return not statements(sentence)
    except Unread:
        return False
