"""Asides: sentences without a card that are neither moves nor claims, and whether what follows them may be meant.

The words are in ``grammar/prose.lark``, by families. A sentence about the play may change what the moves around it mean
unless it is known that it does not; one about other things (the weather, the author) does not.
"""

from __future__ import annotations

import re
from typing import Final

from leoni_replay.prose.sentences import Sentence
from leoni_replay.prose.tokens import has_phrase, phrases

#: The families of words after which no move is certain: error, temptation, cheating, restarting, what is told beside
#: the game, what is supposed, and what somebody else plays.
_TURNING: Final = ("ASTRAY", "LURES", "CHEATS", "RESTARTS", "BESIDE", "PRETENDS", "OTHERS_PLAY")
#: The families that make a sentence about the play uncertain.
_DOUBTING: Final = ("JUDGES", "ELSEWHERE")
#: The families of what a player does, and of what comes.
_TELLING: Final = ("OF_PLAY", "FORETELLS", "NARRATES")
#: The families of sentences that leave the moves around them as they are.
_HARMLESS: Final = ("OF_OTHER_THINGS", "PRAISES", "SECTION")
#: The families that tell another meaning from a harmless one in a sentence that looks at the table, asks, or bids to
#: think.
_SUSPICIOUS: Final = ("WRONG_PLAY", "OTHER_WAY", "RETRACTS", "ELSEWHERE", "LOSS", "NO_SOLUTION")
#: How many words a sentence has that can be a heading without standing like one: “A sideline.”
_FEW_WORDS: Final = 5
#: The tokens of words that move a card.
_PLAYS: Final = frozenset({"DOES", "PUTS", "PLAYS", "GERUND", "TURN", "NTH_ROW", "TURN_EXILE", "REDEAL", "AS_BEFORE"})
#: How many words a remark has: “Wrong!”
_REMARK_WORDS: Final = 3
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def is_about_other_things(sentence: Sentence) -> bool:
    """Whether a sentence speaks of other things than the play: the weather, tea, the author's family; or only gives
    courage."""
    text = sentence.text
    if has_phrase(text, *_TURNING) or text.endswith((":", "?")):
        return False
    if encouragement := phrases()["ENCOURAGES"].match(text):
        return not has_phrase(encouragement["about"] or "", "WRONG_PLAY")
    return has_phrase(text, "OF_OTHER_THINGS") and not has_phrase(text, "OF_PLAY")


def only_comments(sentence: Sentence) -> bool:
    """Whether a sentence without a card only looks at the table (“Two cards look dead”), asks its reader (“Can you see
    the win?”), bids to think (“Look at the table”), or names the moment (“This is the key move”): it moves nothing, and
    leaves the moves around it as they are."""
    text = sentence.text
    if sentence.kinds() & _PLAYS or has_phrase(text, *_TURNING, *_SUSPICIOUS):
        return False
    if has_phrase(text, "NAMES_MOMENT"):
        return not has_phrase(text, "JUDGES")
    if has_phrase(text, "LOOKS"):
        return not has_phrase(text, "TEMPTS_TO_PLAY")
    bidding = phrases()["BIDS_THINK"].match(text)
    words = bidding["rest"] if bidding is not None else text
    return (bidding is not None or has_phrase(text, "ASKS")) and not has_phrase(words, "JUDGES", "DEMONSTRATIVE")


def is_interjection(sentence: Sentence) -> bool:
    """Whether a sentence is only a short answer, or applause: “Yes.”, “Ah!”"""
    return has_phrase(sentence.text, "INTERJECTION")


def is_caption(sentence: Sentence) -> bool:
    """Whether a sentence only says what its page is: “An exercise.”"""
    return has_phrase(sentence.text, "CAPTION")


def is_counterfactual(sentence: Sentence) -> bool:
    """Whether a sentence only says what would have come of another play: “Had we played the queen, we would have
    lost.”"""
    return has_phrase(sentence.text, "COUNTERFACTUAL") and not has_phrase(sentence.text, "GOES_ON_TO_PLAY")


def turns_from_play(sentence: Sentence, *, has_begun: bool) -> bool:
    """Whether a sentence says that the moves after it are not those of the main line: what goes wrong, tempts, is taken
    back, or belongs elsewhere.

    Args:
        sentence: a sentence that is neither a move nor a claim.
        has_begun: whether moves come before it. A few words before the first move are a caption.
    """
    text = sentence.text
    if has_phrase(text, *_TURNING):
        return True
    is_about_play = has_phrase(text, "OF_PLAY", "POINTS_HERE")
    is_short = has_begun and _is_short(text) and not has_phrase(text, "OF_OTHER_THINGS")
    return has_phrase(text, *_DOUBTING) and (is_about_play or is_short)


def may_turn_from_play(sentence: Sentence) -> bool:
    """Whether it is not known that a sentence after the first move leaves the moves around it as they are: it is about
    the play, or has few words, and neither praises nor speaks of other things."""
    text = sentence.text
    if has_phrase(text, *_HARMLESS):
        return False
    if has_phrase(text, *_TELLING):
        return True
    return _is_short(text) and not has_phrase(text, "TELLS_PAST")


def restarts(sentence: Sentence) -> bool:
    """Whether a sentence may take back the moves before it."""
    return has_phrase(sentence.text, "RESTARTS")


def claims_state(sentence: Sentence) -> bool:
    """Whether a sentence without a card claims something of the table: how many there are, or what no, all or every one
    of them is."""
    types = sentence.kinds()
    if not sentence.title and "RULE" not in types and has_phrase(sentence.text, "CLAIMS_POSSIBLE"):
        return True
    # “There are two queens that can be played”
    counts = has_phrase(sentence.text, "THERE_ARE") and "RULE" not in types
    is_move = bool(types & {"VERB", "DOES", "PUTS"}) and not counts
    return not sentence.title and not is_move and has_phrase(sentence.text, "CLAIMS_STATE")


def is_harmless(sentence: Sentence) -> bool:
    """Whether a sentence with a full stop is known to leave the moves around it as they are: it speaks of other things,
    or praises."""
    if sentence.title:
        return False
    if only_comments(sentence) or is_interjection(sentence):
        return True
    if turns_from_play(sentence, has_begun=True):
        return False
    return is_about_other_things(sentence) or has_phrase(sentence.text, "PRAISES")


def is_remark(sentence: Sentence) -> bool:
    """Whether a sentence has few words, and none of what is forbidden: “Wrong!”"""
    return len(_WORD.findall(sentence.text)) <= _REMARK_WORDS and not has_phrase(sentence.text, "CHEATS")


def speaks_of_play(sentence: Sentence) -> bool:
    """Whether a sentence speaks of the play, or points at the moves around it."""
    return has_phrase(sentence.text, "OF_PLAY", "POINTS_HERE", *_TURNING)


def _is_short(text: str) -> bool:
    return 0 < len(_WORD.findall(text)) <= _FEW_WORDS
