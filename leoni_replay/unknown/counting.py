"""What counting proves about unknown cards, from the number of places, the remaining copies of every card, and what
each place can hold by the rules."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence

from leoni_replay.cards import DOWN
from leoni_replay.unknown.blanks import Blank, Slot, cards_of
from leoni_replay.unknown.position import UnknownPosition


class _Shares:
    """Distributes cards among places that can hold the same ones: a flow from groups of slots to cards."""

    def __init__(self, may: Sequence[int], left: Counter[int]) -> None:
        #: the number of slots in each group, by what they may be
        self.groups = Counter(may)
        self.may = {group: [card for card in cards_of(group) if left[card] > 0] for group in self.groups}
        self.spare = left.copy()
        #: how many of a card a group gets
        self.flow: dict[int, Counter[int]] = {group: Counter() for group in self.groups}
        self.whole = all(self._give(group, count) for group, count in self.groups.items())

    def _give(self, group: int, count: int) -> bool:
        """Find cards for the slots of a group; other groups exchange theirs where that helps."""
        for card in self.may[group]:
            # Cards that no other group has are given first.
            given = min(self.spare[card], count)
            if given > 0:
                self.spare[card] -= given
                self.flow[group][card] += given
                count -= given
        for _ in range(count):
            way = self._way(group, lambda card: self.spare[card] > 0)
            if way is None:
                return False
            self.spare[way[-1][1]] -= 1
            self._shift(way)
        return True

    def _shift(self, way: list[tuple[int, int]]) -> None:
        for number, (group, card) in enumerate(way):
            self.flow[group][card] += 1
            if number + 1 < len(way):
                self.flow[way[number + 1][0]][card] -= 1

    def _way(self, start: int, ends: Callable[[int], bool], first: int | None = None) -> list[tuple[int, int]] | None:
        """A chain of groups and cards: each group takes the card that the next group gives up for another, until a card
        satisfies ``ends``."""
        queue: deque[tuple[int, int]] = deque()
        before: dict[tuple[int, int], tuple[int, int] | None] = {}
        seen = set()

        def take(group: int, cards: list[int], came: tuple[int, int] | None) -> None:
            for card in cards:
                if card not in seen:
                    seen.add(card)
                    before[group, card] = came
                    queue.append((group, card))

        take(start, self.may[start] if first is None else [first], None)
        while queue:
            at = queue.popleft()
            if ends(at[1]):
                way = [at]
                while (came := before[way[-1]]) is not None:
                    way.append(came)
                return way[::-1]
            for group, shared in self.flow.items():
                if shared[at[1]] > 0:
                    take(group, self.may[group], at)
        return None

    def only_one(self, group: int) -> int | None:
        """The only card that the slots of a group can hold; None if there are several."""
        flow = self.flow[group]
        possible = [card for card in self.may[group] if flow[card] > 0]
        if len(possible) > 1 or any(flow[card] <= 0 and self.can_be(group, card) for card in self.may[group]):
            return None
        return possible[0] if possible else None

    def can_be(self, group: int, card: int) -> bool:
        """Whether a slot of a group can hold a card, so that there are enough cards for all others."""
        flow = self.flow[group]
        return flow[card] > 0 or self._way(group, lambda end: self.spare[end] > 0 or flow[end] > 0, card) is not None


class _Count:
    """How often each card is known to lie in a position, which cards the moves have proved, and where
    the others are."""

    def __init__(self, position: UnknownPosition) -> None:
        self.lying: Counter[int] = Counter()
        self.proved: set[int] = set()
        self.where: list[tuple[str, int, Slot]] = []
        for place, pile in position.places.items():
            for at, card in enumerate(pile):
                if not isinstance(card, Blank):
                    self.lying[card & ~DOWN] += 1
                elif card.slot.card is not None:
                    self.lying[card.slot.card] += 1
                    self.proved.add(card.slot.card)
                else:
                    self.where.append((place, at, card.slot))

    def too_often(self, packs: int) -> int | None:
        """A proved card that lies in more places than it has copies; None if there is none."""
        return next((card for card in sorted(self.proved) if self.lying[card] > packs), None)


def only_ones(packs: int, position: UnknownPosition) -> list[tuple[str, int, int]] | None:
    """Find the unknown cards of a position whose identity follows from the rest of the packs.

    Returns:
        The place, the index and the card of each; None if there aren't enough cards for all of them.
    """
    table = _Count(position)
    shares = _Shares([slot.may for _, _, slot in table.where], _left(packs, table.lying))
    if not shares.whole or table.too_often(packs) is not None:
        return None
    ones = {group: shares.only_one(group) for group in shares.groups}
    forced = {group: card for group, card in ones.items() if card is not None}
    return [(place, at, forced[slot.may]) for place, at, slot in table.where if slot.may in forced]


def too_often(packs: int, position: UnknownPosition) -> int | None:
    """A card that is proved to lie in more places than the packs have copies of it: a variation can name it where the
    main line hasn't come yet. None if there is none."""
    return _Count(position).too_often(packs)


def left_over(packs: int, position: UnknownPosition) -> Counter[int]:
    """How many copies of each card lie nowhere in a position as far as it is known."""
    return _left(packs, Counter(card & ~DOWN for pile in position.places.values() for card in pile))


def enough(left: Counter[int], may: Sequence[int]) -> bool:
    """Whether the remaining cards have one for each unknown card, each of which is one of a set."""
    return _Shares(may, left).whole


def _left(packs: int, lying: Counter[int]) -> Counter[int]:
    return Counter({card: packs - lying[card] for card in range(52)})
