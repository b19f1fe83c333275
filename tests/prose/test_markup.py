"""What is not its author's own text: quotations, text that is struck out, and text that nobody sees."""

from __future__ import annotations

import time

import pytest

import leoni_replay as lr
from leoni_replay.prose.parts import Part

MARTHA = "Foundations: 5♣, K♦, 7♥, 6♠\n\nPile 1: 9♠ 8♥\nPile 2: Q♥\nPile 3: J♠ 10♥ 9♣\nPile 4: 7♠\nPile 5: 7♣\n\n"
PLAY = "Put the 8♥ on the 9♣."
NEXT = "Put the 7♣ on the 8♥."


def parts(text: str) -> list[Part]:
    """The parts of a page below its table."""
    return [part for part in lr.read_prose(text, game="Martha").parts if part.kind not in ("table", "warning")]


def html(words: str) -> str:
    """A page in HTML with a table, and words below it."""
    return MARTHA.replace("\n", "<br>\n") + words


def quoted(text: str) -> str:
    """A text as an answer to a letter quotes it."""
    return "".join(f"> {line}".rstrip() + "\n" for line in text.split("\n"))


@pytest.mark.parametrize(
    ("page", "kind", "why"),
    [
        (f"{MARTHA}~~{PLAY}~~", "aside", "struck out"),
        (f"{MARTHA}* ~~Put the 8♥\non the 9♣.~~", "aside", "struck out"),
        (f"{MARTHA}> {PLAY}", "unread", "in a quotation: write it in a paragraph of its own"),
        (html(f"<s>{PLAY}</s>"), "aside", "struck out"),
        (html(f"<p><del>{PLAY}</del>"), "aside", "struck out"),
        (html(f"<p style='text-decoration: line-through'>{PLAY}</p>"), "aside", "struck out"),
        (html(f"<p hidden>{PLAY}</p>"), "aside", "hidden on the page"),
        (html(f"<div style='display: none'><p>{PLAY}</div>"), "aside", "hidden on the page"),
        (html(f"<p><img src='x.png' alt='{PLAY}'>"), "aside", "the description of a picture"),
        (html(f"<blockquote>{PLAY}</blockquote>"), "unread", "in a quotation"),
        (html(f"<p><q>{PLAY}</q></p>"), "unread", "in a quotation"),
        (html(f"<aside>{PLAY}</aside>"), "unread", "beside the text"),
        (html(f"<footer>{PLAY}</footer>"), "unread", "in the footer"),
    ],
)  # fmt: skip
def test_what_is_not_its_authors_own_text_is_never_played(page: str, kind: str, why: str) -> None:
    (part,) = parts(page)
    assert (part.kind, part.text) == (kind, PLAY)
    assert why in part.why


@pytest.mark.parametrize(
    "page",
    [
        quoted(MARTHA + PLAY),
        f"Anna wrote:\n\n{quoted(MARTHA + PLAY)}",
        quoted(quoted(MARTHA + PLAY)),
        f"{quoted(MARTHA)}\n{PLAY}",
        f"<blockquote>{html(PLAY)}</blockquote>",
        f"<aside>{html('')}</aside><p>{PLAY}</p>",
        html("<p>Put the 8♥ on the <q>9♣</q>.</p>"),
        html("<p>Put the <img src='8h.png' alt='8♥'> on the <s>9♦</s> 9♣.</p>"),
        html(f"<p hidden>A secret.</p><p>{PLAY}</p>"),
    ],
)
def test_a_quoted_table_and_words_in_marks_are_read(page: str) -> None:
    assert [part.read for part in parts(page) if part.kind == "move"] == [("1:8H>3",)]
    assert not lr.read_prose(page, game="Martha").unread


def test_moves_after_a_quotation_may_go_on_with_it() -> None:
    assert [part.kind for part in parts(f"{MARTHA}> {PLAY}\n\n{NEXT}")] == ["unread", "unread"]
    assert [part.kind for part in parts(f"{MARTHA}{PLAY}\n\n> {PLAY}\n\n{NEXT}")] == ["move", "aside", "move"]
    assert [part.kind for part in parts(f"{MARTHA}> A fine game.\n\n{PLAY}")] == ["aside", "move"]
    assert [part.kind for part in parts(f"{MARTHA}~~{NEXT}~~\n\n{PLAY}")] == ["aside", "move"]


def test_moves_around_a_quoted_page_are_somebody_elses() -> None:
    move, reply = parts(f"{quoted(MARTHA + PLAY)}\n{NEXT}")
    assert (move.kind, reply.kind) == ("move", "unread")
    assert "outside the quotation that has the table: quote it, too" in reply.why


@pytest.mark.long
@pytest.mark.parametrize("page", ["<q>a", "<b></i>", "<p hidden>a", "> a\n\n", "<q>put the 8♥</q> ", "~~a", "<s>a</s>"])
def test_marks_take_time_by_their_number(page: str) -> None:
    begun = time.process_time()
    lr.read_prose(html("") + page * (20_000 // len(page)), game="Martha")
    assert time.process_time() - begun < 6
