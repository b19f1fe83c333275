"""``leoni examine`` and ``leoni book-report``: what they find in the books, and what they make of any record."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from leoni_replay.cards import CARD
from leoni_replay.explain import codes, page
from leoni_replay.games import GAMES
from leoni_replay.notation.reader import load, loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.record.examination import examine
from tests.cli.runs import GOOD, HOSTILE, leoni

ROOT = Path(__file__).parent.parent
BOOKS_FOLDER = ROOT / "transcripts" / "books"


def book(name: str, game: int = 1) -> Transcript:
    return list(load(BOOKS_FOLDER / f"{name}.moves"))[game - 1]


def proofs(text: str, rules: str | None = None) -> list[tuple[str, bool | None, str]]:
    (transcript,) = loads(text)
    return [(proof.text, proof.holds, proof.truth) for proof in examine(transcript, rules=rules).proofs]


# -- the other examples -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("wikipedia-pick-up", "wikipedia; L12=pile1-first"),
        ("wikipedia-pick-up", "wikipedia; L12=unturned"),
        ("mcneely-pick-up", "mcneely; L12=unturned"),
        ("gamerules-pick-up", "gamerules; L12=pile1-first"),
        ("wikipedia-leoni-deal", "wikipedia; L5=unchecked"),
        ("dick-reversal-deals", "dick-1898; RV5=not-allowed; RV6=any-time"),
        ("dick-reversal-deals", "dick-1898"),
        ("mcneely-labyrinth-deal", "wikipedia"),
        ("mcneely-labyrinth-deal", "mcneely; LB6=any-time"),
        ("wikipedia-kings", "wikipedia; L6b=bottom"),
        ("gamerules-kings", "gamerules; L6d=stays"),
        ("gamerules-kings", "gamerules; L6b=top"),
        ("mcneely-kings", "mcneely; L6c=play-first"),
        ("wikipedia-reversal", "wikipedia; L7=none"),
        ("wikipedia-reversal", "gamerules"),
        ("gamerules-combination", "gamerules; L7=optional"),
        ("gamerules-combination", "gamerules; L7=none"),
        ("wikipedia-stalemate", "wikipedia; L4=ends-weave"),
        ("dick-rug-redeals", "dick-1898; JR1=1"),
        ("dick-reversal-rounds", "dick-1898; RV6=any-time"),
    ],
)
def test_other_readings_refute_the_examples(name: str, rules: str) -> None:
    """An example that every reading satisfied would show nothing."""
    examination = examine(book(name), rules=rules)
    same = name == "wikipedia-leoni-deal"
    assert examine(book(name)).sound
    assert examination.sound is same


def test_every_page_shows_its_code() -> None:
    """The layouts in the pages of the findings have what they are there for."""
    shown = 0
    for code in codes():
        for text in re.findall(r"```moves\n(.*?)```", page(code), re.S) if code[0] == "E" else ():
            (transcript,) = loads(text)
            assert code in {one.code for one in examine(transcript).findings}, code
            shown += 1
    assert shown == 6


# -- claims, one by one -------------------------------------------------------------------------------------------

HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n'


def test_every_claim_is_proved_for_itself() -> None:
    text = HEAD + (
        "{= left 96} {= left 95} 1. 11:2S^ {= left 95} (6:2S^ {= top 6: 2H} {= left 96} 4:3S^ {= left 95}) "
        "{= left 94} 11:QCv {= left 94} * {= left 94} {= won}"
    )
    assert proofs(text) == [
        ("left 96", True, ""),
        ("left 95", False, "96 cards are not on the foundations"),
        ("left 95", True, ""),
        ("top 6: 2H", True, ""),
        ("left 96", False, "95 cards are not on the foundations"),
        ("left 95", False, "94 cards are not on the foundations"),
        ("left 94", False, "95 cards are not on the foundations"),
        ("left 94", True, ""),
        ("left 94", True, ""),
        ("won", False, "the game is not won: 94 cards are not on the foundations"),
    ]


# -- the position -------------------------------------------------------------------------------------------------


def test_available_and_legal_now() -> None:
    (transcript,) = loads(HEAD + "1. 11:2S^ *")
    examination = examine(transcript, at=0)
    assert examination.number == 0 and "11:2S^" in examination.moves and ("11", CARD["2S"]) in examination.free
    after = examine(transcript)
    assert after.number == 1 and "11:QCv" in after.moves and "11:2S^" not in after.moves
    with pytest.raises(IndexError):
        examine(transcript, at=2)


# -- the command --------------------------------------------------------------------------------------------------


def test_exit_statuses(tmp_path: Path) -> None:
    file = tmp_path / "two.moves"
    file.write_text(GOOD + "\n" + HEAD + "{= left 3} *\n", encoding="utf-8")
    assert leoni("examine", str(file)).code == 1
    assert leoni("examine", str(file), "--game", "1").code == 0
    assert leoni("examine", str(file), "--game", "2").code == 1
    missing = leoni("examine", str(file), "--game", "3")
    assert (missing.code, missing.out) == (2, "") and "there is no game 3 in this file" in missing.err
    far = leoni("examine", str(file), "--game", "1", "--at", "99")
    assert far.code == 2 and "there is no move 99" in far.err
    gone = leoni("examine", str(tmp_path / "no.moves"))
    assert (gone.code, gone.out) == (2, "") and "cannot be read" in gone.err
    assert leoni("examine", "-", stdin="").code == 1
    assert leoni("examine", str(file), "--rules", "nobody").code == 2


def test_a_record_is_shown_and_not_obeyed() -> None:
    hostile = HOSTILE.replace('"', "").replace("\\", "")
    text = f'[Game "Leoni\'s Own"]\n[Source "{hostile}"]\n[Title "{hostile}"]\n[Deal "seed:1884"]\n\n{{= left 96}} *\n'
    run = leoni("examine", "-", stdin=text)
    assert "\x1b" not in run.out and "\u202e" not in run.out and "[bold red]x[/]" in run.out


# -- the report ---------------------------------------------------------------------------------------------------


def test_claims_of_odds_are_compared_with_what_was_measured(tmp_path: Path) -> None:
    """In one sentence, also of a rule book of one's own, whose rules were measured under another name."""
    book = (ROOT / "transcripts" / "own-books" / "clara.toml").read_text(encoding="utf-8")
    (tmp_path / "clara.toml").write_text(book.replace("[sources]", 'odds = "7.6 %"\n\n[sources]', 1), encoding="utf-8")
    said = 'Clara: <b>"the deal goes on"</b>'
    (tmp_path / "r.moves").write_text(
        f'[Game "Leoni\'s Own"]\n[Rules "file:clara.toml"]\n[Deal "seed:1"]\n{{{said}}} *\n', encoding="utf-8"
    )
    run = leoni("book-report", str(tmp_path), "--format", "markdown")
    assert run.code == 0 and "the odds of winning Leoni's Own are 7.6 %" in run.out
    assert "The book's 7.6 % is probably right for somebody who plays sensibly (7." in run.out
    assert run.out.endswith("1 example: 1 holds. 1 claim of odds: 1 probably right.\n")
    page = leoni("book-report", str(tmp_path), "--format", "html").out
    assert "<blockquote>Clara: &lt;b&gt;&#34;the deal goes on&#34;&lt;/b&gt;</blockquote>" in page
    assert page.count('aria-label="The table of r"') == 1 and 'class="probably-right"' in page
    assert leoni("book-report", str(tmp_path), "--odds", "none.jsonl").code == 2


def test_every_sentence_of_the_books_has_its_clause_and_its_example() -> None:
    """The rows of docs/play/books-sentences.csv: clauses and points that the book has, and examples under its rules."""
    with open(ROOT / "docs" / "play" / "books-sentences.csv", encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    names = {"Leoni's Own", "Weaver's", "Labyrinth", "Martha", "Anna", "The Reversal", "The Japanese Rug"}
    named: set[str] = set()
    for row in rows:
        title, said, clauses, shown, note = row
        game, _, rules = title.partition(", ")[2].partition(": ")
        assert said and clauses, row
        assert shown or note.startswith("not shown: "), row
        if clauses.startswith("none"):
            assert not shown, row
            continue
        names.discard(game)
        own = GAMES[game].book(rules)
        assert set(clauses.split(", ")) <= {*own.clauses, *own.points}, row
        for name in filter(None, shown.split(", ")):
            named.add(name)
            path = ROOT / "transcripts" / ("" if name.startswith("games/") else "books") / f"{name}.moves"
            records = [one for one in load(path) if one.value("Game") == game]
            assert rules in {(one.value("Rules") or "").partition(";")[0] for one in records}, row
    assert not names
    assert {path.stem for path in BOOKS_FOLDER.glob("*.moves")} <= named
