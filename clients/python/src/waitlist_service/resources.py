# Written by `npm run clients` from the API description. Do not edit.
"""The operations of the API, by resource."""

from __future__ import annotations

from typing import IO, Any, Iterator, List, Mapping, Optional, Sequence, Union

from . import types
from ._paging import each_item, each_item_by_cursor
from ._transport import Download, Transport, path_of


class Health:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def check(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.CheckHealthAnswer:
        """Check whether the process is alive."""
        return self._transport.call(
            "GET",
            "/healthz",
            with_key=False,
            timeout=timeout,
        )

    def check_readiness(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.CheckReadinessAnswer:
        """Check whether requests can be served."""
        return self._transport.call(
            "GET",
            "/readyz",
            with_key=False,
            timeout=timeout,
        )


class InboundWebhooks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def receive_managed_email_events(
        self,
        body: Any,
        *,
        headers: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
    ) -> types.ReceiveManagedEmailEventsAnswer:
        """Receive events of the service's mail provider."""
        return self._transport.call(
            "POST",
            "/v1/webhooks/email_provider",
            body=body,
            with_key=False,
            headers=headers,
            timeout=timeout,
        )

    def receive_account_email_events(
        self,
        token: str,
        body: Any,
        *,
        headers: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
    ) -> types.ReceiveAccountEmailEventsAnswer:
        """Receive events of an account's mail provider."""
        return self._transport.call(
            "POST",
            path_of("/v1/webhooks/email/", token),
            body=body,
            with_key=False,
            headers=headers,
            timeout=timeout,
        )


class Status:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def read(
        self,
        status_token: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.SignupStatus:
        """Read the own status."""
        return self._transport.call(
            "GET",
            "/v1/public/status",
            status_token=status_token,
            timeout=timeout,
        )

    def read_public_leaderboard(
        self,
        status_token: str,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.PublicLeaderboard:
        """Read the leaderboard with the own rank."""
        return self._transport.call(
            "GET",
            "/v1/public/leaderboard",
            query={
                "limit": limit,
            },
            status_token=status_token,
            timeout=timeout,
        )


class Forms:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def submit(
        self,
        form_id: str,
        body: types.FormPost,
        *,
        timeout: Optional[float] = None,
    ) -> types.FormTaken:
        """Sign up in a form."""
        return self._transport.call(
            "POST",
            path_of("/f/", form_id),
            body=body,
            with_key=False,
            timeout=timeout,
        )

    def sign_time(
        self,
        form_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.FormTime:
        """Sign the time for a form."""
        return self._transport.call(
            "GET",
            path_of("/f/", form_id, "/time"),
            with_key=False,
            timeout=timeout,
        )


class Account:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def read(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.Account:
        """Read the account.

        Scope: ``account:read``
        """
        return self._transport.call(
            "GET",
            "/v1/account",
            timeout=timeout,
        )

    def list_audit_log(
        self,
        *,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.AuditPage:
        """List the audit log.

        Scope: ``account:read``
        """
        return self._transport.call(
            "GET",
            "/v1/audit-log",
            query={
                "limit": limit,
                "after": after,
            },
            timeout=timeout,
        )

    def iterate_audit_log(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Iterator[types.AuditEntry]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``account:read``
        """
        return each_item_by_cursor(
            lambda limit, after: self.list_audit_log(
                limit=limit,
                after=after,
                timeout=timeout,
            )
        )

    def export_audit_log(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Export the audit log.

        Scope: ``account:read``
        """
        return self._transport.download(
            "GET",
            "/v1/audit-log/export",
            timeout=timeout,
        )


class Waitlists:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        body: types.NewWaitlist,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreatedWaitlist:
        """Create a waitlist.

        Scope: ``waitlists:write``
        """
        return self._transport.call(
            "POST",
            "/v1/waitlists",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.WaitlistWithCountPage:
        """List waitlists.

        Scope: ``waitlists:read``
        """
        return self._transport.call(
            "GET",
            "/v1/waitlists",
            query={
                "limit": limit,
                "offset": offset,
            },
            timeout=timeout,
        )

    def iterate(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Iterator[types.WaitlistWithCount]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``waitlists:read``
        """
        return each_item(
            lambda limit, offset: self.list(
                limit=limit,
                offset=offset,
                timeout=timeout,
            ), "id"
        )

    def read(
        self,
        waitlist_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.Waitlist:
        """Read a waitlist.

        Scope: ``waitlists:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id),
            timeout=timeout,
        )

    def update(
        self,
        waitlist_id: str,
        body: types.WaitlistChange,
        *,
        timeout: Optional[float] = None,
    ) -> types.Waitlist:
        """Change a waitlist.

        Scope: ``waitlists:write``
        """
        return self._transport.call(
            "PATCH",
            path_of("/v1/waitlists/", waitlist_id),
            body=body,
            timeout=timeout,
        )

    def delete(
        self,
        waitlist_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Delete a waitlist.

        Scope: ``waitlists:delete``
        """
        self._transport.call(
            "DELETE",
            path_of("/v1/waitlists/", waitlist_id),
            timeout=timeout,
        )


class Signups:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        waitlist_id: str,
        body: types.NewSignup,
        *,
        wait_for_limit: bool = False,
        timeout: Optional[float] = None,
    ) -> types.SignupAnswer:
        """Add a signup.

        Scope: ``signups:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/signups"),
            body=body,
            can_wait=wait_for_limit,
            timeout=timeout,
        )

    def list(
        self,
        waitlist_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        order: Optional[types.ListSignupsOrder] = None,
        email: Optional[str] = None,
        referral_code: Optional[str] = None,
        utm_source: Optional[str] = None,
        utm_campaign: Optional[str] = None,
        email_status: Optional[types.ListSignupsEmailStatus] = None,
        bounce_class: Optional[types.PersonMailBounceClass] = None,
        referred_by: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        q: Optional[str] = None,
        confirmed: Optional[bool] = None,
        match: Optional[types.WaveFilterMatch] = None,
        segment: Optional[str] = None,
        fields: Optional[Mapping[str, Union[str, int, float, bool]]] = None,
        not_fields: Optional[Mapping[str, Union[str, int, float, bool]]] = None,
        not_email_domains: Optional[Union[str, Sequence[str]]] = None,
        include: Optional[Union[str, Sequence[str]]] = None,
        timeout: Optional[float] = None,
    ) -> types.SignupPage:
        """List signups.

        Scope: ``signups:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/signups"),
            query={
                "limit": limit,
                "offset": offset,
                "order": order,
                "email": email,
                "referral_code": referral_code,
                "utm_source": utm_source,
                "utm_campaign": utm_campaign,
                "email_status": email_status,
                "bounce_class": bounce_class,
                "referred_by": referred_by,
                "created_from": created_from,
                "created_to": created_to,
                "q": q,
                "confirmed": confirmed,
                "match": match,
                "segment": segment,
                "field.": fields,
                "not_field.": not_fields,
                "not_email_domains": not_email_domains,
                "include": include,
            },
            timeout=timeout,
        )

    def iterate(
        self,
        waitlist_id: str,
        *,
        order: Optional[types.ListSignupsOrder] = None,
        email: Optional[str] = None,
        referral_code: Optional[str] = None,
        utm_source: Optional[str] = None,
        utm_campaign: Optional[str] = None,
        email_status: Optional[types.ListSignupsEmailStatus] = None,
        bounce_class: Optional[types.PersonMailBounceClass] = None,
        referred_by: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        q: Optional[str] = None,
        confirmed: Optional[bool] = None,
        match: Optional[types.WaveFilterMatch] = None,
        segment: Optional[str] = None,
        fields: Optional[Mapping[str, Union[str, int, float, bool]]] = None,
        not_fields: Optional[Mapping[str, Union[str, int, float, bool]]] = None,
        not_email_domains: Optional[Union[str, Sequence[str]]] = None,
        include: Optional[Union[str, Sequence[str]]] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.Signup]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``signups:read``
        """
        return each_item(
            lambda limit, offset: self.list(
                waitlist_id,
                limit=limit,
                offset=offset,
                order=order,
                email=email,
                referral_code=referral_code,
                utm_source=utm_source,
                utm_campaign=utm_campaign,
                email_status=email_status,
                bounce_class=bounce_class,
                referred_by=referred_by,
                created_from=created_from,
                created_to=created_to,
                q=q,
                confirmed=confirmed,
                match=match,
                segment=segment,
                fields=fields,
                not_fields=not_fields,
                not_email_domains=not_email_domains,
                include=include,
                timeout=timeout,
            ), "id"
        )

    def read(
        self,
        waitlist_id: str,
        signup_id: str,
        *,
        include: Optional[Union[str, Sequence[str]]] = None,
        timeout: Optional[float] = None,
    ) -> types.Signup:
        """Read a signup.

        Scope: ``signups:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/signups/", signup_id),
            query={
                "include": include,
            },
            timeout=timeout,
        )

    def update(
        self,
        waitlist_id: str,
        signup_id: str,
        body: types.SignupChange,
        *,
        include: Optional[Union[str, Sequence[str]]] = None,
        timeout: Optional[float] = None,
    ) -> types.Signup:
        """Change a signup.

        Scope: ``signups:update``
        """
        return self._transport.call(
            "PATCH",
            path_of("/v1/waitlists/", waitlist_id, "/signups/", signup_id),
            query={
                "include": include,
            },
            body=body,
            timeout=timeout,
        )

    def remove(
        self,
        waitlist_id: str,
        signup_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Delete a signup.

        Scope: ``signups:delete``
        """
        self._transport.call(
            "DELETE",
            path_of("/v1/waitlists/", waitlist_id, "/signups/", signup_id),
            timeout=timeout,
        )

    def read_links(
        self,
        waitlist_id: str,
        signup_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.SignupLinks:
        """Read the links of a signup.

        Scope: ``signups:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/signups/", signup_id, "/links"),
            timeout=timeout,
        )

    def add(
        self,
        waitlist_id: str,
        body: types.NewSignups,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.BulkResult:
        """Add many signups.

        Scope: ``signups:bulk``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/signups/bulk"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def export(
        self,
        waitlist_id: str,
        *,
        email: Optional[str] = None,
        referral_code: Optional[str] = None,
        utm_source: Optional[str] = None,
        utm_campaign: Optional[str] = None,
        email_status: Optional[types.ListSignupsEmailStatus] = None,
        bounce_class: Optional[types.PersonMailBounceClass] = None,
        referred_by: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        q: Optional[str] = None,
        confirmed: Optional[bool] = None,
        match: Optional[types.WaveFilterMatch] = None,
        segment: Optional[str] = None,
        fields: Optional[Mapping[str, Union[str, int, float, bool]]] = None,
        not_fields: Optional[Mapping[str, Union[str, int, float, bool]]] = None,
        not_email_domains: Optional[Union[str, Sequence[str]]] = None,
        timeout: Optional[float] = None,
    ) -> Download:
        """Export signups.

        Scope: ``signups:read``
        """
        return self._transport.download(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/signups/export"),
            query={
                "email": email,
                "referral_code": referral_code,
                "utm_source": utm_source,
                "utm_campaign": utm_campaign,
                "email_status": email_status,
                "bounce_class": bounce_class,
                "referred_by": referred_by,
                "created_from": created_from,
                "created_to": created_to,
                "q": q,
                "confirmed": confirmed,
                "match": match,
                "segment": segment,
                "field.": fields,
                "not_field.": not_fields,
                "not_email_domains": not_email_domains,
            },
            timeout=timeout,
        )

    def confirm(
        self,
        body: types.ConfirmationToken,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Confirmation:
        """Confirm a signup.

        Scope: ``signups:write``
        """
        return self._transport.call(
            "POST",
            "/v1/confirmations",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def read_leaderboard(
        self,
        waitlist_id: str,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.LeaderboardEntryPage:
        """Read the leaderboard of a waitlist.

        Scope: ``signups:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/leaderboard"),
            query={
                "limit": limit,
            },
            timeout=timeout,
        )


class Stats:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def read(
        self,
        waitlist_id: str,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        include: Optional[Union[str, Sequence[str]]] = None,
        timeout: Optional[float] = None,
    ) -> types.Stats:
        """Read the statistics.

        Scope: ``waitlists:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/stats"),
            query={
                "from": from_,
                "to": to,
                "include": include,
            },
            timeout=timeout,
        )


class Fields:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        waitlist_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.FieldDefinitionPage:
        """List custom fields.

        Scope: ``waitlists:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/fields"),
            query={
                "limit": limit,
                "offset": offset,
            },
            timeout=timeout,
        )

    def iterate(
        self,
        waitlist_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Iterator[types.FieldDefinition]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``waitlists:read``
        """
        return each_item(
            lambda limit, offset: self.list(
                waitlist_id,
                limit=limit,
                offset=offset,
                timeout=timeout,
            ), "key"
        )

    def create(
        self,
        waitlist_id: str,
        body: types.NewField,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.FieldDefinition:
        """Add a custom field.

        Scope: ``waitlists:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/fields"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def update(
        self,
        waitlist_id: str,
        field_key: str,
        body: types.FieldChange,
        *,
        timeout: Optional[float] = None,
    ) -> types.FieldDefinition:
        """Change a custom field.

        Scope: ``waitlists:write``
        """
        return self._transport.call(
            "PATCH",
            path_of("/v1/waitlists/", waitlist_id, "/fields/", field_key),
            body=body,
            timeout=timeout,
        )

    def delete(
        self,
        waitlist_id: str,
        field_key: str,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Delete a custom field.

        Scope: ``waitlists:write``
        """
        self._transport.call(
            "DELETE",
            path_of("/v1/waitlists/", waitlist_id, "/fields/", field_key),
            timeout=timeout,
        )


class Integrations:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[types.Integration]:
        """List integrations.

        Scope: ``account:read``
        """
        return self._transport.call(
            "GET",
            "/v1/integrations",
            timeout=timeout,
        )

    def set(
        self,
        integration_type: types.IntegrationType,
        body: types.IntegrationSettings,
        *,
        timeout: Optional[float] = None,
    ) -> types.SavedIntegration:
        """Set an integration.

        Scope: ``account:write``
        """
        return self._transport.call(
            "PUT",
            path_of("/v1/integrations/", integration_type),
            body=body,
            timeout=timeout,
        )

    def update(
        self,
        integration_type: types.IntegrationType,
        body: types.IntegrationChange,
        *,
        timeout: Optional[float] = None,
    ) -> types.Integration:
        """Pause or resume an integration.

        Scope: ``account:write``
        """
        return self._transport.call(
            "PATCH",
            path_of("/v1/integrations/", integration_type),
            body=body,
            timeout=timeout,
        )

    def delete(
        self,
        integration_type: types.IntegrationType,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Delete an integration.

        Scope: ``account:write``
        """
        self._transport.call(
            "DELETE",
            path_of("/v1/integrations/", integration_type),
            timeout=timeout,
        )

    def list_deliveries(
        self,
        integration_type: types.IntegrationType,
        *,
        timeout: Optional[float] = None,
    ) -> List[types.DeliveryRecord]:
        """List deliveries.

        Scope: ``account:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/integrations/", integration_type, "/deliveries"),
            timeout=timeout,
        )

    def read_delivery(
        self,
        integration_type: types.IntegrationType,
        delivery_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.DeliveryDetails:
        """Read a delivery.

        Scope: ``account:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/integrations/", integration_type, "/deliveries/", delivery_id),
            timeout=timeout,
        )

    def read_health(
        self,
        integration_type: types.IntegrationType,
        *,
        timeout: Optional[float] = None,
    ) -> types.IntegrationHealth:
        """Read the health of an integration.

        Scope: ``account:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/integrations/", integration_type, "/health"),
            timeout=timeout,
        )

    def redeliver_event(
        self,
        integration_type: types.IntegrationType,
        event_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Redelivery:
        """Deliver an event again.

        Scope: ``events:replay``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/integrations/", integration_type, "/events/", event_id, "/redeliver"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def replay_events(
        self,
        integration_type: types.IntegrationType,
        body: types.ReplayRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Replay:
        """Deliver many events again.

        Scope: ``events:replay``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/integrations/", integration_type, "/replay"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def dismiss_missed(
        self,
        integration_type: types.IntegrationType,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Dismiss events that have not arrived.

        Scope: ``events:replay``
        """
        self._transport.call(
            "POST",
            path_of("/v1/integrations/", integration_type, "/dismiss"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def rotate_secret(
        self,
        body: types.SecretRotation,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RotatedSecret:
        """Rotate the signing secret.

        Scope: ``account:write``
        """
        return self._transport.call(
            "POST",
            "/v1/integrations/webhook/rotate-secret",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Events:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        after: Optional[str] = None,
        from_: Optional[str] = None,
        types: Optional[Union[str, Sequence[str]]] = None,
        waitlist_id: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.EventPage:
        """List events.

        Scope: ``events:read``
        """
        return self._transport.call(
            "GET",
            "/v1/events",
            query={
                "after": after,
                "from": from_,
                "types": types,
                "waitlist_id": waitlist_id,
                "limit": limit,
            },
            timeout=timeout,
        )


class Settings:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def read(
        self,
        waitlist_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.WaitlistSettings:
        """Read the settings of a waitlist.

        Scope: ``settings:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/settings"),
            timeout=timeout,
        )

    def update(
        self,
        waitlist_id: str,
        body: types.WaitlistSettingsChange,
        *,
        timeout: Optional[float] = None,
    ) -> types.WaitlistSettings:
        """Change settings of a waitlist.

        Scope: ``settings:write``
        """
        return self._transport.call(
            "PATCH",
            path_of("/v1/waitlists/", waitlist_id, "/settings"),
            body=body,
            timeout=timeout,
        )

    def revoke_links(
        self,
        waitlist_id: str,
        body: types.LinkRevocation,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Revoke links of a waitlist.

        Scope: ``settings:write``
        """
        self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/links/revoke"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def set_logo(
        self,
        waitlist_id: str,
        file: Union[str, bytes, IO[bytes]],
        *,
        timeout: Optional[float] = None,
    ) -> types.BrandLogo:
        """Set the logo of a waitlist.

        Scope: ``settings:write``
        """
        return self._transport.call(
            "PUT",
            path_of("/v1/waitlists/", waitlist_id, "/brand/logo"),
            file=file,
            file_type="application/octet-stream",
            timeout=timeout,
        )

    def remove_logo(
        self,
        waitlist_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Remove the logo of a waitlist.

        Scope: ``settings:write``
        """
        self._transport.call(
            "DELETE",
            path_of("/v1/waitlists/", waitlist_id, "/brand/logo"),
            timeout=timeout,
        )


class People:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_suppressions(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        email: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.SuppressionPage:
        """List suppressions.

        Scope: ``people:manage``
        """
        return self._transport.call(
            "GET",
            "/v1/suppressions",
            query={
                "limit": limit,
                "offset": offset,
                "email": email,
            },
            timeout=timeout,
        )

    def iterate_suppressions(
        self,
        *,
        email: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.Suppression]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``people:manage``
        """
        return each_item(
            lambda limit, offset: self.list_suppressions(
                limit=limit,
                offset=offset,
                email=email,
                timeout=timeout,
            ), "id"
        )

    def add_suppression(
        self,
        body: types.SuppressionTarget,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Suppression:
        """Stop mails to an address.

        Scope: ``people:manage``
        """
        return self._transport.call(
            "POST",
            "/v1/suppressions",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def remove_suppression(
        self,
        body: types.SuppressionTarget,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Let an address get mails again.

        Scope: ``people:manage``
        """
        self._transport.call(
            "DELETE",
            "/v1/suppressions",
            body=body,
            timeout=timeout,
        )

    def export_suppressions(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Export suppressions.

        Scope: ``people:manage``
        """
        return self._transport.download(
            "GET",
            "/v1/suppressions/export",
            timeout=timeout,
        )

    def export(
        self,
        body: types.PersonTarget,
        *,
        timeout: Optional[float] = None,
    ) -> types.PersonExport:
        """Export what is kept about an address.

        Scope: ``people:manage``
        """
        return self._transport.call(
            "POST",
            "/v1/people/export",
            body=body,
            timeout=timeout,
        )

    def erase(
        self,
        body: types.ErasureTarget,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Erasure:
        """Erase what is kept about an address.

        Scope: ``people:manage``
        """
        return self._transport.call(
            "POST",
            "/v1/people/erase",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Reviews:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        waitlist_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        state: Optional[types.ReviewState] = None,
        reason: Optional[types.ReviewReasonsCode] = None,
        referrer_id: Optional[str] = None,
        domain: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ReviewPage:
        """List reviews.

        Scope: ``reviews:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/reviews"),
            query={
                "limit": limit,
                "offset": offset,
                "state": state,
                "reason": reason,
                "referrer_id": referrer_id,
                "domain": domain,
            },
            timeout=timeout,
        )

    def iterate(
        self,
        waitlist_id: str,
        *,
        state: Optional[types.ReviewState] = None,
        reason: Optional[types.ReviewReasonsCode] = None,
        referrer_id: Optional[str] = None,
        domain: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.Review]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``reviews:read``
        """
        return each_item(
            lambda limit, offset: self.list(
                waitlist_id,
                limit=limit,
                offset=offset,
                state=state,
                reason=reason,
                referrer_id=referrer_id,
                domain=domain,
                timeout=timeout,
            ), "signup_id"
        )

    def list_referrers(
        self,
        waitlist_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.ReviewedReferrerPage:
        """List referrers.

        Scope: ``reviews:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/reviews/referrers"),
            query={
                "limit": limit,
                "offset": offset,
            },
            timeout=timeout,
        )

    def iterate_referrers(
        self,
        waitlist_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Iterator[types.ReviewedReferrer]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``reviews:read``
        """
        return each_item(
            lambda limit, offset: self.list_referrers(
                waitlist_id,
                limit=limit,
                offset=offset,
                timeout=timeout,
            ), "signup_id"
        )

    def approve(
        self,
        waitlist_id: str,
        signup_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.Review:
        """Approve a referral.

        Scope: ``reviews:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/reviews/", signup_id, "/approve"),
            timeout=timeout,
        )

    def reject(
        self,
        waitlist_id: str,
        signup_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.Review:
        """Reject a referral.

        Scope: ``reviews:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/reviews/", signup_id, "/reject"),
            timeout=timeout,
        )

    def decide(
        self,
        waitlist_id: str,
        body: types.ReviewBulk,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ReviewBulkResult:
        """Decide many reviews.

        Scope: ``reviews:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/reviews/bulk"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Rewards:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        waitlist_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        reward: Optional[str] = None,
        fulfilled: Optional[bool] = None,
        q: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.EarnedRewardPage:
        """List earned rewards.

        Scope: ``rewards:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/rewards"),
            query={
                "limit": limit,
                "offset": offset,
                "reward": reward,
                "fulfilled": fulfilled,
                "q": q,
            },
            timeout=timeout,
        )

    def iterate(
        self,
        waitlist_id: str,
        *,
        reward: Optional[str] = None,
        fulfilled: Optional[bool] = None,
        q: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.EarnedReward]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``rewards:read``
        """
        return each_item(
            lambda limit, offset: self.list(
                waitlist_id,
                limit=limit,
                offset=offset,
                reward=reward,
                fulfilled=fulfilled,
                q=q,
                timeout=timeout,
            ), "signup_id"
        )

    def export(
        self,
        waitlist_id: str,
        *,
        reward: Optional[str] = None,
        fulfilled: Optional[bool] = None,
        q: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Download:
        """Export earned rewards.

        Scope: ``rewards:read``
        """
        return self._transport.download(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/rewards/export"),
            query={
                "reward": reward,
                "fulfilled": fulfilled,
                "q": q,
            },
            timeout=timeout,
        )

    def fulfil(
        self,
        waitlist_id: str,
        body: types.RewardFulfilment,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RewardFulfilmentResult:
        """Mark rewards as handed over.

        Scope: ``rewards:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/rewards/fulfil"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Segments:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        waitlist_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.SegmentPage:
        """List segments.

        Scope: ``signups:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/segments"),
            query={
                "limit": limit,
                "offset": offset,
            },
            timeout=timeout,
        )

    def iterate(
        self,
        waitlist_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Iterator[types.Segment]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``signups:read``
        """
        return each_item(
            lambda limit, offset: self.list(
                waitlist_id,
                limit=limit,
                offset=offset,
                timeout=timeout,
            ), "id"
        )

    def create(
        self,
        waitlist_id: str,
        body: types.NewSegment,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Segment:
        """Make a segment.

        Scope: ``waitlists:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/segments"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def update(
        self,
        waitlist_id: str,
        segment_id: str,
        body: types.SegmentPatch,
        *,
        timeout: Optional[float] = None,
    ) -> types.Segment:
        """Change a segment.

        Scope: ``waitlists:write``
        """
        return self._transport.call(
            "PATCH",
            path_of("/v1/waitlists/", waitlist_id, "/segments/", segment_id),
            body=body,
            timeout=timeout,
        )

    def delete(
        self,
        waitlist_id: str,
        segment_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Delete a segment.

        Scope: ``waitlists:write``
        """
        self._transport.call(
            "DELETE",
            path_of("/v1/waitlists/", waitlist_id, "/segments/", segment_id),
            timeout=timeout,
        )


class Invitations:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def draft_wave(
        self,
        waitlist_id: str,
        body: types.NewWave,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Wave:
        """Draft a wave.

        Scope: ``invitations:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/waves"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_waves(
        self,
        waitlist_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.WaveSummaryPage:
        """List waves.

        Scope: ``invitations:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/waves"),
            query={
                "limit": limit,
                "offset": offset,
            },
            timeout=timeout,
        )

    def iterate_waves(
        self,
        waitlist_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Iterator[types.WaveSummary]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``invitations:read``
        """
        return each_item(
            lambda limit, offset: self.list_waves(
                waitlist_id,
                limit=limit,
                offset=offset,
                timeout=timeout,
            ), "id"
        )

    def read_wave(
        self,
        wave_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.WaveReport:
        """Read a wave.

        Scope: ``invitations:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waves/", wave_id),
            timeout=timeout,
        )

    def launch_wave(
        self,
        wave_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.WaveLaunch:
        """Launch a wave.

        Scope: ``invitations:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waves/", wave_id, "/launch"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def cancel_wave(
        self,
        wave_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Wave:
        """Cancel a wave.

        Scope: ``invitations:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waves/", wave_id, "/cancel"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def export_wave_links(
        self,
        wave_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Export the links of a wave.

        Scope: ``invitations:write``
        """
        return self._transport.download(
            "GET",
            path_of("/v1/waves/", wave_id, "/links"),
            timeout=timeout,
        )

    def list_wave_members(
        self,
        wave_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        step: Optional[types.WaveMemberState] = None,
        timeout: Optional[float] = None,
    ) -> types.WaveMemberPage:
        """List the people of a wave.

        Scope: ``invitations:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waves/", wave_id, "/members"),
            query={
                "limit": limit,
                "offset": offset,
                "step": step,
            },
            timeout=timeout,
        )

    def iterate_wave_members(
        self,
        wave_id: str,
        *,
        step: Optional[types.WaveMemberState] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.WaveMember]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``invitations:read``
        """
        return each_item(
            lambda limit, offset: self.list_wave_members(
                wave_id,
                limit=limit,
                offset=offset,
                step=step,
                timeout=timeout,
            ), "signup_id"
        )

    def export_wave_members(
        self,
        wave_id: str,
        *,
        step: Optional[types.WaveMemberState] = None,
        timeout: Optional[float] = None,
    ) -> Download:
        """Export the people of a wave.

        Scope: ``invitations:read``
        """
        return self._transport.download(
            "GET",
            path_of("/v1/waves/", wave_id, "/members/export"),
            query={
                "step": step,
            },
            timeout=timeout,
        )

    def list(
        self,
        waitlist_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        state: Optional[types.InvitationState] = None,
        wave_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.InvitationPage:
        """List invitations.

        Scope: ``invitations:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/invitations"),
            query={
                "limit": limit,
                "offset": offset,
                "state": state,
                "wave_id": wave_id,
            },
            timeout=timeout,
        )

    def iterate(
        self,
        waitlist_id: str,
        *,
        state: Optional[types.InvitationState] = None,
        wave_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.Invitation]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``invitations:read``
        """
        return each_item(
            lambda limit, offset: self.list(
                waitlist_id,
                limit=limit,
                offset=offset,
                state=state,
                wave_id=wave_id,
                timeout=timeout,
            ), "id"
        )

    def invite_signup(
        self,
        waitlist_id: str,
        signup_id: str,
        body: types.InvitationRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.NewInvitation:
        """Invite one person.

        Scope: ``invitations:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/signups/", signup_id, "/invite"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def resend(
        self,
        invitation_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.NewInvitation:
        """Send an invitation again.

        Scope: ``invitations:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/invitations/", invitation_id, "/resend"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def revoke(
        self,
        invitation_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Invitation:
        """Revoke an invitation.

        Scope: ``invitations:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/invitations/", invitation_id, "/revoke"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def verify(
        self,
        body: types.InvitationToVerify,
        *,
        timeout: Optional[float] = None,
    ) -> types.InvitationVerification:
        """Verify an invitation.

        Scope: ``conversions:write``
        """
        return self._transport.call(
            "POST",
            "/v1/invitations/verify",
            body=body,
            timeout=timeout,
        )

    def decline(
        self,
        body: types.DeclinedInvitation,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Invitation:
        """Decline an invitation.

        Scope: ``conversions:write``
        """
        return self._transport.call(
            "POST",
            "/v1/invitations/decline",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def record_conversion(
        self,
        body: types.NewConversion,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Conversion:
        """Record a conversion.

        Scope: ``conversions:write``
        """
        return self._transport.call(
            "POST",
            "/v1/conversions",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Announcements:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def draft(
        self,
        waitlist_id: str,
        body: types.NewAnnouncement,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Announcement:
        """Draft an announcement.

        Scope: ``announcements:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/announcements"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        waitlist_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.AnnouncementSummaryPage:
        """List announcements.

        Scope: ``announcements:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/announcements"),
            query={
                "limit": limit,
                "offset": offset,
            },
            timeout=timeout,
        )

    def iterate(
        self,
        waitlist_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Iterator[types.AnnouncementSummary]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``announcements:read``
        """
        return each_item(
            lambda limit, offset: self.list(
                waitlist_id,
                limit=limit,
                offset=offset,
                timeout=timeout,
            ), "id"
        )

    def read(
        self,
        announcement_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.AnnouncementReport:
        """Read an announcement.

        Scope: ``announcements:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/announcements/", announcement_id),
            timeout=timeout,
        )

    def update(
        self,
        announcement_id: str,
        body: types.AnnouncementChange,
        *,
        timeout: Optional[float] = None,
    ) -> types.Announcement:
        """Change a draft.

        Scope: ``announcements:write``
        """
        return self._transport.call(
            "PATCH",
            path_of("/v1/announcements/", announcement_id),
            body=body,
            timeout=timeout,
        )

    def test(
        self,
        announcement_id: str,
        body: types.AnnouncementTest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.AnnouncementTested:
        """Send a test of an announcement.

        Scope: ``announcements:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/announcements/", announcement_id, "/test"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def launch(
        self,
        announcement_id: str,
        body: types.NewAnnouncementLaunch,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.AnnouncementLaunch:
        """Launch an announcement.

        Scope: ``announcements:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/announcements/", announcement_id, "/launch"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def pause(
        self,
        announcement_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.AnnouncementReport:
        """Pause an announcement.

        Scope: ``announcements:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/announcements/", announcement_id, "/pause"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def resume(
        self,
        announcement_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.AnnouncementReport:
        """Resume an announcement.

        Scope: ``announcements:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/announcements/", announcement_id, "/resume"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def cancel(
        self,
        announcement_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.AnnouncementReport:
        """Cancel an announcement.

        Scope: ``announcements:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/announcements/", announcement_id, "/cancel"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_members(
        self,
        announcement_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        state: Optional[types.AnnouncementMemberState] = None,
        timeout: Optional[float] = None,
    ) -> types.AnnouncementMemberPage:
        """List the people of an announcement.

        Scope: ``announcements:read``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/announcements/", announcement_id, "/members"),
            query={
                "limit": limit,
                "offset": offset,
                "state": state,
            },
            timeout=timeout,
        )

    def iterate_members(
        self,
        announcement_id: str,
        *,
        state: Optional[types.AnnouncementMemberState] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.AnnouncementMember]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``announcements:read``
        """
        return each_item(
            lambda limit, offset: self.list_members(
                announcement_id,
                limit=limit,
                offset=offset,
                state=state,
                timeout=timeout,
            ), "signup_id"
        )

    def export_members(
        self,
        announcement_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Download:
        """Export the people of an announcement.

        Scope: ``announcements:read``
        """
        return self._transport.download(
            "GET",
            path_of("/v1/announcements/", announcement_id, "/members/export"),
            timeout=timeout,
        )


class Imports:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        waitlist_id: str,
        file: Union[str, bytes, IO[bytes]],
        *,
        preset: Optional[types.ImportPreset] = None,
        positions: Optional[types.ImportPositions] = None,
        codes: Optional[types.ImportCodes] = None,
        encoding: Optional[types.CreateImportEncoding] = None,
        date_order: Optional[types.ImportDateOrder] = None,
        notify: Optional[bool] = None,
        events: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.Import:
        """Upload a file of signups.

        Scope: ``imports:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/imports"),
            query={
                "preset": preset,
                "positions": positions,
                "codes": codes,
                "encoding": encoding,
                "date_order": date_order,
                "notify": notify,
                "events": events,
            },
            file=file,
            file_type="text/csv",
            timeout=timeout,
        )

    def list(
        self,
        waitlist_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.ImportPage:
        """List imports.

        Scope: ``imports:write``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/imports"),
            query={
                "limit": limit,
                "offset": offset,
            },
            timeout=timeout,
        )

    def iterate(
        self,
        waitlist_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Iterator[types.Import]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``imports:write``
        """
        return each_item(
            lambda limit, offset: self.list(
                waitlist_id,
                limit=limit,
                offset=offset,
                timeout=timeout,
            ), "id"
        )

    def read(
        self,
        waitlist_id: str,
        import_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.Import:
        """Read an import.

        Scope: ``imports:write``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/imports/", import_id),
            timeout=timeout,
        )

    def update(
        self,
        waitlist_id: str,
        import_id: str,
        body: types.ImportPatch,
        *,
        timeout: Optional[float] = None,
    ) -> types.Import:
        """Change what columns become.

        Scope: ``imports:write``
        """
        return self._transport.call(
            "PATCH",
            path_of("/v1/waitlists/", waitlist_id, "/imports/", import_id),
            body=body,
            timeout=timeout,
        )

    def start(
        self,
        waitlist_id: str,
        import_id: str,
        body: types.ImportStart,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Import:
        """Start an import.

        Scope: ``imports:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/imports/", import_id, "/start"),
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def cancel(
        self,
        waitlist_id: str,
        import_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Import:
        """Cancel an import.

        Scope: ``imports:write``
        """
        return self._transport.call(
            "POST",
            path_of("/v1/waitlists/", waitlist_id, "/imports/", import_id, "/cancel"),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_rows(
        self,
        waitlist_id: str,
        import_id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        outcome: Optional[types.ImportRowOutcome] = None,
        timeout: Optional[float] = None,
    ) -> types.ImportRowPage:
        """List the rows of an import.

        Scope: ``imports:write``
        """
        return self._transport.call(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/imports/", import_id, "/rows"),
            query={
                "limit": limit,
                "offset": offset,
                "outcome": outcome,
            },
            timeout=timeout,
        )

    def iterate_rows(
        self,
        waitlist_id: str,
        import_id: str,
        *,
        outcome: Optional[types.ImportRowOutcome] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.ImportRow]:
        """The items of all pages, read page by page, as far as you iterate. Each comes once.

        Scope: ``imports:write``
        """
        return each_item(
            lambda limit, offset: self.list_rows(
                waitlist_id,
                import_id,
                limit=limit,
                offset=offset,
                outcome=outcome,
                timeout=timeout,
            ), "signup_id"
        )

    def export_rows(
        self,
        waitlist_id: str,
        import_id: str,
        *,
        outcome: Optional[types.ImportRowOutcome] = None,
        timeout: Optional[float] = None,
    ) -> Download:
        """Export the rows of an import.

        Scope: ``imports:write``
        """
        return self._transport.download(
            "GET",
            path_of("/v1/waitlists/", waitlist_id, "/imports/", import_id, "/rows.csv"),
            query={
                "outcome": outcome,
            },
            timeout=timeout,
        )


class Resources:
    """Every resource of a client."""

    def __init__(self, transport: Transport) -> None:
        self.health = Health(transport)
        self.inbound_webhooks = InboundWebhooks(transport)
        self.status = Status(transport)
        self.forms = Forms(transport)
        self.account = Account(transport)
        self.waitlists = Waitlists(transport)
        self.signups = Signups(transport)
        self.stats = Stats(transport)
        self.fields = Fields(transport)
        self.integrations = Integrations(transport)
        self.events = Events(transport)
        self.settings = Settings(transport)
        self.people = People(transport)
        self.reviews = Reviews(transport)
        self.rewards = Rewards(transport)
        self.segments = Segments(transport)
        self.invitations = Invitations(transport)
        self.announcements = Announcements(transport)
        self.imports = Imports(transport)
