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
from leoni_replay.lsp.document import Document, GameInText
from leoni_replay.lsp.hover import Style, hover
from leoni_replay.lsp.offsets import Place, Units

#: How many seconds to wait after a change before the text is judged, so that fast typing is judged once; and how many
#: more before the slower search for what would make a rejected game right.
SETTLED: Final = 0.03
IDLE: Final = 0.4
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
        self._server.opened(params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        self._server.changed(params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        self._server.closed(params)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Read a message. A request that cannot be read gets an error for an answer: the library would leave it
        without one, and the editor waiting."""
        try:
            return super().structure_message(data)
        except JsonRpcException:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=JsonRpcInvalidParams().to_response_error())
            raise


class _Open:
    """An open document: its version, and the task that judges it."""

    def __init__(self, document: Document, version: int) -> None:
        self.document = document
        self.version = version
        self.task: asyncio.Task[None] | None = None


class Server(LanguageServer):
    """A language server for records of patience."""

    def __init__(self, version: str) -> None:
        super().__init__("leoni", version, protocol_cls=_Protocol)
        self.open: dict[str, _Open] = {}
        self.style = Style()
        #: whether the editor has announced that it will exit
        self.ended = False

    # -- documents --------------------------------------------------------------------------------------------------

    def opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """Handle an opened file."""
        item = params.text_document
        path = to_fs_path(item.uri) if item.uri.startswith("file:") else None
        self._forget(item.uri)
        self.open[item.uri] = _Open(Document(path or "", item.text, self._units), item.version)
        self._judge_soon(item.uri, 0)

    def changed(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """Handle a change of a file's text."""
        uri = params.text_document.uri
        opened = self.open.get(uri)
        if opened is None:
            return
        for change in params.content_changes:
            if isinstance(change, lsp.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                opened.document.change(Place(start.line, start.character), Place(end.line, end.character), change.text)
            else:
                opened.document.change(None, None, change.text)
        opened.version = params.text_document.version
        self._judge_soon(uri, SETTLED)

    def closed(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """Handle a closed file: remove its diagnostics."""
        uri = params.text_document.uri
        if self._forget(uri):
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def document(self, item: lsp.TextDocumentIdentifier) -> Document:
        """Return an open document; an empty one if the editor has not opened it. A change makes no difference to it."""
        opened = self.open.get(item.uri)
        return copy(opened.document) if opened is not None else Document("", "")

    def reread(self, uri: str) -> None:
        """Read what depends on users' rule books again."""
        opened = self.open.get(uri)
        if opened is not None and opened.document.reread():
            self._judge_soon(uri, 0)

    def _forget(self, uri: str) -> bool:
        opened = self.open.pop(uri, None)
        if opened is not None and opened.task is not None:
            opened.task.cancel()
        return opened is not None

    @property
    def _units(self) -> Units:
        encoding = self.server_capabilities.position_encoding
        units: dict[object, Units] = {"utf-8": "utf-8", "utf-32": "utf-32"}
        return units.get(getattr(encoding, "value", encoding), "utf-16")

    # -- diagnostics ------------------------------------------------------------------------------------------------

    def _judge_soon(self, uri: str, delay: float) -> None:
        opened = self.open[uri]
        if opened.task is not None:
            opened.task.cancel()
        opened.task = asyncio.get_running_loop().create_task(self._judge(uri, opened, delay))

    async def _judge(self, uri: str, opened: _Open, delay: float) -> None:
        """Publish the diagnostics: first the errors, later also what would make a rejected game right."""
        for hints in (False, True):
            await asyncio.sleep(IDLE if hints else delay)
            news = not hints
            rejected = 0
            async for placed in _in_turns(opened.document):
                # As in a run of verify; for the other games, hints are searched for when the editor asks for fixes.
                if not placed.game.judged(hints) and rejected < MOST_HINTS:
                    placed.game.verdict(hints)
                    news = True
                rejected += hints and placed.game.verdict().status == "rejected"
            if news:
                diagnostics = translating.diagnostics(opened.document)
                self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics, opened.version))

    # -- the editor -------------------------------------------------------------------------------------------------

    def begin(self, params: lsp.InitializeParams) -> None:
        """Note what the editor can show. The editor may say itself whether it shows pictures: ``pictures``."""
        name = params.client_info.name if params.client_info else ""
        options = params.initialization_options
        wish = options.get("pictures") if isinstance(options, dict) else getattr(options, "pictures", None)
        pictures = wish if isinstance(wish, bool) else name.startswith(_SHOW_PICTURES)
        document = params.capabilities.text_document
        hovering = document.hover if document else None
        formats = hovering.content_format if hovering else None
        self.style = Style(formats is None or lsp.MarkupKind.Markdown in formats, pictures)

    def version_for_edits(self, opened: _Open) -> int | None:
        """Return the document version for edits; None if the editor doesn't ask for one."""
        workspace = self.client_capabilities.workspace
        edits = workspace.workspace_edit if workspace else None
        return opened.version if edits and edits.document_changes else None

    async def watch_books(self) -> None:
        """Ask the editor to report changes of rule books, if it can."""
        workspace = self.client_capabilities.workspace
        watched = workspace.did_change_watched_files if workspace else None
        if watched and watched.dynamic_registration:
            options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher("**/*.toml")])
            asked = lsp.Registration("books", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            await self.client_register_capability_async(lsp.RegistrationParams([asked]))


async def _in_turns(document: Document) -> AsyncIterator[GameInText]:
    """Yield the games of a document, one at a time; between them, the editor's other requests get their turn."""
    begun = time.monotonic()
    for placed in document.games:
        yield placed
        if time.monotonic() - begun > _TURN:
            await asyncio.sleep(_PAUSE)
            begun = time.monotonic()


def make_server(version: str) -> Server:
    """Make a language server with all its features."""
    server = Server(version)
    _about_documents(server)
    _about_places(server)
    _about_texts(server)
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
    return server.ended


def _about_documents(server: Server) -> None:
    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        server.begin(params)

    @server.feature(lsp.INITIALIZED)
    async def initialized(params: lsp.InitializedParams) -> None:
        await server.watch_books()

    @server.feature(lsp.SHUTDOWN)
    def shut_down(params: None) -> None:
        server.ended = True

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.reread(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def books_changed(params: lsp.DidChangeWatchedFilesParams) -> None:
        for uri in list(server.open):
            server.reread(uri)


def _about_places(server: Server) -> None:
    """Register the requests about a place in a text."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovering(params: lsp.HoverParams) -> lsp.Hover | None:
        document = server.document(params.text_document)
        offset = translating.offset_of(document, params.position)
        placed = document.at(offset)
        shown = hover(placed.game, offset - placed.start, server.style) if placed else None
        return translating.hover(document, placed, shown, server.style.markdown) if placed and shown else None

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", "(", ":", "~", ">", "[", '"'])
    )
    def completing(params: lsp.CompletionParams) -> lsp.CompletionList:
        document = server.document(params.text_document)
        offset = translating.offset_of(document, params.position)
        placed = document.at(offset)
        made = offers(placed.game, offset - placed.start) if placed else []
        items = translating.completion(document, placed, made) if placed else []
        return lsp.CompletionList(is_incomplete=False, items=items)

    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=kinds))
    async def correcting_(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        opened = server.open.get(uri)
        if opened is None:
            return []
        document, version = copy(opened.document), server.version_for_edits(opened)
        made = []
        if _wanted(params, lsp.CodeActionKind.QuickFix, asked=False):
            start = translating.offset_of(document, params.range.start)
            end = translating.offset_of(document, params.range.end)
            for placed in document.around(start, end):
                for one in quick_fixes.corrections(placed.game, start - placed.start, end - placed.start):
                    made.append(translating.action(document, placed, one, uri, version))
        if _wanted(params, lsp.CodeActionKind.SourceFixAll, asked=True):
            corrections = [(placed, quick_fixes.certain(placed.game)) async for placed in _in_turns(document)]
            changes = [(placed, change) for placed, one in corrections if one is not None for change in one.changes]
            if changes:
                title = "Correct every game that has a certain correction (leoni verify --fix)"
                edit = translating.workspace_edit(document, uri, version, changes)
                made.append(lsp.CodeAction(title, kind=lsp.CodeActionKind.SourceFixAll, edit=edit))
        return made


def _wanted(params: lsp.CodeActionParams, kind: lsp.CodeActionKind, *, asked: bool) -> bool:
    """Whether an editor wants code actions of a kind; ``asked`` means that it must ask for them."""
    only = params.context.only
    if not only:
        return not asked
    # A kind includes all kinds whose names begin with it and a dot.
    return any(f"{kind.value}.".startswith(f"{getattr(one, 'value', one)}.") for one in only)


def _about_texts(server: Server) -> None:
    """Register the requests about a whole text or a part of it."""

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        document = server.document(params.text_document)
        return _formatted(document, 0, len(document.lines.plain))

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    def formatting_range(params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        document = server.document(params.text_document)
        return _formatted(document, *_stretch(document, params.range))

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        document = server.document(params.text_document)
        start, end = _stretch(document, params.range)
        return [
            translating.hint(document, placed, one)
            for placed in document.around(start, end)
            for one in outline.hints(placed.game)
            if start <= placed.start + one.at <= end
        ]

    # These answers cover all games. Typing meanwhile makes a new document; the answer is for the old one.

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        document = server.document(params.text_document)
        return [translating.symbol(document, placed) async for placed in _in_turns(document)]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        document = server.document(params.text_document)
        return [fold async for placed in _in_turns(document) for fold in translating.folds(document, placed)]


def _formatted(document: Document, start: int, end: int) -> list[lsp.TextEdit]:
    return [translating.edit(document, *one) for one in quick_fixes.rewritten(document, start, end)]


def _stretch(document: Document, where: lsp.Range) -> tuple[int, int]:
    return translating.offset_of(document, where.start), translating.offset_of(document, where.end)
