"""Cases worked by hand for conditions of the rules that random games hardly ever decide."""

from __future__ import annotations

import pytest

from leoni_replay.cards import CARD, DOWN, RANK, SUIT, TEXT
from leoni_replay.deals import from_seed
from leoni_replay.games import make_game
from leoni_replay.games.places import NAMES, NUMBERS
from leoni_replay.games.refusal import LayoutError
from leoni_replay.rules.weaving import Weaving
from tests.tables import legal, refused, replayed, verified

DICK = "dick-1898"
RUG = "The Japanese Rug"

# -- The Japanese Rug -------------------------------------------------------------------------------------------------


def rug(cells: dict[str, str], rest: str) -> str:
    """A layout of a rug with a few cards."""
    rows = [" ".join(cells.get(f"r{row}c{column}", "--") for column in range(1, 9)) for row in range(1, 9)]
    return "\n".join([*(f"r{number}: {row}" for number, row in enumerate(rows, 1)), rest])


@pytest.mark.parametrize("reading", ["no", "yes"])
def test_marriages_are_in_suit_one_rank_apart(reading: str) -> None:
    """Every card on every other. Under JR4=yes the ace and the king of one suit are neighbours as well."""
    table = make_game(RUG, f"{DICK}; JR4={reading}").new_table()
    for card in range(52):
        for on in range(52):
            apart = abs(RANK[card] - RANK[on])
            right = SUIT[card] == SUIT[on] and (apart == 1 or (apart == 12 and reading == "yes"))
            assert table.marries(card, on) is right, (TEXT[card], TEXT[on])


@pytest.mark.parametrize(
    ("card", "on", "no", "yes"),
    [
        ("AC", "KC", "an ace and a king do not marry", ""),
        ("KC", "AC", "an ace and a king do not marry", ""),
        ("AC", "KD", "that takes a card of its suit", "that takes a card of its suit"),
        ("KC", "AD", "that takes a card of its suit", "that takes a card of its suit"),
        ("AD", "AC", "that takes a card of its suit", "that takes a card of its suit"),
        ("KC", "QD", "that takes a card of its suit", "that takes a card of its suit"),
        ("KC", "QC", "", ""),
    ],
)
def test_an_ace_and_a_king(card: str, on: str, no: str, yes: str) -> None:
    """What is said against a marriage; empty if it is legal."""
    for reading, said in (("no", no), ("yes", yes)):
        replay = replayed(rug({"r1c1": card}, f"talon: {on}"), f"r1c1:{card}>talon", f"{DICK}; JR4={reading}", RUG)
        assert replay.accepted is not bool(said)
        assert replay.error is None or said in replay.error.message


@pytest.mark.parametrize("corner", ["upright", "longways"])
def test_where_narrow_ends_are(corner: str) -> None:
    """For every place of the rug, with cards all around it and with one of its four neighbours away."""
    game = make_game(RUG, f"{DICK}; JR2={corner}")
    for row in range(1, 9):
        for column in range(1, 9):
            upright = ((row + column) % 2 == 0) is (corner == "upright")
            ends = [(row - 1, column), (row + 1, column)] if upright else [(row, column - 1), (row, column + 1)]
            off = any(not (1 <= r <= 8 and 1 <= c <= 8) for r, c in ends)
            around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            for away in [None, *around]:
                lines = {f"r{r}": [-1 if (r, c) == away else CARD["9C"] for c in range(1, 9)] for r in range(1, 9)}
                table = game.table(game.from_layout(lines, 1))
                free = off or away in ends
                assert table.free(NUMBERS[f"r{row}c{column}"]) is free, (row, column, away)


