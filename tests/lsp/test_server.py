"""The server as an editor sees it: the client of a library in another process, over standard input and output."""

from __future__ import annotations

import subprocess

import pytest
from lsprotocol import types as lsp

from tests.cli.runs import GOOD, MISFIT, command, environment
from tests.lsp.editor import Editor, editor, run, stretch

URI = "untitled:one.moves"

pytestmark = pytest.mark.long


def test_a_game_is_typed() -> None:
    """The whole of it once, in one process, so that it costs little."""

    async def typed() -> None:
        async with editor() as here:
            document = here.open(URI, MISFIT)
            (diagnostic,) = await here.diagnostics(URI)
            assert (diagnostic.code, diagnostic.source) == ("M203", "leoni")
            assert diagnostic.range == stretch((4, 17), (4, 22))
            shown = await here.hover(document, 4, 5)
            assert shown is not None and isinstance(shown.contents, lsp.MarkupContent)
            assert shown.contents.value.startswith("1\\. `11:2S^` 2♠ from pile 11 to the foundation (up)")
            assert shown.range == stretch((4, 3), (4, 9))
            items = await here.offers(document, 4, 17)
            assert [(item.label, item.detail) for item in items][:1] == [
                ("3S", "3♠ from pile 4 to the foundation (up)")
            ]
            (edit,) = {item.text_edit.range.start.character for item in items if item.text_edit}
            assert edit == 17
            # What does not fit gives way to what was offered.
            here.change(URI, (stretch((4, 17), (4, 22)), "4:3S^"))
            assert await here.diagnostics(URI) == []
            assert (await here.formatted(document)) == []

    run(typed())


def test_what_it_can_do_is_what_it_says() -> None:
    async def asked() -> None:
        async with editor() as here:
            can = here.server
            assert can.position_encoding == lsp.PositionEncodingKind.Utf16
            assert can.hover_provider and can.completion_provider and can.code_action_provider
            assert can.document_formatting_provider and can.document_range_formatting_provider
            assert can.document_symbol_provider and can.folding_range_provider and can.inlay_hint_provider
            assert not can.rename_provider
            sync = can.text_document_sync
            assert isinstance(sync, lsp.TextDocumentSyncOptions)
            assert (sync.open_close, sync.change) == (True, lsp.TextDocumentSyncKind.Incremental) and sync.save
            document = here.open(URI, GOOD)
            await here.diagnostics(URI)
            client = here.client
            symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
            assert symbols is not None and [one.name for one in symbols] == ["1. Leoni's Own"]
            assert [one.name for one in symbols[0].children or []] == ["The deal", "Deal 2", "Deal 3"]  # type: ignore[union-attr]
            folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
            assert folds is not None
            assert [(one.start_line, one.end_line) for one in folds] == [(0, 9), (0, 3), (5, 6), (6, 8), (8, 9)]
            where = stretch((5, 0), (6, 0))
            hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(document, where))
            assert hints is not None
            assert [hint.label for hint in hints][:2] == ["2.", "3."] and hints[-1].label == "88 left"
            assert {hint.position.line for hint in hints} == {5}
            assert await here.formatted(document) == []
            # Nothing is known of a file that is not open.
            other = lsp.TextDocumentIdentifier("untitled:other")
            assert await here.hover(other, 0, 0) is None
            assert await here.offers(other, 0, 0) == []
            assert await here.formatted(other) == []
            client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))
            here.versions[URI] = -1
            assert await here.diagnostics(URI) == []

    run(asked())


def test_it_ends_with_its_editor() -> None:
    """An editor that is gone, or talks nonsense: no traceback, and an exit status that says so."""

    async def gone() -> None:
        here = Editor()
        await here.start(lsp.ClientCapabilities(), "tests")
        here.client.exit(None)
        assert await here.ended() == 1

    run(gone())
    for said in (b"", b"nonsense\r\n\r\n", b'Content-Length: 8\r\n\r\n{"a": [}', b"Content-Length: 99\r\n\r\n{"):
        ran = subprocess.run(command("lsp"), input=said, capture_output=True, env=environment(), timeout=60)
        assert (ran.returncode, ran.stderr) == (1, b""), said
    asked = b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": {"position": 5}}'
    said = b"Content-Length: %d\r\n\r\n%s" % (len(asked), asked)
    ran = subprocess.run(command("lsp"), input=said, capture_output=True, env=environment(), timeout=60)
    assert b'"id": 7' in ran.stdout and b"-32602" in ran.stdout, ran.stdout
