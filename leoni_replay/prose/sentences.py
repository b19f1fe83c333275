"""The sentences of a page, and what each of them states."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, cast

from leoni_replay.phrases import shorten
from leoni_replay.prose.tokens import NAMES_CARD, Unread, has_phrase, is_indefinite, kinds, parse, phrases, tokens
from leoni_replay.prose.why_played import Reason, without_reasons

if TYPE_CHECKING:
    from lark import Token, Tree

#: The kinds of statements: moves, what can or cannot be played, and facts about the position.
StatementKind = Literal[
    "move", "out", "may", "may_not", "available", "not_available", "available_only", "turn", "exile", "redeal",
    "standstill", "won", "lost", "vacant", "dealt", "shown", "filled", "exposed", "stuck", "can_be_won",
    "cannot_be_won", "count", "over", "no_card_fits", "topmost", "may_only", "holds",
]  # fmt: skip

_PARAGRAPH: Final = re.compile(r"\n[ \t>]*\n\s*|\f\s*")
_ITEM: Final = re.compile(r"\n(?=[ \t>]*(?:[-*•–]|\d{1,3}[.)])[ \t])|(?<=[A-Z][A-Z])\n|\v")
#: The next word of a text, with the signs after it.
_NEXT_WORD: Final = re.compile(r"\S+")
_MARK: Final = re.compile(r"\A[\s>#]*(?:(?:[-*•–]|(?P<number>\d{1,3})[.)])(?=\s))?\s*")
#: The end of a line that ends a sentence, or leads to a list.
_LINE_END: Final = re.compile(r"[.!?:][”\"’')\]]*\s*\Z")
#: The beginnings of a sentence in a line of its own, though the line before has no full stop.
_BEGINS: Final = frozenset({"VERB", "THEN", "TURN", "NTH_ROW", "TURN_EXILE", "REDEAL"})
#: The tokens of a list of cards that are dealt.
_DEALT_CARDS: Final = frozenset({"CARD", "SHORT", "CARDS", "SEP", "AND", "STOP"})
_ACTS: Final = frozenset({"VERB", "DOES", "PUTS", "I_PUT", "TURN", "NTH_ROW", "TURN_EXILE", "REDEAL", "OUT"})
_PLACES: Final = frozenset({"PLACE", "FOUNDATION", "SPACE", "TOP", "ON", "UNDER", "FROM", "PRONOUN"})
#: The tokens that only join others.
_JOINTS: Final = frozenset({"AND", "SEP", "OR", "ON", "TO", "UNDER", "WHICH", "OF"})
#: The statements that turn up cards.
ACTIONS: Final = frozenset({"turn", "exile", "redeal"})
#: The statements of moves that a player chooses.
_PLAYED: Final = frozenset({"move", "out", "dealt"}) | ACTIONS
#: The statements that no move is legal.
NO_MOVES: Final = ("stuck", "no_card_fits")
#: The parts of a sentence that are no clauses: what it announces, and a move that is not the one it says.
_BESIDE_CLAUSES: Final = ("announced", "denied")
#: The clauses that say which card came to light, or filled a gap.
_BROUGHT_TO_LIGHT: Final = ("shown", "filled")
#: The tokens of words that bring new cards.
_DEALS: Final = frozenset({"TURN", "NTH_ROW", "TURN_EXILE", "REDEAL"})
#: The tokens that begin a clause about what a move brings about.
RESULTS: Final = frozenset({"EXPOSES", "WHEREBY", "LEAVES", "EMPTIES"})
#: The tokens of words for cards, for places, and for where cards come from and go to.
_NAMES_CARDS_OR_PLACES: Final = (
    NAMES_CARD | (_PLACES - {"PRONOUN"}) | {"OF", "OR", "TO", "OWN_BASE", "OUT", "LIES_IN", "WHICH", "ONLY"}
)
#: The tokens of a list of cards that can be played, and where from and where to.
_NAMES_IN_LIST: Final = _NAMES_CARDS_OR_PLACES | {"AND", "SEP", "STOP"}
#: The tokens of a sentence that only says what is possible.
_POSSIBLE_STATES: Final = frozenset({"AVAILABLE", "FREE", "FITS"})
_TOKENS_OF_POSSIBILITY: Final = _NAMES_IN_LIST | _POSSIBLE_STATES | {"MAY", "MAYNOT", "BE", "VERB", "HOW_MANY", "NOT"}
#: Words that count the cards, or mean those that are listed.
_WORDS_OF_COUNTS: Final = frozenset({
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "several", "some", "many", "few", "card",
    "cards", "more", "further", "these", "following", "just", "exactly", "that", "there",
})  # fmt: skip
_STATES: Final = frozenset({
    "STANDSTILL", "WON", "LOST", "OVER", "PLACES", "CAN_BE_WON", "CANNOT_BE_WON", "HOW_MANY_MOVES", "HOW_MANY_IN_PLACE",
    "GAP_FILLED", "TURNED_ARE",
})  # fmt: skip
#: The words that say how a card lies, and move none; and the other words that may stand with them.
_STATES_OF_CARDS: Final = frozenset({
    "lies", "lie", "hides", "hide", "blocks", "block", "needs", "need", "covered", "hidden", "buried", "blocked",
    "wanted", "needed", "required", "stuck", "shut", "missing", "inaccessible", "lowest", "highest", "deepest",
})  # fmt: skip
_WORDS_BESIDE_STATES: Final = _WORDS_OF_COUNTS | {
    "by", "the", "a", "an", "its", "their", "column", "row", "pile", "packet", "still", "there", "all", "both", "yet",
    "below", "between",
}  # fmt: skip
_TOKENS_OF_STATES: Final = NAMES_CARD | {
    "AND", "SEP", "STOP", "WORD", "BE", "NOT", "BLOCKED", "HOW_MANY", "LIES_IN", "UNDER", "OF",
}  # fmt: skip
#: The tokens that say a place, or how many cards or moves there are.
_SAY_PLACE: Final = frozenset(
    {"PLACE", "PLACES", "TURN", "NTH_ROW", "HOW_MANY_MOVES", "HOW_MANY_IN_PLACE", "ONLY_PLAYS"}
)
#: The tokens of verbs that move cards; and those that say, in a clause with a list of cards, that they are moved.
_VERBS: Final = frozenset({"VERB", "PUTS", "I_PUT", "PLAYS", "GERUND"})
_VERBS_OF_LISTS: Final = _VERBS | {"DOES", "BE", "WAS", "SHOULD_BE"}


class Sentence(NamedTuple):
    """A sentence of a page.

    Attributes:
        text: its words, on one line.
        line: the line where it begins.
        paragraph: the number of its paragraph.
        title: whether it has no full stop: a heading, or what leads to a list.
        line_of_its_own: whether its author gave it a line, though the paragraph goes on in the next.
        number: the number of the item of a list that it begins; 0 for none.
    """

    text: str
    line: int
    paragraph: int
    title: bool
    line_of_its_own: bool = False
    number: int = 0

    def kinds(self) -> set[str]:
        """Return the kinds of its tokens."""
        return kinds(self.text)


class Thing(NamedTuple):
    """What is moved: the words for a card or some cards, or for the top card of a place.

    Attributes:
        token: the words.
        place: the place whose top card it is.
        company: the words for the cards that go with it.
    """

    token: Token
    place: Token | None = None
    company: Token | None = None

    def __str__(self) -> str:
        if self.company is not None:
            return f"{self.token}{'' if self.company[0] in ' ,' else ' '}{self.company.rstrip(' ,')}"
        return f"{self.token} of {self.place}" if self.place else str(self.token)


class Statement(NamedTuple):
    """What a sentence states.

    Attributes:
        kind: the kind of statement.
        things: the cards that it is about, or the words for them.
        either: whether it is about each of the things by itself.
        source: where they come from.
        dests: where they go; several if it is about each of the places by itself.
        place: the place, or the places, that it is about.
        dest_place: the place of the card on which they go.
        carries_source: whether the source was named for the cards before them.
        says_play: whether its verb is *play*, by which no card goes to the talon.
        follows_card: whether its card goes where the card of the move before it went: “the 4 of spades follows”.
        denied_dests: where the cards do not go: “…, not to pile 5”.
        last_alone: whether the last of its cards may, or must, go there alone, and the cards before it to their
            foundations: “play the 2 of diamonds, and the jack of clubs on the queen of clubs”.
    """

    kind: StatementKind
    things: tuple[Thing, ...] = ()
    either: bool = False
    source: Token | None = None
    dests: tuple[Token, ...] = ()
    place: Token | None = None
    dest_place: Token | None = None
    carries_source: bool = False
    says_play: bool = False
    follows_card: bool = False
    denied_dests: tuple[Token, ...] = ()
    last_alone: Literal["no", "may", "must"] = "no"


#: The claims of what can or cannot be played.
_POSSIBLE: Final = ("may", "may_not")
#: The clauses that are moves only where the context shows it, each with the kind of its statement.
_TOLD: Final[dict[str, StatementKind]] = {
    "told": "move",
    "told_out": "out",
    "told_dealt": "dealt",
    "follows": "move",
}
#: The claims of cards with which a clause after them can go on: “the 4 of spades is free; play it”.
_GOES_ON_WITH: Final = ("available", "exposed", "shown")
#: The foundation to which words without a verb send a card.
_DIRECTIONS: Final = {"up": "the ascending foundation", "down": "the descending foundation"}


def sentences(text: str) -> Iterator[Sentence]:
    """Cut a text into its sentences."""
    for number, (start, end) in enumerate(_pieces(text, 0, len(text), _PARAGRAPH), 1):
        item_number = 0
        for item_start, item_end in _pieces(text, start, end, _ITEM):
            mark = _MARK.match(text[item_start:item_end])
            assert mark is not None
            # “… from pile” may end a line, and “10.” begin the next.
            begins_item = item_start == start or item_number or _LINE_END.search(text[start:item_start])
            item_number = int(mark["number"] or 0) if begins_item else 0
            words_start = item_start + mark.end()
            for count, sentence in enumerate(_sentences_of_item(text, words_start, item_end, number)):
                yield sentence if count else sentence._replace(number=item_number)


def _sentences_of_item(text: str, start: int, end: int, paragraph: int) -> Iterator[Sentence]:
    """Yield the sentences of a part of a text: an item of a list, or a paragraph without any. A sentence ends after a
    full stop, and before a line that begins as sentences do."""
    cuts = {end, *(match.end() for match in phrases()["SENTENCE_END"].finditer(text, start, end))}
    for token in tokens(text[start:end]):
        offset = start + (token.start_pos or 0)
        begins_sentence = token.type in _BEGINS and token[:1].isupper()
        line_start = text.rfind("\n", 0, offset) + 1
        if begins_sentence and offset > start and line_start and not text[line_start:offset].strip(" \t>"):
            cuts.add(offset)
    author_lines = _AuthorLines(text, start, end)
    # Counted on from sentence to sentence: a page can have a hundred thousand.
    line, counted_to = 1, 0
    for cut in sorted(cuts):
        piece = text[start:cut]
        words = " ".join(piece.split())
        if words:
            first_word = start + len(piece) - len(piece.lstrip())
            has_stop = re.search(r"[.!?][”\"’')\]]*\Z", words) is not None
            line, counted_to = line + text.count("\n", counted_to, first_word), first_word
            is_apart = words == " ".join(_line_at(text, first_word).split()) and author_lines.end_early(start, cut)
            yield Sentence(words, line, paragraph, title=not has_stop, line_of_its_own=is_apart)
        start = cut


def _line_at(text: str, offset: int) -> str:
    """Return the line of a text in which an offset lies."""
    end = text.find("\n", offset)
    return text[text.rfind("\n", 0, offset) + 1 : end if end >= 0 else len(text)]


class _AuthorLines:
    """The lines of a paragraph, which its author or a program that breaks lines has ended.

    Args:
        text: the page.
        start, end: where the paragraph, or the item of a list, begins and ends.
    """

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text = text
        self._end = end
        lines = [line.strip() for line in text[text.rfind("\n\n", 0, start) + 1 : end].strip().split("\n")]
        self._longest = max(map(len, lines))
        self._are_sentences = all(line.endswith((".", "!", "?", ":")) for line in lines)

    def end_early(self, start: int, cut: int) -> bool:
        """Whether the author ended a line with a sentence, which begins and ends here: the next word of the paragraph
        would have had room in it, or every line ends with a sentence."""
        next_word = _NEXT_WORD.search(self._text, cut, self._end)
        if next_word is None:
            return False
        has_room = len(self._text[start:cut].strip()) + 1 + len(next_word[0]) <= self._longest
        return has_room or self._are_sentences


def _pieces(text: str, start: int, end: int, separator: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each piece of a part of a text, between separators."""
    for match in separator.finditer(text, start, end):
        yield start, match.start()
        start = match.end()
    yield start, end


