"""From the tags of a record to its game and the position that is dealt: header and deal, and what is wrong in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from leoni_replay import deals
from leoni_replay.cards import DOWN, GAP, PRETTY, UNKNOWN, pretty
from leoni_replay.cards import read as read_card
from leoni_replay.diagnostics import Fault, Warn
from leoni_replay.games import GAMES, Game, RulesError, make_game
from leoni_replay.games.places import place_words
from leoni_replay.games.refusal import LayoutError
from leoni_replay.games.steps import Position
from leoni_replay.notation.tags import FREE_TAGS, READ_TAGS
from leoni_replay.notation.tree import Tag, Transcript


@dataclass(slots=True)
class Setup:
    """A game with its dealt position, and the warnings met on the way.

    Without a ``Deal`` tag there is no position: the deal has to be derived from the moves. ``orders`` are those of
    shuffled redeals.
    """

    game: Game[Any]
    position: Position | None
    warnings: list[Warn] = field(default_factory=list)
    orders: dict[int, bytes] = field(default_factory=dict)
    #: whether cards of the first table are unknown
    unknown: bool = False


def make_rules(transcript: Transcript, rules: str | None) -> tuple[Game[Any], list[Warn]]:
    """The game of a record under its rules, or under ``rules`` in their place.

    Raises:
        Fault: a header diagnostic (H1…).
    """
    return _ruled(transcript, _once(transcript), rules)


def _ruled(transcript: Transcript, tags: dict[str, Tag], rules: str | None) -> tuple[Game[Any], list[Warn]]:
    warnings = _strange_tags(transcript)
    name = tags.get("Game")
    if name is None:
        raise _missing(transcript, "Game", "which game it is", [f'[Game "{game}"]' for game in GAMES])
    if name.value not in GAMES:
        close = _close(name.value, GAMES, 0.5)
        help = [f"did you mean `{close[0]}`?"] if close else []
        raise Fault.at(name, "H103", f"there is no game `{name.value}`", help=[*help, f"the games are {_all(GAMES)}"])
    given = tags.get("Rules")
    text = rules if rules is not None else given.value if given is not None else None
    if text is None:
        book = GAMES[name.value].books[0]
        message = f"no Rules tag: the game is read under its default rule book, {book}"
        warnings.append(Warn.at(name, "H108", message, help=[f'write [Rules "{book}"]']))
    try:
        return make_game(name.value, text), warnings
    except RulesError as error:
        code = {"book": "H104", "point": "H105", "reading": "H106"}.get(error.kind, "H107")
        kinds = {"book": "rule book", "point": "point", "reading": "reading"}
        help = [there_are(kinds[error.kind], error.choices)] if error.choices else []
        raise Fault.at(given or name, code, str(error), help=help) from None


def make_setup(transcript: Transcript, rules: str | None = None) -> Setup:
    """The game of a record and its dealt position.

    Args:
        transcript: the record.
        rules: a book and overrides to use in place of the ``Rules`` tag.

    Raises:
        Fault: a header or deal diagnostic.
    """
    tags = _once(transcript)
    game, warnings = _ruled(transcript, tags, rules)
    result = tags.get("Result")
    if result is not None and result.value not in ("won", "lost", "*"):
        raise Fault.at(result, "R504", f"`{result.value}` is no result", help=["a result is won, lost or *"])
    deal = tags.get("Deal")
    for tag in tags.values():
        _check_companion(game, tag, deal)
    orders = {int(name[4:]): bytes(_cards(tag)) for name, tag in tags.items() if _is_redeal_pack(name)}
    if deal is None:
        message = "no Deal tag: the deal is derived from the moves"
        warnings.append(Warn.at(tags["Game"], "H111", message))
        return Setup(game, None, warnings, orders, True)
    unknown = False
    if deal.value == "layout":
        layout = tags.get("Layout")
        if layout is None:
            raise Fault.at(deal, "D301", "the deal is a layout, but there is no Layout tag")
        if "DealHash" in tags:
            raise Fault.at(tags["DealHash"], "H109", "a layout is not dealt, so that it has no DealHash")
        position = read_layout(game, layout, warnings)
        unknown = _any_unknown(position)
    else:
        stock = make_stock(game, deal, tags.get("Pack"))
        if "DealHash" in tags:
            _check_hash(game, tags["DealHash"], deal, stock)
        position = game.start(stock)
    position.table.orders.update(orders)
    return Setup(game, position, warnings, orders, unknown)


def set_up(transcript: Transcript, rules: str | None) -> Setup:
    """As :func:`make_setup`, of a record that may break off.

    Raises:
        Fault: a header or deal diagnostic, or a syntax error that comes before.
    """
    problem = transcript.problem
    if problem is None:
        return make_setup(transcript, rules)
    syntax = Fault(problem.code, problem.message, problem.start, problem.end, help=problem.help)
    try:
        setup = make_setup(transcript, rules)
    except Fault as fault:
        # A tag that is missing may stand behind the place where reading stopped.
        if fault.code == "H101" or fault.start >= problem.start:
            raise syntax from None
        raise
    if setup.position is None and stopped_in_tags(transcript):
        raise syntax
    return setup


def stopped_in_tags(transcript: Transcript) -> bool:
    """Whether a record breaks off before its first move."""
    return transcript.problem is not None and not transcript.items and transcript.result is None


def make_stock(game: Game[Any], deal: Tag, pack: Tag | None = None) -> list[int]:
    """The stock that a ``Deal`` tag names, in the order dealt.

    Raises:
        Fault: no such scheme, or a written pack that is not the game's.
    """
    scheme, colon, text = deal.value.partition(":")
    if deal.value == "pack":
        if pack is None:
            raise Fault.at(deal, "D301", "the deal is a written pack, but there is no Pack tag")
        return _read_pack(game, pack)
    schemes = ["seed:TEXT", "pysol:NUMBER", "pack (with a Pack tag)", "layout (with a Layout tag)"]
    if not colon or scheme not in _SCHEMES or not text:
        help = [f"a deal is {_all(schemes, 'or')}"]
        if deal.value.isascii() and deal.value.removeprefix("ms").isdigit():
            help.insert(0, f"did you mean seed:{deal.value} or pysol:{deal.value}?")
        raise Fault.at(deal, "D301", f"`{deal.value}` is no deal", help=help)
    try:
        stock = _SCHEMES[scheme](text, game.packs, game.bases)
    except deals.DealError as error:
        raise Fault.at(deal, "D301", str(error)) from None
    if pack is not None and _read_pack(game, pack) != stock:
        raise Fault.at(pack, "D302", f"the Pack tag is not the order of {deal.value}")
    return stock


_SCHEMES: dict[str, Callable[[str, int, tuple[int, ...]], list[int]]] = {
    "seed": deals.from_seed,
    "pysol": deals.from_pysol,
}


def other_schemes(deal: str) -> list[str]:
    """The values of ``Deal`` that people mean when they write this one: the same number under another scheme."""
    scheme, _, text = deal.partition(":")
    number = text.removeprefix("ms")
    others = [f"seed:{text}"]
    if number.isascii() and number.isdigit() and len(number) <= deals.MAX_DIGITS:
        others += [f"seed:{number}", f"pysol:{number}", f"pysol:ms{number}"]
    return [other for other in dict.fromkeys(others) if scheme in _SCHEMES and other != deal]


def read_layout(game: Game[Any], tag: Tag, warnings: list[Warn]) -> Position:
    """The position that a ``Layout`` tag describes: one place a line.

    Raises:
        Fault: a line that is no place, or cards that cannot be there.
    """
    lines: dict[str, list[int]] = {}
    where: dict[str, tuple[int, int]] = {}
    number = 1
    held = 0
    start = tag.value_start
    for line in tag.value.split("\n"):
        end = start + len(line)
        if line.strip():
            name, colon, text = (part.strip() for part in line.partition(":"))
            if not colon:
                raise Fault("D303", f"`{line.strip()}` is no line of a layout: one is written place: cards", start, end)
            if name in where:
                raise Fault("D303", f"the place `{name}` is listed twice", start, end)
            where[name] = (start, end)
            if name == "deal":
                if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 2):
                    raise Fault("D303", f"`{text}` is no number of a deal", start, end)
                number = int(text)
            else:
                words = text.split()
                held += len(words) - words.count("--") - words.count("-")
                _check_room(game, held, "with this line", start, end)
                lines[name] = _layout_cards(words, start, end)
        start = end + 1
    try:
        position = game.from_layout(lines, number)
    except LayoutError as error:
        help = [f"the places are {_all([name for name, _ in game.listing(game.start([]))])}"] if error.unknown else []
        raise Fault("D303", str(error), *where.get(error.place, (tag.start, tag.end)), help=help) from None
    held = sum(map(len, position.places.values()))
    _check_room(game, held, "with its foundations", tag.start, tag.end)
    for place, why in game.strays(position):
        position.table.odd = True
        message = f"the rules could never lead to this table: {place_words(place)} holds {why}"
        warnings.append(Warn("D306", message, *where.get(place, (tag.start, tag.end))))
    position.table.odd = position.odd or _any_unknown(position)
    _check_pack(game, position, tag, warnings)
    return position


def _any_unknown(position: Position) -> bool:
    return any(card & ~DOWN == UNKNOWN for pile in position.places.values() for card in pile)


def _check_pack(game: Game[Any], position: Position, tag: Tag, warnings: list[Warn]) -> None:
    """Warn of a layout that does not hold the whole pack."""
    held = [card & ~DOWN for pile in position.places.values() for card in pile if card != GAP]
    unknown = held.count(UNKNOWN)
    extra, missing = deals.difference([card for card in held if card != UNKNOWN], list(range(52)) * game.packs)
    parts = [f"{len(extra)} too many: {_some(extra)}"] if extra else []
    if missing and not unknown:
        parts.append(f"{len(missing)} missing: {_some(missing)}")
    elif unknown < len(missing):
        parts.append(f"{len(missing) - unknown} missing, and {unknown} unknown")
    if parts:
        packs = "the pack" if game.packs == 1 else "two packs"
        warnings.append(Warn.at(tag, "D305", f"this layout is not {packs}: {'; '.join(parts)}"))


def _check_room(game: Game[Any], held: int, what: str, start: int, end: int) -> None:
    """See that a layout does not hold more cards than there are."""
    if held > 52 * game.packs:
        packs = "the pack has" if game.packs == 1 else "two packs have"
        raise Fault("D303", f"{what} the layout has {held} cards, and {packs} {52 * game.packs}", start, end)


def _layout_cards(words: list[str], start: int, end: int) -> list[int]:
    held = []
    for word in () if words == ["-"] else words:
        down = DOWN if word.startswith("#") else 0
        name = word.removeprefix("#")
        card = GAP if word == "--" else UNKNOWN if name == "??" else read_card(name)
        if card is None:
            raise Fault(
                "D303",
                f"`{word}` is no card",
                start,
                end,
                help=["a card is a rank and a suit, as in 7H or TS, or ?? where it is not known"],
            )
        held.append(card + down if card != GAP else GAP)
    return held


def _cards(tag: Tag) -> list[int]:
    """The cards of a tag, in their order."""
    held = []
    at = tag.value_start
    for word in tag.value.split():
        at = tag.value.index(word, at - tag.value_start) + tag.value_start
        card = read_card(word)
        if card is None:
            help = ["a card is a rank and a suit, as in 7H or TS"]
            raise Fault("D302", f"`{word}` is no card", at, at + len(word), help=help)
        held.append(card)
        at += len(word)
    return held


def _read_pack(game: Game[Any], tag: Tag) -> list[int]:
    """The cards of a ``Pack`` tag, which must be just the cards that the game deals."""
    stock = _cards(tag)
    extra, missing = deals.difference(stock, deals.standard(game.packs, game.bases))
    if extra or missing:
        wanted = 52 * game.packs - len(game.bases)
        parts = [f"{what}: {_some(cards)}" for cards, what in ((extra, "too many"), (missing, "missing")) if cards]
        notes = [f"the bases {pretty(game.bases)} are not dealt"] if game.bases else []
        message = f"this pack is not the {wanted} cards of {game.name} ({len(stock)} are given; {'; '.join(parts)})"
        raise Fault.at(tag, "D302", message, notes=notes)
    return stock


def _check_hash(game: Game[Any], tag: Tag, deal: Tag, stock: list[int]) -> None:
    found = deals.deal_hash(stock)
    if tag.value == found:
        return
    notes = []
    for other in other_schemes(deal.value):
        scheme, _, text = other.partition(":")
        try:
            if deals.deal_hash(_SCHEMES[scheme](text, game.packs, game.bases)) == tag.value:
                notes.append(f'it is the hash of [Deal "{other}"]')
        except deals.DealError:
            continue
    if deals.deal_hash(stock[::-1]) == tag.value:
        notes.append("it is the hash of these cards in reverse order")
    raise Fault.at(tag, "D304", f"the cards dealt have the hash {found}, not {tag.value}", notes=notes)


def _check_companion(game: Game[Any], tag: Tag, deal: Tag | None) -> None:
    """A tag that belongs to another kind of deal, or to rules that shuffle, is an error."""
    if deal is None and tag.name in ("Pack", "Layout", "DealHash"):
        example = {"Pack": '[Deal "pack"]', "Layout": '[Deal "layout"]'}.get(tag.name, '[Deal "seed:1884"]')
        raise Fault.at(tag, "H101", f"{tag.name} is given, but the tag Deal is missing", help=[f"write {example}"])
    if deal is None:
        pass
    elif tag.name == "Layout" and deal.value != "layout":
        raise Fault.at(tag, "H109", 'a Layout tag belongs to [Deal "layout"]')
    elif tag.name == "Pack" and deal.value == "layout":
        raise Fault.at(tag, "H109", "a layout is not dealt, so that it has no Pack")
    if _is_redeal_pack(tag.name) and int(tag.name[4:]) not in game.written_redeals:
        message = f"{tag.name} is the order of a shuffled redeal, and these rules never shuffle again"
        if game.written_redeals:
            deals_ = _all([str(number) for number in game.written_redeals])
            message = f"{tag.name} orders no deal: redeals begin deal {deals_}"
        raise Fault.at(tag, "H109", message)


def _is_redeal_pack(name: str) -> bool:
    return re.fullmatch(r"Pack[1-9][0-9]?", name) is not None


def _once(transcript: Transcript) -> dict[str, Tag]:
    """The tags that are read, each of which may stand once."""
    tags: dict[str, Tag] = {}
    for tag in transcript.tags:
        if tag.name in READ_TAGS or _is_redeal_pack(tag.name):
            if tag.name in tags:
                raise Fault.at(tag, "H102", f"the tag {tag.name} is given twice, first as `{tags[tag.name].value}`")
            tags[tag.name] = tag
    return tags


def _strange_tags(transcript: Transcript) -> list[Warn]:
    """Free tags that look like a slip for one that is read."""
    warnings = []
    for tag in transcript.tags:
        if tag.name not in READ_TAGS and tag.name not in FREE_TAGS and not _is_redeal_pack(tag.name):
            close = _close(tag.name, READ_TAGS, 0.75)
            if not close and tag.name.lower() in (known := {name.lower(): name for name in READ_TAGS}):
                close = [known[tag.name.lower()]]
            if close:
                message = f"the tag {tag.name} is free text: nothing is read from it"
                warnings.append(Warn.at(tag, "H110", message, help=[f"did you mean {close[0]}?"]))
    return warnings


def _missing(transcript: Transcript, name: str, what: str, examples: list[str]) -> Fault:
    first = transcript.tags[-1] if transcript.tags else None
    start, end = (first.start, first.end) if first else (0, 0)
    return Fault(
        "H101", f"the tag {name} is missing: a record says {what}", start, end, help=[f"for instance {examples[0]}"]
    )


def _close(word: str, names: Iterable[str], likeness: float) -> list[str]:
    import difflib

    return difflib.get_close_matches(word, list(names), 1, likeness)


def there_are(what: str, names: Sequence[str]) -> str:
    """A sentence that lists what exists."""
    return f"the {what}s are {_all(names)}" if len(names) > 1 else f"the one {what} is {names[0]}"


def _some(held: list[int]) -> str:
    return ", ".join(PRETTY[card] for card in held[:8]) + (f" and {len(held) - 8} more" if len(held) > 8 else "")


def _all(names: Iterable[str], word: str = "and") -> str:
    listed = list(names)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} {word} {listed[-1]}"
