"""Records at random that are right, but rare: every game under odd readings, misplays, cards put right by hand, unknown
spellings, claims, variations, times and comments."""

from __future__ import annotations

import random
import re
from typing import NamedTuple

import leoni_replay as lr
from leoni_replay.cards import TEXT
from leoni_replay.games.places import is_foundation_name

_CARDS = [TEXT[number] for number in range(52)]
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
#: Words of comments that other formats could take for something else.
_WORDS = ["why", "<b>", "|", "\\", '"', "=1+1", "misplay", "set", "won", "[Deal", "*", "#", "\u202e", "😀", "é", "("]
_MARKS = ["", "", "", "!", "?", "!!", "??", "!?", "?!"]


class RandomRecord(NamedTuple):
    """A record at random.

    Attributes:
        text: the record.
        digest: the digest of its last position, as the engine played it move by move.
        is_irregular: whether it has misplays or settings.
    """

    text: str
    digest: str
    is_irregular: bool


def random_rules(draw: random.Random, name: str) -> str:
    """Return rules of a game that it accepts: a book and perhaps some overrides."""
    book = draw.choice([*lr.GAMES[name].books])
    points = lr.make_game(name, book).rules.book.points
    overrides = [
        f"{point}={draw.choice([*points[point].readings])}" for point in points if draw.random() < 1.5 / len(points)
    ]
    rules = "; ".join([book, *overrides])
    try:
        lr.make_game(name, rules)
    except lr.LeoniError:
        return book
    return rules


def random_record(draw: random.Random) -> RandomRecord:
    """Return a record of up to 60 moves of any of our games."""
    name = draw.choice([*lr.GAMES])
    game = lr.new(name, f"seed:{draw.randrange(10**9)}", random_rules(draw, name))
    writer = _Writer(draw, game)
    writer.play(draw.choice([0, 3, 8, 25, 60]), draw.choice([0.0, 0.0, 0.1, 0.4]))
    result = game.result if draw.random() < 0.5 else "*"
    tags = {"Event": draw.choice(_WORDS)} if draw.random() < 0.2 else None
    head = lr.dumps(game.record("*", tags)).partition("\n\n")[0].replace('\n[Result "*"]', "")
    text = "\n".join([head, "", " ".join([*writer.words, result, *writer.comment(0.1)]), ""])
    return RandomRecord(text, game.digest, writer.is_irregular)


