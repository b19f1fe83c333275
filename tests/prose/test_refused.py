"""Why a sentence is not read: what stands in its own pile, what would be legal, and which sentence stopped it."""

from __future__ import annotations

from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.prose.sentences import sentences
from leoni_replay.prose.unread_parts import how_to_be_read
from tests.cli.runs import leoni

MARTHA = "Foundations: 5♣, K♦, 7♥, 6♠\n\nPile 1: 9♠ 8♥\nPile 2: Q♥\nPile 3: J♠ 10♥ 9♣\nPile 4: 7♠\nPile 5: 7♣\n\n"
#: Pile 11 ends with 2♥, where the author means 2♠.
MISPRINTED = (
    "Ace foundations: A♣ A♦ A♥ A♠\nKing foundations: K♣ K♦ K♥ K♠\n\nPile 1: 3♣ 9♦\nPile 2: 3♣\nPile 3: 3♦\nPile 4: 4♣\n"
    "Pile 5: 5♣\nPile 6: 4♦ 2♠\nPile 7: 5♣\nPile 8: 7♦ J♥\nPile 9: 9♣ 10♥\nPile 10: K♠ 3♥\nPile 11: 5♦ 2♥\n"
    "Pile 12: 6♣ Q♣\nPile 13: 9♠ Q♥\nExiles: -\n\n"
)

MOVES_OF_8H = "8♥ from pile 1 to the foundation, 8♥ from pile 1 to pile 3"
MOVE_OF_7C = "7♣ from pile 5 to pile 1"
MOVE_OF_2S = "2♠ from pile 6 to the ace foundation"
MOVE_OF_2H = "2♥ from pile 11 to the ace foundation"
MOVES_OF_MISPRINTED = (
    f"{MOVE_OF_2S}, {MOVE_OF_2H}, Q♣ from pile 12 to the king foundation, Q♥ from pile 13 to the king foundation"
)


def refusals(text: str, game: str) -> list[str]:
    """Why the sentences of a page are not read."""
    return [part.why for part in lr.read_prose(text, game=game).unread]


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Put the 8♥ from pile 2 on the 9♣.",
         f"“8♥ from pile 2 to the 9♣”: there is no 8♥ in pile 2; its top card is Q♥; legal with 8♥: {MOVES_OF_8H}"),
        ("Put the 8♥ on the 9♣ in pile 4.",
         f"“8♥ to the 9♣ in pile 4”: there is no 9♣ in pile 4; its top card is 7♠; legal with 8♥: {MOVES_OF_8H}"),
        ("Put the 7♣ from pile 9 on the 8♥.", f"the page does not print pile 9; legal with 7♣: {MOVE_OF_7C}"),
        ("Put the 8♥ into the empty pile 2.", f"pile 2 is not empty; legal with 8♥: {MOVES_OF_8H}"),
        ("Put out the 7♣.", f"7♣ does not fit: clubs stand at 5♣ (M203; mcneely 4, play); legal with 7♣: {MOVE_OF_7C}"),
        ("Put the 9♠ and the 8♥ on the Q♥.", "and these cards alone: 9♠ does not go on Q♥: piles are built down"),
        ("Put the J♣ on the Q♥.", "there is no J♣ on the table that the page prints"),
    ],
)  # fmt: skip
def test_a_refused_move_is_explained_by_its_own_pile(sentence: str, why: str) -> None:
    assert why in refusals(MARTHA + sentence, "Martha")[0]


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Play the 2♠ from pile 11 to the foundation.",
         "no legal move fits “2♠ from pile 11 to the foundation”: there is no 2♠ in pile 11; its top card is 2♥; "
         f"legal with 2♠: {MOVE_OF_2S}; legal from pile 11: {MOVE_OF_2H}"),
        ("Play the 2♠ from pile 6 and the 2♥.",
         "no legal move fits “2♥ from pile 6 (named for the card before it)”: there is no 2♥ in pile 6; its top card "
         f"is 4♦; legal with 2♥: {MOVE_OF_2H}"),
        ("Play the 9♣.", "only the top card can be played (M204; wikipedia 3, cards that can be played); "
                         f"legal here: {MOVES_OF_MISPRINTED}"),
        ("Play the exiled 2♠ to its foundation.",
         f"no legal move fits “exiled 2♠ to its foundation”: the exile pile is empty; legal with 2♠: {MOVE_OF_2S}"),
        ("Put the top card of pile 9 on pile 8.", f"legal here: {MOVES_OF_MISPRINTED}"),
    ],
)  # fmt: skip
def test_what_would_be_legal_is_said(sentence: str, why: str) -> None:
    assert refusals(MISPRINTED + sentence, "Leoni's Own")[0].endswith(why)


