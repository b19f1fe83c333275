"""The names of tags."""

from __future__ import annotations

import re
from typing import Final

#: the tags that a replay uses; each may occur once
READ_TAGS: Final = ("Game", "Rules", "Deal", "DealHash", "Pack", "Layout", "Result", "RecordDigest")
#: tags with free text, listed so that they are not taken for misspelled ones
FREE_TAGS: Final = (
    "Player", "Date", "Event", "Source", "Annotator", "Site", "Round", "Title", "Author", "Comment", "Time",
    "Name", "Dealer", "Recorder", "Recording", "Exercise",
)  # fmt: skip
#: other names for the tags above, in lower case: whoever writes one means the tag
OTHER_NAMES: Final = {"rulebook": "Rules", "ruleset": "Rules"}
#: names of tags that mean the deal if there is no ``Deal`` tag
LIKE_A_DEAL: Final = {
    "shuffle": "Deal", "gamenumber": "Deal", "dealnumber": "Deal",
    "stock": "Pack", "deck": "Pack", "cards": "Pack", "tableau": "Layout", "position": "Layout", "table": "Layout",
}  # fmt: skip

#: A value that is meant as a day. Other dates are free text, as people write them: `1884`, `May 1884`.
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")


def is_wrong_day(value: str) -> bool:
    """Whether a value is written like a day (``2026-11-23``) that no calendar has."""
    if _DAY.fullmatch(value) is None:
        return False
    # Few records have a date, and to import this takes longer than to judge one.
    from datetime import date

    try:
        return date.fromisoformat(value).isoformat() != value
    except ValueError:
        return True
