"""The desk at which a game is played: each action of a player, typed or tapped, is a method with an outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial, wraps
from pathlib import Path
from shlex import quote
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec

from leoni_replay.cards import PRETTY, SUIT, SUIT_NAMES
from leoni_replay.commands import Move
from leoni_replay.deals import DealError
from leoni_replay.diagnostics import Diagnostic, UserError
from leoni_replay.files.find_games import reason_of
from leoni_replay.games.faults import fault_in
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.sheet import sheet_lines
from leoni_replay.notation.writer import dumps, token
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.play.advice import (
    Advice,
    closing_plays,
    hint_function,
    hint_without_search,
    review_function,
    safe_play,
)
from leoni_replay.play.amendment import Amendment, Correction
from leoni_replay.play.game_file import (
    CannotContinue,
    GameFile,
    free_path,
    new_file,
    new_path,
    resume,
    unfinished_games,
)
from leoni_replay.play.move_refused import MoveRefused, refusal_lines, which_question
from leoni_replay.play.move_tree import Node, with_tags
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.outcome import Outcome
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.session import Session
from leoni_replay.play.slip_search import Suggestion
from leoni_replay.record.claim_proofs import Refuted
from leoni_replay.show.aloud import (
    card_phrase,
    changed_phrases,
    left_phrases,
    move_phrase,
    place_phrases,
    places_called,
    top_phrases,
    whereabouts_phrases,
    whole_place_phrases,
)
from leoni_replay.show.move_sentences import closing_sentence, move_subject, sentence_parts
from leoni_replay.show.review_report import review_lines, spoken_review_lines
from leoni_replay.solving.review import Reviewed

#: The message for a text that names no deal.
NO_DEAL: Final = (
    "There is no deal {}. Leave it empty for a new one, or write one that you were given, such as seed:banana or "
    "pysol:12345."
)

_Arguments = ParamSpec("_Arguments")


class _CachedEffect(NamedTuple):
    """The effect of ``finish`` in one version of a session, which takes a search to find out."""

    session: Session
    version: int
    effect: str


def _action(
    method: Callable[Concatenate[Desk, _Arguments], Outcome],
) -> Callable[Concatenate[Desk, _Arguments], Outcome]:
    """Make a method an action of the player: a refusal is an outcome too, and what has changed is saved."""

    @wraps(method)
    def act(desk: Desk, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> Outcome:
        try:
            outcome = method(desk, *args, **kwargs)
        except MoveRefused as refused:
            outcome = desk.outcome_of(refused)
        except Exception as error:
            # A fault in a game from outside ends nothing: the game goes on from where it stands.
            fault = fault_in(error)
            if fault is None:
                raise
            outcome = Outcome([str(fault)])
        outcome.lines.extend(desk.save())
        return outcome

    return act


def _tell_nobody(message: str) -> None:
    """Ignore a message that goes to nobody."""


class Desk:
    """The desk at which a game is played: a session with its file. What a player does is a method, which returns its
    outcome. Nothing of that stays on the desk.

    Args:
        session: the game.
        file: the file of its record.
        auto: whether forced moves are played automatically.
        autosaves: whether the record is saved after every move.
        times: whether the time is written after every move.
        by_ear: whether the player hears what is said: moves are told in phrases, and rules when they are asked for.
    """

    def __init__(
        self,
        session: Session,
        file: GameFile,
        *,
        auto: bool = False,
        autosaves: bool = True,
        times: bool = False,
        by_ear: bool = False,
    ) -> None:
        self.session: Session = session
        if times:
            session.start_clock()
        self.file: GameFile = file
        self._file_is_new = not file.exists
        #: how far a review is that goes on, in a sentence; empty if none does
        self.progress: str = ""
        #: told the same whenever it changes
        self.hear_progress: Callable[[str], None] = _tell_nobody
        self.auto: bool = auto
        self.autosaves: bool = autosaves
        self.by_ear = by_ear
        #: messages about the game to show when it begins
        self.first_lines: list[str] = []
        #: whether the player sits at a shell, and can type the commands that messages name
        self.in_shell = True
        #: whether the player has left
        self.has_left: bool = False
        #: why the record could not be written the last time, in words; empty if it was written
        self.save_problem: str = ""
        #: is told when the record can no longer be written, and when it can again; the page may be out of sight
        self.report_saving: Callable[[str], None] = _tell_nobody
        #: the version of the session that is saved; a game that was only opened is not written
        self._saved_version = session.version if file.exists else -1
        #: whether the file has the game as won
        self._has_saved_win = file.exists and session.result == "won"
        #: the file of the game as it was won, if the player has gone back in it since
        self._won_file: GameFile | None = None
        #: the moves of which the player knows that the record has no place for them
        self._omissions_told: set[Node] = set()
        self._cached_effect: _CachedEffect | None = None

    # -- the state ----------------------------------------------------------------------------------------------------

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
        moves = session.choices()
        if session.result != "*":
            return closing_sentence(session.result, session.game_in_play.position, len(moves))
        reversals = session.freeing_reversals()
        if reversals:
            return self._reversal_line(reversals)
        situation = session.visible_position.situation
        if [move.source for move in moves] == ["redeal"]:
            deals = session.game.deals
            # The button of a page is called like that.
            words = token(moves[0]) if self.in_shell else "deal again"
            if deals:
                words += f" for deal {session.game_in_play.position.deal + 1} of {deals}"
            elif self.in_shell:
                words += " deals again"
            return f"{situation or 'no card can be played'}; {words}"
        if not moves:
            legal = "no move is legal"
        elif len(moves) == 1:
            legal = f"the one legal move is {token(moves[0])}"
        else:
            legal = f"{pluralize(len(moves), 'move')} are legal{self._remark_on_empty_piles(moves)}"
        return f"{situation}; {legal}" if situation else legal

    def _reversal_line(self, reversals: Sequence[Move]) -> str:
        """Return the state of a game in which only reversals free a play, and what else can be done."""
        suits = dict.fromkeys(SUIT_NAMES[SUIT[move.card]] for move in reversals if move.card is not None)
        if not self.in_shell and not self.session.is_ended_by_rules:
            # A page lights the cards.
            return f"nothing fits, but a reversal in {join_words(list(suits))} frees a card; or deal again"
        tokens = join_words([token(move) for move in reversals], "or")
        way_out = f"{join_words(list(suits))} can be moved over to the other foundation ({tokens}), which frees a card"
        line = f"nothing fits, but {way_out}"
        if self.session.is_ended_by_rules:
            concede = "concede" if self.in_shell else "Give up"
            return f"{line}; by the rules, the game ends here and is lost: {concede} ends it"
        redeal = next(token(move) for move in self.session.choices() if move.source == "redeal")
        return f"{line}; {redeal} deals again"

    def _remark_on_empty_piles(self, moves: Sequence[Move]) -> str:
        """Return a remark on the number of moves if all empty piles count as one; empty if that makes no difference."""
        places = self.session.visible_position.places
        empty_piles = {f">{name}" for name, pile in places.items() if name.isdigit() and not pile}
        different_moves = {move._replace(dest=">") if move.dest in empty_piles else move for move in moves}
        if len(different_moves) == len(moves):
            return ""
        return f", {len(different_moves)} if the empty piles count as one"

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
        page = quote(f"{str(self.file.path).removesuffix('.moves')}.html")
        lines = [
            self._closing_sentence(),
            f"record: {self.file.path} ({session.move_count_words()})",
            f"as a page: leoni convert {path} -o {page}",
            f"to step through it: leoni replay {path} --step",
        ]
        if session.result == "*":
            lines.append(f"to continue: leoni play {path}")
        return lines

    def _closing_sentence(self) -> str:
        """Return why the game is over, or that it is not."""
        session, position = self.session, self.session.game_in_play.position
        if session.is_ended_by_rules:
            return f"The game is not over: {self.state_line()}."
        return closing_sentence(
            session.result, position, len(session.choices()) if session.result == "conceded" else None
        )

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

    # -- moves --------------------------------------------------------------------------------------------------------

    @_action
    def play(self, text: str) -> Outcome:
        """Play a move, a misplay, or cards put right by hand.

        Args:
            text: as the notation writes it, as short as you like.
        """
        number_before = self.session.move_number
        command, mark = self.session.parse_command(text)
        try:
            self.session.push(command, mark)
        except MoveRefused as refused:
            if refused.moves:
                return replace(self.outcome_of(refused), mark=mark)
            lines = self._refusal_lines(refused)
            return Outcome(lines, refused.diagnostic, refused.refusal, refused_move=command, was_made=True)
        return Outcome([*self._moves_in_words(number_before), *self._play_forced_moves()])

    @_action
    def answer_question(self, text: str) -> Outcome:
        """Name the cards that have come to light, or the first of them."""
        number_before = self.session.move_number
        self.session.answer_question(text)
        return Outcome([*self._moves_in_words(number_before), *self._play_forced_moves()])

    @_action
    def why(self, text: str, *, was_made: bool = False) -> Outcome:
        """Say why a move is not legal, without playing it.

        Args:
            text: the move.
            was_made: whether the player has made it.
        """
        command, _ = self.session.parse_command(text)
        objection = self.session.why_not(command)
        if objection is None:
            return Outcome([f"{text} is legal"])
        lines = self._full_refusal_lines(objection.diagnostic, objection.refusal)
        return Outcome(lines, objection.diagnostic, objection.refusal, refused_move=command, was_made=was_made)

    def outcome_of(self, refused: MoveRefused) -> Outcome:
        """Return the outcome of an action that was refused, or the question which move is meant."""
        if refused.moves:
            return Outcome([which_question(refused.moves)], meanings=refused.moves)
        return Outcome(refusal_lines(refused.diagnostic), refused.diagnostic, refused.refusal)

    def _refusal_lines(self, refused: MoveRefused) -> list[str]:
        """Return the lines to show for a move that was not played; a listener hears rules and cards when they are asked
        for."""
        if self.by_ear:
            return refusal_lines(refused.diagnostic, omitted=("rule", "table"))
        return refusal_lines(refused.diagnostic)

    def explain(self, outcome: Outcome) -> Outcome:
        """Say all about a move that was refused.

        Args:
            outcome: the outcome of the move.
        """
        diagnostic, refusal = outcome.diagnostic, outcome.refusal
        if diagnostic is None:
            return Outcome()
        return Outcome(self._full_refusal_lines(diagnostic, refusal), diagnostic, refusal)

    def _full_refusal_lines(self, diagnostic: Diagnostic, refusal: Refusal | None) -> list[str]:
        """Return the lines to show for a move that is not legal, with the rule and the cards; a listener hears the
        cards by name."""
        lead = "not legal"
        if not self.by_ear or refusal is None:
            return refusal_lines(diagnostic, lead)
        session = self.session
        places = whole_place_phrases(session.visible_position, refusal.places, open=session.open)
        return [*refusal_lines(diagnostic, lead, ("table",)), *places]

    @_action
    def prove_claim(self, text: str) -> Outcome:
        """Prove a claim, and record it if it is true."""
        claim, objection = self.session.prove_claim(text)
        words = claim.text.strip()
        if objection is None:
            return Outcome([f"true: {words}"])
        verdict = "false" if isinstance(objection, Refuted) else "undecided"
        return Outcome([f"{verdict}: {words}: {objection}"])

    @_action
    def set_time(self, text: str) -> Outcome:
        """Write a time after the last move."""
        return Outcome([f"time played: {self.session.set_time(text).text}, after {self._last_move_words()}"])

    def _moves_in_words(self, number_before: int) -> list[str]:
        """Return the moves after the move of a number, in words."""
        session = self.session
        if session.move_number <= number_before:
            return []
        position = session.game_in_play.at(number_before)
        lines = []
        for number, step in enumerate(session.game_in_play.steps[number_before:], number_before + 1):
            parts = sentence_parts(step, position)
            if self.by_ear:
                lines.append(f"{number}. {'; '.join(parts)}")
            else:
                lines += [f"{number}. {token(step.move)}", *(f"   {part}" for part in parts)]
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
        # Whether a game that the rules end goes on is for the player to say.
        while self.auto and not session.question and session.result == "*" and not session.is_ended_by_rules:
            key = session.game_in_play.position.key
            if key in keys_met or not session.play_forced():
                break
            keys_met.add(key)
        lines = self._moves_in_words(number_before)
        if session.result == "*":
            return [*lines, *self._state_lines()]
        if session.choices() and session.result != "conceded":
            lines.append(self.state_line())
        else:
            lines += self._end_here()
        return [*lines, *self._offers_after_end()]

    def _offers_after_end(self) -> list[str]:
        """Return what the player can do with a game that is over, in a line; none if there is nothing."""
        session, offers = self.session, []
        if session.has_unknown_cards:
            offers.append("rest asks for the cards that nobody has seen, so that the game can be reviewed")
        else:
            if session.result != "won":
                offers.append("review says where it could still be won")
            offers.append("restart deals it again")
        if session.game_in_play.deal != "layout":
            offers.append("new deals another")
        return [", ".join(offers)] if offers else []

    def _state_lines(self) -> list[str]:
        """Return the state of the game; nothing while a question is open."""
        line = self.state_line()
        return [line] if line else []

    # -- back and forth -----------------------------------------------------------------------------------------------

    @_action
    def undo(self, times: int = 1) -> Outcome:
        """Take back a question, or the last moves of the player."""
        if self.session.waits_for_cards:
            was_over = self.session.result != "*"
            self.session.undo()
            return Outcome(["the other cards stay unknown" if was_over else "the move is cancelled"])
        if self.session.is_just_corrected:
            self.session.undo()
            return Outcome(["the correction is taken back", *self._state_lines()], shows_table=True)
        # Who takes back several moves has not misnamed their cards.
        moves = self._repeat(times, partial(self.session.undo, keeps_cards=times > 1))
        if self.session.question:
            return Outcome(["the answer before is taken back"])
        message = "the game goes on"
        if moves:
            message = f"{pluralize(moves, 'move')} taken back: {self.session.move_count_words()} played"
        return Outcome([message, *self._state_lines()], shows_table=True)

    @_action
    def redo(self, times: int = 1) -> Outcome:
        """Play again what was taken back."""
        number_before = self.session.move_number
        self._repeat(times, self.session.redo)
        return Outcome([*self._moves_in_words(number_before), *self._state_lines()], shows_table=True)

    def _repeat(self, times: int, act: Callable[[], int]) -> int:
        """Undo or redo several times, or until no move is left.

        Args:
            times: how often.
            act: undoes or redoes, and returns how many moves that were.

        Returns:
            How many moves were undone or redone.
        """
        moves = 0
        for time in range(times):
            try:
                moves += act()
            except MoveRefused:
                if time == 0:
                    raise
                break
        return moves

    @_action
    def go_back(self, number: int) -> Outcome:
        """Take back moves until the move of a number is the last, to play on from there."""
        while self.session.move_number > number:
            self.session.undo(keeps_cards=True)
        return self._play_on()

    @_action
    def follow(self, moves: Iterable[str]) -> Outcome:
        """Go to the position after some moves, to play on from there.

        Args:
            moves: the moves from the deal on, in long form. What the game lacks of them is played.
        """
        self.session.follow(moves)
        return self._play_on()

    def _play_on(self) -> Outcome:
        """Revoke a concession after the last move: whoever plays on from there has not given up."""
        if self.session.is_conceded and self.session.recorded_end is None:
            self.session.undo()
        return Outcome()

    # -- looking ------------------------------------------------------------------------------------------------------

    @_action
    def tell_state(self) -> Outcome:
        """Say how the game stands."""
        return Outcome(self._state_lines())

    @_action
    def list_moves(self) -> Outcome:
        """List the legal moves."""
        moves = self.session.choices()
        if not moves:
            return Outcome([self.state_line()])
        lines = [f"{number}. {self._words_of(move)}" for number, move in enumerate(moves, 1)]
        return Outcome(lines, listed_moves=tuple(moves))

    def _words_of(self, move: Move) -> str:
        """Return a legal move for a list."""
        return move_phrase(self.session.game, move) if self.by_ear else token(move)

    @_action
    def tell_tops(self) -> Outcome:
        """Say what lies on top of every place."""
        return Outcome(top_phrases(self.session.visible_position, open=self.session.open))

    @_action
    def tell_place(self, name: str) -> Outcome:
        """Say which cards lie in a place, or in each place of a row, the top card first."""
        position = self.session.visible_position
        try:
            names = places_called(position, name)
        except ValueError as error:
            raise MoveRefused(str(error)) from None
        return Outcome(whole_place_phrases(position, names, open=self.session.open))

    @_action
    def tell_free(self) -> Outcome:
        """Say which cards can be played, and where they lie."""
        session = self.session
        cards = dict.fromkeys(
            f"{card_phrase(move.card)} in {session.game.words(move.source)}"
            for move in session.choices()
            if move.card is not None and move.source in session.game.places
        )
        return Outcome([*cards] or [self.state_line()])

    @_action
    def tell_where(self, card: int) -> Outcome:
        """Say where a card lies."""
        return Outcome(whereabouts_phrases(self.session.visible_position, card, open=self.session.open))

    @_action
    def tell_last(self) -> Outcome:
        """Say the last move of the player, the moves that were played automatically after it, and what they changed on
        the table."""
        session = self.session
        if not session.move_number:
            return Outcome(["no move has been played"])
        moves_of_player = [number for number, node in enumerate(session.cursor.path(), 1) if node.by_player]
        number_before = max(moves_of_player, default=1) - 1
        phrases_before = place_phrases(session.visible_position_after(number_before), open=session.open)
        phrases_now = place_phrases(session.visible_position, open=session.open)
        return Outcome([*self._moves_in_words(number_before), *changed_phrases(phrases_before, phrases_now)])

    @_action
    def tell_left(self) -> Outcome:
        """Say how many cards are left, and how the foundations stand."""
        return Outcome(left_phrases(self.session.visible_position))

    @_action
    def show_table(self) -> Outcome:
        """Have the table shown again; a listener hears every place."""
        if self.by_ear:
            phrases = place_phrases(self.session.visible_position, open=self.session.open)
            return Outcome([*self._state_lines(), *phrases.values()])
        return Outcome(self._state_lines(), shows_table=True)

    @_action
    def show_rules(self) -> Outcome:
        """Show the rules on one screen."""
        rules = self.session.game.rules
        lines = [f"{head} {text}" for head, text in sheet_lines(rules)]
        if self.in_shell:
            lines.append(f"leoni rules {quote(str(rules))} prints clauses and sources")
        return Outcome(lines)

    @_action
    def show_record(self) -> Outcome:
        """Show the record so far."""
        return Outcome(dumps(self.session.transcript()).splitlines())

    # -- help ---------------------------------------------------------------------------------------------------------

    @_action
    def hint(self, *, is_choice: bool = False) -> Outcome:
        """Ask for a move, unless no move is legal. The solver is asked if it takes a search.

        Args:
            is_choice: whether the player is asked where a card goes that has been turned up.
        """
        self._check_no_question()
        if not self.session.choices():
            return Outcome(self._state_lines())
        advice = hint_without_search(self.session, is_choice=is_choice)
        if advice is not None:
            return Outcome(advice=advice)
        return Outcome(errand=hint_function(self.session))

    def _check_no_question(self) -> None:
        """Check that no card must be named first."""
        if self.session.question:
            raise MoveRefused("name the card first")

    @_action
    def review(self) -> Outcome:
        """Ask where a game that is over could still be won."""
        if self.session.result == "*" and (self.session.question or self.session.choices()):
            raise MoveRefused("the game is not over", ["hint asks the solver what can be done from here"])
        if self.session.has_unknown_cards:
            raise MoveRefused("nobody has seen some of the cards, and a review needs them all", ["rest asks for them"])
        return Outcome(errand=review_function(self.session, lambda: self.has_left, self._note_progress))

    def _note_progress(self, text: str) -> None:
        """Note how far a review is."""
        self.progress = text
        self.hear_progress(text)

    def advice_lines(self, advice: Advice) -> list[str]:
        """Return the lines to show for a finished hint or review."""
        if isinstance(advice, Reviewed):
            return list(spoken_review_lines(advice) if self.by_ear else review_lines(advice))
        if advice.move is not None:
            move = self.visible_move(advice.move)
            words = f"{move_phrase(self.session.game, move)}: {advice.words}" if self.by_ear else advice.words
            return [f"hint: {token(move)}: {words}"]
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

    @_action
    def finish(self) -> Outcome:
        """Play what it never helps to hold back, and the rest if plays are all that is left."""
        self._check_no_question()
        session = self.session
        number_before = session.move_number
        # Only the first play counts as the player's, so that one undo takes all of them back together.
        for move in closing_plays(session):
            session.push(move, by_player=session.move_number == number_before)
        while (safe_move := safe_play(session)) is not None:
            session.push(safe_move, by_player=session.move_number == number_before)
        if session.move_number == number_before:
            return Outcome([f"no safe play now: {self._why_no_safe_play()}"])
        return Outcome([*self._moves_in_words(number_before), *self._play_forced_moves()])

    def _why_no_safe_play(self) -> str:
        """Return why no play is safe: what the first card that fits may be wanted for."""
        session = self.session
        cards = [move.card for move in session.choices() if move.card is not None and move.dest in ("^", "v")]
        if not cards:
            return "no card fits a foundation"
        if session.has_unknown_cards:
            return f"{PRETTY[cards[0]]} fits, but some cards are unknown"
        reason = session.game.why_hold_back(session.game_in_play.position, cards[0])
        return f"{PRETTY[cards[0]]} fits, but {reason}"

    @_action
    def switch_auto(self) -> Outcome:
        """Switch automatic play of forced moves on or off."""
        self.auto = not self.auto
        message = "forced moves are now played automatically" if self.auto else "forced moves are yours again"
        return Outcome([message, *self._play_forced_moves()])

    # -- notes and corrections ----------------------------------------------------------------------------------------

    @_action
    def comment(self, text: str) -> Outcome:
        """Write a comment after the last move."""
        self.session.comment(text)
        return Outcome([f"comment after {self._last_move_words()}"])

    @_action
    def remove_comment(self) -> Outcome:
        """Remove the last comment after the last move."""
        return Outcome([f"comment removed: {self.session.uncomment().text.strip()}"])

    @_action
    def mark(self, sign: str) -> Outcome:
        """Annotate the last move; an empty sign removes its annotation."""
        self.session.mark(sign)
        annotation = f"is marked {sign}" if sign else "has no mark"
        return Outcome([f"{self._last_move_words()} {annotation}"])

    def _last_move_words(self) -> str:
        """Return the last move with its number, or the deal before the first."""
        step = self.session.last_step
        return "the deal" if step is None else f"{self.session.move_number}. {token(step.move)}"

    @_action
    def insert(self, command: Move, number: int | None = None) -> Outcome:
        """Insert a move that was left out.

        Args:
            command: the move.
            number: the number that it gets; None for the last place from which the later moves can still be played.
        """
        if number is None:
            return self._amend(self.session.find_insertion(command))
        return self._amend(Amendment("insert", number, command))

    @_action
    def swap(self, number: int | None = None) -> Outcome:
        """Swap a move with the next one; None for the last two."""
        return self._amend(Amendment("swap", self.session.move_number - 1 if number is None else number))

    @_action
    def replace_move(self, number: int, command: Move) -> Outcome:
        """Have another move in place of one."""
        return self._amend(Amendment("replace", number, command))

    @_action
    def replace_card(self, old: int, new: int) -> Outcome:
        """Have another card in the last move of one."""
        return self._amend(self.session.find_replacement(old, new))

    @_action
    def take_suggestion(self, suggestion: Suggestion) -> Outcome:
        """Have what may have happened before a refused move so, and play that move."""
        if isinstance(suggestion.change, Amendment):
            return self._amend(suggestion.change, suggestion.refused_move)
        return self._correct(suggestion.change, suggestion.refused_move)

    def _amend(self, amendment: Amendment, next_move: Move | None = None) -> Outcome:
        """Change an earlier move, play the later ones again, and then another one, if there is one."""
        session, number_before = self.session, self.session.move_number
        moves_lost = session.amend(amendment, next_move)
        lines = []
        # A move that was left out last waits for the card that it turns up.
        if amendment.number <= session.move_number:
            lines.append(f"{self._amendment_words(amendment)}{_loss_remark(moves_lost)}")
        moves_inserted = 1 if amendment.kind == "insert" else 0
        if next_move is not None and session.move_number > number_before + moves_inserted:
            lines += self._moves_in_words(session.move_number - 1)
        elif next_move is not None and not self._waits_with(number_before + moves_inserted):
            lines.append(f"a card has come to light: name it, then type {token(next_move)} again")
        return Outcome([*lines, *self._play_forced_moves()], shows_table=True)

    def _waits_with(self, moves_before: int) -> bool:
        """Whether a move waits for the cards that it turns up, and so many moves come before it."""
        return self.session.waits_for_cards and self.session.move_number == moves_before

    def _amendment_words(self, amendment: Amendment) -> str:
        """Return which moves have been changed, in words."""
        number = amendment.number
        if amendment.kind == "swap":
            return f"moves {number} and {number + 1} are swapped"
        move = self.session.game_in_play.moves[number - 1]
        words = move_subject(self.session.game, move, card_phrase) if self.by_ear else token(move)
        return f"move {number} is {words} now"

    @_action
    def correct(self, corrections: Sequence[Correction]) -> Outcome:
        """Correct cards of a real table that were misnamed."""
        return self._correct(corrections)

    def _correct(self, corrections: Sequence[Correction], next_move: Move | None = None) -> Outcome:
        """Correct cards of a real table, and play a move with them, if there is one."""
        number_before = self.session.move_number
        moves_lost = self.session.correct(corrections, next_move)
        message = "that was " + join_words([f"{PRETTY[new]}, not {PRETTY[old]}" for old, new, *_ in corrections])
        lines = [f"{message}{_loss_remark(moves_lost)}", *self._moves_in_words(number_before)]
        return Outcome([*lines, *self._play_forced_moves()], shows_table=True)

    @_action
    def describe_again(self, line: str, text: str) -> Outcome:
        """Describe a part of a real table again, before the first move.

        Args:
            line: the line of places, or ``exile``.
            text: its cards, or the number of exiles.
        """
        lines_left = self.session.describe_again(line, text)
        game = self.session.game
        message = f"there are {text} {game.exile}s" if line == "exile" else f"{game.words(line)} is {text}"
        if lines_left:
            message += f"; {join_words(lines_left)} must be described once more"
        return Outcome([message, *self._state_lines()], shows_table=True)

    @_action
    def ask_for_rest(self) -> Outcome:
        """Ask for the cards of a real table that nobody has seen, now that the game is over."""
        self.session.ask_for_rest()
        return Outcome()

    # -- other games --------------------------------------------------------------------------------------------------

    @_action
    def restart(self) -> Outcome:
        """Deal the same cards again, in another file."""
        if self.session.has_unknown_cards:
            raise MoveRefused("some cards of this deal are unknown, so it cannot be dealt again")
        head = with_tags(self.session.transcript().head, {"Result": "*"})
        new_session = type(self.session)(head, open=self.session.open, flat=self.session.flat)
        return self._switch_to(new_session, free_path(self.file.path))

    @_action
    def start_next_deal(self) -> Outcome:
        """Deal other cards of the same game, in another file."""
        if self.session.game_in_play.deal == "layout":
            help = "the menu deals another"
            if self.in_shell:
                help = "leoni play starts another game, with --physical or without"
            raise MoveRefused("these cards were not dealt from a seed", [help])
        game = self.session.game
        return self._start_deal(game.name, str(game.rules), None)

    @_action
    def start_deal(self, game: str, rules: str | None, deal: str | None) -> Outcome:
        """Start another game in a new file.

        Args:
            game: its name.
            rules: a rule book and overrides; None for the default book of the game.
            deal: a deal; None for a new seed.
        """
        return self._start_deal(game, rules, deal)

    def _start_deal(self, game: str, rules: str | None, deal: str | None) -> Outcome:
        """Start another game in a new file, as :meth:`start_deal`."""
        current = self.session
        try:
            tags = deal_tags(game, rules, deal)
        except DealError:
            raise MoveRefused(NO_DEAL.format((deal or "")[:40])) from None
        except ValueError as error:
            raise MoveRefused(str(error)) from None
        return self._start_game(Session(tags, open=current.open, flat=current.flat))

    @_action
    def start_real_table(self, game: str, rules: str | None) -> Outcome:
        """Start a game on a real table in a new file."""
        current = self.session
        try:
            session = PhysicalSession.begin(game, rules, open=current.open, flat=current.flat)
        except ValueError as error:
            raise MoveRefused(str(error)) from None
        return self._start_game(session)

    def _start_game(self, session: Session) -> Outcome:
        """Turn to another game in a new file."""
        return self._switch_to(session, new_path(session.game.name, session.game_in_play.deal, self.file.path.parent))

    def unfinished_games(self) -> list[dict[str, Any]]:
        """Return the unfinished games beside this one."""
        return [] if self.session.recorded_end is not None else unfinished_games(self.file.path)

    @_action
    def continue_game(self, name: str) -> Outcome:
        """Continue one of the unfinished games.

        Args:
            name: the name of its file.
        """
        if name not in {game["path"] for game in self.unfinished_games()}:
            raise MoveRefused(f"no unfinished game is in {name}")
        try:
            resumed_game = resume(self.file.path.with_name(name), open=self.session.open, flat=self.session.flat)
        except (CannotContinue, UserError, OSError, ValueError) as error:
            raise MoveRefused(str(error)) from None
        outcome = self._switch_to(resumed_game.session, resumed_game.file)
        if resumed_game.message:
            outcome.lines.insert(0, resumed_game.message)
        return outcome

    def _switch_to(self, session: Session, file: GameFile | Path) -> Outcome:
        """Turn to another game. The file of this game stays as it is, unless nothing was done in it.

        Args:
            session: the other game.
            file: its file; of a new game, the path that its file is to have.

        Raises:
            MoveRefused: this is a recorded game, it is not saved, or the other one could not be saved.
        """
        if self.session.recorded_end is not None:
            raise MoveRefused("A recorded game is open here: tap Undo to go back in it, or Back to the replay.")
        messages = self.save()
        if self.is_unsaved:
            raise MoveRefused("the record of this game cannot be written, so the game so far would be lost")
        if isinstance(file, Path):
            try:
                file = new_file(file)
            except (OSError, UserError) as error:
                reason = reason_of(error) if isinstance(error, OSError) else f"{error}"
                raise MoveRefused(f"{file}: another game could not be saved: {reason}") from None
        self._discard_if_empty()
        if self.session.clock is not None:
            session.start_clock()
        self.session = session
        self.file = file
        self._file_is_new = not file.exists
        self._saved_version = -1 if self._file_is_new else session.version
        self._has_saved_win = file.exists and session.result == "won"
        self._won_file = None
        self.first_lines = []
        return Outcome([*messages, *self.begin()], shows_table=True)

    @_action
    def concede(self) -> Outcome:
        """Give up."""
        self.session.cancel_question()
        self.session.concede()
        return Outcome(self._play_forced_moves())

    @_action
    def leave(self) -> Outcome:
        """Leave, and say how the game ended, unless that has been said."""
        self.has_left = True
        # How a game ended has been said when it did.
        was_said = self.session.result != "*" and not self.session.choices()
        return Outcome([] if was_said else self._end_here())

    @_action
    def keep(self) -> Outcome:
        """Save the record of a recorded game that is played on, now and after every further move."""
        self.autosaves = True
        return Outcome()

    # -- the file -----------------------------------------------------------------------------------------------------

    def save(self) -> list[str]:
        """Save the record if it has changed; return messages about that for the player."""
        if not self.autosaves or not self.is_unsaved:
            return []
        try:
            messages = self._leave_win()
            messages += self.file.write(self.session.transcript())
        except (OSError, UserError, ValueError) as error:
            problem = f"{self.file.path}: {reason_of(error)}" if isinstance(error, OSError) else f"{error}"
            if problem != self.save_problem:
                self.report_saving(f"not saved: {problem}")
            self.save_problem = problem
            return [f"the record cannot be written ({problem}); it is tried again with the next move"]
        if self.save_problem:
            self.report_saving(f"saved again: {self.file.path}")
        self.save_problem = ""
        self._saved_version = self.session.version
        self._has_saved_win = self.session.result == "won"
        for node, reason in self.session.omissions.items():
            if node.move and node not in self._omissions_told:
                self._omissions_told.add(node)
                messages.append(f"{node.move} is not in the record, like everything played after it: {reason}")
        return messages

    def _leave_win(self) -> list[str]:
        """Go on in a file of its own where the player goes back in a game that was won, so that its record stays; go
        back to that record where the same moves have won it again.

        At a real table going back corrects what was entered: the record stays one.

        Returns:
            A message for the player, if the file is another now.
        """
        session = self.session
        if session.recorded_end is not None or session.game_in_play.deal == "layout":
            return []
        if session.result == "won":
            won_file = self._won_file
            is_same = won_file is not None and won_file.content == dumps(session.transcript()).encode()
            if won_file is not None and is_same and self.file.discard():
                self.file, self._won_file = won_file, None
            return []
        if not self._has_saved_win:
            return []
        own_file = new_file(free_path(self.file.path))
        self.file, self._won_file = own_file, self.file
        self._has_saved_win = False
        return [f"the game that you won stays in {self._won_file.path}; this one is now recorded in {own_file.path}"]

    @property
    def is_unsaved(self) -> bool:
        """Whether anything has been played that is not saved."""
        return self._saved_version != self.session.version


def _loss_remark(moves_lost: int) -> str:
    """Return the remark that moves of variations are lost after a correction; empty if none are."""
    if not moves_lost:
        return ""
    return f"; {pluralize(moves_lost, 'move')} of variations could not have been played, and went"
