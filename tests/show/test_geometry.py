"""The plan of a game: room for every card that it ever shows, and nothing on top of anything else."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from leoni_replay.layout import Layout, Place, Zone
from leoni_replay.show.geometry import CARD_HEIGHT, CARD_WIDTH, LABEL, Plan, Shape, Spot, plan
from tests.show.test_svg import GAMES, INSET, layouts, places, stories

Area = tuple[float, float, float, float]


def area(spot: Spot, cards: int) -> Area:
    """What the cards of a place cover."""
    corners = [spot.card(index) for index in range(max(cards, 1))]
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    turn = INSET * spot.longways
    return spot.x - turn, spot.y + turn, right + CARD_WIDTH + turn, bottom + CARD_HEIGHT - turn


def overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.long
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_nothing_lies_on_anything_else(path: Path) -> None:
    for story in stories(path):
        tables = layouts(story)
        most: dict[str, int] = {}
        for layout in tables:
            for place in places(layout):
                most[place.name] = max(most.get(place.name, 0), len(place.cards))
        check_plan(plan(tables), most)


def check_plan(made: Plan, most: dict[str, int]) -> None:
    assert set(made.spots) == set(most)
    areas = {name: area(made.spots[name], cards) for name, cards in most.items()}
    for left, top, right, bottom in areas.values():
        assert left > 0 and top >= LABEL and right < made.width and bottom < made.height
    for one, other in combinations(areas, 2):
        assert not overlap(areas[one], areas[other]), (one, other)
        if not one.startswith("r"):
            # Nor on the label over a place.
            for name, beside in ((one, other), (other, one)):
                left, top, _, _ = areas[name]
                if not name.startswith("r"):
                    assert not overlap((left, top - LABEL, left + CARD_WIDTH, top), areas[beside]), (name, beside)


def zone(name: str, places: int, cards: int, *, beside: bool = False) -> Zone:
    return Zone(name, name, tuple(Place(f"{name}{n}", "", (0,) * cards) for n in range(places)), beside)


def test_the_tallest_piles_of_all_layouts_count() -> None:
    low, high = Layout((zone("a", 3, 2),)), Layout((zone("a", 3, 9),))
    assert plan([low]).height < plan([high]).height == plan([high, low]).height == plan([low, high]).height
    # However long a fan is, the picture does not grow without end.
    assert plan([Layout((zone("a", 3, 104),))]).height < 500


def test_rows_that_come_later_count() -> None:
    one, three = Layout((zone("a", 2, 1),)), Layout((zone("a", 6, 1),))
    assert set(plan([one, three]).spots) == set(plan([three, one]).spots) == {f"a{n}" for n in range(6)}


def test_beside_and_below() -> None:
    made = plan([Layout((zone("a", 4, 1), zone("b", 4, 3), zone("c", 1, 20, beside=True), zone("d", 4, 1)))])
    a, b, c, d = (made.spots[f"{name}0"] for name in "abcd")
    assert a.x == b.x == d.x and a.y < b.y < d.y
    assert c.y == b.y and c.x > made.spots["b3"].x + CARD_WIDTH and (c.dx > 0) and c.dy == 0


def test_a_place_of_its_own_goes_up_if_there_is_room() -> None:
    few, many = (plan([Layout((zone("a", 4, 1), zone("b", 10, 3), zone("c", 1, cards)))]) for cards in (5, 60))
    assert few.spots["c0"].y == few.spots["a0"].y
    assert few.spots["c0"].x + 4 * few.spots["c0"].dx + CARD_WIDTH < few.width
    assert many.spots["c0"].y > many.spots["b0"].y
    assert many.width == few.width or many.width <= 920


def test_packets_and_dropped_cards_of_the_reversal() -> None:
    (story, *_) = stories(next(path for path in GAMES if path.stem == "reversal-won"))
    spots = plan(layouts(story)).spots
    assert spots["dropped"].y == spots["1"].y and spots["dropped"].x > spots["4"].x
    assert spots["C^"].y < spots["1"].y < spots["Cv"].y


def test_the_letters_of_anna() -> None:
    (story, *_) = stories(next(path for path in GAMES if path.stem == "anna-won"))
    spots = plan(layouts(story)).spots
    left, right = [spots[name] for name in "1247"], [spots[name] for name in "1368"]
    assert [spot.y for spot in left] == sorted({spot.y for spot in left}) == [spot.y for spot in right]
    for one, other in zip(left, right, strict=True):
        assert one.x + other.x == 2 * spots["1"].x
    assert max(spots[name].x for name in ("Cv", "Sv2")) < min(spot.x for spot in left)


def test_the_rug_is_woven() -> None:
    (story, *_) = stories(next(path for path in GAMES if path.stem == "rug-won"))
    spots = plan(layouts(story)).spots
    assert not spots["r1c1"].longways and spots["r1c2"].longways and spots["r2c1"].longways
    assert spots["r1c2"].x - spots["r1c1"].x == spots["r2c1"].y - spots["r1c1"].y > (CARD_WIDTH + CARD_HEIGHT) / 2


def test_a_long_fan_goes_on_below() -> None:
    talon = Layout((zone("a", 4, 1), zone("b", 1, 60)))
    (spot,) = (spot for name, spot in plan([talon], Shape(400)).spots.items() if name == "b0")
    assert 1 < spot.wrap < 60 and spot.dx >= 12
    assert spot.card(spot.wrap) == (spot.x, spot.y + spot.dy) and spot.card(spot.wrap - 1)[1] == spot.y
    assert plan([talon]).spots["b0"].wrap == 0


def test_a_table_with_nothing() -> None:
    assert plan([Layout(())]).spots == {}
    assert "</svg>" in Layout(()).svg()
