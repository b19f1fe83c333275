"""Records whose deal was not written down, made of sampled games: what is derived is true, what contradicts it is
refused."""

from __future__ import annotations

import random

import pytest

from leoni_replay.notation.reader import loads
from leoni_replay.record.replay import replay
from tests.games.test_properties import RULES
from tests.unknown.deals import bare, changed, deal_that_fits, false_cards, moves_of, rewritten, sampled

WEAVING = ("Leoni's Own", "Weaver's")


def derived_are_true(name: str, rules: str, seed: str, games: int, cuts: int) -> None:
    """Without its deal a game, and each of its beginnings, is consistent, and every card that is shown is the true
    one. It is verified where all are."""
    draw = random.Random(f"{name} {rules} {seed}")
    for transcript in sampled(name, rules, seed, games):
        moves = moves_of(transcript)
        assert transcript.result is not None
        records = [transcript]
        for _ in range(cuts):
            records.append(rewritten(transcript, moves[: draw.randrange(len(moves) + 1)], "*"))
        for record in records:
            truth = replay(record)
            replayed = replay(bare(record))
            where = (transcript.value("Deal"), len(truth.steps))
            blanks = sum(card % 64 == 63 for pile in replayed.at(0).places.values() for card in pile)
            assert replayed.accepted and replayed.unknown == (blanks or None), (where, replayed.diagnostics)
            assert blanks or replayed.digest == truth.digest
            assert [diagnostic.code for diagnostic in replayed.diagnostics] == ["H111"], where
            assert replayed.result == truth.result and len(replayed.steps) == len(truth.steps)
            assert false_cards(truth.at(0), replayed.at(0), replayed.game) == [], where
            if name not in WEAVING:
                # At the end as well; how high the piles of a weaving game are, and so what lies under what, is a guess.
                last = len(replayed.steps)
                assert false_cards(truth.at(last), replayed.at(last), replayed.game) == [], where


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), RULES[::4])
def test_what_is_derived_is_true(name: str, rules: str) -> None:
    derived_are_true(name, rules, "derived", 1, 2)


def test_what_only_the_fewest_exiles_prove_is_not_known() -> None:
    """With more exiles, which fit as well, other cards of the deal are named."""
    (transcript,) = sampled("Weaver's", "weavers", "shown", 1)
    replayed = replay(bare(rewritten(transcript, moves_of(transcript)[:12], "*")))
    (derived,) = replayed.diagnostics
    assert derived.message.endswith("deal 1 is taken to have had 5 exiles, the fewest that fit")
    assert replayed.unknown == 69


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), RULES)
def test_what_is_derived_is_true_in_many_games(name: str, rules: str) -> None:
    derived_are_true(name, rules, "many", 12, 4)


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), RULES)
def test_many_changed_cards_are_refused_or_could_be_true(name: str, rules: str) -> None:
    """With one card of one move changed a game is refused, or there is another deal under which it is legal."""
    draw = random.Random(f"{name} {rules} more")
    # The records are the same however long a deal is looked for.
    search = random.Random(f"{name} {rules} deals")
    refused = served = searched = 0
    for transcript in sampled(name, rules, "more", 6):
        moves = moves_of(transcript)
        if name in WEAVING:
            # Only the first deal can be laid out and played from.
            deals = [n for n, move in enumerate(moves) if move.source == "redeal"]
            moves = moves[: deals[0]] if deals else moves
        for _ in range(6 if moves else 0):
            n = draw.randrange(len(moves))
            other = changed(moves[n], draw)
            if other is None:
                continue
            record = rewritten(transcript, [*moves[:n], other, *moves[n + 1 :]], "*")
            replayed = replay(bare(record))
            if not replayed.accepted:
                (error,) = [diagnostic for diagnostic in replayed.diagnostics if diagnostic.severity == "error"]
                assert error.code[0] == "M" and error.move is not None
                # Nothing before is shown as anything but what was written.
                assert len(replayed.steps) < len(moves)
                refused += 1
            else:
                searched += 1
                served += deal_that_fits(replayed, search)
    assert refused > 0
    # A deal is looked for at random: now and then none is found where there is one.
    assert served >= searched - max(1, searched // 20)


@pytest.mark.parametrize(
    ("game", "move", "help"),
    [
        (
            "Labyrinth",
            "2D",
            ["name the place, as in `r1c3:2D`", "row 1 as dealt in a layout: `leoni new Labyrinth --physical`"],
        ),
        ("The Japanese Rug", "5H^", ["`r1c3:5H^`", '`leoni new "The Japanese Rug" --physical`']),
        ("Martha", "5:7S>8H", ["`5:7S>3`", "the table as dealt in a layout"]),
    ],
)
def test_a_card_of_which_nobody_knows_where_it_lies(game: str, move: str, help: list[str]) -> None:
    (record,) = loads(f'[Game "{game}"]\n\n1. {move} *\n')
    (refused,) = [found for found in replay(record).diagnostics if found.code == "M228"]
    assert len(refused.help) == 2
    for said in help:
        assert any(said in line for line in refused.help), refused.help


#: The game as it was played, with six cards hidden. Two of them are cards that pass through pile 13.
HIDDEN = """[Game "Leoni's Own"]
[Rules "mcneely"]
[Deal "layout"]
[Layout "1: JH QC 4D KH 6H KC 4C
2: ?? 5H TH 9H 8S 6D 5D
3: 9D 2C 7H 8D 4S TS JS
4: TS 3H QS 3C 3H ?? 5S
5: 9C TD 7C 9C AH 9D QH
6: 3S 7C 4D 2C TC JS 4S
7: 3S ?? JC ?? QH 9S 4H
8: KS JH 5C 2H 2S ?? TC
9: 8C JD 5S ?? 8H 2H 7H
10: 4H KD 7S QS AS JC 8C
11: TH 6H 3D 6S 5H AC 6C
12: 4C 2D 2D 5C 7D 6D
13: 3C QD JD QC 7D 9H
exile: 3D ?? 8H QD 2S 5D 6C
deal: 1
"]

1. 5:QHv 13:QCv 13:QDv 13:JDv exile:6C~4S~5S~9D~7H 9:2H^ exile:5D~AH~4C~AD 4:3H^ 7:4H^ exile:2S^
11. exile:QD~6D~JS~6C~TC 6:2C^ 13:3C^ exile:8H~TC 8:TDv exile:7S~9S~8H~2S~5D~9C~8D~2H~6D~4D~3C 4:QSv 3:JSv 3:TSv
20. exile:3D~4S~3H~8D~5C 8:JHv redeal 2:THv 1:5H^ 11:6H^ 13:9Sv 3:9Hv 4:8Sv 3:4C^ exile:4S~TS~KH 10:7H^
32. exile:7C~JH~2H~4D~6D~AH~4S~8D~QC 8:9Dv exile:7D~3C 7:5C^ 3:6C^ 13:7C^ 13:8C^ 3:8Dv 11:9C^ exile:4C~KD 4:2D^
43. 6:3D^ 9:4D^ 6:3S^ 4:4S^ 8:5D^ 6:8H^ 10:5S^ 2:6D^ 13:6S^ 8:7S^ 11:8S^ 11:9S^ 8:JCv redeal 6:TCv *
"""


def test_an_order_that_pile_13_may_not_have_is_not_dealt_again() -> None:
    (record,) = loads(HIDDEN)
    replayed = replay(record, hints=False)
    assert replayed.accepted, replayed.error
