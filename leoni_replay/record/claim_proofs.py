"""Claims: the statements of a record about a position, ``{= …}``, proved or refuted where they stand."""

from __future__ import annotations

from collections.abc import Sequence

from leoni_replay.cards import DOWN, GAP, PRETTY, UNKNOWN, from_above, pretty
from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_NOT_KNOWN
from leoni_replay.games.game import Position, left_words
from leoni_replay.games.places import row_number
from leoni_replay.games.refusal import Ambiguous, Refused, contradicts
from leoni_replay.notation.braces import ClaimError
from leoni_replay.notation.claim_syntax import parse_statement
from leoni_replay.notation.transcript import Claim, Statement
from leoni_replay.notation.writer import token
from leoni_replay.record.knowledge import Knowledge


class Refuted(Exception):
    """A claim that is false.

    ``truth`` says what is true instead; ``places`` are the places to look at; ``unknown`` is set when the claim names a
    place that the game doesn't have.
    """

    def __init__(self, truth: str, places: tuple[str, ...] = (), unknown: bool = False) -> None:
        super().__init__(truth)
        self.truth = truth
        self.places = places
        self.unknown = unknown


class Undecided(Exception):
    """A claim that can be neither proved nor refuted, because it depends on unknown cards."""


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
        _Proof(knowledge or Knowledge(position.game), position).prove(claim.statement)
    except (Refuted, Undecided) as error:
        return error
    return None


def holds(position: Position, text: str) -> bool:
    """Whether a text is a valid claim (without its braces) and true."""
    game = position.game
    try:
        said = parse_statement(text, game.vocabulary)
    except ClaimError:
        return False
    return outcome(position, Claim(said, text)) is None


