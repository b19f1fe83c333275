"""Readings for books of one's own: shuffled redeals of the weaving games (L12), and another number of them (L15)."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from leoni_replay.record.sample import sample

OVER = """[Game "Leoni's Own"]
[Rules "wikipedia; {rules}"]
[Deal "layout"]
[Layout "
C^: TC
D^: KD
H^: KH
S^: JS
Cv: 3C
Dv: AD
Hv: AH
Sv: 2S
1: JC QC
2: 2C AC
3: QS KS
4: AS KC
deal: {deal}
"]
{tags}
"""


def judged(body: str, rules: str, deal: int = 1, tags: str = "") -> str:
    """The status of a record, or the code of its error."""
    replayed = lr.replay(OVER.format(rules=rules, deal=deal, tags=tags) + body)
    return replayed.error.code if replayed.error else replayed.status


def test_the_number_of_redeals() -> None:
    assert judged("redeal *", "L15=0") == "M216" and judged("lost", "L15=0") == "verified"
    assert judged("redeal *", "L15=3", 4) == "M216" and judged("lost", "L15=3", 4) == "verified"
    assert judged("redeal *", "L15=3", 3) == "verified" and judged("lost", "L15=3", 3) == "R502"
    assert judged("*", "L15=1", 3) == "D303"


def test_a_shuffled_redeal() -> None:
    cards = "QC JC KC AS KS QS AC 2C"
    assert judged("redeal *", "L12=shuffled") == "M221"
    assert judged("{= legal: redeal} {= legal set: redeal} *", "L12=shuffled") == "verified"
    assert judged("redeal {= 1: QC} *", "L12=shuffled", tags=f'[Pack2 "{cards}"]') == "verified"
    for wrong in (cards[3:], f"{cards} TC", cards.replace("2C", "3C")):
        assert judged("redeal *", "L12=shuffled", tags=f'[Pack2 "{wrong}"]') == "M221"
    assert judged("redeal *", "L12=unturned", tags=f'[Pack2 "{cards}"]') == "H109"


def test_misplayed_redeals_reach_the_ninth_deal() -> None:
    head = '[Game "Leoni\'s Own"]\n[Rules "wikipedia; L12=shuffled"]\n[Deal "layout"]\n[Layout "\n1: JC QC\n2: 2C\n"]\n'
    packs = "".join(f'[Pack{deal} "JC QC 2C"]\n' for deal in range(2, 10))
    assert lr.replay(f"{head}{packs}{'misplay redeal ' * 8}*").position.deal == 9
    error = lr.replay(f"{head}misplay redeal *").error
    assert error is not None and error.code == "M221"
    error = lr.replay(f"{head}{packs}*").error
    assert error is not None and error.code == "H109"


@pytest.mark.parametrize("rules", ["wikipedia; L12=shuffled; L15=3", "mcneely; L12=shuffled; L15=1"])
def test_players_shuffle(rules: str) -> None:
    (record,) = sample("Leoni's Own", rules, "shuffled", 1, player="greedy", tries=1)
    replayed = lr.replay(record)
    assert replayed.status == "verified"
    assert record.value("Pack2") is not None or replayed.position.deal == 1
