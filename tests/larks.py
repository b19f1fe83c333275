"""The grammar as Lark itself reads it: the program has Lark's table alone, and runs it by itself."""

from lark import Lark

from leoni_replay.notation import grammar

LARK = Lark(grammar.source(), parser="lalr", lexer="contextual", start=["game", "claim", "setting"])
