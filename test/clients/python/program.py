"""What the tests have the Python client do: the command names it, standard input has its JSON, standard output the report."""

import base64
import json
import sys

from waitlist_service import (
    ConflictError,
    Download,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    QuotaExceededError,
    RateLimitedError,
    UnauthorizedError,
    WaitlistClient,
    WaitlistConnectionError,
    WaitlistError,
    WebhookError,
    verify_webhook,
)

KINDS = {
    InvalidRequestError: "invalid_request",
    UnauthorizedError: "unauthorized",
    QuotaExceededError: "quota_exceeded",
    ForbiddenError: "forbidden",
    NotFoundError: "not_found",
    ConflictError: "conflict",
    RateLimitedError: "rate_limited",
}


def outcome(call):
    """What a call returns, or what is to be told of its error."""
    try:
        answer = call()
        if isinstance(answer, Download):
            with answer:
                answer = b"".join(answer).decode()
        return {"answer": answer}
    except WaitlistError as error:
        return {
            "status": error.status,
            "kind": KINDS.get(type(error), ""),
            "code": error.code or "",
            "message": error.message,
            "request_id": error.request_id or "",
            "retry_after": error.retry_after or 0,
            "field": error.field or "",
            "problem": error.problem or "",
        }
    except WaitlistConnectionError:
        return {"kind": "connection"}


def operations(given):
    """Calls every operation with the arguments that it is given."""
    client = WaitlistClient(given["base_url"], given["api_key"])
    report = []
    for each in given["operations"]:
        method = getattr(getattr(client, each["resource"]), each["method"])
        named = {"from_" if name == "from" else name: value for name, value in each["query"].items()}
        if each["idempotency_key"]:
            named["idempotency_key"] = each["idempotency_key"]
        report.append(outcome(lambda: method(*each["arguments"], **named)))
    return report


def story(given):
    client = WaitlistClient(given["base_url"], given["api_key"])
    stranger = WaitlistClient(given["base_url"] + "/", "wl_x")
    reader = WaitlistClient(given["base_url"], given["reading_key"])
    free = WaitlistClient(given["base_url"], given["free_key"])

    first = client.waitlists.create({"name": "Acme Notes"}, idempotency_key="acme")
    again = client.waitlists.create({"name": "Acme Notes"}, idempotency_key="acme")
    client.fields.create(first["id"], {"key": "company", "label": "Company", "type": "string"})
    ada = client.signups.create(first["id"], {"email": "ada@example.com", "fields": {"company": "A & B=1"}})
    bob = client.signups.create(
        first["id"],
        {"email": "bob@example.com", "referral_code": ada["referral_code"], "include": ["created"]},
    )
    people = [{"email": f"person{number}@example.com"} for number in range(250)]
    added = client.signups.add(first["id"], {"signups": people, "notify": True}, idempotency_key="people")
    found = client.signups.list(first["id"], fields={"company": "A & B=1"}, include=["confirmation", "rewards"])
    with client.signups.export(first["id"], email="ada@example.com") as file:
        lines = file.read().decode().strip().split("\n")
    client.settings.update(first["id"], {"links": {"site_url": "https://acme.com/"}})
    site = client.settings.read(first["id"])["links"]["site_url"]
    client.settings.update(first["id"], {"links": {"site_url": None}})
    few = []
    for signup in client.signups.iterate(first["id"]):
        few.append(signup["position"])
        if len(few) == 3:
            break
    free.waitlists.create({"name": "One"})
    status = client.status.read(client.signups.read_links(first["id"], ada["id"])["status_token"])
    return {
        "waitlist": first["id"],
        "repeated": first["id"] == again["id"],
        "positions": [ada["position"], bob["position"]],
        "created": bob["created"],
        "added": added["created"],
        "found": [[signup["email"], signup["confirmation"], signup["rewards"]] for signup in found["data"]],
        "exported": len(lines),
        "site": [site, client.settings.read(first["id"])["links"]["site_url"]],
        "all": [signup["position"] for signup in client.signups.iterate(first["id"])],
        "oldest": [signup["email"] for signup in client.signups.iterate(first["id"], q="bob@", order="oldest")],
        "few": few,
        "status": status["position"],
        "audit": all(entry["action"] for entry in client.account.iterate_audit_log()),
        "errors": [
            outcome(lambda: client.waitlists.read(given["unknown_id"])),
            outcome(lambda: client.waitlists.create({"name": "Acme Notes"})),
            outcome(lambda: client.signups.create(first["id"], {"email": "none"})),
            outcome(lambda: stranger.account.read()),
            outcome(lambda: reader.waitlists.create({"name": "Other"})),
            outcome(lambda: free.waitlists.create({"name": "Two"})),
            outcome(lambda: next(client.signups.iterate("nonsense"))),
        ],
    }


def events(given):
    client = WaitlistClient(given["base_url"], given["api_key"])
    return [
        [event["type"], event["data"]["email"], cursor or ""]
        for event, cursor in client.each_event(after=given["after"] or None, types=["signup.created"])
    ]


def retries(given):
    client = WaitlistClient(given["base_url"], "wl_x")
    calls = {
        "read": lambda: client.account.read(),
        "read within 5 s": lambda: client.account.read(timeout=5),
        "write": lambda: client.waitlists.create({"name": "Acme"}),
        "write with key": lambda: client.waitlists.create({"name": "Acme"}, idempotency_key="one"),
        "signup": lambda: client.signups.create("w", {"email": "ada@example.com"}),
        "signup, waiting": lambda: client.signups.create("w", {"email": "ada@example.com"}, wait_for_limit=True),
        "upload": lambda: client.imports.create("w", "email\nada@example.com\n"),
    }
    return [outcome(calls[name]) for name in given["calls"]]


def webhooks(given):
    report = []
    for case in given["cases"]:
        try:
            body = base64.b64decode(case["body"])
            event = verify_webhook(case["headers"], body, case["secret"], now=case["now"])
            report.append(f"{event['type']} {event['data']['email']}")
        except WebhookError:
            report.append("refused")
    return report


COMMANDS = {
    "operations": operations,
    "story": story,
    "events": events,
    "retries": retries,
    "webhooks": webhooks,
}
json.dump(COMMANDS[sys.argv[1]](json.load(sys.stdin)), sys.stdout)
