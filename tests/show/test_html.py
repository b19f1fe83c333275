"""The HTML page without a browser: its policy, its size, what is in it. ``tests/browser`` looks at it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from base64 import b64encode
from collections import Counter
from gzip import compress
from hashlib import sha256
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.cards import CARD, PRETTY
from leoni_replay.games import GAMES
from leoni_replay.layout import Layout, Place, Zone
from leoni_replay.record.sample import sample
from leoni_replay.show.contents import IndexEntry, index, thumbnail
from leoni_replay.show.html import page
from leoni_replay.show.rendering import SCRIPTS, one_line, shared_script
from leoni_replay.show.still import stills
from leoni_replay.show.story import Story, tell_story

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"


def story_of(path: Path) -> Story:
    return tell_story(lr.replay(next(iter(lr.load(path)))))


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


def small(story: Story) -> bool:
    """Whether the page of a game has no more than 45 kB if it shares what it can; a long game has a little more, and so
    has each further deal, whose table has plans of its own."""
    size = len(page(story, shared=f"../leoni-{'0' * 16}.js").encode())
    return size <= 45_000 + 3_000 * (len(story.chapters) - 1) + 220 * max(0, len(story.moves) - 100)


@pytest.mark.long
def test_a_shared_page_is_small() -> None:
    for path in sorted(TRANSCRIPTS.glob("games/*.moves"))[::2]:
        assert small(story_of(path)), path.name


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_many_shared_pages_are_small(name: str) -> None:
    for transcript in sample(name, None, "shared", 40):
        assert small(tell_story(lr.replay(transcript))), transcript.tags


def test_pictures_of_a_shared_page_show_every_card_on_top() -> None:
    story = annotated()
    layouts = [story.layout(0), story.layout(len(story.moves))]
    first, last = stills(layouts, ("as dealt", "the end"))
    assert 'role="img" aria-label="as dealt"' in first and 'role="img" aria-label="the end"' in last
    cards = dict(re.findall('<g id="(s[0-9]+)" fill="#[0-9a-f]+">.*?<text[^>]*>([^<\ufe0e]+)', first))
    for drawn, layout in ((first, layouts[0]), (last, layouts[1])):
        seen = Counter(cards[name] for name in re.findall('<use href="#(s[0-9]+)"', drawn) if name in cards)
        lying = [place for zone in layout.zones for place in zone.places if place.lie != "squared"]
        shown = [card for place in lying for card in (place.cards[-1:] if place.lie == "top" else place.cards)]
        assert seen == Counter(PRETTY[card] for card in shown)


def test_data_cannot_end_their_element() -> None:
    story = annotated()
    (data,) = re.findall(r'<script type="application/json" id="game">(.*?)</script>', page(story))
    assert not re.search("[<>&]", data)
    game = json.loads(data)
    assert len(game["moves"]) == len(story.moves)
    assert sum(len(cards) for cards in game["cards"]) == 104


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
def test_size() -> None:
    for path in sorted(TRANSCRIPTS.glob("games/*.moves"))[::3]:
        story = story_of(path)
        text = page(story).encode()
        assert len(text) < 185_000 + 250 * len(story.moves), path.name
        assert len(text) < 200_000 or len(story.moves) > 300, path.name
        assert len(compress(text)) < 45_000, path.name
    story = annotated()
    assert len(page(story, faces="plain").encode()) < len(page(story).encode()) - 15_000


@pytest.mark.long
@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.rglob("rejected/**/*.moves")), ids=lambda path: path.stem)
def test_every_rejected_game_has_a_page(path: Path) -> None:
    for transcript in lr.load(path):
        story = tell_story(lr.replay(transcript))
        text = page(story)
        assert story.error is not None and f"error[{story.error.code}]" in text
        assert ('id="game"' in text) == (story.replay.dealt)


def test_a_claim_that_fails_is_crossed() -> None:
    text = page(story_of(TRANSCRIPTS / "rejected/C401.moves"))
    assert re.search("✗ false:</b> <bdi>top 1: 8C", text)
    assert "✓ true:" not in text


def test_what_strangers_write_is_made_visible() -> None:
    (transcript,) = lr.loads(
        '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n[Player "\u202e<b>"]\n\n'
        "1. 11:2S^ {two\nlines, \u200fa mark, a \u2665} *\n"
    )
    text = page(tell_story(lr.replay(transcript)))
    assert "<bdi>\\u202e&lt;b&gt;</bdi>" in text
    assert "<bdi>two lines, \\u200fa mark, a \u2665\ufe0e</bdi>" in text


def test_index() -> None:
    text = "".join(index([IndexEntry("a & b", "x y.html", "won", 3)], 1))
    assert '<a href="x%20y.html"><bdi>a &amp; b</bdi></a>' in text
    assert "<h1>1 game</h1>" in text


def test_an_index_of_a_thousand_games_is_small() -> None:
    story = story_of(TRANSCRIPTS / "games/rug-won.moves")
    small = thumbnail(story.layout(90))
    entries = [IndexEntry(f"game {n}", f"{n}.html", "won", n, thumbnail=small) for n in range(1000)]
    size = len("".join(index(entries, 1000)))
    assert size < 1_500_000
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', "".join(index(entries[:1], 1)))
    assert "script-src &#39;sha256-" in policy.replace("'", "&#39;") and "unsafe" not in policy


def test_a_thumbnail_has_every_card_on_top() -> None:
    """Free cards by their colour; what lies face down, and the rest of a fan, as what is covered."""
    cards = (CARD["2H"], CARD["9C"])
    zones = Zone("a", "a", (Place("1", "1", cards), Place("2", "2", (CARD["KD"],)), Place("3", "3", ())))
    wide, high, covered, black, red = thumbnail(Layout((zones, Zone("s", "s", (Place("s", "s", cards, "squared"),)))))
    assert (covered.count("M"), black.count("M"), red.count("M")) == (2, 1, 1)
    assert wide > 20 and high > 8


def test_templates_are_in_the_package() -> None:
    assert {"index.html.j2", "index.js", "replay.html.j2", "player.css", *SCRIPTS} <= {
        path.name for path in files("leoni_replay").joinpath("show/templates").iterdir()
    }


@pytest.mark.long
def test_jinja_is_imported_only_for_a_page() -> None:
    code = "import sys, leoni_replay.show.html; sys.exit('jinja2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
