"""The unknown cards that a move of a weaving game names, where they lie, and what it proves about others."""

from __future__ import annotations

from collections.abc import Sequence

from leoni_replay.cards import KING, PACK_SIZE, PRETTY, RANK
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.games.refusal import Refused, not_known, place_not_known
from leoni_replay.games.steps import Shift
from leoni_replay.games.weaving import WeavingGame
from leoni_replay.record.checker import ReadResult, RecordReader, StopReading
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.rules.weaving import OWED_BY, Weaving
from leoni_replay.unknown.counting import count_copies_left
from leoni_replay.unknown.dealing import PartialDeal, PossibleDeals, blank_deal, order_of_redeal, ways_to_deal
from leoni_replay.unknown.exiles import CompletingWeaving, turns_up
from leoni_replay.unknown.identify_base import Names
from leoni_replay.unknown.position import NamedStep, Notes, UnknownPosition
from leoni_replay.unknown.proofs import Deal, Proofs
from leoni_replay.unknown.unknown_cards import UnknownCard, set_of

#: a card while a weave is followed: its place and index before the weave, or which card it is
_SpotOrCard = tuple[str, int] | int


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
        """Identify the unknown cards that a command names.

        Returns:
            The step of a redeal of partly unknown cards, which has been played; otherwise None.
        """
        naming = _Naming(self, proofs)
        source, card, dest = command[:3]
        pile_under_king = self._take_pile_under_king(proofs.position)
        if source == "redeal":
            return naming.redeal(command)
        if turns_up(command):
            naming.identify_exile(command, bool(pile_under_king))
            if pile_under_king and naming.is_exile_due_by(pile_under_king):
                naming.owe("L6a")
        elif source is None and card is not None and dest not in REVERSALS:
            naming.identify_anywhere(command, card)
        elif source in self.game.piles:
            naming.identify_top_card(source, card)
            naming.identify_kings_below(source, command.shown or ())
        return None

    def _take_pile_under_king(self, position: UnknownPosition) -> str:
        """Return the name of the pile in which the last weave lifted a king and uncovered an unknown card, and delete
        the note of it; empty if there is none. (If that card can be played, an exile is due, L6a.)"""
        name = position.notes.under_king
        if not name:
            return ""
        position.notes = position.notes._replace(under_king="")
        # It may have become known from a variation.
        return name if name not in self.game.fanned_places and position.places[name] else ""

    # -- after a move -------------------------------------------------------------------------------------------------

    def learn(self, proofs: Proofs, step: NamedStep) -> None:
        if step.move.source == "redeal":
            proofs.position.notes = Notes(proofs.redeals.redeal_count)
        elif step.move.path:
            self._learn_uncovered_card(proofs, step)

    def stands_still(self, position: UnknownPosition) -> bool:
        return _ends_at_standstill(self.game.table(position))

    def _learn_uncovered_card(self, proofs: Proofs, step: NamedStep) -> None:
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
                position.notes = position.notes._replace(under_king=lift.source)
        elif not step.move.stalemate and len(position.places[lift.dest]) > 1:
            # The weave ended because of the card that it uncovered, unless it came to an empty pile (L3).
            why = "a weave ended there, so that it fitted"
            proofs.limit(lift.source, len(pile) - 1, proofs.fitting(), why)


def _ends_at_standstill(table: Weaving) -> bool:
    """Whether the deal can end only where no available card fits a foundation (8, 9, L11)."""
    return not (table.stalemate or table.last_exile)


