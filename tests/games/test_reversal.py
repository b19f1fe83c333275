"""The Reversal by hand: rounds, bases that come first, both rows, redeals in order, and the fourth deal."""

from __future__ import annotations

import pytest

from leoni_replay import deals
from leoni_replay.cards import TEXT
from leoni_replay.commands import Command
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.games import Game, make_game
from leoni_replay.games.steps import Position
from leoni_replay.notation import command, loads, token
from leoni_replay.record.replay import Replay, replay
from tests import tables
from tests.tables import legal, place

D = "dick-1898"
#: Nothing waits for cards that fit.
ANY = f"{D}; RV6=any-time"

#: Every suit has both its bases.
BASES = "C^: 2C\nD^: 2D\nH^: 2H\nS^: 2S\nCv: AC\nDv: AD\nHv: AH\nSv: AS\n"
#: Nothing on it fits, and no card has been dropped last.
TABLE = BASES + "1: 9C 8C\n2: 9D\n3: 9H 8H\n4: 9S\n"


def verified(layout: str, moves: str = "*", rules: str = D) -> Replay:
    """Moves that are right."""
    return tables.verified(layout, moves, rules, "The Reversal")


def refused(layout: str, moves: str, rules: str = D) -> str:
    """The code of the one error in some moves."""
    return tables.refused(layout, moves, rules, "The Reversal")


def fault(layout: str, moves: str, rules: str = D) -> Diagnostic:
    """The one error in some moves."""
    replayed = tables.replayed(layout, moves, rules, "The Reversal")
    (diagnostic,) = [diagnostic for diagnostic in replayed.diagnostics if diagnostic.severity == "error"]
    return diagnostic


def error(layout: str, moves: str, rules: str = D) -> str:
    """The message of the one error in some moves."""
    return fault(layout, moves, rules).message


def cited(layout: str, moves: str, rules: str = D) -> str:
    """The clause that the one error in some moves cites."""
    clause = fault(layout, moves, rules).clause
    assert clause is not None
    return clause.label


def stock(cards: str) -> str:
    """The stock of a layout from its cards in the order dealt."""
    return f"stock: {' '.join(reversed(cards.split()))}\n"


def shuffled(layout: str, moves: str, packs: dict[int, str], rules: str = f"{D}; RV4=shuffled") -> Replay:
    """Moves from a layout with the written orders of redeals."""
    written = "".join(f'[Pack{number} "{cards}"]\n' for number, cards in packs.items())
    text = f'[Game "The Reversal"]\n[Rules "{rules}"]\n[Deal "layout"]\n[Layout "{layout}"]\n{written}\n{moves} *\n'
    (transcript,) = loads(text)
    return replay(transcript, hints=False)


def errors(replayed: Replay) -> list[str]:
    """The codes of the errors."""
    return [diagnostic.code for diagnostic in replayed.diagnostics if diagnostic.severity == "error"]


# -- readings ---------------------------------------------------------------------------------------------------------


