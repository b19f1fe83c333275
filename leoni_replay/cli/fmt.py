"""``leoni fmt`` and ``leoni sample``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from leoni_replay.cli.common import OK, REJECTED, USAGE, app, check_rules, fail, results, shown_diff, terminal_for
from leoni_replay.cli.options import Color, GameOption, OutputFile, Paths, Player, RulesOption, Want
from leoni_replay.cli.progress import watched
from leoni_replay.files.atomic import CannotWrite
from leoni_replay.files.reading import transcripts_in, why
from leoni_replay.files.rewrite import rewrite
from leoni_replay.games import RulesError
from leoni_replay.record.sample import sample_texts
from leoni_replay.report.base import Options
from leoni_replay.report.frame import frame
from leoni_replay.text import visible

if TYPE_CHECKING:
    from leoni_replay.diagnostics import Diagnostic
    from leoni_replay.show.terminal import Terminal


@app.command()
def fmt(
    files: Paths,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit 1 if a file would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; print what would change.")] = False,
    short: Annotated[bool, typer.Option("--short", help="Write every move in its short form.")] = False,
    record_digest: Annotated[
        bool, typer.Option("--record-digest", help="Add the tag RecordDigest where all cards are known.")
    ] = False,
    rules: RulesOption = None,
) -> None:
    """Rewrite transcripts in their canonical form.

    That is long moves, move numbers and even lines; nothing is lost. Files are rewritten in place; standard input
    goes to standard output. A file with a rejected game is not changed.
    """
    check_rules(rules)
    if record_digest and rules is not None:
        fail("--record-digest and --rules exclude each other: the digest is that of a record under its own rules")
    terminal = terminal_for(False, Color.never)
    worst = OK
    for path in files:
        transcripts = list(transcripts_in(path))
        if not transcripts:
            sys.stderr.write(f"leoni: {visible(path)}: there are no transcripts in this folder\n")
            worst = USAGE
        for file in transcripts:
            try:
                if isinstance(file, OSError):
                    raise file
                outcome = rewrite(
                    file, write=not (check or diff), diff=diff, short=short, digest=record_digest, rules=rules
                )
            except BrokenPipeError:
                raise
            except OSError as error:
                name = error.filename or file if isinstance(file, OSError) else file
                said = str(error) if isinstance(error, CannotWrite) else f"{name}: cannot be read: {why(error)}"
                sys.stderr.write(f"leoni: {visible(said)}\n")
                worst = USAGE
                continue
            if outcome.refusal is not None:
                _print_refusal(outcome.refusal, terminal)
            elif diff:
                terminal.write("".join(shown_diff(outcome.diff)))
            elif outcome.status == "changed" and file != "-":
                terminal.write(f"{'would change' if check else 'changed'} {visible(file)}\n")
            if outcome.status == "refused" or (outcome.status == "changed" and (check or diff)):
                worst = max(worst, REJECTED)
    raise typer.Exit(worst)


def _print_refusal(refusal: Diagnostic, terminal: Terminal) -> None:
    text = frame(refusal, Options(ascii=terminal.ascii, color=False, width=terminal.width))
    sys.stderr.write(f"{text}leoni: {visible(refusal.file)} is left as it is\n")


@app.command()
def sample(
    game: GameOption = "Leoni's Own",
    rules: RulesOption = None,
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT", help="The same text gives the same games.")] = "leoni",
    games: Annotated[int, typer.Option("--games", min=1, help="Number of games.")] = 1,
    player: Annotated[
        Player, typer.Option("--player", help="Who plays; docs/players.md describes the players.")
    ] = Player.weighted,
    want: Annotated[Want, typer.Option("--want", help="Keep only games with this result.")] = Want.any,
    tries: Annotated[int, typer.Option("--tries", min=0, help="Give up after N deals (0: never).")] = 0,
    output_file: OutputFile = None,
) -> None:
    """Write records of sample games.

    random makes every legal move with the same chance, and stops after 5,000 moves. weighted prefers plays, so that
    its games are short; it wins about one game of Leoni's Own in 300. sensible plays as a careful person would.
    solver knows all cards. docs/players.md describes the players and how often they win.
    """
    written = 0
    try:
        played = sample_texts(game, rules, seed, games, want.value, tries=tries or None, player=player.value)
    except RulesError as error:
        fail(str(error))
    except ValueError as error:
        fail(f"--seed: {error}")
    with results(False, Color.never, output_file) as terminal, watched(played) as texts:
        for text in filter(None, texts):
            terminal.write_utf8(("\n" if written else "") + text)
            written += 1
    if written < games:
        sys.stdout.flush()
        sys.stderr.write(f"leoni: {written} of {games} games found in {tries} deals\n")
        raise typer.Exit(REJECTED)