@pytest.mark.parametrize("place", ["r1c1", "r1c8", "r8c1", "r8c8", "r4c5"])
def test_what_waits_for_a_marriage(place: str) -> None:
    """JR3=required: no card is turned up, none goes from the hand to the talon, and there is no redeal; plays may be
    made, the one of the card in hand included."""
    rules = f"{DICK}; JR3=required"
    marriage = f"{place}:6D>talon"
    dealt = verified(rug({place: "6D"}, "talon: 7D\nstock: 9C 2S"), "*", rules, RUG)
    assert legal(dealt) == {marriage}
    for move in ("deal", "deal:2S^", "deal:2S>talon"):
        assert refused(rug({place: "6D"}, "talon: 7D\nstock: 9C 2S"), move, rules, RUG) == "M224"
    in_hand = verified(rug({place: "6D"}, "talon: 7D\nhand: 2S\nstock: 9C"), "*", rules, RUG)
    assert legal(in_hand) == {marriage, "deal:2S^"}
    assert refused(rug({place: "6D"}, "talon: 7D\nhand: 2S\nstock: 9C"), "deal:2S>talon", rules, RUG) == "M224"
    last = verified(rug({place: "6D"}, "talon: 7D"), "*", rules, RUG)
    assert legal(last) == {marriage}
    assert refused(rug({place: "6D"}, "talon: 7D"), "redeal", rules, RUG) == "M224"
    # Optional, nothing waits; and a card that is shut in is no marriage.
    free = verified(rug({place: "6D"}, "talon: 7D\nstock: 9C 2S"), "*", DICK, RUG)
    assert legal(free) == {marriage, "deal+2S", "deal:2S^", "deal:2S>talon"}
    shut = {"r3c5": "9C", "r4c5": "6D", "r5c5": "9C", "r4c4": "9C", "r4c6": "9C"}
    assert "redeal" in legal(verified(rug(shut, "talon: 7D"), "*", rules, RUG))


# -- a card in hand ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stock", ["stock: 9C 8C", "stock: -"])
@pytest.mark.parametrize(
    ("game", "rules"),
    [("Anna", DICK), ("Anna", f"{DICK}; AN8=forced"), (RUG, DICK), (RUG, f"{DICK}; JR8=forced"),
     (RUG, f"{DICK}; JR3=required")],
)  # fmt: skip
def test_a_card_in_hand_is_placed_before_the_next_is_turned_up(game: str, rules: str, stock: str) -> None:
    """Whatever else is due or missing, that is the reason against `deal`."""
    layout = f"1: QS\n2: QS\n3: QH\n4: QH\n5: QD\n6: QD\n7: QC\n8: QC\nSv: JS\nhand: TS\n{stock}"
    if game == RUG:
        layout = rug({"r1c1": "6D"}, f"Sv: JS\ntalon: 7D\nhand: TS\n{stock}")
    replay = replayed(layout, "deal", rules, game)
    assert replay.error is not None and replay.error.code == "M223"
    assert replay.error.message == "10♠ is in hand: it has to be placed first"


# -- Martha -----------------------------------------------------------------------------------------------------------


def test_martha_deals_a_card_to_each_pile_four_times_over() -> None:
    game = make_game("Martha", None)
    stock = from_seed("by hand", game.packs, game.bases)
    assert (game.packs, len(game.bases), len(stock)) == (1, 4, 48)
    position = game.start(stock)
    assert game.left(position) == 48
    for pile in range(12):
        dealt = [stock[12 * turn + pile] for turn in range(4)]
        assert position.places[str(pile + 1)] == [dealt[0] + DOWN, dealt[1], dealt[2] + DOWN, dealt[3]]


def test_martha_is_won_with_the_fifty_second_card() -> None:
    layout = "C^: KC\nD^: KD\nH^: KH\nS^: JS\n1: KS\n2: QS"
    assert not verified(layout, "2:QS^", "mcneely", "Martha").position.table.won()
    replay = verified(layout, "2:QS^ 1:KS^ {= won} {= left 0} won", "mcneely", "Martha")
    assert replay.game.why_won(replay.position) == "all 52 cards are on the foundations"
    assert refused(layout, "2:QS^ won", "mcneely", "Martha") == "R501"


def test_martha_has_a_first_and_a_last_pile() -> None:
    layout = "1: 9C 8H\n10: 7S\n12: 9S\n11: KC"
    assert legal(verified(layout, "*", "mcneely", "Martha")) >= {"1:8H>12", "12:9S>2", "11:KC>9", "10:7S>1"}
    game = make_game("Martha", None)
    for name in ("0", "13"):
        with pytest.raises(LayoutError):
            game.from_layout({name: [CARD["9C"]]}, 1)
    assert [NAMES[place] for place in range(1, 13)] == list(game.order)


# -- the weaving games ------------------------------------------------------------------------------------------------

STILL = "1: 9C\n2: 9D"
NEARLY = "C^: QC\nD^: KD\nH^: KH\nS^: KS\nCv: AC\nDv: AD\nHv: AH\nSv: AS\n"


