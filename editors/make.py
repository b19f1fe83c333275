"""Makes the grammars of editors from ``grammar/moves.lark``: the TextMate grammar of VS Code, and Vim's syntax file.

``python editors/make.py`` writes them, ``python editors/make.py --check`` says whether they are up to date.

Their expressions are the terminals of the grammar, written anew in the dialect of each editor. What editors cannot do
is left out: they see a file line by line, so that a claim whose number stands on another line than its place is not
told apart from one of a pile; and they do not know which words are places of the game.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from leoni_replay.notation import grammar

HERE: Final = Path(__file__).parent

#: how a word of a claim ends
_ENDS: Final = {
    r"(?=\s|\Z)": r"(?=[\s}]|\Z)",
    r"(?=[\s:]|\Z)": r"(?=[\s:}]|\Z)",
    r"(?= [\s:] | \Z )": r"(?= [\s:}] | \Z )",
}


def _terminals() -> dict[str, str]:
    """The terminals of the grammar. The brace that ends a claim is no part of what the grammar calls its inside, and is
    there for an editor."""
    made = dict(grammar.tables().terminals)
    for name, pattern in made.items():
        for end, before_brace in _ENDS.items():
            pattern = pattern.replace(end, before_brace)
        made[name] = pattern
    return made


TERMINALS: Final = _terminals()

#: where an open comment, and an open value, is given up: see the grammar
GAME_OPENS: Final = r'^[^\S\n]*\[[^\S\n]*Game[^\S\n]*"'
TAG_OPENS: Final = r'^[^\S\n]*\[[^\S\n]*[A-Za-z][A-Za-z0-9_]*[^\S\n]*"'
#: words of a claim, the longer ones first, without those behind which moves stand
OF_MOVES: Final = ("LEGAL_SET", "ILLEGAL", "LEGAL")
WORDS: Final = (
    "NOT_STANDSTILL", "STANDSTILL", "DEAL_OVER", "AVAILABLE_ONLY", "NOT_AVAILABLE", "AVAILABLE", "WON", "LOST", "OPEN",
    "TOP", "LEFT",
)  # fmt: skip


def tokens(pattern: str) -> Iterator[tuple[str, str]]:
    """The pieces of a regular expression of the grammar, each with its kind: ``class``, ``escape``, ``group`` (what
    opens one), ``close``, ``count`` (how often), ``bar``, ``char``. White space and comments of verbose expressions
    are gone."""
    verbose, at = 0, 0
    piece = re.compile(
        r"""(?P<class>\[\^?\]?(?:\\.|[^\]\\])*\])
          | (?P<escape>\\.)
          | (?P<group>\((?:\?(?:P<\w+>|[:=!]|x:))?)
          | (?P<close>\))
          | (?P<count>(?:[*+?]|\{\d+(?:,\d*)?\})[+?]?)
          | (?P<bar>\|)
          | (?P<char>.)""",
        re.X | re.S,
    )
    depth: list[bool] = []
    while at < len(pattern):
        match = piece.match(pattern, at)
        assert match is not None
        kind, text, at = match.lastgroup or "", match[0], match.end()
        if verbose and kind == "char" and text.isspace():
            continue
        if verbose and text == "#":
            at = pattern.index("\n", at)
            continue
        if kind == "group":
            depth.append(text == "(?x:")
            verbose += depth[-1]
            text = "(?:" if text == "(?x:" else text
        elif kind == "close":
            verbose -= depth.pop()
        yield kind, text


# -- TextMate ---------------------------------------------------------------------------------------------------------


def oniguruma(name: str) -> tuple[str, dict[str, int]]:
    """A terminal in the dialect of TextMate, and the numbers of its named groups."""
    made: list[str] = []
    groups: dict[str, int] = {}
    for kind, text in tokens(TERMINALS[name]):
        if kind == "group" and text.startswith("(?P<"):
            groups[text[4:-1]] = len(groups) + 1
            text = "("
        elif kind == "count" and text.endswith("+") and text[0] == "{":
            # There a plus behind a number means something else: an atom says the same.
            made[-1:] = [f"(?>{made[-1]}{text[:-1]})"]
            continue
        made.append(text)
    return "".join(made), groups


def plain(name: str) -> str:
    """A terminal in the dialect of TextMate, without groups that are kept."""
    pattern, _ = oniguruma(name)
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern)


def textmate() -> dict[str, Any]:
    """The TextMate grammar."""
    move, groups = oniguruma("MOVE")
    scopes = {
        "alone": "support.function.place.moves",
        "source": "variable.other.place.moves",
        "card": "constant.other.card.moves",
        "path": "constant.other.path.moves",
        "dest": "keyword.operator.destination.moves",
        "shown": "constant.other.shown.moves",
        "mark": "keyword.other.mark.moves",
    }
    counted = {"1": {"name": "variable.other.place.moves"}, "2": {"name": "constant.numeric.count.moves"}}
    colon = {"match": ":", "name": "punctuation.separator.moves"}
    words = "|".join(plain(name) for name in WORDS)
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Patience moves",
        "scopeName": "source.moves",
        "fileTypes": ["moves"],
        "patterns": [
            {"include": f"#{name}"}
            for name in ("tag", "move", "number", "time", "claim", "setting", "comment", "result", "variation", "wrong")
        ],
        "repository": {
            "tag": {
                "name": "meta.tag.moves",
                "begin": plain("LSQB"),
                "beginCaptures": {"0": {"name": "punctuation.definition.tag.begin.moves"}},
                "end": rf"({plain('RSQB')})|(?={TAG_OPENS})",
                "endCaptures": {"1": {"name": "punctuation.definition.tag.end.moves"}},
                "patterns": [
                    {
                        "name": "string.quoted.double.moves",
                        "begin": '"',
                        "end": f'"|(?={TAG_OPENS})',
                        "patterns": [{"match": r'\\["\\]', "name": "constant.character.escape.moves"}],
                    },
                    {"match": plain("NAME"), "name": "entity.name.tag.moves"},
                ],
            },
            "move": {
                "match": move,
                "name": "meta.move.moves",
                "captures": {str(number): {"name": scopes[name]} for name, number in groups.items()},
            },
            "number": {"match": plain("NUMBER"), "name": "constant.numeric.move-number.moves"},
            "time": {"match": plain("TIME"), "name": "constant.numeric.time.moves"},
            "result": {
                "match": "|".join(map(plain, ("RESULT", "CONCEDED", "MISPLAY"))),
                "name": "keyword.control.result.moves",
            },
            "setting": {
                "name": "keyword.control.setting.moves",
                "begin": r"\bset\s*\{(?!=)",
                "end": rf"\}}|(?={GAME_OPENS})",
            },
            "variation": {"match": f"{plain('LPAR')}|{plain('RPAR')}", "name": "punctuation.section.variation.moves"},
            "comment": {
                "patterns": [
                    {"name": "comment.block.moves", "begin": r"\{(?!=)", "end": rf"\}}|(?={GAME_OPENS})"},
                    {"name": "comment.line.semicolon.moves", "match": plain("LINE_COMMENT")},
                ]
            },
            "claim": {
                "name": "meta.claim.moves",
                "begin": r"\{=",
                "beginCaptures": {"0": {"name": "punctuation.definition.claim.begin.moves"}},
                "end": rf"(\}})|(?={GAME_OPENS})",
                "endCaptures": {"1": {"name": "punctuation.definition.claim.end.moves"}},
                "patterns": [
                    {
                        "begin": "|".join(plain(name) for name in OF_MOVES),
                        "beginCaptures": {"0": {"name": "keyword.other.claim.moves"}},
                        # A brace ends the claim itself.
                        "end": rf"(?=\}})|(?={GAME_OPENS})",
                        "patterns": [
                            colon,
                            {"include": "#move"},
                            {"match": plain("EMPTY"), "name": "keyword.operator.none.moves"},
                        ],
                    },
                    {"match": words, "name": "keyword.other.claim.moves"},
                    {
                        "match": rf"({plain('DIGEST')})\s+({plain('HEX')})",
                        "captures": {
                            "1": {"name": "keyword.other.claim.moves"},
                            "2": {"name": "constant.numeric.hex.moves"},
                        },
                    },
                    {
                        "match": rf"({plain('DEAL')})\s*(:)\s*({plain('COUNT')})",
                        "captures": {
                            "1": {"name": "variable.other.place.moves"},
                            "2": {"name": "punctuation.separator.moves"},
                            "3": {"name": "constant.numeric.count.moves"},
                        },
                    },
                    {"match": rf"({plain('PLACE')})\s+({plain('COUNT')})", "captures": counted},
                    # The only number that has a word before it and not a place.
                    {
                        "match": rf"(?<=left)\s+({plain('COUNT')})",
                        "captures": {"1": {"name": "constant.numeric.count.moves"}},
                    },
                    {"match": plain("DOWN_CARD"), "name": "constant.other.card.moves"},
                    {"match": plain("CARD"), "name": "constant.other.card.moves"},
                    {"match": plain("PLACE"), "name": "variable.other.place.moves"},
                    {"match": plain("COUNT"), "name": "constant.numeric.count.moves"},
                    {"match": f"{plain('GAP')}|{plain('EMPTY')}", "name": "keyword.operator.none.moves"},
                    colon,
                ],
            },
            "wrong": {"match": r"[^\s(){};\[\]]+", "name": "invalid.illegal.moves"},
        },
    }


# -- Vim --------------------------------------------------------------------------------------------------------------

_VIM_CLASS: Final = {r"\s": r" \t", r"\S": None, r"\^": "^", r"\\": r"\\", r"\"": '"', r"\n": ""}


def vim(name: str) -> str:
    """A terminal in the dialect of Vim."""
    closes: list[str] = []
    made = ""
    for kind, text in tokens(TERMINALS[name]):
        if kind == "class":
            made += _vim_class(text)
        elif kind == "group":
            closes.append({"(?=": r"\)\@=", "(?!": r"\)\@!"}.get(text, r"\)"))
            made += r"\%("
        elif kind == "close":
            made += closes.pop()
        elif kind == "count":
            made += rf"\{{{text.strip('{}+?')}}}" if text[0] == "{" else {"*": "*", "+": r"\+", "?": r"\?"}[text[0]]
        elif kind == "bar":
            made += r"\|"
        elif kind == "escape":
            made += {r"\Z": "$", r"\s": r"\s", r"\S": r"\S"}.get(text) or _vim_char(text[1])
        else:
            made += _vim_char(text)
    return made


def _vim_class(text: str) -> str:
    inside = text[1:-1]
    negated = inside.startswith("^")
    inside = inside.removeprefix("^")
    parts = [_VIM_CLASS.get(part, part) for part in re.findall(r"\\.|.", inside)]
    if negated and parts in ([], [""]):
        # All but the end of the line, which Vim never matches here.
        return "."
    if None in parts:
        # All but white space and line ends, negated: a space or a tab.
        return r"\s" if negated else r"\S"
    # A bracket comes first in a class, a caret does not, and a hyphen that means itself comes last.
    inside = sorted((part for part in parts if part), key=lambda part: ("]" not in part, part == "^"))
    return f"[{'^' if negated else ''}{''.join(inside if '-' not in parts else [p for p in parts if p])}]"


def _vim_char(char: str) -> str:
    return rf"\{char}" if char in r"*.^$~[]\/" else char


def _match(group: str, pattern: str, rest: str = "contained") -> str:
    return f"syntax match {group} /{pattern}/ {rest}".rstrip()


def vim_syntax() -> str:
    """Vim's syntax file."""
    # What is still open is given up where the reader gives it up.
    game, tag = (rf"end=/^\ze\s*\[\s*{name}\s*\"/" for name in ("Game", r"\a\w*"))
    behind = r"\%([[:space:](){};]\|$\)"
    of_move = "movesSource,movesCard,movesPath,movesDest,movesShown,movesMark,movesAlone"
    of_claim = "movesCount,movesPlace,movesCardOf,movesNone,movesHex,movesWord,movesOfMoves"
    words = r"\|".join(vim(name) for name in OF_MOVES)
    lines = [
        '" Vim syntax file: recorded games of patience (.moves).',
        '" Made by editors/make.py from grammar/moves.lark: change those.',
        "",
        'if exists("b:current_syntax")',
        "  finish",
        "endif",
        "syntax case match",
        "syntax sync fromstart",
        "",
        '" What stands later in this file wins where two match.',
        _match("movesWrong", r"[^][:space:](){};[]\+", ""),
        _match("movesVariation", "[()]", ""),
        _match("movesNumber", vim("NUMBER"), ""),
        _match("movesTime", vim("TIME"), ""),
        _match("movesMove", vim("MOVE"), f"contains={of_move}"),
        _match("movesResult", vim("RESULT"), ""),
        _match("movesResult", vim("CONCEDED"), ""),
        _match("movesResult", vim("MISPLAY"), ""),
        _match("movesComment", vim("LINE_COMMENT"), ""),
        rf"syntax region movesComment start=/{{=\@!/ end=/}}/ {game}",
        rf"syntax region movesSetting start=/\<set\s*{{=\@!/ end=/}}/ {game}",
        rf"syntax region movesTag matchgroup=movesBracket start=/\[/ end=/\]/ {tag} contains=movesName,movesValue",
        _match("movesName", vim("NAME")),
        rf"syntax region movesValue start=/\"/ skip=/\\[\"\\]/ end=/\"/ {tag} contained",
        "",
        '" The parts of a move: a sign stands before all but two of them.',
        _match("movesAlone", rf"\%(exile\|deal\|redeal\|talon\|dropped\|r\d\+c\d\+\)\ze\%([+!?]\|{behind}\)"),
        _match("movesDest", r"[v↑↓^][v↑↓^]\?\|>[^+!?(){};[:space:]]\+"),
        _match("movesCard", vim("CARD").partition(r"\%([ ")[0]),
        _match("movesPath", r"\%(\~\w[^~#+!?(){};[:space:]]\+\)\+#\?\|#"),
        _match("movesSource", r"\w\+\ze:"),
        _match("movesShown", r"+\@<=[^+!?(){};[:space:]]\+"),
        _match("movesMark", r"[!?]\+"),
        "",
        '" Claims.',
        rf"syntax region movesClaim matchgroup=movesBrace start=/{{=/ end=/}}/ {game} contains=@movesOfClaim",
        f"syntax cluster movesOfClaim contains={of_claim}",
        _match("movesCount", vim("COUNT")),
        _match("movesPlace", vim("PLACE") + r"\%(\s*:\|\_s\+\d\)\@="),
        _match("movesPlace", vim("DEAL") + r"\%(\s*:\)\@="),
        _match("movesCardOf", vim("DOWN_CARD")),
        _match("movesCardOf", vim("CARD")),
        _match("movesNone", vim("GAP")),
        _match("movesNone", vim("EMPTY")),
        _match("movesHex", vim("HEX")),
        *(_match("movesWord", vim(name)) for name in (*reversed(WORDS), "DIGEST")),
        # A brace ends the claim itself.
        rf"syntax region movesOfMoves matchgroup=movesWord start=/\%({words}\)/ end=/\ze}}/ contained "
        "contains=movesMove,movesNone",
        "",
        *(f"highlight default link {group} {to}" for group, to in VIM_GROUPS.items()),
        "",
        'let b:current_syntax = "moves"',
    ]
    return "\n".join(lines) + "\n"


