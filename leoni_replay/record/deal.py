"""A dealt game: the result of ``leoni deal`` and :func:`leoni_replay.deal`."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
)

from leoni_replay.arguments import check_text, check_type
from leoni_replay.cards import CARDS, TEXT, Card, texts
from leoni_replay.deals import DealError, deal_hash
from leoni_replay.diagnostics import Fault
from leoni_replay.drawing import draw
from leoni_replay.games import Game, make_game
from leoni_replay.games.game import Position
from leoni_replay.layout import Layout
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.transcript import Record, Tag, Transcript
from leoni_replay.record.setup import make_stock

if TYPE_CHECKING:
    from leoni_replay.json_data import DealData, Listing


@dataclass(frozen=True, slots=True, repr=False)
class Deal(Record):
    """A game just dealt, with the stock in the order dealt: the result of :func:`deal`.

    >>> martha = lr.deal("seed:1", "Martha")
    >>> martha.game.name, len(martha.stock), martha.position.places["3"][-1]
    ('Martha', 48, 2C)
    """

    #: Positions know their game: two of one game under the same rules are equal, also where the game was made twice.
    game: Game[Any] = field(compare=False)
    deal: str
    stock: tuple[Card, ...]
    _first_position: Position

    def __repr__(self) -> str:
        return f"<Deal of {self.game.name}, {self.game.rules}, {self.deal}>"

    def __str__(self) -> str:
        return self.text

    def _as_transcript(self) -> Transcript:
        return Transcript.build(
            {"Game": self.game.name, "Rules": str(self.game.rules), "Deal": self.deal, "Result": "*"}
        )

    @property
    def position(self) -> Position:
        """The position after the deal, as a copy that you may play on."""
        return self._first_position.copy()

    @property
    def hash(self) -> str:
        """The value of a ``DealHash`` tag."""
        return deal_hash([*self.stock])

    @property
    def text(self) -> str:
        """The position in the form that the digest hashes, which is also the value of a ``Layout`` tag."""
        return self._first_position.text

    @property
    def digest(self) -> str:
        """The digest of the position."""
        return self._first_position.digest

    def as_dict(self) -> DealData:
        """Return the deal as ``leoni deal --format json`` writes it, for ``json.dumps``."""
        places: dict[str, Listing] = {
            name: cards if isinstance(cards, int) else [texts([card]) for card in cards]
            for name, cards in self._first_position.listing()
        }
        return {
            "game": self.game.name,
            "rules": str(self.game.rules),
            "deal": self.deal,
            "hash": self.hash,
            "stock": [TEXT[card] for card in self.stock],
            "places": places,
            "digest": self.digest,
        }

    @property
    def layout(self) -> Layout:
        """The position as seen from above; ``game.layout`` also gives the faces of face-down cards."""
        return self._first_position.layout.closed()

    def _repr_svg_(self) -> str:
        """Return the dealt position, for notebooks."""
        layout = self.layout
        title = f"{self.game.name}, {self.game.rules}, {self.deal}"
        return draw("board", layout, title=title, text=layout.text(self._first_position.listing()))


def random_deal() -> str:
    """Return a random deal, as the value of a ``Deal`` tag."""
    return f"seed:{secrets.token_hex(4)}"


def named_deal(deal: Deal, game: str, rules: str | None) -> tuple[str, str]:
    """Return how a deal that a program made is written, for a function that takes the texts.

    Args:
        deal: the deal.
        game: the name of the game for which it is given.
        rules: the rules for which it is given; None for its own.

    Returns:
        The value of its ``Deal`` tag, and the rules.

    Raises:
        LeoniError: it is a deal of another game.
    """
    check_text(game=game, rules=rules)
    own_rules = str(deal.game.rules)
    if make_game(game, rules).name != deal.game.name:
        raise LeoniError(f"this is a deal of {deal.game.name}, not of {game}: name its game")
    return deal.deal, own_rules if rules is None else rules


def deal(deal: str, game: str = "Leoni's Own", rules: str | None = None) -> Deal:
    """Deal a game.

    Args:
        deal: ``seed:TEXT`` or ``pysol:NUMBER``.
        game: the name of a game, as ``leoni games`` lists them.
        rules: a rule book and overrides; None for the default book.

    Raises:
        RulesError: there is no such game or rule book; the message lists the ones there are.
        DealError: there is no such deal.
        TypeError: the deal, game or rule book is not text.
    """
    check_type(deal, str, "a deal is text")
    dealt_game = make_game(game, rules)
    try:
        stock = make_stock(dealt_game, Tag("Deal", deal))
    except Fault as fault:
        raise DealError("; ".join([fault.message, *fault.help])) from None
    return Deal(dealt_game, deal, tuple([CARDS[card] for card in stock]), dealt_game.start(stock))
