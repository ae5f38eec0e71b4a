"""Checks that a request to a webhook comes from the service."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, List, Mapping, Optional, Tuple, TypedDict

from . import types


class WebhookEvent(TypedDict):
    type: types.EventType
    # The types module has a class for the data of each type: SignupCreatedData for `signup.created`.
    data: Any


class WebhookError(Exception):
    """The request is not authentic or not recent. Answer 400 or 401."""


def verify_webhook(
    headers: Mapping[str, str],
    body: bytes,
    secret: str,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Verifies that a request comes from the service, is unchanged and is recent. Returns its event.

    Takes the headers of Standard Webhooks (`webhook-*`), else those of the service (`service-*`). `body` are the bytes as
    they came: a body that was parsed and serialised again has another signature. `tolerance` is how many seconds the
    timestamp may be off, `now` the time to compare it with.
    """
    if not secret:
        raise ValueError("The signing secret is empty.")
    timestamp, signed_before, key, signatures = _read_headers(headers, secret)
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or not signatures:
        raise WebhookError("The timestamp or the signature is malformed.")
    expected = hmac.new(key, signed_before.encode() + body, hashlib.sha256).digest()
    if not any([hmac.compare_digest(expected, signature) for signature in signatures]):
        raise WebhookError("The signature does not match the body and the secret.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookError("The timestamp is too old or in the future.")
    try:
        event: WebhookEvent = json.loads(body.decode("utf-8"))
    except ValueError as cause:
        raise WebhookError("The body is not JSON.") from cause
    return event


def _read_headers(headers: Mapping[str, str], secret: str) -> Tuple[str, str, bytes, List[bytes]]:
    """The timestamp, what is signed before the body, the key and the signatures.

    The headers `webhook-*` come first: while a rotated secret signs too, only they have the signatures of both.
    """
    message_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    standard = _header(headers, "webhook-signature")
    if message_id is not None and timestamp is not None and standard is not None:
        found = [re.fullmatch(r"v1,([A-Za-z0-9+/]{43}=)", each) for each in standard.split(" ")]
        signatures = [base64.b64decode(match.group(1)) for match in found if match]
        return timestamp, f"{message_id}.{timestamp}.", _standard_key(secret), signatures
    timestamp = _header(headers, "service-timestamp")
    signature = _header(headers, "service-signature")
    if timestamp is None or signature is None:
        raise WebhookError(
            "The headers webhook-id, webhook-timestamp and webhook-signature are required, once each; "
            "or service-timestamp and service-signature."
        )
    match = re.fullmatch(r"v1=([0-9a-f]{64})", signature)
    return timestamp, f"{timestamp}.", secret.encode(), [bytes.fromhex(match.group(1))] if match else []


def _standard_key(secret: str) -> bytes:
    """The 32 bytes of a secret that the service made; an older or a self-chosen one is the key itself."""
    match = re.fullmatch(r"whsec_([A-Za-z0-9+/]{43}=)", secret)
    if match:
        try:
            key = base64.b64decode(match.group(1), validate=True)
        except binascii.Error:
            return secret.encode()
        if base64.b64encode(key).decode() == match.group(1):
            return key
    return secret.encode()


def _header(headers: Mapping[str, str], name: str) -> Optional[str]:
    """The value of a header; None if it is missing or repeated."""
    values = [value for key, value in headers.items() if key.lower() == name]
    return values[0] if len(values) == 1 else None
