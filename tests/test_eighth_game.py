"""A game from outside the package, by one declaration: whatever the house does with a game, it does with this one."""

from __future__ import annotations

import contextlib
import json
from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

import pytest

import leoni_replay as lr
from leoni_replay.cards import CARD
from leoni_replay.deals import from_seed
from leoni_replay.games import GAMES, RulesError, add_game, make_game
from leoni_replay.games.rules import Rules
from leoni_replay.notation import command, token
from leoni_replay.record.sample import sample
from leoni_replay.rules import reasons
from leoni_replay.rules.numbers import DEAL_AGAIN, DEAL_ON, NO_CARD, NOWHERE, ON_UP, PLACES, STOCK
from leoni_replay.search.perft import perft
from leoni_replay.search.players import PLAYERS, play
from leoni_replay.search.solver import Limits, prunings_of, solve
from tests.cli.runs import leoni
from tests.eighth_game.table import ALONE, PILES, TollGate
from tests.eighth_game.telling import GAME
from tests.tables import refusal, refused, verified

NAME = GAME.name
RULES = ("inn", "inn; TG1=none; TG2=never", "inn; TG3=shuffled")
HEAD = f'[Game "{NAME}"]\n[Rules "inn"]\n'

#: The table of a game that is nearly won.
NEARLY = """
C^: TC
D^: KD
H^: KH
S^: KS
1: KC JC
2: QC
"""


@pytest.fixture(scope="module", autouse=True)
def declared() -> Iterator[None]:
    """The game is there for this module, and gone after it."""
    before = dict(GAMES)
    add_game(GAME)
    yield
    GAMES._added.pop(NAME)
    assert dict(GAMES) == before


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commands run in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sampled(rules: str, games: int = 3) -> str:
    """The text of some random games."""
    return "".join(f"{lr.dumps(transcript)}\n" for transcript in sample(NAME, rules, "eighth", games))


# -- the declaration --------------------------------------------------------------------------------------------------


def test_stands_last_in_the_table_of_games() -> None:
    assert list(GAMES)[-1] == NAME
    assert GAMES[NAME] is GAME
    assert NAME not in GAMES.keys() - {NAME}


def test_declared_again() -> None:
    add_game(GAME)
    assert list(GAMES).count(NAME) == 1
    with pytest.raises(ValueError, match=f"another game of the name {NAME}"):
        add_game(GAME._replace(order=8))
    with pytest.raises(ValueError, match="another game of the name Martha"):
        add_game(GAME._replace(name="Martha"))
    assert GAMES["Martha"].books == ("mcneely",)


def test_games_and_rules() -> None:
    run = leoni("games", tty=True, COLUMNS="100", NO_COLOR="1")
    assert run.code == 0
    row = "The Toll Gate     1      inn                  The Inn Book, page 8         10      2    0    1 in 40\n"
    assert row in run.out
    for args in (["inn"], ["inn", "--game", NAME]):
        run = leoni("rules", *args)
        assert run.code == 0
        assert run.out.startswith("The Toll Gate: inn\nThe Inn Book. ")
        assert "\nTG2=top-card  vacant pile\n" in run.out
    assert leoni("rules", "--game", NAME).out.startswith(f"The rule books of {NAME}\n\ninn  The Inn Book\n")
    rows = leoni("rules", "--diff", "inn", "inn; TG1=none").out.splitlines()
    assert [row.split() for row in rows if row.startswith("TG")] == [["TG1", "redeals", "one", "none"]]


def test_rules_that_it_does_not_have() -> None:
    assert refused("1: 2C", "*", "inn; TG9=x", NAME) == "H105"
    assert refused("1: 2C", "*", "inn; TG1=ten", NAME) == "H106"
    assert refused("1: 2C", "*", "tavern", NAME) == "H104"


# -- records ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_sampled_games_verify(rules: str) -> None:
    run = leoni("sample", "--game", NAME, "--rules", rules, "--games", "3")
    assert (run.code, run.err) == (0, "")
    checked = leoni("verify", "-", "--output-format", "jsonl", stdin=run.out)
    assert checked.code == 0
    verdicts = [json.loads(line) for line in checked.out.splitlines()]
    games = [one for one in verdicts if one.get("status")]
    assert [(one["status"], one["rules"]) for one in games] == [("verified", rules)] * 3
    for transcript, one in zip(lr.loads(run.out), games, strict=True):
        replayed = lr.replay(transcript)
        assert (replayed.verified, replayed.digest, len(replayed.steps)) == (True, one["digest"], one["moves"])


