"""Read an untrusted pickle as data. Nothing in it is ever called, imported or instantiated.

A pickle is a program for a small machine, and the reader of the standard library runs all of it. This one knows only
the few instructions that plain values need. A class is only its name here, an object only its class name and its state,
and any name that is not on a list ends the reading.
"""

from __future__ import annotations

import io
import pickletools
from collections.abc import Container, Iterator
from typing import Any, Final, NoReturn

from leoni_replay.exchange.refused import NotTaken

#: limits: the number of values in one file, and the number of bits in an integer
_MOST_VALUES: Final = 1_000_000
_MOST_BITS: Final = 8192

#: instructions that push the value that follows them
_VALUES: Final = frozenset(
    (
        "BININT", "BININT1", "BININT2", "LONG1", "LONG4", "BINFLOAT", "SHORT_BINUNICODE", "BINUNICODE",
        "SHORT_BINSTRING", "BINSTRING", "SHORT_BINBYTES", "BINBYTES",
    )
)  # fmt: skip
#: instructions that push a constant
_CONSTANTS: Final[dict[str, Any]] = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False, "EMPTY_TUPLE": ()}
_TUPLES: Final = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
#: instructions without a value: the version, and the frames
_SILENT: Final = frozenset(("PROTO", "FRAME"))


class Name:
    """A class, of which only the name is known."""

    def __init__(self, name: str) -> None:
        self.name = name


class Thing:
    """An object: the name of its class, and its state."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.fields: dict[str, Any] = {}


_MARK: Final = object()


def values(data: bytes, names: Container[str]) -> Iterator[Any]:
    """The values of several pickles in a row that share a memo.

    Args:
        data: the bytes.
        names: the classes that they may name, as ``module.name``.

    Raises:
        NotTaken: an instruction or name is not allowed, values are too large, or it is not a pickle.
    """
    reader = _Reader(data, names)
    while not reader.at_end:
        yield reader.read()


class _Reader:
    def __init__(self, data: bytes, names: Container[str]) -> None:
        self._stream = io.BytesIO(data)
        self._size = len(data)
        self._names = names
        self._stack: list[Any] = []
        # Memo entries are numbered in order, whatever number the file gives them.
        self._memory: dict[int, Any] = {}
        self._count = 0
        self._at = 0

    @property
    def at_end(self) -> bool:
        return self._stream.tell() >= self._size

    def read(self) -> Any:
        """The value of the next pickle."""
        self._stack = []
        begin = self._at = self._stream.tell()
        try:
            for opcode, argument, at in pickletools.genops(self._stream):
                self._at = begin if at is None else at
                self._count += 1
                if self._count > _MOST_VALUES:
                    self._refuse(f"it holds more than {_MOST_VALUES:,} values")
                if opcode.name == "STOP":
                    if len(self._stack) != 1:
                        self._refuse("a value is incomplete")
                    return self._pop()
                self._do(opcode.name, argument)
        except NotTaken:
            raise
        except (ValueError, OverflowError, MemoryError):
            pass
        return self._refuse("it is damaged, or broken off")

    def _do(self, name: str, argument: Any) -> None:
        stack = self._stack
        if name in _VALUES:
            if isinstance(argument, int) and argument.bit_length() > _MOST_BITS:
                self._refuse(f"a number has more than {_MOST_BITS} bits")
            stack.append(argument)
        elif name in _CONSTANTS:
            stack.append(_CONSTANTS[name])
        elif name == "EMPTY_LIST":
            stack.append([])
        elif name == "EMPTY_DICT":
            stack.append({})
        elif name == "MARK":
            stack.append(_MARK)
        elif name in ("MEMOIZE", "BINPUT", "LONG_BINPUT"):
            self._memory[len(self._memory) if argument is None else argument] = self._top()
        elif name in ("BINGET", "LONG_BINGET"):
            if argument not in self._memory:
                self._refuse("it recalls a value that it has not kept")
            stack.append(self._memory[argument])
        elif name == "TUPLE":
            stack.append(tuple(self._since_mark()))
        elif name in _TUPLES:
            stack.append(tuple(reversed([self._pop() for _ in range(_TUPLES[name])])))
        elif name in ("APPEND", "APPENDS"):
            added = [self._pop()] if name == "APPEND" else self._since_mark()
            self._a(list).extend(added)
        elif name in ("SETITEM", "SETITEMS"):
            pairs = self._pair() if name == "SETITEM" else self._since_mark()
            self._set(self._a(dict), pairs)
        elif name == "GLOBAL":
            stack.append(self._named(*str(argument).split(" ", 1)))
        elif name == "STACK_GLOBAL":
            stack.append(self._named(*self._pair()))
        elif name in ("NEWOBJ", "OBJ", "REDUCE"):
            self._make(name)
        elif name == "BUILD":
            self._build()
        elif name not in _SILENT:
            self._refuse(f"it has the instruction {name}, which no saved game needs")

    def _named(self, module: Any, name: Any) -> Name:
        full = f"{module}.{name}"
        if not (isinstance(module, str) and isinstance(name, str)) or full not in self._names:
            self._refuse(f"it asks for {full[:80]!r}, which no saved game needs")
        return Name(full)

    def _make(self, instruction: str) -> None:
        made, arguments = self._class_since_mark() if instruction == "OBJ" else self._pair()
        # Nothing is called with the arguments; an object without known content stands for the result.
        if not isinstance(made, Name) or type(arguments) is not tuple or (arguments and instruction != "REDUCE"):
            self._refuse("it makes an object in a way that no saved game needs")
        self._stack.append(Thing(made.name))

    def _class_since_mark(self) -> tuple[Any, Any]:
        popped = self._since_mark()
        return (popped[0], tuple(popped[1:])) if popped else (None, ())

    def _build(self) -> None:
        state = self._pop()
        made = self._top()
        if not isinstance(made, Thing) or not isinstance(state, dict | tuple):
            self._refuse("it writes into what is not an object")
        if isinstance(state, tuple):
            return
        for key, value in state.items():
            if not isinstance(key, str):
                self._refuse("it writes what has no name into an object")
            made.fields[key] = value

    def _set(self, into: dict[Any, Any], pairs: list[Any]) -> None:
        if len(pairs) % 2:
            self._refuse("a value is incomplete")
        for key, value in zip(pairs[::2], pairs[1::2], strict=True):
            if not isinstance(key, str | int):
                self._refuse("a table has keys that no saved game needs")
            into[key] = value

    def _a(self, kind: type) -> Any:
        top = self._top()
        if type(top) is not kind:
            self._refuse(f"it adds to what is no {kind.__name__}")
        return top

    def _top(self) -> Any:
        if not self._stack or self._stack[-1] is _MARK:
            self._refuse("a value is missing")
        return self._stack[-1]

    def _pop(self) -> Any:
        self._top()
        return self._stack.pop()

    def _pair(self) -> list[Any]:
        second = self._pop()
        return [self._pop(), second]

    def _since_mark(self) -> list[Any]:
        popped = []
        while self._stack and self._stack[-1] is not _MARK:
            popped.append(self._stack.pop())
        if not self._stack:
            self._refuse("a value is incomplete")
        self._stack.pop()
        return popped[::-1]

    def _refuse(self, reason: str) -> NoReturn:
        raise NotTaken(f"byte {self._at}: {reason}; nothing in it has been run")
