"""What follows from a position of Leoni's Own or Weaver's: the order of its piles, and their possible heights."""

from __future__ import annotations

from collections.abc import Iterator

from leoni_replay.cards import KING, PRETTY, RANK, pretty
from leoni_replay.examining.findings import Finding, Sight, examined, played
from leoni_replay.games.places import NUMBERS
from leoni_replay.games.weaving import WeavingGame
from leoni_replay.words import counted


@examined({"L8": "exile", "L11": "exile"})
def weaving(sight: Sight[WeavingGame]) -> Iterator[Finding]:
    """What the rules of the weaving games imply about a position."""
    game = sight.game
    piles = [name for name in game.piles if sight.sees(name)]
    yield from _blocks(sight, piles)
    yield from _heights(sight, piles)
    home = [name for name in piles for card in sight.cards_in(name) if RANK[card] == NUMBERS[name] < KING]
    # A card of its pile's own rank is never dealt there: it was woven, or lifted in a weave.
    woven = len(home) if game.rules["L5"] == "recheck" else 0
    more = ""
    if woven:
        lie = "card lies in the pile of its" if woven == 1 else "cards lie in the pile of their"
        more = f"; {woven} {lie} own rank, where only weaving puts {'it' if woven == 1 else 'them'}"
    yield from played(sight, more)


def _blocks(sight: Sight[WeavingGame], piles: list[str]) -> Iterator[Finding]:
    """Cards of a pile's own rank above others (E505). Weaving puts them at the bottom, and they are never dealt there.
    But an unchecked replacement can be (L5), and under L2=rotate-once another card goes below."""
    game = sight.game
    if game.rules["L5"] == "unchecked" or game.rules["L2"] == "rotate-once":
        return
    for name in piles:
        rank = NUMBERS[name]
        if rank == KING:
            continue
        below = None
        for card in sight.cards_in(name):
            if RANK[card] != rank:
                below = below if below is not None else card
            elif below is not None:
                message = f"{PRETTY[card]} lies above {PRETTY[below]} in pile {name}: cards of a pile's own rank come"
                message += " there by weaving alone, and at the bottom"
                yield Finding("E505", "impossible", message, (name,), game.rules.clause("7"))
                break


def _heights(sight: Sight[WeavingGame], piles: list[str]) -> Iterator[Finding]:
    """Piles with more cards than a deal gives them (E506). Cards of other ranks come there only by the deal, so a weave
    adds none."""
    game = sight.game
    exiles = len(sight.position.places["exile"]) if sight.sees("exile") else 0
    dealt = 104 - len(game.bases) - exiles
    for name in piles:
        rank = NUMBERS[name]
        others = [card for card in sight.cards_in(name) if RANK[card] != rank]
        most = dealt // game.count + (rank <= dealt % game.count)
        if len(others) > most:
            besides = f"{counted(exiles, 'card')} in the exile pile" if exiles else "no exile at all"
            message = f"pile {name} holds {len(others)} cards that were dealt to it ({pretty(others)}), but with"
            message += f" {besides} a deal gives it at most {most}"
            yield Finding("E506", "impossible", message, (name, "exile"), game.rules.clause("2"))
