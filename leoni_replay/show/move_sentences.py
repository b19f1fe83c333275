"""A move in words, and the end of a game: the one place where replays get their sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from leoni_replay.cards import DOWN, PRETTY, UNKNOWN, pretty
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.games import Game
from leoni_replay.games.game import Position, cards_are
from leoni_replay.games.misplays import GONE
from leoni_replay.games.places import is_foundation_name, way_named
from leoni_replay.games.steps import Change, Relaid, Revealed, Shift, Step, Turned
from leoni_replay.phrases import join_words, pluralize, still_legal_remark
from leoni_replay.rules.numbers import TALON

#: The words for moves that turn up cards.
_TURNS: Final = {
    "exile": "turn up the next {}",
    "deal": "deal from the stock",
    "redeal": "gather the piles and deal again",
}

#: The same as the subject of a sentence.
_TURNINGS: Final = {
    "exile": "turning up the next {}",
    "deal": "dealing from the stock",
    "redeal": "gathering the piles and dealing again",
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
    dest = move.dest or ""
    if dest in REVERSALS:
        dest_words = "the other foundation"
    elif dest in game.ways:
        dest_words = f"the foundation {_way_words(dest)}" if len(game.ways) > 1 else "the foundation"
    else:
        dest_words = game.words(dest.removeprefix(">"))
    source_words = f" from {game.words(move.source)}" if move.source in game.places else ""
    return f"{name(move.card)}{source_words} to {dest_words}"


def move_subject(game: Game[Any], move: Move, name: Callable[[int], str] = PRETTY.__getitem__) -> str:
    """Return a move as the subject of a sentence: as :func:`move_words` has it, but ``turning up the next exile``, not
    ``turn up the next exile``.

    Args:
        game: the game.
        move: the move.
        name: returns the name of a card.
    """
    if move.card is None and move.source in _TURNINGS:
        return _TURNINGS[move.source].format(game.exile)
    return move_words(game, move, name)


def move_sentence(step: Step, position: Position) -> str:
    """Return a step as a sentence without its capital and full stop; the position is the one before it."""
    return "; ".join(sentence_parts(step, position))


def sentence_parts(step: Step, position: Position) -> list[str]:
    """Return a step as :func:`move_sentence` does, in parts: of a weave one for every card that is lifted, then what
    followed by force."""
    move, changes = step.move, step.changes
    if len(changes) == 1 and move.card is not None and move.source != "exile" and not move.how:
        # Most moves: one card goes to one place.
        change = changes[0]
        if isinstance(change, Shift):
            if not is_foundation_name(change.dest):
                turned_up = change.source == "stock"
                return [_card_sentence(position.game, move.card, change, position.arrival_words(change), turned_up)]
            if move.dest in ("^", "v"):
                return [_foundation_sentence(position.game, move.card, change)]
    if Revealed in map(type, changes):
        # The move doesn't say that a card was not known before.
        step = step._replace(changes=tuple([change for change in changes if not isinstance(change, Revealed)]))
    return _Sentence(step, position).parts()


#: The result word ``*`` is accepted anywhere, also where the rules end the game.
_UNSAID: Final = ", though the record does not say so"


def closing_sentence(result: str | None, position: Position, legal: int | None = None) -> str:
    """Return why a game is over where its record ends, or that it is not, and how many cards are left.

    Args:
        result: how the record ends, ``won``, ``lost``, ``conceded`` or ``*``; None if it is rejected before.
        position: the table where it ends.
        legal: how many moves are legal there; they are mentioned if the game is lost or conceded all the same.
    """
    if position.won():
        return f"The game is won{_UNSAID if result == '*' else ''}: {position.why_won()}."
    cards_left = f"{cards_are(position.left)} not on the foundations"
    if result is None:
        return f"The replay stops here: {cards_left}."
    if result == "conceded":
        return f"Conceded: {cards_left}{still_legal_remark(legal, result, 'are')}."
    # Where cards are unknown, more may be possible than the known ones show.
    why_lost = position.why_lost() if result == "lost" or not position.doubtful() else ""
    if why_lost:
        unsaid = "" if result == "lost" else _UNSAID
        return f"The game is lost{unsaid}: {why_lost}; {cards_left}{still_legal_remark(legal, 'lost', 'are')}."
    return f"The game is not over: {cards_left}."


@lru_cache(maxsize=1 << 13)
def _foundation_sentence(game: Game[Any], card: int, change: Shift) -> str:
    """Return the sentence for a card that goes to a foundation when nothing follows, as in most moves."""
    return _card_sentence(game, card, change, _foundation_phrase(game, change), change.source == "stock")


def _card_sentence(
    game: Game[Any], card: int, change: Shift, phrase: tuple[str, str], turned_up: bool, cards_on_it: int = 0
) -> str:
    """Return the sentence for a card that goes somewhere.

    Args:
        game: the game.
        card: the card.
        change: what it does.
        phrase: the verb, and where to.
        turned_up: whether the card is turned up and placed in one move.
        cards_on_it: how many cards go with it.
    """
    verb, where = phrase
    if turned_up:
        return f"{PRETTY[card]} is turned up and {where if verb == 'is' else f'{verb} {where}'}"
    if change.source == "hand":
        return f"{PRETTY[card]} {verb} {where}"
    lead = f"{PRETTY[card]} from {game.words(change.source)}"
    if cards_on_it:
        lead += f", with {'the card' if cards_on_it == 1 else f'the {cards_on_it} cards'} on it,"
    # Most moves are plays: they are told in the fewest words.
    return f"{lead} {where}" if is_foundation_name(change.dest) and change.to else f"{lead} {verb} {where}"


def _foundation_phrase(game: Game[Any], change: Shift) -> tuple[str, str]:
    """Return how a card goes to a foundation: the verb, and where to."""
    if change.to == 0:
        return game.base_arrival_words(change.dest)
    # Where a suit is built in one direction alone, that is not said.
    way_words = f" {_way_words(way_named(change.dest))}" if len(game.ways) > 1 else ""
    return "goes", f"to the foundation{way_words}"


#: Where a card goes that stays in its pile.
_SAME_PILE: Final = ("goes", "to the bottom of the same pile")


class _Piles(dict[str, list[int]]):
    """The cards of places while a step is under way: copies, each made when it is first asked for."""

    def __init__(self, places: Mapping[str, Sequence[int]]) -> None:
        super().__init__()
        self._places = places

    def __missing__(self, name: str) -> list[int]:
        pile = self[name] = list(self._places[name])
        return pile


class _Sentence:
    """The sentence of a step."""

    def __init__(self, step: Step, position: Position) -> None:
        self.step = step
        self.move = step.move
        self.game = position.game
        self.position = position

    def parts(self) -> list[str]:
        """Return the parts of the sentence."""
        if self.move.how == "set":
            return list(self._setting())
        if self.move.how:
            first, *others = self._misplay() if self.move.card is not None else self._ordinary_move()
            return [f"a misplay: {first}", *others]
        return self._ordinary_move()

    def _ordinary_move(self) -> list[str]:
        """Return the parts of the sentence for a move that is no misplay, or for a misplay whose cards went as in a
        legal move: a deal or a redeal that came too early."""
        move, changes = self.move, self.step.changes
        if move.source == "redeal":
            return [self._redeal(), *self._consequences(changes[1:])]
        if move.card is None:
            return [self._deal() if move.source == "deal" else self.game.action_words(self.step)]
        if move.source == "exile":
            return self._exile(move.card)
        if move.dest in REVERSALS:
            source_way, dest_way = map(_way_words, move.dest)
            return [f"{PRETTY[move.card]} moves over from the foundation {source_way} to the foundation {dest_way}"]
        return self._play(move.card)

    def _setting(self) -> Iterator[str]:
        """Yield the contents of each place after cards were put right by hand."""
        for name, cards in self.move.placed:
            if name == GONE:
                yield f"{pretty(cards)} {_are(len(cards))} no longer on the table"
            else:
                yield f"by hand: {self.game.words(name)} now holds {pretty(cards) if cards else 'no card'}"

    def _misplay(self) -> Iterator[str]:
        """Yield a sentence for each card that was moved against the rules."""
        piles = _Piles(self.position.places)
        for change in self.step.changes:
            if isinstance(change, Shift):
                card = piles[change.source].pop(change.at)
                piles[change.dest].insert(change.to, card)
                where = "the foundation" if is_foundation_name(change.dest) else self.game.words(change.dest)
                under = "under" if change.to == 0 and len(piles[change.dest]) > 1 else "to"
                yield f"{PRETTY[card & ~DOWN]} goes from {self.game.words(change.source)} {under} {where}"
            elif isinstance(change, Turned):
                card = piles[change.place][change.at]
                yield f"{PRETTY[card & ~DOWN]} is turned up in {self.game.words(change.place)}"

    def _play(self, card: int) -> list[str]:
        """Return the sentences for a card, perhaps with others on it, that moves, and for what follows."""
        changes = list(self.step.changes)
        first = changes.pop(0)
        assert isinstance(first, Shift)
        turned_up = first.source == "stock"
        if turned_up and first.dest == "hand":
            # The card goes on from the hand in the same move.
            first = changes.pop(0)
            assert isinstance(first, Shift)
        # Cards that lay on the first one follow it from the same index to the same place.
        cards_on_it = 0
        while changes and isinstance(changes[0], Shift) and changes[0][:3] == first[:3]:
            changes.pop(0)
            cards_on_it += 1
        sentence = _card_sentence(self.game, card, first, self._phrase(first), turned_up, cards_on_it)
        return [sentence, *self._consequences(changes)]

    def _phrase(self, change: Shift) -> tuple[str, str]:
        """Return how a card goes somewhere: the verb, and where to."""
        if is_foundation_name(change.dest):
            return _foundation_phrase(self.game, change)
        return self.position.arrival_words(change)

    def _consequences(self, changes: Sequence[Change]) -> Iterator[str]:
        """Yield a sentence for every card that follows a move by force, from what these cards do."""
        for card, change in zip(self.move.shown or (), changes, strict=False):
            name = PRETTY[card]
            if isinstance(change, Turned):
                yield f"{name} is turned up in {self.game.words(change.place)}"
            elif isinstance(change, Shift) and is_foundation_name(change.dest):
                yield f"{name} {' '.join(self._phrase(change))}"
            elif isinstance(change, Shift) and change.source in ("stock", "talon"):
                yield f"{name} from {self.game.words(change.source)} {self.game.refill_words(change.dest)}"
            elif isinstance(change, Shift):
                yield f"{name}, uncovered, {' '.join(self._phrase(change))}"

    def _deal(self) -> str:
        """Return the sentence for the word ``deal``: a card is turned up into the hand, a row is dealt, or a round of
        cards to piles, of which some may be dropped (laid apart in a row)."""
        dests = [change.dest for change in self.step.changes if isinstance(change, Shift)]
        cards = self.move.shown or (UNKNOWN,) * len(dests)
        if dests == ["hand"]:
            return f"{pretty(cards)} is turned up"
        if self.game.row(dests[0]):
            return f"{self.game.words(self.game.line(dests[0]))} is dealt: {pretty(cards)}"
        piles = tuple(dest for dest in dests if dest != "dropped")
        pile_cards: list[int] = []
        dropped_cards: list[int] = []
        for card, dest in zip(cards, dests, strict=True):
            if dest == "dropped":
                dropped_cards.append(card)
            else:
                pile_cards.append(card)
        parts: list[str] = []
        if piles:
            parts.append(f"{pretty(pile_cards)} {_are(len(piles))} dealt to {_pile_names(self.game, piles)}")
        if dropped_cards:
            names = [PRETTY[card] for card in dropped_cards]
            parts.append(f"{join_words(names)} {_are(len(names))} dropped")
        return ", and ".join(parts)

    def _exile(self, card: int) -> list[str]:
        """Return the sentences for an exile: that it fits, or each card that the weave lifts, and what follows."""
        first = self.step.changes[0]
        assert isinstance(first, Shift)
        lead = f"the {self.game.exile} {PRETTY[card]} is turned up"
        phrase = " ".join(self._phrase(first))
        if self.move.dest != "~":
            return [f"{lead} and {phrase}"]
        return self._weave(card, first, f"{lead}, fits nothing and {phrase}")

    def _weave(self, exile: int, first: Shift, opening: str) -> list[str]:
        """Return the sentences for a weave: each card that is lifted, how it ends, and what follows.

        Args:
            exile: the card that begins the weave.
            first: what that card does: it goes under its pile.
            opening: the sentence for that.
        """
        game, changes, path = self.game, self.step.changes, self.move.path or ()
        places, want = self.position.places, self.position.table.want
        piles = _Piles(places)
        piles[first.dest].insert(first.to, exile)
        parts = [opening]
        last_dest, can_be_played = first.dest, False
        # Each change after the first is a lift. Kings may follow.
        for card, lift in zip(path, changes[1:], strict=False):
            assert isinstance(lift, Shift)
            piles[lift.source].pop(lift.at)
            piles[lift.dest].insert(lift.to, card)
            uncovered = piles[lift.source][-1]
            # ``want`` has the foundations that take a card now, as bits.
            can_be_played = uncovered < UNKNOWN and want[uncovered] > 0
            sentence = _lift_sentence(
                game,
                card,
                source=lift.source if len(parts) > 1 else "",
                phrase=_SAME_PILE if lift.source == lift.dest else self.position.arrival_words(lift),
                was_empty=not places[lift.dest],
                uncovered=uncovered,
                can_be_played=can_be_played,
            )
            parts.append(sentence)
            last_dest = lift.dest
        is_alone = len(piles[last_dest]) == 1
        ending = ""
        if self.move.stalemate:
            pile = game.words(last_dest)
            parts.append(f"{pile} has no other card" if is_alone else f"no card of {pile} is of another rank")
            ending = ": a stalemate"
        elif path and game.ends_weave(path[-1]):
            ending = ": a king ends the weave"
        elif is_alone and not can_be_played:
            ending = ": the weave ends there"
        parts[-1] += ending
        return [*parts, *self._consequences(changes[1 + len(path) :])]

    def _redeal(self) -> str:
        """Return the sentence for a redeal."""
        change = self.step.changes[0]
        assert isinstance(change, Relaid)
        game, card_count = self.game, sum(len(pile) for pile in change.after.values())
        shuffled = self.position.deal + 1 in game.written_redeals
        again = f"{pluralize(card_count, 'card')} {_are(card_count)} the stock again"
        talon = game.vocabulary.names.get(TALON)
        if talon is not None and talon in change.after:
            return f"{game.words(talon)} is {'shuffled' if shuffled else 'turned over'}: {again}"
        if "stock" in change.after:
            return f"the cards on the table are gathered{' and shuffled' if shuffled else ''}: {again}"
        old_exiles = len(change.before.get("exile", ()))
        pile_cards = card_count - old_exiles
        sentence = f"{pluralize(pile_cards, 'card')} {_are(pile_cards)} dealt again"
        if old_exiles == 1:
            sentence += f", and after them the {game.exile} that was left"
        elif old_exiles:
            sentence += f", and after them the {pluralize(old_exiles, game.exile)} that were left"
        new_exiles = len(change.after.get("exile", ()))
        if new_exiles < 2:
            return f"{sentence}; {new_exiles or 'none'} becomes a new {game.exile}"
        return f"{sentence}; {new_exiles} become new {game.exile}s"


@lru_cache(maxsize=1 << 10)
def _pile_names(game: Game[Any], names: tuple[str, ...]) -> str:
    """Return the name of piles that lie side by side: ``packet 1``, ``packets 1 and 2``, ``packets 1 to 4``."""
    names = tuple(dict.fromkeys(names))
    words = [game.words(name) for name in names]
    word = words[0].removesuffix(names[0]).rstrip()
    alike = words == [f"{word} {name}" for name in names]
    if len(names) == 1 or word == "the" or not alike:
        return join_words(words)
    return f"{word}s {names[0]} {'and' if len(names) == 2 else 'to'} {names[-1]}"


@lru_cache(maxsize=1 << 14)
def _lift_sentence(
    game: Game[Any],
    card: int,
    source: str,
    phrase: tuple[str, str],
    was_empty: bool,
    uncovered: int,
    can_be_played: bool,
) -> str:
    """Return the sentence for a lift: where the card goes, and what it uncovers, by which the weave goes on or stops.

    Args:
        game: the game.
        card: the card that is lifted.
        source: the pile that it comes from; empty if that pile has just been named.
        phrase: the verb, and where to.
        was_empty: whether the card goes to a pile that was empty.
        uncovered: the card that it uncovers.
        can_be_played: whether that card can be played.
    """
    if phrase == _SAME_PILE:
        top_card = "the top card"
    else:
        top_card = f"the top card of {game.words(source)}" if source else "its top card"
    comma = "," if was_empty else ""
    lead = f"{top_card}, {PRETTY[card]}, {' '.join(phrase)}{comma} and uncovers"
    if uncovered == UNKNOWN:
        return f"{lead} an unknown card"
    return f"{lead} {PRETTY[uncovered]}, which {'can' if can_be_played else 'cannot'} be played"


def _way_words(way: str) -> str:
    """Return a direction of building in words: ``(up)``."""
    return "(up)" if way == "^" else "(down)"


def _are(count: int) -> str:
    """Return the verb for so many cards."""
    return "is" if count == 1 else "are"
