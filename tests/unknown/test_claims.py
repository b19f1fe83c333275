"""Claims where cards are not known: one holds, or fails, only if it does so for every deal that fits."""

from __future__ import annotations

import random

import pytest

from leoni_replay.cards import TEXT, texts
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.notation.claim_syntax import claim
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps, token
from leoni_replay.record.claim_proofs import Refuted, outcome
from leoni_replay.record.replay import Replay, replay
from tests import tables
from tests.games.test_properties import RULES, SINGLE
from tests.unknown.deals import bare, moves_of, rewritten, sampled
from tests.unknown.test_masked import masked


def codes_of(replayed: Replay) -> list[str]:
    """The codes of what is found besides H111."""
    return [diagnostic.code for diagnostic in replayed.diagnostics if diagnostic.code != "H111"]


def test_a_redeal_in_which_a_move_would_say_too_little_leaves_a_claim_open() -> None:
    """If the unknown card is a deuce, it becomes the second exile, and the next move does not name it."""
    replayed = tables.replayed("13: 5S 2C\n12: ??", "redeal {= exile 1} exile *", "wikipedia; L11a=yes")
    assert [code for code in codes_of(replayed) if code != "D305"] == ["C403"]
    replayed = tables.replayed("13: 5S 2C\n12: ??", "redeal {= 1: 5S} exile *", "wikipedia; L11a=yes")
    assert [code for code in codes_of(replayed) if code != "D305"] == []


def test_a_claim_that_takes_a_standstill_for_granted() -> None:
    layout = '[Deal "layout"]\n[Layout "4: ??\nexile: QS"]'
    (transcript,) = loads(f'[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n{layout}\n\n{{= legal: exile:QSv}} *\n')
    assert [diagnostic.code for diagnostic in replay(transcript, hints=False).diagnostics] == ["D305", "C403"]


# -- against the games as they were played ----------------------------------------------------------------------------


def something(game: Game, table: Position, draw: random.Random) -> str:
    """Something that could be true of a table."""
    available = [card for _, card in table.available()]
    card = TEXT[draw.choice(available) if available and draw.random() < 0.5 else draw.randrange(52)]
    moves = [token(table.long_form(move)) for move in table.legal_moves()]
    name, lying = draw.choice([(name, cards) for name, cards in table.listing() if not isinstance(cards, int)])
    pile, other, cell = draw.randrange(1, 9), draw.randrange(1, 9), f"r{draw.randrange(1, 7)}c{draw.randrange(1, 9)}"
    said = ["exile", "deal", "redeal", card, f"{card}^", f"{card}v", f"{pile}:{card}^", f"{pile}:{card}v"]
    said += [f"{cell}:{card}^", f"{card}>{other}", f"{pile}:{card}>{other}", f"deal:{card}>talon", f"exile:{card}"]
    said += [f"deal+{card}", *moves, *moves]
    tops = texts(lying) if lying else "-"
    claims = [
        f"left {table.left + draw.choice([0, 0, 1, -1])}",
        draw.choice(["standstill", "not standstill", "won", "lost", "deal over"]),
        f"available: {card}",
        f"not available: {card}",
        f"available only: {texts(list(dict.fromkeys(available))) or '-'}",
        *(f"{draw.choice(['legal', 'illegal'])}: {draw.choice(said)}" for _ in range(4)),
        f"legal set: {' '.join(moves[draw.randrange(2) :]) or '-'}",
        f"{name}: {tops if draw.random() < 0.7 else card}",
        f"digest {table.digest}",
    ]
    if name[0] not in "rCDHS":
        claims += [
            f"{name} {max(0, len(lying) + draw.choice([0, 0, 1, -1]))}",
            f"top {name}: {tops[-2:].strip('-') or card}",
        ]
    return draw.choice(claims)


def holds(position: Position, text: str) -> bool:
    return not isinstance(outcome(position, claim(text)), Refuted)


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), [*RULES, *SINGLE[1::3]])
def test_many_claims_are_not_misjudged(name: str, rules: str) -> None:
    """What is true of a game is not refuted where its cards are not known, and what is false does not hold."""
    draw = random.Random(f"claims {name} {rules} many")
    for transcript in sampled(name, rules, "many", 1):
        moves = moves_of(transcript)
        record = rewritten(transcript, moves[: draw.choice([len(moves), draw.randrange(12)])], "*")
        truth = replay(record)
        game = truth.game
        assert game is not None
        layout, _ = masked(game, truth.at(0), draw.choice([0.05, 0.3, 0.8]), draw)
        tags = {tag.name: tag.value for tag in record.tags} | {"Deal": "layout", "Layout": layout}
        without = [bare(record), Transcript.build(tags, moves_of(record), "*")]
        heads = [dumps([one]).partition("\n\n")[0] for one in without]
        # Of the groups that move in Martha a record does not always say how many cards they are.
        readable = [replay(loads(dumps([one]))[0], hints=False).accepted for one in without]
        assert readable[0] or name == "Martha"
        written = [token(step.move) for step in truth.steps]
        for _ in range(6 if (name, rules) in RULES else 2):
            at = draw.randrange(len(written) + 1)
            said = something(game, truth.at(at), draw)
            true = holds(truth.at(at), said)
            for head, accepted in zip(heads, readable, strict=True):
                body = " ".join([*written[:at], f"{{= {said}}}", *written[at:]])
                replayed = replay(loads(f"{head}\n\n{body} *\n")[0], hints=False)
                codes = {diagnostic.code for diagnostic in replayed.diagnostics} - {"H111", "D305"}
                if accepted:
                    wanted = (set(), {"C403"}) if true else ({"C401"}, {"C402"}, {"C403"})
                    assert codes in wanted, (true, f"{head}\n\n{body} *")
