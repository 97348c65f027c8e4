"""What axe says of a page (WCAG 2.2 AA and its own good practice)."""

from pathlib import Path

from playwright.async_api import Page

AXE = Path(__file__).resolve().parents[2] / "clients" / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


async def complaints(page: Page) -> list[str]:
    """What axe finds: the rule and the first element that breaks it."""
    await page.evaluate(AXE.read_text())
    await page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    result = await page.evaluate("rules => axe.run({runOnly: rules})", RULES)
    return [f"{found['id']}: {found['nodes'][0]['html'][:200]}" for found in result["violations"]]
