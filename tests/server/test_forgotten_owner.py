"""A store that comes back with its last moments lost has perhaps forgotten who owns a room: the owner speaks first."""

import asyncio

import pytest

from server.inbox import Done, HandOver
from server.protocol.errors import Close
from tests.server.nodes import SharedGround
from tests.server.truth import both_see_what_is_so, nothing_is_lost_or_doubled
from tests.server.world import World


@pytest.mark.parametrize("begins", [False, True], ids=["a worker that was there", "a worker that has just begun"])
async def test_a_room_that_the_store_takes_for_nobodys_is_not_claimed_before_its_owner_has_given_back_what_was_lost(
    company: World, shared: SharedGround, begins: bool
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
    if begins:
        second = await company.start()
    ben.cut()
    await company.connect(ben, second)
    await company.deliver_all()
    await company.pass_time(5.0)
    assert company.game_of(ann).decisions == decided
    await company.play(3)
    both_see_what_is_so(company)
    await nothing_is_lost_or_doubled(company)


async def test_a_worker_that_has_just_begun_tells_nobody_that_a_table_is_gone_which_the_store_has_forgotten(
    company: World, shared: SharedGround
) -> None:
    first, _ = company.nodes
    await company.seat(first, first)
    await company.play(4)
    _, ben = company.clients
    shared.backend.restart(lost=None)
    third = await company.start()
    ben.cut()
    await company.connect(ben, third)
    await company.deliver_all()
    assert ben.wire.close_code == Close.RESTART
    await company.pass_time(1.0)
    await company.connect(ben, third)
    await company.deliver_all()
    await company.play(4)
    both_see_what_is_so(company)
    await nothing_is_lost_or_doubled(company)


async def test_a_worker_that_has_just_begun_takes_what_is_given_to_it_at_once(company: World) -> None:
    first, _ = company.nodes
    await company.seat(first, first)
    await company.play(4)
    third = await company.start()
    await company.hand_over(company.clients[0], third)
    assert len(third.worker.rooms) == 1
    await company.play(4)
    await nothing_is_lost_or_doubled(company)
