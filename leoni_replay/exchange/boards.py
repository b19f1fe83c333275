"""Positions in the formats of other solvers: Solvitaire's deals in JSON, and the boards of Freecell Solver (fc-solve).

Both formats have only foundations that are built up in suit, piles, and free cells, which are the places that a game
calls ``cell``: games with a stock, a grid or two packs cannot be written. A board of fc-solve doesn't say which cards
lie face down.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from leoni_replay.cards import DOWN, RANK, RANKS, SUITS, TEXT, UNKNOWN, read, texts
from leoni_replay.deals import standard
from leoni_replay.exchange.errors import CannotImport, json_in
from leoni_replay.games import GAMES, Game, make_game
from leoni_replay.games.game import Position
from leoni_replay.games.places import is_pile_name, suit_named
from leoni_replay.notation.transcript import Transcript
from leoni_replay.phrases import counted

#: The suits in the order in which fc-solve lists its foundations.
_FC_SUITS: Final = "HCDS"
_FOUNDATION: Final = re.compile(r"([CDHS])-([0A2-9TJQK]|10)")
#: the maximum number of characters read from a file; a board has about 300
_LONGEST: Final = 100_000


def solvitaire(position: Position) -> str:
    """Write a position as a Solvitaire deal: every card of the foundations, and the piles, bottom first. The suit of a
    face-down card is in lower case.

    Raises:
        CannotImport: the game has more than foundations and piles, or not all cards are known.
    """
    game = position.game
    piles, cells = _piles(position)
    if any(cells):
        raise CannotImport("a card lies in a free cell: a deal of Solvitaire has none there")
    built = [_solvitaire(card) for name in game.foundations for card in position.places[name]]
    return json.dumps({"tableau piles": [[_solvitaire(card) for card in pile] for pile in piles], "foundations": built})


def _solvitaire(card: int) -> str:
    rank, suit = TEXT[card % DOWN][0], TEXT[card % DOWN][1]
    return ("10" if rank == "T" else rank) + (suit.lower() if card >= DOWN else suit)


def fc_solve(position: Position) -> str:
    """Write a position as an fc-solve board: the foundations, the free cells if there are any, then one line per pile,
    bottom first, all cards face up.

    Raises:
        CannotImport: as :func:`solvitaire`.
    """
    game = position.game
    piles, cells = _piles(position)
    tops = {SUITS[suit_named(name)]: len(position.places[name]) for name in game.foundations}
    built = " ".join(f"{suit}-{('0' + RANKS)[tops[suit]]}" for suit in _FC_SUITS)
    lines = [": " + " ".join(TEXT[card % DOWN] for card in pile) for pile in piles]
    free = [f"Freecells: {' '.join(TEXT[cell[0]] if cell else '-' for cell in cells)}"] if cells else []
    return "\n".join([f"Foundations: {built}", *free, *(line.rstrip() for line in lines), ""])


def from_solvitaire(text: str, rules: str | None = None) -> Transcript:
    """Make a record without moves from a Solvitaire deal.

    Args:
        text: its JSON.
        rules: the rule book; None for the default book of the game, which is recognised by its number of piles.

    Raises:
        CannotImport: it is not a deal, or not a position of a known game.
        RulesError: there is no such rule book.
    """
    if len(text) > _LONGEST:
        raise CannotImport("it is too long for a deal")
    data = json_in(text)
    if not isinstance(data, dict):
        raise CannotImport("it is not a deal of Solvitaire, but a list or a single value")
    piles = data.get("tableau piles")
    if not isinstance(piles, list) or not all(isinstance(pile, list) for pile in piles):
        raise CannotImport("it is not a deal of Solvitaire: its `tableau piles` are missing")
    others = [name for name in data if name not in ("tableau piles", "foundations") and data[name]]
    if others:
        raise CannotImport(f"it has {others[0]!r}: no game that is known has foundations, piles and that")
    built = data.get("foundations", [])
    if not isinstance(built, list):
        raise CannotImport("its `foundations` are not a list")
    tops = dict.fromkeys(range(4), 0)
    for card in map(_of_solvitaire, built):
        tops[card % DOWN // 13] = max(tops[card % DOWN // 13], RANK[card % DOWN])
    return _record([[_of_solvitaire(card) for card in pile] for pile in piles], tops if built else None, rules)


def _of_solvitaire(word: Any) -> int:
    rank = {"1": "A", "11": "J", "12": "Q", "13": "K"}.get(word[:-1], word[:-1]) if isinstance(word, str) else ""
    card = read(rank + word[-1:]) if rank else None
    if card is None:
        raise CannotImport(f"{word!r} is not a card")
    return card + (DOWN if word[-1].islower() else 0)


def from_fc_solve(text: str, rules: str | None = None) -> Transcript:
    """Make a record without moves from an fc-solve board. If it is a position as the game deals it, the cards that the
    game deals face down lie face down; otherwise all cards lie face up.

    Raises:
        CannotImport, RulesError: as :func:`from_solvitaire`.
    """
    if len(text) > _LONGEST:
        raise CannotImport("it is too long for a board")
    tops: dict[int, int] | None = None
    piles: list[list[int]] = []
    cells: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        name, colon, rest = line.partition(":")
        if name in ("Foundations", "Founds") and colon:
            tops = dict.fromkeys(range(4), 0)
            for word in rest.split():
                match = _FOUNDATION.fullmatch(word)
                if match is None:
                    raise CannotImport(f"line {number}: {word!r} is not a foundation")
                tops[SUITS.index(match[1])] = ("0" + RANKS).index("T" if match[2] == "10" else match[2])
        elif name in ("Freecells", "FC") and colon:
            cells = _cards(number, [word for word in rest.split() if word != "-"])
        elif line.strip() or piles:
            piles.append(_cards(number, line.removeprefix(":").split()))
    numbers = {len(_piles_of(game)) for game in map(make_game, GAMES)}
    while piles and not piles[-1] and len(piles) not in numbers:
        piles.pop()
    return _record(piles, tops, rules, cells=cells, face_down=False)


def _cards(number: int, words: list[str]) -> list[int]:
    """Return the cards of a line of a board."""
    cards = []
    for word in words:
        card = read(word)
        if card is None:
            raise CannotImport(f"line {number}: {word!r} is not a card")
        cards.append(card)
    return cards


def _cells_of(game: Game[Any]) -> tuple[str, ...]:
    """Return the free cells of a game: the places that its moves call ``cell``."""
    return game.vocabulary.group_named(">cell")


def _piles_of(game: Game[Any]) -> list[str]:
    """Return the piles of a game that has only free cells besides, and foundations built up; none of another."""
    piles = [name for name in game.order if name not in _cells_of(game)]
    fits = game.packs == 1 and game.ways == ("^",) and not game.grid_rows and all(map(is_pile_name, piles))
    return piles if fits else []


def _piles(position: Position) -> tuple[list[list[int]], list[list[int]]]:
    """Return the cards of the piles and of the free cells."""
    game = position.game
    if not _piles_of(game):
        raise CannotImport(
            f"{game.name} has more than foundations, piles and free cells: the board of a solver holds no others"
        )
    piles: list[list[int]] = [[*position.places[name]] for name in _piles_of(game)]
    cells: list[list[int]] = [[*position.places[name]] for name in _cells_of(game)]
    if any(card % DOWN == UNKNOWN for pile in (*piles, *cells) for card in pile):
        raise CannotImport("some cards are unknown")
    return piles, cells


def _record(
    piles: list[list[int]],
    tops: dict[int, int] | None,
    rules: str | None,
    *,
    cells: Sequence[int] = (),
    face_down: bool = True,
) -> Transcript:
    """Return the record of a position without moves: with a deal if it is one, otherwise with a layout.

    Raises:
        CannotImport: it is not a position of a known game.
    """
    fitting = (
        name
        for name in GAMES
        if len(_piles_of(made := make_game(name))) == len(piles) and len(_cells_of(made)) >= len(cells)
    )
    name = next(fitting, None) if piles else None
    if name is None:
        free = f" and {counted(len(cells), 'card')} in free cells" if cells else ""
        raise CannotImport(
            f"it has {counted(len(piles), 'pile')}{free}: no known game has foundations and this many piles"
        )
    game = make_game(name, rules)
    if tops is None:
        tops = dict.fromkeys(range(4), game.base_count)
    there = [card % DOWN for pile in (*piles, cells) for card in pile]
    there += [13 * suit + rank for suit, top in tops.items() for rank in range(top)]
    if sorted(there) != list(range(52)):
        raise CannotImport("it does not have each of the 52 cards once")
    tags = {"Game": game.name, "Rules": str(game.rules)}
    if not cells and (pack := _pack(game, piles, tops, face_down)):
        return Transcript.build(tags | {"Deal": "pack", "Pack": texts(pack)})
    lines = [f"{SUITS[suit]}^: {TEXT[13 * suit + top - 1] if top else '-'}" for suit, top in tops.items()]
    lines += [f"{name}: {texts(pile)}" for name, pile in zip(_piles_of(game), piles, strict=True)]
    lines += [f"{name}: {TEXT[card]}" for name, card in zip(_cells_of(game), cells, strict=False)]
    return Transcript.build(tags | {"Deal": "layout", "Layout": "\n".join(lines)})


def _pack(game: Game[Any], piles: list[list[int]], tops: dict[int, int], face_down: bool) -> list[int]:
    """Return the cards in the order in which the game would deal these piles; empty if it never does."""
    stock = standard(game.packs, game.bases)
    dealt = game.start(stock).places
    pack = [-1] * len(stock)
    for name, pile in zip(_piles_of(game), piles, strict=True):
        like = dealt[name]
        if len(like) != len(pile):
            return []
        for card, at in zip(pile, like, strict=True):
            if face_down and (card >= DOWN) != (at >= DOWN):
                return []
            pack[stock.index(at % DOWN)] = card % DOWN
    return pack if -1 not in pack and all(top == game.base_count for top in tops.values()) else []
