"""How the game of a page stands at its beginning: as the table that the page prints, or at the end of a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from typing import Any, Final, NamedTuple

from leoni_replay.cards import DOWN, PACK, PACK_SIZE, PRETTY, RANK, SUIT, SUIT_NAMES, texts
from leoni_replay.diagnostics import CARD_FINDINGS, EXTRA_CARDS, NOT_THE_PACK
from leoni_replay.examining.findings import Finding, findings
from leoni_replay.games import Game
from leoni_replay.games.places import is_pile_name, place_in_message, places_in_message, row_number
from leoni_replay.message import Message, Option, WrittenCard, joined
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.prose.diagram import Diagram, cards_below_tops, printed_cards
from leoni_replay.prose.page import Page
from leoni_replay.prose.parts import Part
from leoni_replay.prose.said_moves import Play
from leoni_replay.prose.tokens import Unread
from leoni_replay.record.examination import lines_shown
from leoni_replay.record.replay import replay
from leoni_replay.record.result import Replay

#: The ranks that are figures, which a scan can misread.
_FIGURES: Final = range(2, 11)
#: How many cards a warning lists one by one.
_FEW: Final = 12


class Beginning(NamedTuple):
    """How the game of a page stands before its first move.

    Attributes:
        head: the text of the record up to here, without its result word.
        play: the game, ready for the moves of the page.
        line: the line of the page where its table stands; 1 if it prints none.
        parts: the table and what there is to warn of.
        is_complete: whether all cards are known, so that a search can decide whether the game can be won.
        lacks_cards: whether the table has not as many cards as the packs, also counting those that lie face down.
        doubtful_cards: the printed cards that can be misprints of others, in words; empty for none.
        note: what the page does not print, as a comment of the record; empty for nothing.
    """

    head: str
    play: Play
    line: int
    parts: tuple[Part, ...]
    is_complete: bool
    lacks_cards: bool
    doubtful_cards: str = ""
    note: str = ""


def beginning_at_table(page: Page, game: Game[Any], diagram: Diagram, *, rest_empty: bool, citation: str) -> Beginning:
    """Return how a game stands as the table that its page prints.

    Args:
        page: the page.
        game: the game.
        diagram: the table.
        rest_empty: whether places that the page does not print are empty, and foundations at their bases.
        citation: the ``Source`` tag; empty for none.

    Raises:
        Unread: it is no table of the game.
    """
    lines = dict(diagram.lines)
    unprinted = _unprinted_lines(lines, game)
    hidden_rest: dict[str, list[str]] = {}
    if unprinted == ("stock",) and game.packs == 1:
        # All other cards are printed, so the rest of the pack is the stock.
        lines |= _hidden_rest(game, lines, unprinted)
        unprinted = ()
    if rest_empty:
        lines |= {name: [] for name in unprinted if name not in game.lines}
        hidden_rest = _hidden_rest(game, diagram.lines, unprinted)
        lines |= hidden_rest
    head = _head_of_table(game, lines, citation)
    start = replay(f"{head}*", hints=False)
    if start.error is not None:
        message = ": ".join([start.error.message, *start.error.help[:1]])
        place = head.split("\n")[start.error.span.line - 1].partition(":")[0].strip()
        raise Unread(message, _offset_of_error(diagram, place, lines))
    how = diagram.how
    for name, entries in hidden_rest.items():
        if entries:
            how += f"; {name} has the {pluralize(len(entries), 'card')} that the page does not print"
    parts = [_table_part(page, game, diagram, how)]
    parts += _parts_about_cards(page, game, diagram, start, lines)
    if rest_empty or _is_complete(start):
        unprinted = ()
    if unprinted:
        parts.append(warning(page, diagram, _warning_of_unprinted(game, diagram, unprinted)))
    printed = Counter(printed_cards(diagram.lines))
    return Beginning(
        head=head,
        play=Play(game, head, unprinted, printed),
        line=page.line(diagram.start),
        parts=tuple(parts),
        is_complete=_is_complete(start) and not start.unknown,
        lacks_cards=not _is_complete(start),
        doubtful_cards=_doubtful_cards(printed, cards_below_tops(diagram.lines, game), game.packs),
        note=f"{{not printed, and unknown: {join_words(unprinted)}}}" if unprinted else "",
    )


def beginning_after_record(
    page: Page, game: Game[Any], previous: Replay, diagram: Diagram | None, *, rest_empty: bool
) -> Beginning:
    """Return how a game stands at the end of a record, with which a page goes on.

    Args:
        page: the page.
        game: the game.
        previous: the record.
        diagram: the table that the page prints; None if it prints none.
        rest_empty: whether places that the record does not list are empty.

    Raises:
        Unread: the page prints another table.
    """
    transcript = previous.transcript
    tags = [(tag.name, tag.value) for tag in transcript.tags if tag.name not in ("Result", "RecordDigest")]
    head = _text_to_go_on(Transcript.build(tags, [*transcript.items, *transcript.epilogue]))
    lines = lines_shown(transcript, game, previous.steps)
    unprinted = () if rest_empty or _is_complete(previous) else _unprinted_lines(lines, game)
    names = [name for name in previous.position.places if game.line(name) in lines]
    printed = Counter(card & ~DOWN for name in names for card in previous.position.places[name])
    parts: tuple[Part, ...] = ()
    if diagram is not None:
        _check_same(diagram, previous)
        parts = (_table_part(page, game, diagram, "as in the record"),)
    return Beginning(
        head=head,
        play=Play(game, head, unprinted, printed),
        line=page.line(diagram.start) if diagram is not None else 1,
        parts=parts,
        is_complete=_is_complete(previous) and not previous.unknown,
        lacks_cards=not _is_complete(previous),
    )


def warning(page: Page, diagram: Diagram, message: str) -> Part:
    """Return the part of a page that warns of its table."""
    return Part(page.line(diagram.start), "", "warning", (), message)


def warning_of_direction(page: Page, diagram: Diagram) -> Part:
    """Return the warning that the moves fit if the piles are printed with their top card first."""
    option = Option("--top-first", advised=True)
    read_otherwise = "read from the top card of each pile, the moves fit: if it is printed first, "
    return warning(page, diagram, Message(read_otherwise, option))


def _table_part(page: Page, game: Game[Any], diagram: Diagram, how: str) -> Part:
    """Return the table as a part of the page, and how it was read."""
    how = f"{how}; the rule book is {game.rules.book.name}"
    return Part(page.line(diagram.start), " ".join(diagram.lines), "table", (), how)


def _head_of_table(game: Game[Any], lines: dict[str, list[str]], citation: str) -> str:
    """Return the text of a record that begins with a table, without its result word."""
    layout = "\n".join(f"{name}: {' '.join(entries) or '-'}" for name, entries in lines.items())
    tags = {"Game": game.name, "Rules": str(game.rules)}
    if citation:
        tags["Source"] = citation
    tags |= {"Deal": "layout", "Layout": f"\n{layout}\n"}
    return _text_to_go_on(Transcript.build(tags))


def _hidden_rest(
    game: Game[Any], printed_lines: dict[str, list[str]], unprinted: Container[str]
) -> dict[str, list[str]]:
    """Return the place that nobody sees (the exiles, the stock), with the number of cards that lie nowhere else; no
    place if it is printed, or if a pile or a row is not."""
    hidden_places = [name for name in game.hidden_places if name in unprinted]
    piles = [name for name in (*game.cells, *game.order) if is_pile_name(name) or row_number(name)]
    if len(hidden_places) != 1 or any(name in unprinted for name in piles):
        return {}
    others = [entry for name, entries in printed_lines.items() if name not in game.lines for entry in entries]
    bases = [name for line, names in game.lines.items() if line in unprinted for name in names]
    cards_elsewhere = (
        len(cards_below_tops(printed_lines, game)) + len(bases) * game.base_count + len(others) - others.count("--")
    )
    return {hidden_places[0]: ["??"] * (PACK_SIZE * game.packs - cards_elsewhere)}


def _offset_of_error(diagram: Diagram, place: str, lines: dict[str, list[str]]) -> int:
    """Return where in the page a place stands whose line of the layout is in error.

    Args:
        diagram: the table.
        place: the name before the line of the error in the record; no place if there are too many cards.
        lines: the lines of the layout.
    """
    if place not in lines:
        # Most cards that nobody sees lie where their number was miscounted.
        place = max(lines, key=lambda name: lines[name].count("??"))
    return diagram.offsets.get(place, diagram.start)


def _parts_about_cards(
    page: Page, game: Game[Any], diagram: Diagram, start: Replay, lines: Container[str]
) -> list[Part]:
    """Return what is said of the cards of the table: which are there too often, with the line of each place, and which
    are missing. A card too often is wrong; with cards missing, a page can show a part of a table on purpose."""
    card_findings: list[Finding] = []
    if not _is_complete(start):
        listed_places = [name for name in game.all_lines if name in lines]
        card_findings = [
            finding for finding in findings(start.position, listed_places) if finding.code in CARD_FINDINGS
        ]
    names_missing_cards = any(finding.code not in EXTRA_CARDS for finding in card_findings)
    parts = [
        warning(page, diagram, warned.message)
        for warned in start.diagnostics
        if warned.code != NOT_THE_PACK or not names_missing_cards
    ]
    for finding in card_findings:
        part = warning(page, diagram, Message(finding.message, _lines_of_places(page, game, diagram, finding.places)))
        parts.append(part._replace(kind="wrong") if finding.code in EXTRA_CARDS else part)
    return parts


def _lines_of_places(page: Page, game: Game[Any], diagram: Diagram, places: tuple[str, ...]) -> str:
    """Return in which lines of the page some places stand, in brackets; empty if they all stand in one."""
    page_lines = {}
    for place in places:
        name = game.line(place)
        if name in diagram.offsets:
            page_lines[name] = page.line(diagram.offsets[name])
    if len(set(page_lines.values())) < 2:
        return ""
    words = []
    for name, line in page_lines.items():
        place_words = game.words(name) if name in game.order else places_in_message([name])
        words.append(Message(place_words, f" is in line {line}"))
    return Message(" (", joined(words, ", ", last=" and "), ")")


def _warning_of_unprinted(game: Game[Any], diagram: Diagram, unprinted: tuple[str, ...]) -> Message:
    """Return the warning about the places that the page does not print, and what to do."""
    foundations = [name for name in unprinted if name in game.lines]
    others = [name for name in unprinted if name not in game.lines]
    names: list[str] = [Message("the foundations ", places_in_message(foundations))] if foundations else []
    if foundations == [*game.lines]:
        names = ["the foundations"]
    places = joined([*names, *others], ", ", last=" and ")
    verb = "it is" if len(unprinted) == 1 else "they are"
    state = f"{verb} empty"
    if foundations and game.base_count:
        state = f"{verb} empty, or foundations with only their first card"
    option = Option("--rest-empty", advised=True)
    advice = Message(f"if {state}, ", option)
    hidden_rest = _hidden_rest(game, diagram.lines, unprinted)
    if hidden_rest and not foundations:
        ((name, entries),) = hidden_rest.items()
        if entries:
            line = f"{name.capitalize()}: {pluralize(len(entries), 'card')}"
            advice = Message(f"add a line such as “{line}”, or ", option)
    are_skipped = ", so sentences that depend on these places are skipped: "
    return Message("the page does not print ", places, are_skipped, advice)


def _check_same(diagram: Diagram, previous: Replay) -> None:
    """Check that the table of a page is the position at the end of a record, as far as the page prints it. Which
    cards lie face down is not compared.

    Raises:
        Unread: it is another one.
    """
    listing = dict(previous.position.listing())
    for name, entries in diagram.lines.items():
        cards = listing.get(name, [])
        record_entries = [] if isinstance(cards, int) or not cards else texts(cards).split()
        if [entry.lstrip("#") for entry in entries] != [entry.lstrip("#") for entry in record_entries]:
            in_record, on_page = _entries_listed(record_entries), _entries_listed(entries)
            offset = diagram.offsets.get(name, diagram.start)
            name_part = place_in_message(name)
            raise Unread(Message(name_part, " is ", in_record, " in the record, and ", on_page, " on the page"), offset)


def _text_to_go_on(transcript: Transcript) -> str:
    """Return the text of a record without its result word, so that moves can be added."""
    return dumps(transcript).rstrip().removesuffix("*")


def _is_complete(replayed: Replay) -> bool:
    """Whether the first position of a record has all cards of the packs, so that what it does not list is empty."""
    return all(warning.code != NOT_THE_PACK for warning in replayed.diagnostics)


def _unprinted_lines(lines: Container[str], game: Game[Any]) -> tuple[str, ...]:
    """Return the lines of a layout that a table lacks. The hand holds a card for a moment only, and a page prints all
    rows that have been dealt."""
    rows = [] if any(row in lines for row in game.cells) else list(game.cells)
    return tuple(name for name in (*game.lines, *rows, *game.order) if name not in lines and name != "hand")


def _doubtful_cards(printed: Counter[int], cards_built: list[int], packs: int) -> str:
    """Return in words the printed cards that can be misprints of others that are not on the page: they, or their suits
    if they are many. Empty if there are none."""
    missing = Counter([*PACK] * packs) - printed - Counter(cards_built)
    suits = {SUIT[card] for card in missing if RANK[card] in _FIGURES}
    doubtful_cards = [card for card in sorted(printed) if SUIT[card] in suits and RANK[card] in _FIGURES]
    if not doubtful_cards:
        return ""
    if len(doubtful_cards) <= _FEW:
        return join_words([PRETTY[card] for card in doubtful_cards])
    suit_names = [SUIT_NAMES[suit] for suit in sorted({SUIT[card] for card in doubtful_cards})]
    return f"all {join_words(suit_names)} from 2 to 10"


def _entries_listed(entries: list[str]) -> Message:
    """Return the cards of a line of a layout in a message; ``-`` for none."""
    return joined([WrittenCard(entry) for entry in entries] or ["-"], " ")
