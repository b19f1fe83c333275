"""Games that a player has played, as transcripts: the same for the same arguments on every machine.

Players know nothing but numbers. Their lines count only once the strict replay has verified them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal

from leoni_replay.cards import texts
from leoni_replay.deals import from_seed, shuffled_order
from leoni_replay.games import Game, make_game
from leoni_replay.notation.tree import Transcript
from leoni_replay.players.play import Played, check_player, play
from leoni_replay.record.replay import replay
from leoni_replay.rules.numbers import DEAL_AGAIN

Want = Literal["any", "won", "lost"]

#: the result that a transcript gives for what has come of a game
_RESULTS = {"won": "won", "lost": "lost", "unfinished": "*"}


def sample(
    name: str = "Leoni's Own",
    rules: str | None = None,
    seed: str = "leoni",
    games: int = 1,
    want: Want = "any",
    *,
    tries: int | None = None,
    player: str = "weighted",
) -> Iterator[Transcript]:
    """Play games.

    Args:
        name: a name of the table of games.
        rules: a rule book and overrides; None for the default book.
        seed: any text; the deals are ``seed:<seed>-1``, ``seed:<seed>-2`` …
        games: how many games to yield.
        want: which results to keep; games with another are played and passed over.
        tries: give up after so many deals; None for never. The weighted player wins about one game in 300 under some
            rule books, and hardly ever under others.
        player: who plays, by name (:data:`leoni_replay.players.play.PLAYERS`).

    Raises:
        RulesError: as :func:`leoni_replay.games.make_game`.
        ValueError: the seed begins with white space, or there is no such result or player.
    """
    seed = str(seed)
    if seed[:1].isspace():
        raise ValueError("a seed does not begin with a space")
    if want not in ("any", "won", "lost"):
        raise ValueError(f"games are kept that are won, lost or any, not `{want}`")
    check_player(player)
    return _sampled(make_game(name, rules), seed, games, want, tries, player)


def _sampled(
    game: Game[Any], seed: str, games: int, want: Want, tries: int | None, player: str
) -> Iterator[Transcript]:
    number = yielded = 0
    while yielded < games and (tries is None or number < tries):
        number += 1
        text = f"{seed}-{number}"
        table = game.start(from_seed(text, game.packs, game.bases)).table
        played = play(table, player, text, shuffle=partial(shuffled_order, text))
        result = _RESULTS[played.status]
        if want not in ("any", result):
            continue
        transcript = _written(game, text, played, result, yielded + 1)
        checked = replay(transcript, hints=False)
        if not checked.verified:
            raise AssertionError(f"{text}: {checked.diagnostics[0].message}")
        yielded += 1
        yield transcript


def _written(game: Game[Any], text: str, played: Played, result: str, number: int) -> Transcript:
    """The transcript of a game on the deal ``seed:text``: its moves in long form, and the orders of its shuffled
    redeals."""
    tags = {"Game": game.name, "Rules": str(game.rules), "Deal": f"seed:{text}"}
    position = game.start(from_seed(text, game.packs, game.bases))
    moves = []
    for code in played.line:
        gathered = game.gathered(position) if code == DEAL_AGAIN else None
        if gathered is not None:
            order = shuffled_order(text, *gathered)
            position.orders[gathered[0]] = order
            tags[f"Pack{gathered[0]}"] = texts(order)
        moves.append(position.play(code).move)
    return Transcript.build(tags | {"Result": result}, moves, result, number=number)