def test_verify_a_file(folder: Path) -> None:
    path = folder / "gate.moves"
    path.write_text(sampled(RULES[0]), encoding="utf-8")
    verdicts = lr.verify(path)
    assert [(one.game, one.status) for one in verdicts] == [(NAME, "verified")] * 3
    for args in (["--stats"], ["--all-rules"], ["--jobs", "2"]):
        run = leoni("verify", "gate.moves", *args)
        assert (run.code, run.err) == (0, ""), args


@pytest.mark.parametrize("rules", RULES)
def test_fmt(rules: str, folder: Path) -> None:
    text = sampled(rules, 1)
    short = leoni("fmt", "--short", "-", stdin=text)
    assert short.code == 0
    assert len(short.out) < len(text)
    assert leoni("fmt", "-", stdin=short.out).out == leoni("fmt", "-", stdin=text).out
    assert leoni("verify", "-", stdin=short.out).code == 0


def test_replay_and_deal() -> None:
    run = leoni("replay", "-", "--every", "--ascii", stdin=sampled(RULES[0], 1))
    assert (run.code, run.err) == (0, "")
    assert "deal 2 of 2" in run.out
    dealt = leoni("deal", "seed:1", "--game", NAME, "--ascii")
    assert (dealt.code, dealt.err) == (0, "")
    assert "stock: 44 cards face down" in dealt.out
    layout = leoni("deal", "seed:1", "--game", NAME, "--output-format", "layout").out
    assert layout == lr.deal("seed:1", NAME).text


@pytest.mark.share(2)
@pytest.mark.parametrize("to", ["html", "svg", "json", "markdown", "text", "csv"])
def test_convert(to: str) -> None:
    run = leoni("convert", "-", "--to", to, "-o", "-", stdin=sampled(RULES[0], 1))
    assert (run.code, run.err) == (0, "")
    assert NAME in run.out or to == "csv"
    if to == "json":
        assert [one["game"] for one in json.loads(run.out)] == [NAME]


@pytest.mark.parametrize("rules", RULES)
def test_examine(rules: str) -> None:
    run = leoni("examine", "-", "--ascii", stdin=sampled(rules, 1))
    assert (run.code, run.err) == (0, "")
    assert "legal\n  no move\n" in run.out
    (drawn,) = lr.loads(f'{HEAD}[Deal "layout"]\n[Layout "1: 2C 2C"]\n\n{{= available: 2C}} *')
    examination = lr.examine(drawn)
    assert "E501" in [finding.code for finding in examination.findings]
    assert [proof.holds for proof in examination.proofs] == [True]


# -- the game ---------------------------------------------------------------------------------------------------------


def test_a_game_that_is_won() -> None:
    assert verified(NEARLY, "1:JC^ 2:QC^ 1:KC^ won", "inn", NAME).result == "won"
    assert verified(NEARLY, "1:jc^ qc kc won", "inn", NAME).result == "won"
    assert refused(NEARLY, "jc", "inn", NAME) == "M207"
    assert refused(NEARLY, "1:JC^ 2:QC^ 1:KC^ deal", "inn", NAME) == "M214"


@pytest.mark.parametrize(
    ("written", "rules", "code"),
    [
        ("1:JC^", "inn", None),
        ("1:JC>3", "inn", None),
        ("redeal", "inn", None),
        ("2:QC^", "inn", "M203"),
        ("2:QCv", "inn", "M203"),
        ("1:KC^", "inn", "M204"),
        ("3:KC^", "inn", "M202"),
        ("4H", "inn", "M202"),
        ("5:KC^", "inn", "M201"),
        ("1:JC>2", "inn", "M222"),
        ("1:JC>QC", "inn", "M222"),
        ("2:QC>3", "inn", "M222"),
        ("1:JC>3", "inn; TG2=never", "M222"),
        ("1:JC^v", "inn", "M217"),
        ("exile:JC~KC", "inn", "M201"),
        ("deal", "inn", "M225"),
        ("exile:2C^", "inn", "M201"),
        ("redeal", "inn; TG1=none", "M216"),
        ("redeal", "inn; TG3=shuffled", "M221"),
    ],
)
def test_reasons(written: str, rules: str, code: str | None) -> None:
    replay = verified(NEARLY, "*", rules, NAME)
    assert replay.dealt
    assert refusal(replay.game, replay.position, written) == code


