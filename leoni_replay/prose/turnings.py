"""Where a page turns from its main line, and back: to another way of playing, or to what its author calls wrong."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from leoni_replay.prose.asides import is_about_other_things, is_harmless, is_remark, speaks_of_play
from leoni_replay.prose.sentences import (
    ACTIONS,
    Sentence,
    has_condition,
    is_movelike,
    says_action,
    says_only_possible,
    statements,
)
from leoni_replay.prose.tokens import NAMES_CARD, Unread, has_phrase, kinds, phrases, tokens

#: Crosses alone: they stand behind what is wrong.
_CROSSES: Final = re.compile(r"\W*[❌✗✘✖🚫⛔]\W*")
#: How many words a heading, or what leads to a list with a colon, may have.
_HEADING_WORDS: Final = 12
#: How many words a title has.
_TITLE_WORDS: Final = 6
#: The tokens of a sentence that names a place.
_PLACES: Final = frozenset({"PLACE", "PLACES", "SPACE", "TOP", "LIES_IN", "FOUNDATION"})
_FIGURE: Final = re.compile("[0-9]")
#: The tokens of a sentence that says a general rule.
_RULES: Final = frozenset({"RULE", "MAY", "MAYNOT"})


class Turning(NamedTuple):
    """A turning of a page.

    Attributes:
        kind: what follows: the main line, another way of playing, or what the author calls wrong; or a doubt what it
            is; or ``back`` if the author calls wrong what was said before; or ``warning`` if it is not sure whether the
            author means what was said before or what follows; or ``forbidden`` if the author claims that the rules
            forbid the move that follows.
        is_sentence: whether it holds for the sentence alone; otherwise until the author ends it.
        words: the words of the sentence that say a move; empty if it only announces what follows.
        begins: where it begins: at the table, before the last moves of the main line, or at its end.
        replaced: the words for the card whose move it replaces.
    """

    kind: Literal["main", "variation", "mistake", "doubt", "back", "warning", "forbidden"]
    is_sentence: bool = False
    words: str = ""
    begins: Literal["table", "before", "end"] = "end"
    replaced: str = ""


def turning(sentence: Sentence, *, is_heading: bool) -> Turning | None:
    """Return where a sentence turns to; None if it goes on with what was before it.

    Args:
        sentence: the sentence.
        is_heading: whether it stands by itself: a heading, a paragraph of its own, or the first words of a paragraph.
    """
    if not kinds(sentence.text) & NAMES_CARD:
        warned = _turning_of_lead(sentence.text)
        if warned is not None and warned.kind == "mistake" and _deals(sentence._replace(text=warned.words)):
            return warned
        if is_movelike(sentence) and not has_phrase(sentence.text, "RETRACTS", "WARNS"):
            return None
        return _turning_of_announcement(sentence, is_heading)
    if has_phrase(sentence.text, "TAKES_BACK"):
        return Turning("back")
    lead, colon, words = sentence.text.partition(":")
    if colon and not kinds(lead) & NAMES_CARD and len(lead.split()) <= _HEADING_WORDS:
        if has_phrase(lead, "FORBIDDEN_LEAD"):
            return Turning("forbidden", is_sentence=True, words=words.strip())
        announced = None if says_only_possible(sentence) else _announced(lead)
        if announced is not None and _only_speaks_of_mistake(announced, lead):
            return Turning("doubt")
        if announced is not None:
            # “Warning: never put …” warns twice of one move.
            warned = _turning_of_lead(words.strip()) if announced.kind == "mistake" else None
            return warned or announced._replace(words=words.strip())
    return _turning_of_lead(sentence.text)


def _deals(sentence: Sentence) -> bool:
    """Whether a sentence only deals, or turns up an exile."""
    try:
        sentence_statements = statements(sentence, read_before="move", has_lead=True)
    except Unread:
        return False
    return bool(sentence_statements) and all(statement.kind in ACTIONS for statement in sentence_statements)


def warns_of_move(sentence: Sentence) -> bool:
    """Whether a sentence says a move, and that it is a mistake: “Do not put the 7 of spades on the 8 of hearts.”"""
    turned = turning(sentence, is_heading=False)
    return turned is not None and turned.kind == "mistake" and turned.is_sentence


def _turning_of_announcement(sentence: Sentence, is_heading: bool) -> Turning | None:
    """Return where a sentence without a card turns to."""
    text = sentence.text
    if _CROSSES.fullmatch(text):
        return Turning("back")
    if is_about_other_things(sentence):
        return None
    if not text.endswith(":"):
        if has_phrase(text, "RETRACTS", "TAKES_BACK"):
            return Turning("back")
        if has_phrase(text, "WARNS"):
            return Turning("warning")
        if has_phrase(text, "WRONG_PLAY") and has_phrase(text, "POINTS_BACK"):
            return Turning("back" if points_back(text) else "warning")
    announced = _announced(text)
    if announced is None or announced.kind == "doubt":
        return announced
    if announced.kind == "variation" and counts_plays(sentence):
        # “There are three plays.”
        return Turning("doubt")
    if announced.kind == "mistake" and not is_heading and not text.endswith(":"):
        return _turning_of_blame(sentence)
    if _only_speaks_of_mistake(announced, text):
        return Turning("doubt")
    if is_heading or text.endswith(":"):
        return announced
    return None if announced.kind == "main" else Turning("doubt")


def _turning_of_blame(sentence: Sentence) -> Turning | None:
    """Return what a sentence among others blames: the move before it if it points back, or is only a remark; it is not
    sure otherwise, or if it is not about the play."""
    text = sentence.text
    verdict = text.rpartition(":")[2]  # “Editor: wrong.”
    is_verdict = is_remark(sentence) and has_phrase(verdict, "ANNOUNCES_MISTAKE") and not has_phrase(text, "POINTS_ON")
    if has_phrase(text, "NAMES_TRAP"):
        return Turning("warning")
    if points_back(text) or is_verdict:
        return Turning("back")
    if has_phrase(text, "DEMONSTRATIVE"):
        return Turning("warning")
    return Turning("doubt") if speaks_of_play(sentence) or is_remark(sentence) else None


def _only_speaks_of_mistake(announced: Turning, text: str) -> bool:
    """Whether words that seem to announce a mistake only speak of one, so that it is not sure which moves they mean:
    “Do not hurry.”, “Pile 4 is a trap.”"""
    is_clear = has_phrase(text, "ANNOUNCES_MISTAKE", "NO_SOLUTION")
    return announced.kind == "mistake" and not is_clear


def _announced(text: str) -> Turning | None:
    """Return what a heading announces, or words before a colon do."""
    if has_phrase(text, "NO_SOLUTION"):
        return Turning("mistake", begins="table")
    is_wrong, is_main = has_phrase(text, "WRONG_PLAY"), has_phrase(text, "MAIN_LINE")
    if is_main and has_phrase(text, "NOT_THIS_SOLUTION"):
        return Turning("doubt")
    is_other = has_phrase(text, "OTHER_WAY")
    if is_wrong and (has_phrase(text, "DENIED") or (is_main and not is_other)):
        return Turning("doubt")
    begins_at_table = has_phrase(text, "FROM_THE_TABLE")
    if is_wrong:
        return Turning("mistake", begins="table" if begins_at_table else "end")
    if is_other and has_phrase(text, "SEVERAL_WAYS"):
        # “You have two choices.”
        return Turning("doubt")
    if is_other:
        return Turning("variation", begins="table" if begins_at_table else "before")
    return Turning("main") if is_main else None


def _turning_of_lead(text: str) -> Turning | None:
    """Return where a sentence turns that begins with words such as “Never …” and “Instead …”, and then says a move."""
    if match := phrases()["WARNED"].match(text):
        return Turning("mistake", is_sentence=True, words=_capitalized(text[match.end() :]))
    for name in ("INSTEAD_OF", "OTHERWISE"):
        if match := phrases()[name].match(text):
            replaced = match["replaced"] if name == "INSTEAD_OF" else ""
            words = _capitalized(text[match.end() :])
            return Turning("variation", is_sentence=True, words=words, begins="before", replaced=replaced)
    if match := phrases()["AT_THE_END"].search(text):
        words = text[: match.start()] + text[match.end() :]
        return Turning("variation", is_sentence=True, words=words, begins="before")
    return None


def without_tail(words: str) -> tuple[str, str]:
    """Return the first clause of a sentence, and what its author says comes of it: “…, the game is lost”."""
    clause, *tail = re.split("[,;]", words, maxsplit=1)
    return (f"{clause}.", tail[0].strip()) if tail else (words, "")


def resumes(sentence: Sentence) -> bool:
    """Whether a heading only begins another section of the main line."""
    return has_phrase(sentence.text, "SECTION")


def only_imagines(sentence: Sentence) -> bool:
    """Whether a sentence imagines a move, or comments on the game, and leaves the position as it is."""
    text = sentence.text
    imagines = has_phrase(text, "HYPOTHESIS") and not has_phrase(text, "GOES_ON_TO_PLAY")
    return imagines or (has_phrase(text, "OPINION") and not says_action(sentence))


def is_doubtful(sentence: Sentence, *, is_heading: bool) -> bool:
    """Whether the moves after a sentence without a card may not be those of the main line: it says what some player
    does, or stands by itself and qualifies what follows, or is a title that nobody knows."""
    if has_phrase(sentence.text, "SOMEBODY") and not is_about_other_things(sentence):
        return True
    if is_harmless(sentence):
        return False
    is_unknown_title = is_heading and len(sentence.text.split()) <= _TITLE_WORDS
    return is_unknown_title or (is_heading and has_phrase(sentence.text, "QUALIFIES"))


def section_name(sentence: Sentence) -> str:
    """Return the words of a heading without its number, by which the sections of a series are known: “Step 2”."""
    return phrases()["NUMBERS"].sub("", sentence.text.lower())


def counts_plays(sentence: Sentence) -> bool:
    """Whether a sentence says how many cards can be played, or whether any can be, and is no general rule."""
    is_rule = "RULE" in sentence.kinds() or (sentence.title and not sentence.text.endswith(":"))
    return not is_rule and not has_condition(sentence) and has_phrase(sentence.text, "HOW_MANY_FIT")


def brings_cards(sentence: Sentence) -> bool:
    """Whether a sentence says, in words that no statement has, that cards are turned up or taken: where the stock and
    the exiles lie, so that the position after it is not certain."""
    is_rule = bool(_RULES & sentence.kinds()) or sentence.title
    return not is_rule and not has_condition(sentence) and has_phrase(sentence.text, "BRINGS_CARDS")


def tells_move(sentence: Sentence) -> bool:
    """Whether a sentence without a card tells that some card is moved, and not which: “Its sister follows.”"""
    is_rule = "RULE" in sentence.kinds() or sentence.title or has_condition(sentence)
    return not is_rule and has_phrase(sentence.text, "TELLS_MOVE")


def tells_what_came_before(sentence: Sentence) -> bool:
    """Whether a sentence says a move that is played before those that stand before it: “Before that, put the 9 of clubs
    on the 10 of diamonds.”"""
    if not has_phrase(sentence.text, "TOLD_BEFORE") or sentence.kinds() & _RULES:
        return False
    return bool(sentence.kinds() & NAMES_CARD) and says_action(sentence)


def judges_before(sentence: Sentence) -> bool:
    """Whether a sentence may be a verdict on the moves before it: “The first was a mistake.”"""
    return has_phrase(sentence.text, "JUDGES_BEFORE")


def takes_back_earlier(sentence: Sentence) -> bool:
    """Whether a sentence takes back moves that it counts or names, or calls them wrong: “Take back the last two
    moves.”, “The second move was a mistake.”"""
    return not sentence.title and has_phrase(sentence.text, "BLAMES_EARLIER", "TAKES_BACK_EARLIER")


def names_state(sentence: Sentence) -> bool:
    """Whether a sentence names a place, or the state of the game, and is no general rule: then it is read, or listed as
    not read."""
    if counts_plays(sentence) or brings_cards(sentence):
        return True
    types = sentence.kinds()
    if "RULE" not in types and not sentence.title and _names_numbered_pile(sentence):
        return True
    if types & _RULES or (sentence.title and not sentence.text.endswith(":")):
        return False
    return bool(types & _PLACES) or has_phrase(sentence.text, "STATE_WORDS")


def _names_numbered_pile(sentence: Sentence) -> bool:
    """Whether a sentence names a pile by its number, as no general rule does."""
    return any(token.type == "PLACE" and _FIGURE.search(token) for token in tokens(sentence.text))


def says_rest_empty(sentence: Sentence) -> bool:
    """Whether a sentence says that all places but those that were named are empty."""
    return has_phrase(sentence.text, "REST_EMPTY")


def names_place(sentence: Sentence) -> bool:
    """Whether a sentence that is no general rule names a place: then it may say that cards were moved there."""
    return names_state(sentence) and bool(sentence.kinds() & _PLACES)


def denies_solution(sentence: Sentence) -> bool:
    """Whether a sentence calls the moves behind its colon no solution."""
    lead, colon, _ = sentence.text.partition(":")
    return colon != "" and has_phrase(lead, "NO_SOLUTION")


def speaks_of_mistakes(sentence: Sentence) -> bool:
    """Whether a heading speaks of several mistakes: the title of a page about them, such as “Eight pitfalls”."""
    return has_phrase(sentence.text, "MISTAKES")


def is_about_all(text: str) -> bool:
    """Whether a sentence about what was said before it means more than the last move."""
    return has_phrase(text, "ALL_OF_THEM")


def calls_wrong(sentence: Sentence) -> bool:
    """Whether a sentence calls something wrong, or a loss."""
    return has_phrase(sentence.text, "WRONG_PLAY", "LOSS")


def points_to_table(sentence: Sentence) -> bool:
    """Whether a sentence is about the table that it stands beside."""
    return has_phrase(sentence.text, "POINTS_TO_TABLE")


def says_top_first(sentence: Sentence) -> bool:
    """Whether a sentence says that piles are printed with their top card first."""
    return has_phrase(sentence.text, "TOP_FIRST")


def points_back(text: str) -> bool:
    """Whether a sentence that blames is about what was said before it: “Do not do this”, but not “Do not forget
    this”."""
    if has_phrase(text, "SPARES", "DENIED"):
        return False
    is_clear = has_phrase(text, "POINTS_BACK", "PROHIBITS_THIS") or not has_phrase(text, "PROHIBITS")
    return is_clear and has_phrase(text, "DEMONSTRATIVE")


def _capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]
