"""Compiles the grammar, and rules and search where that can be done; where it cannot, the same modules run as they are.

``LEONI_COMPILE=0`` builds a plain wheel, ``LEONI_COMPILE=1`` makes it an error if the rules cannot be compiled. Where
it is not set, the environments that pyproject.toml lists (``plain-environments``) get a plain one.
``LEONI_ADDRESS`` is where the sources are published: links of the README, of SARIF and of editors lead there, and the
README's command for uv installs from the package index.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from fnmatch import fnmatch
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface
from packaging.tags import sys_tags

#: the folders with modules that are compiled
COMPILED = ("leoni_replay/rules", "leoni_replay/search")
GRAMMAR = "leoni_replay/grammar/moves.json"
#: Functions for views of memory that all compiled modules need: compiled once, they take half the time.
SHARED = "leoni_replay/rules/_memory"

#: A line in which gcc, clang, MSVC or Cython says what is wrong.
WRONG = re.compile(r"\berror\b.*: |^[\w/]+\.(py|pxd):\d+:\d+: ", re.I)


class CannotCompile(Exception):
    """Raised where the rules cannot be compiled; the message is one line that says why.

    Attributes:
        output: all that the compilers printed.
    """

    def __init__(self, message: str, output: str = "") -> None:
        super().__init__(message)
        self.output = output


class CompiledRules(BuildHookInterface):
    """Adds compiled modules to a wheel, beside the sources that they are made of."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # Nothing is made where the sources are: what was left there would get into the next wheel, another one too.
        self.scratch = tempfile.TemporaryDirectory()
        if version != "editable":
            parse_table = write_parse_table(Path(self.root), Path(self.scratch.name))
            build_data["force_include"][str(parse_table)] = GRAMMAR
            # The examples of `leoni book-report`, without the texts that the tests expect of them.
            for example in Path(self.root).glob("transcripts/books/*.moves"):
                build_data["force_include"][str(example)] = f"leoni_replay/transcripts/books/{example.name}"
        environment = Path(os.environ.get("VIRTUAL_ENV", "")).name
        is_plain = any(fnmatch(environment, name) for name in self.config.get("plain-environments", ()))
        setting = os.environ.get("LEONI_COMPILE", "0" if is_plain else "")
        if setting not in ("", "0", "1"):
            raise ValueError(f"LEONI_COMPILE is 0, 1 or not set, but here it is {setting!r}")
        # In an editable installation what is edited is what runs.
        if setting == "0" or version == "editable":
            return
        try:
            modules, output = compile_modules(Path(self.root), Path(self.scratch.name))
        except CannotCompile as error:
            if setting == "1":
                self.app.display(error.output)
                raise RuntimeError(f"the rules cannot be compiled: {error}") from error
            self.app.display_warning(f"leoni-replay is built without compiled rules: {error}")
            return
        if setting == "1":
            # Hints of what is slow.
            self.app.display(output)
        build_data["pure_python"] = False
        build_data["tag"] = wheel_tag()
        for module in modules:
            build_data["force_include"][str(module)] = f"leoni_replay/{module.parent.name}/{module.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self.scratch.cleanup()


