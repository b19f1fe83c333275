"""The deals that can be won, which the board offers: ``python -m tests.winnable GAME COUNT`` appends to the list of a
game until it has so many. A list never changes otherwise, because each day has its deal."""

from __future__ import annotations

import sys
from itertools import count
from textwrap import wrap

from leoni_replay.deals import stock_of_seed
from leoni_replay.games import GAMES, make_game
from leoni_replay.games.declare import SHEETS
from leoni_replay.games.sheet import winnable
from leoni_replay.search.solver import Limits, Solution, solve

#: So few positions that the review of a game on the board finds the win too.
LIMITS = Limits(nodes=20_000, memory=16)
FILE = SHEETS / "winnable.toml"
_HEAD = """\
# Deals that the solver has won under the default rule book of their game: seed:w2 and so on. Each day has its own, so
# a list may grow at its end (python -m tests.winnable GAME COUNT) and never changes otherwise.
"""


def solution(game: str, deal: str) -> Solution:
    """Return the result of searching a deal of a game under its default book."""
    made = make_game(game)
    stock = stock_of_seed(deal.removeprefix("seed:"), made.packs, made.bases)
    return solve(made.start(stock).table, LIMITS)


def extend(game: str, length: int) -> None:
    """Append deals to the list of a game until it has a length, and write the file after each."""
    numbers = {one.slug: [int(deal.removeprefix("seed:w")) for deal in winnable(one.name)] for one in GAMES.values()}
    own = numbers[GAMES[game].slug]
    for number in count(own[-1] + 1 if own else 1):
        if len(own) >= length:
            break
        if solution(game, f"seed:w{number}").status == "won":
            own.append(number)
            FILE.write_text(_HEAD + "".join(map(_list, *zip(*sorted(numbers.items()), strict=True))), encoding="utf-8")


def _list(slug: str, numbers: list[int]) -> str:
    lines = [f"    {line}\n" for line in wrap(f"{', '.join(map(str, numbers))},", 112)]
    return f"\n{slug} = [\n{''.join(lines)}]\n" if numbers else ""


if __name__ == "__main__":
    extend(GAMES[sys.argv[1]].name, int(sys.argv[2]))
