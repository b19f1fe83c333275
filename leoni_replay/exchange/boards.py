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

from leoni_replay.cards import DOWN, PACK, RANK, RANKS, SUITS, TEXT, UNKNOWN, read, texts
from leoni_replay.deals import standard
from leoni_replay.exchange.errors import CannotImport, json_in
from leoni_replay.games import GAMES, Game, make_game
from leoni_replay.games.game import Position
from leoni_replay.games.places import is_pile_name, suit_named
from leoni_replay.notation.transcript import Transcript
from leoni_replay.phrases import pluralize

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
    deal = {
        "tableau piles": [[_solvitaire_word(card) for card in pile] for pile in piles],
        "foundations": [_solvitaire_word(card) for name in game.foundations for card in position.places[name]],
    }
    return json.dumps(deal)


def _solvitaire_word(card: int) -> str:
    """Write a card as Solvitaire does: ``10H``, or ``10h`` if it lies face down."""
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
    heights = {SUITS[suit_named(name)]: len(position.places[name]) for name in game.foundations}
    tops = [f"{suit}-{('0' + RANKS)[heights[suit]]}" for suit in _FC_SUITS]
    lines = [f"Foundations: {' '.join(tops)}"]
    if cells:
        lines.append(f"Freecells: {' '.join(TEXT[cell[0]] if cell else '-' for cell in cells)}")
    for pile in piles:
        lines.append(f": {' '.join(TEXT[card % DOWN] for card in pile)}".rstrip())
    return "\n".join([*lines, ""])


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
    foundation_words = data.get("foundations", [])
    if not isinstance(foundation_words, list):
        raise CannotImport("its `foundations` are not a list")
    heights = dict.fromkeys(range(4), 0)
    for card in map(_card_of_solvitaire, foundation_words):
        suit, rank = card % DOWN // 13, RANK[card % DOWN]
        heights[suit] = max(heights[suit], rank)
    cards_of_piles = [[_card_of_solvitaire(word) for word in pile] for pile in piles]
    return _record(cards_of_piles, heights if foundation_words else None, rules)


def _card_of_solvitaire(word: Any) -> int:
    """Read a card as Solvitaire writes it, with DOWN added if it lies face down.

    Raises:
        CannotImport: it is not one.
    """
    card = None
    if isinstance(word, str) and len(word) > 1:
        rank, suit = word[:-1], word[-1]
        # A rank may also be a number.
        rank = {"1": "A", "11": "J", "12": "Q", "13": "K"}.get(rank, rank)
        card = read(rank + suit)
    if card is None:
        raise CannotImport(f"{word!r} is not a card")
    return card + DOWN if word[-1].islower() else card


def from_fc_solve(text: str, rules: str | None = None) -> Transcript:
    """Make a record without moves from an fc-solve board. If it is a position as the game deals it, the cards that the
    game deals face down lie face down; otherwise all cards lie face up.

    Raises:
        CannotImport, RulesError: as :func:`from_solvitaire`.
    """
    if len(text) > _LONGEST:
        raise CannotImport("it is too long for a board")
    heights: dict[int, int] | None = None
    piles: list[list[int]] = []
    cells: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        name, colon, rest = line.partition(":")
        if name in ("Foundations", "Founds") and colon:
            heights = _heights(number, rest.split())
        elif name in ("Freecells", "FC") and colon:
            cells = _cards(number, [word for word in rest.split() if word != "-"])
        elif line.strip() or piles:
            piles.append(_cards(number, line.removeprefix(":").split()))
    pile_counts = {len(_piles_of(game)) for game in map(make_game, GAMES)}
    while piles and not piles[-1] and len(piles) not in pile_counts:
        # An empty line at the end of the file is no pile.
        piles.pop()
    return _record(piles, heights, rules, cells=cells, shows_face_down=False)


def _heights(number: int, words: list[str]) -> dict[int, int]:
    """Return the number of cards on the foundation of each suit, from the foundations of a board (``H-3``).

    Raises:
        CannotImport: a word is not a foundation; ``number`` is that of its line.
    """
    heights = dict.fromkeys(range(4), 0)
    for word in words:
        match = _FOUNDATION.fullmatch(word)
        if match is None:
            raise CannotImport(f"line {number}: {word!r} is not a foundation")
        suit, rank = match[1], "T" if match[2] == "10" else match[2]
        heights[SUITS.index(suit)] = ("0" + RANKS).index(rank)
    return heights


