"""A game on a real table, whose cards become known as they are seen.

The record has the position as dealt, with ``??`` for unseen cards. A card that comes to light is written there, so that
the record says as much as if it had been known from the start.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leoni_replay.cards import CARDS, DOWN, GAP, PRETTY, UNKNOWN, pretty, texts
from leoni_replay.cards import read as read_card
from leoni_replay.commands import Move
from leoni_replay.deals import difference
from leoni_replay.diagnostics import AMBIGUOUS, CARD_NOT_KNOWN, UNREACHABLE_POSITION, Fault
from leoni_replay.games.game import Position
from leoni_replay.games.places import is_foundation_name, row_number
from leoni_replay.games.steps import Relaid, Shift, Step
from leoni_replay.notation.transcript import Comment, Tag
from leoni_replay.phrases import ResultWord, counted, listed
from leoni_replay.play.move_refused import MoveRefused
from leoni_replay.play.move_tree import Node, with_tags
from leoni_replay.play.new_game import first_question, layout_after_answer, real_table_tags
from leoni_replay.play.player_view import Cell, visible_unknown_cards
from leoni_replay.play.session import Session
from leoni_replay.record.playing import GameInPlay, IllegalMove
from leoni_replay.record.replay import replay


class PhysicalSession(Session):
    """A session with unknown cards. :attr:`question` says which cards are needed next, and :meth:`see` takes them.

    Args:
        head, open, flat: as for a session. The deal is a layout.
    """

    def __init__(self, head: Iterable[Tag | Comment], *, open: bool = False, flat: bool = False) -> None:
        super().__init__(head, open=open, flat=flat)
        #: whether nothing was known when the game began, and whether the first question has not been answered
        self._new = self._begins = False
        #: the position as dealt, as far as it is known
        self._first = self.game_in_play.position
        #: the move that waits for cards, and where these lay as dealt
        self._waiting: tuple[Move, str, bool] | None = None
        self._asked: list[Cell] = []
        #: the cards that were named, in order, and those that were the only ones left in the packs
        self._named: list[Cell] = []
        self._filled: list[int] = []
        #: the cards that had been named at the last successful check
        self._checked: list[Cell] | None = None

    @classmethod
    def begin(cls, game: str, rules: str | None, *, open: bool = False, flat: bool = False) -> PhysicalSession:
        """Start a game on a real table, of which nothing is known.

        Raises:
            ValueError: there is no such game or rule book.
        """
        session = cls(real_table_tags(game, rules), open=open, flat=flat)
        session._new = True
        session._begins = bool(first_question(session.game)[0])
        return session

    # -- the state ----------------------------------------------------------------------------------------------------

    @property
    def has_unknown_cards(self) -> bool:
        return bool(self._unseen_cards())

    def _unseen_cards(self) -> list[Cell]:
        """Return the unseen cards of the position as dealt."""
        return [(name, at) for name, at, card in _cells_in(self._first) if card & ~DOWN == UNKNOWN]

    @property
    def visible_position(self) -> Position:
        position = super().visible_position
        if self.has_unknown_cards and self.open:
            position.table.odd = True
        return position

    @property
    def is_undescribed(self) -> bool:
        return self._new and (self._begins or not self.version)

    def _lines(self) -> list[list[Cell]]:
        """Return the cards that lie open as dealt, in the order in which they are asked for."""
        lines: dict[str, list[Cell]] = {}
        for zone in self._first.layout.zones:
            for place in zone.places:
                if place.lie not in ("hidden", "squared") and not is_foundation_name(place.name):
                    cells = [(place.name, at) for at, card in enumerate(place.cards) if card < DOWN and card != GAP]
                    lines.setdefault(self.game.line(place.name), []).extend(cells)
        return [cells for cells in lines.values() if cells]

    def _result_by_rules(self) -> ResultWord:
        if self._begins or (self.has_unknown_cards and visible_unknown_cards(self.game_in_play.position)):
            return "*"
        if self.has_unknown_cards and self.game_in_play.result == "lost" and self.game_in_play.position.doubtful():
            return "*"
        return self.game_in_play.result

    @property
    def cells_to_name(self) -> list[Cell]:
        if self._asked or self._begins:
            return self._asked
        there = visible_unknown_cards(self.game_in_play.position) if self._unseen_cards() else []
        line = [cell for cell in there if self.game.line(cell[0]) == self.game.line(there[0][0])]
        return [_origin(self.game_in_play.steps, *cell) for cell in line]

    def _gathered(self) -> list[int]:
        """Return the cards that a redeal would shuffle now; none where it shuffles nothing."""
        gathered = self.game_in_play.position.gathered()
        return [] if gathered is None else [card & ~DOWN for card in gathered[1]]

    def _shuffled(self) -> int:
        """Return the deal that a redeal would begin now, if its order must still be given; otherwise 0."""
        number, cards = self.game_in_play.position.deal + 1, self._gathered()
        orders = [node.value for node in self.head if isinstance(node, Tag) and node.name == f"Pack{number}"]
        if not cards or (orders and sorted(_cards_of(orders[0])) == sorted(cards)):
            return 0
        return number

    @property
    def question(self) -> str:
        if self._begins:
            return first_question(self.game)[0]
        wanted = self.cells_to_name
        if not wanted:
            return ""
        if self._waiting is None:
            name = visible_unknown_cards(self.game_in_play.position)[0][0]
            place = self.game.line(name)
            up = " face up" if len(self.game_in_play.position.places[name]) > len(wanted) else ""
            order = "" if len(wanted) == 1 else ", from the left" if row_number(place) else ", the bottom one first"
            return f"{self.game.words(place)}: {counted(len(wanted), 'card')}{up}{order}"
        word, count = self._waiting[0].source, counted(len(wanted), "card")
        if self._shuffled():
            return f"{count} that have been shuffled, in the order in which they are dealt"
        if word == "redeal":
            return f"{count} that nobody has seen, in the order in which they are dealt"
        if word == "exile":
            return f"the {self.game.exile} that is turned up"
        return f"the {count} that were turned up, in order" if len(wanted) > 1 else "the card that was turned up"

    @property
    def answers(self) -> list[int]:
        if self._begins:
            return first_question(self.game)[1]
        if self._waiting is not None and self._waiting[0].source == "redeal" and self._shuffled():
            return sorted(self._gathered())
        return self._unnamed_cards() if self.cells_to_name else []

    # -- naming cards -------------------------------------------------------------------------------------------------

    def answer_question(self, text: str) -> None:
        """Take the cards that the question asks for, or the first of them.

        Raises:
            MoveRefused: these are not cards, are too many, or cannot be there; then nothing has changed.
        """
        if self._begins:
            self.head = with_tags(self.head, {"Layout": layout_after_answer(self.game, text.strip())})
            self.game_in_play = self._dealt(self.head)
            self._first = self.game_in_play.position
            self._begins = False
            self.version += 1
            return
        cards = _cards_of(text)
        self._filled = []
        wanted, waiting = self.cells_to_name, self._waiting
        if not wanted:
            raise MoveRefused("no card has come to light")
        if len(cards) > len(wanted) or (waiting is None and len(cards) < len(wanted)):
            raise MoveRefused(f"these are {counted(len(cards), 'card')}, not {len(wanted)}", [self.question])
        several = None
        with self.attempt():
            try:
                self._write_down(wanted, cards)
            except MoveRefused as error:
                if error.diagnostic.code != AMBIGUOUS:
                    raise
                several = error
        if several is not None:
            # The card has been seen; the player must choose what to do with it.
            self.cancel_question()
            raise several

    def _write_down(self, wanted: list[Cell], cards: list[int]) -> None:
        """Write down cards where they lay, and play the move that waited for them."""
        waiting = self._waiting
        number = self._shuffled() if waiting is not None and waiting[0].source == "redeal" else 0
        if not number:
            for card, count in Counter(cards).items():
                self._check_copies_left(card, count)
        if waiting is None:
            for cell, card in zip(wanted, cards, strict=True):
                self._name(cell, card)
            self._replay_moves()
            self._check()
        elif number:
            extra, missing = difference(cards, self._gathered())
            if extra or missing:
                parts = [(extra, "extra"), (missing, "missing")]
                said = "; ".join(f"{what}: {pretty(some)}" for some, what in parts if some)
                raise MoveRefused(f"these are not the cards that are dealt again ({said})")
            self.head = with_tags(self.head, {f"Pack{number}": texts(cards)})
            self._play_as_known(*waiting, [], cards)
        else:
            self._name(wanted[0], cards[0])
            self._replay_moves()
            self._play_as_known(*waiting, cards[1:])

    def undo(self) -> int:
        """As in any session; while the deal is described, ask again for what was answered last."""
        lying = self._first.places
        answered = [line for line in self._lines() if all(lying[name][at] != UNKNOWN for name, at in line)]
        if self.move_number or not (self.question or self._named):
            return super().undo()
        if self._begins or (not answered and not first_question(self.game)[0]):
            raise MoveRefused("nothing has been answered yet", [self.question])
        for cell in answered[-1] if answered else ():
            self._set_card(cell, UNKNOWN)
            self._named = [other for other in self._named if other != cell]
        self._begins = not answered
        self._replay_moves()
        return 0

    def cancel_question(self) -> bool:
        waits = self._waiting is not None
        self._waiting, self._asked = None, []
        return waits

    def _name(self, cell: Cell, card: int) -> None:
        """Write a card where it lay as dealt.

        Raises:
            MoveRefused: no copy of it is left.
        """
        self._check_copies_left(card, 1)
        self._set_card(cell, card)
        self._named.append(cell)
        self._fill_in()

    def _check_copies_left(self, card: int, count: int) -> None:
        """Check that enough copies of a card are still unnamed.

        Raises:
            MoveRefused: there are not.
        """
        packs = self.game.packs
        copies = sum(lying & ~DOWN == card for _, _, lying in _cells_in(self._first))
        copies += sum(card in pile for name, pile in self._first.places.items() if is_foundation_name(name))
        if copies + count <= packs:
            return
        where = listed(self.game_in_play.position.whereabouts(card) or ["on this table"])
        if count > 1:
            has = "the pack has one" if packs == 1 else f"the packs have {packs}"
            has += f", of which {copies} {'is' if copies == 1 else 'are'} known already: {where}" if copies else ""
            raise MoveRefused(f"{PRETTY[card]} is named {'twice' if count == 2 else f'{count} times'} here, and {has}")
        all_of = f"the {PRETTY[card]} of the pack is" if packs == 1 else f"both {PRETTY[card]} of the packs are"
        help = [f"if another card was taken for it, correct that: correct {PRETTY[card]} …"]
        raise MoveRefused(f"{all_of} known already: {where}", help)

    def _set_card(self, cell: Cell, card: int) -> None:
        name, at = cell
        self._first = self._first.copy()
        down = self._first.places[name][at] & DOWN
        self._first.table.set_card(self.game.places[name], at, card | down)

    def _fill_in(self) -> None:
        """Name the remaining cards if they can only be one card."""
        hidden, left = self._unseen_cards(), self._unnamed_cards()
        if len(left) == len(hidden) and len(set(left)) == 1:
            for cell in hidden:
                self._set_card(cell, left[0])
                self._filled.append(left[0])

    def _unnamed_cards(self) -> list[int]:
        counts: Counter[int] = Counter()
        for pile in self._first.places.values():
            counts.update(card & ~DOWN for card in pile if card != GAP)
        return list((Counter(dict.fromkeys(range(52), self.game.packs)) - counts).elements())

    # -- playing ------------------------------------------------------------------------------------------------------

    def push(self, command: Move, mark: str = "", *, chosen: bool = True) -> None:
        """Play a move as in any session. If a card must be seen first, the move waits for it (:attr:`question`)."""
        if self._waiting is None and self.question:
            raise MoveRefused("the table is not known yet", [self.question])
        self.cancel_question()
        self._filled = []
        with self.attempt():
            self._play_as_known(command, mark, chosen, [])

    def _play_as_known(
        self, command: Move, mark: str, chosen: bool, named: Sequence[int], order: Sequence[int] | None = None
    ) -> None:
        """Play a move as far as its cards are known.

        Args:
            command, mark, chosen: the move.
            named: cards that were named as they come to light, in order.
            order: the shuffled order of a redeal.
        """
        named = list(named) or list(command.shown or ())
        while True:
            self._waiting, self._asked = None, []
            asked = self._cards_to_see(command)
            full = None
            if not asked:
                full = self._play_command(command._replace(shown=None), order)
                there = visible_unknown_cards(self.game_in_play.position)
                # A pile is dealt from its top, so the first card lies highest.
                asked = sorted(
                    (_origin(self.game_in_play.steps, *cell) for cell in there), key=lambda cell: (cell[0], -cell[1])
                )
                if asked:
                    self.game_in_play.pop()
            elif command.card is not None and command.source != "redeal":
                named = [command.card, *named]
            if not asked:
                break
            if not named:
                self._waiting, self._asked = (command, mark, chosen), asked
                return
            self._name(asked[0], named.pop(0))
            self._replay_moves()
        assert full is not None
        # Cards that were the only ones left have been filled in meanwhile.
        revealed = [*self._filled, *(full.shown or ()), *([] if full.card is None else [full.card])]
        others = list((Counter(named) - Counter(revealed)).elements())
        if others:
            self.game_in_play.pop()
            raise MoveRefused(f"no card has been turned up that could be {pretty(others)}")
        self._step(full, mark, chosen)
        if self._checked != self._named or self.result != "*":
            self._check()

    def _cards_to_see(self, command: Move) -> list[Cell]:
        """Return the cards that must be seen before a move can be made."""
        position = self.game_in_play.position
        if command.source == "redeal":
            if position.why_not(command) is not None:
                return []
            if self._shuffled():
                # Only their number matters here.
                return [("stock", at) for at, _ in enumerate(self._gathered())]
            hidden = {
                _origin(self.game_in_play.steps, name, at): (name, at)
                for name, at, card in _cells_in(position)
                if card & ~DOWN == UNKNOWN
            }
            return sorted(hidden, key=lambda cell: -hidden[cell][1])
        if command.source not in ("exile", "deal"):
            return []
        # A player who names the card has turned it up.
        bare = command._replace(card=None, dest=None, path=None, shown=None)
        refusal = position.why_not(bare)
        if refusal.code != CARD_NOT_KNOWN if refusal is not None else command.card is None:
            return []
        place = "exile" if command.source == "exile" else "stock"
        pile = position.places[place]
        waits = pile and pile[-1] == UNKNOWN and not position.places.get("hand")
        return [_origin(self.game_in_play.steps, place, len(pile) - 1)] if waits else []

    # -- checking and correcting --------------------------------------------------------------------------------------

    def _check(self) -> None:
        """Check that the known cards are possible.

        Raises:
            MoveRefused: they are not.
        """
        replayed = replay(self.transcript(), hints=False)
        problem = replayed.error or next(
            (warning for warning in replayed.diagnostics if warning.code == UNREACHABLE_POSITION), None
        )
        if problem is not None:
            raise MoveRefused(problem._replace(lines=(), number=None))
        self._checked = list(self._named)

    def correct(self, pairs: Sequence[tuple[int, int]], place: str = "") -> int:
        cells = []
        for old, _ in pairs:
            copies = self._cells_of(old, place)
            if not copies:
                where = f" in {self.game.words(place)}" if place else ""
                raise MoveRefused(f"no {PRETTY[old]} has been seen{where}")
            cells.append(copies)
        first_error = None
        for chosen in itertools.product(*cells):
            if len(set(chosen)) < len(chosen):
                continue
            try:
                with self.attempt():
                    for cell in chosen:
                        self._set_card(cell, UNKNOWN)
                    for cell, (_, new) in zip(chosen, pairs, strict=True):
                        self._name(cell, new)
                    return self._correct_moves(dict(pairs))
            except MoveRefused as error:
                first_error = first_error or error
        raise first_error or MoveRefused("one card cannot be corrected twice at once")

    def _cells_of(self, card: int, place: str) -> list[Cell]:
        """Return where the copies of a card lay as dealt, the last named first."""
        cells = [(name, at) for name, at, lying in _cells_in(self._first) if lying & ~DOWN == card]
        if place:
            here = [
                at for at, lying in enumerate(self.game_in_play.position.places.get(place, ())) if lying & ~DOWN == card
            ]
            lay = [_origin(self.game_in_play.steps, place, at) for at in here]
            # After a redeal nobody can say where a card lay.
            cells = [cell for cell in cells if cell in lay or ("", -1) in lay]
        named = {cell: number for number, cell in enumerate(self._named)}
        return sorted(cells, key=lambda cell: -named.get(cell, -1))

    def _correct_moves(self, swapped: dict[int, int]) -> int:
        """Play all moves again from a corrected deal; return how many moves were lost."""
        self._deal_again()
        gone = _TreeReplay(self.game_in_play, swapped, self.cursor.path()).line(self.root)
        self.play_again()
        self.version += 1
        self._check()
        return gone

    # -- the deal -----------------------------------------------------------------------------------------------------

    def _deal_again(self) -> None:
        """Start again from the position as dealt, with the cards known now."""
        self.head = with_tags(self.head, {"Layout": self._first.text})
        try:
            self.game_in_play = self._dealt(self.head)
        except Fault as fault:
            raise MoveRefused(fault.message, fault.help) from None

    def _replay_moves(self) -> None:
        """Play the moves again, with the cards known now."""
        self._deal_again()
        try:
            self.play_again()
        except IllegalMove as error:
            raise MoveRefused(error.diagnostic) from None
        self.version += 1


@dataclass
class _TreeReplay:
    """Plays the moves of a tree again after a correction of the deal, and corrects the cards in them.

    ``swapped`` maps misnamed cards to the real ones, and ``way`` are the moves of the game.
    """

    game_in_play: GameInPlay
    swapped: dict[int, int]
    way: list[Node]

    def line(self, node: Node) -> int:
        """Play the line after a move that has been played; return how many moves were lost."""
        gone = pushed = 0
        while node.branches:
            branches = list(node.branches)
            for branch in branches[1:]:
                if self._push(branch) is None:
                    gone += self.line(branch)
                    self.game_in_play.pop()
                else:
                    branches.remove(branch)
                    gone += 1 + len(list(branch.line()))
            error = self._push(branches[0])
            if error is not None:
                if branches[0] in self.way:
                    number = len(self.game_in_play.moves) + 1
                    diagnostic = error.diagnostic._replace(file="", lines=(), number=None)
                    message = (
                        f"then move {number}, {branches[0].move}, could not have been played: {diagnostic.message}"
                    )
                    raise MoveRefused(diagnostic._replace(message=message))
                gone += 1 + len(list(branches.pop(0).line()))
            node.branches = branches
            if error is not None:
                break
            pushed += 1
            node = branches[0]
        for _ in range(pushed):
            self.game_in_play.pop()
        return gone

    def _push(self, node: Node) -> IllegalMove | None:
        """Play a move with the corrected cards; return the objection if it cannot be played."""
        assert node.move is not None
        source, card, dest = node.move[:3]
        # The rules decide where an exile goes.
        dest = None if source == "exile" else dest
        first: IllegalMove | None = None
        cards = [card] if card is None else list(dict.fromkeys([card, CARDS[self.swapped.get(card, card)]]))
        for meant in cards:
            try:
                node.move = self.game_in_play.push(Move(source, meant, dest), order=self._order(node))
            except IllegalMove as error:
                first = first or error
                continue
            return None
        return first

    def _order(self, node: Node) -> bytes | None:
        """Return the order of a shuffled redeal with the corrected cards."""
        gathered = self.game_in_play.position.gathered()
        if node.order is None or gathered is None:
            return None
        cards = [*node.order[1]]
        for old in difference(cards, [card & ~DOWN for card in gathered[1]])[0]:
            if old in self.swapped:
                cards[cards.index(old)] = self.swapped[old]
        if sorted(cards) != sorted(card & ~DOWN for card in gathered[1]):
            return None
        node.order = node.order[0], bytes(cards)
        return node.order[1]


def _cells_in(position: Position) -> list[tuple[str, int, int]]:
    """Return every card that is not on a foundation: its place, its index and the card."""
    return [
        (name, at, card)
        for name, pile in position.places.items()
        if not is_foundation_name(name)
        for at, card in enumerate(pile)
    ]


def _origin(steps: Sequence[Step], place: str, index: int) -> Cell:
    """Return where a card lay as dealt, from its place after some steps. After a redeal that cannot be said."""
    for step in reversed(steps):
        for change in reversed(step.changes):
            if isinstance(change, Relaid) and place in change.after:
                return "", -1
            if isinstance(change, Shift):
                if (place, index) == (change.dest, change.to):
                    place, index = change.source, change.at
                    continue
                index -= place == change.dest and index > change.to
                index += place == change.source and index >= change.at
    return place, index


def _cards_of(text: str) -> list[int]:
    """Return the cards that a text names.

    Raises:
        MoveRefused: a word is not a card.
    """
    cards = []
    for word in text.replace(",", " ").split():
        card = read_card(word)
        if card is None:
            raise MoveRefused(f"`{word[:20]}` is not a card", ["a card is a rank and a suit, as in 7H or TS"])
        cards.append(card)
    if not cards:
        raise MoveRefused("no card is named", ["a card is a rank and a suit, as in 7H or TS"])
    return cards