def test_two_cards_with_their_piles_share_a_verb() -> None:
    page = lr.read_prose(f"{MISPRINTED}The 2♠ in pile 6 and the 2♠ in pile 11 can be played.", game="Leoni's Own")
    assert page.parts[-1].read == ("{= legal: 6:2S}", "{= legal: 11:2S}")
    text = f"{MISPRINTED}Put the 2♠ in pile 6 and the 2♠ in pile 11 can be played."
    assert refusals(text, "Leoni's Own")


def test_the_sentence_that_stopped_another_is_quoted() -> None:
    text = f"{MISPRINTED}Shove the 2♠. Play the 2♥. Play the 2♠ to the foundation, which shines in silence today."
    own, *after = refusals(text, "Leoni's Own")
    assert own == "leoni knows no such sentence"
    assert after[0].startswith("“Shove the 2♠.” in line ") and after[0].endswith(" comes before it and was not read")
    assert after[1] == "leoni stopped at “which shines in silence today.”"
    long_sentence = f"Put the 7♠ on it {'and then more ' * 9}."
    assert refusals(MARTHA + long_sentence, "Martha") == [f"leoni stopped at “it {'and then more ' * 4}…”"]


def test_a_sentence_that_may_be_of_the_main_line_says_so() -> None:
    way_back = "in the mistake that begins in line 21: write “The main line again.” before it if it belongs there"
    warned = f"{MISPRINTED}Play 2♠ from pile 6.\n\nWarning! Do not play the 2♥.\n\n"
    first, second = refusals(f"{warned}Play the 9♣. Play the 3♥.", "Leoni's Own")
    assert first.endswith(f" ({way_back})") and second.startswith("“Play the 9♣.” in line 23 comes before it")
    page = lr.read_prose(f"{warned}Play the queen of clubs. Play the 3♥.\n\nPlay the Q♥.", game="Leoni's Own")
    assert [(part.kind, part.why) for part in page.parts[-4:]] == [
        ("mistake", ""),
        ("mistake", way_back),
        ("mistake", ""),
        ("mistake", ""),
    ]


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Put the 3♥ on the ace of hearts.", "3♥ does not fit: hearts stand at A♥ (built up)"),
        ("Put the 3♥ on the ace of spades.", "A♠ is the top card of a foundation of spades, where only spades go"),
        ("Put the 3♥ on the 4♥.", "cards do not move between piles: they go to the foundations (M220; "),
        ("Play the 3♥ from pile 10 to its ace.", "3♥ does not fit: hearts stand at A♥ (built up)"),
        ("Play the 2♠ from pile 6 to its king.", "2♠ does not fit the spades built down, which stand at K♠"),
        ("Play the 2♠ from pile 11 to its ace.", "there is no 2♠ in pile 11"),
    ],
)
def test_a_foundation_that_is_named_by_its_top_card_has_its_own_rule(sentence: str, why: str) -> None:
    (part,) = lr.read_prose(MISPRINTED + sentence, game="Leoni's Own").unread
    assert part.kind == "illegal" and why in part.why


@pytest.mark.parametrize(
    ("sentence", "read"),
    [
        ("Put the 2♠ on the ace of spades and the 4♣ on the 5♣.", ("6:2S^",)),
        ("Play the 2♠, the 4♦ and the 2♥.", ("6:2S^",)),
        ("Put the 4♣ on the 5♣, which exposes the 2♥.", ()),
    ],
)
def test_a_sentence_with_several_moves_is_read_up_to_the_one_that_the_rules_forbid(
    sentence: str, read: tuple[str, ...]
) -> None:
    page = lr.read_prose(f"{MISPRINTED}{sentence} Play the 2♥.", game="Leoni's Own")
    illegal, unread = page.unread
    assert (illegal.kind, illegal.read, unread.kind) == ("illegal", read, "unread")
    assert page.record is not None and lr.replay(page.record).error is not None
    for words in (f"{sentence} Do not do this.", f"A common mistake.\n\n{sentence}"):
        beside = lr.read_prose(f"{MISPRINTED}{words}", game="Leoni's Own")
        main, mistake = beside.chapters
        assert not beside.unread and not [*main.record.moves()] and mistake.verdict.startswith("the rules refuse it: ")
        assert tuple(str(move.command) for move in mistake.record.moves()) == read
        assert lr.replay(mistake.record).error is None


