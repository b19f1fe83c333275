"""Games on a real table: the cards are asked for as they come to light, and what is said of them can be true."""

from __future__ import annotations

import functools
import io
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.cards import DOWN, UNKNOWN, read
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import token
from leoni_replay.play.game_file import GameFile, resume
from leoni_replay.play.line_mode import play
from leoni_replay.play.move_refused import MoveRefused
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.show.terminal import Terminal
from tests.cli.runs import leoni
from tests.play.games import Dealer, TypingDesk, sampled, typed


@functools.cache
def thirteen() -> Transcript:
    """A game with thirteen exiles, played to its end: the first move that is legal, and each exile is turned up."""
    game = lr.new("Leoni's Own", "seed:25", "wikipedia")
    assert len(game.position.places["exile"]) == 13
    while game.result == "*":
        moves = [move for move in game.legal() if move.dest not in ("^v", "v^")]
        game.push(moves[0])
    return game.record()


class Player:
    """Somebody at a real table, who types moves and answers questions."""

    def __init__(self, record: Transcript, desk: TypingDesk) -> None:
        self.dealer = Dealer(record)
        self.desk = desk
        self.words = list(typed(record))
        self.asked: list[str] = []
        self.statuses: list[str] = []
        self.prompts: list[str] = []

    def type(self, prompt: str) -> str:
        """What is typed at a prompt."""
        self.prompts.append(prompt)
        assert self.prompts[-9:] != [prompt] * 9, f"nothing comes of what is typed at {prompt!r}"
        played = self.desk.session.move_number
        if question := self.desk.session.question:
            assert prompt == f"{question}? "
            self.asked.append(question)
            return self.dealer.answer(question, self.dealer.replay.at(played), played)
        # To verify it after every move would only take longer.
        if self.words[played - 1 : played] in (["exile"], ["redeal"]) or played == len(self.words):
            (verdict,) = lr.verify(self.desk.file.path)
            self.statuses.append(verdict.status)
        if played == len(self.words):
            return "quit"
        return self.words[played]


def on_a_table(record: Transcript, path: Path) -> tuple[Player, str]:
    """A game on a real table, played to its end; the player and what was said."""
    desk = TypingDesk(PhysicalSession.begin(record.value("Game") or "", record.value("Rules")), GameFile(path))
    player = Player(record, desk)
    said = io.StringIO()
    assert play(desk.typed_lines, Terminal(False, False, 100, False, said), player.type)
    return player, said.getvalue()


@pytest.mark.long
def test_thirteen_unseen_exiles(tmp_path: Path) -> None:
    path = tmp_path / "table.moves"
    player, said = on_a_table(thirteen(), path)
    assert "not played" not in said
    assert player.asked.pop(0) == "how many cards lie on the exile pile"
    assert player.asked[0] == "pile 1: 7 cards, the bottom one first"
    assert [question.partition(":")[0] for question in player.asked[:13]] == [f"pile {n}" for n in range(1, 14)]
    # Eleven are turned up before a stalemate; the other two are seen as they are dealt again.
    unseen_two = "2 cards that nobody has seen, in the order in which they are dealt"
    assert player.asked[13:] == ["the exile that is turned up"] * 11 + [unseen_two]
    unseen = player.statuses.index("verified")
    assert player.statuses == ["consistent"] * unseen + ["verified"] * (len(player.statuses) - unseen)
    assert unseen == 11
    (verdict,) = lr.verify(path)
    assert (verdict.status, verdict.digest) == ("verified", player.dealer.replay.digest)
    assert "??" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "game", [game if game == "Labyrinth" else pytest.param(game, marks=pytest.mark.long) for game in lr.GAMES]
)
def test_every_game_on_a_table(game: str, tmp_path: Path) -> None:
    record = sampled(game)
    player, _ = on_a_table(record, tmp_path / "table.moves")
    (verdict,) = lr.verify(tmp_path / "table.moves")
    assert verdict.status in ("verified", "consistent")
    replay = player.dealer.replay
    (played,) = lr.load(tmp_path / "table.moves")
    assert [token(move.command) for move in played.moves()] == [str(step.move) for step in replay.steps]


