"""Exercise a grammar before any record is read with it: nothing that it allows may be read and then ignored.

The parse table is walked until every token has stood wherever it can, and the expressions of the terminals are taken
apart for texts that they match. All these texts are read, cut up for the runner, written and read again, with the same
outcome each time.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import product, zip_longest
from re import _compiler, _parser  # type: ignore[attr-defined]
from re import _constants as sre
from typing import Any, Final, NamedTuple

from leoni_replay.commands import Command
from leoni_replay.notation import claims, items, scan
from leoni_replay.notation.braces import is_setting, placed, written
from leoni_replay.notation.grammar import READ, RESULTS, TOKENS, GrammarError
from leoni_replay.notation.machine import END, Machine, admitted, machine
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.tree import Claim, Comment, Move, Number, Tag, Time, Transcript, Variation
from leoni_replay.notation.writer import dumps, token
from leoni_replay.rules import run
from leoni_replay.rules.numbers import NOWHERE, OPEN, UNREAD, WOVEN

#: All that remembers something of a grammar.
CACHES: Final = (machine, scan.scanner, items.terminals, items._words, claims.statement, token)

#: How many texts are made from the expression of a terminal, and how many states of the table are walked.
_TEXTS: Final = 1000
_STATES: Final = 1000
#: Characters for expressions that allow more than they name, and what they allow of them.
_ALL: Final = "".join(map(chr, range(32, 127))) + "\t\n\x1cé♣♦♥♠↑↓→٣\u00a0"
_known: dict[str, str] = {}
#: What may come directly after a token.
_AFTER: Final = (" ", "", "\n", "\t", "(", ")", "{c}", ";c\n", "{= won}", "}", "[", "x", "7", ":", "*", "~4C", "#",
                 "+7H")  # fmt: skip

_TAGS: Final = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n[Result "*"]\n\n'
#: Moves in full.
_WRITTEN: Final = ("4:2H^", "4:2Hv", "9S^v", "9Sv^", "exile:KH>13", "exile:7H~4C~JD", "exile:5D#", "exile:7H~4C#",
                   "r1c3:7D^+QH", "5:7S>3", "deal:9C>talon", "redeal")  # fmt: skip
#: Moves, and what may be written of one, which is read part by part.
_MOVES: Final = ("exile", "exile:7H", "7H", "4:2H^", "2H>7", "4:^", "deal")
_PARTS: Final = ("~4C", "~10♣", "#", "+7H", ",3C", ",10♠")
_MARKS: Final = ("!", "?", "!!", "??", "!?", "?!")
#: The parts of a move in order, with their signs.
_FORMS: Final = {"alone": "{}", "source": "{}:", "card": "{}", "path": "{}", "dest": "{}", "shown": "+{}", "mark": "{}"}
#: The names and the value of the tags in texts.
_NAMES: Final = ("Game", "Rules", "Deal", "Event")
_VALUE: Final = '"Leoni\'s Own"'


def exercise() -> None:
    """Exercise the grammar that is loaded.

    Raises:
        GrammarError: it allows something that the code doesn't handle.
    """
    for cache in CACHES:
        cache.cache_clear()
    try:
        shared = machine()
        texts = {name: _texts(shared, name) for name in shared.tables.terminals if name not in shared.tables.ignored}
        for start in shared.tables.starts:
            _exercise(shared, start, texts)
        _cut(shared)
    except BaseException:
        for cache in CACHES:
            cache.cache_clear()
        raise


def _wrong(said: str) -> GrammarError:
    return GrammarError(f"grammar/moves.lark: {said}")


# -- terminals --------------------------------------------------------------------------------------------------------


def _texts(shared: Machine, name: str) -> list[str]:
    """Texts of a terminal: each choice that its expression leaves is made in some of them.

    Raises GrammarError if the code cannot read one, or if the text that the code needs is not among them.
    """
    matches, expression = shared.pattern(name).match, shared.tables.terminals[name]
    sample, _ = TOKENS.get(name, ("", ""))
    for needed in [*filter(None, [sample]), *(_WRITTEN if name == "MOVE" else ())]:
        if not shared.pattern(name).fullmatch(needed):
            raise _wrong(f"{name} does not match `{needed}`, which is what is written")
    chance = random.Random(expression)
    tree = _parser.parse(expression)
    made = [_derived(tree, chance) for _ in range(_TEXTS if name == "MOVE" else _TEXTS // 5)]
    texts = []
    for text in dict.fromkeys(made):
        match = next((match for after in _AFTER if (match := matches(text + after)) and match.end() == len(text)), None)
        if match is not None and not admitted(name, match, None):
            _try_items(f"{_TAGS}{text} *")
        elif match is not None:
            if name in ("RESULT", "CONCEDED") and not re.fullmatch(READ[name], text):
                raise _wrong(f"no code proves the result `{text}`, an alternative of {name}")
            if not re.fullmatch(READ[name], text) or (name in _READ and not _READ[name](match)):
                raise _wrong(f"no code reads `{_short(text)}`, which {name} matches")
            texts.append(text)
    return texts or ([sample] if sample else [])


def _is_read(match: re.Match[str]) -> bool:
    """Whether the parts of a move are all that stands in it, and writing it gives the same move."""
    parts = {name: form.format(match[name]) for name, form in _FORMS.items() if match.groupdict().get(name)}
    try:
        command, mark = scan.scanner(None).learn(match)
    except GrammarError:
        return False
    return match[0] == "".join(parts.values()) and scan.scanner(None).command(token(command, mark)) == (command, mark)


def _derived(tree: Any, chance: random.Random) -> str:
    """A text that an expression may match, if what it looks ahead to allows it."""
    text = ""
    for kind, value in tree:
        if kind is sre.LITERAL:
            text += chr(value)
        elif kind in (sre.IN, sre.ANY, sre.NOT_LITERAL):
            text += chance.choice(_characters((kind, value)))
        elif kind is sre.BRANCH:
            text += _derived(chance.choice(value[1]), chance)
        elif kind is sre.SUBPATTERN:
            inner = _derived(value[3], chance)
            text += inner.swapcase() if value[1] & re.IGNORECASE and chance.random() < 0.5 else inner
        elif kind is sre.ATOMIC_GROUP:
            text += _derived(value, chance)
        elif kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            least, most, repeated = value
            text += "".join([_derived(repeated, chance) for _ in range(chance.randint(least, min(most, least + 2)))])
    return text


def _characters(node: tuple[Any, Any]) -> str:
    """The characters that a part of an expression allows, as ``re`` itself decides."""
    said = str(node)
    if said not in _known:
        one = _compiler.compile(_parser.SubPattern(_parser.State(), [node]), re.UNICODE)
        _known[said] = "".join(filter(one.match, _ALL))
    return _known[said]


#: How the text of some terminals is read, besides what ``READ`` says.
_READ: Final = {"MOVE": _is_read} | dict.fromkeys(
    ("CARD", "DOWN_CARD"), lambda match: match[0].removeprefix("#") in scan.SPELLINGS
)


# -- rules ------------------------------------------------------------------------------------------------------------


def _exercise(shared: Machine, start: str, texts: dict[str, list[str]]) -> None:
    """Walk the table from a start: read a text for every step, and in every state every text of its terminals."""
    paths, steps = _walked(shared, start)
    ways = _ways_out(shared, steps)
    listed = {state: tuple(sorted(shared.listed(state))) for state in paths}
    seen: set[tuple[str, tuple[str, ...]]] = set()
    # What braces hold is read from its own start; other names of tags are as good as these.
    tried = {"CLAIM", "SETTING", "NAME"}
    if start != "game" and shared.step(shared.begin(start), END) >= 0:
        _try_inside(start, "")
    for state, name, after in steps:
        if after not in ways:
            continue
        names = [*paths[state], name, *ways[after]]
        if start == "game":
            _try_game(_sampled(names), names)
        else:
            _try_inside(start, " ".join([texts[one][0] for one in names]))
        if (name, listed[state]) in seen:
            continue
        seen.add((name, listed[state]))
        for text in texts[name]:
            if (read := shared.token(f"{text}\n", 0, state)) != (name, 0, len(text)):
                raise _wrong(f"`{_short(text)}` is a {name}, but is read as {read.kind if read else 'nothing'}")
        if start == "game" and name not in tried:
            tried.add(name)
            words = _sampled(names)
            for text in texts[name]:
                if name != "MOVE" or scan.scanner().move(text):
                    words[len(paths[state])] = text
                    _try_game(words, names)


def _sampled(names: Sequence[str]) -> list[str]:
    """A text for each terminal of a game."""
    tags = (f"{name}" for name in _NAMES * len(names))
    return [_VALUE if name == "VALUE" else next(tags) if name == "NAME" else TOKENS[name][0] for name in names]


def _walked(shared: Machine, start: str) -> tuple[dict[int, list[str]], list[tuple[int, str, int]]]:
    """States of the table, each with a way to it, and all steps between them; variations at most two deep. Of states
    that are alike, which are many, one is walked."""
    first = shared.begin(start)
    paths: dict[int, list[str]] = {first: []}
    alike: dict[object, int] = {}
    steps = []
    for state in (queue := [first]):
        for name in sorted(shared.accepts(state) - {END}):
            path = [*paths[state], name]
            depth = path.count("LPAR") - path.count("RPAR")
            after = shared.step(state, name)
            kind = (shared.top(after), shared.accepts(after), depth, name) if start == "game" else after
            if kind not in alike and depth <= 2 and len(paths) < _STATES:
                alike[kind] = after
                paths[after] = path
                queue.append(after)
            if kind in alike:
                steps.append((state, name, alike[kind]))
    return paths, steps


def _ways_out(shared: Machine, steps: list[tuple[int, str, int]]) -> dict[int, list[str]]:
    """A way from every state to the end."""
    ways: dict[int, list[str]] = {state: [] for _, _, state in steps if shared.step(state, END) >= 0}
    more = True
    while more:
        more = False
        for state, name, after in steps:
            if after in ways and state not in ways:
                ways[state] = [name, *ways[after]]
                more = True
    return ways


def _try_inside(start: str, inside: str) -> None:
    """Read the inside of a claim or of a setting."""
    try:
        if start == "claim":
            claims.statement(inside, None)
            return
        command = Command(how="set", placed=placed(inside, None))
    except ValueError as error:
        raise _wrong(f"no code reads the {start} `{inside}`: {error}") from None
    if is_setting(str(command), None) and written(str(command), None) != (command, ""):
        raise _wrong(f"no code writes the setting `{inside}`")


def _try_game(words: Sequence[str], names: Sequence[str]) -> None:
    """Read a game, cut it up, write it and read it again."""
    text = ""
    spans: list[tuple[int, int, str]] = []
    for word, name in zip(words, names, strict=True):
        begin = len(text)
        text += word
        if name in ("NAME", "VALUE", "RSQB") or (name == "MOVE" and spans and spans[-1][2] == "MISPLAY"):
            begin = spans.pop()[0]
        spans.append((begin, len(text), name))
        text += "\n" if name == "LINE_COMMENT" else " "
    said = _short(" ".join(text.split()))
    transcript = _parsed(text)
    if transcript.problem is not None:
        raise _wrong(f"no code reads the game `{said}`: {transcript.problem.message}")
    kept = [(node.start, node.end) for node in _nodes(transcript) if node.end > node.start]
    for (begin, end, name), node in zip_longest(spans, kept):
        if (begin, end) != node:
            raise _wrong(f"no code keeps the {name} `{_short(text[begin:end])}` of `{said}`")
    if next(split(StringIO(text))).text != text:
        raise _wrong(f"no code takes for one game `{said}`")
    _try_items(text, transcript)
    try:
        again = dumps(transcript)
    except ValueError as error:
        raise _wrong(f"no code writes the game `{said}`: {error}") from None
    if [node.says for node in _nodes(_parsed(again)) if node.says] != [n.says for n in _nodes(transcript) if n.says]:
        raise _wrong(f"no code writes the game `{said}`: it would be `{_short(' '.join(again.split()))}`")


def _parsed(text: str) -> Transcript:
    return parse(RawGame(text, 1, 1, ""))


def _short(text: str) -> str:
    return repr(text if len(text) < 200 else f"{text[:100]} ... {text[-60:]}")[1:-1]


class _Node(NamedTuple):
    """What a transcript keeps of a text: from where to where, the numbers that the runner plays, and what it says."""

    start: int
    end: int
    codes: Sequence[int]
    says: object


def _nodes(transcript: Transcript) -> list[_Node]:
    """All that a transcript keeps."""
    made = list(_flat([*transcript.head, *transcript.items]))
    if (result := transcript.result) is not None:
        codes = [] if transcript.draft else [run.RESULT + RESULTS.index(result.word)]
        made.append(_Node(result.start, result.end, codes, result.word))
    return [*made, *_flat(transcript.epilogue)]


def _flat(nodes: Sequence[object]) -> Iterator[_Node]:
    for node in nodes:
        match node:
            case Tag():
                yield _Node(node.start, node.end, [], (node.name, node.value))
            case Comment():
                yield _Node(
                    node.start, node.end, [run.LINE_NOTE if node.style == ";" else run.NOTE], (node.style, node.text)
                )
            case Claim():
                yield _Node(node.start, node.end, [run.CLAIM], (node.statement, node.text))
            case Time():
                yield _Node(node.start, node.end, [run.TIME + node.seconds], node.seconds)
            case Number():
                yield _Node(node.start, node.end, [run.NUMBER + node.value], None)
            case Move():
                yield _Node(node.start, node.end, items.spelled_out(node.command), (node.command, node.mark))
            case Variation():
                yield _Node(node.start, node.start + 1, [run.OPENING], "(")
                yield from _flat(node.items)
                yield _Node(node.end - 1, node.end, [run.CLOSING], ")")
            case _:
                raise AssertionError(f"no code exercises {node!r}")


# -- words ------------------------------------------------------------------------------------------------------------


def _try_items(text: str, transcript: Transcript | None = None) -> None:
    """Cut a game into the numbers of its words: if the runner would play them, they say what a transcript says."""
    if (codes := _played(text)) is None:
        return
    transcript = transcript or _parsed(text)
    if transcript.problem is not None:
        said = transcript.problem.message
        raise _wrong(f"words are cut so that `{_short(text.removeprefix(_TAGS))}` would be played, but {said}")
    if codes != _comparable([code for node in _nodes(transcript) for code in node.codes]):
        raise _wrong(f"words are cut so that `{_short(text.removeprefix(_TAGS))}` would be played as another game")


def _played(text: str) -> list[int] | None:
    """The numbers of a game's words as far as they can be compared; None if the runner would not play them all."""
    record, shared, kinds = items.items(text), machine(), items.terminals()
    if record is None or UNREAD in record.codes:
        return None
    state = shared.after_tags(len(record.names))
    move: list[int] = []
    for code in (*record.codes, run.NOTE):
        if items.is_part(code):
            move.append(code)
            continue
        # As the runner has it: a path belongs to a woven card, the parts come in this order, and a mark ends them.
        parts = "".join(
            ["L#S,"[((part & ~run.MARKED) - run.LIFTED) >> 24] + "!" * bool(part & run.MARKED) for part in move[1:]]
        )
        order = "(?:L*#?)?(?:S,*)?!?" if move and _may_weave(move[0]) else "(?:S,*)?!?"
        if parts and (move[0] >> 24 not in (0, run.PATTERN >> 24, run.OTHER >> 24) or not re.fullmatch(order, parts)):
            return None
        move = [code]
    for code in record.codes:
        if not items.is_part(code):
            terminal = kinds[(code & ~run.MARKED) >> 24]
            state = shared.cell(state, terminal) if terminal >= 0 and state >= 0 else run.SYNTAX
    return _comparable(record.codes) if state >= 0 and shared.step(state, END) >= 0 else None


