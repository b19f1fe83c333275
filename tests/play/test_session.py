"""A game in play: what is typed and what comes of it, in the record as well."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.cards import CARDS, DOWN, TEXT, texts
from leoni_replay.games.places import NUMBERS
from leoni_replay.notation.braces import read_command
from leoni_replay.notation.transcript import Tag
from leoni_replay.play.advice import Advice
from leoni_replay.play.game_file import GameFile, resume
from leoni_replay.play.move_refused import MoveRefused
from leoni_replay.play.new_game import deal_tags, layout_tags
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.session import Session
from leoni_replay.play.vocabulary import WORDS
from leoni_replay.show.review_report import review_lines
from tests.play.games import TypingDesk, desk_for, main_line, sampled, script, typed


def solved(desk: TypingDesk) -> Advice:
    """The solver's answer to the last request."""
    if desk.outcome.advice is not None:
        return desk.outcome.advice
    ask_solver = desk.outcome.errand
    assert ask_solver is not None
    return ask_solver()


def begun(path: Path, deal: str = "seed:1884", game: str = "Leoni's Own", **options: bool) -> TypingDesk:
    desk = TypingDesk(Session(deal_tags(game, None, deal), **options), GameFile(path))
    desk.begin()
    return desk


def enter(desk: TypingDesk, *lines: str) -> list[str]:
    """What is said to the last of some lines."""
    said: list[str] = []
    for line in lines:
        said = desk.enter(line)
    return said


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.moves"


def body(file: Path) -> str:
    return file.read_text(encoding="utf-8").partition("\n\n")[2].strip()


@pytest.mark.parametrize("game", ["Labyrinth", pytest.param("Weaver's", marks=pytest.mark.long)])
def test_a_whole_game(game: str, file: Path) -> None:
    """All seven, in other processes, are in test_played."""
    played = script(sampled(game))
    desk = desk_for(sampled(game), file)
    desk.begin()
    for line in played.first:
        assert not desk.enter(line)[0].startswith("not played")
    session, saved, said = resume(file)
    assert not said and session.move_number == desk.session.move_number
    desk = TypingDesk(session, saved)
    desk.begin()
    for line in played.then:
        said_last = desk.enter(line)
    assert any("leoni convert" in line for line in said_last)
    assert file.read_text(encoding="utf-8") == played.record


def test_every_save_verifies(file: Path) -> None:
    desk = begun(file)
    for line in ("11:2S", "QC!", "c a queen", "undo", "3S", "u 2", "redo", "6:2S", "u", "mark ?", "u 9", "r 9"):
        desk.enter(line)
        (verdict,) = lr.verify(file)
        assert verdict.status == "verified", line
        assert verdict.moves == desk.session.move_number


def test_what_is_played_last_is_the_game(file: Path) -> None:
    desk = begun(file)
    enter(desk, "11:2S", "QC", "undo", "3S")
    assert body(file) == "1. 11:2S^ 4:3S^ (11:QCv) *"
    enter(desk, "undo 2", "6:2S")
    assert body(file) == "1. 6:2S^ (11:2S^ 4:3S^ (11:QCv)) *"
    # What was tried before is the game again, with all that was tried in it.
    enter(desk, "undo", "11:2S", "redo")
    assert body(file) == "1. 11:2S^ (6:2S^) 4:3S^ (11:QCv) *"


def test_flat(file: Path) -> None:
    desk = begun(file, flat=True)
    enter(desk, "11:2S", "QC", "undo", "3S")
    assert body(file) == "1. 11:2S^ 4:3S^ *"


def test_what_was_taken_back_can_be_played_again_later(file: Path) -> None:
    desk = begun(file)
    enter(desk, "11:2S", "QC", 'comment one\\two "three"', "undo", "3S", "QC", "undo 3")
    assert main_line(file.read_text(encoding="utf-8")) == []
    (verdict,) = lr.verify(file)
    assert verdict.status == "verified"
    session, saved, _ = resume(file)
    again = TypingDesk(session, saved)
    again.begin()
    enter(again, "redo 9")
    assert body(file) == '1. 11:2S^ 4:3S^ (11:QCv {one\\two "three"}) 11:QCv *'
    assert "TakenBack" not in file.read_text(encoding="utf-8")