def test_RV1_play_between_rounds_1_and_2() -> None:
    cards = "3C 9D 9H 9S TC TD JC JD JH JS QC QD KC"
    layout = BASES + stock(cards)
    yes = f"{ANY}; RV1=yes"
    assert legal(verified(layout, "deal", yes)) == {"1:3C^", "deal+JC,JD,JH,JS,QC,QD"}
    no = f"{ANY}; RV1=no"
    replayed = verified(layout, "deal {= available: 3C} {= illegal: 3C}", no)
    assert legal(replayed) == {"deal+JC,JD,JH,JS,QC,QD"}
    assert refused(layout, "deal 1:3C^", no) == "M224"
    # After the second round everything may be played; before it, bases are laid out all the same.
    assert refused(layout, "deal deal 1:3C^", no) == "M204"
    assert legal(verified(layout.replace("JC", "3D"), "deal deal", no)) == {"1:3D^", "deal+KC"}
    bases = BASES.replace("C^: 2C\n", "") + stock("2C 3C 9H 9S TC TD 4C JD JH JS QC QD")
    assert legal(verified(bases, "deal", no)) == {"1:2C^"}
    assert legal(verified(bases, "deal 2C", no)) == {"deal+4C,JD,JH,JS,QC,QD"}
    assert refused(bases, "deal 2C 3C", no) == "M224"
    assert legal(verified(bases, "deal 2C deal {= 2: 3C JD}", no)) == {"redeal"}
    # Nothing but the first round waits, and that in every deal.
    later = f"deal: 3\n{layout}"
    assert refused(later, "deal 3C", no) == "M224"
    assert legal(verified(f"1: 9C\n{layout}", "deal", no)) == {"1:3C^", "deal+JC,JD,JH,JS,QC,QD"}
    # If the stock ends after one round plays are free.
    short = BASES + stock("3C 9D 9H 9S TC TD")
    assert legal(verified(short, "deal", no)) == {"1:3C^", "redeal"}
    assert legal(verified(BASES + stock("3C 9D 9H 9S TC"), "deal", no)) == {"1:3C^", "redeal"}


def test_RV2_cards_as_they_are_dealt() -> None:
    layout = BASES + stock("5C 3C 4C 9S TC TD 5C JD")
    whole = f"{ANY}; RV2=end-of-round"
    assert legal(verified(layout, rules=whole)) == {"deal+5C,3C,4C,9S,TC,TD"}
    assert refused(layout, "deal:5C>1", whole) == "M220"
    card = f"{ANY}; RV2=card-by-card"
    assert legal(verified(layout, rules=card)) == {"deal:5C>1"}
    assert legal(verified(layout, "deal:5C>1", card)) == {"deal:3C^", "deal:3C>2"}
    # A card that is played is not replaced: the next one goes to the next place.
    played = verified(layout, "deal:5C>1 deal:3C^ deal:4C>3", card)
    assert [place(played, name) for name in "1234"] == ["5C", "-", "4C", "-"]
    assert legal(played) == {"3:4C^", "deal:9S>4"}
    # Six cards, played or laid down, are a round.
    replayed = verified(layout, "deal:5C>1 deal:3C^ deal:4C^ deal:9S>4 deal:TC>dropped deal:TD>dropped", card)
    assert place(replayed, "dropped") == "TC TD"
    assert legal(replayed) == {"1:5C^", "deal:5C^", "deal:5C>1"}
    end = verified(layout, "deal deal:3C^ deal:4C^ 5C deal deal deal deal deal", card)
    assert (place(end, "1"), place(end, "2"), place(end, "stock")) == ("5C", "JD", "-")
    assert legal(end) == {"redeal"}


def test_RV2_card_by_card_in_short() -> None:
    layout = BASES + stock("5C 3C 4C 9S TC TD 5C JD")
    card = f"{D}; RV2=card-by-card"
    one = {verified(layout, text, card).digest for text in ("deal:5C>1", "deal:5C", "deal:>1", "deal", "5C>1", "5C")}
    assert len(one) == 1
    for text in ("deal", "deal:3C", "3C"):
        assert refused(layout, f"deal {text}", card) == "M207", text
    assert error(layout, "deal deal", card) == "deal can mean deal:3C^ or deal:3C>2"
    assert verified(layout, "deal deal:^", card).verified


def test_RV2_card_by_card_refusals() -> None:
    layout = BASES + stock("5C 3C 4C 9S TC TD")
    card = f"{D}; RV2=card-by-card"
    assert refused(layout, "deal:6C>1", card) == "M226"
    assert refused(layout, "deal:5C>2", card) == "M222"
    assert refused(layout, "deal:5C>dropped", card) == "M222"
    assert refused(layout, "deal:5C^", card) == "M203"
    assert refused(layout, "deal:5Cv", card) == "M203"
    assert refused(layout, "deal deal:3C^ deal:4C>3 deal deal deal deal", card) == "M225"
    bases = BASES.replace("H^: 2H\n", "") + stock("2H 3H 4H 5H 6H 7H")
    # A first deuce that is dealt may go straight to its row; laid down, it has to be laid out before the next card.
    assert legal(verified(bases, rules=card)) == {"deal:2H^", "deal:2H>1"}
    assert legal(verified(bases, "deal:2H>1", card)) == {"1:2H^"}
    assert refused(bases, "deal:2H>1 deal:3H>2", card) == "M224"
    assert verified(bases, "deal:2H^ deal:3H^ deal:4H>3 deal:5H>4 deal:6H>dropped deal:7H>dropped", card).verified


