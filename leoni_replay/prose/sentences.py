"""The sentences of a page, and what each of them states."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, cast

from leoni_replay.prose.page import kinds
from leoni_replay.prose.tokens import Unread, indefinite, parse, tokens

if TYPE_CHECKING:
    from lark import Token, Tree

#: What a statement says: moves, what can or cannot be played, and facts about the position.
Says = Literal[
    "move", "out", "may", "may_not", "available", "not_available", "available_only", "turn", "exile", "redeal",
    "standstill", "won", "lost", "vacant",
]  # fmt: skip

_PARAGRAPH: Final = re.compile(r"\n[ \t>]*\n\s*|\f\s*")
_ITEM: Final = re.compile(r"\n(?=[ \t>]*(?:[-*•–]|\d{1,3}[.)])[ \t])|(?<=[A-Z][A-Z])\n|\v")
_MARK: Final = re.compile(r"\A[\s>#]*(?:(?:[-*•–]|\d{1,3}[.)])(?=\s))?\s*")
_END: Final = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\b[A-Z])(?<!\b[Ff]ig)(?!(?<=\b[Nn]o)\.)[.!?]+[”\"’')]*(?=\s|\Z)")
_BRACKETS: Final = re.compile(r"\(([^()]*)\)")
#: The beginnings of a sentence in a line of its own, though the line before has no full stop.
_BEGINS: Final = frozenset({"VERB", "THEN", "TURN", "NTH_ROW", "TURN_EXILE", "REDEAL"})
#: The tokens that name a card.
NAMES_CARD: Final = frozenset({"CARD", "SHORT", "CARDS", "EITHER", "RANKED", "LOOSE", "DOWN", "LABEL"})
_ACTS: Final = frozenset({"VERB", "DOES", "PUTS", "TURN", "NTH_ROW", "TURN_EXILE", "REDEAL", "OUT"})
_PLACES: Final = frozenset({"PLACE", "FOUNDATION", "SPACE", "TOP", "ON", "UNDER", "FROM", "PRONOUN"})
#: The tokens that only join others.
_JOINTS: Final = frozenset({"AND", "SEP", "OR", "ON", "TO", "UNDER", "WHICH", "OF"})
_ACTIONS: Final = frozenset({"turn", "exile", "redeal"})
_STATES: Final = frozenset({"STANDSTILL", "WON", "LOST", "PLACES"})
_POINTERS: Final = re.compile(r"\s*\((?:see\s+)?(?:fig(?:ure)?|diagram|illustration|plate|page|p)\.?\s*[0-9]+\)", re.I)
_CARDS: Final = re.compile(r"\bcards?\b", re.I)
_WHENEVER: Final = re.compile(r"\b(?:if|once|unless|until|when|whenever)\b", re.I)


class Sentence(NamedTuple):
    """A sentence of a page.

    Attributes:
        text: its words, on one line.
        line: the line where it begins.
        paragraph: the number of its paragraph.
        title: whether it has no full stop: a heading, or what leads to a list.
    """

    text: str
    line: int
    paragraph: int
    title: bool

    def kinds(self) -> set[str]:
        """Return the kinds of its tokens."""
        return kinds(self.text)


class Thing(NamedTuple):
    """What is moved: the words for a card or some cards, or for the top card of a place."""

    token: Token
    place: Token | None = None

    def __str__(self) -> str:
        return f"{self.token} of {self.place}" if self.place else str(self.token)


class Statement(NamedTuple):
    """What a sentence states.

    Attributes:
        says: the kind of statement.
        things: the cards that it is about, or the words for them.
        either: whether it is about each of the things by itself.
        source: where they come from.
        to: where they go; several if it is about each of the places by itself.
        place: the place, or the places, that it is about.
        where: where the card lies on which they go.
    """

    says: Says
    things: tuple[Thing, ...] = ()
    either: bool = False
    source: Token | None = None
    to: tuple[Token, ...] = ()
    place: Token | None = None
    where: Token | None = None


def sentences(text: str) -> Iterator[Sentence]:
    """Cut a text into its sentences."""
    for number, (start, end) in enumerate(_pieces(text, 0, len(text), _PARAGRAPH), 1):
        for begin, stop in _pieces(text, start, end, _ITEM):
            yield from _in_item(text, begin, stop, number)


def _in_item(text: str, begin: int, stop: int, paragraph: int) -> Iterator[Sentence]:
    mark = _MARK.match(text[begin:stop])
    begin += mark.end() if mark else 0
    cuts = [match.end() for match in _END.finditer(text, begin, stop)]
    starts = [
        begin + (token.start_pos or 0)
        for token in tokens(text[begin:stop])
        if token.type in _BEGINS and token[:1].isupper()
    ]
    cuts += [at for at in starts if at > begin and text[:at].rstrip(" \t>")[-1:] == "\n"]
    for at in sorted({*cuts, stop}):
        piece = text[begin:at]
        words = " ".join(piece.split())
        if words:
            line = text.count("\n", 0, begin + len(piece) - len(piece.lstrip())) + 1
            yield Sentence(words, line, paragraph, not re.search(r"[.!?][”\"’')]*\Z", words))
        begin = at


def _pieces(text: str, start: int, end: int, between: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for match in between.finditer(text, start, end):
        yield start, match.start()
        start = match.end()
    yield start, end


def is_movelike(sentence: Sentence) -> bool:
    """Whether a sentence looks like a move or an assertion of the game, so that it has to be read: it names a card, or
    says that something is moved, and is not a general rule."""
    all_tokens = tokens(sentence.text)
    order = [token.type for token in all_tokens]
    types = {*order}
    ranked = [token for token in all_tokens if token.type == "RANKED"]
    if types & {"MAY", "MAYNOT"} and types & NAMES_CARD == {"RANKED"} and all(map(indefinite, ranked)):
        # A red six may be put on a black seven.
        return False
    if types & (NAMES_CARD | _STATES) or "AS_BEFORE" in types or types >= {"PLACE", "VACANT"}:
        return True
    if "NO_MOVES" in types or types >= {"PLACE", "SPACE"}:
        return "RULE" not in types and not _WHENEVER.search(sentence.text)
    if "RULE" in types or not types & _ACTS:
        return False
    if not sentence.title and next((one for one in order if one not in ("THEN", "AND", "SEP")), "") in _ACTS:
        return True
    return not types & {"MAY", "MAYNOT"} and bool(types & _PLACES or _CARDS.search(sentence.text))


def may_name_game(sentence: Sentence) -> bool:
    """Whether a sentence is a heading that may be the name of a game: a few words with capitals."""
    words = re.findall(r"[^\W\d_]{4,}", sentence.text)
    named = sentence.title and 0 < len(words) < 5 and all(word[0].isupper() for word in words)
    return named and {"WORD"} <= sentence.kinds() <= {"WORD", "SIGN", "OF", "AND", "TO", "ON", "OUT", "STOP", "SEP"}


def doubts(sentence: Sentence) -> Literal["", "moves", "all"]:
    """Return which of the following sentences can't be read by themselves."""
    types = sentence.kinds()
    if types & {"STEERING", "MAYNOT", "NOT", "WHICH"} or sentence.text.endswith(("?", ":")):
        return "all"
    return "moves" if "MAY" in types else ""