def is_movelike(sentence: Sentence) -> bool:
    """Whether a sentence looks like a move or an assertion of the game, so that it has to be read: it names a card, or
    says that something is moved, and is not a general rule."""
    sentence_tokens = tokens(sentence.text)
    order = [token.type for token in sentence_tokens]
    types = {*order}
    ranked = [token for token in sentence_tokens if token.type == "RANKED"]
    if types & {"MAY", "MAYNOT"} and types & NAMES_CARD == {"RANKED"} and all(map(is_indefinite, ranked)):
        # A red six may be put on a black seven.
        return False
    if types & _STATES == {"TURNED_ARE"} and sentence.text.lower().startswith("it ") and not types & NAMES_CARD:
        # “It was a dark night”
        types.discard("TURNED_ARE")
    if types & (NAMES_CARD | _STATES) or "AS_BEFORE" in types or types >= {"PLACE", "VACANT"}:
        return True
    if types & {"NO_MOVES", "STUCK", "NO_CARD_FITS"} or types >= {"PLACE", "SPACE"}:
        return "RULE" not in types and not has_condition(sentence)
    if "RULE" in types or not types & _ACTS:
        return False
    first_type = next((type_ for type_ in order if type_ not in ("THEN", "AND", "SEP")), "")
    if not sentence.title and (first_type in _ACTS or _tells_deal(sentence_tokens)):
        return True
    return not types & {"MAY", "MAYNOT"} and (bool(types & _PLACES) or has_phrase(sentence.text, "CARDS_AT_ALL"))


