"""Players: what they play is legal and comes to an end, under every reading, and they see no more than they may."""

from __future__ import annotations

import hashlib
import random
from array import array
from functools import partial
from typing import Any

import pytest

from leoni_replay.deals import SplitMix64, from_seed, shuffled_order
from leoni_replay.games import GAMES, Game, RulesError, make_game
from leoni_replay.record.sample import sample
from leoni_replay.rules.numbers import (
    DEAL,
    DEAL_AGAIN,
    DOWN_TO_UP,
    EXILE,
    FACE_DOWN,
    PILES,
    PLACES,
    STOCK,
    UNKNOWN,
    UP_TO_DOWN,
)
from leoni_replay.rules.reasons import NO_ORDER, WRONG_ORDER
from leoni_replay.rules.table import Table
from leoni_replay.search.greedy import LONGEST
from leoni_replay.search.players import PLAYERS, PlayedGame, play

#: those that cost little; the solver plays like the sensible one where it finds nothing
QUICK = ("greedy", "greedy-without-reversal", "sensible")
BOOKS = [(entry.name, book) for entry in GAMES.values() for book in entry.books]


def every_reading() -> list[tuple[str, str]]:
    """Every game under its default book, with every single reading in turn."""
    readings_of_games = []
    for entry in GAMES.values():
        for point, readings in make_game(entry.name).core.READINGS.items():
            for reading in readings[1:]:
                rules = f"{entry.books[0]}; {point}={reading}"
                try:
                    make_game(entry.name, rules)
                except RulesError:
                    continue
                readings_of_games.append((entry.name, rules))
    return readings_of_games


def dealt(game: Game[Any], text: str) -> Table:
    return game.start(from_seed(text, game.packs, game.bases)).table


def checked(name: str, rules: str, player: str, text: str) -> PlayedGame:
    """A game that is played, and then gone through move by move."""
    game = make_game(name, rules)
    table = dealt(game, text)
    before = table.key(), table.plies, dict(table.orders)
    played = play(table, player, text, shuffle=partial(shuffled_order, text))
    assert (table.key(), table.plies, dict(table.orders)) == before
    assert len(played.line) <= LONGEST
    for move in played.line:
        if move == DEAL_AGAIN:
            table.orders[table.deal + 1] = shuffled_order(text, table.deal + 1, table.gathered())
        assert table.why(move) == 0, (name, rules, player, text, move)
        table.play(move)
    assert played.status == ("won" if table.won() else "lost" if table.is_lost() else "unfinished")
    assert played.left == table.left
    return played


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), every_reading())
def test_every_reading(name: str, rules: str) -> None:
    for player in QUICK:
        checked(name, rules, player, "reading")


def test_names() -> None:
    with pytest.raises(ValueError, match="there is no player `clever`; known are random, weighted, greedy, "):
        play(dealt(make_game("Anna"), "x"), "clever", "x")
    with pytest.raises(ValueError, match="there is no player `clever`"):
        sample(player="clever")


# -- players who draw their moves -------------------------------------------------------------------------------------


@pytest.mark.share(3)
@pytest.mark.parametrize(("name", "rules"), [*BOOKS, ("The Reversal", "dick-1898; RV4=shuffled; RV6=any-time")])
def test_every_legal_move_is_equally_likely(name: str, rules: str) -> None:
    """Of the legal moves, each listed once, the generator of the deals draws one, whatever it does."""
    table, text = dealt(make_game(name, rules), "equal"), "equal"
    draw, room = SplitMix64(f"{text} play"), array("I", bytes(4 * 4096))
    shuffle = partial(shuffled_order, text)
    for move in play(table, "random", text, shuffle=shuffle).line[:200]:
        if table.why(DEAL_AGAIN) in (NO_ORDER, WRONG_ORDER):
            table.orders[table.deal + 1] = shuffle(table.deal + 1, table.gathered())
        moves = room[: table.moves(room)]
        assert len(set(moves)) == len(moves)
        assert move == moves[draw.below(len(moves))]
        table.play(move)


@pytest.mark.share(5)
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_where_random_games_end(name: str, book: str) -> None:
    """A random game ends where it is won or over, or at the limit; nothing but reversals is legal where it is over."""
    game = make_game(name, book)
    room = array("I", bytes(4 * 4096))
    for n in range(3):
        table = dealt(game, f"end-{n}")
        played = play(table, "random", f"end-{n}")
        for move in played.line:
            table.play(move)
        assert (played.status == "unfinished") == (len(played.line) == LONGEST and not table.won())
        if played.status != "unfinished":
            rest = room[: table.moves(room)]
            assert all(move & 255 in (UP_TO_DOWN, DOWN_TO_UP) for move in rest)