#: how each group looks
VIM_GROUPS: Final = {
    "movesWrong": "Error",
    "movesVariation": "Delimiter",
    "movesNumber": "Label",
    "movesTime": "Number",
    "movesSetting": "Keyword",
    "movesResult": "Keyword",
    "movesComment": "Comment",
    "movesBracket": "Delimiter",
    "movesName": "Tag",
    "movesValue": "String",
    "movesAlone": "Function",
    "movesDest": "Operator",
    "movesCard": "Constant",
    "movesCardOf": "Constant",
    "movesPath": "Special",
    "movesSource": "Identifier",
    "movesShown": "PreProc",
    "movesMark": "Todo",
    "movesBrace": "Delimiter",
    "movesCount": "Number",
    "movesPlace": "Identifier",
    "movesNone": "Operator",
    "movesHex": "Number",
    "movesWord": "Type",
}


# -- files ------------------------------------------------------------------------------------------------------------

MADE: Final[dict[str, Callable[[], str]]] = {
    "vscode/syntaxes/moves.tmLanguage.json": lambda: json.dumps(textmate(), indent=2, ensure_ascii=False) + "\n",
    "vim/syntax/moves.vim": vim_syntax,
}


def main() -> int:
    """Write the files, or say which are not up to date; the exit status."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--check", action="store_true", help="write nothing; 1 if a file is not up to date")
    check = arguments.parse_args().check
    old = [name for name, make in MADE.items() if _text(HERE / name) != make()]
    for name in old:
        if not check:
            (HERE / name).write_text(MADE[name](), encoding="utf-8", newline="\n")
        print(f"editors/{name} {'is not up to date: run python editors/make.py' if check else 'is written'}")
    return 1 if check and old else 0


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
