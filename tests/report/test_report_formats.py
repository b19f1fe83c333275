"""The formats for programs: exact text, and the readers that others wrote."""

from __future__ import annotations

import doctest
import json
import re
from dataclasses import replace
from importlib.resources import files
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import leoni_replay.report
from leoni_replay.diagnostics import Span
from leoni_replay.report import FORMATS, Verdict
from leoni_replay.text import is_hidden

from .samples import (
    HOSTILE,
    LOST,
    OPEN,
    REJECTED,
    UNREADABLE,
    WON,
    finding,
    hostile_verdict,
    report,
)

ALL = (WON, LOST, REJECTED, OPEN, UNREADABLE)


def test_concise() -> None:
    assert (
        report("concise", *ALL)
        == """\
games/mixed.moves:3:7: warning[H104] the date 1884-13-01 is no date
games/1884.moves:8:5: error[M203] 4♣ does not fit: clubs stand at A♣ (built up) and J♣ (built down)
games/locked.moves: error[F001] cannot be read: permission denied
1 game rejected, 3 verified (1 won, 1 lost, 1 unfinished), 1 path not checked, 1 warning
"""
    )
    assert report("concise", hostile_verdict()).count("\n") == 2


def test_jsonl() -> None:
    won, lost, rejected, _, problem = report("jsonl", *ALL).splitlines()
    assert won == (
        '{"file": "games/mixed.moves", "number": 1, "game": "Leoni\'s Own", "rules": "wikipedia", "deal": "17", '
        '"status": "verified", "label": "verified", "result": "won", '
        '"legal_moves": null, "unknown": null, "irregular": 0, "moves": 104, '
        '"digest": "00ff00ff00ff00ff", "record_digest": "abcdef0123456789", "diagnostics": []}'
    )
    assert '"diagnostics": [{"code": "H104", "severity": "warning", "message": "the date ' in lost
    assert rejected == (
        '{"file": "games/1884.moves", "number": 1, "game": "Leoni\'s Own", "rules": "wikipedia", "deal": "1", '
        '"status": "rejected", "label": "rejected", "result": null, '
        '"legal_moves": null, "unknown": null, "irregular": 0, "moves": 17, '
        '"digest": null, '
        '"record_digest": null, '
        '"diagnostics": [{"code": "M203", '
        '"severity": "error", "message": "4♣ does not fit: clubs stand at A♣ (built up) and J♣ (built down)", '
        '"line": 8, "column": 5, "end_line": 8, "end_column": 10, "move": 18, "clause": "wikipedia 4", '
        '"source": "Wikipedia, \\"Leoni\'s Own\\", Rules", '
        '"table": ["8: Q♦ A♠ 5♣ K♦ 6♣ 4♣"], "notes": [], '
        '"help": ["nothing fits, so an exile is next; the one legal move is exile:4C~5C"], "fixes": []}]}'
    )
    assert problem == (
        '{"file": "games/locked.moves", "number": null, "game": null, "rules": null, "deal": null, '
        '"status": "problem", "label": null, "result": null, '
        '"legal_moves": null, "unknown": null, "irregular": null, "moves": null, '
        '"digest": null, '
        '"record_digest": null, '
        '"diagnostics": [{"code": "F001", '
        '"severity": "error", "message": "cannot be read: permission denied", "line": null, "column": null, '
        '"end_line": null, "end_column": null, "move": null, "clause": null, "source": null, "table": [], "notes": [], '
        '"help": [], "fixes": []}]}'
    )


def test_json_is_the_same_in_an_array() -> None:
    lines = report("jsonl", *ALL).splitlines()
    assert report("json", *ALL) == "[\n  " + ",\n  ".join(lines) + "\n]\n"
    assert report("json") == "[]\n"


def test_json_array_validates() -> None:
    schema = json.loads(files("leoni_replay").joinpath("schemas", "verify.schema.json").read_text("utf-8"))
    array = jsonschema.Draft202012Validator(schema)
    good = json.loads(report("json", *ALL))
    array.validate(good)
    assert not array.is_valid([*good, {}]) and not array.is_valid([good])


def test_github() -> None:
    assert report("github", *ALL).splitlines() == [
        "::warning file=games/mixed.moves,line=3,col=7,endLine=3,endColumn=17,title=H104"
        "::the date 1884-13-01 is no date%0Agame 2",
        "::error file=games/1884.moves,line=8,col=5,endLine=8,endColumn=10,title=M203"
        "::4♣ does not fit: clubs stand at A♣ (built up) and J♣ (built down)%0Agame 1, move 18"
        '%0Arule: wikipedia 4, play (Wikipedia, "Leoni\'s Own", Rules; stated)%0Atable: 8: Q♦ A♠ 5♣ K♦ 6♣ 4♣'
        "%0Ahelp: nothing fits, so an exile is next; the one legal move is exile:4C~5C",
        "::error file=games/locked.moves,title=F001::cannot be read: permission denied",
        "1 game rejected, 3 verified (1 won, 1 lost, 1 unfinished), 1 path not checked, 1 warning",
    ]


