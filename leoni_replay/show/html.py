"""A replay as one HTML file: a player that needs no network, with all that it shows in the page itself.

What a stranger wrote is text everywhere: templates escape it, control characters are made visible, and the script
never makes markup. The script knows no rules: it moves cards back and forth as the steps say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from markupsafe import Markup

from leoni_replay.games.places import row_number
from leoni_replay.layout import Faces, Layout
from leoni_replay.notation.writer import dumps
from leoni_replay.show.geometry import NARROW, plan
from leoni_replay.show.outcome_labels import CLASSES, SIGNS, WORDS
from leoni_replay.show.rendering import drawings, environment, policy_hash, shared_script
from leoni_replay.show.static_table import still_pictures
from leoni_replay.show.story import Branch, Story, StoryMove, heading
from leoni_replay.show.svg import drawing
from leoni_replay.show.table_data import Encoder, list_entry

if TYPE_CHECKING:
    from leoni_replay.solving.searcher import Outlook

#: What the pictures show that stand in a page for readers without scripts.
_PICTURES: Final = ("The table as dealt", "The table at the end")

#: The outlooks of a table: sign, class and words.
_OUTLOOKS: Final = {
    outlook: (SIGNS[outlook].replace("-", "\N{MINUS SIGN}"), CLASSES[outlook], words)
    for outlook, words in WORDS.items()
}


def page(
    story: Story,
    which: str = "",
    *,
    links: tuple[str, str, str] = ("", "", ""),
    faces: Faces = "figures",
    outlooks: Sequence[Outlook] = (),
    sentences: Sequence[str] = (),
    shared: str = "",
    board: str = "",
) -> str:
    """Return a replay as one HTML document that needs nothing else.

    A record that has no table, since its tags are wrong, becomes a page that says what is wrong.

    Args:
        story: the replay in words.
        which: the words for which of how many games it is (``game 2 of 3``), if there are several.
        links: of a page in a folder, the addresses of the index, of the page before and of the next one, each empty if
            there is none.
        faces: pips and figures on the cards, or one large suit ("plain"), for a smaller page.
        outlooks: of a game that was reviewed, what can be made of the table after every move, from the deal on.
        sentences: what the review has found out, in sentences.
        shared: the address of the file with :func:`~leoni_replay.show.rendering.shared_script` for these faces, if the
            page is to leave its style, its cards and its script to that (a page that was reviewed has its own).
        board: the address of a board on which the game can be played on from any of its moves, if there is one.
    """
    context: dict[str, Any] = {
        "story": story,
        "which": which,
        "game": None,
        "digest": story.replay.digest,
        "fault_line": _fault_line(story),
        "heading": heading(story.replay, with_outcome=not story.exercise),
        "about": story.exercise or _about(story),
        "links": links,
        "outlooks": outlooks,
        "sentences": sentences,
        "signs": _OUTLOOKS,
        "shared": "",
        "board": board,
    }
    if story.replay.dealt:
        context |= _player_context(story, faces, outlooks, small_pictures=bool(shared))
        if shared:
            context |= {"shared": shared, "integrity": policy_hash(shared_script(faces))}
    return environment().get_template("replay.html.j2").render(context)


def _player_context(story: Story, faces: Faces, outlooks: Sequence[Outlook], *, small_pictures: bool) -> dict[str, Any]:
    """Return the variables of the template that the player of a game needs, if the game has a table.

    Args:
        story: the replay in words.
        faces: how court cards are drawn.
        outlooks: of a reviewed game, whether each position can be won, from the deal on; otherwise empty.
        small_pictures: whether the pictures for readers without scripts leave the drawings of cards to another file.
    """
    last = len(story.moves)
    # The position stands at the end: from there it goes back once.
    last_text, last_layout = story.text(last), story.layout(last)
    first_text, first_layout = story.text(0), story.layout(0)
    game, branches = _game(story)
    game |= _outlook_data(outlooks)
    return {
        "game": _json(game),
        "start": game.get("start", last),
        "chapters": list(_chapters(story)),
        "numbers": {id(branch): number for number, branch in enumerate(branches, 1)},
        "texts": (first_text, last_text),
        "tables": _pictures([first_layout, last_layout], small=small_pictures),
        "faces": drawings(faces),
        "legend": _legend(first_text),
    }


def _json(data: object) -> Any:
    """Return data for a script element: nothing in it can end the element or begin another."""
    text = json.dumps(data, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


# -- what the page says -----------------------------------------------------------------------------------------------


def _pictures(layouts: Sequence[Layout], *, small: bool) -> list[Markup]:
    """Return pictures of the first and the last table, for readers without scripts: small ones if a page leaves its
    cards to another file."""
    if small:
        return list(map(Markup, still_pictures(layouts, _PICTURES)))
    sheet = plan(layouts, NARROW)
    return [Markup(drawing(layout, sheet, title=title)) for layout, title in zip(layouts, _PICTURES, strict=True)]


def _legend(text: str) -> str:
    """Return the meaning of the signs in the text of the table, as far as the game has them."""
    words = text.replace(":", "").split()
    meanings = ["the top card of a place is the last one"]
    if any(map(row_number, words)):
        meanings.append("-- is an empty place")
    if any(word.startswith("#") for word in words):
        meanings.append("# lies face down")
    return "; ".join(meanings)


def _chapters(story: Story) -> Iterator[tuple[str, Sequence[StoryMove]]]:
    """Yield the chapters with their moves; a redeal is the first move of the chapter that it begins."""
    ends = [chapter.first - 1 for chapter in story.chapters[1:]] + [len(story.moves)]
    start = 0
    for chapter, end in zip(story.chapters, ends, strict=True):
        yield chapter.title, story.moves[start:end]
        start = end


class _FaultLine(NamedTuple):
    """The line where a record fails, in three parts."""

    before: str
    fault: str
    after: str


def _fault_line(story: Story) -> _FaultLine | None:
    """Return the line where the record fails; None if it doesn't fail, or not at a line."""
    if story.error is None or not story.error.lines:
        return None
    line, span = story.error.lines[0], story.error.span
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return _FaultLine(line[:start], line[start:end], line[end:])


