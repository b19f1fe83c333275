"""Which findings the user wants to hear of: ``--select`` and ``--ignore``, as linters have them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from leoni_replay.record.verdict import Verdict


class Chosen(NamedTuple):
    """Codes, or the beginnings of codes: ``M203``, ``M2``, ``M``. Nothing selected means everything."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def takes(self, code: str) -> bool:
        """Whether findings of this code are wanted: of what is selected and what is ignored, the longer beginning
        counts; between equals, ignoring."""
        ignored = _longest(self.ignore, code)
        return _longest(self.select, code) > ignored if self.select else not ignored

    def of(self, verdict: Verdict) -> Verdict:
        """A verdict with the findings that are wanted. What it comes to stays what it is."""
        if not verdict.diagnostics or not (self.select or self.ignore):
            return verdict
        return verdict._replace(diagnostics=tuple([one for one in verdict.diagnostics if self.takes(one.code)]))


def _longest(beginnings: Iterable[str], code: str) -> int:
    return max((len(begin) for begin in beginnings if code.startswith(begin)), default=0)


def chosen(select: Iterable[str], ignore: Iterable[str], codes: Iterable[str]) -> Chosen:
    """What was asked for, each in any case and several separated by commas.

    Args:
        select: what ``--select`` was given.
        ignore: what ``--ignore`` was given.
        codes: the codes that there are.

    Raises:
        ValueError: something is the beginning of no code; the message says what.
    """
    existing = list(codes)

    def read(texts: Iterable[str]) -> tuple[str, ...]:
        parts = [part.strip().upper() for text in texts for part in text.split(",")]
        for part in parts:
            if not any(code.startswith(part) for code in existing) or not part:
                raise ValueError(f"there is no diagnostic {part or '(nothing)'}; leoni explain lists them all")
        return tuple(parts)

    return Chosen(read(select), read(ignore))
