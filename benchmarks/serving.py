"""How fast the language server answers: one game of a hundred is typed on, and all is asked for that editors ask."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from corpus import Corpus
from timing import LEONI, row, title

#: How many games the file has, and which of them is edited.
GAMES, EDITED = 100, 50
#: How many signs are typed a round.
_TYPED = 60


def answers(corpora: list[Corpus], folder: Path, rounds: int) -> None:
    """Print how long answers take from asking to having them, over standard input and output, in milliseconds.

    Args:
        corpora: games of every kind; they take turns in the file.
        folder: where the file goes.
        rounds: how often the game is typed on.
    """
    title(f"language server: ms to an answer, {GAMES} games of which one is edited")
    try:
        taken = asyncio.run(_typed(_file(corpora, folder), rounds))
    except ImportError:
        print("pygls is not there: pip install 'leoni-replay[lsp]'")
        return
    row("", "answers", "median", "95 %", "max")
    for name, times in taken.items():
        _row(name, times)
    _row("all but the first", [one for name, times in taken.items() for one in times if name != "first diagnostics"])


def _row(name: str, times: list[float]) -> None:
    in_order = sorted(times)
    cells = [in_order[len(in_order) // 2], in_order[int(0.95 * (len(in_order) - 1))], in_order[-1]]
    row(name, str(len(in_order)), *(f"{one:.1f}" for one in cells))


def _file(corpora: list[Corpus], folder: Path) -> Path:
    """A file of games that take turns, the edited one among them the first of the first kind."""
    games = [corpus.right.read_text(encoding="utf-8").split("\n\n[Game") for corpus in corpora]
    turns = [games[at % len(games)][at // len(games) % len(games[at % len(games)])] for at in range(GAMES)]
    turns[EDITED] = games[0][0]
    path = folder / "hundred.moves"
    path.write_text("\n\n".join(one if one.startswith("[") else f"[Game{one}" for one in turns), encoding="utf-8")
    return path


async def _typed(path: Path, rounds: int) -> dict[str, list[float]]:
    """Type on, and ask."""
    from lsprotocol import types as lsp
    from pygls.lsp.client import LanguageClient

    client = LanguageClient("benchmark", "1")
    published: asyncio.Queue[tuple[int, float]] = asyncio.Queue()

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def published_(params: lsp.PublishDiagnosticsParams) -> None:
        published.put_nowait((params.version or 0, time.perf_counter()))

    await client.start_io(*LEONI, "lsp")
    markdown = lsp.HoverClientCapabilities(content_format=[lsp.MarkupKind.Markdown])
    capabilities = lsp.ClientCapabilities(text_document=lsp.TextDocumentClientCapabilities(hover=markdown))
    await client.initialize_async(
        lsp.InitializeParams(capabilities=capabilities, initialization_options={"pictures": True})
    )
    client.initialized(lsp.InitializedParams())

    taken: dict[str, list[float]] = {}

    async def timed(name: str, asked: Awaitable[Any]) -> None:
        begun = time.perf_counter()
        await asked
        taken.setdefault(name, []).append(1000 * (time.perf_counter() - begun))

    async def diagnosed(name: str, version: int, begun: float) -> None:
        while True:
            said, at = await published.get()
            if said == version:
                taken.setdefault(name, []).append(1000 * (at - begun))
                return

    text, uri = path.read_text(encoding="utf-8"), path.as_uri()
    document = lsp.TextDocumentIdentifier(uri)
    begun = time.perf_counter()
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "moves", 1, text)))
    await diagnosed("first diagnostics", 1, begun)

    version = 1
    for at, sign in _signs(text, rounds):
        version += 1
        line, column = text.count("\n", 0, at), at - text.rfind("\n", 0, at) - 1
        here = lsp.Position(line, column)
        there = lsp.Position(line, column + (not sign))
        change = lsp.TextDocumentContentChangePartial(lsp.Range(here, there), sign)
        text = text[:at] + sign + text[at + (not sign) :]
        identifier = lsp.VersionedTextDocumentIdentifier(version, uri)
        begun = time.perf_counter()
        client.text_document_did_change(lsp.DidChangeTextDocumentParams(identifier, [change]))
        cursor = lsp.Position(line, column + len(sign))
        shown = lsp.Range(lsp.Position(max(line - 30, 0), 0), lsp.Position(line + 30, 0))
        # An editor asks for all of it at once.
        await asyncio.gather(
            timed("completion", client.text_document_completion_async(lsp.CompletionParams(document, cursor))),
            timed("inlay hints", client.text_document_inlay_hint_async(lsp.InlayHintParams(document, shown))),
            timed("symbols", client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))),
            timed("folding", client.text_document_folding_range_async(lsp.FoldingRangeParams(document))),
            diagnosed("diagnostics", version, begun),
        )
        await timed("hover", client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(line, 5))))
        context = lsp.CodeActionContext([])
        around = lsp.Range(lsp.Position(line, 0), cursor)
        await timed(
            "code actions", client.text_document_code_action_async(lsp.CodeActionParams(document, around, context))
        )
        options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
        await timed(
            "formatting", client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options))
        )
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return taken


def _signs(text: str, rounds: int) -> list[tuple[int, str]]:
    """What is typed in the edited game: signs are taken away from its end, one by one, and written again; and in its
    middle a card is changed, and changed back. Each is a place and a sign, which is empty for one that goes away."""
    begins = [0]
    while (begin := text.find("\n[Game", begins[-1] + 1)) >= 0:
        begins.append(begin + 1)
    end = len(text[: begins[EDITED + 1]].rstrip())
    middle = text.index("\n1. ", begins[EDITED]) + 1
    middle = text.index(" ", (middle + end) // 2) + 1
    gone = list(range(end - _TYPED, end))
    made: list[tuple[int, str]] = []
    for _ in range(rounds):
        made += [(at, "") for at in reversed(gone)]
        made += [(at, text[at]) for at in gone]
        made += [(middle, "x"), (middle, ""), (middle, "9"), (middle, "")]
    return made
