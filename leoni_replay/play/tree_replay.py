"""Playing the moves of a tree again, after the deal or one of its moves was corrected."""

from __future__ import annotations

from dataclasses import dataclass, replace

from leoni_replay.cards import CARDS, DOWN
from leoni_replay.commands import Move
from leoni_replay.deals import difference
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.play.move_refused import MoveRefused
from leoni_replay.play.move_tree import Node, RedealOrder
from leoni_replay.record.playing import GameInPlay, IllegalMove


def without_consequences(move: Move) -> Move:
    """Return a move without what follows from it by the rules, which another position decides. A misplay stays as it
    was made, but for the cards that it brings to light."""
    if move.how:
        return move._replace(shown=None)
    # The rules decide where an exile goes.
    return Move(move.source, move.card, None if move.source == "exile" else move.dest)


@dataclass
class TreeReplay:
    """Plays the moves of a tree again after a correction of the deal or of a move, and corrects the cards in them.

    Attributes:
        game_in_play: the game, from the corrected deal on.
        corrections: the real cards by the misnamed ones; empty if a move was corrected.
        game_path: the moves of the game itself, none of which may be lost.
    """

    game_in_play: GameInPlay
    corrections: dict[int, int]
    game_path: list[Node]

    def play_line(self, node: Node) -> int:
        """Play the line after a move that has been played, with its variations, and take it back.

        Returns:
            How many moves were lost, because they are not legal any more.

        Raises:
            MoveRefused: a move of the game itself would be lost.
        """
        moves_lost = moves_played = 0
        while node.branches:
            main, *variations = node.branches
            legal_variations = []
            for variation in variations:
                if self._push_corrected(variation) is None:
                    legal_variations.append(variation)
                    moves_lost += self.play_line(variation)
                    self.game_in_play.pop()
                else:
                    moves_lost += _count_moves(variation)
            error = self._push_corrected(main)
            if error is not None:
                if main in self.game_path:
                    raise MoveRefused(self._diagnostic_of_lost_move(main, error))
                moves_lost += _count_moves(main)
                node.branches = legal_variations
                break
            node.branches = [main, *legal_variations]
            moves_played += 1
            node = main
        for _ in range(moves_played):
            self.game_in_play.pop()
        return moves_lost

    def _diagnostic_of_lost_move(self, node: Node, error: IllegalMove) -> Diagnostic:
        """Return the diagnostic against a change after which a move of the game is not legal."""
        diagnostic = replace(error.diagnostic, file="", lines=(), number=None)
        number = len(self.game_in_play.moves) + 1
        message = f"then move {number}, {node.move}, could not have been played: {diagnostic.message}"
        return replace(diagnostic, message=message)

    def _push_corrected(self, node: Node) -> IllegalMove | None:
        """Play a move with the corrected cards, and write it so; return the objection if it cannot be played."""
        assert node.move is not None
        command = without_consequences(node.move)
        card = command.card
        possible_commands = [command]
        if card is not None and card in self.corrections:
            # It may be the other copy, which was named correctly.
            possible_commands.append(command._replace(card=CARDS[self.corrections[card]]))
        if node.move.dest in ("^", "v"):
            # An exile can fit two foundations.
            possible_commands += [command._replace(dest=node.move.dest) for command in possible_commands]
        first_error: IllegalMove | None = None
        for possible_command in possible_commands:
            try:
                node.move = self.game_in_play.push(possible_command, order=self._correct_order(node))
            except IllegalMove as error:
                first_error = first_error or error
                continue
            return None
        return first_error

    def _correct_order(self, node: Node) -> bytes | None:
        """Correct the order of a shuffled redeal; return its cards, or None if it does not fit the cards of the redeal
        or the move is no shuffled redeal."""
        shuffle = self.game_in_play.position.next_shuffle()
        if node.order is None or shuffle is None:
            return None
        cards_to_shuffle = [card & ~DOWN for card in shuffle.cards]
        cards = [*node.order.cards]
        extra, _ = difference(cards, cards_to_shuffle)
        for card in extra:
            if card in self.corrections:
                cards[cards.index(card)] = self.corrections[card]
        if sorted(cards) != sorted(cards_to_shuffle):
            return None
        node.order = RedealOrder(node.order.deal, bytes(cards))
        return node.order.cards


def _count_moves(node: Node) -> int:
    """Return the number of moves in the line that begins with a node, without variations."""
    return 1 + len(list(node.line()))
