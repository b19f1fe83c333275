"""The error for files of other programs that cannot be imported."""

from __future__ import annotations

import json
from typing import Any

from leoni_replay.leoni_error import LeoniError


class CannotImport(LeoniError):
    """Raised for a file that isn't what it should be, or that cannot be converted to a record; the message says why."""


def json_in(text: str) -> Any:
    """Parse JSON.

    Raises:
        CannotImport: it is not JSON, or contains what no file of another program does.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise CannotImport("its JSON is nested too deep") from None
    except json.JSONDecodeError as error:
        raise CannotImport(f"it is not JSON: {error}") from None
    except ValueError:
        # Python refuses integers of many thousand digits, since converting them takes long.
        raise CannotImport("a number in its JSON has too many figures to be read") from None
