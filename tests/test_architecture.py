"""The layers of the package, read from its imports: a module imports from its own layer and from those below.

The list is in order, the lowest layer first. A layer is one folder of the package, or several modules or folders.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import leoni_replay

ROOT = Path(leoni_replay.__file__).parent

LAYERS: list[tuple[str, ...]] = [
    ("leoni_error", "sharing", "arguments"),
    ("cards",),
    ("rules",),
    ("deals",),
    ("search",),
    ("commands", "phrases", "text", "drawing", "diagnostics", "message", "json_data", "layout", "installation"),
    ("games",),
    ("notation",),
    ("code_versions",),
    ("examining",),
    ("record",),
    ("unknown",),
    ("solving",),
    ("files",),
    ("collecting",),
    ("odds",),
    ("exchange", "prose"),
    ("own",),
    ("explain", "report", "show"),
    ("lsp",),
    ("play",),
    ("board",),
    ("site",),
    ("cli",),
    ("__init__", "__main__"),
]


def name_of(path: Path) -> str:
    """The name of a module in the package: ``rules.table``, ``rules`` for its ``__init__``."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}


IMPORTS = re.compile(r"^ *(?:from (leoni_replay[\w.]*) import (\([^)]*\)|.*)|import (leoni_replay[\w.]*))", re.M)


@cache
def source(module: str) -> str:
    """The text of a module."""
    return MODULES[module].read_text(encoding="utf-8")


def nodes(module: str) -> Iterator[ast.AST]:
    """The syntax of a module, node by node."""
    return ast.walk(ast.parse(source(module)))


def layer_of(module: str) -> int | None:
    """The number of the layer in which a module is, counted from below."""
    folder = module.partition(".")[0]
    return next((number for number, folders in enumerate(LAYERS) if folder in folders), None)


def imports(module: str) -> Iterator[str]:
    """The modules of the package that a module imports, wherever in it."""
    for folder, listed, alone in IMPORTS.findall(source(module)):
        parts = re.sub("#.*|[()]", "", listed).split(",")
        names = [f"{folder}.{part.split()[0]}" for part in parts if part.strip()] or [alone]
        for name in names:
            inside = name.removeprefix("leoni_replay.")
            while inside and inside not in MODULES:
                inside = inside.rpartition(".")[0]
            if inside:
                yield inside


def test_a_module_imports_from_its_own_layer_and_those_below() -> None:
    for module in MODULES:
        own = layer_of(module)
        assert own is not None, f"{module} is in no layer: put its folder into the list"
        for other in imports(module):
            layer = layer_of(other)
            assert layer is not None, f"{module} imports {other}, which is in no layer"
            assert layer <= own, f"{module} imports {other}, which is in a layer above"


def test_the_docs_list_the_layers_in_this_order() -> None:
    text = Path(__file__).parents[1].joinpath("docs/dev/architecture.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^(`cards` ·.*?`cli`)$", text, re.M | re.S)
    alone = ("cards", "deals", "own")
    layers = [layer for layer in LAYERS if any((ROOT / name).is_dir() or name in alone for name in layer)]
    assert [tuple(re.findall(r"`(\w+)`", part)) for part in listed.split("·")] == layers


def test_every_layer_is_there() -> None:
    for folder in itertools.chain(*LAYERS):
        assert folder in MODULES, folder


def test_no_circle_of_imports() -> None:
    """Not even of two modules, also where the import stands in a function."""
    arrows = {module: set(imports(module)) - {module} for module in MODULES}
    # A room imports its modules; that they belong to it is no arrow back.
    while leaves := [module for module, targets in arrows.items() if not targets & arrows.keys()]:
        for module in leaves:
            del arrows[module]
    assert not arrows, {module: sorted(targets & arrows.keys()) for module, targets in arrows.items()}