def test_RV4_gathering() -> None:
    layout = BASES + "1: 3C 4C\n2: 5D\n4: 6S\ndropped: 7H 8H\n"
    unshuffled = verified(layout, "redeal {= stock: 8H 7H 6S 5D 4C 3C} {= deal: 2}", f"{D}; RV4=unshuffled")
    assert legal(unshuffled) == {"deal+3C,4C,5D,6S,7H,8H"}
    replayed = shuffled(layout, "redeal deal+5D,3C,8H,4C,6S,7H", {2: "5D 3C 8H 4C 6S 7H"})
    assert replayed.verified, replayed.diagnostics
    assert [place(replayed, name) for name in "1234"] == ["5D", "3C", "8H", "4C"]
    assert (place(replayed, "dropped"), place(replayed, "stock")) == ("6S 7H", "-")
    assert errors(shuffled(layout, "redeal", {})) == ["M221"]
    assert errors(shuffled(layout, "redeal", {3: "5D 3C 8H 4C 6S 7H"})) == ["M221"]
    assert errors(shuffled(layout, "redeal", {2: "5D 3C 8H 4C 6S"})) == ["M221"]
    assert errors(shuffled(layout, "redeal", {2: "5D 3C 8H 4C 6S 7H 9H"})) == ["M221"]
    assert errors(shuffled(layout, "redeal", {2: "5D 3C 8H 4C 6S 9H"})) == ["M221"]
    # What has been played is not dealt again.
    assert errors(shuffled(layout, "3C redeal", {2: "5D 3C 8H 4C 6S 7H"})) == ["M204"]
    assert errors(shuffled(layout + "3: 3H", "3H redeal", {2: "5D 3C 8H 4C 6S 7H 3H"})) == ["M221"]
    assert not errors(shuffled(layout + "3: 3H", "3H redeal", {2: "5D 3C 8H 4C 6S 7H"}))
    # The order of a redeal that is not played does not matter; a tag that no redeal can have is an error.
    assert not errors(shuffled(layout, "", {2: "5D 3C", 4: "7H"}))
    assert errors(shuffled(layout, "redeal", {2: "5D 3C 8H 4C 6S 7H", 9: "7H"})) == ["H109"]
    assert errors(shuffled(layout, "", {1: "5D"})) == ["H109"]
    assert errors(shuffled(layout, "redeal", {2: "5D 3C 8H 4C 6S 7H"}, D)) == ["H109"]
    assert errors(shuffled(layout, "", {4: "7H"}, f"{D}; RV4=shuffled; RV5=not-allowed")) == ["H109"]


def test_RV5_fourth_deal() -> None:
    third = "deal: 3\n" + TABLE + "dropped: 7C 7D\n"
    allowed = f"{D}; RV5=allowed"
    fourth = verified(third, "redeal {= deal: 4}", allowed)
    assert legal(fourth) == {"deal+9C,8C,9D,9H"}
    assert refused(third, "lost", allowed) == "R502"
    refusing = f"{D}; RV5=not-allowed"
    assert legal(verified(third, rules=refusing)) == set()
    assert refused(third, "redeal", refusing) == "M216"
    assert verified(third, "lost", refusing).verified
    assert refused("deal: 4\n" + TABLE, "*", refusing) == "D303"


