"""Saved games of PySolFC: what they say is in the record, and what they should not say is refused and never run."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.exchange.errors import CannotImport
from leoni_replay.exchange.pysol import from_pysol
from tests.exchange.saves import PLACES, pieces_of, played, saved

MICROSOFT, CUSTOM = 1 << 1000, 1 << 999


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_a_saved_game_is_the_same_game(protocol: int) -> None:
    game = played("pysol:12345", 3, 40)
    record, lost = from_pysol(saved(game, 12345, protocol=protocol, comment="it {went} well"))
    assert [str(move.command) for move in record.moves()] == [str(move) for move in game.moves]
    assert record.value("Deal") == "pysol:12345"
    assert record.value("Player") == "Martha Mayer"
    assert record.value("Source") == "PySolFC 3.1.0"
    assert record.epilogue[0].text == " it (went) well "
    assert lr.replay(record).verified
    assert len(lost) == 1


def _forbidden(game: Any) -> bytes:
    """A file with a move from pile 1 to pile 2, and the table to which it leads."""
    moves = [[("AMoveMove", {"ncards": 1, "from_stack_id": 5, "to_stack_id": 6})]]
    piles = [list(game.position.places[place]) if place else [] for place in PLACES]
    piles[6].append(piles[5].pop())
    return saved(game, 12345, moves=moves, piles=piles)


def test_what_the_rules_forbid_is_refused_with_the_rule() -> None:
    game = played("pysol:12345", 3, 0)
    # A card that goes where it does not fit: back is where it was, so that the table before is right.
    assert not any(move.source == "1" and move.dest == ">2" for move in game.legal())
    with pytest.raises(CannotImport, match=r"move 1, .. from 1 to 2: M222"):
        from_pysol(_forbidden(game))
    while not any(move.dest == "^" for move in game.moves):
        game.push(next((move for move in game.legal() if move.dest == "^"), game.legal()[0]))
    there = pieces_of(len(game.moves), game)[:1]
    name, fields = there[0]
    back = {**fields, "from_stack_id": fields["to_stack_id"], "to_stack_id": fields["from_stack_id"]}
    moves = [pieces_of(number, game)[:2] for number in range(1, len(game.moves) + 1)]
    with pytest.raises(CannotImport, match="M217: cards on a foundation stay there"):
        from_pysol(saved(game, 12345, moves=[*moves, [(name, back)], there]), "mcneely")


@pytest.mark.parametrize("number", [84, 907])
def test_cards_come_back_from_foundations_there(number: int) -> None:
    game = played("pysol:12345", 5, 60, "pysolfc")
    assert any(move.source == "foundation" for move in game.moves)
    record, _ = from_pysol(saved(game, 12345, changed={"game": number}))
    assert record.value("Rules") == "pysolfc" and lr.replay(record).digest == game.digest


def test_a_game_of_the_same_name() -> None:
    with pytest.raises(
        CannotImport, match="Lara's Game, which it also calls Thirteen Packs and Leoni's Own: another game"
    ):
        from_pysol(saved(played("pysol:1", 1, 3), 1, changed={"game": 37}))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"package": "PySol"}, "not a saved game"),
        ({"game": 8}, "game 8; of its games the same are known here: Martha"),
        ({"stacks": 17}, "17 stacks"),
        ({"card 5": 99}, "99 as the number"),
        ({"card 5": 0}, "each of the 52 cards once"),
        ({"card 5": "x"}, "a card is missing"),
        ({"face 5": "up"}, "face up"),
        ({"saveinfo": None}, "GameSaveInfo is missing"),
        ({"moves": {}}, "GameMoves is missing"),
        ({"end": "EOF?"}, "last word"),
        ({"end": [], "more": 1}, "last word"),
        ({"snapshots": 1 << 9000}, "bits"),
        ({"snapshots": {"x"}}, "which no saved game needs"),
        ({"snapshots": 1j}, "it asks for 'builtins.complex', which no saved game needs"),
    ],
)
def test_what_is_no_saved_game_is_refused(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(CannotImport, match=said):
        from_pysol(saved(played("pysol:1", 1, 3), 1, changed=changed))


class Bomb:
    """What runs when it is unpickled by the standard library."""

    def __init__(self, what: Any, *args: Any) -> None:
        self.made = what, args

    def __reduce__(self) -> Any:
        return self.made


def test_nothing_is_run(tmp_path: Path) -> None:
    """Whatever is hidden wherever in a file; the standard library would run all of it."""
    mark = tmp_path / "ran"
    bombs = [Bomb(Path.touch, mark), Bomb(eval, f"open({str(mark)!r}, 'w')"), Bomb(sys.exit, 1), Bomb(int, "1")]
    game = played("pysol:1", 1, 3)
    for bomb in bombs:
        for where in ("package", "random", "face 5", "gsaveinfo", "snapshots", "stats", "end"):
            for protocol in (0, 5):
                for hidden in (bomb, [bomb], {"x": (1, bomb)}):
                    try:
                        data = saved(game, 1, protocol=protocol, changed={where: hidden})
                    except (pickle.PicklingError, AttributeError):
                        continue
                    with pytest.raises(CannotImport, match="nothing in it has been run"):
                        from_pysol(data)
    assert not mark.exists()


#: Pickles that are made by hand: the largest of memories, lengths that are not there, a memory that is not kept, marks.
CRAFTED = {
    "a large memory": b"\x80\x02Nr\xff\xff\xff\x7f.",
    "a long text": b"\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\x7fx.",
    "long bytes": b"\x80\x02B\xff\xff\xff\x7fx.",
    "a long number": b"\x80\x02\x8b\xff\xff\xff\x7fx.",
    "a memory that is not kept": b"\x80\x02j\x05\x00\x00\x00.",
    "marks": b"\x80\x02" + b"(" * 1000 + b".",
    "a mark within": b"\x80\x02(\x85.",
    "nothing": b"\x80\x02.",
    "a pile of values": b"\x80\x02NN.",
    "a class by text": b"cos\nsystem\n(S'true'\ntR.",
    "an instance": b"(S'true'\nios\nsystem\n.",
    "an instance by OBJ": b"(cpysollib.move\nAMoveMove\nNo.",
    "a call in place of a name": b"cbuiltins\ngetattr\n(S'x'\ntR.",
    "a call of a call": b"\x80\x02cbuiltins\ngetattr\n)R)R.",
    "persistent": b"Pabc\n.",
    "a registered class": b"\x82\x01.",
    "a buffer": b"\x80\x05\x97.",
    "a list that is a tuple": b"\x80\x02)Na.",
    "half a pair": b"\x80\x02}(Nu.",
    "a key in a tuple in a tuple": b"\x80\x02})" + b"\x85" * 200_000 + b"Ns.",
    "a key that is a list": b"\x80\x02}]Ns.",
    "written into nothing": b"\x80\x02N}b.",
    "no instruction": b"\xff",
    "no text": b"\x80\x02X\x02\x00\x00\x00\xff\xfe.",
    "broken off": b"\x80\x04\x95\x09\x00\x00\x00\x00\x00\x00\x00\x8c\x07PyS",
    "only text": b'[Game "Martha"]',
}


@pytest.mark.parametrize("what", CRAFTED)
def test_crafted_pickles(what: str) -> None:
    with pytest.raises(CannotImport):
        from_pysol(CRAFTED[what])
