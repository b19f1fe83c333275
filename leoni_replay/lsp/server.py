"""The language server: it passes an editor's requests to the modules that answer them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time
from collections.abc import AsyncIterator
from copy import copy
from typing import Any, Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path

from leoni_replay.files.verify_paths import MOST_HINTS
from leoni_replay.lsp import outline, quick_fixes, translating
from leoni_replay.lsp.completion import offers
from leoni_replay.lsp.document import Document, Section
from leoni_replay.lsp.hover import Style, hover
from leoni_replay.lsp.offsets import Place, Units

#: How many seconds to wait after a change before the text is judged, so that fast typing is judged once; and how many
#: more before the slower search for what would make a rejected game right.
DELAY: Final = 0.03
DELAY_OF_HINTS: Final = 0.4
#: How many seconds games are judged before requests of the editor get their turn.
_TURN: Final = 0.01
_PAUSE: Final = 0.001

#: The beginnings of the names of editors that show pictures in hover texts.
_SHOW_PICTURES: Final = ("Visual Studio Code", "VSCodium", "Code - OSS", "Cursor")


class _Protocol(LanguageServerProtocol):
    """The protocol, with our own documents: the library counts lines by other rules than editors do."""

    _server: Server

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        self._server.open_document(params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        self._server.change_document(params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        self._server.close_document(params)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Read a message. A request that cannot be read gets an error for an answer: the library would leave it
        without one, and the editor waiting."""
        try:
            return super().structure_message(data)
        except JsonRpcException:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=JsonRpcInvalidParams().to_response_error())
            raise


class _OpenDocument:
    """An open document: its version, and the task that judges it."""

    def __init__(self, document: Document, version: int) -> None:
        self.document = document
        self.version = version
        self.task: asyncio.Task[None] | None = None


