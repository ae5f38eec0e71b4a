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
    "/v1/public/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the own status
         * @description For the browser of the person who signed up: any origin, no API key. Send `Authorization: Status <TOKEN>` with a token from `include: ["status_token"]` or from the links of the signup. The answer holds no address and no custom fields, and may be cached for 10 seconds.
         *
         *     At most 60 requests a minute per address.
         */
        get: operations["readStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the leaderboard with the own rank
         * @description For the browser of a person on the list, with the same token as the own status: the leaderboard and the own rank. 404 unless the settings of the waitlist open its leaderboard.
         *
         *     The 60 requests a minute per address are the same as of the status.
         */
        get: operations["readPublicLeaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/f/{form_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up in a form
         * @description For pages without a server: the browser of the visitor posts here, without an API key. The settings `form` switch it on. Custom fields are posted under their own keys; texts of forms become numbers and booleans as declared, and blank counts as missing.
         *
         *     The answer is the same for a new address and for one that is on the list, which is mailed its status link, once in 24 hours at most. It holds no position and no code. A new signup is what it is by `POST /v1/waitlists/{id}/signups`: with its email, its event and its referral.
         *
         *     A plain form (`application/x-www-form-urlencoded` or `multipart/form-data`, without files) gets pages: 303 to `redirect_url`, or a page of the service. It gets JSON if it accepts `application/json`. The page must be of one of the `origins`; any other is 403. At most 5 posts a minute per address, for all forms together. 402 if the waitlist takes no signups, 503 if the captcha cannot be checked.
         */
        post: operations["submitForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/f/{form_id}/time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign the time for a form
         * @description For the script of a page with a form. The time is good for this form, from 2 s to 24 hours later. It needs no API key and may be read from any origin.
         */
        get: operations["signFormTime"];
        put?: never;
        post?: never;
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
    "/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log
         * @description Who changed what in the last 400 days: keys, users, settings, templates, integrations, the mail provider, waitlists, many signups at once, invitations, reviews, exports, sign-ins. Newest first. Single signups are not in it.
         *
         *     For the next page send `next_cursor` as `after`.
         *
         *     Scope: `account:read`
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-log/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the audit log
         * @description The whole log as CSV, newest first. The export is in the log, too.
         *
         *     Scope: `account:read`
         */
        get: operations["exportAuditLog"];
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
         * @description Newest first. With filters, only the signups that match all of them; `total` is their exact number. An unknown query parameter is 400.
         *
         *     `email`, `referral_code`, `referred_by` and times have an index. All other filters read the signups one by one. A search that takes over 3 s is 400: narrow it with `created_from` and `created_to`. An account's searches run one after the other.
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
         *     Besides the account's request budget there is a limit of 20 requests a minute per waitlist and caller address. IPv6 addresses are counted by their /64. If your server calls for its visitors, send their address as `client_ip`: the limit then counts that one.
         *
         *     `include` adds facts to the answer. Without it the answer has the four fields of every answer.
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
        /**
         * Read a signup
         * @description The signup as it is in lists.
         *
         *     Scope: `signups:read`
         */
        get: operations["readSignup"];
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
        /**
         * Change a signup
         * @description Corrects the address, changes custom fields, by the rules of a new signup, and the note of your team. All else is as it was when the signup was added.
         *
         *     Another `email` is for somebody whose mail bounced, or who made a typo. The place, the code, referrals and rewards stay; `email_status`, its times, the confirmation and an unsubscription begin anew, and the links in mails to the earlier address end. A suppression stays with its address. The new address is asked to confirm where the waitlist asks, else it gets the signup email; an open invitation is sent again with another link. 409 if another signup of the waitlist has the address; the same address changes nothing.
         *
         *     Publishes `signup.updated` if the address is another one, or a field has another value than before. A note is never published. `include=note` adds it to the answer, as in lists.
         *
         *     Scope: `signups:update`
         */
        patch: operations["updateSignup"];
        trace?: never;
    };
    "/v1/waitlists/{id}/signups/{signupId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the links of a signup
         * @description The links of one signup, for its person alone: who has the status token sees the place, and who has `unsubscribe_url` can stop the mails. So a key without `signups:write` gets `referral_link` only, and null for the others. All answers for the same signup are the same until the links are revoked.
         *
         *     Scope: `signups:read`
         */
        get: operations["readSignupLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/signups/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add many signups
         * @description Adds up to 500 signups in the order given, each by the rules of a single call; `client_ip`, `user_agent` and `include` have no effect. It counts as one request and has no limit per address. Nobody gets an email and no event is published, unless `notify` is true.
         *
         *     A bad signup is rejected by itself and does not refuse the others. So is each one beyond the plan's limit, with `quota_exceeded`, and beyond the list's last position, with `conflict`. An address that is already on the list, or earlier in the request, is `existing`. The body may have 4 MiB.
         *
         *     Signups are stored in parts. After a 5xx or a broken connection some may be stored; send the request again. With the same `Idempotency-Key` those that it has stored are `created` again, without one they are `existing`.
         *
         *     Scope: `signups:bulk`
         */
        post: operations["addSignups"];
        delete?: never;
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
         *     With filters, only the signups that match all of them. An unknown query parameter is 400.
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
         * @description The window includes both ends and has at most 3,660 days. The Free plan sees 30 days back: an earlier start or end is moved to the first of those days, and `range_from` and `range_to` show the result. Deleted signups count nowhere.
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
         * @description Replaces the whole configuration. Secrets are never returned; one that is left out keeps its value. An undeclared key is 400, with its name. Addresses in private networks are refused. So are credentials that the other service refuses. A paused integration stays paused. A new receiver address clears the delivery log. Needs the Launch plan or higher.
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
         * @description Pausing works on every plan; resuming needs the Launch plan or higher. Configuration, secret and delivery log are kept. Events published while an integration is paused never reach it.
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
         * @description The 50 newest attempts, newest first. Each event is attempted once, or several times with `retries`.
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
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Everything that happened in the last 30 days, oldest first, whether an integration wants it or not. The feed begins with the first call, or with the account's first integration. Needs the Launch plan or higher.
         *
         *     Keep `next_cursor` and send it as `after`. There is one on an empty page too. No event ever appears behind a cursor that you have: each is in the feed once, and in one order for all readers. With `types` or `waitlist_id` a page may be empty although `has_more` is true.
         *
         *     Scope: `events:read`
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/{type}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description One attempt with the request that was sent and the first 2 KiB of the answer, for 7 days. Signatures and credentials are left out.
         *
         *     Scope: `account:read`
         */
        get: operations["readDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/{type}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the health of an integration
         * @description Whether the newest attempt failed, since when, and what waits. With `retries`, an integration is disabled after 20 attempts and 5 days without one success, or at once if the receiver answers 410.
         *
         *     Scope: `account:read`
         */
        get: operations["readHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/{type}/events/{eventId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event again
         * @description Delivers an event of the last 30 days once more, whatever became of it before. With `retries` it is tried again if it fails. 409 while the integration is paused, and for a type that it does not want. Needs the Launch plan or higher.
         *
         *     Scope: `events:replay`
         */
        post: operations["redeliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/{type}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver many events again
         * @description Delivers the events of a time once more, also those of a time when the integration was paused. `failed` leaves out what has arrived or still waits for an attempt. Live events do not wait for a replay.
         *
         *     At most 100,000 events; more are 400. An integration has one replay at a time; another one is 409, and so is a replay while it is paused. Needs the Launch plan or higher.
         *
         *     Scope: `events:replay`
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/{type}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss events that have not arrived
         * @description Says that nobody needs the events that have not arrived until now: `missed_since` and `undelivered` of the health begin anew. Nothing is deleted, and a replay can still deliver them. Works on every plan.
         *
         *     Scope: `events:replay`
         */
        post: operations["dismissMissed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/webhook/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Makes a new signing secret, which is shown only in this answer. Until the overlap ends both secrets sign `webhook-signature`, and `service-signature` is made with the old one.
         *
         *     409 while the overlap of an earlier rotation goes on, unless `overlap_hours` is 0: then all older secrets end at once. Needs the Launch plan or higher.
         *
         *     Scope: `account:write`
         */
        post: operations["rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of a waitlist
         * @description All settings. What was never set has its default: off.
         *
         *     Scope: `settings:read`
         */
        get: operations["readSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings of a waitlist
         * @description A JSON merge patch (RFC 7396): what the body leaves out stays, and null resets a setting to its default. An unknown key is 400, with its path.
         *
         *     Scope: `settings:write`
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/v1/waitlists/{id}/links/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke links of a waitlist
         * @description Revokes every link of one kind that the people on the list have. They get no new ones by themselves; read the links again.
         *
         *     Scope: `settings:write`
         */
        post: operations["revokeLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/brand/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the logo of a waitlist
         * @description The body is the picture: PNG, JPEG, WebP or SVG, at most 256 KiB, and at most 4,096 pixels on a side. Its content says what it is. An SVG is drawn as a PNG, 240 pixels high; it must hold all that it shows, with its texts as paths. Whatever does not show is left out, such as where a photo was taken. The logo is on the pages that people on the list see. The same picture again changes nothing. The ten newest logos keep their URLs, for mails that show them.
         *
         *     Scope: `settings:write`
         */
        put: operations["setLogo"];
        post?: never;
        /**
         * Remove the logo of a waitlist
         * @description Deletes it, and those that it replaced: their URLs are unknown. The same again is a success.
         *
         *     Scope: `settings:write`
         */
        delete: operations["removeLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a signup
         * @description For accounts whose own page the link of the mail leads to (`confirmation.url` in the settings). Confirms the address once; a repeat is a success with `first: false`. The signup email is sent now. 400 for an expired link or another token, 404 for a signup that was deleted.
         *
         *     Scope: `signups:write`
         */
        post: operations["confirmSignup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressions
         * @description Newest first. Addresses are stored as keyed hashes and cannot be listed: look one up with `email`. One address may have several suppressions.
         *
         *     Scope: `people:manage`
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Stop mails to an address
         * @description The address gets no more mails of the waitlist, or of any without `waitlist_id`. Mails that wait are `suppressed` when it is their turn; the signups stay. A suppression that exists is returned.
         *
         *     Scope: `people:manage`
         */
        post: operations["addSuppression"];
        /**
         * Let an address get mails again
         * @description Removes every suppression of the address for that waitlist, or without `waitlist_id` those for all waitlists. Do this only if the person has asked for mails again.
         *
         *     Scope: `people:manage`
         */
        delete: operations["removeSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export suppressions
         * @description All suppressions as CSV, oldest first. Addresses are stored as keyed hashes and are not in it.
         *
         *     Scope: `people:manage`
         */
        get: operations["exportSuppressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export what is kept about an address
         * @description For a person who asks what you keep: signups on all waitlists with their fields and confirmations, mails and what mail providers reported of them, suppressions, and the events and deliveries that have the address. An address that is nowhere gets an answer with empty lists. Custom values of other people that mention the address are not searched.
         *
         *     Scope: `people:manage`
         */
        post: operations["exportPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase what is kept about an address
         * @description Deletes the signups of the address on all waitlists, and what is kept of it elsewhere. `signup.removed` is published for each signup, so connected tools can delete the person, too; it is scrubbed once it is delivered. Other events of the person keep only ids and times, wait for no delivery any more, and cannot be delivered again.
         *
         *     With `suppress` the address gets no mails from now on. What is stored for that, and of the erasure, is a keyed hash and not the address. It cannot be undone. A repeat is a success that finds nothing.
         *
         *     A worker finishes what takes longer than the request, also after a crash.
         *
         *     Scope: `people:manage`
         */
        post: operations["erasePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reviews
         * @description Newest first: signups that passed a code and that something speaks against, and those that somebody has decided. Only of waitlists that judge referrals (`abuse.mode` in the settings).
         *
         *     Scope: `reviews:read`
         */
        get: operations["listReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/reviews/referrers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List referrers
         * @description Those whose codes others passed, the most open reviews first. Look here before you look at single signups.
         *
         *     Scope: `reviews:read`
         */
        get: operations["listReferrers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/reviews/{signupId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a referral
         * @description Credits the referrer, and sends a mail that was held. No position changes. The same again is the same answer; it also changes an earlier rejection. A later bounce no longer takes the credit back.
         *
         *     Scope: `reviews:write`
         */
        post: operations["approveReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/reviews/{signupId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a referral
         * @description The referrer gets no credit for the signup, or loses it. The signup stays, with its position. It never settles by itself any more; it can be approved later.
         *
         *     Scope: `reviews:write`
         */
        post: operations["rejectReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/reviews/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide many reviews
         * @description Approves or rejects all open reviews that match the filter, at most 10,000. Begin with `dry_run`, which only counts. It works in parts: after a 5xx some may be decided, and the same request decides the rest.
         *
         *     Scope: `reviews:write`
         */
        post: operations["decideReviews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/rewards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List earned rewards
         * @description Who earned what, newest first, and whether it was handed over.
         *
         *     Scope: `rewards:read`
         */
        get: operations["listRewards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/rewards/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export earned rewards
         * @description The same as CSV, with a column `field.KEY` for each custom field: an address to ship to is in it. Cells that look like formulas are escaped.
         *
         *     Scope: `rewards:read`
         */
        get: operations["exportRewards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/rewards/fulfil": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark rewards as handed over
         * @description Notes that rewards were handed over, with who and when, or takes that back with `"fulfilled": false`. It changes all that match and are not so yet, at most 10,000 in one call; the same again changes nothing. Publishes `reward.fulfilled` for each. With `dry_run` it only counts.
         *
         *     Scope: `rewards:write`
         */
        post: operations["fulfilRewards"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List segments
         * @description The segments of a waitlist, in the order of their making.
         *
         *     Scope: `signups:read`
         */
        get: operations["listSegments"];
        put?: never;
        /**
         * Make a segment
         * @description Gives a filter a name. `segment` takes its id where people are narrowed: in the list and the export of signups, and in the drafts of waves and announcements, which store the filter as it was. A waitlist has at most 50; beyond that 409.
         *
         *     Scope: `waitlists:write`
         */
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/segments/{segmentId}": {
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
         * Delete a segment
         * @description Deletes a segment. Drafts that were made with it stay as they are.
         *
         *     Scope: `waitlists:write`
         */
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        /**
         * Change a segment
         * @description Changes the name or the filter. A filter replaces the one before. Drafts stay as they are.
         *
         *     Scope: `waitlists:write`
         */
        patch: operations["updateSegment"];
        trace?: never;
    };
    "/v1/waitlists/{id}/leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the leaderboard of a waitlist
         * @description The people with the most credited referrals, who share a rank if they have as many; among them the earlier signup is first. The leaderboard ends behind 1,000 people. Who has no referrals is not on it, and a withheld referral does not count. Names hold no address: the settings name a custom field, or the address is masked.
         *
         *     Scope: `signups:read`
         */
        get: operations["readLeaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/waves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List waves
         * @description Newest first, without what came of them.
         *
         *     Scope: `invitations:read`
         */
        get: operations["listWaves"];
        put?: never;
        /**
         * Draft a wave
         * @description Chooses people and notes them: **the draft is the dry run**, and exactly these are invited by the launch. Nobody is mailed. `matched` counts all who meet the filter; `excluded` says why some of them cannot be invited.
         *
         *     Where choosing takes longer than an answer may, the state is `selecting` at first; read the wave until it is `draft`. A draft can be launched for 24 hours. An account has at most 20 drafts; more are 409. If nobody can be invited, it is 409 and says why, and nothing is stored; a wave that was `selecting` is cancelled then.
         *
         *     409 without `invitations.url` in the settings. 402 with `deliver: "email"` if there is no way to send mail.
         *
         *     Scope: `invitations:write`
         */
        post: operations["draftWave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waves/{waveId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a wave
         * @description A wave with what came of it until now. What mails did is as their provider reports it; of signups that were deleted it is not known any more.
         *
         *     Scope: `invitations:read`
         */
        get: operations["readWave"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waves/{waveId}/launch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Launch a wave
         * @description Begins to invite the people of a draft, in the background: all at once, or `per_hour`. Who unsubscribed, was removed, invited or converted since the draft is left out and counted in `left_out`. Publishes `invitation.sent` for each.
         *
         *     Safe to repeat: a wave is launched once, and a repeat gets the same answer. 409 for a draft that is older than 24 hours, cancelled or still `selecting`.
         *
         *     Scope: `invitations:write`
         */
        post: operations["launchWave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waves/{waveId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a wave
         * @description Discards a draft, or stops a wave: nobody else is invited, and invitations whose mail waits are revoked. What was sent stays valid. The same again is the same answer; 409 when all people are invited already.
         *
         *     Scope: `invitations:write`
         */
        post: operations["cancelWave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waves/{waveId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the links of a wave
         * @description The columns `email` and `url` of a wave with `deliver: "link"`, for your own mail tool. The links are secrets, so there is one download; another one is 409, also while the first goes on. A download that breaks off can be begun again. 409 until all links are made.
         *
         *     Scope: `invitations:write`
         */
        get: operations["exportWaveLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waves/{waveId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of a wave
         * @description The people whom a wave has invited until now, in that order, with what became of each. `step` gives the people behind a figure of the wave. With `deliver: "link"` nothing is known of mails. 400 if finding them takes too long; the CSV has them then.
         *
         *     Scope: `invitations:read`
         */
        get: operations["listWaveMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waves/{waveId}/members/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the people of a wave
         * @description The same as CSV: the columns `signup_id`, `email`, `position`, `invitation_id`, `state`, `sent_at`, `delivered_at`, `opened_at`, `clicked_at`, `expires_at`, `ended_at`, `resends`.
         *
         *     Scope: `invitations:read`
         */
        get: operations["exportWaveMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Newest first.
         *
         *     Scope: `invitations:read`
         */
        get: operations["listInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/signups/{signupId}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite one person
         * @description Invites one person, wherever they are on the list. Nobody’s position moves. 409 for somebody who has an open invitation, is a user or gets no mails, and without `invitations.url` in the settings. 402 with `deliver: "email"` if there is no way to send mail.
         *
         *     Scope: `invitations:write`
         */
        post: operations["inviteSignup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/{invitationId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again
         * @description Sends an open invitation again, with another link that is valid as long as the first was; the old link ends. At most 3 times, and an hour after the last mail: else 429. 409 for an invitation that is not open any more.
         *
         *     Scope: `invitations:write`
         */
        post: operations["resendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/{invitationId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an invitation
         * @description The link ends, and a mail that waits is not sent. The person can be invited again. The same again is the same answer; 409 for an invitation that was converted, declined or expired.
         *
         *     Scope: `invitations:write`
         */
        post: operations["revokeInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an invitation
         * @description For the page that the link leads to. Changes nothing, because mail scanners open links, and is always 200. With `email` it also checks the address, unless the settings say that it need not match.
         *
         *     Scope: `conversions:write`
         */
        post: operations["verifyInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an invitation
         * @description For a page with a button “No, thanks”. The person can be invited again. The same again is the same answer; 404 for an unknown token, 409 for an invitation that is not open any more.
         *
         *     Scope: `conversions:write`
         */
        post: operations["declineInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a conversion
         * @description Call this after the account in your product exists. It counts once: the same person again is 200 with `first: false`, so a crash in between is healed by calling again. Publishes `invitation.converted`.
         *
         *     By `token` and `email` it uses the invitation: 409 for another address than the one that was invited, and for one that is expired, revoked or declined. By `waitlist_id` with `email` or `signup_id` it needs none. 404 for an unknown token or person.
         *
         *     Scope: `conversions:write`
         */
        post: operations["recordConversion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/announcements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List announcements
         * @description Newest first, without texts and without what came of them.
         *
         *     Scope: `announcements:read`
         */
        get: operations["listAnnouncements"];
        put?: never;
        /**
         * Draft an announcement
         * @description Writes a mail to the people of a list: **the draft is the dry run**, and nobody is mailed. `matched` counts all who meet the filter, `excluded` says why some of them do not get it, and `allowance` whether this month’s allowance of emails holds it.
         *
         *     The text is a `design`, as the simple editor of the dashboard makes it, or `html`. Placeholders are those of every mail and the keys of custom fields; an unknown one is 400.
         *
         *     Where counting takes longer than an answer may, the state is `counting` at first; read it until it is `draft`. An account has at most 50 drafts; more are 409.
         *
         *     Scope: `announcements:write`
         */
        post: operations["draftAnnouncement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/announcements/{announcementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an announcement
         * @description An announcement with what came of it until now. What mails did is as their provider reports it; clicks are counted only by providers that report them, because no link is rewritten. Of signups that were deleted it is only known how many there were.
         *
         *     Scope: `announcements:read`
         */
        get: operations["readAnnouncement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a draft
         * @description Changes what is given, and counts the people again: an empty object only counts. `design` replaces `html`, and `html` the `design`; null takes `filter`, `per_hour` or `send_at` away. 409 for one that is launched or cancelled.
         *
         *     Scope: `announcements:write`
         */
        patch: operations["updateAnnouncement"];
        trace?: never;
    };
    "/v1/announcements/{announcementId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test of an announcement
         * @description Sends one mail right away, with made-up values and `[Test]` before the subject. On the service’s credentials it counts in the allowance. At most 10 a minute. 400 in a test mode, and with the provider’s message if it refused the mail; 402 if there is no way to send mail.
         *
         *     Scope: `announcements:write`
         */
        post: operations["testAnnouncement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/announcements/{announcementId}/launch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Launch an announcement
         * @description Notes who gets it, and begins to send: at once, at `send_at`, or `per_hour`. Who unsubscribes, is removed or suppressed before the turn gets none, and is counted in `left_out`. Nobody gets it twice. All other mails of the account go first. Publishes `announcement.sent` once, at the end.
         *
         *     Safe to repeat: it is launched once, and a repeat gets the same answer. 409 if the number of people has changed by more than 1 % since `expected_count`, with both numbers; if nobody is left; without `mail.postal_address` in the settings; for one that is `counting` or cancelled; and for the first one to more than 1,000 people who were mostly imported, unless `sample` is given. 402 if there is no way to send mail.
         *
         *     It stops itself: if more than 5 % of the last 500 mails came back for good, or more than 0.3 % were marked as spam, it is `paused`, and your users are told why.
         *
         *     On a large list the people are noted in the background, in the state `selecting`. If that finds another number, it is a `draft` again, with the `refusal`.
         *
         *     Scope: `announcements:write`
         */
        post: operations["launchAnnouncement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/announcements/{announcementId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause an announcement
         * @description Nobody else gets it until you resume it: mails that have not begun to be sent are taken back. The same again is the same answer; 409 for one that is not being sent.
         *
         *     Scope: `announcements:write`
         */
        post: operations["pauseAnnouncement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/announcements/{announcementId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume an announcement
         * @description Goes on, also after it has stopped itself: what came back before does not stop it again. The same again is the same answer; 409 for one that is not paused.
         *
         *     Scope: `announcements:write`
         */
        post: operations["resumeAnnouncement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/announcements/{announcementId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an announcement
         * @description Discards a draft, or ends an announcement: nobody else gets it, and mails that have not begun to be sent are taken back. The same again is the same answer; 409 when all people have got it.
         *
         *     Scope: `announcements:write`
         */
        post: operations["cancelAnnouncement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/announcements/{announcementId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of an announcement
         * @description The people of a launched announcement whose signups are still there, in the order of their ids, with what became of their mails.
         *
         *     Scope: `announcements:read`
         */
        get: operations["listAnnouncementMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/announcements/{announcementId}/members/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the people of an announcement
         * @description The same as CSV: the columns `signup_id`, `email`, `position`, `state`, `sent_at`, `delivered_at`, `opened_at`, `clicked_at`. Each person is in it once, also while it is being sent.
         *
         *     Scope: `announcements:read`
         */
        get: operations["exportAnnouncementMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Newest first.
         *
         *     Scope: `imports:write`
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Upload a file of signups
         * @description The body is a CSV file with a header, at most 512 MiB and 2,000,000 rows; of its columns the first 500 are read. It is decoded and read as it arrives: UTF-8, UTF-16 with a byte order mark, or Windows-1252, which is asked about; separated by commas, semicolons, tabs or bars. A file that cannot be read is refused with the line, and nothing of it is kept. A row with a broken quote is rejected alone. Then a worker validates the rows: read the import until its state is `ready`. Nothing is added to the waitlist before the start.
         *
         *     Scope: `imports:write`
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an import
         * @description In the state `ready` this is the dry run; `questions` are to be answered before the start. While it is `running`, `created` grows. The rows are kept for 30 days after the last change, the import itself as long as the waitlist.
         *
         *     Scope: `imports:write`
         */
        get: operations["readImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what columns become
         * @description Changes what columns become and how dates are read, and validates all rows again. That answers `questions`: name the column, or send `date_order` or `encoding`. Only before the start. Columns that are not named stay as they are.
         *
         *     Scope: `imports:write`
         */
        patch: operations["updateImport"];
        trace?: never;
    };
    "/v1/waitlists/{id}/imports/{importId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an import
         * @description Adds the signups, in parts, once all `questions` are answered, while the waitlist goes on taking others. The same again finds the import started. With `positions=keep` all its positions are taken at once, so that signups that arrive meanwhile get later ones.
         *
         *     Scope: `imports:write`
         */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/imports/{importId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import
         * @description Signups that were added stay. The same again finds the import cancelled.
         *
         *     Scope: `imports:write`
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/imports/{importId}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of an import
         * @description In the order of their lines. `outcome` narrows them.
         *
         *     Scope: `imports:write`
         */
        get: operations["listImportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlists/{id}/imports/{importId}/rows.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the rows of an import
         * @description The rows with their line, outcome and reason, as CSV for a spreadsheet: a cell that begins like a formula gets an apostrophe. Correct the rejected rows and import them again.
         *
         *     Scope: `imports:write`
         */
        get: operations["exportImportRows"];
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
    "signup.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The address or custom fields of a signup were changed
         * @description By your team or with a key. Not published for a note, nor if all values were the same before.
         */
        post: operations["onSignupUpdated"];
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
    "signup.confirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signup confirmed its address
         * @description Only of waitlists that ask for it. Published once.
         */
        post: operations["onSignupConfirmed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signup.unsubscribed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person unsubscribed
         * @description They keep their position, and get no more mails of this waitlist.
         */
        post: operations["onSignupUnsubscribed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "referral.credited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A referral got its credit
         * @description Only of waitlists that judge referrals. Published with the signup, or later when it settles or somebody approves it.
         */
        post: operations["onReferralCredited"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "referral.withheld": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A referral was withheld
         * @description Only of waitlists that judge referrals. `reasons` say why.
         */
        post: operations["onReferralWithheld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "referral.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A referral lost its credit
         * @description Its mail came back later, or somebody rejected it.
         */
        post: operations["onReferralRevoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "reward.reached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signup reached a reward
         * @description Only of waitlists with rewards. Published once per signup and reward, also if its referrals fall and rise again.
         */
        post: operations["onRewardReached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "reward.fulfilled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A reward was handed over
         * @description Somebody on your team said so, or your own systems. Published again if that was taken back and is said again.
         */
        post: operations["onRewardFulfilled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invitation was sent
         * @description Its mail left; or its link was made, where you deliver links yourself. Published once.
         */
        post: operations["onInvitationSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.converted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person became a user
         * @description With an invitation or without. Published once.
         */
        post: operations["onInvitationConverted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invitation expired
         * @description Published within a minute after its last moment.
         */
        post: operations["onInvitationExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invitation was declined
         * @description Your own page said so. Published once.
         */
        post: operations["onInvitationDeclined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "integration.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An integration was disabled
         * @description Published when the service pauses an integration with `retries` that fails for too long.
         */
        post: operations["onIntegrationDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "import.finished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An import finished
         * @description Always published, also where the import publishes no `signup.created`.
         */
        post: operations["onImportFinished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "announcement.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An announcement was sent
         * @description Its last mail has left. Published once; not for one that was cancelled.
         */
        post: operations["onAnnouncementSent"];
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
                /** @description The used percentage of the limit, rounded down. It can pass 100, because the Free plan has a buffer. */
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
            events: ("signup.created" | "signup.updated" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked" | "signup.confirmed" | "signup.unsubscribed")[];
            /** @description What events have in addition: `fields`, the custom fields; `display_position`; `referral_link`. Left out: nothing. */
            include?: ("fields" | "display_position" | "referral_link")[];
            /**
             * @description `standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out: each event is tried once.
             * @enum {string}
             */
            retries?: "none" | "standard";
        };
        Announcement: {
            /**
             * Format: uuid
             * @description The id of the announcement.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its waitlist.
             */
            waitlist_id: string;
            /** @description What you call it. The people do not see it. */
            name: string;
            /**
             * @description `counting`: the people are still being counted, and the counts are 0. `draft`. `selecting`: it is launched, and its people are being noted. `scheduled` until `send_at`. `sending`, `paused`, `sent`, `cancelled`.
             * @enum {string}
             */
            state: "counting" | "draft" | "selecting" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
            /**
             * @description Why it is paused: you `asked`; the `sample` is through; more than 5 % of the last 500 mails came back for good (`bounces`), or more than 0.3 % were marked as spam (`complaints`); the settings have `no_postal_address` any more.
             * @enum {string|null}
             */
            paused_reason: "asked" | "sample" | "bounces" | "complaints" | "no_postal_address" | null;
            /** @description Why it was not launched after all, if that was found in the background. */
            refusal: string | null;
            /** @description The subject, one line. It may hold placeholders. */
            subject: string;
            /** @description Who gets it. All that is given must hold; without a filter it is everybody. */
            filter: {
                /** @description How many `ids` were given. */
                id_count?: number;
                /** @description Values of custom fields. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Values of custom fields of people who are left out. */
                not_fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Domains of people who are left out. */
                not_email_domains?: string[];
                /** @description The campaign or channel. */
                utm_source?: string;
                /**
                 * @description How texts are compared, if not exactly.
                 * @enum {string}
                 */
                match?: "exact" | "any_case" | "contains";
                /** @description The day or time before which people signed up. */
                created_before?: string;
                /** @description How many they referred at least. */
                min_referrals?: number;
                /** @description Whether they have confirmed their address. */
                confirmed?: boolean;
                /** @description The day or time from which people signed up. */
                created_from?: string;
                /** @description The status of their signup email. */
                email_status?: string;
                /** @description Only people who have reached the reward with this key. */
                reward?: string;
                /**
                 * @description Only people whose newest invitation is in this state: `converted` also without one. `none`: there is none. `ever`: they were invited, whatever came of it.
                 * @enum {string}
                 */
                invitation_state?: "none" | "ever" | "invited" | "converted" | "expired" | "declined" | "revoked";
                /** @description Only people whose link had exactly this `utm_campaign`, whatever `match` says. */
                utm_campaign?: string;
            };
            /** @description How many people get it in an hour, evenly. Null: as fast as mails go. */
            per_hour: number | null;
            /**
             * Format: date-time
             * @description When it begins. Null: with the launch.
             */
            send_at: string | null;
            /** @description How many people meet the filter. */
            matched: number;
            /** @description How many of them get it. */
            selected: number;
            /** @description How many of those who meet the filter do not get it. Each is counted once, by the first of these reasons. */
            excluded: {
                /** @description They unsubscribed. */
                unsubscribed: number;
                /** @description Their data was erased, and they asked for no more mails. */
                erased: number;
                /** @description They marked an earlier mail as spam. */
                complained: number;
                /** @description An earlier mail to them came back for good. */
                bounced: number;
                /** @description You stopped mails to their address. */
                manual: number;
                /** @description They were asked to confirm their address and have not. */
                unconfirmed: number;
                /** @description Their referral waits for somebody’s decision. */
                in_review: number;
            };
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was launched.
             */
            launched_at: string | null;
            /**
             * Format: date-time
             * @description When the last mail had left, or it was cancelled.
             */
            finished_at: string | null;
            /** @description The mail as the simple editor of the dashboard makes it. Null for HTML of your own. */
            design: components["schemas"]["DesignOfAnnouncement"] | null;
            /** @description The HTML body, with placeholders: those of every mail, the keys of custom fields, and `{{sender.postal_address}}`. The link to unsubscribe and the postal address are added below, if it does not hold `{{links.unsubscribe}}` or `{{sender.postal_address}}`. Null with a design. */
            html: string | null;
            /** @description The first 20 people who get it and are still on the waitlist. */
            sample: {
                /**
                 * Format: uuid
                 * @description The id of the signup.
                 */
                signup_id: string;
                /**
                 * Format: email
                 * @description Its address.
                 */
                email: string;
                /** @description Its position. */
                position: number;
            }[];
            /** @description Whether this month’s allowance of emails holds it. Null with an email provider of your own. */
            allowance: {
                /** @description What this month’s allowance of emails has left. */
                remaining: number;
                /** @description How many of those who get it would wait for the next month, or for a provider of your own. */
                held: number;
            } | null;
        };
        AnnouncementChange: {
            /** @description What you call it. The people do not see it. */
            name?: string;
            /** @description The subject, one line. It may hold placeholders. */
            subject?: string;
            /** @description The mail as the simple editor of the dashboard makes it. Null for HTML of your own. */
            design?: components["schemas"]["AnnouncementDesign"] | null;
            /** @description The HTML body, with placeholders: those of every mail, the keys of custom fields, and `{{sender.postal_address}}`. The link to unsubscribe and the postal address are added below, if it does not hold `{{links.unsubscribe}}` or `{{sender.postal_address}}`. */
            html?: string | null;
            /** @description Who gets it. All that is given must hold; without a filter it is everybody. */
            filter?: {
                /** @description Only people with exactly these values of custom fields, which must exist. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Leaves out people with any of these values of custom fields. Those without a value stay. */
                not_fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Leaves out people whose address is at one of these domains, or at one below it. */
                not_email_domains?: string[];
                /** @description Only people from exactly this campaign or channel. */
                utm_source?: string;
                /**
                 * @description How `utm_source` and the texts of `fields` and `not_fields` are compared: `exact`, the default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever its case.
                 * @enum {string}
                 */
                match?: "exact" | "any_case" | "contains";
                /** @description Only people who signed up before this day, as `YYYY-MM-DD` in UTC, or before this time. */
                created_before?: string;
                /** @description Only people who referred at least so many. Withheld referrals do not count. */
                min_referrals?: number;
                /** @description Only people who have confirmed their address, or only those who have not. */
                confirmed?: boolean;
                /** @description Only people who signed up on this day or later, as `YYYY-MM-DD` in UTC, or at this time or later. */
                created_from?: string;
                /**
                 * @description Only people whose signup email has this status. `none`: no status yet.
                 * @enum {string}
                 */
                email_status?: "none" | "config_error" | "sent" | "delivery_delayed" | "failed" | "suppressed" | "delivered" | "opened" | "clicked" | "bounced" | "complained";
                /** @description Only people who have reached the reward with this key. */
                reward?: string;
                /**
                 * @description Only people whose newest invitation is in this state: `converted` also without one. `none`: there is none. `ever`: they were invited, whatever came of it.
                 * @enum {string}
                 */
                invitation_state?: "none" | "ever" | "invited" | "converted" | "expired" | "declined" | "revoked";
                /** @description Only people whose link had exactly this `utm_campaign`, whatever `match` says. */
                utm_campaign?: string;
                /** @description Only these signups. */
                ids?: string[];
            } | null;
            /**
             * Format: uuid
             * @description Only the people of this segment of the waitlist. Its filter is taken as it is now, and stored; it cannot be given beside `filter`.
             */
            segment?: string | null;
            /** @description How many people get it in an hour, evenly. Null: as fast as mails go. */
            per_hour?: number | null;
            /** @description When it begins, at most a year ahead: a time with an offset from UTC such as `2026-12-01T09:00:00+01:00`, or one without, which is on the clocks of the account’s time zone. Null: with the launch. */
            send_at?: string | null;
        };
        AnnouncementDesign: {
            /** @description The https address of a picture above the headline. */
            logo_url?: string;
            /**
             * @description The color of the button and of links, such as `#4338ca`.
             * @default #18181b
             */
            color?: string;
            /** @description The headline, one line. It may hold placeholders. */
            headline: string;
            /** @description The text. An empty line begins a paragraph; web addresses become links. It may hold placeholders. */
            text: string;
            /**
             * @description Whether it shows the person’s place.
             * @default false
             */
            show_position?: boolean;
            /**
             * @description Whether it shows the person’s referral code.
             * @default false
             */
            show_code?: boolean;
            /** @description What the button says; without it there is no button. */
            button_text?: string;
            /**
             * @description Where the button leads to: the person’s `referral` link, the `status` page, or `url`, which is `button_url`.
             * @default url
             * @enum {string}
             */
            button_target?: "url" | "referral" | "status";
            /** @description The https address behind the button. */
            button_url?: string;
        };
        AnnouncementLaunch: {
            /**
             * Format: uuid
             * @description The id of the announcement.
             */
            id: string;
            /** @description How many people you expected. */
            expected_count: number;
            /** @description How many get it first; null: there is no sample. */
            sample: number | null;
            /**
             * Format: date-time
             * @description When it begins; null: with the launch.
             */
            send_at: string | null;
            /**
             * Format: date-time
             * @description When it was first launched.
             */
            launched_at: string;
        };
        AnnouncementLink: {
            /** @description Where it leads to: a web address, or a placeholder such as `{{links.status}}`. */
            link: string;
            /** @description How many people clicked it, as the provider reports. */
            clicked: number;
        };
        AnnouncementMember: {
            /**
             * Format: uuid
             * @description The id of the signup.
             */
            signup_id: string;
            /**
             * Format: email
             * @description Its address.
             */
            email: string;
            /** @description Its position. */
            position: number;
            /**
             * @description `waiting` for the turn; `held` until there is an allowance; `sent`, and then what the provider reports: `delivered`, `opened`, `clicked`, `bounced`, `complained`; `failed`: the provider did not take it; `left_out`: unsubscribed or suppressed before the turn.
             * @enum {string}
             */
            state: "waiting" | "held" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "left_out";
            /**
             * Format: date-time
             * @description When it left.
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When it was delivered, if the provider reports that.
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When it was first opened.
             */
            opened_at: string | null;
            /**
             * Format: date-time
             * @description When a link in it was first clicked.
             */
            clicked_at: string | null;
        };
        AnnouncementReport: {
            /**
             * Format: uuid
             * @description The id of the announcement.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its waitlist.
             */
            waitlist_id: string;
            /** @description What you call it. The people do not see it. */
            name: string;
            /**
             * @description `counting`: the people are still being counted, and the counts are 0. `draft`. `selecting`: it is launched, and its people are being noted. `scheduled` until `send_at`. `sending`, `paused`, `sent`, `cancelled`.
             * @enum {string}
             */
            state: "counting" | "draft" | "selecting" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
            /**
             * @description Why it is paused: you `asked`; the `sample` is through; more than 5 % of the last 500 mails came back for good (`bounces`), or more than 0.3 % were marked as spam (`complaints`); the settings have `no_postal_address` any more.
             * @enum {string|null}
             */
            paused_reason: "asked" | "sample" | "bounces" | "complaints" | "no_postal_address" | null;
            /** @description Why it was not launched after all, if that was found in the background. */
            refusal: string | null;
            /** @description The subject, one line. It may hold placeholders. */
            subject: string;
            /** @description Who gets it. All that is given must hold; without a filter it is everybody. */
            filter: {
                /** @description How many `ids` were given. */
                id_count?: number;
                /** @description Values of custom fields. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Values of custom fields of people who are left out. */
                not_fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Domains of people who are left out. */
                not_email_domains?: string[];
                /** @description The campaign or channel. */
                utm_source?: string;
                /**
                 * @description How texts are compared, if not exactly.
                 * @enum {string}
                 */
                match?: "exact" | "any_case" | "contains";
                /** @description The day or time before which people signed up. */
                created_before?: string;
                /** @description How many they referred at least. */
                min_referrals?: number;
                /** @description Whether they have confirmed their address. */
                confirmed?: boolean;
                /** @description The day or time from which people signed up. */
                created_from?: string;
                /** @description The status of their signup email. */
                email_status?: string;
                /** @description Only people who have reached the reward with this key. */
                reward?: string;
                /**
                 * @description Only people whose newest invitation is in this state: `converted` also without one. `none`: there is none. `ever`: they were invited, whatever came of it.
                 * @enum {string}
                 */
                invitation_state?: "none" | "ever" | "invited" | "converted" | "expired" | "declined" | "revoked";
                /** @description Only people whose link had exactly this `utm_campaign`, whatever `match` says. */
                utm_campaign?: string;
            };
            /** @description How many people get it in an hour, evenly. Null: as fast as mails go. */
            per_hour: number | null;
            /**
             * Format: date-time
             * @description When it begins. Null: with the launch.
             */
            send_at: string | null;
            /** @description How many people meet the filter. */
            matched: number;
            /** @description How many of them get it. */
            selected: number;
            /** @description How many of those who meet the filter do not get it. Each is counted once, by the first of these reasons. */
            excluded: {
                /** @description They unsubscribed. */
                unsubscribed: number;
                /** @description Their data was erased, and they asked for no more mails. */
                erased: number;
                /** @description They marked an earlier mail as spam. */
                complained: number;
                /** @description An earlier mail to them came back for good. */
                bounced: number;
                /** @description You stopped mails to their address. */
                manual: number;
                /** @description They were asked to confirm their address and have not. */
                unconfirmed: number;
                /** @description Their referral waits for somebody’s decision. */
                in_review: number;
            };
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was launched.
             */
            launched_at: string | null;
            /**
             * Format: date-time
             * @description When the last mail had left, or it was cancelled.
             */
            finished_at: string | null;
            /** @description The mail as the simple editor of the dashboard makes it. Null for HTML of your own. */
            design: components["schemas"]["DesignOfAnnouncement"] | null;
            /** @description The HTML body, with placeholders: those of every mail, the keys of custom fields, and `{{sender.postal_address}}`. The link to unsubscribe and the postal address are added below, if it does not hold `{{links.unsubscribe}}` or `{{sender.postal_address}}`. Null with a design. */
            html: string | null;
            /** @description The first 20 people who get it and are still on the waitlist. */
            sample: {
                /**
                 * Format: uuid
                 * @description The id of the signup.
                 */
                signup_id: string;
                /**
                 * Format: email
                 * @description Its address.
                 */
                email: string;
                /** @description Its position. */
                position: number;
            }[];
            /** @description Whether this month’s allowance of emails holds it. Null with an email provider of your own. */
            allowance: {
                /** @description What this month’s allowance of emails has left. */
                remaining: number;
                /** @description How many of those who get it would wait for the next month, or for a provider of your own. */
                held: number;
            } | null;
            /** @description How many people’s turn is still to come, or their mail is under way. */
            waiting: number;
            /** @description How many of the others wait for the next month’s allowance. */
            held: number;
            /** @description How many mails have left. */
            sent: number;
            /** @description How many of them were delivered, as the provider reports. */
            delivered: number;
            /** @description How many were opened. */
            opened: number;
            /** @description In how many a link was clicked. */
            clicked: number;
            /** @description The links of the mail in their order, at most 100. One that holds another placeholder, such as a custom field, differs for each person and is not among them. */
            links: components["schemas"]["AnnouncementLink"][];
            /** @description How many came back for good. */
            bounced: number;
            /** @description How many were marked as spam. */
            complained: number;
            /** @description How many people have unsubscribed since they got it. */
            unsubscribed: number;
            /** @description How many the provider did not take. */
            failed: number;
            /** @description How many got no mail. With `waiting`, `held`, `sent` and `failed` they add up to `selected`. */
            left_out: {
                /** @description Their signup was deleted, also after they got it. */
                removed: number;
                /** @description They unsubscribed before their turn. */
                unsubscribed: number;
                /** @description Their address got no mails any more when it was their turn. */
                suppressed: number;
                /** @description It was cancelled before their turn. */
                cancelled: number;
            };
        };
        AnnouncementSent: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "announcement.sent";
            /** @description The data of the event. */
            data: {
                /**
                 * Format: uuid
                 * @description The id of the announcement.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The id of its waitlist.
                 */
                waitlist_id: string;
                /** @description The name of its waitlist. */
                waitlist_name: string;
                /** @description What you call it. */
                name: string;
                /** @description How many people it was for. */
                selected: number;
                /** @description How many mails have left. */
                sent: number;
                /** @description How many the provider did not take. */
                failed: number;
                /** @description How many people got none, because they unsubscribed or were removed before. */
                left_out: number;
                /**
                 * Format: date-time
                 * @description When the last mail had left.
                 */
                finished_at: string;
            };
        };
        AnnouncementSummary: {
            /**
             * Format: uuid
             * @description The id of the announcement.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its waitlist.
             */
            waitlist_id: string;
            /** @description What you call it. The people do not see it. */
            name: string;
            /**
             * @description `counting`: the people are still being counted, and the counts are 0. `draft`. `selecting`: it is launched, and its people are being noted. `scheduled` until `send_at`. `sending`, `paused`, `sent`, `cancelled`.
             * @enum {string}
             */
            state: "counting" | "draft" | "selecting" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
            /**
             * @description Why it is paused: you `asked`; the `sample` is through; more than 5 % of the last 500 mails came back for good (`bounces`), or more than 0.3 % were marked as spam (`complaints`); the settings have `no_postal_address` any more.
             * @enum {string|null}
             */
            paused_reason: "asked" | "sample" | "bounces" | "complaints" | "no_postal_address" | null;
            /** @description Why it was not launched after all, if that was found in the background. */
            refusal: string | null;
            /** @description The subject, one line. It may hold placeholders. */
            subject: string;
            /** @description Who gets it. All that is given must hold; without a filter it is everybody. */
            filter: {
                /** @description How many `ids` were given. */
                id_count?: number;
                /** @description Values of custom fields. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Values of custom fields of people who are left out. */
                not_fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Domains of people who are left out. */
                not_email_domains?: string[];
                /** @description The campaign or channel. */
                utm_source?: string;
                /**
                 * @description How texts are compared, if not exactly.
                 * @enum {string}
                 */
                match?: "exact" | "any_case" | "contains";
                /** @description The day or time before which people signed up. */
                created_before?: string;
                /** @description How many they referred at least. */
                min_referrals?: number;
                /** @description Whether they have confirmed their address. */
                confirmed?: boolean;
                /** @description The day or time from which people signed up. */
                created_from?: string;
                /** @description The status of their signup email. */
                email_status?: string;
                /** @description Only people who have reached the reward with this key. */
                reward?: string;
                /**
                 * @description Only people whose newest invitation is in this state: `converted` also without one. `none`: there is none. `ever`: they were invited, whatever came of it.
                 * @enum {string}
                 */
                invitation_state?: "none" | "ever" | "invited" | "converted" | "expired" | "declined" | "revoked";
                /** @description Only people whose link had exactly this `utm_campaign`, whatever `match` says. */
                utm_campaign?: string;
            };
            /** @description How many people get it in an hour, evenly. Null: as fast as mails go. */
            per_hour: number | null;
            /**
             * Format: date-time
             * @description When it begins. Null: with the launch.
             */
            send_at: string | null;
            /** @description How many people meet the filter. */
            matched: number;
            /** @description How many of them get it. */
            selected: number;
            /** @description How many of those who meet the filter do not get it. Each is counted once, by the first of these reasons. */
            excluded: {
                /** @description They unsubscribed. */
                unsubscribed: number;
                /** @description Their data was erased, and they asked for no more mails. */
                erased: number;
                /** @description They marked an earlier mail as spam. */
                complained: number;
                /** @description An earlier mail to them came back for good. */
                bounced: number;
                /** @description You stopped mails to their address. */
                manual: number;
                /** @description They were asked to confirm their address and have not. */
                unconfirmed: number;
                /** @description Their referral waits for somebody’s decision. */
                in_review: number;
            };
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was launched.
             */
            launched_at: string | null;
            /**
             * Format: date-time
             * @description When the last mail had left, or it was cancelled.
             */
            finished_at: string | null;
        };
        AnnouncementTest: {
            /**
             * Format: email
             * @description Who gets the test.
             */
            to: string;
        };
        AnnouncementTested: {
            /** @description The sender of the test mail. */
            from: string;
        };
        AuditEntry: {
            /**
             * Format: uuid
             * @description The id of the entry.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            created_at: string;
            /** @description Who did it. */
            actor: {
                /**
                 * @description A user of the dashboard, an API key, a connected app, an operator, or somebody who is not signed in, such as with a wrong password.
                 * @enum {string}
                 */
                type: "user" | "api_key" | "app" | "command_line" | "visitor";
                /**
                 * Format: uuid
                 * @description The id of the user, the key or the app.
                 */
                id: string | null;
                /** @description The address of the user or the name of the key, as it was then; of an app its name and the address of its user. */
                name: string | null;
            };
            /** @description What was done, such as `api_key.created`. There may be new ones. */
            action: string;
            /** @description What it was done to. */
            object: {
                /** @description The kind of object, such as `api_key`. */
                type: string;
                /** @description The id of the object; null if it has none. */
                id: string | null;
            };
            /** @description What else is known of it, such as the new role of a user. Never a secret. */
            details: {
                [key: string]: unknown;
            };
        };
        AuditPage: {
            /** @description The entries, newest first. */
            data: components["schemas"]["AuditEntry"][];
            /** @description Where the next page begins; null on the last page. */
            next_cursor: string | null;
        };
        BrandLogo: {
            /** @description Where it is. Another picture has another URL, so it may be cached for ever. */
            url: string;
            /** @description What is stored: `image/png`, also of an SVG; `image/jpeg` or `image/webp`. */
            type: string;
            /** @description In pixels. */
            width: number;
            /** @description In pixels. */
            height: number;
        };
        BulkResult: {
            /** @description One item for each signup of the request, in its order. */
            data: components["schemas"]["BulkSignup"][];
            /** @description How many are new. */
            created: number;
            /** @description How many were on the list. */
            existing: number;
            /** @description How many were rejected. */
            rejected: number;
        };
        BulkSignup: {
            /** @description The place in the request, from 0. */
            index: number;
            /**
             * @description `created`: a new signup. `existing`: the address was on the list. `rejected`: see `error`.
             * @enum {string}
             */
            status: "created" | "existing" | "rejected";
            /**
             * Format: uuid
             * @description The id of the signup, unless it was rejected.
             */
            id?: string;
            /** @description Its position, unless it was rejected. */
            position?: number;
            /** @description Its own code, unless it was rejected. */
            referral_code?: string;
            /** @description Why it was rejected. */
            error?: {
                /**
                 * @description As in the answer to a single call.
                 * @enum {string}
                 */
                code: "invalid_request" | "unauthorized" | "quota_exceeded" | "forbidden" | "not_found" | "conflict" | "rate_limited" | "internal_error";
                /** @description For people. For a bad value it starts with the path inside the entry. */
                message: string;
            };
        };
        /** @description The configuration of `chat_blocks`. */
        ChatBlocksConfig: {
            /**
             * Format: uri
             * @description The https address of the channel's incoming webhook, as the chat service shows it.
             */
            webhook_url?: string;
            /** @description The event types to send, at least one. */
            events: ("signup.created" | "signup.updated" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked" | "signup.confirmed" | "signup.unsubscribed" | "referral.credited" | "referral.withheld" | "referral.revoked" | "reward.reached" | "reward.fulfilled" | "invitation.sent" | "invitation.converted" | "invitation.expired" | "invitation.declined" | "integration.disabled" | "import.finished" | "announcement.sent")[];
            /** @description What events have in addition: `fields`, the custom fields; `display_position`; `referral_link`. Left out: nothing. */
            include?: ("fields" | "display_position" | "referral_link")[];
            /**
             * @description `standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out: each event is tried once.
             * @enum {string}
             */
            retries?: "none" | "standard";
        };
        /** @description The configuration of `chat_embeds`. */
        ChatEmbedsConfig: {
            /**
             * Format: uri
             * @description The https address of the channel's incoming webhook, as the chat service shows it.
             */
            webhook_url?: string;
            /** @description The event types to send, at least one. */
            events: ("signup.created" | "signup.updated" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked" | "signup.confirmed" | "signup.unsubscribed" | "referral.credited" | "referral.withheld" | "referral.revoked" | "reward.reached" | "reward.fulfilled" | "invitation.sent" | "invitation.converted" | "invitation.expired" | "invitation.declined" | "integration.disabled" | "import.finished" | "announcement.sent")[];
            /** @description What events have in addition: `fields`, the custom fields; `display_position`; `referral_link`. Left out: nothing. */
            include?: ("fields" | "display_position" | "referral_link")[];
            /**
             * @description `standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out: each event is tried once.
             * @enum {string}
             */
            retries?: "none" | "standard";
        };
        Confirmation: {
            /**
             * Format: uuid
             * @description The signup that is confirmed.
             */
            signup_id: string;
            /**
             * Format: date-time
             * @description When it was first confirmed.
             */
            confirmed_at: string;
            /** @description Whether this call confirmed it. False for a repeat. */
            first: boolean;
        };
        ConfirmationState: {
            /**
             * Format: date-time
             * @description When the address was confirmed.
             */
            confirmed_at: string | null;
            /**
             * Format: date-time
             * @description Until when the newest link is valid.
             */
            expires_at: string;
            /** @description How many links were sent. */
            sent: number;
        };
        ConfirmationToken: {
            /** @description The `token` in the query of the link. */
            token: string;
        };
        /** @description The configuration of `contacts`. */
        ContactsConfig: {
            /** @description A Loops API key. It is verified with Loops. */
            api_key?: string;
            /** @description The mailing list that contacts join. */
            mailing_list_id?: string;
            /** @description The event types to send, at least one. */
            events: ("signup.created" | "signup.updated" | "signup.removed" | "signup.email_clicked")[];
            /** @description What events have in addition: `fields`, the custom fields; `display_position`; `referral_link`. Left out: nothing. */
            include?: ("fields" | "display_position" | "referral_link")[];
            /**
             * @description `standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out: each event is tried once.
             * @enum {string}
             */
            retries?: "none" | "standard";
        };
        Conversion: {
            /**
             * Format: uuid
             * @description The signup of the person.
             */
            signup_id: string;
            /**
             * Format: uuid
             * @description The invitation that converted; null without one.
             */
            invitation_id: string | null;
            /**
             * @description The person is a user.
             * @constant
             */
            state: "converted";
            /**
             * Format: date-time
             * @description When this was first recorded.
             */
            converted_at: string;
            /** @description Whether this call recorded it. False for a repeat. */
            first: boolean;
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
        DeclinedInvitation: {
            /** @description The `token` in the query of your page. */
            token: string;
        };
        DeliveryDetails: {
            /**
             * Format: uuid
             * @description The id of the attempt.
             */
            id: string;
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event_type: "signup.created" | "signup.updated" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked" | "signup.confirmed" | "signup.unsubscribed" | "referral.credited" | "referral.withheld" | "referral.revoked" | "reward.reached" | "reward.fulfilled" | "invitation.sent" | "invitation.converted" | "invitation.expired" | "invitation.declined" | "integration.disabled" | "import.finished" | "announcement.sent";
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
            /**
             * Format: uuid
             * @description The id of the event; null for a test event.
             */
            event_id: string | null;
            /** @description Which attempt at the event it was, from 1. */
            attempt: number;
            /** @description What was sent, for 7 days; null afterwards, and if nothing was sent. */
            request: {
                /** @description The method. */
                method: string;
                /** @description The headers, without signatures and credentials. */
                headers: {
                    [key: string]: string;
                };
                /** @description The body; credentials in it are replaced. */
                body: string | null;
            } | null;
            /** @description What was answered, for 7 days; null afterwards, and without an answer. */
            response: {
                /** @description The HTTP status. */
                status: number;
                /** @description The first 2 KiB of the body. */
                body: string;
            } | null;
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
            event_type: "signup.created" | "signup.updated" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked" | "signup.confirmed" | "signup.unsubscribed" | "referral.credited" | "referral.withheld" | "referral.revoked" | "reward.reached" | "reward.fulfilled" | "invitation.sent" | "invitation.converted" | "invitation.expired" | "invitation.declined" | "integration.disabled" | "import.finished" | "announcement.sent";
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
        DesignOfAnnouncement: {
            /** @description The https address of a picture above the headline. */
            logo_url?: string;
            /** @description The color of the button and of links, such as `#4338ca`. */
            color: string;
            /** @description The headline, one line. It may hold placeholders. */
            headline: string;
            /** @description The text. An empty line begins a paragraph; web addresses become links. It may hold placeholders. */
            text: string;
            /** @description Whether it shows the person’s place. */
            show_position: boolean;
            /** @description Whether it shows the person’s referral code. */
            show_code: boolean;
            /** @description What the button says; without it there is no button. */
            button_text?: string;
            /** @description Where the button leads to: the person’s `referral` link, the `status` page, or `url`, which is `button_url`. */
            button_target: string;
            /** @description The https address behind the button. */
            button_url?: string;
        };
        EarnedReward: {
            /**
             * Format: uuid
             * @description The id of the signup that earned it.
             */
            signup_id: string;
            /**
             * Format: email
             * @description Its address.
             */
            email: string;
            /** @description Its position. */
            position: number;
            /** @description The key that the reward had then. */
            key: string;
            /** @description Its name for people; the key if it has none. */
            name: string;
            /** @description How many credited referrals reach it. */
            at: number;
            /** @description How many referrals the signup had then. */
            referral_count: number;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            reached_at: string;
            /**
             * Format: date-time
             * @description When it was handed over; null: it was not.
             */
            fulfilled_at: string | null;
            /** @description Who said so: the address of a user, or the name of a key. Null: nobody, or an operator. */
            fulfilled_by: string | null;
        };
        Erasure: {
            /**
             * Format: uuid
             * @description The id of the erasure, for your records.
             */
            erasure_id: string;
            /** @description How many signups are deleted. */
            signups: number;
            /** @description How many mails of theirs are deleted. */
            mails: number;
            /** @description How many events are scrubbed or deleted: of the feed, and of mail providers. Null if the feed is too long to count within the request; a worker goes on with it. */
            events: number | null;
        };
        ErasureTarget: {
            /**
             * Format: email
             * @description The address, in any letter case.
             */
            email: string;
            /**
             * @description Whether the address gets no mails from now on, even if it signs up again.
             * @default true
             */
            suppress?: boolean;
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
        EventPage: {
            /** @description The events, oldest first. */
            data: components["schemas"]["FeedEvent"][];
            /** @description Where the next page begins. There is one on an empty page too: keep it, and ask again later. */
            next_cursor: string;
            /** @description Whether more events may follow: read the next page at once. */
            has_more: boolean;
        };
        FeedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, as the header `webhook-id` has it.
             */
            id: string;
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "signup.created" | "signup.updated" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked" | "signup.confirmed" | "signup.unsubscribed" | "referral.credited" | "referral.withheld" | "referral.revoked" | "reward.reached" | "reward.fulfilled" | "invitation.sent" | "invitation.converted" | "invitation.expired" | "invitation.declined" | "integration.disabled" | "import.finished" | "announcement.sent";
            /**
             * Format: uuid
             * @description The waitlist that it is about; null for an integration.
             */
            waitlist_id: string | null;
            /**
             * Format: date-time
             * @description When it was recorded. Never before that of an earlier event.
             */
            created_at: string;
            /** @description The data of the event, as a webhook without `include` gets them. */
            data: {
                [key: string]: unknown;
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
        FormPost: {
            /**
             * Format: email
             * @description The address to sign up.
             */
            email: string;
            /** @description The code of the signup that referred this one. */
            ref?: string | null;
            /** @description The campaign or channel, for the statistics. Blank counts as null. */
            utm_source?: string | null;
            /** @description The `utm_medium` of the link that led here. More than 200 characters count as none. */
            utm_medium?: string;
            /** @description The `utm_campaign` of the link that led here. More than 200 characters count as none. */
            utm_campaign?: string;
            /** @description The `utm_term` of the link that led here. More than 200 characters count as none. */
            utm_term?: string;
            /** @description The `utm_content` of the link that led here. More than 200 characters count as none. */
            utm_content?: string;
            /** @description The language of the visitor, as a language tag such as `de`. If left out, what the browser asks for with `Accept-Language`. */
            locale?: string;
            /** @description The time from `GET /f/{form_id}/time`, 2 s to 24 hours old. Without a good one JSON is 400, and a form gets a page with one button. */
            _time?: string | null;
            /** @description Hidden from people. If it is filled, nothing is stored and the answer is the same. */
            "your-website"?: string | null;
            /** @description The token of the Turnstile widget, if the form has a captcha. */
            "cf-turnstile-response"?: string | null;
        } & {
            [key: string]: unknown;
        };
        FormTaken: {
            /**
             * @description The post was taken. It says nothing about the address.
             * @constant
             */
            ok: true;
            /** @description What to tell the visitor, in the visitor’s language: whether they are on the list, or have to confirm first. */
            message: string;
        };
        FormTime: {
            /** @description To be posted as `_time`, 2 s to 24 hours later. */
            time: string;
        };
        Import: {
            /**
             * Format: uuid
             * @description The id of the import.
             */
            id: string;
            /**
             * Format: uuid
             * @description The waitlist that the signups are for.
             */
            waitlist_id: string;
            /**
             * @description `uploading`, then `validating`. `ready` is the dry run: nothing is stored yet. `running` after the start, then `finished`. Or `cancelled`, or `failed`.
             * @enum {string}
             */
            state: "uploading" | "validating" | "ready" | "running" | "finished" | "cancelled" | "failed";
            /**
             * @description Which product wrote the file.
             * @enum {string}
             */
            preset: "auto" | "own" | "getwaitlist" | "prefinery" | "mailchimp" | "waitlister" | "launchlist" | "viral_loops" | "kickofflabs" | "kit" | "substack" | "beehiiv" | "google_forms" | "airtable" | "ghost" | "listmonk" | "keila" | "buttondown";
            /**
             * @description What becomes of positions.
             * @enum {string}
             */
            positions: "append" | "keep";
            /**
             * @description What becomes of referral codes.
             * @enum {string}
             */
            codes: "keep" | "new";
            /** @description Whether new signups get their email. */
            notify: boolean;
            /** @description Whether `signup.created` is published for new signups. */
            events: boolean;
            /** @description How many rows the file has. */
            rows: number;
            /** @description How many rows become signups, or have become one. */
            would_create: number;
            /** @description How many have an address that is on the waitlist already. */
            existing: number;
            /** @description How many have the address of an earlier row. */
            duplicates: number;
            /** @description How many cannot be imported; `rows` tells why. */
            rejected: number;
            /** @description How many do not fit the plan’s limit of stored signups. */
            over_quota: number;
            /** @description How many signups the import has added so far. */
            created: number;
            /** @description How many of these have their referrer. */
            referrals: number;
            /** @description The columns of the file. */
            columns: {
                /** @description The names in the header, in their order. */
                names: string[];
                /** @description What each column becomes, by the name of the column. */
                mapped: {
                    [key: string]: string;
                };
                /** @description Columns that are not imported. */
                unmapped: string[];
            };
            /** @description What to look at before the start. */
            warnings: string[];
            /** @description How the file was read, for people. */
            notes: string[];
            /** @description How the characters of the file are stored. */
            encoding: string;
            /**
             * @description How dates such as `1/2/2026` are read; null if there are none, or nobody knows yet.
             * @enum {string|null}
             */
            date_order: "mdy" | "dmy" | null;
            /** @description How many addresses had something around them, such as a name, `mailto:` or spaces that nobody sees. */
            cleaned: number;
            /** @description How many rows say that the person has left, by how. They keep their place. */
            left: {
                /** @description They get no mails of this waitlist. */
                unsubscribed: number;
                /** @description Their addresses get no mails of any waitlist. */
                bounced: number;
                /** @description Their addresses get no mails of any waitlist. */
                complained: number;
                /** @description They were not mailed there, and get no mails of this waitlist. */
                suppressed: number;
            };
            /** @description What to answer with PATCH before the start; until then it is a 409. */
            questions: components["schemas"]["ImportQuestion"][];
            /**
             * Format: date-time
             * @description When the upload began.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was started.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it finished, failed or was cancelled.
             */
            finished_at: string | null;
            /** @description Why it failed. */
            failure_reason: string | null;
            /**
             * @description What a running import is at: it adds signups, and then names who referred them. Else null.
             * @enum {string|null}
             */
            step: "signups" | "referrals" | null;
        };
        ImportFinished: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "import.finished";
            /** @description The data of the event. */
            data: {
                /**
                 * Format: uuid
                 * @description The id of the import.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The id of its waitlist.
                 */
                waitlist_id: string;
                /** @description The name of its waitlist. */
                waitlist_name: string;
                /** @description How many signups it has added. */
                created: number;
                /** @description How many rows have an address that was on the waitlist already. */
                existing: number;
                /** @description How many rows have the address of an earlier row. */
                duplicates: number;
                /** @description How many rows could not be imported. */
                rejected: number;
                /** @description How many rows did not fit the plan’s limit. */
                over_quota: number;
                /**
                 * Format: date-time
                 * @description When it finished.
                 */
                finished_at: string;
            };
        };
        ImportPatch: {
            /** @description What columns become, by their names: `email`, `position`, `created_at`, `referral_code`, `referred_by`, `id`, `utm_source`, `referrer`, `metadata`, `metadata.KEY`, `fields`, `fields.KEY`, `email_status`, `email_delivered_at`, `email_opened_at`, `email_clicked_at`, `confirmed_at`, `unsubscribed_at`, `bounced_at`, `bounce_class`, `converted_at`, `locale`, `utm_medium`, `utm_campaign`, `utm_term`, `utm_content` or `subscription`. `subscription` is a state such as `cancelled`, a flag or a time, and several columns can become it: who has left gets no mails. Null leaves a column out. Columns that are not named stay as they are. */
            mapping?: {
                [key: string]: string | null;
            };
            /**
             * @description What dates such as `1/2/2026` mean.
             * @enum {string}
             */
            date_order?: "mdy" | "dmy";
            /**
             * @description The encoding that the file was read in: says that it is right. For another one upload the file again.
             * @enum {string}
             */
            encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "windows-1251" | "macintosh";
        };
        ImportQuestion: {
            /**
             * @description `subscription`: a column looks as if it told who has left, and is not imported so. `date_order`: dates such as `1/2/2026` fit both orders. `encoding`: the file is not UTF-8, and `values` show how it reads.
             * @enum {string}
             */
            kind: "subscription" | "date_order" | "encoding";
            /** @description The column it is about; null for the whole file. */
            column: string | null;
            /** @description What was found: states, a date read both ways, texts. */
            values: string[];
            /** @description The question, for people. */
            text: string;
        };
        ImportRow: {
            /** @description The line of the file that the row begins in. */
            line: number;
            /**
             * @description `create`: becomes a signup, and has a `signup_id` once it has. `existing`, `duplicate`, `rejected` and `over_quota` as in the import.
             * @enum {string|null}
             */
            outcome: "create" | "existing" | "duplicate" | "rejected" | "over_quota" | null;
            /** @description Why, for people. */
            reason: string | null;
            /**
             * Format: uuid
             * @description The signup that it became, or that was there.
             */
            signup_id: string | null;
            /** @description The cells, in the order of the columns. */
            cells: string[];
        };
        ImportStart: {
            /** @description The `would_create` that you have seen. Another number now is a 409, and nothing starts. */
            expected_count?: number;
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
        IntegrationDisabled: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "integration.disabled";
            /** @description The data of the event. */
            data: {
                /** @description The type of the integration. */
                integration_type: string;
                /** @description Why it was disabled, in a sentence. */
                reason: string;
                /**
                 * Format: date-time
                 * @description The first failure after its last success.
                 */
                failing_since: string;
                /**
                 * Format: date-time
                 * @description When it was disabled.
                 */
                disabled_at: string;
            };
        };
        IntegrationHealth: {
            /**
             * @description `failing`: the newest attempt failed. `disabled`: paused by the service, until you resume it.
             * @enum {string}
             */
            state: "ok" | "failing" | "disabled";
            /**
             * Format: date-time
             * @description The first failure after the last success; null if the newest attempt succeeded.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Since when events may not have arrived: replay from here. It stays when the integration is resumed, until you replay; null if nothing is known to be missing.
             */
            missed_since: string | null;
            /** @description How many events since `missed_since` have not arrived and wait for no attempt, so a replay delivers them; 1,000 stands for that and more. */
            undelivered: number;
            /**
             * Format: date-time
             * @description When the service paused it.
             */
            disabled_at: string | null;
            /** @description Why it fails or is disabled; null if it does not. */
            reason: string | null;
            /** @description How many deliveries wait; 100,000 stands for that and more. */
            pending: number;
            /**
             * Format: date-time
             * @description When the oldest event that waits was published; null if none waits.
             */
            oldest_pending: string | null;
        };
        IntegrationSettings: {
            /** @description The whole configuration, in the shape of the type. */
            config: components["schemas"]["WebhookConfig"] | components["schemas"]["ChatBlocksConfig"] | components["schemas"]["ChatEmbedsConfig"] | components["schemas"]["ContactsConfig"] | components["schemas"]["AnalyticsConfig"] | components["schemas"]["NewsletterConfig"];
        };
        Invitation: {
            /**
             * Format: uuid
             * @description The id of the invitation.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its waitlist.
             */
            waitlist_id: string;
            /**
             * Format: uuid
             * @description The signup that is invited.
             */
            signup_id: string;
            /**
             * Format: email
             * @description The address of the signup; null if it was deleted.
             */
            email: string | null;
            /**
             * Format: uuid
             * @description Its wave; null if one person was invited.
             */
            wave_id: string | null;
            /**
             * @description What became of it.
             * @enum {string}
             */
            state: "invited" | "converted" | "expired" | "declined" | "revoked";
            /**
             * @description `email`: the service mails the invitations. `link`: you get the links and send them yourself.
             * @enum {string}
             */
            deliver: "email" | "link";
            /**
             * Format: date-time
             * @description Until when it is valid.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its first mail left, or its link was made.
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When it was converted, expired, was declined or revoked.
             */
            ended_at: string | null;
            /** @description How often it was sent again. */
            resends: number;
        };
        InvitationConverted: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "invitation.converted";
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
                 * Format: uuid
                 * @description The id of the invitation; null for a conversion without an invitation.
                 */
                invitation_id: string | null;
                /**
                 * Format: uuid
                 * @description The id of its wave; null if it was of none.
                 */
                wave_id: string | null;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                occurred_at: string;
            };
        };
        InvitationDeclined: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "invitation.declined";
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
                 * Format: uuid
                 * @description The id of the invitation; null for a conversion without an invitation.
                 */
                invitation_id: string | null;
                /**
                 * Format: uuid
                 * @description The id of its wave; null if it was of none.
                 */
                wave_id: string | null;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                occurred_at: string;
            };
        };
        InvitationExpired: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "invitation.expired";
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
                 * Format: uuid
                 * @description The id of the invitation; null for a conversion without an invitation.
                 */
                invitation_id: string | null;
                /**
                 * Format: uuid
                 * @description The id of its wave; null if it was of none.
                 */
                wave_id: string | null;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                occurred_at: string;
            };
        };
        InvitationOfSignup: {
            /**
             * Format: uuid
             * @description The id of the newest invitation; null for a conversion without one.
             */
            id: string | null;
            /**
             * Format: uuid
             * @description Its wave; null if it was of none.
             */
            wave_id: string | null;
            /**
             * @description What became of it: `converted` also without an invitation.
             * @enum {string}
             */
            state: "invited" | "converted" | "expired" | "declined" | "revoked";
            /**
             * Format: date-time
             * @description When it was made.
             */
            invited_at: string | null;
            /**
             * Format: date-time
             * @description Until when it is valid.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the person became a user.
             */
            converted_at: string | null;
        };
        InvitationRequest: {
            /**
             * @description How long the invitation is valid.
             * @default 14
             */
            expires_in_days?: number;
            /**
             * @description `email`: the service mails the invitations. `link`: you get the links and send them yourself.
             * @default email
             * @enum {string}
             */
            deliver?: "email" | "link";
        };
        InvitationSent: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "invitation.sent";
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
                 * Format: uuid
                 * @description The id of the invitation; null for a conversion without an invitation.
                 */
                invitation_id: string | null;
                /**
                 * Format: uuid
                 * @description The id of its wave; null if it was of none.
                 */
                wave_id: string | null;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                occurred_at: string;
            };
        };
        InvitationToVerify: {
            /** @description The `token` in the query of your page. */
            token: string;
            /** @description The address of the person who wants to use it, in any letter case. */
            email?: string | null;
        };
        InvitationVerification: {
            /** @description Whether the invitation can be used. */
            valid: boolean;
            /**
             * @description Why not.
             * @enum {string|null}
             */
            reason: "unknown" | "expired" | "revoked" | "declined" | "converted" | "email_mismatch" | null;
            /** @description The address that was invited, masked, such as `a***@example.com`; `***@example.com` if one character is before the `@`. */
            email_hint: string | null;
            /**
             * Format: uuid
             * @description The waitlist.
             */
            waitlist_id: string | null;
            /**
             * Format: uuid
             * @description The signup.
             */
            signup_id: string | null;
            /**
             * Format: date-time
             * @description Until when the invitation is valid.
             */
            expires_at: string | null;
        };
        LadderStep: {
            /** @description Its key. */
            key: string;
            /** @description Its name for people; the key if it has none. */
            name: string;
            /** @description What it is; null without a text. */
            text: string | null;
            /** @description The https address of a picture of it; null without one. */
            image: string | null;
            /** @description How many credited referrals reach it. */
            at: number;
            /** @description How many are missing. 0 once it is reached, whatever becomes of the count. */
            missing: number;
            /**
             * Format: date-time
             * @description When it was granted. Null before: also for a while after the last referral, while that is not proven.
             */
            reached_at: string | null;
        };
        LeaderboardEntry: {
            /** @description From 1. Who has as many referrals shares the rank, and the next ranks are left out. */
            rank: number;
            /** @description The value of the custom field, at most 100 characters of it; or the masked address. */
            name: string;
            /** @description Credited referrals. */
            referral_count: number;
        };
        LinkRevocation: {
            /**
             * @description The kind of links to revoke.
             * @enum {string}
             */
            kind: "status";
        };
        NewAnnouncement: {
            /** @description What you call it. The people do not see it. */
            name: string;
            /** @description The subject, one line. It may hold placeholders. */
            subject: string;
            /** @description The mail as the simple editor of the dashboard makes it. Null for HTML of your own. */
            design?: components["schemas"]["AnnouncementDesign"] | null;
            /** @description The HTML body, with placeholders: those of every mail, the keys of custom fields, and `{{sender.postal_address}}`. The link to unsubscribe and the postal address are added below, if it does not hold `{{links.unsubscribe}}` or `{{sender.postal_address}}`. */
            html?: string | null;
            /** @description Who gets it. All that is given must hold; without a filter it is everybody. */
            filter?: {
                /** @description Only people with exactly these values of custom fields, which must exist. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Leaves out people with any of these values of custom fields. Those without a value stay. */
                not_fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Leaves out people whose address is at one of these domains, or at one below it. */
                not_email_domains?: string[];
                /** @description Only people from exactly this campaign or channel. */
                utm_source?: string;
                /**
                 * @description How `utm_source` and the texts of `fields` and `not_fields` are compared: `exact`, the default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever its case.
                 * @enum {string}
                 */
                match?: "exact" | "any_case" | "contains";
                /** @description Only people who signed up before this day, as `YYYY-MM-DD` in UTC, or before this time. */
                created_before?: string;
                /** @description Only people who referred at least so many. Withheld referrals do not count. */
                min_referrals?: number;
                /** @description Only people who have confirmed their address, or only those who have not. */
                confirmed?: boolean;
                /** @description Only people who signed up on this day or later, as `YYYY-MM-DD` in UTC, or at this time or later. */
                created_from?: string;
                /**
                 * @description Only people whose signup email has this status. `none`: no status yet.
                 * @enum {string}
                 */
                email_status?: "none" | "config_error" | "sent" | "delivery_delayed" | "failed" | "suppressed" | "delivered" | "opened" | "clicked" | "bounced" | "complained";
                /** @description Only people who have reached the reward with this key. */
                reward?: string;
                /**
                 * @description Only people whose newest invitation is in this state: `converted` also without one. `none`: there is none. `ever`: they were invited, whatever came of it.
                 * @enum {string}
                 */
                invitation_state?: "none" | "ever" | "invited" | "converted" | "expired" | "declined" | "revoked";
                /** @description Only people whose link had exactly this `utm_campaign`, whatever `match` says. */
                utm_campaign?: string;
                /** @description Only these signups. */
                ids?: string[];
            } | null;
            /**
             * Format: uuid
             * @description Only the people of this segment of the waitlist. Its filter is taken as it is now, and stored; it cannot be given beside `filter`.
             */
            segment?: string | null;
            /** @description How many people get it in an hour, evenly. Null: as fast as mails go. */
            per_hour?: number | null;
            /** @description When it begins, at most a year ahead: a time with an offset from UTC such as `2026-12-01T09:00:00+01:00`, or one without, which is on the clocks of the account’s time zone. Null: with the launch. */
            send_at?: string | null;
        };
        NewAnnouncementLaunch: {
            /** @description The `selected` that you saw. If it has changed by more than 1 % since, the launch is 409 and says both numbers. */
            expected_count: number;
            /** @description So many people get it first, spread over all of them. Then it pauses, and you resume it once you have seen what came back. */
            sample?: number | null;
        };
        /** @description `token` and `email`, or `waitlist_id` and `email`, or `waitlist_id` and `signup_id`. */
        NewConversion: {
            /** @description The `token` in the query of your page. */
            token?: string;
            /**
             * Format: email
             * @description The address of the person, in any letter case.
             */
            email?: string;
            /**
             * Format: uuid
             * @description The waitlist of the person.
             */
            waitlist_id?: string;
            /**
             * Format: uuid
             * @description The signup of the person.
             */
            signup_id?: string;
            /** @description The id of the person in your product. */
            external_id?: string | null;
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
        NewInvitation: {
            /**
             * Format: uuid
             * @description The id of the invitation.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its waitlist.
             */
            waitlist_id: string;
            /**
             * Format: uuid
             * @description The signup that is invited.
             */
            signup_id: string;
            /**
             * Format: email
             * @description The address of the signup; null if it was deleted.
             */
            email: string | null;
            /**
             * Format: uuid
             * @description Its wave; null if one person was invited.
             */
            wave_id: string | null;
            /**
             * @description What became of it.
             * @enum {string}
             */
            state: "invited" | "converted" | "expired" | "declined" | "revoked";
            /**
             * @description `email`: the service mails the invitations. `link`: you get the links and send them yourself.
             * @enum {string}
             */
            deliver: "email" | "link";
            /**
             * Format: date-time
             * @description Until when it is valid.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its first mail left, or its link was made.
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When it was converted, expired, was declined or revoked.
             */
            ended_at: string | null;
            /** @description How often it was sent again. */
            resends: number;
            /** @description The link, only with `deliver: "link"` and only in this answer. Give it to this person alone. */
            url: string | null;
        };
        NewSegment: {
            /** @description What you call it. */
            name: string;
            /** @description Who is in it. All that is given must hold. */
            filter: {
                /** @description Only people with exactly these values of custom fields, which must exist. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Leaves out people with any of these values of custom fields. Those without a value stay. */
                not_fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Leaves out people whose address is at one of these domains, or at one below it. */
                not_email_domains?: string[];
                /** @description Only people from exactly this campaign or channel. */
                utm_source?: string;
                /**
                 * @description How `utm_source` and the texts of `fields` and `not_fields` are compared: `exact`, the default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever its case.
                 * @enum {string}
                 */
                match?: "exact" | "any_case" | "contains";
                /** @description Only people who signed up before this day, as `YYYY-MM-DD` in UTC, or before this time. */
                created_before?: string;
                /** @description Only people who referred at least so many. Withheld referrals do not count. */
                min_referrals?: number;
                /** @description Only people who have confirmed their address, or only those who have not. */
                confirmed?: boolean;
                /** @description Only people who signed up on this day or later, as `YYYY-MM-DD` in UTC, or at this time or later. */
                created_from?: string;
                /**
                 * @description Only people whose signup email has this status. `none`: no status yet.
                 * @enum {string}
                 */
                email_status?: "none" | "config_error" | "sent" | "delivery_delayed" | "failed" | "suppressed" | "delivered" | "opened" | "clicked" | "bounced" | "complained";
                /** @description Only people who have reached the reward with this key. */
                reward?: string;
                /**
                 * @description Only people whose newest invitation is in this state: `converted` also without one. `none`: there is none. `ever`: they were invited, whatever came of it.
                 * @enum {string}
                 */
                invitation_state?: "none" | "ever" | "invited" | "converted" | "expired" | "declined" | "revoked";
                /** @description Only people whose link had exactly this `utm_campaign`, whatever `match` says. */
                utm_campaign?: string;
            };
        };
        NewSignup: {
            /**
             * Format: email
             * @description The address to sign up: one `@`, at most 64 unquoted ASCII characters before it, a domain with a dot after it. Trimmed, and compared in lower case with an internationalised domain in its ASCII form.
             */
            email: string;
            /** @description The campaign or channel, for the statistics. Blank counts as null. */
            utm_source?: string | null;
            /** @description How the link was spread, such as `social` or `email`. An address that is on the list keeps its first. */
            utm_medium?: string | null;
            /** @description What the link belongs to, such as `launch-week`: the statistics count it. An address that is on the list keeps its first. */
            utm_campaign?: string | null;
            /** @description The search term of an ad. An address that is on the list keeps its first. */
            utm_term?: string | null;
            /** @description Which of several links of a campaign it was, such as `second-post`. An address that is on the list keeps its first. */
            utm_content?: string | null;
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
            /** @description The language of the person, as a language tag (BCP 47) such as `de` or `pt-BR`. Pages and mails of the service use it. An address that is on the list keeps its first one. */
            locale?: string | null;
            /** @description The address of the visitor, if your own server makes the call. The limit per address then counts it instead of the address of the connection. A private or reserved address counts as absent. */
            client_ip?: string | null;
            /** @description The `User-Agent` of the visitor. It is not stored. */
            user_agent?: string | null;
            /** @description Facts that the answer has in addition. */
            include?: ("created" | "display_position" | "referral_count" | "referral_link" | "status_token" | "assessment" | "locale")[] | null;
        };
        NewSignups: {
            /** @description The signups to add, in this order: 1 to 500, each as in a single call. */
            signups: components["schemas"]["NewSignup"][];
            /**
             * @description Whether new signups get their email and publish `signup.created`.
             * @default false
             */
            notify?: boolean;
        };
        NewWaitlist: {
            /** @description Trimmed; 1 to 100 characters without control characters such as line breaks. Unique in the account; case-sensitive. */
            name: string;
        };
        NewWave: {
            /** @description What you call it. */
            name?: string | null;
            /** @description How many people you want to invite, at most 100,000. */
            size: number;
            /**
             * @description Who comes first: by displayed position, by stored position, or those with the most referrals. Ties are by position.
             * @default display_position
             * @enum {string}
             */
            order?: "display_position" | "position" | "referrals";
            /** @description Who may be a member. All that is given must hold. */
            filter?: {
                /** @description Only people with exactly these values of custom fields, which must exist. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Leaves out people with any of these values of custom fields. Those without a value stay. */
                not_fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Leaves out people whose address is at one of these domains, or at one below it. */
                not_email_domains?: string[];
                /** @description Only people from exactly this campaign or channel. */
                utm_source?: string;
                /**
                 * @description How `utm_source` and the texts of `fields` and `not_fields` are compared: `exact`, the default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever its case.
                 * @enum {string}
                 */
                match?: "exact" | "any_case" | "contains";
                /** @description Only people who signed up before this day, as `YYYY-MM-DD` in UTC, or before this time. */
                created_before?: string;
                /** @description Only people who referred at least so many. Withheld referrals do not count. */
                min_referrals?: number;
                /** @description Only people who have confirmed their address, or only those who have not. */
                confirmed?: boolean;
                /** @description Only these signups. */
                ids?: string[];
            } | null;
            /**
             * Format: uuid
             * @description Only the people of this segment of the waitlist. Its filter is taken as it is now, and stored; it cannot be given beside `filter`.
             */
            segment?: string | null;
            /**
             * @description How long an invitation is valid.
             * @default 14
             */
            expires_in_days?: number;
            /** @description How many people are invited in an hour, evenly. Null: all at once. */
            per_hour?: number | null;
            /**
             * @description `email`: the service mails the invitations. `link`: you get the links and send them yourself.
             * @default email
             * @enum {string}
             */
            deliver?: "email" | "link";
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
            events: ("signup.created" | "signup.updated" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked" | "signup.confirmed" | "signup.unsubscribed")[];
            /** @description What events have in addition: `fields`, the custom fields; `display_position`; `referral_link`. Left out: nothing. */
            include?: ("fields" | "display_position" | "referral_link")[];
            /**
             * @description `standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out: each event is tried once.
             * @enum {string}
             */
            retries?: "none" | "standard";
        };
        PersonAnnouncement: {
            /**
             * Format: uuid
             * @description The signup of the person.
             */
            signup_id: string;
            /**
             * Format: uuid
             * @description The announcement.
             */
            announcement_id: string;
            /** @description What the account calls it. */
            name: string;
            /** @description Its subject, with placeholders. */
            subject: string;
            /**
             * @description `waiting` for the turn; `held` until there is an allowance; `sent`, and then what the provider reports: `delivered`, `opened`, `clicked`, `bounced`, `complained`; `failed`: the provider did not take it; `left_out`: unsubscribed or suppressed before the turn.
             * @enum {string}
             */
            state: "waiting" | "held" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "left_out";
            /**
             * Format: date-time
             * @description When the mail left.
             */
            sent_at: string | null;
            /** @description The links in it that the person clicked. */
            clicked_links: string[];
        };
        PersonConversion: {
            /**
             * Format: uuid
             * @description The signup of the person.
             */
            signup_id: string;
            /**
             * Format: uuid
             * @description The invitation that converted; null without one.
             */
            invitation_id: string | null;
            /** @description The id of the person in your product, if you gave it. */
            external_id: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            converted_at: string;
        };
        PersonDelivery: {
            /**
             * Format: uuid
             * @description The id of the delivery.
             */
            id: string;
            /** @description The integration that it went to. */
            integration_type: string;
            /**
             * Format: uuid
             * @description The event that was sent.
             */
            event_id: string;
            /**
             * @description Whether it arrived.
             * @enum {string}
             */
            status: "success" | "failed";
            /** @description Why it did not. */
            error: string | null;
            /**
             * Format: date-time
             * @description When it was attempted.
             */
            created_at: string;
            /** @description The body of the request, for 7 days. */
            request: string | null;
            /** @description The body of the answer, for 7 days. */
            response: string | null;
        };
        PersonExport: {
            /**
             * Format: email
             * @description The address that was asked for.
             */
            email: string;
            /**
             * Format: date-time
             * @description When this was read.
             */
            exported_at: string;
            /** @description Whether this is all. False if there are more than 500 signups, 1,000 events, reports of mail providers or suppressions, or 200 deliveries or rows of imports, or if the feed is too long to search at once. */
            complete: boolean;
            /** @description The signups of the address on all waitlists, oldest first. */
            signups: components["schemas"]["PersonSignup"][];
            /** @description The mails to them. */
            mails: components["schemas"]["PersonMail"][];
            /** @description What mail providers reported of these mails in the last 30 days. */
            mail_events: components["schemas"]["PersonMailEvent"][];
            /** @description Where the address gets no mails. */
            suppressions: components["schemas"]["Suppression"][];
            /** @description The events of the last 30 days that have the address, of deleted signups too. */
            events: components["schemas"]["FeedEvent"][];
            /** @description The deliveries of these events that are still in the logs. */
            deliveries: components["schemas"]["PersonDelivery"][];
            /** @description The codes that these signups passed on waitlists that judge referrals, and what was decided. */
            referral_claims: components["schemas"]["PersonReferralClaim"][];
            /** @description Rows with the address in files that were imported, for 30 days; at most 200, and fewer if they are large. */
            import_rows: components["schemas"]["PersonImportRow"][];
            /** @description The invitations of these signups, without their links. */
            invitations: components["schemas"]["Invitation"][];
            /** @description What is recorded of the person as a user of your product. */
            conversions: components["schemas"]["PersonConversion"][];
            /** @description The announcements whose turn of these signups has come. */
            announcements: components["schemas"]["PersonAnnouncement"][];
        };
        PersonImportRow: {
            /**
             * Format: uuid
             * @description The import that the row is in.
             */
            import_id: string;
            /** @description The line of its file. */
            line: number;
            /** @description The cells by the names of their columns. */
            cells: {
                [key: string]: string;
            };
        };
        PersonMail: {
            /**
             * Format: uuid
             * @description The id of the mail.
             */
            id: string;
            /**
             * Format: uuid
             * @description The signup that it is for.
             */
            signup_id: string;
            /** @description What it is about, such as `signup` or `confirm`. */
            kind: string;
            /** @description `queued`, `held`, `sending`, `sent`, `failed`, `suppressed` or `config_error`. */
            state: string;
            /** @description The mail provider that it was handed to. */
            provider: string | null;
            /** @description Why it was not sent, in the words of the provider. */
            error: string | null;
            /**
             * Format: date-time
             * @description When it was sent.
             */
            sent_at: string | null;
            /**
             * @description If it bounced: `permanent`, or `transient` if a later mail may arrive.
             * @enum {string|null}
             */
            bounce_class: "permanent" | "transient" | null;
            /** @description Why it bounced, in the words of the provider. */
            bounce_reason: string | null;
        };
        PersonMailEvent: {
            /**
             * Format: uuid
             * @description The mail that it is about.
             */
            mail_id: string;
            /** @description The mail provider that reported it. */
            provider: string;
            /**
             * @description What it reported.
             * @enum {string|null}
             */
            status: "config_error" | "sent" | "delivery_delayed" | "failed" | "suppressed" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | null;
            /**
             * Format: date-time
             * @description When that happened, as the provider says.
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When the report came.
             */
            received_at: string;
            /**
             * @description If it bounced: `permanent`, or `transient` if a later mail may arrive.
             * @enum {string|null}
             */
            bounce_class: "permanent" | "transient" | null;
            /** @description Why it bounced, in the words of the provider. */
            bounce_reason: string | null;
        };
        PersonReferralClaim: {
            /**
             * Format: uuid
             * @description The signup of the person, which passed the code.
             */
            signup_id: string;
            /**
             * Format: uuid
             * @description The signup whose code it passed.
             */
            referrer_id: string;
            /**
             * @description What the service thinks of it.
             * @enum {string}
             */
            verdict: "ok" | "flagged" | "withheld" | "held";
            /** @description What speaks against it. */
            reasons: ("disposable_domain" | "blocked_domain" | "alias" | "velocity" | "domain_cluster" | "scripted" | "network" | "no_mx" | "bounced" | "complained" | "failed" | "tainted_code")[];
            /**
             * @description `open`: nobody has decided. What settled by itself is `approved`.
             * @enum {string}
             */
            state: "open" | "approved" | "rejected";
            /** @description Whether the referrer has the credit. */
            credited: boolean;
            /**
             * Format: date-time
             * @description The time of the signup.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was decided.
             */
            reviewed_at: string | null;
        };
        PersonSignup: {
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
            /**
             * Format: uuid
             * @description The waitlist that it is on.
             */
            waitlist_id: string;
            /** @description The name of that waitlist. */
            waitlist_name: string;
            /**
             * Format: date-time
             * @description When the person unsubscribed.
             */
            unsubscribed_at: string | null;
            /** @description The language of the person; null if it is not known. */
            locale: string | null;
            /** @description What your team wrote about the signup, without who did; null if there is no note. */
            note: {
                /** @description The note. */
                text: string;
                /**
                 * Format: date-time
                 * @description When it was written.
                 */
                written_at: string;
            } | null;
            /** @description Its confirmation; null if it was never asked. */
            confirmation: components["schemas"]["ConfirmationState"] | null;
            /** @description The rewards that it has reached. */
            rewards: components["schemas"]["ReachedReward"][];
            /** @description What the link said besides its source that led the person here; null if it said nothing. */
            campaign: {
                /** @description How the link was spread. */
                utm_medium: string | null;
                /** @description What the link belongs to. */
                utm_campaign: string | null;
                /** @description The search term of an ad. */
                utm_term: string | null;
                /** @description Which of several links of a campaign it was. */
                utm_content: string | null;
            } | null;
        };
        PersonTarget: {
            /**
             * Format: email
             * @description The address, in any letter case.
             */
            email: string;
        };
        PublicLeaderboard: {
            /** @description The items of this page. */
            data: components["schemas"]["LeaderboardEntry"][];
            /** @description The number of matching items on all pages. */
            total: number;
            /** @description The limit that was used. */
            limit: number;
            /** @description The offset that was used. */
            offset: number;
            /** @description Whether more items follow this page. */
            has_more: boolean;
            /** @description The person whose token it is. */
            you: {
                /** @description The own rank. Null without referrals, and beyond 10,000. */
                rank: number | null;
                /** @description The own credited referrals. */
                referral_count: number;
            };
        };
        ReachedReward: {
            /** @description The key that the reward had then. */
            key: string;
            /** @description How many credited referrals reach it. */
            at: number;
            /** @description How many referrals the signup had then. */
            referral_count: number;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            reached_at: string;
            /**
             * Format: date-time
             * @description When it was handed over; null: it was not.
             */
            fulfilled_at: string | null;
        };
        Redelivery: {
            /**
             * Format: uuid
             * @description The event that is delivered again.
             */
            event_id: string;
        };
        ReferralCredited: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "referral.credited";
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
                 * Format: uuid
                 * @description The id of the signup whose code it passed.
                 */
                referrer_id: string;
                /** @description What speaks against the referral. */
                reasons: string[];
                /**
                 * Format: date-time
                 * @description The time of the decision.
                 */
                occurred_at: string;
            };
        };
        ReferralRevoked: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "referral.revoked";
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
                 * Format: uuid
                 * @description The id of the signup whose code it passed.
                 */
                referrer_id: string;
                /** @description What speaks against the referral. */
                reasons: string[];
                /**
                 * Format: date-time
                 * @description The time of the decision.
                 */
                occurred_at: string;
            };
        };
        ReferralWithheld: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "referral.withheld";
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
                 * Format: uuid
                 * @description The id of the signup whose code it passed.
                 */
                referrer_id: string;
                /** @description What speaks against the referral. */
                reasons: string[];
                /**
                 * Format: date-time
                 * @description The time of the decision.
                 */
                occurred_at: string;
            };
        };
        Replay: {
            /**
             * Format: uuid
             * @description The id of the replay; null for a dry run, and if nothing matched.
             */
            replay_id: string | null;
            /** @description How many events are delivered again. */
            matched: number;
        };
        ReplayRequest: {
            /**
             * Format: date-time
             * @description Events from this time on.
             */
            since: string;
            /**
             * Format: date-time
             * @description Events before this time. Left out: until now.
             */
            until?: string;
            /** @description Only these types. Left out: all that the integration wants. */
            types?: ("signup.created" | "signup.updated" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked" | "signup.confirmed" | "signup.unsubscribed" | "referral.credited" | "referral.withheld" | "referral.revoked" | "reward.reached" | "reward.fulfilled" | "invitation.sent" | "invitation.converted" | "invitation.expired" | "invitation.declined" | "integration.disabled" | "import.finished" | "announcement.sent")[];
            /**
             * @description `failed`: events whose last attempt failed, or that had none. `all`: delivered ones too.
             * @enum {string}
             */
            only: "failed" | "all";
            /**
             * @description Only counts.
             * @default false
             */
            dry_run?: boolean;
        };
        Review: {
            /**
             * Format: uuid
             * @description The id of the signup that passed the code.
             */
            signup_id: string;
            /**
             * Format: email
             * @description Its address.
             */
            email: string;
            /** @description Its position. No decision changes it. */
            position: number;
            /** @description Who would get the credit. */
            referrer: {
                /**
                 * Format: uuid
                 * @description The id of the signup whose code it passed.
                 */
                id: string;
                /**
                 * Format: email
                 * @description Its address.
                 */
                email: string;
                /** @description The code. */
                referral_code: string;
            };
            /**
             * @description What the service thinks: `ok`, `flagged`, `withheld`, or `held`, whose mail waits, too. In the mode `monitor` all are credited.
             * @enum {string}
             */
            verdict: "ok" | "flagged" | "withheld" | "held";
            /** @description What speaks against it. */
            reasons: {
                /**
                 * @description The reason.
                 * @enum {string}
                 */
                code: "disposable_domain" | "blocked_domain" | "alias" | "velocity" | "domain_cluster" | "scripted" | "network" | "no_mx" | "bounced" | "complained" | "failed" | "tainted_code";
                /** @description The reason in a sentence. */
                detail: string;
            }[];
            /**
             * @description `open`: nobody has decided. What settled by itself is `approved`.
             * @enum {string}
             */
            state: "open" | "approved" | "rejected";
            /** @description Whether it counts at present. An open one that does waits for nothing, but can be rejected. */
            credited: boolean;
            /**
             * Format: date-time
             * @description When the service looks whether it settles by itself. Null: it waits for a person, or is decided.
             */
            settles_at: string | null;
            /**
             * Format: date-time
             * @description The time of the signup.
             */
            created_at: string;
        };
        ReviewBulk: {
            /**
             * @description What to do with each of them.
             * @enum {string}
             */
            action: "approve" | "reject";
            /** @description Which open reviews: all that is given must hold. */
            filter: {
                /**
                 * @description Only those with this reason.
                 * @enum {string}
                 */
                reason?: "disposable_domain" | "blocked_domain" | "alias" | "velocity" | "domain_cluster" | "scripted" | "network" | "no_mx" | "bounced" | "complained" | "failed" | "tainted_code";
                /**
                 * Format: uuid
                 * @description Only those with the code of this signup.
                 */
                referrer_id?: string;
                /** @description Only those with an address at exactly this domain. */
                domain?: string;
            };
            /**
             * @description Whether to count only, and change nothing.
             * @default false
             */
            dry_run?: boolean;
        };
        ReviewBulkResult: {
            /** @description How many open reviews match, at most 10,000. */
            matched: number;
            /** @description How many were decided. 0 in a dry run. */
            changed: number;
        };
        ReviewedReferrer: {
            /**
             * Format: uuid
             * @description The id of the signup.
             */
            signup_id: string;
            /**
             * Format: email
             * @description Its address.
             */
            email: string;
            /** @description Its code. */
            referral_code: string;
            /** @description How many signups passed it since the waitlist judges referrals. */
            claims: number;
            /** @description How many of them are credited. */
            credited: number;
            /** @description How many are withheld or held, and not approved. */
            withheld: number;
            /** @description Of how many the mail came back. */
            bounced: number;
            /** @description The most frequent reasons, at most three. */
            top_reasons: ("disposable_domain" | "blocked_domain" | "alias" | "velocity" | "domain_cluster" | "scripted" | "network" | "no_mx" | "bounced" | "complained" | "failed" | "tainted_code")[];
        };
        RewardFulfilled: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "reward.fulfilled";
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
                /** @description The key of the reward in the settings. */
                key: string;
                /** @description How many referrals reach it. */
                at: number;
                /** @description How many referrals the signup had when it was granted. */
                referral_count: number;
                /**
                 * Format: date-time
                 * @description When it was granted.
                 */
                reached_at: string;
                /**
                 * Format: date-time
                 * @description When it was said.
                 */
                fulfilled_at: string;
            };
        };
        RewardFulfilment: {
            /**
             * @description `true`: they were handed over. `false` takes that back, and publishes nothing.
             * @default true
             */
            fulfilled?: boolean;
            /** @description Which earned rewards: all that is given must hold. */
            filter: {
                /** @description Only the reward with this key. */
                reward?: string;
                /** @description Only the reward that so many referrals reach. */
                at?: number;
                /** @description Only those of these signups, at most 1,000. */
                signup_ids?: string[];
                /** @description Only those of signups whose address contains this text. At least 3 characters; case does not matter. */
                q?: string;
            };
            /**
             * @description Whether to count only, and change nothing.
             * @default false
             */
            dry_run?: boolean;
        };
        RewardFulfilmentResult: {
            /** @description How many match that are not so yet, at most 10,000. */
            matched: number;
            /** @description How many were changed. 0 in a dry run. */
            changed: number;
        };
        RewardReached: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "reward.reached";
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
                /** @description The key of the reward in the settings. */
                key: string;
                /** @description How many referrals reach it. */
                at: number;
                /** @description How many referrals the signup had when it was granted. */
                referral_count: number;
                /**
                 * Format: date-time
                 * @description When it was granted.
                 */
                reached_at: string;
            };
        };
        RotatedSecret: {
            /** @description The new secret. Shown only in this answer. */
            signing_secret: string | null;
            /**
             * Format: date-time
             * @description Until when the old secret signs too; null if it ended at once.
             */
            previous_expires_at: string | null;
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
        SecretRotation: {
            /** @description How long the old secret signs too, so that receivers can change over. 0 ends it at once. */
            overlap_hours: number;
        };
        Segment: {
            /**
             * Format: uuid
             * @description The id of the segment.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its waitlist.
             */
            waitlist_id: string;
            /** @description What you call it. */
            name: string;
            /** @description Who is in it. All that is given must hold. */
            filter: {
                /** @description Values of custom fields. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Values of custom fields of people who are left out. */
                not_fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Domains of people who are left out. */
                not_email_domains?: string[];
                /** @description The campaign or channel. */
                utm_source?: string;
                /**
                 * @description How texts are compared, if not exactly.
                 * @enum {string}
                 */
                match?: "exact" | "any_case" | "contains";
                /** @description The day or time before which people signed up. */
                created_before?: string;
                /** @description How many they referred at least. */
                min_referrals?: number;
                /** @description Whether they have confirmed their address. */
                confirmed?: boolean;
                /** @description The day or time from which people signed up. */
                created_from?: string;
                /** @description The status of their signup email. */
                email_status?: string;
                /** @description Only people who have reached the reward with this key. */
                reward?: string;
                /**
                 * @description Only people whose newest invitation is in this state: `converted` also without one. `none`: there is none. `ever`: they were invited, whatever came of it.
                 * @enum {string}
                 */
                invitation_state?: "none" | "ever" | "invited" | "converted" | "expired" | "declined" | "revoked";
                /** @description Only people whose link had exactly this `utm_campaign`, whatever `match` says. */
                utm_campaign?: string;
            };
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        SegmentPatch: {
            /** @description What you call it. */
            name?: string;
            /** @description Who is in it. All that is given must hold. */
            filter?: {
                /** @description Only people with exactly these values of custom fields, which must exist. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Leaves out people with any of these values of custom fields. Those without a value stay. */
                not_fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Leaves out people whose address is at one of these domains, or at one below it. */
                not_email_domains?: string[];
                /** @description Only people from exactly this campaign or channel. */
                utm_source?: string;
                /**
                 * @description How `utm_source` and the texts of `fields` and `not_fields` are compared: `exact`, the default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever its case.
                 * @enum {string}
                 */
                match?: "exact" | "any_case" | "contains";
                /** @description Only people who signed up before this day, as `YYYY-MM-DD` in UTC, or before this time. */
                created_before?: string;
                /** @description Only people who referred at least so many. Withheld referrals do not count. */
                min_referrals?: number;
                /** @description Only people who have confirmed their address, or only those who have not. */
                confirmed?: boolean;
                /** @description Only people who signed up on this day or later, as `YYYY-MM-DD` in UTC, or at this time or later. */
                created_from?: string;
                /**
                 * @description Only people whose signup email has this status. `none`: no status yet.
                 * @enum {string}
                 */
                email_status?: "none" | "config_error" | "sent" | "delivery_delayed" | "failed" | "suppressed" | "delivered" | "opened" | "clicked" | "bounced" | "complained";
                /** @description Only people who have reached the reward with this key. */
                reward?: string;
                /**
                 * @description Only people whose newest invitation is in this state: `converted` also without one. `none`: there is none. `ever`: they were invited, whatever came of it.
                 * @enum {string}
                 */
                invitation_state?: "none" | "ever" | "invited" | "converted" | "expired" | "declined" | "revoked";
                /** @description Only people whose link had exactly this `utm_campaign`, whatever `match` says. */
                utm_campaign?: string;
            };
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
            /** @description Its signup email; null if none was made. Only with `include=mail`. */
            mail?: components["schemas"]["SignupMail"] | null;
            /** @description Its language, as a language tag; null if it is not known. Only with `include=locale`. */
            locale?: string | null;
            /** @description The note of your team; null if there is none. Only with `include=note`. */
            note?: components["schemas"]["SignupNote"] | null;
            /** @description Its confirmation; null if it was never asked. Only with `include=confirmation`. */
            confirmation?: components["schemas"]["ConfirmationState"] | null;
            /** @description What the waitlist thinks of its referral; null if it judged none. Only with `include=assessment`. Do not show it on a page: it would teach people who farm codes. */
            assessment?: {
                /**
                 * @description `ok`; `flagged`: shown to reviewers; `withheld`: credits nobody for now; `held`: its mail waits, too.
                 * @enum {string}
                 */
                verdict: "ok" | "flagged" | "withheld" | "held";
                /** @description What speaks against it. */
                reasons: ("disposable_domain" | "blocked_domain" | "alias" | "velocity" | "domain_cluster" | "scripted" | "network" | "no_mx" | "bounced" | "complained" | "failed" | "tainted_code")[];
            } | null;
            /** @description The rewards that it has reached, by `at`. Only with `include=rewards`. */
            rewards?: components["schemas"]["ReachedReward"][];
            /** @description Its newest invitation, or its conversion without one; null if there is neither. Only with `include=invitation`. */
            invitation?: components["schemas"]["InvitationOfSignup"] | null;
            /** @description What the link said besides its source; null if it said nothing. Only with `include=campaign`. */
            campaign?: {
                /** @description How the link was spread. */
                utm_medium: string | null;
                /** @description What the link belongs to. */
                utm_campaign: string | null;
                /** @description The search term of an ad. */
                utm_term: string | null;
                /** @description Which of several links of a campaign it was. */
                utm_content: string | null;
            } | null;
        };
        SignupAnswer: {
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
            /** @description Whether the signup is new. False if the address was on the list already. */
            created?: boolean;
            /** @description As in the list of signups. */
            display_position?: number | null;
            /** @description The number of signups that it referred. */
            referral_count?: number;
            /** @description The link to share: to `links.site_url` of the settings, else to the hosted signup page; null without both. */
            referral_link?: string | null;
            /** @description For `GET /v1/public/status`. Null if the address was on the list already: somebody who only types an address must not see the place of that person. */
            status_token?: string | null;
            /** @description What the waitlist thinks of the referral. Null if it judges none, without a known code, and if the address was on the list already. Do not show it on a page: it would teach people who farm codes. */
            assessment?: {
                /**
                 * @description `ok`; `flagged`: shown to reviewers; `withheld`: credits nobody for now; `held`: its mail waits, too.
                 * @enum {string}
                 */
                verdict: "ok" | "flagged" | "withheld" | "held";
                /** @description What speaks against it. */
                reasons: ("disposable_domain" | "blocked_domain" | "alias" | "velocity" | "domain_cluster" | "scripted" | "network" | "no_mx" | "bounced" | "complained" | "failed" | "tainted_code")[];
            } | null;
            /** @description The language of the person; null if it is not known. */
            locale?: string | null;
        };
        SignupChange: {
            /** @description Values of custom fields by their keys, of the types that are declared. Keys that are left out stay as they are, and null removes a value, unless the field is required. Undeclared keys are dropped. */
            fields?: {
                [key: string]: unknown;
            };
            /** @description A note for your team, of at most 2,000 characters. Null or blank removes it. The person sees it only in an export of all that is kept about them. */
            note?: string | null;
            /**
             * Format: email
             * @description The right address of the person, by the rules of a new signup. If it is another one, all that is known of mails to the earlier one is forgotten, and the links in them end.
             */
            email?: string;
            /** @description Whether the new address is mailed at once, as that of a new signup, and gets an open invitation again. Only with `email`; true if left out. */
            notify?: boolean;
        };
        SignupConfirmed: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "signup.confirmed";
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
                 * @description The time of the confirmation.
                 */
                confirmed_at: string;
                /** @description The custom fields of the signup by their keys. Only if the integration includes `fields`. Empty if the signup was deleted before a worker got to the event. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description The position with the referral bonus; null without a bonus. Only if the integration includes `display_position`. */
                display_position?: number | null;
                /** @description The link to share: to `links.site_url` of the settings, else to the hosted signup page; null without both. Only if the integration includes `referral_link`. */
                referral_link?: string | null;
            };
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
                /** @description The custom fields of the signup by their keys. Only if the integration includes `fields`. Empty if the signup was deleted before a worker got to the event. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description The position with the referral bonus; null without a bonus. Only if the integration includes `display_position`. */
                display_position?: number | null;
                /** @description The link to share: to `links.site_url` of the settings, else to the hosted signup page; null without both. Only if the integration includes `referral_link`. */
                referral_link?: string | null;
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
                /** @description The custom fields of the signup by their keys. Only if the integration includes `fields`. Empty if the signup was deleted before a worker got to the event. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description The position with the referral bonus; null without a bonus. Only if the integration includes `display_position`. */
                display_position?: number | null;
                /** @description The link to share: to `links.site_url` of the settings, else to the hosted signup page; null without both. Only if the integration includes `referral_link`. */
                referral_link?: string | null;
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
                /** @description The custom fields of the signup by their keys. Only if the integration includes `fields`. Empty if the signup was deleted before a worker got to the event. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description The position with the referral bonus; null without a bonus. Only if the integration includes `display_position`. */
                display_position?: number | null;
                /** @description The link to share: to `links.site_url` of the settings, else to the hosted signup page; null without both. Only if the integration includes `referral_link`. */
                referral_link?: string | null;
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
                /** @description The custom fields of the signup by their keys. Only if the integration includes `fields`. Empty if the signup was deleted before a worker got to the event. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description The position with the referral bonus; null without a bonus. Only if the integration includes `display_position`. */
                display_position?: number | null;
                /** @description The link to share: to `links.site_url` of the settings, else to the hosted signup page; null without both. Only if the integration includes `referral_link`. */
                referral_link?: string | null;
            };
        };
        SignupLinks: {
            /** @description `links.site_url` of the settings with the code of this signup, else the hosted signup page; null without both. */
            referral_link: string | null;
            /** @description Shows this signup’s own place and nothing else. Give it only to the person who signed up. Null without the scope `signups:write`. */
            status_token: string | null;
            /** @description The hosted status page; null while `status_page` is off, and without `signups:write`. */
            status_url: string | null;
            /** @description The page that stops the mails of the waitlist to this person. Null without the scope `signups:write`. */
            unsubscribe_url: string | null;
        };
        SignupMail: {
            /**
             * @description How far sending it is. `held`: it waits for a route, or for allowance.
             * @enum {string}
             */
            state: "queued" | "held" | "sending" | "sent" | "failed" | "suppressed" | "config_error";
            /**
             * Format: date-time
             * @description When it was sent.
             */
            sent_at: string | null;
            /** @description Why it was not sent, in the words of the provider. */
            error: string | null;
            /**
             * @description If it bounced: for good (`permanent`), or so that a later one may arrive (`transient`). An email that bounced before the service told them apart is `permanent`.
             * @enum {string|null}
             */
            bounce_class: "permanent" | "transient" | null;
            /** @description Why it bounced, in the words of the provider. */
            bounce_reason: string | null;
        };
        SignupNote: {
            /** @description The note. */
            text: string;
            /** @description Who wrote it: the address of a user, or the name of a key. */
            by: string | null;
            /**
             * Format: date-time
             * @description When it was written.
             */
            written_at: string;
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
                /** @description The custom fields of the signup by their keys. Only if the integration includes `fields`. Empty if the signup was deleted before a worker got to the event. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description The position with the referral bonus; null without a bonus. Only if the integration includes `display_position`. */
                display_position?: number | null;
                /** @description The link to share: to `links.site_url` of the settings, else to the hosted signup page; null without both. Only if the integration includes `referral_link`. */
                referral_link?: string | null;
            };
        };
        SignupStatus: {
            /** @description The name of the waitlist. */
            waitlist_name: string;
            /** @description The stored position. Null if the settings hide it. */
            position: number | null;
            /** @description The position with the referral bonus. Null without a bonus, or if the settings hide it. */
            display_position: number | null;
            /** @description The number of signups. Null if the settings hide it. */
            total: number | null;
            /** @description The code of the signup. */
            referral_code: string;
            /** @description The link to share: to `links.site_url`, else to the hosted signup page; null without both. */
            referral_link: string | null;
            /** @description The number of signups that it referred. */
            referral_count: number;
            /** @description Null: the waitlist asks for no confirmation. */
            confirmed: boolean | null;
            /** @description The rewards that it has reached, by `at`. Null unless the settings show them. */
            rewards: {
                /** @description The key that the reward had then. */
                key: string;
                /** @description How many credited referrals reach it. */
                at: number;
                /**
                 * Format: date-time
                 * @description When it was granted.
                 */
                reached_at: string;
            }[] | null;
            /** @description All rewards of the list, and those that it has reached before they were removed, by `at`. Null unless the settings show them. */
            ladder: components["schemas"]["LadderStep"][] | null;
            /**
             * @description What became of the newest invitation: `converted` also without one. Null: there is none.
             * @enum {string|null}
             */
            invitation_state: "invited" | "converted" | "expired" | "declined" | "revoked" | null;
            /** @description The link of an open invitation, for this person alone. Null unless the settings show it (`invitations.show_link`). */
            invitation_url: string | null;
            /** @description How many places the referrals have moved the person up. Null where `display_position` is. */
            moved: number | null;
            /** @description How many places one more referral brings: the referral bonus. Null without one. */
            per_referral: number | null;
            /** @description The place in line: by `display_position`, then by `position`, so no two people have the same. Without a bonus the position. As of a few seconds ago. Null if the settings hide the position. */
            rank: number | null;
        };
        SignupUnsubscribed: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "signup.unsubscribed";
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
                 * @description The time of the first click on the button, or of the mail program’s request.
                 */
                unsubscribed_at: string;
                /** @description The custom fields of the signup by their keys. Only if the integration includes `fields`. Empty if the signup was deleted before a worker got to the event. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description The position with the referral bonus; null without a bonus. Only if the integration includes `display_position`. */
                display_position?: number | null;
                /** @description The link to share: to `links.site_url` of the settings, else to the hosted signup page; null without both. Only if the integration includes `referral_link`. */
                referral_link?: string | null;
            };
        };
        SignupUpdated: {
            /**
             * @description The type of the event.
             * @constant
             */
            type: "signup.updated";
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
                /** @description Only if the address was corrected: the one before. `email` is the new one. */
                previous_email?: string;
                /** @description The keys of the custom fields that have another value now, or none. */
                changed_fields: string[];
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
                 * @description The time of the change.
                 */
                updated_at: string;
                /** @description The custom fields of the signup by their keys. Only if the integration includes `fields`. Empty if the signup was deleted before a worker got to the event. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description The position with the referral bonus; null without a bonus. Only if the integration includes `display_position`. */
                display_position?: number | null;
                /** @description The link to share: to `links.site_url` of the settings, else to the hosted signup page; null without both. Only if the integration includes `referral_link`. */
                referral_link?: string | null;
            };
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
            /** @description Signups that have confirmed their address, of all time. Only with `include=confirmation`. */
            confirmed?: number;
            /** @description The campaigns of signups in the window, most signups first, then by name. Beyond 200, the last entry has all further ones. Only with `include=campaigns`. */
            campaigns?: {
                /** @description The campaign; null for all further ones together. */
                utm_campaign: string | null;
                /** @description Signups from it in the window. */
                signups: number;
                /** @description How many of them have confirmed their address. */
                confirmed: number;
                /** @description How many of them became users. */
                users: number;
            }[];
        };
        Suppression: {
            /**
             * Format: uuid
             * @description The id of the suppression.
             */
            id: string;
            /**
             * Format: uuid
             * @description The waitlist whose mails it stops; null: all waitlists.
             */
            waitlist_id: string | null;
            /**
             * @description Why the address gets no mails.
             * @enum {string}
             */
            reason: "unsubscribed" | "complained" | "bounced" | "manual" | "erased";
            /**
             * Format: date-time
             * @description When it was added.
             */
            created_at: string;
        };
        SuppressionTarget: {
            /**
             * Format: email
             * @description The address, in any letter case.
             */
            email: string;
            /**
             * Format: uuid
             * @description The waitlist whose mails it stops; left out or null: all waitlists.
             */
            waitlist_id?: string | null;
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
        WaitlistSettings: {
            /** @description Links that the people on the list get. */
            links: {
                /**
                 * @description The page where people sign up: https, or http on localhost. Referral links are this URL with `ref=CODE` in its query. Null: they lead to the hosted signup page; without one there are none.
                 * @default null
                 */
                site_url: string | null;
                /**
                 * @description Whether the service serves a small status page for each signup.
                 * @default false
                 */
                status_page: boolean;
                /**
                 * @description What the status of a signup leaves out: `position` (with `display_position` and `rank`), `total`.
                 * @default []
                 */
                hide: ("position" | "total")[];
                /**
                 * @description Whether the status of a signup shows the rewards: which it has reached, and how many referrals the others take.
                 * @default false
                 */
                show_rewards: boolean;
            };
            /** @description Whether new signups are asked to confirm their address by a link in a mail. */
            confirmation: {
                /**
                 * @description Whether new signups are asked. Their own mail is sent once they have confirmed. Those that are on the list already are not asked.
                 * @default false
                 */
                enabled: boolean;
                /**
                 * @description How long a link is valid, in hours: 1 to 720.
                 * @default 48
                 */
                expires_hours: number;
                /**
                 * @description Where the link leads, with the token in its query as `token`; your server passes that to `POST /v1/confirmations`. Null: a page of the service with a button.
                 * @default null
                 */
                url: string | null;
                /**
                 * @description Where the page of the service leads after the confirmation. Null: it says that it is done.
                 * @default null
                 */
                redirect_url: string | null;
                /**
                 * @description After how many hours without a confirmation one more mail is sent, 1 to 720; it must be less than `expires_hours`. Null: none.
                 * @default null
                 */
                remind_after_hours: number | null;
                /**
                 * @description When a referrer gets the credit for a signup: at once (`on_signup`), or when it is confirmed (`on_confirm`).
                 * @default on_signup
                 * @enum {string}
                 */
                credit: "on_signup" | "on_confirm";
            };
            /** @description Whether referrals are judged before they credit anybody. */
            abuse: {
                /**
                 * @description `off`: every referral credits. `monitor`: every referral credits, and what would be withheld is shown. `enforce`: suspicious referrals credit nobody until they settle or somebody approves them.
                 * @default off
                 * @enum {string}
                 */
                mode: "off" | "monitor" | "enforce";
                /** @description How fast one code may earn credits. A referral beyond that has the reason `velocity` and settles by itself. */
                velocity: {
                    /**
                     * @description Credits per hour.
                     * @default 20
                     */
                    per_hour: number;
                    /**
                     * @description Credits at once.
                     * @default 20
                     */
                    burst: number;
                };
                /**
                 * @description After how many hours a referral settles whose only reason is `velocity`, if its mail was delivered.
                 * @default 48
                 */
                settle_hours: number;
                /**
                 * @description Whether the mail of a withheld signup waits for the decision, too. Against people who sign up addresses of others.
                 * @default false
                 */
                hold_email: boolean;
                /** @description What each reason comes to: `ignore`, `flag` (shown only) or `withhold`. `network` cannot withhold. */
                reasons: {
                    /**
                     * @description The address is at a domain of disposable addresses.
                     * @default withhold
                     * @enum {string}
                     */
                    disposable_domain: "ignore" | "flag" | "withhold";
                    /**
                     * @description The settings of the waitlist block the domain.
                     * @default withhold
                     * @enum {string}
                     */
                    blocked_domain: "ignore" | "flag" | "withhold";
                    /**
                     * @description The same mailbox is on the list already, or is the referrer’s.
                     * @default withhold
                     * @enum {string}
                     */
                    alias: "ignore" | "flag" | "withhold";
                    /**
                     * @description The code got more credits than the settings allow in that time.
                     * @default withhold
                     * @enum {string}
                     */
                    velocity: "ignore" | "flag" | "withhold";
                    /**
                     * @description More than five signups of the code in a day are at this domain.
                     * @default withhold
                     * @enum {string}
                     */
                    domain_cluster: "ignore" | "flag" | "withhold";
                    /**
                     * @description The browser is a program, or has no name.
                     * @default flag
                     * @enum {string}
                     */
                    scripted: "ignore" | "flag" | "withhold";
                    /**
                     * @description More than five signups of the code in a day came from one network.
                     * @default flag
                     * @enum {string}
                     */
                    network: "ignore" | "flag" | "withhold";
                    /**
                     * @description The domain takes no mail.
                     * @default withhold
                     * @enum {string}
                     */
                    no_mx: "ignore" | "flag" | "withhold";
                    /**
                     * @description The mail came back.
                     * @default withhold
                     * @enum {string}
                     */
                    bounced: "ignore" | "flag" | "withhold";
                    /**
                     * @description The mail was reported as spam.
                     * @default withhold
                     * @enum {string}
                     */
                    complained: "ignore" | "flag" | "withhold";
                    /**
                     * @description The mail server refused the mail.
                     * @default flag
                     * @enum {string}
                     */
                    failed: "ignore" | "flag" | "withhold";
                    /**
                     * @description Many signups of this code were not real.
                     * @default withhold
                     * @enum {string}
                     */
                    tainted_code: "ignore" | "flag" | "withhold";
                };
                /**
                 * @description Domains whose referrals have the reason `blocked_domain`, with all below them.
                 * @default []
                 */
                block_domains: string[];
                /**
                 * @description Domains that are trusted, with all below them: nothing about the domain is a reason.
                 * @default []
                 */
                allow_domains: string[];
                /**
                 * @description Networks that are trusted, such as that of an office: `network` is no reason there.
                 * @default []
                 */
                allow_networks: string[];
            };
            /**
             * @description What people get for their referrals, by how many it takes. At most 20, each with its own `at` and `key`. A change replaces the whole list; null removes it. Nobody loses what they have reached.
             * @default []
             */
            rewards: {
                /** @description How many credited referrals reach it. */
                at: number;
                /** @description Your own name for it: lower-case letters, digits, `-` and `_`. */
                key: string;
                /** @description What people read; without one they read the key. */
                name?: string;
                /** @description What people read below the name. */
                text?: string;
                /** @description The https address of a picture of it. */
                image?: string;
            }[];
            /** @description Who has referred the most. */
            leaderboard: {
                /**
                 * @description The key of the custom field whose value is a person’s name on the leaderboard. Without a value, or null: the first and the last character before the @ of the address, such as `j…e`; of two or three characters only the first, of one none.
                 * @default null
                 */
                name_field: string | null;
                /**
                 * @description Whether the people on the list may read the leaderboard, each with the own status token. Names of a custom field are what people wrote: look at them before you show them.
                 * @default false
                 */
                public: boolean;
            };
            /** @description Invitations from the list into your product. */
            invitations: {
                /**
                 * @description Your own page that accepts an invitation: https, or http on localhost. Links of invitations are this URL with `token=TOKEN` in its query. Null: nobody can be invited.
                 * @default null
                 */
                url: string | null;
                /**
                 * @description Whether an invitation converts only for the address that was invited. Without it anybody with the link can use it, once.
                 * @default true
                 */
                require_email_match: boolean;
                /**
                 * @description Whether the status of an invited person has the link of the invitation, as a button on the hosted page. Whoever has the status token can then use the invitation.
                 * @default false
                 */
                show_link: boolean;
            };
            /** @description What mails of this waitlist say of their sender. */
            mail: {
                /**
                 * @description The postal address of the sender, which stands below every announcement: the law asks for it in many countries. Up to 6 lines. Null: no announcement can be launched.
                 * @default null
                 */
                postal_address: string | null;
            };
            /** @description The form of the waitlist, for pages without a server. It needs `abuse.mode` to be `enforce`. */
            form: {
                /**
                 * @description Whether the form takes signups. While it is off its URL is unknown.
                 * @default false
                 */
                enabled: boolean;
                /**
                 * @description What the URLs of the form hold. It is no secret, never changes, and is null until the form is first enabled. Read only.
                 * @default null
                 */
                id: string | null;
                /**
                 * @description Where the form of your page posts to; null until it is first enabled. Read only.
                 * @default null
                 */
                url: string | null;
                /**
                 * @description The script that a page can include; null until the form is first enabled. Read only.
                 * @default null
                 */
                script_url: string | null;
                /**
                 * @description The origins of the pages with the form, such as `https://www.example.com`: https, or http on localhost. At least one while it is enabled, at most 20.
                 * @default []
                 */
                origins: string[];
                /**
                 * @description Who checks that visitors are people. Null: nobody.
                 * @default null
                 */
                captcha: {
                    /**
                     * @description `turnstile`: Cloudflare Turnstile.
                     * @default turnstile
                     * @enum {string}
                     */
                    provider: "turnstile";
                    /**
                     * @description The site key of the widget, which is public: the signup page and the embedded form draw the widget. A form of your own has it in its code.
                     * @default null
                     */
                    site_key: string | null;
                } | null;
                /**
                 * @description Where a page without the script leads after the signup. Null: a page of the service that says thank you.
                 * @default null
                 */
                redirect_url: string | null;
                /**
                 * @description The keys of the custom fields that the form takes, at most 20. All others are dropped. A required field must be among them.
                 * @default []
                 */
                fields: string[];
            };
            /** @description The hosted signup page of the waitlist. Switching it on sets `abuse.mode` to `enforce`, unless the same change says otherwise. */
            page: {
                /**
                 * @description Whether the page is there. It needs a `slug`. While it is off its URL is unknown.
                 * @default false
                 */
                enabled: boolean;
                /**
                 * @description The last part of the URL: 3 to 60 lower-case letters, digits and single hyphens. The service has each once; a taken one is 409. An old one leads to the new one while the waitlist has it. Null frees all.
                 * @default null
                 */
                slug: string | null;
                /**
                 * @description Whether the page says how many people are on the list.
                 * @default true
                 */
                show_total: boolean;
                /**
                 * @description The key of the custom field with the name of whoever shares a link: pictures of the link show its first word to everybody. Null: none.
                 * @default null
                 */
                invited_by_field: string | null;
                /**
                 * @description The page; null without a `slug`. Read only.
                 * @default null
                 */
                url: string | null;
                /**
                 * @description The script that draws the form into a page of yours; null without a `slug`. Read only.
                 * @default null
                 */
                embed_url: string | null;
            };
            /** @description How long signups are kept. They are deleted as if you had: `signup.removed` is published. */
            retention: {
                /**
                 * @description After how many days a signup is deleted that was asked to confirm and has not, 1 to 3650; never while its link is valid. Null: it is kept.
                 * @default null
                 */
                unconfirmed_days: number | null;
                /**
                 * Format: date
                 * @description The day, from 00:00 UTC, on which the signups from before it are deleted. Later ones are kept. Null: none.
                 * @default null
                 */
                delete_on: string | null;
                /**
                 * @description After how many days the signup of a person who became a user is deleted, 1 to 3650. Null: it is kept.
                 * @default null
                 */
                delete_after_conversion_days: number | null;
            };
            /** @description How the pages that people on the list see look, and what their owner says there. */
            brand: {
                /**
                 * @description Where the logo is. Null: none. Read only: `PUT /v1/waitlists/{id}/brand/logo` stores one.
                 * @default null
                 */
                logo: string | null;
                /**
                 * @description The color of buttons and links, such as `#4338ca`. Texts on it are made legible. Null: a neutral one.
                 * @default null
                 */
                color: string | null;
                /**
                 * @description The color behind the page. With the theme `auto` it is for the light or the dark look, and the other one gets a counterpart. Null: a neutral one.
                 * @default null
                 */
                background: string | null;
                /**
                 * @description The title of the status page and the signup page, instead of the name of the list.
                 * @default null
                 */
                headline: string | null;
                /**
                 * @description The text below the headline. Line breaks stay.
                 * @default null
                 */
                text: string | null;
                /**
                 * @description Links below the pages, such as an imprint. At most 5.
                 * @default []
                 */
                links: {
                    /** @description The text of the link. */
                    label: string;
                    /** @description Where it leads: an https URL. */
                    url: string;
                }[];
                /**
                 * @description The language of the pages. Null: the one that each visitor prefers.
                 * @default null
                 * @enum {string|null}
                 */
                language: "en" | "de" | "fr" | "es" | "pt-BR" | "it" | "nl" | "pl" | "ja" | null;
                /**
                 * @description The font, of those that devices have.
                 * @default system
                 * @enum {string}
                 */
                font: "system" | "serif" | "mono" | "rounded";
                /**
                 * @description `auto`: light or dark, as the visitor’s device is.
                 * @default auto
                 * @enum {string}
                 */
                theme: "auto" | "light" | "dark";
            };
            /** @description Whether the waitlist takes new signups. */
            archive: {
                /**
                 * @description Whether the waitlist is archived: it takes no new signups, by the API, forms, pages and imports. All else goes on. An address that is on the list still gets its first signup back.
                 * @default false
                 */
                enabled: boolean;
                /**
                 * @description What is answered to a new signup, and what pages show, on one line of at most 300 characters. Null: a text of the service, on pages in the language of the visitor.
                 * @default null
                 */
                text: string | null;
            };
        };
        WaitlistSettingsChange: {
            /** @description Links that the people on the list get. */
            links?: {
                /**
                 * Format: uri
                 * @description The page where people sign up: https, or http on localhost. Referral links are this URL with `ref=CODE` in its query. Null: they lead to the hosted signup page; without one there are none.
                 */
                site_url?: string | null;
                /** @description Whether the service serves a small status page for each signup. */
                status_page?: boolean | null;
                /** @description What the status of a signup leaves out: `position` (with `display_position` and `rank`), `total`. */
                hide?: ("position" | "total")[] | null;
                /** @description Whether the status of a signup shows the rewards: which it has reached, and how many referrals the others take. */
                show_rewards?: boolean | null;
            } | null;
            /** @description Whether new signups are asked to confirm their address by a link in a mail. */
            confirmation?: {
                /** @description Whether new signups are asked. Their own mail is sent once they have confirmed. Those that are on the list already are not asked. */
                enabled?: boolean | null;
                /** @description How long a link is valid, in hours: 1 to 720. */
                expires_hours?: number | null;
                /**
                 * Format: uri
                 * @description Where the link leads, with the token in its query as `token`; your server passes that to `POST /v1/confirmations`. Null: a page of the service with a button.
                 */
                url?: string | null;
                /**
                 * Format: uri
                 * @description Where the page of the service leads after the confirmation. Null: it says that it is done.
                 */
                redirect_url?: string | null;
                /** @description After how many hours without a confirmation one more mail is sent, 1 to 720; it must be less than `expires_hours`. Null: none. */
                remind_after_hours?: number | null;
                /**
                 * @description When a referrer gets the credit for a signup: at once (`on_signup`), or when it is confirmed (`on_confirm`).
                 * @enum {string|null}
                 */
                credit?: "on_signup" | "on_confirm" | null;
            } | null;
            /** @description Whether referrals are judged before they credit anybody. */
            abuse?: {
                /**
                 * @description `off`: every referral credits. `monitor`: every referral credits, and what would be withheld is shown. `enforce`: suspicious referrals credit nobody until they settle or somebody approves them.
                 * @enum {string|null}
                 */
                mode?: "off" | "monitor" | "enforce" | null;
                /** @description How fast one code may earn credits. A referral beyond that has the reason `velocity` and settles by itself. */
                velocity?: {
                    /** @description Credits per hour. */
                    per_hour?: number | null;
                    /** @description Credits at once. */
                    burst?: number | null;
                } | null;
                /** @description After how many hours a referral settles whose only reason is `velocity`, if its mail was delivered. */
                settle_hours?: number | null;
                /** @description Whether the mail of a withheld signup waits for the decision, too. Against people who sign up addresses of others. */
                hold_email?: boolean | null;
                /** @description What each reason comes to: `ignore`, `flag` (shown only) or `withhold`. `network` cannot withhold. */
                reasons?: {
                    /**
                     * @description The address is at a domain of disposable addresses.
                     * @enum {string|null}
                     */
                    disposable_domain?: "ignore" | "flag" | "withhold" | null;
                    /**
                     * @description The settings of the waitlist block the domain.
                     * @enum {string|null}
                     */
                    blocked_domain?: "ignore" | "flag" | "withhold" | null;
                    /**
                     * @description The same mailbox is on the list already, or is the referrer’s.
                     * @enum {string|null}
                     */
                    alias?: "ignore" | "flag" | "withhold" | null;
                    /**
                     * @description The code got more credits than the settings allow in that time.
                     * @enum {string|null}
                     */
                    velocity?: "ignore" | "flag" | "withhold" | null;
                    /**
                     * @description More than five signups of the code in a day are at this domain.
                     * @enum {string|null}
                     */
                    domain_cluster?: "ignore" | "flag" | "withhold" | null;
                    /**
                     * @description The browser is a program, or has no name.
                     * @enum {string|null}
                     */
                    scripted?: "ignore" | "flag" | "withhold" | null;
                    /**
                     * @description More than five signups of the code in a day came from one network.
                     * @enum {string|null}
                     */
                    network?: "ignore" | "flag" | null;
                    /**
                     * @description The domain takes no mail.
                     * @enum {string|null}
                     */
                    no_mx?: "ignore" | "flag" | "withhold" | null;
                    /**
                     * @description The mail came back.
                     * @enum {string|null}
                     */
                    bounced?: "ignore" | "flag" | "withhold" | null;
                    /**
                     * @description The mail was reported as spam.
                     * @enum {string|null}
                     */
                    complained?: "ignore" | "flag" | "withhold" | null;
                    /**
                     * @description The mail server refused the mail.
                     * @enum {string|null}
                     */
                    failed?: "ignore" | "flag" | "withhold" | null;
                    /**
                     * @description Many signups of this code were not real.
                     * @enum {string|null}
                     */
                    tainted_code?: "ignore" | "flag" | "withhold" | null;
                } | null;
                /** @description Domains whose referrals have the reason `blocked_domain`, with all below them. */
                block_domains?: string[] | null;
                /** @description Domains that are trusted, with all below them: nothing about the domain is a reason. */
                allow_domains?: string[] | null;
                /** @description Networks that are trusted, such as that of an office: `network` is no reason there. */
                allow_networks?: string[] | null;
            } | null;
            /** @description What people get for their referrals, by how many it takes. At most 20, each with its own `at` and `key`. A change replaces the whole list; null removes it. Nobody loses what they have reached. */
            rewards?: {
                /** @description How many credited referrals reach it. */
                at: number;
                /** @description Your own name for it: lower-case letters, digits, `-` and `_`. */
                key: string;
                /** @description What people read; without one they read the key. */
                name?: string;
                /** @description What people read below the name. */
                text?: string;
                /** @description The https address of a picture of it. */
                image?: string;
            }[] | null;
            /** @description Who has referred the most. */
            leaderboard?: {
                /** @description The key of the custom field whose value is a person’s name on the leaderboard. Without a value, or null: the first and the last character before the @ of the address, such as `j…e`; of two or three characters only the first, of one none. */
                name_field?: string | null;
                /** @description Whether the people on the list may read the leaderboard, each with the own status token. Names of a custom field are what people wrote: look at them before you show them. */
                public?: boolean | null;
            } | null;
            /** @description Invitations from the list into your product. */
            invitations?: {
                /**
                 * Format: uri
                 * @description Your own page that accepts an invitation: https, or http on localhost. Links of invitations are this URL with `token=TOKEN` in its query. Null: nobody can be invited.
                 */
                url?: string | null;
                /** @description Whether an invitation converts only for the address that was invited. Without it anybody with the link can use it, once. */
                require_email_match?: boolean | null;
                /** @description Whether the status of an invited person has the link of the invitation, as a button on the hosted page. Whoever has the status token can then use the invitation. */
                show_link?: boolean | null;
            } | null;
            /** @description What mails of this waitlist say of their sender. */
            mail?: {
                /** @description The postal address of the sender, which stands below every announcement: the law asks for it in many countries. Up to 6 lines. Null: no announcement can be launched. */
                postal_address?: string | null;
            } | null;
            /** @description The form of the waitlist, for pages without a server. It needs `abuse.mode` to be `enforce`. */
            form?: {
                /** @description Whether the form takes signups. While it is off its URL is unknown. */
                enabled?: boolean | null;
                /** @description The origins of the pages with the form, such as `https://www.example.com`: https, or http on localhost. At least one while it is enabled, at most 20. */
                origins?: string[] | null;
                /** @description Who checks that visitors are people. Null: nobody. */
                captcha?: {
                    /**
                     * @description `turnstile`: Cloudflare Turnstile.
                     * @enum {string}
                     */
                    provider?: "turnstile";
                    /** @description The site key of the widget, which is public: the signup page and the embedded form draw the widget. A form of your own has it in its code. */
                    site_key?: string | null;
                    /** @description The secret key of the widget. It is never answered. If left out, the stored one is kept. */
                    secret?: string;
                } | null;
                /**
                 * Format: uri
                 * @description Where a page without the script leads after the signup. Null: a page of the service that says thank you.
                 */
                redirect_url?: string | null;
                /** @description The keys of the custom fields that the form takes, at most 20. All others are dropped. A required field must be among them. */
                fields?: string[] | null;
            } | null;
            /** @description The hosted signup page of the waitlist. Switching it on sets `abuse.mode` to `enforce`, unless the same change says otherwise. */
            page?: {
                /** @description Whether the page is there. It needs a `slug`. While it is off its URL is unknown. */
                enabled?: boolean | null;
                /** @description The last part of the URL: 3 to 60 lower-case letters, digits and single hyphens. The service has each once; a taken one is 409. An old one leads to the new one while the waitlist has it. Null frees all. */
                slug?: string | null;
                /** @description Whether the page says how many people are on the list. */
                show_total?: boolean | null;
                /** @description The key of the custom field with the name of whoever shares a link: pictures of the link show its first word to everybody. Null: none. */
                invited_by_field?: string | null;
            } | null;
            /** @description How long signups are kept. They are deleted as if you had: `signup.removed` is published. */
            retention?: {
                /** @description After how many days a signup is deleted that was asked to confirm and has not, 1 to 3650; never while its link is valid. Null: it is kept. */
                unconfirmed_days?: number | null;
                /**
                 * Format: date
                 * @description The day, from 00:00 UTC, on which the signups from before it are deleted. Later ones are kept. Null: none.
                 */
                delete_on?: string | null;
                /** @description After how many days the signup of a person who became a user is deleted, 1 to 3650. Null: it is kept. */
                delete_after_conversion_days?: number | null;
            } | null;
            /** @description How the pages that people on the list see look, and what their owner says there. */
            brand?: {
                /** @description The color of buttons and links, such as `#4338ca`. Texts on it are made legible. Null: a neutral one. */
                color?: string | null;
                /** @description The color behind the page. With the theme `auto` it is for the light or the dark look, and the other one gets a counterpart. Null: a neutral one. */
                background?: string | null;
                /** @description The title of the status page and the signup page, instead of the name of the list. */
                headline?: string | null;
                /** @description The text below the headline. Line breaks stay. */
                text?: string | null;
                /** @description Links below the pages, such as an imprint. At most 5. */
                links?: {
                    /** @description The text of the link. */
                    label: string;
                    /** @description Where it leads: an https URL. */
                    url: string;
                }[] | null;
                /**
                 * @description The language of the pages. Null: the one that each visitor prefers.
                 * @enum {string|null}
                 */
                language?: "en" | "de" | "fr" | "es" | "pt-BR" | "it" | "nl" | "pl" | "ja" | null;
                /**
                 * @description The font, of those that devices have.
                 * @enum {string|null}
                 */
                font?: "system" | "serif" | "mono" | "rounded" | null;
                /**
                 * @description `auto`: light or dark, as the visitor’s device is.
                 * @enum {string|null}
                 */
                theme?: "auto" | "light" | "dark" | null;
            } | null;
            /** @description Whether the waitlist takes new signups. */
            archive?: {
                /** @description Whether the waitlist is archived: it takes no new signups, by the API, forms, pages and imports. All else goes on. An address that is on the list still gets its first signup back. */
                enabled?: boolean | null;
                /** @description What is answered to a new signup, and what pages show, on one line of at most 300 characters. Null: a text of the service, on pages in the language of the visitor. */
                text?: string | null;
            } | null;
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
        Wave: {
            /**
             * Format: uuid
             * @description The id of the wave.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its waitlist.
             */
            waitlist_id: string;
            /** @description What you call it; null if it has no name. */
            name: string | null;
            /**
             * @description `selecting`: the people are still being chosen, and the counts are 0. `draft`: it can be launched for 24 hours. `sending`, `sent`, `cancelled`.
             * @enum {string}
             */
            state: "selecting" | "draft" | "sending" | "sent" | "cancelled";
            /** @description How many people you want to invite, at most 100,000. */
            size: number;
            /**
             * @description Who comes first: by displayed position, by stored position, or those with the most referrals. Ties are by position.
             * @enum {string}
             */
            order: "display_position" | "position" | "referrals";
            /** @description Who may be a member. All that is given must hold. */
            filter: {
                /** @description Values of custom fields. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Values of custom fields of people who are left out. */
                not_fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Domains of people who are left out. */
                not_email_domains?: string[];
                /** @description The campaign or channel. */
                utm_source?: string;
                /**
                 * @description How texts are compared, if not exactly.
                 * @enum {string}
                 */
                match?: "exact" | "any_case" | "contains";
                /** @description The day or time before which people signed up. */
                created_before?: string;
                /** @description How many they referred at least. */
                min_referrals?: number;
                /** @description Whether they have confirmed their address. */
                confirmed?: boolean;
                /** @description How many `ids` were given. */
                id_count?: number;
            };
            /** @description How long an invitation is valid. */
            expires_in_days: number;
            /** @description How many people are invited in an hour, evenly. Null: all at once. */
            per_hour: number | null;
            /**
             * @description `email`: the service mails the invitations. `link`: you get the links and send them yourself.
             * @enum {string}
             */
            deliver: "email" | "link";
            /** @description How many people meet the filter. */
            matched: number;
            /** @description How many people the wave has. */
            selected: number;
            /** @description How many of those who meet the filter cannot be invited. Each is counted once, by the first of these reasons. */
            excluded: {
                /** @description They have an invitation that is open, or a wave that is being sent will invite them. */
                invited: number;
                /** @description They are users already. */
                converted: number;
                /** @description They unsubscribed, or their address gets no mails. */
                suppressed: number;
                /** @description They were asked to confirm their address and have not. */
                unconfirmed: number;
                /** @description Their referral waits for somebody’s decision. */
                in_review: number;
                /** @description Their signup email bounced. */
                bounced: number;
            };
            /** @description How many have been invited until now. */
            invited: number;
            /** @description How many were left out by the launch, because something changed since the draft. */
            left_out: {
                /** @description Their signup was deleted. */
                removed: number;
                /** @description They unsubscribed, or their address gets no mails any more. */
                suppressed: number;
                /** @description They were invited otherwise. */
                invited: number;
                /** @description They became users otherwise. */
                converted: number;
            };
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was launched.
             */
            launched_at: string | null;
            /**
             * Format: date-time
             * @description When the last person was invited, or the wave was cancelled.
             */
            finished_at: string | null;
            /** @description The first 20 people of the wave who are still on the waitlist. */
            sample: {
                /**
                 * Format: uuid
                 * @description The id of the signup.
                 */
                signup_id: string;
                /**
                 * Format: email
                 * @description Its address.
                 */
                email: string;
                /** @description Its position. */
                position: number;
                /** @description How many signups it referred. */
                referral_count: number;
            }[];
            /** @description What this month’s allowance of emails has left; null with an email provider of your own. */
            emails_remaining: number | null;
        };
        WaveLaunch: {
            /**
             * Format: uuid
             * @description The id of the wave.
             */
            id: string;
            /** @description How many people it has. */
            selected: number;
            /**
             * Format: date-time
             * @description When it was first launched.
             */
            launched_at: string;
        };
        WaveMember: {
            /**
             * Format: uuid
             * @description The id of the signup.
             */
            signup_id: string;
            /**
             * Format: email
             * @description Its address; null if it was deleted.
             */
            email: string | null;
            /** @description Its position; null if it was deleted. */
            position: number | null;
            /**
             * Format: uuid
             * @description The invitation, to send it again or to revoke it.
             */
            invitation_id: string;
            /**
             * @description How far it came, in one word. `waiting`: its mail has not left. `failed`: its mail could not be sent. `bounced`: its mail came back for good.
             * @enum {string}
             */
            state: "sent" | "delivered" | "opened" | "clicked" | "converted" | "expired" | "declined" | "revoked" | "bounced" | "failed" | "waiting";
            /**
             * Format: date-time
             * @description When the first mail left, or the link was made.
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When a mail was delivered, as the provider reports.
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When a mail was first opened.
             */
            opened_at: string | null;
            /**
             * Format: date-time
             * @description When a link in a mail was first clicked.
             */
            clicked_at: string | null;
            /**
             * Format: date-time
             * @description Until when the invitation is valid.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it was converted, expired, was declined or revoked.
             */
            ended_at: string | null;
            /** @description How often it was sent again. */
            resends: number;
        };
        WaveReport: {
            /**
             * Format: uuid
             * @description The id of the wave.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its waitlist.
             */
            waitlist_id: string;
            /** @description What you call it; null if it has no name. */
            name: string | null;
            /**
             * @description `selecting`: the people are still being chosen, and the counts are 0. `draft`: it can be launched for 24 hours. `sending`, `sent`, `cancelled`.
             * @enum {string}
             */
            state: "selecting" | "draft" | "sending" | "sent" | "cancelled";
            /** @description How many people you want to invite, at most 100,000. */
            size: number;
            /**
             * @description Who comes first: by displayed position, by stored position, or those with the most referrals. Ties are by position.
             * @enum {string}
             */
            order: "display_position" | "position" | "referrals";
            /** @description Who may be a member. All that is given must hold. */
            filter: {
                /** @description Values of custom fields. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Values of custom fields of people who are left out. */
                not_fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Domains of people who are left out. */
                not_email_domains?: string[];
                /** @description The campaign or channel. */
                utm_source?: string;
                /**
                 * @description How texts are compared, if not exactly.
                 * @enum {string}
                 */
                match?: "exact" | "any_case" | "contains";
                /** @description The day or time before which people signed up. */
                created_before?: string;
                /** @description How many they referred at least. */
                min_referrals?: number;
                /** @description Whether they have confirmed their address. */
                confirmed?: boolean;
                /** @description How many `ids` were given. */
                id_count?: number;
            };
            /** @description How long an invitation is valid. */
            expires_in_days: number;
            /** @description How many people are invited in an hour, evenly. Null: all at once. */
            per_hour: number | null;
            /**
             * @description `email`: the service mails the invitations. `link`: you get the links and send them yourself.
             * @enum {string}
             */
            deliver: "email" | "link";
            /** @description How many people meet the filter. */
            matched: number;
            /** @description How many people the wave has. */
            selected: number;
            /** @description How many of those who meet the filter cannot be invited. Each is counted once, by the first of these reasons. */
            excluded: {
                /** @description They have an invitation that is open, or a wave that is being sent will invite them. */
                invited: number;
                /** @description They are users already. */
                converted: number;
                /** @description They unsubscribed, or their address gets no mails. */
                suppressed: number;
                /** @description They were asked to confirm their address and have not. */
                unconfirmed: number;
                /** @description Their referral waits for somebody’s decision. */
                in_review: number;
                /** @description Their signup email bounced. */
                bounced: number;
            };
            /** @description How many have been invited until now. */
            invited: number;
            /** @description How many were left out by the launch, because something changed since the draft. */
            left_out: {
                /** @description Their signup was deleted. */
                removed: number;
                /** @description They unsubscribed, or their address gets no mails any more. */
                suppressed: number;
                /** @description They were invited otherwise. */
                invited: number;
                /** @description They became users otherwise. */
                converted: number;
            };
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was launched.
             */
            launched_at: string | null;
            /**
             * Format: date-time
             * @description When the last person was invited, or the wave was cancelled.
             */
            finished_at: string | null;
            /** @description The first 20 people of the wave who are still on the waitlist. */
            sample: {
                /**
                 * Format: uuid
                 * @description The id of the signup.
                 */
                signup_id: string;
                /**
                 * Format: email
                 * @description Its address.
                 */
                email: string;
                /** @description Its position. */
                position: number;
                /** @description How many signups it referred. */
                referral_count: number;
            }[];
            /** @description What this month’s allowance of emails has left; null with an email provider of your own. */
            emails_remaining: number | null;
            /** @description How many invitations left: their mail, or their link. */
            sent: number;
            /** @description How many mails were delivered, as the provider reports. */
            delivered: number;
            /** @description How many were opened. */
            opened: number;
            /** @description In how many a link was clicked. */
            clicked: number;
            /** @description How many people became users. */
            converted: number;
            /** @description How many invitations expired. */
            expired: number;
            /** @description How many were declined. */
            declined: number;
            /** @description How many were revoked, also because the signup was deleted. */
            revoked: number;
            /** @description How many mails came back for good. */
            bounced: number;
            /** @description How many mails could not be sent. */
            failed: number;
            /** @description `converted` in per cent of `sent`, rounded. */
            conversion_rate: number;
            /** @description Half of those who became users took no longer; in hours, to a tenth. Null if nobody did. */
            median_hours_to_convert: number | null;
        };
        WaveSummary: {
            /**
             * Format: uuid
             * @description The id of the wave.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its waitlist.
             */
            waitlist_id: string;
            /** @description What you call it; null if it has no name. */
            name: string | null;
            /**
             * @description `selecting`: the people are still being chosen, and the counts are 0. `draft`: it can be launched for 24 hours. `sending`, `sent`, `cancelled`.
             * @enum {string}
             */
            state: "selecting" | "draft" | "sending" | "sent" | "cancelled";
            /** @description How many people you want to invite, at most 100,000. */
            size: number;
            /**
             * @description Who comes first: by displayed position, by stored position, or those with the most referrals. Ties are by position.
             * @enum {string}
             */
            order: "display_position" | "position" | "referrals";
            /** @description Who may be a member. All that is given must hold. */
            filter: {
                /** @description Values of custom fields. */
                fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Values of custom fields of people who are left out. */
                not_fields?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Domains of people who are left out. */
                not_email_domains?: string[];
                /** @description The campaign or channel. */
                utm_source?: string;
                /**
                 * @description How texts are compared, if not exactly.
                 * @enum {string}
                 */
                match?: "exact" | "any_case" | "contains";
                /** @description The day or time before which people signed up. */
                created_before?: string;
                /** @description How many they referred at least. */
                min_referrals?: number;
                /** @description Whether they have confirmed their address. */
                confirmed?: boolean;
                /** @description How many `ids` were given. */
                id_count?: number;
            };
            /** @description How long an invitation is valid. */
            expires_in_days: number;
            /** @description How many people are invited in an hour, evenly. Null: all at once. */
            per_hour: number | null;
            /**
             * @description `email`: the service mails the invitations. `link`: you get the links and send them yourself.
             * @enum {string}
             */
            deliver: "email" | "link";
            /** @description How many people meet the filter. */
            matched: number;
            /** @description How many people the wave has. */
            selected: number;
            /** @description How many of those who meet the filter cannot be invited. Each is counted once, by the first of these reasons. */
            excluded: {
                /** @description They have an invitation that is open, or a wave that is being sent will invite them. */
                invited: number;
                /** @description They are users already. */
                converted: number;
                /** @description They unsubscribed, or their address gets no mails. */
                suppressed: number;
                /** @description They were asked to confirm their address and have not. */
                unconfirmed: number;
                /** @description Their referral waits for somebody’s decision. */
                in_review: number;
                /** @description Their signup email bounced. */
                bounced: number;
            };
            /** @description How many have been invited until now. */
            invited: number;
            /** @description How many were left out by the launch, because something changed since the draft. */
            left_out: {
                /** @description Their signup was deleted. */
                removed: number;
                /** @description They unsubscribed, or their address gets no mails any more. */
                suppressed: number;
                /** @description They were invited otherwise. */
                invited: number;
                /** @description They became users otherwise. */
                converted: number;
            };
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was launched.
             */
            launched_at: string | null;
            /**
             * Format: date-time
             * @description When the last person was invited, or the wave was cancelled.
             */
            finished_at: string | null;
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
            events?: ("signup.created" | "signup.updated" | "signup.removed" | "signup.email_delivered" | "signup.email_opened" | "signup.email_clicked" | "signup.confirmed" | "signup.unsubscribed" | "referral.credited" | "referral.withheld" | "referral.revoked" | "reward.reached" | "reward.fulfilled" | "invitation.sent" | "invitation.converted" | "invitation.expired" | "invitation.declined" | "integration.disabled" | "import.finished" | "announcement.sent")[];
            /** @description What events have in addition: `fields`, the custom fields; `display_position`; `referral_link`. Left out: nothing. */
            include?: ("fields" | "display_position" | "referral_link")[];
            /**
             * @description `standard`: a failed delivery is tried again, up to 8 times in 28 hours. `none` or left out: each event is tried once.
             * @enum {string}
             */
            retries?: "none" | "standard";
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
                 *         "message": "limit: must be at most 200"
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
        /** @description The plan has no room for another signup or waitlist, or lacks the feature; or there is no way to send mail. Waiting does not help. */
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
                 *         "message": "The Free plan is limited to 1 waitlist. Delete one or upgrade the plan."
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
        /** @description A signed event of Mailgun cannot be read, and would not be if it were sent again. */
        Unreadable: {
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
                 *         "message": "The body is not an event of Mailgun."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The waitlist's name or the field's key is in use, the integration is paused or busy, the list has given out its last position, or the wave, announcement or invitation is not in a state for it. Or the `Idempotency-Key` was used with another body, or for a request that is still running. */
        Conflict: {
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
                 *         "code": "conflict",
                 *         "message": "A waitlist with this name already exists."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 512 KiB; of a bulk or an inbound webhook, than 4 MiB. */
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
         * @description The seconds to wait before the same request may succeed. With 409 only while a request with the same `Idempotency-Key` is running.
         * @example 56
         */
        "Retry-After": number;
        /**
         * @description `true` if the answer was given before to the same `Idempotency-Key`.
         * @example true
         */
        "Idempotent-Replayed": "true";
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
                        /** @description What does not work, while requests are answered. */
                        note?: string;
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
                     *       "reason": "the process is stopping"
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
                 *       "created_at": "2026-11-21T09:23:32.234Z",
                 *       "data": {
                 *         "email_id": "01a1fd5f-6f2d-79a0-8fcb-c39878c82f27",
                 *         "tags": {
                 *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f"
                 *         },
                 *         "created_at": "2026-11-21T09:23:32.234Z",
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
                 *       "created_at": "2026-11-21T09:23:32.234Z",
                 *       "data": {
                 *         "email_id": "01a1fd5f-6f2d-79a0-8fcb-c39878c82f27",
                 *         "tags": {
                 *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f"
                 *         },
                 *         "created_at": "2026-11-21T09:23:32.234Z",
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
            406: components["responses"]["Unreadable"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                 * @example IWQRYlXquBylLEM6SWgLWs6ojtTWndJu
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
                 *       "created_at": "2026-11-21T11:34:28.746Z",
                 *       "data": {
                 *         "email_id": "01a1fd5f-6f2d-79a0-8fcb-c39878c82f27",
                 *         "tags": {
                 *           "signup_id": "01a1fd57-87b8-7d90-8ae0-22567d3d293e"
                 *         },
                 *         "created_at": "2026-11-21T11:34:28.746Z",
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
                 *       "created_at": "2026-11-21T11:34:28.746Z",
                 *       "data": {
                 *         "email_id": "01a1fd5f-6f2d-79a0-8fcb-c39878c82f27",
                 *         "tags": {
                 *           "signup_id": "01a1fd57-87b8-7d90-8ae0-22567d3d293e"
                 *         },
                 *         "created_at": "2026-11-21T11:34:28.746Z",
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
            406: components["responses"]["Unreadable"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The place of the signup. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "waitlist_name": "Acme Notes",
                     *       "position": 4,
                     *       "display_position": 4,
                     *       "total": 5,
                     *       "referral_code": "4wsnz23pqc",
                     *       "referral_link": "https://notes.example.com/?ref=4wsnz23pqc",
                     *       "referral_count": 0,
                     *       "confirmed": null,
                     *       "rewards": [],
                     *       "ladder": [
                     *         {
                     *           "key": "stickers",
                     *           "name": "Stickers",
                     *           "text": "Five stickers, sent by post.",
                     *           "image": "https://notes.example.com/stickers.png",
                     *           "at": 1,
                     *           "missing": 1,
                     *           "reached_at": null
                     *         },
                     *         {
                     *           "key": "t-shirt",
                     *           "name": "A T-shirt",
                     *           "text": null,
                     *           "image": null,
                     *           "at": 10,
                     *           "missing": 10,
                     *           "reached_at": null
                     *         }
                     *       ],
                     *       "invitation_state": null,
                     *       "invitation_url": null,
                     *       "moved": 0,
                     *       "per_referral": 2,
                     *       "rank": 4
                     *     }
                     */
                    "application/json": components["schemas"]["SignupStatus"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readPublicLeaderboard: {
        parameters: {
            query?: {
                /**
                 * @description The most entries of the answer. The leaderboard has 1,000 at most.
                 * @example 3
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The leaderboard, and the own rank. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "rank": 1,
                     *           "name": "a…",
                     *           "referral_count": 1
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 3,
                     *       "offset": 0,
                     *       "has_more": false,
                     *       "you": {
                     *         "rank": null,
                     *         "referral_count": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PublicLeaderboard"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `form.id` of the settings.
                 * @example f_PG0RZyqFsBvB90lYrC5ll4
                 */
                form_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "hedy@example.com",
                 *       "ref": "4wsnz23pqc",
                 *       "utm_source": "newsletter",
                 *       "company": "Acme",
                 *       "_time": "KRtoMm5s9YwJiLQSvJhVQm4YzBJ1oh"
                 *     }
                 */
                "application/json": components["schemas"]["FormPost"];
                /**
                 * @example {
                 *       "email": "hedy@example.com",
                 *       "ref": "4wsnz23pqc",
                 *       "utm_source": "newsletter",
                 *       "company": "Acme",
                 *       "_time": "KRtoMm5s9YwJiLQSvJhVQm4YzBJ1oh"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["FormPost"];
                /**
                 * @example {
                 *       "email": "hedy@example.com",
                 *       "ref": "4wsnz23pqc",
                 *       "utm_source": "newsletter",
                 *       "company": "Acme",
                 *       "_time": "KRtoMm5s9YwJiLQSvJhVQm4YzBJ1oh"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["FormPost"];
            };
        };
        responses: {
            /** @description Taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "message": "Thank you. You are on the list."
                     *     }
                     */
                    "application/json": components["schemas"]["FormTaken"];
                };
            };
            /** @description Taken, for a plain form of a waitlist with a `redirect_url`. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            402: components["responses"]["QuotaExceeded"];
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
    signFormTime: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `form.id` of the settings.
                 * @example f_PG0RZyqFsBvB90lYrC5ll4
                 */
                form_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed time. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "time": "0VVJa9jMvJAf3riRz1OfOxIWrve0WR"
                     *     }
                     */
                    "application/json": components["schemas"]["FormTime"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            404: components["responses"]["NotFound"];
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
                     *       "account_id": "01a1fd55-bf45-7591-8422-e9632228ba38",
                     *       "plan": "launch",
                     *       "quota": {
                     *         "tier": "launch",
                     *         "signups_used": 5,
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
    listAuditLog: {
        parameters: {
            query?: {
                /**
                 * @description The most items on the page.
                 * @example 1
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the last page: the entries behind it, which are older.
                 * @example 01a1fd57-aa7a-78bb-8a7e-9758079bdc12
                 */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log. */
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
                     *           "id": "01a1fd57-aa7a-78bb-8a7e-9758079bdc12",
                     *           "created_at": "2026-11-21T09:05:07.412Z",
                     *           "actor": {
                     *             "type": "api_key",
                     *             "id": "01a1fd53-7747-7b08-8b96-8958e88f10b4",
                     *             "name": "Website"
                     *           },
                     *           "action": "field.created",
                     *           "object": {
                     *             "type": "field",
                     *             "id": "01a1fd51-bf00-75af-8c4b-c192c0f65861"
                     *           },
                     *           "details": {
                     *             "key": "team_size"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "01a1fd57-aa7a-78bb-8a7e-9758079bdc12"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditPage"];
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
    exportAuditLog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CSV file. */
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
                     * @example id,created_at,actor_type,actor_id,actor_name,action,object_type,object_id,details
                     *     01a1fd52-88da-71dc-8c1d-2563196a12e0,2026-11-21T09:08:11.549Z,api_key,01a1fd53-7747-7b08-8b96-8958e88f10b4,Website,audit_log.exported,audit_log,,{}
                     *     01a1fd57-aa7a-78bb-8a7e-9758079bdc12,2026-11-21T09:05:07.412Z,api_key,01a1fd53-7747-7b08-8b96-8958e88f10b4,Website,field.created,field,01a1fd51-bf00-75af-8c4b-c192c0f65861,"{""key"":""team_size""}"
                     *     01a1fd5a-cded-7736-8f16-3c2228d1d12b,2026-11-21T09:04:06.033Z,api_key,01a1fd53-7747-7b08-8b96-8958e88f10b4,Website,field.created,field,01a1fd51-bf00-75af-8c4b-c192c0f65861,"{""key"":""company""}"
                     *     01a1fd5a-9b33-756f-8226-9191de220433,2026-11-21T09:03:04.654Z,api_key,01a1fd53-7747-7b08-8b96-8958e88f10b4,Website,waitlist.created,waitlist,01a1fd51-bf00-75af-8c4b-c192c0f65861,"{""name"":""Acme Notes""}"
                     *     01a1fd57-d746-77b0-8ac5-59e0aabb9571,2026-11-21T10:41:38.399Z,command_line,,,api_key.created,api_key,01a1fd53-7747-7b08-8b96-8958e88f10b4,"{""name"":""Website"",""scopes"":[""account:read"",""account:write"",""waitlists:read"",""waitlists:write"",""waitlists:delete"",""signups:read"",""signups:write"",""signups:delete"",""signups:bulk"",""signups:update"",""settings:read"",""settings:write"",""people:manage"",""events:read"",""events:replay"",""reviews:read"",""reviews:write"",""invitations:read"",""invitations:write"",""conversions:write"",""imports:write"",""announcements:read"",""announcements:write"",""rewards:read"",""rewards:write""]}"
                     */
                    "text/csv": string;
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
                 * @example 1
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
                     *           "id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "name": "Acme Notes",
                     *           "created_at": "2026-11-21T09:03:04.654Z",
                     *           "signup_count": 5
                     *         }
                     *       ],
                     *       "total": 2,
                     *       "limit": 1,
                     *       "offset": 1,
                     *       "has_more": false
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
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
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
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "Acme Notes",
                     *       "created_at": "2026-11-21T09:03:04.654Z"
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
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
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
                     *       "id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "Acme Notes",
                     *       "created_at": "2026-11-21T09:03:04.654Z",
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
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
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
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
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
                     *       "id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "Acme Notes",
                     *       "created_at": "2026-11-21T09:03:04.654Z",
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
                /**
                 * @description `newest` or `oldest` first, most `referrals` first, or by `display_position`, which is by position while the waitlist has no bonus. Ties are by position. Default: `newest`.
                 * @example display_position
                 */
                order?: "newest" | "oldest" | "referrals" | "display_position";
                /**
                 * @description Only the signup with this address, compared as when it is added.
                 * @example margaret@example.com
                 */
                email?: string;
                /**
                 * @description Only the signup with this code. Case and hyphens do not matter; `O` is read as `0`, `I` and `L` as `1`. A text that cannot be a code matches nothing.
                 * @example 4wsnz23pqc
                 */
                referral_code?: string;
                /**
                 * @description Only signups with exactly this campaign or channel.
                 * @example newsletter
                 */
                utm_source?: string;
                /**
                 * @description Only signups whose link had exactly this `utm_campaign`, whatever `match` says.
                 * @example launch-week
                 */
                utm_campaign?: string;
                /**
                 * @description Only signups whose email has this status. `none`: no status yet.
                 * @example clicked
                 */
                email_status?: "none" | "config_error" | "sent" | "delivery_delayed" | "failed" | "suppressed" | "delivered" | "opened" | "clicked" | "bounced" | "complained";
                /**
                 * @description Only signups whose email bounced like this: for good (`permanent`), or so that a later one may arrive (`transient`).
                 * @example transient
                 */
                bounce_class?: "permanent" | "transient";
                /**
                 * @description Only signups that the signup with this id referred.
                 * @example 01a1fd5d-4412-7a7f-8aae-315eed2df35d
                 */
                referred_by?: string;
                /**
                 * @description Only signups of this day or later, as `YYYY-MM-DD` in UTC; or of this time or later, in ISO 8601 with `Z` or an offset.
                 * @example 2026-11-21
                 */
                created_from?: string;
                /**
                 * @description Only signups until the end of this day, as `YYYY-MM-DD` in UTC; or until this time, in ISO 8601 with `Z` or an offset.
                 * @example 2026-11-21T09:34:47.403Z
                 */
                created_to?: string;
                /**
                 * @description Only signups whose address contains this text. At least 3 characters; case does not matter.
                 * @example margaret@
                 */
                q?: string;
                /**
                 * @description Only signups that have confirmed their address, or only those that have not.
                 * @example true
                 */
                confirmed?: "true" | "false";
                /**
                 * @description How `utm_source` and the texts of custom fields are compared: `exact`, the default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever its case.
                 * @example any_case
                 */
                match?: "exact" | "any_case" | "contains";
                /**
                 * @description Only signups of this segment of the waitlist.
                 * @example 01a1fd5f-058b-7d0f-8614-7762b7e69a06
                 */
                segment?: string;
                /**
                 * @description Only signups with exactly this value of the custom field KEY, one parameter `field.KEY=value` for each field: `field.company=Acme`, `field.team_size=12`, `field.vip=true`. The field must exist.
                 * @example {
                 *       "field.company": "Acme",
                 *       "field.team_size": "12"
                 *     }
                 */
                fields?: {
                    [key: string]: string;
                };
                /**
                 * @description Leaves out signups with this value of the custom field KEY, compared as `match` says: `not_field.company=Acme`. Those without a value stay.
                 * @example {
                 *       "not_field.company": "Globex"
                 *     }
                 */
                not_fields?: {
                    [key: string]: string;
                };
                /**
                 * @description Leaves out signups whose address is at one of these domains, or at one below it: at most 20, separated by commas, such as `acme.com,acme.io`.
                 * @example globex.com,globex.io
                 */
                not_email_domains?: string;
                /**
                 * @description Facts that the answer has in addition: `mail`, `locale`, `note`, `confirmation`, `assessment`, `rewards`, `invitation`, `campaign`, separated by commas.
                 * @example confirmation,assessment,invitation,rewards,locale,note,campaign
                 */
                include?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
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
                     *           "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "email": "margaret@example.com",
                     *           "position": 4,
                     *           "display_position": 4,
                     *           "utm_source": "newsletter",
                     *           "referrer": "https://www.example.org/post",
                     *           "referral_code": "4wsnz23pqc",
                     *           "referral_count": 0,
                     *           "referred_by": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *           "metadata": {
                     *             "page": "pricing"
                     *           },
                     *           "fields": {
                     *             "company": "Acme",
                     *             "team_size": 12
                     *           },
                     *           "created_at": "2026-11-21T09:22:30.855Z",
                     *           "email_status": "clicked",
                     *           "email_delivered_at": "2026-11-21T09:23:32.234Z",
                     *           "email_opened_at": "2026-11-21T09:25:34.992Z",
                     *           "email_clicked_at": "2026-11-21T09:27:37.750Z"
                     *         },
                     *         {
                     *           "id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *           "email": "ada@example.com",
                     *           "position": 3,
                     *           "display_position": 1,
                     *           "utm_source": null,
                     *           "referrer": null,
                     *           "referral_code": "8bpa6khf8t",
                     *           "referral_count": 1,
                     *           "referred_by": null,
                     *           "metadata": {
                     *             "page": "home"
                     *           },
                     *           "fields": {},
                     *           "created_at": "2026-11-21T09:21:29.476Z",
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
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
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
                 *       "utm_medium": "email",
                 *       "utm_campaign": "launch-week",
                 *       "utm_content": "second-post",
                 *       "referrer": "https://www.example.org/post",
                 *       "referral_code": "8bpa6khf8t",
                 *       "metadata": {
                 *         "page": "pricing"
                 *       },
                 *       "fields": {
                 *         "company": "Acme",
                 *         "team_size": 12
                 *       },
                 *       "locale": "en-GB"
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
                     *       "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *       "position": 4,
                     *       "total": 4,
                     *       "referral_code": "4wsnz23pqc"
                     *     }
                     */
                    "application/json": components["schemas"]["SignupAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
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
    readSignup: {
        parameters: {
            query?: {
                /**
                 * @description Facts that the answer has in addition: `mail`, `locale`, `note`, `confirmation`, `assessment`, `rewards`, `invitation`, `campaign`, separated by commas.
                 * @example confirmation,assessment,invitation,rewards,locale,note,campaign
                 */
                include?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The signup's id.
                 * @example 01a1fd58-b6f9-7135-8deb-2efc94504e4f
                 */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signup. */
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
                     *       "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *       "email": "margaret@example.com",
                     *       "position": 4,
                     *       "display_position": 4,
                     *       "utm_source": "newsletter",
                     *       "referrer": "https://www.example.org/post",
                     *       "referral_code": "4wsnz23pqc",
                     *       "referral_count": 0,
                     *       "referred_by": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *       "metadata": {
                     *         "page": "pricing"
                     *       },
                     *       "fields": {
                     *         "company": "Acme",
                     *         "team_size": 12
                     *       },
                     *       "created_at": "2026-11-21T09:22:30.855Z",
                     *       "email_status": "clicked",
                     *       "email_delivered_at": "2026-11-21T09:23:32.234Z",
                     *       "email_opened_at": "2026-11-21T09:25:34.992Z",
                     *       "email_clicked_at": "2026-11-21T09:27:37.750Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Signup"];
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
    removeSignup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The signup's id.
                 * @example 01a1fd57-87b8-7d90-8ae0-22567d3d293e
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
    updateSignup: {
        parameters: {
            query?: {
                /**
                 * @description Facts that the answer has in addition: `mail`, `locale`, `note`, `confirmation`, `assessment`, `rewards`, `invitation`, `campaign`, separated by commas.
                 * @example note
                 */
                include?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The signup's id.
                 * @example 01a1fd58-b6f9-7135-8deb-2efc94504e4f
                 */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fields": {
                 *         "team_size": 14
                 *       },
                 *       "note": "Met her at the conference: invite her first."
                 *     }
                 */
                "application/json": components["schemas"]["SignupChange"];
            };
        };
        responses: {
            /** @description The signup as it is now. */
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
                     *       "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *       "email": "margaret@example.com",
                     *       "position": 4,
                     *       "display_position": 4,
                     *       "utm_source": "newsletter",
                     *       "referrer": "https://www.example.org/post",
                     *       "referral_code": "4wsnz23pqc",
                     *       "referral_count": 0,
                     *       "referred_by": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *       "metadata": {
                     *         "page": "pricing"
                     *       },
                     *       "fields": {
                     *         "company": "Acme",
                     *         "team_size": 14
                     *       },
                     *       "created_at": "2026-11-21T09:22:30.855Z",
                     *       "email_status": "clicked",
                     *       "email_delivered_at": "2026-11-21T09:23:32.234Z",
                     *       "email_opened_at": "2026-11-21T09:25:34.992Z",
                     *       "email_clicked_at": "2026-11-21T09:27:37.750Z",
                     *       "note": {
                     *         "text": "Met her at the conference: invite her first.",
                     *         "by": "Website",
                     *         "written_at": "2026-11-21T09:37:51.540Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Signup"];
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
    readSignupLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The signup's id.
                 * @example 01a1fd58-b6f9-7135-8deb-2efc94504e4f
                 */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
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
                     *       "referral_link": "https://notes.example.com/?ref=4wsnz23pqc",
                     *       "status_token": "uZkY6DWB0VzdOuveJtiQ777fwZwOX3ifzAIeFt5h39N92DAFoKJG4mW3iC7Xc2EFEnLv",
                     *       "status_url": "https://waitlist.example.com/s/uZkY6DWB0VzdOuveJtiQ777fwZwOX3ifzAIeFt5h39N92DAFoKJG4mW3iC7Xc2EFEnLv",
                     *       "unsubscribe_url": "https://waitlist.example.com/u/t7WU3bLtHdaOa2F4wfLjembkTZMtBy8Ke1GYcqGH7957wb6jLBA6Lg0FhBkcxrkXpfG7"
                     *     }
                     */
                    "application/json": components["schemas"]["SignupLinks"];
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
    addSignups: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signups": [
                 *         {
                 *           "email": "joan@example.com",
                 *           "utm_source": "import"
                 *         },
                 *         {
                 *           "email": "ada@example.com"
                 *         },
                 *         {
                 *           "email": "edith@example.com",
                 *           "fields": {
                 *             "team_size": "ten"
                 *           }
                 *         }
                 *       ],
                 *       "notify": false
                 *     }
                 */
                "application/json": components["schemas"]["NewSignups"];
            };
        };
        responses: {
            /** @description What became of each signup. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "index": 0,
                     *           "status": "created",
                     *           "id": "01a1fd58-e21a-79e1-8a4b-18e820e77d29",
                     *           "position": 5,
                     *           "referral_code": "r5qx8a25z5"
                     *         },
                     *         {
                     *           "index": 1,
                     *           "status": "existing",
                     *           "id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *           "position": 3,
                     *           "referral_code": "8bpa6khf8t"
                     *         },
                     *         {
                     *           "index": 2,
                     *           "status": "rejected",
                     *           "error": {
                     *             "code": "invalid_request",
                     *             "message": "fields.team_size: must be a number"
                     *           }
                     *         }
                     *       ],
                     *       "created": 1,
                     *       "existing": 1,
                     *       "rejected": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BulkResult"];
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
    exportSignups: {
        parameters: {
            query?: {
                /**
                 * @description Only the signup with this address, compared as when it is added.
                 * @example margaret@example.com
                 */
                email?: string;
                /**
                 * @description Only the signup with this code. Case and hyphens do not matter; `O` is read as `0`, `I` and `L` as `1`. A text that cannot be a code matches nothing.
                 * @example 4wsnz23pqc
                 */
                referral_code?: string;
                /**
                 * @description Only signups with exactly this campaign or channel.
                 * @example newsletter
                 */
                utm_source?: string;
                /**
                 * @description Only signups whose link had exactly this `utm_campaign`, whatever `match` says.
                 * @example launch-week
                 */
                utm_campaign?: string;
                /**
                 * @description Only signups whose email has this status. `none`: no status yet.
                 * @example clicked
                 */
                email_status?: "none" | "config_error" | "sent" | "delivery_delayed" | "failed" | "suppressed" | "delivered" | "opened" | "clicked" | "bounced" | "complained";
                /**
                 * @description Only signups whose email bounced like this: for good (`permanent`), or so that a later one may arrive (`transient`).
                 * @example transient
                 */
                bounce_class?: "permanent" | "transient";
                /**
                 * @description Only signups that the signup with this id referred.
                 * @example 01a1fd5d-4412-7a7f-8aae-315eed2df35d
                 */
                referred_by?: string;
                /**
                 * @description Only signups of this day or later, as `YYYY-MM-DD` in UTC; or of this time or later, in ISO 8601 with `Z` or an offset.
                 * @example 2026-11-21
                 */
                created_from?: string;
                /**
                 * @description Only signups until the end of this day, as `YYYY-MM-DD` in UTC; or until this time, in ISO 8601 with `Z` or an offset.
                 * @example 2026-11-21T09:34:47.403Z
                 */
                created_to?: string;
                /**
                 * @description Only signups whose address contains this text. At least 3 characters; case does not matter.
                 * @example margaret@
                 */
                q?: string;
                /**
                 * @description Only signups that have confirmed their address, or only those that have not.
                 * @example true
                 */
                confirmed?: "true" | "false";
                /**
                 * @description How `utm_source` and the texts of custom fields are compared: `exact`, the default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever its case.
                 * @example any_case
                 */
                match?: "exact" | "any_case" | "contains";
                /**
                 * @description Only signups of this segment of the waitlist.
                 * @example 01a1fd5f-058b-7d0f-8614-7762b7e69a06
                 */
                segment?: string;
                /**
                 * @description Only signups with exactly this value of the custom field KEY, one parameter `field.KEY=value` for each field: `field.company=Acme`, `field.team_size=12`, `field.vip=true`. The field must exist.
                 * @example {
                 *       "field.company": "Acme",
                 *       "field.team_size": "12"
                 *     }
                 */
                fields?: {
                    [key: string]: string;
                };
                /**
                 * @description Leaves out signups with this value of the custom field KEY, compared as `match` says: `not_field.company=Acme`. Those without a value stay.
                 * @example {
                 *       "not_field.company": "Globex"
                 *     }
                 */
                not_fields?: {
                    [key: string]: string;
                };
                /**
                 * @description Leaves out signups whose address is at one of these domains, or at one below it: at most 20, separated by commas, such as `acme.com,acme.io`.
                 * @example globex.com,globex.io
                 */
                not_email_domains?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
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
                     * @example position,email,created_at,utm_source,referrer,email_status,email_delivered_at,email_opened_at,email_clicked_at,metadata,id,referral_code,referral_count,referred_by,display_position,fields,confirmed_at,unsubscribed_at,review_state,invitation_state,invited_at,converted_at,locale,bounce_class,notes,archived,utm_medium,utm_campaign,utm_term,utm_content
                     *     1,grace@example.com,2026-11-21T09:19:26.718Z,,,sent,,,,{},01a1fd54-a660-75b4-85aa-80f8c93910a9,4sw07s6qfs,0,,1,{},,,,,,,,,,,,,,
                     *     2,alan@example.com,2026-11-21T09:20:28.097Z,,,sent,,,,{},01a1fd5b-dda0-7108-8dd7-4b4c184fb767,1nw3g2aw53,0,,2,{},,,,,,,,,,,,,,
                     *     3,ada@example.com,2026-11-21T09:21:29.476Z,,,sent,,,,"{""page"":""home""}",01a1fd5d-4412-7a7f-8aae-315eed2df35d,8bpa6khf8t,1,,1,{},,,,,,,,,,,,,,
                     *     4,margaret@example.com,2026-11-21T09:22:30.855Z,newsletter,https://www.example.org/post,clicked,2026-11-21T09:23:32.234Z,2026-11-21T09:25:34.992Z,2026-11-21T09:27:37.750Z,"{""page"":""pricing""}",01a1fd58-b6f9-7135-8deb-2efc94504e4f,4wsnz23pqc,0,01a1fd5d-4412-7a7f-8aae-315eed2df35d,4,"{""company"":""Acme"",""team_size"":14}",,,,,,,en-GB,,Met her at the conference: invite her first.,,email,launch-week,,second-post
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
                /**
                 * @description Facts that the answer has in addition: `confirmation`, `campaigns`, separated by commas.
                 * @example confirmation,campaigns
                 */
                include?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
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
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
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
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
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
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
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
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
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
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
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
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
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
        requestBody?: {
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
                     *         "created_at": "2026-11-21T09:16:22.581Z"
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
                 *         ],
                 *         "retries": "standard"
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
                     *       "signing_secret": "whsec_+8pAcQOOs220GLRogyGEFkqJel7MR1LH8ENys9OVfkM="
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
                     *       "created_at": "2026-11-21T09:16:22.581Z"
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
                     *         "id": "01a1fd51-3f0f-7d74-8be0-55229f6ce95e",
                     *         "event_type": "signup.created",
                     *         "status": "success",
                     *         "response_status": 204,
                     *         "error": null,
                     *         "created_at": "2026-11-21T09:55:14.983Z",
                     *         "delivered_at": "2026-11-21T09:55:14.983Z",
                     *         "is_test": false
                     *       },
                     *       {
                     *         "id": "01a1fd5b-4887-70fe-814f-73e418548e1d",
                     *         "event_type": "signup.created",
                     *         "status": "success",
                     *         "response_status": 204,
                     *         "error": null,
                     *         "created_at": "2026-11-21T09:22:30.855Z",
                     *         "delivered_at": "2026-11-21T09:22:30.855Z",
                     *         "is_test": false
                     *       },
                     *       {
                     *         "id": "01a1fd5e-b8e5-795e-8417-54eae1e9d8dd",
                     *         "event_type": "signup.created",
                     *         "status": "success",
                     *         "response_status": 204,
                     *         "error": null,
                     *         "created_at": "2026-11-21T09:21:29.476Z",
                     *         "delivered_at": "2026-11-21T09:21:29.476Z",
                     *         "is_test": false
                     *       },
                     *       {
                     *         "id": "01a1fd5f-26ae-7b75-8ad8-b9f5b091bd07",
                     *         "event_type": "signup.created",
                     *         "status": "success",
                     *         "response_status": 204,
                     *         "error": null,
                     *         "created_at": "2026-11-21T09:20:28.097Z",
                     *         "delivered_at": "2026-11-21T09:20:28.097Z",
                     *         "is_test": false
                     *       },
                     *       {
                     *         "id": "01a1fd57-c33e-7ac9-8dcd-3b0a474964db",
                     *         "event_type": "signup.created",
                     *         "status": "success",
                     *         "response_status": 204,
                     *         "error": null,
                     *         "created_at": "2026-11-21T09:19:26.718Z",
                     *         "delivered_at": "2026-11-21T09:19:26.718Z",
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
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description The `next_cursor` of the last page: the events behind it.
                 * @example e3
                 */
                after?: string;
                /**
                 * @description Only events from this time on.
                 * @example 2026-11-21T09:42:58.435Z
                 */
                from?: string;
                /**
                 * @description Only these types, separated by commas.
                 * @example signup.created,signup.removed
                 */
                types?: string;
                /**
                 * @description Only events of this waitlist.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                waitlist_id?: string;
                /**
                 * @description The most events on the page.
                 * @example 1
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
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
                     *           "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "type": "signup.created",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "created_at": "2026-11-21T09:22:30.855Z",
                     *           "data": {
                     *             "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *             "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *             "waitlist_name": "Acme Notes",
                     *             "email": "margaret@example.com",
                     *             "position": 4,
                     *             "total": 4,
                     *             "referral_code": "4wsnz23pqc",
                     *             "referred_by": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *             "utm_source": "newsletter",
                     *             "metadata": {
                     *               "page": "pricing"
                     *             },
                     *             "created_at": "2026-11-21T09:22:30.855Z"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "e4",
                     *       "has_more": true
                     *     }
                     */
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Which integration.
                 * @example webhook
                 */
                type: "webhook" | "chat_blocks" | "chat_embeds" | "contacts" | "analytics" | "newsletter";
                /**
                 * @description The attempt's id.
                 * @example 01a1fd56-3850-7895-865e-4dcfaa1cd1a3
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempt. */
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
                     *       "id": "01a1fd56-3850-7895-865e-4dcfaa1cd1a3",
                     *       "event_type": "signup.created",
                     *       "status": "failed",
                     *       "response_status": 500,
                     *       "error": "The receiver answered 500.",
                     *       "created_at": "2026-11-21T09:57:17.741Z",
                     *       "delivered_at": null,
                     *       "is_test": false,
                     *       "event_id": "01a1fd57-4367-7deb-8bab-35a2cf7b4abe",
                     *       "attempt": 1,
                     *       "request": {
                     *         "method": "POST",
                     *         "headers": {
                     *           "content-type": "application/json",
                     *           "service-timestamp": "1795255037",
                     *           "webhook-id": "01a1fd57-4367-7deb-8bab-35a2cf7b4abe",
                     *           "webhook-timestamp": "1795255037"
                     *         },
                     *         "body": "{\"type\":\"signup.created\",\"data\":{\"id\":\"01a1fd57-4367-7deb-8bab-35a2cf7b4abe\",\"waitlist_id\":\"01a1fd51-bf00-75af-8c4b-c192c0f65861\",\"waitlist_name\":\"Acme Notes\",\"email\":\"katherine@example.com\",\"position\":7,\"total\":7,\"referral_code\":\"j7ys13zfj5\",\"referred_by\":null,\"utm_source\":null,\"metadata\":{},\"created_at\":\"2026-11-21T09:57:17.741Z\"}}"
                     *       },
                     *       "response": {
                     *         "status": 500,
                     *         "body": "upstream timed out"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryDetails"];
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
    readHealth: {
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
            /** @description The health. */
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
                     *       "state": "failing",
                     *       "failing_since": "2026-11-21T09:57:17.741Z",
                     *       "missed_since": "2026-11-21T09:55:14.983Z",
                     *       "undelivered": 0,
                     *       "disabled_at": null,
                     *       "reason": "The receiver answered 500.",
                     *       "pending": 1,
                     *       "oldest_pending": "2026-11-21T09:57:17.741Z"
                     *     }
                     */
                    "application/json": components["schemas"]["IntegrationHealth"];
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
    redeliverEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Which integration.
                 * @example webhook
                 */
                type: "webhook" | "chat_blocks" | "chat_embeds" | "contacts" | "analytics" | "newsletter";
                /**
                 * @description The event's id.
                 * @example 01a1fd57-4367-7deb-8bab-35a2cf7b4abe
                 */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event will be delivered. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "01a1fd57-4367-7deb-8bab-35a2cf7b4abe"
                     *     }
                     */
                    "application/json": components["schemas"]["Redelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
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
    replayEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
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
                 *       "since": "2026-11-21T09:00:00.517Z",
                 *       "until": "2026-11-21T10:01:23.257Z",
                 *       "types": [
                 *         "signup.created"
                 *       ],
                 *       "only": "failed"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description How many events will be delivered, or would be. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replay_id": null,
                     *       "matched": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
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
    dismissMissed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
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
            /** @description Dismissed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
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
    rotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap_hours": 24
                 *     }
                 */
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signing_secret": "whsec_ZTXzVxxOBmgcPAP2vjRisTlPJoRWwI5mJhfusgnWbVA=",
                     *       "previous_expires_at": "2026-11-22T10:04:27.394Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
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
    readSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
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
                     *       "links": {
                     *         "site_url": "https://notes.example.com/",
                     *         "status_page": true,
                     *         "hide": [],
                     *         "show_rewards": true
                     *       },
                     *       "confirmation": {
                     *         "enabled": false,
                     *         "expires_hours": 48,
                     *         "url": null,
                     *         "redirect_url": null,
                     *         "remind_after_hours": null,
                     *         "credit": "on_signup"
                     *       },
                     *       "abuse": {
                     *         "mode": "enforce",
                     *         "velocity": {
                     *           "per_hour": 20,
                     *           "burst": 20
                     *         },
                     *         "settle_hours": 48,
                     *         "hold_email": false,
                     *         "reasons": {
                     *           "disposable_domain": "withhold",
                     *           "blocked_domain": "withhold",
                     *           "alias": "withhold",
                     *           "velocity": "withhold",
                     *           "domain_cluster": "withhold",
                     *           "scripted": "flag",
                     *           "network": "flag",
                     *           "no_mx": "withhold",
                     *           "bounced": "withhold",
                     *           "complained": "withhold",
                     *           "failed": "flag",
                     *           "tainted_code": "withhold"
                     *         },
                     *         "block_domains": [],
                     *         "allow_domains": [],
                     *         "allow_networks": []
                     *       },
                     *       "rewards": [
                     *         {
                     *           "at": 1,
                     *           "key": "stickers",
                     *           "name": "Stickers",
                     *           "text": "Five stickers, sent by post.",
                     *           "image": "https://notes.example.com/stickers.png"
                     *         },
                     *         {
                     *           "at": 10,
                     *           "key": "t-shirt",
                     *           "name": "A T-shirt"
                     *         }
                     *       ],
                     *       "leaderboard": {
                     *         "name_field": null,
                     *         "public": true
                     *       },
                     *       "invitations": {
                     *         "url": "https://notes.example.com/welcome",
                     *         "require_email_match": true,
                     *         "show_link": false
                     *       },
                     *       "mail": {
                     *         "postal_address": null
                     *       },
                     *       "form": {
                     *         "enabled": true,
                     *         "id": "f_PG0RZyqFsBvB90lYrC5ll4",
                     *         "url": "https://waitlist.example.com/f/f_PG0RZyqFsBvB90lYrC5ll4",
                     *         "script_url": "https://waitlist.example.com/f/f_PG0RZyqFsBvB90lYrC5ll4/script.js",
                     *         "origins": [
                     *           "https://notes.example.com"
                     *         ],
                     *         "captcha": null,
                     *         "redirect_url": null,
                     *         "fields": [
                     *           "company"
                     *         ]
                     *       },
                     *       "page": {
                     *         "enabled": true,
                     *         "slug": "field-notes",
                     *         "show_total": true,
                     *         "invited_by_field": null,
                     *         "url": "https://waitlist.example.com/w/field-notes",
                     *         "embed_url": "https://waitlist.example.com/w/field-notes/embed.js"
                     *       },
                     *       "retention": {
                     *         "unconfirmed_days": 30,
                     *         "delete_on": null,
                     *         "delete_after_conversion_days": null
                     *       },
                     *       "brand": {
                     *         "logo": "https://waitlist.example.com/brand/QmVvei3wMttzl542WdH4TPLP.png",
                     *         "color": "#4338ca",
                     *         "background": null,
                     *         "headline": "Notes that write themselves",
                     *         "text": null,
                     *         "links": [
                     *           {
                     *             "label": "Imprint",
                     *             "url": "https://notes.example.com/imprint"
                     *           }
                     *         ],
                     *         "language": null,
                     *         "font": "system",
                     *         "theme": "auto"
                     *       },
                     *       "archive": {
                     *         "enabled": false,
                     *         "text": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WaitlistSettings"];
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
    updateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "links": {
                 *         "site_url": "https://notes.example.com/",
                 *         "status_page": true,
                 *         "show_rewards": true
                 *       },
                 *       "rewards": [
                 *         {
                 *           "at": 1,
                 *           "key": "stickers",
                 *           "name": "Stickers",
                 *           "text": "Five stickers, sent by post.",
                 *           "image": "https://notes.example.com/stickers.png"
                 *         },
                 *         {
                 *           "at": 10,
                 *           "key": "t-shirt",
                 *           "name": "A T-shirt"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WaitlistSettingsChange"];
            };
        };
        responses: {
            /** @description All settings as they are now. */
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
                     *       "links": {
                     *         "site_url": "https://notes.example.com/",
                     *         "status_page": true,
                     *         "hide": [],
                     *         "show_rewards": true
                     *       },
                     *       "confirmation": {
                     *         "enabled": false,
                     *         "expires_hours": 48,
                     *         "url": null,
                     *         "redirect_url": null,
                     *         "remind_after_hours": null,
                     *         "credit": "on_signup"
                     *       },
                     *       "abuse": {
                     *         "mode": "enforce",
                     *         "velocity": {
                     *           "per_hour": 20,
                     *           "burst": 20
                     *         },
                     *         "settle_hours": 48,
                     *         "hold_email": false,
                     *         "reasons": {
                     *           "disposable_domain": "withhold",
                     *           "blocked_domain": "withhold",
                     *           "alias": "withhold",
                     *           "velocity": "withhold",
                     *           "domain_cluster": "withhold",
                     *           "scripted": "flag",
                     *           "network": "flag",
                     *           "no_mx": "withhold",
                     *           "bounced": "withhold",
                     *           "complained": "withhold",
                     *           "failed": "flag",
                     *           "tainted_code": "withhold"
                     *         },
                     *         "block_domains": [],
                     *         "allow_domains": [],
                     *         "allow_networks": []
                     *       },
                     *       "rewards": [
                     *         {
                     *           "at": 1,
                     *           "key": "stickers",
                     *           "name": "Stickers",
                     *           "text": "Five stickers, sent by post.",
                     *           "image": "https://notes.example.com/stickers.png"
                     *         },
                     *         {
                     *           "at": 10,
                     *           "key": "t-shirt",
                     *           "name": "A T-shirt"
                     *         }
                     *       ],
                     *       "leaderboard": {
                     *         "name_field": null,
                     *         "public": true
                     *       },
                     *       "invitations": {
                     *         "url": "https://notes.example.com/welcome",
                     *         "require_email_match": true,
                     *         "show_link": false
                     *       },
                     *       "mail": {
                     *         "postal_address": null
                     *       },
                     *       "form": {
                     *         "enabled": true,
                     *         "id": "f_PG0RZyqFsBvB90lYrC5ll4",
                     *         "url": "https://waitlist.example.com/f/f_PG0RZyqFsBvB90lYrC5ll4",
                     *         "script_url": "https://waitlist.example.com/f/f_PG0RZyqFsBvB90lYrC5ll4/script.js",
                     *         "origins": [
                     *           "https://notes.example.com"
                     *         ],
                     *         "captcha": null,
                     *         "redirect_url": null,
                     *         "fields": [
                     *           "company"
                     *         ]
                     *       },
                     *       "page": {
                     *         "enabled": true,
                     *         "slug": "field-notes",
                     *         "show_total": true,
                     *         "invited_by_field": null,
                     *         "url": "https://waitlist.example.com/w/field-notes",
                     *         "embed_url": "https://waitlist.example.com/w/field-notes/embed.js"
                     *       },
                     *       "retention": {
                     *         "unconfirmed_days": 30,
                     *         "delete_on": null,
                     *         "delete_after_conversion_days": null
                     *       },
                     *       "brand": {
                     *         "logo": "https://waitlist.example.com/brand/QmVvei3wMttzl542WdH4TPLP.png",
                     *         "color": "#4338ca",
                     *         "background": null,
                     *         "headline": "Notes that write themselves",
                     *         "text": null,
                     *         "links": [
                     *           {
                     *             "label": "Imprint",
                     *             "url": "https://notes.example.com/imprint"
                     *           }
                     *         ],
                     *         "language": null,
                     *         "font": "system",
                     *         "theme": "auto"
                     *       },
                     *       "archive": {
                     *         "enabled": false,
                     *         "text": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WaitlistSettings"];
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
    revokeLinks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "status"
                 *     }
                 */
                "application/json": components["schemas"]["LinkRevocation"];
            };
        };
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
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
    setLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/png": unknown;
                "image/jpeg": unknown;
                "image/webp": unknown;
                /** @example <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><circle cx="24" cy="24" r="20" fill="#4338ca"/></svg> */
                "image/svg+xml": unknown;
            };
        };
        responses: {
            /** @description The logo as it is stored. */
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
                     *       "url": "https://waitlist.example.com/brand/QmVvei3wMttzl542WdH4TPLP.png",
                     *       "type": "image/png",
                     *       "width": 240,
                     *       "height": 240
                     *     }
                     */
                    "application/json": components["schemas"]["BrandLogo"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no logo now. */
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
    confirmSignup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "ostXh4HbK2f54TzxZ4lrYeYmMcZ4I6apis53kNS8jqpxMjU65WnO7jbp4CVg7aaF0YUW"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmationToken"];
            };
        };
        responses: {
            /** @description The signup is confirmed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signup_id": "01a1fd57-5780-7b3e-8167-e13494acabb1",
                     *       "confirmed_at": "2026-11-21T11:16:03.924Z",
                     *       "first": true
                     *     }
                     */
                    "application/json": components["schemas"]["Confirmation"];
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
    listSuppressions: {
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
                /**
                 * @description Only those of this address.
                 * @example margaret@example.com
                 */
                email?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of suppressions. */
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
                     *           "id": "01a1fd55-9f64-716d-81bf-ae8ed9bd20c2",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "reason": "unsubscribed",
                     *           "created_at": "2026-11-21T11:17:05.303Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Suppression"][];
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
    addSuppression: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "waitlist_id": null
                 *     }
                 */
                "application/json": components["schemas"]["SuppressionTarget"];
            };
        };
        responses: {
            /** @description The suppression. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd50-ca64-7931-8f2a-595d4755480b",
                     *       "waitlist_id": null,
                     *       "reason": "manual",
                     *       "created_at": "2026-11-21T11:20:09.440Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Suppression"];
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
    removeSuppression: {
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
                 *       "email": "grace@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["SuppressionTarget"];
            };
        };
        responses: {
            /** @description Removed. */
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
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CSV file. */
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
                     * @example id,waitlist_id,reason,created_at
                     *     01a1fd5e-9876-7ce8-8da1-c175f46452df,,manual,2026-11-21T10:16:43.942Z
                     *     01a1fd55-9f64-716d-81bf-ae8ed9bd20c2,01a1fd51-bf00-75af-8c4b-c192c0f65861,unsubscribed,2026-11-21T11:17:05.303Z
                     */
                    "text/csv": string;
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
    exportPerson: {
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
                 *       "email": "margaret@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["PersonTarget"];
            };
        };
        responses: {
            /** @description Everything that is kept about the address. */
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
                     *       "email": "margaret@example.com",
                     *       "exported_at": "2026-11-21T09:48:05.330Z",
                     *       "complete": true,
                     *       "signups": [
                     *         {
                     *           "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "email": "margaret@example.com",
                     *           "position": 4,
                     *           "display_position": 4,
                     *           "utm_source": "newsletter",
                     *           "referrer": "https://www.example.org/post",
                     *           "referral_code": "4wsnz23pqc",
                     *           "referral_count": 0,
                     *           "referred_by": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *           "metadata": {
                     *             "page": "pricing"
                     *           },
                     *           "fields": {
                     *             "company": "Acme",
                     *             "team_size": 14
                     *           },
                     *           "created_at": "2026-11-21T09:22:30.855Z",
                     *           "email_status": "clicked",
                     *           "email_delivered_at": "2026-11-21T09:23:32.234Z",
                     *           "email_opened_at": "2026-11-21T09:25:34.992Z",
                     *           "email_clicked_at": "2026-11-21T09:27:37.750Z",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "waitlist_name": "Acme Notes",
                     *           "unsubscribed_at": null,
                     *           "locale": "en-GB",
                     *           "note": {
                     *             "text": "Met her at the conference: invite her first.",
                     *             "written_at": "2026-11-21T09:37:51.540Z"
                     *           },
                     *           "confirmation": null,
                     *           "rewards": [],
                     *           "campaign": {
                     *             "utm_medium": "email",
                     *             "utm_campaign": "launch-week",
                     *             "utm_term": null,
                     *             "utm_content": "second-post"
                     *           }
                     *         }
                     *       ],
                     *       "mails": [
                     *         {
                     *           "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "kind": "signup",
                     *           "state": "sent",
                     *           "provider": "resend",
                     *           "error": null,
                     *           "sent_at": "2026-11-21T09:22:30.855Z",
                     *           "bounce_class": null,
                     *           "bounce_reason": null
                     *         }
                     *       ],
                     *       "mail_events": [
                     *         {
                     *           "mail_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "provider": "resend",
                     *           "status": "delivered",
                     *           "occurred_at": "2026-11-21T09:23:32.234Z",
                     *           "received_at": "2026-11-21T09:24:33.613Z",
                     *           "bounce_class": null,
                     *           "bounce_reason": null
                     *         },
                     *         {
                     *           "mail_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "provider": "resend",
                     *           "status": "opened",
                     *           "occurred_at": "2026-11-21T09:25:34.992Z",
                     *           "received_at": "2026-11-21T09:26:36.371Z",
                     *           "bounce_class": null,
                     *           "bounce_reason": null
                     *         },
                     *         {
                     *           "mail_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "provider": "resend",
                     *           "status": "clicked",
                     *           "occurred_at": "2026-11-21T09:27:37.750Z",
                     *           "received_at": "2026-11-21T09:28:39.129Z",
                     *           "bounce_class": null,
                     *           "bounce_reason": null
                     *         }
                     *       ],
                     *       "suppressions": [],
                     *       "events": [
                     *         {
                     *           "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "type": "signup.created",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "created_at": "2026-11-21T09:22:30.855Z",
                     *           "data": {
                     *             "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *             "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *             "waitlist_name": "Acme Notes",
                     *             "email": "margaret@example.com",
                     *             "position": 4,
                     *             "total": 4,
                     *             "referral_code": "4wsnz23pqc",
                     *             "referred_by": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *             "utm_source": "newsletter",
                     *             "metadata": {
                     *               "page": "pricing"
                     *             },
                     *             "created_at": "2026-11-21T09:22:30.855Z"
                     *           }
                     *         },
                     *         {
                     *           "id": "01a1fd56-d567-7e4d-8065-eb79d6d30450",
                     *           "type": "referral.credited",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "created_at": "2026-11-21T09:22:30.855Z",
                     *           "data": {
                     *             "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *             "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *             "waitlist_name": "Acme Notes",
                     *             "email": "margaret@example.com",
                     *             "position": 4,
                     *             "referrer_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *             "reasons": [],
                     *             "occurred_at": "2026-11-21T09:22:30.855Z"
                     *           }
                     *         },
                     *         {
                     *           "id": "01a1fd53-33ec-7fe5-8c05-8f929c1a69cb",
                     *           "type": "signup.email_delivered",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "created_at": "2026-11-21T09:24:33.613Z",
                     *           "data": {
                     *             "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *             "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *             "waitlist_name": "Acme Notes",
                     *             "email": "margaret@example.com",
                     *             "position": 4,
                     *             "occurred_at": "2026-11-21T09:23:32.234Z"
                     *           }
                     *         },
                     *         {
                     *           "id": "01a1fd54-c7dc-7694-837a-e1f0bf7e6301",
                     *           "type": "signup.email_opened",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "created_at": "2026-11-21T09:26:36.371Z",
                     *           "data": {
                     *             "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *             "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *             "waitlist_name": "Acme Notes",
                     *             "email": "margaret@example.com",
                     *             "position": 4,
                     *             "occurred_at": "2026-11-21T09:25:34.992Z"
                     *           }
                     *         },
                     *         {
                     *           "id": "01a1fd5a-6a8c-7ad7-8589-add333a31b69",
                     *           "type": "signup.email_clicked",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "created_at": "2026-11-21T09:28:39.129Z",
                     *           "data": {
                     *             "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *             "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *             "waitlist_name": "Acme Notes",
                     *             "email": "margaret@example.com",
                     *             "position": 4,
                     *             "occurred_at": "2026-11-21T09:27:37.750Z"
                     *           }
                     *         }
                     *       ],
                     *       "deliveries": [
                     *         {
                     *           "id": "01a1fd5b-4887-70fe-814f-73e418548e1d",
                     *           "integration_type": "webhook",
                     *           "event_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "status": "success",
                     *           "error": null,
                     *           "created_at": "2026-11-21T09:22:30.855Z",
                     *           "request": "{\"type\":\"signup.created\",\"data\":{\"id\":\"01a1fd58-b6f9-7135-8deb-2efc94504e4f\",\"waitlist_id\":\"01a1fd51-bf00-75af-8c4b-c192c0f65861\",\"waitlist_name\":\"Acme Notes\",\"email\":\"margaret@example.com\",\"position\":4,\"total\":4,\"referral_code\":\"4wsnz23pqc\",\"referred_by\":\"01a1fd5d-4412-7a7f-8aae-315eed2df35d\",\"utm_source\":\"newsletter\",\"metadata\":{\"page\":\"pricing\"},\"created_at\":\"2026-11-21T09:22:30.855Z\"}}",
                     *           "response": ""
                     *         }
                     *       ],
                     *       "referral_claims": [
                     *         {
                     *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "referrer_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *           "verdict": "ok",
                     *           "reasons": [],
                     *           "state": "open",
                     *           "credited": true,
                     *           "created_at": "2026-11-21T09:22:30.855Z",
                     *           "reviewed_at": null
                     *         }
                     *       ],
                     *       "import_rows": [],
                     *       "invitations": [],
                     *       "conversions": [],
                     *       "announcements": []
                     *     }
                     */
                    "application/json": components["schemas"]["PersonExport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    erasePerson: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "margaret@example.com",
                 *       "suppress": true
                 *     }
                 */
                "application/json": components["schemas"]["ErasureTarget"];
            };
        };
        responses: {
            /** @description What the erasure covers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "erasure_id": "01a1fd5c-8919-73fd-8e42-fc21027a8897",
                     *       "signups": 1,
                     *       "mails": 4,
                     *       "events": 15
                     *     }
                     */
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReviews: {
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
                /**
                 * @description Only those that are to be decided, or were.
                 * @example open
                 */
                state?: "open" | "approved" | "rejected";
                /**
                 * @description Only those with this reason.
                 * @example alias
                 */
                reason?: "disposable_domain" | "blocked_domain" | "alias" | "velocity" | "domain_cluster" | "scripted" | "network" | "no_mx" | "bounced" | "complained" | "failed" | "tainted_code";
                /**
                 * @description Only those with the code of this signup.
                 * @example 01a1fd57-5780-7b3e-8167-e13494acabb1
                 */
                referrer_id?: string;
                /**
                 * @description Only those with an address at exactly this domain.
                 * @example example.com
                 */
                domain?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd5d-7f4d-7e25-80a3-2356c8bc5ab6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of reviews. */
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
                     *           "signup_id": "01a1fd58-4372-737a-83d9-03a1e9de37b0",
                     *           "email": "ada+3@example.com",
                     *           "position": 5,
                     *           "referrer": {
                     *             "id": "01a1fd57-5780-7b3e-8167-e13494acabb1",
                     *             "email": "grace@example.org",
                     *             "referral_code": "hwph2y6pgb"
                     *           },
                     *           "verdict": "withheld",
                     *           "reasons": [
                     *             {
                     *               "code": "alias",
                     *               "detail": "The same mailbox is on the list already, or is the referrer’s."
                     *             }
                     *           ],
                     *           "state": "open",
                     *           "credited": false,
                     *           "settles_at": null,
                     *           "created_at": "2026-11-21T11:08:54.271Z"
                     *         },
                     *         {
                     *           "signup_id": "01a1fd56-fbf7-7d5d-83a5-d823bccc1829",
                     *           "email": "ada+2@example.com",
                     *           "position": 3,
                     *           "referrer": {
                     *             "id": "01a1fd57-5780-7b3e-8167-e13494acabb1",
                     *             "email": "grace@example.org",
                     *             "referral_code": "hwph2y6pgb"
                     *           },
                     *           "verdict": "withheld",
                     *           "reasons": [
                     *             {
                     *               "code": "alias",
                     *               "detail": "The same mailbox is on the list already, or is the referrer’s."
                     *             }
                     *           ],
                     *           "state": "open",
                     *           "credited": false,
                     *           "settles_at": null,
                     *           "created_at": "2026-11-21T11:06:51.513Z"
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
                        data: components["schemas"]["Review"][];
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
    listReferrers: {
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
                 * @example 01a1fd5d-7f4d-7e25-80a3-2356c8bc5ab6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of referrers. */
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
                     *           "signup_id": "01a1fd57-5780-7b3e-8167-e13494acabb1",
                     *           "email": "grace@example.org",
                     *           "referral_code": "hwph2y6pgb",
                     *           "claims": 4,
                     *           "credited": 1,
                     *           "withheld": 3,
                     *           "bounced": 0,
                     *           "top_reasons": [
                     *             "alias",
                     *             "disposable_domain"
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["ReviewedReferrer"][];
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
    approveReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd5d-7f4d-7e25-80a3-2356c8bc5ab6
                 */
                id: string;
                /**
                 * @description The signup's id.
                 * @example 01a1fd56-fbf7-7d5d-83a5-d823bccc1829
                 */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The review as it is now. */
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
                     *       "signup_id": "01a1fd56-fbf7-7d5d-83a5-d823bccc1829",
                     *       "email": "ada+2@example.com",
                     *       "position": 3,
                     *       "referrer": {
                     *         "id": "01a1fd57-5780-7b3e-8167-e13494acabb1",
                     *         "email": "grace@example.org",
                     *         "referral_code": "hwph2y6pgb"
                     *       },
                     *       "verdict": "withheld",
                     *       "reasons": [
                     *         {
                     *           "code": "alias",
                     *           "detail": "The same mailbox is on the list already, or is the referrer’s."
                     *         }
                     *       ],
                     *       "state": "approved",
                     *       "credited": true,
                     *       "settles_at": null,
                     *       "created_at": "2026-11-21T11:06:51.513Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Review"];
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
    rejectReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd5d-7f4d-7e25-80a3-2356c8bc5ab6
                 */
                id: string;
                /**
                 * @description The signup's id.
                 * @example 01a1fd58-4372-737a-83d9-03a1e9de37b0
                 */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The review as it is now. */
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
                     *       "signup_id": "01a1fd58-4372-737a-83d9-03a1e9de37b0",
                     *       "email": "ada+3@example.com",
                     *       "position": 5,
                     *       "referrer": {
                     *         "id": "01a1fd57-5780-7b3e-8167-e13494acabb1",
                     *         "email": "grace@example.org",
                     *         "referral_code": "hwph2y6pgb"
                     *       },
                     *       "verdict": "withheld",
                     *       "reasons": [
                     *         {
                     *           "code": "alias",
                     *           "detail": "The same mailbox is on the list already, or is the referrer’s."
                     *         }
                     *       ],
                     *       "state": "rejected",
                     *       "credited": false,
                     *       "settles_at": null,
                     *       "created_at": "2026-11-21T11:08:54.271Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Review"];
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
    decideReviews: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd5d-7f4d-7e25-80a3-2356c8bc5ab6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "reject",
                 *       "filter": {
                 *         "referrer_id": "01a1fd57-5780-7b3e-8167-e13494acabb1"
                 *       },
                 *       "dry_run": false
                 *     }
                 */
                "application/json": components["schemas"]["ReviewBulk"];
            };
        };
        responses: {
            /** @description How many matched, and how many were decided. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "matched": 1,
                     *       "changed": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ReviewBulkResult"];
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
    listRewards: {
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
                /**
                 * @description Only the reward with this key.
                 * @example stickers
                 */
                reward?: string;
                /**
                 * @description Only those that were handed over (`true`), or were not (`false`).
                 * @example true
                 */
                fulfilled?: "true" | "false";
                /**
                 * @description Only those of signups whose address contains this text. At least 3 characters; case does not matter.
                 * @example ada
                 */
                q?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of earned rewards. */
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
                     *           "signup_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *           "email": "ada@example.com",
                     *           "position": 3,
                     *           "key": "stickers",
                     *           "name": "Stickers",
                     *           "at": 1,
                     *           "referral_count": 1,
                     *           "reached_at": "2026-11-21T09:28:39.129Z",
                     *           "fulfilled_at": "2026-11-21T09:29:40.508Z",
                     *           "fulfilled_by": "Website"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["EarnedReward"][];
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
    exportRewards: {
        parameters: {
            query?: {
                /**
                 * @description Only the reward with this key.
                 * @example stickers
                 */
                reward?: string;
                /**
                 * @description Only those that were handed over (`true`), or were not (`false`).
                 * @example true
                 */
                fulfilled?: "true" | "false";
                /**
                 * @description Only those of signups whose address contains this text. At least 3 characters; case does not matter.
                 * @example ada
                 */
                q?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CSV file. */
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
                     * @example email,position,key,name,at,referral_count,reached_at,fulfilled_at,fulfilled_by,signup_id,field.company,field.team_size
                     *     ada@example.com,3,stickers,Stickers,1,1,2026-11-21T09:28:39.129Z,2026-11-21T09:29:40.508Z,Website,01a1fd5d-4412-7a7f-8aae-315eed2df35d,,
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
    fulfilRewards: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fulfilled": true,
                 *       "filter": {
                 *         "reward": "stickers"
                 *       },
                 *       "dry_run": false
                 *     }
                 */
                "application/json": components["schemas"]["RewardFulfilment"];
            };
        };
        responses: {
            /** @description How many matched, and how many were changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "matched": 1,
                     *       "changed": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RewardFulfilmentResult"];
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
    listSegments: {
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
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of segments. */
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
                     *           "id": "01a1fd5f-058b-7d0f-8614-7762b7e69a06",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "name": "From the newsletter",
                     *           "filter": {
                     *             "utm_source": "newsletter",
                     *             "match": "any_case"
                     *           },
                     *           "created_at": "2026-11-21T09:32:44.645Z",
                     *           "updated_at": "2026-11-21T09:32:44.645Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Segment"][];
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
    createSegment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "From the newsletter",
                 *       "filter": {
                 *         "utm_source": "newsletter",
                 *         "match": "any_case"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewSegment"];
            };
        };
        responses: {
            /** @description The segment. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd5f-058b-7d0f-8614-7762b7e69a06",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "From the newsletter",
                     *       "filter": {
                     *         "utm_source": "newsletter",
                     *         "match": "any_case"
                     *       },
                     *       "created_at": "2026-11-21T09:32:44.645Z",
                     *       "updated_at": "2026-11-21T09:32:44.645Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Segment"];
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
    deleteSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The segment's id.
                 * @example 01a1fd5f-be3f-7a37-8c55-0e4ee91a5d3e
                 */
                segmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
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
    updateSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The segment's id.
                 * @example 01a1fd5f-058b-7d0f-8614-7762b7e69a06
                 */
                segmentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Readers"
                 *     }
                 */
                "application/json": components["schemas"]["SegmentPatch"];
            };
        };
        responses: {
            /** @description The segment. */
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
                     *       "id": "01a1fd5f-058b-7d0f-8614-7762b7e69a06",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "Readers",
                     *       "filter": {
                     *         "utm_source": "newsletter",
                     *         "match": "any_case"
                     *       },
                     *       "created_at": "2026-11-21T09:32:44.645Z",
                     *       "updated_at": "2026-11-21T09:34:47.403Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Segment"];
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
    readLeaderboard: {
        parameters: {
            query?: {
                /**
                 * @description The most entries of the answer. The leaderboard has 1,000 at most.
                 * @example 3
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The leaderboard. */
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
                     *           "rank": 1,
                     *           "name": "a…",
                     *           "referral_count": 1
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 3,
                     *       "offset": 0,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["LeaderboardEntry"][];
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
    listWaves: {
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
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of waves. */
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
                     *           "id": "01a1fd5a-c501-71ea-85c4-07dc187bcd2b",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "name": "First hundred",
                     *           "state": "sent",
                     *           "size": 100,
                     *           "order": "display_position",
                     *           "filter": {
                     *             "fields": {
                     *               "company": "Acme"
                     *             }
                     *           },
                     *           "expires_in_days": 14,
                     *           "per_hour": 600,
                     *           "deliver": "email",
                     *           "matched": 3,
                     *           "selected": 2,
                     *           "excluded": {
                     *             "invited": 0,
                     *             "converted": 0,
                     *             "suppressed": 1,
                     *             "unconfirmed": 0,
                     *             "in_review": 0,
                     *             "bounced": 0
                     *           },
                     *           "invited": 2,
                     *           "left_out": {
                     *             "removed": 0,
                     *             "suppressed": 0,
                     *             "invited": 0,
                     *             "converted": 0
                     *           },
                     *           "created_at": "2026-11-21T10:19:48.079Z",
                     *           "launched_at": "2026-11-21T10:20:49.458Z",
                     *           "finished_at": "2026-11-21T10:20:49.458Z"
                     *         },
                     *         {
                     *           "id": "01a1fd5e-de45-7eae-8c49-94859f48cb40",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "name": "First hundred",
                     *           "state": "cancelled",
                     *           "size": 100,
                     *           "order": "display_position",
                     *           "filter": {
                     *             "fields": {
                     *               "company": "Acme"
                     *             }
                     *           },
                     *           "expires_in_days": 14,
                     *           "per_hour": 600,
                     *           "deliver": "email",
                     *           "matched": 3,
                     *           "selected": 2,
                     *           "excluded": {
                     *             "invited": 0,
                     *             "converted": 0,
                     *             "suppressed": 1,
                     *             "unconfirmed": 0,
                     *             "in_review": 0,
                     *             "bounced": 0
                     *           },
                     *           "invited": 0,
                     *           "left_out": {
                     *             "removed": 0,
                     *             "suppressed": 0,
                     *             "invited": 0,
                     *             "converted": 0
                     *           },
                     *           "created_at": "2026-11-21T10:17:45.321Z",
                     *           "launched_at": null,
                     *           "finished_at": "2026-11-21T10:18:46.700Z"
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
                        data: components["schemas"]["WaveSummary"][];
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
    draftWave: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "First hundred",
                 *       "size": 100,
                 *       "order": "display_position",
                 *       "filter": {
                 *         "fields": {
                 *           "company": "Acme"
                 *         }
                 *       },
                 *       "per_hour": 600
                 *     }
                 */
                "application/json": components["schemas"]["NewWave"];
            };
        };
        responses: {
            /** @description The draft. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd5a-c501-71ea-85c4-07dc187bcd2b",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "First hundred",
                     *       "state": "draft",
                     *       "size": 100,
                     *       "order": "display_position",
                     *       "filter": {
                     *         "fields": {
                     *           "company": "Acme"
                     *         }
                     *       },
                     *       "expires_in_days": 14,
                     *       "per_hour": 600,
                     *       "deliver": "email",
                     *       "matched": 3,
                     *       "selected": 2,
                     *       "excluded": {
                     *         "invited": 0,
                     *         "converted": 0,
                     *         "suppressed": 1,
                     *         "unconfirmed": 0,
                     *         "in_review": 0,
                     *         "bounced": 0
                     *       },
                     *       "invited": 0,
                     *       "left_out": {
                     *         "removed": 0,
                     *         "suppressed": 0,
                     *         "invited": 0,
                     *         "converted": 0
                     *       },
                     *       "created_at": "2026-11-21T10:19:48.079Z",
                     *       "launched_at": null,
                     *       "finished_at": null,
                     *       "sample": [
                     *         {
                     *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "email": "margaret@example.com",
                     *           "position": 4,
                     *           "referral_count": 1
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-8646-7010-8726-2b7292104beb",
                     *           "email": "hedy@example.com",
                     *           "position": 6,
                     *           "referral_count": 0
                     *         }
                     *       ],
                     *       "emails_remaining": 5994
                     *     }
                     */
                    "application/json": components["schemas"]["Wave"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
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
    readWave: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The wave's id.
                 * @example 01a1fd5a-c501-71ea-85c4-07dc187bcd2b
                 */
                waveId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wave. */
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
                     *       "id": "01a1fd5a-c501-71ea-85c4-07dc187bcd2b",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "First hundred",
                     *       "state": "sent",
                     *       "size": 100,
                     *       "order": "display_position",
                     *       "filter": {
                     *         "fields": {
                     *           "company": "Acme"
                     *         }
                     *       },
                     *       "expires_in_days": 14,
                     *       "per_hour": 600,
                     *       "deliver": "email",
                     *       "matched": 3,
                     *       "selected": 2,
                     *       "excluded": {
                     *         "invited": 0,
                     *         "converted": 0,
                     *         "suppressed": 1,
                     *         "unconfirmed": 0,
                     *         "in_review": 0,
                     *         "bounced": 0
                     *       },
                     *       "invited": 2,
                     *       "left_out": {
                     *         "removed": 0,
                     *         "suppressed": 0,
                     *         "invited": 0,
                     *         "converted": 0
                     *       },
                     *       "created_at": "2026-11-21T10:19:48.079Z",
                     *       "launched_at": "2026-11-21T10:20:49.458Z",
                     *       "finished_at": "2026-11-21T10:20:49.458Z",
                     *       "sample": [
                     *         {
                     *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "email": "margaret@example.com",
                     *           "position": 4,
                     *           "referral_count": 1
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-8646-7010-8726-2b7292104beb",
                     *           "email": "hedy@example.com",
                     *           "position": 6,
                     *           "referral_count": 0
                     *         }
                     *       ],
                     *       "emails_remaining": 5991,
                     *       "sent": 2,
                     *       "delivered": 1,
                     *       "opened": 1,
                     *       "clicked": 1,
                     *       "converted": 1,
                     *       "expired": 0,
                     *       "declined": 0,
                     *       "revoked": 0,
                     *       "bounced": 0,
                     *       "failed": 0,
                     *       "conversion_rate": 50,
                     *       "median_hours_to_convert": 0
                     *     }
                     */
                    "application/json": components["schemas"]["WaveReport"];
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
    launchWave: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The wave's id.
                 * @example 01a1fd5a-c501-71ea-85c4-07dc187bcd2b
                 */
                waveId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wave is launched. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd5a-c501-71ea-85c4-07dc187bcd2b",
                     *       "selected": 2,
                     *       "launched_at": "2026-11-21T10:20:49.458Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WaveLaunch"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
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
    cancelWave: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The wave's id.
                 * @example 01a1fd5e-de45-7eae-8c49-94859f48cb40
                 */
                waveId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wave as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd5e-de45-7eae-8c49-94859f48cb40",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "First hundred",
                     *       "state": "cancelled",
                     *       "size": 100,
                     *       "order": "display_position",
                     *       "filter": {
                     *         "fields": {
                     *           "company": "Acme"
                     *         }
                     *       },
                     *       "expires_in_days": 14,
                     *       "per_hour": 600,
                     *       "deliver": "email",
                     *       "matched": 3,
                     *       "selected": 2,
                     *       "excluded": {
                     *         "invited": 0,
                     *         "converted": 0,
                     *         "suppressed": 1,
                     *         "unconfirmed": 0,
                     *         "in_review": 0,
                     *         "bounced": 0
                     *       },
                     *       "invited": 0,
                     *       "left_out": {
                     *         "removed": 0,
                     *         "suppressed": 0,
                     *         "invited": 0,
                     *         "converted": 0
                     *       },
                     *       "created_at": "2026-11-21T10:17:45.321Z",
                     *       "launched_at": null,
                     *       "finished_at": "2026-11-21T10:18:46.700Z",
                     *       "sample": [
                     *         {
                     *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "email": "margaret@example.com",
                     *           "position": 4,
                     *           "referral_count": 1
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-8646-7010-8726-2b7292104beb",
                     *           "email": "hedy@example.com",
                     *           "position": 6,
                     *           "referral_count": 0
                     *         }
                     *       ],
                     *       "emails_remaining": 5994
                     *     }
                     */
                    "application/json": components["schemas"]["Wave"];
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
    exportWaveLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The wave's id.
                 * @example 01a1fd5c-e26d-7731-8143-b33bd742d25d
                 */
                waveId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CSV file. */
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
                     * @example email,url
                     *     grace@example.com,https://notes.example.com/welcome?token=inv_rCIDhMe7FbV0gLN3q9zVTk0FfDVogsklVD3cAy
                     *     alan@example.com,https://notes.example.com/welcome?token=inv_N3n3qPCeK2OTNi9A0LzXtdIL0vv6Y4z4Q4KTba
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWaveMembers: {
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
                /**
                 * @description Only people who came so far, whatever came after it: as many as the figure of the wave with this name. `waiting`: only those whose mail has not left.
                 * @example opened
                 */
                step?: "sent" | "delivered" | "opened" | "clicked" | "converted" | "expired" | "declined" | "revoked" | "bounced" | "failed" | "waiting";
            };
            header?: never;
            path: {
                /**
                 * @description The wave's id.
                 * @example 01a1fd5a-c501-71ea-85c4-07dc187bcd2b
                 */
                waveId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of people. */
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
                     *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "email": "margaret@example.com",
                     *           "position": 4,
                     *           "invitation_id": "01a1fd5e-5a9d-7cc7-85ac-f2ba19d74cfe",
                     *           "state": "converted",
                     *           "sent_at": "2026-11-21T10:20:49.458Z",
                     *           "delivered_at": "2026-11-21T10:22:52.216Z",
                     *           "opened_at": "2026-11-21T10:24:54.974Z",
                     *           "clicked_at": "2026-11-21T10:26:57.732Z",
                     *           "expires_at": "2026-12-05T10:29:00.490Z",
                     *           "ended_at": "2026-11-21T10:30:01.869Z",
                     *           "resends": 1
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-8646-7010-8726-2b7292104beb",
                     *           "email": "hedy@example.com",
                     *           "position": 6,
                     *           "invitation_id": "01a1fd58-8690-749a-8a60-c50abea7d723",
                     *           "state": "sent",
                     *           "sent_at": "2026-11-21T10:20:49.458Z",
                     *           "delivered_at": null,
                     *           "opened_at": null,
                     *           "clicked_at": null,
                     *           "expires_at": "2026-12-05T08:20:49.458Z",
                     *           "ended_at": null,
                     *           "resends": 0
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
                        data: components["schemas"]["WaveMember"][];
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
    exportWaveMembers: {
        parameters: {
            query?: {
                /**
                 * @description Only people who came so far, whatever came after it: as many as the figure of the wave with this name. `waiting`: only those whose mail has not left.
                 * @example opened
                 */
                step?: "sent" | "delivered" | "opened" | "clicked" | "converted" | "expired" | "declined" | "revoked" | "bounced" | "failed" | "waiting";
            };
            header?: never;
            path: {
                /**
                 * @description The wave's id.
                 * @example 01a1fd5a-c501-71ea-85c4-07dc187bcd2b
                 */
                waveId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CSV file. */
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
                     * @example signup_id,email,position,invitation_id,state,sent_at,delivered_at,opened_at,clicked_at,expires_at,ended_at,resends
                     *     01a1fd58-b6f9-7135-8deb-2efc94504e4f,margaret@example.com,4,01a1fd5e-5a9d-7cc7-85ac-f2ba19d74cfe,converted,2026-11-21T10:20:49.458Z,2026-11-21T10:22:52.216Z,2026-11-21T10:24:54.974Z,2026-11-21T10:26:57.732Z,2026-12-05T10:29:00.490Z,2026-11-21T10:30:01.869Z,1
                     *     01a1fd58-8646-7010-8726-2b7292104beb,hedy@example.com,6,01a1fd58-8690-749a-8a60-c50abea7d723,sent,2026-11-21T10:20:49.458Z,,,,2026-12-05T08:20:49.458Z,,0
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
    listInvitations: {
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
                /**
                 * @description Only those in this state.
                 * @example invited
                 */
                state?: "invited" | "converted" | "expired" | "declined" | "revoked";
                /**
                 * @description Only those of this wave.
                 * @example 01a1fd5a-c501-71ea-85c4-07dc187bcd2b
                 */
                wave_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of invitations. */
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
                     *           "id": "01a1fd58-8690-749a-8a60-c50abea7d723",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "signup_id": "01a1fd58-8646-7010-8726-2b7292104beb",
                     *           "email": "hedy@example.com",
                     *           "wave_id": "01a1fd5a-c501-71ea-85c4-07dc187bcd2b",
                     *           "state": "invited",
                     *           "deliver": "email",
                     *           "expires_at": "2026-12-05T10:20:49.458Z",
                     *           "created_at": "2026-11-21T10:20:49.458Z",
                     *           "sent_at": "2026-11-21T10:20:49.458Z",
                     *           "ended_at": null,
                     *           "resends": 0
                     *         },
                     *         {
                     *           "id": "01a1fd5e-5a9d-7cc7-85ac-f2ba19d74cfe",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "email": "margaret@example.com",
                     *           "wave_id": "01a1fd5a-c501-71ea-85c4-07dc187bcd2b",
                     *           "state": "invited",
                     *           "deliver": "email",
                     *           "expires_at": "2026-12-05T10:20:49.458Z",
                     *           "created_at": "2026-11-21T10:20:49.458Z",
                     *           "sent_at": "2026-11-21T10:20:49.458Z",
                     *           "ended_at": null,
                     *           "resends": 0
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
                        data: components["schemas"]["Invitation"][];
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
    inviteSignup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The signup's id.
                 * @example 01a1fd5d-4412-7a7f-8aae-315eed2df35d
                 */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "deliver": "link",
                 *       "expires_in_days": 7
                 *     }
                 */
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description The invitation. With `deliver: "link"` it has the link, only here. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd53-e3ad-7444-81bb-0f03157745aa",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "signup_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *       "email": "ada@example.com",
                     *       "wave_id": null,
                     *       "state": "invited",
                     *       "deliver": "link",
                     *       "expires_at": "2026-11-28T10:35:08.764Z",
                     *       "created_at": "2026-11-21T10:35:08.764Z",
                     *       "sent_at": "2026-11-21T10:35:08.764Z",
                     *       "ended_at": null,
                     *       "resends": 0,
                     *       "url": "https://notes.example.com/welcome?token=inv_e30QlMzasUC6D5nxff5BGuiV0RWXM9ES9egbRu"
                     *     }
                     */
                    "application/json": components["schemas"]["NewInvitation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
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
    resendInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The invitation's id.
                 * @example 01a1fd5e-5a9d-7cc7-85ac-f2ba19d74cfe
                 */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation. With `deliver: "link"` it has the link, only here. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd5e-5a9d-7cc7-85ac-f2ba19d74cfe",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *       "email": "margaret@example.com",
                     *       "wave_id": "01a1fd5a-c501-71ea-85c4-07dc187bcd2b",
                     *       "state": "invited",
                     *       "deliver": "email",
                     *       "expires_at": "2026-12-05T10:29:00.490Z",
                     *       "created_at": "2026-11-21T10:20:49.458Z",
                     *       "sent_at": "2026-11-21T10:20:49.458Z",
                     *       "ended_at": null,
                     *       "resends": 1,
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NewInvitation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
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
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The invitation's id.
                 * @example 01a1fd56-06c2-76ee-84a4-df181bd85d56
                 */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd56-06c2-76ee-84a4-df181bd85d56",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "signup_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *       "email": "ada@example.com",
                     *       "wave_id": null,
                     *       "state": "revoked",
                     *       "deliver": "link",
                     *       "expires_at": "2026-11-28T10:38:12.901Z",
                     *       "created_at": "2026-11-21T10:38:12.901Z",
                     *       "sent_at": "2026-11-21T10:38:12.901Z",
                     *       "ended_at": "2026-11-21T10:39:14.280Z",
                     *       "resends": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
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
    verifyInvitation: {
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
                 *       "token": "inv_e30QlMzasUC6D5nxff5BGuiV0RWXM9ES9egbRu",
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationToVerify"];
            };
        };
        responses: {
            /** @description Whether the invitation can be used. */
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
                     *       "valid": true,
                     *       "reason": null,
                     *       "email_hint": "a***@example.com",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "signup_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *       "expires_at": "2026-11-28T10:35:08.764Z"
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationVerification"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    declineInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "inv_e30QlMzasUC6D5nxff5BGuiV0RWXM9ES9egbRu"
                 *     }
                 */
                "application/json": components["schemas"]["DeclinedInvitation"];
            };
        };
        responses: {
            /** @description The invitation as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd53-e3ad-7444-81bb-0f03157745aa",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "signup_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *       "email": "ada@example.com",
                     *       "wave_id": null,
                     *       "state": "declined",
                     *       "deliver": "link",
                     *       "expires_at": "2026-11-28T10:35:08.764Z",
                     *       "created_at": "2026-11-21T10:35:08.764Z",
                     *       "sent_at": "2026-11-21T10:35:08.764Z",
                     *       "ended_at": "2026-11-21T10:37:11.522Z",
                     *       "resends": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
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
    recordConversion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "inv_uebQTwnQ5LWocy7p02v1AMPLtoJVGsgO3hN4jo",
                 *       "email": "ada@example.com",
                 *       "external_id": "user_8412"
                 *     }
                 */
                "application/json": components["schemas"]["NewConversion"];
            };
        };
        responses: {
            /** @description The conversion. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signup_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *       "invitation_id": "01a1fd54-6e8a-77f1-858e-d0ede60a335c",
                     *       "state": "converted",
                     *       "converted_at": "2026-11-21T10:41:17.038Z",
                     *       "first": true
                     *     }
                     */
                    "application/json": components["schemas"]["Conversion"];
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
    listAnnouncements: {
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
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of announcements. */
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
                     *           "id": "01a1fd57-73b1-7f33-8232-adb52f87e486",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "name": "Launch day",
                     *           "state": "sent",
                     *           "paused_reason": null,
                     *           "refusal": null,
                     *           "subject": "Acme Notes opens on Tuesday, number {{position}}",
                     *           "filter": {},
                     *           "per_hour": null,
                     *           "send_at": null,
                     *           "matched": 9,
                     *           "selected": 8,
                     *           "excluded": {
                     *             "unsubscribed": 0,
                     *             "erased": 0,
                     *             "complained": 0,
                     *             "bounced": 0,
                     *             "manual": 1,
                     *             "unconfirmed": 0,
                     *             "in_review": 0
                     *           },
                     *           "created_at": "2026-11-21T10:48:26.691Z",
                     *           "launched_at": "2026-11-21T10:51:30.828Z",
                     *           "finished_at": "2026-11-21T10:53:33.586Z"
                     *         },
                     *         {
                     *           "id": "01a1fd5f-8859-7e44-88fb-722eafffd796",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "name": "Launch day",
                     *           "state": "cancelled",
                     *           "paused_reason": null,
                     *           "refusal": null,
                     *           "subject": "Acme Notes opens on Tuesday",
                     *           "filter": {
                     *             "invitation_state": "none"
                     *           },
                     *           "per_hour": null,
                     *           "send_at": null,
                     *           "matched": 4,
                     *           "selected": 3,
                     *           "excluded": {
                     *             "unsubscribed": 0,
                     *             "erased": 0,
                     *             "complained": 0,
                     *             "bounced": 0,
                     *             "manual": 1,
                     *             "unconfirmed": 0,
                     *             "in_review": 0
                     *           },
                     *           "created_at": "2026-11-21T10:46:23.933Z",
                     *           "launched_at": null,
                     *           "finished_at": "2026-11-21T10:47:25.312Z"
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
                        data: components["schemas"]["AnnouncementSummary"][];
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
    draftAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Launch day",
                 *       "subject": "Acme Notes opens on Tuesday",
                 *       "design": {
                 *         "headline": "We open on Tuesday",
                 *         "text": "You are number {{position}} of {{total}}. On Tuesday at 9 you can come in.",
                 *         "button_text": "See what is new",
                 *         "button_url": "https://notes.example.com/new"
                 *       },
                 *       "filter": {
                 *         "invitation_state": "none"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewAnnouncement"];
            };
        };
        responses: {
            /** @description The draft. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd57-73b1-7f33-8232-adb52f87e486",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "Launch day",
                     *       "state": "draft",
                     *       "paused_reason": null,
                     *       "refusal": null,
                     *       "subject": "Acme Notes opens on Tuesday",
                     *       "filter": {
                     *         "invitation_state": "none"
                     *       },
                     *       "per_hour": null,
                     *       "send_at": null,
                     *       "matched": 4,
                     *       "selected": 3,
                     *       "excluded": {
                     *         "unsubscribed": 0,
                     *         "erased": 0,
                     *         "complained": 0,
                     *         "bounced": 0,
                     *         "manual": 1,
                     *         "unconfirmed": 0,
                     *         "in_review": 0
                     *       },
                     *       "created_at": "2026-11-21T10:48:26.691Z",
                     *       "launched_at": null,
                     *       "finished_at": null,
                     *       "design": {
                     *         "color": "#18181b",
                     *         "headline": "We open on Tuesday",
                     *         "text": "You are number {{position}} of {{total}}. On Tuesday at 9 you can come in.",
                     *         "show_position": false,
                     *         "show_code": false,
                     *         "button_text": "See what is new",
                     *         "button_target": "url",
                     *         "button_url": "https://notes.example.com/new"
                     *       },
                     *       "html": null,
                     *       "sample": [
                     *         {
                     *           "signup_id": "01a1fd58-e21a-79e1-8a4b-18e820e77d29",
                     *           "email": "joan@example.com",
                     *           "position": 5
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-e502-7774-84e8-01838f71a6c0",
                     *           "email": "dorothy@example.com",
                     *           "position": 8
                     *         },
                     *         {
                     *           "signup_id": "01a1fd57-87b8-7d90-8ae0-22567d3d293e",
                     *           "email": "mary@example.com",
                     *           "position": 9
                     *         }
                     *       ],
                     *       "allowance": {
                     *         "remaining": 5991,
                     *         "held": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Announcement"];
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
    readAnnouncement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The announcement's id.
                 * @example 01a1fd57-73b1-7f33-8232-adb52f87e486
                 */
                announcementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The announcement. */
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
                     *       "id": "01a1fd57-73b1-7f33-8232-adb52f87e486",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "Launch day",
                     *       "state": "sent",
                     *       "paused_reason": null,
                     *       "refusal": null,
                     *       "subject": "Acme Notes opens on Tuesday, number {{position}}",
                     *       "filter": {},
                     *       "per_hour": null,
                     *       "send_at": null,
                     *       "matched": 9,
                     *       "selected": 8,
                     *       "excluded": {
                     *         "unsubscribed": 0,
                     *         "erased": 0,
                     *         "complained": 0,
                     *         "bounced": 0,
                     *         "manual": 1,
                     *         "unconfirmed": 0,
                     *         "in_review": 0
                     *       },
                     *       "created_at": "2026-11-21T10:48:26.691Z",
                     *       "launched_at": "2026-11-21T10:51:30.828Z",
                     *       "finished_at": "2026-11-21T10:53:33.586Z",
                     *       "design": {
                     *         "color": "#18181b",
                     *         "headline": "We open on Tuesday",
                     *         "text": "You are number {{position}} of {{total}}. On Tuesday at 9 you can come in.",
                     *         "show_position": false,
                     *         "show_code": false,
                     *         "button_text": "See what is new",
                     *         "button_target": "url",
                     *         "button_url": "https://notes.example.com/new"
                     *       },
                     *       "html": null,
                     *       "sample": [
                     *         {
                     *           "signup_id": "01a1fd54-a660-75b4-85aa-80f8c93910a9",
                     *           "email": "grace@example.com",
                     *           "position": 1
                     *         },
                     *         {
                     *           "signup_id": "01a1fd5b-dda0-7108-8dd7-4b4c184fb767",
                     *           "email": "alan@example.com",
                     *           "position": 2
                     *         },
                     *         {
                     *           "signup_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *           "email": "ada@example.com",
                     *           "position": 3
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "email": "margaret@example.com",
                     *           "position": 4
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-e21a-79e1-8a4b-18e820e77d29",
                     *           "email": "joan@example.com",
                     *           "position": 5
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-8646-7010-8726-2b7292104beb",
                     *           "email": "hedy@example.com",
                     *           "position": 6
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-e502-7774-84e8-01838f71a6c0",
                     *           "email": "dorothy@example.com",
                     *           "position": 8
                     *         },
                     *         {
                     *           "signup_id": "01a1fd57-87b8-7d90-8ae0-22567d3d293e",
                     *           "email": "mary@example.com",
                     *           "position": 9
                     *         }
                     *       ],
                     *       "allowance": {
                     *         "remaining": 5982,
                     *         "held": 0
                     *       },
                     *       "waiting": 0,
                     *       "held": 0,
                     *       "sent": 8,
                     *       "delivered": 1,
                     *       "opened": 1,
                     *       "clicked": 0,
                     *       "links": [
                     *         {
                     *           "link": "https://notes.example.com/new",
                     *           "clicked": 0
                     *         },
                     *         {
                     *           "link": "{{links.unsubscribe}}",
                     *           "clicked": 0
                     *         }
                     *       ],
                     *       "bounced": 0,
                     *       "complained": 0,
                     *       "unsubscribed": 0,
                     *       "failed": 0,
                     *       "left_out": {
                     *         "removed": 0,
                     *         "unsubscribed": 0,
                     *         "suppressed": 0,
                     *         "cancelled": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AnnouncementReport"];
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
    updateAnnouncement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The announcement's id.
                 * @example 01a1fd57-73b1-7f33-8232-adb52f87e486
                 */
                announcementId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "subject": "Acme Notes opens on Tuesday, number {{position}}",
                 *       "filter": null
                 *     }
                 */
                "application/json": components["schemas"]["AnnouncementChange"];
            };
        };
        responses: {
            /** @description The draft. */
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
                     *       "id": "01a1fd57-73b1-7f33-8232-adb52f87e486",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "Launch day",
                     *       "state": "draft",
                     *       "paused_reason": null,
                     *       "refusal": null,
                     *       "subject": "Acme Notes opens on Tuesday, number {{position}}",
                     *       "filter": {},
                     *       "per_hour": null,
                     *       "send_at": null,
                     *       "matched": 9,
                     *       "selected": 8,
                     *       "excluded": {
                     *         "unsubscribed": 0,
                     *         "erased": 0,
                     *         "complained": 0,
                     *         "bounced": 0,
                     *         "manual": 1,
                     *         "unconfirmed": 0,
                     *         "in_review": 0
                     *       },
                     *       "created_at": "2026-11-21T10:48:26.691Z",
                     *       "launched_at": null,
                     *       "finished_at": null,
                     *       "design": {
                     *         "color": "#18181b",
                     *         "headline": "We open on Tuesday",
                     *         "text": "You are number {{position}} of {{total}}. On Tuesday at 9 you can come in.",
                     *         "show_position": false,
                     *         "show_code": false,
                     *         "button_text": "See what is new",
                     *         "button_target": "url",
                     *         "button_url": "https://notes.example.com/new"
                     *       },
                     *       "html": null,
                     *       "sample": [
                     *         {
                     *           "signup_id": "01a1fd54-a660-75b4-85aa-80f8c93910a9",
                     *           "email": "grace@example.com",
                     *           "position": 1
                     *         },
                     *         {
                     *           "signup_id": "01a1fd5b-dda0-7108-8dd7-4b4c184fb767",
                     *           "email": "alan@example.com",
                     *           "position": 2
                     *         },
                     *         {
                     *           "signup_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *           "email": "ada@example.com",
                     *           "position": 3
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "email": "margaret@example.com",
                     *           "position": 4
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-e21a-79e1-8a4b-18e820e77d29",
                     *           "email": "joan@example.com",
                     *           "position": 5
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-8646-7010-8726-2b7292104beb",
                     *           "email": "hedy@example.com",
                     *           "position": 6
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-e502-7774-84e8-01838f71a6c0",
                     *           "email": "dorothy@example.com",
                     *           "position": 8
                     *         },
                     *         {
                     *           "signup_id": "01a1fd57-87b8-7d90-8ae0-22567d3d293e",
                     *           "email": "mary@example.com",
                     *           "position": 9
                     *         }
                     *       ],
                     *       "allowance": {
                     *         "remaining": 5991,
                     *         "held": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Announcement"];
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
    testAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The announcement's id.
                 * @example 01a1fd57-73b1-7f33-8232-adb52f87e486
                 */
                announcementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "team@notes.example.com"
                 *     }
                 */
                "application/json": components["schemas"]["AnnouncementTest"];
            };
        };
        responses: {
            /** @description The test was sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "Acme <hello@acme.test>"
                     *     }
                     */
                    "application/json": components["schemas"]["AnnouncementTested"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
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
    launchAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The announcement's id.
                 * @example 01a1fd57-73b1-7f33-8232-adb52f87e486
                 */
                announcementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expected_count": 8
                 *     }
                 */
                "application/json": components["schemas"]["NewAnnouncementLaunch"];
            };
        };
        responses: {
            /** @description The announcement is launched. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd57-73b1-7f33-8232-adb52f87e486",
                     *       "expected_count": 8,
                     *       "sample": null,
                     *       "send_at": null,
                     *       "launched_at": "2026-11-21T10:51:30.828Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AnnouncementLaunch"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
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
    pauseAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The announcement's id.
                 * @example 01a1fd57-73b1-7f33-8232-adb52f87e486
                 */
                announcementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The announcement as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd57-73b1-7f33-8232-adb52f87e486",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "Launch day",
                     *       "state": "paused",
                     *       "paused_reason": "asked",
                     *       "refusal": null,
                     *       "subject": "Acme Notes opens on Tuesday, number {{position}}",
                     *       "filter": {},
                     *       "per_hour": null,
                     *       "send_at": null,
                     *       "matched": 9,
                     *       "selected": 8,
                     *       "excluded": {
                     *         "unsubscribed": 0,
                     *         "erased": 0,
                     *         "complained": 0,
                     *         "bounced": 0,
                     *         "manual": 1,
                     *         "unconfirmed": 0,
                     *         "in_review": 0
                     *       },
                     *       "created_at": "2026-11-21T10:48:26.691Z",
                     *       "launched_at": "2026-11-21T10:51:30.828Z",
                     *       "finished_at": null,
                     *       "design": {
                     *         "color": "#18181b",
                     *         "headline": "We open on Tuesday",
                     *         "text": "You are number {{position}} of {{total}}. On Tuesday at 9 you can come in.",
                     *         "show_position": false,
                     *         "show_code": false,
                     *         "button_text": "See what is new",
                     *         "button_target": "url",
                     *         "button_url": "https://notes.example.com/new"
                     *       },
                     *       "html": null,
                     *       "sample": [
                     *         {
                     *           "signup_id": "01a1fd54-a660-75b4-85aa-80f8c93910a9",
                     *           "email": "grace@example.com",
                     *           "position": 1
                     *         },
                     *         {
                     *           "signup_id": "01a1fd5b-dda0-7108-8dd7-4b4c184fb767",
                     *           "email": "alan@example.com",
                     *           "position": 2
                     *         },
                     *         {
                     *           "signup_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *           "email": "ada@example.com",
                     *           "position": 3
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "email": "margaret@example.com",
                     *           "position": 4
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-e21a-79e1-8a4b-18e820e77d29",
                     *           "email": "joan@example.com",
                     *           "position": 5
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-8646-7010-8726-2b7292104beb",
                     *           "email": "hedy@example.com",
                     *           "position": 6
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-e502-7774-84e8-01838f71a6c0",
                     *           "email": "dorothy@example.com",
                     *           "position": 8
                     *         },
                     *         {
                     *           "signup_id": "01a1fd57-87b8-7d90-8ae0-22567d3d293e",
                     *           "email": "mary@example.com",
                     *           "position": 9
                     *         }
                     *       ],
                     *       "allowance": {
                     *         "remaining": 5990,
                     *         "held": 0
                     *       },
                     *       "waiting": 8,
                     *       "held": 0,
                     *       "sent": 0,
                     *       "delivered": 0,
                     *       "opened": 0,
                     *       "clicked": 0,
                     *       "links": [
                     *         {
                     *           "link": "https://notes.example.com/new",
                     *           "clicked": 0
                     *         },
                     *         {
                     *           "link": "{{links.unsubscribe}}",
                     *           "clicked": 0
                     *         }
                     *       ],
                     *       "bounced": 0,
                     *       "complained": 0,
                     *       "unsubscribed": 0,
                     *       "failed": 0,
                     *       "left_out": {
                     *         "removed": 0,
                     *         "unsubscribed": 0,
                     *         "suppressed": 0,
                     *         "cancelled": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AnnouncementReport"];
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
    resumeAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The announcement's id.
                 * @example 01a1fd57-73b1-7f33-8232-adb52f87e486
                 */
                announcementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The announcement as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd57-73b1-7f33-8232-adb52f87e486",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "Launch day",
                     *       "state": "sending",
                     *       "paused_reason": null,
                     *       "refusal": null,
                     *       "subject": "Acme Notes opens on Tuesday, number {{position}}",
                     *       "filter": {},
                     *       "per_hour": null,
                     *       "send_at": null,
                     *       "matched": 9,
                     *       "selected": 8,
                     *       "excluded": {
                     *         "unsubscribed": 0,
                     *         "erased": 0,
                     *         "complained": 0,
                     *         "bounced": 0,
                     *         "manual": 1,
                     *         "unconfirmed": 0,
                     *         "in_review": 0
                     *       },
                     *       "created_at": "2026-11-21T10:48:26.691Z",
                     *       "launched_at": "2026-11-21T10:51:30.828Z",
                     *       "finished_at": null,
                     *       "design": {
                     *         "color": "#18181b",
                     *         "headline": "We open on Tuesday",
                     *         "text": "You are number {{position}} of {{total}}. On Tuesday at 9 you can come in.",
                     *         "show_position": false,
                     *         "show_code": false,
                     *         "button_text": "See what is new",
                     *         "button_target": "url",
                     *         "button_url": "https://notes.example.com/new"
                     *       },
                     *       "html": null,
                     *       "sample": [
                     *         {
                     *           "signup_id": "01a1fd54-a660-75b4-85aa-80f8c93910a9",
                     *           "email": "grace@example.com",
                     *           "position": 1
                     *         },
                     *         {
                     *           "signup_id": "01a1fd5b-dda0-7108-8dd7-4b4c184fb767",
                     *           "email": "alan@example.com",
                     *           "position": 2
                     *         },
                     *         {
                     *           "signup_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *           "email": "ada@example.com",
                     *           "position": 3
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "email": "margaret@example.com",
                     *           "position": 4
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-e21a-79e1-8a4b-18e820e77d29",
                     *           "email": "joan@example.com",
                     *           "position": 5
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-8646-7010-8726-2b7292104beb",
                     *           "email": "hedy@example.com",
                     *           "position": 6
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-e502-7774-84e8-01838f71a6c0",
                     *           "email": "dorothy@example.com",
                     *           "position": 8
                     *         },
                     *         {
                     *           "signup_id": "01a1fd57-87b8-7d90-8ae0-22567d3d293e",
                     *           "email": "mary@example.com",
                     *           "position": 9
                     *         }
                     *       ],
                     *       "allowance": {
                     *         "remaining": 5990,
                     *         "held": 0
                     *       },
                     *       "waiting": 8,
                     *       "held": 0,
                     *       "sent": 0,
                     *       "delivered": 0,
                     *       "opened": 0,
                     *       "clicked": 0,
                     *       "links": [
                     *         {
                     *           "link": "https://notes.example.com/new",
                     *           "clicked": 0
                     *         },
                     *         {
                     *           "link": "{{links.unsubscribe}}",
                     *           "clicked": 0
                     *         }
                     *       ],
                     *       "bounced": 0,
                     *       "complained": 0,
                     *       "unsubscribed": 0,
                     *       "failed": 0,
                     *       "left_out": {
                     *         "removed": 0,
                     *         "unsubscribed": 0,
                     *         "suppressed": 0,
                     *         "cancelled": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AnnouncementReport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
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
    cancelAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The announcement's id.
                 * @example 01a1fd5f-8859-7e44-88fb-722eafffd796
                 */
                announcementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The announcement as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd5f-8859-7e44-88fb-722eafffd796",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "name": "Launch day",
                     *       "state": "cancelled",
                     *       "paused_reason": null,
                     *       "refusal": null,
                     *       "subject": "Acme Notes opens on Tuesday",
                     *       "filter": {
                     *         "invitation_state": "none"
                     *       },
                     *       "per_hour": null,
                     *       "send_at": null,
                     *       "matched": 4,
                     *       "selected": 3,
                     *       "excluded": {
                     *         "unsubscribed": 0,
                     *         "erased": 0,
                     *         "complained": 0,
                     *         "bounced": 0,
                     *         "manual": 1,
                     *         "unconfirmed": 0,
                     *         "in_review": 0
                     *       },
                     *       "created_at": "2026-11-21T10:46:23.933Z",
                     *       "launched_at": null,
                     *       "finished_at": "2026-11-21T10:47:25.312Z",
                     *       "design": {
                     *         "color": "#18181b",
                     *         "headline": "We open on Tuesday",
                     *         "text": "You are number {{position}} of {{total}}. On Tuesday at 9 you can come in.",
                     *         "show_position": false,
                     *         "show_code": false,
                     *         "button_text": "See what is new",
                     *         "button_target": "url",
                     *         "button_url": "https://notes.example.com/new"
                     *       },
                     *       "html": null,
                     *       "sample": [
                     *         {
                     *           "signup_id": "01a1fd58-e21a-79e1-8a4b-18e820e77d29",
                     *           "email": "joan@example.com",
                     *           "position": 5
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-e502-7774-84e8-01838f71a6c0",
                     *           "email": "dorothy@example.com",
                     *           "position": 8
                     *         },
                     *         {
                     *           "signup_id": "01a1fd57-87b8-7d90-8ae0-22567d3d293e",
                     *           "email": "mary@example.com",
                     *           "position": 9
                     *         }
                     *       ],
                     *       "allowance": {
                     *         "remaining": 5991,
                     *         "held": 0
                     *       },
                     *       "waiting": 0,
                     *       "held": 0,
                     *       "sent": 0,
                     *       "delivered": 0,
                     *       "opened": 0,
                     *       "clicked": 0,
                     *       "links": [
                     *         {
                     *           "link": "https://notes.example.com/new",
                     *           "clicked": 0
                     *         },
                     *         {
                     *           "link": "{{links.unsubscribe}}",
                     *           "clicked": 0
                     *         }
                     *       ],
                     *       "bounced": 0,
                     *       "complained": 0,
                     *       "unsubscribed": 0,
                     *       "failed": 0,
                     *       "left_out": {
                     *         "removed": 0,
                     *         "unsubscribed": 0,
                     *         "suppressed": 0,
                     *         "cancelled": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AnnouncementReport"];
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
    listAnnouncementMembers: {
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
                /**
                 * @description Only members in this state.
                 * @example opened
                 */
                state?: "waiting" | "held" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "left_out";
            };
            header?: never;
            path: {
                /**
                 * @description The announcement's id.
                 * @example 01a1fd57-73b1-7f33-8232-adb52f87e486
                 */
                announcementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of people. */
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
                     *           "signup_id": "01a1fd54-a660-75b4-85aa-80f8c93910a9",
                     *           "email": "grace@example.com",
                     *           "position": 1,
                     *           "state": "opened",
                     *           "sent_at": "2026-11-21T10:53:33.586Z",
                     *           "delivered_at": "2026-11-21T10:54:34.965Z",
                     *           "opened_at": "2026-11-21T10:56:37.723Z",
                     *           "clicked_at": null
                     *         },
                     *         {
                     *           "signup_id": "01a1fd5b-dda0-7108-8dd7-4b4c184fb767",
                     *           "email": "alan@example.com",
                     *           "position": 2,
                     *           "state": "sent",
                     *           "sent_at": "2026-11-21T10:53:33.586Z",
                     *           "delivered_at": null,
                     *           "opened_at": null,
                     *           "clicked_at": null
                     *         },
                     *         {
                     *           "signup_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                     *           "email": "ada@example.com",
                     *           "position": 3,
                     *           "state": "sent",
                     *           "sent_at": "2026-11-21T10:53:33.586Z",
                     *           "delivered_at": null,
                     *           "opened_at": null,
                     *           "clicked_at": null
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                     *           "email": "margaret@example.com",
                     *           "position": 4,
                     *           "state": "sent",
                     *           "sent_at": "2026-11-21T10:53:33.586Z",
                     *           "delivered_at": null,
                     *           "opened_at": null,
                     *           "clicked_at": null
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-e21a-79e1-8a4b-18e820e77d29",
                     *           "email": "joan@example.com",
                     *           "position": 5,
                     *           "state": "sent",
                     *           "sent_at": "2026-11-21T10:53:33.586Z",
                     *           "delivered_at": null,
                     *           "opened_at": null,
                     *           "clicked_at": null
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-8646-7010-8726-2b7292104beb",
                     *           "email": "hedy@example.com",
                     *           "position": 6,
                     *           "state": "sent",
                     *           "sent_at": "2026-11-21T10:53:33.586Z",
                     *           "delivered_at": null,
                     *           "opened_at": null,
                     *           "clicked_at": null
                     *         },
                     *         {
                     *           "signup_id": "01a1fd58-e502-7774-84e8-01838f71a6c0",
                     *           "email": "dorothy@example.com",
                     *           "position": 8,
                     *           "state": "sent",
                     *           "sent_at": "2026-11-21T10:53:33.586Z",
                     *           "delivered_at": null,
                     *           "opened_at": null,
                     *           "clicked_at": null
                     *         },
                     *         {
                     *           "signup_id": "01a1fd57-87b8-7d90-8ae0-22567d3d293e",
                     *           "email": "mary@example.com",
                     *           "position": 9,
                     *           "state": "sent",
                     *           "sent_at": "2026-11-21T10:53:33.586Z",
                     *           "delivered_at": null,
                     *           "opened_at": null,
                     *           "clicked_at": null
                     *         }
                     *       ],
                     *       "total": 8,
                     *       "limit": 50,
                     *       "offset": 0,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["AnnouncementMember"][];
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
    exportAnnouncementMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The announcement's id.
                 * @example 01a1fd57-73b1-7f33-8232-adb52f87e486
                 */
                announcementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CSV file. */
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
                     * @example signup_id,email,position,state,sent_at,delivered_at,opened_at,clicked_at
                     *     01a1fd54-a660-75b4-85aa-80f8c93910a9,grace@example.com,1,opened,2026-11-21T10:53:33.586Z,2026-11-21T10:54:34.965Z,2026-11-21T10:56:37.723Z,
                     *     01a1fd5b-dda0-7108-8dd7-4b4c184fb767,alan@example.com,2,sent,2026-11-21T10:53:33.586Z,,,
                     *     01a1fd5d-4412-7a7f-8aae-315eed2df35d,ada@example.com,3,sent,2026-11-21T10:53:33.586Z,,,
                     *     01a1fd58-b6f9-7135-8deb-2efc94504e4f,margaret@example.com,4,sent,2026-11-21T10:53:33.586Z,,,
                     *     01a1fd58-e21a-79e1-8a4b-18e820e77d29,joan@example.com,5,sent,2026-11-21T10:53:33.586Z,,,
                     *     01a1fd58-8646-7010-8726-2b7292104beb,hedy@example.com,6,sent,2026-11-21T10:53:33.586Z,,,
                     *     01a1fd58-e502-7774-84e8-01838f71a6c0,dorothy@example.com,8,sent,2026-11-21T10:53:33.586Z,,,
                     *     01a1fd57-87b8-7d90-8ae0-22567d3d293e,mary@example.com,9,sent,2026-11-21T10:53:33.586Z,,,
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
    listImports: {
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
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports. */
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
                     *           "id": "01a1fd57-c2af-7a25-841c-b226349c78c5",
                     *           "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *           "state": "ready",
                     *           "preset": "getwaitlist",
                     *           "positions": "append",
                     *           "codes": "keep",
                     *           "notify": false,
                     *           "events": false,
                     *           "rows": 4,
                     *           "would_create": 2,
                     *           "existing": 1,
                     *           "duplicates": 0,
                     *           "rejected": 1,
                     *           "over_quota": 0,
                     *           "created": 0,
                     *           "referrals": 0,
                     *           "columns": {
                     *             "names": [
                     *               "email",
                     *               "priority",
                     *               "amount_referred",
                     *               "referral_token",
                     *               "referral_link",
                     *               "created_at"
                     *             ],
                     *             "mapped": {
                     *               "email": "email",
                     *               "priority": "position",
                     *               "referral_token": "referral_code",
                     *               "created_at": "created_at"
                     *             },
                     *             "unmapped": [
                     *               "amount_referred",
                     *               "referral_link"
                     *             ]
                     *           },
                     *           "warnings": [],
                     *           "notes": [],
                     *           "encoding": "utf-8",
                     *           "date_order": "dmy",
                     *           "cleaned": 0,
                     *           "left": {
                     *             "unsubscribed": 0,
                     *             "bounced": 0,
                     *             "complained": 0,
                     *             "suppressed": 0
                     *           },
                     *           "questions": [],
                     *           "created_at": "2026-11-21T10:06:30.152Z",
                     *           "started_at": null,
                     *           "finished_at": null,
                     *           "failure_reason": null,
                     *           "step": null
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Import"][];
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
    createImport: {
        parameters: {
            query?: {
                /**
                 * @description Which product wrote the file. `auto` finds out by the names of the columns.
                 * @example getwaitlist
                 */
                preset?: "auto" | "own" | "getwaitlist" | "prefinery" | "mailchimp" | "waitlister" | "launchlist" | "viral_loops" | "kickofflabs" | "kit" | "substack" | "beehiiv" | "google_forms" | "airtable" | "ghost" | "listmonk" | "keila" | "buttondown";
                /**
                 * @description `append`: signups are added behind the list, by `created_at`, then by line. `keep`: each keeps the position in the file; only while the waitlist has never given a position out.
                 * @example append
                 */
                positions?: "append" | "keep";
                /**
                 * @description `keep`: a code in our form stays if it is free; any other one goes on working as an alias. `new`: every signup gets a new code.
                 * @example keep
                 */
                codes?: "keep" | "new";
                /**
                 * @description How the characters of the file are stored. `auto` finds out, and asks where it is Windows-1252, as Excel writes it.
                 * @example auto
                 */
                encoding?: "auto" | "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "windows-1251" | "macintosh";
                /**
                 * @description What dates such as `1/2/2026` mean. Left out: the dry run finds out by all dates of the file, and asks if both fit.
                 * @example dmy
                 */
                date_order?: "mdy" | "dmy";
                /**
                 * @description Whether new signups get their email.
                 * @example false
                 */
                notify?: "true" | "false";
                /**
                 * @description Whether `signup.created` is published for new signups.
                 * @example false
                 */
                events?: "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example email,priority,amount_referred,referral_token,referral_link,created_at
                 *     dorothy@example.com,1,1,AB12CD,https://example.com/?ref_id=AB12CD,2024-03-01T10:00:00Z
                 *     mary@example.com,2,0,EF34GH,https://example.com/?ref_id=EF34GH,2024-03-02T11:30:00Z
                 *     ada@example.com,3,0,IJ56KL,https://example.com/?ref_id=IJ56KL,2024-03-05T16:45:00Z
                 *     alan at example.com,4,0,ZX81QL,,2024-05-02T08:30:00Z
                 */
                "text/csv": unknown;
            };
        };
        responses: {
            /** @description The import, which is being validated. */
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
                     *       "id": "01a1fd57-c2af-7a25-841c-b226349c78c5",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "state": "validating",
                     *       "preset": "getwaitlist",
                     *       "positions": "append",
                     *       "codes": "keep",
                     *       "notify": false,
                     *       "events": false,
                     *       "rows": 4,
                     *       "would_create": 0,
                     *       "existing": 0,
                     *       "duplicates": 0,
                     *       "rejected": 0,
                     *       "over_quota": 0,
                     *       "created": 0,
                     *       "referrals": 0,
                     *       "columns": {
                     *         "names": [
                     *           "email",
                     *           "priority",
                     *           "amount_referred",
                     *           "referral_token",
                     *           "referral_link",
                     *           "created_at"
                     *         ],
                     *         "mapped": {
                     *           "email": "email",
                     *           "priority": "position",
                     *           "referral_token": "referral_code",
                     *           "created_at": "created_at"
                     *         },
                     *         "unmapped": [
                     *           "amount_referred",
                     *           "referral_link"
                     *         ]
                     *       },
                     *       "warnings": [],
                     *       "notes": [],
                     *       "encoding": "utf-8",
                     *       "date_order": "dmy",
                     *       "cleaned": 0,
                     *       "left": {
                     *         "unsubscribed": 0,
                     *         "bounced": 0,
                     *         "complained": 0,
                     *         "suppressed": 0
                     *       },
                     *       "questions": [],
                     *       "created_at": "2026-11-21T10:06:30.152Z",
                     *       "started_at": null,
                     *       "finished_at": null,
                     *       "failure_reason": null,
                     *       "step": null
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
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
    readImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The import's id.
                 * @example 01a1fd57-c2af-7a25-841c-b226349c78c5
                 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
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
                     *       "id": "01a1fd57-c2af-7a25-841c-b226349c78c5",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "state": "ready",
                     *       "preset": "getwaitlist",
                     *       "positions": "append",
                     *       "codes": "keep",
                     *       "notify": false,
                     *       "events": false,
                     *       "rows": 4,
                     *       "would_create": 2,
                     *       "existing": 1,
                     *       "duplicates": 0,
                     *       "rejected": 1,
                     *       "over_quota": 0,
                     *       "created": 0,
                     *       "referrals": 0,
                     *       "columns": {
                     *         "names": [
                     *           "email",
                     *           "priority",
                     *           "amount_referred",
                     *           "referral_token",
                     *           "referral_link",
                     *           "created_at"
                     *         ],
                     *         "mapped": {
                     *           "email": "email",
                     *           "priority": "position",
                     *           "referral_token": "referral_code",
                     *           "created_at": "created_at"
                     *         },
                     *         "unmapped": [
                     *           "amount_referred",
                     *           "referral_link"
                     *         ]
                     *       },
                     *       "warnings": [],
                     *       "notes": [],
                     *       "encoding": "utf-8",
                     *       "date_order": "dmy",
                     *       "cleaned": 0,
                     *       "left": {
                     *         "unsubscribed": 0,
                     *         "bounced": 0,
                     *         "complained": 0,
                     *         "suppressed": 0
                     *       },
                     *       "questions": [],
                     *       "created_at": "2026-11-21T10:06:30.152Z",
                     *       "started_at": null,
                     *       "finished_at": null,
                     *       "failure_reason": null,
                     *       "step": null
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
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
    updateImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The import's id.
                 * @example 01a1fd57-c2af-7a25-841c-b226349c78c5
                 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "mapping": {
                 *         "priority": null,
                 *         "referral_link": "metadata.old_link"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ImportPatch"];
            };
        };
        responses: {
            /** @description The import, which is being validated. */
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
                     *       "id": "01a1fd57-c2af-7a25-841c-b226349c78c5",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "state": "validating",
                     *       "preset": "getwaitlist",
                     *       "positions": "append",
                     *       "codes": "keep",
                     *       "notify": false,
                     *       "events": false,
                     *       "rows": 4,
                     *       "would_create": 0,
                     *       "existing": 0,
                     *       "duplicates": 0,
                     *       "rejected": 0,
                     *       "over_quota": 0,
                     *       "created": 0,
                     *       "referrals": 0,
                     *       "columns": {
                     *         "names": [
                     *           "email",
                     *           "priority",
                     *           "amount_referred",
                     *           "referral_token",
                     *           "referral_link",
                     *           "created_at"
                     *         ],
                     *         "mapped": {
                     *           "email": "email",
                     *           "referral_token": "referral_code",
                     *           "created_at": "created_at",
                     *           "referral_link": "metadata.old_link"
                     *         },
                     *         "unmapped": [
                     *           "priority",
                     *           "amount_referred"
                     *         ]
                     *       },
                     *       "warnings": [],
                     *       "notes": [],
                     *       "encoding": "utf-8",
                     *       "date_order": "dmy",
                     *       "cleaned": 0,
                     *       "left": {
                     *         "unsubscribed": 0,
                     *         "bounced": 0,
                     *         "complained": 0,
                     *         "suppressed": 0
                     *       },
                     *       "questions": [],
                     *       "created_at": "2026-11-21T10:06:30.152Z",
                     *       "started_at": null,
                     *       "finished_at": null,
                     *       "failure_reason": null,
                     *       "step": null
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
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
    startImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The import's id.
                 * @example 01a1fd57-c2af-7a25-841c-b226349c78c5
                 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "expected_count": 2
                 *     }
                 */
                "application/json": components["schemas"]["ImportStart"];
            };
        };
        responses: {
            /** @description The import, which is running. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd57-c2af-7a25-841c-b226349c78c5",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "state": "running",
                     *       "preset": "getwaitlist",
                     *       "positions": "append",
                     *       "codes": "keep",
                     *       "notify": false,
                     *       "events": false,
                     *       "rows": 4,
                     *       "would_create": 2,
                     *       "existing": 1,
                     *       "duplicates": 0,
                     *       "rejected": 1,
                     *       "over_quota": 0,
                     *       "created": 0,
                     *       "referrals": 0,
                     *       "columns": {
                     *         "names": [
                     *           "email",
                     *           "priority",
                     *           "amount_referred",
                     *           "referral_token",
                     *           "referral_link",
                     *           "created_at"
                     *         ],
                     *         "mapped": {
                     *           "email": "email",
                     *           "referral_token": "referral_code",
                     *           "created_at": "created_at",
                     *           "referral_link": "metadata.old_link"
                     *         },
                     *         "unmapped": [
                     *           "priority",
                     *           "amount_referred"
                     *         ]
                     *       },
                     *       "warnings": [],
                     *       "notes": [],
                     *       "encoding": "utf-8",
                     *       "date_order": "dmy",
                     *       "cleaned": 0,
                     *       "left": {
                     *         "unsubscribed": 0,
                     *         "bounced": 0,
                     *         "complained": 0,
                     *         "suppressed": 0
                     *       },
                     *       "questions": [],
                     *       "created_at": "2026-11-21T10:06:30.152Z",
                     *       "started_at": "2026-11-21T10:13:39.805Z",
                     *       "finished_at": null,
                     *       "failure_reason": null,
                     *       "step": "signups"
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
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
    cancelImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.
                 * @example 5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The import's id.
                 * @example 01a1fd57-2e47-7c4d-8623-a2c44a58ef0a
                 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import, which is cancelled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1fd57-2e47-7c4d-8623-a2c44a58ef0a",
                     *       "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                     *       "state": "cancelled",
                     *       "preset": "getwaitlist",
                     *       "positions": "append",
                     *       "codes": "keep",
                     *       "notify": false,
                     *       "events": false,
                     *       "rows": 4,
                     *       "would_create": 0,
                     *       "existing": 3,
                     *       "duplicates": 0,
                     *       "rejected": 1,
                     *       "over_quota": 0,
                     *       "created": 0,
                     *       "referrals": 0,
                     *       "columns": {
                     *         "names": [
                     *           "email",
                     *           "priority",
                     *           "amount_referred",
                     *           "referral_token",
                     *           "referral_link",
                     *           "created_at"
                     *         ],
                     *         "mapped": {
                     *           "email": "email",
                     *           "priority": "position",
                     *           "referral_token": "referral_code",
                     *           "created_at": "created_at"
                     *         },
                     *         "unmapped": [
                     *           "amount_referred",
                     *           "referral_link"
                     *         ]
                     *       },
                     *       "warnings": [],
                     *       "notes": [],
                     *       "encoding": "utf-8",
                     *       "date_order": "dmy",
                     *       "cleaned": 0,
                     *       "left": {
                     *         "unsubscribed": 0,
                     *         "bounced": 0,
                     *         "complained": 0,
                     *         "suppressed": 0
                     *       },
                     *       "questions": [],
                     *       "created_at": "2026-11-21T10:14:41.184Z",
                     *       "started_at": null,
                     *       "finished_at": "2026-11-21T10:15:42.563Z",
                     *       "failure_reason": null,
                     *       "step": null
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
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
    listImportRows: {
        parameters: {
            query?: {
                /**
                 * @description The most items on the page.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of items to skip, at most 100000; `rows.csv` has all.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description `create`: becomes a signup, and has a `signup_id` once it has. `existing`, `duplicate`, `rejected` and `over_quota` as in the import.
                 * @example rejected
                 */
                outcome?: "create" | "existing" | "duplicate" | "rejected" | "over_quota";
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The import's id.
                 * @example 01a1fd57-c2af-7a25-841c-b226349c78c5
                 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows. */
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
                     *           "line": 5,
                     *           "outcome": "rejected",
                     *           "reason": "email: must be an email address",
                     *           "signup_id": null,
                     *           "cells": [
                     *             "alan at example.com",
                     *             "4",
                     *             "0",
                     *             "ZX81QL",
                     *             "",
                     *             "2024-05-02T08:30:00Z"
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["ImportRow"][];
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
    exportImportRows: {
        parameters: {
            query?: {
                /**
                 * @description `create`: becomes a signup, and has a `signup_id` once it has. `existing`, `duplicate`, `rejected` and `over_quota` as in the import.
                 * @example rejected
                 */
                outcome?: "create" | "existing" | "duplicate" | "rejected" | "over_quota";
            };
            header?: never;
            path: {
                /**
                 * @description The waitlist's id.
                 * @example 01a1fd51-bf00-75af-8c4b-c192c0f65861
                 */
                id: string;
                /**
                 * @description The import's id.
                 * @example 01a1fd57-c2af-7a25-841c-b226349c78c5
                 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CSV file. */
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
                     * @example line,outcome,reason,signup_id,email,priority,amount_referred,referral_token,referral_link,created_at
                     *     5,rejected,email: must be an email address,,alan at example.com,4,0,ZX81QL,,2024-05-02T08:30:00Z
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
    onSignupCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795252766
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=1b08dcc34f1e5c93fd8f99d61a93f31c396075c6abb4b1408bcab770c682daf0
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd54-a660-75b4-85aa-80f8c93910a9
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795252766
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,7HywfguiOBTim4pQF3hwMXwx5zQOazjgpDGEmXHO1Oo=
                 */
                "webhook-signature": string;
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
                 *         "id": "01a1fd54-a660-75b4-85aa-80f8c93910a9",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "grace@example.com",
                 *         "position": 1,
                 *         "total": 1,
                 *         "referral_code": "4sw07s6qfs",
                 *         "referred_by": null,
                 *         "utm_source": null,
                 *         "metadata": {},
                 *         "created_at": "2026-11-21T09:19:26.718Z"
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
    onSignupUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795254914
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=06719470f919c1e04a8ecab27f4ba135079e4283afd79b5065bed9021ba58526
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd58-3f46-782c-82a0-ac841c9a21b7
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795254914
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,7eg3KmuZrDSYe4C/6scG8JM2mDW13uwy9YU2iaQxI08=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "signup.updated",
                 *       "data": {
                 *         "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "changed_fields": [
                 *           "team_size"
                 *         ],
                 *         "metadata": {
                 *           "page": "pricing"
                 *         },
                 *         "created_at": "2026-11-21T09:22:30.855Z",
                 *         "updated_at": "2026-11-21T09:37:51.540Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SignupUpdated"];
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
                 * @example 1795261114
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=f1eb4983c3c50c5a93307b84ddb64971bc20188963edcaf023d3d570d54145cd
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd59-9ee6-750d-8080-c4f7579476d2
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795261114
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,59rkeBtvvFDz+0nWaazSLe3jsNoh4+1/8XMQE2lJaZ4=
                 */
                "webhook-signature": string;
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
                 *         "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "metadata": {
                 *           "page": "pricing"
                 *         },
                 *         "created_at": "2026-11-21T09:22:30.855Z",
                 *         "removed_at": "2026-11-21T11:23:13.577Z"
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
                 * @example 1795253073
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=646482a0de288370f6bfe7849af854e99a3d5e1774e97f3edc1dec7f31959ce8
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd53-33ec-7fe5-8c05-8f929c1a69cb
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795253073
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,ztjIB83zGiupum73a8wJ58LimcRnwCNb5B51dsDL8lg=
                 */
                "webhook-signature": string;
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
                 *         "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "occurred_at": "2026-11-21T09:23:32.234Z"
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
                 * @example 1795253196
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=593b9e7ce6f41eaff47eb7e34fcc444bb4f8fa44b8f3ea51773e6e8e650dbe83
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd54-c7dc-7694-837a-e1f0bf7e6301
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795253196
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,5ADT5YgfyLy64k+N8U88frhpNUtN6Fk7eKVLF0foySQ=
                 */
                "webhook-signature": string;
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
                 *         "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "occurred_at": "2026-11-21T09:25:34.992Z"
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
                 * @example 1795253319
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=6e7a422078354897d516ac71fd379212860217884afd42e202ad85039d1767de
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd5a-6a8c-7ad7-8589-add333a31b69
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795253319
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,5MoZkhG3on0eHBLe981WtcGCaofD72m220SQiOOwdLM=
                 */
                "webhook-signature": string;
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
                 *         "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "occurred_at": "2026-11-21T09:27:37.750Z"
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
    onSignupConfirmed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795259825
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=84f2ef032f56a7755c7e788cc32c9c68ef59232236193c294848cb361e91a255
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd55-d0c2-7a80-8802-6ecb51712c49
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795259825
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,4YAxCvi59lAZBEwowOp6t3fftBq606G1BNuxWkcpIZM=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "signup.confirmed",
                 *       "data": {
                 *         "id": "01a1fd57-5780-7b3e-8167-e13494acabb1",
                 *         "waitlist_id": "01a1fd5d-7f4d-7e25-80a3-2356c8bc5ab6",
                 *         "waitlist_name": "Acme Beta",
                 *         "email": "grace@example.org",
                 *         "position": 1,
                 *         "confirmed_at": "2026-11-21T11:16:03.924Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SignupConfirmed"];
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
    onSignupUnsubscribed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795259825
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=341a2004956216a6bffd1f4ef6043c25a8f7d3701be505f5f860551d2e636ad7
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd58-1fd7-73cc-86ec-5877df5eb433
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795259825
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,yjxESxnr2LP3/UCgh4lPcU0YuwDgUDgfuqqPc6X/vdA=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "signup.unsubscribed",
                 *       "data": {
                 *         "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "unsubscribed_at": "2026-11-21T11:17:05.303Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SignupUnsubscribed"];
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
    onReferralCredited: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795252950
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=32427cea63cf3673ab2d1b3882f617575b8a462863259f7917c1c0e4a21162a5
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd56-d567-7e4d-8065-eb79d6d30450
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795252950
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,+MkILQyhsybt3RtUf8dxZ+S1RmmVN11nspN3DMmg+8g=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "referral.credited",
                 *       "data": {
                 *         "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "referrer_id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                 *         "reasons": [],
                 *         "occurred_at": "2026-11-21T09:22:30.855Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReferralCredited"];
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
    onReferralWithheld: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795259825
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=e67d34fd423424ba26090f9a943d15be749660a227818e059b1aaf4c9acf99ef
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd5f-61fe-7ef7-88d0-edca3786be74
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795259825
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,IUj60rdpd5ToUxbi4AnzztQyBQwyej7qwIAYVC3b19Y=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "referral.withheld",
                 *       "data": {
                 *         "id": "01a1fd56-fbf7-7d5d-83a5-d823bccc1829",
                 *         "waitlist_id": "01a1fd5d-7f4d-7e25-80a3-2356c8bc5ab6",
                 *         "waitlist_name": "Acme Beta",
                 *         "email": "ada+2@example.com",
                 *         "position": 3,
                 *         "referrer_id": "01a1fd57-5780-7b3e-8167-e13494acabb1",
                 *         "reasons": [
                 *           "alias"
                 *         ],
                 *         "occurred_at": "2026-11-21T11:06:51.513Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReferralWithheld"];
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
    onReferralRevoked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795259825
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=0f0c5d6d50adc2d1cf7b92c6d24d67aef4e73db1d19cfe897c95501119f83888
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd54-7770-7f4a-8faa-62cce6e04b32
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795259825
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,rVlzQ5+6ze4GVvTX+uEO3pezkkihjLj45NBXcI5GWis=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "referral.revoked",
                 *       "data": {
                 *         "id": "01a1fd56-fbf7-7d5d-83a5-d823bccc1829",
                 *         "waitlist_id": "01a1fd5d-7f4d-7e25-80a3-2356c8bc5ab6",
                 *         "waitlist_name": "Acme Beta",
                 *         "email": "ada+2@example.com",
                 *         "position": 3,
                 *         "referrer_id": "01a1fd57-5780-7b3e-8167-e13494acabb1",
                 *         "reasons": [
                 *           "alias"
                 *         ],
                 *         "occurred_at": "2026-11-21T11:15:02.545Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReferralRevoked"];
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
    onRewardReached: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795253319
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=6af15497128d8d66ed6bce123d86571ede636c506031b06bd53f9b917ab35584
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd58-9756-7f4a-87b8-6c5b420b7f87
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795253319
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,fYrZZGo0OW9QEifA+HAjAxoGoq/Kssj4Vk9Tb7z/FDE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "reward.reached",
                 *       "data": {
                 *         "id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "ada@example.com",
                 *         "position": 3,
                 *         "metadata": {
                 *           "page": "home"
                 *         },
                 *         "created_at": "2026-11-21T09:21:29.476Z",
                 *         "key": "stickers",
                 *         "at": 1,
                 *         "referral_count": 1,
                 *         "reached_at": "2026-11-21T09:28:39.129Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RewardReached"];
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
    onRewardFulfilled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795254914
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=4f03827348cf5156a8ea4cba08c24040a4faea8e1b92eef6a10ab0460f86f096
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd52-b9d7-7f04-83bc-110c970af110
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795254914
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,x0l9+uFjeQFoIdYUNckj2P39jk/uEdWaE4sZbf5sozw=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "reward.fulfilled",
                 *       "data": {
                 *         "id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "ada@example.com",
                 *         "position": 3,
                 *         "metadata": {
                 *           "page": "home"
                 *         },
                 *         "created_at": "2026-11-21T09:21:29.476Z",
                 *         "key": "stickers",
                 *         "at": 1,
                 *         "referral_count": 1,
                 *         "reached_at": "2026-11-21T09:28:39.129Z",
                 *         "fulfilled_at": "2026-11-21T09:29:40.508Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RewardFulfilled"];
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
    onInvitationSent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795256633
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=a8dedd80a71e9cded40d2866a6b31f34787b8cc069221970772902a05c1a6273
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd51-bf34-7287-8a8c-dbba7f1d4cfd
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795256633
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,viprU/toAt+xqM72YO0fo7r2J5g8V6uswm7AafqQ8p4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "invitation.sent",
                 *       "data": {
                 *         "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "metadata": {
                 *           "page": "pricing"
                 *         },
                 *         "created_at": "2026-11-21T09:22:30.855Z",
                 *         "invitation_id": "01a1fd5e-5a9d-7cc7-85ac-f2ba19d74cfe",
                 *         "wave_id": "01a1fd5a-c501-71ea-85c4-07dc187bcd2b",
                 *         "occurred_at": "2026-11-21T10:20:49.458Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InvitationSent"];
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
    onInvitationConverted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795258413
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=917b82105e1167cd101266cea66e48059a99a1440ad3e390748f70bd4e01fa86
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd51-79df-792b-883f-9549f1926938
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795258413
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,k6huT/z/a0aG7gVuJQKbQl671nnioh7ndfdEnEONIYs=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "invitation.converted",
                 *       "data": {
                 *         "id": "01a1fd58-b6f9-7135-8deb-2efc94504e4f",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "margaret@example.com",
                 *         "position": 4,
                 *         "metadata": {
                 *           "page": "pricing"
                 *         },
                 *         "created_at": "2026-11-21T09:22:30.855Z",
                 *         "invitation_id": "01a1fd5e-5a9d-7cc7-85ac-f2ba19d74cfe",
                 *         "wave_id": "01a1fd5a-c501-71ea-85c4-07dc187bcd2b",
                 *         "occurred_at": "2026-11-21T10:30:01.869Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InvitationConverted"];
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
    onInvitationExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795258413
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=094485d6818f43b8336001548d2d030995fd3ff65b5e0b00b45357dc2aa1cd4f
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd58-be5d-73a6-8987-c3633f21c505
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795258413
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,8dClPG3DHmDmlfbTGf/+thxNZxL7R/Zyx3PjfNm/Xmg=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "invitation.expired",
                 *       "data": {
                 *         "id": "01a1fd58-8646-7010-8726-2b7292104beb",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "hedy@example.com",
                 *         "position": 6,
                 *         "metadata": {},
                 *         "created_at": "2026-11-21T09:55:14.983Z",
                 *         "invitation_id": "01a1fd58-8690-749a-8a60-c50abea7d723",
                 *         "wave_id": "01a1fd5a-c501-71ea-85c4-07dc187bcd2b",
                 *         "occurred_at": "2026-11-21T10:44:21.175Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InvitationExpired"];
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
    onInvitationDeclined: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795258413
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=e2d4d7325993c992c1c25752d842e0aac25917d9bc560de5ddeaac432ce62ca8
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd54-f7a9-7dd1-8cbf-5731a0d349b6
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795258413
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,h1hpCFcX7rUgGbY103EZDzXkI9nk//CsNIQ455Wcxx4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "invitation.declined",
                 *       "data": {
                 *         "id": "01a1fd5d-4412-7a7f-8aae-315eed2df35d",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "email": "ada@example.com",
                 *         "position": 3,
                 *         "metadata": {
                 *           "page": "home"
                 *         },
                 *         "created_at": "2026-11-21T09:21:29.476Z",
                 *         "invitation_id": "01a1fd53-e3ad-7444-81bb-0f03157745aa",
                 *         "wave_id": null,
                 *         "occurred_at": "2026-11-21T10:37:11.522Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InvitationDeclined"];
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
    onIntegrationDisabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795261114
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=199545488c000db6ee11e0f8c6fa39d7046840ea6cae2fb9eb81227920ad412e
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd5e-cd64-706a-8b24-c2b7a43a18e9
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795261114
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,bFh5Ot7ACbEPhXRA9n6RUT7rb7fXEkE/GGowxG2sTSI=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "integration.disabled",
                 *       "data": {
                 *         "integration_type": "webhook",
                 *         "reason": "The receiver answered 410: it wants no more deliveries.",
                 *         "failing_since": "2026-11-21T11:38:34.262Z",
                 *         "disabled_at": "2026-11-21T11:38:34.262Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["IntegrationDisabled"];
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
    onImportFinished: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795256633
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=5ed70f30f27b3c0e33b4e91bb9bf267de237b530b8709e85dcf7061b1fadf707
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd55-82f7-729e-8b5b-b5778592df4c
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795256633
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,cp9jFHQuHm2pZK5+nbKzb+z/Bo/Wqshq3WwMVVFxMpg=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "import.finished",
                 *       "data": {
                 *         "id": "01a1fd57-c2af-7a25-841c-b226349c78c5",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "created": 2,
                 *         "existing": 1,
                 *         "duplicates": 0,
                 *         "rejected": 1,
                 *         "over_quota": 0,
                 *         "finished_at": "2026-11-21T10:13:39.805Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ImportFinished"];
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
    onAnnouncementSent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.
                 * @example 1795258413
                 */
                "service-timestamp": string;
                /**
                 * @description `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.
                 * @example v1=45acb0ac695ed15679c9d9bb374b17adf15ba63a4158354934bdbd6ab7d8b1ab
                 */
                "service-signature": string;
                /**
                 * @description The id of the event, the same for every attempt. Ignore an id that you have seen.
                 * @example 01a1fd57-f64a-7348-829d-925be4208c84
                 */
                "webhook-id": string;
                /**
                 * @description The same as `service-timestamp`.
                 * @example 1795258413
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.
                 * @example v1,P6v40RuXSrx889Ea5rx+5DHB8MlwxSGC4No9W8YQyHg=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "announcement.sent",
                 *       "data": {
                 *         "id": "01a1fd57-73b1-7f33-8232-adb52f87e486",
                 *         "waitlist_id": "01a1fd51-bf00-75af-8c4b-c192c0f65861",
                 *         "waitlist_name": "Acme Notes",
                 *         "name": "Launch day",
                 *         "selected": 8,
                 *         "sent": 8,
                 *         "failed": 0,
                 *         "left_out": 0,
                 *         "finished_at": "2026-11-21T10:53:33.586Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AnnouncementSent"];
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
