"""The store and the fleet that many workers share: one Redis (or Valkey), watched by Sentinels, or a Cluster.

`link_to` makes the connection from an address; `RedisStore` and `RedisFleet` of one worker share it, so that what the
worker writes and what it tells keep one order.
"""

from typing import Final

from server.store.redis.address import parse
from server.store.redis.cluster import ClusterLink
from server.store.redis.fleet import RedisFleet
from server.store.redis.link import Link
from server.store.redis.one import OneLink, SentinelLink
from server.store.redis.store import RedisStore

__all__ = ["LIMIT_SECONDS", "Link", "RedisFleet", "RedisStore", "link_to"]

LIMIT_SECONDS: Final = 2.0
"""So long a reply may take. Longer than Redis ever thinks; shorter than players wait."""


def link_to(url: str, limit: float = LIMIT_SECONDS) -> Link:
    """The link to an address (`server.store.redis.address.parse`), not yet open. Raises ``ValueError``."""
    address = parse(url)
    match address.kind:
        case "one":
            return OneLink(address, limit)
        case "sentinel":
            return SentinelLink(address, limit)
        case "cluster":
            return ClusterLink(address, limit)
