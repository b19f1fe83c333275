"""The grammar edited: an edit works from the grammar alone, or is refused when it is loaded, in one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import pytest

from leoni_replay.notation import claims, grammar, items, loads, machine, scan
from leoni_replay.notation.split import RawGame
from leoni_replay.record.judge import judge
from leoni_replay.record.replay import replay
from leoni_replay.record.verdict import Verdict, verdict

HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n[Result "*"]\n\n'
_CACHES = (grammar.tables, machine.machine, scan.scanner, items.terminals, items._words, claims.statement)


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
        grammar.tables()

    yield edited
    monkeypatch.undo()
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


def test_several_move_numbers_in_a_row(edit: Edit) -> None:
    body = "1. 1. 11:2S^ {c} 2. 2. 11:QCv *"
    assert code(body) == "S001"
    edit(("turn: (NUMBER _note*)? MOVE", "turn: (NUMBER _note*)* MOVE"))
    assert code(body) == ""
    assert both(body).moves == 2
    assert code("1. 2. 11:2S^ *") == "M219"


def test_no_variations(edit: Edit) -> None:
    body = "1. 11:2S^ (6:2S^) 11:QCv *"
    assert code(body) == ""
    edit(("MOVE (_note | variation)*", "MOVE _note*"), ("variation: LPAR _note* turn+ RPAR\n", "\n"))
    assert code(body) == "S001"
    assert code("1. 11:2S^ {c} 11:QCv *") == ""


def test_variations_without_moves(edit: Edit) -> None:
    body = "1. 11:2S^ ({better}) (6:2S^ ()) 11:QCv *"
    assert code(body) == "S005"
    edit(("variation: LPAR _note* turn+ RPAR", "variation: LPAR _note* turn* RPAR"))
    assert both(body).moves == 2


def test_no_comments_to_the_end_of_the_line(edit: Edit) -> None:
    assert code("1. 11:2S^ ; so\n *") == ""
    edit(("_comment: COMMENT | LINE_COMMENT", "_comment: COMMENT"))
    assert code("1. 11:2S^ ; so\n *") == "S002"
    assert code("1. 11:2S^ {so} *") == ""


def test_another_sign_between_words(edit: Edit) -> None:
    assert code("1. 11:2S^, 11:QCv *") == "S002"
    edit((r"WS: /\s++/", r"WS: /[\s,]++/"), (r"[\s(){};]", r"[\s(){};,]"))
    assert both("1. 11:2S^, 11:QCv *").moves == 2


def test_another_mark(edit: Edit) -> None:
    assert code("11:2S^!!! *") == "S002"
    edit((r"(?P<mark> !! |", r"(?P<mark> !!! | !! |"))
    assert code("11:2S^!!! 11:QCv!! *") == ""


def test_no_short_words(edit: Edit) -> None:
    assert code("deal *")[0] == "M"
    edit((r"(?P<alone> [a-z]++", r"(?P<alone> [a-z]{5}[a-z]*+"))
    assert code("deal *") == "S002"
    assert code("exile *") != "S002"


def test_another_word_for_a_claim(edit: Edit) -> None:
    edit(("claim: STANDSTILL ", "claim: STANDSTILL+ "))
    assert code("{= not standstill} *") == ""
    assert code("{= standstill standstill} *") == "C401"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([(r"RESULT: /(?:won|lost|\*)", r"RESULT: /(?:won|lost|resigned|\*)")], "no code proves the result `resigned`"),
        ([("RESULT: /(?:won|", "RESULT: /(?i:won|")], "RESULT must be a list of words"),
        (
            [("     | DEAL_OVER ", "     | OVER -> over\n     | DEAL_OVER "), ("LEFT: ", 'OVER: "over"\nLEFT: ')],
            "no code proves the claim `over`",
        ),
        ([("     | OPEN                              -> open", "     | OPEN")], "no code proves the claim `OPEN`"),
        ([("tag: LSQB NAME VALUE RSQB", "tag: LSQB NAME RSQB")], "the rule `tag` must hold one NAME and one VALUE"),
        ([("tag: LSQB NAME VALUE RSQB", "tag: LSQB NAME VALUE")], "the rule `tag` must begin with LSQB and end with"),
        ([("turn+ RPAR", 'turn+ ("=" turn+)? RPAR')], "no code handles the terminal EQUAL"),
        ([("MOVE (_note | variation)*", "MOVE clock? (_note | variation)*\nclock: LSQB NAME RSQB")], "rule `clock`"),
        ([("LEFT COUNT ", "LEFT RANGE "), ("HEX: ", "RANGE: /[0-9]+-[0-9]+/\nHEX: ")], "the terminal RANGE"),
        ([("variation: LPAR _note* turn+ RPAR", "variation: LPAR turn+")], "must begin with LPAR and end with RPAR"),
        ([(r"COMMENT: /" + "\n    " + r"\{ (?!=)", "COMMENT: /\n    <")], "COMMENT does not match `{a comment}`"),
        ([("(?P<mark> !!", "(?P<clock> @[0-9]+ )? (?P<mark> !!")], "no code handles the part `clock` of a MOVE"),
        ([("game: (_comment* tag)+", "game: (_comment* tag+")], "at line 24, column 80"),
        ([("_note: _comment | CLAIM", "_note: _comment | CLAIM | nothing")], "Rule 'nothing' used but not defined"),
        ([('LSQB: "["', "LSQB: /[/")], "Cannot compile token LSQB"),
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
