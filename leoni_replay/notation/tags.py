"""The names of tags."""

from __future__ import annotations

from typing import Final

#: the tags that mean something to a replay; each may stand once
READ_TAGS: Final = ("Game", "Rules", "Deal", "DealHash", "Pack", "Layout", "Result")
#: free text, known so that they are not taken for misspelled ones
FREE_TAGS: Final = (
    "Player", "Date", "Event", "Source", "Annotator", "Site", "Round", "Title", "Author", "Comment", "Time",
)  # fmt: skip
