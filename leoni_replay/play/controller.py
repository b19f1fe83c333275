"""The controller of a game in play: it takes a typed line or a click, and returns the lines to show."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from shlex import quote
from typing import Any, NamedTuple

from leoni_replay.cards import PRETTY
from leoni_replay.cards import read as read_card
from leoni_replay.commands import Move
from leoni_replay.diagnostics import Diagnostic, UserError
from leoni_replay.files.find_games import reason_of
from leoni_replay.games.faults import fault_in
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.sheet import sheet_lines
from leoni_replay.notation.writer import dumps, token
from leoni_replay.phrases import counted, listed, number_in
from leoni_replay.play.advice import Advice, closing_plays, hint_function, review_function, safe_play
from leoni_replay.play.game_file import (
    CannotContinue,
    GameFile,
    free_path,
    new_file,
    new_path,
    resume,
    unfinished_games,
)
from leoni_replay.play.move_refused import MoveRefused, answers_to, refusal_lines, which_question
from leoni_replay.play.move_tree import Node, with_tags
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.player_view import completions
from leoni_replay.play.session import Session
from leoni_replay.play.vocabulary import BY_SHORT, WORDS, help_lines
from leoni_replay.record.claim_proofs import Refuted
from leoni_replay.show.move_sentences import closing_sentence, sentence_parts
from leoni_replay.show.review_report import review_lines
from leoni_replay.solving.review import Reviewed


class _CachedEffect(NamedTuple):
    """The effect of ``finish`` in one version of a session, which takes a search to find out."""

    session: Session
    version: int
    effect: str


class Controller:
    """The desk at which a game is played: a session with its file. It takes a typed line or a word, and returns the
    lines to show.

    Args:
        session: the game.
        file: the file of its record.
        auto: whether forced moves are played automatically.
        autosaves: whether the record is saved after every move.
        times: whether the time is written after every move.
    """

    def __init__(
        self, session: Session, file: GameFile, *, auto: bool = False, autosaves: bool = True, times: bool = False
    ) -> None:
        self.session: Session = session
        if times:
            session.start_clock()
        self.file: GameFile = file
        self._file_is_new = not file.exists
        self.auto: bool = auto
        self.autosaves = autosaves
        #: messages to show at the beginning
        self.first_lines: list[str] = []
        #: whether the player sits at a shell, and can type the commands that messages name
        self.in_shell = True
        #: whether the player wants to leave
        self.has_left: bool = False

        # What the last input leaves to be shown with its answer, until the next input:
        #: whether the table is to be shown again
        self.shows_table: bool = True
        #: how many of the lines to show, from the first on, list the legal moves
        self.legal_line_count: int = 0
        #: the moves among which the player must choose, because the input can mean each of them
        self.meanings: tuple[Move, ...] = ()
        #: the move that was just refused, as a misplay, and the places at both its ends as a setting to be edited;
        #: empty if there is none
        self.refused_as_misplay: str = ""
        self.refused_as_setting: str = ""
        #: why the move that was just tried or asked about is not legal, for a player at the table
        self.last_refusal: Refusal | None = None
        #: the hint or review that was requested, which stays until the caller takes it
        self._advice_request: Callable[[], Advice] | None = None

        #: the mark of the move that can mean each of `meanings`
        self._mark_of_question = ""
        #: the legal moves as they were listed, which the player can play by their numbers
        self._numbered_moves: list[Move] = []
        #: the version of the session that is saved; a game that was only opened is not written
        self._saved_version = session.version if file.exists else -1
        #: the moves of which the player knows that the record has no place for them
        self._omissions_told: set[Node] = set()
        self._cached_effect: _CachedEffect | None = None

    # -- the state ----------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """The prompt: the number of the next move, or a question about cards."""
        question = self.session.question
        return f"{question}? " if question else f"{self.session.move_number + 1}> "

    def table_lines(self) -> list[str]:
        """Return the position as the player sees it, one line per place."""
        position = self.session.game_in_play.position
        if self.session.open:
            return position.text.splitlines()
        return position.layout.text(position.listing()).splitlines()

    def state_line(self) -> str:
        """Return the state of the game, in one line."""
        session = self.session
        if session.question:
            return ""
        if self.meanings:
            return which_question(self.meanings)
        moves = session.choices()
        if session.result != "*":
            return closing_sentence(session.result, session.game_in_play.position, len(moves))
        situation = session.visible_position.situation
        if [move.source for move in moves] == ["redeal"]:
            deals = session.game.deals
            effect = f"for deal {session.game_in_play.position.deal + 1} of {deals}" if deals else "deals again"
            return f"{situation or 'no card can be played'}; {token(moves[0])} {effect}"
        if not moves:
            legal = "no move is legal"
        elif len(moves) == 1:
            legal = f"the one legal move is {token(moves[0])}"
        else:
            legal = f"{counted(len(moves), 'move')} are legal{self._remark_on_empty_piles(moves)}"
        return f"{situation}; {legal}" if situation else legal

    def _remark_on_empty_piles(self, moves: Sequence[Move]) -> str:
        """Return a remark on the number of moves if all empty piles count as one; empty if that makes no difference."""
        places = self.session.visible_position.places
        empty_piles = {f">{name}" for name, pile in places.items() if name.isdigit() and not pile}
        different_moves = {move._replace(dest=">") if move.dest in empty_piles else move for move in moves}
        if len(different_moves) == len(moves):
            return ""
        return f", {len(different_moves)} if the empty piles count as one"

    def completions(self, text: str) -> list[str]:
        """Return the completions of a text: moves and words."""
        if self.meanings and not text.strip():
            return [token(move) for move in self.meanings]
        moves = completions(self.session.choices(), text) if not self.session.question else []
        beginning = text.strip().lower()
        words = [word for word in WORDS if word.startswith(beginning)] if beginning else []
        return moves + words

    def begin(self) -> list[str]:
        """Begin or continue the game: play forced moves, if requested, save, and return the lines to show."""
        session = self.session
        lines = [session.summary(), f"record: {self.file.path}", *self.first_lines]
        if session.move_number:
            lines.append(f"{session.move_count_words()} so far")
        if session.clock is not None:
            lines.append(f"time played: {session.clock.time().text}")
        lines += self._play_forced_moves()
        return lines + self.save()

    def end(self) -> list[str]:
        """Remove an empty record; return why the game is over, where its record is, and what to do with it."""
        if self._discard_if_empty():
            return [f"no move was played: there is no record {self.file.path}"]
        session, path = self.session, quote(str(self.file.path))
        legal_moves = len(session.choices()) if session.result == "conceded" else None
        page = quote(f"{str(self.file.path).removesuffix('.moves')}.html")
        lines = [
            closing_sentence(session.result, session.game_in_play.position, legal_moves),
            f"record: {self.file.path} ({session.move_count_words()})",
            f"as a page: leoni convert {path} -o {page}",
            f"to step through it: leoni replay {path} --step",
        ]
        if session.result == "*":
            lines.append(f"to continue: leoni play {path}")
        return lines

    def _end_here(self) -> list[str]:
        """End the game as :meth:`end` does. On a page, return only how it ended and where its record is."""
        lines = self.end()
        return lines if self.in_shell else lines[:2]

    def _discard_if_empty(self) -> bool:
        """Remove the file of a new game without moves or a written position; return whether it was one."""
        if not self._file_is_new:
            return False
        session = self.session
        nothing_played = not session.version and session.game_in_play.deal != "layout"
        if not (session.is_undescribed or nothing_played):
            return False
        return self.file.discard()

    # -- input --------------------------------------------------------------------------------------------------------

    def enter(self, text: str) -> list[str]:
        """Carry out what was typed, and save.

        Returns:
            The lines to show. What else there is to show is in the attributes of the desk until the next input.
        """
        moves_by_answer = answers_to(self.meanings)
        self._forget_last_input()
        text = text.strip()
        if text in moves_by_answer:
            text = f"{token(moves_by_answer[text])}{self._mark_of_question}"
        first_word, _, rest = text.partition(" ")
        word = BY_SHORT.get(first_word.lower(), first_word.lower())
        try:
            lines = self._do_word(word, rest.strip()) if word in WORDS else self._do_text(text)
        except MoveRefused as error:
            lines = self._ask_which(text, error.moves) if error.moves else self._refuse(text, error.diagnostic)
        except Exception as error:
            # A fault in a game from outside ends nothing: the game goes on from where it stands.
            fault = fault_in(error)
            if fault is None:
                raise
            lines = [str(fault)]
        return [*lines, *self.save()]

    def _forget_last_input(self) -> None:
        """Forget what the last input left to be shown. A hint that was requested stays until the caller takes it."""
        self.shows_table = False
        self.legal_line_count = 0
        self.meanings = ()
        self.refused_as_misplay = self.refused_as_setting = ""
        self.last_refusal = None

    def _ask_which(self, text: str, meanings: tuple[Move, ...]) -> list[str]:
        """Return the question which move is meant, and remember the moves, and the mark in the text."""
        self._mark_of_question = ""
        if not self.session.question:
            _, self._mark_of_question = self.session.parse_command(text)
        self.meanings = meanings
        return [which_question(meanings)]

    def _refuse(self, move: str, diagnostic: Diagnostic, lead: str = "not played") -> list[str]:
        """Return the lines to show for a refused move, with help on how to record it if it was played nevertheless.
        Remember why it is refused, and how it can be recorded."""
        self.last_refusal = self.session.refusal_of(move)
        self.refused_as_misplay, self.refused_as_setting = self.session.irregular_forms(move)
        lines = refusal_lines(diagnostic, lead)
        if self.refused_as_misplay:
            lines.append(f"  help: if it was played all the same: {self.refused_as_misplay}")
        return lines

    def _do_word(self, word: str, rest: str) -> list[str]:
        """Carry out a word of the vocabulary, with what was typed after it; return the lines to show."""
        if rest and not WORDS[word].argument:
            raise MoveRefused(f"nothing goes after `{word}`")
        lines: list[str] = getattr(self, f"_do_{word}")(rest)
        return lines

    def _do_text(self, text: str) -> list[str]:
        """Carry out a text that is no word: a move, the number of a listed move, cards, a time or a claim. Return the
        lines to show."""
        session = self.session
        if not text:
            return self._state_lines()
        if text == "safe":
            raise MoveRefused("`safe` is called finish")
        number_before = session.move_number
        if session.question:
            session.answer_question(text)
        elif text.isascii() and text.isdigit():
            session.push(self._listed_move(text))
        elif text.startswith("@"):
            return [f"time played: {session.set_time(text).text}, after {self._last_move_words()}"]
        elif text.startswith("{="):
            return [self._prove_claim(text)]
        else:
            session.move(text)
        return [*self.moves_in_words(number_before), *self._play_forced_moves()]

    def _prove_claim(self, text: str) -> str:
        """Prove a claim, and record it if it is true; return the verdict on it."""
        claim, objection = self.session.prove_claim(text)
        words = claim.text.strip()
        if objection is None:
            return f"true: {words}"
        verdict = "false" if isinstance(objection, Refuted) else "undecided"
        return f"{verdict}: {words}: {objection}"

    def _listed_move(self, text: str) -> Move:
        """Return the move that the last list has under a number."""
        number = number_in(text)
        if number is None or number > len(self._numbered_moves):
            raise MoveRefused(f"there is no move {text[:9]} in the list", ["type legal to list the moves"])
        return self._numbered_moves[number - 1]

    def moves_in_words(self, number_before: int) -> list[str]:
        """Return the moves after the move of a number, in words. The numbers of a list of legal moves are no longer
        valid."""
        session = self.session
        self._numbered_moves = []
        if session.move_number <= number_before:
            return []
        position = session.game_in_play.at(number_before)
        lines = []
        for number, step in enumerate(session.game_in_play.steps[number_before:], number_before + 1):
            lines.append(f"{number}. {token(step.move)}")
            lines += [f"   {part}" for part in sentence_parts(step, position)]
            position.redo(step)
        return [*lines, *self._remark_on_repetition()]

    def _remark_on_repetition(self) -> list[str]:
        """Return a remark if the position has occurred before, as after a reversal that was undone."""
        number = self.session.game_in_play.repeats()
        if number is None:
            return []
        moment = f"after move {number}" if number else "at the start"
        return [f"the position is the same as {moment}"]

    def _play_forced_moves(self) -> list[str]:
        """Play forced moves, if requested; return them in words, and the state of the game or how it ended."""
        session, number_before = self.session, self.session.move_number
        keys_met = set()
        while self.auto and not session.question and session.result == "*":
            key = session.game_in_play.position.key
            if key in keys_met or not session.play_forced():
                break
            keys_met.add(key)
        lines = self.moves_in_words(number_before)
        if session.result == "*":
            return [*lines, *self._state_lines()]
        if session.choices() and session.result != "conceded":
            lines.append(self.state_line())
        else:
            lines += self._end_here()
        return [*lines, "review says where it could still be won, restart deals it again, new deals another"]

    # -- words --------------------------------------------------------------------------------------------------------

    def _do_legal(self, _: str) -> list[str]:
        """List the legal moves, which the player can then play by their numbers."""
        self._numbered_moves = self.session.choices()
        self.legal_line_count = len(self._numbered_moves)
        if not self._numbered_moves:
            return [self.state_line()]
        return [f"{number}. {token(move)}" for number, move in enumerate(self._numbered_moves, 1)]

    def _do_undo(self, rest: str) -> list[str]:
        """Take back a question, or the last moves; ``rest`` says how many."""
        if self.session.cancel_question():
            return ["the move is cancelled"]
        moves = self._repeat(rest, self.session.undo)
        if self.session.question:
            message = "the answer before is taken back"
        else:
            self.shows_table = True
            message = "the game goes on"
            if moves:
                message = f"{counted(moves, 'move')} taken back: {self.session.move_count_words()} left"
        return [message, *self._state_lines()]

    def _do_redo(self, rest: str) -> list[str]:
        """Play again what was taken back; ``rest`` says how many moves."""
        number_before = self.session.move_number
        self._repeat(rest, self.session.redo)
        self.shows_table = True
        return [*self.moves_in_words(number_before), *self._state_lines()]

    def _repeat(self, times_text: str, act: Callable[[], int]) -> int:
        """Undo or redo several times, or until no move is left.

        Args:
            times_text: how often, as it was typed; empty for once.
            act: undoes or redoes, and returns how many moves that were.

        Returns:
            How many moves were undone or redone.
        """
        times = number_in(times_text or "1")
        if times is None:
            raise MoveRefused(f"`{times_text[:20]}` is not a number of moves")
        moves = 0
        self._numbered_moves = []
        for time in range(times):
            try:
                moves += act()
            except MoveRefused:
                if time == 0:
                    raise
                break
        return moves

    def _state_lines(self) -> list[str]:
        """Return the state of the game; nothing while a question is open."""
        line = self.state_line()
        return [line] if line else []

    def _do_table(self, _: str) -> list[str]:
        """Have the table shown again."""
        self.shows_table = True
        return self._state_lines()

    def _do_rules(self, _: str) -> list[str]:
        """Return the rules on one screen."""
        rules = self.session.game.rules
        lines = [f"{head} {text}" for head, text in sheet_lines(rules)]
        if self.in_shell:
            lines.append(f"leoni rules {quote(str(rules))} prints clauses and sources")
        return lines

    def _do_moves(self, _: str) -> list[str]:
        """Return the record so far."""
        return dumps(self.session.transcript()).splitlines()

    def _do_hint(self, _: str) -> list[str]:
        """Request a hint, unless no move is legal."""
        if self.session.question:
            raise MoveRefused("name the card first")
        if not self.session.choices():
            return self._state_lines()
        self._advice_request = hint_function(self.session)
        return []

    def take_advice_request(self) -> Callable[[], Advice] | None:
        """Return the hint or review that was requested, and forget it; None if there is none. The caller runs it, in
        another thread or not."""
        request, self._advice_request = self._advice_request, None
        return request

    def advice_lines(self, advice: Advice) -> list[str]:
        """Return the lines to show for a finished hint or review."""
        if isinstance(advice, Reviewed):
            return list(review_lines(advice))
        if advice.move is not None:
            return [f"hint: {token(self.visible_move(advice.move))}: {advice.words}"]
        legal_moves = ", ".join(token(move) for move in self.session.choices())
        return [f"no hint: {advice.words}", f"legal: {legal_moves}"]

    def visible_move(self, move: Move) -> Move:
        """Return a legal move as the player can see it: if its card lies face down, the word that turns it up."""
        return move if move in self.session.choices() else Move(move.source)

    def finish_effect(self) -> str:
        """Return what ``finish`` would do now: ``all`` if it plays the game to its end, ``safe`` if it makes a play
        that is proved to do no harm, else nothing."""
        session = self.session
        if session.question or session.result != "*":
            return ""
        cached = self._cached_effect
        if cached is not None and cached.session is session and cached.version == session.version:
            return cached.effect
        if closing_plays(session):
            effect = "all"
        elif safe_play(session) is not None:
            effect = "safe"
        else:
            effect = ""
        self._cached_effect = _CachedEffect(session, session.version, effect)
        return effect

    def _do_finish(self, _: str) -> list[str]:
        """Play what it never helps to hold back, and the rest if plays are all that is left."""
        if self.session.question:
            raise MoveRefused("name the card first")
        session = self.session
        number_before = session.move_number
        # Only the first play counts as the player's, so that one undo takes all of them back together.
        for move in closing_plays(session):
            session.push(move, by_player=session.move_number == number_before)
        while (safe_move := safe_play(session)) is not None:
            session.push(safe_move, by_player=session.move_number == number_before)
        if session.move_number == number_before:
            fits = any(move.dest in ("^", "v") for move in session.choices())
            reason = "it may help to hold back what fits" if fits else "no card fits a foundation"
            return [f"no safe play now: {reason}"]
        return [*self.moves_in_words(number_before), *self._play_forced_moves()]

    def _do_auto(self, _: str) -> list[str]:
        """Switch automatic play of forced moves on or off."""
        self.auto = not self.auto
        message = "forced moves are now played automatically" if self.auto else "forced moves are yours again"
        return [message, *self._play_forced_moves()]

    def _do_why(self, rest: str) -> list[str]:
        """Say why a move is not legal, without playing it."""
        if not rest:
            raise MoveRefused("say which move: why 4:2S^")
        diagnostic = self.session.diagnose(rest)
        if diagnostic is None:
            return [f"{rest} is legal"]
        return self._refuse(rest, diagnostic, "not legal")

    def _do_comment(self, rest: str) -> list[str]:
        """Write a comment after the last move; without a text, remove the last one."""
        if rest:
            self.session.comment(rest)
            return [f"comment after {self._last_move_words()}"]
        return [f"comment removed: {self.session.uncomment().text.strip()}"]

    def _do_mark(self, rest: str) -> list[str]:
        """Annotate the last move; without a sign, remove its annotation."""
        self.session.mark(rest)
        return [f"{self._last_move_words()} is marked {rest}" if rest else f"{self._last_move_words()} has no mark"]

    def _last_move_words(self) -> str:
        """Return the last move with its number, or the deal before the first."""
        step = self.session.last_step
        return "the deal" if step is None else f"{self.session.move_number}. {token(step.move)}"

    def _do_correct(self, rest: str) -> list[str]:
        """Correct cards of a real table that were misnamed."""
        pairs, place = _corrections_in(rest, self.session.game.vocabulary.numbers)
        moves_lost = self.session.correct(pairs, place)
        self.shows_table = True
        message = "that was " + listed([f"{PRETTY[new]}, not {PRETTY[old]}" for old, new in pairs])
        if moves_lost:
            message += f"; {counted(moves_lost, 'move')} of variations could not have been played, and went"
        return [message, *self._state_lines()]

    def _do_review(self, _: str) -> list[str]:
        """Request a review of a game that is over."""
        if self.session.result == "*" and (self.session.question or self.session.choices()):
            raise MoveRefused("the game is not over", ["hint asks the solver what can be done from here"])
        self._advice_request = review_function(self.session, lambda: self.has_left)
        return []

    def _do_restart(self, _: str) -> list[str]:
        """Deal the same cards again, in another file."""
        if self.session.has_unknown_cards:
            raise MoveRefused("some cards of this deal are unknown, so it cannot be dealt again")
        head = with_tags(self.session.transcript().head, {"Result": "*"})
        new_session = type(self.session)(head, open=self.session.open, flat=self.session.flat)
        return self._switch_to(new_session, new_file(free_path(self.file.path)))

    def _do_new(self, _: str) -> list[str]:
        """Deal other cards of the same game, in another file."""
        if self.session.game_in_play.deal == "layout":
            help = "the menu deals another"
            if self.in_shell:
                help = "leoni play starts another game, with --physical or without"
            raise MoveRefused("these cards were not dealt from a seed", [help])
        game = self.session.game
        return self.start_deal(game.name, str(game.rules), None)

    def start_deal(self, game: str, rules: str | None, deal: str | None) -> list[str]:
        """Start another game in a new file.

        Args:
            game: its name.
            rules: a rule book and overrides; None for the default book of the game.
            deal: a deal; None for a new seed.

        Returns:
            The lines to show.

        Raises:
            MoveRefused: there is no such game, rule book or deal, or this game is not saved.
        """
        current = self.session
        return self._start_game(lambda: Session(deal_tags(game, rules, deal), open=current.open, flat=current.flat))

    def start_real_table(self, game: str, rules: str | None) -> list[str]:
        """Start a game on a real table in a new file.

        Raises:
            MoveRefused: there is no such game or rule book, or this game is not saved.
        """
        current = self.session
        return self._start_game(lambda: PhysicalSession.begin(game, rules, open=current.open, flat=current.flat))

    def _start_game(self, make_session: Callable[[], Session]) -> list[str]:
        """Start another game in a new file; return the lines to show."""
        try:
            session = make_session()
        except ValueError as error:
            raise MoveRefused(str(error)) from error
        path = new_path(session.game.name, session.game_in_play.deal, self.file.path.parent)
        return self._switch_to(session, new_file(path))

    def unfinished_games(self) -> list[dict[str, Any]]:
        """Return the unfinished games beside this one."""
        return [] if self.session.recorded_end is not None else unfinished_games(self.file.path)

    def continue_game(self, name: str) -> list[str]:
        """Continue one of the unfinished games.

        Args:
            name: the name of its file.

        Raises:
            MoveRefused: there is no such game, or it or this one cannot be read or written.
        """
        if name not in {game["path"] for game in self.unfinished_games()}:
            raise MoveRefused(f"no unfinished game is in {name}")
        try:
            resumed_game = resume(self.file.path.with_name(name), open=self.session.open, flat=self.session.flat)
        except (CannotContinue, UserError, OSError, ValueError) as error:
            raise MoveRefused(str(error)) from None
        lines = self._switch_to(resumed_game.session, resumed_game.file)
        return [resumed_game.message, *lines] if resumed_game.message else lines

    def _switch_to(self, session: Session, file: GameFile) -> list[str]:
        """Turn to another game, and return the lines to show. The file of this game stays as it is, unless nothing was
        done in it."""
        if self.session.recorded_end is not None:
            raise MoveRefused("A recorded game is open here: tap Undo to go back in it, or Back to the replay.")
        messages = self.save()
        if self.is_unsaved:
            raise MoveRefused("the record of this game cannot be written, so the game so far would be lost")
        self._discard_if_empty()
        if self.session.clock is not None:
            session.start_clock()
        self.session = session
        self.file = file
        self._file_is_new = not file.exists
        self._saved_version = -1 if self._file_is_new else session.version
        self.first_lines = []
        self._advice_request = None
        self._numbered_moves = []
        self.shows_table = True
        return [*messages, *self.begin()]

    def _do_misplay(self, rest: str) -> list[str]:
        """Record a move against the rules that was made."""
        return self._do_text(f"misplay {rest}")

    def _do_set(self, rest: str) -> list[str]:
        """Record cards that were put right by hand."""
        return self._do_text(f"set {rest}")

    def _do_concede(self, _: str) -> list[str]:
        """Give up."""
        self.session.cancel_question()
        self.session.concede()
        return self._play_forced_moves()

    def _do_help(self, _: str) -> list[str]:
        """Return the words that can be typed."""
        return [*help_lines(self.session.game), *self._state_lines()]

    def _do_quit(self, _: str) -> list[str]:
        """Leave, and return how the game ended, unless that has been shown."""
        self.has_left = True
        # How a game ended has been shown when it did.
        was_shown = self.session.result != "*" and not self.session.choices()
        return [] if was_shown else self._end_here()

    # -- the file -----------------------------------------------------------------------------------------------------

    def save(self) -> list[str]:
        """Save the record if it has changed; return messages about that for the player."""
        if not self.autosaves or not self.is_unsaved:
            return []
        try:
            messages = self.file.write(self.session.transcript())
        except OSError as error:
            reason = f"{self.file.path}: {reason_of(error)}"
            return [f"the record cannot be written ({reason}); it is tried again with the next move"]
        except ValueError as error:
            return [f"the record cannot be written ({error})"]
        self._saved_version = self.session.version
        for node, reason in self.session.omissions.items():
            if node.move and node not in self._omissions_told:
                self._omissions_told.add(node)
                messages.append(f"{node.move} is not in the record, like everything played after it: {reason}")
        return messages

    @property
    def is_unsaved(self) -> bool:
        """Whether anything has been played that is not saved."""
        return self._saved_version != self.session.version


def _corrections_in(text: str, places: Container[str]) -> tuple[list[tuple[int, int]], str]:
    """Return the misnamed cards in a text, each as it was named and as it is, and the last place in the text.

    Args:
        text: what was typed.
        places: the names of places.

    Raises:
        MoveRefused: the text names no such cards, or no place.
    """
    usage = MoveRefused(
        "say which card it was taken for, and which it is: correct 9D 6D", ["or two at once: correct 9D 6D, 6D 9D"]
    )
    pairs, place = [], ""
    for part in text.split(","):
        words = part.split()
        if len(words) not in (2, 3):
            raise usage
        old, new = read_card(words[0]), read_card(words[1])
        if old is None or new is None:
            raise usage
        if len(words) == 3:
            place = words[2]
            if place not in places:
                raise MoveRefused(f"there is no place `{place[:20]}`")
        pairs.append((old, new))
    return pairs, place