def test_forced_moves_go_with_the_one_before(file: Path) -> None:
    desk = begun(file)
    desk.auto = True
    said = enter(desk, "11:2S", "QC", "3S")
    # The knave and what follows are forced: they are played, and taken back, with the three.
    assert desk.session.move_number > 4 and any(line.startswith("4. 13:JCv") for line in said)
    enter(desk, "undo")
    assert desk.session.move_number == 2
    enter(desk, "redo")
    assert desk.session.move_number > 4


def test_nobody_is_told_what_lies_face_down(file: Path) -> None:
    """What is said to somebody who does not see the exiles is the same, whatever they are."""
    true = lr.new("Leoni's Own", "seed:1884", "wikipedia").position
    places = true.places
    swapped = true.text.replace(f"exile: {texts(places['exile'])}", f"exile: {texts(reversed(places['exile']))}")
    desks = [
        TypingDesk(
            PhysicalSession(layout_tags("Leoni's Own", "wikipedia", text)), GameFile(file.with_name(f"{at}.moves"))
        )
        for at, text in enumerate((true.text, swapped))
    ]
    for line in ("11:2S", "QC", "3S", "JC", "exile:4C", "QS", "KD", "why 5D", "legal", "table", "5D"):
        first, second = (desk.enter(line) for desk in desks)
        assert first == second
        assert desks[0].state_line() == desks[1].state_line() and desks[0].table_lines() == desks[1].table_lines()
    assert desks[0].typed_lines.completions("ex") == ["exile"]
    assert enter(desks[0], "exile") != enter(desks[1], "exile")


@pytest.mark.long
@pytest.mark.parametrize("game", lr.GAMES)
def test_no_answer_depends_on_what_lies_face_down(game: str, file: Path) -> None:
    """Every card is asked for, at a table and at one on which the cards face down have changed places."""
    true = lr.new(game, "seed:1884")
    hidden = [
        (name, at)
        for name, pile in true.position.places.items()
        for at, card in enumerate(pile)
        if name in true.game.hidden_places or card >= DOWN
    ]
    assert hidden
    other = true.position
    cards = [true.position.places[name][at] for name, at in hidden]
    for (name, at), card in zip(hidden, reversed(cards), strict=True):
        other.table.set_card(NUMBERS[name], at, card)
    texts_ = [position.text for position in (true.position, other)]
    assert texts_[0] != texts_[1]
    desks = [
        TypingDesk(PhysicalSession(layout_tags(game, None, text)), GameFile(file.with_name(f"{at}.moves")))
        for at, text in enumerate(texts_)
    ]
    for card in range(52):
        for line in (f"why {TEXT[card]}", f"why {TEXT[card]}^", f"why 3:{TEXT[card]}", f"why {TEXT[card]}>4"):
            first, second = (desk.enter(line) for desk in desks)
            assert first == second, line
    for move in desks[0].session.choices():
        for card in range(52):
            line = f"why {move}+{TEXT[card]}"
            first, second = (desk.enter(line) for desk in desks)
            assert first == second, line
    for line in ("legal", "table", "why deal:4C>1", "why exile:4C"):
        assert desks[0].enter(line) == desks[1].enter(line)


def test_a_refusal_counts_the_move_that_turns_up_a_card(file: Path) -> None:
    """Nobody sees the exile that is legal at a standstill; its word is legal all the same."""
    desk = begun(file)
    enter(desk, "11:2S", "QC", "3S", "JC", "exile")
    said = desk.enter("5H")
    assert said[-2] == "  help: nothing fits, so an exile is next; the one legal move is exile"
    assert said[-1] == "  help: Did you forget to turn up the next exile, before move 6? insert exile"
    desk = begun(file.with_name("other.moves"), game="Labyrinth")
    assert desk.enter("5H")[-1].endswith("the one legal move is deal")


