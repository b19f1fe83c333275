"""A game in play for a page: requests and replies are JSON, by a server or in a page (docs/dev/board-protocol.md)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from threading import RLock
from typing import Any, Final

from leoni_replay.cards import CARDS, DOWN, PRETTY, SUIT, SUIT_NAMES, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.deals import DealError
from leoni_replay.games.places import foundation_named, is_foundation_name, suit_named, way_named
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.steps import Shift, Step
from leoni_replay.notation.writer import dumps, token
from leoni_replay.play.advice import Advice
from leoni_replay.play.aloud import aloud
from leoni_replay.play.checking import BadRequest, Checks
from leoni_replay.play.controller import Controller
from leoni_replay.play.game_file import GameFile
from leoni_replay.play.move_refused import MoveRefused, refusal_lines
from leoni_replay.play.offers import clause_data, sheet_data
from leoni_replay.play.session import Session
from leoni_replay.record.replay import replay
from leoni_replay.show.html import page
from leoni_replay.show.move_sentences import move_words
from leoni_replay.show.rendering import short_move
from leoni_replay.show.review_report import review_page, reviewed_object, sentences
from leoni_replay.show.story import make_story
from leoni_replay.show.table_data import Encoder
from leoni_replay.solving.review import Reviewed

#: Requests that are single words, as typed at the terminal.
_WORDS: Final = ("undo", "redo", "hint", "finish", "review", "restart", "new", "concede", "quit")
#: All requests about the game.
_REQUESTS: Final = (
    *_WORDS,
    *("start", "look", "record", "play", "enter", "keep", "follow", "why", "back", "begin", "open"),
)
#: The message for a text that names no deal.
NO_DEAL: Final = (
    "There is no deal {}. Leave it empty for a new one, or write one that you were given, such as seed:banana or "
    "pysol:12345."
)
#: The message to a page that shows an older state of the game.
STALE: Final = "The game went on in another window. This window now shows it; nothing was played here."


class Board:
    """A controller that answers the requests of a page.

    Args:
        desk: the game with its file. Every move goes through it, and it saves.
    """

    def __init__(self, desk: Controller) -> None:
        self.desk = desk
        self._lock = RLock()
        self._checks = Checks()
        #: the last review of the game, and the version that it is about
        self._review: tuple[Reviewed, int] | None = None
        #: increased whenever pages must draw the whole table again
        self._number = 0
        self._set_up_table()

    def _set_up_table(self) -> None:
        session = self.desk.session
        self.desk.in_shell = False
        self._session = session
        self._number += 1
        self._table = Encoder(session.game_in_play.at(0), open=session.open)
        self._start = self._table.table() | {"grows": True}
        self._steps: list[dict[str, Any]] = []
        self._follow()

    def _follow(self) -> tuple[int, list[dict[str, Any]]]:
        play = self._session.game_in_play
        kept, steps = self._table.follow(play.steps, play.position.orders)
        self._steps[kept:] = steps
        return kept, steps

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out a request of a page.

        Args:
            request: ``do`` says what, and ``game`` and ``version`` what the page shows (those of the last reply).

        Returns:
            What has changed, and what is possible now.

        Raises:
            BadRequest: it is not a request of the protocol; nothing has been done.
        """
        if (reply := self._checks.answer(request)) is not None:
            return reply
        do = request.get("do")
        if do not in _REQUESTS:
            raise BadRequest(f"`{str(do)[:20]}` is not a request: see docs/dev/board-protocol.md")
        with self._lock:
            shown = (request.get("game"), request.get("version"))
            if do == "start" or shown != (self._number, self.desk.session.version):
                return self._whole() if do in ("start", "look") else self._whole() | {"stale": True, "said": [STALE]}
            if do == "record":
                return {"record": dumps(self.desk.session.transcript())}
            self.desk.last_refusal = None
            try:
                said = self._do(do, request)
            except MoveRefused as error:
                said = refusal_lines(error.diagnostic)
            ask, session, version = self.desk.hint, self.desk.session, self.desk.session.version
            self.desk.hint = None
            if ask is None:
                after = {"said": said, "misplay": self.desk.refused_as_misplay, "setting": self.desk.refused_as_setting}
                return self._changed() | after | {"refused": self._refused()}
        # The solver works on a copy of the position, so that other requests need not wait.
        advice = ask()
        with self._lock:
            if (session, version) != (self.desk.session, self.desk.session.version):
                return self._whole()
            return self._changed() | self._advised(advice)

    def replay(self) -> str:
        """Return the page of the record so far, with a link to the board at every move."""
        with self._lock:
            session, record = self.desk.session, self.desk.session.transcript()
        return page(make_story(replay(record), open=session.open), board="board")

    def review(self, board: str) -> str | None:
        """Return the page of the last review, with a link to the board at every move; None if there is none."""
        with self._lock:
            review, session = self._review, self.desk.session
        return None if review is None else review_page(review[0], open=session.open, board=board)

    # -- requests -----------------------------------------------------------------------------------------------------

    def _do(self, do: object, request: Mapping[str, Any]) -> list[str]:
        desk = self.desk
        if do == "look":
            return []
        if do in _WORDS:
            return desk.enter(str(do))
        if do in ("play", "enter"):
            text = _text(request, "move" if do == "play" else "text")
            return desk.enter(text) if text.strip() else []
        if do == "keep":
            desk.autosaves = True
            return desk.save()
        if do == "follow":
            return self._follow_moves(request)
        if do == "why":
            return self._why(request)
        if do == "begin":
            return self._begin(request)
        if do == "open":
            return desk.continue_game(_text(request, "path"))
        return self._back(_number(request, "to"))

    def _begin(self, request: Mapping[str, Any]) -> list[str]:
        """Start a game, dealt here or on a real table."""
        name, rules, deal = (_text(request, key) if request.get(key) else None for key in ("name", "rules", "deal"))
        name = name or self.desk.session.game.name
        if not request.get("physical"):
            try:
                return self.desk.start_deal(name, rules, deal)
            except MoveRefused as refused:
                if deal is not None and isinstance(refused.__cause__, DealError):
                    raise MoveRefused(NO_DEAL.format(deal[:40])) from None
                raise
        if deal is not None:
            raise BadRequest("`physical` deals no cards: leave `deal` out")
        return self.desk.start_real_table(name, rules)

    def _why(self, request: Mapping[str, Any]) -> list[str]:
        """Say why a card cannot go to a place, or anywhere."""
        names, words = list(self._table.number), self.desk.session.game.words
        where = request.get("from")
        if not isinstance(where, list) or len(where) != 2 or not all(isinstance(n, int) for n in where):
            raise BadRequest("`from` is the number of a place and of a card in it")
        place, at = where
        to = request.get("to")
        if not 0 <= place < len(names) or not (to is None or (isinstance(to, int) and 0 <= to < len(names))):
            raise BadRequest("there is no place of this number")
        source, dest = names[place], None if to is None else names[to]
        pile = self.desk.session.visible_position.places[source]
        if self.desk.session.question:
            return [self.desk.session.question]
        if self.desk.session.result == "conceded" and self.desk.session.recorded_end is None:
            return self._refuse("you have given up: Undo goes on with the game")
        if source == "exile" and [move.source for move in self.desk.session.choices()] == ["redeal"]:
            return self._explain("exile", "this pile")
        if not 0 <= at < len(pile):
            return self._refuse(f"no card lies in {words(source)}")
        card = pile[at]
        if card >= DOWN or card == UNKNOWN:
            word = next((word for word in ("exile", "deal", "redeal") if _turns_up(word, source)), "")
            if word:
                return self._explain(word, "this pile")
            on_it = tuple((source, number) for number in range(at + 1, len(pile)))
            return self._refuse("this card lies face down: it is turned up when nothing lies on it", on_it)
        try:
            asked = token(_command(source, card, dest))
        except ValueError:
            return self._refuse(f"no move takes a card from {words(source)} to {words(dest or source)}")
        if dest is not None and is_foundation_name(dest) and suit_named(dest) != SUIT[card]:
            suit, other = SUIT_NAMES[SUIT[card]], SUIT_NAMES[suit_named(dest)]
            for move in self.desk.session.choices():
                if (move.source, move.card) == (source, card) and move.dest in ("^", "v"):
                    return self._refuse(f"{PRETTY[card]} goes on {suit} {'▲▼'[move.dest == 'v']}, not on {other}")
        return self._explain(asked, PRETTY[card])

    def _explain(self, asked: str, named: str) -> list[str]:
        if self.desk.session.diagnose(asked) is None:
            return self._refuse(f"{named} can be played, but not like this: tap what is lit")
        return self.desk.enter(f"why {asked}")

    def _refuse(self, message: str, marks: tuple[tuple[str, int], ...] = ()) -> list[str]:
        """Refuse what is no move in any position."""
        self.desk.last_refusal = Refusal("", message, None, marks=marks)
        return [message]

    def _refused(self) -> dict[str, Any] | None:
        """Return the last refusal for a player at the table, with what is behind it."""
        refusal, number = self.desk.last_refusal, self._table.number
        if refusal is None:
            return None
        rule = refusal.clause and clause_data(refusal.clause)
        look = [[number[place], at] for place, at in refusal.marks if place in number]
        return {"text": refusal.gentle, "look": look, "code": refusal.code, "rule": rule}

    def _back(self, to: int) -> list[str]:
        """Take back moves until a given move is the last."""
        session = self.desk.session
        if not 0 <= to <= session.move_number:
            raise BadRequest(f"there is no move {to}: {session.move_count_words()} were played")
        while session.move_number > to:
            session.undo()
        return self._go_on()

    def _go_on(self) -> list[str]:
        """Save the game to be played on from its last move: whoever does that has not given up."""
        if self.desk.session.result == "conceded" and self.desk.session.recorded_end is None:
            self.desk.session.undo()
        said = self.desk.save()
        # Nothing is asked any more.
        self.desk.enter("")
        return said

    def _follow_moves(self, request: Mapping[str, Any]) -> list[str]:
        moves = request.get("moves")
        if not isinstance(moves, list) or not all(isinstance(text, str) for text in moves):
            raise BadRequest("`moves` are the moves from the deal on, as texts")
        self.desk.session.follow(moves)
        return self._go_on()

    def _advised(self, advice: Advice) -> dict[str, Any]:
        """Return the reply with the solver's answer: its words, and the move or the review."""
        game = self.desk.session.game
        if isinstance(advice, Reviewed):
            self._review = (advice, self.desk.session.version) if advice.outlooks else None
            findings = list(sentences(advice, partial(move_words, game)))
            after = {"reviewed": bool(advice.outlooks), "review": reviewed_object(advice), "film": self._film(advice)}
            return {"said": self.desk.advice_lines(advice), "found": findings} | after
        words = f"{advice.words[:1].upper()}{advice.words[1:]}."
        if advice.move is None:
            return {"said": [words], "hint": None}
        move = self.desk.visible_move(advice.move)
        said = [f"Try this: {move_words(game, move)}.", words]
        return {"said": said[::-1] if advice.lost else said, "hint": token(move)}

    def _film(self, review: Reviewed) -> list[dict[str, Any]]:
        """Return the steps of the winning line of a review; none if they cannot be shown as they would be played."""
        session, last = self.desk.session, review.last or 0
        shuffled = session.game.written_redeals and any(move.source == "redeal" for move in review.line)
        if session.game_in_play.deal == "layout" and shuffled:
            # Nobody knows in which order these cards would have been dealt again.
            return []
        play = session.game_in_play.copy()
        while len(play.moves) > last:
            play.pop()
        try:
            for move in review.line:
                play.push(move)
        except ValueError:
            return []
        if play.result != "won":
            return []
        table = Encoder(play.at(last), open=session.open)
        return table.follow(play.steps[last:], play.position.orders)[1]

    # -- replies ------------------------------------------------------------------------------------------------------

    def _whole(self) -> dict[str, Any]:
        if self._session is not self.desk.session:
            self._review = None
            self._set_up_table()
        rules = self._session.game.rules
        clauses = [clause_data(clause) for clause in rules.book.clauses.values()]
        table = {"table": self._start, "kept": 0, "steps": self._steps}
        reviewed = self._advised(self._review[0]) if self._review and self._review[1] == self._session.version else {}
        whole = {
            "sheet": sheet_data(rules),
            "clauses": clauses,
            "said": self.desk.first_lines,
            "going": self.desk.unfinished_games(),
        }
        return self._now() | table | reviewed | whole

    def _changed(self) -> dict[str, Any]:
        """Return the reply with what is new since the last reply."""
        session = self.desk.session
        if session is not self._session:
            return self._whole()
        if session.has_unknown_cards or type(session) is not Session:
            # Cards that are named now lay there from the start.
            self._set_up_table()
            return self._whole()
        kept, steps = self._follow()
        return self._now() | {"kept": kept, "steps": steps}

    def _now(self) -> dict[str, Any]:
        """Return the state of the game, and what is possible now."""
        desk, session = self.desk, self.desk.session
        return {
            "game": self._number,
            "version": session.version,
            "title": session.summary(),
            "path": str(desk.file.path),
            "saved": desk.file.exists and not desk.is_unsaved,
            "keeps": desk.autosaves,
            "recorded": session.recorded_end is not None,
            "dealt": session.game_in_play.deal != "layout",
            "state": desk.state_line(),
            "question": session.question,
            "answers": session.answers,
            "wanted": len(session.cells_to_name),
            "legal": [] if session.question else [self._legal(*outcome) for outcome in session.outcomes()],
            "asked": [self._asked(move) for move in desk.meanings],
            "finish": desk.finish_effect(),
            "aloud": aloud(session.visible_position, [] if session.question else session.choices()),
            "deal": session.game_in_play.deal,
            "result": session.result,
            "redo": bool(session.cursor.branches),
            "over": desk.has_left,
        }

    def _asked(self, move: Move) -> dict[str, Any]:
        """Return a move to choose from: its card, where it lies, and the foundation it goes to."""
        number, (place, at) = self._table.number, self._session.source_card(move)
        way = move.dest if move.card is not None and move.dest in ("^", "v") else None
        to = None if way is None else number.get(foundation_named(SUIT[move.card or 0], way))
        source = [number[place], at] if place in number else None
        return {"move": token(move), "short": short_move(token(move)), "card": move.card, "from": source, "to": to}

    def _legal(self, move: Move, step: Step | None) -> dict[str, Any]:
        """Return a legal move: where its card lies and goes, and where all others go, as far as the player sees."""
        place, at = self._session.source_card(move)
        number = self._table.number
        if (move.source, place) == ("redeal", "exile"):
            # A tap on the exiles deals nothing again: a button does.
            place = ""
        elif place in number and is_foundation_name(place):
            at = len(self._session.game_in_play.position.places[place]) - 1
        shifts = [change for change in step.changes if isinstance(change, Shift)] if step else []
        return {
            "move": token(move),
            "short": short_move(token(move)),
            "from": [number[place], at] if place in number else None,
            "to": number[_end(shifts)] if shifts and move.card is not None else None,
            "changes": self._table.changes(shifts),
        }


