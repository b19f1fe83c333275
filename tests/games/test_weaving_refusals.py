"""What is refused in the weaving games, and by which code, under readings that differ; rules that cannot be.

What is legal under each reading is in ``transcripts/conformance``.
"""

from __future__ import annotations

import pytest

from leoni_replay.games import make_game
from leoni_replay.games.rules import RulesError
from tests.tables import legal, refused, replayed, verified

W = "wikipedia"
OWN = "7: 7D 7S\nexile: 7C"
MEETS = "H^: 6H\nHv: 8H\n1: 3S 7H\n2: 9D 2D\nexile: 4C"
KING = "S^: QS\n13: 5S\nexile: KS"
UNCOVERS = "5: 8D KC KH 2H\n13: 9S\nexile: 6D"
WEAVE = "7: 8D KC 4C\n4: 6C 2D 9D\nexile: 5S 7H"
LIFTED = "C^: 8C\n4: 8D 9C KH\nexile: 5S 4S"
ANY = "1: 8S\n5: 4D\nexile: KS 5H KD 5H"
BOTH = "7H^v 6H^v 5H^v 4H^v 3H^v 2H^v"


@pytest.mark.parametrize(
    ("layout", "moves", "readings", "code"),
    [
        (OWN, "exile:7C~7S#", "", "M206"),
        (OWN, "exile:7C~7S", "", "M206"),
        ("1: 9C\nexile: 6D 5H", "exile:5H#", "L3=weave-stops", "M206"),
        ("1: 9C\nexile: 6D 5H", "exile:5H# exile:6D#", "", "M213"),
        (LIFTED, "exile:4S~KH 4:9C^", "", "M211"),
        (KING, "exile:KS^", "L6c=always-13", "M209"),
        (KING, "exile:KS>13", "", "M209"),
        (UNCOVERS, "5:2H^+KC,KH", "L6d=whenever", "M218"),
        (UNCOVERS, "5:2H^+KH", "", "M218"),
        (WEAVE, "exile:7H~4C~9D+KC 4:2D^", "L6d=whenever", "M211"),
        ("H^: 2H\n13: 3H\nexile: 5S KH", "exile:KH>13", "", "M205"),
        (MEETS, "1:7H^ 7H^v", "L7=none", "M217"),
        (MEETS, "1:7H^ 2:2D^", "L7=immediate", "M212"),
        (MEETS, "1:7H^ 7H^v 7Hv^", "L7=immediate", "M217"),
        (MEETS, f"1:7H^ {BOTH} 2Hv^", "L7=immediate", "M217"),
        (MEETS, "1:7H^ 2:2D^ 7H^v", "L7=now-or-never", "M217"),
        (MEETS, "1:7H^ 7H^v 2:2D^", "L7=now-or-never", "M212"),
        (MEETS, f"1:7H^ {BOTH} 2:2D^ 2Hv^", "L7=now-or-never", "M217"),
        ("H^: 6H\nHv: 7H\n1: 3H", "1:3H^", "", "M203"),
        (ANY, "exile", "L9=any", "M207"),
        (ANY, "exile:9S", "L9=any", "M202"),
        ("1: 9C 4C\n2: 3C\nexile: 2C", "exile:2C^ 2:3C^", "L11=last-exile", "M213"),
        ("1: 9C 2H\nexile: 9D", "redeal", "", "M215"),
        (UNCOVERS, "5:2H^ redeal", "L11a=yes; L6d=whenever", "M211"),
        (MEETS, "1:7H^ redeal", "L11a=yes; L7=immediate", "M212"),
        ("1: 9C 2H\nexile: 9D\ndeal: 3", "lost", "L11a=yes", "R502"),
        ("2: 9C", "redeal redeal redeal", "", "M216"),
    ],
)
def test_refusals(layout: str, moves: str, readings: str, code: str) -> None:
    assert refused(layout, moves, f"{W}; {readings}" if readings else W) == code


@pytest.mark.parametrize(
    ("layout", "moves", "king", "point"),
    [
        (LIFTED, "exile:4S~KH 4:9C^", "lifted", "L6a=draw-first"),
        (UNCOVERS, "5:2H^+KH,KC 5:8D^", "uncovered", "L6d=whenever"),
        (WEAVE, "exile:7H~4C~9D+KC 4:2D^", "uncovered", "L6d=whenever"),
        ("1: 3S\nexile: 5S KH", "exile:KH>13 1:3S^", "turned up", "6"),
    ],
)
def test_why_an_exile_is_due(layout: str, moves: str, king: str, point: str) -> None:
    (error,) = [
        one
        for one in replayed(layout, moves, f"{W}; {point}" if "=" in point else W).diagnostics
        if one.severity == "error"
    ]
    assert error.code == "M211" and f"a king has been {king}: " in error.message
    assert error.clause is not None and error.clause.label == f"{W} {point}"


def test_what_fits_no_foundation_of_kings() -> None:
    assert refused("1: 4D QC", "1:QC^", "weavers", "Weaver's") == "M203"


def test_kings_in_play_in_weavers_are_strays() -> None:
    """There is no pile 13 for them: what would take one there is refused."""
    replay = verified("1: 9C KC\n9: 3C\nexile: AC", "*", "weavers", "Weaver's")
    assert "D306" in [diagnostic.code for diagnostic in replay.diagnostics]
    assert legal(replay) == set()
    assert refused("1: 9C KC\nexile: AC", "exile", "weavers", "Weaver's") == "M220"
    assert refused("exile: KD", "exile", "weavers", "Weaver's") == "M220"
    assert refused("1: KC", "1:KCv", "weavers", "Weaver's") == "M203"


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        ("weavers; L6=continues", "combination"),
        ("weavers; L6=stops", "combination"),
        ("weavers; L6a=draw-first", "combination"),
        ("weavers; L6b=bottom", "combination"),
        ("weavers; L6c=always-13", "combination"),
        ("weavers; L6d=whenever", "combination"),
        ("weavers; L7a=no", "point"),
        ("weavers; L7=optional", "combination"),
        ("weavers; L7=immediate", "combination"),
        ("weavers; L16=aces-and-kings", "combination"),
        ("weavers; L4=ends-deal; L4=ends-weave", "combination"),
        ("weavers; L4", "combination"),
        ("weavers; L99=x", "point"),
        ("weavers; L4=never", "reading"),
        ("wikipedia", "book"),
        ("L4=ends-weave", "book"),
    ],
)
def test_rules_that_cannot_be(rules: str, kind: str) -> None:
    with pytest.raises(RulesError) as error:
        make_game("Weaver's", rules)
    assert error.value.kind == kind


def test_twelve_piles_need_eight_kings() -> None:
    with pytest.raises(RulesError, match="L17=12"):
        make_game("Leoni's Own", f"{W}; L17=12")
    assert make_game("Leoni's Own", f"{W}; L16=eight-kings; L17=12; L7=none").packs == 2
