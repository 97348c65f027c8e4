"""The browser that end-to-end tests drive."""

from playwright.async_api import async_playwright

from tests.conftest import ChromiumLaunch


async def test_the_machine_s_own_chromium_draws_a_page(chromium_launch: ChromiumLaunch) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**chromium_launch)
        page = await browser.new_page()
        await page.set_content("<h1>Paltable</h1><script>document.title = 'drawn'</script>")
        assert await page.title() == "drawn"
        assert await page.inner_text("h1") == "Paltable"
        await browser.close()
