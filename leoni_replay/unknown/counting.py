"""What counting proves of unknown cards: so many places, so many copies of every card that are not known to lie
anywhere, and what each place can hold by the rules."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence

from leoni_replay.cards import DOWN
from leoni_replay.unknown.blanks import Blank, Slot, cards_of
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.unknowns import Unknowns


class _Shares:
    """Cards shared out among places that can hold the same ones: a flow from groups of slots to cards."""

    def __init__(self, slots: list[Slot], left: Counter[int]) -> None:
        #: the slots of each group, by what they may be
        self.groups: dict[int, list[Slot]] = {}
        for slot in slots:
            self.groups.setdefault(slot.may, []).append(slot)
        self.may = {group: [card for card in cards_of(group) if left[card] > 0] for group in self.groups}
        self.spare = Counter(left)
        #: how many of a card a group gets
        self.flow: dict[int, Counter[int]] = {group: Counter() for group in self.groups}
        self.whole = all(self._give(group, len(slots)) for group, slots in self.groups.items())

    def _give(self, group: int, count: int) -> bool:
        """Find cards for the slots of a group; others give theirs up for other ones where that helps."""
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
        """A chain of groups and cards: each group takes the card, which the next group gives up for another, up to a
        card that ``ends`` it."""
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

    def can_be(self, group: int, card: int) -> bool:
        """Whether a slot of a group can hold a card, with something left for every other."""
        flow = self.flow[group]
        return flow[card] > 0 or self._way(group, lambda end: self.spare[end] > 0 or flow[end] > 0, card) is not None


def count(unknowns: Unknowns) -> bool:
    """Find the cards of the first table that can be no other ones, by what is left of the packs.

    Returns:
        Whether every unknown card can be some card.
    """
    lying: Counter[int] = Counter()
    for pile in unknowns.start.places.values():
        for card in pile:
            if not isinstance(card, Blank):
                lying[card & ~DOWN] += 1
            elif card.slot.card is not None:
                lying[card.slot.card] += 1
    forced = _forced([blank.slot for blank in unknowns.blanks()], _left(unknowns.game.packs, lying))
    if forced is None:
        return False
    for slot, card in forced:
        slot.card = card
        unknowns.proved += 1
    return True


def only_ones(packs: int, position: UnknownPosition) -> list[tuple[str, int, int]]:
    """The unknown cards of a table that can be no other ones, by what is left of the packs: place, index and card."""
    where = [
        (place, at, card)
        for place, pile in position.places.items()
        for at, card in enumerate(pile)
        if isinstance(card, Blank)
    ]
    if not where:
        return []
    lying = Counter(card & ~DOWN for pile in position.places.values() for card in pile)
    slots = [blank.slot for _, _, blank in where]
    forced = {id(slot): card for slot, card in _forced(slots, _left(packs, lying)) or []}
    return [
        (place, at, forced[id(blank.slot)] | (int(blank) & DOWN))
        for place, at, blank in where
        if id(blank.slot) in forced
    ]


def enough(packs: int, position: UnknownPosition, may: Sequence[int]) -> bool:
    """Whether there is a card for each of some unknown ones of a table, of which each is one of a set."""
    lying = Counter(card & ~DOWN for pile in position.places.values() for card in pile)
    return _Shares([Slot(card_set) for card_set in may], _left(packs, lying)).whole


def _left(packs: int, lying: Counter[int]) -> Counter[int]:
    return Counter({card: packs - lying[card] for card in range(52)})


def _forced(slots: list[Slot], left: Counter[int]) -> list[tuple[Slot, int]] | None:
    """The slots that can hold but one card; None if there are not cards enough for all of them."""
    shares = _Shares(slots, left)
    if not shares.whole:
        return None
    forced: list[tuple[Slot, int]] = []
    for group, members in shares.groups.items():
        may = []
        for card in shares.may[group]:
            if shares.can_be(group, card):
                may.append(card)
            if len(may) > 1:
                break
        if len(may) == 1:
            forced += [(slot, may[0]) for slot in members]
    return forced
