"""What others may rely on, as a list: Python names, commands with their options, keys of JSON, codes.

``tests/surface.txt`` has the list. After a change that ``docs/reference/compatibility.md`` allows, ``python -m
tests.surface`` writes it anew; the difference is then part of the change.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any, Final, get_args

from typer.main import get_command

import leoni_replay as lr
from leoni_replay import explain, own
from leoni_replay.cli.common import app, load
from leoni_replay.cli.parameters import choices_of

LIST: Final = Path(__file__).with_name("surface.txt")
SCHEMAS: Final = Path(lr.__file__).parent / "schemas"


def surface() -> str:
    """Return the list."""
    sections = {
        "Python: leoni_replay": names_of(lr),
        "Python: leoni_replay.own": names_of(own),
        "Commands": commands(),
        "JSON": keys_of_schemas(),
        "Codes": iter(explain.codes()),
    }
    return "\n".join(f"# {title}\n" + "".join(f"{line}\n" for line in lines) for title, lines in sections.items())


def names_of(module: ModuleType) -> Iterator[str]:
    """Yield what a module exports: functions with their parameters, classes with their members, and choices."""
    for name in sorted(module.__all__):
        value = getattr(module, name)
        if module is own and getattr(lr, name, None) is value:
            yield f"{name}: leoni_replay.{name}"
        elif isinstance(value, type):
            yield f"class {name}"
            yield from (f"    {member}" for member in sorted(members_of(value)))
        elif inspect.isfunction(value):
            yield f"{name}{parameters_of(value)}"
        elif choices := get_args(value):
            yield f"{name}: {' | '.join(getattr(choice, '__name__', str(choice)) for choice in choices)}"
        else:
            yield name


def members_of(cls: type) -> Iterator[str]:
    """Yield the public members of a class that this package defines: methods with their parameters, fields and
    properties by their names, and how it is made."""
    found: set[str] = set()
    for base in cls.__mro__:
        # What only helps to make a class is no part of it.
        if not base.__module__.startswith("leoni_replay") or base.__name__ == "_Hashed":
            continue
        for name in [*getattr(base, "__annotations__", {}), *vars(base)]:
            if name.startswith("_") or name in found:
                continue
            found.add(name)
            value = inspect.getattr_static(cls, name, None)
            function = value.__func__ if isinstance(value, classmethod | staticmethod) else value
            yield f"{name}{parameters_of(function)}" if inspect.isfunction(function) else name
    if not issubclass(cls, Enum | Exception) and "Args:" in (cls.__doc__ or ""):
        yield f"__init__{parameters_of(cls.__init__)}"


def parameters_of(function: Any) -> str:
    """Return the parameters of a function: their names, how they can be given, and whether they must be."""
    words: list[str] = []
    kinds = inspect.Parameter
    previous = None
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is kinds.KEYWORD_ONLY and previous not in (kinds.KEYWORD_ONLY, kinds.VAR_POSITIONAL):
            words.append("*")
        if previous is kinds.POSITIONAL_ONLY and parameter.kind is not kinds.POSITIONAL_ONLY:
            words.append("/")
        previous = parameter.kind
        star = {kinds.VAR_POSITIONAL: "*", kinds.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        words.append(f"{star}{name}{'' if parameter.default is kinds.empty else '='}")
    return f"({', '.join(words)})"


def commands() -> Iterator[str]:
    """Yield every command with its arguments and options, and the values that an option takes."""
    load()

    def below(command: Any, path: str) -> Iterator[str]:
        yield path
        for parameter in command.params:
            names = " ".join(sorted([*parameter.opts, *parameter.secondary_opts]))
            choices = "|".join(choices_of(parameter))
            shown = names if parameter.param_type_name == "option" else f"<{parameter.name}>"
            yield f"    {shown}{f' <{choices}>' if choices else ''}"
        for name, inner in sorted(getattr(command, "commands", {}).items()):
            yield from below(inner, f"{path} {name}")

    yield from below(get_command(app), "leoni")


def keys_of_schemas() -> Iterator[str]:
    """Yield the keys of every schema, with ``?`` after those that may be missing."""

    def below(schema: Any, path: str) -> Iterator[str]:
        if isinstance(schema, list):
            for part in schema:
                yield from below(part, path)
        elif isinstance(schema, dict):
            for key, value in schema.get("properties", {}).items():
                place = f"{path}.{key}"
                yield place if key in schema.get("required", ()) else f"{place}?"
                yield from below(value, place)
            for word, value in schema.items():
                if word in ("items", "prefixItems", "anyOf", "oneOf", "allOf", "additionalProperties"):
                    yield from below(value, path)
                elif word in ("$defs", "definitions"):
                    for name, part in value.items():
                        yield from below(part, f"{path.partition('.')[0]}#{name}")

    for file in sorted(SCHEMAS.glob("*.json")):
        schema = json.loads(file.read_text(encoding="utf-8"))
        yield from dict.fromkeys(below(schema, file.name.removesuffix(".schema.json")))


if __name__ == "__main__":
    LIST.write_text(surface(), encoding="utf-8")
