"""Records whose deal was not written down, made of sampled games: what is derived is true, what contradicts it is
refused."""

from __future__ import annotations

import random

import pytest

from leoni_replay.notation import loads
from leoni_replay.record.replay import replay
from tests.games.test_properties import RULES, SINGLE
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
@pytest.mark.parametrize(("name", "rules"), SINGLE[::3])
def test_what_is_derived_is_true_under_every_reading(name: str, rules: str) -> None:
    derived_are_true(name, rules, "single", 4, 2)


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


#: In the game that was played, pile 10 was empty when the last exile came under it.
LOW_PILES = """[Game "Leoni's Own"]
[Rules "gamerules; L9=any; L8=any-time"]

1. exile:9D~5H 4:2H^ 4:QCv 11:QDv 11:QHv 4:2S^ 2:JDv 4:3S^ exile:TDv 4:2D^ 9:JHv 5:THv 13:3H^
14. exile:9C~4C 9:3D^ 9:QSv 9:2C^ 1:JSv 13:TSv 9:4H^ 6:5H^ 9:9Dv exile:9Hv 2:9Sv 7:8Dv 13:7Dv 13:6Dv
28. 4:5Dv exile:8Sv redeal 10:6H^ 3:7H^ 12:JCv 1:4D^ 4D^v 3D^v 2D^v 12:7Sv 4:3C^ 10:4C^ 10:6Sv+KH
42. exile:8C~KD exile:AC~9D exile:TH *
"""


@pytest.mark.long
def test_an_exile_that_lifts_nothing_tells_of_an_empty_pile() -> None:
    (record,) = loads(LOW_PILES)
    assert replay(record).status == "consistent"
    # One that is not named leaves it open which exile it was: no height of the piles makes up for that.
    (record,) = loads(LOW_PILES.replace("exile:TH", "exile"))
    assert [diagnostic.code for diagnostic in replay(record).diagnostics] == ["H111", "M228"]


#: The last move names a king that must have left pile 8 before, when a play uncovered it.
UNCOVERED = """[Game "Leoni's Own"]
[Rules "wikipedia; L11=last-exile; L12=unturned; L6d=moves"]

1. 13:2C^ 1:2H^ 13:3C^ 2:QDv 10:3H^ 1:4H^ 7:5H^ exile:8D~5D 8:6H^ 8:2S^+KS exile:QSv 7:JSv 13:TSv
14. 13:9Sv exile:TD~JS~AH~6C~TH 6:7H^ exile:AS~4D~JH 4:8Sv+KH exile:QCv 13:JCv 6:7Sv 12:6Sv 1:TCv
24. exile:JDv exile:5D~8C~7D~3D~4S~9S~AD~4S 1:8H^ exile:3S^ exile:3H~5H~2C 5:9H^ 8:TH^ exile:8H~KC *
"""


@pytest.mark.long
def test_what_is_proved_of_each_number_of_exiles_is_held_against_the_record() -> None:
    """Each number proves that other cards lay in pile 8, but whatever it is, a king comes to light there too early."""
    (record,) = loads(UNCOVERED)
    (refused,) = [found for found in replay(record).diagnostics if found.code != "H111"]
    assert (refused.code, refused.move) == ("M206", 31)
    (record,) = loads(UNCOVERED.replace("exile:8H~KC", "exile:8H#"))
    assert replay(record).accepted


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
