"""Commands: one move of a record, as notation, replay and games exchange it.

The notation converts between text and commands; a game finds the legal move that a command means. Neither knows the
other.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from leoni_replay.cards import DOWN, GAP, PACK_SIZE, TEXT, Card, texts
from leoni_replay.drawing import describe
from leoni_replay.leoni_error import LeoniError

#: the destinations of a card that goes from one foundation to the other
REVERSALS: Final = ("^v", "v^")
#: the destination of a move that is written without its end (`3:2C>`): it can be read, and every game refuses it
NO_PLACE: Final = ">"
#: the letters and digits of a name, whatever the game: a source that has others is the text of a move, not a part of it
_SOURCE: Final = re.compile("[a-z0-9]+")
#: also a `>` without a name, as the grammar has it: :data:`NO_PLACE`
_DEST: Final = re.compile("\\^v?|v\\^?|~|>[A-Za-z0-9]*")


class Move(NamedTuple):
    """One move as written, or a complete legal move.

    A part that is left out is None; a *written* command may omit any part. A *legal* move (from a game) has ``source``,
    ``card`` and ``dest`` as far as the long form writes them. Its checked parts (``path``, ``stalemate``, ``shown``)
    are filled in only when it has been played.

    :meth:`parse` makes one from its text:

    >>> lr.Move.parse("11:2S^").source, lr.Move.parse("11:2S^")
    ('11', <Move 11:2S^>)
    """

    #: ``"1"`` … ``"13"``, ``"exile"``, ``"talon"``, ``"dropped"``, ``"r3c5"``, or an action: ``"deal"``, ``"redeal"``
    source: str | None = None
    card: Card | None = None
    #: ``"^"`` ``"v"`` ``"^v"`` ``"v^"``, ``">7"`` ``">talon"`` ``">8H"``, or ``"~"`` for a woven card
    dest: str | None = None
    #: with ``"~"``: the cards lifted, in order
    path: tuple[Card, ...] | None = None
    #: with ``"~"``: the weave ended in a stalemate (``#``)
    stalemate: bool = False
    #: the cards after ``+``: what came to light or moved as a forced consequence
    shown: tuple[Card, ...] | None = None
    #: the word before it: ``"misplay"`` for a move against the rules, ``"set"`` for cards put right by hand
    how: Literal["", "misplay", "set"] = ""
    #: with ``"set"``: the places that were put right, each with what lies in it now, and under ``"gone"`` the cards
    #: that have left the table
    placed: tuple[tuple[str, tuple[Card, ...]], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move that a text is in the notation, in long form or short. A mark after it (``!``) is read, but
        is no part of the move. A misplay or a setting is a move too.

        Raises:
            LeoniError: the text is not a move.
            TypeError: it is not text.
        """
        if not isinstance(text, str):
            raise TypeError(f"the text of a move is text, not {type(text).__name__}")
        move, _ = describe("parsed move", text.strip(), None)
        assert isinstance(move, Move)
        return move

    def __repr__(self) -> str:
        """Return the move as the notation writes it: ``<Move 11:2S^>``."""
        try:
            return f"<Move {self}>"
        except (TypeError, IndexError):
            # Its parts are not such as a move has (:meth:`check`); somebody wants to see which.
            return f"<no Move: {tuple.__repr__(self)}>"

    def __str__(self) -> str:
        """Return the move in the notation, with all the parts that the command has. A woven card without a known path
        is written without one."""
        source, card, dest, path, stalemate, shown, how, placed = self
        if how == "set":
            return "set {" + "  ".join([f"{name}: {texts(cards)}" for name, cards in placed]) + "}"
        text = source or ""
        if card is not None or dest not in (None, "~"):
            text += "" if source is None else ":"
            text += "" if card is None else TEXT[card]
            text += "" if dest is None or dest == "~" else dest
        if path:
            text += "".join([f"~{TEXT[lifted]}" for lifted in path])
        if stalemate:
            text += "#"
        if shown:
            text += "+" + ",".join([TEXT[shown_card] for shown_card in shown])
        return f"{how} {text}" if how else text

    def check(self) -> None:
        """Check that its parts can be such: a program can write what no text can.

        Raises:
            LeoniError: one cannot.
        """
        for part, form, name in ((self.source, _SOURCE, "source"), (self.dest, _DEST, "destination")):
            if part is not None and not (isinstance(part, str) and form.fullmatch(part)):
                raise LeoniError(f"{part!r} is not the {name} of a move: Move.parse(text) reads the text of one")
        if self.how not in ("", "misplay", "set"):
            raise LeoniError(f"{self.how!r} is not a word before a move: that is 'misplay' or 'set'")
        for card in (self.card, *(self.path or ()), *(self.shown or ())):
            if card is not None and not (isinstance(card, int) and 0 <= card < PACK_SIZE):
                raise LeoniError(f"{card!r} is not a card: cards are numbers from 0 to {PACK_SIZE - 1}")
        for _, cards in self.placed:
            for card in cards:
                if card != GAP and not (isinstance(card, int) and 0 <= card & ~DOWN < PACK_SIZE):
                    raise LeoniError(f"{card!r} is not a card that can be put somewhere")
