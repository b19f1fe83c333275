"""Records to start from: a game just dealt, by a program or on a real table, without moves."""

from __future__ import annotations

from textwrap import wrap
from typing import Any, Final

from leoni_replay.games import Game, make_game
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.transcript import Comment, Tag, Transcript
from leoni_replay.phrases import join_words
from leoni_replay.record.deal import Deal, named_deal, random_deal
from leoni_replay.record.deal import deal as make_deal
from leoni_replay.record.replay import replay

#: The maximum length of a line in the comments made here.
_WIDTH: Final = 100


def draft(
    game: str = "Leoni's Own",
    deal: str | Deal | None = None,
    rules: str | None = None,
    *,
    physical: bool = False,
    open: bool = False,
) -> Transcript:
    """Make a record without moves, for the player to continue.

    Args:
        game: the name of a game, in any case.
        deal: ``seed:TEXT`` or ``pysol:NUMBER``, or a :class:`Deal` of this game; a random seed by default.
        rules: a rule book and overrides; None for those of the :class:`Deal`, or else for the default book.
        physical: the game is dealt on a real table. The record has a layout to fill in instead of a deal, with ``??``
            for every card, and a comment with instructions.
        open: show the faces of face-down cards in the comment with the position.

    Raises:
        LeoniError: there is no such game, rule book or deal; or a deal is given for a game dealt on a table.
    """
    if physical and deal is not None:
        raise LeoniError("a deal on a real table has no name")
    if physical:
        return _record_to_fill_in(make_game(game, rules))
    if isinstance(deal, Deal):
        deal, rules = named_deal(deal, game, rules)
    dealt_game = make_deal(random_deal() if deal is None else deal, game, rules)
    listing = dealt_game.position.listing()
    text = dealt_game.text if open else dealt_game.layout.text(listing)
    return _record(dealt_game.game, Comment(f"The table as dealt:\n{text}"), Tag("Deal", dealt_game.deal))


def _record_to_fill_in(game: Game[Any]) -> Transcript:
    """Return the record of a game none of whose cards is known."""
    # A record without a deal is replayed with the simplest deal that fits: its first position has every place.
    replayed = replay(Transcript.build({"Game": game.name, "Rules": str(game.rules)}))
    position = replayed.at(0)
    sentences = ["Fill in the table as it was dealt, before the first move."]
    rows = ", in a row from left to right" if game.grid_rows else ""
    sentences.append(f"Write cards in place of ??, 7H or TS: in a pile the top card last{rows}.")
    hidden_places = [game.vocabulary.place_words(name) for name in game.hidden_places if name in game.order]
    sentences.append("Leave ?? for a card nobody has seen, because the moves will show it.")
    if hidden_places:
        sentences.append(f"In {join_words(hidden_places)}, the next card is the last one.")
    if "#" in position.text:
        sentences.append("A card that lies face down has # before it.")
    sentences += game.draft_hints
    sentences.append("Then write the moves before the *, and try: leoni verify THIS-FILE")
    comment = "\n".join(line for sentence in sentences for line in wrap(sentence, _WIDTH, break_on_hyphens=False))
    layout = position.text.rstrip("\n")
    return _record(game, Comment(f"{comment}\n"), Tag("Deal", "layout"), Tag("Layout", f"\n{layout}"))


def _record(game: Game[Any], comment: Comment, *tags: Tag) -> Transcript:
    """Return the record of a game without moves. The comment stands before the deal, where it is in nobody's way."""
    record = Transcript.build({"Game": game.name, "Rules": str(game.rules)})
    record.head += [comment, *tags]
    return record
