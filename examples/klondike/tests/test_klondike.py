"""Klondike from outside: each reading by a position worked by hand, random play against plain lists, and records with
cards that nobody has seen; and what is refused of a package whose books and code do not agree."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import pytest
from leoni_klondike.game import GAME, KlondikeGame
from leoni_klondike.table import Klondike

import leoni_replay as lr
from leoni_replay.games import GAMES, RulesError, add_game
from leoni_replay.games.sheet import load_sheet, mentioned_readings, sheet
from leoni_replay.notation.writer import token
from leoni_replay.show.move_sentences import sentence_parts

NAME = GAME.name
#: Four cards in the stock, and nothing else left to play.
STOCK = "C^: KC\nD^: KD\nH^: KH\nS^: 9S\n1: -\nstock: KS QS JS TS"
#: A deal of which only the cards that lie face up have been seen.
UNSEEN = """
1: 8S
2: #?? QS
3: #?? #?? 6H
4: #?? #?? #?? KH
5: #?? #?? #?? #?? 4D
6: #?? #?? #?? #?? #?? JS
7: #?? #?? #?? #?? #?? #?? 9S
stock: ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??
"""


def leoni(*words: str, stdin: str = "") -> str:
    """What a command prints."""
    run = subprocess.run([sys.executable, "-m", "leoni_replay", *words], input=stdin, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout


def replayed(layout: str, moves: str, rules: str = "wikipedia") -> lr.Replay:
    text = f'[Game "{NAME}"]\n[Rules "{rules}"]\n[Deal "layout"]\n[Layout "{layout}"]\n\n{moves}'
    return lr.replay(text if moves.endswith(("won", "lost", "*")) else f"{text} *")


def verified(layout: str, moves: str, rules: str = "wikipedia") -> lr.Replay:
    replay = replayed(layout, moves, rules)
    assert replay.verified, replay.diagnostics
    return replay


def refused(layout: str, moves: str, rules: str = "wikipedia") -> str:
    """The code of the one error."""
    (error,) = [one for one in replayed(layout, moves, rules).diagnostics if one.severity == "error"]
    return error.code


def place(replay: lr.Replay, name: str) -> str:
    """A line of the last position."""
    return dict(line.split(": ") for line in str(replay.position).splitlines())[name]


@pytest.mark.parametrize(
    ("reading", "moves", "code"),
    [
        ("KL1=three", "deal+TS,JS,QS {= waste: TS JS QS} deal+KS {= waste: TS JS QS KS}", ""),
        ("KL1=three", "deal waste:TS^", "M204"),
        ("KL1=one", "deal+TS waste:TS^ deal+JS waste:JS^ deal waste:QS^ deal waste:KS^ won", ""),
        ("KL1=one", "deal deal deal deal deal", "M225"),
        ("KL2=unlimited", "deal deal redeal deal deal redeal deal deal redeal {= stock: KS QS JS TS}", ""),
        ("KL2=two", "deal deal redeal {= deal: 2} deal deal redeal {= deal: 3} deal deal", ""),
        ("KL2=two", "deal deal redeal deal deal redeal deal deal redeal", "M216"),
        ("KL2=none", "deal redeal", "M215"),
        ("KL2=none", "deal deal redeal", "M216"),
    ],
)
def test_readings(reading: str, moves: str, code: str) -> None:
    rules = f"wikipedia; {reading}"
    if code:
        assert refused(STOCK, moves, rules) == code
    else:
        verified(STOCK, moves, rules)


def test_columns() -> None:
    table = "1: #2C KH QS\n2: KD\n3: -\n4: 5S\n5: 6D\n6: #AC #7H 4D"
    assert place(verified(table, "1:KH>3+2C"), "3") == "KH QS"
    assert place(verified(table, "1:QS>2 1:KH>3+2C 4:5S>5 6:4D>5+7H"), "5") == "6D 5S 4D"
    assert verified(table, "1:QS>2").moves == 1
    for move, code in {"1:QS>3": "M222", "5:6D>6": "M222", "1:QS>2+KH": "M218", "deal:2H>waste": "M220"}.items():
        assert refused(table, move) == code


def test_sentences() -> None:
    replay = verified(STOCK, "deal deal redeal", "wikipedia; KL2=two")
    told = [sentence_parts(step, replay.at(number)) for number, step in enumerate(replay.steps)]
    dealt, last, again = ["10♠ J♠ Q♠ are dealt to the waste"], ["K♠ is dealt to the waste"], "the waste is turned over"
    assert told == [dealt, last, [f"{again}: 4 cards are the stock again"]]
    assert replay.position.caption.startswith("second of 3 deals")
    assert replay.position.available() == []
    (error,) = replayed(STOCK, "deal:TS>waste").diagnostics
    assert error.message == "to deal, write the single word deal: the rules say which cards come and where they go"


# -- random play against plain lists ----------------------------------------------------------------------------------

RANKS = "A23456789TJQK"


class Lists:
    """Klondike once more, on lists of texts, sharing nothing with the game."""

    def __init__(self, cards: list[str], at_once: int, passes: int) -> None:
        self.columns: list[list[str]] = [[] for _ in range(7)]
        self.shut, self.up = list(range(7)), dict.fromkeys("CDHS", 0)
        for row in range(7):
            for column in self.columns[row:]:
                column.append(cards.pop(0))
        self.stock, self.waste, self.at_once, self.left = cards, list[str](), at_once, passes - 1

    def moves(self) -> set[str]:
        runs = [
            (str(n + 1), column[i:]) for n, column in enumerate(self.columns) for i in range(self.shut[n], len(column))
        ]
        found = {"deal"} if self.stock else {"redeal"} if self.waste and self.left else set()
        for name, run in [*runs, ("waste", self.waste[-1:])] if self.waste else runs:
            rank, red = RANKS.index(run[0][0]), run[0][1] in "DH"
            if len(run) == 1 and rank == self.up[run[0][1]]:
                found.add(f"{name}:{run[0]}^")
            for n, column in enumerate(self.columns):
                on = column[-1] if column else ""
                fits = RANKS.index(on[0]) == rank + 1 and (on[1] in "DH") != red if on else rank == 12
                if fits and str(n + 1) != name:
                    found.add(f"{name}:{run[0]}>{n + 1}")
        return found

    def play(self, move: str) -> None:
        if move == "deal":
            self.waste += self.stock[: self.at_once]
            del self.stock[: self.at_once]
        elif move == "redeal":
            self.stock, self.waste, self.left = self.waste, [], self.left - 1
        else:
            source, rest = move.split(":")
            pile = self.waste if source == "waste" else self.columns[int(source) - 1]
            i = pile.index(rest[:2])
            run, pile[i:] = pile[i:], []
            if rest[2] == "^":
                self.up[rest[1]] += 1
            else:
                self.columns[int(rest[3:]) - 1] += run
            self.shut = [min(n, max(len(column) - 1, 0)) for n, column in zip(self.shut, self.columns, strict=True)]

    def lines(self) -> list[str]:
        columns = [
            ["#" * (i < shut) + card for i, card in enumerate(column)]
            for shut, column in zip(self.shut, self.columns, strict=True)
        ]
        piles = [*columns, self.waste, self.stock[::-1]]
        return [" ".join(pile) or "-" for pile in piles]


@pytest.mark.parametrize("at_once", [3, 1])
@pytest.mark.parametrize(("redeals", "passes"), [("unlimited", 99), ("two", 3), ("none", 1)])
def test_random_play_against_lists(at_once: int, redeals: str, passes: int) -> None:
    rules = f"wikipedia; KL1={'three' if at_once == 3 else 'one'}; KL2={redeals}"
    for seed in "ab":
        play, chance = lr.new(NAME, f"seed:{seed}", rules), random.Random(seed)
        lists = Lists([str(card) for card in lr.deal(f"seed:{seed}", NAME, rules).stock], at_once, passes)
        for _ in range(60):
            moves = {token(move).partition("+")[0]: move for move in play.legal()}
            assert moves.keys() == lists.moves()
            if not moves:
                break
            chosen = chance.choice(sorted(moves))
            play.push(moves[chosen])
            lists.play(chosen)
            shown = [line.partition(": ")[2] for line in str(play.position).splitlines()]
            assert shown[4:13] == lists.lines()
        assert lr.replay(lr.dumps(play.record())).accepted


@pytest.mark.long
def test_it_is_solved_and_sampled() -> None:
    assert lr.solve("seed:2", NAME, "wikipedia; KL1=one", nodes=3000).status == "won"
    assert [lr.replay(one).status for one in lr.sample(NAME, "wikipedia; KL2=none", "t", 2)] == ["verified"] * 2


# -- cards that nobody has seen ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "rules", "unknown"),
    [
        ("2:QS>4+QH {= 2: QH} {= top 4: QS}", "KL1=one", 44),
        ("deal+QC,TD,KD {= waste: QC TD KD}", "KL1=three", 42),
        ("deal+QC {= waste: QC}", "KL1=one", 44),
    ],
)
def test_moves_make_cards_known(moves: str, rules: str, unknown: int) -> None:
    replay = replayed(UNSEEN, moves, f"wikipedia; {rules}")
    assert (replay.status, replay.unknown, replay.diagnostics) == ("consistent", unknown, [])


def test_a_redeal_keeps_the_cards_that_have_been_seen() -> None:
    layout = UNSEEN.replace("stock:" + " ??" * 24, "stock: ?? ?? ??")
    replay = replayed(layout, "deal+QC deal+TD deal+KD redeal {= stock: KD TD QC}", "wikipedia; KL1=one")
    assert replay.status == "consistent" and place(replay, "stock") == "KD TD QC"


def test_a_card_that_is_not_known_is_named() -> None:
    layout = UNSEEN.replace("KH", "??")
    (error,) = replayed(layout, "2:QS>4+QH").diagnostics
    assert (error.code, error.help) == (
        "M228",
        ("name the cards: `2:QS>CARD+QH`, the card moved and the card it goes on",),
    )
    assert place(replayed(layout, "2:QS>KH+QH"), "4") == "#?? #?? #?? KH QS"


def test_examine_says_what_is_known() -> None:
    text = f'[Game "{NAME}"]\n[Rules "wikipedia"]\n[Deal "layout"]\n[Layout "{UNSEEN}"]\n\n2:QS>4+QH *\n'
    said = leoni("examine", "-", "--at", "1", stdin=text)
    assert "QH" not in UNSEEN and "Q♥ in 2" in said and "5:4D" not in said
    begun = leoni("new", NAME, "--physical")
    assert "#??" in begun and leoni("verify", "-", stdin=begun)


# -- books and code ---------------------------------------------------------------------------------------------------

POINT = '\n[[points]]\nid = "KL4"\ntitle = "toll"\n[points.readings]\npaid = "The toll is paid."\n'


def test_declared_again() -> None:
    add_game(GAME)
    assert list(GAMES).count(NAME) == 1
    for other in (GAME._replace(order=8), GAME._replace(name="Martha")):
        with pytest.raises(ValueError, match=f"another game of the name {other.name}"):
            add_game(other)


@pytest.mark.parametrize(
    ("points", "book", "kind", "said"),
    [
        (("[[points]]", f"{POINT}\n[[points]]"), ("", ""), "reading", "KL4=paid: no code implements it"),
        (('none = "The', '# "The'), ("", ""), "reading", "klondike.toml: KL2=none: the code implements it"),
        (('"KL3"', '"KL5"'), ("", ""), "reading", "klondike.toml: KL"),
        (("", ""), ("KL3 =", "# KL3 ="), "unsound", "klondike.wikipedia.toml: readings.KL3: is missing ("),
        (("", ""), ('"unlimited"', '"ten"'), "unsound", "readings.KL2: redeals has no reading `ten`: "),
        (("", ""), ("KL3 =", "KL4 ="), "unsound", "readings.KL4: nothing is read from this key: "),
    ],
)
def test_a_book_that_is_not_whole_is_refused(
    tmp_path: Path, points: tuple[str, str], book: tuple[str, str], kind: str, said: str
) -> None:
    for name, (old, new) in (("klondike.toml", points), ("klondike.wikipedia.toml", book)):
        text = (GAME.folder / name).read_text("utf-8")
        assert old in text
        (tmp_path / name).write_text(text.replace(old, new, 1) if old else text, "utf-8")
    with pytest.raises(RulesError) as caught:
        GAME._replace(folder=tmp_path).book("wikipedia")
    assert said in str(caught.value) and caught.value.kind == kind


def test_a_reading_that_the_books_lack_is_refused() -> None:
    """Books are held to the code in both directions."""

    class Wider(Klondike):
        READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {**Klondike.READINGS, "KL4": ("paid",)}

    class WiderGame(KlondikeGame):
        core = Wider

    with pytest.raises(RulesError, match="KL4=paid: the code implements it"):
        GAME._replace(game=WiderGame).book("wikipedia")


def test_its_rules_fit_on_one_screen() -> None:
    """The sheet has a heading for each part, and says only what is true under the readings in force."""
    for rules, is_told in (("wikipedia", True), ("wikipedia; KL2=none", False)):
        parts = sheet(lr.make_game(NAME, rules).rules)
        assert [part.head for part in parts] == ["Aim", "Table", "Play", "Stuck?", "Winning"]
        lines = [line for part in parts for line in part.lines]
        assert ("When the stock is out, turn the waste over as often as you like." in lines) == is_told
        assert len(" ".join(lines)) < 1500
    depends_on = mentioned_readings(NAME)
    assert depends_on == {f"{point}={reading}" for point in ("KL1", "KL2") for reading in Klondike.READINGS[point]}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["one"]', '["two"]', "a line depends on KL1=two, and the game has no such reading"),
        ("[[parts]]", "[[parts", "Expected ']]' at the end of an array declaration"),
        ('head = "Aim"', "", "KeyError: 'head'"),
    ],
)
def test_a_sheet_that_is_wrong_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = (GAME.sheets / "klondike.toml").read_text("utf-8")
    assert old in text
    (tmp_path / "klondike.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(RulesError) as caught:
        load_sheet(GAME._replace(sheets=tmp_path))
    assert "the sheet of Klondike of the package " in str(caught.value) and said in str(caught.value)


def test_a_table_that_was_never_made_ends_nothing() -> None:
    """Where the rules are compiled, its arrays are there all the same: nothing reaches into memory that is not."""

    class Unmade(Klondike):
        def __init__(self) -> None:
            pass

    for use in (lambda table: table.play(0), lambda table: table.unplay(), lambda table: table.save_places((1, 2))):
        with contextlib.suppress(AttributeError, IndexError, NotImplementedError, ValueError):
            use(Unmade())
    if hasattr(Unmade(), "cells"):
        assert Unmade().cards_in(1) == b""