def test_RV6_when_the_next_round_is_dealt_and_the_table_gathered() -> None:
    layout = BASES + "1: 3C\n2: 9D\ndropped: 3D\n"
    still = f"{D}; RV6=at-standstill"
    # The book takes this reading.
    for rules in (D, still):
        assert legal(verified(layout + stock("TC"), rules=rules)) == {"1:3C^", "dropped:3D^"}
        assert legal(verified(layout, rules=rules)) == {"1:3C^", "dropped:3D^"}
    assert legal(verified(layout + stock("TC"), rules=ANY)) == {"1:3C^", "dropped:3D^", "deal+TC"}
    assert legal(verified(layout, rules=ANY)) == {"1:3C^", "dropped:3D^", "redeal"}
    assert verified(layout + stock("TC"), "3C 3D deal redeal", still).verified
    due = "3♣ in packet 1 and 3♦ in the row of dropped cards can be played"
    refusal = fault(layout + stock("TC"), "deal")
    assert (refusal.code, refusal.message) == ("M205", f"the next round is dealt only at a standstill: {due}")
    assert refusal.table == ("1: 3♣", "dropped: 3♦")
    refusal = fault(layout, "redeal")
    assert (refusal.code, refusal.message) == ("M205", f"the table is gathered only at a standstill: {due}")
    assert cited(layout + stock("TC"), "deal") == "dick-1898 7" and cited(layout, "redeal") == "dick-1898 8"
    # A base comes first whatever the reading, and a first one that fits only the other row is no play.
    bases = BASES.replace("S^: 2S\n", "") + "1: 3C\n2: 2S\n" + stock("TC")
    assert refused(bases, "deal") == refused(bases, "deal", ANY) == "M224"
    # No play, no waiting: between rounds 1 and 2 nothing may be played.
    first = BASES + stock("3C 9D 9H 9S TC TD TH TS JC JD JH JS QC")
    no = f"{D}; RV1=no"
    assert legal(verified(first, "deal", no)) == {"deal+TH,TS,JC,JD,JH,JS"}
    assert legal(verified(first.replace("JC", "3D"), "deal deal", no)) == {"3:3D^"}


def test_RV6_card_by_card() -> None:
    """It is asked before the first card of a round, and before the gathering."""
    layout = BASES + stock("3C 9D 4C 9S TC TD 5C JD")
    card = f"{D}; RV2=card-by-card"
    assert legal(verified(layout, "deal:3C>1", card)) == {"1:3C^", "deal:9D>2"}
    round_ = "deal:3C>1 deal deal deal deal deal"
    assert legal(verified(layout, round_, card)) == {"1:3C^"}
    # Neither does a first card go before it that fits itself.
    assert legal(verified(layout, f"{round_} 3C 4C", card)) == {"deal:5C^", "deal:5C>1"}
    assert refused(layout, f"{round_} 3C deal:5C>1", card) == "M205"
    waits = "the next round is dealt only at a standstill: 4♣ in packet 3 can be played"
    assert error(layout, f"{round_} 3C deal", card) == waits
    last = f"{round_} 3C 4C deal:5C>1 deal:JD>2"
    assert legal(verified(layout, last, card)) == {"1:5C^"}
    assert refused(layout, f"{last} redeal", card) == "M205"


# -- rounds -----------------------------------------------------------------------------------------------------------