# -- what the player knows --------------------------------------------------------------------------------------------


def table_data(story: Story) -> dict[str, Any]:
    """Return a game for the element ``<leoni-table>``: the table as dealt, and the steps of the game, without
    variations.

    Of a record without a table it says only what the record is.
    """
    data: dict[str, Any] = {"title": heading(story.replay), "about": _about(story)}
    if not story.replay.dealt:
        return data
    encoding, _ = _encode(story, variations=False)
    for step, move in zip(encoding["steps"], story.moves, strict=True):
        step |= list_entry(move.token, move.prose)
    return data | encoding


def _about(story: Story) -> str:
    """Return what a game is and how it ended, in a line."""
    return f"{story.title}: {story.verdict}. {story.closing_sentence}".strip()


def _encode(story: Story, *, variations: bool = True) -> tuple[dict[str, Any], list[Branch]]:
    """Return a game for the script of a page, and its variations.

    Args:
        story: the replay in words.
        variations: whether variations are encoded.

    Returns:
        The table as dealt, the steps of the game, and the variations that have a move, each before those in it; and
        these variations as they are in the story.
    """
    encoder = Encoder(story.replay.at(0), open=story.open)
    data = encoder.table_data()
    lines: list[dict[str, Any]] = []
    branches: list[Branch] = []

    def encode_line(moves: Sequence[StoryMove], line_number: int) -> list[dict[str, Any]]:
        """Return the steps of a line of play; the game itself has number 0, variations are numbered from 1."""
        steps: list[dict[str, Any]] = []
        for move in moves:
            for branch in move.variations if variations else ():
                if branch.moves:
                    branches.append(branch)
                    line: dict[str, Any] = {"parent": line_number, "first": branch.moves[0].number}
                    lines.append(line)
                    line["steps"] = encode_line(branch.moves, len(lines))
                    encoder.back(len(branch.moves))
            steps.append(encoder.step(move.step))
        return steps

    data |= {"steps": encode_line(story.moves, 0), "variations": lines}
    # There is room from the beginning for all rows that are ever dealt.
    steps = [*data["steps"], *(step for line in lines for step in line["steps"])]
    with_zones = [part for part in (data, *steps) if "zones" in part]
    data["zones"] = max(with_zones, key=lambda part: part["rows"])["zones"]
    for step in steps:
        step.pop("zones", None)
    return data, branches


def _game(story: Story) -> tuple[dict[str, Any], list[Branch]]:
    """Return the data for the script of a page, and the variations in the order of their numbers."""
    data, branches = _encode(story)
    lit: list[int] = []
    if story.error is not None:
        # The refused move comes after the last legal one, and changes nothing.
        data["steps"].append({"changes": []})
        names = [place["name"] for place in data["places"]]
        lit = [
            names.index(name)
            for name in _places_in_lines(story.error.table_lines, names, story.replay.vocabulary.lines)
        ]
    transcript = story.replay.transcript
    data |= {
        "chapters": [chapter.first for chapter in story.chapters],
        "comments": [move.number for move in story.moves if any(note.kind == "comment" for note in move.notes)],
        "won": story.replay.accepted and story.replay.result == "won",
        "faulty": story.error is not None,
        "lit": lit,
        # The text of the game: its own, or what a program gave, written down.
        "record": (transcript.text or dumps(transcript)).strip() + "\n",
        "name": re.sub("[^a-z0-9]+", "-", heading(story.replay).lower()).strip("-")[:80],
    }
    return data, branches


def _outlook_data(outlooks: Sequence[Outlook]) -> dict[str, Any]:
    """Return the outlooks of a review for the script: each with the move from which it holds, and the last move after
    which the game could be won, where the page starts."""
    if not outlooks:
        return {}
    runs: list[tuple[int, str]] = []
    start = 0
    for number, outlook in enumerate(outlooks):
        if number == 0 or outlook != outlooks[number - 1]:
            runs.append((number, CLASSES[outlook]))
        if outlook == "won":
            start = number
    return {"outlooks": runs, "start": start}


def _places_in_lines(table_lines: Iterable[str], places: Sequence[str], line_of: Mapping[str, str]) -> Iterator[str]:
    """Yield the places that the table around a fault shows.

    Args:
        table_lines: the lines of that table.
        places: the names of all places.
        line_of: the name of the line that shows each place.
    """
    for table_line in table_lines:
        name = table_line.partition(":")[0]
        yield from (place for place in places if line_of[place] == name)
