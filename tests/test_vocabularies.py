"""Games that name their places themselves: two packages whose names clash, installed side by side."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from leoni_replay.games import Vocabulary
from leoni_replay.games.places import COMMON, NUMBERS
from leoni_replay.rules.numbers import NO_CARD, NOWHERE, PLACES, STOCK, TALON
from tests.test_installed_game import KLONDIKE, install, leoni

BOTH = {5: "5", 6: "6", 7: "7", STOCK: "stock", TALON: "waste"}
LEFT = {1: "a", 2: "b", 3: "c5", 4: "14", **BOTH}
RIGHT = {1: "b", 2: "a", 3: "14", 4: "r3c5", **BOTH}
MARTHA = '[Game "Martha"]\n[Rules "mcneely"]\n[Deal "seed:1"]\n\na:JC^ *\n'
#: Klondike, whose places have other names; one of its words is a move that does nothing.
PACKAGE = """
from pathlib import Path
from leoni_replay.deals import DealError, standard
from leoni_replay.games import Declaration, Vocabulary
from leoni_replay.rules.numbers import NO_CARD, NOWHERE
from leoni_replay.rules.reasons import NO_REDEAL
from leoni_klondike.table import COLUMNS, Klondike
from leoni_klondike.game import KlondikeGame

WAIT = 60 << 16 | NO_CARD << 8 | NOWHERE

def cut(text):
    if not text.isdigit():
        raise DealError(f"{text} is no number of cards")
    pack = standard(1, ())
    return pack[int(text):] + pack[:int(text)] + [3] * (text == "52")

class Table(Klondike):
    def why(self, move):
        return (0 if self.deal == 1 else NO_REDEAL) if move == WAIT else super().why(move)
    def moves(self, out):
        n = super().moves(out)
        out[n] = WAIT
        return n + (self.deal == 1)
    def perform(self, move):
        if move != WAIT:
            super().perform(move)

class Bank(KlondikeGame):
    core = Table
    vocabulary = Vocabulary({names!r}, actions={60: "wait"})
    named_by_top = tuple({names!r}[column] for column in COLUMNS)
    order = (*named_by_top, "waste", "stock")
    deal_kinds = {"cut": cut}

