"""The index of positions: sorted entries of 12 bytes, split by the first byte of their digests."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from leoni_replay.collecting.course import course_of
from leoni_replay.collecting.schema import DIGEST_BYTES, ENTRY_BYTES
from leoni_replay.notation.split import RawGame
from leoni_replay.record.judge import play_and_judge

#: entries by the first byte of their digests
Entries: TypeAlias = list[tuple[int, bytes]]

_LAST_MOVE = 0xFFFF


def entries_of(records: Iterable[tuple[int, str]]) -> list[str]:
    """The entries of some records, in hexadecimal digits.

    Args:
        records: their texts, each with its number in the block.
    """
    entries: list[str] = []
    for number, text in records:
        course = course_of(play_and_judge(RawGame(text, 1, 1, ""), hints=False))
        if course is None:
            continue
        entries += [f"{digest}{number:04x}{min(move, _LAST_MOVE):04x}" for digest, move in course.digests().items()]
    return entries


def slices(entries: list[str]) -> Entries:
    """Sorted entries, split by the first byte of their digests."""
    entries.sort()
    made = []
    at = 0
    for first in range(256):
        end = bisect_left(entries, f"{first + 1:02x}", at) if first < 255 else len(entries)
        if end > at:
            made.append((first, bytes.fromhex("".join(entries[at:end]))))
        at = end
    return made


def look_up(entries: bytes, sought: bytes) -> Iterator[tuple[int, int]]:
    """The records that contain a digest, by their numbers in the block, each with its move."""
    low, high = 0, len(entries) // ENTRY_BYTES
    while low < high:
        middle = (low + high) // 2
        at = middle * ENTRY_BYTES
        if entries[at : at + DIGEST_BYTES] < sought:
            low = middle + 1
        else:
            high = middle
    at = low * ENTRY_BYTES
    while entries[at : at + DIGEST_BYTES] == sought:
        record, move = (
            entries[at + DIGEST_BYTES : at + DIGEST_BYTES + 2],
            entries[at + DIGEST_BYTES + 2 : at + ENTRY_BYTES],
        )
        yield int.from_bytes(record, "big"), int.from_bytes(move, "big")
        at += ENTRY_BYTES
