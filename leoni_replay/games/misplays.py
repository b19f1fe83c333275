"""Misplays, and cards put right by hand.

The cards move as the record writes it, on the same table as all other moves. What cannot be done is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from leoni_replay.cards import CARD, CARDS, DOWN, GAP, KING, PACK_SIZE, PRETTY, RANK, SUIT, Card, pretty
from leoni_replay.commands import NO_PLACE, REVERSALS, Move
from leoni_replay.diagnostics import WRONG_WEAVE
from leoni_replay.games.game import Game, Position
from leoni_replay.games.places import is_foundation, is_foundation_name, is_pile_name, place_in_message
from leoni_replay.games.refusal import LayoutError, Refusal, Refused, contradicts
from leoni_replay.games.shuffles import why_no_order
from leoni_replay.games.steps import Step
from leoni_replay.message import Message
from leoni_replay.phrases import pluralize
from leoni_replay.rules.irregular import IrregularAction
from leoni_replay.rules.numbers import (
    FOUNDATIONS,
    HAND,
    IRREGULAR,
    KINDS,
    ON_DOWN,
    ON_UP,
    PLACES,
    STOCK,
    WOVEN,
)
from leoni_replay.rules.table import Table

#: A misplay that cannot be played, and a setting that is wrong.
_NO_MISPLAY: Final = "M231"
_NO_SETTING: Final = "M232"
#: A record is too long: it lists more cards than a game can move at once.
_TOO_LONG: Final = "S009"
#: How many cards a misplayed weave may lift; by the rules none lifts so many.
_MOST_LIFTS: Final = 1000
#: The place in a setting for cards that are on the table no more.
GONE: Final = "gone"


def do_by_hand(position: Position, command: Move) -> Step | None:
    """Play a misplay or a setting; return None for any other command.

    Raises:
        Refused: as :func:`misplay` and :func:`put_right`.
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
    game, table = position.game, position.table
    plain = command._replace(how="")
    if plain.source == "exile" and plain.card is not None and plain.dest is None:
        # Of a weave that is written in full and without a path nothing was lifted.
        plain = plain._replace(dest="~", path=())
    canonical = plain._replace(how=command.how, shown=None)
    if not table.MISPLAYS:
        raise _misplay_error(f"{game.name} takes no misplays, because it does not say where their cards would lie")
    is_action = plain.card is None and plain.source in ("deal", "redeal")
    # A foundation is never written as a source.
    is_reversal = plain.source is None and plain.dest in REVERSALS
    required_parts = plain[1:3] if is_reversal else plain[:3]
    if not is_action and (None in required_parts or plain.dest == NO_PLACE):
        message = Message("write a misplay in full, with source, card and destination; ", plain, " lacks a part")
        raise _misplay_error(message)
    number = game.number_of(plain)
    broken_rule = _broken_rule(position, plain, number)
    if number is not None and table.can_be_misplayed(number) and not _path_differs(position, plain, number):
        return _play_irregular(position, plain, IrregularAction(canonical, number)), broken_rule
    if plain.source == "redeal" and number is not None and (refusal := why_no_order(position, number)):
        raise Refused(refusal)
    if is_reversal or plain.source == "redeal":
        raise _misplay_error(Message(plain, " cannot be done here, not even against the rules"))
    source, shifts = _weave_shifts(position, plain) if plain.dest == "~" else _card_shifts(position, plain)
    # A weave against the rules ends in no stalemate.
    canonical = canonical._replace(stalemate=False)
    if (plain.dest or "").startswith(">"):
        # A card on which it goes stands for its place.
        canonical = canonical._replace(dest=f">{_place_name(position, shifts[0] >> 8 & 255)}")
    return _play_irregular(position, plain, IrregularAction(canonical, 0, source, shifts)), broken_rule


def _misplay_error(message: str, *places: str) -> Refused:
    """Return the error for a misplay that cannot be played."""
    return Refused(Refusal(_NO_MISPLAY, message, None, places))


