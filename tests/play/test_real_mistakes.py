"""Each mistake that can happen beside a real table, in every game at a pseudo-terminal, put right with the words on the
screen. The game in the end is the one that was played."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.cards import DOWN, TEXT, texts
from leoni_replay.cards import read as read_card
from leoni_replay.commands import Move
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import token
from leoni_replay.play.tree_replay import without_consequences
from leoni_replay.record.diagnose.slips import look_alike
from tests.play.at_a_terminal import Screen
from tests.play.games import Dealer, sampled, typed

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals"),
]

#: The words that the screen offers after a refused move.
OFFER = re.compile(r"(?:\? |help: )((?:insert|swap|correct)\b[^…]*)$")
EXILES = ("Leoni's Own", "Weaver's")


class Player:
    """Somebody at a real table, with the cards of a recorded game, who types what happens there.

    Args:
        record: the game.
        path: the file of the record that is typed.
    """

    def __init__(self, record: Transcript, path: Path) -> None:
        self.dealer = Dealer(record)
        self.words = list(typed(record))
        self.moves = [step.move for step in self.dealer.replay.steps]
        arguments = ("--plain", "--physical", "--game", record.value("Game") or "", str(path))
        self.screen = Screen("play", *arguments)
        self.lines = self.screen.first_lines
        #: the index of the move that was typed last
        self.entered = 0
        #: the mistakes that were made and put right
        self.mistakes: list[str] = []

    def type(self, line: str) -> list[str]:
        """What the screen says to a line."""
        assert "misplay" not in line
        self.lines = self.screen.type(line)
        return self.lines

    @property
    def question(self) -> str:
        """What is asked; empty if a move is expected."""
        prompt = self.screen.prompt
        return "" if re.fullmatch(r"\d+> ", prompt) else prompt.removesuffix("? ")

    @property
    def next_move(self) -> int:
        """The index of the move that is expected."""
        return int(self.screen.prompt.removesuffix("> ")) - 1

    @property
    def was_refused(self) -> bool:
        """Whether the last line was refused."""
        return bool(self.lines) and ("not played" in self.lines[0] or "known already" in self.lines[0])

    def offered(self, *beginnings: str) -> str:
        """The word that the screen offers which begins so."""
        offers = [match[1] for line in self.lines if (match := OFFER.search(line))]
        chosen = [offer for offer in offers if f"{offer} ".startswith(beginnings)]
        assert chosen, (beginnings, self.lines)
        return chosen[0]

    def answer(self, played: int) -> str:
        """What the table shows to the question, after so many moves."""
        position = self.dealer.replay.at(played)
        place, _, rest = self.question.partition(": ")
        if played and re.match(r"1 card\b", rest):
            (card,) = (
                pile[-1] for name, pile in position.places.items() if pile and position.game.words(name) == place
            )
            return TEXT[card]
        return self.dealer.answer(self.question, position, played)

    def describe(self, misread: tuple[str, str] = ("", "")) -> None:
        """Describe the deal, as far as it has not been; perhaps with another top card of the place that a question
        names."""
        place, wrong_card = misread
        while self.question:
            answer = self.answer(0)
            if place and self.question.startswith(f"{place}:"):
                answer = " ".join([*answer.split()[:-1], wrong_card])
            self.type(answer)
            assert self.question or not self.was_refused, self.lines

    def enter(self, number: int) -> bool:
        """Type the move of an index with the cards that it turns up; return whether it was accepted."""
        self.entered = number
        self.type(self.words[number])
        return not self.was_refused and self.settle(number)

    def settle(self, number: int) -> bool:
        """Answer what is asked about the move of an index; return whether all was accepted."""
        while not self.was_refused:
            if choice := re.match(r"(?:which one|where to)\? (.*): type (.*)", self.lines[0] if self.lines else ""):
                moves, answers = (re.split(", | or ", part) for part in choice.groups())
                wanted = [
                    answer
                    for text, answer in zip(moves, answers, strict=True)
                    if text == token(self.moves[number]._replace(path=None, stalemate=False, shown=None))
                ]
                self.type(wanted[0])
            elif self.question:
                self.type(self.answer(number))
            else:
                return True
        return False

    def go_on(self, end: int) -> None:
        """Type all moves before an index."""
        while not self.question and self.next_move < end:
            assert self.enter(self.next_move), (self.words[self.next_move], self.lines)

    def take(self, offer: str) -> None:
        """Type a word that the screen offers, name the cards that come to light, and go on."""
        typed_moves = self.next_move
        self.type(offer)
        assert not self.was_refused, self.lines
        # What is asked is about the move that was left out, or about the next one, which waits behind it.
        is_of_offer = any("then type" in line for line in self.lines)
        number = typed_moves if is_of_offer or not offer.startswith("insert") else typed_moves + 1
        while self.question:
            of_place = re.search(r": 1 card\b", self.question)
            self.type(self.answer(number + 1 if of_place else number))
            assert not self.was_refused, self.lines

    # -- mistakes -----------------------------------------------------------------------------------------------------

    def misname_exiles(self) -> None:
        """Give a wrong number of exiles, see it when a pile has another number of cards, and say the right number."""
        count = int(self.answer(0))
        self.type(f"{count + 1}")
        while not any("number of" in line and "is wrong: exile N" in line for line in self.lines):
            self.type(self.answer(0))
            assert self.question
        self.type(f"exile {count}")
        assert not self.was_refused, self.lines

    def describe_the_impossible(self) -> None:
        """Name an ace above other cards, which no deal puts there, and see it at once."""
        question, cards = self.question, self.answer(0).split()
        assert question.startswith("pile 1:")
        self.type(" ".join([*cards[:-1], "AC" if "AC" not in cards else "AD"]))
        assert "pile 1 cannot hold" in self.lines[0] and self.question == question

    def misname_line(self) -> None:
        """Name the last cards of a line wrongly, and name the line again as the screen says."""
        place, cards = self.question.partition(":")[0], self.answer(0).split()
        wrong_cards = [*cards[:-2], *cards[:-3:-1]] if len(cards) > 1 else [self.wrong(cards[0], 0)[1]]
        self.type(" ".join(wrong_cards))
        if not self.question:
            # It was the only one.
            assert self.type("undo")[0] == "the answer before is taken back"
            self.type(" ".join(cards))
            return
        # The screen says so when the number of cards is wrong.
        self.type(f"{self.answer(0)} {cards[0]}")
        assert any("to name the cards of a place again" in line for line in self.lines), self.lines
        name = place.replace("row ", "r").split()[-1]
        self.type(f"{name}: {' '.join(cards)}")
        assert self.lines[0].startswith(f"{place} is"), self.lines

    def correct_a_twin(self) -> None:
        """Correct a card of which two lie there, say which, and take that back."""
        seen = texts(self.seen(0)).split()
        for text in sorted({card for card in seen if seen.count(card) == 2}):
            card = read_card(text)
            assert card is not None
            for other in range(52):
                if look_alike(card, other) and seen.count(TEXT[other]) < 2:
                    self.type(f"correct {text} {TEXT[other]}")
                    if "there are two of" in self.lines[0]:
                        self.type(self.offered(f"correct {text} "))
                        assert self.lines[0].startswith("that was")
                        assert self.type("undo")[0] == "the correction is taken back"
                        return
                    if self.lines[0].startswith("that was"):
                        self.type("undo")
        raise AssertionError("every card can only be one")

    def make(self, mistake: str, number: int, card: str) -> None:
        """Make a mistake at the move of an index, perhaps with a card that it turns up, and put it right."""
        self.mistakes.append(mistake)
        match mistake:
            case "answer":
                self.misread_answer(number)
            case "forget":
                self.forget(number)
            case "swap":
                self.swap(number)
            case "misread":
                self.misread(number, card)

    def misread_answer(self, number: int) -> None:
        """Name a card wrongly that a move turns up, see it at once, and name it again."""
        self.go_on(number)
        self.type(self.words[number])
        question, seen = self.question, dict(self.dealer.answered)
        assert question, (self.words[number], self.lines)
        self.type(self.wrong(self.answer(number), number)[0])
        if self.was_refused or self.question:
            # It is one of several cards, or cannot be: the move is typed again.
            self.type("undo")
            self.dealer.answered = seen
            self.enter(number)
            return
        assert self.type("undo")[0] == "the answer before is taken back"
        assert self.question == question and self.type("undo")[0] == "the move is cancelled"
        assert self.next_move == number
        self.dealer.answered = seen
        assert self.enter(number)

    def wrong(self, answer: str, number: int, *, right: str = "") -> tuple[str, str, str]:
        """An answer with one card taken for another that nobody has seen after so many moves, that card, and the real
        one, which can be given. The cards are alike if they can be."""
        cards = answer.split()
        seen = texts(card & ~DOWN for card in self.seen(number)).split() + cards
        unseen = [card for card in range(52) if seen.count(TEXT[card]) < self.dealer.game.packs]
        pairs = [(text, card) for text in cards if right in ("", text) for card in unseen]
        text, wrong_card = max(pairs, key=lambda pair: look_alike(read_card(pair[0]) or 0, pair[1]))
        return " ".join(TEXT[wrong_card] if card == text else card for card in cards), TEXT[wrong_card], text

    def seen(self, number: int) -> list[int]:
        """The cards that have been seen after so many moves."""
        position = self.dealer.replay.at(number)
        closed = position.closed_places
        return [card for name, pile in position.places.items() if name not in closed for card in pile if card < DOWN]

    def forget(self, number: int) -> None:
        """Forget to type a move, and put that right when a later one is refused."""
        self.go_on(number)
        later = number + 1
        while self.enter(later):
            later += 1
        move = self.moves[number]
        self.take(self.offered(*insertions(move, self.words[number])))
        self.go_on(later + 1)

    def swap(self, number: int) -> None:
        """Type two moves in the wrong order, and put that right when the second or the first is refused."""
        self.go_on(number)
        move = self.moves[number]
        if self.enter(number + 1):
            assert not self.enter(number)
        self.take(self.offered("swap ", *insertions(move, self.words[number])))
        self.go_on(number + 2)

    def misread(self, number: int, right: str) -> None:
        """Take a card for another as a move turns it up, and put that right when a move is refused for it."""
        self.go_on(number)
        self.type(self.words[number])
        answer, wrong_card, _ = self.wrong(self.answer(number), number + 8, right=right)
        self.type(answer)
        assert not self.was_refused, self.lines
        later = number
        while self.settle(later) and self.enter(later + 1):
            later += 1
        self.correct(wrong_card, right)

    def misread_deal(self) -> None:
        """Take the top card of a pile for another as the deal is described, and put that right when a move is refused
        for it."""
        first_pile = int(self.question.partition(":")[0].removeprefix("pile "))
        piles = [f"{number}" for number in range(first_pile, 14)]
        move = next(
            move
            for move in self.moves
            if move.source in piles and move.card == self.dealer.first.places[move.source or ""][-1]
        )
        card = TEXT[move.card or 0]
        wrong_card = self.wrong(card, 0)[1]
        self.describe((f"pile {move.source}", wrong_card))
        self.correct_a_twin()
        while self.enter(self.next_move):
            pass
        self.correct(wrong_card, card)

    def correct(self, wrong_card: str, card: str) -> None:
        """Correct a misread card as the screen says."""
        offers = [match[1] for line in self.lines if (match := OFFER.search(line))]
        sure = [offer for offer in offers if f"{offer} ".startswith(f"correct {wrong_card} {card} ")]
        # If nobody but the player can know what it is, the screen says which card it may be.
        assert sure or any(f"correct {wrong_card} …" in line for line in self.lines), (wrong_card, card, self.lines)
        was_asked = bool(self.question)
        self.type(sure[0] if sure else f"correct {wrong_card} {card}")
        assert self.lines[0].startswith("that was"), self.lines
        if was_asked:
            # The answer was refused with the card.
            self.dealer.answered.pop(self.entered, None)
        assert self.settle(self.entered), self.lines


def insertions(move: Move, word: str) -> list[str]:
    """The words that insert a move, as they begin."""
    return [f"insert {text} " for text in (token(without_consequences(move)), word)]


def can_play(position: lr.Position, move: Move) -> bool:
    """Whether a move can be typed in a position; the position stays as it is."""
    try:
        position.undo(position.play_command(without_consequences(move)))
    except Ambiguous:
        return True
    except Refused:
        return False
    return True


def turns_up(move: Move) -> bool:
    """Whether a move turns up a card."""
    return move.source == "exile" or bool(move.shown)


def answer_points(moves: list[Move]) -> list[int]:
    """The moves that turn up cards."""
    return [number for number, move in enumerate(moves) if turns_up(move)]


def forgotten_points(player: Player) -> list[int]:
    """The moves without which the next one is not legal."""
    replay, moves = player.dealer.replay, player.moves
    return [n for n in range(len(moves) - 2) if not can_play(replay.at(n), moves[n + 1])]


def swapped_points(player: Player) -> list[int]:
    """The moves that are not legal any more after the next one, which could have been made before."""
    replay, moves = player.dealer.replay, player.moves
    points = []
    for number in range(len(moves) - 2):
        position, (move, next_move) = replay.at(number), moves[number : number + 2]
        if turns_up(next_move) or not can_play(position, next_move):
            continue
        step = position.play_command(without_consequences(next_move)._replace(dest=next_move.dest))
        if not can_play(position, move):
            points.append(number)
        position.undo(step)
    return points


def misread_points(moves: list[Move]) -> list[tuple[int, str]]:
    """The moves that turn up a card which one of the next moves takes from its place, and that card."""
    points = []
    for number, move in enumerate(moves[:-8]):
        for later in moves[number + 1 : number + 8]:
            if (
                later.card is not None
                and later.source not in (None, "exile", "deal")
                and later.card in (move.shown or ())
            ):
                points.append((number, TEXT[later.card]))
                break
    return points


@pytest.mark.parametrize("game", lr.GAMES)
def test_each_mistake_is_put_right_with_the_words_on_the_screen(game: str, tmp_path: Path) -> None:
    record, path = sampled(game, "mistakes"), tmp_path / "game.moves"
    player = Player(record, path)
    moves = player.moves
    with player.screen:
        if game in EXILES:
            player.type(player.answer(0))
            player.describe_the_impossible()
            assert player.type("undo")[0] == "the answer before is taken back"
            player.misname_exiles()
        elif player.question.startswith("which cards have gone"):
            player.type(player.answer(0))
        if player.question:
            player.misname_line()
        is_of_deal = not misread_points(moves)
        if is_of_deal:
            player.misread_deal()
        player.describe()
        if player.dealer.game.packs == 2 and len(player.seen(0)) > 20 and not player.next_move:
            player.correct_a_twin()
        points = {
            "answer": [(number, "") for number in answer_points(moves)],
            "forget": [(number, "") for number in forgotten_points(player)],
            "swap": [(number, "") for number in swapped_points(player) or forgotten_points(player)],
            "misread": [] if is_of_deal else misread_points(moves),
        }
        while any(points.values()):
            begin = player.next_move
            points = {name: [point for point in later if point[0] >= begin] for name, later in points.items()}
            mistake = min((name for name in points if points[name]), key=lambda name: points[name][0], default="")
            if mistake:
                player.make(mistake, *points.pop(mistake)[0])
        assert len(player.mistakes) + is_of_deal == 4
        player.go_on(len(moves))
        player.type("quit")
    (verdict,) = lr.verify(path)
    assert verdict.digest == player.dealer.replay.digest and verdict.moves == len(moves)
    assert verdict.status in ("verified", "consistent")
