// Written by `npm run openapi` from the API description. Do not edit.

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the process is alive
         * @description For load balancers and process managers. Checks nothing else.
         */
        get: operations["checkHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether requests can be served
         * @description Checks that the process is not stopping and that Postgres answers, accepts writes, is migrated and has room for signups. Redis is not checked: the API works without it.
         */
        get: operations["checkReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/email_provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive events of the service's mail provider
         * @description The provider of the service's own mail credentials posts deliveries, opens and clicks here. The body is what the provider sends, with the provider's own signature over its exact bytes. Old signatures are refused. A repeated event counts once.
         */
        post: operations["receiveManagedEmailEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/email/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive events of an account's mail provider
         * @description The same for an account's own mail provider. The token selects the secret that verifies the signature; an unknown token is 401. The body is what the provider sends, with the provider's own signature over its exact bytes. Old signatures are refused. A repeated event counts once.
         */
        post: operations["receiveAccountEmailEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the account
         * @description The plan and its quota of signups. The numbers are live.
         *
         *     Scope: `account:read`
         */
        get: operations["readAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List waitlists
         * @description Newest first, each with the number of its signups.
         *
         *     Scope: `waitlists:read`
         */
        get: operations["listWaitlists"];
        put?: never;
        /**
         * Create a waitlist
         * @description 402 if the plan allows no more waitlists.
         *
         *     Scope: `waitlists:write`
         */
        post: operations["createWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a waitlist
         * @description Includes the referral bonus. Counts are in the list of waitlists and in the statistics.
         *
         *     Scope: `waitlists:read`
         */
        get: operations["readWaitlist"];
        put?: never;
        post?: never;
        /**
         * Delete a waitlist
         * @description Also deletes its signups, custom fields and email template. The list disappears at once, its name is free, and its signups no longer count toward the plan. This cannot be undone.
         *
         *     Scope: `waitlists:delete`
         */
        delete: operations["deleteWaitlist"];
        options?: never;
        head?: never;
        /**
         * Change a waitlist
         * @description At least one of the two is required. The current name is accepted and changes nothing. The bonus changes `display_position` only; stored positions never change.
         *
         *     Scope: `waitlists:write`
         */
        patch: operations["updateWaitlist"];
        trace?: never;
    };
    "/v1/waitlists/{id}/signups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List signups
         * @description Newest first. With `email`, only the signup with that address, or an empty page.
         *
         *     Scope: `signups:read`
         */
        get: operations["listSignups"];
        put?: never;
        /**
         * Add a signup
         * @description Stores a new signup, gives it the next position, sends the signup email and publishes `signup.created`.
         *
         *     An address that is already on the list gets its first signup back, also with 201: the same id, position and code, and the current total. Nothing is updated, no second email is sent and no event is published. So you can safely repeat the request. This also holds when the plan is full or a custom field has become required.
         *
         *     A referral code that is unknown, malformed, of another waitlist or of the address itself is ignored. A valid code credits its owner with a referral.
         *
         *     Besides the account's request budget there is a limit of 20 requests a minute per waitlist and caller address. IPv6 addresses are counted by their /64.
         *
         *     Scope: `signups:write`
         */
        post: operations["createSignup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/signups/{signupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a signup
         * @description No other position changes. Its referrer loses the credit; signups that it referred keep their position. Publishes `signup.removed`. The same address can sign up again and is then a new signup.
         *
         *     Scope: `signups:delete`
         */
        delete: operations["removeSignup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/signups/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export signups
         * @description A stream ordered by position: UTF-8 without a byte order mark, `\n` line ends, quoting as in RFC 4180. The first row names the columns; new columns are only ever added at the end. Values are exact, so a spreadsheet may run text such as `=1+1` as a formula.
         *
         *     The file holds each signup that was there when the export began, once. Signups added later are left out, and so are those deleted meanwhile. Errors are JSON and come before any CSV. After a later failure the connection breaks, so a file that arrived whole is complete.
         *
         *     An account may run 4 exports at a time and a server process 16, downloads in the dashboard included. One more is 429.
         *
         *     Scope: `signups:read`
         */
        get: operations["exportSignups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the statistics
         * @description The window includes both ends and has at most 3,660 days. The free plan sees 30 days back: an earlier start or end is moved to the first of those days, and `range_from` and `range_to` show the result. Deleted signups count nowhere.
         *
         *     Scope: `waitlists:read`
         */
        get: operations["readStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom fields
         * @description Ordered by `position`, then by age.
         *
         *     Scope: `waitlists:read`
         */
        get: operations["listFields"];
        put?: never;
        /**
         * Add a custom field
         * @description From the next signup on, its values are stored, checked for their type, and usable as `{{key}}` in the signup email. A waitlist has at most 20 fields; the 21st is 400.
         *
         *     Scope: `waitlists:write`
         */
        post: operations["createField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/fields/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a custom field
         * @description Existing values of signups are kept.
         *
         *     Scope: `waitlists:write`
         */
        delete: operations["deleteField"];
        options?: never;
        head?: never;
        /**
         * Change a custom field
         * @description Any of the three. An empty object is accepted and changes nothing. `key` and `type` cannot change; sending one is 400.
         *
         *     Scope: `waitlists:write`
         */
        patch: operations["updateField"];
        trace?: never;
    };
    "/v1/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integrations
         * @description Oldest first. Configurations are never shown, because they hold credentials.
         *
         *     Scope: `account:read`
         */
        get: operations["listIntegrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set an integration
         * @description Replaces the whole configuration. Secrets are never returned; one that is left out keeps its value. An undeclared key is 400, with its name. Addresses in private networks are refused. So are credentials that the other service refuses. A paused integration stays paused. A new receiver address clears the delivery log. Needs the launch plan or higher.
         *
         *     Scope: `account:write`
         */
        put: operations["setIntegration"];
        post?: never;
        /**
         * Delete an integration
         * @description Destroys the configuration, the signing secret and the delivery log. This cannot be undone. A new integration of the type gets a new secret.
         *
         *     Scope: `account:write`
         */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        /**
         * Pause or resume an integration
         * @description Pausing works on every plan; resuming needs the launch plan or higher. Configuration, secret and delivery log are kept. Events published while an integration is paused never reach it.
         *
         *     Scope: `account:write`
         */
        patch: operations["updateIntegration"];
        trace?: never;
    };
    "/v1/integrations/{type}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description The 50 newest attempts, newest first. Each event is attempted once.
         *
         *     Scope: `account:read`
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "signup.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signup was added
         * @description Not published when an address signs up again.
         */
        post: operations["onSignupCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signup.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signup was deleted
         * @description Not published when its whole waitlist is deleted.
         */
        post: operations["onSignupRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signup.email_delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The signup email was delivered
         * @description Published when the mail provider first confirms it.
         */
        post: operations["onSignupEmailDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signup.email_opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The signup email was opened
         * @description Published the first time.
         */
        post: operations["onSignupEmailOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signup.email_clicked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A link in the signup email was clicked
         * @description Published the first time.
         */
        post: operations["onSignupEmailClicked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Account: {
            /**
             * Format: uuid
             * @description The account that the key belongs to.
             */
            account_id: string;
            /**
             * @description The plan, which sets the limits.
             * @enum {string}
             */
            plan: "free" | "launch" | "scale" | "enterprise";
            /** @description The quota of signups, live. */
            quota: {
                /** @description The plan. */
                tier: string;
                /** @description Stored signups, over all waitlists. */
                signups_used: number;
                /** @description The limit of stored signups; 0 on plans without a limit. */
                signups_limit: number;
                /** @description How many more may be stored; 0 on plans without a limit. */
                signups_remaining: number;
                /** @description The used percentage of the limit, rounded down. It can pass 100, because the free plan has a buffer. */
                percent_used: number;
                /** @description Whether the next new signup would be accepted. */
                can_add_signup: boolean;
            };
        };
        /** @description The configuration of `analytics`. */
        AnalyticsConfig: {
            /** @description The key of a PostHog project. */
            api_key?: string & (unknown & unknown);
            /**
             * @description The address of PostHog: its US or EU cloud, or your own, without a slash at the end.
             * @default https://us.i.posthog.com
             */
            host?: string;
            /** @description The event types to send, at least one. */
            events: ("signup.created" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked")[];
        };
        /** @description The configuration of `chat_blocks`. */
        ChatBlocksConfig: {
            /**
             * Format: uri
             * @description The https address of the channel's incoming webhook, as the chat service shows it.
             */
            webhook_url?: string;
            /** @description The event types to send, at least one. */
            events: ("signup.created" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked")[];
        };
        /** @description The configuration of `chat_embeds`. */
        ChatEmbedsConfig: {
            /**
             * Format: uri
             * @description The https address of the channel's incoming webhook, as the chat service shows it.
             */
            webhook_url?: string;
            /** @description The event types to send, at least one. */
            events: ("signup.created" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked")[];
        };
        /** @description The configuration of `contacts`. */
        ContactsConfig: {
            /** @description A Loops API key. It is verified with Loops. */
            api_key?: string;
            /** @description The mailing list that contacts join. */
            mailing_list_id?: string;
            /** @description The event types to send, at least one. */
            events: ("signup.created" | "signup.removed" | "signup.email_clicked")[];
        };
        CreatedWaitlist: {
            /**
             * Format: uuid
             * @description The id of the waitlist.
             */
            id: string;
            /** @description The name, trimmed. */
            name: string;
            /**
             * Format: date-time
             * @description When the waitlist was created.
             */
            created_at: string;
        };
        DeliveryRecord: {
            /**
             * Format: uuid
             * @description The id of the attempt.
             */
            id: string;
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event_type: "signup.created" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked";
            /**
             * @description How the attempt ended.
             * @enum {string}
             */
            status: "success" | "failed";
            /** @description The HTTP status of the receiver; null if it did not answer. */
            response_status: number | null;
            /** @description What went wrong; null on success. */
            error: string | null;
            /**
             * Format: date-time
             * @description When the attempt was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the attempt succeeded; null on failure.
             */
            delivered_at: string | null;
            /** @description Whether it was a test event. */
            is_test: boolean;
        };
        Error: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description The kind of error. Rely on this.
                 * @enum {string}
                 */
                code: "invalid_request" | "unauthorized" | "quota_exceeded" | "forbidden" | "not_found" | "conflict" | "rate_limited" | "internal_error";
                /** @description For people, and may change. For a bad value it starts with the name of the field. */
                message: string;
            };
        };
        FieldChange: {
            /** @description The label for people. Trimmed; 1 to 200 characters without control characters such as line breaks. */
            label?: string;
            /** @description Whether signups must supply it. */
            required?: boolean;
            /** @description Fields are listed by it, then by age. */
            position?: number;
        };
        FieldDefinition: {
            /** @description The name of the value in `fields` of a signup, and of the placeholder in the email. */
            key: string;
            /** @description The label for people. */
            label: string;
            /**
             * @description The type of the values. Cannot change.
             * @enum {string}
             */
            type: "string" | "number" | "boolean";
            /** @description Whether signups must supply it. */
            required: boolean;
            /** @description Fields are listed by it, then by age. */
            position: number;
        };
        Integration: {
            /**
             * @description The type. An account has at most one integration of each.
             * @enum {string}
             */
            type: "webhook" | "chat_blocks" | "chat_embeds" | "contacts" | "analytics" | "newsletter";
            /** @description False while it is paused. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        IntegrationChange: {
            /** @description False pauses the integration, true resumes it. */
            enabled: boolean;
        };
        IntegrationSettings: {
            /** @description The whole configuration, in the shape of the type. */
            config: components["schemas"]["WebhookConfig"] | components["schemas"]["ChatBlocksConfig"] | components["schemas"]["ChatEmbedsConfig"] | components["schemas"]["ContactsConfig"] | components["schemas"]["AnalyticsConfig"] | components["schemas"]["NewsletterConfig"];
        };
        NewField: {
            /** @description Unique in the waitlist, cannot change, and must not be a built-in variable of the email. */
            key: string;
            /** @description The label for people. Trimmed; 1 to 200 characters without control characters such as line breaks. */
            label: string;
            /**
             * @description The type of the values. Cannot change.
             * @enum {string}
             */
            type: "string" | "number" | "boolean";
            /**
             * @description Whether signups must supply it.
             * @default false
             */
            required?: boolean;
            /** @description Fields are listed by it, then by age. Default: one after the highest of the waitlist, 0 for the first. */
            position?: number;
        };
        NewSignup: {
            /**
             * Format: email
             * @description The address to sign up: one `@`, at most 64 unquoted ASCII characters before it, a domain with a dot after it. Trimmed, and compared in lower case with an internationalised domain in its ASCII form.
             */
            email: string;
            /** @description The campaign or channel, for the statistics. Blank counts as null. */
            utm_source?: string | null;
            /** @description The page that the visitor came from. If left out, the `Referer` header is used, cut to 2,000 characters. Null and blank do not fall back to it. */
            referrer?: string | null;
            /** @description The code of the signup that referred this one. Case and hyphens do not matter; `O` is read as `0`, `I` and `L` as `1`. A code that matches nothing is ignored. */
            referral_code?: string | null;
            /** @description Your own data: at most 10 keys of letters, digits and `_`. Stored with the signup, never updated, never shown in emails. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Values of the custom fields by their keys: strings of at most 1,000 characters, numbers or booleans, as declared. A required field must not be null or missing. Undeclared keys are dropped. */
            fields?: {
                [key: string]: unknown;
            } | null;
        };
        NewWaitlist: {
            /** @description Trimmed; 1 to 100 characters without control characters such as line breaks. Unique in the account; case-sensitive. */
            name: string;
        };
        /** @description The configuration of `newsletter`. */
        NewsletterConfig: {
            /** @description A Kit v4 API key. It is verified with Kit. */
            api_key?: string;
            /** @description The form that subscribers join. Left out, they join the account. */
            form_id?: string;
            /** @description The tags that subscribers get. */
            tag_ids?: string[];
            /** @description The event types to send, at least one. */
            events: ("signup.created" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked")[];
        };
        SavedIntegration: {
            /**
             * @description The type. An account has at most one integration of each.
             * @enum {string}
             */
            type: "webhook" | "chat_blocks" | "chat_embeds" | "contacts" | "analytics" | "newsletter";
            /** @description False while it is paused. */
            enabled: boolean;
            /** @description The secret that signs deliveries. Shown once, in the answer to the request that generated it; otherwise null. */
            signing_secret: string | null;
        };
        Signup: {
            /**
             * Format: uuid
             * @description The id of the signup.
             */
            id: string;
            /**
             * Format: email
             * @description The address as it was first sent, trimmed.
             */
            email: string;
            /** @description The stored position. It never changes and is never reused. */
            position: number;
            /** @description `max(1, position − referral_count × referral_bonus)`. Null while the waitlist has no bonus. */
            display_position: number | null;
            /** @description The campaign or channel. */
            utm_source: string | null;
            /** @description The page that the visitor came from. */
            referrer: string | null;
            /** @description Its own code: 10 characters of `0`-`9` and `a`-`z` without `i`, `l`, `o`, `u`. Never changes. */
            referral_code: string;
            /** @description The number of signups that it referred. */
            referral_count: number;
            /**
             * Format: uuid
             * @description The id of the signup that referred it; null if there is none or it was deleted.
             */
            referred_by: string | null;
            /** @description Your own data from the request that added the signup. */
            metadata: {
                [key: string]: string;
            };
            /** @description Values of custom fields by their keys. */
            fields: {
                [key: string]: string | number | boolean;
            };
            /**
             * Format: date-time
             * @description The time of the signup.
             */
            created_at: string;
            /**
             * @description The status of the signup email; null at first. Of all reported statuses the highest applies, in the order of this list.
             * @enum {string|null}
             */
            email_status: "config_error" | "sent" | "delivery_delayed" | "failed" | "suppressed" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | null;
            /**
             * Format: date-time
             * @description The first delivery that the provider reported.
             */
            email_delivered_at: string | null;
            /**
             * Format: date-time
             * @description The first opening that the provider reported.
             */
            email_opened_at: string | null;
            /**
             * Format: date-time
             * @description The first click that the provider reported.
             */
            email_clicked_at: string | null;
        };
        SignupCreated: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "signup.created";
            /** @description The data of the event. */
            data: {
                /**
                 * Format: uuid
                 * @description The id of the signup.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The id of its waitlist.
                 */
                waitlist_id: string;
                /** @description The name of its waitlist. */
                waitlist_name: string;
                /**
                 * Format: email
                 * @description The address as it was first sent.
                 */
                email: string;
                /** @description The stored position. */
                position: number;
                /** @description The number of signups on the waitlist, this one included. */
                total: number;
                /** @description The signup's own code. */
                referral_code: string;
                /**
                 * Format: uuid
                 * @description The id of the signup that referred it.
                 */
                referred_by: string | null;
                /** @description The campaign or channel. */
                utm_source: string | null;
                /** @description The metadata of the signup: strings. A test event has only the key `service_test` with the value `true`. */
                metadata: {
                    [key: string]: string | true;
                };
                /**
                 * Format: date-time
                 * @description The time of the signup.
                 */
                created_at: string;
            };
        };
        SignupEmailClicked: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "signup.email_clicked";
            /** @description The data of the event. */
            data: {
                /**
                 * Format: uuid
                 * @description The id of the signup.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The id of its waitlist.
                 */
                waitlist_id: string;
                /** @description The name of its waitlist. */
                waitlist_name: string;
                /**
                 * Format: email
                 * @description The address as it was first sent.
                 */
                email: string;
                /** @description The stored position. */
                position: number;
                /**
                 * Format: date-time
                 * @description The time that the mail provider recorded.
                 */
                occurred_at: string;
            };
        };
        SignupEmailDelivered: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "signup.email_delivered";
            /** @description The data of the event. */
            data: {
                /**
                 * Format: uuid
                 * @description The id of the signup.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The id of its waitlist.
                 */
                waitlist_id: string;
                /** @description The name of its waitlist. */
                waitlist_name: string;
                /**
                 * Format: email
                 * @description The address as it was first sent.
                 */
                email: string;
                /** @description The stored position. */
                position: number;
                /**
                 * Format: date-time
                 * @description The time that the mail provider recorded.
                 */
                occurred_at: string;
            };
        };
        SignupEmailOpened: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "signup.email_opened";
            /** @description The data of the event. */
            data: {
                /**
                 * Format: uuid
                 * @description The id of the signup.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The id of its waitlist.
                 */
                waitlist_id: string;
                /** @description The name of its waitlist. */
                waitlist_name: string;
                /**
                 * Format: email
                 * @description The address as it was first sent.
                 */
                email: string;
                /** @description The stored position. */
                position: number;
                /**
                 * Format: date-time
                 * @description The time that the mail provider recorded.
                 */
                occurred_at: string;
            };
        };
        SignupRemoved: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "signup.removed";
            /** @description The data of the event. */
            data: {
                /**
                 * Format: uuid
                 * @description The id of the signup.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The id of its waitlist.
                 */
                waitlist_id: string;
                /** @description The name of its waitlist. */
                waitlist_name: string;
                /**
                 * Format: email
                 * @description The address as it was first sent.
                 */
                email: string;
                /** @description The stored position. */
                position: number;
                /** @description The metadata of the signup: strings. A test event has only the key `service_test` with the value `true`. */
                metadata: {
                    [key: string]: string | true;
                };
                /**
                 * Format: date-time
                 * @description The time of the signup.
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The time of the deletion.
                 */
                removed_at: string;
            };
        };
        SignupResult: {
            /**
             * Format: uuid
             * @description The id of the signup.
             */
            id: string;
            /** @description The position on the list. It never changes and is never reused. */
            position: number;
            /** @description The number of signups on the waitlist, this one included. */
            total: number;
            /** @description Its own code, for a share link. */
            referral_code: string;
        };
        Stats: {
            /**
             * Format: uuid
             * @description The id of the waitlist.
             */
            waitlist_id: string;
            /** @description All signups of the list, of all time. */
            total: number;
            /** @description Signups in the window. */
            range_total: number;
            /**
             * Format: date
             * @description The first day of the window that was used.
             */
            range_from: string;
            /**
             * Format: date
             * @description The last day of the window that was used.
             */
            range_to: string;
            /** @description Every day of the window, including those without a signup. */
            daily: {
                /**
                 * Format: date
                 * @description A day, in UTC.
                 */
                date: string;
                /** @description Signups of that day. */
                signups: number;
            }[];
            /** @description The sources in the window, most signups first, then by name. Beyond 200 sources, the last entry is `other`: all further sources, and a source of that name. */
            by_source: {
                /** @description A `utm_source`; `direct` for signups without one. */
                source: string;
                /** @description Signups from it in the window. */
                signups: number;
            }[];
            /** @description Of all time. The rates are null before the first email. */
            email_engagement: {
                /** @description Signups whose email left. */
                emails_sent: number;
                /** @description The percentage of sent emails that arrived, as a whole number. */
                delivery_rate: number | null;
                /** @description The percentage of sent emails that were opened, as a whole number. */
                open_rate: number | null;
                /** @description The percentage of sent emails in which a link was clicked, as a whole number. */
                click_rate: number | null;
            };
            /** @description As of today, whatever the window. */
            growth: {
                /** @description Signups today and in the 6 days before. */
                last_7: number;
                /** @description Signups in the 7 days before those. */
                prev_7: number;
                /** @description The change in percent; null if `prev_7` is 0. */
                delta: number | null;
            };
            /** @description The most frequent hosts of `http` and `https` referrers, of all time. */
            referrer_domains: {
                /** @description A host, in lower case, without `www.`. */
                domain: string;
                /** @description Signups from it. */
                signups: number;
            }[];
            /** @description Referred signups, of all time. */
            referred_count: number;
        };
        Waitlist: {
            /**
             * Format: uuid
             * @description The id of the waitlist.
             */
            id: string;
            /** @description The name, trimmed. */
            name: string;
            /**
             * Format: date-time
             * @description When the waitlist was created.
             */
            created_at: string;
            /** @description How many positions a signup moves up per referral, in `display_position` only. Null if the feature is off. */
            referral_bonus: number | null;
        };
        WaitlistChange: {
            /** @description Trimmed; 1 to 100 characters without control characters such as line breaks. Unique in the account; case-sensitive. */
            name?: string;
            /** @description How many positions a signup moves up per referral, in `display_position` only. Null if the feature is off. */
            referral_bonus?: number | null;
        };
        WaitlistWithCount: {
            /**
             * Format: uuid
             * @description The id of the waitlist.
             */
            id: string;
            /** @description The name, trimmed. */
            name: string;
            /**
             * Format: date-time
             * @description When the waitlist was created.
             */
            created_at: string;
            /** @description The number of signups, live. */
            signup_count: number;
        };
        /** @description The configuration of `webhook`. */
        WebhookConfig: {
            /**
             * Format: uri
             * @description The address that receives the events: http or https, not in a private network.
             */
            url: string;
            /**
             * @description The event types to send. Empty or left out: all.
             * @default []
             */
            events?: ("signup.created" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked")[];
            /** @description The secret that signs deliveries. If the first request leaves it out, one is generated and shown once. */
            signing_secret?: string;
        };
    };
    responses: {
        /** @description The body, the query or a value in them is not valid. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "limit: Too big: expected number to be <=200"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing, wrong or revoked. On inbound webhooks: the signature is missing, wrong or too old. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unauthorized",
                 *         "message": "Missing, invalid or revoked API key. Send it as: Authorization: Bearer <API_KEY>"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The plan has no room for another signup or waitlist, or lacks the feature. Waiting does not help. */
        QuotaExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "quota_exceeded",
                 *         "message": "The free plan is limited to 1 waitlist. Delete one or upgrade the plan."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key lacks the scope. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "forbidden",
                 *         "message": "This API key lacks the scope waitlists:read."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such resource on this account. An id of another account and an id that is no UUID get the same answer. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "not_found",
                 *         "message": "No such waitlist."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The waitlist's name or the field's key is in use. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "conflict",
                 *         "message": "A waitlist with this name already exists."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 512 KiB; on inbound webhooks, than 4 MiB. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "The request body is larger than 512 KiB."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not sent as JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "Send the body as JSON, with Content-Type: application/json."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The account's requests of this minute are used up, the caller's address has used up its signups for the waitlist, or too many exports are running. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "rate_limited",
                 *         "message": "The limit is 300 requests per minute. Try again in 56 s."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service failed. Its log has the details under the request id. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "internal_error",
                 *         "message": "Something went wrong on our side. Please try again."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The database is unavailable. Try again. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "internal_error",
                 *         "message": "The service is temporarily unavailable. Please try again."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The request's id, also in the service's log. You may send your own: 1 to 128 letters, digits and `._:-`.
         * @example 2c6f0f0e-0a5b-4c53-8ac2-1f1c9f0d7a35
         */
        "X-Request-Id": string;
        /**
         * @description The requests that the account may make in a minute. On answers to a valid key.
         * @example 300
         */
        "RateLimit-Limit": number;
        /**
         * @description The requests that are left in this minute. On answers to a valid key.
         * @example 279
         */
        "RateLimit-Remaining": number;
        /**
         * @description Seconds until the minute ends. On answers to a valid key.
         * @example 56
         */
        "RateLimit-Reset": number;
        /**
         * @description The seconds to wait before the same request may succeed.
         * @example 56
         */
        "Retry-After": number;
        /**
         * @description A file name for the download.
         * @example attachment; filename="signups.csv"
         */
        "Content-Disposition": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    checkHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process serves. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The process can serve.
                         * @constant
                         */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
        };
    };
    checkReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process can serve requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The process can serve.
                         * @constant
                         */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            /** @description It cannot; `reason` says why. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "unready",
                     *       "reason": "the database cannot be reached"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The process cannot serve.
                         * @constant
                         */
                        status: "unready";
                        /** @description What is missing. */
                        reason: string;
                    };
                };
            };
        };
    };
    receiveManagedEmailEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "email.delivered",
                 *       "created_at": "2026-11-21T04:16:26.921Z",
                 *       "data": {
                 *         "email_id": "5719eda8-7336-4d7f-a069-5cbdb5bf1786",
                 *         "tags": {
                 *           "signup_id": "01a1fc51-df12-7013-89e6-4f49604350f3"
                 *         },
                 *         "created_at": "2026-11-21T04:16:26.921Z",
                 *         "from": "Acme <hello@acme.test>",
                 *         "to": [
                 *           "margaret@example.com"
                 *         ],
                 *         "subject": "You are #4 on the list for Acme Notes"
                 *       }
                 *     }
                 */
                "application/json": unknown;
                /**
                 * @example {
                 *       "type": "email.delivered",
                 *       "created_at": "2026-11-21T04:16:26.921Z",
                 *       "data": {
                 *         "email_id": "5719eda8-7336-4d7f-a069-5cbdb5bf1786",
                 *         "tags": {
                 *           "signup_id": "01a1fc51-df12-7013-89e6-4f49604350f3"
                 *         },
                 *         "created_at": "2026-11-21T04:16:26.921Z",
                 *         "from": "Acme <hello@acme.test>",
                 *         "to": [
                 *           "margaret@example.com"
                 *         ],
                 *         "subject": "You are #4 on the list for Acme Notes"
                 *       }
                 *     }
                 */
                "text/plain": unknown;
            };
        };
        responses: {
            /** @description The events are stored. Unknown types are ignored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "received": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The events are stored.
                         * @constant
                         */
                        received: true;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveAccountEmailEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of the address that the account's mail provider posts to.
                 * @example 3tq0w1c8m5x7v9b2n4k6j8h0gd
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "email.delivered",
                 *       "created_at": "2026-11-21T04:16:26.921Z",
                 *       "data": {
                 *         "email_id": "5719eda8-7336-4d7f-a069-5cbdb5bf1786",
                 *         "tags": {
                 *           "signup_id": "01a1fc51-df12-7013-89e6-4f49604350f3"
                 *         },
                 *         "created_at": "2026-11-21T04:16:26.921Z",
                 *         "from": "Acme <hello@acme.test>",
                 *         "to": [
                 *           "margaret@example.com"
                 *         ],
                 *         "subject": "You are #4 on the list for Acme Notes"
                 *       }
                 *     }
                 */
                "application/json": unknown;
                /**
                 * @example {
                 *       "type": "email.delivered",
                 *       "created_at": "2026-11-21T04:16:26.921Z",
                 *       "data": {
                 *         "email_id": "5719eda8-7336-4d7f-a069-5cbdb5bf1786",
                 *         "tags": {
                 *           "signup_id": "01a1fc51-df12-7013-89e6-4f49604350f3"
                 *         },
                 *         "created_at": "2026-11-21T04:16:26.921Z",
                 *         "from": "Acme <hello@acme.test>",
                 *         "to": [
                 *           "margaret@example.com"
                 *         ],
                 *         "subject": "You are #4 on the list for Acme Notes"
                 *       }
                 *     }
                 */
                "text/plain": unknown;
            };
        };
        responses: {
            /** @description The events are stored. Unknown types are ignored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "received": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The events are stored.
                         * @constant
                         */
                        received: true;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "01a1fc51-d9be-7f35-9ee4-6474255aa530",
                     *       "plan": "launch",
                     *       "quota": {
                     *         "tier": "launch",
                     *         "signups_used": 4,
                     *         "signups_limit": 0,
                     *         "signups_remaining": 0,
                     *         "percent_used": 0,
                     *         "can_add_signup": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWaitlists: {
        parameters: {
            query?: {
                /**
                 * @description The most items on the page.
                 * @example 1
                 */
                limit?: number;
                /**
                 * @description The number of items to skip.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of waitlists. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1fc51-dbab-7bfd-ba01-d526d8bd452f",
                     *           "name": "Acme Notes",
                     *           "created_at": "2026-11-21T04:16:25.517Z",
                     *           "signup_count": 4
                     *         }
                     *       ],
                     *       "total": 2,
                     *       "limit": 1,
                     *       "offset": 0,
                     *       "has_more": true
                     *     }
                     */
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["WaitlistWithCount"][];
                        /** @description The number of matching items on all pages. */
                        total: number;
                        /** @description The limit that was used. */
                        limit: number;
                        /** @description The offset that was used. */
                        offset: number;
                        /** @description Whether more items follow this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWaitlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme Notes"
                 *     }
                 */
                "application/json": components["schemas"]["NewWaitlist"];
            };
        };
        responses: {
            /** @description The new waitlist. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fc51-dbab-7bfd-ba01-d526d8bd452f",
                     *       "name": "Acme Notes",
                     *       "created_at": "2026-11-21T04:16:25.517Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWaitlist"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readWaitlist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fc51-dbab-7bfd-ba01-d526d8bd452f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waitlist. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fc51-dbab-7bfd-ba01-d526d8bd452f",
                     *       "name": "Acme Notes",
                     *       "created_at": "2026-11-21T04:16:25.517Z",
                     *       "referral_bonus": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Waitlist"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWaitlist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fc51-dbab-7bfd-ba01-d526d8bd452f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWaitlist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fc51-dbab-7bfd-ba01-d526d8bd452f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "referral_bonus": 2
                 *     }
                 */
                "application/json": components["schemas"]["WaitlistChange"];
            };
        };
        responses: {
            /** @description The waitlist as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fc51-dbab-7bfd-ba01-d526d8bd452f",
                     *       "name": "Acme Notes",
                     *       "created_at": "2026-11-21T04:16:25.517Z",
                     *       "referral_bonus": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Waitlist"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSignups: {
        parameters: {
            query?: {
                /**
                 * @description The most items on the page.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description The number of items to skip.
                 * @example 0
                 */
                offset?: number;
                /** @description Only the signup with this address, compared as when it is added. */
                email?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fc51-dbab-7bfd-ba01-d526d8bd452f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of signups. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1fc51-df12-7013-89e6-4f49604350f3",
                     *           "email": "margaret@example.com",
                     *           "position": 4,
                     *           "display_position": 4,
                     *           "utm_source": "newsletter",
                     *           "referrer": "https://www.example.org/post",
                     *           "referral_code": "yw21t7b91h",
                     *           "referral_count": 0,
                     *           "referred_by": "01a1fc51-de15-7633-85e0-e7dfded7d26b",
                     *           "metadata": {
                     *             "page": "pricing"
                     *           },
                     *           "fields": {
                     *             "company": "Acme",
                     *             "team_size": 12
                     *           },
                     *           "created_at": "2026-11-21T04:16:26.387Z",
                     *           "email_status": "clicked",
                     *           "email_delivered_at": "2026-11-21T04:16:26.921Z",
                     *           "email_opened_at": "2026-11-21T04:16:27.657Z",
                     *           "email_clicked_at": "2026-11-21T04:16:28.403Z"
                     *         },
                     *         {
                     *           "id": "01a1fc51-de15-7633-85e0-e7dfded7d26b",
                     *           "email": "ada@example.com",
                     *           "position": 3,
                     *           "display_position": 1,
                     *           "utm_source": null,
                     *           "referrer": null,
                     *           "referral_code": "c2majcc6rg",
                     *           "referral_count": 1,
                     *           "referred_by": null,
                     *           "metadata": {
                     *             "page": "home"
                     *           },
                     *           "fields": {},
                     *           "created_at": "2026-11-21T04:16:26.133Z",
                     *           "email_status": "sent",
                     *           "email_delivered_at": null,
                     *           "email_opened_at": null,
                     *           "email_clicked_at": null
                     *         }
                     *       ],
                     *       "total": 4,
                     *       "limit": 2,
                     *       "offset": 0,
                     *       "has_more": true
                     *     }
                     */
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Signup"][];
                        /** @description The number of matching items on all pages. */
                        total: number;
                        /** @description The limit that was used. */
                        limit: number;
                        /** @description The offset that was used. */
                        offset: number;
                        /** @description Whether more items follow this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSignup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fc51-dbab-7bfd-ba01-d526d8bd452f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "margaret@example.com",
                 *       "utm_source": "newsletter",
                 *       "referrer": "https://www.example.org/post",
                 *       "referral_code": "c2majcc6rg",
                 *       "metadata": {
                 *         "page": "pricing"
                 *       },
                 *       "fields": {
                 *         "company": "Acme",
                 *         "team_size": 12
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewSignup"];
            };
        };
        responses: {
            /** @description The new signup, or the existing one of the address. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fc51-df12-7013-89e6-4f49604350f3",
                     *       "position": 4,
                     *       "total": 4,
                     *       "referral_code": "yw21t7b91h"
                     *     }
                     */
                    "application/json": components["schemas"]["SignupResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeSignup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fc51-dbab-7bfd-ba01-d526d8bd452f
                 */
                id: string;
                /**
                 * @description The signup's id.
                 * @example 01a1fc51-df12-7013-89e6-4f49604350f3
                 */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportSignups: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fc51-dbab-7bfd-ba01-d526d8bd452f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list as CSV. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example position,email,created_at,utm_source,referrer,email_status,email_delivered_at,email_opened_at,email_clicked_at,metadata,id,referral_code,referral_count,referred_by
                     *     1,grace@example.com,2026-11-21T04:16:25.795Z,,,sent,,,,{},01a1fc51-dca3-7c99-9392-68e73b0fc6e5,bwaghjpk49,0,
                     *     2,alan@example.com,2026-11-21T04:16:25.976Z,,,sent,,,,{},01a1fc51-dd77-7307-851f-9d9e45dd963e,1622yvcj37,0,
                     *     3,ada@example.com,2026-11-21T04:16:26.133Z,,,sent,,,,"{""page"":""home""}",01a1fc51-de15-7633-85e0-e7dfded7d26b,c2majcc6rg,1,
                     *     4,margaret@example.com,2026-11-21T04:16:26.387Z,newsletter,https://www.example.org/post,clicked,2026-11-21T04:16:26.921Z,2026-11-21T04:16:27.657Z,2026-11-21T04:16:28.403Z,"{""page"":""pricing""}",01a1fc51-df12-7013-89e6-4f49604350f3,yw21t7b91h,0,01a1fc51-de15-7633-85e0-e7dfded7d26b
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readStats: {
        parameters: {
            query?: {
                /**
                 * @description The first day of the window (UTC). Default: 30 days before `to`.
                 * @example 2026-11-19
                 */
                from?: string;
                /**
                 * @description The last day of the window (UTC), included. Default: today.
                 * @example 2026-11-21
                 */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fc51-dbab-7bfd-ba01-d526d8bd452f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "waitlist_id": "01a1fc51-dbab-7bfd-ba01-d526d8bd452f",
                     *       "total": 4,
                     *       "range_total": 4,
                     *       "range_from": "2026-11-19",
                     *       "range_to": "2026-11-21",
                     *       "daily": [
                     *         {
                     *           "date": "2026-11-19",
                     *           "signups": 0
                     *         },
                     *         {
                     *           "date": "2026-11-20",
                     *           "signups": 0
                     *         },
                     *         {
                     *           "date": "2026-11-21",
                     *           "signups": 4
                     *         }
                     *       ],
                     *       "by_source": [
                     *         {
                     *           "source": "direct",
                     *           "signups": 3
                     *         },
                     *         {
                     *           "source": "newsletter",
                     *           "signups": 1
                     *         }
                     *       ],
                     *       "email_engagement": {
                     *         "emails_sent": 4,
                     *         "delivery_rate": 25,
                     *         "open_rate": 25,
                     *         "click_rate": 25
                     *       },
                     *       "growth": {
                     *         "last_7": 4,
                     *         "prev_7": 0,
                     *         "delta": null
                     *       },
                     *       "referrer_domains": [
                     *         {
                     *           "domain": "example.org",
                     *           "signups": 1
                     *         }
                     *       ],
                     *       "referred_count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Stats"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFields: {
        parameters: {
            query?: {
                /**
                 * @description The most items on the page.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of items to skip.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fc51-dbab-7bfd-ba01-d526d8bd452f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of custom fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "key": "company",
                     *           "label": "Company",
                     *           "type": "string",
                     *           "required": false,
                     *           "position": 0
                     *         },
                     *         {
                     *           "key": "team_size",
                     *           "label": "Team size",
                     *           "type": "number",
                     *           "required": false,
                     *           "position": 1
                     *         }
                     *       ],
                     *       "total": 2,
                     *       "limit": 50,
                     *       "offset": 0,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["FieldDefinition"][];
                        /** @description The number of matching items on all pages. */
                        total: number;
                        /** @description The limit that was used. */
                        limit: number;
                        /** @description The offset that was used. */
                        offset: number;
                        /** @description Whether more items follow this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fc51-dbab-7bfd-ba01-d526d8bd452f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "team_size",
                 *       "label": "Team size",
                 *       "type": "number"
                 *     }
                 */
                "application/json": components["schemas"]["NewField"];
            };
        };
        responses: {
            /** @description The new field. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "team_size",
                     *       "label": "Team size",
                     *       "type": "number",
                     *       "required": false,
                     *       "position": 1
                     *     }
                     */
                    "application/json": components["schemas"]["FieldDefinition"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fc51-dbab-7bfd-ba01-d526d8bd452f
                 */
                id: string;
                /**
                 * @description The field's key.
                 * @example team_size
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fc51-dbab-7bfd-ba01-d526d8bd452f
                 */
                id: string;
                /**
                 * @description The field's key.
                 * @example company
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Company name"
                 *     }
                 */
                "application/json": components["schemas"]["FieldChange"];
            };
        };
        responses: {
            /** @description The field as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "company",
                     *       "label": "Company name",
                     *       "type": "string",
                     *       "required": false,
                     *       "position": 0
                     *     }
                     */
                    "application/json": components["schemas"]["FieldDefinition"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integrations that are set up. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "type": "webhook",
                     *         "enabled": true,
                     *         "created_at": "2026-11-21T04:16:25.586Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Integration"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Which integration.
                 * @example webhook
                 */
                type: "webhook" | "chat_blocks" | "chat_embeds" | "contacts" | "analytics" | "newsletter";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "config": {
                 *         "url": "https://acme.example/hooks/waitlist",
                 *         "events": [
                 *           "signup.created",
                 *           "signup.removed"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["IntegrationSettings"];
            };
        };
        responses: {
            /** @description The integration was changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "webhook",
                     *       "enabled": true,
                     *       "signing_secret": null
                     *     }
                     */
                    "application/json": components["schemas"]["SavedIntegration"];
                };
            };
            /** @description The integration was created and is enabled. A webhook without your own secret gets a generated one, which is shown only here. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "webhook",
                     *       "enabled": true,
                     *       "signing_secret": "whsec_AqMhseLNRWsfpEBRNy9Np1TBt-XDbYln0E2JsuXdcvY"
                     *     }
                     */
                    "application/json": components["schemas"]["SavedIntegration"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Which integration.
                 * @example webhook
                 */
                type: "webhook" | "chat_blocks" | "chat_embeds" | "contacts" | "analytics" | "newsletter";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Which integration.
                 * @example webhook
                 */
                type: "webhook" | "chat_blocks" | "chat_embeds" | "contacts" | "analytics" | "newsletter";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["IntegrationChange"];
            };
        };
        responses: {
            /** @description The integration as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "webhook",
                     *       "enabled": false,
                     *       "created_at": "2026-11-21T04:16:25.586Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Which integration.
                 * @example webhook
                 */
                type: "webhook" | "chat_blocks" | "chat_embeds" | "contacts" | "analytics" | "newsletter";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest attempts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "26b7dc49-8db0-4642-a673-381132ec0071",
                     *         "event_type": "signup.email_clicked",
                     *         "status": "success",
                     *         "response_status": 204,
                     *         "error": null,
                     *         "created_at": "2026-11-21T04:16:28.426Z",
                     *         "delivered_at": "2026-11-21T04:16:28.432Z",
                     *         "is_test": false
                     *       },
                     *       {
                     *         "id": "6565f8b8-b5ab-4794-a756-78f16e9facf3",
                     *         "event_type": "signup.email_opened",
                     *         "status": "success",
                     *         "response_status": 204,
                     *         "error": null,
                     *         "created_at": "2026-11-21T04:16:27.691Z",
                     *         "delivered_at": "2026-11-21T04:16:27.702Z",
                     *         "is_test": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DeliveryRecord"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    onSignupCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795234586
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=f6214cc836a855cbba427060d9ec9364807c37c89f36c691db427e809647b1be
                 */
                "service-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "signup.created",
                 *       "data": {
                 *         "id": "01a1fc51-df12-7013-89e6-4f49604350f3",
                 *         "waitlist_id": "01a1fc51-dbab-7bfd-ba01-d526d8bd452f",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "total": 4,
                 *         "referral_code": "yw21t7b91h",
                 *         "referred_by": "01a1fc51-de15-7633-85e0-e7dfded7d26b",
                 *         "utm_source": "newsletter",
                 *         "metadata": {
                 *           "page": "pricing"
                 *         },
                 *         "created_at": "2026-11-21T04:16:26.387Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SignupCreated"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 s counts as received. Redirects are not followed. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignupRemoved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795234589
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=6a952491ef49e47b52f43fc6eb7787b52ffb53d08d0c02e0c7bea597fba43b36
                 */
                "service-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "signup.removed",
                 *       "data": {
                 *         "id": "01a1fc51-df12-7013-89e6-4f49604350f3",
                 *         "waitlist_id": "01a1fc51-dbab-7bfd-ba01-d526d8bd452f",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "metadata": {
                 *           "page": "pricing"
                 *         },
                 *         "created_at": "2026-11-21T04:16:26.387Z",
                 *         "removed_at": "2026-11-21T04:16:29.293Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SignupRemoved"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 s counts as received. Redirects are not followed. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignupEmailDelivered: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795234586
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=31b94c22fce54358f339c14c5396a92ee258926c3166cc2dbab6552d2fa93d8e
                 */
                "service-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "signup.email_delivered",
                 *       "data": {
                 *         "id": "01a1fc51-df12-7013-89e6-4f49604350f3",
                 *         "waitlist_id": "01a1fc51-dbab-7bfd-ba01-d526d8bd452f",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "occurred_at": "2026-11-21T04:16:26.921Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SignupEmailDelivered"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 s counts as received. Redirects are not followed. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignupEmailOpened: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795234587
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=d4615a30f092ee4781b8b974577fbf172cf71bc36566bb907bbd80ea84464437
                 */
                "service-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "signup.email_opened",
                 *       "data": {
                 *         "id": "01a1fc51-df12-7013-89e6-4f49604350f3",
                 *         "waitlist_id": "01a1fc51-dbab-7bfd-ba01-d526d8bd452f",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "occurred_at": "2026-11-21T04:16:27.657Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SignupEmailOpened"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 s counts as received. Redirects are not followed. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSignupEmailClicked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795234588
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=d5321ddfdeb5328e381555ae4f09530c72f144df7b0b7a8d12fa6b96d61eb397
                 */
                "service-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "signup.email_clicked",
                 *       "data": {
                 *         "id": "01a1fc51-df12-7013-89e6-4f49604350f3",
                 *         "waitlist_id": "01a1fc51-dbab-7bfd-ba01-d526d8bd452f",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "occurred_at": "2026-11-21T04:16:28.403Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SignupEmailClicked"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 s counts as received. Redirects are not followed. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
