"""The odds that a book claims, tested at the precision at which it prints them, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final, Literal, NamedTuple

from leoni_replay.games import RuleBook
from leoni_replay.games.rules import odds_of, odds_range
from leoni_replay.odds.counts import one_in
from leoni_replay.odds.measured import Measurement, is_allowed, is_forced, is_under
from leoni_replay.odds.question import SOLVER
from leoni_replay.phrases import join_words
from leoni_replay.show.odds_report import percent

#: The verdicts on a claim of odds. It is probably right if the share that was measured is one that the claim means, and
#: more deals have to be counted until all of its interval is.
OddsVerdict = Literal["right", "probably right", "perhaps right", "between", "wrong", "not measured"]

#: Who wins, by the name of the player, in the order of their skill.
_PLAYERS: Final = {
    "random": "somebody who plays at random",
    "sensible": "somebody who plays sensibly",
    SOLVER: "somebody who knows all cards",
}


class JudgedOdds(NamedTuple):
    """What was found about a claim of odds: the verdict, and one sentence."""

    verdict: OddsVerdict
    sentence: str


def judge_odds(book: RuleBook, measurements: Sequence[Measurement]) -> JudgedOdds:
    """Test the odds that a book claims against all that was measured under the readings that its words allow.

    Args:
        book: the rule book.
        measurements: what was measured, under any rules.
    """
    claim = f"{_possessive(book)} {book.odds}"
    allowed = _most_deals([entry for entry in measurements if is_allowed(entry.question, book)])
    under_book = [entry for entry in allowed if is_under(entry.question, book)]
    if not under_book:
        return JudgedOdds("not measured", f"{claim} was not measured")
    fitting = [entry for entry in allowed if _verdict(book, entry) is not None]
    fitting_under_book = [entry for entry in under_book if _verdict(book, entry) is not None]
    outside = _judge_outside(book, claim, under_book)
    if not fitting or (not fitting_under_book and outside.verdict == "between"):
        return outside
    nearest = min(fitting, key=lambda entry: _distance(book, entry))
    group = fitting_under_book or [nearest]
    verdicts = [_verdict(book, entry) for entry in group]
    verdict = next(candidate for candidate in _CERTAINTY if candidate in verdicts)
    sentence = f"{claim} is {verdict} for {join_words([_winner(book, entry) for entry in group])}"
    if not fitting_under_book:
        sentence += f" under {nearest.question.rules}"
    elif _distance(book, nearest) < min(_distance(book, entry) for entry in group):
        sentence += f", and nearest under {nearest.question.rules} ({_share_words(book, nearest)})"
    return JudgedOdds(verdict, sentence)


#: The verdicts on what was measured for one player, the most certain first.
_CERTAINTY: Final[tuple[OddsVerdict, ...]] = ("right", "probably right", "perhaps right")


def _verdict(book: RuleBook, measurement: Measurement) -> OddsVerdict | None:
    """Return how certainly a claim is right about what was measured; None if it is wrong."""
    printed, share, interval = odds_range(book.odds), measurement.counts.share, measurement.counts.interval
    if interval.high < printed.low or printed.high < interval.low:
        return None
    if printed.low <= interval.low and interval.high <= printed.high:
        return "right"
    return "probably right" if printed.low <= share.low and share.high <= printed.high else "perhaps right"


def _judge_outside(book: RuleBook, claim: str, measurements: list[Measurement]) -> JudgedOdds:
    """Return the verdict on a claim that is right about none of the players under the book's own readings: it lies
    between two of them, or is wrong."""
    share = odds_of(book.odds)
    below = [entry for entry in measurements if entry.counts.share.high < share]
    above = [entry for entry in measurements if entry.counts.share.low >= share]
    if is_forced(measurements[0].question):
        return JudgedOdds("wrong", f"{claim} is wrong: however you play, you win {_share_words(book, measurements[0])}")
    highest = max(below, key=lambda entry: entry.counts.share, default=None)
    lowest = min(above, key=lambda entry: entry.counts.share, default=None)
    if highest is not None and lowest is not None:
        return JudgedOdds("between", f"{claim} lies between {_winner(book, highest)} and {_winner(book, lowest)}")
    entry, how = (lowest, "more") if lowest is not None else (highest or measurements[0], "less")
    player = _PLAYERS.get(entry.question.player, entry.question.player)
    return JudgedOdds("wrong", f"{claim} is wrong: even {player} wins {how} often ({_share_words(book, entry)})")


def _most_deals(measurements: list[Measurement]) -> list[Measurement]:
    """Return one measurement for the readings and each player, the one with the most deals, the players in order."""
    best: dict[tuple[object, str], Measurement] = {}
    for entry in measurements:
        key = (entry.question.readings, entry.question.player)
        if key not in best or best[key].counts.deals < entry.counts.deals:
            best[key] = entry
    order = [*_PLAYERS]
    return sorted(best.values(), key=lambda entry: order.index(entry.question.player))


def _distance(book: RuleBook, measurement: Measurement) -> float:
    """Return how far a claim is from what was measured."""
    low, high = measurement.counts.share
    share = odds_of(book.odds)
    return max(low - share, share - high, 0.0)


def _winner(book: RuleBook, measurement: Measurement) -> str:
    """Return who wins how often, in words."""
    player = "any player" if is_forced(measurement.question) else _PLAYERS[measurement.question.player]
    return f"{player} ({_share_words(book, measurement)})"


def _share_words(book: RuleBook, measurement: Measurement) -> str:
    """Return how often a player wins, as the book says it: in per cent, or as one in so many."""
    share = measurement.counts.share
    if "%" in book.odds:
        low, high = percent(share.low), percent(share.high)
        return high if low == high else f"{low.removesuffix(' %')} to {high}"
    fewest, most = (_rounded(one_in(end)) for end in (share.high, share.low))
    return f"1 in {fewest}" if fewest == most else f"1 in {fewest} to {most}"


def _rounded(number: float) -> str:
    """Return the N of 1 in N, no more exact than a book prints it."""
    if number == inf:
        return "more than were played"
    return f"{number:,.0f}" if number >= 10 else f"{number:.2f}"


def _possessive(book: RuleBook) -> str:
    """Return whose a book is: ``McNeely's``; of a book that names nobody, ``The book's``."""
    author = dict(book.facts).get("author", book.title).removeprefix("the authors of ")
    surname = author.split()[-1] if author.split() else ""
    # "Clara's notebook" ends in no name, but a site has one.
    is_name = surname[:1].isupper() or "." in surname
    return f"{surname}'s" if is_name else "The book's"
