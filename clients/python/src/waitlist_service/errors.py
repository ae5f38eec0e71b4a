"""What the client raises."""

from __future__ import annotations

import re
from typing import Dict, Optional, Type

# The path of a field, at the start of a message about a value: `fields.company: is required`.
_FIELD = re.compile(r"([^\s:]+): (.+)", re.DOTALL)


class WaitlistError(Exception):
    """An error answer. Its subclasses tell the common ones apart."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        #: The code of the API. None if the answer came from something else, such as a proxy.
        self.code = code
        #: Identifies the request in the log of the service.
        self.request_id = request_id
        #: How many seconds to wait before a retry, if the answer says so.
        self.retry_after = retry_after
        match = _FIELD.fullmatch(message) if code == "invalid_request" else None
        #: The path of the field whose value is refused, such as `fields.company`; None for other errors.
        self.field: Optional[str] = match.group(1) if match else None
        #: What is wrong with the field; None for other errors.
        self.problem: Optional[str] = match.group(2) if match else None


class InvalidRequestError(WaitlistError):
    """The body or the query is not valid: `field` and `problem` say where and why."""


class UnauthorizedError(WaitlistError):
    """The key is missing, wrong or revoked."""


class QuotaExceededError(WaitlistError):
    """The plan has no room, or lacks the feature. Waiting does not help."""


class ForbiddenError(WaitlistError):
    """The key lacks the scope."""


class NotFoundError(WaitlistError):
    """The account has no such thing."""


class ConflictError(WaitlistError):
    """A name is in use, or an idempotency key was used for something else."""


class RateLimitedError(WaitlistError):
    """Too many requests: `retry_after` says when to try again."""


class ServiceError(WaitlistError):
    """The service failed, or something in front of it (status 500 and above)."""


class WaitlistConnectionError(ConnectionError):
    """There was no answer: no connection, a broken one, or the timeout."""


_BY_CODE: Dict[str, Type[WaitlistError]] = {
    "invalid_request": InvalidRequestError,
    "unauthorized": UnauthorizedError,
    "quota_exceeded": QuotaExceededError,
    "forbidden": ForbiddenError,
    "not_found": NotFoundError,
    "conflict": ConflictError,
    "rate_limited": RateLimitedError,
    "internal_error": ServiceError,
}


def error_class(code: Optional[str], status: int) -> Type[WaitlistError]:
    """The class for an answer. Without a code, a proxy's status still tells overload and failure."""
    if code in _BY_CODE:
        return _BY_CODE[code]
    if status == 429:
        return RateLimitedError
    return ServiceError if status >= 500 else WaitlistError