def test_github_escapes() -> None:
    odd = finding(file="a,b:c%d\r\n.moves", message="50% off:\n::error::x, y", span=Span(1, 2, 3, 4), severity="note")
    assert report("github", odd).splitlines()[0] == (
        "::notice file=a%2Cb%3Ac%25d%0D%0A.moves,line=1,endLine=3,title=M203::50%25 off:␊::error::x, y"
    )
    lines = report("github", hostile_verdict()).split("\n")
    assert len(lines) == 3
    assert lines[0].startswith("::error file=␛[31mred")


def sarif_run(*fed: Any, **options: Any) -> dict[str, Any]:
    """The one run of the document, which is checked for what every document must have."""
    document = json.loads(report("sarif", *fed, **options))
    assert document["version"] == "2.1.0"
    assert document["$schema"].endswith("sarif-schema-2.1.0.json")
    (run,) = document["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "leoni-replay"
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", driver["version"])
    assert run["columnKind"] == "unicodeCodePoints"
    codes = [rule["id"] for rule in driver["rules"]]
    assert len(codes) == len(set(codes))
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"]
    for result in run["results"]:
        assert codes[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in {"error", "warning", "note"}
        assert result["message"]["text"]
        (location,) = result["locations"]
        artifact = location["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"[A-Za-z0-9._~/%:-]+", artifact)
        region = location["physicalLocation"].get("region")
        if region:
            start, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
            assert (1, 1) <= start <= end
    assert isinstance(run, dict)
    return run


def test_sarif() -> None:
    run = sarif_run(*ALL)
    assert [result["ruleId"] for result in run["results"]] == ["H104", "M203", "F001"]
    misfit = run["results"][1]
    assert misfit["level"] == "error"
    assert misfit["message"]["text"].startswith("4♣ does not fit: clubs stand at A♣ (built up) and J♣ (built down)\n")
    assert misfit["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "games/1884.moves"},
                "region": {"startLine": 8, "startColumn": 5, "endLine": 8, "endColumn": 10},
            },
            "logicalLocations": [{"fullyQualifiedName": "game 1, move 18"}],
        }
    ]
    assert "region" not in run["results"][2]["locations"][0]["physicalLocation"]


def test_junit_text() -> None:
    assert (
        report("junit", WON, replace(OPEN, file=WON.file, number=2), UNREADABLE)
        == """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="leoni-replay">
  <testsuite name="games/mixed.moves" tests="2" failures="0" errors="0" skipped="0">
    <testcase name="game 1: Leoni's Own" classname="games/mixed.moves"/>
    <testcase name="game 2: Exile" classname="games/mixed.moves"/>
  </testsuite>
  <testsuite name="games/locked.moves" tests="1" failures="0" errors="1" skipped="0">
    <testcase name="file" classname="games/locked.moves">
      <error message="cannot be read: permission denied" type="F001">error[F001]: cannot be read: permission denied
 --&gt; games/locked.moves
</error>
    </testcase>
  </testsuite>
</testsuites>
"""
    )


@settings(max_examples=60, deadline=None)
@given(
    text=st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(HOSTILE), max_size=40),
    format=st.sampled_from(FORMATS),
    ascii=st.booleans(),
    color=st.booleans(),
)
def test_no_text_is_obeyed_or_breaks_a_format(text: str, format: str, ascii: bool, color: bool) -> None:
    diagnostic = finding(
        message=text, file=text, lines=(text,), span=Span(1, 1, 2, 3), table_lines=(text,), notes=(text,), help=(text,)
    )
    game = Verdict(text, 1, text, text, text, "rejected", None, 3, text, (diagnostic,))
    warned = replace(game, status="verified", result="won", diagnostics=(replace(diagnostic, severity="warning"),))
    out = report(format, game, warned, diagnostic, ascii=ascii, color=color)
    if color:
        out = re.sub(r"\x1b\[(0|1;3[1-6]|1)m", "", out)
    assert not any(is_hidden(char) for char in out.replace("\n", ""))
    if format == "jsonl":
        assert [json.loads(line)["game"] for line in out.splitlines()] == [text, text, None]
    elif format in ("json", "sarif"):
        json.loads(out)
    elif format == "junit":
        ElementTree.fromstring(out.encode("utf-8"))
    elif format == "github":
        assert [line[:7] for line in out.split("\n")[:-2]] == ["::error", "::warni", "::error"]


def test_unknown_format() -> None:
    with pytest.raises(ValueError, match="no format 'xml': there are text, concise"):
        report("xml")


def test_doctest() -> None:
    assert doctest.testmod(leoni_replay.report).failed == 0
