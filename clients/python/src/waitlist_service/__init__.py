"""A client of the waitlist service. Use it on your server: an API key must never reach a browser."""

from . import types
from ._paging import EventWithCursor
from ._transport import Download
from .client import WaitlistClient
from .errors import (
    ConflictError,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    QuotaExceededError,
    RateLimitedError,
    ServiceError,
    UnauthorizedError,
    WaitlistConnectionError,
    WaitlistError,
)
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "ConflictError",
    "Download",
    "EventWithCursor",
    "ForbiddenError",
    "InvalidRequestError",
    "NotFoundError",
    "QuotaExceededError",
    "RateLimitedError",
    "ServiceError",
    "UnauthorizedError",
    "WaitlistClient",
    "WaitlistConnectionError",
    "WaitlistError",
    "WebhookError",
    "types",
    "verify_webhook",
]
