"""The grammar file, and the parse table that Lark makes from it.

Lark compiles the grammar once. The parse table and the terminals are plain data: a wheel ships them ready-made, a
checkout keeps them in the user's cache folder, and ``notation/machine.py`` runs them. So no start compiles, and reading
doesn't need Lark.

The code must handle every rule and every terminal, and all that they match. Loading a grammar with anything else fails
(:class:`GrammarError`), so that nothing in a record is ever read and then ignored. The rules are checked at every
start. When Lark has compiled a grammar, ``notation/exercise.py`` also reads and writes texts made from it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    # A build loads this file by itself.
    from leoni_replay.words import ResultWord

#: Changes when the format of the data in the cache folder changes.
_FORMAT: Final = 3

_STARTS: Final = ("game", "claim", "setting")
_NAME: Final = "moves.lark"
#: The compiled grammar, beside the grammar in a wheel.
_READY: Final = "moves.json"

#: The terminals of a game: a text that each must match, because the reader parses it and the writer writes it, and an
#: expression for all that the code can read. Of a MOVE it reads the parts.
TOKENS: Final = {
    "LSQB": ("[", r"\["),
    "NAME": ("Game", r"\w+"),
    "VALUE": ('"a \\"value\\" \\\\"', r'"(?:[^"\\]|\\["\\])*"'),
    "RSQB": ("]", r"\]"),
    "MOVE": ("exile:7H~4C~JD#+QH,3C!?", r"\S+"),
    "NUMBER": ("1234567.", r"[0-9]+\.+"),
    "LPAR": ("(", r"\("),
    "RPAR": (")", r"\)"),
    "RESULT": ("won", r"won|lost|\*|conceded"),
    "CONCEDED": ("conceded", r"won|lost|\*|conceded"),
    "MISPLAY": ("misplay", r"misplay"),
    "SETTING": ("set {7: 9S JD gone: 4C}", r"set\s*\{[^}]*\}"),
    "COMMENT": ("{a comment}", r"\{(?!=)[^}]*\}"),
    "LINE_COMMENT": ("; a comment", r";.*"),
    "CLAIM": ("{= left 43}", r"\{=[^}]*\}"),
    "TIME": ("@1:02:05", r"@(?:[0-9]+:)?[0-9]+:[0-9]{2}"),
}
#: The parts of a move: the named groups of MOVE.
_MOVE_PARTS: Final = frozenset({"alone", "source", "card", "path", "dest", "shown", "mark"})
#: The result words: those of RESULT, and the word of CONCEDED.
RESULTS: Final[tuple[ResultWord, ...]] = ("won", "lost", "*", "conceded")

#: Every claim that can be proved, by its name in the grammar: the kind of its statement, an example, and the terminals
#: that say it.
CLAIMS: Final = {
    "standstill": ("standstill", "standstill", ""),
    "not_standstill": ("not standstill", "not standstill", ""),
    "place": ("place", "7: 9S JD 4C", "PLACE (?:(?:(?:DOWN_)?CARD |GAP )+|EMPTY )"),
    "top": ("top", "top 7: 4C", "PLACE CARD "),
    "count": ("count", "exile 5", "PLACE COUNT "),
    "left": ("left", "left 43", "COUNT "),
    "available": ("available", "available: TC AD", "(?:CARD )+"),
    "not_available": ("not available", "not available: 9S", "(?:CARD )+"),
    "available_only": ("available only", "available only: TC AD", "(?:CARD )+|EMPTY "),
    "legal": ("legal", "legal: 7H^", "(?:MOVE )+"),
    "illegal": ("illegal", "illegal: 7Hv", "(?:MOVE )+"),
    "legal_set": ("legal set", "legal set: 4:3S^ 11:QCv", "(?:MOVE )+|EMPTY "),
    "deal_over": ("deal over", "deal over", ""),
    "won": ("won", "won", ""),
    "lost": ("lost", "lost", ""),
    "open": ("*", "*", ""),
    "digest": ("digest", "digest 905fddf640080ce5", "HEX "),
    "deal": ("place", "deal: 2", "DEAL COUNT "),
}
#: The terminals that say a setting.
SETTING: Final = "(?:PLACE (?:(?:(?:DOWN_)?CARD |GAP )+|EMPTY )|GONE (?:CARD )+)+"
#: The terminals of claims and settings, each with an expression for all that the code can read: those whose text says
#: something, and those that only tell one claim from another, which have the claim's name.
SAYING: Final = {
    "PLACE": r"\S+", "DEAL": "deal", "COUNT": "[0-9]+", "HEX": "[0-9A-Fa-f]{16}", "CARD": r"\S{2,3}",
    "DOWN_CARD": r"#\S{2,3}", "GAP": "--", "EMPTY": "-", "MOVE": r"\S+", "GONE": "gone",
}  # fmt: skip
_TELLING: Final = {name.upper(): r"\s+".join(map(re.escape, kind.split())) for name, (kind, _, _) in CLAIMS.items()} | {
    "COLON": ":"
}

#: What the code can read of every terminal.
READ: Final = {name: read for name, (_, read) in TOKENS.items()} | _TELLING | SAYING
#: The rules that the code handles. Rules that begin with an underscore only group others.
_RULES: Final = frozenset({"game", "tag", "turn", "variation", "claim", "setting"})
_TAG: Final = ("LSQB", "NAME", "VALUE", "RSQB")
#: What reads and writes texts made from a grammar, by name: it uses this module.
_EXERCISE: Final = "leoni_replay.notation.exercise:exercise"
#: The tables, once they are loaded.
_loaded: list[Tables] = []


class GrammarError(RuntimeError):
    """Raised for a grammar that this program cannot use; the message says why in one line."""


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
def source(name: str = _NAME) -> str:
    """The text of a grammar: inside an installed package, or beside the package in a checkout.

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