GAME = Declaration({name!r}, ("wikipedia",), Bank, folder=Path(__file__).parent)
"""


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "packages"
    for name, names in (("Left Bank", LEFT), ("Right Bank", RIGHT)):
        module, slug = name.lower().replace(" ", "_"), name.lower().replace(" ", "-")
        install(folder, slug, f"{slug} = {module}:GAME")
        code = PACKAGE.replace("{names!r}", repr(names)).replace("{name!r}", repr(name))
        (folder / f"{module}.py").write_text(code, "utf-8")
        for book in ("", ".wikipedia"):
            text = (KLONDIKE / f"leoni_klondike/klondike{book}.toml").read_text("utf-8")
            text = text.replace("Klondike", name).replace("klondike", slug)
            (folder / f"{slug}{book}.toml").write_text(text, "utf-8")


def record(name: str, moves: str) -> str:
    layout = "C^: TC\nH^: KH\nD^: KD\nS^: KS\n{}: KC JC\n{}: QC\n{}: -\n{}: -\nstock: -"
    names = LEFT if name == "Left Bank" else RIGHT
    drawn = layout.format(*(names[column] for column in (1, 2, 3, 4)))
    return f'[Game "{name}"]\n[Rules "wikipedia"]\n[Deal "layout"]\n[Layout "{drawn}"]\n\n{moves}\n'


def errors(text: str) -> list[str]:
    found = leoni("verify", "-", "--format", "jsonl", stdin=text).out.splitlines()
    return [
        one["diagnostics"][0]["code"] if one["diagnostics"] else "" for one in map(json.loads, found) if "game" in one
    ]


@pytest.mark.long
def test_the_same_words_mean_other_places_side_by_side() -> None:
    rules = ("--rules", "wikipedia; KL2=none")
    texts = [leoni("sample", "--game", name, "--games", "2", *rules).out for name in ("Left Bank", "Right Bank")]
    texts.append(leoni("sample", "--game", "Martha").out)
    assert all(word in texts[0] for word in ("a:", "b:", "c5:", "14:", "wait"))
    assert all(word in texts[1] for word in ("a:", "b:", "r3c5:", "14:"))
    Path("both.moves").write_text("\n".join(texts), "utf-8")
    alone = leoni("verify", "both.moves", "--format", "jsonl")
    assert leoni("verify", "both.moves", "--format", "jsonl", "--jobs", "2") == alone
    assert alone.code == 0
    assert leoni("fmt", "-", "--short", stdin="\n".join(texts)).code == 0
    left, right = record("Left Bank", "a:JC^ b:QC^ a:KC^ won"), record("Right Bank", "b:JC^ a:QC^ b:KC^ won")
    assert errors(left + right + MARTHA) == ["", "", "S002"]


@pytest.mark.long
def test_what_is_a_word_of_a_game() -> None:
    moves = {
        "jc^ qc^ kc^ won": "",
        "{= a: KC JC} {= b 1} {= top a: JC} {= legal: a:JC^ wait} wait wait *": "",
        "{= c: KC} *": "C402",
        "b:JC^ *": "M202",
        "a:JC>b *": "M222",
        "a:JC>9 *": "M201",
        "x:JC^ *": "M201",
        "the king was stuck *": "S002",
        "exile *": "S002",
        "a *": "S002",
        "asv *": "M202",
    }
    assert errors("".join(record("Left Bank", one) for one in moves)) == list(moves.values())
    said = leoni("verify", "-", stdin=record("Left Bank", "waite *")).out
    assert "`waite` is not a move" in said and "did you mean `wait`?" in said


@pytest.mark.long
def test_a_kind_of_deal_of_its_own() -> None:
    cut = '[Game "Left Bank"]\n[Rules "wikipedia"]\n[Deal "cut:{}"]\n\n{} *\n'
    assert errors(cut.format(1, "a:AC^") + cut.format(0, "a:AC^")) == ["M202", ""]
    assert leoni("deal", "cut:3", "--game", "Left Bank").out.startswith("Left Bank, wikipedia, cut:3")
    for text, said in (("x", "x is no number"), ("52", "does not hold just the cards"), ("1]", "no number of cards")):
        assert said in leoni("verify", "-", stdin=cut.format(text, "")).out
    said = leoni("verify", "-", stdin=cut.format(1, "").replace("cut:1", "cuts:1")).out
    assert "pysol:NUMBER, cut:…" in said
    played = leoni("play", "--plain", "a.moves", "--game", "Left Bank", "--deal", "cut:0", stdin="a:AC^\nundo\nquit\n")
    assert (played.code, played.err) == (0, "")
    assert '[TakenBack "1. a:AC^"]' in Path("a.moves").read_text("utf-8")
    again = leoni("play", "--plain", "a.moves", stdin="redo\nquit\n")
    assert (again.code, again.err) == (0, "") and "1. a:AC^ *" in Path("a.moves").read_text("utf-8")


# -- what a place may be called ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ({1: "as"}, "no place can be named 'as'"),
        ({1: "jhv"}, "no place can be named 'jhv'"),
        ({1: "won"}, "no place can be named 'won'"),
        ({1: "left"}, "no place can be named 'left'"),
        ({1: "deal"}, "no place can be named 'deal'"),
        ({1: "r3"}, "no place can be named 'r3'"),
        ({1: "0"}, "no place can be named '0'"),
        ({1: "Cell"}, "no place can be named 'Cell'"),
        ({1: "a b"}, "no place can be named 'a b'"),
        ({1: "reservoir"}, "no place can be named 'reservoir'"),
        ({1: "a", 2: "a"}, "two places or actions of a game have the same name"),
        ({PLACES: "a"}, "numbered from 0 to 95"),
        ({1: "stock"}, "the word has a meaning of its own"),
    ],
)
def test_names_that_cannot_be(places: dict[int, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Vocabulary(places)


def test_groups() -> None:
    cells = Vocabulary({1: "a", 2: "b"}, {"cell": (1, 2)})
    assert cells.group_named(">cell") == ("a", "b")
    assert cells.group_named(">a") == ()
    for groups in ({"a": (1, 2)}, {"as": (1,)}, {"cell": (3,)}, {"cell": ()}, {"cell1": (1,)}):
        with pytest.raises(ValueError):
            Vocabulary({1: "a", 2: "b"}, groups)


def test_actions() -> None:
    assert Vocabulary({1: "a"}, actions={2: "wait"}).actions == {"deal", "redeal", "wait"}
    for actions in ({1: "wait"}, {2: "a"}, {2: "wait1"}, {2: "won"}, {PLACES: "wait"}):
        with pytest.raises(ValueError):
            Vocabulary({1: "a"}, actions=actions)


def test_numbers_and_words() -> None:
    left = Vocabulary(LEFT, actions={60: "wait"})
    assert [left.numbers["14"], left.numbers["c5"], NUMBERS["4"]] == [4, 3, 4]
    assert left.number_of("wait", None, None) == 60 << 16 | NO_CARD << 8 | NOWHERE
    assert str(left.command_of(1 << 16 | 3 << 8 | 4)) == "a:4C>14"
    assert pickle.loads(pickle.dumps(left)).names == left.names
    assert pickle.loads(pickle.dumps(COMMON)) is COMMON
