"""Slips of those who write games down: what is offered for a refused record, and that it does what is said of it."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.diagnostics import Diagnostic, Fix
from leoni_replay.files.rewrite import apply_edits
from leoni_replay.games import GAMES
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.record.diagnose import fixes, slips
from leoni_replay.record.judge import judge
from leoni_replay.record.sample import sample

GAME = (Path(__file__).parent.parent / "transcripts/games/1884.moves").read_text(encoding="utf-8")


def error_of(text: str, rules: str | None = None) -> Diagnostic:
    """What is wrong with a record."""
    (*_, error) = judge(RawGame(text, 1, 1, "game.moves"), rules).diagnostics
    return error


def applied(text: str, fix: Fix) -> str:
    return "".join(apply_edits(text.splitlines(keepends=True), fix.edits))


def verified(text: str) -> bool:
    return lr.replay(lr.loads(text)[0], hints=False).verified


def changed(old: str, new: str, text: str = GAME) -> str:
    """A record with a slip in it."""
    assert text.count(old) == 1
    return text.replace(old, new)


def only(text: str, rules: str | None = None) -> Fix:
    """The one correction that makes a record right."""
    (fix,) = [fix for fix in error_of(text, rules).fixes if fix.only]
    return fix


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("8:JDv 1:TDv", "1:TDv", "with 8:JDv before move 14"),
        ("8:JDv 1:TDv", "1:TDv 8:JDv", "with moves 14 and 15 swapped, 8:JDv before 1:TDv"),
        # Across the end of a line.
        ("12:JHv\n11. 3:THv", "3:THv\n11. 12:JHv", "with moves 10 and 11 swapped, 12:JHv before 3:THv"),
        ("5:QDv", "5:QHv", "with 5:QDv instead of 5:QHv as move 13"),
        ("5:QDv", "5:JDv!", "with 5:QDv! instead of 5:JDv! as move 13"),
        ("12:JHv", "11:JHv", "with 12:JHv instead of 11:JHv as move 10"),
        ("exile:JD~5S~4H~JH", "exile:JD~5S~4D~JH", "with exile:JD~5S~4H~JH instead of exile:JD~5S~4D~JH as move 6"),
        ("exile:JD~5S~4H~JH", "exile:JD~5S", "with exile:JD~5S~4H~JH instead of exile:JD~5S as move 6"),
        ("11. 3:THv", "12. 3:THv", "with its moves renumbered"),
    ],
)
def test_the_slip_is_found(old: str, new: str, message: str) -> None:
    text = changed(old, new)
    fix = only(text)
    assert fix.message == f"the whole game is legal {message}"
    assert fix.moves == 56
    assert applied(text, fix) == GAME.replace(old, new.replace("5:JDv!", "5:QDv!") if "!" in new else old)


def test_the_line_is_whole_unless_it_is_long() -> None:
    text = changed(" 8:JDv", "")
    assert only(text).line == GAME.splitlines()[6]
    text = text.replace("\n11.", " 11.").replace("\n24.", " 24.")
    assert only(text).line == (
        "… 4:2H^ exile:6H~2S~5H~KH exile:QHv 12:JHv 11. 3:THv 5:9Hv 5:QDv 8:JDv 1:TDv 5:8Hv 1:7Hv exile:4C~5C 4:TCv "
        "exile:6C~2H~7C 2:9Cv redeal 1:2C^ 24. …"
    )


def test_a_slip_that_comes_to_light_later() -> None:
    """Two piles show 10♠; that the other one was meant is seen sixteen moves on."""
    original = next(islice(sample("Leoni's Own", seed="late"), 1))
    text = changed(" 13:TSv ", " 2:TSv ", dumps([original]))
    assert error_of(text).move == 27
    fix = only(text)
    assert fix.message == "the whole game is legal with 13:TSv instead of 2:TSv as move 11"
    assert list(lr.loads(applied(text, fix))[0].moves()) == list(original.moves())


def test_a_record_with_two_slips_has_no_correction() -> None:
    """No edit of one slip makes it right."""
    error = error_of(changed("8:JDv 1:TDv", "1:TDv 8:JDv", changed("10:8Sv", "10:8Cv")))
    assert (error.code, error.move, error.fixes) == ("M203", 14, ())


# -- numbers of moves -------------------------------------------------------------------------------------------------


def test_numbers_say_where_a_move_is_missing() -> None:
    """They were right on paper: they are left as they are, and the move goes where it makes them right."""
    text = changed(" 1:JSv", "")
    fix = only(text)
    assert error_of(text).code == "M219"
    assert [edit.text for edit in fix.edits] == ["1:JSv "]
    # It belongs before the number, and where it stood before a move and its number makes no difference.
    assert fix.line.startswith("1:JSv 39. 12:4H^ exile:8D~JC~AH ")
    assert verified(applied(text, fix))


def test_a_number_that_two_corrections_explain() -> None:
    error = error_of('[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n1. 11:2S^ 11:QCv 4. 4:3S^ *\n')
    assert [fix.message for fix in error.fixes] == [
        "the whole game is legal with its moves renumbered",
        "the whole game is legal with 13:JCv before move 3",
    ]
    assert not any(fix.only for fix in error.fixes)


# -- files that were joined -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("joint", "end", "message"),
    [
        ("\n\n\ufeff", "", "there is a byte order mark in the middle of the file"),
        ("\ufeff", "", "there is a byte order mark in the middle of the file"),
        ("", "", "the next game begins on the line of this game's result"),
        (" ", "", "the next game begins on the line of this game's result"),
        ("\n\x1a", "", "there is a Ctrl-Z (`\\x1a`) between games or after them"),
        ("\n\n", "\n\x1a", "there is a Ctrl-Z (`\\x1a`) between games or after them"),
        ("\n\n", "\x1a", "there is a Ctrl-Z (`\\x1a`) between games or after them"),
    ],
)
def test_joined_files_have_one_error_and_it_can_be_corrected(joint: str, end: str, message: str) -> None:
    text = GAME.rstrip() + joint + GAME.rstrip() + end
    errors = [one for verdict in lr.verify_text(text) for one in verdict.diagnostics]
    assert [(one.code, one.message) for one in errors] == [("S006", message)]
    (fix,) = errors[0].fixes
    again = list(lr.verify_text(applied(text, fix)))
    assert fix.only and [verdict.status for verdict in again] == ["verified", "verified"]


# -- what is said is true ---------------------------------------------------------------------------------------------


@pytest.mark.share(2)
@pytest.mark.parametrize("name", GAMES)
def test_corrections_do_what_is_said_of_them(name: str) -> None:
    draw = random.Random(name)
    original = next(islice(sample(name, seed="slips"), 1))
    commands = [move.command for move in original.moves()]
    tags = {tag.name: tag.value for tag in original.tags}
    del commands[draw.randrange(len(commands) - 2)]
    text = dumps([Transcript.build(tags, commands, tags["Result"])])
    shown = error_of(text).fixes
    assert shown
    for fix in shown:
        again = lr.replay(lr.loads(applied(text, fix))[0], hints=False)
        assert again.accepted
        assert again.moves == fix.moves == len(commands) + 1


def test_the_table_is_left_as_it_was() -> None:
    replay = lr.replay(lr.loads(changed("8:JDv 1:TDv", "1:TDv 8:JDv"))[0])
    assert replay.error is not None and replay.error.fixes
    bare = lr.replay(replay.transcript, hints=False)
    assert (replay.moves, replay.digest) == (bare.moves, bare.digest)
    assert [str(step) for step in replay.steps] == [str(step) for step in bare.steps]


def test_a_search_that_was_cut_short_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    text = changed("8:JDv 1:TDv", "1:TDv 8:JDv")
    monkeypatch.setattr(slips, "_LIMIT", 60)
    error = error_of(text)
    assert error.notes[-1] == "leoni did not search for slips before move 14: there was too much to try"
    assert error.fixes and not error.fixes[0].only


def test_a_record_that_is_too_long_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixes, "_LONGEST", 55)
    error = error_of(changed("8:JDv 1:TDv", "1:TDv 8:JDv"))
    assert (error.notes, error.fixes) == (("leoni did not search for slips: the record is too long",), ())


def test_other_rules_may_be_what_was_meant() -> None:
    """A record that is right under another rule book has more than one explanation."""
    text = changed('"wikipedia"', '"mcneely"')
    error = error_of(text)
    assert "the whole game is legal under the rule book wikipedia" in error.notes
    assert not any(fix.only for fix in error.fixes)


def test_a_record_that_a_program_made_has_no_text_to_correct() -> None:
    (record,) = lr.loads(changed('"wikipedia"', '"mcneely"', changed("8:JDv 1:TDv", "1:TDv")))
    tags = {tag.name: tag.value for tag in record.tags}
    for moves, note in ((GAME, True), (changed("8:JDv 1:TDv", "1:TDv"), False)):
        made = Transcript.build(tags, [move.command for move in lr.loads(moves)[0].moves()], "lost")
        error = lr.replay(made).error
        assert error is not None and not error.fixes
        assert ("the whole game is legal under the rule book wikipedia" in error.notes) == note
    record.items.pop(3)
    assert (error := lr.replay(record).error) is not None and not error.fixes


# -- what is left out -------------------------------------------------------------------------------------------------


def test_variations_and_claims_have_to_hold_as_well() -> None:
    """A correction with which a claim or a variation is wrong is none."""
    slip = changed("8:JDv 1:TDv", "1:TDv 8:JDv")
    assert only(changed("5:8Hv", "5:8Hv (16. 5:8H) {= left 82}", slip)).moves == 56
    assert not error_of(changed("5:8Hv", "5:8Hv {= left 81}", slip)).fixes
    assert not error_of(changed("5:8Hv", "5:8Hv (16. 5:9Hv)", slip)).fixes


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("old", "new"),
    [("5:8Hv", "5:8Hv {= left 1}"), ("5:8Hv", "5:8Hv (5:9Hv)"), ('[Deal "seed:1884"]\n', "")],
    ids=["a claim", "a variation", "no deal"],
)
def test_not_looked_for(old: str, new: str) -> None:
    text = changed(old, new, GAME if new else changed("5:QDv", "5:QDv 5:QDv"))
    error = error_of(text)
    assert (error.severity, error.fixes) == ("error", ())


def test_a_result_is_never_corrected_by_itself() -> None:
    """What is wrong may be the result: a move that would make it true is shown, and not written."""
    error = error_of(changed(" 5:3Dv lost", " lost"))
    assert error.code == "R502"
    assert [(fix.message, fix.only) for fix in error.fixes] == [
        ("the whole game is legal with 5:3Dv at its end", False),
    ]


# -- unknown cards ----------------------------------------------------------------------------------------------------

#: A game of which the stock was not seen, and which was written down without the play of 3♣.
PAPER = """[Game "Labyrinth"]
[Rules "mcneely"]
[Deal "layout"]
[Layout "
r1: 8D 6S 4C 4S 7C 4D 5H 5C
stock: {stock}"]

deal+QD,QC,9S,2C,6D,KS,2S,3C 2C 4C+TD 5C+9C 2S
deal+8H,TC,7S,QH,7D,5S,JS,JC
deal+QS,KD,KC,8C,5D,KH,6H,3D
deal+TS,4H,JH,JD,2H,2D,3S,TH 2H 2D 3S 4S+8S
deal+9D,3H,7H,6C,9H 3H 4H 5H 6H 7H 6C 7C
lost
""".format(stock=" ".join(["??"] * 40))


@pytest.mark.long
def test_unknown_cards() -> None:
    """What is corrected is verified where every card is known by then, and it is written."""
    fix = only(PAPER)
    assert fix.message == "the whole game is legal with r2c8:3C^ before move 3"
    again = lr.replay(lr.loads(applied(PAPER, fix))[0], hints=False)
    assert (again.status, again.unknown) == ("verified", None)
    # Half of the cards stay unknown.
    text = "\n".join(PAPER.splitlines()[:8]) + " *\n"
    (fix,) = error_of(text).fixes
    assert (fix.message, fix.only) == ("the whole game is legal with r2c8:3C^ before move 3", False)
