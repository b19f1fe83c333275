"""Hover texts: the move under the cursor in words and the position after it, in Markdown or plain text."""

from __future__ import annotations

import base64
from typing import Final, NamedTuple

from leoni_replay.diagnostics import is_about_claim
from leoni_replay.games.game import Position, cards_are
from leoni_replay.games.steps import Step
from leoni_replay.layout import Layout
from leoni_replay.lsp.document import CachedGame
from leoni_replay.lsp.points import Point, Target, target_at
from leoni_replay.notation.transcript import Claim, MoveItem, Result, Tag
from leoni_replay.notation.writer import token
from leoni_replay.record.result import Replay
from leoni_replay.show.marks import with_last_move
from leoni_replay.show.move_sentences import closing_sentence, move_sentence
from leoni_replay.show.readable import escaped
from leoni_replay.show.story import heading
from leoni_replay.show.svg import board
from leoni_replay.show.text_board import board_text
from leoni_replay.text import visible_text

#: The width of a picture in pixels. Its cards are plain, because some editors cut off what is longer than 100,000
#: characters.
_WIDTH: Final = 560

#: The tags of the deal; hovering over one shows the position as dealt.
_DEALS: Final = ("Deal", "Layout", "Pack", "DealHash")


class HoverText(NamedTuple):
    """A text in Markdown or plain text, and the span of the game's text that it is about."""

    start: int
    end: int
    text: str


class Style(NamedTuple):
    """The style: Markdown or plain text, with a picture or a text drawing of the position."""

    markdown: bool = True
    pictures: bool = False


def hover(game: CachedGame, offset: int, style: Style) -> HoverText | None:
    """Return the hover text for a place of a game.

    Args:
        game: the game.
        offset: the place in its text.
        style: the style.

    Returns:
        The hover text; None if there is nothing to show.
    """
    replay = game.replay
    target = target_at(replay, offset)
    if target is None:
        return None
    text = _Describer(replay, style).describe(target)
    return HoverText(target.start, target.end, text) if text else None


class _Describer:
    """Describes what is under the cursor, in a style. Descriptions are empty if there is nothing to show."""

    def __init__(self, replay: Replay, style: Style) -> None:
        self.replay = replay
        self.style = style

    def describe(self, target: Target) -> str:
        """Return the description of a tag, a result, a move or another item."""
        thing, point = target.thing, target.point
        if isinstance(thing, Tag):
            return self._tag(thing)
        if not self.replay.dealt:
            return ""
        if isinstance(thing, Result):
            return self._result()
        if isinstance(thing.item, Claim):
            return self._claim(thing.item)
        if point is None:
            return ""
        if isinstance(thing.item, MoveItem):
            return self._move(thing.item, thing.step, point)
        lead = f"before move {point.number}" if point.number > 1 else "as dealt"
        return self._parts(self._strong(lead), self._drawing(point.position))

    def _result(self) -> str:
        """Return why the game is over, and the last position."""
        replay = self.replay
        if replay.result is None:
            return ""
        position = replay.at(replay.moves)
        sentence = closing_sentence(replay.result, position, replay.still_legal)
        return self._parts(sentence, self._drawing(position))

    def _tag(self, tag: Tag) -> str:
        """Return what a tag says: the rules, the deal with the position as dealt, or the game."""
        replay = self.replay
        if not replay.dealt:
            return ""
        game = replay.game
        if tag.name == "Rules":
            book = game.rules.book
            return self._parts(self._strong(book.title), self._words(book.about), *map(self._words, self._overrides()))
        lead = self._strong(heading(replay))
        if tag.name not in _DEALS:
            return self._parts(lead)
        return self._parts(lead, "as dealt", self._drawing(replay.at(0)))

    def _overrides(self) -> list[str]:
        """Return the readings that the record sets itself, by overrides or by ``letter``, instead of its book's."""
        rules = self.replay.game.rules
        lines = []
        for point, reading in rules.own_readings.items():
            point_in_book = rules.book.points[point]
            title, description = point_in_book.title, point_in_book.readings[reading]
            lines.append(f"{point}={reading} ({title}): {description}")
        return lines

    def _move(self, item: MoveItem, step: Step | None, point: Point) -> str:
        """Return what a move does, with the position after it; of a refused move, the position before it.

        Args:
            item: the move.
            step: what it did; None if the replay stopped at it or before it.
            point: the point before it.
        """
        position = point.position
        if step is None:
            lead = f"the table before {token(item.command)}, which would be move {point.number}"
            return self._parts(self._words(lead), self._drawing(position))
        sentence = move_sentence(step, position)
        position.redo(step)
        long_form = token(step.move, item.mark)
        numbered_move = f"{point.number}. {long_form}"
        if self.style.markdown:
            numbered_move = f"{point.number}\\. `{long_form}`"
        facts = ["a variation" if point.in_variation else f"move {point.number} of {self.replay.moves}"]
        facts.append(f"{cards_are(position.left)} not on the foundations")
        if position.situation:
            facts.append(position.situation)
        lead = f"{numbered_move} {self._words(sentence)}"
        return self._parts(lead, self._drawing(position, step), ", ".join(facts))

    def _claim(self, claim: Claim) -> str:
        """Return whether a claim holds."""
        span = self.replay.transcript.span(claim.start, claim.end)
        error = self.replay.error
        if error is not None and error.span < span:
            # The replay didn't get there.
            return ""
        for diagnostic in self.replay.diagnostics:
            if diagnostic.span == span and is_about_claim(diagnostic.code):
                return self._words(diagnostic.message)
        return self._words(f"the claim {claim.text.strip()} holds")

    # -- markup -----------------------------------------------------------------------------------------------------

    def _parts(self, *parts: str) -> str:
        return "\n\n".join(part for part in parts if part)

    def _words(self, text: str) -> str:
        return escaped(text) if self.style.markdown else visible_text(text)

    def _strong(self, text: str) -> str:
        return f"**{escaped(text)}**" if self.style.markdown else visible_text(text)

    def _drawing(self, position: Position, step: Step | None = None) -> str:
        """Return a drawing of a position, with what its last step moved marked."""
        layout = with_last_move(position.layout.closed(), step)
        if self.style.markdown and self.style.pictures:
            return _picture(layout)
        text = board_text(layout)
        return f"```text\n{text}\n```" if self.style.markdown else text


def _picture(layout: Layout) -> str:
    """Return a position as a picture in Markdown."""
    svg = board(layout, faces="plain", size=_WIDTH)
    return f"![the table](data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()})"