@pytest.mark.parametrize(
    "line, said",
    [
        ("7:3D^", "not played [M203]: 3♦ does not fit: diamonds stand at A♦ (built up) and K♦ (built down)"),
        ("2S", "which one? 6:2S^ or 11:2S^: type 6 or 11"),
        (
            "exile",
            "not played [M205]: an exile is turned up only at a standstill: 2♠ in pile 6 and 2♠ in pile 11 can be",
        ),
        ("nonsense", "`nonsense` is not a move"),
        ("99", "there is no move 99 in the list"),
        ("0", "there is no move 0 in the list"),
        ("undo", "no move has been played"),
        ("redo", "no move was taken back here"),
        ("finish", "no safe play now: 2♠ fits, but the other 2♠ may be the better one"),
        ("undo x", "`x` is not a number of moves"),
        ("undo 0", "`0` is not a number of moves"),
        ("mark !", "no move has been played that could be marked"),
        ("comment", "there is no comment here"),
        ("comment a } b", "a comment must not be empty, contain braces, or begin with ="),
        ("comment = standstill", "a comment must not be empty, contain braces, or begin with ="),
        ("table now", "nothing goes after `table`"),
        ("why", "say which move: why 4:2S^"),
        ("correct 9D 6D", "no move of 9♦ can have been one of 6♦"),
        ("correct", "say which card it was taken for, and which it is: correct 9D 6D"),
        ("\x1b[2J{}\0", "`\x1b[2J{}\0` is not a move"),
        ("x" * 100_000, f"`{'x' * 60}` is not a move"),
    ],
)
def test_what_is_refused(line: str, said: str, file: Path) -> None:
    desk = begun(file)
    before = file.read_text(encoding="utf-8")
    assert desk.enter(line)[0].startswith(said)
    assert file.read_text(encoding="utf-8") == before


def test_why_not(file: Path) -> None:
    desk = begun(file)
    assert desk.enter("why 11:2S^") == ["11:2S^ is legal"]
    said = desk.enter("why 7:3D")
    assert said[0].startswith("not legal [M203]: 3♦ does not fit")
    assert said[1].startswith("  rule: wikipedia 4, play (Wikipedia")
    assert desk.session.move_number == 0


def test_a_move_from_the_list(file: Path) -> None:
    desk = begun(file)
    assert desk.enter("legal")[:2] == ["1. 6:2S^", "2. 11:2S^"]
    desk.enter("2")
    assert body(file) == "1. 11:2S^ *"
    # A list that is no longer true is not chosen from.
    assert desk.enter("1")[0] == "there is no move 1 in the list"


def test_completion(file: Path) -> None:
    desk = begun(file)
    assert desk.typed_lines.completions("6") == ["6:2S^"]
    assert desk.typed_lines.completions("2s") == ["2S"]
    assert desk.typed_lines.completions("") == ["2S", "6:2S^", "11:2S^"]
    # Where a card can go to several places, its destination is offered with it.
    martha = begun(file.with_name("martha.moves"), "seed:1884", "Martha")
    offered = [text for text in martha.typed_lines.completions("") if ":" not in text]
    assert any(">" in text for text in offered) and any(">" not in text for text in offered)
    for text in offered:
        assert martha.session.game_in_play.position.meanings(read_command(text)[0]), text


def test_every_word_is_listed_and_does_something(file: Path) -> None:
    desk = begun(file)
    said = desk.enter("help")
    for name, word in WORDS.items():
        assert any(line.startswith(f"{word.short:1}  {name}") for line in said)
        # No word is taken for a move by itself.
        if name not in ("misplay", "set", "restart", "new"):
            assert f"`{name}` is not a move" not in desk.enter(name)


def test_a_weave_is_told_card_by_card(file: Path) -> None:
    desk = begun(file)
    enter(desk, "11:2S", "QC", "3S", "JC", "exile")
    said = enter(desk, "exile")
    assert said[0] == "6. exile:JD~5S~4H~JH"
    assert [line.strip() for line in said[2:5]] == [
        "its top card, 5♠, goes under pile 5 and uncovers 9♠, which cannot be played",
        "the top card of pile 5, 4♥, goes under pile 4 and uncovers K♥, which cannot be played",
        "the top card of pile 4, J♥, goes under pile 11 and uncovers 2♥, which can be played",
    ]