def terminals() -> Mapping[str, str]:
    """The regular expression of every terminal, by name."""
    return tables().terminals


def tables() -> Tables:
    """The compiled grammar, from the package or from the cache folder; otherwise Lark compiles it.

    Raises:
        GrammarError: Lark cannot compile it, or it contains something that the code doesn't handle.
    """
    return _loaded[0] if _loaded else _load()


def _load() -> Tables:
    digest = _digest(source())
    if (made := _read(Path(__file__).parent.parent / "grammar" / _READY, digest)) is not None:
        _loaded.append(_checked(made))
        return made
    folder = cache_folder()
    cached = None if folder is None else folder / f"grammar-{_FORMAT}-{digest}.json"
    if cached is not None and (made := _read(cached, digest)) is not None:
        _loaded.append(_checked(made))
        return made
    data = compiled(source())
    made = _checked(_tables(data))
    _loaded.append(made)
    try:
        resolve_name(_EXERCISE)()
    except BaseException:
        _loaded.clear()
        raise
    if cached is not None:
        _write(cached, _serialised(data, digest))
    return made


def compiled(text: str) -> dict[str, Any]:
    """Compile a grammar with Lark. Return the parse table and the terminals in the form of JSON.

    Raises:
        GrammarError: Lark cannot compile it.
    """
    # Only a grammar that is not cached needs it.
    import lark
    from lark.parsers.lalr_analysis import Shift

    try:
        made = lark.Lark(text, parser="lalr", lexer="contextual", start=list(_STARTS))
    except (lark.exceptions.LarkError, re.error) as error:
        raise GrammarError(f"grammar/{_NAME}: {' '.join(str(error).split('Context:')[0].split())[:300]}") from None
    table = made.parser.parser._parse_table
    rules = list(dict.fromkeys(made.rules))
    number = {rule: at for at, rule in enumerate(rules)}
    # Lark numbers states in arbitrary order. Here they are numbered in the order in which they are reached, so that the
    # same grammar always gives the same table.
    order = [table.start_states[start] for start in _STARTS]
    for state in order:
        following = [value for _, (action, value) in sorted(table.states[state].items()) if action is Shift]
        order += [value for value in dict.fromkeys(following) if value not in order]
    place = {state: at for at, state in enumerate(order)}
    return {
        "terminals": [[one.name, one.pattern.to_regexp()] for one in made.parser.lexer.root_lexer.terminals],
        "ignored": list(made.ignore_tokens),
        "rules": [[str(rule.origin.name), rule.alias or "", [part.name for part in rule.expansion]] for rule in rules],
        "rows": [
            {
                str(symbol): place[value] if action is Shift else -1 - number[value]
                for symbol, (action, value) in sorted(table.states[state].items())
            }
            for state in order
        ],
        "starts": {start: [place[table.start_states[start]], place[table.end_states[start]]] for start in _STARTS},
    }


