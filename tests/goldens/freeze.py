"""Freeze what the project does, so that an engine that replaces another can be held to it.

``python -m tests.goldens.freeze`` writes three files beside this one, and ``test_goldens.py`` compares with them:

* ``games.json``: random games under every rule book and every single reading, one hash a game;
* ``commands.json``: what is said against written commands in positions of those games, one hash a position;
* ``transcripts.json``: what ``convert`` and ``verify`` make of every transcript, one hash a format.

A hash says that something differs, not what. ``--details FILE`` writes all that goes into the hashes, one fact a line,
under its label (``games: Martha: mcneely; MA1=never: golden-7, whole``), so that the files of two checkouts can be
compared with ``diff``; ``--only TEXT`` leaves out what does not have the text in its label.

Which rules are frozen is written in ``games.json``, and from then on read from there: readings that come later are not
visited. Without that file the rules are gathered from the rule books.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from leoni_replay.cards import CARD, TEXT
from leoni_replay.commands import Command
from leoni_replay.deals import SplitMix64, from_seed
from leoni_replay.games import GAMES, Game, Rules, RulesError
from leoni_replay.games.bookcheck import load_book
from leoni_replay.notation.writer import token

if TYPE_CHECKING:
    from leoni_replay.games.steps import Position

T = TypeVar("T")

HERE: Final = Path(__file__).parent
TRANSCRIPTS: Final = HERE.parent.parent / "transcripts"
RECORDS: Final = HERE.parent / "records" / "games"
GAMES_FILE: Final = HERE / "games.json"
COMMANDS_FILE: Final = HERE / "commands.json"
TRANSCRIPTS_FILE: Final = HERE / "transcripts.json"

#: The readings that the books took when they were frozen, where later they take others. A point that a book does not
#: have yet is passed over: its reading here is what the engine did before there was a choice.
OLD: Final = {
    "Leoni's Own: wikipedia": {"L6a": "play-first", "L6e": "play-first"},
    "Leoni's Own: gamerules": {"L6d": "moves", "L6e": "play-first", "L7": "immediate"},
    "Leoni's Own: mcneely": {"L6e": "play-first"},
    "Weaver's: weavers": {"L6a": "play-first", "L6e": "play-first"},
    "The Reversal: dick-1898": {"RV6": "any-time"},
    "The Japanese Rug: dick-1898": {"JR8": "optional"},
}

#: How many games are played under each rules, and how long they may be.
NUMBER: Final = 100
LONGEST: Final = 300
#: A game of which the first few moves have a hash of their own, for a quick look.
BEGINNING: Final = 25

#: Moves that only go to and fro: so many reversals, and so many builds without anything new in between.
REVERSALS: Final = 10
IDLE: Final = 16

#: Positions for commands: so many of each of the first games, under a book and under a change of it.
ASKED_GAMES: Final = 6
ASKED_POSITIONS: Final = (3, 2)

#: Hex digits of a hash. Two of 25 000 that should differ agree by chance once in 170 000 times.
DIGITS: Final = 8


# -- the rules --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game, a book of it, and what is changed in the book (``L2=rotate-once``; empty for the book as it is)."""

    game: str
    book: str
    change: str = ""

    @property
    def label(self) -> str:
        """The rules as the JSON files and the details name them."""
        return f"{self.game}: {self.book}" + (f"; {self.change}" if self.change else "")

    @classmethod
    def parse(cls, label: str) -> RuleSet:
        """The rules of a label."""
        game, _, rest = label.partition(": ")
        book, _, change = rest.partition("; ")
        return cls(game, book, change)

    def make(self) -> Game:
        """The game under these rules, whatever the book says today.

        Raises:
            RulesError: the change cannot be combined with the rest of the book.
        """
        entry = GAMES[self.game]
        book = load_book(entry.slug, self.book)
        old = OLD.get(f"{self.game}: {self.book}", {})
        choices = {
            point: choice._replace(reading=old[point], basis="inferred", citation="frozen") if point in old else choice
            for point, choice in book.choices.items()
        }
        point, _, reading = self.change.partition("=")
        return entry.make(Rules(book._replace(choices=choices), {point: reading} if point else {}))


