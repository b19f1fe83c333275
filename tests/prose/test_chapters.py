"""Pages as chapters: the main line, other ways of playing, what the author calls wrong, and what is not certain."""

from __future__ import annotations

from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.prose.page_game import game_said
from tests.cli.runs import GOOD, leoni
from tests.cli.test_machines import valid
from tests.prose.test_reading import MARTHA

#: In the first move the seven goes on the eight; the queen on the king is another way, or wrong; then the king moves.
FIRST, OTHER, LAST = "Put the 7♠ on the 8♥.", "Put the Q♥ on the K♠.", "Move the K♣ to pile 11."
MOVES = {"4:7S>1": "1", "2:QH>7": "x", "6:KC>11+6C": "3"}
LABYRINTH = """Foundations: 7♣ 3♦ 7♥ 5♠

Row 1: 9♥ J♠ 9♣ 9♠ 8♥ J♥ 7♦ K♦
Row 2: Q♠ 8♣ 4♦ — Q♦ 7♠ — —
Row 3: 10♠ K♥ 8♦ K♠ 6♦ — 10♣ 9♦
Row 4: — J♦ J♣ — 10♦ 6♠ — Q♥
Row 5: — — — — 10♥ — — 5♦
Stock: 3 cards

"""
ANNA = """Knave foundations: none

Auxiliary 1: 3♠
Auxiliary 2: 9♦
Auxiliary 3: 8♦
Auxiliary 4: K♦
Auxiliary 5: 6♠
Auxiliary 6: A♠
Auxiliary 7: 7♥
Auxiliary 8: A♥
Talon: empty
Stock: 96 cards

"""
LEONI = """Ace foundations: 2♣ 4♦ 2♥ 2♠
King foundations: Q♣ 8♦ J♥ J♠

Pile 1: A♥ 3♥ 8♠ J♣ 7♦ 10♣
Pile 2: 2♣ J♦ 4♦ 3♥ 9♦ 5♦
Pile 3: 3♦ J♣ Q♥ 6♣ 6♠ 4♠
Pile 4: 4♥ K♠ Q♣ 6♥ 3♠ 6♥ 8♠
Pile 5: 5♣ 5♥ 5♦ 4♣ 7♣ A♦ 2♠
Pile 6: 6♦ A♣ 10♣ 5♠ 3♠ 5♥ Q♦
Pile 7: 7♠ 7♥ 7♣ 7♦ 7♠ 5♠
Pile 8: 8♥ 8♣ 7♥ 10♥ 2♦ 3♣ 6♣
Pile 9: 9♥ 9♥ 9♠ 9♣ 9♣ 8♦ 2♥ 8♣ 6♦
Pile 10: 10♠ 10♦ 10♥ 8♥ 9♠
Pile 11: J♥ Q♠ 3♣ A♠ 4♣
Pile 12: 6♠ K♥ K♦ K♣ 4♠ J♠
Pile 13: 5♣ 4♥ 10♠
Exiles: empty

"""