def test_a_deal_is_seventeen_rounds_and_two_cards() -> None:
    """The whole first deal of a seed, in which nothing but bases is played."""
    game = make_game("The Reversal", ANY)
    cards = deals.from_seed("book", game.packs, game.bases)
    position = game.start(cards)
    assert (game.bases, len(cards), len(position.places["stock"])) == ((), 104, 104)
    assert game.text(position).startswith("C^: -\nD^: -\nH^: -\nS^: -\nCv: -\nDv: -\nHv: -\nSv: -\n1: -\n2: -\n")
    assert game.text(position).endswith(" QS\ndeal: 1\n")
    rounds = []
    moves = []
    while position.places["stock"]:
        options = game.legal_moves(position)
        first = [move for move in options if move.card is not None and is_base(game, position, move)]
        step = game.advance(position, first[0] if first else command("deal")[0])
        moves.append(token(step.move))
        if not first:
            rounds.append([TEXT[card] for card in step.move.shown or ()])
    assert [len(dealt) for dealt in rounds] == [6] * 17 + [2]
    assert [card for dealt in rounds for card in dealt] == [TEXT[card] for card in cards]
    assert (position.places["1"][-1], position.places["2"][-1]) == tuple(cards[-2:])
    assert moves[-1] == "deal+" + ",".join(TEXT[card] for card in cards[-2:])
    text = f'[Game "The Reversal"]\n[Rules "{ANY}"]\n[Deal "seed:book"]\n\n{" ".join(moves)} {{= stock 0}} *\n'
    (transcript,) = loads(text)
    replayed = replay(transcript)
    assert replayed.verified and replayed.digest == game.digest(position)


def is_base(game: Game, position: Position, move: Command) -> bool:
    """Whether a play opens a foundation."""
    assert move.card is not None and move.dest is not None
    return not position.places[TEXT[move.card][1] + move.dest]


def test_a_short_last_round() -> None:
    two = verified(TABLE + "dropped: 7C 7D\n" + stock("TC TD"), "deal+TC,TD")
    assert [place(two, name) for name in ("1", "2", "3", "4", "dropped")] == [
        "9C 8C TC",
        "9D TD",
        "9H 8H",
        "9S",
        "7C 7D",
    ]
    # In later deals the last round is whatever is left, packets first.
    for deal in (1, 2, 3):
        five = verified(f"deal: {deal}\n" + TABLE + stock("TC TD TH TS JC"), "deal+TC,TD,TH,TS,JC")
        assert [place(five, name) for name in ("4", "dropped", "stock")] == ["9S TS", "JC", "-"]
    assert refused(TABLE + stock("TC TD"), "deal+TC,TD,9C") == "M218"
    assert refused(TABLE + stock("TC TD"), "deal deal") == "M225"


def test_the_fourth_deal_drops_no_card() -> None:
    fourth = "deal: 4\n" + BASES + stock("9C 9D 9H 9S TC TD")
    replayed = verified(fourth, "deal+9C,9D,9H,9S deal+TC,TD {= dropped: -} lost")
    assert [place(replayed, name) for name in "1234"] == ["9C TC", "9D TD", "9H", "9S"]
    assert legal(replayed) == set()
    assert refused(fourth, "deal lost") == "R502"
    assert refused(fourth, "deal deal redeal") == "M216"
    card = f"{D}; RV2=card-by-card"
    dealt = verified(fourth, "deal:9C>1 deal:9D>2 deal:9H>3 deal:9S>4 deal:TC>1", card)
    assert legal(dealt) == {"deal:TD>2"}
    assert refused(fourth, "deal deal deal deal deal:TC>dropped", card) == "M222"


def test_a_round_is_one_move() -> None:
    layout = BASES + stock("9C 9D 9H 9S TC TD JC")
    for text in ("deal", "deal+9C,9D,9H,9S,TC,TD"):
        assert place(verified(layout, text), "dropped") == "TC TD"
    assert refused(layout, "deal+9C,9D,9H,9S,TC,JC") == "M218"
    assert refused(layout, "deal+9C,9D,9H,9S") == "M218"
    assert refused(layout, "deal:9C>1") == "M220"
    assert refused(layout, "deal:9C") == "M220"
    assert verified(layout, "{= legal: deal} {= illegal: deal:9C redeal deal+9C} {= standstill} deal").verified


# -- bases and both rows ----------------------------------------------------------------------------------------------


