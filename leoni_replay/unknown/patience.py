"""Knowledge about the unknown cards of each game without weaving."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Any

from leoni_replay.cards import DOWN, PACK, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games import Game
from leoni_replay.games.places import NUMBERS, place_named
from leoni_replay.games.refusal import Refusal, not_known
from leoni_replay.games.steps import Shift
from leoni_replay.record.checker import ReadResult, RecordReader
from leoni_replay.rules.anna import Anna
from leoni_replay.rules.labyrinth import Labyrinth
from leoni_replay.rules.martha import Martha
from leoni_replay.rules.reversal import Reversal
from leoni_replay.rules.rug import Rug
from leoni_replay.unknown.identify import PatienceNames
from leoni_replay.unknown.knaves import JACK, CompletingAnna
from leoni_replay.unknown.position import NamedStep, UnknownPosition
from leoni_replay.unknown.proofs import Proofs
from leoni_replay.unknown.unknown_cards import ALL_CARDS, UnknownCard, cards_of, set_of


class LabyrinthNames(PatienceNames):
    """Knowledge about the unknown cards of Labyrinth."""

    game: Game[Labyrinth]

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.lost_at_standstill: bool = not self.game.new_table().stops

    def at_standstill(self, position: UnknownPosition, command: Move) -> bool:
        """Whether a command means a move that is made only when no available card fits: the last resort (a card that is
        laid aside, or is not free, LB5), or the next row."""
        table = self.game.table(position)
        source, card, dest = command[:3]
        if source is not None and self.game.row(source) and table.has_resort:
            return dest == ">aside" or not table.free(NUMBERS[source])
        return (source, card, dest) == ("deal", None, None) and not table.any_time

    def comes_to_light(self, position: UnknownPosition, command: Move) -> list[tuple[str, int]]:
        """Return the places of the cards that a command shows, in order, each with the index from the bottom: the cards
        of the stock from the top on, if it deals a row or a gap of row 1 is refilled."""
        refills = self.game.row(command.source or "") == 1 and self.game.table(position).refills()
        deals_row = command[:3] == ("deal", None, None)
        if not refills and not deals_row:
            return []
        return [("stock", at) for at in reversed(range(len(position.places["stock"])))]


class MarthaNames(PatienceNames):
    """Knowledge about the unknown cards of Martha."""

    game: Game[Martha]

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.built: tuple[str, ...] = game.order

    @cached_property
    def _bearing(self) -> tuple[int, ...]:
        """The cards on which each card may lie, as sets (5)."""
        table = self.game.new_table()
        return tuple(set_of(below for below in PACK if table.follows(card, below)) for card in PACK)

    def reach(self, position: UnknownPosition, place: str, card: int | None, dest: str | None) -> list[int]:
        """Return the indices, from the bottom of a pile, at which the card that moves may lie: it must be able to form
        a group with the cards on it, as far as they are known. The arguments are as for ``PatienceNames.reach``."""
        pile = position.places[place]
        at = len(pile) - 1
        if pile[at] >= DOWN:
            # A card that lies face down does not move.
            return []
        # Only the top card goes to a foundation, or where groups do not go (MA1, MA2).
        if card is None or not self.takes_cards_along(position, place, dest):
            return [at]
        dest_place = place_named(dest)
        fills_vacancy = dest_place is not None and position.places.get(dest_place) == []
        if fills_vacancy and self.game.table(position).why_not_in_vacancy(card, True):
            return [at]
        # Any card that lies open may move with those on it, if they can be a group; `at` becomes the lowest of them.
        while at > 0 and pile[at - 1] < DOWN and self._can_be_group([pile[at - 1], pile[at]]):
            at -= 1
        return [at for at in reversed(range(at, len(pile))) if self._can_be_group([card, *pile[at + 1 :]])]

    def _can_be_group(self, cards: list[int]) -> bool:
        """Whether some cards, the lowest first, can be a group that moves together, as far as they are known."""
        for below, above in pairwise(cards):
            if UNKNOWN not in (below, above) and not self.taken_along(1 << below) >> above & 1:
                return False
        return True

    def bearing(self, command: Move) -> int:
        return self._bearing[command.card or 0]

    def taken_along(self, on: int) -> int:
        return set_of(card for card, bearing in enumerate(self._bearing) if bearing & on)

    def comes_to_light(self, position: UnknownPosition, command: Move) -> list[tuple[str, int]]:
        """Return the place of the card that a command shows, with its index from the bottom: the face-down card under
        the cards that move, if there is one."""
        pile = position.places.get(command.source or "", [])
        if command.source is None or command.card is None or command.card not in pile:
            return []
        index = len(pile) - 1 - pile[::-1].index(command.card)
        card_below = pile[index - 1] if index > 0 else None
        return [(command.source, index - 1)] if card_below is not None and card_below >= DOWN else []


class TalonNames(PatienceNames):
    """Knowledge about the unknown cards of a game with a hand and a talon."""

    gathers: tuple[str, ...] = ("talon",)

    def comes_to_light(self, position: UnknownPosition, command: Move) -> list[tuple[str, int]]:
        """Return the places of the cards that a command can show, in order, each with the index from the bottom: after
        a redeal those of the talon, which becomes the stock, and otherwise those of the stock from the top on."""
        places = position.places
        if command.source == "redeal":
            is_shuffled = position.deal + 1 in self.game.written_redeals
            return [] if is_shuffled else [("talon", at) for at in range(len(places["talon"]))]
        stock_size = len(places["stock"])
        if command.source == "deal" and not places["hand"] and command.card is not None:
            # The command names the top card itself, so the cards that it shows come after it.
            stock_size -= 1
        return [("stock", at) for at in reversed(range(stock_size))]

    def at_standstill(self, position: UnknownPosition, command: Move) -> bool:
        goes_to_place = command.dest is not None and command.dest[0] == ">"
        return self.game.table(position).plays_first and (goes_to_place or self.goes_on(position, command))

    def goes_on(self, position: UnknownPosition, command: Move) -> bool:
        """Whether a command turns up a card, lays the one in the hand on the talon, or deals again."""
        hand = position.places["hand"]
        if command.source != "deal" or not hand:
            return command.source in ("deal", "redeal")
        # A card that fits is played by itself.
        card = hand[-1] if command.card is None else command.card
        return command.dest == ">talon" or (command.dest is None and not position.fitting_ways(card))


class AnnaNames(TalonNames):
    """Knowledge about the unknown cards of Anna."""

    game: Game[Anna]

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.built: tuple[str, ...] = tuple(name for name in game.order if name not in ("talon", "hand", "stock"))

    @classmethod
    def complete(cls, reader: RecordReader) -> ReadResult:
        return CompletingAnna(reader, cls(reader.setup.game)).complete()

    def reach(self, position: UnknownPosition, place: str, card: int | None, dest: str | None) -> list[int]:
        if self.takes_cards_along(position, place, dest):
            return list(range(len(position.places[place])))
        return super().reach(position, place, card, dest)

    def bearing(self, command: Move) -> int:
        table = self.game.new_table()
        return set_of(below for below in PACK if table.marries(command.card or 0, below))

    def unsure(self, proofs: Proofs, step: NamedStep) -> Refusal | None:
        """Return why the move just played depends on an unknown card of the stock; None if it doesn't."""
        # A knave that fills a place of the A goes out at once, and another card takes its place. So what the move does
        # depends on whether an unknown card of the stock is a knave.
        position = proofs.position
        places_dealt_to = [
            change.dest for change in step.changes if isinstance(change, Shift) and change.source == "stock"
        ]
        table = self.game.table(position)
        knaves = [suit * 13 + JACK - 1 for suit in range(4)]
        for name in places_dealt_to:
            if name not in (*self.built, "hand") or not position.places[name]:
                continue
            top = position.places[name][-1]
            if any(table.goes_out(knave) and proofs.can_be(top, knave) for knave in knaves):
                unknown_card = f"the card that fills {self.game.words(name)}"
                if name == "hand":
                    unknown_card = "the next card of the stock"
                return not_known(unknown_card, self.game.rules.clause("6"))
        return None


