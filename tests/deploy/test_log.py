"""What a server writes and counts of a match while everything is logged: nothing that a player may not see."""

import random
import re
from pathlib import Path

import msgspec

from engine.cards import facts_table
from server.protocol.messages import JSON, MSGPACK, Refused, Resync, Snapshot
from server.protocol.shapes import Decision
from tests.deploy.fleet import figures, served
from tests.ports import free_port
from tests.server.player import Player, play_on, seat_two

CARDS = re.compile(
    r"\b("
    + "|".join(re.escape(word) for number, facts in facts_table().items() for word in (number, str(facts["name"])))
    + r")\b"
)
DECISIONS = 30
"""So many are made before anything goes wrong."""


async def test_no_line_names_a_card_an_identity_or_a_ticket_and_the_figures_are_those_of_the_match(
    tmp_path: Path,
) -> None:
    own = free_port()
    options = ("--worker-port", str(own))
    async with served(tmp_path, *options, PALTABLE_LOG_LEVEL="debug", PALTABLE_LOG_FORMAT="json") as server:
        ann = await Player(server.url, "Ann", JSON).arrive()
        ben = await Player(server.url, "Ben", MSGPACK).arrive()
        await seat_two(ann, ben)
        await _play(ann, ben)
        assert CARDS.search(msgspec.json.encode(ann.end.view).decode()), "there is something to hide"
        await _go_wrong(ann)
        await _go_wrong(ben)
        told = await figures(own)
        secrets = [word for player in (ann, ben) for word in _secrets(player)]
        assert await server.terminate() == 0

    assert told["paltable_decisions_total"] == DECISIONS
    assert told["paltable_decide_seconds_count"] >= DECISIONS
    assert told["paltable_append_seconds_count"] >= DECISIONS
    assert (told["paltable_rooms"], told["paltable_sockets"], told["paltable_links"]) == (1, 2, 0)
    assert told["paltable_resumes_total"] >= 2
    assert told["paltable_faults_total"] == 0
    assert server.log.count('"attached"') >= 4
    assert CARDS.findall(server.log) == []
    assert [secret for secret in secrets if secret in server.log] == []


async def _play(ann: Player, ben: Player) -> None:
    chance = random.Random(5)
    for _ in range(DECISIONS):
        await ann.catch_up()
        await ben.catch_up()
        assert await play_on(ben if ann.end.prompt is None else ann, chance, 1) == 1


async def _go_wrong(player: Player) -> None:
    """What a player may do and should not: an illegal decision, a lost connection, a frame that is none."""
    await player.catch_up()
    if player.end.prompt is not None:
        await player.decide(Decision("name", name="Lamball"))
        await player.wait(Refused)
    await player.drop()
    await player.arrive()
    await player.send(Resync())
    await player.wait(Snapshot)
    broken = '{"type": "decide", "cards": ["ETD01-001"'
    await player.send_frame(broken if player.codec.name == JSON else broken.encode())
    await player.wait(Refused)


def _secrets(player: Player) -> list[str]:
    assert player.end.welcome is not None, "it has arrived"
    return [player.token, player.token.partition(".")[2], player.end.welcome.ticket]