def test_the_first_deuces_and_aces_are_laid_out_before_anything_is_dealt() -> None:
    table = "1: 9C 2C\n2: AS\n3: 9H\ndropped: 2C 9S\n"
    replayed = verified(table + stock("TC"))
    assert legal(replayed) == {"1:2C^", "2:ASv", "dropped:2C^"}
    for moves in ("deal", "1:2C deal", "ASv deal"):
        assert refused(table + stock("TC"), moves) == "M224", moves
        assert refused(table, moves.replace("deal", "redeal")) == "M224", moves
    # The second deuce of the suit is no base: it may wait.
    assert legal(verified(table + stock("TC"), "1:2C AS")) == {"deal+TC"}
    assert legal(verified(table, "1:2C AS")) == {"redeal"}
    # Nor is one that is not available.
    assert legal(verified("1: 2C 9C\n" + stock("TC"))) == {"deal+TC"}
    # Other plays may come first.
    assert place(verified("D^: 5D\nDv: AD\n1: 2C\n2: 6D\n" + stock("TC"), "6D 2C deal"), "D^") == "6D"


def test_the_first_deuce_goes_only_to_the_deuce_row_and_the_first_ace_to_the_ace_row() -> None:
    deuce = "Hv: 3H\n1: 2H\n2: 2H\n"
    assert legal(verified(deuce)) == {"1:2H^", "2:2H^"}
    assert refused(deuce, "1:2Hv") == "M203"
    assert place(verified(deuce, "1:2H^ 2:2Hv"), "Hv") == "2H"
    ace = "H^: KH\n1: AH\n2: AH\n"
    assert legal(verified(ace)) == {"1:AHv", "2:AHv"}
    assert refused(ace, "1:AH^") == "M203"
    # The second ace goes on the king.
    replayed = verified(ace, "1:AHv {= legal: 2:AH^} {= illegal: 2:AHv} 2:AH^")
    assert (place(replayed, "H^"), place(replayed, "Hv")) == ("AH", "AH")
    assert refused(ace, "1:AH^") == "M203"
    # No second deuce or ace row: nothing but its base opens a row.
    assert refused("1: 3H\n", "3H") == "M203"
    assert refused("1: KH\n", "KHv") == "M203"


def test_deuces_go_up_to_aces_and_aces_down_to_deuces() -> None:
    up = verified(BASES.replace("H^: 2H", "H^: JH") + "1: AH KH QH", "QH KH^ AH {= H^: AH}")
    assert legal(up) == set()
    assert refused("S^: AS\nSv: AS\n1: 2S", "2S^") == "M203"
    down = verified(BASES.replace("Hv: AH", "Hv: 4H") + "1: 2H\n2: 3H", "3Hv 2Hv")
    assert place(down, "Hv") == "2H"
    # A card that fits both rows goes where it is sent.
    both = BASES.replace("H^: 2H", "H^: 6H").replace("Hv: AH", "Hv: 8H") + "1: 7H\n"
    assert legal(verified(both)) == {"1:7H^", "1:7Hv"}
    assert legal(verified(both, rules=ANY)) == {"1:7H^", "1:7Hv", "redeal"}
    for text in ("7H", "1:7H"):
        assert refused(both, text) == "M207"
        assert error(both, text) == f"{text} can mean 1:7H^ or 1:7Hv"
    assert place(verified(both, "7Hv"), "Hv") == "7H"
    assert place(verified(both, "1:^"), "H^") == "7H"
    # Nothing moves between them.
    for text in ("6H^v", "8Hv^", "7H^v"):
        assert refused(both, text) == "M217", text


def test_every_dropped_card_is_available_and_of_twins_the_first() -> None:
    layout = BASES.replace("H^: 2H", "H^: 4H") + "1: 9D 8D\ndropped: 9C 5H 8D 5H TC\n"
    replayed = verified(layout, "{= available: 9C 5H TC 8D} {= not available: 9D} dropped:5H^ {= dropped: 9C 8D 5H TC}")
    assert place(replayed, "dropped") == "9C 8D 5H TC"
    assert legal(replayed) == {"redeal"}
    assert place(verified(layout, "5H"), "dropped") == "9C 8D 5H TC"
    assert place(verified(layout, "dropped:^"), "dropped") == "9C 8D 5H TC"
    # With a twin on a packet the place has to be written.
    twin = layout.replace("9D 8D", "9D 5H").replace("8D 5H TC", "8D TC")
    assert refused(twin, "5H") == "M207"
    assert error(twin, "5H") == "5H can mean 1:5H^ or dropped:5H^"
    assert place(verified(twin, "dropped:5H"), "dropped") == "9C 8D TC"


