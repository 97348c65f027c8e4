"""The plain HTTP side: health, identities and tickets, decks, replays, the card pool, and the built page."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from engine import OtherVersion
from engine.cards import facts_table
from engine.effects.catalogue import Catalogue
from server import VERSION
from server.auth import Guest, Identities, clean_name
from server.chance import Chance
from server.decks import decks, read
from server.films import Difference
from server.lessons import NO_LESSONS, Lessons
from server.limits import Addresses
from server.metrics import CONTENT_TYPE
from server.protocol.reels import ANGLES, Angle
from server.protocol.replay_file import MEDIA_TYPE, SUFFIX, InvalidReplay
from server.protocol.schema import SCHEMA_FILE
from server.reels import NoRuling
from server.replays import BrokenLog, Busy, FromPosition, NoReplay
from server.store.base import StoreFailed
from server.worker import Worker

COOKIE = "paltable"
COOKIE_SECONDS = 400 * 24 * 3600
BODY_LIMIT = 4096
DECK_LIMIT = 16_384
"""Bytes of a text that is read as a deck."""
REPLAY_LIMIT = 2**20
"""A larger file is no replay: a match of a thousand decisions is a tenth of it."""
ANGLE_OF: Final[Mapping[str, Angle]] = {angle.lower(): angle for angle in ANGLES}
UNAVAILABLE = (NoReplay, NoRuling, FromPosition, OtherVersion, BrokenLog, Busy)

POLICY = (
    "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'self'"
)
PAGE_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Paltable</title></head>
<body><h1>The page is not built yet</h1>
<p>The server runs, but there is no page in <code>{folder}</code>. Build it with <code>make web</code>, then reload.</p>
</body></html>
"""


class _Name(msgspec.Struct, forbid_unknown_fields=True):
    name: str = ""


def reply(body: object, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(body), status, {"cache-control": "no-store"}, "application/json")


def refuse(status: int, code: str, why: str) -> Response:
    """A refusal: a code for programs, a sentence for people."""
    return reply({"code": code, "why": why}, status)


def is_own_origin(connection: HTTPConnection, allowed: Sequence[str]) -> bool:
    """Whether the request comes from a page of this server, from an allowed one, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host", "")
    except ValueError:  # what cannot be read is nobody's page
        return False


def address_of(connection: HTTPConnection) -> str:
    """From where the request comes."""
    return connection.client.host if connection.client else ""


class Http:
    """The routes, over what they need."""

    def __init__(
        self,
        *,
        worker: Worker,
        identities: Callable[[], Identities],
        chance: Chance,
        catalogue: Catalogue,
        addresses: Addresses,
        origins: Sequence[str],
        web_dir: Path,
        now: Callable[[], float],
        worker_port: int = 0,
        lessons: Lessons = NO_LESSONS,
    ) -> None:
        self._worker = worker
        self._worker_port = worker_port
        self._identities = identities
        self._chance = chance
        self._addresses = addresses
        self._origins = origins
        self._web_dir = web_dir
        self._now = now
        self._cards = Fixed(msgspec.json.encode(facts_table(catalogue)))
        self._catalogue = catalogue
        self._decks = Fixed(msgspec.json.encode(decks(catalogue)))
        self._lessons = Fixed(msgspec.json.encode([lesson.facts for lesson in lessons.values()]))
        self._schema = Fixed(SCHEMA_FILE.read_bytes())

    def routes(self) -> list[BaseRoute]:
        """Every route but the socket's."""
        return [
            Route("/healthz", self.health),
            Route("/readyz", self.ready),
            Route("/metrics", self.metrics),
            Route("/cards.json", self._cards.answer),
            Route("/decks.json", self._decks.answer),
            Route("/lessons.json", self._lessons.answer),
            Route("/schema.json", self._schema.answer),
            Route("/api/deck", self._checked(self.deck), methods=["POST"], max_body_size=DECK_LIMIT),
            Route("/api/guest", self._checked(self.guest), methods=["POST"], max_body_size=BODY_LIMIT),
            Route("/api/replay/{room}", self._checked(self.replay)),
            Route("/api/film/{room}", self._checked(self.film)),
            Route("/api/ruling/{name}", self._checked(self.ruling)),
            Route("/api/film", self._checked(self.film_of_file), methods=["POST"], max_body_size=REPLAY_LIMIT),
            Route("/api/ticket", self._checked(self.ticket), methods=["POST"], max_body_size=BODY_LIMIT),
            Mount("/", Page(self._web_dir)),
        ]

    # --- health ---

    async def health(self, request: Request) -> Response:
        """The process is alive."""
        return reply({"status": "ok", "server": "paltable", "version": VERSION})

    async def ready(self, request: Request) -> Response:
        """Tables can be played now."""
        why = await self._worker.unready()
        return reply({"status": why}, 503) if why else reply({"status": "ready"})

    async def metrics(self, request: Request) -> Response:
        """The figures of this worker, for Prometheus; if it has a port of its own, there and nowhere else."""
        server = request.scope.get("server")
        if self._worker_port and (server is None or server[1] != self._worker_port):
            raise HTTPException(404)
        return Response(self._worker.metrics.exposition(), media_type=CONTENT_TYPE)

    # --- identities ---

    def _checked(self, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        async def checked(request: Request) -> Response:
            if not is_own_origin(request, self._origins):
                return refuse(403, "origin", "This request comes from the page of another site.")
            if not self._addresses.take(address_of(request), self._now()):
                return refuse(429, "limit", "Too many requests from this address; try again in a minute.")
            try:
                return await answer(request)
            except StoreFailed as error:
                structlog.get_logger("server.http").error("store failed", path=request.url.path, error=str(error))
                return refuse(503, "store", "The server cannot store anything now; try again.")

        return checked

    async def guest(self, request: Request) -> Response:
        """Become a guest, or take another name; the identity of a known guest stays."""
        body = await request.body()
        known = self._known(request)
        try:
            wanted = msgspec.json.decode(body, type=_Name).name if body else ""
            name = clean_name(wanted) if wanted else known.name if known else f"Guest {self._chance.code()[:4]}"
        except (msgspec.MsgspecError, RecursionError):
            return refuse(400, "malformed", 'The body has to be a JSON object like {"name": "Lamball"}, or empty.')
        except ValueError as error:
            return refuse(400, "name", str(error))
        guest = Guest(known.id if known else self._chance.token(), name)
        token = self._identities().token(guest)
        answer = reply({"name": guest.name, "token": token})
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, token, COOKIE_SECONDS, path="/", secure=secure, httponly=True, samesite="lax")
        return answer

    async def ticket(self, request: Request) -> Response:
        """A single-use ticket for the socket's hello."""
        guest = self._known(request)
        if guest is None:
            return refuse(401, "unknown_guest", "First POST /api/guest: this request carries no valid identity.")
        return reply({"ticket": await self._worker.tickets.issue(guest)})

    # --- decks ---

    async def deck(self, request: Request) -> Response:
        """What a text says of a deck, in any form; many misspelled names take a while, so not on the loop."""
        try:
            text = (await request.body()).decode()
        except UnicodeDecodeError:
            return refuse(400, "malformed", "The body has to be the text of a deck, in UTF-8.")
        return reply(await asyncio.to_thread(read, text, self._catalogue))

    # --- finished matches ---

    async def replay(self, request: Request) -> Response:
        """The replay of a finished match, for whoever has its name; a running one is not told from none."""
        room = request.path_params["room"]
        try:
            file = await self._worker.replays.file(room)
        except UNAVAILABLE as why:
            return _unavailable(why)
        name = f'attachment; filename="{room}{SUFFIX}"'
        headers = {"content-disposition": name, "cache-control": "private, max-age=86400, immutable"}
        return Response(file, 200, headers, MEDIA_TYPE)

    async def film(self, request: Request) -> Response:
        """A finished match from one angle, decision by decision; a running one is not told from none."""
        return await self._film(request, partial(self._worker.reels.of_room, request.path_params["room"]))

    async def film_of_file(self, request: Request) -> Response:
        """The same of a replay's file, which is the body."""
        return await self._film(request, partial(self._worker.reels.of_file, await request.body()))

    async def ruling(self, request: Request) -> Response:
        """An example of a ruling from one angle, step by step."""
        return await self._film(request, partial(self._worker.reels.of_ruling, request.path_params["name"]))

    async def _film(self, request: Request, make: Callable[[Angle], Awaitable[bytes]]) -> Response:
        angle = ANGLE_OF.get(request.query_params.get("as", "open"))
        if angle is None:
            return refuse(400, "malformed", "A match is seen as a, b or open.")
        try:
            reel = await make(angle)
        except UNAVAILABLE as why:
            return _unavailable(why)
        except (InvalidReplay, Difference) as why:
            return refuse(400, "invalid_replay", str(why))
        lasting = "room" in request.path_params
        headers = {"cache-control": "private, max-age=86400, immutable" if lasting else "no-store"}
        return Response(reel, 200, headers, "application/json")

    def _known(self, request: Request) -> Guest | None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            token = request.cookies.get(COOKIE, "")
        return self._identities().read(token.strip()) if token else None


