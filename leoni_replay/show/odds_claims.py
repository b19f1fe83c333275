"""The odds that a book claims, tested at the precision at which it prints them, in one sentence.

A claim names no player, so it is refuted only if it is right about nobody: if somebody who knows all cards wins less
often, or somebody who plays at random wins more often. One player between them refutes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from leoni_replay.games import RuleBook
from leoni_replay.games.rules import odds_of, odds_range
from leoni_replay.odds.counts import one_in
from leoni_replay.odds.measured import Measurement, is_allowed, is_forced, is_under
from leoni_replay.odds.question import SOLVER
from leoni_replay.phrases import join_words
from leoni_replay.search.players import Player
from leoni_replay.show.odds_report import percent

#: The verdicts on a claim of odds. It is probably right if the share that was measured is one that the claim means, and
#: more deals have to be counted until all of its interval is. It is undecided if every player that was measured wins
#: less often than claimed, and a stronger one may not; or if every one wins more often, and a weaker one may not.
OddsVerdict = Literal["right", "probably right", "perhaps right", "between", "undecided", "wrong", "not measured"]

#: How a player wins beside a claim, whatever share of its interval is the true one.
_Side = Literal["less often", "more often", "as often"]

#: the player who is taken for the weakest
_WEAKEST: Final[Player] = "random"

#: Who wins, by the name of the player, in the order of their skill.
_PLAYERS: Final[dict[str, str]] = {
    _WEAKEST: "somebody who plays at random",
    "weighted": "somebody who plays nearly at random",
    "greedy-without-reversal": "somebody who plays greedily and reverses only if forced",
    "greedy": "somebody who plays greedily",
    "sensible": "somebody who plays sensibly",
    SOLVER: "somebody who knows all cards",
}


class JudgedOdds(NamedTuple):
    """What was found about a claim of odds: the verdict, and one sentence."""

    verdict: OddsVerdict
    sentence: str


def judge_odds(book: RuleBook, measurements: Sequence[Measurement]) -> JudgedOdds:
    """Test the odds that a book claims against all that was measured under the readings that its words allow.

    The book's own readings come first. If the claim is wrong or undecided under them, it may still be right under
    others that its words allow.

    Args:
        book: the rule book.
        measurements: what was measured, under any rules.
    """
    claim = f"{_possessive(book)} {book.odds}"
    allowed = _by_readings([entry for entry in measurements if is_allowed(entry.question, book)])
    own = next((group for group in allowed if is_under(group[0].question, book)), None)
    if own is None:
        return JudgedOdds("not measured", f"{claim} was not measured")
    answer = _judge(book, claim, own)
    others = [group for group in allowed if group is not own]
    fitting_others = [entry for group in others for entry in _fitting(book, group)]
    nearest = min(fitting_others, key=lambda entry: _distance(book, entry), default=None)
    if answer.verdict in _CERTAINTY:
        own_distance = min(_distance(book, entry) for entry in _fitting(book, own))
        if nearest is None or own_distance <= _distance(book, nearest):
            return answer
        where = f"nearest under {nearest.question.rules} ({_share_words(book, nearest)})"
        return answer._replace(sentence=f"{answer.sentence}, and {where}")
    if answer.verdict == "between" or nearest is None:
        return answer
    return _judge_fitting(book, claim, [nearest], f" under {nearest.question.rules}")


def _by_readings(measurements: list[Measurement]) -> list[list[Measurement]]:
    """Return measurements in a group for each set of readings. A group has one for each player, the one that says most,
    the weakest player first; if every player wins the same deals, it has one."""
    best_entries: dict[object, dict[str, Measurement]] = defaultdict(dict)
    for entry in measurements:
        if not entry.counts.deals:
            continue
        of_readings = best_entries[entry.question.readings]
        player = "any" if is_forced(entry.question) else entry.question.player
        best = of_readings.get(player)
        # The narrowest interval says most: deals that stay undecided say nothing.
        if best is None or entry.counts.interval.half < best.counts.interval.half:
            of_readings[player] = entry
    skill = [*_PLAYERS]
    return [
        sorted(of_readings.values(), key=lambda entry: skill.index(entry.question.player))
        for of_readings in best_entries.values()
    ]


#: The verdicts on a claim that is right about some player, the most certain first.
_CERTAINTY: Final[tuple[OddsVerdict, ...]] = ("right", "probably right", "perhaps right")


def _judge(book: RuleBook, claim: str, group: list[Measurement]) -> JudgedOdds:
    """Return the verdict on a claim under one set of readings.

    Args:
        book: the rule book.
        claim: whose claim it is, and what it says.
        group: what was measured under these readings, for each player, the weakest first; at least one.
    """
    fitting = _fitting(book, group)
    if fitting:
        return _judge_fitting(book, claim, fitting)
    if is_forced(group[0].question):
        return JudgedOdds("wrong", f"{claim} is wrong: however you play, you win {_share_words(book, group[0])}")
    players = {entry.question.player: entry for entry in group}
    if SOLVER in players and _side(book, players[SOLVER]) == "less often":
        return JudgedOdds("wrong", f"{claim} is wrong: even {_comparison(book, players[SOLVER])}")
    below = [entry for entry in group if _side(book, entry) == "less often"]
    above = [entry for entry in group if _side(book, entry) == "more often"]
    if below and above:
        highest = max(below, key=lambda entry: entry.counts.share)
        lowest = min(above, key=lambda entry: entry.counts.share)
        return JudgedOdds("between", f"{claim} lies between {_winner(book, highest)} and {_winner(book, lowest)}")
    if below:
        advice = f"measure a stronger player (leoni odds --player {SOLVER})"
        return JudgedOdds("undecided", f"{claim} is undecided: {_comparison(book, below[-1])}, so {advice}")
    if _WEAKEST in players:
        return JudgedOdds("wrong", f"{claim} is wrong: even {_comparison(book, players[_WEAKEST])}")
    advice = f"measure a weaker player (leoni odds --player {_WEAKEST})"
    return JudgedOdds("undecided", f"{claim} is undecided: {_comparison(book, above[0])}, so {advice}")


def _fitting(book: RuleBook, group: list[Measurement]) -> list[Measurement]:
    """Return the measurements under one set of readings that a claim may be right about; none if somebody who knows all
    cards wins less often, because then so does everybody."""
    for entry in group:
        if entry.question.player == SOLVER and _side(book, entry) == "less often":
            return []
    return [entry for entry in group if _side(book, entry) == "as often"]


def _side(book: RuleBook, measurement: Measurement) -> _Side:
    """Return whether a player wins less often than a book claims, even if all undecided deals can be won; or more
    often, even if none of them can; or perhaps as often."""
    printed, interval = odds_range(book.odds), measurement.counts.interval
    if interval.high < printed.low:
        return "less often"
    return "more often" if printed.high < interval.low else "as often"


def _judge_fitting(book: RuleBook, claim: str, fitting: list[Measurement], where: str = "") -> JudgedOdds:
    """Return the verdict on a claim that may be right about some players.

    Args:
        book: the rule book.
        claim: whose claim it is, and what it says.
        fitting: what was measured for these players.
        where: under which rules, if they are not the book's, with a space before it.
    """
    verdicts = [_certainty(book, entry) for entry in fitting]
    verdict = next(candidate for candidate in _CERTAINTY if candidate in verdicts)
    winners = join_words([_winner(book, entry) for entry in fitting])
    return JudgedOdds(verdict, f"{claim} is {verdict} for {winners}{where}")


def _certainty(book: RuleBook, measurement: Measurement) -> OddsVerdict:
    """Return how certainly a claim is right about what was measured, if it may be right."""
    printed, share, interval = odds_range(book.odds), measurement.counts.share, measurement.counts.interval
    if printed.low <= interval.low and interval.high <= printed.high:
        return "right"
    return "probably right" if printed.low <= share.low and share.high <= printed.high else "perhaps right"


def _distance(book: RuleBook, measurement: Measurement) -> float:
    """Return how far a claim is from what was measured."""
    low, high = measurement.counts.share
    share = odds_of(book.odds)
    return max(low - share, share - high, 0.0)


def _winner(book: RuleBook, measurement: Measurement) -> str:
    """Return who wins how often, in words."""
    player = "any player" if is_forced(measurement.question) else _PLAYERS[measurement.question.player]
    return f"{player} ({_share_words(book, measurement)})"


def _comparison(book: RuleBook, measurement: Measurement) -> str:
    """Return who wins less or more often than a book claims, in words."""
    player = _PLAYERS[measurement.question.player]
    return f"{player} wins {_side(book, measurement)} ({_share_words(book, measurement)})"


def _share_words(book: RuleBook, measurement: Measurement) -> str:
    """Return how often a player wins, as the book says it: in per cent, or as one in so many."""
    share = measurement.counts.share
    if "%" in book.odds:
        low, high = percent(share.low), percent(share.high)
        return high if low == high else f"{low.removesuffix(' %')} to {high}"
    if not share.high:
        return f"0 in {measurement.counts.deals:,}"
    fewest = _rounded(one_in(share.high))
    if not share.low:
        return f"1 in {fewest} at most"
    most = _rounded(one_in(share.low))
    return f"1 in {fewest}" if fewest == most else f"1 in {fewest} to {most}"


def _rounded(number: float) -> str:
    """Return the N of 1 in N, no more exact than a book prints it."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2f}"


def _possessive(book: RuleBook) -> str:
    """Return whose a book is: ``McNeely's``; of a book that names nobody, ``The book's``."""
    author = dict(book.facts).get("author", book.title).removeprefix("the authors of ")
    surname = author.split()[-1] if author.split() else ""
    # "Clara's notebook" ends in no name, but a site has one.
    is_name = surname[:1].isupper() or "." in surname
    return f"{surname}'s" if is_name else "The book's"