def gather_rules() -> list[RuleSet]:
    """Every rule book, and every single reading that differs from it and can be combined with it."""
    rule_sets = []
    for entry in GAMES.values():
        for name in entry.books:
            book = load_book(entry.slug, name)
            taken = RuleSet(entry.name, name).make().rules.readings
            changes = [
                f"{point.id}={reading}"
                for point in book.points.values()
                for reading in point.readings
                if reading != taken[point.id]
            ]
            for change in ("", *changes):
                rules = RuleSet(entry.name, name, change)
                with contextlib.suppress(RulesError):
                    rules.make()
                    rule_sets.append(rules)
    return rule_sets


def frozen_rules() -> list[RuleSet]:
    """The rules that were frozen; all that there are if none were."""
    if not GAMES_FILE.exists():
        return gather_rules()
    return [RuleSet.parse(label) for label in json.loads(GAMES_FILE.read_text(encoding="utf-8"))]


# -- games ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Played:
    """A random game: a line for every fact, the number of lines of its first moves, and the positions it went
    through."""

    lines: list[str]
    beginning: int
    positions: list[Position]


def seed_of(number: int) -> str:
    """The text of the deal of a game, from 1."""
    return f"golden-{number}"


def game_label(label: str, number: int) -> str:
    """What a game is called in the details; no game's name is the beginning of another's."""
    return f"games: {label}: {seed_of(number)}, whole"


def play_game(game: Game, number: int, longest: int = LONGEST, keep: bool = False) -> Played:
    """Play a random game. It depends on the legal moves alone, not on the order in which they are listed."""
    seed = seed_of(number)
    draw = SplitMix64(f"{seed} play")
    position = game.start(from_seed(seed, game.packs, game.bases))
    played = Played([], 0, [])
    moved = reversals = idle = 0
    last: Command | None = None
    while True:
        if gathered := game.gathered(position):
            deal, cards = gathered
            position.orders[deal] = sorted(cards)
            SplitMix64(f"{seed} {deal}").shuffle(position.orders[deal])
        moves = long_moves(game, position)
        lost = game.why_not_lost(position) is None
        won = game.won(position)
        standstill = game.standstill(position)
        played.lines.append(f"{moved} {game.digest(position)} {lost=} {won=} {standstill=}: {' '.join(moves)}")
        if moved == BEGINNING:
            played.beginning = len(played.lines)
        if keep:
            played.positions.append(position.copy())
        # Where nothing but a redeal or a reversal is left, most games may be given up.
        if won or not moves or moved >= longest or idle > IDLE or (lost and draw.below(4)):
            played.beginning = played.beginning or len(played.lines)
            return played
        text = choose(draw, moves, last, reversals < REVERSALS)
        step = game.play(position, moves[text])
        last = step.move
        played.lines.append(f"{moved + 1}. {token(last)}")
        moved += 1
        reversals += last.dest in ("^v", "v^")
        idle = idle + 1 if is_build(last) and not last.shown else 0


def long_moves(game: Game, position: Position) -> dict[str, Command]:
    """The legal moves by their long form, sorted by it."""
    moves: dict[str, Command] = {}
    for move in game.legal_moves(position):
        moves.setdefault(token(game.in_full(position, move)), move)
    return dict(sorted(moves.items()))


def choose(draw: SplitMix64, moves: dict[str, Command], last: Command | None, reversing: bool) -> str:
    """One of the legal moves: what gets the game on is likelier than what gives up a chance, and nothing is taken back
    at once if there is anything else."""
    weights = {text: weight(move) for text, move in moves.items()}
    if last is not None and is_build(last) and not last.shown:
        back = f"{(last.dest or '')[1:]}:{TEXT[last.card or 0]}>{last.source}"
        weights = {text: few for text, few in weights.items() if text != back} or weights
    if not reversing:
        weights = {text: few for text, few in weights.items() if moves[text].dest not in ("^v", "v^")} or weights
    rest = draw.below(sum(weights.values()))
    for text, few in weights.items():
        rest -= few
        if rest < 0:
            return text
    raise AssertionError("unreachable")


