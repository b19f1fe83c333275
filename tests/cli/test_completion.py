"""What a shell offers when Tab is pressed."""

from __future__ import annotations

import pytest
from typer.main import get_command

from leoni_replay.cli.common import MODULES, app
from leoni_replay.explain import codes
from leoni_replay.games import GAMES
from leoni_replay.search.players import PLAYERS
from tests.cli.runs import leoni


def offered(line: str, **env: str) -> list[str]:
    """What is offered for the last word of a line, as bash asks for it."""
    words = str(len(line.split(" ")) - 1)
    return leoni(_LEONI_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=words, **env).out.split()


def test_games() -> None:
    # In the spelling that no shell has to quote, and that means the same.
    assert offered("leoni sample --game ") == [game.slug for game in GAMES.values()]
    assert offered("leoni rules --game j") == ["japanese-rug"]
    assert [GAMES[slug].name for slug in offered("leoni odds --game lab")] == ["Labyrinth"]
    # As they are begun, so they go on.
    assert offered("leoni odds --game L") == ["Leonis-own", "Labyrinth"]
    assert offered("leoni odds --game The") == ["The-reversal", "The-japanese-rug"]
    assert all(name in GAMES for name in offered("leoni sample --game T"))


def test_books_of_a_game_that_is_an_argument() -> None:
    assert offered("leoni new martha --rules ") == offered("leoni sample --game martha --rules ")


#: the options that take a game, a deal or a rule book, and what each offers first
_OFFERS = {"--game": "leonis-own", "--deal": "seed:", "--rules": "wikipedia", "--player": "random"}


@pytest.mark.parametrize("command", MODULES)
def test_every_option_that_takes_a_name_offers_names(command: str) -> None:
    for option in get_command(app).commands[command].params:
        name = option.opts[-1]
        if name in _OFFERS and option.metavar != "N":
            assert _OFFERS[name] in offered(f"leoni {command} {name} "), name
    assert offered("leoni new Weav") == ["Weavers"]


def test_codes_deals_and_players() -> None:
    assert offered("leoni verify --select H11") == [code for code in codes() if code.startswith("H11")]
    assert offered("leoni verify --ignore M203,H103") == ["M203,H103"]
    assert offered("leoni deal ") == ["seed:", "pysol:"]
    assert offered("leoni solve --deal s") == ["seed:"]
    assert offered("leoni odds --player ") == list(PLAYERS)


def test_what_can_be_explained() -> None:
    assert offered("leoni explain M21")[0] == "M210"
    assert offered("leoni explain L6") == ["L6", "L6a", "L6b", "L6c", "L6d"]
    assert "weave" in offered("leoni explain we")
    assert set(codes()) <= set(offered("leoni explain "))
