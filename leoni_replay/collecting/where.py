"""Conditions on records (``--where``): their text, and its meaning for a record and in SQL.

A comparison with a field that a record lacks is false, whatever the operator; ``not`` inverts that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from leoni_replay.collecting.record_facts import (
    FIELDS,
    NUMBER,
    Facts,
    Field,
    NoField,
    QueryError,
    Value,
    as_number,
    field,
)
from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.games import GAMES, RulesError, make_game
from leoni_replay.notation import grammar
from leoni_replay.phrases import closest, listed
from leoni_replay.text import as_utf8

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

Literal = str | int | float

#: the terminals of the grammar in words, in the order in which they are listed
_NAMES: Final = {
    "NAME": "a field or a tag",
    "NOT": "`not`",
    "LPAR": "`(`",
    "OPERATOR": "an operator (= != < <= > >= ~ !~)",
    "IN": "`in`",
    "TEXT": 'a text in quotation marks ("won")',
    "NUMBER": "a number",
    "COMMA": "`,`",
    "RPAR": "`)`",
    "AND": "`and`",
    "OR": "`or`",
    "$END": "the end",
}
#: what people write for existing operators
_OTHERWISE: Final = {
    "==": "=",
    "<>": "!=",
    "=~": "~",
    "=<": "<=",
    "=>": ">=",
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "!": "not",
}
_SIGNS: Final = re.compile(r"[=<>~!&|]+|[^\s=<>~!&|()\",]+|.", re.S)
_DIGEST: Final = re.compile(r"[0-9a-f]{16}")
#: limits that SQLite accepts and no person reaches: how deep conditions nest, and how many stand side by side
_DEEPEST: Final = 20
_MOST: Final = 500
_LONGEST: Final = 20_000


class Sql(NamedTuple):
    """A condition in SQL: an expression that is never NULL, and its parameters."""

    text: str
    values: tuple[Literal, ...] = ()


#: the condition that all records meet
EVERYTHING: Final = Sql("1")


class Where(NamedTuple):
    """A condition as a test of a record, and the same in SQL."""

    holds: Callable[[Facts], bool]
    sql: Sql


def folded(text: str) -> str:
    """Return a text as ``~`` compares it: without regard to case."""
    return text.casefold()


@lru_cache(maxsize=64)
def where(text: str) -> Where:
    """Parse a condition.

    Raises:
        QueryError: it is invalid.
    """
    from lark import UnexpectedCharacters, UnexpectedInput, UnexpectedToken  # start-up time

    if len(text) > _LONGEST:
        raise _error(text, f"this condition is longer than {_LONGEST:,} characters", 0, 1)
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        at = len(text.rstrip())
        if isinstance(error, UnexpectedCharacters):
            at = error.pos_in_stream or 0
        elif isinstance(error, UnexpectedToken) and error.token.type != "$END":
            at = error.token.start_pos or 0
        raise _unexpected(text, at) from None
    return _Reader(text).read(cast("Tree[Token]", tree.children[0]))


@cache
def _parser() -> Lark:
    from lark import Lark  # start-up time

    return Lark(grammar.read_grammar("where.lark"), parser="lalr", lexer="contextual", propagate_positions=True)


def _error(text: str, message: str, start: int, end: int, help: tuple[str, ...] = ()) -> QueryError:
    line = text.count("\n", 0, start) + 1
    begin = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    stop = len(text) if last < 0 else last
    span = Span(line, start - begin + 1, line, max(min(end, stop) - begin, start - begin) + 1)
    return QueryError(Diagnostic("", "error", message, "--where", span, (text[begin:stop],), help=help))


def _unexpected(text: str, at: int) -> QueryError:
    """Return the error at the place where the parser stopped."""
    parser = _parser().parse_interactive(text[:at])
    parser.exhaust_lexer()
    expected = parser.accepts()  # type: ignore[no-untyped-call]
    wanted = [name for terminal, name in _NAMES.items() if terminal in expected]
    should = listed(wanted, "or") if wanted else "something else"
    match = _SIGNS.match(text.rstrip(), at)
    if match is None:
        if not text.strip():
            example = 'for example game = "Martha" and moves > 100'
            return _error(text, "the condition is empty", 0, 0, (example,))
        return _error(text, f"the condition is incomplete: expected {should}", at, at)
    word = match[0]
    if word == '"':
        help = 'a quotation mark inside a text is written \\", a backslash \\\\'
        return _error(text, "this text is not closed", at, len(text), (help,))
    helps: tuple[str, ...] = ()
    for sign in (text[max(at - 1, 0) : at] + word, word):
        if sign in _OTHERWISE:
            helps = (f"did you mean `{_OTHERWISE[sign]}`?",)
    if "TEXT" in expected:
        helps = (f'put text in quotation marks: "{word}"',) if word[0].isalpha() or word == "*" else helps
        if word[0] in "'“”‘’":
            helps = ('use straight double quotation marks: "won"',)
    elif close := get_close_matches(
        word.lower(), [one for one in ("and", "or", "not", "in") if f"`{one}`" in wanted], 1
    ):
        helps = (f"did you mean `{close[0]}`?",)
    return _error(text, f"expected {should}, found `{word}`", at, match.end(), helps)


class _Reader:
    """Builds a condition from its parse tree."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self, tree: Tree[Token], depth: int = 0) -> Where:
        """Return the condition of a subtree at the given depth."""
        if depth > _DEEPEST:
            at = tree.meta.start_pos
            raise _error(self._text, f"this condition is nested more than {_DEEPEST} deep", at, at + 1)
        if len(tree.children) > (_MOST if tree.data == "among" else 2 * _MOST):
            at = tree.meta.start_pos
            raise _error(self._text, f"there are more than {_MOST} conditions or values side by side", at, at + 1)
        match tree.data:
            case "either" | "both":
                parts = [self.read(cast("Tree[Token]", part), depth + 1) for part in tree.children[::2]]
                return _joined(parts, tree.data == "both")
            case "negated":
                inner = self.read(cast("Tree[Token]", tree.children[1]), depth + 1)
                return Where(lambda facts: not inner.holds(facts), Sql(f"(NOT {inner.sql.text})", inner.sql.values))
        tokens = cast("list[Token]", tree.children)
        name = tokens[0]
        asked = self._field(name)
        if tree.data == "given":
            return _given(asked)
        operator = "=" if tree.data == "among" else str(tokens[1])
        parts = [self._compared(asked, operator, token) for token in tokens[2:]]
        return parts[0] if len(parts) == 1 else _joined(parts, False)

    def _field(self, name: Token) -> Field:
        try:
            return field(str(name))
        except NoField as error:
            raise self._wrong(name, error.message, *error.help) from None

    def _wrong(self, token: Token, message: str, *help: str) -> QueryError:
        start = token.start_pos or 0
        return _error(self._text, message, start, start + len(token), help)

    def _compared(self, asked: Field, operator: str, token: Token) -> Where:
        value: Literal
        if token.type == "NUMBER":
            value = float(token) if "." in token else int(token)
        else:
            value = re.sub(r"\\(.)", r"\1", token[1:-1])
        name = asked.name
        if asked.number and isinstance(value, str):
            inside = value.strip()
            sign = operator.replace("!~", "!=").replace("~", "=")
            help = f"write {name} {sign} {inside}" if NUMBER.fullmatch(inside) else f"for example {name} > 10"
            raise self._wrong(token, f"{name} is a number, but {token} is text", help)
        if asked.number and operator in ("~", "!~"):
            raise self._wrong(token, f"`{operator}` searches text, but {name} is a number", f"write {name} = {token}")
        if name in FIELDS and not asked.number and not isinstance(value, str):
            raise self._wrong(token, f"{name} is text, but {token} is a number", f'write {name} {operator} "{token}"')
        if not isinstance(value, str) and operator in ("~", "!~"):
            raise self._wrong(token, f"`{operator}` looks for a text", f'write {name} {operator} "{token}"')
        if isinstance(value, str) and operator in ("=", "!="):
            value = self._as_recorded(asked, value, token)
        return _comparison(asked, operator, value)

    def _as_recorded(self, asked: Field, value: str, token: Token) -> str:
        """Return a value as records have it.

        Raises:
            QueryError: no record can have it, so it must be a slip.
        """
        if asked.values and value not in asked.values:
            close = closest(value, asked.values, 0.5)
            help = (f'did you mean "{close}"?',) if close else ()
            every = listed([f'"{one}"' for one in asked.values], "or")
            raise self._wrong(token, f"{asked.name} is never `{value}`", *help, f"it is {every}")
        if asked.name == "game":
            try:
                return make_game(value).name
            except RulesError as error:
                raise self._wrong(token, error.message, *error.help) from None
        if asked.name == "book":
            books = dict.fromkeys(book for game in GAMES.values() for book in game.books)
            if value not in books:
                close = closest(value, books)
                help = (f'did you mean "{close}"?',) if close else ()
                raise self._wrong(token, f"there is no rule book `{value}`", *help, f"there are {listed([*books])}")
        if asked.name in ("digest", "record_digest"):
            value = value.lower()
            if not _DIGEST.fullmatch(value):
                raise self._wrong(token, f"{token} is not a digest", "a digest has 16 hexadecimal digits")
        return value