def weight(move: Command) -> int:
    """How likely a move is."""
    if move.source == "redeal":
        return 1
    if move.dest in ("^v", "v^") or move.source == "exile" or (move.source == "deal" and move.dest not in ("^", "v")):
        return 3
    return 8 if is_build(move) else 24


def is_build(move: Command) -> bool:
    """Whether a move only goes from place to place of the table."""
    return move.dest is not None and move.dest[0] == ">" and move.source not in ("exile", "deal")


# -- commands ---------------------------------------------------------------------------------------------------------

_PILES: Final = tuple(str(number) for number in range(1, 14))
_CORNERS: Final = ("r1c1", "r2c3", "r4c8", "r9c9")
_WAYS: Final = ("^", "v", "^v", "v^", "~")
_DESTS: Final = (*_WAYS, *(f">{pile}" for pile in _PILES), ">talon", ">hand", ">dropped", ">r1c1", ">r3c5")
_NAMED: Final = ("exile", "talon", "dropped", "deal", "redeal")
#: What a position's text lists that no card comes from.
_NO_SOURCES: Final = re.compile(r"[CDHS][\^v]|deal|stock|hand")


def sources_of(text: str) -> dict[str, list[int]]:
    """The places that a position's text lists, foundations excepted, each with its cards, bottom first."""
    places: dict[str, list[int]] = {}
    for line in text.splitlines():
        name, _, rest = line.partition(": ")
        if _NO_SOURCES.fullmatch(name):
            continue
        words = rest.split()
        if name[0] == "r":
            places |= {f"{name}c{column}": _cards([word]) for column, word in enumerate(words, 1)}
        else:
            places[name] = _cards(words)
    return places


def _cards(words: Iterable[str]) -> list[int]:
    return [CARD[word.removeprefix("#")] for word in words if word.removeprefix("#") in CARD]


def commands_for(text: str, legal: Iterable[Command], draw: SplitMix64) -> dict[str, Command]:
    """Written commands for a position, by their text: all that name at most two of source, card and destination with
    some gaps, and of those that name all three the ones that have to do with what lies where. There are about 20 000
    that could be written, most of them refused for the same reason."""
    places = sources_of(text)
    sources: list[str | None] = list(dict.fromkeys((None, *_NAMED, *places, "13", *_CORNERS)))
    tops = [pile[-1] for pile in places.values() if pile]
    on = [f">{TEXT[card]}" for card in (*_drawn(draw, tops, 3), draw.below(52))]
    dests: list[str | None] = [None, *_DESTS, *on]
    cards: list[int] = list(range(52))
    commands: list[Command] = []
    # A grid has so many places that each gets only some of the destinations.
    narrow = len(sources) > 30
    for source in sources:
        own = [None, "^", "v", *_drawn(draw, dests, 3)] if narrow else dests
        commands += [Command(source, None, dest) for dest in own]
        pile = places.get(source or "", [])
        likely = dict.fromkeys((*pile[-2:], *pile[:1], *_drawn(draw, pile, 1), draw.below(52), *_drawn(draw, tops, 1)))
        for card in likely:
            commands += [Command(source, card, dest) for dest in _drawn(draw, own, 6 if narrow else 10)]
            commands += [Command(source, card, dest) for dest in (None, "^", "v")]
    for card in cards:
        commands += [Command(None, card, dest) for dest in (None, "^", "v", *_drawn(draw, dests, 3))]
        commands.append(Command(_drawn(draw, sources, 1)[0], card, _drawn(draw, dests, 1)[0]))
    for move in legal:
        commands += [move, move._replace(source=None), move._replace(card=None), move._replace(dest=None)]
    return {text: command for command in dict.fromkeys(commands) if (text := written(command))}


def _drawn(draw: SplitMix64, items: Sequence[T], count: int) -> list[T]:
    """So many of some items, with repetitions; none of none."""
    return [items[draw.below(len(items))] for _ in range(count)] if items else []


