"""Pictures that programs of every kind draw alike: LaTeX, Inkscape, a word processor, a printer.

Letters become outlines, and every drawing stands where it is used, so nothing has a name that two pictures in one
document could share. In a picture for paper nothing is half transparent either.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Final
from xml.etree import ElementTree as ET

from leoni_replay.show.outlines import EM, outline, with_hollow_suits

_NAMESPACE: Final = ' xmlns="http://www.w3.org/2000/svg"'
#: What a text takes from the elements around it, and what an outline takes from them.
_TEXT_ATTRIBUTES: Final = ("font-size", "font-weight", "text-anchor")
_INHERITED: Final = (*_TEXT_ATTRIBUTES, "fill")
#: Of a text that has a letter without an outline, the fonts in which its reader most likely has that letter.
_FONTS: Final = "DejaVu Sans Condensed, DejaVu Sans, Arial, Helvetica, sans-serif"
#: How far along a text its point lies, by its anchor, as a share of its width.
_ANCHORS: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}


def flatten(document: str, *, on_paper: bool) -> str:
    """Return an SVG document with outlines in place of texts, and with every drawing in the place where it is used.

    Args:
        document: a document of :mod:`leoni_replay.show.svg`.
        on_paper: whether to mix what is half transparent with white, and to write red suits as outlines.
    """
    # Without a namespace the names of elements are those that are written.
    root = ET.fromstring(document.replace(_NAMESPACE, "", 1))
    drawings = {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}
    for defs in root.findall("defs"):
        # What is left is no drawing but a colour, such as that of the felt.
        defs[:] = [element for element in defs if element.tag not in ("symbol", "g")]
        if len(defs) == 0:
            root.remove(defs)
    root.attrib.pop("font-family", None)
    _Flattener(drawings, on_paper).flatten(root, {})
    return ET.tostring(root, encoding="unicode").replace("<svg", f"<svg{_NAMESPACE}", 1) + "\n"


class _Flattener:
    """Flattens the elements of one document, in place.

    Args:
        drawings: the drawings that elements use, by their ids.
        on_paper: as :func:`flatten`.
    """

    def __init__(self, drawings: Mapping[str, ET.Element], on_paper: bool) -> None:
        self._drawings = drawings
        self._on_paper = on_paper

    def flatten(self, element: ET.Element, inherited: Mapping[str, str]) -> None:
        """Flatten an element and those in it. ``inherited`` are the attributes that it takes from those around it."""
        if self._on_paper:
            _mix_with_white(element)
        if element.get("stroke") == "context-fill":
            element.set("stroke", inherited["fill"])
        inherited = dict(inherited) | {name: element.attrib[name] for name in _INHERITED if name in element.attrib}
        for name in _TEXT_ATTRIBUTES:
            element.attrib.pop(name, None)
        for index, child in enumerate(list(element)):
            if child.tag in ("title", "desc", "defs"):
                continue
            if child.tag == "text":
                element[index] = self._outlined(child, inherited)
                continue
            if child.tag == "use":
                child = element[index] = self._used_drawing(child)
            child.attrib.pop("id", None)
            self.flatten(child, inherited)

    def _used_drawing(self, use: ET.Element) -> ET.Element:
        """Return the drawing that a ``use`` stands for, in its place."""
        drawing = self._drawings[use.attrib["href"].removeprefix("#")]
        steps = [use.get("transform", "")]
        x, y = float(use.get("x", 0)), float(use.get("y", 0))
        if x or y:
            steps.append(f"translate({x:g} {y:g})")
        if drawing.tag == "symbol":
            # A square of 100 by 100.
            steps.append(f"scale({float(use.get('width', 100)) / 100:g})")
        group = ET.Element("g")
        if transform := " ".join(filter(None, steps)):
            group.set("transform", transform)
        group.extend(deepcopy(list(drawing)))
        group.tail = use.tail
        return group

    def _outlined(self, text: ET.Element, inherited: Mapping[str, str]) -> ET.Element:
        """Return a text as a path; as a text that stands alone if it has letters without an outline."""
        attributes = dict(inherited) | text.attrib
        words = text.text or ""
        if self._on_paper:
            words = with_hollow_suits(words)
        letters = outline(words, bold=attributes.get("font-weight") in ("600", "700"))
        if letters is None:
            # The groups around it no longer say how letters look.
            for name in _TEXT_ATTRIBUTES:
                if name in attributes:
                    text.set(name, attributes[name])
            text.set("font-family", _FONTS)
            return text
        down = float(attributes.get("font-size", 16)) / EM
        across = float(text.attrib["textLength"]) / letters.width if "textLength" in text.attrib else down
        x = float(text.get("x", 0)) - _ANCHORS[attributes.get("text-anchor", "start")] * letters.width * across
        scale = f"scale({down:.4g})" if across == down else f"scale({across:.4g} {down:.4g})"
        place = f"translate({x:.5g} {float(text.get('y', 0)):.5g})"
        path = ET.Element("path", {name: value for name, value in text.attrib.items() if name.startswith("data-")})
        if "fill" in text.attrib:
            path.set("fill", text.attrib["fill"])
        path.set("data-text", words)
        path.set("transform", " ".join(filter(None, [text.get("transform", ""), place, scale])))
        path.set("d", letters.path)
        path.tail = text.tail
        return path


def _mix_with_white(element: ET.Element) -> None:
    """Give an element that is half transparent the colours that it has on white paper."""
    for name in ("fill", "stroke"):
        opacity = element.attrib.pop(f"{name}-opacity", None)
        colour = element.get(name, "")
        if opacity is not None and re.fullmatch("#[0-9a-f]{6}", colour):
            mixed = [255 - (255 - int(colour[start : start + 2], 16)) * float(opacity) for start in (1, 3, 5)]
            element.set(name, "#" + "".join(f"{round(value):02x}" for value in mixed))
