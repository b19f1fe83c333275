"""Sample games, played by a program: the same arguments give the same games on every machine.

The players work on numbers alone. A game that they play is written down, and is used only after its text is verified.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from leoni_replay.arguments import check_number, check_type
from leoni_replay.cards import texts
from leoni_replay.deals import shuffled_order, stock_of_seed
from leoni_replay.games import Game, make_game
from leoni_replay.games.game import Position
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Result, Tag, Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import ResultWord
from leoni_replay.record.judge import judge
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.search.players import Player, check_player, play

Want = Literal["any", "won", "lost"]


class SampleOptions(NamedTuple):
    """The games to play; :func:`sample` describes the fields."""

    seed: str = "leoni"
    games: int = 1
    want: Want = "any"
    tries: int | None = None
    player: str = "weighted"


#: the result word for each outcome of a game
_RESULTS: Final[dict[str, ResultWord]] = {"won": "won", "lost": "lost", "unfinished": "*"}


def sample(
    name: str = "Leoni's Own",
    rules: str | None = None,
    seed: str = "leoni",
    games: int = 1,
    want: Want = "any",
    *,
    tries: int | None = None,
    player: Player = "weighted",
) -> Iterator[Transcript]:
    """Have a player play games; each is a verified transcript.

    Args:
        name: the name of a game.
        rules: a rule book and overrides; None for the default book.
        seed: any text; the deals are ``seed:<seed>-1``, ``seed:<seed>-2`` …
        games: how many games to yield.
        want: which results to keep; other games are skipped.
        tries: give up after this many deals; None for never. The weighted player wins about one game in 300 under some
            rule books, and hardly ever under others.
        player: the name of the player; ``sensible`` does not play every game.

    Raises:
        RulesError: as :func:`make_game`.
        LeoniError: the seed begins with white space, or there is no such result or player.
    """
    texts_of_games = filter(None, sample_texts(name, rules, SampleOptions(seed, games, want, tries, player)))
    return (parse(RawGame(text, number, 1, "")) for number, text in enumerate(texts_of_games, 1))


def sample_texts(name: str, rules: str | None, options: SampleOptions) -> Iterator[str]:
    """Return the games of :func:`sample` as text, with an empty text for every game that is skipped.

    Raises:
        RulesError, LeoniError: as :func:`sample`.
    """
    check_type(options.games, int, "games is a whole number")
    check_type(options.seed, (str, int), "a seed is text")
    check_number(0, games=options.games, tries=options.tries)
    options = options._replace(seed=str(options.seed))
    if options.seed[:1].isspace():
        raise LeoniError("a seed must not begin with a space")
    if options.want not in ("any", "won", "lost"):
        raise LeoniError(f"choose won, lost or any, not `{options.want}`")
    game = make_game(name, rules)
    check_player(options.player, game.core, game.name)
    return _play_games(game, options)


def _play_games(game: Game[Any], options: SampleOptions) -> Iterator[str]:
    """Have a player play games, and yield the text of each; an empty text for a game with another result."""
    table = game.new_table()
    position = Position(table, game)
    # A record finds user books beside its file, and these records have no file: the caller provides the book.
    rules = str(game.rules) if game.rules.book.digest else None
    tries = games = 0
    while games < options.games and (options.tries is None or tries < options.tries):
        tries += 1
        text = f"{options.seed}-{tries}"
        table.orders = {}
        table.start(stock_of_seed(text, game.packs, game.bases))
        outcome = play(table, options.player, text, shuffle=partial(shuffled_order, text))
        result = _RESULTS[outcome.status]
        if options.want not in ("any", result):
            yield ""
            continue
        games += 1
        record = _text_of_game(position, text, outcome.line, result)
        verdict = judge(RawGame(record, games, 1, ""), rules, hints=False)
        if verdict.status != "verified":
            raise AssertionError(f"{text}: {verdict.diagnostics[0].message}")
        yield record


def _text_of_game(position: Position, text: str, line: Sequence[int], result: ResultWord) -> str:
    """Return the text of a game on the deal ``seed:text``: its moves in long form, and its shuffled orders."""
    game = position.game
    tags = {"Game": game.name, "Rules": str(game.rules), "Deal": f"seed:{text}"}
    moves: list[Item] = []
    for number in line:
        shuffle = position.next_shuffle() if number == DEAL_AGAIN else None
        if shuffle is not None:
            deal, cards = shuffle
            order = shuffled_order(text, deal, cards)
            position.orders[deal] = order
            tags[f"Pack{deal}"] = texts(order)
        position.table.play(number)
        moves.append(MoveItem(position.as_played(number)))
    head: list[Tag | Comment] = [Tag(name, value) for name, value in (tags | {"Result": result}).items()]
    return dumps(Transcript(head=head, items=moves, result=Result(result)))
