"""What was measured of all games, as a page of the docs: a table for each game, what the books claim, and charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from leoni_replay.games import GAMES, make_game
from leoni_replay.odds.counts import Counts
from leoni_replay.odds.measured import Measured, book_name, distance, odds_of
from leoni_replay.odds.question import SOLVER
from leoni_replay.show.chart import Line, Panel, chart
from leoni_replay.show.odds import deals_words, many, one_in_words, percent, span, who

#: the players who have a column, with what stands over it
COLUMNS: Final = {"random": "at random", "sensible": "played sensibly", SOLVER: "all cards known"}


_ABOUT: Final = """\
Every number here was counted: deals were made from seeds, played by one of three players, and a share of the wins was
replayed strictly as records. [measuring-odds.md](measuring-odds.md) tells how, and how to count more of them. This page
is made from [odds/results.jsonl](odds/results.jsonl) by `python benchmarks/odds.py write`.

*At random* every legal move may come, plays rather than what gives up a chance. *Played sensibly* is what a careful
person does who sees what lies open. *All cards known* is the solver, who looks at every line of play: what it wins can
be won, and what it calls lost nobody can win. Where it met its limit a deal is undecided; a share with undecided deals
has two ends, with all of them lost and with all of them won.

Under each share is the interval in which the true one lies with 95 % (Wilson), from the lower end with all undecided
deals lost to the upper end with all of them won. It tells how few deals were played, and nothing else. A game that goes
round in circles is given up unfinished, and is not won."""


def page(runs: Sequence[Measured]) -> str:
    """The page."""
    lines = ["# How often these games come out", "", _ABOUT, ""]
    lines += ["## What the books claim", "", *_claims(runs), ""]
    for name, of_game in _by_game(runs):
        lines += [f"## {name}", "", *_table(of_game), ""]
    lines += ["## Charts", ""]
    for file, title, _ in _CHARTS:
        lines += [f"![{title}](odds/{file})", ""]
    lines += ["## What was played", "", *_played(runs)]
    return "\n".join(lines) + "\n"


def _by_game(runs: Sequence[Measured]) -> Iterator[tuple[str, list[Measured]]]:
    for name, of_game in groupby(_ordered(runs), key=lambda one: one.question.game):
        yield name, list(of_game)


def _ordered(runs: Sequence[Measured]) -> list[Measured]:
    """The runs in the order of the games; of a game by rules and player."""
    order = {name: number for number, name in enumerate(GAMES)}

    def key(one: Measured) -> tuple[object, ...]:
        question = one.question
        return order.get(question.game, len(order)), question.rules, question.player, -one.counts.deals, question.code

    return sorted(runs, key=key)


def _rules(runs: Sequence[Measured]) -> list[str]:
    """The rules that were played, the books in their order, and behind each what overrides it."""
    books = list(GAMES[runs[0].question.game].books)
    return sorted(
        {one.question.rules for one in runs},
        key=lambda rules: (books.index(rules.partition(";")[0].strip()), ";" in rules, rules),
    )


def _best(runs: Sequence[Measured], rules: str, player: str) -> Measured | None:
    """The run that says most: it has the most deals."""
    fitting = [one for one in runs if one.question.rules == rules and one.question.player == player]
    return max(fitting, key=lambda one: one.counts.deals, default=None)


def _table(runs: Sequence[Measured]) -> Iterator[str]:
    yield f"| rules | {' | '.join(COLUMNS.values())} |"
    yield "|---" * (len(COLUMNS) + 1) + "|"
    for rules in _rules(runs):
        cells = [_cell(_best(runs, rules, player)) for player in COLUMNS]
        yield f"| {rules} | {' | '.join(cells)} |"


def _cell(measured: Measured | None) -> str:
    if measured is None:
        return "not measured"
    counts = measured.counts
    cell = f"**{span(counts.share)}**<br>{one_in_words(counts.share)}<br>95 %: {span(counts.interval)}"
    cell += f"<br>{deals_words(counts.deals)}"
    if measured.question.player == SOLVER:
        return f"{cell}, {percent(counts.undecided / counts.deals)} undecided"
    unfinished = counts.verdicts["unfinished"]
    return cell + (f", {percent(unfinished / counts.deals)} unfinished" if unfinished else "")


def _claims(runs: Sequence[Measured]) -> Iterator[str]:
    yield "| game | the book claims | under its rules | nearest of all |"
    yield "|---|---|---|---|"
    for game in GAMES.values():
        for name in game.books:
            claim = game.book(name).odds
            share = odds_of(claim)
            if not share:
                continue
            of_game = [one for one in _ordered(runs) if one.question.game == game.name and one.counts.won]
            own = [one for one in of_game if one.question.rules == name]
            yield f"| {game.name}, {name} | {claim} | {_nearest(own, share)} | {_nearest(of_game, share)} |"


def _nearest(runs: Sequence[Measured], share: float) -> str:
    best = min(runs, key=lambda one: distance(one, share), default=None)
    if best is None:
        return "not measured"
    low, high = best.counts.interval
    inside = "the claim lies inside" if low <= share <= high else "the claim lies outside"
    return (
        f"{best.question.player}, {best.question.rules}: {one_in_words(best.counts.share)} "
        f"(95 %: {span(best.counts.interval)}; {inside}; {many(distance(best, share))} times off)"
    )


def _played(runs: Sequence[Measured]) -> Iterator[str]:
    yield "| game | rules | player | deals | audited wins | code |"
    yield "|---|---|---|---|---|---|"
    for name, of_game in _by_game(runs):
        for one in of_game:
            deals = ", ".join(f"seed:{part.seed}-{part.first} to {part.last}" for part in one.seeds)
            question = one.question
            audited = f"{one.counts.audited:,} of {one.counts.won:,}"
            yield f"| {name} | {question.rules} | {who(question)} | {deals} | {audited} | {question.code} |"


# -- charts -----------------------------------------------------------------------------------------------------------


def pictures(runs: Sequence[Measured]) -> dict[str, str]:
    """The charts, by the names of their files."""
    return {file: chart(title, across, _panels(runs, file)) for file, title, across in _CHARTS}


_CHARTS: Final = (
    ("redeals.svg", "Share of deals won with so many redeals at most", "redeals"),
    ("left.svg", "Share of deals that end with so many cards left at most", "cards left"),
)


def _panels(runs: Sequence[Measured], file: str) -> list[Panel]:
    panels: list[Panel] = []
    for name, of_game in _by_game(runs):
        for book in GAMES[name].books:
            lines: list[Line] = []
            for player, words in COLUMNS.items():
                measured = _best(of_game, book, player)
                # The solver looks for a win, not for an early one, and never ends with cards left.
                if measured is None or player == SOLVER:
                    continue
                points = _redeals(measured) if file == "redeals.svg" else _left(measured.counts)
                if points:
                    lines.append(Line(words, points))
            if lines:
                panels.append(Panel(f"{name}, {book}", tuple(lines)))
    return panels


def _redeals(measured: Measured) -> tuple[tuple[float, float], ...]:
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