@pytest.mark.parametrize(
    ("layout", "moves", "rules", "over"),
    [
        (STILL, "*", "wikipedia", True),
        (f"{STILL}\nexile: 9H", "*", "wikipedia", False),
        ("1: 2C\n2: 9D", "*", "wikipedia", False),
        ("1: 2C\n2: 9D", "1:2C^", "wikipedia", True),
        # A reversal that frees a card opens the deal again, until the card is played or shut in.
        ("C^: 6C\nCv: 7C\n1: 5C", "*", "wikipedia", True),
        ("C^: 6C\nCv: 7C\n1: 5C", "6C^v", "wikipedia", False),
        ("C^: 6C\nCv: 7C\n1: 5C", "6C^v 6Cv^", "wikipedia", True),
        ("C^: 6C\nCv: 7C\n1: 5C", "6C^v 1:5Cv", "wikipedia", True),
        ("C^: 6C\nCv: 7C\n1: 5C", "*", "wikipedia; L7a=yes", False),
        ("C^: 6C\nCv: 7C\n1: 5C", "*", "wikipedia; L11=last-exile", True),
        # A stalemate ends it for good, unless it ends the weave alone.
        ("C^: 6C\nCv: 7C\n1: 5C\nexile: 9D", "exile:9D#", "wikipedia", True),
        ("C^: 6C\nCv: 7C\n1: 5C\nexile: 9D", "exile:9D# 6C^v", "wikipedia; L4=ends-weave", False),
        # What is due comes first; the deal is over when it has been done.
        ("C^: 6C\nCv: 7C\n1: 9D", "*", "wikipedia; L7=immediate", False),
        ("C^: 2C\nCv: 3C\n1: 9D", "2C^v", "wikipedia; L7=immediate", True),
        ("C^: 2C\nCv: 3C\n1: AC", "2C^v", "wikipedia; L7=immediate", False),
        ("C^: 2C\nCv: 3C\n1: 9D", "*", "gamerules", True),
        ("C^: 3C\nCv: 4C\n1: 9D", "3C^v", "gamerules", False),
        ("C^: 3C\nCv: 4C\n1: 9D", "3C^v 2C^v", "gamerules", True),
        # An exile that was turned up and played leaves a card to play, or none.
        ("Cv: KC\n1: JC\nexile: QC", "exile:QCv", "wikipedia", False),
        ("Cv: KC\n1: JC\nexile: QC", "exile:QCv", "wikipedia; L11=last-exile", True),
        ("Cv: KC\n1: 9D\nexile: QC", "exile:QCv", "wikipedia", True),
        # A game that is won is not over by a standstill.
        (f"{NEARLY}1: KC", "1:KC^", "wikipedia", False),
    ],
)
def test_when_a_deal_has_ended(layout: str, moves: str, rules: str, over: bool) -> None:
    replay = verified(layout, moves, rules)
    assert replay.dealt
    assert replay.game.table(replay.position).deal_over() is over


@pytest.mark.parametrize(
    ("rules", "one", "other", "same"),
    [
        # A deal that was over and is open again is not told from one that never was over; nor is one that is over.
        ("wikipedia", ("C^: 6C\nCv: 7C\n1: 5C", "6C^v"), ("C^: 5C\nCv: 6C\n1: 5C", "*"), True),
        ("wikipedia", ("C^: 6C\nCv: 7C\n1: 5C", "6C^v 6Cv^"), ("C^: 6C\nCv: 7C\n1: 5C", "*"), True),
        # Nor is it told by which point an exile is due: here L6d and L6e.
        ("wikipedia; L6d=moves", ("1: KH 2C\nexile: 9D", "1:2C^"), ("C^: 2C\nexile: 9D KH", "exile:KH>13"), True),
        # That one is due is told, and so is a stalemate that has ended the deal.
        ("wikipedia", ("exile: 9D KH", "exile:KH>13"), ("13: KH\nexile: 9D", "*"), False),
        ("wikipedia", ("exile: TD 9D", "exile:9D#"), ("9: 9D\nexile: TD", "*"), False),
        ("wikipedia; L4=ends-weave", ("exile: TD 9D", "exile:9D#"), ("9: 9D\nexile: TD", "*"), True),
        # A suit that may still be combined is told from one that may not.
        (
            "wikipedia; L7=now-or-never",
            ("C^: 6C\nCv: 8C\n1: 9S 2D 7C", "1:7C^ 1:2D^"),
            ("C^: 6C\nCv: 8C\n1: 9S 7C 2D", "1:2D^ 1:7C^"),
            False,
        ),
        (
            "wikipedia; L7=now-or-never",
            ("C^: 6C\nCv: 8C\n1: 9S 7C 2D", "1:2D^ 1:7C^"),
            ("C^: 7C\nCv: 8C\nD^: 2D\n1: 9S", "*"),
            True,
        ),
        # Two foundations that have passed each other may no longer be, also in a layout.
        (
            "wikipedia; L7=now-or-never",
            ("C^: 6C\nCv: 8C\n1: 9S 8C 7C", "1:7C^ 1:8C^"),
            ("C^: 8C\nCv: 8C\n1: 9S", "*"),
            True,
        ),
    ],
)
def test_which_positions_are_the_same(rules: str, one: tuple[str, str], other: tuple[str, str], same: bool) -> None:
    """Those that agree in digest, in what is due, in the stalemate and in the suits that may still be combined."""
    first, second = verified(*one, rules), verified(*other, rules)
    assert first.digest == second.digest
    assert first.dealt and second.dealt
    assert (first.game.key(first.position) == first.game.key(second.position)) is same


