"""The numbers of places, destinations and moves, the same in every game.

A move is one number: ``source << 16 | card << 8 | dest``. Its forced consequences (a weave, cards that are turned up)
are not part of it.
"""

from __future__ import annotations

from typing import Final

#: Places. A pile has its own number; a place of a grid is ``GRID + 8 * (row - 1) + column - 1``.
EXILE: Final = 0
PILES: Final = 13
GRID: Final = 16
COLUMNS: Final = 8
STOCK: Final = 80
TALON: Final = 81
HAND: Final = 82
DROPPED: Final = 83
ASIDE: Final = 84
#: Our own games use the places below OURS; games from outside the package use those below PLACES.
OURS: Final = 85
PLACES: Final = 96
#: A place has room for this many cards, and no game has more.
ROOM: Final = 128

#: A foundation is ``FOUNDATIONS + 4 * kind + suit``, or one of these plus the suit.
FOUNDATIONS: Final = 96
BUILT_UP: Final = 96
BUILT_DOWN: Final = 100
SECOND_DOWN: Final = 104
#: The kinds of foundations: built up, built down, and a second one built down.
UP: Final = 0
DOWN: Final = 1
SECOND: Final = 2
KINDS: Final = 3

#: Destinations besides places: a foundation built up or down, a reversal in either direction, a weave, and none.
ON_UP: Final = 112
ON_DOWN: Final = 113
UP_TO_DOWN: Final = 114
DOWN_TO_UP: Final = 115
WOVEN: Final = 116
NOWHERE: Final = 117

#: Sources besides places: the next card of the stock or the one in the hand, a redeal, a foundation in a reversal, and
#: one from which a card returns to the table.
DEAL: Final = 118
REDEAL: Final = 119
FOUNDATION: Final = 120
RETURN: Final = 124

#: Entries of the log besides moved cards: a card turned up, places laid again, and the height of a foundation set by
#: hand.
TURNED: Final = 121
REPLACED: Final = 122
HEIGHT_SET: Final = 123

#: Added to an index of ``Table.irregular_actions``, where the log of moves has an irregular action.
IRREGULAR: Final = 1 << 24

#: Instead of the number of a move: a word that was not understood.
UNREAD: Final = -1

#: In a pattern of moves: a part that is not written; added to a card, the destination on top of that card.
OPEN: Final = 254
ON_CARD: Final = 128
#: In a pattern: added to the number of a group of interchangeable places, any of them.
IN_GROUP: Final = 191

#: Cards as bytes: those below 52 are known; FACE_DOWN is added to a card that lies face down.
UNKNOWN: Final = 63
FACE_DOWN: Final = 64
NO_CARD: Final = 255

#: The rank 1 … 13 and the suit 0 … 3 of a card; 0 and 4 for a card that is unknown or lies face down.
RANK: Final = bytes([card % 13 + 1 if card < 52 else 0 for card in range(256)])
SUIT: Final = bytes([card // 13 if card < 52 else 4 for card in range(256)])

#: The moves written ``deal`` and ``redeal``.
DEAL_ON: Final = DEAL << 16 | NO_CARD << 8 | NOWHERE
DEAL_AGAIN: Final = REDEAL << 16 | NO_CARD << 8 | NOWHERE
