"""The format for people: one frame per diagnostic, one line per correct game, and a summary."""

from __future__ import annotations

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.phrases import RESULT_WORDS, irregular_moves_remark, pluralize, still_legal_remark
from leoni_replay.record.verdict import Summary, Verdict
from leoni_replay.report.base import Options, Reporter, Write
from leoni_replay.text import cell_width, paint, terminal_text, visible_text

#: How many cells of a line are always printed, even on a narrow terminal: path, game and result.
_FIXED_CELLS = 3


class FullReporter(Reporter):
    """Frames, a line for each game that is not rejected (unless quiet), and the summary line."""

    def __init__(self, write: Write, options: Options) -> None:
        super().__init__(write, options)
        self._rows = 0
        self._is_after_row = False

    def verdict(self, verdict: Verdict) -> None:
        super().verdict(verdict)
        if verdict.status != "rejected" and not self.options.quiet:
            self._write_row(verdict)

    def diagnostic(self, diagnostic: Diagnostic) -> None:
        options = self.options
        frame = diagnostic.render(ascii=options.ascii, color=options.color, width=options.width)
        self.write(f"{self._space()}{frame}\n")
        self._is_after_row = False

    def _space(self) -> str:
        """Return an empty line if a row was written last."""
        return "\n" if self._is_after_row else ""

    def end(self, summary: Summary) -> None:
        if self._rows == 1 and summary.games == 1 and len(summary.parts()) == 1:
            return
        color = self.options.color
        parts = [paint(text, style, color) for style, text in summary.parts()]
        self.write(f"{self._space()}{', '.join(parts)}\n")

    def _write_row(self, verdict: Verdict) -> None:
        """Print one line. The path stays whole, to be copied, and so does the remark on a lost game in which moves were
        still legal. The rest is cut to what fits, if a person reads it; the record digest is shown only if everything
        else fits. What comes before the digests, and the digests, stand in the same columns for every game."""
        ascii = self.options.ascii
        title = ", ".join([terminal_text(part, ascii) for part in (verdict.game, verdict.rules) if part])
        # A game with unknown cards has no record digest.
        digest_or_unknown = verdict.record_digest or ""
        if verdict.unknown is not None:
            digest_or_unknown = f"{pluralize(verdict.unknown, 'card')} unknown"
        cells = [
            visible_text(verdict.file, ascii),
            f"game {verdict.number}",
            RESULT_WORDS.get(verdict.result or "", "").ljust(4),
            f"{verdict.moves:3} {'move ' if verdict.moves == 1 else 'moves'}",
            visible_text(verdict.digest or "", ascii),
            *([visible_text(digest_or_unknown, ascii)] if digest_or_unknown else []),
            title,
        ]
        remarks = still_legal_remark(verdict.legal_moves, verdict.result) + irregular_moves_remark(verdict.irregular)
        remarks = remarks.removeprefix("; ")
        label = verdict.label
        if self.options.cut:
            room = self.options.width - len(f"{label}  ") - len(f"  {remarks}" if remarks else "")
            if verdict.record_digest and cell_width("  ".join(cells)) > room:
                cells[-2:] = [title]
            while len(cells) > _FIXED_CELLS and cell_width("  ".join(cells)) > room:
                cells.pop()
        line = f"{'  '.join(cells).rstrip()}  {remarks}"
        self.write(paint(label, label, self.options.color) + f"  {line.rstrip()}\n")
        self._rows += 1
        self._is_after_row = True