class Readme(MetadataHookInterface):
    """The README as a package index shows it."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        address = os.environ.get("LEONI_ADDRESS", "").rstrip("/")
        if address:
            package = Path(self.root, "leoni_replay/__init__.py").read_text(encoding="utf-8")
            (version,) = re.findall(r'^__version__ = "(.+)"$', package, re.M)
            text = published(absolute(text, address), address, version)
            metadata["urls"] = {"Source": address}
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def published(text: str, address: str, version: str) -> str:
    """Return a page as it reads where the project is published: it installs from the package index instead of a folder,
    and names the address of the sources.

    In ``<!-- unpublished -->ONE<!-- published: OTHER -->``, the other text, whose ``ADDRESS`` is the address, takes the
    place of the one.
    """
    text = text.replace("uvx --from . leoni", "uvx --from leoni-replay leoni")
    text = re.sub(r"pip install (?:\.(?= \w)|'\.\[(\w+)\]')", _from_index, text)
    text = text.replace("/path/to/leoni-replay\n", f"{address}\n").replace("rev: 0123abc", f"rev: v{version}")
    repository = urlsplit(address).path.strip("/")
    text = text.replace("uses: ./leoni-replay", f"uses: {repository}@v{version}")
    text = re.sub(r"<!-- unpublished -->.*?<!-- published: ", "<!-- published: ", text, flags=re.S)
    return re.sub(r"<!-- published: (.*?) ?-->", lambda match: match[1].replace("ADDRESS", address), text, flags=re.S)


def _from_index(match: re.Match[str]) -> str:
    """Return the words that install the package from the index, with an extra if the sources were to be installed with
    one."""
    return f"pip install 'leoni-replay[{match[1]}]'" if match[1] else "pip install leoni-replay"


def absolute(text: str, address: str) -> str:
    """Return a page whose links to files of the sources lead to their address, and whose pictures come from there."""

    def link(match: re.Match[str]) -> str:
        return f"{match[1]}({address}/{'raw' if match[1].startswith('!') else 'blob'}/HEAD/{match[2]})"

    return re.sub(r"(!?\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)", link, text)


def write_parse_table(root: Path, scratch: Path) -> Path:
    """Compile the grammar, so that no start has to, and return the file of its parse table."""
    spec = spec_from_file_location("grammar", root / "leoni_replay/notation/grammar.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["grammar"] = module
    spec.loader.exec_module(module)
    path = scratch / "moves.json"
    path.write_text(module.shipped_text((root / "grammar/moves.lark").read_text(encoding="utf-8")), encoding="utf-8")
    return path


def compile_modules(root: Path, scratch: Path) -> tuple[list[Path], str]:
    """Compile every module that has a ``.pxd`` file beside it.

    Args:
        root: the folder of the sources.
        scratch: an empty folder, in which everything is made.

    Returns:
        The files to install, and what the compilers printed.

    Raises:
        CannotCompile: it cannot be done here.
    """
    if sys.implementation.name != "cpython":
        raise CannotCompile(f"{sys.implementation.name} runs the plain ones faster")
    for folder in COMPILED:
        shutil.copytree(root / folder, scratch / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (scratch / "leoni_replay" / "__init__.py").touch()
    # In a process of its own the messages of compilers can be kept back, whoever writes them.
    run = subprocess.run(
        [sys.executable, __file__, *module_names(root)],
        cwd=scratch,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if run.returncode:
        lines = [line.strip() for line in run.stdout.splitlines() if line.strip()]
        # The first thing that a compiler finds wrong tells more than the last, which is that it failed.
        reasons = [line for line in lines if WRONG.search(line)] + lines[-1:]
        reason = re.sub(r"^[\w.]+(Error|Exception): ", "", reasons[0]) if reasons else f"exit status {run.returncode}"
        raise CannotCompile(reason, run.stdout)
    return sorted((scratch / "made" / "leoni_replay").glob("*/*")), run.stdout


def module_names(root: Path) -> list[str]:
    """Return the modules that are compiled, as paths without their ending."""
    paths = sorted(path.with_suffix("") for folder in COMPILED for path in (root / folder).glob("*.pxd"))
    return [path.relative_to(root).as_posix() for path in paths if path.with_suffix(".py").exists()]


def serves_later_versions() -> bool:
    """Whether one binary serves this and all later versions of Python: yes, unless they have no global lock."""
    return not sysconfig.get_config_var("Py_GIL_DISABLED")


def wheel_tag() -> str:
    """Return the tag of a compiled wheel; its platform is this machine, as one built from source is for nobody else."""
    # What Python was built for, or is told to build for (cibuildwheel).
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    if serves_later_versions():
        return f"cp311-abi3-{platform}"
    best_tag = next(sys_tags())
    return f"{best_tag.interpreter}-{best_tag.abi}-{platform}"


def main(modules: list[str]) -> None:
    """Compile modules in the present folder, a copy of the sources, into ``made``."""
    from Cython.Build import cythonize
    from Cython.Compiler.Options import get_directive_defaults
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    limited = serves_later_versions()
    options: dict[str, Any] = {
        # -O2 takes a third longer, and gives 3 % here.
        "extra_compile_args": [] if os.name == "nt" else ["-O1", "-g0"],
        "define_macros": [("Py_LIMITED_API", "0x030B0000")] if limited else [],
        "py_limited_api": limited,
    }
    # Tables hold no cycles. Where the garbage collector has no part in them, a method that a class inherits is called
    # at once; otherwise it is looked up each time (5 times slower), as a class written in Python might replace it.
    get_directive_defaults().setdefault("no_gc", False)
    cores = os.cpu_count() or 1
    extensions = cythonize(
        [
            Extension(SHARED.replace("/", "."), [f"{SHARED}.c"], **options),
            *[Extension(name.replace("/", "."), [f"{name}.py"], **options) for name in modules],
        ],
        # Elsewhere the processes would begin by loading this file anew.
        quiet=True,
        nthreads=cores if sys.platform == "linux" else 0,
        # A table makes its arrays before anything else (__cinit__): that they are there need not be asked each time. It
        # says itself how it is pickled; what Cython would write for that is a third of all code, and is never run.
        compiler_directives={
            "language_level": 3,
            "annotation_typing": False,
            "wraparound": False,
            "no_gc": True,
            "initializedcheck": False,
            "auto_pickle": False,
        },
        shared_utility_qualified_name=SHARED.replace("/", "."),
    )
    command = build_ext(Distribution({"name": "leoni-replay", "ext_modules": extensions}))
    command.build_lib, command.build_temp, command.parallel = "made", "temporary", cores
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    main(sys.argv[1:])
