"""The words that can be typed while a game is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from leoni_replay.games import Game


class Word(NamedTuple):
    """A word that can be typed: its short form (empty if it has none), what may follow it, and what it does."""

    short: str
    argument: str
    effect: str


WORDS: Final = {
    "legal": Word("l", "", "list the legal moves; a number then plays one of them"),
    "undo": Word("u", "[N]", "take back the last move, or the last N"),
    "redo": Word("r", "[N]", "play again what was taken back"),
    "table": Word("t", "", "show the table"),
    "top": Word("", "", "say which card lies on top of each place"),
    "pile": Word("", "NAME", "say which cards lie in a place, the top one first: pile 4, pile r2c4, pile stock"),
    "free": Word("", "", "say which cards can be played"),
    "where": Word("", "CARD", "say where a card lies: where 2H"),
    "last": Word("", "", "say the last move again, and what it changed"),
    "left": Word("", "", "say how many cards are left, and how the foundations stand"),
    "moves": Word("m", "", "show the record so far"),
    "rules": Word("i", "", "show the rules on one screen"),
    "hint": Word("h", "", "ask the solver for a move; the solver sees every card"),
    "finish": Word("f", "", "make all safe plays, and finish a game that is decided"),
    "auto": Word("a", "", "start or stop playing forced moves for me"),
    "why": Word("w", "[MOVE]", "say why a move is illegal, without playing it, or why the last one was refused"),
    "comment": Word("c", "TEXT", "write a comment after the last move; without TEXT, remove it"),
    "mark": Word("k", "[SIGN]", "mark the last move with ! ? !! ?? !? or ?!; without a sign, remove the mark"),
    "insert": Word("b", "MOVE [N]", "add a move you left out, as move N or at the last place where it fits"),
    "swap": Word("s", "[N]", "swap move N with the next move, or swap the last two"),
    "correct": Word("x", "OLD NEW [PLACE [N]]", "you misread a card: NEW, not OLD; correct N MOVE: change move N"),
    "rest": Word("o", "", "when the game is over, name the cards of a real table that nobody has seen"),
    "review": Word("v", "", "say where you could still have won a game that is over"),
    "restart": Word("d", "", "deal the same cards again, in a new record"),
    "new": Word("n", "", "deal other cards, in a new record"),
    "misplay": Word("y", "MOVE", "record a move that broke the rules: misplay 4:9C>7"),
    "set": Word("e", "{…}", "record that you moved cards by hand to put things right: set {4: KD 3C  7: 9S}"),
    "concede": Word("g", "", "give up; undo takes it back"),
    "help": Word("?", "", "show this help"),
    "quit": Word("q", "", "leave; the record is already saved"),
}
BY_SHORT: Final = {word.short: name for name, word in WORDS.items() if word.short}


def examples(game: Game[Any]) -> list[str]:
    """Return some moves as the notation writes them in a game: short, long, and words alone."""
    source, dest, *_ = [name for name in game.places if name not in (*game.foundations, "exile")]
    moves = ["2S", f"{source}:2S^"]
    if not game.vocabulary.common:
        return [*moves, f"{source}:2S>{dest}", *sorted(game.vocabulary.own_actions.values())]
    if "exile" in game.places:
        moves.append("exile")
    return [*moves, "deal", "redeal"]


def help_lines(game: Game[Any]) -> Iterator[str]:
    """Yield the words with what they do."""
    moves = ", ".join(examples(game))
    yield f"Type a move as you would write it, as briefly as you like: {moves}."
    yield "Type a time as @2:05: how long you had played after the last move."
    yield "Type a claim as {= top 4: 5C}. leoni proves it from the cards you can see, and records it if it is true."
    usages = {name: f"{name} {word.argument}" for name, word in WORDS.items()}
    width = max(map(len, usages.values()))
    for name, word in WORDS.items():
        yield f"{word.short:1}  {usages[name].ljust(width)}  {word.effect}"
