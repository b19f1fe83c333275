"""A move in words, and the end of a game: the one place where replays get their sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from leoni_replay.cards import DOWN, PRETTY, UNKNOWN, pretty
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.games import Game
from leoni_replay.games.game import Position, left_words
from leoni_replay.games.misplays import GONE
from leoni_replay.games.places import is_foundation_name, way_named
from leoni_replay.games.steps import Change, Relaid, Revealed, Shift, Step, Turned
from leoni_replay.phrases import counted, listed, still_legal
from leoni_replay.rules.numbers import TALON

#: The words for moves that turn up cards.
_TURNS: Final = {
    "exile": "turn up the next {}",
    "deal": "deal from the stock",
    "redeal": "gather the piles and deal again",
}


def move_words(game: Game[Any], move: Move, name: Callable[[int], str] = PRETTY.__getitem__) -> str:
    """Return what somebody does who makes a move, in any position: ``9♣ from pile 6 to the foundation (up)``.

    Args:
        game: the game.
        move: the move.
        name: returns the name of a card.
    """
    if move.card is None or move.source == "exile":
        return _TURNS.get(move.source or "", str(move)).format(game.exile)
    goes = move.dest or ""
    if goes in REVERSALS:
        to = "the other foundation"
    elif goes in game.ways:
        to = f"the foundation{f' {_way(goes)}' if len(game.ways) > 1 else ''}"
    else:
        to = game.words(goes.removeprefix(">"))
    where = f" from {game.words(move.source)}" if move.source in game.places else ""
    return f"{name(move.card)}{where} to {to}"


def move_sentence(step: Step, position: Position) -> str:
    """Return a step as a sentence without its capital and full stop; the position is the one before it."""
    return "; ".join(sentence_parts(step, position))


def sentence_parts(step: Step, position: Position) -> list[str]:
    """As :func:`move_sentence`, in parts: of a weave one for every card that is lifted, then what followed by force."""
    game = position.game
    move, changes = step.move, step.changes
    alone = len(changes) == 1 and move.source != "exile" and not move.how
    if alone and move.card is not None and isinstance(change := changes[0], Shift):
        # Most moves: one card goes to one place.
        if not is_foundation_name(change.dest):
            return [_act(game, move.card, change, position.goes(change), change.source == "stock")]
        if move.dest in ("^", "v"):
            return [_played(game, move.card, change)]
    if Revealed in map(type, changes):
        # That a card was not known before is no part of the move.
        step = step._replace(changes=[change for change in changes if not isinstance(change, Revealed)])
    return _Sentence(step, position).parts()


def closing_sentence(result: str | None, position: Position, legal: int | None = None) -> str:
    """Return why a game is over where its record ends, or that it is not, and how many cards are left.

    Args:
        result: how the record ends, ``won``, ``lost``, ``conceded`` or ``*``; None if it is rejected before.
        position: the table where it ends.
        legal: how many moves are legal there; they are mentioned if the game is lost or conceded all the same.
    """
    if position.won():
        return f"The game is won: {position.why_won()}."
    left = f"{left_words(position.left)} not on the foundations"
    if result is None:
        return f"The replay stops here: {left}."
    if result == "conceded":
        return f"The player concedes: {left}{still_legal(legal, result, 'are')}."
    # Where cards are unknown, more may be possible than the known ones show.
    if (result == "lost" or not position.doubtful()) and (why := position.why_lost()):
        unsaid = "" if result == "lost" else ", though the record does not say so"
        return f"The game is lost{unsaid}: {why}; {left}{still_legal(legal, 'lost', 'are')}."
    return f"The game is not over: {left}."


@lru_cache(maxsize=1 << 13)
def _played(game: Game[Any], card: int, change: Shift) -> str:
    """Return the sentence for a card that goes to a foundation when nothing follows, as in most moves."""
    return _act(game, card, change, _laid(game, change), change.source == "stock")


def _act(game: Game[Any], card: int, change: Shift, goes: tuple[str, str], turned_up: bool, with_it: int = 0) -> str:
    """Return the sentence for a card, also if it is turned up and placed."""
    verb, where = goes
    if turned_up:
        return f"{PRETTY[card]} is turned up and {where if verb == 'is' else f'{verb} {where}'}"
    if change.source == "hand":
        return f"{PRETTY[card]} {verb} {where}"
    lead = f"{PRETTY[card]} from {game.words(change.source)}"
    if with_it:
        lead += f", with {'the card' if with_it == 1 else f'the {with_it} cards'} on it,"
    # Most moves are plays: they are told in the fewest words.
    return f"{lead} {where}" if is_foundation_name(change.dest) and change.to else f"{lead} {verb} {where}"


def _laid(game: Game[Any], change: Shift) -> tuple[str, str]:
    """Return how a card goes to a foundation: the verb, and where to."""
    if change.to == 0:
        return game.laid_out(change.dest)
    # Where a suit is built in one direction alone, that is not said.
    way = f" {_way(way_named(change.dest))}" if len(game.ways) > 1 else ""
    return "goes", f"to the foundation{way}"


#: Where a card goes that stays in its pile.
_SAME_PILE: Final = ("goes", "to the bottom of the same pile")


class _Sentence:
    """The sentence of a step."""

    def __init__(self, step: Step, position: Position) -> None:
        self.step = step
        self.move = step.move
        self.game = position.game
        self.position = position

    def parts(self) -> list[str]:
        if self.move.how == "set":
            return list(self._by_hand())
        if self.move.how:
            first, *others = self._one_by_one() if self.move.card is not None else self._by_the_rules()
            return [f"a misplay: {first}", *others]
        return self._by_the_rules()

    def _by_the_rules(self) -> list[str]:
        move, changes = self.move, self.step.changes
        if move.source == "redeal":
            return [self._redeal(), *self._forced(changes[1:])]
        if move.card is None:
            return [self._dealt() if move.source == "deal" else self.game.action_words(self.step)]
        if move.source == "exile":
            return self._exile(move.card)
        if move.dest in REVERSALS:
            one, other = map(_way, move.dest)
            return [f"{PRETTY[move.card]} moves over from the foundation {one} to the foundation {other}"]
        return self._moved(move.card)

    def _by_hand(self) -> Iterator[str]:
        """Yield the contents of each place after cards were put right by hand."""
        for name, cards in self.move.placed:
            if name == GONE:
                yield f"{pretty(cards)} {_are(len(cards))} no longer on the table"
            else:
                yield f"by hand: {self.game.words(name)} now holds {pretty(cards) if cards else 'no card'}"

    def _one_by_one(self) -> Iterator[str]:
        """Yield a sentence for each card that was moved against the rules."""
        piles: dict[str, list[int]] = {}
        for change in self.step.changes:
            if isinstance(change, Shift):
                for place in (change.source, change.dest):
                    piles.setdefault(place, list(self.position.places[place]))
                card = piles[change.source].pop(change.at)
                piles[change.dest].insert(change.to, card)
                where = "the foundation" if is_foundation_name(change.dest) else self.game.words(change.dest)
                under = "under" if change.to == 0 and len(piles[change.dest]) > 1 else "to"
                yield f"{PRETTY[card & ~DOWN]} goes from {self.game.words(change.source)} {under} {where}"
            elif isinstance(change, Turned):
                turned = piles.setdefault(change.place, list(self.position.places[change.place]))[change.at]
                yield f"{PRETTY[turned & ~DOWN]} is turned up in {self.game.words(change.place)}"

    def _moved(self, card: int) -> list[str]:
        """Return the sentences for a card, perhaps with others on it, that moves, and for what follows."""
        changes = list(self.step.changes)
        first = changes.pop(0)
        assert isinstance(first, Shift)
        turned_up = first.source == "stock"
        if turned_up and first.dest == "hand":
            first = changes.pop(0)
            assert isinstance(first, Shift)
        with_it = 0
        while changes and isinstance(changes[0], Shift) and changes[0][:3] == first[:3]:
            changes.pop(0)
            with_it += 1
        act = _act(self.game, card, first, self._goes(first), turned_up, with_it)
        return [act, *self._forced(changes)] if changes else [act]

    def _goes(self, change: Shift) -> tuple[str, str]:
        laid = is_foundation_name(change.dest)
        return _laid(self.game, change) if laid else self.position.goes(change)

    def _forced(self, changes: Sequence[Change]) -> Iterator[str]:
        for card, change in zip(self.move.shown or (), changes, strict=False):
            name = PRETTY[card]
            if isinstance(change, Turned):
                yield f"{name} is turned up in {self.game.words(change.place)}"
            elif isinstance(change, Shift) and is_foundation_name(change.dest):
                yield f"{name} {' '.join(self._goes(change))}"
            elif isinstance(change, Shift) and change.source in ("stock", "talon"):
                yield f"{name} from {self.game.words(change.source)} {self.game.filled(change.dest)}"
            elif isinstance(change, Shift):
                yield f"{name}, uncovered, {' '.join(self._goes(change))}"

    def _dealt(self) -> str:
        """Return the sentence for the word ``deal``: a card into the hand, a row, or a round."""
        dests = [change.dest for change in self.step.changes if isinstance(change, Shift)]
        cards = self.move.shown or (UNKNOWN,) * len(dests)
        if dests == ["hand"]:
            return f"{pretty(cards)} is turned up"
        if self.game.row(dests[0]):
            return f"{self.game.words(self.game.line(dests[0]))} is dealt: {pretty(cards)}"
        dealt = list(zip(cards, dests, strict=True))
        piles = [dest for dest in dests if dest != "dropped"]
        parts = []
        if piles:
            piled = pretty(card for card, dest in dealt if dest in piles)
            parts.append(f"{piled} {_are(len(piles))} dealt to {_piles(self.game, tuple(piles))}")
        if dropped := [PRETTY[card] for card, dest in dealt if dest not in piles]:
            parts.append(f"{listed(dropped)} {_are(len(dropped))} dropped")
        return ", and ".join(parts)

    def _exile(self, card: int) -> list[str]:
        game, move, changes = self.game, self.move, self.step.changes
        first = changes[0]
        assert isinstance(first, Shift)
        lead = f"the {game.exile} {PRETTY[card]} is turned up"
        if move.dest != "~":
            return [f"{lead} and {' '.join(self._goes(first))}"]
        path = move.path or ()
        places = self.position.places
        lying: dict[str, list[int]] = {first.dest: [*places[first.dest]]}
        empty = set() if lying[first.dest] else {first.dest}
        lying[first.dest].insert(first.to, card)
        parts = [f"{lead}, fits nothing and {' '.join(self._goes(first))}"]
        want, can_go = self.position.table.want, False
        # The first change puts the exile under its pile, and each of those after it is a lift. Kings may follow.
        last = first
        for lifted, change in zip(path, changes[1:], strict=False):
            assert isinstance(change, Shift)
            last = change
            source, at, dest, to = change
            for name in (source, dest):
                if name not in lying:
                    lying[name] = [*places[name]]
                    if not lying[name]:
                        empty.add(name)
            left = lying[source]
            left.pop(at)
            lying[dest].insert(to, lifted)
            uncovered = left[-1]
            can_go = uncovered < UNKNOWN and want[uncovered] > 0
            goes = _SAME_PILE if source == dest else self.position.goes(change)
            parts.append(
                _lifted(game, lifted, source if len(parts) > 1 else "", goes, dest in empty, uncovered, can_go)
            )
        alone = len(lying[last.dest]) == 1
        if move.stalemate:
            pile = game.words(last.dest)
            parts.append(f"{pile} has no other card" if alone else f"no card of {pile} is of another rank")
            parts[-1] += ": a stalemate"
        elif path and game.ends_weave(path[-1]):
            parts[-1] += ": a king ends the weave"
        elif alone and not can_go:
            parts[-1] += ": the weave ends there"
        return [*parts, *self._forced(changes[1 + len(path) :])]

    def _redeal(self) -> str:
        change = self.step.changes[0]
        assert isinstance(change, Relaid)
        game, cards = self.game, sum(len(pile) for pile in change.after.values())
        shuffled = self.position.deal + 1 in game.written_redeals
        again = f"{counted(cards, 'card')} {_are(cards)} the stock again"
        talon = game.vocabulary.names.get(TALON)
        if talon is not None and talon in change.after:
            return f"{game.words(talon)} is {'shuffled' if shuffled else 'turned over'}: {again}"
        if "stock" in change.after:
            return f"the cards on the table are gathered{' and shuffled' if shuffled else ''}: {again}"
        left = len(change.before.get("exile", ()))
        piled = cards - left
        sentence = f"{counted(piled, 'card')} {_are(piled)} dealt again"
        if left:
            others = f"{game.exile} that was left" if left == 1 else f"{counted(left, game.exile)} that were left"
            sentence += f", and after them the {others}"
        aside = len(change.after.get("exile", ()))
        if aside < 2:
            return f"{sentence}; {aside or 'none'} becomes a new {game.exile}"
        return f"{sentence}; {aside} become new {game.exile}s"


@lru_cache(maxsize=1 << 10)
def _piles(game: Game[Any], names: tuple[str, ...]) -> str:
    """Return the name of piles that lie side by side: ``packet 1``, ``packets 1 and 2``, ``packets 1 to 4``."""
    names = tuple(dict.fromkeys(names))
    words = [game.words(name) for name in names]
    word = words[0].removesuffix(names[0]).rstrip()
    alike = all(one == f"{word} {name}" for one, name in zip(words, names, strict=True))
    if len(names) == 1 or word == "the" or not alike:
        return listed(words)
    return f"{word}s {names[0]} {'and' if len(names) == 2 else 'to'} {names[-1]}"


@lru_cache(maxsize=1 << 14)
def _lifted(
    game: Game[Any], card: int, source: str, goes: tuple[str, str], empty: bool, uncovered: int, can_go: bool
) -> str:
    """Return a lift: where the card goes, and what it uncovers, by which the weave goes on or stops. ``source`` is
    empty if that pile has just been named; ``empty`` says that the card goes to a pile that was empty."""
    same = goes == _SAME_PILE
    top = "the top card" if same else f"the top card of {game.words(source)}" if source else "its top card"
    lead = f"{top}, {PRETTY[card]}, {' '.join(goes)}{',' * empty} and uncovers"
    if uncovered == UNKNOWN:
        return f"{lead} an unknown card"
    return f"{lead} {PRETTY[uncovered]}, which {'can' if can_go else 'cannot'} be played"


def _way(way: str) -> str:
    """Return a direction of building, as it is told: ``(up)``."""
    return "(up)" if way == "^" else "(down)"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
