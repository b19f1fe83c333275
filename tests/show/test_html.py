"""The HTML page without a browser: its policy, its size, what is in it. ``tests/browser`` looks at it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.cards import CARD
from leoni_replay.layout import Layout, Place, Zone
from leoni_replay.show.contents import IndexEntry, index, thumbnail
from leoni_replay.show.html import page
from leoni_replay.show.rendering import one_line, shared_script
from leoni_replay.show.story import Story, make_story

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"


def story_of(path: Path) -> Story:
    return make_story(lr.replay(next(iter(lr.load(path)))))


def story_from(text: str) -> Story:
    return make_story(lr.replay(text))


def annotated() -> Story:
    return story_of(TRANSCRIPTS / "games/annotated.moves")


class Attributes(HTMLParser):
    """The names of all attributes, and the values of all addresses."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.addresses: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {name for name, _ in attrs}
        self.addresses |= {value or "" for name, value in attrs if name in ("href", "src")}


def test_the_policy_names_the_style_and_the_script() -> None:
    text = page(annotated())
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    allowed = dict(part.split(" ", 1) for part in policy.replace("&#39;", "'").split("; "))
    assert allowed["default-src"] == allowed["base-uri"] == allowed["form-action"] == "'none'"
    for directive, tag in (("style-src", "style"), ("script-src", "script")):
        (inside,) = re.findall(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        digest = b64encode(sha256(inside.encode()).digest()).decode()
        assert allowed[directive] == f"'sha256-{digest}'"
    attributes = Attributes(text)
    assert not any(name == "style" or name.startswith("on") for name in attributes.names)
    assert all(re.fullmatch("#m[0-9]+(v[0-9]+)?|#lr-[a-zA-Z0-9]+", address) for address in attributes.addresses)
    assert "innerHTML" not in text


def test_a_shared_page_names_its_script_and_nothing_else() -> None:
    text = page(annotated(), shared="../a b.js")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    allowed = dict(part.split(" ", 1) for part in policy.replace("&#39;", "'").split("; "))
    digest = b64encode(sha256(shared_script("figures").encode()).digest()).decode()
    assert allowed["script-src"] == f"'sha256-{digest}'" and allowed["default-src"] == "'none'"
    (inside,) = re.findall("<style>(.*?)</style>", text, re.DOTALL)
    assert allowed["style-src"] == f"'sha256-{b64encode(sha256(inside.encode()).digest()).decode()}'"
    assert f'<script src="../a%20b.js" integrity="sha256-{digest}"></script>' in text
    assert text.count("<script") == 2 and "<noscript" not in text
    attributes = Attributes(text)
    assert not any(name == "style" or name.startswith("on") for name in attributes.names)
    names = set(re.findall('id="([^"]+)"', text))
    assert {address[1:] for address in attributes.addresses if re.match("#s", address)} <= names
    # A record without a table has no script, and its style in itself.
    refused = story_of(TRANSCRIPTS / "rejected/H103.moves")
    assert page(refused, shared="x.js") == page(refused)
    script = shared_script("figures")
    assert "innerHTML" not in script and script != shared_script("plain")


def test_data_cannot_end_their_element() -> None:
    story = annotated()
    (data,) = re.findall(r'<script type="application/json" id="game">(.*?)</script>', page(story))
    assert not re.search("[<>&]", data)
    game = json.loads(data)
    assert len(game["steps"]) == len(story.moves)
    assert sum(len(place["cards"]) for place in game["places"]) == 104


def test_what_is_in_it() -> None:
    story = annotated()
    text = page(story)
    for move in story.moves:
        token = move.token.replace(">", "&gt;")
        assert f'<a href="#m{move.number}" title="{token}"><i>{move.number}.</i> <b>' in text
        assert f"</b></a> <span>{one_line(move.prose)}</span>" in text
    assert text.index("Both twos of spades are on top.") < text.index("Pile 11 now shows the queen of clubs")
    assert text.index("<h2>Deal 2</h2>") < text.index("<i>22.</i> <b>redeal</b>") < text.index("<h2>Deal 3</h2>")
    assert text.count("✓ true:") == 20
    assert story.replay.digest is not None and story.replay.digest in text
    assert "<dt><bdi>Event</bdi></dt>" in text


@pytest.mark.long
@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.rglob("rejected/**/*.moves")), ids=lambda path: path.stem)
def test_every_rejected_game_has_a_page(path: Path) -> None:
    for transcript in lr.load(path):
        story = make_story(lr.replay(transcript))
        text = page(story)
        assert story.error is not None and f"error[{story.error.code}]" in text
        assert ('id="game"' in text) == (story.replay.dealt)


def test_what_strangers_write_is_made_visible() -> None:
    (transcript,) = lr.loads(
        '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n[Player "\u202e<b>"]\n\n'
        "1. 11:2S^ {two\nlines, \u200fa mark, a \u2665} *\n"
    )
    text = page(make_story(lr.replay(transcript)))
    assert "<bdi>\\u202e&lt;b&gt;</bdi>" in text
    assert "<bdi>two lines, \\u200fa mark, a \u2665\ufe0e</bdi>" in text


#: The exercise that the page on pages shows.
PAGES = (TRANSCRIPTS.parent / "docs" / "record" / "pages.md").read_text(encoding="utf-8")
(EXERCISE,) = re.findall(r"^```moves\n(.*?)^```$", PAGES, re.M | re.S)


def test_an_exercise_tells_its_solution_only_in_the_solution() -> None:
    text = page(story_from(EXERCISE))
    head, _, after = text.partition('<details id="solution">')
    assert "<title>Martha</title>" in head and head.count("How is it won?") == 3 and "after 3 moves" not in head
    assert "won after 3 moves" in after and after.count("As dealt</h2>") == 0
    # A record that is wrong, and one without moves, have nothing to hide.
    for other in (EXERCISE.replace("1:QC^ ", ""), EXERCISE.replace("1:QC^ 1:KC^ 2:KH^ won", "*")):
        assert 'id="solution"' not in page(story_from(other)) and "Exercise" in page(story_from(other))


def test_index() -> None:
    text = "".join(index([IndexEntry("a & b", "x y.html", "won", 3)], 1))
    assert '<a href="x%20y.html"><bdi>a &amp; b</bdi></a>' in text
    assert "<h1>1 game</h1>" in text


def test_a_thumbnail_has_every_card_on_top() -> None:
    """Free cards by their colour; what lies face down, and the rest of a fan, as what is covered."""
    cards = (CARD["2H"], CARD["9C"])
    zones = Zone("a", "a", (Place("1", "1", cards), Place("2", "2", (CARD["KD"],)), Place("3", "3", ())))
    wide, high, covered, black, red = thumbnail(Layout((zones, Zone("s", "s", (Place("s", "s", cards, "squared"),)))))
    assert (covered.count("M"), black.count("M"), red.count("M")) == (2, 1, 1)
    assert wide > 20 and high > 8