# -- redeals and endings ----------------------------------------------------------------------------------------------


def test_redeals_that_are_none() -> None:
    assert refused(TABLE + stock("TC"), "redeal") == "M215"
    assert refused(BASES, "redeal") == "M216"
    assert error(BASES, "redeal") == "there is nothing to deal again"
    assert refused("deal: 4\n" + TABLE, "redeal") == "M216"
    assert refused(TABLE, "redeal redeal") == "M215"
    # Plays may be left, where the rules say so.
    assert place(verified(TABLE + "dropped: 3C", "{= legal: 3C} redeal", ANY), "deal") == "2"
    assert refused(TABLE + "dropped: 3C", "redeal") == "M205"


def test_lost() -> None:
    for deal in (1, 2, 3):
        layout = f"deal: {deal}\n" + TABLE
        assert refused(layout, "{= standstill} lost") == "R502"
        assert error(layout, "lost") == "the game is not lost: a redeal is left (giving up is written conceded)"
    last = "deal: 4\n" + TABLE
    assert legal(verified(last, "lost")) == set()
    assert refused(last + "dropped: 3C", "lost") == "R502"
    assert refused(last + stock("TC"), "lost") == "R502"


def test_won() -> None:
    rows = "C^: AC\nD^: AD\nH^: AH\nS^: KS\nCv: 2C\nDv: 2D\nHv: 2H\nSv: 3S\n"
    layout = rows + "1: 2S\ndropped: AS\n"
    replayed = verified(layout, "{= left 2} AS^ 2Sv {= won} {= left 0} {= standstill} {= illegal: deal redeal} won")
    assert legal(replayed) == set()
    assert refused(layout, "AS^ won") == "R501"
    assert refused(layout, "AS 2S lost") == "R502"
    assert refused(layout, "AS 2S redeal") == "M214"
    assert refused(layout, "AS 2S deal") == "M214"
    assert refused(layout, "AS 2S 2Sv^") == "M214"


@pytest.mark.parametrize("rules", [f"{D}; RV2=card-by-card", f"{D}; RV4=shuffled"])
def test_nothing_follows_a_won_position_under_other_rules_either(rules: str) -> None:
    rows = "C^: AC\nD^: AD\nH^: AH\nS^: AS\nCv: 2C\nDv: 2D\nHv: 2H\nSv: 3S\n"
    assert verified(rows + "4: 2S", "2S won", rules).verified
    assert refused(rows + "4: 2S", "2S redeal", rules) == "M214"


# -- what is refused, and claims --------------------------------------------------------------------------------------


def test_moves_that_are_none() -> None:
    layout = TABLE + "dropped: 7C\n"
    assert refused(layout, "5:9C^") == "M201"
    assert refused(layout, "talon:9C^") == "M201"
    assert refused(layout, "r1c1:9C^") == "M201"
    assert refused(layout, "2:9C^") == "M202"
    assert refused(layout, "dropped:9C") == "M202"
    assert refused(BASES + "1: 9C", "2:9C") == "M202"
    assert refused(BASES + "1: 9C", "dropped:9C") == "M202"
    assert refused(layout, "JC") == "M202"
    assert refused(layout, "2C") == "M202"
    assert refused(layout, "8C") == "M203"
    assert refused(layout, "8C^") == "M203"
    assert refused(layout, "dropped:7Cv") == "M203"
    assert refused(layout, "1:9C^") == "M204"
    assert refused(layout, "9C") == "M204"
    assert refused(layout, "1:8C>2") == "M220"
    assert refused(layout, "dropped:7C>8C") == "M220"
    assert refused(layout, "8C~9D") == "M220"
    assert refused(layout, "1:8C>dropped") == "M220"
    assert refused(layout, "redeal+9C") == "M218"