def has_condition(sentence: Sentence) -> bool:
    """Whether a sentence says something only for some case: “when”, “if”."""
    return has_phrase(sentence.text, "WHENEVER")


def _tells_deal(sentence_tokens: list[Token]) -> bool:
    """Whether a sentence says, somewhere, that cards are dealt or turned up, and not whether they may be: “Then, alas,
    deal again”. In “a good deal” nothing is dealt."""
    types = [token.type for token in sentence_tokens]
    if {"MAY", "MAYNOT", "STEERING"} & {*types}:
        return False
    type_before = ["SEP", *types]
    return any(
        token.type in _DEALS and (" " in token or type_before[number] in ("SEP", "AND", "THEN", "SIGN"))
        for number, token in enumerate(sentence_tokens)
    )


def says_action(sentence: Sentence) -> bool:
    """Whether a sentence says that something is moved or dealt."""
    return bool(sentence.kinds() & _ACTS)


def may_move_cards(sentence: Sentence) -> bool:
    """Whether a sentence that was not read may say that cards were moved: it names some, or a place, or an action.
    “Build foundations from ace to king” is a rule."""
    acts = {token.type for token in tokens(sentence.text) if token.lower() != "build"}
    return bool(acts & (NAMES_CARD | _ACTS | {"AS_BEFORE", "DRAW", "PLACE", "PLACES", "SPACE", "TOP"}))