def _joined(parts: list[Where], every: bool) -> Where:
    """Return a conjunction (``every``) or disjunction of conditions."""
    holds = [part.holds for part in parts]
    values = tuple(value for part in parts for value in part.sql.values)
    text = (" AND " if every else " OR ").join(part.sql.text for part in parts)
    if every:
        return Where(lambda facts: all(one(facts) for one in holds), Sql(f"({text})", values))
    return Where(lambda facts: any(one(facts) for one in holds), Sql(f"({text})", values))


def _given(asked: Field) -> Where:
    """Return a field by itself: a number that is not 0, or a text that is present."""
    value = asked.value
    if asked.number:
        return Where(lambda facts: bool(value(facts)), _tested(asked, "{} <> 0"))
    return Where(lambda facts: value(facts) is not None, _tested(asked, "{} IS NOT NULL"))


_COMPARED: Final[dict[str, Callable[[float | str, float | str], bool]]] = {
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,  # type: ignore[operator]
    "<=": lambda one, other: one <= other,  # type: ignore[operator]
    ">": lambda one, other: one > other,  # type: ignore[operator]
    ">=": lambda one, other: one >= other,  # type: ignore[operator]
    "~": lambda one, other: folded(str(other)) in folded(str(one)),
    "!~": lambda one, other: folded(str(other)) not in folded(str(one)),
}


