"""What others may rely on, as a list: Python names, commands with their options, keys of JSON, codes.

``tests/surface.txt`` has the list. After a change that ``docs/reference/compatibility.md`` allows, ``python -m
tests.surface`` writes it anew; the difference is then part of the change.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Collection, Iterator
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
PAGE: Final = Path(__file__).parents[1] / "docs" / "reference" / "compatibility.md"
SCHEMAS: Final = Path(lr.__file__).parent / "schemas"


def surface() -> str:
    """Return the list."""
    core, provisional = core_names(), provisional_names()
    sections = {
        "Python: the core": names_of(lr, core, stable=True),
        "Python: what comes with the core": names_of(lr, {*lr.__all__} - core - provisional, stable=True),
        "Python: provisional": names_of(lr, lr.__all__, stable=False),
        "Python: leoni_replay.own, provisional": names_of(own, own.__all__, stable=False),
        "Commands": commands(),
        "JSON": keys_of_schemas(),
        "Codes": iter(explain.codes()),
    }
    return "\n".join(f"# {title}\n" + "".join(f"{line}\n" for line in lines) for title, lines in sections.items())


def core_names() -> set[str]:
    """Return the names of the core, as the page of promises lists them."""
    rows = re.findall(r"^\| .+ \|$", _section("The core of Python"), re.M)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def provisional_names() -> set[str]:
    """Return the names of `leoni_replay` that the page of promises calls provisional."""
    listed = _section("What is provisional").partition("**Members of the core**")[0]
    return {*re.findall(r"`(\w+)`", listed)} - {"leoni_replay"}


def members_of_position() -> set[str]:
    """Return the members of a position that are promised."""
    (sentence,) = re.findall(r"^Of a position, these stay: (.*?)\.$", _section("The core of Python"), re.M | re.S)
    return {*re.findall(r"`(\w+)`", sentence)}


def _section(title: str) -> str:
    """Return a section of the page of promises."""
    _, _, after = PAGE.read_text(encoding="utf-8").partition(f"\n## {title}\n")
    return after.partition("\n## ")[0]


def names_of(module: ModuleType, names: Collection[str], *, stable: bool) -> Iterator[str]:
    """Yield what a module exports: functions with their parameters, classes with their members, and choices.

    Args:
        module: the module.
        names: those of its names that are asked for.
        stable: whether to yield what is promised, or what is provisional.
    """
    provisional = provisional_names()
    for name in sorted(names):
        value = getattr(module, name)
        is_stable = name not in provisional and module is not own
        if module is own and getattr(lr, name, None) is value:
            yield f"{name}: leoni_replay.{name}"
        elif isinstance(value, type):
            members = sorted(members_of(value))
            if is_stable:
                members = [member for member in members if _is_stable(value, member.partition("(")[0]) == stable]
            if is_stable == stable or members:
                yield f"class {name}"
                yield from (f"    {member}" for member in members)
        elif is_stable != stable:
            continue
        elif inspect.isfunction(value):
            yield f"{name}{parameters_of(value)}"
        elif choices := get_args(value):
            yield f"{name}: {' | '.join(getattr(choice, '__name__', str(choice)) for choice in choices)}"
        else:
            yield name


def _is_stable(cls: type, member: str) -> bool:
    """Whether a member of a class is promised that belongs to the core or comes with it."""
    if cls is lr.Position:
        return member in members_of_position()
    return provisional_names().isdisjoint(re.findall(r"\w+", _annotation_of(cls, member)))


def _annotation_of(cls: type, member: str) -> str:
    """Return the annotation of a field, or of what a method or property returns; empty if there is none."""
    value = inspect.getattr_static(cls, member, None)
    function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
    if inspect.isfunction(function):
        return str(function.__annotations__.get("return", ""))
    fields = {name: kind for base in cls.__mro__ for name, kind in getattr(base, "__annotations__", {}).items()}
    return str(fields.get(member, ""))


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