def test_places_of_a_group_are_interchangeable() -> None:
    class Grouped(Weaving):
        ALIKE = ((1, 2), (3, 4, 5))

    def key(**piles: str) -> int:
        cards = {int(name[1:]): bytes(CARD[card] for card in pile.split()) for name, pile in piles.items()}
        table = Grouped(make_game("Leoni's Own").rules.readings)
        table.lay(cards, 1, 0)
        return table.key()

    assert key(p1="2C 3C", p2="9H", p3="4D") == key(p1="9H", p2="2C 3C", p5="4D")
    assert key(p1="2C 3C", p3="9H") != key(p1="9H", p3="2C 3C")
    assert key(p1="2C 3C") != key(p1="3C 2C") and key(p6="2C 3C") != key(p7="2C 3C")


def test_the_bottom_card_of_a_high_pile_tells_positions_apart() -> None:
    pack = [card for card in CARD if card[0] not in "AK"] * 2
    first, second = (verified(f"1: {' '.join(cards)}") for cards in (pack, [*pack[1::-1], *pack[2:]]))
    assert first.game.key(first.position) != second.game.key(second.position)


@pytest.mark.parametrize("suit", "CDHS")
def test_no_reversal_while_an_exile_is_due(suit: str) -> None:
    """L6e = draw-first: a king has been turned up. A table that is written down leaves no suit a chance of its own."""
    layout = f"{suit}^: 6{suit}\n{suit}v: 7{suit}\n1: TC\n2: TD\nexile: 9S KD"
    assert refused(layout, f"exile:KD>13 6{suit}^v", "mcneely; L7=optional; L6e=draw-first") == "M211"
    verified(layout, f"6{suit}^v", "mcneely; L7=optional; L6e=draw-first")


@pytest.mark.parametrize(
    ("layout", "strays"),
    [
        ("1: 9C KD", {"1": "K♦, and no king is in play in this game: all eight are bases"}),
        ("12: KD 9C KS\nexile: KH", {
            "12": "K♦ K♠, and no king is in play in this game: all eight are bases",
            "exile": "K♥, and no king is in play in this game: all eight are bases",
        }),
        ("1: 9C QD\nexile: QH", {}),
    ],
)  # fmt: skip
def test_kings_in_weavers_are_strays(layout: str, strays: dict[str, str]) -> None:
    lines = {
        name: [CARD[card] for card in cards.split()] for name, cards in (x.split(": ") for x in layout.split("\n"))
    }
    game = make_game("Weaver's", None)
    assert dict(game.strays(game.from_layout(lines, 1))) == strays
    own = make_game("Leoni's Own", None)
    assert own.strays(own.from_layout(lines, 1)) == []


def test_what_is_said_under_a_table() -> None:
    for layout, moves, caption in [
        (NEARLY + "1: KC", "1:KC^", "deal 1 of 3, the game is won"),
        (NEARLY + "1: KC\ndeal: 3", "1:KC^", "deal 3 of 3, the game is won"),
        (NEARLY + "1: KC", "*", "deal 1 of 3"),
        (STILL, "*", "deal 1 of 3, the deal is over"),
        (f"{STILL}\nexile: 9H", "*", "deal 1 of 3, this is a standstill"),
    ]:
        replay = verified(layout, moves)
        assert replay.dealt
        assert replay.game.layout(replay.position).caption == caption


# -- Labyrinth --------------------------------------------------------------------------------------------------------


