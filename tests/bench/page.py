"""How soon the page can be used that is opened for the first time, on a processor that is four times as slow."""

import asyncio
import gzip
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from playwright.async_api import Browser, Response, async_playwright

from clients.bots import BOTS
from server import log
from server.app import running
from server.settings import Settings
from tests.bench.windows import Windows, rounded
from tests.conftest import launched_chromium

Figures = dict[str, object]

SLOWDOWN: Final = 4
FEWEST: Final = 3
PATIENCE_MS: Final = 60_000

TELL: Final = """
addEventListener("DOMContentLoaded", () => {
    const look = () => {
        if (!document.querySelector("[data-testid=queue]:enabled")) return requestAnimationFrame(look);
        setTimeout(() => { document.documentElement.dataset.usable = performance.now(); });
    };
    look();
});
"""
"""The page can be used when the big button of the lobby can be pressed, and the browser has time to press it."""


class Load(NamedTuple):
    """One load: milliseconds since it was asked for, and the bytes of its scripts with gzip."""

    painted: float
    usable: float
    busy: float
    """So many of them the page's first thread was on the processor: the figure of a machine that has other work."""
    script_bytes: int


def why_missing() -> str:
    """Why no page can be opened here; empty if one can."""
    try:
        launched_chromium()
    except BaseException as missing:  # noqa: BLE001 - what a test without a browser fails with
        return str(missing)
    return "" if (Settings().web_dir / "index.html").is_file() else "The page is not built: run `make web`."


def first_load(windows: Windows) -> Figures:
    """Milliseconds until something is painted and until the page can be used, nothing cached; and its scripts."""
    if reason := why_missing():
        return {"ratio": None, "reason": reason}
    loads = asyncio.run(_loads(max(windows.pairs // 2, FEWEST)))
    usable = [load.usable for load in loads]
    return {
        "milliseconds": {
            "painted": rounded(median(load.painted for load in loads)),
            "usable": rounded(median(usable)),
            "quickest": rounded(min(usable)),
            "slowest": rounded(max(usable)),
            "busy": rounded(median(load.busy for load in loads)),
        },
        "script_bytes": max(load.script_bytes for load in loads),
    }


async def _loads(count: int) -> list[Load]:
    async with _page() as (browser, url):
        await _load(browser, url)  # the server has everything at hand afterwards
        return [await _load(browser, url) for _ in range(count)]


@asynccontextmanager
async def _page() -> AsyncIterator[tuple[Browser, str]]:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(port=0, state_dir=Path(folder))
        log.configure("warning", as_json=False)  # to standard error, beside the figures
        async with running(settings, BOTS) as url, async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launched_chromium())
            yield browser, url
            await browser.close()


def _keep(response: Response, scripts: list[Response]) -> None:
    if response.request.resource_type == "script":
        scripts.append(response)


async def _load(browser: Browser, url: str) -> Load:
    """Open the page as somebody who was never here."""
    context = await browser.new_context()
    page = await context.new_page()
    scripts: list[Response] = []
    page.on("response", lambda response: _keep(response, scripts))
    await page.add_init_script(TELL)
    devtools = await context.new_cdp_session(page)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    await devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    await page.goto(url)
    await page.locator("html[data-usable]").wait_for(timeout=PATIENCE_MS)
    metrics = {each["name"]: each["value"] for each in (await devtools.send("Performance.getMetrics"))["metrics"]}
    usable = float(await page.locator("html").get_attribute("data-usable") or 0)
    painted = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    sizes = [len(gzip.compress(await script.body())) for script in scripts]
    await context.close()
    return Load(painted, usable, 1000 * metrics["TaskDuration"], sum(sizes))