def test_reasons_cite_the_clause_that_decides() -> None:
    # What a round deals is clause 7, what a redeal shows is clause 8.
    assert cited(TABLE + stock("TC TD"), "deal+TC,TH") == f"{D} 7"
    assert cited(TABLE, "redeal+9C") == f"{D} 8"
    card = f"{D}; RV2=card-by-card"
    assert cited(TABLE + stock("TC TD"), "deal+TD", card) in (f"{D} 7", f"{D} RV2=card-by-card")
    # That a first deuce or ace goes to its own row only is clause 6, not that it would not fit.
    for layout, moves in (("Hv: 3H\n1: 2H", "2Hv"), ("H^: KH\n1: AH", "AH^")):
        assert cited(layout, moves) == f"{D} 6"
    assert cited("1: 2C\n" + stock("TC"), "deal") == f"{D} 6"
    assert cited(BASES + stock("3C 9D 9H 9S TC TD JC"), "deal 3C", f"{D}; RV1=no") == f"{D} RV1=no"
    assert cited("deal: 3\n" + TABLE, "redeal", f"{D}; RV5=not-allowed") == f"{D} RV5=not-allowed"
    assert cited(TABLE, "8C") == f"{D} 4"
    assert cited(TABLE, "9C") == f"{D} 3"
    assert cited(TABLE, "1:8C>2") == f"{D} 5"


def test_messages_are_true_where_they_are_given() -> None:
    assert "1 card of the stock are" not in error(TABLE + stock("TC"), "redeal")
    # With no redeal left nothing is gathered by one.
    assert "redeal" not in error("deal: 4\n" + TABLE, "deal")
    assert "redeal" not in error("deal: 3\n" + TABLE, "deal", f"{D}; RV5=not-allowed")
    # A card that fits nothing is not played instead.
    assert "foundation" not in error(BASES + stock("5C"), "deal:5C>2", f"{D}; RV2=card-by-card")


def test_claims() -> None:
    layout = TABLE + "dropped: 7C TD\n" + stock("TC JC")
    claims = "{= 1: 9C 8C} {= top 1: 8C} {= dropped: 7C TD} {= dropped 2} {= top dropped: TD} {= stock 2} {= deal: 1}"
    assert verified(
        layout, claims + " {= stock: JC TC} {= C^: 2C} {= Cv: AC} {= left 96} {= available: 8C 7C}"
    ).verified
    assert verified("1: 9C", "{= C^: -} {= Cv: -} {= 2: -} {= 2 0} {= left 104} {= not available: 2C}").verified
    assert refused(layout, "{= dropped: TD 7C}") == "C401"
    assert refused(layout, "{= deal: 2}") == "C401"
    assert refused(layout, "{= not available: 7C}") == "C401"
    assert refused(layout, "{= available: 9C}") == "C401"
    assert refused(layout, "{= stock 3}") == "C401"
    assert refused(layout, "{= illegal: deal}") == "C401"
    assert refused(layout, "{= legal: deal+TC}") == "C401"
    assert refused(layout, "{= 5: 9C}") == "C402"
    assert refused(layout, "{= talon: 9C}") == "C402"
    assert refused("1: 2C", "{= standstill}") == "C401"


def test_layouts_that_are_none() -> None:
    assert refused("5: 9C", "*") == "D303"
    assert refused("1: #9C", "*") == "D303"
    assert refused("dropped: --", "*") == "D303"
    assert refused("C^: 2D", "*") == "D303"
    assert refused("C^: 2C AC", "*") == "D303"
    assert refused("deal: 5\n1: 9C", "*") == "D303"
    # Any card of a suit may be the top of either row.
    assert place(verified("C^: AC\nCv: 2C"), "C^") == "AC"
