"""Conditions on records (``--where``): their text, and its meaning for a record and in SQL.

A comparison with a field that a record lacks is false, whatever the operator; ``not`` inverts that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from leoni_replay.collecting.move_patterns import MOVE_FIELDS, WrongPattern, moves_of, moves_pattern
from leoni_replay.collecting.positions import RecordPositions
from leoni_replay.collecting.record_facts import (
    FIELDS,
    NUMBER,
    Facts,
    Field,
    NoField,
    QueryError,
    Value,
    as_number,
    find_field,
)
from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.games import GAMES, RulesError, make_game
from leoni_replay.notation import grammar
from leoni_replay.phrases import closest_name, join_words
from leoni_replay.text import as_utf8

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

Literal = str | int | float

#: the terminals of the grammar in words, in the order in which they are listed
_TERMINAL_WORDS: Final = {
    "NAME": "a field or a tag",
    "NOT": "`not`",
    "ANY": "`any`",
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
_MISSPELT_OPERATORS: Final = {
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
#: an operator, a word, or any other character
_TOKEN: Final = re.compile(r"[=<>~!&|]+|[^\s=<>~!&|()\",]+|.", re.S)
_DIGEST: Final = re.compile(r"[0-9a-f]{16}")
#: limits that SQLite accepts and no person reaches: how deep conditions nest, and how many stand side by side
_MAX_DEPTH: Final = 20
_MAX_PARTS: Final = 500
_MAX_LENGTH: Final = 20_000


class Sql(NamedTuple):
    """A condition in SQL: an expression that is never NULL, and its parameters."""

    text: str
    values: tuple[Literal, ...] = ()


#: the condition that all records meet
EVERYTHING: Final = Sql("1")


#: A test of a record: the facts about it, and its positions; None if no cards could be dealt.
Test = Callable[[Facts, RecordPositions | None], bool]


class Where(NamedTuple):
    """A condition as a test of a record, and in SQL.

    Attributes:
        test: the test.
        sql: the same in SQL. If the condition asks about moves, it holds for all records that meet the condition, and
            perhaps for others.
        asks_about_moves: whether the test needs the positions of a record.
    """

    test: Test
    sql: Sql
    asks_about_moves: bool = False

    def holds(self, facts: Facts, positions: RecordPositions | None = None) -> bool:
        """Whether a record meets the condition.

        Args:
            facts: the facts about it.
            positions: its positions, if the condition asks about moves; None if no cards could be dealt.
        """
        return self.test(facts, positions)


def fold_case(text: str) -> str:
    """Return a text as ``~`` compares it: without regard to case."""
    return text.casefold()


@lru_cache(maxsize=64)
def where(text: str) -> Where:
    """Parse a condition.

    Raises:
        QueryError: it is invalid.
    """
    from lark import UnexpectedCharacters, UnexpectedInput, UnexpectedToken  # start-up time

    if len(text) > _MAX_LENGTH:
        raise _error(text, f"this condition is longer than {_MAX_LENGTH:,} characters", 0, 1)
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        offset = len(text.rstrip())
        if isinstance(error, UnexpectedCharacters):
            offset = error.pos_in_stream or 0
        elif isinstance(error, UnexpectedToken) and error.token.type != "$END":
            offset = error.token.start_pos or 0
        raise _explain_unexpected(text, offset) from None
    return _Reader(text).read(cast("Tree[Token]", tree.children[0]))


def sql_of(text: str | None) -> Sql:
    """Return a condition in SQL, for those who count records without replaying them; None is met by all records.

    Raises:
        QueryError: the condition is invalid, or asks about moves.
    """
    if text is None:
        return EVERYTHING
    condition = where(text)
    if condition.asks_about_moves:
        help = "find and select answer it; `leoni select … --format moves` writes the records found to a file"
        raise _error(text, "statistics can't ask about moves", 0, len(text), (help,))
    return condition.sql


@cache
def _parser() -> Lark:
    from lark import Lark  # start-up time

    return Lark(grammar.read_grammar("where.lark"), parser="lalr", lexer="contextual", propagate_positions=True)


def _error(text: str, message: str, start: int, end: int, help: tuple[str, ...] = ()) -> QueryError:
    """Return an error in a condition. If the wrong part has several lines, the message shows the first.

    Args:
        text: the condition.
        message: what is wrong.
        start: the offset at which the wrong part begins.
        end: the offset at which it ends.
        help: what would be right.
    """
    line_number = text.count("\n", 0, start) + 1
    line_start = text.rfind("\n", 0, start) + 1
    line_break = text.find("\n", start)
    line_end = len(text) if line_break < 0 else line_break
    end = max(min(end, line_end), start)
    span = Span(line_number, start - line_start + 1, line_number, end - line_start + 1)
    return QueryError(Diagnostic("", "error", message, "--where", span, (text[line_start:line_end],), help=help))


def _explain_unexpected(text: str, offset: int) -> QueryError:
    """Return the error at the offset where the parser stopped."""
    # Parsing what stands before it again shows what could have followed.
    parser = _parser().parse_interactive(text[:offset])
    parser.exhaust_lexer()
    expected = parser.accepts()  # type: ignore[no-untyped-call]
    expected_words = [words for terminal, words in _TERMINAL_WORDS.items() if terminal in expected]
    expectation = join_words(expected_words, "or") if expected_words else "something else"
    match = _TOKEN.match(text.rstrip(), offset)
    if match is None:
        if not text.strip():
            example = 'for example game = "Martha" and moves > 100'
            return _error(text, "the condition is empty", 0, 0, (example,))
        return _error(text, f"the condition is incomplete: expected {expectation}", offset, offset)
    token = match[0]
    if token == '"':
        help = 'a quotation mark inside a text is written \\", a backslash \\\\'
        return _error(text, "this text is not closed", offset, len(text), (help,))
    character_before = text[max(offset - 1, 0) : offset]
    suggestion = _suggest(token, character_before, expects_text="TEXT" in expected, expected_words=expected_words)
    help_lines = (suggestion,) if suggestion else ()
    return _error(text, f"expected {expectation}, found `{token}`", offset, match.end(), help_lines)


def _suggest(token: str, character_before: str, *, expects_text: bool, expected_words: list[str]) -> str:
    """Return what may have been meant by an unexpected token, as a line of help; empty if there is no guess.

    Args:
        token: the token.
        character_before: the character before it: the parser may have taken the first sign of ``=~`` for an operator.
        expects_text: whether a text in quotation marks could stand here.
        expected_words: what could stand here, in words.
    """
    if expects_text:
        if token[0] in "'“”‘’":
            return 'use straight double quotation marks: "won"'
        if token[0].isalpha() or token == "*":
            return f'put text in quotation marks: "{token}"'
    else:
        keywords = [word for word in ("and", "or", "not", "in") if f"`{word}`" in expected_words]
        close = get_close_matches(token.lower(), keywords, 1)
        if close:
            return f"did you mean `{close[0]}`?"
    for operator in (token, character_before + token):
        if operator in _MISSPELT_OPERATORS:
            return f"did you mean `{_MISSPELT_OPERATORS[operator]}`?"
    return ""


class _Reader:
    """Builds a condition from its parse tree."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self, tree: Tree[Token], depth: int = 0) -> Where:
        """Return the condition that a parse tree stands for.

        Args:
            tree: the tree, or a part of it.
            depth: how many conditions that part is inside of.

        Raises:
            QueryError: it has no such field or value, or is too large.
        """
        if depth > _MAX_DEPTH:
            start = tree.meta.start_pos
            raise _error(self._text, f"this condition is nested more than {_MAX_DEPTH} deep", start, start + 1)
        # Between two conditions there is `and` or `or`, a child of its own. `among` is a list: x in ("a", "b").
        most_children = _MAX_PARTS if tree.data == "among" else 2 * _MAX_PARTS
        if len(tree.children) > most_children:
            start = tree.meta.start_pos
            message = f"there are more than {_MAX_PARTS} conditions or values side by side"
            raise _error(self._text, message, start, start + 1)
        match tree.data:
            case "either" | "both":
                parts = [self.read(cast("Tree[Token]", part), depth + 1) for part in tree.children[::2]]
                return _all_of(parts) if tree.data == "both" else _any_of(parts)
            case "negated":
                inner = self.read(cast("Tree[Token]", tree.children[1]), depth + 1)
                # Of records that meet a condition on moves, SQL knows only that they may.
                sql = EVERYTHING if inner.asks_about_moves else Sql(f"(NOT {inner.sql.text})", inner.sql.values)
                return Where(lambda *record: not inner.test(*record), sql, inner.asks_about_moves)
        tokens = cast("list[Token]", tree.children)
        if tree.data == "any_move":
            return self._any_move(*tokens[1:])
        field = self._field(tokens[0])
        if tree.data == "given":
            return _is_present(field)
        operator = "=" if tree.data == "among" else str(tokens[1])
        parts = [self._compare(field, operator, token) for token in tokens[2:]]
        return parts[0] if len(parts) == 1 else _any_of(parts)

    def _field(self, name: Token) -> Field:
        """Look up a field.

        Raises:
            QueryError: there is no such field.
        """
        try:
            return find_field(str(name))
        except NoField as error:
            raise self._error_at(name, error.message, *error.help) from None

    def _error_at(self, token: Token, message: str, *help: str) -> QueryError:
        start = token.start_pos or 0
        return _error(self._text, message, start, start + len(token), help)

    def _compare(self, field: Field, operator: str, token: Token) -> Where:
        """Return the comparison of a field with the value of a token.

        Args:
            field: the field.
            operator: the operator as written.
            token: the value as written, a number or a text in quotation marks.

        Raises:
            QueryError: the field has values of another kind, or never this value.
        """
        value: Literal
        if token.type == "NUMBER":
            value = float(token) if "." in token else int(token)
        else:
            value = re.sub(r"\\(.)", r"\1", token[1:-1])
        name = field.name
        if name == "moves" and operator in ("~", "!~") and isinstance(value, str):
            return self._moves_match(operator, value, token)
        if field.number and isinstance(value, str):
            number = value.strip()
            # ``~`` (contains) makes no sense for numbers.
            number_operator = operator.replace("!~", "!=").replace("~", "=")
            advice = f"for example {name} > 10"
            if NUMBER.fullmatch(number):
                advice = f"write {name} {number_operator} {number}"
            raise self._error_at(token, f"{name} is a number, but {token} is text", advice)
        if field.number and operator in ("~", "!~"):
            message = f"`{operator}` searches text, but {name} is a number"
            raise self._error_at(token, message, f"write {name} = {token}")
        # A tag (which is no fact of every record) is text too, but may be compared with a number.
        if name in FIELDS and not field.number and not isinstance(value, str):
            message = f"{name} is text, but {token} is a number"
            raise self._error_at(token, message, f'write {name} {operator} "{token}"')
        if not isinstance(value, str) and operator in ("~", "!~"):
            raise self._error_at(token, f"`{operator}` looks for a text", f'write {name} {operator} "{token}"')
        if isinstance(value, str) and operator in ("=", "!="):
            value = self._check_possible(field, value, token)
        return _comparison(field, operator, value)

    def _moves_match(self, operator: str, text: str, token: Token) -> Where:
        """Return the condition that the moves of a record match a pattern, or don't (``!~``).

        Args:
            operator: the operator as written.
            text: the pattern.
            token: the place of the pattern in the condition, for errors.

        Raises:
            QueryError: it is no pattern.
        """
        try:
            pattern = moves_pattern(text)
        except WrongPattern as error:
            raise self._error_at(token, error.message, *error.help) from None
        if operator == "!~":
            return Where(lambda _, positions: positions is not None and not pattern.is_in(positions), EVERYTHING, True)
        return Where(lambda _, positions: pattern.is_in(positions), Sql("(moves >= ?)", (pattern.fewest_moves,)), True)

    def _any_move(self, name: Token, operator_token: Token, value: Token) -> Where:
        """Return the condition that a fact about one of the moves of a record has a certain value.

        Args:
            name, operator_token, value: what ``any`` is followed by.

        Raises:
            QueryError: moves have no such fact, or the operator looks for a text.
        """
        fact = MOVE_FIELDS.get(name)
        if fact is None:
            raise self._error_at(
                name, f"`any` doesn't know `{name}`", f"it knows {join_words([*MOVE_FIELDS])} of a move"
            )
        operator = str(operator_token)
        if operator in ("~", "!~"):
            raise self._error_at(operator_token, f"`{operator}` searches text, but {name} is a number")
        compare = _OPERATORS[operator]
        number = float(value)

        def test(facts: Facts, positions: RecordPositions | None) -> bool:
            if positions is None:
                return False
            values = map(fact, moves_of(positions))
            return any(fact_value is not None and compare(fact_value, number) for fact_value in values)

        # No weave lifts more cards than the longest.
        is_long = name == "weave" and operator in ("=", ">", ">=")
        return Where(test, Sql("(weave >= ?)", (number,)) if is_long else EVERYTHING, asks_about_moves=True)

    def _check_possible(self, field: Field, value: str, token: Token) -> str:
        """Check that some record can have a text in a field.

        Args:
            field: the field.
            value: the text that the condition compares it with.
            token: the place of that text in the condition, for the error.

        Returns:
            The text as records have it: the name of a game as the game spells it, a digest in lower case, any other
            text unchanged.

        Raises:
            QueryError: no record can have it, so it must be a slip.
        """
        if field.values and value not in field.values:
            close = closest_name(value, field.values, 0.5)
            advice = (f'did you mean "{close}"?',) if close else ()
            possible_values = join_words([f'"{possible}"' for possible in field.values], "or")
            raise self._error_at(token, f"{field.name} is never `{value}`", *advice, f"it is {possible_values}")
        if field.name == "game":
            try:
                return make_game(value).name
            except RulesError as error:
                raise self._error_at(token, error.message, *error.help) from None
        if field.name == "book":
            books = dict.fromkeys(book for game in GAMES.values() for book in game.books)
            if value not in books:
                close = closest_name(value, books)
                advice = (f'did you mean "{close}"?',) if close else ()
                raise self._error_at(
                    token, f"there is no rule book `{value}`", *advice, f"there are {join_words([*books])}"
                )
        if field.name in ("digest", "record_digest"):
            value = value.lower()
            if not _DIGEST.fullmatch(value):
                raise self._error_at(token, f"{token} is not a digest", "a digest has 16 hexadecimal digits")
        return value


