"""What ``leoni examine`` found out, in the terminal: the board, findings by severity, claims, and what is legal now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from leoni_replay.cards import PACK_SIZE, PRETTY
from leoni_replay.examining.findings import Finding
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.record.examination import Examination, Proof
from leoni_replay.show.marks import with_last_move
from leoni_replay.show.story import title_of
from leoni_replay.show.terminal import Terminal
from leoni_replay.show.text_board import Board
from leoni_replay.text import cell_width, terminal_text, wrap

#: The labels of findings, in the order in which they are printed, each with its style.
_LABEL_STYLES: Final = {"impossible": "red", "perhaps missed": "yellow", "implied": "cyan"}
#: The words for how many claims hold, fail or are open: for one, and for several.
_CLAIM_COUNTS: Final = {True: ("holds", "hold"), False: ("fails", "fail"), None: ("is open", "are open")}
#: tags that are in the title already, or on the board
_TAGS_SHOWN: Final = ("Game", "Rules", "Deal", "Layout", "DealHash", "Result")


def show(examination: Examination, terminal: Terminal) -> None:
    """Print what was found out about a record."""
    _Report(examination, terminal).print()


def proof_words(proof: Proof) -> str:
    """Return a claim with the place where it stands, if it does not speak of the first position."""
    if not proof.move:
        return proof.text
    return f"{proof.text} (after move {proof.move}{' of a variation' if proof.in_variation else ''})"


def why_open(proof: Proof) -> str:
    """Return why a claim is neither proved nor refuted."""
    return f"this cannot be decided: {proof.truth}" if proof.truth else "the record breaks off before it"


def summary(examination: Examination) -> str:
    """Return how many findings there are of each label, and how many claims hold, fail or are open, in one line:
    ``1 impossible, 2 implied, 3 claims hold``."""
    parts = []
    for label in _LABEL_STYLES:
        finding_count = len([finding for finding in examination.findings if finding.label == label])
        if finding_count:
            parts.append(f"{finding_count} {label}")
    # ``holds`` is True, False, or None for a claim that is open.
    for holds, (singular, plural) in _CLAIM_COUNTS.items():
        claim_count = len([proof for proof in examination.proofs if proof.holds is holds])
        if claim_count:
            parts.append(f"{pluralize(claim_count, 'claim')} {singular if claim_count == 1 else plural}")
    return ", ".join(parts) or "nothing was found"


class _Report:
    """Prints what was found out about a record, part by part."""

    def __init__(self, examination: Examination, terminal: Terminal) -> None:
        self.examination = examination
        self.terminal = terminal
        self.console = terminal.console()
        self.ascii = terminal.ascii
        self.yes, self.no = ("ok ", "no ") if self.ascii else ("✓ ", "✗ ")

    def print(self) -> None:
        """Print all parts: the title, the board, findings, errors, claims, what is possible, and the summary. Without a
        position, only what the record says is printed."""
        examination = self.examination
        self._title()
        if examination.position is not None:
            self._board()
            self._findings()
        self._diagnostics()
        self._claims()
        if examination.position is not None:
            self._possibilities()
            self._readings()
        self._line("")
        self._line(summary(examination), style="green" if examination.sound else "red")

    # -- parts ------------------------------------------------------------------------------------------------------

    def _line(self, text: str, lead: str = "", *, style: str = "", lead_style: str | None = None) -> None:
        """Print a paragraph after its lead, the other lines indented as far; the lead has the style of the paragraph,
        or one of its own."""
        indent = cell_width(lead)
        first, *rest = wrap(terminal_text(text, self.ascii), max(self.terminal.width - indent, 20))
        line = Text(lead, style=style if lead_style is None else lead_style)
        self.console.print(line.append(first, style=style))
        for more in rest:
            self.console.print(Text(" " * indent + more, style=style))

    def _section(self, title: str, style: str = "") -> None:
        self._line("")
        self._line(title, style=f"bold {style}".strip())

    def _title(self) -> None:
        """Print the title of the record, and the tags that are not in it."""
        transcript = self.examination.replay.transcript
        self._line(title_of(self.examination.replay), style="bold")
        for tag in transcript.tags:
            if tag.name not in _TAGS_SHOWN and not tag.name.startswith("Pack"):
                self._line(" ".join(tag.value.split()), f"{tag.name}: ", style="dim")

    def _board(self) -> None:
        """Print the position, with the last move marked, and the names of the places that the record doesn't list."""
        examination = self.examination
        assert examination.position is not None
        step = examination.replay.steps[examination.number - 1] if examination.number else None
        if step is not None:
            self._section(f"after move {examination.number}")
        self._line("")
        self.console.print(Board(with_last_move(examination.position.layout, step), ascii=self.ascii))
        if examination.unlisted_lines:
            self._line("")
            self._line(
                f"The layout leaves out {join_words(examination.unlisted_lines)}. Findings don't depend on these "
                "places. In the lists of available cards and legal moves, places count as empty and foundations as at "
                "their bases.",
                style="dim",
            )

    def _findings(self) -> None:
        """Print the findings, a section for each label."""
        for label, style in _LABEL_STYLES.items():
            findings = [finding for finding in self.examination.findings if finding.label == label]
            if findings:
                self._section(label, style)
            for finding in findings:
                self._finding(finding, style)

    def _finding(self, finding: Finding, style: str) -> None:
        """Print a finding, with the places and the rule that it is about."""
        self._line(finding.message, f"  {finding.code}  ", lead_style=style)
        if finding.places:
            self._line(", ".join(finding.places), "        at: ", style="dim")
        if finding.clause is not None:
            self._line(str(finding.clause), "        rule: ", style="dim")

    def _diagnostics(self) -> None:
        for diagnostic in self.examination.diagnostics:
            self._line("")
            self.terminal.write_frame(diagnostic)

    def _claims(self) -> None:
        """Print each claim with the sign of whether it holds; if it doesn't, or is open, with the reason."""
        if not self.examination.proofs:
            return
        self._section("claims")
        for proof in self.examination.proofs:
            words = proof_words(proof)
            if proof.holds:
                self._line(words, f"  {self.yes}", lead_style="green")
            elif proof.holds is None:
                # As wide as the other signs.
                open_sign = "? ".ljust(len(self.yes))
                self._line(words, f"  {open_sign}", lead_style="yellow")
                self._line(why_open(proof), "      ")
            else:
                self._line(words, f"  {self.no}", lead_style="red")
                self._line(proof.truth, "      ")

    def _possibilities(self) -> None:
        """Print which cards are available, and which moves are legal."""
        examination = self.examination
        self._section("available")
        self._line(_cards(examination.free) or "no card", "  ")
        self._section("legal")
        self._line(" ".join(examination.moves) or "no move", "  ")

    def _readings(self) -> None:
        """Print what would be available or legal under another reading of one point."""
        examination = self.examination
        if not examination.differences:
            self._line("")
            self._line("under every other reading of one point it is the same")
            return
        self._section("under another reading of one point")
        for difference in examination.differences:
            lists = {
                "also available": _cards(difference.more_free),
                "not available": _cards(difference.less_free),
                "also legal": " ".join(difference.more_moves),
                "not legal": " ".join(difference.fewer_moves),
            }
            text = "; ".join(f"{label}: {items}" for label, items in lists.items() if items)
            self._line(f"{difference.reading} ({difference.title}): {text}", "  ")


def _cards(cards: Sequence[tuple[str, int]]) -> str:
    """Return cards, given with their places, in words: ``2♠ in r1c8``."""
    cards_in: dict[str, list[str]] = {}
    for place, card in cards:
        cards_in.setdefault(place, []).append(PRETTY[card] if card < PACK_SIZE else "??")
    return ", ".join(f"{' '.join(names)} in {place}" for place, names in cards_in.items())
