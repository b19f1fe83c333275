"""A move in words, and the end of a game: the one place where replays get their sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from leoni_replay.cards import PRETTY, SUIT, SUIT_NAMES, UNKNOWN, pretty
from leoni_replay.games import Game
from leoni_replay.games.game import left_words
from leoni_replay.games.places import NUMBERS, is_foundation, is_pile, line_of, row_of, way_of
from leoni_replay.games.steps import Change, Position, Relaid, Revealed, Shift, Step, Turned
from leoni_replay.words import a, counted, listed, still_legal


def tell(step: Step, game: Game[Any], position: Position) -> str:
    """What a step does, as a sentence without its capital and full stop; the position is the one before it."""
    return "; ".join(tell_parts(step, game, position))


def tell_parts(step: Step, game: Game[Any], position: Position) -> list[str]:
    """As :func:`tell`, in parts: of a weave one for every card that is lifted, then what followed by force."""
    # That a card was not known before is no part of the move.
    step = step._replace(changes=[change for change in step.changes if not isinstance(change, Revealed)])
    return _Sentence(step, game, position).parts()


def close(result: str | None, game: Game[Any], position: Position, legal: int | None = None) -> str:
    """Why a game is over where its record ends, or that it is not, and how many cards are left.

    Args:
        result: how the record ends, ``won``, ``lost`` or ``*``; None if it is rejected before.
        game: the game.
        position: the table where it ends.
        legal: how many moves are legal there; they are told of if the game is lost all the same.
    """
    if game.won(position):
        return f"The game is won: {game.why_won(position)}."
    left = f"{left_words(game.left(position))} not on the foundations"
    if result is None:
        return f"The replay stops here: {left}."
    if why := game.why_lost(position):
        unsaid = "" if result == "lost" else ", though the record does not say so"
        return f"The game is lost{unsaid}: {why}; {left}{still_legal(legal, 'are')}."
    return f"The game is not over: {left}."


class _Sentence:
    """The sentence of a step."""

    def __init__(self, step: Step, game: Game[Any], position: Position) -> None:
        self.step = step
        self.move = step.move
        self.game = game
        self.position = position

    def parts(self) -> list[str]:
        move, changes = self.move, self.step.changes
        if move.source == "redeal":
            return [self._redeal(), *self._forced(changes[1:])]
        if move.card is None:
            return [self._dealt()]
        if move.source == "exile":
            return self._exile(move.card)
        if move.dest in ("^v", "v^"):
            suit = SUIT_NAMES[SUIT[move.card]]
            way = "those built up to those built down" if move.dest == "^v" else "those built down to those built up"
            return [f"{PRETTY[move.card]} went over from the {suit}, {way}"]
        return self._moved(move.card)

    def _moved(self, card: int) -> list[str]:
        """A card, perhaps with others on it, went to a foundation or to another place; and what followed."""
        changes = list(self.step.changes)
        first = changes.pop(0)
        assert isinstance(first, Shift)
        lead = f"{PRETTY[card]} from {self.game.words(first.source)}"
        if first.source == "stock":
            lead = f"turned up {PRETTY[card]}, which"
            if first.dest == "hand":
                first = changes.pop(0)
                assert isinstance(first, Shift)
        with_it = 0
        while changes and isinstance(changes[0], Shift) and changes[0][:3] == first[:3] and not _is_base(first.dest):
            changes.pop(0)
            with_it += 1
        if with_it:
            lead += f", with {counted(with_it, 'card')} on it,"
        where = self._on_foundation(card, first) if _is_base(first.dest) else self._goes(first)
        return [f"{lead} {where}", *self._forced(changes)]

    def _forced(self, changes: Sequence[Change]) -> Iterator[str]:
        """What followed by force, card by card."""
        for card, change in zip(self.move.shown or (), changes, strict=False):
            name = PRETTY[card]
            if isinstance(change, Turned):
                yield f"{name} turned up in {self.game.words(change.place)}"
            elif isinstance(change, Shift) and _is_base(change.dest):
                yield f"{name} {self.game.laid_out(change.dest)}"
            elif isinstance(change, Shift) and change.source in ("stock", "talon"):
                yield f"{name} from {self.game.words(change.source)} {self.game.filled(change.dest)}"
            elif isinstance(change, Shift):
                yield f"{name}, uncovered, {self._goes(change)}"

    def _goes(self, change: Shift) -> str:
        return " ".join(self.game.goes(self.position, change))

    def _on_foundation(self, card: int, change: Shift) -> str:
        if change.to == 0:
            return self.game.laid_out(change.dest)
        return f"went on the {SUIT_NAMES[SUIT[card]]} built {_built(way_of(NUMBERS[change.dest]))}"

    def _dealt(self) -> str:
        """Cards dealt by the word ``deal``: one into the hand, a row, or a round."""
        dests = [change.dest for change in self.step.changes if isinstance(change, Shift)]
        cards = self.move.shown or (UNKNOWN,) * len(dests)
        if dests == ["hand"]:
            return f"turned up {pretty(cards)}"
        first = NUMBERS[dests[0]]
        if row_of(first):
            return f"dealt {self.game.words(line_of(first))}: {pretty(cards)}"
        dealt = list(zip(cards, dests, strict=True))
        piles = [dest for dest in dests if is_pile(NUMBERS[dest])]
        parts = []
        if piles:
            piled = pretty(card for card, dest in dealt if dest in piles)
            parts.append(f"dealt {piled} to {self._piles(piles)}")
        if dropped := [PRETTY[card] for card, dest in dealt if dest not in piles]:
            parts.append(f"dropped {listed(dropped)}")
        return " and ".join(parts)

    def _piles(self, names: Sequence[str]) -> str:
        """Piles that lie side by side: ``packet 1``, ``packets 1 and 2``, ``packets 1 to 4``."""
        first = self.game.words(names[0])
        if len(names) == 1:
            return first
        word = first.removesuffix(names[0]).rstrip()
        return f"{word}s {names[0]} {'and' if len(names) == 2 else 'to'} {names[-1]}"

    def _exile(self, card: int) -> list[str]:
        game, move, changes = self.game, self.move, self.step.changes
        first = changes[0]
        assert isinstance(first, Shift)
        lead = f"turned up the {game.exile} {PRETTY[card]}, which"
        if move.dest in ("^", "v"):
            return [f"{lead} {self._on_foundation(card, first)}"]
        if move.dest != "~":
            return [f"{lead} {self._goes(first)}"]
        parts = [f"{lead} fits nothing and is woven into {game.tableau}, {game.goes(self.position, first)[1]}"]
        # The first change put the exile under its pile, and each of those after it is a lift. Kings may follow.
        path = move.path or ()
        for lifted, change in zip(path, changes[1:], strict=False):
            assert isinstance(change, Shift)
            where = game.goes(self.position, change)[1]
            parts.append(f"{PRETTY[lifted]} lifted from {game.words(change.source)} {where}")
        if move.stalemate:
            parts.append("a stalemate")
        return [*parts, *self._forced(changes[1 + len(path) :])]

    def _redeal(self) -> str:
        change = self.step.changes[0]
        assert isinstance(change, Relaid)
        cards = sum(len(pile) for pile in change.after.values())
        again = f"{left_words(cards)} dealt again"
        shuffled = self.position.deal + 1 in self.game.written_redeals
        if "talon" in change.after:
            return f"{'shuffled' if shuffled else 'turned over'} the talon: {again}"
        if "stock" in change.after:
            return f"gathered the table{' and shuffled it' if shuffled else ''}: {again}"
        left = len(change.before.get("exile", ()))
        last = f", last of them the {counted(left, self.game.exile)} not turned up" if left else ""
        aside = len(change.after.get("exile", ()))
        sentence = f"picked up {self.game.tableau} and dealt {counted(cards, 'card')} again{last}"
        became = a(self.game.exile) if aside == 1 else f"{self.game.exile}s"
        return f"{sentence}; {counted(aside, 'card')} became {became}" if aside else sentence


def _is_base(place: str) -> bool:
    """Whether a place is a foundation."""
    return is_foundation(NUMBERS[place])


def _built(way: str) -> str:
    return "up" if way == "^" else "down"
