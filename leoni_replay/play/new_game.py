"""The tags of a new game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from leoni_replay.cards import PACK, PACK_SIZE, RANK, SUIT, UNKNOWN, read, texts
from leoni_replay.deals import stock_of_seed
from leoni_replay.games import Game, RulesError, make_game
from leoni_replay.games.places import suit_named, way_named
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.transcript import Comment, Tag
from leoni_replay.phrases import pluralize
from leoni_replay.play.move_refused import MoveRefused
from leoni_replay.record.playing import new

#: The order in which tags are written.
_TAG_ORDER: Final = ("Game", "Rules", "Deal", "Result")


def deal_tags(game: str, rules: str | None, deal: str | None) -> list[Tag | Comment]:
    """Return the tags of a game on a deal, or on a new seed.

    Raises:
        LeoniError: there is no such game, rule book or deal.
    """
    tags = {tag.name: tag.value for tag in new(game, deal, rules).record("*").tags}
    return [Tag(name, tags[name]) for name in sorted(tags, key=_TAG_ORDER.index)]


def layout_tags(game: str, rules: str | None, text: str) -> list[Tag | Comment]:
    """Return the tags of a game that starts from a written position.

    Raises:
        LeoniError: there is no such game or rule book, or no layout.
    """
    if not text.strip():
        raise LeoniError("this layout is empty: list each place with its cards, for example `1: 2S KH`")
    return _tags(_make_game(game, rules), text.strip())


def real_table_tags(game: str, rules: str | None) -> list[Tag | Comment]:
    """Return the tags of a game on a real table, with all cards unknown.

    Raises:
        LeoniError: there is no such game or rule book.
    """
    game_under_rules = _make_game(game, rules)
    return _tags(game_under_rules, _blank_layout(game_under_rules, 0, []))


def first_question(game: Game[Any]) -> tuple[str, list[int]]:
    """Return the question before the cards of a real table, and the cards that can answer it; empty if none."""
    if game.hidden_places != ("stock",):
        return f"how many cards lie on the {game.exile} pile", []
    if not game.base_count and any(_deals_bases_out(game, seed) for seed in "12345678"):
        base_ranks = {ranks[0] for ranks in game.ranks.values()}
        cards = [card for card in PACK if RANK[card] in base_ranks for _ in range(game.packs)]
        return "which cards have gone out to the foundations already (- for none)", cards
    return "", []


def layout_after_answer(game: Game[Any], answer: str) -> str:
    """Return the layout of a real table after the answer to the first question, with all cards unknown.

    Raises:
        MoveRefused: the answer is impossible.
    """
    if game.hidden_places != ("stock",):
        if not (answer.isascii() and answer.isdigit() and len(answer) < 4):
            raise MoveRefused(f"`{answer[:20]}` is not a number of cards")
        return _blank_layout(game, int(answer), [])
    _, possible_bases = first_question(game)
    words = [] if answer == "-" else answer.replace(",", " ").split()
    bases = []
    for word in words:
        card = read(word)
        if card is None or card not in possible_bases:
            raise MoveRefused(f"`{word[:20]}` is not a card that goes out as a base")
        bases.append(card)
    return _blank_layout(game, 0, bases)


def _blank_layout(game: Game[Any], exiles: int, bases: Sequence[int]) -> str:
    """Return the layout of a game as dealt, with all cards unknown.

    Args:
        game: the game.
        exiles: the number of cards that the deal put aside.
        bases: the cards that went to the foundations during the deal.

    Raises:
        MoveRefused: this is impossible.
    """
    cards_dealt = PACK_SIZE * game.packs - len(game.bases) - len(bases)
    if not 0 <= exiles <= cards_dealt:
        raise MoveRefused(
            f"there cannot be {pluralize(exiles, game.exile)}: {pluralize(cards_dealt, 'card')} are dealt"
        )
    position = game.start([UNKNOWN] * (cards_dealt - exiles))
    lines = []
    for name, content in position.listing():
        if isinstance(content, int):
            lines.append(f"{name}: {content}")
            continue
        cards = list(content)
        if name in game.hidden_places and exiles:
            cards = [UNKNOWN] * exiles
        if name in game.lines:
            base_rank = game.ranks[way_named(name)][0]
            cards += [base for base in bases if SUIT[base] == suit_named(name) and RANK[base] == base_rank]
        lines.append(f"{name}: {texts(cards)}")
    return "\n".join(lines)


def _deals_bases_out(game: Game[Any], seed: str) -> bool:
    """Whether bases go out to the foundations while a deal is laid out."""
    table = game.start(list(stock_of_seed(seed, game.packs, game.bases))).table
    return table.left < table.cards


def _make_game(game: str, rules: str | None) -> Game[Any]:
    """Return a game under its rules.

    Raises:
        LeoniError: there is no such game or rule book.
    """
    try:
        return make_game(game, rules)
    except RulesError as error:
        raise LeoniError("; ".join([error.message, *error.help])) from None


def _tags(game: Game[Any], layout: str) -> list[Tag | Comment]:
    tags = {"Game": game.name, "Rules": str(game.rules), "Deal": "layout", "Layout": layout, "Result": "*"}
    return [Tag(name, value) for name, value in tags.items()]
