"""A game in play for a page: requests and replies are JSON, by a server or in a page (docs/dev/board-protocol.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from threading import RLock
from typing import Any, Final, NamedTuple

from leoni_replay.board.checking import BadRequest, Checks
from leoni_replay.board.offers import clause_data, sheet_data
from leoni_replay.cards import CARDS, DOWN, PRETTY, SUIT, SUIT_NAMES, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.games.game import Position
from leoni_replay.games.places import WAY_SIGNS, foundation_name, is_foundation_name, suit_named, way_named
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.steps import Shift, Step
from leoni_replay.notation.writer import dumps, token
from leoni_replay.play.advice import Advice
from leoni_replay.play.desk import Desk
from leoni_replay.play.game_file import GameFile
from leoni_replay.play.move_refused import which_question
from leoni_replay.play.outcome import Outcome
from leoni_replay.play.player_view import WORDS
from leoni_replay.play.remedies import with_remedies
from leoni_replay.play.session import Session
from leoni_replay.play.typed_lines import TypedLines
from leoni_replay.record.replay import replay
from leoni_replay.show.aloud import position_phrases
from leoni_replay.show.html import page
from leoni_replay.show.move_sentences import move_subject, move_words, sentence_parts
from leoni_replay.show.rendering import short_move
from leoni_replay.show.review_report import review_page, sentences
from leoni_replay.show.story import make_story
from leoni_replay.show.table_data import Encoder
from leoni_replay.solving.review import Reviewed

#: The requests that are actions of the player by themselves.
_ACTIONS: Final[dict[object, Callable[[Desk], Outcome]]] = {
    "undo": Desk.undo,
    "redo": Desk.redo,
    "finish": Desk.finish,
    "review": Desk.review,
    "rest": Desk.ask_for_rest,
    "restart": Desk.restart,
    "new": Desk.start_next_deal,
    "concede": Desk.concede,
    "keep": Desk.keep,
    "quit": Desk.leave,
}
#: The clause that says what a stalemate is and does, or the point that it depends on.
_STALEMATE: Final = ("8", "L4")
#: All requests about the game.
_REQUESTS: Final = (
    *_ACTIONS,
    "hint",
    "start",
    "look",
    "record",
    "play",
    "enter",
    "follow",
    "why",
    "back",
    "begin",
    "open",
)
#: The message to a page that shows an older state of the game.
STALE: Final = "The game went on in another window. This window now shows it; nothing was played here."


class Drag(NamedTuple):
    """A card that a player has dragged or tapped: the name of its place, its index there from the bottom, and the name
    of the place it was dragged to; None if it was tapped."""

    source: str
    card_index: int
    dest: str | None


class Board:
    """A desk that answers the requests of a page.

    Args:
        desk: the game with its file. Every move goes through it, and it saves.
    """

    def __init__(self, desk: Desk) -> None:
        self.turn_to(desk)
        self._lock = RLock()
        self._checks = Checks()
        #: the last review of the game, and the version that it is about
        self._review: tuple[Reviewed, int] | None = None
        #: increased with every other game that is turned to
        self._number = 0
        self._begin_game()

    def turn_to(self, desk: Desk) -> None:
        """Answer for another desk from now on."""
        self.desk = desk
        self._typed_lines = TypedLines(desk)

    def _begin_game(self) -> None:
        """Turn to the session of the desk, which is another one than before."""
        self.desk.in_shell = False
        self._session = self.desk.session
        self._number += 1
        self._review = None
        self._encode_game()

    def _encode_game(self) -> None:
        """Encode the game from the deal on: a page must draw everything again."""
        session = self._session
        self._dealt_piles = _piles(session.game_in_play.at(0))
        self._encoder = Encoder(session.game_in_play.at(0), open=session.open)
        self._table_at_start = self._encoder.table_data() | {"grows": True}
        self._encoded_steps: list[dict[str, Any]] = []
        self._encode_steps()

    def _are_other_cards_dealt(self) -> bool:
        """Whether the position as dealt is another one than pages draw: at a real table, a card that is named now lay
        there from the start."""
        return self._dealt_piles != _piles(self._session.game_in_play.at(0))

    def _encode_steps(self) -> tuple[int, list[dict[str, Any]]]:
        """Encode the steps of the game that have not been encoded.

        Returns:
            How many encoded steps are still those of the game, and the steps after them.
        """
        game_in_play = self._session.game_in_play
        unchanged, new_steps = self._encoder.follow(game_in_play.steps, game_in_play.position.orders)
        self._encoded_steps[unchanged:] = new_steps
        return unchanged, new_steps

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out a request of a page.

        Args:
            request: ``do`` says what, and ``game`` and ``version`` what the page shows (those of the last reply).

        Returns:
            What has changed, and what is possible now.

        Raises:
            BadRequest: it is not a request of the protocol; nothing has been done.
        """
        reply = self._checks.answer(request)
        if reply is not None:
            return reply
        action = request.get("do")
        if action == "progress":
            return {"progress": self.desk.progress}
        if action not in _REQUESTS:
            raise BadRequest(f"`{str(action)[:20]}` is not a request: see docs/dev/board-protocol.md")
        with self._lock:
            state_of_page = (request.get("game"), request.get("version"))
            if action == "start" or state_of_page != (self._number, self.desk.session.version):
                reply = self._whole_state()
                return reply if action in ("start", "look") else reply | {"stale": True, "said": [STALE]}
            if action == "record":
                return {"record": dumps(self.desk.session.transcript())}
            outcome = self._typed_lines.remember(self._carry_out(action, request))
            session, version = self.desk.session, self.desk.session.version
            choices = _moves(request, "among") if "among" in request else ()
            if outcome.advice is not None:
                return self._changes() | self._advice_data(outcome.advice, choices)
            if outcome.errand is None:
                return self._changes() | self._outcome_data(outcome)
            if request.get("at_once"):
                return self._changes() | {"searches": True}
        # The solver works on a copy of the position, so that other requests need not wait.
        advice = outcome.errand()
        with self._lock:
            if (session, version) != (self.desk.session, self.desk.session.version):
                return self._whole_state()
            return self._changes() | self._advice_data(advice, choices)

    def _outcome_data(self, outcome: Outcome) -> dict[str, Any]:
        """Return what came of a request as a part of the reply: the answer, why a move was refused, and which moves it
        can mean."""
        # What breaks the rules can have been done only with real cards.
        follows_table = self._session.game_in_play.deal == "layout"
        data: dict[str, Any] = {
            "said": outcome.lines,
            "misplay": outcome.misplay if follows_table else "",
            "setting": outcome.setting if follows_table else "",
            "suggestions": [{"text": text, "question": question} for text, question, *_ in outcome.suggestions],
            "refused": outcome.refusal and self._refusal_data(outcome.refusal, outcome.diagnostic),
        }
        if outcome.meanings:
            data["state"] = which_question(outcome.meanings)
            data["asked"] = [self._meaning_data(move) for move in outcome.meanings]
        return data

    def replay(self) -> str:
        """Return the page of the record so far, with a link to the board at every move."""
        with self._lock:
            session, record = self.desk.session, self.desk.session.transcript()
        return page(make_story(replay(record), open=session.open), board="board")

    def review(self, board: str) -> str | None:
        """Return the page of the last review, with a link to the board at every move; None if there is none."""
        with self._lock:
            review, session = self._review, self.desk.session
        if review is None:
            return None
        return review_page(review[0], open=session.open, board=board)

    # -- requests -----------------------------------------------------------------------------------------------------

    def _carry_out(self, action: object, request: Mapping[str, Any]) -> Outcome:
        """Carry out a request about the game.

        Args:
            action: what to do, one of `_REQUESTS`.
            request: the request.
        """
        desk = self.desk
        if action in _ACTIONS:
            return _ACTIONS[action](desk)
        if action == "hint":
            return desk.hint(is_choice="among" in request)
        if action == "play":
            return with_remedies(desk.play(_text(request, "move")), desk.session)
        if action == "enter":
            text = _text(request, "text")
            return self._typed_lines.enter(text) if text.strip() else Outcome()
        if action == "follow":
            return desk.follow(_moves(request, "moves"))
        if action == "why":
            return self._explain(request)
        if action == "begin":
            return self._begin(request)
        if action == "open":
            return desk.continue_game(_text(request, "path"))
        if action == "back":
            return self._go_back(_number(request, "to"))
        return Outcome()

    def _begin(self, request: Mapping[str, Any]) -> Outcome:
        """Start a game, dealt here or on a real table."""
        name = _optional_text(request, "name") or self.desk.session.game.name
        rules, deal = _optional_text(request, "rules"), _optional_text(request, "deal")
        if not request.get("physical"):
            return self.desk.start_deal(name, rules, deal)
        if deal is not None:
            raise BadRequest("`physical` deals no cards: leave `deal` out")
        return self.desk.start_real_table(name, rules)

    def _explain(self, request: Mapping[str, Any]) -> Outcome:
        """Say why a card cannot go to a place, or anywhere."""
        session = self.desk.session
        source, index, dest = self._read_drag(request)
        pile = session.visible_position.places[source]
        words = session.game.words
        if session.question:
            return Outcome([session.question])
        if session.is_conceded and session.recorded_end is None:
            return _refuse("you have given up: Undo goes on with the game")
        if source == "exile" and [move.source for move in session.choices()] == ["redeal"]:
            return self._explain_move("exile", "this pile")
        if not 0 <= index < len(pile):
            return _refuse(f"no card lies in {words(source)}")
        card = pile[index]
        if card >= DOWN or card == UNKNOWN:
            return self._explain_face_down_card(source, index, len(pile))
        try:
            move = token(_command(source, card, dest))
        except ValueError:
            source_words, dest_words = self._place_words(source), self._place_words(dest or source)
            return _refuse(f"no move takes a card from {source_words} to {dest_words}")
        if dest is not None and is_foundation_name(dest) and suit_named(dest) != SUIT[card]:
            for legal_move in session.choices():
                if (legal_move.source, legal_move.card) == (source, card) and legal_move.dest in ("^", "v"):
                    return _refuse(_other_suit_message(card, legal_move.dest, dest))
        # What was dragged at a real table has been played there: a move before it may have been forgotten here.
        follows_table = session.game_in_play.deal == "layout"
        return self._explain_move(move, PRETTY[card], was_made=follows_table and dest is not None)

    def _place_words(self, place: str) -> str:
        """Return a place in a player's words."""
        if not is_foundation_name(place):
            return self.desk.session.game.words(place)
        return f"the foundation {SUIT_NAMES[suit_named(place)]} {WAY_SIGNS[way_named(place)]}"

    def _read_drag(self, request: Mapping[str, Any]) -> Drag:
        """Return which card a request is about, and where it was dragged."""
        names = list(self._encoder.number)
        source, dest = request.get("from"), request.get("to")
        if not isinstance(source, list) or len(source) != 2 or not all(isinstance(number, int) for number in source):
            raise BadRequest("`from` is the number of a place and of a card in it")
        place, index = source
        is_dest_known = dest is None or (isinstance(dest, int) and 0 <= dest < len(names))
        if not 0 <= place < len(names) or not is_dest_known:
            raise BadRequest("there is no place of this number")
        return Drag(names[place], index, None if dest is None else names[dest])

    def _explain_face_down_card(self, place: str, index: int, height: int) -> Outcome:
        """Say why a card that lies face down cannot be played.

        Args:
            place: its place.
            index: its index there.
            height: the number of cards there.
        """
        for word in WORDS:
            if _turns_up(word, place):
                return self._explain_move(word, "this pile")
        cards_on_it = tuple((place, upper) for upper in range(index + 1, height))
        return _refuse("this card lies face down: it is turned up when nothing lies on it", cards_on_it)

    def _explain_move(self, move: str, thing: str, *, was_made: bool = False) -> Outcome:
        """Say why a move is not legal.

        Args:
            move: the move, as it is typed.
            thing: the card or the pile that the player would move, in words.
            was_made: whether the player has made it at a real table.
        """
        outcome = with_remedies(self.desk.why(move, was_made=was_made), self.desk.session)
        if outcome.diagnostic is None and self._is_over():
            return _refuse(f"the game is over: {self.desk.state_line()}")
        if outcome.diagnostic is None:
            return _refuse(f"{thing} can be played, but not like this: tap what is lit")
        return outcome

    def _is_over(self) -> bool:
        """Whether nothing of the game can be played here any more. A recorded one can be, for a variation."""
        return self.desk.session.result != "*" and self.desk.session.recorded_end is None

    def _refusal_data(self, refusal: Refusal, diagnostic: Diagnostic | None) -> dict[str, Any]:
        """Return why a move was refused, for a player at the table, with what is behind it.

        Args:
            refusal: the reason, for a player at the table.
            diagnostic: the reason, as ``leoni verify`` says it; None if it is no move in any position.
        """
        number = self._encoder.number
        rule = refusal.clause and clause_data(refusal.clause)
        cards_to_look_at = [[number[place], index] for place, index in refusal.marks if place in number]
        exact_lines = [] if diagnostic is None else [diagnostic.message, *diagnostic.notes]
        if exact_lines[:1] == [refusal.gentle.removesuffix(".")]:
            del exact_lines[0]
        return {
            "text": refusal.gentle,
            "look": cards_to_look_at,
            "code": refusal.code,
            "rule": rule,
            "exact": exact_lines,
        }

    def _go_back(self, number: int) -> Outcome:
        """Take back moves until the move of a number is the last."""
        session = self.desk.session
        if not 0 <= number <= session.move_number:
            raise BadRequest(f"there is no move {number}: {session.move_count_words()} were played")
        return self.desk.go_back(number)

    def _advice_data(self, advice: Advice, choices: Sequence[str] = ()) -> dict[str, Any]:
        """Return the solver's answer as a part of the reply. A review is stored.

        Args:
            advice: the answer.
            choices: the moves among which the player was asked to choose, as texts.
        """
        if isinstance(advice, Reviewed):
            self._review = (advice, self.desk.session.version) if advice.outlooks else None
            return self._review_data(advice)
        words = _sentence(advice.words)
        if advice.move is None:
            return {"said": [words], "hint": None}
        # Whoever is asked to choose has seen the card that was turned up.
        is_choice = token(advice.move) in choices
        move = advice.move if is_choice else self.desk.visible_move(advice.move)
        proposal = f"Try this: {move_words(self.desk.session.game, move)}."
        if is_choice and move.card is not None and move.dest in ("^", "v"):
            proposal = f"Try this: {_foundation_words(move.card, move.dest)}."
        elif choices:
            proposal = f"Cancel, and try this first: {move_words(self.desk.session.game, move)}."
        if choices or advice.is_only:
            # Whoever has to choose reads at once why; of an only move there is no more to read.
            lines = [f"{words} {proposal}" if advice.lost else f"{proposal} {words}"]
        else:
            lines = [words, proposal] if advice.lost else [proposal, *map(_sentence, advice.reasons), words]
        return {"said": lines, "hint": token(move)}

    def _review_data(self, review: Reviewed) -> dict[str, Any]:
        """Return a review as a part of the reply."""
        return {
            "said": self.desk.advice_lines(review),
            "found": list(sentences(review, partial(move_subject, self.desk.session.game))),
            "reviewed": bool(review.outlooks),
            "review": review.as_dict(),
            "film": self._film(review),
        }

    def _film(self, review: Reviewed) -> list[dict[str, Any]]:
        """Return the steps of the winning line of a review; none if they cannot be shown as they would be played."""
        session, last_winnable_move = self.desk.session, review.last or 0
        is_shuffled = session.game.written_redeals and any(move.source == "redeal" for move in review.line)
        if session.game_in_play.deal == "layout" and is_shuffled:
            # Nobody knows in which order these cards would have been dealt again.
            return []
        game_in_play = session.game_in_play.copy()
        while len(game_in_play.moves) > last_winnable_move:
            game_in_play.pop()
        try:
            for move in review.line:
                game_in_play.push(move)
        except ValueError:
            return []
        if game_in_play.result != "won":
            return []
        encoder = Encoder(game_in_play.at(last_winnable_move), open=session.open)
        _, steps = encoder.follow(game_in_play.steps[last_winnable_move:], game_in_play.position.orders)
        return steps

    # -- replies ------------------------------------------------------------------------------------------------------

    def _whole_state(self) -> dict[str, Any]:
        """Return everything that a page must know to draw the game."""
        if self._session is not self.desk.session:
            self._begin_game()
        elif self._are_other_cards_dealt():
            self._encode_game()
        rules = self._session.game.rules
        whole = {
            "sheet": sheet_data(rules),
            "clauses": [clause_data(clause) for clause in rules.book.clauses.values()],
            "said": self.desk.first_lines,
            "going": self.desk.unfinished_games(),
        }
        table = {"table": self._table_at_start, "kept": 0, "steps": self._encoded_steps}
        review_data: dict[str, Any] = {}
        if self._review is not None:
            review, version = self._review
            if version == self._session.version:
                review_data = self._review_data(review)
        return self._present_state() | table | review_data | whole

    def _changes(self) -> dict[str, Any]:
        """Return the reply with what is new since the last reply."""
        if self.desk.session is not self._session or self._are_other_cards_dealt():
            return self._whole_state()
        unchanged, new_steps = self._encode_steps()
        return self._present_state() | {"kept": unchanged, "steps": new_steps}

    def _present_state(self) -> dict[str, Any]:
        """Return the state of the game, and what is possible now."""
        desk, session = self.desk, self.desk.session
        outcomes = [] if session.question else session.outcomes()
        moves = [] if session.question else session.choices()
        return {
            "game": self._number,
            "version": session.version,
            "name": session.game.name,
            "rules": str(session.game.rules),
            "path": str(desk.file.path),
            "saved": desk.file.exists and not desk.is_unsaved,
            "keeps": desk.autosaves,
            "unsaved": desk.save_problem,
            "deal_key": session.deal_key,
            "recorded": session.recorded_end is not None,
            "dealt": session.game_in_play.deal != "layout",
            "state": desk.state_line(),
            "question": session.question,
            "answers": session.answers,
            "wanted": len(session.cells_to_name),
            "has_unknown_cards": session.has_unknown_cards,
            "legal": [self._legal_move_data(move, step) for move, step in outcomes],
            "asked": [],
            "finish": desk.finish_effect(),
            "aloud": position_phrases(session.visible_position, moves),
            "deal": session.game_in_play.deal,
            "result": session.result,
            "ended_by_rules": session.is_ended_by_rules,
            "stalemate": self._stalemate_data(),
            "redo": bool(session.cursor.branches),
            "over": desk.has_left,
        }

    def _stalemate_data(self) -> dict[str, Any] | None:
        """Return how a weave ended in a stalemate: its links, in words, and the clause by which it did; None if
        the last move was no such weave."""
        game = self._session.game_in_play
        if not game.steps or not game.steps[-1].move.stalemate:
            return None
        return {
            "links": sentence_parts(game.steps[-1], game.at(len(game.steps) - 1)),
            "clause": clause_data(self._session.game.rules.clause(*_STALEMATE)),
        }

    def _meaning_data(self, move: Move) -> dict[str, Any]:
        """Return a move to choose from: its card, where it lies, and the foundation it goes to."""
        number = self._encoder.number
        place, index = self._session.source_card(move)
        foundation = None
        if move.card is not None and move.dest in ("^", "v"):
            foundation = number.get(foundation_name(SUIT[move.card], move.dest))
        return {
            "move": token(move),
            "short": short_move(token(move)),
            "card": move.card,
            "from": [number[place], index] if place in number else None,
            "to": foundation,
        }

    def _legal_move_data(self, move: Move, step: Step | None) -> dict[str, Any]:
        """Return a legal move: where its card lies and goes, and where all others go, as far as the player sees.

        Args:
            move: the move.
            step: what it does; None if that depends on an unseen card.
        """
        number = self._encoder.number
        place, index = self._session.source_card(move)
        if (move.source, place) == ("redeal", "exile"):
            # A tap on the exiles deals nothing again: a button does.
            place = ""
        elif place in number and is_foundation_name(place):
            index = len(self._session.game_in_play.position.places[place]) - 1
        shifts = [change for change in step.changes if isinstance(change, Shift)] if step else []
        return {
            "move": token(move),
            "short": short_move(token(move)),
            "from": [number[place], index] if place in number else None,
            "to": number[_dest_of_first_card(shifts)] if shifts and move.card is not None else None,
            "changes": self._encoder.changes(shifts),
        }


