"""Decisions that nobody offered: what a broken or dishonest client might send."""

from collections.abc import Iterator, Sequence
from random import Random

from engine import Decision, Game, Prompt
from engine.model.decisions import VERBS

NUMBERS = (-1, 0, 1, 2, 3, 7, 1_000_000)


def is_listed(prompt: Prompt, decision: Decision) -> bool:
    """Whether the prompt lists the decision; the order of chosen cards does not count."""
    return decision._replace(cards=tuple(sorted(decision.cards))) in prompt.legal()


def forgeries(game: Game, prompt: Prompt, earlier: Sequence[Decision], rng: Random) -> Iterator[Decision]:
    """Decisions of every sort that the prompt does not list; ``earlier`` answered other prompts of the game."""
    handles = list(_handles(game, prompt, rng))
    for decision in (*_by_verb(handles, rng), *_bent(prompt, handles, rng), *earlier, *_chosen(prompt, handles, rng)):
        if decision.verb != "concede" and not is_listed(prompt, decision):
            yield decision


def _handles(game: Game, prompt: Prompt, rng: Random) -> Iterator[int]:
    """Handles of the seat, dead ones, those of other viewers, and numbers that never were one."""
    state = game._match.state
    known = sorted(handle for handle in state.handles["AB".index(prompt.seat)] if handle)
    yield from rng.sample(known, min(3, len(known)))
    yield from (state.next_handle["AB".index(prompt.seat)], rng.randint(1, 300), 0, -rng.randint(1, 9), 10**12)
    yield rng.choice(state.handles[1 - "AB".index(prompt.seat)])


def _by_verb(handles: list[int], rng: Random) -> Iterator[Decision]:
    for verb in VERBS:
        yield Decision(verb)
        yield Decision(verb, rng.choice(handles), rng.choice([0, *handles]), rng.choice(NUMBERS))
    yield Decision("name", name="Nobody – Nowhere")
    yield Decision("activate", rng.choice(handles), 0, rng.choice(NUMBERS))
    yield Decision("attack", rng.choice(handles), rng.choice(handles))


def _bent(prompt: Prompt, handles: list[int], rng: Random) -> Iterator[Decision]:
    """A listed decision with one field changed, or one set that does not count for its verb."""
    legal = prompt.legal()
    decision = legal[rng.randrange(len(legal))]
    yield decision._replace(card=rng.choice(handles))
    yield decision._replace(target=rng.choice(handles))
    yield decision._replace(number=rng.choice(NUMBERS))
    yield decision._replace(cards=(*decision.cards, rng.choice(handles)))
    yield decision._replace(name="Lamball")
    yield decision._replace(verb=rng.choice(VERBS))


def _chosen(prompt: Prompt, handles: list[int], rng: Random) -> Iterator[Decision]:
    """Choices that are too small or too large, repeat a card, or name one that is not offered."""
    offered = list(prompt.candidates) or handles
    twice = rng.choice(offered)
    yield Decision("choose", cards=(twice, twice))
    yield Decision("choose", cards=tuple(offered[: max(prompt.minimum - 1, 0)]))
    yield Decision("choose", cards=tuple(offered[: prompt.maximum + 1]))
    yield Decision("choose", cards=tuple(sorted([*offered[: max(prompt.maximum - 1, 0)], rng.choice(handles)])))
