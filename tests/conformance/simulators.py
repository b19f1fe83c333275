"""The plain simulators of ``tests/oracles`` made to read a record: its layout or pack, its moves, its claims.

They were written from the rules alone and share no code with the replay engine: what they say of a record is a second
opinion. Records give their moves in long form, the only one that a simulator knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from leoni_replay.cards import DOWN, GAP, TEXT
from leoni_replay.notation.transcript import Claim, Comment, MoveItem, Number, Statement, Transcript
from leoni_replay.notation.writer import token
from tests.oracles import anna, labyrinth, martha, reversal, rug, weaving


class Table(Protocol):
    """What every simulated game can do."""

    def text(self) -> str: ...
    def digest(self) -> str: ...
    def legal(self) -> list[str]: ...
    def available(self) -> list[str]: ...
    def standstill(self) -> bool: ...
    def left(self) -> int: ...
    def won(self) -> bool: ...
    def lost_ok(self) -> bool: ...


#: game -> its rule books, each with the reading of every point
BOOKS: dict[str, Mapping[str, Mapping[str, str]]] = {
    "Leoni's Own": weaving.BOOKS,
    "Weaver's": weaving.BOOKS,
    "Labyrinth": labyrinth.BOOKS,
    "Martha": martha.BOOKS,
    "Anna": anna.BOOKS,
    "The Reversal": reversal.BOOKS,
    "The Japanese Rug": rug.BOOKS,
}
FROM_TEXT: dict[str, Callable[[str, dict[str, str]], Table]] = {
    "Leoni's Own": weaving.Table.from_text,
    "Weaver's": weaving.Table.from_text,
    "Labyrinth": labyrinth.Labyrinth.from_text,
    "Martha": martha.Martha.from_text,
    "Anna": anna.Table.from_text,
    "The Reversal": reversal.Reversal.from_text,
    "The Japanese Rug": rug.Table.from_text,
}
FROM_SEED: dict[str, Callable[[str, dict[str, str]], Table]] = {
    "Leoni's Own": weaving.start,
    "Weaver's": weaving.start,
    "Labyrinth": labyrinth.Labyrinth,
    "Martha": martha.Martha,
    "Anna": anna.start,
    "The Reversal": reversal.Reversal,
    "The Japanese Rug": rug.start,
}


def _with_stock(pack: list[str]) -> str:
    return f"stock: {' '.join(reversed(pack))}"


def _labyrinth(pack: list[str], readings: dict[str, str]) -> labyrinth.Labyrinth:
    table = labyrinth.Labyrinth.from_text(_with_stock(pack), readings)
    table.deal_row()
    return table


def _martha(pack: list[str], readings: dict[str, str]) -> martha.Martha:
    piles = [f"{p + 1}: #{pack[p]} {pack[p + 12]} #{pack[p + 24]} {pack[p + 36]}" for p in range(12)]
    return martha.Martha.from_text("\n".join(piles), readings)


def _anna(pack: list[str], readings: dict[str, str]) -> anna.Table:
    table = anna.Table.from_text(_with_stock(pack), readings)
    table._fill()
    return table


def _rug(pack: list[str], readings: dict[str, str]) -> rug.Table:
    rows = [f"r{r + 1}: {' '.join(pack[8 * r : 8 * r + 8])}" for r in range(8)]
    return rug.Table.from_text("\n".join([*rows, _with_stock(pack[64:])]), readings)


FROM_PACK: dict[str, Callable[[list[str], dict[str, str]], Table]] = {
    "Leoni's Own": weaving.Table.from_stock,
    "Weaver's": weaving.Table.from_stock,
    "Labyrinth": _labyrinth,
    "Martha": _martha,
    "Anna": _anna,
    "The Reversal": lambda pack, readings: reversal.Reversal.from_text(_with_stock(pack), readings),
    "The Japanese Rug": _rug,
}


def readings_of(transcript: Transcript) -> dict[str, str]:
    """The reading of every point under which a record is played."""
    book, *overrides = (transcript.value("Rules") or "").replace(" ", "").split(";")
    named = {point: reading for point, _, reading in (part.partition("=") for part in overrides)}
    if transcript.value("Game") in ("Leoni's Own", "Weaver's"):
        return weaving.readings_for(book, named)
    return {**BOOKS[transcript.value("Game") or ""][book], **named}


def table_of(transcript: Transcript) -> Table:
    """The position from which a record is played."""
    game, deal = transcript.value("Game") or "", transcript.value("Deal") or ""
    if layout := transcript.value("Layout"):
        return FROM_TEXT[game](layout, readings_of(transcript))
    if deal.startswith("seed:"):
        return FROM_SEED[game](deal.removeprefix("seed:"), readings_of(transcript))
    return FROM_PACK[game]((transcript.value("Pack") or "").split(), readings_of(transcript))


def disagreement(transcript: Transcript) -> str | None:
    """What a simulator says against a record; None if it agrees to every move, claim and result."""
    simulation = Simulation(transcript)
    for item in [*transcript.items, *transcript.epilogue]:
        if isinstance(item, MoveItem):
            if (wrong := simulation.play(item)) is not None:
                return wrong
        elif isinstance(item, Claim) and not simulation.holds(item.statement):
            return simulation.message(f"{{={item.text}}}")
        else:
            assert isinstance(item, Claim | Comment | Number), "a simulator reads no variations"
    result = transcript.result.word if transcript.result else "*"
    if (result == "won" and not simulation.table.won()) or (result == "lost" and not simulation.table.lost_ok()):
        return simulation.message(f"not {result}")
    return None


class Simulation:
    """A record on the table of a simulator."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.table = table_of(transcript)
        self.shuffles = "shuffled" in readings_of(transcript).values()
        self.played: list[str] = []

    def message(self, what: str) -> str:
        """Something to say, with where it is said."""
        return (
            f"{what} after {' '.join(self.played) or 'nothing'}\nlegal: {' '.join(self.legal())}\n{self.table.text()}"
        )

    def legal(self) -> list[str]:
        """The legal moves; a shuffled redeal is one even where the record does not give the order."""
        return self.table.legal()

    def order(self) -> list[str] | None:
        """The written order of the next redeal."""
        pack = self.transcript.value(f"Pack{getattr(self.table, 'deal', 0) + 1}")
        return None if pack is None else pack.split()

    def play(self, move: MoveItem) -> str | None:
        """Play a move; what is wrong with it."""
        text = self.spelled(token(move.command))
        lacks_order = self.shuffles and text.partition("+")[0] == "redeal" and self.order() is None
        if text not in self.legal() or lacks_order:
            return self.message(f"{text} is illegal")
        table = self.table
        if isinstance(table, anna.Table | rug.Table | reversal.Reversal | weaving.Table):
            table.do(text, self.order() if text.startswith("redeal") else None)
        else:
            assert isinstance(table, labyrinth.Labyrinth | martha.Martha)
            table.do(text)
        self.played.append(text)
        return None

    def spelled(self, text: str) -> str:
        """A move that is written without the cards that come to light, with them."""
        if self.shuffles and text.startswith("redeal+"):  # a simulator does not know the order before it has dealt it
            return "redeal"
        longer = [move for move in self.legal() if move == text or move.startswith(f"{text}+")]
        return longer[0] if len(longer) == 1 else text

    def holds(self, said: Statement) -> bool:
        """Whether a claim holds."""
        table = self.table
        wanted = {TEXT[card] for card in said.cards if card < 52}
        tokens = {self.spelled(token(command)) for command in said.commands}
        match said.kind:
            case "standstill" | "not standstill":
                return table.standstill() == (said.kind == "standstill")
            case "deal over":
                return isinstance(table, weaving.Table) and table.deal_over()
            case "lost":
                return table.lost_ok()
            case "*":
                return not table.won() and bool(self.legal())
            case "won":
                return table.won()
            case "left":
                return table.left() == said.number
            case "available":
                return wanted <= set(table.available())
            case "not available":
                return not wanted & set(table.available())
            case "available only":
                return wanted == set(table.available())
            case "legal":
                return tokens <= set(self.legal())
            case "illegal":
                return not tokens & set(self.legal())
            case "legal count":
                return len(self.legal()) == said.number
            case "legal set":
                return tokens == set(self.legal())
            case "digest":
                return said.digest == table.digest()
        assert said.place is not None
        lying = self.cards_at(said.place)
        if said.kind == "count":
            return len([card for card in lying if card != "--"]) == said.number
        if said.place == "deal":
            return lying == [str(said.number)]
        cards = [card_text(card) for card in said.cards]
        return lying[-1:] == cards if said.kind == "top" else lying == cards

    def cards_at(self, place: str) -> list[str]:
        """The cards of a place; one of a grid is found in its row."""
        lines = self.table.text().splitlines()
        places = {name: cards.split() for name, _, cards in (line.partition(": ") for line in lines)}
        if place == "aside" and isinstance(self.table, labyrinth.Labyrinth):
            # Its line is there only once the resort has been spent.
            return self.table.aside
        if place in places:
            return [card for card in places[place] if card != "-"]
        row, _, column = place.partition("c")
        card = places[row][int(column) - 1]
        return [] if card == "--" else [card]


def card_text(card: int) -> str:
    """A card of a claim as a simulator writes it."""
    if card == GAP:
        return "--"
    return f"#{TEXT[card & ~DOWN]}" if card & DOWN else TEXT[card]