def _unavailable(why: Exception) -> Response:
    """Why a finished match, or a ruling, cannot be had."""
    match why:
        case FromPosition():
            return refuse(409, "position", "This match went on from a position, so it has no replay of its own.")
        case OtherVersion():
            return refuse(409, "other_version", "This match was played with another version of Paltable.")
        case BrokenLog():
            return refuse(409, "fault", "This match ended by a fault of the server, and cannot be shown.")
        case Busy():
            return refuse(503, "busy", "Many replays are being made just now; try again in a moment.")
        case NoRuling():
            return refuse(404, "unknown_ruling", "There is no example of a ruling by this name.")
        case _:
            return refuse(404, "unknown_match", "There is no finished match of this name.")


class Fixed:
    """A JSON document that never changes while the process runs."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'

    async def answer(self, request: Request) -> Response:
        """The document, or 304 to whoever has it."""
        headers = {"etag": self._tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == self._tag:
            return Response(status_code=304, headers=headers)
        return Response(self._body, 200, headers, "application/json")


def document(folder: Path, name: str) -> Response:
    """A built page by the name of its file; a sentence if it is not built."""
    if not (folder / name).is_file():
        return HTMLResponse(NOT_BUILT.format(folder=escape(str(folder))), 503, PAGE_HEADERS)
    return FileResponse(folder / name, headers={**PAGE_HEADERS, "cache-control": "no-cache"})


class Page(StaticFiles):
    """The built page: its assets, and `index.html` for every address of the page itself."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._folder = folder

    async def check_config(self) -> None:
        """The folder need not be there: the page may be built while the server runs."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """An asset, or the page; a sentence if the page is not built."""
        if not (self._folder / "index.html").is_file():
            return document(self._folder, "index.html")
        try:
            answer = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or not _is_of_the_page(path):
                raise
            answer = document(self._folder, "index.html")
        answer.headers.update(PAGE_HEADERS)
        lasting = path.startswith("assets/")  # their names change with their content
        answer.headers["cache-control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return answer


def _is_of_the_page(path: str) -> bool:
    """Whether it is an address that the page itself shows (``/t/CODE``), and not a file or a part of the API."""
    return path == "." or not ("." in path or path.startswith("api/"))
