"""The public names: whatever a public signature, annotation or docstring names can be imported from the package."""

from __future__ import annotations

import builtins
import collections.abc
import difflib
import doctest
import inspect
import re
import subprocess
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay import own, rules
from tests.surface import LIST, core_names, members_of_position, provisional_names, surface

#: The classes of those who write games: what these name is in ``leoni_replay.own``.
OF_GAMES = {"Declaration", "Game", "Position", "RuleBook", "Rules", "Vocabulary"}
#: For ``leoni rules --check`` alone, and for what shows a whole replay.
INTERNAL = {"Declaration.check_book", "Replay.walk"}
#: What comes from Python itself, and the libraries of the extras.
KNOWN = {*dir(builtins), *dir(typing), *dir(collections.abc), "os", "Path", "Counter", "TextIO", "BinaryIO", "array"}
EXTRAS = {"pandas", "polars", "pyarrow"}
ROLE = re.compile(r":(class|func|meth|attr|data|exc|mod):`~?([\w.]+)`")
#: A line under "Raises:": the exceptions before the colon.
RAISED = re.compile(r"^ +([A-Z]\w+(?:, [A-Z]\w+)*): ", re.M)


def public_objects() -> dict[str, Any]:
    """The exported objects by name."""
    return {name: getattr(lr, name) for name in lr.__all__}


