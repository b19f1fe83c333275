"""The format for people: a frame a finding, a line a verified game, and a summary."""

from __future__ import annotations

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.report.base import Options, Reporter, Write
from leoni_replay.report.frame import frame
from leoni_replay.report.text import cell_width, cut, paint, shown, visible
from leoni_replay.report.verdict import RESULT_WORDS, Summary, Verdict

#: Paths and names are cut to no less than this before a column is left out.
_SHORT_PATH = 20
_LONG_NAME = 40


class FullReporter(Reporter):
    """Frames, a line for each verified game (unless quiet), and the summary line."""

    def __init__(self, write: Write, options: Options) -> None:
        """As ``Reporter``."""
        super().__init__(write, options)
        self._rows = 0
        self._after_row = False
        # Columns grow to the widest entry so far: to align them all would be to wait for the last game.
        self._widths: dict[str, int] = {}

    def verdict(self, verdict: Verdict) -> None:
        """Print the game's frames, and its line if it is verified."""
        for found in verdict.diagnostics:
            self._frame(found)
        if verdict.status == "verified" and not self.options.quiet:
            self._row(verdict)

    def file_problem(self, diagnostic: Diagnostic) -> None:
        """Print the frame of a finding about a file."""
        self._frame(diagnostic)

    def end(self, summary: Summary) -> None:
        """Print the summary line, unless it would repeat the line of the one game there is."""
        if self._rows == 1 and summary.games == 1 and len(summary.parts()) == 1:
            return
        color = self.options.color
        parts = [paint(text, style, color) for style, text in summary.parts()]
        self.write(("\n" if self._after_row else "") + ", ".join(parts) + "\n")

    def _frame(self, diagnostic: Diagnostic) -> None:
        self.write(("\n" if self._after_row else "") + frame(diagnostic, self.options) + "\n")
        self._after_row = False

    def _row(self, verdict: Verdict) -> None:
        ascii, width = self.options.ascii, self.options.width
        rules = shown(verdict.rules or "", ascii)
        name = cut(shown(verdict.name or "", ascii), _LONG_NAME, ascii)
        title = ", ".join([part for part in (name, cut(rules, _LONG_NAME, ascii)) if part])
        row = {
            "path": visible(verdict.file, ascii),
            "game": f"game {verdict.game}",
            "title": title,
            "rules": cut(rules, _LONG_NAME, ascii),
            "result": RESULT_WORDS.get(verdict.result or "", ""),
            "moves": f"{verdict.moves} {'move ' if verdict.moves == 1 else 'moves'}",
            "digest": visible(verdict.digest or "", ascii),
        }
        for key, text in row.items():
            self._widths[key] = max(self._widths.get(key, 0), cell_width(text))
        columns, path_width = self._columns(width - len("verified"))
        row["path"] = cut(row["path"], path_width, ascii, left=True)
        cells = []
        for key in columns:
            wanted = min(self._widths[key], path_width) if key == "path" else self._widths[key]
            if wanted:
                fill = " " * (wanted - cell_width(row[key]))
                cells.append(fill + row[key] if key == "moves" else row[key] + fill)
        self.write(paint("verified", "verified", self.options.color) + "  " + "  ".join(cells).rstrip() + "\n")
        self._rows += 1
        self._after_row = True

    def _columns(self, room: int) -> tuple[list[str], int]:
        """The columns that fit beside a legible path, and the cells that are left for that path."""
        shapes = (
            ["title", "result", "moves", "digest"],
            ["rules", "result", "moves", "digest"],
            ["result", "moves", "digest"],
            ["rules", "result", "moves"],
            ["result", "moves"],
        )
        path = min(self._widths["path"], _SHORT_PATH)
        for shape in shapes:
            columns = ["path", "game", *shape]
            left = room - 2 - sum(self._widths[key] + 2 for key in columns[1:] if self._widths[key])
            if left >= path:
                break
        return columns, max(left, 8)
