"""The odds that books claim, tested at the precision at which they print them."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest

from leoni_replay.games import GAMES
from leoni_replay.games.rules import odds_range
from leoni_replay.odds.counts import Counts
from leoni_replay.odds.measured import Measurement, odds_object
from leoni_replay.odds.question import ask
from leoni_replay.odds.results import DealRange
from leoni_replay.search.players import PLAYERS
from leoni_replay.show.odds_claims import judge_odds
from tests.cli.runs import leoni


def measured(rules: str, player: str, won: int, deals: int, game: str = "Labyrinth", undecided: int = 0) -> Measurement:
    """What would be measured if so many deals were won, and so many stayed undecided."""
    counts = Counts()
    counts.verdicts = Counter({"won": won, "undecided": undecided, "lost": deals - won - undecided})
    # What the deals that were not won left over counts for nothing here.
    counts.left, counts.redeals = Counter({9: deals - won}), Counter({0: won})
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


#: what was measured of a claim of 1 in 2, which means 0.4 to 0.667: for each player the deals won, and those undecided,
#: of 1,000; and what is said of it
FOUND = [
    ({}, "not measured", "was not measured"),
    ({"random": (10, 0)}, "undecided", "somebody who plays at random wins less often (1 in 100), so measure a strong"),
    ({"sensible": (10, 0)}, "undecided", "plays sensibly wins less often (1 in 100), so measure a stronger player"),
    ({"random": (0, 0), "greedy": (10, 0)}, "undecided", "plays greedily wins less often (1 in 100), so measure a "),
    ({"solver": (900, 0)}, "undecided", "knows all cards wins more often (1 in 1.11), so measure a weaker player"),
    ({"greedy": (800, 0)}, "undecided", "plays greedily wins more often (1 in 1.25), so measure a weaker player"),
    ({"weighted": (800, 0)}, "undecided", "nearly at random wins more often (1 in 1.25), so measure a weaker player"),
    ({"weighted": (800, 0), "solver": (999, 0)}, "undecided", "nearly at random wins more often"),
    ({"random": (800, 0)}, "wrong", "even somebody who plays at random wins more often (1 in 1.25)"),
    ({"random": (800, 0), "solver": (990, 0)}, "wrong", "even somebody who plays at random wins more often"),
    ({"solver": (100, 0)}, "wrong", "even somebody who knows all cards wins less often (1 in 10)"),
    ({"random": (0, 0), "solver": (0, 0)}, "wrong", "even somebody who knows all cards wins less often (0 in 1,000)"),
    ({"random": (10, 0), "solver": (900, 0)}, "between", "plays at random (1 in 100) and somebody who knows all cards"),
    ({"random": (10, 0), "sensible": (800, 0), "solver": (900, 0)}, "between", "and somebody who plays sensibly (1 i"),
    ({"random": (10, 0), "greedy": (20, 0), "sensible": (800, 0)}, "between", "between somebody who plays greedily"),
    # A clever player who wins less often than chance is the one below.
    ({"random": (800, 0), "greedy": (20, 0)}, "between", "plays greedily (1 in 50) and somebody who plays at random"),
    ({"random": (10, 0), "sensible": (500, 0), "solver": (900, 0)}, "right", "for somebody who plays sensibly (1 in 2"),
    ({"greedy-without-reversal": (500, 0)}, "right", "right for somebody who plays greedily and reverses only if"),
    # Nobody wins more often than somebody who knows all cards: what few deals seem to say of another doesn't count.
    ({"greedy": (390, 0), "solver": (100, 0)}, "wrong", "even somebody who knows all cards wins less often (1 in 10)"),
    # Undecided deals may be won, and may be lost.
    ({"solver": (100, 100)}, "wrong", "even somebody who knows all cards wins less often (1 in 5.00 to 10)"),
    ({"solver": (100, 700)}, "perhaps right", "perhaps right for somebody who knows all cards (1 in 1.25 to 10)"),
    ({"solver": (0, 1000)}, "perhaps right", "perhaps right for somebody who knows all cards (1 in 1.00 at most)"),
    ({"solver": (800, 200)}, "undecided", "wins more often (1 in 1.00 to 1.25), so measure a weaker player"),
    ({"random": (10, 0), "solver": (800, 200)}, "between", "knows all cards (1 in 1.00 to 1.25)"),
    ({"random": (10, 0), "solver": (300, 500)}, "perhaps right", "for somebody who knows all cards (1 in 1.25 to 3.33"),
]  # fmt: skip


@pytest.mark.parametrize(("wins", "verdict", "sentence"), FOUND)
def test_what_the_players_that_were_measured_say_of_a_claim(
    wins: dict[str, tuple[int, int]], verdict: str, sentence: str
) -> None:
    book = GAMES["Labyrinth"].book("wikipedia")
    runs = [measured("wikipedia", player, won, 1000, undecided=open_) for player, (won, open_) in wins.items()]
    for measurements in (runs, runs[::-1]):
        judged = judge_odds(book, measurements)
        assert (judged.verdict, sentence in judged.sentence) == (verdict, True), judged


def test_no_choice_of_players_refutes_a_claim_that_may_be_true() -> None:
    """Whoever is measured, a claim is wrong only if the strongest player wins less often, or the weakest more often."""
    book = GAMES["Labyrinth"].book("wikipedia")
    skill = ("random", "weighted", "greedy-without-reversal", "greedy", "sensible", "solver")
    assert set(skill) == set(PLAYERS)
    run_of = {(player, won): measured("wikipedia", player, won, 1000) for player in skill for won in (10, 500, 900)}
    for wins in combinations_with_replacement((10, 500, 900), len(skill)):
        runs = [run_of[one] for one in zip(skill, wins, strict=True)]
        for number in (1, 2, 3):
            for some in combinations(runs, number):
                players = {run.question.player for run in some}
                is_refuted = (wins[-1] == 10 and "solver" in players) or (wins[0] == 900 and "random" in players)
                assert (judge_odds(book, some).verdict == "wrong") == is_refuted


def test_a_claim_about_a_game_without_choices_is_refuted_by_any_player() -> None:
    book = GAMES["Labyrinth"].book("mcneely")
    for player in PLAYERS:
        for won, how in ((10, "1 in 100"), (900, "1 in 1.11")):
            judged = judge_odds(book, [measured("mcneely", player, won, 1000)])
            assert judged == ("wrong", f"McNeely's 1 in 30 is wrong: however you play, you win {how}")
        assert judge_odds(book, [measured("mcneely", player, 33, 1000)]).verdict == "probably right"


def test_of_two_measurements_of_a_player_the_more_exact_one_counts() -> None:
    book = GAMES["Labyrinth"].book("wikipedia")
    vague, none = measured("wikipedia", "solver", 0, 1000, undecided=900), measured("wikipedia", "solver", 0, 0)
    exact = measured("wikipedia", "solver", 45, 500)
    for runs in ([vague, exact, none], [none, exact, vague]):
        assert judge_odds(book, runs).verdict == "wrong"
    assert judge_odds(book, [none]).verdict == "not measured"


def test_odds_of_any_player_are_reported() -> None:
    Path("books").mkdir()
    Path("books/own.moves").write_text('[Game "Labyrinth"]\n[Rules "wikipedia"]\n[Deal "seed:1"]\n\n*\n', "utf-8")
    lines = [json.dumps(odds_object(measured("wikipedia", player, 10, 1000))) for player in PLAYERS]
    Path("odds.json").write_text("\n".join(lines), "utf-8")
    run = leoni("book-report", "books", "--odds", "odds.json", "--format", "markdown")
    assert (run.code, run.err) == (0, "")
    assert "even somebody who knows all cards wins less often (1 in 100)" in run.out
    for player, line in zip(PLAYERS, lines, strict=True):
        Path(f"{player}.json").write_text(line, "utf-8")
        assert leoni("book-report", "books", "--odds", f"{player}.json").code == 0
    run = leoni("book-report", "books", "--odds", "random.json", "--odds", "solver.json", "--format", "markdown")
    assert "even somebody who knows all cards wins less often (1 in 100)" in run.out