def _broken_rule(position: Position, plain: Move, number: int | None) -> Refusal:
    """Return the rule that a move breaks.

    Args:
        position: the position before the move.
        plain: the move as if the rules allowed it.
        number: its number; None if it is not complete.

    Raises:
        Refused: it breaks none.
    """
    if number is None or position.table.why(number):
        meanings = position.meanings(plain)
        if not meanings:
            return position.game.refusal(position, plain)
        number = position.game.number_of(meanings[0])
        assert number is not None
    if _path_differs(position, plain, number):
        weave = position.in_full(number)
        message = Message("by the rules, the weave is ", weave, ", not ", plain)
        return Refusal(WRONG_WEAVE, message, position.game.consequence_clause(weave))
    raise _misplay_error(Message(plain, " is not a misplay, because it is legal here: leave the word out"))


def _path_differs(position: Position, plain: Move, number: int) -> bool:
    """Whether a weave is written that is not the one which the rules make of the move."""
    return number & 255 == WOVEN and contradicts(plain._replace(shown=None), position.in_full(number))


def _play_irregular(position: Position, plain: Move, action: IrregularAction) -> Step:
    """Play a misplay, and return its step.

    Args:
        position: the position before it.
        plain: the move as if the rules allowed it.
        action: what is done to the table.

    Raises:
        Refused: it reveals or moves other cards than the record says; nothing has been done then.
    """
    table = position.table
    table.odd = True
    table.irregular_actions.append(action)
    step = position.play(IRREGULAR + len(table.irregular_actions) - 1)
    shown_cards = step.move.shown or ()
    if plain.shown is not None and plain.shown != shown_cards:
        position.undo(step)
        table.irregular_actions.pop()
        raise _misplay_error(f"this move reveals or moves {pretty(shown_cards)}, not {pretty(plain.shown)}")
    return step


# -- cards from place to place ----------------------------------------------------------------------------------------


def _card_shifts(position: Position, plain: Move) -> tuple[int, tuple[int, ...]]:
    """Return the place from which a card is moved, and where it goes, with what it takes along.

    Returns:
        The number of the place, and the shifts as the log of a table has them.

    Raises:
        Refused: it cannot be moved as written.
    """
    game, table, card = position.game, position.table, plain.card
    if card is None:
        raise _misplay_error(Message(plain, " cannot be done here, not even against the rules"))
    if plain.source == "foundation":
        source = _returning_foundation(position, card)
        at = table.size[source] - 1
        count_after = _count_outside_foundations(position) + 1
        if count_after > PACK_SIZE * game.packs:
            raise _misplay_error(
                f"there would be {pluralize(count_after, 'card')} beside the foundations, and {game.packs_have}"
            )
    else:
        source = _source_place(position, plain.source)
        at = _index_of(position, source, plain.source or "", card)
    number = game.vocabulary.number_of(plain.source or "", card, plain.dest or "")
    dest = _place_under(position, plain) if number is None else number & 255
    if dest in (ON_UP, ON_DOWN):
        foundation = _foundation_for(position, card, dest)
        if foundation is None:
            message = f"{PRETTY[card]} cannot go on a foundation before the card below it"
            raise _misplay_error(message, plain.source or "")
        return source, (source << 24 | at << 16 | foundation << 8 | table.size[foundation],)
    name = _destination_name(position, plain, source, dest)
    count = table.size[source] - at if source < PLACES and table.takes_cards_along(source, dest) else 1
    moved_cards = bytes([card]) if source >= PLACES else table.cards_in(source)[at : at + count]
    if any(moved_card & DOWN for moved_card in moved_cards):
        raise _misplay_error(f"{PRETTY[card]} has a face-down card on it", plain.source or "")
    if not game.row(name):
        _check_can_hold(position, name, moved_cards)
    height = table.size[dest]
    return source, tuple(source << 24 | at << 16 | dest << 8 | height + above for above in range(count))