def members(cls: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class that this package defines, and how it is made."""
    for base in cls.__mro__:
        if base.__module__.startswith("leoni_replay"):
            for name, value in vars(base).items():
                makes = name in ("__init__", "__new__") and "Args:" in (cls.__doc__ or "")
                if makes or not name.startswith("_"):
                    yield name, value.__func__ if isinstance(value, classmethod | staticmethod) else value


def annotations_of(value: Any) -> Iterator[str]:
    """The annotations of a function, a property, or the fields of a class."""
    if isinstance(value, property):
        value = value.fget
    if isinstance(value, types.FunctionType | type):
        for name, annotation in getattr(value, "__annotations__", {}).items():
            if not (isinstance(value, type) and name.startswith("_")):
                if isinstance(annotation, typing.ForwardRef):
                    # The fields of a TypedDict.
                    annotation = annotation.__forward_arg__
                yield annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def words_of(annotation: str) -> Iterator[str]:
    """The names in an annotation, without literals."""
    annotation = re.sub(r"Literal\[[^]]*\]|'[^']*'|\"[^\"]*\"", "", annotation)
    for dotted in re.findall(r"[A-Za-z_][\w.]*", annotation):
        first, _, _ = dotted.partition(".")
        yield dotted.rpartition(".")[2] if first in ("leoni_replay", "typing", "collections") else first


def docstrings() -> Iterator[tuple[str, type | None, str]]:
    """Every public docstring, with where it stands and its class."""
    for name, value in public_objects().items():
        if isinstance(value, type):
            yield name, value, value.__doc__ or ""
            for member, inside in members(value):
                yield f"{name}.{member}", value, getattr(inside, "__doc__", None) or ""
        elif callable(value):
            yield name, None, value.__doc__ or ""


def test_annotations_can_be_imported() -> None:
    missing: dict[str, set[str]] = {}
    for name, value in public_objects().items():
        annotated = [(name, value), *([*members(value)] if isinstance(value, type) else [])]
        names = {*KNOWN, *EXTRAS, *lr.__all__, *(own.__all__ if name in OF_GAMES else ())}
        for member, inside in annotated:
            if f"{name}.{member}" in INTERNAL:
                continue
            for annotation in annotations_of(inside):
                for word in words_of(annotation):
                    if word not in names and len(word) > 1:
                        missing.setdefault(word, set()).add(member if member == name else f"{name}.{member}")
    assert not missing, "\n".join(f"{word}: {', '.join(sorted(where))}" for word, where in sorted(missing.items()))


def test_references_of_docstrings_can_be_followed() -> None:
    missing = []
    for where, cls, text in docstrings():
        for role, name in ROLE.findall(text):
            first, _, rest = name.partition(".")
            if role in ("meth", "attr") and not rest and cls is not None:
                found = hasattr(cls, first) or first in getattr(cls, "__annotations__", {})
            else:
                found = first in lr.__all__ and (not rest or hasattr(getattr(lr, first), rest))
            if not found:
                missing.append(f"{where}: {name}")
        _, _, raises = text.partition("Raises:")
        for names in RAISED.findall(raises):
            missing += [f"{where}: {name}" for name in names.split(", ") if name not in {*KNOWN, *lr.__all__}]
    assert not missing, "\n".join(missing)


def test_errors_for_values_have_a_common_base() -> None:
    raised = [value for value in public_objects().values() if isinstance(value, type) and issubclass(value, Exception)]
    assert len(raised) > 5
    assert all(issubclass(error, lr.LeoniError) for error in raised) and issubclass(lr.LeoniError, ValueError)


def test_docstrings_name_the_common_base() -> None:
    """Whoever reads that a `ValueError` is raised believes that no `LeoniError` is."""
    named = [
        where
        for where, _, text in docstrings()
        for names in RAISED.findall(text.partition("Raises:")[2])
        if "ValueError" in names.split(", ")
    ]
    assert not named, named


def test_docstrings_of_classes_begin_with_a_noun() -> None:
    verbs = r"(Return|Make|Raise|Check|Show|Give|Hold|Describe|Represent|Whether|Whose|What is)"
    for name, value in public_objects().items():
        if isinstance(value, type):
            text = value.__doc__ or ""
            assert text and not text.startswith(f"{name}("), f"{name} has no docstring"
            if not issubclass(value, Exception):
                assert not re.match(rf"{verbs}s?\b(?!d)", text), f"{name}: {text[:60]}"


@pytest.mark.parametrize("name", [name for name in lr.__all__ if callable(getattr(lr, name))])
def test_examples(name: str) -> None:
    value = getattr(lr, name)
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder(exclude_empty=True).find(value, name, globs={"lr": lr}):
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


#: Slips that a type checker finds before the program runs; what follows ``# `` is what it must speak of.
SLIPS = """import leoni_replay as lr
replay = lr.replay("")
replay.svg(sise=3)  # sise
replay.at(0).svg(theme="blue")  # theme
lr.new().svg(at="1")  # at
replay.at(0).layout.svg(faces="big")  # faces
lr.convert(replay, "svg", sise=3)  # sise
lr.sample("Martha", player="greedie")  # player
lr.sample("Martha", want="win")  # want
lr.convert(replay, "sgv")  # convert
lr.import_("game.pso", "pisol")  # format
lr.archive("games.db").export("games", to="parket")  # to
for foreign in lr.GAMES["Martha"].formats:
    print(lr.convert(replay, foreign).upper())
lr.new().record("win")  # result
lr.Card(1.5)  # Card
for change in replay.steps[0].changes:
    if change.kind == "turned":
        print(change.place)
        print(change.source)  # source
for verdict in lr.verify_text(""):
    print(verdict.as_dict()["digest"])
    print(verdict.as_dict()["hash"])  # hash
    print(verdict.as_dict()["diagnostics"][0]["line"] + 1)  # None
"""


@pytest.mark.long
@pytest.mark.parametrize(
    "checker", ["mypy --strict --config-file=", f"pyright --pythonpath={sys.executable}"], ids=["mypy", "pyright"]
)
def test_type_checkers_find_slips(checker: str, tmp_path: Path) -> None:
    name, *options = checker.split()
    pytest.importorskip(name)
    (tmp_path / "slips.py").write_text(SLIPS, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", name, *options, "slips.py"], cwd=tmp_path, capture_output=True, text=True
    )
    found = {int(number) for number in re.findall(r"slips\.py:(\d+)(?::\d+)?(?:: error| - error)", run.stdout)}
    meant = {number for number, line in enumerate(SLIPS.splitlines(), 1) if "  # " in line}
    assert found == meant, run.stdout


def test_options_of_formats_are_those_of_the_command() -> None:
    """But for files beside a page, which only the command writes."""
    from leoni_replay.show.formats import Choices

    assert {*lr.FormatOptions.__annotations__} == {*Choices._fields} - {"shared", "pictures"}


def test_every_name_is_promised_or_provisional() -> None:
    """The core can be read in a minute; a new function belongs to it, or is provisional."""
    core, provisional = core_names(), provisional_names()
    assert core <= {*lr.__all__} and provisional <= {*lr.__all__}
    assert not core & provisional
    assert len(core) <= 60
    functions = {name for name, value in public_objects().items() if inspect.isfunction(value)}
    errors = {
        name for name, value in public_objects().items() if isinstance(value, type) and issubclass(value, Exception)
    }
    assert functions | errors <= core | provisional
    assert all(hasattr(lr.Position, member) for member in members_of_position())


@pytest.mark.skipif(rules.compiled(), reason="compiled methods do not tell their parameters")
def test_the_surface_is_the_one_that_others_rely_on() -> None:
    """What is gone or changed has to be deprecated first (docs/reference/compatibility.md)."""
    listed, now = LIST.read_text(encoding="utf-8"), surface()
    difference = "\n".join(difflib.unified_diff(listed.splitlines(), now.splitlines(), "tests/surface.txt", "now", n=1))
    assert now == listed, f"{difference}\nIf compatibility.md allows it: python -m tests.surface"
