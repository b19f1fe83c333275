"""Claims: the statements of a record about a position, ``{= …}``, proved or refuted where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from leoni_replay.cards import DOWN, GAP, PRETTY, UNKNOWN, from_above, pretty
from leoni_replay.commands import Command
from leoni_replay.games import Game
from leoni_replay.games.game import left_words
from leoni_replay.games.places import row_number
from leoni_replay.games.refusal import Ambiguous, Refused, contradicts
from leoni_replay.games.steps import Position
from leoni_replay.notation.braces import ClaimError
from leoni_replay.notation.claim_syntax import statement
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


def outcome(
    game: Game[Any], position: Position, claim: Claim, knowledge: Knowledge | None = None
) -> Refuted | Undecided | None:
    """Check one claim as :func:`prove` does, but return its exception instead of raising it; None if
    the claim is true."""
    try:
        prove(game, position, claim, knowledge)
    except (Refuted, Undecided) as error:
        return error
    return None


def holds(game: Game[Any], position: Position, text: str) -> bool:
    """Whether a text is a valid claim (without its braces) and true."""
    try:
        said = statement(text, game.vocabulary)
    except ClaimError:
        return False
    return outcome(game, position, Claim(said, text)) is None


def prove(game: Game[Any], position: Position, claim: Claim, knowledge: Knowledge | None = None) -> None:
    """Check one claim.

    Args:
        game: the game.
        position: the position that the claim is about.
        claim: the claim.
        knowledge: what is known about unknown cards, if there are any.

    Raises:
        Refuted: it is false.
        Undecided: it can be neither proved nor refuted.
    """
    said = claim.statement
    match said.kind:
        case "standstill" | "not standstill":
            if game.standstill(position):
                _no_doubt(game, position, knowledge)
            _standstill(game, position, said.kind == "standstill")
        case "place" | "top" | "count":
            _place(game, position, said, knowledge)
        case "left":
            left = game.left(position)
            if left != said.number:
                raise Refuted(_left(left))
        case "available" | "not available":
            _available(game, position, said.cards, said.kind == "available", knowledge, said.places)
        case "available only":
            _available(game, position, said.cards, True, knowledge)
            _no_others(game, position, said.cards)
        case "legal" | "illegal":
            for command in said.commands:
                _legal(game, position, command, said.kind == "legal", knowledge)
        case "legal set":
            _legal_set(game, position, said.commands, knowledge)
        case "deal over":
            if not game.deal_over(position):
                raise Refuted("the deal is not over")
            _no_doubt(game, position, knowledge)
        case "lost":
            refusal = game.why_not_lost(position)
            if refusal is not None:
                raise Refuted(refusal.message, refusal.places)
            _no_doubt(game, position, knowledge)
        case "*":
            if game.won(position):
                raise Refuted("the game is won")
            # A shuffled redeal without a recorded order is not among the legal moves, but the game isn't lost.
            if game.why_not_lost(position) is None and not game.legal_moves(position):
                _no_doubt(game, position, knowledge)
                raise Refuted("the game is lost, and no move is legal")
        case "won":
            if not game.won(position):
                raise Refuted(f"the game is not won: {game.why_not_won(position)}")
        case "digest":
            if knowledge is not None and not knowledge.all_known(position):
                raise Undecided("some cards are unknown")
            digest = game.digest(position)
            if digest != said.digest:
                raise Refuted(f"the digest is {digest}")
        case _:
            raise AssertionError(f"no code proves the claim {said.kind}")


def _no_doubt(game: Game[Any], position: Position, knowledge: Knowledge | None) -> None:
    """Raise Untold if an unknown available card might fit a foundation: then a standstill isn't certain."""
    place = knowledge.may_fit(position) if knowledge is not None else ""
    if place:
        raise Undecided(f"a card in {game.words(place)} is unknown")


def _standstill(game: Game[Any], position: Position, yes: bool) -> None:
    if game.standstill(position) == yes:
        return
    if not yes:
        raise Refuted("it is a standstill")
    fitting = [f"{PRETTY[card]} in {game.words(place)}" for place, card in game.playable(position)]
    what = f"{' and '.join(fitting[:3])} can" if fitting else "after a reversal a card could"
    raise Refuted(f"it is not a standstill: {what} be played")


def _place(game: Game[Any], position: Position, said: Statement, knowledge: Knowledge | None) -> None:
    listing: dict[str, Sequence[int] | int] = dict(game.listing(position))
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
        if not lying or not _same(position, said.place, said.cards[:1], lying[-1:], knowledge):
            where = game.words(said.place)
            raise Refuted(f"the top card of {where} is {pretty(lying[-1:])}" if lying else f"{where} is empty", places)
        return
    if not _same(position, said.place, said.cards, lying or [GAP] if said.cards == (GAP,) else lying, knowledge):
        # The faces of face-down cards are shown only if the claim names some.
        shown = lying if any(DOWN <= card < DOWN + UNKNOWN for card in said.cards) else from_above(lying)
        raise Refuted(f"{game.words(said.place)} {f'holds {pretty(shown)}' if lying else 'is empty'}", places)


