"""Positions in the formats of other solvers: Solvitaire's deals in JSON, and the boards of Freecell Solver (fc-solve).

Both formats have only foundations that are built up in suit, and piles: games with a stock, a grid or two packs cannot
be written. A board of fc-solve doesn't say which cards lie face down.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from leoni_replay.cards import DOWN, RANK, RANKS, SUITS, TEXT, UNKNOWN, read, texts
from leoni_replay.deals import standard
from leoni_replay.exchange.refused import NotTaken, json_in
from leoni_replay.games import GAMES, Game, make_game
from leoni_replay.games.places import is_pile_name, suit_named
from leoni_replay.games.steps import Position
from leoni_replay.notation.tree import Transcript
from leoni_replay.words import counted

#: The suits in the order in which fc-solve lists its foundations.
_FC_SUITS: Final = "HCDS"
_FOUNDATION: Final = re.compile(r"([CDHS])-([0A2-9TJQK]|10)")
#: the maximum number of characters read from a file; a board has about 300
_LONGEST: Final = 100_000


def solvitaire(game: Game[Any], position: Position) -> str:
    """Write a position as a Solvitaire deal: every card of the foundations, and the piles, bottom first. The suit of a
    face-down card is in lower case.

    Raises:
        NotTaken: the game has more than foundations and piles, or not all cards are known.
    """
    piles = _piles(game, position)
    built = [_solvitaire(card) for name in game.foundations for card in position.places[name]]
    return json.dumps({"tableau piles": [[_solvitaire(card) for card in pile] for pile in piles], "foundations": built})


def _solvitaire(card: int) -> str:
    rank, suit = TEXT[card % DOWN][0], TEXT[card % DOWN][1]
    return ("10" if rank == "T" else rank) + (suit.lower() if card >= DOWN else suit)


def fc_solve(game: Game[Any], position: Position) -> str:
    """Write a position as an fc-solve board: the foundations, then one line per pile, bottom first, all cards face up.

    Raises:
        NotTaken: as :func:`solvitaire`.
    """
    piles = _piles(game, position)
    tops = {SUITS[suit_named(name)]: len(position.places[name]) for name in game.foundations}
    built = " ".join(f"{suit}-{('0' + RANKS)[tops[suit]]}" for suit in _FC_SUITS)
    lines = [": " + " ".join(TEXT[card % DOWN] for card in pile) for pile in piles]
    return "\n".join([f"Foundations: {built}", *(line.rstrip() for line in lines), ""])


def from_solvitaire(text: str, rules: str | None = None) -> Transcript:
    """Make a record without moves from a Solvitaire deal.

    Args:
        text: its JSON.
        rules: the rule book; None for the default book of the game, which is recognised by its number of piles.

    Raises:
        NotTaken: it is not a deal, or not a position of a known game.
        RulesError: there is no such rule book.
    """
    if len(text) > _LONGEST:
        raise NotTaken("it is too long for a deal")
    data = json_in(text)
    if not isinstance(data, dict):
        raise NotTaken("it is not a deal of Solvitaire, but a list or a single value")
    piles = data.get("tableau piles")
    if not isinstance(piles, list) or not all(isinstance(pile, list) for pile in piles):
        raise NotTaken("it is not a deal of Solvitaire: its `tableau piles` are missing")
    others = [name for name in data if name not in ("tableau piles", "foundations") and data[name]]
    if others:
        raise NotTaken(f"it has {others[0]!r}: no game that is known has foundations, piles and that")
    built = data.get("foundations", [])
    if not isinstance(built, list):
        raise NotTaken("its `foundations` are not a list")
    tops = dict.fromkeys(range(4), 0)
    for card in map(_of_solvitaire, built):
        tops[card % DOWN // 13] = max(tops[card % DOWN // 13], RANK[card % DOWN])
    return _record([[_of_solvitaire(card) for card in pile] for pile in piles], tops if built else None, rules)


def _of_solvitaire(word: Any) -> int:
    rank = {"1": "A", "11": "J", "12": "Q", "13": "K"}.get(word[:-1], word[:-1]) if isinstance(word, str) else ""
    card = read(rank + word[-1:]) if rank else None
    if card is None:
        raise NotTaken(f"{word!r} is not a card")
    return card + (DOWN if word[-1].islower() else 0)


def from_fc_solve(text: str, rules: str | None = None) -> Transcript:
    """Make a record without moves from an fc-solve board. If it is a position as the game deals it, the cards that the
    game deals face down lie face down; otherwise all cards lie face up.

    Raises:
        NotTaken, RulesError: as :func:`from_solvitaire`.
    """
    if len(text) > _LONGEST:
        raise NotTaken("it is too long for a board")
    tops: dict[int, int] | None = None
    piles: list[list[int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        name, colon, rest = line.partition(":")
        if name in ("Foundations", "Founds") and colon:
            tops = dict.fromkeys(range(4), 0)
            for word in rest.split():
                match = _FOUNDATION.fullmatch(word)
                if match is None:
                    raise NotTaken(f"line {number}: {word!r} is not a foundation")
                tops[SUITS.index(match[1])] = ("0" + RANKS).index("T" if match[2] == "10" else match[2])
        elif name in ("Freecells", "FC") and colon:
            if rest.strip(" -"):
                raise NotTaken(f"line {number}: boards with free cells are not read")
        elif line.strip() or piles:
            pile = [(word, read(word)) for word in line.removeprefix(":").split()]
            wrong = next((word for word, card in pile if card is None), None)
            if wrong is not None:
                raise NotTaken(f"line {number}: {wrong!r} is not a card")
            piles.append([card for _, card in pile if card is not None])
    while piles and not piles[-1] and len(piles) not in _numbers_of_piles():
        piles.pop()
    return _record(piles, tops, rules, face_down=False)


def _takes_boards(game: Game[Any]) -> bool:
    """Whether a game has only numbered piles and foundations that are built up."""
    return (
        game.packs == 1
        and game.ways == ("^",)
        and not game.grid_rows
        and all(is_pile_name(name) for name in game.order)
    )


def _piles(game: Game[Any], position: Position) -> list[list[int]]:
    if not _takes_boards(game):
        raise NotTaken(f"{game.name} has more than foundations and piles: the board of a solver holds no others")
    piles: list[list[int]] = [[*position.places[name]] for name in game.order]
    if any(card % DOWN == UNKNOWN for pile in piles for card in pile):
        raise NotTaken("not all cards are known")
    return piles


def _numbers_of_piles() -> set[int]:
    return {len(game.order) for game in map(make_game, GAMES) if _takes_boards(game)}


def _record(
    piles: list[list[int]], tops: dict[int, int] | None, rules: str | None, *, face_down: bool = True
) -> Transcript:
    """The record of a position without moves: with a deal if it is one, otherwise with a layout.

    Raises:
        NotTaken: it is not a position of a known game.
    """
    names = [name for name in GAMES if _takes_boards(made := make_game(name)) and len(made.order) == len(piles)]
    if not names:
        raise NotTaken(f"it has {counted(len(piles), 'pile')}: no known game has foundations and this many piles")
    game = make_game(names[0], rules)
    if tops is None:
        tops = dict.fromkeys(range(4), game.laid)
    there = [card % DOWN for pile in piles for card in pile]
    there += [13 * suit + rank for suit, top in tops.items() for rank in range(top)]
    if sorted(there) != list(range(52)):
        raise NotTaken("it does not have each of the 52 cards once")
    tags = {"Game": game.name, "Rules": str(game.rules)}
    if pack := _pack(game, piles, tops, face_down):
        return Transcript.build(tags | {"Deal": "pack", "Pack": texts(pack)})
    lines = [f"{SUITS[suit]}^: {TEXT[13 * suit + top - 1] if top else '-'}" for suit, top in tops.items()]
    lines += [f"{name}: {texts(pile)}" for name, pile in zip(game.order, piles, strict=True)]
    return Transcript.build(tags | {"Deal": "layout", "Layout": "\n".join(lines)})


def _pack(game: Game[Any], piles: list[list[int]], tops: dict[int, int], face_down: bool) -> list[int]:
    """The cards in the order in which the game would deal these piles; empty if it never does."""
    stock = standard(game.packs, game.bases)
    dealt = game.start(stock).places
    pack = [-1] * len(stock)
    for name, pile in zip(game.order, piles, strict=True):
        like = dealt[name]
        if len(like) != len(pile):
            return []
        for card, at in zip(pile, like, strict=True):
            if face_down and (card >= DOWN) != (at >= DOWN):
                return []
            pack[stock.index(at % DOWN)] = card % DOWN
    return pack if -1 not in pack and all(top == game.laid for top in tops.values()) else []
