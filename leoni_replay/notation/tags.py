"""The names of tags."""

from __future__ import annotations

from typing import Final

#: the tags that a replay uses; each may occur once
READ_TAGS: Final = ("Game", "Rules", "Deal", "DealHash", "Pack", "Layout", "Result", "RecordDigest")
#: tags with free text, listed so that they are not taken for misspelled ones
FREE_TAGS: Final = (
    "Player", "Date", "Event", "Source", "Annotator", "Site", "Round", "Title", "Author", "Comment", "Time",
    "Name", "Dealer", "Recorder", "Recording",
)  # fmt: skip
#: other names for the tags above, in lower case: whoever writes one means the tag
OTHER_NAMES: Final = {"rulebook": "Rules", "ruleset": "Rules"}
#: names of tags that mean the deal if there is no ``Deal`` tag
LIKE_A_DEAL: Final = {
    "shuffle": "Deal", "gamenumber": "Deal", "dealnumber": "Deal",
    "stock": "Pack", "deck": "Pack", "cards": "Pack", "tableau": "Layout", "position": "Layout", "table": "Layout",
}  # fmt: skip