def _same(
    position: Position, place: str, said: Sequence[int], lying: Sequence[int], knowledge: Knowledge | None
) -> bool:
    """Whether the cards of a place are exactly these.

    Raises:
        Undecided: the known cards agree, and the unknown ones may.
    """
    if knowledge is None or len(said) != len(lying):
        return list(said) == lying
    if not knowledge.in_order(position, place):
        raise Undecided("the order of its cards is unknown")
    unknown = [(card, lies) for card, lies in zip(said, lying, strict=True) if card != lies]
    if not unknown:
        return True
    for card, lies in unknown:
        if card == GAP or (card & DOWN) != (lies & DOWN) or not knowledge.may_be(position, lies, card & ~DOWN):
            return False
    raise Undecided("one of its cards is unknown" if len(unknown) == 1 else f"{len(unknown)} of its cards are unknown")


def _available(
    game: Game[Any],
    position: Position,
    wanted: tuple[int, ...],
    yes: bool,
    knowledge: Knowledge | None,
    places: tuple[str | None, ...] = (),
) -> None:
    untold = []
    for card, place in zip(wanted, places or [None] * len(wanted), strict=True):
        if place is not None and place not in position.places and place not in game.all_lines:
            raise Refuted(f"{game.name} has no place `{place}`", unknown=True)
        everywhere = game.available(position)
        available = [one for one in everywhere if place in (None, one[0], game.line(one[0]))]
        cards = {card for _, card in available}
        if card not in cards and knowledge and any(knowledge.may_be(position, other, card) for _, other in available):
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


def _no_others(game: Game[Any], position: Position, wanted: tuple[int, ...]) -> None:
    """Check that no card is available except these."""
    others = [(place, card) for place, card in game.available(position) if card not in wanted]
    if any(card == UNKNOWN for _, card in others):
        raise Undecided("an available card is unknown")
    if others:
        cards = [f"{PRETTY[card]} in {game.words(place)}" for place, card in others[:4]]
        more = f" and {len(others) - 4} more" if len(others) > 4 else ""
        raise Refuted(f"available as well: {', '.join(cards)}{more}", tuple(place for place, _ in others[:4]))


def _legal_set(game: Game[Any], position: Position, commands: tuple[Command, ...], knowledge: Knowledge | None) -> None:
    """Check that each command means one legal move, and that there are no other legal moves."""
    if game.doubtful(position):
        raise Undecided("more may be legal: an available card is unknown")
    left = [game.in_full(position, move) for move in game.legal_moves(position)]
    for command in commands:
        _legal(game, position, command, True, knowledge)
        try:
            move = game.in_full(position, game.read(position, command))
        except Refused as error:
            raise Undecided(error.refusal.message) from None
        except Ambiguous as error:
            raise Refuted(f"{token(command)} can mean {' or '.join(token(move) for move in error.moves)}") from None
        if move in left:
            left.remove(move)
    # Of several moves that lead to the same position, one stands for all.
    meant = {_outcome(game, position, command) for command in commands}
    rest = [move for move in left if _outcome(game, position, move) not in meant]
    if rest:
        shown = ", ".join(token(move) for move in rest[:5])
        more = f" and {len(rest) - 5} more" if len(rest) > 5 else ""
        raise Refuted(f"legal as well: {shown}{more}")


def _outcome(game: Game[Any], position: Position, command: Command) -> int:
    """The key of the position that a command leads to."""
    twin = position.copy()
    game.advance(twin, command)
    return game.key(twin)


def _legal(game: Game[Any], position: Position, command: Command, yes: bool, knowledge: Knowledge | None) -> None:
    try:
        if knowledge is not None:
            step = knowledge.tried(position, command)
            played = step.move
        else:
            played = game.in_full(position, game.read(position, command))
    except Refused as error:
        if error.refusal.code == "M228":
            raise Undecided(error.refusal.message) from None
        if yes:
            raise Refuted(f"{token(command)} is illegal: {error.refusal.message}", error.refusal.places) from None
        return
    except Ambiguous as error:
        if yes:
            return
        raise Refuted(f"{token(command)} can be played: {' or '.join(token(move) for move in error.moves)}") from None
    if contradicts(command, played):
        if yes:
            raise Refuted(f"{token(command)} is illegal: the move is {token(played)}")
        return
    if knowledge is not None and (supposed := knowledge.supposed(step)):
        raise Undecided(f"{token(command)} is legal only if {supposed}")
    if not yes:
        raise Refuted(f"{token(command)} is legal")


def _left(count: int) -> str:
    return f"{left_words(count)} not on the foundations"
