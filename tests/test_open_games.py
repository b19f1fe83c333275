"""Games from outside with places of their own for foundations, and games from outside whose code is wrong: no verdict
follows from a fault, and a message says where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from leoni_klondike.game import GAME, NAMES, KlondikeGame
from leoni_klondike.table import COLUMNS, Klondike

import leoni_replay as lr
from leoni_replay.games import GAMES, Declaration, RulesError, add_game, make_game
from leoni_replay.own import RANK, STOCK, SUIT, TALON, OpenBestPlan, Position, Room, Vocabulary, Zone, reasons
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.unknown.identify_own_games import OpenNames
from tests.cli.runs import leoni
from tests.tables import place, refused, replayed, verified

Outside = Callable[..., str]


@pytest.fixture
def outside() -> Iterator[Outside]:
    """Adds a game like Klondike with other parts, for one test; returns its name."""
    added = []

    def add(table: Mapping[str, Any] | None = None, words: Mapping[str, Any] | None = None, **declared: str) -> str:
        core = type("Core", (Klondike,), {"PLAN": "", **(table or {}), "__module__": __name__})
        game = type("Words", (KlondikeGame,), {"core": core, **(words or {}), "__module__": __name__})
        added.append(Declaration("Klondike", ("wikipedia",), game, folder=GAME.folder, **declared))
        add_game(added[-1])
        return "Klondike"

    yield add
    for one in added:
        GAMES._added_games.pop(one.name)


# -- foundations that are places --------------------------------------------------------------------------------------

UP = (21, 22, 23, 24)
SUITS = ("clubs", "diamonds", "hearts", "spades")


def back_why(table: Klondike, move: int) -> int:
    """Cards go to four places by name, and come back from them."""
    source, card, dest = move >> 16, move >> 8 & 255, move & 255
    if table.won():
        return reasons.WON
    if (source in UP or dest in UP) and table.cards_in(source)[-1:] != bytes([card]):
        return reasons.NOT_AVAILABLE
    if source in UP:
        fits = dest in COLUMNS and table.size[dest] and RANK[card] + 1 == RANK[table.cards_in(dest)[-1]]
        return 0 if fits else reasons.DOES_NOT_TAKE
    if dest in UP:
        return 0 if UP[SUIT[card]] == dest and RANK[card] == table.size[dest] + 1 else reasons.MISFIT
    return reasons.NO_SUCH_MOVE if dest > 100 and source < STOCK else Klondike.why(table, move)


def back_moves(table: Klondike, out: Room) -> int:
    lying = [(place, table.cards_in(place)[-1]) for place in (*COLUMNS, *UP) if table.size[place]]
    moves = [place << 16 | card << 8 | dest for place, card in lying for dest in (*COLUMNS, *UP)]
    legal = [move for move in moves if not table.why(move)]
    for i, move in enumerate(legal):
        out[i] = move
    return len(legal)


def back_zones(game: KlondikeGame, position: Position) -> tuple[Zone, ...]:
    return game.zone(position, "foundations", SUITS, "top"), *KlondikeGame.zones(game, position)


BACK: Mapping[str, Any] = {"FOUNDATION_PLACES": UP, "why": back_why, "moves": back_moves}
BACK_WORDS: Mapping[str, Any] = {
    "vocabulary": Vocabulary(
        dict(zip(COLUMNS, NAMES, strict=True)) | dict(zip(UP, SUITS, strict=True)) | {STOCK: "stock", TALON: "waste"}
    ),
    "order": (*SUITS, *KlondikeGame.order),
    "zones": back_zones,
}
NEARLY = "".join(f"{name}: {' '.join(rank + name[0].upper() for rank in 'A23456789TJQ')}\n" for name in SUITS)
NEARLY += "1: KH\n2: KC\n3: KD\n4: KS"


def test_places_can_be_foundations(outside: Outside) -> None:
    game = outside(BACK, BACK_WORDS)
    four = "1:KH>hearts 2:KC>clubs 3:KD>diamonds 4:KS>spades"
    replay = verified(NEARLY, f"{{= left 4}} hearts:QH>2 {{= left 5}} 2:QH>hearts {four} won", "wikipedia", game)
    assert [replay.at(number).left for number in (0, 1, 2, 6)] == [4, 5, 4, 0]
    assert replay.position.won() and not replay.at(5).won()
    assert refused(NEARLY, f"{four} lost", "wikipedia", game) == "R502"
    (error,) = replayed(NEARLY, "1:KH^", "wikipedia", game).diagnostics
    assert (error.code, "names of their own, clubs, diamonds, hearts and spades" in error.message) == ("M220", True)


def test_a_game_that_counts_its_win_itself_is_not_lost_by_it(outside: Outside) -> None:
    """Its table says by ``won`` alone when it is won, and the cards that count as left are all there."""
    won = {**BACK, "FOUNDATION_PLACES": (), "won": lambda table: sum(table.size[up] for up in UP) == 52}
    game = outside(won, BACK_WORDS)
    kings = NEARLY.replace("1: KH", "1: -").replace("QH\n", "QH KH\n").replace("3: KD\n4: KS", "4: KS")
    kings = kings.replace("QD\n", "QD KD\n").replace("QS\n", "QS KS\n").replace("4: KS", "")
    assert refused(kings, "lost", "wikipedia", game) == "R502"
    assert refused(kings, "2:KC>clubs lost", "wikipedia", game) == "R502"
    verified(kings, "2:KC>clubs won", "wikipedia", game)


# -- what decides a verdict --------------------------------------------------------------------------------------------


def test_a_move_that_is_not_listed_keeps_a_game_from_being_lost(outside: Outside) -> None:
    game = outside({"moves": lambda table, out: 0})
    (error,) = replayed("1: KH\n2: QS", "lost", "wikipedia", game).diagnostics[-1:]
    assert (error.code, "is legal, though Klondike does not list it" in error.message) == ("R502", True)
    text = f'[Game "{game}"]\n[Rules "wikipedia"]\n[Deal "seed:1"]\n\nlost\n'
    (verdict,) = lr.verify_text(text)
    assert verdict.status == "rejected"


@pytest.mark.parametrize("said", [True, False])
def test_what_the_table_says_of_a_loss_is_not_enough(outside: Outside, said: bool) -> None:
    game = outside({"is_lost": lambda table: said})
    assert refused("1: KH\n2: QS", "lost", "wikipedia", game) == "R502"


# -- faults ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            {"zones": lambda game, position: (game.zone(position, "all", game.order, "heap"),)},
            "`heap` does not say how cards lie: that is top, fan, hidden or squared",
        ),
        ({"zones": lambda game, position: (game.foundation_zone(position),)}, "`zones` leaves out the place `1`"),
        ({"named_by_top": (*NAMES, "hand")}, "`named_by_top` names the place `hand`, which is not in `order`"),
        (
            {"order": (*KlondikeGame.order, "talon")},
            "`order` names the place `talon`, which the vocabulary of the game",
        ),
        ({"zones": lambda game, position: position.places["pond"]}, "has a fault in <lambda>, test_open_games.py line"),
    ],
)
def test_what_a_game_says_of_itself_is_checked(outside: Outside, words: Mapping[str, Any], said: str) -> None:
    game = outside({}, words)
    with pytest.raises(RulesError, match="Klondike") as raised:
        make_game(game)
    assert said in raised.value.message
    run = leoni("deal", "seed:1", "--game", game)
    assert (run.code, run.err.count("\n")) == (2, 1) and said in run.err


def test_a_reason_without_a_sentence(outside: Outside) -> None:
    game = outside({"why": lambda table, move: Klondike.why(table, move) and 222})
    (error,) = replayed("1: KH\n2: 9S", "2:9S>1", "wikipedia", game).diagnostics[-1:]
    assert (error.code, error.message) == ("M222", "the rules of Klondike do not allow it here")


class Pairs(OpenBestPlan):
    """Lists what is no move."""

    def candidates(self, out: Room) -> int:
        n = super().candidates(out)
        out[1] = 0
        return n + 1


class Names(OpenBestPlan):
    PRUNINGS: ClassVar[Mapping[str, Any]] = {"vacant": "moves no king"}


class Fractions(OpenBestPlan):
    def worth(self, before: int, choice: int) -> int:
        return -3


class Broken(OpenBestPlan):
    def candidates(self, out: Room) -> int:
        return {}[33]  # type: ignore[no-any-return]


PLANS = {
    Pairs: "the plan Pairs of the package tests has a fault: candidates returns",
    Names: "PRUNINGS has 'moves no king' for vacant: each name has a bit of its own, 1, 2, 4 …",
    Fractions: "worth returns -3: a worth is a whole number from 0 on",
    Broken: "Klondike of the package tests has a fault in candidates, test_open_games.py line",
}


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_that_is_wrong_says_so_and_ends_no_game(outside: Outside, plan: type, tmp_path: Path) -> None:
    game = outside({"PLAN": f"{__name__}:{plan.__name__}"})
    run = leoni("solve", "--deal", "seed:1", "--game", game)
    assert run.code == 1 and "error[X701]" in run.err and PLANS[plan] in " ".join(run.err.split())
    played = leoni("play", "--deal", "seed:1", "--game", game, str(tmp_path / "a.moves"), stdin="hint\nsafe\ndeal\n")
    assert (played.code, played.err) == (0, "") and PLANS[plan] in played.out and "deal+" in played.out


def test_a_move_that_breaks_off_changes_nothing(outside: Outside, tmp_path: Path) -> None:
    def perform(table: Klondike, move: int) -> None:
        Klondike.perform(table, move)
        table.shift(TALON, 99, STOCK, 0)

    game = outside({"perform": perform})
    run = leoni("play", "--plain", "--deal", "seed:1", "--game", game, str(tmp_path / "a.moves"), stdin="deal\nlegal\n")
    assert run.code == 0 and "has a fault in perform, test_open_games.py" in run.out
    assert "no card lies in place 81 at index 99" in run.out


def test_an_unknown_card_is_the_reason_whatever_the_table_says(outside: Outside) -> None:
    game = outside()
    for layout, moves in {"1: 6H\n2: KH ??": "1:6H>2", "1: ??\n2: KH": "1:>2"}.items():
        assert refused(f"{layout}\nstock: KC", moves, "wikipedia", game) == "M228"


def test_cards_lie_face_down_where_the_game_deals_them_so(outside: Outside) -> None:
    game = outside()
    assert place(verified("1: #2C #KH QS\nstock: KC", "*", "wikipedia", game), "1") == "#2C #KH QS"
    assert refused("1: 2C\nstock: #KC", "*", "wikipedia", game) == "D303"


@pytest.mark.parametrize(("tags", "line"), [("", 1), ('[Deal "layout"]\n[Layout "1: ??"]\n', 4)])
def test_a_game_may_need_all_cards(tags: str, line: int, outside: Outside) -> None:
    text = f'[Game "{outside(unknown="")}"]\n[Rules "wikipedia"]\n{tags}\n*\n'
    (missing,) = lr.replay(text).diagnostics
    assert missing.code == "H101" and missing.message.endswith("a record must name all its cards")
    assert missing.span.line == line


def test_a_redeal_turns_a_place_over_if_it_may_do_so_only_once(outside: Outside) -> None:
    def why(table: Klondike, move: int) -> int:
        return reasons.NO_REDEAL if move == DEAL_AGAIN and table.deal > 1 else Klondike.why(table, move)

    assert OpenNames(make_game(outside({"why": why}))).gathers == ("waste",)
