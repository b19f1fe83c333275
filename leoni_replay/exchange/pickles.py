"""Read an untrusted pickle as data. Nothing in it is ever called, imported or instantiated.

First all instructions are looked at: only the few that plain values and objects need are allowed, within limits. Then
the standard library reads the values, with a stand-in for every class, and only for classes whose names are on a list.
"""

from __future__ import annotations

import io
import pickle
import pickletools
from collections.abc import Container, Iterator
from typing import Any, Final, NoReturn

from leoni_replay.exchange.refused import NotTaken

#: limits: the number of instructions in one file, that of tuples, and the number of bits in an integer
_MOST_VALUES: Final = 1_000_000
_MOST_TUPLES: Final = 1_000
_MOST_BITS: Final = 8192

_ALLOWED: Final = frozenset(
    (
        "PROTO", "FRAME", "STOP", "MARK", "NONE", "NEWTRUE", "NEWFALSE", "BININT", "BININT1", "BININT2", "LONG1",
        "LONG4", "BINFLOAT", "SHORT_BINUNICODE", "BINUNICODE", "SHORT_BINSTRING", "BINSTRING", "SHORT_BINBYTES",
        "BINBYTES", "EMPTY_TUPLE", "TUPLE", "TUPLE1", "TUPLE2", "TUPLE3", "EMPTY_LIST", "APPEND", "APPENDS",
        "EMPTY_DICT", "SETITEM", "SETITEMS", "MEMOIZE", "BINPUT", "LONG_BINPUT", "BINGET", "LONG_BINGET", "GLOBAL",
        "STACK_GLOBAL", "NEWOBJ", "OBJ", "REDUCE", "BUILD",
    )
)  # fmt: skip


class Thing:
    """An object: the name of its class, and its state. What its class would be called with is ignored."""

    name = ""

    def __new__(cls, *ignored: object) -> Thing:
        """Make one without a state."""
        made = super().__new__(cls)
        made.fields = {}
        return made

    def __init__(self, *ignored: object) -> None:
        self.fields: dict[str, Any]

    def __setstate__(self, state: Any) -> None:
        if isinstance(state, dict):
            self.fields |= state


def values(data: bytes, names: Container[str]) -> Iterator[Any]:
    """The values of several pickles in a row that share a memo.

    Args:
        data: the bytes.
        names: the classes that they may name, as ``module.name``.

    Raises:
        NotTaken: an instruction or name is not allowed, values are too large, or it is not a pickle.
    """
    stream = io.BytesIO(data)
    count = tuples = 0
    reader = _Reader(stream, names)
    while (begin := stream.tell()) < len(data):
        try:
            for instruction, argument, at in pickletools.genops(stream):
                count += 1
                tuples += instruction.name.startswith("TUPLE")
                if wrong := _wrong(instruction.name, argument, count, tuples):
                    _refuse(begin if at is None else at, wrong)
            stream.seek(begin)
            value = reader.load()
        except NotTaken:
            raise
        except Exception:
            # The standard library raises almost anything for a damaged pickle.
            _refuse(begin, "it is damaged, or broken off")
        yield value


def _wrong(name: str, argument: Any, count: int, tuples: int) -> str:
    """Why an instruction is not allowed; empty if it is.

    ``count`` and ``tuples`` are the numbers of instructions and tuples so far.
    """
    if count > _MOST_VALUES:
        return f"it holds more than {_MOST_VALUES:,} values"
    if tuples > _MOST_TUPLES:
        # As a key of a dictionary, a tuple in a tuple in a tuple … would take the whole stack of the interpreter.
        return f"it holds more than {_MOST_TUPLES:,} tuples, which no saved game does"
    if name not in _ALLOWED:
        return f"it has the instruction {name}, which no saved game needs"
    if isinstance(argument, int) and argument.bit_length() > _MOST_BITS:
        return f"a number has more than {_MOST_BITS} bits"
    if name == "LONG_BINPUT" and argument > count:
        # The standard library makes room for all memo entries before it.
        return "it skips memo entries, which no saved game does"
    return ""


class _Reader(pickle.Unpickler):
    def __init__(self, stream: io.BytesIO, names: Container[str]) -> None:
        super().__init__(stream)
        self._stream = stream
        self._names = names

    def find_class(self, module: str, name: str) -> type[Thing]:
        """A stand-in for a class."""
        full = f"{module}.{name}"
        if full not in self._names:
            _refuse(self._stream.tell(), f"it asks for {full[:80]!r}, which no saved game needs")
        return type("Thing", (Thing,), {"name": full})


def _refuse(at: int, reason: str) -> NoReturn:
    raise NotTaken(f"byte {at}: {reason}; nothing in it has been run")
