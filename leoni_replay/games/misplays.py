"""Misplays, and cards put right by hand.

The cards move as the record writes it, on the same table as all other moves. What cannot be done is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from leoni_replay.cards import CARD, CARDS, DOWN, GAP, PRETTY, RANK, SUIT, Card, pretty
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.games.game import Game, Position
from leoni_replay.games.places import is_foundation, is_foundation_name, is_pile_name
from leoni_replay.games.refusal import LayoutError, Refusal, Refused, contradicts
from leoni_replay.games.steps import Step
from leoni_replay.rules.irregular import IrregularAction
from leoni_replay.rules.numbers import (
    DEED,
    FOUNDATIONS,
    HAND,
    KINDS,
    ON_DOWN,
    ON_UP,
    PLACES,
    STOCK,
    WOVEN,
)

#: A misplay that cannot be played, and a setting that is wrong.
_NO_MISPLAY: Final = "M231"
_NO_SETTING: Final = "M232"
#: The place in a setting for cards that are on the table no more.
GONE: Final = "gone"


def happened(position: Position, command: Move) -> Step | None:
    """Do what a misplay or a setting says; None for any other command.

    Raises Refused as :func:`misplay` and :func:`put_right` do.
    """
    if not command.how:
        return None
    return put_right(position, command) if command.how == "set" else misplay(position, command)[0]


def misplay(position: Position, command: Move) -> tuple[Step, Refusal]:
    """Play a move that the rules do not allow, as it is written.

    Args:
        position: the position before the move.
        command: the move in long form; its ``how`` is ``misplay``.

    Returns:
        The step, and the rule that it breaks.

    Raises:
        Refused: it cannot be played; nothing has been done.
    """
    game = position.game
    plain = command._replace(how="")
    if plain.source == "exile" and plain.card is not None and plain.dest is None:
        # Of a weave that is written in full and without a path nothing was lifted.
        plain = plain._replace(dest="~", path=())
    canon = plain._replace(how=command.how, shown=None)
    table = game.table(position)
    if not table.MISPLAYS:
        raise _refused(f"{game.name} takes no misplays, because it does not say where their cards would lie")
    action = plain.card is None and plain.source in ("deal", "redeal")
    # A foundation is never written as a source.
    reversal = plain.source is None and plain.dest in REVERSALS
    if not action and None in plain[1 if reversal else 0 : 3]:
        raise _refused(f"write a misplay in full, with source, card and destination; {plain} lacks a part")
    code = game.number_of(plain)
    broken = _broken(position, plain, code)
    if code is not None and table.can_be_misplayed(code) and not _path_differs(position, plain, code):
        return _done(position, plain, IrregularAction(canon, code)), broken
    if reversal or plain.source == "redeal":
        raise _refused(f"{plain} cannot be done here, not even against the rules")
    source, shifts = (_woven if plain.dest == "~" else _moved)(position, plain)
    # A weave against the rules ends in no stalemate.
    canon = canon._replace(stalemate=False)
    if (plain.dest or "").startswith(">"):
        # A card on which it goes stands for its place.
        number = shifts[0] >> 8 & 255
        canon = canon._replace(dest=f">{next(name for name, place in game.places.items() if place == number)}")
    return _done(position, plain, IrregularAction(canon, 0, source, shifts)), broken


def _refused(message: str, *places: str) -> Refused:
    return Refused(Refusal(_NO_MISPLAY, message, None, places))


def _broken(position: Position, plain: Move, code: int | None) -> Refusal:
    """Return the rule that a move breaks.

    Raises Refused if it breaks none.
    """
    game = position.game
    if code is None or position.table.why(code):
        meant = position.meanings(plain)
        if not meant:
            return game.refusal(position, plain)
        code = game.number_of(meant[0])
        assert code is not None
    if _path_differs(position, plain, code):
        played = position.in_full(code)
        message = f"by the rules, the weave is {played}, not {plain}"
        return Refusal("M206", message, game.consequence_clause(played))
    raise _refused(f"{plain} is not a misplay, because it is legal here: leave the word out")


def _path_differs(position: Position, plain: Move, code: int) -> bool:
    """Whether a weave is written that is not the one which the rules make of the move."""
    return code & 255 == WOVEN and contradicts(plain._replace(shown=None), position.in_full(code))


def _done(position: Position, plain: Move, deed: IrregularAction) -> Step:
    table = position.table
    table.odd = True
    table.deeds.append(deed)
    step = position.play(DEED + len(table.deeds) - 1)
    if plain.shown is not None and plain.shown != (step.move.shown or ()):
        position.undo(step)
        table.deeds.pop()
        shown = pretty(step.move.shown or ())
        raise _refused(f"this move reveals or moves {shown}, not {pretty(plain.shown)}")
    return step


# -- cards from place to place ----------------------------------------------------------------------------------------


def _moved(position: Position, plain: Move) -> tuple[int, tuple[int, ...]]:
    """Return the place from which a card is moved, and where it goes, with what it takes along.

    Raises Refused if it cannot be moved as written.
    """
    game = position.game
    table, card = position.table, plain.card
    if card is None:
        raise _refused(f"{plain} cannot be done here, not even against the rules")
    if plain.source == "foundation":
        source = _returning(position, card)
        at = table.size[source] - 1
    else:
        source = _place(position, plain.source)
        at = _lies(position, source, plain.source or "", card)
    number = game.vocabulary.number_of(plain.source or "", card, plain.dest or "")
    dest = _on_card(position, plain) if number is None else number & 255
    size = table.size[source]
    if dest in (ON_UP, ON_DOWN):
        foundation = _foundation(position, card, dest)
        if foundation is None:
            message = f"{PRETTY[card]} cannot go on a foundation before the card below it"
            raise _refused(message, plain.source or "")
        return source, (source << 24 | at << 16 | foundation << 8 | table.size[foundation],)
    name = next((name for name, place in game.places.items() if place == dest), None)
    if name is None or name in ("exile", "hand", "stock") or is_foundation(dest):
        raise _refused(f"{PRETTY[card]} has nowhere to lie: {plain.dest} takes no card here")
    if dest == source:
        raise _refused(f"{PRETTY[card]} is already in {game.words(name)}", name)
    if (row := game.row(name)) and (table.size[dest] or row > position.rows):
        raise _refused(f"{name} takes no card: it is taken, or its row has not been dealt yet", name)
    count = size - at if source < PLACES and table.takes_cards_along(source, dest) else 1
    moved = bytes([card]) if source >= PLACES else table.cards_in(source)[at : at + count]
    if any(lying & DOWN for lying in moved):
        raise _refused(f"{PRETTY[card]} has a face-down card on it", plain.source or "")
    if not row:
        try:
            game.check_line(name, [*table.cards_in(dest), *moved])
        except LayoutError as error:
            raise _refused(str(error), name) from None
    to = table.size[dest]
    return source, tuple(source << 24 | at << 16 | dest << 8 | to + more for more in range(count))


def _returning(position: Position, card: int) -> int:
    """Return the foundation whose top card leaves it against the rules; never its lowest card.

    Raises Refused if the card is not one.
    """
    table = position.table
    for foundation in (FOUNDATIONS + 4 * kind + SUIT[card] for kind in range(KINDS)):
        if table.size[foundation] > 1 and table.foundation_top(foundation) == card:
            return foundation
    raise _refused(f"{PRETTY[card]} is not the top card of a foundation, or is its base")


def _woven(position: Position, plain: Move) -> tuple[int, tuple[int, ...]]:
    """Return the exile pile, and where the cards go of a weave that breaks the rules."""
    game = position.game
    table = position.table
    if plain.source != "exile" or plain.card is None:
        raise _refused(f"{plain} cannot be done here, not even against the rules")
    place = _place(position, "exile")
    at = _lies(position, place, "exile", plain.card)
    lying = {name: list(position.places[name]) for name in game.places if is_pile_name(name)}
    shifts: list[int] = []
    card = plain.card
    for number, lifted in enumerate((plain.card, *(plain.path or ()))):
        name = str(RANK[lifted])
        if name not in lying:
            raise _refused(f"there is no pile {name} for {PRETTY[lifted]} to go under")
        if number:
            home = str(RANK[card])
            if lifted not in lying[home]:
                raise _refused(f"{PRETTY[lifted]} cannot be lifted from pile {home}: it is not there", home)
            at = len(lying[home]) - 1 - lying[home][::-1].index(lifted)
            place = game.places[home]
            del lying[home][at]
        # Under the pile of its rank; a king mostly goes on top.
        to = len(lying[name]) if RANK[lifted] == 13 and not getattr(table, "kings_under", False) else 0
        lying[name].insert(to, lifted)
        shifts.append(place << 24 | at << 16 | game.places[name] << 8 | to)
        card = lifted
    return game.places["exile"], tuple(shifts)


def _place(position: Position, name: str | None) -> int:
    """Return the place from which a move takes its card."""
    game = position.game
    number = game.vocabulary.numbers.get(name or "", -1)
    if name == "deal":
        number = HAND if position.table.size[HAND] else STOCK
    if not 0 <= number < PLACES or number not in game.places.values():
        raise _refused(f"no card can be taken from {name} against the rules")
    return number


def _lies(position: Position, place: int, name: str, card: int) -> int:
    """Return where in a place a card lies: the one nearest the top, of a spread the one nearest the bottom."""
    game = position.game
    cards = position.table.cards_in(place)
    at = cards.find(card) if name in game.fanned_places else cards.rfind(card)
    if name == "deal" and at != len(cards) - 1:
        at = -1
    if at < 0:
        down = card | DOWN in cards
        said = f"lies face down in {game.words(name)}" if down else f"is not in {game.words(name)}"
        said = said.replace(" in the stock", " the next card") if name == "deal" else said
        raise _refused(f"{PRETTY[card]} {said}", name if name in game.places else "stock")
    return at


def _on_card(position: Position, plain: Move) -> int:
    """Return the place to which a move goes that names the card on which it goes."""
    on = CARD.get((plain.dest or "")[1:])
    tops = [name for name, pile in position.places.items() if pile and pile[-1] == on and not is_foundation_name(name)]
    if on is None or len(tops) != 1:
        raise _refused(f"it is not clear where {plain} puts its card: name the place")
    return position.game.places[tops[0]]


def _foundation(position: Position, card: int, dest: int) -> int | None:
    """Return the foundation that takes a card now, whatever the rules say of the move."""
    table = position.table
    for kind in range(KINDS):
        foundation = FOUNDATIONS + 4 * kind + SUIT[card]
        if (dest == ON_UP) == (kind == 0) and table.want[card] >> kind & 1 and table.full[kind]:
            return foundation
    return None


# -- cards put right by hand ------------------------------------------------------------------------------------------


def put_right(position: Position, command: Move) -> Step:
    """Put cards where a setting says.

    Args:
        position: the position before it.
        command: the setting: each place with all that lies in it from now on.

    Returns:
        The step.

    Raises:
        Refused: a place is not one of the game, or is there twice; what is written cannot lie there; or a card comes
            from nowhere, or is lost without being said to be gone.
    """
    game = position.game
    table = position.table
    lines = {name: [*lying] for name, lying in position.listing() if not isinstance(lying, int) and name != "deal"}
    said: set[str] = set()
    gone: list[int] = []
    for name, cards in command.placed:
        if name in said:
            raise _wrong(f"{name} is written twice", name)
        said.add(name)
        line = game.line(name)
        if name == GONE:
            gone += cards
        elif name in lines or name in game.order:
            lines[name] = list(cards)
        elif line in lines and game.row(name):
            if len(cards) > 1:
                raise _wrong(f"{name} has room for one card, but {len(cards)} are listed", name)
            lines[line][list(game.cells[line]).index(name)] = cards[0] if cards else GAP
        else:
            raise _wrong(f"{game.name} has no place {name} here", name)
    try:
        made = game.from_layout(lines, 1)
    except LayoutError as error:
        raise _wrong(f"{error.place}: {error}", error.place) from None
    before, after = _all_cards(position), _all_cards(made)
    _same_cards(game, before, after, gone)
    places: dict[int, bytes | int] = {}
    for number in game.places.values():
        if is_foundation(number):
            if table.size[number] != made.table.size[number]:
                places[number] = made.table.size[number]
        elif table.cards_in(number) != made.table.cards_in(number):
            places[number] = made.table.cards_in(number)
    if not places:
        raise _wrong("nothing changes: all these cards are already where you put them")
    listed = dict(position.listing())
    changed = [(name, lying) for name, lying in made.listing() if name != "deal" and listed.get(name) != lying]
    # However it was written, the same setting is told in the same words.
    canonical = [(name, _as_cards(lying)) for name, lying in changed if not isinstance(lying, int)]
    canon = command._replace(placed=(*canonical, *([(GONE, _as_cards(sorted(gone)))] if gone else [])))
    made.table.deal = table.deal
    table.odd = True
    table.deeds.append(IrregularAction(canon, places=places, registers=made.table.registers()))
    return position.play(DEED + len(table.deeds) - 1)


def _wrong(message: str, *places: str) -> Refused:
    return Refused(Refusal(_NO_SETTING, message, None, tuple(place for place in places if place != GONE)))


def _all_cards(position: Position) -> Counter[int]:
    return Counter(card & ~DOWN for name in position.game.places for card in position.places[name])


def _same_cards(game: Game[Any], before: Counter[int], after: Counter[int], gone: list[int]) -> None:
    """Check that no card is there too often, and none is lost without being said to be gone."""
    if twice := [card for card in sorted(after) if after[card] > game.packs and after[card] > before[card]]:
        raise _wrong(f"there would be {after[twice[0]]} of {PRETTY[twice[0]]}, and the packs have {game.packs}")
    lost, away = before - after, Counter(gone)
    if missing := sorted((lost - away).elements()):
        what = f"{pretty(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        raise _wrong(f"{what}: list each card in its place, or after gone: if it has left the table")
    if there := sorted((away - lost).elements()):
        raise _wrong(
            f"{pretty(there)} {'is' if len(there) == 1 else 'are'} listed as gone, but still there or gone before"
        )


def _as_cards(numbers: Iterable[int]) -> tuple[Card, ...]:
    return tuple(map(CARDS.__getitem__, numbers))