def _comparison(asked: Field, operator: str, value: Literal) -> Where:
    read, compare = asked.value, _COMPARED[operator]
    tag_as_number = not asked.number and not isinstance(value, str)

    def holds(facts: Facts) -> bool:
        recorded: Value | float = read(facts)
        if tag_as_number:
            recorded = as_number(cast("str | None", recorded))
        return recorded is not None and compare(recorded, value)

    if operator in ("~", "!~"):
        test = f"instr(folded({{}}), ?) {'>' if operator == '~' else '='} 0"
        return Where(holds, _tested(asked, test, folded(str(value))))
    left = "as_number({})" if tag_as_number else "{}"
    return Where(holds, _tested(asked, f"{left} {'<>' if operator == '!=' else operator} ?", value))


def _tested(asked: Field, test: str, *values: Literal) -> Sql:
    """Return a test of a field in SQL, false where a record lacks it."""
    values = tuple([as_utf8(value) if isinstance(value, str) else value for value in values])
    if asked.column is not None:
        quoted = f'"{asked.column}"'
        return Sql(f"({quoted} IS NOT NULL AND {test.format(quoted)})", values)
    first = "(SELECT value FROM tag WHERE tag.record = id AND name = ? ORDER BY place LIMIT 1)"
    return Sql(f"coalesce((SELECT {test.format('value')} FROM (SELECT {first} AS value)), 0)", (*values, asked.name))
