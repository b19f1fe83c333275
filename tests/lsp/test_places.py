"""What is told, offered and put right at a place of a record."""

from __future__ import annotations

from pathlib import Path

import pytest

from leoni_replay.games import GAMES
from leoni_replay.lsp.hover import Style, hover
from leoni_replay.lsp.quick_fixes import Change, corrections
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import MoveItem
from leoni_replay.record.legal import legal
from leoni_replay.record.replay import replay
from leoni_replay.show.move_sentences import move_sentence
from leoni_replay.show.story import make_story
from leoni_replay.show.text_board import board_text
from tests.cli.runs import GOOD
from tests.lsp.texts import HEAD, changed, kept, offered, shown

GAMES_FOLDER = Path(__file__).parents[2] / "transcripts" / "games"
#: One in which cards become known, with a redeal; one with variations; one of rows.
TOLD = ["annotated.moves", "labyrinth-lost.moves", "../warned/H111.moves"]


def text_of(name: str) -> str:
    return (GAMES_FOLDER / name).read_text(encoding="utf-8")


# -- what is shown ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TOLD)
def test_every_move_is_shown_as_replays_tell_it(name: str) -> None:
    (transcript,) = loads(text_of(name))
    story = make_story(replay(transcript))
    game = kept(text_of(name))
    moves = [item for item in transcript.items if isinstance(item, MoveItem)]
    assert len(moves) == len(story.moves) > 2
    for item, move in zip(moves, story.moves, strict=True):
        tooltip = hover(game, item.start, Style(markdown=False))
        assert tooltip is not None and (tooltip.start, tooltip.end) == (item.start, item.end)
        first, table, foot = tooltip.text.split("\n\n", 1)[0], board_text(story.layout(move.number)), tooltip.text
        assert first == f"{move.number}. {move.token} {move.prose}"
        assert table in foot
        assert f"move {move.number} of {len(moves)}, " in foot


def test_what_else_is_shown() -> None:
    for text, said in [
        ('[Game "Leoni|\'s Own"]\n[Deal "seed:1884"]\n*\n', "**Leoni's Own · seed 1884 · unfinished"),
        (HEAD.replace("wiki", "wi|ki") + "*\n", "The plainest reading of Wikipedia's article"),
        (HEAD.replace("seed:", "seed|:") + "*\n", "as dealt"),
        (HEAD + "1|. 11:2S^ *\n", "**as dealt**"),
        (HEAD + "11:2S^ 2|. 11:QCv *\n", "**before move 2**"),
        (HEAD + "11:2S^ *|\n", "The game is not over: 95 cards are not on the foundations"),
        (HEAD + "11:2S^ {= left| 95} *\n", "the claim left 95 holds"),
        (HEAD + "11:2S^ * {= digest |ac56dc0f4c8cc6a6}\n", "does not hold"),
        (HEAD + "11:2S^ * {= left| 95}\n", "the claim left 95 holds"),
        (HEAD + "11:2S^ {= left| 94} *\n", "the claim \\`left 94\\` does not hold"),
    ]:
        tooltip = shown(text)
        assert tooltip is not None and said in tooltip.text, text
    # Behind what is wrong nobody has looked at a claim.
    unseen = ["11:2S^ {= left 94} {= left| 95} *\n", "11:2S^ {= left 94} * {= left| 95}\n", "11:KCv * {= left| 96}\n"]
    for body in ("11:2S^ {a com|ment} *\n", "11:2S^ |  *\n", "11:2S^ *|x", "11:2S^ * {a com|ment}\n", *unseen):
        assert shown(HEAD + body) is None, body
    assert shown('[Game "Chess|"]\n*\n') is None
    assert shown("not|hing") is None


def test_no_word_of_a_stranger_is_markup() -> None:
    tooltip = shown('[Game "Leoni\'s Own"]\n[Deal "seed:<b>*x*`|"]\n*\n')
    assert tooltip is not None
    assert "&lt;b\\>\\*x\\*\\`" in tooltip.text


