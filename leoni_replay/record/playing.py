"""Games played from Python: make moves, take them back, and write the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final, Unpack, overload

from leoni_replay.arguments import check_move, check_text, check_type
from leoni_replay.cards import Card, read, texts
from leoni_replay.commands import Move
from leoni_replay.deals import DealError, shuffled_order
from leoni_replay.diagnostics import NOT_A_DEAL, Diagnostic, Fault, Span, with_attributes
from leoni_replay.drawing import draw
from leoni_replay.games import make_game
from leoni_replay.games.game import Game, Position
from leoni_replay.games.misplays import do_by_hand
from leoni_replay.games.places import Vocabulary
from leoni_replay.games.refusal import Ambiguous, LayoutError, Refusal, Refused, contradicts, not_known
from leoni_replay.games.steps import Step
from leoni_replay.layout import Layout, PictureOptions
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.braces import read_command
from leoni_replay.notation.reader import loads
from leoni_replay.notation.tags import READ_TAGS
from leoni_replay.notation.transcript import MoveItem, Record, Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import ResultWord
from leoni_replay.record.deal import Deal, named_deal, random_deal
from leoni_replay.record.nearest import legal_help, table_lines
from leoni_replay.record.replay import replay, replay_of
from leoni_replay.record.setup import make_setup

if TYPE_CHECKING:
    from leoni_replay.json_data import ReplayData

#: the tags about a record that are not true of a game that goes on from it
_TAGS_OF_RECORD: Final = ("Result", "RecordDigest", "TakenBack", "Automatic")
_DEAL_TAGS: Final = ("Deal", "Pack", "Layout", "DealHash")


class IllegalMove(LeoniError):
    """Raised for a refused move. ``diagnostic`` is what ``leoni verify`` would say about it: the reason, the rule with
    its source, the places concerned, and the legal moves; ``diagnostic.render()`` formats all of it."""

    __reduce__ = with_attributes

    def __init__(self, diagnostic: Diagnostic) -> None:
        rule = f" ({diagnostic.clause.label}, {diagnostic.clause.name})" if diagnostic.clause else ""
        super().__init__("; ".join([f"{diagnostic.message}{rule}", *diagnostic.help]))
        self.diagnostic = diagnostic


class LegalMoves:
    """The legal moves of a position, in order. ``in`` tests whether a move, in long or short form, can be played.

    It is not a ``Sequence``, of which type checkers believe that only a command can be in it.
    """

    def __init__(self, moves: list[Move], position: Position) -> None:
        self._moves = moves
        self._position = position

    def __repr__(self) -> str:
        return repr(self._moves)

    def _repr_html_(self) -> str:
        """Return the moves, a line each, for notebooks."""
        return draw("moves", self)

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> list[Move]: ...
    def __getitem__(self, at: int | slice) -> Move | list[Move]:
        return self._moves[at]

    def __eq__(self, other: object) -> bool:
        return self._moves == [*other] if isinstance(other, list | LegalMoves) else NotImplemented

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, str | Move):
            return False
        try:
            command, _ = _command_and_mark(move, self._position.game.vocabulary)
            # A misplay or a setting can be pushed, but is no legal move.
            step = None if command.how else _play(self._position, command)
        except ValueError:
            return False
        if step is not None:
            self._position.undo(step)
        return step is not None


class GameInPlay(Record):
    """A game in play, made by :func:`new` or :func:`play_on`.

    >>> game = lr.new("Leoni's Own", "seed:1884", "wikipedia")
    >>> print(game.push("11:2S^"))
    11:2S^
    >>> [str(move) for move in game.legal()]
    ['4:3S^', '11:QCv']
    """

    def __init__(self, position: Position, tags: Mapping[str, str]) -> None:
        #: the game under its rules
        self.game: Game[Any] = position.game
        self._position = position
        self._tags = dict(tags)
        self._steps: list[Step] = []
        self._marks: list[str] = []
        #: the key of the position as dealt and after each move; made when somebody asks
        self._keys: list[int] = []
        #: the orders that the record gives, which come before those that the text of the deal decides
        self._orders_of_record = dict(position.orders)
        self._set_order()

    def __repr__(self) -> str:
        count = len(self._steps)
        moves = f"{count} move{'' if count == 1 else 's'}"
        return f"<GameInPlay of {self.game.name}, {self.game.rules}, {self.deal}: {moves}, {self.result}>"

    def __str__(self) -> str:
        """Return the position, one line per place."""
        return self._position.text

    def _repr_svg_(self) -> str:
        """Return the position as a picture, for notebooks."""
        return self.layout.svg()

    # -- playing ------------------------------------------------------------------------------------------------------

    def push(self, move: str | Move, *, order: str | Iterable[int] | None = None) -> Move:
        """Play a move.

        Args:
            move: in the notation, long form or short (``"11:2S^"``, ``"2S"``), or as a command. Also a misplay
                (``"misplay 4:9C>7"``), or cards put right by hand (``"set {4: KD 3C}"``), in long form.
            order: the cards of a shuffled redeal in the order in which they are dealt again. By default the text of the
                deal decides it, so that the same game is always shuffled in the same way.

        Returns:
            The move in long form, with all that it brought about.

        Raises:
            IllegalMove: it is illegal or ambiguous; nothing has been played.
            LeoniError: the text is not a move, or the order doesn't hold the cards that are dealt again.
            TypeError: it is neither text nor a command.
        """
        command, mark = _command_and_mark(move, self.game.vocabulary)
        if order is not None:
            self._set_order(order)
        try:
            step = _play(self._position, command)
        except (Refused, Ambiguous):
            step = None
        if step is None:
            raise self._illegal_move(command)
        self._steps.append(step)
        self._marks.append(mark)
        self._set_order()
        return step.move

    def pop(self) -> Move:
        """Take back the last move.

        Returns:
            The move.

        Raises:
            IndexError: no move has been played.
        """
        if not self._steps:
            raise IndexError("no move has been played")
        step = self._steps.pop()
        self._marks.pop()
        del self._keys[len(self._marks) + 1 :]
        self._position.undo(step)
        self._set_order()
        return step.move

    def legal(self) -> LegalMoves:
        """Return every legal move in long form, with its consequences. ``in`` accepts a move in any form."""
        return LegalMoves(self._position.legal(), self._position.copy())

    def legal_steps(self) -> list[Step]:
        """Return every legal move with the places where each card would go, in the order of :meth:`legal`; nothing is
        played.

        >>> game = lr.new("Leoni's Own", "seed:1884", "wikipedia")
        >>> print(game.legal_steps()[0].changes)
        (Shift(source='6', at=6, dest='S^', to=1),)
        """
        return self._position.legal_steps()

    def why_not(self, move: str | Move) -> Refusal | None:
        """Return the reason why :meth:`push` would refuse a move; None if it would play it. Nothing is played.

        >>> game = lr.new("Leoni's Own", "seed:1884", "wikipedia")
        >>> print(game.why_not("11:2S^"), game.why_not("7:3D^"), sep="\\n")
        None
        3♦ does not fit: diamonds stand at A♦ (built up) and K♦ (built down) (wikipedia 4, play)

        Raises:
            LeoniError, TypeError: as :meth:`push`.
        """
        command, _ = _command_and_mark(move, self.game.vocabulary)
        try:
            if _play(self._position.copy(), command) is not None:
                return None
        except Refused as error:
            return error.refusal
        except Ambiguous as error:
            sources = tuple(dict.fromkeys(move.source for move in error.moves if move.source is not None))
            return self._refusal(command, sources)
        return self._refusal(command, () if command.source is None else (command.source,))

    def copy(self) -> GameInPlay:
        """Return an independent copy of the game; moves played or taken back there don't change this one."""
        twin = GameInPlay(deepcopy(self._position), self._tags)
        twin._steps, twin._marks, twin._keys = self._steps.copy(), self._marks.copy(), self._keys.copy()
        return twin

    def __copy__(self) -> GameInPlay:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether two games stand in the same position (:class:`Position`), however they came there."""
        return self._position == other._position if isinstance(other, GameInPlay) else NotImplemented

    def __hash__(self) -> int:
        """Return the hash of the position as it is now: a game in a set must not be played on; a copy can be."""
        return hash(self._position)

    # -- inspecting ---------------------------------------------------------------------------------------------------

    @property
    def deal(self) -> str:
        """The deal, as the value of a ``Deal`` tag."""
        return self._tags["Deal"]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, in long form."""
        return tuple(step.move for step in self._steps)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What each of the moves did."""
        return tuple(self._steps)

    @property
    def position(self) -> Position:
        """The current position, as a copy."""
        return self._position.copy()

    def at(self, number: int) -> Position:
        """Return the position after a move (0: as dealt), as a copy.

        Raises:
            IndexError: there is no such move.
        """
        check_move(number, len(self._steps))
        for step in reversed(self._steps[number:]):
            self._position.undo(step)
        position = self._position.copy()
        for step in self._steps[number:]:
            self._position.redo(step)
        return position

    def repeats(self) -> int | None:
        """Return the first move after which the position was the same (0: as dealt); None if it is new."""
        if len(self._keys) <= len(self._steps):
            position = self.at(len(self._keys))
            self._keys.append(position.key)
            for step in self._steps[len(self._keys) - 1 :]:
                position.redo(step)
                self._keys.append(position.key)
        first = self._keys.index(self._keys[-1])
        return first if first < len(self._steps) else None

    @property
    def left(self) -> int:
        """The number of cards not yet on the foundations."""
        return self._position.left

    def svg(self, at: int | None = None, **options: Unpack[PictureOptions]) -> str:
        """Draw the position as a player at the table sees it.

        Args:
            at: the number of the last move played (0: as dealt); by default all of them.
            options: what :class:`PictureOptions` has, such as ``size=400``.

        Raises:
            IndexError: there is no such move.
        """
        position = self._position if at is None else self.at(at)
        return position.layout.closed().svg(**options)

    @property
    def layout(self) -> Layout:
        """The position as seen from above; ``game.layout`` also gives the faces of face-down cards."""
        return self._position.layout.closed()

    @property
    def digest(self) -> str:
        """The digest of the position."""
        return self._position.digest

    @property
    def result(self) -> ResultWord:
        """The result word that would be right here: ``won`` or ``lost`` where the rules say so, else ``*``."""
        if self._position.won():
            return "won"
        return "lost" if self._position.why_not_lost() is None else "*"

    # -- recording ----------------------------------------------------------------------------------------------------

    def record(self, result: ResultWord | None = None, tags: Mapping[str, str] | None = None) -> Transcript:
        """Make the record of the moves played so far; it verifies.

        Args:
            result: the result word; by default :attr:`result`. ``*`` is always right, and
                ``conceded`` where the game is not over.
            tags: free tags, such as ``{"Player": "Leoni"}``.

        Raises:
            LeoniError: the result is not the one that the rules give, or a tag is one that says which game this is.
        """
        check_type(tags, (Mapping, type(None)), "tags are a mapping")
        for name in tags or {}:
            # `Pack2` is the order of a redeal.
            if str(name).rstrip("0123456789") in READ_TAGS:
                raise LeoniError(f"`{name}` is not a free tag: the record of this game has its own")
        word = self.result if result is None else result
        can_concede = self.result == "*" or (self.result == "lost" and self._position.doubtful())
        is_possible = word in ("*", self.result) or (word == "conceded" and can_concede)
        if not is_possible:
            raise LeoniError(f"the game is not {word}: its result is {self.result}")
        any_redeal = any(step.move.source == "redeal" for step in self._steps)
        orders = self._order_tags(self._position.deal if any_redeal else 0)
        head = self._tags | orders | {"Result": word} | dict(tags or {})
        moves = [MoveItem(step.move, mark) for step, mark in zip(self._steps, self._marks, strict=True)]
        return Transcript.build(head, moves, word)

    def as_dict(self) -> ReplayData:
        """Return the replay of the moves played so far as ``leoni convert --format json`` writes it, for
        ``json.dumps``."""
        return replay(self).as_dict()

    def _as_transcript(self) -> Transcript:
        return self.record()

    # -- internals ----------------------------------------------------------------------------------------------------

    def _order_tags(self, last_deal: int) -> dict[str, str]:
        """Return the tags with the orders of the redeals, up to a deal."""
        orders = sorted(self._position.orders.items())
        return {f"Pack{deal}": texts(order) for deal, order in orders if deal <= last_deal}

    def _set_order(self, order: str | Iterable[int] | None = None) -> None:
        """Set the order of the redeal that is possible now, if it is shuffled.

        Args:
            order: the order; by default that of the record, or the one that the text of the deal decides.
        """
        shuffle = self._position.next_shuffle()
        if shuffle is None:
            if order is not None:
                raise LeoniError("no shuffled redeal can follow here")
            return
        deal = shuffle.deal
        cards = sorted(card & 63 for card in shuffle.cards)
        if order is not None:
            check_type(order, (str, Iterable), "an order is text or cards")
            ordered_cards = [read(word) for word in order.split()] if isinstance(order, str) else [*map(Card, order)]
            if any(card is None for card in ordered_cards) or sorted(ordered_cards) != cards:  # type: ignore[type-var]
                raise LeoniError(
                    f"this is not the order of the {len(cards)} cards that are dealt again: {texts(cards)}"
                )
            self._position.orders[deal] = bytes(ordered_cards)  # type: ignore[arg-type]
        elif sorted(self._orders_of_record.get(deal, b"")) == cards:
            self._position.orders[deal] = self._orders_of_record[deal]
        elif sorted(self._position.orders.get(deal, b"")) != cards:
            self._position.orders[deal] = shuffled_order(self.deal.removeprefix("seed:"), deal, cards)

    def _illegal_move(self, command: Move) -> IllegalMove:
        """Return the diagnostic that a record continuing with this move would get."""
        head = self._tags | self._order_tags(self._position.deal + 1)
        text = dumps(Transcript.build(head, [*self.moves, command]))
        # Parsed again, so that the message can show the place in the text.
        (record,) = loads(text, "the game so far")
        # The rules were named by the calling program.
        record.record_file = None
        replayed = replay(record, hints=False)
        if replayed.error is None:
            # Where cards are unknown, a record can name a card that nobody has named here.
            return IllegalMove(self._diagnostic_of_unknown(command, replayed.transcript.file))
        return IllegalMove(replayed.error)

    def _refusal(self, command: Move, places: tuple[str, ...]) -> Refusal:
        """Return what the diagnostic of an illegal move says, with the places to look at."""
        diagnostic = self._illegal_move(command).diagnostic
        return Refusal(diagnostic.code, diagnostic.message, diagnostic.clause, places, diagnostic.notes)

    def _diagnostic_of_unknown(self, command: Move, file: str) -> Diagnostic:
        """Return the diagnostic for a move in a position with unknown cards."""
        refusal = self._position.why_not(command)
        if refusal is None:
            refusal = not_known("what the move brings to light", None)
        return Diagnostic(
            code=refusal.code,
            severity="error",
            message=refusal.message,
            file=file,
            span=Span(0, 0, 0, 0),
            clause=refusal.clause,
            table_lines=tuple(table_lines(self._position, refusal.places)),
            notes=refusal.notes,
            help=tuple(legal_help(self._position, command, refusal.message)),
        )


def new(
    game: str = "Leoni's Own",
    deal: str | Deal | None = None,
    rules: str | None = None,
    *,
    pack: str | Iterable[int] | None = None,
    layout: str | None = None,
) -> GameInPlay:
    """Start a game.

    Args:
        game: the name of a game, in any case.
        deal: ``seed:TEXT`` or ``pysol:NUMBER``, or a :class:`Deal` of this game; by default a random seed, which
            :attr:`GameInPlay.deal` names.
        rules: a rule book and overrides; None for those of the :class:`Deal`, or else for the default book.
        pack: instead of a deal, every card in the order dealt, as a ``Pack`` tag lists them, or as cards, their texts
            or their numbers.
        layout: instead of a deal, a position as a ``Layout`` tag lists it. Every card must be known. The cards need not
            be the whole pack, and no error says so: the record of the game gets the warning D305.

    Raises:
        RulesError: there is no such game or rule book; the message lists the ones there are.
        DealError: there is no such deal.
        LayoutError: the layout is none of this game.
        LeoniError: a card or the pack is wrong, or two of deal, pack and layout are given.
        TypeError: the game, deal, rule book or layout is not text, or the pack has something that is no card.
    """
    if sum(value is not None for value in (deal, pack, layout)) > 1:
        raise LeoniError("a game needs a deal, a pack or a layout: give one of them")
    if isinstance(deal, Deal):
        deal, rules = named_deal(deal, game, rules)
    check_text(deal=deal, layout=layout)
    # Wrong rules get the error that says which are near.
    make_game(game, rules)
    check_type(pack, (str, Iterable, type(None)), "a pack is text or cards")
    if isinstance(pack, bytes):
        # They would be taken for the numbers of cards.
        raise TypeError("a pack is text or cards, not bytes")
    tags = {"Game": game} | ({} if rules is None else {"Rules": rules})
    if pack is not None:
        tags |= {"Deal": "pack", "Pack": pack if isinstance(pack, str) else texts(map(Card, pack))}
    elif layout is not None:
        tags |= {"Deal": "layout", "Layout": layout}
    else:
        tags["Deal"] = random_deal() if deal is None else deal
    try:
        setup = make_setup(Transcript.build(tags))
    except Fault as fault:
        message = "; ".join([fault.message, *fault.help])
        if fault.code == NOT_A_DEAL:
            raise DealError(message) from None
        if layout is not None:
            raise _layout_error(fault, message) from None
        raise LeoniError(message) from None
    assert setup.position is not None
    if setup.has_unknown_cards:
        raise LeoniError("a game with unknown cards cannot be played, but its record can be replayed")
    return GameInPlay(setup.position, tags | {"Game": setup.game.name, "Rules": str(setup.game.rules)})


def _layout_error(fault: Fault, message: str) -> LayoutError:
    """Return the error for the layout of a program, of the fault that a record with this layout would have.

    Args:
        fault: the fault.
        message: what is wrong, with the help.
    """
    # The game has found the line, or the text is no layout at all.
    error = fault.__cause__
    if isinstance(error, LayoutError):
        return LayoutError(error.place, message, unknown=error.unknown, help=error.help)
    return LayoutError("", message)


def play_on(start: Record | Position, at: int | None = None) -> GameInPlay:
    """Go on with a recorded game, or from a position.

    >>> game = lr.play_on(lr.replay('[Game "Martha"] [Deal "seed:1"] 3:2C^ 10:2D^ *'), at=1)
    >>> str(game.push("6D")), len(game.moves)
    ('2:6D>11+TC', 2)

    Args:
        start: a record: the game has its moves, which can be taken back, and its tags. Or a position: the game begins
            with it, and its record lists it (``[Deal "layout"]``).
        at: the last move of the record that is kept (0: none); by default all that are legal.

    Raises:
        IndexError: the record has no such move.
        TypeError: it is neither a record nor a position.
        LeoniError: no cards could be dealt, not all are known, or no layout can describe the position (for example,
            where a card must be played on): its replay can be played on.
    """
    if isinstance(start, Position):
        return _game_from(start)
    check_type(start, Record, "a record or a position is played on (new() starts a game)")
    start = replay_of(start, "play_on")
    end = start.moves if at is None else at
    check_move(end, start.moves)
    # What the moves have shown of cards that the record doesn't list is in the position.
    tags_left_out = {*_TAGS_OF_RECORD, *(_DEAL_TAGS if start.is_deal_derived else ())}
    tags = {tag.name: tag.value for tag in start.transcript.tags if tag.name not in tags_left_out}
    tags |= {"Game": start.game.name, "Rules": str(start.game.rules)}
    if start.is_deal_derived:
        game = _game_from(start.at(0))
        game._tags |= tags
    else:
        game = GameInPlay(start.at(0), tags)
    for step, move in zip(start.steps[:end], start.transcript.moves(), strict=False):
        game.push(step.move)
        game._marks[-1] = move.mark
    return game


def _game_from(position: Position) -> GameInPlay:
    """Return a game that begins with a position."""
    game = new(position.game.name, rules=str(position.game.rules), layout=str(position))
    if game.position != position:
        raise LeoniError("a layout cannot describe this position: play on from its replay")
    return game


def _play(position: Position, command: Move) -> Step | None:
    """Play a move, a misplay or a setting on a position.

    Returns:
        The step; None if the command says otherwise what the move brings about: then nothing has been played.

    Raises:
        Refused, Ambiguous: it cannot be played.
    """
    step = do_by_hand(position, command) or position.play_command(command)
    if contradicts(command, step.move):
        position.undo(step)
        return None
    return step


def _command_and_mark(move: str | Move, vocabulary: Vocabulary) -> tuple[Move, str]:
    """Return a move, which may be text, as a command, with its mark (``!`` …; empty for none).

    Raises:
        LeoniError: the text is not a move, or the command has parts that no move can have.
        TypeError: it is neither text nor a command.
    """
    if isinstance(move, Move):
        move.check()
        return move, ""
    if isinstance(move, str):
        return read_command(move.strip(), vocabulary)
    raise TypeError(f"a move is a text or a Move, not {move!r}")