def _all_of(parts: list[Where]) -> Where:
    """Return the condition that all of several conditions hold."""
    tests = [part.test for part in parts]
    return Where(lambda *record: all(test(*record) for test in tests), _join(parts, " AND "), _ask_about_moves(parts))


def _any_of(parts: list[Where]) -> Where:
    """Return the condition that one of several conditions holds."""
    tests = [part.test for part in parts]
    return Where(lambda *record: any(test(*record) for test in tests), _join(parts, " OR "), _ask_about_moves(parts))


def _ask_about_moves(parts: list[Where]) -> bool:
    """Whether one of several conditions asks about moves."""
    return any(part.asks_about_moves for part in parts)


def _join(parts: list[Where], operator: str) -> Sql:
    """Return several conditions in SQL, with an operator between them."""
    text = operator.join(part.sql.text for part in parts)
    return Sql(f"({text})", tuple(value for part in parts for value in part.sql.values))


def _is_present(field: Field) -> Where:
    """Return the condition that a field alone is: its number is not 0, or its text is there."""
    value = field.value
    if field.number:
        return Where(lambda facts, _: bool(value(facts)), _sql_test(field, "{} <> 0"))
    return Where(lambda facts, _: value(facts) is not None, _sql_test(field, "{} IS NOT NULL"))