@pytest.mark.long
@pytest.mark.parametrize(
    "game, rules",
    [
        ("Anna", "dick-1898; AN7=shuffled"),
        ("The Reversal", "dick-1898; RV4=shuffled"),
        ("The Japanese Rug", "dick-1898; JR7=shuffled"),
    ],
)
def test_a_redeal_that_is_shuffled(game: str, rules: str, tmp_path: Path) -> None:
    """Its order is asked for: nobody but the player knows it."""
    for number in range(20):
        (record,) = lr.sample(game, rules, f"shuffled-{number}", 1, player="sensible")
        if any(move.command.source == "redeal" for move in record.moves()):
            break
    player, _ = on_a_table(record, tmp_path / "table.moves")
    assert any("that have been shuffled" in question for question in player.asked)
    (verdict,) = lr.verify(tmp_path / "table.moves")
    assert (verdict.status, verdict.digest) == ("verified", player.dealer.replay.digest)
    (played,) = lr.load(tmp_path / "table.moves")
    assert played.value("Pack2") == record.value("Pack2")


# -- corrections ------------------------------------------------------------------------------------------------------


def test_a_move_before_the_table_is_known() -> None:
    session = PhysicalSession.begin("Labyrinth", None)
    assert session.question == "row 1: 8 cards, from the left"
    with pytest.raises(MoveRefused, match="not known yet"):
        session.move("deal")
    with pytest.raises(MoveRefused, match="these are 2 cards, not 8"):
        session.answer_question("4C 5C")


@pytest.mark.parametrize(
    ("game", "cards", "said"),
    [
        ("Labyrinth", "8D 6S 4C 4S 7C 4D 5H 5H", "5♥ is named twice here, and the pack has one"),
        ("Leoni's Own", "TS TS TS 2C 3C 4C 5C", "T♠ is named 3 times here, and the packs have 2"),
        (
            "Leoni's Own",
            "KC KC 2C 3C 4C 5C 6C",
            "K♣ is named twice here, and the packs have 2, of which 1 is known",
        ),
    ],
)
def test_a_card_that_is_named_too_often_at_once(game: str, cards: str, said: str) -> None:
    session = PhysicalSession.begin(game, None)
    if game != "Labyrinth":
        session.answer_question("13")
    with pytest.raises(MoveRefused) as refused:
        session.answer_question(cards)
    assert str(refused.value).replace("10", "T").startswith(said)
    assert session.game_in_play.position.places["1" if game != "Labyrinth" else "r1c1"][0] & ~DOWN == UNKNOWN


def test_what_is_against_the_rules_is_recorded_while_cards_are_unknown(tmp_path: Path) -> None:
    """A misplay of open cards goes into the record; the card that it brings to light is asked for."""
    desk = TypingDesk(PhysicalSession.begin("Labyrinth", None), GameFile(tmp_path / "l.moves"))
    for text in ("8D 6S 4C 4S 7C 4D 5H 5C", "deal", "QD QC 9S 2C 6D KS 2S 3C", "2C"):
        desk.enter(text)
    assert desk.enter("r1c1:8D>r2c4")[-1].endswith("all the same: misplay r1c1:8D>r2c4")
    assert not desk.enter(desk.outcome.misplay) and desk.session.question == "the card that was turned up"
    assert desk.enter("TD")[0] == "3. misplay r1c1:8D>r2c4+TD"
    assert desk.enter("set {r1c1: 8D r2c4: TD}")[0].startswith("4. set {")
    assert desk.enter("set {r1c1: QH}")[0].startswith("not played [M232]")
    (verdict,) = lr.verify(desk.file.path)
    assert (verdict.status, verdict.irregular, verdict.unknown) == ("irregular", 2, 31)


@pytest.mark.parametrize("exile", ["6C", "??"])
def test_an_exile_that_nobody_has_seen_prevents_no_misplay(exile: str, tmp_path: Path) -> None:
    text = str(lr.new("Leoni's Own", "seed:1884")).replace("exile: 6C", f"exile: {exile}")
    head = lr.loads(f'[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "layout"]\n[Layout "{text}"]\n\n*')[0].head
    desk = TypingDesk(PhysicalSession(head), GameFile(tmp_path / "l.moves"))
    assert desk.enter("misplay 1:TD>2")[0] == "1. misplay 1:TD>2"
    assert lr.replay(desk.file.path.read_text(encoding="utf-8")).status == "irregular"


