"""What the pages ask beside the board's requests: stored games, games from elsewhere, records to check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from leoni_replay.board.checking import LONGEST
from leoni_replay.site.engine import Engine
from tests.cli.runs import GOOD, MISFIT, leoni


class Page:
    """A page without a browser: it stores what it is told to."""

    def __init__(self, folder: Path) -> None:
        self.engine = Engine(folder)
        self.now: dict[str, Any] = {}
        self.games: dict[str, str] = {}
        #: the number of the last text that was checked
        self.check: dict[str, int] = {}

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        shown = {name: self.now[name] for name in ("game", "version") if name in self.now}
        reply: dict[str, Any] = json.loads(self.engine.answer(json.dumps({"do": do, **shown, **self.check, **more})))
        if "check" in reply:
            self.check = {"check": reply["check"]}
        for name, text in reply.get("stored", {}).items():
            if text is None:
                del self.games[name]
            else:
                self.games[name] = text
        if "legal" in reply:
            self.now = reply
        return reply

    @property
    def name(self) -> str:
        return Path(self.now["path"]).name


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page(tmp_path)


def test_every_move_is_handed_over_and_a_new_page_goes_on(page: Page, tmp_path: Path) -> None:
    page.ask("open")
    page.ask("begin", name="Martha", rules=None, deal="seed:1884")
    assert list(page.games) == ["martha-seed-1884.moves"], "a game without a move is not stored"
    for _ in range(3):
        reply = page.ask("play", move=page.now["legal"][0]["move"])
        assert list(reply["stored"]) == [page.name]
    page.ask("undo")
    assert page.ask("look")["stored"] == {}
    (tmp_path / "other").mkdir()
    other = Page(tmp_path / "other")
    assert other.ask("stored", games=page.games) == {}
    reply = other.ask("open", path=page.name)
    assert (len(reply["steps"]), reply["redo"], reply["stored"]) == (2, True, {})
    assert other.ask("record") == page.ask("record") | {"stored": {}}


def test_a_record_from_elsewhere_gets_a_file_of_its_own(page: Page) -> None:
    page.ask("open", text=GOOD)
    assert (page.name, page.now["result"], page.games[page.name]) == ("leonis-own-seed-1884.moves", "lost", GOOD)
    page.ask("open", text=GOOD.partition(" exile")[0].replace("lost", "*") + " *\n")
    assert page.name == "leonis-own-seed-1884-2.moves"
    assert len(page.now["steps"]) == 4 and page.games["leonis-own-seed-1884.moves"] == GOOD


def test_a_game_on_a_real_table_is_stored_and_goes_on(page: Page, tmp_path: Path) -> None:
    page.ask("open", text=GOOD)
    page.ask("begin", name="Labyrinth", rules="mcneely", physical=True)
    assert page.now["question"] == "row 1: 8 cards, from the left" and not page.now["legal"]
    page.ask("enter", text="8D 6S 4C 4S 7C 4D 5H 5C")
    page.ask("enter", text="deal")
    assert page.now["wanted"] == 8 and len(page.now["answers"]) == 40
    page.ask("enter", text="QD QC 9S 2C 6D KS 2S 3C")
    assert len(page.now["steps"]) == 1 and "r1: 8D 6S 4C" in page.games[page.name]
    (tmp_path / "other").mkdir()
    other = Page(tmp_path / "other")
    other.ask("stored", games=page.games)
    reply = other.ask("open", path=page.name)
    assert (len(reply["steps"]), reply["question"], [move["move"] for move in reply["legal"]]) == (
        1,
        "",
        ["r2c4:2C^", "r2c7:2S^"],
    )


def test_the_first_game_is_the_one_that_the_page_shows_already(page: Page) -> None:
    reply = page.ask("open", name="Martha", deal="seed:w5")
    assert (reply["name"], reply["rules"], reply["deal"]) == ("Martha", "mcneely", "seed:w5")
    for wrong in ({"name": "Chess"}, {"deal": 5}, {"deal": "seed:"}):
        assert page.ask("open", **wrong)["error"]


def test_what_cannot_be_opened_leaves_the_game_as_it_is(page: Page) -> None:
    page.ask("open", text=GOOD)
    before = dict(page.games)
    assert page.ask("open", text=MISFIT)["error"].splitlines()[1].startswith("not played [M203]: 10")
    for request in ({"text": ""}, {"text": "x" * (LONGEST + 1)}, {"path": "none.moves"}, {"path": "../a.moves"}):
        assert page.ask("open", **request)["error"]
    for games in ({"/etc/passwd": "x"}, {"a.txt": "x"}, {"a.moves": 1}, []):
        assert page.ask("stored", games=games)["error"]
    assert page.ask("nothing")["error"].startswith("`nothing` is not a request")
    assert len(page.ask("start")["steps"]) == 56
    assert page.games == before


def test_a_game_that_the_page_deletes_is_gone(page: Page) -> None:
    page.ask("open", text=GOOD)
    page.ask("open", text=MISFIT.replace(" 1:TDv 13:JCv", ""))
    assert page.ask("stored", games={"leonis-own-seed-1884.moves": None}) == {}
    assert "error" in page.ask("open", path="leonis-own-seed-1884.moves")


def test_records_are_judged_as_the_command_does(page: Page, tmp_path: Path) -> None:
    text = f"{GOOD}\n{MISFIT}"
    assert page.ask("check", text=text, name="games.moves")["games"] == 2
    right, wrong = (page.ask("verdict", number=number, width=80) for number in (1, 2))
    assert (right["status"], right["moves"], right["report"], right["record"].strip()) == (
        "verified",
        "56 moves",
        "",
        GOOD.strip(),
    )
    (tmp_path / "games.moves").write_text(text, encoding="utf-8")
    said = leoni("verify", str(tmp_path / "games.moves")).out.replace(f"{tmp_path}/", "")
    assert wrong["status"] == "rejected" and " ".join(wrong["report"].split()) in " ".join(said.split())
    narrow = page.ask("verdict", number=2, width=30)["report"]
    assert max(map(len, narrow.splitlines())) <= 30 < max(map(len, wrong["report"].splitlines()))
    assert right["digest"] in said and right["result"].startswith("lost")
    assert "M203" in page.ask("replay", number=2)["html"]
    for number in (0, 3, "1", None):
        assert page.ask("verdict", number=number, width=80)["error"] == "there is no game of this number"
    for width in (23, 201, "80", None):
        assert page.ask("verdict", number=1, width=width)["error"] == "a report must be 24 to 200 characters wide"
    assert right["dealt"] and wrong["dealt"]
    assert page.ask("check", text='[Game "Labyrinth')["games"] == 1
    assert not page.ask("verdict", number=1, width=80)["dealt"]
    # Words about a game are no record, and neither is what stands in a bracket without a value.
    for none in (" \n", "[hello world", "Labyrinth, the guided deal: won in 52 moves, 5:58"):
        assert page.ask("check", text=none)["games"] == 0


def test_a_page_of_a_book_is_read(page: Page) -> None:
    text = "Pile 1: 9♠ 8♥\nPile 4: 7♠\n\nPut the 7♠ on the 8♥. Put the 8♥ there."
    reply = page.ask("read", text=text, name="Martha")
    assert [(part["line"], part["kind"], part["read"]) for part in reply["parts"] if part["kind"] != "warning"] == [
        (1, "table", ""),
        (4, "move", "4:7S>1"),
        (4, "unread", ""),
    ]
    assert page.ask("check", text=reply["record"])["games"] == 1
    assert page.ask("read", text="Put the 7♠ on the 8♥.", name="Martha")["record"] is None
    assert "1: 9S 8H" in page.ask("read", text="Pile 1: 8♥ 9♠", name="Martha", top_first=True)["record"]
    # A page that prints no table goes on where a record ends.
    begun = '[Game "Martha"]\n[Rules "mcneely"]\n[Deal "layout"]\n[Layout "\n1: 9S 8H\n4: 7S\n"]\n\n*\n'
    assert "4:7S>1" in page.ask("read", text="Put the 7♠ on the 8♥.", name="Anna", table=begun)["record"]
    assert "one game" in page.ask("read", text="", table=begun + begun)["error"]
    assert "does not name its game" in page.ask("read", text=text)["error"]
    assert "no game" in page.ask("read", text=text, name="Marta")["error"]


def test_a_page_is_told_from_a_record_and_names_its_game(page: Page) -> None:
    assert page.ask("check", text=f"Martha\n\n{BOOK}")["game"] == "Martha"
    reply = page.ask("check", text=BOOK)
    assert (reply["games"], reply["page"], reply["game"]) == (0, True, "")
    assert "page" not in page.ask("check", text=GOOD)


def test_the_chapters_of_a_page_are_judged_with_its_own_lines(page: Page) -> None:
    """The records of the chapters are nobody's text: what is wrong names the page's line, and its words."""
    reply = page.ask("read", text=BOOK, name="Martha")
    assert [(chapter["line"], chapter["kind"]) for chapter in reply["chapters"]] == [(1, "main"), (7, "mistake")]
    assert "only the author calls it wrong" in reply["chapters"][1]["verdict"]
    verdicts = [page.ask("verdict", number=number, width=80) for number in (1, 2)]
    assert [verdict["status"] for verdict in verdicts] == ["rejected", "doubtful"]
    (finding,) = verdicts[0]["findings"]
    assert (finding["line"], finding["severity"]) == (5, "error")
    assert finding["text"].startswith('"You can put the 10♥ on the 9♠.": the claim')
    # That the table is not the pack is said of the page, once.
    assert verdicts[1]["findings"] == []
    assert [part["line"] for part in reply["parts"] if part["kind"] == "warning"] == [1, 1, 1]


#: A page with a move, a mistake and a false claim.
BOOK = """\
Pile 1: 9♠ 8♥
Pile 4: 7♠
Pile 5: 10♥

Put the 7♠ on the 8♥. You can put the 10♥ on the 9♠.

A common mistake.

Put the 9♠ on the 10♥.
"""


def test_the_one_correction_is_written_as_the_command_writes_it(page: Page, tmp_path: Path) -> None:
    wrong = GOOD.replace("11:2S^ 11:QCv", "11:QCv", 1)
    text = f"{wrong}\n{GOOD}"
    page.ask("check", text=text)
    corrections = [page.ask("verdict", number=number, width=80)["corrections"] for number in (1, 2)]
    assert [len(of_game) for of_game in corrections] == [1, 0]
    assert corrections[0][0]["text"] == "the whole game is legal with 2♠ from pile 11 to ♠▲ before move 1"
    assert corrections[0][0]["line"].startswith("1. 11:2S^ 11:QCv")
    path = tmp_path / "games.moves"
    path.write_text(text, encoding="utf-8")
    assert leoni("verify", "--fix", str(path)).code == 0
    assert page.ask("correct", number=1, correction=0)["text"] == path.read_text(encoding="utf-8")
    assert page.ask("correct", number=2, correction=0)["error"] == "this game has no such correction"
