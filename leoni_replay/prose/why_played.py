"""Reasons that an author gives for a move: “…, because it frees the queen”. They are words, and play no card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from leoni_replay.prose.tokens import NAMES_CARD, has_phrase, phrases, tokens

if TYPE_CHECKING:
    from lark import Token

#: The tokens of words that turn up cards, or go on with another move.
_OTHER_MOVES: Final = frozenset({
    "TURN", "NTH_ROW", "TURN_EXILE", "EXILE_NAMED", "REDEAL", "DRAW", "NEXT", "AND_IT", "AND_LAID", "AS_BEFORE",
    "TURNING_UP", "TURNED", "GAP_FILLED",
})  # fmt: skip
#: The tokens of words that move a card, where no other word says that this is only possible.
_MOVES_CARD: Final = frozenset({"VERB", "DOES", "PUTS", "PLAYS", "OUT"})
_POSSIBLY: Final = frozenset({"MAY", "MAYNOT", "NOT"})
#: The tokens of words that say how things are.
_STATES: Final = _POSSIBLY | {"BE", "WAS"}
#: The families of words that judge a move.
_BLAMES: Final = ("WRONG_PLAY", "ASTRAY", "LURES", "CHEATS", "LOSS", "JUDGES")
#: The tokens between two clauses.
_JOINTS: Final = frozenset({"SEP", "AND", "BUT"})


class Reason(NamedTuple):
    """A reason that a sentence gives.

    Attributes:
        text: its words, as a sentence; empty if there is none, or if it is an aim alone: “to keep the 7 for later”.
        is_cause: whether it can be a fact before the move; otherwise it comes of the move.
    """

    text: str = ""
    is_cause: bool = True


def without_reasons(text: str) -> Iterator[tuple[str, Reason]]:
    """Yield what may be left of a sentence without the reason that it gives for its move, and this reason, the shortest
    reading of the move first."""
    for name, is_cause in (("BECAUSE_BEFORE", True), ("PURPOSE_BEFORE", False)):
        match = phrases()[name].match(text)
        if match is not None and _plays_nothing(match["reason"], may_name_moves=is_cause and _is_because(match)):
            main_clause = text[match.end() :]
            # “Because it frees the 7♠, the 8♥, and the 9♠, …”: its cards are those of the reason.
            first_tokens = [token.type for token in tokens(main_clause)[:2]]
            if not (NAMES_CARD.issuperset(first_tokens[:1]) and _JOINTS.issuperset(first_tokens[1:])):
                yield _capitalized(main_clause), _reason(match[0].strip(), match["reason"], is_cause)
    joints = [(match, True) for match in phrases()["BECAUSE_AFTER"].finditer(text)]
    joints += [(match, False) for match in phrases()["PURPOSE_AFTER"].finditer(text)]
    for match, is_cause in sorted(joints, key=lambda joint: joint[0].start()):
        reason = text[match.end() :].rstrip(" .!")
        # “…, which is a mistake”
        is_blame = not is_cause and has_phrase(reason, *_BLAMES)
        if not is_blame and _plays_nothing(reason, may_name_moves=is_cause and _is_because(match)):
            yield f"{text[: match.start()].rstrip(' ,;–—-')}.", _reason(match[0].strip(" ,;–—-"), reason, is_cause)


def mere_reason(text: str) -> Reason | None:
    """Return the reason of a sentence that is no more than one, “Because it frees the queen.”; None if it says more."""
    match = phrases()["BECAUSE_AFTER"].match(f" {text}")
    if match is None or not _is_because(match):
        return None
    reason = text[match.end() - 1 :].rstrip(" .!")
    return _reason(match[0], reason, is_cause=True) if _plays_nothing(reason, may_name_moves=True) else None


def tells_moved(reason: Reason) -> bool:
    """Whether a reason says that a card was moved before: “since the jack of hearts has just gone to the queen”."""
    return has_phrase(reason.text, "HAS_MOVED")


def readings_of(reason: Reason) -> list[str]:
    """Return the sentences of which one can be the claim that a reason makes."""
    readings = [reason.text]
    if reason.text.startswith("It "):
        # “Because it frees the 7 of clubs”: the move before it does.
        readings.append(f"This {reason.text[3:]}")
    return readings


def _reason(lead: str, words: str, is_cause: bool) -> Reason:
    """Return the reason that words give after *because*, *so that* and their like; no words if they say an aim."""
    if has_phrase(lead, "SAYS_AIM"):
        return Reason()
    return Reason(f"{_capitalized(words.strip())}.", is_cause)


def _capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]


def _is_because(match: re.Match[str]) -> bool:
    """Whether a reason begins with *because*, and not with a word that can tell the time as well."""
    return "because" in match[0].lower()


def _plays_nothing(reason: str, may_name_moves: bool) -> bool:
    """Whether a reason plays no card, and limits the move before it in no way.

    Args:
        reason: the words after *because*, *so that* and their like.
        may_name_moves: whether its first clause may name a move, which it only gives as a fact.
    """
    if not reason.strip() or has_phrase(reason, "LIMITS_REASON", "NO_REASON"):
        return False
    first, *others = _clauses(reason)
    return _moves_nothing(first, may_name_moves) and all(map(_states, others))


def _clauses(reason: str) -> list[list[Token]]:
    """Return the tokens of each clause of a reason. A card after *and* belongs to the clause of the card before it."""
    clauses: list[list[Token]] = [[]]
    reason_tokens = tokens(reason)
    for token, token_after in zip(reason_tokens, [*reason_tokens[1:], None], strict=True):
        is_list = clauses[-1] and clauses[-1][-1].type in NAMES_CARD and token.type == "AND"
        if token.type in _JOINTS and not (is_list and token_after is not None and token_after.type in NAMES_CARD):
            clauses.append([])
        else:
            clauses[-1].append(token)
    return clauses


def _moves_nothing(clause: list[Token], may_name_moves: bool = False) -> bool:
    """Whether a clause moves no card, but says at most that one can be moved."""
    type_before = ""
    for token in clause:
        if token.type in _POSSIBLY:
            may_name_moves = True
        # “which is a good move”
        is_noun = token.lower() in ("move", "play") and type_before in ("WORD", "STEERING")
        # “the next diamond”
        is_adjective = token.lower() == "next" and type_before == "WORD"
        if token.type in _OTHER_MOVES or (token.type == "THEN" and type_before and not is_adjective):
            return False
        if token.type in _MOVES_CARD and not may_name_moves and not is_noun:
            return False
        type_before = token.type
    return True


def _states(clause: list[Token]) -> bool:
    """Whether a clause after the first of a reason only says how things are. A card in it without a verb may be another
    one that is played: “Play the 2 of hearts, since it is free, and the 3 of hearts.”"""
    types = {token.type for token in clause}
    return _moves_nothing(clause) and (bool(types & _STATES) or not types & NAMES_CARD)