@pytest.mark.parametrize(
    "claim",
    [
        "Two cards may be played at once: the 2♠ and the 2♥.",
        "There are two plays: the 2♠ and the 2♥.",
        "There are two cards that can be played: the 2♠, the 2♥.",
        "You can play two cards: the 2♠ and the 2♥.",
        "The 2♠ and the 2♥ can both be played.",
    ],
)
def test_a_claim_that_is_not_read_stops_no_move(claim: str) -> None:
    page = lr.read_prose(f"{MISPRINTED}{claim} Play the 2♠ from pile 6.", game="Leoni's Own")
    (part,) = page.unread
    assert part.text == claim and part.why.endswith("for example “The 2♠ can be played.”")
    assert page.parts[-1].read == ("6:2S^",)


@pytest.mark.parametrize(
    "sentence",
    [
        "Two cards can be played, and both are: the 2♠ and the 2♥.",
        "Two cards go to their foundations: the 2♠ and the 2♥.",
        "Two cards were played: the 2♠ and the 2♥.",
        "The 2♠ can be played: 2♠ to the ace.",
    ],
)
def test_a_sentence_that_may_move_cards_stops_the_moves_after_it(sentence: str) -> None:
    page = lr.read_prose(f"{MISPRINTED}{sentence} Play the Q♥.", game="Leoni's Own")
    assert page.record is not None and not [*page.record.moves()]


def test_advice_to_go_on_with_the_main_line_is_given_only_beside_it() -> None:
    page = lr.read_prose(f"{MISPRINTED}Other people go on thus.\n\nPlay the 2♥.", game="Leoni's Own")
    assert all("main line" not in part.why for part in page.unread) and page.unread


def test_a_claim_stands_in_the_record_under_its_sentence_with_the_line_of_the_page(tmp_path: Path) -> None:
    page, out = tmp_path / "page.txt", tmp_path / "out.moves"
    claims = "The 2♠ can be played.\n\nThe 3♦ can be played.\n\nShove the 2♥."
    page.write_text(MISPRINTED + claims, encoding="utf-8")
    run = leoni("import", "-q", "--from", "prose", "--game", "Leoni's Own", str(page), "-o", str(out))
    assert (run.code, run.out) == (1, "")
    (line,) = run.err.splitlines()
    assert line.endswith("page.txt:23: not read “Shove the 2♥.”: leoni knows no such sentence")
    record = out.read_text(encoding="utf-8").split('"]\n\n')[1].splitlines()
    assert record == [
        '{line 19: "The 2♠ can be played."} {= legal: 2S}',
        '{line 21: "The 3♦ can be played."} {= legal: 3D}',
        '{line 23, not read: "Shove the 2♥."} *',
    ]
    assert '{line 21: "The 3♦ can be played."} {= legal: 3D}' in leoni("verify", str(out)).out
    # In a text to read, the cross stands under its sentence.
    text = leoni("convert", str(out), "--format", "markdown", "-o", "-").out
    assert text.index("The 2♠ can") < text.index("✓ legal: 2S") < text.index("The 3♦ can") < text.index("✗ legal: 3D")