def test_a_card_that_lies_in_two_places_is_asked_about(file: Path) -> None:
    desk = begun(file, "seed:1")
    question = "which one? 3:QDv or 4:QDv: type 3 or 4"
    assert desk.enter("QD!") == [question] and len(desk.outcome.meanings) == 2
    assert desk.typed_lines.completions("") == ["3:QDv", "4:QDv"]
    assert desk.enter("4")[0] == "1. 4:QDv"
    assert body(file) == "1. 4:QDv! *" and not desk.outcome.meanings
    # Whatever else is typed is taken for what it is.
    enter(desk, "undo", "QD", "QSv")
    assert desk.session.game_in_play.moves[-1].source == "13"
    enter(desk, "undo", "legal", "QD")
    assert desk.enter("1")[0] == "1. 3:QDv"
    # Of a card that can go to two places the place is asked for.
    martha = begun(file.with_name("martha.moves"), "seed:1884", "Martha")
    moves = martha.session.choices()
    card = next(move.card for move in moves if sum(other.card == move.card for other in moves) == 2)
    first, second = [move for move in moves if move.card == card]
    said = f"where to? {first} or {second}: type {first.dest} or {second.dest}"
    assert card is not None and martha.enter(str(CARDS[card])) == [said]
    martha.enter(second.dest or "")
    assert martha.session.game_in_play.moves[0][:3] == second[:3]


def test_after_the_end(file: Path) -> None:
    lost = sampled("Labyrinth")
    desk = desk_for(lost, file)
    desk.begin()
    with_moves = [desk.enter(line) for line in typed(lost)]
    offer = "review says where it could still be won, restart deals it again, new deals another"
    assert with_moves[-1][-1] == offer and offer not in with_moves[-2]
    text = file.read_text(encoding="utf-8")
    # The review says what leoni review does.
    assert desk.enter("review") == []
    said = desk.advice_lines(solved(desk))
    assert said == list(review_lines(lr.review(lost))) and said[-1].startswith(
        "This game could not be won from the start"
    )
    # The same cards again, in another record.
    said = desk.enter("restart")
    assert said[:2] == [f"Labyrinth, mcneely, {lost.value('Deal')}", f"record: {file.with_name('game-2.moves')}"]
    assert desk.outcome.shows_table and not desk.session.move_number
    first = next(typed(lost))
    assert desk.enter(first)[0].startswith("1. ")
    assert main_line(file.with_name("game-2.moves").read_text(encoding="utf-8")) == main_line(text)[:1]
    # Others, in a third one.
    said = desk.enter("new")
    assert said[0].startswith("Labyrinth, mcneely, seed:") and said[0] != f"Labyrinth, mcneely, {lost.value('Deal')}"
    desk.enter("deal")
    assert len(list(file.parent.glob("*.moves"))) == 3 and file.read_text(encoding="utf-8") == text
    assert desk.enter("review")[0] == "the game is not over"
    assert all(verdict.status == "verified" for path in file.parent.glob("*.moves") for verdict in lr.verify(path))


def test_a_restart_keeps_what_was_dealt_and_shuffled(file: Path) -> None:
    head = deal_tags("Anna", "dick-1898; AN7=shuffled", "seed:3")
    desk = TypingDesk(Session(head), GameFile(file))
    desk.begin()
    draw = random.Random(3)
    while desk.session.game_in_play.position.deal == 1:
        moves = desk.session.choices()
        desk.session.push(next((move for move in moves if move.source == "redeal"), draw.choice(moves)))
    desk.save()
    order = desk.session.transcript().value("Pack2")
    desk.enter("restart")
    assert not desk.session.move_number and desk.session.head != head
    assert [node.value for node in desk.session.head if isinstance(node, Tag) and node.name == "Pack2"] == [order]
    # A table that somebody has laid is not dealt by the program, and of unknown cards nothing can be dealt again.
    layout = lr.deal("seed:1", "Martha").text
    laid = TypingDesk(PhysicalSession(layout_tags("Martha", None, layout)), GameFile(file.with_name("laid.moves")))
    laid.begin()
    assert laid.enter("restart")[0] == "Martha, mcneely, layout" and laid.file.path.name == "laid-2.moves"
    assert laid.enter("new")[0] == "these cards were not dealt from a seed"
    unknown = TypingDesk(
        PhysicalSession(layout_tags("Martha", None, "1: ?? 4C")), GameFile(file.with_name("unknown.moves"))
    )
    assert unknown.enter("restart")[0] == "some cards of this deal are unknown, so it cannot be dealt again"