def says_only_possible(sentence: Sentence) -> bool:
    """Whether a sentence, read or not, only says that cards can or cannot be played, with no word that is not known:
    “The 2♠ or the 3♥ can be played now”, “Two cards may be played at once: the 2♠ and the 3♥”."""
    lead, colon, cards_listed = sentence.text.partition(":")
    if colon and (kinds(lead) & NAMES_CARD or not kinds(cards_listed) <= _NAMES_IN_LIST):
        return False
    lead_tokens = tokens(lead)
    if any(token.type == "WORD" and token.lower() not in _WORDS_OF_COUNTS for token in lead_tokens):
        return False
    types = [token.type for token in lead_tokens if token.type not in ("WORD", "STOP") and token.lower() != "both"]
    counts_plays = colon != "" and has_phrase(f"{lead}.", "HOW_MANY_FIT")
    if counts_plays and types == ["BE", "PLAYS"]:
        # “There are two plays: …”
        return True
    is_possible = False
    for type_before, type_, type_after in zip(["", *types], types, [*types[1:], ""], strict=False):
        if type_ == "VERB" and type_before not in ("MAY", "MAYNOT", "BE"):
            return False
        follows_modal = type_before in ("MAY", "MAYNOT", "")
        if type_ == "BE" and not follows_modal and type_after not in _POSSIBLE_STATES:
            # “… and are”
            return False
        is_possible |= type_ in ("MAY", "MAYNOT", *_POSSIBLE_STATES)
    return is_possible and {*types} <= _TOKENS_OF_POSSIBILITY


def forbidden(statement: Statement) -> Statement:
    """Return the claim that the move of a statement is illegal: “Illegal: put the 7 of spades on the 9 of hearts”.

    Raises:
        Unread: the statement says no move, or not where its cards go.
    """
    if statement.kind == "may_not":
        return statement
    if statement.kind != "move" or not statement.dests:
        raise Unread("it does not say which move is illegal")
    return statement._replace(kind="may_not")


def only_states(sentence: Sentence) -> bool:
    """Whether a sentence, read or not, only says how things are, with no word that is not known: “The 8♠ hides the
    2♦”, “The K♥ is buried”, or counts what can be played: “Only three cards can be played now”."""
    sentence_tokens = tokens(sentence.text)
    types = {token.type for token in sentence_tokens}
    if counts_cards(sentence):
        return True
    words = {token.lower() for token in sentence_tokens if token.type == "WORD"}
    names_state = bool(words & _STATES_OF_CARDS) or "BLOCKED" in types
    if not names_state or not types & NAMES_CARD or has_phrase(sentence.text, "AT_OTHER_TIMES"):
        return False
    return words <= _STATES_OF_CARDS | _WORDS_BESIDE_STATES and types <= _TOKENS_OF_STATES


def counts_cards(sentence: Sentence) -> bool:
    """Whether a sentence names no card, and only says how many can be played, or whether any can."""
    types = sentence.kinds()
    if types & (NAMES_CARD | {"AND", "SEP", "NEXT", "RULE", "PRONOUN", "THEN"}) or has_condition(sentence):
        return False
    match = phrases()["HOW_MANY_FIT"].search(sentence.text)
    return match is not None and not sentence.text[match.end() :].strip(" .!")


def may_name_game(sentence: Sentence) -> bool:
    """Whether a sentence is a heading that may be the name of a game: a few words with capitals."""
    words = re.findall(r"[^\W\d_]{4,}", sentence.text)
    if has_phrase(sentence.text, "ASKS_OF_PLAY"):
        # “What I did”
        return False
    if not sentence.title or not 0 < len(words) < 5 or not all(word[0].isupper() for word in words):
        return False
    return {"WORD"} <= sentence.kinds() <= {"WORD", "SIGN", "OF", "AND", "TO", "ON", "OUT", "STOP", "SEP"}


def doubts(sentence: Sentence) -> Literal["", "moves", "all"]:
    """Return which of the following sentences can't be read by themselves."""
    types = sentence.kinds()
    if types & {"STEERING", "MAYNOT", "NOT", "WHICH"} or sentence.text.endswith(("?", ":")):
        return "all"
    return "moves" if "MAY" in types else ""


