"""The plain HTTP side, over a real socket."""

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs

from engine.cards import catalogue, facts_table
from engine.decks import FORMS, PRESETS
from engine.decks.writing import as_text
from engine.effects.catalogue import Catalogue
from server import VERSION
from server.app import Server, clock, running
from server.decks import read
from server.http import BODY_LIMIT, COOKIE, DECK_LIMIT
from server.protocol.messages import Welcome
from server.protocol.schema import SCHEMA_FILE
from server.protocol.shapes import DeckReading
from server.settings import Settings
from server.store.base import StoreFailed
from tests.server.bots import BOTS
from tests.server.player import Player


def client(url: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=url, verify=False, trust_env=False)


@pytest.fixture
async def http(url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with client(url) as http:
        yield http


async def test_a_running_server_is_healthy_and_ready(http: httpx.AsyncClient) -> None:
    health, ready = await http.get("/healthz"), await http.get("/readyz")
    assert (health.status_code, health.json()) == (200, {"status": "ok", "server": "paltable", "version": VERSION})
    assert (ready.status_code, ready.json()) == (200, {"status": "ready"})


async def test_the_card_pool_the_presets_and_the_schema_are_served(http: httpx.AsyncClient) -> None:
    assert (await http.get("/cards.json")).json() == facts_table()
    told = (await http.get("/decks.json")).json()
    assert [deck["key"] for deck in told["presets"]] == list(PRESETS)
    rules = {"size": 50, "copies": 4, "lucky": 8, "colours": 2, "unlimited": ["Beegarde – Knight of the Flower Garden"]}
    assert told["rules"] == rules
    assert (await http.get("/schema.json")).text == SCHEMA_FILE.read_text(encoding="utf-8")


async def test_whoever_has_the_card_pool_is_not_sent_it_again(http: httpx.AsyncClient) -> None:
    first = await http.get("/cards.json")
    second = await http.get("/cards.json", headers={"if-none-match": first.headers["etag"]})
    assert (second.status_code, second.content) == (304, b"")


# --- identities -------------------------------------------------------------------------------------------------------


async def test_a_guest_gets_a_cookie_that_no_script_can_read(http: httpx.AsyncClient) -> None:
    answer = await http.post("/api/guest", json={"name": "  Ann   of  the hills "})
    assert answer.json()["name"] == "Ann of the hills"
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"{COOKIE}=")
    for attribute in ("httponly", "samesite=lax", "path=/", "max-age="):
        assert attribute in cookie


async def test_a_cookie_brings_a_ticket_and_the_ticket_a_connection(url: str, http: httpx.AsyncClient) -> None:
    await http.post("/api/guest", json={"name": "Ann"})
    ticket = (await http.post("/api/ticket")).json()["ticket"]
    player = Player(url, "Ann")
    await player.dial()
    await player.send(player.end.hello(ticket))
    assert (await player.wait(Welcome)).name == "Ann"
    await player.leave()


async def test_the_ticket_of_a_welcome_is_good_for_the_next_connection(url: str) -> None:
    player = await Player(url, "Ann").arrive()
    assert player.end.welcome is not None
    await player.drop()
    await player.dial()
    await player.send(player.end.hello(player.end.welcome.ticket))
    await player.wait(Welcome)
    await player.leave()


async def test_another_name_keeps_the_identity(http: httpx.AsyncClient) -> None:
    first = (await http.post("/api/guest", json={"name": "Ann"})).json()["token"]
    second = (await http.post("/api/guest", json={"name": "Anna"})).json()
    third = (await http.post("/api/guest")).json()
    assert second["name"] == third["name"] == "Anna"
    assert first != second["token"] == third["token"]


async def test_a_guest_without_a_name_is_given_one(http: httpx.AsyncClient) -> None:
    assert (await http.post("/api/guest")).json()["name"].startswith("Guest ")


