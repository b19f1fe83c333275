"""Every form of a move and of a claim, each leniency, and what is next to them and refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given

import leoni_replay as lr
from leoni_replay.cards import CARD, DOWN, GAP
from leoni_replay.commands import Move
from leoni_replay.notation.braces import ClaimError, read_command
from leoni_replay.notation.claim_syntax import claim
from leoni_replay.notation.machine import machine
from leoni_replay.notation.scan import Scanner
from leoni_replay.notation.transcript import Statement
from leoni_replay.notation.writer import token
from tests.notation import samples


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARD[word] for word in text.split())


FORMS = {
    "exile": Move("exile"),
    "deal": Move("deal"),
    "redeal": Move("redeal"),
    "talon": Move("talon"),
    "dropped": Move("dropped"),
    "r3c5": Move("r3c5"),
    "7H": Move(card=CARD["7H"]),
    "7H^": Move(card=CARD["7H"], dest="^"),
    "4:^": Move("4", dest="^"),
    "4:2H": Move("4", CARD["2H"]),
    "13:QSv": Move("13", CARD["QS"], "v"),
    "9S^v": Move(card=CARD["9S"], dest="^v"),
    "9Sv^": Move(card=CARD["9S"], dest="v^"),
    "exile:KH>13": Move("exile", CARD["KH"], ">13"),
    "5:7S>8H": Move("5", CARD["7S"], ">8H"),
    "talon:6H>3": Move("talon", CARD["6H"], ">3"),
    "r1c3:6H>talon": Move("r1c3", CARD["6H"], ">talon"),
    "dropped:ASv": Move("dropped", CARD["AS"], "v"),
    "1:5H>dropped": Move("1", CARD["5H"], ">dropped"),
    "deal:QH>r1c3": Move("deal", CARD["QH"], ">r1c3"),
    "exile:7H": Move("exile", CARD["7H"]),
    "exile:7H~4C~JD": Move("exile", CARD["7H"], "~", cards("4C JD")),
    "exile:5D#": Move("exile", CARD["5D"], "~", (), True),
    "exile:AC~2C#": Move("exile", CARD["AC"], "~", cards("2C"), True),
    "deal+5H,3C": Move("deal", shown=cards("5H 3C")),
    "redeal+AD,AS": Move("redeal", shown=cards("AD AS")),
    "r1c3:7D^+QH": Move("r1c3", CARD["7D"], "^", shown=cards("QH")),
    "exile:7H~4C+KD": Move("exile", CARD["7H"], "~", cards("4C"), shown=cards("KD")),
}


@pytest.mark.parametrize("text", FORMS)
def test_forms(text: str) -> None:
    for mark in ("", "!", "?", "!!", "??", "!?", "?!"):
        assert read_command(text + mark) == (FORMS[text], mark)
        assert token(FORMS[text], mark) == text + mark


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("10H", "TH"),
        ("th", "TH"),
        ("jD", "JD"),
        ("Jd", "JD"),
        ("a♠", "AS"),
        ("10♣", "TC"),
        ("♥", None),
        ("4:2♥↑", "4:2H^"),
        ("4:2♦↓", "4:2Dv"),
        ("9S↑↓", "9S^v"),
        ("9s↓^", "9Sv^"),
        ("10:10h>10", "10:TH>10"),
        ("5:9S>10H", "5:9S>TH"),
        ("exile:5d~10c~jd#", "exile:5D~TC~JD#"),
        ("deal+10h,3♣", "deal+TH,3C"),
        ("5dv", "5Dv"),
    ],
)
def test_leniencies(text: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(ValueError, match="not a move"):
            read_command(text)
    else:
        assert token(*read_command(text)) == canonical


@pytest.mark.parametrize(
    "text",
    """4 14:2H 0:2H 04:2H ^ v >7 # exile: exile# exile^ Exile EXILE Deal exile:# 4:# 4:~2H 4:2H~ 7H~4C^ 7H^~4C 7H#~4C
    7H## redeal:5H redeal:^ 4:! 4:+5H 7H^^ 7Hvv 7HV 2H>exile 2H>14 2H>0 2H>redeal 2H>deal 1H 0H 11H 7 H H7 7X ♣2 TT
    7H+ 7H+, 7H+5H, 7H!!! 7H+!5H 7H!+5H r0c1 r1c0 r100c1 r1 r1c 4::2H :2H 4:2H:3H 4-2H 4:exile 4;2H 4:2H,
    10:10 10T 7H->3 7H→3 101H ten 7H~4C>3 7H^>3 hand stock hand:6H won * 12.""".split(),
)
def test_near_misses(text: str) -> None:
    with pytest.raises(ValueError, match="not a move"):
        read_command(text)


@given(samples.moves())
def test_tokens_round_trip(text: str) -> None:
    assert token(*read_command(text)) == text


@pytest.mark.parametrize(
    "bad",
    [Move(), Move("14", 3), Move("4"), Move("4", dest="up"), Move(dest="^"), Move("a b", 3)],
)
def test_what_has_no_form(bad: Move) -> None:
    with pytest.raises(ValueError, match="no move"):
        token(bad)


def test_woven_card_whose_path_is_not_known() -> None:
    assert token(Move("exile", CARD["7H"], "~")) == "exile:7H"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("standstill", Statement("standstill")),
        ("won", Statement("won")),
        ("7: 9S JD 4C", Statement("place", "7", cards("9S JD 4C"))),
        ("10: 10h ♠", None),
        ("C^: AC", Statement("place", "C^", cards("AC"))),
        ("♥↓: kh 9h", Statement("place", "Hv", cards("KH 9H"))),
        ("exile: -", Statement("place", "exile")),
        ("r3: AC -- #TD", Statement("place", "r3", (CARD["AC"], GAP, CARD["TD"] + DOWN))),
        ("hand: 6H", Statement("place", "hand", cards("6H"))),
        ("deal: 2", Statement("place", "deal", number=2)),
        ("top 7: 4C", Statement("top", "7", cards("4C"))),
        ("exile 5", Statement("count", "exile", number=5)),
        ("3 0", Statement("count", "3", number=0)),
        ("left 43", Statement("left", number=43)),
        ("legal 6", Statement("legal count", number=6)),
        ("available: TC AD", Statement("available", cards=cards("TC AD"))),
        ("not available: 9S", Statement("not available", cards=cards("9S"))),
        ("legal: 7H^ exile", Statement("legal", commands=(FORMS["7H^"], FORMS["exile"]))),
        ("illegal: 7Hv", Statement("illegal", commands=(read_command("7Hv")[0],))),
        ("digest 905FDDF640080CE5", Statement("digest", digest="905fddf640080ce5")),
        *(
            (bad, None)
            for bad in ["", "foo", "7", "7:", "7: - 4C", "top 7: -", "left", "left -1", "digest 12", "won 1"]
        ),
        *((bad, None) for bad in ["14: 4C", "deal 2", "deal: 4C", "legal:", "standstills", "notavailable: 9S", "7:7X"]),
        *((bad, None) for bad in ["available: TC AD.", "available:", "Left 43", "exile5", "left 12345678", "x: 4C"]),
    ],
)
def test_claims(text: str, expected: Statement | None) -> None:
    if expected is None:
        with pytest.raises(ClaimError):
            claim(text)
    else:
        assert claim(text).statement == expected
        assert claim(text).kind == expected.kind


def _texts(pattern: Any) -> Iterator[str]:
    """Yield the texts of a parsed expression: each of its branches, and what can be left out with it and without it.
    What looks ahead is not looked at, so some of them are none of its texts."""
    if not pattern:
        yield ""
        return
    (kind, value), rest = pattern[0], pattern[1:]
    match str(kind):
        case "LITERAL":
            heads = [chr(value)]
        case "IN" | "NOT_LITERAL":
            char = value[0][1]
            heads = [chr(char[0] if isinstance(char, tuple) else char)]
        case "BRANCH":
            heads = [text for branch in value[1] for text in _texts(branch)]
        case "SUBPATTERN":
            heads = [*_texts(value[-1])]
        case "MAX_REPEAT" | "POSSESSIVE_REPEAT":
            least, _, repeated = value
            once = ["talon", "r"] if str(repeated).startswith("[(IN, [(RANGE, (97") else _texts(repeated)
            heads = [*([] if least else [""]), *once]
        case _:
            assert str(kind) in ("ASSERT", "ASSERT_NOT", "AT"), kind
            heads = [""]
    for text in _texts(rest):
        yield from (head + text for head in heads)


@cache
def _moves_of_the_grammar() -> dict[str, Move]:
    """Return the moves that the grammar can match, with every part left out and written in each of its forms."""
    pattern = machine().pattern("MOVE")
    # A mark is no part of the move.
    without_mark = re.sub(r"\(\?P<mark>.*?\)\?", "", pattern.pattern)
    reader = Scanner(None)
    moves = {}
    for text in _texts(re._parser.parse(without_mark)):  # type: ignore[attr-defined]
        match = pattern.fullmatch(text)
        if match:
            moves[text], _ = reader.learn(match)
    return moves


def test_every_move_that_the_grammar_matches_has_the_parts_of_a_move() -> None:
    moves = _moves_of_the_grammar()
    assert moves.keys() >= {
        "talon",
        "2C",
        "2C>",
        "1:>",
        "2C>1",
        "2C>talon",
        "2C>2C",
        "2C^v",
        "talon:2C",
        "2C#",
        "2C+2C",
    }
    for move in moves.values():
        move.check()


@pytest.mark.parametrize("game", lr.GAMES)
def test_every_game_answers_every_destination(game: str) -> None:
    played = lr.new(game, "seed:1")
    card, ways = played.legal()[0].card, {move.dest for move in _moves_of_the_grammar().values()}
    for dest in ways - {"~"}:
        played.why_not(Move(card=card or 0, dest=dest))
    refusal = played.why_not("2C>")
    assert refusal is not None and refusal.code == "M201"
    assert refusal.message == "`2C>` has no destination after `>`"
    verdict = next(iter(lr.verify_text(f'[Game "{game}"]\n[Deal "seed:1"]\n\n1. 2C> *\n')))
    assert verdict.diagnostics[-1].code == "M201"
