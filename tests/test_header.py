"""The head of a record: near misses of its tags and names, which are refused or put right, never passed over."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from leoni_replay.files.rewrite import apply_edits
from leoni_replay.games import RulesError, check_rules
from leoni_replay.notation.split import RawGame
from leoni_replay.record.canonical import respell
from leoni_replay.record.judge import judge
from leoni_replay.record.replay import Replay
from tests.cli.runs import leoni

MARTHA = '[Game "Martha"]\n[Rules "mcneely"]\n'


def replayed(text: str) -> Replay:
    (transcript,) = lr.loads(text)
    replay = lr.replay(transcript)
    # The short way to a verdict comes to the same.
    verdict = judge(RawGame(text, 1, 1, ""))
    assert (verdict.status, verdict.game) == (replay.status, replay.name)
    assert verdict.diagnostics == tuple(replay.diagnostics)
    return replay


@pytest.mark.parametrize(
    ("head", "help"),
    [
        ('[game "Martha"]\n[Rules "mcneely"]\n[Deal "seed:1"]\n', "did you mean Game?"),
        (MARTHA + '[deal "seed:1"]\n', "did you mean Deal?"),
        (MARTHA + '[DEAL "seed:1"]\n', "did you mean Deal?"),
        (MARTHA + '[Dael "seed:1"]\n', "did you mean Deal?"),
        (MARTHA + '[Seed "1"]\n', 'did you mean [Deal "seed:1"]?'),
        (MARTHA + '[Pysol "pysol: 12"]\n', 'did you mean [Deal "pysol:12"]?'),
        (MARTHA + '[Deal "seed:1"]\n[Seed "1"]\n', 'did you mean [Deal "seed:1"]?'),
        (MARTHA + '[Number "seed:1"]\n', "did you mean Deal?"),
        (MARTHA + '[Comment "pysol: 5"]\n', "did you mean Deal?"),
        (MARTHA + '[Cards "2C 3C"]\n', "did you mean Pack?"),
        ('[Game "Martha"]\n[RuleBook "mcneely"]\n[Deal "seed:1"]\n', "did you mean Rules?"),
        ('[Game "Martha"]\n[Rule "mcneely"]\n[Deal "seed:1"]\n', "did you mean Rules?"),
        (MARTHA + '[Deal "seed:1"]\n[Dealhash "777e52364d9b7a42"]\n', "did you mean DealHash?"),
        (MARTHA + '[Deal "seed:1"]\n[pack2 "2C"]\n', "did you mean Pack2?"),
        (MARTHA + '{first} [Player "A"] [Deal "seed:1"] [Date "1884"] [result "*"]\n', "did you mean Result?"),
    ],
)
def test_near_misses_of_tags(head: str, help: str) -> None:
    (diagnostic,) = replayed(head + "\n*\n").diagnostics
    assert (diagnostic.code, diagnostic.severity, diagnostic.help) == ("H110", "error", (help,))


@pytest.mark.parametrize("rules", ["mcneely;", "mcneely; ;", "mcneely;; letter", "mcneely; letter;"])
def test_an_override_that_is_missing_is_an_error(rules: str) -> None:
    (diagnostic,) = replayed(f'[Game "Martha"]\n[Rules "{rules}"]\n[Deal "seed:1"]\n\n*\n').diagnostics
    assert diagnostic.code == "H107"
    assert diagnostic.message == f"an override is missing in `{rules}`: nothing stands after a semicolon"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Leoni’s Own", "Leoni's Own"),
        ("leoni's own", "Leoni's Own"),
        ("LEONIS OWN", "Leoni's Own"),
        ("Weavers", "Weaver's"),
        ("weaver‘s", "Weaver's"),
        ("  the  Reversal ", "The Reversal"),
        ("reversal", "The Reversal"),
        ("japanese-rug", "The Japanese Rug"),
        ("LABYRINTH", "Labyrinth"),
    ],
)
def test_names_of_games(written: str, name: str) -> None:
    replay = replayed(f'[Game "{written}"]\n[Rules "{lr.GAMES[name].books[0]}"]\n[Deal "seed:1"]\n[Result "*"]\n\n*\n')
    assert (replay.status, replay.name) == ("verified", name)
    assert respell(replay).value("Game") == name
    assert lr.make_game(written).name == lr.deal("seed:1", written).game.name == name
    assert next(lr.sample(written, None, "a", 1)).value("Game") == name


@pytest.mark.parametrize(
    ("rules", "code", "words"),
    [
        ("wikipeda", "H104", "did you mean `wikipedia`?"),
        ("Wikpedia", "H104", "did you mean `wikipedia`?"),
        ("", "H104", "no rule book is named"),
        ("L4=ends-weave", "H104", "as in `wikipedia; L4=ends-weave`"),
        ("mcneely L4=ends-weave", "H104", "as in `mcneely; L4=ends-weave`"),
        ("wikipedia; l4=ends-weave", "H105", "did you mean `L4`?"),
        ("wikipedia; L4=Ends weave", "H106", "did you mean `ends-weave`?"),
    ],
)
def test_near_misses_of_rules(rules: str, code: str, words: str) -> None:
    head = '[Game "Leoni\'s Own"]\n[Rules "{}"]\n[Deal "seed:1"]\n\n*\n'
    (diagnostic,) = replayed(head.format(rules)).diagnostics
    assert (diagnostic.code, words in f"{diagnostic.message} {diagnostic.help}") == (code, True), diagnostic
    with pytest.raises(RulesError) as caught:
        check_rules(rules)
    assert words in str(caught.value)


OWN = '[Game "Leoni\'s Own"]\n'


def of_text(text: str, rules: str | None = None) -> lr.Verdict:
    (verdict,) = lr.verify_text(text, rules=rules)
    return verdict


@pytest.mark.parametrize(
    ("tags", "right"),
    [
        (f'{OWN}[Rules "wikpedia"]\n[Deal "seed:1"]', 'Rules "wikipedia"'),
        (f'{OWN}[Rules "wikipedia; L4=end-weave"]\n[Deal "seed:1"]', 'Rules "wikipedia; L4=ends-weave"'),
        (f'{OWN}[Rules "wikipedia; l4=ends-weave"]\n[Deal "seed:1"]', 'Rules "wikipedia; L4=ends-weave"'),
        ('[Game "Leonis Onw"]\n[Rules "wikipedia"]\n[Deal "seed:1"]', 'Game "Leoni\'s Own"'),
        (f'{OWN}[Rules "wikipedia"]\n[Deel "seed:1"]', 'Deal "seed:1"'),
        (f'{OWN}[Rules "wikipedia"]\n[Seed "1"]', 'Deal "seed:1"'),
        ('[Game "Marta"]\n[Rulse "mcneely"]\n[Seed "1"]', 'Game "Martha"], [Rules "mcneely"] and [Deal "seed:1"'),
    ],
)
def test_a_name_in_the_tags_is_put_right(tags: str, right: str) -> None:
    text = f"{tags}\n\n*\n"
    (error,) = of_text(text).diagnostics
    (fix,) = error.fixes
    assert (fix.message, fix.only) == (f"the whole game is legal with [{right}]", True)
    assert of_text("".join(apply_edits(text.splitlines(keepends=True), fix.edits))).status == "verified"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["deal", "seed:1", "--game", "weavers"], 0, "Weaver's, weavers, seed:1"),
        (["sample", "--game", "LEONI’S OWN"], 0, '[Game "Leoni\'s Own"]'),
        (["rules", "--game", "japanese-rug"], 0, "dick-1898"),
        (["deal", "seed: 1"], 2, "did you mean seed:1?"),
        (["sample", "--game", "Leonie's Own"], 2, "did you mean `Leoni's Own`?"),
        (["sample", "--seed", " x"], 2, "begin with a space"),
        (["verify", "--rules", "L4=ends-weave", "x"], 2, "as in `wikipedia; L4=ends-weave`"),
        (["verify", "--rules", "Wikpedia", "x"], 2, "did you mean `wikipedia`?"),
    ],
)
def test_names_on_the_command_line(arguments: list[str], code: int, words: str) -> None:
    run = leoni(*arguments)
    assert run.code == code, run.err
    assert words in " ".join((run.out + run.err).split())
