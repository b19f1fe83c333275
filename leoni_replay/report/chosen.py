"""Filter diagnostics by code: ``--select`` and ``--ignore``, as linters have them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from leoni_replay.record.verdict import Verdict


class Chosen(NamedTuple):
    """Codes, or the beginnings of codes: ``M203``, ``M2``, ``M``. Nothing selected means everything."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def takes(self, code: str) -> bool:
        """Whether diagnostics of this code are wanted: of the selected and ignored prefixes, the longest match decides;
        if equal, the code is ignored."""
        ignored = _longest(self.ignore, code)
        return _longest(self.select, code) > ignored if self.select else not ignored

    def of(self, verdict: Verdict) -> Verdict:
        """A verdict with only the wanted diagnostics. Its status stays the same."""
        if not verdict.diagnostics or not (self.select or self.ignore):
            return verdict
        return verdict._replace(diagnostics=tuple([one for one in verdict.diagnostics if self.takes(one.code)]))


def _longest(beginnings: Iterable[str], code: str) -> int:
    return max((len(begin) for begin in beginnings if code.startswith(begin)), default=0)


def chosen(select: Iterable[str], ignore: Iterable[str], codes: Iterable[str]) -> Chosen:
    """Parse the options, in any case, with several codes separated by commas.

    Args:
        select: the values of ``--select``.
        ignore: the values of ``--ignore``.
        codes: the existing codes.

    Raises:
        ValueError: something is not the beginning of any code; the message says what.
    """
    existing = list(codes)

    def read(texts: Iterable[str]) -> tuple[str, ...]:
        parts = [part.strip().upper() for text in texts for part in text.split(",")]
        for part in parts:
            if not any(code.startswith(part) for code in existing) or not part:
                raise ValueError(f"there is no diagnostic {part or '(nothing)'}; leoni explain lists them all")
        return tuple(parts)

    return Chosen(read(select), read(ignore))
