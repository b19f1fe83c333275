"""Knowledge about the unknown cards of each game without weaving."""

from __future__ import annotations

from functools import cache
from typing import Any

from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games import Game
from leoni_replay.games.places import NUMBERS, card_named, place_named
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
        self.lost_at_standstill = not self.game.new_table().stops

    def at_standstill(self, position: UnknownPosition, command: Move) -> bool:
        table = self.game.table(position)
        source, card, dest = command[:3]
        if source is not None and self.game.row(source) and table.has_resort:
            return dest == ">aside" or not table.free(NUMBERS[source])
        return (source, card, dest) == ("deal", None, None) and not table.any_time

    def comes_to_light(self, position: UnknownPosition, command: Move) -> list[tuple[str, int]]:
        refills = self.game.row(command.source or "") == 1 and self.game.table(position).refills()
        row = command[:3] == ("deal", None, None)
        cards = len(position.places["stock"]) if refills or row else 0
        return [("stock", at) for at in reversed(range(cards))]


@cache
def _bearing_in_martha() -> tuple[int, ...]:
    """Return the cards on which each card may lie, as sets (5)."""
    table = Martha({point: readings[0] for point, readings in Martha.READINGS.items()})
    return tuple(set_of(on for on in range(52) if table.follows(card, on)) for card in range(52))


class MarthaNames(PatienceNames):
    """Knowledge about the unknown cards of Martha."""

    game: Game[Martha]

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.built = game.order

    def reach(self, position: UnknownPosition, place: str, card: int | None, dest: str | None) -> list[int]:
        pile = position.places[place]
        at = len(pile) - 1
        if pile[at] >= DOWN:
            return []
        table = self.game.table(position)
        to_card, to_place = card_named(dest) is not None, place_named(dest)
        # Only the top card goes to a foundation, or where groups do not go (MA1, MA2).
        vacant = to_place is not None and position.places.get(to_place) == []
        if card is None or table.one_card or not (to_card or to_place) or (vacant and not table.takes_groups):
            return [at]
        # An unknown card may continue the sequence.
        while at > 0 and pile[at - 1] < DOWN and self._in_line(pile[at - 1], pile[at : at + 1]):
            at -= 1
        return [at for at in reversed(range(at, len(pile))) if self._in_line(card, pile[at + 1 :])]

    def _in_line(self, card: int, above: list[int]) -> bool:
        """Whether a card can be the lowest of a group, as far as the others are known."""
        line = [(card, *above)[n : n + 2] for n in range(len(above))]
        return all(UNKNOWN in two or self.taken_along(1 << two[0]) >> two[1] & 1 for two in line)

    def bearing(self, command: Move) -> int:
        return _bearing_in_martha()[command.card or 0]

    def taken_along(self, on: int) -> int:
        return set_of(card for card, bearing in enumerate(_bearing_in_martha()) if bearing & on)

    def comes_to_light(self, position: UnknownPosition, command: Move) -> list[tuple[str, int]]:
        pile = position.places.get(command.source or "", [])
        if command.source is None or command.card is None or command.card not in pile:
            return []
        below = len(pile) - 2 - pile[::-1].index(command.card)
        return [(command.source, below)] if below >= 0 and pile[below] >= DOWN else []


class TalonNames(PatienceNames):
    """Knowledge about the unknown cards of a game with a hand and a talon."""

    gathers = ("talon",)

    def comes_to_light(self, position: UnknownPosition, command: Move) -> list[tuple[str, int]]:
        places = position.places
        if command.source == "redeal":
            shuffled = position.deal + 1 in self.game.written_redeals
            return [] if shuffled else [("talon", at) for at in range(len(places["talon"]))]
        stock = len(places["stock"])
        if command.source == "deal" and not places["hand"] and command.card is not None:
            stock -= 1
        return [("stock", at) for at in reversed(range(stock))]

    def at_standstill(self, position: UnknownPosition, command: Move) -> bool:
        to_place = command.dest is not None and command.dest[0] == ">"
        return self.game.table(position).plays_first and (to_place or self.goes_on(position, command))

    def goes_on(self, position: UnknownPosition, command: Move) -> bool:
        """Whether a command turns up a card, lays the one in the hand on the talon, or deals again."""
        hand = position.places["hand"]
        if command.source != "deal" or not hand:
            return command.source in ("deal", "redeal")
        # A card that fits is played by itself.
        card = hand[-1] if command.card is None else command.card
        return command.dest == ">talon" or (command.dest is None and not position.fitting(card))


