"""Convert results to the types of the Language Server Protocol. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from lsprotocol import types as lsp

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.explain import address
from leoni_replay.files.find_games import no_game
from leoni_replay.lsp import outline
from leoni_replay.lsp.completion import Offer
from leoni_replay.lsp.document import Document, GameInText
from leoni_replay.lsp.hover import Shown
from leoni_replay.lsp.offsets import Place
from leoni_replay.lsp.quick_fixes import Change, Correction, offsets
from leoni_replay.report.frame import details
from leoni_replay.text import visible

_SEVERITIES: Final = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}
_KINDS: Final = {
    "move": lsp.CompletionItemKind.Value,
    "long move": lsp.CompletionItemKind.Value,
    "result": lsp.CompletionItemKind.Keyword,
    "tag": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.Constant,
}
SOURCE: Final = "leoni"

T = TypeVar("T")


def offset_of(document: Document, position: lsp.Position) -> int:
    """Return the offset of a position in the text of a document."""
    return document.lines.offset(Place(position.line, position.character))


def position(document: Document, offset: int) -> lsp.Position:
    """Return the position of an offset into the text of a document."""
    return lsp.Position(*document.lines.place(offset))


def range_of(document: Document, start: int, end: int) -> lsp.Range:
    """Return the range of a span of a document's text."""
    return lsp.Range(position(document, start), position(document, end))


def edit(document: Document, start: int, end: int, text: str) -> lsp.TextEdit:
    """Return a change of a document, with the document's line ends."""
    return lsp.TextEdit(range_of(document, start, end), text.replace("\n", document.lines.end_of_line))


# -- diagnostics ------------------------------------------------------------------------------------------------------


def diagnostics(document: Document) -> list[lsp.Diagnostic]:
    made = [one for placed in document.games for one in diagnostics_of(document, placed)]
    if not document.games:
        problem = no_game(document.file)
        made.append(_diagnostic(problem, range_of(document, 0, 0)))
    return made


def diagnostics_of(document: Document, placed: GameInText) -> Iterator[lsp.Diagnostic]:
    for problem in placed.game.verdict().diagnostics:
        yield diagnostic(document, placed, problem)


def diagnostic(document: Document, placed: GameInText, problem: Diagnostic) -> lsp.Diagnostic:
    start, end = offsets(placed.game, problem.span)
    return _diagnostic(problem, range_of(document, placed.start + start, placed.start + end))


def _diagnostic(problem: Diagnostic, where: lsp.Range) -> lsp.Diagnostic:
    return lsp.Diagnostic(
        where,
        "\n".join(map(visible, _message_lines(problem))),
        severity=_SEVERITIES[problem.severity],
        code=problem.code,
        code_description=lsp.CodeDescription(page) if (page := address(problem.code)) else None,
        source=SOURCE,
    )


def _message_lines(problem: Diagnostic) -> Iterator[str]:
    """Yield the lines of ``leoni verify`` for a diagnostic."""
    yield problem.message
    for label, text in details(problem):
        # The line of a correction, which has no label, is left out.
        if label:
            yield f"{label}: {text.removesuffix(':') if label == 'fix' else text}"


# -- answers to requests ----------------------------------------------------------------------------------------------


def hover(document: Document, placed: GameInText, shown: Shown, markdown: bool) -> lsp.Hover:
    kind = lsp.MarkupKind.Markdown if markdown else lsp.MarkupKind.PlainText
    where = range_of(document, placed.start + shown.start, placed.start + shown.end)
    return lsp.Hover(lsp.MarkupContent(kind, shown.text), where)


def completion(document: Document, placed: GameInText, offers: Iterable[Offer]) -> list[lsp.CompletionItem]:
    made = []
    for order, offer in enumerate(offers):
        item = lsp.CompletionItem(
            offer.text,
            label_details=lsp.CompletionItemLabelDetails(description=offer.long) if offer.long != offer.text else None,
            kind=_KINDS[offer.kind],
            detail=visible(offer.about) or None,
            sort_text=f"{order:05}",
            # The user may go on to type a part that the short form omits.
            filter_text=offer.text if offer.long == offer.text else f"{offer.text} {offer.long}",
            text_edit=edit(document, placed.start + offer.start, placed.start + offer.end, offer.text),
        )
        made.append(item)
    return made


def action(
    document: Document, placed: GameInText, correction: Correction, uri: str, version: int | None
) -> lsp.CodeAction:
    return lsp.CodeAction(
        correction.title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(document, placed, correction.diagnostic)],
        is_preferred=True if correction.only else None,
        edit=workspace_edit(document, uri, version, [(placed, change) for change in correction.changes]),
    )


def workspace_edit(
    document: Document, uri: str, version: int | None, changes: Iterable[tuple[GameInText, Change]]
) -> lsp.WorkspaceEdit:
    """Return changes of a document; with its version, if the editor requires one."""
    edits = [edit(document, at.start + one.start, at.start + one.end, one.text) for at, one in changes]
    if version is None:
        return lsp.WorkspaceEdit(changes={uri: edits})
    identifier = lsp.OptionalVersionedTextDocumentIdentifier(uri, version)
    return lsp.WorkspaceEdit(document_changes=[lsp.TextDocumentEdit(identifier, list(edits))])


def symbol(document: Document, placed: GameInText) -> lsp.DocumentSymbol:

    def make() -> lsp.DocumentSymbol:
        game, *deals = [_symbol(document, placed, part) for part in outline.parts(placed.game)]
        game.name = f"{placed.number}. {game.name}"
        game.kind = lsp.SymbolKind.Namespace
        game.children = deals
        return game

    return _where_it_stands(document, placed, "symbol", make)


def _where_it_stands(document: Document, placed: GameInText, what: str, make: Callable[[], T]) -> T:
    """Make something from a game, and cache it as long as the game stays where it is, as most do."""
    where = document.lines.line_of(placed.start), placed.number, document.lines.mark
    kept = placed.game.made.get(what)
    if kept is None or kept[0] != where:
        kept = placed.game.made[what] = where, make()
    made: T = kept[1]
    return made


def _symbol(document: Document, placed: GameInText, part: outline.Part) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        part.name,
        lsp.SymbolKind.Event,
        range_of(document, placed.start + part.start, placed.start + part.end),
        range_of(document, placed.start + part.head[0], placed.start + part.head[1]),
        detail=part.about,
    )


def folds(document: Document, placed: GameInText) -> list[lsp.FoldingRange]:
    return _where_it_stands(document, placed, "folds", lambda: list(_folds(document, placed)))


def _folds(document: Document, placed: GameInText) -> Iterator[lsp.FoldingRange]:
    for fold in outline.folds(placed.game):
        kind = lsp.FoldingRangeKind.Comment if fold.kind == "comment" else lsp.FoldingRangeKind.Region
        first = document.lines.line_of(placed.start + fold.start)
        last = document.lines.line_of(placed.start + fold.end - 1)
        if last > first:
            yield lsp.FoldingRange(first, last, kind=kind)


def hint(document: Document, placed: GameInText, one: outline.Hint) -> lsp.InlayHint:
    ahead = one.kind == "number"
    where = position(document, placed.start + one.at)
    return lsp.InlayHint(where, one.text, tooltip=one.about, padding_left=not ahead, padding_right=ahead)
