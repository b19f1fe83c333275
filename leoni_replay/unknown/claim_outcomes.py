"""What claims come to where a record can be read in several ways, which differ in the cards that nobody wrote down."""

from __future__ import annotations

from collections.abc import Sequence

from leoni_replay.record.claims import Refuted, Untold

#: what a claim comes to: None if it holds
Outcome = Exception | None


class Weighing:
    """What the claims of a record come to in every way in which it can be read. One holds, or fails, only if it does so
    in all of them.

    Args:
        outcomes: what they come to in the way that is shown, in the order in which they are read.
    """

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self._outcomes = list(outcomes)
        #: what a claim depends on that comes to something else in another way, by its number
        self._depends: dict[int, str] = {}
        #: whether there are more ways than have been tried
        self.cut = False

    def add(self, outcomes: Sequence[Outcome], on: str) -> None:
        """Take in what the first claims come to in another way.

        Args:
            outcomes: what they come to there.
            on: what it depends on which way is the right one, in words.
        """
        for number, (here, there) in enumerate(zip(self._outcomes, outcomes, strict=False)):
            if type(here) is not type(there):
                self._depends.setdefault(number, on)

    def open(self, numbers: range) -> bool:
        """Whether another way could still make a difference to some of the claims."""
        return any(
            number not in self._depends and not isinstance(outcome, Untold)
            for number, outcome in enumerate(self._outcomes[numbers.start : numbers.stop], numbers.start)
        )

    def __len__(self) -> int:
        return len(self._outcomes)

    def weigh(self, number: int, outcome: Outcome) -> Outcome:
        """What the claim of a number comes to, of which ``outcome`` is what it comes to in the way that is shown."""
        if isinstance(outcome, Untold) or (isinstance(outcome, Refuted) and outcome.unknown):
            return outcome
        if number in self._depends:
            return Untold(f"it depends on {self._depends[number]}")
        if self.cut:
            return Untold("the unknown cards can lie in more ways than can be tried")
        return outcome


class Decided(Weighing):
    """What the claims of a record come to in all completions of its first table."""

    def weigh(self, number: int, outcome: Outcome) -> Outcome:
        said = self._outcomes[number]
        # Where both say the same, the one that speaks of what is known says it better.
        return outcome if type(said) is type(outcome) else said
