"""What was measured of all games, as pages of the docs: the answers in short, tables, and charts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import fill
from typing import Final

from leoni_replay.games import GAMES, RuleBook, make_game
from leoni_replay.games.rules import odds_of
from leoni_replay.odds.counts import MOVES, Counts
from leoni_replay.odds.measured import Measurement, book_name, is_forced
from leoni_replay.odds.question import SOLVER
from leoni_replay.show.chart import Line, Panel, chart
from leoni_replay.show.odds_claims import judge_odds
from leoni_replay.show.odds_report import deals_words, percent, span

#: the players who have a column, with what stands over it
COLUMNS: Final = {"random": "at random", "sensible": "played sensibly", SOLVER: "all cards known"}
_RANDOM, _SENSIBLE, _ = COLUMNS


_ABOUT: Final = f"""\
How often will you win? We let three [players](solving.md#the-players) play, and counted how many games in a hundred
each wins:

- **At random**: every legal move is equally likely. A game that isn't over after {MOVES[-1]:,} moves counts as lost.
- **Played sensibly**: like a careful person, who sees only the face-up cards and thinks a few moves ahead. You would
  probably win about as often.
- **All cards known**: the solver tries every line of play, so nobody can win a deal that it calls lost. If there are
  two numbers, it left some deals undecided: the lower number counts them as lost, the higher one as won."""

_AFTER: Final = """\
Martha is the same under `wikipedia` as under `mcneely`.

Under `gemsolitaire` and `stewart`, random play wins Martha as often as sensible play or more often, because the
sensible player gives up once it sees nothing better within four moves.

These numbers aren't exact, because we counted only some thousands of deals. For example, somebody who wins 4 % of 5,000
deals would most likely win between 3.5 and 4.6 % of all deals. [Odds under every reading](../odds/tables.md) has these
[intervals](../dev/odds.md#what-the-numbers-say), and the odds for each point of the rules. [`leoni
odds`](../dev/odds.md) counts more deals."""


def page(runs: Sequence[Measurement]) -> str:
    """The page: the rule books as they stand, what the books claim, and the charts."""
    lines = ["# How often these games are won", "", _ABOUT, ""]
    lines += [f"| game | rule book | {' | '.join(COLUMNS.values())} |", "|---" * (len(COLUMNS) + 2) + "|"]
    for name, of_game in _by_game(runs):
        shares = [[cell.partition(" %")[0] for cell in row] for row in _rows(of_game) if ";" not in row[0]]
        lines += [f"| {name} | {' | '.join(row)} |" for row in shares]
    lines += ["", _AFTER, "", "## Was the book right?", ""]
    lines += ["Some books say how often you win, but not how well you have to play:", ""]
    for book in _claimed():
        sentence = f"- {book.game}, `{book.name}`: {judge_odds(book, runs).sentence}."
        lines.append(fill(sentence, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))
    lines += ["", "## Charts", ""]
    for file, title, _ in _CHARTS:
        lines += [f"![{title}](../odds/{file})", ""]
    return "\n".join(lines)


def tables(runs: Sequence[Measurement]) -> str:
    """The file behind it: every reading that was played, one a line, with a column for each player."""
    file = io.StringIO()
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["game", "rules", *COLUMNS.values()])
    for name, of_game in _by_game(runs):
        for rules, *cells in _rows(of_game):
            rows.writerow([name, rules, *cells])
    return file.getvalue()


def _by_game(runs: Sequence[Measurement]) -> Iterator[tuple[str, list[Measurement]]]:
    for name, of_game in groupby(_ordered(runs), key=lambda one: one.question.game):
        yield name, list(of_game)


def _ordered(runs: Sequence[Measurement]) -> list[Measurement]:
    """The runs in the order of the games; of a game by rules and player."""
    order = {name: number for number, name in enumerate(GAMES)}

    def key(one: Measurement) -> tuple[object, ...]:
        question = one.question
        return order.get(question.game, len(order)), question.rules, question.player, -one.counts.deals, question.code

    return sorted(runs, key=key)


def _rules(runs: Sequence[Measurement]) -> list[str]:
    """The rules that were played, the books in their order, and after each what overrides it."""
    books = list(GAMES[runs[0].question.game].books)
    return sorted(
        {one.question.rules for one in runs},
        key=lambda rules: (books.index(rules.partition(";")[0].strip()), ";" in rules, rules),
    )


def _best(runs: Sequence[Measurement], game: str, rules: str, player: str) -> Measurement | None:
    """The run that says most, the one with the most deals; where nothing can be chosen, that of any player."""
    fitting = [
        one
        for one in runs
        if (one.question.game, one.question.rules) == (game, rules)
        and (one.question.player == player or is_forced(one.question))
    ]
    return max(fitting, key=lambda one: one.counts.deals, default=None)


# -- what the books claim ---------------------------------------------------------------------------------------------


def _claimed() -> Iterator[RuleBook]:
    """Yield the books that claim odds, once for each claim."""
    for game in GAMES.values():
        for book in map(game.book, game.books):
            yield from (claim for claim in book.claims_of_odds() if odds_of(claim.odds))


# -- tables -----------------------------------------------------------------------------------------------------------


def _rows(runs: Sequence[Measurement]) -> Iterator[list[str]]:
    game = runs[0].question.game
    for rules in _rules(runs):
        yield [rules, *(_cell(_best(runs, game, rules, player), player) for player in COLUMNS)]


def _cell(measured: Measurement | None, player: str) -> str:
    if measured is None:
        return "not measured"
    if is_forced(measured.question) and player != next(iter(COLUMNS)):
        return "the same"
    counts = measured.counts
    cell = f"{span(counts.share)}, {span(counts.interval)}, {deals_words(counts.deals)}"
    for verdict in ("undecided", "unfinished"):
        if share := counts.verdicts[verdict] / counts.deals:
            cell += f", {percent(share)} {verdict}"
    return cell


# -- charts -----------------------------------------------------------------------------------------------------------


def pictures(runs: Sequence[Measurement]) -> dict[str, str]:
    """The charts, by the names of their files."""
    return {file: chart(title, across, _panels(runs, file)) for file, title, across in _CHARTS}


_CHARTS: Final = (
    ("redeals.svg", "Share of deals won with at most this many redeals", "redeals"),
    ("left.svg", "Share of deals that end with at most this many cards left", "cards left"),
)


def _panels(runs: Sequence[Measurement], file: str) -> list[Panel]:
    panels: list[Panel] = []
    for name, of_game in _by_game(runs):
        for book in GAMES[name].books:
            lines: list[Line] = []
            for player, words in COLUMNS.items():
                measured = _best(of_game, name, book, player)
                # The solver looks for a win, not for an early one, and never ends with cards left.
                if measured is None or measured.question.player != player or player == SOLVER:
                    continue
                points = _redeals(measured) if file == "redeals.svg" else _left(measured.counts)
                if points:
                    lines.append(Line(words, points))
            if lines:
                panels.append(Panel(f"{name}, {book}", tuple(lines)))
    return panels


def _redeals(measured: Measurement) -> tuple[tuple[float, float], ...]:
    """The share of wins with so many redeals at most; none for a game without redeals."""
    most = make_game(measured.question.game, book_name(measured.question)).deals - 1
    counts = measured.counts
    return tuple((n, sum(counts.redeals[k] for k in range(n + 1)) / counts.deals) for n in range(most + 1) if most)


def _left(counts: Counts) -> tuple[tuple[float, float], ...]:
    """The share of deals with so many cards left at most; 0 is for those that were won."""
    points, so_far = [(0.0, counts.won / counts.deals)], counts.won
    for cards in range(1, max(counts.left, default=0) + 1):
        so_far += counts.left[cards]
        points.append((float(cards), so_far / counts.deals))
    return tuple(points)
