"""The grammar file, and the parse table that Lark makes from it.

Lark compiles the grammar once. A wheel ships the parse table, and a checkout keeps it beside the package, so leoni
reads records without Lark. A test compares the reader with Lark's own parser.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    # A build loads this file by itself.
    from leoni_replay.phrases import ResultWord

_STARTS: Final = ("game", "claim", "setting")
_NAME: Final = "moves.lark"
#: The compiled grammar: shipped in a wheel, made in a checkout.
_READY: Final = Path(__file__).parent.parent / "grammar" / "moves.json"

#: The result words: those of RESULT, and the word of CONCEDED.
RESULTS: Final[tuple[ResultWord, ...]] = ("won", "lost", "*", "conceded")

#: Every claim that can be proved, by its name in the grammar: the kind of its statement, and an example.
CLAIMS: Final = {
    "standstill": ("standstill", "standstill"),
    "not_standstill": ("not standstill", "not standstill"),
    "place": ("place", "7: 9S JD 4C"),
    "top": ("top", "top 7: 4C"),
    "count": ("count", "exile 5"),
    "left": ("left", "left 43"),
    "available": ("available", "available: TC AD"),
    "not_available": ("not available", "not available: 9S"),
    "available_only": ("available only", "available only: TC AD"),
    "legal": ("legal", "legal: 7H^"),
    "illegal": ("illegal", "illegal: 7Hv"),
    "legal_count": ("legal count", "legal 6"),
    "legal_set": ("legal set", "legal set: 4:3S^ 11:QCv"),
    "deal_over": ("deal over", "deal over"),
    "won": ("won", "won"),
    "lost": ("lost", "lost"),
    "open": ("*", "*"),
    "digest": ("digest", "digest 905fddf640080ce5"),
    "deal": ("place", "deal: 2"),
}


class Rule(NamedTuple):
    """A rule of the parse table: its name in the grammar, its alias if it has one, and its symbols."""

    origin: str
    alias: str
    expansion: tuple[str, ...]


class Tables(NamedTuple):
    """A compiled grammar.

    ``terminals`` holds the regular expression of every terminal, in the order in which a lexer tries them; ``ignored``
    the terminals that separate tokens. ``rows`` holds the actions of every state by symbol name: a number from 0 is the
    next state, a negative one is ``-1 - rule``. ``starts`` holds the first and last state of every start symbol.
    """

    terminals: Mapping[str, str]
    ignored: tuple[str, ...]
    rules: tuple[Rule, ...]
    rows: tuple[Mapping[str, int], ...]
    starts: Mapping[str, tuple[int, int]]


@cache
def read_grammar(name: str = _NAME) -> str:
    """Return the text of a grammar: inside an installed package, or beside the package in a checkout.

    Raises FileNotFoundError if the installation lacks it.
    """
    package = Path(__file__).parent.parent
    for folder in (package, package.parent):
        try:
            return (folder / "grammar" / name).read_text(encoding="utf-8")
        except OSError:
            continue
    # A package that is not a folder, such as a zip file, needs importlib.resources.
    from importlib import resources

    return (resources.files("leoni_replay") / "grammar" / name).read_text(encoding="utf-8")


@cache
def tables() -> Tables:
    """Load the compiled grammar. If there is none for this text, Lark compiles it."""
    text = read_grammar()
    with contextlib.suppress(OSError, ValueError, LookupError, TypeError):
        shipped = json.loads(_READY.read_text(encoding="utf-8"))
        if shipped["grammar"] == _digest(text):
            return _tables(shipped["tables"])
    compiled_text = shipped_text(text)
    with contextlib.suppress(OSError):
        _store(compiled_text)
    return _tables(json.loads(compiled_text)["tables"])


def _store(compiled_text: str) -> None:
    """Store the compiled grammar beside the package. Other processes see all of it or nothing."""
    import tempfile  # start-up time

    _READY.parent.mkdir(exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=_READY.parent, delete=False) as file:
        file.write(compiled_text)
    os.replace(file.name, _READY)


def compile_grammar(text: str) -> dict[str, Any]:
    """Compile a grammar with Lark. Return the parse table and the terminals in the form of JSON, as ``Tables`` holds
    them."""
    # Imported here because only a grammar that isn't compiled yet needs it.
    import lark
    from lark.parsers.lalr_analysis import Shift

    parser = lark.Lark(text, parser="lalr", lexer="contextual", start=list(_STARTS))
    parse_table = parser.parser.parser._parse_table
    rules = list(dict.fromkeys(parser.rules))
    rule_number = {rule: number for number, rule in enumerate(rules)}
    # Lark numbers states in arbitrary order. Here they are numbered in the order in which they are reached, so that the
    # same grammar always gives the same table.
    states = [parse_table.start_states[start] for start in _STARTS]
    for state in states:
        for _, (action, value) in sorted(parse_table.states[state].items()):
            if action is Shift and value not in states:
                states.append(value)
    state_number = {state: number for number, state in enumerate(states)}
    rows = []
    for state in states:
        row = {}
        for symbol, (action, value) in sorted(parse_table.states[state].items()):
            row[str(symbol)] = state_number[value] if action is Shift else -1 - rule_number[value]
        rows.append(row)
    starts = {}
    for start in _STARTS:
        first, last = parse_table.start_states[start], parse_table.end_states[start]
        starts[start] = [state_number[first], state_number[last]]
    terminals = parser.parser.lexer.root_lexer.terminals
    return {
        "terminals": [[terminal.name, terminal.pattern.to_regexp()] for terminal in terminals],
        "ignored": list(parser.ignore_tokens),
        "rules": [
            [str(rule.origin.name), rule.alias or "", [symbol.name for symbol in rule.expansion]] for rule in rules
        ],
        "rows": rows,
        "starts": starts,
    }


def shipped_text(text: str) -> str:
    """Compile a grammar into the text of the file that a package ships."""
    return json.dumps({"grammar": _digest(text), "tables": compile_grammar(text)})


def _tables(data: dict[str, Any]) -> Tables:
    """Return what ``compile_grammar`` has made, after its way through a file."""
    return Tables(
        dict(data["terminals"]),
        tuple(data["ignored"]),
        tuple([Rule(origin, alias, tuple(expansion)) for origin, alias, expansion in data["rules"]]),
        tuple(data["rows"]),
        {start: (first, last) for start, (first, last) in data["starts"].items()},
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
