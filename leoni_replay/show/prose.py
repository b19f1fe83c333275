"""A move in words: the one place where replays get their sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from leoni_replay.cards import PRETTY, RANK, SUIT, SUIT_NAMES, UNKNOWN, pretty
from leoni_replay.games.places import NUMBERS, is_foundation, is_pile, line_of, place_words, row_of, way_of
from leoni_replay.games.steps import Change, Relaid, Revealed, Shift, Step, Turned
from leoni_replay.words import counted, listed

#: What a place is called.
Words = Callable[[str], str]


def tell(step: Step, words: Words = place_words) -> str:
    """What a step did, as a sentence without its capital and full stop; ``words`` are the game's for its places."""
    # That a card was not known before is no part of the move.
    step = step._replace(changes=[change for change in step.changes if not isinstance(change, Revealed)])
    move = step.move
    if move.source == "redeal":
        return "; ".join([_redeal(step), *_forced(step.changes[1:], move.shown or (), words)])
    if move.card is None:
        return _dealt(step)
    if move.source == "exile":
        return f"turned up {_exile(step, move.card, words)}"
    if move.dest in ("^v", "v^"):
        suit = SUIT_NAMES[SUIT[move.card]]
        way = "those built up to those built down" if move.dest == "^v" else "those built down to those built up"
        return f"{PRETTY[move.card]} went over from the {suit}, {way}"
    return _moved(step, move.card, words)


def _moved(step: Step, card: int, words: Words) -> str:
    """A card, perhaps with others on it, went to a foundation or to another place; and what followed."""
    changes = list(step.changes)
    first = changes.pop(0)
    assert isinstance(first, Shift)
    name = PRETTY[card]
    told = f"{name} from {words(first.source)} went"
    if (first.source, first.dest) == ("stock", "hand"):
        first = changes.pop(0)
        assert isinstance(first, Shift)
        told = f"turned up {name}, which went"
    elif first.source == "stock":
        told = f"turned up {name}, which went"
    with_it = 0
    while changes and isinstance(changes[0], Shift) and changes[0][:3] == first[:3] and not _is_base(first.dest):
        changes.pop(0)
        with_it += 1
    if with_it:
        told = f"{name} with {counted(with_it, 'card')} on it went from {words(first.source)}"
    where = _on_foundation(card, first) if _is_base(first.dest) else f"to {_place(first, words)}"
    return "; ".join([f"{told} {where}", *_forced(changes, step.move.shown or (), words)])


def _forced(changes: Sequence[Change], shown: Sequence[int], words: Words) -> Iterator[str]:
    """What followed by force, card by card."""
    for card, change in zip(shown, changes, strict=False):
        name = PRETTY[card]
        if isinstance(change, Turned):
            yield f"{name} turned up in {words(change.place)}"
        elif isinstance(change, Shift) and _is_base(change.dest):
            yield f"{name} went out as a base"
        elif isinstance(change, Shift) and change.source in ("stock", "talon"):
            yield f"{name} from {words(change.source)} filled {words(change.dest)}"
        elif isinstance(change, Shift):
            yield f"{name}, uncovered, went to {words(change.dest)}"


def _is_base(place: str) -> bool:
    """Whether a place is a foundation."""
    return is_foundation(NUMBERS[place])


def _is_pile(place: str) -> bool:
    """Whether a place is a pile or a packet."""
    return is_pile(NUMBERS[place])


def _on_foundation(card: int, change: Shift) -> str:
    if change.to == 0:
        return "out as a base"
    return f"on the {SUIT_NAMES[SUIT[card]]} built {_built(way_of(NUMBERS[change.dest]))}"


def _place(change: Shift, words: Words) -> str:
    return words(change.dest) if change.to or not _is_pile(change.dest) else f"the vacant {change.dest}"


def _built(dest: str | None) -> str:
    return "up" if dest == "^" else "down"


def _dealt(step: Step) -> str:
    """Cards dealt by the word ``deal``: one into the hand, a row, or a round."""
    dests = [change.dest for change in step.changes if isinstance(change, Shift)]
    cards = step.move.shown or (UNKNOWN,) * len(dests)
    if dests == ["hand"]:
        return f"turned up {pretty(cards)}"
    first = NUMBERS[dests[0]]
    if row_of(first):
        return f"dealt {place_words(line_of(first))}: {pretty(cards)}"
    piles = [card for card, dest in zip(cards, dests, strict=True) if _is_pile(dest)]
    dropped = [card for card, dest in zip(cards, dests, strict=True) if dest == "dropped"]
    told = f"dealt {pretty(piles)}" + (f" to packets {dests[0]} to {len(piles)}" if len(piles) > 1 else "")
    return told + (f" and dropped {listed([PRETTY[card] for card in dropped])}" if dropped else "")


def _exile(step: Step, card: int, words: Words) -> str:
    move = step.move
    name = PRETTY[card]
    if move.dest in ("^", "v"):
        return f"{name}, which went on the {SUIT_NAMES[SUIT[card]]} built {_built(move.dest)}"
    if move.dest == ">13":
        return f"{name}, which went to pile 13"
    parts = [f"{name}, which fits nothing: woven under pile {RANK[card]}"]
    # The first change put the exile under its pile, and each of those after it is a lift. Kings may follow.
    path = move.path or ()
    for lifted, change in zip(path, step.changes[1:], strict=False):
        assert isinstance(change, Shift)
        where = "under" if change.to == 0 else "to"
        parts.append(f"{PRETTY[lifted]} lifted from pile {change.source} {where} pile {change.dest}")
    if move.stalemate:
        parts.append("a stalemate")
    return "; ".join([*parts, *_forced(step.changes[1 + len(path) :], move.shown or (), words)])


def _redeal(step: Step) -> str:
    change = step.changes[0]
    assert isinstance(change, Relaid)
    cards = counted(sum(len(pile) for pile in change.after.values()), "card")
    if "talon" in change.after:
        return f"turned over the talon: {cards} are dealt again"
    if "stock" in change.after:
        return f"gathered the table: {cards} are dealt again"
    exiles = len(change.after.get("exile", ()))
    told = f"picked up the piles and dealt {cards} again"
    return told + (f", {exiles} of them exiled" if exiles else "")
