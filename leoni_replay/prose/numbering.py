"""The numbers of moves on a page, in its lists (“3.”), in its text (“Step 3.”) and in words (“Third, …”). A list that
leaves a number out, or has its numbers in another order, does not say which moves are played, and when."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from leoni_replay.prose.sentences import Sentence, is_movelike
from leoni_replay.prose.tokens import phrases

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class _Item(NamedTuple):
    """A numbered item: at which sentence of its page it begins, and its number."""

    start: int
    number: int


def numbering_faults(page_sentences: Sequence[Sentence], struck_out: Collection[int]) -> dict[int, str]:
    """Return the sentences, by their places on the page, from which on the moves of a list are not certain, each with
    what is wrong with the numbers of the list.

    Args:
        page_sentences: the sentences of the page.
        struck_out: the numbers of items that its author has struck out.
    """
    faults: dict[int, str] = {}
    for items, in_words in ((_items_in_figures(page_sentences), False), (_items_in_words(page_sentences), True)):
        list_items: list[_Item] = []
        for item in items:
            before = list_items[-1] if list_items else item
            sentences_between = page_sentences[before.start + 1 : item.start]
            if not list_items or _begins_list(item, list_items, sentences_between):
                list_items = [item]
                continue
            missing = [number for number in range(before.number + 1, item.number) if number not in struck_out]
            if in_words:
                # “First, …. Then …. Third, …”
                missing = missing[sum(map(is_movelike, sentences_between)) :]
            if item.number <= before.number:
                start = next(earlier.start for earlier in list_items if earlier.number >= item.number)
                fault = f"number {item.number} of its list comes after number {before.number}"
                faults.setdefault(start, f"{fault}: write its moves in the order they are played in")
            elif missing:
                is_missing = (
                    f"number {missing[0]} is" if len(missing) == 1 else f"numbers {missing[0]} to {missing[-1]} are"
                )
                faults.setdefault(item.start, f"{is_missing} missing in its list")
            list_items.append(item)
    return faults


def _begins_list(item: _Item, list_items: Sequence[_Item], sentences_between: Sequence[Sentence]) -> bool:
    """Whether an item begins a new list, and does not go on with the one before it: the numbers of both begin with 1,
    or words lead to another list; or its number is lower, and a paragraph without a number comes before it."""
    first, before = list_items[0], list_items[-1]
    if item.number == first.number == 1:
        return True
    if any((words.title or words.text.endswith(":")) and not is_movelike(words) for words in sentences_between):
        return True
    return item.number <= before.number and len({words.paragraph for words in sentences_between}) > 1


def _items_in_figures(page_sentences: Sequence[Sentence]) -> list[_Item]:
    """Return the items whose numbers are figures, which stand before them, or in a sentence of their own."""
    items: list[_Item] = []
    for start, sentence in enumerate(page_sentences):
        match = phrases()["NUMBER_ALONE"].match(sentence.text)
        if sentence.number:
            items.append(_Item(start, sentence.number))
        elif match is not None and any(
            after.paragraph == sentence.paragraph for after in page_sentences[start + 1 : start + 2]
        ):
            items.append(_Item(start + 1, int(match["number"])))
    return items


def _items_in_words(page_sentences: Sequence[Sentence]) -> list[_Item]:
    """Return the sentences that begin with an ordinal: “Third, …”"""
    items: list[_Item] = []
    for start, sentence in enumerate(page_sentences):
        match = phrases()["NUMBER_IN_WORDS"].match(sentence.text)
        if match is not None:
            items.append(_Item(start, _ORDINALS.index(match["ordinal"].lower()) + 1))
    return items