def test_rules_know_nothing_but_cards() -> None:
    for module in MODULES:
        if module.startswith("rules."):
            for other in imports(module):
                assert other.startswith("rules.") or other in ("cards", "leoni_error"), f"{module} imports {other}"
        if module.startswith("search."):
            for other in imports(module):
                assert other.startswith(("rules.", "search.")) or other in ("cards", "deals", "leoni_error"), (
                    f"{module} imports {other}"
                )


def test_the_search_asks_what_its_page_says() -> None:
    """Of what the rules have without checks, exactly what the page names; nobody else calls it."""
    page = (Path(__file__).parents[1] / "docs" / "dev" / "search-and-rules.md").read_text(encoding="utf-8")
    attributes: dict[str, set[str]] = {}
    methods: set[str] = set()
    for module, path in MODULES.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if module.startswith("rules.") and isinstance(node, ast.FunctionDef):
                methods.add(node.name)
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) != "self":
                attributes.setdefault(module.partition(".")[0], set()).add(node.attr)
    unchecked = {name for name in methods & attributes["search"] if re.match("_[a-z]", name)}
    assert unchecked == set(re.findall(r"`(_[a-z_]+)`", page))
    every_table = page.partition("## Every table")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(\w+)`", every_table)) <= attributes["search"]


def test_only_the_command_line_prints() -> None:
    for module in MODULES:
        if not module.startswith("cli") and module not in ("__main__", "show.terminal") and "print(" in source(module):
            calls = [node.func for node in nodes(module) if isinstance(node, ast.Call)]
            assert "print" not in [getattr(called, "id", "") for called in calls], module


def test_show_asks_no_game_for_its_rules() -> None:
    for module in MODULES:
        if module.startswith("show."):
            asked = r"\w\.(legal_moves|why_not|why_not_lost|play|read|advance|standstill|available)\b"
            assert not re.search(asked, source(module)), module


def test_the_board_reads_nothing_back_out_of_messages() -> None:
    """Only what people paste is searched there: a message has parts (``message.py``)."""
    readers = [
        module
        for module in MODULES
        if module.startswith("board.")
        and any(isinstance(node, ast.Import) and node.names[0].name == "re" for node in nodes(module))
    ]
    assert readers == ["board.pasted_text"]


def test_places_are_spelled_in_one_module() -> None:
    """No other module takes the name of a place apart."""
    for module in MODULES:
        if module != "games.places":
            for apart in ('startswith("r', 'partition("c")', "name[:2]", "place[:2]"):
                assert apart not in source(module), f"{module}: {apart}"


def test_no_game_is_named_outside_its_module() -> None:
    """One declaration a game, no list of games: their classes and names stand nowhere else."""
    from leoni_replay.games import GAMES

    # The game that a command or a function takes if none is given may be named.
    _, *names = GAMES
    for module in MODULES:
        if not module.startswith(("games.", "rules.", "explain")):
            for name in (name for name in names if f'"{name}"' in source(module)):
                words = [node.value for node in nodes(module) if isinstance(node, ast.Constant)]
                assert name not in words, f"{module} names {name}"


def test_no_list_of_games_is_made_of_their_classes() -> None:
    """A module that no game names, and that derives no class from theirs, knows at most one of them."""
    from leoni_replay.games import GAMES

    declared = [GAMES[name] for name in GAMES]
    cores = [given.game.core for given in declared]
    # The class of a game's words, and that of its rules, are one game.
    classes = dict(zip([given.game.__name__ for given in declared], cores, strict=True))
    classes |= {core.__name__: core for core in cores}
    named = {text for given in declared for text in (given.examined, given.unknown)}
    named |= {text for core in cores for text in (core.PLAN, core.SENSIBLE)}
    serving = {text.partition(":")[0].removeprefix("leoni_replay.") for text in named}
    for module in MODULES:
        if module.startswith(("games", "rules")) or module in serving:
            continue
        if sum(name in source(module) for name in classes) < 2:
            continue
        inside = list(nodes(module))
        bases = {base.id for node in inside if isinstance(node, ast.ClassDef) for base in named_in(node.bases)}
        imports = [node for node in inside if isinstance(node, ast.ImportFrom)]
        listed = {one.name for node in imports for one in node.names if one.name in classes} - bases
        assert len({classes[name] for name in listed}) < 2, f"{module} lists games: {', '.join(sorted(listed))}"


def named_in(expressions: list[ast.expr]) -> list[ast.Name]:
    """The names in some expressions."""
    return [node for one in expressions for node in ast.walk(one) if isinstance(node, ast.Name)]


@pytest.mark.long
def test_names_say_what_a_thing_holds() -> None:
    empty = {"found", "known", "done", "held", "told"}
    for module in MODULES:
        for node in nodes(module):
            stored = node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""
            name = node.arg if isinstance(node, ast.arg) else getattr(node, "name", stored)
            assert name not in empty or (module, name) == ("games.rules", "known"), f"{module}:{node.lineno}: {name}"


def test_a_module_has_a_name_of_its_own() -> None:
    """But for the families of games, and for commands, which are called as what they run."""
    families = {"anna", "labyrinth", "martha", "patience", "reversal", "talon", "weaving"}
    names = Counter(
        path.stem for module, path in MODULES.items() if not module.startswith("cli.") and path.stem != "__init__"
    )
    assert {name for name, times in names.items() if times > 1} <= families


def test_what_is_typed_for_the_compiler_is_in_its_function() -> None:
    for path in ROOT.rglob("*.pxd"):
        bodies = re.findall(r"\bdef (\w+)\((.*?)(?=\bdef |\bclass |\Z)", source(name_of(path)), re.S)
        for variables, function in re.findall(r"locals\((.*)\)\n.*?(\w+)\(", path.read_text(encoding="utf-8")):
            words = set(re.findall(r"\w+", " ".join(body for name, body in bodies if name == function)))
            assert set(re.findall(r"(\w+)=", variables)) <= words, f"{path.name}: {function}"


def names_declared(text: str) -> set[str]:
    """The names that a ``.pxd`` file declares: its types, classes, functions and variables."""
    names: set[str] = set()
    for line in text.splitlines():
        # The declarations of a module begin at the margin, those of a class are indented.
        if line.startswith(("ctypedef ", "cdef class ")):
            names.add(re.sub(r"\(.*|:", "", line).split()[-1])
        elif line.startswith(("cdef ", "cpdef ")):
            function = re.search(r"(\w+)\(", line)
            variables = line.split(maxsplit=1)[1].replace("const ", "", 1).partition(" ")[2]
            names |= {function[1]} if function else set(re.findall(r"\w+", variables))
    return names


def test_what_is_imported_for_the_compiler_is_declared() -> None:
    imported = 0
    for path in ROOT.rglob("*.pxd"):
        for module, names in re.findall(r"^from leoni_replay\.([\w.]+) cimport (.*)", path.read_text("utf-8"), re.M):
            declarations = ROOT.joinpath(*module.split(".")).with_suffix(".pxd")
            assert declarations.is_file(), f"{path.name}: no .pxd declares {module} for the compiler"
            declared = names_declared(declarations.read_text(encoding="utf-8"))
            for name in re.findall(r"\w+", names):
                imported += 1
                assert name in declared, f"{path.name} imports {name}, which {declarations.name} does not declare"
    assert imported


def test_what_is_declared_for_the_compiler_is_in_its_module() -> None:
    for path in ROOT.rglob("*.pxd"):
        inside = list(nodes(name_of(path)))
        defined = {node.name for node in inside if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        declared = re.findall(r"^ *cp?def (?:class )?[^(\n]*?(\w+)[(:]", path.read_text(encoding="utf-8"), re.M)
        assert declared
        for name in declared:
            assert name in defined, f"{path.name} declares {name}, which its module does not define"
