"""A shuffled redeal is legal before the order of its cards is written, in every game that has one."""

from __future__ import annotations

import pytest

import leoni_replay as lr

#: A position with an empty stock in which a redeal is due.
REVERSAL = """[Game "The Reversal"]
[Rules "dick-1898; RV4=shuffled"]
[Deal "layout"]
[Layout "C^: AC
D^: AD
H^: AH
S^: TS
Cv: 2C
Dv: 2D
Hv: 2H
Sv: 4S
1: JS KS
2: 3S 2S
4: AS
dropped: QS
deal: 2"]

"""
RUG = """[Game "The Japanese Rug"]
[Rules "dick-1898; JR7=shuffled"]
[Deal "layout"]
[Layout "C^: AC
D^: AD
H^: AH
S^: AS
Cv: KC
Dv: KD
Hv: KH
Sv: KS
talon: 4C 6D 9H 5S"]

"""
ANNA = """[Game "Anna"]
[Rules "dick-1898; AN7=shuffled"]
[Deal "layout"]
[Layout "1: QH
2: QH
3: QC
4: QC
5: QD
6: QD
7: QS
8: QS
talon: 4C 6D 9H 5S"]

"""


@pytest.mark.parametrize("head", [REVERSAL, RUG, ANNA])
def test_claims_and_lists_have_the_redeal(head: str) -> None:
    def code(claim: str) -> str | None:
        (verdict,) = lr.verify_text(f"{head}{{= {claim}}} *\n")
        found = [problem.code for problem in verdict.diagnostics if problem.code.startswith("C4")]
        return found[0] if found else None

    assert [code(claim) for claim in ("legal: redeal", "legal set: redeal", "legal 1", "*")] == [None] * 4
    assert [code(claim) for claim in ("illegal: redeal", "legal set: -", "lost")] == ["C401"] * 3
    assert code("legal: redeal+4C,6D") == "C403"
    replay = lr.replay(f"{head}*\n")
    assert [str(possible) for possible in lr.legal(replay)] == ["redeal"]
    assert [str(move) for move in replay.position.legal()] == ["redeal"]
    assert lr.examine(f"{head}*\n").moves == ("redeal",)
    (conceded,) = lr.verify_text(f"{head}conceded\n")
    assert conceded.legal_moves == lr.replay(f"{head}conceded\n").still_legal == 1
    # It cannot be played, though.
    (verdict,) = lr.verify_text(f"{head}redeal *\n")
    assert verdict.error is not None and verdict.error.code == "M221"