class _Writer:
    """Plays a game at random, and writes down what it plays."""

    def __init__(self, draw: random.Random, game: lr.GameInPlay) -> None:
        self._draw = draw
        self._game = game
        self._seconds = 0
        self.words: list[str] = []
        self.is_irregular = False

    def play(self, moves: int, share_of_misplays: float) -> None:
        """Play some moves, and misplay or set cards instead of a share of them."""
        for _ in range(moves):
            if self._draw.random() < share_of_misplays:
                self._break_a_rule()
            elif not self._play_legal_move():
                return
            self.words += [*self.comment(0.1), *self._claim(self._game, 0.1), *self._time(0.1)]

    def _play_legal_move(self) -> bool:
        moves = list(self._game.legal())
        if not moves:
            return False
        before = self._game.copy()
        move = self._game.push(self._draw.choice(moves))
        if self._draw.random() < 0.3:
            self.words.append(f"{len(self._game.moves)}.")
        self.words.append(self._spelled(str(move)) + self._draw.choice(_MARKS))
        if self._draw.random() < 0.12:
            self.words += self._variation(before, 1)
        return True

    def _break_a_rule(self) -> None:
        """Write a misplay or a setting, if the engine accepts it."""
        word = self._draw.choice([self._misplay, self._misplay, self._setting])()
        try:
            self._game.push(word)
        except lr.LeoniError:
            return
        self.is_irregular = True
        self.words.append(word)

    def _misplay(self) -> str:
        draw, places = self._draw, self._piles()
        if draw.random() < 0.3:
            return (
                f"misplay {draw.choice(['deal', 'redeal', 'redeal', draw.choice(_CARDS) + draw.choice(['^v', 'v^'])])}"
            )
        source = draw.choice([place for place in places if places[place]] or [*places])
        card = draw.choice([card.lstrip("#") for card in places[source] if card != "--"] or _CARDS)
        dest = draw.choice(["^", "v", f">{draw.choice([*places])}", ""])
        word = {"stock": "deal", "hand": "deal"}.get(source, source)
        path = "".join(f"~{draw.choice(_CARDS)}" for _ in range(draw.randrange(3))) if source == "exile" else ""
        return f"misplay {word}:{card}{path or dest}"

    def _setting(self) -> str:
        draw, places = self._draw, self._piles()
        names = draw.sample([*places], min(len(places), draw.randint(1, 3)))
        pool = [card.lstrip("#") for name in names for card in places[name] if card != "--"]
        draw.shuffle(pool)
        gone = [pool.pop()] if pool and draw.random() < 0.3 else []
        cards_of: dict[str, list[str]] = {name: [] for name in names}
        for card in pool:
            cards_of[draw.choice(names)].append(("#" if draw.random() < 0.15 else "") + card)
        parts = [f"{name}: {' '.join(cards) or '-'}" for name, cards in cards_of.items()]
        return f"set {{{'  '.join([*parts, *(f'gone: {card}' for card in gone)])}}}"

    def _piles(self) -> dict[str, list[str]]:
        """Return the cards of every place but the foundations, as records write them."""
        places = self._game.position.places.items()
        return {name: [str(card) for card in cards] for name, cards in places if not is_foundation_name(name)}

    def _variation(self, game: lr.GameInPlay, depth: int) -> list[str]:
        """Return a variation in place of the next move of a game."""
        words: list[str] = []
        for _ in range(self._draw.randint(1, 3)):
            moves = list(game.legal())
            if not moves:
                break
            before = game.copy()
            move = game.push(self._draw.choice(moves))
            words += [self._spelled(str(move)), *self.comment(0.2), *self._claim(game, 0.15)]
            if depth < 3 and self._draw.random() < 0.2:
                words += self._variation(before, depth + 1)
        return ["(", *words, ")"] if words else []

    def _claim(self, game: lr.GameInPlay, share: float) -> list[str]:
        if self._draw.random() >= share:
            return []
        legal = [str(move) for move in game.legal()]
        claims = [f"left {game.left}", f"digest {game.digest}"]
        claims += (
            [f"legal: {self._spelled(self._draw.choice(legal))}", f"legal set: {' '.join(legal)}"] if legal else []
        )
        return [f"{{= {self._draw.choice(claims)}}}"]

    def _time(self, share: float) -> list[str]:
        if self._draw.random() >= share:
            return []
        self._seconds += self._draw.randrange(400)
        hours, minutes, seconds = self._seconds // 3600, self._seconds // 60 % 60, self._seconds % 60
        return [f"@{hours}:{minutes:02}:{seconds:02}" if hours else f"@{minutes}:{seconds:02}"]

    def comment(self, share: float) -> list[str]:
        """Return a comment, or nothing."""
        if self._draw.random() >= share:
            return []
        words = " ".join(self._draw.choices(_WORDS, k=self._draw.randrange(4)))
        return [f"{{ {words}}}" if self._draw.random() < 0.7 else f";{words}\n"]

    def _spelled(self, word: str) -> str:
        """Return a move in another spelling: ``10♥↑`` for ``TH^``."""
        if self._draw.random() < 0.7:
            return word
        word = re.sub("(?<![A-Za-z0-9])T(?=[CDHS])", self._draw.choice(["T", "10", "t"]), word)
        return re.sub("(?<=[A2-9TJQKt0])[CDHS]", lambda suit: _SIGNS[suit[0]], word)
