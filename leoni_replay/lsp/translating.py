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
from leoni_replay.lsp.document import Document, Section
from leoni_replay.lsp.hover import HoverText
from leoni_replay.lsp.offsets import Place
from leoni_replay.lsp.quick_fixes import Change, Correction, offsets
from leoni_replay.report.frame import details
from leoni_replay.text import visible_text

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
    """Return the diagnostics of all games of a document."""
    if not document.sections:
        return [_diagnostic_at(no_game(document.file), range_of(document, 0, 0))]
    return [
        diagnostic(document, section, problem)
        for section in document.sections
        for problem in section.game.verdict().diagnostics
    ]


def diagnostic(document: Document, section: Section, problem: Diagnostic) -> lsp.Diagnostic:
    """Return a diagnostic of a game at its place in the document."""
    start, end = offsets(section.game, problem.span)
    return _diagnostic_at(problem, range_of(document, section.start + start, section.start + end))


def _diagnostic_at(problem: Diagnostic, place: lsp.Range) -> lsp.Diagnostic:
    """Return a diagnostic at a place, with a link to its explanation."""
    page = address(problem.code)
    return lsp.Diagnostic(
        place,
        "\n".join(map(visible_text, _message_lines(problem))),
        severity=_SEVERITIES[problem.severity],
        code=problem.code,
        code_description=lsp.CodeDescription(page) if page else None,
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


def hover(document: Document, section: Section, text: HoverText, markdown: bool) -> lsp.Hover:
    """Return a hover text at its place in the document."""
    kind = lsp.MarkupKind.Markdown if markdown else lsp.MarkupKind.PlainText
    place = range_of(document, section.start + text.start, section.start + text.end)
    return lsp.Hover(lsp.MarkupContent(kind, text.text), place)


def completion(document: Document, section: Section, offers: Iterable[Offer]) -> list[lsp.CompletionItem]:
    """Return completions as an editor takes them; it shows them in this order."""
    items = []
    for order, offer in enumerate(offers):
        long_form = None
        # The user may go on to type a part that the short form omits.
        filter_text = offer.text
        if offer.long_form != offer.text:
            long_form = lsp.CompletionItemLabelDetails(description=offer.long_form)
            filter_text = f"{offer.text} {offer.long_form}"
        item = lsp.CompletionItem(
            offer.text,
            label_details=long_form,
            kind=_KINDS[offer.kind],
            detail=visible_text(offer.description) or None,
            sort_text=f"{order:05}",
            filter_text=filter_text,
            text_edit=edit(document, section.start + offer.start, section.start + offer.end, offer.text),
        )
        items.append(item)
    return items


def action(
    document: Document, section: Section, correction: Correction, uri: str, version: int | None
) -> lsp.CodeAction:
    """Return a correction as an action that an editor offers.

    Args:
        document: the document.
        section: the game of the correction.
        correction: the correction.
        uri: the address of the document.
        version: its version; None if the editor doesn't ask for one.
    """
    return lsp.CodeAction(
        correction.title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(document, section, correction.diagnostic)],
        is_preferred=True if correction.only else None,
        edit=workspace_edit(document, uri, version, [(section, change) for change in correction.changes]),
    )


def workspace_edit(
    document: Document, uri: str, version: int | None, changes: Iterable[tuple[Section, Change]]
) -> lsp.WorkspaceEdit:
    """Return changes of a document as an editor takes them.

    Args:
        document: the document.
        uri: its address.
        version: its version; None if the editor doesn't ask for one.
        changes: the changes, each with the game whose text it changes.
    """
    edits = [
        edit(document, section.start + change.start, section.start + change.end, change.text)
        for section, change in changes
    ]
    if version is None:
        return lsp.WorkspaceEdit(changes={uri: edits})
    identifier = lsp.OptionalVersionedTextDocumentIdentifier(uri, version)
    return lsp.WorkspaceEdit(document_changes=[lsp.TextDocumentEdit(identifier, list(edits))])


def symbol(document: Document, section: Section) -> lsp.DocumentSymbol:
    """Return the outline of a game: a symbol for it, with its deals inside."""

    def make_symbol() -> lsp.DocumentSymbol:
        game, *deals = [_symbol_of_part(document, section, part) for part in outline.parts(section.game)]
        game.name = f"{section.number}. {game.name}"
        game.kind = lsp.SymbolKind.Namespace
        game.children = deals
        return game

    return _cached(document, section, "symbol", make_symbol)


def _cached(document: Document, section: Section, request: str, make_answer: Callable[[], T]) -> T:
    """Return the cached answer to a request about a game, or make it.

    Args:
        document: the document.
        section: the game, and where it stands.
        request: the name of the request.
        make_answer: makes the answer, with places in the document. It is valid as long as the game stays in its place,
            as most do while somebody types.
    """
    place = (document.lines.line_of(section.start), section.number, document.lines.mark)
    answers = section.game.answers
    if request in answers:
        cached_place, cached_answer = answers[request]
        if cached_place == place:
            answer: T = cached_answer
            return answer
    answer = make_answer()
    answers[request] = place, answer
    return answer


def _symbol_of_part(document: Document, section: Section, part: outline.Part) -> lsp.DocumentSymbol:
    """Return a part of a game as a symbol."""
    return lsp.DocumentSymbol(
        part.name,
        lsp.SymbolKind.Event,
        range_of(document, section.start + part.start, section.start + part.end),
        range_of(document, section.start + part.name_start, section.start + part.name_end),
        detail=part.description,
    )


def folds(document: Document, section: Section) -> list[lsp.FoldingRange]:
    """Return what can be folded of a game."""
    return _cached(document, section, "folds", lambda: list(_folds(document, section)))


def _folds(document: Document, section: Section) -> Iterator[lsp.FoldingRange]:
    """Yield what can be folded of a game, if it takes more than one line in the document."""
    for fold in outline.folds(section.game):
        kind = lsp.FoldingRangeKind.Comment if fold.kind == "comment" else lsp.FoldingRangeKind.Region
        first_line = document.lines.line_of(section.start + fold.start)
        last_line = document.lines.line_of(section.start + fold.end - 1)
        if last_line > first_line:
            yield lsp.FoldingRange(first_line, last_line, kind=kind)


def hint(document: Document, section: Section, hint: outline.Hint) -> lsp.InlayHint:
    """Return an inlay hint. A number is set off from the move after it, the cards left from the move before them."""
    is_before_move = hint.kind == "number"
    return lsp.InlayHint(
        position(document, section.start + hint.offset),
        hint.text,
        tooltip=hint.description,
        padding_left=not is_before_move,
        padding_right=is_before_move,
    )
