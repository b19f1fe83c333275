"""The grammar as Lark itself reads it: the program has Lark's table alone, and runs it by itself."""

from functools import cache

from lark import Lark

from leoni_replay.notation import grammar


@cache
def lark() -> Lark:
    return Lark(grammar.read_grammar(), parser="lalr", lexer="contextual", start=["game", "claim", "setting"])