@lru_cache(maxsize=1 << 17)
def written(command: Command) -> str:
    """The command's text, empty if the notation has no form for it. That a card is woven does not show without its
    path, so it is said."""
    try:
        text = token(command)
    except ValueError:
        return ""
    return f"{text} (woven)" if command.dest == "~" and not command.path else text


def asked(game: Game, position: Position, label: str) -> list[str]:
    """What is said against commands in a position, a line a command."""
    text = game.text(position)
    moves = long_moves(game, position)
    lines = [*text.splitlines()]
    legal = [game.in_full(position, move) for move in moves.values()]
    for name, command in sorted(commands_for(text, legal, SplitMix64(label)).items()):
        lines.append(f"{name}: {said(game.why_not(position, command))}")
    lines.append(f"lost: {said(game.why_not_lost(position))}")
    return lines


def said(refusal: Any) -> str:
    """A refusal as a line."""
    if refusal is None:
        return "legal"
    clause = refusal.clause.label if refusal.clause else "-"
    return f"{refusal.code} {refusal.message!r} {clause} {list(refusal.places)} {list(refusal.notes)}"


def asked_positions(game: Game, number: int, count: int) -> list[Position]:
    """Some positions of a game, one of each part of it."""
    positions = play_game(game, number, keep=True).positions
    draw = SplitMix64(f"{seed_of(number)} positions")
    parts = [len(positions) * part // count for part in range(count + 1)]
    return [positions[begin + draw.below(max(1, end - begin))] for begin, end in pairwise(parts)]


# -- transcripts ------------------------------------------------------------------------------------------------------


def transcripts() -> list[str]:
    """The transcripts that come with the project, and the random games of the tests, by their paths from the first."""
    own = sorted(path.relative_to(TRANSCRIPTS).as_posix() for path in TRANSCRIPTS.rglob("*.moves"))
    return own + sorted(f"../tests/records/games/{path.name}" for path in RECORDS.glob("*.moves"))


FORMATS: Final = ("html", "svg", "markdown", "text", "json", "csv", "verify")


def convert(path: str, form: str, folder: str) -> None:
    """Convert a transcript, in this checkout or in one from before formats were handed over."""
    if find_spec("leoni_replay.show.formats") is not None:
        converting().convert(path, import_module("leoni_replay.show.formats").format_called(form), folder)
    else:
        converting().convert(path, form, folder)


@cache
def converting() -> Any:
    """The module that converts, in this checkout or in one from before it moved."""
    moved = find_spec("leoni_replay.files") is not None
    return import_module("leoni_replay.files.convert" if moved else "leoni_replay.converting")


def shown(name: str, form: str) -> str:
    """What a format makes of a transcript; of many games in files of their own, all of these one after another."""
    path = TRANSCRIPTS / name
    if form == "verify":
        from tests.cli.runs import leoni

        with contextlib.chdir(path.parent):
            return leoni("verify", "--color", "never", "--output-format", "full", path.name, COLUMNS="100").out
    # Messages name files as they were given: by their own names, whatever folder the checkout is in.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(path.parent):
        try:
            convert(path.name, form, folder)
        except (converting().ConvertError, OSError) as error:
            return f"{type(error).__name__}: {error}"
        made = sorted(file for file in Path(folder).rglob("*") if file.is_file())
        return "".join(
            f"{file.relative_to(folder)}\n{of_the_game(file.read_text(encoding='utf-8'))}\n" for file in made
        )


#: what all pages have: styles, with the policy that lists their digests, and scripts, but for what they read
SHARED: Final = re.compile(
    r"<style>.*?</style>|<script(?! type=\"application/json\")[^>]*>.*?</script>"
    r"|<meta http-equiv=\"Content-Security-Policy\"[^>]*>",
    re.S,
)


def of_the_game(page: str) -> str:
    """What a page says of its game. How pages look and work in general is left to tests that look at them."""
    return SHARED.sub("", page)


# -- all of it --------------------------------------------------------------------------------------------------------


def short_hash(lines: Iterable[str]) -> str:
    """The first digits of SHA-256 over some lines."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


@cache
def _made(label: str) -> Game:
    return RuleSet.parse(label).make()


def game_hashes(label: str) -> dict[str, str]:
    """The hashes of the games under some rules, and of the first moves of the first one."""
    game = _made(label)
    begun = play_game(game, 1)
    hashes = [short_hash(begun.lines)]
    hashes += [short_hash(play_game(game, number).lines) for number in range(2, NUMBER + 1)]
    return {"begin": short_hash(begun.lines[: begun.beginning]), "games": " ".join(hashes)}


def begin_hash(label: str) -> str:
    """The hash of the first moves of the first game under some rules."""
    begun = play_game(_made(label), 1, BEGINNING)
    return short_hash(begun.lines[: begun.beginning])


def command_hashes(label: str) -> str:
    """The hashes of what is said against commands under some rules."""
    return " ".join([short_hash(lines) for _, lines in command_lines(label)])


def command_lines(label: str, only: str = "") -> Iterator[tuple[str, list[str]]]:
    """What is said against commands under some rules, position by position with its label."""
    game = _made(label)
    count = ASKED_POSITIONS[bool(RuleSet.parse(label).change)]
    for number in range(1, ASKED_GAMES + 1):
        names = [f"commands: {label}: {seed_of(number)}, position {n}" for n in range(1, count + 1)]
        if any(only in name for name in names):
            for name, position in zip(names, asked_positions(game, number, count), strict=True):
                if only in name:
                    yield name, asked(game, position, name)


def own_hash(name: str) -> str:
    """The hash of a transcript itself."""
    return hashlib.sha256((TRANSCRIPTS / name).read_bytes()).hexdigest()[:DIGITS]


def transcript_hashes(name: str) -> dict[str, str]:
    """The hashes of what every format makes of a transcript, and of the transcript itself."""
    return {"moves": own_hash(name)} | {form: short_hash([shown(name, form)]) for form in FORMATS}


def details(only: str = "") -> Iterator[str]:
    """All that goes into the hashes, line by line, of what has a text in its label."""
    for rules in frozen_rules():
        for number in range(1, NUMBER + 1):
            name = game_label(rules.label, number)
            if only in name:
                yield from (name, *play_game(_made(rules.label), number).lines, "")
        for name, lines in command_lines(rules.label, only):
            yield from (name, *lines, "")
    for transcript in transcripts():
        for form in FORMATS:
            name = f"transcripts: {transcript}: {form}"
            if only in name:
                yield from (name, shown(transcript, form), "")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the files, or the details."""
    parser = argparse.ArgumentParser(prog="python -m tests.goldens.freeze", description="Freeze what the project does.")
    parser.add_argument("--part", choices=("games", "commands", "transcripts"), help="write only this file anew")
    parser.add_argument("--details", metavar="FILE", help="write what goes into the hashes, and no hash")
    parser.add_argument("--only", metavar="TEXT", default="", help="details only of what has this text in its label")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    chosen = parser.parse_args(arguments)
    if chosen.details:
        with open(chosen.details, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in details(chosen.only))
        return
    labels = [rules.label for rules in frozen_rules()]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        if chosen.part in (None, "games"):
            _write(GAMES_FILE, dict(zip(labels, pool.map(game_hashes, labels), strict=True)))
        if chosen.part in (None, "commands"):
            _write(COMMANDS_FILE, dict(zip(labels, pool.map(command_hashes, labels), strict=True)))
        if chosen.part in (None, "transcripts"):
            names = transcripts()
            _write(TRANSCRIPTS_FILE, dict(zip(names, pool.map(transcript_hashes, names), strict=True)))


def _write(path: Path, data: dict[str, object]) -> None:
    """Write a file, a line an entry, so that a change shows as small as it is."""
    lines = ",\n".join(f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(entry)}" for name, entry in data.items())
    path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    sys.stdout.write(f"{path.name}: {len(data)} entries, {path.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