class AnnaNames(TalonNames):
    """Knowledge about the unknown cards of Anna."""

    game: Game[Anna]

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.built = tuple(name for name in game.order if name not in ("talon", "hand", "stock"))

    @classmethod
    def complete(cls, reader: RecordReader) -> ReadResult:
        return CompletingAnna(reader, cls(reader.setup.game)).complete()

    def reach(self, position: UnknownPosition, place: str, card: int | None, dest: str | None) -> list[int]:
        to_place = card_named(dest) is not None or place_named(dest) is not None
        if to_place and place in self.built and self.game.table(position).runs:
            return list(range(len(position.places[place])))
        return super().reach(position, place, card, dest)

    def bearing(self, command: Move) -> int:
        table = self.game.new_table()
        return set_of(on for on in range(52) if table.marries(command.card or 0, on))

    def unsure(self, proofs: Proofs, step: NamedStep) -> Refusal | None:
        # Where a knave goes out, another card takes its place.
        position = proofs.position
        dealt_to = [change.dest for change in step.changes if isinstance(change, Shift) and change.source == "stock"]
        table = self.game.table(position)
        for name in dealt_to:
            if name not in (*self.built, "hand") or not position.places[name]:
                continue
            top = position.places[name][-1]
            knaves = [suit * 13 + JACK - 1 for suit in range(4)]
            if any(table.goes_out(knave) and proofs.can_be(top, knave) for knave in knaves):
                what = (
                    "the next card of the stock" if name == "hand" else f"the card that fills {self.game.words(name)}"
                )
                return not_known(what, self.game.rules.clause("6"))
        return None


class ReversalNames(PatienceNames):
    """Knowledge about the unknown cards of The Reversal."""

    game: Game[Reversal]

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.by_card = self.game.new_table().by_card
        self.gathers = tuple(name for name in game.order if name != "stock")

    def at_standstill(self, position: UnknownPosition, command: Move) -> bool:
        table = self.game.table(position)
        if table.any_time or command.source not in ("deal", "redeal"):
            return False
        # No play is required between two cards of a round, nor while it would be illegal (RV1, RV6).
        return not (table.due and position.places["stock"]) and not table.plays_wait()

    def comes_to_light(self, position: UnknownPosition, command: Move) -> list[tuple[str, int]]:
        cards = len(position.places["stock"]) if command.source == "deal" and command.card is None else 0
        return [("stock", at) for at in reversed(range(cards))]


class RugNames(TalonNames):
    """Knowledge about the unknown cards of The Japanese Rug."""

    game: Game[Rug]
    built = ("talon",)

    def bearing(self, command: Move) -> int:
        if command.source is None or not self.game.row(command.source):
            return 0
        return self._partners(1 << (command.card or 0))

    def _partners(self, cards: int) -> int:
        """Return the cards that marry one of a set of cards (5)."""
        table = self.game.new_table()
        return set_of(on for on in range(52) if any(table.marries(card, on) for card in cards_of(cards)))

    def name_cards(self, proofs: Proofs, command: Move) -> NamedStep | None:
        super().name_cards(proofs, command)
        position = proofs.position
        if self.game.table(position).marries_first and self.goes_on(position, command) and position.places["talon"]:
            self._none_marries(proofs)
        return None

    def _none_marries(self, proofs: Proofs) -> None:
        """Conclude that no card of the rug can be married on the talon: that would have come first (JR3)."""
        places = proofs.position.places
        rug = [place for place, _ in proofs.position.available() if self.game.row(place)]
        top = len(places["talon"]) - 1
        if isinstance(places["talon"][top], UnknownCard):
            shown = set_of(card for place in rug if not isinstance(card := places[place][0], UnknownCard))
            proofs.limit("talon", top, ALL_CARDS & ~self._partners(shown), "a card could have been married on it")
        on = places["talon"][top]
        for place in rug:
            if isinstance(places[place][0], UnknownCard):
                # Neither of two unknown cards says what the other is.
                proofs.has_assumption = proofs.has_assumption or isinstance(on, UnknownCard)
                if not isinstance(on, UnknownCard):
                    proofs.limit(
                        place, 0, ALL_CARDS & ~self._partners(1 << on), "it could have been married on the talon"
                    )
