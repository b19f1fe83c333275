"""Deduplicate, sort and count the records found."""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from leoni_replay.collecting.facts import Facts
from leoni_replay.collecting.fields import Field, Value, field
from leoni_replay.files.atomic import scratch


class Order(NamedTuple):
    """A field to sort by, and whether the greatest comes first."""

    by: Field
    down: bool


def fields_named(text: str) -> list[Field]:
    """The fields in a comma-separated list of names.

    Raises:
        NoField: there is no such field.
    """
    return [field(name.strip()) for name in text.split(",") if name.strip()]


def orders_named(text: str) -> list[Order]:
    """The fields to sort by; ``-`` before a name puts the greatest first.

    Raises:
        NoField: there is no such field.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    return [Order(field(name.removeprefix("-")), name.startswith("-")) for name in names]


def once(records: Iterable[Facts], repeated: bool = False) -> Iterator[Facts]:
    """Keep only the first of records with the same record digest, or with ``repeated`` all others. Records without a
    digest, which are not verified, are compared by their text."""
    seen: set[str | bytes] = set()
    for facts in records:
        if (facts.same in seen) == repeated:
            yield facts
        seen.add(facts.same)


def ordered(records: Iterable[Facts], orders: Sequence[Order]) -> Iterator[Facts]:
    """Sort records, those without a value last. They are stored in a temporary file meanwhile."""
    with scratch() as kept:
        places: list[tuple[int, tuple[Value, ...]]] = []
        for facts in records:
            places.append((kept.tell(), tuple(order.by.value(facts) for order in orders)))
            marshal.dump(tuple(facts), kept)
        # Sorting is stable: sort by the last field first.
        for at, order in reversed(list(enumerate(orders))):
            places.sort(key=partial(_sortable, at=at, down=order.down), reverse=order.down)
        for place, _ in places:
            kept.seek(place)
            yield Facts(*marshal.load(kept))


def _sortable(place: tuple[int, tuple[Value, ...]], at: int, down: bool) -> tuple[bool, Any]:
    """A sort key that puts a missing value last in either order."""
    value = place[1][at]
    return (value is not None) == down, 0 if value is None else value


def counted_by(records: Iterable[Facts], by: Sequence[Field]) -> Counter[tuple[Value, ...]]:
    """Count records by the values of some fields."""
    return Counter(tuple(one.value(facts) for one in by) for facts in records)