def _check_can_hold(position: Position, name: str, moved_cards: bytes) -> None:
    """Check that a place can hold cards on top of those that it has.

    Args:
        position: the position.
        name: the place, which is none of the grid.
        moved_cards: the cards.

    Raises:
        Refused: it cannot.
    """
    game = position.game
    cards = [*position.places[name], *moved_cards]
    if len(cards) > PACK_SIZE * game.packs:
        raise _misplay_error(f"{game.words(name)} has no room for more cards than {game.packs_have}", name)
    try:
        game.check_line(name, cards)
    except LayoutError as error:
        raise _misplay_error(error.message, name) from None


def _destination_name(position: Position, plain: Move, source: int, dest: int) -> str:
    """Return the name of the place that a card goes to against the rules; no foundation.

    Args:
        position: the position.
        plain: the move as if the rules allowed it.
        source: the number of the place that the card comes from.
        dest: the number of the place that it goes to, as written.

    Raises:
        Refused: the place takes no card.
    """
    game = position.game
    assert plain.card is not None
    card, name = PRETTY[plain.card], _place_name(position, dest)
    if name is None or name in ("exile", "hand", "stock") or is_foundation(dest):
        raise _misplay_error(f"{card} has nowhere to lie: {plain.dest} takes no card here")
    if dest == source:
        raise _misplay_error(f"{card} is already in {game.words(name)}", name)
    row = game.row(name)
    if row and (position.table.size[dest] or row > position.rows):
        raise _misplay_error(f"{name} takes no card: it is taken, or its row has not been dealt yet", name)
    return name


def _place_name(position: Position, number: int) -> str | None:
    """Return the name of a place of the game by its number; None if the game has no such place."""
    return next((name for name, place in position.game.places.items() if place == number), None)


def _returning_foundation(position: Position, card: int) -> int:
    """Return the foundation whose top card leaves it against the rules; never its lowest card.

    Raises:
        Refused: the card is not the top card of one.
    """
    table = position.table
    for kind in range(KINDS):
        foundation = FOUNDATIONS + 4 * kind + SUIT[card]
        if table.size[foundation] > 1 and table.foundation_top(foundation) == card:
            return foundation
    raise _misplay_error(f"{PRETTY[card]} is not the top card of a foundation, or is its base")


def _weave_shifts(position: Position, plain: Move) -> tuple[int, tuple[int, ...]]:
    """Return the exile pile, and where the cards go of a weave that breaks the rules.

    Raises:
        Refused: a card of the path cannot be lifted, or has no pile; or the path is too long.
    """
    places = position.game.places
    if plain.source != "exile" or plain.card is None:
        raise _misplay_error(Message(plain, " cannot be done here, not even against the rules"))
    if plain.path is not None and len(plain.path) > _MOST_LIFTS:
        message = f"this weave lifts {len(plain.path):,} cards: a misplay can lift at most {_MOST_LIFTS:,}"
        raise Refused(Refusal(_TOO_LONG, message, None))
    place = _source_place(position, "exile")
    at = _index_of(position, place, "exile", plain.card)
    piles = {name: list(position.places[name]) for name in places if is_pile_name(name)}
    kings_under = getattr(position.table, "kings_under", False)
    shifts: list[int] = []
    last_card: int | None = None
    for card in (plain.card, *(plain.path or ())):
        name = str(RANK[card])
        if name not in piles:
            raise _misplay_error(f"there is no pile {name} for {PRETTY[card]} to go under")
        if last_card is not None:
            # It is lifted from the pile that the last card went under.
            home = str(RANK[last_card])
            if card not in piles[home]:
                raise _misplay_error(f"{PRETTY[card]} cannot be lifted from pile {home}: it is not there", home)
            at = len(piles[home]) - 1 - piles[home][::-1].index(card)
            place = places[home]
            del piles[home][at]
        # Under the pile of its rank; a king mostly goes on top.
        to = len(piles[name]) if RANK[card] == KING and not kings_under else 0
        piles[name].insert(to, card)
        shifts.append(place << 24 | at << 16 | places[name] << 8 | to)
        last_card = card
    return places["exile"], tuple(shifts)


