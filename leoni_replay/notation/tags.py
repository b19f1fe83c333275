"""The names of tags."""

from __future__ import annotations

from typing import Final

#: the tags that mean something to a replay; each may stand once
READ_TAGS: Final = ("Game", "Rules", "Deal", "DealHash", "Pack", "Layout", "Result", "RecordDigest")
#: free text, known so that they are not taken for misspelled ones
FREE_TAGS: Final = (
    "Player", "Date", "Event", "Source", "Annotator", "Site", "Round", "Title", "Author", "Comment", "Time",
    "Name", "Dealer", "Recorder", "Recording",
)  # fmt: skip
#: other names for tags that are read, in small letters: whoever writes one means the tag
OTHER_NAMES: Final = {"rulebook": "Rules", "ruleset": "Rules"}
#: names of tags that say what was dealt, if there is no ``Deal`` beside them
LIKE_A_DEAL: Final = {
    "shuffle": "Deal", "gamenumber": "Deal", "dealnumber": "Deal",
    "stock": "Pack", "deck": "Pack", "cards": "Pack", "tableau": "Layout", "position": "Layout", "table": "Layout",
}  # fmt: skip
