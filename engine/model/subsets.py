"""All choices of between so many and so many cards, as a lazy sequence: of a hand they are astronomically many."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import comb
from typing import overload

from engine.model.decisions import Decision


class Choices(Sequence[Decision]):
    """The ``choose`` decisions over ``candidates`` (ascending handles), smallest first, then lexicographic."""

    __slots__ = ("_candidates", "_known", "_maximum", "_minimum")

    def __init__(self, candidates: tuple[int, ...], minimum: int, maximum: int) -> None:
        self._candidates = candidates
        self._known = frozenset(candidates)
        self._minimum = minimum
        self._maximum = maximum

    def __len__(self) -> int:
        size = len(self._candidates)
        return sum(comb(size, number) for number in range(self._minimum, self._maximum + 1))

    def __iter__(self) -> Iterator[Decision]:
        for number in range(self._minimum, self._maximum + 1):
            for cards in combinations(self._candidates, number):
                yield Decision("choose", 0, 0, 0, cards)

    def __contains__(self, decision: object) -> bool:
        if not isinstance(decision, Decision) or decision.verb != "choose":
            return False
        cards = decision.cards
        return (
            decision == Decision("choose", 0, 0, 0, cards)
            and self._minimum <= len(cards) <= self._maximum
            and all(card in self._known for card in cards)
            and all(first < second for first, second in pairwise(cards))
        )

    @overload
    def __getitem__(self, index: int) -> Decision: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Decision]: ...
    def __getitem__(self, index: int | slice) -> Decision | Sequence[Decision]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        rank = index + len(self) if index < 0 else index
        for number in range(self._minimum, self._maximum + 1):
            size = comb(len(self._candidates), number)
            if 0 <= rank < size:
                return Decision("choose", 0, 0, 0, self._unrank(rank, number))
            rank -= size
        raise IndexError(index)

    def _unrank(self, rank: int, number: int) -> tuple[int, ...]:
        chosen: list[int] = []
        place = 0
        while number:
            with_this = comb(len(self._candidates) - place - 1, number - 1)
            if rank < with_this:
                chosen.append(self._candidates[place])
                number -= 1
            else:
                rank -= with_this
            place += 1
        return tuple(chosen)
