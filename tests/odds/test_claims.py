"""The odds that books claim, tested at the precision at which they print them."""

from __future__ import annotations

from collections import Counter

import pytest

from leoni_replay.games import GAMES
from leoni_replay.games.rules import odds_range
from leoni_replay.odds.counts import Counts
from leoni_replay.odds.measured import Measurement
from leoni_replay.odds.question import ask
from leoni_replay.odds.results import DealRange
from leoni_replay.show.odds_claims import judge_odds


def measured(rules: str, player: str, won: int, deals: int, game: str = "Labyrinth") -> Measurement:
    """What would be measured if so many deals were won."""
    counts = Counts()
    counts.verdicts = Counter({"won": won, "lost": deals - won})
    return Measurement(ask(game, rules, player), (DealRange("test", 1, deals, deals),), counts)


@pytest.mark.parametrize(
    ("claim", "low", "high"),
    [
        ("95 %", 0.945, 0.955), ("95.20 %", 0.95195, 0.95205), ("1 in 30", 1 / 30.5, 1 / 29.5), ("1 in 1", 2 / 3, 1),
        ("1 in 2", 0.4, 2 / 3), ("about one in two", 0.4, 2 / 3), ("soon", 0, 0), ("2 in 1", 0, 0),
    ],
)  # fmt: skip
def test_a_claim_means_what_its_precision_allows(claim: str, low: float, high: float) -> None:
    assert odds_range(claim) == pytest.approx((low, high))


def test_more_deals_make_a_verdict_more_certain() -> None:
    book = GAMES["Labyrinth"].book("wikipedia")
    verdicts = [judge_odds(book, [measured("wikipedia", "solver", 46 * n, 100 * n)]).verdict for n in (1, 10, 10_000)]
    assert verdicts == ["probably right", "right", "right"]
    verdicts = [judge_odds(book, [measured("wikipedia", "solver", 36 * n, 100 * n)]).verdict for n in (1, 10, 10_000)]
    assert verdicts == ["perhaps right", "wrong", "wrong"]


def test_the_reading_that_fits_best_is_named() -> None:
    book = GAMES["Labyrinth"].book("wikipedia")
    own, other = measured("wikipedia", "solver", 463, 1000), measured("wikipedia; LB5=set-aside", "solver", 493, 1000)
    stated = measured("wikipedia; LB4=stop", "solver", 500, 1000)
    said = judge_odds(book, [own, other, stated]).sentence
    assert said == (
        "Wikipedia's 1 in 2 is right for somebody who knows all cards (1 in 2.16), and nearest under "
        "wikipedia; LB5=set-aside (1 in 2.03)"
    )
    own = measured("wikipedia", "solver", 100, 1000)
    assert judge_odds(book, [own, other]).sentence.endswith("(1 in 2.03) under wikipedia; LB5=set-aside")
    assert judge_odds(book, [own, stated]).verdict == "wrong"


def test_what_others_claim_is_tested_under_the_same_rules() -> None:
    (claim,) = GAMES["Martha"].book("wikipedia").claims_of_odds()
    said = judge_odds(claim, [measured("wikipedia", "solver", 95_200, 100_000, game="Martha")])
    assert said.verdict == "right"
    assert said.sentence == "grokipedia.com's 95 % is right for somebody who knows all cards (95.20 %)"
