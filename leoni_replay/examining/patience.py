"""What follows from a position of Martha, Anna, The Reversal or The Japanese Rug."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from leoni_replay.cards import ACE, DOWN, PRETTY, RANK, SUIT
from leoni_replay.examining.findings import Finding, Sight, at, examined, played, sequence
from leoni_replay.games.anna import AnnaGame
from leoni_replay.games.japanese_rug import RugGame
from leoni_replay.games.martha import MarthaGame
from leoni_replay.games.places import NAMES, NUMBERS, foundation_named, is_pile
from leoni_replay.games.reversal import ReversalGame
from leoni_replay.words import counted, listed

_JACK, _DEUCE = 11, 2
#: the number of cards that are not in the rug when it is laid out
_REST = 32


def _is_known(card: int) -> bool:
    return 0 <= card & ~DOWN < 52


# -- Martha -------------------------------------------------------------------------------------------------------


@examined()
def martha(sight: Sight[MarthaGame]) -> Iterator[Finding]:
    """Where cards can lie face down, and what can lie on what.

    A pile is dealt down, up, down, up. A face-down card has never moved, nor has what was dealt between it and the card
    that covers it. Above those, cards lie only as they were built.
    """
    game = sight.game
    for name in game.order:
        if not sight.sees(name):
            continue
        pile = sight.position.places[name]
        down = [index for index, card in enumerate(pile) if card >= DOWN]
        if down not in ([], [0], [0, 2]) or (down and len(pile) < down[-1] + 2):
            message = f"in pile {name} cards lie face down where none can: at first the lowest and the third do,"
            message += " and what comes to the top is turned up"
            yield Finding("E509", "impossible", message, (name,), game.rules.clause("2"))
            continue
        built = {(): 1, (0,): 3, (0, 2): 4}[tuple(down)]
        yield from _misplaced(sight, name, built, game.follows, "piles are built down in alternating colours")
    yield from played(sight)


def _misplaced(
    sight: Sight[Any], name: str, first: int, follows: Callable[[int, int], bool], how: str
) -> Iterator[Finding]:
    """Cards of a pile, above some height, that cannot have been put there (E508)."""
    pile = sight.position.places[name]
    for on, card in zip(pile[first - 1 :], pile[first:], strict=False):
        if _is_known(on) and _is_known(card) and not follows(card & ~DOWN, on & ~DOWN):
            message = f"{PRETTY[card & ~DOWN]} cannot have come on {PRETTY[on & ~DOWN]} in pile {name}: {how}"
            yield Finding("E508", "impossible", message, (name,), sight.game.rules.clause("5"))
            return


# -- Anna ---------------------------------------------------------------------------------------------------------


@examined({"AN4": "stock"})
def anna(sight: Sight[AnnaGame]) -> Iterator[Finding]:
    """Knaves, vacancies and marriages."""
    game = sight.game
    piles = [name for name in game.order if is_pile(NUMBERS[name]) and sight.sees(name)]
    for place in (*piles, "talon", "hand"):
        for card in sight.cards_in(place) if sight.sees(place) else ():
            if RANK[card] == _JACK:
                message = f"{PRETTY[card]} lies {at(game, place)}, though a knave goes out at once as a foundation"
                yield Finding("E503", "impossible", message, (place,), game.rules.clause("6"))
    for name in piles:
        if any(RANK[card] == _JACK for card in sight.cards_in(name)):
            continue
        yield from _misplaced(sight, name, 1, game.marries, "that takes a card of its suit one rank higher")
    yield from _vacancies(sight, piles)
    yield from _hand(sight)
    yield from played(sight)


def _hand(sight: Sight[Any]) -> Iterator[Finding]:
    """More than one card in the hand (E506)."""
    number = len(sight.position.places["hand"])
    if sight.sees("hand") and number > 1:
        message = f"the hand holds {number} cards, but a card is placed before the next is turned up"
        yield Finding("E506", "impossible", message, ("hand",), sight.game.rules.clause("7"))


def _vacancies(sight: Sight[AnnaGame], piles: list[str]) -> Iterator[Finding]:
    """Vacancies that would have been filled (E507)."""
    game, places = sight.game, sight.position.places
    vacant = [name for name in piles if not places[name]]
    if not vacant or not sight.sees("stock"):
        return
    source = "stock" if places["stock"] else "talon" if game.bare_table.talon_fills else ""
    if source and sight.sees(source) and places[source]:
        stands, verb = ("pile", "is") if len(vacant) == 1 else ("piles", "are")
        has = f"the {source} has {counted(len(places[source]), 'card')}"
        message = f"{stands} {listed(vacant)} {verb} vacant though {has}: a vacancy is filled at once"
        yield Finding("E507", "impossible", message, tuple(vacant), game.rules.clause("6", "AN4"))


# -- The Reversal -------------------------------------------------------------------------------------------------


@examined()
def reversal(sight: Sight[ReversalGame]) -> Iterator[Finding]:
    """Heights of packets, and bases that were not laid out."""
    yield from _ends(sight)
    yield from _packets(sight)
    yield from _left_lying(sight)
    yield from played(sight)


def _ends(sight: Sight[ReversalGame]) -> Iterator[Finding]:
    """Foundations that are complete while the other foundation of the suit has no base (E504): the first ace and the
    first deuce of a suit go to separate rows."""
    game, places = sight.game, sight.position.places
    for suit in range(4):
        deuces, aces = foundation_named(suit, "^"), foundation_named(suit, "v")
        for full, other, what in ((deuces, aces, "ace"), (aces, deuces, "deuce")):
            seen = sight.sees(full) and sight.sees(other)
            if seen and len(places[full]) == len(sequence(game, full)) and not places[other]:
                top = PRETTY[sequence(game, full)[-1]]
                message = (
                    f"{top} lies {at(game, full)} and none {at(game, other)}: the first {what} of a suit is a base"
                )
                yield Finding("E504", "impossible", message, (full, other), game.rules.clause("6"))


def _packets(sight: Sight[ReversalGame]) -> Iterator[Finding]:
    """More cards in packets, among the dropped cards or out of the stock than rounds can have put there (E506)."""
    game, places, deal = sight.game, sight.position.places, sight.position.deal
    if not sight.sees("stock") or not sight.sees("deal"):
        return
    dealt = 104 - len(places["stock"])
    clause = game.rules.clause("2")
    size = game.table(sight.position).round_size()
    if deal == 1 and not game.bare_table.by_card and places["stock"] and dealt % size:
        message = f"the stock has {counted(len(places['stock']), 'card')}, so {dealt} were dealt, not a number of"
        yield Finding("E506", "impossible", f"{message} rounds of {size}", ("stock",), clause)
        return
    for name in ("1", "2", "3", "4"):
        most = max(0, (dealt - NUMBERS[name]) // size + 1)
        if sight.sees(name) and len(places[name]) > most:
            yield Finding("E506", "impossible", _too_high(game, name, len(places[name]), dealt, most), (name,), clause)
    most = dealt // size * (size - 4) + max(0, dealt % size - 4)
    if sight.sees("dropped") and len(places["dropped"]) > most:
        number = len(places["dropped"])
        yield Finding("E506", "impossible", _too_high(game, "dropped", number, dealt, most), ("dropped",), clause)


def _too_high(game: ReversalGame, place: str, number: int, dealt: int, most: int) -> str:
    cards = "1 card" if dealt == 1 else f"at most {dealt} cards"
    return f"{game.words(place)} holds {counted(number, 'card')}, but {cards} dealt put at most {most} there"


def _left_lying(sight: Sight[ReversalGame]) -> Iterator[Finding]:
    """First deuces and first aces on which later rounds were dealt, although bases are laid out first (E513)."""
    game, places = sight.game, sight.position.places
    parts, where = [], []
    for name in ("1", "2", "3", "4", "dropped"):
        if not sight.sees(name):
            continue
        # A round puts one card on each packet, and drops two.
        before = places[name][: -1 if is_pile(NUMBERS[name]) else -2]
        for card in before:
            if not _is_known(card) or RANK[card] not in (ACE, _DEUCE):
                continue
            row = foundation_named(SUIT[card], "v" if RANK[card] == ACE else "^")
            if sight.sees(row) and not places[row]:
                parts.append(f"{PRETTY[card]} {at(game, name)}")
                where.append(name)
    if parts:
        base = "is a base" if len(parts) == 1 else "are bases"
        had = "it had" if len(parts) == 1 else "they had"
        message = f"{listed(parts)} {base}, and a round was dealt later: {had} to be laid out before"
        yield Finding("E513", "doubtful", message, tuple(dict.fromkeys(where)), game.rules.clause("6"))


# -- The Japanese Rug ---------------------------------------------------------------------------------------------


@examined()
def rug(sight: Sight[RugGame]) -> Iterator[Finding]:
    """Gaps of the rug, and the size of the stock."""
    yield from _gaps(sight)
    yield from _hand(sight)
    stock = sight.position.places["stock"]
    if sight.sees("stock") and sight.sees("deal") and sight.position.deal == 1 and len(stock) > _REST:
        message = f"the stock has {len(stock)} cards, but {_REST} are left when the rug is laid out"
        yield Finding("E506", "impossible", message, ("stock",), sight.game.rules.clause("2"))
    yield from played(sight)


def _gaps(sight: Sight[RugGame]) -> Iterator[Finding]:
    """Gaps of the rug in places whose narrow ends were never free (E507): nothing is ever put into the rug again."""
    game, places = sight.game, sight.position.places
    cells = [name for name in game.places if game.row(name) and sight.sees(name)]
    shut = [NUMBERS[name] for name in cells if not places[name]]
    # Remove the cards of the gaps again, in any possible order.
    table = game.new_table()
    for name in cells:
        table.set_cards(NUMBERS[name], bytes(1))
    while free := [place for place in shut if table.free(place)]:
        for place in free:
            table.set_cards(place, b"")
        shut = [place for place in shut if place not in free]
    if shut:
        names = tuple(NAMES[place] for place in shut)
        where = listed([game.words(name) for name in names[:6]])
        gap, no_end = ("the gap", "no narrow end of its card")
        if len(shut) > 1:
            gap, no_end = "the gaps", "no narrow end of their cards"
        message = f"{gap} in {where} cannot have arisen: {no_end} was ever free"
        yield Finding("E507", "impossible", message, names, game.rules.clause("3", "JR2"))