def statements(
    sentence: Sentence,
    *,
    in_list: bool = False,
    read_before: Literal["", "claim", "move"] = "",
    has_lead: bool = False,
) -> list[Statement]:
    """Return what a sentence states.

    Args:
        sentence: the sentence.
        in_list: whether a list of moves was announced. Then a card and its place alone are a move.
        read_before: what has been read: a claim, a move, or nothing. “The 7 of spades goes on the 8 of hearts” is a
            move only after a move, and “Deal another row” after either; before, it may be a rule. “Deal a second row”
            is none.
        has_lead: whether words before the sentence say whose move it is: “the beginner puts …”, “avoid putting …”.

    Raises:
        Unread: it is not understood.
    """
    whole_text = phrases()["POINTER"].sub("", sentence.text)
    text = _without_brackets(whole_text)
    if text.endswith("?"):
        raise Unread("a question")
    sentence_statements, _ = _statements_with_reason(text, in_list, read_before, has_lead)
    if any(statement.kind in _PLAYED for statement in sentence_statements):
        if whole_text.startswith("("):
            raise Unread("it does not say whether a move in brackets is played")
        if has_phrase(text, "BACKWARDS"):
            raise Unread("it may say its moves in another order than they are played in: write them in that order")
    return sentence_statements


def reason_given(sentence: Sentence, *, in_list: bool = False, has_lead: bool = False) -> Reason:
    """Return the reason that a sentence, whose moves were read, gives for them; one without words if it gives none, or
    if the reason was read with the moves."""
    text = _without_brackets(phrases()["POINTER"].sub("", sentence.text))
    return _statements_with_reason(text, in_list, "move", has_lead)[1]


def _deal_with_cards(text: str) -> list[Statement]:
    """Return the deal that a sentence says, and the cards that it turns up: “Deal the next row: Q♦ 3♣ 7♥”; nothing if
    it says something else."""
    deal, colon, cards_dealt = text.partition(":")
    card_tokens = tokens(cards_dealt)
    if not colon or not {token.type for token in card_tokens} <= _DEALT_CARDS or not kinds(deal) & {"TURN", "NTH_ROW"}:
        return []
    try:
        action = _statements(f"{deal}.", in_list=False, read_before="move", has_lead=False)
    except Unread:
        return []
    *kinds_before, last_kind = [statement.kind for statement in action]
    if last_kind != "turn" or not {*kinds_before} <= {"standstill", *NO_MOVES}:
        return []
    things = tuple(Thing(token) for token in card_tokens if token.type in NAMES_CARD)
    return [*action, Statement("shown", things)] if things else []


def _without_brackets(text: str) -> str:
    """Return the part of a sentence that is to be read: the example in its brackets, or all of it if it has no brackets
    or nothing but them.

    Raises:
        Unread: it is not sure what the words in brackets mean for the others.
    """
    brackets = phrases()["BRACKETS"].search(text)
    if brackets is None:
        return text
    inside = brackets["inside"]
    around = f"{text[: brackets.start()]} {text[brackets.end() :]}".strip(" .!")
    if not around:
        return inside
    if kinds(around) & NAMES_CARD or not kinds(inside) & NAMES_CARD:
        raise Unread(f"“({inside})” may change what the sentence says")
    if not kinds(around) & (_ACTS | {"MAY"}) or kinds(around) & {"MAYNOT", "NOT", "STEERING"}:
        raise Unread(f"“{shorten(around, 40)}”: what the example shows is not sure")
    if "EXAMPLE" not in kinds(inside):
        raise Unread(f"“({inside})”: an example begins with “e.g.”")
    return inside


class _Context(NamedTuple):
    """What the clauses of a sentence have in common, and what stands before them.

    Attributes:
        text: the sentence.
        is_example: whether the sentence is an example.
        in_list: whether a list of moves was announced.
        read_before: what was read before the sentence.
        has_several: whether the sentence has several clauses.
        has_lead: whether words before the sentence say whose move it is.
        has_happened: whether the sentence tells what happened, such as which card came to light: then its moves were
            played.
        shared: what the last clause says can or cannot be done with a card in a place, and with those named before it:
            “the 2 of spades in pile 6 and the 2 of hearts in pile 11 can be played”; None if it says nothing like it.
    """

    text: str
    is_example: bool
    in_list: bool
    read_before: str
    has_several: bool
    has_lead: bool
    has_happened: bool
    shared: Statement | None


def _statements_with_reason(
    text: str, in_list: bool, read_before: str, has_lead: bool
) -> tuple[list[Statement], Reason]:
    """Return what the clauses of a sentence state, and the reason that it gives if it is not understood with it."""
    try:
        return _deal_with_cards(text) or _statements(text, in_list, read_before, has_lead), Reason()
    except Unread as error:
        first_error = error
    for main_clause, reason in without_reasons(text):
        with contextlib.suppress(Unread):
            main_statements = _deal_with_cards(main_clause) or _statements(main_clause, in_list, read_before, has_lead)
            if any(statement.kind in _PLAYED for statement in main_statements):
                return main_statements, reason
    raise first_error


