"""Iteration over all pages of a list."""

from __future__ import annotations

from typing import Any, Callable, Iterator, NamedTuple, Optional

from . import types

# The largest page that the API allows.
_PAGE_SIZE = 200


class EventWithCursor(NamedTuple):
    event: types.FeedEvent
    #: Keep it once the event is handled, and pass it as `after` next time. It is that of the page before until the
    #: page's last event: an event may come again after a crash, and none is left out.
    cursor: Optional[str]


def each_item(read_page: Callable[[int, int], Any], key: str) -> Iterator[Any]:
    """Every item of a list. An item added meanwhile moves others to a later page; they still come only once."""
    seen = set()
    offset = 0
    while True:
        page = read_page(_PAGE_SIZE, offset)
        for item in page["data"]:
            if item[key] not in seen:
                seen.add(item[key])
                yield item
        if not page["has_more"]:
            return
        offset += _PAGE_SIZE


def each_item_by_cursor(read_page: Callable[[int, Optional[str]], Any]) -> Iterator[Any]:
    """Every item of a list whose pages tell the cursor of the next one."""
    cursor: Optional[str] = None
    while True:
        page = read_page(_PAGE_SIZE, cursor)
        yield from page["data"]
        cursor = page["next_cursor"]
        if cursor is None:
            return


def each_event(
    read_page: Callable[[int, Optional[str]], types.EventPage], after: Optional[str]
) -> Iterator[EventWithCursor]:
    """Every event behind a cursor, oldest first, up to the last one there is."""
    cursor = after
    while True:
        page = read_page(_PAGE_SIZE, cursor)
        last = len(page["data"]) - 1
        for index, event in enumerate(page["data"]):
            yield EventWithCursor(event, page["next_cursor"] if index == last else cursor)
        cursor = page["next_cursor"]
        if not page["has_more"]:
            return
