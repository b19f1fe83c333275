"""What others make and this project builds with is named so that it can't change unnoticed, and raised by a bot."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_every_action_is_pinned_by_its_hash() -> None:
    """With the version beside it, which the bot reads and raises."""
    actions = [
        line.strip()
        for path in [*WORKFLOWS, ROOT / "action.yml"]
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.match(r" *(- )?uses: (?!\./)", line)
    ]
    assert len(actions) > 10
    pinned = re.compile(r"(?:- )?uses: ([\w-]+/[\w-]+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)")
    pins: dict[str, set[tuple[str, str]]] = {}
    for action in actions:
        match = pinned.fullmatch(action)
        assert match, action
        pins.setdefault(match[1], set()).add((match[2], match[3]))
    assert all(len(versions) == 1 for versions in pins.values()), pins


def test_a_bot_raises_actions_and_packages_in_one_request_each() -> None:
    bot: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))
    watched = [(update["package-ecosystem"], update["directory"]) for update in bot["updates"]]
    assert watched == [("github-actions", "/"), ("pip", "/"), ("npm", "/"), ("npm", "/editors/vscode")]
    for ecosystem, folder in watched:
        manifest = {"pip": "pyproject.toml", "npm": "package.json", "github-actions": ".github/workflows"}[ecosystem]
        assert (ROOT / folder.strip("/") / manifest).exists()
    for update in bot["updates"]:
        (group,) = update["groups"].values()
        assert group == {"patterns": ["*"]} and update["schedule"]["interval"] == "monthly"


def test_the_extension_is_built_from_its_lockfile() -> None:
    package = json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))
    lock = json.loads((ROOT / "editors/vscode/package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert lock[""]["devDependencies"] == package["devDependencies"]
    packages = {name: entry for name, entry in lock.items() if name}
    assert {f"node_modules/{name}" for name in package["devDependencies"]} <= packages.keys()
    for name, entry in packages.items():
        assert entry["integrity"].startswith("sha512-"), name
        # No registry but the public one.
        assert entry.get("resolved", "https://registry.npmjs.org/").startswith("https://registry.npmjs.org/"), name
    assert "npm ci" in (ROOT / ".github/workflows/extension.yml").read_text(encoding="utf-8")


def test_the_default_tests_run_on_every_python_that_the_package_names() -> None:
    tests: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    assert tests["jobs"]["usual"]["strategy"]["matrix"]["python"] == versions


def test_the_forms_of_issues_ask_for_a_version() -> None:
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
    for path in forms:
        form: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
        if path.name != "config.yml":
            assert form["name"] and form["description"], path.name
            fields = {field["id"] for field in form["body"]}
            assert "version" in fields or path.name == "source.yml"
            assert all(field["attributes"]["label"] for field in form["body"])
    assert len(forms) == 4