def _statements(text: str, in_list: bool, read_before: str, has_lead: bool) -> list[Statement]:
    """Return what the clauses of a sentence state, one statement each."""
    from lark import Tree  # start-up time

    tree = parse(text)
    clauses = [child for child in tree.children if isinstance(child, Tree) and child.data not in _BESIDE_CLAUSES]
    joints = {child.type for child in tree.children if not isinstance(child, Tree)}
    context = _Context(
        text=text,
        is_example="EXAMPLE" in joints,
        in_list=in_list or "LEAD" in joints,
        read_before=read_before,
        has_several=len([clause for clause in clauses if clause.data not in _BROUGHT_TO_LIGHT]) > 1,
        has_lead=has_lead,
        has_happened=any(clause.data in _BROUGHT_TO_LIGHT or _tells_past(clause) for clause in clauses),
        shared=_shared_by_all(clauses),
    )
    clause_statements: list[Statement] = []
    for child in tree.children:
        before = clause_statements[-1] if clause_statements else None
        if isinstance(child, Tree) and before is not None and _denies_dest(child, before):
            clause_statements[-1] = before._replace(denied_dests=_dests(child))
        elif isinstance(child, Tree) and child.data not in _BESIDE_CLAUSES:
            statement = _statement(child, before, context)
            if before is None or not _is_remark_of_result(statement):
                clause_statements.append(statement)
        elif not isinstance(child, Tree) and child.type in ("THEN", "NEXT") and before and before.kind in _POSSIBLE:
            raise Unread(f"“{child.strip(' ,;')}” comes after a move that is not played")
    kinds_stated = [statement.kind for statement in clause_statements]
    for number, kind in enumerate(kinds_stated):
        if kind in NO_MOVES and ACTIONS.intersection(kinds_stated[number:]):
            # “Nothing more can be played, and another row is dealt”: it does not deny the deal.
            clause_statements[number] = clause_statements[number]._replace(kind="standstill")
    if any(child.data == "denied" for child in tree.iter_subtrees()) and kinds_stated[-1] not in ("move", "out"):
        raise Unread("it does not say what it denies of the last card")
    for announced in (child for child in tree.children if isinstance(child, Tree) and child.data == "announced"):
        if _words_of(_parts(announced)) != _words_of(clause_statements[0]):
            raise Unread("what it announces is another move than the one it says")
    return clause_statements


def _is_remark_of_result(statement: Statement) -> bool:
    """Whether a statement says which cards a move releases, and does not name them by rank and suit: “freeing the
    queen”."""
    return statement.kind == "exposed" and any(thing.token.type in ("RANKED", "TOP") for thing in statement.things)


def _denies_dest(part: Tree[Token], before: Statement) -> bool:
    """Whether a part of a sentence says where the cards of the move before it do not go: “…, not to pile 5”, “rather
    than to pile 5”."""
    if before.kind not in ("move", "out") or not before.dests:
        return False
    names_cards = [*part.find_data("all")] != []
    return not names_cards and (part.data == "denied" or [word.type for word in _words(part)] == ["NOT"])


def _tells_past(clause: Tree[Token]) -> bool:
    """Whether a clause tells what happened: “the 7 of spades went to the 8 of hearts”, “the 4 of hearts is brought to
    light”."""
    return any(word.type == "TO_LIGHT" or word.lower() == "went" for word in _words(clause))


def _shared_by_all(clauses: list[Tree[Token]]) -> Statement | None:
    """Return what the last of some clauses says can or cannot be done, if it is about a card in a place, and those
    before it name no more than other cards and their places; otherwise None."""
    if len(clauses) < 2 or clauses[-1].data not in _POSSIBLE or [*clauses[-1].find_data("lying")] == []:
        return None
    for clause in clauses[:-1]:
        joints = [str(word).lower() for place in clause.find_data("to") for word in _words(place)][::2]
        if clause.data != "bare" or joints != ["in"]:
            return None
    last = _parts(clauses[-1])
    return last._replace(kind=cast(StatementKind, str(clauses[-1].data)))


