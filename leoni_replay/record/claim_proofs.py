"""Claims: the statements of a record about a position, ``{= …}``, proved or refuted where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from leoni_replay.cards import DOWN, GAP, PRETTY, UNKNOWN, from_above, pretty
from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_NOT_KNOWN
from leoni_replay.games.game import Position, cards_are
from leoni_replay.games.places import place_in_message, row_number
from leoni_replay.games.refusal import Ambiguous, Refused, contradicts
from leoni_replay.message import Message, joined
from leoni_replay.notation.braces import ClaimError
from leoni_replay.notation.claim_syntax import parse_statement
from leoni_replay.notation.transcript import Claim, Statement
from leoni_replay.phrases import pluralize
from leoni_replay.record.knowledge import Knowledge

#: How many available cards, and how many legal moves, a refutation spells out.
_SPOTS: Final = 4
_MOVES: Final = 5


class Refuted(Exception):
    """A claim that is false.

    ``truth`` says what is true instead; ``places`` are the places to look at; ``is_place_unknown`` is set when the
    claim names a place that the game doesn't have.
    """

    def __init__(self, truth: str, places: tuple[str, ...] = (), is_place_unknown: bool = False) -> None:
        super().__init__(truth)
        self.truth = truth
        self.places = places
        self.is_place_unknown = is_place_unknown


class Undecided(Exception):
    """A claim that can be neither proved nor refuted, because it depends on unknown cards; ``reason`` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def outcome(position: Position, claim: Claim, knowledge: Knowledge | None = None) -> Refuted | Undecided | None:
    """Check one claim.

    Args:
        position: the position that the claim is about.
        claim: the claim.
        knowledge: what is known about the cards; None if all of them are known.

    Returns:
        None if it is true, :class:`Refuted` if it is false, :class:`Undecided` if it can be neither proved nor refuted.
    """
    try:
        _Prover(knowledge or Knowledge(position.game), position).prove(claim.statement)
    except (Refuted, Undecided) as error:
        return error
    return None


def holds(position: Position, text: str) -> bool:
    """Whether a text is a valid claim (without its braces) and true."""
    game = position.game
    try:
        claim = Claim(parse_statement(text, game.vocabulary), text)
    except ClaimError:
        return False
    return outcome(position, claim) is None


