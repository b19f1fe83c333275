"""What is decided by every way to lay the unknown cards: the verdict, the cards that are certain, the claims."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from leoni_replay.cards import PRETTY
from leoni_replay.notation.writer import token
from leoni_replay.record.canonical import respell
from leoni_replay.record.replay import replay
from leoni_replay.unknown import possible_deals
from tests.games.test_properties import RULES, SINGLE
from tests.tables import replayed
from tests.unknown.brute import Hidden, hide, seen_in, truth_of
from tests.unknown.deals import changed, moves_of, sampled
from tests.unknown.test_claims import something
from tests.unknown.test_layouts import MARTHA, OWN, lines, played, proved, refused

#: Two cards are missing: 9♥, which fits, and 8♣, which would. A redeal may come at any time (L11a). It begins with
#: what is left of pile 13 and ends with the exile: 8♣ comes to lie on pile 1, then 5♣, A♣ and so on, and K♥ on pile 12.
TWO = """
C^: KC
D^: KD
H^: 8H
S^: KS
Cv: 9C
Dv: AD
Hv: AH
Sv: AS
1: TH
2: JH
3: QH
4: 7C
5: 6C
6: 4C
7: 3C
8: 2C
9: AC
10: 5C
13: ?? ??
exile: KH"""
ANY_TIME = "wikipedia; L11a=yes"
#: Three cards are missing: J♠, Q♠ and K♠.
THREE = "C^: KC\nD^: KD\nH^: KH\nS^: TS\n7: ??\n8: ??\n9: ??"


def codes(layout: str, moves: str, rules: str, game: str = OWN) -> list[str]:
    return [diagnostic.code for diagnostic in played(game, layout, moves, rules).diagnostics]


def test_a_record_that_neither_order_allows() -> None:
    right = "13:9H^ redeal 11:TH^ 10:JH^ 9:QH^ 12:KH^"
    replay = played(OWN, TWO, right, ANY_TIME)
    assert (replay.status, replay.unknown, lines(replay, 0)["13"]) == ("consistent", 2, "?? ??")
    assert refused(OWN, TWO, right.replace("12:KH^", "8:KH^"), ANY_TIME)[:2] == ("M202", 6)
    (error,) = [one for one in played(OWN, TWO, right.replace("12:", "8:"), ANY_TIME).diagnostics if one.code == "M202"]
    assert "this is so in each of the 2 ways to lay the unknown cards" in error.notes
    assert error.table_lines == ("8: 7♣",) and error.help == ("the legal moves are 12:KH^, 1:8Cv and redeal",)


def test_ways_that_are_refused_for_different_reasons() -> None:
    """3♥ must be played first, K♣ goes no further, and what is above 5♣ would have been lifted."""
    layout = "7: KD\n13: ?? 5C 2H\nexile: 7C"
    code, move, message = refused(OWN, layout, "13:2H^ exile:7C~KD~9H#", "mcneely")
    assert (code, move, message) == ("M227", 2, "this move is wrong, whatever the unknown cards are")
    (error,) = [one for one in played(OWN, layout, "13:2H^ exile:7C~KD~9H#", "mcneely").diagnostics if one.move]
    assert error.table_lines == ("13: ?? 5♣",)
    assert error.notes[0] == "this is so in each of the 51 ways to lay the unknown cards"
    assert any(note.endswith(" in pile 13: from pile 13 the weave lifts 5♣, not 9♥") for note in error.notes)


def test_cards_that_are_certain_by_elimination() -> None:
    # J♠ is played from pile 8. If Q♠ lay in pile 9, it would have been left lying; that is allowed.
    replay = proved(MARTHA, THREE, "8:JS^", "7: ??\n8: JS\n9: ??", "mcneely", unknown=2)
    replay = played(MARTHA, THREE, "8:JS^ 9:QS^", "mcneely")
    assert replay.verified and [lines(replay, 0)[name] for name in "789"] == ["KS", "JS", "QS"]
    # 8♣ was left lying below 7♣, so that it is the lower card; where any card of a pile goes, the order stays open.
    proved(OWN, TWO.replace("13: ?? ??", "11: ?? ??"), "11:9H^", "11: 8C 9H", ANY_TIME, unknown=0)
    proved(OWN, TWO, "13:9H^", "13: ?? ??", ANY_TIME, unknown=2)


def test_a_claim_that_is_false_for_different_reasons() -> None:
    replay = played(OWN, TWO, "{= 13: 9H 9H} 13:9H^ *", ANY_TIME)
    assert replay.diagnostics[-1].message == (
        "the claim `13: 9H 9H` does not hold: it is false whatever the unknown cards are"
    )


def test_a_verified_record_keeps_the_moves_that_prove_its_cards() -> None:
    replay = played(MARTHA, THREE, "8:JS^ 9:QS^", "mcneely")
    assert replay.record_digest is not None and replay.is_deal_derived
    made = respell(replay, short=True, digest=True)
    assert [str(move.command) for move in made.moves()] == ["8:JS^", "9:QS^"]
    # The same game from a table of which all was known has the same digest.
    known = played(MARTHA, "C^: KC\nD^: KD\nH^: KH\nS^: TS\n7: KS\n8: JS\n9: QS", "8:JS^ 9:QS^", "mcneely")
    assert not known.is_deal_derived and known.record_digest == replay.record_digest
    assert made.value("RecordDigest") == known.record_digest


def test_a_move_that_says_too_little_is_not_made_up_for() -> None:
    """With one card alone the move would mean just one; yet it was to be named."""
    assert refused(OWN, "exile: ?? 9C", "exile", "wikipedia; L9=any")[:2] == ("M228", 1)


def test_beyond_the_limits_nothing_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = "13:9H^ redeal 11:TH^ 10:JH^ 9:QH^ 8:KH^"
    assert not played(OWN, TWO, wrong, ANY_TIME).accepted
    monkeypatch.setattr(possible_deals, "MOST", 1)
    assert played(OWN, TWO, wrong, ANY_TIME).status == "consistent"
    monkeypatch.setattr(possible_deals, "MOST", 5_000)
    monkeypatch.setattr(possible_deals, "_MOVES", 3)
    assert played(OWN, TWO, wrong, ANY_TIME).status == "consistent"


def test_the_page_names_the_limits() -> None:
    page = (Path(__file__).parents[2] / "docs" / "dev" / "formats.md").read_text(encoding="utf-8")
    assert f"at most {possible_deals.MOST:,} ways" in page and f"at most {possible_deals._MOVES:,} moves" in page


def test_how_many_completions_are_few() -> None:
    """Seven different cards have 5,040 orders."""
    names = ["TH", "JH", "QH", "7C", "6C"]
    for count in (3, 4, 5):
        layout = TWO
        for name in names[:count]:
            layout = layout.replace(f": {name}\n", ": ??\n")
        replay = replayed(layout, "{= available: 9H 8C} *", ANY_TIME)
        decided = [one.code for one in replay.diagnostics] == []
        assert replay.unknown == count + 2 and decided == (count + 2 < 7)


# -- against completions that are written down and replayed as records of their own -----------------------------------


def tables(name: str, rules: str, seed: str, games: int, cuts: int) -> list[tuple[Hidden, str, int]]:
    """Sampled games from some table on of which a few cards are hidden, half of them with a move that is changed or
    written shorter, and something that may be true of one of their tables."""
    draw = random.Random(f"completions {name} {rules} {seed}")
    made = []
    for transcript in sampled(name, rules, seed, games):
        truth, moves = replay(transcript), moves_of(transcript)
        game = truth.game
        assert game is not None and transcript.result is not None
        tags = {tag.name: tag.value for tag in transcript.tags if tag.name != "Result"}
        for _ in range(cuts):
            cut = draw.randrange(len(moves) + 1)
            last = draw.choice([len(moves), min(len(moves), cut + draw.randrange(20))])
            part = [step.move for step in truth.steps][cut:last]
            if part and draw.random() < 0.3:
                at = draw.randrange(len(part))
                part[at] = changed(part[at], draw) or part[at]
            elif draw.random() < 0.4:
                part = moves[cut:last]
            spots = hide(game, truth.at(cut), draw.randrange(1, 5), draw)
            if not spots:
                continue
            result = transcript.result.word if last == len(moves) else "*"
            at = draw.randrange(len(part) + 1)
            claim = something(game, truth.at(cut + at), draw)
            made.append((Hidden(game, tags, truth.at(cut), spots, part, result), claim, at))
    return made


def completions_agree(name: str, rules: str, seed: str, games: int, cuts: int) -> int:
    """A record is accepted if some completion fits it, and a card or a claim is certain if all that fit agree."""
    compared = 0
    for hidden, claim, at in tables(name, rules, seed, games, cuts):
        text = hidden.record(hidden.masked()).text
        replayed = replay(hidden.record(hidden.masked()), hints=False)
        truth = truth_of(hidden, claim, at)
        compared += 1
        if not replayed.accepted:
            # A move may say too little, though the cards would tell.
            assert not truth.fits or (replayed.error is not None and replayed.error.code == "M228"), text
            continue
        assert truth.fits, text
        certain = [cards if len(cards) == 1 else set() for cards in truth.cards]
        assert seen_in(replayed, hidden) == certain, (text, [{PRETTY[card] for card in cards} for cards in truth.cards])
        assert replayed.unknown == (certain.count(set()) or None), text
        judged = replay(hidden.record(hidden.masked(), claim, at), hints=False)
        found = {one.code for one in judged.diagnostics if one.code[0] == "C"}
        expected: dict[bool | None, list[set[str]]] = {True: [set()], False: [{"C401"}, {"C402"}], None: [{"C403"}]}
        assert found in expected[truth.claim], (text, claim, at, [token(move) for move in hidden.moves])
    return compared


@pytest.mark.share(1)
@pytest.mark.parametrize(("name", "rules"), RULES)
def test_completions_agree(name: str, rules: str) -> None:
    assert completions_agree(name, rules, "some", 1, 4)


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), [*RULES, *SINGLE[2::3]])
def test_completions_agree_in_many_records(name: str, rules: str) -> None:
    assert completions_agree(name, rules, "many", 6, 5)