def test_hint(file: Path) -> None:
    (won,) = lr.sample("Martha", None, "hint", 1, player="solver", want="won")
    desk = desk_for(won, file)
    desk.begin()
    for move in [str(step.move) for step in lr.replay(won).steps][:-4]:
        desk.session.move(move)
    assert desk.enter("hint") == []
    (said,) = desk.advice_lines(solved(desk))
    assert said.startswith("hint: ") and "the game can be won from here, in" in said
    # A review looks there first.
    assert desk.session.winnable_nodes == {desk.session.cursor}
    desk.enter(said.split(": ")[1])
    lost = begun(file.with_name("lost.moves"), "seed:1884", "Labyrinth")
    for move, words in (
        ("deal", "it is the only move"),
        ("r2c4:2C^", "this deal cannot be won (the computer sees every card)"),
    ):
        lost.enter("h")
        assert lost.advice_lines(solved(lost)) == [f"hint: {move}: {words}"]
        lost.enter(move)


def test_the_page_has_every_word() -> None:
    page = (Path(__file__).parents[2] / "docs" / "play" / "play.md").read_text(encoding="utf-8")
    for name in WORDS:
        assert re.search(rf"`{name}\b", page), name


def test_a_refusal_says_how_the_move_is_recorded_that_was_played_all_the_same(file: Path) -> None:
    desk = begun(file)
    offer = "  help: if it was played all the same: misplay 1:TD>2"
    for text in ("1:TD>2", "TD>2", "why TD>2"):
        assert enter(desk, text)[-1] == offer and desk.outcome.misplay == "misplay 1:TD>2"
    assert enter(desk, "redeal")[-1].endswith("all the same: misplay redeal")
    # Nothing is offered where no misplay can be recorded, and nothing tells which exile lies on top.
    for text in ("4:2C", "1:KD>2", "1:TD^", "exile:QS>12", "exile:KD>13", "misplay 11:2S^", "nothing"):
        assert "all the same" not in "".join(enter(desk, text)) and not desk.outcome.misplay
    assert enter(desk, "misplay TD>2")[0] == "1. misplay 1:TD>2"
    assert lr.replay(desk.session.transcript()).irregular == [1]
    # Cards that lie as nobody dealt them here can be put right.
    assert not desk.outcome.setting
    table = "\n".join(f"{number}: {card}" for number, card in enumerate("7C 8H 9D TS JC QH KD 5S 6D 7D 8C".split(), 1))
    desk = TypingDesk(Session(layout_tags("Martha", None, table)), GameFile(file))
    enter(desk, "1:7C>6")
    assert (desk.outcome.misplay, desk.outcome.setting) == ("misplay 1:7C>6", "set {1: 7C  6: QH}")


def test_what_is_against_the_rules_is_recorded(file: Path) -> None:
    """A misplay that is typed is part of the game, and never of a variation."""
    desk = begun(file)
    session = desk.session
    session.move("misplay 1:TD>2")
    session.undo()
    session.move("11:2S^")
    session.move("set {1: JC QH 7C 8C 7D 7H  2: 3H TC 5H 8D 9C 7C 5H TD}")
    assert lr.replay(session.transcript()).irregular == [2]
    with pytest.raises(MoveRefused, match="it is legal here"):
        session.move("misplay 11:QCv")
    session.undo()
    session.move("11:QCv")
    assert lr.replay(session.transcript()).verified
    assert enter(desk, "misplay 1:TD>2")[1].strip() == "a misplay: 10♦ goes from pile 1 to pile 2"
    assert enter(desk, "concede")[0].startswith("Conceded: ")
    assert body(file).endswith("misplay 1:TD>2 conceded")


def test_cards_are_put_right_where_no_move_is_legal(file: Path) -> None:
    desk = TypingDesk(PhysicalSession(layout_tags("Leoni's Own", None, "1: 5D 9S\n2: 9H 4D\ndeal: 3")), GameFile(file))
    assert not desk.session.choices()
    assert desk.enter("set {1: 9S 5D}")[0].startswith("1. set {")
