"""A bot for tests: every decision follows from the seed that the server gives."""

from collections.abc import Sequence

from engine import Decision, Prompt


class Uniform:
    """Any legal decision, all alike."""

    def choose(self, view: dict[str, object], prompt: Prompt, legal: Sequence[Decision], seed: int) -> Decision:
        return legal[seed % len(legal)]


BOTS = {"random": Uniform(), "greedy": Uniform()}
