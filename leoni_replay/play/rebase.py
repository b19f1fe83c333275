"""The moves of a tree, played again on another table as dealt: what is checked about them is written anew."""

from __future__ import annotations

from leoni_replay.cards import CARDS
from leoni_replay.commands import Command
from leoni_replay.play.refused import NotPlayed
from leoni_replay.play.tree import Node
from leoni_replay.record.playing import GameInPlay, IllegalMove


class Retold:
    """Plays the moves of a tree on another table as dealt: what is checked about them is written anew."""

    def __init__(
        self,
        play: GameInPlay,
        swapped: dict[int, int],
        way: list[Node],
        kept: list[tuple[Node, Command | None, list[Node]]],
    ) -> None:
        self.play = play
        self.swapped = swapped
        self.way = way
        self.kept = kept

    def line(self, node: Node) -> int:
        """A line of play from a move on that has been made; returns how many moves went."""
        gone = pushed = 0
        while node.branches:
            self.kept.append((node, node.move, node.branches))
            branches = list(node.branches)
            for branch in branches[1:]:
                if self._push(branch) is None:
                    gone += self.line(branch)
                    self.play.pop()
                else:
                    branches.remove(branch)
                    gone += 1 + len(list(branch.line()))
            error = self._push(branches[0])
            if error is not None:
                if branches[0] in self.way:
                    number = len(self.play.moves) + 1
                    diagnostic = error.diagnostic._replace(file="", lines=(), game=None)
                    message = (
                        f"then move {number}, {branches[0].move}, could not have been played: {diagnostic.message}"
                    )
                    raise NotPlayed(diagnostic._replace(message=message))
                gone += 1 + len(list(branches.pop(0).line()))
            node.branches = branches
            if error is not None:
                break
            pushed += 1
            node = branches[0]
        for _ in range(pushed):
            self.play.pop()
        return gone

    def _push(self, node: Node) -> IllegalMove | None:
        """Make a move with the cards as they are now; what is against it, if it cannot be made."""
        assert node.move is not None
        source, card, dest = node.move[:3]
        # Where an exile goes, the rules say.
        dest = None if source == "exile" else dest
        first: IllegalMove | None = None
        cards = [card] if card is None else list(dict.fromkeys([card, CARDS[self.swapped.get(card, card)]]))
        for meant in cards:
            try:
                full = self.play.push(Command(source, meant, dest))
            except IllegalMove as error:
                first = first or error
                continue
            self.kept.append((node, node.move, node.branches))
            node.move = full
            return None
        return first
