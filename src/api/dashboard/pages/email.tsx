import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type EmailRouteState,
  type EmailState,
  mostCounted,
  readEmailState,
} from '../../../shared/mail/email-state/read-email-state.ts';
import { emailProviderTypes } from '../../../shared/mail/providers/index.ts';
import {
  type RefusedEmail,
  type ResendableState,
  resendableStates,
} from '../../../shared/mail/resending/refused-queries.ts';
import { resendRefusedEmails } from '../../../shared/mail/resending/resend-refused-emails.ts';
import type { Outage } from '../../../shared/mail/sending/throttles/outage-queries.ts';
import { clearEmailProvider } from '../../../shared/mail/settings/clear-email-provider.ts';
import type { WebContext } from '../../web-context.ts';
import { Meter } from '../charts/meter.tsx';
import { addForm, addPage, readForm, redirectWithFlash, type Show } from '../pages.ts';
import { Confirm, Form, Submit } from '../parts/form.tsx';
import { countOf, formatCount, formatNextMonth, formatUpTo, Time } from '../parts/format.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { Secret } from '../parts/secret.tsx';
import { Table } from '../parts/table.tsx';
import { providerTexts } from './email-provider-texts.ts';

const ResendInput = z.object({ state: z.enum(resendableStates).default('config_error') });

/** How an account's emails are sent, which ones are waiting, and which ones failed (C6, C11.3). */
export function emailPages(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (request, formError) => {
    const state = await readEmailState(ctx, request.session.caller);
    return (
      <Layout title="Email" page={pageOf(request)} formError={formError}>
        {state.outage && <OutageBanner outage={state.outage} isOwn={state.route.kind === 'own'} />}
        <RouteCard route={state.route} />
        <Numbers state={state} />
        <Refused
          state="config_error"
          count={state.unsent.config_error}
          emails={state.refused.config_error}
          problem="failed because of the settings"
          hint="The provider rejected the API key, the sender or its domain. Correct the settings first."
        />
        <Refused
          state="failed"
          count={state.unsent.retries_exhausted}
          emails={state.refused.failed}
          problem="failed after several attempts"
          hint="The provider was unavailable, or asked to wait, for too long."
        />
        <Refused
          state="ambiguous"
          count={state.unsent.ambiguous}
          emails={state.refused.ambiguous}
          problem="may not have left"
          hint="They were interrupted while they were handed over, and are recorded as sent. Look for them at your provider before you send them again."
        />
        {state.route.kind !== 'test' && <Providers route={state.route} />}
      </Layout>
    );
  };
  addPage(app, '/email', {}, show);

  addForm(app, '/email/resend', {}, show, async (request, reply) => {
    const { state } = readForm(ResendInput, request.body);
    const count = await resendRefusedEmails(ctx, request.session.caller, state);
    return redirectWithFlash(reply, '/dashboard/email', `${countOf(count, 'email')} will be sent again.`);
  });

  addForm(app, '/email/remove-provider', {}, show, async (request, reply) => {
    const { accountId, actor } = request.session.caller;
    await clearEmailProvider(ctx, accountId, actor);
    return redirectWithFlash(reply, '/dashboard/email', 'The provider was removed.');
  });
}

function OutageBanner({ outage: { since, error }, isOwn }: { outage: Outage; isOwn: boolean }) {
  return (
    <p class="message warn">
      {isOwn ? 'Your mail server has' : 'The service’s mail server has'} been down since <Time at={since} />.{' '}
      {isOwn && `${error} `}
      No email is lost: they wait, and are sent once it answers again.
    </p>
  );
}

function RouteCard({ route }: { route: EmailRouteState }) {
  return (
    <section class="card" aria-labelledby="route">
      <h2 id="route">How emails are sent</h2>
      {route.kind === 'own' && <OwnRoute route={route} />}
      {route.kind === 'managed' && (
        <>
          <p>The service sends your emails, up to the monthly allowance of your plan.</p>
          <dl>
            <dt>From</dt>
            <dd>{route.from}</dd>
          </dl>
        </>
      )}
      {route.kind === 'test' && (
        <p>
          No mail leaves the test mode. Each one is made and recorded as sent, and the page of its signup
          shows it. An address that begins with <code>deliver</code>, <code>open</code>, <code>click</code>,{' '}
          <code>delay</code>, <code>bounce</code> or <code>complain</code> reports just that.
        </p>
      )}
      {route.kind === 'none' && (
        <p class="message warn">
          Signup emails are not sent.{' '}
          {route.because === 'plan'
            ? 'Your plan does not include emails sent by the service.'
            : 'The service has no email provider of its own.'}{' '}
          Set up your own provider below.
        </p>
      )}
    </section>
  );
}

