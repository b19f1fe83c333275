"""The board in JSON, and the server: what is asked, what is told, and who is not answered."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import urllib.request
from collections import Counter
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.board.board_pages import board_page
from leoni_replay.board.checking import BadRequest, Checks, examples
from leoni_replay.board.http_server import PORT
from leoni_replay.board.offers import offers
from leoni_replay.board.protocol import Board
from leoni_replay.cards import read
from leoni_replay.games import GAMES
from leoni_replay.games.sheet import guide, winnable
from leoni_replay.play import advice
from leoni_replay.play.desk import NO_DEAL, Desk
from leoni_replay.play.game_file import GameFile, resume
from leoni_replay.play.new_game import deal_tags, layout_tags
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.session import Session
from leoni_replay.search.solver import Limits
from leoni_replay.site.engine import Engine
from tests.play.boards import Page, board_for, board_of, sent, served, study_of
from tests.play.games import Dealer, TypingDesk, main_line, sampled, typed
from tests.play.random_board import piles_after

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"


@pytest.mark.long
@pytest.mark.parametrize("name", [*GAMES, "The Reversal, shuffled"])
def test_a_page_that_knows_no_rules_has_the_table_of_the_game(name: str, tmp_path: Path) -> None:
    """Whatever is played, taken back and played again: its cards lie as those of the engine."""
    name, _, shuffled = name.partition(", ")
    board = board_for(name, tmp_path / "game.moves", f"dick-1898; RV4={shuffled}" if shuffled else None)
    page, draw = Page(board), random.Random(name)
    table, steps = page.now["table"], list(page.now["steps"])
    for _ in range(170 if shuffled else 50):
        legal = page.now["legal"]
        if not legal and not steps:
            break
        undone = not legal or draw.random() < 0.15
        reply = page.ask(draw.choice(["undo", "undo", "redo"])) if undone else page.play(draw.choice(legal)["move"])
        if reply["asked"]:
            reply = page.play(reply["asked"][0]["move"])
        steps[reply["kept"] :] = reply["steps"]
        play = board.desk.session.game_in_play
        assert piles_after(table, steps) == [list(pile) for pile in play.position.places.values()]
        assert [step["move"] for step in steps] == [str(move) for move in play.moves]
        # A page that is opened now shows the same.
        fresh = board.answer({"do": "start"})
        assert json.loads(json.dumps(fresh["steps"])) == json.loads(json.dumps(steps))
        # Every card is in a zone of the table that is drawn now.
        zones = next(part["zones"] for part in [*reversed(steps), table] if "zones" in part)
        drawn = {place for zone in zones for place in zone["places"]}
        assert drawn >= {place for place, pile in enumerate(piles_after(table, steps)) if pile}
    (verdict,) = lr.verify(tmp_path / "game.moves")
    assert verdict.digest == play.digest


@pytest.mark.share(1)
@pytest.mark.parametrize(("name", "rules"), [(one["name"], book) for one in offers() for book, _ in one["books"]])
def test_a_legal_move_says_where_its_card_lies_and_goes(name: str, rules: str, tmp_path: Path) -> None:
    board = board_for(name, tmp_path / "game.moves", rules, open=True)
    page, draw = Page(board), random.Random(name)
    for _ in range(40):
        if not page.now["legal"]:
            break
        chosen = draw.choice(page.now["legal"])
        place, at = chosen["from"] or [0, 0]
        lying = [*board.desk.session.game_in_play.position.places.values()][place]
        move = board.desk.session.parse_command(chosen["move"])[0]
        if chosen["from"] and move.card is not None and lying:
            assert lying[at] & ~64 == move.card
        reply = page.play(chosen["move"])
        step = reply["steps"][0]
        assert [change for change in step["changes"] if "to" in change] == chosen["changes"]
        if chosen["to"] is not None:
            assert any(change["to"][0] == chosen["to"] for change in chosen["changes"])


def test_a_refusal_says_the_rule_and_its_source(tmp_path: Path) -> None:
    page = Page(board_for("Leoni's Own", tmp_path / "game.moves", "wikipedia"))
    names = list(page.board.desk.session.game_in_play.position.places)
    for source, dest, code in (("7", "D^", "M203"), ("7", None, "M203"), ("7", "4", "M220")):
        to = None if dest is None else names.index(dest)
        said = page.ask("why", **{"from": [names.index(source), 6], "to": to})["said"]
        assert said[0].startswith(f"not legal [{code}"), said
        assert any(line.startswith("  rule: wikipedia") and "Wikipedia" in line for line in said), said
    # The page says it in a player's words; the book, its number and the code stand apart.
    refused = page.ask("why", **{"from": [names.index("7"), 6], "to": names.index("D^")})["refused"]
    assert refused["rule"]["source"].startswith('From Wikipedia, "Leoni\'s Own", Rules') and refused["code"] == "M203"
    words = f"{refused['text']} {refused['exact']} {refused['rule']['source']}"
    assert not re.search(r"\[M\d|wikipedia \d|; leoni", words)
    # A card that can be played, but on the foundation of its suit.
    at = len(page.board.desk.session.visible_position.places["11"]) - 1
    reply = page.ask("why", **{"from": [names.index("11"), at], "to": names.index("C^")})
    assert reply["refused"]["text"] == "2♠ goes on spades ▲, not on clubs."
    # A card that lies under others, and one that nobody sees.
    covered = page.ask("why", **{"from": [names.index("7"), 0], "to": None})["said"]
    assert "only the top card can be played" in covered[0]
    exile = page.ask("why", **{"from": [names.index("exile"), 0], "to": None})["said"]
    assert exile[0].startswith("not legal [M205]: an exile is turned up only at a standstill")
    assert page.now["kept"] == 0 and not page.now["steps"]


def test_a_refused_move_can_be_recorded_all_the_same_on_a_real_table(tmp_path: Path) -> None:
    dealt = board_for("Leoni's Own", tmp_path / "game.moves", "wikipedia")
    layout = dealt.desk.session.game_in_play.position.text
    tags = layout_tags("Leoni's Own", "wikipedia", layout)
    board = Board(TypingDesk(Session(tags), GameFile(tmp_path / "real.moves")))
    names = list(board.desk.session.game_in_play.position.places)
    pile = board.desk.session.game_in_play.position.places["7"]
    drag = {"from": [names.index("7"), len(pile) - 1], "to": names.index("8")}
    # Cards that the program deals can't have been played against the rules.
    refused = Page(dealt).ask("why", **drag)
    assert refused["refused"] and not refused["misplay"] and not refused["setting"]
    page = Page(board)
    reply = page.ask("why", **drag)
    assert reply["misplay"].startswith("misplay 7:") and reply["misplay"].endswith(">8")
    after = page.play(reply["misplay"])
    assert after["steps"][-1]["prose"].startswith("a misplay: ") and not after["misplay"]
    assert lr.replay(board.desk.session.transcript()).status == "irregular"


@pytest.mark.share(2)
@pytest.mark.parametrize("share", [10, pytest.param(0, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_every_pair_of_places_gets_an_answer(name: str, share: int, tmp_path: Path) -> None:
    page, draw = Page(board_for(name, tmp_path / "game.moves")), random.Random(name)
    for _ in range(1 if share else 3):
        piles = list(page.board.desk.session.visible_position.places.values())
        places = range(len(piles))
        pairs = [(at, to) for at in places for to in (None, *places)]
        for source, to in draw.sample(pairs, share) if share else pairs:
            at = draw.randrange(max(len(piles[source]), 1))
            reply = page.ask("why", **{"from": [source, at], "to": to})
            assert json.loads(json.dumps(reply))["said"] and not reply["steps"]
            assert not reply["said"][0].endswith(" is legal"), reply["said"]
        for _ in range(5):
            if page.now["legal"]:
                page.play(draw.choice(page.now["legal"])["move"])


def test_a_claim_is_proved_where_it_is_typed(tmp_path: Path) -> None:
    """As far as the player sees the cards; one that is true is written down, and is there when the game goes on."""
    path = tmp_path / "game.moves"
    page = Page(board_for("Leoni's Own", path, "wikipedia"))
    page.play("11:2S^")
    for text, said in [
        ("{= top 11: QC}", "true: top 11: QC"),
        ("{= top 4: 5C}", "false: top 4: 5C: the top card of pile 4 is 3♠"),
        ("{= standstill}", "false: standstill: it is not a standstill: 3♠ in pile 4 and Q♣ in pile 11 can be played"),
        ("{= exile: 5C}", "undecided: exile: 5C: it depends on cards you cannot see"),
        ("{= digest 905fddf640080ce5}", "undecided: digest 905fddf640080ce5: it depends on cards you cannot see"),
        ("{= top 40: QC}", "`{= top 40: QC}`: not a claim, from character 5 on"),
    ]:
        assert page.ask("enter", text=text)["said"][0] == said
    assert path.read_text(encoding="utf-8").endswith("1. 11:2S^ {= top 11: QC} *\n")
    (verdict,) = lr.verify(path)
    assert verdict.status == "verified" and lr.dumps(resume(path)[0].transcript()) == path.read_text(encoding="utf-8")


def test_records_are_checked_over_the_server(tmp_path: Path) -> None:
    """The same requests as inside a page, with the same replies, without a game and a version."""
    board = board_for("Labyrinth", tmp_path / "game.moves")
    good = (TRANSCRIPTS / "games/1884.moves").read_text(encoding="utf-8")
    wrong = good.replace("11:2S^ 11:QCv", "11:QCv", 1)
    assert wrong != good
    requests = [
        {"do": "check", "text": f"{wrong}\n{good}", "name": "a.moves"},
        *({"do": "verdict", "check": 1, "number": number, "width": 80} for number in (1, 2)),
        {"do": "correct", "check": 1, "number": 1, "correction": 0},
        {"do": "replay", "check": 1, "number": 2},
        {"do": "verdict", "check": 1, "number": 3, "width": 80},
    ]
    engine = Engine(tmp_path)
    with served(board) as server:
        answers = [sent(server, body=request) for request in requests]
    replies = [json.loads(reply) for _, reply in answers]
    assert replies == [json.loads(engine.answer(json.dumps(request))) for request in requests]
    assert [status for status, _ in answers] == [200] * 5 + [400]
    assert [reply["status"] for reply in replies[1:3]] == ["rejected", "verified"]
    assert replies[3]["text"].count("11:2S^ 11:QCv") == 2 and board.desk.session.move_number == 0


def test_two_tabs_check_texts_of_their_own(tmp_path: Path) -> None:
    """Each gets the answers about its own text; one that is not known any more has to be checked again."""
    board = board_for("Labyrinth", tmp_path / "game.moves")
    texts = [lr.dumps(lr.new(game, "seed:1").record()) for game in ("Martha", "Anna")]
    replies = [board.answer({"do": "check", "text": text}) for text in texts]
    for reply, game in zip(replies, ("Martha", "Anna"), strict=True):
        assert board.answer({"do": "verdict", "check": reply["check"], "number": 1, "width": 80})["game"] == game
    for _ in range(8):
        board.answer({"do": "check", "text": "nothing"})
    for check in (replies[0]["check"], None, 99):
        with pytest.raises(BadRequest, match="check"):
            board.answer({"do": "verdict", "check": check, "number": 1, "width": 80})


def test_undo_redo_hint_back_and_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.moves"
    page = Page(board_for("Labyrinth", path))
    for move in ("deal", "2C", "2S"):
        assert len(page.play(move)["steps"]) == 1
    assert page.ask("hint")["said"] == ["Try this: 3♣ from row 2, column 8 to the foundation. It is the only move."]
    assert page.ask("undo")["kept"] == 2 and page.now["redo"]
    hint = page.ask("hint")
    assert hint["hint"] and hint["said"][0].startswith("This deal cannot be won")
    assert page.ask("redo")["steps"][0]["move"] == "r2c7:2S^" and not page.now["redo"]
    assert page.ask("back", to=1)["kept"] == 1
    record = page.ask("record")["record"]
    assert record == path.read_text(encoding="utf-8") and main_line(record) == ["deal+QD,QC,9S,2C,6D,KS,2S,3C"]
    # Another game begins in a file of its own.
    reply = page.ask("begin", name="Martha", rules=None, deal="seed:1")
    assert reply["name"] == "Martha" and Path(reply["path"]) != path and Path(reply["path"]).exists()
    for deal in ("banana", "xx:1", "pysol:x", "seed:", "pack"):
        assert page.ask("begin", name="Martha", rules=None, deal=deal)["said"] == [NO_DEAL.format(deal)]
    assert page.ask("begin", name="Patience", rules=None, deal=None)["said"][0].startswith("there is no game")
    # The first one is offered, and goes on; what is no game of this folder is not opened.
    assert [(game["path"], game["moves"]) for game in reply["going"]] == [("game.moves", 1)]
    assert page.ask("open", path="../game.moves")["said"] == ["no unfinished game is in ../game.moves"]
    empty, reply = Path(reply["path"]), page.ask("open", path="game.moves")
    assert reply["name"] == "Labyrinth" and len(reply["steps"]) == 1 and reply["redo"] and not empty.exists()
    assert path.read_text(encoding="utf-8") == record
    over = page.ask("quit")
    assert over["over"] and over["saved"]


def test_a_game_is_conceded_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.moves"
    page = Page(board_for("Labyrinth", path))
    page.play("deal")
    said = page.ask("concede")["said"]
    assert said[0].startswith("Conceded: ") and "moves are still legal" in said[0], said
    assert page.now["result"] == "conceded" and page.now["legal"] and path.read_text("utf-8").endswith(" conceded\n")
    refused = page.ask("why", **{"from": [0, 0], "to": None})["refused"]
    assert page.ask("concede")["said"][0] == "the game is conceded already" and resume(path)[0].result == "conceded"
    assert refused["text"] == "You have given up: Undo goes on with the game."
    assert page.ask("undo")["said"][0] == "the game goes on" and page.now["result"] == "*"
    assert path.read_text(encoding="utf-8").endswith(" *\n")
    page.ask("concede")
    page.play(page.now["legal"][0]["move"])
    assert page.now["result"] == "*" and path.read_text(encoding="utf-8").endswith(" *\n")


def test_a_game_that_was_won_stays_whatever_is_undone_later(tmp_path: Path) -> None:
    """The game goes on in a file of its own; where the same moves win it again, there is one file again."""
    (won,) = lr.load(TRANSCRIPTS / "games/labyrinth-won.moves")
    path = tmp_path / "game.moves"
    page = Page(board_of(won, path))
    page.ask("follow", moves=[str(step.move) for step in lr.replay(won).steps])
    record = path.read_text(encoding="utf-8")
    assert page.now["result"] == "won" and '[Result "won"]' in record
    for _ in range(2):
        assert page.ask("undo")["path"] == str(tmp_path / "game-2.moves")
        assert page.ask("redo")["path"] == str(path)
        assert [file.name for file in tmp_path.iterdir()] == ["game.moves"]
    for request in ({"do": "undo"}, {"do": "back", "to": 3}):
        page = Page(Board(Desk(*resume(path)[:2])))
        reply = page.ask(**request)
        assert reply["result"] == "*" and reply["saved"] and reply["path"] != str(path)
        assert path.read_text(encoding="utf-8") == record


def test_a_hint_names_a_move_that_wins(tmp_path: Path) -> None:
    (won,) = lr.load(TRANSCRIPTS / "games/labyrinth-won.moves")
    page = Page(board_of(won, tmp_path / "game.moves"))
    page.ask("follow", moves=[str(step.move) for step in lr.replay(won).steps][:-9])
    hint = page.ask("hint")
    assert hint["hint"] in [legal["move"] for legal in hint["legal"]] and hint["said"][0].startswith("Try this: ")
    # What the move is good for stands before what the computer knows.
    assert re.match(r"Then .* fits? a foundation\.", hint["said"][1])
    assert hint["said"][-1].startswith("The game can be won from here, in ")


def test_a_review_begins_where_a_hint_has_found_a_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (won,) = lr.load(TRANSCRIPTS / "games/martha-won.moves")
    moves = [str(step.move) for step in lr.replay(won).steps]
    page = Page(board_of(won, tmp_path / "game.moves"))
    page.ask("follow", moves=moves[:-9])
    page.ask("hint")
    page.play(page.now["legal"][0]["move"])
    page.ask("concede")
    known: list[dict[int, int]] = []
    monkeypatch.setattr(advice.Review, "run", lambda self, progress, *, winnable: known.append(winnable))
    page.ask("review")
    assert known[0][len(moves) - 9] == advice.HINT_NODES


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_what_is_tried_in_a_replay_is_a_variation_of_its_record(name: str, tmp_path: Path) -> None:
    """The game stays as it was recorded, whatever is tried, and its file until somebody saves it."""
    record, path = sampled(name), tmp_path / "game.moves"
    board = study_of(record, path)
    before, page = path.read_text(encoding="utf-8"), Page(board)
    game = lr.replay(record)
    moves = [str(step.move) for step in game.steps]
    at = 0
    while len(page.ask("follow", moves=moves[:at])["legal"]) < 2 or board.desk.session.move_number != at:
        at += 1
    tried = next(legal["move"] for legal in page.now["legal"] if not moves[at].startswith(legal["move"]))
    assert page.play(tried)["kept"] == at and not page.now["keeps"]
    assert page.ask("undo")["redo"] and str(page.ask("redo")["steps"][0]["move"]).startswith(tried)
    assert path.read_text(encoding="utf-8") == before
    assert "tap Undo to go back in it" in " ".join(page.ask("new")["said"])
    # Back in the game, and into the variation once more.
    varied = [str(step.move) for step in board.desk.session.game_in_play.steps]
    assert page.ask("follow", moves=moves)["kept"] == at and page.now["result"] == game.result
    assert page.ask("follow", moves=varied)["kept"] == at and len(page.now["steps"]) == 1
    assert page.ask("follow", moves=["9:KS"])["said"][0].startswith("not played [M20")
    assert page.ask("keep")["keeps"] and page.now["saved"]
    (verdict,) = lr.verify(path)
    assert (verdict.status, verdict.digest, verdict.moves) == ("verified", game.digest, len(moves))
    assert f"({varied[at]}" in re.sub(r"\(\d+\. ", "(", path.read_text(encoding="utf-8"))


def test_a_variation_from_which_somebody_plays_on_becomes_the_game(tmp_path: Path) -> None:
    board, path = board_for("Leoni's Own", tmp_path / "game.moves"), tmp_path / "game.moves"
    page = Page(board)
    for move in ("11:2S^", "11:QCv"):
        page.play(move)
    page.ask("back", to=0)
    page.play("6:2S^")
    page.ask("follow", moves=["11:2S^"])
    text = path.read_text(encoding="utf-8")
    assert "1. 11:2S^ (6:2S^) *" in text and '[TakenBack "1. 11:QCv"]' in text
    assert resume(path)[0].move_number == 1 and page.ask("redo")["steps"][0]["move"] == "11:QCv"


@pytest.mark.parametrize(
    "request_",
    [
        {},
        *({"do": do} for do in ("sing", ["play"], "play", "follow")),
        {"do": "play", "move": 7},
        *({"do": "enter", "text": text} for text in ("x" * 3000, "a\nb")),
        *({"do": "why", **more} for more in ({"from": [99, 0]}, {"from": "4"}, {"from": [0, 0], "to": 99})),
        *({"do": "back", "to": to} for to in (5, "0")),
        {"do": "follow", "moves": [7]},
        {"do": "check", "text": "\ud800"},
    ],
)
def test_what_is_no_request_changes_nothing(request_: dict[str, Any], tmp_path: Path) -> None:
    board = board_for("Labyrinth", tmp_path / "game.moves")
    now = board.answer({"do": "start"})
    with pytest.raises(BadRequest):
        board.answer(request_ | {"game": now["game"], "version": now["version"]})
    if request_.get("do") not in ("play", "enter", "why", "back", "follow"):
        # What is not known is refused to a page that is behind as well.
        with pytest.raises(BadRequest):
            board.answer(request_ | {"game": now["game"], "version": -1})
    assert board.answer({"do": "start"})["version"] == now["version"]


# -- the server -------------------------------------------------------------------------------------------------------


def test_a_hostile_page_is_refused(tmp_path: Path) -> None:
    """The wrong token, origin or host (a name of theirs that points here): nothing is told or done."""
    board = board_for("Labyrinth", tmp_path / "game.moves")
    with served(board) as server:
        assert server.server_address[0] == "127.0.0.1"
        assert sent(server)[0] == 200 and sent(server, "GET")[0] == 200
        play = {"do": "enter", "text": "deal", "game": 1, "version": board.desk.session.version}
        port = server.server_port
        for status, changes in [
            (404, {"path": "/"}),
            (404, {"path": "/wrong/"}),
            (404, {"path": server.path[:-2] + "/"}),
            (404, {"path": server.path + "?x"}),
            (403, {"Origin": "http://evil.example"}),
            (403, {"Origin": "null"}),
            (403, {"Origin": None}),
            (403, {"Origin": f"http://localhost:{port}"}),
            (403, {"Origin": "http://127.0.0.1"}),
            (403, {"Host": "evil.example"}),
            (403, {"Host": f"evil.example:{port}"}),
            (403, {"Host": f"localhost:{port}"}),
            (403, {"Host": None}),
            (415, {"Content_Type": "text/plain"}),
            (415, {"Content_Type": None}),
            (411, {"Content_Length": "x"}),
            (413, {"Content_Length": "999999999999"}),
            (413, {"Content_Length": "30000000"}),
            (400, {"body": b"{"}),
            (400, {"body": b"[" * 19_000}),
            (400, {"body": []}),
        ]:
            answer = sent(server, **({"body": play} | changes))  # type: ignore[arg-type]
            assert answer[0] == status, changes
            assert b"seed" not in answer[1]
        for changes in ({"Host": f"evil.example:{port}"}, {"path": "/"}):
            assert sent(server, "GET", **changes)[0] in (403, 404)
        # Other methods are told no more than those.
        for method in ("HEAD", "PUT", "OPTIONS", "DELETE", "SING"):
            assert sent(server, method) == (405, b"" if method == "HEAD" else b"405 Method Not Allowed\n")
            assert sent(server, method, path="/wrong/")[0] == 404
            assert sent(server, method, Host=f"evil.example:{port}")[0] == 403
        connection = HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("OPTIONS", server.path, headers={"Host": server.host})
        reply = connection.getresponse()
        assert reply.headers["X-Frame-Options"] == "DENY" and reply.headers["Allow"] == "GET, POST"
        connection.close()
        assert board.desk.session.move_number == 0
        assert sent(server, body=play)[0] == 200 and board.desk.session.move_number == 1


def test_the_page_may_load_nothing_and_be_in_no_frame(tmp_path: Path) -> None:
    board = board_for("Labyrinth", tmp_path / "game.moves")
    with served(board) as server:
        with urllib.request.urlopen(server.address) as reply:
            policy, html = reply.headers["Content-Security-Policy"], reply.read().decode()
            assert reply.headers["Referrer-Policy"] == "no-referrer" and reply.headers["Cache-Control"] == "no-store"
        assert "unsafe" not in policy and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert not re.search(r"https?://(?!www\.w3\.org)", html)
        # The token is in the address alone.
        assert server.path.strip("/") not in html
    tokens = set()
    for _ in range(3):
        with served(board) as server:
            tokens.add(server.path)
            assert len(server.path) > 30
    assert len(tokens) == 3


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="a process is interrupted in another way there")
def test_leoni_play_web(tmp_path: Path) -> None:
    options = ["--no-browser", "--game", "Labyrinth", "--deal", "seed:1884"]
    command = [sys.executable, "-m", "leoni_replay", "play", "--web", *options, "w.moves"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=tmp_path, **pipes) as process:
        assert process.stdout is not None and process.stderr is not None
        address = ""
        for line in process.stdout:
            if line.startswith("board: "):
                address = line.split()[1]
                break
        origin = address.rpartition("/")[0].rpartition("/")[0]

        def ask(**request: Any) -> dict[str, Any]:
            headers = {"Content-Type": "application/json", "Origin": origin}
            asked = urllib.request.Request(address, json.dumps(request).encode(), headers)
            with urllib.request.urlopen(asked) as reply:
                answer: dict[str, Any] = json.loads(reply.read())
                return answer

        now = ask(do="start")
        now = ask(do="play", move="deal", game=now["game"], version=now["version"])
        assert len(now["steps"]) == 1
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and err == "" and "to continue: leoni play w.moves" in out
    assert main_line((tmp_path / "w.moves").read_text(encoding="utf-8")) == ["deal+QD,QC,9S,2C,6D,KS,2S,3C"]


@pytest.mark.long
@pytest.mark.parametrize("name", ["Leoni's Own", "Labyrinth", "Anna"])
def test_a_real_table_on_the_board(name: str, tmp_path: Path) -> None:
    """The page asks for the cards that come to light, and shows those that were named where they always lay."""
    record = sampled(name)
    dealer = Dealer(record)
    board = board_for("Martha", tmp_path / "game.moves")
    page, words = Page(board), list(typed(record))
    table, steps = page.now["table"], page.now["steps"]
    begin = {"name": name, "rules": record.value("Rules"), "physical": True}
    reply = page.ask("begin", **begin)
    # Of some games more must be known than the cards.
    if name != "Labyrinth":
        assert not reply["wanted"] and bool(reply["answers"]) == (name == "Anna")
        assert "is not a " in page.ask("enter", text="zz")["said"][0] and page.now["question"] == reply["question"]
        reply = page.ask("enter", text=dealer.before() or "-")
    table, steps = reply["table"], reply["steps"]
    assert (page.now["name"], page.now["rules"], page.now["deal"]) == (
        name,
        record.value("Rules"),
        "layout",
    ) and not page.now["dealt"]
    while (played := board.desk.session.move_number) < min(12, len(words)):
        question = page.now["question"]
        text = dealer.answer(question, dealer.replay.at(played), played) if question else words[played]
        assert bool(question) != bool(page.now["legal"]) and bool(question) == bool(page.now["answers"])
        if question:
            # The pack to tap has what is named, and nothing that lies open.
            named = [read(word) for word in text.split()]
            assert len(named) <= page.now["wanted"] and not Counter(named) - Counter(page.now["answers"])
        reply = page.ask("enter", text=text)
        assert reply["question"] != question or board.desk.session.move_number > played, (question, text, reply["said"])
        position = board.desk.session.game_in_play.position
        table, steps = reply.get("table", table), [*steps[: reply["kept"]], *reply["steps"]]
        assert piles_after(table, steps) == [list(pile) for pile in position.places.values()]
    reply = page.ask("undo")
    assert len([*steps[: reply["kept"]], *reply["steps"]]) == played - 1


def test_a_real_table_stays_the_same_game_whatever_is_named(tmp_path: Path) -> None:
    """Its number stays, so that a page knows that it was played there; a page that has not seen a question is told."""
    layout = "C^: AC\nD^: AD\nH^: AH\nS^: AS\n1: 9H 2C\n2: 8S\n3: KS\n4: #?? QH"
    session = PhysicalSession(layout_tags("Martha", None, layout))
    board = Board(TypingDesk(session, GameFile(tmp_path / "game.moves")))
    page, other_page = Page(board), Page(board)
    number = page.now["game"]
    reply = page.play("1:2C^")
    assert reply["has_unknown_cards"] and len(reply["steps"]) == 1 and "table" not in reply
    assert page.play("4:QH>3")["question"] and other_page.ask("look")["question"]
    reply = page.ask("enter", text="5C")
    assert reply["table"] and reply["game"] == number and not reply["has_unknown_cards"]


def test_the_rest_of_the_cards_is_named_when_a_game_is_over(tmp_path: Path) -> None:
    layout = "C^: AC\nD^: AD\nH^: AH\nS^: AS\n1: 9H 2C\n2: 8S\n3: KS\n4: #?? QH"
    session = PhysicalSession(layout_tags("Martha", None, layout))
    page = Page(Board(TypingDesk(session, GameFile(tmp_path / "game.moves"))))
    assert page.ask("rest")["said"] == ["the game is not over: its cards are asked for as they come to light"]
    page.ask("concede")
    assert page.ask("rest")["question"].startswith("pile 4 as dealt: 1 card that nobody has seen")
    assert page.ask("undo")["said"][0] == "the other cards stay unknown" and page.now["result"] == "conceded"
    page.ask("rest")
    reply = page.ask("enter", text="5C")
    assert not reply["question"] and not reply["has_unknown_cards"] and reply["result"] == "conceded"


def test_two_boards_have_ports_of_their_own(tmp_path: Path) -> None:
    boards = [board_for("Labyrinth", tmp_path / f"{number}.moves") for number in range(2)]
    with served(boards[0]) as first, served(boards[1]) as second:
        assert first.server_port != second.server_port != PORT
        assert all(sent(server, "GET")[0] == 200 for server in (first, second))


@pytest.mark.long
@pytest.mark.parametrize("study", [False, True])
def test_a_review_is_a_page_that_leads_back_to_the_board(study: bool, tmp_path: Path) -> None:
    """The line that wins can be played from there; where a move of one is refused, nothing is done."""
    (record,), path = lr.load(TRANSCRIPTS / "games" / "martha-lost.moves"), tmp_path / "game.moves"
    board = study_of(record, path) if study else board_of(record, path)
    page = Page(board)
    moves = [str(move.command) for move in record.moves()]
    page.ask("follow", moves=moves)
    with served(board) as server:
        assert sent(server, "GET", path=f"{server.path}review")[0] == 404
        assert sent(server, "GET", path=f"{server.path}check")[0] == 200
        reply = page.ask("review")
        assert reply["reviewed"] and reply["found"][1].startswith("Instead, 5♥ from pile 6 to pile 1 wins in 87")
        status, html = sent(server, "GET", path=f"{server.path}review")
    assert status == 200 and b"from pile 3 to pile 6, threw the game away" in html
    assert f'href="{"board" if study else "./"}"'.encode() in html
    review = lr.review(record)
    line = [*moves[: review.last], *(step["move"] for step in reply["film"])]
    assert line[review.last :] == [*map(str, review.line)]
    before = (board.desk.session.move_number, lr.dumps(board.desk.session.transcript()))
    assert page.ask("follow", moves=[*line[:-1], "9:KS"])["said"][0].startswith("not played [M20")
    assert (board.desk.session.move_number, lr.dumps(board.desk.session.transcript())) == before
    assert page.ask("follow", moves=line)["result"] == "won"
    assert page.ask("begin", name="Labyrinth")["name"] == "Labyrinth" or study
    assert study or board.review("./") is None


def test_a_hint_among_the_moves_of_which_one_is_asked_for_is_one_of_them(tmp_path: Path) -> None:
    page = Page(board_for("Leoni's Own", tmp_path / "game.moves", deal="seed:26"))
    asked: list[str] = []
    for _ in range(30):
        plays = [move["move"] for move in page.now["legal"] if move["move"] != "exile"]
        reply = page.play(plays[0] if plays else "exile")
        asked = [move["move"] for move in reply["asked"]]
        if asked:
            break
    reply = page.ask("hint", among=asked)
    assert reply["hint"] in asked and any("goes on clubs" in line for line in reply["said"])
    with pytest.raises(BadRequest, match="`among`"):
        page.ask("hint", among="exile")


def test_a_hint_may_be_to_cancel_the_choice_and_says_what_comes_first(tmp_path: Path) -> None:
    page = Page(board_for("Martha", tmp_path / "game.moves", deal="seed:h2"))
    places = [move["move"] for move in page.now["legal"] if move["move"].startswith("2:8D>")]
    reply = page.ask("hint", among=places)
    assert len(places) == 2 and reply["hint"] not in places
    (words,) = reply["said"]
    proposal = "Cancel, and try this first: 2♣ from pile 3 to the foundation."
    assert words.startswith(f"{proposal} The game can be won from here")


def test_a_move_that_only_leads_back_is_not_called_the_only_one(tmp_path: Path) -> None:
    others = "\n".join(f"{pile}: {card}" for pile, card in enumerate("KD KH KC KS TD TH TC TS 3D 3H".split(), 3))
    layout = f"C^: AC\nD^: AD\nH^: AH\nS^: AS\n1: 8H\n2: 8D 7S\n{others}"
    page = Page(Board(TypingDesk(Session(layout_tags("Martha", None, layout)), GameFile(tmp_path / "game.moves"))))
    assert [move["move"] for move in page.now["legal"]] == ["2:7S>1"]
    (words,) = page.ask("hint")["said"]
    assert words.endswith("It is the only move.")
    page.play("2:7S>1")
    reply = page.ask("hint")
    assert reply["hint"] == "1:7S>2" and not any("only move" in line for line in reply["said"])


def test_a_review_says_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks meanwhile, without a game and a version, because the search goes on beside the game."""
    monkeypatch.setattr(advice, "_REPORT_PAUSE", 0.0)
    monkeypatch.setattr(advice, "REVIEW_LIMITS", Limits(seconds=1.0, memory=16))
    (record,) = lr.load(TRANSCRIPTS / "games" / "1884.moves")
    board = board_of(record, tmp_path / "game.moves")
    page = Page(board)
    page.ask("follow", moves=[str(move.command) for move in record.moves()])
    page.ask("concede")
    assert board.answer({"do": "progress"}) == {"progress": ""}
    replies = []
    board.desk.hear_progress = lambda text: replies.append(board.answer({"do": "progress"})["progress"])
    page.ask("review")
    *reports, last = replies
    assert reports and all(re.fullmatch(r"\d+ of \d+ positions (is|are) still undecided\.", text) for text in reports)
    assert last == "" and board.answer({"do": "progress"}) == {"progress": ""}