class Server(LanguageServer):
    """A language server for records of patience."""

    def __init__(self, version: str) -> None:
        super().__init__("leoni", version, protocol_cls=_Protocol)
        #: the open documents by their addresses
        self.documents: dict[str, _OpenDocument] = {}
        self.style: Style = Style()
        #: whether the editor has announced that it will exit
        self.is_shut_down = False

    # -- documents --------------------------------------------------------------------------------------------------

    def open_document(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """Handle an opened file."""
        item = params.text_document
        path = to_fs_path(item.uri) if item.uri.startswith("file:") else None
        self._forget(item.uri)
        self.documents[item.uri] = _OpenDocument(Document(path or "", item.text, self._units), item.version)
        self._judge_soon(item.uri, 0)

    def change_document(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """Handle a change of a file's text."""
        uri = params.text_document.uri
        entry = self.documents.get(uri)
        if entry is None:
            return
        for change in params.content_changes:
            if isinstance(change, lsp.TextDocumentContentChangePartial):
                start = Place(change.range.start.line, change.range.start.character)
                end = Place(change.range.end.line, change.range.end.character)
                entry.document.change(start, end, change.text)
            else:
                entry.document.change(None, None, change.text)
        entry.version = params.text_document.version
        self._judge_soon(uri, DELAY)

    def close_document(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """Handle a closed file: remove its diagnostics."""
        uri = params.text_document.uri
        if self._forget(uri):
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def document(self, item: lsp.TextDocumentIdentifier) -> Document:
        """Return an open document; an empty one if the editor has not opened it. A change makes no difference to it."""
        entry = self.documents.get(item.uri)
        return copy(entry.document) if entry is not None else Document("", "")

    def reread(self, uri: str) -> None:
        """Read what depends on users' rule books again."""
        entry = self.documents.get(uri)
        if entry is not None and entry.document.reread():
            self._judge_soon(uri, 0)

    def _forget(self, uri: str) -> bool:
        """Forget a document, and stop judging it; return whether it was open."""
        entry = self.documents.pop(uri, None)
        if entry is not None and entry.task is not None:
            entry.task.cancel()
        return entry is not None

    @property
    def _units(self) -> Units:
        """The units in which the editor counts the characters of a line."""
        encoding = self.server_capabilities.position_encoding
        units: dict[object, Units] = {"utf-8": "utf-8", "utf-32": "utf-32"}
        return units.get(getattr(encoding, "value", encoding), "utf-16")

    # -- diagnostics ------------------------------------------------------------------------------------------------

    def _judge_soon(self, uri: str, delay: float) -> None:
        """Judge a document after some seconds, and no longer in its former state."""
        entry = self.documents[uri]
        if entry.task is not None:
            entry.task.cancel()
        entry.task = asyncio.get_running_loop().create_task(self._judge(uri, entry, delay))

    async def _judge(self, uri: str, entry: _OpenDocument, delay: float) -> None:
        """Publish the diagnostics of a document: first the errors, later also what would make a rejected game right.

        Args:
            uri: the address of the document.
            entry: the document. If it changes, this task is cancelled.
            delay: how many seconds to wait before the first.
        """
        for with_hints in (False, True):
            await asyncio.sleep(DELAY_OF_HINTS if with_hints else delay)
            has_news = not with_hints
            rejected_games = 0
            async for section in _in_turns(entry.document):
                # As in a run of verify; for the other games, hints are searched for when the editor asks for fixes.
                if not section.game.has_verdict(with_hints) and rejected_games < MOST_HINTS:
                    section.game.verdict(with_hints)
                    has_news = True
                if with_hints and section.game.verdict().status == "rejected":
                    rejected_games += 1
            if has_news:
                diagnostics = translating.diagnostics(entry.document)
                self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics, entry.version))

    # -- the editor -------------------------------------------------------------------------------------------------

    def begin(self, params: lsp.InitializeParams) -> None:
        """Note what the editor can show. The editor may say itself whether it shows pictures: ``pictures``."""
        name = params.client_info.name if params.client_info else ""
        options = params.initialization_options
        option = options.get("pictures") if isinstance(options, dict) else getattr(options, "pictures", None)
        pictures = option if isinstance(option, bool) else name.startswith(_SHOW_PICTURES)
        document_capabilities = params.capabilities.text_document
        hover_capabilities = document_capabilities.hover if document_capabilities else None
        formats = hover_capabilities.content_format if hover_capabilities else None
        markdown = formats is None or lsp.MarkupKind.Markdown in formats
        self.style = Style(markdown, pictures)

    def version_for_edits(self, entry: _OpenDocument) -> int | None:
        """Return the document version for edits; None if the editor doesn't ask for one."""
        workspace = self.client_capabilities.workspace
        edits = workspace.workspace_edit if workspace else None
        return entry.version if edits and edits.document_changes else None

    async def watch_books(self) -> None:
        """Ask the editor to report changes of rule books, if it can."""
        workspace = self.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace else None
        if watching and watching.dynamic_registration:
            options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher("**/*.toml")])
            registration = lsp.Registration("books", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            await self.client_register_capability_async(lsp.RegistrationParams([registration]))


async def _in_turns(document: Document) -> AsyncIterator[Section]:
    """Yield the sections of a document, one at a time; between them, the editor's other requests get their turn."""
    start_of_turn = time.monotonic()
    for section in document.sections:
        yield section
        if time.monotonic() - start_of_turn > _TURN:
            await asyncio.sleep(_PAUSE)
            start_of_turn = time.monotonic()


def make_server(version: str) -> Server:
    """Make a language server with all its features."""
    server = Server(version)
    _register_document_features(server)
    _register_place_features(server)
    _register_text_features(server)
    return server


def serve(version: str) -> bool:
    """Serve an editor on standard input and output until it exits; return whether it exited properly."""
    # Errors are reported in answers; nobody reads standard error.
    for library in ("pygls", "asyncio"):
        logging.getLogger(library).setLevel(logging.CRITICAL + 1)
    server = make_server(version)
    # The server closes its output stream. Nothing else may write there.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out, contextlib.redirect_stdout(sys.stderr):
        server.start_io(stdout=out)
    return server.is_shut_down


def _register_document_features(server: Server) -> None:
    """Register what the editor says about itself and its documents."""

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        server.begin(params)

    @server.feature(lsp.INITIALIZED)
    async def initialized(params: lsp.InitializedParams) -> None:
        await server.watch_books()

    @server.feature(lsp.SHUTDOWN)
    def shut_down(params: None) -> None:
        server.is_shut_down = True

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def read_books_after_saving(params: lsp.DidSaveTextDocumentParams) -> None:
        server.reread(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def read_books_again(params: lsp.DidChangeWatchedFilesParams) -> None:
        for uri in list(server.documents):
            server.reread(uri)


def _register_place_features(server: Server) -> None:
    """Register the requests about a place in a text."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def show_hover(params: lsp.HoverParams) -> lsp.Hover | None:
        """Describe what is under the cursor."""
        document = server.document(params.text_document)
        offset = translating.offset_of(document, params.position)
        section = document.at(offset)
        if section is None:
            return None
        text = hover(section.game, offset - section.start, server.style)
        if text is None:
            return None
        return translating.hover(document, section, text, server.style.markdown)

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", "(", ":", "~", ">", "[", '"'])
    )
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        """Return what can be written at the cursor."""
        document = server.document(params.text_document)
        offset = translating.offset_of(document, params.position)
        section = document.at(offset)
        items = []
        if section is not None:
            items = translating.completion(document, section, offers(section.game, offset - section.start))
        return lsp.CompletionList(is_incomplete=False, items=items)

    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=kinds))
    async def offer_corrections(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """Return the corrections for a part of the text, and one for all games with a certain correction."""
        uri = params.text_document.uri
        entry = server.documents.get(uri)
        if entry is None:
            return []
        document, version = copy(entry.document), server.version_for_edits(entry)
        actions = []
        if _wants_actions(params, lsp.CodeActionKind.QuickFix, by_default=True):
            actions += _quick_fixes(document, params.range, uri, version)
        if _wants_actions(params, lsp.CodeActionKind.SourceFixAll, by_default=False):
            changes = []
            async for section in _in_turns(document):
                correction = quick_fixes.certain_correction(section.game)
                if correction is not None:
                    changes += [(section, change) for change in correction.changes]
            if changes:
                title = "Correct every game that has a certain correction (leoni verify --fix)"
                edit = translating.workspace_edit(document, uri, version, changes)
                actions.append(lsp.CodeAction(title, kind=lsp.CodeActionKind.SourceFixAll, edit=edit))
        return actions


def _quick_fixes(document: Document, span: lsp.Range, uri: str, version: int | None) -> list[lsp.CodeAction]:
    """Return the corrections for a span of a document, as actions.

    Args:
        document: the document.
        span: the span.
        uri: the address of the document.
        version: its version; None if the editor doesn't ask for one.
    """
    start, end = _offsets_of(document, span)
    return [
        translating.action(document, section, correction, uri, version)
        for section in document.around(start, end)
        for correction in quick_fixes.corrections(section.game, start - section.start, end - section.start)
    ]


def _wants_actions(params: lsp.CodeActionParams, kind: lsp.CodeActionKind, *, by_default: bool) -> bool:
    """Whether an editor wants code actions of a kind.

    Args:
        params: its request.
        kind: the kind.
        by_default: whether an editor wants them that names no kinds.
    """
    kinds = params.context.only
    if not kinds:
        return by_default
    for wider_kind in kinds:
        # A kind includes all kinds whose names begin with it and a dot.
        name = getattr(wider_kind, "value", wider_kind)
        if f"{kind.value}.".startswith(f"{name}."):
            return True
    return False


def _register_text_features(server: Server) -> None:
    """Register the requests about a whole text or a part of it."""

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def format_text(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        document = server.document(params.text_document)
        return _format_edits(document, 0, len(document.lines.plain))

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    def format_range(params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        document = server.document(params.text_document)
        return _format_edits(document, *_offsets_of(document, params.range))

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def show_hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        """Return the numbers of moves and of cards left in a part of the text."""
        document = server.document(params.text_document)
        start, end = _offsets_of(document, params.range)
        return [
            translating.hint(document, section, hint)
            for section in document.around(start, end)
            for hint in outline.hints(section.game)
            if start <= section.start + hint.offset <= end
        ]

    # These answers cover all games. Typing meanwhile makes a new document; the answer is for the old one.

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outline_text(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        document = server.document(params.text_document)
        return [translating.symbol(document, section) async for section in _in_turns(document)]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    async def fold_text(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        document = server.document(params.text_document)
        return [fold async for section in _in_turns(document) for fold in translating.folds(document, section)]


def _format_edits(document: Document, start: int, end: int) -> list[lsp.TextEdit]:
    """Return the changes that ``leoni fmt`` makes between two offsets."""
    return [translating.edit(document, *change) for change in quick_fixes.formatting_changes(document, start, end)]


def _offsets_of(document: Document, span: lsp.Range) -> tuple[int, int]:
    """Return the offsets at which a span begins and ends."""
    return translating.offset_of(document, span.start), translating.offset_of(document, span.end)
