"""Each kind of problem: its code, the text that its span covers, and what it says."""

from __future__ import annotations

import pytest

from leoni_replay.notation.reader import loads
from leoni_replay.notation.scan import TOKEN_LIMIT
from leoni_replay.notation.split import GAME_LIMIT
from leoni_replay.notation.transcript import Result, Transcript

TAG = '[Game "x"]\n\n'


def only(text: str) -> Transcript:
    (game,) = loads(text, "a.moves")
    assert game.problem is not None
    return game


@pytest.mark.parametrize(
    ("text", "code", "at", "words"),
    [
        (TAG + "1. 2. 4:2H^ *", "S001", "2.", "expected a move, found `2.`"),
        (TAG + "1. *", "S001", "*", "expected a move, found `*`"),
        (TAG + "4:2H^ [Deal *", "S001", "[Deal *", "a tag cannot stand among the moves"),
        (TAG + "4:2H^ } *", "S001", "}", "no comment for"),
        (TAG + "12 4:2H^ *", "S002", "12", "not a move; expected a move or a result word (won, lost, conceded or *)"),
        (TAG + "4:2H^ (7H 8 9) *", "S002", "8", "expected a move, a variation or a closing )"),
        (TAG + "4:2H^\u200b *", "S002", "4:2H^\u200b", "`4:2H^\\u200b` is not a move"),
        (TAG + "4:3S^ 8: QDv *", "S002", "8: QDv", "`8: QDv` is not a move: a move is one word, without spaces"),
        (TAG + "4:3S^ 5:QS V *", "S002", "5:QS V", "`5:QS V` is not a move: a move is one word, without spaces"),
        (TAG + "1) 4:2H^ *", "S002", "1)", "`1)` is not a move"),
        (TAG + "{a comment\n4:2H^ *", "S003", "{a comment", "this comment is not closed"),
        (TAG + "{= won\n*", "S003", "{= won", "this claim is not closed"),
        ('[Game "x]\n*', "S004", '"x]', "not closed"),
        ("[Game x]\n*", "S004", "x]", "expected its value in quotation marks"),
        ('[Game "x"\n4:2H^ *', "S004", "4:2H^", "expected the closing ]"),
        ('["x"]\n*', "S004", '"x"]', "expected the tag's name"),
        ('[Game "a\\b"]\n*', "S004", "\\b", "is not an escape"),
        (TAG + "4:2H^ )", "S005", ")", "no variation for"),
        (TAG + "(4:2H^) *", "S005", "(", "there is none"),
        (TAG + "4:2H^ (({c})) *", "S005", "(", "there is none"),
        (TAG + "4:2H^ ({c}) *", "S005", ")", "at least one move"),
        (TAG + "4:2H^ (7H lost", "S005", "lost", "inside a variation that is not closed"),
        ("hello " + TAG + "*", "S006", "hello", "where the game's first tag should be"),
        ("{= won} " + TAG + "*", "S006", "{= won}", "first tag"),
        (TAG + "won 4:2H^", "S006", "4:2H^", "comes after the game's result `won`"),
        (TAG + "4:2H^ (7H", "S005", "", "the game ends inside a variation that is not closed"),
        (TAG + "4:2H^ (7H ;)", "S005", "", "the game ends inside a variation that is not closed"),
        (TAG + "4:2H^ {c} 2. {c}\n", "S001", "", "expected a move, found the end of the game"),
        (TAG + "4:2H^ (", "S005", "", "the game ends inside a variation that is not closed"),
        (TAG + "4:2H^ (1.", "S001", "", "expected a move, found the end of the game"),
        (TAG + "7H " + "(7H " * 65 + "8", "S008", "(", "more than 64 deep"),
        (TAG + "7H " + "(7H " * 10_000, "S008", "(", "more than 64 deep"),
        (TAG + "(" * 10_000, "S005", "(", "there is none"),
        (TAG + "{" + "c" * TOKEN_LIMIT + "} *", "S009", None, "this comment is longer than 1 MiB"),
        (TAG + "7H" + "~7H" * TOKEN_LIMIT + " *", "S009", None, "this move is longer than 1 MiB"),
        ('[Game "' + "c" * TOKEN_LIMIT + '"] *', "S009", None, "this tag is longer than 1 MiB"),
        (TAG + "4:2H^ " * (GAME_LIMIT // 6), "S009", '[Game "x"]', "the game is longer than 8 MiB"),
        (TAG + "{= foo} *", "S010", "foo", "no claim begins with `foo`"),
        (TAG + "{= } *", "S010", "{= }", "the claim is empty"),
        (TAG + "{= left} *", "S010", "}", "incomplete: expected a number"),
        (TAG + "{= left 94 2H^} *", "S010", "2H^", "in this claim, expected the end, found `2H^`"),
        (TAG + "{= available: 7H 7} *", "S010", "}", "incomplete: expected a colon"),
        (TAG + "4:2H^ \x00 *", "S011", "\x00", "NUL"),
        (TAG + "{caf\udce9} *", "S011", "\udce9", "the byte \\xe9"),
        ("\x1f\udc8b\x08\x00", "S011", "\udc8b", "not a text file in UTF-8"),
    ],
)
def test_codes(text: str, code: str, at: str | None, words: str) -> None:
    game = only(text)
    problem = game.problem
    assert problem is not None
    assert (problem.code, words in problem.message) == (code, True), problem
    if at is not None:
        assert game.text[problem.start : problem.end] == at
    assert len(problem.message) < 200


def test_where_it_stands() -> None:
    game = only('\n{c}\n[Game "x"]\n1. 4:2H^ (5:3S^\n   what) *')
    assert game.problem is not None
    span = game.span(game.problem.start, game.problem.end)
    assert (span.line, span.column, span.end_line, span.end_column) == (5, 4, 5, 8)
    assert game.lines(span) == ("   what) *",)
    assert game.file == "a.moves"


def test_what_stands_before_is_kept() -> None:
    game = only(TAG + "1. 4:2H^ (5:3S^ (6:4D^) what) *")
    assert [type(item).__name__ for item in game.items] == ["Number", "MoveItem", "Variation"]
    assert game.result is None


def test_a_word_of_just_the_limit_is_read() -> None:
    (transcript,) = loads(TAG + "{" + "c" * (TOKEN_LIMIT - 2) + "} *")
    assert transcript.problem is None


@pytest.mark.parametrize(
    ("word", "help"),
    [
        ("12", "a move number needs its dot: `12.`"),
        ("misplay misplay", "misplay stands once before the move that broke a rule: `misplay 1:TD>2`"),
        ("Exile", "did you mean `exile`?"),
        ("WON", "did you mean `won`?"),
        ("concede", "did you mean `conceded`?"),
        ("misplai", "did you mean `misplay`?"),
        ("Misplay", "did you mean `misplay`?"),
        ("4-2H^", "did you mean `4:2H^`?"),
        ("42H^", "did you mean `4:2H^`?"),
        ("H7^", "did you mean `7H^`?"),
        ("5:7S->3", "did you mean `5:7S>3`?"),
        ("4:2H^,", "did you mean `4:2H^`?"),
        ("4:2HV", "did you mean `4:2Hv`?"),
        ("4:2H^\u200b", "did you mean `4:2H^`?"),
        ("2H-F", "write a play to a foundation as `2H^` if it is built up, `2Hv` if it is built down"),
        ("12>H", "write a play to a foundation as `12:^` if it is built up, `12:v` if it is built down"),
        ("11-F", "write a play to a foundation as `11:^` if it is built up, `11:v` if it is built down"),
        ("conceeded", "did you mean `conceded`?"),
        ("lose", "did you mean `lost`?"),
        ("JH-QC", "a move names the pile that a card goes to, not the card on it: `JH>7` for pile 7"),
        ("5→QS", "did you mean `5:>QS`, from pile 5 on that card, or `5:QS`?"),
        ("4:2H^*", "put a space before the result: `4:2H^ *`"),
        ("4:2H^lost", "put a space before the result: `4:2H^ lost`"),
        ("8: QDv", "did you mean `8:QDv`?"),
        ("7H > 3", "did you mean `7H>3`?"),
        ("exile:\n 7H ~4C", "did you mean `exile:7H~4C`?"),
        ("5:QS V", "did you mean `5:QSv`?"),
        ("5:QS ^", "did you mean `5:QS^`?"),
        ("2H^ (5:QS V", "did you mean `5:QSv`?"),
        ("2H^ (5:QS v^", "did you mean `5:QSv^`?"),
        ("1)", "write a move number with a dot: `1.`"),
        ("12) 4:2H^", "write a move number with a dot: `12.`"),
        ("14:2H^", "piles are numbered from 1 to 13"),
        ("^", "a move is one word without spaces, and begins with a place or a card"),
        ("1-0", "the result words are won, lost, conceded and *"),
        ("nonsense", "write a move as [source:][card][dest], for example 4:2H^ or exile:7H~4C~JD"),
    ],
)
def test_help(word: str, help: str) -> None:
    problem = only(TAG + word + " *").problem
    assert problem is not None
    assert problem.code == "S002"
    assert problem.help[0] == help


def test_no_terminal_names() -> None:
    """Messages speak of moves and tags, never of what the grammar calls them."""
    for wrong in [
        "[",
        '[Game "x"',
        "x",
        TAG + "1. (",
        TAG + "7H ((",
        TAG + "{= top}",
        TAG + "{= 7}",
        TAG + "{= legal: x}",
    ]:
        message = str(only(wrong).problem)
        for name in ("LPAR", "RPAR", "MOVE", "LSQB", "COLON", "PLACE", "$END", "None"):
            assert name not in message


@pytest.mark.parametrize(
    ("body", "help"),
    [
        ("", ()),
        ("4:2H^ {c} \n\n", ()),
        ("4:2H^ (2H ;)\n)", ()),
        ("4:2H^ ; to be gone on with *", ("`*` is part of it",)),
        ("4:2H^ ; lost", ("`lost` is part of it",)),
        ("4:2H^ ; all is lost here\n", ()),
    ],
)
def test_a_text_without_a_result_word_is_a_draft(body: str, help: tuple[str, ...]) -> None:
    at = len((TAG + body).rstrip())
    (game,) = loads(TAG + body)
    assert game.problem is None
    assert game.result == Result("*")
    assert game.draft is not None
    assert (game.draft.code, game.draft.start, game.draft.end) == ("S007", at, at)
    assert len(game.draft.help) == len(help)
    for words, line in zip(help, game.draft.help, strict=True):
        assert words in line
    (finished,) = loads(TAG + body + "\n*")
    assert finished.draft is None
    assert (finished.head, finished.items, finished.result) == (game.head, game.items, game.result)


def test_a_move_torn_by_a_space_is_not_played() -> None:
    """Its beginning is a move of its own, but not the one that was meant."""
    game = only(TAG + "4:3S^ (7H 5:QS V) *")
    assert [type(item).__name__ for item in game.items] == ["MoveItem", "Variation"]
    (move,) = game.items[1].items  # type: ignore[union-attr]
    assert str(move.command) == "7H"  # type: ignore[union-attr]
