"""One diagnostic as people read it: message, place, source line with carets, rule, position, notes and help."""

from __future__ import annotations

from collections.abc import Iterator

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.text import (
    TAB,
    cell_width,
    char_width,
    ellipsis,
    glyph,
    is_hidden,
    paint,
    terminal_text,
    visible_text,
    wrap,
)

#: The minimum width for wrapping text and cutting source lines; anything narrower is unreadable.
_NARROWEST = 24


def location(diagnostic: Diagnostic, ascii: bool = False) -> str:
    """Return ``file:line:column``, or the file alone if the diagnostic has no place in it."""
    file = visible_text(diagnostic.file, ascii)
    span = diagnostic.span
    return f"{file}:{span.line}:{span.column}" if span.line else file


def game_and_move(diagnostic: Diagnostic) -> str:
    """Return ``game 1, move 18``, as far as known."""
    parts = []
    if diagnostic.number is not None:
        parts.append(f"game {diagnostic.number}")
    if diagnostic.move is not None:
        parts.append(f"move {diagnostic.move}")
    return ", ".join(parts)


def details(diagnostic: Diagnostic) -> Iterator[tuple[str, str]]:
    """Yield what stands below the line of the record: for each item its label (``rule``, ``table``, ``note``, ``help``,
    ``fix``) and its text. The corrected line after a ``fix`` has no label."""
    clause = diagnostic.clause
    if clause is not None:
        yield "rule", str(clause)
    for label, texts in (("table", diagnostic.table_lines), ("note", diagnostic.notes), ("help", diagnostic.help)):
        for text in texts:
            yield label, text
    for fix in diagnostic.fixes:
        yield "fix", f"{fix.message}:"
        yield "", fix.line


def prose(diagnostic: Diagnostic, ascii: bool = False) -> str:
    """Return a diagnostic without the line of the record, for viewers that show this line themselves: the message, the
    game and move, and the items of :func:`details`, one per line."""
    lines = [terminal_text(diagnostic.message, ascii)]
    game = game_and_move(diagnostic)
    if game:
        lines.append(game)
    for label, text in details(diagnostic):
        lines.append(f"{label}: {terminal_text(text, ascii)}" if label else terminal_text(text, ascii))
    return "\n".join(lines)


def frame(diagnostic: Diagnostic, *, ascii: bool, color: bool, width: int) -> str:
    """Return a diagnostic as people read it in a terminal, each line ended by a newline.

    No line is wider than the width, except that the file's name stays whole, to be copied and clicked.

    Args:
        diagnostic: the diagnostic.
        ascii: whether to write only ASCII.
        color: whether to use ANSI colours.
        width: the columns of the terminal.
    """
    width = max(width, _NARROWEST)
    severity = diagnostic.severity
    has_line = bool(diagnostic.lines) and diagnostic.span.line > 0
    number = str(diagnostic.span.line) if has_line else " "
    margin = " " * len(number)

    # An error on a command line is not in a record, and has no page.
    heading = f"{severity}[{visible_text(diagnostic.code, ascii)}]" if diagnostic.code else severity
    first, *rest = _wrap(terminal_text(diagnostic.message, ascii), width, len(heading) + 2)
    lines = [paint(heading, severity, color) + paint(f": {first}", "bold", color)]
    lines += [" " * (len(heading) + 2) + paint(line, "bold", color) for line in rest]

    location_text, game = location(diagnostic, ascii), game_and_move(diagnostic)
    lines.append(f"{margin}{paint('-->', 'frame', color)} {location_text}")
    # The game stands beside the file's name if there is room, otherwise below it.
    if game and len(f"{margin}--> ") + cell_width(location_text) + len(f"   {game}") <= width:
        lines[-1] += f"   {game}"
    elif game:
        lines.append(f"{margin}    {game}")

    if has_line:
        line_text, carets = _line_and_carets(diagnostic, width - len(number) - 3, ascii)
        bar = paint("|", "frame", color)
        lines.append(f"{margin} {bar}")
        lines.append(f"{paint(number, 'frame', color)} {bar} {line_text}".rstrip())
        # Only the carets are coloured, not the spaces before them.
        space_count = len(carets) - len(carets.lstrip(" "))
        lines.append(f"{margin} {bar} {carets[:space_count]}{paint(carets[space_count:], severity, color)}")

    last_label = ""
    for label, text in details(diagnostic):
        # Texts without a label of their own, and the lines of a table, continue the one above.
        continues = not label or label == last_label == "table"
        last_label = label or last_label
        lead = f"{margin} = {last_label}: "
        for index, line in enumerate(_wrap(terminal_text(text, ascii), width, len(lead))):
            if index or continues:
                lines.append(" " * len(lead) + line)
            else:
                lines.append(f"{margin} {paint('=', 'frame', color)} {paint(label, 'bold', color)}: {line}")
    return "\n".join(lines) + "\n"