def _statement(clause: Tree[Token], before: Statement | None, context: _Context) -> Statement:
    """Return what a clause states.

    Args:
        clause: the clause; its rule in the grammar is the kind of statement, or ``told`` and ``bare`` if only the
            context shows that.
        before: what the clause before it states.
        context: the sentence.

    Raises:
        Unread: the context does not show it.
    """
    rule = str(clause.data)
    if rule in ("is_topmost", "shows_top"):
        return _top_statement(clause, rule)
    statement = _parts(clause)
    verb = _verb(clause)
    if verb is not None and verb.type in ("PLAYS", "GERUND") and not context.has_lead:
        raise Unread(f"“{verb}”: it does not say whose move it is")
    if rule == "it":
        return _with_it(statement, before, _words(clause)[0])
    kind: str = _TOLD.get(rule, rule)
    follows_card = rule == "follows" and not statement.dests
    after_possible = before is not None and before.kind in _POSSIBLE
    after_move = before is not None and before.kind in ("move", "out")
    follows_move = context.in_list or context.read_before == "move" or after_move
    is_action = kind in ACTIONS and not (statement.place is not None and statement.place.type == "NTH_ROW")
    is_played = verb == "played" and all(dest.type == "FOUNDATION" for dest in statement.dests)
    if rule in _TOLD and not (follows_move or context.has_happened or is_played):
        raise Unread("it does not say whether this is played (“Put …”) or a rule (“You may put …”)")
    after_standstill = before is not None and before.kind in ("standstill", *NO_MOVES)
    if is_action and not (follows_move or context.read_before or after_standstill):
        raise Unread("it does not say whether this is played (“Put …”) or a rule (“You may put …”)")
    if kind == "bare" and context.shared is not None:
        return context.shared._replace(things=statement.things, either=statement.either, source=statement.dests[0])
    if kind == "bare" and _lies_in_row(clause, statement) and before is not None and before.says_play:
        # “…, then the 7 of clubs in the third row”
        kind, statement = "more", statement._replace(source=statement.dests[0], dests=())
    if kind == "bare":
        kind = _bare_kind(before, context)
    elif kind == "bare_out":
        if not (context.in_list or (before is not None and before.kind in ("move", "out"))):
            raise Unread("it does not say whether this is played (“Put …”) or possible (“You may put …”)")
        kind = "out"
    elif kind == "more":
        return _with_more(statement, before, in_list=context.in_list)
    elif context.is_example and kind not in _POSSIBLE:
        raise Unread("an example of a move is not a move that is played")
    elif kind in _POSSIBLE and not statement.things:
        # “…, but not on the 8 of clubs”: the cards are those of the clause before.
        if before is None or not after_possible:
            raise Unread("it does not say which card")
        statement = statement._replace(things=before.things, either=before.either, source=before.source)
    is_result = kind in ("vacant", "exposed") and _words(clause)[0].type in RESULTS
    if (kind in ("move", "out") or is_result) and after_possible:
        raise Unread("it does not say whether this is played, or possible as what comes before it")
    says_play = verb is not None and re.search(r"\bplay(?:s|ed|ing)?\b", verb.lower()) is not None
    if says_play and kind == "move" and _lies_in_row(clause, statement):
        statement = statement._replace(source=statement.dests[0], dests=())
    if kind == "move" and not statement.dests and context.has_several and not (says_play or follows_card):
        raise Unread("it does not say where each card goes")
    if kind == "move" and not statement.dests and says_play and len(statement.things) > 1:
        # “Play the 6 of hearts and the 7 of hearts”: each goes to its foundation.
        kind = "out"
    out = next((word for word in _words(clause) if word.type == "OUT"), None)
    if kind == "out" and out is not None and not statement.dests and (out == "down" or rule == "bare_out"):
        statement = statement._replace(dests=(out.update("FOUNDATION", _DIRECTIONS.get(out.lower(), "foundation")),))
    if kind == "may_only" and out is not None:
        statement = statement._replace(dests=(out.update("FOUNDATION"),))
    if kind == "may_only" and any(dest.type not in ("FOUNDATION", "OWN_BASE") for dest in statement.dests):
        raise Unread("it does not say whether other cards can be played elsewhere, or is a rule")
    last_alone = _says_last_alone(clause, statement, context.text) if kind in ("move", "out") else "no"
    return statement._replace(
        kind=cast(StatementKind, kind), says_play=says_play, follows_card=follows_card, last_alone=last_alone
    )


def _says_last_alone(clause: Tree[Token], statement: Statement, text: str) -> Literal["no", "may", "must"]:
    """Return whether the last card of a list may, or must, go alone where a clause says. “Too” before the last card
    ends the move of those before it; after *play*, and after a comma, it may be ended. Where the verb comes after the
    cards, or the place before them, all go there together."""
    if len(statement.things) < 2 or statement.either or not statement.dests:
        return "no"
    first, *_, before_last, last = [statement.things[0].token, *(thing.token for thing in statement.things)]
    start, end = _span(first)[0], _span(last)[1]
    verbs = [word for word in _words(clause) if word.type in _VERBS_OF_LISTS]
    if any(_span(word)[0] > start for word in verbs) or any(_span(dest)[0] < end for dest in statement.dests):
        return "no"
    between = text[_span(before_last)[1] : _span(last)[0]]
    if has_phrase(between, "ALSO"):
        return "must"
    is_play = any(word.lower().startswith("play") for word in verbs) or not verbs
    has_comma = len(statement.things) == 2 and re.search("[,;]", between) is not None
    return "may" if is_play or has_comma or any(word.type == "OUT" for word in _words(clause)) else "no"


def _span(token: Token) -> tuple[int, int]:
    """Return where a token begins and ends in its sentence."""
    start = token.start_pos or 0
    return start, token.end_pos or start + len(token)


def _top_statement(clause: Tree[Token], rule: str) -> Statement:
    """Return that a card is the top card of a place, from a clause that names the card first, or the place.

    Raises:
        Unread: it names several cards, or one not by rank and suit.
    """
    statement = _parts(clause)
    place = statement.place if rule == "shows_top" else statement.dests[-1]
    assert place is not None
    if len(statement.things) != 1 or statement.things[0].token.type not in ("CARD", "SHORT"):
        raise Unread("it does not say which card is the top card")
    (thing,) = statement.things
    return Statement("topmost", (Thing(place, place),), dests=(thing.token,))


def _with_it(statement: Statement, before: Statement | None, words: Token) -> Statement:
    """Return the move of the card that the clause before named: “the 4 of spades is free; play it”.

    Args:
        statement: where the clause says the card goes.
        before: what the clause before it states.
        words: the words that stand for the card and its move.

    Raises:
        Unread: the clause before it does not say which card that is.
    """
    if before is not None and not before.either and len(before.things) == 1:
        if words.type == "DO_SO" and before.kind == "may":
            return before._replace(kind="move")
        if words.type != "DO_SO" and before.kind in _GOES_ON_WITH:
            return statement._replace(things=before.things, says_play="play" in words.lower())
    raise Unread(f"“{words.strip(' ,;')}”: it is not sure which move that is")


