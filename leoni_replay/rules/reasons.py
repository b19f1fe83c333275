"""Why a move is not legal: the numbers that ``Table.why`` returns."""

from __future__ import annotations

from typing import Final

LEGAL: Final = 0
#: The game has no move of this form.
NO_SUCH_MOVE: Final = 1
#: The game is won.
WON: Final = 2
#: The rules have ended the game, though cards are left to play.
OVER: Final = 3

# Something else is due.
COMBINATION_DUE: Final = 4
EXILE_DUE: Final = 5
#: Something has to be played, married or laid out first.
COMES_FIRST: Final = 6
#: The card in the hand has to be placed first.
IN_HAND: Final = 7

# The deal is over.
STALEMATE: Final = 8
NO_EXILES_LEFT: Final = 9

# Cards.
#: The place is empty, holds no such card, or holds it where it is not available.
NOT_AVAILABLE: Final = 10
MISFIT: Final = 11
#: A card that fits may not be played yet.
WAITS: Final = 12

#: The last resort has been spent, or it is too early for it.
NO_RESORT: Final = 19

# Reversals.
NO_REVERSAL: Final = 13
NOT_ON_TOP: Final = 14
BASE: Final = 15
NO_MEETING: Final = 16
#: The suit can no longer be combined in this game.
COMBINED: Final = 17
#: Another combination, or this one in the other direction, comes first.
OTHER_COMBINATION: Final = 18

# Exiles.
NO_EXILE: Final = 20
NO_STANDSTILL: Final = 21
WRONG_EXILE: Final = 22
WRONG_WAY: Final = 23
#: A card of the weave has no pile in this game.
NO_PILE: Final = 24

# Dealing.
NO_REDEAL: Final = 30
EXILES_LEFT: Final = 31
STOCK_LEFT: Final = 32
NO_STOCK: Final = 33
NOTHING_GATHERED: Final = 34
#: The record lacks the order of a shuffled redeal, or has an impossible one.
NO_ORDER: Final = 35
WRONG_ORDER: Final = 36
WRONG_CARD: Final = 37
WRONG_PLACE: Final = 38
NO_ROOM: Final = 39

# Building.
SAME_PLACE: Final = 40
DOES_NOT_TAKE: Final = 41
VACANCY: Final = 42
GROUP: Final = 43
GOES_OUT: Final = 44
#: The cards on the card are not a sequence that moves with it.
NO_SEQUENCE: Final = 45

#: The move depends on an unknown card.
NOT_KNOWN: Final = 50
#: A weave uncovers an unknown card, and nothing says whether it can be played.
NOT_SEEN: Final = 51
