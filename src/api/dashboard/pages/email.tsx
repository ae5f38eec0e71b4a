import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { emailProviderTypes } from '../../../shared/email/providers/index.ts';
import {
  type RefusedEmail,
  type ResendableState,
  resendableStates,
} from '../../../shared/email/sending/refused-queries.ts';
import { resendRefusedEmails } from '../../../shared/email/sending/resend-refused-emails.ts';
import { clearEmailProvider } from '../../../shared/email/settings/clear-email-provider.ts';
import {
  type EmailRouteState,
  type EmailState,
  readEmailState,
} from '../../../shared/email/settings/read-email-state.ts';
import type { WebContext } from '../../web-context.ts';
import { Meter } from '../charts/meter.tsx';
import { addForm, addPage, done, readForm, type Show } from '../pages.ts';
import { Confirm, Form } from '../parts/form.tsx';
import { countOf, formatCount, formatDay, Time } from '../parts/format.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { Secret } from '../parts/secret.tsx';
import { Table } from '../parts/table.tsx';
import { providerTexts } from './email-provider-texts.ts';

const ResendInput = z.object({ state: z.enum(resendableStates).default('config_error') });

/** How an account's mails go out, what waits, and what did not leave (C6, C11.3). */
export function emailPages(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (request, refusal) => {
    const state = await readEmailState(ctx, request.session.caller);
    return (
      <Layout title="Email" page={pageOf(request)} refusal={refusal}>
        <RouteCard route={state.route} />
        <Numbers state={state} />
        <Refused
          state="config_error"
          count={state.unsent.config_error}
          mails={state.refused.config_error}
          what="refused for the settings"
          hint="The key, the sender or its domain was not accepted. Mend that first."
        />
        <Refused
          state="failed"
          count={state.unsent.retries_exhausted}
          mails={state.refused.failed}
          what="given up"
          hint="The provider was away, or asked to wait, for too long."
        />
        <Providers route={state.route} />
      </Layout>
    );
  };
  addPage(app, '/email', {}, show);

  addForm(app, '/email/resend', {}, show, async (request, reply) => {
    const { state } = readForm(ResendInput, request.body);
    const owed = await resendRefusedEmails(ctx, request.session.caller, state);
    return done(reply, '/dashboard/email', `${countOf(owed, 'mail is', 'mails are')} to be sent again.`);
  });

  addForm(app, '/email/remove-provider', {}, show, async (request, reply) => {
    await clearEmailProvider(ctx, request.session.caller.accountId);
    return done(reply, '/dashboard/email', 'The provider is removed.');
  });
}

function RouteCard({ route }: { route: EmailRouteState }) {
  return (
    <section class="card" aria-labelledby="way">
      <h2 id="way">How mails go out</h2>
      {route.kind === 'own' && <OwnRoute route={route} />}
      {route.kind === 'managed' && (
        <>
          <p>The service sends them for you, as many a month as your plan includes.</p>
          <dl>
            <dt>From</dt>
            <dd>{route.from}</dd>
          </dl>
        </>
      )}
      {route.kind === 'none' && (
        <p class="message warn">
          Signup emails are not sent.{' '}
          {route.because === 'plan'
            ? 'Your plan includes none that the service sends'
            : 'This service sends none of its own'}
          : set up your own provider below.
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
        <dd>Your own: {name}, without a limit</dd>
        <dt>From</dt>
        <dd>{route.from}</dd>
      </dl>
      {route.webhookUrl !== null && events && (
        <>
          <h3>Delivery, opens and clicks</h3>
          <p>{events.where}</p>
          <Secret value={route.webhookUrl} label="webhook address" />
          {!route.hasSecret && (
            <p class="message warn">
              What {name} reports is refused until “{events.secret}” is filled in in the settings.
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
          question={`Mails are no longer sent over ${name}. Its settings and secrets are deleted here.`}
          action="/dashboard/email/remove-provider"
        />
      </div>
    </>
  );
}

function Numbers({ state: { route, usage, heldFor, waiting, unsent } }: { state: EmailState }) {
  const total = unsent.config_error + unsent.failed + unsent.suppressed;
  return (
    <div class="cards">
      {(usage.allowance > 0 || usage.reserved > 0) && (
        <Meter label="Sent by the service this month" used={usage.reserved} of={usage.allowance}>
          {route.kind === 'own'
            ? 'Your own provider sends; it has no limit here.'
            : `Burst included. Counts anew on ${formatDay(nextMonth(usage.month))}, UTC.`}
        </Meter>
      )}
      <div class="card">
        <p class="soft">Waiting</p>
        <p class="figure">{formatCount(usage.held + waiting)}</p>
        {usage.held + waiting === 0 && <p class="soft">No mail is held back.</p>}
        {usage.held > 0 && <p class="soft">{reasonFor(heldFor, usage.month)}</p>}
        {waiting > 0 && (
          <p class="soft">
            The provider takes fewer mails at a time: {countOf(waiting, 'mail goes', 'mails go')} out as it
            allows.
          </p>
        )}
      </div>
      <div class="card">
        <p class="soft">Not sent</p>
        <p class="figure">{formatCount(total)}</p>
        <p class="soft">
          {total === 0
            ? 'No mail was refused.'
            : `${formatCount(unsent.config_error)} refused for the settings, ${formatCount(unsent.failed)} failed, ${formatCount(unsent.suppressed)} on the provider’s suppression list`}
        </p>
      </div>
    </div>
  );
}

function reasonFor(heldFor: EmailState['heldFor'], month: string): string {
  if (heldFor === 'route') return 'There is no way to send them. Set up your own provider below.';
  if (heldFor === 'turn') return 'They go out now, oldest first.';
  return `The allowance is used up. They go out, oldest first, from ${formatDay(nextMonth(month))} (UTC), or once your plan rises or your own provider sends.`;
}

function nextMonth(month: string): string {
  const next = new Date(`${month}T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 10);
}

interface RefusedProps {
  readonly state: ResendableState;
  readonly count: number;
  readonly mails: readonly RefusedEmail[];
  readonly what: string;
  readonly hint: string;
}

function Refused({ state, count, mails, what, hint }: RefusedProps) {
  if (count === 0) return null;
  return (
    <section class="card refused" aria-labelledby={state}>
      <div class="row spread">
        <h2 id={state}>
          {countOf(count, 'mail was', 'mails were')} {what}
        </h2>
        <Form action="/dashboard/email/resend">
          <input type="hidden" name="state" value={state} />
          <button type="submit" class="quiet small">
            Send {count === 1 ? 'it' : 'them'} again
          </button>
        </Form>
      </div>
      <p class="soft">
        {hint}
        {mails.length < count && ` The newest ${mails.length} are shown.`}
      </p>
      <Table label={`Mails that were ${what}`} columns={['To', 'Waitlist', 'Signed up', 'Why']}>
        {mails.map(({ signup_id, email, waitlist_id, waitlist_name, error, created_at }) => (
          <tr key={signup_id}>
            <th scope="row">{email}</th>
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
      <p class="soft">Mails over your own provider have no limit here, on any plan.</p>
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
