"""What the theme lacks for whoever reads the site by keys.

A hook of MkDocs (``mkdocs.yml``). A Tab leads to what is seen and can be used: not to the sign behind a headline, and
not to a list of results before anybody searches. The first stop of the front page leads on to *Play now*.
"""

from __future__ import annotations

import re
from typing import Any, Final

from mkdocs.structure.pages import Page

#: Stops of the theme which nobody looks for. Fingers and mice still reach them.
PASSED_BY: Final = (('class="headerlink"', 'class="headerlink" tabindex="-1"'),)
SKIP: Final = re.compile(r'<a href="[^"]*" class="md-skip">\s*[^<]*</a>')
MAIN_BUTTON: Final = '<a class="md-button md-button--primary"'


def on_post_page(output: str, *, page: Page, **_: Any) -> str:
    """Take the stops of a page that lead nowhere, and lead the first one of the front page to its main button."""
    for stop, passed_by in PASSED_BY:
        output = output.replace(stop, passed_by)
    if page.is_homepage and MAIN_BUTTON in output:
        output = output.replace(MAIN_BUTTON, f'{MAIN_BUTTON} id="play-now"', 1)
        output = SKIP.sub('<a href="#play-now" class="md-skip">Skip to Play now</a>', output, count=1)
    return output
