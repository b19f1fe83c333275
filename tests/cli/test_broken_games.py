"""Three broken games among ten good ones: three errors, each inside its game, and ten games verified."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from tests.cli.runs import leoni, sampled


def sub(pattern: str, new: str) -> Callable[[str], str]:
    """Change the first match of a pattern."""

    def change(text: str) -> str:
        changed = re.sub(pattern, new, text, count=1)
        assert changed != text
        return changed

    return change


#: what is broken -> how, and the code that says so
KINDS: dict[str, tuple[Callable[[str], str], str]] = {
    "unclosed comment": (sub(r"\n1\. ", "\n{it never ends 1. "), "S003"),
    "unclosed comment after some moves": (sub(r"( exile\S*)", r"\1 {it never ends"), "S003"),
    "unclosed claim": (sub(r"\n1\. ", "\n{= standstill 1. "), "S003"),
    "unclosed quote in the first tag": (sub(r'(\[Game "[^"]*)"', r"\1"), "S004"),
    "unclosed quote in a middle tag": (sub(r'(\[Deal "[^"]*)"', r"\1"), "S004"),
    "unclosed quote in the last tag": (sub(r'(\[Result "[^"]*)"', r"\1"), "S004"),
    "unclosed bracket": (sub(r'(\[Deal "[^"]*")\]', r"\1"), "S004"),
    "no escape": (sub(r"seed:", r"seed:\\n"), "S004"),
    "missing result": (sub(r"\s(won|lost|\*)\n\Z", "\n"), "R503"),
    "result in a comment": (sub(r"\s(won|lost|\*)\n\Z", r" ; \1\n"), "R503"),
    "no moves at all": (sub(r"\n\n(.|\n)*", "\n"), "R503"),
    "cut off in a variation": (sub(r"\s(won|lost|\*)\n\Z", " (\n"), "S005"),
    "cut off in a tag": (sub(r'(\[Rules ")(.|\n)*', r"\1\n"), "S004"),
    "bad token": (sub(r"\n1\. ", "\n1. zz! "), "S002"),
    "stray text after the result": (sub(r"\Z", "and so it ended\n"), "S006"),
    "two results": (sub(r"\Z", "won\n"), "S006"),
    "opening parenthesis": (sub(r"\n1\. (\S+)", r"\n1. \1 (\1"), "S005"),
    "closing parenthesis": (sub(r"\s(won|lost|\*)\n\Z", r") \1\n"), "S005"),
    "no claim": (sub(r"\n1\. ", "\n{= nonsense} 1. "), "S010"),
    "comment beyond all bounds": (sub(r"\n1\. ", "\n{" + "x" * (1 << 20) + "} 1. "), "S009"),
    "a NUL": (sub(r"\n1\. ", "\n1. \0"), "S011"),
    "Latin-1": (sub(r"\n1\. ", "\n{\udce9t\udce9} 1. "), "S011"),
    "missing Game": (sub(r"\[Game .*\n", ""), "H101"),
    "missing Deal": (sub(r"\[Deal .*\n", '[Pack "AC"]\n'), "H101"),
    "tag given twice": (sub(r"(\[Deal .*\n)", r"\1\1"), "H102"),
    "unknown game": (sub("Leoni's Own", "Leonis One"), "H103"),
    "unknown rules": (sub("wikipedia", "hoyle"), "H104"),
    "unknown deal": (sub("seed:", "sown:"), "D301"),
    "illegal move": (sub(r"\n1\. ", "\n1. redeal "), "M215"),
    "wrong number": (sub(r"\n1\. ", "\n2. "), "M219"),
    "false claim": (sub(r"\n1\. ", "\n{= won} 1. "), "C401"),
    "false result": (sub(r'\[Result "lost"\]((.|\n)*)lost\n', r'[Result "won"]\1won\n'), "R501"),
    "another result in the tag": (sub(r'\[Result "lost"\]', '[Result "won"]'), "R503"),
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("places", "gap"),
    [((3, 7, 9), "\n"), ((0, 1, 2), ""), ((0, 6, 12), "\n\n\n")],
    ids=["apart", "the first three", "the first and the last"],
)
@pytest.mark.parametrize("kind", KINDS)
def test_broken_games_cost_their_neighbours_nothing(kind: str, places: tuple[int, ...], gap: str) -> None:
    if kind == "cut off in a tag" and not gap:
        pytest.skip("a value without an end can only be told from the next tag by an empty line")
    change, code = KINDS[kind]
    games = list(sampled("Leoni's Own", "wikipedia", 13, "broken"))
    for place in places:
        games[place] = change(games[place])
    first = [1]
    for text in games:
        first.append(first[-1] + (text + gap).count("\n"))
    stdin = "".join([text + gap for text in games]).encode("utf-8", "surrogateescape")
    run = leoni("verify", "--output-format", "jsonl", "-", stdin=stdin)
    assert (run.code, run.err) == (1, "")
    verdicts = [json.loads(line) for line in run.out.splitlines()]
    assert [game["status"] for game in verdicts] == ["rejected" if n in places else "verified" for n in range(13)]
    for place in places:
        (error,) = verdicts[place]["diagnostics"]
        assert error["code"] == code
        assert first[place] <= error["line"] < first[place + 1]
