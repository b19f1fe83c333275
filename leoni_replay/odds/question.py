"""Questions: how often does a player win a game under some rules? Only answers to the same question can be added up."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from leoni_replay import code_versions
from leoni_replay.games import Game, make_game
from leoni_replay.leoni_error import LeoniError
from leoni_replay.phrases import join_words
from leoni_replay.search.players import check_player
from leoni_replay.search.solver import Limits, prunings_of

#: the player who searches every line of play and knows all cards
SOLVER: Final = "solver"

#: The default number of positions that the solver searches before it leaves a deal undecided. Unlike a time, it means
#: the same on every machine.
NODES: Final = 1_000_000
#: The solver's memory in MB if the number of positions is unlimited, and the maximum for a limited number.
_MEMORY: Final = 256
_MOST_MEMORY: Final = 1024
_BYTES: Final = 12


class Question(NamedTuple):
    """What is played, by whom, and with which code: all that a verdict depends on except the deal.

    ``rules`` is the text of the rules as given, ``readings`` every point with its reading. ``nodes``, ``seconds`` and
    ``memory`` are the solver's limits per deal (None for none), and ``prunings`` what it leaves out; other players have
    none of these.
    """

    game: str
    rules: str
    readings: tuple[tuple[str, str], ...]
    player: str
    nodes: int | None
    seconds: float | None
    memory: int | None
    prunings: tuple[str, ...]
    code: str

    @property
    def limits(self) -> Limits:
        """The solver's limits."""
        return Limits(self.nodes, self.seconds, self.memory or _MEMORY)

    def differences(self, other: Question) -> list[str]:
        """Return the differences from another question, one phrase per point; none if the answers can be added up. Two
        texts of rules with the same readings do not differ."""
        phrases = [
            f"{subject}: {_describe(value)} and {_describe(other_value)}"
            for subject, value, other_value in (
                ("the game", self.game, other.game),
                ("the player", self.player, other.player),
                ("the limit of positions", self.nodes, other.nodes),
                ("the limit of seconds", self.seconds, other.seconds),
                ("the limit of memory", self.memory, other.memory),
                ("the prunings", self.prunings, other.prunings),
                ("the version of the code", self.code, other.code),
            )
            if value != other_value
        ]
        if self.game == other.game:
            readings, other_readings = dict(self.readings), dict(other.readings)
            for point in sorted(readings.keys() | other_readings.keys()):
                reading, other_reading = readings.get(point, "no reading"), other_readings.get(point, "no reading")
                if reading != other_reading:
                    phrases.append(f"{point}: {reading} and {other_reading}")
        return phrases


def _describe(value: object) -> str:
    """Return a value of a question in words."""
    if value is None or value == ():
        return "none"
    return join_words(value) if isinstance(value, tuple) else str(value)


def ask(
    game: str,
    rules: str | None,
    player: str,
    nodes: int | None = NODES,
    seconds: float | None = None,
    memory: int | None = None,
) -> Question:
    """Return the question how often a player wins a game, with the limits that apply to this player.

    Args:
        game: the name of a game.
        rules: a rule book and overrides; None for the default book.
        player: one of the players.
        nodes: the maximum number of positions that the solver searches per deal, None for no limit.
        seconds: the maximum time per deal; then the result depends on the machine.
        memory: the memory for visited positions in MB; None for as much as the limit of positions needs.

    Raises:
        RulesError: there is no such game, or there are no such rules.
        LeoniError: there is no such player, or the limit is invalid.
    """
    rules_game = make_game(game, rules)
    check_player(player, rules_game.core, rules_game.name)
    is_solver = player == SOLVER
    if (nodes is not None and nodes < 1) or (seconds is not None and not seconds > 0):
        raise LeoniError("a limit of the solver is more than 0")
    return Question(
        game=rules_game.name,
        rules=str(rules_game.rules),
        readings=tuple(sorted(rules_game.rules.readings.items())),
        player=player,
        nodes=nodes if is_solver else None,
        seconds=seconds if is_solver else None,
        memory=(memory or _memory_for(nodes)) if is_solver else None,
        prunings=prunings_of(rules_game.new_table()) if is_solver else (),
        code=code_version(),
    )


def _memory_for(nodes: int | None) -> int:
    """Return the solver's memory in MB that has room for a number of visited positions; None for no limit."""
    if nodes is None:
        return _MEMORY
    # The memory has 2 to the power of `bits` slots, of which three quarters can be used.
    bits = 10
    while 3 << bits >> 2 <= nodes:
        bits += 1
    # Rounded up.
    megabytes = -(-(_BYTES << bits) // 1_000_000)
    return min(megabytes, _MOST_MEMORY)


def game_of(question: Question) -> Game[Any]:
    """Return the game in question."""
    return make_game(question.game, question.rules)


def code_version() -> str:
    """Return the version of the package, and a hash of the sources that play: cards, deals, rules and players."""
    return code_versions.code_version(*code_versions.PLAYER)