def test_a_deal_that_is_offered_as_winnable_is_won_as_dealt_in_its_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the limits of a review leave undecided, it says no less than the list of these deals."""
    monkeypatch.setattr(advice, "REVIEW_LIMITS", Limits(nodes=1, seconds=30, memory=16))
    deal = winnable("Leoni's Own")[0]
    page = Page(board_for("Leoni's Own", tmp_path / "game.moves", deal=deal))
    page.play(page.now["legal"][0]["move"])
    page.ask("concede")
    assert page.ask("review")["review"]["outlooks"][0] == "won"


def test_a_line_that_wins_plays_a_card_to_its_last_foundation_at_once() -> None:
    """The guided deal has a win in which cards go to one foundation first, and from there to the other."""
    given = guide("Leoni's Own")
    assert given is not None
    session = Session(deal_tags("Leoni's Own", None, given.deal))
    session.follow([step.move for step in given.steps])
    position, played = session.game_in_play.position.copy(), session.move_number
    session.follow([step.move for step in given.steps] + list(given.win))
    line = [step.number for step in session.game_in_play.steps[played:]]
    shorter_line = advice.without_detours(position, line)
    assert len(shorter_line) < len(line)
    for number in shorter_line:
        assert not position.table.why(number)
        position.play(number)
    assert position.won()


def test_the_example_of_a_book_is_read_without_a_warning() -> None:
    *_, book = examples()
    page = Checks().answer({"do": "read", "text": book.text, "name": "", "rest_empty": False, "top_first": False})
    assert page is not None and page["games"] == 2
    assert {part["kind"] for part in page["parts"]} == {"aside", "table", "move", "mistake"}


def test_the_list_of_keys_has_every_key_that_presses_a_button() -> None:
    html, _ = board_page([])
    pressed = set(re.findall(r'<button[^>]* aria-keyshortcuts="(.)"', html))
    listed = set(re.findall(r"<kbd[^>]*>(.)</kbd>", html[html.index('<dialog id="keys"') :]))
    assert len(pressed) == 10 and pressed <= listed
