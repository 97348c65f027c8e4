"""How much one peer may ask: buckets of tokens that fill with time. Nothing here reads a clock."""

from collections import OrderedDict


class Bucket:
    """Holds at most ``burst`` tokens and gains ``rate`` of them a second."""

    __slots__ = ("_burst", "_rate", "_then", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._then = now

    def take(self, now: float) -> bool:
        """Take a token if there is one."""
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate)
        self._then = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def charge(self, tokens: float) -> None:
        """Take tokens for what turned out to cost more than one: what is not there has to be gained first."""
        self._tokens -= tokens

    def give(self) -> None:
        """Put a token back: what it was taken for cost nothing in the end."""
        self._tokens = min(self._burst, self._tokens + 1)


class Addresses:
    """A bucket for each address; those that were not seen for the longest time are forgotten."""

    def __init__(self, rate: float, burst: float, size: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._size = size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        """Take a token of this address if it has one."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > self._size:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(now)