def chapters(text: str, **how: object) -> str:
    """The chapters of a page, the main line first: its moves, and of each other chapter its kind and its own moves; at
    the end a `!` if something was not read."""
    page = lr.read_prose(text, **(how or {"record": MARTHA}))  # type: ignore[arg-type]
    told = []
    for chapter in page.chapters:
        assert lr.replay(chapter.record).status in ("verified", "consistent")
        parts = [part for part in page.parts if part.kind in ({"move"} if chapter.kind == "main" else {chapter.kind})]
        words = [MOVES.get(word, word) for part in parts for word in part.read]
        told.append(f"{chapter.kind} {' '.join(words)}".removeprefix("main ").rstrip())
    return "; ".join(told) + (" !" if page.unread else "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # a heading, with a full stop and without, in Markdown, HTML and capitals
        (f"{FIRST}\n\nA common mistake.\n\n{OTHER}", "1; mistake x"),
        (f"{FIRST}\n\n### A trap\n\n{OTHER}", "1; mistake x"),
        (f"{FIRST}\n\n**Wrong play**\n\n{OTHER}\n\n**Right play**\n\n{LAST}", "1 3; mistake x"),
        (f"{FIRST}\n\nWRONG PLAY\n{OTHER}\n\nTHE GAME AGAIN\n{LAST}", "1 3; mistake x"),
        (f"<p>{FIRST}</p><h3>Wrong!</h3><p>{OTHER}</p>", "1; mistake x"),
        (f"{FIRST}\n\nVariation.\n\n{OTHER}\n\nMain line.\n\n{LAST}", "1 3; variation x"),
        (f"{FIRST}\n\nSECOND SOLUTION\n\n{OTHER}", "1; variation x"),
        (f"Solution 1. {FIRST}\n\nSolution 2. {OTHER}", "1; variation x"),
        (f"First solution.\n\n{FIRST}\n\nAnother way.\n\n{OTHER}", "1; variation x"),
        (f"Step 1.\n\n{FIRST}\n\nA trap.\n\n{OTHER}\n\nStep 2.\n\n{LAST}", "1 3; mistake x"),
        (f"The Opening.\n\n{FIRST}\n\nTHE MIDDLE GAME\n\n{LAST}", "1 3"),
        (f"Step 1.\n\n{FIRST}\n\nStep 2.\n\n{LAST}", "1 3"),
        # a line that the author ended is a heading too; in broken lines it speaks of the move before it
        (f"{FIRST}\nA common mistake.\n{OTHER}\nThe main line again.\n{LAST}", "1 3; mistake x"),
        (f"{FIRST}\nVariation.\n{OTHER}\nMain line.\n{LAST}", "1 3; variation x"),
        (f"{FIRST}\nA common mistake. And now the game is\nlost.", "; mistake 1 !"),
        # a paragraph of its own: the doubt holds until the author ends it
        (f"{FIRST}\n\nDo not do this.\n\n{OTHER}", "1; mistake x"),
        (f"{FIRST}\n\nDo not do this:\n\n{OTHER}\n\n{LAST}", "1; mistake x 3"),
        (f"{FIRST}\n\nThe beginner will do this.\n\n{OTHER}\n\nThe main line again.\n\n{LAST}", "1 3; mistake x"),
        (f"{FIRST}\n\nAn impatient player will now do this.\n\n{OTHER}\n\n{LAST}", "1 !"),
        (f"{FIRST}\n\nThis looks good, but it is not.\n\n{OTHER}", "1 !"),
        (f"{FIRST}\n\nHow the game was lost\n\n{OTHER}", "1 !"),
        (f"{FIRST}\n\nMy friend’s idea.\n\n{OTHER}", "1 !"), (f"{FIRST}\n\n* * *\n\n{OTHER}", "1 !"),
        (f"{FIRST}\n\nThe same table, played by Mrs. Jones.\n\n{OTHER}", "1 !"),
        (f"{FIRST}\n\nA mistake.\n\n{OTHER}\n\nThe Middle Game.\n\n{LAST}", "1; mistake x !"),
        # inside a sentence
        (f"{FIRST} If instead you put the Q♥ on the K♠, nothing is gained. {LAST}", "1 3; variation x"),
        (f"{FIRST} The beginner will put the Q♥ on the K♠. {LAST}", "1 3; mistake x"),
        (f"{FIRST} A beginner puts the Q♥ on the K♠, and soon regrets it. {LAST}", "1 3; mistake x"),
        (f"{FIRST} Do not put the Q♥ on the K♠. {LAST}", "1 3; mistake x"),
        (f"{FIRST} It would be a mistake to put the Q♥ on the K♠. {LAST}", "1 3; mistake x"),
        (f"{FIRST} Avoid putting the Q♥ on the K♠. {LAST}", "1 3; mistake x"),
        (f"{FIRST} Instead of the 7♠, put the Q♥ on the K♠.", "1; variation x"),
        (f"{FIRST} Put the Q♥ on the K♠ instead.", "1; variation x"),
        (f"Solution: {FIRST} A poor alternative: {OTHER}", "1; mistake x"),
        (f"{FIRST} If you put the Q♥ on the K♠, the J♠ stays buried. {LAST}", "1 3 !"),
        (f"{FIRST} Never put the Q♥ on the K♠! Then move the K♣ to pile 11.", "1; mistake x !"),
        (f"{FIRST} Put the Q♥ on the K♠, which is a mistake. {LAST}", "1 !"),
        # about what was said before
        (f"{FIRST} {OTHER} This is a mistake. {LAST}", "1; mistake x !"),
        (f"{FIRST} {OTHER} Do not do this. {LAST}", "1; mistake x !"),
        (f"{FIRST}\n\n{OTHER}\n\nThat was wrong.", "1; mistake x"),
        (f"{FIRST}\n\n{OTHER}\n\nDo not do this.", "1; mistake x"),
        # what the rules refuse
        (f"{FIRST}\n\nTries that fail: Q♥ on the 8♠.", "1; mistake {= illegal: QH>8S}"),
        (f"{FIRST} Put the Q♥ on the 9♣. This is a mistake. {LAST}", "1; mistake {= illegal: QH>9C} !"),
        (f"{FIRST} Put the Q♥ on the 9♣.\n\nThis is not allowed.\n\nThe main line again.\n\n{LAST}",
         "1 3; mistake {= illegal: QH>9C}"),
        (f"{FIRST} Warning: never put the Q♥ on the K♠. {LAST}", "1 3; mistake x"),
        (f"{FIRST} Never put the 9♣ on the foundation. {LAST}", "1 3; mistake {= illegal: 9C^}"),
        (f"{FIRST} Do not put the 7♠ on the 8♥. {LAST}", "1 3; mistake 1"),
        # unread sentences that leave the position as it is
        (f"{FIRST} The Q♥ can be put on the K♠ from pile 2 or from pile 3. {LAST}", "1 3 !"),
        (f"{FIRST} Everything that can be played now lies on the foundations. {LAST}", "1 !"),
        (f"{FIRST} It is a pity that the 9♥ is buried. {LAST}", "1 3 !"),
        (f"{FIRST} Pile 4 is a thing to think of.", "1 !"), (f"{FIRST} This was lost long ago.", "1 !"),
    ],
)  # fmt: skip
def test_chapters(text: str, said: str) -> None:
    assert chapters(text) == said


