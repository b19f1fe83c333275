"""The hand-worked cases of the weaving games, each as a table on which nothing else fits."""

from __future__ import annotations

from tests.tables import legal, place, refused, verified


def test_a_exile_under_an_empty_pile_is_a_stalemate() -> None:
    done = verified("1: 9C\nexile: 5H", "exile:5H#")
    assert place(done, "5") == "5H"
    assert legal(done) == {"redeal"}


def test_b_weave_stops_when_a_lift_uncovers_a_playable_card() -> None:
    # 7D is next on D^; 7S and 7C fit nothing.
    done = verified("D^: 6D\n7: 7D 7S\nexile: 7C", "exile:7C~7S")
    assert place(done, "7") == "7S 7C 7D"
    assert legal(done) == {"7:7D^"}


def test_c_pile_of_its_own_rank_with_nothing_playable_is_a_stalemate_at_once() -> None:
    done = verified("7: 7D 7S\nexile: 7C", "exile:7C#")
    assert place(done, "7") == "7C 7D 7S"
    assert refused("7: 7D 7S\nexile: 7C", "exile:7C~7S#") == "M206"
    assert refused("7: 7D 7S\nexile: 7C", "exile:7C~7S") == "M206"


def test_d_lifted_king_that_uncovers_a_playable_card() -> None:
    layout = "C^: 8C\n4: 8D 9C KH\nexile: 5S 4S"
    done = verified(layout, "exile:4S~KH")
    assert place(done, "13") == "KH"
    assert place(done, "4") == "4S 8D 9C"
    assert legal(done) == {"4:9C^"}
    drawn = verified(layout, "exile:4S~KH", "wikipedia; L6a=draw-first")
    assert legal(drawn) == {"exile:5S#"}
    assert refused(layout, "exile:4S~KH 4:9C^", "wikipedia; L6a=draw-first") == "M211"


def test_e_weave_ends_in_another_pile_than_it_began() -> None:
    done = verified("3: 9D 8S\nexile: 3D", "exile:3D~8S#")
    assert place(done, "8") == "8S"
    assert place(done, "3") == "3D 9D"
    assert legal(done) == {"redeal"}


def test_f_last_card_of_the_stock_is_an_exile() -> None:
    from leoni_replay.cards import CARD
    from leoni_replay.games import make_game

    game = make_game("Leoni's Own")
    # Eleven cards lie on piles 1 to 11; the queen is due on pile 12.
    stock = [CARD[text] for text in "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC QD".split()]
    position = game.start(stock)
    assert [len(position.places[str(p)]) for p in range(1, 14)] == [1] * 11 + [0, 0]
    assert position.places["exile"] == [CARD["QD"]]


def test_g_replacement_of_an_exile_is_tested_too() -> None:
    from leoni_replay.cards import CARD
    from leoni_replay.games import make_game

    stock = [CARD[text] for text in "2C 3C 4C 5C 6C 8C 7H 7S 9D 9C".split()]
    position = make_game("Leoni's Own").start(stock)
    assert position.places["7"] == [CARD["9D"]]
    assert position.places["8"] == [CARD["9C"]]
    assert position.places["exile"] == [CARD["7H"], CARD["7S"]]
    # L5: the replacement stays, whatever its rank.
    unchecked = make_game("Leoni's Own", "wikipedia; L5=unchecked").start(stock)
    assert unchecked.places["7"] == [CARD["7S"]]
    assert unchecked.places["8"] == [CARD["9D"]]
    assert unchecked.places["exile"] == [CARD["7H"], CARD["9C"]]


def test_h_reversal_makes_room_for_a_second_three() -> None:
    layout = "H^: 6H\nHv: 7H\n1: 3H"
    assert refused(layout, "1:3H^") == "M203"
    done = verified(layout, "6H^v 5H^v 4H^v 3H^v 1:3H^")
    assert place(done, "H^") == "3H"
    assert place(done, "Hv") == "3H"


def test_i_last_exile_is_a_king() -> None:
    done = verified("1: 9C\nexile: KH", "exile:KH>13")
    assert place(done, "13") == "KH"
    assert legal(done) == {"redeal"}


def test_j_seven_of_hearts_tells_the_weaves_apart() -> None:
    layout = "7: 9C TD 4C\n4: 6S\nexile: 7H"
    once = verified(layout, "exile:7H~4C", "gamerules")
    assert place(once, "7") == "4C 7H 9C TD"
    chain = verified(layout, "exile")
    assert place(chain, "4").startswith("4C")
    assert place(chain, "7") == "7H 9C TD"


def test_kings_in_play_in_weavers_are_strays() -> None:
    """There is no pile 13 for them: what would take one there is refused."""
    done = verified("1: 9C KC\n9: 3C\nexile: AC", "*", "weavers", "Weaver's")
    assert "D306" in [found.code for found in done.diagnostics]
    assert legal(done) == set()
    assert refused("1: 9C KC\nexile: AC", "exile", "weavers", "Weaver's") == "M220"
    assert refused("exile: KD", "exile", "weavers", "Weaver's") == "M220"
    assert refused("1: KC", "1:KCv", "weavers", "Weaver's") == "M203"
