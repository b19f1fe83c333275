"""The unknown cards that a move of a weaving game names, where they lie, and what it proves about others."""

from __future__ import annotations

from collections.abc import Sequence

from leoni_replay.cards import KING, PRETTY, RANK
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.games.refusal import Refused, not_known, place_not_known
from leoni_replay.games.steps import Shift
from leoni_replay.games.weaving import WeavingGame
from leoni_replay.record.checker import ReadResult, RecordReader, StopReading
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.rules.weaving import OWED_BY, Weaving
from leoni_replay.unknown.counting import left_over
from leoni_replay.unknown.dealing import Dealt, blank_deal, order_of_redeal, ways_to_deal
from leoni_replay.unknown.exiles import CompletingWeaving, turns_up
from leoni_replay.unknown.identify_base import Names
from leoni_replay.unknown.position import NamedStep, Noted, UnknownPosition
from leoni_replay.unknown.proofs import Deal, Proofs
from leoni_replay.unknown.unknown_cards import UnknownCard, set_of

#: a card while a weave is followed: where it lay, or which it is
_Lying = tuple[str, int] | int


class WeavingNames(Names):
    """Knowledge about the unknown cards of a weaving game."""

    game: WeavingGame
    lost_at_standstill = True

    @classmethod
    def complete(cls, reader: RecordReader) -> ReadResult:
        names = cls(reader.setup.game)
        return CompletingWeaving(reader, names, names.game).complete()

    # -- before a move ------------------------------------------------------------------------------------------------

    def name_cards(self, proofs: Proofs, command: Move) -> NamedStep | None:
        naming = _Naming(self, proofs)
        source, card, dest = command[:3]
        under_king = self._under_king(proofs.position)
        if source == "redeal":
            return naming.redeal(command)
        if turns_up(command):
            naming.exile(command, bool(under_king))
            if under_king and naming.is_due(under_king):
                naming.owe("L6a")
        elif source is None and card is not None and dest not in REVERSALS:
            naming.anywhere(command, card)
        elif source in self.game.piles:
            naming.pile(source, card)
            naming.kings(source, command.shown or ())
        return None

    def _under_king(self, position: UnknownPosition) -> str:
        """Return the pile whose top card was uncovered under a king in the last move, and forget it."""
        name = position.noted.under_king
        if not name:
            return ""
        position.noted = position.noted._replace(under_king="")
        # It may have become known from a variation.
        return name if name not in self.game.fanned_places and position.places[name] else ""

    # -- after a move -------------------------------------------------------------------------------------------------

    def learn(self, proofs: Proofs, step: NamedStep) -> None:
        if step.move.source == "redeal":
            proofs.position.noted = Noted(proofs.redeals.begun)
        elif step.move.path:
            self._uncovered(proofs, step)

    def stands_still(self, position: UnknownPosition) -> bool:
        return _ends_at_standstill(self.game.table(position))

    def _uncovered(self, proofs: Proofs, step: NamedStep) -> None:
        """Learn what a weave shows about the card that it uncovered last, if that is unknown."""
        position = proofs.position
        table = self.game.table(position)
        path = step.move.path or ()
        # The first change puts the exile under its pile; every other is a lift, or a king that leaves (L6d).
        lift, kings = step.changes[len(path)], step.changes[len(path) + 1 :]
        assert isinstance(lift, Shift)
        pile = position.places[lift.source]
        if not pile or not isinstance(pile[-1], UnknownCard):
            return
        if any(isinstance(king, Shift) and king.source == lift.source for king in kings):
            return
        if table.once or (table.stops and RANK[path[-1]] == KING):
            # The weave was over anyway (L2, L6). If the card can be played, an exile is due (L6a): the next move shows
            # it.
            if RANK[path[-1]] == KING and table.lifted_draws:
                position.noted = position.noted._replace(under_king=lift.source)
        elif not step.move.stalemate and len(position.places[lift.dest]) > 1:
            # The weave ended because of the card that it uncovered, unless it came to an empty pile (L3).
            why = "a weave ended there, so that it fitted"
            proofs.limit(lift.source, len(pile) - 1, proofs.fitting(), why)


def _ends_at_standstill(table: Weaving) -> bool:
    """Whether the deal can end only where no available card fits a foundation (8, 9, L11)."""
    return not (table.stalemate or table.last_exile)


