"""Replays to be read: Markdown and plain text."""

from __future__ import annotations

from markdown_it import MarkdownIt

from leoni_replay.notation.reader import loads
from leoni_replay.record.replay import replay
from leoni_replay.record.sample import sample
from leoni_replay.show.story import Story, make_story
from tests.cli.runs import HOSTILE
from tests.told import markdown, plain

HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n'


def story_of(text: str) -> Story:
    (transcript,) = loads(text)
    return make_story(replay(transcript))


def test_markdown() -> None:
    text = markdown([story_of(f"{HEAD}1. 11:2S^ {{why not}} (6:2S^ {{= top 6: 2H}}) 11:QCv 4:3S^ *\n")])
    assert text.startswith("# Leoni's Own, wikipedia, seed:1884\n\n**verified: unfinished after 3 moves, digest ")
    assert "\n1. `11:2S^` 2♠ from pile 11 to the foundation (up)\n\n> why not\n" in text
    assert "\n2. `11:QCv` Q♣ from pile 11 to the foundation (down)\n3. `4:3S^` 3♠ from pile 4" in text


def test_places_have_the_words_of_their_game() -> None:
    (transcript,) = sample("The Reversal", None, "words", 1)
    text = markdown([make_story(replay(transcript))])
    assert " to packets 1 to 4, and " in text and " from packet 1 to the foundation" in text and "pile" not in text


def test_variations_claims_and_ending() -> None:
    story = story_of(f"{HEAD}1. 11:2S^ (6:2S^ {{= left 95}} 6:2H^ ({{or}} 4:3S^)) 11:QCv * {{thanks}}\n")
    assert story.replay.verified
    text = markdown([story])
    assert "> *in its place:*\n>\n> 1\\. `6:2S^` 2♠ from pile 6" in text and "> ✓ left 95\n" in text
    assert "> > *in its place:*\n> >\n> > or\n> >\n> > 2\\. `4:3S^`" in text
    assert text.rstrip().endswith("> thanks")
    text = plain([story])
    assert "    in its place:\n    1. 6:2S^  2♠" in text and "claim, which holds: left 95" in text
    assert "        in its place:\n        or\n        2. 4:3S^" in text


def test_rejected_games_say_why() -> None:
    story = story_of(f"{HEAD}1. 11:2S^ 7:3D^ *\n")
    for text in (markdown([story]), plain([story])):
        assert "M203" in text and "rejected after 1 move" in text and "wikipedia 4, play" in text
        assert text.index("11:2S^") < text.index("M203")
    nothing = story_of('[Game "Chess"]\n[Deal "seed:1"]\n*\n')
    assert "H103" in markdown([nothing]) and "H103" in plain([nothing])


def test_a_strangers_text_is_shown_and_not_obeyed() -> None:
    text = HOSTILE + " [x](javascript:1) ![i](http://a.b) <img onerror=1> `a` **b** | # > 1. - ~~s~~ &lt;"
    value = text.replace("\\", "").replace('"', "'")
    comment = text.replace("}", ")")
    story = story_of(f'{HEAD}[Player "{value}"]\n[Event "{value}"]\n1. 11:2S^ {{{comment}}} ({{{comment}}} 6:2S^) *\n')
    assert story.replay.verified
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown([story]))
    inline = [child.type for token in tokens for child in token.children or ()]
    assert not {"link_open", "image", "html_inline", "em_open", "s_open"} & set(inline) - {"em_open"}
    assert not [token for token in tokens if token.type in ("html_block", "hr")]
    for written in (markdown([story]), plain([story])):
        assert not any(char < " " and char != "\n" for char in written)
        assert "\u202e" not in written and "\x9b" not in written


def test_a_false_claim_has_its_cross_and_nothing_behind_it_is_told() -> None:
    story = story_of(f"{HEAD}1. 11:2S^ {{= left 95}} {{= left 94}} {{= left 93}} {{more}} 11:QCv *\n")
    assert [(note.text, note.holds) for note in story.moves[0].notes] == [("left 95", True), ("left 94", False)]
    assert "> ✗ left 94" in markdown([story]) and "claim, which fails: left 94" in plain([story])
    story = story_of(f"{HEAD}1. 11:2S^ (6:2S^ {{= left 94}} 6:2H^) 11:QCv *\n")
    (branch,) = story.moves[0].variations
    assert [note.holds for note in branch.moves[0].notes] == [False] and len(branch.moves) == 1
    story = story_of(f"{HEAD}1. 11:2S^ * {{= left 95}} {{= left 9}}\n")
    assert [note.holds for note in story.ending] == [True, False]
