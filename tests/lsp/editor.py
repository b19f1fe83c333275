"""An editor: the client of pygls, in a process of its own from the server, over standard input and output."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from tests.cli.runs import command, environment
from tests.loops import run_alone

#: Seconds after which an answer comes no more. No test takes as long unless it fails.
PATIENCE = 60

FORMATTING = lsp.FormattingOptions(tab_size=4, insert_spaces=True)


def place(line: int, character: int) -> lsp.Position:
    return lsp.Position(line, character)


def stretch(start: tuple[int, int], end: tuple[int, int]) -> lsp.Range:
    return lsp.Range(lsp.Position(*start), lsp.Position(*end))


class Editor:
    """One file after the other, and what the server says of them."""

    def __init__(self) -> None:
        self.client = LanguageClient("tests", "1")
        self.published: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
        self.registered: asyncio.Queue[lsp.RegistrationParams] = asyncio.Queue()
        self.versions: dict[str, int] = {}
        self.server = lsp.ServerCapabilities()

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(params)

        @self.client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
        def registered(params: lsp.RegistrationParams) -> None:
            self.registered.put_nowait(params)

    async def start(self, capabilities: lsp.ClientCapabilities, name: str, **options: object) -> None:
        await self.client.start_io(*command("lsp"), env=environment())
        self.server = (
            await self.client.initialize_async(
                lsp.InitializeParams(
                    capabilities=capabilities,
                    client_info=lsp.ClientInfo(name),
                    initialization_options=options or None,
                )
            )
        ).capabilities
        self.client.initialized(lsp.InitializedParams())

    async def stop(self) -> int:
        """End as editors should; the exit status of the server."""
        await self.client.shutdown_async(None)
        self.client.exit(None)
        return await self.ended()

    async def ended(self) -> int:
        process = self.client._server
        assert process is not None and process.stderr is not None
        said = await process.stderr.read()
        await asyncio.wait_for(self.client.stop(), PATIENCE)
        assert said == b"", said.decode()
        assert process.returncode is not None
        return process.returncode

    def open(self, uri: str, text: str) -> lsp.TextDocumentIdentifier:
        self.versions[uri] = 1
        item = lsp.TextDocumentItem(uri, "moves", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return lsp.TextDocumentIdentifier(uri)

    def change(self, uri: str, *changes: tuple[lsp.Range, str] | str) -> int:
        """Type something in places, or a whole new text; the version that this makes."""
        self.versions[uri] += 1
        made: list[lsp.TextDocumentContentChangeEvent] = [
            lsp.TextDocumentContentChangeWholeDocument(one)
            if isinstance(one, str)
            else lsp.TextDocumentContentChangePartial(*one)
            for one in changes
        ]
        identifier = lsp.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(identifier, made))
        return self.versions[uri]

    async def diagnostics(
        self, uri: str, right: Callable[[list[lsp.Diagnostic]], bool] = lambda diagnostics: True
    ) -> list[lsp.Diagnostic]:
        """What the server says of the present version of a file, as soon as it is what is waited for."""
        while True:
            said = await asyncio.wait_for(self.published.get(), PATIENCE)
            diagnostics = list(said.diagnostics)
            if said.uri == uri and said.version in (None, self.versions[uri]) and right(diagnostics):
                return diagnostics

    async def hover(self, document: lsp.TextDocumentIdentifier, line: int, character: int) -> lsp.Hover | None:
        return await self.client.text_document_hover_async(lsp.HoverParams(document, place(line, character)))

    async def offers(self, document: lsp.TextDocumentIdentifier, line: int, character: int) -> list[lsp.CompletionItem]:
        completions = await self.client.text_document_completion_async(
            lsp.CompletionParams(document, place(line, character))
        )
        assert isinstance(completions, lsp.CompletionList)
        return list(completions.items)

    async def actions(
        self, document: lsp.TextDocumentIdentifier, where: lsp.Range, *only: lsp.CodeActionKind
    ) -> list[lsp.CodeAction]:
        context = lsp.CodeActionContext([], only=list(only) or None)
        params = lsp.CodeActionParams(document, where, context)
        answer = await self.client.text_document_code_action_async(params)
        return [one for one in answer or [] if isinstance(one, lsp.CodeAction)]

    async def formatted(self, document: lsp.TextDocumentIdentifier) -> list[lsp.TextEdit]:
        params = lsp.DocumentFormattingParams(document, FORMATTING)
        return list(await self.client.text_document_formatting_async(params) or [])


@contextlib.asynccontextmanager
async def editor(
    capabilities: lsp.ClientCapabilities | None = None, name: str = "tests", **options: object
) -> AsyncIterator[Editor]:
    """An editor with its server; in the end both end, and the server as it should."""
    made = Editor()
    await made.start(capabilities or lsp.ClientCapabilities(), name, **options)
    try:
        yield made
    finally:
        status = await made.stop()
    assert status == 0


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test that waits for answers."""
    run_alone(asyncio.wait_for(test, 2 * PATIENCE))
