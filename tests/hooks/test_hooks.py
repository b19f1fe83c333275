"""The hooks for pre-commit and the action for GitHub: they are whole, and do what they say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.runs import GOOD, LOOSE, MISFIT

ROOT = Path(__file__).parent.parent.parent
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


def run(*command: object, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=os.environ | env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )


# -- pre-commit -------------------------------------------------------------------------------------------------------


def test_hooks_are_whole() -> None:
    assert [hook["id"] for hook in HOOKS] == ["leoni-verify", "leoni-fmt"]
    for hook in HOOKS:
        assert {"id", "name", "description", "entry", "language", "files"} == set(hook)
        assert hook["entry"].startswith("leoni ")
        for name, taken in {"a/b.moves": True, "B.MOVES.GZ": True, "a.moves.txt": False, "moves": False}.items():
            assert bool(re.search(hook["files"], name)) == taken


@pytest.mark.long
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no checkout")
def test_pre_commit_runs_the_hooks(tmp_path: Path) -> None:
    """As a stranger uses them: a repository with records, and a configuration that names this one."""
    installed = run(sys.executable, "-m", "venv", tmp_path / "tool", cwd=tmp_path)
    assert installed.returncode == 0
    if run(tmp_path / "tool/bin/pip", "install", "-q", "pre-commit", cwd=tmp_path).returncode:
        pytest.skip("pre-commit cannot be installed")
    source, records = tmp_path / "source", tmp_path / "records"
    files = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).stdout.splitlines()
    for name in files:
        if name.startswith(("leoni_replay/", "grammar/", "docs/")) or "/" not in name:
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    records.mkdir()
    for folder in (source, records):
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "--allow-empty", "-m", "first"]):
            ran = run("git", "-c", "user.name=T", "-c", "user.email=t@t", *words, cwd=folder)
            assert ran.returncode == 0, ran.stderr
    revision = run("git", "rev-parse", "HEAD", cwd=source).stdout.strip()
    config = {"repos": [{"repo": str(source), "rev": revision, "hooks": [{"id": hook["id"]} for hook in HOOKS]}]}
    (records / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    (records / "good.moves").write_text(GOOD, encoding="utf-8")
    (records / "notes.txt").write_text("no record")

    def pre_commit(*words: str) -> tuple[int, str]:
        ran = run(
            "env", "-u", "LEONI_COMPILE", tmp_path / "tool/bin/pre-commit", *words, "--color", "never", cwd=records,
            PRE_COMMIT_HOME=str(tmp_path / "home"), PIP_DISABLE_PIP_VERSION_CHECK="1",
        )  # fmt: skip
        return ran.returncode, ran.stdout + ran.stderr

    def commit() -> tuple[int, str]:
        run("git", "add", "-A", cwd=records)
        return pre_commit("run")

    # As `pre-commit install --install-hooks` does: nobody waits for a compiler.
    code, said = pre_commit("install-hooks")
    (leoni,) = (tmp_path / "home").glob("repo*/py_env-*/bin/leoni")
    assert code == 0 and "(plain)" in run(leoni, "--version", cwd=tmp_path).stdout, said
    code, said = commit()
    assert (code, said.count("Passed")) == (0, 2), said
    (records / "loose.moves").write_text(LOOSE, encoding="utf-8")
    code, said = commit()
    # It verifies, and is now in canonical form: pre-commit asks for it to be added.
    assert code == 1 and "leoni verify" in said and "files were modified by this hook" in said, said
    assert "11:2S^" in (records / "loose.moves").read_text(encoding="utf-8")
    assert commit()[0] == 0
    (records / "misfit.moves").write_text(MISFIT, encoding="utf-8")
    code, said = commit()
    # The error is shown once, though both hooks refuse the file.
    assert code == 1 and said.count("error[M203]") == 1 and said.count("misfit.moves is left as it is") == 1, said


# -- GitHub -----------------------------------------------------------------------------------------------------------


WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_what_there_is_and_may_do_no_more_than_it_must(path: Path) -> None:
    workflow: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        # Only what uploads has more rights than to read.
        assert set(job.get("permissions", {})) <= {"id-token", "pages"} and ("permissions" in job) == (
            name in ("publish", "site")
        )
        if "uses" in job:
            assert (ROOT / job["uses"]).is_file()
        for step in job.get("steps", ()):
            run = step.get("run", "")
            # What somebody else can write, such as the name of a branch, is no part of a script.
            assert "${{" not in run
            for script in re.findall(r"^\.ci/\w+", run, re.M):
                assert os.access(ROOT / script, os.X_OK)
            assert (ROOT / step.get("working-directory", ".")).is_dir()
            # A tag can be moved to other code, a hash can't.
            assert "run" in step or re.fullmatch(r"\./|[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"])


def act(step: Mapping[str, Any], folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run a step of the action as the runner does."""
    given = {name: one["default"] for name, one in ACTION["inputs"].items()} | inputs
    env = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: given[match[1]], value)
        for name, value in step.get("env", {}).items()
    }
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    script = folder.parent / "step.sh"
    script.write_text(step["run"], encoding="utf-8")
    return run(
        "bash", "--noprofile", "--norc", "-eo", "pipefail", script,
        cwd=folder, **{"PATH": path, "GITHUB_ACTION_PATH": str(ROOT), "PYTHONIOENCODING": "utf-8"} | env,
    )  # fmt: skip


@pytest.mark.long
def test_the_action_verifies(tmp_path: Path) -> None:
    verify = ACTION["runs"]["steps"][-1]
    folder = tmp_path / "workspace"
    (folder / "two words").mkdir(parents=True)
    (folder / "good.moves").write_text(GOOD, encoding="utf-8")
    (folder / "two words" / "loose.moves").write_text(LOOSE, encoding="utf-8")
    assert act(verify, folder).returncode == 0
    (folder / "two words" / "misfit.moves").write_text(MISFIT, encoding="utf-8")
    ran = act(verify, folder, paths="good.moves\ntwo words\n")
    assert ran.returncode == 1
    assert ran.stdout.startswith("::error file=two words/misfit.moves,line=5,"), ran.stdout
    assert act(verify, folder, paths="good.moves\n").returncode == 0
    assert act(verify, folder, paths="good.moves", rules="gamerules").returncode == 1
    assert act(verify, folder, paths="gone").returncode == 2
    # What is typed is a name, whatever is in it.
    assert act(verify, folder, paths='$(touch wrong); "; touch wrong').returncode == 2
    assert not (folder / "wrong").exists()
    (folder / "bare.moves").write_text(GOOD.replace('[Rules "wikipedia"]\n', ""), encoding="utf-8")
    assert act(verify, folder, paths="bare.moves").returncode == 0
    assert act(verify, folder, paths="bare.moves", strict="true").returncode == 1
