"""Odds of one position, for somebody who doesn't see its hidden cards: they are laid anew at random, and the game is
played on, again and again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from leoni_replay.cards import DOWN, GAP
from leoni_replay.deals import SplitMix64
from leoni_replay.games.game import Position
from leoni_replay.leoni_error import LeoniError
from leoni_replay.odds.counts import Counts, Row
from leoni_replay.odds.question import SOLVER
from leoni_replay.record.result import Replay
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.search.players import check_player, play
from leoni_replay.search.solver import Limits, make_memory, prunings_of, solve
from leoni_replay.solving.searcher import make_shuffle

#: how many random orders are tried for one that the rules allow
_MOST_TRIES: Final = 10_000


class HiddenCard(NamedTuple):
    """A card that nobody sees: its place, where it lies there (counted from the bottom), and the card, with its bit
    ``DOWN``."""

    place: str
    height: int
    card: int


class PositionQuestion(NamedTuple):
    """What is asked about a position.

    Attributes:
        replay: the record.
        at: the number of the move after which the position stands; 0 for the position as dealt.
        player: who plays on from it.
        seed: decides the orders of the hidden cards, and the moves of players who choose at random.
        limits: the limits of the solver for each order; other players have none.
    """

    replay: Replay
    at: int
    player: str
    seed: str
    limits: Limits

    def check(self) -> None:
        """Check that the question can be answered.

        Raises:
            LeoniError: the record is rejected or has no such move, not all its cards are known, or there is no such
                player in this game.
        """
        replayed = self.replay
        if replayed.error is not None:
            raise LeoniError(f"the record is rejected: {replayed.error.code}: {replayed.error.message}")
        if self.at > replayed.moves:
            raise LeoniError(f"there is no move {self.at}: the game has {replayed.moves}")
        if replayed.unknown:
            raise LeoniError("some cards of the record are unknown, so nobody can say which cards lie among the hidden")
        check_player(self.player, replayed.game.core, replayed.game.name)

    @property
    def position(self) -> Position:
        """The position, as a copy of its own."""
        return self.replay.at(self.at)


def hidden_cards(position: Position) -> list[HiddenCard]:
    """Return the cards of a position that a player doesn't see: those that lie face down, or in a pile that is."""
    shut_places = position.layout.shut
    return [
        HiddenCard(place, height, card)
        for place, cards in position.places.items()
        for height, card in enumerate(cards)
        if card != GAP and (place in shut_places or card >= DOWN)
    ]


def answer(question: PositionQuestion, samples: int) -> Iterator[Counts]:
    """Lay the hidden cards of a position anew, and play on from each order.

    Every order that the rules allow is equally likely. If no card is hidden and the player does not choose at random,
    the position is played once, because every game would be the same.

    Args:
        question: the position, and who plays.
        samples: the number of orders.

    Yields:
        The counts so far, after each game.

    Raises:
        LeoniError: the rules allow so few orders that none was found.
    """
    position = question.position
    hidden = hidden_cards(position)
    if not hidden and question.player not in ("random", "weighted"):
        samples = 1
    shuffle = None
    if position.game.written_redeals:
        shuffle = make_shuffle(question.replay.transcript.value("Deal") or "", position.orders)
    prunings = prunings_of(position.table) if not question.replay.irregular else ()
    visited = make_memory(question.limits) if question.player == SOLVER else None
    counts = Counts()
    for number in range(1, samples + 1):
        seed = f"{question.seed}-{number}"
        sample = _lay_anew(position, hidden, seed, as_dealt=question.at == 0)
        if question.player == SOLVER:
            solution = solve(sample.table, question.limits, prunings=prunings, visited=visited, shuffle=shuffle)
            redeals = solution.line.count(DEAL_AGAIN)
            counts.add(Row(number, solution.status, solution.fewest, solution.nodes, redeals))
        else:
            game = play(sample.table, question.player, seed, shuffle=shuffle)
            redeals = game.line.count(DEAL_AGAIN)
            counts.add(Row(number, game.status, game.left, 0, redeals, moves=len(game.line)))
        yield counts


def _lay_anew(position: Position, hidden: list[HiddenCard], seed: str, *, as_dealt: bool) -> Position:
    """Return a copy of a position with its hidden cards in another order, which the rules allow.

    Args:
        position: the position.
        hidden: its hidden cards.
        seed: decides the order.
        as_dealt: whether the position is as dealt, so that a deal must have led to it.

    Raises:
        LeoniError: the rules allow so few orders that none was found.
    """
    generator = SplitMix64(seed)
    find_impossible_cards = position.game.undealt_cards if as_dealt else position.game.unreachable_cards
    impossible_cards = set(find_impossible_cards(position))
    sample = position.copy()
    # The answer must not depend on how they really lie.
    cards = sorted(hidden_card.card & ~DOWN for hidden_card in hidden)
    for _ in range(_MOST_TRIES):
        generator.shuffle(cards)
        for hidden_card, card in zip(hidden, cards, strict=True):
            place = position.game.places[hidden_card.place]
            sample.table.set_card(place, hidden_card.height, card | (hidden_card.card & DOWN))
        if impossible_cards.issuperset(find_impossible_cards(sample)):
            return sample
    raise LeoniError(f"of {_MOST_TRIES:,} orders of the hidden cards, the rules allow none")
