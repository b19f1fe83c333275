"""A small evaluator of TextMate grammars: as much of it as the grammar of this project uses.

It works as editors do: line by line, with a stack of open rules; at each place the first of the patterns that match
nearest wins, and the end of the open rule comes before them. Expressions are those of Python, which for these mean the
same. That it agrees with the engine of VS Code on every transcript is a long test.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any


class Grammar:
    """A grammar as its JSON has it."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.expanded: dict[int, list[dict[str, Any]]] = {}

    def scopes(self, text: str) -> list[str]:
        """The innermost scope of every character of a text."""
        made: list[str] = []
        stack: list[dict[str, Any]] = [self.data]
        for line in text.splitlines(keepends=True):
            at, row = 0, [""] * len(line)
            _paint(row, 0, len(line), stack)
            while at <= len(line):
                at = self._step(line, at, row, stack)
            made += row
        return made

    def _step(self, line: str, at: int, row: list[str], stack: list[dict[str, Any]]) -> int:
        """Take the next match; where the line goes on behind it."""
        rule = stack[-1]
        best = None
        if "end" in rule and (match := _re(rule["end"]).search(line, at)):
            best = (match.start(), match, None)
        for pattern in self._patterns(rule):
            match = _re(pattern.get("match") or pattern["begin"]).search(line, at)
            if match and (best is None or match.start() < best[0]):
                best = (match.start(), match, pattern)
        if best is None:
            return len(line) + 1
        _, match, pattern = best
        start, end = match.span()
        if pattern is None:
            _captures(row, match, rule.get("endCaptures", {}))
            stack.pop()
            _paint(row, end, len(line), stack)
        elif "begin" in pattern:
            stack.append(pattern)
            _paint(row, start, len(line), stack)
            _captures(row, match, pattern.get("beginCaptures", {}))
        else:
            if "name" in pattern:
                row[start:end] = [pattern["name"]] * (end - start)
            _captures(row, match, pattern.get("captures", {}))
        # What matches nothing and changes nothing would go round for ever.
        return end if end > at or pattern is None or "begin" in pattern else at + 1

    def _patterns(self, rule: dict[str, Any]) -> list[dict[str, Any]]:
        if id(rule) not in self.expanded:
            patterns: list[dict[str, Any]] = []
            for pattern in rule.get("patterns", ()):
                if "include" in pattern:
                    pattern = self.data["repository"][pattern["include"].removeprefix("#")]
                patterns += [pattern] if "match" in pattern or "begin" in pattern else self._patterns(pattern)
            self.expanded[id(rule)] = patterns
        return self.expanded[id(rule)]


def _paint(row: list[str], start: int, end: int, stack: list[dict[str, Any]]) -> None:
    name = next((rule["name"] for rule in reversed(stack) if "name" in rule and rule is not stack[0]), "source.moves")
    row[start:end] = [name] * (end - start)


def _captures(row: list[str], match: re.Match[str], captures: dict[str, Any]) -> None:
    for number, capture in captures.items():
        start, end = match.span(int(number))
        if start >= 0:
            row[start:end] = [capture["name"]] * (end - start)


@cache
def _re(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
