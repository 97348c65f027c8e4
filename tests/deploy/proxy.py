"""The HAProxy of ``deploy/haproxy.cfg``, as a real process before servers on loopback."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from tests.cli.programs import ROOT
from tests.deploy.fleet import PATIENCE
from tests.ports import free_port

CONFIG = ROOT / "deploy" / "haproxy.cfg"
PUBLIC = "    bind :8000\n"
WORKERS = "    server-template worker- 16 worker:8000 resolvers docker resolve-prefer ipv4 init-addr none\n"


def program() -> str:
    """The HAProxy of this machine: `make test` names it in PALTABLE_HAPROXY. None at all is a failure, no skip."""
    found = os.environ.get("PALTABLE_HAPROXY") or shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
    assert found, "No haproxy: run `make test`, which brings it, or name yours with PALTABLE_HAPROXY."
    return found


def on_loopback(port: int, urls: Sequence[str]) -> str:
    """The configuration, but for where it listens and where the workers are."""
    text = CONFIG.read_text(encoding="utf-8")
    assert text.count(PUBLIC) == text.count(WORKERS) == 1
    servers = "".join(f"    server worker-{n} {urlsplit(url).netloc}\n" for n, url in enumerate(urls, 1))
    return text.replace(PUBLIC, f"    bind 127.0.0.1:{port}\n").replace(WORKERS, servers)


@asynccontextmanager
async def proxy(folder: Path, urls: Sequence[str]) -> AsyncIterator[str]:
    """A proxy before these servers, and its address; it is ended with the block."""
    port = free_port()
    config = folder / "haproxy.cfg"
    config.write_text(on_loopback(port, urls), encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        program(), "-db", "-q", "-f", str(config), stdout=asyncio.subprocess.DEVNULL
    )
    try:
        await _listens(process, port)
        yield f"http://127.0.0.1:{port}"
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _listens(process: asyncio.subprocess.Process, port: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            assert process.returncode is None, f"haproxy ended with {process.returncode}"
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                await asyncio.sleep(0.01)
            else:
                writer.close()
                return