def _may_weave(move: int) -> bool:
    """Whether a move names a card, and no place for it."""
    return move >> 8 & 255 < OPEN and move & 255 in (OPEN, NOWHERE, WOVEN)


def _comparable(codes: Sequence[int]) -> list[int]:
    """Numbers of items without marks, and without what a path says of its move before that is played."""
    made: list[int] = []
    for code in codes:
        code &= ~run.MARKED
        if run.CONCEDED <= code < run.TIME:
            code += run.RESULT - run.CONCEDED
        if run.LIFTED <= code < run.SHOWN and made and not items.is_part(made[-1]):
            made[-1] = 0
        made.append(code)
    return made


def _cut(shared: Machine) -> None:
    """Cut texts into words that the grammar may not have: what is between words, parts of moves, tags."""
    signs = [char for char in map(chr, range(1, 128)) if not char.isalnum()]
    bodies = [f"7H{sign}7H *" for sign in signs]
    names = [
        name for name in ("MOVE", "NUMBER", "COMMENT", "LINE_COMMENT", "CLAIM", "RESULT", "TIME") if name in TOKENS
    ]
    for before, name, after, rest in product(("", "7H ", "7H(7H "), names, _AFTER, ("", " 7H *", " *", ") *")):
        bodies.append(before + TOKENS[name][0] + after + rest)
    for move, count in product(_MOVES, range(1, 4)):
        bodies += [f"{move}{''.join(parts)} *" for parts in product(_PARTS, repeat=count)]
    for move, mark, part in product(_MOVES, _MARKS, ("", *_PARTS)):
        bodies += [f"{move}{part}{mark} *", f"{move}{mark}{part} *"]
    bodies += [f"exile:7H{'~4C' * count}+7H{',3C' * count} *" for count in range(4, 120)]
    for body in bodies:
        _try_items(_TAGS + body)
    for value in ("wikipedia", "seed:1884", "*"):
        _try_items(_TAGS.replace(value, "") + "7H *")
    for char in map(chr, (*range(1, 128), 0xE9, 0x2660, 0x1F0A1)):
        _try_items(_TAGS.replace("wikipedia", f"wiki{char}pedia") + "7H *")
        _try_items(_TAGS.replace("[", f"[{char}") + "7H *")