def _source_place(position: Position, name: str | None) -> int:
    """Return the place from which a move takes its card.

    Raises:
        Refused: no card can be taken from there.
    """
    number = position.game.vocabulary.numbers.get(name or "", -1)
    if name == "deal":
        number = HAND if position.table.size[HAND] else STOCK
    if not 0 <= number < PLACES or number not in position.game.places.values():
        raise _misplay_error(f"no card can be taken from {name} against the rules")
    return number


def _index_of(position: Position, place: int, source: str, card: int) -> int:
    """Return where in a place a card lies: the one nearest the top, of a spread the one nearest the bottom.

    Args:
        position: the position.
        place: the number of the place.
        source: the word that the move has for it.
        card: the card.

    Raises:
        Refused: the card is not there, or not the next one of the stock.
    """
    game, cards = position.game, position.table.cards_in(place)
    at = cards.find(card) if source in game.fanned_places else cards.rfind(card)
    if source == "deal" and at != len(cards) - 1:
        at = -1
    if at >= 0:
        return at
    words = f"lies face down in {game.words(source)}" if card | DOWN in cards else f"is not in {game.words(source)}"
    if source == "deal":
        words = words.replace(" in the stock", " the next card")
    raise _misplay_error(f"{PRETTY[card]} {words}", source if source in game.places else "stock")


def _place_under(position: Position, plain: Move) -> int:
    """Return the place to which a move goes that names the card on which it goes.

    Raises:
        Refused: not exactly one place has this card on top.
    """
    target_card = CARD.get((plain.dest or "")[1:])
    piles = position.places.items()
    names = [name for name, pile in piles if pile and pile[-1] == target_card and not is_foundation_name(name)]
    if target_card is None or len(names) != 1:
        raise _misplay_error(Message("it is not clear where ", plain, " puts its card: name the place"))
    return position.game.places[names[0]]


def _foundation_for(position: Position, card: int, dest: int) -> int | None:
    """Return the foundation in the direction of ``dest`` (``ON_UP`` or ``ON_DOWN``) that takes a card now, whatever the
    rules say of the move; None if none does."""
    table = position.table
    # One kind of foundation is built up, and two are built down.
    kinds = range(1) if dest == ON_UP else range(1, KINDS)
    for kind in kinds:
        # The bits of ``want`` are the kinds of foundations that take the card now.
        if table.full[kind] and table.want[card] >> kind & 1:
            return FOUNDATIONS + 4 * kind + SUIT[card]
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
    game, table = position.game, position.table
    lines, gone_cards = _lines_after(position, command)
    _check_count(game, _count_outside_foundations(position), lines)
    try:
        position_after = game.from_layout(lines, 1)
    except LayoutError as error:
        message = Message(place_in_message(error.place), ": ", error.message)
        raise _setting_error(message, error.place) from None
    _check_cards(game, _all_cards(position), _all_cards(position_after), gone_cards)
    places = _changed_places(table, position_after.table, game.places.values())
    if not places:
        raise _setting_error("nothing changes: all these cards are already where you put them")
    lines_before = dict(position.listing())
    # However it was written, the same setting is told in the same words.
    placed_cards = [
        (name, _cards_of_numbers(cards))
        for name, cards in position_after.listing()
        if name != "deal" and not isinstance(cards, int) and lines_before.get(name) != cards
    ]
    if gone_cards:
        placed_cards.append((GONE, _cards_of_numbers(sorted(gone_cards))))
    position_after.table.deal = table.deal
    registers = position_after.table.registers()
    table.odd = True
    action = IrregularAction(command._replace(placed=tuple(placed_cards)), places=places, registers=registers)
    table.irregular_actions.append(action)
    return position.play(IRREGULAR + len(table.irregular_actions) - 1)


