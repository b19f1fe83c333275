"""The floors of the house, read from the imports: a module imports from its own floor and from those below.

The list is in order, the lowest floor first. A new module has to be put on a floor before this passes, and nothing is
found by its name alone: a floor lists modules, or rooms with all that is in them.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import leoni_replay

ROOT = Path(leoni_replay.__file__).parent

FLOORS: list[tuple[str, ...]] = [
    # Numbers: cards, and what is legal.
    ("cards",),
    ("rules.numbers", "rules.reasons"),
    ("rules.table", "rules.shuffle"),
    ("rules.talon", "rules.python_rules"),
    ("rules.weaving", "rules.labyrinth", "rules.martha", "rules.anna", "rules.reversal", "rules.rug"),
    ("rules.words", "rules.run", "rules.digest", "rules"),
    # Search and players: what is best played.
    ("deals",),
    ("search.perft", "search.search", "search.bounds", "search.crossing", "search.greedy", "search.tree"),
    ("search.weaving", "search.labyrinth", "search.martha", "search.talon",
     "search.best", "search.redeals", "search.sensible", "search.random_player"),
    ("search.anna", "search.rug", "search.sensible_patience", "search.sensible_weaving",
     "search.weighted_player", "search"),
    ("players",),
    # Words: what is said of them.
    ("commands", "words"),
    ("text",),
    ("diagnostics",),
    ("layout",),
    ("games.places", "games.rules", "games.refusal"),
    ("games.bookcheck", "games.user_books"),
    ("games.steps",),
    ("games.telling",),
    ("games.game",),
    ("games.declare",),
    ("games.patience", "games.talon", "games.weaving"),
    ("games.leonis_own", "games.weavers", "games.labyrinth", "games.martha", "games.anna", "games.reversal",
     "games.japanese_rug"),
    ("games",),
    # Text.
    ("notation.grammar", "notation.files", "notation.tags"),
    ("notation.machine",),
    ("notation.scan",),
    ("notation.tree",),
    ("notation.claims", "notation.items", "notation.split"),
    ("notation.problems", "notation.writer"),
    ("notation.reader",),
    ("notation",),
    ("sources",),
    # Records.
    ("record.knowledge", "record.nodes", "record.nearest", "record.header", "record.digest"),
    ("record.setup",),
    ("record.claims", "record.result", "record.refused"),
    ("record.checker", "record.hints", "record.verdict", "record.canonical", "record.slips"),
    ("record.trials", "record.written_tables"),
    ("record.corrected",),
    ("record.recovery",),
    ("record.replay",),
    ("record.deal", "record.playing", "record.draft", "record.legal"),
    ("record.judge", "record.sample"),
    ("record",),
    ("unknown",),
    ("examining",),
    ("solving.search",),
    ("solving.solved", "solving.reviewed"),
    ("solving",),
    ("files",),
    ("collecting.course", "collecting.schema", "collecting.to_parquet"),
    ("collecting.facts", "collecting.positions"),
    ("collecting.fields",),
    ("collecting.where", "collecting.tables", "collecting.picking"),
    ("collecting.wanted", "collecting.archive", "collecting.exporting"),
    ("collecting.finding", "collecting.adding", "collecting.verifying", "collecting.statistics"),
    ("collecting",),
    ("odds",),
    ("exchange.refused",),
    ("exchange.pickles", "exchange.boards", "exchange.replays"),
    ("exchange.pysol",),
    ("exchange.reading",),
    ("exchange",),
    ("report", "show", "explain"),
    # A record in an editor.
    ("serving.lines", "serving.kept", "serving.points"),
    ("serving.document", "serving.hovering", "serving.completing", "serving.correcting", "serving.outline"),
    ("serving.formatting",),
    ("serving.translating",),
    ("serving.server",),
    ("serving",),
    # A game in play, and those who show it.
    ("recording.tree", "recording.player_view", "recording.refused", "recording.vocabulary"),
    ("recording.session",),
    ("recording.cells", "recording.rebase", "recording.advice", "recording.pointing"),
    ("recording.physical",),
    ("recording.saved", "recording.new_game"),
    ("recording.controller",),
    ("recording.lines", "recording.screen"),
    ("recording",),
    ("cli",),
    ("__init__", "__main__"),
]  # fmt: skip

#: The one arrow that goes back. A notebook asks an object for its picture (``_repr_svg_``, ``_repr_html_``) and
#: python-chess taught people to do the same, so that a layout, a dealt table and a replay have a method that draws
#: themselves, and a diagnostic one that prints itself (``render``). It imports
#: the renderer when it is called: who does not draw does not load it, and nothing but these methods knows of it.
DRAW_THEMSELVES = {"svg", "render", "_repr_svg_", "_repr_html_"}


def name_of(path: Path) -> str:
    """The name of a module in the package: ``rules.table``, ``rules`` for its ``__init__``."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """The syntax of a module, node by node."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def floor_of(module: str) -> int | None:
    """The floor of a module: its own, or that of the room in which it is."""
    while module:
        for number, modules in enumerate(FLOORS):
            if module in modules:
                return number
        # A room whose modules are listed one by one takes in no others.
        room = module.rpartition(".")[0]
        if any(listed.startswith(f"{room}.") for modules in FLOORS for listed in modules):
            return None
        module = room
    return None


