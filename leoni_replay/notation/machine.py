"""The LALR machine: runs Lark's parse table one token at a time.

A *state* is a number that stands for a whole stack of the LALR parser. The effect of a token in a state is worked out
once, by the parser's own rule, and cached in ``cells``: an array of numbers that the compiled core reads too
(``rules/run.py``). So one driver serves all readers: the runner that plays a record, the builder of transcripts, the
reader of claims, and the messages that say what could have stood in place of a wrong token.
"""

from __future__ import annotations

import re
from array import array
from threading import RLock
from typing import Final, NamedTuple

from leoni_replay.games.places import Vocabulary, any_vocabulary_admits
from leoni_replay.notation import grammar
from leoni_replay.rules.run import SYNTAX, UNTRIED
from leoni_replay.sharing import made_once

#: The name of the terminal for the end of the text.
END: Final = "$END"

#: The terminals that hold words of a game.
WORDED: Final = frozenset({"MOVE", "PLACE"})


class Token(NamedTuple):
    """A token: its terminal, and where it begins and ends."""

    kind: str
    start: int
    end: int


class Machine:
    """Runs the parse table. Use ``machine()``, which returns the shared instance."""

    def __init__(self, tables: grammar.Tables) -> None:
        self.tables = tables
        #: the terminals in the order in which a lexer tries them; the end of the text is the last
        self.names: tuple[str, ...] = (*tables.terminals, END)
        self.number: dict[str, int] = {name: number for number, name in enumerate(self.names)}
        self.width: int = len(self.names)
        self._ends = {last for _, last in tables.starts.values()}
        #: the terminals that separate tokens
        separators = "|".join([tables.terminals[name] for name in tables.ignored])
        self.ignored: re.Pattern[str] = re.compile(f"(?:{separators})++")
        self._patterns: dict[str, re.Pattern[str]] = {}
        #: what ``_acceptable`` returned, by the top of a state's stack
        self._acceptable_by_top: dict[int, tuple[str, ...]] = {}
        #: held while a state is added. A record needs about ten, and as many for each depth of variations, which has a
        #: limit: so all of them are kept.
        self._adding = RLock()
        #: the stack of the parser that each state stands for, and the state by its stack
        self._stacks: list[tuple[int, ...]] = []
        self._states: dict[tuple[int, ...], int] = {}
        #: the state after a token, at ``state * width + terminal``; SYNTAX if the token cannot stand there, UNTRIED if
        #: that hasn't been worked out yet
        self.cells: array[int] = array("i")
        #: for each final state, the rule that the whole text matches
        self.complete: dict[int, grammar.Rule] = {}
        self._after_tags = [self._state((self.tables.starts["game"][0],))]

    def begin(self, start: str) -> int:
        """Return the initial state for a text: ``game``, or ``claim`` for the inside of a claim."""
        return self._state((self.tables.starts[start][0],))

    def after_tags(self, count: int) -> int:
        """Return the state after N tags at the beginning of a game; SYNTAX if the grammar allows no such game."""
        states = self._after_tags
        if count >= len(states):
            with self._adding:
                while count >= len(states):
                    states.append(self._after_tag(states[-1]))
        return states[count]

    def _after_tag(self, state: int) -> int:
        """Return the state after one more tag; SYNTAX if it cannot stand there."""
        for name in ("LSQB", "NAME", "VALUE", "RSQB"):
            if state >= 0:
                state = self.step(state, name)
        return state

    def step(self, state: int, name: str) -> int:
        """Return the state after a token; SYNTAX if the token cannot stand there."""
        return self.cell(state, self.number[name]) if name in self.number else SYNTAX

    def cell(self, state: int, terminal: int) -> int:
        """Return the state after a token, as :meth:`step`, by the number of the terminal."""
        at = state * self.width + terminal
        cell = self.cells[at]
        if cell == UNTRIED:
            cell = self._try(state, terminal)
            self.cells[at] = cell
        return cell

    def alternative(self, state: int) -> str:
        """Return the alias of the rule that a text matches if it ends in this state."""
        self.step(state, END)
        return self.complete[state].alias

    def _try(self, state: int, terminal: int) -> int:
        """Work out the state after a token, as an LALR parser does: reduce as long as the table says so, then shift.

        Args:
            state: the state before the token.
            terminal: the number of the token's terminal.

        Returns:
            The state after it; SYNTAX if the token cannot stand there.
        """
        rows, rules = self.tables.rows, self.tables.rules
        name = self.names[terminal]
        stack = list(self._stacks[state])
        while (action := rows[stack[-1]].get(name)) is not None:
            # An action from 0 on is a shift to that row; a negative one a reduction, by rule ``-1 - action``.
            if action >= 0:
                stack.append(action)
                return self._state(tuple(stack))
            rule = rules[-1 - action]
            if rule.expansion:
                del stack[-len(rule.expansion) :]
            stack.append(rows[stack[-1]][rule.origin])
            if name == END and stack[-1] in self._ends:
                self.complete[state] = rule
                return self._state(tuple(stack))
        return SYNTAX

    def _state(self, stack: tuple[int, ...]) -> int:
        """Return the state of a stack: a new one if it has not been seen before."""
        state = self._states.get(stack)
        if state is not None:
            return state
        with self._adding:
            # Another thread may have added it meanwhile.
            state = self._states.get(stack)
            if state is None:
                state = len(self._stacks)
                self._stacks.append(stack)
                if len(self.cells) < len(self._stacks) * self.width:
                    # Runners keep views of an array, which cannot grow then.
                    self.cells = self.cells + array("i", [UNTRIED] * (len(self.cells) or self.width))
                # Last, so that whoever finds the state finds all that belongs to it.
                self._states[stack] = state
        return state

    def accepts(self, state: int) -> frozenset[str]:
        """Return the terminals that can come next."""
        return frozenset(name for number, name in enumerate(self.names) if self.cell(state, number) >= 0)

    # -- tokens -------------------------------------------------------------------------------------------------------

    def pattern(self, name: str) -> re.Pattern[str]:
        """Return the compiled expression of a terminal."""
        pattern = self._patterns.get(name)
        if pattern is None:
            pattern = self._patterns[name] = re.compile(self.tables.terminals[name])
        return pattern

    def skip(self, text: str, at: int) -> int:
        """Return where the next token begins, after any separators."""
        match = self.ignored.match(text, at)
        return match.end() if match else at

    def token(self, text: str, at: int, state: int, vocabulary: Vocabulary | None = None) -> Token | None:
        """Return the token that begins at an offset, among those that the table lists for a state; None if none
        matches.

        Args:
            text: the text.
            at: the offset.
            state: the state.
            vocabulary: the words of the game; None for those of any game that is loaded.
        """
        for name in self._acceptable(state):
            match = self.pattern(name).match(text, at)
            if match and (name not in WORDED or is_admitted(name, match, vocabulary)):
                return Token(name, at, match.end())
        return None

    def _acceptable(self, state: int) -> tuple[str, ...]:
        """Return the terminals that the table lists for a state, in the order in which a lexer tries them."""
        top = self._stacks[state][-1]
        names = self._acceptable_by_top.get(top)
        if names is None:
            row = self.tables.rows[top]
            names = self._acceptable_by_top[top] = tuple([name for name in self.tables.terminals if name in row])
        return names


def is_admitted(name: str, match: re.Match[str], vocabulary: Vocabulary | None) -> bool:
    """Whether a game has the words of a token that the grammar has matched.

    Args:
        name: the terminal.
        match: the token.
        vocabulary: the words of the game; None for those of any game that is loaded.
    """
    if name == "MOVE":
        admits = any_vocabulary_admits if vocabulary is None else vocabulary.admits
        return admits(*match.group("alone", "source", "dest"))
    return name != "PLACE" or vocabulary is None or vocabulary.admits_place(match[0])


@made_once
def machine() -> Machine:
    """Return the shared machine, made when the first text is read."""
    return Machine(grammar.tables())