class _Naming:
    """Identifies the unknown cards that one move names: notes in ``proofs`` which cards they are, or can be."""

    def __init__(self, names: WeavingNames, proofs: Proofs) -> None:
        self.game = names.game
        self.table = names.game.table(proofs.position)
        self.proofs = proofs
        self.position = proofs.position

    # -- piles --------------------------------------------------------------------------------------------------------

    def identify_top_card(self, name: str, card: int | None) -> None:
        """Identify the card that is played from a pile: the top card, or any card of a fanned pile.

        Args:
            name: the pile.
            card: the card; None if the record doesn't name it.
        """
        size = len(self.position.places[name])
        lowest = 0 if name in self.game.fanned_places else max(size - 1, 0)
        self.proofs.take_card(name, range(lowest, size), card)

    def identify_kings_below(self, name: str, kings: Sequence[int]) -> None:
        """Identify the kings that leave a pile when they are uncovered (L6d)."""
        pile = self.position.places[name]
        for at, king in zip(reversed(range(len(pile) - 1)), kings, strict=False):
            if isinstance(pile[at], UnknownCard) and self.table.kings_leave:
                self.proofs.reveal(name, at, king)

    def identify_anywhere(self, command: Move, card: int) -> None:
        """Identify a card written without its place, unless a known card can be meant.

        Args:
            command: the move.
            card: the card that it names.

        Raises:
            Refused: unknown cards of several places can be this card.
        """
        known_cards = [known_card for _, known_card in self.position.available()]
        if card in known_cards or self.position.meanings(command):
            return
        possible_places: set[str] = set()
        for name in self.proofs.open_places():
            if any(self.proofs.can_be(open_card, card) for open_card in self.proofs.open_cards(name)):
                possible_places.add(name)
        if (not possible_places or self.proofs.choices is None) and self._may_be_turned_up(card):
            # If a record can mean a pile, it does; a claim is about both.
            possible_places.add("exile")
        if len(possible_places) > 1:
            raise Refused(place_not_known(card, self.game.rules.clause("4")))
        for name in possible_places:
            if name == "exile":
                self.identify_exile(command, False)
            else:
                self.identify_top_card(name, card)

    # -- exiles -------------------------------------------------------------------------------------------------------

    def _may_be_turned_up(self, card: int) -> bool:
        """Whether an unknown exile that can be turned up now can be this card."""
        exiles = self.position.places["exile"]
        next_exiles = exiles if self.table.any_exile else exiles[-1:]
        can_be = any(self.proofs.can_be(exile, card) for exile in next_exiles)
        return can_be and not self.table.why_not_turned_up()

    def identify_exile(self, command: Move, may_be_due: bool) -> None:
        """Identify the exile that is turned up, and the cards lifted after it.

        Args:
            command: the move.
            may_be_due: whether the exile may be due because of a card that a king has uncovered (L6a), so that the move
                does not prove a standstill.
        """
        exiles = self.position.places["exile"]
        card, table = command.card, self.table
        if exiles and not (table.owes or may_be_due):
            self.proofs.exclude_fitting_cards()
        # The upper of two equal exiles is taken.
        reach = range(len(exiles))[::-1]
        self.proofs.take_card("exile", reach if table.any_exile else reach[:1], card)
        if card is not None and command.path is not None and RANK[card] <= table.count:
            self._identify_path(card, command)

    def is_exile_due_by(self, name: str) -> bool:
        """Whether an exile can only be due because the top card of a pile, which a king has uncovered, can be played
        (L6a): that is known now, or nothing else allows the exile to be turned up. In the second case, the card is
        limited to those that fit."""
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
        """Note on the table that an exile is due, and by which point of the rules (such as L6a)."""
        self.table.owes = OWED_BY.index(point)
        self.table.restore(self.table.registers())

    def _identify_path(self, card: int, command: Move) -> None:
        """Follow a weave along its path (the cards that it lifts, as the record names them), and identify the unknown
        cards among them. Stop where the path contradicts what is known: the rules refuse it later.

        Args:
            card: the exile that is woven in.
            command: the move, with its path.
        """
        game, table, places = self.game, self.table, self.position.places
        path = command.path or ()
        if not table.stops and any(RANK[woven_card] == KING for woven_card in (card, *path)):
            # The weave lifts cards of pile 13 in their order, which does not matter otherwise.
            for name in game.fanned_places:
                self.proofs.forget_order(name)
        # The piles as they become during the weave: each card by where it lay before, and woven cards by themselves.
        piles: dict[str, list[_SpotOrCard]] = {}
        for name in game.piles:
            piles[name] = [(name, at) for at in range(len(places[name]))]
        piles_lifted_from: set[str] = set()
        home = game.piles[RANK[card] - 1]
        piles[home].insert(0, card)
        for lifted_card in path:
            rank = RANK[lifted_card]
            if not piles[home]:
                return
            self._identify_lifted_card(piles[home].pop(), lifted_card)
            piles_lifted_from.add(home)
            if rank > table.count:
                return
            if rank == KING and table.stops:
                break
            if not table.once:
                home = game.piles[rank - 1]
            piles[home].insert(0, lifted_card)
        if command.stalemate:
            self._limit_stalemate(home, piles[home])
        if table.kings_leave:
            names = [name for name in game.piles[:12] if name in piles_lifted_from]
            self._identify_kings({name: piles[name] for name in names}, command.shown or ())

    def _limit_stalemate(self, home: str, pile: Sequence[_SpotOrCard]) -> None:
        """Limit the unknown cards of pile ``home`` in a stalemate: all have its rank, and none fits a foundation."""
        card_set = set_of(range(self.game.piles.index(home), PACK_SIZE, 13)) & ~self.proofs.fitting()
        for spot in pile:
            if not isinstance(spot, int) and isinstance(self._card_at(spot), UnknownCard):
                place, at = spot
                self.proofs.limit(place, at, card_set, f"it lay in a stalemate of pile {home}")

    def _card_at(self, spot: _SpotOrCard) -> int:
        """Return the card that lies at a spot before the weave; a card is returned as it is."""
        if isinstance(spot, int):
            return spot
        place, at = spot
        return self.position.places[place][at]

    def _identify_lifted_card(self, spot: _SpotOrCard, card: int) -> None:
        """Identify a card that a weave has lifted, if it was unknown."""
        if not isinstance(spot, int) and isinstance(self._card_at(spot), UnknownCard):
            place, at = spot
            self.proofs.reveal(place, at, card)

    def _identify_kings(self, piles: dict[str, list[_SpotOrCard]], kings: Sequence[int]) -> None:
        """Identify the kings that leave the piles from which a weave has lifted cards, the lowest number first (L6d).
        The record doesn't say which piles.

        Args:
            piles: the piles from which the weave has lifted cards, as they are after it.
            kings: the kings that the record shows.
        """
        cards = [[self._card_at(spot) for spot in pile] for pile in piles.values()]
        ways = sorted(self._ways_to_leave(cards, kings), reverse=True)
        if not ways:
            return
        way = ways[0]
        if len(ways) > 1:
            way = self._choose_kings_left([*piles], kings, ways)
        for name, king in zip(_piles_of_kings([*piles], way), kings, strict=True):
            self._identify_lifted_card(piles[name].pop(), king)

    def _choose_kings_left(
        self, names: Sequence[str], kings: Sequence[int], ways: Sequence[tuple[int, ...]]
    ) -> tuple[int, ...]:
        """Choose how many kings leave each of some piles. Note that as an assumption, and forget which card is which in
        the piles that would have other numbers otherwise.

        Args:
            names: the piles.
            kings: the kings that leave them, in this order.
            ways: the ways to choose from; each has the number of kings for each pile.

        Raises:
            Refused: there is nothing to choose, because the move is only tried.
        """
        choices = self.proofs.choices
        if choices is None:
            raise Refused(not_known(f"the pile that {PRETTY[kings[0]]} leaves", self.game.rules.clause("L6d")))
        chosen_way = choices.choose(ways)
        for name, king in zip(_piles_of_kings(names, chosen_way), kings, strict=True):
            choices.assumptions.append(f"{PRETTY[king]} is taken to have left pile {name}")
        for index, name in enumerate(names):
            if any(way[index] != chosen_way[index] for way in ways):
                # Nothing says any more which of its cards is which.
                self.proofs.make_interchangeable(name, range(len(self.position.places[name])))
        return chosen_way

    def _ways_to_leave(self, piles: Sequence[list[int]], kings: Sequence[int]) -> list[tuple[int, ...]]:
        """Return every way in which some kings can leave some piles, as the number of kings that leave each pile.

        Args:
            piles: the cards of the piles; the first one loses its kings first.
            kings: the kings that leave, in order.
        """
        if not piles:
            return [] if kings else [()]
        pile = piles[0]
        ways: list[tuple[int, ...]] = []
        for count in range(len(pile) + 1):
            top = pile[-1 - count] if count < len(pile) else None
            is_unknown = isinstance(top, UnknownCard)
            if top is None or is_unknown or RANK[top] != KING:
                # No more than these kings need leave this pile.
                ways += [(count, *others) for others in self._ways_to_leave(piles[1:], kings[count:])]
            if top is None or count == len(kings):
                break
            if top != kings[count] and not (is_unknown and self.proofs.can_be(top, kings[count])):
                break
        return ways

    # -- redeals ------------------------------------------------------------------------------------------------------

    def redeal(self, command: Move) -> NamedStep | None:
        """Note a redeal. If some of the cards are unknown, it is open where they come to lie; then one of the ways to
        deal them is chosen and played.

        Returns:
            The step of the redeal, if it has been played; None if all cards are known, so that the rules play it.

        Raises:
            Refused, Ambiguous: it is illegal.
            StopReading: the deal before it is the last one to read.
        """
        game, position, table, redeals = self.game, self.position, self.table, self.proofs.redeals
        # The order of shuffled cards is written.
        blanks = [
            card
            for name in (*game.piles, "exile")
            for card in position.places[name]
            if isinstance(card, UnknownCard) and not game.written_redeals
        ]
        blank_count = len(blanks)
        position.read(command)
        if _ends_at_standstill(table) and not table.redeal_any_time:
            self.proofs.exclude_fitting_cards()
        index = redeals.redeal_count
        if redeals.last_deal is not None and index >= redeals.last_deal and not self.proofs.variation_depth:
            raise StopReading
        is_new = index == len(redeals.deals)
        if is_new:
            name = f"deal {position.deal + 1}{' of a variation' if self.proofs.variation_depth else ''}"
            redeals.deals.append(Deal(name, blank_count))
        deal = redeals.deals[index]
        if blank_count and (is_new or (deal.fewest_exiles is None and blank_count < deal.blank_count)):
            # In a later reading, more may be known about them than in the first.
            deal.blank_count = blank_count
            deal.way_count = 1
            self._lay_out(index)
        redeals.redeal_count += 1
        if not blank_count and self.proofs.hindsight:
            deal.piles = None
            deal.fewest_exiles = None
        if deal.piles is None:
            return None
        if deal.way_count > 1 and self.proofs.choices is not None:
            ways = f"the {deal.way_count} ways in which {deal.name} can have been dealt"
            self.proofs.choices.assumptions.append(f"of {ways}, one that fits is taken")
        piles = {name: self.proofs.cards_to_lay(pile) for name, pile in deal.piles.items()}
        return position.lay_again(DEAL_AGAIN, piles)

    def _lay_out(self, index: int) -> None:
        """Decide where partly unknown cards come to lie when they are dealt again: in one of the possible ways, or, if
        there are too many, with as many exiles as the record is assumed to have had.

        Args:
            index: the index of the redeal among those of the record, from 0.
        """
        game, proofs, choices = self.game, self.proofs, self.proofs.choices
        deal = proofs.redeals.deals[index]
        possible_deals = self._possible_deals()
        ways = possible_deals.ways
        if not ways:
            self._lay_out_blank(index, possible_deals)
            return
        way = ways[0]
        if len(ways) > 1 and choices is not None:
            exiled = choices.choose([way.exiled for way in ways])
            way = next(way for way in ways if way.exiled == exiled)
            deal.way_count = len(ways)
        if len(ways) > 1 or (choices is not None and choices.assumptions):
            deal.piles = way.supposed(game)
            return
        for identity, limit in way.limits:
            proofs.restrict(identity, limit, f"{deal.name} was dealt otherwise")
        deal.piles = way.by_place(game)

    def _possible_deals(self) -> PossibleDeals:
        """Return the ways in which the cards on the table can be dealt again; none if the number of exiles of the last
        deal is open."""
        game = self.game
        if self.proofs.redeals.is_open(self.position.notes.deal):
            return PossibleDeals([], PartialDeal(((),) * game.count), 0)
        order = order_of_redeal(game, self.table, self.position.places)
        return ways_to_deal(game, order, count_copies_left(game.packs, self.position))

    def _lay_out_blank(self, index: int, possible_deals: PossibleDeals) -> None:
        """Lay out a deal of unknown cards after those that are certain, with as many exiles as it is to have.

        Args:
            index: the index of the redeal among those of the record, from 0.
            possible_deals: the certain cards; there is no list of ways.
        """
        game, redeals, places = self.game, self.proofs.redeals, self.position.places
        deal = redeals.deals[index]
        first_cards = possible_deals.certain
        cards_left = sum(len(places[name]) for name in (*game.piles, "exile")) - possible_deals.certain_cards
        deal.fewest_exiles = len(first_cards.exiles)
        # The first deal of the record has a number too.
        exiles = redeals.exiles[index + 1] if index + 1 < len(redeals.exiles) else 0
        exiles_left = min(max(exiles - deal.fewest_exiles, 0), cards_left)
        deal.piles = blank_deal(game, cards_left, exiles_left, first_cards)


def _piles_of_kings(names: Sequence[str], counts: Sequence[int]) -> list[str]:
    """Return for each king the pile that it leaves, given how many leave each pile."""
    return [name for name, count in zip(names, counts, strict=True) for _ in range(count)]