def _lines_after(position: Position, command: Move) -> tuple[dict[str, list[int]], list[int]]:
    """Return what a position has after a setting (cards put right by hand).

    Args:
        position: the position before it.
        command: the setting.

    Returns:
        The cards that each line of the position lists then, and the cards that have left the table.

    Raises:
        Refused: a place is not one of the game, or is there twice, or has no room for so many cards.
    """
    game = position.game
    lines = {name: [*cards] for name, cards in position.listing() if not isinstance(cards, int) and name != "deal"}
    names_so_far: set[str] = set()
    gone_cards: list[int] = []
    for name, cards in command.placed:
        if name in names_so_far:
            raise _setting_error(Message(place_in_message(name), " is written twice"), name)
        names_so_far.add(name)
        line = game.line(name)
        if name == GONE:
            gone_cards += cards
        elif name in lines or name in game.order:
            lines[name] = list(cards)
        elif line in lines and game.row(name):
            if len(cards) > 1:
                raise _setting_error(f"{name} has room for one card, but {len(cards)} are listed", name)
            lines[line][list(game.cells[line]).index(name)] = cards[0] if cards else GAP
        else:
            raise _setting_error(f"{game.name} has no place {name} here", name)
    return lines, gone_cards


def _changed_places(before: Table, after: Table, numbers: Iterable[int]) -> dict[int, bytes | int]:
    """Return the places that differ between two tables, by their numbers: the cards that lie there after, of a
    foundation its height."""
    places: dict[int, bytes | int] = {}
    for number in numbers:
        if is_foundation(number):
            if before.size[number] != after.size[number]:
                places[number] = after.size[number]
        elif before.cards_in(number) != after.cards_in(number):
            places[number] = after.cards_in(number)
    return places


def _setting_error(message: str, *places: str) -> Refused:
    """Return the error for a setting that is wrong."""
    return Refused(Refusal(_NO_SETTING, message, None, tuple(place for place in places if place != GONE)))


def _all_cards(position: Position) -> Counter[int]:
    """Return how often each card is on the table, face up or face down."""
    return Counter(card & ~DOWN for name in position.game.places for card in position.places[name])


def _count_outside_foundations(position: Position) -> int:
    """Return how many cards lie beside the foundations."""
    places = position.game.places
    return sum(position.table.size[place] for place in places.values() if place < PLACES)


def _check_count(game: Game[Any], count_before: int, lines: dict[str, list[int]]) -> None:
    """Check that a setting puts no more cards beside the foundations than the packs have, or than there were before.

    Raises:
        Refused: it does.
    """
    count = sum(len(cards) - cards.count(GAP) for name, cards in lines.items() if name not in game.lines)
    if count > max(PACK_SIZE * game.packs, count_before):
        raise _setting_error(f"there would be {pluralize(count, 'card')} beside the foundations, and {game.packs_have}")


def _check_cards(game: Game[Any], before: Counter[int], after: Counter[int], gone_cards: list[int]) -> None:
    """Check that a setting leaves no card on the table too often, and loses none without saying that it is gone.

    Args:
        game: the game.
        before: how often each card was on the table.
        after: how often each is there now.
        gone_cards: the cards that the setting lists as gone.

    Raises:
        Refused: one is.
    """
    surplus = [card for card in sorted(after) if after[card] > game.packs and after[card] > before[card]]
    if surplus:
        count = after[surplus[0]]
        raise _setting_error(f"there would be {count} of {PRETTY[surplus[0]]}, and the packs have {game.packs}")
    lost_cards, listed_as_gone = before - after, Counter(gone_cards)
    if missing := sorted((lost_cards - listed_as_gone).elements()):
        what = f"{pretty(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        raise _setting_error(f"{what}: list each card in its place, or after gone: if it has left the table")
    if still_there := sorted((listed_as_gone - lost_cards).elements()):
        are = "is" if len(still_there) == 1 else "are"
        raise _setting_error(f"{pretty(still_there)} {are} listed as gone, but still there or gone before")


def _cards_of_numbers(numbers: Iterable[int]) -> tuple[Card, ...]:
    """Return numbers as cards, which print themselves."""
    return tuple(map(CARDS.__getitem__, numbers))