#: What the operators do with the value of a record and the value in the condition.
_OPERATORS: Final[dict[str, Callable[[float | str, float | str], bool]]] = {
    "=": lambda recorded, value: recorded == value,
    "!=": lambda recorded, value: recorded != value,
    "<": lambda recorded, value: recorded < value,  # type: ignore[operator]
    "<=": lambda recorded, value: recorded <= value,  # type: ignore[operator]
    ">": lambda recorded, value: recorded > value,  # type: ignore[operator]
    ">=": lambda recorded, value: recorded >= value,  # type: ignore[operator]
    "~": lambda recorded, value: fold_case(str(value)) in fold_case(str(recorded)),
    "!~": lambda recorded, value: fold_case(str(value)) not in fold_case(str(recorded)),
}


def _comparison(field: Field, operator: str, value: Literal) -> Where:
    """Return the comparison of a field with a value, as a test of a record and in SQL. If a tag is compared with a
    number, its text is read as one."""
    value_of, compare = field.value, _OPERATORS[operator]
    is_tag_as_number = not field.number and not isinstance(value, str)

    def test(facts: Facts, positions: RecordPositions | None) -> bool:
        recorded: Value | float = value_of(facts)
        if is_tag_as_number:
            recorded = as_number(cast("str | None", recorded))
        return recorded is not None and compare(recorded, value)

    if operator in ("~", "!~"):
        # SQL's instr returns where a text contains another one, from 1 on; 0 if it doesn't.
        is_there = "> 0" if operator == "~" else "= 0"
        return Where(test, _sql_test(field, f"instr(fold_case({{}}), ?) {is_there}", fold_case(str(value))))
    operand = "as_number({})" if is_tag_as_number else "{}"
    sql_operator = "<>" if operator == "!=" else operator
    return Where(test, _sql_test(field, f"{operand} {sql_operator} ?", value))


def _sql_test(field: Field, test: str, *values: Literal) -> Sql:
    """Return a test of a field in SQL, false where a record lacks it.

    Args:
        field: the field.
        test: the test; ``{}`` stands for the field, and ``?`` for each value.
        values: the values.
    """
    values = tuple([as_utf8(value) if isinstance(value, str) else value for value in values])
    # A fact is a column of the view; a tag is looked up in a table of its own.
    if field.column is not None:
        column = f'"{field.column}"'
        return Sql(f"({column} IS NOT NULL AND {test.format(column)})", values)
    first_tag = "(SELECT value FROM tag WHERE tag.record = id AND name = ? ORDER BY place LIMIT 1)"
    tag_test = f"coalesce((SELECT {test.format('value')} FROM (SELECT {first_tag} AS value)), 0)"
    return Sql(tag_test, (*values, field.name))