def statements(sentence: Sentence, *, listed: bool = False, begun: str = "") -> list[Statement]:
    """Return what a sentence states.

    Args:
        sentence: the sentence.
        listed: whether a list of moves was announced. Then a card and its place alone are a move.
        begun: what has been read: a claim, a move, or nothing. “The 7 of spades goes on the 8 of hearts” is a move only
            after a move, and “Deal another row” after either; before, it may be a rule. “Deal a second row” is none.

    Raises:
        Unread: it is not understood.
    """
    text = _POINTERS.sub("", sentence.text)
    if inner := _BRACKETS.search(text):
        around, inside = f"{text[: inner.start()]} {text[inner.end() :]}".strip(" .!"), inner[1]
        if not around:
            text = inside
        elif kinds(around) & NAMES_CARD or not kinds(inside) & NAMES_CARD:
            raise Unread(f"“({inside})” may change what the sentence says")
        elif not kinds(around) & (_ACTS | {"MAY"}) or kinds(around) & {"MAYNOT", "NOT", "STEERING"}:
            raise Unread(f"“{around[:40]}…”: what the example shows is not sure")
        else:
            text = inside
            if "EXAMPLE" not in kinds(inside):
                raise Unread(f"“({inside})”: an example begins with “e.g.”")
    if text.endswith("?"):
        raise Unread("a question")
    return _read(parse(text), listed, begun)


