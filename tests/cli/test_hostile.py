"""A record is a stranger's text: what terminals obey is shown, never printed, in any form of output."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from tests.cli.runs import FORMATS, HEAD, HOSTILE, leoni

#: Where a stranger's text may stand.
RECORDS = {
    "tag": f'{HEAD}[Player "{HOSTILE}"]\n[Event "{HOSTILE}\n[link=http://x]y"]\n\n11:2S^ {{{HOSTILE}}} *\n',
    "comment in the line of an error": f"{HEAD}\n11:2S^ {{{HOSTILE}}} 1:TDv *\n",
    "token": f"{HEAD}\n11:2S^ {HOSTILE} *\n",
    "game": HEAD.replace("Leoni's Own", HOSTILE) + "\n*\n",
    "rules": HEAD.replace("wikipedia", HOSTILE) + "\n*\n",
    "override": HEAD.replace("wikipedia", f"wikipedia; {HOSTILE}") + "\n*\n",
    "seed": HEAD.replace("1884", HOSTILE) + "\n*\n",
    "deal": HEAD.replace("seed:1884", HOSTILE) + "\n*\n",
    "layout": HEAD.replace("seed:1884", "layout") + f'[Layout "{HOSTILE}"]\n\n*\n',
    "pack": HEAD.replace("seed:1884", "pack") + f'[Pack "{HOSTILE}"]\n\n*\n',
    "hash": f'{HEAD}[DealHash "{HOSTILE}"]\n\n*\n',
    "result": f'{HEAD}[Result "{HOSTILE}"]\n\n*\n',
    "claim": f"{HEAD}\n{{= {HOSTILE}}} *\n",
    "after the end": f"{HEAD}\n* {HOSTILE}\n",
    "no game": HOSTILE,
}


def obeyed(text: str) -> set[str]:
    """The characters of a text that a terminal obeys instead of showing them."""
    return {char for char in text if char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")}


@pytest.mark.share(2)
@pytest.mark.parametrize("where", RECORDS)
def test_hostile_text(where: str, folder: Path) -> None:
    (folder / "evil.moves").write_text(RECORDS[where], encoding="utf-8", newline="")
    for args in (
        *[["verify", "--format", format] for format in FORMATS],
        ["verify", "--all-rules"],
        ["verify", "--stats"],
        ["replay"],
        ["replay", "--every"],
        ["fmt", "--check"],
    ):
        run = leoni(*args, "evil.moves")
        assert run.code in (0, 1)
        assert not obeyed(run.out + run.err), args
        if args[0] != "fmt":
            assert not obeyed(leoni(*args, "--ascii", "evil.moves").out), args


def test_nested_variations(folder: Path) -> None:
    (folder / "deep.moves").write_text(f"{HEAD}\n11:2S^ {'(' * 10000}6:2S^{')' * 10000} *\n", encoding="utf-8")
    for args in (["verify"], ["replay"], ["fmt"], ["verify", "--all-rules"]):
        assert leoni(*args, "deep.moves").code == 1
