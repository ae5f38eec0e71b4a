"""The client."""

from __future__ import annotations

from typing import Iterator, Optional, Sequence

from . import types as _types
from ._paging import EventWithCursor, each_event
from ._transport import Transport
from .resources import Resources


class WaitlistClient(Resources):
    """Calls the API, with an attribute for each resource: `client.signups.create(...)`.

    Error answers raise a `WaitlistError`, missing answers a `WaitlistConnectionError`. Threads can share a client.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 30,
        max_retries: int = 2,
        max_retry_wait: float = 60,
    ) -> None:
        """
        `base_url` is that of the service, without `/v1`. `timeout` is how many seconds a request may wait for the next
        bytes. A request is retried `max_retries` times, unless it had to wait longer than `max_retry_wait` seconds.
        """
        super().__init__(
            Transport(
                base_url,
                api_key,
                timeout=timeout,
                max_retries=max_retries,
                max_retry_wait=max_retry_wait,
            )
        )

    def each_event(
        self,
        *,
        after: Optional[str] = None,
        from_: Optional[str] = None,
        types: Optional[Sequence[_types.EventType]] = None,
        waitlist_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[EventWithCursor]:
        """Every event behind the cursor `after`, oldest first, each with the cursor to keep once it is handled."""
        return each_event(
            lambda limit, cursor: self.events.list(
                after=cursor,
                from_=from_ if cursor is None else None,
                types=types,
                waitlist_id=waitlist_id,
                limit=limit,
                timeout=timeout,
            ),
            after,
        )