@pytest.mark.long
def test_a_sensible_player_does_not_reverse_to_and_fro() -> None:
    """Where the last exile ends the deal (L11), foundations can be reversed at any time: no reversal is urgent."""
    assert checked("Leoni's Own", "wikipedia; L11=last-exile", "sensible", "public-1-7").status == "won"


# -- the same everywhere ----------------------------------------------------------------------------------------------

#: of some games of every player, in every book: SHA-256 of their moves
LINES = (
    "f1e6cdcb9cee 72e816679eea f7b8918b0216 "  # Leoni's Own
    "02da0c569665 "  # Weaver's
    "e8d8b3bd6427 5470fa404406 423af8c4bc86 0d688e5ed686 "  # Labyrinth
    "d8df5094f27e d8df5094f27e 9cd4da5f2f8a 2b48c949213c 5fb3a768aecb "  # Martha
    "6f53b87abddb "  # Anna
    "245e4cae987b "  # The Reversal
    "dab316c9345f 42878f08f5f2 865ba0fd6324 "  # The Japanese Rug
)


@pytest.mark.share(7)
@pytest.mark.parametrize(
    ("name", "book", "lines"), [(*of, lines) for of, lines in zip(BOOKS, LINES.split(), strict=True)]
)
def test_the_same_games_on_both_builds(name: str, book: str, lines: str) -> None:
    digest = hashlib.sha256()
    for player in PLAYERS[:-1]:
        digest.update(repr((player, *checked(name, book, player, "same-0"))).encode())
    assert digest.hexdigest()[:12] == lines


# -- what sensible players know and win -------------------------------------------------------------------------------


def hidden(table: Table) -> list[int]:
    """Where cards lie that nobody sees."""
    places = [(place << 7) + i for place in (EXILE, STOCK) for i in range(table.size[place])]
    for p in range(1, PILES + 1):
        places += [(p << 7) + i for i in range(table.size[p]) if table.cells[(p << 7) + i] & FACE_DOWN]
    return places


def seen(table: Table) -> tuple[bytes, bytes, int]:
    """What lies open, how many cards lie where, and what is remembered."""
    cells = bytearray(table.cells)
    for at in hidden(table):
        cells[at] = UNKNOWN
    open_cards = b"".join(bytes(cells[place << 7 : (place << 7) + table.size[place]]) for place in range(PLACES))
    return open_cards, bytes(table.size), table.registers()


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("name", "book"),
    [
        # Whoever weaves takes seconds.
        *(
            pytest.param(*book, marks=pytest.mark.long) if book[0] in ("Leoni's Own", "Weaver's") else book
            for book in BOOKS
            if book != ("Leoni's Own", "gamerules")
        ),
        ("Labyrinth", "wikipedia; LB6=any-time"),
        pytest.param("Leoni's Own", "mcneely; L9=any", marks=pytest.mark.long),
        # The same player takes three times as long here.
        pytest.param("Leoni's Own", "gamerules", marks=pytest.mark.long),
        pytest.param("Leoni's Own", "wikipedia; L7=now-or-never", marks=pytest.mark.long),
        pytest.param("Leoni's Own", "gamerules; L7=immediate", marks=pytest.mark.long),
    ],
)
def test_sensible_players_see_open_cards_alone(name: str, book: str) -> None:
    """Cards that lie face down change places, somewhere in a game: the same moves are played until one of them
    comes to light that is another."""
    game = make_game(name, book)
    draw = random.Random(f"{name} {book}")
    compared = 0
    for n in range(2):
        tables = [dealt(game, f"hidden-{n}") for _ in range(2)]
        moves = play(tables[0], "greedy", "").line
        for move in moves[: draw.randrange(len(moves) // 3) if n else 0]:
            for table in tables:
                table.play(move)
        places = hidden(tables[1])
        cards = [tables[1].cells[at] for at in places]
        draw.shuffle(cards)
        for at, card in zip(places, cards, strict=True):
            tables[1].set_card(at >> 7, at & 127, card & 63 | (tables[1].cells[at] & FACE_DOWN))
        for one, other in zip(*(play(table, "sensible", "").line for table in tables), strict=False):
            if seen(tables[0]) != seen(tables[1]):
                break
            # Which card is turned up nobody knows before.
            assert one == other or (one >> 16 == other >> 16 and one >> 16 in (EXILE, DEAL)), (n, one, other)
            compared += 1
            for table, move in zip(tables, (one, other), strict=True):
                table.play(move)
    assert compared
