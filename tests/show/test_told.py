"""What replays say of moves and of the end, in the words of each game; and what they do not show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.show.html import page
from leoni_replay.show.story import Story, make_story
from tests.cli.runs import leoni
from tests.tables import replayed
from tests.told import markdown, plain

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
DICK = "dick-1898"


def story(layout: str, moves: str, game: str = "Leoni's Own", rules: str = "wikipedia") -> Story:
    """A replay of some moves from a layout."""
    return make_story(replayed(layout, moves, rules, game))


def prose(layout: str, moves: str, game: str = "Leoni's Own", rules: str = "wikipedia") -> str:
    """The sentence of the last of some moves."""
    made = story(layout, moves, game, rules)
    assert made.replay.verified, made.replay.diagnostics
    return made.moves[-1].prose


WEAVE = "C^: 8C\n4: 8D 9C KH\n"
UNCOVERS = "5: 8D KC 2H\n13: 9S 5C\nexile: 6D"


@pytest.mark.parametrize(
    ("layout", "move", "rules", "end"),
    [
        (
            WEAVE + "13: 9S\nexile: 4S",
            "exile:4S~KH",
            "wikipedia",
            "goes to the top of pile 13 and uncovers 9♣, which can be played: a king ends the weave",
        ),
        (
            WEAVE + "exile: 4S",
            "exile:4S~KH",
            "wikipedia",
            "goes to pile 13, which is empty, and uncovers 9♣, which can be played: a king ends the weave",
        ),
        (
            WEAVE + "13: 9S\nexile: 4S",
            "exile:4S~KH",
            "gamerules",
            "goes under pile 13 and uncovers 9♣, which can be played",
        ),
        (
            WEAVE + "13: 9S\nexile: 4S",
            "exile:4S~KH",
            "mcneely",
            "goes under pile 13 and uncovers 9♣, which can be played",
        ),
        (UNCOVERS, "5:2H^", "wikipedia; L6d=whenever", "K♣, uncovered, goes to the top of pile 13"),
        (UNCOVERS, "5:2H^", "gamerules", "K♣, uncovered, goes under pile 13"),
    ],
)
def test_kings_go_on_top_of_pile_13_or_under_it(layout: str, move: str, rules: str, end: str) -> None:
    assert prose(layout, move, rules=rules).split("; ")[-1].removeprefix("its top card, K♥, ") == end


#: five of Anna's auxiliaries, so that no vacancy waits there to be filled
REST = "4: QC\n5: QD\n6: QH\n7: QS\n8: QC"


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("deal+9H deal:9H>talon", ["9♥ is turned up …", "… and laid on the talon"]),
        ("deal+9H deal:9Hv", ["9♥ is turned up …", "… and goes to the foundation"]),
        ("deal+9H {why not 1?} deal:9H>talon", ["9♥ is turned up", "9♥ is laid on the talon"]),
        ("deal+9H (deal:9Hv) deal:9H>talon", ["9♥ is turned up", "9♥ is laid on the talon"]),
        (
            "deal+9H talon:8C>1 deal:9H>talon",
            ["9♥ is turned up", "8♣ from the talon is married on 7♣ in pile 1", "9♥ is laid on the talon"],
        ),
    ],
)
def test_a_card_is_turned_up_and_placed_in_one_sentence(moves: str, said: list[str]) -> None:
    layout = f"Hv: TH\n1: 7C\n2: 8C 6D\n3: 7D\n{REST}\ntalon: 8C\nstock: 3S 9H"
    made = story(layout, moves, "Anna", DICK)
    assert made.replay.verified
    assert [move.prose for move in made.moves] == said
    assert [move.number for move in made.moves] == [*range(1, len(said) + 1)]


def test_a_redeal_says_what_fills_the_vacancies() -> None:
    said = prose(f"1: 7C\n2: -\n3: 7D\n{REST}\ntalon: 8C 9S", "redeal", "Anna", DICK)
    assert said.endswith("2 cards are the stock again; 8♣ from the stock fills pile 2")


# -- the end ----------------------------------------------------------------------------------------------------------

STILL = "1: 9C\n2: 9D\n"
WON = "C^: QC\nD^: KD\nH^: KH\nS^: KS\nCv: AC\nDv: AD\nHv: AH\nSv: AS\n"


@pytest.mark.parametrize(
    ("layout", "moves", "game", "rules", "said"),
    [
        (WON + "1: KC", "1:KC^ won", "Leoni's Own", "wikipedia",
         "The game is won: all 104 cards are on the foundations."),
        (WON + "1: KC", "1:KC^ *", "Leoni's Own", "wikipedia",
         "The game is won, though the record does not say so: all 104 cards are on the foundations."),
        (STILL + "deal: 3", "lost", "Leoni's Own", "wikipedia",
         "The game is lost: the last deal came to a standstill with no exile left; 96 cards are not on the "
         "foundations."),
        ("exile: 5H\ndeal: 3", "exile:5H# lost", "Leoni's Own", "wikipedia",
         "The game is lost: the last deal ended in a stalemate; 96 cards are not on the foundations."),
        ("2: JC\nexile: QC\ndeal: 3", "exile:QCv lost", "Leoni's Own", "wikipedia; L11=last-exile",
         "The game is lost: the last exile of the last deal has been placed; 95 cards are not on the "
         "foundations."),
        (STILL, "*", "Leoni's Own", "wikipedia", "The game is not over: 96 cards are not on the foundations."),
        (STILL + "deal: 3", "*", "Leoni's Own", "wikipedia",
         "The game is lost, though the record does not say so: the last deal came to a standstill with no "
         "exile left; 96 cards are not on the foundations."),
        (STILL, "1:9C^ *", "Leoni's Own", "wikipedia", "The replay stops here: 96 cards are not on the foundations."),
        ("r1: 9C -- -- -- -- -- -- --", "lost", "Labyrinth", "mcneely",
         "The game is lost: no legal move is left; 48 cards are not on the foundations."),
        ("r1: 2C -- -- -- -- -- -- --", "lost", "Labyrinth", "mcneely; LB4=stop",
         "The game is lost: the stock is out, which ends it; 48 cards are not on the foundations."),
        ("talon: 9C\ndeal: 3", "lost", "The Japanese Rug", DICK,
         "The game is lost: no move is left, and the cards cannot be dealt again; "
         "96 cards are not on the foundations."),
    ],
)  # fmt: skip
def test_the_end_says_why(layout: str, moves: str, game: str, rules: str, said: str) -> None:
    made = story(layout, moves, game, rules)
    assert made.replay.accepted or "stops here" in said, made.replay.diagnostics
    assert made.closing_sentence == said
    for text in (plain([made]).replace("\n", " "), markdown([made]), page(made)):
        assert made.closing_sentence in text


@pytest.mark.long
def test_every_recorded_game_says_how_it_ended() -> None:
    for path in sorted((TRANSCRIPTS / "games").glob("*.moves")):
        for transcript in lr.load(path):
            made = make_story(lr.replay(transcript))
            word = {"won": "The game is won: ", "lost": "The game is lost: "}.get(
                made.replay.result or "", "The game is not over"
            )
            assert made.closing_sentence.startswith(word), (path, made.closing_sentence)


# -- what lies face down ----------------------------------------------------------------------------------------------

#: Scripts, styles, and the drawings of a whole pack that a page has in it.
NOT_SHOWN = "<script.*?</script>|<style.*?</style>|<defs>.*?</defs>"

#: K♠ and Q♦ lie face down here, and are nowhere else.
DOWN_UNDER = 'Rules "mcneely"', "1: #KS 5C #QD 9H\n2: 8S", "Martha"
EXILED = 'Rules "wikipedia"', "1: 9C\nexile: KS QD", "Leoni's Own"


@pytest.mark.parametrize(("rules", "layout", "game"), [DOWN_UNDER, EXILED], ids=["piles", "exiles"])
def test_faces_of_cards_that_lie_face_down_are_not_shown(rules: str, layout: str, game: str, folder: Path) -> None:
    text = f'[Game "{game}"]\n[{rules}]\n[Deal "layout"]\n[Layout "{layout}\n"]\n\n*\n'
    if game == EXILED[2]:
        # Foundations show their bases: K♠ and Q♦ are looked for as exiles, not as those.
        text = text.replace("1: 9C", "S^: 2S\nSv: QS\nDv: TD\n1: 9C")
    (folder / "down.moves").write_text(text, encoding="utf-8")
    for form in ("text", "markdown", "svg", "html"):
        seen, opened = (
            re.sub(NOT_SHOWN, "", leoni(*command, *more).out, flags=re.DOTALL)
            for command in [("convert", "down.moves", "--format", form, "-o", "-")]
            for more in ((), ("--open",))
        )
        for card in ("K♠", "KS", "Q♦", "QD"):
            assert card not in seen.replace("\ufe0e", ""), (form, card)
        shown = opened.replace("\ufe0e", "")
        assert "KS" in shown or "K♠" in shown, form
    for command in (("replay", "down.moves"), ("replay", "down.moves", "--every")):
        assert not {"K♠", "Q♦"} & set(re.findall("[KQ][♠♦]", leoni(*command).out))
        assert {"K♠", "Q♦"} <= set(re.findall("[KQ][♠♦]", leoni(*command, "--open").out))
    for form in ("json", "csv"):
        run = leoni("convert", "down.moves", "--format", form, "--open", "-o", "-")
        assert run.code == 2 and "--open is for tables that people read" in run.err


def test_a_deal_shows_what_lies_face_up() -> None:
    closed, opened = (leoni("deal", "seed:1", "--game", "Martha", *more).out for more in ((), ("--open",)))
    assert len(re.findall("[♣♦♥♠]", closed)) == 4 + 24 and len(re.findall("[♣♦♥♠]", opened)) == 4 + 48
    closed, opened = (leoni("deal", "seed:1", "--game", "Labyrinth", *more).out for more in ((), ("--open",)))
    assert "stock: 40 cards face down" in closed
    assert len(re.findall("[♣♦♥♠]", opened)) == 52 and "; the stock lies face down" in opened


@pytest.mark.long
def test_no_layout_of_a_story_has_a_face_that_lies_down() -> None:
    for path in sorted((TRANSCRIPTS / "games").glob("*-lost.moves")):
        for transcript in lr.load(path):
            made = make_story(lr.replay(transcript))
            for number in range(len(made.moves) + 1):
                for zone in made.layout(number).zones:
                    for place in zone.places:
                        down = [card for card in place.cards if card >= DOWN or place.lie in ("hidden", "squared")]
                        assert set(down) <= {DOWN + UNKNOWN}
