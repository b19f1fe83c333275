"""What ``leoni examine`` found out, in the terminal: the board, findings by severity, claims, and what is legal now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from leoni_replay.cards import PRETTY
from leoni_replay.examining.examination import Examination, Proof
from leoni_replay.examining.findings import Finding
from leoni_replay.show.board import Board
from leoni_replay.show.marks import with_last_move
from leoni_replay.show.story import title_of
from leoni_replay.text import cell_width, shown, wrap
from leoni_replay.words import counted, listed

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal

_STYLES: Final = {"impossible": "red", "doubtful": "yellow", "implied": "cyan"}
_CAME: Final = {True: "holds", False: "fails", None: "open"}
#: tags that the title tells already, or the board
_TOLD: Final = ("Game", "Rules", "Deal", "Layout", "DealHash", "Result")


def show(found: Examination, terminal: Terminal) -> None:
    """Print what was found out about a record."""
    _Shown(found, terminal).print()


def printed(found: Examination) -> str:
    """What :func:`show` prints, without colours."""
    import io

    from leoni_replay.show.terminal import Terminal

    out = io.StringIO()
    show(found, Terminal(ascii=False, color=False, width=100, tty=False, stream=out))
    return out.getvalue()


def proof_words(proof: Proof) -> str:
    """A claim with the place where it stands, if it does not speak of the first position."""
    if not proof.move:
        return proof.text
    return f"{proof.text} (after move {proof.move}{' of a variation' if proof.inside else ''})"


def why_open(proof: Proof) -> str:
    """Why a claim is neither proved nor refuted."""
    return f"this cannot be told: {proof.truth}" if proof.truth else "the record breaks off before it"


def summary(found: Examination) -> str:
    """How much was found, in a line."""
    parts = []
    for severity in _STYLES:
        number = sum(one.severity == severity for one in found.findings)
        parts += [f"{number} {severity}"] if number else []
    for came, one, many in (("holds", "holds", "hold"), ("fails", "fails", "fail"), ("open", "is open", "are open")):
        number = sum(_CAME[proof.holds] == came for proof in found.proofs)
        parts += [f"{counted(number, 'claim')} {one if number == 1 else many}"] if number else []
    return ", ".join(parts) or "nothing was found"


class _Shown:
    def __init__(self, found: Examination, terminal: Terminal) -> None:
        self.found = found
        self.terminal = terminal
        self.console = terminal.console()
        self.ascii = terminal.ascii
        self.yes, self.no = ("ok ", "no ") if self.ascii else ("✓ ", "✗ ")

    def print(self) -> None:
        found = self.found
        self._head()
        if found.position is not None:
            self._board()
            self._findings()
        self._diagnostics()
        self._claims()
        if found.position is not None:
            self._now()
            self._readings()
        self._line("")
        self._line(summary(found), style="green" if found.sound else "red")

    # -- parts ------------------------------------------------------------------------------------------------------

    def _line(self, text: str, lead: str = "", *, style: str = "", lead_style: str | None = None) -> None:
        """A paragraph behind its lead, the lines after the first indented as far."""
        indent = cell_width(lead)
        first, *rest = wrap(shown(text, self.ascii), max(self.terminal.width - indent, 20))
        line = Text(lead, style=style if lead_style is None else lead_style)
        self.console.print(line.append(first, style=style))
        for more in rest:
            self.console.print(Text(" " * indent + more, style=style))

    def _section(self, title: str, style: str = "") -> None:
        self._line("")
        self._line(title, style=f"bold {style}".strip())

    def _head(self) -> None:
        transcript = self.found.replay.transcript
        self._line(title_of(self.found.replay), style="bold")
        for tag in transcript.tags:
            if tag.name not in _TOLD and not tag.name.startswith("Pack"):
                self._line(" ".join(tag.value.split()), f"{tag.name}: ", style="dim")

    def _board(self) -> None:
        found, game = self.found, self.found.replay.game
        assert game is not None and found.position is not None
        step = found.replay.steps[found.number - 1] if found.number else None
        if step is not None:
            self._section(f"after move {found.number}")
        self._line("")
        self.console.print(Board(with_last_move(game.layout(found.position), step), ascii=self.ascii))
        if found.unseen:
            self._line("")
            self._line(
                f"{listed(found.unseen)} (findings take nothing for granted there; what is available and legal is told "
                "as if places were empty and foundations at their bases)",
                "not listed: ",
                style="dim",
            )

    def _findings(self) -> None:
        for severity, style in _STYLES.items():
            found = [one for one in self.found.findings if one.severity == severity]
            if found:
                self._section(severity, style)
            for one in found:
                self._finding(one, style)

    def _finding(self, one: Finding, style: str) -> None:
        self._line(one.message, f"  {one.code}  ", lead_style=style)
        if one.places:
            self._line(", ".join(one.places), "        at: ", style="dim")
        if one.clause is not None:
            clause = one.clause
            said = f"{clause.label}, {clause.name} ({clause.citation}; {clause.basis})"
            self._line(said, "        rule: ", style="dim")

    def _diagnostics(self) -> None:
        from leoni_replay.report.base import Options
        from leoni_replay.report.frame import frame

        options = Options(ascii=self.ascii, color=self.terminal.color, width=self.terminal.width)
        for found in self.found.diagnostics:
            self._line("")
            self.terminal.write(frame(found, options))

    def _claims(self) -> None:
        if not self.found.proofs:
            return
        self._section("claims")
        for proof in self.found.proofs:
            words = proof_words(proof)
            if proof.holds:
                self._line(words, f"  {self.yes}", lead_style="green")
            elif proof.holds is None:
                self._line(words, f"  {'? ':{len(self.yes)}}", lead_style="yellow")
                self._line(why_open(proof), "      ")
            else:
                self._line(words, f"  {self.no}", lead_style="red")
                self._line(proof.truth, "      ")

    def _now(self) -> None:
        found = self.found
        self._section("available")
        self._line(_cards(found.free) or "no card", "  ")
        self._section("legal")
        self._line(" ".join(found.moves) or "no move", "  ")

    def _readings(self) -> None:
        found = self.found
        if not found.differences:
            self._line("")
            self._line("under every other reading of one point it is the same")
            return
        self._section("under another reading of one point")
        for one in found.differences:
            parts = [("also available", _cards(one.more_free)), ("not available", _cards(one.less_free))]
            parts += [("also legal", " ".join(one.more_moves)), ("not legal", " ".join(one.fewer_moves))]
            said = "; ".join(f"{what}: {which}" for what, which in parts if which)
            self._line(f"{one.reading} ({one.title}): {said}", "  ")


def _cards(held: Sequence[tuple[str, int]]) -> str:
    """Cards with their places: ``2♠ in r1c8``."""
    places: dict[str, list[str]] = {}
    for place, card in held:
        places.setdefault(place, []).append(PRETTY[card] if card < 52 else "??")
    return ", ".join(f"{' '.join(cards)} in {place}" for place, cards in places.items())