def recorded_board(session: Session, saved: GameFile) -> Board:
    """Return a board on which a recorded game can be continued from any of its moves.

    New moves become variations of the record. Its file is written only when a page asks for it.

    Args:
        session: the game as it was recorded.
        saved: the file of its record.
    """
    session.recorded_end = session.cursor
    return Board(Controller(session, saved, keeps=False))


def _end(shifts: list[Shift]) -> str:
    """Return where the card of a move ends up. A card turned up into the hand moves on from there."""
    first = shifts[0]
    for later in shifts[1:]:
        if first.dest == "hand" and later.source == "hand":
            return later.dest
    return first.dest


def _turns_up(word: str, place: str) -> bool:
    return (word == "exile") == (place == "exile") and (word == "exile" or place in ("stock", "hand"))


def _command(source: str, card: int, dest: str | None) -> Move:
    """Return the move that dragging a card to a place means; there may be no such move."""
    way = way_named(dest) if dest is not None and is_foundation_name(dest) else None
    to = way or (None if dest is None else f">{dest}")
    if is_foundation_name(source):
        own = way_named(source)
        return Move(None, CARDS[card], own + (to or ("v" if own == "^" else "^")))
    return Move("deal" if source == "hand" else source, CARDS[card], to)


def _text(request: Mapping[str, Any], name: str) -> str:
    text = request.get(name)
    if not isinstance(text, str) or len(text) > 2000 or not text.isprintable():
        raise BadRequest(f"`{name}` is a text on one line")
    return text


def _number(request: Mapping[str, Any], name: str) -> int:
    number = request.get(name)
    if not isinstance(number, int):
        raise BadRequest(f"`{name}` is a number")
    return number