def recorded_board(session: Session, file: GameFile) -> Board:
    """Return a board on which a recorded game can be continued from any of its moves.

    New moves become variations of the record. Its file is written only when a page asks for it.

    Args:
        session: the game as it was recorded.
        file: the file of its record.
    """
    session.recorded_end = session.cursor
    return Board(Desk(session, file, autosaves=False))


def _piles(position: Position) -> list[list[int]]:
    """Return the cards of a position, place by place."""
    return [list(pile) for pile in position.places.values()]


def _refuse(message: str, marks: tuple[tuple[str, int], ...] = ()) -> Outcome:
    """Return the outcome of what is no move in any position.

    Args:
        message: why not.
        marks: the cards to look at.
    """
    return Outcome([message], refusal=Refusal("", message, None, marks=marks))


def _other_suit_message(card: int, way: str, foundation: str) -> str:
    """Return the message that a card goes on the foundation of its own suit.

    Args:
        card: the card.
        way: how its own foundation is built, ``^`` or ``v``.
        foundation: the foundation of another suit that it was dragged to.
    """
    return f"{_foundation_words(card, way)}, not on {SUIT_NAMES[suit_named(foundation)]}"


def _sentence(words: str) -> str:
    """Return words that begin with a small letter as a sentence."""
    return f"{words[:1].upper()}{words[1:]}."