@pytest.mark.parametrize(
    ("table", "text", "said"),
    [
        (LABYRINTH, "Play the 6♠, then play the 7♠.", "r4c6:6S^ r2c6:7S^"),
        (LABYRINTH, "Play the 6♠ and the 7♠.", "r4c6:6S^ r2c6:7S^"),
        (LABYRINTH, "Play the 8♥; the gap is filled with Q♣. Play the 9♥.", "r1c5:8H^+QC r1c1:9H^"),
        (LABYRINTH.replace("Stock: 3 cards", ""), "Play the 8♥. The gap is filled with Q♣.", "r1c5:8H^+QC"),
        (LABYRINTH.replace("Row 1", "Upper row"), "Play the 6♠.", "r4c6:6S^"),
        (LABYRINTH, "The 6♠ can be played. The 7♠ in the second row is blocked. Only two moves can be made.", ""),
        (f"In the following diagram the 6♠ can be played, but the 7♠ is blocked:\n\n{LABYRINTH}", "", ""),
        (ANNA, "Marry the 9♦ to the 8♦; the vacancy is filled with the 7♠.", "2:9D>3+7S"),
        (ANNA, "Marry the 9♦ to the 8♦. The vacancy is filled with the 7♠.", "2:9D>3+7S"),
        (ANNA, "Marry the 9♦ to the 8♦. Marry the 7♠ to the 6♠.", " !"),
        (LEONI, "The 5♦ goes up: play the 5♦ to the ace foundation, and then the 6♦.", "2:5D^ 9:6D^"),
        (LEONI, "The 10♠ is played to its foundation, then the 9♠ and the 8♠.", "13:TSv 10:9Sv 4:8Sv"),
        (LEONI, "The 10♠ in the thirteenth pile can be played to the king foundation.", ""),
        (LEONI.replace("Ace foundations", "Aces").replace("King foundations", "Kings"), "The 4♣ is available.", ""),
    ],
)  # fmt: skip
def test_words_of_the_games(table: str, text: str, said: str) -> None:
    game = {"Row 2": "Labyrinth", "Auxiliary": "Anna", "Exiles": "Leoni's Own"}
    name = next(name for word, name in game.items() if word in table)
    assert chapters(f"{table}{text}", game=name) == said