class _Prover:
    """Checks claims about one position. Each method raises :class:`Refuted` or :class:`Undecided` unless what it
    checks is true. ``expected`` is what a claim says: True of *standstill*, False of *not standstill*."""

    def __init__(self, knowledge: Knowledge, position: Position) -> None:
        self.knowledge = knowledge
        self.game = knowledge.game
        self.position = position

    def prove(self, statement: Statement) -> None:
        """Check a statement."""
        position = self.position
        match statement.kind:
            case "standstill":
                self._prove_standstill(expected=True)
            case "not standstill":
                self._prove_standstill(expected=False)
            case "place" | "top" | "count":
                self._prove_place(statement)
            case "left":
                left = position.left
                if left != statement.number:
                    raise Refuted(f"{cards_are(left)} not on the foundations")
            case "available":
                self._prove_available(statement.cards, statement.places, expected=True)
            case "not available":
                self._prove_available(statement.cards, statement.places, expected=False)
            case "available only":
                self._prove_available(statement.cards, (), expected=True)
                self._prove_no_others_available(statement.cards)
            case "legal" | "illegal":
                for command in statement.commands:
                    self._prove_legality(command, expected=statement.kind == "legal")
            case "legal count":
                self._prove_legal_count(statement.number)
            case "legal set":
                self._prove_legal_set(statement.commands)
            case "deal over":
                if not position.deal_over():
                    raise Refuted("the deal is not over")
                self._check_no_unknown_fits()
            case "lost":
                refusal = position.why_not_lost()
                if refusal is not None:
                    raise Refuted(refusal.message, refusal.places)
                self._check_no_unknown_fits()
            case "*":
                self._prove_unfinished()
            case "won":
                if not position.won():
                    raise Refuted(f"the game is not won: {position.why_not_won()}")
            case "digest":
                if not self.knowledge.knows_all(position):
                    raise Undecided("some cards are unknown")
                digest = position.digest
                if digest != statement.digest:
                    raise Refuted(f"the digest is {digest}")
            case _:
                raise AssertionError(f"no code proves the claim {statement.kind}")

    def _check_no_unknown_fits(self) -> None:
        """Raise Undecided if an unknown available card might fit a foundation: then a standstill isn't certain."""
        if place := self.knowledge.may_fit(self.position):
            raise Undecided(Message("a card in ", self.game.words(place), " is unknown"))

    def _prove_standstill(self, *, expected: bool) -> None:
        """Check that the position is a standstill, or that it is not."""
        game, position = self.game, self.position
        standstill = position.standstill()
        if standstill:
            self._check_no_unknown_fits()
        if standstill == expected:
            return
        if standstill:
            raise Refuted("it is a standstill")
        fitting = [f"{PRETTY[card]} in {game.words(place)}" for place, card in position.playable()]
        what = f"{' and '.join(fitting[:3])} can" if fitting else "after a reversal a card could"
        raise Refuted(f"it is not a standstill: {what} be played")

    def _prove_unfinished(self) -> None:
        """Check that the game is neither won nor lost."""
        position = self.position
        if position.won():
            raise Refuted("the game is won")
        # A shuffled redeal without a recorded order is not among the legal moves, but the game isn't lost.
        if position.why_not_lost() is None and not position.legal_moves():
            self._check_no_unknown_fits()
            raise Refuted("the game is lost, and no move is legal")

    # -- places -------------------------------------------------------------------------------------------------------

    def _prove_place(self, statement: Statement) -> None:
        """Check what a statement says about one place: its cards, its top card, or how many cards it holds."""
        place = statement.place
        assert place is not None
        content = self._content(place)
        if isinstance(content, int):
            # The line ``deal: 2`` of a listing has a number, and no cards.
            if statement.number != content or statement.kind == "top":
                raise Refuted(f"this is {place} {content}")
        elif statement.kind == "count":
            count = len(content) - content.count(GAP)
            if statement.number != count:
                raise Refuted(Message(self.game.words(place), f" holds {count}"), (place,))
        elif statement.kind == "top":
            self._prove_top_card(place, statement.cards[:1], content)
        else:
            self._prove_cards(place, statement.cards, content)

    def _content(self, place: str) -> Sequence[int] | int:
        """Return the cards of a place, or the number in its line.

        Raises:
            Refuted: the game has no such place.
        """
        game, position = self.game, self.position
        listing: dict[str, Sequence[int] | int] = dict(position.listing())
        # The listing shows the places of a grid by row, but a claim may name a single place.
        if game.line(place) in listing and game.row(place):
            listing[place] = position.places[place]
        elif place in game.order:
            # Its line may be left out as long as nothing has come there.
            listing.setdefault(place, position.places[place])
        if place not in listing:
            places = joined([place_in_message(name) for name in listing], ", ")
            raise Refuted(
                Message(f"{game.name} has no place `{place}`: its places are ", places), is_place_unknown=True
            )
        return listing[place]

    def _prove_top_card(self, place: str, claimed_cards: Sequence[int], cards: Sequence[int]) -> None:
        """Check that a place is a pile whose top card is the claimed one."""
        where = self.game.words(place)
        if row_number(place):
            raise Refuted(f"{where} is not a pile: it has no top card", (place,))
        if not cards:
            raise Refuted(Message(where, " is empty"), (place,))
        if not self._are_cards(place, claimed_cards, cards[-1:]):
            raise Refuted(Message("the top card of ", where, f" is {pretty(cards[-1:])}"), (place,))

    def _prove_cards(self, place: str, claimed_cards: Sequence[int], cards: Sequence[int]) -> None:
        """Check that a place holds the claimed cards and no others. A single gap stands for an empty place."""
        claims_gap = claimed_cards == (GAP,)
        if self._are_cards(place, claimed_cards, [GAP] if claims_gap and not cards else cards):
            return
        if not cards:
            raise Refuted(Message(self.game.words(place), " is empty"), (place,))
        # The faces of face-down cards are shown only if the claim names some.
        names_face_down = any(DOWN <= card < DOWN + UNKNOWN for card in claimed_cards)
        cards_to_show = cards if names_face_down else from_above(cards)
        raise Refuted(Message(self.game.words(place), f" holds {pretty(cards_to_show)}"), (place,))

    def _are_cards(self, place: str, claimed_cards: Sequence[int], cards: Sequence[int]) -> bool:
        """Whether the cards of a place are exactly the claimed ones.

        Raises:
            Undecided: the known cards agree, and the unknown ones may.
        """
        if len(claimed_cards) != len(cards):
            return False
        if not self.knowledge.knows_order(self.position, place):
            raise Undecided("the order of its cards is unknown")
        differing = [(claimed, card) for claimed, card in zip(claimed_cards, cards, strict=True) if claimed != card]
        if not differing:
            return True
        for claimed, card in differing:
            if claimed == GAP or (claimed & DOWN) != (card & DOWN):
                return False
            if not self.knowledge.may_be(self.position, card, claimed & ~DOWN):
                return False
        if len(differing) == 1:
            raise Undecided("one of its cards is unknown")
        raise Undecided(f"{len(differing)} of its cards are unknown")

    # -- available cards ----------------------------------------------------------------------------------------------

    def _prove_available(self, cards: tuple[int, ...], places: tuple[str | None, ...], *, expected: bool) -> None:
        """Check that cards are available, or that they are not.

        Args:
            cards: the cards.
            places: where each of them is said to lie (None: anywhere); empty if no place is named.
            expected: whether they are said to be available.
        """
        knowledge, position = self.knowledge, self.position
        undecided_cards = []
        for card, place in zip(cards, places or [None] * len(cards), strict=True):
            available = self._available_in(place)
            is_available = card in {free_card for _, free_card in available}
            if not is_available and any(knowledge.may_be(position, free_card, card) for _, free_card in available):
                undecided_cards.append(card)
            elif is_available != expected:
                raise self._wrong_availability(card, place, available)
        if undecided_cards:
            raise Undecided(f"an unknown available card could be {pretty(undecided_cards[:1])}")

    def _available_in(self, place: str | None) -> list[tuple[str, int]]:
        """Return the available cards of a place, or of a row (None: of all places), each after its place.

        Raises:
            Refuted: the game has no such place.
        """
        game, position = self.game, self.position
        if place is None:
            return position.available()
        if place not in position.places and place not in game.all_lines:
            raise Refuted(f"{game.name} has no place `{place}`", is_place_unknown=True)
        return [(where, card) for where, card in position.available() if place in (where, game.line(where))]

    def _wrong_availability(self, card: int, place: str | None, available: list[tuple[str, int]]) -> Refuted:
        """Return the refutation of a claim that a card is available in a place, or that it is not."""
        places = tuple([where for where, free_card in available if free_card == card])
        if places:
            return Refuted(f"{PRETTY[card]} is available, in {self.game.words(places[0])}", places)
        there = f" in {self.game.words(place)}" if place else ""
        if available:
            free_cards = pretty(dict.fromkeys(free_card for _, free_card in available))
            instead = f"the available cards{there} are {free_cards}"
        else:
            instead = f"no card{there} is"
        return Refuted(f"{PRETTY[card]} is not available{there}; {instead}")

    def _prove_no_others_available(self, cards: tuple[int, ...]) -> None:
        """Check that no card is available except these."""
        game, position = self.game, self.position
        unclaimed = [(place, card) for place, card in position.available() if card not in cards]
        if any(card == UNKNOWN for _, card in unclaimed):
            raise Undecided("an available card is unknown")
        if unclaimed:
            spots = [f"{PRETTY[card]} in {game.words(place)}" for place, card in unclaimed[:_SPOTS]]
            more = f" and {len(unclaimed) - _SPOTS} more" if len(unclaimed) > _SPOTS else ""
            places = tuple(place for place, _ in unclaimed[:_SPOTS])
            raise Refuted(f"available as well: {', '.join(spots)}{more}", places)

    # -- legal moves --------------------------------------------------------------------------------------------------

    def _prove_legal_set(self, commands: tuple[Move, ...]) -> None:
        """Check that each command means one legal move, and that there are no other legal moves."""
        position = self.position
        if position.doubtful():
            raise Undecided("more may be legal: an available card is unknown")
        unclaimed = position.legal()
        for command in commands:
            self._prove_legality(command, expected=True)
            if self._awaits_order(command):
                continue
            try:
                move = position.long_form(position.read(command))
            except Refused as error:
                raise Undecided(error.refusal.message) from None
            except Ambiguous as error:
                raise Refuted(Message(command, " can mean ", joined(error.moves, " or "))) from None
            if move in unclaimed:
                unclaimed.remove(move)
        # One of several moves that lead to the same position stands for all.
        claimed_keys = {self._key_after(command) for command in commands}
        unclaimed = [move for move in unclaimed if self._key_after(move) not in claimed_keys]
        if unclaimed:
            more = f" and {len(unclaimed) - _MOVES} more" if len(unclaimed) > _MOVES else ""
            raise Refuted(Message("legal as well: ", joined(unclaimed[:_MOVES], ", "), more))

    def _prove_legal_count(self, number: int | None) -> None:
        """Check how many moves are legal; several that lead to the same position count as one."""
        position = self.position
        if position.doubtful():
            raise Undecided("more may be legal: an available card is unknown")
        moves = {self._key_after(move): move for move in position.legal()}
        if len(moves) != number:
            verb = "is" if len(moves) == 1 else "are"
            colon = ": " if moves else ""
            examples = joined([*moves.values()][:_MOVES], ", ")
            raise Refuted(Message(f"{pluralize(len(moves), 'move')} {verb} legal{colon}", examples))

    def _key_after(self, command: Move) -> int | None:
        """Return the key of the position that a command leads to; None for a redeal whose order is not known, which
        leads where no other move does."""
        if self._awaits_order(command):
            return None
        twin = self.position.copy()
        twin.play_command(command)
        return twin.key

    def _awaits_order(self, command: Move) -> bool:
        """Whether a command is a shuffled redeal that is legal, but whose order the record does not give here."""
        return command.source == "redeal" and self.position.awaits_order

    def _prove_legality(self, command: Move, *, expected: bool) -> None:
        """Check that a command can be played as written, or that it cannot."""
        if self._awaits_order(command):
            if not expected:
                raise Refuted(Message(command, " is legal"))
            if command.shown is not None:
                raise Undecided("the order of the shuffled cards is not written yet")
            return
        try:
            step = self.knowledge.try_command(self.position, command)
        except Refused as error:
            if error.refusal.code == CARD_NOT_KNOWN:
                raise Undecided(error.refusal.message) from None
            if expected:
                refusal = error.refusal
                raise Refuted(Message(command, " is illegal: ", refusal.message), refusal.places) from None
            return
        except Ambiguous as error:
            if expected:
                return
            raise Refuted(Message(command, " can be played: ", joined(error.moves, " or "))) from None
        if contradicts(command, step.move):
            if expected:
                raise Refuted(Message(command, " is illegal: the move is ", step.move))
            return
        if assumption := self.knowledge.assumption(step):
            raise Undecided(Message(command, f" is legal only if {assumption}"))
        if not expected:
            raise Refuted(Message(command, " is legal"))