def test_a_reason_of_its_own() -> None:
    replay = verified(NEARLY, "*", "inn", NAME)
    assert replay.dealt
    reason = replay.game.why_not(replay.position, command("2:QC>4")[0])
    assert reason is not None and reason.clause is not None
    assert reason.message == "Q♣ lies alone in pile 2: moving it would leave another vacant pile"
    assert reason.clause.label == "inn 5"
    assert replay.position.table.why(2 << 16 | CARD["QC"] << 8 | 4) == ALONE


def test_not_lost() -> None:
    assert refused(NEARLY, "lost", "inn", NAME) == "R502"
    assert refused(NEARLY, "lost", "inn; TG3=shuffled", NAME) == "R502"
    assert verified("1: 2C 3H\n2: 4H\n3: 4C\n4: 4S", "lost", "inn; TG1=none", NAME).result == "lost"


def test_cards_that_are_not_known() -> None:
    """What holds of every game without weaving is enough to read such a record."""
    (derived,) = lr.loads(f"{HEAD}\ndeal 1:2H^ 3:2C^ deal *")
    replay = lr.replay(derived)
    assert (replay.status, replay.unknown) == ("consistent", 46)
    layout = NEARLY.replace("QC", "??").replace("JC", "??").strip()
    (masked,) = lr.loads(f'{HEAD}[Deal "layout"]\n[Layout "{layout}"]\n\n1:JC^ 2:QC^ 1:KC^ won')
    replay = lr.replay(masked)
    assert (replay.status, replay.unknown) == ("verified", None)
    assert [finding.code for finding in lr.examine(masked).findings] == ["E514"]


# -- the table --------------------------------------------------------------------------------------------------------


def dealt(rules: str, seed: str) -> TollGate:
    """The table of a deal."""
    game = make_game(NAME, rules)
    table = game.start(from_seed(seed, game.packs, game.bases)).table
    assert isinstance(table, TollGate)
    return table


def writable() -> list[int]:
    """Every move that can be written with a pile, the stock or a redeal."""
    dests = (*range(1, 6), ON_UP, ON_UP + 1, NOWHERE, PLACES)
    piles = [source << 16 | card << 8 | dest for source in range(1, 6) for card in range(52) for dest in dests]
    return [*piles, *(move | NO_CARD << 8 for move in (1 << 16, STOCK << 16)), DEAL_ON, DEAL_AGAIN]


@pytest.mark.share(2)
@pytest.mark.parametrize("rules", RULES)
def test_what_is_listed_is_what_is_legal(rules: str) -> None:
    out = array("I", bytes(4 * 4096))
    table = dealt(rules, "1884")
    for ply in range(40):
        if gathered := table.gathered():
            table.orders[table.deal + 1] = gathered
        listed = sorted(out[: table.moves(out)])
        assert listed == sorted(move for move in writable() if not table.why(move))
        if not listed:
            break
        before = table.key(), [table.cards_in(place) for place in (*PILES, STOCK)], bytes(table.size)
        table.play(listed[ply % len(listed)])
        table.unplay()
        assert (table.key(), [table.cards_in(place) for place in (*PILES, STOCK)], bytes(table.size)) == before
        table.play(listed[ply % len(listed)])


def test_perft() -> None:
    assert [perft(dealt(RULES[0], "1884"), depth) for depth in (1, 2, 5, 10)] == [1, 1, 5, 9]


def test_a_move_in_full_is_played_by_its_number() -> None:
    game = make_game(NAME)
    position = game.start(from_seed("1884", game.packs, game.bases))
    step = game.play(position, command("deal")[0])
    assert step.code == DEAL_ON
    assert token(step.move).startswith("deal+")
    assert position.table.why(DEAL_AGAIN) == reasons.STOCK_LEFT
    position.undo(step)
    assert position.table.size[STOCK] == 44


# -- what is best played ----------------------------------------------------------------------------------------------


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("rules", "prunings", "outcomes"),
    [
        ("inn; TG1=none; TG2=never", None, [("lost", 6), ("lost", 8), ("lost", 4)]),
        ("inn; TG1=none; TG2=never", (), [("lost", 147), ("lost", 240), ("lost", 56)]),
        ("inn; TG2=never", None, [("lost", 291), ("undecided", 400), ("lost", 136)]),
    ],
)
def test_its_own_plan_of_search_is_asked(
    rules: str, prunings: tuple[str, ...] | None, outcomes: list[tuple[str, int]]
) -> None:
    """Whether the rules are compiled or not, by the same way."""
    assert prunings_of(dealt(rules, "gate-1")) == ("hopeless",)
    solutions = [solve(dealt(rules, f"gate-{n}"), Limits(400, memory=1), prunings=prunings) for n in (1, 2, 3)]
    assert [(one.status, one.nodes) for one in solutions] == outcomes