def test_a_move_that_is_not_legal_gets_its_rule() -> None:
    (part,) = lr.read_prose(f"{LEONI}Play the 3♣ to the ace foundation.", game="Leoni's Own").unread
    assert "3♣ lies in pile 8 under 6♣: only the top card can be played (M204; " in part.why


def test_claims_about_the_state_of_the_game() -> None:
    lost, count = lr.read_prose("The player has lost. Only six moves can be made.", record=MARTHA).parts
    assert (lost.read, count.read) == (("{= lost}",), ("{= legal 6}",))
    page = lr.read_prose("Pile 1: 9♠ 8♥\n\nThis game can be won.", game="Martha")
    (won,) = page.unread
    assert won.kind == "unchecked"
    assert "not checked" not in str(won) and "not checked" not in lr.dumps(page.chapters[0].record)
    assert lr.replay('[Game "Martha"]\n[Deal "seed:1"]\n{= legal 1} *').error is not None


@pytest.mark.long
def test_a_search_decides_whether_a_game_can_be_won() -> None:
    for seed in range(3):
        record = f'[Game "Labyrinth"]\n[Rules "wikipedia"]\n[Deal "seed:{seed}"]\n*'
        page = lr.read_prose("This game can be won.", record=record)
        (part,) = page.parts
        solved = lr.solve(record, nodes=200_000)
        assert (part.kind == "claim") == (solved.status == "won"), part
        if part.kind == "claim":
            assert lr.replay(page.chapters[1].record).position.won()
        else:
            assert "found no win" in part.why or "did not decide" in part.why


def test_the_command_writes_each_chapter(tmp_path: Path) -> None:
    page, out = tmp_path / "page.txt", tmp_path / "book.moves"
    text = f"Pile 2: Q♥\nPile 4: 7♠\nPile 1: 9♠ 8♥\nPile 7: K♠\n\n{FIRST}\n\nDo not do this.\n\n{OTHER}\n"
    page.write_text(text, encoding="utf-8")
    run = leoni("import", "--from", "prose", "--game", "Martha", str(page), "-o", str(out))
    assert run.code == 0 and "mistake “Do not do this.”: 1 move, after move 1: the rules allow it" in run.err
    main, mistake = lr.loads(out.read_text(encoding="utf-8"))
    assert main.value("Title") is None and mistake.value("Title") == "Mistake: Do not do this."
    assert leoni("verify", str(out)).code == 0