def _foundation_words(card: int, way: str) -> str:
    """Return which foundation a card goes on, in words."""
    return f"{PRETTY[card]} goes on {SUIT_NAMES[SUIT[card]]} {WAY_SIGNS[way]}"


def _dest_of_first_card(shifts: list[Shift]) -> str:
    """Return where the card of a move ends up. A card turned up into the hand moves on from there."""
    first, *later_shifts = shifts
    if first.dest == "hand":
        for shift in later_shifts:
            if shift.source == "hand":
                return shift.dest
    return first.dest


def _turns_up(word: str, place: str) -> bool:
    """Whether a word turns up the top card of a place."""
    if word == "exile":
        return place == "exile"
    return place in ("stock", "hand")


def _command(source: str, card: int, dest: str | None) -> Move:
    """Return the move that dragging a card to a place means; there may be no such move.

    Args:
        source: the place of the card.
        card: the card.
        dest: the other place; None if the card was only tapped.
    """
    target = None
    if dest is not None:
        target = way_named(dest) if is_foundation_name(dest) else f">{dest}"
    if is_foundation_name(source):
        way = way_named(source)
        opposite_way = "v" if way == "^" else "^"
        return Move(None, CARDS[card], way + (target or opposite_way))
    return Move("deal" if source == "hand" else source, CARDS[card], target)


def _text(request: Mapping[str, Any], name: str) -> str:
    """Return a text in a request, or raise BadRequest if it is none."""
    text = request.get(name)
    if not isinstance(text, str) or len(text) > 2000 or not text.isprintable():
        raise BadRequest(f"`{name}` is a text on one line")
    return text


def _optional_text(request: Mapping[str, Any], name: str) -> str | None:
    """Return a text in a request; None if it is left out or empty."""
    return _text(request, name) if request.get(name) else None


def _number(request: Mapping[str, Any], name: str) -> int:
    """Return a number in a request, or raise BadRequest if it is none."""
    number = request.get(name)
    if not isinstance(number, int):
        raise BadRequest(f"`{name}` is a number")
    return number


def _moves(request: Mapping[str, Any], name: str) -> list[str]:
    """Return the moves in a request, or raise BadRequest if they are none."""
    moves = request.get(name)
    if not isinstance(moves, list) or not all(isinstance(text, str) for text in moves):
        raise BadRequest(f"`{name}` are moves, as texts")
    return moves
