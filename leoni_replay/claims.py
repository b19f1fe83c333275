"""Claims: what a record says of a position in ``{= …}``, proved or refuted where it stands."""

from __future__ import annotations

from leoni_replay.cards import GAP, PRETTY, pretty
from leoni_replay.commands import Command
from leoni_replay.games.base import Ambiguous, Game, Position, Refused, contradicts, left_words
from leoni_replay.notation.tree import Claim, Statement
from leoni_replay.notation.writer import token


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


def prove(game: Game, position: Position, claim: Claim) -> None:
    """Check one claim.

    Raises:
        Refuted: it does not hold.
    """
    said = claim.statement
    match said.kind:
        case "standstill":
            _standstill(game, position)
        case "place" | "top" | "count":
            _place(game, position, said)
        case "left":
            left = game.left(position)
            if left != said.number:
                raise Refuted(_left(left))
        case "available" | "not available":
            _available(game, position, said.cards, said.kind == "available")
        case "legal" | "illegal":
            for command in said.commands:
                _legal(game, position, command, said.kind == "legal")
        case "won":
            if not game.won(position):
                raise Refuted(f"the game is not won: {game.why_not_won(position)}")
        case "digest":
            digest = game.digest(position)
            if digest != said.digest:
                raise Refuted(f"the digest is {digest}")


def _standstill(game: Game, position: Position) -> None:
    if game.standstill(position):
        return
    fitting = [f"{PRETTY[card]} in {game.words(place)}" for place, card in game.playable(position)]
    what = f"{' and '.join(fitting[:3])} can" if fitting else "after a reversal a card could"
    raise Refuted(f"it is no standstill: {what} be played")


def _place(game: Game, position: Position, said: Statement) -> None:
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
        if not held or held[-1] != said.cards[0]:
            where = game.words(said.place)
            raise Refuted(f"the top card of {where} is {pretty(held[-1:])}" if held else f"{where} is empty", places)
        return
    if list(said.cards) != (held or [GAP] if said.cards == (GAP,) else held):
        raise Refuted(f"{game.words(said.place)} {f'holds {pretty(held)}' if held else 'is empty'}", places)


def _available(game: Game, position: Position, wanted: tuple[int, ...], yes: bool) -> None:
    available = game.available(position)
    cards = {card for _, card in available}
    for card in wanted:
        if (card in cards) != yes:
            if yes:
                all_of_them = pretty(dict.fromkeys(c for _, c in available))
                rest = f"the available cards are {all_of_them}" if available else "no card is"
                raise Refuted(f"{PRETTY[card]} is not available; {rest}")
            places = [place for place, held in available if held == card]
            raise Refuted(f"{PRETTY[card]} is available, in {game.words(places[0])}", tuple(places))


def _legal(game: Game, position: Position, command: Command, yes: bool) -> None:
    try:
        move = game.read(position, command)
    except Refused as error:
        if yes:
            raise Refuted(f"{token(command)} is illegal: {error.refusal.message}", error.refusal.places) from None
        return
    except Ambiguous as error:
        if yes:
            return
        raise Refuted(f"{token(command)} can be played: {' or '.join(token(move) for move in error.moves)}") from None
    played = game.in_full(position, move)
    if contradicts(command, played):
        if yes:
            raise Refuted(f"{token(command)} is illegal: the move is {token(played)}")
        return
    if not yes:
        raise Refuted(f"{token(command)} is legal")


def _left(count: int) -> str:
    return f"{left_words(count)} not on the foundations"
