"""Rejected records that are read on: what else is found is a conjecture, and the verdict stays what it was."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.cards import texts
from leoni_replay.games import Game
from leoni_replay.games.steps import Position
from leoni_replay.notation.claims import statement
from leoni_replay.notation.split import split
from leoni_replay.notation.tree import Claim, Item, Move, Transcript
from leoni_replay.record.diagnose.written_tables import whole_table
from leoni_replay.record.judge import judge
from leoni_replay.record.sample import sample
from tests.test_quick import mutants

BOOKS = [(name, book) for name, entry in lr.GAMES.items() for book in entry.books]
TRANSCRIPTS = sorted((Path(__file__).parent.parent / "transcripts").rglob("*.moves"))
HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n'
#: What no game allows at any point: no pile has so many kings of one suit to itself.
NEVER = "1:KC>1"


def read_on(text: str) -> lr.Verdict:
    """The verdict on a record that is read on; up to its error it is the usual one."""
    (verdict,) = both_ways(text)
    return verdict


def both_ways(text: str) -> list[lr.Verdict]:
    """The verdicts on records that are read on, each held to the usual one."""
    verdicts = []
    for raw in split(io.StringIO(text), "game.moves"):
        verdicts.append(judge(raw, hints=False, keep_going=True))
        same_up_to_its_error(verdicts[-1], judge(raw, hints=False))
    return verdicts


def same_up_to_its_error(verdict: lr.Verdict, usual: lr.Verdict) -> None:
    count = len(usual.diagnostics)
    bare = [one._replace(notes=()) for one in verdict.diagnostics[:count]]
    assert verdict._replace(diagnostics=()) == usual._replace(diagnostics=())
    assert bare == [one._replace(notes=()) for one in usual.diagnostics]
    for mine, theirs in zip(verdict.diagnostics, usual.diagnostics, strict=False):
        assert mine.notes[: len(theirs.notes)] == theirs.notes
    if usual.status == "rejected":
        # Nothing is told twice.
        places = [one.span for one in verdict.diagnostics if one.severity != "warning"]
        assert len(set(places)) == len(places)
        assert all(one.severity == "conjecture" or one.code[0] == "S" for one in verdict.diagnostics[count:])
    else:
        assert verdict == usual


def diagnosed(text: str) -> list[tuple[str, str, int | None]]:
    return [(one.severity, one.code, one.move) for one in read_on(text).diagnostics]


def how(text: str) -> str:
    """What is said of reading on, at the error."""
    return "; ".join(read_on(text).diagnostics[0].notes)


def claimed(game: Game, position: Position) -> list[Claim]:
    """The table, as claims of all its places."""
    made = []
    for name, pile in game.listing(position):
        text = f" {name}: {pile if isinstance(pile, int) else texts(pile)}"
        made.append(Claim(statement(text), text))
    return made


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_a_table_that_is_written(name: str, book: str) -> None:
    """A second error after a table that is written out is what it would be alone, but for being a conjecture."""
    (record,) = sample(name, book, "read on", 1)
    replay = lr.replay(record)
    game, moves = replay.game, [move.command for move in record.moves()]
    assert game is not None
    for at in range(replay.moves // 2, replay.moves):
        position = replay.at(at)
        lines = {line: cards for line, cards in game.listing(position) if not isinstance(cards, int)}
        whole = whole_table(game, lines, position.deal)
        assert whole is not None and game.text(whole) == game.text(position)
        # A table does not tell what is due on it.
        if game.legal_moves(whole) == game.legal_moves(position):
            break
    # What is not given of the foundations is what is left of the packs, unless that can lie there in several ways.
    without = whole_table(game, {line: cards for line, cards in lines.items() if line not in game.lines}, position.deal)
    assert without is None or game.text(without) == game.text(position)
    # Built one way, they can; of rows it is not said how many have been dealt.
    assert without is not None or len(game.ways) > 1 or game.grid_rows
    # A card too few, and one too many, make no table.
    place = next(line for line, cards in lines.items() if line not in game.lines and cards)
    assert whole_table(game, lines | {place: lines[place][:-1]}, position.deal) is None
    assert whole_table(game, lines | {place: [*lines[place], lines[place][0]]}, position.deal) is None

    def text(first: bool, second: bool) -> str:
        items: list[Item] = [Move(move) for move in moves]
        wrong = Move(lr.notation.command(NEVER)[0])
        last = min(at + 2, len(items) - 1)
        items[last] = wrong if second else items[last]
        items[at - 1] = wrong if first else items[at - 1]
        items[at:at] = claimed(game, position)
        tags = [(tag.name, tag.value) for tag in record.tags]
        assert record.result is not None
        return lr.dumps(Transcript.build(tags, items, record.result.word))

    (alone,) = split(io.StringIO(text(False, True)), "game.moves")
    second = judge(alone, hints=False).diagnostics[-1]
    both = read_on(text(True, True))
    error, conjecture = both.diagnostics[-2:]
    assert (error.severity, error.move, both.moves) == ("error", at, at - 1)
    assert f"read on at move {at + 1}, before which the whole table is written" in error.notes
    assert conjecture.severity == "conjecture"
    assert conjecture.notes[len(second.notes) :][0] == (
        f"a conjecture: found after an error, on the table at move {at + 1}, before which the whole table is written"
    )
    for key in ("code", "message", "move", "clause", "table"):
        assert getattr(conjecture, key) == getattr(second, key)
    assert read_on(text(True, False)).diagnostics[-1].notes[-1] == "no other error is found"


def test_a_false_claim_changes_nothing_on_the_table() -> None:
    text = HEAD + "1. 11:2S^ {= left 3} (6:2S^ 6:2H^) 11:QCv {= won} 3. 4:3S^ 4:3S^ 13:JCv *"
    assert diagnosed(text) == [("error", "C401", 1), ("conjecture", "C401", 2), ("conjecture", "M202", 4)]
    assert "read on as if this claim were not there" in how(text)
    # A variation behind the claim replaces the move before it, as it would have.
    text = HEAD + "1. 11:2S^ {= left 3} (6:2S^ 7:3D^) 11:QCv *"
    assert diagnosed(text) == [("error", "C401", 1), ("conjecture", "M203", 2)]


def test_enough_is_enough() -> None:
    verdict = read_on(HEAD + "11:2S^ " + "{= won} " * 200 + "*")
    assert len(verdict.diagnostics) == 51
    assert verdict.diagnostics[-1].notes[-1] == "so much is wrong that it is not read on"
    assert not any(note.startswith("so much") for one in verdict.diagnostics[:-1] for note in one.notes)


def test_wrong_numbers() -> None:
    # One that is mistyped, and one from which the record goes on to count.
    assert diagnosed(HEAD + "1. 11:2S^ 12. 11:QCv 3. 4:3S^ 13:JCv *") == [("error", "M219", 2)]
    text = HEAD + "1. 11:2S^ 3. 11:QCv 4. 4:3S^ 6. 13:JCv *"
    assert diagnosed(text) == [("error", "M219", 2), ("conjecture", "M219", 4)]
    assert "read on as move 2, and with the numbers after it counted from there" in how(text)
    assert diagnosed(HEAD + "7. 11:2S^ 8. 7:3D^ *") == [("error", "M219", 1), ("conjecture", "M203", 2)]


def test_variations() -> None:
    text = HEAD + "1. 11:2S^ (6:2S^ 7:3D^ 7:3D^) (7:3D^) 11:QCv 7:3D^ *"
    assert diagnosed(text) == [("error", "M203", 2), ("conjecture", "M203", 1), ("conjecture", "M203", 3)]
    assert "read on after this variation; what is left of it is not checked" in how(text)


def test_a_move_that_is_legal_but_does_something_else() -> None:
    """It is played as the rules have it."""
    begin = HEAD + "1. 11:2S^ 11:QCv 4:3S^ 13:JCv exile:QSv "
    text = begin + "exile:JD~5S 4:2H^ 4:2H^ *"
    assert diagnosed(text) == [("error", "M206", 6), ("conjecture", "M202", 8)]
    assert "read on with the move as the rules have it: exile:JD~5S~4H~JH" in how(text)
    assert "no other error is found" in how(begin + "exile:JD~5S 4:2H^ *")


def test_nothing_to_pick_it_up_by() -> None:
    assert "nothing after it shows where the cards lie; moves 2 to 3 are not checked" in how(
        HEAD + "7:3D^ 11:2S^ 11:QCv *"
    )
    assert "nothing after it shows where the cards lie; move 2 is not checked" in how(HEAD + "7:3D^ 11:2S^ lost")
    assert "nothing after it shows where the cards lie: the rest is not checked" in how(HEAD + "11:2S^ 7:3D^ lost")
    # Where nothing is left there is nothing to say.
    assert "the rest" not in how(HEAD + "11:2S^ 7:3D^ *")
    # Some places are not a table, and least of all an empty one: nobody says that the others are empty as well.
    for claims in ("{= 7: -}", "{= talon: -}", "{= exile: -} {= 1: JC}", "{= C^: KC} {= Cv: AC} {= D^: KD} {= Dv: AD}"):
        assert "shows where the cards lie; move 2 is not checked" in how(HEAD + f"7:3D^ {claims} 11:2S^ *")
    assert "moves 2 to 2" not in how(HEAD + "7:3D^ {= 1: JC QH} 11:2S^ *")
    assert "move 2 is not checked" in how(HEAD + "7:3D^ {= 1: JC QH} 11:2S^ *")


def test_the_text_itself() -> None:
    """What is not a text of the notation is so on any table: that is an error, and the last."""
    text = HEAD + "7:3D^ 11:2S^ zz *"
    assert diagnosed(text) == [("error", "M203", 1), ("error", "S002", None)]
    text = HEAD + "11:2S^ {= won} 11:QCv zz *"
    assert diagnosed(text) == [("error", "C401", 1), ("error", "S002", 3)]
    assert diagnosed(HEAD + "11:2S^ zz 7:3D^ *") == [("error", "S002", 2)]


def test_the_end() -> None:
    """A claim behind the result, and the result on a table that is written before it."""
    text = HEAD + "11:2S^ won {= left 2} {= left 95} {= top 1: 2C}"
    assert diagnosed(text) == [("error", "R501", None), ("conjecture", "C401", None), ("conjecture", "C401", None)]
    martha = '[Game "Martha"]\n[Rules "mcneely"]\n[Deal "seed:1884"]\n1. 3:2C^ '
    table = "{= C^: KC} {= D^: KD} {= H^: KH} {= S^: KS}"
    assert diagnosed(martha + table + " lost") == [("error", "M202", 1), ("conjecture", "R502", None)]
    assert diagnosed(martha + table + " won") == [("error", "M202", 1)]
    # Where the table as the moves have it is not the one that is written, the written one is taken.
    assert diagnosed(martha.removesuffix("1. 3:2C^ ") + table + " won") == [("error", "C401", None)]


def test_a_redeal_whose_order_is_written() -> None:
    """In a game that gathers all but the foundations, the order tells the table."""
    (record,) = sample("The Reversal", "dick-1898; RV4=shuffled", "redealt", 1)
    assert lr.GAMES["The Reversal"].game.gathers_all and record.value("Pack2")
    moves: list[str] = [str(move.command) for move in record.moves()]
    at = moves.index("redeal")
    moves[at - 1] = NEVER
    moves[-1] = NEVER
    tags = [(tag.name, tag.value) for tag in record.tags if tag.name != "Result"]
    verdict = read_on(lr.dumps(Transcript.build(tags, moves)))
    assert [(one.severity, one.move) for one in verdict.diagnostics] == [("error", at), ("conjecture", len(moves))]
    skipped = f"; move {at + 1} is not checked"
    where = f"read on after move {at + 1}, a redeal whose order is written{skipped}"
    assert where in verdict.diagnostics[0].notes


def test_unknown_cards() -> None:
    """Where cards are unknown nothing is taken for granted: only a table that is written is read on from."""
    head = '[Game "Martha"]\n[Rules "mcneely"]\n'
    table = "{= C^: KC} {= D^: KD} {= H^: KH} {= S^: QS} {= 1: KS}"
    text = head + "1. 3:2H^+QS {= left 2} 4:2D^+KD {= won} 1:KC^ " + table + " 1:KS^ lost"
    assert [one[:2] for one in diagnosed(text)][-2:] == [("error", "C401"), ("conjecture", "R502")]


def test_what_was_due_is_not_on_the_table() -> None:
    """A stalemate has ended the deal, and the table does not show it: the redeal is doubted, and the reason said."""
    (record,) = sample("Weaver's", "weavers", "read on", 1)
    replay = lr.replay(record)
    moves: list[Item] = [*record.moves()]
    at = next(at for at in range(replay.moves) if str(replay.steps[at].move).endswith("#")) + 1
    assert str(replay.steps[at].move) == "redeal"
    moves[at - 1] = Move(lr.notation.command(NEVER)[0])
    moves[at:at] = claimed(replay.game, replay.at(at))
    tags = [(tag.name, tag.value) for tag in record.tags]
    error, doubted = read_on(lr.dumps(Transcript.build(tags, moves, "lost"))).diagnostics
    assert (error.move, doubted.severity, doubted.code, doubted.move) == (at, "conjecture", "M215", at + 1)
    assert any(note.startswith("what was due or over at this point is not on the table") for note in doubted.notes)


@pytest.mark.parametrize("path", TRANSCRIPTS[::20], ids=lambda path: f"{path.parent.name} {path.stem}")
def test_transcripts(path: Path) -> None:
    both_ways(path.read_text(encoding="utf-8", errors="surrogateescape"))


@pytest.mark.long
def test_every_transcript() -> None:
    for path in TRANSCRIPTS:
        both_ways(path.read_text(encoding="utf-8", errors="surrogateescape"))


def test_no_record_is_too_broken() -> None:
    for text in mutants(3, 20):
        both_ways(text)


@pytest.mark.long
def test_no_record_is_too_broken_at_length() -> None:
    for text in mutants(4, 1500):
        both_ways(text)


def test_files() -> None:
    """With notes on other rules, as elsewhere."""
    text = HEAD + "1. 11:2S^ {= left 3} 11:QCv 7:3D^ *\n"
    (verdict,) = lr.verify(io.StringIO(text), keep_going=True)
    (usual,) = lr.verify(io.StringIO(text))
    same_up_to_its_error(verdict, usual)
    assert [one.severity for one in verdict.diagnostics] == ["error", "conjecture"]