def imports(module: str) -> Iterator[str]:
    """The modules of the package that a module imports, wherever in it, but in the methods that draw themselves."""
    inside_those = {
        inner
        for node in nodes(MODULES[module])
        if isinstance(node, ast.FunctionDef) and node.name in DRAW_THEMSELVES
        for inner in ast.walk(node)
    }
    for node in nodes(MODULES[module]):
        if node in inside_those:
            continue
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names] or [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            inside = name.removeprefix("leoni_replay.")
            if inside == name:
                if name == "leoni_replay.__version__":
                    yield "__init__"
                continue
            while inside and inside not in MODULES:
                inside = inside.rpartition(".")[0]
            if inside:
                yield inside


@pytest.mark.parametrize("module", MODULES)
def test_a_module_stands_on_a_floor_and_looks_up_to_none(module: str) -> None:
    own = floor_of(module)
    assert own is not None, f"{module} stands on no floor: put it into the list"
    for other in imports(module):
        floor = floor_of(other)
        assert floor is not None, f"{module} imports {other}, which stands on no floor"
        assert floor <= own, f"{module} imports {other}, which stands above it"


def test_every_floor_is_there() -> None:
    for module in itertools.chain(*FLOORS):
        assert module in MODULES or any(name.startswith(f"{module}.") for name in MODULES), module


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
                assert other.startswith("rules.") or other == "cards", f"{module} imports {other}"
        if module.startswith("search."):
            for other in imports(module):
                assert other.startswith(("rules.", "search.")) or other == "cards", f"{module} imports {other}"


def test_only_the_command_line_prints() -> None:
    for module, path in MODULES.items():
        if module.startswith("cli") or module in ("__main__", "show.terminal"):
            continue
        for node in nodes(path):
            assert not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"), path


def test_show_asks_no_game_for_its_rules() -> None:
    asked = {"legal_moves", "why_not", "why_not_lost", "play", "read", "advance", "standstill", "available"}
    for path in (ROOT / "show").rglob("*.py"):
        for node in nodes(path):
            assert not (isinstance(node, ast.Attribute) and node.attr in asked), f"{path.name}: {node.attr}"


def test_places_are_spelled_in_one_module() -> None:
    """No other module takes the name of a place apart."""
    for module, path in MODULES.items():
        if module == "games.places":
            continue
        source = path.read_text(encoding="utf-8")
        for apart in ('startswith("r', 'partition("c")', "name[:2]", "place[:2]"):
            assert apart not in source, f"{module}: {apart}"


def test_no_game_is_named_outside_its_module() -> None:
    """One declaration a game, no list of games: their classes and names stand nowhere else."""
    from leoni_replay.games import GAMES

    for module, path in MODULES.items():
        if module.startswith(("games.", "rules.", "explain")):
            continue
        words = {node.value for node in nodes(path) if isinstance(node, ast.Constant)}
        for name in GAMES:
            # The game that a command or a function takes if none is given may be named.
            assert name not in words or name == next(iter(GAMES)), f"{module} names {name}"


def test_names_say_what_a_thing_holds() -> None:
    empty = {"found", "known", "done", "held", "told"}
    for module, path in MODULES.items():
        for node in nodes(path):
            stored = node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""
            name = node.arg if isinstance(node, ast.arg) else getattr(node, "name", stored)
            assert name not in empty or (module, name) == ("games.rules", "known"), f"{module}:{node.lineno}: {name}"


def test_files_are_short() -> None:
    for path in ROOT.rglob("*.py"):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= 420 or path.name in LONG, f"{path}: {lines} lines"


#: longer than the rest, with a reason: the rules of the weaving games are one class, every reading once
LONG = {"weaving.py", "table.py", "game.py"}