def test_the_list_of_what_was_read(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text(f"{LABYRINTH}Play the 6♠. The 9♥ is a pretty card.\n", encoding="utf-8")
    run = leoni("import", "--from", "prose", "--game", "Labyrinth", "--format", "json", str(page))
    (said,) = valid("import", run.out)
    assert run.code == 1 and not said["complete"]
    assert [part["kind"] for part in said["parts"]] == ["table", "move", "unread"]
    assert [chapter["kind"] for chapter in said["chapters"]] == ["main"]
    assert "add --from prose" in leoni("import", "--format", "json", "a.json").err


def test_a_page_is_told_from_a_record(tmp_path: Path) -> None:
    page = tmp_path / "my page.txt"
    page.write_text(f"{LABYRINTH}Play the 6♠.\n", encoding="utf-8")
    advice = f"type leoni import --from prose --game NAME '{page}' -o 'my page.moves'"
    assert advice in leoni("import", str(page)).err
    # Whoever reads it needs nothing else, but a program gets the error.
    for format in ("text", "concise"):
        run = leoni("verify", str(page), "--format", format)
        assert (run.code, run.out) == (1, "") and run.err.count("\n") == 1 and advice in run.err
    run = leoni("verify", str(page), "--format", "json")
    assert run.code == 1 and "S006" in run.out and advice in run.err
    (tmp_path / "good.moves").write_text(GOOD, encoding="utf-8")
    run = leoni("verify", str(page), str(tmp_path / "good.moves"))
    assert run.code == 1 and "S006" not in run.out and run.out.startswith("verified") and advice in run.err
    layout = tmp_path / "ex.moves"
    layout.write_text(LEONI, encoding="utf-8")
    assert "-o ex-record.moves" in leoni("verify", str(layout)).err
    page.write_text("Nothing is printed here.\n", encoding="utf-8")
    assert "looks like a page" not in leoni("import", str(page)).err + leoni("verify", str(page)).err
    assert game_said(f"PATIENCE CORNER, No. 15. Leoni's Own.\n\n{LEONI}") == "Leoni's Own"


def test_a_warning_that_is_read_elsewhere_says_so() -> None:
    page = lr.read_prose(f"{FIRST} Do not put the 7♠ on the 8♥.", record=MARTHA)
    assert page.parts[-1].why == "not legal after move 1, so it is read from the table"


def test_a_foundation_is_each_of_its_suit_where_the_rules_refuse_all() -> None:
    warned = lr.read_prose(f"{LEONI}Never put the 9 of clubs on the foundation.", game="Leoni's Own")
    assert warned.parts[-1].read == ("{= illegal: 9C^ 9Cv}",)
    forbidden = lr.read_prose(f"{LEONI}Then place the 4 of spades on the foundation.", game="Leoni's Own")
    assert forbidden.parts[-1].kind == "illegal"
    assert lr.replay(forbidden.chapters[0].record).status == "rejected"
    question = lr.read_prose(f"{FIRST} Which shall we take? {LAST}", record=MARTHA)
    assert question.unread[0].why.endswith("may change what it says: delete or reword it")


def test_a_move_of_the_main_line_that_the_rules_forbid(tmp_path: Path) -> None:
    (tmp_path / "table.moves").write_text(MARTHA, encoding="utf-8")
    (tmp_path / "page.txt").write_text(f"{FIRST} Then put the Q♥ on the 9♣. {OTHER}", encoding="utf-8")
    page = lr.read_prose(f"{FIRST} Then put the Q♥ on the 9♣. {OTHER}", record=MARTHA)
    assert [part.kind for part in page.parts] == ["move", "illegal", "unread"]
    assert str(page.parts[1]).startswith("1: breaks a rule “Then put the Q♥ on the 9♣.”: no legal move fits")
    assert page.chapters[0].verdict == "1 move; the move in line 1 breaks a rule"
    options = ("import", "--from", "prose", "--table", str(tmp_path / "table.moves"))
    book = str(tmp_path / "book.moves")
    assert leoni(*options, str(tmp_path / "page.txt"), "-o", book).code == 1
    verified = leoni("verify", book)
    assert verified.code == 1 and "Q♥ does not go on" in verified.out + verified.err


def test_a_search_looks_past_a_wrong_claim() -> None:
    table = "Foundations: J♣, K♦, Q♥, K♠\n\nPile 1: K♣ Q♣\nPile 2: K♥\n\nAll the other piles are empty.\n\n"
    page = lr.read_prose(f"{table}The king of clubs can be played. This game can be won.", game="Martha")
    main, way = page.chapters
    assert lr.replay(main.record).status == "rejected" and lr.replay(way.record).position.won()


@pytest.mark.parametrize(
    "words",
    [
        "Never deal the third row before that.", "Do not forget this.", "It is a mistake to leave it.", "Beware!",
        "Warning!", "A warning.", "A trap.", "Do not do it too late.", "Never wait with this.", "This was no mistake.",
        "This must never be forgotten.", "Careful!", "Take care.", "Attention!", "Beware of this.", "This never fails.",
        "You will never rue this.", "A beginner would not see this.", "Beginners overlook this.", "That loses no time.",
        "This looks wrong, but it is not.", "I regretted it later that I had waited so long.",
    ],
)  # fmt: skip
def test_a_move_stands_unless_a_sentence_certainly_takes_it_back(words: str) -> None:
    assert chapters(f"{FIRST} {OTHER} {words}") == "1 x !"
    assert chapters(f"{FIRST} {OTHER} {words} {LAST}") == "1 x !"
    # It announces what warns itself; and the author can turn back.
    assert chapters(f"{FIRST} {words} Do not put the Q♥ on the K♠. {LAST}") == "1 3; mistake x"
    assert chapters(f"{OTHER} {words}\n\nThe main line again. {LAST}") == "x 3 !"


@pytest.mark.parametrize(
    "words",
    [
        "Do not do this.", "That was a mistake.", "Take it back.", "Wrong!", "A mistake.", "This is not allowed.",
        "Too late!", "That was too hasty.", "Do not do it.", "Never play so.", "This should never be done.",
        "It loses.",
    ],
)  # fmt: skip
def test_what_certainly_takes_a_move_back(words: str) -> None:
    assert chapters(f"{FIRST} {OTHER} {words}") == "1; mistake x"


def test_a_warning_in_a_paragraph_of_its_own() -> None:
    assert chapters(f"{FIRST}\n\nBeware.\n\nDo not put the Q♥ on the K♠.\n\n{LAST}") == "1 3; mistake x"
    assert chapters(f"{FIRST}\n\nBeware.\n\n{OTHER}") == "1 !"


@pytest.mark.parametrize(
    ("words", "kind", "read"),
    [
        ("Deal the next row at once.", "mistake", ("{= illegal: deal}",)),
        ("Deal the sixth row at once.", "mistake", ("{= illegal: deal}",)),
        ("Do not deal the sixth row at once.", "mistake", ("{= illegal: deal}",)),
        ("Do not deal another row.", "mistake", ("{= illegal: deal}",)),
        # The row that was dealt last is meant by its number alone.
        ("Deal the fifth row.", "mistake", ("deal+5D,3C,2D,4C,KC,TC,JD,9H",)),
        ("Do not hurry.", "aside", ()),
    ],
)
def test_a_deal_that_is_a_mistake_is_the_next_one(words: str, kind: str, read: tuple[str, ...]) -> None:
    page_text = f"""Foundations: A♣ A♦ A♥ A♠
Row 1: 6♠ J♥ 7♦ 10♥ Q♦ 7♥ 8♣ 2♠
Stock, from the top: 8♦ 2♥ 9♣ 7♠ 5♣ 4♦ K♥ 10♠ 8♠ J♣ 10♦ 4♠ J♠ 4♥ 6♣ 8♥ K♦ Q♥ 6♥ K♠ 9♠ 3♦ 9♦ Q♣ 3♥ 5♦ 3♣ 2♦ 4♣ K♣ 10♣
J♦ 9♥ 2♣ 7♣ 3♠ 5♥ Q♠ 5♠ 6♦

Play the 2♠ to its foundation. Deal the second row. The 2♥ goes up. Deal the third row. Deal the fourth row. The 3♥ goes
up. Deal the fifth row.

A common mistake.

{words}

The main line again.

Play the 2♦. Deal the last row.
"""
    page = lr.read_prose(page_text, game="Labyrinth")
    part = [part for part in page.parts if part.text == words][-1]
    assert (part.kind, part.read) == (kind, read)
    assert len([*page.chapters[0].record.moves()]) == 9
