"""Texts for the tests of the notation: the specification's own game, and strategies for right and wrong ones."""

from __future__ import annotations

import re

from hypothesis import strategies as st

EXAMPLE = """\
[Game "Leoni's Own"]
[Rules "wikipedia"]
[Deal "seed:1884"]
[Result "lost"]

1. 11:2S^ 11:QCv 4:3S^ 13:JCv exile:QSv exile:JD~5S~4H~JH 4:2H^
8. exile:6H~2S~5H~KH exile:QHv 12:JHv 3:THv 5:9Hv 5:QDv 8:JDv 1:TDv 5:8Hv 1:7Hv
18. exile:4C~5C 4:TCv exile:6C~2H~7C 2:9Cv redeal 1:2C^ 13:6Hv 5:3H^ 11:8Cv
27. 10:7Cv 7:5Hv 7:4Hv 7:6Cv 1:5Cv 1:9Dv 5:8Dv 5:2D^ 12:7Dv 1:JSv 10:6Dv 11:5Dv
39. 12:4H^ exile:8D~JC~AH 11:4Cv exile:7D~AS 7:4Dv redeal 10:3D^ 1:5H^ 1:3Cv
48. exile:2D~6S 2:3Hv 9:2Hv 4:AHv 4:TSv 11:9Sv 10:8Sv exile:7C~5S~6D~TH~5C~9D
56. 5:3Dv lost
"""

TRICKY = """\
; a comment before everything
{and another, with [Site "x"] in it
[Site "y"] at the start of a line}
[Game "Leoni's Own"] [Deal "seed:1"]
{between the tags}
[Layout "C^: AC
  7: 9S \\"JD\\" [x

1: -"]

{first} 1. 4:2H^!? (4:^ {why [Game "?} ;so
) {= 7: 9S JD 4C} 2.redeal+AD,AS (deal (exile (exile:5D#)) talon!) *
; after it
{= won}
   [Game "two"]
lost
[Game "three"]
[Game "four"]
[Player "Ann"]

[Deal "unclosed]
[Result "won"]

1. 4:2H^ won
{unclosed
[Site "inside"]
[Game "five"] {= deal: 2} lost
[Result bad]
[Game "six"] *
"""

_RANKS = [*"A23456789TJQK"]
_CARDS = st.sampled_from([rank + suit for rank in _RANKS for suit in "CDHS"])
_PLACES = st.sampled_from([*map(str, range(1, 14)), "exile", "deal", "talon", "dropped", "r3c5", "r12c8"])
_DESTS = st.sampled_from(["^", "v", "^v", "v^", ">7", ">13", ">talon", ">dropped", ">r3c5", ">8H", ">TS"])
_MARKS = st.sampled_from(["", "", "", "!", "?", "!!", "??", "!?", "?!"])


@st.composite
def moves(draw: st.DrawFn) -> str:
    """A move token in the canonical spelling."""
    kind = draw(st.sampled_from(["alone", "card", "source", "path"]))
    if kind == "alone":
        text = draw(st.sampled_from(["exile", "deal", "redeal", "talon", "dropped", "r1c1"]))
    elif kind == "card":
        text = draw(st.sampled_from(["", "4:", "13:", "exile:", "r3c5:"])) + draw(_CARDS)
        text += draw(st.one_of(st.just(""), _DESTS))
    elif kind == "source":
        text = draw(_PLACES) + ":" + draw(_DESTS)
    else:
        path = draw(st.lists(_CARDS, max_size=4))
        text = "exile:" + draw(_CARDS) + "".join("~" + card for card in path)
        text += "#" if not path or draw(st.booleans()) else ""
    shown = draw(st.lists(_CARDS, max_size=2))
    return text + ("+" + ",".join(shown) if shown else "") + draw(_MARKS)


CLAIMS = [
    "standstill",
    " 7: 9S JD 4C",
    " 7: #9S -- JD ",
    "C^: AC",
    "Hv: -",
    " r3: AC -- #TD",
    "r3c5: 7D",
    "hand: 6H",
    "stock:5H 6H",
    "deal: 2",
    " top 7: 4C",
    "exile 5",
    "talon 0",
    "3 12",
    "left 43",
    "available: TC AD",
    "not available: 9S",
    "not\n available : 9S",
    "legal: 7H^ exile:5D#",
    "illegal: 7Hv",
    " won ",
    "digest 905fddf640080ce5",
]

_SPACE = st.sampled_from([" ", " ", " ", "\n", "  ", "\t", "\n\n"])
_NOTES = st.one_of(
    st.sampled_from(["{}", "{a comment}", "{two\nlines}", ";to the end\n", ";\n", "{(} {)}", '{[Site "x"]}', "{;}"]),
    st.sampled_from(CLAIMS).map(lambda claim: "{=" + claim + "}"),
    st.sampled_from(["@0:00", "@0:31", "@59:59", "@1:02:05", "@999:59:59"]),
)


@st.composite
def lines(draw: st.DrawFn, depth: int = 2, least: int = 0) -> str:
    """The moves of a game or a variation, with all that may stand around them."""
    parts = draw(st.lists(_NOTES, max_size=1))
    for _ in range(draw(st.integers(least, 4))):
        if draw(st.booleans()):
            parts.append(str(draw(st.integers(1, 200))) + ".")
            parts += draw(st.lists(_NOTES, max_size=1))
        parts.append(draw(moves()))
        parts += draw(st.lists(_NOTES, max_size=1))
        if depth and draw(st.integers(0, 3)) == 0:
            parts.append("(" + draw(lines(depth=depth - 1, least=1)) + ")")
    return "".join(part + draw(_SPACE) for part in parts)


# A value cannot end with a line such as `[a`: with its closing quotation mark that is the opening of a tag.
_VALUES = st.text(st.sampled_from('ab"\\[]{};\n é♣'), max_size=8).filter(
    lambda value: not re.search(r"\n[ \t]*\[[ \t]*\w+[ \t]*$", value)
)


def tag_text(name: str, value: str) -> str:
    """A tag as it is written."""
    return f'[{name} "' + value.replace("\\", "\\\\").replace('"', '\\"') + '"]'


@st.composite
def games(draw: st.DrawFn) -> str:
    """The text of one right game."""
    comments = st.sampled_from(["", "", "{c}", ";c\n", '{\n[Site "x"]\n}'])
    text = ""
    for name in draw(st.lists(st.sampled_from(["Game", "Deal", "Rules", "A_1"]), min_size=1, max_size=3, unique=True)):
        text += draw(comments) + draw(_SPACE) + tag_text(name, draw(_VALUES)) + draw(_SPACE)
    text += draw(lines()) + draw(st.sampled_from(["won", "lost", "*", "conceded"]))
    return text + draw(_SPACE) + " ".join(draw(st.lists(_NOTES, max_size=2))) + draw(st.sampled_from(["", "\n"]))


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A game's text with a few characters changed, taken out or put in: usually wrong."""
    text = draw(games())
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        gone = draw(st.integers(0, 3))
        new = draw(
            st.one_of(
                st.text(st.sampled_from('()[]{}=;"\\.:~#^v>!?*17TH \n\u00a0x'), max_size=3),
                st.sampled_from(
                    [
                        " ( ",
                        " ) ",
                        " won ",
                        " 3. ",
                        " exile ",
                        '[Game "x"]',
                        "{",
                        "}",
                        " 4:2H^ ",
                        "{=won}",
                        " @2:05 ",
                        "@",
                    ]
                ),
            )
        )
        text = text[:at] + new + text[at + gone :]
    return text
