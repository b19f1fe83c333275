"""Pictures as PDF and PNG, for programs that take no SVG. CairoSVG draws them, which is an extra (``print``)."""

from __future__ import annotations

import re
import struct
import zlib
from types import ModuleType
from typing import Final

from leoni_replay.installation import command_to_add
from leoni_replay.leoni_error import MissingLibrary
from leoni_replay.show.picture_width import PictureWidth, picture_width

#: How many pixels an inch has in SVG, and how many dots in a PNG whose width is a length: line drawings need many.
_PIXELS_PER_INCH: Final = 96
_DOTS_PER_INCH: Final = 600
_METRES_PER_INCH: Final = 0.0254
#: The end of the first chunk of a PNG, its header: a signature, and 13 bytes with their length, name and checksum.
_HEADER_END: Final = 8 + 13 + 12


class MissingRenderer(MissingLibrary):
    """Raised if CairoSVG, or the library that it needs, is not installed."""


def to_pdf(svg: str) -> bytes:
    """Return a picture as a PDF of one page, as large as the picture.

    Raises:
        MissingRenderer: CairoSVG is not installed.
    """
    pdf: bytes = load_renderer().svg2pdf(bytestring=svg.encode(), dpi=_PIXELS_PER_INCH)
    return pdf


def to_png(svg: str) -> bytes:
    """Return a picture as a PNG. If its width is a length, it has 600 dots per inch and says so, so that programs show
    it with that width.

    Raises:
        MissingRenderer: CairoSVG is not installed.
    """
    width, height = _size_of(svg)
    dots_per_inch = _DOTS_PER_INCH if width.is_length else _PIXELS_PER_INCH
    png: bytes = load_renderer().svg2png(
        bytestring=svg.encode(),
        dpi=_PIXELS_PER_INCH,
        output_width=_dots(width, dots_per_inch),
        output_height=_dots(height, dots_per_inch),
    )
    return _with_density(png, dots_per_inch) if width.is_length else png


def load_renderer() -> ModuleType:
    """Return CairoSVG.

    Raises:
        MissingRenderer: it is not installed, or Cairo isn't.
    """
    try:
        import cairosvg
    except ImportError:
        raise MissingRenderer(f"PDF and PNG need CairoSVG: {command_to_add('print')}") from None
    except OSError:
        raise MissingRenderer(
            "PDF and PNG need the library Cairo (Debian and Ubuntu: apt install libcairo2; macOS: brew install cairo)"
        ) from None
    module: ModuleType = cairosvg
    return module


def _size_of(svg: str) -> tuple[PictureWidth, PictureWidth]:
    """Return the width and the height of an SVG document."""
    match = re.search(r'<svg[^>]* width="([^"]+)" height="([^"]+)"', svg)
    assert match is not None
    return picture_width(match[1]), picture_width(match[2])


def _dots(length: PictureWidth, dots_per_inch: int) -> int:
    """Return how many dots a length has."""
    return max(round(length.points / 72 * dots_per_inch), 1)


def _with_density(png: bytes, dots_per_inch: int) -> bytes:
    """Return a PNG that says how many dots it has per inch."""
    dots_per_metre = round(dots_per_inch / _METRES_PER_INCH)
    chunk = b"pHYs" + struct.pack(">IIB", dots_per_metre, dots_per_metre, 1)
    density = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return png[:_HEADER_END] + density + png[_HEADER_END:]