@pytest.mark.parametrize("name", ["x" * 25, "a\u0000b", "\u202eevil", "   "])
async def test_a_name_that_cannot_be_is_refused_with_a_sentence(http: httpx.AsyncClient, name: str) -> None:
    answer = await http.post("/api/guest", json={"name": name})
    assert answer.status_code == 400
    assert answer.json()["code"] == "name"
    assert answer.json()["why"].endswith(".")


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"name": 7}', b'{"nom": "Ann"}', b'{"name":' + b"[" * 3000, b"\xff"])
async def test_a_malformed_body_is_refused(http: httpx.AsyncClient, body: bytes) -> None:
    answer = await http.post("/api/guest", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def test_a_body_that_is_too_large_is_refused(http: httpx.AsyncClient) -> None:
    answer = await http.post("/api/guest", content=b" " * (BODY_LIMIT + 1))
    assert answer.status_code == 413


@pytest.mark.parametrize("token", ["nonsense", "e30.AAAA", "Zm9v.YmFy", "a.b.c", "ü.ü", "=.="])
async def test_a_ticket_needs_a_signed_identity(http: httpx.AsyncClient, token: str) -> None:
    answer = await http.post("/api/ticket", headers={b"authorization": b"Bearer " + token.encode()})
    assert (answer.status_code, answer.json()["code"]) == (401, "unknown_guest")


async def test_an_identity_of_another_server_is_worth_nothing(
    http: httpx.AsyncClient, settings: Settings, tmp_path: Path
) -> None:
    async with running(replace(settings, state_dir=tmp_path / "elsewhere"), BOTS) as url, client(url) as other:
        token = (await other.post("/api/guest")).json()["token"]
    answer = await http.post("/api/ticket", headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 401


async def test_the_page_of_another_site_can_neither_sign_in_nor_get_a_ticket_nor_a_deck(
    http: httpx.AsyncClient,
) -> None:
    for path in ("/api/guest", "/api/ticket", "/api/deck"):
        answer = await http.post(path, headers={"origin": "https://example.org"})
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")
        assert "set-cookie" not in answer.headers


async def test_our_own_page_and_an_allowed_one_can(settings: Settings) -> None:
    allowed = "https://table.example.org"
    async with running(replace(settings, origins=(allowed,)), BOTS) as url, client(url) as http:
        for origin in (url, allowed):
            assert (await http.post("/api/guest", headers={"origin": origin})).status_code == 200


async def test_one_address_cannot_ask_without_end(settings: Settings) -> None:
    async with running(replace(settings, guests_per_minute=3.0), BOTS) as url, client(url) as http:
        codes = [(await http.post("/api/guest")).status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]


async def test_when_nothing_can_be_stored_it_says_so(settings: Settings) -> None:
    server = Server(settings, BOTS)
    transport = httpx.ASGITransport(app=server.app)
    async with (
        server.app.router.lifespan_context(server.app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as http,
    ):
        await http.post("/api/guest")
        await server.worker.store.close()
        ticket, ready, health = [
            await http.post("/api/ticket"), await http.get("/readyz"), await http.get("/healthz"),
        ]  # fmt: skip
    assert (ticket.status_code, ticket.json()["code"]) == (503, "store")
    assert (ready.status_code, ready.json()) == (503, {"status": "store unavailable"})
    assert health.status_code == 200


async def test_old_tables_are_removed_and_a_failing_store_stops_nobody(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(settings, BOTS)
    removed = iter([50, 3, 0])
    done = asyncio.Event()

    async def forget_old(before: int, most: int) -> int:
        assert before < clock() - 29 * 24 * 3600 * 1000
        try:
            return next(removed)
        except StopIteration:
            done.set()
            raise StoreFailed("the disk is away") from None

    monkeypatch.setattr(server.worker.store, "forget_old", forget_old)
    monkeypatch.setattr("server.worker.HOUSEKEEPING_SECONDS", 0.0)
    with capture_logs() as logs:
        async with server.app.router.lifespan_context(server.app):
            await done.wait()
            await asyncio.sleep(0)
    assert [entry["tables"] for entry in logs if entry["event"] == "old tables removed"] == [50, 3]
    assert "housekeeping failed" in {entry["event"] for entry in logs}


# --- decks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
async def test_a_deck_is_read_in_every_form_that_is_written(http: httpx.AsyncClient, form: str) -> None:
    deck = PRESETS["trial-1"]
    written = (await http.post("/api/deck", content=as_text(deck, catalogue))).json()
    assert (written["unwritable"], set(written["forms"])) == ({}, set(FORMS))
    answer = await http.post("/api/deck", content=written["forms"][form].encode())
    assert (answer.status_code, answer.json()["main"]) == (200, dict(deck.main))
    assert (answer.json()["unread"], answer.json()["defects"]) == ([], [])


async def test_what_cannot_be_read_of_a_deck_is_told_line_by_line_with_what_is_wrong(http: httpx.AsyncClient) -> None:
    text = "# name: Half\n4 EBP01-006\n3 EBP09-001\n\n2 Lambal\n9 Soul"
    told = (await http.post("/api/deck", content=text.encode())).json()
    assert told["name"] == "Half"
    assert set(told["main"]) <= set(facts_table())
    assert [(line["number"], line["text"]) for line in told["unread"]] == [(3, "3 EBP09-001"), (5, "2 Lambal")]
    assert told["unread"][0]["reason"] == "EBP09-001 is not a card of this pool."
    assert all(line["reason"].endswith((".", "?")) for line in told["unread"])
    assert [defect["code"] for defect in told["defects"]] == ["size", "souls"]


async def test_a_form_that_cannot_hold_a_deck_says_why(http: httpx.AsyncClient) -> None:
    told = (await http.post("/api/deck", content=b"20 Beegarde")).json()
    assert set(told["forms"]) == set(FORMS) - {"link"}
    assert told["unwritable"] == {
        "link": "A link holds at most 4 copies of a card, and Beegarde – Knight of the Flower Garden has 20."
    }
    assert [defect["code"] for defect in told["defects"]] == ["size"]


async def test_nothing_is_a_deck_without_cards(http: httpx.AsyncClient) -> None:
    told = (await http.post("/api/deck", content=b"")).json()
    assert (told["main"], told["forms"], [defect["code"] for defect in told["defects"]]) == ({}, {}, ["size"])


async def test_what_is_no_text_or_too_long_is_not_read_as_a_deck(http: httpx.AsyncClient) -> None:
    malformed = await http.post("/api/deck", content=b"\xff\xfe4\x00")
    assert (malformed.status_code, malformed.json()["code"]) == (400, "malformed")
    assert (await http.post("/api/deck", content=b" " * (DECK_LIMIT + 1))).status_code == 413


async def test_others_are_answered_while_a_deck_is_read(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = threading.Event()

    def slow(text: str, catalogue: Catalogue) -> DeckReading:
        assert answered.wait(60), "nobody else was answered"
        return read(text, catalogue)

    monkeypatch.setattr("server.http.read", slow)
    reading = asyncio.create_task(http.post("/api/deck", content=b"4 EBP01-006", timeout=120))
    await asyncio.sleep(0)
    assert (await http.get("/healthz", timeout=120)).status_code == 200
    answered.set()
    assert (await reading).json()["main"] == {"EBP01-006": 4}


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def page(settings: Settings) -> Settings:
    """Settings with a built page."""
    assets = settings.web_dir / "assets"
    assets.mkdir(parents=True)
    (settings.web_dir / "index.html").write_text("<!doctype html><title>Paltable</title>")
    (assets / "app-1234.js").write_text("export {}")
    return settings


async def test_a_page_that_is_not_built_says_how_to_build_it(http: httpx.AsyncClient) -> None:
    answer = await http.get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text


async def test_the_page_and_its_assets_are_served(page: Settings) -> None:
    async with running(page, BOTS) as url, client(url) as http:
        for path in ("/", "/index.html", "/t/ABCDEF", "/decks/mine"):
            answer = await http.get(path)
            assert (answer.status_code, "<title>Paltable" in answer.text) == (200, True), path
            assert answer.headers["cache-control"] == "no-cache"
            assert "default-src 'self'" in answer.headers["content-security-policy"]
        asset = await http.get("/assets/app-1234.js")
        assert "javascript" in asset.headers["content-type"]
        assert "immutable" in asset.headers["cache-control"]
        assert (await http.get("/assets/gone-5678.js")).status_code == 404
        assert (await http.get("/assets/%2e%2e/%2e%2e/settings.py")).status_code == 404
        assert (await http.get("/api/guest")).status_code == 404
        assert (await http.post("/")).status_code == 405