def _read(tree: Tree[Token], listed: bool, begun: str) -> list[Statement]:
    from lark import Tree  # start-up time

    stated: list[Statement] = []
    example = any(not isinstance(child, Tree) and child.type == "EXAMPLE" for child in tree.children)
    listed = listed or any(not isinstance(child, Tree) and child.type == "LEAD" for child in tree.children)
    clauses = [child for child in tree.children if isinstance(child, Tree)]
    for clause in tree.children:
        before = stated[-1] if stated else None
        if not isinstance(clause, Tree):
            if clause.type == "THEN" and before is not None and before.says in ("may", "may_not"):
                raise Unread(f"“{clause}” comes after a move that is not played")
            continue
        one = _statement(clause)
        says, is_told = str(clause.data).removeprefix("told_"), str(clause.data).startswith("told")
        says = "move" if says == "told" else says
        follows_move = listed or begun == "move" or (before is not None and before.says == "move")
        acts = says in _ACTIONS and not (one.place is not None and one.place.type == "NTH_ROW")
        if (is_told and not follows_move) or (acts and not (follows_move or begun)):
            raise Unread("it does not say whether this is played (“Put …”) or a rule (“You may put …”)")
        if says == "bare":
            says = "may" if example else before.says if before else "move" if listed else ""
            if says not in ("move", "may", "may_not"):
                raise Unread("it does not say whether this is played (“Put …”) or possible (“You may put …”)")
        elif example and says not in ("may", "may_not"):
            raise Unread("an example of a move is not a move that is played")
        elif says in ("may", "may_not") and not one.things:
            if before is None or before.says not in ("may", "may_not"):
                raise Unread("it does not say which card")
            one = one._replace(things=before.things, either=before.either, source=before.source)
        if says in ("move", "out") and before is not None and before.says in ("may", "may_not"):
            raise Unread("it does not say whether this is played, or possible as what comes before it")
        if says == "move" and not one.to and len(clauses) > 1:
            raise Unread("it does not say where each card goes")
        stated.append(one._replace(says=cast(Says, says)))
    return stated


def _statement(clause: Tree[Token]) -> Statement:
    """Return the parts of a clause."""
    from lark import Tree  # start-up time

    one = Statement("move")
    for child in clause.children:
        if not isinstance(child, Tree):
            if child.type == "AND_IT" and len(one.things) > 1:
                raise Unread(f"“{child}”: it is not sure which of them")
            one = one._replace(place=child) if child.type in ("PLACE", "PLACES", "TURN", "NTH_ROW") else one
            continue
        words = [part for part in child.children if not isinstance(part, Tree)]
        if child.data in ("either", "all"):
            things = [_thing(part) for part in child.children if isinstance(part, Tree) or part.type not in _JOINTS]
            one = one._replace(things=tuple(things), either=child.data == "either")
        elif child.data == "source":
            if one.source is not None:
                raise Unread("it says two places that a card comes from")
            one = one._replace(source=words[-1])
        else:
            for part in child.find_data("where"):
                joint, where = part.scan_values(lambda _: True)
                if joint.lower() == "to":
                    raise Unread(f"“{joint} {where}” can be where the card goes, or where the other one lies")
                one = one._replace(where=where)
            one = one._replace(to=tuple(word for word in words if word.type not in _JOINTS))
    return one


def _thing(part: Token | Tree[Token]) -> Thing:
    from lark import Tree  # start-up time

    if isinstance(part, Tree):
        top, *_, place = [token for token in part.children if not isinstance(token, Tree)]
        return Thing(top, place)
    return Thing(part)
