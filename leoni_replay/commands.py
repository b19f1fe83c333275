"""What one move of a record says: the common tongue of notation, replay and games.

The notation makes commands out of text and text out of commands; a game tells which of its legal moves a command
means. Neither knows the other.
"""

from __future__ import annotations

from typing import NamedTuple

from leoni_replay.cards import TEXT

_CARDS = 52


class Command(NamedTuple):
    """One move as written, or a legal move in full.

    A part that is left out is None: a *written* command says as little as it likes. A *legal* move (from a game)
    has ``source``, ``card`` and ``dest`` filled in as far as the long form writes them, and its checked parts
    (``path``, ``stalemate``, ``shown``) only once it has been played.
    """

    #: ``"1"`` … ``"13"``, ``"exile"``, ``"talon"``, ``"dropped"``, ``"r3c5"``, or an action: ``"deal"``, ``"redeal"``
    source: str | None = None
    card: int | None = None
    #: ``"^"`` ``"v"`` ``"^v"`` ``"v^"``, ``">7"`` ``">talon"`` ``">8H"``, or ``"~"`` for a woven card
    dest: str | None = None
    #: with ``"~"``: the cards lifted, in order
    path: tuple[int, ...] | None = None
    #: with ``"~"``: the weave ended in a stalemate (``#``)
    stalemate: bool = False
    #: the cards after ``+``: what came to light or moved as a forced consequence
    shown: tuple[int, ...] | None = None

    def __str__(self) -> str:
        """The move as the notation writes it, in as many parts as the command has; a woven card whose path is not
        known is written without it."""
        source, card, dest, path, stalemate, shown = self
        parts = [] if source is None else [source]
        if card is not None or dest not in (None, "~"):
            parts += [] if source is None else [":"]
            parts += [] if card is None else [TEXT[card]]
            parts += [] if dest is None or dest == "~" else [dest]
        if dest == "~" or path or stalemate:
            parts += [f"~{TEXT[lifted]}" for lifted in path or ()]
            parts += ["#"] if stalemate else []
        if shown:
            parts.append("+" + ",".join([TEXT[shown_card] for shown_card in shown]))
        return "".join(parts)

    def check(self) -> None:
        """See whether its cards are cards: a program can write what no text can.

        Raises:
            ValueError: one is not.
        """
        for card in (self.card, *(self.path or ()), *(self.shown or ())):
            if card is not None and not (isinstance(card, int) and 0 <= card < _CARDS):
                raise ValueError(f"{card!r} is no card: cards are numbers from 0 to {_CARDS - 1}")
