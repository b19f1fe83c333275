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
    "top": Word("", "", "say what lies on top everywhere"),
    "pile": Word("", "NAME", "say which cards lie in a place, the top one first: pile 4, pile r2c4"),
    "free": Word("", "", "say which cards can be played"),
    "where": Word("", "CARD", "say where a card lies: where 2H"),
    "last": Word("", "", "say the last move again"),
    "left": Word("", "", "say how many cards are left, and how the foundations stand"),
    "moves": Word("m", "", "show the record so far"),
    "rules": Word("i", "", "show the rules on one screen"),
    "hint": Word("h", "", "ask the solver for a move; it sees every card"),
    "finish": Word("f", "", "play what it never helps to hold back and, if plays are all that is left, the rest"),
    "auto": Word("a", "", "switch automatic play of forced moves on or off"),
    "why": Word("w", "[MOVE]", "say why a move is not legal, without playing it, or why the last was not"),
    "comment": Word("c", "TEXT", "write a comment after the last move; without TEXT, remove it"),
    "mark": Word("k", "[SIGN]", "annotate the last move: ! ? !! ?? !? ?!; without a sign take the mark away"),
    "insert": Word("b", "MOVE [N]", "put in a move that was left out, as move N or where it fits last"),
    "swap": Word("s", "[N]", "swap move N with the next one, or the last two"),
    "correct": Word("x", "OLD NEW [PLACE [N]]", "it was the card NEW, not OLD; correct N MOVE: move N was another"),
    "rest": Word("o", "", "name the cards of a real table that nobody has seen, when the game is over"),
    "review": Word("v", "", "say where a game that is over could still be won"),
    "restart": Word("d", "", "deal the same cards again, and begin another record"),
    "new": Word("n", "", "deal others, and begin another record"),
    "misplay": Word("y", "MOVE", "record a move against the rules that was made: misplay 4:9C>7"),
    "set": Word("e", "{…}", "record cards put right by hand: set {4: KD 3C  7: 9S}"),
    "concede": Word("g", "", "give up; undo takes it back"),
    "help": Word("?", "", "show this"),
    "quit": Word("q", "", "leave; the record is saved already"),
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
    yield f"A move is typed as the notation writes it, as short as you like: {moves}."
    yield "A time is typed as @2:05: how long the game had been played after the last move."
    yield "A claim is typed as {= top 4: 5C}, and proved as far as you see the cards. A true one is written down."
    usages = {name: f"{name} {word.argument}" for name, word in WORDS.items()}
    width = max(map(len, usages.values()))
    for name, word in WORDS.items():
        yield f"{word.short:1}  {usages[name].ljust(width)}  {word.effect}"