@pytest.mark.parametrize(("game", "asks"), [("Anna", True), ("Martha", False), ("The Reversal", False)])
def test_bases_are_asked_for_only_where_the_deal_lays_some_out(game: str, asks: bool, tmp_path: Path) -> None:
    desk = TypingDesk(PhysicalSession.begin(game, None), GameFile(tmp_path / "a.moves"))
    assert desk.session.question.startswith("which cards have gone out") == asks
    if asks:
        assert desk.enter("2C") == ["`2C` is not a card that goes out as a base"]
        assert desk.session.answers.count(read("JC")) == 2 and not desk.enter("JC JC JD")
        assert desk.session.game_in_play.position.places["Cv"][-1] == read("JC")
        assert desk.enter("undo") == ["the answer before is taken back"] and desk.session.answers
    # Of a table about which nothing was said there is no record, and no game is lost.
    assert desk.end() == [f"no move was played: there is no record {tmp_path / 'a.moves'}"]


@pytest.mark.long
def test_while_a_deal_is_described_one_can_go_back(tmp_path: Path) -> None:
    """Answer by answer, also in another sitting; a slip in the first answer is asked about again."""
    path = tmp_path / "table.moves"
    desk, dealer = TypingDesk(PhysicalSession.begin("Leoni's Own", "wikipedia"), GameFile(path)), Dealer(thirteen())
    desk.begin()
    assert desk.enter("x13") == ["`x13` is not a number of cards"] and desk.enter("120")[0].startswith(
        "there cannot be"
    )
    assert desk.session.question.startswith("how many")
    seen = []
    while question := desk.session.question:
        seen.append(question)
        desk.enter(dealer.answer(question, dealer.first, 0))
        if len(seen) in (3, 14):
            whole = str(desk.session.game_in_play)
            desk.enter("undo 2")
            assert desk.session.question == seen[-2] and desk.session.result == "*"
            session, saved, _ = resume(path)
            desk = TypingDesk(session, saved)
            for question in seen[-2:]:
                desk.enter(dealer.answer(question, dealer.first, 0))
            assert str(desk.session.game_in_play) == whole
    assert len(seen) == 14 and desk.session.choices()
    desk.enter("undo 20")
    assert desk.session.question == seen[0]
    assert desk.enter("undo")[0] == "nothing has been answered yet"


def test_a_game_that_is_left_at_its_questions_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "t.moves"
    run = leoni("play", "--plain", "--physical", "--game", "labyrinth", str(path), stdin="")
    assert run.code == 0 and "lost" not in run.out and not path.exists()
    run = leoni("play", "--plain", "--physical", "--game", "weavers", str(path), stdin="zz\n4\n")
    assert "The game is not over" in run.out and [verdict.result for verdict in lr.verify(path)] == ["*"]
    assert "pile 1: " in leoni("play", "--plain", str(path), stdin="").out
    # As far as the cards are known no move is legal; unknown ones may be.
    given_up = tmp_path / "m.moves"
    assert leoni("play", "--physical", "--game", "martha", str(given_up), stdin="9C\n8H\nconcede\n").code == 0
    assert [verdict.result for verdict in lr.verify(given_up)] == ["conceded"]


def test_that_was_another_card(tmp_path: Path) -> None:
    desk = TypingDesk(PhysicalSession.begin("Labyrinth", None), GameFile(tmp_path / "l.moves"))
    desk.enter("8D 6S 4C 4S 7C 4D 5H 5C")
    assert desk.enter("correct 8D 9D")[0] == "that was 9♦, not 8♦"
    assert desk.enter("correct 4S 4C, 4C 4S")[0].startswith("that was")
    assert desk.enter("correct 6S 6D r1c2")[0] == "that was 6♦, not 6♠"
    assert desk.enter("correct 6D 4H r1c9") == ["there is no place `r1c9`"]
    assert desk.enter("correct 6D 4H r1c1") == ["no 6♦ has been seen in row 1, column 1"]
    assert desk.enter("correct 7C 5H")[0] == "the 5♥ of the pack is known already: in row 1, column 7"
    row = [desk.session.game_in_play.position.places[f"r1c{n}"] for n in range(1, 9)]
    assert bytes(place[0] & ~DOWN for place in row) == bytes(map(read, "9D 6D 4S 4C 7C 4D 5H 5C".split()))
    desk.enter("deal")
    assert "known already: in row 1, column 2" in desk.enter("QD QC 9S 2C 6D KS 2S 3C")[0]
