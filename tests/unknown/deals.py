"""Records whose deal has been taken away, the truth about it, and deals that would have served as well."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from leoni_replay.cards import DOWN, UNKNOWN, texts
from leoni_replay.commands import Move
from leoni_replay.deals import difference
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.steps import Revealed
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.record.replay import Replay, replay
from leoni_replay.record.sample import sample
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.unknown_cards import CardAtUnknownDepth, UnknownCard


def sampled(name: str, rules: str, seed: str, games: int) -> Iterator[Transcript]:
    """Sampled games, read from their text."""
    for transcript in sample(name, rules, seed, games):
        (read,) = loads(dumps([transcript]))
        yield read


def bare(transcript: Transcript) -> Transcript:
    """A record without its ``Deal`` tag."""
    return replace(transcript, head=[item for item in transcript.head if getattr(item, "name", "") != "Deal"])


def moves_of(transcript: Transcript) -> list[Move]:
    return [move.command for move in transcript.moves()]


def rewritten(transcript: Transcript, moves: list[Move], result: str) -> Transcript:
    """A record with other moves."""
    tags = {tag.name: tag.value for tag in transcript.tags if tag.name != "Result"}
    (read,) = loads(dumps([Transcript.build(tags, moves, result)]))
    return read


def false_cards(truth: Position, derived: Position, game: Game) -> list[str]:
    """What a derived table shows that is not so. Piles are compared from the top, foundations from the base: how high
    the piles are can be a guess, and in a place that shows all its cards also how deep they lie."""
    wrong = []
    for place, pile in derived.places.items():
        real = truth.places[place]
        if any(isinstance(card, CardAtUnknownDepth) for card in pile):
            more = Counter(card for card in pile if card != UNKNOWN) - Counter(real)
            wrong += [f"{place}: {texts([card])} is not there" for card in more]
            continue
        pairs = zip(pile, real) if place in game.foundations else zip(reversed(pile), reversed(real))  # noqa: B905
        wrong += [f"{place}: {texts([a])} is {texts([b])}" for a, b in pairs if a & ~DOWN != UNKNOWN and a != b]
    return wrong


def changed(command: Move, draw: random.Random) -> Move | None:
    """A command with one of its cards changed; None if it names none, or the same was drawn."""
    parts: list[tuple[str, int]] = [] if command.card is None else [("card", 0)]
    parts += [("path", n) for n in range(len(command.path or ()))]
    parts += [("shown", n) for n in range(len(command.shown or ()))]
    if not parts:
        return None
    part, n = draw.choice(parts)
    card = draw.randrange(52)
    if part == "card":
        return None if card == command.card else command._replace(card=card)
    cards = list(getattr(command, part))
    if cards[n] == card:
        return None
    cards[n] = card
    return command._replace(**{part: tuple(cards)})


def deal_that_fits(replayed: Replay, draw: random.Random, tries: int = 300) -> bool:
    """Whether some deal is found under which a record is legal: the derived table, with the unknown cards that the
    moves name, and others filled in with those that are missing."""
    game, start = replayed.game, replayed.at(0).copy()
    assert game is not None and isinstance(start, UnknownPosition)
    deep = _named(replayed, start)
    blanks = [
        (name, at) for name, pile in start.places.items() for at, card in enumerate(pile) if card & ~DOWN == UNKNOWN
    ]
    cards = [card & ~DOWN for pile in start.places.values() for card in pile if card & ~DOWN != UNKNOWN]
    extra, missing = difference(cards, list(range(52)) * game.packs)
    assert not extra and len(missing) == len(blanks)
    tags = {tag.name: tag.value for tag in replayed.transcript.tags if tag.name not in ("Deal", "Result")}
    for _ in range(tries):
        may = [_may_be(start.places[name][at]) for name, at in blanks]
        for place, card in deep:
            # Where a card was played at some depth, it lies at one of these.
            here = [n for n, (name, _) in enumerate(blanks) if name == place and may[n] >> card & 1]
            if here and card in missing:
                may[draw.choice(here)] = 1 << card
        shares = _shares(may, missing, draw)
        if shares is None:
            if not deep:
                return False
            continue
        filled = start.copy()
        for (name, at), card in zip(blanks, shares, strict=True):
            filled.reveal(name, at, card | (DOWN if filled.places[name][at] >= DOWN else 0))
        layout = filled.text
        moves = moves_of(replayed.transcript)
        if replay(Transcript.build(tags | {"Deal": "layout", "Layout": layout}, moves, "*"), hints=False).verified:
            return True
    return False


def _named(replayed: Replay, start: UnknownPosition) -> list[tuple[str, int]]:
    """Show the unknown cards of a first position that the moves name, as they were read. Return those of which only
    the place is known, not how deep they lie there."""
    where = {
        id(card.slot): (name, at)
        for name, pile in start.places.items()
        for at, card in enumerate(pile)
        if isinstance(card, UnknownCard)
    }
    deep = []
    for step in replayed.steps:
        for change in step.changes:
            if isinstance(change, Revealed) and isinstance(change.was, UnknownCard) and change.card & ~DOWN != UNKNOWN:
                if spot := where.pop(id(change.was.slot), None):
                    start.reveal(*spot, change.card & ~DOWN | (start.places[spot[0]][spot[1]] & DOWN))
                else:
                    deep.append((change.place, change.card & ~DOWN))
    return deep


def _may_be(card: int) -> int:
    return card.slot.possible if isinstance(card, UnknownCard) else -1


def _shares(may: list[int], missing: list[int], draw: random.Random) -> list[int] | None:
    """The missing cards in some order in which each can be at its place."""
    owner: dict[int, int] = {}
    order = list(range(len(missing)))
    draw.shuffle(order)

    def give(place: int, seen: set[int]) -> bool:
        for n in order:
            if n not in seen and may[place] >> missing[n] & 1:
                seen.add(n)
                if n not in owner or give(owner[n], seen):
                    owner[n] = place
                    return True
        return False

    for place in sorted(range(len(may)), key=lambda place: may[place].bit_count()):
        if not give(place, set()):
            return None
    return [missing[n] for n, _ in sorted(owner.items(), key=lambda item: item[1])]
