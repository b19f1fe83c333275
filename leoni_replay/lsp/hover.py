"""Hover texts: the move under the cursor in words and the position after it, in Markdown or plain text."""

from __future__ import annotations

import base64
from typing import Any, Final, NamedTuple

from leoni_replay.diagnostics import is_about_claim
from leoni_replay.games import Game
from leoni_replay.games.game import Position, left_words
from leoni_replay.games.steps import Step
from leoni_replay.layout import Layout
from leoni_replay.lsp.document import CachedGame
from leoni_replay.lsp.points import Point, Pointed, pointed_at
from leoni_replay.notation.transcript import Claim, MoveItem, Result, Tag
from leoni_replay.notation.writer import token
from leoni_replay.record.played_items import PlayedItem
from leoni_replay.record.result import Replay
from leoni_replay.show.marks import with_last_move
from leoni_replay.show.move_sentences import closing_sentence, move_sentence
from leoni_replay.show.readable import escaped
from leoni_replay.show.story import heading
from leoni_replay.show.svg import board
from leoni_replay.show.text_board import board_text
from leoni_replay.text import visible

#: The width of a picture in pixels. Its cards are plain, because some editors cut off what is longer than 100,000
#: characters.
_WIDTH: Final = 560

#: The tags of the deal; hovering over one shows the position as dealt.
_DEALS: Final = ("Deal", "Layout", "Pack", "DealHash")


class Shown(NamedTuple):
    """A hover text, and the span of the game's text that it is about."""

    start: int
    end: int
    text: str


class Style(NamedTuple):
    """The style: Markdown or plain text, with a picture or a text drawing of the position."""

    markdown: bool = True
    pictures: bool = False


def hover(kept: CachedGame, offset: int, style: Style) -> Shown | None:
    """Return the hover text for a place of a game.

    Args:
        kept: the game.
        offset: the place in its text.
        style: the style.

    Returns:
        The hover text; None if there is nothing to show.
    """
    replay = kept.replay
    pointed = pointed_at(replay, offset)
    if pointed is None:
        return None
    text = _Teller(replay, style).of(pointed)
    return Shown(pointed.start, pointed.end, text) if text else None


class _Teller:
    """Describes the item under the cursor."""

    def __init__(self, replay: Replay, style: Style) -> None:
        self.replay = replay
        self.style = style

    def of(self, pointed: Pointed) -> str:
        what, replay = pointed.what, self.replay
        if isinstance(what, Tag):
            return self._tag(what)
        if not replay.dealt:
            return ""
        game = replay.game
        if isinstance(what, Result):
            if replay.result is None:
                return ""
            position = replay.at(replay.moves)
            return self._parts(closing_sentence(replay.result, position, replay.still_legal), self._table(position))
        if isinstance(what.item, Claim):
            return self._claim(what.item)
        before = pointed.before
        if before is None:
            return ""
        if isinstance(what.item, MoveItem):
            return self._move(game, what, before)
        lead = f"before move {before.number}" if before.number > 1 else "as dealt"
        return self._parts(self._strong(lead), self._table(before.position))

    def _tag(self, tag: Tag) -> str:
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
        return self._parts(lead, "as dealt", self._table(replay.at(0)))

    def _overrides(self) -> list[str]:
        """Return the readings that the record sets itself, by overrides or by ``letter``, instead of its book's."""
        rules = self.replay.game.rules
        lines = []
        for point, reading in rules.taken.items():
            about = rules.book.points[point]
            lines.append(f"{point}={reading} ({about.title}): {about.readings[reading]}")
        return lines

    def _move(self, game: Game[Any], node: PlayedItem, before: Point) -> str:
        assert isinstance(node.item, MoveItem)
        position, step = before.position, node.step
        if step is None:
            lead = f"the table before {token(node.item.command)}, which would be move {before.number}"
            return self._parts(self._words(lead), self._table(position))
        prose = move_sentence(step, position)
        position.redo(step)
        long = token(step.move, node.item.mark)
        code = f"`{long}`" if self.style.markdown else long
        number = f"{before.number}\\." if self.style.markdown else f"{before.number}."
        aside = "a variation" if before.inside else f"move {before.number} of {self.replay.moves}"
        left = left_words(position.left)
        stand = position.situation
        foot = ", ".join([aside, f"{left} not on the foundations", *([stand] if stand else [])])
        return self._parts(f"{number} {code} {self._words(prose)}", self._table(position, step), foot)

    def _claim(self, claim: Claim) -> str:
        span = self.replay.transcript.span(claim.start, claim.end)
        error = self.replay.error
        if error is not None and error.span < span:
            # The replay didn't get there.
            return ""
        diagnostics = [one for one in self.replay.diagnostics if one.span == span and is_about_claim(one.code)]
        if not diagnostics:
            return self._words(f"the claim {claim.text.strip()} holds")
        return self._words(diagnostics[0].message)

    # -- markup -----------------------------------------------------------------------------------------------------

    def _parts(self, *parts: str) -> str:
        return "\n\n".join(part for part in parts if part)

    def _words(self, text: str) -> str:
        return escaped(text) if self.style.markdown else visible(text)

    def _strong(self, text: str) -> str:
        return f"**{escaped(text)}**" if self.style.markdown else visible(text)

    def _table(self, position: Position, step: Step | None = None) -> str:
        layout = with_last_move(position.layout.closed(), step)
        if self.style.markdown and self.style.pictures:
            return _picture(layout)
        text = board_text(layout)
        return f"```text\n{text}\n```" if self.style.markdown else text


def _picture(layout: Layout) -> str:
    """Return a position as a picture in Markdown."""
    made = board(layout, faces="plain", size=_WIDTH)
    return f"![the table](data:image/svg+xml;base64,{base64.b64encode(made.encode()).decode()})"