def test_a_labyrinth_without_rows_has_its_first() -> None:
    """What a layout leaves out: the first row has been dealt, and it is the one deal of the game."""
    game = make_game("Labyrinth", None)
    position = game.from_layout({"stock": [CARD["9C"], CARD["8C"]]}, 1)
    assert (game.rows(position), position.deal, game.deals) == (1, 1, 1)
    replay = verified("stock: 9C 8C", "deal", "mcneely", "Labyrinth")
    assert replay.dealt
    assert replay.game.text(replay.position).splitlines()[4:] == [
        "r1: -- -- -- -- -- -- -- --",
        "r2: 8C 9C -- -- -- -- -- --",
        "stock: -",
    ]
    three = game.from_layout({"r3": [CARD["9C"], *[-1] * 7]}, 1)
    assert game.rows(three) == 3
    for deal in (0, 2):
        with pytest.raises(LayoutError, match=f"there is no deal {deal}: a game has 1 deal"):
            game.from_layout({}, deal)


# -- claims -----------------------------------------------------------------------------------------------------------

TABLE = "C^: 5C\nCv: TC\n1: 2H 9C\n2: 8D\n3: 7S\n4: 6H\n5: 3D\n6: 3S\n13: 8S 6C\nexile: 4C"


@pytest.mark.parametrize(
    ("claim", "truth"),
    [
        ("available only: 9C 8D 7S 6H 3D 3S 8S 6C", ""),
        ("available only: 9C 8D 7S 6H 3D 3S 8S", "available as well: 6♣ in pile 13"),
        ("available only: 9C 8D 7S 6H", "available as well: 3♦ in pile 5, 3♠ in pile 6, 8♠ in pile 13, 6♣ in pile 13"),
        ("available only: 9C 8D 7S",
         "available as well: 6♥ in pile 4, 3♦ in pile 5, 3♠ in pile 6, 8♠ in pile 13 and 1 more"),
        ("deal: 1", ""),
        ("deal: 2", "this is deal 1"),
        ("1 2", ""),
        ("1 3", "pile 1 holds 2"),
        ("top 1: 9C", ""),
        ("top 1: 2H", "the top card of pile 1 is 9♣"),
        ("top 7: 9C", "pile 7 is empty"),
        ("1: 2H 9C", ""),
        ("1: 9C 2H", "pile 1 holds 2♥ 9♣"),
        ("1: 2H", "pile 1 holds 2♥ 9♣"),
        ("7: 2H", "pile 7 is empty"),
        ("7: -", ""),
        ("standstill", "it is not a standstill: 9♣ in pile 1 and 6♣ in pile 13 can be played"),
        ("not standstill", ""),
        ("deal over", "the deal is not over"),
        ("not available: 2H", ""),
        ("not available: 6C", "6♣ is available, in pile 13"),
        ("legal: 1:9Cv 13:6C^", ""),
        ("illegal: 1:9C^ 13:6Cv exile", ""),
        ("illegal: 1:9Cv", "1:9Cv is legal"),
        ("legal set: 1:9Cv 13:6C^", ""),
        ("legal set: 1:9Cv", "legal as well: 13:6C^"),
        ("legal set: -", "legal as well: 1:9Cv, 13:6C^"),
        ("won", "the game is not won: "),
        ("left 93", "the claim"),
    ],
)  # fmt: skip
def test_claims(claim: str, truth: str) -> None:
    """Every kind of claim, true and false; what is said of a false one is true."""
    replay = replayed(TABLE, f"{{= {claim}}}")
    if not truth:
        assert replay.accepted, replay.diagnostics
    else:
        assert replay.error is not None and replay.error.code == "C401" and truth in replay.error.message


def test_what_a_false_claim_points_at() -> None:
    for claim, places in [
        ("available only: 9C 8D 7S", ["4: ", "5: ", "6: ", "13: "]),
        ("not available: 6C", ["13: "]),
        ("top 1: 2H", ["1: "]),
    ]:
        replay = replayed(TABLE, f"{{= {claim}}}")
        assert replay.error is not None
        assert [line.partition(":")[0] + ": " for line in replay.error.table] == places


def test_gaps_of_a_row_are_not_counted() -> None:
    layout = "r1: 9C -- 8D -- -- -- -- --\nr2: -- -- -- -- -- -- -- --"
    verified(layout, "{= r1 2} {= r2 0} {= r1c1 1} {= r1c2: -}", "mcneely", "Labyrinth")
    for claim, truth in [("r1 8", "row 1 holds 2"), ("r2 8", "row 2 holds 0"), ("top r1: 8D", "row 1 is not a pile")]:
        replay = replayed(layout, f"{{= {claim}}}", "mcneely", "Labyrinth")
        assert replay.error is not None and truth in replay.error.message