def test_a_search_of_it_wins() -> None:
    position = verified(NEARLY, "*", "inn", NAME).position
    assert position is not None
    solution = solve(position.table)
    assert (solution.status, len(solution.line)) == ("won", 3)


def test_its_own_sensible_player_is_asked() -> None:
    left = {player: [play(dealt("inn", f"gate-{n}"), player, "").left for n in range(1, 5)] for player in PLAYERS[2:5]}
    assert left == {
        "greedy": [37, 34, 37, 31],
        "greedy-without-reversal": [37, 34, 37, 31],
        "sensible": [39, 36, 39, 36],
    }


def test_a_plan_holds_for_its_class_alone() -> None:
    class Other(TollGate):
        pass

    assert prunings_of(Other(dealt("inn", "1").readings)) == ()


# -- rule books that are not whole ------------------------------------------------------------------------------------


def book_in(folder: Path, points: tuple[str, str] = ("", ""), book: tuple[str, str] = ("", "")) -> None:
    """Put the files of the game into a folder, each with one thing changed."""
    for name, (old, new) in (("toll-gate.toml", points), ("toll-gate.inn.toml", book)):
        text = (GAME.folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")


POINT = '\n[[points]]\nid = "TG4"\ntitle = "toll"\n[points.readings]\npaid = "The toll is paid."\n'


@pytest.mark.parametrize(
    ("points", "book", "kind", "said"),
    [
        (("[[points]]", f"{POINT}\n[[points]]"), ("", ""), "reading", "TG4=paid: no code implements it"),
        (("never =", 'any = "Any."\nnever ='), ("", ""), "reading", "toll-gate.toml: TG2=any: no code implements it"),
        (('never = "A', '# "A'), ("", ""), "reading", "toll-gate.toml: TG2=never: the code implements it"),
        (('"TG3"', '"TG5"'), ("", ""), "reading", "toll-gate.toml: TG"),
        (("", ""), ("TG3 =", "# TG3 ="), "unsound", "toll-gate.inn.toml: readings.TG3: is missing ("),
        (
            ("", ""),
            ('reading = "one"', 'reading = "ten"'),
            "unsound",
            "toll-gate.inn.toml: readings.TG1: redeals has no reading `ten`: ",
        ),
        (("", ""), ("TG3 =", "TG4 ="), "unsound", "toll-gate.inn.toml: readings.TG4: nothing is read from this key: "),
    ],
)
def test_a_book_that_is_not_whole_is_refused(
    folder: Path, points: tuple[str, str], book: tuple[str, str], kind: str, said: str
) -> None:
    book_in(folder, points, book)
    with pytest.raises(RulesError) as caught:
        GAME._replace(folder=folder).book("inn")
    assert said in str(caught.value)
    assert caught.value.kind == kind


def test_a_book_that_is_whole(folder: Path) -> None:
    book_in(folder)
    declaration = GAME._replace(folder=folder)
    assert declaration.make(Rules(declaration.book("inn"))).rules["TG1"] == "one"


def test_a_reading_that_the_books_lack_is_refused() -> None:
    """Books are held to the code in both directions."""

    class Wider(TollGate):
        READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {**TollGate.READINGS, "TG4": ("paid",)}

    class WiderGame(GAME.game):  # type: ignore[name-defined,misc]
        core = Wider

    with pytest.raises(RulesError, match="TG4=paid: the code implements it"):
        GAME._replace(game=WiderGame).book("inn")


def test_a_table_that_was_never_made_ends_nothing() -> None:
    """Where the rules are compiled, its arrays are there all the same: nothing reaches into memory that is not."""

    class Unmade(TollGate):
        def __init__(self) -> None:
            pass

    uses = (lambda table: table.play(0), lambda table: table.unplay(), lambda table: table.relay((1, 2)))
    for use in uses:
        with contextlib.suppress(AttributeError, IndexError, NotImplementedError):
            use(Unmade())
    if not hasattr(Unmade(), "cells"):
        return
    assert Unmade().cards_in(1) == b""