def _lies_in_row(clause: Tree[Token], statement: Statement) -> bool:
    """Whether the place of a clause is the row in which its card lies: “the 7 of clubs in the third row”. No card is
    played to a row."""
    joints = [str(word).lower() for place in clause.find_data("to") for word in _words(place)][::2]
    return joints == ["in"] and statement.source is None and re.search(r"\brow\b", statement.dests[0], re.I) is not None


def _words_of(statement: Statement) -> list[str]:
    """Return the words for the things of a statement, in small letters."""
    return [str(thing).lower() for thing in statement.things]


def _verb(clause: Tree[Token]) -> Token | None:
    """Return the verb of a clause; None if it has none."""
    return next((word for word in _words(clause) if word.type in _VERBS), None)


def _with_more(statement: Statement, before: Statement | None, *, in_list: bool) -> Statement:
    """Return the statement that more cards go where those of the clause before it go: to the foundations; in a list of
    moves, also the first.

    Raises:
        Unread: no move comes before it, or the cards would go on each other.
    """
    if before is None and in_list and not statement.either:
        # “Solution: 6♣, 7♣”: each goes to its foundation; a card alone goes where it can.
        return statement._replace(kind="move" if len(statement.things) == 1 else "out")
    if before is None or before.kind not in ("move", "out"):
        raise Unread("it does not say what becomes of these cards")
    if any(dest.type != "FOUNDATION" for dest in before.dests):
        raise Unread("it does not say where each card goes")
    carries_source = before.source is not None and statement.source is None
    if before.says_play and not before.dests and len(statement.things) > 1:
        # “Play the 6 of hearts, then the 7 of hearts and the 8 of hearts”: each goes to its foundation.
        before = before._replace(kind="out")
    return before._replace(
        things=statement.things,
        either=statement.either,
        source=statement.source or before.source,
        dest_place=None,
        carries_source=carries_source,
    )


def _bare_kind(before: Statement | None, context: _Context) -> str:
    """Return the kind of a statement that is only a card and where it goes: possible in an example, otherwise that of
    the statement before it."""
    if context.is_example:
        return "may"
    if before is not None:
        kind: str = before.kind
    else:
        kind = "move" if context.in_list else ""
    if kind not in ("move", *_POSSIBLE):
        raise Unread("it does not say whether this is played (“Put …”) or possible (“You may put …”)")
    return kind


def _parts(clause: Tree[Token]) -> Statement:
    """Return the parts of a clause as a statement whose kind is not known yet.

    Raises:
        Unread: a part can mean two things.
    """
    from lark import Tree  # start-up time

    statement = Statement("move")
    for child in clause.children:
        if not isinstance(child, Tree):
            if child.type == "AND_IT" and len(statement.things) > 1:
                raise Unread(f"“{child}”: it is not sure which of them")
            if child.type in ("CARD", "SHORT", "RANKED") and statement.things:
                # “The top card of pile 12 is the jack of hearts”
                statement = statement._replace(dests=(child,))
            elif child.type in ("CARD", "SHORT"):
                statement = statement._replace(things=(Thing(child),))
            elif child.type == "PLAY_IT":
                statement = statement._replace(dests=(child.update("FOUNDATION", "its foundation"),))
            elif child.type in _SAY_PLACE:
                statement = statement._replace(place=child)
        elif child.data in ("either", "all"):
            things = [_thing(part) for part in child.children if isinstance(part, Tree) or part.type not in _JOINTS]
            statement = statement._replace(things=tuple(things), either=child.data == "either")
        elif child.data in ("source", "lying", "place"):
            if statement.source is not None:
                raise Unread("it says two places that a card comes from")
            statement = statement._replace(source=_words(child)[-1])
        else:
            for part in child.find_data("where"):
                joint, place = part.scan_values(lambda _: True)
                if joint.lower() == "to":
                    raise Unread(f"“{joint} {place}” can be where the card goes, or where the other one lies")
                statement = statement._replace(dest_place=place)
            dests = [word for word in _words(child) if word.type not in _JOINTS]
            statement = statement._replace(dests=tuple(dests))
    return statement


def _dests(part: Tree[Token]) -> tuple[Token, ...]:
    """Return the words for the places, and for the cards on places, that a part of a sentence names."""
    words = [word for child in (part, *part.find_data("to")) for word in _words(child)]
    return tuple(word for word in words if word.type not in (*_JOINTS, "NOT", "RATHER_THAN"))


def _words(tree: Tree[Token]) -> list[Token]:
    """Return the tokens of a part of a sentence, without those of its own parts."""
    from lark import Tree  # start-up time

    return [child for child in tree.children if not isinstance(child, Tree)]


def _thing(part: Token | Tree[Token]) -> Thing:
    """Return a thing that is moved: a card, or the top card of a place."""
    from lark import Tree  # start-up time

    if isinstance(part, Tree) and part.data == "group":
        card, company = _words(part)
        return Thing(card, company=company)
    if isinstance(part, Tree):
        top, *_, place = _words(part)
        return Thing(top, place)
    return Thing(part)
