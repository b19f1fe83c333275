"""Random actions on a board: after each, the table of a page that knows no rules is that of the engine.

``python -m tests.play.random_board --seconds 600`` goes on for ten minutes.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import leoni_replay as lr
from leoni_replay.board.protocol import Board
from leoni_replay.cards import DOWN, GAP, TEXT
from leoni_replay.games import GAMES
from leoni_replay.games.places import is_foundation_name
from leoni_replay.notation.writer import dumps, token
from leoni_replay.play.game_file import GameFile, resume
from leoni_replay.play.new_game import deal_tags, layout_tags
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.session import Session
from tests.play.boards import Page
from tests.play.games import TypingDesk

#: The games, and some rules under which the cards of a redeal are shuffled.
VARIANTS = (*((name, None) for name in GAMES), ("Anna", "dick-1898; AN7=shuffled"))
#: What is typed that changes no card; some of it is refused.
NOTES = (
    "comment hi",
    "comment a}",
    "comment",
    "mark ?",
    "mark",
    "mark #",
    "{= left 3}",
    "@5:00",
    "@1:00",
    "legal",
    "1",
)


def piles_after(table: dict[str, Any], steps: list[dict[str, Any]]) -> list[list[int]]:
    """The cards by place after steps, as a page has them that knows no rules."""
    piles = [list(place["cards"]) for place in table["places"]]
    for step in steps:
        for change in step["changes"]:
            if "lay" in change:
                for place, cards in change["lay"].items():
                    piles[int(place)] = list(cards)
            elif "to" in change:
                (source, at), (dest, to) = change["from"], change["to"]
                piles[dest].insert(to, piles[source].pop(at))
            else:
                place, at = change["at"]
                piles[place][at] = change.get("card", piles[place][at] & ~DOWN)
    return piles


class RandomPage(Page):
    """A page on which somebody does whatever comes to mind.

    Args:
        board: its board.
        draw: decides what is done.
    """

    def __init__(self, board: Board, draw: random.Random) -> None:
        super().__init__(board)
        self.draw = draw
        self.table = self.now["table"]
        self.steps = list(self.now["steps"])
        #: the last requests, for whoever looks for a fault
        self.requests: list[dict[str, Any]] = []

    @property
    def session(self) -> Session:
        return self.board.desk.session

    def act(self) -> None:
        """Send a request, and compare the tables."""
        actions: list[tuple[Callable[[], dict[str, Any]], int]] = [
            (self.legal_move, 8),
            (self.back_or_forth, 4),
            (self.other_move, 3),
            (self.setting, 2),
            (self.note, 3),
            (self.moves_to_follow, 2),
            (self.reload, 1),
        ]
        (make_request,) = self.draw.choices([action for action, _ in actions], [weight for _, weight in actions])
        request = make_request()
        self.requests = [*self.requests[-7:], request]
        state, record = (self.session, self.session.version), dumps(self.session.transcript())
        reply = self.ask(**request)
        assert reply["game"] == self.now["game"]
        if state == (self.session, self.session.version) and request["do"] != "start":
            # Whatever was refused, or changes nothing, leaves everything as it was, on the page too.
            assert dumps(self.session.transcript()) == record
            assert "table" in reply or (reply["kept"], reply["steps"]) == (len(self.steps), [])
        if "table" in reply:
            self.table = reply["table"]
        self.steps[reply["kept"] :] = reply["steps"]
        self.compare()

    def compare(self) -> None:
        """Check that the page shows the game of the engine."""
        game = self.session.game_in_play
        assert [step["move"] for step in self.steps] == [token(move) for move in game.moves]
        assert piles_after(self.table, self.steps) == [list(pile) for pile in game.position.places.values()]

    def legal_move(self) -> dict[str, Any]:
        if not self.now["legal"]:
            return {"do": "undo"}
        return {"do": "play", "move": self.draw.choice(self.now["legal"])["move"]}

    def back_or_forth(self) -> dict[str, Any]:
        rare = self.draw.choice(["back", "restart", "concede", "finish", "new", "look"])
        do = self.draw.choice(["undo", "redo", "undo", "redo", rare])
        return {"do": do, "to": self.draw.randint(0, self.session.move_number)} if do == "back" else {"do": do}

    def other_move(self) -> dict[str, Any]:
        """A move of any card to any place; most of them are against the rules."""
        places = self.session.visible_position.places
        sources = [name for name, pile in places.items() if pile and not is_foundation_name(name)]
        source = self.draw.choice(sources or ["1"])
        cards = [TEXT[card] for card in places.get(source, ()) if card < 52]
        card = self.draw.choice(cards or ["2S"])
        dest = self.draw.choice(["^", "v", *(f">{name}" for name in places if not is_foundation_name(name))])
        written_source = "deal" if source in ("stock", "hand") else source
        how = self.draw.choice(["misplay ", "misplay ", "", "why "])
        return {"do": "enter", "text": f"{how}{written_source}:{card}{dest}"}

    def setting(self) -> dict[str, Any]:
        """The cards of two places, laid in another way."""
        position = self.session.game_in_play.position
        names = [name for name in position.places if not is_foundation_name(name)]
        chosen_names = self.draw.sample(names, 2)
        cards = [card for name in chosen_names for card in position.places[name] if card != GAP]
        self.draw.shuffle(cards)
        height = self.draw.randint(0, len(cards))
        texts = [" ".join(str(card) for card in pile) or "-" for pile in (cards[:height], cards[height:])]
        parts = [f"{name}: {text}" for name, text in zip(chosen_names, texts, strict=True)]
        return {"do": "enter", "text": f"set {{{'  '.join(parts)}}}"}

    def note(self) -> dict[str, Any]:
        return {"do": "enter", "text": self.draw.choice(NOTES)}

    def moves_to_follow(self) -> dict[str, Any]:
        """Moves from the deal on, the last of which may be none."""
        moves = [token(move) for move in self.session.game_in_play.moves]
        moves = moves[: self.draw.randint(0, len(moves))]
        if self.draw.random() < 0.5:
            moves.append(self.draw.choice(["1:2S^", "exile", "deal", "redeal", "sing", "r1c1:3C^"]))
        return {"do": "follow", "moves": moves}

    def reload(self) -> dict[str, Any]:
        return {"do": "start"}


def random_board(name: str, rules: str | None, seed: str, folder: Path) -> tuple[Board, random.Random]:
    """A board with a deal, played in one of several ways."""
    draw = random.Random(f"{name} {rules} {seed}")
    file = GameFile(Path(tempfile.mkdtemp(dir=folder)) / "game.moves")
    if draw.random() < 0.2:
        session: Session = PhysicalSession(layout_tags(name, rules, lr.new(name, f"seed:{seed}", rules).position.text))
    else:
        session = Session(deal_tags(name, rules, f"seed:{seed}"), flat=draw.random() < 0.2)
    return Board(TypingDesk(session, file, times=draw.random() < 0.2)), draw


def play_at_random(name: str, rules: str | None, seed: str, actions: int, folder: Path) -> RandomPage:
    """Do random actions with a deal; return the page as it is then."""
    board, draw = random_board(name, rules, seed, folder)
    page = RandomPage(board, draw)
    for _ in range(actions):
        page.act()
    check_file(board)
    return page


def check_file(board: Board) -> None:
    """Check that the file of a game has the game, and that it can go on."""
    path, game = board.desk.file.path, board.desk.session.game_in_play
    replay = lr.replay(path.read_text(encoding="utf-8"))
    assert replay.status in ("verified", "irregular", "consistent"), replay.error
    assert replay.digest == game.digest
    assert resume(path).session.game_in_play.digest == game.digest


def endless_deals(seed: str) -> Iterator[tuple[str, str | None, str]]:
    """Games with their rules and the texts of their deals, without end."""
    number = 0
    while True:
        for name, rules in VARIANTS:
            number += 1
            yield name, rules, f"{seed}-{number}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", default="random")
    arguments = parser.parse_args()
    end_time = time.monotonic() + arguments.seconds
    for number, (name, rules, seed) in enumerate(endless_deals(arguments.seed)):
        if time.monotonic() > end_time:
            sys.stdout.write(f"{number} passed in {arguments.seconds}s\n")
            break
        with tempfile.TemporaryDirectory() as folder:
            board, draw = random_board(name, rules, seed, Path(folder))
            page = RandomPage(board, draw)
            try:
                for _ in range(draw.choice([10, 40])):
                    page.act()
                check_file(board)
            except Exception:
                sys.stderr.write(f"failed: {name}, {rules}, seed:{seed}, after {json.dumps(page.requests)}\n")
                raise
    return 0


if __name__ == "__main__":
    sys.exit(main())