def ready_made(text: str) -> str:
    """Compile a grammar into the text of the file that a package ships.

    Raises GrammarError as :func:`compiled` does.
    """
    return _serialised(compiled(text), _digest(text))


def _serialised(data: dict[str, Any], digest: str) -> str:
    """The data as text, with the digest of the grammar that they were made from."""
    return json.dumps({"format": _FORMAT, "grammar": digest, "check": _digest(json.dumps(data)), "tables": data})


def _tables(data: dict[str, Any]) -> Tables:
    return Tables(
        dict(data["terminals"]),
        tuple(data["ignored"]),
        tuple([Rule(origin, alias, tuple(expansion)) for origin, alias, expansion in data["rules"]]),
        tuple(data["rows"]),
        {start: (first, last) for start, (first, last) in data["starts"].items()},
    )


# -- validation -----------------------------------------------------------------------------------------------------


def _checked(made: Tables) -> Tables:
    """The tables, after a check that the code handles all that they can read."""
    for problem in _unhandled(made):
        raise GrammarError(f"grammar/{_NAME}: {problem}")
    return made


def _unhandled(made: Tables) -> Iterator[str]:
    """What the code doesn't handle, in words."""
    used = {part for rule in made.rules for part in rule.expansion}
    for rule in made.rules:
        if rule.origin == "claim":
            if rule.alias not in CLAIMS:
                yield f"no code proves the claim `{rule.alias or ' '.join(rule.expansion)}`"
        elif rule.origin not in _RULES and not rule.origin.startswith("_"):
            yield f"no code handles the rule `{rule.origin}`"
        elif rule.alias:
            yield f"no code handles `{rule.alias}`, an alternative of the rule `{rule.origin}`"
        if rule.origin == "tag" and rule.expansion != _TAG:
            yield f"the rule `tag` must be {' '.join(_TAG)}"
        for name in ("LPAR", "RPAR", *_TAG):
            owner = "tag" if name in _TAG else "variation"
            if name in rule.expansion and rule.origin != owner:
                yield f"{name} must stand in the rule `{owner}` alone, but `{rule.origin}` has it"
        inner = rule.expansion[1:-1]
        if rule.origin == "variation" and (rule.expansion != ("LPAR", *inner, "RPAR") or {"LPAR", "RPAR"} & {*inner}):
            yield "the rule `variation` must begin with LPAR and end with RPAR, and have none inside"
    for part in re.findall(r"\(\?P<(\w+)>", made.terminals.get("MOVE", "")):
        if part not in _MOVE_PARTS:
            yield f"no code handles the part `{part}` of a MOVE"
    for name in made.terminals:
        if name in used and name not in READ:
            yield f"no code handles the terminal {name}"
        elif name in made.ignored and name in READ:
            yield f"no code keeps {name}, which is ignored"


# -- files ------------------------------------------------------------------------------------------------------------


@cache
def cache_folder() -> Path | None:
    """The cache folder, created if necessary; None if it cannot be created or written to."""
    folder = _user_cache() / "leoni-replay"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


def _user_cache() -> Path:
    """The user's cache folder, as platformdirs gives it."""
    if sys.platform == "linux":
        # The same result without importing platformdirs, which takes ten milliseconds at every start.
        named = os.environ.get("XDG_CACHE_HOME", "")
        return Path(named) if named.strip() else Path.home() / ".cache"
    from platformdirs import user_cache_path

    return user_cache_path(appauthor=False)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _read(path: Path, digest: str) -> Tables | None:
    """The content of a file, if it is whole and made from this grammar: its own digest must match."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        data = kept["tables"]
        if (kept["format"], kept["grammar"], kept["check"]) != (_FORMAT, digest, _digest(json.dumps(data))):
            return None
        return _tables(data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _write(path: Path, text: str) -> None:
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    except OSError:
        return
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
