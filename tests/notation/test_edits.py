"""The grammar edited: an edit works from the grammar alone, or is refused when it is loaded, in one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import pytest

from leoni_replay.notation import dumps, exercise, grammar, items, loads
from leoni_replay.notation.split import RawGame
from leoni_replay.record.judge import judge
from leoni_replay.record.replay import replay
from leoni_replay.record.verdict import Verdict, verdict
from leoni_replay.rules import compiled

HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n[Result "*"]\n\n'
_CACHES = exercise.CACHES


class Edit(Protocol):
    def __call__(self, *changes: tuple[str, str]) -> None: ...


@pytest.fixture
def edit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Edit]:
    """Edits the grammar; the real one is back afterwards."""
    original = grammar.source()

    def edited(*changes: tuple[str, str]) -> None:
        text = original
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        for cache in _CACHES:
            cache.cache_clear()
        monkeypatch.setattr(grammar, "source", lambda name="moves.lark": text)
        monkeypatch.setattr(grammar, "cache_folder", lambda: None)
        grammar._loaded.clear()
        grammar.tables()

    yield edited
    monkeypatch.undo()
    grammar._loaded.clear()
    for cache in _CACHES:
        cache.cache_clear()


def both(body: str) -> Verdict:
    """The verdict on a game, which is the same with a transcript and without."""
    raw = RawGame(HEAD + body, 1, 1, "")
    by_words = judge(raw, hints=False)
    assert by_words == verdict(replay(loads(raw.text)[0], hints=False))
    return by_words


def code(body: str) -> str:
    """The code of what is wrong with a game; empty if nothing is."""
    return next((found.code for found in both(body).diagnostics if found.severity == "error"), "")


@pytest.mark.long
def test_several_move_numbers_in_a_row(edit: Edit) -> None:
    body = "1. 1. 11:2S^ {c} 2. 2. 11:QCv *"
    assert code(body) == "S001"
    edit(("turn: (NUMBER _note*)? MOVE", "turn: (NUMBER _note*)* MOVE"))
    assert code(body) == ""
    assert both(body).moves == 2
    assert code("1. 2. 11:2S^ *") == "M219"


@pytest.mark.long
def test_no_variations(edit: Edit) -> None:
    body = "1. 11:2S^ (6:2S^) 11:QCv *"
    assert code(body) == ""
    edit(("MOVE (_note | variation)*", "MOVE _note*"), ("variation: LPAR _note* turn+ RPAR\n", "\n"))
    assert code(body) == "S001"
    assert code("1. 11:2S^ {c} 11:QCv *") == ""


@pytest.mark.long
def test_variations_without_moves(edit: Edit) -> None:
    body = "1. 11:2S^ ({better}) (6:2S^ ()) 11:QCv *"
    assert code(body) == "S005"
    edit(("variation: LPAR _note* turn+ RPAR", "variation: LPAR _note* turn* RPAR"))
    assert both(body).moves == 2


@pytest.mark.long
def test_no_comments_to_the_end_of_the_line(edit: Edit) -> None:
    assert code("1. 11:2S^ ; so\n *") == ""
    edit(("_comment: COMMENT | LINE_COMMENT", "_comment: COMMENT"))
    assert code("1. 11:2S^ ; so\n *") == "S002"
    assert code("1. 11:2S^ {so} *") == ""


@pytest.mark.long
def test_another_sign_between_words(edit: Edit) -> None:
    assert code("1. 11:2S^, 11:QCv *") == "S002"
    edit((r"WS: /\s++/", r"WS: /[\s,]++/"), (r"[\s(){};]", r"[\s(){};,]"))
    assert both("1. 11:2S^, 11:QCv *").moves == 2


@pytest.mark.long
def test_another_mark(edit: Edit) -> None:
    assert code("11:2S^!!! *") == "S002"
    edit((r"(?P<mark> !! |", r"(?P<mark> !!! | !! |"))
    assert code("11:2S^!!! 11:QCv!! *") == ""


@pytest.mark.long
def test_no_short_words(edit: Edit) -> None:
    assert code("deal *")[0] == "M"
    edit((r"(?P<alone> [a-z]++", r"(?P<alone> [a-z]{5}[a-z]*+"))
    assert code("deal *") == "S002"
    assert code("exile *") != "S002"


#: words are cut as this build does it; the long tests cut them as the other one does
@pytest.mark.parametrize("in_bytes", [compiled(), pytest.param(not compiled(), marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("changes", "right", "wrong"),
    [
        # The text that is allowed now and was refused before, and what is refused now.
        ([(r"WS: /\s++/", r"WS: /[ \n]++/")], "", "11:2S^\t11:QCv *"),
        ([(r"WS: /\s++/", r"WS: /[ \n|]++/"), (r"[\s(){};]", r"[\s(){};|]")], "11:2S^|11:QCv *", "11:2S^\t*"),
        ([(r"WS: /\s++/", r"WS: /(?:\s|and)++/")], "11:2S^ and 11:QCv *", "11:2S^ or 11:QCv *"),
        ([("_note: _comment | CLAIM", "_note: COMMENT | CLAIM")], "", "11:2S^ ; hello\n*"),
        ([("_comment: COMMENT | LINE_COMMENT", "_comment: LINE_COMMENT")], "", "11:2S^ {hello} *"),
        ([(r"[0-9]{0,6}+\./", r"[0-9]{0,6}+\.{1,3}/")], "1... 11:2S^ 2.. 11:QCv *", "2... 11:2S^ *"),
        ([("NUMBER: /[1-9][0-9]{0,6}+", "NUMBER: /[0-9]++")], f"{'0' * 5000}1. 11:2S^ *", f"{'9' * 5000}. 11:2S^ *"),
        ([("[1-9][0-9]{0,2}:[0-5]", "[0-9]{1,9}:[0-5]")], "11:2S^ @999999999:00:00 *", "11:2S^ @0:60:00 *"),
        ([(r"RESULT: /(?:won|lost|", "RESULT: /(?:won|")], "", "11:2S^ lost"),
        ([("(RESULT _note*)?", "RESULT?")], "", "11:2S^ * {end}"),
        ([("(RESULT _note*)?", "RESULT _note*")], "", "11:2S^"),
        ([("turn* (RESULT", "turn* NUMBER? (RESULT")], "11:2S^ 2. *", "11:2S^ 1. *"),
        ([("_note* turn+ RPAR", "_note* turn RPAR")], "", "11:2S^ (6:2S^ 11:2S^) *"),
        ([("_note* turn+ RPAR", "_note* turn+ NUMBER? RPAR")], "11:2S^ (6:2S^ 2.) *", "11:2S^ (6:2S^ 1.) *"),
        ([("SETTING) _note*", "SETTING) (_note | variation)*")], "", "(6:2S^) *"),
        ([(" | TIME\n_comment", "\n_comment"), ("(CLAIM | TIME) _note*", "CLAIM _note*")], "", "11:2S^ @1:00 *"),
        ([("(MISPLAY MOVE | SETTING)", "MISPLAY MOVE")], "", "set {7: 9S} *"),
        ([("(?P<mark> !!", r"(?P<mark> \(!\) | \$ | !!")], "11:2S^(!) 11:QCv$ *", "11:2S^(?) *"),
        ([("(?P<mark> !!", r"(?P<mark> \.! | \* | !!")], "11:2S^.! 11:QCv* *", "11:2S^. *"),
        ([("    (?= [\\s(){};] | \\Z )\n/x", "/x")], "11:2S^11:QCv *", "11:2S^x *"),
        ([("claim: STANDSTILL ", "claim: STANDSTILL+ ")], "{= not standstill} *", "{= standstill standstill} *"),
        ([("COUNT: /(?:0|[1-9][0-9]{0,6}+)", "COUNT: /(?:[0-9]++)")], f"{{= left {'0' * 5000}96}} *", "{= left 95} *"),
    ],
)
def test_works(
    edit: Edit, monkeypatch: pytest.MonkeyPatch, changes: list[tuple[str, str]], right: str, wrong: str, in_bytes: bool
) -> None:
    monkeypatch.setattr(items, "compiled", lambda: in_bytes)
    items._words.cache_clear()
    edit(*changes)
    assert code(wrong)
    for body in filter(None, (right, "1. 11:2S^ {so} 2. 11:QCv *" if "_comment: C" not in changes[0][0] else "")):
        assert code(body) == "", body
        written = dumps(loads(HEAD + body))
        assert dumps(loads(written)) == written
        assert code(written.removeprefix(HEAD)) == ""


@pytest.mark.long
def test_another_word_for_a_claim(edit: Edit) -> None:
    edit(("claim: STANDSTILL ", "claim: STANDSTILL+ "))
    assert code("{= not standstill} *") == ""
    assert code("{= standstill standstill} *") == "C401"


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([(r"RESULT: /(?:won|lost|\*)", r"RESULT: /(?:won|lost|resigned|\*)")], "no code proves the result `resigned`"),
        ([("RESULT: /(?:won|", "RESULT: /(?i:won|")], "no code proves the result `LOST`"),
        (
            [("     | DEAL_OVER ", "     | OVER -> over\n     | DEAL_OVER "), ("LEFT: ", 'OVER: "over"\nLEFT: ')],
            "no code proves the claim `over`",
        ),
        ([("     | OPEN                              -> open", "     | OPEN")], "no code proves the claim `OPEN`"),
        ([("tag: LSQB NAME VALUE RSQB", "tag: LSQB NAME RSQB")], "the rule `tag` must be LSQB NAME VALUE RSQB"),
        ([("tag: LSQB NAME VALUE RSQB", "tag: LSQB NAME VALUE")], "the rule `tag` must be LSQB NAME VALUE RSQB"),
        ([("turn+ RPAR", 'turn+ ("=" turn+)? RPAR')], "no code handles the terminal EQUAL"),
        ([("MOVE (_note | variation)*", "MOVE clock? (_note | variation)*\nclock: LSQB NAME RSQB")], "rule `clock`"),
        ([("LEFT COUNT ", "LEFT RANGE "), ("HEX: ", "RANGE: /[0-9]+-[0-9]+/\nHEX: ")], "the terminal RANGE"),
        ([("variation: LPAR _note* turn+ RPAR", "variation: LPAR turn+")], "must begin with LPAR and end with RPAR"),
        ([(r"COMMENT: /" + "\n    " + r"\{ (?!=)", "COMMENT: /\n    <")], "COMMENT does not match `{a comment}`"),
        ([("(?P<mark> !!", "(?P<clock> @[0-9]+ )? (?P<mark> !!")], "no code handles the part `clock` of a MOVE"),
        ([("game: (_comment* tag)+", "game: (_comment* tag+")], "at line 24, column 80"),
        ([("_note: _comment | CLAIM", "_note: _comment | CLAIM | nothing")], "Rule 'nothing' used but not defined"),
        ([('LSQB: "["', "LSQB: /[/")], "Cannot compile token LSQB"),
        ([("TOP PLACE COLON CARD ", "TOP PLACE COLON CARD+ ")], "the claim `top` that says PLACE CARD CARD"),
        ([("LEFT COUNT ", "LEFT COUNT COUNT? ")], "the claim `left` that says COUNT COUNT"),
        ([("claim: STANDSTILL ", "claim: STANDSTILL DEAL_OVER? ")], "`standstill` that says DEAL_OVER"),
        ([("DIGEST HEX ", "DIGEST HEX HEX? ")], "the claim `digest` that says HEX HEX"),
        ([("| AVAILABLE COLON CARD+ ", "| AVAILABLE COLON CARD* ")], "the claim `available` that says nothing"),
        ([("(CARD | DOWN_CARD | GAP)+ | EMPTY", "(CARD | DOWN_CARD | GAP | EMPTY)+")], "`place` that says PLACE"),
        ([("LEFT: /left", r"LEFT: /(?:not\s+)?left")], "which LEFT matches"),
        ([("GAP: /--", "GAP: /--[0-9]*")], "which GAP matches"),
        ([("CARD: /(?:10|[2-9AT", "CARD: /(?:10|[2-9XAT")], "CARD matches"),
        ([("GONE COLON CARD+)+", "GONE COLON (CARD+ | EMPTY))+")], "a setting that says GONE EMPTY"),
        ([("GONE COLON CARD+)+", "GONE COLON CARD+)*")], "no code handles a setting that says nothing"),
        ([("_note* turn+ RPAR", "_note* turn+ RESULT? RPAR")], "no code keeps the RESULT"),
        ([("_note* turn+ RPAR", "_note* turn+ CONCEDED? RPAR")], "no code keeps the CONCEDED"),
        ([("(RESULT _note*)?", "(RESULT _note*)*")], "no code keeps the RESULT"),
        ([("turn: (NUMBER _note*)? MOVE (", "turn: (NUMBER _note*)? variation* MOVE (")], "a move before it"),
        ([("MISPLAY MOVE", "MISPLAY+ MOVE")], "no code keeps the MISPLAY"),
        ([("turn: (NUMBER _note*)? MOVE", "turn: NUMBER _note* MOVE")], "no code writes the game"),
        ([("(_comment* tag)+", "(_comment* tag)*")], "the game has no tag"),
        ([("(?: ~ (?: 10", "(?: [~=] (?: 10")], "no code reads the card `4H="),
        ([(r"(?: \+ (?P<shown>", r"(?: [+&] (?P<shown>")], "which MOVE matches"),
        ([("| > (?: (?: 10", "| [>=] (?: (?: 10")], "no code reads the destination `="),
        ([("♠] )++ \\#?", "♠] ){1,20}+ \\#?")], "words are cut so that"),
        ([("♠] )++ \\#?", "♠] )++ \\#")], "MOVE does not match `exile:7H~4C~JD`"),
        ([("(?P<alone> [a-z]++", r"(?P<alone> exile\ 7H | [a-z]++")], "words are cut so that"),
        ([(r"CONCEDED: /conceded", "CONCEDED: /(?:conceded|resigned)")], "the result `resigned`"),
        ([("[1-5]?[0-9]):[0-5][0-9](", r"[1-5]?[0-9]):[0-5][0-9](?:\.[0-9])?(")], "which TIME matches"),
        ([("[0-9]{0,6}+\\./", "[0-9]{0,6}+[.:]/")], "which NUMBER matches"),
        ([("LINE_COMMENT: /;", "LINE_COMMENT: /[;%]")], "which LINE_COMMENT matches"),
        ([("%ignore WS", "%ignore WS\n%ignore TIME")], "no code keeps TIME, which is ignored"),
        ([(r"WS: /\s++/", r"WS: /(?:\s|7H)++/")], "words are cut so that"),
        ([('LPAR: "("', "LPAR: /[(<]/")], "which LPAR matches"),
        ([('[^"\\\\\\n]*+', '[^"\\\\\\n<]*+')], "words are cut so that"),
        ([("(_note | variation)*", "(_note | _also | variation)*\n_also: CLAIM")], "Reduce/Reduce collision"),
    ],
)
def test_refused(edit: Edit, changes: list[tuple[str, str]], said: str) -> None:
    with pytest.raises(grammar.GrammarError) as raised:
        edit(*changes)
    message = str(raised.value)
    assert message.startswith("grammar/moves.lark: ")
    assert said in message
    assert "\n" not in message
