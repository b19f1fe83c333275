"""Which cards of a real table may have been misnamed, if a move is refused that was legal there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from leoni_replay.cards import CARDS, DOWN, GAP, RANK, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games.places import is_foundation_name
from leoni_replay.play.amendment import Correction
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.player_view import WORDS, Cell, origin_of
from leoni_replay.record.diagnose.slips import look_alike

#: How many of the last moves are searched for exiles that were misnamed when they were turned up.
_MOVES_BACK: Final = 6

#: How many cards are mentioned that may have been misnamed, without knowing what they are.
_MOST_DOUBTFUL: Final = 2


class _Misnamed(NamedTuple):
    """A card that may have been misnamed: where it lies now, as it was named, and as it may be."""

    cell: Cell
    old: int
    new: int


def find_misnamed_cards(session: PhysicalSession, refused_move: Move) -> Iterator[Sequence[Correction]]:
    """Yield the corrections of misnamed cards with which a refused move is legal, the likeliest first.

    Args:
        session: the game, which stays as it is.
        refused_move: the move.
    """
    if session.question:
        return
    unnamed_cards = sorted({*session.unnamed_cards()})
    for misnamed in sorted(_on_the_way(session, refused_move, unnamed_cards), key=_unlikeness):
        origins = [origin_of(session.game_in_play.steps, *misnamed.cell)]
        # If all copies of the right card have been named, one of them was taken for this one.
        copies = [] if misnamed.new in unnamed_cards else session.origins_of(misnamed.new)
        for choice in [[*origins, copy] for copy in copies] or [origins]:
            if ("", -1) in choice:
                continue
            cards = [misnamed.new, misnamed.old][: len(choice)]
            if corrections := session.correct_if_legal(choice, cards, refused_move):
                yield corrections
    if refused_move.card is None:
        return
    # The rules have decided where an exile went, for another card than the one that was turned up.
    for origin in session.origins_of_exiles(_MOVES_BACK):
        for card in unnamed_cards:
            is_alike = look_alike(session.card_as_named(origin), card)
            if is_alike and (corrections := session.correct_if_legal([origin], [card], refused_move)):
                yield corrections


def doubtful_cards(session: PhysicalSession, refused_move: Move) -> list[Correction]:
    """Return the cards that can be played, if a word is refused because of them and one of them may have been
    misnamed: each with its place, and itself in place of the card that it may be."""
    if session.question or refused_move != Move(refused_move.source) or refused_move.source not in WORDS:
        return []
    cards = [
        Correction(card, card, source)
        for source, card, *_ in session.choices()
        if card is not None and source is not None and source in session.game.places
    ]
    return list(dict.fromkeys(cards))[:_MOST_DOUBTFUL]


def _unlikeness(misnamed: _Misnamed) -> tuple[bool, bool]:
    """Return a sort key: a rank is seen better than a suit, and a red suit is mistaken for the other red one."""
    is_other_rank = RANK[misnamed.old] != RANK[misnamed.new]
    is_other_colour = CARDS[misnamed.old].red != CARDS[misnamed.new].red
    return is_other_rank, is_other_colour


def _on_the_way(session: PhysicalSession, refused_move: Move, unnamed_cards: Sequence[int]) -> Iterator[_Misnamed]:
    """Yield the cards that a refused move would take or go on, as they may have been misnamed, if the move is legal
    then.

    Args:
        session: the game.
        refused_move: the move.
        unnamed_cards: the cards that nobody has named.
    """
    position, card = session.visible_position, refused_move.card
    source = "hand" if refused_move.source == "deal" else refused_move.source
    if card is None or source in WORDS:
        return
    for place, pile in position.places.items():
        if is_foundation_name(place) or not pile or pile[-1] >= DOWN or pile[-1] in (UNKNOWN, GAP):
            continue
        possible_cards: list[int] = [card] if source in (None, place) else []
        if refused_move.dest == f">{place}":
            possible_cards += unnamed_cards
        for possible_card in possible_cards:
            if look_alike(pile[-1], possible_card):
                trial = position.copy()
                trial.table.set_card(session.game.places[place], len(pile) - 1, possible_card)
                if trial.why_not(refused_move) is None:
                    yield _Misnamed((place, len(pile) - 1), pile[-1], possible_card)
