"""What a decision costs the server before it is stored and sent, and how large what is sent is."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from msgspec import UNSET

from engine import SEATS, Game, Prompt, SeatName
from engine.rules.match import Event
from engine.views import diff
from server.protocol.codec import CODECS, Codec
from server.protocol.messages import MSGPACK, Update
from tests.bench import games

EPOCH: Final = 1_796_061_034_523
"""As large as those of a store: milliseconds of the Unix epoch."""


def updates(game: Game, rng: Random) -> Iterator[tuple[Prompt, list[Update]]]:
    """Play a game by random decisions: each answered prompt, and what both seats are sent after it."""
    watches = {seat: game.watch(seat) for seat in SEATS}
    numbers = dict.fromkeys(SEATS, 0)
    while (prompt := game.prompt) is not None:
        events = decided(game, prompt, rng)
        numbers[prompt.seat] += 1
        told = {seat: watches[seat].follow(events) for seat in SEATS}
        yield (
            prompt,
            [
                update(game, seat, told[seat].events, told[seat].patch, numbers[seat] if seat == prompt.seat else 0)
                for seat in SEATS
            ],
        )


def decided(game: Game, prompt: Prompt, rng: Random) -> list[Event]:
    """What comes of a random decision."""
    legal = prompt.legal()
    return game.decide(legal[int(rng.random() * len(legal))])


def update(game: Game, seat: SeatName, events: Sequence[dict[str, object]], patch: dict[str, object], n: int) -> Update:
    """What a seat is sent after a decision; ``n`` is the number of its command, if the decision was its own."""
    following = game.prompt
    prompt = UNSET if following is None or following.seat != seat else following.plain()
    return Update(epoch=EPOCH, seq=game.decisions, n=n, events=tuple(events), patch=patch, prompt=prompt)


def kept_up() -> Iterator[object]:
    """Decisions, each with the two updates, encoded; the views are kept up."""
    rng = Random(0)
    for game in map(games.begin, range(10**9)):
        for _, sent in updates(game, rng):
            yield [CODECS[MSGPACK].encode(each) for each in sent]


def found_anew() -> Iterator[object]:
    """The same, but each view is found anew and compared with the last one, and events are told in full."""
    rng, codec = Random(0), CODECS[MSGPACK]
    for game in map(games.begin, range(10**9)):
        views = {seat: game.view(seat) for seat in SEATS}
        while (prompt := game.prompt) is not None:
            events = decided(game, prompt, rng)
            yield [_anew(game, seat, views, events, codec) for seat in SEATS]


def _anew(
    game: Game, seat: SeatName, views: dict[SeatName, dict[str, object]], events: list[Event], codec: Codec
) -> object:
    old, views[seat] = views[seat], game.view(seat)
    return codec.encode(update(game, seat, game.events_for(seat, events), diff(old, views[seat]), 0))
