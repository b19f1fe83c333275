"""Saved games of PySolFC: what they say is in the record, and what they should not say is refused and never run."""

from __future__ import annotations

import pickle
import random
import sys
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.exchange.pickles import values
from leoni_replay.exchange.pysol import MOST_BYTES, from_pysol
from leoni_replay.exchange.refused import NotTaken
from leoni_replay.notation import dumps
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


def test_the_number_of_a_large_deal() -> None:
    """Its generator is written down with a call of getattr, which is not called."""
    game = played("pysol:98765432109876543210", 2, 20)
    data = saved(game, 98765432109876543210)
    assert b"getattr" in data
    record, _ = from_pysol(data)
    assert record.value("Deal") == "pysol:98765432109876543210"
    assert lr.replay(record).digest == game.digest


def test_moves_that_were_taken_back_are_left_out() -> None:
    game = played("pysol:ms77", 5, 30)
    record, lost = from_pysol(saved(game, MICROSOFT | 77, undone=4))
    assert record.value("Deal") == "pysol:ms77"
    assert [str(move.command) for move in record.moves()] == [str(move) for move in game.moves[:-4]]
    assert any("(4)" in what for what in lost)


def test_a_deal_without_a_number_is_a_layout() -> None:
    """An imported board, and the number of another deal."""
    game = played("pysol:4711", 1, 10)
    for seed in (MICROSOFT | CUSTOM, 4712):
        record, _ = from_pysol(saved(game, seed))
        assert record.value("Deal") == "layout"
        replay = lr.replay(record)
        assert replay.verified and replay.digest == game.digest


def test_cards_that_are_turned_up_by_hand() -> None:
    """A player may have to click for it; the last card may wait."""
    game = played("pysol:12345", 3, 40)
    at = max(number for number in range(1, 41) if game.moves[number - 1].shown)
    while len(game.moves) > at:
        game.pop()
    pieces = [pieces_of(number, game) for number in range(1, at + 1)]
    apart = [[piece] for made in pieces for piece in made]
    card = game.steps[-1].move.shown[0]  # type: ignore[index]
    record, _ = from_pysol(saved(game, 12345, moves=apart[:-1], changed={f"face {int(card)}": False}))
    assert lr.replay(record).digest == game.digest


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
    with pytest.raises(NotTaken, match=r"move 1, .. from 1 to 2: M222"):
        from_pysol(_forbidden(game))
    while not any(move.dest == "^" for move in game.moves):
        game.push(next((move for move in game.legal() if move.dest == "^"), game.legal()[0]))
    there = pieces_of(len(game.moves), game)[:1]
    name, fields = there[0]
    back = {**fields, "from_stack_id": fields["to_stack_id"], "to_stack_id": fields["from_stack_id"]}
    moves = [pieces_of(number, game)[:2] for number in range(1, len(game.moves) + 1)]
    with pytest.raises(NotTaken, match="no rule book of Martha takes a card back from a foundation"):
        from_pysol(saved(game, 12345, moves=[*moves, [(name, back)], there]))


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
    with pytest.raises(NotTaken, match=said):
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
                    with pytest.raises(NotTaken, match="nothing in it has been run"):
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
    "a key in a tuple in a tuple": b"\x80\x02})" + b"\x85" * 500_000 + b"Ns.",
    "a key that is a list": b"\x80\x02}]Ns.",
    "written into nothing": b"\x80\x02N}b.",
    "no instruction": b"\xff",
    "no text": b"\x80\x02X\x02\x00\x00\x00\xff\xfe.",
    "broken off": b"\x80\x04\x95\x09\x00\x00\x00\x00\x00\x00\x00\x8c\x07PyS",
    "only text": b'[Game "Martha"]',
}


@pytest.mark.parametrize("what", CRAFTED)
def test_crafted_pickles(what: str) -> None:
    with pytest.raises(NotTaken):
        from_pysol(CRAFTED[what])


def test_files_that_were_damaged() -> None:
    """Broken off anywhere, or with bytes changed: a record comes out, or a refusal; nothing else."""
    data = saved(played("pysol:12345", 3, 25), 12345)
    draw = random.Random(1)
    whole = 0
    for turn in range(90):
        damaged = bytearray(data)
        if turn % 3:
            for _ in range(turn % 5 + 1):
                damaged[draw.randrange(len(data))] = draw.randrange(256)
        else:
            del damaged[draw.randrange(len(data)) :]
        try:
            record, _ = from_pysol(bytes(damaged))
        except NotTaken:
            continue
        whole += 1
        assert lr.replay(record).verified
        dumps(record)
    assert whole < 90


def test_a_list_that_is_recalled_often_is_not_walked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file can stand for a large one; its moves are counted."""
    game = played("pysol:1", 1, 1)
    move = pieces_of(1, game)[0]
    there = move[1]
    again = {**there, "from_stack_id": there["to_stack_id"], "to_stack_id": there["from_stack_id"]}
    monkeypatch.setattr("leoni_replay.exchange.pysol._MOST_MOVES", 1000)
    many = [("AMoveMove", there), ("AMoveMove", again)] * 20
    with pytest.raises(NotTaken, match="more than 1,000 moves"):
        from_pysol(saved(game, 1, moves=[many] * 60))


def test_values_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(values(pickle.dumps([1, (2, "x")], 4), ())) == [[1, (2, "x")]]
    with pytest.raises(NotTaken, match="values"):
        monkeypatch.setattr("leoni_replay.exchange.pickles._MOST_VALUES", 100)
        list(values(b"\x80\x02" + b"N" * 200 + b".", ()))
    with pytest.raises(NotTaken, match="at most"):
        from_pysol(bytes(MOST_BYTES + 1))
