"""The lexer for Pygments sees what the reader sees, and Pygments finds it."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String

from leoni_replay.show.lexer import MovesLexer
from tests.editors.kinds import FEW, KINDS, pieces, text_of

#: what each kind is to Pygments
EXPECTED = {
    "bracket": Punctuation, "name": Name.Tag, "value": String, "number": Name.Label, "result": Keyword,
    "parenthesis": Punctuation, "brace": Punctuation, "colon": Punctuation, "word": Keyword.Type,
    "place": Name.Variable, "none": Operator, "count": Number.Integer, "hex": Number.Hex, "alone": Keyword.Reserved,
    "source": Name.Variable, "card": Name.Constant, "path": Name.Decorator, "dest": Operator, "shown": Name.Property,
    "mark": Keyword.Pseudo, "time": Number, "setting": Keyword,
}  # fmt: skip


def disagreements(path: Path) -> list[str]:
    """Every token of which the lexer makes something else than the reader."""
    text = text_of(path)
    lexed = {start: (kind, value) for start, kind, value in MovesLexer().get_tokens_unprocessed(text)}
    assert "".join(value for _, value in lexed.values()) == text
    wrong = []
    for start, end, kind in pieces(path):
        token, value = lexed.get(start, (None, ""))
        fits = token in Comment if kind == "comment" else token is EXPECTED[kind]
        if not fits or value != text[start:end]:
            wrong.append(f"{path.name}, {start}: {text[start:end]!r} is a {kind}, and {token} {value!r} to Pygments")
    return wrong


def test_a_few_transcripts_have_all_there_is() -> None:
    kinds = {piece.kind for path in FEW for piece in pieces(path)}
    assert kinds == KINDS
    assert [line for path in FEW for line in disagreements(path)] == []


def test_what_is_wrong_is_shown_as_wrong_and_no_further() -> None:
    text = '[Game "Martha"] 1. 5:7S>3 7X 6:7S^! {= leggal: 5H} ) won'
    tokens = list(MovesLexer().get_tokens_unprocessed(text))
    assert [value for _, kind, value in tokens if kind is Error] == ["7X", "leggal:"]
    assert "".join(value for _, _, value in tokens) == text
    assert (tokens[-1][1], tokens[-1][2]) == (Keyword, "won")


def test_pygments_finds_it() -> None:
    """By the entry point, which an installed package has."""
    (entry,) = [point for point in entry_points(group="pygments.lexers") if point.name == "moves"]
    assert entry.load() is MovesLexer
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    lexer = get_lexer_by_name("moves")
    assert isinstance(lexer, MovesLexer)
    assert MovesLexer.analyse_text(text_of(FEW[0])) > MovesLexer.analyse_text("[Game] of the year") == 0
    page = highlight("1. 11:2S^ <b>", lexer, HtmlFormatter())
    assert '<span class="no">2S</span><span class="o">^</span>' in page and "&lt;b&gt;" in page