class ReversalNames(PatienceNames):
    """Knowledge about the unknown cards of The Reversal."""

    game: Game[Reversal]

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.by_card: bool = self.game.new_table().by_card
        self.gathers: tuple[str, ...] = tuple(name for name in game.order if name != "stock")

    def at_standstill(self, position: UnknownPosition, command: Move) -> bool:
        """Whether a command deals or gathers, which waits until no available card fits a foundation (RV6)."""
        table = self.game.table(position)
        if table.any_time or command.source not in ("deal", "redeal"):
            return False
        # No play is required between two cards of a round, nor while it would be illegal (RV1, RV6).
        return not (table.due and position.places["stock"]) and not table.plays_wait()

    def comes_to_light(self, position: UnknownPosition, command: Move) -> list[tuple[str, int]]:
        if command.source != "deal" or command.card is not None:
            return []
        return [("stock", at) for at in reversed(range(len(position.places["stock"])))]


class RugNames(TalonNames):
    """Knowledge about the unknown cards of The Japanese Rug."""

    game: Game[Rug]
    built: tuple[str, ...] = ("talon",)

    def bearing(self, command: Move) -> int:
        if command.source is None or not self.game.row(command.source):
            return 0
        return self._partners(1 << (command.card or 0))

    def _partners(self, card_set: int) -> int:
        """Return the cards on which one of a set of cards can be married, as a set (5)."""
        table = self.game.new_table()
        return set_of(below for below in PACK if any(table.marries(card, below) for card in cards_of(card_set)))

    def name_cards(self, proofs: Proofs, command: Move) -> NamedStep | None:
        """Identify the unknown cards that a command names; and if marriages come first (JR3), conclude from a command
        that goes on without one that none was possible. Return None: the command has not been played."""
        super().name_cards(proofs, command)
        position = proofs.position
        if self.game.table(position).marries_first and self.goes_on(position, command) and position.places["talon"]:
            self._exclude_marriages(proofs)
        return None

    def _exclude_marriages(self, proofs: Proofs) -> None:
        """Conclude that no free card of the rug can be married on the top card of the talon: that would have come first
        (JR3). So no unknown card among them is a partner of a known one."""
        places = proofs.position.places
        free_places = [place for place, _ in proofs.position.available() if self.game.row(place)]
        top_index = len(places["talon"]) - 1
        if isinstance(places["talon"][top_index], UnknownCard):
            free_cards = [places[place][0] for place in free_places]
            known_cards = set_of(card for card in free_cards if not isinstance(card, UnknownCard))
            not_partners = ALL_CARDS & ~self._partners(known_cards)
            proofs.limit("talon", top_index, not_partners, "a card could have been married on it")
        top = places["talon"][top_index]
        for place in free_places:
            if not isinstance(places[place][0], UnknownCard):
                continue
            if isinstance(top, UnknownCard):
                # Neither of two unknown cards says what the other is.
                proofs.has_assumption = True
            else:
                not_partners = ALL_CARDS & ~self._partners(1 << top)
                proofs.limit(place, 0, not_partners, "it could have been married on the talon")
