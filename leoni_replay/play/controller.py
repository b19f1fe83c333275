"""The controller of a game in play: it takes a typed line or a click, and returns the lines to show."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from shlex import quote
from typing import Any

from leoni_replay.cards import PRETTY
from leoni_replay.cards import read as read_card
from leoni_replay.commands import Move
from leoni_replay.diagnostics import UserError
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


class Controller:
    """A session with its file.

    Args:
        session: the game.
        saved: the file of its record.
        auto: whether forced moves are played automatically.
        keeps: whether the record is saved after every move.
        times: whether the time is written after every move.
    """

    def __init__(
        self, session: Session, saved: GameFile, *, auto: bool = False, keeps: bool = True, times: bool = False
    ) -> None:
        self.session = session
        if times:
            session.start_clock()
        self.file = saved
        self._file_is_new = not saved.exists
        self.auto = auto
        self.autosaves = keeps
        #: the lines to show at the beginning
        self.first_lines: list[str] = []
        #: whether the player sits at a shell, and can type the commands that messages name
        self.in_shell = True
        #: whether the player wants to leave
        self.has_left = False
        #: whether the table is to be shown again
        self.shows_table = True
        #: the requested hint or review, which the caller runs, in another thread or not
        self.hint: Callable[[], Advice] | None = None
        #: the moves among which the player must choose, because the input can mean each of them
        self.meanings: tuple[Move, ...] = ()
        #: the move that was just refused, as a misplay, and the places at both its ends as a setting to be edited;
        #: empty if there is none
        self.refused_as_misplay = self.refused_as_setting = ""
        #: why the move that was just tried or asked about is not legal, for a player at the table
        self.last_refusal: Refusal | None = None
        #: the number of legal moves that were just listed
        self.legal_line_count = 0
        self._mark_of_question = ""
        self._numbered_moves: list[Move] = []
        # What was only opened is not written.
        self._saved_version = session.version if saved.exists else -1
        self._omissions_told: set[Node] = set()
        #: what ``finish`` would do, for a session and its version
        self._finish: tuple[Session | None, int, str] = None, 0, ""

    # -- the state ----------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """The prompt: the number of the next move, or a question about cards."""
        question = self.session.question
        return f"{question}? " if question else f"{self.session.move_number + 1}> "

    def table_lines(self) -> list[str]:
        """Return the position, one line per place."""
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
        parts = [situation] if situation else []
        if [move.source for move in moves] == ["redeal"]:
            deals = session.game.deals
            on = f"for deal {session.game_in_play.position.deal + 1} of {deals}" if deals else "deals again"
            return f"{situation or 'no card can be played'}; {token(moves[0])} {on}"
        if len(moves) == 1:
            parts.append(f"the one legal move is {token(moves[0])}")
        else:
            legal = f"{counted(len(moves), 'move')} are legal{self._alike(moves)}"
            parts.append(legal if moves else "no move is legal")
        return "; ".join(parts)

    def _alike(self, moves: Sequence[Move]) -> str:
        """Return a remark on the number of moves if all empty piles count as one; empty if that makes no difference."""
        places = self.session.visible_position.places
        empty = {f">{name}" for name, cards in places.items() if name.isdigit() and not cards}
        different = {move._replace(dest=">") if move.dest in empty else move for move in moves}
        return f", {len(different)} if the empty piles count as one" if len(different) < len(moves) else ""

    def completions(self, text: str) -> list[str]:
        """Return the completions of a text: moves and words."""
        if self.meanings and not text.strip():
            return [token(move) for move in self.meanings]
        moves = completions(self.session.choices(), text) if not self.session.question else []
        wanted = text.strip().lower()
        return moves + [name for name in WORDS if name.startswith(wanted)] if wanted else moves

    def begin(self) -> list[str]:
        """Return the lines to show when the game begins or continues."""
        session = self.session
        lines = [session.summary(), f"record: {self.file.path}", *self.first_lines]
        if session.move_number:
            lines.append(f"{session.move_count_words()} so far")
        if session.clock is not None:
            lines.append(f"time played: {session.clock.time().text}")
        return [*lines, *self._continue_game(), *self.save()]

    def end(self) -> list[str]:
        """Return why the game is over, where its record is, and what to do with it. Removes an empty record."""
        if self._discard_if_empty():
            return [f"no move was played: there is no record {self.file.path}"]
        session, path = self.session, quote(str(self.file.path))
        legal = len(session.choices()) if session.result == "conceded" else None
        page = quote(f"{str(self.file.path).removesuffix('.moves')}.html")
        return [
            closing_sentence(session.result, session.game_in_play.position, legal),
            f"record: {self.file.path} ({session.move_count_words()})",
            f"as a page: leoni convert {path} -o {page}",
            f"to step through it: leoni replay {path} --step",
            *([f"to continue: leoni play {path}"] if session.result == "*" else []),
        ]

    def _ends(self) -> list[str]:
        return self.end()[: None if self.in_shell else 2]

    def _discard_if_empty(self) -> bool:
        """Remove the file of a new game without moves or a written position; return whether it was one."""
        untouched = self._file_is_new and (
            self.session.is_undescribed or not (self.session.version or self.session.game_in_play.deal == "layout")
        )
        return untouched and self.file.discard()

    # -- input --------------------------------------------------------------------------------------------------------

    def enter(self, text: str) -> list[str]:
        """Carry out what was typed.

        Returns:
            The lines to show.
        """
        self.shows_table, self.legal_line_count = False, 0
        answers, self.meanings = answers_to(self.meanings), ()
        self.refused_as_misplay, self.refused_as_setting, self.last_refusal = "", "", None
        text = text.strip()
        if (chosen := answers.get(text)) is not None:
            text = f"{token(chosen)}{self._mark_of_question}"
        first, _, rest = text.partition(" ")
        name = BY_SHORT.get(first.lower(), first.lower())
        try:
            lines = self._word(name, rest.strip()) if name in WORDS else self._carry_out(text)
        except MoveRefused as error:
            if error.moves:
                self._mark_of_question = self.session.parse_command(text)[1] if not self.session.question else ""
                self.meanings = error.moves
                lines = [which_question(self.meanings)]
            else:
                lines = [*refusal_lines(error.diagnostic), *self._irregular_help(text)]
        except Exception as error:
            # A fault in a game from outside ends nothing: the game goes on from where it stands.
            if (fault := fault_in(error)) is None:
                raise
            lines = [str(fault)]
        return [*lines, *self.save()]

    def _irregular_help(self, text: str) -> list[str]:
        """Remember why a move is refused; return help on how to record it if it was played nevertheless."""
        self.last_refusal = self.session.refusal_of(text)
        self.refused_as_misplay, self.refused_as_setting = self.session.irregular_forms(text)
        return [f"  help: if it was played all the same: {self.refused_as_misplay}"] if self.refused_as_misplay else []

    def _word(self, name: str, rest: str) -> list[str]:
        takes = WORDS[name].takes
        if rest and not takes:
            raise MoveRefused(f"nothing goes after `{name}`")
        lines: list[str] = getattr(self, f"_do_{name}")(rest)
        return lines

    def _carry_out(self, text: str) -> list[str]:
        session = self.session
        if not text:
            return self._state()
        if text == "safe":
            raise MoveRefused("`safe` is called finish")
        before = session.move_number
        if session.question:
            session.answer_question(text)
        elif text.isascii() and text.isdigit():
            session.push(self._listed_move(text))
        elif text.startswith("@"):
            return [f"time played: {session.set_time(text).text}, after {self._where()}"]
        elif text.startswith("{="):
            return [self._prove_claim(text)]
        else:
            session.move(text)
        return [*self.moves_in_words(before), *self._continue_game()]

    def _prove_claim(self, text: str) -> str:
        claim, against = self.session.prove_claim(text)
        words = claim.text.strip()
        if against is None:
            return f"true: {words}"
        return f"{'false' if isinstance(against, Refuted) else 'undecided'}: {words}: {against}"

    def _listed_move(self, text: str) -> Move:
        number = number_in(text)
        if number is None or number > len(self._numbered_moves):
            raise MoveRefused(f"there is no move {text[:9]} in the list", ["type legal to list the moves"])
        return self._numbered_moves[number - 1]

    def moves_in_words(self, before: int) -> list[str]:
        """Return the moves after the first ``before`` moves, in words."""
        session = self.session
        self._numbered_moves = []
        if session.move_number <= before:
            return []
        steps = session.game_in_play.steps
        table = session.game_in_play.at(before)
        lines = []
        for number, step in enumerate(steps[before:], before + 1):
            lines.append(f"{number}. {token(step.move)}")
            lines += [f"   {part}" for part in sentence_parts(step, table)]
            table.redo(step)
        return [*lines, *self._repetition()]

    def _repetition(self) -> list[str]:
        """Return a remark if the position has occurred before, as after a reversal that was undone."""
        before = self.session.game_in_play.repeats()
        if before is None:
            return []
        return [f"the position is the same as {f'after move {before}' if before else 'at the start'}"]

    def _continue_game(self) -> list[str]:
        """Play forced moves, if requested, and return the state of the game."""
        session, before = self.session, self.session.move_number
        met = set()
        lines: list[str] = []
        while self.auto and not session.question and session.result == "*":
            key = session.game_in_play.position.key
            if key in met or not session.play_forced():
                break
            met.add(key)
        lines += self.moves_in_words(before)
        if session.result != "*":
            ends = [self.state_line()] if session.choices() and session.result != "conceded" else self._ends()
            return [*lines, *ends, "review says where it could still be won, restart deals it again, new deals another"]
        return [*lines, *self._state()]

    # -- words --------------------------------------------------------------------------------------------------------

    def _do_legal(self, _: str) -> list[str]:
        self._numbered_moves = self.session.choices()
        self.legal_line_count = len(self._numbered_moves)
        lines = [f"{number}. {token(move)}" for number, move in enumerate(self._numbered_moves, 1)]
        return lines or [self.state_line()]

    def _do_undo(self, rest: str) -> list[str]:
        if self.session.cancel_question():
            return ["the move is cancelled"]
        moves = self._times(rest, self.session.undo)
        self.shows_table = True
        back = (
            f"{counted(moves, 'move')} taken back: {self.session.move_count_words()} left"
            if moves
            else "the game goes on"
        )
        if self.session.question:
            back, self.shows_table = "the answer before is taken back", False
        return [back, *self._state()]

    def _do_redo(self, rest: str) -> list[str]:
        before = self.session.move_number
        self._times(rest, self.session.redo)
        self.shows_table = True
        return [*self.moves_in_words(before), *self._state()]

    def _times(self, rest: str, act: Callable[[], int]) -> int:
        times = number_in(rest or "1")
        if times is None:
            raise MoveRefused(f"`{rest[:20]}` is not a number of moves")
        moves = 0
        self._numbered_moves = []
        for time in range(times):
            try:
                moves += act()
            except MoveRefused:
                if not time:
                    raise
                break
        return moves

    def _state(self) -> list[str]:
        return [state] if (state := self.state_line()) else []

    def _do_table(self, _: str) -> list[str]:
        self.shows_table = True
        return self._state()

    def _do_rules(self, _: str) -> list[str]:
        sheet = [f"{head} {text}" for head, text in sheet_lines(self.session.game.rules)]
        more = [f"leoni rules {quote(str(self.session.game.rules))} prints clauses and sources"] * self.in_shell
        return [*sheet, *more]

    def _do_moves(self, _: str) -> list[str]:
        return dumps(self.session.transcript()).splitlines()

    def _do_hint(self, _: str) -> list[str]:
        if self.session.question:
            raise MoveRefused("name the card first")
        if not self.session.choices():
            return self._state()
        self.hint = hint_function(self.session)
        return []

    def advice_lines(self, hint: Advice) -> list[str]:
        """Return the lines to show for a finished hint or review."""
        self.hint = None
        if isinstance(hint, Reviewed):
            return list(review_lines(hint))
        if hint.move is not None:
            return [f"hint: {token(self.visible_move(hint.move))}: {hint.words}"]
        return [f"no hint: {hint.words}", f"legal: {', '.join(token(move) for move in self.session.choices())}"]

    def visible_move(self, move: Move) -> Move:
        """Return a legal move as the player can see it: if its card lies face down, the word that turns it up."""
        return next((other for other in self.session.choices() if other == move), Move(move.source))

    def finish_effect(self) -> str:
        """Return what ``finish`` would do now: ``all`` if it plays the game to its end, ``safe`` if it makes a play
        that is proved to do no harm, else nothing."""
        session = self.session
        if session.question or session.result != "*":
            return ""
        if self._finish[:2] != (session, session.version):
            does = "all" if closing_plays(session) else "safe" if safe_play(session) is not None else ""
            self._finish = session, session.version, does
        return self._finish[2]

    def _do_finish(self, _: str) -> list[str]:
        if self.session.question:
            raise MoveRefused("name the card first")
        before = self.session.move_number
        for play in closing_plays(self.session):
            self.session.push(play, chosen=self.session.move_number == before)
        while (move := safe_play(self.session)) is not None:
            # One undo takes them back together.
            self.session.push(move, chosen=self.session.move_number == before)
        if self.session.move_number == before:
            fits = any(move.dest in ("^", "v") for move in self.session.choices())
            why = "it may help to hold back what fits" if fits else "no card fits a foundation"
            return [f"no safe play now: {why}"]
        return [*self.moves_in_words(before), *self._continue_game()]

    def _do_auto(self, _: str) -> list[str]:
        self.auto = not self.auto
        return [
            f"forced moves are {'now played automatically' if self.auto else 'yours again'}",
            *self._continue_game(),
        ]

    def _do_why(self, rest: str) -> list[str]:
        if not rest:
            raise MoveRefused("say which move: why 4:2S^")
        diagnostic = self.session.diagnose(rest)
        if diagnostic is None:
            return [f"{rest} is legal"]
        return [*refusal_lines(diagnostic, "not legal"), *self._irregular_help(rest)]

    def _do_comment(self, rest: str) -> list[str]:
        if rest:
            self.session.comment(rest)
            return [f"comment after {self._where()}"]
        return [f"comment removed: {self.session.uncomment().text.strip()}"]

    def _do_mark(self, rest: str) -> list[str]:
        self.session.mark(rest)
        return [f"{self._where()} is marked {rest}" if rest else f"{self._where()} has no mark"]

    def _where(self) -> str:
        last = self.session.last_step
        return "the deal" if last is None else f"{self.session.move_number}. {token(last.move)}"

    def _do_correct(self, rest: str) -> list[str]:
        pairs, place = _corrections_in(rest, self.session.game.vocabulary.numbers)
        gone = self.session.correct(pairs, place)
        self.shows_table = True
        swapped = listed([f"{PRETTY[new]}, not {PRETTY[old]}" for old, new in pairs])
        lost = f"; {counted(gone, 'move')} of variations could not have been played, and went" if gone else ""
        return [f"that was {swapped}{lost}", *self._state()]

    def _do_review(self, _: str) -> list[str]:
        if self.session.result == "*" and (self.session.question or self.session.choices()):
            raise MoveRefused("the game is not over", ["hint asks the solver what can be done from here"])
        self.hint = review_function(self.session, lambda: self.has_left)
        return []

    def _do_restart(self, _: str) -> list[str]:
        if self.session.has_unknown_cards:
            raise MoveRefused("some cards of this deal are unknown, so it cannot be dealt again")
        head = with_tags(self.session.transcript().head, {"Result": "*"})
        again = type(self.session)(head, open=self.session.open, flat=self.session.flat)
        return self._begin(again, new_file(free_path(self.file.path)))

    def _do_new(self, _: str) -> list[str]:
        if self.session.game_in_play.deal == "layout":
            more = (
                "leoni play starts another game, with --physical or without"
                if self.in_shell
                else "the menu deals another"
            )
            raise MoveRefused("these cards were not dealt from a seed", [more])
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
        before = self.session
        return self._deal(lambda: Session(deal_tags(game, rules, deal), open=before.open, flat=before.flat))

    def start_real_table(self, game: str, rules: str | None) -> list[str]:
        """Start a game on a real table in a new file.

        Raises:
            MoveRefused: there is no such game or rule book, or this game is not saved.
        """
        before = self.session
        return self._deal(lambda: PhysicalSession.begin(game, rules, open=before.open, flat=before.flat))

    def _deal(self, make: Callable[[], Session]) -> list[str]:
        try:
            session = make()
        except ValueError as error:
            raise MoveRefused(str(error)) from error
        path = new_path(session.game.name, session.game_in_play.deal, self.file.path.parent)
        return self._begin(session, new_file(path))

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
            session, saved, said = resume(
                self.file.path.with_name(name), open=self.session.open, flat=self.session.flat
            )
        except (CannotContinue, UserError, OSError, ValueError) as error:
            raise MoveRefused(str(error)) from None
        return [*filter(None, [said]), *self._begin(session, saved)]

    def _begin(self, session: Session, saved: GameFile) -> list[str]:
        """Turn to another game. The file of this game stays as it is, unless nothing was done in it."""
        if self.session.recorded_end is not None:
            raise MoveRefused("A recorded game is open here: tap Undo to go back in it, or Back to the replay.")
        said = self.save()
        if self.is_unsaved:
            raise MoveRefused("the record of this game cannot be written, so the game so far would be lost")
        self._discard_if_empty()
        if self.session.clock is not None:
            session.start_clock()
        self.session = session
        self.file, self.first_lines, self.hint, self._numbered_moves = saved, [], None, []
        self._file_is_new = not saved.exists
        self._saved_version = -1 if self._file_is_new else session.version
        self.shows_table = True
        return [*said, *self.begin()]

    def _do_misplay(self, rest: str) -> list[str]:
        return self._carry_out(f"misplay {rest}")

    def _do_set(self, rest: str) -> list[str]:
        return self._carry_out(f"set {rest}")

    def _do_concede(self, _: str) -> list[str]:
        self.session.cancel_question()
        self.session.concede()
        return self._continue_game()

    def _do_help(self, _: str) -> list[str]:
        return [*help_lines(self.session.game), *self._state()]

    def _do_quit(self, _: str) -> list[str]:
        self.has_left = True
        return [] if self.session.result != "*" and not self.session.choices() else self._ends()

    # -- the file -----------------------------------------------------------------------------------------------------

    def save(self) -> list[str]:
        """Save the record if it has changed; return messages about that for the player."""
        if not self.autosaves or self._saved_version == self.session.version:
            return []
        try:
            said = self.file.write(self.session.transcript())
        except OSError as error:
            return [
                f"the record cannot be written ({self.file.path}: {reason_of(error)}); "
                "it is tried again with the next move"
            ]
        except ValueError as error:
            return [f"the record cannot be written ({error})"]
        self._saved_version = self.session.version
        left_out = {
            node: why for node, why in self.session.omissions.items() if node not in self._omissions_told and node.move
        }
        self._omissions_told.update(left_out)
        lost = "is not in the record, like everything played after it"
        return [*said, *(f"{node.move} {lost}: {why}" for node, why in left_out.items())]

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
    pairs, place = [], ""
    for part in text.split(","):
        words = part.split()
        cards = [card for word in words[:2] if (card := read_card(word)) is not None]
        if len(words) not in (2, 3) or len(cards) != 2:
            raise MoveRefused(
                "say which card it was taken for, and which it is: correct 9D 6D",
                ["or two at once: correct 9D 6D, 6D 9D"],
            )
        if len(words) == 3:
            place = words[2]
            if place not in places:
                raise MoveRefused(f"there is no place `{place[:20]}`")
        pairs.append((cards[0], cards[1]))
    return pairs, place
