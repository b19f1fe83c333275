"""What is said of a file from elsewhere that is not taken."""

from __future__ import annotations

import json
from typing import Any


class NotTaken(ValueError):
    """A file from elsewhere that is not what it should be, or that no record can be made of; the message says why."""


def json_in(text: str) -> Any:
    """What a text of JSON holds.

    Raises:
        NotTaken: it is no JSON, or holds what no file from elsewhere does.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise NotTaken("its JSON is nested too deep") from None
    except json.JSONDecodeError as error:
        raise NotTaken(f"it is no JSON: {error}") from None
    except ValueError:
        # Python reads no numbers of many thousand figures, since that takes long.
        raise NotTaken("a number in its JSON has too many figures to be read") from None
