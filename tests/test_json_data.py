"""The typed dictionaries of ``as_dict()`` agree with the schemas, and are what as_dict() of each class returns."""

from __future__ import annotations

import json
import subprocess
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

import leoni_replay as lr
from leoni_replay import json_data

SCHEMAS = Path(lr.__file__).parent / "schemas"
#: The schema of what each class returns, and the key of it that has that form.
SCHEMA_OF = {
    "Deal": "deal",
    "Diagnostic": "verify diagnostics",
    "Difference": "examine readings",
    "Examination": "examine",
    "Facts": "select",
    "Finding": "examine findings",
    "GameInPlay": "replay",
    "Possible": "legal legal",
    "Proof": "examine claims",
    "ReadPage": "import",
    "Replay": "replay",
    "Reviewed": "review",
    "Solved": "solve",
    "Statistics": "archive-stats",
    "Verdict": "verify",
    "Why": "why",
}
OF_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
#: What only commands print: of a file that cannot be read.
ONLY_OF_COMMANDS = {"problem", None}


def test_every_as_dict_has_a_form() -> None:
    with_form = {name for name in lr.__all__ if hasattr(getattr(lr, name), "as_dict")}
    assert with_form == {*SCHEMA_OF}


@pytest.mark.parametrize("name", SCHEMA_OF)
def test_forms_agree_with_the_schemas(name: str) -> None:
    file, *keys = SCHEMA_OF[name].split()
    root = json.loads((SCHEMAS / f"{file}.schema.json").read_text(encoding="utf-8"))
    schema = root
    for key in keys:
        schema = resolved(schema["properties"][key], root)["items"]
    function = getattr(lr, name).as_dict
    form = get_type_hints(function, vars(json_data))["return"]
    assert getattr(lr, form.__name__) is form
    assert list(objections(form, schema, root, name, depth=0)) == []


def resolved(schema: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    """A schema without a reference to another one."""
    while "$ref" in schema:
        found: Any = root
        for part in schema["$ref"].removeprefix("#").strip("/").split("/"):
            found = found[part] if part else found
        schema = found
    return schema


def alternatives(schema: dict[str, Any], root: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A schema as those of one type each."""
    schema = resolved(schema, root)
    if "oneOf" in schema:
        for one in schema["oneOf"]:
            yield from alternatives(one, root)
    elif isinstance(schema.get("type"), list):
        for one in schema["type"]:
            yield schema | {"type": one}
    else:
        yield schema


def objections(hint: Any, schema: dict[str, Any], root: dict[str, Any], where: str, depth: int) -> Iterator[str]:
    """Where a type and a schema differ; a move in a variation has the form of any move."""
    hints = list(get_args(hint)) if get_origin(hint) in (types.UnionType, typing.Union) else [hint]
    schemas = list(alternatives(schema, root))
    if values := [value for one in schemas for value in one.get("enum", [one["const"]] if "const" in one else [])]:
        meant = {value for one in hints for value in (get_args(one) or [None])}
        if not meant <= {*values} <= meant | ONLY_OF_COMMANDS:
            yield f"{where}: {meant} is not {values}"
        return
    for one in hints:
        kind = "array" if get_origin(one) is list else OF_TYPES.get(one, "object")
        fitting = [other for other in schemas if other["type"] == kind]
        if typing.is_typeddict(one):
            fitting = [other for other in fitting if {*other.get("properties", ())} == {*one.__annotations__}]
        if not fitting:
            yield f"{where}: no {one} in {schemas}"
        elif depth < 6:
            yield from _inner(one, fitting[0], root, where, depth + 1)
    missing = {one["type"] for one in schemas} - {
        "array" if get_origin(one) is list else OF_TYPES.get(one, "object") for one in hints
    }
    # A command says null of a file that cannot be read, and may print a list of the same objects.
    if missing - {"null", "array"}:
        yield f"{where}: the schema has {missing} besides {hint}"


def _inner(hint: Any, schema: dict[str, Any], root: dict[str, Any], where: str, depth: int) -> Iterator[str]:
    """Where the parts of a type and of a schema differ."""
    if get_origin(hint) is list:
        for item in schema["prefixItems"] if "prefixItems" in schema else [schema["items"]]:
            yield from objections(get_args(hint)[0], item, root, f"{where}[]", depth)
    elif get_origin(hint) is dict:
        yield from objections(get_args(hint)[1], schema["additionalProperties"], root, f"{where}{{}}", depth)
    elif typing.is_typeddict(hint):
        if {*schema["required"]} != {*hint.__required_keys__}:
            yield f"{where}: {schema['required']} are required"
        for key, type_of_key in get_type_hints(hint).items():
            yield from objections(type_of_key, schema["properties"][key], root, f"{where}.{key}", depth)


def test_forms_load_nothing() -> None:
    """Only who names one loads them."""
    program = """import sys, leoni_replay as lr
for verdict in lr.verify_text('[Game "Martha"]\\n\\n*\\n'): verdict.as_dict()
print("leoni_replay.json_data" in sys.modules)"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout == "False\n", run.stderr


def test_a_game_in_play_is_the_replay_of_its_record() -> None:
    game = lr.new("Leoni's Own", "seed:1884", "wikipedia")
    game.push("11:2S^")
    data = game.as_dict()
    assert data == lr.replay(game.record()).as_dict()
    assert (data["status"], data["result"], [move["token"] for move in data["moves"]]) == ("verified", "*", ["11:2S^"])


def test_a_page_is_the_object_of_its_schema() -> None:
    page = lr.read_prose("Leoni's Own\n\nNothing is printed here.")
    schema = json.loads((SCHEMAS / "import.schema.json").read_text(encoding="utf-8"))
    assert {*page.as_dict()} == {*schema["required"]}
    assert (page.as_dict("page.txt")["file"], page.as_dict()["complete"]) == ("page.txt", False)
