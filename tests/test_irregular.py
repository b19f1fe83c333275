"""Misplays that were played on, and positions set right by hand."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.commands import Move
from leoni_replay.exchange.replays import from_replay
from leoni_replay.games.misplays import misplay, put_right
from leoni_replay.games.refusal import Refused
from leoni_replay.notation.reader import loads
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.transcript import MoveItem, Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.record.canonical import respell
from leoni_replay.record.judge import judge
from leoni_replay.record.result import Replay
from leoni_replay.record.setup import make_setup
from leoni_replay.record.verdict import Summary, fails, verdict
from leoni_replay.show.data import as_json
from leoni_replay.show.story import make_story
from tests.cli.runs import leoni
from tests.tables import place, replayed

OWN = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n'


def played(text: str) -> Replay:
    (transcript,) = loads(text)
    return lr.replay(transcript, hints=False)


def test_a_misplay_is_named_and_played_on() -> None:
    replay = played(OWN + "1. 11:2S^ misplay 1:TD>2 {nobody noticed} 3. 11:QCv (4:3S^) 4:3S^ *")
    assert (replay.status, replay.verified, replay.irregular, replay.moves) == ("irregular", False, [2], 4)
    (warning,) = replay.diagnostics
    assert (warning.code, warning.move) == ("M229", 2)
    assert warning.message == "against the rules: cards do not move between piles: they go to the foundations"
    assert warning.clause is not None and warning.clause.label == "wikipedia 4"
    assert place(replay, "2") == "3H TC 5H 8D 9C 7C 5H TD" and place(replay, "1") == "JC QH 7C 8C 7D 7H"
    assert [move.prose for move in make_story(replay).moves][1] == "a misplay: 10♦ goes from pile 1 to pile 2"
    of_game = verdict(replay)
    assert (of_game.irregular, fails(of_game, False), fails(of_game, True)) == (1, False, True)
    summary = Summary()
    summary.add(of_game)
    assert (summary.verified, summary.irregular, summary.games) == (0, 1, 1)
    assert summary.text() == "1 game irregular (unfinished), 1 warning"


@pytest.mark.parametrize(
    ("reading", "move", "expected"),
    [
        ("run", "1:5H>2", "9C 5H 4S"),
        ("run", "1:5H>talon", "6H 3S 5H 4S"),
        ("run", "talon:6H>2", "9C 6H"),
        ("one-card", "1:5H>2", "9C 5H"),
        ("one-card", "talon:6H>2", "9C 6H"),
    ],
)
def test_cards_of_a_pile_go_along_where_they_do_in_a_marriage(reading: str, move: str, expected: str) -> None:
    layout = "1: 5H 4S\n2: 9C\ntalon: 6H 3S"
    replay = replayed(layout, f"misplay {move}", f"dick-1898; AN3={reading}", "Anna")
    assert replay.status == "irregular" and place(replay, move.partition(">")[2]) == expected


def test_a_game_in_play_takes_both() -> None:
    game = lr.new("Leoni's Own", rules="wikipedia", deal="seed:1884")
    game.push("misplay 1:TD>2")
    game.push("set {1: JC QH 7C 8C 7D 7H TD  2: 3H TC 5H 8D 9C 7C 5H}")
    assert lr.replay(game.record()).irregular == [1, 2]
    with pytest.raises(ValueError, match="not a setting"):
        game.push("set {1:}")


def test_a_weave_against_the_rules_is_one_game_with_and_without_a_stalemate_sign() -> None:
    before = OWN + "1. 11:2S^ 11:QCv 4:3S^ 13:JCv exile:QSv misplay exile:JD~5S~4H"
    plain, marked = played(f"{before} *"), played(f"{before}# *")
    assert plain.record_digest == marked.record_digest is not None
    assert (
        dumps(respell(plain))
        == dumps(respell(marked))
        == dumps(respell(plain, short=True)).replace("11:2S QC 3S JC exile:QS", "11:2S^ 11:QCv 4:3S^ 13:JCv exile:QSv")
    )


def test_no_rule_book_calls_a_misplay_legal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.moves").write_text(OWN + "1. 11:2S^ misplay 1:TD>2 *\n", encoding="utf-8")
    run = leoni("verify", "--all-rules", "--format", "jsonl", "a.moves")
    own = json.loads(run.out)
    assert (run.code, own["legal"], own["books"]["wikipedia"]) == (
        *(0, False, {"legal": False, "irregular": 1, "refused": None, "readings": {}}),
    )
    assert "irregular" in leoni("verify", "--all-rules", "a.moves").out


def test_a_correction_does_not_call_a_misplay_legal() -> None:
    (*_, error) = judge(RawGame(OWN + "1. misplay 1:TD>2 11:2S^ 11:QCv 4:3Sv *\n", 1, 1, "")).diagnostics
    assert [fix.message for fix in error.fixes] == [
        "everything but the misplays and settings is legal with 4:3S^ instead of 4:3Sv as move 4"
    ]


def test_a_lost_game_after_more_redeals_than_there_are() -> None:
    error = played(OWN + "misplay redeal " * 8 + "lost").error
    assert error is not None and error.code == "R502" and "redeal" not in error.message


NAMES = ["Leoni's Own", "Weaver's", "Labyrinth", "Martha", "Anna", "The Reversal", "The Japanese Rug"]


@pytest.mark.share(2)
@pytest.mark.parametrize("count", [1, pytest.param(290, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_done_can_be_undone_and_written(name: str, count: int) -> None:
    """Random games with random misplays and settings: cards are conserved, every step can be taken back and made
    again, and however the record is written, it is read as the same game."""
    chance = random.Random(name)
    kinds: Counter[str] = Counter()
    for number in range(count):
        text, digest, irregular = _record(name, number, chance, kinds)
        replay = played(text)
        assert (replay.accepted, replay.irregular, replay.digest) == (True, irregular, digest), text
        assert judge(RawGame(text, 1, 1, ""), hints=False) == verdict(replay)
        assert dumps(respell(replay)) == text
        of_json, _ = from_replay(json.loads(json.dumps(as_json(make_story(replay)))))
        for again in (dumps(respell(replay, short=True)), dumps(of_json)):
            other = played(again)
            assert (other.status, other.irregular, other.digest, other.record_digest) == (
                *(replay.status, replay.irregular, replay.digest, replay.record_digest),
            ), again
        if number == 0:
            assert replay.html() and replay.at(0).table.plies == 0
    assert kinds["refused"] and (kinds["misplay"] or count == 1)


def _record(name: str, number: int, chance: random.Random, kinds: Counter[str]) -> tuple[str, str, list[int]]:
    """A random record, with the digest of its last position and the numbers of its misplays and settings."""
    tags = [(tag.name, tag.value) for tag in lr.new(name, f"seed:{number}").record("*").tags]
    setup = make_setup(Transcript.build(tags))
    assert setup.position is not None
    game, position = setup.game, setup.position
    table = position.table
    items = []
    for _ in range(30):
        command = _anything(game.places, position.places, chance) if chance.random() < 0.4 else None
        if command is None:
            if not (legal := position.legal_moves()):
                break
            step = position.play_command(chance.choice(legal))
        else:
            before = position.text, table.registers(), table.key(), bytes(table.want), _cards(position.places)
            try:
                made = put_right(position, command) if command.how == "set" else None
                step = made or misplay(position, command)[0]
            except Refused:
                kinds["refused"] += 1
                assert position.text == before[0] and table.key() == before[2]
                continue
            kinds[command.how] += 1
            after = position.text, table.key()
            table.unplay()
            undone = position.text, table.registers(), table.key(), bytes(table.want), _cards(position.places)
            assert undone == before
            position.redo(step)
            assert (position.text, table.key()) == after
            assert command.how == "set" or _cards(position.places) == before[4]
        items.append(MoveItem(step.move))
    irregular = [at for at, item in enumerate(items, 1) if item.command.how]
    return dumps(Transcript.build(tags, items)), position.digest, irregular


def _cards(places: object) -> Counter[int]:
    return Counter(card & 63 for pile in places.values() for card in pile)  # type: ignore[attr-defined]


def _anything(names: object, places: object, chance: random.Random) -> Move | None:
    """A misplay, mostly one that cannot be; or a setting that moves a card."""
    full = [name for name, pile in places.items() if pile and name[0] in "123456789redt"]  # type: ignore[attr-defined]
    if not full:
        return None
    source = chance.choice(full)
    card = chance.choice(places[source]) & 63  # type: ignore[index]
    there = [name for name in names if name[0] in "123456789rdt"]  # type: ignore[attr-defined]
    dest = chance.choice(there)
    if chance.random() < 0.2 and source != dest and source[0] != "r" and dest[0] != "r":
        left = list(places[source])  # type: ignore[index]
        left.remove(next(one for one in left if one & 63 == card))
        return Move(how="set", placed=((source, tuple(left)), (dest, (*places[dest], card))))  # type: ignore[index]
    if source == "exile":
        path = chance.choice(((), (card,), tuple([chance.randrange(52) for _ in range(2)])))
        return Move(source, card, "~", path, how="misplay")
    return Move(source, card, chance.choice(("^", "v", f">{dest}", f">{dest}")), how="misplay")
