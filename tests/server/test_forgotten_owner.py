"""A store that comes back with its last moments lost has perhaps forgotten who owns a room: the owner speaks first."""

import asyncio

from server.inbox import Done, HandOver
from tests.server.nodes import SharedGround
from tests.server.truth import both_see_what_is_so, nothing_is_lost_or_doubled
from tests.server.world import World


async def test_a_room_that_the_store_takes_for_nobodys_is_not_claimed_before_its_owner_has_given_back_what_was_lost(
    company: World, shared: SharedGround
) -> None:
    first, second = company.nodes
    ann, ben = company.clients
    await company.seat(first, first)
    room = company.room_of(ann)
    done: Done = asyncio.get_running_loop().create_future()
    room.post(HandOver("", done))
    await done
    await company.pass_time(0.3)
    await company.play(6)
    await company.pass_time(0.3)
    decided = company.game_of(ann).decisions
    while (where := await company.store.where(room.id)) and where.owner:
        shared.backend.journal.lose(1)
    shared.backend.restart(lost=0)
    ben.cut()
    await company.connect(ben, second)
    await company.deliver_all()
    await company.pass_time(5.0)
    assert company.game_of(ann).decisions == decided
    await company.play(3)
    both_see_what_is_so(company)
    await nothing_is_lost_or_doubled(company)
