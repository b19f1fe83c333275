"""Claims: what a record says of a position in ``{= …}``, proved or refuted where it stands."""

from __future__ import annotations

from collections.abc import Sequence

from leoni_replay.cards import DOWN, GAP, PRETTY, UNKNOWN, pretty
from leoni_replay.commands import Command
from leoni_replay.games.base import Ambiguous, Game, Refused, contradicts, left_words
from leoni_replay.games.steps import Position
from leoni_replay.notation.tree import Claim, Statement
from leoni_replay.notation.writer import token
from leoni_replay.unknown.blanks import Loose, cards_of
from leoni_replay.unknown.unknowns import Unknowns


class Refuted(Exception):
    """A claim that does not hold.

    ``truth`` says what is true instead; ``places`` are those to look at; ``unknown`` is set when the claim speaks of
    a place that the game does not have.
    """

    def __init__(self, truth: str, places: tuple[str, ...] = (), unknown: bool = False) -> None:
        super().__init__(truth)
        self.truth = truth
        self.places = places
        self.unknown = unknown


class Untold(Exception):
    """A claim that can be neither proved nor refuted, because it depends on cards that are not known."""


def prove(game: Game, position: Position, claim: Claim, known: Unknowns | None = None) -> None:
    """Check one claim.

    Args:
        game: the game.
        position: the position of which it speaks.
        claim: the claim.
        known: what is known of unknown cards, if there are any.

    Raises:
        Refuted: it does not hold.
        Untold: it cannot be told whether it does.
    """
    said = claim.statement
    match said.kind:
        case "standstill":
            _standstill(game, position)
            if known is not None:
                _open_cards(game, position, known)
        case "place" | "top" | "count":
            _place(game, position, said, known)
        case "left":
            left = game.left(position)
            if left != said.number:
                raise Refuted(_left(left))
        case "available" | "not available":
            _available(game, position, said.cards, said.kind == "available", known)
        case "legal" | "illegal":
            for command in said.commands:
                _legal(game, position, command, said.kind == "legal", known)
        case "won":
            if not game.won(position):
                raise Refuted(f"the game is not won: {game.why_not_won(position)}")
        case "digest":
            cards = [card for pile in position.places.values() for card in pile] if known is not None else []
            if any(card & ~DOWN == UNKNOWN or isinstance(card, Loose) for card in cards):
                raise Untold("not all cards are known")
            digest = game.digest(position)
            if digest != said.digest:
                raise Refuted(f"the digest is {digest}")


def _standstill(game: Game, position: Position) -> None:
    if game.standstill(position):
        return
    fitting = [f"{PRETTY[card]} in {game.words(place)}" for place, card in game.playable(position)]
    what = f"{' and '.join(fitting[:3])} can" if fitting else "after a reversal a card could"
    raise Refuted(f"it is no standstill: {what} be played")


def _open_cards(game: Game, position: Position, known: Unknowns) -> None:
    """A standstill is one for certain only if no available card that is not known can fit a foundation."""
    fitting = list(cards_of(known.fitting(position)))
    for place, held in game.available(position):
        if held == UNKNOWN and any(known.may_be(position, held, card) for card in fitting):
            raise Untold(f"a card in {game.words(place)} is not known")


def _place(game: Game, position: Position, said: Statement, known: Unknowns | None) -> None:
    listing: dict[str, list[int] | int] = dict(game.listing(position))
    assert said.place is not None
    # A place of a grid is listed with its row, but it can be spoken of by itself.
    if said.place.startswith("r") and said.place.partition("c")[0] in listing and said.place in position.places:
        listing[said.place] = position.places[said.place]
    if said.place not in listing:
        raise Refuted(f"{game.name} has no place `{said.place}`; its places are {', '.join(listing)}", unknown=True)
    held = listing[said.place]
    if isinstance(held, int):
        if said.number != held or said.kind == "top":
            raise Refuted(f"this is {said.place} {held}")
        return
    places = (said.place,)
    if said.kind == "count":
        count = len(held) - held.count(GAP)
        if said.number != count:
            raise Refuted(f"{game.words(said.place)} holds {count}", places)
        return
    if said.kind == "top":
        if said.place.startswith("r") and "c" not in said.place:
            raise Refuted(f"{game.words(said.place)} is no pile: it has no top card", places)
        if not held or not _same(position, said.cards[:1], held[-1:], known):
            where = game.words(said.place)
            raise Refuted(f"the top card of {where} is {pretty(held[-1:])}" if held else f"{where} is empty", places)
        return
    if not _same(position, said.cards, held or [GAP] if said.cards == (GAP,) else held, known):
        raise Refuted(f"{game.words(said.place)} {f'holds {pretty(held)}' if held else 'is empty'}", places)


def _same(position: Position, said: Sequence[int], held: list[int], known: Unknowns | None) -> bool:
    """Whether some cards are just these.

    Raises:
        Untold: they are as far as they are known, and the others can be.
    """
    if known is None or len(said) != len(held):
        return list(said) == held
    if any(isinstance(lies, Loose) for lies in held):
        raise Untold("it is not known in which order its cards lie")
    unknown = [(card, lies) for card, lies in zip(said, held, strict=True) if card != lies]
    if not unknown:
        return True
    for card, lies in unknown:
        if card == GAP or (card & DOWN) != (lies & DOWN) or not known.may_be(position, lies, card & ~DOWN):
            return False
    raise Untold("a card of it is not known" if len(unknown) == 1 else f"{len(unknown)} cards of it are not known")


def _available(game: Game, position: Position, wanted: tuple[int, ...], yes: bool, known: Unknowns | None) -> None:
    available = game.available(position)
    cards = {card for _, card in available}
    untold = []
    for card in wanted:
        if card not in cards and known and any(known.may_be(position, held, card) for _, held in available):
            untold.append(card)
        elif (card in cards) != yes:
            if yes:
                all_of_them = pretty(dict.fromkeys(c for _, c in available))
                rest = f"the available cards are {all_of_them}" if available else "no card is"
                raise Refuted(f"{PRETTY[card]} is not available; {rest}")
            places = [place for place, held in available if held == card]
            raise Refuted(f"{PRETTY[card]} is available, in {game.words(places[0])}", tuple(places))
    if untold:
        raise Untold(f"an available card that is not known can be {pretty(untold[:1])}")


def _legal(game: Game, position: Position, command: Command, yes: bool, known: Unknowns | None) -> None:
    try:
        if known is not None:
            step = known.tried(position, command)
            played = step.move
        else:
            played = game.in_full(position, game.read(position, command))
    except Refused as error:
        if error.refusal.code == "M228":
            raise Untold(error.refusal.message) from None
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
    if known is not None and (supposed := known.supposed(step)):
        raise Untold(f"{token(command)} is legal only if {supposed}")
    if not yes:
        raise Refuted(f"{token(command)} is legal")


def _left(count: int) -> str:
    return f"{left_words(count)} not on the foundations"
