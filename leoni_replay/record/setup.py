"""From the tags of a record to its game and dealt position, and the errors in header and deal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from leoni_replay import deals
from leoni_replay.cards import DOWN, GAP, PACK, PACK_SIZE, PRETTY, UNKNOWN, pretty
from leoni_replay.cards import read as read_card
from leoni_replay.diagnostics import CARD_FINDINGS, ERRORS_AFTER_TAGS, LAYOUT_DOUBTS, TAG_MISSING, Fault, Warn
from leoni_replay.games import Game, Rules
from leoni_replay.games.game import Position
from leoni_replay.games.places import is_pile_name, place_in_message, place_words, places_in_message
from leoni_replay.games.refusal import LayoutError
from leoni_replay.message import Message
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Problem, Tag, Transcript, Variation
from leoni_replay.phrases import closest_name, join_words
from leoni_replay.record.header import SCHEMES, make_rules, redeal_number, tags_of
from leoni_replay.rules.numbers import ROOM

#: what people write for an empty place
_DASHES = "-–—−‒―_."
#: how many unknown cards, or words that are no cards, are spelled out
_FEW = 15
#: the number of missing cards above which a layout isn't a whole one that lacks a pile
_PILE_AT_MOST = PACK_SIZE
#: how many cards too many or missing are spelled out
_SOME = 8
#: how people write the suits and the ways of a foundation, and how the games do
_PLACE_SIGNS = str.maketrans("♣♦♥♠↑↓", "CDHS^v")


@dataclass(slots=True)
class Setup:
    """A game with its dealt position, and the warnings so far.

    Without a ``Deal`` tag there is no position: the deal must be derived from the moves. ``orders`` holds the orders of
    shuffled redeals.
    """

    game: Game[Any]
    position: Position | None
    warnings: list[Warn] = field(default_factory=list)
    orders: dict[int, bytes] = field(default_factory=dict)
    #: whether cards of the first position are unknown
    has_unknown_cards: bool = False


def make_setup(transcript: Transcript, rules: str | Rules | None = None, *, misplays_may_follow: bool = False) -> Setup:
    """Return the game of a record and its dealt position.

    Args:
        transcript: the record.
        rules: a book and overrides to use instead of the ``Rules`` tag.
        misplays_may_follow: whether moves may follow that the transcript doesn't have, so that its tags may have the
            orders of misplayed redeals.

    Raises:
        Fault: a header or deal diagnostic.
    """
    tags = tags_of(transcript)
    try:
        game, warnings = make_rules(transcript, tags, rules)
    except Fault as fault:
        fault.notes += _note_on_wrong_deal(tags.get("Deal"))
        raise
    result = tags.get("Result")
    if result is not None and result.value not in RESULTS:
        help = ["a result is won, lost, conceded or *"]
        raise Fault.at(result, "R504", f"`{result.value}` is not a result", help=help)
    deal = tags.get("Deal")
    for tag in tags.values():
        _check_tag_fits_deal(game, tag, deal)
        _check_order_is_needed(game, tag, misplays_may_follow or _has_misplayed_redeal(transcript.items))
    orders = {number: bytes(_cards(tag)) for name, tag in tags.items() if (number := redeal_number(name))}
    if deal is None:
        message = "there is no Deal tag, so the deal is worked out from the moves"
        warnings.append(Warn.at(tags["Game"], "H111", message))
        return Setup(game, None, warnings, orders, has_unknown_cards=True)
    layout = tags.get("Layout")
    if deal.value == "layout" and layout is not None:
        if "DealHash" in tags:
            raise Fault.at(tags["DealHash"], "H109", "a layout is not dealt, so it has no DealHash")
        position = read_layout(game, layout, warnings)
        warnings += _warnings_of_findings(position, layout, {warning.code for warning in warnings})
    else:
        stock = make_stock(game, deal, tags.get("Pack"))
        if "DealHash" in tags:
            _check_hash(game, tags["DealHash"], deal, stock)
        position = game.start(stock)
    position.table.orders.update(orders)
    return Setup(game, position, warnings, orders, layout is not None and has_unknown_cards(position))


def set_up(transcript: Transcript, rules: str | Rules | None) -> Setup:
    """As :func:`make_setup`, for a record that may break off.

    Raises:
        Fault: a header or deal diagnostic, or a syntax error before it.
    """
    problem = transcript.problem
    if problem is None:
        return make_setup(transcript, rules)
    syntax_error = syntax_fault(problem)
    try:
        setup = make_setup(transcript, rules)
    except Fault as fault:
        # A missing tag may stand after the place where reading stopped.
        if fault.code == TAG_MISSING or fault.start >= problem.start:
            raise syntax_error from None
        raise
    if stops_in_tags(transcript):
        if setup.position is None:
            raise syntax_error
        if problem.code not in ERRORS_AFTER_TAGS:
            # The tag may stand after the place where reading stopped.
            setup.warnings.clear()
    return setup


def syntax_fault(problem: Problem) -> Fault:
    """Return the fault of a syntax error."""
    return Fault.at(problem, problem.code, problem.message, help=problem.help)


def stops_in_tags(transcript: Transcript) -> bool:
    """Whether a record breaks off before its first move."""
    has_moves = transcript.result is not None or any(not isinstance(item, Comment) for item in transcript.items)
    return transcript.problem is not None and not has_moves


def _note_on_wrong_deal(deal: Tag | None) -> tuple[str, ...]:
    """Return a note on a ``Deal`` tag that names no deal of any game, where the game or its rules are wrong already."""
    if deal is not None and deal.value not in ("pack", "layout"):
        try:
            _stock_of(deal, None)
        except Fault as fault:
            return (f"the deal is wrong as well: {'; '.join([fault.message, *fault.help[:1]])}",)
    return ()


def make_stock(game: Game[Any], deal: Tag, pack: Tag | None = None) -> list[int]:
    """Return the stock that a ``Deal`` tag names, in the order dealt.

    Raises:
        Fault: there is no such scheme, or a written pack is not the game's.
    """
    if deal.value == "pack":
        if pack is None:
            raise Fault.at(deal, "D301", "the deal is a written pack, but there is no Pack tag")
        return _read_pack(game, pack)
    stock = _stock_of(deal, game)
    if pack is not None and _read_pack(game, pack) != stock:
        raise Fault.at(pack, "D302", f"the Pack tag lists the cards in another order than {deal.value}")
    return stock


def _stock_of(deal: Tag, game: Game[Any] | None) -> list[int]:
    """Return the stock that the name of a deal stands for; without a game, that of one pack.

    Raises:
        Fault: there is no such deal.
    """
    scheme, _, text = deal.value.partition(":")
    try:
        if game is None:
            return list(deals.stock_of(deal.value, packs=1, bases=()))
        stock_of_game = game.deal_kinds.get(scheme)
        if stock_of_game is None:
            return list(deals.stock_of(deal.value, game.packs, game.bases))
        stock = list(stock_of_game(text))
        if sorted(stock) != sorted(deals.standard(game.packs, game.bases)):
            raise deals.DealError(f"`{deal.value}` does not hold just the cards of {game.name}")
        return stock
    except deals.NoDeal:
        raise _fault_of_no_deal(deal, game) from None
    except deals.DealError as error:
        raise Fault.at(deal, "D301", str(error)) from None


def _fault_of_no_deal(deal: Tag, game: Game[Any] | None) -> Fault:
    """Return the fault of a ``Deal`` tag whose value names no deal."""
    if deal.value == "layout":
        return Fault.at(deal, "D301", "the deal is a layout, but there is no Layout tag")
    kinds_of_game = [f"{kind}:…" for kind in (game.deal_kinds if game is not None else ())]
    kinds = ["seed:TEXT", "pysol:NUMBER", *kinds_of_game]
    # A deal on the command line has no tags beside it.
    is_in_record = deal.end > 0
    if is_in_record:
        kinds += ["pack (with a Pack tag)", "layout (with a Layout tag)"]
    help = [f"a deal is {join_words(kinds, 'or')}"]
    scheme, colon, text = (part.strip() for part in deal.value.partition(":"))
    intended = closest_name(scheme, [*SCHEMES, "pack", "layout"]) if scheme else None
    if intended in SCHEMES and text:
        help.insert(0, f"did you mean {intended}:{text}?")
        if intended == scheme:
            return Fault.at(
                deal, "D301", "write a deal without spaces before it, after its colon or at its end", help=help
            )
    elif is_in_record and intended is not None and intended not in SCHEMES and not colon:
        help.insert(0, f"did you mean {intended}?")
    elif scheme.isascii() and scheme.removeprefix("ms").isdigit() and not colon:
        help.insert(0, f"did you mean seed:{scheme} or pysol:{scheme}?")
    return Fault.at(deal, "D301", f"`{deal.value}` is not a deal", help=help if is_in_record else help[:1])


def other_schemes(deal: str) -> list[str]:
    """Return the values that people mean when they write this ``Deal``: the same number under another scheme."""
    scheme, _, text = deal.partition(":")
    number = text.removeprefix("ms")
    if scheme not in SCHEMES:
        return []
    values = [f"seed:{text}"]
    if number.isascii() and number.isdigit() and len(number) <= deals.MAX_DIGITS:
        values += [f"seed:{number}", f"pysol:{number}", f"pysol:ms{number}"]
    return [value for value in dict.fromkeys(values) if value != deal]


def read_layout(game: Game[Any], tag: Tag, warnings: list[Warn]) -> Position:
    """Read the position in a ``Layout`` tag, one place per line.

    Args:
        game: the game.
        tag: the tag.
        warnings: a list, to which warnings about the position are added.

    Raises:
        Fault: a line names no place, or holds cards that cannot be there.
    """
    lines = _read_lines(game, tag)
    spans = lines.spans
    whole_tag = (tag.start, tag.end)
    try:
        position = game.from_layout(lines.cards, lines.deal)
    except LayoutError as error:
        help = [error.help] if error.help else []
        if error.unknown:
            # The game has no such place.
            help = _places_help(game, error.place)
        # The layout of a program is at fault, and not a record: the program gets this error.
        raise Fault("D303", error.message, *spans.get(error.place, whole_tag), help=help) from error
    count = sum(map(len, position.places.values()))
    if count > PACK_SIZE * game.packs and has_unknown_cards(position):
        raise _fault_of_too_many(game, count, "with its foundations", tag.start, tag.end)
    for place, why in position.unreachable_cards():
        position.table.odd = True
        place_words = game.words(place)
        message = Message("the rules could never lead to this position: ", place_words, f" holds {why}")
        warnings.append(Warn("D306", message, *spans.get(place, whole_tag)))
    position.table.odd = position.odd or has_unknown_cards(position)
    _check_pack(position, tag, warnings, unlisted_places(game, tag))
    return position


class _LayoutLines(NamedTuple):
    """The lines of a ``Layout`` tag.

    Attributes:
        cards: the cards of each line, by its place.
        spans: where each line stands in the text, by its place.
        deal: the number in the line ``deal:``; 1 if there is no such line.
    """

    cards: dict[str, list[int]]
    spans: dict[str, tuple[int, int]]
    deal: int


def _read_lines(game: Game[Any], tag: Tag) -> _LayoutLines:
    """Read the lines of a ``Layout`` tag, without asking whether the game has such places.

    Raises:
        Fault: a line is malformed, a place is listed twice, or a word is no card.
    """
    cards_by_place: dict[str, list[int]] = {}
    spans: dict[str, tuple[int, int]] = {}
    bad_cards: list[_BadCard] = []
    deal = 1
    count = 0
    end = tag.value_start - 1
    for line in tag.value.split("\n"):
        start = end + 1
        end = start + len(line)
        if not line.strip():
            continue
        place, colon, text = (part.strip() for part in line.partition(":"))
        if not colon:
            raise Fault("D303", f"`{line.strip()}` is not a line of a layout: write place: cards", start, end)
        if place in spans:
            raise Fault("D303", f"the place `{place}` is listed twice", start, end)
        spans[place] = (start, end)
        if place == "deal":
            if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 2):
                raise Fault("D303", f"`{text}` is not a number of a deal", start, end)
            deal = int(text)
            continue
        words = text.split()
        count += len(words) - words.count("--") - words.count("-")
        if count > min(2 * PACK_SIZE * game.packs, ROOM):
            # Far too many to be a slip of the pen: stop reading.
            raise _fault_of_too_many(game, count, "with this line", start, end)
        if words == ["-"]:
            words = []
        cards = [_layout_card(word) for word in words]
        if None in cards:
            bad_cards += _bad_cards(line, place, start)
        cards_by_place[place] = [card for card in cards if card is not None]
    if bad_cards:
        raise _fault_of_bad_cards(bad_cards)
    return _LayoutLines(cards_by_place, spans, deal)


def listed_lines(layout: str) -> frozenset[str]:
    """Return the places that a layout lists."""
    return frozenset({line.partition(":")[0].strip() for line in layout.split("\n")} - {""})


def _warnings_of_findings(position: Position, tag: Tag, codes_of_warnings: set[str]) -> Iterator[Warn]:
    """Yield a warning for everything impossible in a layout, unless the warnings so far say it of its cards."""
    from leoni_replay.examining.findings import findings  # few records have a layout

    cards_are_doubted = bool(codes_of_warnings & LAYOUT_DOUBTS)
    for finding in findings(position, listed_lines(tag.value)):
        if finding.severity != "impossible" or finding.code in codes_of_warnings:
            continue
        if cards_are_doubted and finding.code in CARD_FINDINGS:
            continue
        yield Warn(finding.code, finding.message, tag.start, tag.end, clause=finding.clause)


def unlisted_places(game: Game[Any], tag: Tag | None) -> tuple[str, ...]:
    """Return the places that nobody sees and that a layout does not list; none if there is no layout."""
    if tag is None:
        return ()
    lines = listed_lines(tag.value)
    return tuple(place for place in game.hidden_places if place in game.order and place not in lines)


def _places_help(game: Game[Any], unknown_name: str) -> list[str]:
    """Return the place that an unknown name may stand for, and the places there are."""
    rows = list(game.cells)
    piles = [name for name in game.order if is_pile_name(name)]
    places = [*game.lines]
    for names in (rows, piles):
        if names:
            places.append(f"{names[0]} to {names[-1]}")
    places += [name for name in game.all_lines if name not in (*game.lines, *rows, *piles)]
    help = [Message("the places are ", places_in_message(places))]
    intended = _intended_place(game, unknown_name)
    return [Message("did you mean ", place_in_message(intended), "?"), *help] if intended else [*help]


def _intended_place(game: Game[Any], unknown_name: str) -> str | None:
    """Return the place that an unknown name may stand for: the row or pile with its number, the same name with other
    signs or in other letters, or a similar one."""
    names = game.all_lines
    number = re.search("[1-9][0-9]?", unknown_name)
    if number is not None and not unknown_name.isdigit():
        for name in (f"r{number[0]}", number[0]):
            if name in names:
                return name
    plain_name = unknown_name.translate(_PLACE_SIGNS).lower()
    for name in names:
        if name.lower() == plain_name:
            return name
    return closest_name(unknown_name, names)


def has_unknown_cards(position: Position) -> bool:
    """Whether a card of a position is unknown."""
    return any(card & ~DOWN == UNKNOWN for pile in position.places.values() for card in pile)


def _check_pack(position: Position, tag: Tag, warnings: list[Warn], unlisted: tuple[str, ...]) -> None:
    """Add a warning if a layout does not hold the whole pack; ``unlisted`` are the hidden places that it does not list,
    where the missing cards may be."""
    game = position.game
    cards = [card & ~DOWN for pile in position.places.values() for card in pile if card != GAP]
    unknown = cards.count(UNKNOWN)
    extra, missing = deals.difference([card for card in cards if card != UNKNOWN], list(PACK) * game.packs)
    parts = [f"{len(extra)} too many: {_first_few(extra)}"] if extra else []
    if missing and not unknown:
        parts.append(f"{len(missing)} missing: {_first_few(missing)}")
    elif unknown < len(missing):
        parts.append(f"{len(missing)} missing, but only {unknown} unknown: {_first_few(missing)}")
    if parts:
        packs = "the pack" if game.packs == 1 else "two packs"
        help = unseen_help(unlisted, len(missing) - unknown)
        warnings.append(Warn.at(tag, "D305", f"this layout is not {packs}: {'; '.join(parts)}", help=help))


def unseen_help(places: tuple[str, ...], count: int = 0) -> list[str]:
    """Return help on how to list cards that nobody sees; ``count`` is how many of them are missing (0: not known)."""
    if not 0 <= count <= _PILE_AT_MOST:
        return []
    cards = " ".join(["??"] * count) if 0 < count <= _FEW else "?? ?? …"
    return [
        f"places that are not listed are empty: cards of {place_words(place)} that nobody has seen "
        f"are written `{place}: {cards}`"
        for place in places
    ]


def _fault_of_too_many(game: Game[Any], count: int, where: str, start: int, end: int) -> Fault:
    """Return the fault of a layout with more cards than the packs have; ``where`` says what makes them too many."""
    return Fault("D303", f"{where} the layout has {count} cards, but {game.packs_have}", start, end)


def _layout_card(word: str) -> int | None:
    """Return the card that a word of a layout names (with ``DOWN``, face down), or ``GAP``; None if neither."""
    if word == "--":
        return GAP
    name = word.removeprefix("#")
    card = UNKNOWN if name == "??" else read_card(name)
    if card is None:
        return None
    return card + DOWN if word.startswith("#") else card


class _BadCard(NamedTuple):
    """A word of a layout that is no card: the place in whose line it is, and its span in the text."""

    word: str
    place: str
    start: int
    end: int


def _bad_cards(line: str, place: str, start: int) -> Iterator[_BadCard]:
    """Yield the words of a line of a layout that are no cards; ``start`` is where the line begins in the text."""
    for match in re.compile(r"\S+").finditer(line, line.index(":") + 1):
        if _layout_card(match[0]) is None:
            yield _BadCard(match[0], place, start + match.start(), start + match.end())


def _fault_of_bad_cards(bad_cards: list[_BadCard]) -> Fault:
    """Return the fault of a layout with words that are no cards, at the first of them."""
    first, *others = bad_cards
    notes = []
    if others:
        words = join_words([f"`{bad_card.word}` in {bad_card.place}" for bad_card in others[:_FEW]])
        more = f" and {len(others) - _FEW} more" if len(others) > _FEW else ""
        notes.append(f"these are not cards either: {words}{more}")
    help = list(dict.fromkeys(_card_help(bad_card.word) for bad_card in bad_cards))
    return Fault("D303", f"`{first.word}` is not a card", first.start, first.end, notes=notes, help=help)


def _card_help(word: str) -> str:
    """Return help for an invalid word of a layout: what it may stand for."""
    if not word.strip(_DASHES):
        return "write -- for an empty place of a row, - for an empty pile"
    if word.strip("#").lower() in ("?", "x", "xx", "*", "**"):
        return f"write an unknown card as {'#' if word.startswith('#') else ''}??"
    without_separators = word.strip(",;.")
    if without_separators != word and read_card(without_separators.removeprefix("#")) is not None:
        return f"only spaces separate cards: write `{without_separators}`"
    return "a card is a rank and a suit, as in 7H or TS, or ?? if it is unknown"


def _cards(tag: Tag) -> list[int]:
    """Return the cards of a tag, in order."""
    cards = []
    at = tag.value_start
    for word in tag.value.split():
        # Where the word begins in the text of the record.
        at = tag.value.index(word, at - tag.value_start) + tag.value_start
        card = read_card(word)
        if card is None:
            help = ["a card is a rank and a suit, as in 7H or TS"]
            raise Fault("D302", f"`{word}` is not a card", at, at + len(word), help=help)
        cards.append(card)
        at += len(word)
    return cards


def _read_pack(game: Game[Any], tag: Tag) -> list[int]:
    """Return the cards of a ``Pack`` tag, which must be exactly the cards that the game deals."""
    stock = _cards(tag)
    extra, missing = deals.difference(stock, deals.standard(game.packs, game.bases))
    if extra or missing:
        size = PACK_SIZE * game.packs - len(game.bases)
        parts = [f"{what}: {_first_few(cards)}" for what, cards in (("extra", extra), ("missing", missing)) if cards]
        notes = [f"the bases {pretty(game.bases)} are not dealt"] if game.bases else []
        message = f"this pack is not the {size} cards of {game.name} ({len(stock)} are given; {'; '.join(parts)})"
        raise Fault.at(tag, "D302", message, notes=notes)
    return stock


def _check_hash(game: Game[Any], tag: Tag, deal: Tag, stock: list[int]) -> None:
    """Check that a ``DealHash`` tag has the hash of the cards dealt."""
    hash_of_stock = deals.deal_hash(stock)
    if tag.value == hash_of_stock:
        return
    notes = []
    for other_deal in other_schemes(deal.value):
        try:
            if deals.deal_hash(deals.stock_of(other_deal, game.packs, game.bases)) == tag.value:
                notes.append(f'it is the hash of [Deal "{other_deal}"]')
        except deals.DealError:
            continue
    if deals.deal_hash(stock[::-1]) == tag.value:
        notes.append("it is the hash of these cards in reverse order")
    raise Fault.at(tag, "D304", f"the cards dealt have the hash {hash_of_stock}, not {tag.value}", notes=notes)


def _check_tag_fits_deal(game: Game[Any], tag: Tag, deal: Tag | None) -> None:
    """Refuse a tag that belongs to another kind of deal, or to rules with a shuffle."""
    if deal is None and tag.name in ("Pack", "Layout", "DealHash"):
        example = {"Pack": '[Deal "pack"]', "Layout": '[Deal "layout"]'}.get(tag.name, '[Deal "seed:1884"]')
        raise Fault.at(tag, "H101", f"{tag.name} is given, but the tag Deal is missing", help=[f"write {example}"])
    if deal is not None and tag.name == "Layout" and deal.value != "layout":
        raise Fault.at(tag, "H109", 'a Layout tag belongs to [Deal "layout"]')
    if deal is not None and tag.name == "Pack" and deal.value == "layout":
        raise Fault.at(tag, "H109", "a layout is not dealt, so it has no Pack")


def _check_order_is_needed(game: Game[Any], tag: Tag, has_misplayed_redeal: bool) -> None:
    """Refuse a tag with the order of a redeal that the rules don't shuffle for. If the record has misplayed redeals,
    those beyond the last have an order, too."""
    number = redeal_number(tag.name)
    if not number:
        return
    by_rule = [deal for deal in game.written_redeals if not game.deals or deal <= game.deals]
    if number in by_rule or (number in game.written_redeals and has_misplayed_redeal):
        return
    message = f"{tag.name} gives the order of a shuffled redeal, but these rules never shuffle again"
    if by_rule:
        shuffled_deals = join_words([f"deal {deal}" for deal in by_rule])
        message = f"no redeal needs {tag.name}: these rules shuffle only for {shuffled_deals}"
    raise Fault.at(tag, "H109", message)


def _has_misplayed_redeal(items: Iterable[Item]) -> bool:
    """Whether a redeal is played by misplay, in the record or in a variation."""
    for item in items:
        if isinstance(item, Variation):
            if _has_misplayed_redeal(item.items):
                return True
        elif isinstance(item, MoveItem) and item.command.source == "redeal" and item.command.how:
            return True
    return False


def _first_few(cards: list[int]) -> str:
    """Return the first few cards in words, and how many more there are."""
    names = ", ".join(PRETTY[card] for card in cards[:_SOME])
    return f"{names} and {len(cards) - _SOME} more" if len(cards) > _SOME else names