@pytest.mark.parametrize(
    ("words", "code", "is_written"),
    [
        ("Shove the 2♥.", 1, False),
        ("The 2♠ can be played. Shove the 2♥.", 1, True),
        ("Put the 3♥ on the 4♥.", 1, True),
        ("The game can be won.", 1, True),
        ("", 0, True),
    ],
)
def test_a_page_of_which_only_the_table_is_read_is_no_record(
    words: str, code: int, is_written: bool, tmp_path: Path
) -> None:
    """Nothing says that all is well with a page of which nothing was read; a table without a sentence is a record."""
    out = tmp_path / "page.moves"
    run = leoni(
        "import", "-q", "--from", "prose", "--game", "Leoni's Own", "-", "-o", str(out), stdin=MISPRINTED + words
    )
    assert run.code == code and out.exists() == is_written
    assert ("only the table was read, so no record is written" in run.err) != is_written


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("Never put the 3♥ on the 4♥.", "19: mistake {= illegal: 3H>4H} “Never put the 3♥ on the 4♥.”: the rules"),
        ("Play the 2♥. Do not do this.", "19: mistake “Do not do this.”: 1 move, from the table: the rules allow it"),
        ("A common mistake.\n\nPlay the 2♥.", "19: mistake “A common mistake.”: 1 move, from the table: the rules"),
    ],
)
def test_what_is_called_wrong_has_one_line(words: str, line: str, tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text(f"{MISPRINTED}{words}", encoding="utf-8")
    run = leoni("import", "--from", "prose", "--game", "Leoni's Own", str(page))
    verdicts = [
        words for words in run.err.splitlines() if "the rules refuse it" in words or "the rules allow it" in words
    ]
    assert len(verdicts) == 1 and line in verdicts[0]


def test_ranks_are_to_be_checked_only_where_something_does_not_fit() -> None:
    def warns(text: str) -> bool:
        parts = lr.read_prose(text, game="Leoni's Own").parts
        return any(part.why.startswith("check these ranks yourself") for part in parts)

    right = f"{MISPRINTED}Play the 2♠."
    assert not warns(right) and warns(MISPRINTED)
    assert not warns(f"{right} Shove it there.")
    assert warns(right.replace("10♥", "1O of hearts"))
    assert warns(f"{right} Play the 9♣.") and warns(f"{right} The 9♣ can be played.")


WHOLE = """\
LABYRINTH

Foundations: 3♣, 2♦, Q♥, 9♠
Row 1: K♠ 8♣ 7♦ J♦ — 5♣ — 10♣
Row 2: K♥ 5♦ Q♣ Q♦ K♦ J♠ 9♦ —
Row 3: 4♣ 6♣ K♣ — Q♠ — — —
Row 4: 7♣ 3♦ — 6♦ 10♠ — 8♦ —
Row 5: — 4♦ — — J♣ — 9♣ 10♦
Stock: empty

"""


@pytest.mark.parametrize(
    ("page", "code", "line"),
    [
        (WHOLE, 0, ""),
        *(
            (WHOLE + claim, 0, f"page.txt:11: {read} “{claim}”")
            for claim, read in (
                ("The game is lost.", "{= lost}"),
                ("No move is possible.", "{= legal set: -}"),
                ("No card can be played.", "{= legal set: -}"),
                ("The game is at a standstill.", "{= standstill}"),
            )
        ),
        *(
            (WHOLE + claim, 0, f"page.txt:11: “{claim}”: a search of all positions found no")
            for claim in ("The game cannot be won.", "It cannot be won.", "There is no solution.")
        ),
        (
            f"{WHOLE}The game can be won.",
            1,
            "page.txt:11: wrong “The game can be won.”: a search of all positions found",
        ),
        (WHOLE.replace("4♦ —", "5♦ —"), 1, "page.txt:3: wrong: 5♦ is there twice (in row 2, column 2 and in row 5,"),
    ],
)
def test_a_page_that_is_right_exits_with_0(page: str, code: int, line: str, tmp_path: Path) -> None:
    """Claims of a game that is lost are right, and a table with a card twice is wrong, whatever the page says."""
    file, record = tmp_path / "page.txt", tmp_path / "page.moves"
    file.write_text(page, encoding="utf-8")
    run = leoni("import", "--from", "prose", str(file), "-o", str(record))
    assert (run.code, line in run.err) == (code, True), run.err
    assert leoni("verify", str(record)).code == 0


def test_what_is_not_read_is_listed_once_for_each_cause(tmp_path: Path) -> None:
    """Everything after a sentence that may have moved a card has one cause; what to do stands at the end."""
    page = tmp_path / "page.txt"
    page.write_text(f"{WHOLE}Put it there. {'Put the 9♣ on the 10♦. ' * 10}\n\nIt is stuck.\n", encoding="utf-8")
    for quiet in ((), ("-q",)):
        run = leoni("import", *quiet, "--from", "prose", str(page), "-o", str(tmp_path / "page.moves"))
        lines = run.err.splitlines()
        not_read, others, claim = lines[:3] if quiet else lines[2:5]
        assert not_read.endswith("page.txt:11: not read “Put it there.”: leoni stopped at “it there.”")
        assert others.endswith("was not read (the same goes for 9 more sentences in line 11)")
        assert "page.txt:13: not read “It is stuck.”" in claim
        assert quiet or "for example as “Play the 9♣.” or “The 9♣ can be played.”; what" in lines[5]
        assert lines[-1].endswith("page.txt: only the table was read, so no record is written")
    # In the data each sentence stands for itself.
    assert len(lr.read_prose(page.read_text(encoding="utf-8")).unread) == 12


def test_a_long_paragraph_is_cut_once() -> None:
    """What a paragraph's lines are like is looked at once, not for each of its sentences."""
    text = "Put it.\n" * 3000
    cut = [*sentences(text)]
    assert [cut[0].line, cut[-1].line, len(cut)] == [1, 3000, 3000]


def test_the_advice_names_no_move_that_may_be_impossible() -> None:
    page = lr.read_prose(f"{MARTHA}Shove the queen of hearts onto the 2 of hearts.", game="Martha")
    assert "“Play the Q♥.” or “The Q♥ can be played.”" in how_to_be_read(page.parts)
    page = lr.read_prose(f"{MARTHA}We clear pile 5.", game="Martha")
    assert "“Play the 7♠.”" in how_to_be_read(page.parts)