# -- what is offered --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TOLD)
def test_the_legal_moves_are_offered_before_every_move(name: str) -> None:
    (transcript,) = loads(text_of(name))
    replayed = replay(transcript)
    text = text_of(name)
    for number, item in enumerate(list(transcript.moves())[:12]):
        made = offered(text[: item.start] + "|" + text[item.start :])
        short = [offer for offer in made if offer.kind == "move"]
        legal_moves = legal(replayed, number)
        position = replayed.at(number)
        assert [offer.text for offer in short] == [str(one.short) for one in legal_moves]
        assert [offer.long_form for offer in short] == [str(one.move) for one in legal_moves]
        assert [offer.description for offer in short] == [move_sentence(one.step, position) for one in legal_moves]
        long = [offer.text for offer in made if offer.kind == "long move"]
        assert long == [str(one.move) for one in legal_moves if str(one.move) != str(one.short)]
        # Short forms first; what is written there gives way.
        kinds = [offer.kind for offer in made if offer.kind != "result"]
        assert kinds == sorted(kinds, key=["move", "long move"].index)
        assert {(offer.start, offer.end) for offer in made} == {(item.start, item.end)}


FIRST = {"11:2S^", "6:2S^"}
#: Behind the other of them, replayed by itself.
OTHER = {str(one) for one in legal(replay(loads(HEAD + "6:2S^ *\n")[0]))}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("|", FIRST),
        ("1. |", FIRST),
        ("1.|", FIRST),
        ("1. 11:|", FIRST),
        ("1. 11|", FIRST),
        ("1. {which two?} |*", FIRST),
        ("1. 11:2S^ (|", FIRST),
        ("1. 11:2S^ (|) 11:QCv *", FIRST),
        ("1. 11:2S^ ( 1. 6:|", FIRST),
        ("1. 11:2S^ (6:2S^ (|", FIRST),
        ("1. 11:2S^ (6:2S^ (11:2S^) |", OTHER),
        ("1. 11:2S^ (6:2S^ |) 11:QCv *", OTHER),
        ("1. 11:2S^ (6:2S^) |", {"4:3S^", "11:QCv"}),
        ("1. 11:2S^ |11:KCv 4:3S^ *", {"4:3S^", "11:QCv"}),
        ("1. 11:2S^ 11:KCv 4:|3S^ *", set()),
        ("1. 11:2S^ 9:9Z 4:|3S^ *", set()),
        ("1. 11:2S^ {no |move} *", set()),
        ("1. 11:2S^ ; no |move", set()),
        ("1. 11:2S^ {never |", set()),
        ("1. 11:2S^ {= left 3} |4:3S^ *", {"4:3S^", "11:QCv"}),
        ("1. 11:2S^ {= left 3} 4:3S^ |", set()),
        ("1. 11:2S^ * |", set()),
        ("1. (|", set()),
    ],
)
def test_where_moves_are_offered(body: str, expected: set[str]) -> None:
    made = {offer.text for offer in offered(HEAD + body) if offer.kind != "result" and offer.text == offer.long_form}
    assert made == expected


def test_tags_and_their_values_are_offered() -> None:
    names = [offer.text for offer in offered(HEAD.rstrip() + "\n[|")]
    assert names == ["DealHash", "Pack", "Layout", "Result", "RecordDigest"]
    assert [offer.text for offer in offered('[Game "|')] == list(GAMES)
    (martha, *_) = [offer for offer in offered('[Game "Ma|x"]\n') if offer.text == "Martha"]
    change = Change(martha.start, martha.end, martha.text)
    assert changed('[Game "Max"]\n', (change,)) == '[Game "Martha"]\n'
    assert [offer.text for offer in offered('[Game "Leoni\'s Own"]\n[Rules "|"]')] == [
        *("wikipedia", "wikipedia; letter", "gamerules", "mcneely", "mcneely; letter")
    ]
    assert "seed:" in [offer.text for offer in offered('[Deal "|')]
    assert [offer.text for offer in offered(HEAD.rstrip() + '\n[Result "|"]\n\n*')] == ["won", "lost", "*", "conceded"]
    assert offered('[Player "|"]') == []


# -- what is put right ------------------------------------------------------------------------------------------------


def test_moves_in_place_of_a_refused_one_are_legal_there() -> None:
    text = GOOD.replace("4:3S^", "4:3H^")
    made = [one for one in corrections(kept(text), 0, len(text)) if "legal here" in one.title]
    assert made
    for one in made:
        (transcript,) = loads(changed(text, one.changes))
        assert replay(transcript, hints=False).moves >= 3


def test_the_word_with_which_a_game_ends_is_offered() -> None:
    lost = [offer for offer in offered(GOOD.replace("5:3Dv lost", "5:3Dv |")) if offer.kind == "result"]
    assert [(offer.text, offer.description.partition(":")[0]) for offer in lost] == [("lost", "The game is lost")]
    won = text_of("martha-won.moves").rstrip().removesuffix("won")
    assert [offer.text for offer in offered(won + "|")] == ["won"]
    assert not [offer for offer in offered(HEAD + "|") if offer.kind == "result"]
