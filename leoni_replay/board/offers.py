"""What a page offers before a game is played: every game with its rules on one screen, its guided deal, deals that can
be won, and their tables as dealt."""

from __future__ import annotations

from typing import Any, Final

from leoni_replay.board.player_words import in_player_words
from leoni_replay.deals import stock_of_seed
from leoni_replay.diagnostics import Citation, Clause
from leoni_replay.games import GAMES, Rules, make_game
from leoni_replay.games.game import Position
from leoni_replay.games.sheet import DAYS, Guide, guide, pitch, sheet, winnable
from leoni_replay.games.weaving import WeavingGame
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.session import Session
from leoni_replay.show.contents import thumbnail
from leoni_replay.show.table_data import Encoder

#: What comes before the name of who decided a rule, by who that is.
_BEFORE_SOURCE: Final = {"source": "From ", "book": "Chosen by ", "record": ""}


def offers() -> list[dict[str, Any]]:
    """Return what a page knows of every game before any rules run (docs/dev/board-protocol.md, Offers)."""
    return [_offer(name) for name in GAMES]


def _offer(name: str) -> dict[str, Any]:
    """Return what a page offers of one game."""
    deals, game_guide = winnable(name), guide(name)
    session = Session(deal_tags(name, None, game_guide.deal if game_guide else "seed:1"))
    # The picture shows the game in play: The Reversal begins with an empty table.
    session.follow([step.move for step in game_guide.steps] if game_guide else [])
    return {
        "name": name,
        "slug": GAMES[name].slug,
        "books": [(book, GAMES[name].book(book).title) for book in GAMES[name].books],
        "weaves": isinstance(make_game(name), WeavingGame),
        "line": pitch(name),
        "sheet": sheet_data(make_game(name).rules),
        "guide": game_guide and guide_data(game_guide),
        "deals": deals,
        "days": DAYS if deals else 0,
        "thumbnail": thumbnail(session.layout),
    }


def guide_data(game_guide: Guide) -> dict[str, Any]:
    """Return a guided deal, as a page takes it."""
    steps = [step._asdict() for step in game_guide.steps]
    return {"deal": game_guide.deal, "steps": steps, "closing": game_guide.closing}


def clause_data(clause: Clause) -> dict[str, str]:
    """Return a clause of a rule book, as a page takes it."""
    return {
        "name": clause.name,
        "text": in_player_words(clause.text),
        "source": _provenance(clause.cite),
        "label": clause.label,
    }


def _provenance(cite: Citation) -> str:
    """Return where a rule is from, in sentences for a player."""
    source, place, detail, adds, note = map(in_player_words, cite[:5])
    whole = ", ".join(filter(None, (source, place, detail)))
    sentences = [_BEFORE_SOURCE[cite.chosen_by] + whole, note]
    sentences = [f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences if sentence]
    if adds:
        # The name of the program begins with a small letter.
        sentences.insert(1, f"leoni adds {adds}.")
    return " ".join(sentences)


def sheet_data(rules: Rules) -> list[dict[str, Any]]:
    """Return the rules of a game on one screen, as a page takes them."""
    return [part._asdict() for part in sheet(rules)]


def deals_data(name: str) -> dict[str, Any]:
    """Return the deals of a game as dealt (``deals/SLUG.json`` of the pages): the table of one, and the cards of the
    guided deal and of every deal that can be won. Commas separate places, and a card is ``chr(48 + card)``."""
    game_guide, game = guide(name), make_game(name)
    deals = winnable(name) if game_guide is None else [game_guide.deal, *winnable(name)]

    def dealt(deal: str) -> Position:
        return game.start(stock_of_seed(deal.removeprefix("seed:"), game.packs, game.bases))

    positions = [dealt(deal) for deal in deals]
    # A game of one's own need not have deals of its own: its table has the same places in any deal.
    table = Encoder(positions[0] if positions else dealt("seed:1")).table_data()
    return {
        "table": table | {"grows": True, "caption": ""},
        "deals": [
            ",".join("".join(chr(48 + card) for card in pile) for pile in position.places.values())
            for position in positions
        ],
    }
