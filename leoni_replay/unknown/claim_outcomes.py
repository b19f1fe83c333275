"""The outcomes of claims over all ways to read a record, which differ in cards that nobody wrote down."""

from __future__ import annotations

from collections.abc import Sequence

from leoni_replay.record.claims import Refuted, Untold

#: the outcome of a claim: None if it is true
Outcome = Exception | None


class Weighing:
    """The outcomes of a record's claims over all ways to read it. A claim is true, or false, only if it is so in all of
    them.

    Args:
        outcomes: the outcomes in the reading shown, in reading order.
    """

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self._outcomes = list(outcomes)
        #: for each claim (by number) with another outcome in another reading: what it depends on
        self._depends: dict[int, str] = {}
        #: whether some readings have not been tried
        self.cut = False

    def add(self, outcomes: Sequence[Outcome], on: str) -> None:
        """Add the outcomes of the first claims in another reading.

        Args:
            outcomes: the outcomes there.
            on: the question that decides between the readings, in words.
        """
        for number, (here, there) in enumerate(zip(self._outcomes, outcomes, strict=False)):
            if type(here) is not type(there):
                self._depends.setdefault(number, on)

    def open(self, numbers: range) -> bool:
        """Whether another reading could still change the outcome of some of the claims."""
        return any(
            number not in self._depends and not isinstance(outcome, Untold)
            for number, outcome in enumerate(self._outcomes[numbers.start : numbers.stop], numbers.start)
        )

    def __len__(self) -> int:
        return len(self._outcomes)

    def weigh(self, number: int, outcome: Outcome) -> Outcome:
        """The result of a claim over all readings; ``outcome`` is its result in the reading shown."""
        if isinstance(outcome, Untold) or (isinstance(outcome, Refuted) and outcome.unknown):
            return outcome
        if number in self._depends:
            return Untold(f"it depends on {self._depends[number]}")
        if self.cut:
            return Untold("the unknown cards can lie in more ways than can be tried")
        return outcome


class Decided(Weighing):
    """The outcomes of a record's claims over all completions of its first position."""

    def weigh(self, number: int, outcome: Outcome) -> Outcome:
        said = self._outcomes[number]
        # If both are the same, the one about known cards words it better.
        return outcome if type(said) is type(outcome) else said