class _Proof:
    """Checks claims about one position. Each method raises :class:`Refuted` or :class:`Undecided` unless what it
    checks is true."""

    def __init__(self, knowledge: Knowledge, position: Position) -> None:
        self.knowledge = knowledge
        self.game = knowledge.game
        self.position = position

    def prove(self, said: Statement) -> None:
        """Check a statement."""
        position = self.position
        match said.kind:
            case "standstill" | "not standstill":
                if position.standstill():
                    self._no_doubt()
                self._standstill(said.kind == "standstill")
            case "place" | "top" | "count":
                self._place(said)
            case "left":
                left = position.left
                if left != said.number:
                    raise Refuted(f"{left_words(left)} not on the foundations")
            case "available" | "not available":
                self._available(said.cards, said.kind == "available", said.places)
            case "available only":
                self._available(said.cards, True)
                self._no_others(said.cards)
            case "legal" | "illegal":
                for command in said.commands:
                    self._legal(command, said.kind == "legal")
            case "legal set":
                self._legal_set(said.commands)
            case "deal over":
                if not position.deal_over():
                    raise Refuted("the deal is not over")
                self._no_doubt()
            case "lost":
                refusal = position.why_not_lost()
                if refusal is not None:
                    raise Refuted(refusal.message, refusal.places)
                self._no_doubt()
            case "*":
                if position.won():
                    raise Refuted("the game is won")
                # A shuffled redeal without a recorded order is not among the legal moves, but the game isn't lost.
                if position.why_not_lost() is None and not position.legal_moves():
                    self._no_doubt()
                    raise Refuted("the game is lost, and no move is legal")
            case "won":
                if not position.won():
                    raise Refuted(f"the game is not won: {position.why_not_won()}")
            case "digest":
                if not self.knowledge.knows_all(position):
                    raise Undecided("some cards are unknown")
                digest = position.digest
                if digest != said.digest:
                    raise Refuted(f"the digest is {digest}")
            case _:
                raise AssertionError(f"no code proves the claim {said.kind}")

    def _no_doubt(self) -> None:
        """Raise Undecided if an unknown available card might fit a foundation: then a standstill isn't certain."""
        if place := self.knowledge.may_fit(self.position):
            raise Undecided(f"a card in {self.game.words(place)} is unknown")

    def _standstill(self, yes: bool) -> None:
        game, position = self.game, self.position
        if position.standstill() == yes:
            return
        if not yes:
            raise Refuted("it is a standstill")
        fitting = [f"{PRETTY[card]} in {game.words(place)}" for place, card in position.playable()]
        what = f"{' and '.join(fitting[:3])} can" if fitting else "after a reversal a card could"
        raise Refuted(f"it is not a standstill: {what} be played")

    def _place(self, said: Statement) -> None:
        game, position = self.game, self.position
        listing: dict[str, Sequence[int] | int] = dict(position.listing())
        assert said.place is not None
        # The listing shows the places of a grid by row, but a claim may name a single place.
        if game.line(said.place) in listing and game.row(said.place):
            listing[said.place] = position.places[said.place]
        elif said.place in game.order:
            # Its line may be left out as long as nothing has come there.
            listing.setdefault(said.place, position.places[said.place])
        if said.place not in listing:
            raise Refuted(f"{game.name} has no place `{said.place}`: its places are {', '.join(listing)}", unknown=True)
        lying = listing[said.place]
        if isinstance(lying, int):
            if said.number != lying or said.kind == "top":
                raise Refuted(f"this is {said.place} {lying}")
            return
        places = (said.place,)
        if said.kind == "count":
            count = len(lying) - lying.count(GAP)
            if said.number != count:
                raise Refuted(f"{game.words(said.place)} holds {count}", places)
            return
        if said.kind == "top":
            if row_number(said.place):
                raise Refuted(f"{game.words(said.place)} is not a pile: it has no top card", places)
            if not lying or not self._same(said.place, said.cards[:1], lying[-1:]):
                where = game.words(said.place)
                raise Refuted(
                    f"the top card of {where} is {pretty(lying[-1:])}" if lying else f"{where} is empty", places
                )
            return
        if not self._same(said.place, said.cards, lying or [GAP] if said.cards == (GAP,) else lying):
            # The faces of face-down cards are shown only if the claim names some.
            shown = lying if any(DOWN <= card < DOWN + UNKNOWN for card in said.cards) else from_above(lying)
            raise Refuted(f"{game.words(said.place)} {f'holds {pretty(shown)}' if lying else 'is empty'}", places)

    def _same(self, place: str, said: Sequence[int], lying: Sequence[int]) -> bool:
        """Whether the cards of a place are exactly these.

        Raises:
            Undecided: the known cards agree, and the unknown ones may.
        """
        if len(said) != len(lying):
            return False
        if not self.knowledge.knows_order(self.position, place):
            raise Undecided("the order of its cards is unknown")
        unknown = [(card, lies) for card, lies in zip(said, lying, strict=True) if card != lies]
        if not unknown:
            return True
        may_be = self.knowledge.may_be
        for card, lies in unknown:
            if card == GAP or (card & DOWN) != (lies & DOWN) or not may_be(self.position, lies, card & ~DOWN):
                return False
        raise Undecided(
            "one of its cards is unknown" if len(unknown) == 1 else f"{len(unknown)} of its cards are unknown"
        )

    def _available(self, wanted: tuple[int, ...], yes: bool, places: tuple[str | None, ...] = ()) -> None:
        game, position = self.game, self.position
        untold = []
        for card, place in zip(wanted, places or [None] * len(wanted), strict=True):
            if place is not None and place not in position.places and place not in game.all_lines:
                raise Refuted(f"{game.name} has no place `{place}`", unknown=True)
            everywhere = position.available()
            available = [one for one in everywhere if place in (None, one[0], game.line(one[0]))]
            cards = {card for _, card in available}
            if card not in cards and any(self.knowledge.may_be(position, other, card) for _, other in available):
                untold.append(card)
            elif (card in cards) != yes:
                if yes:
                    all_of_them = pretty(dict.fromkeys(c for _, c in available))
                    there = f" in {game.words(place)}" if place else ""
                    rest = f"the available cards{there} are {all_of_them}" if available else f"no card{there} is"
                    raise Refuted(f"{PRETTY[card]} is not available{there}; {rest}")
                lying = tuple([where for where, other in available if other == card])
                raise Refuted(f"{PRETTY[card]} is available, in {game.words(lying[0])}", lying)
        if untold:
            raise Undecided(f"an unknown available card could be {pretty(untold[:1])}")

    def _no_others(self, wanted: tuple[int, ...]) -> None:
        """Check that no card is available except these."""
        game, position = self.game, self.position
        others = [(place, card) for place, card in position.available() if card not in wanted]
        if any(card == UNKNOWN for _, card in others):
            raise Undecided("an available card is unknown")
        if others:
            cards = [f"{PRETTY[card]} in {game.words(place)}" for place, card in others[:4]]
            more = f" and {len(others) - 4} more" if len(others) > 4 else ""
            raise Refuted(f"available as well: {', '.join(cards)}{more}", tuple(place for place, _ in others[:4]))

    def _legal_set(self, commands: tuple[Move, ...]) -> None:
        """Check that each command means one legal move, and that there are no other legal moves."""
        position = self.position
        if position.doubtful():
            raise Undecided("more may be legal: an available card is unknown")
        left = [position.long_form(move) for move in position.legal_moves()]
        for command in commands:
            self._legal(command, True)
            try:
                move = position.long_form(position.read(command))
            except Refused as error:
                raise Undecided(error.refusal.message) from None
            except Ambiguous as error:
                raise Refuted(f"{token(command)} can mean {' or '.join(token(move) for move in error.moves)}") from None
            if move in left:
                left.remove(move)
        # One of several moves that lead to the same position stands for all.
        meant = {self._key_after(command) for command in commands}
        rest = [move for move in left if self._key_after(move) not in meant]
        if rest:
            shown = ", ".join(token(move) for move in rest[:5])
            more = f" and {len(rest) - 5} more" if len(rest) > 5 else ""
            raise Refuted(f"legal as well: {shown}{more}")

    def _key_after(self, command: Move) -> int:
        """Return the key of the position that a command leads to."""
        twin = self.position.copy()
        twin.play_command(command)
        return twin.key

    def _legal(self, command: Move, yes: bool) -> None:
        try:
            step = self.knowledge.try_command(self.position, command)
        except Refused as error:
            if error.refusal.code == CARD_NOT_KNOWN:
                raise Undecided(error.refusal.message) from None
            if yes:
                raise Refuted(f"{token(command)} is illegal: {error.refusal.message}", error.refusal.places) from None
            return
        except Ambiguous as error:
            if yes:
                return
            raise Refuted(
                f"{token(command)} can be played: {' or '.join(token(move) for move in error.moves)}"
            ) from None
        if contradicts(command, step.move):
            if yes:
                raise Refuted(f"{token(command)} is illegal: the move is {token(step.move)}")
            return
        if assumption := self.knowledge.assumption(step):
            raise Undecided(f"{token(command)} is legal only if {assumption}")
        if not yes:
            raise Refuted(f"{token(command)} is legal")
