"""Which unknown cards a move of a weaving game names, where they lie, and what a deal of unknown cards looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leoni_replay.cards import GAP, KING, PRETTY, RANK
from leoni_replay.commands import Command
from leoni_replay.games.base import Refused
from leoni_replay.games.steps import Change, Position, Relaid, Shift, Step
from leoni_replay.games.weaving_state import Noted, State
from leoni_replay.unknown.blanks import EVERY, Blank, Slot, bits, not_known
from leoni_replay.unknown.unknowns import Enough, Unknowns

if TYPE_CHECKING:
    from leoni_replay.games.weaving import Weaving


def blank_deal(game: Weaving, cards: int, exiles: int) -> dict[str, list[int]]:
    """The piles and the exiles of a deal of unknown cards, of which so many are exiled: how high the piles are
    follows."""
    rounds, more = divmod(cards - exiles, game.count)
    table: dict[str, list[int]] = {}
    for p, name in enumerate(game.piles, 1):
        may, why = EVERY, ""
        if game.rules["L5"] == "recheck":
            may, why = (
                bits(card for card in range(52) if RANK[card] != p),
                f"a card of that rank due on pile {p} is exiled",
            )
        table[name] = [Blank(Slot(may, why)) for _ in range(rounds + (p <= more))]
    table["exile"] = [Blank(Slot()) for _ in range(exiles)]
    return table


def name_cards(
    game: Weaving, known: Unknowns, position: Position, command: Command, changes: list[Change]
) -> Step | None:
    """Lay open the cards that a written command names; a redeal of cards that are not all known is played.

    Raises:
        Refused: one of them cannot be there, or a card that matters is not named.
    """
    names = _Names(game, known, position, changes)
    source, card, dest = command[:3]
    under_king = _under_king(game, position)
    if source == "redeal":
        return names.redeal(command)
    if source == "exile" or (source is None and dest in ("~", ">13")):
        names.exile(command, bool(under_king))
        if under_king and names.is_due(under_king):
            position.state = position.state._replace(owes_exile="L6a")
    elif source is None and card is not None and dest not in ("^v", "v^"):
        names.anywhere(card)
    elif source in game.piles:
        names.pile(source, card)
        names.kings(source, command.shown or ())
    return None


def _under_king(game: Weaving, position: Position) -> str:
    """The pile whose top card came to light under a king with the last move; it is known no longer with this one."""
    state: State = position.state
    name = state.noted.under_king
    if not name:
        return ""
    position.state = state._replace(noted=state.noted._replace(under_king=""))
    # By now it can be known, from a variation.
    return name if name in game.topped and position.places[name] else ""


def learn(game: Weaving, known: Unknowns, position: Position, step: Step, changes: list[Change]) -> None:
    """What a step that was played says of unknown cards that it did not name.

    Raises:
        Refused: one of them can be no card at all.
    """
    path = step.move.path
    if path and not step.move.stalemate and not game.once and not (game.stops and RANK[path[-1]] == KING):
        last = step.changes[-1]
        assert isinstance(last, Shift)
        pile = position.places[last.source]
        # The weave ended because of what it uncovered, unless it came to an empty pile (L3).
        if len(position.places[last.dest]) > 1 and pile and isinstance(pile[-1], Blank):
            held = bits(game.wanted(position) - {GAP})
            known.limit(position, changes, last.source, len(pile) - 1, held, "a weave ended there, so that it fitted")
    state: State = position.state
    if step.move.source == "redeal":
        position.state = state._replace(noted=Noted(known.met))
        return
    source, card = step.move[:2]
    if step.before.played_out:
        if source not in game.piles or not state.noted.fitting >> (card or 0) & 1:
            # Reversals, and what they free: the standstill can have been before or behind them.
            position.state = state._replace(noted=Noted(state.noted.table))
            return
        # It was no standstill yet: this card would have fitted.
        position.state = state._replace(played_out=False)
        game.settle(position)
    if position.state.played_out:
        noted = Noted(state.noted.table, tuple(known.open_slots(position)), known.fitting(position))
        position.state = position.state._replace(noted=noted)


class _Names:
    def __init__(self, game: Weaving, known: Unknowns, position: Position, changes: list[Change]) -> None:
        self.game = game
        self.known = known
        self.position = position
        self.changes = changes

    def reveal(self, place: str, at: int, card: int) -> None:
        self.known.reveal(self.position, self.changes, place, at, card)

    # -- piles --------------------------------------------------------------------------------------------------------

    def pile(self, name: str, card: int | None) -> None:
        """The card that is played from a pile."""
        pile = self.position.places[name]
        self._one_of(
            name, range(len(pile)) if name == self.game.spread else range(max(len(pile) - 1, 0), len(pile)), card
        )

    def _one_of(self, name: str, reach: range, card: int | None) -> None:
        """One of the cards at some indices of a place is this one."""
        pile = self.position.places[name]
        blanks = [at for at in reach if isinstance(pile[at], Blank)]
        if not blanks:
            return
        if card is None:
            raise Refused(not_known(f"the card in {self.game.words(name)}", self.game.rules.clause("4"), name))
        may = [at for at in blanks if self.known.may_be(self.position, pile[at], card)]
        here = next((at for at in reach if pile[at] == card), None)
        if here is not None and name == self.game.spread:
            # Of twins the one nearest the bottom is taken, and an unknown card below can be its twin.
            self.known.vague(self.position, self.changes, name, [at for at in [*may, here] if at <= here])
        if here is not None:
            return
        if not may and card in pile:
            return
        if len(may) > 1:
            # Where every card is available, any of those that are not known can be the one.
            self.known.vague(self.position, self.changes, name, may)
        self.reveal(name, (may or blanks)[-1 if name == "exile" else 0], card)

    def kings(self, name: str, shown: tuple[int, ...]) -> None:
        """The kings that leave a pile as they are uncovered (L6d)."""
        pile = self.position.places[name]
        for at, king in zip(reversed(range(len(pile) - 1)), shown, strict=False):
            if isinstance(pile[at], Blank) and self.game.kings_leave:
                self.reveal(name, at, king)

    def anywhere(self, card: int) -> None:
        """A card that is written without its pile: it is known where it is available, or there is but one pile where
        it can be."""
        available = self.game.available(self.position)
        if any(held == card for _, held in available):
            return
        places = self.position.places
        may = {
            name
            for name, _ in available
            for held in (places[name] if name == self.game.spread else places[name][-1:])
            if self.known.may_be(self.position, held, card)
        }
        if len(may) > 1:
            raise Refused(not_known(f"the place of {PRETTY[card]}", self.game.rules.clause("4")))
        for name in may:
            self.pile(name, card)

    # -- exiles -------------------------------------------------------------------------------------------------------

    def exile(self, command: Command, may_be_due: bool) -> None:
        """The exile that is turned up, and the cards that are lifted after it."""
        exiles = self.position.places["exile"]
        card = command.card
        if exiles and not (self.game.any_time or self.position.state.owes_exile or may_be_due):
            self.known.shut_out(self.position, self.changes)
        self._one_of("exile", range(0 if self.game.any_exile else max(len(exiles) - 1, 0), len(exiles)), card)
        if card is not None and command.path is not None and RANK[card] <= self.game.count:
            self._follow(card, command.path, command.stalemate)

    def is_due(self, name: str) -> bool:
        """Whether an exile can only be due because the card that a king has uncovered can be played (L6a): that is
        known now, or nothing else lets it be turned up."""
        game, position = self.game, self.position
        wanted = game.wanted(position)
        pile = position.places[name]
        if pile[-1] in wanted:
            return True
        held = bits(wanted - {GAP})
        if game.may_turn_up(position) or not isinstance(pile[-1], Blank) or not pile[-1].slot.may & held:
            return False
        why = "it came to light under a king, and an exile was turned up though cards could be played"
        self.known.limit(position, self.changes, name, len(pile) - 1, held, why)
        return True

    def _follow(self, card: int, path: tuple[int, ...], stalemate: bool) -> None:
        """Lay open the cards of a weave as far as the path agrees with what is known."""
        game = self.game
        if game.spread and not game.stops and KING in (RANK[card], *(RANK[lifted] for lifted in path)):
            self.known.loosen(self.position, self.changes, game.spread)
        piles = {name: list(self.position.places[name]) for name in game.piles}
        home = RANK[card]
        piles[game.piles[home - 1]].insert(0, card)
        for lifted in path:
            name = game.piles[home - 1]
            rank = RANK[lifted]
            if not piles[name]:
                return
            self._lifted(piles[name].pop(), lifted)
            if (rank == KING and game.stops) or not 0 < rank <= game.count:
                return
            piles[name if game.once else game.piles[rank - 1]].insert(0, lifted)
            home = home if game.once else rank
        if stalemate:
            held = bits(set(range(home - 1, 52, 13)) - game.wanted(self.position))
            for blank in piles[game.piles[home - 1]]:
                if (where := self._where(blank)) is not None:
                    self.known.limit(self.position, self.changes, *where, held, f"it lay in a stalemate of pile {home}")

    def _lifted(self, top: int, card: int) -> None:
        if (where := self._where(top)) is not None:
            self.reveal(*where, card)

    def _where(self, blank: int) -> tuple[str, int] | None:
        """Where an unknown card lies; None for a card that is known, or has become known on the way."""
        for name in self.game.piles:
            for at, held in enumerate(self.position.places[name]):
                if held is blank and isinstance(held, Blank):
                    return name, at
        return None

    # -- redeals ------------------------------------------------------------------------------------------------------

    def redeal(self, command: Command) -> Step | None:
        """Deal cards again. If they are not all known, it is not known of any of them where it comes to lie."""
        game, known, position = self.game, self.known, self.position
        before = {name: position.places[name] for name in (*game.piles, "exile")}
        unknown = any(isinstance(card, Blank) for pile in before.values() for card in pile)
        move = game.read(position, command)
        other_ends = game.last_exile or game.rules["L11a"] == "yes" or position.state.stalemate
        if position.state.played_out and not other_ends:
            noted: Noted = position.state.noted
            known.shut_out(position, self.changes, list(noted.resting), noted.fitting)
        number = known.met
        if known.last_deal is not None and number >= known.last_deal and not known.aside:
            raise Enough
        if number == len(known.tables):
            exiles = known.exiles[number + 1] if number + 1 < len(known.exiles) else 0
            cards = sum(map(len, before.values()))
            known.tables.append(blank_deal(game, cards, exiles) if unknown else None)
            known.names.append(f"deal {position.state.deal + 1}{' of a variation' if known.aside else ''}")
        known.met += 1
        if not unknown and known.level == 1:
            known.tables[number] = None
        table = known.tables[number]
        if table is None:
            return None
        after = {name: known.laid(pile) for name, pile in table.items()}
        state = position.state
        position.places.update({name: list(pile) for name, pile in after.items()})
        position.state = State(state.deal + 1, combined=state.combined, noted=Noted(known.met))
        if not after["exile"]:
            game.settle(position)
        return Step(move, [Relaid(before, after)], state, position.state)
