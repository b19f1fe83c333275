"""What follows from a table of Martha, Anna, The Reversal or The Japanese Rug."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from leoni_replay.cards import ACE, DOWN, PRETTY, RANK, SUIT, SUITS
from leoni_replay.examining.findings import Finding, Sight, at, played, sequence
from leoni_replay.games.anna import Anna
from leoni_replay.games.martha import Martha
from leoni_replay.games.reversal import Reversal
from leoni_replay.games.rug import Rug
from leoni_replay.games.steps import Position
from leoni_replay.words import counted, listed, place_words

_JACK, _DEUCE = 11, 2
#: so many cards are not in the rug when it is laid out
_REST = 32


_RED = (1, 2)


def _known(card: int) -> bool:
    return 0 <= card & ~DOWN < 52


def _alternates(card: int, on: int) -> bool:
    """Whether a card is one lower than another, and of the other colour."""
    return RANK[card] + 1 == RANK[on] and (SUIT[card] in _RED) != (SUIT[on] in _RED)


# -- Martha -------------------------------------------------------------------------------------------------------


def martha(sight: Sight) -> Iterator[Finding]:
    """Where cards can lie face down, and what can lie on what.

    A pile is dealt down, up, down, up. A card that lies face down has never moved, nor has what was dealt between it
    and the card that covers it; above those, cards lie only as they were built.
    """
    game = sight.game
    assert isinstance(game, Martha)
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
        yield from _misplaced(sight, name, built, _alternates, "piles are built down in alternating colours")
    yield from played(sight)


def _misplaced(sight: Sight, name: str, first: int, follows: Callable[[int, int], bool], how: str) -> Iterator[Finding]:
    """Cards of a pile, from some height on, that cannot have been put where they lie (E508)."""
    pile = sight.position.places[name]
    for on, card in zip(pile[first - 1 :], pile[first:], strict=False):
        if _known(on) and _known(card) and not follows(card & ~DOWN, on & ~DOWN):
            message = f"{PRETTY[card & ~DOWN]} cannot have come on {PRETTY[on & ~DOWN]} in pile {name}: {how}"
            yield Finding("E508", "impossible", message, (name,), sight.game.rules.clause("5"))
            return


# -- Anna ---------------------------------------------------------------------------------------------------------


def anna(sight: Sight) -> Iterator[Finding]:
    """Knaves, vacancies and marriages."""
    game = sight.game
    assert isinstance(game, Anna)
    piles = [name for name in game.order if name.isdigit() and sight.sees(name)]
    for place in (*piles, "talon", "hand"):
        for card in sight.held(place) if sight.sees(place) else ():
            if RANK[card] == _JACK:
                message = f"{PRETTY[card]} lies {at(game, place)}, though a knave goes out at once as a foundation"
                yield Finding("E503", "impossible", message, (place,), game.rules.clause("6"))
    for name in piles:
        if any(RANK[card] == _JACK for card in sight.held(name)):
            continue
        yield from _misplaced(sight, name, 1, game.marries, "that takes a card of its suit one rank higher")
    yield from _vacancies(sight, game, piles)
    yield from _hand(sight)
    yield from played(sight)


def _hand(sight: Sight) -> Iterator[Finding]:
    """More than one card in the hand (E506)."""
    held = len(sight.position.places["hand"])
    if sight.sees("hand") and held > 1:
        message = f"the hand holds {held} cards, but a card is placed before the next is turned up"
        yield Finding("E506", "impossible", message, ("hand",), sight.game.rules.clause("7"))


def _vacancies(sight: Sight, game: Anna, piles: list[str]) -> Iterator[Finding]:
    """Vacancies that would have been filled (E507)."""
    places = sight.position.places
    vacant = [name for name in piles if not places[name]]
    if not vacant or not sight.sees("stock"):
        return
    source = "stock" if places["stock"] else "talon" if game.talon_fills else ""
    if source and sight.sees(source) and places[source]:
        stands, verb = ("pile", "is") if len(vacant) == 1 else ("piles", "are")
        has = f"the {source} has {counted(len(places[source]), 'card')}"
        message = f"{stands} {listed(vacant)} {verb} vacant though {has}: a vacancy is filled at once"
        yield Finding("E507", "impossible", message, tuple(vacant), game.rules.clause("6", "AN4"))


# -- The Reversal -------------------------------------------------------------------------------------------------


def reversal(sight: Sight) -> Iterator[Finding]:
    """Heights of packets, and bases that were not laid out."""
    game = sight.game
    assert isinstance(game, Reversal)
    yield from _ends(sight, game)
    yield from _packets(sight, game)
    yield from _left_lying(sight, game)
    yield from played(sight)


def _ends(sight: Sight, game: Reversal) -> Iterator[Finding]:
    """Foundations that are complete while the other row of the suit has no base (E504): the first ace and the first
    deuce of a suit go to their own rows."""
    places = sight.position.places
    for suit in SUITS:
        for full, other, what in ((f"{suit}^", f"{suit}v", "ace"), (f"{suit}v", f"{suit}^", "deuce")):
            seen = sight.sees(full) and sight.sees(other)
            if seen and len(places[full]) == len(sequence(game, full)) and not places[other]:
                top = PRETTY[sequence(game, full)[-1]]
                message = (
                    f"{top} lies {at(game, full)} and none {at(game, other)}: the first {what} of a suit is a base"
                )
                yield Finding("E504", "impossible", message, (full, other), game.rules.clause("6"))


def _packets(sight: Sight, game: Reversal) -> Iterator[Finding]:
    """More cards in packets, among the dropped or out of the stock than rounds can have put there (E506)."""
    places, state = sight.position.places, sight.position.state
    if not sight.sees("stock") or not sight.sees("deal"):
        return
    dealt = 104 - len(places["stock"])
    clause = game.rules.clause("2")
    dropping = state.deal < 4
    size = 6 if dropping else 4
    if state.deal == 1 and not game.by_card and places["stock"] and dealt % size:
        message = f"the stock has {counted(len(places['stock']), 'card')}, so {dealt} were dealt, which is no number of"
        yield Finding("E506", "impossible", f"{message} rounds of {size}", ("stock",), clause)
        return
    for name in ("1", "2", "3", "4"):
        most = max(0, (dealt - int(name)) // size + 1)
        if sight.sees(name) and len(places[name]) > most:
            yield Finding("E506", "impossible", _too_high(game, name, len(places[name]), dealt, most), (name,), clause)
    most = (dealt // size * 2 + max(0, dealt % size - 4)) * dropping
    if sight.sees("dropped") and len(places["dropped"]) > most:
        held = len(places["dropped"])
        yield Finding("E506", "impossible", _too_high(game, "dropped", held, dealt, most), ("dropped",), clause)


def _too_high(game: Reversal, place: str, held: int, dealt: int, most: int) -> str:
    cards = "1 card" if dealt == 1 else f"at most {dealt} cards"
    return f"{game.words(place)} holds {counted(held, 'card')}, but {cards} dealt put no more than {most} there"


def _left_lying(sight: Sight, game: Reversal) -> Iterator[Finding]:
    """First deuces and first aces on which later rounds were dealt, though bases are laid out before (E513)."""
    places = sight.position.places
    parts, where = [], []
    for name in ("1", "2", "3", "4", "dropped"):
        if not sight.sees(name):
            continue
        # A round puts one card on a packet, and drops two.
        before = places[name][: -1 if name.isdigit() else -2]
        for card in before:
            if not _known(card) or RANK[card] not in (ACE, _DEUCE):
                continue
            row = SUITS[card // 13] + ("v" if RANK[card] == ACE else "^")
            if sight.sees(row) and not places[row]:
                parts.append(f"{PRETTY[card]} {at(game, name)}")
                where.append(name)
    if parts:
        base = "is a base" if len(parts) == 1 else "are bases"
        had = "it had" if len(parts) == 1 else "they had"
        message = f"{listed(parts)} {base}, and a round was dealt later: {had} to be laid out before"
        yield Finding("E513", "doubtful", message, tuple(dict.fromkeys(where)), game.rules.clause("6"))


# -- The Japanese Rug ---------------------------------------------------------------------------------------------


def rug(sight: Sight) -> Iterator[Finding]:
    """Gaps of the rug, and the size of the stock."""
    game = sight.game
    assert isinstance(game, Rug)
    yield from _gaps(sight, game)
    yield from _hand(sight)
    stock = sight.position.places["stock"]
    if sight.sees("stock") and sight.sees("deal") and sight.position.state.deal == 1 and len(stock) > _REST:
        message = f"the stock has {len(stock)} cards, but {_REST} are left when the rug is laid out"
        yield Finding("E506", "impossible", message, ("stock",), game.rules.clause("2"))
    yield from played(sight)


def _gaps(sight: Sight, game: Rug) -> Iterator[Finding]:
    """Gaps of the rug in places whose narrow ends were never free (E507): nothing is ever put in the rug again."""
    places = sight.position.places
    shut = [name for name in game.cells if sight.sees(name) and not places[name]]
    # Take the cards of the gaps away again, in any order in which they can be.
    table = Position({name: [] if not sight.sees(name) else [0] for name in game.cells}, None)
    while free := [name for name in shut if game.free(table, name)]:
        for name in free:
            table.places[name] = []
        shut = [name for name in shut if name not in free]
    if shut:
        where = listed([place_words(name) for name in shut[:6]])
        gap, no_end = ("the gap", "no narrow end of its card")
        if len(shut) > 1:
            gap, no_end = "the gaps", "no narrow end of their cards"
        message = f"{gap} in {where} cannot have arisen: {no_end} was ever free"
        yield Finding("E507", "impossible", message, tuple(shut), game.rules.clause("3", "JR2"))