function OwnRoute({ route }: { route: EmailRouteState & { kind: 'own' } }) {
  const { name, events } = providerTexts[route.type];
  return (
    <>
      <dl>
        <dt>Provider</dt>
        <dd>{name} (your own, without a limit)</dd>
        <dt>From</dt>
        <dd>{route.from}</dd>
      </dl>
      {route.webhookUrl !== null && events && (
        <>
          <h3>Delivery, opens and clicks</h3>
          <p>{events.instructions}</p>
          <Secret value={route.webhookUrl} label="webhook URL" />
          {!route.hasSecret && (
            <p class="message warn">
              Events from {name} are rejected until you enter “{events.secret}” in the settings.
            </p>
          )}
        </>
      )}
      <div class="row">
        <a class="button quiet small" href={`/dashboard/email/provider/${route.type}`}>
          Change settings
        </a>
        <Confirm
          id="remove-provider"
          label="Remove provider"
          question={`Emails will no longer be sent through ${name}. Its settings and secrets will be deleted here.`}
          action="/dashboard/email/remove-provider"
        />
      </div>
    </>
  );
}

function Numbers({ state: { route, usage, heldFor, waiting, outage, unsent } }: { state: EmailState }) {
  const { config_error, failed, suppressed } = unsent;
  const total = config_error + failed + suppressed;
  const isMore = Math.max(config_error, failed, suppressed) > mostCounted;
  const upTo = (count: number) => formatUpTo(count, mostCounted);
  return (
    <div class="cards">
      {(usage.allowance > 0 || usage.reserved > 0) && (
        <Meter label="Sent by the service this month" used={usage.reserved} of={usage.allowance}>
          {route.kind === 'own'
            ? 'Your own provider sends without a limit.'
            : `Burst included. Resets on ${formatNextMonth(usage.month)} (UTC).`}
        </Meter>
      )}
      <div class="card">
        <p class="soft">Waiting</p>
        <p class="figure">{formatCount(usage.held + waiting)}</p>
        {usage.held + waiting === 0 && <p class="soft">No emails are waiting.</p>}
        {usage.held > 0 && <p class="soft">{reasonFor(heldFor, usage.month)}</p>}
        {waiting > 0 && (
          <p class="soft">
            {countOf(waiting, 'email')} will be sent{' '}
            {outage
              ? 'once the mail server answers again.'
              : 'as fast as the rate limit of the provider allows.'}
          </p>
        )}
      </div>
      <div class="card">
        <p class="soft">Not sent</p>
        <p class="figure">{isMore ? formatUpTo(total, mostCounted) : formatCount(total)}</p>
        <p class="soft">
          {total === 0
            ? 'No emails failed.'
            : `${upTo(config_error)} because of the settings, ${upTo(failed)} failed, ${upTo(suppressed)} on the provider’s suppression list`}
        </p>
      </div>
    </div>
  );
}

function reasonFor(heldFor: EmailState['heldFor'], month: string): string {
  if (heldFor === 'route') return 'Set up your own provider below to send them.';
  if (heldFor === 'turn') return 'They are being sent, oldest first.';
  return `The allowance is used up. They will be sent, oldest first, from ${formatNextMonth(month)} (UTC), or as soon as you upgrade or set up your own provider.`;
}

interface RefusedProps {
  readonly state: ResendableState;
  readonly count: number;
  readonly emails: readonly RefusedEmail[];
  readonly problem: string;
  readonly hint: string;
}

function Refused({ state, count, emails, problem, hint }: RefusedProps) {
  if (count === 0) return null;
  return (
    <section class="card refused" aria-labelledby={state}>
      <div class="row spread">
        <h2 id={state}>
          {formatUpTo(count, mostCounted)} {count === 1 ? 'email' : 'emails'} {problem}
        </h2>
        {state === 'ambiguous' ? (
          <Confirm
            id="resend-ambiguous"
            label="Send again"
            tone="quiet"
            question="Whoever got the email already gets it a second time. Send it again?"
            action="/dashboard/email/resend"
          >
            <input type="hidden" name="state" value={state} />
          </Confirm>
        ) : (
          <Form action="/dashboard/email/resend">
            <input type="hidden" name="state" value={state} />
            <Submit class="quiet small">Send again</Submit>
          </Form>
        )}
      </div>
      <p class="soft">
        {hint}
        {emails.length < count && ` Only the newest ${emails.length} are listed.`}
      </p>
      <Table label={`Emails that ${problem}`} columns={['To', 'Waitlist', 'Signed up', 'Reason']}>
        {emails.map(({ id, signup_id, email, waitlist_id, waitlist_name, error, created_at }) => (
          <tr key={id}>
            <th scope="row">
              <a href={`/dashboard/waitlists/${waitlist_id}/signups/${signup_id}`}>{email}</a>
            </th>
            <td>
              <a href={`/dashboard/waitlists/${waitlist_id}`}>{waitlist_name}</a>
            </td>
            <td>
              <Time at={created_at} />
            </td>
            <td>{error}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Providers({ route }: { route: EmailRouteState }) {
  return (
    <section class="card" aria-labelledby="providers">
      <h2 id="providers">{route.kind === 'own' ? 'Use another provider' : 'Use your own provider'}</h2>
      <p class="soft">Your own provider sends without a limit, on any plan.</p>
      <ul class="providers">
        {emailProviderTypes
          .filter((type) => route.kind !== 'own' || type !== route.type)
          .map((type) => (
            <li key={type}>
              <a href={`/dashboard/email/provider/${type}`}>
                <strong>{providerTexts[type].name}</strong>
                <small>{providerTexts[type].about}</small>
              </a>
            </li>
          ))}
      </ul>
    </section>
  );
}
