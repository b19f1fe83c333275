"""Reasons that an author gives for a move: “…, because it frees the queen”. They are words, and play no card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

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


def without_reasons(text: str) -> Iterator[str]:
    """Yield what may be left of a sentence without the reason that it gives for its move, the shortest reading of the
    move first."""
    for name, is_cause in (("BECAUSE_BEFORE", True), ("PURPOSE_BEFORE", False)):
        match = phrases()[name].match(text)
        if match is not None and _plays_nothing(match["reason"], may_name_moves=is_cause and _is_because(match)):
            main_clause = text[match.end() :]
            # “Because it frees the 7♠, the 8♥, and the 9♠, …”: its cards are those of the reason.
            first_tokens = [token.type for token in tokens(main_clause)[:2]]
            if not (NAMES_CARD.issuperset(first_tokens[:1]) and _JOINTS.issuperset(first_tokens[1:])):
                yield main_clause[:1].upper() + main_clause[1:]
    joints = [(match, True) for match in phrases()["BECAUSE_AFTER"].finditer(text)]
    joints += [(match, False) for match in phrases()["PURPOSE_AFTER"].finditer(text)]
    for match, is_cause in sorted(joints, key=lambda joint: joint[0].start()):
        reason = text[match.end() :].rstrip(" .!")
        # “…, which is a mistake”
        is_blame = not is_cause and has_phrase(reason, *_BLAMES)
        if not is_blame and _plays_nothing(reason, may_name_moves=is_cause and _is_because(match)):
            yield f"{text[: match.start()].rstrip(' ,;–—-')}."


def is_mere_reason(text: str) -> bool:
    """Whether a sentence is no more than a reason: “Because it frees the queen.”"""
    match = phrases()["BECAUSE_AFTER"].match(f" {text}")
    return match is not None and _is_because(match) and _plays_nothing(text[match.end() - 1 :].rstrip(" .!"), True)


def _is_because(match: re.Match[str]) -> bool:
    """Whether a reason begins with *because*, and not with a word that can tell the time as well."""
    return "because" in match[0].lower()


def _plays_nothing(reason: str, may_name_moves: bool) -> bool:
    """Whether a reason plays no card, and limits the move before it in no way.

    Args:
        reason: the words after *because*, *so that* and their like.
        may_name_moves: whether its first clause may name a move, which it only gives as a fact.
    """
    if not reason.strip() or has_phrase(reason, "LIMITS_REASON"):
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
