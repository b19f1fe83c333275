"""The names of the foundations of the weaving games, and what a position remembers beside its cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from leoni_replay.cards import SUIT, SUITS, UNKNOWN

if TYPE_CHECKING:
    from leoni_replay.unknown.blanks import Slot

UP: Final = tuple(f"{suit}^" for suit in SUITS)
DOWN: Final = tuple(f"{suit}v" for suit in SUITS)
#: the second descending foundation of a suit when all eight bases are kings; shares its line of the digest
SECOND: Final = tuple(f"{suit}v2" for suit in SUITS)

#: the foundations of a card's suit, by the card; a card that is not known fits on none of those that it gets here
UP_OF: Final = tuple(UP[SUIT[card] % 4] for card in range(UNKNOWN + 1))
DOWN_OF: Final = tuple(DOWN[SUIT[card] % 4] for card in range(UNKNOWN + 1))
SECOND_OF: Final = tuple(SECOND[SUIT[card] % 4] for card in range(UNKNOWN + 1))


class Noted(NamedTuple):
    """What is remembered where cards are not known; as a part of the state it is taken back with the moves."""

    #: the table that is played from, by the redeals that the record has had so far, those of variations included
    table: int = 0
    #: what lay open when the deal came to its end by a standstill, and the cards that would have fitted, as bits
    resting: tuple[Slot, ...] = ()
    fitting: int = 0
    #: the pile on which the last weave uncovered an unknown card by lifting a king
    under_king: str = ""


class State(NamedTuple):
    """The number of the deal, what ended it, and what is due."""

    deal: int = 1
    #: a stalemate has ended the deal (L4)
    stalemate: bool = False
    #: a standstill with no exile left has ended the deal (9); what reversals free afterwards does not bring it back
    played_out: bool = False
    #: the point by which the next exile must be turned up before anything else (L6a, L6d), if it must
    owes_exile: str = ""
    #: the suit whose foundations are being combined (L7), and the way
    combining: int | None = None
    way: str | None = None
    #: the suits that have been combined, as bits
    combined: int = 0
    noted: Noted = Noted()
