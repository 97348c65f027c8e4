"""Pictures of the table: a visitor plays on from the fullest moments of matches that bots have played."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from playwright.async_api import Browser, Position
from playwright.async_api import TimeoutError as NotInTime

from tests.e2e.pictures.camera import SIZES, Camera
from tests.e2e.pictures.moments import Moment, best
from tests.e2e.visitor import Visitor

CORNER: Final = Position(x=20, y=20)
TRIES: Final = 12
"""So many moments, at most, are played on from for one picture."""
SOON_MS: Final = 8_000
SLOW: Final = 0.4
RAYS: Final = "Number((rays => rays && getComputedStyle(rays).opacity)(document.querySelector('.rays'))) > 0.95"
"""Whether all of a Lucky scene is there."""


class NotSeen(LookupError):
    """Nothing of this kind was seen from the moments that were tried."""


async def photograph(browser: Browser, url: str, camera: Camera, moments: Sequence[Moment], name: str) -> None:
    """Take the picture of this name, from the fullest moment that shows it. Raises `NotSeen`."""
    for moment in best(moments, name)[:TRIES]:
        context = await browser.new_context(viewport=SIZES[0], color_scheme="dark", bypass_csp=True)
        visitor = await Visitor.arrive(context, f"{url}/#replay={moment.room}@{moment.at}&as={moment.seat.lower()}")
        try:
            await visitor.page.get_by_test_id("play-on").click()
            await visitor.page.locator(f'[data-testid=prompt][data-kind="{moment.kind}"]').wait_for(timeout=SOON_MS)
            await SCENES.get(name, _as_it_stands)(visitor, moment)
            await camera.take(visitor.page, name)
        except NotInTime:
            continue  # the page, or the other player, did something else here; the next moment may be the one
        finally:
            await context.close()
        return
    raise NotSeen(name)


async def _as_it_stands(visitor: Visitor, moment: Moment) -> None:
    """There is something to do."""
    await visitor.page.locator(".blocker" if moment.kind == "block" else "[data-testid=row], .can").first.wait_for(
        timeout=SOON_MS
    )


async def _saved(visitor: Visitor, moment: Moment) -> None:
    """What moves becomes slow until all is there, and then stands still."""
    motion = await visitor.page.context.new_cdp_session(visitor.page)
    await motion.send("Animation.enable")
    await motion.send("Animation.setPlaybackRate", {"playbackRate": SLOW})
    await visitor.page.locator("[data-testid=answer][data-verb=pass]").click()
    await visitor.page.locator("[data-testid=damage].saved").wait_for(timeout=SOON_MS / SLOW)
    await visitor.page.wait_for_function(RAYS)
    await motion.send("Animation.setPlaybackRate", {"playbackRate": 0})


async def _won(visitor: Visitor, moment: Moment) -> None:
    """The attack that wins."""
    await visitor.page.locator(f'[data-testid=my-base] [data-handle="{moment.decided.card}"]').click(position=CORNER)
    await visitor.page.get_by_test_id("attack-player").click(position=CORNER)
    await visitor.page.locator("#end-title").get_by_text("Victory").wait_for(timeout=SOON_MS)


SCENES: Final[Mapping[str, Callable[[Visitor, Moment], Awaitable[None]]]] = {"lucky": _saved, "end": _won}
"""What is done for a picture once its question is open."""
