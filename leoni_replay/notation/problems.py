"""Explain syntax errors: one problem per game, at its first wrong token, in plain words.

The reader knows where it had to stop. The parse table says what could have stood there instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from leoni_replay.games import vocabulary_of
from leoni_replay.games.places import Vocabulary
from leoni_replay.notation.braces import ClaimError, tokens_of
from leoni_replay.notation.claim_syntax import KINDS
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.machine import machine
from leoni_replay.notation.scan import TOKEN_LIMIT, scanner
from leoni_replay.notation.split import GAME_LIMIT
from leoni_replay.notation.transcript import Comment, MoveItem, Problem, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.phrases import closest_name
from leoni_replay.rules.run import DEPTH_LIMIT, SYNTAX

#: Why reading stopped: a wrong token, the end of the text, a limit, an invalid claim, or bytes that are not text.
Reason = Literal["token", "end", "deep", "long", "cut", "claim", "setting", "binary"]

_QUOTED: Final = 40

#: a word that continues a move, and what a word ends with if another one continues it
_GOES_ON: Final = re.compile(r"[\^>~#+,:↑↓→!?]|[vV][\^↑]?\Z")
_OPEN: Final = ":>→~+,"
_NEXT_WORD: Final = re.compile(r"\s+([^\s(){};]+)")
_COUNT: Final = "[1-9][0-9]{0,6}"
_SUIT: Final = "[CDHScdhs♣♦♥♠]"
_CARD: Final = f"(?:10|[2-9ATJQKatjqk]){_SUIT}"
_PILE: Final = "(1[0-3]|[1-9])"
_TO: Final = "(?:→|->|-|>)"
_ARROW: Final = re.compile(f"{_PILE}{_TO}({_CARD})")
#: How other games write that a card goes to a foundation, from its pile or by its name, and onto which card.
_HOME: Final = re.compile(f"({_CARD}){_TO}(?:[Ff]|[Hh]|[Ff]oundation|[Hh]ome)")
_TO_SUIT: Final = re.compile(f"{_PILE}{_TO}(?:{_SUIT}|[Ff]|[Ff]oundation|[Hh]ome)")
_NO_SUIT: Final = re.compile("(?:.*[:~>+,])?((?:10|[2-9ATJQKatjqk])(?![CDHScdhs])[A-Za-z])(?:[^0-9A-Za-z].*|[v^]*)")
_ON_CARD: Final = re.compile(f"({_CARD}){_TO}{_CARD}")
_CURLY: Final = re.compile("[“”„‟«»]")
#: What may stand where files were joined: a result, a mark or Ctrl-Z, the first tag of the next game.
JOINT: Final = re.compile(
    r"""(?P<result>(?:won|lost|conceded|\*)[^\S\n]*+)?(?P<junk>[\ufeff\x1a]*+)(?P<game>\[\s*Game\s*")?"""
)
#: the result words, and what can stand before one
_ENDS_IN_RESULT: Final = re.compile(r"(?:.*[\s,.;:])?(won|lost|conceded|\*)[\s.]*\Z", re.S)

_WORD: Final = re.compile(r"[^\s(){};]+")

#: White suits, as the black ones that are read.
_SUITS: Final = str.maketrans("♧♢♡♤", "♣♦♥♠")
#: The names of the terminals in messages, in the order in which they are listed.
_NAMES: Final = {
    "LSQB": 'a tag such as [Game "Leoni\'s Own"]',
    "NAME": "the tag's name",
    "VALUE": "its value in quotation marks",
    "RSQB": "the closing ]",
    "MOVE": "a move",
    "NUMBER": "a move number",
    "LPAR": "a variation",
    "RPAR": "a closing )",
    "RESULT": "a result word (won, lost, conceded or *)",
    "CONCEDED": "a result word (won, lost, conceded or *)",
    "COMMENT": "a comment",
    "LINE_COMMENT": "a comment",
    "CLAIM": "a claim",
    "TIME": "a time",
    "STANDSTILL": "a kind of claim",
    "PLACE": "a place",
    "GONE": "the word gone",
    "COLON": "a colon",
    "COUNT": "a number",
    "CARD": "a card",
    "DOWN_CARD": "a face-down card such as #7H",
    "GAP": "-- for a gap",
    "EMPTY": "- for an empty place",
    "HEX": "16 hexadecimal digits",
    "$END": "the end",
}
#: how times are written
TIME_HELP: Final = "write a time as @2:05, minutes and seconds, or from an hour on as @1:02:05"
_HOW_TO_SET: Final = "write cards put right by hand as set {7: 9S JD  gone: 4C}: each place with all its cards"
_FIRST_TAG: Final = 'a game begins with its tags, for example [Game "Leoni\'s Own"]'
_NOTES: Final = frozenset({"COMMENT", "LINE_COMMENT", "CLAIM", "TIME"})


def quote(text: str) -> str:
    """Return the first 40 characters of the text in backquotes, with control characters spelled out."""
    short = text if len(text) <= _QUOTED else text[: _QUOTED - 3] + "..."
    return "`" + "".join(char if char.isprintable() else _escape(char) for char in short) + "`"


def may_end_at(text: str, at: int, end: int) -> bool:
    """Whether the error at an offset may only be there because the text is broken from ``end`` on."""
    if at >= end or text[at] in "{[":
        return True
    match = _WORD.match(text, at)
    return match is not None and match.end() >= end


def problem(
    transcript: Transcript, at: int, reason: Reason, state: int = SYNTAX, claim: ClaimError | None = None
) -> Problem:
    """Return the problem at the place where the reader stopped.

    Args:
        transcript: the game up to that place.
        at: the offset of the wrong token.
        reason: why the reader stopped.
        state: if a token is wrong or missing, the state of the parse table before it.
        claim: if the reason is ``claim`` or ``setting``, the error inside it.
    """
    text = transcript.text
    match reason:
        case "binary":
            return _not_text(text, at)
        case "cut":
            return Problem("S009", f"the game is longer than {GAME_LIMIT >> 20} MiB", at, _line_end(text, at))
        case "long":
            limit = f"{TOKEN_LIMIT >> 20} MiB"
            what = {"{": "comment", ";": "comment", "[": "tag"}.get(text[at], "move")
            return Problem("S009", f"this {what} is longer than {limit}", at, _line_end(text, at))
        case "deep":
            message = f"variations nest more than {DEPTH_LIMIT} deep"
            return Problem("S008", message, at, at + 1, ("record a long line as a game of its own",))
        case "claim" | "setting":
            assert claim is not None
            return _in_braces(text, at, claim, reason == "setting")
        case "end":
            return _early_end(transcript, machine().accepts(state))
        case "token":
            return _wrong_token(transcript, at, state)


def _wrong_token(transcript: Transcript, at: int, state: int) -> Problem:
    """Return the problem of a token that cannot stand where it does.

    Args:
        transcript: the game up to the token.
        at: where the token begins in its text.
        state: the state of the parse table before it.
    """
    text = transcript.text
    char = text[at]
    if char == "{" and not scanner().braces.match(text, at):
        return _unclosed_comment(text, at)
    has_items = any(not isinstance(item, Comment) for item in transcript.items)
    if char == "[" and not has_items and not transcript.result:
        return _malformed_tag(text, at)
    joint = _between_files(transcript, at)
    if joint:
        return joint
    end = _end_of_wrong_token(text, at)
    misplaced = _wrong_place(transcript, at, end)
    if misplaced:
        return misplaced
    expected = machine().accepts(state)
    too_early_or_late = _wrong_order(transcript, at, end, expected)
    if too_early_or_late:
        return too_early_or_late
    return _no_move(transcript, at, end, expected)


def _wrong_place(transcript: Transcript, start: int, end: int) -> Problem | None:
    """Return the problem of a token that no place among the moves allows, or that stands outside them; None if it is
    something else.

    Args:
        transcript: the game up to the token.
        start: where the token begins in its text.
        end: where it ends.
    """
    token_text = transcript.text[start:end]
    char, quoted = token_text[0], quote(token_text)
    if char == "@" and transcript.tags and not scanner().time.fullmatch(token_text):
        return Problem("S013", f"{quoted} is not a time", start, end, (TIME_HELP,))
    if transcript.result is not None:
        message = f"{quoted} comes after the game's result {quote(transcript.result.word)}"
        help = "only comments can follow the result, and then the next game's tags"
        if char == "[":
            help = "the next game's first tag begins a line of its own"
        return Problem("S006", message, start, end, (help,))
    if not transcript.tags:
        help = "a claim is about a position, so it comes after the tags" if char == "{" else _FIRST_TAG
        return Problem("S006", f"{quoted} is where the game's first tag should be", start, end, (help,))
    if char == "[":
        help = "tags come before the first move; a new game begins on a line of its own"
        return Problem("S001", f"a tag cannot stand among the moves: {quoted}", start, end, (help,))
    if char == "}":
        return Problem("S001", "there is no comment for `}` to close", start, end, ("a comment ends at its first `}`",))
    return None


def _wrong_order(transcript: Transcript, start: int, end: int, expected: frozenset[str]) -> Problem | None:
    """Return the problem of a token of the notation that comes too early or too late; None if it is none of the
    notation.

    Args:
        transcript: the game up to the token.
        start: where the token begins.
        end: where it ends.
        expected: the terminals that could stand there.
    """
    token_text = transcript.text[start:end]
    quoted = quote(token_text)
    is_parenthesis = token_text[0] in "()"
    is_result = scanner().result.fullmatch(token_text) is not None
    # Only after a move number, a result, a closed parenthesis and a number are all impossible.
    after_number = bool(expected) and expected.isdisjoint({"RESULT", "RPAR", "NUMBER"})
    if is_parenthesis and not after_number and "LPAR" in machine().number:
        return _misplaced_parenthesis(transcript.text, start, expected)
    if is_result and "RPAR" in expected:
        message = f"the result {quoted} is inside a variation that is not closed"
        return Problem("S005", message, start, end, _opened_at(transcript))
    is_move = scanner(vocabulary_of(transcript.value("Game"))).move(token_text) is not None
    if is_parenthesis or is_move or is_result or token_text.endswith("."):
        return Problem("S001", f"expected {_in_words(expected)}, found {quoted}", start, end)
    return None


def _no_move(transcript: Transcript, start: int, end: int, expected: frozenset[str]) -> Problem:
    """Return the problem of a word that is none of the notation. The arguments are those of :func:`_wrong_order`."""
    text, word = transcript.text, transcript.text[start:end]
    vocabulary = vocabulary_of(transcript.value("Game"))
    if spaced_move := _spaced_move(transcript, start, end, vocabulary):
        return spaced_move
    expected_words = _in_words(expected)
    if text[end : end + 1] == ")" and re.fullmatch(_COUNT, word):
        help = f"write a move number with a dot: {quote(word + '.')}"
        quoted = quote(text[start : end + 1])
        return Problem("S002", f"{quoted} is not a move; expected {expected_words}", start, end + 1, (help,))
    message = f"{quote(word)} is not a move"
    if expected_words != "a move":
        message += f"; expected {expected_words}"
    return Problem("S002", message, start, end, _suggestions(word, vocabulary))


def _between_files(transcript: Transcript, at: int) -> Problem | None:
    """Return the problem of what programs that join files leave between two games; None if this is no such problem."""
    text = transcript.text
    # All parts of the expression may be empty, so it always matches.
    match = JOINT.match(text, at)
    assert match is not None
    junk, has_result = match["junk"], bool(match["result"] or transcript.result)
    start, end = match.span("junk")
    if "\ufeff" in junk and (has_result or not transcript.tags):
        help = "it belongs only at the start of a file: somebody joined files and left it between them"
        return Problem("S006", "there is a byte order mark in the middle of the file", start, end, (help, "delete it"))
    if "\x1a" in junk and (has_result or not transcript.tags):
        help = "some programs put it at the end of a file: delete it"
        return Problem("S006", "there is a Ctrl-Z (`\\x1a`) between games or after them", start, end, (help,))
    if has_result and match["game"]:
        help = "somebody joined files without a line break between them: put the tag on a line of its own"
        return Problem("S006", "the next game begins on the line of this game's result", *match.span("game"), (help,))
    return None


def _spaced_move(transcript: Transcript, start: int, end: int, vocabulary: Vocabulary) -> Problem | None:
    """Return the problem of a move written with spaces in it; None if this is no such move.

    It may begin with the last move that was read, which was then only the first part of it.

    Args:
        transcript: the game up to the wrong word.
        start: where the word begins.
        end: where it ends.
        vocabulary: the words of the game.
    """
    text, word = transcript.text, transcript.text[start:end]
    if _GOES_ON.match(word):
        # The last item may be the last one of a variation (or of one inside it).
        items = transcript.items
        while items and isinstance(items[-1], Variation) and items[-1].items and items[-1].end == start:
            items = items[-1].items
        last = items[-1] if items else None
        if isinstance(last, MoveItem) and not text[last.end : start].strip():
            start = last.start
    while (following := _NEXT_WORD.match(text, end)) and (text[end - 1] in _OPEN or _GOES_ON.match(following[1])):
        end = following.end()
    with_spaces = text[start:end]
    move = "".join(with_spaces.split()).replace("→", ">").replace("V", "v")
    if move == with_spaces or not scanner(vocabulary).move(move):
        return None
    message = f"{quote(with_spaces)} is not a move: a move is one word, without spaces"
    help = f"did you mean {quote(token(*scanner(vocabulary).command(move)))}?"
    return Problem("S002", message, start, end, (help,))


def _misplaced_parenthesis(text: str, at: int, expected: frozenset[str]) -> Problem:
    """Return the problem of a parenthesis that begins no variation, and ends none.

    Args:
        text: the text of the game.
        at: the offset of the parenthesis.
        expected: the terminals that could stand there.
    """
    if text[at] == "(":
        return Problem("S005", "a variation replaces the move before it, but there is none", at, at + 1)
    if "RESULT" in expected:
        # Results stand only in the main line.
        return Problem("S005", "there is no variation for `)` to close", at, at + 1)
    return Problem("S005", "a variation needs at least one move", at, at + 1)


def _malformed_tag(text: str, at: int) -> Problem:
    """Return the problem of the malformed tag that begins at an offset."""
    # Parsing the game again finds which part of the tag is wrong, and what could stand there.
    offset, expected = len(text), frozenset[str]()
    try:
        tokens_of(text, "game", None)
    except ClaimError as error:
        offset, expected = max(at, error.at), error.expected
    if "VALUE" in expected and text[offset : offset + 1] == '"':
        return _unclosed_value(text, offset)
    if offset >= len(text):
        return Problem("S004", f"the tag is incomplete: expected {_in_words(expected)}", at, _line_end(text, at))
    end = _end_of_wrong_token(text, offset)
    help = 'write a tag as [Name "value"]'
    if _CURLY.match(text, offset):
        help += ", with straight quotation marks"
    quoted = quote(text[offset:end])
    return Problem("S004", f"expected {_in_words(expected)}, found {quoted}", offset, end, (help,))


def _unclosed_value(text: str, at: int) -> Problem:
    """Return the problem of a tag's value that contains a wrong escape, or does not end.

    Args:
        text: the text of the game.
        at: the offset of the quotation mark that opens the value.
    """
    offset = at + 1
    # The value goes on to its quotation mark, or to a line that begins with another tag.
    end_or_escape = re.compile(r'["\\]|\n(?=[^\S\n]*+\[[^\S\n]*+\w++[^\S\n]*+")')
    while match := end_or_escape.search(text, offset):
        if match[0] != "\\":
            break
        if text[match.end() : match.end() + 1] not in ('"', "\\"):
            message = f"{quote(text[match.start() : match.end() + 1])} is not an escape"
            help = 'inside a value, write \\" for a quotation mark and \\\\ for a backslash'
            return Problem("S004", message, match.start(), min(match.end() + 1, len(text)), (help,))
        offset = match.end() + 1
    help = 'end the value with a quotation mark and then ]; inside a value, write \\" for one'
    if curly := _CURLY.search(text, at, _line_end(text, at)):
        help = f'{curly[0]} does not close a value: use straight quotation marks, as in [Name "value"]'
    return Problem("S004", "the tag's value is not closed", at, _line_end(text, at), (help,))


def _unclosed_comment(text: str, at: int) -> Problem:
    """Return the problem of a brace that is never closed."""
    what = "claim" if text.startswith("{=", at) else "comment"
    return Problem(
        "S003",
        f"this {what} is not closed",
        at,
        _line_end(text, at),
        ("close it with `}` before the next game begins",),
    )


def _in_braces(text: str, at: int, error: ClaimError, is_setting: bool) -> Problem:
    """Return the problem inside a setting or a claim.

    Args:
        text: the text of the game.
        at: where the setting or claim begins.
        error: what is wrong inside its braces.
        is_setting: whether it is a setting (``set {...}``, cards put right by hand).
    """
    if is_setting:
        code, what, help, opening = "S012", "setting", _HOW_TO_SET, "{"
    else:
        help = "the claims are: " + ", ".join(f"{{= {kind}}}" for kind in KINDS)
        code, what, opening = "S010", "claim", "{="
    inside = text.index("{", at) + len(opening)
    brace = text.index("}", inside)
    start = inside + error.at
    is_first_word = not text[inside:start].strip()
    if start >= brace:
        if is_first_word and not is_setting:
            return Problem(code, "the claim is empty", at, brace + 1, (help,))
        message = f"the {what} is incomplete: expected {_in_words(error.expected)}"
        return Problem(code, message, brace, brace + 1, (help,))
    match = _WORD.match(text, start)
    end = min(match.end() if match else start + 1, brace)
    quoted = quote(text[start:end])
    message = f"in this {what}, expected {_in_words(error.expected)}, found {quoted}"
    if is_first_word and not is_setting:
        message = f"no claim begins with {quoted}"
    return Problem(code, message, start, end, (help,))


def _early_end(transcript: Transcript, expected: frozenset[str]) -> Problem:
    """Return the problem of a game whose text ends where more must come.

    Args:
        transcript: the game.
        expected: the terminals that could come next.
    """
    text = transcript.text
    at = len(text.rstrip())
    if not transcript.tags:
        return Problem("S006", "there is no game here, only comments", at, at, (_FIRST_TAG,))
    if "NUMBER" in expected:
        # Where another move could come, the main line could also end: so this is not the main line.
        return Problem("S005", "the game ends inside a variation that is not closed", at, at, _opened_at(transcript))
    message = f"expected {_in_words(expected)}, found the end of the game"
    return Problem("S001", message, at, at, (*_opened_at(transcript), "a number belongs to the move that comes next"))


def draft(transcript: Transcript) -> Problem:
    """Return the warning for a game whose text stops without its result word but has no errors (a draft)."""
    at = len(transcript.text.rstrip())
    help: tuple[str, ...] = ()
    last = transcript.items[-1] if transcript.items else None
    if isinstance(last, Comment) and last.style == ";" and (word := _ENDS_IN_RESULT.match(last.text)):
        help = (f"the comment that begins with ; runs to the end of its line, so {quote(word[1])} is part of it",)
    return Problem("S007", "the game has no result word, so it counts as an unfinished draft", at, at, help)


def _not_text(text: str, at: int) -> Problem:
    """Return the problem of a byte that is not text."""
    char = text[at]
    what = "a NUL character" if char == "\0" else f"the byte {_escape(char)}"
    help = "the file may be compressed, an image, or in another encoding such as Latin-1 or UTF-16"
    return Problem("S011", f"not a text file in UTF-8: {what}", at, at + 1, (help,))


def _in_words(expected: frozenset[str]) -> str:
    """Return the terminals that could stand in a place, as a message lists them: ``a move or a variation``. It names
    comments only if nothing else could stand there."""
    terminals = (expected - _NOTES) or expected
    if "STANDSTILL" in terminals:
        # Where a claim begins, this one stands for all kinds of claims.
        terminals = frozenset({"STANDSTILL"})
    if "MOVE" in terminals:
        terminals -= {"NUMBER", "LSQB"}
    if "$END" in terminals and len(terminals) > 1:
        terminals -= {"$END"}
    # Two terminals can have the same name.
    names = list(dict.fromkeys(name for terminal, name in _NAMES.items() if terminal in terminals))
    if not names:
        return "something else"
    *first_names, last_name = names
    return f"{', '.join(first_names)} or {last_name}" if first_names else last_name


def _suggestions(word: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return what may have been meant by a word that the notation doesn't have, as the help of its problem.

    Args:
        word: the word.
        vocabulary: the words of the game.
    """
    other_notation = _from_other_notation(word)
    if other_notation:
        return other_notation
    scan = scanner(vocabulary)
    for result in RESULTS:
        if word.endswith(result) and scan.move(word.removesuffix(result)):
            return (f"put a space before the result: {quote(f'{word.removesuffix(result)} {result}')}",)
    for candidate in _candidates(word[:100]):
        if scan.move(candidate):
            return (f"did you mean {quote(token(*scan.command(candidate)))}?",)
        if scan.result.fullmatch(candidate):
            return (f"did you mean {quote(candidate)}?",)
    if word.isalpha():
        nearest_word = closest_name(word.lower(), sorted({*vocabulary.actions, "misplay", *RESULTS}))
        if nearest_word:
            return (f"did you mean {quote(nearest_word)}?",)
    pile = re.match(r"([0-9]+):", word)
    if vocabulary.common and pile and (pile[1].startswith("0") or not 1 <= int(pile[1][:9]) <= 13):
        return ("piles are numbered from 1 to 13",)
    if "@" in word:
        return ("put a time after a move, with a space before it: `11:2S^ @2:05`",)
    if word[0] in "^v>~#+!?↑↓":
        return ("a move is one word without spaces, and begins with a place or a card",)
    example = "4:2H^ or exile:7H~4C~JD" if vocabulary.common else "4:2H^"
    return (f"write a move as [source:][card][dest], for example {example}",)


def _from_other_notation(word: str) -> tuple[str, ...]:
    """Return how to write a word that is incomplete, or that other notations have; nothing for any other word."""
    if word.lower() == "set":
        return ("write cards put right by hand as set {7: 9S JD  gone: 4C}",)
    if word == "misplay":
        return ("misplay stands once before the move that broke a rule: `misplay 1:TD>2`",)
    if re.fullmatch(r"[0-9]+", word):
        number_help = f"a move number needs its dot: {quote(word + '.')}"
        return number_help, f"a pile needs its colon and a card: {quote(word + ':')}"
    if word in ("1-0", "0-1", "1/2-1/2"):
        return ("the result words are won, lost, conceded and *",)
    if arrow := _ARROW.fullmatch(word):
        source, card = arrow.groups()
        return (f"did you mean `{source}:>{card}`, from pile {source} on that card, or `{source}:{card}`?",)
    if card_home := _HOME.fullmatch(word):
        return (_foundation_help(card_home[1]),)
    if pile_home := _TO_SUIT.fullmatch(word):
        return (_foundation_help(f"{pile_home[1]}:"),)
    if on_card := _ON_CARD.fullmatch(word):
        return (f"a move names the pile that a card goes to, not the card on it: `{on_card[1]}>7` for pile 7",)
    if no_suit := _NO_SUIT.fullmatch(word):
        return (f"{quote(no_suit[1])} is no card: the suits are C, D, H and S",)
    return ()


def _foundation_help(move_start: str) -> str:
    """Return how to write a play to a foundation, given the first part of the move."""
    return f"write a play to a foundation as `{move_start}^` if it is built up, `{move_start}v` if it is built down"


def _candidates(word: str) -> Iterator[str]:
    """Yield forms that the writer may have had in mind, likeliest first."""
    yield word.rstrip(".,:")
    yield word.lower()
    plain = word.replace("->", ">").replace("→", ">").replace("-", ":", 1)
    yield plain
    yield re.sub(r"^(1[0-3]|[1-9]|exile|deal|talon|dropped|r[0-9]{1,2}c[0-9]{1,2})[.=,/]?(?!:)", r"\1:", plain)
    yield re.sub(r"([CDHScdhs♣♦♥♠])(10|[2-9ATJQKatjqk])", r"\2\1", word)
    yield word.replace("V", "v").replace("*", "^")
    yield word.translate(_SUITS)
    yield re.sub(r"[^0-9A-Za-z:^>~#+,!?♣♦♥♠♧♢♡♤↑↓*🂡-🃞]", "", word)


def _opened_at(transcript: Transcript) -> tuple[str, ...]:
    """Return where the innermost unclosed variation begins, as the help of a problem; nothing if all are closed."""
    variation = None
    items = transcript.items
    while items and isinstance(items[-1], Variation) and transcript.text[items[-1].end - 1 : items[-1].end] != ")":
        variation = items[-1]
        items = variation.items
    if variation is None:
        return ()
    span = transcript.span(variation.start, variation.start)
    return (f"its variation begins in line {span.line}, column {span.column}, and lacks its )",)


def _end_of_wrong_token(text: str, at: int) -> int:
    """Return where a wrong token ends that begins at an offset, as a person sees it.

    The grammar has no token there, so this is what a message quotes: a whole comment or claim, a move number, a tag up
    to its bracket (or to the end of its line, if it lacks that), a word, or one character.
    """
    scan = scanner()
    if in_braces := scan.braces.match(text, at):
        return in_braces.end()
    if number := scan.number.match(text, at):
        return number.end()
    if text[at] == "[":
        line_end = _line_end(text, at)
        bracket = text.find("]", at, line_end)
        return bracket + 1 if bracket >= 0 else line_end
    word = _WORD.match(text, at)
    return word.end() if word else at + 1


def _line_end(text: str, at: int) -> int:
    """Return where the line of an offset ends."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _escape(char: str) -> str:
    """Return a character as Python escapes it; a byte that is not UTF-8 by its own number."""
    number = ord(char)
    # Such bytes are read as lone surrogates from U+DC80 on.
    if 0xDC80 <= number <= 0xDCFF:
        return f"\\x{number - 0xDC00:02x}"
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
