"""Sends requests, retries them and reads answers."""

from __future__ import annotations

import json
import random
import re
import time
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from typing import IO, Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import WaitlistConnectionError, WaitlistError, error_class

_CHUNK = 64 * 1024


def path_of(*parts: str) -> str:
    """Joins a path. Every second part is a value that is escaped."""
    return "".join(quote(part, safe="") if index % 2 else part for index, part in enumerate(parts))


class _NoRedirects(HTTPRedirectHandler):
    """The API redirects no request of a client, and the key must not follow to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Download:
    """A file, such as an export, read while it arrives. Close it, or use it in a `with` statement."""

    def __init__(self, response: HTTPResponse) -> None:
        self._response = response

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes, or the rest. Empty at the end."""
        try:
            return self._response.read(None if size < 0 else size)
        except (OSError, HTTPException) as cause:
            raise WaitlistConnectionError("The download broke off.") from cause

    def __iter__(self) -> Iterator[bytes]:
        while True:
            chunk = self.read(_CHUNK)
            if not chunk:
                return
            yield chunk

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Transport:
    def __init__(
        self, base_url: str, api_key: str, *, timeout: float, max_retries: int, max_retry_wait: float
    ) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("The base URL must begin with http:// or https://.")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_retry_wait = max_retry_wait
        self._opener = build_opener(_NoRedirects)

    def call(self, method: str, path: str, **options: Any) -> Any:
        """The JSON of the answer; None for an answer without a body."""
        text = self._send(method, path, is_download=False, **options)
        try:
            return json.loads(text) if text else None
        except ValueError as cause:
            raise WaitlistError("The answer is not JSON.", status=200) from cause

    def download(self, method: str, path: str, **options: Any) -> Download:
        return Download(self._send(method, path, is_download=True, **options))

    def _send(
        self,
        method: str,
        path: str,
        *,
        is_download: bool,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        file: Union[None, str, bytes, IO[bytes]] = None,
        file_type: str = "text/csv",
        headers: Optional[Mapping[str, str]] = None,
        status_token: Optional[str] = None,
        with_key: bool = True,
        idempotency_key: Optional[str] = None,
        can_wait: bool = True,
        timeout: Optional[float] = None,
    ) -> Any:
        all_headers: Dict[str, str] = {"Accept": "*/*", "User-Agent": "waitlist-service-client-python"}
        data: Any = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            all_headers["Content-Type"] = "application/json"
        elif file is not None:
            data = file.encode() if isinstance(file, str) else file
            all_headers["Content-Type"] = file_type
            can_wait = False  # a stream cannot be sent again
        if status_token is not None:
            all_headers["Authorization"] = f"Status {status_token}"
        elif with_key:
            all_headers["Authorization"] = f"Bearer {self._api_key}"
        if idempotency_key is not None:
            all_headers["Idempotency-Key"] = idempotency_key
        all_headers.update(headers or {})
        has_key = idempotency_key is not None
        url = self._base_url + path + _query_string(query or {})

        retries = 0
        while True:
            request = Request(url, data=data, headers=all_headers, method=method)
            error: Exception
            wait: Optional[float]
            try:
                response = self._opener.open(request, timeout=timeout or self._timeout)
                if is_download:
                    return response
                with response:
                    return response.read()
            except HTTPError as answer:
                with answer:
                    refusal = _read_error(answer)
                error, wait = refusal, _wait_after(refusal, method, has_key)
            except (OSError, HTTPException) as cause:
                error = WaitlistConnectionError(f"{method} {path} got no answer: {cause}")
                error.__cause__ = cause
                wait = 2.0**retries * random.uniform(0.5, 1) if _is_safe(method, has_key) else None
            if not can_wait or wait is None or wait > self._max_retry_wait or retries >= self._max_retries:
                raise error
            time.sleep(wait + random.random() * max(wait, 1) / 4)
            retries += 1


def _is_safe(method: str, has_key: bool) -> bool:
    """Whether sending the request twice is as good as once."""
    return method in ("GET", "HEAD") or has_key


def _wait_after(error: WaitlistError, method: str, has_key: bool) -> Optional[float]:
    """How long to wait before a retry; None if there must be none.

    After 429 the service has done nothing. A conflict has Retry-After only while an earlier attempt with the same
    idempotency key is running.
    """
    can_retry = (
        error.status == 429
        or (error.status >= 500 and _is_safe(method, has_key))
        or (error.status == 409 and has_key)
    )
    return error.retry_after if can_retry else None


def _read_error(answer: HTTPError) -> WaitlistError:
    code = message = None
    try:
        error = json.loads(answer.read())["error"]
        code, message = error["code"], error["message"]
    except (ValueError, KeyError, TypeError, OSError, HTTPException):
        pass  # not from the service
    return error_class(code, answer.code)(
        message or f"The service responded with status {answer.code}.",
        status=answer.code,
        code=code,
        request_id=answer.headers.get("x-request-id"),
        retry_after=_seconds(answer.headers.get("retry-after")),
    )


def _seconds(value: Optional[str]) -> Optional[float]:
    """Reads Retry-After, which may also hold a date: proxies send that."""
    if value is None:
        return None
    if re.fullmatch(r"\d{1,9}", value.strip()):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def _query_string(query: Mapping[str, Any]) -> str:
    pairs: List[Tuple[str, str]] = []
    for name, value in query.items():
        if value is None:
            continue
        if name.endswith("."):  # the values of custom fields, by their keys
            pairs.extend((name + key, _text(each)) for key, each in value.items())
        elif isinstance(value, (list, tuple)):
            pairs.append((name, ",".join(value)))
        else:
            pairs.append((name, _text(value)))
    return f"?{urlencode(pairs)}" if pairs else ""


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