def _wrap(text: str, width: int, indent: int) -> list[str]:
    """Return a text in lines for what an indent leaves of the width, but not too narrow to read."""
    return wrap(text, max(width - indent, _NARROWEST - indent, 8))


def _line_and_carets(diagnostic: Diagnostic, room: int, ascii: bool) -> tuple[str, str]:
    """Return the line of the record that a diagnostic is about, and the carets that go below it.

    Args:
        diagnostic: the diagnostic. If its span has several lines, the first is shown.
        room: how many cells of the terminal there are; a longer line is cut around the span.
        ascii: whether to write only ASCII.
    """
    span = diagnostic.span
    line = diagnostic.lines[0].rstrip("\r\n")
    has_more_lines = span.end_line > span.line
    start = min(max(span.column - 1, 0), len(line))
    stop = len(line) if has_more_lines else min(span.end_column - 1, len(line))
    stop = max(stop, start)

    # Cells beyond the room cannot be shown, so a line of a gigabyte costs no more than one of a screen. Only tabs
    # require the line from its beginning, and a line that long is cut anyway.
    first = 0 if start <= 4 * room else start - 2 * room
    last = min(len(line), start + 4 * room)
    stop = min(stop, last)
    cells = _cells(line[first:last], ascii)
    widths = [cell_width(cell) for cell in cells]
    start, stop = start - first, stop - first

    if not sum(widths[start:stop]):
        room -= 1  # the one caret of an empty span, which may stand past the end of the line

    low, high = 0, len(cells)
    if first or last < len(line) or sum(widths) > room:
        ellipsis_width = len(ellipsis(ascii))
        low, high = _window(widths, start, stop, room - ellipsis_width)
        is_cut_on_both_sides = (first or low) and first + high < len(line)
        if is_cut_on_both_sides:
            low, high = _window(widths, start, stop, room - 2 * ellipsis_width)
    before = ellipsis(ascii) if first or low else ""
    after = ellipsis(ascii) if first + high < len(line) else ""
    blanks = len(before) + sum(widths[low:start])
    carets = "^" * max(sum(widths[start : min(stop, high)]), 1)
    if has_more_lines and blanks + len(carets) + len(ellipsis(ascii)) <= room:
        carets += ellipsis(ascii)
    return before + "".join(cells[low:high]) + after, " " * blanks + carets


def _cells(line: str, ascii: bool) -> list[str]:
    """Return the printed form of each character of the line: tabs as spaces, hidden characters made visible."""
    if line.isprintable() and not ascii:
        return list(line)
    cells: list[str] = []
    column = 0
    for char in line:
        if char == "\t":
            cell = " " * (TAB - column % TAB)
        elif is_hidden(char):
            cell = glyph(char, ascii)
        else:
            cell = terminal_text(char, ascii) if ascii else char
        cells.append(cell)
        column += char_width(char) if cell == char else len(cell)
    return cells


def _window(widths: list[int], start: int, stop: int, room: int) -> tuple[int, int]:
    """Return which part of a line to show: the span, or as much of it as fits, with as much around it as there is room
    for, on both sides alike.

    Args:
        widths: the width of each character, in cells.
        start: the index of the first character of the span.
        stop: the index after its last character.
        room: how many cells there are.

    Returns:
        The index of the first character to show, and the index after the last.
    """
    low = high = start
    while high < stop and widths[high] <= room:
        room -= widths[high]
        high += 1
    if high < stop:
        return low, high
    has_grown = True
    while has_grown:
        has_grown = False
        if low and widths[low - 1] <= room:
            low -= 1
            room -= widths[low]
            has_grown = True
        if high < len(widths) and widths[high] <= room:
            room -= widths[high]
            high += 1
            has_grown = True
    return low, high
