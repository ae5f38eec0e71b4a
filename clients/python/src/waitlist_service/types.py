# Written by `npm run clients` from the API description. Do not edit.
"""The types of bodies and answers, as the API description names them.

Values are plain dictionaries. An answer may have more keys than its type.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

EventType = Literal[
    "signup.created",
    "signup.updated",
    "signup.removed",
    "signup.email_delivered",
    "signup.email_opened",
    "signup.email_clicked",
    "signup.confirmed",
    "signup.unsubscribed",
    "referral.credited",
    "referral.withheld",
    "referral.revoked",
    "reward.reached",
    "reward.fulfilled",
    "invitation.sent",
    "invitation.converted",
    "invitation.expired",
    "invitation.declined",
    "integration.disabled",
    "import.finished",
    "announcement.sent",
]

ErrorCode = Literal[
    "invalid_request",
    "unauthorized",
    "quota_exceeded",
    "forbidden",
    "not_found",
    "conflict",
    "rate_limited",
    "internal_error",
]

AccountPlan = Literal[
    "free",
    "launch",
    "scale",
    "enterprise",
]

AnalyticsConfigEvents = Literal[
    "signup.created",
    "signup.updated",
    "signup.removed",
    "signup.email_delivered",
    "signup.email_opened",
    "signup.email_clicked",
    "signup.confirmed",
    "signup.unsubscribed",
]

WebhookConfigInclude = Literal[
    "fields",
    "display_position",
    "referral_link",
]

WebhookConfigRetries = Literal[
    "none",
    "standard",
]

AnnouncementState = Literal[
    "counting",
    "draft",
    "selecting",
    "scheduled",
    "sending",
    "paused",
    "sent",
    "cancelled",
]

AnnouncementPausedReason = Literal[
    "asked",
    "sample",
    "bounces",
    "complaints",
    "no_postal_address",
]

WaveFilterMatch = Literal[
    "exact",
    "any_case",
    "contains",
]

SegmentFilterInvitationState = Literal[
    "none",
    "ever",
    "invited",
    "converted",
    "expired",
    "declined",
    "revoked",
]

ListSignupsEmailStatus = Literal[
    "none",
    "config_error",
    "sent",
    "delivery_delayed",
    "failed",
    "suppressed",
    "delivered",
    "opened",
    "clicked",
    "bounced",
    "complained",
]

AnnouncementDesignButtonTarget = Literal[
    "url",
    "referral",
    "status",
]

AnnouncementMemberState = Literal[
    "waiting",
    "held",
    "sent",
    "delivered",
    "opened",
    "clicked",
    "bounced",
    "complained",
    "failed",
    "left_out",
]

AuditEntryActorType = Literal[
    "user",
    "api_key",
    "app",
    "command_line",
    "visitor",
]

BulkSignupStatus = Literal[
    "created",
    "existing",
    "rejected",
]

ContactsConfigEvents = Literal[
    "signup.created",
    "signup.updated",
    "signup.removed",
    "signup.email_clicked",
]

DeliveryRecordStatus = Literal[
    "success",
    "failed",
]

NewFieldType = Literal[
    "string",
    "number",
    "boolean",
]

ImportState = Literal[
    "uploading",
    "validating",
    "ready",
    "running",
    "finished",
    "cancelled",
    "failed",
]

ImportPreset = Literal[
    "auto",
    "own",
    "getwaitlist",
    "prefinery",
    "mailchimp",
    "waitlister",
    "launchlist",
    "viral_loops",
    "kickofflabs",
    "kit",
    "substack",
    "beehiiv",
    "google_forms",
    "airtable",
    "ghost",
    "listmonk",
    "keila",
    "buttondown",
]

ImportPositions = Literal[
    "append",
    "keep",
]

ImportCodes = Literal[
    "keep",
    "new",
]

ImportDateOrder = Literal[
    "mdy",
    "dmy",
]

ImportStep = Literal[
    "signups",
    "referrals",
]

ImportPatchEncoding = Literal[
    "utf-8",
    "utf-16le",
    "utf-16be",
    "windows-1252",
    "windows-1250",
    "windows-1251",
    "macintosh",
]

ImportQuestionKind = Literal[
    "subscription",
    "date_order",
    "encoding",
]

ImportRowOutcome = Literal[
    "create",
    "existing",
    "duplicate",
    "rejected",
    "over_quota",
]

IntegrationType = Literal[
    "webhook",
    "chat_blocks",
    "chat_embeds",
    "contacts",
    "analytics",
    "newsletter",
]

IntegrationHealthState = Literal[
    "ok",
    "failing",
    "disabled",
]

InvitationState = Literal[
    "invited",
    "converted",
    "expired",
    "declined",
    "revoked",
]

WaveDeliver = Literal[
    "email",
    "link",
]

InvitationVerificationReason = Literal[
    "unknown",
    "expired",
    "revoked",
    "declined",
    "converted",
    "email_mismatch",
]

NewSignupInclude = Literal[
    "created",
    "display_position",
    "referral_count",
    "referral_link",
    "status_token",
    "assessment",
    "locale",
]

WaveOrder = Literal[
    "display_position",
    "position",
    "referrals",
]

PersonMailBounceClass = Literal[
    "permanent",
    "transient",
]

SignupEmailStatus = Literal[
    "config_error",
    "sent",
    "delivery_delayed",
    "failed",
    "suppressed",
    "delivered",
    "opened",
    "clicked",
    "bounced",
    "complained",
]

ReviewVerdict = Literal[
    "ok",
    "flagged",
    "withheld",
    "held",
]

ReviewReasonsCode = Literal[
    "disposable_domain",
    "blocked_domain",
    "alias",
    "velocity",
    "domain_cluster",
    "scripted",
    "network",
    "no_mx",
    "bounced",
    "complained",
    "failed",
    "tainted_code",
]

ReviewState = Literal[
    "open",
    "approved",
    "rejected",
]

ReplayRequestOnly = Literal[
    "failed",
    "all",
]

ReviewBulkAction = Literal[
    "approve",
    "reject",
]

SignupMailState = Literal[
    "queued",
    "held",
    "sending",
    "sent",
    "failed",
    "suppressed",
    "config_error",
]

SuppressionReason = Literal[
    "unsubscribed",
    "complained",
    "bounced",
    "manual",
    "erased",
]

WaitlistSettingsLinksHide = Literal[
    "position",
    "total",
]

WaitlistSettingsConfirmationCredit = Literal[
    "on_signup",
    "on_confirm",
]

WaitlistSettingsAbuseMode = Literal[
    "off",
    "monitor",
    "enforce",
]

WaitlistSettingsAbuseReasonsNoMx = Literal[
    "ignore",
    "flag",
    "withhold",
]

WaitlistSettingsBrandLanguage = Literal[
    "en",
    "de",
    "fr",
    "es",
    "pt-BR",
    "it",
    "nl",
    "pl",
    "ja",
]

WaitlistSettingsBrandFont = Literal[
    "system",
    "serif",
    "mono",
    "rounded",
]

WaitlistSettingsBrandTheme = Literal[
    "auto",
    "light",
    "dark",
]

WaitlistSettingsChangeAbuseReasonsNetwork = Literal[
    "ignore",
    "flag",
]

WaveState = Literal[
    "selecting",
    "draft",
    "sending",
    "sent",
    "cancelled",
]

WaveMemberState = Literal[
    "sent",
    "delivered",
    "opened",
    "clicked",
    "converted",
    "expired",
    "declined",
    "revoked",
    "bounced",
    "failed",
    "waiting",
]

ListSignupsOrder = Literal[
    "newest",
    "oldest",
    "referrals",
    "display_position",
]

CreateImportEncoding = Literal[
    "auto",
    "utf-8",
    "utf-16le",
    "utf-16be",
    "windows-1252",
    "windows-1250",
    "windows-1251",
    "macintosh",
]


class Account(TypedDict):
    # The account that the key belongs to.
    account_id: str
    # The plan, which sets the limits.
    plan: AccountPlan
    # The quota of signups, live.
    quota: AccountQuota


class AccountQuota(TypedDict):
    # The plan.
    tier: str
    # Stored signups, over all waitlists.
    signups_used: int
    # The limit of stored signups; 0 on plans without a limit.
    signups_limit: int
    # How many more may be stored; 0 on plans without a limit.
    signups_remaining: int
    # The used percentage of the limit, rounded down. It can pass 100, because the Free plan has a
    # buffer.
    percent_used: int
    # Whether the next new signup would be accepted.
    can_add_signup: bool


class _AnalyticsConfig(TypedDict):
    # The event types to send, at least one.
    events: List[AnalyticsConfigEvents]


class AnalyticsConfig(_AnalyticsConfig, total=False):
    # The key of a PostHog project.
    api_key: str
    # The address of PostHog: its US or EU cloud, or your own, without a slash at the end.
    host: str
    # What events have in addition: `fields`, the custom fields; `display_position`;
    # `referral_link`. Left out: nothing.
    include: List[WebhookConfigInclude]
    # `standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out:
    # each event is tried once.
    retries: WebhookConfigRetries


class Announcement(TypedDict):
    # The id of the announcement.
    id: str
    # Its waitlist.
    waitlist_id: str
    # What you call it. The people do not see it.
    name: str
    # `counting`: the people are still being counted, and the counts are 0. `draft`. `selecting`: it
    # is launched, and its people are being noted. `scheduled` until `send_at`. `sending`, `paused`,
    # `sent`, `cancelled`.
    state: AnnouncementState
    # Why it is paused: you `asked`; the `sample` is through; more than 5 % of the last 500 mails
    # came back for good (`bounces`), or more than 0.3 % were marked as spam (`complaints`); the
    # settings have `no_postal_address` any more.
    paused_reason: Optional[AnnouncementPausedReason]
    # Why it was not launched after all, if that was found in the background.
    refusal: Optional[str]
    # The subject, one line. It may hold placeholders.
    subject: str
    # Who gets it. All that is given must hold; without a filter it is everybody.
    filter: AnnouncementFilter
    # How many people get it in an hour, evenly. Null: as fast as mails go.
    per_hour: Optional[int]
    # When it begins. Null: with the launch.
    send_at: Optional[str]
    # How many people meet the filter.
    matched: int
    # How many of them get it.
    selected: int
    # How many of those who meet the filter do not get it. Each is counted once, by the first of
    # these reasons.
    excluded: AnnouncementExcluded
    # When it was drafted.
    created_at: str
    # When it was launched.
    launched_at: Optional[str]
    # When the last mail had left, or it was cancelled.
    finished_at: Optional[str]
    # The mail as the simple editor of the dashboard makes it. Null for HTML of your own.
    design: Optional[DesignOfAnnouncement]
    # The HTML body, with placeholders: those of every mail, the keys of custom fields, and
    # `{{sender.postal_address}}`. The link to unsubscribe and the postal address are added below,
    # if it does not hold `{{links.unsubscribe}}` or `{{sender.postal_address}}`. Null with a
    # design.
    html: Optional[str]
    # The first 20 people who get it and are still on the waitlist.
    sample: List[AnnouncementSample]
    # Whether this month’s allowance of emails holds it. Null with an email provider of your own.
    allowance: Optional[AnnouncementAllowance]


class AnnouncementFilter(TypedDict, total=False):
    # How many `ids` were given.
    id_count: int
    # Values of custom fields.
    fields: Dict[str, Union[str, float, bool]]
    # Values of custom fields of people who are left out.
    not_fields: Dict[str, Union[str, float, bool]]
    # Domains of people who are left out.
    not_email_domains: List[str]
    # The campaign or channel.
    utm_source: str
    # How texts are compared, if not exactly.
    match: WaveFilterMatch
    # The day or time before which people signed up.
    created_before: str
    # How many they referred at least.
    min_referrals: int
    # Whether they have confirmed their address.
    confirmed: bool
    # The day or time from which people signed up.
    created_from: str
    # The status of their signup email.
    email_status: str
    # Only people who have reached the reward with this key.
    reward: str
    # Only people whose newest invitation is in this state: `converted` also without one. `none`:
    # there is none. `ever`: they were invited, whatever came of it.
    invitation_state: SegmentFilterInvitationState
    # Only people whose link had exactly this `utm_campaign`, whatever `match` says.
    utm_campaign: str


class AnnouncementExcluded(TypedDict):
    # They unsubscribed.
    unsubscribed: int
    # Their data was erased, and they asked for no more mails.
    erased: int
    # They marked an earlier mail as spam.
    complained: int
    # An earlier mail to them came back for good.
    bounced: int
    # You stopped mails to their address.
    manual: int
    # They were asked to confirm their address and have not.
    unconfirmed: int
    # Their referral waits for somebody’s decision.
    in_review: int


class AnnouncementSample(TypedDict):
    # The id of the signup.
    signup_id: str
    # Its address.
    email: str
    # Its position.
    position: int


class AnnouncementAllowance(TypedDict):
    # What this month’s allowance of emails has left.
    remaining: int
    # How many of those who get it would wait for the next month, or for a provider of your own.
    held: int


class AnnouncementChange(TypedDict, total=False):
    # What you call it. The people do not see it.
    name: str
    # The subject, one line. It may hold placeholders.
    subject: str
    # The mail as the simple editor of the dashboard makes it. Null for HTML of your own.
    design: Optional[AnnouncementDesign]
    # The HTML body, with placeholders: those of every mail, the keys of custom fields, and
    # `{{sender.postal_address}}`. The link to unsubscribe and the postal address are added below,
    # if it does not hold `{{links.unsubscribe}}` or `{{sender.postal_address}}`.
    html: Optional[str]
    # Who gets it. All that is given must hold; without a filter it is everybody.
    filter: Optional[AnnouncementChangeFilter]
    # Only the people of this segment of the waitlist. Its filter is taken as it is now, and stored;
    # it cannot be given beside `filter`.
    segment: Optional[str]
    # How many people get it in an hour, evenly. Null: as fast as mails go.
    per_hour: Optional[int]
    # When it begins, at most a year ahead: a time with an offset from UTC such as
    # `2026-12-01T09:00:00+01:00`, or one without, which is on the clocks of the account’s time
    # zone. Null: with the launch.
    send_at: Optional[str]


class AnnouncementChangeFilter(TypedDict, total=False):
    # Only people with exactly these values of custom fields, which must exist.
    fields: Dict[str, Union[str, float, bool]]
    # Leaves out people with any of these values of custom fields. Those without a value stay.
    not_fields: Dict[str, Union[str, float, bool]]
    # Leaves out people whose address is at one of these domains, or at one below it.
    not_email_domains: List[str]
    # Only people from exactly this campaign or channel.
    utm_source: str
    # How `utm_source` and the texts of `fields` and `not_fields` are compared: `exact`, the
    # default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever
    # its case.
    match: WaveFilterMatch
    # Only people who signed up before this day, as `YYYY-MM-DD` in UTC, or before this time.
    created_before: str
    # Only people who referred at least so many. Withheld referrals do not count.
    min_referrals: int
    # Only people who have confirmed their address, or only those who have not.
    confirmed: bool
    # Only people who signed up on this day or later, as `YYYY-MM-DD` in UTC, or at this time or
    # later.
    created_from: str
    # Only people whose signup email has this status. `none`: no status yet.
    email_status: ListSignupsEmailStatus
    # Only people who have reached the reward with this key.
    reward: str
    # Only people whose newest invitation is in this state: `converted` also without one. `none`:
    # there is none. `ever`: they were invited, whatever came of it.
    invitation_state: SegmentFilterInvitationState
    # Only people whose link had exactly this `utm_campaign`, whatever `match` says.
    utm_campaign: str
    # Only these signups.
    ids: List[str]


class _AnnouncementDesign(TypedDict):
    # The headline, one line. It may hold placeholders.
    headline: str
    # The text. An empty line begins a paragraph; web addresses become links. It may hold
    # placeholders.
    text: str


class AnnouncementDesign(_AnnouncementDesign, total=False):
    # The https address of a picture above the headline.
    logo_url: str
    # The color of the button and of links, such as `#4338ca`.
    color: str
    # Whether it shows the person’s place.
    show_position: bool
    # Whether it shows the person’s referral code.
    show_code: bool
    # What the button says; without it there is no button.
    button_text: str
    # Where the button leads to: the person’s `referral` link, the `status` page, or `url`, which is
    # `button_url`.
    button_target: AnnouncementDesignButtonTarget
    # The https address behind the button.
    button_url: str


class AnnouncementLaunch(TypedDict):
    # The id of the announcement.
    id: str
    # How many people you expected.
    expected_count: int
    # How many get it first; null: there is no sample.
    sample: Optional[int]
    # When it begins; null: with the launch.
    send_at: Optional[str]
    # When it was first launched.
    launched_at: str


class AnnouncementLink(TypedDict):
    # Where it leads to: a web address, or a placeholder such as `{{links.status}}`.
    link: str
    # How many people clicked it, as the provider reports.
    clicked: int


class AnnouncementMember(TypedDict):
    # The id of the signup.
    signup_id: str
    # Its address.
    email: str
    # Its position.
    position: int
    # `waiting` for the turn; `held` until there is an allowance; `sent`, and then what the provider
    # reports: `delivered`, `opened`, `clicked`, `bounced`, `complained`; `failed`: the provider did
    # not take it; `left_out`: unsubscribed or suppressed before the turn.
    state: AnnouncementMemberState
    # When it left.
    sent_at: Optional[str]
    # When it was delivered, if the provider reports that.
    delivered_at: Optional[str]
    # When it was first opened.
    opened_at: Optional[str]
    # When a link in it was first clicked.
    clicked_at: Optional[str]


class AnnouncementReport(TypedDict):
    # The id of the announcement.
    id: str
    # Its waitlist.
    waitlist_id: str
    # What you call it. The people do not see it.
    name: str
    # `counting`: the people are still being counted, and the counts are 0. `draft`. `selecting`: it
    # is launched, and its people are being noted. `scheduled` until `send_at`. `sending`, `paused`,
    # `sent`, `cancelled`.
    state: AnnouncementState
    # Why it is paused: you `asked`; the `sample` is through; more than 5 % of the last 500 mails
    # came back for good (`bounces`), or more than 0.3 % were marked as spam (`complaints`); the
    # settings have `no_postal_address` any more.
    paused_reason: Optional[AnnouncementPausedReason]
    # Why it was not launched after all, if that was found in the background.
    refusal: Optional[str]
    # The subject, one line. It may hold placeholders.
    subject: str
    # Who gets it. All that is given must hold; without a filter it is everybody.
    filter: AnnouncementReportFilter
    # How many people get it in an hour, evenly. Null: as fast as mails go.
    per_hour: Optional[int]
    # When it begins. Null: with the launch.
    send_at: Optional[str]
    # How many people meet the filter.
    matched: int
    # How many of them get it.
    selected: int
    # How many of those who meet the filter do not get it. Each is counted once, by the first of
    # these reasons.
    excluded: AnnouncementReportExcluded
    # When it was drafted.
    created_at: str
    # When it was launched.
    launched_at: Optional[str]
    # When the last mail had left, or it was cancelled.
    finished_at: Optional[str]
    # The mail as the simple editor of the dashboard makes it. Null for HTML of your own.
    design: Optional[DesignOfAnnouncement]
    # The HTML body, with placeholders: those of every mail, the keys of custom fields, and
    # `{{sender.postal_address}}`. The link to unsubscribe and the postal address are added below,
    # if it does not hold `{{links.unsubscribe}}` or `{{sender.postal_address}}`. Null with a
    # design.
    html: Optional[str]
    # The first 20 people who get it and are still on the waitlist.
    sample: List[AnnouncementReportSample]
    # Whether this month’s allowance of emails holds it. Null with an email provider of your own.
    allowance: Optional[AnnouncementReportAllowance]
    # How many people’s turn is still to come, or their mail is under way.
    waiting: int
    # How many of the others wait for the next month’s allowance.
    held: int
    # How many mails have left.
    sent: int
    # How many of them were delivered, as the provider reports.
    delivered: int
    # How many were opened.
    opened: int
    # In how many a link was clicked.
    clicked: int
    # The links of the mail in their order, at most 100. One that holds another placeholder, such as
    # a custom field, differs for each person and is not among them.
    links: List[AnnouncementLink]
    # How many came back for good.
    bounced: int
    # How many were marked as spam.
    complained: int
    # How many people have unsubscribed since they got it.
    unsubscribed: int
    # How many the provider did not take.
    failed: int
    # How many got no mail. With `waiting`, `held`, `sent` and `failed` they add up to `selected`.
    left_out: AnnouncementReportLeftOut


class AnnouncementReportFilter(TypedDict, total=False):
    # How many `ids` were given.
    id_count: int
    # Values of custom fields.
    fields: Dict[str, Union[str, float, bool]]
    # Values of custom fields of people who are left out.
    not_fields: Dict[str, Union[str, float, bool]]
    # Domains of people who are left out.
    not_email_domains: List[str]
    # The campaign or channel.
    utm_source: str
    # How texts are compared, if not exactly.
    match: WaveFilterMatch
    # The day or time before which people signed up.
    created_before: str
    # How many they referred at least.
    min_referrals: int
    # Whether they have confirmed their address.
    confirmed: bool
    # The day or time from which people signed up.
    created_from: str
    # The status of their signup email.
    email_status: str
    # Only people who have reached the reward with this key.
    reward: str
    # Only people whose newest invitation is in this state: `converted` also without one. `none`:
    # there is none. `ever`: they were invited, whatever came of it.
    invitation_state: SegmentFilterInvitationState
    # Only people whose link had exactly this `utm_campaign`, whatever `match` says.
    utm_campaign: str


class AnnouncementReportExcluded(TypedDict):
    # They unsubscribed.
    unsubscribed: int
    # Their data was erased, and they asked for no more mails.
    erased: int
    # They marked an earlier mail as spam.
    complained: int
    # An earlier mail to them came back for good.
    bounced: int
    # You stopped mails to their address.
    manual: int
    # They were asked to confirm their address and have not.
    unconfirmed: int
    # Their referral waits for somebody’s decision.
    in_review: int


class AnnouncementReportSample(TypedDict):
    # The id of the signup.
    signup_id: str
    # Its address.
    email: str
    # Its position.
    position: int


class AnnouncementReportAllowance(TypedDict):
    # What this month’s allowance of emails has left.
    remaining: int
    # How many of those who get it would wait for the next month, or for a provider of your own.
    held: int


class AnnouncementReportLeftOut(TypedDict):
    # Their signup was deleted, also after they got it.
    removed: int
    # They unsubscribed before their turn.
    unsubscribed: int
    # Their address got no mails any more when it was their turn.
    suppressed: int
    # It was cancelled before their turn.
    cancelled: int


class AnnouncementSent(TypedDict):
    # The type of the event.
    type: Literal["announcement.sent"]
    # The data of the event.
    data: AnnouncementSentData


class AnnouncementSentData(TypedDict):
    # The id of the announcement.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # What you call it.
    name: str
    # How many people it was for.
    selected: int
    # How many mails have left.
    sent: int
    # How many the provider did not take.
    failed: int
    # How many people got none, because they unsubscribed or were removed before.
    left_out: int
    # When the last mail had left.
    finished_at: str


class AnnouncementSummary(TypedDict):
    # The id of the announcement.
    id: str
    # Its waitlist.
    waitlist_id: str
    # What you call it. The people do not see it.
    name: str
    # `counting`: the people are still being counted, and the counts are 0. `draft`. `selecting`: it
    # is launched, and its people are being noted. `scheduled` until `send_at`. `sending`, `paused`,
    # `sent`, `cancelled`.
    state: AnnouncementState
    # Why it is paused: you `asked`; the `sample` is through; more than 5 % of the last 500 mails
    # came back for good (`bounces`), or more than 0.3 % were marked as spam (`complaints`); the
    # settings have `no_postal_address` any more.
    paused_reason: Optional[AnnouncementPausedReason]
    # Why it was not launched after all, if that was found in the background.
    refusal: Optional[str]
    # The subject, one line. It may hold placeholders.
    subject: str
    # Who gets it. All that is given must hold; without a filter it is everybody.
    filter: AnnouncementSummaryFilter
    # How many people get it in an hour, evenly. Null: as fast as mails go.
    per_hour: Optional[int]
    # When it begins. Null: with the launch.
    send_at: Optional[str]
    # How many people meet the filter.
    matched: int
    # How many of them get it.
    selected: int
    # How many of those who meet the filter do not get it. Each is counted once, by the first of
    # these reasons.
    excluded: AnnouncementSummaryExcluded
    # When it was drafted.
    created_at: str
    # When it was launched.
    launched_at: Optional[str]
    # When the last mail had left, or it was cancelled.
    finished_at: Optional[str]


class AnnouncementSummaryFilter(TypedDict, total=False):
    # How many `ids` were given.
    id_count: int
    # Values of custom fields.
    fields: Dict[str, Union[str, float, bool]]
    # Values of custom fields of people who are left out.
    not_fields: Dict[str, Union[str, float, bool]]
    # Domains of people who are left out.
    not_email_domains: List[str]
    # The campaign or channel.
    utm_source: str
    # How texts are compared, if not exactly.
    match: WaveFilterMatch
    # The day or time before which people signed up.
    created_before: str
    # How many they referred at least.
    min_referrals: int
    # Whether they have confirmed their address.
    confirmed: bool
    # The day or time from which people signed up.
    created_from: str
    # The status of their signup email.
    email_status: str
    # Only people who have reached the reward with this key.
    reward: str
    # Only people whose newest invitation is in this state: `converted` also without one. `none`:
    # there is none. `ever`: they were invited, whatever came of it.
    invitation_state: SegmentFilterInvitationState
    # Only people whose link had exactly this `utm_campaign`, whatever `match` says.
    utm_campaign: str


class AnnouncementSummaryExcluded(TypedDict):
    # They unsubscribed.
    unsubscribed: int
    # Their data was erased, and they asked for no more mails.
    erased: int
    # They marked an earlier mail as spam.
    complained: int
    # An earlier mail to them came back for good.
    bounced: int
    # You stopped mails to their address.
    manual: int
    # They were asked to confirm their address and have not.
    unconfirmed: int
    # Their referral waits for somebody’s decision.
    in_review: int


class AnnouncementTest(TypedDict):
    # Who gets the test.
    to: str


AnnouncementTested = TypedDict(
    "AnnouncementTested",
    {
        # The sender of the test mail.
        "from": "str",
    },
)


class AuditEntry(TypedDict):
    # The id of the entry.
    id: str
    # When it was done.
    created_at: str
    # Who did it.
    actor: AuditEntryActor
    # What was done, such as `api_key.created`. There may be new ones.
    action: str
    # What it was done to.
    object: AuditEntryObject
    # What else is known of it, such as the new role of a user. Never a secret.
    details: Dict[str, Any]


class AuditEntryActor(TypedDict):
    # A user of the dashboard, an API key, a connected app, an operator, or somebody who is not
    # signed in, such as with a wrong password.
    type: AuditEntryActorType
    # The id of the user, the key or the app.
    id: Optional[str]
    # The address of the user or the name of the key, as it was then; of an app its name and the
    # address of its user.
    name: Optional[str]


class AuditEntryObject(TypedDict):
    # The kind of object, such as `api_key`.
    type: str
    # The id of the object; null if it has none.
    id: Optional[str]


class AuditPage(TypedDict):
    # The entries, newest first.
    data: List[AuditEntry]
    # Where the next page begins; null on the last page.
    next_cursor: Optional[str]


class BrandLogo(TypedDict):
    # Where it is. Another picture has another URL, so it may be cached for ever.
    url: str
    # What is stored: `image/png`, also of an SVG; `image/jpeg` or `image/webp`.
    type: str
    # In pixels.
    width: int
    # In pixels.
    height: int


class BulkResult(TypedDict):
    # One item for each signup of the request, in its order.
    data: List[BulkSignup]
    # How many are new.
    created: int
    # How many were on the list.
    existing: int
    # How many were rejected.
    rejected: int


class _BulkSignup(TypedDict):
    # The place in the request, from 0.
    index: int
    # `created`: a new signup. `existing`: the address was on the list. `rejected`: see `error`.
    status: BulkSignupStatus


class BulkSignup(_BulkSignup, total=False):
    # The id of the signup, unless it was rejected.
    id: str
    # Its position, unless it was rejected.
    position: int
    # Its own code, unless it was rejected.
    referral_code: str
    # Why it was rejected.
    error: BulkSignupError


class BulkSignupError(TypedDict):
    # As in the answer to a single call.
    code: ErrorCode
    # For people. For a bad value it starts with the path inside the entry.
    message: str


class _ChatBlocksConfig(TypedDict):
    # The event types to send, at least one.
    events: List[EventType]


class ChatBlocksConfig(_ChatBlocksConfig, total=False):
    # The https address of the channel's incoming webhook, as the chat service shows it.
    webhook_url: str
    # What events have in addition: `fields`, the custom fields; `display_position`;
    # `referral_link`. Left out: nothing.
    include: List[WebhookConfigInclude]
    # `standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out:
    # each event is tried once.
    retries: WebhookConfigRetries


class _ChatEmbedsConfig(TypedDict):
    # The event types to send, at least one.
    events: List[EventType]


class ChatEmbedsConfig(_ChatEmbedsConfig, total=False):
    # The https address of the channel's incoming webhook, as the chat service shows it.
    webhook_url: str
    # What events have in addition: `fields`, the custom fields; `display_position`;
    # `referral_link`. Left out: nothing.
    include: List[WebhookConfigInclude]
    # `standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out:
    # each event is tried once.
    retries: WebhookConfigRetries


class Confirmation(TypedDict):
    # The signup that is confirmed.
    signup_id: str
    # When it was first confirmed.
    confirmed_at: str
    # Whether this call confirmed it. False for a repeat.
    first: bool


class ConfirmationState(TypedDict):
    # When the address was confirmed.
    confirmed_at: Optional[str]
    # Until when the newest link is valid.
    expires_at: str
    # How many links were sent.
    sent: int


class ConfirmationToken(TypedDict):
    # The `token` in the query of the link.
    token: str


class _ContactsConfig(TypedDict):
    # The event types to send, at least one.
    events: List[ContactsConfigEvents]


class ContactsConfig(_ContactsConfig, total=False):
    # A Loops API key. It is verified with Loops.
    api_key: str
    # The mailing list that contacts join.
    mailing_list_id: str
    # What events have in addition: `fields`, the custom fields; `display_position`;
    # `referral_link`. Left out: nothing.
    include: List[WebhookConfigInclude]
    # `standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out:
    # each event is tried once.
    retries: WebhookConfigRetries


class Conversion(TypedDict):
    # The signup of the person.
    signup_id: str
    # The invitation that converted; null without one.
    invitation_id: Optional[str]
    # The person is a user.
    state: Literal["converted"]
    # When this was first recorded.
    converted_at: str
    # Whether this call recorded it. False for a repeat.
    first: bool


class CreatedWaitlist(TypedDict):
    # The id of the waitlist.
    id: str
    # The name, trimmed.
    name: str
    # When the waitlist was created.
    created_at: str


class DeclinedInvitation(TypedDict):
    # The `token` in the query of your page.
    token: str


class DeliveryDetails(TypedDict):
    # The id of the attempt.
    id: str
    # The type of the event.
    event_type: EventType
    # How the attempt ended.
    status: DeliveryRecordStatus
    # The HTTP status of the receiver; null if it did not answer.
    response_status: Optional[int]
    # What went wrong; null on success.
    error: Optional[str]
    # When the attempt was made.
    created_at: str
    # When the attempt succeeded; null on failure.
    delivered_at: Optional[str]
    # Whether it was a test event.
    is_test: bool
    # The id of the event; null for a test event.
    event_id: Optional[str]
    # Which attempt at the event it was, from 1.
    attempt: int
    # What was sent, for 7 days; null afterwards, and if nothing was sent.
    request: Optional[DeliveryDetailsRequest]
    # What was answered, for 7 days; null afterwards, and without an answer.
    response: Optional[DeliveryDetailsResponse]


class DeliveryDetailsRequest(TypedDict):
    # The method.
    method: str
    # The headers, without signatures and credentials.
    headers: Dict[str, str]
    # The body; credentials in it are replaced.
    body: Optional[str]


class DeliveryDetailsResponse(TypedDict):
    # The HTTP status.
    status: int
    # The first 2 KiB of the body.
    body: str


class DeliveryRecord(TypedDict):
    # The id of the attempt.
    id: str
    # The type of the event.
    event_type: EventType
    # How the attempt ended.
    status: DeliveryRecordStatus
    # The HTTP status of the receiver; null if it did not answer.
    response_status: Optional[int]
    # What went wrong; null on success.
    error: Optional[str]
    # When the attempt was made.
    created_at: str
    # When the attempt succeeded; null on failure.
    delivered_at: Optional[str]
    # Whether it was a test event.
    is_test: bool


class _DesignOfAnnouncement(TypedDict):
    # The color of the button and of links, such as `#4338ca`.
    color: str
    # The headline, one line. It may hold placeholders.
    headline: str
    # The text. An empty line begins a paragraph; web addresses become links. It may hold
    # placeholders.
    text: str
    # Whether it shows the person’s place.
    show_position: bool
    # Whether it shows the person’s referral code.
    show_code: bool
    # Where the button leads to: the person’s `referral` link, the `status` page, or `url`, which is
    # `button_url`.
    button_target: str


class DesignOfAnnouncement(_DesignOfAnnouncement, total=False):
    # The https address of a picture above the headline.
    logo_url: str
    # What the button says; without it there is no button.
    button_text: str
    # The https address behind the button.
    button_url: str


class EarnedReward(TypedDict):
    # The id of the signup that earned it.
    signup_id: str
    # Its address.
    email: str
    # Its position.
    position: int
    # The key that the reward had then.
    key: str
    # Its name for people; the key if it has none.
    name: str
    # How many credited referrals reach it.
    at: int
    # How many referrals the signup had then.
    referral_count: int
    # When it was granted.
    reached_at: str
    # When it was handed over; null: it was not.
    fulfilled_at: Optional[str]
    # Who said so: the address of a user, or the name of a key. Null: nobody, or an operator.
    fulfilled_by: Optional[str]


class Erasure(TypedDict):
    # The id of the erasure, for your records.
    erasure_id: str
    # How many signups are deleted.
    signups: int
    # How many mails of theirs are deleted.
    mails: int
    # How many events are scrubbed or deleted: of the feed, and of mail providers. Null if the feed
    # is too long to count within the request; a worker goes on with it.
    events: Optional[int]


class _ErasureTarget(TypedDict):
    # The address, in any letter case.
    email: str


class ErasureTarget(_ErasureTarget, total=False):
    # Whether the address gets no mails from now on, even if it signs up again.
    suppress: bool


class Error(TypedDict):
    # What went wrong.
    error: ErrorError


class ErrorError(TypedDict):
    # The kind of error. Rely on this.
    code: ErrorCode
    # For people, and may change. For a bad value it starts with the name of the field.
    message: str


class EventPage(TypedDict):
    # The events, oldest first.
    data: List[FeedEvent]
    # Where the next page begins. There is one on an empty page too: keep it, and ask again later.
    next_cursor: str
    # Whether more events may follow: read the next page at once.
    has_more: bool


class FeedEvent(TypedDict):
    # The id of the event, as the header `webhook-id` has it.
    id: str
    # The type of the event.
    type: EventType
    # The waitlist that it is about; null for an integration.
    waitlist_id: Optional[str]
    # When it was recorded. Never before that of an earlier event.
    created_at: str
    # The data of the event, as a webhook without `include` gets them.
    data: Dict[str, Any]


class FieldChange(TypedDict, total=False):
    # The label for people. Trimmed; 1 to 200 characters without control characters such as line
    # breaks.
    label: str
    # Whether signups must supply it.
    required: bool
    # Fields are listed by it, then by age.
    position: int


class FieldDefinition(TypedDict):
    # The name of the value in `fields` of a signup, and of the placeholder in the email.
    key: str
    # The label for people.
    label: str
    # The type of the values. Cannot change.
    type: NewFieldType
    # Whether signups must supply it.
    required: bool
    # Fields are listed by it, then by age.
    position: int


FormPost = Dict[str, Any]


class FormTaken(TypedDict):
    # The post was taken. It says nothing about the address.
    ok: bool
    # What to tell the visitor, in the visitor’s language: whether they are on the list, or have to
    # confirm first.
    message: str


class FormTime(TypedDict):
    # To be posted as `_time`, 2 s to 24 hours later.
    time: str


class Import(TypedDict):
    # The id of the import.
    id: str
    # The waitlist that the signups are for.
    waitlist_id: str
    # `uploading`, then `validating`. `ready` is the dry run: nothing is stored yet. `running` after
    # the start, then `finished`. Or `cancelled`, or `failed`.
    state: ImportState
    # Which product wrote the file.
    preset: ImportPreset
    # What becomes of positions.
    positions: ImportPositions
    # What becomes of referral codes.
    codes: ImportCodes
    # Whether new signups get their email.
    notify: bool
    # Whether `signup.created` is published for new signups.
    events: bool
    # How many rows the file has.
    rows: int
    # How many rows become signups, or have become one.
    would_create: int
    # How many have an address that is on the waitlist already.
    existing: int
    # How many have the address of an earlier row.
    duplicates: int
    # How many cannot be imported; `rows` tells why.
    rejected: int
    # How many do not fit the plan’s limit of stored signups.
    over_quota: int
    # How many signups the import has added so far.
    created: int
    # How many of these have their referrer.
    referrals: int
    # The columns of the file.
    columns: ImportColumns
    # What to look at before the start.
    warnings: List[str]
    # How the file was read, for people.
    notes: List[str]
    # How the characters of the file are stored.
    encoding: str
    # How dates such as `1/2/2026` are read; null if there are none, or nobody knows yet.
    date_order: Optional[ImportDateOrder]
    # How many addresses had something around them, such as a name, `mailto:` or spaces that nobody
    # sees.
    cleaned: int
    # How many rows say that the person has left, by how. They keep their place.
    left: ImportLeft
    # What to answer with PATCH before the start; until then it is a 409.
    questions: List[ImportQuestion]
    # When the upload began.
    created_at: str
    # When it was started.
    started_at: Optional[str]
    # When it finished, failed or was cancelled.
    finished_at: Optional[str]
    # Why it failed.
    failure_reason: Optional[str]
    # What a running import is at: it adds signups, and then names who referred them. Else null.
    step: Optional[ImportStep]


class ImportColumns(TypedDict):
    # The names in the header, in their order.
    names: List[str]
    # What each column becomes, by the name of the column.
    mapped: Dict[str, str]
    # Columns that are not imported.
    unmapped: List[str]


class ImportLeft(TypedDict):
    # They get no mails of this waitlist.
    unsubscribed: int
    # Their addresses get no mails of any waitlist.
    bounced: int
    # Their addresses get no mails of any waitlist.
    complained: int
    # They were not mailed there, and get no mails of this waitlist.
    suppressed: int


class ImportFinished(TypedDict):
    # The type of the event.
    type: Literal["import.finished"]
    # The data of the event.
    data: ImportFinishedData


class ImportFinishedData(TypedDict):
    # The id of the import.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # How many signups it has added.
    created: int
    # How many rows have an address that was on the waitlist already.
    existing: int
    # How many rows have the address of an earlier row.
    duplicates: int
    # How many rows could not be imported.
    rejected: int
    # How many rows did not fit the plan’s limit.
    over_quota: int
    # When it finished.
    finished_at: str


class ImportPatch(TypedDict, total=False):
    # What columns become, by their names: `email`, `position`, `created_at`, `referral_code`,
    # `referred_by`, `id`, `utm_source`, `referrer`, `metadata`, `metadata.KEY`, `fields`,
    # `fields.KEY`, `email_status`, `email_delivered_at`, `email_opened_at`, `email_clicked_at`,
    # `confirmed_at`, `unsubscribed_at`, `bounced_at`, `bounce_class`, `converted_at`, `locale`,
    # `utm_medium`, `utm_campaign`, `utm_term`, `utm_content` or `subscription`. `subscription` is a
    # state such as `cancelled`, a flag or a time, and several columns can become it: who has left
    # gets no mails. Null leaves a column out. Columns that are not named stay as they are.
    mapping: Dict[str, Optional[str]]
    # What dates such as `1/2/2026` mean.
    date_order: ImportDateOrder
    # The encoding that the file was read in: says that it is right. For another one upload the file
    # again.
    encoding: ImportPatchEncoding


class ImportQuestion(TypedDict):
    # `subscription`: a column looks as if it told who has left, and is not imported so.
    # `date_order`: dates such as `1/2/2026` fit both orders. `encoding`: the file is not UTF-8, and
    # `values` show how it reads.
    kind: ImportQuestionKind
    # The column it is about; null for the whole file.
    column: Optional[str]
    # What was found: states, a date read both ways, texts.
    values: List[str]
    # The question, for people.
    text: str


class ImportRow(TypedDict):
    # The line of the file that the row begins in.
    line: int
    # `create`: becomes a signup, and has a `signup_id` once it has. `existing`, `duplicate`,
    # `rejected` and `over_quota` as in the import.
    outcome: Optional[ImportRowOutcome]
    # Why, for people.
    reason: Optional[str]
    # The signup that it became, or that was there.
    signup_id: Optional[str]
    # The cells, in the order of the columns.
    cells: List[str]


class ImportStart(TypedDict, total=False):
    # The `would_create` that you have seen. Another number now is a 409, and nothing starts.
    expected_count: int


class Integration(TypedDict):
    # The type. An account has at most one integration of each.
    type: IntegrationType
    # False while it is paused.
    enabled: bool
    # When it was created.
    created_at: str


class IntegrationChange(TypedDict):
    # False pauses the integration, true resumes it.
    enabled: bool


class IntegrationDisabled(TypedDict):
    # The type of the event.
    type: Literal["integration.disabled"]
    # The data of the event.
    data: IntegrationDisabledData


class IntegrationDisabledData(TypedDict):
    # The type of the integration.
    integration_type: str
    # Why it was disabled, in a sentence.
    reason: str
    # The first failure after its last success.
    failing_since: str
    # When it was disabled.
    disabled_at: str


class IntegrationHealth(TypedDict):
    # `failing`: the newest attempt failed. `disabled`: paused by the service, until you resume it.
    state: IntegrationHealthState
    # The first failure after the last success; null if the newest attempt succeeded.
    failing_since: Optional[str]
    # Since when events may not have arrived: replay from here. It stays when the integration is
    # resumed, until you replay; null if nothing is known to be missing.
    missed_since: Optional[str]
    # How many events since `missed_since` have not arrived and wait for no attempt, so a replay
    # delivers them; 1,000 stands for that and more.
    undelivered: int
    # When the service paused it.
    disabled_at: Optional[str]
    # Why it fails or is disabled; null if it does not.
    reason: Optional[str]
    # How many deliveries wait; 100,000 stands for that and more.
    pending: int
    # When the oldest event that waits was published; null if none waits.
    oldest_pending: Optional[str]


class IntegrationSettings(TypedDict):
    # The whole configuration, in the shape of the type.
    config: Union[WebhookConfig, ChatBlocksConfig, ChatEmbedsConfig, ContactsConfig, AnalyticsConfig, NewsletterConfig]


class Invitation(TypedDict):
    # The id of the invitation.
    id: str
    # Its waitlist.
    waitlist_id: str
    # The signup that is invited.
    signup_id: str
    # The address of the signup; null if it was deleted.
    email: Optional[str]
    # Its wave; null if one person was invited.
    wave_id: Optional[str]
    # What became of it.
    state: InvitationState
    # `email`: the service mails the invitations. `link`: you get the links and send them yourself.
    deliver: WaveDeliver
    # Until when it is valid.
    expires_at: str
    # When it was made.
    created_at: str
    # When its first mail left, or its link was made.
    sent_at: Optional[str]
    # When it was converted, expired, was declined or revoked.
    ended_at: Optional[str]
    # How often it was sent again.
    resends: int


class InvitationConverted(TypedDict):
    # The type of the event.
    type: Literal["invitation.converted"]
    # The data of the event.
    data: InvitationConvertedData


class InvitationConvertedData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The metadata of the signup: strings. A test event has only the key `service_test` with the
    # value `true`.
    metadata: Dict[str, Union[str, bool]]
    # The time of the signup.
    created_at: str
    # The id of the invitation; null for a conversion without an invitation.
    invitation_id: Optional[str]
    # The id of its wave; null if it was of none.
    wave_id: Optional[str]
    # When it happened.
    occurred_at: str


class InvitationDeclined(TypedDict):
    # The type of the event.
    type: Literal["invitation.declined"]
    # The data of the event.
    data: InvitationDeclinedData


class InvitationDeclinedData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The metadata of the signup: strings. A test event has only the key `service_test` with the
    # value `true`.
    metadata: Dict[str, Union[str, bool]]
    # The time of the signup.
    created_at: str
    # The id of the invitation; null for a conversion without an invitation.
    invitation_id: Optional[str]
    # The id of its wave; null if it was of none.
    wave_id: Optional[str]
    # When it happened.
    occurred_at: str


class InvitationExpired(TypedDict):
    # The type of the event.
    type: Literal["invitation.expired"]
    # The data of the event.
    data: InvitationExpiredData


class InvitationExpiredData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The metadata of the signup: strings. A test event has only the key `service_test` with the
    # value `true`.
    metadata: Dict[str, Union[str, bool]]
    # The time of the signup.
    created_at: str
    # The id of the invitation; null for a conversion without an invitation.
    invitation_id: Optional[str]
    # The id of its wave; null if it was of none.
    wave_id: Optional[str]
    # When it happened.
    occurred_at: str


class InvitationOfSignup(TypedDict):
    # The id of the newest invitation; null for a conversion without one.
    id: Optional[str]
    # Its wave; null if it was of none.
    wave_id: Optional[str]
    # What became of it: `converted` also without an invitation.
    state: InvitationState
    # When it was made.
    invited_at: Optional[str]
    # Until when it is valid.
    expires_at: Optional[str]
    # When the person became a user.
    converted_at: Optional[str]


class InvitationRequest(TypedDict, total=False):
    # How long the invitation is valid.
    expires_in_days: int
    # `email`: the service mails the invitations. `link`: you get the links and send them yourself.
    deliver: WaveDeliver


class InvitationSent(TypedDict):
    # The type of the event.
    type: Literal["invitation.sent"]
    # The data of the event.
    data: InvitationSentData


class InvitationSentData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The metadata of the signup: strings. A test event has only the key `service_test` with the
    # value `true`.
    metadata: Dict[str, Union[str, bool]]
    # The time of the signup.
    created_at: str
    # The id of the invitation; null for a conversion without an invitation.
    invitation_id: Optional[str]
    # The id of its wave; null if it was of none.
    wave_id: Optional[str]
    # When it happened.
    occurred_at: str


class _InvitationToVerify(TypedDict):
    # The `token` in the query of your page.
    token: str


class InvitationToVerify(_InvitationToVerify, total=False):
    # The address of the person who wants to use it, in any letter case.
    email: Optional[str]


class InvitationVerification(TypedDict):
    # Whether the invitation can be used.
    valid: bool
    # Why not.
    reason: Optional[InvitationVerificationReason]
    # The address that was invited, masked, such as `a***@example.com`; `***@example.com` if one
    # character is before the `@`.
    email_hint: Optional[str]
    # The waitlist.
    waitlist_id: Optional[str]
    # The signup.
    signup_id: Optional[str]
    # Until when the invitation is valid.
    expires_at: Optional[str]


class LadderStep(TypedDict):
    # Its key.
    key: str
    # Its name for people; the key if it has none.
    name: str
    # What it is; null without a text.
    text: Optional[str]
    # The https address of a picture of it; null without one.
    image: Optional[str]
    # How many credited referrals reach it.
    at: int
    # How many are missing. 0 once it is reached, whatever becomes of the count.
    missing: int
    # When it was granted. Null before: also for a while after the last referral, while that is not
    # proven.
    reached_at: Optional[str]


class LeaderboardEntry(TypedDict):
    # From 1. Who has as many referrals shares the rank, and the next ranks are left out.
    rank: int
    # The value of the custom field, at most 100 characters of it; or the masked address.
    name: str
    # Credited referrals.
    referral_count: int


class LinkRevocation(TypedDict):
    # The kind of links to revoke.
    kind: Literal["status"]


class _NewAnnouncement(TypedDict):
    # What you call it. The people do not see it.
    name: str
    # The subject, one line. It may hold placeholders.
    subject: str


class NewAnnouncement(_NewAnnouncement, total=False):
    # The mail as the simple editor of the dashboard makes it. Null for HTML of your own.
    design: Optional[AnnouncementDesign]
    # The HTML body, with placeholders: those of every mail, the keys of custom fields, and
    # `{{sender.postal_address}}`. The link to unsubscribe and the postal address are added below,
    # if it does not hold `{{links.unsubscribe}}` or `{{sender.postal_address}}`.
    html: Optional[str]
    # Who gets it. All that is given must hold; without a filter it is everybody.
    filter: Optional[NewAnnouncementFilter]
    # Only the people of this segment of the waitlist. Its filter is taken as it is now, and stored;
    # it cannot be given beside `filter`.
    segment: Optional[str]
    # How many people get it in an hour, evenly. Null: as fast as mails go.
    per_hour: Optional[int]
    # When it begins, at most a year ahead: a time with an offset from UTC such as
    # `2026-12-01T09:00:00+01:00`, or one without, which is on the clocks of the account’s time
    # zone. Null: with the launch.
    send_at: Optional[str]


class NewAnnouncementFilter(TypedDict, total=False):
    # Only people with exactly these values of custom fields, which must exist.
    fields: Dict[str, Union[str, float, bool]]
    # Leaves out people with any of these values of custom fields. Those without a value stay.
    not_fields: Dict[str, Union[str, float, bool]]
    # Leaves out people whose address is at one of these domains, or at one below it.
    not_email_domains: List[str]
    # Only people from exactly this campaign or channel.
    utm_source: str
    # How `utm_source` and the texts of `fields` and `not_fields` are compared: `exact`, the
    # default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever
    # its case.
    match: WaveFilterMatch
    # Only people who signed up before this day, as `YYYY-MM-DD` in UTC, or before this time.
    created_before: str
    # Only people who referred at least so many. Withheld referrals do not count.
    min_referrals: int
    # Only people who have confirmed their address, or only those who have not.
    confirmed: bool
    # Only people who signed up on this day or later, as `YYYY-MM-DD` in UTC, or at this time or
    # later.
    created_from: str
    # Only people whose signup email has this status. `none`: no status yet.
    email_status: ListSignupsEmailStatus
    # Only people who have reached the reward with this key.
    reward: str
    # Only people whose newest invitation is in this state: `converted` also without one. `none`:
    # there is none. `ever`: they were invited, whatever came of it.
    invitation_state: SegmentFilterInvitationState
    # Only people whose link had exactly this `utm_campaign`, whatever `match` says.
    utm_campaign: str
    # Only these signups.
    ids: List[str]


class _NewAnnouncementLaunch(TypedDict):
    # The `selected` that you saw. If it has changed by more than 1 % since, the launch is 409 and
    # says both numbers.
    expected_count: int


class NewAnnouncementLaunch(_NewAnnouncementLaunch, total=False):
    # So many people get it first, spread over all of them. Then it pauses, and you resume it once
    # you have seen what came back.
    sample: Optional[int]


class NewConversion(TypedDict, total=False):
    # The `token` in the query of your page.
    token: str
    # The address of the person, in any letter case.
    email: str
    # The waitlist of the person.
    waitlist_id: str
    # The signup of the person.
    signup_id: str
    # The id of the person in your product.
    external_id: Optional[str]


class _NewField(TypedDict):
    # Unique in the waitlist, cannot change, and must not be a built-in variable of the email.
    key: str
    # The label for people. Trimmed; 1 to 200 characters without control characters such as line
    # breaks.
    label: str
    # The type of the values. Cannot change.
    type: NewFieldType


class NewField(_NewField, total=False):
    # Whether signups must supply it.
    required: bool
    # Fields are listed by it, then by age. Default: one after the highest of the waitlist, 0 for
    # the first.
    position: int


class NewInvitation(TypedDict):
    # The id of the invitation.
    id: str
    # Its waitlist.
    waitlist_id: str
    # The signup that is invited.
    signup_id: str
    # The address of the signup; null if it was deleted.
    email: Optional[str]
    # Its wave; null if one person was invited.
    wave_id: Optional[str]
    # What became of it.
    state: InvitationState
    # `email`: the service mails the invitations. `link`: you get the links and send them yourself.
    deliver: WaveDeliver
    # Until when it is valid.
    expires_at: str
    # When it was made.
    created_at: str
    # When its first mail left, or its link was made.
    sent_at: Optional[str]
    # When it was converted, expired, was declined or revoked.
    ended_at: Optional[str]
    # How often it was sent again.
    resends: int
    # The link, only with `deliver: "link"` and only in this answer. Give it to this person alone.
    url: Optional[str]


class NewSegment(TypedDict):
    # What you call it.
    name: str
    # Who is in it. All that is given must hold.
    filter: NewSegmentFilter


class NewSegmentFilter(TypedDict, total=False):
    # Only people with exactly these values of custom fields, which must exist.
    fields: Dict[str, Union[str, float, bool]]
    # Leaves out people with any of these values of custom fields. Those without a value stay.
    not_fields: Dict[str, Union[str, float, bool]]
    # Leaves out people whose address is at one of these domains, or at one below it.
    not_email_domains: List[str]
    # Only people from exactly this campaign or channel.
    utm_source: str
    # How `utm_source` and the texts of `fields` and `not_fields` are compared: `exact`, the
    # default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever
    # its case.
    match: WaveFilterMatch
    # Only people who signed up before this day, as `YYYY-MM-DD` in UTC, or before this time.
    created_before: str
    # Only people who referred at least so many. Withheld referrals do not count.
    min_referrals: int
    # Only people who have confirmed their address, or only those who have not.
    confirmed: bool
    # Only people who signed up on this day or later, as `YYYY-MM-DD` in UTC, or at this time or
    # later.
    created_from: str
    # Only people whose signup email has this status. `none`: no status yet.
    email_status: ListSignupsEmailStatus
    # Only people who have reached the reward with this key.
    reward: str
    # Only people whose newest invitation is in this state: `converted` also without one. `none`:
    # there is none. `ever`: they were invited, whatever came of it.
    invitation_state: SegmentFilterInvitationState
    # Only people whose link had exactly this `utm_campaign`, whatever `match` says.
    utm_campaign: str


class _NewSignup(TypedDict):
    # The address to sign up: one `@`, at most 64 unquoted ASCII characters before it, a domain with
    # a dot after it. Trimmed, and compared in lower case with an internationalised domain in its
    # ASCII form.
    email: str


class NewSignup(_NewSignup, total=False):
    # The campaign or channel, for the statistics. Blank counts as null.
    utm_source: Optional[str]
    # How the link was spread, such as `social` or `email`. An address that is on the list keeps its
    # first.
    utm_medium: Optional[str]
    # What the link belongs to, such as `launch-week`: the statistics count it. An address that is
    # on the list keeps its first.
    utm_campaign: Optional[str]
    # The search term of an ad. An address that is on the list keeps its first.
    utm_term: Optional[str]
    # Which of several links of a campaign it was, such as `second-post`. An address that is on the
    # list keeps its first.
    utm_content: Optional[str]
    # The page that the visitor came from. If left out, the `Referer` header is used, cut to 2,000
    # characters. Null and blank do not fall back to it.
    referrer: Optional[str]
    # The code of the signup that referred this one. Case and hyphens do not matter; `O` is read as
    # `0`, `I` and `L` as `1`. A code that matches nothing is ignored.
    referral_code: Optional[str]
    # Your own data: at most 10 keys of letters, digits and `_`. Stored with the signup, never
    # updated, never shown in emails.
    metadata: Optional[Dict[str, str]]
    # Values of the custom fields by their keys: strings of at most 1,000 characters, numbers or
    # booleans, as declared. A required field must not be null or missing. Undeclared keys are
    # dropped.
    fields: Optional[Dict[str, Any]]
    # The language of the person, as a language tag (BCP 47) such as `de` or `pt-BR`. Pages and
    # mails of the service use it. An address that is on the list keeps its first one.
    locale: Optional[str]
    # The address of the visitor, if your own server makes the call. The limit per address then
    # counts it instead of the address of the connection. A private or reserved address counts as
    # absent.
    client_ip: Optional[str]
    # The `User-Agent` of the visitor. It is not stored.
    user_agent: Optional[str]
    # Facts that the answer has in addition.
    include: Optional[List[NewSignupInclude]]


class _NewSignups(TypedDict):
    # The signups to add, in this order: 1 to 500, each as in a single call.
    signups: List[NewSignup]


class NewSignups(_NewSignups, total=False):
    # Whether new signups get their email and publish `signup.created`.
    notify: bool


class NewWaitlist(TypedDict):
    # Trimmed; 1 to 100 characters without control characters such as line breaks. Unique in the
    # account; case-sensitive.
    name: str


class _NewWave(TypedDict):
    # How many people you want to invite, at most 100,000.
    size: int


class NewWave(_NewWave, total=False):
    # What you call it.
    name: Optional[str]
    # Who comes first: by displayed position, by stored position, or those with the most referrals.
    # Ties are by position.
    order: WaveOrder
    # Who may be a member. All that is given must hold.
    filter: Optional[NewWaveFilter]
    # Only the people of this segment of the waitlist. Its filter is taken as it is now, and stored;
    # it cannot be given beside `filter`.
    segment: Optional[str]
    # How long an invitation is valid.
    expires_in_days: int
    # How many people are invited in an hour, evenly. Null: all at once.
    per_hour: Optional[int]
    # `email`: the service mails the invitations. `link`: you get the links and send them yourself.
    deliver: WaveDeliver


class NewWaveFilter(TypedDict, total=False):
    # Only people with exactly these values of custom fields, which must exist.
    fields: Dict[str, Union[str, float, bool]]
    # Leaves out people with any of these values of custom fields. Those without a value stay.
    not_fields: Dict[str, Union[str, float, bool]]
    # Leaves out people whose address is at one of these domains, or at one below it.
    not_email_domains: List[str]
    # Only people from exactly this campaign or channel.
    utm_source: str
    # How `utm_source` and the texts of `fields` and `not_fields` are compared: `exact`, the
    # default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever
    # its case.
    match: WaveFilterMatch
    # Only people who signed up before this day, as `YYYY-MM-DD` in UTC, or before this time.
    created_before: str
    # Only people who referred at least so many. Withheld referrals do not count.
    min_referrals: int
    # Only people who have confirmed their address, or only those who have not.
    confirmed: bool
    # Only these signups.
    ids: List[str]


class _NewsletterConfig(TypedDict):
    # The event types to send, at least one.
    events: List[AnalyticsConfigEvents]


class NewsletterConfig(_NewsletterConfig, total=False):
    # A Kit v4 API key. It is verified with Kit.
    api_key: str
    # The form that subscribers join. Left out, they join the account.
    form_id: str
    # The tags that subscribers get.
    tag_ids: List[str]
    # What events have in addition: `fields`, the custom fields; `display_position`;
    # `referral_link`. Left out: nothing.
    include: List[WebhookConfigInclude]
    # `standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out:
    # each event is tried once.
    retries: WebhookConfigRetries


class PersonAnnouncement(TypedDict):
    # The signup of the person.
    signup_id: str
    # The announcement.
    announcement_id: str
    # What the account calls it.
    name: str
    # Its subject, with placeholders.
    subject: str
    # `waiting` for the turn; `held` until there is an allowance; `sent`, and then what the provider
    # reports: `delivered`, `opened`, `clicked`, `bounced`, `complained`; `failed`: the provider did
    # not take it; `left_out`: unsubscribed or suppressed before the turn.
    state: AnnouncementMemberState
    # When the mail left.
    sent_at: Optional[str]
    # The links in it that the person clicked.
    clicked_links: List[str]


class PersonConversion(TypedDict):
    # The signup of the person.
    signup_id: str
    # The invitation that converted; null without one.
    invitation_id: Optional[str]
    # The id of the person in your product, if you gave it.
    external_id: Optional[str]
    # When it was recorded.
    converted_at: str


class PersonDelivery(TypedDict):
    # The id of the delivery.
    id: str
    # The integration that it went to.
    integration_type: str
    # The event that was sent.
    event_id: str
    # Whether it arrived.
    status: DeliveryRecordStatus
    # Why it did not.
    error: Optional[str]
    # When it was attempted.
    created_at: str
    # The body of the request, for 7 days.
    request: Optional[str]
    # The body of the answer, for 7 days.
    response: Optional[str]


class PersonExport(TypedDict):
    # The address that was asked for.
    email: str
    # When this was read.
    exported_at: str
    # Whether this is all. False if there are more than 500 signups, 1,000 events, reports of mail
    # providers or suppressions, or 200 deliveries or rows of imports, or if the feed is too long to
    # search at once.
    complete: bool
    # The signups of the address on all waitlists, oldest first.
    signups: List[PersonSignup]
    # The mails to them.
    mails: List[PersonMail]
    # What mail providers reported of these mails in the last 30 days.
    mail_events: List[PersonMailEvent]
    # Where the address gets no mails.
    suppressions: List[Suppression]
    # The events of the last 30 days that have the address, of deleted signups too.
    events: List[FeedEvent]
    # The deliveries of these events that are still in the logs.
    deliveries: List[PersonDelivery]
    # The codes that these signups passed on waitlists that judge referrals, and what was decided.
    referral_claims: List[PersonReferralClaim]
    # Rows with the address in files that were imported, for 30 days; at most 200, and fewer if they
    # are large.
    import_rows: List[PersonImportRow]
    # The invitations of these signups, without their links.
    invitations: List[Invitation]
    # What is recorded of the person as a user of your product.
    conversions: List[PersonConversion]
    # The announcements whose turn of these signups has come.
    announcements: List[PersonAnnouncement]


class PersonImportRow(TypedDict):
    # The import that the row is in.
    import_id: str
    # The line of its file.
    line: int
    # The cells by the names of their columns.
    cells: Dict[str, str]


class PersonMail(TypedDict):
    # The id of the mail.
    id: str
    # The signup that it is for.
    signup_id: str
    # What it is about, such as `signup` or `confirm`.
    kind: str
    # `queued`, `held`, `sending`, `sent`, `failed`, `suppressed` or `config_error`.
    state: str
    # The mail provider that it was handed to.
    provider: Optional[str]
    # Why it was not sent, in the words of the provider.
    error: Optional[str]
    # When it was sent.
    sent_at: Optional[str]
    # If it bounced: `permanent`, or `transient` if a later mail may arrive.
    bounce_class: Optional[PersonMailBounceClass]
    # Why it bounced, in the words of the provider.
    bounce_reason: Optional[str]


class PersonMailEvent(TypedDict):
    # The mail that it is about.
    mail_id: str
    # The mail provider that reported it.
    provider: str
    # What it reported.
    status: Optional[SignupEmailStatus]
    # When that happened, as the provider says.
    occurred_at: str
    # When the report came.
    received_at: str
    # If it bounced: `permanent`, or `transient` if a later mail may arrive.
    bounce_class: Optional[PersonMailBounceClass]
    # Why it bounced, in the words of the provider.
    bounce_reason: Optional[str]


class PersonReferralClaim(TypedDict):
    # The signup of the person, which passed the code.
    signup_id: str
    # The signup whose code it passed.
    referrer_id: str
    # What the service thinks of it.
    verdict: ReviewVerdict
    # What speaks against it.
    reasons: List[ReviewReasonsCode]
    # `open`: nobody has decided. What settled by itself is `approved`.
    state: ReviewState
    # Whether the referrer has the credit.
    credited: bool
    # The time of the signup.
    created_at: str
    # When it was decided.
    reviewed_at: Optional[str]


class PersonSignup(TypedDict):
    # The id of the signup.
    id: str
    # The address as it was first sent, trimmed.
    email: str
    # The stored position. It never changes and is never reused.
    position: int
    # `max(1, position − referral_count × referral_bonus)`. Null while the waitlist has no bonus.
    display_position: Optional[int]
    # The campaign or channel.
    utm_source: Optional[str]
    # The page that the visitor came from.
    referrer: Optional[str]
    # Its own code: 10 characters of `0`-`9` and `a`-`z` without `i`, `l`, `o`, `u`. Never changes.
    referral_code: str
    # The number of signups that it referred.
    referral_count: int
    # The id of the signup that referred it; null if there is none or it was deleted.
    referred_by: Optional[str]
    # Your own data from the request that added the signup.
    metadata: Dict[str, str]
    # Values of custom fields by their keys.
    fields: Dict[str, Union[str, float, bool]]
    # The time of the signup.
    created_at: str
    # The status of the signup email; null at first. Of all reported statuses the highest applies,
    # in the order of this list.
    email_status: Optional[SignupEmailStatus]
    # The first delivery that the provider reported.
    email_delivered_at: Optional[str]
    # The first opening that the provider reported.
    email_opened_at: Optional[str]
    # The first click that the provider reported.
    email_clicked_at: Optional[str]
    # The waitlist that it is on.
    waitlist_id: str
    # The name of that waitlist.
    waitlist_name: str
    # When the person unsubscribed.
    unsubscribed_at: Optional[str]
    # The language of the person; null if it is not known.
    locale: Optional[str]
    # What your team wrote about the signup, without who did; null if there is no note.
    note: Optional[PersonSignupNote]
    # Its confirmation; null if it was never asked.
    confirmation: Optional[ConfirmationState]
    # The rewards that it has reached.
    rewards: List[ReachedReward]
    # What the link said besides its source that led the person here; null if it said nothing.
    campaign: Optional[PersonSignupCampaign]


class PersonSignupNote(TypedDict):
    # The note.
    text: str
    # When it was written.
    written_at: str


class PersonSignupCampaign(TypedDict):
    # How the link was spread.
    utm_medium: Optional[str]
    # What the link belongs to.
    utm_campaign: Optional[str]
    # The search term of an ad.
    utm_term: Optional[str]
    # Which of several links of a campaign it was.
    utm_content: Optional[str]


class PersonTarget(TypedDict):
    # The address, in any letter case.
    email: str


class PublicLeaderboard(TypedDict):
    # The items of this page.
    data: List[LeaderboardEntry]
    # The number of matching items on all pages.
    total: int
    # The limit that was used.
    limit: int
    # The offset that was used.
    offset: int
    # Whether more items follow this page.
    has_more: bool
    # The person whose token it is.
    you: PublicLeaderboardYou


class PublicLeaderboardYou(TypedDict):
    # The own rank. Null without referrals, and beyond 10,000.
    rank: Optional[int]
    # The own credited referrals.
    referral_count: int


class ReachedReward(TypedDict):
    # The key that the reward had then.
    key: str
    # How many credited referrals reach it.
    at: int
    # How many referrals the signup had then.
    referral_count: int
    # When it was granted.
    reached_at: str
    # When it was handed over; null: it was not.
    fulfilled_at: Optional[str]


class Redelivery(TypedDict):
    # The event that is delivered again.
    event_id: str


class ReferralCredited(TypedDict):
    # The type of the event.
    type: Literal["referral.credited"]
    # The data of the event.
    data: ReferralCreditedData


class ReferralCreditedData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The id of the signup whose code it passed.
    referrer_id: str
    # What speaks against the referral.
    reasons: List[str]
    # The time of the decision.
    occurred_at: str


class ReferralRevoked(TypedDict):
    # The type of the event.
    type: Literal["referral.revoked"]
    # The data of the event.
    data: ReferralRevokedData


class ReferralRevokedData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The id of the signup whose code it passed.
    referrer_id: str
    # What speaks against the referral.
    reasons: List[str]
    # The time of the decision.
    occurred_at: str


class ReferralWithheld(TypedDict):
    # The type of the event.
    type: Literal["referral.withheld"]
    # The data of the event.
    data: ReferralWithheldData


class ReferralWithheldData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The id of the signup whose code it passed.
    referrer_id: str
    # What speaks against the referral.
    reasons: List[str]
    # The time of the decision.
    occurred_at: str


class Replay(TypedDict):
    # The id of the replay; null for a dry run, and if nothing matched.
    replay_id: Optional[str]
    # How many events are delivered again.
    matched: int


class _ReplayRequest(TypedDict):
    # Events from this time on.
    since: str
    # `failed`: events whose last attempt failed, or that had none. `all`: delivered ones too.
    only: ReplayRequestOnly


class ReplayRequest(_ReplayRequest, total=False):
    # Events before this time. Left out: until now.
    until: str
    # Only these types. Left out: all that the integration wants.
    types: List[EventType]
    # Only counts.
    dry_run: bool


class Review(TypedDict):
    # The id of the signup that passed the code.
    signup_id: str
    # Its address.
    email: str
    # Its position. No decision changes it.
    position: int
    # Who would get the credit.
    referrer: ReviewReferrer
    # What the service thinks: `ok`, `flagged`, `withheld`, or `held`, whose mail waits, too. In the
    # mode `monitor` all are credited.
    verdict: ReviewVerdict
    # What speaks against it.
    reasons: List[ReviewReasons]
    # `open`: nobody has decided. What settled by itself is `approved`.
    state: ReviewState
    # Whether it counts at present. An open one that does waits for nothing, but can be rejected.
    credited: bool
    # When the service looks whether it settles by itself. Null: it waits for a person, or is
    # decided.
    settles_at: Optional[str]
    # The time of the signup.
    created_at: str


class ReviewReferrer(TypedDict):
    # The id of the signup whose code it passed.
    id: str
    # Its address.
    email: str
    # The code.
    referral_code: str


class ReviewReasons(TypedDict):
    # The reason.
    code: ReviewReasonsCode
    # The reason in a sentence.
    detail: str


class _ReviewBulk(TypedDict):
    # What to do with each of them.
    action: ReviewBulkAction
    # Which open reviews: all that is given must hold.
    filter: ReviewBulkFilter


class ReviewBulk(_ReviewBulk, total=False):
    # Whether to count only, and change nothing.
    dry_run: bool


class ReviewBulkFilter(TypedDict, total=False):
    # Only those with this reason.
    reason: ReviewReasonsCode
    # Only those with the code of this signup.
    referrer_id: str
    # Only those with an address at exactly this domain.
    domain: str


class ReviewBulkResult(TypedDict):
    # How many open reviews match, at most 10,000.
    matched: int
    # How many were decided. 0 in a dry run.
    changed: int


class ReviewedReferrer(TypedDict):
    # The id of the signup.
    signup_id: str
    # Its address.
    email: str
    # Its code.
    referral_code: str
    # How many signups passed it since the waitlist judges referrals.
    claims: int
    # How many of them are credited.
    credited: int
    # How many are withheld or held, and not approved.
    withheld: int
    # Of how many the mail came back.
    bounced: int
    # The most frequent reasons, at most three.
    top_reasons: List[ReviewReasonsCode]


class RewardFulfilled(TypedDict):
    # The type of the event.
    type: Literal["reward.fulfilled"]
    # The data of the event.
    data: RewardFulfilledData


class RewardFulfilledData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The metadata of the signup: strings. A test event has only the key `service_test` with the
    # value `true`.
    metadata: Dict[str, Union[str, bool]]
    # The time of the signup.
    created_at: str
    # The key of the reward in the settings.
    key: str
    # How many referrals reach it.
    at: int
    # How many referrals the signup had when it was granted.
    referral_count: int
    # When it was granted.
    reached_at: str
    # When it was said.
    fulfilled_at: str


class _RewardFulfilment(TypedDict):
    # Which earned rewards: all that is given must hold.
    filter: RewardFulfilmentFilter


class RewardFulfilment(_RewardFulfilment, total=False):
    # `true`: they were handed over. `false` takes that back, and publishes nothing.
    fulfilled: bool
    # Whether to count only, and change nothing.
    dry_run: bool


class RewardFulfilmentFilter(TypedDict, total=False):
    # Only the reward with this key.
    reward: str
    # Only the reward that so many referrals reach.
    at: int
    # Only those of these signups, at most 1,000.
    signup_ids: List[str]
    # Only those of signups whose address contains this text. At least 3 characters; case does not
    # matter.
    q: str


class RewardFulfilmentResult(TypedDict):
    # How many match that are not so yet, at most 10,000.
    matched: int
    # How many were changed. 0 in a dry run.
    changed: int


class RewardReached(TypedDict):
    # The type of the event.
    type: Literal["reward.reached"]
    # The data of the event.
    data: RewardReachedData


class RewardReachedData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The metadata of the signup: strings. A test event has only the key `service_test` with the
    # value `true`.
    metadata: Dict[str, Union[str, bool]]
    # The time of the signup.
    created_at: str
    # The key of the reward in the settings.
    key: str
    # How many referrals reach it.
    at: int
    # How many referrals the signup had when it was granted.
    referral_count: int
    # When it was granted.
    reached_at: str


class RotatedSecret(TypedDict):
    # The new secret. Shown only in this answer.
    signing_secret: Optional[str]
    # Until when the old secret signs too; null if it ended at once.
    previous_expires_at: Optional[str]


class SavedIntegration(TypedDict):
    # The type. An account has at most one integration of each.
    type: IntegrationType
    # False while it is paused.
    enabled: bool
    # The secret that signs deliveries. Shown once, in the answer to the request that generated it;
    # otherwise null.
    signing_secret: Optional[str]


class SecretRotation(TypedDict):
    # How long the old secret signs too, so that receivers can change over. 0 ends it at once.
    overlap_hours: int


class Segment(TypedDict):
    # The id of the segment.
    id: str
    # Its waitlist.
    waitlist_id: str
    # What you call it.
    name: str
    # Who is in it. All that is given must hold.
    filter: SegmentFilter
    # When it was made.
    created_at: str
    # When it was last changed.
    updated_at: str


class SegmentFilter(TypedDict, total=False):
    # Values of custom fields.
    fields: Dict[str, Union[str, float, bool]]
    # Values of custom fields of people who are left out.
    not_fields: Dict[str, Union[str, float, bool]]
    # Domains of people who are left out.
    not_email_domains: List[str]
    # The campaign or channel.
    utm_source: str
    # How texts are compared, if not exactly.
    match: WaveFilterMatch
    # The day or time before which people signed up.
    created_before: str
    # How many they referred at least.
    min_referrals: int
    # Whether they have confirmed their address.
    confirmed: bool
    # The day or time from which people signed up.
    created_from: str
    # The status of their signup email.
    email_status: str
    # Only people who have reached the reward with this key.
    reward: str
    # Only people whose newest invitation is in this state: `converted` also without one. `none`:
    # there is none. `ever`: they were invited, whatever came of it.
    invitation_state: SegmentFilterInvitationState
    # Only people whose link had exactly this `utm_campaign`, whatever `match` says.
    utm_campaign: str


class SegmentPatch(TypedDict, total=False):
    # What you call it.
    name: str
    # Who is in it. All that is given must hold.
    filter: SegmentPatchFilter


class SegmentPatchFilter(TypedDict, total=False):
    # Only people with exactly these values of custom fields, which must exist.
    fields: Dict[str, Union[str, float, bool]]
    # Leaves out people with any of these values of custom fields. Those without a value stay.
    not_fields: Dict[str, Union[str, float, bool]]
    # Leaves out people whose address is at one of these domains, or at one below it.
    not_email_domains: List[str]
    # Only people from exactly this campaign or channel.
    utm_source: str
    # How `utm_source` and the texts of `fields` and `not_fields` are compared: `exact`, the
    # default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever
    # its case.
    match: WaveFilterMatch
    # Only people who signed up before this day, as `YYYY-MM-DD` in UTC, or before this time.
    created_before: str
    # Only people who referred at least so many. Withheld referrals do not count.
    min_referrals: int
    # Only people who have confirmed their address, or only those who have not.
    confirmed: bool
    # Only people who signed up on this day or later, as `YYYY-MM-DD` in UTC, or at this time or
    # later.
    created_from: str
    # Only people whose signup email has this status. `none`: no status yet.
    email_status: ListSignupsEmailStatus
    # Only people who have reached the reward with this key.
    reward: str
    # Only people whose newest invitation is in this state: `converted` also without one. `none`:
    # there is none. `ever`: they were invited, whatever came of it.
    invitation_state: SegmentFilterInvitationState
    # Only people whose link had exactly this `utm_campaign`, whatever `match` says.
    utm_campaign: str


class _Signup(TypedDict):
    # The id of the signup.
    id: str
    # The address as it was first sent, trimmed.
    email: str
    # The stored position. It never changes and is never reused.
    position: int
    # `max(1, position − referral_count × referral_bonus)`. Null while the waitlist has no bonus.
    display_position: Optional[int]
    # The campaign or channel.
    utm_source: Optional[str]
    # The page that the visitor came from.
    referrer: Optional[str]
    # Its own code: 10 characters of `0`-`9` and `a`-`z` without `i`, `l`, `o`, `u`. Never changes.
    referral_code: str
    # The number of signups that it referred.
    referral_count: int
    # The id of the signup that referred it; null if there is none or it was deleted.
    referred_by: Optional[str]
    # Your own data from the request that added the signup.
    metadata: Dict[str, str]
    # Values of custom fields by their keys.
    fields: Dict[str, Union[str, float, bool]]
    # The time of the signup.
    created_at: str
    # The status of the signup email; null at first. Of all reported statuses the highest applies,
    # in the order of this list.
    email_status: Optional[SignupEmailStatus]
    # The first delivery that the provider reported.
    email_delivered_at: Optional[str]
    # The first opening that the provider reported.
    email_opened_at: Optional[str]
    # The first click that the provider reported.
    email_clicked_at: Optional[str]


class Signup(_Signup, total=False):
    # Its signup email; null if none was made. Only with `include=mail`.
    mail: Optional[SignupMail]
    # Its language, as a language tag; null if it is not known. Only with `include=locale`.
    locale: Optional[str]
    # The note of your team; null if there is none. Only with `include=note`.
    note: Optional[SignupNote]
    # Its confirmation; null if it was never asked. Only with `include=confirmation`.
    confirmation: Optional[ConfirmationState]
    # What the waitlist thinks of its referral; null if it judged none. Only with
    # `include=assessment`. Do not show it on a page: it would teach people who farm codes.
    assessment: Optional[SignupAssessment]
    # The rewards that it has reached, by `at`. Only with `include=rewards`.
    rewards: List[ReachedReward]
    # Its newest invitation, or its conversion without one; null if there is neither. Only with
    # `include=invitation`.
    invitation: Optional[InvitationOfSignup]
    # What the link said besides its source; null if it said nothing. Only with `include=campaign`.
    campaign: Optional[SignupCampaign]


class SignupAssessment(TypedDict):
    # `ok`; `flagged`: shown to reviewers; `withheld`: credits nobody for now; `held`: its mail
    # waits, too.
    verdict: ReviewVerdict
    # What speaks against it.
    reasons: List[ReviewReasonsCode]


class SignupCampaign(TypedDict):
    # How the link was spread.
    utm_medium: Optional[str]
    # What the link belongs to.
    utm_campaign: Optional[str]
    # The search term of an ad.
    utm_term: Optional[str]
    # Which of several links of a campaign it was.
    utm_content: Optional[str]


class _SignupAnswer(TypedDict):
    # The id of the signup.
    id: str
    # The position on the list. It never changes and is never reused.
    position: int
    # The number of signups on the waitlist, this one included.
    total: int
    # Its own code, for a share link.
    referral_code: str


class SignupAnswer(_SignupAnswer, total=False):
    # Whether the signup is new. False if the address was on the list already.
    created: bool
    # As in the list of signups.
    display_position: Optional[int]
    # The number of signups that it referred.
    referral_count: int
    # The link to share: to `links.site_url` of the settings, else to the hosted signup page; null
    # without both.
    referral_link: Optional[str]
    # For `GET /v1/public/status`. Null if the address was on the list already: somebody who only
    # types an address must not see the place of that person.
    status_token: Optional[str]
    # What the waitlist thinks of the referral. Null if it judges none, without a known code, and if
    # the address was on the list already. Do not show it on a page: it would teach people who farm
    # codes.
    assessment: Optional[SignupAnswerAssessment]
    # The language of the person; null if it is not known.
    locale: Optional[str]


class SignupAnswerAssessment(TypedDict):
    # `ok`; `flagged`: shown to reviewers; `withheld`: credits nobody for now; `held`: its mail
    # waits, too.
    verdict: ReviewVerdict
    # What speaks against it.
    reasons: List[ReviewReasonsCode]


class SignupChange(TypedDict, total=False):
    # Values of custom fields by their keys, of the types that are declared. Keys that are left out
    # stay as they are, and null removes a value, unless the field is required. Undeclared keys are
    # dropped.
    fields: Dict[str, Any]
    # A note for your team, of at most 2,000 characters. Null or blank removes it. The person sees
    # it only in an export of all that is kept about them.
    note: Optional[str]
    # The right address of the person, by the rules of a new signup. If it is another one, all that
    # is known of mails to the earlier one is forgotten, and the links in them end.
    email: str
    # Whether the new address is mailed at once, as that of a new signup, and gets an open
    # invitation again. Only with `email`; true if left out.
    notify: bool


class SignupConfirmed(TypedDict):
    # The type of the event.
    type: Literal["signup.confirmed"]
    # The data of the event.
    data: SignupConfirmedData


class _SignupConfirmedData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The time of the confirmation.
    confirmed_at: str


class SignupConfirmedData(_SignupConfirmedData, total=False):
    # The custom fields of the signup by their keys. Only if the integration includes `fields`.
    # Empty if the signup was deleted before a worker got to the event.
    fields: Dict[str, Union[str, float, bool]]
    # The position with the referral bonus; null without a bonus. Only if the integration includes
    # `display_position`.
    display_position: Optional[int]
    # The link to share: to `links.site_url` of the settings, else to the hosted signup page; null
    # without both. Only if the integration includes `referral_link`.
    referral_link: Optional[str]


class SignupCreated(TypedDict):
    # The type of the event.
    type: Literal["signup.created"]
    # The data of the event.
    data: SignupCreatedData


class _SignupCreatedData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The number of signups on the waitlist, this one included.
    total: int
    # The signup's own code.
    referral_code: str
    # The id of the signup that referred it.
    referred_by: Optional[str]
    # The campaign or channel.
    utm_source: Optional[str]
    # The metadata of the signup: strings. A test event has only the key `service_test` with the
    # value `true`.
    metadata: Dict[str, Union[str, bool]]
    # The time of the signup.
    created_at: str


class SignupCreatedData(_SignupCreatedData, total=False):
    # The custom fields of the signup by their keys. Only if the integration includes `fields`.
    # Empty if the signup was deleted before a worker got to the event.
    fields: Dict[str, Union[str, float, bool]]
    # The position with the referral bonus; null without a bonus. Only if the integration includes
    # `display_position`.
    display_position: Optional[int]
    # The link to share: to `links.site_url` of the settings, else to the hosted signup page; null
    # without both. Only if the integration includes `referral_link`.
    referral_link: Optional[str]


class SignupEmailClicked(TypedDict):
    # The type of the event.
    type: Literal["signup.email_clicked"]
    # The data of the event.
    data: SignupEmailClickedData


class _SignupEmailClickedData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The time that the mail provider recorded.
    occurred_at: str


class SignupEmailClickedData(_SignupEmailClickedData, total=False):
    # The custom fields of the signup by their keys. Only if the integration includes `fields`.
    # Empty if the signup was deleted before a worker got to the event.
    fields: Dict[str, Union[str, float, bool]]
    # The position with the referral bonus; null without a bonus. Only if the integration includes
    # `display_position`.
    display_position: Optional[int]
    # The link to share: to `links.site_url` of the settings, else to the hosted signup page; null
    # without both. Only if the integration includes `referral_link`.
    referral_link: Optional[str]


class SignupEmailDelivered(TypedDict):
    # The type of the event.
    type: Literal["signup.email_delivered"]
    # The data of the event.
    data: SignupEmailDeliveredData


class _SignupEmailDeliveredData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The time that the mail provider recorded.
    occurred_at: str


class SignupEmailDeliveredData(_SignupEmailDeliveredData, total=False):
    # The custom fields of the signup by their keys. Only if the integration includes `fields`.
    # Empty if the signup was deleted before a worker got to the event.
    fields: Dict[str, Union[str, float, bool]]
    # The position with the referral bonus; null without a bonus. Only if the integration includes
    # `display_position`.
    display_position: Optional[int]
    # The link to share: to `links.site_url` of the settings, else to the hosted signup page; null
    # without both. Only if the integration includes `referral_link`.
    referral_link: Optional[str]


class SignupEmailOpened(TypedDict):
    # The type of the event.
    type: Literal["signup.email_opened"]
    # The data of the event.
    data: SignupEmailOpenedData


class _SignupEmailOpenedData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The time that the mail provider recorded.
    occurred_at: str


class SignupEmailOpenedData(_SignupEmailOpenedData, total=False):
    # The custom fields of the signup by their keys. Only if the integration includes `fields`.
    # Empty if the signup was deleted before a worker got to the event.
    fields: Dict[str, Union[str, float, bool]]
    # The position with the referral bonus; null without a bonus. Only if the integration includes
    # `display_position`.
    display_position: Optional[int]
    # The link to share: to `links.site_url` of the settings, else to the hosted signup page; null
    # without both. Only if the integration includes `referral_link`.
    referral_link: Optional[str]


class SignupLinks(TypedDict):
    # `links.site_url` of the settings with the code of this signup, else the hosted signup page;
    # null without both.
    referral_link: Optional[str]
    # Shows this signup’s own place and nothing else. Give it only to the person who signed up. Null
    # without the scope `signups:write`.
    status_token: Optional[str]
    # The hosted status page; null while `status_page` is off, and without `signups:write`.
    status_url: Optional[str]
    # The page that stops the mails of the waitlist to this person. Null without the scope
    # `signups:write`.
    unsubscribe_url: Optional[str]


class SignupMail(TypedDict):
    # How far sending it is. `held`: it waits for a route, or for allowance.
    state: SignupMailState
    # When it was sent.
    sent_at: Optional[str]
    # Why it was not sent, in the words of the provider.
    error: Optional[str]
    # If it bounced: for good (`permanent`), or so that a later one may arrive (`transient`). An
    # email that bounced before the service told them apart is `permanent`.
    bounce_class: Optional[PersonMailBounceClass]
    # Why it bounced, in the words of the provider.
    bounce_reason: Optional[str]


class SignupNote(TypedDict):
    # The note.
    text: str
    # Who wrote it: the address of a user, or the name of a key.
    by: Optional[str]
    # When it was written.
    written_at: str


class SignupRemoved(TypedDict):
    # The type of the event.
    type: Literal["signup.removed"]
    # The data of the event.
    data: SignupRemovedData


class _SignupRemovedData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The metadata of the signup: strings. A test event has only the key `service_test` with the
    # value `true`.
    metadata: Dict[str, Union[str, bool]]
    # The time of the signup.
    created_at: str
    # The time of the deletion.
    removed_at: str


class SignupRemovedData(_SignupRemovedData, total=False):
    # The custom fields of the signup by their keys. Only if the integration includes `fields`.
    # Empty if the signup was deleted before a worker got to the event.
    fields: Dict[str, Union[str, float, bool]]
    # The position with the referral bonus; null without a bonus. Only if the integration includes
    # `display_position`.
    display_position: Optional[int]
    # The link to share: to `links.site_url` of the settings, else to the hosted signup page; null
    # without both. Only if the integration includes `referral_link`.
    referral_link: Optional[str]


class SignupStatus(TypedDict):
    # The name of the waitlist.
    waitlist_name: str
    # The stored position. Null if the settings hide it.
    position: Optional[int]
    # The position with the referral bonus. Null without a bonus, or if the settings hide it.
    display_position: Optional[int]
    # The number of signups. Null if the settings hide it.
    total: Optional[int]
    # The code of the signup.
    referral_code: str
    # The link to share: to `links.site_url`, else to the hosted signup page; null without both.
    referral_link: Optional[str]
    # The number of signups that it referred.
    referral_count: int
    # Null: the waitlist asks for no confirmation.
    confirmed: Optional[bool]
    # The rewards that it has reached, by `at`. Null unless the settings show them.
    rewards: Optional[List[SignupStatusRewards]]
    # All rewards of the list, and those that it has reached before they were removed, by `at`. Null
    # unless the settings show them.
    ladder: Optional[List[LadderStep]]
    # What became of the newest invitation: `converted` also without one. Null: there is none.
    invitation_state: Optional[InvitationState]
    # The link of an open invitation, for this person alone. Null unless the settings show it
    # (`invitations.show_link`).
    invitation_url: Optional[str]
    # How many places the referrals have moved the person up. Null where `display_position` is.
    moved: Optional[int]
    # How many places one more referral brings: the referral bonus. Null without one.
    per_referral: Optional[int]
    # The place in line: by `display_position`, then by `position`, so no two people have the same.
    # Without a bonus the position. As of a few seconds ago. Null if the settings hide the position.
    rank: Optional[int]


class SignupStatusRewards(TypedDict):
    # The key that the reward had then.
    key: str
    # How many credited referrals reach it.
    at: int
    # When it was granted.
    reached_at: str


class SignupUnsubscribed(TypedDict):
    # The type of the event.
    type: Literal["signup.unsubscribed"]
    # The data of the event.
    data: SignupUnsubscribedData


class _SignupUnsubscribedData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The time of the first click on the button, or of the mail program’s request.
    unsubscribed_at: str


class SignupUnsubscribedData(_SignupUnsubscribedData, total=False):
    # The custom fields of the signup by their keys. Only if the integration includes `fields`.
    # Empty if the signup was deleted before a worker got to the event.
    fields: Dict[str, Union[str, float, bool]]
    # The position with the referral bonus; null without a bonus. Only if the integration includes
    # `display_position`.
    display_position: Optional[int]
    # The link to share: to `links.site_url` of the settings, else to the hosted signup page; null
    # without both. Only if the integration includes `referral_link`.
    referral_link: Optional[str]


class SignupUpdated(TypedDict):
    # The type of the event.
    type: Literal["signup.updated"]
    # The data of the event.
    data: SignupUpdatedData


class _SignupUpdatedData(TypedDict):
    # The id of the signup.
    id: str
    # The id of its waitlist.
    waitlist_id: str
    # The name of its waitlist.
    waitlist_name: str
    # The address as it was first sent.
    email: str
    # The stored position.
    position: int
    # The keys of the custom fields that have another value now, or none.
    changed_fields: List[str]
    # The metadata of the signup: strings. A test event has only the key `service_test` with the
    # value `true`.
    metadata: Dict[str, Union[str, bool]]
    # The time of the signup.
    created_at: str
    # The time of the change.
    updated_at: str


class SignupUpdatedData(_SignupUpdatedData, total=False):
    # Only if the address was corrected: the one before. `email` is the new one.
    previous_email: str
    # The custom fields of the signup by their keys. Only if the integration includes `fields`.
    # Empty if the signup was deleted before a worker got to the event.
    fields: Dict[str, Union[str, float, bool]]
    # The position with the referral bonus; null without a bonus. Only if the integration includes
    # `display_position`.
    display_position: Optional[int]
    # The link to share: to `links.site_url` of the settings, else to the hosted signup page; null
    # without both. Only if the integration includes `referral_link`.
    referral_link: Optional[str]


class _Stats(TypedDict):
    # The id of the waitlist.
    waitlist_id: str
    # All signups of the list, of all time.
    total: int
    # Signups in the window.
    range_total: int
    # The first day of the window that was used.
    range_from: str
    # The last day of the window that was used.
    range_to: str
    # Every day of the window, including those without a signup.
    daily: List[StatsDaily]
    # The sources in the window, most signups first, then by name. Beyond 200 sources, the last
    # entry is `other`: all further sources, and a source of that name.
    by_source: List[StatsBySource]
    # Of all time. The rates are null before the first email.
    email_engagement: StatsEmailEngagement
    # As of today, whatever the window.
    growth: StatsGrowth
    # The most frequent hosts of `http` and `https` referrers, of all time.
    referrer_domains: List[StatsReferrerDomains]
    # Referred signups, of all time.
    referred_count: int


class Stats(_Stats, total=False):
    # Signups that have confirmed their address, of all time. Only with `include=confirmation`.
    confirmed: int
    # The campaigns of signups in the window, most signups first, then by name. Beyond 200, the last
    # entry has all further ones. Only with `include=campaigns`.
    campaigns: List[StatsCampaigns]


class StatsDaily(TypedDict):
    # A day, in UTC.
    date: str
    # Signups of that day.
    signups: int


class StatsBySource(TypedDict):
    # A `utm_source`; `direct` for signups without one.
    source: str
    # Signups from it in the window.
    signups: int


class StatsEmailEngagement(TypedDict):
    # Signups whose email left.
    emails_sent: int
    # The percentage of sent emails that arrived, as a whole number.
    delivery_rate: Optional[int]
    # The percentage of sent emails that were opened, as a whole number.
    open_rate: Optional[int]
    # The percentage of sent emails in which a link was clicked, as a whole number.
    click_rate: Optional[int]


class StatsGrowth(TypedDict):
    # Signups today and in the 6 days before.
    last_7: int
    # Signups in the 7 days before those.
    prev_7: int
    # The change in percent; null if `prev_7` is 0.
    delta: Optional[int]


class StatsReferrerDomains(TypedDict):
    # A host, in lower case, without `www.`.
    domain: str
    # Signups from it.
    signups: int


class StatsCampaigns(TypedDict):
    # The campaign; null for all further ones together.
    utm_campaign: Optional[str]
    # Signups from it in the window.
    signups: int
    # How many of them have confirmed their address.
    confirmed: int
    # How many of them became users.
    users: int


class Suppression(TypedDict):
    # The id of the suppression.
    id: str
    # The waitlist whose mails it stops; null: all waitlists.
    waitlist_id: Optional[str]
    # Why the address gets no mails.
    reason: SuppressionReason
    # When it was added.
    created_at: str


class _SuppressionTarget(TypedDict):
    # The address, in any letter case.
    email: str


class SuppressionTarget(_SuppressionTarget, total=False):
    # The waitlist whose mails it stops; left out or null: all waitlists.
    waitlist_id: Optional[str]


class Waitlist(TypedDict):
    # The id of the waitlist.
    id: str
    # The name, trimmed.
    name: str
    # When the waitlist was created.
    created_at: str
    # How many positions a signup moves up per referral, in `display_position` only. Null if the
    # feature is off.
    referral_bonus: Optional[int]


class WaitlistChange(TypedDict, total=False):
    # Trimmed; 1 to 100 characters without control characters such as line breaks. Unique in the
    # account; case-sensitive.
    name: str
    # How many positions a signup moves up per referral, in `display_position` only. Null if the
    # feature is off.
    referral_bonus: Optional[int]


class WaitlistSettings(TypedDict):
    # Links that the people on the list get.
    links: WaitlistSettingsLinks
    # Whether new signups are asked to confirm their address by a link in a mail.
    confirmation: WaitlistSettingsConfirmation
    # Whether referrals are judged before they credit anybody.
    abuse: WaitlistSettingsAbuse
    # What people get for their referrals, by how many it takes. At most 20, each with its own `at`
    # and `key`. A change replaces the whole list; null removes it. Nobody loses what they have
    # reached.
    rewards: List[WaitlistSettingsRewards]
    # Who has referred the most.
    leaderboard: WaitlistSettingsLeaderboard
    # Invitations from the list into your product.
    invitations: WaitlistSettingsInvitations
    # What mails of this waitlist say of their sender.
    mail: WaitlistSettingsMail
    # The form of the waitlist, for pages without a server. It needs `abuse.mode` to be `enforce`.
    form: WaitlistSettingsForm
    # The hosted signup page of the waitlist. Switching it on sets `abuse.mode` to `enforce`, unless
    # the same change says otherwise.
    page: WaitlistSettingsPage
    # How long signups are kept. They are deleted as if you had: `signup.removed` is published.
    retention: WaitlistSettingsRetention
    # How the pages that people on the list see look, and what their owner says there.
    brand: WaitlistSettingsBrand
    # Whether the waitlist takes new signups.
    archive: WaitlistSettingsArchive


class WaitlistSettingsLinks(TypedDict):
    # The page where people sign up: https, or http on localhost. Referral links are this URL with
    # `ref=CODE` in its query. Null: they lead to the hosted signup page; without one there are
    # none.
    site_url: Optional[str]
    # Whether the service serves a small status page for each signup.
    status_page: bool
    # What the status of a signup leaves out: `position` (with `display_position` and `rank`),
    # `total`.
    hide: List[WaitlistSettingsLinksHide]
    # Whether the status of a signup shows the rewards: which it has reached, and how many referrals
    # the others take.
    show_rewards: bool


class WaitlistSettingsConfirmation(TypedDict):
    # Whether new signups are asked. Their own mail is sent once they have confirmed. Those that are
    # on the list already are not asked.
    enabled: bool
    # How long a link is valid, in hours: 1 to 720.
    expires_hours: int
    # Where the link leads, with the token in its query as `token`; your server passes that to `POST
    # /v1/confirmations`. Null: a page of the service with a button.
    url: Optional[str]
    # Where the page of the service leads after the confirmation. Null: it says that it is done.
    redirect_url: Optional[str]
    # After how many hours without a confirmation one more mail is sent, 1 to 720; it must be less
    # than `expires_hours`. Null: none.
    remind_after_hours: Optional[int]
    # When a referrer gets the credit for a signup: at once (`on_signup`), or when it is confirmed
    # (`on_confirm`).
    credit: WaitlistSettingsConfirmationCredit


class WaitlistSettingsAbuse(TypedDict):
    # `off`: every referral credits. `monitor`: every referral credits, and what would be withheld
    # is shown. `enforce`: suspicious referrals credit nobody until they settle or somebody approves
    # them.
    mode: WaitlistSettingsAbuseMode
    # How fast one code may earn credits. A referral beyond that has the reason `velocity` and
    # settles by itself.
    velocity: WaitlistSettingsAbuseVelocity
    # After how many hours a referral settles whose only reason is `velocity`, if its mail was
    # delivered.
    settle_hours: int
    # Whether the mail of a withheld signup waits for the decision, too. Against people who sign up
    # addresses of others.
    hold_email: bool
    # What each reason comes to: `ignore`, `flag` (shown only) or `withhold`. `network` cannot
    # withhold.
    reasons: WaitlistSettingsAbuseReasons
    # Domains whose referrals have the reason `blocked_domain`, with all below them.
    block_domains: List[str]
    # Domains that are trusted, with all below them: nothing about the domain is a reason.
    allow_domains: List[str]
    # Networks that are trusted, such as that of an office: `network` is no reason there.
    allow_networks: List[str]


class WaitlistSettingsAbuseVelocity(TypedDict):
    # Credits per hour.
    per_hour: int
    # Credits at once.
    burst: int


class WaitlistSettingsAbuseReasons(TypedDict):
    # The address is at a domain of disposable addresses.
    disposable_domain: WaitlistSettingsAbuseReasonsNoMx
    # The settings of the waitlist block the domain.
    blocked_domain: WaitlistSettingsAbuseReasonsNoMx
    # The same mailbox is on the list already, or is the referrer’s.
    alias: WaitlistSettingsAbuseReasonsNoMx
    # The code got more credits than the settings allow in that time.
    velocity: WaitlistSettingsAbuseReasonsNoMx
    # More than five signups of the code in a day are at this domain.
    domain_cluster: WaitlistSettingsAbuseReasonsNoMx
    # The browser is a program, or has no name.
    scripted: WaitlistSettingsAbuseReasonsNoMx
    # More than five signups of the code in a day came from one network.
    network: WaitlistSettingsAbuseReasonsNoMx
    # The domain takes no mail.
    no_mx: WaitlistSettingsAbuseReasonsNoMx
    # The mail came back.
    bounced: WaitlistSettingsAbuseReasonsNoMx
    # The mail was reported as spam.
    complained: WaitlistSettingsAbuseReasonsNoMx
    # The mail server refused the mail.
    failed: WaitlistSettingsAbuseReasonsNoMx
    # Many signups of this code were not real.
    tainted_code: WaitlistSettingsAbuseReasonsNoMx


class _WaitlistSettingsRewards(TypedDict):
    # How many credited referrals reach it.
    at: int
    # Your own name for it: lower-case letters, digits, `-` and `_`.
    key: str


class WaitlistSettingsRewards(_WaitlistSettingsRewards, total=False):
    # What people read; without one they read the key.
    name: str
    # What people read below the name.
    text: str
    # The https address of a picture of it.
    image: str


class WaitlistSettingsLeaderboard(TypedDict):
    # The key of the custom field whose value is a person’s name on the leaderboard. Without a
    # value, or null: the first and the last character before the @ of the address, such as `j…e`;
    # of two or three characters only the first, of one none.
    name_field: Optional[str]
    # Whether the people on the list may read the leaderboard, each with the own status token. Names
    # of a custom field are what people wrote: look at them before you show them.
    public: bool


class WaitlistSettingsInvitations(TypedDict):
    # Your own page that accepts an invitation: https, or http on localhost. Links of invitations
    # are this URL with `token=TOKEN` in its query. Null: nobody can be invited.
    url: Optional[str]
    # Whether an invitation converts only for the address that was invited. Without it anybody with
    # the link can use it, once.
    require_email_match: bool
    # Whether the status of an invited person has the link of the invitation, as a button on the
    # hosted page. Whoever has the status token can then use the invitation.
    show_link: bool


class WaitlistSettingsMail(TypedDict):
    # The postal address of the sender, which stands below every announcement: the law asks for it
    # in many countries. Up to 6 lines. Null: no announcement can be launched.
    postal_address: Optional[str]


class WaitlistSettingsForm(TypedDict):
    # Whether the form takes signups. While it is off its URL is unknown.
    enabled: bool
    # What the URLs of the form hold. It is no secret, never changes, and is null until the form is
    # first enabled. Read only.
    id: Optional[str]
    # Where the form of your page posts to; null until it is first enabled. Read only.
    url: Optional[str]
    # The script that a page can include; null until the form is first enabled. Read only.
    script_url: Optional[str]
    # The origins of the pages with the form, such as `https://www.example.com`: https, or http on
    # localhost. At least one while it is enabled, at most 20.
    origins: List[str]
    # Who checks that visitors are people. Null: nobody.
    captcha: Optional[WaitlistSettingsFormCaptcha]
    # Where a page without the script leads after the signup. Null: a page of the service that says
    # thank you.
    redirect_url: Optional[str]
    # The keys of the custom fields that the form takes, at most 20. All others are dropped. A
    # required field must be among them.
    fields: List[str]


class WaitlistSettingsFormCaptcha(TypedDict):
    # `turnstile`: Cloudflare Turnstile.
    provider: Literal["turnstile"]
    # The site key of the widget, which is public: the signup page and the embedded form draw the
    # widget. A form of your own has it in its code.
    site_key: Optional[str]


class WaitlistSettingsPage(TypedDict):
    # Whether the page is there. It needs a `slug`. While it is off its URL is unknown.
    enabled: bool
    # The last part of the URL: 3 to 60 lower-case letters, digits and single hyphens. The service
    # has each once; a taken one is 409. An old one leads to the new one while the waitlist has it.
    # Null frees all.
    slug: Optional[str]
    # Whether the page says how many people are on the list.
    show_total: bool
    # The key of the custom field with the name of whoever shares a link: pictures of the link show
    # its first word to everybody. Null: none.
    invited_by_field: Optional[str]
    # The page; null without a `slug`. Read only.
    url: Optional[str]
    # The script that draws the form into a page of yours; null without a `slug`. Read only.
    embed_url: Optional[str]


class WaitlistSettingsRetention(TypedDict):
    # After how many days a signup is deleted that was asked to confirm and has not, 1 to 3650;
    # never while its link is valid. Null: it is kept.
    unconfirmed_days: Optional[int]
    # The day, from 00:00 UTC, on which the signups from before it are deleted. Later ones are kept.
    # Null: none.
    delete_on: Optional[str]
    # After how many days the signup of a person who became a user is deleted, 1 to 3650. Null: it
    # is kept.
    delete_after_conversion_days: Optional[int]


class WaitlistSettingsBrand(TypedDict):
    # Where the logo is. Null: none. Read only: `PUT /v1/waitlists/{id}/brand/logo` stores one.
    logo: Optional[str]
    # The color of buttons and links, such as `#4338ca`. Texts on it are made legible. Null: a
    # neutral one.
    color: Optional[str]
    # The color behind the page. With the theme `auto` it is for the light or the dark look, and the
    # other one gets a counterpart. Null: a neutral one.
    background: Optional[str]
    # The title of the status page and the signup page, instead of the name of the list.
    headline: Optional[str]
    # The text below the headline. Line breaks stay.
    text: Optional[str]
    # Links below the pages, such as an imprint. At most 5.
    links: List[WaitlistSettingsBrandLinks]
    # The language of the pages. Null: the one that each visitor prefers.
    language: Optional[WaitlistSettingsBrandLanguage]
    # The font, of those that devices have.
    font: WaitlistSettingsBrandFont
    # `auto`: light or dark, as the visitor’s device is.
    theme: WaitlistSettingsBrandTheme


class WaitlistSettingsBrandLinks(TypedDict):
    # The text of the link.
    label: str
    # Where it leads: an https URL.
    url: str


class WaitlistSettingsArchive(TypedDict):
    # Whether the waitlist is archived: it takes no new signups, by the API, forms, pages and
    # imports. All else goes on. An address that is on the list still gets its first signup back.
    enabled: bool
    # What is answered to a new signup, and what pages show, on one line of at most 300 characters.
    # Null: a text of the service, on pages in the language of the visitor.
    text: Optional[str]


class WaitlistSettingsChange(TypedDict, total=False):
    # Links that the people on the list get.
    links: Optional[WaitlistSettingsChangeLinks]
    # Whether new signups are asked to confirm their address by a link in a mail.
    confirmation: Optional[WaitlistSettingsChangeConfirmation]
    # Whether referrals are judged before they credit anybody.
    abuse: Optional[WaitlistSettingsChangeAbuse]
    # What people get for their referrals, by how many it takes. At most 20, each with its own `at`
    # and `key`. A change replaces the whole list; null removes it. Nobody loses what they have
    # reached.
    rewards: Optional[List[WaitlistSettingsChangeRewards]]
    # Who has referred the most.
    leaderboard: Optional[WaitlistSettingsChangeLeaderboard]
    # Invitations from the list into your product.
    invitations: Optional[WaitlistSettingsChangeInvitations]
    # What mails of this waitlist say of their sender.
    mail: Optional[WaitlistSettingsChangeMail]
    # The form of the waitlist, for pages without a server. It needs `abuse.mode` to be `enforce`.
    form: Optional[WaitlistSettingsChangeForm]
    # The hosted signup page of the waitlist. Switching it on sets `abuse.mode` to `enforce`, unless
    # the same change says otherwise.
    page: Optional[WaitlistSettingsChangePage]
    # How long signups are kept. They are deleted as if you had: `signup.removed` is published.
    retention: Optional[WaitlistSettingsChangeRetention]
    # How the pages that people on the list see look, and what their owner says there.
    brand: Optional[WaitlistSettingsChangeBrand]
    # Whether the waitlist takes new signups.
    archive: Optional[WaitlistSettingsChangeArchive]


class WaitlistSettingsChangeLinks(TypedDict, total=False):
    # The page where people sign up: https, or http on localhost. Referral links are this URL with
    # `ref=CODE` in its query. Null: they lead to the hosted signup page; without one there are
    # none.
    site_url: Optional[str]
    # Whether the service serves a small status page for each signup.
    status_page: Optional[bool]
    # What the status of a signup leaves out: `position` (with `display_position` and `rank`),
    # `total`.
    hide: Optional[List[WaitlistSettingsLinksHide]]
    # Whether the status of a signup shows the rewards: which it has reached, and how many referrals
    # the others take.
    show_rewards: Optional[bool]


class WaitlistSettingsChangeConfirmation(TypedDict, total=False):
    # Whether new signups are asked. Their own mail is sent once they have confirmed. Those that are
    # on the list already are not asked.
    enabled: Optional[bool]
    # How long a link is valid, in hours: 1 to 720.
    expires_hours: Optional[int]
    # Where the link leads, with the token in its query as `token`; your server passes that to `POST
    # /v1/confirmations`. Null: a page of the service with a button.
    url: Optional[str]
    # Where the page of the service leads after the confirmation. Null: it says that it is done.
    redirect_url: Optional[str]
    # After how many hours without a confirmation one more mail is sent, 1 to 720; it must be less
    # than `expires_hours`. Null: none.
    remind_after_hours: Optional[int]
    # When a referrer gets the credit for a signup: at once (`on_signup`), or when it is confirmed
    # (`on_confirm`).
    credit: Optional[WaitlistSettingsConfirmationCredit]


class WaitlistSettingsChangeAbuse(TypedDict, total=False):
    # `off`: every referral credits. `monitor`: every referral credits, and what would be withheld
    # is shown. `enforce`: suspicious referrals credit nobody until they settle or somebody approves
    # them.
    mode: Optional[WaitlistSettingsAbuseMode]
    # How fast one code may earn credits. A referral beyond that has the reason `velocity` and
    # settles by itself.
    velocity: Optional[WaitlistSettingsChangeAbuseVelocity]
    # After how many hours a referral settles whose only reason is `velocity`, if its mail was
    # delivered.
    settle_hours: Optional[int]
    # Whether the mail of a withheld signup waits for the decision, too. Against people who sign up
    # addresses of others.
    hold_email: Optional[bool]
    # What each reason comes to: `ignore`, `flag` (shown only) or `withhold`. `network` cannot
    # withhold.
    reasons: Optional[WaitlistSettingsChangeAbuseReasons]
    # Domains whose referrals have the reason `blocked_domain`, with all below them.
    block_domains: Optional[List[str]]
    # Domains that are trusted, with all below them: nothing about the domain is a reason.
    allow_domains: Optional[List[str]]
    # Networks that are trusted, such as that of an office: `network` is no reason there.
    allow_networks: Optional[List[str]]


class WaitlistSettingsChangeAbuseVelocity(TypedDict, total=False):
    # Credits per hour.
    per_hour: Optional[int]
    # Credits at once.
    burst: Optional[int]


class WaitlistSettingsChangeAbuseReasons(TypedDict, total=False):
    # The address is at a domain of disposable addresses.
    disposable_domain: Optional[WaitlistSettingsAbuseReasonsNoMx]
    # The settings of the waitlist block the domain.
    blocked_domain: Optional[WaitlistSettingsAbuseReasonsNoMx]
    # The same mailbox is on the list already, or is the referrer’s.
    alias: Optional[WaitlistSettingsAbuseReasonsNoMx]
    # The code got more credits than the settings allow in that time.
    velocity: Optional[WaitlistSettingsAbuseReasonsNoMx]
    # More than five signups of the code in a day are at this domain.
    domain_cluster: Optional[WaitlistSettingsAbuseReasonsNoMx]
    # The browser is a program, or has no name.
    scripted: Optional[WaitlistSettingsAbuseReasonsNoMx]
    # More than five signups of the code in a day came from one network.
    network: Optional[WaitlistSettingsChangeAbuseReasonsNetwork]
    # The domain takes no mail.
    no_mx: Optional[WaitlistSettingsAbuseReasonsNoMx]
    # The mail came back.
    bounced: Optional[WaitlistSettingsAbuseReasonsNoMx]
    # The mail was reported as spam.
    complained: Optional[WaitlistSettingsAbuseReasonsNoMx]
    # The mail server refused the mail.
    failed: Optional[WaitlistSettingsAbuseReasonsNoMx]
    # Many signups of this code were not real.
    tainted_code: Optional[WaitlistSettingsAbuseReasonsNoMx]


class _WaitlistSettingsChangeRewards(TypedDict):
    # How many credited referrals reach it.
    at: int
    # Your own name for it: lower-case letters, digits, `-` and `_`.
    key: str


class WaitlistSettingsChangeRewards(_WaitlistSettingsChangeRewards, total=False):
    # What people read; without one they read the key.
    name: str
    # What people read below the name.
    text: str
    # The https address of a picture of it.
    image: str


class WaitlistSettingsChangeLeaderboard(TypedDict, total=False):
    # The key of the custom field whose value is a person’s name on the leaderboard. Without a
    # value, or null: the first and the last character before the @ of the address, such as `j…e`;
    # of two or three characters only the first, of one none.
    name_field: Optional[str]
    # Whether the people on the list may read the leaderboard, each with the own status token. Names
    # of a custom field are what people wrote: look at them before you show them.
    public: Optional[bool]


class WaitlistSettingsChangeInvitations(TypedDict, total=False):
    # Your own page that accepts an invitation: https, or http on localhost. Links of invitations
    # are this URL with `token=TOKEN` in its query. Null: nobody can be invited.
    url: Optional[str]
    # Whether an invitation converts only for the address that was invited. Without it anybody with
    # the link can use it, once.
    require_email_match: Optional[bool]
    # Whether the status of an invited person has the link of the invitation, as a button on the
    # hosted page. Whoever has the status token can then use the invitation.
    show_link: Optional[bool]


class WaitlistSettingsChangeMail(TypedDict, total=False):
    # The postal address of the sender, which stands below every announcement: the law asks for it
    # in many countries. Up to 6 lines. Null: no announcement can be launched.
    postal_address: Optional[str]


class WaitlistSettingsChangeForm(TypedDict, total=False):
    # Whether the form takes signups. While it is off its URL is unknown.
    enabled: Optional[bool]
    # The origins of the pages with the form, such as `https://www.example.com`: https, or http on
    # localhost. At least one while it is enabled, at most 20.
    origins: Optional[List[str]]
    # Who checks that visitors are people. Null: nobody.
    captcha: Optional[WaitlistSettingsChangeFormCaptcha]
    # Where a page without the script leads after the signup. Null: a page of the service that says
    # thank you.
    redirect_url: Optional[str]
    # The keys of the custom fields that the form takes, at most 20. All others are dropped. A
    # required field must be among them.
    fields: Optional[List[str]]


class WaitlistSettingsChangeFormCaptcha(TypedDict, total=False):
    # `turnstile`: Cloudflare Turnstile.
    provider: Literal["turnstile"]
    # The site key of the widget, which is public: the signup page and the embedded form draw the
    # widget. A form of your own has it in its code.
    site_key: Optional[str]
    # The secret key of the widget. It is never answered. If left out, the stored one is kept.
    secret: str


class WaitlistSettingsChangePage(TypedDict, total=False):
    # Whether the page is there. It needs a `slug`. While it is off its URL is unknown.
    enabled: Optional[bool]
    # The last part of the URL: 3 to 60 lower-case letters, digits and single hyphens. The service
    # has each once; a taken one is 409. An old one leads to the new one while the waitlist has it.
    # Null frees all.
    slug: Optional[str]
    # Whether the page says how many people are on the list.
    show_total: Optional[bool]
    # The key of the custom field with the name of whoever shares a link: pictures of the link show
    # its first word to everybody. Null: none.
    invited_by_field: Optional[str]


class WaitlistSettingsChangeRetention(TypedDict, total=False):
    # After how many days a signup is deleted that was asked to confirm and has not, 1 to 3650;
    # never while its link is valid. Null: it is kept.
    unconfirmed_days: Optional[int]
    # The day, from 00:00 UTC, on which the signups from before it are deleted. Later ones are kept.
    # Null: none.
    delete_on: Optional[str]
    # After how many days the signup of a person who became a user is deleted, 1 to 3650. Null: it
    # is kept.
    delete_after_conversion_days: Optional[int]


class WaitlistSettingsChangeBrand(TypedDict, total=False):
    # The color of buttons and links, such as `#4338ca`. Texts on it are made legible. Null: a
    # neutral one.
    color: Optional[str]
    # The color behind the page. With the theme `auto` it is for the light or the dark look, and the
    # other one gets a counterpart. Null: a neutral one.
    background: Optional[str]
    # The title of the status page and the signup page, instead of the name of the list.
    headline: Optional[str]
    # The text below the headline. Line breaks stay.
    text: Optional[str]
    # Links below the pages, such as an imprint. At most 5.
    links: Optional[List[WaitlistSettingsChangeBrandLinks]]
    # The language of the pages. Null: the one that each visitor prefers.
    language: Optional[WaitlistSettingsBrandLanguage]
    # The font, of those that devices have.
    font: Optional[WaitlistSettingsBrandFont]
    # `auto`: light or dark, as the visitor’s device is.
    theme: Optional[WaitlistSettingsBrandTheme]


class WaitlistSettingsChangeBrandLinks(TypedDict):
    # The text of the link.
    label: str
    # Where it leads: an https URL.
    url: str


class WaitlistSettingsChangeArchive(TypedDict, total=False):
    # Whether the waitlist is archived: it takes no new signups, by the API, forms, pages and
    # imports. All else goes on. An address that is on the list still gets its first signup back.
    enabled: Optional[bool]
    # What is answered to a new signup, and what pages show, on one line of at most 300 characters.
    # Null: a text of the service, on pages in the language of the visitor.
    text: Optional[str]


class WaitlistWithCount(TypedDict):
    # The id of the waitlist.
    id: str
    # The name, trimmed.
    name: str
    # When the waitlist was created.
    created_at: str
    # The number of signups, live.
    signup_count: int


class Wave(TypedDict):
    # The id of the wave.
    id: str
    # Its waitlist.
    waitlist_id: str
    # What you call it; null if it has no name.
    name: Optional[str]
    # `selecting`: the people are still being chosen, and the counts are 0. `draft`: it can be
    # launched for 24 hours. `sending`, `sent`, `cancelled`.
    state: WaveState
    # How many people you want to invite, at most 100,000.
    size: int
    # Who comes first: by displayed position, by stored position, or those with the most referrals.
    # Ties are by position.
    order: WaveOrder
    # Who may be a member. All that is given must hold.
    filter: WaveFilter
    # How long an invitation is valid.
    expires_in_days: int
    # How many people are invited in an hour, evenly. Null: all at once.
    per_hour: Optional[int]
    # `email`: the service mails the invitations. `link`: you get the links and send them yourself.
    deliver: WaveDeliver
    # How many people meet the filter.
    matched: int
    # How many people the wave has.
    selected: int
    # How many of those who meet the filter cannot be invited. Each is counted once, by the first of
    # these reasons.
    excluded: WaveExcluded
    # How many have been invited until now.
    invited: int
    # How many were left out by the launch, because something changed since the draft.
    left_out: WaveLeftOut
    # When it was drafted.
    created_at: str
    # When it was launched.
    launched_at: Optional[str]
    # When the last person was invited, or the wave was cancelled.
    finished_at: Optional[str]
    # The first 20 people of the wave who are still on the waitlist.
    sample: List[WaveSample]
    # What this month’s allowance of emails has left; null with an email provider of your own.
    emails_remaining: Optional[int]


class WaveFilter(TypedDict, total=False):
    # Values of custom fields.
    fields: Dict[str, Union[str, float, bool]]
    # Values of custom fields of people who are left out.
    not_fields: Dict[str, Union[str, float, bool]]
    # Domains of people who are left out.
    not_email_domains: List[str]
    # The campaign or channel.
    utm_source: str
    # How texts are compared, if not exactly.
    match: WaveFilterMatch
    # The day or time before which people signed up.
    created_before: str
    # How many they referred at least.
    min_referrals: int
    # Whether they have confirmed their address.
    confirmed: bool
    # How many `ids` were given.
    id_count: int


class WaveExcluded(TypedDict):
    # They have an invitation that is open, or a wave that is being sent will invite them.
    invited: int
    # They are users already.
    converted: int
    # They unsubscribed, or their address gets no mails.
    suppressed: int
    # They were asked to confirm their address and have not.
    unconfirmed: int
    # Their referral waits for somebody’s decision.
    in_review: int
    # Their signup email bounced.
    bounced: int


class WaveLeftOut(TypedDict):
    # Their signup was deleted.
    removed: int
    # They unsubscribed, or their address gets no mails any more.
    suppressed: int
    # They were invited otherwise.
    invited: int
    # They became users otherwise.
    converted: int


class WaveSample(TypedDict):
    # The id of the signup.
    signup_id: str
    # Its address.
    email: str
    # Its position.
    position: int
    # How many signups it referred.
    referral_count: int


class WaveLaunch(TypedDict):
    # The id of the wave.
    id: str
    # How many people it has.
    selected: int
    # When it was first launched.
    launched_at: str


class WaveMember(TypedDict):
    # The id of the signup.
    signup_id: str
    # Its address; null if it was deleted.
    email: Optional[str]
    # Its position; null if it was deleted.
    position: Optional[int]
    # The invitation, to send it again or to revoke it.
    invitation_id: str
    # How far it came, in one word. `waiting`: its mail has not left. `failed`: its mail could not
    # be sent. `bounced`: its mail came back for good.
    state: WaveMemberState
    # When the first mail left, or the link was made.
    sent_at: Optional[str]
    # When a mail was delivered, as the provider reports.
    delivered_at: Optional[str]
    # When a mail was first opened.
    opened_at: Optional[str]
    # When a link in a mail was first clicked.
    clicked_at: Optional[str]
    # Until when the invitation is valid.
    expires_at: str
    # When it was converted, expired, was declined or revoked.
    ended_at: Optional[str]
    # How often it was sent again.
    resends: int


class WaveReport(TypedDict):
    # The id of the wave.
    id: str
    # Its waitlist.
    waitlist_id: str
    # What you call it; null if it has no name.
    name: Optional[str]
    # `selecting`: the people are still being chosen, and the counts are 0. `draft`: it can be
    # launched for 24 hours. `sending`, `sent`, `cancelled`.
    state: WaveState
    # How many people you want to invite, at most 100,000.
    size: int
    # Who comes first: by displayed position, by stored position, or those with the most referrals.
    # Ties are by position.
    order: WaveOrder
    # Who may be a member. All that is given must hold.
    filter: WaveReportFilter
    # How long an invitation is valid.
    expires_in_days: int
    # How many people are invited in an hour, evenly. Null: all at once.
    per_hour: Optional[int]
    # `email`: the service mails the invitations. `link`: you get the links and send them yourself.
    deliver: WaveDeliver
    # How many people meet the filter.
    matched: int
    # How many people the wave has.
    selected: int
    # How many of those who meet the filter cannot be invited. Each is counted once, by the first of
    # these reasons.
    excluded: WaveReportExcluded
    # How many have been invited until now.
    invited: int
    # How many were left out by the launch, because something changed since the draft.
    left_out: WaveReportLeftOut
    # When it was drafted.
    created_at: str
    # When it was launched.
    launched_at: Optional[str]
    # When the last person was invited, or the wave was cancelled.
    finished_at: Optional[str]
    # The first 20 people of the wave who are still on the waitlist.
    sample: List[WaveReportSample]
    # What this month’s allowance of emails has left; null with an email provider of your own.
    emails_remaining: Optional[int]
    # How many invitations left: their mail, or their link.
    sent: int
    # How many mails were delivered, as the provider reports.
    delivered: int
    # How many were opened.
    opened: int
    # In how many a link was clicked.
    clicked: int
    # How many people became users.
    converted: int
    # How many invitations expired.
    expired: int
    # How many were declined.
    declined: int
    # How many were revoked, also because the signup was deleted.
    revoked: int
    # How many mails came back for good.
    bounced: int
    # How many mails could not be sent.
    failed: int
    # `converted` in per cent of `sent`, rounded.
    conversion_rate: int
    # Half of those who became users took no longer; in hours, to a tenth. Null if nobody did.
    median_hours_to_convert: Optional[float]


class WaveReportFilter(TypedDict, total=False):
    # Values of custom fields.
    fields: Dict[str, Union[str, float, bool]]
    # Values of custom fields of people who are left out.
    not_fields: Dict[str, Union[str, float, bool]]
    # Domains of people who are left out.
    not_email_domains: List[str]
    # The campaign or channel.
    utm_source: str
    # How texts are compared, if not exactly.
    match: WaveFilterMatch
    # The day or time before which people signed up.
    created_before: str
    # How many they referred at least.
    min_referrals: int
    # Whether they have confirmed their address.
    confirmed: bool
    # How many `ids` were given.
    id_count: int


class WaveReportExcluded(TypedDict):
    # They have an invitation that is open, or a wave that is being sent will invite them.
    invited: int
    # They are users already.
    converted: int
    # They unsubscribed, or their address gets no mails.
    suppressed: int
    # They were asked to confirm their address and have not.
    unconfirmed: int
    # Their referral waits for somebody’s decision.
    in_review: int
    # Their signup email bounced.
    bounced: int


class WaveReportLeftOut(TypedDict):
    # Their signup was deleted.
    removed: int
    # They unsubscribed, or their address gets no mails any more.
    suppressed: int
    # They were invited otherwise.
    invited: int
    # They became users otherwise.
    converted: int


class WaveReportSample(TypedDict):
    # The id of the signup.
    signup_id: str
    # Its address.
    email: str
    # Its position.
    position: int
    # How many signups it referred.
    referral_count: int


class WaveSummary(TypedDict):
    # The id of the wave.
    id: str
    # Its waitlist.
    waitlist_id: str
    # What you call it; null if it has no name.
    name: Optional[str]
    # `selecting`: the people are still being chosen, and the counts are 0. `draft`: it can be
    # launched for 24 hours. `sending`, `sent`, `cancelled`.
    state: WaveState
    # How many people you want to invite, at most 100,000.
    size: int
    # Who comes first: by displayed position, by stored position, or those with the most referrals.
    # Ties are by position.
    order: WaveOrder
    # Who may be a member. All that is given must hold.
    filter: WaveSummaryFilter
    # How long an invitation is valid.
    expires_in_days: int
    # How many people are invited in an hour, evenly. Null: all at once.
    per_hour: Optional[int]
    # `email`: the service mails the invitations. `link`: you get the links and send them yourself.
    deliver: WaveDeliver
    # How many people meet the filter.
    matched: int
    # How many people the wave has.
    selected: int
    # How many of those who meet the filter cannot be invited. Each is counted once, by the first of
    # these reasons.
    excluded: WaveSummaryExcluded
    # How many have been invited until now.
    invited: int
    # How many were left out by the launch, because something changed since the draft.
    left_out: WaveSummaryLeftOut
    # When it was drafted.
    created_at: str
    # When it was launched.
    launched_at: Optional[str]
    # When the last person was invited, or the wave was cancelled.
    finished_at: Optional[str]


class WaveSummaryFilter(TypedDict, total=False):
    # Values of custom fields.
    fields: Dict[str, Union[str, float, bool]]
    # Values of custom fields of people who are left out.
    not_fields: Dict[str, Union[str, float, bool]]
    # Domains of people who are left out.
    not_email_domains: List[str]
    # The campaign or channel.
    utm_source: str
    # How texts are compared, if not exactly.
    match: WaveFilterMatch
    # The day or time before which people signed up.
    created_before: str
    # How many they referred at least.
    min_referrals: int
    # Whether they have confirmed their address.
    confirmed: bool
    # How many `ids` were given.
    id_count: int


class WaveSummaryExcluded(TypedDict):
    # They have an invitation that is open, or a wave that is being sent will invite them.
    invited: int
    # They are users already.
    converted: int
    # They unsubscribed, or their address gets no mails.
    suppressed: int
    # They were asked to confirm their address and have not.
    unconfirmed: int
    # Their referral waits for somebody’s decision.
    in_review: int
    # Their signup email bounced.
    bounced: int


class WaveSummaryLeftOut(TypedDict):
    # Their signup was deleted.
    removed: int
    # They unsubscribed, or their address gets no mails any more.
    suppressed: int
    # They were invited otherwise.
    invited: int
    # They became users otherwise.
    converted: int


class _WebhookConfig(TypedDict):
    # The address that receives the events: http or https, not in a private network.
    url: str


class WebhookConfig(_WebhookConfig, total=False):
    # The event types to send. Empty or left out: all.
    events: List[EventType]
    # What events have in addition: `fields`, the custom fields; `display_position`;
    # `referral_link`. Left out: nothing.
    include: List[WebhookConfigInclude]
    # `standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out:
    # each event is tried once.
    retries: WebhookConfigRetries
    # The secret that signs deliveries. If the first request leaves it out, one is generated and
    # shown once.
    signing_secret: str


class CheckHealthAnswer(TypedDict):
    # The process can serve.
    status: Literal["ok"]


class _CheckReadinessAnswer(TypedDict):
    # The process can serve.
    status: Literal["ok"]


class CheckReadinessAnswer(_CheckReadinessAnswer, total=False):
    # What does not work, while requests are answered.
    note: str


class ReceiveManagedEmailEventsAnswer(TypedDict):
    # The events are stored.
    received: bool


class ReceiveAccountEmailEventsAnswer(TypedDict):
    # The events are stored.
    received: bool


class WaitlistWithCountPage(TypedDict):
    # The items of this page.
    data: List[WaitlistWithCount]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class SignupPage(TypedDict):
    # The items of this page.
    data: List[Signup]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class FieldDefinitionPage(TypedDict):
    # The items of this page.
    data: List[FieldDefinition]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class SuppressionPage(TypedDict):
    # The items of this page.
    data: List[Suppression]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class ReviewPage(TypedDict):
    # The items of this page.
    data: List[Review]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class ReviewedReferrerPage(TypedDict):
    # The items of this page.
    data: List[ReviewedReferrer]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class EarnedRewardPage(TypedDict):
    # The items of this page.
    data: List[EarnedReward]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class SegmentPage(TypedDict):
    # The items of this page.
    data: List[Segment]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class LeaderboardEntryPage(TypedDict):
    # The items of this page.
    data: List[LeaderboardEntry]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class WaveSummaryPage(TypedDict):
    # The items of this page.
    data: List[WaveSummary]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class WaveMemberPage(TypedDict):
    # The items of this page.
    data: List[WaveMember]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class InvitationPage(TypedDict):
    # The items of this page.
    data: List[Invitation]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class AnnouncementSummaryPage(TypedDict):
    # The items of this page.
    data: List[AnnouncementSummary]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class AnnouncementMemberPage(TypedDict):
    # The items of this page.
    data: List[AnnouncementMember]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class ImportPage(TypedDict):
    # The items of this page.
    data: List[Import]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool


class ImportRowPage(TypedDict):
    # The items of this page.
    data: List[ImportRow]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool
