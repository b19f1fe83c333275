"""Read an untrusted pickle as data. Nothing in it is ever called, imported or instantiated.

First all instructions are looked at: only the few that plain values and objects need are allowed, within limits. Then
the standard library reads the values, with a stand-in for every class, and only for classes whose names are on a list.
"""

from __future__ import annotations

import io
import pickle
import pickletools
from collections.abc import Container, Iterator
from typing import Any, ClassVar, Final, NoReturn

from leoni_replay.exchange.errors import CannotImport

#: limits: the number of instructions in one file, and the number of bits in an integer
_MOST_VALUES: Final = 1_000_000
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
        thing = super().__new__(cls)
        thing.fields = {}
        return thing

    def __init__(self, *ignored: object) -> None:
        self.fields: dict[str, Any]

    def __setstate__(self, state: Any) -> None:
        if isinstance(state, dict):
            self.fields |= state


def values(data: bytes, names: Container[str]) -> Iterator[Any]:
    """Yield the values of several pickles in a row that share a memo.

    Args:
        data: the bytes.
        names: the classes that they may name, as ``module.name``.

    Raises:
        CannotImport: an instruction or name is not allowed, values are too large, or it is not a pickle.
    """
    stream = io.BytesIO(data)
    count = 0
    reader = _Reader(stream, names)
    while (begin := stream.tell()) < len(data):
        try:
            for instruction, argument, offset in pickletools.genops(stream):
                count += 1
                objection = _objection(instruction.name, argument, count)
                if objection:
                    _refuse(begin if offset is None else offset, objection)
            # Everything in it is allowed: now it is read.
            stream.seek(begin)
            value = reader.load()
        except CannotImport:
            raise
        except Exception:
            # The standard library raises almost anything for a damaged pickle.
            _refuse(begin, "it is damaged, or broken off")
        yield value


def _objection(name: str, argument: Any, count: int) -> str:
    """Return why an instruction is not allowed; empty if it is.

    Args:
        name: the instruction.
        argument: its argument.
        count: the number of instructions so far.
    """
    if count > _MOST_VALUES:
        return f"it holds more than {_MOST_VALUES:,} values"
    if name not in _ALLOWED:
        return f"it has the instruction {name}, which no saved game needs"
    if isinstance(argument, int) and argument.bit_length() > _MOST_BITS:
        return f"a number has more than {_MOST_BITS} bits"
    if name == "LONG_BINPUT" and argument > count:
        # The standard library makes room for all memo entries before it.
        return "it skips memo entries, which no saved game does"
    return ""


class _Reader(pickle._Unpickler):
    """The reader of the standard library that is written in Python, so that keys can be looked at before they are
    hashed: hashing a tuple of shared tuples may take for ever, or the whole stack of the interpreter."""

    stack: list[Any]

    def __init__(self, stream: io.BytesIO, names: Container[str]) -> None:
        super().__init__(stream)
        self._stream = stream
        self._names = names

    def _set_item(self) -> None:
        """Put one item into a dictionary, which lies on the stack below its key and its value."""
        self._check_keys(self.stack[-2:-1])
        self.load_setitem()  # type: ignore[attr-defined]

    def _set_items(self) -> None:
        """Put several items into a dictionary: keys and values by turns on the stack."""
        self._check_keys(self.stack[::2])
        self.load_setitems()  # type: ignore[attr-defined]

    def _check_keys(self, keys: list[Any]) -> None:
        if not all(isinstance(key, str | int) for key in keys):
            _refuse(self._stream.tell(), "a key is neither text nor a number, which no saved game needs")

    # Its own type names the other reader of the standard library.
    dispatch: ClassVar[Any] = {
        **pickle._Unpickler.dispatch,
        pickle.SETITEM[0]: _set_item,
        pickle.SETITEMS[0]: _set_items,
    }

    def find_class(self, module: str, name: str) -> type[Thing]:
        """Return a stand-in for a class."""
        full_name = f"{module}.{name}"
        if full_name not in self._names:
            _refuse(self._stream.tell(), f"it asks for {full_name[:80]!r}, which no saved game needs")
        return type("Thing", (Thing,), {"name": full_name})


def _refuse(offset: int, reason: str) -> NoReturn:
    raise CannotImport(f"byte {offset}: {reason}; nothing in it has been run")