def _cards(number: int, words: list[str]) -> list[int]:
    """Return the cards of a line of a board.

    Args:
        number: the number of the line, for the message.
        words: the words of the line.

    Raises:
        CannotImport: a word is not a card.
    """
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
    """Return the names of the piles of a game that has nothing else but free cells, and foundations built up; nothing
    for any other game."""
    piles = [name for name in game.order if name not in _cells_of(game)]
    has_only_piles = not game.grid_rows and all(map(is_pile_name, piles))
    return piles if game.packs == 1 and game.ways == ("^",) and has_only_piles else []


def _piles(position: Position) -> tuple[list[list[int]], list[list[int]]]:
    """Return the cards of the piles and of the free cells.

    Raises:
        CannotImport: the game has other places too, or some cards are unknown.
    """
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
    heights: dict[int, int] | None,
    rules: str | None,
    *,
    cells: Sequence[int] = (),
    shows_face_down: bool = True,
) -> Transcript:
    """Return the record of a position without moves: with a deal if it is one, otherwise with a layout.

    Args:
        piles: the cards of the piles, the bottom card first.
        heights: the number of cards on the foundation of each suit; None if the position does not say it.
        rules: the rule book; None for the default book of the game.
        cells: the cards in the free cells.
        shows_face_down: whether the position says which cards lie face down.

    Raises:
        CannotImport: it is not a position of a known game.
    """
    name = _game_with(len(piles), len(cells)) if piles else None
    if name is None:
        in_cells = f" and {pluralize(len(cells), 'card')} in free cells" if cells else ""
        raise CannotImport(
            f"it has {pluralize(len(piles), 'pile')}{in_cells}: no known game has foundations and this many piles"
        )
    game = make_game(name, rules)
    if heights is None:
        heights = dict.fromkeys(range(4), game.base_count)
    cards = [card % DOWN for pile in (*piles, cells) for card in pile]
    cards += [13 * suit + rank for suit, height in heights.items() for rank in range(height)]
    if sorted(cards) != list(PACK):
        raise CannotImport("it does not have each of the 52 cards once")
    tags = {"Game": game.name, "Rules": str(game.rules)}
    if not cells and (pack := _pack(game, piles, heights, shows_face_down)):
        return Transcript.build(tags | {"Deal": "pack", "Pack": texts(pack)})
    lines = []
    for suit, height in heights.items():
        lines.append(f"{SUITS[suit]}^: {TEXT[13 * suit + height - 1] if height else '-'}")
    lines += [f"{name}: {texts(pile)}" for name, pile in zip(_piles_of(game), piles, strict=True)]
    lines += [f"{name}: {TEXT[card]}" for name, card in zip(_cells_of(game), cells, strict=False)]
    return Transcript.build(tags | {"Deal": "layout", "Layout": "\n".join(lines)})


def _game_with(piles: int, cells: int) -> str | None:
    """Return the first game that has this many piles, and at least this many free cells; None if there is none."""
    for name in GAMES:
        game = make_game(name)
        if len(_piles_of(game)) == piles and len(_cells_of(game)) >= cells:
            return name
    return None


def _pack(game: Game[Any], piles: list[list[int]], heights: dict[int, int], shows_face_down: bool) -> list[int]:
    """Return the pack from which a game would deal a position; empty if the game never deals it.

    Args:
        game: the game.
        piles: the cards of the piles, the bottom card first.
        heights: the number of cards on the foundation of each suit.
        shows_face_down: whether the position says which cards lie face down.
    """
    if any(height != game.base_count for height in heights.values()):
        # Foundations begin with their bases, and nothing else.
        return []
    # A deal in which every card shows where the game puts the card at its place in the pack.
    stock = standard(game.packs, game.bases)
    model_deal = game.start(stock).places
    pack = [-1] * len(stock)
    for name, pile in zip(_piles_of(game), piles, strict=True):
        model_pile = model_deal[name]
        if len(model_pile) != len(pile):
            return []
        for card, model_card in zip(pile, model_pile, strict=True):
            if shows_face_down and (card >= DOWN) != (model_card >= DOWN):
                return []
            pack[stock.index(model_card % DOWN)] = card % DOWN
    return pack if -1 not in pack else []
