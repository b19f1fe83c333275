"""The options and arguments of commands, read and shown alike by every version of typer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from typer.core import TyperCommand, TyperGroup

from leoni_replay.cli.options import check_choice


class OneCommand(TyperCommand):
    """A command with adapted options and arguments."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options and arguments."""
        return _all_adapted(super().get_params(ctx))


class SomeCommands(TyperGroup):
    """A group of commands with adapted options and arguments."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options and arguments."""
        return _all_adapted(super().get_params(ctx))


def _all_adapted(parameters: list[Any]) -> list[Any]:
    """Adapt the options and arguments that aren't yet, and return them all."""
    for parameter in parameters:
        if not getattr(parameter, "is_adapted", False):
            _adapt(parameter)
            parameter.is_adapted = True
    return parameters


def _adapt(parameter: Any) -> None:
    """Let an option or argument read what is typed for it without pydantic, and an argument be shown by its metavar
    alone.

    From 0.29 on, typer reads values with pydantic, whose import takes longer than most commands. Should a later version
    no longer ask for a reader, it reads them itself, and ``tests/cli/test_cost.py`` fails.
    """
    kind = getattr(parameter, "type_descriptor", None)
    # Before 0.29 there is no such description, and no pydantic. What is neither a text nor a flag has to have a parser.
    if kind is not None and (kind.choices or kind.parameter_info.parser or kind.annotation in (str, bool, list[str])):
        reader = _Reader(kind.parameter_info.parser, choices_of(parameter))
        parameter.get_runtime_param = lambda: reader
    if parameter.param_type_name == "argument":
        metavar = parameter.metavar
        usage = metavar if metavar.startswith("[") else f"[{metavar}]"
        if parameter.required:
            usage = f"{{{metavar}}}"
        description = parameter.get_help_record
        parameter.get_usage_pieces = lambda context: [usage]
        parameter.get_help_record = lambda context: (metavar, description(context)[1])


def choices_of(parameter: Any) -> tuple[str, ...]:
    """Return the texts that an option or argument allows; none if it allows any."""
    kind = getattr(parameter, "type_descriptor", None) or parameter.type
    return tuple(getattr(kind, "choices", None) or ())


class _Reader(NamedTuple):
    """A reader of texts, choices, and values that have a parser.

    Attributes:
        parse: the function that reads a text; None if the value is the text itself.
        choices: the texts that are allowed; empty if all are.
    """

    parse: Callable[[str], Any] | None
    choices: tuple[str, ...]

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value of a parameter for what was typed; a tuple if it takes several.

        Raises:
            BadParameter: it has no such value.
        """
        if param.multiple or param.nargs == -1:
            return tuple(map(self._read, value or ()))
        return None if value is None else self._read(value)

    def _read(self, text: str) -> Any:
        """Return the value for one text."""
        if self.choices:
            check_choice(text, self.choices)
        return text if self.parse is None else self.parse(text)