class _Naming:
    """Identifies the cards that one move names."""

    def __init__(self, names: WeavingNames, proofs: Proofs) -> None:
        self.game = names.game
        self.table = names.game.table(proofs.position)
        self.proofs = proofs
        self.position = proofs.position

    # -- piles --------------------------------------------------------------------------------------------------------

    def pile(self, name: str, card: int | None) -> None:
        """Identify the card that is played from a pile."""
        size = len(self.position.places[name])
        self.proofs.take_card(name, range(0 if name in self.game.fanned_places else max(size - 1, 0), size), card)

    def kings(self, name: str, shown: Sequence[int]) -> None:
        """Identify the kings that leave a pile when they are uncovered (L6d)."""
        pile = self.position.places[name]
        for at, king in zip(reversed(range(len(pile) - 1)), shown, strict=False):
            if isinstance(pile[at], UnknownCard) and self.table.kings_leave:
                self.proofs.reveal(name, at, king)

    def anywhere(self, command: Move, card: int) -> None:
        """Identify a card written without its place, if it can be played or can be in only one place."""
        available = self.position.available()
        if any(lies == card for _, lies in available) or self.position.meanings(command):
            return
        may = {
            name
            for name in self.proofs.open_places()
            for lies in self.proofs.lying_open(name)
            if self.proofs.can_be(lies, card)
        }
        if (not may or self.proofs.choices is None) and self._may_be_turned_up(card):
            # If a record can mean a pile, it does; a claim is about both.
            may.add("exile")
        if len(may) > 1:
            raise Refused(place_not_known(card, self.game.rules.clause("4")))
        for name in may:
            if name == "exile":
                self.exile(command, False)
            else:
                self.pile(name, card)

    # -- exiles -------------------------------------------------------------------------------------------------------

    def _may_be_turned_up(self, card: int) -> bool:
        """Whether an unknown exile that can be turned up now can be this card."""
        exiles = self.position.places["exile"]
        next_ones = exiles if self.table.any_exile else exiles[-1:]
        can_be = any(self.proofs.can_be(lies, card) for lies in next_ones)
        return can_be and not self.table.why_not_turned_up()

    def exile(self, command: Move, may_be_due: bool) -> None:
        """Identify the exile that is turned up, and the cards lifted after it."""
        exiles = self.position.places["exile"]
        card, table = command.card, self.table
        if exiles and not (table.owes or may_be_due):
            self.proofs.exclude_fitting_cards()
        # The upper of two equal exiles is taken.
        reach = range(len(exiles))[::-1]
        self.proofs.take_card("exile", reach if table.any_exile else reach[:1], card)
        if card is not None and command.path is not None and RANK[card] <= table.count:
            self._follow(card, command)

    def is_due(self, name: str) -> bool:
        """Whether an exile can only be due because the card that a king has uncovered can be played (L6a): that is
        known now, or nothing else allows the exile to be turned up."""
        top = self.position.places[name][-1]
        if not self.position.places["exile"]:
            return False
        fitting = self.proofs.fitting()
        if not isinstance(top, UnknownCard):
            return fitting >> top & 1 == 1
        if not self.table.why_not_turned_up() or not top.slot.possible & fitting:
            return False
        why = "it came to light under a king, and an exile was turned up though cards could be played"
        at = len(self.position.places[name]) - 1
        self.proofs.limit(name, at, fitting, why)
        return True

    def owe(self, point: str) -> None:
        """Note that an exile is due by a point of the rules."""
        self.table.owes = OWED_BY.index(point)
        self.table.restore(self.table.registers())

    def _follow(self, card: int, command: Move) -> None:
        """Identify the cards of a weave as far as its path agrees with what is known."""
        game, table, places = self.game, self.table, self.position.places
        path = command.path or ()
        if not table.stops and KING in (RANK[card], *(RANK[lifted] for lifted in path)):
            for name in game.fanned_places:
                self.proofs.forget_order(name)
        piles: dict[str, list[_Lying]] = {name: [(name, at) for at in range(len(places[name]))] for name in game.piles}
        lifted_from: set[str] = set()
        home = game.piles[RANK[card] - 1]
        piles[home].insert(0, card)
        for lifted in path:
            rank = RANK[lifted]
            if not piles[home]:
                return
            self._lifted(piles[home].pop(), lifted)
            lifted_from.add(home)
            if rank > table.count:
                return
            if rank == KING and table.stops:
                break
            home = home if table.once else game.piles[rank - 1]
            piles[home].insert(0, lifted)
        if command.stalemate:
            card_set = set_of(range(game.piles.index(home), 52, 13)) & ~self.proofs.fitting()
            for lies in piles[home]:
                if not isinstance(lies, int) and isinstance(self._card(lies), UnknownCard):
                    why = f"it lay in a stalemate of pile {home}"
                    self.proofs.limit(*lies, card_set, why)
        if table.kings_leave:
            self._kings_lifted(piles, [name for name in game.piles[:12] if name in lifted_from], command.shown or ())

    def _card(self, lies: _Lying) -> int:
        return lies if isinstance(lies, int) else self.position.places[lies[0]][lies[1]]

    def _lifted(self, lies: _Lying, card: int) -> None:
        """Identify a card that a weave has lifted."""
        if not isinstance(lies, int) and isinstance(self._card(lies), UnknownCard):
            self.proofs.reveal(*lies, card)

    def _kings_lifted(self, piles: dict[str, list[_Lying]], names: Sequence[str], shown: Sequence[int]) -> None:
        """Identify the kings that leave the piles from which a weave has lifted cards, the lowest number first (L6d).
        The record doesn't say which piles."""
        ways = sorted(self._ways_to_leave([[*map(self._card, piles[name])] for name in names], shown), reverse=True)
        if not ways:
            return
        counts = ways[0]
        left = [name for name, count in zip(names, counts, strict=True) for _ in range(count)]
        if len(ways) > 1:
            if self.proofs.choices is None:
                what = f"the pile that {PRETTY[shown[0]]} leaves"
                raise Refused(not_known(what, self.game.rules.clause("L6d")))
            counts = self.proofs.choices.choose(ways)
            left = [name for name, count in zip(names, counts, strict=True) for _ in range(count)]
            for name, king in zip(left, shown, strict=True):
                self.proofs.choices.assumed.append(f"{PRETTY[king]} is taken to have left pile {name}")
            for n, name in enumerate(names):
                if any(way[n] != counts[n] for way in ways):
                    # Nothing says any more which of its cards is which.
                    self.proofs.make_interchangeable(name, range(len(self.position.places[name])))
        for name, king in zip(left, shown, strict=True):
            self._lifted(piles[name].pop(), king)

    def _ways_to_leave(self, piles: Sequence[list[int]], kings: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the numbers of kings that may leave each of some piles, so that exactly these do, in this order."""
        if not piles:
            return [] if kings else [()]
        pile = piles[0]
        ways: list[tuple[int, ...]] = []
        for count in range(len(pile) + 1):
            top = pile[-1 - count] if count < len(pile) else None
            unknown = isinstance(top, UnknownCard)
            if top is None or unknown or RANK[top] != KING:
                ways += [(count, *others) for others in self._ways_to_leave(piles[1:], kings[count:])]
            if top is None or count == len(kings):
                break
            if top != kings[count] and not (unknown and self.proofs.can_be(top, kings[count])):
                break
        return ways

    # -- redeals ------------------------------------------------------------------------------------------------------

    def redeal(self, command: Move) -> NamedStep | None:
        """Deal cards again. If they are partly unknown, their places may be open."""
        game, position, table, redeals = self.game, self.position, self.table, self.proofs.redeals
        lying = [card for name in (*game.piles, "exile") for card in position.places[name]]
        position.read(command)
        if _ends_at_standstill(table) and not table.redeal_any_time:
            self.proofs.exclude_fitting_cards()
        number = redeals.begun
        if redeals.last is not None and number >= redeals.last and not self.proofs.variation_depth:
            raise StopReading
        blanks = sum(isinstance(card, UnknownCard) for card in lying)
        first = number == len(redeals.deals)
        if first:
            name = f"deal {position.deal + 1}{' of a variation' if self.proofs.variation_depth else ''}"
            redeals.deals.append(Deal(name, blanks))
        deal = redeals.deals[number]
        if blanks and (first or (deal.at_least is None and blanks < deal.blanks)):
            # In a later reading, more may be known about them than in the first.
            deal.blanks, deal.ways = blanks, 1
            self._lay_out(number)
        redeals.begun += 1
        if not blanks and self.proofs.hindsight:
            deal.piles = deal.at_least = None
        if deal.piles is None:
            return None
        if deal.ways > 1 and self.proofs.choices is not None:
            ways = f"the {deal.ways} ways in which {deal.name} can have been dealt"
            self.proofs.choices.assumed.append(f"of {ways}, one that fits is taken")
        return position.lay_again(DEAL_AGAIN, {name: self.proofs.laid(pile) for name, pile in deal.piles.items()})

    def _lay_out(self, number: int) -> None:
        """Decide where partly unknown cards come to lie when they are dealt again: in one of the possible ways, or, if
        there are too many, with as many exiles as the record is assumed to have had."""
        game, proofs, redeals, choices = self.game, self.proofs, self.proofs.redeals, self.proofs.choices
        places, deal = self.position.places, self.proofs.redeals.deals[number]
        cards = sum(len(places[name]) for name in (*game.piles, "exile"))
        ways: list[Dealt] = []
        begun, dealt = Dealt(((),) * game.count), 0
        if not redeals.is_open(self.position.noted.table):
            left = left_over(game.packs, self.position)
            ways, begun, dealt = ways_to_deal(game, order_of_redeal(game, self.table, places), left)
        if not ways:
            deal.at_least = len(begun.exiles)
            wanted = redeals.exiles[number + 1] if number + 1 < len(redeals.exiles) else 0
            exiles = min(max(wanted - deal.at_least, 0), cards - dealt)
            deal.piles = blank_deal(game, cards - dealt, exiles, begun)
            return
        chosen = ways[0]
        if len(ways) > 1 and choices is not None:
            which = choices.choose([way.exiled for way in ways])
            chosen = next(way for way in ways if way.exiled == which)
            deal.ways = len(ways)
        if len(ways) > 1 or (choices is not None and choices.assumed):
            deal.piles = chosen.supposed(game)
            return
        for slot, limit in chosen.limits:
            proofs.restrict(slot, limit, f"{deal.name} was dealt otherwise")
        deal.piles = chosen.table(game)
